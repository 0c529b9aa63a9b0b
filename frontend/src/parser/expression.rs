//! Parses assignments, relationships, operators, and the accesses and calls that follow an operand.

use super::{NESTING_MAX, Parsed, Parser, finish};
use crate::ast::{AssignmentOp, BinaryOp, Expr, ExprKind, RelationshipOp, SelectorEntry, UnaryOp};
use crate::lexer::T;
use crate::source::Span;

/// The precedence of a selector's `?`. See `binary_operator` for the operators.
const SELECTOR: u8 = 3;

/// The kind of a list in brackets or parentheses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Of a call.
    Arguments,
    /// The items of an array: `type` and `function` may be words.
    Elements,
    /// Of a method call: no comma at the end.
    MethodArguments,
    /// Of an access: no assignments, relationships or resources.
    Keys,
    /// The parameters of a type that is no expression: as `Keys`, but at least one, and no comma at
    /// the end.
    TypeKeys,
}

/// Returns the binary operator of a token, with its precedence.
#[inline]
fn binary_operator(kind: T) -> Option<(BinaryOp, u8)> {
    Some(match kind {
        T::Or => (BinaryOp::Or, 1),
        T::And => (BinaryOp::And, 2),
        T::Less => (BinaryOp::Less, 4),
        T::LessEqual => (BinaryOp::LessEqual, 4),
        T::Greater => (BinaryOp::Greater, 4),
        T::GreaterEqual => (BinaryOp::GreaterEqual, 4),
        T::Equal => (BinaryOp::Equal, 5),
        T::NotEqual => (BinaryOp::NotEqual, 5),
        T::LeftShift => (BinaryOp::LeftShift, 6),
        T::RightShift => (BinaryOp::RightShift, 6),
        T::Plus => (BinaryOp::Plus, 7),
        T::Minus => (BinaryOp::Minus, 7),
        T::Times => (BinaryOp::Times, 8),
        T::Divide => (BinaryOp::Divide, 8),
        T::Modulo => (BinaryOp::Modulo, 8),
        T::Match => (BinaryOp::Match, 9),
        T::NotMatch => (BinaryOp::NotMatch, 9),
        T::In => (BinaryOp::In, 10),
        _ => return None,
    })
}

impl<'a> Parser<'a> {
    /// Parses `a = b`, `a -> b`, a resource, or any expression.
    pub(super) fn assignment(&mut self) -> Parsed<&'a Expr<'a>> {
        let others = std::mem::take(&mut self.height);
        let left = self.relationship()?;
        let op = match self.token.kind {
            T::Assign => AssignmentOp::Assign,
            T::Append => AssignmentOp::Append,
            T::Delete => AssignmentOp::Delete,
            _ => {
                self.stand_beside(others);
                return Ok(left);
            }
        };
        let op_span = self.take_operator();
        let right = match self.dense_value()? {
            Some(dense) => dense,
            None => {
                self.descend()?;
                let right = self.assignment()?;
                self.nesting -= 1;
                right
            }
        };
        self.grow()?;
        self.stand_beside(others);
        let kind = ExprKind::Assignment {
            op,
            op_span,
            left,
            right,
        };
        self.is_plain = false;
        Ok(self.expr(kind, left.span.start, op_span.start))
    }

    /// Parses `a -> b ~> c`.
    #[inline]
    fn relationship(&mut self) -> Parsed<&'a Expr<'a>> {
        let mut left = self.resource()?;
        loop {
            let op = match self.token.kind {
                T::Before => RelationshipOp::Before,
                T::Notify => RelationshipOp::Notify,
                T::Require => RelationshipOp::Require,
                T::Subscribe => RelationshipOp::Subscribe,
                _ => return Ok(left),
            };
            let op_span = self.take_operator();
            let right = self.resource()?;
            let kind = ExprKind::Relationship {
                op,
                op_span,
                left,
                right,
            };
            left = self.expr(kind, left.span.start, op_span.start);
            self.is_plain = false;
            self.grow()?;
        }
    }

    /// Parses an expression that is neither an assignment, nor a relationship, nor a resource.
    #[inline]
    pub(super) fn expression(&mut self) -> Parsed<&'a Expr<'a>> {
        self.operators(1)
    }

