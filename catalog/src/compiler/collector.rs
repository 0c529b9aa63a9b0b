//! Evaluates collectors and the function `realize`.

use std::cell::Cell;

use runtime::advice::{Advice, NameKind};
use runtime::error::{Error, Form, Place, Raise};
use runtime::host;
use runtime::scope::ScopeId;
use runtime::types::{self, Type};
use runtime::{Cx, Heap, Res, Value, fail, ops, platform, text};

use frontend::Symbol;
use frontend::name::Set;
use rubycore::case::Downcase;

use super::class::type_of_classes;
use super::overrides::Changes;
use super::reference::{self, Unreadable};
use super::resource::{
    Family, MAIN, Parameter, Resource, ResourceId, Resources, TypeId, find, same_text,
};
use super::tag::{Tag, Tags};
use super::{Compiler, Contents, parse_error};
use crate::compiler::record::Collection;
use crate::data::Data;
use crate::exported::Stored;
use crate::node::plain_value;
use crate::read_set::{self, Topic};

/// A collector of one compilation.
#[derive(Default)]
pub(crate) struct Collector<'h> {
    /// The resources that it searches for.
    wanted: Wanted<'h>,
    /// The attributes that it sets on them.
    changes: Option<Changes<'h>>,
    /// The call of `realize` that made it.
    place: Option<Place>,
    /// The resources that it has found so far, in order.
    pub(crate) found: Vec<ResourceId>,
    /// The resources in `found`, as a set.
    seen: Set<ResourceId>,
    /// The progress of the search, so that no resource is examined again without a reason.
    looked: Looked,
}

/// The progress of a collector's search.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Looked {
    /// The number of resources of the type that it has examined.
    count: usize,
    /// The number of attribute changes that it has taken into account, if the query depends on
    /// attributes.
    attributes: usize,
    /// The count of tag changes at that time, if the query depends on tags.
    tags: u32,
}

#[derive(Default)]
enum Wanted<'h> {
    /// `<<| |>>` without storeconfigs.
    #[default]
    Nothing,
    /// `File <<| query |>>`
    Exported(Exported<'h>),
    /// `File <| query |>`
    Query(TypeId, Query<'h>),
    /// `realize`: references that have not been found yet.
    References(Vec<Reference<'h>>),
}

/// The exported resources that a collector searches for.
struct Exported<'h> {
    ty: TypeId,
    query: Query<'h>,
    /// The scope of the resources that are imported from other nodes.
    scope: ScopeId,
    /// True if the store has been asked.
    asked: bool,
}

/// An argument of `realize`.
#[derive(Clone)]
pub(super) enum Reference<'h> {
    /// A type's name and a title.
    Resource(&'h str, &'h str),
    /// Any other value, in Ruby's syntax.
    Text(String),
}

impl Reference<'_> {
    pub(super) fn shown(&self) -> String {
        match self {
            Reference::Resource(ty, title) => reference::shown(ty, title),
            Reference::Text(text) => text.clone(),
        }
    }
}

impl Collector<'_> {
    /// Returns the resources that it has found, if there are any and none can occur twice.
    pub(super) fn distinct(&self) -> Option<&[ResourceId]> {
        let is_distinct = matches!(self.wanted, Wanted::Query(..)) && !self.found.is_empty();
        is_distinct.then_some(&self.found[..])
    }
}

