//! Owns rows of equal items in memory.

/// A row of items of one kind in memory.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The address of the first.
    pub start: usize,
    /// The address after the last.
    pub end: usize,
    /// True if the items are values, not unboxed numbers.
    pub holds_values: bool,
    /// True if views of the row may grow in place.
    pub grows: bool,
    /// True if the row stays where it is if it fills a chunk of its own.
    pub may_stay: bool,
}
