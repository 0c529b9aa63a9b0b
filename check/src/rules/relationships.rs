//! Finds relationships to resources that nothing in an environment declares.
//!
//! A title that is computed may be any title, so only types whose titles are all literals count.

use std::collections::{HashMap, HashSet};

use frontend::ast::{AttributeOperation, AttributeOperator, Expr, ExprKind, ResourceBody};
use frontend::ast::{DefinitionKind, ResourceForm};
use frontend::visit::children;
use frontend::{Diagnostic, Span};
use runtime::builtins;
use runtime::host::Release;

use super::relates;
use super::shapes::literal;
use crate::code::finding;
use crate::files::Kind;
use crate::world::{World, canonical};

/// Types whose resources may exist without a declaration.
const IMPLICIT: &[&str] = &[
    "class",
    "filebucket",
    "node",
    "resource",
    "schedule",
    "stage",
];

/// Functions that declare resources of the type that their first argument names.
const DECLARING: &[&str] = &["create_resources", "ensure_resource", "ensure_resources"];

/// Attributes that give a resource another name, besides those that its type declares.
const NAMING: &[&str] = &["alias", "name", "path"];

/// Returns the relationships to resources that are not declared, each with the index of its unit.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let is_environment = world
        .codebase
        .is_some_and(|codebase| codebase.environment.is_some());
    if !is_environment || !world.is_complete() {
        return Vec::new();
    }
    let mut titles = Titles::default();
    for unit in world.units {
        match &unit.program {
            Some(program) => titles.add(world, program.body),
            // a file with a syntax error may declare anything
            None if unit.file.kind == Kind::Manifest => return Vec::new(),
            None => {}
        }
    }
    let mut found = Vec::new();
    for (at, _, program) in world.asked_programs(&[Kind::Manifest]) {
        references(world, program.body, &mut |ty, title, span| {
            if titles.may_have(world, ty, title) {
                return;
            }
            let message = format!("Nothing declares the resource {ty}['{title}']");
            found.push((at, finding("RESOURCE_NOT_DECLARED", message, span)));
        });
    }
    found
}

/// The titles of the resources that code declares, by type.
#[derive(Default)]
struct Titles {
    literals: HashMap<String, HashSet<String>>,
    /// The types that may have other titles.
    open: HashSet<String>,
    /// True if resources of any type may be declared.
    is_open: bool,
}

impl Titles {
    fn may_have(&self, world: &World<'_>, ty: &str, title: &str) -> bool {
        let ty = canonical(ty);
        let is_known = |all: &HashSet<String>| all.contains(&plain(title));
        self.is_open
            || IMPLICIT.contains(&&*ty)
            || !world.is_resource_type(&ty)
            || self.open.contains(&*ty)
            || self.literals.get(&*ty).is_some_and(is_known)
    }

    fn add(&mut self, world: &World<'_>, expr: &Expr<'_>) {
        match expr.kind {
            // a plan compiles no catalog
            ExprKind::Definition(definition) if definition.kind == DefinitionKind::Plan => return,
            ExprKind::Resource {
                type_name, bodies, ..
            } => match literal(type_name) {
                Some(ty) => bodies
                    .iter()
                    .for_each(|body| self.add_body(&canonical(&ty), body)),
                None => self.is_open = true,
            },
            ExprKind::ResourceDefaults {
                type_ref,
                operations,
                ..
            }
            | ExprKind::ResourceOverride {
                resources: type_ref,
                operations,
                ..
            } => self.add_operations(type_ref, operations, false),
            ExprKind::Collect {
                type_ref,
                exported,
                operations,
                ..
            } => self.add_operations(type_ref, operations, exported),
            ExprKind::Call {
                functor, arguments, ..
            } => self.add_call(world, functor, arguments.first()),
            ExprKind::MethodCall {
                receiver, functor, ..
            } => self.add_call(world, functor, Some(receiver)),
            _ => {}
        }
        children(expr, &mut |child| self.add(world, child));
    }

    fn add_body(&mut self, ty: &str, body: &ResourceBody<'_>) {
        if !matches!(body.title.kind, ExprKind::Default) {
            self.add_title(ty, &body.title);
        }
        for operation in body.operations {
            match operation.operator {
                AttributeOperator::Set(name) | AttributeOperator::Append(name) => {
                    if is_naming(ty, name) {
                        self.add_title(ty, &operation.value);
                    }
                }
                AttributeOperator::Splat => {
                    self.open.insert(ty.to_owned());
                }
            }
        }
    }

    fn add_title(&mut self, ty: &str, title: &Expr<'_>) {
        match (title.kind, literal(title)) {
            (ExprKind::Array(items), _) => items.iter().for_each(|item| self.add_title(ty, item)),
            (_, Some(text)) => {
                let titles = self.literals.entry(ty.to_owned()).or_default();
                titles.insert(plain(&text));
            }
            _ => {
                self.open.insert(ty.to_owned());
            }
        }
    }

