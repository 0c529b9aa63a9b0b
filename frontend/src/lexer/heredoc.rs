//! Reads heredocs: `@(END)`, with the text on the following lines.

use super::{Lexer, T, followed_by};
use crate::source::Span;

/// The options from a heredoc's tag, and the place of its text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Heredoc {
    /// True if the text is interpolated: `@("END")`.
    pub interpolated: bool,
    /// The syntax tag; empty when there is none.
    pub syntax: Span,
    /// The escapes that the text may contain.
    pub escapes: Escapes,
    /// The text, without the last line end if that is trimmed.
    pub text: Span,
    /// The margin that is removed from each line of the text.
    pub margin: Span,
}

/// A set of escapes of a heredoc. When it is not empty, `\\` is an escape, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Escapes(u8);

impl Escapes {
    const LETTERS: &'static [u8] = b"trnsuL$";
    /// All escapes.
    const ALL: Escapes = Escapes(0x7F);

    /// Returns true if an escape is enabled. `L` is the one for line ends.
    pub fn has(self, letter: u8) -> bool {
        let bit = Escapes::LETTERS.iter().position(|&l| l == letter);
        bit.is_some_and(|bit| self.0 & (1 << bit) != 0)
    }
}

/// Reads the tag at the lexer's position, and finds its text.
pub(super) fn heredoc(lexer: &mut Lexer<'_>) -> T {
    match read(lexer) {
        Ok(heredoc) => {
            lexer.heredoc = heredoc;
            T::Heredoc
        }
        Err((issue, message, at)) => lexer.fail(issue, message, at),
    }
}

type Problem = (&'static str, String, usize);

fn read(lexer: &mut Lexer<'_>) -> Result<Heredoc, Problem> {
    let text = lexer.text;
    let start = lexer.pos;
    let Some(length) = text[start + 2..].find(')') else {
        let followed_by = followed_by(text, start);
        let message = format!("Unclosed parenthesis after '@(' followed by '{followed_by}'");
        return Err(("HEREDOC_UNCLOSED_PARENTHESIS", message, start));
    };
    let close = start + 2 + length;
    let after = close + 1;
    let tag =
        Tag::read(text, start + 2, close).map_err(|(issue, message)| (issue, message, after))?;
    let first_line = match lexer.jump {
        0 => text[after..].find('\n').map(|at| after + at + 1),
        jump => Some(jump),
    };
    let Some(first_line) = first_line else {
        let message = "Heredoc without any following lines of text".to_string();
        return Err(("HEREDOC_WITHOUT_TEXT", message, after));
    };
    let Some(end) = EndLine::find(text, first_line, tag.end_text) else {
        let message = "Heredoc without end-tagged line".to_string();
        return Err(("HEREDOC_WITHOUT_END_TAGGED_LINE", message, first_line));
    };
    lexer.jump = end.next_line;
    lexer.pos = after;
    let mut text_end = end.start;
    if end.trim {
        let body = &text[first_line..end.start];
        let body = body.strip_suffix('\n').unwrap_or(body);
        text_end = first_line + body.strip_suffix('\r').unwrap_or(body).len();
    }
    Ok(Heredoc {
        interpolated: tag.interpolated,
        syntax: tag.syntax,
        escapes: tag.escapes,
        text: Span::new(first_line, text_end),
        margin: end.margin,
    })
}

/// The parsed text between `@(` and `)`.
struct Tag<'s> {
    end_text: &'s str,
    interpolated: bool,
    syntax: Span,
    escapes: Escapes,
}

