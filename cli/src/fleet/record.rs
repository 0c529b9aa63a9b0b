//! Owns the record of a node: its outcome and its cost.

use serde::{Deserialize, Serialize};

use crate::messages::Finding;

/// The kind of a node's outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The node has a catalog.
    Compiled,
    /// The node has the catalog of an earlier run, and nothing has changed for it since.
    Unchanged,
    /// An error, a limit or a panic ended its compilation, or its catalog has a cycle.
    Failed,
    /// The run ended before the node was done.
    Missing,
}

/// Figures of a catalog that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CatalogRecord {
    /// The length of the catalog in bytes.
    pub bytes: u64,
    /// The number of resources.
    pub resources: usize,
}

/// The outcome of a node. It is the same in each run with the same inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeRecord {
    /// The kind of the outcome.
    pub status: Status,
    /// The catalog, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalog: Option<CatalogRecord>,
    /// The warnings and errors, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Finding>,
}

impl NodeRecord {
    /// Returns the record of a node that was not compiled.
    pub fn missing() -> NodeRecord {
        NodeRecord {
            status: Status::Missing,
            catalog: None,
            messages: Vec::new(),
        }
    }

    /// Returns the record of a node that failed for a reason that concerns the whole fleet.
    pub fn failed(problem: Finding) -> NodeRecord {
        NodeRecord {
            status: Status::Failed,
            messages: vec![problem],
            ..NodeRecord::missing()
        }
    }

    /// Returns true if the node has a catalog without errors.
    pub fn is_fine(&self) -> bool {
        matches!(self.status, Status::Compiled | Status::Unchanged)
    }

    /// Returns true if both records are equal, except that `Compiled` and `Unchanged` count as the
    /// same.
    pub fn is_alike(&self, other: &NodeRecord) -> bool {
        let is_same = self.status == other.status || self.is_fine() && other.is_fine();
        is_same && self.catalog == other.catalog && self.messages == other.messages
    }

    /// Returns the last error.
    pub fn error(&self) -> Option<&Finding> {
        self.messages.iter().rev().find(|it| it.is_error())
    }
}

/// The cost of a node. It differs from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    /// The wall time in microseconds.
    pub wall_us: u64,
    /// The processor time of the compiling thread in microseconds. Other processes (Ruby, commands)
    /// are not included.
    pub cpu_us: u64,
    /// The maximum memory of the node's values at one time, in bytes. Code and data that nodes
    /// share are not included.
    pub heap_bytes: u64,
}
