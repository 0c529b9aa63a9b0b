//! Owns the finished catalog, and writes its JSON forms.
//!
//! A catalog is a view of the compilation that created it, without resources that stayed virtual.

mod parameters;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::Arc;

use frontend::Symbol;
use frontend::name::Map;
use rubycore::case::Downcase;
use runtime::error::Place;
use runtime::{Cx, Value, limits, profile, text};

use crate::compiler::definition_index::at;
use crate::compiler::resource::{Family, Resource, ResourceId, Resources, class_title};
use crate::compiler::tag::{Tag, Tags};
use crate::compiler::{Compiler, Contents};
use crate::json::{Prepared, Writer};
use crate::rich::{self, Form, Problem};

use parameters::{is_simple, write_parameters, write_usual_parameters};

/// The layout of JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// The shortest form.
    #[default]
    Compact,
    /// The layout of `JSON.pretty_generate`.
    Pretty,
    /// Like `Pretty`, without parts that may differ each time; used for recorded catalogs.
    Recorded,
}

/// A reason why a catalog cannot be written.
#[derive(Debug)]
pub enum WriteError {
    /// A value cannot be represented, or writing it exceeded a limit.
    Value(Problem),
    /// The sink reported an error.
    Sink(io::Error),
}

impl From<Problem> for WriteError {
    fn from(problem: Problem) -> WriteError {
        WriteError::Value(problem)
    }
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> WriteError {
        WriteError::Sink(error)
    }
}

/// Runs `write`; reports an exceeded limit as a problem.
fn within_limits<T, E: From<Problem>>(write: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    limits::guarded(write).unwrap_or_else(|exceeded| Err(Problem::Exceeded(exceeded).into()))
}

/// The counts of a catalog's parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The number of resources, including classes and stages.
    pub resources: usize,
    /// The number of classes.
    pub classes: usize,
    /// The number of edges.
    pub edges: usize,
}

/// Returns the title of a resource in a catalog.
fn title<'r>(resource: &Resource<'r>, family: Family<'_>, id: ResourceId) -> Cow<'r, str> {
    match family {
        Family::Class => Cow::Owned(class_title(resource.title, id)),
        _ => Cow::Borrowed(resource.title),
    }
}

impl<'h> Compiler<'h> {
    /// Writes the catalog in Puppet's own form.
    ///
    /// # Errors
    /// Fails if a value cannot be represented in a catalog, or on a limit; part of the catalog may
    /// have been written by then. Also fails if the sink does.
    pub fn write_catalog(&self, layout: Layout, sink: &mut dyn Write) -> Result<(), WriteError> {
        let _frame = profile::named(profile::Kind::Stage, "write catalog");
        within_limits(|| self.write_whole(layout, sink))
    }

    fn write_whole(&self, layout: Layout, sink: &mut dyn Write) -> Result<(), WriteError> {
        let contents = self.contents.borrow();
        let resources = &contents.resources;
        let mut json = Writer::to(sink, layout != Layout::Compact);
        json.open_object();
        json.texts(
            "tags",
            self.catalog_tags(&contents).iter().map(|tag| &**tag),
        );
        json.entry("name", &self.node.name);
        if layout != Layout::Recorded
            && let Some(version) = self.environment.version()
        {
            json.entry("version", version);
        }
        json.entry("environment", &self.environment.name);
        json.key("resources");
        json.open_array();
        let mut words = PreparedWords::of(&json);
        for (id, _) in included(resources) {
            write_resource(&mut json, &mut words, &contents, id)?;
        }
        json.close_array();
        json.key("edges");
        json.open_array();
        let mut last = None;
        for (source, target) in edges(resources) {
            json.put_opening(&words.source);
            // reuses the latest source because consecutive edges often share it
            match &last {
                Some((id, reference)) if *id == source => json.put_value(reference),
                _ => {
                    let reference =
                        json.prepared_value(|json| write_reference(json, resources, source));
                    json.put_value(&reference);
                    last = Some((source, reference));
                }
            }
            json.put_key(&words.target);
            write_reference(&mut json, resources, target);
            json.close_object();
        }
        json.close_array();
        json.texts("classes", contents.classes.iter().copied());
        json.close_object();
        json.end()?;
        Ok(sink.write_all(b"\n")?)
    }

    /// Checks that all values can be written to a catalog.
    ///
    /// # Errors
    /// Fails if a value cannot be represented in a catalog, or on a limit.
    pub fn check_catalog(&self) -> Result<(), Problem> {
        within_limits(|| self.write_values())
    }

