//! Traces a resource to the main manifest: its declaration, and the code that declared, included or
//! referred to its container.

use frontend::ast::{DefinitionKind, Expr, ExprKind};
use runtime::error::Place;
use runtime::host::Include;
use runtime::scope::ScopeId;

use super::report::Step;
use super::syntax::{call, called, is_function};
use super::tracer::Tracer;
use crate::compiler::definition_index::{self, Definition};
use crate::compiler::record::{Calls, Included};
use crate::compiler::resource::{Family, MAIN, ResourceId, SETTINGS};

/// The first steps about a declaration, and the resource that contains it.
struct Link {
    steps: Vec<Step>,
    next: Option<ResourceId>,
}

impl<'t, 'h> Tracer<'t, 'h> {
    /// Returns the chain of a resource.
    pub(super) fn chain(&self, id: ResourceId) -> Vec<Step> {
        let mut steps = Vec::new();
        let link = self.first_link(id);
        steps.extend(link.steps);
        self.go_on(link.next, id, &mut steps);
        steps
    }

    /// Returns the chain of a rejected declaration.
    pub(super) fn chain_of(
        &self,
        place: Option<&Place>,
        scope: ScopeId,
        calls: &Calls,
    ) -> Vec<Step> {
        let link = self.declaration("declared", place, scope, calls);
        let mut steps = link.steps;
        self.go_on(link.next, MAIN, &mut steps);
        steps
    }

    /// Adds the steps from a container to the main manifest.
    fn go_on(&self, next: Option<ResourceId>, from: ResourceId, steps: &mut Vec<Step>) {
        let mut seen = vec![from];
        let mut next = next;
        while let Some(id) = next.filter(|id| *id != MAIN && !seen.contains(id)) {
            seen.push(id);
            let name = self.reference(id);
            let link = self.first_link(id);
            let mut named = link.steps.into_iter();
            if let Some(first) = named.next() {
                let text = match first.kind {
                    "node" => first.text.clone(),
                    _ => format!("{name} is {}", first.text),
                };
                steps.push(Step { text, ..first });
            }
            steps.extend(named);
            next = link.next;
        }
    }

    fn first_link(&self, id: ResourceId) -> Link {
        let resource = self.contents.resources.get(id);
        let family = self.contents.resources.ty(resource.ty).family;
        let calls = self.record.declared.get(&id).cloned().unwrap_or_default();
        match family {
            Family::Node => self.node_link(resource.title),
            Family::Class if id == SETTINGS || id == MAIN => Link {
                steps: vec![Step::new("built_in", "part of every catalog", None)],
                next: None,
            },
            Family::Class if resource.place.is_none() => self.class_link(id),
            Family::Class => {
                let mut link = self.declaration(
                    "declared like a resource",
                    resource.place.as_ref(),
                    resource.scope,
                    &calls,
                );
                let others = self.includes_of(resource.title);
                link.steps.extend(others.iter().map(|it| self.also(it)));
                link
            }
            _ => match self.contents.imported.get(&id) {
                Some((node, _)) => Link {
                    steps: vec![Step::new(
                        "exported",
                        format!("exported by the node {node}"),
                        None,
                    )],
                    next: self.collected_in(id),
                },
                None if resource.place.is_none() => Link {
                    steps: vec![Step::new("built_in", "part of every catalog", None)],
                    next: None,
                },
                None => {
                    let place = resource.place.as_ref();
                    self.declaration("declared", place, resource.scope, &calls)
                }
            },
        }
    }

    fn node_link(&self, name: &str) -> Link {
        let place = self
            .definitions
            .node_named(name)
            .map(definition_index::place);
        let text = format!("{} is in the main manifest", self.node_text(name));
        Link {
            steps: vec![Step::new(
                "node",
                text,
                place.map(|place| self.site(&place)),
            )],
            next: None,
        }
    }

    /// Returns the resource that contains the collector which found a resource.
    fn collected_in(&self, id: ResourceId) -> Option<ResourceId> {
        let (_, index) = self
            .record
            .collected
            .iter()
            .find(|(found, _)| *found == id)?;
        let collection = self.record.collections.get(index)?;
        Some(self.compiler.container(self.cx, collection.scope))
    }

    /// Describes a declaration at a place, with the function that made it and the functions around
    /// the place.
    fn declaration(&self, how: &str, place: Option<&Place>, scope: ScopeId, calls: &Calls) -> Link {
        let mut steps = Vec::new();
        if let Some(place) = place {
            let function = self.function_at(place);
            let how = match function {
                Some(name) => format!("declared by {name}"),
                None => how.to_owned(),
            };
            let text = format!("{how} in {}", self.place_text(place, scope));
            steps.push(Step::new("declared", text, Some(self.site(place))));
            steps.extend(self.callers(place, scope, calls));
        }
        let around = match self.is_in_function(place) {
            true => self.caller_scope(calls, scope),
            false => scope,
        };
        Link {
            steps,
            next: Some(self.compiler.container(self.cx, around)),
        }
    }

