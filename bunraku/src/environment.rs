//! Environments: opened once, shared by all threads, asked for the catalogs of many nodes.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use catalog::catalog::{Layout, WriteError};
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::environment::{Main, Options};
use catalog::exported::{CurrentStore, Store};
use catalog::hiera::Secrets;
use catalog::puppet_settings;
use catalog::ruby::Mode;
use catalog::watchdog;
use runtime::Cx;
use runtime::error::Error;
use runtime::settings::Settings;
use serde_json::Value;

use crate::catalog::Catalog;
use crate::environments::{Environments, name_of_folder};
use crate::jit::JitOptions;
use crate::message::{CompileError, LogLine, OpenError};
use crate::node::Node;
use crate::queue::{Catalogs, Queue};
use crate::threads::Pool;

/// An environment: the code and data that catalogs are compiled from.
///
/// It is a snapshot that all clones and threads share. Files are read and code is compiled when the first
/// node needs them, and kept for the others; a file that changes afterwards is not read again, so open
/// the environment anew to see the change.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let folder = std::env::temp_dir().join(format!("bunraku-doc-{}", std::process::id()));
/// # std::fs::create_dir_all(folder.join("manifests"))?;
/// # std::fs::write(folder.join("manifests/site.pp"), "file { '/etc/motd': content => $facts['role'] }")?;
/// use bunraku::{Environment, Node};
/// use serde_json::json;
///
/// let environment = Environment::builder(&folder).open()?;
/// let node = Node::new("web1.example.com").facts(json!({"role": "web"}));
/// let catalog = environment.compile(&node)?;
/// let motd = catalog.resource("File", "/etc/motd").ok_or("no such resource")?;
/// assert_eq!(motd.parameters["content"], "web");
/// # std::fs::remove_dir_all(folder)?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Environment(Arc<Inner>);

struct Inner {
    environments: Arc<Environments>,
    pool: Pool,
    exports: bool,
}

/// The limits of one compilation.
///
/// A limit that is met ends the compilation with an error whose code is `LIMIT_EXCEEDED`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Calls inside each other.
    pub calls: u32,
    /// Bytes of the values that the compilation makes. Syntax trees and compiled code, which all nodes
    /// share, are not counted.
    pub memory_bytes: usize,
    /// The time that the compilation may take; `None` for any time. Evaluation checks the clock
    /// between its steps, so one long step, such as a call of a process that does not answer, may
    /// take longer.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// A thousand calls as in Puppet, 4 GiB, any time.
    fn default() -> Limits {
        let settings = Settings::default();
        Limits {
            calls: settings.max_depth,
            memory_bytes: settings.max_memory,
            time: settings.max_time,
        }
    }
}

/// Says what an [`Environment`] is opened with.
#[derive(Clone, Debug)]
#[must_use]
pub struct EnvironmentBuilder {
    options: Options,
    settings: Vec<(String, Value)>,
    limits: Limits,
    jit: JitOptions,
    pool: Option<Pool>,
    threads: usize,
    exported_from: Option<PathBuf>,
}

impl Environment {
    /// An environment in a folder, as `environmentpath` has them: `manifests`, `modules`,
    /// `environment.conf`, `hiera.yaml`. Its name is that of a folder in a folder `environments`, and
    /// `production` elsewhere, unless it is told.
    pub fn builder(folder: impl Into<PathBuf>) -> EnvironmentBuilder {
        EnvironmentBuilder::new(Options {
            directory: Some(folder.into()),
            ..Options::default()
        })
    }

    /// A manifest that stands alone, without an environment's folder.
    pub fn of_code(code: impl Into<String>) -> EnvironmentBuilder {
        EnvironmentBuilder::new(Options {
            main: text(code.into()),
            ..Options::default()
        })
    }

    /// Compiles the catalog of a node, in a thread of the environment's pool; the caller's thread waits.
    ///
    /// # Errors
    /// The error of the code, with its code, place and calls; a node that cannot be one; a limit.
    pub fn compile(&self, node: &Node) -> Result<Catalog, CompileError> {
        let done = self.0.pool.run(|| self.compile_here(node));
        done.unwrap_or_else(|problem| Err(CompileError::problem(node.name(), problem, Vec::new())))
    }

