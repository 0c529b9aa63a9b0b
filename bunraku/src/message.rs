//! Owns the messages of a compilation: the lines of its log, and the error that ended it.

use std::fmt;

use frontend::issue::Located;
use runtime::error::Error;
use runtime::log::Entry;

pub use runtime::log::Level;

/// A place in a file. It has only the parts that Puppet shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The path; `None` for code without a file.
    pub file: Option<String>,
    /// The line, from 1 on.
    pub line: Option<u32>,
    /// The column in characters, from 1 on.
    pub column: Option<u32>,
}

impl Place {
    /// Returns the parts of a place that are shown.
    #[must_use]
    pub fn of(place: &runtime::error::Place, located: Located) -> Place {
        let (file, line, column) = place.shown(located);
        Place {
            file: file.map(str::to_owned),
            line,
            column,
        }
    }
}

/// A line of the log of a compilation. It displays in Puppet's form, with level and place.
#[derive(Clone, Debug)]
pub struct LogLine {
    entry: Entry,
    place: Place,
}

impl LogLine {
    /// Returns the entries of a log from the level notice on.
    pub(crate) fn of_log(log: &[Entry]) -> Vec<LogLine> {
        let shown = log.iter().filter(|entry| entry.level >= Level::Notice);
        let line = |entry: &Entry| LogLine {
            entry: entry.clone(),
            place: match &entry.place {
                Some(place) => Place::of(place, entry.located),
                None => Place::default(),
            },
        };
        shown.map(line).collect()
    }

    /// Returns the level, which is at least `notice`.
    #[must_use]
    pub fn level(&self) -> Level {
        self.entry.level
    }

    /// Returns the source of the message: `Scope(Class[main])`, `Puppet`.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.entry.source
    }

    /// Returns the text without level, source and place.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.entry.message
    }

    /// Returns the place that is shown after the text.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.place
    }
}

impl fmt::Display for LogLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.entry.text(false))
    }
}

/// The error that ended the compilation of a node. It displays in Puppet's form, with its place and
/// the node.
#[derive(Clone, Debug)]
pub struct CompileError(Box<Failure>);

#[derive(Clone, Debug)]
struct Failure {
    node: String,
    code: Option<&'static str>,
    message: String,
    shown: String,
    place: Place,
    calls: Vec<Place>,
    log: Vec<LogLine>,
}

impl CompileError {
    /// Converts the error that ended a compilation.
    pub(crate) fn raised(node: &str, error: &Error, log: Vec<LogLine>) -> CompileError {
        let located = match error.line_only {
            true => Located::Line,
            false => Located::Column,
        };
        let alone = Error {
            place: None,
            ..error.clone()
        };
        let place = error.place.as_ref().map(|place| Place::of(place, located));
        let calls = error.stack.iter();
        CompileError(Box::new(Failure {
            node: node.to_owned(),
            code: Some(error.issue.0),
            message: alone.text(false),
            shown: format!("{} on node {node}", error.text(false)),
            place: place.unwrap_or_default(),
            calls: calls.map(|call| Place::of(call, Located::Column)).collect(),
            log,
        }))
    }

    /// Makes an error without a place and a code, for example for an invalid name or a value that a
    /// catalog cannot contain.
    pub(crate) fn problem(node: &str, message: String, log: Vec<LogLine>) -> CompileError {
        CompileError(Box::new(Failure {
            node: node.to_owned(),
            code: None,
            shown: message.clone(),
            message,
            place: Place::default(),
            calls: Vec::new(),
            log,
        }))
    }

    /// Returns the node's name.
    #[must_use]
    pub fn node(&self) -> &str {
        &self.0.node
    }

    /// Returns Puppet's code of the problem, such as `UNKNOWN_VARIABLE`, or `None` if the problem
    /// is not in the code.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.0.code
    }

    /// Returns the text without place and node.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0.message
    }

    /// Returns the place in the code.
    #[must_use]
    pub fn place(&self) -> &Place {
        &self.0.place
    }

    /// Returns the calls that led to the error, innermost first.
    #[must_use]
    pub fn calls(&self) -> &[Place] {
        &self.0.calls
    }

    /// Returns the log up to the error, from the level notice on.
    #[must_use]
    pub fn log(&self) -> &[LogLine] {
        &self.0.log
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.shown)
    }
}

impl std::error::Error for CompileError {}

/// The error of an environment that cannot be opened: a missing folder or file, or a setting with
/// an invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenError(String);

impl OpenError {
    pub(crate) fn new(message: impl Into<String>) -> OpenError {
        OpenError(message.into())
    }

    /// Returns the text.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for OpenError {}
