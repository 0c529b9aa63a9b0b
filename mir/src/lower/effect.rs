//! Finds the side effects of code, which decide how the calls of a chain may share one loop.
//!
//! Code that contains any unknown part has [`Effect::Any`].

use frontend::Symbol;
use frontend::ast::{self, BinaryOp, Expr, ExprKind, StringPart, UnaryOp};
use frontend::name::Set;
use rubycore::alarm;

use super::call_by_name;
use crate::facts;

/// The side effect of code, the least first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Effect {
    /// No effect.
    None,
    /// The code may raise an error.
    Raises,
    /// The code may log, declare resources, leave a loop or run unknown code.
    Any,
}

/// Types whose names have the same meaning everywhere.
const TYPES: [&str; 16] = [
    "Any",
    "Array",
    "Boolean",
    "Data",
    "Default",
    "Float",
    "Hash",
    "Integer",
    "Numeric",
    "Regexp",
    "Scalar",
    "ScalarData",
    "String",
    "Tuple",
    "Type",
    "Undef",
];

/// The depth of nested expressions from which on code counts as having any effect.
const DEPTH_MAX: u32 = 100;

/// Finds the effects of code, given the variables that it can read without a lookup.
pub(super) struct Effects<'a> {
    /// Returns true if a variable of the code around has a known value.
    pub(super) is_known: &'a dyn Fn(Symbol) -> bool,
    /// The functions of the file.
    pub(super) own_functions: &'a Set<Box<str>>,
}

