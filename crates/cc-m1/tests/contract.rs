//! What each input comes to: every pattern, prompt, list and near miss, in tables.

use cc_m1::{Decision, Engine, Prompt};

const NOTHING_TO_CORRECT: &str =
    "I don't have a previous focus setting to correct. What should focus.device be?";
const NO_VALUE: &str = "What should focus.device be?";
const SEVERAL_CORRECTIONS: &str = "Corrections for focus.device must contain one value.";
const NOTHING_TO_PROHIBIT: &str = "What should I prohibit?";
const NOTHING_TO_ALLOW: &str = "What should I allow?";
const SEVERAL_VALUES: &str = "focus.device accepts one value. Please provide a single value.";
const UNCLEAR_VALUE: &str = "focus.device value is unclear. Please provide one value.";
const UNCLEAR_ITEMS: &str = "Your directive was unclear. Please specify one item.";

/// What an engine makes of `input`: `-` for passthrough, the prompt, or the state after an update
/// as `FACT [ITEM; ITEM]`. Everything but an update leaves the state as it was.
fn outcome(mut engine: Engine, input: &str) -> String {
    let before = engine.state().clone();
    let decision = engine.step(input);
    if decision != Decision::Update {
        assert_eq!(engine.state(), &before, "{input:?}");
    }
    match decision {
        Decision::Passthrough => "-".to_owned(),
        Decision::Clarify(prompt) => prompt.to_string(),
        Decision::Update => {
            let items: Vec<&str> = engine.state().prohibited().collect();
            format!("{} [{}]", engine.state().focus_device().unwrap_or("none"), items.join("; "))
        }
    }
}

/// An engine whose fact is `lamp` and that prohibits coffee and tea.
fn known() -> Engine {
    let mut engine = Engine::new();
    assert_eq!(engine.step("use lamp"), Decision::Update);
    assert_eq!(engine.step("never use tea, coffee"), Decision::Update);
    engine
}

#[track_caller]
fn check(engine: &Engine, rows: &[(&str, &str)]) {
    for (input, expected) in rows {
        assert_eq!(outcome(engine.clone(), input), *expected, "{input:?}");
    }
}

#[track_caller]
fn all(engine: &Engine, expected: &str, inputs: &[&str]) {
    for input in inputs {
        assert_eq!(outcome(engine.clone(), input), expected, "{input:?}");
    }
}

#[test]
fn three_messages_reset() {
    all(
        &known(),
        "none []",
        &[
            "reset policies",
            "clear constraints",
            "clear state",
            "Reset Policies",
            "  CLEAR\u{a0}\tconstraints \n",
            "clear\nstate",
            "\u{1c}clear\u{2028}state\u{85}",
            // Messages are matched in their normal form.
            "ｒeset policies",
            "clear \u{17f}tate",
        ],
    );
    all(
        &known(),
        "-",
        &[
            "reset policies.",
            "please reset policies",
            "reset policy",
            "reset",
            "clear",
            "clear policies",
            "reset state",
            "clear state now",
            "clearstate",
            "clear\u{200b}state",
        ],
    );
    all(&Engine::new(), "none []", &["reset policies", "clear constraints", "clear state"]);
}

