//! Checks whether a value is of a type, for collections that are likely to be checked again and
//! again, such as an argument that a function gets in each round of a loop.
//!
//! The results of checks of large arrays and hashes are remembered with their storages. Then a check
//! takes time only for the parts that have changed since the last one.

use super::instance::{instance, is_struct_of, is_tuple_of};
use super::{Type, TypeRef};
use crate::answer_cache::address;
use crate::heap::Heap;
use crate::limits;
use crate::value::{Array, Value};

/// Arrays with fewer items are checked each time.
pub const ITEMS_MIN: usize = 32;

/// Returns true if `value` is an instance of a type.
pub fn instance_again<'h>(heap: &'h Heap, ty: TypeRef<'h>, value: Value<'h>) -> bool {
    let again = |ty, value| instance_again(heap, ty, value);
    match (ty, value) {
        (Type::Alias(alias), _) if !alias.is_recursive() => match alias.resolved.get() {
            Some(ty) => instance_again(heap, ty, value),
            None => instance(ty, value),
        },
        (
            Type::Hash {
                key,
                value: of,
                size,
            },
            Value::Hash(hash),
        ) if hash.is_sealable(heap) => {
            limits::stack();
            size.is_none_or(|size| size.holds(hash.len()))
                && (matches!((key, of), (Type::Any, Type::Any))
                    || hash.all_entries(heap, address(ty), |k, v| again(key, k) && again(of, v)))
        }
        (Type::Array { element, size }, Value::Array(array)) if array.len() >= ITEMS_MIN => {
            limits::stack();
            size.is_none_or(|size| size.holds(array.len())) && all_again(heap, element, array)
        }
        (Type::Struct(elements), Value::Hash(hash)) => {
            limits::stack();
            is_struct_of(elements, hash, again)
        }
        (Type::Tuple { types, size }, Value::Array(array)) if array.len() < ITEMS_MIN => {
            limits::stack();
            is_tuple_of(types, *size, array, again)
        }
        (Type::Optional(Some(of)), _) => value.is_undef() || again(of, value),
        (Type::NotUndef(Some(of)), _) => !value.is_undef() && again(of, value),
        (Type::Variant(types), Value::Array(_) | Value::Hash(_)) => {
            types.iter().any(|ty| again(ty, value))
        }
        _ => instance(ty, value),
    }
}

/// Returns true if all items are of a type. Items that passed an earlier check are not checked
/// again.
fn all_again<'h>(heap: &'h Heap, element: TypeRef<'h>, array: &'h Array<'h>) -> bool {
    if matches!(element, Type::Any) {
        return true;
    }
    let (what, row) = (address(element), array.place());
    let rows = heap.checked_rows();
    let known = rows.checked_until(what, &row) - row.start;
    let first = known * array.len() / (row.end - row.start);
    let mut rest = (first..array.len()).filter_map(|at| array.get(at));
    let all = rest.all(|item| instance_again(heap, element, item));
    if all && first < array.len() {
        rows.add(what, &row);
    }
    all
}
