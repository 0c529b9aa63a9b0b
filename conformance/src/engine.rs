//! The interface of the runner and the server to bunraku: jobs in, logs, errors and catalogs out.

use std::path::PathBuf;
use std::process;

use catalog::data::Data;
use catalog::node;
use serde_json::{Map, Value};

/// The source of the main manifest.
#[derive(Clone, Debug)]
pub enum Manifest {
    /// This file; only its name is shown.
    File(PathBuf),
    /// This file; its path is shown.
    Path(PathBuf),
    /// This text, which has no file.
    Text(String),
    /// The environment's manifest: `manifests` unless its configuration names another.
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
    /// `$trusted`; none: what [`Job::trusted_or_local`] makes up.
    pub trusted: Option<Data>,
    /// `$server_facts`
    pub server_facts: Map<String, Value>,
    /// Whether the server's facts are variables of the top scope, too.
    pub is_served: bool,
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
            is_served: false,
            variables: Map::new(),
            classes: None,
            settings: Vec::new(),
        }
    }

    /// `$trusted` of the job; for a node that nobody authenticated, the certificate's name is
    /// the fact `clientcert`.
    pub fn trusted_or_local(&self) -> Data {
        let certname = self.facts.get("clientcert").and_then(Value::as_str);
        let local = || Data::hash(node::trusted("local", certname));
        self.trusted.clone().unwrap_or_else(local)
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

/// One entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// `notice`, `warning`, `err`, ...; nothing below notice.
    pub level: &'static str,
    /// `Scope(Class[main])`, `Puppet`.
    pub source: String,
    /// The message with its position as Puppet shows it.
    pub text: String,
}

impl LogLine {
    /// The line of a transcript.
    pub fn transcript(&self) -> String {
        let level = match self.level {
            "err" => "Error".to_owned(),
            level => level[..1].to_uppercase() + &level[1..],
        };
        match self.source.as_str() {
            "" | "Puppet" => format!("{level}: {}", self.text),
            source => format!("{level}: {source}: {}", self.text),
        }
    }
}

/// The result of a job.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// The log from level notice on and the error that ended the compilation, as
    /// `oracle/oracle.rb` writes them.
    pub transcript: String,
    /// The log from level notice on.
    pub log: Vec<LogLine>,
    /// The error that ended the compilation, with its position.
    pub error: Option<String>,
    /// The catalog as JSON.
    pub catalog: Option<String>,
}

impl Outcome {
    /// An outcome of log entries and an error with its position.
    pub fn new(log: &[LogLine], error: Option<&str>, catalog: Option<String>) -> Outcome {
        let last = error.map(|e| format!("Error: {e}"));
        let lines = log.iter().map(LogLine::transcript).chain(last);
        Outcome {
            transcript: lines.map(|line| line + "\n").collect(),
            log: log.to_vec(),
            error: error.map(str::to_owned),
            catalog,
        }
    }
}

/// The question that the protocol asks of a compilation, beyond its log and error.
#[derive(Clone, Debug)]
pub enum Question {
    /// The catalog in the protocol's form.
    Catalog,
    /// The value of this code, evaluated in the top scope of the finished compilation.
    Value(String),
    /// The text of a template, likewise.
    Epp {
        /// The template.
        code: String,
        /// Its arguments, as rich data; none at all differs from an empty object.
        params: Option<Value>,
    },
    /// The type that this text names.
    Type(String),
}

/// An answer to a [`Question`]. For all but `Catalog` the log is only what the code
/// itself logged.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The log from level notice on.
    pub log: Vec<LogLine>,
    /// The error that ended it, with its position.
    pub error: Option<String>,
    /// The error is that the main manifest cannot be read: nothing was evaluated.
    pub is_unread: bool,
    /// The value as rich data, if it has that form.
    pub value: Option<Value>,
    /// The value as a program writes it.
    pub value_string: Option<String>,
    /// The value's inferred type.
    pub value_type: Option<String>,
    /// The catalog in the protocol's form.
    pub catalog: Option<Value>,
}

/// Something that compiles catalogs.
pub trait Engine: Sync {
    /// Does a job.
    fn compile(&self, job: &Job, jit: Jit) -> Outcome;

    /// Does jobs of one environment, which is read once, in so many threads. The environment, its
    /// settings and limits are those of the first job.
    fn compile_all(&self, jobs: &[Job], jit: Jit, _threads: usize) -> Vec<Outcome> {
        jobs.iter().map(|job| self.compile(job, jit)).collect()
    }

    /// Does a job and answers a question about it.
    fn answer(&self, job: &Job, question: &Question, jit: Jit) -> Answer;

    /// Returns internal problems so far that no answer shows: panics of the compiler, after which
    /// the interpreter continued.
    fn hidden_problems(&self) -> Vec<String> {
        Vec::new()
    }

    /// Opens the environment of a job for many jobs.
    ///
    /// # Errors
    /// Why it cannot be opened.
    fn open(&self, job: &Job, jit: Jit) -> Result<Box<dyn Session + '_>, String>;
}

/// An environment that stays open: the code of its files, once loaded, serves the next job too.
pub trait Session {
    /// Does a job in it: only the node counts, and the main manifest if that is a text.
    fn compile(&mut self, job: &Job) -> Outcome;
}

/// A program that prints the transcript of a manifest: `PROGRAM ARGUMENTS MANIFEST`. It knows
/// nothing of facts, settings, environments and catalogs.
pub struct Program {
    /// The program.
    pub path: PathBuf,
    /// The arguments between the program and the manifest.
    pub arguments: Vec<String>,
}

impl Engine for Program {
    fn compile(&self, job: &Job, jit: Jit) -> Outcome {
        let Manifest::File(path) = &job.manifest else {
            return Outcome::default();
        };
        let jit = format!("--jit={}", jit.name());
        let arguments = self
            .arguments
            .iter()
            .map(|a| if a == "{jit}" { &jit } else { a });
        let output = process::Command::new(&self.path)
            .args(arguments)
            .arg(path)
            .output();
        let transcript = match output {
            Ok(output) => String::from_utf8_lossy(&output.stdout).into_owned(),
            Err(e) => format!("Error: {}: {e}\n", self.path.display()),
        };
        Outcome {
            transcript,
            ..Outcome::default()
        }
    }

    fn answer(&self, job: &Job, _question: &Question, jit: Jit) -> Answer {
        Answer {
            error: Some(self.compile(job, jit).transcript),
            ..Answer::default()
        }
    }

    fn open(&self, _job: &Job, _jit: Jit) -> Result<Box<dyn Session + '_>, String> {
        Err("a program opens no environment".to_owned())
    }
}
