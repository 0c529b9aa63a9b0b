//! Parses resource expressions in all forms, and collectors.

use super::{Parsed, Parser, finish};
use crate::ast::{
    AttributeOperation, AttributeOperator, Expr, ExprKind, HashEntry, ResourceBody, ResourceForm,
};
use crate::lexer::T;
use crate::source::Span;

impl<'a> Parser<'a> {
    /// Parses a resource expression, or another expression.
    #[inline]
    pub(super) fn resource(&mut self) -> Parsed<&'a Expr<'a>> {
        let mut left = match self.token.kind {
            T::At | T::AtAt => self.virtual_resource()?,
            T::Class if self.next_kind() == T::LBrace => {
                let resource = self.class_resource()?;
                self.is_plain = false;
                resource
            }
            _ => {
                let expression = self.expression()?;
                self.is_plain = true;
                expression
            }
        };
        while self.at(T::LBrace) {
            left = self.braces(left)?;
            self.grow()?;
            self.is_plain = false;
        }
        Ok(left)
    }

    /// Returns the kind of the token after the next one.
    #[inline(never)]
    pub(super) fn next_kind(&self) -> T {
        self.lexer.clone().next().kind
    }

    /// Parses `@file { 'a': }`, `@@file { 'a': }`.
    #[inline(never)]
    fn virtual_resource(&mut self) -> Parsed<&'a Expr<'a>> {
        let (new_form, name) = match self.token.kind {
            T::At => (ResourceForm::Virtual, "Virtual (@)"),
            _ => (ResourceForm::Exported, "Exported (@@)"),
        };
        let start = self.token.start;
        self.advance();
        self.descend()?;
        let mut resource = *self.resource()?;
        self.nesting -= 1;
        match &mut resource.kind {
            ExprKind::Resource { form, .. }
            | ExprKind::ResourceDefaults { form, .. }
            | ExprKind::ResourceOverride { form, .. } => *form = new_form,
            _ if self.at(T::Error) => return Err(self.unexpected()),
            _ => {
                let message = format!("{name} can only be applied to a Resource Expression");
                return Err(self.fail("ILLEGAL_VIRTUAL", message, start));
            }
        }
        self.is_plain = false;
        resource.span.start = start;
        resource.at = start;
        Ok(self.arena.alloc(resource))
    }

    /// Parses `class { 'a': }`.
    #[inline(never)]
    fn class_resource(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token;
        self.advance();
        let name = ExprKind::Name(self.text_of(token));
        let name = self.expr(name, token.start, token.start);
        self.advance();
        self.bodies(name)
    }

    /// Parses `{ .. }` after an expression. Bodies with titles make it a resource; attributes make
    /// it defaults or an override, depending on the expression.
    #[inline(never)]
    fn braces(&mut self, left: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let brace = self.token.start;
        self.advance();
        let is_attribute = match self.token.kind {
            T::RBrace | T::Comma => true,
            T::Times => self.next_kind() == T::FatArrow,
            kind if kind.is_keyword() && !kind.starts_expression() => true,
            kind if is_attribute_name(kind) => {
                matches!(self.next_kind(), T::FatArrow | T::PlusArrow)
            }
            _ => false,
        };
        if !is_attribute {
            return self.bodies(left);
        }
        let operations = self.operations()?;
        self.expect(T::RBrace)?;
        let form = ResourceForm::Regular;
        let kind = match left.kind {
            ExprKind::Name(_) => {
                let hash = self.operations_as_hash(operations, brace)?;
                return Ok(self.name_and_hash(left, hash));
            }
            ExprKind::TypeName(_) => ExprKind::ResourceDefaults {
                form,
                type_ref: left,
                operations,
            },
            ExprKind::Access { .. } => ExprKind::ResourceOverride {
                form,
                resources: left,
                operations,
            },
            _ => {
                return Err(self.fail(
                    "ILLEGAL_RESOURCE_EXPRESSION",
                    "Expression is not valid as a resource, resource-default, or \
                     resource-override",
                    left.at,
                ));
            }
        };
        Ok(self.expr(kind, left.span.start, left.at))
    }

