//! The nine kinds: their names, introducers and operand names, as the contract lists them.

use cc_syntax::{Classification, Directive, Form, Kind, OperandName, SyntaxFailure, classify};

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
        for near in [name.to_uppercase(), format!("{name} "), name.replace('_', " "), String::new()]
        {
            assert_eq!(Kind::from_name(&near), None, "{near:?}");
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
    }
    assert_eq!(SyntaxFailure::CompoundDirective.as_str(), "compound_directive");
    assert_eq!(SyntaxFailure::MissingRequiredOperand.as_str(), "missing_required_operand");
    assert_eq!(SyntaxFailure::MalformedDirective.as_str(), "malformed_directive");
}

#[test]
fn the_introducer_and_one_word_per_operand_make_a_directive_of_the_kind() {
    for (kind, _, introducer, operands) in TABLE {
        let mut text = introducer.to_owned();
        for (index, _) in operands.iter().enumerate() {
            text.push_str(if index == 0 { " one" } else { " instead of two" });
        }
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
    }
}
