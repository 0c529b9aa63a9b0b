//! Finds the shapes of expressions.

use std::borrow::Cow;

use frontend::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use mir::facts;
use mir::ir::Ty;

use super::Walk;
use super::branches::has_default;
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
            ExprKind::Access { left, keys } => match (left.kind, keys) {
                (ExprKind::TypeName(_), _) => Shape::Type,
                (_, [key]) => item(self.shape(left), &self.shape(key)),
                _ => Shape::Unknown,
            },
            ExprKind::If {
                then, otherwise, ..
            } => Shape::one_of(vec![self.last(then), self.last(otherwise)]),
            ExprKind::Selector { options, .. } => {
                let values = options.iter().map(|option| self.shape(&option.value));
                Shape::one_of(values.collect())
            }
            ExprKind::Case { options, .. } => {
                let values = options.iter().map(|option| self.last(option.then));
                let otherwise = (!has_default(options)).then_some(Shape::Undef);
                Shape::one_of(values.chain(otherwise).collect())
            }
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                ..
            } => self.result(functor, None, arguments, lambda.is_some()),
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda,
                ..
            } => self.result(functor, Some(receiver), arguments, lambda.is_some()),
            _ => Shape::Unknown,
        }
    }

    /// Returns the shape of the last statement of a body.
    pub(super) fn last(&self, body: &Expr<'a>) -> Shape<'a> {
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
                (Shape::Integer(left), Shape::Integer(right)) => {
                    let known = left.zip(right);
                    Shape::Integer(known.and_then(|(left, right)| match op {
                        Plus => left.checked_add(right),
                        Minus => left.checked_sub(right),
                        Times => left.checked_mul(right),
                        _ => None,
                    }))
                }
                (Shape::Array(Some(mut items)), Shape::Array(Some(more))) if op == Plus => {
                    items.extend(more);
                    Shape::Array(Some(items))
                }
                (Shape::Array(_), _) => Shape::Array(None),
                (Shape::Hash(_), _) if op == Plus => Shape::Hash(None),
                _ => Shape::Unknown,
            },
            LeftShift | RightShift => Shape::Unknown,
        }
    }

    /// Returns the shape of the result of a call.
    fn result(
        &self,
        functor: &Expr<'a>,
        receiver: Option<&Expr<'a>>,
        arguments: &[Expr<'a>],
        has_lambda: bool,
    ) -> Shape<'a> {
        let name = match functor.kind {
            ExprKind::Name(name) => name,
            // `Integer($x)`
            ExprKind::TypeName(_) | ExprKind::Access { .. } => return self.types.shape(functor),
            _ => return Shape::Unknown,
        };
        if let Some(declared) = self.world.function(name) {
            return match declared.definition.return_type {
                Some(ty) => self.types.shape(ty),
                None => Shape::Unknown,
            };
        }
        let name = canonical(name);
        let all = || receiver.into_iter().chain(arguments);
        match &*name {
            "sprintf" | "template" | "inline_template" | "epp" | "inline_epp" | "file" | "sha1"
            | "sha256" | "md5" | "fqdn_rand_string" | "shellquote" => Shape::Text(None),
            "fqdn_rand" | "versioncmp" => Shape::Integer(None),
            "split" | "keys" | "values" | "flatten" | "map" => Shape::Array(None),
            "defined" | "any" | "all" | "tagged" => Shape::Boolean(None),
            "filter" => match all().next().map(|first| self.shape(first)) {
                Some(Shape::Array(_)) => Shape::Array(None),
                Some(Shape::Hash(_)) => Shape::Hash(None),
                _ => Shape::Unknown,
            },
            _ if has_lambda => Shape::Unknown,
            _ => {
                let types: Vec<Option<Ty>> = all().map(|one| ty_of(&self.shape(one))).collect();
                shape_of_ty(facts::of(&name).result_ty(&types))
            }
        }
    }
}

/// Returns the shape of `whole[key]`, if the whole is a known array or hash.
fn item<'a>(whole: Shape<'a>, key: &Shape<'a>) -> Shape<'a> {
    match (whole, key) {
        (Shape::Array(Some(mut items)), Shape::Integer(Some(at))) => {
            let count = items.len() as i64;
            let at = if *at < 0 { at + count } else { *at };
            match usize::try_from(at).ok().filter(|_| at < count) {
                Some(at) => items.swap_remove(at),
                None => Shape::Undef,
            }
        }
        (Shape::Hash(Some(pairs)), Shape::Text(Some(_))) => {
            let is_known = |(key, _): &(Shape<'a>, Shape<'a>)| matches!(key, Shape::Text(Some(_)));
            if !pairs.iter().all(is_known) {
                return Shape::Unknown;
            }
            // of equal keys the last one counts
            let found = pairs.into_iter().rev().find(|(own, _)| own == key);
            found.map_or(Shape::Undef, |(_, value)| value)
        }
        _ => Shape::Unknown,
    }
}

/// Returns the type of the MIR that all values of a shape have.
fn ty_of(shape: &Shape<'_>) -> Option<Ty> {
    Some(match shape {
        Shape::Boolean(_) => Ty::Boolean,
        Shape::Integer(_) => Ty::Integer,
        Shape::Float(_) => Ty::Float,
        Shape::Text(_) => Ty::String,
        Shape::Array(_) => Ty::Array,
        Shape::Hash(_) => Ty::Hash,
        Shape::OneOf(shapes) => {
            let mut all = shapes.iter().map(ty_of);
            let first = all.next()??;
            return all.all(|ty| ty == Some(first)).then_some(first);
        }
        _ => return None,
    })
}

/// Returns the shape of the values of a type of the MIR.
fn shape_of_ty<'a>(ty: Ty) -> Shape<'a> {
    match ty {
        Ty::Boolean => Shape::Boolean(None),
        Ty::Integer => Shape::Integer(None),
        Ty::Float => Shape::Float(None),
        Ty::String => Shape::Text(None),
        Ty::Array | Ty::Integers | Ty::Floats => Shape::Array(None),
        Ty::Hash => Shape::Hash(None),
        _ => Shape::Unknown,
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
