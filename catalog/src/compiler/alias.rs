//! Adds the keys of resources besides their titles: their aliases and the values of their naming
//! attributes.

use std::fmt::Write as _;

use rubycore::case::Downcase;
use runtime::types::{self, Type};
use runtime::{Res, Value, fail, limits, ops, text};

use super::definition_index::at;
use super::naming_attributes::Unique;
use super::resource::{Family, MAIN, Resource, ResourceId, ResourceType, Resources, TypeId};
use super::{Compiler, Contents, naming_attributes};
use crate::core_types;

/// The key of the alias `main` of a class. The prefix ensures that it is not the title of another
/// class.
const MAIN_KEY: &str = "\u{1}main";

/// A key of a resource besides its title.
pub(super) struct ResourceKey<'h> {
    /// The text of the key in the table of titles.
    pub(super) text: String,
    given: KeySource<'h>,
}

/// The values that a key is computed from.
enum KeySource<'h> {
    Alias(Value<'h>),
    Names(Vec<Value<'h>>),
}

impl<'h> ResourceKey<'h> {
    /// Creates a key. If the title contains a bracket, the key gets a prefix: Puppet then takes the
    /// resource to be of another type, which no reference can name.
    fn new(
        ty: &ResourceType<'_>,
        resource: &Resource<'_>,
        text: String,
        given: KeySource<'h>,
    ) -> ResourceKey<'h> {
        let text = match seems_within(resource) {
            None => text,
            Some(before) => format!("\u{1}{}[{before}\u{1}{text}", ty.shown),
        };
        ResourceKey { text, given }
    }
}

impl KeySource<'_> {
    /// Returns the text that Puppet shows, and the values with inner lists flattened.
    fn shown(&self) -> (String, Vec<String>) {
        match self {
            KeySource::Alias(alias) => {
                let shown = text::ruby_inspect(*alias);
                (shown.clone(), vec![shown])
            }
            KeySource::Names(values) => {
                let list: Vec<String> = values.iter().map(|value| inspected(*value)).collect();
                let all = ops::flat(values.iter().copied());
                let flat = all.into_iter().map(inspected).collect();
                (format!("[{}]", list.join(", ")), flat)
            }
        }
    }
}

/// Returns the text before the last bracket of a title.
fn seems_within<'r>(resource: &'r Resource<'_>) -> Option<&'r str> {
    let line = resource.title.split('\n').next().unwrap_or_default();
    line.rfind('[').map(|at| &line[..at])
}

impl<'h> Compiler<'h> {
    /// Adds the `alias` values and the naming values of a resource as keys.
    ///
    /// # Errors
    /// Fails if one of them already refers to another resource.
    pub(super) fn add_aliases(&self, contents: &mut Contents<'h>, id: ResourceId) -> Res<'h, ()> {
        if self.has_title_only(contents, id) {
            return Ok(());
        }
        let aliases = self.aliases_of(&contents.resources, id);
        for key in aliases
            .into_iter()
            .chain(self.name_of(&contents.resources, id))
        {
            let ty = contents.resources.get(id).ty;
            match self.alias_owner(&contents.resources, ty, &key.text) {
                Some(other) if other == id => {}
                Some(other) => {
                    // the naming values of a type whose Ruby file was not read are uncertain
                    if !matches!(contents.resources.ty(ty).family, Family::Unread) {
                        return fail(cannot_alias(&contents.resources, id, other, &key));
                    }
                }
                None => contents
                    .resources
                    .add_key(ty, self.heap.text(&key.text), id),
            }
        }
        Ok(())
    }

    /// Returns true if a resource certainly has no key besides its title, which names it.
    fn has_title_only(&self, contents: &Contents<'h>, id: ResourceId) -> bool {
        let resource = contents.resources.get(id);
        let ty = contents.resources.ty(resource.ty);
        let Some(naming) = ty.naming else {
            return false;
        };
        resource.title_parts.is_empty()
            && !contents.resources.is_declared_otherwise(id)
            && naming_attributes::name_of_title(ty, resource.title) == resource.title
            && !resource
                .parameters
                .iter()
                .any(|it| it.name == naming || it.name == self.names.alias)
    }

    /// Returns the resource that a key already refers to. The main class counts although no
    /// reference can name its title.
    fn alias_owner(&self, resources: &Resources<'h>, ty: TypeId, key: &str) -> Option<ResourceId> {
        match resources.ty(ty).family {
            Family::Class if key == MAIN_KEY => Some(MAIN),
            _ => resources.find(ty, key),
        }
    }

    /// Returns the values of a resource's metaparameter `alias` that differ from its title.
    pub(super) fn aliases_of(
        &self,
        resources: &Resources<'h>,
        id: ResourceId,
    ) -> Vec<ResourceKey<'h>> {
        let resource = resources.get(id);
        let ty = resources.ty(resource.ty);
        let mut keys = Vec::new();
        let aliases = ops::unfolded(resource.value(self.names.alias).into_iter());
        for alias in aliases.filter(|alias| !alias.is_undef()) {
            limits::items::<ResourceKey<'_>>(keys.len());
            let text = alias_key(ty, alias) + &resources_in(&[alias]);
            if text != resource.title {
                keys.push(ResourceKey::new(
                    ty,
                    resource,
                    text,
                    KeySource::Alias(alias),
                ));
            }
        }
        keys
    }

