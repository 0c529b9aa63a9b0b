//! Owns the resources of a compilation, and the tables that hold them.

use std::cell::Cell;

use frontend::Symbol;
use frontend::name::Map;
use rubycore::case::Downcase;
use runtime::error::Place;
use runtime::frame::Frame;
use runtime::scope::ScopeId;
use runtime::types::Type;
use runtime::{Heap, Value, ops};

use super::definition_index::Definition;
use super::index::{Index, hash_folded, hash_pair};
use super::tag::{self, Tag, TagSet, Tags};
use crate::core_types::{NativeType, TitleParts};
use crate::ruby::RubyType;

/// The number of a resource in a compilation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ResourceId(pub u32);

/// The number of a resource type in a compilation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TypeId(pub u32);

/// The kind of a resource type.
#[derive(Clone, Copy)]
pub enum Family<'h> {
    /// `class`
    Class,
    /// `node`
    Node,
    /// A type written in Ruby, of Puppet's own or of a module.
    Native(&'h NativeType<'h>),
    /// A type whose Ruby file could not be read, because there is no Ruby or because the file is
    /// invalid. It takes any attribute.
    Unread,
    /// A define.
    Define(&'h Definition<'h>),
}

impl Family<'_> {
    /// Returns true if resources of the type are identified by their names.
    pub(crate) fn is_isomorphic(self) -> bool {
        !matches!(self, Family::Native(native) if !native.isomorphic)
    }

    /// Returns the naming attribute of types of the kind if they have a single one.
    pub(crate) fn naming_attribute(self) -> Option<&'static str> {
        match self {
            Family::Native(native) => match native.name_attributes {
                [] => Some("name"),
                [name] => Some(name),
                _ => None,
            },
            _ => Some("name"),
        }
    }

    /// Returns the kind of a resource of the type as Puppet names it.
    pub(crate) fn kind_of(self, resource: &Resource<'_>) -> &'static str {
        match self {
            Family::Native(_) | Family::Unread => "compilable_type",
            Family::Define(_) => "defined_type",
            Family::Class if resource.declared => "class",
            Family::Class | Family::Node => "unknown",
        }
    }
}

/// A resource type that some code has referred to.
pub struct ResourceType<'h> {
    /// The name in lower case.
    pub name: &'h str,
    /// The capitalized name: `My::Type`.
    pub shown: &'h str,
    /// The kind of the type.
    pub family: Family<'h>,
    /// The description that a module gives in Ruby.
    pub ruby: Option<&'h RubyType>,
    /// The attribute that names its resources, unless there are several.
    pub naming: Option<Symbol>,
    /// Its resources in order of creation.
    pub resources: Vec<ResourceId>,
    /// True if some scope has defaults for it.
    pub has_defaults: bool,
    /// The first of these resources by title, as far as collectors have indexed them.
    titles: Titles,
    /// The resources whose attributes were changed after their declaration, one entry per change.
    pub changed: Vec<ResourceId>,
    /// The attributes that are known to be valid, among those that resources have used.
    pub attributes: Vec<Symbol>,
    /// The tags that the type's name adds to resources, once computed.
    pub tags: Vec<Tag>,
    /// A frame of the type's body that has run and that nothing refers to any more.
    pub idle: Option<&'h Frame<'h>>,
}

/// An index of the resources of a type by title in lower case.
#[derive(Default)]
struct Titles {
    /// The number of searches so far. The first ones use no index.
    searches: usize,
    /// The number of indexed resources.
    count: usize,
    ids: Map<String, Vec<ResourceId>>,
}

/// An attribute of a resource.
#[derive(Clone, Copy)]
pub struct Parameter<'h> {
    /// The name.
    pub name: Symbol,
    /// The code that set it: an index of [`Resources::origins`]; 0 means the declaration of the
    /// resource.
    pub origin: u32,
    /// The offset of the attribute in the source of its origin.
    pub at: u32,
    /// The value; `undef` only if it was given explicitly.
    pub value: Value<'h>,
}

/// The code that set an attribute outside of the declaration of the resource.
pub struct Origin {
    /// The scope of the code.
    pub source: ScopeId,
    /// The place of the code.
    pub place: Option<Place>,
}

