//! The constructors of directives.

use cc_contract::{ContractName, with_contract};
use cc_oracle::{Asked, KINDS};
use cc_syntax::{ContractClassification, ContractDirective, Form, Grammar, classify_by};

use crate::support::{assert_one_line, texts};

/// A constructor accepts operands exactly where classifying the text that they would make gives
/// them back, under each contract. The first two texts are the operands.
pub fn constructors(data: &[u8]) {
    let texts = texts(data);
    let (one, two) = (&*texts[0], texts.get(1).map_or("", |text| text));
    for (kind, _, operands) in KINDS {
        let orders =
            if operands.len() == 2 { &[[one, two], [two, one]][..] } else { &[[one, two]] };
        for operands in orders {
            let asked = Asked::new(kind, *operands);
            for contract in ContractName::ALL {
                with_contract!(*contract, C => check::<C>(asked), M1 => ());
            }
        }
    }
}

fn check<C: Grammar>(asked: Asked<'_>) {
    let text = asked.text();
    let kind = asked.kind.parse().expect("a kind");
    let form = Form::new(kind, asked.operands.map(Option::unwrap_or_default));
    let given_back = match classify_by::<C>(&text) {
        ContractClassification::Canonical(directive) => directive.form() == form,
        _ => false,
    };
    match ContractDirective::<C>::new(form) {
        Ok(made) => {
            assert!(given_back, "accepted {form:?}");
            assert_eq!(made.form(), form);
            assert_eq!(made.to_string(), text);
        }
        Err(error) => {
            assert!(!given_back, "refused {form:?}: {error}");
            assert_eq!(error.directive_kind(), kind);
            assert!(kind.operand_names().contains(&error.operand()));
            assert_one_line(&error.to_string());
        }
    }
}
