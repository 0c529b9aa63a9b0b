//! Lists the files of a codebase with their kinds, and reads their texts.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use catalog::environment::files;
use frontend::issue::{Located, Severity};
use frontend::{Diagnostic, Issue, Source, Span};
use ignore::WalkBuilder;
use ignore::overrides::{Override, OverrideBuilder};
use rayon::prelude::*;

use crate::codebase::{self, Codebase};
use crate::data_files;

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A manifest.
    Manifest,
    /// A template in EPP.
    Epp,
    /// A template in ERB.
    Erb,
    /// A template with another extension, probably in ERB.
    OtherTemplate,
    /// A data file of a hierarchy: YAML or JSON.
    Data,
    /// `hiera.yaml`
    HieraConfig,
    /// `metadata.json` of a module.
    Metadata,
    /// Code in Ruby below a folder `lib` of a module or an environment.
    Ruby,
    /// A file below `facts.d`.
    ExternalFacts,
}

/// A file of a codebase.
#[derive(Clone, Debug)]
pub struct File {
    /// The path that reports show.
    pub shown: String,
    /// The absolute path.
    pub path: String,
    /// The kind.
    pub kind: Kind,
    /// True if the file is checked. Otherwise it is only read for its definitions.
    pub is_asked: bool,
    /// The index in [`Codebase::modules`] of the module that the file belongs to.
    pub module: Option<u32>,
    /// True if the file belongs to another environment, which lies inside of the codebase, or to a
    /// module that Puppet does not load here. The rules do not check it.
    pub is_foreign: bool,
}

impl File {
    /// Returns true if the file contains plans instead of code for catalogs.
    pub fn is_plan(&self) -> bool {
        self.kind == Kind::Manifest && self.path.contains("/plans/")
    }

    /// Returns true if the file lies below a folder `manifests`.
    pub fn is_manifest_of_module(&self) -> bool {
        self.kind == Kind::Manifest && self.path.contains("/manifests/")
    }

    /// Returns true if Puppet loads the file by its name, so that it may only contain the matching
    /// definition. Examples and tests of a module may contain anything.
    pub fn is_autoloaded(&self, codebase: Option<&Codebase>) -> bool {
        if self.is_foreign {
            return false;
        }
        let (Some(codebase), Some(module)) = (codebase, self.module) else {
            return true;
        };
        let folder = &codebase.modules[module as usize].path;
        let inner = Path::new(&self.path).strip_prefix(folder).ok();
        let first = inner.and_then(|inner| inner.components().next());
        let first = first.map(|first| first.as_os_str().to_string_lossy().into_owned());
        matches!(
            first.as_deref(),
            Some("manifests" | "functions" | "types" | "plans")
        )
    }
}

/// The files to check.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// The files and folders as the caller named them.
    pub paths: Vec<PathBuf>,
    /// Patterns of paths to leave out, as in `.gitignore`.
    pub exclude: Vec<String>,
    /// True if only manifests and templates are checked.
    pub is_code_only: bool,
}

/// Lists the files to check and, in a codebase, all other files with definitions.
///
/// # Errors
/// Fails if a pattern is invalid.
pub fn list(selection: &Selection, codebase: Option<&Codebase>) -> Result<Vec<File>, String> {
    let mut list = List {
        codebase,
        is_code_only: selection.is_code_only,
        files: Vec::new(),
        places: HashMap::new(),
        data_folders: codebase.map(data_folders).unwrap_or_default(),
        owners: codebase.map(owners).unwrap_or_default(),
        foreign: Vec::new(),
    };
    for path in &selection.paths {
        list.add_asked(path, &selection.exclude)?;
    }
    if let Some(codebase) = codebase {
        list.add_definitions(codebase);
        list.mark_foreign(codebase);
    }
    Ok(list.files)
}