impl<'s> Tag<'s> {
    fn read(text: &'s str, start: usize, close: usize) -> Result<Tag<'s>, (&'static str, String)> {
        let invalid = || {
            let message = "Invalid syntax in heredoc expected @(endtag[:syntax][/escapes])";
            ("HEREDOC_INVALID_SYNTAX", message.to_string())
        };
        let header = &text[start..close];
        let end_text_length = header.find([':', '/', '\r', '\n']).unwrap_or(header.len());
        if end_text_length == 0 {
            return Err(invalid());
        }
        let mut rest = &header[end_text_length..];
        let mut syntax = Span::default();
        if let Some(marked) = rest.strip_prefix(':') {
            let name = marked.trim_start_matches(is_blank);
            let length = name
                .find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '+'))
                .unwrap_or(name.len());
            if length < 2 || !name.starts_with(|c: char| c.is_ascii_lowercase()) {
                return Err(invalid());
            }
            let from = close - name.len();
            syntax = Span::new(from, from + length);
            rest = name[length..].trim_start_matches(is_blank);
        }
        let mut escapes = Escapes::default();
        if let Some(marked) = rest.strip_prefix('/') {
            let letters = marked.trim_end_matches(is_blank);
            let valid = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
            if !letters.chars().all(valid) {
                return Err(invalid());
            }
            escapes = read_escapes(letters)?;
            rest = "";
        }
        if !rest.is_empty() {
            return Err(invalid());
        }
        let white = |c: char| c.is_ascii_whitespace() || c == '\x0b' || c == '\0';
        let mut end_text = header[..end_text_length].trim_matches(white);
        let quoted = end_text.strip_prefix('"').and_then(|t| t.strip_suffix('"'));
        if let Some(inner) = quoted {
            end_text = inner.trim_matches(white);
        }
        if end_text.is_empty() {
            return Err((
                "HEREDOC_EMPTY_ENDTAG",
                "Heredoc with an empty endtag".to_string(),
            ));
        }
        Ok(Tag {
            end_text,
            interpolated: quoted.is_some(),
            syntax,
            escapes,
        })
    }
}

fn is_blank(c: char) -> bool {
    matches!(
        c,
        ' ' | '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}'
    )
}

fn read_escapes(letters: &str) -> Result<Escapes, (&'static str, String)> {
    if letters.is_empty() {
        return Ok(Escapes::ALL);
    }
    let repeated = letters
        .char_indices()
        .any(|(at, letter)| letters[..at].contains(letter));
    if repeated {
        let all: Vec<String> = letters.chars().map(String::from).collect();
        let message = format!(
            "An escape char for @() may only appear once. Got '{}'",
            all.join(", ")
        );
        return Err(("HEREDOC_MULTIPLE_AT_ESCAPES", message));
    }
    let mut escapes = Escapes::default();
    for letter in letters.bytes() {
        let Some(bit) = Escapes::LETTERS.iter().position(|&l| l == letter) else {
            let message = format!(
                "Invalid heredoc escape char. Only t, r, n, s,  u, L, $ allowed. Got '{}'",
                letter as char
            );
            return Err(("HEREDOC_INVALID_ESCAPE", message));
        };
        escapes.0 |= 1 << bit;
    }
    Ok(escapes)
}

/// The line that ends a heredoc: anything, `|`, `-`, the end text.
struct EndLine {
    start: usize,
    next_line: usize,
    margin: Span,
    trim: bool,
}

impl EndLine {
    fn find(text: &str, first_line: usize, end_text: &str) -> Option<EndLine> {
        let white: &[char] = &[' ', '\t', '\r', '\x0b', '\x0c'];
        let mut start = first_line;
        while start < text.len() {
            let length = text[start..].find('\n').unwrap_or(text.len() - start);
            let line = &text[start..start + length];
            let next_line = (start + length + 1).min(text.len());
            if let Some(before) = line.trim_end_matches(white).strip_suffix(end_text) {
                let before = before.trim_end_matches(white);
                let undashed = before.strip_suffix('-');
                let before = undashed.map_or(before, |b| b.trim_end_matches(white));
                let margin = match before.strip_suffix('|') {
                    Some(lead) => {
                        let blanks = lead.len() - lead.trim_end_matches(is_blank).len();
                        Span::new(start + lead.len() - blanks, start + lead.len())
                    }
                    None => Span::default(),
                };
                return Some(EndLine {
                    start,
                    next_line,
                    margin,
                    trim: undashed.is_some(),
                });
            }
            start = start + length + 1;
        }
        None
    }
}
