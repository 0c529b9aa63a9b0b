//! Finds expressions whose values depend on nothing but their text.

use frontend::ast::{Expr, ExprKind};
use mir::type_name;

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

/// Returns true if the value of an expression depends on nothing but its text.
pub fn is_constant(world: &World<'_>, expr: &Expr<'_>) -> bool {
    let are_constant = |all: &[Expr<'_>]| all.iter().all(|one| is_constant(world, one));
    match expr.kind {
        ExprKind::Regexp(_) => true,
        _ if expr.is_literal() => true,
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

/// Returns true if a call depends only on its arguments: that of a function in the list, or
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

/// Returns true if a name is that of a type of Puppet that only describes values.
fn is_plain_type(world: &World<'_>, name: &str) -> bool {
    let name = type_name::canonical(name);
    type_name::NAMES.contains(&name) && !OTHER_TYPES.contains(&name) && world.alias(name).is_none()
}
