//! Finds expressions without variables whose evaluation always fails, by evaluating them.
//!
//! Many expressions make one program, with a line of its own for each. Evaluation ends at the first
//! error; it begins again after the expression that failed.

use std::collections::HashMap;
use std::fmt::Write;

use frontend::ast::{Expr, ExprKind};
use frontend::visit::children;
use frontend::{Diagnostic, Span};
use mir::type_name;

use crate::code::finding;
use crate::evaluate::error_of;
use crate::files::Kind;
use crate::world::{World, canonical};

/// Functions whose result depends only on their arguments, and that change nothing.
const FUNCTIONS: &[&str] = &[
    "abs",
    "assert_type",
    "camelcase",
    "capitalize",
    "ceiling",
    "chomp",
    "chop",
    "compare",
    "convert_to",
    "dig",
    "downcase",
    "empty",
    "flatten",
    "floor",
    "get",
    "join",
    "keys",
    "length",
    "lstrip",
    "match",
    "max",
    "min",
    "new",
    "regsubst",
    "round",
    "rstrip",
    "scanf",
    "sha1",
    "sha256",
    "shellquote",
    "size",
    "sort",
    "split",
    "sprintf",
    "strip",
    "type",
    "unique",
    "upcase",
    "values",
    "versioncmp",
];

/// Types whose use depends on more than the expression, or refers to the catalog.
const OTHER_TYPES: &[&str] = &[
    "Annotation",
    "CatalogEntry",
    "Class",
    "Deferred",
    "Error",
    "Object",
    "Pcore",
    "Resource",
    "Runtime",
    "TypeSet",
];

/// The number of expressions in a program. Those after one that fails are evaluated again.
const PROGRAM_SIZE: usize = 64;

/// The places that an expression stands at: the unit and the place in its text.
type Places = Vec<(usize, Span)>;

/// Evaluates all expressions without variables. Returns the failures, each with its unit.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut places: HashMap<&str, Places> = HashMap::new();
    for (at, unit) in world.units.iter().enumerate() {
        let is_code = matches!(unit.file.kind, Kind::Manifest | Kind::Epp) && !unit.file.is_plan();
        let Some(program) = unit
            .program
            .as_ref()
            .filter(|_| unit.file.is_asked && is_code)
        else {
            continue;
        };
        let text = unit.source.text.as_ref();
        let add = &mut |expr: &Expr<'_>| {
            let span = expr.span;
            if let Some(text) = text.get(span.start as usize..span.end as usize) {
                places.entry(text).or_default().push((at, span));
            }
        };
        collect(world, program.body, add);
    }
    let mut texts: Vec<&str> = places.keys().copied().collect();
    texts.sort_unstable();
    let mut found = Vec::new();
    for (text, error) in failures(&texts) {
        for (unit, span) in &places[text] {
            // the place of the error within the expression is not shown: the expression is short
            found.push((*unit, finding("CONSTANT_ERROR", error.clone(), *span)));
        }
    }
    found.sort_by_key(|(unit, diagnostic)| (*unit, diagnostic.span.start));
    found
}

/// Calls `each` with the largest expressions that contain no variables and evaluate something.
fn collect(world: &World<'_>, expr: &Expr<'_>, each: &mut dyn FnMut(&Expr<'_>)) {
    match is_operation(expr) && is_constant(world, expr) {
        true => each(expr),
        false => children(expr, &mut |child| collect(world, child, each)),
    }
}

/// Returns whether the evaluation of an expression does more than to give a literal.
fn is_operation(expr: &Expr<'_>) -> bool {
    matches!(
        expr.kind,
        ExprKind::Binary { .. }
            | ExprKind::Access { .. }
            | ExprKind::Call { .. }
            | ExprKind::MethodCall { .. }
    )
}

/// Returns whether the value of an expression depends on nothing but its text.
pub(super) fn is_constant(world: &World<'_>, expr: &Expr<'_>) -> bool {
    let are_constant = |all: &[Expr<'_>]| all.iter().all(|one| is_constant(world, one));
    match expr.kind {
        ExprKind::Undef
        | ExprKind::Default
        | ExprKind::Boolean(_)
        | ExprKind::Integer { .. }
        | ExprKind::Float(_)
        | ExprKind::String(_)
        | ExprKind::Regexp(_)
        | ExprKind::Name(_) => true,
        ExprKind::TypeName(name) => is_plain_type(world, name),
        ExprKind::Paren(inner) => is_constant(world, inner),
        ExprKind::Array(items) => are_constant(items),
        ExprKind::Hash(entries) => entries
            .iter()
            .all(|entry| is_constant(world, &entry.key) && is_constant(world, &entry.value)),
        ExprKind::Unary { operand, .. } => expr.unfolded().is_none() && is_constant(world, operand),
        ExprKind::Binary { left, right, .. } => {
            is_constant(world, left) && is_constant(world, right)
        }
        ExprKind::Access { left, keys } => is_constant(world, left) && are_constant(keys),
        ExprKind::Call {
            functor,
            arguments,
            lambda: None,
            ..
        } => is_constant_function(world, functor) && are_constant(arguments),
        ExprKind::MethodCall {
            receiver,
            functor,
            arguments,
            lambda: None,
            ..
        } => {
            is_constant_function(world, functor)
                && is_constant(world, receiver)
                && are_constant(arguments)
        }
        _ => false,
    }
}

/// Returns whether a call depends only on its arguments: that of a function in the list, or
/// `Type(...)`.
fn is_constant_function(world: &World<'_>, functor: &Expr<'_>) -> bool {
    match functor.kind {
        ExprKind::Name(name) => {
            let name = canonical(name);
            FUNCTIONS.contains(&&*name)
                && world.function(&name).is_none()
                && !world.in_ruby.functions.contains(&*name)
        }
        // calls the function `new`
        ExprKind::TypeName(_) | ExprKind::Access { .. } => {
            world.function("new").is_none() && is_constant(world, functor)
        }
        _ => false,
    }
}

/// Returns whether a name is that of a type of Puppet that only describes values.
fn is_plain_type(world: &World<'_>, name: &str) -> bool {
    let name = type_name::canonical(name);
    type_name::NAMES.contains(&name) && !OTHER_TYPES.contains(&name) && world.alias(name).is_none()
}

/// Returns the expressions that fail, with Puppet's messages.
fn failures<'t>(texts: &[&'t str]) -> Vec<(&'t str, String)> {
    texts.chunks(PROGRAM_SIZE).flat_map(failures_in).collect()
}

/// Returns the expressions of one program that fail.
fn failures_in<'t>(texts: &[&'t str]) -> Vec<(&'t str, String)> {
    let mut found = Vec::new();
    let mut rest = texts;
    while !rest.is_empty() {
        let mut code = String::new();
        let mut starts = Vec::new();
        for (at, text) in rest.iter().enumerate() {
            starts.push(code.len());
            let _ = writeln!(code, "$c{at} = ({text}\n)");
        }
        let Some(error) = error_of(code) else { break };
        // an exceeded limit has no place
        let Some(place) = &error.place else { break };
        let failed = starts.partition_point(|start| *start <= place.offset as usize);
        let Some(at) = failed.checked_sub(1) else {
            break;
        };
        found.push((rest[at], error.message));
        rest = &rest[at + 1..];
    }
    found
}
