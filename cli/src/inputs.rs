//! What compilations start from, as the command line gives it: the environment, settings, facts.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use catalog::data::{Data, Pairs, ReadError, read_json, read_yaml};
use catalog::environment::files::{self, read_text, reason};
use catalog::environment::{Environment, Main, Options};
use catalog::exported::{CurrentStore, FactsReader, Store};
use catalog::hiera::Secrets;
use catalog::node::{Node, NodeBuilder, entries, fact_values};
use catalog::puppet_settings;
use clap::{Args, ValueEnum};
use conformance::limits::LimitArguments;
use runtime::settings::Settings;
use serde_json::Value as Json;

use crate::classifier::{Classifier, Said};

/// The node that is meant when none is named.
pub const DEFAULT_NODE: &str = "test.example.com";

/// The options that commands about nodes share.
#[derive(Args, Debug)]
pub struct InputArguments {
    /// The environment's folder.
    #[arg(long, value_name = "DIR")]
    pub environment: Option<PathBuf>,
    /// The main manifest, a file or a folder, instead of what the environment says.
    #[arg(long, value_name = "FILE")]
    pub manifest: Option<PathBuf>,
    /// The environment's name.
    #[arg(long, value_name = "NAME", default_value = "production")]
    pub environment_name: String,
    /// Folders of modules, separated by colons, instead of what the environment says.
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// Facts: one file for all nodes, a file of node => facts, or a folder of NODE.json, NODE.yaml.
    #[arg(long, value_name = "PATH")]
    pub facts: Option<PathBuf>,
    /// What to put over `$trusted`: for all nodes, or node => entries.
    #[arg(long, value_name = "FILE")]
    pub trusted: Option<PathBuf>,
    /// `$server_facts`
    #[arg(long, value_name = "FILE")]
    pub server_facts: Option<PathBuf>,
    /// The external node classifier: a file of `classes`, `parameters` and `environment` for all
    /// nodes, or node => these; or a command that is given the node's name and prints them.
    #[arg(long, value_name = "FILE|COMMAND")]
    pub enc: Option<String>,
    /// Where exported resources and the answers of puppetdb_query come from: a folder of catalogs or of what --exported-to has
    /// written, or a file of PuppetDB's resources. Sets storeconfigs.
    #[arg(long, value_name = "PATH")]
    pub exported_from: Option<PathBuf>,
    /// The configuration of the global data layer.
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
    /// What is done about encrypted data: without keys, secrets can be replaced by a word.
    #[arg(long, value_name = "HOW", default_value = "decrypt")]
    pub secrets: SecretsArgument,
    /// A setting of Puppet.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    pub setting: Vec<(String, String)>,
    /// The limits of an evaluation.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// What is done about encrypted data.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SecretsArgument {
    /// Decrypt it with the keys that hiera.yaml names.
    Decrypt,
    /// Replace it; no key is read.
    Redact,
}

/// Opens the environment that the arguments name.
///
/// # Errors
/// A folder or file that is not there.
pub fn environment(arguments: &InputArguments) -> Result<Environment, String> {
    wanted(arguments)?;
    Environment::open(options(arguments, None)?)
}

/// Whether there is anything to compile.
///
/// # Errors
/// There is neither an environment nor a manifest.
pub fn wanted(arguments: &InputArguments) -> Result<(), String> {
    match (&arguments.environment, &arguments.manifest) {
        (None, None) => Err("--environment <DIR> or --manifest <FILE> is wanted".to_owned()),
        _ => Ok(()),
    }
}

/// What the environment is opened with; queries see the facts of `inputs`.
///
/// # Errors
/// A folder or file that is not there.
pub fn options(arguments: &InputArguments, inputs: Option<&Inputs>) -> Result<Options, String> {
    let given = |path: &Option<PathBuf>, kind: &str, is: fn(&Path) -> bool| match path {
        Some(path) if !is(path) => Err(format!("{}: no such {kind}", path.display())),
        _ => Ok(()),
    };
    given(&arguments.environment, "folder", Path::is_dir)?;
    given(&arguments.hiera_config, "file", Path::is_file)?;
    given(&arguments.manifest, "file or folder", Path::exists)?;
    let mut settings = settings(&arguments.setting, &arguments.limits);
    let store = match &arguments.exported_from {
        Some(path) => {
            settings.storeconfigs = true;
            let store = match inputs {
                Some(inputs) => inputs.store(Some(path))?,
                None => Store::read(path)?,
            };
            Some(CurrentStore::new(store))
        }
        None => None,
    };
    Ok(Options {
        name: Some(arguments.environment_name.clone()),
        directory: arguments.environment.clone(),
        main: match &arguments.manifest {
            Some(path) => Main::Path(path.clone()),
            None => Main::Configured,
        },
        module_path: folders(arguments.modulepath.as_deref()),
        hiera_config: arguments.hiera_config.clone(),
        settings,
        store,
        secrets: match arguments.secrets {
            SecretsArgument::Decrypt => Secrets::Decrypt,
            SecretsArgument::Redact => Secrets::Redact,
        },
        ..Options::default()
    })
}

