//! Owns the output folder of a fleet: catalogs `NODE.json`, and all other files in the folder
//! `fleet`.
//!
//! | path | content |
//! |---|---|
//! | `NODE.json` | the catalog of a node, which is written completely or not at all |
//! | `fleet/summary.json` | the outcome of each node ([`super::summary`]) |
//! | `fleet/costs.json` | the cost of each node |
//! | `fleet/journal.jsonl` | the nodes that are finished, for `--resume` ([`super::journal`]) |
//! | `fleet/exported/NODE.json` | the exported resources of a node, with `--exported` |
//! | `fleet/lock` | a lock that the writing run holds |
//!
//! No node's file can be called `fleet`, because all end in `.json`. Commands that read a folder of
//! catalogs see only the catalogs.

use std::fs::{self, File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use catalog::environment::files::reason;

use crate::output::Output;

/// The folder of a fleet.
pub struct Folder {
    root: PathBuf,
    /// The exported resources, with a file for each node.
    pub exported: Output,
}

/// The folder, locked for the only run that may write to it.
pub struct LockedFolder {
    /// The folder.
    pub folder: Folder,
    /// The catalogs.
    pub catalogs: Output,
    _lock: File,
}

impl Folder {
    /// Returns the folder of a fleet without locking it.
    pub fn of(root: &Path) -> Folder {
        Folder {
            root: root.to_owned(),
            exported: Output::Folder(root.join("fleet/exported")),
        }
    }

    /// Creates the folder and its contents, and locks it. `exports` tells whether nodes see each
    /// other's exported resources.
    ///
    /// # Errors
    /// Fails if the folder cannot be created, if another fleet is writing to it, or if it has files
    /// of these nodes that no fleet has written.
    pub fn open(root: &Path, nodes: &[String], exports: bool) -> Result<LockedFolder, String> {
        let folder = Folder::of(root);
        let is_new = !root.join("fleet").is_dir();
        let mut known = nodes
            .iter()
            .filter(|node| folder.catalog_bytes(node).is_some());
        if let Some(node) = known.next().filter(|_| is_new) {
            return Err(format!(
                "{}: this file exists already, and no fleet has written it; choose another folder, or remove the file",
                folder.catalog(node).display()
            ));
        }
        let catalogs = Output::new(Some(root), true)?;
        fs::create_dir_all(root.join("fleet"))
            .map_err(|error| error_message(&root.join("fleet"), &error))?;
        let path = root.join("fleet/lock");
        let lock = File::create(&path).map_err(|error| error_message(&path, &error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(format!(
                    "{}: another fleet is writing to this folder",
                    root.display()
                ));
            }
            Err(TryLockError::Error(error)) => return Err(error_message(&path, &error)),
        }
        if exports {
            Output::new(Some(&root.join("fleet/exported")), true)?;
        }
        Ok(LockedFolder {
            folder,
            catalogs,
            _lock: lock,
        })
    }

    /// Returns the path of the folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the path of a node's catalog. The name must be one for which [`is_file_name`] is
    /// true.
    pub fn catalog(&self, node: &str) -> PathBuf {
        self.root.join(format!("{node}.json"))
    }

    /// Returns the length of a node's catalog, if it exists.
    pub fn catalog_bytes(&self, node: &str) -> Option<u64> {
        if !is_file_name(node) {
            return None;
        }
        let found = fs::metadata(self.catalog(node)).ok()?;
        found.is_file().then_some(found.len())
    }

    /// Returns the path of a file in the folder `fleet`.
    pub fn file(&self, name: &str) -> PathBuf {
        self.root.join("fleet").join(name)
    }

    /// Removes a node's catalog, if it exists.
    ///
    /// # Errors
    /// Fails if the file cannot be removed. The error names the file.
    pub fn remove_catalog(&self, node: &str) -> Result<(), String> {
        if !is_file_name(node) {
            return Ok(());
        }
        let path = self.catalog(node);
        match fs::remove_file(&path) {
            // a file whose name is too long cannot exist
            Err(error)
                if matches!(
                    error.kind(),
                    ErrorKind::NotFound | ErrorKind::InvalidFilename
                ) =>
            {
                Ok(())
            }
            removed => removed.map_err(|error| error_message(&path, &error)),
        }
    }

    /// Removes what earlier runs have stored about a node, if anything.
    ///
    /// # Errors
    /// Same as [`Folder::remove_catalog`].
    pub fn remove_results(&self, node: &str) -> Result<(), String> {
        self.remove_catalog(node)?;
        if is_file_name(node) {
            // it is not there if the run had no `--exported`
            let _ = fs::remove_file(self.file("exported").join(format!("{node}.json")));
        }
        Ok(())
    }

    /// Returns the exported resources of a node that an earlier run has stored.
    pub fn exported(&self, node: &str) -> Option<Vec<u8>> {
        if !is_file_name(node) {
            return None;
        }
        let path = self.file("exported").join(format!("{node}.json"));
        fs::read(path).ok()
    }
}

/// Returns true if a node's name can be a part of a file name in the folder. Names come from files
/// of facts and from summaries; a name like `../x` must not reach a file outside.
pub fn is_file_name(node: &str) -> bool {
    !node.is_empty() && !node.contains(['/', '\0'])
}

/// Writes a file, completely or not at all.
///
/// # Errors
/// Fails if the file cannot be written. The error names the file.
pub fn write(path: PathBuf, text: &str) -> Result<(), String> {
    let file = Output::File(path);
    file.write("", |sink| Ok(sink.write_all(text.as_bytes())?))
        .map(drop)
}

/// Returns the message about a file that cannot be used.
pub fn error_message(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {}", path.display(), reason(error))
}
