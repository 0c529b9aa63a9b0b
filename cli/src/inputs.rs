//! What compilations start from, as the command line gives it: the environment, settings, facts.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use catalog::data::{Data, Pairs, ReadError, read_json, read_yaml};
use catalog::environment::files::read_text;
use catalog::environment::{Environment, Main, Options};
use catalog::node::{Classes, Node};
use clap::Args;
use runtime::settings::Settings;
use serde_json::Value as Json;

use crate::engine;

/// The node that is meant when none is named.
pub const DEFAULT_NODE: &str = "test.example.com";

/// The options that commands about nodes share.
#[derive(Args, Debug)]
pub struct InputArguments {
    /// The environment's folder.
    #[arg(long, value_name = "DIR", required_unless_present = "manifest")]
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
    /// `classes` and `parameters` of the classifier: for all nodes, or node => these.
    #[arg(long, value_name = "FILE")]
    pub enc: Option<PathBuf>,
    /// The configuration of the global data layer.
    #[arg(long, value_name = "FILE")]
    pub hiera_config: Option<PathBuf>,
    /// A setting of Puppet.
    #[arg(long, value_name = "KEY=VALUE", value_parser = setting)]
    pub setting: Vec<(String, String)>,
}

/// Opens the environment that the arguments name.
///
/// # Errors
/// A folder or file that is not there.
pub fn environment(arguments: &InputArguments) -> Result<Environment, String> {
    let given = |path: &Option<PathBuf>, kind: &str, is: fn(&Path) -> bool| match path {
        Some(path) if !is(path) => Err(format!("{}: no such {kind}", path.display())),
        _ => Ok(()),
    };
    given(&arguments.environment, "folder", Path::is_dir)?;
    given(&arguments.hiera_config, "file", Path::is_file)?;
    Environment::open(Options {
        name: arguments.environment_name.clone(),
        directory: arguments.environment.clone(),
        main: match &arguments.manifest {
            Some(path) => Main::Path(path.clone()),
            None => Main::Configured,
        },
        module_path: folders(arguments.modulepath.as_deref()),
        hiera_config: arguments.hiera_config.clone(),
        settings: settings(&arguments.setting),
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
pub fn settings(given: &[(String, String)]) -> Settings {
    let entry = |(key, value): &(String, String)| (key.clone(), Json::from(value.as_str()));
    engine::settings(&given.iter().map(entry).collect::<Vec<_>>())
}

/// Facts and the like, read once.
pub struct Inputs {
    facts: Option<Data>,
    facts_folder: Option<PathBuf>,
    trusted: Option<Data>,
    server_facts: Data,
    classifier: Option<Data>,
}

impl Inputs {
    /// Reads the files that the arguments name.
    ///
    /// # Errors
    /// The file, and what is wrong with it.
    pub fn read(arguments: &InputArguments) -> Result<Inputs, String> {
        let file = |path: &Option<PathBuf>| path.as_deref().map(read_hash).transpose();
        let is_folder = arguments.facts.as_ref().is_some_and(|path| path.is_dir());
        let facts = match is_folder {
            true => None,
            false => file(&arguments.facts)?,
        };
        let given = file(&arguments.server_facts)?;
        Ok(Inputs {
            facts,
            facts_folder: arguments.facts.clone().filter(|_| is_folder),
            trusted: file(&arguments.trusted)?,
            server_facts: server_facts(given.as_ref(), &arguments.environment_name),
            classifier: file(&arguments.enc)?,
        })
    }

    /// The nodes that are meant: those given, else all that have facts in the folder of facts,
    /// else [`DEFAULT_NODE`]; each once.
    ///
    /// # Errors
    /// The folder can't be read.
    pub fn names(&self, given: &[String]) -> Result<Vec<String>, String> {
        let mut names = match (given.is_empty(), &self.facts_folder) {
            (false, _) => given.to_vec(),
            (true, Some(folder)) => names_in(folder)?,
            (true, None) => vec![DEFAULT_NODE.to_owned()],
        };
        let mut seen = HashSet::new();
        names.retain(|name| seen.insert(name.clone()));
        Ok(names)
    }

    fn facts_of(&self, name: &str) -> Result<Data, String> {
        let facts = match (&self.facts_folder, &self.facts) {
            (Some(folder), _) => {
                let paths =
                    ["json", "yaml"].map(|extension| folder.join(format!("{name}.{extension}")));
                match paths.iter().find(|path| path.exists()) {
                    Some(path) => read_hash(path)?,
                    None => Data::hash(Pairs::default()),
                }
            }
            (None, Some(facts)) => of_node(facts, name).clone(),
            (None, None) => Data::hash(Pairs::default()),
        };
        Ok(fact_values(facts))
    }

    /// The node of a name.
    ///
    /// # Errors
    /// A name that no node can have; facts that can't be read.
    pub fn node(&self, name: &str) -> Result<Node, String> {
        // a name is a part of the names of files
        if name.is_empty() || name.contains(['/', '\0']) {
            return Err(format!("Invalid node name '{name}'"));
        }
        let facts = self.facts_of(name)?;
        let mut variables = entries(&facts);
        let mut classes = Classes::None;
        if let Some(classifier) = self
            .classifier
            .as_ref()
            .and_then(|data| of_node(data, name).as_hash())
        {
            variables.extend(
                classifier
                    .get("parameters")
                    .map(entries)
                    .unwrap_or_default(),
            );
            classes = match classifier.get("classes") {
                Some(Data::Array(names)) => Classes::Names(
                    names
                        .iter()
                        .filter_map(Data::as_str)
                        .map(str::to_owned)
                        .collect(),
                ),
                Some(hash @ Data::Hash(_)) => Classes::Parameters(hash.clone()),
                _ => Classes::None,
            };
        }
        let taken =
            |name: &str, list: &[(String, Data)]| list.iter().any(|(other, _)| other == name);
        for (name, value) in entries(&self.server_facts) {
            if !taken(&name, &variables) {
                variables.push((name, value));
            }
        }
        let mut trusted = trusted("remote", Some(name));
        put_over(
            &mut trusted,
            self.trusted.as_ref().map(|data| of_node(data, name)),
        );
        Ok(Node {
            name: name.to_owned(),
            facts: Some(facts),
            trusted: Some(Data::hash(trusted)),
            server_facts: Some(self.server_facts.clone()),
            variables,
            classes,
            rich: false,
        })
    }
}

/// The nodes that have facts in a folder.
fn names_in(folder: &Path) -> Result<Vec<String>, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let is_data = path.extension().is_some_and(|e| e == "json" || e == "yaml");
        let stem = path.file_stem().filter(|_| is_data);
        if let Some(name) = stem.and_then(|stem| stem.to_str()) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// The facts themselves, also of a file as Puppet stores them.
pub fn fact_values(facts: Data) -> Data {
    let values = facts
        .as_hash()
        .and_then(|hash| hash.get("values"))
        .filter(|values| values.as_hash().is_some());
    values.cloned().unwrap_or(facts)
}

/// `$server_facts`: our own, what is given over them, the environment.
pub fn server_facts(given: Option<&Data>, environment: &str) -> Data {
    let own = [
        ("servername", "localhost"),
        ("serverip", "127.0.0.1"),
        ("serverversion", "8.11.0"),
    ];
    let mut pairs: Pairs = own
        .into_iter()
        .map(|(name, value)| (Data::string(name), Data::string(value)))
        .collect();
    put_over(&mut pairs, given);
    pairs.insert(Data::string("environment"), Data::string(environment));
    Data::hash(pairs)
}

/// `$trusted` of a node: how it was authenticated, and the name in its certificate.
pub fn trusted(authenticated: &str, certname: Option<&str>) -> Pairs {
    let text = |part: Option<&str>| part.map_or(Data::Undef, Data::string);
    let (hostname, domain) = match certname.map(|name| name.split_once('.').ok_or(name)) {
        Some(Ok((hostname, domain))) => (Some(hostname), Some(domain)),
        Some(Err(name)) => (Some(name), None),
        None => (None, None),
    };
    let empty = || Data::hash(Pairs::default());
    [
        ("authenticated", Data::string(authenticated)),
        ("certname", text(certname)),
        ("extensions", empty()),
        ("hostname", text(hostname)),
        ("domain", text(domain)),
        ("external", empty()),
    ]
    .into_iter()
    .map(|(key, value)| (Data::string(key), value))
    .collect()
}

/// A node's part of a file of node => entries; the whole file when it has none.
fn of_node<'d>(data: &'d Data, name: &str) -> &'d Data {
    let own = data.as_hash().and_then(|hash| hash.get(name));
    own.filter(|own| own.as_hash().is_some()).unwrap_or(data)
}

/// The entries of a hash that are named by texts.
pub fn entries(data: &Data) -> Vec<(String, Data)> {
    let pairs = data.as_hash().into_iter().flat_map(|hash| hash.iter());
    pairs
        .filter_map(|(key, value)| Some((key.as_str()?.to_owned(), value.clone())))
        .collect()
}

/// Puts the entries of a hash over others.
pub fn put_over(pairs: &mut Pairs, over: Option<&Data>) {
    for (key, value) in over
        .and_then(Data::as_hash)
        .into_iter()
        .flat_map(|hash| hash.iter())
    {
        pairs.insert(key.clone(), value.clone());
    }
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
            read_yaml(&name, text.as_bytes()).map_err(|error| match error {
                ReadError::Parse(text) if text.contains(&name) => text,
                error => format!("{name}: {error}"),
            })?
        }
    };
    match data {
        Data::Hash(_) => Ok(data),
        // an empty file
        Data::Undef if text.trim().is_empty() && !is_json => Ok(Data::hash(Pairs::default())),
        _ => Err(format!("{name}: does not hold a hash")),
    }
}
