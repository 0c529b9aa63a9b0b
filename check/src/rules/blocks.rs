//! Checks the block of a call with the values that the call passes to it, if they are known.
//!
//! A block gets these values whenever the call is evaluated, so an error in its body for one of
//! them always occurs.

use std::collections::HashSet;

use frontend::ast::{Expr, ExprKind, Lambda};
use frontend::{Diagnostic, Span};

use super::instances::{key, may_leave};
use super::{Scope, Walk};
use crate::code::finding;
use crate::shape::Shape;
use crate::verdict::Verdict;
use crate::world::{assigned, canonical};

/// Functions that give every item of a collection to their block, in its order.
const OF_ALL_ITEMS: &[&str] = &["each", "filter", "group_by", "map", "partition"];

/// Functions that end as soon as the result of their block decides theirs.
const OF_SOME_ITEMS: &[&str] = &["all", "any", "index"];

/// The maximum number of calls that are tried, since blocks may be nested.
const CALLS_MAX: usize = 64;

/// The values of one call of a block.
type Values<'a> = Vec<Shape<'a>>;

impl<'a> Walk<'_, 'a> {
    /// Checks the block of a call with each group of values that it certainly gets.
    pub(super) fn block(&mut self, expr: &'a Expr<'a>) {
        let (functor, receiver, arguments, lambda) = match expr.kind {
            ExprKind::Call {
                functor,
                arguments,
                lambda: Some(lambda),
                ..
            } => (functor, None, arguments, lambda),
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda: Some(lambda),
                ..
            } => (functor, Some(receiver), arguments, lambda),
            _ => return,
        };
        let ExprKind::Name(name) = functor.kind else {
            return;
        };
        let name = canonical(name);
        let is_own = self.world.function(&name).is_some();
        if is_own || self.world.in_ruby.functions.contains(&*name) {
            return;
        }
        let arguments: Vec<&Expr<'a>> = receiver.into_iter().chain(arguments).collect();
        if arguments.iter().any(|one| one.unfolded().is_some()) {
            return;
        }
        let shapes = arguments.iter().map(|one| self.shape(one)).collect();
        let mut calls = calls(&name, shapes, lambda);
        if calls.is_empty() {
            return;
        }
        // the first call may be the last one
        if OF_SOME_ITEMS.contains(&&*name) || may_leave(lambda.body) {
            calls.truncate(1);
        }
        calls.truncate(CALLS_MAX);
        for values in calls {
            if let Some(found) = self.call_of_block(lambda, values, expr.span) {
                self.found.push(found);
                return;
            }
        }
    }

    /// Returns the first error in one call of a block.
    fn call_of_block(
        &self,
        lambda: &'a Lambda<'a>,
        values: Values<'a>,
        span: Span,
    ) -> Option<Diagnostic> {
        let mut scope = Scope {
            is_open: true,
            ..Scope::default()
        };
        let mut texts = Vec::new();
        for (at, parameter) in lambda.parameters.iter().enumerate() {
            scope.certain.push((parameter.name, parameter.span));
            if parameter.captures_rest {
                let rest = values.get(at..).unwrap_or_default().to_vec();
                let rest = Shape::Array(Some(rest));
                scope.variables.insert(parameter.name, Some(rest));
                break;
            }
            let Some(value) = values.get(at) else {
                if parameter.default.is_some() {
                    let shape = parameter.type_expr.map(|ty| self.types.shape(ty));
                    let shape = shape.unwrap_or(Shape::Unknown);
                    scope.variables.insert(parameter.name, Some(shape));
                    continue;
                }
                let message = format!("The block needs a value for '${}'", parameter.name);
                return Some(finding("ARGUMENT_COUNT", message, parameter.span));
            };
            let ty = parameter.type_expr;
            if let Some(ty) = ty.filter(|ty| self.types.takes(ty, value) == Verdict::No) {
                let message = format!(
                    "The block's parameter '{}' expects {}, got {}",
                    parameter.name,
                    self.text(ty),
                    value.describe()
                );
                return Some(finding("ARGUMENT_TYPE", message, parameter.span));
            }
            texts.push(format!("'${}' is {}", parameter.name, value.describe()));
            scope.variables.insert(parameter.name, Some(value.clone()));
        }
        let found = self.found_with(scope, lambda.body);
        if found.is_empty() {
            return None;
        }
        let usual = self.found_with(self.unknown_values(lambda), lambda.body);
        let usual: HashSet<(&str, u32)> = usual.iter().map(key).collect();
        let first = found.into_iter().find(|one| !usual.contains(&key(one)))?;
        let line = self.unit.source.position(span.start).line;
        let values = texts.join(", ");
        let hint = format!("the call on line {line} gives these values: {values}");
        Some(Diagnostic {
            hint: Some(first.hint.clone().unwrap_or(hint)),
            ..first
        })
    }

    /// Returns the errors in the body of a block with the values in its scope.
    fn found_with(&self, mut scope: Scope<'a>, body: &'a Expr<'a>) -> Vec<Diagnostic> {
        assigned(body, false, &mut |name| {
            scope.variables.entry(name).or_insert(None);
        });
        let mut scopes = self.scopes.clone();
        scopes.push(scope);
        self.found_in(self.unit, self.owner, scopes, body)
    }

    /// Returns the scope of a block whose values are not known.
    fn unknown_values(&self, lambda: &'a Lambda<'a>) -> Scope<'a> {
        let shape = |ty: Option<&'a Expr<'a>>| ty.map_or(Shape::Unknown, |ty| self.types.shape(ty));
        let mut scope = Scope {
            is_open: true,
            ..Scope::default()
        };
        for parameter in lambda.parameters {
            let shape = match parameter.captures_rest {
                true => Shape::Array(None),
                false => shape(parameter.type_expr),
            };
            scope.variables.insert(parameter.name, Some(shape));
        }
        scope
    }
}

