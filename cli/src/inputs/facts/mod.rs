//! Owns the facts of nodes from any source.
//!
//! Knows which nodes there are. A folder or PuppetDB is read node by node, when a node is compiled:
//! a fleet must neither wait for all facts nor hold them in memory.

pub(super) mod answer;
mod file;
mod folder;
mod path;
mod set;

use std::path::Path;
use std::sync::Arc;

use catalog::data::{Data, Pairs};
use catalog::exported::FactsReader;
use catalog::nearest::did_you_mean;

use super::puppetdb::PuppetDb;
use super::{DEFAULT_NODE, InputArguments};
use file::FactsFile;
use folder::Folder;
use set::FactsSet;

/// Returns the hint to add to an error about an unknown node: a node of that host name in some domain,
/// otherwise the most similar one.
pub(crate) fn did_you_mean_node(name: &str, nodes: &[String]) -> String {
    let is_of_host = |node: &&String| {
        let rest = node.strip_prefix(name);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    match nodes.iter().find(is_of_host) {
        Some(node) => format!("; did you mean '{node}'?"),
        None => did_you_mean(name, nodes.iter().map(String::as_str)),
    }
}

/// The facts of a node from a source.
#[derive(Clone, Debug)]
pub(super) struct NodeFacts {
    /// The facts as a Hash.
    pub(super) facts: Data,
    /// `$trusted` at the time when the facts were stored, if the source knows it.
    pub(super) trusted: Option<Data>,
}

impl NodeFacts {
    /// Returns empty facts.
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

/// Returns the message about a node without facts in a file or folder. It suggests the most similar
/// name.
fn unknown(source: &Path, node: &str, names: &[String]) -> String {
    let near = did_you_mean_node(node, names);
    let source = source.display();
    format!("{source}: there are no facts of '{node}'{near}")
}

/// A source of facts.
#[derive(Clone, Default)]
pub(super) enum Facts {
    /// No source.
    #[default]
    None,
    /// A file.
    File(Arc<FactsFile>),
    /// A folder with a file for each node.
    Folder(Arc<Folder>),
    /// Generated variants.
    Set(Arc<FactsSet>),
    /// A PuppetDB.
    PuppetDb(Arc<PuppetDb>),
}

impl Facts {
    /// Opens the source that the arguments name. `given` are the nodes that the command names;
    /// `all` is true for a command that chooses among all nodes.
    ///
    /// # Errors
    /// Fails if the source cannot be opened. The message names the file or address.
    pub(super) fn open(
        arguments: &InputArguments,
        puppetdb: Option<&Arc<PuppetDb>>,
        given: &[String],
        all: bool,
    ) -> Result<Facts, String> {
        if let Some(path) = &arguments.facts {
            return Facts::at(path, given, all);
        }
        if let Some(path) = &arguments.facts_set {
            return FactsSet::read(path).map(|set| Facts::Set(Arc::new(set)));
        }
        Ok(puppetdb.map_or(Facts::None, |server| Facts::PuppetDb(server.clone())))
    }

    /// Opens a file or folder.
    fn at(path: &Path, given: &[String], all: bool) -> Result<Facts, String> {
        match path.is_dir() {
            true => Ok(Facts::Folder(Arc::new(Folder::at(path)))),
            false => FactsFile::read(path, given, all).map(|file| Facts::File(Arc::new(file))),
        }
    }

    /// Returns the nodes that have facts, in the order of the source; empty if it has the same
    /// facts for all.
    ///
    /// # Errors
    /// Fails if the source cannot be read, or if a folder or server has no facts.
    pub(super) fn names(&self) -> Result<Vec<String>, String> {
        match self {
            Facts::None => Ok(Vec::new()),
            Facts::File(file) => Ok(file.names()),
            Facts::Folder(folder) => folder.names(),
            Facts::Set(set) => Ok(set.names()),
            Facts::PuppetDb(server) => server.names(),
        }
    }

    /// Returns true if the source lists all its nodes.
    pub(super) fn lists_nodes(&self) -> bool {
        match self {
            Facts::None => false,
            Facts::File(file) => file.lists_nodes(),
            Facts::Folder(_) | Facts::Set(_) | Facts::PuppetDb(_) => true,
        }
    }

    /// Returns the facts of a node; empty if there is no source.
    ///
    /// # Errors
    /// Fails if a file has an error, with its name in the message, or if the source has no facts of
    /// the node.
    pub(super) fn of(&self, node: &str) -> Result<NodeFacts, String> {
        match self {
            Facts::None => Ok(NodeFacts::none()),
            // no node was named
            Facts::File(file) if node == DEFAULT_NODE && file.lists_nodes() => {
                Ok(file.of(node).unwrap_or_else(|_| NodeFacts::none()))
            }
            Facts::File(file) => file.of(node),
            Facts::Folder(folder) if node == DEFAULT_NODE => match folder.names() {
                Ok(names) if !names.iter().any(|name| name == node) => Ok(NodeFacts::none()),
                _ => folder.of(node),
            },
            Facts::Folder(folder) => folder.of(node),
            Facts::Set(set) => set.of(node),
            Facts::PuppetDb(server) => server.of(node),
        }
    }

    /// Announces the nodes whose facts will be read, and their order.
    pub(super) fn plan(&self, nodes: &[String]) {
        match self {
            Facts::PuppetDb(server) => server.plan(nodes),
            Facts::None | Facts::File(_) | Facts::Folder(_) | Facts::Set(_) => {}
        }
    }

    /// Returns a function that reads the facts of all nodes that have some.
    pub(super) fn reader(&self) -> FactsReader {
        let facts = self.clone();
        Box::new(move || {
            let read = |name: String| Ok((name.clone(), facts.of(&name)?.facts));
            facts.names()?.into_iter().map(read).collect()
        })
    }
}
