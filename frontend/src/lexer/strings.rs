//! Reads quoted strings: their ends, their text, and their escapes.

use bumpalo::Bump;
use bumpalo::collections::String as BumpString;

use super::heredoc::Escapes;
use super::word::variable_end;
use super::{Lexer, T, followed_by};

/// The notation of a string or regular expression, which says which escapes it knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// `'..'`: only `\'` and `\\`
    Single,
    /// `".."`
    Double,
    /// A heredoc with these escapes.
    Heredoc(Escapes),
    /// `/../`: only `\/`
    Regexp,
}

/// The end of a piece of text with interpolation. Offsets are those of the `$`, or of the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PieceEnd {
    /// The closing quote, or the end of a heredoc's text.
    End,
    /// `$name`, with the offset after the name.
    Variable(usize),
    /// `${`
    Expression,
    /// No closing quote, with the offset from which Puppet reports it: the start, or after the last
    /// `$` that starts nothing.
    Unclosed(usize),
}

/// Returns the offset from which to look for the end of a string. Puppet looks from the second
/// character on, if it finds an end there: a quote at the very start belongs to the string when
/// another end follows directly (with pairs of backslashes in between), so that `'''` is a string
/// of one quote.
fn after_first(bytes: &[u8], start: usize, is_end: impl Fn(u8) -> bool) -> usize {
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    if !is_end(byte(start)) {
        return start;
    }
    let mut at = start + 1;
    while byte(at) == b'\\' && byte(at + 1) == b'\\' {
        at += 2;
    }
    match is_end(byte(at)) {
        true => at,
        false => start,
    }
}

/// Reads `'..'`.
pub(super) fn single_quoted(lexer: &mut Lexer<'_>) -> T {
    let bytes = lexer.bytes();
    let mut at = after_first(bytes, lexer.pos + 1, |b| b == b'\'');
    loop {
        match bytes.get(at) {
            Some(b'\'') => break,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
            None => {
                let start = lexer.pos + 1;
                return unclosed(lexer, "\"'\"", start);
            }
        }
    }
    lexer.pos = at + 1;
    T::SingleQuoted
}

/// Reads `".."`, as a whole or up to the first interpolation.
pub(super) fn double_quoted(lexer: &mut Lexer<'_>) -> T {
    let start = lexer.pos + 1;
    let (end, stop) = piece(lexer.text, start, Style::Double);
    lexer.pos = end;
    match stop {
        PieceEnd::End => {
            lexer.pos = end + 1;
            T::DoubleQuoted
        }
        PieceEnd::Variable(_) | PieceEnd::Expression => {
            lexer.before_string = lexer.prev;
            T::StringStart
        }
        PieceEnd::Unclosed(from) if from == start => unclosed(lexer, "'\"'", start),
        PieceEnd::Unclosed(from) => unclosed(lexer, "''", from),
    }
}

/// Notes that the quote of the text from `start` on is not closed.
#[cold]
pub(crate) fn unclosed(lexer: &mut Lexer<'_>, after: &str, start: usize) -> T {
    let followed_by = followed_by(lexer.text, start);
    let message = format!("Unclosed quote after {after} followed by '{followed_by}'");
    lexer.fail("UNCLOSED_QUOTE", message, start)
}

/// Finds the end of the piece of text that starts at `start`, and the kind of the end. A heredoc
/// ends with `text`.
pub(crate) fn piece(text: &str, start: usize, style: Style) -> (usize, PieceEnd) {
    let bytes = text.as_bytes();
    let escapes = match style {
        Style::Heredoc(escapes) => escapes.has(b'$'),
        _ => true,
    };
    let is_end = |b| b == b'$' || b == b'"';
    let first = |at: usize| match style {
        Style::Double => after_first(bytes, at, is_end),
        _ => at,
    };
    let mut at = first(start);
    let mut from = start;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' if escapes => at += 2,
            b'$' => {
                if bytes.get(at + 1) == Some(&b'{') {
                    return (at, PieceEnd::Expression);
                }
                if let Some(end) = variable_end(bytes, at + 1) {
                    return (at, PieceEnd::Variable(end));
                }
                from = at + 1;
                at = first(from);
            }
            b'"' if style == Style::Double => return (at, PieceEnd::End),
            _ => at += 1,
        }
    }
    match style {
        Style::Double => (bytes.len(), PieceEnd::Unclosed(from)),
        _ => (bytes.len(), PieceEnd::End),
    }
}

/// The error of an escape that names no Unicode character (`\u{110000}`).
#[derive(Debug)]
pub(crate) struct InvalidCharacter;