    /// Compiles the catalogs of nodes, as many at once as the pool has threads, and gives them in the
    /// order of the nodes, each as soon as it and those before it are done.
    ///
    /// Nodes are taken from the iterator while results are: a few are ahead, so that neither all nodes
    /// nor all catalogs need be in memory at once. Dropping the result begins no further node.
    pub fn compile_many<I>(&self, nodes: I) -> Catalogs<I::IntoIter>
    where
        I: IntoIterator<Item = Node>,
    {
        Catalogs::new(self, nodes.into_iter())
    }

    /// A queue of nodes whose catalogs are compiled meanwhile; [`Environment::compile_many`] is made of
    /// one.
    #[must_use]
    pub fn queue(&self) -> Queue {
        Queue::new(self)
    }

    /// The pool whose threads compile, for other environments to share.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.0.pool
    }

    /// The same environment with another pool: what was read and compiled is shared.
    #[must_use]
    pub fn with_pool(&self, pool: &Pool) -> Environment {
        Environment(Arc::new(Inner {
            environments: self.0.environments.clone(),
            pool: pool.clone(),
            exports: self.0.exports,
        }))
    }

    /// The environment's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.environments.name()
    }

    /// Compiles in this thread, which has a deep stack.
    pub(crate) fn compile_here(&self, node: &Node) -> Result<Catalog, CompileError> {
        let problem = |text| CompileError::problem(node.name(), text, Vec::new());
        let environment = self.0.environments.of(node.environment.as_deref());
        let environment = environment.map_err(problem)?;
        let name = node.environment.as_deref().unwrap_or(&environment.name);
        let inputs = node.build(name).map_err(problem)?;
        // the memory of the process is not ours to judge: it belongs to whoever uses the library
        let _watch = watchdog::watch(environment.settings.max_time, usize::MAX);
        let finish = Finish {
            node: node.name(),
            exports: self.0.exports,
        };
        compile::compile(&environment, &inputs, finish)
    }
}

/// A main manifest that comes from no file.
fn text(code: String) -> Main {
    Main::Text {
        path: None,
        code: code.into_bytes(),
    }
}

impl EnvironmentBuilder {
    fn new(options: Options) -> EnvironmentBuilder {
        EnvironmentBuilder {
            options,
            settings: Vec::new(),
            limits: Limits::default(),
            jit: JitOptions::default(),
            pool: None,
            threads: 0,
            exported_from: None,
        }
    }

    /// The environment's name.
    pub fn name(mut self, name: impl Into<String>) -> EnvironmentBuilder {
        self.options.name = Some(name.into());
        self
    }

    /// The main manifest, a file or a folder, instead of what the environment says.
    pub fn manifest(mut self, path: impl Into<PathBuf>) -> EnvironmentBuilder {
        self.options.main = Main::Path(path.into());
        self
    }

    /// The main manifest as text, instead of what the environment says.
    pub fn code(mut self, code: impl Into<String>) -> EnvironmentBuilder {
        self.options.main = text(code.into());
        self
    }

