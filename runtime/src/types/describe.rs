//! Types and values in messages.

use super::{format, generalize, reduced};
use crate::heap::Heap;
use crate::value::Value;

/// The type of a value as messages name what they got.
pub fn short<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    format::named(generalize(heap, reduced(heap, value)))
}
