//! What names a resource of a native type besides its title.

use std::borrow::Cow;

use frontend::Symbol;
use runtime::{Heap, Value, ops, text};

use crate::ruby::RubyType;

use super::resource::{Family, Resource, ResourceId, ResourceType, Resources, TypeId};

/// What the title of a resource says of its naming attribute.
pub fn name_of_title<'t>(ty: &ResourceType<'_>, title: &'t str) -> &'t str {
    match ty.name {
        "file" => match title.trim_end_matches('/') {
            "" if title.starts_with('/') => "/",
            // `C:/` keeps its slash
            name if name.ends_with(':') && title.len() > name.len() => &title[..=name.len()],
            name => name,
        },
        _ => title,
    }
}

/// The attribute that names resources of a type, when it is a single one.
fn name_attribute(ty: &ResourceType<'_>) -> &'static str {
    match ty.family {
        Family::Native(core) => match core.name_attributes {
            [name] => name,
            _ => "name",
        },
        _ => "name",
    }
}

/// What must be distinct among resources of a type, besides the title.
pub enum Unique<'h> {
    /// What the title itself names.
    Title,
    /// Nothing: what is given names nothing.
    Nothing,
    /// These values.
    Values(Vec<Value<'h>>),
}

/// What must be distinct among resources of a type, when the title alone does not say it.
pub fn unique_values<'h>(
    heap: &'h Heap,
    ty: &ResourceType<'h>,
    resource: &Resource<'h>,
) -> Unique<'h> {
    let given = |name: &str| Symbol::lookup(name).and_then(|name| resource.value(name));
    let in_title = |name: &str| {
        let mut parts = resource.title_parts.iter();
        let (_, text) = parts.find(|(part, _)| *part == name)?;
        Some(Value::string(heap, text))
    };
    // `false` names nothing
    let named = |name: &str| given(name).filter(|value| value.is_truthy());
    let single = |name: &str| match given(name).filter(|value| !value.is_undef()) {
        None => match in_title(name) {
            Some(value) if value.as_str() != Some(resource.title) => Unique::Values(vec![value]),
            _ => Unique::Title,
        },
        Some(value) if !value.is_truthy() => Unique::Nothing,
        Some(value) if value.as_str() == Some(resource.title) => Unique::Title,
        Some(value) => Unique::Values(vec![value]),
    };
    match ty.family {
        Family::Native(core) if !core.isomorphic => Unique::Nothing,
        Family::Native(core) => match core.name_attributes {
            [] => single("name"),
            [name] => single(name),
            names => {
                let value = |&name: &&str| match name {
                    "name" => named(name)
                        .or_else(|| in_title(name))
                        .unwrap_or(Value::Undef),
                    _ => given(name)
                        .or_else(|| in_title(name))
                        .unwrap_or(Value::Undef),
                };
                Unique::Values(sorted(names).iter().map(value).collect())
            }
        },
        Family::Unread | Family::Define(_) => single("name"),
        Family::Class | Family::Node => Unique::Nothing,
    }
}

/// The attributes that name resources of a type, in the order of the values that name one.
pub fn sorted(names: &[&'static str]) -> Vec<&'static str> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

/// The text under which values are kept among the titles of a type.
pub fn key<'v>(values: &[Value<'v>]) -> Cow<'v, str> {
    match values {
        [Value::String(text)] => Cow::Borrowed(text.as_str()),
        _ => {
            let all = ops::flat(values.iter().copied());
            Cow::Owned(match &*all {
                [Value::String(text)] => text.as_str().to_owned(),
                // no title looks like these
                [single] => format!("\u{1}{}", text::ruby_inspect(*single)),
                _ => {
                    let shown = all.iter().map(|value| text::ruby_inspect(*value));
                    format!("\u{1}[{}]", shown.collect::<Vec<_>>().join(", "))
                }
            })
        }
    }
}

impl<'h> Resources<'h> {
    /// The attribute that names a resource, and what its title says of it: as the type that it was
    /// declared with has it.
    pub fn name_of(&self, id: ResourceId) -> (&'static str, &'h str) {
        let resource = self.get(id);
        let ty = self.ty(self.declared_type(id));
        (name_attribute(ty), name_of_title(ty, resource.title))
    }
}

impl Resources<'_> {
    /// The resource that a reference means: by title or alias, else by what the title names.
    pub fn resolve(&self, ty: TypeId, title: &str) -> Option<ResourceId> {
        if let Some(id) = self.find(ty, title) {
            return Some(id);
        }
        let entry = self.ty(ty);
        let name = name_of_title(entry, title);
        if name != title {
            return self.find(ty, name);
        }
        match entry.family {
            Family::Native(core) if core.name_attributes.len() > 1 => {
                let heap = Heap::new();
                let whole = || heap.slice(&[("name", heap.text(title))]);
                let of_type = |ty: &RubyType| ty.parts_of_reference(&heap, title);
                let parts = entry.ruby.and_then(of_type).unwrap_or_else(whole);
                let part = |name: &str| parts.iter().find(|(part, _)| *part == name);
                let value =
                    |name| part(name).map_or(Value::Undef, |(_, text)| Value::string(&heap, text));
                let values: Vec<Value<'_>> = sorted(core.name_attributes)
                    .into_iter()
                    .map(value)
                    .collect();
                self.find(ty, &key(&values))
            }
            _ => None,
        }
    }
}
