//! Describes types and values in messages.

use super::{Type, format, generalize, reduced};
use crate::heap::Heap;
use crate::value::Value;

/// Returns the type of a value in the form for actual values in messages: generalized, with an
/// Object type's whole declaration.
pub fn short<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    match generalize(heap, reduced(heap, value)) {
        Type::ObjectExtension(extension) => format::expanded(&Type::Object(extension.base)),
        ty => ty.to_string(),
    }
}
