//! Collectors and `realize`.

use runtime::host::{self, Query};
use runtime::types::Type;
use runtime::{Cx, Res, Value, fail, ops, text};

use frontend::Symbol;
use frontend::issue::Located;
use frontend::name::Set;

use super::overrides::Changes;
use super::resource::{Family, ResourceId, Resources, TypeId};
use super::{Compiler, State, bare};

/// A collector of one compilation.
pub(crate) struct Collector<'h> {
    /// Which resources.
    wanted: Wanted<'h>,
    /// What to set on them.
    changes: Option<Changes<'h>>,
    /// What it has found so far, in order.
    pub(crate) found: Vec<ResourceId>,
    /// The same as a set.
    seen: Set<ResourceId>,
}

enum Wanted<'h> {
    /// `File <| query |>`
    Query(TypeId, Query<'h>),
    /// `<<| |>>`, without a store of exported resources.
    Nothing,
    /// `realize`: references that have not been found yet, as written.
    References(Vec<Reference<'h>>),
}

/// What `realize` was given.
pub(super) enum Reference<'h> {
    /// A type's name and a title.
    Resource(&'h str, &'h str),
    /// Something that is no reference, as Ruby shows it.
    Bad(String),
}

impl<'h> Compiler<'h> {
    /// `File <| |> { }`; gives what relationships know it by.
    pub(super) fn add_collector(&self, cx: &mut Cx<'h>, collector: host::Collector<'h>) -> Res<'h> {
        let name = collector.type_name;
        if name == "class" {
            return fail("Classes cannot be collected");
        }
        let ty = match name {
            "node" => None,
            _ => self.resource_type(cx, name)?,
        };
        let Some(ty) = ty else {
            return fail(format!("Resource type {name} doesn't exist"));
        };
        check_query(&collector.query)?;
        if collector.exported && !cx.settings.storeconfigs {
            let message = "You cannot collect exported resources without storeconfigs being set; the collection will be ignored";
            cx.warn(message, Some(collector.place.clone()), Located::Line);
        }
        let changes = match collector.attributes.is_empty() {
            true => None,
            false => Some(self.changes(cx, &collector.attributes, collector.place, true)),
        };
        let wanted = match collector.exported {
            true => Wanted::Nothing,
            false => Wanted::Query(ty, collector.query),
        };
        let mut state = self.state.borrow_mut();
        state.collectors.push(Collector {
            wanted,
            changes,
            found: Vec::new(),
            seen: Set::default(),
        });
        let index = self.heap.text(&(state.collectors.len() - 1).to_string());
        Ok(Value::ty(self.heap, collector_type(index)))
    }

    /// `realize(File['a'])`
    pub(super) fn realize(&self, references: Vec<Reference<'h>>) {
        let wanted = Wanted::References(references);
        self.state.borrow_mut().collectors.push(Collector {
            wanted,
            changes: None,
            found: Vec::new(),
            seen: Set::default(),
        });
    }

    /// Lets each collector look for resources once; gives whether any was found.
    pub(super) fn evaluate_collectors(&self, cx: &mut Cx<'h>) -> Res<'h, bool> {
        let mut guard = self.state.borrow_mut();
        let state = &mut *guard;
        let mut any = false;
        for index in 0..state.collectors.len() {
            any |= self.evaluate_collector(cx, state, index)?;
        }
        Ok(any)
    }

    fn evaluate_collector(
        &self,
        cx: &Cx<'h>,
        state: &mut State<'h>,
        index: usize,
    ) -> Res<'h, bool> {
        let mut collector = std::mem::replace(
            &mut state.collectors[index],
            Collector {
                wanted: Wanted::Nothing,
                changes: None,
                found: Vec::new(),
                seen: Set::default(),
            },
        );
        let new = match &mut collector.wanted {
            Wanted::Nothing => Vec::new(),
            Wanted::Query(ty, query) => self.matching(cx, state, *ty, query, &collector.seen),
            Wanted::References(references) => {
                let mut new = Vec::new();
                let mut bad = None;
                references.retain(|reference| match reference {
                    Reference::Resource(type_name, title) => {
                        let found = find(&state.resources, type_name, title);
                        new.extend(found);
                        found.is_none()
                    }
                    Reference::Bad(shown) => {
                        bad.get_or_insert_with(|| shown.clone());
                        true
                    }
                });
                if let Some(shown) = bad {
                    let message = format!(
                        "Puppet::Parser::Compiler failed with error ArgumentError: No title provided and \"{shown}\" is not a valid resource reference"
                    );
                    return Err(bare(message, None));
                }
                new
            }
        };
        let mut result = Ok(());
        for &id in &new {
            state.resources.get_mut(id).is_virtual = false;
            collector.found.push(id);
            collector.seen.insert(id);
            if let Some(changes) = &collector.changes {
                result = self.apply(cx, state, id, changes);
                if result.is_err() {
                    break;
                }
            }
        }
        state.collectors[index] = collector;
        result.map(|()| !new.is_empty())
    }

    /// Resources of a type that a query takes and that are not among those `seen`.
    fn matching(
        &self,
        cx: &Cx<'h>,
        state: &State<'h>,
        ty: TypeId,
        query: &Query<'h>,
        seen: &Set<ResourceId>,
    ) -> Vec<ResourceId> {
        let is_new = |id: &ResourceId| id.0 > 2 && !seen.contains(id);
        let candidates = state
            .resources
            .ty(ty)
            .resources
            .iter()
            .copied()
            .filter(is_new);
        candidates
            .filter(|&id| self.takes(cx, state, id, query))
            .collect()
    }

    fn takes(&self, cx: &Cx<'h>, state: &State<'h>, id: ResourceId, query: &Query<'h>) -> bool {
        match query {
            Query::All => true,
            Query::And(left, right) => {
                self.takes(cx, state, id, left) && self.takes(cx, state, id, right)
            }
            Query::Or(left, right) => {
                self.takes(cx, state, id, left) || self.takes(cx, state, id, right)
            }
            Query::Compare {
                name,
                value,
                negated,
            } => self.compares(cx, state, id, name, *value) != *negated,
        }
    }

    fn compares(
        &self,
        cx: &Cx<'h>,
        state: &State<'h>,
        id: ResourceId,
        name: &str,
        value: Value<'h>,
    ) -> bool {
        let resource = state.resources.get(id);
        match name {
            "tag" => self.is_tagged(cx, state, id, &text::interpolated(value)),
            "title" => value
                .as_str()
                .is_some_and(|title| title.to_lowercase() == resource.title.to_lowercase()),
            _ => {
                let given = Symbol::lookup(name).and_then(|name| resource.value(name));
                match given {
                    Some(Value::Array(items)) => items.iter().any(|item| ops::equal(item, value)),
                    Some(given) => ops::equal(given, value),
                    None => value.is_undef(),
                }
            }
        }
    }

    /// Whether a resource, or what it is declared in, has a tag now.
    pub(super) fn is_tagged(
        &self,
        cx: &Cx<'h>,
        state: &State<'h>,
        id: ResourceId,
        text: &str,
    ) -> bool {
        let Some(tag) = state.tags.find(text) else {
            return false;
        };
        let mut id = id;
        loop {
            let resource = state.resources.get(id);
            if resource.tags.contains(tag) {
                return true;
            }
            let container = self.container(cx, resource.scope);
            if container == id {
                return false;
            }
            id = container;
        }
    }

    /// References of `realize` that were never found.
    pub(super) fn unrealized(&self) -> Vec<String> {
        let state = self.state.borrow();
        let mut texts = Vec::new();
        for collector in &state.collectors {
            if let Wanted::References(references) = &collector.wanted {
                for reference in references {
                    let Reference::Resource(type_name, title) = reference else {
                        continue;
                    };
                    let title = match *type_name == "Class" {
                        true => runtime::types::capitalized(title),
                        false => (*title).to_owned(),
                    };
                    texts.push(format!("{type_name}[{title}]"));
                }
            }
        }
        texts
    }
}