struct List<'c> {
    codebase: Option<&'c Codebase>,
    is_code_only: bool,
    files: Vec<File>,
    places: HashMap<String, usize>,
    data_folders: Vec<String>,
    /// The index of each module by its folder.
    owners: HashMap<PathBuf, u32>,
    /// The folders of other environments below the asked ones, and of modules that Puppet does not
    /// load here.
    foreign: Vec<PathBuf>,
}

impl List<'_> {
    /// Adds a file to check, or the files below a folder that git does not ignore.
    fn add_asked(&mut self, path: &Path, exclude: &[String]) -> Result<(), String> {
        if path.as_os_str() == "-" || !path.is_dir() {
            let end = path.extension().and_then(|end| end.to_str());
            match (self.kind(path), end) {
                (Some(kind), _) => self.add(path, kind, true),
                // a list of files may contain files that are not checked
                (None, Some("yaml" | "yml" | "eyaml" | "json" | "rb" | "erb")) => {}
                (None, _) => self.add(path, Kind::Manifest, true),
            }
            return Ok(());
        }
        if let Err(_unreadable) = std::fs::read_dir(path) {
            // reading a folder as a file gives the reason why it cannot be listed
            self.add(path, Kind::Manifest, true);
            return Ok(());
        }
        let mut walk = WalkBuilder::new(path);
        walk.follow_links(true)
            .require_git(false)
            .overrides(overrides(path, exclude)?)
            .sort_by_file_name(Ord::cmp);
        for entry in walk.build() {
            let entry = match entry {
                Ok(entry) => entry,
                // skips a link that leads nowhere; a link back to its own folder adds nothing
                Err(error) => {
                    let path = path_of(&error);
                    let found = path.and_then(|path| Some((path, self.kind(path)?)));
                    if let Some((path, kind)) = found {
                        self.add(path, kind, true);
                    }
                    continue;
                }
            };
            // reading a pipe or a device might never end
            if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let path = match path == Path::new(".") {
                true => entry.path().strip_prefix(".").unwrap_or(entry.path()),
                false => entry.path(),
            };
            self.foreign.extend(self.foreign_folder(path));
            let kind = self.kind(path);
            if let Some(kind) = kind {
                self.add(path, kind, true);
            }
        }
        Ok(())
    }

    /// Returns the environment that a file makes of a folder (a module may hold one for its tests), or
    /// the module outside of the module path that a file belongs to.
    fn foreign_folder(&self, path: &Path) -> Option<PathBuf> {
        let (inner, is_module) = match path.file_name()?.to_str()? {
            "environment.conf" => ("", false),
            "metadata.json" => ("", true),
            "site.pp" => ("manifests", false),
            "init.pp" => ("manifests", true),
            _ => return None,
        };
        let absolute = std::path::absolute(path).ok()?;
        let folder = absolute.parent()?;
        let folder = match inner {
            "" => folder,
            inner if folder.ends_with(inner) => folder.parent()?,
            _ => return None,
        };
        let is_own = match is_module {
            true => self.owners.contains_key(folder) || self.is_in_module_path(folder.parent()?),
            // a module may have a main manifest for its tests
            false => !folder.join("environment.conf").is_file() && codebase::is_module(folder),
        };
        (!is_own).then(|| folder.to_owned())
    }

    fn is_in_module_path(&self, folder: &Path) -> bool {
        let folders = self.codebase.map(|codebase| &codebase.module_path);
        let mut folders = folders.into_iter().flatten();
        folders.any(|of_path| codebase::is_same(Path::new(of_path), folder))
    }

    /// Marks the files of other environments and of modules that are not loaded.
    fn mark_foreign(&mut self, codebase: &Codebase) {
        let is_inner = |folder: &PathBuf| folder.starts_with(&codebase.root);
        self.foreign.retain(is_inner);
        self.foreign.retain(|folder| *folder != codebase.root);
        self.foreign.extend(codebase.hidden.iter().cloned());
        if self.foreign.is_empty() {
            return;
        }
        for file in &mut self.files {
            let mut folders = self.foreign.iter();
            file.is_foreign = folders.any(|folder| Path::new(&file.path).starts_with(folder));
        }
    }

    /// Adds the files with definitions that code may use.
    fn add_definitions(&mut self, codebase: &Codebase) {
        let mut folders: Vec<PathBuf> = Vec::new();
        let parts = [
            "manifests",
            "functions",
            "types",
            "plans",
            "templates",
            "lib",
            "facts.d",
        ];
        for module in &codebase.modules {
            folders.extend(parts.iter().map(|part| module.path.join(part)));
        }
        if let Some(environment) = &codebase.environment {
            let parts = ["functions", "types", "lib", "facts.d"];
            folders.extend(parts.iter().map(|part| environment.join(part)));
        }
        folders.extend(self.data_folders.iter().map(PathBuf::from));
        if !codebase.manifest.is_empty() {
            folders.push(PathBuf::from(&codebase.manifest));
        }
        let found: Vec<Vec<PathBuf>> = folders.par_iter().map(|folder| below(folder)).collect();
        for path in found.into_iter().flatten() {
            if let Some(kind) = self.kind(&path) {
                self.add(&path, kind, false);
            }
        }
    }

    fn add(&mut self, path: &Path, kind: Kind, is_asked: bool) {
        let is_wanted = match self.is_code_only {
            true => matches!(kind, Kind::Manifest | Kind::Epp),
            false => true,
        };
        if !is_wanted {
            return;
        }
        let absolute = match path.as_os_str() == "-" {
            true => PathBuf::from("-"),
            false => std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
        };
        // a file that can be reached by several paths is checked once
        let key = absolute
            .canonicalize()
            .unwrap_or_else(|_| absolute.clone())
            .to_string_lossy()
            .into_owned();
        if let Some(&at) = self.places.get(&key) {
            self.files[at].is_asked |= is_asked;
            return;
        }
        self.places.insert(key, self.files.len());
        self.files.push(File {
            shown: path.to_string_lossy().into_owned(),
            module: self.module(&absolute),
            path: absolute.to_string_lossy().into_owned(),
            kind,
            is_asked,
            is_foreign: false,
        });
    }

    /// Returns the innermost module around a file: the tests of a module may contain other modules.
    fn module(&self, path: &Path) -> Option<u32> {
        let folders = path.ancestors();
        folders
            .into_iter()
            .find_map(|folder| self.owners.get(folder))
            .copied()
    }

    /// Returns true if a file lies in the folder `templates` of its module.
    fn is_template(&self, path: &Path) -> bool {
        let (Some(codebase), Some(module)) = (self.codebase, self.module(path)) else {
            return false;
        };
        path.starts_with(codebase.modules[module as usize].path.join("templates"))
    }

    /// Returns true if a file lies in the folder `files` of its module and is not a text.
    fn is_served(&self, path: &Path) -> bool {
        let (Some(codebase), Some(module)) = (self.codebase, self.module(path)) else {
            return false;
        };
        path.starts_with(codebase.modules[module as usize].path.join("files"))
            && text(path).is_err()
    }

    fn kind(&self, path: &Path) -> Option<Kind> {
        let absolute = std::path::absolute(path).ok()?;
        let name = path.file_name()?.to_str()?;
        let text = absolute.to_string_lossy();
        Some(match path.extension().and_then(|it| it.to_str()) {
            Some("pp") if text.contains("/templates/") && self.is_template(&absolute) => {
                Kind::OtherTemplate
            }
            // compiled policies of SELinux have this extension, too
            Some("pp") if text.contains("/files/") && self.is_served(&absolute) => return None,
            Some("pp") => Kind::Manifest,
            Some("epp") => Kind::Epp,
            Some("erb") if text.contains("/templates/") => Kind::Erb,
            Some("rb") if text.contains("/lib/") && !text.contains("/spec/") => Kind::Ruby,
            _ if self.codebase.is_none() || text.contains("/spec/") => return None,
            _ if text.contains("/templates/") => Kind::OtherTemplate,
            _ if text.contains("/facts.d/") => Kind::ExternalFacts,
            _ if name == "metadata.json" => Kind::Metadata,
            _ if name == "hiera.yaml" => Kind::HieraConfig,
            Some("yaml" | "yml" | "eyaml" | "json") => {
                let holds = |folder: &String| absolute.starts_with(folder);
                self.data_folders.iter().find(|folder| holds(folder))?;
                Kind::Data
            }
            _ => return None,
        })
    }
}

