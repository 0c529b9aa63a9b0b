//! Finds the folder of code to check: an environment, a module, or a folder of modules.
//!
//! Owns the locations of modules, and knows which modules are named but missing. Reads settings and
//! metadata, but no code.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use catalog::data::{Data, read_json};
use catalog::environment::conf::{About, Problem};
use catalog::environment::{Environment, Options};
use frontend::{Severity, Source};
use regex::Regex;

use crate::FileReport;
use crate::environment_conf::Conf;

/// A module of the codebase.
#[derive(Clone, Debug)]
pub struct Module {
    /// The name under which Puppet knows the module.
    pub name: String,
    /// The absolute path of its folder.
    pub path: PathBuf,
}

impl Module {
    fn is_empty(&self) -> bool {
        std::fs::read_dir(&self.path).is_ok_and(|mut entries| entries.next().is_none())
    }
}

/// A folder of code as Puppet would load it.
#[derive(Clone, Debug, Default)]
pub struct Codebase {
    /// The folder of the codebase.
    pub root: PathBuf,
    /// The folder of the environment, if the codebase is one.
    pub environment: Option<PathBuf>,
    /// The modules, sorted by name.
    pub modules: Vec<Module>,
    /// The absolute paths of the modules that Puppet never loads, because another one of the same
    /// name comes first in the module path.
    pub hidden: Vec<PathBuf>,
    /// The absolute paths of the folders that contain modules.
    pub module_path: Vec<String>,
    /// The absolute path of the main manifest or its folder; empty if there is none.
    pub manifest: String,
    /// Modules that the Puppetfile or the metadata of a module names but that are missing.
    pub absent: BTreeSet<String>,
    /// True if all required modules are declared: by an environment, or by the metadata of all
    /// modules, which must name some.
    pub is_declared: bool,
    /// True if all modules have metadata.
    pub has_metadata: bool,
    /// Errors in `environment.conf` and in modules, with Puppet's messages.
    pub problems: Vec<Problem>,
    /// Warnings about `environment.conf` and modules.
    pub warnings: Vec<Problem>,
}

impl Codebase {
    /// Returns the codebase that contains a file or folder, or `None` for code outside a codebase.
    pub fn around(path: &Path) -> Option<Codebase> {
        let path = std::path::absolute(path).ok()?;
        let mut inner = None;
        for folder in path.ancestors() {
            if is_environment(folder) {
                return Some(Codebase::environment(folder));
            }
            if inner.is_none() && is_module(folder) && module_name(folder).is_some() {
                inner = Some(Codebase::module(folder));
            }
        }
        match inner {
            Some(module) => Some(module),
            None => {
                // for a file, its folder
                let folder = path.ancestors().find(|folder| folder.is_dir())?;
                is_folder_of_modules(folder).then(|| Codebase::folder(folder))
            }
        }
    }

    /// Returns the codebase of an environment, with the modules of its module path.
    pub fn environment(folder: &Path) -> Codebase {
        let options = Options {
            directory: Some(folder.to_owned()),
            ..Options::default()
        };
        let mut codebase = Codebase {
            root: folder.to_owned(),
            environment: Some(folder.to_owned()),
            ..Codebase::default()
        };
        match Environment::open(options) {
            Ok(environment) => {
                let modules = environment.modules().map(|module| Module {
                    name: module.name.to_string(),
                    path: PathBuf::from(&*module.path),
                });
                codebase.modules = modules.collect();
                codebase.module_path = environment.module_path.clone();
                codebase.manifest = environment.manifest.clone();
                let of_modules = environment
                    .errors
                    .iter()
                    .chain(&environment.modules_problem);
                let of_modules = of_modules.cloned().map(Problem::from);
                let of_conf = environment.conf_problem().cloned();
                codebase.problems = of_modules.chain(of_conf).collect();
                codebase.warnings = environment.warnings.clone();
                codebase.find_hidden();
            }
            Err(problem) => codebase.problems.push(problem),
        }
        // without environment.conf, any folder may contain modules
        if !folder.join("environment.conf").is_file() {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            folders.retain(|folder| is_folder_of_modules(folder));
            folders.sort_unstable();
            folders
                .iter()
                .for_each(|folder| codebase.add_folder(folder));
        }
        codebase.finish()
    }