    fn write_values(&self) -> Result<(), Problem> {
        let resources = &self.contents.borrow().resources;
        let mut nowhere = io::sink();
        let mut json = Writer::to(&mut nowhere, false);
        for (id, resource) in included(resources) {
            let is_plain = |value| {
                matches!(
                    value,
                    Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::String(_)
                )
            };
            let mut values = resource.parameters.iter().map(|it| it.value);
            if !values.all(|value| is_plain(value) || is_simple(value)) {
                write_parameters(&mut json, None, resources, id, Form::Catalog)?;
            }
        }
        // gives the buffer back; the sink takes everything
        let _ = json.end();
        Ok(())
    }

    /// Returns the warnings about objects that only Ruby has and that the catalog contains as
    /// texts: one per parameter, with the place of its resource.
    pub fn foreign_values(&self) -> Vec<(String, Option<Place>)> {
        let resources = &self.contents.borrow().resources;
        let mut found = Vec::new();
        for (id, resource) in included(resources) {
            for parameter in &resource.parameters {
                let may_hold = matches!(
                    parameter.value,
                    Value::Object(_) | Value::Array(_) | Value::Hash(_) | Value::Sensitive(_)
                );
                if may_hold && let Some((path, said)) = rich::foreign(parameter.value) {
                    let place = resource.place.as_ref();
                    let shown = place.map_or_else(String::new, |place| format!(" {}", at(place)));
                    let (reference, name) = (resources.reference(id), parameter.name.as_str());
                    let text = format!("{reference}['{name}']{path} {said}{shown}");
                    found.push((text, place.cloned()));
                }
            }
        }
        found
    }

    /// Writes the exported resources of the node in PuppetDB's form, for a store.
    ///
    /// # Errors
    /// Fails if a value cannot be represented in a catalog, or on a limit.
    pub fn exported_json(&self) -> Result<Vec<u8>, Problem> {
        within_limits(|| self.exported())
    }

    fn exported(&self) -> Result<Vec<u8>, Problem> {
        let contents = self.contents.borrow();
        let resources = &contents.resources;
        let mut json = Writer::new(true);
        json.open_array();
        for (at, resource) in resources.list.iter().enumerate() {
            if !resource.exported {
                continue;
            }
            let ty = resources.ty(resource.ty);
            json.open_object();
            json.entry("certname", &self.node.name);
            json.entry("environment", &self.environment.name);
            json.entry("type", ty.shown);
            json.entry("title", resource.title);
            json.key("exported");
            json.word("true");
            json.texts(
                "tags",
                resource.tags.iter().map(|tag| contents.tags.text(tag)),
            );
            if let Some(place) = &resource.place {
                json.entry("file", place.source.path.as_deref().unwrap_or_default());
                json.key("line");
                json.integer(i64::from(place.source.line(place.offset)));
            }
            write_parameters(
                &mut json,
                None,
                resources,
                ResourceId(at as u32),
                Form::Stored,
            )?;
            json.close_object();
        }
        json.close_array();
        let mut out = json.finish();
        out.push(b'\n');
        Ok(out)
    }

    /// Writes the catalog in the form of the conformance protocol.
    ///
    /// # Errors
    /// Fails if a value cannot be represented in that form, or on a limit.
    pub fn protocol_json(&self) -> Result<Vec<u8>, Problem> {
        within_limits(|| self.protocol())
    }

    fn protocol(&self) -> Result<Vec<u8>, Problem> {
        let contents = self.contents.borrow();
        let resources = &contents.resources;
        let mut json = Writer::new(false);
        json.open_object();
        json.entry("name", &self.node.name);
        json.entry("environment", &self.environment.name);
        json.texts("classes", contents.classes.iter().copied());
        json.key("resources");
        json.open_array();
        for (id, resource) in included(resources) {
            let ty = resources.ty(resource.ty);
            json.open_object();
            json.entry("type", ty.shown);
            json.entry("title", &title(resource, ty.family, id));
            json.key("exported");
            json.word(if resource.exported { "true" } else { "false" });
            let mut tags: Vec<&str> = resource
                .tags
                .iter()
                .map(|tag| contents.tags.text(tag))
                .collect();
            tags.sort_unstable();
            json.texts("tags", tags.into_iter());
            json.key("line");
            match &resource.place {
                Some(place) => json.integer(i64::from(place.source.line(place.offset))),
                None => json.word("null"),
            }
            write_parameters(&mut json, None, resources, id, Form::Protocol)?;
            json.close_object();
        }
        json.close_array();
        json.key("edges");
        json.open_array();
        let mut pairs: Vec<(String, String)> = edges(resources)
            .map(|(source, target)| (resources.reference(source), resources.reference(target)))
            .collect();
        pairs.sort_unstable();
        for (source, target) in pairs {
            json.open_array();
            json.string(&source);
            json.string(&target);
            json.close_array();
        }
        json.close_array();
        json.close_object();
        Ok(json.finish())
    }

