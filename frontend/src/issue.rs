//! Owns the problems that are found in a program before it runs: [`Issue`] and [`Diagnostic`].

use std::fmt;

use crate::source::{Source, Span};

/// The severity of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Severity {
    /// Compilation goes on.
    Deprecation,
    /// Compilation goes on.
    Warning,
    /// Compilation ends.
    Error,
}

/// Puppet's name of a kind of problem (`ILLEGAL_NUMERIC_PARAMETER`).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Issue(pub &'static str);

impl fmt::Debug for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// One problem at one place of one source. The message is Puppet's, byte by byte, without its
/// trailing position; advice of our own goes into `hint`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Puppet's name of the kind of problem.
    pub issue: Issue,
    /// The severity of the problem.
    pub severity: Severity,
    /// Puppet's text.
    pub message: String,
    /// The place; its start is the position that Puppet reports.
    pub span: Span,
    /// The parts of the position in Puppet's text: some lexer errors have only a line, some none.
    pub located: Located,
    /// Advice of our own, shown on terminals only.
    pub hint: Option<String>,
}

/// The parts of the position that Puppet shows for a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Located {
    /// File, line and column.
    #[default]
    Column,
    /// File and line.
    Line,
    /// File only.
    File,
    /// Nothing.
    Nowhere,
}

impl Diagnostic {
    /// Makes an error with Puppet's text.
    pub fn error(issue: Issue, message: impl Into<String>, span: Span) -> Diagnostic {
        Diagnostic {
            issue,
            severity: Severity::Error,
            message: message.into(),
            span,
            located: Located::Column,
            hint: None,
        }
    }

    /// Returns true if Puppet's text has a line.
    pub fn has_line(&self) -> bool {
        matches!(self.located, Located::Column | Located::Line)
    }

    /// Returns the offset of the place, also if Puppet's text does not have it. The end of the text
    /// counts as its last character that is not white space.
    pub fn offset(&self, source: &Source) -> Option<u32> {
        let is_known = self.has_line() || self.span != Span::default();
        let code = source.text.trim_end();
        let last = code
            .char_indices()
            .next_back()
            .map_or(0, |(at, _)| at as u32);
        is_known.then(|| match self.has_line() {
            true => self.span.start,
            false => self.span.start.min(last),
        })
    }

    /// Returns the message with its position in Puppet's form, `text (file: F, line: N, column:
    /// N)`.
    pub fn with_position(&self, source: &Source, file: Option<&str>) -> String {
        let at = source.position(self.span.start);
        let mut parts = Vec::new();
        if let Some(file) = file
            && self.located != Located::Nowhere
        {
            parts.push(format!("file: {file}"));
        }
        if self.has_line() {
            parts.push(format!("line: {}", at.line));
        }
        if self.located == Located::Column {
            parts.push(format!("column: {}", at.column));
        }
        match parts.is_empty() {
            true => self.message.clone(),
            false => format!("{} ({})", self.message, parts.join(", ")),
        }
    }
}
