use super::*;

#[test]
fn keys_that_are_written_apart_are_the_same() {
    assert!(facts(r#"{"premise":1,"\u0070remise":2}"#).duplicate_key);
    assert!(facts(r#"[{"a":{"b":1,"b":1}}]"#).duplicate_key);
    assert!(!facts(r#"{"a":{"b":1},"b":["a","a"]}"#).duplicate_key);
}

#[test]
fn words_count_outside_of_strings_only() {
    assert!(facts("[NaN]").not_a_number);
    assert!(facts("-Infinity").not_a_number);
    assert!(!facts(r#"{"NaN":"Infinity"}"#).not_a_number);
}

#[test]
fn half_a_pair_is_found_and_a_whole_one_is_not() {
    for lone in [r#""\ud800""#, r#""\udc00""#, r#""\ude00\ud83d""#, r#""\ud83dx\ude00""#] {
        assert!(facts(lone).lone_surrogate, "{lone}");
    }
    for whole in [r#""\ud83d\ude00""#, r#""\\ud800""#, r#""\n\ud83d\ude00\u00e9""#] {
        assert!(!facts(whole).lone_surrogate, "{whole}");
    }
}

#[test]
fn versions_and_numbers_are_kept_as_they_are_written() {
    let found = facts(r#"{"version": 2.0, "x": {"checkpoint_version":true}}"#);
    let versions = [("version", "2.0"), ("checkpoint_version", "true")];
    assert_eq!(found.versions, versions.map(|(key, it)| (key.to_owned(), it.to_owned())));
    assert!(facts("1e400").huge_number);
    assert!(!facts(r#"[1e300,"1e400"]"#).huge_number);
}

#[test]
fn nesting_is_counted_and_containers_in_policies_are_found() {
    assert_eq!(facts("[[[]]][").depth, 3);
    assert!(facts(r#"{"policies":{"a":[]}}"#).container_in_object);
    assert!(!facts(r#"{"policies":{"a":"use"}}"#).container_in_object);
    assert!(facts(r#"{"pending": {}}"#).pending && facts(r#"{"pending":"x"}"#).pending);
    assert!(!facts(r#"{"pending": null}"#).pending);
}

#[test]
fn any_text_is_read() {
    for text in ["", "\"", "\"\\", "{\"a", "}}]]", "\u{feff}{", "é\"é\\u12", "\"\\u\u{e9}\u{e9}\""]
    {
        facts(text);
    }
    assert!(facts("\u{feff}{}").byte_order_mark);
}
