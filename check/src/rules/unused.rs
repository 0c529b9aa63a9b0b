//! Finds variables, parameters, functions and keys of the data that nothing uses.

use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::HashSet;

use catalog::core_types::is_metaparameter;
use catalog::data::Data;
use frontend::ast::{Definition, DefinitionKind, Expr, ExprKind, Parameter};
use frontend::visit::children;
use frontend::{Diagnostic, Span};

use super::hiera::data::KeyPlaces;
use crate::code::finding;
use crate::files::Kind;
use crate::world::{Unit, World, canonical};

/// Returns all findings of this kind.
pub(super) fn check(world: &World<'_>) -> Vec<(usize, Diagnostic)> {
    let mut found = Vec::new();
    if world.codebase.is_none() {
        return found;
    }
    let used = Used::of(world);
    for (at, unit) in world.loaded_units() {
        // mocks for tests declare the parameters of the real definition and need not use them
        if !unit.file.is_asked || world.is_for_tests(unit.file) {
            continue;
        }
        if let Some(program) = &unit.program {
            for expr in program.definitions {
                if let ExprKind::Definition(definition) = expr.kind {
                    if definition.kind != DefinitionKind::Plan {
                        of_definition(world, &used, definition, &mut |one| found.push((at, one)));
                    }
                    found.extend(of_function(world, &used, unit, definition).map(|one| (at, one)));
                }
            }
        }
        found.extend(of_data(world, &used, unit).into_iter().map(|one| (at, one)));
    }
    found
}

/// The names that the code of the codebase uses.
struct Used<'a> {
    /// Functions that are called.
    functions: HashSet<Cow<'a, str>>,
    /// The fixed beginnings of names that are computed: `"profile::${x}"`.
    beginnings: HashSet<&'a str>,
    /// The variables of templates in EPP.
    in_templates: HashSet<&'a str>,
    /// The classes that other classes inherit from.
    parents: HashSet<Cow<'a, str>>,
}

impl<'a> Used<'a> {
    fn of(world: &World<'a>) -> Used<'a> {
        let mut used = Used {
            functions: HashSet::new(),
            beginnings: HashSet::new(),
            in_templates: HashSet::new(),
            parents: HashSet::new(),
        };
        for declared in world.classes.values().flatten() {
            let parent = declared.definition.parent;
            used.parents.extend(parent.map(|(name, _)| canonical(name)));
        }
        for unit in world.units {
            if let Some(program) = &unit.program {
                used.look(program.body, unit.file.kind == Kind::Epp);
            }
        }
        used
    }

    fn look(&mut self, expr: &'a Expr<'a>, is_template: bool) {
        match expr.kind {
            ExprKind::Call { functor, .. } | ExprKind::MethodCall { functor, .. } => {
                if let ExprKind::Name(name) = functor.kind {
                    self.functions.insert(canonical(name));
                }
            }
            ExprKind::Concat(parts) => {
                if let Some(frontend::ast::StringPart::Text(text, _)) = parts.first() {
                    self.beginnings.insert(text);
                }
            }
            ExprKind::Variable(name) if is_template => {
                self.in_templates.insert(name);
            }
            _ => {}
        }
        children(expr, &mut |child| self.look(child, is_template));
    }

    fn is_begun(&self, name: &str) -> bool {
        let mut ends = (3..=name.len()).filter_map(|end| name.get(..end));
        ends.any(|beginning| self.beginnings.contains(beginning))
    }
}

/// Finds variables and parameters that a class, define or function sets and that are never read.
fn of_definition(
    world: &World<'_>,
    used: &Used<'_>,
    definition: &Definition<'_>,
    each: &mut dyn FnMut(Diagnostic),
) {
    let mut reads = HashSet::new();
    let mut sets = Vec::new();
    let mut is_dynamic = false;
    look(definition.body, &mut reads, &mut sets, &mut is_dynamic);
    for parameter in definition.parameters {
        let inner = parameter.default.into_iter().chain(parameter.type_expr);
        inner.for_each(|expr| look(expr, &mut reads, &mut sets, &mut is_dynamic));
    }
    if is_dynamic {
        return;
    }
    let class = canonical(definition.name);
    // a class that inherits from this one reads its variables by their names without a prefix
    if definition.kind == DefinitionKind::Class && used.parents.contains(&class) {
        return;
    }
    let is_read = |name: &str| {
        name.starts_with('_')
            || reads.contains(name)
            || used.in_templates.contains(name)
            || world.in_ruby.words.contains(name)
            || world.qualified.contains(&format!("{class}::{name}"))
    };
    let mut told = HashSet::new();
    // a variable that several branches set is reported once
    let unused = sets.iter().filter(|(name, _)| !is_read(name));
    for (name, span) in unused.filter(|(name, _)| told.insert(*name)) {
        let message = format!("The variable '${name}' is set and never read");
        each(finding("UNUSED_VARIABLE", message, *span));
    }
    let kind = match definition.kind {
        DefinitionKind::Class => "class",
        DefinitionKind::Define => "define",
        DefinitionKind::Function | DefinitionKind::Plan => "function",
    };
    let is_function = matches!(
        definition.kind,
        DefinitionKind::Function | DefinitionKind::Plan
    );
    // Puppet itself reads metaparameters
    let is_unused = |parameter: &&Parameter<'_>| {
        !is_read(parameter.name) && (is_function || !is_metaparameter(parameter.name))
    };
    for parameter in definition.parameters.iter().filter(is_unused) {
        let message = format!(
            "The parameter '${}' of the {kind} '{}' is never read",
            parameter.name, definition.name
        );
        each(finding("UNUSED_PARAMETER", message, parameter.span));
    }
}

