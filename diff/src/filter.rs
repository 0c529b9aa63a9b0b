//! Owns the filters that select the differences to report.

use std::collections::BTreeSet;

use crate::change::{Change, Reference};
use crate::path::Path;

/// Matches a text against a pattern. `*` matches any characters and `?` one character. A backslash
/// makes the next character literal.
fn matches(pattern: &[char], text: &[char]) -> bool {
    let (mut p, mut t) = (0, 0);
    // the positions to continue at if the text after a `*` does not match
    let mut retry: Option<(usize, usize)> = None;
    loop {
        let (is_any, step) = match pattern.get(p) {
            Some('*') => {
                retry = Some((p + 1, t));
                p += 1;
                continue;
            }
            Some('\\') if p + 1 < pattern.len() => (false, 2),
            Some('?') => (true, 1),
            Some(_) => (false, 1),
            None if t == text.len() => return true,
            None => (false, 0),
        };
        let is_match = step > 0 && t < text.len() && (is_any || pattern[p + step - 1] == text[t]);
        if is_match {
            p += step;
            t += 1;
            continue;
        }
        match retry {
            Some((after, from)) if from < text.len() => {
                retry = Some((after, from + 1));
                (p, t) = (after, from + 1);
            }
            _ => return false,
        }
    }
}

/// A pattern with `*` and `?`.
#[derive(Clone, Debug)]
struct Wildcard {
    pattern: Vec<char>,
    ignores_case: bool,
}

impl Wildcard {
    fn new(text: &str, ignores_case: bool) -> Wildcard {
        let text = match ignores_case {
            true => text.to_lowercase(),
            false => text.to_owned(),
        };
        Wildcard {
            pattern: text.chars().collect(),
            ignores_case,
        }
    }

    fn matches(&self, text: &str) -> bool {
        let text: Vec<char> = match self.ignores_case {
            true => text.to_lowercase().chars().collect(),
            false => text.chars().collect(),
        };
        matches(&self.pattern, &text)
    }
}

/// A pattern of resources: `Type[title]` or `Type`, with `*` and `?`.
#[derive(Clone, Debug)]
pub struct ResourcePattern {
    type_name: Wildcard,
    title: Option<Wildcard>,
}

impl ResourcePattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Fails if the type or the closing bracket is missing.
    pub fn parse(text: &str) -> Result<ResourcePattern, String> {
        let (type_name, title) = match text.split_once('[') {
            None => (text, None),
            Some((type_name, rest)) => match rest.strip_suffix(']') {
                Some(title) => (type_name, Some(title)),
                None => return Err(format!("'{text}': the ']' at the end is missing")),
            },
        };
        if type_name.is_empty() {
            return Err(format!("'{text}': expected Type[title] or Type"));
        }
        // titles of classes are their names, whose case does not matter
        let is_class = type_name.eq_ignore_ascii_case("class");
        Ok(ResourcePattern {
            type_name: Wildcard::new(type_name, true),
            title: title.map(|title| Wildcard::new(title, is_class)),
        })
    }

    /// Returns true if the pattern matches a resource.
    pub fn matches(&self, reference: &Reference) -> bool {
        self.type_name.matches(&reference.type_name)
            && self
                .title
                .as_ref()
                .is_none_or(|title| title.matches(&reference.title))
    }
}

/// A pattern of attributes: `attribute` or `Type[title]{attribute}`. The attribute may be a path
/// into its value, in the form in which differences are listed.
#[derive(Clone, Debug)]
pub struct AttributePattern {
    resource: Option<ResourcePattern>,
    attribute: Wildcard,
}

impl AttributePattern {
    /// Parses a pattern.
    ///
    /// # Errors
    /// Fails if the text has neither form.
    pub fn parse(text: &str) -> Result<AttributePattern, String> {
        let (resource, attribute) = match text.strip_suffix('}') {
            Some(rest) => {
                let (resource, attribute) = rest
                    .rsplit_once('{')
                    .ok_or_else(|| format!("'{text}': the '{{' is missing"))?;
                (Some(ResourcePattern::parse(resource)?), attribute)
            }
            None if text.contains(['{', '}']) => {
                return Err(format!("'{text}': expected Type[title]{{attribute}}"));
            }
            None => (None, text),
        };
        match attribute.is_empty() {
            true => Err(format!("'{text}': there is no attribute")),
            false => Ok(AttributePattern {
                resource,
                attribute: Wildcard::new(attribute, false),
            }),
        }
    }

    fn matches(&self, reference: &Reference, path: &str) -> bool {
        if self
            .resource
            .as_ref()
            .is_some_and(|resource| !resource.matches(reference))
        {
            return false;
        }
        // the pattern of an attribute also matches everything inside of it
        let ends = path
            .match_indices(['.', '['])
            .map(|(i, _)| i)
            .chain([path.len()]);
        ends.into_iter()
            .any(|end| self.attribute.matches(&path[..end]))
    }
}

