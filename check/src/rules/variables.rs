//! Finds variables that are never set, and facts that do not exist.

use catalog::core_types::is_metaparameter;
use catalog::nearest::nearest;
use frontend::Span;
use frontend::ast::{Definition, DefinitionKind, Expr, ExprKind};
use frontend::visit::children;

use super::{Walk, facts};
use crate::code::{finding, probable};
use crate::shape::Shape;
use crate::world::{World, assigned, canonical, variables_of};

/// Variables that Puppet sets in each scope or in the top scope.
const BUILT_IN: &[&str] = &[
    "agent_specified_environment",
    "caller_module_name",
    "clientcert",
    "clientnoop",
    "clientversion",
    "environment",
    "facts",
    "module_name",
    "name",
    "serverip",
    "serverip6",
    "servername",
    "server_facts",
    "serverversion",
    "title",
    "trusted",
];

/// The maximum number of parent classes that are followed.
const PARENTS_MAX: usize = 50;

impl<'a> Walk<'_, 'a> {
    /// Records the value that an assignment sets. After assignments in several branches the shape
    /// is a union.
    pub(super) fn assignment(&mut self, left: &'a Expr<'a>, right: &'a Expr<'a>) {
        variables_of(left, &mut |name, span| self.assigned_once(name, span));
        let shape = self.shape(right);
        self.unpacked(left, shape);
    }

    /// Records the value of a variable, or the values of several variables that one value is unpacked
    /// into. Reports a wrong number of values.
    fn unpacked(&mut self, left: &'a Expr<'a>, shape: Shape<'a>) {
        let name = match left.kind {
            ExprKind::Variable(name) => name,
            ExprKind::Array(targets) => return self.unpacked_into(left, targets, shape),
            _ => return,
        };
        let Some(scope) = self.scopes.last_mut() else {
            return;
        };
        let known = scope.variables.entry(name).or_insert(None);
        *known = Some(match known.take() {
            None => shape,
            // another branch sets the variable too
            Some(other) => Shape::one_of(vec![other, shape]),
        });
    }

    fn unpacked_into(&mut self, left: &'a Expr<'a>, targets: &'a [Expr<'a>], shape: Shape<'a>) {
        let values = match shape {
            Shape::Array(Some(items)) => items,
            Shape::Hash(Some(pairs)) => return self.unpacked_from_hash(targets, pairs),
            // a single value counts as an array of one
            Shape::Undef
            | Shape::Boolean(_)
            | Shape::Integer(_)
            | Shape::Float(_)
            | Shape::Text(_) => vec![shape],
            _ => return,
        };
        if values.len() != targets.len() {
            let (wanted, got) = (targets.len(), values.len());
            let plural = if wanted == 1 { "" } else { "s" };
            let message = format!("The assignment to {wanted} variable{plural} gets {got} instead");
            return self.find("ASSIGNMENT_COUNT", message, left.span);
        }
        for (target, value) in targets.iter().zip(values) {
            self.unpacked(target, value);
        }
    }

    /// Records the values that variables get from the keys of their names.
    fn unpacked_from_hash(&mut self, targets: &'a [Expr<'a>], pairs: Vec<(Shape<'a>, Shape<'a>)>) {
        let is_known = pairs.iter().all(|(key, _)| key.known_text().is_some());
        for target in targets.iter().filter(|_| is_known) {
            let ExprKind::Variable(name) = target.kind else {
                continue;
            };
            let mut found = pairs.iter().rev();
            match found.find(|(key, _)| key.known_text() == Some(name)) {
                Some((_, value)) => self.unpacked(target, value.clone()),
                None => {
                    let message = format!("The hash has no value for the variable '${name}'");
                    self.find("ASSIGNMENT_COUNT", message, target.span);
                }
            }
        }
    }

    /// Reports a variable that has a value whenever the assignment is evaluated.
    fn assigned_once(&mut self, name: &'a str, span: Span) {
        let Some(scope) = self.scopes.last_mut() else {
            return;
        };
        let first = scope.certain.iter().find(|(known, _)| *known == name);
        let Some(first) = first.map(|(_, span)| *span) else {
            scope.certain.push((name, span));
            return;
        };
        let line = self.unit.source.position(first.start).line;
        let message =
            format!("Cannot reassign variable '${name}': it has a value since line {line}");
        self.find("REASSIGNMENT", message, span);
    }

    /// Visits code that is evaluated only in some cases. Variables that it assigns may be unset
    /// afterwards.
    pub(super) fn branch(&mut self, look: impl FnOnce(&mut Self)) {
        let before = self.scopes.last().map_or(0, |scope| scope.certain.len());
        look(self);
        if let Some(scope) = self.scopes.last_mut() {
            scope.certain.truncate(before);
        }
    }

    /// Adds the variables of the classes that a class inherits from.
    pub(super) fn inherited(&mut self, definition: &'a Definition<'a>) {
        for class in parents(self.world, definition) {
            let mut names: Vec<&'a str> = class.parameters.iter().map(|it| it.name).collect();
            assigned(class.body, false, &mut |name| names.push(name));
            if let Some(scope) = self.scopes.last_mut() {
                for name in names {
                    scope.variables.insert(name, Some(Shape::Unknown));
                }
            }
        }
    }

    /// Returns the shape of the value of a variable.
    pub(super) fn shape_of_variable(&self, name: &str) -> Shape<'a> {
        for scope in self.scopes.iter().rev() {
            if let Some(shape) = scope.variables.get(name) {
                return shape.clone().unwrap_or(Shape::Unknown);
            }
            if !scope.is_open {
                break;
            }
        }
        Shape::Unknown
    }

    /// Checks a variable that is read.
    pub(super) fn variable(&mut self, name: &'a str, expr: &Expr<'a>) {
        if self.world.codebase.is_none() || name.starts_with(|c: char| c.is_ascii_digit()) {
            return;
        }
        let is_top = name.starts_with("::");
        let name = name.trim_start_matches("::");
        match name.rsplit_once("::") {
            Some((class, variable)) => self.qualified(class, variable, expr),
            None if is_top => {
                // the variable may be a fact of a missing module or of a script
                let is_certain = self.world.is_complete() && !self.world.in_ruby.has_other_facts;
                if is_certain && !self.is_of_top(name) {
                    let names: Vec<&str> = self.world.top_variables.iter().copied().collect();
                    self.unset(name, names, expr);
                }
            }
            None => {
                // a declaration of a class or define may give metaparameters, which become
                // variables
                let may_be_given = self.owner.is_some() && is_metaparameter(name);
                if !may_be_given && !self.is_set(name) {
                    self.unset(name, self.visible(), expr);
                }
            }
        }
    }

    /// Returns the variables that are visible here: those of the scopes up to the first closed one,
    /// and of the top scope.
    fn visible(&self) -> Vec<&'a str> {
        let mut names: Vec<&'a str> = Vec::new();
        for scope in self.scopes.iter().rev() {
            names.extend(scope.variables.keys().copied());
            if !scope.is_open {
                break;
            }
        }
        names.extend(self.world.top_variables.iter().copied());
        names
    }

    fn is_set(&self, name: &str) -> bool {
        let seen = self.scopes.iter().rev();
        let mut is_closed = false;
        for scope in seen {
            if is_closed {
                break;
            }
            if scope.variables.contains_key(name) {
                return true;
            }
            is_closed = !scope.is_open;
        }
        // a template without parameters sees the variables of its callers
        let is_template = self.owner.is_none() && !self.is_manifest();
        is_template && self.scopes.len() > 1 || self.is_of_top(name)
    }

    fn is_manifest(&self) -> bool {
        self.unit.file.kind == crate::files::Kind::Manifest
    }

    fn is_of_top(&self, name: &str) -> bool {
        BUILT_IN.contains(&name)
            || self.world.top_variables.contains(name)
            || facts::is_named(self.world, name)
            || facts::is_legacy(name)
    }

    /// Reports a variable that is never set. The hint suggests the most similar of `names`.
    fn unset(&mut self, name: &str, mut names: Vec<&str>, expr: &Expr<'a>) {
        // sorts the names, so that of equally similar ones always the same is suggested
        names.sort_unstable();
        // a short name is similar to any other
        let near = nearest(name, names).filter(|_| name.len() > 2);
        let hint = near.map(|near| format!("did you mean '${near}'?"));
        let message = format!("The variable '${name}' is never set");
        let diagnostic = probable("UNKNOWN_VARIABLE", message, expr.span);
        self.find_with(diagnostic, hint);
    }

    /// Checks a variable of a class that is read.
    fn qualified(&mut self, class: &str, variable: &str, expr: &Expr<'a>) {
        if matches!(class, "settings" | "facts" | "trusted" | "server_facts") {
            return;
        }
        let Some(declared) = self.world.class(class) else {
            if self.world.define(class).is_none() {
                self.unknown("UNKNOWN_CLASS", "class", class, expr.span, None);
            }
            return;
        };
        let is_built_in = matches!(
            variable,
            "title" | "name" | "module_name" | "caller_module_name"
        );
        // a declaration of the class may give the metaparameter
        if is_built_in || is_metaparameter(variable) {
            return;
        }
        let all = &self.world.classes[&*canonical(class)];
        let mut names: Vec<&str> = Vec::new();
        let mut inner: Vec<&str> = Vec::new();
        for declared in all {
            let parents = parents(self.world, declared.definition);
            for class in parents.into_iter().chain([declared.definition]) {
                names.extend(variables(class));
                // while a lambda runs, its variables are visible like those of the class
                of_lambdas(class.body, &mut inner);
            }
        }
        // a class with a missing parent may have any variables
        let has_all = all
            .iter()
            .all(|declared| is_whole(self.world, declared.definition));
        if names.contains(&variable) || inner.contains(&variable) || !has_all {
            return;
        }
        let hint = nearest(variable, names.iter().copied());
        let hint = hint.map(|near| format!("did you mean '${class}::{near}'?"));
        let message = format!(
            "The class '{}' never sets the variable '{variable}'",
            declared.definition.name
        );
        let diagnostic = finding("UNKNOWN_VARIABLE", message, expr.span);
        self.find_with(diagnostic, hint);
    }
}

