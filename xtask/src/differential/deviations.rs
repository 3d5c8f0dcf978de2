//! The points at which a reference is known to differ, each recognised by a rule.
//!
//! The names are those of `docs/compatibility.md`. A rule looks at what was submitted and at both
//! answers, and knows no input by heart.

use std::collections::BTreeSet;

use cc_contract::{ContractName, with_contract};
use cc_engine::{
    Answers, Classification, ContractClassification, ContractState, SyntaxFailure, classify,
    classify_by, v0_5,
};
use cc_text::{collapse, is_white_space};
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::canonical;
use super::compare::Pair;
use super::facts::facts;
use super::session::{Preload, Reply};

/// What is left of an answer to a state: taken, or in which words it was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Import {
    Accepted,
    /// The words that the contract fixes.
    Refused(&'static str),
    /// Anything else, such as a traceback.
    Failed,
}

const REFUSALS: [&str; 5] = [
    "Invalid JSON payload",
    "Invalid state payload",
    "Unsupported state version",
    "Invalid checkpoint payload",
    "Unsupported checkpoint version",
];

impl Import {
    pub(super) fn of(reply: &Reply) -> Self {
        if reply.complaint.is_empty() && (reply.success || !reply.records.is_empty()) {
            return Import::Accepted;
        }
        let Some(message) = reply.complaint.strip_prefix("error: preload failed: ") else {
            // A program that fails later has taken the state.
            return if reply.records.is_empty() { Import::Failed } else { Import::Accepted };
        };
        let known = REFUSALS.iter().find(|words| message.starts_with(**words));
        known.map_or(Import::Failed, |words| Import::Refused(words))
    }
}

/// Which listed deviation explains that a state was not taken in the same way.
pub(super) fn of_import(preload: &Preload, ours: Import, theirs: Import) -> Option<&'static str> {
    let found = facts(&preload.text);
    let Import::Refused(words) = ours else {
        return (found.byte_order_mark && ours == Import::Accepted).then_some("C10");
    };
    let (is_taken, is_failed) = (theirs == Import::Accepted, theirs == Import::Failed);
    let is_no_json = words == REFUSALS[0];
    let is_version = words.ends_with("version");
    let has_version = |key: &str, is_such: fn(&str) -> bool| {
        found.versions.iter().any(|(name, version)| name.ends_with(key) && is_such(version))
    };
    let is_white = |text: &String| text.chars().all(is_white_space);
    let identities: Vec<_> = found.keys.iter().filter_map(|key| v0_5::Identity::new(key)).collect();
    let different: BTreeSet<_> = identities.iter().map(v0_5::Identity::as_str).collect();
    // A reference that takes the state within a checkpoint reports what is wrong after it.
    let takes_state = is_taken || preload.is_checkpoint && theirs == Import::Refused(REFUSALS[3]);
    let rules = [
        (found.byte_order_mark && theirs == Import::Refused(REFUSALS[0]), "C10"),
        // Python gives up before it sees another fault.
        (is_failed && has_version("checkpoint_version", is_endless), "V13"),
        (is_failed && has_version("version", is_endless), "I11"),
        (is_no_json && found.not_a_number, "I4 to I6, V12"),
        (is_no_json && found.huge_number, "I7"),
        (is_no_json && found.lone_surrogate, "I8"),
        (found.duplicate_key, "I1, I2, V11"),
        (is_failed && found.depth > 300, "I10"),
        (is_failed && found.container_in_object, "I9"),
        // What comes after the version is reported by a reference that takes it.
        (is_version && has_version("version", is_loose), "I3, V10"),
        (is_taken && preload.is_checkpoint && found.pending, "V9"),
        (takes_state && found.strings.iter().any(is_white), "V7"),
        (takes_state && different.len() < identities.len(), "V8"),
        (takes_state && found.keys.iter().any(|key| is_unstable_0_5(key)), "V6"),
    ];
    rules.into_iter().find(|(holds, _)| *holds).map(|(_, rule)| rule)
}

/// A version of more digits than Python reads.
fn is_endless(version: &str) -> bool {
    version.len() > 4_300 && version.bytes().all(|byte| byte.is_ascii_digit())
}

/// A version that Python takes for an integer.
fn is_loose(version: &str) -> bool {
    version == "true"
        || version.parse::<f64>().is_ok_and(|number| number == 1.0 || number == 2.0)
            && version.parse::<u8>().is_err()
}

/// How both programs answered a line.
pub(super) struct Answered<'a> {
    contract: ContractName,
    pub(super) classify: bool,
    pub(super) line: &'a str,
    /// What the line submits.
    text: &'a str,
    /// How many records there are here.
    pieces: usize,
    /// The record, or null if there is none or more than one.
    pub(super) ours: Value,
    pub(super) theirs: Value,
    /// Their record as it is written; none if the program ended there.
    written: Option<&'a str>,
}

