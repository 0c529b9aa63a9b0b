//! Searches nested values.

use crate::heap::Heap;
use crate::limits;
use crate::value::{Hash, Value};

/// The greatest number of values that are visited. Shared parts are visited once for each
/// reference, and a larger value cannot be written anyway.
const LOOKS_MAX: usize = 1_000_000;

/// Returns true if a condition holds for a value or for a value inside it.
pub fn any<'h>(value: Value<'h>, is: impl FnMut(Value<'h>) -> bool) -> bool {
    let (left, into_hashes) = (LOOKS_MAX, true);
    Look {
        is,
        left,
        into_hashes,
    }
    .part(value)
}

/// Works like [`any`], without looking into hashes.
pub fn any_in_arrays<'h>(value: Value<'h>, is: impl FnMut(Value<'h>) -> bool) -> bool {
    let (left, into_hashes) = (LOOKS_MAX, false);
    Look {
        is,
        left,
        into_hashes,
    }
    .part(value)
}

/// The greatest number of lists and hashes in a value that is copied, each counted once for each
/// reference. A value with more stays unchanged.
const UNSHARED_MAX: usize = 10_000;

/// Copies a value so that its lists and hashes are objects of their own: none is shared with
/// another value, and none occurs twice.
pub fn unshared<'h>(heap: &'h Heap, value: Value<'h>) -> Value<'h> {
    let mut left = UNSHARED_MAX;
    let copy = unshare(heap, value, &mut left);
    if left == 0 { value } else { copy }
}

fn unshare<'h>(heap: &'h Heap, value: Value<'h>, left: &mut usize) -> Value<'h> {
    let nests = |value: &Value<'h>| matches!(value, Value::Array(_) | Value::Hash(_));
    if !nests(&value) || *left == 0 {
        return value;
    }
    limits::stack();
    *left -= 1;
    match value {
        Value::Array(items) if items.iter().any(|item| nests(&item)) => {
            let items = items.iter().map(|item| unshare(heap, item, left));
            let items: Vec<Value<'h>> = items.collect();
            limits::items::<Value<'h>>(items.len());
            Value::array(heap, &items)
        }
        Value::Array(items) => Value::Array(items.slice(heap, 0, items.len())),
        Value::Hash(hash) if !hash.iter().any(|(key, value)| nests(&key) || nests(&value)) => {
            Value::Hash(Hash::of_distinct(heap, hash.len(), hash.iter()))
        }
        Value::Hash(hash) => {
            let mut entries = Vec::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                entries.push((unshare(heap, key, left), unshare(heap, value, left)));
            }
            Value::hash(heap, &entries)
        }
        other => other,
    }
}

struct Look<F> {
    is: F,
    left: usize,
    into_hashes: bool,
}

impl<'h, F: FnMut(Value<'h>) -> bool> Look<F> {
    /// Examines a value and the values inside it. A value without parts costs no call.
    #[inline(always)]
    fn part(&mut self, value: Value<'h>) -> bool {
        if (self.is)(value) {
            return true;
        }
        self.left = self.left.saturating_sub(1);
        matches!(value, Value::Array(_) | Value::Hash(_)) && self.parts(value)
    }

    #[inline(never)]
    fn parts(&mut self, value: Value<'h>) -> bool {
        limits::stack();
        match value {
            Value::Array(items) => items.iter().take(self.left).any(|item| self.part(item)),
            Value::Hash(hash) if self.into_hashes => {
                let mut entries = hash.iter().take(self.left);
                entries.any(|(key, value)| self.part(key) || self.part(value))
            }
            _ => false,
        }
    }
}
