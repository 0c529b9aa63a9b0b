//! Looking through nested values.

use crate::heap::Heap;
use crate::limits;
use crate::value::Value;

/// Values that are looked at, at most: parts that many share would be looked at again and again,
/// and what is larger cannot be written anyway.
const LOOKS_MAX: usize = 1_000_000;

/// Whether something holds for a value or for one inside it.
pub fn any<'h>(value: Value<'h>, is: impl FnMut(Value<'h>) -> bool) -> bool {
    let (left, into_hashes) = (LOOKS_MAX, true);
    Look {
        is,
        left,
        into_hashes,
    }
    .any(value)
}

/// The same, but hashes are not looked into.
pub fn any_in_arrays<'h>(value: Value<'h>, is: impl FnMut(Value<'h>) -> bool) -> bool {
    let (left, into_hashes) = (LOOKS_MAX, false);
    Look {
        is,
        left,
        into_hashes,
    }
    .any(value)
}

/// Lists and hashes that a value may hold, each counted as often as it is held, to be copied; one
/// that holds more stays as it is.
const UNSHARED_MAX: usize = 10_000;

/// A value whose lists and hashes are objects of their own: none is that of another value, and none
/// comes twice.
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
    fn any(&mut self, value: Value<'h>) -> bool {
        if (self.is)(value) {
            return true;
        }
        self.left = self.left.saturating_sub(1);
        match value {
            Value::Array(items) => {
                limits::stack();
                items.iter().take(self.left).any(|item| self.any(item))
            }
            Value::Hash(hash) if self.into_hashes => {
                limits::stack();
                let mut entries = hash.iter().take(self.left);
                entries.any(|(key, value)| self.any(key) || self.any(value))
            }
            _ => false,
        }
    }
}
