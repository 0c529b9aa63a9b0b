//! Resources that are declared twice whenever a class, define or node is evaluated.

use std::collections::HashMap;

use frontend::ast::{DefinitionKind, Expr, ExprKind};
use frontend::{Diagnostic, Span};

use super::shapes::literal;
use crate::code::finding;
use crate::world::{World, canonical};

/// A declaration that is evaluated in any case.
struct Declaration {
    key: (String, String),
    span: Span,
}

/// Resources of one body.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut found = Vec::new();
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

/// The resources that are declared on the straight way through a body.
fn declared(expr: &Expr<'_>, all: &mut Vec<Declaration>) {
    match expr.kind {
        ExprKind::Block(statements) => {
            for statement in statements {
                declared(statement, all);
                // what follows is not evaluated
                if let ExprKind::Call { functor, .. } = statement.kind
                    && let ExprKind::Name("return" | "fail") = functor.kind
                {
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
            // a class may be declared again by `include`
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
