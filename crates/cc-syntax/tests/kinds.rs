//! The nine kinds: their names, introducers and operand names, as the contract lists them.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking, as tests do"
)]

use std::error::Error;
use std::ops::Range;

use cc_oracle::Oracle;
use cc_syntax::{
    Classification, ContractClassification, ContractDirective, Directive, Form, Grammar, Kind,
    OperandName, Span, SyntaxFailure, UnknownKindError, UnknownOperandError, classify, classify_by,
};

const TABLE: [(Kind, &str, &str, &[OperandName]); 9] = [
    (Kind::SetPremise, "set_premise", "set premise", &[OperandName::Value]),
    (Kind::ChangePremise, "change_premise", "change premise to", &[OperandName::Value]),
    (Kind::UseItem, "use_item", "use", &[OperandName::Item]),
    (Kind::ProhibitItem, "prohibit_item", "prohibit", &[OperandName::Item]),
    (Kind::RemovePolicy, "remove_policy", "remove policy", &[OperandName::Item]),
    (Kind::ReplaceUse, "replace_use", "use", &[OperandName::NewItem, OperandName::OldItem]),
    (Kind::ClearPremise, "clear_premise", "clear premise", &[]),
    (Kind::ResetPolicies, "reset_policies", "reset policies", &[]),
    (Kind::ClearState, "clear_state", "clear state", &[]),
];

#[test]
fn kinds_are_listed_in_the_order_of_the_contract() {
    assert_eq!(Kind::ALL, TABLE.map(|(kind, ..)| kind));
}

#[test]
fn kinds_know_their_name_introducer_and_operands() {
    for (kind, name, introducer, operands) in TABLE {
        assert_eq!(kind.as_str(), name);
        assert_eq!(kind.to_string(), name);
        assert_eq!(kind.introducer(), introducer);
        assert_eq!(kind.operand_names(), operands);
    }
}

#[test]
fn a_kind_is_found_by_its_exact_name_only() {
    for (kind, name, ..) in TABLE {
        assert_eq!(Kind::from_name(name), Some(kind));
        assert_eq!(name.parse(), Ok(kind));
        for near in [name.to_uppercase(), format!("{name} "), name.replace('_', " "), String::new()]
        {
            assert_eq!(Kind::from_name(&near), None, "{near:?}");
            let error: UnknownKindError = near.parse::<Kind>().unwrap_err();
            assert_eq!(error.to_string(), "unknown kind of directive");
        }
    }
}

#[test]
fn operands_and_failures_have_the_names_of_the_records() {
    let names = [
        (OperandName::Value, "value"),
        (OperandName::Item, "item"),
        (OperandName::NewItem, "new_item"),
        (OperandName::OldItem, "old_item"),
    ];
    for (operand, name) in names {
        assert_eq!(operand.as_str(), name);
        assert_eq!(operand.to_string(), name);
        assert_eq!(OperandName::from_name(name), Some(operand));
        assert_eq!(name.parse(), Ok(operand));
    }
    assert_eq!(OperandName::ALL, names.map(|(operand, _)| operand));
    let error: UnknownOperandError = "Item".parse::<OperandName>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "unknown operand: expected `value`, `item`, `new_item` or `old_item`"
    );
    assert_eq!(SyntaxFailure::CompoundDirective.as_str(), "compound_directive");
    assert_eq!(SyntaxFailure::MissingRequiredOperand.as_str(), "missing_required_operand");
    assert_eq!(SyntaxFailure::MalformedDirective.as_str(), "malformed_directive");
}

#[test]
fn each_kind_tells_how_it_is_written_and_what_for() {
    let expected = [
        ("set premise <value>", "set the premise, if none is set"),
        ("change premise to <value>", "change the premise"),
        ("use <item>", "use an item"),
        ("prohibit <item>", "prohibit an item"),
        ("remove policy <item>", "remove the policy of an item"),
        ("use <new item> instead of <old item>", "replace an item that is in use"),
        ("clear premise", "remove the premise"),
        ("reset policies", "remove all policies"),
        ("clear state", "remove everything"),
    ];
    for (kind, (usage, summary)) in Kind::ALL.into_iter().zip(expected) {
        assert_eq!((kind.usage().to_string().as_str(), kind.summary()), (usage, summary));
    }
}

