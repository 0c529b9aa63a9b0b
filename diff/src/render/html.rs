//! Writes a report as a single HTML page that needs no other file. It contains the data as JSON and
//! a script that draws the visible part.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Sides, nodes_line, notes, resources_line};
use crate::change::Sign;
use crate::render::section::{Row, Section};
use crate::render::shared::{Shared, shared};
use crate::report::{Outcome, Report};

/// The page, with a mark in place of the data.
const PAGE: &str = include_str!("page.html");

/// The mark that is replaced by the data.
const MARK: &str = "@DATA@";

/// Writes a report.
///
/// # Errors
/// Returns the sink's error.
pub fn html(report: &Report, sides: &Sides, out: &mut dyn Write) -> io::Result<()> {
    let (before, after) = PAGE.split_once(MARK).unwrap_or((PAGE, ""));
    out.write_all(before.as_bytes())?;
    let data = serde_json::to_string(&data(report, sides))?;
    // an end tag in a text must not end the script
    out.write_all(data.replace('<', "\\u003c").as_bytes())?;
    out.write_all(after.as_bytes())
}

fn data(report: &Report, sides: &Sides) -> Value {
    let totals = report.totals();
    let node = |(name, outcome): &(String, Outcome)| match outcome {
        Outcome::Equal => json!([name, "equal", -1]),
        Outcome::Different(group) => json!([name, "different", group]),
        Outcome::Added => json!([name, "added", -1]),
        Outcome::Removed => json!([name, "removed", -1]),
        Outcome::Failed { old, new } if old == new => json!([name, "alike", -1]),
        Outcome::Failed { .. } | Outcome::Broken(_) => json!([name, "failed", -1]),
    };
    let note = |note: super::Note<'_>| {
        let errors = note.errors().into_iter();
        let errors = errors.map(|(sign, error)| json!([mark(sign), error]));
        json!({
            "text": note.text(),
            "nodes": note.nodes,
            "errors": errors.collect::<Vec<_>>(),
            "differs": note.outcome.is_difference(),
        })
    };
    let entry = |(groups, shared): (Vec<usize>, Shared<'_>)| {
        json!({
            "groups": groups,
            "sections": shared.sections().iter().map(section).collect::<Vec<_>>(),
        })
    };
    json!({
        "old": sides.old,
        "new": sides.new,
        "nodesLine": nodes_line(&totals),
        "resourcesLine": resources_line(&totals),
        "nodes": report.outcomes.iter().map(node).collect::<Vec<_>>(),
        "notes": notes(report).into_iter().map(note).collect::<Vec<_>>(),
        "entries": shared(report).into_iter().map(entry).collect::<Vec<_>>(),
    })
}

fn mark(sign: Option<Sign>) -> &'static str {
    match sign {
        Some(Sign::Removed) => "-",
        Some(Sign::Added) => "+",
        None => "~",
    }
}

fn section(section: &Section) -> Value {
    json!({
        "s": mark(section.sign),
        "t": section.type_name,
        "l": section.label,
        "p": section.place,
        "r": section.rows.iter().map(row).collect::<Vec<_>>(),
    })
}

/// Converts a row. Its first item is the kind of the row.
fn row(row: &Row) -> Value {
    match row {
        Row::Pair { name, old, new } => json!(["pair", name, old, new]),
        Row::Only { sign, name, value } => json!(["only", mark(Some(*sign)), name, value]),
        Row::Name(name) => json!(["name", name]),
        Row::Line(sign, text) => json!(["line", mark(Some(*sign)), text]),
        Row::Same(text) => json!(["line", " ", text]),
        Row::Part(text) => json!(["part", text]),
        Row::Note(text) => json!(["note", text]),
        Row::Names {
            name,
            removed,
            added,
        } => json!(["names", name, removed, added]),
    }
}
