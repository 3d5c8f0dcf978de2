//! serde support: the object of [`ContractState::export_json`], under the checks of
//! [`ContractState::import_json`].

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::collect::Collector;
use crate::contract::Contract;
use crate::normalize::Premise;
use crate::state::{ContractState, Policy, SCHEMA_VERSION};

impl<C: Contract> Serialize for ContractState<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("State", 3)?;
        object.serialize_field("policies", &PoliciesRef(self))?;
        object.serialize_field("premise", &self.premise())?;
        object.serialize_field("version", &SCHEMA_VERSION)?;
        object.end()
    }
}

struct PoliciesRef<'a, C>(&'a ContractState<C>);

impl<C: Contract> Serialize for PoliciesRef<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.policies())
    }
}

impl<'de, C: Contract> Deserialize<'de> for ContractState<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload: Payload<C> = read_fields(deserializer, "a state")?;
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
#[serde(deny_unknown_fields, rename = "State", expecting = "a state", bound = "C: Contract")]
struct Payload<C> {
    policies: PoliciesOwned<C>,
    // Without this, an absent premise would be read as null.
    #[serde(deserialize_with = "Option::deserialize")]
    premise: Option<String>,
    version: u64,
}

/// Reads a struct by the names of its fields. Text formats would also take the fields as an array,
/// which import refuses.
pub(crate) fn read_fields<'de, D: Deserializer<'de>, P: Deserialize<'de>>(
    deserializer: D,
    expecting: &'static str,
) -> Result<P, D::Error> {
    if deserializer.is_human_readable() {
        deserializer.deserialize_map(FieldsByName { expecting, payload: PhantomData })
    } else {
        P::deserialize(deserializer)
    }
}

struct FieldsByName<P> {
    expecting: &'static str,
    payload: PhantomData<P>,
}

impl<'de, P: Deserialize<'de>> Visitor<'de> for FieldsByName<P> {
    type Value = P;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expecting)
    }

    fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<P, A::Error> {
        P::deserialize(MapAccessDeserializer::new(object))
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

struct PoliciesOwned<C>(ContractState<C>);

impl<'de, C: Contract> Deserialize<'de> for PoliciesOwned<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Policies<C>(PhantomData<C>);

        impl<'de, C: Contract> Visitor<'de> for Policies<C> {
            type Value = PoliciesOwned<C>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object from item to policy")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Self::Value, A::Error> {
                let mut policies = Collector::new();
                while let Some((item, policy)) = object.next_entry::<String, _>()? {
                    policies.take(&item, policy).map_err(A::Error::custom)?;
                }
                Ok(PoliciesOwned(policies.finish()))
            }
        }

        deserializer.deserialize_map(Policies(PhantomData))
    }
}
