//! Parameters of `Timespan` and `Timestamp`.

use super::Type;
use super::access::{Access, plain, ruby_class};
use crate::heap::Heap;
use crate::value::{Timespan, Timestamp, Value};

const NANOS: i128 = 1_000_000_000;

fn bounds<'h>(
    name: &str,
    keys: &[Value<'h>],
    read: impl Fn(Value<'h>) -> Access<Option<i128>>,
) -> Access<(Option<i128>, Option<i128>)> {
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
    Ok((bound(0)?, bound(1)?))
}

fn reversed<'h, T>(from: Value<'h>, to: Value<'h>) -> Access<T> {
    let shown = |value| {
        let mut out = String::new();
        match value {
            Value::Timespan(t) => super::format::timespan(t.nanos, &mut out),
            Value::Timestamp(t) => super::format::timestamp(t.nanos, &mut out),
            _ => {}
        }
        out
    };
    plain(format!(
        "'from' must be less or equal to 'to'. Got ({}, {}",
        shown(from).trim_matches('\''),
        shown(to).trim_matches('\'')
    ))
}

fn number(value: Value<'_>) -> Option<i128> {
    match value {
        Value::Integer(i) => Some(i128::from(i) * NANOS),
        Value::Float(f) => Some((f * 1e9).round() as i128),
        _ => None,
    }
}

/// `Timespan[from, to]`
pub(super) fn timespan<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (min, max) = bounds("Timespan", keys, |key| match key {
        Value::Default | Value::Undef => Ok(None),
        Value::Timespan(t) => Ok(Some(t.nanos)),
        other => match number(other) {
            Some(nanos) => Ok(Some(nanos)),
            None => plain(format!(
                "Unable to create a Puppet::Pops::Time::Timespan from a {}",
                ruby_class(other)
            )),
        },
    })?;
    if let (Some(from), Some(to)) = (min, max)
        && from > to
    {
        let value = |nanos| Value::Timespan(heap.alloc(Timespan { nanos }));
        return reversed(value(from), value(to));
    }
    Ok(Type::Timespan { min, max })
}

/// `Timestamp[from, to]`
pub(super) fn timestamp<'h>(heap: &'h Heap, keys: &[Value<'h>]) -> Access<Type<'h>> {
    let (min, max) = bounds("Timestamp", keys, |key| match key {
        Value::Default | Value::Undef => Ok(None),
        Value::Timestamp(t) => Ok(Some(t.nanos)),
        other => match number(other) {
            Some(nanos) => Ok(Some(nanos)),
            None => plain(format!(
                "Unable to create a Puppet::Pops::Time::Timestamp from a {}",
                ruby_class(other)
            )),
        },
    })?;
    if let (Some(from), Some(to)) = (min, max)
        && from > to
    {
        let value = |nanos| Value::Timestamp(heap.alloc(Timestamp { nanos }));
        return reversed(value(from), value(to));
    }
    Ok(Type::Timestamp { min, max })
}
