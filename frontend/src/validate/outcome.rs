//! Turns the faults of a file into the log entries and the error of a compilation.

use crate::issue::{Diagnostic, Issue, Located, Severity};
use crate::source::Span;

/// The issue of an error that counts several errors.
pub const VALIDATION_FAILED: Issue = Issue("VALIDATION_FAILED");

/// The number of faults of each kind that are logged (Puppet's `max_errors`, `max_warnings`,
/// `max_deprecations`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The number of errors logged. With at most one, the first error is raised unchanged.
    pub errors: usize,
    /// Warnings logged.
    pub warnings: usize,
    /// The number of deprecations logged; 0 when they are among the disabled warnings.
    pub deprecations: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            errors: 10,
            warnings: 10,
            deprecations: 10,
        }
    }
}

/// The log entries and the error that result from the faults of a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The faults to log in this order, deprecations as warnings. They keep their full position;
    /// Puppet's compiler shows file and line of it, `puppet parser validate` also the column.
    pub logs: Vec<Diagnostic>,
    /// The error that ends the compilation, if any. A count of several errors names a file, but no
    /// line.
    pub error: Option<Diagnostic>,
}

/// Sorts the faults of one file, as [`super::validate`] lists them, into logs and an error.
pub fn outcome(diagnostics: Vec<Diagnostic>, limits: &Limits) -> Outcome {
    if diagnostics.is_empty() {
        return Outcome::default();
    }
    let (errors, warnings): (Vec<Diagnostic>, Vec<Diagnostic>) = diagnostics
        .into_iter()
        .partition(|diagnostic| diagnostic.severity == Severity::Error);
    let counts = (errors.len(), warnings.len());
    let (mut left, mut left_deprecations) = (limits.warnings, limits.deprecations);
    let mut logs: Vec<Diagnostic> = warnings
        .into_iter()
        .filter(|diagnostic| {
            let left = match diagnostic.severity {
                Severity::Deprecation => &mut left_deprecations,
                _ => &mut left,
            };
            let logged = *left > 0;
            *left = left.saturating_sub(1);
            logged
        })
        .collect();
    if errors.len() <= 1 || limits.errors <= 1 {
        let error = errors.into_iter().next();
        return Outcome { logs, error };
    }
    logs.extend(errors.into_iter().take(limits.errors));
    Outcome {
        logs,
        error: Some(count(counts.0, counts.1)),
    }
}

fn count(errors: usize, warnings: usize) -> Diagnostic {
    let also = match warnings {
        0 => String::new(),
        _ => format!(", and {warnings} warnings"),
    };
    let message = format!("Language validation logged {errors} errors{also}. Giving up");
    Diagnostic {
        located: Located::File,
        ..Diagnostic::error(VALIDATION_FAILED, message, Span::default())
    }
}
