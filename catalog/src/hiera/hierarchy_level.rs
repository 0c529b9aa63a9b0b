//! Owns hierarchy levels as one node sees them.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::backend_call::Context;
use super::config::{Config, FunctionKind};
use super::data_file::DataFile;
use crate::data::{Data, Hash, Pairs};

/// The text of the single location of a level without locations.
pub(super) const NO_LOCATION: &str = "";

/// A level with its locations.
pub(super) struct Level {
    pub name: Arc<str>,
    pub kind: FunctionKind,
    pub function: Arc<str>,
    /// The options of the function, interpolated.
    pub options: Data,
    /// True if any locations were configured.
    pub located: bool,
    pub locations: Vec<Location>,
    pub config: Arc<Config>,
    pub module: Option<Arc<str>>,
}

/// A location of a level.
pub(super) struct Location {
    /// The configured text.
    pub original: Arc<str>,
    /// The interpolated, absolute text.
    pub text: Arc<str>,
    pub is_uri: bool,
    pub exists: bool,
    /// The data file, if no function is needed to read it.
    pub file: Option<Arc<DataFile>>,
    /// The number of that file in a read set.
    pub number: u32,
    /// All of its data, once it has been read.
    pub hash: OnceCell<Option<Arc<Hash>>>,
    /// The values that a function found for single keys.
    pub values: RefCell<HashMap<Arc<str>, Data, FixedState>>,
    /// The options of the function for this location, once it has been called.
    pub options: OnceCell<Data>,
    /// The context in which the function keeps data between its calls.
    pub context: Rc<Context>,
}

impl Level {
    /// Returns true if repeated lookups have no visible effect: the data comes from files only, and
    /// none of them causes warnings.
    pub fn is_silent(&self) -> bool {
        let is_silent = |location: &Location| {
            let file = location.file.as_ref();
            file.is_some_and(|file| !file.has_foreign_keys())
        };
        self.kind == FunctionKind::DataHash && self.locations.iter().all(is_silent)
    }
}

impl Location {
    /// Returns the options that the function of a level gets: those of the level, and the path or
    /// URI if there is one.
    pub fn options(&self, level: &Level) -> &Data {
        self.options.get_or_init(|| match &level.options {
            Data::Hash(given) if level.located => {
                let mut pairs: Pairs = (***given).clone();
                let name = if self.is_uri { "uri" } else { "path" };
                pairs.insert(Data::string(name), Data::String(Arc::clone(&self.text)));
                Data::hash(pairs)
            }
            options => options.clone(),
        })
    }
}