#[test]
fn four_introducers_correct_the_fact() {
    check(
        &known(),
        &[
            ("actually desk", "desk [coffee; tea]"),
            ("I meant desk", "desk [coffee; tea]"),
            ("correction: desk", "desk [coffee; tea]"),
            ("no, desk", "desk [coffee; tea]"),
            (" ACTUALLY desk ", "desk [coffee; tea]"),
            ("\ni MEANT\ndesk\n", "desk [coffee; tea]"),
            ("Correction:desk", "desk [coffee; tea]"),
            ("NO,desk", "desk [coffee; tea]"),
            // No word has to end before the value.
            ("actuallydesk", "desk [coffee; tea]"),
            ("i meantime", "ime [coffee; tea]"),
            ("actually,desk", ",desk [coffee; tea]"),
            ("actually, desk", ", desk [coffee; tea]"),
            ("no,, desk", ", desk [coffee; tea]"),
            // The rest is the value, whatever it says.
            ("actually use desk", "use desk [coffee; tea]"),
            ("no, don\u{2019}t use tea", "don't use tea [coffee; tea]"),
            ("no, reset policies", "reset policies [coffee; tea]"),
            ("actually is fine", "is fine [coffee; tea]"),
            ("correction: tea is fine", "tea is fine [coffee; tea]"),
            ("actually The  Big\u{a0}Desk", "The Big Desk [coffee; tea]"),
            ("actually desk or shelf", "desk or shelf [coffee; tea]"),
            ("actually desk and", "desk and [coffee; tea]"),
            ("actually desk,", "desk, [coffee; tea]"),
            ("actually ,", ", [coffee; tea]"),
            ("actually orange", "orange [coffee; tea]"),
            ("actually and, desk", SEVERAL_CORRECTIONS),
            ("actually and,", "and, [coffee; tea]"),
        ],
    );
    all(
        &known(),
        NO_VALUE,
        &["actually", "I meant", "correction:", "no,", "actually  ", " No, ", "no,\n", "\ni meant"],
    );
    all(
        &known(),
        SEVERAL_CORRECTIONS,
        &[
            "actually desk, shelf",
            "actually desk,shelf",
            "I meant desk and shelf",
            "correction: desk AND shelf",
            "no, desk\u{3000}And\tshelf",
            "actually and",
            "actually OR",
            "i meant and desk",
            "correction: Or desk",
            "no, ａnd desk",
        ],
    );
    all(
        &known(),
        "-",
        &[
            "actual desk",
            "well actually desk",
            "i  meant desk",
            "i mean desk",
            "correction desk",
            "correction : desk",
            "no desk",
            "no , desk",
            "no\u{ff0c} desk",
            "ａctually desk",
            // A value is one line.
            "actually desk\nshelf",
            "no, \n desk \n shelf",
        ],
    );
}

#[test]
fn there_is_nothing_to_correct_before_a_fact() {
    let inputs = [
        "actually desk",
        "actuallydesk",
        "actually",
        "I meant desk, shelf",
        "correction: and",
        "no, don't use tea",
        "No, thanks",
        "no,",
        "no, tea is fine",
    ];
    let mut engine = Engine::new();
    all(&engine, NOTHING_TO_CORRECT, &inputs);
    // Prohibitions, questions and facts that were not accepted set no fact.
    for input in ["never use tea", "allow tea", "use lamp and desk", "use and", "hello", "use "] {
        engine.step(input);
        all(&engine, NOTHING_TO_CORRECT, &inputs);
    }
    for reset in ["reset policies", "clear constraints", "clear state"] {
        let mut engine = known();
        check(&engine, &[("actually desk", "desk [coffee; tea]")]);
        engine.step(reset);
        all(&engine, NOTHING_TO_CORRECT, &inputs);
        engine.step("use lamp");
        check(&engine, &[("actually desk", "desk []")]);
    }
}

