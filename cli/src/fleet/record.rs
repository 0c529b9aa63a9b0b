//! The record of a node: its outcome and its cost.

use serde::{Deserialize, Serialize};

use crate::messages::Finding;

/// The kind of a node's outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is a catalog.
    Compiled,
    /// There is the catalog of an earlier run, and nothing touches the node since.
    Unchanged,
    /// An error, a limit or a panic ended its compilation, or its catalog has a cycle.
    Failed,
    /// The run ended before the node was done.
    Missing,
}

/// A catalog that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CatalogRecord {
    /// Its length.
    pub bytes: u64,
    /// The number of its resources.
    pub resources: usize,
}

/// The outcome of a node, the same in each run over the same inputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NodeRecord {
    /// Its kind.
    pub status: Status,
    /// The catalog, if one was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub catalog: Option<CatalogRecord>,
    /// The warnings and errors, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub messages: Vec<Finding>,
}

impl NodeRecord {
    /// A node that was not done.
    pub fn missing() -> NodeRecord {
        NodeRecord {
            status: Status::Missing,
            catalog: None,
            messages: Vec::new(),
        }
    }

    /// A node that failed for a reason of the whole fleet.
    pub fn failed(problem: Finding) -> NodeRecord {
        NodeRecord {
            status: Status::Failed,
            messages: vec![problem],
            ..NodeRecord::missing()
        }
    }

    /// Whether there is a catalog, and nothing wrong with it.
    pub fn is_fine(&self) -> bool {
        matches!(self.status, Status::Compiled | Status::Unchanged)
    }

    /// Whether both tell the same of a node, whichever run has compiled it.
    pub fn is_alike(&self, other: &NodeRecord) -> bool {
        let is_same = self.status == other.status || self.is_fine() && other.is_fine();
        is_same && self.catalog == other.catalog && self.messages == other.messages
    }

    /// The last error.
    pub fn error(&self) -> Option<&Finding> {
        self.messages.iter().rev().find(|it| it.is_error())
    }
}

/// The cost of a node, which differs from run to run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Cost {
    /// Time on the wall, in microseconds.
    pub wall_us: u64,
    /// Processor time of the thread that compiled it, in microseconds. That of processes (Ruby,
    /// commands) is not in it.
    pub cpu_us: u64,
    /// The most memory that the node's values took at one time, in bytes. Code and data that nodes
    /// share is not in it.
    pub heap_bytes: u64,
}
