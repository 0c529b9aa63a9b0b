//! Applies the parameters of `Callable[parameters..., size, block]` and `Callable[[parameters...],
//! return type]`.

use super::bounds::split_size;
use super::problem::{Access, arity, plain, titled};
use crate::heap::Heap;
use crate::types::{CallableType, Type, TypeRef, generalize, reduced};
use crate::value::Value;

pub(super) fn callable<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    keys: &[Value<'h>],
) -> Access<Type<'h>> {
    let (parameters, returns) = match keys {
        [Value::Array(parameters), Value::Type(returns)] => {
            let returns = Some(*returns).filter(|ty| !matches!(ty, Type::Any));
            (parameters.to_vec(), returns)
        }
        [Value::Array(_), ..] | [] => {
            return arity(&titled(base), "2 arguments", keys.len());
        }
        _ => (keys.to_vec(), None),
    };
    let (block, parameters) = match parameters.split_last() {
        Some((last, rest)) if is_block(last) => (Some(type_of(heap, *last)?), rest),
        _ => (None, &parameters[..]),
    };
    let (types, size) = split_size(parameters)?;
    let types: Vec<TypeRef<'h>> = types
        .iter()
        .map(|&key| type_of(heap, key))
        .collect::<Result<_, _>>()?;
    Ok(Type::Callable(Some(heap.alloc(CallableType {
        parameters: heap.slice(&types),
        size,
        block,
        returns,
    }))))
}

/// Returns the type that a key means: for other values their general type; a string names a class
/// of Ruby.
pub(in crate::types) fn type_of<'h>(heap: &'h Heap, value: Value<'h>) -> Access<TypeRef<'h>> {
    match value {
        Value::Type(ty) => Ok(ty),
        Value::String(s) if s.is_empty() => plain(
            "Runtime 'name_or_pattern' has wrong type, expects a value of type String[1] or Tuple[Regexp, String[1]], got String",
        ),
        Value::String(s) => Ok(heap.alloc(Type::Runtime {
            runtime: Some("ruby"),
            name: Some(s.as_str()),
            pattern: None,
        })),
        _ => Ok(generalize(heap, reduced(heap, value))),
    }
}

/// Returns true if a type in the last position is that of the block.
fn is_block(value: &Value<'_>) -> bool {
    let Value::Type(ty) = value else { return false };
    match ty.resolved() {
        Type::Optional(Some(ty)) => is_callable(ty),
        ty => is_callable(ty),
    }
}

fn is_callable(ty: TypeRef<'_>) -> bool {
    match ty.resolved() {
        Type::Callable(_) => true,
        Type::Variant(types) => types
            .iter()
            .all(|ty| matches!(ty.resolved(), Type::Callable(_))),
        _ => false,
    }
}
