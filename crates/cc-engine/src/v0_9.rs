//! The answers of contract 0.9: no directive, update, error.

use cc_contract::V0_9;
use cc_semantics::Refusal;
use cc_syntax::Invalid;
use cc_text::json::{self, Name};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::decision::{Answers, Decision};
use crate::record::{Displayed, FormRecord, push_form};

impl Answers for V0_9 {
    const ORDINARY: &'static str = "no_directive";
    const INVALID: &'static str = "no_directive";
    const REFUSED: &'static str = "error";

    fn invalid_message(_: &Invalid) -> Option<String> {
        None
    }

    fn serialize<S: Serializer>(
        decision: &Decision<'_>,
        _: Option<&impl Serialize>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let mut fields;
        match decision {
            Decision::Ordinary | Decision::Invalid(_) => {
                fields = serializer.serialize_struct("NoDirective", 2)?;
                fields.serialize_field("kind", &Name(V0_9::ORDINARY))?;
                fields.serialize_field("message", &())?;
            }
            Decision::Update(update) => {
                fields = serializer.serialize_struct("Update", 3)?;
                fields.serialize_field("changed", &update.changed())?;
                fields.serialize_field("kind", &Name("update"))?;
                fields.serialize_field("message", &())?;
            }
            Decision::Refused(refusal) => {
                fields = serializer.serialize_struct("Error", 5)?;
                fields.serialize_field("directive", &FormRecord(refusal.directive().form()))?;
                fields.serialize_field("failure", &Name(refusal.failure().as_str()))?;
                fields.serialize_field("kind", &Name(V0_9::REFUSED))?;
                fields.serialize_field("message", &Displayed(refusal))?;
                fields.serialize_field("repairs", &Repairs(*refusal))?;
            }
        }
        fields.end()
    }

    fn push_refusal(out: &mut String, refusal: &Refusal<'_>) {
        out.push_str("{\"directive\":");
        push_form(out, refusal.directive().form());
        out.push_str(",\"failure\":\"");
        out.push_str(refusal.failure().as_str());
        out.push_str("\",\"kind\":\"error\",\"message\":");
        json::push_display(out, refusal);
        out.push_str(",\"repairs\":[");
        for (index, repair) in refusal.repairs().enumerate() {
            if index > 0 {
                out.push(',');
            }
            push_form(out, repair.form());
        }
        out.push_str("]}");
    }
}

struct Repairs<'a>(Refusal<'a>);

impl Serialize for Repairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.repairs().map(|repair| FormRecord(repair.form())))
    }
}
