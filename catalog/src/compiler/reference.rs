//! What references refer to: types in the language, and texts such as `Type[title]`, as relationship
//! attributes and `realize` take them.

use rubycore::case::Downcase;
use rubycore::inspect;
use runtime::types::{self, Type};
use runtime::{Cx, Heap, Res, Value};

use super::resource::{Family, ResourceId, Resources};
use super::{Compiler, collector, tag};

impl<'h> Compiler<'h> {
    /// The resource that a reference stands for, as attributes keep it and functions of the 3.x
    /// API see it; `None` for what is no reference, or is one of that kind already.
    ///
    /// # Errors
    /// What is wrong with a file that may define its type.
    pub(super) fn as_resource(&self, cx: &mut Cx<'h>, ty: &Type<'h>) -> Res<'h, Option<Type<'h>>> {
        let (type_name, title) = match *ty {
            Type::Class(Some(name)) => ("Class", self.heap.text(&types::capitalized(name))),
            Type::Resource {
                type_name: Some(name),
                title,
                kept: false,
                ..
            } => self.referred(cx, name, title.unwrap_or_default())?,
            _ => return Ok(None),
        };
        Ok(Some(resource_type(type_name, title)))
    }

    /// The type and title that `Resource[name, title]` means as a value.
    ///
    /// # Errors
    /// What is wrong with a file that may define the type.
    pub(super) fn referred(
        &self,
        cx: &mut Cx<'h>,
        name: &'h str,
        title: &'h str,
    ) -> Res<'h, (&'h str, &'h str)> {
        match name {
            "Class" => {
                let title = title.strip_prefix("::").unwrap_or(title);
                Ok((name, self.shown_class(title)))
            }
            "Node" => Ok((name, title)),
            _ => self.found_as(cx, name, title),
        }
    }

    /// The type and title under which `defined` and overrides look for `Resource[name, title]`.
    /// What is no resource type, as classes and nodes are none there, stands for what the title
    /// refers to, else for a class.
    ///
    /// # Errors
    /// What is wrong with a file that may define the type.
    pub(super) fn found_as(
        &self,
        cx: &mut Cx<'h>,
        name: &'h str,
        title: &'h str,
    ) -> Res<'h, (&'h str, &'h str)> {
        let known = match name {
            "Component" => false,
            _ => self.is_known(cx, name)?,
        };
        if known && name != "Whit" {
            return Ok((name, title));
        }
        if let Some((ty, title)) = split(title) {
            let ty = self.heap.text(&types::capitalized(ty));
            return Ok(match ty {
                "Class" => (ty, self.shown_class(title)),
                ty => (ty, title),
            });
        }
        match known {
            true => Ok((name, title)),
            false => Ok(("Class", self.shown_class(title))),
        }
    }

    /// Whether a name that begins with a capital is that of a resource type, which classes and
    /// nodes have none of.
    ///
    /// # Errors
    /// What is wrong with a file that may define it.
    pub(super) fn is_known(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        let state = self.state.borrow();
        if let Some(ty) = state.resources.find_type(name) {
            let family = state.resources.ty(ty).family;
            return Ok(!matches!(family, Family::Class | Family::Node));
        }
        drop(state);
        self.is_resource_type(cx, &name.to_ascii_lowercase())
    }

    /// The title of a class as references show it: one that begins with a capital stays.
    pub(super) fn shown_class(&self, title: &'h str) -> &'h str {
        match title {
            "" => "main",
            title if title.starts_with(|first: char| first.is_ascii_uppercase()) => title,
            title => self.heap.text(&types::capitalized(title)),
        }
    }
}

/// The resource of a type and title, a class's in any case, as attributes keep it.
pub(super) fn resource_value<'h>(heap: &'h Heap, ty: &'h str, title: &'h str) -> Value<'h> {
    let title = match ty {
        "Class" => heap.text(&types::capitalized(title)),
        _ => title,
    };
    Value::ty(heap, resource_type(ty, title))
}

/// A reference as attributes keep it.
fn resource_type<'h>(ty: &'h str, title: &'h str) -> Type<'h> {
    Type::Resource {
        type_name: Some(ty),
        title: Some(title),
        kept: true,
        given: None,
    }
}

/// Why a text refers to no resource, whatever there is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// It has not the form of a reference.
    Untitled,
    /// What stands for the type can't be a tag, as types are.
    Tag(String),
}

impl Unreadable {
    /// What Puppet says of the text that stands for the reference.
    pub(crate) fn message(&self, shown: &str) -> String {
        match self {
            Self::Untitled => {
                let mut quoted = String::new();
                inspect::write(shown, &mut quoted);
                format!("No title provided and {quoted} is not a valid resource reference")
            }
            Self::Tag(tag) => format!("Invalid tag '{tag}'"),
        }
    }
}

/// The resource that a text refers to.
///
/// # Errors
/// What is no reference at all.
pub(crate) fn find(
    resources: &Resources<'_>,
    text: &str,
) -> Result<Option<ResourceId>, Unreadable> {
    let (ty, title) = split(text).ok_or(Unreadable::Untitled)?;
    if let Some(id) = named(resources, ty, title) {
        return Ok(Some(id));
    }
    match tag::is_valid(ty) {
        true => Ok(None),
        false => Err(Unreadable::Tag(ty.downcase())),
    }
}

/// A type that begins with a capital must be written as Puppet shows it.
fn named(resources: &Resources<'_>, ty: &str, title: &str) -> Option<ResourceId> {
    let shown = resources.ty(resources.find_type(ty)?).shown;
    let is_written_so = !ty.starts_with(|first: char| first.is_ascii_uppercase()) || shown == ty;
    match is_written_so && (shown != "Class" || title.split("::").all(may_be_class)) {
        true => collector::find(resources, ty, title),
        false => None,
    }
}

/// Whether a segment may be that of a class's title: what begins with a capital must be written as
/// Puppet shows it, other segments are capitalized.
fn may_be_class(segment: &str) -> bool {
    let mut letters = segment.chars();
    let is_capital = |letter: char| letter.is_uppercase();
    !letters.next().is_some_and(is_capital) || !letters.any(is_capital)
}

/// The type and title of the first place that may be a reference: from the begin of a line, before
/// a bracket, and from there to the last bracket at the end of a line.
pub(super) fn split(text: &str) -> Option<(&str, &str)> {
    let begins = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(begins).find_map(|begin| {
        let (ty, rest) = text[begin..].split_once('[')?;
        let mut ends = rest
            .match_indices(']')
            .map(|(at, _)| at)
            .filter(|&at| at > 0 && matches!(rest.as_bytes().get(at + 1), None | Some(b'\n')));
        let title = &rest[..ends.next_back()?];
        (!ty.is_empty() && !ty.contains(']')).then_some((ty, title))
    })
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn splits_texts_as_lines() {
        assert_eq!(split("File[/a]"), Some(("File", "/a")));
        assert_eq!(split("File[[/a]]"), Some(("File", "[/a]")));
        assert_eq!(split("File[/a]\nb"), Some(("File", "/a")));
        assert_eq!(split("[\nFile[/a]"), Some(("File", "/a")));
        assert_eq!(split("File[]"), None);
        assert_eq!(split("File[/a] "), None);
        assert_eq!(split("[a]"), None);
    }
}
