//! Reads the inputs of compilations that the command line names: the environment, settings, facts.

mod arguments;
mod facts;
mod node_data;
mod puppetdb;
mod read;

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

use catalog::data::Data;
use catalog::exported::{FactsReader, Store};
use catalog::node::{Authentication, Node, NodeBuilder};

use crate::classifier::{Classification, Classifier};
use facts::Facts;
use puppetdb::PuppetDb;

pub use arguments::{InputArguments, SecretsArgument, SettingArguments, folders, options, wanted};
pub(crate) use facts::did_you_mean_node;
pub(crate) use node_data::NodeData;
pub use puppetdb::PuppetDbArguments;
pub use read::{read_hash, standard_input, standard_text};

/// The name of the node if none is given.
pub const DEFAULT_NODE: &str = "test.example.com";

/// The entries of `$trusted`. No node has such a name.
const TRUSTED_KEYS: [&str; 6] = [
    "authenticated",
    "certname",
    "extensions",
    "hostname",
    "domain",
    "external",
];

/// The inputs of compilations, read once.
pub struct Inputs {
    /// The names of the nodes to compile, without duplicates.
    pub nodes: Vec<String>,
    facts: Facts,
    puppetdb: Option<Arc<PuppetDb>>,
    trusted: Option<NodeData>,
    server_facts: Option<Data>,
    environment_name: String,
    classifier: Option<Classifier>,
}

impl Inputs {
    /// Reads the files that the arguments name, except the files in a folder of facts. The nodes
    /// are the given ones, otherwise all that have facts, otherwise [`DEFAULT_NODE`].
    ///
    /// # Errors
    /// Fails if a file has an error. The message names the file.
    pub fn read(arguments: &InputArguments, given: &[String]) -> Result<Inputs, String> {
        Inputs::read_for(arguments, given, false)
    }

    /// Reads the inputs of a command that chooses among all nodes that have facts.
    ///
    /// # Errors
    /// Same as [`Inputs::read`].
    pub fn of_all(arguments: &InputArguments) -> Result<Inputs, String> {
        Inputs::read_for(arguments, &[], true)
    }

    fn read_for(arguments: &InputArguments, given: &[String], all: bool) -> Result<Inputs, String> {
        let puppetdb = PuppetDb::opened(&arguments.puppetdb)?.map(Arc::new);
        let facts = Facts::open(arguments, puppetdb.as_ref(), given, all)?;
        let mut nodes = match given {
            [] => facts.names()?,
            given => given.to_vec(),
        };
        if nodes.is_empty() {
            nodes.push(DEFAULT_NODE.to_owned());
        }
        let mut seen = HashSet::new();
        nodes.retain(|name| seen.insert(name.clone()));
        facts.plan(&nodes);
        let per_node = |path: Option<&Path>, keys: &[&str]| {
            path.map(|path| NodeData::read(path, &nodes, keys))
                .transpose()
        };
        Ok(Inputs {
            facts,
            puppetdb,
            trusted: per_node(arguments.trusted.as_deref(), &TRUSTED_KEYS)?,
            server_facts: arguments
                .server_facts
                .as_deref()
                .map(read_hash)
                .transpose()?,
            environment_name: arguments.environment_name(),
            classifier: match &arguments.enc {
                Some(given) => Some(Classifier::new(given, &nodes)?),
                None => None,
            },
            nodes,
        })
    }

    /// Reads the inputs of one node: the given one, otherwise the only one that has facts,
    /// otherwise [`DEFAULT_NODE`]. Also returns its name.
    ///
    /// # Errors
    /// Same as [`Inputs::read`].
    pub fn of_one(
        arguments: &InputArguments,
        given: Option<&str>,
    ) -> Result<(Inputs, String), String> {
        let given: Vec<String> = given.map(str::to_owned).into_iter().collect();
        let inputs = Inputs::read(arguments, &given)?;
        let name = match inputs.nodes.as_slice() {
            [name] => name.clone(),
            _ => DEFAULT_NODE.to_owned(),
        };
        Ok((inputs, name))
    }

    /// Returns true if the source of facts lists all its nodes.
    #[must_use]
    pub fn lists_nodes(&self) -> bool {
        self.facts.lists_nodes()
    }

    /// Returns the names of the nodes that have facts; empty if the source cannot list them.
    ///
    /// # Errors
    /// Fails if the folder or file of facts cannot be read.
    pub fn known_nodes(&self) -> Result<Vec<String>, String> {
        match self.lists_nodes() {
            true => self.facts.names(),
            false => Ok(Vec::new()),
        }
    }

    /// Announces that facts of only these `nodes` will be read, so that no others are fetched.
    pub fn plan(&self) {
        self.facts.plan(&self.nodes);
    }

    /// Returns the exported resources of other nodes from a file, a folder or PuppetDB; empty
    /// without a path. Queries see the facts of all nodes.
    ///
    /// # Errors
    /// Fails if they cannot be read. The error names the file or address.
    pub fn store(&self, path: Option<&Path>) -> Result<Store, String> {
        let read = |path| arguments::read_store(path, self.puppetdb.as_deref());
        let mut store = path.map(read).transpose()?.unwrap_or_default();
        store.read_facts_with(self.facts_reader());
        Ok(store)
    }

    /// Returns a function that reads the facts of all nodes that have some.
    #[must_use]
    pub fn facts_reader(&self) -> FactsReader {
        self.facts.reader()
    }

    /// Asks the classifier about a node.
    ///
    /// # Errors
    /// Fails if the name is invalid or the classifier has no answer.
    pub fn classification(&self, name: &str) -> Result<Classification, String> {
        // the name becomes a part of file names, and of lines of the log
        if name.is_empty() || name.contains(|c: char| c == '/' || c.is_control()) {
            return Err(format!("Invalid node name '{}'", name.escape_debug()));
        }
        match &self.classifier {
            Some(classifier) => classifier.of(name),
            None => Ok(Classification::default()),
        }
    }

    /// Makes the node from its facts, its trusted data and the classifier's answer.
    ///
    /// # Errors
    /// Fails if a file of the node or the classifier's parameters have errors.
    pub fn node(&self, name: &str, classification: Classification) -> Result<Node, String> {
        self.node_of(name, classification, Authentication::Remote)
    }

    /// Works like [`Inputs::node`], but the node is not authenticated, as under `puppet apply`.
    ///
    /// # Errors
    /// Same as [`Inputs::node`].
    pub fn local_node(&self, name: &str, classification: Classification) -> Result<Node, String> {
        self.node_of(name, classification, Authentication::Local)
    }

    fn node_of(
        &self,
        name: &str,
        classification: Classification,
        authentication: Authentication,
    ) -> Result<Node, String> {
        let environment = classification.environment.as_deref();
        let known = self.facts.of(name)?;
        // `--trusted` takes precedence; trusted data that was stored with the facts is better than
        // generated data
        let given = self.trusted.as_ref().and_then(|data| data.of(name));
        let trusted = given.cloned().or(known.trusted);
        let mut builder = NodeBuilder::new(name);
        if name != DEFAULT_NODE {
            builder = builder.certname(name);
        }
        let builder = builder
            .authentication(authentication)
            .environment(environment.unwrap_or(&self.environment_name))
            .facts(known.facts)
            .parameters(classification.variables()?)
            .trusted(trusted.unwrap_or_default())
            .server_facts(self.server_facts.clone().unwrap_or_default());
        Ok(builder.classes(classification.classes).build())
    }
}
