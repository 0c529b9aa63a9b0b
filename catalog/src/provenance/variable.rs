//! Finds the origin of a variable's value: a parameter, an assignment, a lambda, a fact.

use std::sync::Arc;

use frontend::Symbol;
use frontend::ast::{AssignmentOp, DefinitionKind, Expr, ExprKind, Parameter};
use runtime::scope::{ScopeId, ScopeKind};

use super::report::{Site, Step};
use super::syntax::{
    ExprPath, Parsed, arguments, call, called, gather, is_literal, lambda, literal,
};
use super::tracer::{CodeLocation, Tracer};
use crate::compiler::definition_index::{self, Definition};
use crate::compiler::record::Calls;
use crate::compiler::resource::{Family, ResourceId};

/// The maximum number of steps that are followed in sequence.
const DEPTH_MAX: usize = 24;

impl<'t, 'h> Tracer<'t, 'h> {
    /// Describes the origin of a variable that code at a place reads.
    pub(super) fn variable(&self, here: &CodeLocation<'t>, name: &str, keys: &[String]) -> Step {
        let shown = shown_variable(name, keys);
        let at = (here.scope.0, here.expr().at);
        let file = here.parsed.source.path.as_deref().unwrap_or_default();
        let key = format!("{at:?}:{shown}:{file}");
        let depth = self.open.borrow().len();
        if depth == DEPTH_MAX || self.open.borrow().contains(&key) {
            return Step::new("again", format!("{shown}, see above"), None);
        }
        self.open.borrow_mut().push(key);
        let step = self.find_variable(here, name, keys, &shown);
        self.open.borrow_mut().pop();
        step.unwrap_or_else(|| Step::new("unknown", format!("{shown} is not known"), None))
    }

    fn find_variable(
        &self,
        here: &CodeLocation<'t>,
        name: &str,
        keys: &[String],
        shown: &str,
    ) -> Option<Step> {
        if let Some((class, last)) = name.rsplit_once("::") {
            let scope = match class.trim_start_matches(':') {
                "" => ScopeId::TOP,
                class => self.class_scope(class)?,
            };
            return self.scope_variable(scope, last, keys, shown);
        }
        for at in (0..here.way.len().saturating_sub(1)).rev() {
            let (outer, inner) = (here.way[at], here.way[at + 1]);
            if let Some(lambda) = lambda(outer)
                && (std::ptr::eq(lambda.body, inner) || is_default_of(lambda.parameters, inner))
            {
                let mut parameters = lambda.parameters.iter();
                if let Some(index) = parameters.position(|it| it.name == name) {
                    return Some(self.lambda_parameter(here, at, index, shown));
                }
                let body = here_at(here, at).inner(lambda.body);
                if let Some(step) = self.assigned(&body, name, keys, shown) {
                    return Some(step);
                }
            }
            let ExprKind::Definition(definition) = outer.kind else {
                continue;
            };
            if definition.kind != DefinitionKind::Function {
                break;
            }
            let parameters = definition.parameters;
            if let Some(index) = parameters.iter().position(|it| it.name == name) {
                return Some(self.function_parameter(here, at, index, shown));
            }
            let body = here_at(here, at).inner(definition.body);
            let local = self.assigned(&body, name, keys, shown);
            return local.or_else(|| self.scope_variable(ScopeId::TOP, name, keys, shown));
        }
        self.scope_variable(here.scope, name, keys, shown)
    }

    /// Describes a parameter of the lambda of the call at index `at`.
    fn lambda_parameter(
        &self,
        here: &CodeLocation<'t>,
        at: usize,
        index: usize,
        shown: &str,
    ) -> Step {
        let around = here_at(here, at);
        let call = around.expr();
        let name = called(call).unwrap_or("a function");
        let count = lambda(call).map_or(0, |lambda| lambda.parameters.len());
        let given = arguments(call);
        let over = given.first().map(|first| around.inner(first));
        let part = match (name, count, index) {
            ("each" | "map" | "filter" | "any" | "all" | "index" | "partition", 2, 0) => "the key",
            ("each" | "map" | "filter" | "any" | "all" | "index" | "partition", 2, _) => {
                "the value"
            }
            ("reduce", _, 0) => "what the rounds before have made",
            ("with" | "then", ..) => "the argument",
            _ => "an element",
        };
        let over_text = over.as_ref().map(|over| self.expression_text(over));
        let text = match over_text {
            Some(over) => format!("{shown} is {part} in {name} of {over}"),
            None => format!("{shown} is {part} in {name}"),
        };
        let site = self.site(&around.place(call.at));
        let steps = over.map_or_else(Vec::new, |over| self.reads(&over));
        Step::new("lambda", text, Some(site)).with(steps)
    }

