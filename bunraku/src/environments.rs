//! Owns the environments of one run: the given one, and those that the classifier names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::environment::{Environment, Options};
use jit::Engine;

use crate::jit::JitOptions;

/// The environments of a run; each is opened once.
pub struct Environments {
    options: Options,
    jit: JitOptions,
    given: OpenedEnvironment,
    others: Mutex<BTreeMap<String, Arc<OnceLock<Result<OpenedEnvironment, String>>>>>,
}

/// An environment and its compiler.
#[derive(Clone)]
pub struct OpenedEnvironment {
    /// The environment.
    pub environment: Arc<Environment>,
    /// The compiler tier; `None` if everything is interpreted.
    pub tier: Option<Arc<Engine>>,
}

impl OpenedEnvironment {
    fn new(options: Options, jit: &JitOptions) -> Result<OpenedEnvironment, String> {
        let mut environment = Environment::open(options)?;
        let tier = jit.equip(&mut environment);
        let environment = Arc::new(environment);
        Ok(OpenedEnvironment { environment, tier })
    }
}

impl Environments {
    /// Opens the given environment.
    ///
    /// # Errors
    /// Same as [`Environment::open`].
    pub fn open(options: Options, jit: JitOptions) -> Result<Environments, String> {
        Ok(Environments {
            given: OpenedEnvironment::new(options.clone(), &jit)?,
            options,
            jit,
            others: Mutex::default(),
        })
    }

    /// Returns the name of the given environment.
    pub fn name(&self) -> &str {
        &self.given.environment.name
    }

    /// Returns the environment with a name: the folder of that name beside the given one. Without a
    /// name, returns the given environment. If it has no folder, the result differs only in its
    /// name.
    ///
    /// # Errors
    /// Fails if there is no such folder or it has errors.
    pub fn of(&self, name: Option<&str>) -> Result<Arc<Environment>, String> {
        let given = &self.given.environment;
        let Some(name) = name else {
            return Ok(given.clone());
        };
        let folder = self.folder(name)?;
        if *name == given.name && folder.as_ref().is_none_or(|folder| self.is_given(folder)) {
            return Ok(given.clone());
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let other = others.entry(name.to_owned()).or_default().clone();
        drop(others);
        let opened = other.get_or_init(|| {
            let mut options = Options {
                name: Some(name.to_owned()),
                directory: folder,
                ..self.options.clone()
            };
            // the setting keeps the name of the given environment
            let asked = ("environment".to_owned(), given.name.clone());
            options.settings.other.insert(0, asked);
            OpenedEnvironment::new(options, &self.jit)
        });
        let opened = opened.as_ref().map_err(Clone::clone)?;
        Ok(opened.environment.clone())
    }

    fn is_given(&self, folder: &Path) -> bool {
        self.given.environment.directory.as_deref().map(Path::new) == Some(folder)
    }

    /// Returns the folder of an environment, if environments have folders.
    fn folder(&self, name: &str) -> Result<Option<PathBuf>, String> {
        let (given, options) = (&self.given.environment, &self.options);
        let own = given.directory.as_deref().map(Path::new);
        let Some(path) = own
            .filter(|_| options.directory.is_some())
            .and_then(Path::parent)
        else {
            return Ok(None);
        };
        let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let is_name = !name.is_empty() && name.bytes().all(is_part);
        let folder = path.join(name);
        match is_name && folder.is_dir() {
            true => Ok(Some(folder)),
            false if *name == given.name => Ok(None),
            false => Err(format!(
                "Could not find a directory environment named '{name}' anywhere in the path: {}. \
                 Does the directory exist?",
                path.display()
            )),
        }
    }

    /// Returns all environments that were opened, the given one first.
    pub fn opened(&self) -> Vec<Arc<Environment>> {
        self.all()
            .into_iter()
            .map(|opened| opened.environment)
            .collect()
    }

    /// Returns the same environments with their compilers.
    pub fn all(&self) -> Vec<OpenedEnvironment> {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let others = others
            .values()
            .filter_map(|other| other.get()?.as_ref().ok());
        std::iter::once(&self.given)
            .chain(others)
            .cloned()
            .collect()
    }
}

/// Returns the name of an environment if its folder lies in a folder `environments`, as on a
/// server. A checkout elsewhere may have any name, so the result is `None`.
pub fn name_of_folder(folder: &Path) -> Option<String> {
    let folder = std::path::absolute(folder).ok()?;
    let around = folder.parent()?.file_name()?;
    let name = folder.file_name()?.to_str()?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = around == "environments" && name.bytes().all(is_part);
    is_name.then(|| name.to_owned())
}
