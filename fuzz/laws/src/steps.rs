//! Sequences of inputs, against a model of the state.

mod model;

use cc_engine::v0_5::{Clarification, Confirmation, read_confirmation};
use cc_engine::{Classification, Decision, Engine, Failure, StateDiff, classify, v0_5};

use self::model::{Model, Outcome};
use crate::support::{WHITE_SPACE, assert_canonical, lowers_alike, naive, naive_0_5, texts};

/// Each text is an input. In contracts 0.9 and 0.5, the decision and the state are those of a model
/// after the contract's table; a preview is the step without its commit; what is refused changes
/// nothing; a state comes back from its export and goes on the same. Repairs of 0.9 are canonical,
/// and resolve what was refused. In m1, only an update changes the state, only an answer closes a
/// question, and a state comes back from its export.
pub fn steps(data: &[u8]) {
    let texts = texts(data);
    conversation_0_9(texts.iter().map(|text| &**text));
    conversation_0_5(texts.iter().map(|text| &**text));
    conversation_m1(texts.iter().map(|text| &**text));
}

fn conversation_0_9<'a>(inputs: impl Iterator<Item = &'a str>) {
    let mut engine = Engine::new();
    let mut model = Model::new(|item| naive(item, true), model::REFUSES_0_9);
    for input in inputs {
        let before = engine.clone();
        let export = before.export_json();
        let preview = engine.preview(input);
        assert_eq!(engine, before, "a preview changes nothing: {input:?}");
        let decision = engine.step(input);
        assert_eq!(decision, preview.decision, "{input:?}");
        assert_eq!(before.state().diff(engine.state()), preview.diff, "{input:?}");

        let outcome = match decision {
            Decision::NoDirective => Outcome::Nothing,
            Decision::Update(update) if update.changed() => Outcome::Changed,
            Decision::Update(_) => Outcome::Unchanged,
            Decision::Error(refusal) => Outcome::Refused(refusal.failure().as_str()),
        };
        let expected = match classify(input) {
            Classification::Canonical(directive) => model.take(directive.form()),
            Classification::NoDirective | Classification::Invalid(_) => Outcome::Nothing,
        };
        assert_eq!(outcome, expected, "{input:?}");
        assert_eq!(model.export(), engine.export_json(), "{input:?}");
        assert_eq!(engine.export_json() != export, outcome == Outcome::Changed, "{input:?}");
        if let Decision::Error(refusal) = decision {
            assert_two_sentences(&refusal.message());
            assert_resolves(&engine, refusal);
        }
        let mut restored = Engine::new();
        assert_eq!(restored.import_json(&engine.export_json()), Ok(()));
        assert_eq!(restored, engine);
        engine = restored;
    }
}

/// Asserts that the repairs of a refusal are canonical, and that those who submit them in their
/// order get what they asked for, unless what is to be replaced is not there.
fn assert_resolves(engine: &Engine, refusal: cc_engine::Refusal<'_>) {
    let mut repaired = engine.clone();
    for repair in refusal.repairs() {
        let text = repair.to_string();
        assert_eq!(classify(&text), Classification::Canonical(repair));
        if let Decision::Error(next) = repaired.step(&text) {
            assert_eq!(next.failure(), Failure::ReplacementSourceMissing, "{text:?}");
            assert_eq!(refusal.failure(), Failure::ReplacementTargetProhibited, "{text:?}");
        }
    }
}

