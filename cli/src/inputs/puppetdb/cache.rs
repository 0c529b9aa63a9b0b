//! Keeps answers of PuppetDB in a folder: one file for the nodes' names, and one for each node.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, SystemTime};

use catalog::data::{Data, read_json, write_json};
use catalog::environment::files::reason;

/// The cache of one server.
pub(super) struct Cache {
    folder: PathBuf,
    /// The maximum age of an answer; `None` for any age.
    age_max: Option<Duration>,
}

impl Cache {
    /// Returns the cache of a server in a folder. Reads and writes nothing.
    pub(super) fn new(folder: &Path, url: &str, age_max: Option<Duration>) -> Cache {
        let server = url.split_once("://").map_or(url, |(_, rest)| rest);
        Cache {
            folder: folder.join(file_name(server.trim_end_matches('/'))),
            age_max,
        }
    }

    /// Returns the names of all nodes, if they are in the cache and young enough.
    pub(super) fn names(&self) -> Option<Vec<String>> {
        let data = self.read(&self.folder.join("nodes.json"))?;
        let names = data.as_array()?.iter().map(Data::as_str);
        names.map(|name| name.map(str::to_owned)).collect()
    }

    /// Stores the names of all nodes.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub(super) fn keep_names(&self, names: &[String]) -> Result<(), String> {
        let names = names.iter().map(|name| Data::string(name)).collect();
        self.write(&self.folder.join("nodes.json"), &Data::array(names))
    }

    /// Returns the row of a node, if it is in the cache and young enough.
    pub(super) fn row(&self, node: &str) -> Option<Data> {
        self.read(&self.row_path(node))
    }

    /// Returns true if the cache has a row of a node that is young enough.
    pub(super) fn has_row(&self, node: &str) -> bool {
        self.is_young(&self.row_path(node))
    }

    /// Stores the row of a node.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub(super) fn keep_row(&self, node: &str, row: &Data) -> Result<(), String> {
        self.write(&self.row_path(node), row)
    }

    fn row_path(&self, node: &str) -> PathBuf {
        let name = format!("{}.json", file_name(node));
        self.folder.join("inventory").join(name)
    }

    /// Reads a file if it is young enough and complete. Otherwise the caller fetches the data
    /// again.
    fn read(&self, path: &Path) -> Option<Data> {
        if !self.is_young(path) {
            return None;
        }
        let text = fs::read_to_string(path).ok()?;
        read_json("", &text).ok()
    }

    fn is_young(&self, path: &Path) -> bool {
        let Ok(changed) = fs::metadata(path).and_then(|found| found.modified()) else {
            return false;
        };
        // a file from the future counts as new
        let age = SystemTime::now()
            .duration_since(changed)
            .unwrap_or_default();
        self.age_max.is_none_or(|age_max| age <= age_max)
    }

    /// Replaces a file as a whole, so that no reader sees a part of it.
    fn write(&self, path: &Path, data: &Data) -> Result<(), String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let problem = |error: std::io::Error| format!("{}: {}", path.display(), reason(&error));
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder).map_err(problem)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let unfinished = folder.join(format!(".{}-{number}", std::process::id()));
        let text = write_json(data, &|_| String::new());
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        // facts may be confidential
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let written = options
            .open(&unfinished)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .and_then(|()| fs::rename(&unfinished, path));
        if written.is_err() {
            let _ = fs::remove_file(&unfinished);
        }
        written.map_err(problem)
    }
}

/// Converts any text to a file name.
fn file_name(text: &str) -> String {
    let mut name = String::new();
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => name.push(byte.into()),
            // a name that begins with a dot would be hidden, or `.` or `..`
            b'.' if at > 0 => name.push('.'),
            _ => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_apart_and_harmless() {
        assert_eq!(file_name("web-1.example.com"), "web-1.example.com");
        assert_eq!(file_name("../x"), "%2e.%2fx");
        assert_eq!(file_name("ä%"), "%c3%a4%25");
    }
}
