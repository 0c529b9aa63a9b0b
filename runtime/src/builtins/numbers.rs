//! Implements functions on numbers: abs, ceiling, floor, round, max, min.

use std::cmp::Ordering;
use std::sync::LazyLock;

use num_bigint::BigInt;

use super::ruby;
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, Declaration, dispatch};
use crate::heap::Heap;
use crate::text;
use crate::value::Value;

macro_rules! of_number {
    ($name:literal, $number:ident, $text:ident) => {
        Builtin {
            name: $name,
            dispatches: &[
                dispatch(&["Numeric val"], $number),
                dispatch(&["String val"], $text),
            ],
        }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    of_number!("abs", abs, abs_text),
    of_number!("ceiling", ceiling, ceiling_text),
    of_number!("floor", floor, floor_text),
    Builtin {
        name: "round",
        dispatches: &[dispatch(&["Numeric val"], round)],
    },
    Builtin {
        name: "max",
        dispatches: MAX,
    },
    Builtin {
        name: "min",
        dispatches: MIN,
    },
];

const MAX: &[Declaration] = &[
    dispatch(&["*Numeric values"], max),
    dispatch(&["*String values"], max),
    dispatch(&["*SemVer values"], max),
    dispatch(&["*Timespan values"], max),
    dispatch(&["*Timestamp values"], max),
    dispatch(&["Array[Numeric] values", BLOCK_OPTIONAL], max_of),
    dispatch(&["Array[String] values", BLOCK_OPTIONAL], max_of),
    dispatch(&["Array[SemVer] values", BLOCK_OPTIONAL], max_of),
    dispatch(&["Array[Timespan] values", BLOCK_OPTIONAL], max_of),
    dispatch(&["Array[Timestamp] values", BLOCK_OPTIONAL], max_of),
    dispatch(&["Array[Any] values", BLOCK_OPTIONAL], max_of),
    dispatch(&["*Any values", "&Callable[2,2] block"], max),
    dispatch(&["*Any values"], max),
];

const MIN: &[Declaration] = &[
    dispatch(&["*Numeric values"], min),
    dispatch(&["*String values"], min),
    dispatch(&["*SemVer values"], min),
    dispatch(&["*Timespan values"], min),
    dispatch(&["*Timestamp values"], min),
    dispatch(&["Array[Numeric] values", BLOCK_OPTIONAL], min_of),
    dispatch(&["Array[SemVer] values", BLOCK_OPTIONAL], min_of),
    dispatch(&["Array[Timespan] values", BLOCK_OPTIONAL], min_of),
    dispatch(&["Array[Timestamp] values", BLOCK_OPTIONAL], min_of),
    dispatch(&["Array[String] values", BLOCK_OPTIONAL], min_of),
    dispatch(&["Array[Any] values", BLOCK_OPTIONAL], min_of),
    dispatch(&["*Any values", "&Callable[2,2] block"], min),
    dispatch(&["*Any values"], min),
];

const BLOCK_OPTIONAL: &str = "&?Callable[2,2] block";

/// Converts a Float without its fraction to an Integer.
fn whole<'h>(cx: &Cx<'h>, f: f64) -> Res<'h> {
    match Value::truncated(cx.heap, f) {
        Some(whole) => Ok(whole),
        None => fail(text::interpolated(Value::Float(f))),
    }
}

fn deprecated<'h>(cx: &mut Cx<'h>, function: &str, to: &str) {
    let text = format!(
        "The {function}() function's auto conversion of String to {to} is deprecated - change to \
         convert input before calling"
    );
    cx.deprecation(
        &format!("{function}_function_numeric_coerce_string"),
        &text,
        None,
    );
}

fn abs<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(magnitude(cx.heap, args[0]))
}

fn magnitude<'h>(heap: &'h Heap, value: Value<'h>) -> Value<'h> {
    match value {
        Value::Integer(0..) => value,
        Value::Integer(i) => Value::whole(heap, &-BigInt::from(i)),
        Value::BigInteger(big) if big.is_negative() => Value::whole(heap, &-big.number()),
        Value::Float(f) => Value::Float(f.abs()),
        other => other,
    }
}

fn abs_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    deprecated(cx, "abs", "Numeric");
    let text = args[0].as_str().unwrap_or_default();
    let number = text.strip_suffix('\n').unwrap_or(text);
    let digits = number.strip_prefix('-').unwrap_or(number);
    let decimal = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let value = match digits.split_once('.') {
        Some((a, b)) if decimal(a) && decimal(b) => number.parse().ok().map(Value::Float),
        None if decimal(digits) => {
            let whole: Option<BigInt> = number.parse().ok();
            whole.map(|whole| Value::whole(cx.heap, &whole))
        }
        _ => None,
    };
    match value {
        Some(value) => Ok(magnitude(cx.heap, value)),
        None => {
            fail("abs(): Requires float or integer to work with - was given non decimal string")
        }
    }
}

fn ceiling<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args[0] {
        Value::Float(f) => whole(cx, f.ceil()),
        other => Ok(other),
    }
}

fn ceiling_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let f = float_of(cx, "ceiling", args)?;
    whole(cx, f.ceil())
}

fn floor<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    match args[0] {
        Value::Float(f) => whole(cx, f.floor()),
        other => Ok(other),
    }
}

