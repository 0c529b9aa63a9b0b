//! Finds the inputs of an expression: variables, and calls that read data or files.

use frontend::ast::{Expr, ExprKind};
use frontend::visit::children;

use super::report::Step;
use super::syntax::{ExprPath, arguments, called, lambda, literal};
use super::tracer::{CodeLocation, Tracer};
use super::variable::assignments;
use crate::compiler::definition_index;
use crate::ruby::Api;

/// The maximum number of variables of one expression that are shown.
const READS_MAX: usize = 20;

/// An input of an expression.
#[derive(Clone)]
enum Read<'t> {
    /// A variable, with the literal keys by which it is accessed.
    Variable(&'t str, Vec<String>, ExprPath<'t>),
    /// A call that is shown.
    Call(ExprPath<'t>),
}

impl<'t, 'h> Tracer<'t, 'h> {
    /// Describes the inputs of an expression's value.
    pub(super) fn reads(&self, here: &CodeLocation<'t>) -> Vec<Step> {
        let mut list = Vec::new();
        self.gather_reads(here, &mut list);
        let mut steps: Vec<Step> = Vec::new();
        let mut seen: Vec<(String, usize)> = Vec::new();
        let mut left = 0;
        for read in list {
            let key = match &read {
                Read::Variable(name, keys, _) => (format!("{name}/{}", keys.join("/")), 0),
                Read::Call(way) => (String::new(), std::ptr::from_ref(way[way.len() - 1]).addr()),
            };
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            if steps.len() == READS_MAX {
                left += 1;
                continue;
            }
            let inner = |way: &ExprPath<'t>| CodeLocation {
                way: way.clone(),
                ..here.clone()
            };
            match &read {
                Read::Variable(name, keys, way) => {
                    steps.push(self.variable(&inner(way), name, keys));
                }
                Read::Call(way) => steps.extend(self.call_step(&inner(way))),
            }
        }
        if left > 0 {
            steps.push(Step::new(
                "more",
                format!("and {left} more variables"),
                None,
            ));
        }
        steps
    }

    /// Collects the inputs of an expression. If a condition is known, only the branch that was
    /// taken counts.
    fn gather_reads(&self, here: &CodeLocation<'t>, list: &mut Vec<Read<'t>>) {
        let expr = here.expr();
        match expr.kind {
            ExprKind::Variable(name) => {
                list.push(Read::Variable(name, Vec::new(), here.way.clone()));
                return;
            }
            ExprKind::Access { left, keys } => {
                if let Some((name, path)) = accessed(expr) {
                    list.push(Read::Variable(name, path, here.way.clone()));
                    return;
                }
                self.gather_reads(&here.inner(left), list);
                keys.iter()
                    .for_each(|key| self.gather_reads(&here.inner(key), list));
                return;
            }
            ExprKind::Call { .. } | ExprKind::MethodCall { .. } => {
                if self.is_told(expr) {
                    list.push(Read::Call(here.way.clone()));
                }
                if let ExprKind::Call { functor, .. } = expr.kind
                    && !matches!(functor.kind, ExprKind::Name(_))
                {
                    self.gather_reads(&here.inner(functor), list);
                }
                for argument in arguments(expr) {
                    self.gather_reads(&here.inner(argument), list);
                }
                if let Some(lambda) = lambda(expr) {
                    // the lambda's parameters come from the call itself
                    let own: Vec<&str> = lambda.parameters.iter().map(|it| it.name).collect();
                    let before = list.len();
                    self.gather_reads(&here.inner(lambda.body), list);
                    let is_own = |read: &Read<'t>| match read {
                        Read::Variable(name, ..) => {
                            own.contains(name) || self.is_assigned_in(lambda.body, name)
                        }
                        Read::Call(_) => false,
                    };
                    let inner = list.split_off(before);
                    list.extend(inner.into_iter().filter(|read| !is_own(read)));
                }
                return;
            }
            ExprKind::If { .. } | ExprKind::Case { .. } | ExprKind::Selector { .. } => {
                for part in self.taken_parts(here) {
                    self.gather_reads(&here.inner(part), list);
                }
                return;
            }
            _ => {}
        }
        let mut inner = Vec::new();
        children(expr, &mut |child| inner.push(child));
        inner
            .into_iter()
            .for_each(|child| self.gather_reads(&here.inner(child), list));
    }

    fn is_assigned_in(&self, body: &'t Expr<'t>, name: &str) -> bool {
        !assignments(body, name).is_empty()
    }

    /// Returns true if a call itself is shown as an input.
    fn is_told(&self, expr: &Expr<'t>) -> bool {
        let Some(name) = called(expr) else {
            return false;
        };
        let name = name.trim_start_matches("::");
        is_lookup(name) || template_folder(name).is_some() || self.is_of_module(name)
    }

    fn is_of_module(&self, name: &str) -> bool {
        let environment = self.compiler.environment;
        self.definitions.function(name).is_some()
            || [Api::Current, Api::Legacy]
                .into_iter()
                .any(|api| environment.ruby_function(name, api).is_some())
    }

    /// Describes a call: the key of a lookup, or the file of a template or function.
    fn call_step(&self, here: &CodeLocation<'t>) -> Option<Step> {
        let expr = here.expr();
        let name = called(expr)?.trim_start_matches("::");
        if is_lookup(name) {
            return self.lookup_step(here, name);
        }
        if let Some(folder) = template_folder(name) {
            let file = literal(arguments(expr).first()?)?;
            let (module, rest) = file.split_once('/')?;
            let module = self.compiler.environment.module(module)?;
            let path = format!("{}/{folder}/{rest}", module.path);
            return Some(Step::new(
                "template",
                format!("{name} {file}"),
                Some(self.file_site(&path)),
            ));
        }
        if let Some(definition) = self.definitions.function(name) {
            let site = self.site(&definition_index::place(definition));
            return Some(Step::new(
                "function",
                format!("function {name}"),
                Some(site),
            ));
        }
        let environment = self.compiler.environment;
        let file = [Api::Current, Api::Legacy]
            .into_iter()
            .find_map(|api| environment.ruby_function(name, api))?;
        let text = format!("function {name}, written in Ruby");
        Some(Step::new("function", text, Some(self.file_site(file))))
    }

    fn lookup_step(&self, here: &CodeLocation<'t>, name: &str) -> Option<Step> {
        let expr = here.expr();
        let made_here = |done: &&crate::lookup::LookedUp| {
            done.place.as_ref().is_some_and(|place| {
                place.offset == expr.at && place.source.path == here.parsed.source.path
            })
        };
        let all: Vec<_> = self.lookups.iter().filter(made_here).collect();
        let own = all.iter().filter(|done| done.scope == here.scope);
        let mut own: Vec<_> = own.copied().collect();
        if own.is_empty() {
            own = all;
        }
        let found = own.iter().rev().find(|done| done.is_found);
        let step = match found.or(own.last()) {
            Some(done) => self.data_step(done),
            None => Step::new("data", name.to_owned(), None),
        };
        let site = self.site(&here.place(expr.at));
        let key = own.last().map(|done| done.key.clone());
        let text = match key {
            Some(key) => format!("{name}('{key}')"),
            None => name.to_owned(),
        };
        Some(Step::new("lookup", text, Some(site)).with(vec![step]))
    }
}

/// Returns the variable and the literal keys of an access such as `$facts['os']['family']`.
pub(super) fn accessed<'t>(expr: &Expr<'t>) -> Option<(&'t str, Vec<String>)> {
    match expr.kind {
        ExprKind::Variable(name) => Some((name, Vec::new())),
        ExprKind::Access { left, keys: [key] } => {
            let (name, mut path) = accessed(left)?;
            let key = match key.kind {
                ExprKind::Integer { value, .. } => value.to_string(),
                _ => literal(key)?.to_owned(),
            };
            path.push(key);
            Some((name, path))
        }
        _ => None,
    }
}

fn is_lookup(name: &str) -> bool {
    matches!(
        name,
        "lookup" | "hiera" | "hiera_array" | "hiera_hash" | "hiera_include"
    )
}

/// Returns the folder in a module in which a function looks for its file.
fn template_folder(name: &str) -> Option<&'static str> {
    match name {
        "template" | "epp" => Some("templates"),
        "file" => Some("files"),
        _ => None,
    }
}