    /// Describes a parameter of the function defined at index `at`: the argument that the call
    /// gave.
    fn function_parameter(
        &self,
        here: &CodeLocation<'t>,
        at: usize,
        index: usize,
        shown: &str,
    ) -> Step {
        let ExprKind::Definition(definition) = here.way[at].kind else {
            return Step::new("parameter", shown, None);
        };
        let text = format!("{shown} is a parameter of function {}", definition.name);
        let site = self.site(&here.place(definition.name_span.start));
        let step = Step::new("parameter", text, Some(site));
        let outside = here.calls.places.iter().position(|place| {
            let inside = Arc::ptr_eq(&place.source, here.parsed.source)
                && super::chain::is_within(here.way[at], place.offset);
            !inside
        });
        let Some(outside) = outside else {
            return step;
        };
        let place = here.calls.places[outside].clone();
        let Some(parsed) = self.parsed(&place.source) else {
            return step;
        };
        let Some(way) = call(&parsed, &place) else {
            return step;
        };
        let scope = self.scope_at(&place, here.calls.scope.unwrap_or(ScopeId::TOP));
        let caller = CodeLocation {
            parsed,
            way,
            scope,
            calls: Calls {
                places: here.calls.places[outside + 1..].to_vec(),
                scope: Some(scope),
            },
        };
        match arguments(caller.expr()).get(index) {
            Some(argument) => {
                let argument = caller.inner(argument);
                let site = Some(self.site(&place));
                step.with(vec![self.value_step("argument", "given", site, &argument)])
            }
            None => step.with(vec![Step::new("parameter_default", "default", None)]),
        }
    }

    /// Describes the origin of a variable in a scope or an enclosing scope.
    fn scope_variable(
        &self,
        scope: ScopeId,
        name: &str,
        keys: &[String],
        shown: &str,
    ) -> Option<Step> {
        let mut next = Some(scope);
        while let Some(scope) = next {
            let entry = &self.cx.scopes[scope.0 as usize];
            let found = match entry.kind {
                ScopeKind::Top => self.top_variable(name, keys, shown),
                ScopeKind::Node(title) => self.node_definition(title).and_then(|(parsed, way)| {
                    let ExprKind::Node { body, .. } = way.last()?.kind else {
                        return None;
                    };
                    self.assigned_in(parsed, way, body, scope, name, keys, shown)
                }),
                ScopeKind::Class(_) | ScopeKind::Define(..) => {
                    self.body_variable(scope, name, keys, shown)
                }
            };
            if found.is_some() {
                return found;
            }
            next = entry.enclosing;
        }
        None
    }

    /// Describes a variable of the body of a class or define.
    fn body_variable(
        &self,
        scope: ScopeId,
        name: &str,
        keys: &[String],
        shown: &str,
    ) -> Option<Step> {
        let id = ResourceId(self.cx.scopes[scope.0 as usize].resource);
        let resource = self.contents.resources.get(id);
        let definition = self.definition_of_resource(id)?;
        let symbol = Symbol::intern(name);
        let reference = self.reference(id);
        let parameters = &definition.body.mir.parameters;
        if let Some(parameter) = parameters.iter().find(|it| it.name == symbol) {
            let place = runtime::error::Place {
                offset: parameter.at,
                ..definition_index::place(definition)
            };
            let text = format!("{shown} is a parameter of {reference}");
            let step = Step::new("parameter", text, Some(self.site(&place)));
            return Some(step.with(self.origin_of(id, symbol)));
        }
        if matches!(name, "title" | "name") && resource.parameter(symbol).is_none() {
            let text = format!("{shown} is the title of {reference}");
            let steps = self.title_of(id);
            return Some(Step::new("title", text, None).with(steps));
        }
        if matches!(name, "module_name" | "caller_module_name") {
            let text = format!("{shown} is set by Puppet itself");
            return Some(Step::new("built_in", text, None));
        }
        if resource.parameter(symbol).is_some() && crate::core_types::is_metaparameter(name) {
            let text = format!("{shown} is the metaparameter of {reference}");
            return Some(Step::new("parameter", text, None).with(self.origin_of(id, symbol)));
        }
        let (parsed, way) = self.definition_of(definition)?;
        let ExprKind::Definition(written) = way.last()?.kind else {
            return None;
        };
        self.assigned_in(parsed, way, written.body, scope, name, keys, shown)
    }