/// A resource under construction.
pub struct Resource<'h> {
    /// Its type.
    pub ty: TypeId,
    /// Its title; for a class the name in lower case.
    pub title: &'h str,
    /// Its attributes in order.
    pub parameters: Vec<Parameter<'h>>,
    /// Its tags in order.
    pub tags: TagSet,
    /// The place of the expression that declares it.
    pub place: Option<Place>,
    /// The scope that declares it.
    pub scope: ScopeId,
    /// The scope of its body, once the body runs (classes and defines).
    pub body_scope: Option<ScopeId>,
    /// The resources that contain it, in order.
    pub containers: Containers,
    /// True if it is left out of the catalog unless it is realized.
    pub is_virtual: bool,
    /// True if it is exported.
    pub exported: bool,
    /// True if its body has run.
    pub evaluated: bool,
    /// True if the tags of its scope have been added.
    pub has_scope_tags: bool,
    /// True if it is a class that was declared by a resource expression.
    pub declared: bool,
    /// True if `create_resources` declared it.
    pub by_function: bool,
    /// The attributes that its title gives, if its type has title patterns.
    pub title_parts: TitleParts<'h>,
}

impl<'h> Resource<'h> {
    /// Creates a resource without attributes and tags.
    pub fn new(ty: TypeId, title: &'h str, scope: ScopeId, place: Option<Place>) -> Resource<'h> {
        Resource {
            ty,
            title,
            parameters: Vec::new(),
            tags: TagSet::default(),
            place,
            scope,
            body_scope: None,
            containers: Containers::default(),
            is_virtual: false,
            exported: false,
            evaluated: false,
            has_scope_tags: false,
            declared: false,
            by_function: false,
            title_parts: &[],
        }
    }

    /// Estimates the memory of the resource in the tables: its attributes with room to grow, its
    /// tags, its keys and its containers.
    pub fn bytes(&self) -> usize {
        const ENTRIES: usize = 256;
        2 * size_of::<Resource<'_>>() + self.parameters.len() * size_of::<Parameter<'_>>() + ENTRIES
    }

    /// Returns the attribute with a name.
    pub fn parameter(&self, name: Symbol) -> Option<&Parameter<'h>> {
        self.parameters
            .iter()
            .find(|parameter| parameter.name == name)
    }

    /// Returns the value of an attribute unless it is absent or `undef`.
    pub fn value(&self, name: Symbol) -> Option<Value<'h>> {
        self.parameter(name)
            .map(|parameter| parameter.value)
            .filter(|value| !value.is_undef())
    }

    /// Sets an attribute; an existing one keeps its position.
    pub fn set(&mut self, parameter: Parameter<'h>) {
        match self
            .parameters
            .iter_mut()
            .find(|other| other.name == parameter.name)
        {
            Some(place) => *place = parameter,
            None => self.parameters.push(parameter),
        }
    }
}

/// Copies the attributes for one of several resources of the same declaration, with room for one
/// more that a relationship may add.
pub fn own_parameters<'h>(parameters: &[Parameter<'h>]) -> Vec<Parameter<'h>> {
    let mut own = Vec::with_capacity(parameters.len() + 1);
    own.extend_from_slice(parameters);
    own
}

/// The containers of a resource. Most have one, which needs no allocation.
#[derive(Default)]
pub struct Containers {
    first: Option<ResourceId>,
    others: Vec<ResourceId>,
}

impl Containers {
    /// Adds a container at the end.
    pub fn push(&mut self, id: ResourceId) {
        match self.first {
            None => self.first = Some(id),
            Some(_) => self.others.push(id),
        }
    }

    /// Returns true if a resource is one of the containers.
    pub fn contains(&self, id: ResourceId) -> bool {
        self.iter().any(|other| other == id)
    }

    /// Returns the containers in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = ResourceId> {
        self.first.into_iter().chain(self.others.iter().copied())
    }
}

/// The number of types that are found without hashing.
const RECENT_COUNT: usize = 16;

