//! Serializing to canonical JSON.

use std::fmt::{self, Display, Write};

use serde::ser::{self, Serialize};

use super::string::{is_plain, push_display, push_string};

/// The name of the newtype whose text is written as it is.
pub(super) const RAW: &str = "cc_text::json::Raw";

/// Appends `value` to `out` as canonical JSON.
///
/// The fields of structs have to be declared in the order of their names. These and the names of
/// variants must need no escapes. A debug build checks both. Maps have to give their keys in order,
/// as a `BTreeMap` of strings does.
///
/// # Errors
///
/// [`WriteError`], for what has no place in canonical JSON: floats, bytes, keys that are not
/// strings, fields out of order. `out` then ends in the middle of the value.
///
/// ```
/// use cc_text::json;
///
/// #[derive(serde::Serialize)]
/// struct Cup<'a> {
///     content: Option<&'a str>,
///     size: u32,
/// }
///
/// let mut out = String::from("cup: ");
/// json::push(&mut out, &Cup { content: Some("thé"), size: 2 })?;
/// assert_eq!(out, r#"cup: {"content":"th\u00e9","size":2}"#);
/// # Ok::<(), json::WriteError>(())
/// ```
pub fn push<T: Serialize + ?Sized>(out: &mut String, value: &T) -> Result<(), WriteError> {
    value.serialize(Serializer { out, raw: false })
}

/// `value` as canonical JSON text; see [`push`].
///
/// # Errors
///
/// As [`push`].
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    let mut out = String::new();
    push(&mut out, value)?;
    Ok(out)
}

/// What kept a value from being written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WriteErrorKind {
    /// A float, whose text would depend on the implementation.
    Float,
    /// Bytes, for which JSON has no form.
    Bytes,
    /// A key that is not a string, or the name of a field that would need escapes.
    Key,
    /// Fields whose names do not ascend.
    Order,
    /// What the value itself gave as an error.
    Custom,
}

/// A value that has no canonical JSON form.
///
/// ```
/// use cc_text::json::{self, WriteErrorKind};
///
/// assert_eq!(json::to_string(&0.5).unwrap_err().kind(), WriteErrorKind::Float);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(Box<Fault>);

/// Behind a pointer, so that what carries an error in the hot path is one word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fault {
    kind: WriteErrorKind,
    detail: String,
}

impl WriteError {
    #[cold]
    fn of(kind: WriteErrorKind) -> Self {
        WriteError(Box::new(Fault { kind, detail: String::new() }))
    }

    /// The kind of fault.
    #[must_use]
    pub fn kind(&self) -> WriteErrorKind {
        self.0.kind
    }
}

impl Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.kind {
            WriteErrorKind::Float => "canonical JSON has no floats",
            WriteErrorKind::Bytes => "JSON has no form for bytes",
            WriteErrorKind::Key => "a key must be a string, and a field's name plain ASCII",
            WriteErrorKind::Order => "fields must be declared in the order of their names",
            WriteErrorKind::Custom => &self.0.detail,
        })
    }
}

impl std::error::Error for WriteError {}

impl ser::Error for WriteError {
    fn custom<T: Display>(message: T) -> Self {
        WriteError(Box::new(Fault { kind: WriteErrorKind::Custom, detail: message.to_string() }))
    }
}

/// Writes one value.
struct Serializer<'o> {
    out: &'o mut String,
    /// Whether a string is JSON text itself.
    raw: bool,
}

impl Serializer<'_> {
    fn push(self, text: &str) -> Result<(), WriteError> {
        self.out.push_str(text);
        Ok(())
    }

    fn display(self, value: &dyn Display) -> Result<(), WriteError> {
        // Writing to a string cannot fail.
        let _ = write!(self.out, "{value}");
        Ok(())
    }
}

macro_rules! integers {
    ($($method:ident($integer:ty)),+) => {
        $(#[inline]
        fn $method(self, value: $integer) -> Result<(), WriteError> {
            // Versions and the like have one digit, which needs no formatting.
            match u8::try_from(value) {
                Ok(digit @ 0..=9) => {
                    self.out.push(char::from(b'0' + digit));
                    Ok(())
                }
                _ => self.display(&value),
            }
        })+
    };
}

impl<'o> ser::Serializer for Serializer<'o> {
    type Ok = ();
    type Error = WriteError;
    type SerializeSeq = Compound<'o>;
    type SerializeTuple = Compound<'o>;
    type SerializeTupleStruct = Compound<'o>;
    type SerializeTupleVariant = Compound<'o>;
    type SerializeMap = Compound<'o>;
    type SerializeStruct = Compound<'o>;
    type SerializeStructVariant = Compound<'o>;

    integers! {
        serialize_i8(i8), serialize_i16(i16), serialize_i32(i32), serialize_i64(i64),
        serialize_i128(i128), serialize_u8(u8), serialize_u16(u16), serialize_u32(u32),
        serialize_u64(u64), serialize_u128(u128)
    }

    fn serialize_bool(self, value: bool) -> Result<(), WriteError> {
        self.push(if value { "true" } else { "false" })
    }