    /// Returns the tags of the catalog: the names of classes and nodes, then the tags that
    /// resources added.
    pub(crate) fn catalog_tags(
        &self,
        contents: &crate::compiler::Contents<'h>,
    ) -> Vec<Cow<'h, str>> {
        let mut tags: Vec<Cow<'h, str>> = Vec::new();
        let mut seen: frontend::name::Set<String> = Default::default();
        let mut add = |text: &str| {
            if seen.insert(text.to_owned()) {
                tags.push(Cow::Owned(text.to_owned()));
            }
        };
        for name in &contents.classes {
            let name = name.downcase();
            add(&name);
            if name.contains("::") {
                name.split("::")
                    .filter(|part| !part.is_empty())
                    .for_each(&mut add);
            }
        }
        contents
            .catalog_tags
            .iter()
            .for_each(|tag| add(contents.tags.text(tag)));
        tags
    }

    /// Returns the number of resources.
    pub(crate) fn resource_count(&self) -> usize {
        included(&self.contents.borrow().resources).count()
    }

    /// Returns the counts of the catalog's parts.
    pub fn summary(&self) -> Summary {
        let contents = self.contents.borrow();
        Summary {
            resources: self.resource_count(),
            classes: contents.classes.len() - 1,
            edges: edges(&contents.resources).count(),
        }
    }

    /// Returns the modules whose classes and defines the node uses: the first segments of their
    /// names.
    pub fn modules(&self) -> HashSet<String> {
        let contents = self.contents.borrow();
        let classes = contents.classes.iter().map(|name| name.to_string());
        let types = contents
            .resources
            .types
            .iter()
            .map(|ty| ty.shown.to_lowercase());
        let module = |name: String| match name.split_once("::") {
            Some((module, _)) => module.to_owned(),
            None => name,
        };
        classes.chain(types).map(module).collect()
    }

    /// Returns the resources in order: each reference in Puppet syntax, with its attributes in
    /// Puppet syntax.
    pub fn shown_resources(&self) -> Vec<(String, Vec<(String, String)>)> {
        let contents = self.contents.borrow();
        let shown = included(&contents.resources).map(|(id, resource)| {
            let given = resource
                .parameters
                .iter()
                .filter(|one| !one.value.is_undef());
            let attributes = given.map(|one| (one.name.to_string(), text::program(one.value)));
            (contents.resources.reference(id), attributes.collect())
        });
        shown.collect()
    }

    /// Writes a readable list of the resources with their attributes.
    pub fn write_summary(&self, cx: &Cx<'h>, out: &mut Vec<u8>) {
        let _ = cx;
        let summary = self.summary();
        let _ = writeln!(
            out,
            "{}: {} resources, {} classes, {} edges",
            self.node.name, summary.resources, summary.classes, summary.edges
        );
        let contents = self.contents.borrow();
        let mut counts: Vec<(&str, usize)> = contents
            .resources
            .types
            .iter()
            .map(|ty| {
                let included = |id: &&ResourceId| !contents.resources.get(**id).is_virtual;
                (ty.shown, ty.resources.iter().filter(included).count())
            })
            .filter(|(_, count)| *count > 0)
            .collect();
        counts.sort_unstable();
        for (ty, count) in counts {
            let _ = writeln!(out, "  {count:>6} {ty}");
        }
    }
}

/// Iterates over the resources that are in the catalog.
fn included<'c, 'h>(
    resources: &'c Resources<'h>,
) -> impl Iterator<Item = (ResourceId, &'c Resource<'h>)> {
    let numbered = resources
        .list
        .iter()
        .enumerate()
        .map(|(at, resource)| (ResourceId(at as u32), &**resource));
    numbered.filter(|(_, resource)| !resource.is_virtual)
}

/// Iterates over the containment edges (source, target) in the order of the targets.
fn edges(resources: &Resources<'_>) -> impl Iterator<Item = (ResourceId, ResourceId)> {
    included(resources).flat_map(|(target, resource)| {
        let containers = resource.containers.iter();
        containers
            .filter(|container| !resources.get(*container).is_virtual)
            .map(move |source| (source, target))
    })
}

