//! Finds the catalogs of both sides and reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catalog::environment::files::reason;
use diff::render::Sides;
use diff::{Pair, Side};
use serde::Deserialize;

use super::workspace::Workspace;
use crate::messages::Finding;

/// The catalogs of both sides, paired by node.
pub struct Sources {
    /// The names of the sides.
    pub names: Sides,
    /// The nodes, sorted by name.
    pub pairs: Vec<Pair>,
    old: Nodes,
    new: Nodes,
    _workspace: Option<Workspace>,
}

/// The nodes of one side.
#[derive(Default)]
pub struct Nodes {
    catalogs: BTreeMap<String, Place>,
    /// Nodes that could not be compiled, each with its error.
    failed: BTreeMap<String, String>,
    /// Pairs of paths: the first is replaced by the second in catalogs and errors.
    relocated: Vec<(String, String)>,
}

/// The place of a catalog.
#[derive(Clone)]
enum Place {
    File(PathBuf),
    /// A part of a text in memory.
    Part(Arc<Text>, Range<usize>),
}

/// A text with several catalogs.
struct Text {
    name: String,
    bytes: Vec<u8>,
}

impl Sources {
    /// Pairs the nodes of both sides by name. The workspace, if there is one, is removed when the
    /// result is dropped.
    pub fn of(
        names: Sides,
        mut old: Nodes,
        mut new: Nodes,
        workspace: Option<Workspace>,
    ) -> Sources {
        name_alike(&mut old, &mut new);
        for (name, error) in &mut old.failed {
            let other = new.failed.get(name);
            // line numbers change when other code changes, so errors that differ only in lines are
            // equal
            if let Some(other) = other
                && without_lines(other) == without_lines(error)
            {
                error.clone_from(other);
            }
        }
        let all: BTreeSet<&String> = old.names().chain(new.names()).collect();
        let pair = |name: &String| Pair {
            name: name.clone(),
            old: old.side(name),
            new: new.side(name),
        };
        Sources {
            pairs: all.into_iter().map(pair).collect(),
            names,
            old,
            new,
            _workspace: workspace,
        }
    }

    /// Appends a node's catalog to a buffer.
    ///
    /// # Errors
    /// Fails if the file cannot be read. The error names the file.
    pub fn read(&self, node: &str, is_new: bool, buffer: &mut Vec<u8>) -> Result<(), String> {
        let side = if is_new { &self.new } else { &self.old };
        match side.catalogs.get(node) {
            Some(Place::File(path)) => {
                File::open(path)
                    .and_then(|mut file| file.read_to_end(buffer))
                    .map_err(|error| error_message(path, &error))?;
            }
            Some(Place::Part(text, range)) => {
                buffer.extend_from_slice(&text.bytes[range.clone()]);
            }
            None => return Err("has no catalog".to_owned()),
        }
        for (from, to) in &side.relocated {
            diff::relocate(buffer, from, to);
        }
        Ok(())
    }
}

/// Gives the only catalogs of both sides a common name. A user who gives two files wants to compare
/// them, whatever their nodes are called.
fn name_alike(old: &mut Nodes, new: &mut Nodes) {
    let single = |nodes: &Nodes| match nodes.catalogs.first_key_value() {
        Some((name, Place::Part(..))) if nodes.catalogs.len() == 1 && nodes.failed.is_empty() => {
            Some(name.clone())
        }
        _ => None,
    };
    if let (Some(a), Some(b)) = (single(old), single(new))
        && a != b
    {
        let both = format!("{a} → {b}");
        for (nodes, name) in [(old, a), (new, b)] {
            if let Some(place) = nodes.catalogs.remove(&name) {
                nodes.catalogs.insert(both.clone(), place);
            }
        }
    }
}

impl Nodes {
    fn names(&self) -> impl Iterator<Item = &String> {
        self.catalogs.keys().chain(self.failed.keys())
    }

    fn side(&self, name: &str) -> Side {
        match self.failed.get(name) {
            Some(error) => Side::Failed(error.clone()),
            None if self.catalogs.contains_key(name) => Side::Catalog,
            None => Side::Missing,
        }
    }

    /// Replaces a path in catalogs and errors by another one.
    pub fn relocate(&mut self, from: String, to: String) {
        for error in self.failed.values_mut() {
            *error = error.replace(&from, &to);
        }
        self.relocated.push((from, to));
    }

    /// Records a node that could not be compiled.
    pub fn fail(&mut self, node: &str, error: &Finding) {
        self.failed.insert(node.to_owned(), shown(error));
    }

