//! Reads a folder with a file of facts for each node: `NODE.json`, `NODE.yaml`. Servers store facts
//! in this way too.

use std::fs;
use std::path::{Path, PathBuf};

use catalog::environment::files::reason;

use super::answer;
use super::{NodeFacts, unknown};
use crate::inputs::read::read_data;

/// Extensions of files of facts. If a node has several files, the first extension counts.
const EXTENSIONS: [&str; 3] = ["json", "yaml", "yml"];

/// A folder of facts. A file is read when the facts of its node are needed.
pub(in crate::inputs) struct Folder {
    path: PathBuf,
}

impl Folder {
    pub(super) fn at(path: &Path) -> Folder {
        Folder {
            path: path.to_owned(),
        }
    }

    /// Returns the nodes that have facts, sorted by name.
    ///
    /// # Errors
    /// Fails if the folder cannot be read or has no facts.
    pub(super) fn names(&self) -> Result<Vec<String>, String> {
        let folder = self.path.display();
        let problem = |error: std::io::Error| format!("{folder}: {}", reason(&error));
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(problem)? {
            let name = entry.map_err(problem)?.file_name();
            let path = Path::new(&name);
            let extension = path.extension().and_then(|extension| extension.to_str());
            let is_data = extension.is_some_and(|extension| EXTENSIONS.contains(&extension));
            // editors and archives leave hidden files behind, such as `._web01.json`
            let is_hidden = name.as_encoded_bytes().starts_with(b".");
            let Some(stem) = path.file_stem().filter(|_| is_data && !is_hidden) else {
                continue;
            };
            match stem.to_str() {
                Some(name) => names.push(name.to_owned()),
                None => {
                    let shown = path.to_string_lossy();
                    return Err(format!("{folder}: the file name '{shown}' is not UTF-8"));
                }
            }
        }
        if names.is_empty() {
            let below = self.path.join("facts");
            let advice = match below.is_dir() {
                true => format!("; did you mean {}?", below.display()),
                false => String::new(),
            };
            return Err(format!(
                "{folder}: there are no files of facts (.json, .yaml){advice}"
            ));
        }
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// Reads the facts of a node.
    ///
    /// # Errors
    /// Fails if there is no file of the node, or if the file has an error. The message names the
    /// file.
    pub(super) fn of(&self, node: &str) -> Result<NodeFacts, String> {
        let paths = EXTENSIONS.map(|extension| self.path.join(format!("{node}.{extension}")));
        // a link that leads nowhere is reported as such
        let is_there = |path: &&PathBuf| path.symlink_metadata().is_ok();
        let Some(path) = paths.iter().find(is_there) else {
            let names = self.names()?;
            return Err(unknown(&self.path, node, &names));
        };
        let problem = |what: String| format!("{}: {what}", path.display());
        let data = read_data(path)?;
        if let Some(rows) = answer::rows(&data) {
            let mut nodes = answer::by_name(rows).map_err(problem)?;
            let found = match nodes.len() {
                1 => nodes.pop().map(|(_, facts)| facts),
                _ => nodes.swap_remove(node),
            };
            return found.ok_or_else(|| problem(format!("has no facts of {node}")));
        }
        match data.as_hash() {
            Some(_) => answer::of_one(&data).map_err(problem),
            None => Err(problem("does not contain a hash".to_owned())),
        }
    }
}
