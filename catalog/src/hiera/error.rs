//! Owns the errors of lookups, and the form in which they are shown.

use runtime::error::{Fault, Kind};
use std::fmt;
use std::sync::Arc;

/// The kind of a lookup error, which decides how the layers that it passes rewrite it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Ends the evaluation unchanged, with the place that it carries.
    Issue,
    /// Ends the evaluation; the global layer adds the key that was looked up.
    Lookup,
    /// An error of the function call; the data provider of a layer converts it to a
    /// [`Lookup`](ErrorKind::Lookup).
    Puppet,
    /// An error of the function call.
    Other,
    /// An error of the evaluator, which the [`Scope`](super::Scope) stores.
    Raised,
}

/// An error of a lookup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookupError {
    /// The kind, which decides how it is shown.
    pub kind: ErrorKind,
    /// The class of exception of an [`ErrorKind::Other`].
    pub fault: Kind,
    /// Puppet's message.
    pub message: String,
    /// The file that the error is about.
    pub file: Option<Arc<str>>,
    /// The line in the file, from 1.
    pub line: Option<u32>,
    /// The settings with which Puppet ignores the error.
    pub settings: &'static [&'static str],
}

impl LookupError {
    fn new(kind: ErrorKind, message: impl Into<String>) -> LookupError {
        LookupError {
            kind,
            fault: Kind::Argument,
            message: message.into(),
            file: None,
            line: None,
            settings: &[],
        }
    }

    /// Marks the error as one that Puppet ignores unless the setting `strict` is `error`.
    #[must_use]
    pub fn of_strict(self) -> LookupError {
        LookupError {
            settings: &["strict=warning"],
            ..self
        }
    }

    /// Creates an [`ErrorKind::Issue`] without a place.
    pub fn issue(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Issue, message)
    }

    /// Creates an [`ErrorKind::Issue`] in a file.
    pub fn issue_in(file: &Arc<str>, line: Option<u32>, message: impl Into<String>) -> LookupError {
        LookupError {
            file: Some(Arc::clone(file)),
            line,
            ..LookupError::issue(message)
        }
    }

    /// Creates an [`ErrorKind::Lookup`].
    pub fn lookup(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Lookup, message)
    }

    /// Creates an [`ErrorKind::Puppet`].
    pub fn puppet(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Puppet, message)
    }

    /// Creates an [`ErrorKind::Other`].
    pub fn other(message: impl Into<String>) -> LookupError {
        LookupError::new(ErrorKind::Other, message)
    }

    /// Creates an [`ErrorKind::Other`] with a class other than `ArgumentError`.
    pub fn fault(fault: Kind, message: impl Into<String>) -> LookupError {
        LookupError {
            fault,
            ..LookupError::other(message)
        }
    }

    /// Creates an [`ErrorKind::Raised`]; no layer adds to an error with an empty text.
    #[must_use]
    pub fn raised(text: String) -> LookupError {
        LookupError::new(ErrorKind::Raised, text)
    }

    /// Rewrites the error as it leaves the global layer during the lookup of `key`.
    #[must_use]
    pub fn through_global(self, key: &str) -> LookupError {
        match self.kind {
            ErrorKind::Raised if self.message.is_empty() => self,
            ErrorKind::Lookup | ErrorKind::Puppet | ErrorKind::Raised => LookupError {
                settings: self.settings,
                ..LookupError::puppet(format!("Lookup of key '{key}' failed: {}", self.message))
            },
            _ => self,
        }
    }

    /// Rewrites the error as it leaves the data provider of a layer.
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
