//! Finds the naming attributes of resources of native types, and their values.

use std::borrow::Cow;

use frontend::Symbol;
use runtime::{Heap, Value, ops, text};

use crate::ruby::RubyType;

use super::resource::{Family, Resource, ResourceId, ResourceType, Resources, TypeId};

/// Returns the value that a title gives to the naming attribute.
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

/// Returns the naming attribute of a type if it has a single one, otherwise `name`.
fn name_attribute(ty: &ResourceType<'_>) -> &'static str {
    ty.family.naming_attribute().unwrap_or("name")
}

/// The values that must be unique among the resources of a type, besides the title.
pub enum Unique<'h> {
    /// The value that the title gives to the naming attribute.
    Title,
    /// Nothing, because the given value does not name the resource.
    Nothing,
    /// These values.
    Values(Vec<Value<'h>>),
}

/// Returns the values that must be unique among the resources of a type.
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
    // `false` does not name a resource
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
        family if !family.is_isomorphic() => Unique::Nothing,
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

/// Returns the naming attributes of a type in the order of the values in a key.
pub fn sorted(names: &[&'static str]) -> Vec<&'static str> {
    let mut names = names.to_vec();
    names.sort_unstable();
    names
}

/// Returns the key of naming values in the table of titles.
pub fn key<'v>(values: &[Value<'v>]) -> Cow<'v, str> {
    match values {
        [Value::String(text)] => Cow::Borrowed(text.as_str()),
        _ => {
            let all = ops::flat(values.iter().copied());
            Cow::Owned(match &*all {
                [Value::String(text)] => text.as_str().to_owned(),
                // the prefix makes the text differ from every title
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
    /// Returns the naming attribute of a resource and the value that its title gives to it, by the
    /// rules of the type that it was declared with.
    pub fn name_of(&self, id: ResourceId) -> (&'static str, &'h str) {
        let resource = self.get(id);
        let ty = self.ty(self.declared_type(id));
        (name_attribute(ty), name_of_title(ty, resource.title))
    }
}

impl Resources<'_> {
    /// Finds the resource that a reference means: by its title or an alias, otherwise by the value
    /// that the title gives to the naming attribute.
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
