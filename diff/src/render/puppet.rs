//! Writes values as Puppet's literals.

use std::fmt::Write;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::change::ShownValue;

/// The text shown in place of a sensitive value.
pub(super) const HIDDEN: &str = "Sensitive [value redacted]";

/// Returns the text of a value, or a placeholder if it is sensitive.
pub(super) fn shown(shown: &ShownValue) -> String {
    match shown {
        ShownValue::Value(value) => literal(value),
        ShownValue::Hidden => HIDDEN.to_owned(),
    }
}

/// Returns the literal of a value in one line.
pub(super) fn literal(value: &Value) -> String {
    let mut out = String::new();
    write_literal(value, &mut out);
    out
}

fn write_literal(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("undef"),
        Value::Bool(_) | Value::Number(_) => {
            let _ = write!(out, "{value}");
        }
        Value::String(text) if is_binary(text) => out.push_str(&described(text.as_bytes())),
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            out.push('[');
            for (i, item) in items.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                write_literal(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => match (map.get("__ptype"), map.get("__pvalue")) {
            (Some(Value::String(ptype)), _) if ptype == "Sensitive" => out.push_str(HIDDEN),
            (Some(Value::String(ptype)), Some(Value::String(inner))) if ptype == "Binary" => {
                match STANDARD.decode(inner) {
                    Ok(bytes) => out.push_str(&described(&bytes)),
                    Err(_) => out.push_str("binary data"),
                }
            }
            (Some(Value::String(ptype)), Some(inner)) => {
                let _ = write!(out, "{ptype}(");
                write_literal(inner, out);
                out.push(')');
            }
            _ => {
                out.push('{');
                for (i, (key, item)) in map.iter().enumerate() {
                    out.push_str(if i > 0 { ", " } else { "" });
                    write_text(key, out);
                    out.push_str(" => ");
                    write_literal(item, out);
                }
                out.push('}');
            }
        },
    }
}

fn write_text(text: &str, out: &mut String) {
    if !text.contains(char::is_control) {
        out.push('\'');
        for c in text.chars() {
            if matches!(c, '\'' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push('\'');
        return;
    }
    out.push('"');
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            '"' | '\\' | '$' => {
                out.push('\\');
                out.push(c);
            }
            c if c.is_control() => {
                let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

/// The length of a text that may be shown with escapes whatever it contains.
const SHORT_BYTES: usize = 80;

/// Returns true if a text is the content of a binary file: it has bytes that are never in texts, or
/// many control characters and replacements of bytes that are not UTF-8. A short text of the second kind
/// is shown with escapes.
pub(super) fn is_binary(text: &str) -> bool {
    let is_odd = |c: &char| match c {
        '\t' | '\n' | '\r' | '\u{c}' | '\u{1b}' => false,
        '\u{fffd}' => true,
        c => c.is_control(),
    };
    let is_mostly_odd = || 10 * text.chars().filter(is_odd).count() > text.chars().count();
    text.contains('\0') || text.len() > SHORT_BYTES && is_mostly_odd()
}

/// Describes binary data by its length and digest.
fn described(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    let digest: String = digest[..8].iter().map(|it| format!("{it:02x}")).collect();
    let count = super::counted(bytes.len(), "byte");
    format!("binary, {count}, SHA-256 {digest}...")
}

/// Replaces control characters in a line, which a terminal would interpret, by visible symbols.
pub(super) fn visible(line: &str) -> String {
    if !line.contains(|c: char| c.is_control() && c != '\t') {
        return line.to_owned();
    }
    let picture = |c: char| match c {
        '\t' => c,
        c if u32::from(c) < 0x20 => char::from_u32(0x2400 + u32::from(c)).unwrap_or('\u{fffd}'),
        '\u{7f}' => '\u{2421}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    };
    line.chars().map(picture).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_puppets_literals() {
        for (json, expected) in [
            ("null", "undef"),
            ("[1, 2.50, true]", "[1, 2.50, true]"),
            (r#""it's""#, r"'it\'s'"),
            (r#""a\n$b""#, r#""a\n\$b""#),
            (r#"{"a b": {"c": []}}"#, "{'a b' => {'c' => []}}"),
            (r#"{"__ptype": "Sensitive", "__pvalue": "x"}"#, HIDDEN),
            (
                r#"{"__ptype": "Timestamp", "__pvalue": "2020"}"#,
                "Timestamp('2020')",
            ),
            (r#""\u001b[31m""#, r#""\u{1b}[31m""#),
            (
                r#""a\u0000b""#,
                "binary, 3 bytes, SHA-256 59b271ae1bbcb1d3...",
            ),
            (
                r#"{"__ptype": "Binary", "__pvalue": "AQ=="}"#,
                "binary, 1 byte, SHA-256 4bf5122f344554c5...",
            ),
        ] {
            let value: Value = serde_json::from_str(json).expect(json);
            assert_eq!(literal(&value), expected);
        }
    }
}