/// Words that occur repeatedly among the resources and edges of a catalog, in their written form.
struct PreparedWords {
    tags: Prepared,
    file: Prepared,
    line: Prepared,
    kind: Prepared,
    exported: Prepared,
    parameters: Prepared,
    source: Prepared,
    target: Prepared,
    /// The symbol of `name`.
    name: Symbol,
    /// The tags by number.
    of_tags: Vec<Option<Prepared>>,
    /// The types by number.
    of_types: Vec<Option<TypeWords>>,
    attributes: Vec<AttributeWords>,
    /// The positions of attributes by symbol.
    by_symbol: Map<Symbol, u32>,
    /// The positions of attributes that were written last, by the last bits of their symbols.
    recent: [u32; RECENT_COUNT],
    /// The positions of the attributes of the resource that is being written.
    positions: Vec<usize>,
    /// The references in attributes that were written last, by the addresses of their texts.
    references: Vec<Option<WrittenReference>>,
}

/// A reference in an attribute.
struct WrittenReference {
    /// The addresses of the type and the title, and the length of the title.
    key: (usize, usize, usize),
    /// The reference as an item of a list, once it was written before.
    item: Option<Prepared>,
}

/// The number of attributes whose positions are found without hashing.
const RECENT_COUNT: usize = 128;

/// The number of references that are remembered.
const REFERENCES_COUNT: usize = 128;

/// The parts of the text that all resources of a type share.
struct TypeWords {
    /// The type, up to the key of the title.
    head: Prepared,
    /// The symbol of the naming attribute.
    naming: Symbol,
    /// The place of the latest resource: the address of its source, the offset, and the entries that
    /// show it, once several resources have it.
    place: Option<((usize, u32), Option<Prepared>)>,
    /// The kind of the latest resource that is not exported, and the entries that show both.
    kind: Option<(&'static str, Prepared)>,
}

/// An attribute in its written form.
struct AttributeWords {
    symbol: Symbol,
    key: Prepared,
    /// True if the name has no letter in upper case.
    is_lower: bool,
    is_relationship: bool,
}

/// The nesting depth of the keys of resources and edges in the document.
const ENTRY_DEPTH: usize = 3;

impl PreparedWords {
    fn of(json: &Writer<'_>) -> PreparedWords {
        let key = |key: &str| json.prepared_key(key, ENTRY_DEPTH);
        PreparedWords {
            tags: key("tags"),
            file: key("file"),
            line: key("line"),
            kind: key("kind"),
            exported: key("exported"),
            parameters: json.prepared_part(ENTRY_DEPTH, |json| {
                json.key("parameters");
                json.open_object();
            }),
            source: json.prepared_part(ENTRY_DEPTH - 1, |json| {
                json.open_object();
                json.key("source");
            }),
            target: key("target"),
            name: Symbol::intern("name"),
            of_tags: Vec::new(),
            of_types: Vec::new(),
            attributes: Vec::new(),
            by_symbol: Map::default(),
            recent: [u32::MAX; RECENT_COUNT],
            positions: Vec::new(),
            references: Vec::new(),
        }
    }

    /// Writes a reference as an item of an attribute's list. Texts of the catalog stay where they are,
    /// so that their addresses tell them apart.
    fn put_reference(&mut self, json: &mut Writer<'_>, ty: &str, title: &str) {
        let key = (ty.as_ptr().addr(), title.as_ptr().addr(), title.len());
        // texts in a heap are eight bytes apart on average
        let slot = ((key.0 / 8) ^ (key.1 / 8)) % REFERENCES_COUNT;
        if self.references.is_empty() {
            self.references.resize_with(REFERENCES_COUNT, || None);
        }
        match &mut self.references[slot] {
            Some(known) if known.key == key => {
                let item = known.item.get_or_insert_with(|| {
                    json.prepared_part(ENTRY_DEPTH + 2, |json| json.reference(ty, title))
                });
                json.put_text(item);
            }
            other => {
                *other = Some(WrittenReference { key, item: None });
                json.reference(ty, title);
            }
        }
    }

    fn ty(
        &mut self,
        json: &Writer<'_>,
        resources: &Resources<'_>,
        id: ResourceId,
    ) -> &mut TypeWords {
        let ty = resources.get(id).ty;
        let at = ty.0 as usize;
        if at >= self.of_types.len() {
            self.of_types.resize_with(at + 1, || None);
        }
        self.of_types[at].get_or_insert_with(|| TypeWords {
            head: json.prepared_part(ENTRY_DEPTH - 1, |json| {
                json.open_object();
                json.entry("type", resources.ty(ty).shown);
                json.key("title");
            }),
            naming: resources
                .ty(ty)
                .naming
                .unwrap_or_else(|| Symbol::intern("name")),
            place: None,
            kind: None,
        })
    }

