//! What the file of the history holds after anything that may happen to it.

use super::*;

/// A file of a history that holds `text`, and the directory that it is in.
fn file(text: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("history");
    fs::write(&path, text).unwrap();
    (directory, path)
}

#[test]
fn entries_come_back_as_they_were_whatever_is_in_them() {
    let (_directory, path) = file(b"");
    let entries = ["use tea", r"\", r"\n", "two\nlines", "\0\u{1b}[2J", "r\u{e9}sum\u{e9} \\\\ \n"];
    for entry in entries {
        append(&path, entry).unwrap();
    }
    assert_eq!(load(&path).unwrap(), entries);
    assert!(fs::read(&path).unwrap().starts_with(b"#V2\nuse tea\n"));
}

#[test]
fn a_backslash_that_begins_no_escape_stands_for_itself() {
    let (_directory, path) = file(b"#V2\na\\b\n\\\n\xff\n\nlast\\n\n");
    assert_eq!(load(&path).unwrap(), [r"a\b", r"\", "last\n"]);
}

#[test]
fn a_file_cut_anywhere_gives_the_entries_before_the_cut_and_takes_more() {
    let whole = b"#V2\nuse one\nuse \xc3\xa9\nuse three\n";
    let names = ["use one", "use \u{e9}", "use three"];
    for cut in HEADER.len()..=whole.len() {
        let count = whole[HEADER.len()..cut].iter().filter(|byte| **byte == b'\n').count();
        for loads_first in [true, false] {
            let (_directory, path) = file(&whole[..cut]);
            let mut expected = names[..count].to_vec();
            if loads_first {
                assert_eq!(load(&path).unwrap(), expected, "cut at {cut}");
            }
            append(&path, "next").unwrap();
            expected.push("next");
            assert_eq!(load(&path).unwrap(), expected, "cut at {cut}");
        }
    }
}

#[test]
fn what_is_no_history_is_refused_and_left_as_it_is() {
    let long = [b"#V2\n".to_vec(), vec![b'x'; 2 << 20]].concat();
    for text in [&b"#"[..], b"#V2", b"#V3\n", b"\n#V2\n", b"\xff\0\n", b"notes\nof mine\n", &long] {
        let (_directory, path) = file(text);
        let error = prepare(&path).and_then(|()| load(&path)).unwrap_err();
        assert_eq!(error.to_string(), "it is not a history");
        assert!(fs::read(&path).unwrap() == text);
    }
}

#[test]
fn a_long_history_loses_its_oldest_entries() {
    let mut text = HEADER.to_vec();
    for number in 0..200_000 {
        text.extend_from_slice(format!("use item {number}\n").as_bytes());
    }
    let (_directory, path) = file(&text);
    assert_eq!(load(&path).unwrap().last().unwrap(), "use item 199999");
    let kept = fs::metadata(&path).unwrap().len();
    assert!((KEPT_BYTES as u64 - 64..=KEPT_BYTES as u64 + 4).contains(&kept), "{kept}");
    let entries = load(&path).unwrap();
    let first = 200_000 - entries.len();
    for (number, entry) in (first..).zip(&entries) {
        assert_eq!(*entry, format!("use item {number}"));
    }
}

#[test]
fn an_entry_too_long_to_be_kept_leaves_the_others() {
    let (_directory, path) = file(b"");
    append(&path, "use tea").unwrap();
    append(&path, &"x".repeat(LONGEST_ENTRY + 1)).unwrap();
    let longest = "\n".repeat(LONGEST_ENTRY);
    append(&path, &longest).unwrap();
    assert_eq!(load(&path).unwrap(), ["use tea", &longest]);
}

#[test]
fn sessions_that_share_a_file_lose_no_entry_and_mix_none() {
    let (_directory, path) = file(b"");
    std::thread::scope(|scope| {
        for session in 0..4 {
            let path = &path;
            scope.spawn(move || {
                for number in 0..50 {
                    append(path, &format!("use item {session} {number}")).unwrap();
                }
            });
        }
    });
    let mut entries = load(&path).unwrap();
    entries.sort();
    let mut expected: Vec<String> = (0..4)
        .flat_map(|session| (0..50).map(move |number| format!("use item {session} {number}")))
        .collect();
    expected.sort();
    assert_eq!(entries, expected);
}
