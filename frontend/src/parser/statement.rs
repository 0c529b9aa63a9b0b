//! Parses statements, and the calls without parentheses that they consist of.

use super::{Parsed, Parser, Stop};
use crate::ast::{Expr, ExprKind};
use crate::lexer::T;

/// Returns true if a function may be called without parentheses.
fn is_statement_call(name: &str) -> bool {
    matches!(
        name,
        "require"
            | "realize"
            | "include"
            | "contain"
            | "tag"
            | "debug"
            | "info"
            | "notice"
            | "warning"
            | "err"
            | "fail"
            | "import"
            | "break"
            | "next"
            | "return"
    )
}

/// The role of a function's name before a statement.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before<'a> {
    /// There is no name.
    Other,
    /// A function that needs no parentheses: the statement is its argument.
    Call,
    /// Any other name.
    Name(&'a str),
}

/// The state carried from the previous statements of a sequence.
struct Sequence<'a> {
    before: Before<'a>,
    /// The first argument list without a function, and its first comma.
    illegal: Option<(Before<'a>, u32)>,
}

impl<'a> Parser<'a> {
    /// Parses statements up to a token that starts none: nothing, one, or a block of several.
    /// `start` is the beginning of the block, for a block that is empty or just a name and a hash.
    pub(super) fn statements(&mut self, start: u32) -> Parsed<&'a Expr<'a>> {
        Ok(self.counted_statements(start, None)?.0)
    }

    /// Parses statements of which the first expression has been parsed already.
    pub(super) fn statements_from(
        &mut self,
        start: u32,
        first: &'a Expr<'a>,
    ) -> Parsed<&'a Expr<'a>> {
        Ok(self.counted_statements(start, Some(first))?.0)
    }

    fn counted_statements(
        &mut self,
        start: u32,
        mut given: Option<&'a Expr<'a>>,
    ) -> Parsed<(&'a Expr<'a>, usize)> {
        let before = std::mem::take(&mut self.height);
        let mark = self.lists.exprs.len();
        let mut sequence = Sequence {
            before: Before::Other,
            illegal: None,
        };
        while given.is_some() || self.token.kind.starts_expression() || self.may_recover() {
            let checkpoint = self.checkpoint();
            let others = std::mem::take(&mut self.height);
            match self.statement(given.take(), &mut sequence) {
                Ok(()) => self.stand_beside(others),
                Err(Stop) if self.recover(checkpoint) => sequence.before = Before::Other,
                Err(Stop) => return Err(Stop),
            }
        }
        if self.at(T::Error) {
            return Err(self.unexpected());
        }
        if let Some((before, comma)) = sequence.illegal {
            self.illegal_list(before, comma)?;
        }
        let statements = &self.lists.exprs[mark..];
        let count = statements.len();
        let block: &'a Expr<'a> = match statements {
            [] => self.nop(start),
            [call] if matches!(call.kind, ExprKind::Call { .. }) => {
                self.arena.alloc(unused(**call))
            }
            [statement] => statement,
            [first, .., last] => {
                // Puppet reports a name and a hash where the construct around them starts
                let at = match (first.kind, last.kind) {
                    (ExprKind::Name(_), ExprKind::Hash(_)) if count == 2 => start,
                    _ => first.at,
                };
                let unused = statements.iter().map(|statement| unused(**statement));
                self.arena.alloc(Expr {
                    span: first.span.to(last.span),
                    at,
                    kind: ExprKind::Block(self.arena.alloc_slice_fill_iter(unused)),
                })
            }
        };
        self.lists.exprs.truncate(mark);
        self.grow()?;
        self.stand_beside(before);
        Ok((block, count))
    }

    /// Parses one statement and the semicolon after it, and adds it to the expressions.
    fn statement(
        &mut self,
        given: Option<&'a Expr<'a>>,
        sequence: &mut Sequence<'a>,
    ) -> Parsed<()> {
        let first = match given {
            Some(first) => first,
            None => self.assignment()?,
        };
        let before = std::mem::replace(&mut sequence.before, Before::Other);
        if self.at(T::Comma) {
            let comma = self.token.start;
            let arguments = self.argument_list(first)?;
            if before == Before::Call {
                self.call_before(arguments);
            } else if sequence.illegal.is_none() {
                sequence.illegal = Some((before, comma));
            }
        } else if before == Before::Call {
            self.call_before(std::slice::from_ref(first));
        } else {
            sequence.before = match first.kind {
                ExprKind::Name(name) if is_statement_call(name) => Before::Call,
                ExprKind::Name(name) => Before::Name(name),
                _ => Before::Other,
            };
            self.lists.exprs.push(first);
        }
        if self.accept(T::Semicolon) && !self.token.kind.starts_expression() {
            return Err(self.unexpected());
        }
        Ok(())
    }

    /// Parses `{ statements }`.
    pub(super) fn block(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.expect(T::LBrace)?;
        let body = self.statements(start)?;
        self.expect(T::RBrace)?;
        Ok(body)
    }

    /// Parses the `{ statements }` of a construct other than a conditional. There Puppet keeps a
    /// single statement `name { a => 1 }`, which is a block, separate from the body. The construct
    /// starts at `start`.
    pub(super) fn body(&mut self, start: u32) -> Parsed<&'a Expr<'a>> {
        let brace = self.token.start;
        self.expect(T::LBrace)?;
        let body = self.body_statements(brace)?;
        self.expect(T::RBrace)?;
        Ok(match body.kind {
            ExprKind::Block(_) if body.at == brace => self.arena.alloc(Expr { at: start, ..*body }),
            _ => body,
        })
    }