/// All resources of a compilation, and their types.
#[derive(Default)]
pub struct Resources<'h> {
    /// The resources by id. They are boxed because a growing list would copy them all.
    pub list: Vec<Box<Resource<'h>>>,
    /// The types by id.
    pub types: Vec<ResourceType<'h>>,
    /// The code that set attributes; entry 0 stands for the resource's declaration.
    pub origins: Vec<Origin>,
    type_index: Index,
    /// The types that were found last, by the lengths of their names.
    recent_types: [Cell<u32>; RECENT_COUNT],
    /// The keys that references may use: titles, aliases and naming values.
    keys: Vec<(TypeId, &'h str, ResourceId)>,
    key_index: Index,
    /// Titles that are not texts, by ascending id; only `create_resources` creates them.
    odd_titles: Vec<(ResourceId, Value<'h>)>,
    /// Resources that were declared as a component or whit that stands for them, with that type, by
    /// ascending id.
    stand_ins: Vec<(ResourceId, TypeId)>,
}

impl<'h> Resources<'h> {
    /// Finds a type by its name in any case, if some code has referred to it.
    pub fn find_type(&self, name: &str) -> Option<TypeId> {
        let is = |at: u32| {
            let ty = &self.types[at as usize];
            // compares the usual spellings first
            ty.shown == name || ty.name == name || ty.name.eq_ignore_ascii_case(name)
        };
        let recent = &self.recent_types[name.len() % RECENT_COUNT];
        let known = self.types.get(recent.get() as usize);
        if known.is_some_and(|known| known.name == name || known.shown == name) {
            return Some(TypeId(recent.get()));
        }
        let found = self.type_index.find(hash_folded(name), is)?;
        recent.set(found);
        Some(TypeId(found))
    }

    /// Records that the latest resource was declared with another type.
    pub fn declared_as(&mut self, id: ResourceId, ty: TypeId) {
        self.stand_ins.push((id, ty));
    }

    /// Returns the type that a resource was declared with.
    pub fn declared_type(&self, id: ResourceId) -> TypeId {
        match self.stand_ins.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(at) => self.stand_ins[at].1,
            Err(_) => self.get(id).ty,
        }
    }

    /// Returns true if a resource was declared with another type than its own.
    pub fn is_declared_otherwise(&self, id: ResourceId) -> bool {
        !self.stand_ins.is_empty() && self.declared_type(id) != self.get(id).ty
    }

    /// Adds a type; it must not exist yet.
    pub fn add_type(&mut self, name: &'h str, shown: &'h str, family: Family<'h>) -> TypeId {
        let at = self.types.len() as u32;
        self.types.push(ResourceType {
            name,
            shown,
            family,
            ruby: None,
            naming: family.naming_attribute().map(Symbol::intern),
            resources: Vec::new(),
            has_defaults: false,
            titles: Titles::default(),
            changed: Vec::new(),
            attributes: Vec::new(),
            tags: Vec::new(),
            idle: None,
        });
        self.type_index.insert(hash_folded(name), at);
        TypeId(at)
    }

    /// Returns a type.
    pub fn ty(&self, id: TypeId) -> &ResourceType<'h> {
        &self.types[id.0 as usize]
    }

    /// Returns a type for modification.
    pub fn ty_mut(&mut self, id: TypeId) -> &mut ResourceType<'h> {
        &mut self.types[id.0 as usize]
    }

    /// Returns the type of a resource.
    pub fn type_of(&self, id: ResourceId) -> &ResourceType<'h> {
        self.ty(self.get(id).ty)
    }

    /// Returns a resource.
    pub fn get(&self, id: ResourceId) -> &Resource<'h> {
        &self.list[id.0 as usize]
    }

    /// Returns a resource for modification.
    pub fn get_mut(&mut self, id: ResourceId) -> &mut Resource<'h> {
        &mut self.list[id.0 as usize]
    }

    /// Iterates over all resources for modification.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Resource<'h>> {
        self.list.iter_mut().map(|resource| &mut **resource)
    }

    /// Finds the resource that a type and a title, alias or naming value refer to.
    pub fn find(&self, ty: TypeId, title: &str) -> Option<ResourceId> {
        let is = |at: u32| {
            let (other, name, _) = self.keys[at as usize];
            other == ty && name == title
        };
        let at = self.key_index.find(hash_pair(ty.0, title), is)?;
        Some(self.keys[at as usize].2)
    }

    /// Adds a title, alias or naming value as a key of a resource.
    pub fn add_key(&mut self, ty: TypeId, title: &'h str, id: ResourceId) {
        let at = self.keys.len() as u32;
        self.keys.push((ty, title, id));
        self.key_index.insert(hash_pair(ty.0, title), at);
    }

    /// Returns the resources of a type, from position `first` on, that have a title; case is
    /// ignored.
    pub fn titled(&mut self, ty: TypeId, title: &str, first: usize) -> Vec<ResourceId> {
        const UNINDEXED_SEARCHES: usize = 8;
        let entry = &mut self.types[ty.0 as usize];
        let titles = &mut entry.titles;
        let list = &self.list;
        titles.searches += 1;
        if titles.searches <= UNINDEXED_SEARCHES {
            let later = entry.resources.get(first..).unwrap_or_default();
            let is = |id: &&ResourceId| same_text(list[id.0 as usize].title, title);
            return later.iter().filter(is).copied().collect();
        }
        for &id in &entry.resources[titles.count..] {
            let title = list[id.0 as usize].title.downcase();
            titles.ids.entry(title).or_default().push(id);
        }
        titles.count = entry.resources.len();
        let ids = titles.ids.get(&title.downcase());
        let Some(&from) = entry.resources.get(first) else {
            return Vec::new();
        };
        let behind = ids.into_iter().flatten().filter(|&&id| id >= from);
        behind.copied().collect()
    }

    /// Returns the title of a resource if it is not a text.
    pub fn title_value(&self, id: ResourceId) -> Option<Value<'h>> {
        let at = self.odd_titles.binary_search_by_key(&id, |&(id, _)| id);
        at.ok().map(|at| self.odd_titles[at].1)
    }

    /// Records that the latest resource has a title that is not a text.
    pub fn set_title_value(&mut self, id: ResourceId, title: Value<'h>) {
        self.odd_titles.push((id, title));
    }

    /// Sets an attribute of a resource that has been declared.
    pub fn set(&mut self, id: ResourceId, parameter: Parameter<'h>) {
        let ty = self.get(id).ty;
        self.types[ty.0 as usize].changed.push(id);
        self.get_mut(id).set(parameter);
    }

    /// Adds a resource at the end.
    pub fn add(&mut self, resource: Resource<'h>) -> ResourceId {
        let id = ResourceId(self.list.len() as u32);
        self.types[resource.ty.0 as usize].resources.push(id);
        self.list.push(Box::new(resource));
        id
    }

    /// Removes a resource: nothing finds it any more, and no catalog contains it.
    pub fn remove(&mut self, id: ResourceId) {
        let ty = self.get(id).ty;
        self.types[ty.0 as usize]
            .resources
            .retain(|&other| other != id);
        self.types[ty.0 as usize].titles = Titles::default();
        for key in self.keys.iter_mut().filter(|(_, _, of)| *of == id) {
            // no title equals this
            key.1 = "\0";
        }
        let resource = self.get_mut(id);
        (resource.is_virtual, resource.exported, resource.evaluated) = (true, false, true);
    }

    /// Records the code that sets attributes; returns its index.
    pub fn origin(&mut self, source: ScopeId, place: Option<Place>) -> u32 {
        if self.origins.is_empty() {
            self.origins.push(Origin {
                source: ScopeId::TOP,
                place: None,
            });
        }
        self.origins.push(Origin { source, place });
        self.origins.len() as u32 - 1
    }

    /// Returns the scope of the code that set an attribute, and its place.
    pub fn set_by(&self, id: ResourceId, origin: u32) -> (ScopeId, Option<&Place>) {
        match origin {
            0 => (self.get(id).scope, self.get(id).place.as_ref()),
            _ => {
                let origin = &self.origins[origin as usize];
                (origin.source, origin.place.as_ref())
            }
        }
    }

    /// Returns the place of an attribute that code outside of the resource's declaration set, such as an
    /// override.
    pub fn place_outside(&self, id: ResourceId, parameter: &Parameter<'_>) -> Option<Place> {
        let (_, place) = self.set_by(id, parameter.origin);
        let source = place.filter(|_| parameter.origin != 0)?.source.clone();
        Some(Place {
            source,
            offset: parameter.at,
        })
    }

    /// Formats the reference of a resource: `File[/a]`, `Class[A::B]`.
    pub fn reference(&self, id: ResourceId) -> String {
        let resource = self.get(id);
        let ty = self.ty(resource.ty);
        match ty.family {
            Family::Class => format!("Class[{}]", class_title(resource.title, id)),
            _ => [ty.shown, "[", resource.title, "]"].concat(),
        }
    }
}

