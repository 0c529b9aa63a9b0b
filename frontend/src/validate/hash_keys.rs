//! Checks for duplicate keys in hash literals.

use std::collections::HashSet;

use crate::ast::{ExprKind, HashEntry};
use crate::dense::PAIRWISE_MAX;
use crate::issue::{Issue, Severity};

use super::literal::{Literal, is_literal, literal, ruby_to_s};
use super::{Strict, Validator, span_at};

/// The issue of a key that a hash literal has twice. Its severity depends on the setting `strict`.
pub const DUPLICATE_KEY: Issue = Issue("DUPLICATE_KEY");

/// The keys seen so far; emptied, not freed, between hashes.
pub(super) type Seen<'a> = HashSet<Literal<'a>, foldhash::fast::FixedState>;

impl<'a> Validator<'a> {
    /// Reports each key that an earlier entry has already, at its entry.
    pub(super) fn duplicate_keys(&mut self, entries: &[HashEntry<'a>]) {
        let severity = match self.strict {
            Strict::Off => return,
            Strict::Warning => Severity::Warning,
            Strict::Error => Severity::Error,
        };
        if entries.len() < 2 || entries.len() <= PAIRWISE_MAX && !any_equal(entries) {
            return;
        }
        let mut seen = std::mem::take(&mut self.keys);
        for entry in entries {
            let Some(key) = literal(&entry.key) else {
                continue;
            };
            if seen.insert(key) {
                continue;
            }
            let message = format!(
                "The key '{}' is declared more than once",
                ruby_to_s(&entry.key).unwrap_or_default()
            );
            // the arrow
            let span = span_at(entry.at, entry.at + 2);
            self.report(DUPLICATE_KEY.0, severity, span, message);
        }
        seen.clear();
        self.keys = seen;
    }
}

/// Returns true if a few keys may contain equal ones. The check is cheap for names and strings, the
/// usual keys.
fn any_equal(entries: &[HashEntry]) -> bool {
    entries.iter().enumerate().any(|(i, entry)| {
        let Some(name) = text(&entry.key.kind) else {
            return is_literal(&entry.key);
        };
        entries[..i]
            .iter()
            .any(|earlier| text(&earlier.key.kind) == Some(name))
    })
}

fn text<'a>(kind: &ExprKind<'a>) -> Option<&'a str> {
    match kind {
        ExprKind::String(text) | ExprKind::Name(text) => Some(text),
        _ => None,
    }
}
