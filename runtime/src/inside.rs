//! Looking through nested values.

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
