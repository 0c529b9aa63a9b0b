//! Owns the calls of the functions of hierarchy levels, and the lookup context that they get.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::config::FunctionKind;
use super::error::LookupError;
use super::explain::Explanation;
use crate::data::{Data, Pairs};

/// A call of the function of a hierarchy level.
pub struct BackendCall<'a> {
    /// The kind of function.
    pub kind: FunctionKind,
    /// The name of the function.
    pub name: &'a str,
    /// The requested key.
    pub key: BackendKey<'a>,
    /// The options, including `path` or `uri` if there is a location.
    pub options: &'a Data,
    /// The lookup context that the function gets.
    pub context: &'a Rc<Context>,
    /// The `hiera.yaml` that names the function.
    pub config: Option<&'a Arc<str>>,
    /// The collector of the function's explanations, if the lookup is explained.
    pub explanation: Option<&'a Rc<RefCell<Explanation>>>,
}

/// The key that a function is called with.
#[derive(Clone, Copy)]
pub enum BackendKey<'a> {
    /// No key: the function returns all data.
    None,
    /// The first segment of a key.
    Name(&'a str),
    /// All segments of a key.
    Segments(&'a [Data]),
}

/// The lookup context of a level's function, which keeps data between its calls
/// (`Puppet::LookupContext`).
pub struct Context {
    /// The name of the environment.
    pub environment_name: Arc<str>,
    /// The module of the hierarchy.
    pub module_name: Option<Arc<str>>,
    /// The values that the function has cached.
    pub cache: RefCell<Pairs>,
    /// The files that the function has read, by path.
    pub files: RefCell<Pairs>,
}

impl Context {
    pub(super) fn new(environment_name: &str, module_name: Option<&Arc<str>>) -> Context {
        Context {
            environment_name: Arc::from(environment_name),
            module_name: module_name.cloned(),
            cache: RefCell::default(),
            files: RefCell::default(),
        }
    }
}

impl LookupError {
    /// Builds the error for a level whose function does not exist.
    #[must_use]
    pub fn unknown_function(call: &BackendCall<'_>) -> LookupError {
        let text = format!(
            "Unable to find '{}' function named '{}'",
            call.kind.key(),
            call.name
        );
        LookupError {
            file: call.config.map(Arc::clone),
            ..LookupError::issue(text)
        }
    }
}