#[test]
fn four_introducers_prohibit_with_and_without_use() {
    all(
        &Engine::new(),
        "none [milk]",
        &[
            "please don't use milk",
            "don't use milk",
            "do not use milk",
            "never use milk",
            "please don't milk",
            "don't milk",
            "do not milk",
            "never milk",
            "Please DON\u{2019}T use Milk",
            "don`t use milk",
            "dont use milk",
            "PLEASE  DONT\tmilk",
            " \nnever\nuse\nmilk\n",
            "do\u{a0}not\u{3000}use\u{1f}milk",
            "ｎever ＵＳＥ ｍilk",
            "never u\u{17f}e milk",
            "never use the milk",
            "never the milk",
        ],
    );
    check(
        &Engine::new(),
        &[
            // One `use ` is dropped, and only with something after it.
            ("never use use milk", "none [use milk]"),
            ("never use", "none [use]"),
            ("don't use ", "none [use]"),
            ("do not use, milk", "none [milk; use]"),
            ("never user milk", "none [user milk]"),
            ("never milk, use tea", "none [milk; use tea]"),
            ("never the use milk", "none [use milk]"),
            ("never use milk.", "none [milk.]"),
            ("never use milk is fine", "none [milk is fine]"),
            ("never use milk\nsugar", "none [milk sugar]"),
            ("never say never", "none [say never]"),
            ("never,", "-"),
            ("never , milk", "none [milk]"),
        ],
    );
    all(
        &Engine::new(),
        NOTHING_TO_PROHIBIT,
        &[
            "never ,",
            "don't , ,",
            "please don't ,,",
            "do not use ,",
            "never use , ,",
            "never \u{ff0c}",
        ],
    );
    all(
        &Engine::new(),
        "-",
        &[
            "don't",
            "dont",
            "do not",
            "never ",
            "never \n",
            "please don't",
            "nevermilk",
            "donot use milk",
            "don'tuse milk",
            "don,t use milk",
            "don\u{2018}t use milk",
            "please do not use milk",
            "please never use milk",
            "please, don't use milk",
            "i never use milk",
            "you don't use milk",
            "\u{200b}never use milk",
        ],
    );
}

#[test]
fn prohibiting_adds_and_repeats_nothing() {
    check(
        &known(),
        &[
            ("never use milk", "lamp [coffee; milk; tea]"),
            ("never use tea", "lamp [coffee; tea]"),
            ("don't use The TEA, tea and a  tea", "lamp [coffee; tea]"),
            ("do not use zest, agave, Milk", "lamp [agave; coffee; milk; tea; zest]"),
            ("never lamp", "lamp [coffee; lamp; tea]"),
        ],
    );
}

#[test]
fn three_forms_allow() {
    all(
        &known(),
        "lamp [coffee]",
        &[
            "allow tea",
            "you can tea",
            "tea is fine",
            "ALLOW the Tea",
            " You\tCAN a tea ",
            "The TEA  Is\u{a0}FINE \n",
            "allow\ntea",
            "you\ncan\ntea",
            "tea\nis\nfine",
            "allow\u{2028}tea",
            "allow tea, milk",
            "tea and milk is fine",
            "allow ｔea",
            "allow , tea,",
            "tea \u{130}s fine",
            "tea i\u{17f} f\u{131}ne",
        ],
    );
    all(
        &known(),
        "lamp []",
        &["allow tea, coffee", "you can COFFEE And the tea", "coffee,tea is fine"],
    );
    all(
        &known(),
        "lamp [coffee; tea]",
        &[
            "allow milk",
            "you can use tea",
            "this is fine",
            "allow tea is fine",
            "you can tea is fine",
            "tea is fine is fine",
            "is is fine",
            "use tea is fine",
            "use desk is fine",
            "no use tea is fine",
            "please use tea is fine",
            "avoid tea is fine",
            "set is fine",
            // The list is split as it stands: this comma is none before the normal form.
            "allow tea\u{ff0c}coffee",
        ],
    );
    all(
        &known(),
        NOTHING_TO_ALLOW,
        &[
            "allow  ",
            "allow \t",
            "allow\n ",
            "allow\n\t",
            "you can  ",
            "you  can\t\t",
            "allow ,",
            "allow , ,",
            "  is fine",
            " \t is fine",
            " \n is fine",
            ", is fine",
        ],
    );
    all(
        &known(),
        "-",
        &[
            "allow",
            "allow ",
            "allow\n",
            "allow \n",
            "allow\n\n",
            "you can",
            "you can ",
            "you can \n",
            "is fine",
            " is fine",
            "\n is fine",
            "\n\n is fine",
            "allowtea",
            "allowed tea",
            "disallow tea",
            "please allow tea",
            "youcan tea",
            "you cannot tea",
            "you could tea",
            "tea is fine.",
            "tea isfine",
            "teais fine",
            "tea are fine",
            "tea is fines",
            "ａllow tea",
            "tea is ｆine",
            "allow tea\ncoffee",
            "tea\ncoffee is fine",
        ],
    );
}

