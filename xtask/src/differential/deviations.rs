//! The points at which a reference is known to differ, each recognised by a rule.
//!
//! The names are those of `docs/compatibility.md`. A rule looks at what was submitted and at both
//! answers, and knows no input by heart.

use cc_contract::ContractName;
use cc_engine::{Answers, ContractState, V0_5, V0_9, v0_5};
use cc_text::{collapse, is_white_space};
use serde_json::Value;
use unicode_normalization::UnicodeNormalization;
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory};

use super::canonical;
use super::facts::{Facts, facts};
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
    let found = facts(preload.text());
    let refused = matches!(ours, Import::Refused(_));
    if found.byte_order_mark && ours == Import::Accepted {
        return Some("C10");
    }
    if !refused {
        return None;
    }
    let invalid_json = ours == Import::Refused(REFUSALS[0]);
    // What comes after the version is reported by a reference that takes it.
    let other_version = matches!(ours, Import::Refused(words) if words.ends_with("version"));
    let rules: [(bool, &'static str); 9] = [
        (found.byte_order_mark && theirs == Import::Refused(REFUSALS[0]), "C10"),
        (invalid_json && found.not_a_number, "I4 to I6, V12"),
        (invalid_json && found.huge_number, "I7"),
        (invalid_json && found.lone_surrogate, "I8"),
        (found.duplicate_key, "I1, I2, V11"),
        (theirs == Import::Failed && found.depth > 300, "I10"),
        (theirs == Import::Failed && found.container_in_object, "I9"),
        (other_version && found.versions.iter().any(|version| version.len() > 4300), "I11, V13"),
        (other_version && found.versions.iter().any(|version| is_loose(version)), "I3, V10"),
    ];
    let rule = rules.iter().find(|(holds, _)| *holds).map(|(_, rule)| *rule);
    rule.or_else(|| of_import_0_5(preload, &found, theirs))
}

/// A version that Python takes for an integer.
fn is_loose(version: &str) -> bool {
    version == "true"
        || version.parse::<f64>().is_ok_and(|number| number == 1.0 || number == 2.0)
            && version.parse::<u8>().is_err()
}

fn of_import_0_5(preload: &Preload, found: &Facts, theirs: Import) -> Option<&'static str> {
    let white = |text: &String| text.chars().all(is_white_space);
    let mut identities: Vec<String> = Vec::new();
    for key in &found.keys {
        let identity = v0_5::Identity::new(key).map(|identity| identity.as_str().to_owned());
        identities.extend(identity);
    }
    let count = identities.len();
    identities.sort();
    identities.dedup();
    let checkpoint = matches!(preload, Preload::Checkpoint(_));
    let rules: [(bool, &'static str); 4] = [
        (checkpoint && found.pending && theirs == Import::Accepted, "V9"),
        (theirs == Import::Accepted && found.strings.iter().any(white), "V7"),
        (theirs == Import::Accepted && identities.len() < count, "V8"),
        (theirs == Import::Accepted && found.keys.iter().any(|key| is_unstable_0_5(key)), "V6"),
    ];
    rules.iter().find(|(holds, _)| *holds).map(|(_, rule)| *rule)
}

/// Which listed deviation explains that `line` was not answered in the same way.
///
/// `theirs` is none if the program ended there.
pub(super) fn of_line(
    contract: ContractName,
    line: &str,
    ours: &[String],
    theirs: Option<&str>,
) -> Option<&'static str> {
    let body = line.strip_suffix('\r').unwrap_or(line);
    if contract != ContractName::M1
        && body.contains('\r')
        && theirs.is_some_and(|record| record.contains("\"code\":\"multi_command_input\""))
    {
        return Some("C11");
    }
    if contract == ContractName::M1 && line.contains('\r') {
        return Some("C11");
    }
    let [ours] = ours else {
        return None;
    };
    let text = body.strip_prefix("step ").map_or(body, |text| text.trim_start());
    match contract {
        ContractName::V0_9 => of_line_0_9(text, ours, theirs),
        ContractName::V0_5 => of_line_0_5(line, ours, theirs),
        ContractName::M1 => None,
    }
}

fn of_line_0_9(text: &str, ours: &str, theirs: Option<&str>) -> Option<&'static str> {
    let Some(theirs) = theirs else {
        let stuck =
            ours.contains("\"failure\":\"premise_not_set\"") && ours.contains("\"repairs\":[]");
        return stuck.then_some("E1");
    };
    if ours.contains("\"kind\":\"no_directive\"") && !theirs.contains("\"kind\":\"no_directive\"") {
        // With letters in the place of the white space that only Unicode knows, it is canonical.
        let filled: String = text.chars().map(|c| if is_wide_space(c) { 'x' } else { c }).collect();
        let canonical =
            matches!(cc_engine::classify(&filled), cc_engine::Classification::Canonical(_));
        let missing = match cc_engine::classify(text) {
            cc_engine::Classification::Invalid(invalid) => {
                invalid.failure() == cc_engine::SyntaxFailure::MissingRequiredOperand
            }
            _ => false,
        };
        return (canonical && missing).then_some("G1");
    }
    if ours.contains("\"failure\":\"replacement_target_prohibited\"") && ends_repair(ours) == theirs
    {
        return Some("E2");
    }
    let unstable = match cc_engine::classify(text) {
        cc_engine::Classification::Canonical(directive) => {
            directive.operands().any(|(_, operand)| is_unstable(operand, fold))
        }
        _ => false,
    };
    (unstable || is_renormalized(theirs, ours, normalized::<V0_9>)).then_some("S1")
}

