//! Contract 0.9: every row of the classification tables, with the near misses beside it.

use cc_syntax::Form::{
    ChangePremise, ClearPremise, ClearState, ProhibitItem, RemovePolicy, ReplaceUse, ResetPolicies,
    SetPremise, UseItem,
};
use cc_syntax::SyntaxFailure::{
    CompoundDirective as Compound, MalformedDirective as Malformed,
    MissingRequiredOperand as Missing,
};
use cc_syntax::{Form, Kind, OperandName};

use super::InvalidCase;

fn assert_canonical(cases: &[(&str, Form<'_>)]) {
    super::assert_canonical::<cc_oracle::V0_9>(cases);
}

fn assert_invalid(cases: &[InvalidCase<'_>]) {
    super::assert_invalid::<cc_oracle::V0_9>(cases);
}

fn assert_no_directive(inputs: &[&str]) {
    super::assert_no_directive::<cc_oracle::V0_9>(inputs);
}

#[test]
fn each_kind_has_its_canonical_form() {
    assert_canonical(&[
        ("set premise brief replies", SetPremise { value: "brief replies" }),
        ("change premise to brief replies", ChangePremise { value: "brief replies" }),
        ("use docker", UseItem { item: "docker" }),
        ("prohibit raw SQL", ProhibitItem { item: "raw SQL" }),
        ("remove policy docker", RemovePolicy { item: "docker" }),
        ("use podman instead of docker", ReplaceUse { new_item: "podman", old_item: "docker" }),
        ("clear premise", ClearPremise),
        ("reset policies", ResetPolicies),
        ("clear state", ClearState),
    ]);
}

#[test]
fn text_that_begins_like_no_directive_is_none() {
    assert_no_directive(&[
        "",
        " \t\r\n\u{b}\u{c}",
        "useful",
        "use: docker",
        "\"use docker\"",
        "allow docker",
        "use\ndocker",
        "use\rdocker",
        "use\u{b}docker",
        "use\u{a0}docker",
        "use.",
        "set premises x",
        "set premise: x",
        "set",
        "premise x",
        "set the premise x",
        "set\npremise x",
        "setpremise x",
        "change premises to x",
        "change premise\nto x",
        "changepremise to x",
        "prohibited x",
        "prohibit, please",
        "remove policies x",
        "remove policy.",
        "removepolicy x",
        "please use docker",
        "- use docker",
        "clear premises",
        "clear premisex",
        "clear\npremise",
        "reset policiesx",
        "reset policy",
        "clear statement",
        "clear stat",
        "clearstate",
        "(clear state)",
        "\u{feff}use docker",
        "\u{200b}use docker",
    ]);
}

#[test]
fn a_second_canonical_start_makes_the_input_compound() {
    assert_invalid(&[
        ("use docker and «prohibit» peanuts", Compound, None, None),
        ("clear state then «set premise» x", Compound, None, None),
        ("use \"a and «prohibit» b\"", Compound, None, None),
        ("use multi-«use» items", Compound, None, None),
        ("prohibit drug «use»", Compound, None, None),
        ("use «use»", Compound, None, None),
        ("use 2«use» x", Compound, None, None),
        ("use é«use» x", Compound, None, None),
        ("use x\n«use»\ty", Compound, None, None),
        ("set premise x; «change  premise\tto» y", Compound, None, None),
        ("change premise to x «remove policy» y", Compound, None, None),
        ("remove policy x, «REMOVE  POLICY» y", Compound, None, None),
        ("prohibit x («clear premise»)", Compound, None, None),
        ("use x «clear state»!", Compound, None, None),
        ("reset policies«.»", Malformed, None, None),
        ("reset policies «reset policies»", Compound, None, None),
        ("clear premise.«clear state»", Compound, None, None),
        ("use a instead of «use» b", Compound, None, None),
        ("use «use» instead of", Compound, None, None),
        ("set premise to «use» x", Compound, None, None),
        ("use oil, «prohibit» nuts, use salt", Compound, None, None),
        (" \t use crème and «prohibit» nuts\r\n", Compound, None, None),
    ]);
}

#[test]
fn what_only_resembles_a_second_start_is_operand_text() {
    assert_canonical(&[
        ("use misuse", UseItem { item: "misuse" }),
        ("use reuse of things", UseItem { item: "reuse of things" }),
        ("use a.use.b", UseItem { item: "a.use.b" }),
        ("use the used car", UseItem { item: "the used car" }),
        ("prohibit prohibition", ProhibitItem { item: "prohibition" }),
        ("use set premises", UseItem { item: "set premises" }),
        ("use change premise x", UseItem { item: "change premise x" }),
        ("use change premise", UseItem { item: "change premise" }),
        ("use clear premises", UseItem { item: "clear premises" }),
        ("use xclear state", UseItem { item: "xclear state" }),
        ("use clear\u{b}state", UseItem { item: "clear\u{b}state" }),
        ("use reset-policies", UseItem { item: "reset-policies" }),
        ("prohibit ｕse x", ProhibitItem { item: "ｕse x" }),
    ]);
}

#[test]
fn an_incomplete_change_premise_is_no_canonical_start() {
    assert_invalid(&[
        ("change premise «use x»", Malformed, None, None),
        ("change premise «clear state»", Malformed, None, None),
    ]);
}

#[test]
fn an_operand_that_is_absent_or_only_white_space_is_missing() {
    const VALUE: Option<OperandName> = Some(OperandName::Value);
    const ITEM: Option<OperandName> = Some(OperandName::Item);
    assert_invalid(&[
        ("set premise«»", Missing, Some(Kind::SetPremise), VALUE),
        ("change premise to«»", Missing, Some(Kind::ChangePremise), VALUE),
        ("use«»", Missing, Some(Kind::UseItem), ITEM),
        ("prohibit«»", Missing, Some(Kind::ProhibitItem), ITEM),
        ("remove policy«»", Missing, Some(Kind::RemovePolicy), ITEM),
        ("  remove\tpolicy«»  \n", Missing, Some(Kind::RemovePolicy), ITEM),
        ("set premise \t«\u{3000}»", Missing, Some(Kind::SetPremise), VALUE),
        ("change premise to «\u{a0}\u{2003}»\n", Missing, Some(Kind::ChangePremise), VALUE),
        ("use «\u{1c}\u{1d}\u{1e}\u{1f}»", Missing, Some(Kind::UseItem), ITEM),
        ("use «\n\u{85}»", Missing, Some(Kind::UseItem), ITEM),
        ("prohibit «\u{b}\u{2028}»", Missing, Some(Kind::ProhibitItem), ITEM),
        ("remove policy «\u{1680}»", Missing, Some(Kind::RemovePolicy), ITEM),
    ]);
    assert_canonical(&[
        ("use \u{200b}", UseItem { item: "\u{200b}" }),
        ("use \u{180e}", UseItem { item: "\u{180e}" }),
        ("use \u{feff}", UseItem { item: "\u{feff}" }),
        ("use \0", UseItem { item: "\0" }),
        ("use .", UseItem { item: "." }),
    ]);
}

#[test]
fn set_premise_followed_by_the_word_to_is_malformed() {
    let kind = Some(Kind::SetPremise);
    assert_invalid(&[
        ("set premise «to»", Malformed, kind, None),
        ("set premise «to» x", Malformed, kind, None),
        ("SET  PREMISE\t «TO»\tx", Malformed, kind, None),
        ("set premise «To» \u{3000}", Malformed, kind, None),
    ]);
    assert_canonical(&[
        ("set premise tomorrow", SetPremise { value: "tomorrow" }),
        ("set premise to-day", SetPremise { value: "to-day" }),
        ("set premise to.", SetPremise { value: "to." }),
        ("set premise to\u{a0}x", SetPremise { value: "to\u{a0}x" }),
        ("set premise not to", SetPremise { value: "not to" }),
        ("change premise to to x", ChangePremise { value: "to x" }),
        ("change premise to to", ChangePremise { value: "to" }),
        ("use to", UseItem { item: "to" }),
    ]);
}

#[test]
fn change_premise_without_the_word_to_is_malformed_and_has_no_kind() {
    assert_invalid(&[
        ("change premise«»", Malformed, None, None),
        (" change \t premise«» \t", Malformed, None, None),
        ("change premise «x»", Malformed, None, None),
        ("change premise  «tomorrow»", Malformed, None, None),
        ("change premise «to\nx»", Malformed, None, None),
        ("change premise «\u{3000}»", Malformed, None, None),
        ("change premise «a\nb»", Malformed, None, None),
    ]);
}

#[test]
fn a_replacement_needs_both_items() {
    const KIND: Option<Kind> = Some(Kind::ReplaceUse);
    const NEW: Option<OperandName> = Some(OperandName::NewItem);
    const OLD: Option<OperandName> = Some(OperandName::OldItem);
    assert_invalid(&[
        ("use «»instead of", Missing, KIND, NEW),
        ("use «»instead of x", Missing, KIND, NEW),
        ("use \t«»INSTEAD \tOF\tx", Missing, KIND, NEW),
        ("use «»instead of instead of", Missing, KIND, NEW),
        ("use «»instead of a instead of b", Missing, KIND, NEW),
        ("use «\u{3000}» instead of x", Missing, KIND, NEW),
        ("use «\n» instead of x", Missing, KIND, NEW),
        ("use x instead of«»", Missing, KIND, OLD),
        ("use x \t Instead\tOf«»  ", Missing, KIND, OLD),
        ("use x instead of «\u{3000}»", Missing, KIND, OLD),
        ("use x instead of «\n\u{2003}»", Missing, KIND, OLD),
    ]);
}

#[test]
fn a_second_delimiter_makes_the_input_malformed() {
    let kind = Some(Kind::UseItem);
    assert_invalid(&[
        ("use a instead of b «instead of c»", Malformed, kind, None),
        ("use a instead of b\t«Instead  OF c» ", Malformed, kind, None),
        ("use a instead of instead of «instead of b»", Malformed, kind, None),
        ("use a instead of b «instead of c instead of d»", Malformed, kind, None),
    ]);
}

#[test]
fn the_delimiter_has_separators_on_both_sides_and_between_its_words() {
    assert_canonical(&[
        ("use a  Instead\tof b", ReplaceUse { new_item: "a", old_item: "b" }),
        ("use a\tINSTEAD  OF\t\tb c", ReplaceUse { new_item: "a", old_item: "b c" }),
        (
            "use instead of instead of docker",
            ReplaceUse { new_item: "instead of", old_item: "docker" },
        ),
        ("use a instead of instead of b", ReplaceUse { new_item: "a", old_item: "instead of b" }),
        ("use a instead of instead of", ReplaceUse { new_item: "a", old_item: "instead of" }),
        ("use a instead of b instead of", ReplaceUse { new_item: "a", old_item: "b instead of" }),
        ("use x insteadof y", UseItem { item: "x insteadof y" }),
        ("use x instead ofy", UseItem { item: "x instead ofy" }),
        ("use xinstead of y", UseItem { item: "xinstead of y" }),
        ("use x instead y", UseItem { item: "x instead y" }),
        ("use instead", UseItem { item: "instead" }),
        ("use x instead\u{a0}of y", UseItem { item: "x instead\u{a0}of y" }),
        ("use x instead of\u{a0}y", UseItem { item: "x instead of\u{a0}y" }),
        ("use x\u{a0}instead of y", UseItem { item: "x\u{a0}instead of y" }),
        ("use x inſtead of y", UseItem { item: "x inſtead of y" }),
        ("prohibit a instead of b", ProhibitItem { item: "a instead of b" }),
        ("remove policy instead of", RemovePolicy { item: "instead of" }),
        ("set premise instead of x", SetPremise { value: "instead of x" }),
    ]);
}

#[test]
fn nothing_may_follow_a_literal() {
    assert_invalid(&[
        ("clear premise«.»", Malformed, None, None),
        ("reset policies «now»", Malformed, None, None),
        ("clear state \t«now please»\n", Malformed, None, None),
        ("clear state«\nnow»", Malformed, None, None),
        ("clear state«\u{a0}»", Malformed, None, None),
        ("clear premise«1»", Malformed, None, None),
        ("reset policies«é»", Malformed, None, None),
    ]);
}

#[test]
fn an_operand_with_a_line_feed_is_malformed_of_its_kind() {
    assert_invalid(&[
        ("set premise a«\n»b", Malformed, Some(Kind::SetPremise), None),
        ("set premise to«\n»b", Malformed, Some(Kind::SetPremise), None),
        ("change premise to a\r«\n»b\n", Malformed, Some(Kind::ChangePremise), None),
        ("use é«\n»b\nc", Malformed, Some(Kind::UseItem), None),
        ("use a instead«\n»of b", Malformed, Some(Kind::UseItem), None),
        ("prohibit «\n»b", Malformed, Some(Kind::ProhibitItem), None),
        ("remove policy a«\n»b", Malformed, Some(Kind::RemovePolicy), None),
        ("use a«\n»b instead of c", Malformed, Some(Kind::ReplaceUse), None),
        ("use a instead of b«\n»c", Malformed, Some(Kind::ReplaceUse), None),
        ("use instead of b«\n»c", Malformed, Some(Kind::ReplaceUse), None),
        ("use a«\n»b instead of", Malformed, Some(Kind::ReplaceUse), None),
    ]);
}

#[test]
fn a_line_feed_in_an_operand_comes_before_every_fault_but_a_second_start() {
    assert_invalid(&[
        ("use a\nb and «prohibit» c", Compound, None, None),
        ("set premise to x«\n»y", Malformed, Some(Kind::SetPremise), None),
        ("use a«\n»b instead of c instead of d", Malformed, Some(Kind::UseItem), None),
        ("use a instead of b instead of c«\n»d", Malformed, Some(Kind::UseItem), None),
        ("use instead of «\n»x", Malformed, Some(Kind::ReplaceUse), None),
        ("use \u{b}instead of «\n»x", Malformed, Some(Kind::ReplaceUse), None),
        ("use \u{3000} instead of a«\n»b", Malformed, Some(Kind::ReplaceUse), None),
    ]);
}

#[test]
fn a_line_feed_in_mere_white_space_leaves_the_operand_missing() {
    let old_item = Some(OperandName::OldItem);
    assert_invalid(&[(
        "use \u{3000}\n\u{3000} instead of«»",
        Missing,
        Some(Kind::ReplaceUse),
        old_item,
    )]);
}

#[test]
fn other_line_separators_are_operand_text() {
    for separator in ["\r", "\u{b}", "\u{c}", "\u{85}", "\u{2028}", "\u{2029}"] {
        let item = format!("a{separator}b");
        assert_canonical(&[
            (&format!("use {item}"), UseItem { item: &item }),
            (&format!("change premise to {item}"), ChangePremise { value: &item }),
        ]);
    }
}
