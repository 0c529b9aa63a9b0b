//! `Init[T]`: values from which a `T` can be made.

use super::{Type, TypeRef};
use crate::value::Value;

/// Whether `T.new(value, arguments)` accepts its arguments.
pub(super) fn accepts(ty: Option<TypeRef<'_>>, arguments: &[Value<'_>], value: Value<'_>) -> bool {
    let _ = arguments;
    match ty {
        None => super::instance(&Type::RichData, value),
        Some(ty) => super::instance(ty, value),
    }
}

/// Whether all values of `from` are accepted.
pub(super) fn assignable<'h>(
    ty: Option<TypeRef<'h>>,
    arguments: &[Value<'h>],
    from: TypeRef<'h>,
) -> bool {
    let _ = arguments;
    match (ty, from) {
        (None, Type::Init { .. }) => true,
        (None, _) => super::assignable(&Type::RichData, from),
        (Some(ty), Type::Init { ty: of, .. }) => of.is_some_and(|of| super::assignable(ty, of)),
        (Some(ty), _) => super::assignable(ty, from),
    }
}
