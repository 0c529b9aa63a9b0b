//! Owns the interface between the runner or server and bunraku: jobs in, logs, errors and catalogs
//! out.

use std::path::PathBuf;
use std::{io, process};

use catalog::data::Data;
use catalog::node;
use clap::ValueEnum;
use serde_json::{Map, Value};

/// The source of the main manifest.
#[derive(Clone, Debug)]
pub enum Manifest {
    /// A file, of which messages show only the name.
    File(PathBuf),
    /// A file, of which messages show the path.
    Path(PathBuf),
    /// A text without a file.
    Text(String),
    /// The environment's manifest: `manifests`, unless its configuration names another one.
    Environment,
}

/// A catalog to compile. JSON contains rich data in the form of `PROTOCOL.md`.
#[derive(Clone, Debug)]
pub struct Job {
    /// The node's name.
    pub node: String,
    /// The environment's name.
    pub environment_name: String,
    /// The environment's folder; `None` for a manifest without an environment.
    pub environment: Option<PathBuf>,
    /// The code.
    pub manifest: Manifest,
    /// Module folders that are searched before those of the environment.
    pub module_path: Vec<PathBuf>,
    /// Module folders that are searched after those of the environment.
    pub base_module_path: Vec<PathBuf>,
    /// The folder of the global data layer.
    pub global: Option<PathBuf>,
    /// `$facts`; each fact is a top-scope variable too.
    pub facts: Map<String, Value>,
    /// `$trusted`; `None` means the value that [`Job::trusted_or_local`] makes.
    pub trusted: Option<Data>,
    /// `$server_facts`
    pub server_facts: Map<String, Value>,
    /// True if the server facts are variables of the top scope too.
    pub is_served: bool,
    /// Further variables of the top scope.
    pub variables: Map<String, Value>,
    /// The classes from the node's classifier: names, or an object of name => parameters.
    pub classes: Option<Value>,
    /// Settings that override Puppet 8's defaults.
    pub settings: Vec<(String, Value)>,
}

impl Job {
    /// Makes a job without facts and settings.
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

    /// Returns `$trusted` of the job. For a node that is not authenticated, the certificate's name
    /// is the fact `clientcert`.
    pub fn trusted_or_local(&self) -> Data {
        let certname = self.facts.get("clientcert").and_then(Value::as_str);
        let local = || Data::hash(node::trusted("local", certname));
        self.trusted.clone().unwrap_or_else(local)
    }
}

/// The time at which code is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Jit {
    /// Never.
    Off,
    /// When code is hot.
    Auto,
    /// Before the first run of each body.
    Always,
}

impl Jit {
    /// All modes.
    pub const ALL: [Jit; 3] = [Jit::Off, Jit::Auto, Jit::Always];

    /// Returns the name of the mode on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Jit::Off => "off",
            Jit::Auto => "auto",
            Jit::Always => "always",
        }
    }
}

/// An entry of a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The level: `notice`, `warning`, `err`, ...; never lower than notice.
    pub level: &'static str,
    /// The source: `Scope(Class[main])`, `Puppet`.
    pub source: String,
    /// The message, with its position in Puppet's form.
    pub text: String,
}

impl LogLine {
    /// Returns the line for a transcript.
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
    /// Makes an outcome of log entries and an error. `error` includes its position.
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

/// The question that the protocol asks about a compilation, in addition to its log and error.
#[derive(Clone, Debug)]
pub enum Question {
    /// The catalog in the protocol's form.
    Catalog,
    /// The value of this code, evaluated in the top scope of the finished compilation.
    Value(String),
    /// The text that this template renders in the same way.
    Epp {
        /// The template.
        code: String,
        /// The arguments as rich data. `None` differs from an empty object.
        params: Option<Value>,
    },
    /// The type that this text names.
    Type(String),
}

/// The answer to a [`Question`]. For all questions but `Catalog` the log contains only the entries
/// of the question's own code.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The log from level notice on.
    pub log: Vec<LogLine>,
    /// The error that ended the evaluation, with its position.
    pub error: Option<String>,
    /// True if the error is that the main manifest cannot be read. Nothing was evaluated then.
    pub is_unread: bool,
    /// The value as rich data, if it has that form.
    pub value: Option<Value>,
    /// The value in Puppet's notation.
    pub value_string: Option<String>,
    /// The value's inferred type.
    pub value_type: Option<String>,
    /// The catalog in the protocol's form.
    pub catalog: Option<Value>,
}

/// An implementation that compiles catalogs.
pub trait Engine: Sync {
    /// Runs a job.
    fn compile(&self, job: &Job, jit: Jit) -> Outcome;

    /// Runs jobs of one environment with a number of threads. The environment is read once; it, its
    /// settings and its limits are those of the first job.
    fn compile_all(&self, jobs: &[Job], jit: Jit, _threads: usize) -> Vec<Outcome> {
        jobs.iter().map(|job| self.compile(job, jit)).collect()
    }

    /// Runs a job and answers a question about it.
    fn answer(&self, job: &Job, question: &Question, jit: Jit) -> Answer;

    /// Returns internal problems so far that no answer shows: panics of the compiler, after which
    /// the interpreter continued.
    fn hidden_problems(&self) -> Vec<String> {
        Vec::new()
    }

    /// Opens the environment of a job for many jobs.
    ///
    /// # Errors
    /// Fails if the environment cannot be opened.
    fn open(&self, job: &Job, jit: Jit) -> Result<Box<dyn Session + '_>, String>;
}

/// An environment that stays open, so that the next job uses the code that is already loaded.
pub trait Session {
    /// Runs a job in the environment. Of the job only the node is used, and the main manifest if
    /// that is a text.
    fn compile(&mut self, job: &Job) -> Outcome;
}

/// A program that prints the transcript of a manifest: `PROGRAM ARGUMENTS MANIFEST`. It supports no
/// facts, settings, environments and catalogs.
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

/// Returns the result of `work`. A panic becomes an error.
///
/// # Errors
/// Fails with the text of the panic, or with the limit that was exceeded.
pub fn caught<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    bunraku::threads::caught(work).map_err(io::Error::other)
}
