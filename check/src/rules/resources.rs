//! Checks declarations of resources and classes: types, parameters and their values.

use std::collections::{HashMap, HashSet};

use catalog::core_types::{self, is_metaparameter};
use catalog::nearest::nearest;
use frontend::Span;
use frontend::ast::{
    AttributeOperation, AttributeOperator, Definition, Expr, ExprKind, ResourceBody, ResourceForm,
};

use super::instances::Given;
use super::shapes::literal;
use super::{Walk, text_of};
use crate::code::{finding, probable};
use crate::shape::Shape;
use crate::verdict::Verdict;
use crate::world::{Declared, canonical};

impl<'a> Walk<'_, 'a> {
    /// Checks a resource expression. Titles and values are visited separately.
    pub(super) fn resource(
        &mut self,
        form: ResourceForm,
        type_name: &'a Expr<'a>,
        bodies: &'a [ResourceBody<'a>],
    ) {
        let ExprKind::Name(name) = type_name.kind else {
            return;
        };
        for body in bodies {
            self.repeated_attributes(body);
            self.titles_fit(&body.title);
            if !is_default(body) {
                self.metaparameters_fit(form, canonical(name) == "class", body);
            }
        }
        if self.world.codebase.is_none() {
            return;
        }
        let name = canonical(name);
        if name == "class" {
            for body in bodies {
                self.class_declaration(form, body);
            }
            return;
        }
        if !self.world.is_resource_type(&name) {
            self.unknown_type(&name, type_name.span);
            return;
        }
        let defaults = bodies.iter().find(|body| is_default(body));
        for body in bodies {
            match self.world.define(&name).copied() {
                Some(declared) => {
                    let also = defaults.map_or(&[][..], |body| body.operations);
                    self.declaration("define", declared, body, also);
                    self.instance_of("define", declared, form, body, also);
                }
                None => self.native_attributes(&name, body.operations),
            }
        }
    }

    /// Reports attributes that a resource sets twice.
    fn repeated_attributes(&mut self, body: &'a ResourceBody<'a>) {
        let mut first: HashMap<&str, Span> = HashMap::new();
        for operation in body.operations {
            let (AttributeOperator::Set(name) | AttributeOperator::Append(name)) =
                operation.operator
            else {
                continue;
            };
            let Some(span) = first.insert(name, operation.span) else {
                continue;
            };
            let line = self.unit.source.position(span.start).line;
            let message = format!("The attribute '{name}' is set twice: first on line {line}");
            self.find("DUPLICATE_ATTRIBUTE", message, operation.span);
        }
    }

    /// Checks the call of `create_resources` with a known type.
    pub(super) fn created_resources(&mut self, arguments: &[&'a Expr<'a>]) {
        let [type_name, resources, more @ ..] = arguments else {
            return;
        };
        let Some(name) = literal(type_name).filter(|_| self.world.codebase.is_some()) else {
            return;
        };
        let name = canonical(name.trim_start_matches('@')).into_owned();
        let shape = self.shape(resources);
        let is_hash = !matches!(
            shape,
            Shape::Undef | Shape::Boolean(_) | Shape::Integer(_) | Shape::Text(_) | Shape::Array(_)
        );
        if !is_hash {
            let message = format!("'create_resources' needs a Hash, got {}", shape.describe());
            self.find("ARGUMENT_TYPE", message, resources.span);
        }
        let entries = match resources.kind {
            ExprKind::Hash(entries) => entries,
            _ => &[],
        };
        if name == "class" {
            for entry in entries {
                let Some(class) = literal(&entry.key) else {
                    continue;
                };
                self.class_named(&class, entry.key.span);
                if let Some(declared) = self.world.class(&class).copied() {
                    self.given_in("class", declared, &entry.value);
                }
            }
            return;
        }
        if !self.world.is_resource_type(&name) {
            // the hash may be empty
            return match entries.is_empty() {
                true => self.as_probable(|walk| walk.unknown_type(&name, type_name.span)),
                false => self.unknown_type(&name, type_name.span),
            };
        }
        let Some(declared) = self.world.define(&name).copied() else {
            return entries.iter().for_each(|entry| {
                if let ExprKind::Hash(attributes) = entry.value.kind {
                    for attribute in attributes {
                        if let Some(given) = literal(&attribute.key) {
                            self.native_attribute(&name, &given, attribute.key.span);
                        }
                    }
                }
            });
        };
        for entry in entries {
            self.given_in("define", declared, &entry.value);
        }
        // all resources may give other values
        for defaults in more {
            self.as_probable(|walk| walk.given_in("define", declared, defaults));
        }
    }

    /// Checks parameters that a literal hash gives.
    fn given_in(&mut self, kind: &str, declared: Declared<'a>, value: &'a Expr<'a>) {
        self.splat(kind, declared, value, &mut HashSet::new());
    }

    fn unknown_type(&mut self, name: &str, span: Span) {
        let world = self.world;
        let defines = || world.defines.keys().map(|name| &**name);
        let mut known: Vec<&str> = defines().collect();
        known.extend(world.in_ruby.types.keys().map(String::as_str));
        for name in catalog::core_types::names() {
            known.push(name);
        }
        // the name without its module was enough in Puppet 3
        let is_full = |full: &&str| full.rsplit_once("::").is_some_and(|(_, last)| last == name);
        let full = defines().filter(is_full).min();
        let near = full.or_else(|| nearest(name, known));
        self.unknown("UNKNOWN_RESOURCE_TYPE", "resource type", name, span, near);
    }

    /// Checks `class { name: }`.
    fn class_declaration(&mut self, form: ResourceForm, body: &'a ResourceBody<'a>) {
        let mut titles = Vec::new();
        collect_titles(&body.title, &mut titles);
        for title in titles {
            let Some(name) = literal(title) else { continue };
            self.class_named(&name, title.span);
            if let Some(declared) = self.world.class(&name).copied() {
                self.declaration("class", declared, body, &[]);
                self.instance_of("class", declared, form, body, &[]);
            }
        }
    }

    /// Checks the parameters in a declaration of a class or define.
    fn declaration(
        &mut self,
        kind: &str,
        declared: Declared<'a>,
        body: &'a ResourceBody<'a>,
        also: &'a [AttributeOperation<'a>],
    ) {
        let definition = declared.definition;
        if is_default(body) {
            // each resource may give another value
            return self.as_probable(|walk| {
                for operation in body.operations {
                    if let AttributeOperator::Set(name) | AttributeOperator::Append(name) =
                        operation.operator
                    {
                        walk.parameter(kind, declared, name, &operation.value, operation.span);
                    }
                }
            });
        }
        let mut given = HashSet::new();
        let mut has_splat = false;
        for operation in body.operations {
            match operation.operator {
                AttributeOperator::Set(name) | AttributeOperator::Append(name) => {
                    // the data may give the value of a class, as if nothing was written
                    let is_open = kind != "define" && self.shape(&operation.value) == Shape::Undef;
                    if !is_open {
                        given.insert(name);
                    }
                    self.parameter(kind, declared, name, &operation.value, operation.span);
                }
                AttributeOperator::Splat => {
                    has_splat = true;
                    self.splat(kind, declared, &operation.value, &mut given);
                }
            }
        }
        for operation in also {
            match operation.operator {
                AttributeOperator::Set(name) | AttributeOperator::Append(name) => {
                    given.insert(name);
                }
                AttributeOperator::Splat => has_splat = true,
            }
        }
        if !has_splat {
            self.missing(kind, definition, &given, body);
            self.default_fits(kind, definition, &given, body);
        }
    }

    /// Reports parameters that get a default that does not fit their type. The data may give another
    /// value for a class.
    fn default_fits(
        &mut self,
        kind: &str,
        definition: &'a Definition<'a>,
        given: &HashSet<&str>,
        body: &'a ResourceBody<'a>,
    ) {
        if kind != "define" {
            return;
        }
        for parameter in definition.parameters {
            let is_given =
                given.contains(parameter.name) || self.is_set_elsewhere(definition, parameter.name);
            let Some(shape) = self.unfit_default(parameter).filter(|_| !is_given) else {
                continue;
            };
            let message = format!(
                "Parameter '{}' of the {kind} '{}' gets its default, which does not fit its type: {}",
                parameter.name,
                definition.name,
                shape.describe()
            );
            self.find("PARAMETER_TYPE", message, body.title.span);
        }
    }

    /// Returns true if defaults, overrides or collectors set an attribute somewhere.
    fn is_set_elsewhere(&self, definition: &Definition<'_>, attribute: &str) -> bool {
        let (name, all) = (canonical(definition.name), &self.world.set_elsewhere);
        all.contains(&format!("{name} {attribute}")) || all.contains(&format!("{name} *"))
    }

    /// Checks the body of a class or define with the values of a declaration.
    fn instance_of(
        &mut self,
        kind: &str,
        declared: Declared<'a>,
        form: ResourceForm,
        body: &'a ResourceBody<'a>,
        also: &'a [AttributeOperation<'a>],
    ) {
        let definition = declared.definition;
        // a virtual resource may never be realized
        let is_evaluated = form == ResourceForm::Regular && !is_default(body);
        if !is_evaluated || !self.has_instances(definition) {
            return;
        }
        let mut given = Given::new();
        for operation in also.iter().chain(body.operations) {
            let AttributeOperator::Set(name) = operation.operator else {
                return;
            };
            let mut parameters = definition.parameters.iter();
            if let Some(parameter) = parameters.find(|one| one.name.eq_ignore_ascii_case(name)) {
                given.insert(parameter.name, self.shape(&operation.value));
            }
        }
        if kind == "define" {
            self.add_defaults(definition, &mut given);
        }
        for (name, shape) in &mut given {
            if self.is_set_elsewhere(definition, name) {
                *shape = Shape::Unknown;
            }
        }
        self.instance(declared, given, body.title.span);
    }

    fn missing(
        &mut self,
        kind: &str,
        definition: &'a Definition<'a>,
        given: &HashSet<&str>,
        body: &'a ResourceBody<'a>,
    ) {
        if kind != "define" && !self.world.knows_hierarchy() {
            return;
        }
        let name = canonical(definition.name);
        let missing: Vec<&str> = definition
            .parameters
            .iter()
            .filter(|parameter| parameter.default.is_none() && !given.contains(parameter.name))
            .map(|parameter| parameter.name)
            .filter(|attribute| !self.is_set_elsewhere(definition, attribute))
            .filter(|attribute| {
                let key = format!("{name}::{attribute}");
                kind == "define" || !self.world.has_data_key(&key)
            })
            .collect();
        if missing.is_empty() {
            return;
        }
        let plural = if missing.len() == 1 { "" } else { "s" };
        let names = missing.join("', '");
        let message = format!("The {kind} '{name}' needs a value for parameter{plural} '{names}'");
        let span = body.title.span;
        self.found.push(match kind {
            "define" => finding("MISSING_PARAMETER", message, span),
            _ => probable("MISSING_PARAMETER", message, span),
        });
    }

    /// Checks a parameter that a declaration gives.
    fn parameter(
        &mut self,
        kind: &str,
        declared: Declared<'a>,
        name: &str,
        value: &'a Expr<'a>,
        span: Span,
    ) {
        let definition = declared.definition;
        let parameters = definition.parameters;
        let Some(parameter) = parameters
            .iter()
            .find(|one| one.name.eq_ignore_ascii_case(name))
        else {
            if is_metaparameter(name) || name == "name" {
                return;
            }
            let known = parameters.iter().map(|parameter| parameter.name);
            let hint = nearest(name, known).map(|near| format!("did you mean '{near}'?"));
            let message = format!("The {kind} '{}' has no parameter '{name}'", definition.name);
            let diagnostic = finding("UNKNOWN_PARAMETER", message, span);
            return self.find_with(diagnostic, hint);
        };
        let Some(ty) = parameter.type_expr else {
            return;
        };
        let shape = self.shape(value);
        // with `undef` the parameter gets its default, and that of a class a value from the data
        let takes_undef = parameter.default.is_some() || kind != "define";
        if shape == Shape::Undef && takes_undef {
            return;
        }
        if self.takes_value(ty, &shape, takes_undef) == Verdict::No {
            let message = format!(
                "Parameter '{name}' of the {kind} '{}' expects {}, got {}",
                definition.name,
                self.text_in(declared.unit, ty),
                shape.describe()
            );
            self.find("PARAMETER_TYPE", message, value.span);
        }
    }

    /// Works like [`Types::takes`](crate::types::Types::takes), but `undef` may mean another value.
    fn takes_value(&self, ty: &'a Expr<'a>, shape: &Shape<'a>, takes_undef: bool) -> Verdict {
        match shape {
            Shape::OneOf(shapes) if takes_undef && shapes.contains(&Shape::Undef) => Verdict::Open,
            _ => self.types.takes(ty, shape),
        }
    }

    /// Checks `* => { name => value }`.
    fn splat(
        &mut self,
        kind: &str,
        declared: Declared<'a>,
        value: &'a Expr<'a>,
        given: &mut HashSet<&'a str>,
    ) {
        let ExprKind::Hash(entries) = value.kind else {
            return;
        };
        for entry in entries {
            let (ExprKind::String(name) | ExprKind::Name(name)) = entry.key.kind else {
                continue;
            };
            given.insert(name);
            self.parameter(kind, declared, name, &entry.value, entry.key.span);
        }
    }

    /// Checks the attributes of a resource type that is not written in Puppet.
    fn native_attributes(&mut self, name: &str, operations: &'a [AttributeOperation<'a>]) {
        for operation in operations {
            let (AttributeOperator::Set(attribute) | AttributeOperator::Append(attribute)) =
                operation.operator
            else {
                continue;
            };
            self.native_attribute(name, attribute, operation.span);
        }
    }

    fn native_attribute(&mut self, name: &str, attribute: &str, span: Span) {
        if is_metaparameter(attribute) || attribute == "name" {
            return;
        }
        let own = self.world.ruby_type(name);
        let known: Vec<&str> = match (core_types::find(name), own) {
            (_, Some(ty)) if ty.is_open => return,
            (Some(core), _) => {
                let names = core.attributes.iter().chain(core.name_attributes);
                names.copied().collect()
            }
            (None, Some(ty)) => ty.attributes.iter().map(String::as_str).collect(),
            (None, None) => return,
        };
        // every type with providers has this attribute
        if known.contains(&attribute) || attribute == "provider" {
            return;
        }
        let hint = nearest(attribute, known).map(|near| format!("did you mean '{near}'?"));
        let message = format!("The resource type '{name}' has no attribute '{attribute}'");
        let diagnostic = finding("UNKNOWN_PARAMETER", message, span);
        self.find_with(diagnostic, hint);
    }

    /// Checks defaults, overrides and the attributes that collectors set.
    pub(super) fn set_attributes(
        &mut self,
        target: &'a Expr<'a>,
        operations: &'a [AttributeOperation<'a>],
    ) {
        if self.world.codebase.is_none() {
            return;
        }
        let name = match target.kind {
            ExprKind::Access { left, .. } => left.kind,
            other => other,
        };
        let ExprKind::TypeName(name) = name else {
            return;
        };
        let name = canonical(name);
        match self.world.define(&name).copied() {
            Some(declared) => {
                for operation in operations {
                    if let AttributeOperator::Set(attribute)
                    | AttributeOperator::Append(attribute) = operation.operator
                    {
                        let value = &operation.value;
                        self.parameter("define", declared, attribute, value, operation.span);
                    }
                }
            }
            None if name != "class" => self.native_attributes(&name, operations),
            None => {}
        }
    }

    /// Returns the text of an expression in another unit.
    pub(super) fn text_in(&self, unit: usize, expr: &Expr<'a>) -> String {
        text_of(&self.world.units[unit].source.text, expr.span)
    }
}

fn is_default(body: &ResourceBody<'_>) -> bool {
    matches!(body.title.kind, ExprKind::Default)
}

/// Collects the titles of a resource body.
fn collect_titles<'a>(title: &'a Expr<'a>, titles: &mut Vec<&'a Expr<'a>>) {
    match title.kind {
        ExprKind::Array(items) => items.iter().for_each(|item| collect_titles(item, titles)),
        _ => titles.push(title),
    }
}
