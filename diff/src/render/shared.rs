//! Finds what several nodes have in common, so that it is listed once: whole changes, and parts of the
//! changes of a resource that differ otherwise.
//!
//! A part is an attribute, or one place in a text of several lines. Of the lines around that place,
//! the ones that all nodes have are kept.

use std::collections::HashMap;

use indexmap::IndexMap;

use super::section::{Row, Section, attribute_rows, sections, texts};
use crate::change::{AttributeChange, Change, Place, Reference};
use crate::compare::{SENSITIVE, TAGS};
use crate::lines::{CONTEXT, Line, lines};
use crate::render::puppet::visible;
use crate::report::Report;

/// The differences that exactly some groups of nodes have.
#[derive(Default)]
pub(super) struct Shared<'r> {
    changes: Vec<&'r Change>,
    parts: Vec<Part<'r>>,
}

impl Shared<'_> {
    /// Returns the sections, with those of resources first.
    pub fn sections(mut self) -> Vec<Section> {
        // the numbers of changes only show which was found first
        self.changes.sort_by(|a, b| order(a).cmp(&order(b)));
        let mut found = sections(&self.changes);
        let parts = merged(self.parts);
        if parts.is_empty() {
            return found;
        }
        // new tags follow from other differences
        found.retain(|section| !section.label.starts_with("tags of"));
        let end = found.iter().position(|one| one.type_name.is_empty());
        let of_catalog = found.split_off(end.unwrap_or(found.len()));
        found.extend(parts);
        found.sort_by(|a, b| (&a.type_name, &a.label).cmp(&(&b.type_name, &b.label)));
        found.extend(of_catalog);
        found
    }
}

/// Returns the sort key of a change: resources by type and title, then classes, tags and edges.
fn order(change: &Change) -> (u8, Option<&Reference>) {
    match change {
        Change::Resource { reference, .. } | Change::Changed { reference, .. } => {
            (0, Some(reference))
        }
        Change::Class { .. } => (1, None),
        Change::Tag { .. } => (2, None),
        Change::Edge { .. } => (3, None),
    }
}

/// A part of the changes of a resource.
struct Part<'r> {
    key: PartKey<'r>,
    /// The common lines before and after a place in a text.
    before: Vec<String>,
    after: Vec<String>,
}

/// The values that are equal in all changes that have the part.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PartKey<'r> {
    reference: &'r Reference,
    place: &'r Place,
    /// The path to the value, if it is a text of several lines.
    text: Option<String>,
    /// The number of equal parts before it in the same change.
    number: usize,
    rows: Vec<Row>,
}

/// Returns sets of groups that have differences in common, each with the differences that exactly
/// these groups have.
pub(super) fn shared(report: &Report) -> Vec<(Vec<usize>, Shared<'_>)> {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); report.changes.len()];
    for (i, group) in report.groups.iter().enumerate() {
        for change in &group.changes {
            groups[*change].push(i);
        }
    }
    let mut variants: HashMap<&Reference, Vec<usize>> = HashMap::new();
    for (i, change) in report.changes.iter().enumerate() {
        if let Change::Changed { reference, .. } = &**change {
            variants.entry(reference).or_default().push(i);
        }
    }
    let mut found: IndexMap<Vec<usize>, Shared<'_>> = IndexMap::new();
    for (i, change) in report.changes.iter().enumerate() {
        let others = match &**change {
            Change::Changed { reference, .. } => variants[reference].as_slice(),
            _ => &[],
        };
        let parts = match others {
            [first, _, ..] if *first == i => common_parts(report, others, &groups),
            [_, _, ..] => continue,
            _ => Split::default(),
        };
        for (groups, part) in parts.parts {
            found.entry(groups).or_default().parts.push(part);
        }
        let whole = if others.len() > 1 {
            parts.whole
        } else {
            vec![i]
        };
        for i in whole {
            let shared = found.entry(groups[i].clone()).or_default();
            shared.changes.push(&report.changes[i]);
        }
    }
    found.into_iter().collect()
}

/// The changes of one resource on different nodes.
#[derive(Default)]
struct Split<'r> {
    /// The changes that have nothing in common with the others.
    whole: Vec<usize>,
    /// The parts of the others, each with the groups that have it.
    parts: Vec<(Vec<usize>, Part<'r>)>,
}

fn common_parts<'r>(report: &'r Report, changes: &[usize], groups: &[Vec<usize>]) -> Split<'r> {
    let mut known: IndexMap<PartKey<'r>, (Vec<usize>, Part<'r>)> = IndexMap::new();
    for i in changes {
        for part in parts_of(&report.changes[*i]) {
            match known.get_mut(&part.key) {
                Some((owners, other)) => {
                    owners.push(*i);
                    keep_common(&mut other.before, &part.before, true);
                    keep_common(&mut other.after, &part.after, false);
                }
                None => drop(known.insert(part.key.clone(), (vec![*i], part))),
            }
        }
    }
    let is_split = |i: &usize| {
        let mut owners = known.values().map(|(owners, _)| owners);
        owners.any(|owners| owners.len() > 1 && owners.contains(i))
    };
    let (split, whole): (Vec<usize>, Vec<usize>) = changes.iter().copied().partition(is_split);
    let parts = known.into_values();
    let parts = parts.filter(|(owners, _)| owners.iter().any(|i| split.contains(i)));
    let parts = parts.map(|(owners, part)| {
        let mut all: Vec<usize> = owners.iter().flat_map(|i| groups[*i].clone()).collect();
        all.sort_unstable();
        all.dedup();
        (all, part)
    });
    Split {
        whole,
        parts: parts.collect(),
    }
}

