//! Finds classes that inherit from, require or contain each other in a cycle.

use std::collections::HashMap;

use frontend::ast::{Expr, ExprKind};
use frontend::{Diagnostic, Severity, Span};

use super::shapes::literal;
use crate::code::finding;
use crate::world::{World, canonical};

/// A statement that orders one class after another.
struct Edge {
    to: String,
    unit: usize,
    span: Span,
}

/// The outgoing edges of each class, by name.
type Graph = HashMap<String, Vec<Edge>>;

/// Finds each cycle of classes once. Inheritance does not order classes, so cycles of `inherits`
/// and cycles of `require` and `contain` are found separately.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let (mut parents, mut waiting) = (Graph::new(), Graph::new());
    for (name, declared) in &world.classes {
        for one in declared {
            let edge = |class: &str, span| Edge {
                to: canonical(class).into_owned(),
                unit: one.unit,
                span,
            };
            if let Some((parent, span)) = one.definition.parent {
                let edges = parents.entry(name.to_string()).or_default();
                edges.push(edge(parent, span));
            }
            let edges = waiting.entry(name.to_string()).or_default();
            waits(one.definition.body, &mut |class, span| {
                edges.push(edge(class, span));
            });
        }
    }
    let mut found = cycles(&parents, Severity::Error, "inherit from");
    found.extend(cycles(&waiting, Severity::Warning, "wait for"));
    found
}

fn cycles(edges: &Graph, severity: Severity, verb: &str) -> Vec<(usize, Diagnostic)> {
    let mut search = Search {
        edges,
        severity,
        verb,
        done: HashMap::new(),
        path: Vec::new(),
        found: Vec::new(),
    };
    let mut names: Vec<&String> = edges.keys().collect();
    names.sort_unstable();
    for name in names {
        search.enter(name);
    }
    search.found
}

struct Search<'e> {
    edges: &'e Graph,
    severity: Severity,
    verb: &'e str,
    /// True for a class whose visit is finished.
    done: HashMap<&'e str, bool>,
    path: Vec<&'e str>,
    found: Vec<(usize, Diagnostic)>,
}

/// The maximum length of a path of classes.
const PATH_MAX: usize = 200;

impl<'e> Search<'e> {
    fn enter(&mut self, name: &str) {
        let Some((name, edges)) = self.edges.get_key_value(name) else {
            return;
        };
        if self.done.contains_key(name.as_str()) || self.path.len() > PATH_MAX {
            return;
        }
        self.done.insert(name, false);
        self.path.push(name);
        for edge in edges {
            match self.done.get(edge.to.as_str()) {
                Some(false) => self.report(edge),
                Some(true) => {}
                None => self.enter(&edge.to),
            }
        }
        self.path.pop();
        self.done.insert(name, true);
    }

    fn report(&mut self, edge: &Edge) {
        let from = self.path.iter().position(|name| *name == edge.to);
        let cycle = self.path[from.unwrap_or(0)..].join(" -> ");
        let message = format!(
            "These classes {} each other: {cycle} -> {}",
            self.verb, edge.to
        );
        let diagnostic = Diagnostic {
            severity: self.severity,
            ..finding("INCLUDE_CYCLE", message, edge.span)
        };
        self.found.push((edge.unit, diagnostic));
    }
}

/// Calls `each` with the classes that a body always requires or contains.
fn waits(expr: &Expr<'_>, each: &mut dyn FnMut(&str, Span)) {
    match expr.kind {
        ExprKind::Block(statements) => statements.iter().for_each(|one| waits(one, each)),
        ExprKind::Call {
            functor, arguments, ..
        } => {
            if let ExprKind::Name("require" | "contain") = functor.kind {
                for argument in arguments {
                    names(argument, each);
                }
            }
        }
        _ => {}
    }
}

fn names(expr: &Expr<'_>, each: &mut dyn FnMut(&str, Span)) {
    match expr.kind {
        ExprKind::Array(items) => items.iter().for_each(|item| names(item, each)),
        _ => {
            if let Some(name) = literal(expr) {
                each(&name, expr.span);
            }
        }
    }
}