/// Functions that read variables by computed names.
const BY_NAME: &[&str] = &[
    "getvar",
    "get_scope",
    "inline_template",
    "inline_epp",
    "getparam",
];

/// Records the variables that an expression reads and sets.
fn look<'a>(
    expr: &Expr<'a>,
    reads: &mut HashSet<&'a str>,
    sets: &mut Vec<(&'a str, Span)>,
    is_dynamic: &mut bool,
) {
    match expr.kind {
        ExprKind::Variable(name) => {
            reads.insert(name);
        }
        ExprKind::Assignment { left, right, .. } => {
            if let ExprKind::Variable(name) = left.kind {
                sets.push((name, left.span));
            }
            return look(right, reads, sets, is_dynamic);
        }
        ExprKind::Call { functor, .. } | ExprKind::MethodCall { functor, .. } => {
            if let ExprKind::Name(name) = functor.kind {
                *is_dynamic |= BY_NAME.contains(&name);
            }
        }
        ExprKind::Definition(_) => return,
        _ => {}
    }
    children(expr, &mut |child| look(child, reads, sets, is_dynamic));
}

/// Finds a function of the environment itself that is never called.
fn of_function(
    world: &World<'_>,
    used: &Used<'_>,
    unit: &Unit<'_>,
    definition: &Definition<'_>,
) -> Option<Diagnostic> {
    let is_own = definition.kind == DefinitionKind::Function && unit.file.module.is_none();
    let name = definition.name;
    let is_environment = world.codebase?.environment.is_some();
    if !is_own
        || !is_environment
        || used.functions.contains(&canonical(name))
        || world.texts.contains(name)
        || used.is_begun(name)
        || world
            .in_ruby
            .words
            .contains(name.rsplit("::").next().unwrap_or(name))
    {
        return None;
    }
    let message = format!("The function '{name}' is never called");
    Some(finding("UNUSED_FUNCTION", message, definition.name_span))
}

/// Finds keys of the environment's data that are never read.
fn of_data(world: &World<'_>, used: &Used<'_>, unit: &Unit<'_>) -> Vec<Diagnostic> {
    let Some(Ok(Data::Hash(pairs))) = &unit.data else {
        return Vec::new();
    };
    let is_own = unit.file.module.is_none() && unit.file.kind == Kind::Data;
    if !is_own || !world.is_complete() {
        return Vec::new();
    }
    let places = LazyCell::new(|| KeyPlaces::of(unit.source));
    let mut found = Vec::new();
    for key in pairs.iter().filter_map(|(key, _)| key.as_str()) {
        let class = key.rsplit_once("::").map(|(class, _)| class);
        // keys for the parameters of a class are checked separately
        let is_of_class = class.is_some_and(|class| world.class(class).is_some());
        let last = key.rsplit("::").next().unwrap_or(key);
        if is_of_class
            || key == "lookup_options"
            || world.texts.contains(key)
            || used.is_begun(key)
            || world.in_ruby.words.contains(last)
            || world.is_named_in_data(key)
        {
            continue;
        }
        let message = format!("Nothing reads the key '{key}'");
        found.push(finding("UNUSED_DATA_KEY", message, places.span(key)));
    }
    found
}
