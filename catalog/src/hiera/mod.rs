//! Hiera 5: hierarchies of data, and looking things up in them.
//!
//! [`Hierarchies`] holds what depends on an environment only: configurations and data files, read
//! once and shared by threads. [`Lookup`] is one node's view: interpolated paths, merged lookup
//! options, cached results and what was read. Evaluation is behind [`Scope`], files are behind
//! [`Source`]. Nothing here knows values, scopes or catalogs of the evaluator.

mod absence;
pub mod config;
mod data_provider;
mod deep_merge;
mod disk;
pub mod error;
pub mod explain;
mod eyaml;
mod files;
mod hierarchies;
mod hierarchy_level;
mod interpolation;
pub mod key;
mod legacy;
pub mod lookup;
mod lookup_options;
pub mod merge;
mod noted;
mod provider_setting;
mod reach;
mod recent;
mod view;

#[cfg(test)]
mod tests;

pub use absence::Spoken;
pub use config::{FunctionKind, Layer};
pub use data_provider::{BackendCall, BackendKey, Context};
pub use disk::Disk;
pub use error::{ErrorKind, LookupError};
pub use eyaml::{FUNCTION as EYAML, REDACTED, Secrets};
pub(crate) use files::{folders_of, is_pattern};
pub use hierarchies::{Environment, Hierarchies};
pub use interpolation::text_of;
pub use key::{LookupKey, ruby_class};
pub use lookup::{Lookup, ReadSet};
pub use merge::Merge;
pub(crate) use noted::{answers_of_bytes, answers_of_nothing, layer};

use crate::data::Data;
use crate::environment::files::Stamp;
use frontend::validate::Strict;
use std::sync::Arc;

/// The key whose value says how other keys are merged and converted.
pub const LOOKUP_OPTIONS: &str = "lookup_options";

/// A variable as an interpolation sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Variable {
    /// Its value.
    Value(Data),
    /// There is none; the reason where there is more to say (`class m could not be found`).
    Unknown(Arc<str>),
}

/// A warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The text, without a place.
    pub text: String,
    /// The file it is about.
    pub file: Option<Arc<str>>,
    /// By what it is given once per node, if it is; it is shown with its place even if that is unknown.
    pub once: Option<Arc<str>>,
}

/// The place in an evaluation that a lookup is made from.
pub trait Scope {
    /// A variable by name (`facts`, `::x`, `m::x`, `0`).
    fn variable(&mut self, name: &str) -> Variable;

    /// A variable is read, or only the part of it that a segment leads to.
    fn note(&mut self, _name: &str, _segment: Option<&Data>) {}

    /// What the lookup was called with for the name of a key or variable: values that go before
    /// all data and variables, and values that come after them.
    fn given(&mut self, _name: &str, _order: Order) -> Option<Data> {
        None
    }

    /// Whether one of the `hiera*` functions asks: without data of the environment these see only
    /// the global layer.
    fn is_hiera(&self) -> bool {
        false
    }

    /// Whether the results are what any other lookup would find.
    fn is_plain(&self) -> bool {
        true
    }

    /// Whether a variable is what it was.
    fn is_still(&mut self, name: &str, known: &Variable) -> bool {
        self.variable(name) == *known
    }

    /// The setting `strict`.
    fn strict(&self) -> Strict;

    /// Logs a warning.
    fn warn(&mut self, warning: Warning);

    /// Logs a warning of something that is of old, where that is wanted.
    fn deprecate(&mut self, warning: Warning) {
        self.warn(warning);
    }

    /// `SUBJECT has wrong type, expects ...` when a value is not of a type, given as text.
    fn mismatch(&mut self, subject: &str, expected: &str, value: &Data) -> Option<String>;

    /// Calls the function of a hierarchy level; `None` when it finds nothing.
    ///
    /// # Errors
    /// There is no such function; what the function raises.
    fn call(&mut self, call: &BackendCall<'_>) -> Result<Option<Data>, LookupError>;

    /// Converts a value as a `convert_to` option says: a type's name, or that and more arguments.
    ///
    /// # Errors
    /// There is no such type; what creating the value raises.
    fn convert(&mut self, key: &str, convert_to: &Data, value: Data) -> Result<Data, LookupError>;

    /// The text of a [`Data::Rich`] value.
    fn text(&mut self, value: &Data) -> String;

    /// The name of a value's Ruby class.
    fn class_name(&mut self, value: &Data) -> String {
        key::ruby_class(value).to_owned()
    }
}

/// When values that a lookup was called with count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// `override`
    Before,
    /// `default_values_hash`
    After,
}

/// An entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// A folder, or a link to one.
    pub is_folder: bool,
    /// A link.
    pub is_link: bool,
}

/// The files that a pattern finds, sorted within each folder.
pub fn glob(pattern: &str) -> Vec<String> {
    files::glob(&Disk::default(), pattern)
}

/// The files of an environment.
pub trait Source {
    /// The content of a file; `None` when there is nothing at the path.
    ///
    /// # Errors
    /// Ruby's text when there is something that can't be read.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// Whether there is something at a path.
    fn exists(&self, path: &str) -> bool;

    /// Whether there is a file at a path.
    fn is_file(&self, path: &str) -> bool;

    /// The entries of a folder, sorted by name.
    fn entries(&self, folder: &str) -> Vec<Entry>;

    /// What tells the state of a file from others; nothing when it cannot be told.
    fn stamp(&self, _path: &str) -> Option<Stamp> {
        None
    }

    /// The folder of a module.
    fn module_folder(&self, module: &str) -> Option<String>;

    /// The names of all modules.
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the metadata of a module says that its data comes from.
    fn data_provider(&self, _module: &str) -> Option<String> {
        None
    }
}
