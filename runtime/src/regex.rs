//! Regular expressions with Ruby's meaning.
//!
//! Owns the translation of Ruby's syntax, the choice of the engine and the process-wide cache of
//! compiled patterns.

use std::fmt;

/// A regular expression value.
pub struct Regexp<'h> {
    source: &'h str,
}

impl<'h> Regexp<'h> {
    /// A regular expression.
    ///
    /// # Errors
    /// Puppet's text for a source that does not compile.
    pub fn new(heap: &'h crate::heap::Heap, source: &str) -> crate::error::Res<'h, &'h Regexp<'h>> {
        Ok(heap.alloc(Regexp {
            source: heap.text(source),
        }))
    }

    /// The source between the slashes.
    pub fn source(&self) -> &'h str {
        self.source
    }
}

impl fmt::Debug for Regexp<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}/", self.source)
    }
}

/// The result of a successful match, for `$0`, `$1`, ...
pub struct Captures<'h> {
    /// The groups; 0 is the whole match.
    pub groups: &'h [Option<&'h str>],
}