/// The resource of the top scope: `Class[main]`.
pub const MAIN: ResourceId = ResourceId(2);

/// `Stage[main]`, which every catalog has.
pub const MAIN_STAGE: ResourceId = ResourceId(0);

/// `Class[settings]`
pub const SETTINGS: ResourceId = ResourceId(1);

/// Returns the title of a class as a catalog shows it.
pub fn class_title(name: &str, id: ResourceId) -> String {
    match id == MAIN {
        true => name.to_owned(),
        false => runtime::types::capitalized(name),
    }
}

/// Returns true if two texts are equal without regard to case.
pub fn same_text(a: &str, b: &str) -> bool {
    a == b
        || match a.is_ascii() && b.is_ascii() {
            true => a.eq_ignore_ascii_case(b),
            false => a.downcase() == b.downcase(),
        }
}

/// Formats a reference in lower case for error messages about tags: `file[/a]`, `file[]`.
fn reference_text(value: Value<'_>) -> String {
    let text = match value {
        Value::Type(Type::Resource {
            type_name: Some(name),
            title,
            ..
        }) => format!("{name}[{}]", title.unwrap_or_default()),
        Value::Type(Type::Class(name)) => format!("class[{}]", name.unwrap_or_default()),
        other => runtime::text::interpolated(other),
    };
    text.downcase()
}