type LineRule = (&'static str, &'static [ContractName], fn(&Answered<'_>) -> bool);
type TextRule = (&'static str, fn(&Answered<'_>) -> bool);

const DIRECTIVES: &[ContractName] = &[ContractName::V0_9, ContractName::V0_5];
const V0_9: &[ContractName] = &[ContractName::V0_9];
const V0_5: &[ContractName] = &[ContractName::V0_5];

/// Capitals of letters that Unicode 14 has. Unicode 16 and 17 brought them, so that Python's older
/// tables do not fold them, and those of this project do.
const NEWER_CAPITALS: [char; 4] = ['\u{a7cb}', '\u{a7d2}', '\u{a7d4}', '\u{a7dc}'];

/// What explains that a line is answered in another way, and in which contracts.
const LINES: [LineRule; 15] = [
    ("C11", &[ContractName::M1], |it| it.line.contains('\r')),
    ("C11", DIRECTIVES, |it| {
        body(it.line).contains('\r') && field(&it.theirs, "/error/code") == "multi_command_input"
    }),
    ("E1", V0_9, |it| {
        it.written.is_none()
            && field(&it.ours, "/decision/failure") == "premise_not_set"
            && it.ours.pointer("/decision/repairs") == Some(&json!([]))
    }),
    ("G1", V0_9, |it| {
        // With letters in the place of the white space that only Unicode knows, it is canonical.
        let fill = |c| if is_wide_space(c) { 'x' } else { c };
        let filled: String = it.text.chars().map(fill).collect();
        let kinds = [&it.ours, &it.theirs].map(|record| field(record, "/decision/kind"));
        it.written.is_some()
            && kinds[0] == "no_directive"
            && kinds[1] != "no_directive"
            && failure(it.text) == Some(SyntaxFailure::MissingRequiredOperand)
            && matches!(classify(&filled), Classification::Canonical(_))
    }),
    ("E2", V0_9, |it| {
        field(&it.ours, "/decision/failure") == "replacement_target_prohibited"
            && ends_repair(&it.ours).as_deref() == it.written
    }),
    ("S6", ContractName::ALL, |it| it.written.is_some() && it.text.contains(NEWER_CAPITALS)),
    ("S1", V0_9, |it| {
        it.written.is_some()
            && (it.has_operand(|operand| is_unstable(operand, fold))
                || it.is_renormalized(normalized::<cc_engine::V0_9>))
    }),
    ("V4", V0_5, |it| it.sides().any(|side| v0_5::Identity::new(side).is_none())),
    ("V1", V0_5, |it| {
        it.is_asked("Did you mean 'set premise ") && it.text.starts_with("set premise to")
    }),
    ("V2", V0_5, |it| {
        it.is_asked("Did you mean 'change premise to ") && it.text.starts_with("change premise")
    }),
    ("V3", V0_5, |it| {
        let asked = ["Did you mean to use ", "Did you mean to remove "];
        it.sides().count() > 0 && asked.iter().any(|words| it.is_asked(words))
    }),
    ("V5", V0_5, |it| {
        let items = it.ours.pointer("/state/policies").and_then(Value::as_object);
        it.has_operand(article_before_a_boundary)
            || items.into_iter().flatten().any(|(item, _)| article_before_a_boundary(item))
    }),
    ("V6", V0_5, |it| it.has_operand(is_unstable_0_5)),
    ("V16", V0_5, |it| it.line.ends_with('\r')),
    ("V6", V0_5, |it| it.is_renormalized(normalized::<cc_engine::V0_5>)),
];

/// What explains that a text is classified in another way.
const TEXTS: [TextRule; 4] = [
    ("G4", |it| {
        let mut record = it.ours.clone();
        let span = record.as_object_mut().and_then(|record| record.remove("span"));
        span.is_some() && it.written == Some(&canonical(&record))
    }),
    ("G1", |it| {
        failure(it.text) == Some(SyntaxFailure::MissingRequiredOperand)
            && it.text.chars().any(|c| is_white_space(c) && !c.is_ascii_whitespace())
            && field(&it.theirs, "/classification") == "canonical"
    }),
    ("G2", |it| {
        failure(it.text) == Some(SyntaxFailure::MalformedDirective)
            && it.text.trim_ascii().contains('\n')
            && field(&it.theirs, "/failure") == "missing_required_operand"
    }),
    ("G3", |it| {
        failure(it.text) == Some(SyntaxFailure::MissingRequiredOperand) && it.text.contains('\n')
    }),
];

impl<'a> Answered<'a> {
    pub(super) fn new(pair: &Pair, line: &'a str, ours: &[String], theirs: &'a [String]) -> Self {
        let read = |records: &[String]| match records {
            [record] => serde_json::from_str(record).unwrap_or_default(),
            _ => Value::Null,
        };
        let &Pair { contract, classify, .. } = pair;
        let text = match body(line).split_once(' ') {
            _ if classify => line,
            Some(("step", text)) => text.trim_start(),
            Some(("preview", text)) if contract == ContractName::V0_5 => text,
            _ => body(line),
        };
        Answered {
            contract,
            classify,
            line,
            text,
            pieces: ours.len(),
            ours: read(ours),
            theirs: read(theirs),
            written: theirs.first().map(String::as_str),
        }
    }

    /// Whether the line is a directive with such an operand.
    fn has_operand(&self, is_such: impl Fn(&str) -> bool) -> bool {
        with_contract!(
            self.contract,
            C => match classify_by::<C>(self.text) {
                ContractClassification::Canonical(directive) => {
                    directive.operands().any(|(_, operand)| is_such(operand))
                }
                _ => false,
            },
            M1 => false
        )
    }

    /// The two items of a replacement, as 0.5 spells it.
    fn sides(&self) -> impl Iterator<Item = &'a str> {
        let sides = self.text.strip_prefix("use ").and_then(|it| it.split_once(" instead of "));
        sides.into_iter().flat_map(|(new, old)| [new, old])
    }

    /// Whether their prompt holds these words.
    pub(super) fn is_asked(&self, words: &str) -> bool {
        field(&self.theirs, "/decision/prompt_to_user").contains(words)
    }

    /// Whether the records differ only in that their state is not in normal form.
    fn is_renormalized(&self, normalized: fn(&str) -> Option<String>) -> bool {
        let mut theirs = self.theirs.clone();
        let state = theirs.pointer_mut("/state").and_then(|state| {
            *state = serde_json::from_str(&normalized(&state.to_string())?).ok()?;
            Some(())
        });
        state.is_some() && theirs == self.ours
    }
}

