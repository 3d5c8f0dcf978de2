//! What constructors refuse, and the operand and fault that their errors name.

use cc_syntax::{Directive, Form, Kind, OperandError, OperandFault, OperandName};

fn fault(result: Result<Directive<'_>, OperandError>) -> Option<(OperandName, OperandFault)> {
    result.err().map(|error| (error.operand(), error.kind()))
}

/// Operands that no directive can hold, and why.
const BAD: [(&str, OperandFault); 16] = [
    ("", OperandFault::Empty),
    (" ", OperandFault::Empty),
    ("\n", OperandFault::Empty),
    ("\u{1c}", OperandFault::Empty),
    ("\u{a0}\u{3000}", OperandFault::Empty),
    ("a\nb", OperandFault::LineFeed),
    ("a\n", OperandFault::LineFeed),
    (" a", OperandFault::BoundaryWhiteSpace),
    ("\ta", OperandFault::BoundaryWhiteSpace),
    ("a ", OperandFault::BoundaryWhiteSpace),
    ("a\t", OperandFault::BoundaryWhiteSpace),
    ("use", OperandFault::EmbeddedDirective),
    ("tea and prohibit coffee", OperandFault::EmbeddedDirective),
    ("CHANGE  premise TO b", OperandFault::EmbeddedDirective),
    ("a clear state.", OperandFault::EmbeddedDirective),
    ("multi-use", OperandFault::EmbeddedDirective),
];

#[test]
fn no_constructor_takes_a_bad_operand() {
    for (text, why) in BAD {
        let value = Some((OperandName::Value, why));
        let item = Some((OperandName::Item, why));
        assert_eq!(fault(Directive::set_premise(text)), value, "{text:?}");
        assert_eq!(fault(Directive::change_premise(text)), value, "{text:?}");
        assert_eq!(fault(Directive::use_item(text)), item, "{text:?}");
        assert_eq!(fault(Directive::prohibit_item(text)), item, "{text:?}");
        assert_eq!(fault(Directive::remove_policy(text)), item, "{text:?}");
        let new_item = Some((OperandName::NewItem, why));
        let old_item = Some((OperandName::OldItem, why));
        assert_eq!(fault(Directive::replace_use(text, "x")), new_item, "{text:?}");
        assert_eq!(fault(Directive::replace_use("x", text)), old_item, "{text:?}");
    }
}

#[test]
fn white_space_that_the_trim_would_take_from_the_end_is_refused_only_there() {
    for space in ['\r', '\u{b}', '\u{c}'] {
        let (before, after) = (format!("{space}a"), format!("a{space}"));
        let why = Some((OperandName::Item, OperandFault::BoundaryWhiteSpace));
        assert_eq!(fault(Directive::use_item(&before)), None);
        assert_eq!(fault(Directive::use_item(&after)), why);
        assert_eq!(fault(Directive::replace_use(&after, "x")), None);
    }
}

#[test]
fn other_white_space_at_the_ends_of_an_operand_is_operand_text() {
    for item in ["\u{a0}a", "a\u{a0}", "\u{3000}a\u{3000}", "\u{1f}a\u{1f}"] {
        assert_eq!(fault(Directive::use_item(item)), None, "{item:?}");
        assert_eq!(fault(Directive::set_premise(item)), None, "{item:?}");
    }
}

#[test]
fn only_a_premise_to_be_set_may_not_begin_with_the_word_to() {
    for value in ["to", "TO x", "to\tx"] {
        let why = Some((OperandName::Value, OperandFault::LeadingTo));
        assert_eq!(fault(Directive::set_premise(value)), why);
        assert_eq!(fault(Directive::change_premise(value)), None);
        assert_eq!(fault(Directive::use_item(value)), None);
    }
    assert_eq!(fault(Directive::set_premise("tomorrow")), None);
}

#[test]
fn an_item_to_be_used_may_not_hold_a_delimiter() {
    let bad = ["instead of", "instead of x", "x instead of", "x instead of y", "x\tINSTEAD  of y"];
    for item in bad {
        let why = Some((OperandName::Item, OperandFault::Delimiter));
        assert_eq!(fault(Directive::use_item(item)), why, "{item:?}");
        assert_eq!(fault(Directive::prohibit_item(item)), None, "{item:?}");
        assert_eq!(fault(Directive::remove_policy(item)), None, "{item:?}");
    }
    assert_eq!(fault(Directive::use_item("x insteadof y")), None);
}

#[test]
fn a_replacement_names_the_operand_that_would_split() {
    let new_item = Some((OperandName::NewItem, OperandFault::Delimiter));
    let old_item = Some((OperandName::OldItem, OperandFault::Delimiter));
    assert_eq!(fault(Directive::replace_use("a instead of b", "c")), new_item);
    assert_eq!(fault(Directive::replace_use("instead of a", "c")), new_item);
    assert_eq!(fault(Directive::replace_use("a", "b instead of c")), old_item);
    assert_eq!(fault(Directive::replace_use("instead of", "instead of b")), old_item);
    assert_eq!(fault(Directive::replace_use("instead of", "docker")), None);
    assert_eq!(fault(Directive::replace_use("a", "instead of b")), None);
    assert_eq!(fault(Directive::replace_use("a", "instead of")), None);
}

#[test]
fn an_error_names_the_kind_the_operand_and_the_fault_in_one_line() {
    let cases = [
        (
            Form::SetPremise { value: "" },
            "operand `value` does not make a canonical set_premise directive: \
             it is empty or only white space",
        ),
        (
            Form::ChangePremise { value: "a\nb" },
            "operand `value` does not make a canonical change_premise directive: \
             it holds a line feed",
        ),
        (
            Form::ProhibitItem { item: " a" },
            "operand `item` does not make a canonical prohibit_item directive: \
             it begins or ends with white space",
        ),
        (
            Form::RemovePolicy { item: "clear state" },
            "operand `item` does not make a canonical remove_policy directive: \
             it holds the start of another directive",
        ),
        (
            Form::SetPremise { value: "to x" },
            "operand `value` does not make a canonical set_premise directive: \
             it begins with the word `to`",
        ),
        (
            Form::ReplaceUse { new_item: "a", old_item: "b instead of c" },
            "operand `old_item` does not make a canonical replace_use directive: \
             it holds the words `instead of` where they would split it",
        ),
    ];
    for (form, message) in cases {
        let error = Directive::new(form).expect_err("refused");
        assert_eq!(error.to_string(), message);
        assert_eq!(error.directive_kind(), form.kind());
    }
}

#[test]
fn literals_are_always_canonical() {
    for (form, kind) in [
        (Form::ClearPremise, Kind::ClearPremise),
        (Form::ResetPolicies, Kind::ResetPolicies),
        (Form::ClearState, Kind::ClearState),
    ] {
        let directive = Directive::new(form).expect("canonical");
        assert_eq!(directive.kind(), kind);
        assert_eq!(directive.to_string(), kind.introducer());
    }
}
