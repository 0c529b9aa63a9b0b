//! Bounds: the sizes of strings and collections, the ranges of numbers.

use super::problem::{Access, fail, kind, reversed};
use crate::ops::a_an;
use crate::platform::class_name;
use crate::text;
use crate::types::{Size, Type};
use crate::value::{Value, Whole};

/// Parses the bounds of a size: one Integer type, or one or two integers. `offset` is the index of
/// the first key among all.
pub(super) fn size<'h>(keys: &[Value<'h>], offset: usize) -> Access<Size> {
    if let [Value::Type(ty)] = keys
        && let Some((min, max)) = ty.integer_bounds()
    {
        return Ok(Size {
            from: min.map_or(0, Whole::clamped).max(0),
            to: max.map(|max| max.clamped().max(0)),
        });
    }
    let mut bounds = [None, None];
    for (at, &key) in keys.iter().take(2).enumerate() {
        bounds[at] = match key {
            Value::Integer(i) => Some(i),
            // no size is greater
            Value::BigInteger(big) => Some(big.clamped()),
            Value::Default => None,
            other => {
                let got = match other {
                    Value::Type(Type::Data | Type::RichData | Type::RichDataKey) => {
                        "TypeAlias-Type".to_owned()
                    }
                    Value::Type(ty) => format!("{}-Type", kind(ty)),
                    _ => match (class_name(other), other) {
                        // a class without a name of its own
                        (class, Value::Object(object)) if class == "Object" => {
                            object.ty.label().to_owned()
                        }
                        (class, _) => class,
                    },
                };
                let got = a_an(&got);
                let message = format!(
                    "A Type's size constraint arguments must be a single Integer type, or 1-2 integers (or default). Got {got}"
                );
                return fail("BAD_COLLECTION_SLICE_SIZE", Some(offset + at), message);
            }
        };
    }
    bounded(bounds[0], bounds[1])
}

/// Returns true if both bounds of a size are given as 0: then a collection has no element types at
/// all. A collection whose size is 0 because its bounds are negative keeps its types.
pub(super) fn are_zero(keys: &[Value<'_>]) -> bool {
    match keys {
        [Value::Integer(0), Value::Integer(0)] => true,
        [Value::Type(ty)] => matches!(
            ty,
            Type::Integer {
                min: Some(0),
                max: Some(0)
            }
        ),
        _ => false,
    }
}

pub(super) fn bounded(from: Option<i64>, to: Option<i64>) -> Access<Size> {
    if let (Some(from), Some(to)) = (from, to)
        && from > to
    {
        return reversed(from, to);
    }
    Ok(Size {
        from: from.unwrap_or(0).max(0),
        to: to.map(|to| to.max(0)),
    })
}

/// Takes one or two bounds off the end of the keys.
pub(super) fn split_size<'a, 'h>(keys: &'a [Value<'h>]) -> Access<(&'a [Value<'h>], Option<Size>)> {
    let bound = |key: &Value<'_>| match key {
        Value::Integer(i) => Some(Some(*i)),
        Value::BigInteger(big) => Some(Some(big.clamped())),
        Value::Default => Some(None),
        _ => None,
    };
    let Some((last, rest)) = keys.split_last() else {
        return Ok((keys, None));
    };
    let Some(last) = bound(last) else {
        return Ok((keys, None));
    };
    match rest.split_last() {
        Some((from, types)) if bound(from).is_some() => {
            Ok((types, Some(bounded(bound(from).flatten(), last)?)))
        }
        _ => Ok((rest, Some(bounded(last, None)?))),
    }
}

pub(super) fn integer<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    if keys.is_empty() || keys.len() > 2 {
        let count = keys.len();
        let message =
            format!("Integer-Type supports [] with one or two arguments (from, to). Got {count}");
        return fail("BAD_INTEGER_SLICE_ARITY", None, message);
    }
    let mut bounds = [None, None];
    for (at, &key) in keys.iter().enumerate() {
        bounds[at] = match key {
            Value::Integer(_) | Value::BigInteger(_) => Whole::of(key),
            Value::Default => None,
            other => {
                let got = class_name(other);
                let message = format!(
                    "Integer-Type [] requires all arguments to be integers (or default). Got {got}"
                );
                return fail("BAD_INTEGER_SLICE_TYPE", Some(at), message);
            }
        };
    }
    let [min, max] = bounds;
    match (min, max) {
        (Some(min), Some(max)) if min > max => reversed(min, max),
        _ => Ok(Type::integer(min, max)),
    }
}

pub(super) fn float<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    if keys.is_empty() || keys.len() > 2 {
        let count = keys.len();
        let message =
            format!("Float-Type supports [] with one or two arguments (from, to). Got {count}");
        return fail("BAD_FLOAT_SLICE_ARITY", None, message);
    }
    let mut bounds = [None, None];
    for (at, &key) in keys.iter().enumerate() {
        bounds[at] = match key {
            Value::Integer(i) => Some(i as f64),
            Value::BigInteger(big) => Some(big.as_f64()),
            Value::Float(f) => Some(f),
            Value::Default => None,
            other => {
                let got = class_name(other);
                let message = format!(
                    "Float-Type [] requires all arguments to be floats, or integers (or default). Got {got}"
                );
                return fail("BAD_FLOAT_SLICE_TYPE", Some(at), message);
            }
        };
    }
    let [min, max] = bounds;
    match (min, max) {
        (Some(min), Some(max)) if min > max => {
            let shown = |f| text::program(Value::Float(f));
            reversed(shown(min), shown(max))
        }
        _ => Ok(Type::Float { min, max }),
    }
}
