//! serde support: the object of [`ContractState::export_json`], under the checks of
//! [`ContractState::import_json`].

use std::fmt;
use std::marker::PhantomData;

use cc_text::json::by_name_as;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::collect::Collector;
use crate::identity::ContractPremise;
use crate::normalize::Normalize;
use crate::state::{ContractState, SCHEMA_VERSION};

impl<C: Normalize> Serialize for ContractState<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("State", 3)?;
        object.serialize_field("policies", &PoliciesRef(self))?;
        object.serialize_field("premise", &self.premise())?;
        object.serialize_field("version", &SCHEMA_VERSION)?;
        object.end()
    }
}

struct PoliciesRef<'a, C>(&'a ContractState<C>);

impl<C: Normalize> Serialize for PoliciesRef<'_, C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.policies())
    }
}

impl<'de, C: Normalize> Deserialize<'de> for ContractState<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let payload: Payload<C> = by_name_as(deserializer, "a state")?;
        if payload.version != SCHEMA_VERSION {
            return Err(D::Error::custom(format_args!(
                "field `version` must be the integer {SCHEMA_VERSION}, not {}",
                payload.version
            )));
        }
        let PoliciesOwned(mut state) = payload.policies;
        if let Some(text) = payload.premise {
            let Some(premise) = ContractPremise::new(&text) else {
                return Err(D::Error::custom("field `premise` is empty or only white space"));
            };
            state.set_premise(Some(premise));
        }
        Ok(state)
    }
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields, rename = "State", expecting = "a state", bound = "C: Normalize")]
struct Payload<C> {
    policies: PoliciesOwned<C>,
    // Without this, an absent premise would be read as null.
    #[serde(deserialize_with = "Option::deserialize")]
    premise: Option<String>,
    version: u64,
}

struct PoliciesOwned<C>(ContractState<C>);

impl<'de, C: Normalize> Deserialize<'de> for PoliciesOwned<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Policies<C>(PhantomData<C>);

        impl<'de, C: Normalize> Visitor<'de> for Policies<C> {
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
