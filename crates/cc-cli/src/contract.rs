//! What the command says and does differently under each contract.

use std::fmt::Write;

use cc_contract::{ContractName, with_contract};
use cc_engine::{ContractClassification, ContractDirective, Form, Invalid, Kind, classify_by};

/// Whether `preview TEXT` is a command when not at a terminal too.
pub(crate) const fn previews(contract: ContractName) -> bool {
    matches!(contract, ContractName::V0_5 | ContractName::M1)
}

/// Whether there are commands besides `exit` where replies are records.
pub(crate) const fn json_commands(contract: ContractName) -> bool {
    !matches!(contract, ContractName::M1)
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

/// What a text is by its form alone.
pub(crate) enum Reading<'a> {
    Ordinary,
    Invalid(Invalid),
    Canonical(Form<'a>),
}

/// Reads a text by the grammar of a contract, if it has one.
pub(crate) fn read(contract: ContractName, text: &str) -> Reading<'_> {
    with_contract!(
        contract,
        C => match classify_by::<C>(text) {
            ContractClassification::NoDirective => Reading::Ordinary,
            ContractClassification::Invalid(invalid) => Reading::Invalid(invalid),
            ContractClassification::Canonical(directive) => Reading::Canonical(directive.form()),
        },
        M1 => Reading::Ordinary
    )
}