    /// Adds the attributes that other resources of a type get.
    fn add_operations(
        &mut self,
        type_ref: &Expr<'_>,
        operations: &[AttributeOperation<'_>],
        is_exported: bool,
    ) {
        let names = operations.iter().any(|operation| match operation.operator {
            AttributeOperator::Set(name) | AttributeOperator::Append(name) => name == "alias",
            AttributeOperator::Splat => true,
        });
        if !names && !is_exported {
            return;
        }
        match type_of(type_ref) {
            Some(ty) => {
                self.open.insert(canonical(ty).into_owned());
            }
            None => self.is_open = true,
        }
    }

    fn add_call(&mut self, world: &World<'_>, functor: &Expr<'_>, first: Option<&Expr<'_>>) {
        let ExprKind::Name(name) = functor.kind else {
            return;
        };
        let name = canonical(name);
        if DECLARING.contains(&&*name) {
            match first.and_then(|one| literal(one)) {
                Some(ty) => {
                    let ty = canonical(ty.trim_start_matches('@')).into_owned();
                    self.open.insert(ty);
                }
                None => self.is_open = true,
            }
            return;
        }
        if &*name == "ensure_packages" {
            self.open.insert("package".to_owned());
            return;
        }
        let is_pure = builtins::find(&name).is_some()
            || world.function(&name).is_some()
            || builtins::native(&name, Release::Eight).is_some()
            || builtins::native(&name, Release::Later).is_some();
        // a function in Ruby may declare anything
        self.is_open |=
            !is_pure || world.in_ruby.functions.contains(&*name) && !is_of_stdlib(&name);
    }
}

/// Returns true if stdlib's function of this name is known, and declares nothing.
fn is_of_stdlib(name: &str) -> bool {
    let releases = [Release::Eight, Release::Later];
    releases
        .into_iter()
        .any(|one| builtins::native(name, one).is_some())
}

/// Returns true if an attribute gives a resource another name.
fn is_naming(ty: &str, attribute: &str) -> bool {
    let own =
        catalog::core_types::find(ty).is_some_and(|it| it.name_attributes.contains(&attribute));
    own || NAMING.contains(&attribute)
}

/// Returns a title as relationships compare it: a path may end with a slash.
fn plain(title: &str) -> String {
    match title.trim_end_matches('/') {
        "" => title.to_owned(),
        plain => plain.to_owned(),
    }
}

fn type_of<'a>(expr: &Expr<'a>) -> Option<&'a str> {
    match expr.kind {
        ExprKind::TypeName(name) => Some(name),
        ExprKind::Access { left, .. } => type_of(left),
        _ => None,
    }
}

/// Calls `each` with the type, title and place of every reference of a relationship that is
/// evaluated together with its resource.
fn references(world: &World<'_>, expr: &Expr<'_>, each: &mut dyn FnMut(&str, &str, Span)) {
    match expr.kind {
        ExprKind::Definition(definition) if definition.kind == DefinitionKind::Plan => return,
        ExprKind::Resource {
            form: ResourceForm::Regular,
            type_name,
            bodies,
        } => {
            let ty = literal(type_name).unwrap_or_default();
            let real = bodies
                .iter()
                .filter(|body| !matches!(body.title.kind, ExprKind::Default));
            for operation in real.flat_map(|body| body.operations) {
                if relates(&operation.operator) && !is_replaced(world, &ty, operation) {
                    named(&operation.value, each);
                }
            }
        }
        ExprKind::Relationship { left, right, .. } => {
            named(left, each);
            named(right, each);
        }
        _ => {}
    }
    children(expr, &mut |child| references(world, child, each));
}

/// Returns true if an override or a collector may replace an attribute.
fn is_replaced(world: &World<'_>, ty: &str, operation: &AttributeOperation<'_>) -> bool {
    let (AttributeOperator::Set(name) | AttributeOperator::Append(name)) = operation.operator
    else {
        return true;
    };
    let (ty, all) = (canonical(ty), &world.set_elsewhere);
    all.contains(&format!("{ty} {name}")) || all.contains(&format!("{ty} *"))
}

fn named(expr: &Expr<'_>, each: &mut dyn FnMut(&str, &str, Span)) {
    match expr.kind {
        ExprKind::Array(items) => items.iter().for_each(|item| named(item, each)),
        ExprKind::Paren(inner) => named(inner, each),
        ExprKind::Access { left, keys } => {
            let ExprKind::TypeName(ty) = left.kind else {
                return;
            };
            for key in keys {
                match key.kind {
                    ExprKind::Array(items) => {
                        let titles = items.iter().filter_map(|it| Some((literal(it)?, it.span)));
                        titles.for_each(|(title, span)| each(ty, &title, span));
                    }
                    _ => {
                        if let Some(title) = literal(key) {
                            each(ty, &title, key.span);
                        }
                    }
                }
            }
        }
        _ => {}
    }
}