fn conversation_0_5<'a>(inputs: impl Iterator<Item = &'a str>) {
    let mut engine = v0_5::Engine::new();
    let mut model = Model::new(naive_0_5, model::REFUSES_0_5);
    for input in inputs.filter(|input| lowers_alike(input)) {
        assert_eq!(read_confirmation(input), naive_confirmation(input), "{input:?}");
        let before = engine.clone();
        let export = before.export_checkpoint_json();
        let preview = engine.preview(input);
        assert_eq!(engine, before, "a preview changes nothing: {input:?}");
        let decision = engine.step(input);
        assert_eq!(decision, preview.decision, "{input:?}");
        let diff: StateDiff = before.state().diff(engine.state());
        assert_eq!(diff, preview.diff, "{input:?}");
        assert!(!engine.has_pending_clarification());

        let outcome = match decision {
            v0_5::Decision::Passthrough => Outcome::Nothing,
            v0_5::Decision::Update(update) if update.changed() => Outcome::Changed,
            v0_5::Decision::Update(_) => Outcome::Unchanged,
            v0_5::Decision::Clarify(Clarification::Form(invalid)) => {
                Outcome::Refused(invalid.failure().as_str())
            }
            v0_5::Decision::Clarify(Clarification::Refused(refusal)) => {
                Outcome::Refused(refusal.failure().map_or(model::NO_IDENTITY, Failure::as_str))
            }
        };
        let expected = match v0_5::classify(input) {
            v0_5::Classification::Canonical(directive) => model.take(directive.form()),
            v0_5::Classification::NoDirective => Outcome::Nothing,
            v0_5::Classification::Invalid(invalid) => Outcome::Refused(invalid.failure().as_str()),
        };
        assert_eq!(outcome, expected, "{input:?}");
        assert_eq!(model.export(), engine.export_json(), "{input:?}");
        let changed = engine.export_checkpoint_json() != export;
        assert_eq!(changed, outcome == Outcome::Changed, "{input:?}");
        let prompt = decision.prompt_to_user();
        assert_eq!(prompt.is_some(), matches!(outcome, Outcome::Refused(_)), "{input:?}");
        if let Some(prompt) = prompt {
            assert_two_sentences(&prompt);
        }
        let mut restored = v0_5::Engine::new();
        assert_eq!(restored.import_checkpoint_json(&engine.export_checkpoint_json()), Ok(()));
        assert_eq!(restored, engine);
        engine = restored;
    }
}

/// Asserts that a message is two sentences with a line feed between them. An item in the first may
/// hold anything.
#[track_caller]
fn assert_two_sentences(message: &str) {
    let (first, second) = message.rsplit_once('\n').expect("two sentences");
    assert!(first.ends_with('.') && second.ends_with('.'), "{message:?}");
}

/// What a text answers, by the steps of contract 0.5.
fn naive_confirmation(text: &str) -> Option<Confirmation> {
    let lowered = text.trim_matches(WHITE_SPACE).to_lowercase();
    let words = lowered.trim_end_matches(['.', ',', '!', '?']).split(WHITE_SPACE);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let is = |answers: &[&str]| answers.contains(&words.join(" ").as_str());
    if is(&["yes", "yes please", "yep", "yeah", "sure", "ok", "okay"]) {
        Some(Confirmation::Yes)
    } else if is(&["no", "nope", "no thanks"]) {
        Some(Confirmation::No)
    } else {
        None
    }
}

fn conversation_m1<'a>(inputs: impl Iterator<Item = &'a str>) {
    use cc_m1::{Decision, Engine, Prompt, State};

    let mut engine = Engine::new();
    for input in inputs {
        let before = engine.clone();
        let decision = engine.step(input);
        let record = decision.to_json(engine.state());
        assert_canonical(&record);
        let prohibited =
            |engine: &Engine| engine.state().prohibited().map(str::to_owned).collect::<Vec<_>>();
        match (&decision, before.pending()) {
            (Decision::Update, Some(item)) => {
                assert_eq!(engine.pending(), None);
                let mut expected = prohibited(&before);
                if !expected.iter().any(|held| held == item) {
                    expected.push(item.to_owned());
                    expected.sort_unstable();
                }
                assert_eq!(prohibited(&engine), expected, "a yes prohibits: {input:?}");
            }
            (Decision::Update, None) => assert_eq!(engine.pending(), None),
            (Decision::Passthrough, _) => {
                assert_eq!(engine.state(), before.state(), "{input:?}");
                assert_eq!(engine.pending(), None);
            }
            (Decision::Clarify(Prompt::ConfirmAgain(item)), asked) => {
                assert_eq!(asked, Some(item.as_str()));
                assert_eq!(engine, before, "{input:?}");
            }
            (Decision::Clarify(prompt), asked) => {
                assert_eq!(asked, None, "{input:?}");
                assert_eq!(engine.state(), before.state(), "{input:?}");
                let item = match prompt {
                    Prompt::Confirm(item) => Some(item.as_str()),
                    _ => None,
                };
                assert_eq!(engine.pending(), item, "{input:?}");
            }
        }
        let export = engine.state().export_json();
        assert_canonical(&export);
        let restored = State::import_json(&export);
        assert_eq!(restored.as_ref(), Ok(engine.state()), "{input:?} {export}");
    }
}
