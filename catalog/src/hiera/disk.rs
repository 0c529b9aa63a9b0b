//! Gives lookups access to the files of an environment on disk.

use super::{Entry, Source};
use crate::environment::files::{self, Stamp, read_source};
use frontend::name::Map;
use std::io::ErrorKind;
use std::path::Path;

/// The files in their current state, and the module folders as they were found.
#[derive(Default)]
pub struct Disk {
    /// The folders of modules by name.
    pub modules: Map<Box<str>, Box<str>>,
    /// The `data_provider` settings of modules by name.
    pub data_providers: Map<Box<str>, Box<str>>,
}

impl Source for Disk {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        match read_source(path.as_ref()) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) => match error.kind() {
                ErrorKind::NotFound | ErrorKind::NotADirectory => Ok(None),
                _ => Err(files::unreadable(path, &error)),
            },
        }
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn is_file(&self, path: &str) -> bool {
        Path::new(path).is_file()
    }

    fn stamp(&self, path: &str) -> Option<Stamp> {
        files::stamp(path)
    }

    fn entries(&self, folder: &str) -> Vec<Entry> {
        let Ok(found) = std::fs::read_dir(folder) else {
            return Vec::new();
        };
        let mut entries: Vec<Entry> = found
            .flatten()
            .filter_map(|entry| {
                Some(Entry {
                    name: entry.file_name().into_string().ok()?,
                    is_folder: entry.path().is_dir(),
                    is_link: entry.file_type().is_ok_and(|kind| kind.is_symlink()),
                })
            })
            .collect();
        entries.sort_by(|a, b| a.name.cmp(&b.name));
        entries
    }

    fn module_folder(&self, module: &str) -> Option<String> {
        self.modules.get(module).map(|folder| folder.to_string())
    }

    fn modules(&self) -> Vec<String> {
        self.modules.keys().map(|name| name.to_string()).collect()
    }

    fn data_provider(&self, module: &str) -> Option<String> {
        let provider = self.data_providers.get(module);
        provider.map(|provider| provider.to_string())
    }
}