/// Tags a resource with the values of its `tag` attribute.
///
/// # Errors
/// The text that is not a valid tag.
pub fn tag_with_value<'h>(
    set: &mut TagSet,
    tags: &mut Tags<'h>,
    heap: &'h Heap,
    value: Value<'h>,
) -> Result<(), String> {
    match value {
        Value::Type(Type::Resource { .. } | Type::Class(_)) => return Ok(()),
        Value::String(text) => return add_text(set, tags, heap, text.as_str()),
        Value::Array(items) if items.iter().all(|item| item.as_str().is_some()) => {
            let mut texts = items.iter();
            return texts
                .try_for_each(|item| add_text(set, tags, heap, item.as_str().unwrap_or_default()));
        }
        _ => {}
    }
    if let Value::Type(ty) = value
        && let Some(texts) = listed_types(ty)
    {
        return texts
            .iter()
            .try_for_each(|text| add_text(set, tags, heap, text));
    }
    let values = match value {
        Value::Hash(hash) => hash.iter().flat_map(|(key, value)| [key, value]).collect(),
        single => vec![single],
    };
    for value in ops::unfolded(values.into_iter()) {
        match value {
            Value::Undef => {}
            Value::Type(Type::Resource { .. } | Type::Class(_)) => {
                return Err(reference_text(value));
            }
            Value::Hash(_) => return Err(runtime::text::ruby_inspect(value).downcase()),
            Value::Regexp(regexp) => {
                return Err(format!("(?-mix:{})", regexp.source()).downcase());
            }
            Value::Sensitive(_) => return Err(runtime::text::interpolated(value).downcase()),
            other => add_text(set, tags, heap, &runtime::text::interpolated(other))?,
        }
    }
    Ok(())
}

fn add_text<'h>(
    set: &mut TagSet,
    tags: &mut Tags<'h>,
    heap: &'h Heap,
    text: &str,
) -> Result<(), String> {
    match tag::add_valid(set, tags, heap, text) {
        true => Ok(()),
        false => Err(text.downcase()),
    }
}

/// Returns the texts of the types that a type lists as components.
fn listed_types(ty: &Type<'_>) -> Option<Vec<String>> {
    const TYPE_SET: &str = "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', \
        pcore_version => '1.0.0', name_authority => 'http://puppet.com/2016.1/runtime', \
        name => 'DefaultTypeSet', version => '0.0.0'}]";
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    Some(match ty {
        Type::Variant(types) | Type::Tuple { types, .. } => {
            types.iter().map(ToString::to_string).collect()
        }
        Type::Struct(elements) => vec!["Pcore::StructElement({})".to_owned(); elements.len()],
        Type::Data => words(&["ScalarData", "Undef", "Hash[String, Data]"]),
        Type::RichData => words(&[TYPE_SET]),
        Type::RichDataKey => words(&["String", "Numeric"]),
        Type::Alias(alias) => return listed_types(alias.resolved.get()?),
        _ => return None,
    })
}

/// Finds the resource for a type name and a title.
pub(crate) fn find(resources: &Resources<'_>, type_name: &str, title: &str) -> Option<ResourceId> {
    let ty = resources.find_type(type_name)?;
    match resources.ty(ty).family {
        Family::Class => resources.find(ty, &title.downcase()),
        _ => resources.resolve(ty, title),
    }
}
