//! Contract 0.5: every production, the near misses beside it, and every fault with its place.

use cc_syntax::Form::{
    ChangePremise, ClearPremise, ClearState, ProhibitItem, RemovePolicy, ReplaceUse, ResetPolicies,
    SetPremise, UseItem,
};
use cc_syntax::SyntaxFailure::{CompoundDirective, MissingRequiredOperand};
use cc_syntax::v0_5::{Classification, Directive, classify};
use cc_syntax::{Form, Kind, OperandError, OperandFault, OperandName};

fn assert_canonical(cases: &[(&str, Form<'_>)]) {
    super::assert_canonical::<cc_oracle::V0_5>(cases);
}

/// What is missing is `None` for a compound input.
fn assert_invalid(cases: &[(&str, Option<(Kind, OperandName)>)]) {
    let cases: Vec<super::InvalidCase<'_>> = cases
        .iter()
        .map(|(marked, missing)| match missing {
            Some((kind, name)) => (*marked, MissingRequiredOperand, Some(*kind), Some(*name)),
            None => (*marked, CompoundDirective, None, None),
        })
        .collect();
    super::assert_invalid::<cc_oracle::V0_5>(&cases);
}

fn assert_compound(marked: &[&str]) {
    let cases: Vec<_> = marked.iter().map(|marked| (*marked, None)).collect();
    assert_invalid(&cases);
}

fn assert_no_directive(inputs: &[&str]) {
    super::assert_no_directive::<cc_oracle::V0_5>(inputs);
}

#[test]
fn each_production_has_its_canonical_form() {
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
fn operands_are_the_raw_text_after_the_prefix() {
    assert_canonical(&[
        ("set premise  two  spaces ", SetPremise { value: " two  spaces " }),
        ("change premise to  x\t", ChangePremise { value: " x\t" }),
        ("use  docker", UseItem { item: " docker" }),
        ("use docker ", UseItem { item: "docker " }),
        ("use \tdocker\n", UseItem { item: "\tdocker\n" }),
        ("prohibit a\nb", ProhibitItem { item: "a\nb" }),
        ("remove policy \u{3000}é\u{a0}", RemovePolicy { item: "\u{3000}é\u{a0}" }),
        ("use a\n instead of \nb", ReplaceUse { new_item: "a\n", old_item: "\nb" }),
        ("use \"docker\"", UseItem { item: "\"docker\"" }),
        ("use \u{200b}", UseItem { item: "\u{200b}" }),
        ("use \0", UseItem { item: "\0" }),
        ("use .", UseItem { item: "." }),
        // Whether an item with content has an identity is not a matter of form.
        ("use the", UseItem { item: "the" }),
        ("use a instead of an", ReplaceUse { new_item: "a", old_item: "an" }),
    ]);
}

#[test]
fn a_premise_may_begin_with_the_word_to() {
    assert_canonical(&[
        ("set premise to x", SetPremise { value: "to x" }),
        ("set premise to", SetPremise { value: "to" }),
        ("set premise tomorrow", SetPremise { value: "tomorrow" }),
        ("change premise to to x", ChangePremise { value: "to x" }),
    ]);
}

#[test]
fn what_is_not_exactly_a_production_is_no_directive() {
    assert_no_directive(&[
        "",
        " ",
        "hello",
        " use docker",
        "\tuse docker",
        "\nuse docker",
        "\u{feff}use docker",
        "Use docker",
        "USE docker",
        "uSe docker",
        "ｕse docker",
        "use\tdocker",
        "use\ndocker",
        "use\u{a0}docker",
        "use:docker",
        "useful",
        "us",
        "Prohibit x",
        "prohibit\tx",
        "prohibits x",
        "prohibit, please",
        "set  premise x",
        "set\tpremise x",
        "Set premise x",
        "set Premise x",
        "set premises x",
        "set premise: x",
        "set premise\tx",
        "set premise\n",
        "set",
        "change premise",
        "change premise ",
        "change premise x",
        "change premise too x",
        "change premise  to x",
        "change  premise to x",
        "change premise to\tx",
        "change premise\tto x",
        "Change premise to x",
        "remove  policy x",
        "remove policy\tx",
        "remove policies x",
        "Remove policy x",
        "\"use docker\"",
        "'clear state'",
        "please use docker",
        "- use docker",
        "use, prohibit",
    ]);
}

#[test]
fn nothing_follows_a_literal_and_nothing_precedes_it() {
    for literal in ["clear premise", "reset policies", "clear state"] {
        for (before, after) in [
            ("", " "),
            ("", "\n"),
            ("", "."),
            ("", " now"),
            ("", "s"),
            ("", "é"),
            ("", "1"),
            ("", "\u{301}"),
            (" ", ""),
            ("\n", ""),
            ("(", ")"),
        ] {
            assert_no_directive(&[&format!("{before}{literal}{after}")]);
        }
        assert_no_directive(&[&literal.replace(' ', "  "), &literal.replace(' ', "\t")]);
        assert_no_directive(&[&literal.to_uppercase(), &literal.replace(' ', "")]);
    }
}

#[test]
fn aliases_are_no_directives() {
    assert_no_directive(&[
        "actually use docker",
        "actually, no",
        "I meant docker",
        "allow docker",
        "you can use docker",
        "set concise replies",
        "I'm using docker",
        "don't use docker",
        "replace docker with podman",
        "yes",
    ]);
}

#[test]
fn an_operand_that_is_absent_or_only_white_space_is_missing() {
    const SET: Option<(Kind, OperandName)> = Some((Kind::SetPremise, OperandName::Value));
    const CHANGE: Option<(Kind, OperandName)> = Some((Kind::ChangePremise, OperandName::Value));
    const USE: Option<(Kind, OperandName)> = Some((Kind::UseItem, OperandName::Item));
    const PROHIBIT: Option<(Kind, OperandName)> = Some((Kind::ProhibitItem, OperandName::Item));
    const REMOVE: Option<(Kind, OperandName)> = Some((Kind::RemovePolicy, OperandName::Item));
    assert_invalid(&[
        ("set premise«»", SET),
        ("set premise «»", SET),
        ("set premise « »", SET),
        ("set premise «\u{3000}»", SET),
        ("change premise to«»", CHANGE),
        ("change premise to «»", CHANGE),
        ("change premise to « \t\u{a0}\u{2003}\n»", CHANGE),
        ("use«»", USE),
        ("use «»", USE),
        ("use «  »", USE),
        ("use «\u{1c}\u{1d}\u{1e}\u{1f}»", USE),
        ("use «\n\u{85}»", USE),
        ("prohibit«»", PROHIBIT),
        ("prohibit «»", PROHIBIT),
        ("prohibit «\u{b}\u{2028}»", PROHIBIT),
        ("remove policy«»", REMOVE),
        ("remove policy «»", REMOVE),
        ("remove policy «\u{1680}»", REMOVE),
    ]);
}

#[test]
fn a_replacement_splits_at_the_first_delimiter() {
    assert_canonical(&[
        (
            "use a instead of b instead of c",
            ReplaceUse { new_item: "a", old_item: "b instead of c" },
        ),
        ("use a instead of instead of b", ReplaceUse { new_item: "a", old_item: "instead of b" }),
        ("use a instead of b instead of", ReplaceUse { new_item: "a", old_item: "b instead of" }),
        (
            "use instead of instead of docker",
            ReplaceUse { new_item: "instead of", old_item: "docker" },
        ),
        ("use instead of a instead of b", ReplaceUse { new_item: "instead of a", old_item: "b" }),
        ("use a  instead of  b ", ReplaceUse { new_item: "a ", old_item: " b " }),
    ]);
}

#[test]
fn the_delimiter_is_exact_and_only_divides_after_use() {
    assert_canonical(&[
        ("use instead of", UseItem { item: "instead of" }),
        ("use instead", UseItem { item: "instead" }),
        ("use instead ofx", UseItem { item: "instead ofx" }),
        ("use a Instead of b", UseItem { item: "a Instead of b" }),
        ("use a instead  of b", UseItem { item: "a instead  of b" }),
        ("use a instead\tof b", UseItem { item: "a instead\tof b" }),
        ("use a\tinstead of b", UseItem { item: "a\tinstead of b" }),
        ("use a instead of\tb", UseItem { item: "a instead of\tb" }),
        ("use a instead of\nb", UseItem { item: "a instead of\nb" }),
        ("use a instead ofb", UseItem { item: "a instead ofb" }),
        ("use ainstead of b", UseItem { item: "ainstead of b" }),
        ("use a instead\u{a0}of b", UseItem { item: "a instead\u{a0}of b" }),
        ("prohibit a instead of b", ProhibitItem { item: "a instead of b" }),
        ("remove policy a instead of b", RemovePolicy { item: "a instead of b" }),
        ("set premise a instead of b", SetPremise { value: "a instead of b" }),
    ]);
}

#[test]
fn a_replacement_needs_both_items() {
    const NEW: Option<(Kind, OperandName)> = Some((Kind::ReplaceUse, OperandName::NewItem));
    const OLD: Option<(Kind, OperandName)> = Some((Kind::ReplaceUse, OperandName::OldItem));
    assert_invalid(&[
        ("use «» instead of x", NEW),
        ("use « » instead of x", NEW),
        ("use «\u{3000}\n» instead of x", NEW),
        ("use «» instead of ", NEW),
        ("use «»instead of x", NEW),
        ("use «»instead of ", NEW),
        ("use x instead of«»", OLD),
        ("use x instead of «»", OLD),
        ("use x instead of « »", OLD),
        ("use é instead of «\u{3000}\n»", OLD),
        ("use  instead of«»", OLD),
    ]);
}

#[test]
fn a_second_start_makes_the_input_compound() {
    assert_compound(&[
        "use docker and «prohibit» peanuts",
        "use docker, «use» podman",
        "use a\n«use» b",
        "clear state then «set premise» x",
        "set premise x; «change premise to» y",
        "change premise to x «remove policy» y",
        "remove policy x «reset policies»",
        "prohibit x («clear premise»)",
        "use x «clear state»!",
        "reset policies «reset policies»",
        "clear premise.«clear state»",
        "use a instead of «use» b",
        "use «use»",
        "use  «use»",
        "use x «set premise»",
        "use multi-«use» items",
        "prohibit drug «use»",
        // Quotes protect nothing.
        "use \"a and «prohibit» b\"",
        "set premise '«use» x'",
        "set premise \u{201c}«clear state»\u{201d}",
        // The first of several is named.
        "use oil, «prohibit» nuts, use salt",
    ]);
}

#[test]
fn a_second_start_comes_before_missing_content() {
    assert_compound(&[
        "use «use» instead of",
        "use  instead of «prohibit»",
        "set premise \u{3000}«use»",
        "prohibit  «set premise»",
    ]);
}

#[test]
fn a_keyword_start_ends_with_a_space_or_the_input() {
    for words in ["use", "prohibit", "set premise", "change premise to", "remove policy"] {
        for after in ["", " ", " x", "  "] {
            assert_compound(&[&format!("use a, «{words}»{after}")]);
        }
        for after in ["s", ".", "\t", "\n", "\u{a0}", "1", "-", "é", "\u{301}"] {
            let item = format!("a, {words}{after}");
            assert_canonical(&[(&format!("use {item}"), UseItem { item: &item })]);
        }
    }
    assert_canonical(&[
        ("use a, change premise", UseItem { item: "a, change premise" }),
        ("use a, change premise x", UseItem { item: "a, change premise x" }),
        ("use a, Use b", UseItem { item: "a, Use b" }),
        ("use a, set  premise b", UseItem { item: "a, set  premise b" }),
    ]);
}

/// Characters of general category L: of cased, uncased and modifier letters, near and far.
const LETTERS: [&str; 21] = [
    "a",
    "Z",
    "é",
    "ª",
    "ß",
    "ǅ",
    "ʰ",
    "Ж",
    "σ",
    "א",
    "ع",
    "क",
    "ก",
    "你",
    "한",
    "ー",
    "ａ",
    "ꙮ",
    "\u{1d400}",
    "\u{20000}",
    "\u{1e900}",
];

/// Characters that are none, some of which are alphabetic or numeric all the same.
const OTHERS: [&str; 23] = [
    "1", "٣", "Ⅷ", "²", "½", "Ⓐ", "_", "-", ".", "'", "\u{2019}", "\"", "\t", "\n", "\u{a0}",
    "\u{3000}", "\u{301}", "\u{345}", "\u{93e}", "\u{200d}", "€", "😀", "\0",
];

#[test]
fn a_later_start_counts_where_no_letter_of_any_script_precedes_it() {
    for words in ["use", "prohibit", "set premise", "change premise to", "clear state"] {
        for letter in LETTERS {
            let item = format!("x {letter}{words} y");
            assert_canonical(&[(&format!("use {item}"), UseItem { item: &item })]);
        }
        for other in OTHERS {
            assert_compound(&[&format!("use x {other}«{words}» y")]);
        }
    }
    // Only the character directly before it counts.
    assert_compound(&["use e\u{301}«use» x", "use 你\u{fe0f}«use» x"]);
    assert_canonical(&[("use \u{e9}use x", UseItem { item: "\u{e9}use x" })]);
}

#[test]
fn a_literal_start_counts_where_no_letter_of_any_script_follows_it() {
    for words in ["clear premise", "reset policies", "clear state"] {
        for letter in LETTERS {
            let item = format!("x {words}{letter} y");
            assert_canonical(&[(&format!("use {item}"), UseItem { item: &item })]);
            assert_no_directive(&[&format!("{words}{letter} use y")]);
        }
        for other in OTHERS {
            assert_compound(&[&format!("use x {}{other} y", format_args!("«{words}»"))]);
            assert_compound(&[&format!("{words}{other}«use» y")]);
        }
    }
}

#[test]
fn every_ascii_character_is_a_letter_or_not() {
    for character in '\0'..='\u{7f}' {
        let text = format!("prohibit -{character}use");
        let compound = matches!(classify(&text), Classification::Invalid(_));
        assert_eq!(compound, !character.is_ascii_alphabetic(), "{character:?}");
    }
}

#[test]
fn a_start_that_begins_no_input_makes_nothing_compound() {
    assert_no_directive(&[
        "hello, use x and prohibit y",
        " use x and prohibit y",
        "change premise x, use y",
        "clear states; use x",
        "use, use x",
    ]);
}

fn fault(result: Result<Directive<'_>, OperandError>) -> Option<(OperandName, OperandFault)> {
    result.err().map(|error| (error.operand(), error.kind()))
}

#[test]
fn no_constructor_takes_an_operand_without_content_or_with_a_start() {
    for (text, why) in [
        ("", OperandFault::Empty),
        (" ", OperandFault::Empty),
        ("\n\u{3000}\u{1c}", OperandFault::Empty),
        ("use", OperandFault::EmbeddedDirective),
        ("tea and prohibit coffee", OperandFault::EmbeddedDirective),
        ("a clear state.", OperandFault::EmbeddedDirective),
        ("multi-use", OperandFault::EmbeddedDirective),
    ] {
        let (value, item) = (Some((OperandName::Value, why)), Some((OperandName::Item, why)));
        assert_eq!(fault(Directive::set_premise(text)), value, "{text:?}");
        assert_eq!(fault(Directive::change_premise(text)), value, "{text:?}");
        assert_eq!(fault(Directive::use_item(text)), item, "{text:?}");
        assert_eq!(fault(Directive::prohibit_item(text)), item, "{text:?}");
        assert_eq!(fault(Directive::remove_policy(text)), item, "{text:?}");
        let (new, old) = (Some((OperandName::NewItem, why)), Some((OperandName::OldItem, why)));
        assert_eq!(fault(Directive::replace_use(text, "x")), new, "{text:?}");
        assert_eq!(fault(Directive::replace_use("x", text)), old, "{text:?}");
    }
}

#[test]
fn a_constructor_names_the_operand_that_would_split_elsewhere() {
    let item = Some((OperandName::Item, OperandFault::Delimiter));
    for text in ["a instead of b", "instead of b", "a instead of", " instead of", "instead of "] {
        assert_eq!(fault(Directive::use_item(text)), item, "{text:?}");
        assert_eq!(fault(Directive::prohibit_item(text)), None, "{text:?}");
    }
    let new_item = Some((OperandName::NewItem, OperandFault::Delimiter));
    assert_eq!(fault(Directive::use_item("instead of")), None);
    assert_eq!(fault(Directive::replace_use("a instead of b", "c")), new_item);
    assert_eq!(fault(Directive::replace_use("a instead of", "c")), new_item);
    assert_eq!(fault(Directive::replace_use("instead of", "c")), None);
    assert_eq!(fault(Directive::replace_use("a", "b instead of c")), None);
}

#[test]
fn literals_are_always_canonical() {
    for form in [ClearPremise, ResetPolicies, ClearState] {
        let directive = Directive::new(form).expect("canonical");
        assert_eq!(directive.to_string(), form.kind().introducer());
        assert_eq!(classify(form.kind().introducer()), Classification::Canonical(directive));
        assert_eq!(directive.kind(), form.kind());
    }
}
