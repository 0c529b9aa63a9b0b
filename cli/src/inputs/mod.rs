//! What compilations start from, as the command line gives it: the environment, settings, facts.

mod arguments;
mod by_node;
mod facts;
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
pub(crate) use by_node::PerNode;
pub use puppetdb::PuppetDbArguments;
pub use read::{read_hash, standard_input, standard_text};

/// The node that is meant when none is named.
pub const DEFAULT_NODE: &str = "test.example.com";

/// Entries of `$trusted`; no node has such a name.
const TRUSTED_KEYS: [&str; 6] = [
    "authenticated",
    "certname",
    "extensions",
    "hostname",
    "domain",
    "external",
];

/// Facts and the like, read once.
pub struct Inputs {
    /// The names of the nodes that are meant, each once.
    pub nodes: Vec<String>,
    facts: Facts,
    puppetdb: Option<Arc<PuppetDb>>,
    trusted: Option<PerNode>,
    server_facts: Option<Data>,
    environment_name: String,
    classifier: Option<Classifier>,
}

impl Inputs {
    /// Reads the files that the arguments name, but not those of a folder of facts. The nodes are
    /// those given, else all that have facts, else [`DEFAULT_NODE`].
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn read(arguments: &InputArguments, given: &[String]) -> Result<Inputs, String> {
        let puppetdb = PuppetDb::opened(&arguments.puppetdb)?.map(Arc::new);
        let facts = Facts::open(arguments, puppetdb.as_ref(), given)?;
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
            path.map(|path| PerNode::read(path, &nodes, keys))
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

    /// What is known of one node: the one that is given, else the one whose facts a file has, else
    /// [`DEFAULT_NODE`]. Gives its name too.
    ///
    /// # Errors
    /// As [`Inputs::read`].
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

    /// Whether `nodes` are all that there are: those that have facts.
    #[must_use]
    pub fn lists_nodes(&self) -> bool {
        self.facts.lists_nodes()
    }

    /// The names of the nodes that have facts; none where nobody can list them.
    ///
    /// # Errors
    /// When the folder or file of facts cannot be read.
    pub fn known_nodes(&self) -> Result<Vec<String>, String> {
        match self.lists_nodes() {
            true => self.facts.names(),
            false => Ok(Vec::new()),
        }
    }

    /// Says that of all nodes only `nodes` will be asked for, so that facts are fetched for no other.
    pub fn plan(&self) {
        self.facts.plan(&self.nodes);
    }

    /// What other nodes have exported, as far as a file, a folder or PuppetDB says so. Queries see the
    /// facts of all nodes.
    ///
    /// # Errors
    /// The file or address, and what is wrong with it.
    pub fn store(&self, path: Option<&Path>) -> Result<Store, String> {
        let read = |path| arguments::read_store(path, self.puppetdb.as_deref());
        let mut store = path.map(read).transpose()?.unwrap_or_default();
        store.read_facts_with(self.facts_reader());
        Ok(store)
    }

    /// Reads the facts of all nodes that have some.
    #[must_use]
    pub fn facts_reader(&self) -> FactsReader {
        self.facts.reader()
    }

    /// What the classifier says of a node.
    ///
    /// # Errors
    /// When the name cannot be one, or the classifier has no answer.
    pub fn classification(&self, name: &str) -> Result<Classification, String> {
        // a name is a part of the names of files
        if name.is_empty() || name.contains(['/', '\0']) {
            return Err(format!("Invalid node name '{name}'"));
        }
        match &self.classifier {
            Some(classifier) => classifier.of(name),
            None => Ok(Classification::default()),
        }
    }

    /// All that is known of a node.
    ///
    /// # Errors
    /// When a file of the node's is broken, or the classifier's parameters are.
    pub fn node(&self, name: &str, classification: Classification) -> Result<Node, String> {
        self.node_of(name, classification, Authentication::Remote)
    }

    /// All that is known of a node that nobody authenticated, as under `puppet apply`.
    ///
    /// # Errors
    /// As [`Inputs::node`].
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
        // what is given counts, and what was stored with the facts is as good as what we would make
        let given = self.trusted.as_ref().and_then(|data| data.of(name));
        let trusted = given.cloned().or(known.trusted);
        let builder = NodeBuilder::new(name)
            .authentication(authentication)
            .environment(environment.unwrap_or(&self.environment_name))
            .facts(known.facts)
            .parameters(classification.variables()?)
            .trusted(trusted.unwrap_or_default())
            .server_facts(self.server_facts.clone().unwrap_or_default());
        Ok(builder.classes(classification.classes).build())
    }
}