    /// Describes the inputs of the title of a define instance.
    fn title_of(&self, id: ResourceId) -> Vec<Step> {
        let resource = self.contents.resources.get(id);
        let Some(place) = &resource.place else {
            return Vec::new();
        };
        let Some(parsed) = self.parsed(&place.source) else {
            return Vec::new();
        };
        let is = |expr: &Expr<'t>| {
            matches!(expr.kind, ExprKind::Resource { .. })
                && super::chain::is_within(expr, place.offset)
                && expr.at == place.offset
        };
        let Some(way) = parsed.find(place.offset, &is) else {
            return Vec::new();
        };
        let here = CodeLocation {
            parsed,
            way,
            scope: resource.scope,
            calls: self.record.declared.get(&id).cloned().unwrap_or_default(),
        };
        let ExprKind::Resource { bodies, .. } = here.expr().kind else {
            return Vec::new();
        };
        let literal_of = |expr: &Expr<'t>| literal(expr) == Some(resource.title);
        let has_own = bodies.iter().any(|body| literal_of(&body.title));
        if has_own {
            return Vec::new();
        }
        let open = bodies.iter().filter(|body| !is_literal(&body.title));
        let mut steps = Vec::new();
        for body in open {
            let site = Some(self.site(&here.place(body.at)));
            let title = here.inner(&body.title);
            steps.push(self.value_step("title", "title set", site, &title));
        }
        steps
    }

    pub(super) fn definition_of_resource(&self, id: ResourceId) -> Option<&'h Definition<'h>> {
        let resource = self.contents.resources.get(id);
        match self.contents.resources.ty(resource.ty).family {
            Family::Define(definition) => Some(definition),
            Family::Class => self.definitions.class(resource.title),
            _ => None,
        }
    }

    /// Finds the syntax of a class or define.
    pub(super) fn definition_of(
        &self,
        definition: &Definition<'h>,
    ) -> Option<(Parsed<'t>, ExprPath<'t>)> {
        let parsed = self.parsed(definition.body.source)?;
        let at = definition.body.mir.at;
        let way = parsed.find(at, &|expr| match expr.kind {
            ExprKind::Definition(written) => {
                written
                    .name
                    .trim_start_matches(':')
                    .eq_ignore_ascii_case(definition.name)
                    && written.kind != DefinitionKind::Function
            }
            _ => false,
        })?;
        Some((parsed, way))
    }

    pub(super) fn class_scope(&self, class: &str) -> Option<ScopeId> {
        let ty = self.contents.resources.find_type("class")?;
        let id = self
            .contents
            .resources
            .find(ty, &class.to_ascii_lowercase())?;
        self.contents.resources.get(id).body_scope
    }

    #[allow(clippy::too_many_arguments, reason = "a place and a name")]
    fn assigned_in(
        &self,
        parsed: Parsed<'t>,
        way: ExprPath<'t>,
        body: &'t Expr<'t>,
        scope: ScopeId,
        name: &str,
        keys: &[String],
        shown: &str,
    ) -> Option<Step> {
        let around = CodeLocation {
            parsed,
            way,
            scope,
            calls: Calls::default(),
        };
        self.assigned(&around.inner(body), name, keys, shown)
    }

    /// Describes the assignment of a variable in a body.
    fn assigned(
        &self,
        body: &CodeLocation<'t>,
        name: &str,
        keys: &[String],
        shown: &str,
    ) -> Option<Step> {
        let ways = assignments(body.expr(), name);
        let mut found: Vec<CodeLocation<'t>> = ways
            .into_iter()
            .map(|way| {
                let mut here = body.clone();
                here.way.extend(&way[1..]);
                here
            })
            .collect();
        let depth = body.way.len() - 1;
        found.retain(|here| self.is_taken(here, depth) != Some(false));
        let sure: Vec<CodeLocation<'t>> = found
            .iter()
            .filter(|here| self.is_taken(here, depth) == Some(true))
            .cloned()
            .collect();
        if !sure.is_empty() {
            found = sure;
        }
        self.retain_by_value(&mut found, body.scope, name);
        let mut steps: Vec<Step> = found
            .iter()
            .filter_map(|here| self.assignment(here, depth, keys, shown))
            .collect();
        match steps.len() {
            0 => None,
            1 => steps.pop(),
            _ => {
                let text = format!("{shown} is assigned in one of these places");
                Some(Step::new("assigned", text, None).with(steps))
            }
        }
    }

    /// Keeps only the assignments of a variable's actual value if different literals are assigned
    /// to it.
    fn retain_by_value(&self, found: &mut Vec<CodeLocation<'t>>, scope: ScopeId, name: &str) {
        if found.len() < 2 {
            return;
        }
        let Some(value) = self.value_in(scope, name) else {
            return;
        };
        let equal = |here: &CodeLocation<'t>| {
            let ExprKind::Assignment { right, .. } = here.expr().kind else {
                return None;
            };
            let own = self.value_of(&here.inner(right))?;
            Some(runtime::ops::ruby_equal(own, value))
        };
        let equals: Vec<Option<bool>> = found.iter().map(equal).collect();
        let mut kept = equals.iter();
        found.retain(|_| kept.next() != Some(&Some(false)));
    }

    fn assignment(
        &self,
        here: &CodeLocation<'t>,
        depth: usize,
        keys: &[String],
        shown: &str,
    ) -> Option<Step> {
        let ExprKind::Assignment { left, right, .. } = here.expr().kind else {
            return None;
        };
        let value = here.inner(right);
        let site = Some(self.site(&here.place(left.span.start)));
        let how = format!("{shown} is assigned");
        let mut steps = Vec::new();
        let plain = self.value_step("assigned", &how, site.clone(), &value);
        steps.extend(match keys {
            [] => plain.steps.clone(),
            [key, ..] => self.entry_of(&value, key),
        });
        steps.extend(self.condition(here, depth));
        Some(plain.with(steps))
    }

    /// Returns the literal hash that a variable was set to, if there is one.
    pub(super) fn hash_of(&self, here: &CodeLocation<'t>) -> Option<CodeLocation<'t>> {
        let ExprKind::Variable(name) = here.expr().kind else {
            return None;
        };
        if name.contains("::") {
            return None;
        }
        let body = self.body_around(here)?;
        let ways = assignments(body.expr(), name);
        let [way] = ways.as_slice() else {
            return None;
        };
        let mut assignment = body.clone();
        assignment.way.extend(&way[1..]);
        let ExprKind::Assignment { right, .. } = assignment.expr().kind else {
            return None;
        };
        matches!(right.kind, ExprKind::Hash(_) | ExprKind::Binary { .. })
            .then(|| assignment.inner(right))
    }

    /// Returns the body of the definition, node or program around an expression.
    fn body_around(&self, here: &CodeLocation<'t>) -> Option<CodeLocation<'t>> {
        for at in (0..here.way.len()).rev() {
            match here.way[at].kind {
                ExprKind::Definition(_) | ExprKind::Node { .. } => {
                    return here.way.get(at + 1).map(|_| here_at(here, at + 1));
                }
                _ => {}
            }
        }
        Some(here_at(here, 0))
    }

    /// Describes a variable of the top scope.
    fn top_variable(&self, name: &str, keys: &[String], shown: &str) -> Option<Step> {
        let path: Vec<&str> = keys.iter().map(String::as_str).collect();
        let fact = |path: &[&str]| {
            let text = format!("fact {}", path.join("."));
            Step::new(
                "fact",
                format!("{shown} is the {text}"),
                self.fact_site(path),
            )
        };
        match name {
            "facts" if !path.is_empty() => return Some(fact(&path)),
            "facts" => {
                let site = self.inputs.facts.as_ref().map(|(file, _)| file);
                let site = site.map(|file| self.file_site(&file.to_string_lossy()));
                return Some(Step::new(
                    "fact",
                    format!("{shown} are the node's facts"),
                    site,
                ));
            }
            "trusted" => {
                let text = format!("{shown} is trusted data of the node");
                return Some(Step::new("trusted", text, None));
            }
            "server_facts" | "environment" | "servername" | "serverip" | "serverversion" => {
                let text = format!("{shown} is set by the server");
                return Some(Step::new("built_in", text, None));
            }
            "module_name" | "title" | "name" | "caller_module_name" => {
                let text = format!("{shown} is set by Puppet itself");
                return Some(Step::new("built_in", text, None));
            }
            _ => {}
        }
        if self.inputs.classified.iter().any(|it| it == name) {
            let site = self.classifier_site(&["parameters", name]);
            let text = format!("{shown} is a parameter of the node's classifier");
            return Some(Step::new("classifier", text, site));
        }
        let is_fact = self
            .compiler
            .node
            .facts
            .as_ref()
            .and_then(|facts| facts.as_hash());
        if is_fact.is_some_and(|facts| facts.get(name).is_some()) {
            let path: Vec<&str> = std::iter::once(name).chain(path).collect();
            return Some(fact(&path));
        }
        for file in self.compiler.environment.main() {
            let Some(unit) = file.loaded() else {
                continue;
            };
            let Some(parsed) = self.parsed(unit.source()) else {
                continue;
            };
            let root = parsed.root;
            let found = self.assigned_in(parsed, Vec::new(), root, ScopeId::TOP, name, keys, shown);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn fact_site(&self, path: &[&str]) -> Option<Site> {
        let (file, key) = self.inputs.facts.as_ref()?;
        let file = file.to_str()?;
        let within = |path: &[&str]| -> Site {
            let by_node: Vec<&str> = key
                .as_deref()
                .into_iter()
                .chain(path.iter().copied())
                .collect();
            let stored: Vec<&str> = std::iter::once("values")
                .chain(path.iter().copied())
                .collect();
            // the forms of a file: several nodes, one node, and Puppet's own storage
            let sites = [by_node.as_slice(), path, stored.as_slice()]
                .map(|path| self.data_site(file, path));
            let [first, ..] = &sites;
            let found = sites.iter().find(|site| site.line > 0);
            found.unwrap_or(first).clone()
        };
        let site = within(path);
        Some(match site.line {
            // an item of a list has no key of its own
            0 => within(&path[..1]),
            _ => site,
        })
    }
}

/// Returns the same place with its path truncated after an index.
fn here_at<'t>(here: &CodeLocation<'t>, at: usize) -> CodeLocation<'t> {
    CodeLocation {
        way: here.way[..=at].to_vec(),
        ..here.clone()
    }
}

fn is_default_of(parameters: &[Parameter<'_>], expr: &Expr<'_>) -> bool {
    let mut defaults = parameters.iter().filter_map(|it| it.default);
    defaults.any(|default| std::ptr::eq(default, expr))
}

/// Returns the paths from a body to the assignments of a variable, except those in inner bodies.
pub(super) fn assignments<'t>(body: &'t Expr<'t>, name: &str) -> Vec<ExprPath<'t>> {
    let is = |expr: &Expr<'t>| match expr.kind {
        ExprKind::Assignment {
            op: AssignmentOp::Assign,
            left,
            ..
        } => names(left, name),
        _ => false,
    };
    let enters = |expr: &Expr<'t>| {
        let is_body = matches!(expr.kind, ExprKind::Definition(_) | ExprKind::Node { .. });
        !is_body && lambda(expr).is_none()
    };
    let mut found = Vec::new();
    gather(body, &is, &enters, &mut Vec::new(), &mut found);
    found
}

/// Returns true if the left side of an assignment contains a variable.
fn names(left: &Expr<'_>, name: &str) -> bool {
    match left.kind {
        ExprKind::Variable(variable) => variable == name,
        ExprKind::Array(items) => items.iter().any(|item| names(item, name)),
        _ => false,
    }
}

/// Formats an access to a variable: `$facts['os']['family']`.
fn shown_variable(name: &str, keys: &[String]) -> String {
    let mut shown = format!("${name}");
    for key in keys {
        match key.bytes().all(|byte| byte.is_ascii_digit()) {
            true => shown.push_str(&format!("[{key}]")),
            false => shown.push_str(&format!("['{key}']")),
        }
    }
    shown
}
