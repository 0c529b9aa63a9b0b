//! Turns source text into tokens, one at a time.
//!
//! The parser requests each token when it needs it, so that the first error in the text is the one
//! that is reported. Tokens are kinds and places only; the parser makes their values. A string with
//! interpolation and a heredoc are returned as their first piece, and the parser reads the rest
//! with [`strings`] and [`heredoc`]. The lexer knows nothing of the grammar, except to decide
//! whether a `/` starts a regular expression.

mod code;
pub mod dump;
pub(crate) mod epp;
pub(crate) mod heredoc;
pub(crate) mod strings;
pub(crate) mod token;
mod word;

use std::borrow::Cow;

use crate::encoding;
use crate::issue::{Diagnostic, Issue, Located};
use crate::source::Span;

pub(crate) use heredoc::Heredoc;
pub(crate) use token::{T, Token};

/// A position in a text, and the state that decides the next token there.
#[derive(Clone)]
pub(crate) struct Lexer<'s> {
    /// The text, which ends where this lexer must stop.
    pub text: &'s str,
    /// Offset of the next byte.
    pub pos: usize,
    /// The kind of the token before.
    pub prev: T,
    /// The kind of the token before the last `T::StringStart`.
    pub before_string: T,
    /// The offset to continue from at the next line end, after the heredocs of this line; 0 for
    /// none.
    pub jump: usize,
    /// The number of jumps that went back.
    jumps_back: u32,
    /// The mode, which says which tag ends the code.
    pub mode: Mode,
    /// True if `plan` and `apply` are keywords.
    pub tasks: bool,
    /// The heredoc of the last token `T::Heredoc`.
    pub heredoc: Heredoc,
    /// The text of the last token `T::RenderString`.
    pub rendered: Cow<'s, str>,
    /// True if the previous tag ended with `-%>`.
    trim_next: bool,
    /// The start of the text before a `<%=` that was read but not returned as a token yet. Puppet
    /// reports the tag at that place.
    pending_expression: Option<usize>,
    /// The error of a token `T::Error`.
    pub error: Option<Box<Diagnostic>>,
}

/// The kind of text that the lexer reads, which says which tag ends it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// A manifest.
    Code,
    /// Text of a template.
    Template,
    /// Code between `<%` and `%>`.
    Statements,
    /// Code between `<%=` and `%>`.
    Expression,
}

impl<'s> Lexer<'s> {
    /// Makes a lexer for a manifest.
    pub fn new(text: &'s str, tasks: bool) -> Lexer<'s> {
        let mut lexer = Lexer {
            text,
            pos: 0,
            prev: T::Eof,
            before_string: T::Eof,
            jump: 0,
            jumps_back: 0,
            mode: Mode::Code,
            tasks,
            heredoc: Heredoc::default(),
            rendered: Cow::Borrowed(""),
            trim_next: false,
            pending_expression: None,
            error: None,
        };
        if let Some(message) = encoding::illegal_mark(text) {
            lexer.fail_nowhere("ILLEGAL_BOM", message, 0);
        }
        lexer
    }

    /// Makes a lexer for a template.
    pub fn new_epp(text: &'s str, tasks: bool) -> Lexer<'s> {
        Lexer {
            mode: Mode::Template,
            ..Lexer::new(text, tasks)
        }
    }

    /// Bytes of the text.
    #[inline(always)]
    fn bytes(&self) -> &'s [u8] {
        self.text.as_bytes()
    }

    /// Returns the byte `ahead` of the next one; 0 at the end.
    #[inline(always)]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// Reads the next token. After an error it returns `T::Error` again and again.
    #[inline]
    pub fn next(&mut self) -> Token {
        if self.error.is_some() {
            return Token::new(T::Error, self.pos, self.pos);
        }
        loop {
            let token = match self.mode {
                Mode::Code => self.code_token(),
                Mode::Template => self.template_token(),
                Mode::Expression => match self.pending_expression.take() {
                    Some(start) => Token::new(T::RenderExpression, start, self.pos),
                    None => self.code_token(),
                },
                Mode::Statements => self.code_token(),
            };
            if token.kind != T::Tag {
                self.prev = token.kind;
                return token;
            }
        }
    }

    /// Notes an error at an offset; the token to return is `T::Error`.
    #[cold]
    pub fn fail(&mut self, issue: &'static str, message: impl Into<String>, at: usize) -> T {
        let at = at.min(self.text.len());
        let diagnostic = Diagnostic::error(Issue(issue), message, Span::new(at, at));
        self.error.get_or_insert_with(|| Box::new(diagnostic));
        T::Error
    }

    /// Works like [`fail`](Lexer::fail), for an error that Puppet shows without a place.
    #[cold]
    fn fail_nowhere(&mut self, issue: &'static str, message: impl Into<String>, at: usize) -> T {
        let token = self.fail(issue, message, at);
        if let Some(error) = &mut self.error {
            error.located = Located::Nowhere;
        }
        token
    }
}

/// Returns the first five characters from an offset, as Puppet shows them after "followed by".
pub(crate) fn followed_by(text: &str, at: usize) -> String {
    match text.get(at..).filter(|rest| !rest.is_empty()) {
        Some(rest) => {
            let mut shown: String = rest.chars().take(5).collect();
            for (c, escape) in [('\n', "\\n"), ('\r', "\\r"), ('\t', "\\t")] {
                shown = shown.replace(c, escape);
            }
            shown + "..."
        }
        None => "<eof>".to_string(),
    }
}
