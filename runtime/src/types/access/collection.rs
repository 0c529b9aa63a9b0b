//! Applies the parameters of collections and of `Variant`: element types and sizes.

use super::bounds::{are_zero, bounded, size, split_size};
use super::callable::type_of;
use super::problem::{Access, arity, bad_type, must_be_type, plain, titled};
use crate::heap::Heap;
use crate::platform::class_name;
use crate::types::distinct::Distinct;
use crate::types::init::{is_within, refusal};
use crate::types::{StructElement, Type, TypeRef};
use crate::value::{Hash, Value};

pub(super) fn array<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (element, bounds): (TypeRef<'h>, _) = match keys {
        [Value::Type(element)] => {
            return Ok(Type::Array {
                element,
                size: None,
            });
        }
        [Value::Type(element), bounds @ ..] if bounds.len() <= 2 => (element, (bounds, 1)),
        [_, _] => (&Type::Any, (keys, 0)),
        [other] | [other, _, _] => return must_be_type("Array", 0, *other),
        _ => return arity("Array-Type", "1 to 3 arguments", keys.len()),
    };
    let (bounds, offset) = bounds;
    let size = Some(size(bounds, offset)?);
    let element = match are_zero(bounds) {
        true => &Type::Unit,
        false => element,
    };
    Ok(Type::Array { element, size })
}

pub(super) fn hash<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    let ((key, value), bounds, size): ((TypeRef<'h>, TypeRef<'h>), _, _) = match keys {
        [Value::Integer(from), Value::Integer(to)] => {
            let size = bounded(Some(*from), Some(*to))?;
            ((&Type::Any, &Type::Any), keys, Some(size))
        }
        [key, value] => (hash_types(key, value)?, &[][..], None),
        [key, value, bounds @ ..] if matches!(bounds.len(), 1 | 2) => {
            let types = hash_types(key, value)?;
            (types, bounds, Some(size(bounds, 2)?))
        }
        [Value::Type(_), ..] | [] => return arity("Hash-Type", "2 to 4 arguments", keys.len()),
        [other, ..] => return must_be_type("Hash", 0, *other),
    };
    let (key, value): (TypeRef<'h>, TypeRef<'h>) = match are_zero(bounds) {
        true => (&Type::Unit, &Type::Unit),
        false => (key, value),
    };
    Ok(Type::Hash { key, value, size })
}

fn hash_types<'h>(key: &Value<'h>, value: &Value<'h>) -> Access<(TypeRef<'h>, TypeRef<'h>)> {
    match (key, value) {
        (Value::Type(key), Value::Type(value)) => Ok((key, value)),
        (Value::Type(_), other) => must_be_type("Hash", 1, *other),
        (other, _) => must_be_type("Hash", 0, *other),
    }
}

pub(super) fn tuple<'h>(heap: &'h Heap, base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (types, size) = split_size(keys)?;
    if types.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    Ok(Type::Tuple {
        types: heap.slice(&all_types(base, types)?),
        size,
    })
}

fn all_types<'h>(base: TypeRef<'h>, keys: &[Value<'h>]) -> Access<Vec<TypeRef<'h>>> {
    let mut types = Vec::with_capacity(keys.len());
    for (at, &key) in keys.iter().enumerate() {
        match key {
            Value::Type(ty) => types.push(ty),
            other => return bad_type(base, "Any-Type", at, other),
        }
    }
    Ok(types)
}

pub(super) fn variant<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<TypeRef<'h>> {
    if keys.is_empty() {
        return arity(&titled(base), "1 or more arguments", 0);
    }
    let mut distinct = Distinct::default();
    for ty in all_types(base, keys)? {
        let types = match ty {
            Type::Variant(types) => *types,
            _ => std::slice::from_ref(heap.alloc(ty)),
        };
        distinct.extend(types.iter().copied());
    }
    Ok(match distinct.types[..] {
        [ty] => ty,
        _ => heap.alloc(Type::Variant(heap.slice(&distinct.types))),
    })
}

pub(super) fn structure<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    let hash = match keys {
        [Value::Hash(hash)] => hash,
        [other] => return bad_type(base, "Hash", 0, *other),
        _ => return arity(&titled(base), "1 argument", keys.len()),
    };
    struct_of(heap, hash)
}

fn struct_of<'h>(heap: &'h Heap, hash: &'h Hash<'h>) -> Access<Type<'h>> {
    let mut elements = Vec::with_capacity(hash.len());
    for (key, value) in hash.iter() {
        let value = type_of(heap, value)?;
        let (name, optional) = struct_key(key)?;
        let takes_undef = || crate::types::assignable(value, &Type::Undef);
        if optional.is_none()
            && is_within(value)
            && let Some(problem) = refusal(takes_undef)
        {
            return plain(problem);
        }
        let optional = optional.unwrap_or_else(takes_undef);
        elements.push(StructElement {
            name,
            optional,
            value,
        });
    }
    Ok(Type::Struct(heap.slice(&elements)))
}

fn struct_key(key: Value<'_>) -> Access<(&str, Option<bool>)> {
    match key {
        Value::String(s) if s.as_str().is_empty() => {
            plain("Struct element key cannot be an empty String")
        }
        Value::String(s) => Ok((s.as_str(), None)),
        Value::Type(Type::StringValue(s) | Type::Enum { values: [s], .. }) => Ok((s, None)),
        Value::Type(Type::Optional(Some(
            Type::StringValue(s) | Type::Enum { values: [s], .. },
        ))) => Ok((s, Some(true))),
        Value::Type(Type::NotUndef(Some(
            Type::StringValue(s) | Type::Enum { values: [s], .. },
        ))) => Ok((s, Some(false))),
        other => {
            let got = class_name(other);
            plain(format!(
                "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: {got}"
            ))
        }
    }
}
