//! Iterates over types, and finds the types of the elements of iterable values.

use super::{Size, Type, TypeRef, infer, reduced};
use crate::heap::Heap;
use crate::value::Value;

/// Returns true if a type can be iterated over: a bounded range of integers, or an Enum.
pub fn is_iterable(ty: TypeRef<'_>) -> bool {
    match ty {
        Type::Integer { min, max } => min.is_some() && max.is_some(),
        Type::WideInteger { min, max } => min.is_some() && max.is_some(),
        Type::Enum { .. } => true,
        Type::Alias(alias) => alias.resolved.get().is_some_and(is_iterable),
        _ => false,
    }
}

/// Returns the type of the elements of a value, as one type; `None` when it can't be iterated over.
pub(super) fn element<'h>(heap: &'h Heap, value: Value<'h>) -> Option<TypeRef<'h>> {
    Some(match value {
        Value::Integer(_) | Value::BigInteger(_) => &Type::Integer {
            min: None,
            max: None,
        },
        Value::String(_) => heap.alloc(Type::String(Some(Size::exactly(1)))),
        Value::Array(_) => match reduced(heap, value) {
            Type::Array { element, .. } => element,
            _ => return None,
        },
        Value::Hash(_) => match reduced(heap, value) {
            Type::Hash { key, value, .. } => entry(heap, key, value),
            _ => return None,
        },
        Value::Type(ty) => match ty {
            Type::Integer {
                min: Some(_),
                max: Some(_),
            }
            | Type::WideInteger {
                min: Some(_),
                max: Some(_),
            }
            | Type::Enum { .. } => ty,
            _ => return None,
        },
        Value::Iterator(iterator) => match iterator.integers() {
            Some((min, max)) => heap.alloc(Type::Integer {
                min: Some(min),
                max: Some(max),
            }),
            None if iterator.counts() => &Type::Unit,
            None => return detailed_element(heap, *iterator.source()),
        },
        _ => return None,
    })
}

/// Works like [`element`], with each element's own type.
fn detailed_element<'h>(heap: &'h Heap, value: Value<'h>) -> Option<TypeRef<'h>> {
    match infer(heap, value) {
        Type::Tuple { types, .. } => Some(super::infer::variant(heap, types.iter().copied())),
        Type::Struct(elements) => {
            let keys = elements
                .iter()
                .map(|element| -> TypeRef<'h> { heap.alloc(Type::StringValue(element.name)) });
            let key = super::infer::variant(heap, keys);
            let values = elements.iter().map(|element| element.value);
            let value = super::infer::variant(heap, values);
            Some(entry(heap, key, value))
        }
        Type::Hash { key, value, .. } => Some(entry(heap, key, value)),
        _ => element(heap, value),
    }
}

fn entry<'h>(heap: &'h Heap, key: TypeRef<'h>, value: TypeRef<'h>) -> TypeRef<'h> {
    heap.alloc(Type::Tuple {
        types: heap.slice(&[key, value]),
        size: Some(Size::exactly(2)),
    })
}

/// Returns true if a type accepts the entries of a type of hashes.
pub(super) fn accepts_entries(element: TypeRef<'_>, hashes: TypeRef<'_>) -> bool {
    let heap = Heap::new();
    let (key, value) = match hashes {
        Type::Hash {
            key: Type::Any,
            value: Type::Any,
            size: None,
        } => (&Type::Unit, &Type::Unit),
        Type::Hash { key, value, .. } => (*key, *value),
        Type::Struct(elements) => {
            let keys = elements.iter().map(|element| -> TypeRef<'_> {
                let name: TypeRef<'_> = heap.alloc(Type::StringValue(element.name));
                match element.optional {
                    true => heap.alloc(Type::Optional(Some(name))),
                    false => name,
                }
            });
            let values = elements.iter().map(|element| element.value);
            let common = |a, b| super::common(&heap, a, b);
            (
                keys.reduce(common).unwrap_or(&Type::Unit),
                values.reduce(common).unwrap_or(&Type::Unit),
            )
        }
        _ => return false,
    };
    super::assignable(element, entry(&heap, key, value))
}
