//! Arrays.

use super::Value;
use crate::heap::Heap;

/// A list of values. How the items are stored is this module's own business: go through
/// [`get`](Array::get) and [`iter`](Array::iter).
#[derive(Clone, Copy)]
pub struct Array<'h> {
    items: &'h [Value<'h>],
}

impl<'h> Array<'h> {
    /// A copy of `items`.
    pub fn new(heap: &'h Heap, items: &[Value<'h>]) -> &'h Array<'h> {
        heap.alloc(Array {
            items: heap.slice(items),
        })
    }

    /// The items of an iterator, which may end early.
    pub fn from_iter(
        heap: &'h Heap,
        len: usize,
        items: impl Iterator<Item = Value<'h>>,
    ) -> &'h Array<'h> {
        heap.alloc(Array {
            items: heap.slice_from(len, items),
        })
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The item at an index from 0.
    pub fn get(&self, index: usize) -> Option<Value<'h>> {
        self.items.get(index).copied()
    }

    /// The items in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Value<'h>> + ExactSizeIterator + use<'h> {
        self.items.iter().copied()
    }

    /// The items from `start` on, at most `len`; shares the storage.
    pub fn slice(&self, heap: &'h Heap, start: usize, len: usize) -> &'h Array<'h> {
        let start = start.min(self.len());
        let end = start.saturating_add(len).min(self.len());
        heap.alloc(Array {
            items: &self.items[start..end],
        })
    }

    /// The items in a vector of their own.
    pub fn to_vec(&self) -> Vec<Value<'h>> {
        self.items.to_vec()
    }
}
