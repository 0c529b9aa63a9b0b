//! Continues after an error, at the next statement.
//!
//! Before each statement the parser saves its state. When the statement fails, its tokens are read
//! once more from there, without parsing them, up to a token after the error that looks like the
//! start of a statement.

use super::error::skim_string;
use super::{Parser, Strings};
use crate::issue::Diagnostic;
use crate::lexer::{Lexer, T, Token};

/// The greatest number of errors that are collected.
const ERRORS_MAX: usize = 100;

/// The state of the parser at the beginning of a statement.
pub(super) struct Checkpoint<'a> {
    lexer: Lexer<'a>,
    token: Token,
    nesting: u32,
    height: u32,
    namespaces: usize,
    strings: Strings<'a>,
    exprs: usize,
}

impl<'a> Parser<'a> {
    /// Returns true if the next token starts no statement but is an error after which the parse can
    /// continue.
    pub(super) fn may_recover(&self) -> bool {
        self.errors.is_some()
            && self.strings.style.is_none()
            && !matches!(self.token.kind, T::Eof | T::Error)
            && (self.token.kind != T::RBrace || self.nesting == 0)
    }

    /// Returns the state to restore, if the parse continues after errors. Inside strings it does
    /// not.
    pub(super) fn checkpoint(&self) -> Option<Box<Checkpoint<'a>>> {
        if self.errors.is_none() || self.strings.style.is_some() {
            return None;
        }
        Some(Box::new(Checkpoint {
            lexer: self.lexer.clone(),
            token: self.token,
            nesting: self.nesting,
            height: self.height,
            namespaces: self.namespaces.len(),
            strings: self.strings,
            exprs: self.lists.exprs.len(),
        }))
    }

    /// Moves the error to the list of errors after which the parse continued. Returns `false` if
    /// the parse does not continue.
    pub(super) fn note_error(&mut self) -> bool {
        let Some(errors) = &mut self.errors else {
            return false;
        };
        if errors.len() >= ERRORS_MAX {
            return false;
        }
        errors.extend(self.error.take());
        true
    }

    /// Goes from the statement that began at the checkpoint, and has failed, to the next one.
    #[cold]
    #[inline(never)]
    pub(super) fn recover(&mut self, checkpoint: Option<Box<Checkpoint<'a>>>) -> bool {
        let Some(checkpoint) = checkpoint else {
            return false;
        };
        let Some(error_at) = self.error.as_ref().map(|error| error.span.start) else {
            return false;
        };
        let mut skipping = Skipping {
            lexer: checkpoint.lexer.clone(),
            token: checkpoint.token,
            open: 0,
        };
        if !skipping.skip_to_statement(error_at, checkpoint.nesting > 0) || !self.note_error() {
            return false;
        }
        self.lexer = skipping.lexer;
        self.token = skipping.token;
        self.nesting = checkpoint.nesting;
        self.height = checkpoint.height;
        self.strings = checkpoint.strings;
        self.namespaces.truncate(checkpoint.namespaces);
        self.lists.exprs.truncate(checkpoint.exprs);
        true
    }
}

/// Tokens that are read without a meaning.
struct Skipping<'a> {
    lexer: Lexer<'a>,
    token: Token,
    /// Brackets open since the statement began.
    open: u32,
}

