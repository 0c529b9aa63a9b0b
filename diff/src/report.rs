//! Compares many nodes in parallel, keeps each distinct difference once, and groups nodes with
//! equal differences.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::fast::FixedState;
use indexmap::IndexSet;
use rayon::prelude::*;

use crate::change::{Change, Sign};
use crate::compare::compare;
use crate::document::{Document, Problem};
use crate::filter::Filter;

/// The state of a node on one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Side {
    /// The side has a catalog.
    Catalog,
    /// The side does not have the node.
    Missing,
    /// The side could not compile the node. Contains the error.
    Failed(String),
}

/// A node and its state on both sides.
#[derive(Clone, Debug)]
pub struct Pair {
    /// The node's name.
    pub name: String,
    /// The old side.
    pub old: Side,
    /// The new side.
    pub new: Side,
}

/// The result of comparing a node.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// Nothing differs.
    Equal,
    /// The index of the node's group.
    Different(usize),
    /// Only the new side has the node.
    Added,
    /// Only the old side has the node.
    Removed,
    /// The compilation failed on at least one side. A side without an error has a catalog or does
    /// not have the node.
    Failed {
        /// The old side's error.
        old: Option<String>,
        /// The new side's error.
        new: Option<String>,
    },
    /// A catalog is broken. Contains the problem.
    Broken(String),
}

impl Outcome {
    /// Returns true if the sides differ.
    pub fn is_difference(&self) -> bool {
        match self {
            Outcome::Equal | Outcome::Broken(_) => false,
            Outcome::Different(_) | Outcome::Added | Outcome::Removed => true,
            Outcome::Failed { old, new } => old != new,
        }
    }
}

/// Nodes with equal differences.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// The names of the nodes, sorted.
    pub nodes: Vec<String>,
    /// The indices of their differences in [`Report::changes`].
    pub changes: Vec<usize>,
}

/// The differences of all nodes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// The outcome of each node, sorted by name.
    pub outcomes: Vec<(String, Outcome)>,
    /// The distinct differences.
    pub changes: Vec<Arc<Change>>,
    /// The groups, those with the most nodes first.
    pub groups: Vec<Group>,
}

/// The numbers of nodes by outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Totals {
    /// All nodes.
    pub nodes: usize,
    /// Nodes without a difference.
    pub equal: usize,
    /// Nodes with catalogs that differ.
    pub different: usize,
    /// Nodes that only the new side has.
    pub added: usize,
    /// Nodes that only the old side has.
    pub removed: usize,
    /// Nodes that failed on one side, or on both with different errors.
    pub failed: usize,
    /// Nodes that failed on both sides with the same error.
    pub failed_alike: usize,
    /// Nodes with a broken catalog.
    pub broken: usize,
    /// Distinct resources added.
    pub resources_added: usize,
    /// Distinct resources removed.
    pub resources_removed: usize,
    /// Distinct changes of resources.
    pub resources_changed: usize,
}

impl Report {
    /// Returns true if any node differs.
    pub fn is_different(&self) -> bool {
        self.outcomes
            .iter()
            .any(|(_, outcome)| outcome.is_difference())
    }

    /// Counts the nodes by outcome, and the distinct changes of resources.
    pub fn totals(&self) -> Totals {
        let mut totals = Totals {
            nodes: self.outcomes.len(),
            ..Totals::default()
        };
        for (_, outcome) in &self.outcomes {
            let count = match outcome {
                Outcome::Equal => &mut totals.equal,
                Outcome::Different(_) => &mut totals.different,
                Outcome::Added => &mut totals.added,
                Outcome::Removed => &mut totals.removed,
                Outcome::Failed { old, new } if old == new => &mut totals.failed_alike,
                Outcome::Failed { .. } => &mut totals.failed,
                Outcome::Broken(_) => &mut totals.broken,
            };
            *count += 1;
        }
        for change in &self.changes {
            match **change {
                Change::Resource {
                    sign: Sign::Added, ..
                } => totals.resources_added += 1,
                Change::Resource {
                    sign: Sign::Removed,
                    ..
                } => totals.resources_removed += 1,
                Change::Changed { .. } => totals.resources_changed += 1,
                _ => {}
            }
        }
        totals
    }

    /// Returns, for each change, the number of nodes that have it.
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.changes.len()];
        for group in &self.groups {
            for change in &group.changes {
                counts[*change] += group.nodes.len();
            }
        }
        counts
    }
}

/// Distinct changes, numbered in the order in which threads found them.
type DistinctChanges = Mutex<IndexSet<Arc<Change>, FixedState>>;

