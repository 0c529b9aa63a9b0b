//! Checks the bodies of defines, classes and functions with the values of one declaration or call,
//! which tell more than the types of the parameters.
//!
//! Only code that is evaluated in any case counts: the outcomes of conditions are not known.

use std::collections::{HashMap, HashSet};

use frontend::ast::{BinaryOp, Definition, Expr, ExprKind, Parameter, ResourceForm, UnaryOp};
use frontend::visit::children;
use frontend::{Diagnostic, Severity, Span};

use super::{Scope, Walk};
use crate::constants::is_constant;
use crate::shape::Shape;
use crate::types::Types;
use crate::world::{Declared, Unit};

/// The codes of findings that depend on values.
const OF_VALUES: &[&str] = &[
    "ARGUMENT_COUNT",
    "ARGUMENT_TYPE",
    "ASSIGNMENT_COUNT",
    "NO_MATCHING_OPTION",
    "OPERAND_TYPE",
    "PARAMETER_TYPE",
    "RESOURCE_REFERENCE",
    "RESOURCE_TITLE",
];

/// The shapes of the values of parameters, by name.
pub(super) type Given<'a> = HashMap<&'a str, Shape<'a>>;

impl<'a> Walk<'_, 'a> {
    /// Returns true if values may tell more about a body than the types of its parameters, which are
    /// checked already.
    pub(super) fn has_instances(&self, definition: &Definition<'a>) -> bool {
        // the values that an instance gives to others are not followed
        !self.is_instance && definition.parameters.iter().any(has_no_type)
    }

    /// Reports errors of the body that the given values cause, at the place that gives them.
    pub(super) fn instance(&mut self, declared: Declared<'a>, mut given: Given<'a>, span: Span) {
        let definition = declared.definition;
        for parameter in definition.parameters {
            if !has_no_type(parameter) {
                given.remove(parameter.name);
            }
        }
        given.retain(|_, shape| *shape != Shape::Unknown);
        if given.is_empty() {
            return;
        }
        let found = self.found_in_body(declared, &given);
        if found.is_empty() {
            return;
        }
        let usual = self.found_in_body(declared, &Given::new());
        let usual: HashSet<(&str, u32)> = usual.iter().map(key).collect();
        let Some(first) = found.iter().find(|one| !usual.contains(&key(one))) else {
            return;
        };
        let unit = &self.world.units[declared.unit];
        let line = unit.source.position(first.span.start).line;
        let message = format!(
            "With these values '{}' fails at {}:{line}: {}",
            definition.name, unit.file.shown, first.message
        );
        self.find(first.issue.0, message, span);
    }

    /// Adds the shapes of the parameters of a define that the declaration does not set, if their
    /// defaults are constant.
    pub(super) fn add_defaults(&self, definition: &'a Definition<'a>, given: &mut Given<'a>) {
        for parameter in definition.parameters {
            let default = parameter.default.filter(|it| is_constant(self.world, it));
            let Some(default) = default else { continue };
            let value = given.entry(parameter.name).or_insert(Shape::Undef);
            // with `undef` the parameter gets its default
            if *value == Shape::Undef {
                *value = self.shape(default);
            }
        }
    }

    fn found_in_body(&self, declared: Declared<'a>, given: &Given<'a>) -> Vec<Diagnostic> {
        let mut scope = Scope::default();
        for parameter in declared.definition.parameters {
            let shape = given.get(parameter.name).cloned();
            let shape = shape.unwrap_or_else(|| match parameter.type_expr {
                Some(ty) if !parameter.captures_rest => self.types.shape(ty),
                _ => Shape::Unknown,
            });
            scope.variables.insert(parameter.name, Some(shape));
            scope.certain.push((parameter.name, parameter.span));
        }
        let unit = &self.world.units[declared.unit];
        let definition = declared.definition;
        self.found_in(unit, Some(definition), vec![scope], definition.body)
    }

    /// Returns the errors that depend on values in the parts of a body that are always evaluated.
    /// The last of the scopes has the values.
    pub(super) fn found_in(
        &self,
        unit: &'a Unit<'a>,
        owner: Option<&'a Definition<'a>>,
        scopes: Vec<Scope<'a>>,
        body: &'a Expr<'a>,
    ) -> Vec<Diagnostic> {
        let mut walk = Walk {
            world: self.world,
            signatures: self.signatures,
            unit,
            types: Types::new(self.world),
            found: Vec::new(),
            open: Vec::new(),
            missing: Vec::new(),
            scopes,
            owner,
            is_related: false,
            is_instance: true,
        };
        let statements = match body.kind {
            ExprKind::Block(statements) => statements,
            _ => std::slice::from_ref(body),
        };
        for statement in statements {
            walk.evaluated(statement);
            // the statements after it may not be evaluated
            if may_leave(statement) {
                break;
            }
        }
        let mut found = walk.found;
        found.retain(|one| one.severity == Severity::Error && OF_VALUES.contains(&one.issue.0));
        found
    }

    /// Checks the parts of an expression that are evaluated whenever the expression is.
    fn evaluated(&mut self, expr: &'a Expr<'a>) {
        match expr.kind {
            ExprKind::Definition(_) | ExprKind::Node { .. } | ExprKind::Lambda(_) => {}
            ExprKind::Assignment { left, right, .. } => {
                self.evaluated(right);
                self.assignment(left, right);
            }
            ExprKind::If { test, .. } => self.evaluated(test),
            ExprKind::Case { control, .. } => self.evaluated(control),
            ExprKind::Selector { control, options } => {
                self.unmatched(control, options);
                self.evaluated(control);
            }
            ExprKind::Binary {
                op, left, right, ..
            } => {
                self.operands_fit(op, left, right, expr.span);
                self.evaluated(left);
                if !matches!(op, BinaryOp::And | BinaryOp::Or) {
                    self.evaluated(right);
                }
            }
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } => {
                self.negation_fits(operand, expr.span);
                self.evaluated(operand);
            }
            ExprKind::Access { left, keys } => {
                self.reference(left, keys);
                self.access_fits(left, keys);
                children(expr, &mut |child| self.evaluated(child));
            }
            // a lambda may never be called, unless the values that it gets are known
            ExprKind::Call { arguments, .. } => {
                self.call(expr);
                arguments.iter().for_each(|one| self.evaluated(one));
                self.block(expr);
            }
            ExprKind::MethodCall {
                receiver,
                arguments,
                ..
            } => {
                self.call(expr);
                self.evaluated(receiver);
                arguments.iter().for_each(|one| self.evaluated(one));
                self.block(expr);
            }
            ExprKind::Resource {
                form: ResourceForm::Regular,
                type_name,
                bodies,
            } => {
                self.resource(ResourceForm::Regular, type_name, bodies);
                for body in bodies {
                    for operation in body.operations {
                        self.evaluated(&operation.value);
                    }
                }
            }
            // the defaults and queries of others are evaluated in another way
            ExprKind::Resource { .. }
            | ExprKind::ResourceDefaults { .. }
            | ExprKind::ResourceOverride { .. }
            | ExprKind::Collect { .. } => {}
            _ => children(expr, &mut |child| self.evaluated(child)),
        }
    }
}

fn has_no_type(parameter: &Parameter<'_>) -> bool {
    parameter.type_expr.is_none() && !parameter.captures_rest
}

/// Returns the key that distinguishes a finding from others in the same file.
pub(super) fn key(diagnostic: &Diagnostic) -> (&'static str, u32) {
    (diagnostic.issue.0, diagnostic.span.start)
}

/// Returns true if the evaluation of an expression may end the body around it.
pub(super) fn may_leave(expr: &Expr<'_>) -> bool {
    if let ExprKind::Call { functor, .. } = expr.kind
        && let ExprKind::Name("return" | "next" | "break") = functor.kind
    {
        return true;
    }
    let mut leaves = false;
    children(expr, &mut |child| leaves |= may_leave(child));
    leaves
}