#[test]
fn four_introducers_set_the_fact() {
    all(
        &known(),
        "desk [coffee; tea]",
        &[
            "use desk",
            "set desk",
            "I am using desk",
            "I'm using desk",
            "I\u{2019}m using desk",
            " USE\u{a0}desk ",
            "SET\ndesk\n",
            "i  AM\tusing  desk",
            "i\u{2019}M  USING desk",
            "u\u{17f}e desk",
            "\u{17f}et desk",
            "I am u\u{17f}ing desk",
            "use ｄesk",
            "use\u{1d}desk",
        ],
    );
    check(
        &Engine::new(),
        &[
            ("use desk", "desk []"),
            // Case and articles stay.
            ("use The  Big\tDESK", "The Big DESK []"),
            ("set a desk", "a desk []"),
            ("use O\u{2019}Brien`s Ｄe\u{301}sk", "O'Brien's D\u{e9}sk []"),
            ("use dont", "dont []"),
            ("use a\r\u{85}b", "a b []"),
            ("use a\u{200b}b", "a\u{200b}b []"),
            ("use desk or shelf", "desk or shelf []"),
            ("use orb", "orb []"),
            ("use Android", "Android []"),
            ("use desk and", "desk and []"),
            ("use desk and ", "desk and []"),
            ("use desk,", "desk, []"),
            ("use , desk", ", desk []"),
            ("use ,", ", []"),
            ("use and,", "and, []"),
            ("use sand andes", "sand andes []"),
            ("use premise to x", "premise to x []"),
            ("set focus.device to desk", "focus.device to desk []"),
            ("use desk instead of lamp", "desk instead of lamp []"),
            ("use use", "use []"),
            ("use don't use tea", "don't use tea []"),
            ("set reset policies", "reset policies []"),
            // Whether there are several is asked of the text as it stands.
            ("use a\u{ff0c}b", "a,b []"),
        ],
    );
    all(
        &known(),
        SEVERAL_VALUES,
        &[
            "use desk, shelf",
            "set desk,shelf",
            "I am using desk and shelf",
            "I'm using desk AND shelf",
            "use desk\tAnd\u{3000}shelf",
            "use desk, and",
            "use and, desk",
            "use and desk and shelf",
            "use or, desk",
        ],
    );
    all(
        &known(),
        UNCLEAR_VALUE,
        &[
            "use and",
            "use and ",
            "set or",
            "use AND desk",
            "I'm using Or desk",
            "use and\u{a0}desk",
            "use ｏr",
        ],
    );
    all(
        &known(),
        "-",
        &[
            "use",
            "use ",
            "use  ",
            "set \n",
            "I am using",
            "I'm using  ",
            "user desk",
            "usedesk",
            "settle desk",
            "using desk",
            "i am usingdesk",
            "i amusing desk",
            "im using desk",
            "i`m using desk",
            "i was using desk",
            "we are using desk",
            "please use desk",
            "please set desk",
            "you use desk",
            "ｕse desk",
            "\u{130} am using desk",
            "\u{131} am using desk",
            "use desk\nshelf",
            "use \n desk \n shelf",
        ],
    );
}