    /// Folders of modules, instead of what the environment says.
    pub fn modulepath<I>(mut self, folders: I) -> EnvironmentBuilder
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let folders = folders.into_iter().map(Into::into);
        self.options.module_path = Some(folders.collect());
        self
    }

    /// The configuration of the global data layer.
    pub fn hiera_config(mut self, file: impl Into<PathBuf>) -> EnvironmentBuilder {
        self.options.hiera_config = Some(file.into());
        self
    }

    /// A setting of Puppet, such as `strict` or `strict_variables`; of several of a name the last counts.
    /// Opening the environment refuses one that Puppet does not have.
    pub fn setting(
        mut self,
        name: impl Into<String>,
        value: impl Into<Value>,
    ) -> EnvironmentBuilder {
        self.settings.push((name.into(), value.into()));
        self
    }

    /// Sets the limits of each compilation.
    pub fn limits(mut self, limits: Limits) -> EnvironmentBuilder {
        self.limits = limits;
        self
    }

    /// When code is compiled to machine code.
    pub fn jit(mut self, jit: impl Into<JitOptions>) -> EnvironmentBuilder {
        self.jit = jit.into();
        self
    }

    /// Sets the number of threads that compile. 0, the default, means one for each processor.
    pub fn threads(mut self, threads: usize) -> EnvironmentBuilder {
        self.threads = threads;
        self
    }

    /// The threads that compile, shared with others.
    pub fn pool(mut self, pool: &Pool) -> EnvironmentBuilder {
        self.pool = Some(pool.clone());
        self
    }

    /// Sets the source of exported resources and of the answers of `puppetdb_query`: a folder of
    /// catalogs or of [exported resources](Catalog::exported_json), or a file of PuppetDB's. Turns
    /// `storeconfigs` on.
    pub fn exported_from(mut self, path: impl Into<PathBuf>) -> EnvironmentBuilder {
        self.exported_from = Some(path.into());
        self
    }

    /// Replaces encrypted data by a word, and reads no key.
    pub fn redact_secrets(mut self) -> EnvironmentBuilder {
        self.options.secrets = Secrets::Redact;
        self
    }

    /// Sets how code in Ruby is run; the default is [`Mode::Auto`].
    pub fn ruby(mut self, mode: Mode) -> EnvironmentBuilder {
        self.options.ruby = Some(mode);
        self
    }

    /// Lets equal commands that manifests run (`generate`) share the answer of the first.
    pub fn reuse_commands(mut self) -> EnvironmentBuilder {
        self.options.reuse_commands = true;
        self
    }

    /// Opens the environment: finds its modules, and reads `environment.conf` and `hiera.yaml`.
    ///
    /// # Errors
    /// A folder or file that is not there or cannot be read; a setting that has another value than it may.
    pub fn open(self) -> Result<Environment, OpenError> {
        let pool = match self.pool.clone() {
            Some(pool) => pool,
            None => Pool::new(self.threads).map_err(OpenError::new)?,
        };
        let opened = pool.run(|| self.open_here());
        let (environments, exports) = opened.and_then(|opened| opened).map_err(OpenError::new)?;
        Ok(Environment(Arc::new(Inner {
            environments: Arc::new(environments),
            pool,
            exports,
        })))
    }

    fn open_here(self) -> Result<(Environments, bool), String> {
        let mut options = self.options;
        let folder = options.directory.as_ref();
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            return Err(format!("{}: no such folder", folder.display()));
        }
        let name = options.directory.as_deref().and_then(name_of_folder);
        options.name = options.name.take().or(name);
        let file = options.hiera_config.as_ref();
        if let Some(file) = file.filter(|file| !file.is_file()) {
            return Err(format!("{}: no such file", file.display()));
        }
        let mut settings = self.settings;
        for (name, value) in &mut settings {
            *value = checked(name, value)?;
        }
        options.settings = puppet_settings::settings(&settings);
        options.settings.max_depth = self.limits.calls;
        options.settings.max_memory = self.limits.memory_bytes;
        options.settings.max_time = self.limits.time;
        options.ruby = options.ruby.or(Some(Mode::Auto));
        if let Some(path) = &self.exported_from {
            options.settings.storeconfigs = true;
            options.store = Some(CurrentStore::new(Store::read(path)?));
        }
        let exports = options.settings.storeconfigs;
        Ok((Environments::open(options, self.jit)?, exports))
    }
}

/// The value of a setting in the form that Puppet shows.
///
/// # Errors
/// There is no such setting, or it has no such value.
fn checked(name: &str, value: &Value) -> Result<Value, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    puppet_settings::check(name, &text).map(Value::String)
}

/// Makes a catalog or an error of a compilation.
struct Finish<'n> {
    node: &'n str,
    exports: bool,
}

impl Use<Result<Catalog, CompileError>> for Finish<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Result<Catalog, CompileError> {
        let error = error.or_else(|| compile::foreign_values(compiler, cx));
        let log = LogLine::of_log(&cx.log);
        if let Some(error) = error {
            return Err(CompileError::raised(self.node, &error, log));
        }
        match self.written(compiler) {
            Ok((json, exported)) => Ok(Catalog::new(json, exported, log)),
            Err(problem) => Err(CompileError::problem(self.node, problem, log)),
        }
    }
}

impl Finish<'_> {
    /// The catalog and the exported resources in JSON.
    fn written<'h>(&self, compiler: &'h Compiler<'h>) -> Result<(Vec<u8>, Vec<u8>), String> {
        let mut json = Vec::new();
        let written = compiler.write_catalog(Layout::Pretty, &mut json);
        written.map_err(|error| match error {
            WriteError::Value(problem) => problem.to_string(),
            WriteError::Sink(error) => error.to_string(),
        })?;
        let exported = match self.exports {
            true => compiler
                .exported_json()
                .map_err(|problem| problem.to_string())?,
            false => Vec::new(),
        };
        Ok((json, exported))
    }
}