/// Returns the path of a link or folder that cannot be read.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        _ => None,
    }
}

fn owners(codebase: &Codebase) -> HashMap<PathBuf, u32> {
    let modules = codebase.modules.iter().enumerate();
    modules
        .map(|(at, module)| (module.path.clone(), at as u32))
        .collect()
}

fn overrides(root: &Path, exclude: &[String]) -> Result<Override, String> {
    let mut builder = OverrideBuilder::new(root);
    for pattern in exclude {
        builder
            .add(&format!("!{pattern}"))
            .map_err(|error| format!("--exclude {pattern}: {error}"))?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// Returns all files below a folder, sorted by name. Ignores git's rules, because installed modules
/// are usually ignored by git.
fn below(folder: &Path) -> Vec<PathBuf> {
    if folder.is_file() {
        return vec![folder.to_owned()];
    }
    if !folder.is_dir() {
        return Vec::new();
    }
    let mut walk = WalkBuilder::new(folder);
    walk.standard_filters(false)
        .hidden(true)
        .follow_links(true)
        .sort_by_file_name(Ord::cmp);
    let entries = walk.build().flatten();
    let files = entries.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    files.map(|entry| entry.into_path()).collect()
}

/// Returns the data folders that the configurations of the environment and its modules name.
fn data_folders(codebase: &Codebase) -> Vec<String> {
    let roots = codebase.environment.iter();
    let roots = roots.chain(codebase.modules.iter().map(|module| &module.path));
    let mut folders = Vec::new();
    for root in roots {
        for folder in data_files::data_folders(root) {
            // if the folder's name contains a variable, uses the fixed part before it
            let fixed = folder.split("%{").next().unwrap_or_default();
            let fixed = match fixed.len() == folder.len() {
                true => fixed,
                false => fixed.rsplit_once('/').map_or("", |(before, _)| before),
            };
            let path = root.join(fixed);
            if path.starts_with(root) && path != *root {
                folders.push(path.to_string_lossy().into_owned());
            }
        }
    }
    folders
}

/// Reads a file, or returns a finding with the reason why it cannot be read.
pub fn read(file: &File) -> Result<Source, Diagnostic> {
    let is_code = matches!(file.kind, Kind::Manifest | Kind::Epp);
    let text = text(Path::new(&file.path)).map_err(|problem| Diagnostic {
        located: Located::File,
        // a template that is not a text may still work
        severity: if is_code {
            Severity::Error
        } else {
            Severity::Warning
        },
        ..Diagnostic::error(Issue("UNREADABLE_FILE"), problem, Span::default())
    })?;
    Ok(Source::new(Some(&shown_path(file)), text))
}

/// Returns the path for messages: absolute, except for standard input.
pub fn shown_path(file: &File) -> String {
    match file.path == "-" {
        true => std::path::absolute("-").map_or_else(
            |_| "-".to_owned(),
            |path| path.to_string_lossy().into_owned(),
        ),
        false => file.path.clone(),
    }
}

/// Returns the text of a file or, for `-`, of standard input.
///
/// # Errors
/// Fails with the system's message, or with the place of the first byte that is not UTF-8.
pub fn text(path: &Path) -> Result<String, String> {
    let bytes = match path.as_os_str() == "-" {
        true => files::read_input(),
        false => files::read_source(path),
    };
    let bytes = bytes.map_err(|error| files::reason(&error))?;
    if let Some(problem) = frontend::encoding::foreign_mark(&bytes) {
        return Err(problem);
    }
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..offset];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("The text is not UTF-8: invalid byte on line {line} (offset {offset})")
    })
}
