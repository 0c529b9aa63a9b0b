//! Facts of nodes, wherever they come from.
//!
//! Owns which nodes there are and what is known of each. A folder and PuppetDB are read node by
//! node, when a node is compiled: a fleet must not wait for all facts, nor hold them in memory.

pub(super) mod answer;
mod file;
mod folder;
mod path;
mod set;

use std::path::Path;
use std::sync::Arc;

use catalog::data::{Data, Pairs};
use catalog::exported::FactsReader;

use super::InputArguments;
use super::puppetdb::PuppetDb;
use file::FactsFile;
use folder::Folder;
use set::FactsSet;

/// What a source of facts says of a node.
#[derive(Clone, Debug)]
pub(super) struct NodeFacts {
    /// The facts, a Hash.
    pub(super) facts: Data,
    /// `$trusted` at the time when the facts were stored, if the source knows it.
    pub(super) trusted: Option<Data>,
}

impl NodeFacts {
    /// No facts.
    fn none() -> NodeFacts {
        NodeFacts::of(Data::hash(Pairs::default()))
    }

    fn of(facts: Data) -> NodeFacts {
        NodeFacts {
            facts,
            trusted: None,
        }
    }
}

/// Where facts come from.
#[derive(Clone, Default)]
pub(super) enum Facts {
    /// Nowhere.
    #[default]
    None,
    /// A file.
    File(Arc<FactsFile>),
    /// A folder with a file by node.
    Folder(Arc<Folder>),
    /// Generated variants.
    Set(Arc<FactsSet>),
    /// A PuppetDB.
    PuppetDb(Arc<PuppetDb>),
}

impl Facts {
    /// Opens the source that the arguments name. `given` are the nodes that the command names.
    ///
    /// # Errors
    /// The file or address, and what is wrong with it.
    pub(super) fn open(
        arguments: &InputArguments,
        puppetdb: Option<&Arc<PuppetDb>>,
        given: &[String],
    ) -> Result<Facts, String> {
        if let Some(path) = &arguments.facts {
            return Facts::at(path, given);
        }
        if let Some(path) = &arguments.facts_set {
            return FactsSet::read(path).map(|set| Facts::Set(Arc::new(set)));
        }
        Ok(puppetdb.map_or(Facts::None, |server| Facts::PuppetDb(server.clone())))
    }

    /// Opens a file or folder.
    fn at(path: &Path, given: &[String]) -> Result<Facts, String> {
        match path.is_dir() {
            true => Ok(Facts::Folder(Arc::new(Folder::at(path)))),
            false => FactsFile::read(path, given).map(|file| Facts::File(Arc::new(file))),
        }
    }

    /// The nodes that have facts, in the order of the source; none if it holds the same for all.
    ///
    /// # Errors
    /// The source cannot be read, or is a folder or server without any.
    pub(super) fn names(&self) -> Result<Vec<String>, String> {
        match self {
            Facts::None => Ok(Vec::new()),
            Facts::File(file) => Ok(file.names()),
            Facts::Folder(folder) => folder.names(),
            Facts::Set(set) => Ok(set.names()),
            Facts::PuppetDb(server) => server.names(),
        }
    }

    /// Whether the source has a list of all nodes.
    pub(super) fn lists_nodes(&self) -> bool {
        match self {
            Facts::None => false,
            Facts::File(file) => file.lists_nodes(),
            Facts::Folder(_) | Facts::Set(_) | Facts::PuppetDb(_) => true,
        }
    }

    /// The facts of a node; none if a file or folder has none.
    ///
    /// # Errors
    /// The file, and what is wrong with it; a set or a server does not know the node.
    pub(super) fn of(&self, node: &str) -> Result<NodeFacts, String> {
        match self {
            Facts::None => Ok(NodeFacts::none()),
            Facts::File(file) => Ok(file.of(node).unwrap_or_else(NodeFacts::none)),
            Facts::Folder(folder) => folder.of(node),
            Facts::Set(set) => set.of(node),
            Facts::PuppetDb(server) => server.of(node),
        }
    }

    /// Says which nodes will be asked for, and in which order.
    pub(super) fn plan(&self, nodes: &[String]) {
        match self {
            Facts::PuppetDb(server) => server.plan(nodes),
            Facts::None | Facts::File(_) | Facts::Folder(_) | Facts::Set(_) => {}
        }
    }

    /// Reads the facts of all nodes that have some.
    pub(super) fn reader(&self) -> FactsReader {
        let facts = self.clone();
        Box::new(move || {
            let read = |name: String| Ok((name.clone(), facts.of(&name)?.facts));
            facts.names()?.into_iter().map(read).collect()
        })
    }
}