    /// Parses the statements of a [`Parser::body`].
    pub(super) fn body_statements(&mut self, start: u32) -> Parsed<&'a Expr<'a>> {
        let (body, count) = self.counted_statements(start, None)?;
        Ok(match body.kind {
            ExprKind::Block(_) if count == 1 => self.arena.alloc(Expr {
                kind: ExprKind::Block(std::slice::from_ref(body)),
                ..*body
            }),
            _ => body,
        })
    }

    /// Parses `first, b, c`.
    fn argument_list(&mut self, first: &'a Expr<'a>) -> Parsed<&'a [Expr<'a>]> {
        let mark = self.lists.exprs.len();
        self.lists.exprs.push(first);
        while self.accept(T::Comma) {
            let argument = self.assignment()?;
            self.lists.exprs.push(argument);
        }
        Ok(self.finish_exprs(mark))
    }

    /// Makes the statement before, a name, a call.
    fn call_before(&mut self, arguments: &'a [Expr<'a>]) {
        if let Some(name) = self.lists.exprs.pop() {
            let call = self.statement_call(name, arguments);
            self.lists.exprs.push(call);
        }
    }

    /// Makes the call `name a, b`.
    fn statement_call(&mut self, name: &'a Expr<'a>, arguments: &'a [Expr<'a>]) -> &'a Expr<'a> {
        let span = arguments.last().map_or(name.span, |a| name.span.to(a.span));
        self.arena.alloc(Expr {
            kind: ExprKind::Call {
                functor: name,
                arguments,
                lambda: None,
                value_used: false,
            },
            span,
            at: name.at,
        })
    }

    /// Makes the tree of `name { a => 1 }`: a name followed by a hash, so that a function that
    /// needs no parentheses is called with the hash.
    pub(super) fn name_and_hash(&mut self, name: &'a Expr<'a>, hash: &'a Expr<'a>) -> &'a Expr<'a> {
        match name.kind {
            ExprKind::Name(text) if is_statement_call(text) => {
                let arguments = std::slice::from_ref(hash);
                self.statement_call(name, arguments)
            }
            _ => self.arena.alloc(Expr {
                kind: ExprKind::Block(self.arena.alloc_slice_copy(&[*name, *hash])),
                span: name.span.to(hash.span),
                at: name.at,
            }),
        }
    }

    #[cold]
    fn illegal_list(&mut self, before: Before<'a>, comma: u32) -> Parsed<()> {
        let message = match before {
            Before::Name(name) => format!(
                "attempt to pass argument list to the function '{name}' which cannot be called \
                 without parentheses"
            ),
            _ => "illegal comma separated argument list".to_string(),
        };
        let stop = self.fail("ILLEGAL_ARGUMENT_LIST", message, comma);
        match self.note_error() {
            true => Ok(()),
            false => Err(stop),
        }
    }
}

/// Marks a call whose value is not used.
fn unused(mut statement: Expr<'_>) -> Expr<'_> {
    if let ExprKind::Call { value_used, .. } = &mut statement.kind {
        *value_used = false;
    }
    statement
}

impl T {
    /// Returns true if an expression (so a statement) may start with it.
    // Long because it lists the tokens one by one, so that a new token is noticed.
    #[inline]
    pub(super) fn starts_expression(self) -> bool {
        match self {
            T::Name
            | T::Word
            | T::TypeName
            | T::Variable
            | T::InterpolatedName
            | T::Number
            | T::SingleQuoted
            | T::DoubleQuoted
            | T::StringStart
            | T::Heredoc
            | T::Regexp
            | T::LBrack
            | T::ListStart
            | T::LBrace
            | T::LParen
            | T::LineParen
            | T::At
            | T::AtAt
            | T::Minus
            | T::Times
            | T::Not
            | T::True
            | T::False
            | T::Undef
            | T::Default
            | T::If
            | T::Unless
            | T::Case
            | T::Class
            | T::Define
            | T::Function
            | T::Plan
            | T::Apply
            | T::Node
            | T::Type
            | T::Attr
            | T::Private
            | T::RenderString
            | T::RenderExpression => true,
            T::Eof
            | T::Error
            | T::Other
            | T::RBrack
            | T::RBrace
            | T::RParen
            | T::Comma
            | T::Semicolon
            | T::Colon
            | T::Dot
            | T::Pipe
            | T::Question
            | T::Assign
            | T::Append
            | T::Delete
            | T::FatArrow
            | T::PlusArrow
            | T::Before
            | T::Notify
            | T::Require
            | T::Subscribe
            | T::Collect
            | T::CollectEnd
            | T::CollectExported
            | T::CollectExportedEnd
            | T::Equal
            | T::NotEqual
            | T::Match
            | T::NotMatch
            | T::Less
            | T::LessEqual
            | T::Greater
            | T::GreaterEqual
            | T::LeftShift
            | T::RightShift
            | T::Plus
            | T::Divide
            | T::Modulo
            | T::Tilde
            | T::And
            | T::Or
            | T::In
            | T::Elsif
            | T::Else
            | T::Inherits
            | T::Tag
            | T::TagEnd
            | T::TagEndTrim => false,
        }
    }
}
