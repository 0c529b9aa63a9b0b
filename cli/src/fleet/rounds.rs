//! Compiles nodes that see each other's exported resources, in rounds until nothing changes.
//!
//! In the first round all nodes are compiled, and no node sees another. The catalogs of nodes that
//! query others (collectors `<<| |>>`, `puppetdb_query`) are not written yet. These nodes are
//! compiled again with a store of all exported resources, until each of them has seen the store
//! that all nodes together make. A node that does not query others is compiled once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use catalog::exported::Store;

use super::digest;
use super::record::{NodeRecord, Status};
use super::run::{Fleet, Outcome};
use crate::messages::Finding;

/// The maximum number of rounds in which the exported resources of one node change. Usually they
/// never do. In a chain of nodes that export what they collect, each node changes about once.
const CHANGES_MAX: u32 = 12;

/// The number of nodes that a message names.
const NAMES_MAX: usize = 3;

/// The code of the error of nodes whose exports do not stop changing.
const OSCILLATES: &str = "EXPORTS_OSCILLATE";

/// One round.
pub struct Round {
    /// True for the first round.
    pub is_first: bool,
    /// True if the catalogs of nodes that ask for others are not written yet.
    pub withholds: bool,
    /// The digest of the exported resources that nodes see.
    pub store: String,
}

impl Round {
    /// Returns the first round.
    pub fn first(withholds: bool) -> Round {
        Round {
            is_first: true,
            withholds,
            store: String::new(),
        }
    }
}

/// Compiles the nodes that ask for others until nothing changes.
///
/// # Errors
/// Fails if a file of exported resources cannot be read or a catalog cannot be removed.
pub fn settle(fleet: &Fleet<'_>, outcomes: &mut BTreeMap<String, Outcome>) -> Result<(), String> {
    let is_compiled = |it: &Outcome| it.record.status == Status::Compiled;
    let mut exports: BTreeMap<String, Arc<[u8]>> = outcomes
        .iter()
        .filter(|(_, outcome)| is_compiled(outcome))
        .map(|(name, outcome)| (name.clone(), outcome.exported.clone()))
        .collect();
    let mut changed = BTreeSet::new();
    let mut changes: BTreeMap<String, u32> = BTreeMap::new();
    let mut stores = BTreeSet::new();
    for number in 1.. {
        let store = digest::of_texts(&exports);
        let due = due(outcomes, &store);
        if due.is_empty() || fleet.stop.is_set() {
            break;
        }
        // a store that nodes have seen before leads to the same rounds again
        let is_circle = !stores.insert(store.clone());
        if is_circle || changes.values().any(|count| *count > CHANGES_MAX) {
            oscillate(fleet, outcomes, &due, &changed, number)?;
            break;
        }
        show(fleet, outcomes, &exports)?;
        fleet.progress.extend(due.len());
        let round = Round {
            is_first: false,
            withholds: false,
            store,
        };
        changed.clear();
        for (name, mut outcome) in fleet.round(&due, &round) {
            // a failed node keeps its earlier exported resources, as in PuppetDB
            if is_compiled(&outcome) {
                let before = exports.insert(name.clone(), outcome.exported.clone());
                if before.as_ref() != Some(&outcome.exported) {
                    changed.insert(name.clone());
                    *changes.entry(name.clone()).or_default() += 1;
                }
            }
            if let Some(before) = outcomes.get(&name) {
                outcome.add_cost_of(before);
            }
            if outcome.record.status == Status::Missing {
                fleet.take_back(&name)?;
            }
            outcomes.insert(name, outcome);
        }
    }
    finish(fleet, outcomes, &digest::of_texts(&exports))
}

/// Returns the nodes that query others and have seen an older store or have no catalog yet.
fn due(outcomes: &BTreeMap<String, Outcome>, store: &str) -> Vec<String> {
    let is_due =
        |it: &Outcome| it.asks_others && (it.store.as_deref() != Some(store) || it.is_withheld());
    let due = outcomes.iter().filter(|(_, it)| is_due(it));
    due.map(|(name, _)| name.clone()).collect()
}

/// Sets the store that compilations see: the exports of all nodes, and those from
/// `--exported-from`.
fn show(
    fleet: &Fleet<'_>,
    outcomes: &BTreeMap<String, Outcome>,
    exports: &BTreeMap<String, Arc<[u8]>>,
) -> Result<(), String> {
    let inputs = &fleet.compilations.inputs;
    let given = fleet.arguments.compilation.inputs.exported_from.as_deref();
    let mut store: Store = inputs.store(given)?;
    store.remove_resources_of(|node| exports.contains_key(node));
    for (node, json) in exports {
        if let Some(outcome) = outcomes.get(node) {
            store.add_compiled_node(node, &outcome.environment);
        }
        let text = std::str::from_utf8(json).map_err(|error| format!("{node}: {error}"))?;
        store.add_text(node, text)?;
    }
    if let Some(current) = fleet.compilations.store() {
        current.set(store);
    }
    Ok(())
}

/// Shows the messages of nodes that ask for others. Removes the catalogs that are not final.
fn finish(
    fleet: &Fleet<'_>,
    outcomes: &mut BTreeMap<String, Outcome>,
    store: &str,
) -> Result<(), String> {
    for (name, outcome) in outcomes.iter_mut().filter(|(_, it)| it.asks_others) {
        let has_seen = outcome.store.as_deref() == Some(store);
        let is_final = has_seen && !outcome.is_withheld() || is_oscillating(&outcome.record);
        if !is_final {
            outcome.record = NodeRecord::missing();
            fleet.take_back(name)?;
            continue;
        }
        fleet.show(name, outcome);
    }
    Ok(())
}

fn is_oscillating(record: &NodeRecord) -> bool {
    let is_so = |it: &Finding| it.code.as_deref() == Some(OSCILLATES);
    record.messages.iter().any(is_so)
}

/// Marks nodes whose exports do not stop changing as failed.
fn oscillate(
    fleet: &Fleet<'_>,
    outcomes: &mut BTreeMap<String, Outcome>,
    due: &[String],
    changed: &BTreeSet<String>,
    rounds: u32,
) -> Result<(), String> {
    let names: Vec<&str> = changed.iter().map(String::as_str).collect();
    let mut text = names[..names.len().min(NAMES_MAX)].join(", ");
    if names.len() > NAMES_MAX {
        text.push_str(&format!(" and {} more nodes", names.len() - NAMES_MAX));
    }
    let message = format!(
        "The exported resources do not settle: after {rounds} rounds they still change on {text}, \
         because they depend on collected resources"
    );
    for name in due {
        let problem = Finding {
            code: Some(OSCILLATES.to_owned()),
            ..Finding::problem(&message)
        };
        let Some(outcome) = outcomes.get_mut(name) else {
            continue;
        };
        outcome.log.clear();
        let messages = fleet.compilations.messages(name);
        messages.finding(&problem, &mut outcome.log);
        outcome.record = NodeRecord::failed(problem);
        fleet.stop.fail();
        fleet.take_back(name)?;
    }
    Ok(())
}
