//! Tests the parser of Ruby with trees that Ruby's own parser gives too, and with arbitrary text.

use std::fs;
use std::path::Path;

use bumpalo::Bump;
use proptest::prelude::*;
use ruby::syntax::{dump, erb, parse};

/// Compares with the trees that `conformance/oracle/ruby_tree.rb` recorded from Ruby.
#[test]
fn trees_are_those_of_ruby() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/trees");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        let end = path.extension().and_then(|end| end.to_str());
        let text = fs::read_to_string(&path).expect("a text");
        let code = match end {
            Some("rb") => text,
            Some("erb") => erb::code(&text),
            _ => continue,
        };
        let arena = Bump::new();
        let tree =
            parse(&arena, &code).unwrap_or_else(|error| panic!("{}:{error}", path.display()));
        let wanted = fs::read_to_string(path.with_extension("tree")).expect("the recorded tree");
        assert_eq!(dump::dump(tree), wanted.trim_end(), "{}", path.display());
        count += 1;
    }
    assert_eq!(count, 4);
}

#[test]
fn errors_have_a_line() {
    let line = |code: &str| parse(&Bump::new(), code).map(|_| ()).expect_err(code).line;
    assert_eq!(line("a = 1\nb = )"), 2);
    assert_eq!(line("if a\n"), 2);
    assert_eq!(line("x = 'a"), 1);
    assert_eq!(line("\n\nfoo(<<A)\n"), 3);
    assert_eq!(line("def f\n  1 +\nend"), 3);
}

/// A string that may be a label is parsed only once, however deep it is nested.
#[test]
fn nested_texts_take_linear_time() {
    let code = "f(\"#{".repeat(60) + "1" + &"}\")".repeat(60);
    let arena = Bump::new();
    assert!(parse(&arena, &code).is_ok());
    assert!(arena.allocated_bytes() < 1 << 20);
}

#[test]
fn nesting_has_a_limit() {
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{a: ", "}"),
        ("-> {", "}"),
        ("!", ""),
        ("-", "a"),
    ] {
        let code = open.repeat(100_000) + "1" + &close.repeat(100_000);
        assert!(parse(&Bump::new(), &code).is_err(), "{open}");
    }
    let code = "\"#{".repeat(50_000);
    assert!(parse(&Bump::new(), &code).is_err());
    let code = "a = ".repeat(100_000) + "1";
    assert!(parse(&Bump::new(), &code).is_err());
    let code = "if a\n".repeat(100_000);
    assert!(parse(&Bump::new(), &code).is_err());
}

/// Pieces of code whose combinations are almost valid.
const PIECES: [&str; 56] = [
    "a", "b", "@c", "$d", "E", "1", "2.5", "'s'", "\"t#{", "}\"", "\"", "'", "`", "<<~X", "X",
    "\n", "\n", " ", " ", ";", ",", ".", "&.", "::", "(", ")", "[", "]", "{", "}", "|", "||", "&",
    "*", "**", "=", "==", "=>", "=~", "?", ":", "a:", "!", "-", "+", "/", "%w[", "do", "end", "if",
    "unless", "case", "when", "def", "rescue", "\\",
];

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        let arena = Bump::new();
        let _ = parse(&arena, &text).map(dump::dump);
        let code = erb::code(&text);
        let _ = parse(&arena, &code).map(dump::dump);
    }

    #[test]
    fn any_mixture_is_read_or_refused(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let text: String = pieces.into_iter().map(|at| PIECES[at]).collect();
        let arena = Bump::new();
        let _ = parse(&arena, &text).map(dump::dump);
        let _ = parse(&arena, &erb::code(&format!("<%{text}%>"))).map(dump::dump);
    }
}
