//! Checks definitions themselves: the order of parameters, the type of results, and names that are
//! defined twice.

use std::collections::HashMap;

use frontend::ast::{DefinitionKind, Expr, ExprKind, Parameter};
use frontend::{Diagnostic, Span};

use super::Walk;
use super::instances::may_leave;
use super::shapes::literal;
use crate::code::finding;
use crate::constants::is_constant;
use crate::files::Kind;
use crate::shape::Shape;
use crate::verdict::Verdict;
use crate::world::{World, canonical};

impl<'a> Walk<'_, 'a> {
    /// Checks that no parameter of a function or lambda is required after an optional one.
    pub(super) fn order_of(&mut self, parameters: &'a [Parameter<'a>]) {
        let is_required = |one: &&Parameter<'_>| one.default.is_none() && !one.captures_rest;
        let required = parameters.iter().skip_while(is_required).find(is_required);
        if let Some(parameter) = required {
            let message = format!(
                "Parameter ${} is required but appears after optional parameters",
                parameter.name
            );
            self.find("PARAMETER_ORDER", message, parameter.span);
        }
    }

    /// Checks the value of the last statement of a body against the type that the function declares.
    /// Puppet does not check values that `return` gives.
    pub(super) fn result_fits(
        &mut self,
        name: &str,
        declared: Option<&'a Expr<'a>>,
        body: &'a Expr<'a>,
    ) {
        let Some(ty) = declared else { return };
        let last = match body.kind {
            ExprKind::Block(statements) => statements.last().unwrap_or(body),
            _ => body,
        };
        // a `return` in a lambda, too, leaves the function
        if may_leave(body) || self.is_end(last) {
            return;
        }
        let shape = self.last(body);
        if self.types.takes(ty, &shape) == Verdict::No {
            let expected = self.text(ty);
            let message = format!("{name} returns {}, expects {expected}", shape.describe());
            let span = if last.span.start == last.span.end {
                ty.span
            } else {
                last.span
            };
            self.find("RETURN_TYPE", message, span);
        }
    }

    /// Returns the shape of the default of a parameter if it does not fit the parameter's type.
    pub(super) fn unfit_default(&self, parameter: &'a Parameter<'a>) -> Option<Shape<'a>> {
        // a variable would be one of the place that declares the parameter
        let default = parameter
            .default
            .filter(|default| is_constant(self.world, default))?;
        let shape = self.shape(default);
        let unfit = self.types.takes(parameter.type_expr?, &shape) == Verdict::No;
        unfit.then_some(shape)
    }
}

/// The kind of a definition, and its name. Classes and defines share their names.
type Key = (&'static str, String);

/// Finds names that one file, or the main manifest, defines twice. Of two files in modules Puppet
/// loads only one.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut in_main: HashMap<Key, (usize, Span)> = HashMap::new();
    let mut found = Vec::new();
    for (at, unit) in world.loaded_units() {
        let is_manifest = unit.file.kind == Kind::Manifest && !unit.file.is_plan();
        let Some(program) = unit.program.as_ref().filter(|_| is_manifest) else {
            continue;
        };
        let mut in_file = HashMap::new();
        let known = match world.is_in_main(unit.file) {
            true => &mut in_main,
            false => &mut in_file,
        };
        for (key, span) in program.definitions.iter().flat_map(|expr| defined(expr)) {
            let Some((unit_before, before)) = known.get(&key) else {
                known.insert(key, (at, span));
                continue;
            };
            if !unit.file.is_asked {
                continue;
            }
            let source = &world.units[*unit_before].source;
            let line = source.position(before.start).line;
            let place = match *unit_before == at {
                true => format!("on line {line}"),
                false => format!("in {}:{line}", world.units[*unit_before].file.shown),
            };
            let (kind, name) = &key;
            let message = format!("The {kind} '{name}' is defined twice: first {place}");
            found.push((at, finding("DUPLICATE_DEFINITION", message, span)));
        }
    }
    found
}

/// Returns the names that an expression defines, with their places.
fn defined(expr: &Expr<'_>) -> Vec<(Key, Span)> {
    match expr.kind {
        ExprKind::Definition(definition) => {
            let kind = match definition.kind {
                DefinitionKind::Class | DefinitionKind::Define => "class or define",
                DefinitionKind::Function => "function",
                _ => return Vec::new(),
            };
            let name = canonical(definition.name).into_owned();
            vec![((kind, name), definition.name_span)]
        }
        ExprKind::TypeAlias {
            name, name_span, ..
        } => vec![(("type", canonical(name).into_owned()), name_span)],
        ExprKind::Node { matches, .. } => {
            let name = |one: &Expr<'_>| match one.kind {
                ExprKind::Default => Some("default".to_owned()),
                ExprKind::Regexp(source) => Some(format!("/{source}/")),
                _ => literal(one).map(|name| name.to_lowercase()),
            };
            let names = matches.iter();
            names
                .filter_map(|one| Some((("node", name(one)?), one.span)))
                .collect()
        }
        _ => Vec::new(),
    }
}
