//! What the command says and does differently under each contract.

use std::fmt::Write;
use std::ops::Range;

use cc_contract::{ContractName, with_contract};
use cc_engine::{ContractClassification, ContractDirective, Form, Kind, classify_by};
use cc_m1::Prompt;
use cc_wire::AnyDecision;

/// Whether `preview TEXT` is a command when not at a terminal too.
pub(crate) const fn previews(contract: ContractName) -> bool {
    matches!(contract, ContractName::V0_5 | ContractName::M1)
}

/// Whether there are commands besides `exit` where replies are records.
pub(crate) const fn json_commands(contract: ContractName) -> bool {
    !matches!(contract, ContractName::M1)
}

/// Whether refusals come with repairs.
pub(crate) const fn repairs(contract: ContractName) -> bool {
    matches!(contract, ContractName::V0_9)
}

/// What inputs may begin with, for completion.
pub(crate) fn starts(contract: ContractName) -> Vec<String> {
    if contract.has_directives() {
        let kinds = Kind::ALL.into_iter().filter(|kind| *kind != Kind::ReplaceUse);
        let start = |kind: Kind| match kind.operand_names() {
            [] => kind.introducer().to_owned(),
            _ => format!("{} ", kind.introducer()),
        };
        return kinds.map(start).collect();
    }
    let starts = [
        "use ",
        "set ",
        "I am using ",
        "don't use ",
        "never use ",
        "allow ",
        "actually ",
        "reset policies",
        "clear state",
    ];
    starts.map(str::to_owned).into()
}

/// What inputs there are, for help.
pub(crate) fn inputs_help(contract: ContractName) -> String {
    if !contract.has_directives() {
        return M1_INPUTS.to_owned();
    }
    let mut help = "Directives:\n".to_owned();
    for kind in Kind::ALL {
        // Writing to a string cannot fail.
        let _ = writeln!(help, "  {:<38}  {}", kind.usage().to_string(), kind.summary());
    }
    help
}

const M1_INPUTS: &str = "\
Inputs, among others:
  use <value>, I am using <value>         set focus.device
  actually <value>, no, <value>           correct focus.device
  don't use <items>, never use <items>    prohibit items
  allow <items>, <items> is fine          allow them again
  reset policies, clear state             remove everything
";

/// Whether a directive of a contract can spell an item. If none can, none can remove its policy.
pub(crate) fn spells(contract: ContractName, item: &str) -> bool {
    with_contract!(
        contract,
        C => ContractDirective::<'_, C>::remove_policy(item).is_ok(),
        M1 => true
    )
}

/// A part of a text that keeps it from being what the contract takes.
pub(crate) struct Fault {
    pub(crate) span: Range<usize>,
    /// What is wrong, if the decision does not say so.
    pub(crate) explanation: Option<String>,
}

/// The fault in a text that was decided like this.
pub(crate) fn fault(text: &str, decision: &AnyDecision<'_>) -> Option<Fault> {
    match decision {
        AnyDecision::M1(cc_m1::Decision::Clarify(prompt)) => match prompt {
            Prompt::NothingToCorrect | Prompt::Confirm(_) | Prompt::ConfirmAgain(_) => None,
            _ => cc_m1::operand(text).map(|span| Fault { span, explanation: None }),
        },
        _ => decision.invalid().map(|invalid| Fault {
            span: invalid.span().into(),
            explanation: Some(invalid.to_string()),
        }),
    }
}

/// No part of a text.
pub(crate) const NONE: [Range<usize>; 2] = [0..0, 0..0];

/// The parts of a text that are keywords, in order, if the contract takes it by its form.
pub(crate) fn keywords(contract: ContractName, text: &str) -> [Range<usize>; 2] {
    with_contract!(
        contract,
        C => match classify_by::<C>(text) {
            ContractClassification::Canonical(directive) => around_operands(text, directive.form()),
            _ => NONE,
        },
        M1 => cc_m1::operand(text)
            .map_or(NONE, |operand| [0..operand.start, operand.end..text.len()])
    )
}

/// What is around the operands of `form`, whose text is `line`.
fn around_operands(line: &str, form: Form<'_>) -> [Range<usize>; 2] {
    let operands: usize = form.operands().map(|(_, text)| text.len()).sum();
    let last = form.operands().last().map_or("", |(_, text)| text);
    // The last operand ends the line, but for white space that the grammar may ignore.
    let end = match line.rfind(last) {
        Some(at) if !last.is_empty() => at + last.len(),
        _ => line.trim_end_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}').len(),
    };
    match form {
        Form::ReplaceUse { new_item, old_item } => {
            let after_use = line.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0) + "use".len();
            let rest = line.get(after_use..).unwrap_or_default();
            let new_start = after_use + rest.find(new_item).unwrap_or_default();
            [0..new_start, new_start + new_item.len()..end.saturating_sub(old_item.len())]
        }
        _ => [0..end.saturating_sub(operands), 0..0],
    }
}
