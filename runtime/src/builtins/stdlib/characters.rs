//! Parses sets of characters in the notation of `tr`.

use crate::error::{Res, fail};

/// A set of characters in the notation of `tr`: `a-z`, or, with a leading `^`, all others.
pub(super) struct Characters {
    /// From the first to the last of a run, in order.
    runs: Vec<(char, char)>,
    negated: bool,
}

impl Characters {
    /// Parses the set of characters that a text names.
    ///
    /// # Errors
    /// `invalid range "z-a" in string transliteration`
    pub(super) fn of<'h>(set: &str) -> Res<'h, Characters> {
        let (set, negated) = match set.strip_prefix('^') {
            Some(rest) if !rest.is_empty() => (rest, true),
            _ => (set, false),
        };
        let mut runs: Vec<(char, char)> = Vec::new();
        let mut chars = set.chars();
        while let Some(first) = chars.next() {
            let mut after = chars.clone();
            let last = match (after.next(), after.next()) {
                (Some('-'), Some(last)) => {
                    chars = after;
                    last
                }
                _ => first,
            };
            if first > last {
                return fail(format!(
                    "invalid range \"{first}-{last}\" in string transliteration"
                ));
            }
            runs.push((first, last));
        }
        runs.sort_unstable();
        // each run ends at or after all runs before it
        for at in 1..runs.len() {
            runs[at].1 = runs[at].1.max(runs[at - 1].1);
        }
        Ok(Characters { runs, negated })
    }

    pub(super) fn has(&self, c: char) -> bool {
        let before = self.runs.partition_point(|(first, _)| *first <= c);
        let found = before > 0 && c <= self.runs[before - 1].1;
        found != self.negated
    }
}
