use std::collections::BTreeSet;
use std::time::Duration;

use cc_contract::ContractName;
use cc_engine::{Classification, Decision, Engine, Failure, Kind, SyntaxFailure, classify};

use super::compare::{Counts, Disagreement, Pair};
use super::deviations::{Answered, Import, of_import, of_line};
use super::generate::Generator;
use super::session::{Line, Preload, Reply, Session};
use crate::process::Program;

fn some_sessions(contract: ContractName, seed: u64, count: usize) -> Vec<Session> {
    let mut generator = Generator::new(contract, seed);
    (0..count).map(|_| generator.session(800)).collect()
}

fn one_conversation(lines: &[&str]) -> Session {
    let lines = lines.iter().map(|line| Line::Input((*line).to_owned())).collect();
    Session { preload: None, lines }
}

/// The conversations of a session.
fn conversations(session: &Session) -> impl Iterator<Item = impl Iterator<Item = &str>> {
    session.lines.split(|line| *line == Line::Reset).map(|lines| {
        lines.iter().filter_map(|line| match line {
            Line::Input(text) => Some(text.as_str()),
            Line::Reset => None,
        })
    })
}

/// Two programs that are both called like this.
fn pair(contract: ContractName, words: &[&str]) -> Pair {
    let program = Program::new(words.iter().copied());
    let scratch = tempfile::tempdir().unwrap();
    let (ours, theirs, timeout) = (program.clone(), program, Duration::from_secs(60));
    Pair {
        contract,
        classify: false,
        by_line: false,
        ours,
        theirs,
        splits: false,
        timeout,
        scratch,
    }
}

/// The rule that explains these records.
fn rule_of(pair: &Pair, line: &str, ours: &[&str], theirs: &[&str]) -> Option<&'static str> {
    let owned = |records: &[&str]| records.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    of_line(&Answered::new(pair, line, &owned(ours), &owned(theirs)))
}

#[test]
fn a_seed_decides_every_session() {
    for contract in ContractName::ALL.iter().copied() {
        assert_eq!(some_sessions(contract, 3, 2), some_sessions(contract, 3, 2));
        assert_ne!(some_sessions(contract, 3, 2), some_sessions(contract, 4, 2));
    }
}

#[test]
fn every_line_is_one_line_and_ends_no_run() {
    for contract in ContractName::ALL.iter().copied() {
        for session in some_sessions(contract, 1, 3) {
            for line in conversations(&session).flatten() {
                assert!(!line.contains('\n'), "{line:?}");
                assert!(!super::generate::ends_the_run(line), "{line:?}");
            }
        }
    }
}

#[test]
fn a_few_sessions_meet_every_kind_and_every_failure() {
    let mut kinds: BTreeSet<Kind> = BTreeSet::new();
    let mut failures: BTreeSet<&str> = BTreeSet::new();
    let mut faults: BTreeSet<&str> = BTreeSet::new();
    for session in some_sessions(ContractName::V0_9, 1, 4) {
        for conversation in conversations(&session) {
            let mut engine = Engine::new();
            for line in conversation {
                match classify(line) {
                    Classification::Canonical(directive) => {
                        kinds.insert(directive.kind());
                    }
                    Classification::Invalid(invalid) => {
                        faults.insert(invalid.failure().as_str());
                    }
                    Classification::NoDirective => {}
                }
                if let Decision::Refused(refusal) = engine.step(line) {
                    failures.insert(refusal.failure().as_str());
                }
            }
        }
    }
    assert_eq!(kinds.len(), Kind::ALL.len());
    assert_eq!(failures.len(), Failure::ALL.len(), "{failures:?}");
    // A line holds no line feed, and without one nothing but a wrong delimiter is malformed.
    assert!(faults.contains(SyntaxFailure::CompoundDirective.as_str()));
    assert!(faults.contains(SyntaxFailure::MissingRequiredOperand.as_str()));
}

#[test]
fn states_at_the_start_are_good_and_bad() {
    let (mut taken, mut refused) = (0, 0);
    for session in some_sessions(ContractName::V0_9, 1, 60) {
        if let Some(preload) = session.preload {
            let result = Engine::new().import_json(&preload.text);
            if result.is_ok() { taken += 1 } else { refused += 1 }
        }
    }
    assert!(taken > 10 && refused > 10, "{taken} {refused}");
}

/// The record of a refused change of the premise, without repairs.
fn stuck() -> String {
    r#"{"decision":{"failure":"premise_not_set","kind":"error","repairs":[]},"state":{}}"#
        .to_owned()
}

