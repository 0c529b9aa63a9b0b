//! Resolves references: types in Puppet code, and texts such as `Type[title]` in relationship
//! attributes and arguments of `realize`.

use rubycore::case::Downcase;
use rubycore::inspect;
use runtime::types::{self, Type};
use runtime::{Cx, Heap, Res, Value};

use super::resource::{self, Family, ResourceId, Resources};
use super::{Compiler, tag};

impl<'h> Compiler<'h> {
    /// Converts a reference to the resource that attributes keep and that functions of the 3.x API
    /// see; returns `None` for a type that is not a reference or that is converted already.
    ///
    /// # Errors
    /// Fails if a file that may define its type is invalid.
    pub(super) fn as_resource(&self, cx: &mut Cx<'h>, ty: &Type<'h>) -> Res<'h, Option<Type<'h>>> {
        let (type_name, title) = match *ty {
            Type::Class(Some(name)) => ("Class", self.heap.text(&types::capitalized(name))),
            Type::Resource {
                type_name: Some(name),
                title,
                is_object: false,
                ..
            } => self.referred(cx, name, title.unwrap_or_default())?,
            _ => return Ok(None),
        };
        Ok(Some(resource_type(type_name, title)))
    }

    /// Returns the type and title that `Resource[name, title]` means as a value.
    ///
    /// # Errors
    /// Fails if a file that may define the type is invalid.
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

    /// Returns the type and title by which `defined` and overrides look up `Resource[name, title]`.
    /// If `name` is not a resource type (classes and nodes are none here), the title is read as a
    /// reference, or else as the name of a class.
    ///
    /// # Errors
    /// Fails if a file that may define the type is invalid.
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

    /// Returns true if a capitalized name is that of a resource type; classes and nodes do not
    /// count.
    ///
    /// # Errors
    /// Fails if a file that may define it is invalid.
    pub(super) fn is_known(&self, cx: &mut Cx<'h>, name: &str) -> Res<'h, bool> {
        let contents = self.contents.borrow();
        if let Some(ty) = contents.resources.find_type(name) {
            let family = contents.resources.ty(ty).family;
            return Ok(!matches!(family, Family::Class | Family::Node));
        }
        drop(contents);
        self.is_resource_type(cx, &name.to_ascii_lowercase())
    }

    /// Returns the title of a class as references show it; a capitalized title stays unchanged.
    pub(super) fn shown_class(&self, title: &'h str) -> &'h str {
        match title {
            "" => "main",
            title if title.starts_with(|first: char| first.is_ascii_uppercase()) => title,
            title => self.heap.text(&types::capitalized(title)),
        }
    }
}

/// Creates the value that attributes keep for a resource; a class may be named in any case.
pub(super) fn resource_value<'h>(heap: &'h Heap, ty: &'h str, title: &'h str) -> Value<'h> {
    let title = match ty {
        "Class" => heap.text(&types::capitalized(title)),
        _ => title,
    };
    Value::ty(heap, resource_type(ty, title))
}

/// Creates the type that attributes keep for a reference.
fn resource_type<'h>(ty: &'h str, title: &'h str) -> Type<'h> {
    Type::Resource {
        type_name: Some(ty),
        title: Some(title),
        is_object: true,
        given: None,
    }
}

/// A reason why a text cannot refer to any resource.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// The text does not have the form of a reference.
    Untitled,
    /// The type is not a valid tag, which every type name must be.
    Tag(String),
}

impl Unreadable {
    /// Returns Puppet's message; `shown` is the text of the reference.
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

/// Finds the resource that a text refers to.
///
/// # Errors
/// Fails if the text is not a reference at all.
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

/// Finds a resource by type and title. A capitalized type must be spelled the way Puppet shows it.
fn named(resources: &Resources<'_>, ty: &str, title: &str) -> Option<ResourceId> {
    let shown = resources.ty(resources.find_type(ty)?).shown;
    let is_written_so = !ty.starts_with(|first: char| first.is_ascii_uppercase()) || shown == ty;
    match is_written_so && (shown != "Class" || title.split("::").all(may_be_class)) {
        true => resource::find(resources, ty, title),
        false => None,
    }
}

/// Returns true if a text may be a segment of a class's title: one with a capital first letter must
/// have no other capitals; segments in lower case get capitalized.
fn may_be_class(segment: &str) -> bool {
    let mut letters = segment.chars();
    let is_capital = |letter: char| letter.is_uppercase();
    !letters.next().is_some_and(is_capital) || !letters.any(is_capital)
}

/// Returns the type and title of the first reference in a text. It begins at the start of a line;
/// the title extends from the first bracket to the last closing bracket at the end of a line.
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

/// Returns the index of the collector that a value represents.
pub(super) fn collector_of(value: Value<'_>) -> Option<usize> {
    match value {
        Value::Type(ty) => ty.collector()?.0.parse().ok(),
        _ => None,
    }
}

/// Formats a reference: `Type[title]`.
pub(super) fn shown(ty: &str, title: &str) -> String {
    format!("{ty}[{title}]")
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