    /// Parses `title: a => 1; title: b => 2 }`.
    #[inline(never)]
    fn bodies(&mut self, type_name: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let mark = self.lists.bodies.len();
        loop {
            let title = self.expression()?;
            let at = title.at;
            self.expect(T::Colon)?;
            let operations = self.operations()?;
            self.lists.bodies.push(ResourceBody {
                title: *title,
                operations,
                at,
            });
            if !self.accept(T::Semicolon) || self.at(T::RBrace) {
                break;
            }
        }
        self.expect(T::RBrace)?;
        self.grow()?;
        let kind = ExprKind::Resource {
            form: ResourceForm::Regular,
            type_name,
            bodies: finish(self.arena, &mut self.lists.bodies, mark),
        };
        Ok(self.expr(kind, type_name.span.start, type_name.at))
    }

    /// Parses `a => 1, b +> 2, * => c,`; a comma may also be the first.
    fn operations(&mut self) -> Parsed<&'a [AttributeOperation<'a>]> {
        let mark = self.lists.operations.len();
        self.accept(T::Comma);
        while self.at(T::Times) || is_attribute_name(self.token.kind) {
            let operation = self.operation()?;
            self.lists.operations.push(operation);
            if !self.accept(T::Comma) {
                break;
            }
        }
        Ok(finish(self.arena, &mut self.lists.operations, mark))
    }

    #[inline(never)]
    fn operation(&mut self) -> Parsed<AttributeOperation<'a>> {
        let name = self.token;
        self.advance();
        let operator = match (name.kind, self.token.kind) {
            (T::Times, T::FatArrow) => AttributeOperator::Splat,
            (T::Times, _) => return Err(self.unexpected()),
            (_, T::FatArrow) => AttributeOperator::Set(self.text_of(name)),
            (_, T::PlusArrow) => AttributeOperator::Append(self.text_of(name)),
            _ => return Err(self.unexpected()),
        };
        self.advance();
        let value = match self.lone()? {
            Some(lone) => lone,
            None => *self.expression()?,
        };
        Ok(AttributeOperation {
            operator,
            value,
            span: Span {
                start: name.start,
                end: self.end,
            },
            at: name.start,
        })
    }

    /// Makes the hash of `name { a => 1 }`. Puppet makes an empty entry of a splat.
    #[inline(never)]
    fn operations_as_hash(
        &mut self,
        operations: &'a [AttributeOperation<'a>],
        brace: u32,
    ) -> Parsed<&'a Expr<'a>> {
        let mark = self.lists.entries.len();
        for operation in operations {
            let place = |kind| Expr {
                kind,
                span: operation.span,
                at: operation.at,
            };
            let (key, value) = match operation.operator {
                AttributeOperator::Set(name) => (place(ExprKind::String(name)), operation.value),
                AttributeOperator::Splat => (place(ExprKind::Nop), place(ExprKind::Nop)),
                AttributeOperator::Append(_) => {
                    let message = "Syntax error resource body without title or hash with +>";
                    return Err(self.fail("ILLEGAL_APPEND", message, brace));
                }
            };
            let at = brace;
            self.lists.entries.push(HashEntry { key, value, at });
        }
        let entries = finish(self.arena, &mut self.lists.entries, mark);
        Ok(self.expr(ExprKind::Hash(entries), brace, brace))
    }

    /// Parses `File <| query |> { a => 1 }`, `File <<| query |>>`.
    pub(super) fn collector(&mut self, type_ref: &'a Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let exported = self.at(T::CollectExported);
        let close = match exported {
            true => T::CollectExportedEnd,
            false => T::CollectEnd,
        };
        let start = self.token.start;
        self.advance();
        let query = match self.at(close) {
            true => self.nop(self.token.start),
            false => self.expression()?,
        };
        self.expect(close)?;
        let query_span = Span {
            start,
            end: self.end,
        };
        let operations = match self.accept(T::LBrace) {
            true => {
                let operations = self.operations()?;
                self.expect(T::RBrace)?;
                operations
            }
            false => &[],
        };
        let kind = ExprKind::Collect {
            type_ref,
            exported,
            query,
            query_span,
            operations,
        };
        Ok(self.expr(kind, type_ref.span.start, type_ref.at))
    }
}

/// Returns true if an attribute may have this name: keywords too, but not `true` and `false`.
fn is_attribute_name(kind: T) -> bool {
    kind == T::Name || (kind.is_keyword() && !matches!(kind, T::True | T::False))
}
