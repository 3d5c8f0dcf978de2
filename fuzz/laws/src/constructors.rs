//! The constructors of directives.

use cc_syntax::{Classification, Directive, Form, OperandError, v0_5};

use crate::support::{assert_one_line, texts};

/// A constructor accepts operands exactly where classifying the text that they would make gives
/// them back, in both grammars. The first two texts are the operands.
pub fn constructors(data: &[u8]) {
    let texts = texts(data);
    let (one, two) = (&*texts[0], texts.get(1).map_or("", |text| text));
    for form in [
        Form::SetPremise { value: one },
        Form::ChangePremise { value: one },
        Form::UseItem { item: one },
        Form::ProhibitItem { item: one },
        Form::RemovePolicy { item: one },
        Form::ReplaceUse { new_item: one, old_item: two },
        Form::ReplaceUse { new_item: two, old_item: one },
    ] {
        let text = rendered(form);
        let given_back = match cc_syntax::classify(&text) {
            Classification::Canonical(directive) => directive.form() == form,
            _ => false,
        };
        let made = Directive::new(form).map(|directive| (directive.form(), directive.to_string()));
        check(form, &text, given_back, made);
        let given_back = match v0_5::classify(&text) {
            v0_5::Classification::Canonical(directive) => directive.form() == form,
            _ => false,
        };
        let made =
            v0_5::Directive::new(form).map(|directive| (directive.form(), directive.to_string()));
        check(form, &text, given_back, made);
    }
}

fn check(
    form: Form<'_>,
    text: &str,
    given_back: bool,
    made: Result<(Form<'_>, String), OperandError>,
) {
    match made {
        Ok((made, shown)) => {
            assert!(given_back, "accepted {form:?}");
            assert_eq!(made, form);
            assert_eq!(shown, text);
        }
        Err(error) => {
            assert!(!given_back, "refused {form:?}: {error}");
            assert_eq!(error.kind(), form.kind());
            assert!(form.kind().operand_names().contains(&error.operand()));
            assert_one_line(&error.to_string());
        }
    }
}

/// The text that a form would have, written without a directive.
fn rendered(form: Form<'_>) -> String {
    match form {
        Form::SetPremise { value } => format!("set premise {value}"),
        Form::ChangePremise { value } => format!("change premise to {value}"),
        Form::UseItem { item } => format!("use {item}"),
        Form::ProhibitItem { item } => format!("prohibit {item}"),
        Form::RemovePolicy { item } => format!("remove policy {item}"),
        Form::ReplaceUse { new_item, old_item } => format!("use {new_item} instead of {old_item}"),
        Form::ClearPremise | Form::ResetPolicies | Form::ClearState => {
            panic!("a form without operands has no constructor")
        }
    }
}
