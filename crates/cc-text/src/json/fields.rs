//! Reading structs by the names of their fields alone.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// Deserializes a struct from an object. By itself, serde also takes an array of the fields'
/// values in their order from text formats. For use with `#[serde(deserialize_with)]`.
///
/// # Errors
///
/// Those of the deserializer, and any value that is not an object.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Point {
///     x: u32,
/// }
///
/// let read = |text| cc_text::json::by_name(&mut serde_json::Deserializer::from_str(text));
/// let point: Point = read(r#"{"x":1}"#)?;
/// assert_eq!(point.x, 1);
/// assert!(read("[1]").map(|point: Point| point.x).is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn by_name<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    by_name_as(deserializer, "an object")
}

/// [`by_name`], with what is expected in the words of an error.
///
/// # Errors
///
/// As [`by_name`].
pub fn by_name_as<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
    expecting: &'static str,
) -> Result<T, D::Error> {
    struct Fields<T>(&'static str, PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_map<A: MapAccess<'de>>(self, object: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(object))
        }
    }

    if deserializer.is_human_readable() {
        deserializer.deserialize_map(Fields(expecting, PhantomData))
    } else {
        T::deserialize(deserializer)
    }
}