/// Texts of each kind, canonical in every contract.
fn directives() -> impl Iterator<Item = (Kind, String)> {
    TABLE.into_iter().map(|(kind, _, introducer, operands)| {
        let after = match operands.len() {
            0 => "",
            1 => " one",
            _ => " one instead of two",
        };
        (kind, format!("{introducer}{after}"))
    })
}

fn a_directive_outlives_its_text<C: Oracle + Grammar>() {
    for (kind, text) in directives() {
        let owned = {
            let text = text.clone();
            let ContractClassification::Canonical(directive) = classify_by::<C>(&text) else {
                panic!("{text:?} is canonical");
            };
            let owned = directive.into_owned();
            assert_eq!(owned.as_directive(), directive);
            owned
        };
        assert_eq!(owned.to_string(), text);
        assert_eq!(owned.as_directive().kind(), kind);
        assert_eq!(owned.as_directive().into_owned(), owned);
    }
}

fn an_error_goes_into_a_box<C: Oracle + Grammar>() {
    fn use_item<C: Grammar>(item: &str) -> Result<String, Box<dyn Error + Send + Sync>> {
        Ok(ContractDirective::<C>::use_item(item)?.into_owned().to_string())
    }
    assert_eq!(use_item::<C>("tea").expect("canonical"), "use tea");
    let error = use_item::<C>("").expect_err("no item").to_string();
    assert!(error.ends_with("it is empty or only white space"), "{error}");
}

cc_oracle::laws!(a_directive_outlives_its_text, an_error_goes_into_a_box);

#[test]
fn a_span_is_a_range_of_the_text() {
    let text = "use tea and prohibit coffee";
    let Classification::Invalid(invalid) = classify(text) else { panic!("compound") };
    assert_eq!(Range::from(invalid.span()), 12..20);
    assert_eq!(text.get(Range::from(invalid.span())), Some("prohibit"));
    assert_eq!(Range::from(Span { start: 3, end: 3 }), 3..3);
    let error: Box<dyn Error> = invalid.into();
    assert_eq!(error.to_string(), "a second directive begins here, and an input holds one");
}

#[test]
fn the_introducer_and_one_word_per_operand_make_a_directive_of_the_kind() {
    for ((kind, text), (.., operands)) in directives().zip(TABLE) {
        let Classification::Canonical(directive) = classify(&text) else {
            panic!("{text:?} is canonical");
        };
        assert_eq!(directive.kind(), kind);
        assert_eq!(directive.form().kind(), kind);
        assert_eq!(directive.to_string(), text);
        let names: Vec<OperandName> = directive.operands().map(|(name, _)| name).collect();
        assert_eq!(names, operands);
        assert_eq!(directive.operands().len(), operands.len());
    }
}

#[test]
fn operands_come_by_name_in_the_order_in_which_they_are_written() {
    let directive = Directive::replace_use("one", "two").expect("canonical");
    let mut operands = directive.operands();
    assert_eq!(operands.len(), 2);
    assert_eq!(operands.next(), Some((OperandName::NewItem, "one")));
    assert_eq!(operands.len(), 1);
    assert_eq!(operands.next(), Some((OperandName::OldItem, "two")));
    assert_eq!(operands.len(), 0);
    assert_eq!(operands.next(), None);
}

#[test]
fn each_constructor_makes_its_form() {
    let cases = [
        (Directive::set_premise("x"), Form::SetPremise { value: "x" }),
        (Directive::change_premise("x"), Form::ChangePremise { value: "x" }),
        (Directive::use_item("x"), Form::UseItem { item: "x" }),
        (Directive::prohibit_item("x"), Form::ProhibitItem { item: "x" }),
        (Directive::remove_policy("x"), Form::RemovePolicy { item: "x" }),
        (Directive::replace_use("x", "y"), Form::ReplaceUse { new_item: "x", old_item: "y" }),
        (Ok(Directive::clear_premise()), Form::ClearPremise),
        (Ok(Directive::reset_policies()), Form::ResetPolicies),
        (Ok(Directive::clear_state()), Form::ClearState),
    ];
    for (directive, form) in cases {
        assert_eq!(directive.map(|d| d.form()), Ok(form));
        assert_eq!(Form::new(form.kind(), ["x", "y"]), form);
    }
}
