//! Classes that inherit from, require or contain each other.

use std::collections::HashMap;

use frontend::ast::{Expr, ExprKind};
use frontend::{Diagnostic, Severity, Span};

use super::shapes::literal;
use crate::code::finding;
use crate::world::{World, canonical};

/// A class that another waits for.
struct Edge {
    to: String,
    unit: usize,
    span: Span,
    is_parent: bool,
}

/// Cycles of classes, each once.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut edges: HashMap<String, Vec<Edge>> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    for (name, declared) in &world.classes {
        let mut own = Vec::new();
        for one in declared {
            if let Some((parent, span)) = one.definition.parent {
                own.push(Edge {
                    to: canonical(parent).into_owned(),
                    unit: one.unit,
                    span,
                    is_parent: true,
                });
            }
            waits(one.definition.body, &mut |class, span| {
                own.push(Edge {
                    to: canonical(class).into_owned(),
                    unit: one.unit,
                    span,
                    is_parent: false,
                });
            });
        }
        names.push(name.to_string());
        edges.insert(name.to_string(), own);
    }
    names.sort_unstable();
    let mut search = Search {
        edges: &edges,
        done: HashMap::new(),
        way: Vec::new(),
        found: Vec::new(),
    };
    for name in &names {
        search.enter(name);
    }
    search.found
}

struct Search<'e> {
    edges: &'e HashMap<String, Vec<Edge>>,
    /// Whether a class was left again.
    done: HashMap<&'e str, bool>,
    way: Vec<&'e str>,
    found: Vec<(usize, Diagnostic)>,
}

/// Classes that are followed on one way.
const WAY_MAX: usize = 200;

impl<'e> Search<'e> {
    fn enter(&mut self, name: &str) {
        let Some((name, edges)) = self.edges.get_key_value(name) else {
            return;
        };
        if self.done.contains_key(name.as_str()) || self.way.len() > WAY_MAX {
            return;
        }
        self.done.insert(name, false);
        self.way.push(name);
        for edge in edges {
            match self.done.get(edge.to.as_str()) {
                Some(false) => self.report(edge),
                Some(true) => {}
                None => self.enter(&edge.to),
            }
        }
        self.way.pop();
        self.done.insert(name, true);
    }

    fn report(&mut self, edge: &Edge) {
        let from = self.way.iter().position(|name| *name == edge.to);
        let cycle = &self.way[from.unwrap_or(0)..];
        let shown = format!("{} -> {}", cycle.join(" -> "), edge.to);
        let all_parents = cycle.iter().enumerate().all(|(at, name)| {
            let next = cycle.get(at + 1).map_or(edge.to.as_str(), |next| next);
            let edges = &self.edges[*name];
            edges.iter().any(|edge| edge.is_parent && edge.to == *next)
        });
        let (severity, text) = match all_parents {
            true => (Severity::Error, "inherit from"),
            false => (Severity::Warning, "wait for"),
        };
        let message = format!("These classes {text} each other: {shown}");
        let diagnostic = Diagnostic {
            severity,
            ..finding("INCLUDE_CYCLE", message, edge.span)
        };
        self.found.push((edge.unit, diagnostic));
    }
}

/// The classes that a body requires or contains in any case.
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
