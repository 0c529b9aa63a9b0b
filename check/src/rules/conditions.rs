//! Follows conditions into the code that they guard.
//!
//! A condition that contradicts what is known about a variable guards code for other values: a
//! parameter may have got another type since, or a variable is a switch in the code. In such code,
//! and wherever a function may have tested the kind of a value, nothing is known about the
//! variables of the condition.

use frontend::ast::{BinaryOp, Expr, ExprKind, UnaryOp};
use frontend::visit::children;
use runtime::builtins;

use super::Walk;
use crate::shape::Shape;
use crate::verdict::Verdict;
use crate::world::canonical;

impl<'a> Walk<'_, 'a> {
    /// Visits code that is evaluated only if a condition has a certain outcome. `is_taken` is false
    /// if it never has that outcome.
    pub(super) fn arm(&mut self, condition: &'a Expr<'a>, is_taken: bool, arm: &'a Expr<'a>) {
        let mut names = Vec::new();
        match is_taken {
            true => self.asked(condition, &mut names),
            false => variables(condition, &mut names),
        }
        let hidden: Vec<_> = names
            .into_iter()
            .filter_map(|name| self.forget(name))
            .collect();
        self.branch(|walk| walk.visit(arm));
        for (at, name, shape) in hidden.into_iter().rev() {
            self.scopes[at].variables.insert(name, shape);
        }
    }

    /// Makes the shape of a variable unknown. Returns its scope and the earlier shape.
    fn forget(&mut self, name: &'a str) -> Option<(usize, &'a str, Option<Shape<'a>>)> {
        for (at, scope) in self.scopes.iter_mut().enumerate().rev() {
            if let Some(shape) = scope.variables.get_mut(name) {
                return Some((at, name, shape.replace(Shape::Unknown)));
            }
            if !scope.is_open {
                break;
            }
        }
        None
    }

    /// Returns true if a condition holds, if that is known.
    pub(super) fn holds(&self, condition: &'a Expr<'a>) -> Option<bool> {
        match condition.kind {
            ExprKind::Paren(inner) => self.holds(inner),
            ExprKind::Unary {
                op: UnaryOp::Not,
                operand,
            } => self.holds(operand).map(|holds| !holds),
            ExprKind::Binary {
                op, left, right, ..
            } => self.operator_holds(op, left, right),
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments: [ty],
                ..
            } if is_type_test(functor) => self.is_instance(receiver, ty),
            ExprKind::Call {
                functor,
                arguments: [value, ty],
                ..
            } if is_type_test(functor) => self.is_instance(value, ty),
            _ => truth(&self.shape(condition)),
        }
    }

    fn operator_holds(
        &self,
        op: BinaryOp,
        left: &'a Expr<'a>,
        right: &'a Expr<'a>,
    ) -> Option<bool> {
        match op {
            BinaryOp::And => match (self.holds(left), self.holds(right)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (left, right) => left.and(right),
            },
            BinaryOp::Or => match (self.holds(left), self.holds(right)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (left, right) => left.and(right),
            },
            BinaryOp::Match => self.is_instance(left, right),
            BinaryOp::NotMatch => self.is_instance(left, right).map(|is| !is),
            BinaryOp::Equal => self.is_undef(left, right),
            BinaryOp::NotEqual => self.is_undef(left, right).map(|is| !is),
            _ => None,
        }
    }

    /// Returns true if a value is an instance of a type.
    fn is_instance(&self, value: &'a Expr<'a>, ty: &'a Expr<'a>) -> Option<bool> {
        let is_type = match ty.kind {
            ExprKind::Access { left, .. } => matches!(left.kind, ExprKind::TypeName(_)),
            other => matches!(other, ExprKind::TypeName(_)),
        };
        match self.types.takes(ty, &self.shape(value)) {
            _ if !is_type => None,
            Verdict::Yes => Some(true),
            Verdict::No => Some(false),
            Verdict::Open => None,
        }
    }

    /// Returns true if one side of a comparison is `undef` like the other.
    fn is_undef(&self, left: &'a Expr<'a>, right: &'a Expr<'a>) -> Option<bool> {
        let other = match (self.shape(left), self.shape(right)) {
            (Shape::Undef, other) | (other, Shape::Undef) => other,
            _ => return None,
        };
        match other {
            Shape::Undef => Some(true),
            Shape::Unknown | Shape::OneOf(_) => None,
            _ => Some(false),
        }
    }

    /// Collects the variables that a condition gives to functions that may ask for their kinds, as
    /// `is_string` does.
    fn asked(&self, condition: &'a Expr<'a>, names: &mut Vec<&'a str>) {
        let call = match condition.kind {
            ExprKind::Call {
                functor, arguments, ..
            } => Some((functor, None, arguments)),
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                ..
            } => Some((functor, Some(receiver), arguments)),
            _ => None,
        };
        if let Some((functor, receiver, arguments)) = call
            && let ExprKind::Name(name) = functor.kind
        {
            let name = canonical(name);
            if name == "type" || builtins::find(&name).is_none() {
                let values = receiver.into_iter().chain(arguments);
                values.for_each(|value| variables(value, names));
            }
        }
        children(condition, &mut |child| self.asked(child, names));
    }
}

/// Returns true if a function is stdlib's `is_a`, which tests a type like `=~`.
fn is_type_test(functor: &Expr<'_>) -> bool {
    matches!(functor.kind, ExprKind::Name("is_a"))
}

/// Returns true if a value counts as true, if all values of its shape do or none does.
fn truth(shape: &Shape<'_>) -> Option<bool> {
    match shape {
        Shape::Unknown | Shape::Boolean(None) => None,
        Shape::Undef => Some(false),
        Shape::Boolean(known) => *known,
        Shape::OneOf(shapes) => {
            let mut all = shapes.iter().map(truth);
            let first = all.next()??;
            all.all(|one| one == Some(first)).then_some(first)
        }
        _ => Some(true),
    }
}

/// Collects the variables in an expression.
fn variables<'a>(expr: &'a Expr<'a>, names: &mut Vec<&'a str>) {
    if let ExprKind::Variable(name) = expr.kind {
        names.push(name);
    }
    children(expr, &mut |child| variables(child, names));
}