fn record(kind: &str) -> String {
    format!(r#"{{"decision":{{"kind":"{kind}"}},"state":{{}}}}"#)
}

#[test]
fn a_rule_explains_what_its_entry_says_and_nothing_near_it() {
    let pair = pair(ContractName::V0_9, &["none"]);
    let rule = |line: &str, ours: &str, theirs: Option<&str>| {
        rule_of(&pair, line, &[ours], theirs.as_slice())
    };
    let (nothing, update) = (record("no_directive"), record("update"));
    let commands = r#"{"error":{"code":"multi_command_input"}}"#;
    assert_eq!(rule("change premise to to x", &stuck(), None), Some("E1"));
    assert_eq!(rule("change premise to to x", &update, None), None);
    assert_eq!(rule("use \u{3000}", &nothing, Some(&update)), Some("G1"));
    assert_eq!(rule("step use \u{1c}", &nothing, Some(&update)), Some("G1"));
    assert_eq!(rule("use tea", &nothing, Some(&update)), None);
    assert_eq!(rule("use", &nothing, Some(&update)), None);
    assert_eq!(rule("use \u{3000}", &update, Some(&nothing)), None);
    assert_eq!(rule("use J\u{30c}\u{316}", &update, Some(&record("update "))), Some("S1"));
    assert_eq!(rule("use J\u{30c}", &update, Some(&record("update "))), None);
    assert_eq!(rule("use tea\ruse x", &update, Some(commands)), Some("C11"));
    assert_eq!(rule("use tea\r", &update, Some(commands)), None);
    assert_eq!(rule("use tea", &update, Some(commands)), None);
}

#[test]
fn rules_of_0_5_explain_what_their_entries_say() {
    let pair = pair(ContractName::V0_5, &["none"]);
    let rule = |line: &str, ours: &str, theirs: &str| rule_of(&pair, line, &[ours], &[theirs]);
    let (update, passthrough) = (record("update"), record("passthrough"));
    let asks = |prompt: &str| {
        format!(r#"{{"decision":{{"kind":"clarify","prompt_to_user":"{prompt}"}},"state":{{}}}}"#)
    };
    assert_eq!(
        rule("set premise to x", &update, &asks("Did you mean 'set premise x'?")),
        Some("V1")
    );
    assert_eq!(rule("set premise x", &update, &asks("Did you mean 'set premise x'?")), None);
    let change = asks("Did you mean 'change premise to x'?");
    assert_eq!(rule("change premise x", &passthrough, &change), Some("V2"));
    let use_only = asks(r"Did you mean to use \u0022x\u0022 instead?");
    assert_eq!(rule("use x instead of y", &asks("no"), &use_only), Some("V3"));
    assert_eq!(rule("use x", &asks("no"), &use_only), None);
    assert_eq!(rule("use the instead of tea", &asks("no"), &update), Some("V4"));
    assert_eq!(rule("use a-team", &update, &passthrough), Some("V5"));
    let held = r#"{"decision":{"kind":"passthrough"},"state":{"policies":{"a-":"use"}}}"#;
    assert_eq!(rule("hello", held, &passthrough), Some("V5"));
    assert_eq!(rule("hello", &held.replace("a-", "b-"), &passthrough), None);
    assert_eq!(rule("use the\u{345}", &update, &passthrough), Some("V5"));
    assert_eq!(rule("use the a tea", &update, &passthrough), Some("V6"));
    assert_eq!(rule("clear state\r", &update, &passthrough), Some("V16"));
    assert_eq!(rule("use tea", &update, &passthrough), None);
    assert_eq!(rule("use team", &update, &passthrough), None);
}

#[test]
fn rules_of_imports_explain_what_their_entries_say() {
    let state = |text: &str| Preload { is_checkpoint: false, text: text.to_owned() };
    let json = Import::Refused("Invalid JSON payload");
    let shape = Import::Refused("Invalid state payload");
    let version = Import::Refused("Unsupported state version");
    let twice = state(r#"{"policies":{},"premise":null,"premise":null,"version":2}"#);
    let good = state(r#"{"policies":{},"premise":null,"version":2}"#);
    let loose = state(r#"{"policies":{},"premise":null,"version":2.0}"#);
    let lone = state(r#"{"policies":{},"premise":"\ud800","version":2}"#);
    let word = state(r#"{"policies":{},"premise":NaN,"version":2}"#);
    let list = state(r#"{"policies":{"a":[]},"premise":null,"version":2}"#);
    assert_eq!(of_import(&twice, shape, Import::Accepted), Some("I1, I2, V11"));
    assert_eq!(of_import(&loose, version, Import::Accepted), Some("I3, V10"));
    assert_eq!(of_import(&loose, version, shape), Some("I3, V10"));
    assert_eq!(of_import(&loose, shape, Import::Accepted), None);
    assert_eq!(of_import(&word, json, shape), Some("I4 to I6, V12"));
    assert_eq!(of_import(&lone, json, Import::Accepted), Some("I8"));
    assert_eq!(of_import(&list, shape, Import::Failed), Some("I9"));
    assert_eq!(of_import(&good, shape, Import::Accepted), None);
    assert_eq!(of_import(&good, Import::Accepted, shape), None);
    assert_eq!(of_import(&list, shape, Import::Accepted), None);
    let bom = state("\u{feff}{\"policies\":{},\"premise\":null,\"version\":2}");
    assert_eq!(of_import(&bom, Import::Accepted, json), Some("C10"));
}

#[test]
fn an_import_is_told_from_what_a_program_wrote() {
    let reply = |records: &[&str], complaint: &str, success| Reply {
        records: records.iter().map(|record| (*record).to_owned()).collect(),
        complaint: complaint.to_owned(),
        success,
    };
    assert_eq!(Import::of(&reply(&[], "", true)), Import::Accepted);
    let refused = reply(&[], "error: preload failed: Invalid JSON payload: x\n", false);
    assert_eq!(Import::of(&refused), Import::Refused("Invalid JSON payload"));
    let other = reply(&[], "error: preload failed: out of luck\n", false);
    assert_eq!(Import::of(&other), Import::Failed);
    assert_eq!(Import::of(&reply(&[], "Traceback\n", false)), Import::Failed);
    assert_eq!(Import::of(&reply(&["{}"], "Traceback\n", false)), Import::Accepted);
}

#[test]
fn a_state_that_only_the_reference_takes_hides_no_later_fault_of_its_checkpoint() {
    let shape = Import::Refused("Invalid state payload");
    let later = Import::Refused("Invalid checkpoint payload");
    let checkpoint = |premise: &str, policies: &str| Preload {
        is_checkpoint: true,
        text: format!(
            r#"{{"authoritative_state":{{"policies":{policies},"premise":{premise},"version":2}},"checkpoint_version":1,"pending":true}}"#
        ),
    };
    let twins = checkpoint("null", r#"{"tea":"use","Tea":"use"}"#);
    assert_eq!(of_import(&twins, shape, later), Some("V8"));
    assert_eq!(of_import(&checkpoint(r#"" ""#, "{}"), shape, later), Some("V7"));
    assert_eq!(of_import(&checkpoint("null", r#"{"tea":"use"}"#), shape, later), None);
    assert_eq!(of_import(&twins, shape, Import::Refused("Invalid JSON payload")), None);
    let alone = Preload { is_checkpoint: false, ..twins };
    assert_eq!(of_import(&alone, shape, later), None);
}

#[test]
fn a_version_that_python_does_not_read_is_one_rule_for_states_and_one_for_checkpoints() {
    let digits = "2".repeat(4301);
    let state = format!(r#"{{"policies":{{}},"premise":null,"version":{digits}}}"#);
    let inside = format!(r#"{{"authoritative_state":{state},"checkpoint_version":1}}"#);
    let outside = format!(r#"{{"authoritative_state":{{}},"checkpoint_version":{digits}}}"#);
    let rule = |text: &str, words, theirs| {
        let preload = Preload { is_checkpoint: text != state, text: text.to_owned() };
        of_import(&preload, Import::Refused(words), theirs)
    };
    for text in [&state, &inside] {
        assert_eq!(rule(text, "Unsupported state version", Import::Failed), Some("I11"));
        // Python gives up before it sees another fault.
        assert_eq!(rule(text, "Invalid JSON payload", Import::Failed), Some("I11"));
        assert_eq!(rule(text, "Unsupported state version", Import::Accepted), None);
    }
    assert_eq!(rule(&outside, "Unsupported checkpoint version", Import::Failed), Some("V13"));
    let short = state.replace(&digits, "3");
    assert_eq!(rule(&short, "Unsupported state version", Import::Failed), None);
}

#[test]
fn a_capital_that_only_newer_tables_fold_is_a_rule_of_its_own() {
    // Unicode 16.0 made it the capital of U+019B.
    assert_eq!(cc_engine::Identity::new("\u{a7dc}"), cc_engine::Identity::new("\u{19b}"));
    let state = |item: &str| {
        format!(r#"{{"state":{{"policies":{{"{item}":"use"}},"premise":null,"version":2}}}}"#)
    };
    let (update, other) = (state("\u{19b}"), state("\u{a7dc}"));
    for contract in ContractName::ALL.iter().copied() {
        let pair = pair(contract, &["none"]);
        assert_eq!(rule_of(&pair, "use \u{a7dc}", &[&update], &[&other]), Some("S6"));
        assert_eq!(rule_of(&pair, "use \u{19b}", &[&update], &[&record("error")]), None);
        assert_eq!(rule_of(&pair, "use \u{a7dc}", &[&update], &[]), None);
    }
}

#[test]
fn a_rule_of_classification_explains_what_its_entry_says() {
    let pair = Pair { classify: true, by_line: true, ..pair(ContractName::V0_9, &["none"]) };
    let invalid = |failure: &str, span: &str| {
        format!(r#"{{"classification":"invalid","failure":"{failure}"{span}}}"#)
    };
    let with_span = |failure| invalid(failure, r#","span":{"end":3,"start":0}"#);
    let (missing, bad) = ("missing_required_operand", "malformed_directive");
    let canonical = r#"{"classification":"canonical"}"#;
    let rule = |text, ours: &str, theirs: &str| rule_of(&pair, text, &[ours], &[theirs]);
    assert_eq!(rule("use", &with_span(missing), &invalid(missing, "")), Some("G4"));
    assert_eq!(rule("use", &with_span(missing), &invalid(bad, "")), None);
    assert_eq!(rule("use \u{3000}", &with_span(missing), canonical), Some("G1"));
    assert_eq!(rule("use", &with_span(missing), canonical), None);
    assert_eq!(rule("use a\nb", &with_span(bad), &invalid(missing, "")), Some("G2"));
    assert_eq!(rule("use a\nb", &with_span(bad), canonical), None);
    assert_eq!(
        rule("set premise \u{3000}\n\u{3000}", &with_span(missing), &invalid(bad, "")),
        Some("G3")
    );
    assert_eq!(rule("use tea", canonical, &invalid(missing, "")), None);
}

#[test]
fn a_repair_of_the_reference_keeps_what_classification_would_drop() {
    let pair = pair(ContractName::V0_9, &["none"]);
    let repair = |item: &str| {
        let text = format!("remove policy {item}");
        format!(r#"{{"kind":"remove_policy","operands":{{"item":"{item}"}},"text":"{text}"}}"#)
    };
    let record = |item: &str, repairs: &[&str]| {
        let directive = format!(r#"{{"operands":{{"new_item":"{item}"}}}}"#);
        let repairs = repairs.join(",");
        let failure = "replacement_target_prohibited";
        format!(
            r#"{{"decision":{{"directive":{directive},"failure":"{failure}","repairs":[{repairs}]}}}}"#
        )
    };
    let rule = |ours: &str, theirs: &str| rule_of(&pair, "use", &[ours], &[theirs]);
    let theirs = record(r"tea\f", &[&repair(r"tea\f"), "1"]);
    assert_eq!(rule(&record(r"tea\f", &[&repair("tea"), "1"]), &theirs), Some("E2"));
    assert_eq!(rule(&record(r"tea\f", &["1"]), &theirs), None);
    // Without the form feed it is no canonical directive, and left out.
    let theirs = record(r"use\f", &[&repair(r"use\f"), "1"]);
    assert_eq!(rule(&record(r"use\f", &["1"]), &theirs), Some("E2"));
}

#[cfg(unix)]
#[test]
fn a_cr_ends_a_line_for_a_program_that_has_it_so() {
    // Both repeat their input with its CRs as line feeds, or without.
    let lines = one_conversation(&["one\rtwo\r", "three"]);
    for (words, splits) in [(["tr", "\r", "\n"], true), (["tr", "\r", "x"], false)] {
        let mut pair = pair(ContractName::V0_9, &words);
        pair.probe().unwrap();
        assert_eq!(pair.splits, splits);
    }
    let records = ["one", "two", "three"];
    let (counts, found) = compare_split(&lines, &records, &records, true);
    assert_eq!((counts.same, found), (2, None));
    // Where a CR ends lines on both sides, no deviation is about one.
    let (_, found) = compare_split(&lines, &records, &["one", "2", "three"], true);
    assert_eq!(found.unwrap().place, Some(0));
    let commands = r#"{"error":{"code":"multi_command_input"}}"#;
    let session = Session { lines: lines.lines[..1].to_vec(), ..lines };
    let (counts, found) = compare_split(&session, &["one", "two"], &[commands], false);
    assert_eq!((counts.deviations.get("C11"), found), (Some(&1), None));
}

#[cfg(unix)]
#[test]
fn a_program_that_answers_nothing_or_never_ends_is_an_error() {
    let mut silent = pair(ContractName::V0_9, &["false"]);
    let error = silent.probe().unwrap_err().to_string();
    assert_eq!(error, "`false` answers a line with no record");
    let mut endless = pair(ContractName::V0_9, &["sleep", "1000"]);
    endless.timeout = Duration::from_millis(50);
    let error = endless.probe().unwrap_err().to_string();
    assert_eq!(error, "`sleep 1000` did not end in 0.05 s");
}

/// Runs a session on two programs that write these records, whatever they are sent.
#[cfg(unix)]
fn compare(session: &Session, ours: &[&str], theirs: &[&str]) -> (Counts, Option<Disagreement>) {
    compare_split(session, ours, theirs, false)
}

#[cfg(unix)]
fn compare_split(
    session: &Session,
    ours: &[&str],
    theirs: &[&str],
    splits: bool,
) -> (Counts, Option<Disagreement>) {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, records: &[&str]| {
        let path = folder.path().join(name);
        let text: String = records.iter().map(|record| format!("{record}\n")).collect();
        std::fs::write(&path, text).unwrap();
        Program::new(["cat"]).with(&[path.to_str().unwrap()])
    };
    let (ours, theirs) = (program("ours", ours), program("theirs", theirs));
    let pair = Pair { ours, theirs, splits, ..pair(ContractName::V0_9, &["none"]) };
    let mut counts = Counts::default();
    let found = pair.compare(session, &mut counts).unwrap();
    (counts, found)
}

#[cfg(unix)]
#[test]
fn equal_records_are_counted_and_another_one_is_found_at_its_line() {
    let (update, nothing) = (record("update"), record("no_directive"));
    let session = one_conversation(&["use tea", "hello", "use coffee"]);
    let records = [update.as_str(), &nothing, &update];
    let (counts, found) = compare(&session, &records, &records);
    assert_eq!((counts.same, found), (3, None));
    assert_eq!(counts.last_state.as_deref(), Some("{}"));
    assert_eq!(counts.answers.get("update"), Some(&2));

    let (counts, found) = compare(&session, &records, &[&update, &update, &update]);
    assert_eq!(counts.same, 1);
    let found = found.unwrap();
    assert_eq!((found.place, found.ours, found.theirs), (Some(1), nothing.clone(), update.clone()));
}

#[cfg(unix)]
#[test]
fn a_record_too_many_or_too_few_is_a_disagreement() {
    let update = record("update");
    let session = one_conversation(&["use tea", "use coffee"]);
    let two = [update.as_str(), &update];
    for (ours, theirs) in [(&two[..], &two[..1]), (&two[..1], &two[..])] {
        let (_, found) = compare(&session, ours, theirs);
        assert_eq!(found.unwrap().place, Some(1));
    }
    let (_, found) = compare(&session, &two, &[&update, &update, &update]);
    assert_eq!(found.unwrap().place, None);
}

#[cfg(unix)]
#[test]
fn after_a_deviation_lines_count_again_with_the_next_conversation() {
    let kept = r#"{"decision":{"kind":"no_directive"},"state":{}}"#;
    let stored = r#"{"decision":{"kind":"update"},"state":{"":1}}"#;
    let update = record("update");
    let mut session = one_conversation(&["use \u{3000}", "use a"]);
    session.lines.push(Line::Reset);
    session.lines.extend(one_conversation(&["use b", "use c"]).lines);
    let ours = [kept, &update, &update, &update, &update];
    let theirs = [stored, "apart", "boundary", &update, &update];
    let (counts, found) = compare(&session, &ours, &theirs);
    assert_eq!(found, None);
    assert_eq!((counts.same, counts.after_deviation, counts.compared()), (2, 1, 3));
    assert_eq!(counts.deviations.get("G1"), Some(&1));
}
