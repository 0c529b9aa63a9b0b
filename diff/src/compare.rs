//! Compares two catalogs of a node.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::catalog::names;
use crate::change::{AttributeChange, Change, Edge, Reference, Relationship, ShownValue, Sign};
use crate::document::{Document, Form, Item, Problem, TextIndex};
use crate::filter::Filter;
use crate::path::{Path, Segment};
use crate::resource::{self, DecodedResource, Fields};
use crate::value::{differences, same};

/// Compares two catalogs. The changes are sorted: resources by type and title, then classes, tags
/// and edges. Both documents must be of the same node. Parts that one of the forms leaves out are
/// not compared.
///
/// # Errors
/// Fails if a resource or an edge that differs cannot be decoded.
pub fn compare(
    old: &Document<'_>,
    new: &Document<'_>,
    filter: &Filter,
) -> Result<Vec<Change>, Problem> {
    let mut changes = Vec::new();
    let (old_left, new_left) = left(&old.resources, &new.resources);
    let both = Comparison {
        old,
        new,
        filter,
        has_secrets: old.form == Form::Puppet && new.form == Form::Puppet,
    };
    let pairs = both.pair(&old_left, &new_left)?;
    // resources that are added or removed, but whose differences the filter leaves out
    let mut dropped = HashSet::new();
    for (reference, pair) in &pairs {
        match both.resource(reference, pair)? {
            Some(change) if filter.wants(reference) => changes.push(change),
            None if pair.is_alone() => drop(dropped.insert(reference)),
            _ => {}
        }
    }
    let has_lists = |document: &Document<'_>| document.form == Form::Puppet;
    if has_lists(old) && has_lists(new) {
        let class = |sign, name| Change::Class { sign, name };
        both.list(old.classes, new.classes, "classes", class, &mut changes)?;
        if !filter.ignores_tags() {
            let tag = |sign, name| Change::Tag { sign, name };
            both.list(old.tags, new.tags, "tags", tag, &mut changes)?;
        }
    }
    both.edges(&pairs, &dropped, &mut changes)?;
    Ok(changes)
}

/// Returns the items of each side whose exact text the other side does not have.
fn left<'t>(old: &[Item<'t>], new: &[Item<'t>]) -> (Vec<Item<'t>>, Vec<Item<'t>>) {
    let mut is_matched = vec![false; old.len()];
    let mut new_left = Vec::new();
    for item in new {
        match item.same.and_then(|i| is_matched.get_mut(i as usize)) {
            Some(matched) => *matched = true,
            None => new_left.push(*item),
        }
    }
    let unmatched = old.iter().enumerate().filter(|(i, _)| !is_matched[*i]);
    let mut old_left: Vec<Item<'t>> = unmatched.map(|(_, item)| *item).collect();
    if !old_left.is_empty() {
        // of several equal items only the first may have been matched
        let first = TextIndex::of(old);
        old_left.retain(|item| first.get(item.text).is_none_or(|i| !is_matched[i]));
    }
    (old_left, new_left)
}

/// A resource on both sides, or on one of them.
#[derive(Default)]
struct Pair<'t> {
    old: Option<Fields<'t>>,
    new: Option<Fields<'t>>,
}

impl Pair<'_> {
    /// Returns true if only one side has the resource.
    fn is_alone(&self) -> bool {
        self.old.is_none() || self.new.is_none()
    }
}

struct Comparison<'c, 't> {
    old: &'c Document<'t>,
    new: &'c Document<'t>,
    filter: &'c Filter,
    /// True if both sides mark sensitive parameters.
    has_secrets: bool,
}

