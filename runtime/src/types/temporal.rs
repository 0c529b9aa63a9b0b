//! Applies the parameters of `Timespan` and `Timestamp`.

use super::access::{Access, plain, reversed};
use super::{Nanos, SpanBound, Type};
use crate::platform::class_name;
use crate::value::{Hash, Value};
use rubycore::time::timespan::DEFAULT_FORMATS;
use rubycore::time::{self, SECOND};

/// Returns the length of time of a hash of days, hours and so on.
fn of_parts(parts: &Hash<'_>) -> i128 {
    const UNITS: [(&str, i128); 7] = [
        ("days", 86_400 * SECOND),
        ("hours", 3600 * SECOND),
        ("minutes", 60 * SECOND),
        ("seconds", SECOND),
        ("milliseconds", 1_000_000),
        ("microseconds", 1000),
        ("nanoseconds", 1),
    ];
    let part = |name| parts.get_str(name).and_then(Value::as_integer).unwrap_or(0);
    let nanos: i128 = UNITS
        .iter()
        .map(|&(name, unit)| i128::from(part(name)) * unit)
        .sum();
    match parts.get_str("negative") {
        Some(Value::Boolean(true)) => -nanos,
        _ => nanos,
    }
}

/// Reads the ends of a range, and checks that they are in order. `show` writes an end in quotes.
fn bounds<'h, T: PartialOrd + Copy>(
    name: &str,
    keys: &[Value<'h>],
    read: impl Fn(Value<'h>) -> Access<Option<T>>,
    show: fn(T, &mut String),
) -> Access<(Option<T>, Option<T>)> {
    if keys.len() > 2 {
        return Err(super::access::AccessError {
            key: None,
            message: format!(
                "A {name}-Type[] accepts 0 to 2 arguments. Got {}",
                keys.len()
            ),
            plain: false,
            issue: "BAD_TYPE_SLICE_ARITY",
        });
    }
    let bound = |at: usize| keys.get(at).map_or(Ok(None), |&key| read(key));
    let (min, max) = (bound(0)?, bound(1)?);
    if let (Some(from), Some(to)) = (min, max)
        && from > to
    {
        let [from, to] = [from, to].map(|end| {
            let mut shown = String::new();
            show(end, &mut shown);
            shown
        });
        return reversed(from.trim_matches('\''), to.trim_matches('\''));
    }
    Ok((min, max))
}

fn number(value: Value<'_>) -> Option<i128> {
    match value {
        Value::Integer(i) => Some(i128::from(i) * SECOND),
        Value::BigInteger(big) => Some(big.clamped_wide().saturating_mul(SECOND)),
        Value::Float(f) => Some((f * 1e9).round() as i128),
        _ => None,
    }
}

/// Evaluates `Timespan[from, to]`.
pub(super) fn timespan<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    let read = |key| match key {
        Value::Default | Value::Undef => Ok(None),
        Value::Timespan(t) => Ok(Some(SpanBound::exact(t.nanos))),
        Value::String(text) => match time::timespan::parse(text.as_str(), &DEFAULT_FORMATS, true) {
            Ok(nanos) => Ok(Some(SpanBound::exact(nanos))),
            Err(problem) => plain(problem),
        },
        Value::Hash(parts) => Ok(Some(SpanBound::exact(of_parts(parts)))),
        other => match number(other) {
            Some(nanos) => Ok(Some(SpanBound {
                nanos: nanos.into(),
                inexact: matches!(other, Value::Float(_)),
            })),
            None => plain(format!(
                "Unable to create a Puppet::Pops::Time::Timespan from a {}",
                class_name(other)
            )),
        },
    };
    let (min, max) = bounds("Timespan", keys, read, super::format::timespan)?;
    Ok(Type::Timespan { min, max })
}

/// Evaluates `Timestamp[from, to]`.
pub(super) fn timestamp<'h>(keys: &[Value<'h>]) -> Access<Type<'h>> {
    let read = |key: Value<'h>| match key {
        Value::Default | Value::Undef => Ok(None),
        Value::Timestamp(t) => Ok(Some(Nanos::from(t.nanos))),
        Value::String(text) => {
            match time::parse_timestamp(text.as_str(), &time::TIMESTAMP_FORMATS, true, None) {
                Ok(nanos) => Ok(Some(nanos.into())),
                Err(problem) => plain(problem),
            }
        }
        Value::Hash(_) => plain("no implicit conversion of nil into String"),
        other => match number(other) {
            Some(nanos) => Ok(Some(nanos.into())),
            None => plain(format!(
                "Unable to create a Puppet::Pops::Time::Timestamp from a {}",
                class_name(other)
            )),
        },
    };
    let (min, max) = bounds("Timestamp", keys, read, super::format::timestamp)?;
    Ok(Type::Timestamp { min, max })
}
