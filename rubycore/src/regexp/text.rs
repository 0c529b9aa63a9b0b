//! Writes the text of a regular expression as Ruby writes it and Puppet shows it.

use std::borrow::Cow;
use std::fmt::Write;

use super::{Options, parse};

/// Returns true if a pattern is tied to its encoding because it names a character beyond ASCII or a
/// property.
fn is_fixed(source: &str) -> bool {
    let mut rest = source;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at + 1..];
        let mut chars = escape.chars();
        match chars.next() {
            Some('p' | 'P') => return true,
            Some('u') if names_beyond_ascii(chars.as_str()) => return true,
            _ => {}
        }
        rest = chars.as_str();
    }
    !source.is_ascii()
}

/// Returns true if the digits after `\u` name a character beyond ASCII: `00e9` or `{41 e9}`.
fn names_beyond_ascii(digits: &str) -> bool {
    let is_beyond = |digits: &str| u32::from_str_radix(digits, 16).is_ok_and(|code| code > 0x7F);
    match digits.strip_prefix('{') {
        Some(list) => list
            .split('}')
            .next()
            .is_some_and(|list| list.split_whitespace().any(is_beyond)),
        None => digits.get(..4).is_some_and(is_beyond),
    }
}

/// Returns the text of a pattern alone. A pattern that is tied to its encoding is put into a group
/// that names its options, all switched off.
pub fn plain(source: &str) -> Cow<'_, str> {
    match is_fixed(source) {
        true => Cow::Owned(format!("(?-imx:{source})")),
        false => Cow::Borrowed(source),
    }
}

/// Returns the text between the slashes of a literal. A literal that is tied to its encoding is
/// written by [`with_options`].
pub fn literal(source: &str) -> Cow<'_, str> {
    match is_fixed(source) {
        true => Cow::Owned(with_options(source)),
        false => Cow::Borrowed(source),
    }
}

/// Returns a regular expression as written by Ruby's `inspect`, which messages show. Where any
/// character has to be escaped, the characters beyond ASCII are escaped too.
pub fn inspected(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 2);
    out.push('/');
    match source.contains(|c: char| c == '/' || c.is_control()) {
        true => {
            let mut escaped = String::new();
            escape(source, &mut escaped);
            escaped.chars().for_each(|c| write_ascii(c, &mut out));
        }
        false => out.push_str(source),
    }
    out.push('/');
    out
}

/// Writes a character; one beyond ASCII by its number.
fn write_ascii(c: char, out: &mut String) {
    let _ = match u32::from(c) {
        0..=0x7F => out.write_char(c),
        code @ ..=0xFFFF => write!(out, "\\u{code:04X}"),
        code => write!(out, "\\u{{{code:X}}}"),
    };
}

/// Writes `/source/`, with slashes escaped.
pub fn write_literal(source: &str, out: &mut String) {
    out.push('/');
    escape(&literal(source), out);
    out.push('/');
}

/// Writes a pattern with its slashes escaped, and the control characters that are not blanks.
pub fn escape(source: &str, out: &mut String) {
    let mut escaped = false;
    for c in source.chars() {
        match c {
            '/' if !escaped => out.push_str("\\/"),
            '\t'..='\r' => out.push(c),
            '\0'..' ' | '\x7F' if !escaped => {
                let _ = write!(out, "\\x{:02X}", u32::from(c));
            }
            _ => out.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
}

/// Returns a pattern with its options, `(?-mix:source)`. Options at the beginning of the source
/// count as options of the whole.
pub fn with_options(source: &str) -> String {
    let (on, source) = options(source).unwrap_or(([false; 3], source));
    let part = |wanted: bool| -> String {
        let flags = ['m', 'i', 'x'].iter().zip(on);
        flags
            .filter(|(_, on)| *on == wanted)
            .map(|(flag, _)| flag)
            .collect()
    };
    let (on, off) = (part(true), part(false));
    let minus = if off.is_empty() { "" } else { "-" };
    format!("(?{on}{minus}{off}:{source})")
}

/// Returns the options `m`, `i`, `x` that a pattern begins with, and the pattern that they apply
/// to.
fn options(source: &str) -> Option<([bool; 3], &str)> {
    let (mut on, mut rest) = ([false; 3], source);
    while let Some(group) = rest.strip_prefix("(?").filter(|_| rest.len() >= 4) {
        let end = group.find(|c| !"mix-".contains(c))?;
        let (given, without) = group[..end].split_once('-').unwrap_or((&group[..end], ""));
        for (at, flag) in ['m', 'i', 'x'].into_iter().enumerate() {
            on[at] = (on[at] || given.contains(flag)) && !without.contains(flag);
        }
        rest = &group[end + 1..];
        if group[end..].starts_with(':') {
            let inner = rest.strip_suffix(')')?;
            return parse(inner, Options::default())
                .is_ok()
                .then_some((on, inner));
        }
        if !group[end..].starts_with(')') {
            return None;
        }
    }
    Some((on, rest))
}

#[cfg(test)]
mod tests {
    use super::{literal, plain};

    #[track_caller]
    fn check(source: &str, alone: &str, between_slashes: &str) {
        assert_eq!(plain(source), alone);
        assert_eq!(literal(source), between_slashes);
    }

    #[test]
    fn what_is_beyond_ascii_shows_its_options() {
        check("(?i:a)", "(?i:a)", "(?i:a)");
        check(
            r"\\p\u0041[[:alpha:]]",
            r"\\p\u0041[[:alpha:]]",
            r"\\p\u0041[[:alpha:]]",
        );
        check(r"\p{L}", r"(?-imx:\p{L})", r"(?-mix:\p{L})");
        check(r"\u{41 e9}", r"(?-imx:\u{41 e9})", r"(?-mix:\u{41 e9})");
        check("é", "(?-imx:é)", "(?-mix:é)");
        check("(?i)é", "(?-imx:(?i)é)", "(?i-mx:é)");
        check("(?im:é)", "(?-imx:(?im:é))", "(?mi-x:é)");
        check("(?mix:é)", "(?-imx:(?mix:é))", "(?mix:é)");
        check(
            "(?i:é)(?i:b)",
            "(?-imx:(?i:é)(?i:b))",
            "(?-mix:(?i:é)(?i:b))",
        );
        check("(?a:é)", "(?-imx:(?a:é))", "(?-mix:(?a:é))");
    }
}
