//! Renders reports as text for people and machines.

mod html;
mod json;
mod markdown;
mod puppet;
mod section;
mod shared;
mod terminal;

pub use html::html;
pub use json::json;
pub use markdown::{LIMIT_BYTES, markdown};

pub use section::{Row, Section, sections};
pub use terminal::{Terminal, terminal};

use indexmap::IndexMap;

use crate::change::Sign;
use crate::report::{Outcome, Report, Totals};

/// The names of the two sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sides {
    /// The old side: a path or a revision.
    pub old: String,
    /// The new side.
    pub new: String,
}

/// The order of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum By {
    /// Each difference once, with the nodes that have it.
    #[default]
    Changes,
    /// Each group of nodes with equal differences, with all of these.
    Nodes,
}

/// Differences, and the nodes that have them.
pub(crate) struct Entry<'r> {
    /// The names of the nodes, sorted.
    pub nodes: Vec<&'r str>,
    pub sections: Vec<Section>,
}

/// Returns the listed entries in order: an entry that concerns more nodes comes first.
pub(crate) fn entries(report: &Report, by: By) -> Vec<Entry<'_>> {
    let all: Vec<(Vec<usize>, Vec<Section>)> = match by {
        By::Nodes => (0..report.groups.len())
            .map(|group| {
                let changes = &report.groups[group].changes;
                let changes: Vec<_> = changes.iter().map(|i| &*report.changes[*i]).collect();
                (vec![group], sections(&changes))
            })
            .collect(),
        By::Changes => {
            let all = shared::shared(report).into_iter();
            all.map(|(groups, shared)| (groups, shared.sections()))
                .collect()
        }
    };
    let entry = |(groups, sections): (Vec<usize>, Vec<Section>)| {
        let nodes = groups.iter().flat_map(|group| &report.groups[*group].nodes);
        let mut nodes: Vec<&str> = nodes.map(String::as_str).collect();
        nodes.sort_unstable();
        Entry { nodes, sections }
    };
    let mut entries: Vec<Entry<'_>> = all.into_iter().map(entry).collect();
    // the sort is stable: entries with equally many nodes keep the order of the report
    entries.sort_by_key(|entry| std::cmp::Reverse(entry.nodes.len()));
    entries
}

/// Nodes that lack a catalog on one side for the same reason.
pub(crate) struct Note<'r> {
    pub nodes: Vec<&'r str>,
    pub outcome: &'r Outcome,
}

impl Note<'_> {
    /// Describes what happened to the nodes.
    pub fn text(&self) -> &'static str {
        match self.outcome {
            Outcome::Added => "only on the new side",
            Outcome::Removed => "only on the old side",
            Outcome::Broken(_) => "not readable",
            Outcome::Failed { old, new } if old == new => "failing alike on both sides",
            Outcome::Failed {
                old: Some(_),
                new: Some(_),
            } => "failing on both sides in different ways",
            Outcome::Failed { old: Some(_), .. } => "failing on the old side only",
            Outcome::Failed { .. } => "failing on the new side only",
            Outcome::Equal | Outcome::Different(_) => "",
        }
    }

    /// Returns the errors, each with its side, or with `None` if both sides have it.
    pub fn errors(&self) -> Vec<(Option<Sign>, &str)> {
        match self.outcome {
            Outcome::Broken(problem) => vec![(None, problem)],
            Outcome::Failed { old, new } if old == new => {
                old.iter().map(|error| (None, error.as_str())).collect()
            }
            Outcome::Failed { old, new } => {
                let old = old
                    .iter()
                    .map(|error| (Some(Sign::Removed), error.as_str()));
                let new = new.iter().map(|error| (Some(Sign::Added), error.as_str()));
                old.chain(new).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns the nodes that lack a catalog on one side, grouped by reason.
pub(crate) fn notes(report: &Report) -> Vec<Note<'_>> {
    let mut found: IndexMap<&Outcome, Vec<&str>> = IndexMap::new();
    for (name, outcome) in &report.outcomes {
        if !matches!(outcome, Outcome::Equal | Outcome::Different(_)) {
            found.entry(outcome).or_default().push(name);
        }
    }
    let note = |(outcome, nodes)| Note { nodes, outcome };
    let mut notes: Vec<Note<'_>> = found.into_iter().map(note).collect();
    // notes about nodes without a difference come last
    notes.sort_by_key(|note| {
        (
            !note.outcome.is_difference(),
            std::cmp::Reverse(note.nodes.len()),
        )
    });
    notes
}

/// Returns the first names of a list, and the number of the others.
pub(crate) fn named(nodes: &[&str], most: usize) -> String {
    let shown = nodes.iter().take(most).map(|name| puppet::visible(name));
    let mut text = shown.collect::<Vec<_>>().join(", ");
    if nodes.len() > most {
        text.push_str(&format!(" and {} more", count(nodes.len() - most)));
    }
    text
}

/// Returns a number with commas between thousands.
pub(crate) fn count(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Returns a number of things as `1 node` or `2 nodes`.
pub(crate) fn counted(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{} {thing}s", count(number)),
    }
}

/// Returns one line about nodes: `5 nodes: 2 equal, 2 different, 1 failed`.
pub(crate) fn nodes_line(totals: &Totals) -> String {
    let parts = [
        (totals.equal, "equal"),
        (totals.different, "different"),
        (totals.added, "added"),
        (totals.removed, "removed"),
        (totals.failed, "failing"),
        (totals.failed_alike, "failing alike on both sides"),
        (totals.broken, "unreadable"),
    ];
    match parts_line(&parts) {
        parts if parts.is_empty() => counted(totals.nodes, "node"),
        parts => format!("{}: {parts}", counted(totals.nodes, "node")),
    }
}

/// Returns one line about resources: `resources: 1 added, 2 removed, 3 changed`; empty if there are
/// none.
pub(crate) fn resources_line(totals: &Totals) -> String {
    let parts = [
        (totals.resources_added, "added"),
        (totals.resources_removed, "removed"),
        (totals.resources_changed, "changed"),
    ];
    match parts_line(&parts) {
        parts if parts.is_empty() => parts,
        parts => format!("resources: {parts}"),
    }
}

/// Returns numbers with their words, without those that are zero: `1 added, 2 removed`.
fn parts_line(parts: &[(usize, &str)]) -> String {
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts: Vec<String> = parts
        .map(|(number, word)| format!("{} {word}", count(*number)))
        .collect();
    parts.join(", ")
}
