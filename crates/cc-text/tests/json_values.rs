//! The serializer of canonical JSON against a naive writer, and what it refuses.

#![allow(clippy::expect_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::BTreeMap;
use std::fmt;

use cc_oracle::{canonical, check};
use cc_text::json::{self, Raw, WriteError, WriteErrorKind, by_name, by_name_as, push, to_string};
use proptest::prelude::*;
use serde::ser::{SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

/// A value of every shape that serde derives and that canonical JSON has a form for.
#[derive(Clone, Debug, PartialEq, Serialize)]
enum Shape {
    Alone,
    Bool(bool),
    Byte(u8),
    Integer(i64),
    Large(u64),
    Character(char),
    Text(String),
    Newtype(Newtype),
    Unit(()),
    UnitStruct(UnitStruct),
    Optional(Option<Box<Shape>>),
    List(Vec<Shape>),
    Pair(Box<Shape>, String),
    TupleStruct(TupleStruct),
    Map(BTreeMap<String, Shape>),
    ByCharacter(BTreeMap<char, u8>),
    Struct(Struct),
    Fields { above: u16, below: Option<i32>, zero: Box<Shape> },
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Newtype(String);

#[derive(Clone, Debug, PartialEq, Serialize)]
struct UnitStruct;

#[derive(Clone, Debug, PartialEq, Serialize)]
struct TupleStruct(i8, Vec<u32>, String);

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Struct {
    a: Box<Shape>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<i16>,
    #[serde(rename = "c d")]
    renamed: String,
    z: Vec<Option<String>>,
}

fn shapes() -> impl Strategy<Value = Shape> {
    let leaf = prop_oneof![
        Just(Shape::Alone),
        Just(Shape::Unit(())),
        Just(Shape::UnitStruct(UnitStruct)),
        Just(Shape::Optional(None)),
        any::<bool>().prop_map(Shape::Bool),
        any::<u8>().prop_map(Shape::Byte),
        any::<i64>().prop_map(Shape::Integer),
        any::<u64>().prop_map(Shape::Large),
        any::<char>().prop_map(Shape::Character),
        any::<String>().prop_map(Shape::Text),
        any::<String>().prop_map(|text| Shape::Newtype(Newtype(text))),
        (any::<i8>(), any::<Vec<u32>>(), any::<String>())
            .prop_map(|(one, two, three)| Shape::TupleStruct(TupleStruct(one, two, three))),
        prop::collection::btree_map(any::<char>(), any::<u8>(), 0..4).prop_map(Shape::ByCharacter),
    ];
    leaf.prop_recursive(4, 24, 4, |shape| {
        let boxed = || shape.clone().prop_map(Box::new);
        let texts = prop::collection::vec(any::<Option<String>>(), 0..3);
        prop_oneof![
            boxed().prop_map(|shape| Shape::Optional(Some(shape))),
            prop::collection::vec(shape.clone(), 0..4).prop_map(Shape::List),
            (boxed(), any::<String>()).prop_map(|(shape, text)| Shape::Pair(shape, text)),
            prop::collection::btree_map(any::<String>(), shape.clone(), 0..4).prop_map(Shape::Map),
            (boxed(), any::<Option<i16>>(), any::<String>(), texts)
                .prop_map(|(a, b, renamed, z)| Shape::Struct(Struct { a, b, renamed, z })),
            (any::<u16>(), any::<Option<i32>>(), boxed())
                .prop_map(|(above, below, zero)| Shape::Fields { above, below, zero }),
        ]
    })
}

#[test]
fn any_value_is_written_as_the_naive_writer_writes_it() {
    check(4_000, 0x5eed_0902, &shapes(), |shape| {
        let expected = canonical(&serde_json::to_value(&shape).expect("JSON"));
        let written = to_string(&shape);
        prop_assert_eq!(written.as_deref(), Ok(expected.as_str()));
        let mut after = String::from("before ");
        prop_assert_eq!(push(&mut after, &shape), Ok(()));
        prop_assert_eq!(after, format!("before {expected}"));
        Ok(())
    });
}

#[test]
fn each_shape_has_its_exact_bytes() {
    fn written(value: &impl Serialize) -> String {
        to_string(value).expect("canonical")
    }
    assert_eq!(written(&Shape::Alone), r#""Alone""#);
    assert_eq!(
        written(&Shape::Pair(Box::new(Shape::Unit(())), "\t".into())),
        r#"{"Pair":[{"Unit":null},"\t"]}"#
    );
    assert_eq!(written(&Newtype("é".into())), r#""\u00e9""#);
    assert_eq!(written(&(1, true, 'x', None::<()>, "")), r#"[1,true,"x",null,""]"#);
    assert_eq!(written(&[0_u8; 0]), "[]");
    assert_eq!(written(&BTreeMap::<String, u8>::new()), "{}");
    let keys = BTreeMap::from([("\u{ffff}", 1), ("\u{1f600}", 2), ("\"", 3)]);
    assert_eq!(written(&keys), r#"{"\"":3,"\uffff":1,"\ud83d\ude00":2}"#);
    assert_eq!(written(&(i128::MIN, u128::MAX)), format!("[{},{}]", i128::MIN, u128::MAX));
    let fields = Shape::Fields { above: 1, below: Some(-1), zero: Box::new(Shape::Alone) };
    assert_eq!(written(&fields), r#"{"Fields":{"above":1,"below":-1,"zero":"Alone"}}"#);
}

#[test]
fn what_a_value_displays_is_a_string() {
    struct Shown;

    impl Serialize for Shown {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("{}\n{}", '"', '\u{1f600}'))
        }
    }

    assert_eq!(to_string(&Shown).as_deref(), Ok(r#""\"\n\ud83d\ude00""#));
}

#[test]
fn raw_text_is_written_as_it_is_and_is_a_string_elsewhere() {
    assert_eq!(to_string(&Raw("{ }")).as_deref(), Ok("{ }"));
    assert_eq!(to_string(&[Some(Raw("null")), None]).as_deref(), Ok("[null,null]"));
    assert_eq!(serde_json::to_string(&Raw("{}")).expect("JSON"), r#""{}""#);
    // What is around it is not raw.
    assert_eq!(to_string(&(Raw("1"), "1", Newtype("2".into()))).as_deref(), Ok(r#"[1,"1","2"]"#));
}

fn refused(value: &impl Serialize) -> WriteErrorKind {
    to_string(value).expect_err("refused").kind()
}

/// Serializes by a function.
struct By<F>(F);

impl<F: Fn() -> Kind> Serialize for By<F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (self.0)() {
            Kind::Bytes => serializer.serialize_bytes(b"x"),
            Kind::Fields(names) => {
                let mut fields = serializer.serialize_struct("Fields", names.len())?;
                for name in names {
                    fields.serialize_field(name, &0)?;
                }
                fields.end()
            }
            Kind::Custom => Err(serde::ser::Error::custom("no tea")),
        }
    }
}

enum Kind {
    Bytes,
    Fields(&'static [&'static str]),
    Custom,
}

#[test]
fn what_has_no_canonical_form_is_refused() {
    assert_eq!(refused(&0.5_f32), WriteErrorKind::Float);
    assert_eq!(refused(&1.0_f64), WriteErrorKind::Float);
    assert_eq!(refused(&[Some(f64::NAN)]), WriteErrorKind::Float);
    assert_eq!(refused(&By(|| Kind::Bytes)), WriteErrorKind::Bytes);
    assert_eq!(refused(&By(|| Kind::Custom)), WriteErrorKind::Custom);
    assert_eq!(refused(&BTreeMap::from([(1, "x")])), WriteErrorKind::Key);
    assert_eq!(refused(&BTreeMap::from([(true, "x")])), WriteErrorKind::Key);
    assert_eq!(refused(&BTreeMap::from([(None::<String>, "x")])), WriteErrorKind::Key);
    assert_eq!(refused(&BTreeMap::from([(vec!["x"], "x")])), WriteErrorKind::Key);
    // Whatever is around it.
    assert_eq!(refused(&Shape::Map(BTreeMap::new()).with(0.5)), WriteErrorKind::Float);
}

impl Shape {
    fn with(self, number: f64) -> impl Serialize {
        (self, BTreeMap::from([("x", [number])]))
    }
}

#[cfg(debug_assertions)]
#[test]
fn fields_out_of_order_are_refused_in_a_debug_build() {
    assert_eq!(
        to_string(&By(|| Kind::Fields(&["a", "a b", "b"]))).as_deref(),
        Ok(r#"{"a":0,"a b":0,"b":0}"#)
    );
    assert_eq!(refused(&By(|| Kind::Fields(&["b", "a"]))), WriteErrorKind::Order);
    assert_eq!(refused(&By(|| Kind::Fields(&["a", "a"]))), WriteErrorKind::Order);
    for name in ["é", "\"", "\\", "\n"] {
        let names: &'static [&'static str] = Box::leak(vec![name].into_boxed_slice());
        assert_eq!(refused(&By(|| Kind::Fields(names))), WriteErrorKind::Key, "{name:?}");
    }
}

#[test]
fn an_error_says_what_was_wrong() {
    let message =
        |value: &dyn Fn() -> Result<String, WriteError>| value().expect_err("refused").to_string();
    assert_eq!(message(&|| to_string(&0.5)), "canonical JSON has no floats");
    assert_eq!(message(&|| to_string(&By(|| Kind::Bytes))), "JSON has no form for bytes");
    assert_eq!(message(&|| to_string(&By(|| Kind::Custom))), "no tea");
    assert_eq!(
        message(&|| to_string(&BTreeMap::from([(1, 1)]))),
        "a key must be a string, and a field's name plain ASCII"
    );
    let error: Box<dyn std::error::Error + Send + Sync> =
        to_string(&0.5).expect_err("refused").into();
    assert_eq!(error.to_string(), "canonical JSON has no floats");
}

/// Sequences and maps whose length is not known are written like any other.
#[test]
fn lengths_need_not_be_known() {
    struct Unsized;

    impl Serialize for Unsized {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            map.serialize_entry("list", &List)?;
            map.end()
        }
    }

    struct List;

    impl Serialize for List {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut list = serializer.serialize_seq(None)?;
            list.serialize_element(&1)?;
            list.serialize_element(&2)?;
            list.end()
        }
    }

    assert_eq!(to_string(&Unsized).as_deref(), Ok(r#"{"list":[1,2]}"#));
}

#[test]
fn a_struct_is_read_by_the_names_of_its_fields_alone() {
    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Cup {
        content: Option<String>,
        size: u32,
    }

    fn read(text: &str) -> Result<Cup, serde_json::Error> {
        by_name(&mut serde_json::Deserializer::from_str(text))
    }

    let cup = Cup { content: Some("tea".into()), size: 2 };
    assert_eq!(read(r#"{"size":2,"content":"tea"}"#).expect("a cup"), cup);
    for bad in ["[\"tea\",2]", "null", "2", "\"x\"", r#"{"size":2,"x":1}"#, r#"{"content":null}"#] {
        assert!(read(bad).is_err(), "{bad}");
    }
    assert!(read("[]").unwrap_err().to_string().contains("expected an object"));
    let read = by_name_as::<_, Cup>(&mut serde_json::Deserializer::from_str("[]"), "a cup");
    assert!(read.unwrap_err().to_string().contains("expected a cup"));
}

/// `fmt::Display` of any value can be pushed without making its text first.
#[test]
fn a_value_that_displays_itself_in_pieces_is_one_string() {
    struct Pieces;

    impl fmt::Display for Pieces {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            ["\u{7f}", "a", "\\"].iter().try_for_each(|piece| f.write_str(piece))
        }
    }

    let mut out = String::new();
    json::push_display(&mut out, &Pieces);
    assert_eq!(out, r#""\u007fa\\""#);
}