/// A refused replacement, with the new item as it was submitted in the repair that removes it.
fn ends_repair(record: &str) -> String {
    let submitted = || {
        let mut record: Value = serde_json::from_str(record).ok()?;
        let item = record.pointer("/decision/directive/operands/new_item")?.as_str()?.to_owned();
        let repair = record.pointer_mut("/decision/repairs/0")?.as_object_mut()?;
        repair.insert("text".to_owned(), format!("remove policy {item}").into());
        repair.insert("operands".to_owned(), serde_json::json!({ "item": item }));
        Some(canonical(&record))
    };
    submitted().unwrap_or_default()
}

fn of_line_0_5(line: &str, ours: &str, theirs: Option<&str>) -> Option<&'static str> {
    let body = line.strip_suffix('\r').unwrap_or(line);
    let command = ["step ", "preview "].iter().find_map(|command| body.strip_prefix(command));
    let text = command.unwrap_or(body);
    let text = if body.starts_with("step ") { text.trim_start() } else { text };
    let operands: Vec<&str> = match v0_5::classify(text) {
        v0_5::Classification::Canonical(directive) => {
            directive.form().operands().map(|(_, operand)| operand).collect()
        }
        _ => Vec::new(),
    };
    let nothing = |operand: &&str| v0_5::Identity::new(operand).is_none();
    let replaces = text.starts_with("use ") && text.contains(" instead of ");
    let sides: Vec<&str> = text
        .strip_prefix("use ")
        .and_then(|rest| rest.split_once(" instead of "))
        .map_or(Vec::new(), |(new, old)| vec![new, old]);
    let prompt = theirs.and_then(prompt);
    let asks = |words: &str| prompt.as_deref().is_some_and(|text| text.contains(words));
    let rules: [(bool, &'static str); 8] = [
        (replaces && sides.iter().any(nothing), "V4"),
        (asks("Did you mean 'set premise ") && text.starts_with("set premise to"), "V1"),
        (asks("Did you mean 'change premise to ") && text.starts_with("change premise"), "V2"),
        (replaces && (asks("Did you mean to use ") || asks("Did you mean to remove ")), "V3"),
        (operands.iter().any(|operand| article_before_a_boundary(operand)), "V5"),
        (items(ours).iter().any(|item| article_before_a_boundary(item)), "V5"),
        (operands.iter().any(|operand| is_unstable_0_5(operand)), "V6"),
        (line.ends_with('\r'), "V16"),
    ];
    let rule = rules.iter().find(|(holds, _)| *holds).map(|(_, rule)| *rule);
    rule.or_else(|| {
        let same = theirs.is_some_and(|theirs| is_renormalized(theirs, ours, normalized::<V0_5>));
        same.then_some("V6")
    })
}

/// The items of the state in a record.
fn items(record: &str) -> Vec<String> {
    let items = || {
        let record: Value = serde_json::from_str(record).ok()?;
        Some(record.pointer("/state/policies")?.as_object()?.keys().cloned().collect())
    };
    items().unwrap_or_default()
}

/// The prompt in a record of 0.5.
fn prompt(record: &str) -> Option<String> {
    let record: Value = serde_json::from_str(record).ok()?;
    let text = record.pointer("/decision/prompt_to_user")?.as_str()?;
    Some(text.to_owned())
}

/// Whether two records differ only in that the state of the first is not in normal form.
fn is_renormalized(theirs: &str, ours: &str, normalized: fn(&str) -> Option<String>) -> bool {
    let again = || {
        let mut record: Value = serde_json::from_str(theirs).ok()?;
        let state = record.pointer_mut("/state")?;
        *state = serde_json::from_str(&normalized(&state.to_string())?).ok()?;
        Some(record)
    };
    again().is_some_and(|record| serde_json::from_str(ours).is_ok_and(|ours: Value| ours == record))
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
    let mut words = once.split(' ').filter(|word| !word.is_empty());
    let article = |word: Option<&str>| matches!(word, Some("a" | "an" | "the"));
    article(words.next()) && article(words.next()) || is_unstable(text, str::to_lowercase)
}

/// What Python's regular expressions take for part of a word.
fn is_word(character: char) -> bool {
    let group = character.general_category_group();
    matches!(group, GeneralCategoryGroup::Letter | GeneralCategoryGroup::Number) || character == '_'
}

/// Whether an item begins with an article that ends at something but white space.
fn article_before_a_boundary(item: &str) -> bool {
    let item = one_pass(item, str::to_lowercase);
    let mut rest = item.as_str();
    loop {
        let Some(after) = ["the", "an", "a"].iter().find_map(|article| {
            let after = rest.strip_prefix(article)?;
            (!after.starts_with(is_word)).then_some(after)
        }) else {
            return false;
        };
        match after.strip_prefix(' ') {
            Some(next) => rest = next,
            None => return !after.is_empty(),
        }
    }
}
