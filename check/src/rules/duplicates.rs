//! Finds resources that are declared twice whenever a class, define or node is evaluated.

use std::collections::HashMap;

use frontend::ast::{DefinitionKind, Expr, ExprKind};
use frontend::{Diagnostic, Span};

use super::shapes::literal;
use crate::code::finding;
use crate::world::{World, canonical};

/// A declaration that is always evaluated.
struct Declaration {
    key: (String, String),
    span: Span,
}

/// Finds resources that are declared twice in one body, or in two classes that are always evaluated
/// together.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut found = across_classes(world);
    for (at, unit) in world.units.iter().enumerate() {
        let Some(program) = unit.program.as_ref().filter(|_| unit.file.is_asked) else {
            continue;
        };
        let bodies = program
            .definitions
            .iter()
            .filter_map(|expr| match expr.kind {
                ExprKind::Definition(definition)
                    if matches!(
                        definition.kind,
                        DefinitionKind::Class | DefinitionKind::Define
                    ) =>
                {
                    Some(definition.body)
                }
                ExprKind::Node { body, .. } => Some(body),
                _ => None,
            });
        for body in bodies {
            let mut all = Vec::new();
            declared(body, &mut all);
            found.extend(repeated(all, unit.source).map(|one| (at, one)));
        }
    }
    found
}

/// The resources that every evaluation of a class declares, and the classes that it always
/// includes.
struct Content {
    unit: usize,
    declarations: Vec<Declaration>,
    includes: Vec<String>,
}

/// Finds resources that are declared both by a class and by a class that it always includes,
/// directly or indirectly.
fn across_classes(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut contents: HashMap<String, Content> = HashMap::new();
    for (name, all) in &world.classes {
        // if two files define the class, Puppet loads only one of them
        let [declared_once] = all.as_slice() else {
            continue;
        };
        let body = declared_once.definition.body;
        let (mut declarations, mut includes) = (Vec::new(), Vec::new());
        declared(body, &mut declarations);
        included(body, &mut includes);
        includes.extend(
            declared_once
                .definition
                .parent
                .map(|(name, _)| name.to_owned()),
        );
        contents.insert(
            name.to_string(),
            Content {
                unit: declared_once.unit,
                declarations,
                includes,
            },
        );
    }
    let mut names: Vec<&String> = contents.keys().collect();
    names.sort_unstable();
    let mut found = Vec::new();
    for name in names {
        let own = &contents[name];
        if own.declarations.is_empty() || !world.units[own.unit].file.is_asked {
            continue;
        }
        let mut seen: Vec<&str> = vec![name];
        let mut next: Vec<&String> = own.includes.iter().collect();
        while let Some(included) = next.pop() {
            let included = canonical(included);
            let Some((other, content)) = contents.get_key_value(&*included) else {
                continue;
            };
            if seen.contains(&other.as_str()) {
                continue;
            }
            seen.push(other);
            next.extend(&content.includes);
            let twice = |one: &&Declaration| {
                one.key.0 != "class" && content.declarations.iter().any(|two| two.key == one.key)
            };
            for declaration in own.declarations.iter().filter(twice) {
                let (ty, title) = &declaration.key;
                let message = format!(
                    "The resource {ty} '{title}' is declared in the class '{other}', too, which is \
                     always included here"
                );
                found.push((
                    own.unit,
                    finding("DUPLICATE_RESOURCE", message, declaration.span),
                ));
            }
        }
    }
    found
}

/// Collects the classes that a body always includes.
fn included(expr: &Expr<'_>, names: &mut Vec<String>) {
    match expr.kind {
        ExprKind::Block(statements) => {
            for statement in statements {
                included(statement, names);
                if is_end(statement) {
                    break;
                }
            }
        }
        ExprKind::Call {
            functor, arguments, ..
        } => {
            if let ExprKind::Name("include" | "contain" | "require") = functor.kind {
                for argument in arguments {
                    titles(argument, &mut |name, _| names.push(name.to_owned()));
                }
            }
        }
        ExprKind::Resource {
            type_name, bodies, ..
        } => {
            if let ExprKind::Name("class") = type_name.kind {
                for body in bodies {
                    titles(&body.title, &mut |name, _| names.push(name.to_owned()));
                }
            }
        }
        _ => {}
    }
}

/// Returns whether a statement always ends its body.
fn is_end(statement: &Expr<'_>) -> bool {
    match statement.kind {
        ExprKind::Call { functor, .. } => {
            matches!(functor.kind, ExprKind::Name("return" | "fail"))
        }
        _ => false,
    }
}

fn repeated(all: Vec<Declaration>, source: &frontend::Source) -> impl Iterator<Item = Diagnostic> {
    let mut first: HashMap<(String, String), Span> = HashMap::new();
    let mut found = Vec::new();
    for declaration in all {
        let (ty, title) = declaration.key.clone();
        match first.get(&declaration.key) {
            Some(span) => {
                let line = source.position(span.start).line;
                let message =
                    format!("The resource {ty} '{title}' is declared twice: first on line {line}");
                found.push(finding("DUPLICATE_RESOURCE", message, declaration.span));
            }
            None => {
                first.insert(declaration.key, declaration.span);
            }
        }
    }
    found.into_iter()
}

/// Collects the resources that a body always declares.
fn declared(expr: &Expr<'_>, all: &mut Vec<Declaration>) {
    match expr.kind {
        ExprKind::Block(statements) => {
            for statement in statements {
                declared(statement, all);
                // the statements after it are not evaluated
                if is_end(statement) {
                    break;
                }
            }
        }
        ExprKind::Relationship { left, right, .. } => {
            declared(left, all);
            declared(right, all);
        }
        ExprKind::Paren(inner) => declared(inner, all),
        ExprKind::Resource {
            type_name, bodies, ..
        } => {
            let ExprKind::Name(name) = type_name.kind else {
                return;
            };
            let name = canonical(name);
            // `include` may declare a class again
            for body in bodies {
                titles(&body.title, &mut |title, span| {
                    all.push(Declaration {
                        key: (name.to_string(), title.to_owned()),
                        span,
                    });
                });
            }
        }
        _ => {}
    }
}

fn titles(title: &Expr<'_>, each: &mut dyn FnMut(&str, Span)) {
    match title.kind {
        ExprKind::Array(items) => items.iter().for_each(|item| titles(item, each)),
        _ => {
            if let Some(text) = literal(title) {
                each(&text, title.span);
            }
        }
    }
}
