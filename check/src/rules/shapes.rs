//! Finds the shapes of expressions.

use std::borrow::Cow;

use frontend::ast::{BinaryOp, Expr, ExprKind, UnaryOp};

use super::Walk;
use crate::shape::Shape;
use crate::world::canonical;

impl<'a> Walk<'_, 'a> {
    /// Returns the shape of the value of an expression.
    pub(super) fn shape(&self, expr: &Expr<'a>) -> Shape<'a> {
        match expr.kind {
            ExprKind::Undef => Shape::Undef,
            ExprKind::Default => Shape::Default,
            ExprKind::Boolean(value) => Shape::Boolean(Some(value)),
            ExprKind::Integer { value, .. } => Shape::Integer(Some(value)),
            ExprKind::Float(value) => Shape::Float(Some(value)),
            ExprKind::String(text) | ExprKind::Name(text) => Shape::text(text),
            ExprKind::Concat(_) => Shape::Text(None),
            ExprKind::Heredoc { text, .. } => self.shape(text),
            ExprKind::Regexp(_) => Shape::Regexp,
            ExprKind::TypeName(_) => Shape::Type,
            ExprKind::Paren(inner) => self.shape(inner),
            ExprKind::Array(items) => match items.iter().all(|item| item.unfolded().is_none()) {
                true => Shape::Array(Some(items.iter().map(|item| self.shape(item)).collect())),
                false => Shape::Array(None),
            },
            ExprKind::Hash(entries) => {
                let pair = |entry: &frontend::ast::HashEntry<'a>| {
                    (self.shape(&entry.key), self.shape(&entry.value))
                };
                Shape::Hash(Some(entries.iter().map(pair).collect()))
            }
            ExprKind::Variable(name) => self.shape_of_variable(name),
            ExprKind::Unary { op, operand } => self.unary(op, operand),
            ExprKind::Binary {
                op, left, right, ..
            } => self.operation(op, left, right),
            ExprKind::Access { left, .. } => match left.kind {
                ExprKind::TypeName(_) => Shape::Type,
                _ => Shape::Unknown,
            },
            ExprKind::If {
                then, otherwise, ..
            } => Shape::one_of(vec![self.last(then), self.last(otherwise)]),
            ExprKind::Selector { options, .. } => {
                let values = options.iter().map(|option| self.shape(&option.value));
                Shape::one_of(values.collect())
            }
            ExprKind::Call { functor, .. } | ExprKind::MethodCall { functor, .. } => {
                match functor.kind {
                    ExprKind::Name(name) => self.result(name),
                    _ => Shape::Unknown,
                }
            }
            _ => Shape::Unknown,
        }
    }

    /// Returns the shape of the last statement of a body.
    fn last(&self, body: &Expr<'a>) -> Shape<'a> {
        match body.kind {
            ExprKind::Block(statements) => match statements.last() {
                Some(last) => self.shape(last),
                None => Shape::Undef,
            },
            ExprKind::Nop => Shape::Undef,
            _ => self.shape(body),
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr<'a>) -> Shape<'a> {
        match (op, self.shape(operand)) {
            (UnaryOp::Not, _) => Shape::Boolean(None),
            (UnaryOp::Minus, Shape::Integer(value)) => {
                Shape::Integer(value.and_then(i64::checked_neg))
            }
            (UnaryOp::Minus, Shape::Float(value)) => Shape::Float(value.map(|value| -value)),
            _ => Shape::Unknown,
        }
    }

    fn operation(&self, op: BinaryOp, left: &Expr<'a>, right: &Expr<'a>) -> Shape<'a> {
        use BinaryOp::*;
        match op {
            Or | And | Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual | Match
            | NotMatch | In => Shape::Boolean(None),
            Plus | Minus | Times | Divide | Modulo => match (self.shape(left), self.shape(right)) {
                (Shape::Integer(_), Shape::Integer(_)) => Shape::Integer(None),
                (Shape::Array(_), _) => Shape::Array(None),
                (Shape::Hash(_), _) if op == Plus => Shape::Hash(None),
                _ => Shape::Unknown,
            },
            LeftShift | RightShift => Shape::Unknown,
        }
    }

    /// Returns the shape of the result of a function.
    fn result(&self, name: &str) -> Shape<'a> {
        if let Some(declared) = self.world.function(name) {
            return match declared.definition.return_type {
                Some(ty) => self.types.shape(ty),
                None => Shape::Unknown,
            };
        }
        match &*canonical(name) {
            "join" | "sprintf" | "template" | "inline_template" | "epp" | "inline_epp" | "file"
            | "sha1" | "sha256" | "md5" | "fqdn_rand_string" => Shape::Text(None),
            "length" | "size" | "fqdn_rand" => Shape::Integer(None),
            "split" | "keys" | "values" | "flatten" => Shape::Array(None),
            "empty" | "defined" | "any" | "all" | "tagged" => Shape::Boolean(None),
            _ => Shape::Unknown,
        }
    }
}

/// Returns the text of an expression if it is certain.
pub(super) fn literal<'a>(expr: &Expr<'a>) -> Option<Cow<'a, str>> {
    match expr.kind {
        ExprKind::String(text) | ExprKind::Name(text) => Some(Cow::Borrowed(text)),
        ExprKind::Paren(inner) => literal(inner),
        _ => None,
    }
}
