//! Types and values in messages.

use super::{Type, format, generalize, reduced};
use crate::heap::Heap;
use crate::value::Value;

/// The type of a value as messages name what they got: its generalized type, an Object type with
/// all that it declares.
pub fn short<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    match generalize(heap, reduced(heap, value)) {
        Type::ObjectExtension(extension) => format::expanded(&Type::Object(extension.base)),
        ty => ty.to_string(),
    }
}
