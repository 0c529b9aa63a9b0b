//! Converts the contents of a report to sections with rows, which the renderers lay out. Each
//! resource has a section.

use crate::change::{
    AttributeChange, Change, Edge, Place, Reference, Relationship, ResourceContents, ShownValue,
    Sign,
};
use crate::compare::{SENSITIVE, TAGS};
use crate::lines::{Line, lines};
use crate::path::Segment;
use crate::render::puppet::{is_binary, shown, visible};

/// The differences of a resource, or of the classes, tags or edges of a catalog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The only side that has the resource, or `None` if both have it.
    pub sign: Option<Sign>,
    /// The resource's type; empty for a section about the catalog.
    pub type_name: String,
    /// `Type[title]`, or `classes`, `tags`, `edges`.
    pub label: String,
    /// The place where the resource is declared; empty if it is not known.
    pub place: String,
    /// The differences, in order.
    pub rows: Vec<Row>,
}

/// One row of a section.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Row {
    /// A value that was replaced.
    Pair {
        /// The path to the value.
        name: String,
        /// The old value.
        old: String,
        /// The new value.
        new: String,
    },
    /// A value that only one side has.
    Only {
        /// The side.
        sign: Sign,
        /// The path to the value.
        name: String,
        /// The value.
        value: String,
    },
    /// The attribute that the next lines are about.
    Name(String),
    /// A line that only one side has.
    Line(Sign, String),
    /// A line of both sides.
    Same(String),
    /// The beginning of a part of a text.
    Part(String),
    /// A remark by the renderer.
    Note(String),
    /// Names in a list.
    Names {
        /// The name of the list.
        name: String,
        /// Names that only the old side has.
        removed: Vec<String>,
        /// Names that only the new side has.
        added: Vec<String>,
    },
}

/// Returns the sections for the differences of a node. Leaves out differences that others explain:
/// edges of resources that are added or removed, and classes whose resource is added or removed.
pub fn sections(changes: &[&Change]) -> Vec<Section> {
    let mut found: Vec<Section> = changes
        .iter()
        .filter_map(|change| resource(change))
        .collect();
    let mut classes = Lists::default();
    let mut tags = Lists::default();
    let mut edges = Vec::new();
    for change in changes {
        match change {
            Change::Class { sign, name } if !has_class(changes, *sign, name) => {
                classes.push(*sign, name);
            }
            Change::Tag { sign, name } => tags.push(*sign, name),
            Change::Edge {
                sign,
                edge,
                implied: false,
            } => {
                edges.push(Row::Line(*sign, visible(&arrow(edge))));
            }
            _ => {}
        }
    }
    let of_catalog = |label: &str, rows: Vec<Row>| Section {
        sign: None,
        type_name: String::new(),
        label: label.to_owned(),
        place: String::new(),
        rows,
    };
    found.extend(classes.row("").map(|row| of_catalog("classes", vec![row])));
    // new tags follow from other differences, so they are only shown if there are none
    if found.is_empty() {
        found.extend(
            tags.row("")
                .map(|row| of_catalog("tags of the catalog", vec![row])),
        );
    }
    if !edges.is_empty() {
        found.push(of_catalog("edges", edges));
    }
    found
}

/// Returns true if the resource of a class is among the changes.
fn has_class(changes: &[&Change], wanted: Sign, name: &str) -> bool {
    changes.iter().any(|change| match change {
        Change::Resource {
            sign, reference, ..
        } => {
            *sign == wanted
                && reference.type_name == "Class"
                && reference.title.eq_ignore_ascii_case(name)
        }
        _ => false,
    })
}

fn arrow(edge: &Edge) -> String {
    match edge.relationship {
        Relationship::Contains => format!("{} → {}", edge.source, edge.target),
        other => format!("{} → {} ({})", edge.source, edge.target, other.word()),
    }
}

#[derive(Default)]
struct Lists {
    removed: Vec<String>,
    added: Vec<String>,
}

impl Lists {
    fn push(&mut self, sign: Sign, name: &str) {
        match sign {
            Sign::Removed => self.removed.push(visible(name)),
            Sign::Added => self.added.push(visible(name)),
        }
    }

    fn row(self, name: &str) -> Option<Row> {
        let is_empty = self.removed.is_empty() && self.added.is_empty();
        (!is_empty).then(|| Row::Names {
            name: name.to_owned(),
            removed: self.removed,
            added: self.added,
        })
    }
}

