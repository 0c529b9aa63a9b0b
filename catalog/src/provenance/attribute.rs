//! Finds the origins of a resource's attributes.

use frontend::Symbol;
use frontend::ast::{Expr, ExprKind};
use runtime::error::Place;
use runtime::scope::ScopeId;

use super::report::{Attribute, Site, Step};
use super::syntax::{arguments, call, is_literal, literal, one_line, operation};
use super::tracer::{CodeLocation, Tracer};
use crate::compiler::definition_index;
use crate::compiler::record::{Calls, Origin, SetBy, Setting};
use crate::compiler::resource::{Family, ResourceId};
use crate::hiera::explain::DataSource;
use crate::lookup::LookedUp;

impl<'t, 'h> Tracer<'t, 'h> {
    /// Describes the attributes of a resource that have a value, or the requested ones even without
    /// a value.
    pub(super) fn attributes(&self, id: ResourceId, wanted: &[String]) -> Vec<Attribute> {
        let resource = self.contents.resources.get(id);
        let mut list = Vec::new();
        for parameter in &resource.parameters {
            let name = parameter.name.as_str();
            let is_wanted = match wanted {
                [] => !parameter.value.is_undef(),
                names => names.iter().any(|wanted| wanted == name),
            };
            if !is_wanted {
                continue;
            }
            let value = self.shown(parameter.value);
            self.hides.set(value.is_none());
            list.push(Attribute {
                name: name.to_owned(),
                value,
                steps: self.history(id, parameter.name),
            });
            self.hides.set(false);
        }
        for (name, text) in resource.title_parts {
            let is_given = list.iter().any(|attribute| attribute.name == *name);
            let is_wanted = wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
            if is_wanted && !is_given {
                let ty = self.contents.resources.ty(resource.ty).shown;
                let text_of = format!("part of the title, as {ty} takes titles apart");
                list.push(Attribute {
                    name: (*name).to_owned(),
                    value: Some(runtime::text::program(runtime::Value::string(
                        self.compiler.heap,
                        text,
                    ))),
                    steps: vec![Step::new("title", text_of, None)],
                });
            }
        }
        for name in wanted.iter().filter(|name| *name != "tags") {
            if list.iter().all(|attribute| attribute.name != *name) {
                list.push(Attribute {
                    name: name.clone(),
                    value: Some("undef".to_owned()),
                    steps: vec![Step::new("unset", "nothing sets it", None)],
                });
            }
        }
        list
    }

    /// Returns the origin of an attribute's value, and the values that it has replaced.
    fn history(&self, id: ResourceId, name: Symbol) -> Vec<Step> {
        let settings = self.settings(id, name);
        let mut steps = Vec::new();
        let mut is_replaced = false;
        for setting in settings.into_iter().rev() {
            let mut step = self.setting(id, setting);
            if is_replaced {
                let value = self.shown(setting.value).unwrap_or_default();
                let value = match value.is_empty() || self.hides.get() {
                    true => String::new(),
                    false => format!(" {value}"),
                };
                step = Step {
                    kind: "replaced",
                    text: format!("replaces{value}, {}", step.text),
                    ..step
                };
            }
            is_replaced = is_replaced || !setting.is_appended;
            steps.push(step);
        }
        steps.extend(self.appended(id, name));
        steps
    }

