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

/// A value whose lists and hashes are objects of their own: none is that of another value, and none
/// comes twice.
pub fn unshared<'h>(heap: &'h Heap, value: Value<'h>) -> Value<'h> {
    limits::stack();
    let nests = |value: &Value<'h>| matches!(value, Value::Array(_) | Value::Hash(_));
    match value {
        Value::Array(items) if items.iter().any(|item| nests(&item)) => {
            let items: Vec<Value<'h>> = items.iter().map(|item| unshared(heap, item)).collect();
            limits::items::<Value<'h>>(items.len());
            Value::array(heap, &items)
        }
        Value::Array(items) => Value::Array(items.slice(heap, 0, items.len())),
        Value::Hash(hash) => {
            let entries: Vec<_> = hash
                .iter()
                .map(|(key, value)| (unshared(heap, key), unshared(heap, value)))
                .collect();
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
