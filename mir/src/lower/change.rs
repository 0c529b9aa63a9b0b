//! Finds code that may change texts, arrays and hashes in place: calls of templates, and of
//! functions written in Ruby.

use std::sync::Arc;

use frontend::ast::{self, Expr, ExprKind};
use frontend::name::Set;
use rubycore::case::Downcase;

use super::scan::{DEPTH_MAX, GO_ON, STOP, Scanned, inside};
use super::{Seekers, call_by_name, plain_name};
use crate::facts::{self, RunsRuby};

/// Returns true if a function may keep or change its arguments: one of another file, or of this
/// file.
pub(super) fn may_keep(name: &str) -> bool {
    let lower = plain_name(name).downcase();
    let facts = facts::of(&lower);
    !(facts.stays || facts.runs_ruby != RunsRuby::Never)
}

/// Names of functions that may change values in place.
struct Changers<'a> {
    own: &'a Set<Box<str>>,
    seekers: &'a Seekers,
}

/// Extends the test for functions that look variables up by name with functions of the file that
/// call code that may change values. So the variables of their callers get slots.
pub(super) fn with_own(program: &ast::Program<'_>, seekers: Seekers) -> Seekers {
    const ROUNDS_MAX: usize = 8;
    let functions = program.definitions.iter().filter_map(|d| match d.kind {
        ExprKind::Definition(d) if d.kind == ast::DefinitionKind::Function => Some(d),
        _ => None,
    });
    let functions: Vec<_> = functions.collect();
    let mut changing: Set<Box<str>> = Set::default();
    for _ in 0..ROUNDS_MAX {
        let before = changing.len();
        for function in &functions {
            let is_changing = |name: &str| {
                let name = name.downcase();
                facts::of(&name).runs_ruby == RunsRuby::Template
                    || seekers(&name)
                    || changing.contains(&*name)
            };
            if calls(function.body, &is_changing, 0) {
                changing.insert(plain_name(function.name).downcase().into());
            }
        }
        if changing.len() == before {
            break;
        }
    }
    match changing.is_empty() {
        true => seekers,
        false => Arc::new(move |name| seekers(name) || changing.contains(&*name.downcase())),
    }
}

/// Returns true if code calls a function of a kind. Code that is too deep to check counts, too.
fn calls(expr: &Expr<'_>, is_one: &dyn Fn(&str) -> bool, depth: u32) -> bool {
    if depth > DEPTH_MAX {
        return true;
    }
    let functor = match expr.kind {
        // callers examine the definitions of a file separately
        ExprKind::Definition(_)
        | ExprKind::Node { .. }
        | ExprKind::TypeAlias { .. }
        | ExprKind::TypeMapping { .. }
        | ExprKind::TypeDefinition { .. } => return false,
        // its code may call anything
        ExprKind::Resource { type_name, .. } if is_class(type_name) => return true,
        ExprKind::Call {
            functor,
            arguments,
            lambda,
            ..
        } => call_by_name::meant(functor, arguments, lambda).0.kind,
        ExprKind::MethodCall { functor, .. } => functor.kind,
        _ => ExprKind::Nop,
    };
    if let ExprKind::Name(name) = functor
        && is_one(plain_name(name))
    {
        return true;
    }
    let mut visit = |inner: &Expr<'_>| match calls(inner, is_one, depth + 1) {
        true => STOP,
        false => GO_ON,
    };
    whole(expr, &mut visit).is_break()
}

/// Returns true if a file calls a function that may change values in place. Code that is too deep
/// to check counts, too. `own` holds the functions of the file.
pub(super) fn may_change_values(
    program: &ast::Program<'_>,
    own: &Set<Box<str>>,
    seekers: &Seekers,
) -> bool {
    let changers = Changers { own, seekers };
    let body = match program.body.kind {
        ExprKind::Lambda(lambda) => lambda.body,
        _ => program.body,
    };
    let inner = |definition: &Expr<'_>| match definition.kind {
        ExprKind::Definition(definition) => {
            let defaults = definition.parameters.iter().filter_map(|p| p.default);
            let mut code = defaults.chain(std::iter::once(definition.body));
            code.any(|expr| changers.are_called(expr))
        }
        ExprKind::Node { body, .. } => changers.are_called(body),
        _ => false,
    };
    changers.are_called(body) || program.definitions.iter().any(|d| inner(d))
}

impl Changers<'_> {
    fn are_called(&self, expr: &Expr<'_>) -> bool {
        let is_one = |name: &str| {
            let lower = name.downcase();
            let facts = facts::of(&lower);
            facts.runs_ruby != RunsRuby::Never
                || (self.seekers)(name)
                || !(self.own.contains(&*lower) || facts.stays)
        };
        calls(expr, &is_one, 0)
    }
}

/// Returns true if a resource expression declares classes, which are evaluated at once.
fn is_class(type_name: &Expr<'_>) -> bool {
    !matches!(type_name.kind, ExprKind::Name(name) if !plain_name(name).eq_ignore_ascii_case("class"))
}

/// Calls `visit` with the expressions directly inside one, be it a call or not.
pub(super) fn whole(expr: &Expr<'_>, visit: &mut dyn FnMut(&Expr<'_>) -> Scanned) -> Scanned {
    match expr.kind {
        ExprKind::Call {
            functor,
            arguments,
            lambda,
            ..
        } => {
            visit(functor)?;
            arguments.iter().try_for_each(&mut *visit)?;
            lambda.map_or(GO_ON, |lambda| visit(lambda.body))
        }
        ExprKind::MethodCall {
            receiver,
            arguments,
            lambda,
            ..
        } => {
            visit(receiver)?;
            arguments.iter().try_for_each(&mut *visit)?;
            lambda.map_or(GO_ON, |lambda| visit(lambda.body))
        }
        _ => inside(expr, visit),
    }
}