    /// Finds the catalogs of a file, a folder or standard input.
    ///
    /// # Errors
    /// Fails if the file or folder does not exist or has no catalogs.
    pub fn read(word: &str) -> Result<Nodes, String> {
        let path = Path::new(word);
        if word == "-" {
            let mut bytes = Vec::new();
            io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| format!("standard input: {}", reason(&error)))?;
            return Nodes::in_text("standard input", bytes);
        }
        let found = fs::metadata(path).map_err(|error| error_message(path, &error))?;
        match found.is_dir() {
            true => Nodes::in_folder(path),
            false => {
                let bytes = fs::read(path).map_err(|error| error_message(path, &error))?;
                Nodes::in_text(word, bytes)
            }
        }
    }

    /// Returns the catalogs of a text, by the node names in them.
    fn in_text(name: &str, bytes: Vec<u8>) -> Result<Nodes, String> {
        let found = diff::catalogs(&bytes).map_err(|problem| format!("{name}: {problem}"))?;
        let text = Arc::new(Text {
            name: name.to_owned(),
            bytes,
        });
        let mut nodes = Nodes::default();
        let several = found.len() > 1;
        for (node, range) in found {
            let node = match node {
                Some(node) => node,
                None if !several => "catalog".to_owned(),
                None => {
                    return Err(format!(
                        "{}: one of several catalogs has no name",
                        text.name
                    ));
                }
            };
            let place = Place::Part(Arc::clone(&text), range);
            if nodes.catalogs.insert(node.clone(), place).is_some() {
                return Err(format!("{}: there are two catalogs of {node}", text.name));
            }
        }
        Ok(nodes)
    }

    /// Returns the NODE.json files of a folder, and the failed nodes from the summary of a fleet.
    fn in_folder(folder: &Path) -> Result<Nodes, String> {
        let nodes = Nodes::compiled(folder)?;
        match nodes.catalogs.is_empty() && nodes.failed.is_empty() {
            false => Ok(nodes),
            true => Err(format!(
                "{} has neither catalogs (NODE.json) nor an environment",
                folder.display()
            )),
        }
    }

    /// Works like `in_folder`, but the folder may be empty.
    ///
    /// # Errors
    /// Fails if the folder cannot be read.
    pub fn compiled(folder: &Path) -> Result<Nodes, String> {
        let mut nodes = Nodes::default();
        for entry in fs::read_dir(folder).map_err(|error| error_message(folder, &error))? {
            let path = entry.map_err(|error| error_message(folder, &error))?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let Some(node) = name.and_then(|name| name.strip_suffix(".json")) else {
                continue;
            };
            if !node.is_empty() && !node.starts_with('.') && path.is_file() {
                nodes.catalogs.insert(node.to_owned(), Place::File(path));
            }
        }
        nodes.failed = failed(&folder.join("fleet/summary.json"))?;
        // a failed node may have a catalog of an earlier run, or one with a cycle
        nodes
            .failed
            .iter()
            .for_each(|(name, _)| drop(nodes.catalogs.remove(name)));
        Ok(nodes)
    }
}

/// The part of a fleet's summary that is needed here. All versions of the summary have it.
#[derive(Deserialize)]
struct Summary {
    nodes: BTreeMap<String, Record>,
}

#[derive(Deserialize)]
struct Record {
    status: String,
    #[serde(default)]
    messages: Vec<Finding>,
}

/// Returns the text of an error with its place.
fn shown(error: &Finding) -> String {
    match (&error.file, error.line) {
        (Some(file), Some(line)) => format!("{} (file: {file}, line: {line})", error.message),
        (Some(file), None) => format!("{} (file: {file})", error.message),
        (None, _) => error.message.clone(),
    }
}

/// Returns the nodes that a fleet could not compile, with the last error of each.
fn failed(path: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = match fs::read(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => return Err(error_message(path, &error)),
    };
    let summary: Summary =
        serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", path.display()))?;
    let failed = summary
        .nodes
        .into_iter()
        .filter(|(_, record)| record.status == "failed");
    let error = |record: Record| {
        let error = record.messages.iter().rfind(|it| it.is_error());
        error.map_or_else(|| "failed".to_owned(), shown)
    };
    Ok(failed.map(|(name, record)| (name, error(record))).collect())
}

/// Returns an error without its line and column numbers.
fn without_lines(error: &str) -> String {
    let without_digits =
        |text: &'_ str| text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let mut parts = error.split("line: ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = &part[part.len() - without_digits(part)..];
        let rest = match rest.strip_prefix(", column: ") {
            Some(column) => &column[column.len() - without_digits(column)..],
            None => rest,
        };
        text.push_str("line: ");
        text.push_str(rest);
    }
    text
}

fn error_message(path: &Path, error: &io::Error) -> String {
    format!("{}: {}", path.display(), reason(error))
}
