//! Operands by name, as fixtures give them.

use std::collections::BTreeMap;

use cc_engine::{Form, Kind, OperandName};

/// The form that names and texts describe, as a host that reads them from data would find it.
pub(crate) fn form<'a>(
    kind: &str,
    operands: &'a BTreeMap<String, String>,
) -> Result<Form<'a>, String> {
    let Some(kind) = Kind::from_name(kind) else {
        return Err(format!("there is no kind `{kind}`, so no canonical {kind} directive"));
    };
    let names = kind.operand_names();
    let unexpected =
        operands.keys().find(|given| !names.iter().any(|name| name.as_str() == given.as_str()));
    if let Some(name) = unexpected {
        return Err(format!("a canonical {kind} directive has no operand `{name}`"));
    }
    let operand = |name: OperandName| {
        let missing = || format!("a canonical {kind} directive needs the operand `{name}`");
        operands.get(name.as_str()).map(String::as_str).ok_or_else(missing)
    };
    Ok(match kind {
        Kind::SetPremise => Form::SetPremise { value: operand(OperandName::Value)? },
        Kind::ChangePremise => Form::ChangePremise { value: operand(OperandName::Value)? },
        Kind::UseItem => Form::UseItem { item: operand(OperandName::Item)? },
        Kind::ProhibitItem => Form::ProhibitItem { item: operand(OperandName::Item)? },
        Kind::RemovePolicy => Form::RemovePolicy { item: operand(OperandName::Item)? },
        Kind::ReplaceUse => Form::ReplaceUse {
            new_item: operand(OperandName::NewItem)?,
            old_item: operand(OperandName::OldItem)?,
        },
        Kind::ClearPremise => Form::ClearPremise,
        Kind::ResetPolicies => Form::ResetPolicies,
        Kind::ClearState => Form::ClearState,
    })
}