impl Skipping<'_> {
    /// Moves to the first token after the error that looks like the start of a statement, to the
    /// brace that closes the enclosing block, or to the end. Returns `false` if the text can't be
    /// read so far.
    fn skip_to_statement(&mut self, error_at: u32, in_block: bool) -> bool {
        let start = self.token.start;
        loop {
            let token = self.token;
            let after = token.start >= error_at && token.start > start;
            match token.kind {
                T::Eof => return true,
                T::Error => {
                    if !self.skip_error() {
                        return false;
                    }
                    continue;
                }
                T::RBrace if self.open == 0 && in_block && token.start >= error_at => return true,
                T::LBrace | T::LBrack | T::ListStart | T::LParen | T::LineParen
                    if !(after && self.open == 0 && self.starts_line()) =>
                {
                    self.open += 1;
                }
                T::RBrace | T::RBrack | T::RParen => self.open = self.open.saturating_sub(1),
                T::StringStart if skim_string(&mut self.lexer, &mut Vec::new()).is_err() => {
                    return false;
                }
                kind if after && self.starts_statement(kind) => return true,
                _ => {}
            }
            self.token = self.lexer.next();
        }
    }

    /// Returns true if the token looks like the start of a statement: it is the first of its line,
    /// outside of brackets, or it starts a definition at the very start of a line.
    fn starts_statement(&self, kind: T) -> bool {
        let defines = matches!(
            kind,
            T::Class | T::Define | T::Function | T::Plan | T::Node | T::Type
        );
        let before = &self.lexer.text.as_bytes()[..self.token.start as usize];
        if defines && before.last().is_none_or(|&b| b == b'\n') {
            return true;
        }
        let operator = matches!(kind, T::Minus | T::Times | T::Not);
        self.open == 0 && kind.starts_expression() && !operator && self.starts_line()
    }

    fn starts_line(&self) -> bool {
        let before = &self.lexer.text.as_bytes()[..self.token.start as usize];
        let blank = |b: &&u8| matches!(b, b' ' | b'\t' | b'\r');
        before
            .iter()
            .rev()
            .find(|b| !blank(b))
            .is_none_or(|&b| b == b'\n')
    }

    /// Moves from a token with an error to the next line, if the text can be read from there.
    fn skip_error(&mut self) -> bool {
        let Some(error) = self.lexer.error.take() else {
            return false;
        };
        if !is_local(&error) {
            return false;
        }
        let from = (error.span.start as usize).max(self.lexer.pos);
        let text = self.lexer.text;
        self.lexer.pos = text[from..].find('\n').map_or(text.len(), |at| from + at);
        self.lexer.prev = T::Eof;
        self.token = self.lexer.next();
        true
    }
}

/// Returns true if an error is confined to its token, so that parsing can continue after the token.
fn is_local(error: &Diagnostic) -> bool {
    matches!(
        error.issue.0,
        "ILLEGAL_NUMBER"
            | "INVALID_HEX_NUMBER"
            | "INVALID_OCTAL_NUMBER"
            | "INVALID_DECIMAL_NUMBER"
            | "INVALID_REGEXP"
            | "ILLEGAL_CLASS_REFERENCE"
            | "ILLEGAL_FULL_QUALIFIED_NAME"
            | "ILLEGAL_FULLY_QUALIFIED_CLASS_REFERENCE"
    )
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use crate::Source;
    use crate::parser::{Options, parse_all_errors};

    #[track_caller]
    fn check(text: &str, errors: &[&str], tree: &str) {
        let (arena, source) = (Bump::new(), Source::new(None, text));
        let (program, found) = parse_all_errors(&arena, &source, Options::default());
        let shown: Vec<String> = found
            .iter()
            .map(|d| d.with_position(&source, None))
            .collect();
        assert_eq!(shown, errors);
        let notation = program.map(|program| crate::pn::text(&program));
        assert_eq!(notation, Some(Ok(tree.to_string())));
    }

    #[test]
    fn goes_on_at_the_next_statement() {
        check(
            "$a = [1 2]\n$b = 1\nfile { 'a': mode => , \n owner => 1 }\n$c = 2",
            &[
                "Syntax error at '2' (line: 1, column: 9)",
                "Syntax error at ',' (line: 3, column: 21)",
            ],
            "(block (= (var \"b\") 1) (= (var \"c\") 2))",
        );
    }

    #[test]
    fn stays_in_its_block() {
        check(
            "class a {\n  $x = )\n  $y = 1a\n  $z = 3\n}\n$d = 4\n}\n$e = 5",
            &[
                "Syntax error at ')' (line: 2, column: 8)",
                "Illegal number '1a' (line: 3, column: 8)",
                "Syntax error at '}' (line: 7, column: 1)",
            ],
            "(block (class {:name \"a\" :body [(= (var \"z\") 3)]}) (= (var \"d\") 4) \
             (= (var \"e\") 5))",
        );
    }

    #[test]
    fn goes_on_at_a_definition_when_a_brace_is_missing() {
        check(
            "if $a {\n  file { 'x':\n    mode => \n}\nclass b { }\n",
            &[
                "Syntax error at '}' (line: 4, column: 1)",
                "Syntax error at end of input",
            ],
            "(nop)",
        );
    }

    #[test]
    fn an_illegal_list_does_not_end_the_parse() {
        check(
            "a, b\n$x = 1",
            &["illegal comma separated argument list (line: 1, column: 2)"],
            "(= (var \"x\") 1)",
        );
    }
}
