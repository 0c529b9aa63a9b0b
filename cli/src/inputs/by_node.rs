//! Files that hold the same for all nodes, or node => entries: `$trusted`, the classifier's answers.

use std::path::Path;

use catalog::data::Data;
use catalog::node::entries;

use super::read::read_hash;

/// A file that holds the same for all nodes, or node => entries.
#[derive(Clone)]
pub(crate) struct PerNode {
    data: Data,
    is_by_node: bool,
}

impl PerNode {
    /// Reads a file. It is by node when it has entries for one of the `nodes`, or only hashes and
    /// none of the `keys` that the entries themselves have.
    pub(crate) fn read(path: &Path, nodes: &[String], keys: &[&str]) -> Result<PerNode, String> {
        let data = read_hash(path)?;
        let is_by_node = has_entries_for(&data, nodes) || has_other_hashes(&data, keys);
        Ok(PerNode { data, is_by_node })
    }

    /// The entries for a node.
    pub(crate) fn of(&self, node: &str) -> Option<&Data> {
        match self.is_by_node {
            true => self.data.as_hash().and_then(|hash| hash.get(node)),
            false => Some(&self.data),
        }
    }
}

/// Whether a hash holds a hash for one of the nodes.
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

/// Whether a hash holds nothing but hashes, none of them under one of the keys.
pub(super) fn has_other_hashes(data: &Data, keys: &[&str]) -> bool {
    let is_other =
        |(name, value): (String, Data)| value.as_hash().is_some() && !keys.contains(&name.as_str());
    entries(data).into_iter().all(is_other)
}
