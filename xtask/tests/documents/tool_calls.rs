//! The tables of verdicts and issues in `docs/tool-calls.md` and `README.md` are what the grammar
//! says.

use cc_toolcall::{Certainty, Grammar, Verdict};

/// The grammar that the tables are about.
fn grammar() -> Grammar {
    Grammar::builder()
        .required("src", None)
        .required("dst", None)
        .optional("mode", None)
        .alias("from", "src")
        .alias("source", "src")
        .alias("to", "dst")
        .build()
        .unwrap()
}

/// The rows of the table with this head in a document: their cells.
fn rows(document: &str, head: &str) -> Vec<Vec<String>> {
    let text = super::read(document);
    let rows = text.lines().skip_while(|line| *line != head).skip(2);
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<Vec<String>> = rows.take_while(|line| line.starts_with('|')).map(cells).collect();
    assert!(rows.len() > 3, "{head}");
    rows
}

fn code(cell: &str) -> &str {
    cell.trim_matches('`')
}

#[test]
fn the_table_of_verdicts_is_what_the_grammar_says() {
    for row in rows("docs/tool-calls.md", "| Arguments | Verdict | Certainty | Used |") {
        let [_, arguments, verdict, certainty, used, _] = row.as_slice() else {
            panic!("a row has four cells: {row:?}")
        };
        let found = grammar().adjudicate(code(arguments), Certainty::Conventional);
        assert_eq!(found.as_str(), verdict, "{arguments}");
        match found {
            Verdict::Transform(transform) => {
                assert_eq!(transform.certainty.as_str(), certainty, "{arguments}");
                assert_eq!(transform.arguments, code(used), "{arguments}");
            }
            Verdict::Defer => assert_eq!(used, "as they are", "{arguments}"),
            _ => assert_eq!(used, "", "{arguments}"),
        }
    }
}

#[test]
fn the_table_of_issues_is_what_the_grammar_says() {
    for row in rows("docs/tool-calls.md", "| Arguments | Issue | Pointer | Sentence |") {
        let [_, arguments, name, pointer, sentence, _] = row.as_slice() else {
            panic!("a row has four cells: {row:?}")
        };
        let Verdict::Deny(deny) = grammar().adjudicate(code(arguments), Certainty::Conventional)
        else {
            panic!("{arguments} is not denied")
        };
        let [issue] = deny.issues.as_slice() else { panic!("{arguments}: {:?}", deny.issues) };
        assert_eq!(issue.as_str(), code(name), "{arguments}");
        assert_eq!(format!("\"{}\"", issue.pointer()), code(pointer), "{arguments}");
        assert_eq!(issue.to_string(), *sentence, "{arguments}");
    }
}

#[test]
fn the_table_of_the_readme_is_what_the_grammar_says() {
    let grammar = Grammar::builder()
        .required("from_currency", None)
        .required("to_currency", None)
        .required("amount", None)
        .alias("from", "from_currency")
        .alias("to", "to_currency")
        .build()
        .unwrap();
    let head = "| Arguments | Verdict | Arguments to be used, or what the model is told |";
    for row in rows("README.md", head) {
        let [_, arguments, verdict, outcome, _] = row.as_slice() else {
            panic!("a row has three cells: {row:?}")
        };
        let found = grammar.adjudicate(code(arguments), Certainty::Conventional);
        assert_eq!(found.as_str(), verdict, "{arguments}");
        let said = match found {
            Verdict::Transform(transform) => transform.arguments,
            Verdict::Deny(deny) => deny.issues.iter().map(ToString::to_string).collect(),
            _ => "as they are".to_owned(),
        };
        assert_eq!(said, code(outcome), "{arguments}");
    }
}
