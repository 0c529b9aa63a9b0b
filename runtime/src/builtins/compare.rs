//! Implements the function `compare`.

use std::cmp::Ordering;

use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch, mismatch};
use crate::ops;
use crate::value::Value;

pub(super) const TABLE: &[Builtin] = &[Builtin {
    name: "compare",
    dispatches: &[
        dispatch(&["Numeric a", "Numeric b"], order),
        dispatch(&["String a", "String b", "?Boolean ignore_case"], texts),
        dispatch(&["SemVer a", "SemVer b"], order),
        dispatch(&["Numeric a", "Variant[Timespan, Timestamp] b"], order),
        dispatch(&["Timestamp a", "Variant[Timestamp, Numeric] b"], order),
        dispatch(&["Timespan a", "Variant[Timespan, Numeric] b"], order),
        mismatch(&["Any a", "Any b", "*Any c"], refuse),
    ],
}];

fn sign<'h>(order: Ordering) -> Value<'h> {
    Value::Integer(order as i64)
}

fn order<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let order = match ops::order_times_first(args[0], args[1]) {
        Some(order) => Ok(order),
        None => ops::order(args[0], args[1]),
    };
    match order {
        Ok(Some(order)) => Ok(sign(order)),
        Ok(None) => Ok(Value::Undef),
        Err(reason) => fail(reason),
    }
}

fn texts<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match (args[0], args[1], args.get(2)) {
        (Value::String(a), Value::String(b), Some(Value::Boolean(false))) => {
            Ok(sign(a.as_str().cmp(b.as_str())))
        }
        _ => order(cx, args),
    }
}

fn is_comparable(value: Value<'_>) -> bool {
    if let Value::Float(number) = value {
        return !number.is_nan();
    }
    matches!(
        value,
        Value::Integer(_)
            | Value::BigInteger(_)
            | Value::String(_)
            | Value::SemVer(_)
            | Value::Timestamp(_)
            | Value::Timespan(_)
    )
}

fn refuse<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let strings = matches!(args.values, [Value::String(_), Value::String(_), ..]);
    if args.len() == 3 && strings {
        // Puppet's message about a flag that is not a Boolean
        return fail(
            "uninitialized constant Puppet::Pops::Loader::RubyFunctionInstantiator::Boolean",
        );
    }
    let (a, b) = (ops::label(args[0]), ops::label(args[1]));
    let comparable = is_comparable(args[0]) && is_comparable(args[1]);
    let text = match args.len() {
        3.. if comparable && !strings => {
            "The third argument (ignore case) can only be used when comparing strings".to_owned()
        }
        4.. if comparable => format!("Accepts at most 3 arguments, got {}", args.len()),
        _ if comparable => format!(
            "Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). Got {a} and {b}"
        ),
        _ => format!(
            "Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp can be compared. Got {a} and {b}"
        ),
    };
    Ok(Value::string(cx.heap, &format!("compare(): {text}")))
}
