//! Explains a resource as a whole, and lists all resources.

use rubycore::case::Downcase;

use super::report::{Answer, Entry, Presence, Subject};
use super::tracer::Tracer;
use crate::compiler::resource::find;
use crate::compiler::resource::{Family, MAIN, ResourceId};

impl<'t, 'h> Tracer<'t, 'h> {
    /// Explains the resources of a type with a title or a pattern.
    pub(super) fn resource(&self, ty: &str, title: &str, attributes: &[String]) -> Answer {
        let mut ids: Vec<ResourceId> = find(&self.contents.resources, ty, title)
            .into_iter()
            .collect();
        if ids.is_empty() && is_pattern(title) {
            ids = self.matching(ty, title);
        }
        if ids.is_empty() {
            return self.missing(ty, title);
        }
        let mut subjects = Vec::new();
        for id in ids {
            subjects.push(self.subject(id, attributes));
            subjects.extend(self.refused(id));
        }
        Answer::Subjects(subjects)
    }

    fn matching(&self, ty: &str, pattern: &str) -> Vec<ResourceId> {
        let resources = &self.contents.resources;
        let Some(ty) = resources.find_type(ty) else {
            return Vec::new();
        };
        let is_class = matches!(resources.ty(ty).family, Family::Class);
        let pattern = match is_class {
            true => pattern.downcase(),
            false => pattern.to_owned(),
        };
        let ids = resources.ty(ty).resources.iter().copied();
        ids.filter(|id| matches(&pattern, resources.get(*id).title))
            .collect()
    }

    fn subject(&self, id: ResourceId, attributes: &[String]) -> Subject {
        let mut chain = self.chain(id);
        let realized = self.realization(id);
        let at = chain.len().min(1);
        chain.splice(at..at, realized);
        let is_whole = attributes.is_empty();
        Subject {
            reference: self.contents.resources.reference(id),
            presence: self.presence(id),
            chain,
            attributes: self.attributes(id, attributes),
            tags: match is_whole || attributes.iter().any(|it| it == "tags") {
                true => self.tags(id),
                false => Vec::new(),
            },
            relations: match is_whole {
                true => self.relations(id),
                false => Vec::new(),
            },
        }
    }

    /// Returns the rejected second declarations of a resource.
    fn refused(&self, id: ResourceId) -> Vec<Subject> {
        let refused = self.record.refused.iter().filter(|it| it.first == id);
        let subject = |again: &crate::compiler::record::RejectedDeclaration| Subject {
            reference: self.contents.resources.reference(id),
            presence: Presence::Refused,
            chain: self.chain_of(again.place.as_ref(), again.scope, &again.calls),
            attributes: Vec::new(),
            tags: Vec::new(),
            relations: Vec::new(),
        };
        refused.map(subject).collect()
    }

    fn presence(&self, id: ResourceId) -> Presence {
        let resource = self.contents.resources.get(id);
        match (resource.is_virtual, resource.exported) {
            (true, true) => Presence::Exported,
            (true, false) => Presence::Virtual,
            (false, _) => Presence::Present,
        }
    }

    /// Returns the tags of a resource with their origins.
    fn tags(&self, id: ResourceId) -> Vec<(String, String)> {
        let resource = self.contents.resources.get(id);
        let origin = |tag: &str| {
            let ty = self.contents.resources.ty(resource.ty);
            if tag == ty.name || ty.name.split("::").any(|part| part == tag) {
                return "its type".to_owned();
            }
            let title = resource.title.downcase();
            if tag == &*title || title.split("::").any(|part| part == tag) {
                return "its title".to_owned();
            }
            let given = resource.value(self.compiler.names.tag);
            let given = given.map(|value| runtime::text::interpolated(value).downcase());
            if given.is_some_and(|given| given.contains(tag)) {
                return "its attribute tag".to_owned();
            }
            self.tagged_by(id, tag)
        };
        let tags = resource.tags.iter().map(|tag| self.contents.tags.text(tag));
        tags.map(|tag| (tag.to_owned(), origin(tag))).collect()
    }

    /// Returns the outermost container that a tag may come from.
    fn tagged_by(&self, id: ResourceId, tag: &str) -> String {
        let resources = &self.contents.resources;
        let Some(tag) = self.contents.tags.find(tag) else {
            return String::new();
        };
        let mut seen = vec![id];
        let mut found = None;
        let mut next = resources.get(id).scope;
        loop {
            let container = self.compiler.container(self.cx, next);
            if seen.contains(&container) || !resources.get(container).tags.contains(tag) {
                break;
            }
            found = Some(container);
            seen.push(container);
            next = resources.get(container).scope;
        }
        match found {
            Some(container) => self.reference(container),
            None => "the function tag".to_owned(),
        }
    }

    /// Lists all resources in the order of their declaration.
    pub(super) fn list(&self) -> Vec<Entry> {
        let resources = &self.contents.resources;
        let ids = (0..resources.list.len() as u32).map(ResourceId);
        let entry = |id: ResourceId| {
            let resource = resources.get(id);
            let first = self.chain(id).into_iter().find_map(|step| step.site);
            Entry {
                reference: resources.reference(id),
                presence: self.presence(id),
                site: first,
                container: match id.0 <= MAIN.0 {
                    true => "every catalog".to_owned(),
                    false => self.scope_text(resource.scope),
                },
            }
        };
        ids.map(entry).collect()
    }
}

/// Returns true if a title may be a pattern.
fn is_pattern(title: &str) -> bool {
    title.contains(['*', '?'])
}

/// Returns true if a text matches a pattern; `*` matches any characters, `?` matches one.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut of) = (0, 0);
    // the last star, and the position up to which it has matched
    let mut star: Option<(usize, usize)> = None;
    while of < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, of));
                at += 1;
            }
            Some(&c) if c == '?' || c == text[of] => (at, of) = (at + 1, of + 1),
            _ => match star {
                Some((star_at, taken)) => {
                    star = Some((star_at, taken + 1));
                    (at, of) = (star_at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_whole_texts() {
        assert!(matches("/etc/*", "/etc/ntp/keys"));
        assert!(matches("*", ""));
        assert!(matches("a*b*c", "a_bb_c"));
        assert!(matches("?b", "ab"));
        assert!(!matches("/etc/*.conf", "/etc/ntp.cfg"));
        assert!(!matches("?", ""));
        assert!(!matches("a*b", "a"));
    }
}
