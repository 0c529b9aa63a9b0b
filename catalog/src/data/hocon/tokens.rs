//! Splits HOCON text into tokens.

use super::resolve::number;
use crate::data::Data;
use runtime::error::{self, Fault};
use runtime::limits;
use runtime::platform::lacks_method;
use std::ops::Range;

/// The maximum nesting of substitutions.
const DEPTH_MAX: usize = 100;

/// A token of the text.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Token {
    pub kind: Kind,
    /// The line on which it ends.
    pub line: usize,
    /// Its position in the text.
    pub span: Range<usize>,
}

/// The kind of a token.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Kind {
    End,
    Newline,
    Comma,
    Equals,
    PlusEquals,
    Colon,
    OpenCurly,
    CloseCurly,
    OpenSquare,
    CloseSquare,
    Null,
    Boolean(bool),
    Number,
    /// The content of a quoted text.
    Quoted(String),
    Unquoted,
    /// Blanks between two values on the same line.
    Blank,
    /// `${...}`
    Substitution {
        optional: bool,
        tokens: Vec<Token>,
    },
    /// An invalid token, as errors show it; it is always the last one.
    Problem(String),
    /// An input on which the reference implementation fails, with Ruby's error; it is always the
    /// last one.
    Fault(Fault),
}

impl Kind {
    /// Returns true if the token may be part of a key.
    pub fn is_text(&self) -> bool {
        matches!(
            self,
            Kind::Null
                | Kind::Boolean(_)
                | Kind::Number
                | Kind::Quoted(_)
                | Kind::Unquoted
                | Kind::Blank
        )
    }

    /// Returns true if blanks next to the token may be significant.
    fn is_simple(&self) -> bool {
        self.is_text() || matches!(self, Kind::Substitution { .. })
    }
}

impl Token {
    /// Formats the token for errors.
    pub fn shown(&self, text: &str) -> String {
        match &self.kind {
            Kind::End => "end of file".to_owned(),
            Kind::Problem(shown) => shown.clone(),
            Kind::Null => "'' (NULL)".to_owned(),
            Kind::Boolean(value) => format!("'{value}' (BOOLEAN)"),
            Kind::Number => format!("'{}' (NUMBER)", &text[self.span.clone()]),
            Kind::Quoted(text) => format!("'{text}' (STRING)"),
            _ => format!("'{}'", &text[self.span.clone()]),
        }
    }
}

/// Returns all tokens; the last one is an end or a problem.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        text,
        at: 0,
        line: 1,
    };
    let mut all = Vec::new();
    loop {
        limits::time();
        lexer.next_into(&mut all, 0);
        if all.last().is_some_and(is_last) {
            return all;
        }
    }
}

fn is_last(token: &Token) -> bool {
    matches!(token.kind, Kind::End | Kind::Problem(_) | Kind::Fault(_))
}

/// Builds the problem for a character that is not allowed.
fn problem(what: Option<char>, why: &str) -> Kind {
    let what = what.map_or_else(|| "-1".to_owned(), String::from);
    Kind::Problem(format!("'{what}' ({why})"))
}

fn is_blank(c: char) -> bool {
    c != '\n' && c.is_whitespace()
}

fn is_reserved(c: char) -> bool {
    "`^?!@*&\\".contains(c)
}