/// Removes the lines that another place in a text does not have. `is_before` tells whether the lines
/// end at the place, or begin there.
fn keep_common(lines: &mut Vec<String>, others: &[String], is_before: bool) {
    let is_same = |(a, b): &(&String, &String)| a == b;
    if is_before {
        let pairs = lines.iter().rev().zip(others.iter().rev());
        let count = pairs.take_while(is_same).count();
        lines.drain(..lines.len() - count);
    } else {
        let count = lines.iter().zip(others).take_while(is_same).count();
        lines.truncate(count);
    }
}

/// Splits the change of a resource.
fn parts_of(change: &Change) -> Vec<Part<'_>> {
    let Change::Changed {
        reference,
        place,
        attributes,
    } = change
    else {
        return Vec::new();
    };
    let mut parts: Vec<Part<'_>> = Vec::new();
    let mut add = |text: Option<String>, rows: Vec<Row>, before, after| {
        let mut key = PartKey {
            reference,
            place,
            text,
            number: 0,
            rows,
        };
        while parts.iter().any(|part| part.key == key) {
            key.number += 1;
        }
        parts.push(Part { key, before, after });
    };
    let is_list = |one: &&AttributeChange| matches!(one.path.attribute(), TAGS | SENSITIVE);
    for change in attributes.iter().filter(|one| !is_list(one)) {
        let both = change.old.as_ref().zip(change.new.as_ref());
        match both.and_then(|(old, new)| texts(old, new)) {
            Some((old, new)) => {
                let name = change.path.to_string();
                for hunk in hunks(old, new) {
                    add(Some(name.clone()), hunk.rows, hunk.before, hunk.after);
                }
            }
            None => {
                let rows = attribute_rows(std::slice::from_ref(change));
                add(None, rows, Vec::new(), Vec::new());
            }
        }
    }
    let lists: Vec<AttributeChange> = attributes.iter().filter(is_list).cloned().collect();
    if !lists.is_empty() {
        add(None, attribute_rows(&lists), Vec::new(), Vec::new());
    }
    parts
}

/// One place in a text where lines differ.
#[derive(Default)]
struct Hunk {
    before: Vec<String>,
    rows: Vec<Row>,
    after: Vec<String>,
}

fn hunks(old: &str, new: &str) -> Vec<Hunk> {
    let mut found: Vec<Hunk> = Vec::new();
    let mut same: Vec<String> = Vec::new();
    // true while the lines follow the last place, and while they belong to it
    let (mut is_after, mut is_in) = (false, false);
    for line in lines(old, new) {
        match line {
            Line::Part { .. } => {
                same.clear();
                (is_after, is_in) = (false, false);
            }
            Line::Same(text) => {
                is_in = false;
                same.push(visible(text));
                if let Some(last) = found.last_mut().filter(|_| is_after) {
                    last.after.push(visible(text));
                    last.after.truncate(CONTEXT);
                }
            }
            Line::Only(sign, text) => {
                if !is_in {
                    let first = same.len().saturating_sub(CONTEXT);
                    found.push(Hunk {
                        before: same.split_off(first),
                        ..Hunk::default()
                    });
                    same.clear();
                    (is_after, is_in) = (true, true);
                }
                push(&mut found, Row::Line(sign, visible(text)));
            }
            Line::NoEnd if is_in => {
                let note = Row::Note("no line break at the end".to_owned());
                push(&mut found, note);
            }
            Line::NoEnd => {}
        }
    }
    found
}

fn push(hunks: &mut [Hunk], row: Row) {
    if let Some(last) = hunks.last_mut() {
        last.rows.push(row);
    }
}

/// Joins the parts of each resource to a section.
fn merged(parts: Vec<Part<'_>>) -> Vec<Section> {
    let mut found: IndexMap<(&Reference, &Place), (Section, Option<String>)> = IndexMap::new();
    for part in parts {
        let (reference, place) = (part.key.reference, part.key.place);
        let (section, text) = found
            .entry((reference, place))
            .or_insert_with(|| (Section::of(None, reference, place, Vec::new()), None));
        if let Some(name) = &part.key.text {
            if text.as_ref() != Some(name) {
                section.rows.push(Row::Name(name.clone()));
            }
            section.rows.push(Row::Part("@@".to_owned()));
        }
        text.clone_from(&part.key.text);
        section.rows.extend(part.before.into_iter().map(Row::Same));
        section.rows.extend(part.key.rows);
        section.rows.extend(part.after.into_iter().map(Row::Same));
    }
    found.into_values().map(|(section, _)| section).collect()
}