    /// Parses operands and the operators between them that bind at least as tightly as `min`.
    fn operators(&mut self, min: u8) -> Parsed<&'a Expr<'a>> {
        self.descend()?;
        let others = std::mem::take(&mut self.height);
        let left = self.operand()?;
        let result = self.operators_from(left, min)?;
        self.nesting -= 1;
        self.stand_beside(others);
        Ok(result)
    }

    /// Parses the operators after an operand that bind at least as tightly as `min`, and their
    /// operands.
    fn operators_from(&mut self, mut left: &'a Expr<'a>, min: u8) -> Parsed<&'a Expr<'a>> {
        loop {
            if let Some((op, precedence)) = binary_operator(self.token.kind) {
                if precedence < min {
                    return Ok(left);
                }
                let op_span = self.take_operator();
                let right = self.operators(precedence + 1)?;
                let kind = ExprKind::Binary {
                    op,
                    op_span,
                    left,
                    right,
                };
                left = self.expr(kind, left.span.start, op_span.start);
            } else if self.at(T::Question) && SELECTOR >= min {
                let selector = self.selector(left)?;
                left = self.postfix(selector)?;
            } else {
                return Ok(left);
            }
            self.grow()?;
        }
    }

    /// Parses the accesses, calls and operators that follow a primary expression.
    pub(super) fn expression_from(&mut self, primary: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let left = self.postfix(primary)?;
        self.operators_from(left, 1)
    }

    /// Goes one level deeper. The caller decrements `nesting` afterwards.
    #[inline]
    pub(super) fn descend(&mut self) -> Parsed<()> {
        self.nesting += 1;
        match self.nesting > NESTING_MAX {
            true => Err(self.too_deep()),
            false => Ok(()),
        }
    }

    #[inline]
    pub(super) fn take_operator(&mut self) -> Span {
        let span = Span {
            start: self.token.start,
            end: self.token.end,
        };
        self.advance();
        span
    }

    /// Parses prefix operators, a primary expression, and the accesses and calls that follow it.
    #[inline]
    fn operand(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.token.kind {
            T::Minus | T::Not | T::Times => self.unary(),
            _ => {
                let primary = self.primary()?;
                self.postfix(primary)
            }
        }
    }

    /// Parses `-a`, `!a`, `*a`, also several prefix operators.
    #[inline(never)]
    fn unary(&mut self) -> Parsed<&'a Expr<'a>> {
        let mut operators = Vec::new();
        loop {
            let op = match self.token.kind {
                T::Minus => UnaryOp::Minus,
                T::Not => UnaryOp::Not,
                T::Times => UnaryOp::Unfold,
                _ => break,
            };
            operators.push((op, self.token.start));
            self.advance();
        }
        let primary = self.primary()?;
        let mut operand = self.postfix(primary)?;
        for (op, start) in operators.into_iter().rev() {
            let kind = ExprKind::Unary { op, operand };
            operand = self.expr(kind, start, start);
            self.grow()?;
        }
        Ok(operand)
    }

    /// Parses accesses, calls, method calls and collectors after an operand.
    fn postfix(&mut self, mut left: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        loop {
            left = match self.token.kind {
                T::LBrack => self.access(left, List::Keys)?,
                T::Dot => self.method_call(left)?,
                T::LParen => self.call(left)?,
                T::Collect | T::CollectExported => self.collector(left)?,
                _ => return Ok(left),
            };
            self.grow()?;
        }
    }

    /// Parses `left[a, b]` with a list of `Keys` or of `TypeKeys`.
    pub(super) fn access(&mut self, left: &'a Expr<'a>, list: List) -> Parsed<&'a Expr<'a>> {
        self.advance();
        let keys = self.arguments(list)?;
        if keys.is_empty() {
            return Err(self.unexpected());
        }
        self.expect(T::RBrack)?;
        let kind = ExprKind::Access { left, keys };
        Ok(self.expr(kind, left.span.start, left.at))
    }