/// The folders of a path like `a:b`.
pub fn folders(path: Option<&str>) -> Option<Vec<String>> {
    let parts = path?.split(':').filter(|part| !part.is_empty());
    Some(parts.map(str::to_owned).collect())
}

/// A setting of the command line.
///
/// # Errors
/// When it has no value, or one that Puppet refuses.
pub fn setting(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("KEY=VALUE is wanted")?;
    let allowed: &[&str] = match key {
        "" => return Err("KEY=VALUE is wanted".to_owned()),
        "strict" => &["off", "warning", "error"],
        "strict_variables"
        | "tasks"
        | "rich_data"
        | "storeconfigs"
        | "merge_dependency_warnings" => &["true", "false"],
        _ => return Ok((key.to_owned(), value.to_owned())),
    };
    match allowed.contains(&value) {
        true => Ok((key.to_owned(), value.to_owned())),
        false => Err(format!("{key} is one of {}", allowed.join(", "))),
    }
}

/// The settings of the command line, on top of Puppet's own.
pub fn settings(given: &[(String, String)], limits: &LimitArguments) -> Settings {
    let entry = |(key, value): &(String, String)| (key.clone(), Json::from(value.as_str()));
    let mut settings = puppet_settings::settings(&given.iter().map(entry).collect::<Vec<_>>());
    limits.apply(&mut settings);
    settings
}

/// Facts and the like, read once.
pub struct Inputs {
    /// The names of the nodes that are meant, each once.
    pub nodes: Vec<String>,
    facts: Option<PerNode>,
    facts_folder: Option<PathBuf>,
    trusted: Option<PerNode>,
    server_facts: Option<Data>,
    environment_name: String,
    classifier: Option<Classifier>,
}

/// Facts that are hashes on every node; no node has such a name.
const STRUCTURED_FACTS: [&str; 16] = [
    "augeas",
    "disks",
    "dmi",
    "fips",
    "identity",
    "load_averages",
    "memory",
    "mountpoints",
    "networking",
    "os",
    "partitions",
    "processors",
    "ruby",
    "ssh",
    "system_uptime",
    "trusted",
];

/// Facts that tell of a hash that it holds those of a node.
const TELLING_FACTS: [&str; 8] = [
    "certname",
    "clientcert",
    "fqdn",
    "hostname",
    "kernel",
    "networking",
    "os",
    "osfamily",
];

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

    /// Reads a file of facts. Since those of one node may be hashes and have any name, it is by node
    /// when it has entries for one of the `nodes`, or only hashes that name or describe one each.
    fn read_facts(path: &Path, nodes: &[String]) -> Result<PerNode, String> {
        let data = read_hash(path)?;
        let of_node = |(name, facts): (String, Data)| {
            let facts = fact_values(facts);
            let tells = |fact: &&str| facts.as_hash().is_some_and(|hash| hash.get(fact).is_some());
            name.contains('.') || TELLING_FACTS.iter().any(tells)
        };
        let is_by_node = has_entries_for(&data, nodes)
            || has_other_hashes(&data, &STRUCTURED_FACTS)
                && entries(&data).into_iter().all(of_node);
        Ok(PerNode { data, is_by_node })
    }

    /// The nodes that it has entries for; none if it holds the same for all.
    fn names(&self) -> Vec<String> {
        let named = entries(&self.data).into_iter().map(|(name, _)| name);
        named.filter(|_| self.is_by_node).collect()
    }

    /// The entries for a node.
    pub(crate) fn of(&self, node: &str) -> Option<&Data> {
        match self.is_by_node {
            true => self.data.as_hash().and_then(|hash| hash.get(node)),
            false => Some(&self.data),
        }
    }
}