    /// Returns the codebase of a module, with the modules beside it and those that are installed
    /// for its tests.
    pub fn module(folder: &Path) -> Codebase {
        let Some(name) = module_name(folder) else {
            return Codebase::default();
        };
        let beside = folder.parent().filter(|parent| {
            folder.file_name().is_some_and(|own| *own == *name) && is_folder_of_modules(parent)
        });
        let mut codebase = Codebase {
            root: folder.to_owned(),
            ..Codebase::default()
        };
        match beside {
            Some(parent) => codebase.add_folder(parent),
            None => codebase.modules.push(Module {
                name,
                path: folder.to_owned(),
            }),
        }
        codebase.add_folder(&folder.join("spec/fixtures/modules"));
        codebase.finish()
    }

    /// Returns the codebase of a folder of modules.
    pub fn folder(folder: &Path) -> Codebase {
        let mut codebase = Codebase {
            root: folder.to_owned(),
            ..Codebase::default()
        };
        codebase.add_folder(folder);
        codebase.finish()
    }

    /// Returns a report on `environment.conf` with the problems of settings and of modules that are
    /// not in the reports of the files.
    pub fn report(&self, of_files: &[FileReport]) -> Option<FileReport> {
        let reported: HashSet<&str> = of_files
            .iter()
            .flat_map(|report| &report.diagnostics)
            .map(|diagnostic| diagnostic.message.as_str())
            .collect();
        let errors = self.problems.iter();
        let errors = errors.filter(|problem| !reported.contains(problem.text.as_str()));
        let path = self.root.join("environment.conf");
        let text = regular_text(&path).unwrap_or_default();
        let conf = Conf::read(&text);
        let mut diagnostics = conf.problems(errors, Severity::Error);
        diagnostics.extend(conf.problems(self.warnings.iter(), Severity::Warning));
        if let Some(environment) = &self.environment {
            diagnostics.extend(conf.findings(environment));
        }
        diagnostics.sort_by_key(|one| one.span.start);
        (!diagnostics.is_empty()).then(|| FileReport {
            shown: path.to_string_lossy().into_owned(),
            source: Source::new(path.to_str(), text.as_str()),
            parse_failed: false,
            diagnostics,
            edits: Vec::new(),
        })
    }

    /// Returns true if a path lies in a module that Puppet never loads.
    pub fn is_hidden(&self, path: &str) -> bool {
        let path = Path::new(path);
        self.hidden.iter().any(|folder| path.starts_with(folder))
    }

    /// Returns true if the codebase has a module of this name.
    pub fn has_module(&self, name: &str) -> bool {
        let found = self
            .modules
            .binary_search_by(|module| module.name.as_str().cmp(name));
        found.is_ok()
    }

    /// Returns true if no module is missing. Then a name that is not found is certainly wrong.
    pub fn is_complete(&self) -> bool {
        self.is_declared && self.absent.is_empty()
    }

    /// Finds the modules of the module path that others hide, and warns about them.
    fn find_hidden(&mut self) {
        for folder in &self.module_path {
            let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
            let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
            paths.sort_unstable();
            for path in paths.into_iter().filter(|path| path.is_dir()) {
                let name = path.file_name().unwrap_or_default();
                let used = self.modules.iter().find(|used| *used.name == *name);
                let Some(used) = used.filter(|used| !is_same(&used.path, &path)) else {
                    continue;
                };
                let text = format!(
                    "The module in {} is never loaded, because {} comes first in the module path",
                    self.inner(&path),
                    self.inner(&used.path)
                );
                self.warnings.push(Problem {
                    text,
                    place: String::new(),
                    about: Some(About::Setting("modulepath".to_owned())),
                });
                self.hidden.push(path);
            }
        }
    }

    /// Returns a path as it is written inside of the codebase.
    fn inner(&self, path: &Path) -> String {
        let inner = path.strip_prefix(&self.root).unwrap_or(path);
        inner.to_string_lossy().into_owned()
    }

    fn add_folder(&mut self, folder: &Path) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        let text = folder.to_string_lossy().into_owned();
        if !self.module_path.contains(&text) {
            self.module_path.push(text);
        }
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = entry.path();
            let is_new = self.modules.iter().all(|module| module.name != name);
            if is_new && is_module_name(&name) && path.is_dir() {
                self.modules.push(Module { name, path });
            }
        }
    }

    fn finish(mut self) -> Codebase {
        self.modules.sort_by(|a, b| a.name.cmp(&b.name));
        self.modules.dedup_by(|a, b| a.name == b.name);
        // a submodule of git that is not checked out is an empty folder
        let (empty, modules) = std::mem::take(&mut self.modules)
            .into_iter()
            .partition(Module::is_empty);
        self.modules = modules;
        let mut named: BTreeSet<String> = empty.into_iter().map(|module| module.name).collect();
        if let Some(environment) = &self.environment {
            named.extend(in_puppetfile(&environment.join("Puppetfile")));
        }
        for module in &self.modules {
            named.extend(dependencies(&module.path.join("metadata.json")));
        }
        // a list without any module proves nothing: tools that make modules write an empty one
        let has_metadata = |module: &Module| module.path.join("metadata.json").is_file();
        self.has_metadata = self.modules.iter().all(has_metadata);
        self.is_declared = self.environment.is_some() || self.has_metadata && !named.is_empty();
        named.retain(|name| !self.has_module(name));
        self.absent = named;
        self
    }
}

