//! Writes a report for machines as one JSON document.
//!
//! `docs/diff.md` documents the schema. Its version increases when a field changes its meaning or
//! is removed, but not when a field is added.

use std::io::{self, Write};

use serde_json::{Map, Value, json};

use super::Sides;
use super::section::{Row, Section};
use super::shared::{Shared, shared};
use crate::change::{
    AttributeChange, Change, Place, Reference, ResourceContents, ShownValue, Sign,
};
use crate::compare::{SENSITIVE, TAGS};
use crate::path::Segment;
use crate::report::{Outcome, Report};

/// The version of the schema.
const SCHEMA: &str = "bunraku-diff/1";

/// Writes a report.
///
/// # Errors
/// Returns the sink's error.
pub fn json(report: &Report, sides: &Sides, out: &mut dyn Write) -> io::Result<()> {
    let totals = report.totals();
    let mut document = Map::new();
    let mut put = |key: &str, value: Value| drop(document.insert(key.to_owned(), value));
    put("schema", SCHEMA.into());
    put("old", sides.old.as_str().into());
    put("new", sides.new.as_str().into());
    put("different", report.is_different().into());
    put(
        "summary",
        json!({
            "nodes": totals.nodes,
            "equal": totals.equal,
            "different": totals.different,
            "added": totals.added,
            "removed": totals.removed,
            "failed": totals.failed,
            "failed_alike": totals.failed_alike,
            "unreadable": totals.broken,
            "resources_added": totals.resources_added,
            "resources_removed": totals.resources_removed,
            "resources_changed": totals.resources_changed,
        }),
    );
    let nodes = report
        .outcomes
        .iter()
        .map(|(name, outcome)| (name.clone(), node(outcome)));
    put("nodes", Value::Object(nodes.collect()));
    let group =
        |group: &crate::report::Group| json!({"nodes": group.nodes, "changes": group.changes});
    put("groups", report.groups.iter().map(group).collect());
    let counts = report.counts();
    let changes = report.changes.iter().zip(counts).enumerate();
    put(
        "changes",
        changes
            .map(|(id, (of, count))| change(id, of, count))
            .collect(),
    );
    put("shared", shared(report).into_iter().map(common).collect());
    // the serializer writes each token on its own
    let mut out = io::BufWriter::with_capacity(1 << 16, out);
    serde_json::to_writer_pretty(&mut out, &Value::Object(document))?;
    writeln!(out)?;
    out.flush()
}

/// Returns what exactly some groups of nodes have in common.
fn common((groups, shared): (Vec<usize>, Shared<'_>)) -> Value {
    let sections = shared.sections();
    let sections: Vec<Value> = sections.iter().map(section).collect();
    json!({"groups": groups, "sections": sections})
}

fn section(section: &Section) -> Value {
    let kind = section.sign.map_or("changed", Sign::word);
    let rows: Vec<Value> = section.rows.iter().map(row).collect();
    json!({"about": section.label, "kind": kind, "place": section.place, "rows": rows})
}

fn row(row: &Row) -> Value {
    match row {
        Row::Pair { name, old, new } => {
            json!({"kind": "changed", "path": name, "old": old, "new": new})
        }
        Row::Only { sign, name, value } => {
            json!({"kind": sign.word(), "path": name, "value": value})
        }
        Row::Name(name) => json!({"kind": "text", "path": name}),
        Row::Part(_) => json!({"kind": "part"}),
        Row::Line(sign, line) => json!({"kind": format!("line_{}", sign.word()), "line": line}),
        Row::Same(line) => json!({"kind": "line", "line": line}),
        Row::Note(note) => json!({"kind": "note", "note": note}),
        Row::Names {
            name,
            removed,
            added,
        } => json!({"kind": "names", "path": name, "removed": removed, "added": added}),
    }
}

fn node(outcome: &Outcome) -> Value {
    match outcome {
        Outcome::Equal => json!({"status": "equal"}),
        Outcome::Different(group) => json!({"status": "different", "group": group}),
        Outcome::Added => json!({"status": "added"}),
        Outcome::Removed => json!({"status": "removed"}),
        Outcome::Failed { old, new } => {
            json!({"status": "failed", "old_error": old, "new_error": new})
        }
        Outcome::Broken(problem) => json!({"status": "unreadable", "problem": problem}),
    }
}

fn change(id: usize, change: &Change, nodes: usize) -> Value {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| drop(map.insert(key.to_owned(), value));
    put("id", id.into());
    put("nodes", nodes.into());
    match change {
        Change::Resource {
            sign,
            reference,
            place,
            state,
        } => {
            put("kind", format!("resource_{}", sign.word()).into());
            put_resource(&mut put, reference, place);
            put_state(&mut put, state);
        }
        Change::Changed {
            reference,
            place,
            attributes,
        } => {
            put("kind", "resource_changed".into());
            put_resource(&mut put, reference, place);
            put("attributes", attributes.iter().map(attribute).collect());
        }
        Change::Class { sign, name } => {
            put("kind", format!("class_{}", sign.word()).into());
            put("name", name.as_str().into());
        }
        Change::Tag { sign, name } => {
            put("kind", format!("tag_{}", sign.word()).into());
            put("name", name.as_str().into());
        }
        Change::Edge {
            sign,
            edge,
            implied,
        } => {
            put("kind", format!("edge_{}", sign.word()).into());
            put("source", edge.source.to_string().into());
            put("target", edge.target.to_string().into());
            put("relationship", edge.relationship.word().into());
            put("implied", (*implied).into());
        }
    }
    Value::Object(map)
}

fn put_resource(put: &mut dyn FnMut(&str, Value), reference: &Reference, place: &Place) {
    put("resource", reference.to_string().into());
    put("type", reference.type_name.as_str().into());
    put("title", reference.title.as_str().into());
    put(
        "file",
        place.file.as_deref().map_or(Value::Null, Value::from),
    );
    put("line", place.line.map_or(Value::Null, Value::from));
}

fn put_state(put: &mut dyn FnMut(&str, Value), state: &ResourceContents) {
    let parameters = state
        .parameters
        .iter()
        .map(|(name, value)| (name.clone(), shown(value)));
    put("parameters", Value::Object(parameters.collect()));
    put("tags", state.tags.iter().map(String::as_str).collect());
    put("exported", state.exported.into());
}

/// Wraps a value, so that a hidden value cannot be mistaken for a real one.
fn shown(value: &ShownValue) -> Value {
    match value {
        ShownValue::Value(value) => json!({"value": value}),
        ShownValue::Hidden => json!({"sensitive": true}),
    }
}

fn attribute(change: &AttributeChange) -> Value {
    let segment = |segment: &Segment| match segment {
        Segment::Key(key) => json!(key),
        Segment::Item { old, new } if old == new => json!(old),
        Segment::Item { old, new } => json!({"old": old, "new": new}),
    };
    let mut map = Map::new();
    map.insert("attribute".to_owned(), change.path.attribute().into());
    map.insert(
        "path".to_owned(),
        change.path.0.iter().map(segment).collect(),
    );
    let is_list = matches!(change.path.attribute(), TAGS | SENSITIVE) && change.path.0.len() == 2;
    let word = match (&change.old, &change.new) {
        (Some(_), Some(_)) => "changed",
        (Some(_), None) => "removed",
        _ => "added",
    };
    map.insert("kind".to_owned(), word.into());
    if !is_list {
        let mut put = |key: &str, value: &Option<ShownValue>| {
            if let Some(value) = value {
                map.insert(key.to_owned(), shown(value));
            }
        };
        put("old", &change.old);
        put("new", &change.new);
    }
    Value::Object(map)
}