/// Compares the nodes. `read` appends the catalog of a node on the old (`false`) or new (`true`)
/// side to a buffer. It is called from several threads, but the result does not depend on their
/// timing.
pub fn compare_all(
    pairs: &[Pair],
    read: impl Fn(&Pair, bool, &mut Vec<u8>) -> Result<(), String> + Sync,
    filter: &Filter,
) -> Report {
    let known = DistinctChanges::default();
    let buffers = || (Vec::new(), Vec::new());
    let found: Vec<Result<Vec<usize>, Outcome>> = pairs
        .par_iter()
        .map_init(buffers, |(old, new), pair| {
            if let Some(outcome) = without_catalogs(pair) {
                return Err(outcome);
            }
            old.clear();
            new.clear();
            let changes = changes(pair, &read, old, new, filter).map_err(Outcome::Broken)?;
            let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
            let number = |change| known.insert_full(Arc::new(change)).0;
            Ok(changes.into_iter().map(number).collect())
        })
        .collect();
    let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
    grouped(pairs, found, known)
}

/// Returns the outcome of a node unless it has a catalog on both sides.
fn without_catalogs(pair: &Pair) -> Option<Outcome> {
    let error = |side: &Side| match side {
        Side::Failed(error) => Some(error.clone()),
        Side::Catalog | Side::Missing => None,
    };
    match (&pair.old, &pair.new) {
        (Side::Catalog, Side::Catalog) => None,
        (Side::Missing, Side::Missing) => Some(Outcome::Equal),
        (Side::Missing, Side::Catalog) => Some(Outcome::Added),
        (Side::Catalog, Side::Missing) => Some(Outcome::Removed),
        (old, new) => Some(Outcome::Failed {
            old: error(old),
            new: error(new),
        }),
    }
}

fn changes(
    pair: &Pair,
    read: &impl Fn(&Pair, bool, &mut Vec<u8>) -> Result<(), String>,
    old: &mut Vec<u8>,
    new: &mut Vec<u8>,
    filter: &Filter,
) -> Result<Vec<Change>, String> {
    read(pair, false, old)?;
    read(pair, true, new)?;
    if old == new && looks_whole(old) {
        return Ok(Vec::new());
    }
    let said =
        |side: &'static str| move |problem: Problem| format!("the {side} catalog: {problem}");
    let a = Document::read(old, None).map_err(said("old"))?;
    let b = Document::read(new, Some(&a)).map_err(said("new"))?;
    compare(&a, &b, filter).map_err(|problem| problem.to_string())
}

/// Returns true if a text may be a complete catalog. Equal texts that are broken inside are not
/// worth a full scan.
fn looks_whole(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    text.first() == Some(&b'{') && text.last() == Some(&b'}')
}

/// Numbers the changes in the order of the nodes and groups the nodes.
fn grouped(
    pairs: &[Pair],
    found: Vec<Result<Vec<usize>, Outcome>>,
    known: IndexSet<Arc<Change>, FixedState>,
) -> Report {
    let mut report = Report::default();
    let mut numbers: Vec<Option<usize>> = vec![None; known.len()];
    let mut groups: HashMap<Vec<usize>, usize> = HashMap::new();
    let mut members: Vec<Group> = Vec::new();
    for (pair, result) in pairs.iter().zip(found) {
        let outcome = match result {
            Err(outcome) => outcome,
            Ok(changes) if changes.is_empty() => Outcome::Equal,
            Ok(changes) => {
                let number = |old: usize| {
                    *numbers[old].get_or_insert_with(|| {
                        report.changes.push(Arc::clone(&known[old]));
                        report.changes.len() - 1
                    })
                };
                let changes: Vec<usize> = changes.into_iter().map(number).collect();
                let next = members.len();
                let group = *groups.entry(changes.clone()).or_insert(next);
                if group == next {
                    members.push(Group {
                        nodes: Vec::new(),
                        changes,
                    });
                }
                members[group].nodes.push(pair.name.clone());
                Outcome::Different(group)
            }
        };
        report.outcomes.push((pair.name.clone(), outcome));
    }
    let mut order: Vec<usize> = (0..members.len()).collect();
    order.sort_by_key(|i| std::cmp::Reverse(members[*i].nodes.len()));
    let mut place = vec![0; members.len()];
    order
        .iter()
        .enumerate()
        .for_each(|(to, from)| place[*from] = to);
    for (_, outcome) in &mut report.outcomes {
        if let Outcome::Different(group) = outcome {
            *group = place[*group];
        }
    }
    let mut members: Vec<Option<Group>> = members.into_iter().map(Some).collect();
    report.groups = order.iter().filter_map(|i| members[*i].take()).collect();
    report
}