/// Returns true if a folder is an environment: it has `environment.conf`, or `manifests` beside
/// `modules`, `site-modules` or `Puppetfile`, or modules in `modules`. A folder with
/// `metadata.json` is a module and no environment.
pub fn is_environment(folder: &Path) -> bool {
    let is_folder = |name: &str| folder.join(name).is_dir();
    let is_file = |name: &str| folder.join(name).is_file();
    let has_code = || is_folder("modules") || is_folder("site-modules") || is_file("Puppetfile");
    let has_modules = || is_folder_of_modules(&folder.join("modules"));
    let is_laid_out = || is_folder("manifests") && has_code() || has_modules();
    is_file("environment.conf") || !is_file("metadata.json") && is_laid_out()
}

/// Returns true if two paths lead to the same folder.
pub(crate) fn is_same(one: &Path, other: &Path) -> bool {
    one == other || one.canonicalize().ok() == other.canonicalize().ok()
}

/// Returns true if a folder is certainly a module: it has metadata or a class of its own name.
pub(crate) fn is_module(folder: &Path) -> bool {
    folder.join("metadata.json").is_file() || folder.join("manifests/init.pp").is_file()
}

fn is_folder_of_modules(folder: &Path) -> bool {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return false;
    };
    entries.flatten().any(|entry| {
        let name = entry.file_name();
        is_module_name(&name.to_string_lossy()) && is_module(&entry.path())
    })
}

/// Returns the name of a module: the name in its metadata without the author, otherwise the name of
/// its folder.
fn module_name(folder: &Path) -> Option<String> {
    let metadata = regular_text(&folder.join("metadata.json")).unwrap_or_default();
    let metadata = read_json("metadata.json", &metadata).ok();
    let named = metadata
        .as_ref()
        .and_then(|data| Some(data.as_hash()?.get("name")?.as_str()?.to_owned()));
    let name = named.or_else(|| Some(folder.file_name()?.to_str()?.to_owned()))?;
    let name = without_author(&name).to_owned();
    is_module_name(&name).then_some(name)
}

/// Returns the text of a regular file. A pipe is not read, because it might never end.
pub(crate) fn regular_text(path: &Path) -> Option<String> {
    let is_file = path.metadata().is_ok_and(|found| found.is_file());
    is_file
        .then(|| std::fs::read_to_string(path).ok())
        .flatten()
}

/// Removes the author from `author-name` or `author/name`.
fn without_author(name: &str) -> &str {
    name.rsplit(['/', '-']).next().unwrap_or(name)
}

/// Returns true if a name is valid for a module.
pub fn is_module_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| byte.is_ascii_lowercase())
        && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

/// Returns the modules that a Puppetfile installs.
fn in_puppetfile(path: &Path) -> Vec<String> {
    let Some(text) = regular_text(path) else {
        return Vec::new();
    };
    let Ok(pattern) = Regex::new(r#"(?m)^\s*mod\s*\(?\s*:?['"]?([\w/-]+)"#) else {
        return Vec::new();
    };
    let found = pattern.captures_iter(&text);
    found
        .map(|one| without_author(&one[1]).to_owned())
        .collect()
}

/// Returns the modules that a module's metadata requires.
fn dependencies(path: &Path) -> Vec<String> {
    let Some(text) = regular_text(path) else {
        return Vec::new();
    };
    let Ok(data) = read_json("metadata.json", &text) else {
        return Vec::new();
    };
    let list = data.as_hash().and_then(|hash| hash.get("dependencies"));
    let list = list.and_then(Data::as_array);
    let names = list.into_iter().flat_map(|list| list.iter());
    names
        .filter_map(|one| one.as_hash()?.get("name")?.as_str())
        .map(|name| without_author(name).to_owned())
        .collect()
}
