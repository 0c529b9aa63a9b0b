//! Applies parameters that are bounds: the sizes of strings and collections, the ranges of numbers.

use rubycore::psych::ruby_float;

use super::problem::{Access, fail, kind, plain, reversed};
use crate::ops::a_an;
use crate::platform::{class_name, converted_name};
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

/// Returns the range of two bounds that a type alias or a parameter's type gives, where Puppet only
/// compares them. `None` if no number can be compared with them.
///
/// A fraction that bounds an Integer is rounded: the same numbers fit, and the text of the type
/// shows the rounded bound.
pub(in crate::types) fn loose_range<'h>(
    is_float: bool,
    from: Value<'h>,
    to: Value<'h>,
) -> Access<Option<Type<'h>>> {
    if is_float {
        return float(&[as_float(from)?, as_float(to)?]).map(Some);
    }
    if let (Value::String(from), Value::String(to)) = (from, to) {
        return match from.as_str() > to.as_str() {
            true => reversed(from.as_str(), to.as_str()),
            false => Ok(None),
        };
    }
    let (Some(min), Some(max)) = (number(from, f64::NEG_INFINITY), number(to, f64::INFINITY))
    else {
        return incomparable(from, to);
    };
    if min > max {
        return reversed(text::program(from), text::program(to));
    }
    let whole = |bound: Value<'h>, rounded: f64| match bound {
        Value::Float(_) => Value::Integer(rounded as i64),
        other => other,
    };
    let (min, max) = (whole(from, min.ceil()), whole(to, max.floor()));
    Ok(integer(&[min, max]).ok())
}

fn number(bound: Value<'_>, default: f64) -> Option<f64> {
    match bound {
        Value::Integer(i) => Some(i as f64),
        Value::BigInteger(big) => Some(big.as_f64()),
        Value::Float(f) => Some(f),
        Value::Default => Some(default),
        _ => None,
    }
}

/// Converts a bound like Ruby's `Float()`.
fn as_float<'h>(bound: Value<'h>) -> Access<Value<'h>> {
    match bound {
        Value::Default => Ok(bound),
        Value::String(s) => ruby_float(s.as_str()).map(Value::Float).or_else(plain),
        other => match number(other, 0.0) {
            Some(number) => Ok(Value::Float(number)),
            None => plain(format!(
                "can't convert {} into Float",
                converted_name(other)
            )),
        },
    }
}

/// Refuses bounds of which one is not a number, as Ruby's comparison does.
fn incomparable<T>(from: Value<'_>, to: Value<'_>) -> Access<T> {
    let left = match from {
        Value::Default => "Float".to_owned(),
        other => class_name(other),
    };
    let right = match to {
        Value::Default => "Infinity".to_owned(),
        Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => text::program(to),
        other => class_name(other),
    };
    plain(format!("comparison of {left} with {right} failed"))
}