    /// Returns the key of the naming values of a resource, if it differs from the title.
    fn name_of(&self, resources: &Resources<'h>, id: ResourceId) -> Option<ResourceKey<'h>> {
        let resource = resources.get(id);
        let ty = resources.ty(resource.ty);
        let declared = match ty.family {
            Family::Class => ty,
            _ => resources.ty(resources.declared_type(id)),
        };
        let mut values = match naming_attributes::unique_values(self.heap, declared, resource) {
            Unique::Title => {
                let name = naming_attributes::name_of_title(declared, resource.title);
                (name != resource.title).then(|| vec![Value::string(self.heap, name)])?
            }
            Unique::Nothing => return None,
            Unique::Values(values) => values,
        };
        if values.len() > 1
            && let Family::Native(core) = declared.family
        {
            let mut names = naming_attributes::sorted(core.name_attributes).into_iter();
            let at = names.position(|name| name == "name");
            let name = at.map(|at| &mut values[at]);
            if let Some(value) = name.filter(|value| value.is_undef()) {
                *value = Value::string(self.heap, resource.title);
            }
        }
        let text = naming_attributes::key(&values).into_owned() + &resources_in(&values);
        Some(ResourceKey::new(
            ty,
            resource,
            text,
            KeySource::Names(values),
        ))
    }
}

/// Returns the text of an alias in the table of titles. A prefix marks an alias that no reference
/// can express.
fn alias_key(ty: &ResourceType<'_>, alias: Value<'_>) -> String {
    match (alias.as_str(), ty.family) {
        // references to classes are capitalized before the lookup
        (Some(text), Family::Class) if types::capitalized(text) == text => text.downcase(),
        (Some(text), Family::Class) => format!("\u{1}{text}"),
        (Some(text), _) => text.to_owned(),
        (None, _) => format!("\u{1}{}", text::ruby_inspect(alias)),
    }
}

/// Shows a value in Ruby's syntax.
fn inspected(value: Value<'_>) -> String {
    let Value::Type(ty) = value else {
        return text::ruby_inspect(value);
    };
    match (crate::rich::reference(ty), ty) {
        (
            Some(reference),
            Type::Resource {
                type_name: Some(name),
                title: Some(title),
                ..
            },
        ) => {
            let core = core_types::find(&name.downcase()).map(|core| core.name_attributes);
            let attribute = match core {
                Some([attribute]) => attribute,
                _ => "name",
            };
            format!("{reference}{{:{attribute}=>\"{title}\"}}")
        }
        (Some(reference), Type::Class(Some(name))) => {
            format!("{reference}{{:name=>\"{}\"}}", types::capitalized(name))
        }
        _ => text::ruby_inspect(value),
    }
}

/// Appends the addresses of the resources in values: two that look alike are equal only if they are
/// the same object.
fn resources_in(values: &[Value<'_>]) -> String {
    fn add(value: Value<'_>, out: &mut String) {
        limits::stack();
        match value {
            Value::Type(ty) if ty.is_resource_object() => {
                let _ = write!(out, "\u{1}{ty:p}");
            }
            Value::Array(items) => items.iter().for_each(|item| add(item, out)),
            Value::Hash(hash) => hash.iter().for_each(|(key, value)| {
                add(key, out);
                add(value, out);
            }),
            _ => {}
        }
    }
    let mut out = String::new();
    values.iter().for_each(|value| add(*value, &mut out));
    out
}

/// Builds the message `Cannot alias File[x] to ["/a"] at (..); resource ["File", "/a"] already
/// declared (..)`.
pub(super) fn cannot_alias(
    resources: &Resources<'_>,
    id: ResourceId,
    other: ResourceId,
    key: &ResourceKey<'_>,
) -> String {
    let place = |id: ResourceId| resources.get(id).place.as_ref().map(at);
    let reference = resources.reference(id);
    let here = place(id).map(|at| format!(" at {at}")).unwrap_or_default();
    let there = place(other).map(|at| format!(" {at}")).unwrap_or_default();
    let (shown, flat) = key.given.shown();
    let ty = resources.type_of(id).shown;
    let class = match seems_within(resources.get(id)) {
        None => ty.to_owned(),
        Some(before) => format!("{ty}[{before}"),
    };
    let mut parts = vec![format!("\"{class}\"")];
    parts.extend(flat);
    let parts = parts.join(", ");
    format!("Cannot alias {reference} to {shown}{here}; resource [{parts}] already declared{there}")
}
