//! `Init[T]`: values from which a `T` can be made.

use super::{Size, Type, TypeRef, infer};
use crate::convert;
use crate::dispatch::{arity, takes_arguments};
use crate::function::Signature;
use crate::heap::Heap;
use crate::value::Value;

fn signatures<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> &'h [Signature<'h>] {
    convert::signatures(heap, ty).unwrap_or_default()
}

/// Whether `T.new(value, arguments)` accepts its arguments; an array may hold all of them. `is`
/// tells whether the value is of a type.
pub(super) fn accepts<'h>(
    ty: Option<TypeRef<'h>>,
    arguments: &[Value<'h>],
    value: Value<'h>,
    is: impl FnOnce(TypeRef<'h>) -> bool,
) -> bool {
    let Some(ty) = ty else {
        return super::instance(&Type::RichData, value);
    };
    if is(ty) {
        return true;
    }
    let heap = Heap::new();
    let takes = |arguments: &[Value<'_>]| {
        signatures(&heap, ty)
            .iter()
            .any(|signature| takes_arguments(signature, arguments))
    };
    let mut all = vec![value];
    all.extend_from_slice(arguments);
    takes(&all)
        || match value {
            Value::Array(items) if arguments.is_empty() => takes(&items.to_vec()),
            _ => false,
        }
}

/// Whether all values of `from` are accepted; `are` tells whether they are of a type.
pub(super) fn assignable<'h>(
    ty: Option<TypeRef<'h>>,
    arguments: &[Value<'h>],
    from: TypeRef<'h>,
    are: impl FnOnce(TypeRef<'h>) -> bool,
) -> bool {
    let ty = match (ty, from) {
        (None, Type::Init { .. }) => return true,
        (None, _) => return super::assignable(&Type::RichData, from),
        (Some(ty), Type::Init { ty: of, .. }) => {
            return of.is_some_and(|of| super::assignable(ty, of));
        }
        (Some(ty), _) => ty,
    };
    if are(ty) {
        return true;
    }
    let heap = Heap::new();
    let of_arguments: Vec<TypeRef<'_>> = arguments.iter().map(|&v| infer(&heap, v)).collect();
    let takes = |types: &[TypeRef<'_>]| {
        signatures(&heap, ty)
            .iter()
            .any(|signature| takes_types(signature, types))
    };
    let mut all: Vec<TypeRef<'_>> = vec![from];
    all.extend(of_arguments);
    takes(&all)
        || match from {
            Type::Tuple { types, size: None } if arguments.is_empty() => takes(types),
            Type::Tuple {
                types: [ty],
                size: Some(Size { from, to: Some(to) }),
            } if from == to && arguments.is_empty() && *to <= 8 => takes(&vec![*ty; *to as usize]),
            _ => false,
        }
}

fn takes_types(signature: &Signature<'_>, types: &[TypeRef<'_>]) -> bool {
    let parameters = signature.parameters;
    arity(parameters).holds(types.len())
        && types.iter().enumerate().all(|(at, ty)| {
            let parameter = &parameters[at.min(parameters.len() - 1)];
            let (wanted, given): (TypeRef<'_>, TypeRef<'_>) = (parameter.ty, ty);
            super::assignable(wanted, given)
        })
}