impl Inputs {
    /// Reads the files that the arguments name, but not those of a folder of facts. The nodes are
    /// those given, else all that have facts in the folder or file of facts, else [`DEFAULT_NODE`].
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn read(arguments: &InputArguments, given: &[String]) -> Result<Inputs, String> {
        let facts = arguments.facts.as_deref();
        let facts_folder = facts.filter(|path| path.is_dir());
        let facts_file = match facts.filter(|_| facts_folder.is_none()) {
            Some(path) => Some(PerNode::read_facts(path, given)?),
            None => None,
        };
        let mut nodes = match (facts_folder, &facts_file) {
            _ if !given.is_empty() => given.to_vec(),
            (Some(folder), _) => names_in(folder)?,
            (None, Some(file)) => file.names(),
            (None, None) => Vec::new(),
        };
        if nodes.is_empty() {
            nodes.push(DEFAULT_NODE.to_owned());
        }
        let mut seen = HashSet::new();
        nodes.retain(|name| seen.insert(name.clone()));
        let per_node = |path: Option<&Path>, keys: &[&str]| {
            path.map(|path| PerNode::read(path, &nodes, keys))
                .transpose()
        };
        let server_facts_given = arguments
            .server_facts
            .as_deref()
            .map(read_hash)
            .transpose()?;
        let trusted_keys = [
            "authenticated",
            "certname",
            "extensions",
            "hostname",
            "domain",
            "external",
        ];
        Ok(Inputs {
            facts: facts_file,
            facts_folder: facts_folder.map(Path::to_owned),
            trusted: per_node(arguments.trusted.as_deref(), &trusted_keys)?,
            server_facts: server_facts_given,
            environment_name: arguments.environment_name.clone(),
            classifier: match &arguments.enc {
                Some(given) => Some(Classifier::new(given, &nodes)?),
                None => None,
            },
            nodes,
        })
    }

    /// Whether `nodes` are all that there are: those that have facts.
    pub fn lists_nodes(&self) -> bool {
        self.facts_folder.is_some() || self.facts.as_ref().is_some_and(|facts| facts.is_by_node)
    }

    /// What other nodes have exported, as far as a file or folder says so. Queries see the facts of
    /// all nodes.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn store(&self, path: Option<&Path>) -> Result<Store, String> {
        let mut store = path.map(Store::read).transpose()?.unwrap_or_default();
        store.read_facts_with(self.facts_reader());
        Ok(store)
    }

    /// Reads the facts of all nodes that have some.
    fn facts_reader(&self) -> FactsReader {
        let (facts, folder) = (self.facts.clone(), self.facts_folder.clone());
        Box::new(move || match (&folder, &facts) {
            (Some(folder), _) => {
                let read = |name: String| Ok((name.clone(), facts_in(folder, &name)?));
                names_in(folder)?.into_iter().map(read).collect()
            }
            (None, Some(facts)) if facts.is_by_node => Ok(entries(&facts.data)),
            _ => Ok(Vec::new()),
        })
    }

    fn facts_of(&self, name: &str) -> Result<Data, String> {
        let empty = || Data::hash(Pairs::default());
        let facts = match (&self.facts_folder, &self.facts) {
            (Some(folder), _) => return facts_in(folder, name),
            (None, Some(facts)) => facts.of(name).cloned().unwrap_or_else(empty),
            (None, None) => empty(),
        };
        Ok(fact_values(facts))
    }

    /// What the classifier says of a node.
    ///
    /// # Errors
    /// When the name cannot be one, or the classifier has no answer.
    pub fn said(&self, name: &str) -> Result<Said, String> {
        // a name is a part of the names of files
        if name.is_empty() || name.contains(['/', '\0']) {
            return Err(format!("Invalid node name '{name}'"));
        }
        match &self.classifier {
            Some(classifier) => classifier.of(name),
            None => Ok(Said::default()),
        }
    }

    /// All that is known of a node.
    ///
    /// # Errors
    /// When a file of the node's is broken, or the classifier's parameters are.
    pub fn node(&self, name: &str, said: Said) -> Result<Node, String> {
        let environment = said.environment.as_deref();
        let trusted = self.trusted.as_ref().and_then(|data| data.of(name));
        let builder = NodeBuilder::new(name)
            .environment(environment.unwrap_or(&self.environment_name))
            .facts(self.facts_of(name)?)
            .parameters(said.variables()?)
            .trusted(trusted.cloned().unwrap_or_default())
            .server_facts(self.server_facts.clone().unwrap_or_default());
        Ok(builder.classes(said.classes).build())
    }
}

