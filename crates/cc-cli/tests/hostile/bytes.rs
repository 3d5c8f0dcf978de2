//! Bytes that arrive in two parts, cut at every place there is.

use std::io::{Read, Write};

use crate::common::{Files, Mode, ended};

/// Gives `input` in two writes, and reads what is due after the first before the second is made.
#[track_caller]
fn cut(mode: &Mode, first: &[u8], second: &[u8], due: &[u8], whole: &[u8]) {
    let (mut child, mut stdin) = mode.spawn();
    let mut stdout = child.stdout.take().unwrap();
    stdin.write_all(first).unwrap();
    // What is due is read before the next write, so the first was read by itself, however short the
    // line is that it leaves behind.
    let mut early = vec![0; due.len()];
    stdout.read_exact(&mut early).unwrap();
    assert_eq!(early, due, "{:?} on {:?}", mode.arguments, first.escape_ascii().to_string());
    stdin.write_all(second).unwrap();
    drop(stdin);
    let mut late = Vec::new();
    stdout.read_to_end(&mut late).unwrap();
    assert_eq!(
        [early, late].concat(),
        whole,
        "{:?}, cut after {:?}",
        mode.arguments,
        first.escape_ascii().to_string()
    );
    assert_eq!(ended(child), (String::new(), Some(0)));
}

/// Cuts an input of some lines, which follow a first one, at every place.
fn cut_everywhere(mode: &Mode, lines: &[u8]) {
    let first_line = [mode.lines[0].as_slice(), b"\n"].concat();
    let whole_input = [first_line.as_slice(), lines].concat();
    let whole = mode.answers_to(&whole_input);
    for at in first_line.len()..=whole_input.len() {
        let (first, second) = whole_input.split_at(at);
        let last_end = first.iter().rposition(|byte| matches!(byte, b'\n' | b'\r')).unwrap();
        let due = mode.answers_to(&first[..=last_end]);
        cut(mode, first, second, &due, &whole);
    }
}

#[test]
fn text_of_any_kind_can_be_cut_at_every_byte() {
    // Characters of two, three and four bytes, every kind of wrong ones, and every line ending.
    let lines: &[u8] =
        b"use \xc3\xa9\xe2\x82\xac\xf0\x9f\x8d\xb5\r\nx \xe2\x82 \xf0\x9f\x8d\r\xc0\x80\xed\xa0\x80\r\n\xff\n\r\n";
    let files = Files::new();
    let modes = files.modes();
    std::thread::scope(|scope| {
        for mode in [&modes[0], &modes[1], &modes[6], &modes[11]] {
            scope.spawn(move || cut_everywhere(mode, lines));
        }
    });
}

#[test]
fn every_mode_takes_its_own_lines_cut_at_every_byte() {
    let files = Files::new();
    let modes = files.modes();
    std::thread::scope(|scope| {
        for mode in &modes {
            scope.spawn(move || {
                cut_everywhere(mode, &[mode.lines[0].as_slice(), b"\r\n\xc3"].concat());
            });
        }
    });
}
