//! Owns environments. An environment is opened once, is shared by all threads, and compiles the
//! catalogs of many nodes.

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
use crate::threads::Pool;

/// An environment: the code and data that catalogs are compiled from.
///
/// It is a snapshot that all clones and threads share. Files are read and code is compiled when the
/// first node needs them, and are kept for the other nodes. A file that changes later is not read
/// again: to see the change, open the environment again.
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
/// A limit that is exceeded ends the compilation with an error whose code is `LIMIT_EXCEEDED`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The maximum number of nested calls.
    pub calls: u32,
    /// The maximum size in bytes of the values that the compilation makes. Syntax trees and
    /// compiled code, which all nodes share, are not counted.
    pub memory_bytes: usize,
    /// The maximum time of the compilation; `None` for no limit. Evaluation checks the clock
    /// between its steps, so a single long step, such as a call of a process that does not answer,
    /// may take longer.
    pub time: Option<Duration>,
}

impl Default for Limits {
    /// Returns a limit of a thousand calls as in Puppet, 4 GiB of memory, and no limit of time.
    fn default() -> Limits {
        let settings = Settings::default();
        Limits {
            calls: settings.max_depth,
            memory_bytes: settings.max_memory,
            time: settings.max_time,
        }
    }
}

/// Collects the options with which an [`Environment`] is opened.
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
    /// Returns a builder for an environment in a folder with the layout of Puppet's
    /// `environmentpath`: `manifests`, `modules`, `environment.conf`, `hiera.yaml`. Unless a name
    /// is set, the environment has the name of its folder if that lies in a folder `environments`,
    /// otherwise `production`.
    pub fn builder(folder: impl Into<PathBuf>) -> EnvironmentBuilder {
        EnvironmentBuilder::new(Options {
            directory: Some(folder.into()),
            ..Options::default()
        })
    }

    /// Returns a builder for an environment that consists of one manifest and has no folder.
    pub fn of_code(code: impl Into<String>) -> EnvironmentBuilder {
        EnvironmentBuilder::new(Options {
            main: text(code.into()),
            ..Options::default()
        })
    }

    /// Compiles the catalog of a node in a thread of the environment's pool. The caller's thread
    /// waits.
    ///
    /// # Errors
    /// Fails if the code has an error, with its code, place and calls; if the node is invalid; or
    /// if a limit is exceeded.
    pub fn compile(&self, node: &Node) -> Result<Catalog, CompileError> {
        let done = self.0.pool.run(|| self.compile_here(node));
        done.unwrap_or_else(|problem| Err(CompileError::problem(node.name(), problem, Vec::new())))
    }

    /// Returns the pool whose threads compile, so that other environments can share it.
    #[must_use]
    pub fn pool(&self) -> &Pool {
        &self.0.pool
    }

    /// Returns the same environment with another pool. Both share the files that were read and the
    /// code that was compiled.
    #[must_use]
    pub fn with_pool(&self, pool: &Pool) -> Environment {
        Environment(Arc::new(Inner {
            environments: self.0.environments.clone(),
            pool: pool.clone(),
            exports: self.0.exports,
        }))
    }

    /// Returns the environment's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.environments.name()
    }

    /// Compiles in this thread, which must have a deep stack.
    pub(crate) fn compile_here(&self, node: &Node) -> Result<Catalog, CompileError> {
        let problem = |text| CompileError::problem(node.name(), text, Vec::new());
        let environment = self.0.environments.of(node.environment.as_deref());
        let environment = environment.map_err(problem)?;
        let name = node.environment.as_deref().unwrap_or(&environment.name);
        let inputs = node.build(name).map_err(problem)?;
        // sets no limit for the memory of the process, which belongs to the user of the library
        let _watch = watchdog::watch(environment.settings.max_time, usize::MAX);
        let finish = Finish {
            node: node.name(),
            exports: self.0.exports,
        };
        compile::compile(&environment, &inputs, finish)
    }
}

/// Returns a main manifest without a file.
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

    /// Sets the environment's name.
    pub fn name(mut self, name: impl Into<String>) -> EnvironmentBuilder {
        self.options.name = Some(name.into());
        self
    }

    /// Sets the main manifest, a file or a folder, instead of the environment's own.
    pub fn manifest(mut self, path: impl Into<PathBuf>) -> EnvironmentBuilder {
        self.options.main = Main::Path(path.into());
        self
    }

    /// Sets the text of the main manifest, instead of the environment's own manifest.
    pub fn code(mut self, code: impl Into<String>) -> EnvironmentBuilder {
        self.options.main = text(code.into());
        self
    }

    /// Sets the folders of modules, instead of the environment's own.
    pub fn modulepath<I>(mut self, folders: I) -> EnvironmentBuilder
    where
        I: IntoIterator,
        I::Item: Into<String>,
    {
        let folders = folders.into_iter().map(Into::into);
        self.options.module_path = Some(folders.collect());
        self
    }

    /// Sets the configuration file of the global data layer.
    pub fn hiera_config(mut self, file: impl Into<PathBuf>) -> EnvironmentBuilder {
        self.options.hiera_config = Some(file.into());
        self
    }

    /// Sets a setting of Puppet, such as `strict` or `strict_variables`. If a setting is set
    /// several times, the last value counts. Opening the environment fails if Puppet has no such
    /// setting.
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

    /// Sets when code is compiled to machine code.
    pub fn jit(mut self, jit: impl Into<JitOptions>) -> EnvironmentBuilder {
        self.jit = jit.into();
        self
    }

    /// Sets the number of threads that compile. 0, the default, means one for each processor.
    pub fn threads(mut self, threads: usize) -> EnvironmentBuilder {
        self.threads = threads;
        self
    }

    /// Sets the pool of threads that compile, which can be shared.
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

    /// Replaces encrypted data by a placeholder, and reads no key.
    pub fn redact_secrets(mut self) -> EnvironmentBuilder {
        self.options.secrets = Secrets::Redact;
        self
    }

    /// Sets how code in Ruby is run; the default is [`Mode::Auto`].
    pub fn ruby(mut self, mode: Mode) -> EnvironmentBuilder {
        self.options.ruby = Some(mode);
        self
    }

    /// Runs equal commands of manifests (`generate`) only once, and reuses the output.
    pub fn reuse_commands(mut self) -> EnvironmentBuilder {
        self.options.reuse_commands = true;
        self
    }

    /// Opens the environment: finds its modules, and reads `environment.conf` and `hiera.yaml`.
    ///
    /// # Errors
    /// Fails if a folder or file does not exist or cannot be read, or if a setting has an invalid
    /// value.
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

/// Returns the value of a setting in Puppet's form.
///
/// # Errors
/// Fails if there is no such setting or it does not accept the value.
fn checked(name: &str, value: &Value) -> Result<Value, String> {
    let text = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    puppet_settings::check(name, &text).map(Value::String)
}

/// Converts a compilation to a catalog or an error.
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
    /// Returns the catalog and the exported resources as JSON.
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