/// The facts of a node in a folder; none if there is no file of that name.
fn facts_in(folder: &Path, name: &str) -> Result<Data, String> {
    let paths = ["json", "yaml"].map(|extension| folder.join(format!("{name}.{extension}")));
    match paths.iter().find(|path| path.exists()) {
        Some(path) => Ok(fact_values(read_hash(path)?)),
        None => Ok(Data::hash(Pairs::default())),
    }
}

/// The nodes that have facts in a folder, in the order of their names.
///
/// # Errors
/// When the folder cannot be read, or has none.
fn names_in(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("{}: {}", folder.display(), reason(&error)))?;
    let mut names = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let is_data = path.extension().is_some_and(|e| e == "json" || e == "yaml");
        let stem = path.file_stem().filter(|_| is_data);
        if let Some(name) = stem.and_then(|stem| stem.to_str()) {
            names.push(name.to_owned());
        }
    }
    if names.is_empty() {
        let text = format!("{}: no facts of any node (.json, .yaml)", folder.display());
        return Err(text);
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// Whether a hash holds a hash for one of the nodes.
fn has_entries_for(data: &Data, nodes: &[String]) -> bool {
    let is_named =
        |(name, value): (String, Data)| value.as_hash().is_some() && nodes.contains(&name);
    entries(data).into_iter().any(is_named)
}

/// Whether a hash holds nothing but hashes, none of them under one of the keys.
fn has_other_hashes(data: &Data, keys: &[&str]) -> bool {
    let is_other =
        |(name, value): (String, Data)| value.as_hash().is_some() && !keys.contains(&name.as_str());
    entries(data).into_iter().all(is_other)
}

/// The bytes of standard input.
///
/// # Errors
/// When it cannot be read.
pub fn standard_input() -> Result<Vec<u8>, String> {
    files::read_input().map_err(|error| format!("standard input: {}", reason(&error)))
}

/// The text of standard input.
///
/// # Errors
/// When it cannot be read, or is not UTF-8.
pub fn standard_text() -> Result<String, String> {
    let decoded = frontend::encoding::decode(standard_input()?);
    decoded.map_err(|(problem, _)| format!("standard input: {}", problem.message))
}

/// Reads a JSON or YAML file that holds a hash.
///
/// # Errors
/// The file, and the line and what is wrong there.
pub fn read_hash(path: &Path) -> Result<Data, String> {
    let name = path.display();
    let text = read_text(path)?;
    let is_json = path
        .extension()
        .is_some_and(|extension| extension == "json");
    let data = match is_json {
        true => read_json(&name.to_string(), &text).map_err(|error| {
            // Ruby's words show all the rest of the text and no line
            match serde_json::from_str::<serde::de::IgnoredAny>(&text) {
                Err(error) => format!("{name}: {error}"),
                Ok(_) => error.to_string().chars().take(400).collect(),
            }
        })?,
        false => {
            // the tag of a file as Puppet stores it
            let tag = "--- !ruby/object:Puppet::Node::Facts";
            let rest = text.strip_prefix(tag).map(|rest| format!("---{rest}"));
            let text = rest.as_ref().unwrap_or(&text);
            let name = name.to_string();
            let data = read_yaml(&name, text.as_bytes()).map_err(|error| match error {
                ReadError::Parse(text) => text,
                error => format!("{name}: {error}"),
            })?;
            if rest.is_none() && holds_symbol(&data) {
                return Err(format!("({name}): Tried to load unspecified class: Symbol"));
            }
            data
        }
    };
    match data {
        Data::Hash(_) => Ok(data),
        // an empty file
        Data::Undef if text.trim().is_empty() && !is_json => Ok(Data::hash(Pairs::default())),
        _ => Err(format!("{name}: does not hold a hash")),
    }
}

/// Whether there is a symbol of Ruby anywhere, which only files that Puppet wrote itself may hold.
fn holds_symbol(data: &Data) -> bool {
    match data {
        Data::Symbol(_) => true,
        Data::Array(items) => items.iter().any(holds_symbol),
        Data::Hash(pairs) => pairs
            .iter()
            .any(|(key, value)| holds_symbol(key) || holds_symbol(value)),
        _ => false,
    }
}
