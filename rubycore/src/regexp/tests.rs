//! Compares matches with the answers of Ruby's engine in `recorded.txt`: pattern, text, and all
//! matches (byte offset and groups) or the error, separated by tabs.

use super::*;

fn unescape(field: &str) -> String {
    let mut out = String::new();
    let mut chars = field.chars();
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                other => other.unwrap_or('\\'),
            },
            c => c,
        });
    }
    out
}

fn answer(source: &str, text: &str) -> String {
    let pattern = pattern(source, Options::default());
    let mut found = Vec::new();
    let result = pattern.scan(text, true, |spans| {
        let group = |span: Option<(usize, usize)>| match span {
            Some((start, end)) => format!("<{}>", &text[start..end]),
            None => "nil".to_owned(),
        };
        let groups: Vec<String> = spans.iter().map(group).collect();
        let start = spans.get(0).map_or(0, |(start, _)| start);
        found.push(format!("{start}={}", groups.join(",")));
        Answer::Ok(true)
    });
    match result {
        Ok(()) => found.join(";"),
        Err(failure) => format!("error {failure}"),
    }
}

/// Known differences, all in patterns that manifests hardly contain.
const DIFFERENT: &[&str] = &[
    r"[\u{41 42}-z]",
    "[a-[b]]",
    r"\M-\C-a",
    r"\C-\M-a",
    r"\p{In_Basic_Latin}",
    r"\p{Age=3.0}",
];

#[test]
fn answers_as_ruby_does() {
    let mut wrong = Vec::new();
    for line in include_str!("recorded.txt").lines() {
        let fields: Vec<String> = line.split('\t').map(unescape).collect();
        let [source, text, expected] = fields.as_slice() else {
            panic!("three fields: {line}");
        };
        let got = answer(source, text);
        if got != *expected && !DIFFERENT.contains(&source.as_str()) {
            wrong.push(format!("/{source}/ on {text:?}: {got:?}, not {expected:?}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong",
        wrong.join("\n"),
        wrong.len()
    );
}

/// Patterns and texts for which the linear engine is not taken.
#[test]
fn large_searches_find_the_same() {
    let all = "(a|ab)(c|bcd)*".repeat(400);
    for (source, text) in [
        ("([ab]*)(c?)", "ab".repeat(9000)),
        ("(x|a)(b)?$", "ab".repeat(9000)),
        (&all, "abc".repeat(900)),
        ("\\b(a+)\\b", "aaa é aa ".repeat(900)),
    ] {
        let program = parse(source, Options::default()).expect("it is valid");
        let emitted = emit::emit(&program.root);
        let engines = [
            engine::linear(&emitted).expect("it is no large pattern"),
            engine::large(&program.root, program.groups, &emitted).expect("nor too large"),
        ];
        let found = engines.map(|engine| {
            let mut spans = Spans::new(program.groups + 1);
            let mut all = Vec::new();
            let mut from = 0;
            while let Ok(true) = engine.spans(&text, from, &mut spans) {
                let (start, end) = spans.get(0).expect("there is a match");
                assert_eq!(engine.find(&text, from).ok(), Some(Some((start, end))));
                all.push(spans.iter().collect::<Vec<_>>());
                if end == start {
                    break;
                }
                from = end;
            }
            all
        });
        assert!(!found[0].is_empty() && found[0] == found[1], "{source}");
    }
}
