//! The environments of one run: the one that is asked for, and those that the classifier names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::environment::{Environment, Options};
use jit::Engine;

use crate::jit::JitOptions;

/// Environments, each opened once.
pub struct Environments {
    options: Options,
    jit: JitOptions,
    given: Opened,
    others: Mutex<BTreeMap<String, Arc<OnceLock<Result<Opened, String>>>>>,
}

/// An environment and its compiler.
#[derive(Clone)]
pub struct Opened {
    /// The environment.
    pub environment: Arc<Environment>,
    /// The compiler tier; none when everything is interpreted.
    pub tier: Option<Arc<Engine>>,
}

impl Opened {
    fn new(options: Options, jit: &JitOptions) -> Result<Opened, String> {
        let mut environment = Environment::open(options)?;
        let tier = jit.equip(&mut environment);
        let environment = Arc::new(environment);
        Ok(Opened { environment, tier })
    }
}

impl Environments {
    /// Opens the environment that is asked for.
    ///
    /// # Errors
    /// As [`Environment::open`].
    pub fn open(options: Options, jit: JitOptions) -> Result<Environments, String> {
        Ok(Environments {
            given: Opened::new(options.clone(), &jit)?,
            options,
            jit,
            others: Mutex::default(),
        })
    }

    /// The name of the environment that is asked for.
    pub fn name(&self) -> &str {
        &self.given.environment.name
    }

    /// The environment of a name: the folder of that name beside the one that is asked for. Without
    /// a name it is that one itself; where there are no folders, only the name differs.
    ///
    /// # Errors
    /// There is no such folder, or what is wrong with it.
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
            // the setting is still the one that was asked for
            let asked = ("environment".to_owned(), given.name.clone());
            options.settings.other.insert(0, asked);
            Opened::new(options, &self.jit)
        });
        let opened = opened.as_ref().map_err(Clone::clone)?;
        Ok(opened.environment.clone())
    }

    fn is_given(&self, folder: &Path) -> bool {
        self.given.environment.directory.as_deref().map(Path::new) == Some(folder)
    }

    /// The folder of an environment, if there are folders.
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

    /// All that were opened, the one that is asked for first.
    pub fn opened(&self) -> Vec<Arc<Environment>> {
        self.all()
            .into_iter()
            .map(|opened| opened.environment)
            .collect()
    }

    /// The same with their compilers.
    pub fn all(&self) -> Vec<Opened> {
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

/// The name of an environment whose folder lies where a server has its environments, in a folder
/// `environments`. A checkout elsewhere may have any name.
pub fn name_of_folder(folder: &Path) -> Option<String> {
    let folder = std::path::absolute(folder).ok()?;
    let around = folder.parent()?.file_name()?;
    let name = folder.file_name()?.to_str()?;
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let is_name = around == "environments" && name.bytes().all(is_part);
    is_name.then(|| name.to_owned())
}
