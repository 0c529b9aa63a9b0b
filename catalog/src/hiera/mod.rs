//! Implements Hiera 5: hierarchies of data, and lookups in them.
//!
//! [`Hierarchies`] holds the parts that depend only on the environment: configurations and data
//! files, read once and shared by threads. [`Lookup`] is the view of one node: interpolated paths,
//! merged lookup options, cached results and the inputs that were read. The module accesses the
//! evaluation through [`Scope`] and files through [`Source`]; it must not know the evaluator's
//! values, scopes or catalogs.

mod backend_call;
pub mod config;
mod config_file;
mod data_file;
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
mod layer_search;
mod legacy;
mod lookup;
mod lookup_options;
pub mod merge;
mod options_search;
mod provider_setting;
mod reachable_files;
mod read_set_answers;
mod recent_cache;
mod resolved_level;
mod single_layer;
mod state;
mod text;
mod unmentioned_parameters;
mod view;

#[cfg(test)]
mod tests;

pub use backend_call::{BackendCall, BackendKey, Context};
pub use config::{FunctionKind, Layer};
pub use disk::Disk;
pub use error::{ErrorKind, LookupError};
pub use eyaml::{FUNCTION as EYAML, REDACTED, Secrets};
pub(crate) use files::{folders_of, is_pattern};
pub use hierarchies::{Environment, Hierarchies};
pub use key::{LookupKey, ruby_class};
pub use merge::Merge;
pub(crate) use read_set_answers::{answers_of_bytes, answers_of_nothing, layer};
pub use single_layer::Area;
pub use state::{Lookup, ReadSet};
pub use text::text_of;
pub use unmentioned_parameters::MentionedParameters;

use crate::data::Data;
use crate::environment::files::Stamp;
use frontend::validate::Strict;
use std::sync::Arc;

/// The key whose value defines merge strategies and conversions of other keys.
pub const LOOKUP_OPTIONS: &str = "lookup_options";

/// A variable as an interpolation sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Variable {
    /// The value of the variable.
    Value(Data),
    /// The variable does not exist; holds the reason if there is a specific one (`class m could not
    /// be found`).
    Unknown(Arc<str>),
}

/// A warning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The text without a place.
    pub text: String,
    /// The file that it is about.
    pub file: Option<Arc<str>>,
    /// The key by which it is logged once per node, if it is; such a warning shows its place even
    /// if that is unknown.
    pub once: Option<Arc<str>>,
}

/// The evaluation that a lookup runs in.
pub trait Scope {
    /// Returns a variable by name (`facts`, `::x`, `m::x`, `0`).
    fn variable(&mut self, name: &str) -> Variable;

    /// Notes that a variable is read, or only the part that a segment leads to.
    fn note(&mut self, _name: &str, _segment: Option<&Data>) {}

    /// Returns a value that the caller of the lookup gives for a key or variable, either before all
    /// data and variables or after them.
    fn given(&mut self, _name: &str, _order: Order) -> Option<Data> {
        None
    }

    /// Returns true if one of the `hiera*` functions runs the lookup; these see only the global
    /// layer if the environment has no data.
    fn is_hiera(&self) -> bool {
        false
    }

    /// Returns true if the results are the same as those of any other lookup.
    fn is_plain(&self) -> bool {
        true
    }

    /// Returns true if a variable still has the known value.
    fn is_still(&mut self, name: &str, known: &Variable) -> bool {
        self.variable(name) == *known
    }

    /// Returns the setting `strict`.
    fn strict(&self) -> Strict;

    /// Logs a warning.
    fn warn(&mut self, warning: Warning);

    /// Logs a warning about something deprecated, if such warnings are enabled.
    fn deprecate(&mut self, warning: Warning) {
        self.warn(warning);
    }

    /// Returns `SUBJECT has wrong type, expects ...` if a value does not match a type, given as a
    /// text.
    fn mismatch(&mut self, subject: &str, expected: &str, value: &Data) -> Option<String>;

    /// Calls the function of a hierarchy level; returns `None` if it finds nothing.
    ///
    /// # Errors
    /// Fails if the function does not exist; errors of the function.
    fn call(&mut self, call: &BackendCall<'_>) -> Result<Option<Data>, LookupError>;

    /// Converts a value by a `convert_to` option: the name of a type, optionally with more
    /// arguments. The type replaces its name in a list with arguments.
    ///
    /// # Errors
    /// Fails if the type does not exist; errors of the creation of the value.
    fn convert(
        &mut self,
        key: &str,
        convert_to: &mut Data,
        value: Data,
    ) -> Result<Data, LookupError>;

    /// Returns the text of a [`Data::Rich`] value.
    fn text(&mut self, value: &Data) -> String;

    /// Returns the name of a value's Ruby class.
    fn class_name(&mut self, value: &Data) -> String {
        key::ruby_class(value).to_owned()
    }
}

/// The precedence of values that the caller gives.
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
    /// True if it is a folder, or a link to one.
    pub is_folder: bool,
    /// True if it is a link.
    pub is_link: bool,
}

/// Returns the files that match a pattern, sorted within each folder.
pub fn glob(pattern: &str) -> Vec<String> {
    files::glob(&Disk::default(), pattern)
}

/// Returns the folders that match a pattern, in order.
pub fn folders(pattern: &str) -> Vec<String> {
    files::folders_of(pattern)
}

/// A provider of the files of an environment.
pub trait Source {
    /// Returns the content of a file; `None` if the path does not exist.
    ///
    /// # Errors
    /// Fails with Ruby's message if the path exists but cannot be read.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// Returns true if a path exists.
    fn exists(&self, path: &str) -> bool;

    /// Returns true if a path is a file.
    fn is_file(&self, path: &str) -> bool;

    /// Returns the entries of a folder, sorted by name.
    fn entries(&self, folder: &str) -> Vec<Entry>;

    /// Returns a value that identifies the state of a file; `None` if the state cannot be
    /// determined.
    fn stamp(&self, _path: &str) -> Option<Stamp> {
        None
    }

    /// Returns the folder of a module.
    fn module_folder(&self, module: &str) -> Option<String>;

    /// Returns the names of all modules.
    fn modules(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the `data_provider` setting in the metadata of a module.
    fn data_provider(&self, _module: &str) -> Option<String> {
        None
    }
}
