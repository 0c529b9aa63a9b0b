//! What the runner and the server ask of bunraku: jobs in, logs, errors and catalogs out.

use std::path::PathBuf;

use serde_json::{Map, Value};

/// Where the main manifest is.
#[derive(Clone, Debug)]
pub enum Manifest {
    /// This file.
    File(PathBuf),
    /// This text, which has no file.
    Text(String),
    /// What the environment says: `manifests` unless its configuration names another.
    Environment,
}

/// A catalog to be compiled. Rich data in JSON is as `PROTOCOL.md` writes it.
#[derive(Clone, Debug)]
pub struct Job {
    /// The node's name.
    pub node: String,
    /// The environment's name.
    pub environment_name: String,
    /// The environment's folder; none for a lone manifest.
    pub environment: Option<PathBuf>,
    /// The code.
    pub manifest: Manifest,
    /// Module folders before those of the environment.
    pub module_path: Vec<PathBuf>,
    /// Module folders behind those of the environment.
    pub base_module_path: Vec<PathBuf>,
    /// The folder of the global data layer.
    pub global: Option<PathBuf>,
    /// `$facts`, and a top-scope variable each.
    pub facts: Map<String, Value>,
    /// `$trusted`; none: what a node has that nobody authenticated.
    pub trusted: Option<Map<String, Value>>,
    /// `$server_facts`
    pub server_facts: Map<String, Value>,
    /// Further variables of the top scope.
    pub variables: Map<String, Value>,
    /// Classes of the node's classifier: names, or an object of name => parameters.
    pub classes: Option<Value>,
    /// Settings on top of Puppet 8's own.
    pub settings: Vec<(String, Value)>,
}

impl Job {
    /// A job without facts and settings.
    pub fn new(node: &str, manifest: Manifest) -> Job {
        Job {
            node: node.to_owned(),
            environment_name: "production".to_owned(),
            environment: None,
            manifest,
            module_path: Vec::new(),
            base_module_path: Vec::new(),
            global: None,
            facts: Map::new(),
            trusted: None,
            server_facts: Map::new(),
            variables: Map::new(),
            classes: None,
            settings: Vec::new(),
        }
    }
}

/// When compiled code is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Jit {
    /// Never.
    Off,
    /// For what is hot.
    Auto,
    /// Before the first run of each body.
    Always,
}

impl Jit {
    /// All modes.
    pub const ALL: [Jit; 3] = [Jit::Off, Jit::Auto, Jit::Always];

    /// As the command line writes it.
    pub fn name(self) -> &'static str {
        match self {
            Jit::Off => "off",
            Jit::Auto => "auto",
            Jit::Always => "always",
        }
    }
}

/// What came of a job.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The log from level notice on, a line each as a transcript shows it.
    pub log: Vec<String>,
    /// The error that ended the compilation, with its position.
    pub error: Option<String>,
    /// The catalog as JSON.
    pub catalog: Option<String>,
}

impl Outcome {
    /// The transcript, as `oracle/oracle.rb` writes it.
    pub fn transcript(&self) -> String {
        let error = self.error.iter().map(|e| format!("Error: {e}"));
        let lines: Vec<String> = self.log.iter().cloned().chain(error).collect();
        lines.into_iter().map(|line| line + "\n").collect()
    }
}

/// Something that compiles catalogs.
pub trait Engine: Sync {
    /// Does a job. Files of a lone manifest are shown by their last component, those of an
    /// environment by their whole path.
    fn compile(&self, job: &Job, jit: Jit) -> Outcome;
}
