//! Writes texts as Ruby's `inspect` does.

use std::fmt::Write as _;

/// Writes a String as Ruby's `inspect`.
pub fn write(text: &str, out: &mut String) {
    out.push('"');
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' | '\\' => {
                out.push('\\');
                out.push(c);
            }
            '#' => {
                if matches!(chars.peek(), Some('{' | '$' | '@')) {
                    out.push('\\');
                }
                out.push('#');
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{c}' => out.push_str("\\f"),
            '\u{b}' => out.push_str("\\v"),
            '\u{8}' => out.push_str("\\b"),
            '\u{7}' => out.push_str("\\a"),
            '\u{1b}' => out.push_str("\\e"),
            c if printable(c) => out.push(c),
            c if (c as u32) < 0x10000 => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => {
                let _ = write!(out, "\\u{{{:X}}}", c as u32);
            }
        }
    }
    out.push('"');
}

/// Returns true if Ruby shows a character unchanged.
fn printable(c: char) -> bool {
    static GRAPH: std::sync::LazyLock<Option<regex::Regex>> = std::sync::LazyLock::new(|| {
        regex::Regex::new(r"^[\x{85}[^\p{Cc}\p{Cn}\p{Zl}\p{Zp}]]$").ok()
    });
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    let mut buffer = [0; 4];
    GRAPH
        .as_ref()
        .is_none_or(|graph| graph.is_match(c.encode_utf8(&mut buffer)))
}
