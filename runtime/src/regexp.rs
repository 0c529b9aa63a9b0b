//! Owns regular expressions as values, and the groups of their matches.
//!
//! [`rubycore::regexp`] has the patterns; a [`Regexp`] is a value that refers to one.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use rubycore::regexp::{Options, Pattern, Spans, pattern};

use crate::error::{Error, Res};
use crate::heap::Heap;
use crate::limits;

/// A regular expression value.
#[derive(Clone, Copy)]
pub struct Regexp<'h> {
    source: &'h str,
    pattern: &'h Pattern,
}

impl<'h> Regexp<'h> {
    /// Returns the regular expression of a source.
    ///
    /// # Errors
    /// Fails with a plain error that has Ruby's message about an invalid source.
    pub fn new(heap: &'h Heap, source: &str) -> Res<'h, &'h Regexp<'h>> {
        let regexp = Regexp::unchecked(heap, source);
        regexp.pattern.check()?;
        Ok(regexp)
    }

    /// Works like [`new`](Regexp::new), but an error in the source is reported on the first match
    /// only, as in `Regexp['[']`.
    pub fn unchecked(heap: &'h Heap, source: &str) -> &'h Regexp<'h> {
        let pattern = heap.keep(pattern(source, Options::default()));
        let source = pattern.source();
        heap.alloc(Regexp { source, pattern })
    }

    /// Makes the content of a type that holds no valid regular expression: `Regexp[1]`. No real
    /// pattern has such a source.
    pub fn impossible(heap: &'h Heap, source: &str, problem: String) -> &'h Regexp<'h> {
        let pattern = heap.keep(Arc::new(Pattern::impossible(source, problem)));
        let source = pattern.source();
        heap.alloc(Regexp { source, pattern })
    }

    /// Refuses the current question unless this is a regular expression.
    pub fn must_be_one(&self) {
        if let Err(failure) = self.pattern.check() {
            limits::refuse(Error::plain(failure.to_string()));
        }
    }

    /// Returns the source between the slashes.
    pub fn source(&self) -> &'h str {
        self.source
    }

    /// Returns the compiled form.
    pub fn pattern(&self) -> &'h Pattern {
        self.pattern
    }

    /// Returns true if it matches somewhere in a text.
    ///
    /// # Errors
    /// Fails if the pattern is not valid, or the match takes too long.
    pub fn is_match(&self, text: &str) -> Res<'h, bool> {
        Ok(self.pattern.is_match(text)?)
    }

    /// Returns the groups of the first match in a text.
    ///
    /// # Errors
    /// Same as [`is_match`](Regexp::is_match).
    pub fn captures(&self, heap: &'h Heap, text: &'h str) -> Res<'h, Option<&'h Captures<'h>>> {
        let groups = self.pattern.groups()? + 1;
        if self.pattern.rules_out(text)? {
            return Ok(None);
        }
        let at_once = self.pattern.are_groups_read();
        let mut found = self.pattern.room()?;
        let matches = match at_once {
            true => self.pattern.spans(text, 0, &mut found)?,
            false => self.pattern.is_match(text)?,
        };
        if !matches {
            return Ok(None);
        }
        let absent = std::iter::repeat_n(Cell::new(ABSENT), groups);
        let captures = heap.alloc(Captures {
            pattern: self.pattern,
            text,
            spans: heap.slice_from(groups, absent),
            known: Cell::new(false),
        });
        if at_once {
            captures.set(&found);
        }
        Ok(Some(captures))
    }
}

impl fmt::Debug for Regexp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

/// The result of a successful match, for `$0`, `$1`, ... Groups are searched when the first is
/// read.
pub struct Captures<'h> {
    pattern: &'h Pattern,
    text: &'h str,
    /// Start and end of each group; 0 is the whole match.
    spans: &'h [Cell<(usize, usize)>],
    known: Cell<bool>,
}

/// The span of a group that took no part.
const ABSENT: (usize, usize) = (usize::MAX, 0);

impl<'h> Captures<'h> {
    /// Returns the text that a group matched, when the group took part.
    pub fn group(&self, group: usize) -> Option<&'h str> {
        let span = self.spans.get(group)?;
        if !self.known.get() {
            self.look();
        }
        let (start, end) = span.get();
        self.text.get(start..end)
    }

    /// Returns the number of groups, including the whole match.
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns true if there are no groups, which never happens.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    fn look(&self) {
        // the match has succeeded before
        if let Ok(mut found) = self.pattern.room()
            && let Ok(true) = self.pattern.spans(self.text, 0, &mut found)
        {
            self.set(&found);
        }
        self.pattern.note_read();
    }

    fn set(&self, found: &Spans) {
        for (span, found) in self.spans.iter().zip(found.iter()) {
            span.set(found.unwrap_or(ABSENT));
        }
        self.known.set(true);
    }
}