/// Returns the values of the calls that a function certainly makes of its block, in their order.
fn calls<'a>(name: &str, arguments: Vec<Shape<'a>>, block: &Lambda<'a>) -> Vec<Values<'a>> {
    if name == "with" {
        return vec![arguments];
    }
    let parameters = block.parameters;
    let is_plain = parameters
        .iter()
        .all(|one| !one.captures_rest && one.default.is_none());
    match (name, arguments.as_slice(), parameters.len()) {
        ("then", [Shape::Unknown | Shape::Undef | Shape::OneOf(_)], _) => Vec::new(),
        ("then", [_], _) => vec![arguments],
        _ if !is_plain => Vec::new(),
        ("reduce", [collection], 2) => match items(collection) {
            Some(items) if items.len() > 1 => vec![items.into_iter().take(2).collect()],
            _ => Vec::new(),
        },
        ("reduce", [collection, start], 2) => {
            let items = items(collection).unwrap_or_default();
            let first = items.into_iter().next();
            let call = first.map(|first| vec![start.clone(), first]);
            call.into_iter().collect()
        }
        ("slice", [collection, Shape::Integer(Some(size))], count) if count > 0 => {
            let size = usize::try_from(*size).unwrap_or(0);
            let items = items(collection).unwrap_or_default();
            match size {
                0 => Vec::new(),
                _ => slices(&items, size, count),
            }
        }
        (name, [collection], 1) if is_of_items(name) => {
            let items = items(collection).unwrap_or_default();
            items.into_iter().map(|item| vec![item]).collect()
        }
        (name, [Shape::Hash(Some(pairs))], 2) if is_of_items(name) => {
            let pairs = pairs.iter().cloned();
            pairs.map(|(key, value)| vec![key, value]).collect()
        }
        (name, [collection], 2) if is_of_items(name) => {
            let items = items(collection).unwrap_or_default();
            let items = (0i64..).zip(items);
            items
                .map(|(at, item)| vec![Shape::Integer(Some(at)), item])
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the values that a block gets from `slice`: with one parameter a list of items, otherwise
/// the items. An incomplete last slice is not checked, because it depends on the collection.
fn slices<'a>(items: &[Shape<'a>], size: usize, count: usize) -> Vec<Values<'a>> {
    let parts = items.chunks(size);
    match count {
        1 => parts
            .map(|part| vec![Shape::Array(Some(part.to_vec()))])
            .collect(),
        _ if count > size => Vec::new(),
        _ => items.chunks_exact(size).map(<[_]>::to_vec).collect(),
    }
}

fn is_of_items(name: &str) -> bool {
    OF_ALL_ITEMS.contains(&name) || OF_SOME_ITEMS.contains(&name)
}

/// Returns the items that a block with one parameter gets from a known collection.
fn items<'a>(collection: &Shape<'a>) -> Option<Vec<Shape<'a>>> {
    Some(match collection {
        Shape::Array(Some(items)) => items.clone(),
        Shape::Hash(Some(pairs)) => pairs
            .iter()
            .map(|(key, value)| Shape::Array(Some(vec![key.clone(), value.clone()])))
            .collect(),
        Shape::Text(Some(text)) => text
            .chars()
            .map(|c| Shape::Text(Some(c.to_string().into())))
            .collect(),
        Shape::Integer(Some(count)) => {
            let count = usize::try_from(*count).unwrap_or(0).min(CALLS_MAX);
            (0i64..)
                .take(count)
                .map(|at| Shape::Integer(Some(at)))
                .collect()
        }
        _ => return None,
    })
}
