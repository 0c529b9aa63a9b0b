//! The environments of one run: the one that is asked for, and those that the classifier names.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::environment::{Environment, Options};
use jit::{Engine, Statistics};

use crate::jit::JitArguments;

/// Environments, each opened once.
pub struct Environments<'a> {
    options: Options,
    jit: &'a JitArguments,
    given: Opened,
    others: Mutex<BTreeMap<String, Arc<OnceLock<Result<Opened, String>>>>>,
}

#[derive(Clone)]
struct Opened {
    environment: Arc<Environment>,
    tier: Option<Arc<Engine>>,
}

impl Opened {
    fn new(options: Options, jit: &JitArguments) -> Result<Opened, String> {
        let mut environment = Environment::open(options)?;
        let tier = jit.equip(&mut environment);
        let environment = Arc::new(environment);
        Ok(Opened { environment, tier })
    }
}

impl<'a> Environments<'a> {
    /// Opens the environment that is asked for.
    ///
    /// # Errors
    /// As [`Environment::open`].
    pub fn open(options: Options, jit: &'a JitArguments) -> Result<Environments<'a>, String> {
        Ok(Environments {
            given: Opened::new(options.clone(), jit)?,
            options,
            jit,
            others: Mutex::default(),
        })
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
            Opened::new(options, self.jit)
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

    fn all(&self) -> Vec<Opened> {
        let others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let others = others
            .values()
            .filter_map(|other| other.get()?.as_ref().ok());
        std::iter::once(&self.given)
            .chain(others)
            .cloned()
            .collect()
    }

    /// What the compiler tier has done for all of them.
    pub fn statistics(&self) -> Statistics {
        let mut all = Statistics::default();
        let tiers = self.all().into_iter().filter_map(|opened| opened.tier);
        tiers.for_each(|tier| all += tier.statistics());
        all
    }

    /// Shows what the compiler tier has done, of each environment.
    pub fn report(&self) {
        for opened in self.all() {
            self.jit.report(&opened.environment, opened.tier.as_deref());
        }
    }
}
