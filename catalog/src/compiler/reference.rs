//! References written as texts: `Type[title]`, as relationship attributes and `realize` take them.

use runtime::text;

use super::collector;
use super::resource::{ResourceId, Resources};
use super::tag;

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
                text::inspected(shown, &mut quoted);
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
        false => Err(Unreadable::Tag(ty.to_lowercase())),
    }
}

/// A type that begins with a capital must be written as Puppet shows it; a class has no leading `::`.
fn named(resources: &Resources<'_>, ty: &str, title: &str) -> Option<ResourceId> {
    let shown = resources.ty(resources.find_type(ty)?).shown;
    let is_written_so = !ty.starts_with(|first: char| first.is_ascii_uppercase()) || shown == ty;
    match is_written_so && !(shown == "Class" && title.starts_with("::")) {
        true => collector::find(resources, ty, title),
        false => None,
    }
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
