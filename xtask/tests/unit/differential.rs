use std::collections::BTreeSet;
use std::path::Path;

use cc_contract::ContractName;
use cc_engine::{Classification, Decision, Engine, Failure, Kind, SyntaxFailure, classify};

use super::LINES_OF_A_RUN;
use super::compare::{Counts, Disagreement, Pair};
use super::deviations::{Import, of_import, of_line};
use super::generate::Generator;
use super::session::{Preload, Reply, Session};
use super::texts::Texts;
use crate::process::Program;

fn some_sessions(contract: ContractName, seed: u64, count: usize) -> Vec<Session> {
    let mut generator = Generator::new(contract, seed);
    (0..count).map(|_| generator.session(LINES_OF_A_RUN)).collect()
}

fn one_conversation(lines: &[&str]) -> Session {
    let conversation = lines.iter().map(|line| (*line).to_owned()).collect();
    Session { preload: None, conversations: vec![conversation] }
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
            for line in session.conversations.iter().flatten() {
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
        for conversation in session.conversations {
            let mut engine = Engine::new();
            for line in &conversation {
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
            let result = Engine::new().import_json(preload.text());
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
    let rule = |line: &str, ours: &str, theirs: Option<&str>| {
        of_line(ContractName::V0_9, line, &[ours.to_owned()], theirs)
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
    let rule = |line: &str, ours: &str, theirs: &str| {
        of_line(ContractName::V0_5, line, &[ours.to_owned()], Some(theirs))
    };
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
    let state = |text: &str| Preload::State(text.to_owned());
    let json = Import::Refused("Invalid JSON payload");
    let shape = Import::Refused("Invalid state payload");
    let version = Import::Refused("Unsupported state version");
    let twice = state(r#"{"policies":{},"premise":null,"premise":null,"version":2}"#);
    let good = state(r#"{"policies":{},"premise":null,"version":2}"#);
    let loose = state(r#"{"policies":{},"premise":null,"version":2.0}"#);
    let digits = "2".repeat(4301);
    let long = state(&format!(r#"{{"policies":{{}},"premise":null,"version":{digits}}}"#));
    assert_eq!(of_import(&long, version, Import::Failed), Some("I11, V13"));
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

/// Runs a session on two programs that write these records, whatever they are sent.
#[cfg(unix)]
fn compare(session: &Session, ours: &[&str], theirs: &[&str]) -> (Counts, Option<Disagreement>) {
    let folder = tempfile::tempdir().unwrap();
    let program = |name: &str, records: &[&str]| {
        let path = folder.path().join(name);
        std::fs::write(
            &path,
            records.iter().map(|record| format!("{record}\n")).collect::<String>(),
        )
        .unwrap();
        Program::new(["cat"]).with(&[path.to_str().unwrap()])
    };
    let (ours, theirs) = (program("ours", ours), program("theirs", theirs));
    let scratch: &Path = folder.path();
    let pair = Pair { contract: ContractName::V0_9, ours: &ours, theirs: &theirs, scratch };
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
    assert_eq!(
        (found.place, found.ours, found.theirs),
        (Some((0, 1)), nothing.clone(), update.clone())
    );
}

#[cfg(unix)]
#[test]
fn a_record_too_many_or_too_few_is_a_disagreement() {
    let update = record("update");
    let session = one_conversation(&["use tea", "use coffee"]);
    let two = [update.as_str(), &update];
    for (ours, theirs) in [(&two[..], &two[..1]), (&two[..1], &two[..])] {
        let (_, found) = compare(&session, ours, theirs);
        assert_eq!(found.unwrap().place, Some((0, 1)));
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
    let session = Session {
        preload: None,
        conversations: [["use \u{3000}", "use a"], ["use b", "use c"]]
            .map(|lines| lines.map(str::to_owned).to_vec())
            .to_vec(),
    };
    let ours = [kept, &update, &update, &update, &update];
    let theirs = [stored, "apart", "boundary", &update, &update];
    let (counts, found) = compare(&session, &ours, &theirs);
    assert_eq!(found, None);
    assert_eq!((counts.same, counts.after_deviation, counts.compared()), (2, 1, 3));
    assert_eq!(counts.deviations.get("G1"), Some(&1));
}

#[test]
fn no_spelling_has_a_character_that_the_reference_does_not_know() {
    // The letters older than Unicode 14 whose capitals are newer.
    let mut texts = Texts::new(1);
    for _ in 0..200 {
        let spelled = texts.spelled("ƛɤꟓꟕ");
        assert!(!spelled.contains(['\u{a7dc}', '\u{a7cb}', '\u{a7d2}', '\u{a7d4}']), "{spelled}");
    }
}
