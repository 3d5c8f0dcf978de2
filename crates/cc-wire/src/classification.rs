//! The records of classifications and directives.

use std::collections::BTreeMap;

use cc_contract::{ContractName, with_contract};
use cc_engine::{Answers, ContractClassification, FormRecord, Invalid, classify_by};
use serde::{Deserialize, Serialize};

use crate::write::push;

/// A directive: its kind, its operands by name, and its canonical text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DirectiveRecord {
    /// The kind, such as `use_item`.
    pub kind: String,
    /// The operands by name.
    pub operands: BTreeMap<String, String>,
    /// The canonical text.
    pub text: String,
}

/// A classification, with a directive `D`.
///
/// ```
/// use cc_wire::{ClassificationRecord, DirectiveRecord};
///
/// let line = r#"{"classification":"no_directive"}"#;
/// let record: ClassificationRecord<DirectiveRecord> = serde_json::from_str(line)?;
/// assert_eq!(record, ClassificationRecord::NoDirective {});
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "classification", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClassificationRecord<D> {
    /// Ordinary text.
    NoDirective {},
    /// A canonical directive.
    Canonical {
        /// The directive.
        directive: D,
    },
    /// Text that begins like a directive and is not canonical.
    Invalid {
        /// The kind that was begun, where the contract names one.
        directive_kind: Option<String>,
        /// The name of the failure.
        failure: String,
        /// The operand that is missing, if one is.
        missing_operand: Option<String>,
        /// Where the fault is, in bytes of the text that was classified.
        span: [usize; 2],
    },
}

impl<D> From<Invalid> for ClassificationRecord<D> {
    fn from(invalid: Invalid) -> Self {
        ClassificationRecord::Invalid {
            directive_kind: invalid.directive_kind().map(|kind| kind.to_string()),
            failure: invalid.failure().as_str().to_owned(),
            missing_operand: invalid.missing_operand().map(|operand| operand.to_string()),
            span: [invalid.span().start, invalid.span().end],
        }
    }
}

impl<'a, C> From<ContractClassification<'a, C>> for ClassificationRecord<FormRecord<'a>>
where
    C: Answers,
{
    fn from(classification: ContractClassification<'a, C>) -> Self {
        match classification {
            ContractClassification::NoDirective => ClassificationRecord::NoDirective {},
            ContractClassification::Invalid(invalid) => invalid.into(),
            ContractClassification::Canonical(directive) => {
                ClassificationRecord::Canonical { directive: FormRecord(directive.form()) }
            }
        }
    }
}

/// Appends the record of the classification of a text under a contract chosen at run time.
///
/// Contract m1 has no grammar apart from its engine: to it, every text is ordinary.
///
/// ```
/// use cc_contract::ContractName;
///
/// let mut line = String::new();
/// cc_wire::push_classification(&mut line, ContractName::V0_9, "use tea and prohibit coffee");
/// assert_eq!(
///     line,
///     r#"{"classification":"invalid","directive_kind":null,"failure":"compound_directive","missing_operand":null,"span":[12,20]}"#,
/// );
/// ```
pub fn push_classification(out: &mut String, contract: ContractName, text: &str) {
    let record: ClassificationRecord<FormRecord<'_>> = with_contract!(
        contract,
        C => classify_by::<C>(text).into(),
        M1 => ClassificationRecord::NoDirective {}
    );
    push(out, &record);
}
