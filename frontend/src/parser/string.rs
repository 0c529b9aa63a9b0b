//! Parses strings and heredocs, with the expressions in them.

use super::{Heredoc, Parsed, Parser, Strings, finish};
use crate::ast::{Expr, ExprKind, StringPart};
use crate::issue::{Diagnostic, Issue, Located, Severity};
use crate::lexer::strings::{self, PieceEnd, Style};
use crate::lexer::{Lexer, T, Token};
use crate::source::Span;

/// Puppet's warning.
const MALFORMED_UNICODE_ESCAPE: &str = "Unicode escape '\\u' was not followed by 4 hex digits or \
                                        1-6 hex digits in {} or was > 10ffff";

impl<'a> Parser<'a> {
    /// Parses `'a'`, or `"a"` without interpolation.
    #[inline(never)]
    pub(super) fn quoted(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token;
        let value = self.quoted_text(token)?;
        self.advance();
        Ok(self.expr(ExprKind::String(value), token.start, token.start))
    }

    pub(super) fn quoted_text(&mut self, token: Token) -> Parsed<&'a str> {
        let style = match token.kind {
            T::SingleQuoted => Style::Single,
            _ => Style::Double,
        };
        let text = self.text_of(token);
        let raw = &text[1..text.len() - 1];
        self.unescape(raw, style, token.start as usize + 1, false)
    }

    /// Parses `"a${b}c"`.
    #[inline(never)]
    pub(super) fn interpolated(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        let around = self.strings;
        self.strings.style = Some(Style::Double);
        self.strings.before = Some(self.lexer.before_string);
        let place = (start, self.lexer.jump);
        self.strings.outermost.get_or_insert(place);
        let (parts, end) = self.parts(start as usize + 1, false)?;
        self.strings = around;
        // continue after the closing quote
        self.lexer.pos = end + 1;
        self.lexer.prev = self.after_string(T::StringStart);
        self.token.end = end as u32 + 1;
        self.advance();
        Ok(self.expr(ExprKind::Concat(parts), start, start))
    }

    /// Returns the token that the lexer must take for the previous one after a string or heredoc.
    /// Within an interpolation Puppet forgets that token, so that a `/` starts a regular
    /// expression.
    fn after_string(&self, kind: T) -> T {
        match self.strings.style {
            None => kind,
            Some(_) => T::Tag,
        }
    }

    /// Parses `@(END)`.
    #[inline(never)]
    pub(super) fn heredoc(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token;
        let heredoc = self.lexer.heredoc;
        let source = self.lexer.text;
        let slice = |span: Span| &source[span.start as usize..span.end as usize];
        let style = Style::Heredoc(heredoc.escapes);
        let around = self.strings;
        self.strings = Strings {
            style: Some(style),
            before: None,
            margin: slice(heredoc.margin),
            outermost: None,
            code: (0, 0),
            in_heredoc: true,
            text_start: heredoc.text.start,
        };
        if around.in_heredoc {
            return Err(self.placeless(token.start));
        }
        let start = heredoc.text.start as usize;
        let text = slice(heredoc.text);
        let has_parts = heredoc.interpolated && {
            let (_, stop) = strings::piece(&source[..heredoc.text.end as usize], start, style);
            stop != PieceEnd::End
        };
        let kind = match has_parts {
            false => ExprKind::String(self.unescape(text, style, start, true)?),
            true => {
                // its code ends with its text
                let mut inner = Lexer::new("", self.lexer.tasks);
                inner.text = &source[..heredoc.text.end as usize];
                let outer = std::mem::replace(&mut self.lexer, inner);
                let (parts, _) = self.parts(start, true)?;
                self.lexer = outer;
                ExprKind::Concat(parts)
            }
        };
        self.strings = around;
        self.token = token;
        self.lexer.prev = self.after_string(T::Heredoc);
        let text = Expr {
            kind,
            span: heredoc.text,
            at: heredoc.text.start,
        };
        self.advance();
        let syntax = slice(heredoc.syntax);
        if let ExprKind::String(text) = kind
            && !syntax.is_empty()
        {
            self.heredocs.push(Heredoc {
                syntax,
                text,
                span: heredoc.text,
            });
        }
        let kind = ExprKind::Heredoc {
            syntax,
            text: self.arena.alloc(text),
        };
        Ok(self.expr(kind, token.start, token.start))
    }

    /// Parses text and values from an offset up to the end of the innermost string. Returns that
    /// end, too.
    fn parts(
        &mut self,
        start: usize,
        mut line_start: bool,
    ) -> Parsed<(&'a [StringPart<'a>], usize)> {
        let mark = self.lists.parts.len();
        let style = self.strings.style.unwrap_or(Style::Double);
        let mut at = start;
        loop {
            let mut first = None;
            let (end, stop) = strings::piece(self.lexer.text, at, style);
            if let PieceEnd::Unclosed(_) = stop {
                return Err(self.unexpected());
            }
            if end > at {
                let raw = &self.lexer.text[at..end];
                let text = self.unescape(raw, style, at, line_start)?;
                // the first text of a heredoc is placed at the beginning of its line
                first = (line_start && text.is_empty()).then_some(at as u32);
                if !text.is_empty() {
                    self.lists
                        .parts
                        .push(StringPart::Text(text, Span::new(at, end)));
                }
            }
            line_start = false;
            let value = match stop {
                PieceEnd::Variable(name_end) => {
                    at = name_end;
                    &*self.arena.alloc(Expr {
                        kind: ExprKind::Variable(&self.lexer.text[end + 1..name_end]),
                        span: Span::new(end, name_end),
                        at: first.unwrap_or(end as u32),
                    })
                }
                PieceEnd::Expression => {
                    let value = self.interpolation(end + 2)?;
                    at = self.token.end as usize;
                    value
                }
                PieceEnd::End | PieceEnd::Unclosed(_) => {
                    let parts = finish(self.arena, &mut self.lists.parts, mark);
                    self.grow()?;
                    return Ok((parts, end));
                }
            };
            self.lists.parts.push(StringPart::Value(value));
        }
    }

    /// Parses the expression from an offset after `${` up to the `}`, which is then the next token.
    #[inline(never)]
    fn interpolation(&mut self, start: usize) -> Parsed<&'a Expr<'a>> {
        self.lexer.pos = start;
        self.lexer.prev = self.strings.before.take().unwrap_or(T::LBrace);
        let before = (self.lexer.prev, self.lexer.jump, self.heredocs.len());
        self.strings.code = (start as u32, self.lexer.jump);
        self.token = self.lexer.next();
        let is_named = self.names_variable();
        if is_named {
            self.token.kind = T::InterpolatedName;
            self.lexer.prev = T::InterpolatedName;
        }
        let value = self.assignment()?;
        let in_heredoc = matches!(self.strings.style, Some(Style::Heredoc(_)));
        match self.token.kind {
            T::RBrace => Ok(value),
            T::Eof if in_heredoc && is_named => {
                (self.lexer.prev, self.lexer.jump) = (before.0, before.1);
                self.heredocs.truncate(before.2);
                self.unclosed_interpolation(start)
            }
            // Puppet lets a heredoc end in an interpolation
            T::Eof if in_heredoc => Ok(value),
            _ => Err(self.unexpected()),
        }
    }

    /// Parses the expression from an offset after `${` up to the end of its heredoc. Puppet
    /// recognizes by the `}` that a first word is a variable's name; without one, it does so only
    /// for single words and for words with an access.
    #[inline(never)]
    fn unclosed_interpolation(&mut self, start: usize) -> Parsed<&'a Expr<'a>> {
        self.lexer.pos = start;
        self.token = self.lexer.next();
        let value = self.assignment()?;
        let text_start = self.strings.text_start;
        Ok(self.named(value, text_start).unwrap_or(value))
    }

    /// Returns an expression that begins with the name of a variable, if it consists of that with
    /// accesses and methods only. `at` is the reported place of the variable.
    fn named(&self, expr: &'a Expr<'a>, at: u32) -> Option<&'a Expr<'a>> {
        let kind = match expr.kind {
            ExprKind::Name(name) => ExprKind::Variable(name),
            ExprKind::Integer { value, .. } => {
                ExprKind::Variable(self.arena.alloc_str(&value.to_string()))
            }
            ExprKind::Access { left, keys } => {
                let left = self.named(left, left.at)?;
                return Some(self.arena.alloc(Expr {
                    kind: ExprKind::Access { left, keys },
                    ..*expr
                }));
            }
            ExprKind::MethodCall {
                receiver,
                functor,
                access,
                arguments,
                lambda,
                value_used,
            } => {
                let receiver = self.named(receiver, access.at)?;
                let right = functor;
                let left = receiver;
                let access = self.arena.alloc(Expr {
                    kind: ExprKind::NamedAccess { left, right },
                    ..*access
                });
                return Some(self.arena.alloc(Expr {
                    kind: ExprKind::MethodCall {
                        receiver,
                        functor,
                        access,
                        arguments,
                        lambda,
                        value_used,
                    },
                    ..*expr
                }));
            }
            _ => return None,
        };
        Some(self.arena.alloc(Expr { kind, at, ..*expr }))
    }

    /// Returns true if the next token, the first after `${`, is a variable's name without its `$`.
    fn names_variable(&self) -> bool {
        let kind = self.token.kind;
        let is_word = match kind {
            T::Name | T::Word | T::Number => true,
            T::Plan | T::Apply => false,
            _ => kind.is_keyword(),
        };
        is_word && matches!(self.next_kind(), T::RBrace | T::Dot | T::LBrack | T::Eof)
    }

    /// Returns the value of a piece of text that starts at an offset of the source.
    #[inline(never)]
    pub(super) fn unescape(
        &mut self,
        raw: &'a str,
        style: Style,
        start: usize,
        line_start: bool,
    ) -> Parsed<&'a str> {
        // Puppet warns after it has read the piece and its end
        let end = start + raw.len();
        let opens_code = self.lexer.text.as_bytes()[end..].starts_with(b"${");
        let at = end + if opens_code { 2 } else { 1 };
        let known = self.warnings.len();
        let warnings = &mut self.warnings;
        let mut unknown = |letter: char| {
            warnings.push(Diagnostic {
                issue: Issue("UNRECOGNIZED_ESCAPE"),
                severity: Severity::Warning,
                message: match letter {
                    'u' => MALFORMED_UNICODE_ESCAPE.to_string(),
                    _ => format!("Unrecognized escape sequence '\\{letter}'"),
                },
                span: Span::new(at, at),
                located: Located::Line,
                hint: None,
            });
        };
        let margin = self.strings.margin;
        let value = strings::unescape(self.arena, raw, style, margin, line_start, &mut unknown);
        if self.strings.in_heredoc && self.warnings.len() > known {
            self.warnings.truncate(known);
            return Err(self.placeless(start as u32));
        }
        value.map_err(|strings::InvalidCharacter| {
            self.fail_nowhere(
                "INVALID_CHARACTER",
                "invalid byte sequence in UTF-8",
                start as u32,
            )
        })
    }
}
