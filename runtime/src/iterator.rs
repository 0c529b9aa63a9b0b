//! Lazy iterators: what `reverse_each`, `step` and `tree_each` give without a block.

use crate::value::Value;

/// A chain of lazy steps over something iterable.
#[derive(Clone, Copy)]
pub enum Iterator<'h> {
    /// Each `step`-th element.
    Step(Value<'h>, i64),
    /// From the end.
    Reverse(Value<'h>),
}

/// The elements of an iterator or iterable type; `None` for anything else.
pub fn elements<'h>(_cx: &crate::cx::Cx<'h>, _value: Value<'h>) -> Option<Vec<Value<'h>>> {
    None
}