impl<'h> Compiler<'h> {
    /// Returns the type of the resources that a collector searches for.
    ///
    /// # Errors
    /// Fails with a plain error if resources of the type cannot be collected.
    pub(super) fn collected_type(
        &self,
        cx: &mut Cx<'h>,
        name: &str,
        is_absolute: bool,
    ) -> Res<'h, TypeId> {
        if name == "class" && !is_absolute {
            return fail("Classes cannot be collected");
        }
        let ty = match name {
            "node" | "class" => None,
            // a component stands for a class
            "component" => Some(type_of_classes(&self.contents.borrow())),
            _ => self.resource_type(cx, name)?,
        };
        // only defines may have absolute names
        match ty.filter(|&ty| !is_absolute || self.is_define(ty)) {
            Some(ty) => Ok(ty),
            None => {
                let root = if is_absolute { "::" } else { "" };
                let error = Error::plain(format!("Resource type {root}{name} doesn't exist"));
                let advice = Advice::unknown(NameKind::ResourceType, name);
                Err(error.with_advice(advice).into())
            }
        }
    }

    /// Adds the collector `File <| |> { }`; returns the value by which relationships refer to it.
    pub(super) fn add_collector(&self, cx: &mut Cx<'h>, collector: host::Collector<'h>) -> Res<'h> {
        let ty = self.collected_type(cx, collector.type_name, collector.is_absolute)?;
        let query = Query::new(self, cx, collector.query)?;
        let place = self.provenance.is_some().then(|| collector.place.clone());
        let changes = match collector.attributes.is_empty() {
            true => None,
            false => Some(self.changes(cx, &collector.attributes, collector.place, true)?),
        };
        let wanted = match collector.exported {
            true if cx.settings.storeconfigs => {
                self.asks_others.set(true);
                Wanted::Exported(Exported {
                    ty,
                    query,
                    scope: cx.scope_id(),
                    asked: false,
                })
            }
            true => Wanted::Nothing,
            false => Wanted::Query(ty, query),
        };
        let index = self.push_collector(Collector {
            wanted,
            changes,
            ..Collector::default()
        });
        self.note_collector(cx, place, false);
        let contents = self.contents.borrow();
        let kind = if collector.exported {
            "Exported"
        } else {
            "Catalog"
        };
        let shown = contents.resources.ty(ty).shown;
        let name = format!("{index} {kind}-Collector[{shown}]");
        let ty = Type::Runtime {
            runtime: Some(types::COLLECTOR),
            name: Some(self.heap.text(&name)),
            pattern: None,
        };
        Ok(Value::ty(self.heap, ty))
    }

    /// Adds a collector; returns its index.
    fn push_collector(&self, collector: Collector<'h>) -> usize {
        let collectors = &mut self.evaluation.borrow_mut().collectors;
        collectors.push(collector);
        collectors.len() - 1
    }

    /// Records the place of the latest collector.
    pub(super) fn note_collector(&self, cx: &Cx<'h>, place: Option<Place>, is_realize: bool) {
        self.note(|record| {
            let index = self.evaluation.borrow().collectors.len() - 1;
            let scope = cx.scope_id();
            let collection = Collection {
                place,
                scope,
                is_realize,
            };
            record.collections.insert(index, collection);
        });
    }

    /// Adds a collector for `realize(File['a'])`.
    pub(super) fn realize(&self, cx: &Cx<'h>, references: Vec<Reference<'h>>) {
        let wanted = Wanted::References(references);
        self.push_collector(Collector {
            wanted,
            place: cx.call_place(),
            ..Collector::default()
        });
    }

    /// Lets each collector search once; returns true if any found a new resource.
    pub(super) fn evaluate_collectors(&self, cx: &mut Cx<'h>) -> Res<'h, bool> {
        let mut contents = self.contents.borrow_mut();
        let count = self.evaluation.borrow().collectors.len();
        let mut any = false;
        for index in 0..count {
            any |= self.evaluate_collector(cx, &mut contents, index)?;
        }
        Ok(any)
    }

    fn evaluate_collector(
        &self,
        cx: &mut Cx<'h>,
        contents: &mut Contents<'h>,
        index: usize,
    ) -> Res<'h, bool> {
        let mut collector = std::mem::take(&mut self.evaluation.borrow_mut().collectors[index]);
        let new = match &mut collector.wanted {
            Wanted::Nothing => Vec::new(),
            Wanted::Query(ty, query) => {
                let (looked, seen) = (&mut collector.looked, &collector.seen);
                self.matching(cx, contents, *ty, query, looked, seen)?
            }
            Wanted::Exported(wanted) => {
                let (looked, seen) = (&mut collector.looked, &collector.seen);
                let (ty, query) = (wanted.ty, &wanted.query);
                let mut new = self.matching(cx, contents, ty, query, looked, seen)?;
                new.retain(|&id| contents.resources.get(id).exported);
                if !std::mem::replace(&mut wanted.asked, true) {
                    self.import(cx, contents, wanted, &mut new)?;
                }
                new
            }
            Wanted::References(references) => take_found(&contents.resources, references)?,
        };
        if let Some(changes) = collector.changes.as_ref().filter(|_| !new.is_empty()) {
            let mut evaluation = self.evaluation.borrow_mut();
            evaluation.allow_overrides(cx, changes.source);
        }
        let mut result = Ok(());
        for &id in &new {
            contents.resources.get_mut(id).is_virtual = false;
            collector.found.push(id);
            self.note(|record| record.collected.push((id, index)));
            collector.seen.insert(id);
            if let Some(changes) = &collector.changes {
                result = self.apply(cx, contents, id, changes);
                if result.is_err() {
                    break;
                }
            }
        }
        self.evaluation.borrow_mut().collectors[index] = collector;
        result.map(|()| !new.is_empty())
    }

    /// Returns the resources of a type that match a query and are not in `seen`.
    fn matching(
        &self,
        cx: &Cx<'h>,
        contents: &mut Contents<'h>,
        ty: TypeId,
        query: &Query<'h>,
        looked: &mut Looked,
        seen: &Set<ResourceId>,
    ) -> Res<'h, Vec<ResourceId>> {
        let entry = contents.resources.ty(ty);
        let (by_attributes, by_tags) = query.depends();
        let now = Looked {
            count: entry.resources.len(),
            attributes: if by_attributes {
                entry.changed.len()
            } else {
                0
            },
            tags: if by_tags { contents.tag_changes } else { 0 },
        };
        let before = std::mem::replace(looked, now);
        // a resource that did not match still does not, unless something it depends on has changed
        let (first, changed) = match before.tags == now.tags {
            true => (
                before.count,
                &entry.changed[before.attributes..now.attributes],
            ),
            false => (0, &[][..]),
        };
        // `Stage[main]` never matches
        let is_class = matches!(entry.family, Family::Class);
        let candidates = match query {
            Query::Title(Value::String(title)) => contents.resources.titled(ty, title, first),
            _ => {
                let mut candidates = changed.to_vec();
                candidates.extend(&entry.resources[first..]);
                if !changed.is_empty() {
                    candidates.sort_unstable();
                    candidates.dedup();
                }
                candidates
            }
        };
        let mut new = Vec::new();
        for id in candidates {
            let is_found = id.0 > MAIN.0 || is_class;
            if is_found && !seen.contains(&id) && self.takes(cx, contents, id, query)? {
                new.push(id);
            }
        }
        Ok(new)
    }

    /// Imports the resources of the store that a collector searches for and that are not in the
    /// catalog yet.
    fn import(
        &self,
        cx: &Cx<'h>,
        contents: &mut Contents<'h>,
        wanted: &Exported<'h>,
        new: &mut Vec<ResourceId>,
    ) -> Res<'h, ()> {
        read_set::note(Topic::Store, "", || {
            self.environment.answer(Topic::Store, "")
        });
        let Some(store) = &self.environment.store else {
            return Ok(());
        };
        let store = store.get();
        let shown = contents.resources.ty(wanted.ty).shown;
        for stored in store.exported(shown, &self.node.name) {
            if !wanted.query.takes_stored(self.heap, stored)? {
                continue;
            }
            let identity = (stored.certname.clone(), stored.title.clone());
            if let Some(known) = contents.resources.resolve(wanted.ty, &stored.title) {
                if contents.imported.get(&known) == Some(&identity) {
                    continue;
                }
                let shown = reference::shown(shown, &stored.title);
                let what = "A duplicate resource was found while collecting exported resources";
                let message = format!("{what}, with the type and title {shown}");
                return Err(parse_error(message, None));
            }
            let title = self.heap.text(&stored.title);
            let mut resource = Resource::new(wanted.ty, title, wanted.scope, None);
            let given = stored
                .parameters
                .as_hash()
                .into_iter()
                .flat_map(|hash| hash.iter());
            for (name, value) in given {
                let name = Symbol::intern(name.as_str().unwrap_or_default());
                resource.parameters.push(Parameter {
                    name,
                    origin: 0,
                    at: 0,
                    value: plain_value(self.heap, value),
                });
            }
            let id = self.insert(cx, contents, resource, None, None, None);
            let id = id.map_err(|raise| match *raise {
                Raise::Error(error) if error.form == Form::Plain => {
                    let what = "Puppet::Parser::Compiler failed with error ArgumentError";
                    parse_error(format!("{what}: {}", error.message), None)
                }
                other => Box::new(other),
            })?;
            self.note(|record| record.imported(id, self.heap.text(&stored.certname)));
            contents.imported.insert(id, identity);
            new.push(id);
        }
        Ok(())
    }

    fn takes(
        &self,
        cx: &Cx<'h>,
        contents: &Contents<'h>,
        id: ResourceId,
        query: &Query<'h>,
    ) -> Res<'h, bool> {
        let resource = contents.resources.get(id);
        Ok(match query {
            Query::All => true,
            Query::And(left, right) => {
                self.takes(cx, contents, id, left)? && self.takes(cx, contents, id, right)?
            }
            Query::Or(left, right) => {
                self.takes(cx, contents, id, left)? || self.takes(cx, contents, id, right)?
            }
            Query::Tag(tags) => tags.iter().any(|wanted| {
                let tag = wanted.find(&contents.tags);
                tag.is_some_and(|tag| self.has_tag(cx, contents, id, tag))
            }),
            Query::Title(wanted) => has_title(contents, id, *wanted),
            Query::NotTitle(wanted) => !has_title(contents, id, *wanted),
            // unlike `==`, `!=` does not look into arrays
            Query::NotAttribute(name, value) => {
                let given = resource.value(*name).unwrap_or(Value::Undef);
                !ops::equal(given, *value)
            }
            Query::Attribute(name, value) => match resource.value(*name) {
                Some(Value::Array(items)) => is_among(*value, items.iter())?,
                Some(given) => ops::equal(given, *value),
                None => value.is_undef(),
            },
            Query::Fails(message) => return Err(parse_error(message.clone(), None)),
        })
    }

    /// Returns true if a resource, or one of the resources that it is declared in, has a tag at
    /// this time.
    pub(super) fn is_tagged(
        &self,
        cx: &Cx<'h>,
        contents: &Contents<'h>,
        id: ResourceId,
        text: &str,
    ) -> bool {
        let tag = contents.tags.find(text);
        tag.is_some_and(|tag| self.has_tag(cx, contents, id, tag))
    }

    fn has_tag(&self, cx: &Cx<'h>, contents: &Contents<'h>, id: ResourceId, tag: Tag) -> bool {
        let mut id = id;
        loop {
            let resource = contents.resources.get(id);
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

    /// Returns the references of `realize` that were never found, each with the place of its call.
    pub(super) fn unrealized(&self) -> Vec<(Reference<'h>, Option<Place>)> {
        let evaluation = self.evaluation.borrow();
        let references = evaluation.collectors.iter().flat_map(|collector| {
            let references = match &collector.wanted {
                Wanted::References(references) => &references[..],
                _ => &[],
            };
            let with_place = |one: &Reference<'h>| (one.clone(), collector.place.clone());
            references.iter().map(with_place)
        });
        references.collect()
    }
}

/// The query of a collector.
enum Query<'h> {
    All,
    /// One of several tags.
    Tag(Vec<WantedTag>),
    Title(Value<'h>),
    NotTitle(Value<'h>),
    Attribute(Symbol, Value<'h>),
    NotAttribute(Symbol, Value<'h>),
    And(Box<Query<'h>>, Box<Query<'h>>),
    Or(Box<Query<'h>>, Box<Query<'h>>),
    /// A query that raises an error for any resource, in Ruby's words.
    Fails(String),
}

/// A tag of a query.
struct WantedTag {
    text: String,
    /// The number of tags in the catalog at the latest search, and the tag if there was one.
    found: Cell<(usize, Option<Tag>)>,
}

impl WantedTag {
    fn new(value: Value<'_>) -> WantedTag {
        WantedTag {
            text: text::interpolated(value),
            found: Cell::new((0, None)),
        }
    }

    /// Returns the tag if the catalog has it. Searches only if tags have been added since.
    fn find(&self, tags: &Tags<'_>) -> Option<Tag> {
        let (count, found) = self.found.get();
        if found.is_some() || count == tags.count() {
            return found;
        }
        let found = tags.find(&self.text);
        self.found.set((tags.count(), found));
        found
    }
}

impl<'h> Query<'h> {
    fn new(compiler: &Compiler<'h>, cx: &mut Cx<'h>, query: host::Query<'h>) -> Res<'h, Query<'h>> {
        Ok(match query {
            host::Query::All => Query::All,
            host::Query::Value(value) => Query::Fails(no_method("call", value)),
            host::Query::Compare {
                name,
                value,
                negated,
            } => match (name.as_str(), negated) {
                // only `==` treats `tag` specially
                (Some("tag"), false) => Query::Tag(match value {
                    Value::Array(items) => items.iter().map(WantedTag::new).collect(),
                    value => vec![WantedTag::new(value)],
                }),
                (Some("title"), false) => Query::Title(value),
                (Some("title"), true) => Query::NotTitle(value),
                (Some(name), false) => {
                    Query::Attribute(Symbol::intern(name), compiler.attribute_copy(cx, value)?)
                }
                (Some(name), true) => {
                    Query::NotAttribute(Symbol::intern(name), compiler.attribute_copy(cx, value)?)
                }
                (None, _) => Query::Fails(no_method("intern", name)),
            },
            host::Query::And(left, right) => Query::And(
                Box::new(Query::new(compiler, cx, *left)?),
                Box::new(Query::new(compiler, cx, *right)?),
            ),
            host::Query::Or(left, right) => Query::Or(
                Box::new(Query::new(compiler, cx, *left)?),
                Box::new(Query::new(compiler, cx, *right)?),
            ),
        })
    }

    /// Returns true if an exported resource of another node matches, compared the way PuppetDB
    /// does.
    fn takes_stored(&self, heap: &'h Heap, stored: &Stored) -> Res<'h, bool> {
        Ok(match self {
            Query::All => true,
            Query::And(left, right) => {
                left.takes_stored(heap, stored)? && right.takes_stored(heap, stored)?
            }
            Query::Or(left, right) => {
                left.takes_stored(heap, stored)? || right.takes_stored(heap, stored)?
            }
            Query::Tag(tags) => {
                let given = stored
                    .tags
                    .as_array()
                    .into_iter()
                    .flat_map(|tags| tags.iter());
                let mut given = given.filter_map(Data::as_str);
                given.any(|given| tags.iter().any(|tag| tag.text.downcase() == given))
            }
            Query::Title(title) => title.as_str() == Some(&*stored.title),
            Query::NotTitle(title) => title.as_str() != Some(&*stored.title),
            Query::Attribute(name, wanted) => stored_value(heap, stored, *name, *wanted),
            Query::NotAttribute(name, wanted) if name.as_str() == "tag" => {
                let tag = Query::Tag(vec![WantedTag::new(*wanted)]);
                !tag.takes_stored(heap, stored)?
            }
            Query::NotAttribute(name, wanted) => !stored_value(heap, stored, *name, *wanted),
            Query::Fails(message) => return Err(parse_error(message.clone(), None)),
        })
    }

    /// Returns true if the result depends on attributes, and whether it depends on tags.
    fn depends(&self) -> (bool, bool) {
        match self {
            Query::All | Query::Title(_) | Query::NotTitle(_) | Query::Fails(_) => (false, false),
            Query::Tag(_) => (false, true),
            Query::Attribute(..) | Query::NotAttribute(..) => (true, false),
            Query::And(left, right) | Query::Or(left, right) => {
                let (left, right) = (left.depends(), right.depends());
                (left.0 || right.0, left.1 || right.1)
            }
        }
    }
}

/// Returns true if an array contains a value by the rules of `in`: if it is a text or a version,
/// the items act as options of a `case`.
fn is_among<'h>(wanted: Value<'h>, items: impl Iterator<Item = Value<'h>>) -> Res<'h, bool> {
    let accepts = |option: Value<'h>, control: Value<'h>| match (option, control) {
        (Value::Regexp(regexp), Value::String(text)) => regexp.is_match(&text),
        (Value::Type(ty), _) => Ok(types::instance(ty, control)),
        _ => Ok(false),
    };
    for item in items {
        let fits = match wanted {
            Value::Type(ty) if !ty.is_resource_object() => accepts(wanted, item)?,
            Value::Regexp(_) => accepts(wanted, item)?,
            Value::String(_) | Value::SemVer(_) => ops::option_accepts(item, wanted, accepts)?,
            _ => ops::equal(item, wanted),
        };
        if fits {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_title<'h>(contents: &Contents<'h>, id: ResourceId, wanted: Value<'h>) -> bool {
    match contents.resources.title_value(id) {
        Some(title) => ops::equal(title, wanted),
        None => {
            let title = contents.resources.get(id).title;
            wanted
                .as_str()
                .is_some_and(|wanted| same_text(wanted, title))
        }
    }
}

fn stored_value<'h>(heap: &'h Heap, stored: &Stored, name: Symbol, wanted: Value<'h>) -> bool {
    let given = stored.parameters.as_hash();
    let given = given.and_then(|given| given.get(name.as_str()));
    // a missing attribute equals nothing, not even undef
    given.is_some_and(|given| ops::ruby_equal(plain_value(heap, given), wanted))
}

/// Builds Ruby's error message for a part of a query that lacks a method.
fn no_method(method: &str, value: Value<'_>) -> String {
    let problem = platform::no_method(method, value);
    format!("Puppet::Parser::Compiler failed with error NoMethodError: {problem}")
}

/// Removes the references whose resources exist now, and returns these resources.
///
/// # Errors
/// Fails if a text is not a reference.
fn take_found<'h>(
    resources: &Resources<'h>,
    references: &mut Vec<Reference<'h>>,
) -> Res<'h, Vec<ResourceId>> {
    let mut new = Vec::new();
    let mut bad = None;
    references.retain(|reference| {
        let found = match reference {
            Reference::Resource(type_name, title) => find(resources, type_name, title),
            Reference::Text(text) => {
                let found = reference::find(resources, text);
                found.unwrap_or_else(|problem| {
                    bad.get_or_insert((problem, text.clone()));
                    None
                })
            }
        };
        new.extend(found);
        found.is_none()
    });
    let Some((problem, shown)) = bad else {
        return Ok(new);
    };
    let message = problem.message(&shown);
    let failed = "Puppet::Parser::Compiler failed with error ArgumentError";
    Err(match problem {
        Unreadable::Untitled => parse_error(format!("{failed}: {message}"), None),
        Unreadable::Tag(_) => parse_error(message, None),
    })
}