    /// Parses `left.name(a) |$x| { }`.
    #[inline(never)]
    fn method_call(&mut self, left: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let dot = self.token.start;
        self.advance();
        if !matches!(self.token.kind, T::Name | T::Type) {
            return Err(self.unexpected());
        }
        let name = self.token;
        self.advance();
        let functor = self.expr(ExprKind::Name(self.text_of(name)), name.start, name.start);
        let receiver = left;
        let access = ExprKind::NamedAccess {
            left: receiver,
            right: functor,
        };
        let access = self.expr(access, left.span.start, dot);
        // Puppet's place of a method call is its parenthesis, if there is one
        let mut at = dot;
        let arguments = match self.at(T::LParen) {
            true => {
                at = self.token.start;
                self.parenthesized(List::MethodArguments)?
            }
            false => &[],
        };
        let lambda = self.optional_lambda()?;
        let kind = ExprKind::MethodCall {
            receiver,
            functor,
            access,
            arguments,
            lambda,
            value_used: true,
        };
        Ok(self.expr(kind, left.span.start, at))
    }

    /// Parses `left(a) |$x| { }`.
    fn call(&mut self, left: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let arguments = self.parenthesized(List::Arguments)?;
        let lambda = self.optional_lambda()?;
        let kind = ExprKind::Call {
            functor: left,
            arguments,
            lambda,
            value_used: true,
        };
        Ok(self.expr(kind, left.span.start, left.at))
    }

    fn parenthesized(&mut self, list: List) -> Parsed<&'a [Expr<'a>]> {
        self.advance();
        let arguments = self.arguments(list)?;
        self.expect(T::RParen)?;
        Ok(arguments)
    }

    /// Parses `a, b, c => d,` up to the closing token. Adjacent pairs are one hash.
    pub(super) fn arguments(&mut self, list: List) -> Parsed<&'a [Expr<'a>]> {
        let close = match list {
            List::Arguments | List::MethodArguments => T::RParen,
            List::Elements | List::Keys | List::TypeKeys => T::RBrack,
        };
        let mark = self.lists.exprs.len();
        let entries = self.lists.entries.len();
        let mut more = list == List::TypeKeys;
        while more || !self.at(close) {
            let argument = self.element(list == List::Elements)?;
            if self.at(T::FatArrow) {
                self.entry(argument)?;
            } else if matches!(list, List::Keys | List::TypeKeys) && !self.is_plain {
                return Err(self.unexpected());
            } else {
                self.finish_pairs(entries);
                self.lists.exprs.push(self.arena.alloc(argument));
            }
            if !self.accept(T::Comma) {
                break;
            }
            more = matches!(list, List::MethodArguments | List::TypeKeys);
        }
        self.finish_pairs(entries);
        Ok(self.finish_exprs(mark))
    }

    #[inline(never)]
    fn finish_pairs(&mut self, mark: usize) {
        let entries = finish(self.arena, &mut self.lists.entries, mark);
        if let [first, .., last] | [first @ last] = entries {
            let span = first.key.span.to(last.value.span);
            self.lists.exprs.push(self.arena.alloc(Expr {
                kind: ExprKind::Hash(entries),
                span,
                at: first.at,
            }));
        }
    }

    /// Parses `left ? { a => b, default => c }`, `left ? a => b`.
    #[inline(never)]
    fn selector(&mut self, left: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        self.advance();
        let mark = self.lists.selector_entries.len();
        if self.accept(T::LBrace) {
            loop {
                self.selector_entry()?;
                if !self.accept(T::Comma) || self.at(T::RBrace) {
                    break;
                }
            }
            self.expect(T::RBrace)?;
        } else {
            self.selector_entry()?;
        }
        let kind = ExprKind::Selector {
            control: left,
            options: finish(self.arena, &mut self.lists.selector_entries, mark),
        };
        Ok(self.expr(kind, left.span.start, left.at))
    }

    fn selector_entry(&mut self) -> Parsed<()> {
        let matching = self.expression()?;
        let at = self.token.start;
        self.expect(T::FatArrow)?;
        let value = self.expression()?;
        self.push_selector_entry(matching, value, at);
        Ok(())
    }

    #[inline(never)]
    fn push_selector_entry(&mut self, matching: &Expr<'a>, value: &Expr<'a>, at: u32) {
        self.lists.selector_entries.push(SelectorEntry {
            matching: *matching,
            value: *value,
            at,
        });
    }
}