    fn settings(&self, id: ResourceId, name: Symbol) -> Vec<&Setting<'h>> {
        let all = self.record.settings(id).iter();
        all.filter(|setting| setting.name == name).collect()
    }

    /// Returns the references that arrows have added to an attribute.
    fn appended(&self, id: ResourceId, name: Symbol) -> Vec<Step> {
        use frontend::ast::RelationshipOp::{Before, Notify, Require, Subscribe};
        let mut steps = Vec::new();
        for (source, target, index) in &self.record.related {
            let arrow = &self.record.arrows[*index];
            let is_named = match arrow.op {
                Before | Require => name.as_str() == "before",
                Notify | Subscribe => name.as_str() == "notify",
            };
            if *source == id && is_named {
                let target = self.reference(*target);
                steps.push(self.arrow_step(*index, &format!("adds {target}, ")));
            }
        }
        steps
    }

    /// Returns the steps to the current value of an attribute.
    pub(super) fn origin_of(&self, id: ResourceId, name: Symbol) -> Vec<Step> {
        let mut steps = Vec::new();
        for setting in self.settings(id, name).into_iter().rev() {
            steps.push(self.setting(id, setting));
            if !setting.is_appended {
                break;
            }
        }
        steps
    }

    pub(super) fn setting(&self, id: ResourceId, setting: &Setting<'h>) -> Step {
        let resource = self.contents.resources.get(id);
        let calls = self.record.declared.get(&id).cloned().unwrap_or_default();
        match &setting.by {
            SetBy::Expression => {
                let place = resource.place.as_ref().map(|place| Place {
                    offset: setting.at,
                    ..place.clone()
                });
                self.written("set", "set", place, resource.scope, &calls, setting.name)
            }
            SetBy::Function => {
                let place = resource.place.as_ref();
                self.by_function(place, resource.scope, &calls, setting.name)
            }
            SetBy::Origin(index) => self.by_origin(*index, setting),
            SetBy::Classifier => {
                let path = ["classes", resource.title, setting.name.as_str()];
                let site = self.classifier_site(&path);
                Step::new("classifier", "given by the node's classifier", site)
            }
            SetBy::Data(index) => match self.lookups.get(*index) {
                Some(done) => self.data_step(done),
                None => Step::new("data", "found in data", None),
            },
            SetBy::ParameterDefault => self.parameter_default(id, setting),
            SetBy::Require(calls) => {
                let place = calls.places.first();
                let site = place.map(|place| self.site(place));
                Step::new("require", "added by the function require", site)
            }
            SetBy::Container(container) => {
                let text = format!("inherited from {}", self.reference(*container));
                Step::new("inherited", text, None).with(self.origin_of(*container, setting.name))
            }
            SetBy::Stage(class) => {
                let text = format!("the stage of {}, which includes it", self.reference(*class));
                Step::new("inherited", text, None).with(self.origin_of(*class, setting.name))
            }
            SetBy::Exported(node) => {
                Step::new("exported", format!("exported by the node {node}"), None)
            }
        }
    }

    fn by_origin(&self, index: u32, setting: &Setting<'h>) -> Step {
        let origin = &self.contents.resources.origins[index as usize];
        let place = origin.place.as_ref().map(|place| Place {
            offset: setting.at,
            ..place.clone()
        });
        let (kind, how) = match (self.record.origins.get(&index), setting.is_appended) {
            (Some(Origin::Default), _) => {
                let at = self.scope_text(origin.source);
                ("default", format!("resource default of {at}, set"))
            }
            (Some(Origin::Collector), is_appended) => {
                let collector = origin.place.as_ref().map(|it| self.collector_text(it));
                let verb = if is_appended { "added" } else { "set" };
                (
                    "collector",
                    format!("{verb} by {}", collector.unwrap_or_default()),
                )
            }
            (_, true) => ("override", "added by an override".to_owned()),
            (_, false) => ("override", "set by an override".to_owned()),
        };
        let calls = Calls::default();
        self.written(kind, &how, place, origin.source, &calls, setting.name)
    }

    /// Describes an attribute that is written at a place in code.
    fn written(
        &self,
        kind: &'static str,
        how: &str,
        place: Option<Place>,
        scope: ScopeId,
        calls: &Calls,
        name: Symbol,
    ) -> Step {
        let Some(place) = place else {
            return Step::new(kind, how, None);
        };
        let site = Some(self.site(&place));
        let found = self.parsed(&place.source).and_then(|parsed| {
            let written = operation(&parsed, place.offset)?;
            Some((parsed, written))
        });
        let Some((parsed, written)) = found else {
            return Step::new(kind, how, site);
        };
        let body = match written.is_default_body {
            true => " in the body of defaults",
            false => "",
        };
        let here = CodeLocation {
            parsed,
            way: written.way,
            scope,
            calls: calls.clone(),
        };
        if written.is_splat {
            let splat = self.expression_text(&here);
            let text = format!("{how}{body} by * => {splat}");
            return Step::new(kind, text, site).with(self.entry_of(&here, name.as_str()));
        }
        self.value_step(kind, &format!("{how}{body}"), site, &here)
    }

    /// Builds the step `HOW to EXPRESSION` (without the expression if it is a literal), with the
    /// values that the expression reads.
    pub(super) fn value_step(
        &self,
        kind: &'static str,
        how: &str,
        site: Option<Site>,
        here: &CodeLocation<'t>,
    ) -> Step {
        let text = match is_literal(here.expr()) || self.hides.get() {
            true => how.to_owned(),
            false => {
                let to = if matches!(kind, "assigned" | "argument") {
                    ""
                } else {
                    "to "
                };
                format!("{how} {to}{}", self.expression_text(here))
            }
        };
        Step::new(kind, text, site).with(self.reads(here))
    }

    pub(super) fn expression_text(&self, here: &CodeLocation<'t>) -> String {
        match self.hides.get() {
            true => "...".to_owned(),
            false => here.parsed.text(here.expr()),
        }
    }

    /// Returns the origin of an entry of a hash: the entry itself if the hash is written literally,
    /// otherwise the origins of the hash.
    pub(super) fn entry_of(&self, here: &CodeLocation<'t>, key: &str) -> Vec<Step> {
        match here.expr().kind {
            ExprKind::Paren(inner) => self.entry_of(&here.inner(inner), key),
            ExprKind::Hash(entries) => {
                let entry = entries
                    .iter()
                    .rev()
                    .find(|it| literal(&it.key) == Some(key));
                match entry {
                    Some(entry) => {
                        let site = self.site(&here.place(entry.at));
                        let value = here.inner(&entry.value);
                        vec![self.value_step("entry", &format!("{key} is set"), Some(site), &value)]
                    }
                    None => self.reads(here),
                }
            }
            ExprKind::Binary { left, right, .. } => {
                let holds = |expr: &Expr<'t>| match expr.kind {
                    ExprKind::Hash(entries) => {
                        entries.iter().any(|it| literal(&it.key) == Some(key))
                    }
                    _ => false,
                };
                match (holds(right), holds(left)) {
                    (true, _) => self.entry_of(&here.inner(right), key),
                    (false, true) if is_literal(right) => self.entry_of(&here.inner(left), key),
                    _ => self.reads(here),
                }
            }
            ExprKind::Variable(_) => match self.hash_of(here) {
                Some(hash) => self.entry_of(&hash, key),
                None => self.reads(here),
            },
            _ => self.reads(here),
        }
    }

    /// Describes an attribute that `create_resources` or a similar function was given.
    fn by_function(
        &self,
        place: Option<&Place>,
        scope: ScopeId,
        calls: &Calls,
        name: Symbol,
    ) -> Step {
        let Some(place) = place else {
            return Step::new("function", "given to a function", None);
        };
        let function = self.function_at(place).unwrap_or("create_resources");
        let step = Step::new(
            "function",
            format!("given to {function}"),
            Some(self.site(place)),
        );
        let Some(parsed) = self.parsed(&place.source) else {
            return step;
        };
        let Some(way) = call(&parsed, place) else {
            return step;
        };
        let here = CodeLocation {
            parsed,
            way,
            scope,
            calls: calls.clone(),
        };
        let mut steps = Vec::new();
        for argument in arguments(here.expr()) {
            let argument = here.inner(argument);
            let own = match argument.expr().kind {
                // a hash of resources by title, or the defaults
                ExprKind::Hash(entries) => {
                    let named = entries
                        .iter()
                        .any(|it| literal(&it.key) == Some(name.as_str()));
                    match named {
                        true => self.entry_of(&argument, name.as_str()),
                        false => self.entries_of(&argument, name.as_str()),
                    }
                }
                _ => self.reads(&argument),
            };
            for step in own {
                if !steps.contains(&step) {
                    steps.push(step);
                }
            }
        }
        step.with(steps)
    }

    /// Returns the entries with a key in the inner hashes of a hash.
    fn entries_of(&self, here: &CodeLocation<'t>, key: &str) -> Vec<Step> {
        let ExprKind::Hash(entries) = here.expr().kind else {
            return Vec::new();
        };
        let holds = |value: &Expr<'t>| match value.kind {
            ExprKind::Hash(own) => own.iter().any(|it| literal(&it.key) == Some(key)),
            _ => true,
        };
        let inner = entries.iter().filter(|entry| holds(&entry.value));
        let inner = inner.map(|entry| here.inner(&entry.value));
        inner.flat_map(|value| self.entry_of(&value, key)).collect()
    }

    fn parameter_default(&self, id: ResourceId, setting: &Setting<'h>) -> Step {
        let resource = self.contents.resources.get(id);
        let definition = match self.contents.resources.ty(resource.ty).family {
            Family::Define(definition) => Some(definition),
            Family::Class => self.definitions.class(resource.title),
            _ => None,
        };
        let Some(definition) = definition else {
            return Step::new("parameter_default", "default of the parameter", None);
        };
        let place = Place {
            offset: setting.at,
            ..definition_index::place(definition)
        };
        let how = "default of the parameter";
        let here = self.definition_of(definition).and_then(|(parsed, way)| {
            let ExprKind::Definition(written) = way.last()?.kind else {
                return None;
            };
            let mut parameters = written.parameters.iter();
            let parameter = parameters.find(|it| it.name == setting.name.as_str())?;
            let mut way = way.clone();
            way.push(parameter.default?);
            Some(CodeLocation {
                parsed,
                way,
                scope: resource.body_scope?,
                calls: Calls::default(),
            })
        });
        let site = Some(self.site(&place));
        match here {
            Some(here) if !is_literal(here.expr()) => {
                let text = match self.hides.get() {
                    true => how.to_owned(),
                    false => format!("{how}, {}", self.expression_text(&here)),
                };
                Step::new("parameter_default", text, site).with(self.reads(&here))
            }
            _ => Step::new("parameter_default", how, site),
        }
    }

    /// Describes a lookup: the location where its key was found, or all locations if they were
    /// merged.
    pub(super) fn data_step(&self, done: &LookedUp) -> Step {
        let key = &done.key;
        match done.sources.as_slice() {
            _ if !done.is_found => Step::new("data", format!("no data has the key {key}"), None),
            [] => Step::new("data", format!("key {key}"), None),
            [only] => self.source_step(only),
            several => {
                let merge = several.iter().find_map(|source| source.merge);
                let how = merge.map(|merge| format!(", merged ({merge})"));
                let text = format!("key {key}{}", how.unwrap_or_default());
                let steps = several.iter().map(|it| self.source_step(it)).collect();
                Step::new("merged", text, None).with(steps)
            }
        }
    }

    fn source_step(&self, source: &DataSource) -> Step {
        let site = source
            .location
            .as_deref()
            .map(|file| self.data_site(file, &[source.key.as_str()]));
        let level = level_name(&source.level);
        let text = format!("key {} of {level}", source.key);
        let mut steps = Vec::new();
        for (expression, sources) in &source.interpolated {
            let text = match self.hides.get() {
                true => "interpolated".to_owned(),
                false => format!("interpolates {}", one_line(expression)),
            };
            let inner = sources.iter().map(|it| self.source_step(it)).collect();
            steps.push(Step::new("interpolation", text, None).with(inner));
        }
        Step::new("data", text, site).with(steps)
    }

    /// Returns the place of a key in the classifier's answer if the answer is a file.
    pub(super) fn classifier_site(&self, path: &[&str]) -> Option<Site> {
        let file = self.inputs.classifier.as_ref()?;
        let file = file.to_str()?;
        let node = self.compiler.node.name.as_str();
        let by_node: Vec<&str> = std::iter::once(node).chain(path.iter().copied()).collect();
        let site = self.data_site(file, path);
        Some(match site.line {
            0 => self.data_site(file, &by_node),
            _ => site,
        })
    }
}

/// Converts `Hierarchy entry "Common"` to `level "Common"`.
fn level_name(level: &str) -> String {
    match level.strip_prefix("Hierarchy entry ") {
        Some(name) => format!("level {name}"),
        None => level.to_owned(),
    }
}