#[test]
fn unclear_prohibitions_are_asked_about() {
    all(
        &known(),
        "Did you mean to prohibit 'milk'?",
        &[
            "don use milk",
            "no use milk",
            " Don\u{a0}USE  the Milk ",
            "NO\nuse\nmilk\n",
            "no u\u{17f}e milk",
            "don use ,milk,",
            "no use ｍilk",
        ],
    );
    check(
        &known(),
        &[
            ("no use use milk", "Did you mean to prohibit 'use milk'?"),
            ("no use and", "Did you mean to prohibit 'and'?"),
            ("don use tea", "Did you mean to prohibit 'tea'?"),
            ("don use dont", "Did you mean to prohibit 'don't'?"),
            ("don use O\u{2019}Brien\u{ff0c}x", "Did you mean to prohibit 'o'brien,x'?"),
        ],
    );
    all(
        &known(),
        UNCLEAR_ITEMS,
        &[
            "don use milk, sugar",
            "no use milk and sugar",
            "no use milk AND sugar",
            "no use milk, milk",
        ],
    );
    all(
        &known(),
        "-",
        &[
            "don use",
            "no use ",
            "no use  ",
            "no use ,",
            "don use , ,",
            "donuse milk",
            "no usemilk",
            "no using milk",
            "no milk",
            "don milk",
            "don\u{2019}use milk",
            "please no use milk",
            "there is no use crying",
            "don use milk\nsugar",
            "ｎo use milk",
        ],
    );
}

#[test]
fn the_first_pattern_in_the_order_wins() {
    check(
        &known(),
        &[
            // Correction before prohibition, permission and the unclear.
            ("no, use milk", "use milk [coffee; tea]"),
            ("no, allow tea", "allow tea [coffee; tea]"),
            ("actually tea is fine", "tea is fine [coffee; tea]"),
            // Prohibition before permission.
            ("don't allow tea", "lamp [allow tea; coffee; tea]"),
            ("never tea is fine", "lamp [coffee; tea; tea is fine]"),
            // Permission before fact and the unclear.
            ("use tea is fine", "lamp [coffee; tea]"),
            ("use tea, tea is fine", "lamp [coffee]"),
            ("I'm using desk and coffee is fine", "lamp [tea]"),
            ("no use milk, tea is fine", "lamp [coffee]"),
            // `allow` before `is fine`: the item is what follows `allow`.
            ("allow tea, tea is fine", "lamp [coffee]"),
            ("allow milk, tea is fine", "lamp [coffee; tea]"),
            // A reset is only a whole message.
            ("clear state is fine", "lamp [coffee; tea]"),
            // A text that fails one pattern for its line feed is offered to the others.
            ("actually desk\n is fine", "lamp [coffee; tea]"),
        ],
    );
    check(&Engine::new(), &[("no, use milk", NOTHING_TO_CORRECT)]);
}

#[test]
fn lists_are_split_at_commas_and_at_and() {
    check(
        &Engine::new(),
        &[
            ("never b, a", "none [a; b]"),
            ("never b,a", "none [a; b]"),
            ("never b and a", "none [a; b]"),
            ("never b AND a", "none [a; b]"),
            ("never b\u{a0}aNd\u{3000}a", "none [a; b]"),
            ("never b\nand\na", "none [a; b]"),
            ("never c, b and a", "none [a; b; c]"),
            ("never ,, b ,, a ,", "none [a; b]"),
            ("never b\u{ff0c}a", "none [a; b]"),
            // After a comma there is no white space left for `and`.
            ("never b,and a", "none [and a; b]"),
            ("never b, and a", "none [a; b]"),
            ("never b ,and a", "none [and a; b]"),
            ("never b and , a", "none [a; b]"),
            ("never b and and a", "none [and a; b]"),
            ("never b and  and  and a", "none [a; and; b]"),
            ("never and b", "none [and b]"),
            ("never b and", "none [b and]"),
            ("never and", "none [and]"),
            ("never b andy", "none [b andy]"),
            ("never sand and andes", "none [andes; sand]"),
            ("never b or a", "none [b or a]"),
            ("never b; a & c", "none [b; a & c]"),
            ("never b,\u{200b}", "none [b; \u{200b}]"),
        ],
    );
}

