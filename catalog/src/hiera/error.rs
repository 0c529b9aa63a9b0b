//! What goes wrong in a lookup, and how it is to be shown.

use runtime::error::{Fault, Kind};
use std::fmt;
use std::sync::Arc;

/// Decides what the places that an error passes on its way up make of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Ends the evaluation as it is, with the place it names itself.
    Issue,
    /// Ends the evaluation as it is; the global layer names the key that was looked up.
    Lookup,
    /// A fault of the function call; the data provider of a layer makes it a
    /// [`Lookup`](ErrorKind::Lookup).
    Puppet,
    /// A fault of the function call.
    Other,
    /// An error of the evaluator's own, which the [`Scope`](super::Scope) keeps.
    Raised,
}

/// An error of a lookup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookupError {
    /// How it is shown.
    pub kind: ErrorKind,
    /// The class of exception of an [`ErrorKind::Other`].
    pub fault: Kind,
    /// Puppet's text.
    pub message: String,
    /// The file it is about.
    pub file: Option<Arc<str>>,
    /// The line there, from 1.
    pub line: Option<u32>,
}

impl LookupError {
    fn new(kind: ErrorKind, message: impl Into<String>) -> LookupError {
        LookupError {
            kind,
            fault: Kind::Argument,
            message: message.into(),
            file: None,
            line: None,
        }
    }

    /// An [`ErrorKind::Issue`] without a place.
    pub fn issue(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Issue, message)
    }

    /// An [`ErrorKind::Issue`] in a file.
    pub fn issue_in(file: &Arc<str>, line: Option<u32>, message: impl Into<String>) -> LookupError {
        LookupError {
            file: Some(Arc::clone(file)),
            line,
            ..LookupError::issue(message)
        }
    }

    /// An [`ErrorKind::Lookup`].
    pub fn lookup(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Lookup, message)
    }

    /// An [`ErrorKind::Puppet`].
    pub fn puppet(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Puppet, message)
    }

    /// An [`ErrorKind::Other`].
    pub fn other(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Other, message)
    }

    /// An [`ErrorKind::Other`] of another class than one about arguments.
    pub fn fault(fault: Kind, message: impl Into<String>) -> LookupError {
        LookupError {
            fault,
            ..LookupError::other(message)
        }
    }

    /// An [`ErrorKind::Raised`]; without a text nobody on its way up says more of it.
    #[must_use]
    pub fn raised(text: String) -> LookupError {
        LookupError::new(ErrorKind::Raised, text)
    }

    /// What leaves the global layer during the lookup of `key`.
    #[must_use]
    pub fn through_global(self, key: &str) -> LookupError {
        match self.kind {
            ErrorKind::Raised if self.message.is_empty() => self,
            ErrorKind::Lookup | ErrorKind::Puppet | ErrorKind::Raised => {
                LookupError::puppet(format!("Lookup of key '{key}' failed: {}", self.message))
            }
            _ => self,
        }
    }

    /// What leaves the data provider of a layer.
    #[must_use]
    pub fn through_provider(mut self) -> LookupError {
        if self.kind == ErrorKind::Puppet {
            self.kind = ErrorKind::Lookup;
        }
        self
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LookupError {}

impl From<Fault> for LookupError {
    fn from(fault: Fault) -> LookupError {
        LookupError::fault(fault.kind, fault.message)
    }
}
