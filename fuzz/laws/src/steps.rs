//! Sequences of inputs, against a model of the state.

use cc_contract::{ContractName, with_contract};
use cc_engine::v0_5::{self, Confirmation, read_confirmation};
use cc_engine::{
    Answers, Classification, ContractDecision, ContractEngine, Decision, Engine, Failure, Refusal,
    classify,
};
use cc_oracle::{Model, NO_IDENTITY, Oracle, Verdict, WHITE_SPACE};

use crate::support::{assert_canonical, texts};

/// Each text is an input. In contracts with directives, the decision, the message and the state are
/// those of a model after the contract's table; a preview is the step without its commit; what is
/// refused changes nothing; a state comes back from its export and goes on the same. Repairs of 0.9
/// are canonical, and do what was asked, unless what is to be replaced is not there; a checkpoint of
/// 0.5 holds all of its engine. In m1, only an update changes the state, only an answer closes a
/// question, and a state comes back from its export.
pub fn steps(data: &[u8]) {
    let texts = texts(data);
    let inputs = || texts.iter().map(|text| &**text);
    for contract in ContractName::ALL {
        with_contract!(*contract, C => conversation::<C>(inputs()), M1 => conversation_m1(inputs()));
    }
    for input in inputs() {
        assert_eq!(read_confirmation(input), naive_confirmation(input), "{input:?}");
    }
}

/// What comes of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Nothing,
    Changed,
    Unchanged,
    Invalid(&'static str),
    Refused(&'static str),
}

/// What only one contract has to say after a step.
trait After: Oracle + Answers {
    fn check(engine: &ContractEngine<Self>, decision: &ContractDecision<'_, Self>);
}

impl After for cc_oracle::V0_9 {
    fn check(engine: &Engine, decision: &Decision<'_>) {
        if let Decision::Refused(refusal) = decision {
            assert_repairs(engine, *refusal);
        }
    }
}

impl After for cc_oracle::V0_5 {
    fn check(engine: &v0_5::Engine, _: &v0_5::Decision<'_>) {
        assert!(!engine.has_pending_clarification());
        let text = engine.export_checkpoint_json();
        assert_canonical(&text);
        let mut restored = v0_5::Engine::new();
        assert_eq!(restored.import_checkpoint_json(&text), Ok(()));
        assert_eq!(&restored, engine);
    }
}

fn conversation<'a, C: After>(inputs: impl Iterator<Item = &'a str>) {
    let mut engine = ContractEngine::<C>::new();
    let mut model = Model::default();
    for input in inputs.filter(|input| C::knows(input)) {
        let before = engine.clone();
        let preview = engine.preview(input);
        assert_eq!(engine, before, "a preview changes nothing: {input:?}");
        let decision = engine.step(input);
        assert_eq!(decision, preview.decision, "{input:?}");
        assert_eq!(before.state().diff(engine.state()), preview.diff, "{input:?}");

        let outcome = match decision {
            ContractDecision::Ordinary => Outcome::Nothing,
            ContractDecision::Invalid(invalid) => Outcome::Invalid(invalid.failure().as_str()),
            ContractDecision::Update(update) if update.changed() => Outcome::Changed,
            ContractDecision::Update(_) => Outcome::Unchanged,
            ContractDecision::Refused(refusal) => {
                Outcome::Refused(refusal.failure().into().map_or(NO_IDENTITY, Failure::as_str))
            }
        };
        let after = match C::naive_class(input) {
            Verdict::Canonical(asked) => model.after::<C>(asked),
            _ => Ok(model.clone()),
        };
        let expected = match (C::naive_class(input), &after) {
            (Verdict::NoDirective, _) => Outcome::Nothing,
            (Verdict::Invalid { failure, .. }, _) => Outcome::Invalid(failure),
            (_, Ok(after)) if *after != model => Outcome::Changed,
            (_, Ok(_)) => Outcome::Unchanged,
            (Verdict::Canonical(asked), Err(failure)) => {
                assert_eq!(decision.message(), Some(asked.message::<C>(failure)), "{input:?}");
                Outcome::Refused(failure)
            }
        };
        assert_eq!(outcome, expected, "{input:?}");
        let after = after.unwrap_or_else(|_| model.clone());
        let diff = cc_text::json::to_string(&preview.diff);
        assert_eq!(diff.as_deref(), Ok(model.diff(&after).as_str()), "{input:?}");
        model = after;
        assert_eq!(model.export(), engine.export_json(), "{input:?}");
        let message = decision.message();
        assert_eq!(message.is_some(), decision.kind() == C::REFUSED, "{input:?}");
        if let Some(message) = message {
            assert_two_sentences(&message);
        }
        let owned = decision.into_owned();
        assert_eq!(owned.as_decision(), decision);
        C::check(&engine, &decision);
        let mut restored = ContractEngine::new();
        assert_eq!(restored.import_json(&engine.export_json()), Ok(()));
        assert_eq!(restored, engine);
        engine = restored;
    }
}

/// Asserts that the repairs of a refusal are canonical, and that those who submit them in their
/// order get what they asked for, unless what is to be replaced is not there.
fn assert_repairs(engine: &Engine, refusal: Refusal<'_>) {
    let mut repaired = engine.clone();
    for repair in refusal.repairs() {
        let text = repair.to_string();
        assert_eq!(classify(&text), Classification::Canonical(repair));
        if let Decision::Refused(next) = repaired.step(&text) {
            assert_eq!(next.failure(), Failure::ReplacementSourceMissing, "{text:?}");
            assert_eq!(refusal.failure(), Failure::ReplacementTargetProhibited, "{text:?}");
        }
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
        let mut record = String::new();
        cc_wire::push(&mut record, &cc_wire::m1_record(&decision, engine.state()));
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
