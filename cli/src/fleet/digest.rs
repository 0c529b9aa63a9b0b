//! Digests of what a catalog is made from, by which a later run knows whether it is still the same.
//!
//! The digest of code covers the state of each file (length, times of change) and not its text, so
//! that it costs a walk of the folders. A file that was only touched counts as changed: then a node is
//! compiled once too often. Files outside of the environment and the module path, such as data files
//! that `hiera.yaml` names by an absolute path, are not looked at.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use catalog::data::Data;
use catalog::environment::Environment;
use catalog::node::Node;
use sha2::{Digest, Sha256};

/// Folders inside each other, at most.
const DEPTH_MAX: u32 = 64;

/// A digest that grows.
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

    /// The digest in hexadecimal digits.
    fn finish(self) -> String {
        let mut text = String::new();
        for byte in &self.0.finalize()[..16] {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }
}

/// The digest of a text.
pub fn of_text(text: &str) -> String {
    let mut hasher = Hasher::default();
    hasher.text(text);
    hasher.finish()
}

/// The digest of texts by names.
pub fn of_texts(texts: &BTreeMap<String, Arc<[u8]>>) -> String {
    let mut hasher = Hasher::default();
    for (name, bytes) in texts {
        hasher.text(name);
        hasher.number(bytes.len() as u64);
        hasher.0.update(bytes);
    }
    hasher.finish()
}

/// The digest of all that is known of a node before it is compiled.
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

/// The digests of the code of environments, each made once.
pub struct Codes {
    /// A folder that is not code, although it may be inside: the run writes there.
    output: Option<(u64, u64)>,
    known: Mutex<BTreeMap<String, Arc<OnceLock<String>>>>,
}

impl Codes {
    /// No digest yet.
    pub fn new(output: Option<&Path>) -> Codes {
        Codes {
            output: output.and_then(|path| Some(folder_id(&path.metadata().ok()?))),
            known: Mutex::default(),
        }
    }

    /// The digest of the files of an environment: its folder, its modules, its manifest, its data.
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
            self.of_files(&roots)
        })
        .clone()
    }

    /// The digest of the state of files, and of all files in folders.
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

fn folder_id(found: &Metadata) -> (u64, u64) {
    (found.dev(), found.ino())
}

/// A walk of folders in the order of their names.
struct Walk {
    /// Folders that are not visited: links may lead again to where the walk has been.
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
        if !self.seen.insert(folder_id(&found)) || depth == 0 {
            return;
        }
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten();
        let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        for name in names {
            // the history of the files is not code
            if name != ".git" {
                self.visit(&path.join(name), depth - 1);
            }
        }
    }
}
