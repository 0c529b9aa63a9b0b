//! Owns data files: their formats, contents and keys. A file is read once, for all nodes.

use std::collections::HashSet;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use runtime::error::Kind;
use runtime::profile;

use super::Source;
use super::error::LookupError;
use crate::data::{Data, Hash, Pairs, ReadError, read_hocon, read_json, read_yaml};
use crate::environment::files::Stamp;
use crate::read_set::{self, Answer, answer_of};

/// The format of a data file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Format {
    /// Read by `yaml_data`.
    Yaml,
    /// Read by `json_data`.
    Json,
    /// Read by `hocon_data`.
    Hocon,
}

impl Format {
    /// Returns the format that a `data_hash` function reads, for functions that need no evaluator.
    pub fn of_function(name: &str) -> Option<Format> {
        match name {
            "yaml_data" => Some(Format::Yaml),
            "json_data" => Some(Format::Json),
            "hocon_data" => Some(Format::Hocon),
            _ => None,
        }
    }
}

/// A data file, read on first use.
pub(super) struct DataFile {
    pub path: Arc<str>,
    pub(super) format: Format,
    pub(super) module: Option<Arc<str>>,
    exists: OnceLock<bool>,
    /// The state of the file when it was read.
    pub(super) stamp: OnceLock<Option<Stamp>>,
    /// The answer about its bytes, for read sets.
    pub(super) bytes: OnceLock<Answer>,
    pub(super) content: OnceLock<Content>,
    /// The parameters that the file's keys name, by class: the parts of the keys after and before
    /// the last `::`.
    classes: OnceLock<Classes>,
}

impl DataFile {
    /// Creates a data file that has not been read yet.
    pub(super) fn new(format: Format, module: Option<Arc<str>>, path: Arc<str>) -> DataFile {
        DataFile {
            path,
            format,
            module,
            exists: OnceLock::new(),
            stamp: OnceLock::new(),
            bytes: OnceLock::new(),
            content: OnceLock::new(),
            classes: OnceLock::new(),
        }
    }

    /// Returns true if the path exists.
    pub fn exists(&self, source: &dyn Source) -> bool {
        *self.exists.get_or_init(|| source.exists(&self.path))
    }

    /// Returns true if it was read and has keys that do not belong to its module.
    pub fn has_foreign_keys(&self) -> bool {
        matches!(self.content.get(), Some(Content::Hash(_, rejected)) if !rejected.is_empty())
    }

    /// Returns the parameters by class that the keys name, if the file was read and contains a
    /// mapping.
    pub(super) fn classes(&self) -> Option<&Classes> {
        let Some(Content::Hash(hash, _)) = self.content.get() else {
            return None;
        };
        Some(self.classes.get_or_init(|| {
            let mut names: HashMap<&str, Names, FixedState> = HashMap::default();
            let keys = hash.keys().filter_map(|key| match key {
                Data::String(key) | Data::Symbol(key) => key.rsplit_once("::"),
                _ => None,
            });
            for (class, name) in keys {
                names.entry(class).or_default().insert(name.into());
            }
            let names = names.into_iter();
            names
                .map(|(class, names)| (class.into(), Arc::new(names)))
                .collect()
        }))
    }

    /// Returns the data; reads the file on the first call.
    pub fn content(&self, source: &dyn Source) -> &Content {
        self.content.get_or_init(|| {
            // the state is taken before reading, so that a file that changes meanwhile is read
            // again next time
            self.stamp.get_or_init(|| source.stamp(&self.path));
            read_set::without_notes(|| self.read(source))
        })
    }

    fn read(&self, source: &dyn Source) -> Content {
        let _frame = profile::named(profile::Kind::Load, &self.path);
        let read = source.read(&self.path);
        self.bytes.get_or_init(|| answer_of_source(&read));
        match read {
            Ok(Some(bytes)) => self.parse(&bytes),
            Ok(None) => Content::NoHash(Data::Undef),
            Err(text) => Content::Error(LookupError::other(text)),
        }
    }

    /// Parses bytes as the content of the file.
    pub(super) fn parse(&self, bytes: &[u8]) -> Content {
        let read = match self.format {
            Format::Yaml => read_yaml(&self.path, bytes).map(|data| data.with_text_keys()),
            Format::Json => read_json(&self.path, &String::from_utf8_lossy(bytes)),
            Format::Hocon => {
                let text = String::from_utf8_lossy(bytes);
                read_hocon(&self.path, &text, &read_set::environment_variable)
            }
        };
        match read {
            Ok(Data::Hash(hash)) => match &self.module {
                Some(module) => own_keys(&hash, module),
                None => Content::Hash(hash, Vec::new()),
            },
            Ok(other) => Content::NoHash(other),
            Err(ReadError::Parse(text) | ReadError::Bare(text) | ReadError::List(text)) => {
                Content::Error(LookupError::lookup(format!("Unable to parse {text}")))
            }
            Err(ReadError::Stack) => Content::Error(LookupError::issue("stack level too deep")),
            Err(ReadError::Fault(fault)) => Content::Error(fault.into()),
        }
    }
}

/// Names of parameters.
pub type Names = HashSet<Box<str>, FixedState>;

/// The content of a data file.
pub(super) enum Content {
    /// Its data. For a module, keys that are not the module's own are removed from the data and
    /// listed.
    Hash(Arc<Hash>, Vec<String>),
    /// A value other than a mapping.
    NoHash(Data),
    /// The error of a file that cannot be read.
    Error(LookupError),
}

/// Separates the pairs of a module's data whose keys start with its name from the other keys.
pub(super) fn own_keys(hash: &Arc<Hash>, module: &str) -> Content {
    let is_own = |key: &str| {
        let inside = key.strip_prefix(module);
        inside.is_some_and(|rest| rest.starts_with("::")) || key == super::LOOKUP_OPTIONS
    };
    let mut rejected = Vec::new();
    for key in hash.keys() {
        match key {
            Data::String(key) | Data::Symbol(key) if is_own(key) => {}
            Data::String(key) | Data::Symbol(key) => rejected.push(key.to_string()),
            other => {
                let text = match other {
                    Data::Undef => "nil:NilClass".to_owned(),
                    Data::Boolean(value) => format!("{value}:{}", super::key::ruby_class(other)),
                    Data::Integer(value) => format!("{value}:Integer"),
                    Data::BigInteger(value) => format!("{value}:Integer"),
                    Data::Float(value) => format!("{value:?}:Float"),
                    other => format!("{other:?}:{}", super::key::ruby_class(other)),
                };
                let text = format!("undefined method `start_with?' for {text}");
                return Content::Error(LookupError::fault(Kind::NoMethod, text));
            }
        }
    }
    if rejected.is_empty() {
        return Content::Hash(Arc::clone(hash), rejected);
    }
    let own: Pairs = hash
        .iter()
        .filter(|(key, _)| matches!(key, Data::String(key) | Data::Symbol(key) if is_own(key)))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect();
    Content::Hash(Arc::new(Hash::new(own)), rejected)
}

/// Returns the answer about the bytes that a source has for a path.
pub(super) fn answer_of_source(read: &Result<Option<Vec<u8>>, String>) -> Answer {
    match read {
        Ok(Some(bytes)) => answer_of([b"content".as_slice(), bytes.as_slice()]),
        Ok(None) => answer_of(["nothing"]),
        Err(problem) => answer_of(["error", problem]),
    }
}

/// The parameters of classes.
pub(super) type Classes = HashMap<Box<str>, Arc<Names>, FixedState>;