    fn serialize_f32(self, _: f32) -> Result<(), WriteError> {
        Err(WriteError::of(WriteErrorKind::Float))
    }

    fn serialize_f64(self, _: f64) -> Result<(), WriteError> {
        Err(WriteError::of(WriteErrorKind::Float))
    }

    fn serialize_char(self, value: char) -> Result<(), WriteError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), WriteError> {
        if self.raw {
            return self.push(value);
        }
        push_string(self.out, value);
        Ok(())
    }

    #[inline]
    fn collect_str<T: Display + ?Sized>(self, value: &T) -> Result<(), WriteError> {
        push_display(self.out, value);
        Ok(())
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), WriteError> {
        Err(WriteError::of(WriteErrorKind::Bytes))
    }

    #[inline]
    fn serialize_none(self) -> Result<(), WriteError> {
        self.push("null")
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), WriteError> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), WriteError> {
        self.push("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), WriteError> {
        self.push("null")
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), WriteError> {
        check_plain(variant)?;
        self.out.push('"');
        self.out.push_str(variant);
        self.push("\"")
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), WriteError> {
        value.serialize(Serializer { raw: name == RAW, ..self })
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), WriteError> {
        let mut object = Compound::open(self.out, "{", "}");
        ser::SerializeStruct::serialize_field(&mut object, variant, value)?;
        object.close()
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Compound<'o>, WriteError> {
        Ok(Compound::open(self.out, "[", "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Compound<'o>, WriteError> {
        Ok(Compound::open(self.out, "[", "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Compound<'o>, WriteError> {
        Ok(Compound::open(self.out, "[", "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'o>, WriteError> {
        self.out.push('{');
        push_string(self.out, variant);
        Ok(Compound::open(self.out, ":[", "]}"))
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Compound<'o>, WriteError> {
        Ok(Compound::open(self.out, "{", "}"))
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Compound<'o>, WriteError> {
        Ok(Compound::open(self.out, "{", "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Compound<'o>, WriteError> {
        self.out.push('{');
        push_string(self.out, variant);
        Ok(Compound::open(self.out, ":{", "}}"))
    }
}

/// Checks, in a debug build, that a name of the program's own can be written as it is.
#[inline]
fn check_plain(name: &str) -> Result<(), WriteError> {
    if cfg!(debug_assertions) && !name.bytes().all(is_plain) {
        return Err(WriteError::of(WriteErrorKind::Key));
    }
    Ok(())
}

/// An array or object that is being written.
struct Compound<'o> {
    out: &'o mut String,
    close: &'static str,
    is_empty: bool,
    /// The last name of a field, as far as a debug build keeps it.
    last: Option<&'static str>,
}

impl<'o> Compound<'o> {
    #[inline]
    fn open(out: &'o mut String, open: &str, close: &'static str) -> Self {
        out.push_str(open);
        Compound { out, close, is_empty: true, last: None }
    }

    #[inline]
    fn next(&mut self) {
        if !self.is_empty {
            self.out.push(',');
        }
        self.is_empty = false;
    }

    #[inline]
    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        self.next();
        push(self.out, value)
    }

    /// Checks, in a debug build, that a name comes after the last.
    #[inline]
    fn check(&mut self, name: &'static str) -> Result<(), WriteError> {
        check_plain(name)?;
        if cfg!(debug_assertions) && self.last.replace(name).is_some_and(|last| last >= name) {
            return Err(WriteError::of(WriteErrorKind::Order));
        }
        Ok(())
    }

    #[inline]
    fn close(self) -> Result<(), WriteError> {
        self.out.push_str(self.close);
        Ok(())
    }
}

macro_rules! sequences {
    ($($trait:ident::$method:ident),+) => {
        $(impl ser::$trait for Compound<'_> {
            type Ok = ();
            type Error = WriteError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
                self.element(value)
            }

            #[inline]
            fn end(self) -> Result<(), WriteError> {
                self.close()
            }
        })+
    };
}

sequences! {
    SerializeSeq::serialize_element, SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field, SerializeTupleVariant::serialize_field
}

macro_rules! structs {
    ($($trait:ident),+) => {
        $(impl ser::$trait for Compound<'_> {
            type Ok = ();
            type Error = WriteError;

            // Inlined, so that names of known length are written without a call.
            #[inline(always)]
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), WriteError> {
                self.check(key)?;
                if self.is_empty {
                    self.is_empty = false;
                    self.out.push('"');
                } else {
                    self.out.push_str(",\"");
                }
                self.out.push_str(key);
                self.out.push_str("\":");
                push(self.out, value)
            }

            #[inline]
            fn end(self) -> Result<(), WriteError> {
                self.close()
            }
        })+
    };
}

structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Compound<'_> {
    type Ok = ();
    type Error = WriteError;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), WriteError> {
        self.next();
        let start = self.out.len();
        push(self.out, key)?;
        let written = self.out.get(start..).unwrap_or_default();
        if !written.starts_with('"') {
            return Err(WriteError::of(WriteErrorKind::Key));
        }
        self.out.push(':');
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        push(self.out, value)
    }

    #[inline]
    fn end(self) -> Result<(), WriteError> {
        self.close()
    }
}
