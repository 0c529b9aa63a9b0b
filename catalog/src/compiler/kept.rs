//! Values as attributes keep them: references become resources.
//!
//! A reference that has been the value of an attribute is no type any more: it is shown as
//! `File[a]` and not as `File['a']`, and equals no type. So a define sees what it was given.

use runtime::types::Type;
use runtime::{Heap, Value, inside, limits};

/// The value that an attribute keeps when it is given this one.
pub(super) fn kept<'h>(heap: &'h Heap, value: Value<'h>) -> Value<'h> {
    match inside::any(value, is_reference) {
        true => changed(heap, value).unwrap_or(value),
        false => value,
    }
}

/// Whether it refers to a resource and is a type still.
fn is_reference(value: Value<'_>) -> bool {
    matches!(
        value,
        Value::Type(
            Type::Class(Some(_))
                | Type::Resource {
                    type_name: Some(_),
                    kept: false,
                    ..
                }
        )
    )
}

/// The same, if it is another value.
fn changed<'h>(heap: &'h Heap, value: Value<'h>) -> Option<Value<'h>> {
    match value {
        Value::Type(ty) => ty.kept(heap).map(|kept| Value::ty(heap, kept)),
        Value::Array(items) => {
            limits::stack();
            let items = all_changed(heap, items.iter())?;
            Some(Value::array(heap, &items))
        }
        Value::Hash(hash) => {
            limits::stack();
            let flat = all_changed(heap, hash.iter().flat_map(|(key, value)| [key, value]))?;
            let entries: Vec<_> = flat.chunks(2).map(|entry| (entry[0], entry[1])).collect();
            Some(Value::hash(heap, &entries))
        }
        _ => None,
    }
}

/// All of several values, if one of them is another.
fn all_changed<'h>(
    heap: &'h Heap,
    values: impl Iterator<Item = Value<'h>> + Clone,
) -> Option<Vec<Value<'h>>> {
    let mut copies: Option<Vec<Value<'h>>> = None;
    for (at, value) in values.clone().enumerate() {
        match (changed(heap, value), &mut copies) {
            (None, None) => {}
            (changed, Some(copies)) => copies.push(changed.unwrap_or(value)),
            (Some(changed), None) => {
                let before = values.clone().take(at);
                copies = Some(before.chain([changed]).collect());
            }
        }
    }
    copies
}
