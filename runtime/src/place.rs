//! Owns the positions of code in its source.

use std::sync::Arc;

use frontend::Source;
use frontend::issue::Located;

/// A position in a source.
#[derive(Clone, Debug)]
pub struct Place {
    /// The source.
    pub source: Arc<Source>,
    /// Byte offset.
    pub offset: u32,
}

impl Place {
    /// Returns file, line and column, as far as Puppet shows them.
    pub fn shown(&self, located: Located) -> (Option<&str>, Option<u32>, Option<u32>) {
        let at = self.source.position(self.offset);
        let has_line = matches!(located, Located::Line | Located::Column);
        (
            self.source.path.as_deref(),
            has_line.then_some(at.line),
            (located == Located::Column).then_some(at.column),
        )
    }
}
