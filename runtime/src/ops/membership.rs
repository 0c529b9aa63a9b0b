//! Searches for many values among others.

use hashbrown::HashTable;

use super::compare::{ruby_equal, ruby_hash};
use crate::value::{Hash, Value};

/// The number of values up to which they are compared one by one.
const SCAN_MAX: usize = 8;

/// A collection of values in which another value is searched by [`ruby_equal`].
pub struct Among<'a, 'h> {
    values: &'a [Value<'h>],
    /// Their places, when there are many.
    index: HashTable<usize>,
}

impl<'a, 'h> Among<'a, 'h> {
    /// Prepares a search among values.
    pub fn new(values: &'a [Value<'h>]) -> Among<'a, 'h> {
        let mut index = HashTable::new();
        if values.len() > SCAN_MAX {
            let place = |at: &usize| ruby_hash(values[*at]);
            for at in 0..values.len() {
                index.insert_unique(place(&at), at, place);
            }
        }
        Among { values, index }
    }

    /// Returns true if a value equals one of the values.
    pub fn has(&self, value: Value<'h>) -> bool {
        let is = |at: &usize| ruby_equal(value, self.values[*at]);
        // an entry with undef equals none in the other hash
        let has_undef = |h: &Hash<'h>| h.values().any(Value::is_undef);
        if self.index.is_empty() || value.as_hash().is_some_and(has_undef) {
            return (0..self.values.len()).any(|at| is(&at));
        }
        self.index.find(ruby_hash(value), is).is_some()
    }
}
