//! Computes digests of the inputs of a catalog. A later run compares them to see whether the inputs
//! are still the same.
//!
//! The digest of code covers the state of each file (length and times of change), not its text, so
//! that it only needs a walk over the folders. A file that was only touched counts as changed; then
//! a node is compiled unnecessarily. Data outside the environment and the module path counts if a
//! `hiera.yaml` names its folder.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::data::{Data, read_yaml};
use catalog::environment::Environment;
use catalog::node::Node;
use sha2::{Digest, Sha256};

/// The maximum depth of nested folders.
const DEPTH_MAX: u32 = 64;

/// A digest to which parts are added.
#[derive(Default)]
struct Hasher(Sha256);

impl Hasher {
    fn number(&mut self, number: u64) {
        self.0.update(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.0.update(text.as_bytes());
    }

    fn data(&mut self, data: &Data) {
        match data {
            Data::Hash(pairs) => {
                self.text("{");
                self.number(pairs.len() as u64);
                for (key, value) in pairs.iter() {
                    self.data(key);
                    self.data(value);
                }
            }
            Data::Array(items) => {
                self.text("[");
                self.number(items.len() as u64);
                items.iter().for_each(|item| self.data(item));
            }
            Data::String(text) => {
                self.text("'");
                self.text(text);
            }
            scalar => self.text(&format!("{scalar:?}")),
        }
    }

    /// Returns the digest in hexadecimal digits.
    fn finish(self) -> String {
        let mut text = String::new();
        for byte in &self.0.finalize()[..16] {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// Returns the digest of a text.
pub fn of_text(text: &str) -> String {
    let mut hasher = Hasher::default();
    hasher.text(text);
    hasher.finish()
}

/// Returns the digest of named texts.
pub fn of_texts(texts: &BTreeMap<String, Arc<[u8]>>) -> String {
    let mut hasher = Hasher::default();
    for (name, bytes) in texts {
        hasher.text(name);
        hasher.number(bytes.len() as u64);
        hasher.0.update(bytes);
    }
    hasher.finish()
}

/// Returns the digest of all data of a node that its compilation uses.
pub fn of_node(node: &Node) -> String {
    let mut hasher = Hasher::default();
    hasher.text(&node.name);
    for part in [&node.facts, &node.trusted, &node.server_facts] {
        hasher.data(part.as_ref().unwrap_or(&Data::Undef));
    }
    hasher.number(node.variables.len() as u64);
    for (name, value) in &node.variables {
        hasher.text(name);
        hasher.data(value);
    }
    hasher.data(&node.classes);
    hasher.finish()
}

/// The digests of the code of environments. Each is computed once.
pub struct CodeDigests {
    /// The folder that the run writes to. It is not code, even if it lies inside an environment.
    output: Option<(u64, u64)>,
    known: Mutex<BTreeMap<String, Arc<OnceLock<String>>>>,
}

impl CodeDigests {
    /// Makes an empty collection.
    pub fn new(output: Option<&Path>) -> CodeDigests {
        CodeDigests {
            output: output.and_then(|path| Some(folder_id(&path.metadata().ok()?))),
            known: Mutex::default(),
        }
    }

    /// Returns the digest of the files of an environment: its folder, its modules, its manifest,
    /// its data.
    pub fn of(&self, environment: &Environment) -> String {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let once = known.entry(environment.name.clone()).or_default().clone();
        drop(known);
        once.get_or_init(|| {
            let mut roots: Vec<PathBuf> = Vec::new();
            roots.extend(environment.directory.iter().map(PathBuf::from));
            roots.extend(environment.module_path.iter().map(PathBuf::from));
            roots.push(PathBuf::from(&environment.manifest));
            roots.extend(environment.hiera_config.iter().cloned());
            roots.extend(data_roots(environment));
            self.of_files(&roots)
        })
        .clone()
    }

    /// Returns the digest of the state of the given files, and of all files in the given folders.
    pub fn of_files(&self, roots: &[PathBuf]) -> String {
        let mut walk = Walk {
            seen: self.output.into_iter().collect(),
            hasher: Hasher::default(),
        };
        for root in roots {
            walk.visit(root, DEPTH_MAX);
        }
        walk.hasher.finish()
    }
}

/// Returns the folders and files of data that the configurations of an environment name. They may lie
/// outside of its folder.
fn data_roots(environment: &Environment) -> Vec<PathBuf> {
    let mut configs: Vec<PathBuf> = environment.hiera_config.iter().cloned().collect();
    let folder = environment.directory.iter().map(PathBuf::from);
    configs.extend(folder.map(|folder| folder.join("hiera.yaml")));
    for modules in &environment.module_path {
        let entries = std::fs::read_dir(modules).into_iter().flatten().flatten();
        configs.extend(entries.map(|entry| entry.path().join("hiera.yaml")));
    }
    let mut roots = Vec::new();
    for config in configs {
        let Ok(bytes) = std::fs::read(&config) else {
            continue;
        };
        if let Ok(data) = read_yaml(&config.to_string_lossy(), &bytes) {
            let base = config.parent().unwrap_or(Path::new("/"));
            // the data folder when none is named
            roots.push(base.join("data"));
            add_paths(&data, base, &mut roots);
        }
    }
    roots.sort();
    roots.dedup();
    roots
}

/// Adds the folders below the keys `datadir` of a configuration, and all absolute paths in it, such as
/// those of keys for encrypted data. A path counts up to its first interpolation.
fn add_paths(data: &Data, base: &Path, roots: &mut Vec<PathBuf>) {
    match data {
        Data::Hash(pairs) => {
            for (key, value) in pairs.iter() {
                let key = key.as_str().unwrap_or_default();
                let is_folder = key.trim_start_matches(':') == "datadir";
                let folder = value.as_str().filter(|_| is_folder);
                match folder {
                    Some(folder) => roots.push(base.join(before_interpolation(folder))),
                    None => add_paths(value, base, roots),
                }
            }
        }
        Data::Array(items) => items.iter().for_each(|item| add_paths(item, base, roots)),
        Data::String(text) if text.starts_with('/') => {
            let path = before_interpolation(text);
            // the root would be the whole disk
            if path.components().count() > 1 {
                roots.push(path);
            }
        }
        _ => {}
    }
}

/// Returns the folders of a path before the one that has an interpolation or a pattern.
fn before_interpolation(path: &str) -> PathBuf {
    let is_plain = |part: &&str| !part.contains(['%', '*', '?', '[', '{']);
    let parts: Vec<&str> = path.split('/').take_while(is_plain).collect();
    match parts.as_slice() {
        [""] => PathBuf::from("/"),
        parts => PathBuf::from(parts.join("/")),
    }
}

fn folder_id(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

/// A walk over folders, sorted by name.
struct Walk {
    /// Folders to skip. Visited folders are added, because links may lead back to them.
    seen: HashSet<(u64, u64)>,
    hasher: Hasher,
}

impl Walk {
    fn visit(&mut self, path: &Path, depth: u32) {
        let Ok(found) = path.metadata() else {
            return;
        };
        if !found.is_dir() {
            self.hasher.text(&path.to_string_lossy());
            self.hasher.number(found.len());
            for time in [found.mtime(), found.mtime_nsec()] {
                self.hasher.number(time as u64);
            }
            for time in [found.ctime(), found.ctime_nsec()] {
                self.hasher.number(time as u64);
            }
            return;
        }
        // a path of a configuration may begin with an interpolation
        let is_root = path.parent().is_none();
        if is_root || !self.seen.insert(folder_id(&found)) || depth == 0 {
            return;
        }
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        for name in names {
            // the git history is not code
            if name != ".git" {
                self.visit(&path.join(name), depth - 1);
            }
        }
    }
}