/// Returns the value of a piece of text. `margin` is removed from the start of its lines (but not
/// of the first, unless `line_start`). Calls `unknown` with the character after the backslash for
/// each escape that `Double` does not know.
pub(crate) fn unescape<'a>(
    arena: &'a Bump,
    raw: &'a str,
    style: Style,
    margin: &str,
    line_start: bool,
    unknown: &mut dyn FnMut(char),
) -> Result<&'a str, InvalidCharacter> {
    let bytes = raw.as_bytes();
    let verbatim = style == Style::Heredoc(Escapes::default()) || !bytes.contains(&b'\\');
    if verbatim && margin.is_empty() {
        return Ok(raw);
    }
    let mut out = BumpString::with_capacity_in(raw.len(), arena);
    let mut at = match line_start && raw.starts_with(margin) {
        true => margin.len(),
        false => 0,
    };
    let mut from = at;
    while at < bytes.len() {
        match bytes[at] {
            b'\n' if !margin.is_empty() => {
                at += 1;
                if raw[at..].starts_with(margin) {
                    out.push_str(&raw[from..at]);
                    at += margin.len();
                    from = at;
                }
            }
            b'\\' if !verbatim => {
                let (length, value) = escape(&raw[at..], style)?;
                match value {
                    Escape::Kept => {
                        // the backslash stays, and so does the character after it
                        if style == Style::Double
                            && let Some(letter) = raw[at + 1..].chars().next()
                        {
                            unknown(letter);
                        }
                        let next = bytes.get(at + 1).copied();
                        let pair = style == Style::Regexp || style == Style::Double;
                        at += if pair && next.is_some_and(|b| b < 0x80) {
                            2
                        } else {
                            1
                        };
                        continue;
                    }
                    Escape::Nothing => out.push_str(&raw[from..at]),
                    Escape::Char(c) => {
                        out.push_str(&raw[from..at]);
                        out.push(c);
                    }
                }
                at += length;
                if value == Escape::Nothing && raw[at..].starts_with(margin) {
                    at += margin.len();
                }
                from = at;
            }
            _ => at += 1,
        }
    }
    out.push_str(&raw[from..]);
    Ok(out.into_bump_str())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Escape {
    /// The text is not an escape and stays unchanged.
    Kept,
    /// A line end that is left out.
    Nothing,
    Char(char),
}

/// Parses the escape at the start of `text`: its length and its value.
fn escape(text: &str, style: Style) -> Result<(usize, Escape), InvalidCharacter> {
    let next = text.as_bytes().get(1).copied().unwrap_or(0);
    let known = match style {
        Style::Single => matches!(next, b'\'' | b'\\'),
        Style::Regexp => next == b'/',
        Style::Double => true,
        Style::Heredoc(escapes) => match next {
            b'\\' => true,
            b'\n' | b'\r' => escapes.has(b'L'),
            b'\'' | b'"' => false,
            _ => escapes.has(next),
        },
    };
    if !known {
        return Ok((1, Escape::Kept));
    }
    let value = match next {
        b'\\' | b'\'' | b'"' | b'$' | b'/' if next != b'/' || style == Style::Regexp => {
            Escape::Char(next as char)
        }
        b'n' => Escape::Char('\n'),
        b'r' => Escape::Char('\r'),
        b't' => Escape::Char('\t'),
        b's' => Escape::Char(' '),
        b'\n' => Escape::Nothing,
        b'\r' if text.as_bytes().get(2) == Some(&b'\n') => return Ok((3, Escape::Nothing)),
        b'u' => return unicode_escape(text),
        _ => Escape::Kept,
    };
    Ok((2, value))
}

/// Parses `\uXXXX` or `\u{X..}` at the start of `text`.
fn unicode_escape(text: &str) -> Result<(usize, Escape), InvalidCharacter> {
    let digits = match text[2..].strip_prefix('{') {
        Some(inner) => match inner.find('}') {
            Some(length @ 1..=6) => &inner[..length],
            _ => return Ok((1, Escape::Kept)),
        },
        None => text.get(2..6).unwrap_or(""),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return Ok((1, Escape::Kept));
    }
    let braces = if text.as_bytes()[2] == b'{' { 2 } else { 0 };
    let code = u32::from_str_radix(digits, 16).map_err(|_| InvalidCharacter)?;
    let value = char::from_u32(code).ok_or(InvalidCharacter)?;
    Ok((2 + braces + digits.len(), Escape::Char(value)))
}