    /// Returns the name of the function that is called at a place.
    pub(super) fn function_at(&self, place: &Place) -> Option<&'t str> {
        let way = call(&self.parsed(&place.source)?, place)?;
        called(way.last()?)
    }

    fn is_in_function(&self, place: Option<&Place>) -> bool {
        self.function_around(place).is_some()
    }

    /// Returns the function written in Puppet that contains a place.
    fn function_around(&self, place: Option<&Place>) -> Option<&'t str> {
        let place = place?;
        let parsed = self.parsed(&place.source)?;
        let way = parsed.find(place.offset, &|expr| {
            is_function(expr) && is_within(expr, place.offset)
        })?;
        let expr = way[way.len() - 1];
        match expr.kind {
            ExprKind::Definition(definition) => Some(definition.name),
            _ => None,
        }
    }

    /// Describes for users the code around a place: a function, or the owner of the scope.
    pub(super) fn place_text(&self, place: &Place, scope: ScopeId) -> String {
        match self.function_around(Some(place)) {
            Some(name) => format!("function {name}"),
            None => self.scope_text(scope),
        }
    }

    /// Describes the calls of the functions written in Puppet that contain a place.
    pub(super) fn callers(&self, place: &Place, scope: ScopeId, calls: &Calls) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut inner = place.clone();
        for outer in &calls.places {
            let Some(name) = self.function_around(Some(&inner)) else {
                break;
            };
            if self.function_around(Some(outer)) == Some(name) {
                // a call inside the function itself, such as that of a lambda
                continue;
            }
            let scope = self.scope_at(outer, calls.scope.unwrap_or(scope));
            let text = format!("{name} is called in {}", self.place_text(outer, scope));
            steps.push(Step::new("called", text, Some(self.site(outer))));
            inner = outer.clone();
        }
        steps
    }

    /// Returns the scope of the first call outside of functions.
    fn caller_scope(&self, calls: &Calls, scope: ScopeId) -> ScopeId {
        let scope = calls.scope.unwrap_or(scope);
        let mut places = calls.places.iter();
        let outside = places.find(|place| self.function_around(Some(place)).is_none());
        outside.map_or(scope, |place| self.scope_at(place, scope))
    }

    /// Returns the scope of the class that contains a place. The evaluation does not record it for
    /// code in functions, which see only the top scope.
    pub(super) fn scope_at(&self, place: &Place, scope: ScopeId) -> ScopeId {
        let class = self.parsed(&place.source).and_then(|parsed| {
            let way = parsed.find(place.offset, &|expr| {
                is_class_definition(expr) && is_within(expr, place.offset)
            })?;
            match way.last()?.kind {
                ExprKind::Definition(definition) => self.class_scope(definition.name),
                _ => None,
            }
        });
        class.unwrap_or(scope)
    }

    /// Returns the calls of `include` and similar functions that name a class.
    fn includes_of(&self, class: &str) -> Vec<&Included<'h>> {
        let list = self.record.includes.iter();
        list.filter(|included| included.names.contains(&class))
            .collect()
    }

    /// Returns the classes of the catalog that inherit a class.
    fn heirs(&self, class: &str) -> Vec<(ResourceId, &'h Definition<'h>)> {
        let ty = self.contents.resources.find_type("class");
        let ids = ty.map(|ty| self.contents.resources.ty(ty).resources.as_slice());
        let mut heirs = Vec::new();
        for &id in ids.unwrap_or_default() {
            let Some(definition) = self
                .definitions
                .class(self.contents.resources.get(id).title)
            else {
                continue;
            };
            if let mir::DefinitionKind::Class {
                parent: Some(parent),
            } = definition.kind
            {
                let parent = parent.strip_prefix("::").unwrap_or(parent);
                if parent.eq_ignore_ascii_case(class) {
                    heirs.push((id, definition));
                }
            }
        }
        heirs
    }

    /// Describes how a class that no resource expression declares came into the catalog.
    fn class_link(&self, id: ResourceId) -> Link {
        let resource = self.contents.resources.get(id);
        let includes = self.includes_of(resource.title);
        let mut steps = Vec::new();
        let heirs = self.heirs(resource.title);
        let first = includes.first().filter(|it| it.scope == resource.scope);
        let next = match (first, heirs.first()) {
            (Some(first), _) => {
                let (text, site) = self.included(first);
                steps.push(Step::new("included", text, site));
                steps.extend(self.include_callers(first));
                let scope = match self.is_in_function(first.calls.places.first()) {
                    true => self.caller_scope(&first.calls, first.scope),
                    false => first.scope,
                };
                self.compiler.container(self.cx, scope)
            }
            (None, _) if self.is_classified(resource.title) => {
                let site = self.classifier_site(&["classes", resource.title]);
                let text = "named by the node's classifier".to_owned();
                steps.push(Step::new("classifier", text, site));
                MAIN
            }
            (None, Some((heir, definition))) => {
                let text = format!("inherited by {}", self.reference(*heir));
                let site = self.site(&definition_index::place(definition));
                steps.push(Step::new("inherited", text, Some(site)));
                *heir
            }
            (None, None) => self.compiler.container(self.cx, resource.scope),
        };
        let rest = includes.iter().skip(usize::from(first.is_some()));
        steps.extend(rest.map(|it| self.also(it)));
        for (heir, definition) in &heirs {
            if *heir != next {
                let text = format!("also inherited by {}", self.reference(*heir));
                let site = self.site(&definition_index::place(definition));
                steps.push(Step::new("also", text, Some(site)));
            }
        }
        Link {
            steps,
            next: Some(next),
        }
    }

    /// Describes a call of `include` or a similar function: `included in Class[A]`, and its place.
    fn included(&self, included: &Included<'h>) -> (String, Option<super::report::Site>) {
        let place = included.calls.places.first();
        let how = match (
            place.and_then(|place| self.function_at(place)),
            included.how,
        ) {
            (Some("include"), _) | (None, Include::Include) => "included".to_owned(),
            (Some("contain"), _) | (None, Include::Contain) => "contained".to_owned(),
            (Some("require"), _) | (None, Include::Require) => "required".to_owned(),
            (Some(other), _) => format!("included by {other}"),
        };
        let around = match place {
            Some(place) => self.place_text(place, included.scope),
            None => self.scope_text(included.scope),
        };
        let site = place.map(|place| self.site(place));
        (format!("{how} in {around}"), site)
    }

    fn include_callers(&self, included: &Included<'h>) -> Vec<Step> {
        let Some((first, rest)) = included.calls.places.split_first() else {
            return Vec::new();
        };
        let calls = Calls {
            places: rest.to_vec(),
            scope: included.calls.scope,
        };
        self.callers(first, included.scope, &calls)
    }

    fn also(&self, included: &Included<'h>) -> Step {
        let (text, site) = self.included(included);
        Step::new("also", format!("also {text}"), site)
    }

    /// Returns true if the classifier assigns a class.
    fn is_classified(&self, class: &str) -> bool {
        use crate::data::Data;
        let is = |name: &Data| name.as_word().is_some_and(|name| is_class(name, class));
        match &self.compiler.node.classes {
            Data::Hash(classes) => classes.keys().any(is),
            Data::Array(names) => names.iter().any(is),
            other => is(other),
        }
    }

    /// Describes how a virtual or exported resource came into the catalog, or why it did not.
    pub(super) fn realization(&self, id: ResourceId) -> Vec<Step> {
        let found = self.record.collected.iter();
        let mut steps = Vec::new();
        for (_, index) in found.filter(|(found, _)| *found == id) {
            let Some(collection) = self.record.collections.get(index) else {
                continue;
            };
            let Some(place) = &collection.place else {
                continue;
            };
            let what = match collection.is_realize {
                true => "realize".to_owned(),
                false => self.collector_text(place),
            };
            let scope = self.place_text(place, collection.scope);
            let text = format!("realized by {what} in {scope}");
            steps.push(Step::new("realized", text, Some(self.site(place))));
        }
        steps
    }

    /// Returns the text of a collector: `File <| title == 'a' |>`.
    pub(super) fn collector_text(&self, place: &Place) -> String {
        let written = self.parsed(&place.source).and_then(|parsed| {
            let way = parsed.find(place.offset, &|expr| {
                matches!(expr.kind, ExprKind::Collect { .. }) && is_within(expr, place.offset)
            })?;
            let ExprKind::Collect {
                type_ref,
                query_span,
                ..
            } = way.last()?.kind
            else {
                return None;
            };
            let query = query_span.start as usize..query_span.end as usize;
            let query = super::syntax::one_line(parsed.source.text.get(query)?);
            Some(format!("{} {query}", parsed.text(type_ref)))
        });
        written.unwrap_or_else(|| "a collector".to_owned())
    }
}

fn is_class_definition(expr: &Expr<'_>) -> bool {
    match expr.kind {
        ExprKind::Definition(definition) => definition.kind == DefinitionKind::Class,
        _ => false,
    }
}

/// Returns true if an expression contains an offset.
pub(super) fn is_within(expr: &Expr<'_>, offset: u32) -> bool {
    expr.span.start <= offset && offset <= expr.span.end
}

/// Returns true if a name from a classifier is that of a class.
fn is_class(name: &str, class: &str) -> bool {
    let name = name.strip_prefix("::").unwrap_or(name);
    name.eq_ignore_ascii_case(class)
}
