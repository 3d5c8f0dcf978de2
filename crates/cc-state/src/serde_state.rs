//! serde support: the object of [`State::export_json`], under the checks of
//! [`State::import_json`].

use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::import::take_policy;
use crate::normalize::Premise;
use crate::state::{Policy, SCHEMA_VERSION, State};

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("State", 3)?;
        object.serialize_field("policies", &PoliciesRef(self))?;
        object.serialize_field("premise", &self.premise())?;
        object.serialize_field("version", &SCHEMA_VERSION)?;
        object.end()
    }
}

struct PoliciesRef<'a>(&'a State);

impl Serialize for PoliciesRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.policies())
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Text formats would also take the fields as an array, which import refuses.
        let payload = if deserializer.is_human_readable() {
            deserializer.deserialize_map(PayloadObject)?
        } else {
            Payload::deserialize(deserializer)?
        };
        if payload.version != SCHEMA_VERSION {
            return Err(D::Error::custom(format_args!(
                "field `version` must be the integer {SCHEMA_VERSION}, not {}",
                payload.version
            )));
        }
        let PoliciesOwned(mut state) = payload.policies;
        if let Some(text) = payload.premise {
            let Some(premise) = Premise::of(&text) else {
                return Err(D::Error::custom("field `premise` is empty or only white space"));
            };
            state.set_premise(Some(premise));
        }
        Ok(state)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "State", expecting = "a state")]
struct Payload {
    policies: PoliciesOwned,
    // Without this, an absent premise would be read as null.
    #[serde(deserialize_with = "Option::deserialize")]
    premise: Option<String>,
    version: u64,
}

struct PayloadObject;

impl<'de> Visitor<'de> for PayloadObject {
    type Value = Payload;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a state")
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<Payload, A::Error> {
        Payload::deserialize(MapAccessDeserializer::new(object))
    }
}

impl Serialize for Policy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

// By hand, because a derived enum is also read from an object such as `{"use":null}`.
impl<'de> Deserialize<'de> for Policy {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Name;

        impl Visitor<'_> for Name {
            type Value = Policy;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"use\" or \"prohibit\"")
            }

            fn visit_str<E: Error>(self, name: &str) -> Result<Policy, E> {
                Policy::from_name(name)
                    .ok_or_else(|| E::invalid_value(Unexpected::Str(name), &self))
            }
        }

        deserializer.deserialize_str(Name)
    }
}

struct PoliciesOwned(State);

impl<'de> Deserialize<'de> for PoliciesOwned {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Policies;

        impl<'de> Visitor<'de> for Policies {
            type Value = PoliciesOwned;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object from item to policy")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut state = State::new();
                while let Some((item, policy)) = object.next_entry::<String, _>()? {
                    take_policy(&mut state, &item, policy).map_err(A::Error::custom)?;
                }
                Ok(PoliciesOwned(state))
            }
        }

        deserializer.deserialize_map(Policies)
    }
}
