//! Source text to tokens, one at a time.
//!
//! The parser asks for each token when it needs it, so that the first error in the text is the
//! one that is reported. Tokens are kinds and places only; their values are made by the parser.
//! A string with interpolation and a heredoc come as their first piece: the parser reads on with
//! [`strings`] and [`heredoc`]. Knows nothing of the grammar, save what decides whether a `/`
//! starts a regular expression.

mod code;
pub mod dump;
pub(crate) mod epp;
pub(crate) mod heredoc;
pub(crate) mod strings;
pub(crate) mod token;

use std::borrow::Cow;

use crate::encoding;
use crate::issue::{Diagnostic, Issue, Located};
use crate::source::Span;

pub(crate) use heredoc::Heredoc;
pub(crate) use token::{T, Token};

/// A position in a text and what decides the next token there.
#[derive(Clone)]
pub(crate) struct Lexer<'s> {
    /// The text up to where this lexer may read.
    pub text: &'s str,
    /// Offset of the next byte.
    pub pos: usize,
    /// The kind of the token before.
    pub prev: T,
    /// The kind of the token before the last `T::StringStart`.
    pub before_string: T,
    /// Where to go on at the next line end, behind the heredocs of this line; 0 for none.
    pub jump: usize,
    /// How often a jump has gone back.
    jumps_back: u32,
    /// Code of a template: `%>` ends it.
    pub mode: Mode,
    /// `plan` and `apply` are keywords.
    pub tasks: bool,
    /// The heredoc of the last token `T::Heredoc`.
    pub heredoc: Heredoc,
    /// The text of the last token `T::RenderString`.
    pub rendered: Cow<'s, str>,
    /// The tag before ended with `-%>`.
    trim_next: bool,
    /// `<%=` is behind, but not given as a token yet: the start of the text before it, which is
    /// where Puppet places it.
    pending_expression: Option<usize>,
    /// The error behind a token `T::Error`.
    pub error: Option<Box<Diagnostic>>,
}

/// Which tags end the code.
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
    /// A lexer for a manifest.
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

    /// A lexer for a template.
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

    /// The byte `ahead` of the next one; 0 at the end.
    #[inline(always)]
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes().get(self.pos + ahead).copied().unwrap_or(0)
    }

    /// The next token; `T::Error` again and again once the text is wrong.
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

    /// As [`fail`](Lexer::fail), with an error that Puppet shows without a place.
    #[cold]
    fn fail_nowhere(&mut self, issue: &'static str, message: impl Into<String>, at: usize) -> T {
        let token = self.fail(issue, message, at);
        if let Some(error) = &mut self.error {
            error.located = Located::Nowhere;
        }
        token
    }
}

/// The first five characters from an offset, as Puppet shows them behind "followed by".
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