/// Selects the differences to report; by default all of them.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Resources whose differences are left out, together with the edges to them.
    pub ignore: Vec<ResourcePattern>,
    /// Attributes whose differences are left out.
    pub ignore_attributes: Vec<AttributePattern>,
    /// True if differences of tags are left out.
    pub ignore_tags: bool,
    /// Tags whose resources are left out.
    pub ignore_tagged: Vec<String>,
    /// If not empty, the only resources whose differences are reported.
    pub only: Vec<ResourcePattern>,
    /// True if differences of edges are left out.
    pub ignore_edges: bool,
}

impl Filter {
    pub(crate) fn ignores_tags(&self) -> bool {
        self.ignore_tags
    }

    /// Returns true if differences of a resource are reported.
    pub(crate) fn wants(&self, reference: &Reference) -> bool {
        let among = |patterns: &[ResourcePattern]| {
            patterns.iter().any(|pattern| pattern.matches(reference))
        };
        (self.only.is_empty() || among(&self.only)) && !among(&self.ignore)
    }

    pub(crate) fn ignores_tagged(&self, tags: &BTreeSet<String>) -> bool {
        self.ignore_tagged.iter().any(|tag| tags.contains(tag))
    }

    /// Returns true if an attribute of a resource is left out as a whole.
    pub(crate) fn ignores_attribute(&self, reference: &Reference, name: &str) -> bool {
        self.ignore_attributes
            .iter()
            .any(|pattern| pattern.matches(reference, name))
    }

    pub(crate) fn ignores_path(&self, reference: &Reference, path: &Path) -> bool {
        if self.ignore_attributes.is_empty() {
            return false;
        }
        self.ignores_attribute(reference, &path.to_string())
    }

    /// Returns true if a difference of the catalog itself is reported.
    pub(crate) fn wants_change(&self, change: &Change) -> bool {
        match change {
            Change::Class { name, .. } => self.wants(&Reference {
                type_name: "Class".to_owned(),
                title: name.clone(),
            }),
            // if only some resources are reported, tags of the catalog are not
            Change::Tag { .. } => self.only.is_empty(),
            Change::Edge { edge, .. } => {
                !self.ignore_edges && self.wants(&edge.target) && {
                    let is_ignored = |pattern: &ResourcePattern| pattern.matches(&edge.source);
                    !self.ignore.iter().any(is_ignored)
                }
            }
            Change::Resource { reference, .. } | Change::Changed { reference, .. } => {
                self.wants(reference)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reference(text: &str) -> Reference {
        Reference::parse(text)
    }

    #[test]
    fn patterns_match_types_and_titles() {
        for (pattern, text, expected) in [
            ("File[/etc/*]", "File[/etc/ssh/sshd_config]", true),
            ("file[/etc/*]", "File[/etc/motd]", true),
            ("File[/ETC/*]", "File[/etc/motd]", false),
            ("File", "File[/etc/motd]", true),
            ("*[*motd]", "File[/etc/motd]", true),
            ("Class[NTP*]", "Class[Ntp::Service]", true),
            ("Exec[a[b] c]", "Exec[a[b] c]", true),
            ("Exec[a?c]", "Exec[abc]", true),
            ("Exec[a?c]", "Exec[ac]", false),
            ("Exec[a\\*]", "Exec[ab]", false),
            ("Exec[a\\*]", "Exec[a*]", true),
            ("Exec[*a*b*]", "Exec[xxaxxbxx]", true),
            ("Exec[*a*b]", "Exec[abx]", false),
        ] {
            let pattern_read = ResourcePattern::parse(pattern).expect(pattern);
            assert_eq!(
                pattern_read.matches(&reference(text)),
                expected,
                "{pattern} {text}"
            );
        }
        for broken in ["", "[a]", "File[a"] {
            assert!(ResourcePattern::parse(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn patterns_of_attributes_match_what_is_inside() {
        let motd = reference("File[/etc/motd]");
        for (pattern, path, expected) in [
            ("content", "content", true),
            ("options", "options.debug", true),
            ("options.debug", "options.debug[3]", true),
            ("options.d*", "options.debug", true),
            ("option", "options.debug", false),
            ("File[*]{mode}", "mode", true),
            ("Exec[*]{mode}", "mode", false),
        ] {
            let pattern_read = AttributePattern::parse(pattern).expect(pattern);
            assert_eq!(
                pattern_read.matches(&motd, path),
                expected,
                "{pattern} {path}"
            );
        }
        for broken in ["", "File[a]{}", "File[a]{mode", "{mode}"] {
            assert!(AttributePattern::parse(broken).is_err(), "{broken}");
        }
    }
}