impl<'t> Comparison<'_, 't> {
    /// Pairs the resources by type and title. The result is sorted.
    fn pair(
        &self,
        old: &[Item<'t>],
        new: &[Item<'t>],
    ) -> Result<Vec<(Reference, Pair<'t>)>, Problem> {
        let mut pairs: HashMap<Reference, Pair<'t>> = HashMap::with_capacity(old.len());
        let sides = [(self.old, old), (self.new, new)];
        for (i, (document, items)) in sides.into_iter().enumerate() {
            for item in items {
                let fields = Fields::read(item.text).map_err(|error| {
                    Problem::at(
                        document.text,
                        error.at + offset(document, item.text),
                        error.what,
                    )
                })?;
                let reference = self.located(document, &fields, fields.reference())?;
                let pair = pairs.entry(reference).or_default();
                let side = if i == 0 { &mut pair.old } else { &mut pair.new };
                if side.replace(fields).is_some() {
                    let reference = fields.reference()?;
                    let twice = Problem::new(format!("{reference} is in the catalog twice"));
                    return self.located(document, &fields, Err(twice));
                }
            }
        }
        let mut pairs: Vec<_> = pairs.into_iter().collect();
        pairs.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(pairs)
    }

    /// Adds the line of a resource to an error.
    fn located<T>(
        &self,
        document: &Document<'_>,
        fields: &Fields<'_>,
        result: Result<T, Problem>,
    ) -> Result<T, Problem> {
        result.map_err(|problem| {
            let at = fields
                .offset()
                .saturating_sub(document.text.as_ptr().addr());
            Problem::at(document.text, at, problem.what)
        })
    }

    fn resource(&self, reference: &Reference, pair: &Pair<'t>) -> Result<Option<Change>, Problem> {
        let alone = |sign, document, fields: &Fields<'t>| {
            let declared = self.located(document, fields, fields.declared())?;
            if self.filter.ignores_tagged(&declared.tags) {
                return Ok(None);
            }
            let mut state = declared.state();
            let is_wanted = |name: &str| !self.filter.ignores_attribute(reference, name);
            state.parameters.retain(|(name, _)| is_wanted(name));
            if self.filter.ignores_tags() {
                state.tags.clear();
            }
            Ok(Some(Change::Resource {
                sign,
                reference: reference.clone(),
                place: self.located(document, fields, fields.place())?,
                state,
            }))
        };
        match (&pair.old, &pair.new) {
            (Some(old), Some(new)) => self.changed(reference, old, new),
            (Some(old), None) => alone(Sign::Removed, self.old, old),
            (None, Some(new)) => alone(Sign::Added, self.new, new),
            (None, None) => Ok(None),
        }
    }

    fn changed(
        &self,
        reference: &Reference,
        old: &Fields<'t>,
        new: &Fields<'t>,
    ) -> Result<Option<Change>, Problem> {
        if old.is_like(new) {
            return Ok(None);
        }
        let a = self.located(self.old, old, old.declared())?;
        let b = self.located(self.new, new, new.declared())?;
        if self.filter.ignores_tagged(&a.tags) || self.filter.ignores_tagged(&b.tags) {
            return Ok(None);
        }
        let mut attributes = self.parameters(&a, &b);
        self.flags(&a, &b, &mut attributes);
        attributes.retain(|change| !self.filter.ignores_path(reference, &change.path));
        if attributes.is_empty() {
            return Ok(None);
        }
        Ok(Some(Change::Changed {
            reference: reference.clone(),
            place: self.located(self.new, new, new.place())?,
            attributes,
        }))
    }

    fn parameters(&self, a: &DecodedResource, b: &DecodedResource) -> Vec<AttributeChange> {
        let mut found = Vec::new();
        // PuppetDB leaves out the values of sensitive parameters
        let is_left_out = |name: &str| {
            !self.has_secrets && (a.sensitive.contains(name) || b.sensitive.contains(name))
        };
        let mut note = |name: &str, old: bool, new: bool| {
            found.push(AttributeChange {
                path: Path(vec![Segment::Key(name.to_owned())]),
                old: old.then_some(ShownValue::Hidden),
                new: new.then_some(ShownValue::Hidden),
            });
        };
        let mut visible = Vec::new();
        let old_only = a
            .parameters
            .iter()
            .filter(|(name, _)| !b.parameters.contains_key(*name));
        let pairs = old_only
            .map(|(name, value)| (name, Some(value), None))
            .chain(
                b.parameters
                    .iter()
                    .map(|(name, value)| (name, a.parameters.get(name), Some(value))),
            );
        for (name, old, new) in pairs {
            if is_left_out(name) {
                continue;
            }
            let is_hidden = a.hides(name) || b.hides(name);
            match (old, new) {
                (Some(old), Some(new)) if same(old, new) => {}
                (old, new) if is_hidden => note(name, old.is_some(), new.is_some()),
                (Some(old), Some(new)) => visible.extend(differences(name, old, new)),
                (old, new) => {
                    let only = |value: &serde_json::Value| match crate::value::is_sensitive(value) {
                        true => ShownValue::Hidden,
                        false => ShownValue::Value(crate::value::redacted(value)),
                    };
                    visible.push(AttributeChange {
                        path: Path(vec![Segment::Key(name.clone())]),
                        old: old.map(only),
                        new: new.map(only),
                    });
                }
            }
        }
        found.extend(visible);
        found.sort_by(|a, b| a.path.cmp(&b.path));
        found
    }

    /// Compares the properties of a resource other than its parameters: whether the resource is
    /// exported, which parameters are sensitive, and the tags.
    fn flags(&self, a: &DecodedResource, b: &DecodedResource, found: &mut Vec<AttributeChange>) {
        if a.exported != b.exported {
            let word = |is: bool| Some(ShownValue::Value(is.into()));
            found.push(AttributeChange {
                path: Path(vec![Segment::Key("exported".to_owned())]),
                old: word(a.exported),
                new: word(b.exported),
            });
        }
        let mut sets = |name: &str, old: &BTreeSet<String>, new: &BTreeSet<String>| {
            for item in old.symmetric_difference(new) {
                let word = |has: bool| has.then(|| ShownValue::Value(true.into()));
                found.push(AttributeChange {
                    path: Path(vec![
                        Segment::Key(name.to_owned()),
                        Segment::Key(item.clone()),
                    ]),
                    old: word(old.contains(item)),
                    new: word(new.contains(item)),
                });
            }
        };
        if self.has_secrets {
            sets(SENSITIVE, &a.sensitive, &b.sensitive);
        }
        if !self.filter.ignores_tags() {
            sets(TAGS, &a.tags, &b.tags);
        }
    }

    /// Compares two lists of names of the catalog.
    fn list(
        &self,
        old: Option<&[u8]>,
        new: Option<&[u8]>,
        what: &str,
        change: impl Fn(Sign, String) -> Change,
        changes: &mut Vec<Change>,
    ) -> Result<(), Problem> {
        if old == new {
            return Ok(());
        }
        let (old, new) = (names(old, what)?, names(new, what)?);
        for name in old.symmetric_difference(&new) {
            let sign = match old.contains(name) {
                true => Sign::Removed,
                false => Sign::Added,
            };
            let change = change(sign, name.clone());
            if self.filter.wants_change(&change) {
                changes.push(change);
            }
        }
        Ok(())
    }

    fn edges(
        &self,
        pairs: &[(Reference, Pair<'_>)],
        dropped: &HashSet<&Reference>,
        changes: &mut Vec<Change>,
    ) -> Result<(), Problem> {
        let (old_left, new_left) = left(&self.old.edges, &self.new.edges);
        let has_all = self.old.form == self.new.form;
        let read = |document: &Document<'_>, items: &[Item<'_>]| {
            let mut edges = Vec::with_capacity(items.len());
            for item in items {
                let edge = resource::edge(item.text).map_err(|problem| {
                    Problem::at(document.text, offset(document, item.text), problem.what)
                })?;
                if has_all || edge.relationship == Relationship::Contains {
                    edges.push(edge);
                }
            }
            edges.sort();
            edges.dedup();
            Ok::<Vec<Edge>, Problem>(edges)
        };
        let (old, new) = (read(self.old, &old_left)?, read(self.new, &new_left)?);
        let is_alone = |reference: &Reference| {
            let found = pairs.binary_search_by(|(other, _)| other.cmp(reference));
            found.is_ok_and(|i| pairs[i].1.is_alone())
        };
        let only = |edges: &[Edge], others: &[Edge], sign| {
            let missing = edges
                .iter()
                .filter(|edge| others.binary_search(edge).is_err());
            let missing = missing
                .filter(|edge| !dropped.contains(&edge.source) && !dropped.contains(&edge.target));
            let change = |edge: &Edge| Change::Edge {
                sign,
                implied: is_alone(&edge.source) || is_alone(&edge.target),
                edge: edge.clone(),
            };
            missing.map(change).collect::<Vec<_>>()
        };
        let mut found = only(&old, &new, Sign::Removed);
        found.extend(only(&new, &old, Sign::Added));
        found.retain(|change| self.filter.wants_change(change));
        changes.extend(found);
        Ok(())
    }
}

/// The attribute name in changes of the tags of a resource.
pub(crate) const TAGS: &str = "tags";

/// The attribute name in changes of the list of sensitive parameters.
pub(crate) const SENSITIVE: &str = "sensitive_parameters";

/// Returns the offset in a document at which a part of its text begins.
fn offset(document: &Document<'_>, part: &[u8]) -> usize {
    part.as_ptr()
        .addr()
        .saturating_sub(document.text.as_ptr().addr())
}
