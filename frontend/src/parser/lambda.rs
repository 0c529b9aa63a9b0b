//! Parses lambdas, parameters, and the types of parameters and results.

use super::expression::List;
use super::{Parsed, Parser, finish};
use crate::ast::{Expr, ExprKind, Lambda, Parameter};
use crate::lexer::T;
use crate::source::Span;

impl<'a> Parser<'a> {
    /// Parses `|$a| >> Type { }` after a call, if it is there.
    #[inline]
    pub(super) fn optional_lambda(&mut self) -> Parsed<Option<&'a Lambda<'a>>> {
        match self.at(T::Pipe) {
            true => self.lambda().map(Some),
            false => Ok(None),
        }
    }

    fn lambda(&mut self) -> Parsed<&'a Lambda<'a>> {
        let start = self.token.start;
        let parameters = self.lambda_parameters()?;
        let return_type = self.optional_return_type()?;
        let body = self.body(start)?;
        let span = Span {
            start,
            end: self.end,
        };
        Ok(self.arena.alloc(Lambda {
            parameters,
            return_type,
            body,
            span,
            at: start,
        }))
    }

    /// Parses `|$a, $b|`.
    pub(super) fn lambda_parameters(&mut self) -> Parsed<&'a [Parameter<'a>]> {
        self.advance();
        let parameters = self.parameters(T::Pipe)?;
        self.expect(T::Pipe)?;
        Ok(parameters)
    }

    /// Parses the `($a, $b)` of a definition, if it is there.
    pub(super) fn optional_parameters(&mut self) -> Parsed<&'a [Parameter<'a>]> {
        if !matches!(self.token.kind, T::LParen | T::LineParen) {
            return Ok(&[]);
        }
        self.advance();
        let parameters = self.parameters(T::RParen)?;
        self.expect(T::RParen)?;
        Ok(parameters)
    }

    /// Parses `>> Type`, if it is there.
    pub(super) fn optional_return_type(&mut self) -> Parsed<Option<&'a Expr<'a>>> {
        match self.accept(T::RightShift) {
            true => {
                let type_expr = self.type_reference(List::TypeKeys)?;
                Ok(Some(type_expr))
            }
            false => Ok(None),
        }
    }

    fn parameters(&mut self, close: T) -> Parsed<&'a [Parameter<'a>]> {
        let mark = self.lists.parameters.len();
        while !self.at(close) {
            let parameter = self.parameter()?;
            self.lists.parameters.push(parameter);
            if !self.accept(T::Comma) {
                break;
            }
        }
        Ok(finish(self.arena, &mut self.lists.parameters, mark))
    }

    /// Parses `Type *$name = default`.
    fn parameter(&mut self) -> Parsed<Parameter<'a>> {
        let start = self.token.start;
        let type_expr = match self.at(T::TypeName) {
            true => {
                let type_expr = self.type_reference(List::TypeKeys)?;
                Some(type_expr)
            }
            false => None,
        };
        let captures_rest = self.accept(T::Times);
        if !self.at(T::Variable) {
            return Err(self.unexpected());
        }
        let token = self.token;
        self.advance();
        let default = match self.accept(T::Assign) {
            true => {
                let default = self.expression()?;
                Some(default)
            }
            false => None,
        };
        Ok(Parameter {
            name: &self.text_of(token)[1..],
            type_expr,
            default,
            captures_rest,
            span: Span {
                start,
                end: self.end,
            },
            at: token.start,
        })
    }

    /// Parses `Type`, `Type[a, b]` with a list of `Keys` or of `TypeKeys`.
    pub(super) fn type_reference(&mut self, list: List) -> Parsed<&'a Expr<'a>> {
        if !self.at(T::TypeName) {
            return Err(self.unexpected());
        }
        let token = self.token;
        self.advance();
        let name = ExprKind::TypeName(self.text_of(token));
        let name = self.expr(name, token.start, token.start);
        match self.at(T::LBrack) {
            true => self.access(name, list),
            false => Ok(name),
        }
    }
}
