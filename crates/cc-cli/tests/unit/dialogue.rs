//! What the REPL answers, as people read it.

use cc_contract::ContractName;

use super::*;

fn dialogue() -> Dialogue {
    dialogue_of(ContractName::V0_9)
}

fn dialogue_of(contract: ContractName) -> Dialogue {
    Dialogue::new(AnyEngine::new(contract), Paint::plain())
}

/// What is answered to each entry, after the entry itself.
fn talk(dialogue: &mut Dialogue, entries: &[&str]) -> String {
    let mut out = String::new();
    for entry in entries {
        out.push_str(&format!(">>> {}\n", visible(entry)));
        if let Flow::Stop = dialogue.take(entry, &mut out) {
            out.push_str("(left)\n");
        }
    }
    out
}

#[test]
fn directives_and_ordinary_text() {
    let mut dialogue = dialogue();
    insta::assert_snapshot!(talk(&mut dialogue, &["use Tea", "hello", "step state", "state"]), @"
    >>> use Tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> hello
    no_directive
    >>> step state
    no_directive
    >>> state
    premise: (none)
    policies:
    - use tea
    ");
}

#[test]
fn an_error_lists_repairs_that_can_be_submitted_one_after_the_other() {
    let mut dialogue = dialogue();
    let entries =
        ["prohibit tea", "use Tea", ":repair 3", ":repair 1", "yes", ":repair 2", "OK!", "state"];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @r#"
    >>> prohibit tea
    updated
    premise: (none)
    policies:
    - prohibit tea
    >>> use Tea
    error: "tea" is currently prohibited.
    Remove or replace it before using it.
    repairs (`:repair N` submits one):
      1. remove policy Tea
      2. use Tea
    >>> :repair 3
    error: `:repair` takes a number from 1 to 2
    >>> :repair 1
    submit `remove policy Tea`? (yes or no)
    >>> yes
    > remove policy Tea
    updated
    premise: (none)
    policies: (none)
    >>> :repair 2
    submit `use Tea`? (yes or no)
    >>> OK!
    > use Tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> state
    premise: (none)
    policies:
    - use tea
    "#);
}

#[test]
fn repairs_are_forgotten_with_the_next_input() {
    let mut dialogue = dialogue();
    let entries = [
        "change premise to x",
        "hello",
        ":repair 1",
        ":repair",
        "change premise to x",
        ":repair 0",
    ];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @"
    >>> change premise to x
    error: No premise is set.
    Use 'set premise <value>' to define one.
    repairs (`:repair N` submits one):
      1. set premise x
    >>> hello
    no_directive
    >>> :repair 1
    error: there are no repairs to submit
    >>> :repair
    error: there are no repairs to submit
    >>> change premise to x
    error: No premise is set.
    Use 'set premise <value>' to define one.
    repairs (`:repair N` submits one):
      1. set premise x
    >>> :repair 0
    error: `:repair` takes a number; the only one is 1
    ");
}

#[test]
fn a_failure_without_repairs_lists_none() {
    let mut dialogue = dialogue();
    insta::assert_snapshot!(talk(&mut dialogue, &["use a instead of b", "change premise to to x"]), @r#"
    >>> use a instead of b
    error: "b" is not currently in use.
    Replacement requires an active 'use' policy.
    >>> change premise to to x
    error: No premise is set.
    Use 'set premise <value>' to define one.
    "#);
}

#[test]
fn a_line_that_is_not_canonical_is_shown_with_its_fault_and_never_rewritten() {
    let mut dialogue = dialogue();
    let entries = [
        "use tea and prohibit coffee",
        "set premise to be brief",
        "use",
        "use tea instead of",
        "  use instead of tea",
        "clear premise please",
        "use \u{4f60}\u{597d} and prohibit x\u{200b}y",
    ];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @r"
    >>> use tea and prohibit coffee
    no_directive
      use tea and prohibit coffee
                  ^^^^^^^^
    a second directive begins here, and an input holds one
    >>> set premise to be brief
    no_directive
      set premise to be brief
                  ^^
    `to` belongs to `change premise to`, not to `set premise`
    >>> use
    no_directive
      use
         ^
    the item is missing
    >>> use tea instead of
    no_directive
      use tea instead of
                        ^
    the item to be replaced is missing
    >>>   use instead of tea
    no_directive
        use instead of tea
            ^
    the item to use instead is missing
    >>> clear premise please
    no_directive
      clear premise please
                    ^^^^^^
    nothing may follow this directive
    >>> use 你好 and prohibit x\u{200b}y
    no_directive
      use 你好 and prohibit x\u{200b}y
                   ^^^^^^^^
    a second directive begins here, and an input holds one
    ");
}

#[test]
fn a_long_line_is_shown_around_its_fault() {
    let mut dialogue = dialogue();
    let line = format!("use {} prohibit {}", "a".repeat(100), "b".repeat(100));
    let mut out = String::new();
    dialogue.take(&line, &mut out);
    insta::assert_snapshot!(out, @"
    no_directive
      ...aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa prohibit bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb...
                                        ^^^^^^^^
    a second directive begins here, and an input holds one
    ");
}

#[test]
fn preview_shows_and_changes_nothing() {
    let mut dialogue = dialogue();
    let entries = [
        "use tea",
        "preview use cocoa instead of tea",
        "preview prohibit tea",
        "preview use tea",
        "preview set premise x",
        "preview hello",
        "preview use",
        "preview",
        "state",
    ];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @r#"
    >>> use tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> preview use cocoa instead of tea
    preview
    updated
    would_mutate: yes
    diff:
    + use cocoa
    - use tea
    >>> preview prohibit tea
    preview
    error: "tea" is currently in use.
    Remove or replace it before prohibiting it.
    would_mutate: no
    diff: (none)
    >>> preview use tea
    preview
    updated
    would_mutate: no
    diff: (none)
    >>> preview set premise x
    preview
    updated
    would_mutate: yes
    diff:
    ~ premise: (none) -> x
    >>> preview hello
    preview
    no_directive
    would_mutate: no
    diff: (none)
    >>> preview use
    preview
    no_directive
    would_mutate: no
    diff: (none)
      use
         ^
    the item is missing
    >>> preview
    error: preview requires input.
    Use 'preview <input>'.
    >>> state
    premise: (none)
    policies:
    - use tea
    "#);
}

#[test]
fn diff_shows_the_last_change_only() {
    let mut dialogue = dialogue();
    let entries = [
        ":diff",
        "use tea",
        "use tea",
        "hello",
        ":diff",
        "use cocoa instead of tea",
        ":diff",
        "set premise a",
        "change premise to b",
        ":diff",
        "clear state",
        ":diff",
    ];
    let talk = talk(&mut dialogue, &entries);
    let diffs: Vec<&str> = talk.split(">>> :diff\n").skip(1).collect();
    insta::assert_snapshot!(diffs.join("---\n"), @"
    diff: (none)
    >>> use tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> use tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> hello
    no_directive
    ---
    diff:
    + use tea
    >>> use cocoa instead of tea
    updated
    premise: (none)
    policies:
    - use cocoa
    ---
    diff:
    + use cocoa
    - use tea
    >>> set premise a
    updated
    premise: a
    policies:
    - use cocoa
    >>> change premise to b
    updated
    premise: b
    policies:
    - use cocoa
    ---
    diff:
    ~ premise: a -> b
    >>> clear state
    updated
    premise: (none)
    policies: (none)
    ---
    diff:
    ~ premise: b -> (none)
    - use cocoa
    ");
}

#[test]
fn lines_pasted_together_are_taken_one_by_one() {
    let mut dialogue = dialogue();
    insta::assert_snapshot!(talk(&mut dialogue, &["use a\r\n\n prohibit b\nexit\nuse c"]), @r"
    >>> use a\u{d}\u{a}\u{a} prohibit b\u{a}exit\u{a}use c
    > use a
    updated
    premise: (none)
    policies:
    - use a
    >  prohibit b
    updated
    premise: (none)
    policies:
    - use a
    - prohibit b
    > exit
    (left)
    ");
    assert_eq!(
        dialogue.engine.export_json(),
        r#"{"policies":{"a":"use","b":"prohibit"},"premise":null,"version":2}"#
    );
}

#[test]
fn save_and_load_replace_a_file_and_the_state_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("state.json");
    let path = path.to_str().unwrap();
    let mut dialogue = dialogue();
    let mut out = String::new();
    dialogue.take("use tea", &mut out);
    for entry in [":save PATH", ":save PATH", "n", ":save PATH", "y", ":save! PATH"] {
        dialogue.take(&entry.replace("PATH", path), &mut out);
    }
    let saved = std::fs::read_to_string(path).unwrap();
    assert_eq!(saved, "{\"policies\":{\"tea\":\"use\"},\"premise\":null,\"version\":2}\n");
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1);

    dialogue.take("clear state", &mut out);
    dialogue.take(&format!(":load {path}"), &mut out);
    assert_eq!(dialogue.engine.export_json(), saved.trim_end());

    let m1 = r#"{"facts":{"focus.device":null},"policies":{"prohibit":[]},"version":1}"#;
    for text in ["{}", m1] {
        std::fs::write(path, text).unwrap();
        dialogue.take(&format!(":load {path}"), &mut out);
    }
    dialogue.take(":load", &mut out);
    dialogue.take(":save", &mut out);
    dialogue.take(":save!", &mut out);
    dialogue.take(&format!(":save {}/no/such/place", directory.path().display()), &mut out);
    assert_eq!(dialogue.engine.export_json(), saved.trim_end());
    let directory = directory.path().to_str().unwrap();
    insta::assert_snapshot!(out.replace(directory, "DIR"), @"
    updated
    premise: (none)
    policies:
    - use tea
    saved `DIR/state.json`
    replace `DIR/state.json`? (yes or no)
    not saved
    replace `DIR/state.json`? (yes or no)
    saved `DIR/state.json`
    saved `DIR/state.json`
    updated
    premise: (none)
    policies: (none)
    loaded
    premise: (none)
    policies:
    - use tea
    error: load failed: Invalid state payload: field `policies` is missing (file `DIR/state.json`)
    error: load failed: Invalid state payload: unknown field `facts`; this is a state of contract m1, which `context-compiler migrate` converts (file `DIR/state.json`)
    error: `:load` takes the path of a file
    error: `:save` takes the path of a file
    error: `:save!` takes the path of a file
    error: cannot write `DIR/no/such/place`: entity not found
    ");
}

#[test]
#[cfg(unix)]
fn saving_keeps_the_permissions_of_a_file_and_follows_a_link() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let directory = tempfile::tempdir().unwrap();
    let (target, link) = (directory.path().join("target"), directory.path().join("link"));
    std::fs::write(&target, "").unwrap();
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&target, &link).unwrap();
    files::save("text", &link).unwrap();
    assert!(link.is_symlink());
    let metadata = std::fs::metadata(&target).unwrap();
    assert_eq!(metadata.permissions().mode() & 0o777, 0o640);
    assert_eq!(metadata.len(), 4);
}

#[test]
fn help_exit_and_what_is_no_command() {
    let mut dialogue = dialogue();
    insta::assert_snapshot!(talk(&mut dialogue, &["help", ":wq", ":diff x", "?!", "", " EXIT "]), @"
    >>> help
    Directives:
      set premise <value>                     set the premise, if none is set
      change premise to <value>               change the premise
      use <item>                              use an item
      prohibit <item>                         prohibit an item
      remove policy <item>                    remove the policy of an item
      use <new item> instead of <old item>    replace an item that is in use
      clear premise                           remove the premise
      reset policies                          remove all policies
      clear state                             remove everything
    Commands:
      state              show the state
      preview <text>     show what an input would do, without doing it
      step <text>        submit an input, even one that looks like a command
      :diff              show the last change
      :repair <n>        submit a repair listed by the last error, after asking
      :save <path>       save the state to a file, after asking if it is there
      :save! <path>      save the state to a file without asking
      :load <path>       replace the state with one from a file
      help, ?            show this help
      exit, quit         leave (or press Ctrl-D; Ctrl-C drops the line or a question)
    Anything else is ordinary text.
    >>> :wq
    error: `:wq` is not a command; type `help` for help
    >>> :diff x
    error: `:diff x` is not a command; type `help` for help
    >>> ?!
    no_directive
    >>> 
    >>>  EXIT 
    (left)
    ");
    assert!(talk(&mut dialogue, &["?"]).contains("help, ?            show this help\n"));
}

#[test]
fn colour_marks_decisions_and_faults_and_changes_no_text() {
    let entries = ["use tea", "prohibit tea", "hello", "use", "use a\nuse b"];
    let plain = talk(&mut dialogue(), &entries);
    let colourful = Paint::colourful();
    let painted = talk(&mut Dialogue::new(AnyEngine::new(ContractName::V0_9), colourful), &entries);
    for sequence in ["\u{1b}[32mupdated\u{1b}[0m", "\u{1b}[1m\u{1b}[31merror:\u{1b}[0m"] {
        assert!(painted.contains(sequence), "{painted:?}");
    }
    let mut stripped = String::new();
    for (index, piece) in painted.split('\u{1b}').enumerate() {
        stripped.push_str(if index == 0 { piece } else { piece.split_once('m').unwrap().1 });
    }
    assert_eq!(stripped, plain);
}

#[test]
fn nothing_that_is_shown_holds_an_escape_sequence_of_the_users() {
    let mut dialogue = dialogue();
    let entries = [
        "use \u{1b}[2J",
        "prohibit \u{1b}[2J",
        "use a\u{1b} instead of b\u{1b}",
        "preview set premise \u{9b}2J",
        "use x\u{7} and use y\u{7}",
        ":load \u{1b}[2J",
        ":\u{1b}",
    ];
    let mut out = String::new();
    for entry in entries {
        dialogue.take(entry, &mut out);
    }
    assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out:?}");
}

#[test]
fn a_repair_is_submitted_only_after_yes_and_nothing_else_loses_the_question() {
    let mut dialogue = dialogue();
    let entries = [
        "prohibit tea",
        "use tea",
        ":repair 1",
        "no thanks",
        ":repair 1",
        "N",
        ":repair 1",
        "use milk",
        "state",
        "exit",
        "yes and no",
        "",
        " y ",
    ];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @r#"
    >>> prohibit tea
    updated
    premise: (none)
    policies:
    - prohibit tea
    >>> use tea
    error: "tea" is currently prohibited.
    Remove or replace it before using it.
    repairs (`:repair N` submits one):
      1. remove policy tea
      2. use tea
    >>> :repair 1
    submit `remove policy tea`? (yes or no)
    >>> no thanks
    not submitted
    >>> :repair 1
    submit `remove policy tea`? (yes or no)
    >>> N
    not submitted
    >>> :repair 1
    submit `remove policy tea`? (yes or no)
    >>> use milk
    please answer yes or no, or press Ctrl-C
    submit `remove policy tea`? (yes or no)
    >>> state
    please answer yes or no, or press Ctrl-C
    submit `remove policy tea`? (yes or no)
    >>> exit
    please answer yes or no, or press Ctrl-C
    submit `remove policy tea`? (yes or no)
    >>> yes and no
    please answer yes or no, or press Ctrl-C
    submit `remove policy tea`? (yes or no)
    >>> 
    >>>  y 
    > remove policy tea
    updated
    premise: (none)
    policies: (none)
    "#);
    // The repairs stay until the next decision, whatever is looked at before.
    let entries = ["state", "preview hello", ":diff", ":repair 2", "Y", "hello", ":repair 2"];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @"
    >>> state
    premise: (none)
    policies: (none)
    >>> preview hello
    preview
    no_directive
    would_mutate: no
    diff: (none)
    >>> :diff
    diff:
    - prohibit tea
    >>> :repair 2
    submit `use tea`? (yes or no)
    >>> Y
    > use tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> hello
    no_directive
    >>> :repair 2
    error: there are no repairs to submit
    ");
}

#[test]
fn the_prompt_shows_that_a_question_is_open_until_it_is_answered_or_dropped() {
    let mut dialogue = dialogue();
    let mut out = String::new();
    for entry in ["prohibit tea", "use tea", ":repair 1"] {
        assert_eq!((dialogue.prompt(), dialogue.is_waiting()), ("> ", false), "{entry}");
        dialogue.take(entry, &mut out);
    }
    assert_eq!((dialogue.prompt(), dialogue.is_waiting()), ("(yes or no) > ", true));
    dialogue.take("tea", &mut out);
    assert_eq!(dialogue.prompt(), "(yes or no) > ");
    out.clear();
    dialogue.interrupt(&mut out);
    assert_eq!((dialogue.prompt(), out.as_str()), ("> ", "not submitted\n"));
    assert_eq!(dialogue.engine.export_json().matches("prohibit").count(), 1);
    // The question has gone, and the repairs have not.
    insta::assert_snapshot!(talk(&mut dialogue, &[":repair 1", "y", "yes"]), @"
    >>> :repair 1
    submit `remove policy tea`? (yes or no)
    >>> y
    > remove policy tea
    updated
    premise: (none)
    policies: (none)
    >>> yes
    no_directive
    ");
    dialogue.interrupt(&mut out);
    assert_eq!(out, "not submitted\n", "nothing was open");

    // What the engine of m1 asks is an input for it, and no question of the REPL's.
    let mut dialogue = dialogue_of(ContractName::M1);
    dialogue.take("don use tea", &mut out);
    assert_eq!((dialogue.prompt(), dialogue.is_waiting()), ("(yes or no) > ", false));
    dialogue.take("yes", &mut out);
    assert_eq!(dialogue.prompt(), "> ");
}

#[test]
fn what_may_be_a_part_of_a_line_is_asked_about_and_answers_nothing() {
    let mut dialogue = dialogue();
    let mut out = String::new();
    for entry in ["prohibit tea", "use tea"] {
        dialogue.take_entered(entry, &mut out);
    }
    out.clear();
    for (entry, answer) in [("clear state", "n"), ("use milk\nuse oats", "yes"), ("yes", "N")] {
        dialogue.dropping = true;
        assert_eq!((dialogue.prompt(), dialogue.is_waiting()), ("(dropped) > ", true));
        dialogue.take_entered(entry, &mut out);
        assert_eq!(dialogue.prompt(), "(yes or no) > ");
        dialogue.take_entered(answer, &mut out);
    }
    // An Enter alone is the end of what is dropped, and so is Ctrl-C.
    dialogue.dropping = true;
    dialogue.take_entered("", &mut out);
    dialogue.dropping = true;
    dialogue.interrupt(&mut out);
    dialogue.take_entered("state", &mut out);
    // A question is not answered by what is left of a line.
    for entry in ["use tea", ":repair 1"] {
        dialogue.take_entered(entry, &mut out);
    }
    dialogue.dropping = true;
    dialogue.take_entered("yes", &mut out);
    dialogue.take_entered("no", &mut out);
    insta::assert_snapshot!(out, @r#"
    this may be a part of a line
    submit `clear state`? (yes or no)
    not submitted
    this may be a part of a line
    submit `use milk\u{a}use oats`? (yes or no)
    > use milk
    updated
    premise: (none)
    policies:
    - use milk
    - prohibit tea
    > use oats
    updated
    premise: (none)
    policies:
    - use milk
    - use oats
    - prohibit tea
    this may be a part of a line
    submit `yes`? (yes or no)
    not submitted
    premise: (none)
    policies:
    - use milk
    - use oats
    - prohibit tea
    error: "tea" is currently prohibited.
    Remove or replace it before using it.
    repairs (`:repair N` submits one):
      1. remove policy tea
      2. use tea
    submit `remove policy tea`? (yes or no)
    submit `remove policy tea`? (yes or no)
    not submitted
    "#);
}

#[test]
fn a_line_as_long_as_a_terminal_keeps_ahead_is_asked_about() {
    for (length, asked) in [(4094, false), (4095, true), (4096, false)] {
        let mut dialogue = dialogue();
        let mut out = String::new();
        dialogue.take_entered(&format!("use {}", "x".repeat(length - 4)), &mut out);
        assert_eq!(out.starts_with("this may be a part of a line\n"), asked, "{length}");
        assert_eq!(dialogue.is_waiting(), asked, "{length}");
    }
}

#[test]
fn contract_0_5_speaks_of_itself_and_clarifies() {
    let mut dialogue = dialogue_of(ContractName::V0_5);
    assert!(dialogue.greeting().contains("contract 0.5\n"), "{}", dialogue.greeting());
    let entries = [
        "use The Tea",
        "Use tea",
        "prohibit tea",
        ":repair 1",
        "use the",
        "use tea and use milk",
        "preview prohibit milk",
        "preview use the",
        ":diff",
    ];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @r#"
    >>> use The Tea
    updated
    premise: (none)
    policies:
    - use tea
    >>> Use tea
    passthrough
    >>> prohibit tea
    error: "tea" is currently in use.
    Remove or replace it before prohibiting it.
    >>> :repair 1
    error: `:repair 1` is not a command; type `help` for help
    >>> use the
    error: Policy item cannot be empty.
    Use 'use <item>' with a non-empty value.
    >>> use tea and use milk
    error: Multiple directives are not supported in one input.
    Submit each directive separately.
      use tea and use milk
                  ^^^
    a second directive begins here, and an input holds one
    >>> preview prohibit milk
    preview
    updated
    premise: (none)
    policies:
    - prohibit milk
    - use tea
    would_mutate: yes
    diff:
    + prohibit milk
    >>> preview use the
    preview
    error: Policy item cannot be empty.
    Use 'use <item>' with a non-empty value.
    would_mutate: no
    diff: (none)
    >>> :diff
    diff:
    + use tea
    "#);
}

#[test]
fn contract_m1_speaks_of_itself_and_asks() {
    let mut dialogue = dialogue_of(ContractName::M1);
    assert!(dialogue.greeting().contains("contract m1\n"), "{}", dialogue.greeting());
    let entries = [
        "I'm using a Pixel 7",
        "don use the tea",
        "maybe",
        "yes",
        "preview allow tea",
        ":diff",
        "state",
        "hello",
        "use tea and coffee",
        "actually or",
        "never use ,",
        "no use tea and coffee",
        ":repair 1",
        "help",
    ];
    insta::assert_snapshot!(talk(&mut dialogue, &entries), @"
    >>> I'm using a Pixel 7
    updated
    focus.device: a Pixel 7
    prohibited: (none)
    >>> don use the tea
    confirm: Did you mean to prohibit 'tea'?
    >>> maybe
    error: Did you mean to prohibit 'tea'? Please answer yes or no.
    >>> yes
    updated
    focus.device: a Pixel 7
    prohibited:
    - tea
    >>> preview allow tea
    preview
    updated
    focus.device: a Pixel 7
    prohibited: (none)
    would_mutate: yes
    diff:
    - prohibit tea
    >>> :diff
    diff:
    + prohibit tea
    >>> state
    focus.device: a Pixel 7
    prohibited:
    - tea
    >>> hello
    passthrough
    >>> use tea and coffee
    error: focus.device accepts one value. Please provide a single value.
      use tea and coffee
          ^^^^^^^^^^^^^^
    >>> actually or
    error: Corrections for focus.device must contain one value.
      actually or
               ^^
    >>> never use ,
    confirm: What should I prohibit?
      never use ,
                ^
    >>> no use tea and coffee
    error: Your directive was unclear. Please specify one item.
      no use tea and coffee
             ^^^^^^^^^^^^^^
    >>> :repair 1
    error: `:repair 1` is not a command; type `help` for help
    >>> help
    Inputs, among others:
      use <value>, I am using <value>         set focus.device
      actually <value>, no, <value>           correct focus.device
      don't use <items>, never use <items>    prohibit items
      allow <items>, <items> is fine          allow them again
      reset policies, clear state             remove everything
    Commands:
      state              show the state
      preview <text>     show what an input would do, without doing it
      step <text>        submit an input, even one that looks like a command
      :diff              show the last change
      :save <path>       save the state to a file, after asking if it is there
      :save! <path>      save the state to a file without asking
      :load <path>       replace the state with one from a file
      help, ?            show this help
      exit, quit         leave (or press Ctrl-D; Ctrl-C drops the line or a question)
    Anything else is ordinary text.
    ");
}
