//! Owns `summary.json` and `costs.json`: the outcome and the cost of a fleet.
//!
//! The summary is the same, byte by byte, for equal inputs, whatever the number of threads and
//! runs. Times and memory are in the other file. `docs/fleet.md` describes both.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::Path;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::causes::{self, Cause};
use super::folder::{Folder, error_message, write};
use super::record::{Cost, NodeRecord, Status};
use super::shard::Shard;

/// The version of both files.
pub const VERSION: u32 = 1;

/// The way in which a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunEnd {
    /// All nodes were compiled.
    Complete,
    /// The run stopped because too many nodes failed: `--fail-fast`, `--max-errors`.
    Stopped,
    /// A signal ended the run.
    Interrupted,
}

/// The numbers of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// All nodes.
    pub nodes: usize,
    /// The nodes whose catalog was compiled.
    pub compiled: usize,
    /// The nodes for which nothing has changed since an earlier run, and whose catalogs still
    /// exist.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unchanged: usize,
    /// The nodes that failed.
    pub failed: usize,
    /// The nodes that were not compiled.
    pub missing: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// The outcome of a fleet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    /// The version of the file.
    pub version: u32,
    /// The version of the program.
    pub bunraku: String,
    /// The name of the environment that the command line gives.
    pub environment: String,
    /// The way in which the run ended.
    pub ended: RunEnd,
    /// The shard that the run compiled.
    pub shard: Option<Shard>,
    /// The numbers of nodes.
    pub counts: Counts,
    /// The causes of warnings and errors.
    pub causes: Vec<Cause>,
    /// The outcome of each node.
    pub nodes: BTreeMap<String, NodeRecord>,
}

impl Summary {
    /// Counts the nodes, and groups their messages.
    pub fn new(
        environment: &str,
        ended: RunEnd,
        shard: Option<Shard>,
        nodes: BTreeMap<String, NodeRecord>,
    ) -> Summary {
        let count = |status| nodes.values().filter(|it| it.status == status).count();
        Summary {
            version: VERSION,
            bunraku: env!("CARGO_PKG_VERSION").to_owned(),
            environment: environment.to_owned(),
            ended,
            shard,
            counts: Counts {
                nodes: nodes.len(),
                compiled: count(Status::Compiled),
                unchanged: count(Status::Unchanged),
                failed: count(Status::Failed),
                missing: count(Status::Missing),
            },
            causes: causes::group(&nodes),
            nodes,
        }
    }

    /// Returns true if each node has a catalog.
    pub fn is_fine(&self) -> bool {
        self.counts.compiled + self.counts.unchanged == self.counts.nodes
            && self.ended == RunEnd::Complete
    }
}

/// The cost of a fleet.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Costs {
    /// The version of the file.
    pub version: u32,
    /// The wall time in microseconds; the maximum over shards.
    pub wall_us: u64,
    /// The processor time of the whole process in microseconds; the sum over shards.
    pub cpu_us: u64,
    /// The maximum memory of the process in bytes; the maximum over shards. `None` if the system
    /// does not report it.
    pub process_bytes: Option<u64>,
    /// The cost of each node.
    pub nodes: BTreeMap<String, Cost>,
}

impl Costs {
    /// Returns the node whose values took the most memory, and the number of bytes.
    pub fn largest(&self) -> Option<(&str, u64)> {
        self.most(|cost| cost.heap_bytes)
    }

    /// Returns the node that took the most wall time, and the number of microseconds.
    pub fn slowest(&self) -> Option<(&str, u64)> {
        self.most(|cost| cost.wall_us)
    }

    fn most(&self, number: impl Fn(&Cost) -> u64) -> Option<(&str, u64)> {
        let numbers = self.nodes.iter();
        let numbers = numbers.map(|(node, cost)| (node.as_str(), number(cost)));
        // of equal nodes, the first
        numbers.rev().max_by_key(|(_, number)| *number)
    }
}

/// Returns the maximum memory of this process so far in bytes, if the system reports it.
pub fn process_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = peak.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes << 10)
}

/// Writes both files.
///
/// # Errors
/// Fails if a file cannot be written. The error names the file.
pub fn write_both(folder: &Folder, summary: &Summary, costs: &Costs) -> Result<(), String> {
    write(folder.file("costs.json"), &pretty(costs))?;
    write(folder.file("summary.json"), &pretty(summary))
}

fn pretty<T: Serialize>(value: &T) -> String {
    let text = serde_json::to_string_pretty(value);
    let mut text = text.expect("texts and numbers have a form in JSON");
    text.push('\n');
    text
}

/// Reads both files of a folder.
///
/// # Errors
/// Fails if a file cannot be read or has an error. The message names the file.
pub fn read_both(root: &Path) -> Result<(Summary, Costs), String> {
    let folder = Folder::of(root);
    Ok((
        read(&folder.file("summary.json"))?,
        read(&folder.file("costs.json"))?,
    ))
}

/// Returns the nodes of an earlier run into a folder that are not among `nodes`.
pub fn gone(folder: &Folder, nodes: &[String]) -> Vec<String> {
    let Ok(earlier) = read::<Summary>(&folder.file("summary.json")) else {
        return Vec::new();
    };
    let nodes: HashSet<&String> = nodes.iter().collect();
    let names = earlier.nodes.into_keys();
    names.filter(|name| !nodes.contains(name)).collect()
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, String> {
    #[derive(Deserialize)]
    struct Versioned {
        version: u32,
    }
    let text = fs::read_to_string(path).map_err(|error| error_message(path, &error))?;
    let wrong = |error: serde_json::Error| format!("{}: {error}", path.display());
    let found: Versioned = serde_json::from_str(&text).map_err(wrong)?;
    match found.version {
        VERSION => serde_json::from_str(&text).map_err(wrong),
        other => Err(format!(
            "{}: version {other} is not supported, only version {VERSION}",
            path.display()
        )),
    }
}
