//! `bunraku compile`: catalogs of many nodes from one snapshot of an environment.

use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::catalog::Layout;
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::data::{Data, Pairs, ReadError, read_json, read_yaml};
use catalog::environment::files::read_text;
use catalog::environment::{Environment, Main, Options};
use catalog::node::{Classes, Node};
use clap::{Args, ValueEnum};
use rayon::prelude::*;
use runtime::Cx;
use runtime::error::Error;
use runtime::log::Level;
use runtime::settings::Settings;
use serde_json::Value as Json;

use crate::engine;

/// The node that is compiled when none is named.
pub const DEFAULT_NODE: &str = "test.example.com";

/// Threads at most.
const JOBS_MAX: usize = 256;

/// Compiles the catalogs of nodes.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The nodes; when none is given all that have facts in a folder of facts, else
    /// test.example.com.
    pub nodes: Vec<String>,
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
    /// A file for the catalog of one node, or a folder for NODE.json files.
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// What is written.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: Format,
    /// Nodes that are compiled at once; 0, and when not given: as many as there are processors.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
}

/// What is written of a catalog.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// The catalog as Puppet writes it.
    Json,
    /// Figures.
    Summary,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    match run(arguments, out) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    }
}

/// What came of a node.
struct Done {
    /// Log and error, each line whole.
    log: String,
    /// What goes to standard output.
    text: Vec<u8>,
    fine: bool,
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<bool, String> {
    let inputs = Inputs::read(arguments)?;
    let environment = environment(arguments)?;
    let mut names = match (arguments.nodes.is_empty(), &inputs.facts_folder) {
        (false, _) => arguments.nodes.clone(),
        (true, Some(folder)) => names_in(folder)?,
        (true, None) => vec![DEFAULT_NODE.to_owned()],
    };
    let mut seen = HashSet::new();
    names.retain(|name| seen.insert(name.clone()));
    let several = names.len() > 1;
    let output = Output::new(arguments, several)?;
    let pool = rayon::ThreadPoolBuilder::new()
        // never more threads than nodes
        .num_threads(arguments.jobs.unwrap_or(0).min(names.len()).min(JOBS_MAX))
        .stack_size(engine::STACK_BYTES)
        .build()
        .map_err(|error| error.to_string())?;
    let one = |name: &String| -> Result<Done, String> {
        let node = inputs.node(name)?;
        let finish = Finish {
            output: &output,
            name,
            format: arguments.format,
            several,
        };
        engine::caught(|| compile::compile(&environment, &node, finish))
    };
    let mut fine = true;
    // a batch at a time, so that what is done is shown and forgotten
    for batch in names.chunks(256) {
        let done: Vec<Result<Done, String>> = pool.install(|| batch.par_iter().map(one).collect());
        // not locked before: a thread that panics writes there too
        let mut errors = io::stderr().lock();
        for (name, done) in batch.iter().zip(done) {
            let done = done.unwrap_or_else(|message| Done {
                log: format!("Error: {message}\n"),
                text: Vec::new(),
                fine: false,
            });
            fine &= done.fine;
            for line in done.log.lines() {
                let prefix = if several {
                    format!("{name}: ")
                } else {
                    String::new()
                };
                let _ = writeln!(errors, "{prefix}{line}");
            }
            match out.write_all(&done.text) {
                Ok(()) => {}
                // a closed pipe is the reader's choice
                Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(false),
                Err(error) => return Err(format!("standard output: {error}")),
            }
        }
    }
    Ok(fine)
}

fn environment(arguments: &Arguments) -> Result<Environment, String> {
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
struct Inputs {
    facts: Option<Data>,
    facts_folder: Option<PathBuf>,
    trusted: Option<Data>,
    server_facts: Data,
    classifier: Option<Data>,
}

impl Inputs {
    fn read(arguments: &Arguments) -> Result<Inputs, String> {
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

    fn node(&self, name: &str) -> Result<Node, String> {
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

/// Where catalogs go.
enum Output {
    Standard,
    File(PathBuf),
    Folder(PathBuf),
}

impl Output {
    fn new(arguments: &Arguments, several: bool) -> Result<Output, String> {
        let Some(path) = &arguments.output else {
            return Ok(Output::Standard);
        };
        let is_folder = several || path.is_dir() || path.to_string_lossy().ends_with('/');
        if !is_folder {
            return Ok(Output::File(path.clone()));
        }
        fs::create_dir_all(path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Output::Folder(path.clone()))
    }

    /// Writes a catalog to its file, whole or not at all; what is left goes to standard output.
    fn write(&self, name: &str, json: Vec<u8>) -> Result<Vec<u8>, String> {
        let path = match self {
            Output::Standard => return Ok(json),
            Output::File(path) => path.clone(),
            Output::Folder(folder) => folder.join(format!("{name}.json")),
        };
        let mut part = path.clone().into_os_string();
        part.push(format!(".{}.part", std::process::id()));
        let part = PathBuf::from(part);
        let result = fs::write(&part, json).and_then(|()| fs::rename(&part, &path));
        if result.is_err() {
            // nothing half written is left behind
            let _ = fs::remove_file(&part);
        }
        result
            .map(|()| Vec::new())
            .map_err(|error| format!("{}: {error}", path.display()))
    }
}

/// What is done with a node's compilation.
struct Finish<'c> {
    output: &'c Output,
    name: &'c str,
    format: Format,
    several: bool,
}

impl Use<Done> for Finish<'_> {
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> Done {
        let mut log = String::new();
        for entry in cx.log.iter().filter(|entry| entry.level >= Level::Notice) {
            log.push_str(&entry.text(false));
            log.push('\n');
        }
        let text = match error {
            Some(error) => Err(error.text(false)),
            None => self.written(compiler, cx),
        };
        match text {
            Ok(text) => Done {
                log,
                text,
                fine: true,
            },
            Err(message) => {
                log.push_str(&format!("Error: {message}\n"));
                Done {
                    log,
                    text: Vec::new(),
                    fine: false,
                }
            }
        }
    }
}

impl Finish<'_> {
    fn written<'h>(&self, compiler: &'h Compiler<'h>, cx: &Cx<'h>) -> Result<Vec<u8>, String> {
        if self.format == Format::Summary {
            let mut text = Vec::new();
            compiler.write_summary(cx, &mut text);
            return Ok(text);
        }
        let layout = match (self.output, self.several) {
            (Output::Standard, true) => Layout::Compact,
            _ => Layout::Pretty,
        };
        let json = compiler
            .catalog_json(layout)
            .map_err(|_| "the catalog cannot be written".to_owned())?;
        self.output.write(self.name, json)
    }
}
