//! What Ruby's engine answered, `recorded.txt`: pattern, text, and all matches (byte offset and
//! groups) or the error, separated by tabs.

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
        Ok(true)
    });
    match result.map_err(|raise| *raise) {
        Ok(()) => found.join(";"),
        Err(Raise::Error(error)) => format!("error {}", error.message),
        Err(_) => "jump".to_owned(),
    }
}

/// Known differences, all of them far from what manifests hold.
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