/// Adds the parameters and variables of all lambdas in an expression.
fn of_lambdas<'a>(expr: &'a Expr<'a>, names: &mut Vec<&'a str>) {
    if let ExprKind::Call { lambda, .. } | ExprKind::MethodCall { lambda, .. } = expr.kind
        && let Some(lambda) = lambda
    {
        names.extend(lambda.parameters.iter().map(|parameter| parameter.name));
        assigned(lambda.body, false, &mut |name| names.push(name));
    }
    if !matches!(expr.kind, ExprKind::Definition(_)) {
        children(expr, &mut |child| of_lambdas(child, names));
    }
}

/// Returns the parameters of a class and the variables that it sets.
pub(super) fn variables<'a>(definition: &Definition<'a>) -> Vec<&'a str> {
    let mut names: Vec<&'a str> = definition.parameters.iter().map(|it| it.name).collect();
    assigned(definition.body, false, &mut |name| names.push(name));
    names
}

/// Returns the classes that a class inherits from, the nearest first.
pub(super) fn parents<'a>(world: &World<'a>, of: &Definition<'a>) -> Vec<&'a Definition<'a>> {
    let mut found: Vec<&'a Definition<'a>> = Vec::new();
    let mut next = of.parent;
    while let Some((name, _)) = next {
        let Some(declared) = world.class(name).filter(|_| found.len() < PARENTS_MAX) else {
            break;
        };
        found.push(declared.definition);
        next = declared.definition.parent;
    }
    found
}

/// Returns true if all classes that a class inherits from exist.
fn is_whole(world: &World<'_>, of: &Definition<'_>) -> bool {
    if of.kind != DefinitionKind::Class {
        return true;
    }
    let last = parents(world, of)
        .last()
        .map_or(of.parent, |last| last.parent);
    last.is_none()
}