fn floor_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let f = float_of(cx, "floor", args)?;
    whole(cx, f.floor())
}

fn float_of<'h>(cx: &mut Cx<'h>, function: &str, args: Args<'h, '_>) -> Res<'h, f64> {
    deprecated(cx, function, "Float");
    match ruby::parse_float(args[0].as_str().unwrap_or_default()) {
        Some(f) => Ok(f),
        None => fail(format!(
            "{function}(): cannot convert given value to a floating point value."
        )),
    }
}

/// Rounds half away from zero, in floats as Puppet does.
fn round<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let f = match args[0] {
        Value::Integer(i) => i as f64,
        Value::BigInteger(big) => big.as_f64(),
        Value::Float(f) => f,
        other => return Ok(other),
    };
    match f < 0.0 {
        true => whole(cx, (f - 0.5).ceil()),
        false => whole(cx, (f + 0.5).floor()),
    }
}

fn max<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    extreme(cx, "max", args.values, args, Ordering::Greater)
}

fn max_of<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let values = args[0].as_array().map(|a| a.to_vec()).unwrap_or_default();
    extreme(cx, "max", &values, args, Ordering::Greater)
}

fn min<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    extreme(cx, "min", args.values, args, Ordering::Less)
}

fn min_of<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let values = args[0].as_array().map(|a| a.to_vec()).unwrap_or_default();
    extreme(cx, "min", &values, args, Ordering::Less)
}

/// Returns the first value for which the comparison with no other value is `wanted`.
fn extreme<'h>(
    cx: &mut Cx<'h>,
    function: &str,
    values: &[Value<'h>],
    args: Args<'h, '_>,
    wanted: Ordering,
) -> Res<'h> {
    let Some((&first, others)) = values.split_first() else {
        return match args.block {
            Some(_) => Ok(Value::Undef),
            None => fail(format!(
                "{function}(): Wrong number of arguments need at least one"
            )),
        };
    };
    if args.block.is_none()
        && let Some(best) = extreme_integer(values, wanted)
    {
        return Ok(Value::Integer(best));
    }
    let kind = Ordered::of(values);
    let mut best = first;
    for &value in others {
        let order = match args.block {
            Some(block) => {
                let result = cx.call_block(block, &[value, best])?;
                ruby::order_of(result, value, best)?
            }
            None => compare(cx, function, value, best, kind),
        };
        if order == wanted {
            best = value;
        }
    }
    Ok(best)
}

/// Returns the greatest or least of values that are all Integers of 64 bits.
fn extreme_integer(values: &[Value<'_>], wanted: Ordering) -> Option<i64> {
    let mut best = None;
    for value in values {
        let Value::Integer(number) = value else {
            return None;
        };
        best = match best {
            Some(best) if number.cmp(&best) != wanted => Some(best),
            _ => Some(*number),
        };
    }
    best
}

/// The order by which all values of a `max` or `min` are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ordered {
    /// For numbers, or versions, or times of one kind: their own order.
    Values,
    Strings,
    /// Values are texts, or numbers if both look like numbers.
    Mixed,
}

impl Ordered {
    fn of(values: &[Value<'_>]) -> Ordered {
        let all = |is: fn(&Value<'_>) -> bool| values.iter().all(is);
        let is_of_a_kind = all(|v| {
            matches!(
                v,
                Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)
            )
        }) || all(|v| matches!(v, Value::SemVer(_)))
            || all(|v| matches!(v, Value::Timespan(_)))
            || all(|v| matches!(v, Value::Timestamp(_)));
        match is_of_a_kind {
            true => Ordered::Values,
            false if all(|v| matches!(v, Value::String(_))) => Ordered::Strings,
            false => Ordered::Mixed,
        }
    }
}

/// Compares two values. Warns when one has to be converted to a number or a text.
fn compare<'h>(
    cx: &mut Cx<'h>,
    function: &str,
    left: Value<'h>,
    right: Value<'h>,
    kind: Ordered,
) -> Ordering {
    if kind == Ordered::Values
        && let Some(order) = ruby::order(left, right)
    {
        return order;
    }
    let (a, b) = (text::ruby(left), text::ruby(right));
    let mut warn = |conversion: &str| {
        let text = format!(
            "The {function}() function's auto conversion of {conversion} is deprecated - change \
             to convert input before calling, or use lambda"
        );
        cx.deprecation(&format!("{function} {conversion}"), &text, None);
    };
    if let (Some(a), Some(b)) = (number_in(&a), number_in(&b)) {
        warn("String to Numeric");
        return a.partial_cmp(&b).unwrap_or(Ordering::Equal);
    }
    if kind != Ordered::Strings {
        warn("Any to String");
    }
    a.cmp(&b)
}

/// Parses a text as a number: `-10`, `1.5`, `1e3`, `1_000`.
fn number_in(text: &str) -> Option<f64> {
    static NUMBER: LazyLock<Option<regex::Regex>> =
        LazyLock::new(|| regex::Regex::new(r"\A-?[0-9]+([._eE][0-9]+)?\z").ok());
    let is_number = NUMBER.as_ref().is_some_and(|re| re.is_match(text));
    is_number
        .then(|| text.replace('_', "").parse().ok())
        .flatten()
}

/// Returns true if a text is a decimal integer, as 3.x functions accept for a number.
pub(super) fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}