fn resource(change: &Change) -> Option<Section> {
    let (sign, reference, place, rows) = match change {
        Change::Resource {
            sign,
            reference,
            place,
            state,
        } => (Some(*sign), reference, place, state_rows(*sign, state)),
        Change::Changed {
            reference,
            place,
            attributes,
        } => (None, reference, place, attribute_rows(attributes)),
        Change::Class { .. } | Change::Tag { .. } | Change::Edge { .. } => return None,
    };
    Some(Section::of(sign, reference, place, rows))
}

impl Section {
    /// Makes the section of a resource.
    pub(super) fn of(
        sign: Option<Sign>,
        reference: &Reference,
        place: &Place,
        rows: Vec<Row>,
    ) -> Section {
        Section {
            sign,
            type_name: reference.type_name.clone(),
            label: visible(&reference.to_string()).replace('\t', "\u{2409}"),
            place: visible(&place.to_string()),
            rows,
        }
    }
}

/// Returns a text that is shown line by line: one with several lines.
fn as_lines(value: &ShownValue) -> Option<&str> {
    match value {
        ShownValue::Value(serde_json::Value::String(text))
            if text.trim_end_matches('\n').contains('\n') && !is_binary(text) =>
        {
            Some(text)
        }
        _ => None,
    }
}

fn state_rows(sign: Sign, state: &ResourceContents) -> Vec<Row> {
    let mut rows = Vec::new();
    for (name, value) in &state.parameters {
        only_rows(sign, name.clone(), value, &mut rows);
    }
    if state.exported {
        only_rows(
            sign,
            "exported".to_owned(),
            &ShownValue::Value(true.into()),
            &mut rows,
        );
    }
    rows
}

fn only_rows(sign: Sign, name: String, value: &ShownValue, rows: &mut Vec<Row>) {
    match as_lines(value) {
        Some(text) => {
            rows.push(Row::Name(name));
            rows.extend(text.lines().map(|line| Row::Line(sign, visible(line))));
        }
        None => rows.push(Row::Only {
            sign,
            name,
            value: shown(value),
        }),
    }
}

pub(super) fn attribute_rows(changes: &[AttributeChange]) -> Vec<Row> {
    let mut rows = Vec::new();
    let (mut tags, mut sensitive) = (Lists::default(), Lists::default());
    for change in changes {
        let sign = match change.old {
            Some(_) => Sign::Removed,
            None => Sign::Added,
        };
        match change.path.0.as_slice() {
            [Segment::Key(list), Segment::Key(name)] if list == TAGS => tags.push(sign, name),
            [Segment::Key(list), Segment::Key(name)] if list == SENSITIVE => {
                sensitive.push(sign, name);
            }
            _ => attribute_row(change, &mut rows),
        }
    }
    rows.extend(sensitive.row("sensitive parameters"));
    rows.extend(tags.row(TAGS));
    rows
}

fn attribute_row(change: &AttributeChange, rows: &mut Vec<Row>) {
    let name = change.path.to_string();
    match (&change.old, &change.new) {
        (Some(ShownValue::Hidden), Some(ShownValue::Hidden)) => {
            rows.push(Row::Note(format!(
                "{name}: the value differs and is not shown"
            )));
        }
        (Some(old), Some(new)) => match texts(old, new) {
            Some((old, new)) => {
                rows.push(Row::Name(name));
                text_rows(old, new, rows);
            }
            None => rows.push(Row::Pair {
                name,
                old: shown(old),
                new: shown(new),
            }),
        },
        (Some(old), None) => only_rows(Sign::Removed, name, old, rows),
        (None, Some(new)) => only_rows(Sign::Added, name, new, rows),
        (None, None) => {}
    }
}

/// Returns both values if they are texts and one of them has several lines.
pub(super) fn texts<'s>(old: &'s ShownValue, new: &'s ShownValue) -> Option<(&'s str, &'s str)> {
    match (old, new) {
        (
            ShownValue::Value(serde_json::Value::String(a)),
            ShownValue::Value(serde_json::Value::String(b)),
        ) if (as_lines(old).is_some() || as_lines(new).is_some())
            && !is_binary(a)
            && !is_binary(b) =>
        {
            Some((a, b))
        }
        _ => None,
    }
}

fn text_rows(old: &str, new: &str, rows: &mut Vec<Row>) {
    for line in lines(old, new) {
        rows.push(match line {
            Line::Part { old, new } => {
                Row::Part(format!("@@ -{},{} +{},{} @@", old.0, old.1, new.0, new.1))
            }
            Line::Same(text) => Row::Same(visible(text)),
            Line::Only(sign, text) => Row::Line(sign, visible(text)),
            Line::NoEnd => Row::Note("no line break at the end".to_owned()),
        });
    }
}