fn is_unquoted(c: char) -> bool {
    !(c == '\n' || is_blank(c) || is_reserved(c) || "$\"{}[]:=,+#".contains(c))
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    line: usize,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    /// Skips the characters that `skip` accepts; returns their range.
    fn skip(&mut self, skip: impl Fn(char) -> bool) -> Range<usize> {
        let (start, rest) = (self.at, self.rest());
        self.at += rest.find(|c| !skip(c)).unwrap_or(rest.len());
        start..self.at
    }

    fn at_comment(&self) -> bool {
        self.rest().starts_with('#') || self.rest().starts_with("//")
    }

    /// Adds the next token, and the blanks before it if they are significant.
    fn next_into(&mut self, tokens: &mut Vec<Token>, depth: usize) {
        let blanks = self.skip(is_blank);
        if self.at_comment() {
            self.skip(|c| c != '\n');
        }
        let (start, line) = (self.at, self.line);
        let kind = self.kind(depth);
        let after_value = tokens.last().is_some_and(|last| last.kind.is_simple());
        if !blanks.is_empty() && after_value && kind.is_simple() {
            tokens.push(Token {
                kind: Kind::Blank,
                line,
                span: blanks,
            });
        }
        tokens.push(Token {
            line: if kind == Kind::Newline {
                line
            } else {
                self.line
            },
            kind,
            span: start..self.at,
        });
    }

    fn kind(&mut self, depth: usize) -> Kind {
        let Some(c) = self.next() else {
            return Kind::End;
        };
        match c {
            '\n' => Kind::Newline,
            ',' => Kind::Comma,
            '=' => Kind::Equals,
            ':' => Kind::Colon,
            '{' => Kind::OpenCurly,
            '}' => Kind::CloseCurly,
            '[' => Kind::OpenSquare,
            ']' => Kind::CloseSquare,
            '"' if self.take("\"\"") => self.triple_quoted(),
            '"' => self.quoted(),
            '+' if self.take("=") => Kind::PlusEquals,
            '$' if self.take("{") => self.substitution(depth),
            '+' | '$' => {
                let wanted = if c == '+' { '=' } else { '{' };
                let next = self.peek();
                let shown = next.map_or_else(|| "-1".to_owned(), String::from);
                let why =
                    format!("'{c}' not followed by {wanted}, '{shown}' not allowed after '{c}'");
                problem(next, &why)
            }
            c if is_reserved(c) => {
                let why = format!("Reserved character '{c}' is not allowed outside quotes");
                problem(Some(c), &why)
            }
            c => {
                self.at -= c.len_utf8();
                match c.is_ascii_digit() || c == '-' {
                    true => self.number(),
                    false => self.unquoted(),
                }
            }
        }
    }

    fn number(&mut self) -> Kind {
        let span = self.skip(|c| c.is_ascii_digit() || ".eE+-".contains(c));
        let text = &self.text[span];
        match number(text) {
            Some(Data::Float(value)) if value.is_infinite() => {
                let sign = if value < 0.0 { "-" } else { "" };
                Kind::Fault(Fault::of(error::Kind::Range, format!("{sign}Infinity")))
            }
            Some(_) => Kind::Number,
            None if text.contains('+') => problem(
                Some('+'),
                "Reserved character '+'is not allowed outside quotes",
            ),
            None => Kind::Unquoted,
        }
    }

    fn unquoted(&mut self) -> Kind {
        let words = [
            ("true", Kind::Boolean(true)),
            ("false", Kind::Boolean(false)),
            ("null", Kind::Null),
        ];
        for (word, kind) in words {
            if self.take(word) {
                return kind;
            }
        }
        while self.peek().is_some_and(is_unquoted) && !self.at_comment() {
            self.next();
        }
        Kind::Unquoted
    }

    fn triple_quoted(&mut self) -> Kind {
        let rest = self.rest();
        let lines = |text: &str| text.bytes().filter(|b| *b == b'\n').count();
        let Some(end) = rest.find("\"\"\"") else {
            self.at = self.text.len();
            self.line += lines(rest);
            return problem(None, "End of input but triple-quoted string was still open");
        };
        // quotes before the closing ones belong to the text
        let more = rest[end + 3..].bytes().take_while(|b| *b == b'"').count();
        self.at += end + more + 3;
        self.line += lines(&rest[..end]);
        Kind::Quoted(rest[..end + more].to_owned())
    }

    fn quoted(&mut self) -> Kind {
        let mut text = String::new();
        loop {
            let line = self.line;
            let found = match self.next() {
                None => Err(problem(
                    None,
                    "End of input but string quote was still open",
                )),
                Some('"') => return Kind::Quoted(text),
                Some('\\') => self.escape(),
                Some(c) if c.is_control() => {
                    self.line = line;
                    let why = format!(
                        "JSON does not allow unescaped {c} in quoted strings, use a backslash escape"
                    );
                    Err(problem(Some(c), &why))
                }
                Some(c) => Ok(c),
            };
            match found {
                Ok(c) => text.push(c),
                Err(problem) => return problem,
            }
        }
    }

    fn escape(&mut self) -> Result<char, Kind> {
        let Some(c) = self.next() else {
            let text = "'' (End of input but backslash in string had nothing after it)";
            return Err(Kind::Problem(text.to_owned()));
        };
        Ok(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => return self.code_point(),
            other => {
                return Err(Kind::Fault(Fault::of(
                    error::Kind::NoMethod,
                    lacks_method("line_number", &format!("\"{other}\":String")),
                )));
            }
        })
    }

    fn code_point(&mut self) -> Result<char, Kind> {
        let mut code = 0;
        let mut is_over = false;
        for _ in 0..4 {
            let Some(c) = self.next() else {
                let why = "End of input but expecting 4 hex digits for \\uXXXX escape";
                return Err(problem(None, why));
            };
            // only the digits before the first other character count
            match c.to_digit(16).filter(|_| !is_over) {
                Some(digit) => code = code * 16 + digit,
                None => is_over = true,
            }
        }
        let why = "Malformed hex digits after \\u escape in string";
        char::from_u32(code).ok_or_else(|| problem(Some('u'), why))
    }

    fn substitution(&mut self, depth: usize) -> Kind {
        let optional = self.take("?");
        let mut tokens = Vec::new();
        if depth > DEPTH_MAX {
            return Kind::Problem("stack level too deep".to_owned());
        }
        loop {
            self.next_into(&mut tokens, depth + 1);
            match tokens.last().map(|token| &token.kind) {
                Some(Kind::CloseCurly) => {
                    tokens.pop();
                    return Kind::Substitution { optional, tokens };
                }
                Some(Kind::End) => {
                    let text = "'end of file' (Substitution ${ was not closed with a })";
                    return Kind::Problem(text.to_owned());
                }
                Some(problem @ (Kind::Problem(_) | Kind::Fault(_))) => return problem.clone(),
                _ => {}
            }
        }
    }
}