/// The resource that a type's name and a title refer to.
pub(super) fn find(resources: &Resources<'_>, type_name: &str, title: &str) -> Option<ResourceId> {
    let ty = resources.find_type(type_name)?;
    match resources.ty(ty).family {
        Family::Class => {
            let title = title.strip_prefix("::").unwrap_or(title);
            resources.find(ty, &title.to_lowercase())
        }
        _ => resources.resolve(ty, title),
    }
}

/// What stands for a collector as the operand of a relationship.
fn collector_type(index: &str) -> Type<'_> {
    Type::Runtime {
        runtime: Some("collector"),
        name: Some(index),
        pattern: None,
    }
}

/// The collector that a value stands for.
pub(super) fn collector_of(value: Value<'_>) -> Option<usize> {
    match value {
        Value::Type(Type::Runtime {
            runtime: Some("collector"),
            name: Some(index),
            ..
        }) => index.parse().ok(),
        _ => None,
    }
}

fn check_query<'h>(query: &Query<'h>) -> Res<'h, ()> {
    match query {
        Query::Compare {
            name: "tag",
            value: Value::Integer(_) | Value::Float(_),
            ..
        } => fail("Cannot transform a number to a tag"),
        Query::And(left, right) | Query::Or(left, right) => {
            check_query(left)?;
            check_query(right)
        }
        Query::All | Query::Compare { .. } => Ok(()),
    }
}
