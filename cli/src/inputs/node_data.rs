//! Reads files of entries that are the same for all nodes or are given node by node: `$trusted`,
//! the classifier's answers.

use std::path::Path;

use catalog::data::Data;
use catalog::node::entries;

use super::read::read_hash;

/// A file of entries for all nodes, or of entries for each node (node => entries).
#[derive(Clone)]
pub(crate) struct NodeData {
    data: Data,
    is_by_node: bool,
}

impl NodeData {
    /// Reads a file. It holds entries by node if it has a hash for one of the `nodes`, or if it
    /// contains only hashes and none of the `keys`, which are the keys of the entries themselves.
    pub(crate) fn read(path: &Path, nodes: &[String], keys: &[&str]) -> Result<NodeData, String> {
        let data = read_hash(path)?;
        let is_by_node = has_entries_for(&data, nodes) || has_other_hashes(&data, keys);
        Ok(NodeData { data, is_by_node })
    }

    /// Returns the entries for a node.
    pub(crate) fn of(&self, node: &str) -> Option<&Data> {
        match self.is_by_node {
            true => self.data.as_hash().and_then(|hash| hash.get(node)),
            false => Some(&self.data),
        }
    }
}

/// Returns true if a hash contains a hash for one of the nodes.
pub(super) fn has_entries_for(data: &Data, nodes: &[String]) -> bool {
    let Some(hash) = data.as_hash() else {
        return false;
    };
    let is_hash = |node: &String| {
        hash.get(node)
            .is_some_and(|value| value.as_hash().is_some())
    };
    nodes.iter().any(is_hash)
}

/// Returns true if a hash contains only hashes, and none under one of the keys.
pub(super) fn has_other_hashes(data: &Data, keys: &[&str]) -> bool {
    let is_other =
        |(name, value): (String, Data)| value.as_hash().is_some() && !keys.contains(&name.as_str());
    entries(data).into_iter().all(is_other)
}