impl Effects<'_> {
    /// Returns the effect of a lambda with plain parameters.
    pub(super) fn lambda(&self, lambda: &ast::Lambda<'_>) -> Effect {
        self.inside(lambda, &Set::default(), 0)
    }

    /// Returns the effect of an expression.
    pub(super) fn expression(&self, expr: &Expr<'_>) -> Effect {
        alarm::step();
        self.of(expr, &mut Set::default(), 0)
    }

    fn inside(&self, lambda: &ast::Lambda<'_>, outer: &Set<Symbol>, depth: u32) -> Effect {
        let plain = |p: &ast::Parameter<'_>| {
            p.default.is_none() && p.type_expr.is_none() && !p.captures_rest
        };
        if lambda.return_type.is_some() || !lambda.parameters.iter().all(plain) {
            return Effect::Any;
        }
        let mut locals = outer.clone();
        let names = lambda.parameters.iter().map(|p| Symbol::intern(p.name));
        locals.extend(names);
        self.of(lambda.body, &mut locals, depth + 1)
    }

    fn all<'e>(
        &self,
        list: impl IntoIterator<Item = &'e Expr<'e>>,
        locals: &mut Set<Symbol>,
        depth: u32,
    ) -> Effect {
        let each = list.into_iter().map(|e| self.of(e, locals, depth));
        each.max().unwrap_or(Effect::None)
    }

    // Long because there is an arm for each kind of expression.
    fn of(&self, expr: &Expr<'_>, locals: &mut Set<Symbol>, depth: u32) -> Effect {
        if depth > DEPTH_MAX {
            return Effect::Any;
        }
        let below = depth + 1;
        match expr.kind {
            ExprKind::Nop
            | ExprKind::Undef
            | ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Regexp(_)
            | ExprKind::Name(_)
            | ExprKind::Dense(_) => Effect::None,
            ExprKind::TypeName(name) if TYPES.contains(&name) => Effect::None,
            ExprKind::Variable(name) => {
                let name = Symbol::intern(name);
                match locals.contains(&name) || (self.is_known)(name) {
                    true => Effect::None,
                    false => Effect::Any,
                }
            }
            ExprKind::Concat(parts) => {
                let values = parts.iter().filter_map(|part| match part {
                    StringPart::Value(value) => Some(*value),
                    StringPart::Text(..) => None,
                });
                self.all(values, locals, below)
            }
            ExprKind::Array(items) | ExprKind::Block(items) => self.all(items, locals, below),
            ExprKind::Hash(entries) => {
                let parts = entries.iter().flat_map(|entry| [&entry.key, &entry.value]);
                self.all(parts, locals, below)
            }
            ExprKind::Paren(inner) => self.of(inner, locals, below),
            ExprKind::Unary { op, operand } => {
                let least = match op {
                    UnaryOp::Not => Effect::None,
                    UnaryOp::Minus | UnaryOp::Unfold => Effect::Raises,
                };
                self.of(operand, locals, below).max(least)
            }
            ExprKind::Access { left, keys } => {
                let keys = self.all(keys, locals, below);
                self.of(left, locals, below).max(keys).max(Effect::Raises)
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                let operands = self.all([left, right], locals, below);
                operands.max(Self::operator(op, right))
            }
            ExprKind::Assignment {
                op: ast::AssignmentOp::Assign,
                left,
                right,
                ..
            } => {
                let ExprKind::Variable(name) = left.kind else {
                    return Effect::Any;
                };
                let value = self.of(right, locals, below);
                locals.insert(Symbol::intern(name));
                value
            }
            ExprKind::If {
                test,
                then,
                otherwise,
                ..
            } => {
                let test = self.of(test, locals, below);
                test.max(self.arms([then, otherwise], locals, below))
            }
            ExprKind::Case { control, options } => {
                let control = self.of(control, locals, below);
                let values = options.iter().flat_map(|o| o.values);
                let values = self.all(values, locals, below);
                let arms = self.arms(options.iter().map(|o| o.then), locals, below);
                control.max(values).max(arms)
            }
            ExprKind::Selector { control, options } => {
                let control = self.of(control, locals, below);
                let parts = options.iter().flat_map(|o| [&o.matching, &o.value]);
                control
                    .max(self.all(parts, locals, below))
                    .max(Effect::Raises)
            }
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                ..
            } => {
                let (functor, arguments) = call_by_name::meant(functor, arguments, lambda);
                let arguments = self.all(arguments, locals, below);
                arguments.max(self.call(&functor, lambda, locals, below))
            }
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda,
                ..
            } => {
                let receiver = self.of(receiver, locals, below);
                let arguments = self.all(arguments, locals, below);
                let call = self.call(functor, lambda, locals, below);
                receiver.max(arguments).max(call)
            }
            ExprKind::NamedAccess { left, right } => {
                let left = self.of(left, locals, below);
                left.max(self.call(right, None, locals, below))
            }
            _ => Effect::Any,
        }
    }

    /// Returns the effect of arms of which one runs. Variables assigned in an arm are unknown after
    /// it.
    fn arms<'e>(
        &self,
        arms: impl IntoIterator<Item = &'e Expr<'e>>,
        locals: &Set<Symbol>,
        depth: u32,
    ) -> Effect {
        let arm = |arm: &Expr<'_>| self.of(arm, &mut locals.clone(), depth);
        arms.into_iter().map(arm).max().unwrap_or(Effect::None)
    }

    fn operator(op: BinaryOp, right: &Expr<'_>) -> Effect {
        match op {
            BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::And | BinaryOp::Or => Effect::None,
            BinaryOp::Match | BinaryOp::NotMatch if matches!(right.kind, ExprKind::TypeName(_)) => {
                Effect::None
            }
            _ => Effect::Raises,
        }
    }

    fn call(
        &self,
        functor: &Expr<'_>,
        lambda: Option<&ast::Lambda<'_>>,
        locals: &Set<Symbol>,
        depth: u32,
    ) -> Effect {
        let is_pure = match functor.kind {
            ExprKind::Name(name) => facts::of(name).is_pure && !self.own_functions.contains(name),
            ExprKind::TypeName(name) => TYPES.contains(&name),
            _ => false,
        };
        if !is_pure {
            return Effect::Any;
        }
        let inside = lambda.map(|lambda| self.inside(lambda, locals, depth));
        inside.unwrap_or(Effect::None).max(Effect::Raises)
    }
}
