//! Owns the journal: a line for each finished node, with which a later run can continue.
//!
//! A line is written in one piece after the node's catalog has got its final name. So however the
//! process ends, at most one line is incomplete, and no line lacks its catalog. The last line of a
//! node counts.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::folder::{Folder, error_message, write};
use super::record::{Cost, NodeRecord};

/// The version of the lines.
const VERSION: u32 = 1;

/// The first line.
#[derive(PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Header {
    journal: u32,
    /// The digest of the options and of the program.
    options: String,
}

/// The digests of the inputs of a catalog.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Inputs {
    /// The digest of the code.
    pub code: String,
    /// The digest of the node's data.
    pub node: String,
}

/// A line about a finished node.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Line {
    /// The name of the node.
    pub node: String,
    /// The digests of the inputs of its catalog.
    pub inputs: Inputs,
    /// The digest of the exported resources of other nodes, if the node depends on them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub store: Option<String>,
    /// The outcome.
    pub record: NodeRecord,
    /// The cost.
    pub cost: Cost,
}

/// The journal of an earlier run.
#[derive(Default)]
pub struct EarlierRun {
    /// The last line of each node.
    pub lines: BTreeMap<String, Line>,
    /// True if the lines are ignored because the options or the program have changed.
    pub is_void: bool,
}

/// Reads the journal of an earlier run, if there is one. Ignores incomplete lines.
pub fn read(folder: &Folder, options: &str) -> EarlierRun {
    let mut earlier = EarlierRun::default();
    let Ok(text) = fs::read_to_string(path(folder)) else {
        return earlier;
    };
    let mut lines = text.lines();
    let header = lines
        .next()
        .and_then(|line| serde_json::from_str(line).ok());
    if header != Some(header_of(options)) {
        earlier.is_void = true;
        return earlier;
    }
    for line in lines {
        if let Ok(line) = serde_json::from_str::<Line>(line) {
            earlier.lines.insert(line.node.clone(), line);
        }
    }
    earlier
}

fn header_of(options: &str) -> Header {
    Header {
        journal: VERSION,
        options: options.to_owned(),
    }
}

fn path(folder: &Folder) -> PathBuf {
    folder.file("journal.jsonl")
}

/// A journal that is being written.
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Starts a journal that contains the lines of an earlier one.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub fn begin(folder: &Folder, options: &str, earlier: &EarlierRun) -> Result<Journal, String> {
        let mut text = line_of(&header_of(options));
        earlier
            .lines
            .values()
            .for_each(|line| text.push_str(&line_of(line)));
        let path = path(folder);
        write(path.clone(), &text)?;
        let file = File::options().append(true).open(&path);
        let file = Mutex::new(file.map_err(|error| error_message(&path, &error))?);
        Ok(Journal { path, file })
    }

    /// Adds a node.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub fn add(&self, line: &Line) -> Result<(), String> {
        let text = line_of(line);
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(text.as_bytes())
            .map_err(|error| error_message(&self.path, &error))
    }
}

fn line_of<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string(value).expect("texts and numbers have a form in JSON");
    text.push('\n');
    text
}