/// Which listed deviation explains that a line was not answered in the same way.
pub(super) fn of_line(it: &Answered<'_>) -> Option<&'static str> {
    if it.classify {
        return TEXTS.iter().find(|(_, holds)| holds(it)).map(|(name, _)| *name);
    }
    let rule = LINES.iter().find(|(name, contracts, holds)| {
        // A line of several inputs is explained by nothing else.
        contracts.contains(&it.contract) && (it.pieces == 1 || *name == "C11") && holds(it)
    });
    rule.map(|(name, ..)| *name)
}

/// What is wrong with a text, in 0.9.
fn failure(text: &str) -> Option<SyntaxFailure> {
    match classify(text) {
        Classification::Invalid(invalid) => Some(invalid.failure()),
        _ => None,
    }
}

/// A line without the CR that ends it.
fn body(line: &str) -> &str {
    line.strip_suffix('\r').unwrap_or(line)
}

/// The text at a place in a record, or the empty one.
pub(super) fn field<'v>(record: &'v Value, pointer: &str) -> &'v str {
    record.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// A refused replacement with the repair that the reference makes of a new item as it was
/// submitted, whatever classification would drop of that or say to it.
fn ends_repair(record: &Value) -> Option<String> {
    let mut record = record.clone();
    let item = record.pointer("/decision/directive/operands/new_item")?.as_str()?.to_owned();
    let text = format!("remove policy {item}");
    let is_left_out = failure(&text).is_some();
    let repair = json!({ "kind": "remove_policy", "operands": { "item": item }, "text": text });
    let repairs = record.pointer_mut("/decision/repairs")?.as_array_mut()?;
    repairs.splice(..usize::from(!is_left_out), [repair]);
    Some(canonical(&record))
}

fn normalized<C: Answers>(state: &str) -> Option<String> {
    Some(ContractState::<C>::import_json(state).ok()?.export_json())
}

/// White space that is not the ASCII one, which the contract trims.
fn is_wide_space(character: char) -> bool {
    is_white_space(character) && !matches!(character, '\t'..='\r' | ' ')
}

/// One pass of the steps of normalization.
fn one_pass(text: &str, case: fn(&str) -> String) -> String {
    let composed: String = text.nfkc().collect();
    collapse(&case(&composed.replace(['\u{2019}', '\u{60}'], "'")))
}

fn fold(text: &str) -> String {
    unicase::UniCase::unicode(text).to_folded_case()
}

/// Whether a second pass changes what the first one made, of an item or of a premise.
fn is_unstable(text: &str, case: fn(&str) -> String) -> bool {
    let again = |case: fn(&str) -> String| {
        let once = one_pass(text, case);
        one_pass(&once, case) != once
    };
    again(case) || again(str::to_owned)
}

fn is_unstable_0_5(text: &str) -> bool {
    let once = one_pass(text, str::to_lowercase);
    let words = once.split(' ').filter(|word| !word.is_empty());
    words.take(2).filter(|word| is_article(word)).count() == 2
        || is_unstable(text, str::to_lowercase)
}

fn is_article(word: &str) -> bool {
    matches!(word, "a" | "an" | "the")
}

/// What Python's regular expressions take for part of a word.
fn is_word(character: char) -> bool {
    let group = character.general_category_group();
    matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number) || character == '_'
}

/// Whether an item begins with an article that ends at something but white space.
fn article_before_a_boundary(item: &str) -> bool {
    let item = one_pass(item, str::to_lowercase);
    // One word that is an article and more is what counts; articles alone may precede it.
    let mut words = item.split(' ').skip_while(|word| is_article(word));
    let word = words.next().unwrap_or_default();
    ["the", "an", "a"].iter().any(|article| {
        word.strip_prefix(article)
            .is_some_and(|after| !after.is_empty() && !after.starts_with(is_word))
    })
}