#[test]
fn items_are_normalized() {
    check(
        &Engine::new(),
        &[
            ("never A Tea, an ANT, The Elm", "none [ant; elm; tea]"),
            ("never the\u{3000}tea", "none [tea]"),
            ("never ｔhe tea", "none [tea]"),
            // One article goes, where white space follows it.
            ("never the a tea", "none [a tea]"),
            ("never an an", "none [an]"),
            ("never the", "none [the]"),
            ("never a, the", "none [a; the]"),
            ("never a-team, theory, another", "none [a-team; another; theory]"),
            ("never tea the", "none [tea the]"),
            ("never some tea", "none [some tea]"),
            // NFKC, lowercase, white space, apostrophes.
            ("never \u{fb01}g, \u{2075}G", "none [5g; fig]"),
            ("never CAFE\u{301}, caf\u{e9}", "none [caf\u{e9}]"),
            ("never STRASSE, STRA\u{1e9e}E, Stra\u{df}e", "none [strasse; stra\u{df}e]"),
            ("never \u{39f}\u{394}\u{39f}\u{3a3}", "none [\u{3bf}\u{3b4}\u{3bf}\u{3c2}]"),
            ("never \u{130}", "none [i\u{307}]"),
            ("never oat\u{2003}\t milk", "none [oat milk]"),
            ("never O\u{2019}Brien, o`brien, O'BRIEN", "none [o'brien]"),
            ("never O\u{2018}Brien", "none [o\u{2018}brien]"),
            // `dont` as a whole word.
            ("never dont, DON\u{2019}T", "none [don't]"),
            ("never i dont know", "none [i don't know]"),
            ("never dont-care", "none [don't-care]"),
            ("never .dont.", "none [.don't.]"),
            (
                "never donut, dont1, dont_x, xdont, dont\u{e9}",
                "none [dont1; dont_x; dont\u{e9}; donut; xdont]",
            ),
            ("never dont dont", "none [don't don't]"),
            ("never dontdont", "none [dontdont]"),
            ("never dont\u{483}", "none [don't\u{483}]"),
        ],
    );
}

#[test]
fn near_misses_are_passthrough() {
    let inputs = [
        "",
        " ",
        "\n",
        "hello",
        "avoid tea",
        "Avoid using tea",
        "refrain from tea",
        "refrain from using tea",
        "please use tea",
        "please avoid tea",
        "please allow tea",
        "stop using tea",
        "prohibit tea",
        "remove policy tea",
        "set",
        "I use tea",
        "we never use tea",
        "can you use tea?",
        "should I use tea?",
        "tea is not fine",
        "tea was fine",
        "not allowed: tea",
        "\"use tea\"",
        "- use tea",
        "don't.",
        "yes",
        "no",
        "Yes",
        " NO ",
        "yes please",
        "y",
        "n",
    ];
    all(&Engine::new(), "-", &inputs);
    all(&known(), "-", &inputs);
}

#[test]
fn prompts_are_these() {
    let prompts = [
        (Prompt::NothingToCorrect, NOTHING_TO_CORRECT),
        (Prompt::NoValue, NO_VALUE),
        (Prompt::SeveralCorrections, SEVERAL_CORRECTIONS),
        (Prompt::NothingToProhibit, NOTHING_TO_PROHIBIT),
        (Prompt::NothingToAllow, NOTHING_TO_ALLOW),
        (Prompt::SeveralValues, SEVERAL_VALUES),
        (Prompt::UnclearValue, UNCLEAR_VALUE),
        (Prompt::UnclearItems, UNCLEAR_ITEMS),
        (Prompt::Confirm("x".to_owned()), "Did you mean to prohibit 'x'?"),
        (
            Prompt::ConfirmAgain("x".to_owned()),
            "Did you mean to prohibit 'x'? Please answer yes or no.",
        ),
    ];
    for (prompt, text) in prompts {
        assert_eq!(prompt.to_string(), text);
    }
}