    fn tag(&mut self, json: &Writer<'_>, tags: &Tags<'_>, tag: Tag) -> &Prepared {
        let at = tag.index();
        if at >= self.of_tags.len() {
            self.of_tags.resize_with(at + 1, || None);
        }
        let prepare = || json.prepared_text(tags.text(tag), ENTRY_DEPTH + 1);
        self.of_tags[at].get_or_insert_with(prepare)
    }

    /// Returns the position of an attribute; catalogs contain its key in lower case.
    fn attribute(&mut self, json: &Writer<'_>, symbol: Symbol) -> usize {
        let recent = symbol.index() % RECENT_COUNT;
        let at = self.recent[recent] as usize;
        if self
            .attributes
            .get(at)
            .is_some_and(|one| one.symbol == symbol)
        {
            return at;
        }
        let attributes = &mut self.attributes;
        let at = *self.by_symbol.entry(symbol).or_insert_with(|| {
            let name = symbol.as_str();
            let is_lower = parameters::is_lower(name);
            let key = match is_lower {
                true => json.prepared_key(name, ENTRY_DEPTH + 1),
                false => json.prepared_key(&name.downcase(), ENTRY_DEPTH + 1),
            };
            attributes.push(AttributeWords {
                symbol,
                key,
                is_lower,
                is_relationship: parameters::is_relationship(name),
            });
            attributes.len() as u32 - 1
        });
        self.recent[recent] = at;
        at as usize
    }
}

fn write_resource(
    json: &mut Writer<'_>,
    words: &mut PreparedWords,
    contents: &Contents<'_>,
    id: ResourceId,
) -> Result<(), Problem> {
    let resource = contents.resources.get(id);
    let family = contents.resources.ty(resource.ty).family;
    json.put_opening(&words.ty(json, &contents.resources, id).head);
    json.string(&title(resource, family, id));
    json.put_key(&words.tags);
    json.open_array();
    for tag in resource.tags.iter() {
        let tag = words.tag(json, &contents.tags, tag);
        json.put_text(tag);
    }
    json.close_array();
    if let Some(place) = &resource.place {
        write_place(json, words, &contents.resources, id, place);
    }
    let kind = family.kind_of(resource);
    if resource.by_function || resource.exported {
        if resource.by_function {
            json.put_key(&words.kind);
            json.string(kind);
        }
        json.put_key(&words.exported);
        json.word(if resource.exported { "true" } else { "false" });
        if !resource.by_function {
            json.put_key(&words.kind);
            json.string(kind);
        }
    } else {
        let of_type = words.ty(json, &contents.resources, id);
        match &of_type.kind {
            Some((known, entries)) if *known == kind => json.put_text(entries),
            _ => {
                let entries = json.prepared_part(ENTRY_DEPTH, |json| {
                    json.key("exported");
                    json.word("false");
                    json.entry("kind", kind);
                });
                json.put_text(&entries);
                of_type.kind = Some((kind, entries));
            }
        }
    }
    if !write_usual_parameters(json, words, &contents.resources, id)? {
        write_parameters(json, Some(words), &contents.resources, id, Form::Catalog)?;
    }
    json.close_object();
    Ok(())
}

/// Writes the file and the line of a resource. Instances of a define often declare at the same place,
/// which is then prepared.
fn write_place(
    json: &mut Writer<'_>,
    words: &mut PreparedWords,
    resources: &Resources<'_>,
    id: ResourceId,
    place: &Place,
) {
    let here = (Arc::as_ptr(&place.source).addr(), place.offset);
    let latest = &words.ty(json, resources, id).place;
    let is_repeated = latest.as_ref().is_some_and(|(at, _)| *at == here);
    if let Some((_, Some(entries))) = latest.as_ref().filter(|_| is_repeated) {
        json.put_text(entries);
        return;
    }
    let path = place.source.path.as_deref().unwrap_or_default();
    let line = i64::from(place.source.line(place.offset));
    json.put_key(&words.file);
    json.string(path);
    json.put_key(&words.line);
    json.integer(line);
    let entries = is_repeated.then(|| {
        json.prepared_part(ENTRY_DEPTH, |json| {
            json.entry("file", path);
            json.key("line");
            json.integer(line);
        })
    });
    words.ty(json, resources, id).place = Some((here, entries));
}

/// Writes the reference of a resource.
fn write_reference(json: &mut Writer<'_>, resources: &Resources<'_>, id: ResourceId) {
    let resource = resources.get(id);
    let ty = resources.ty(resource.ty);
    let title = title(resource, ty.family, id);
    json.reference(ty.shown, &title);
}
