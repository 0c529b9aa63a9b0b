//! Makes an Integer, a Float, a Numeric or a Boolean from other values.

use num_bigint::{BigInt, Sign};
use num_traits::FromPrimitive;

use super::{message, named, not_convertible, shown};
use crate::cx::Cx;
use crate::dispatch as report;
use crate::error::{Kind, Res, fail, fail_as};
use crate::function::{Args, Builtin, dispatch, mismatch};
use crate::ops::{Number, parse_number};
use crate::platform::nil_lacks;
use crate::value::Value;
use rubycore::big_integer;
use rubycore::time::{SECOND, seconds};

pub(super) static INTEGER: Builtin = Builtin {
    name: "new",
    dispatches: &[
        dispatch(
            &[
                r"Convertible = Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:\d+)|(?:0[xX][0-9A-Fa-f]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp] from",
                "?Radix = Variant[Default, Integer[2,2], Integer[8,8], Integer[10,10], Integer[16,16]] radix",
                "?Boolean abs",
            ],
            integer,
        ),
        dispatch(
            &[
                "NamedArgs = Struct[{from => Convertible, Optional[radix] => Radix, Optional[abs] => Boolean}] hash_args",
            ],
            integer_named,
        ),
        mismatch(
            &["Any from", "?Integer radix", "?Boolean abs"],
            integer_mismatch,
        ),
    ],
};

pub(super) static FLOAT: Builtin = Builtin {
    name: "new_float",
    dispatches: &[
        dispatch(
            &[
                r"Convertible = Variant[Numeric, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp] from",
                "?Boolean abs",
            ],
            |cx, args| float(cx, args[0], args.get(1)),
        ),
        dispatch(
            &["NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}] hash_args"],
            |cx, args| {
                let from = named(args[0], "from").unwrap_or(Value::Undef);
                float(cx, from, named(args[0], "abs"))
            },
        ),
        mismatch(&["Any from", "?Boolean abs"], |cx, args| {
            let text = not_convertible(cx, args[0], "Float");
            message(cx, &text)
        }),
    ],
};

pub(super) static NUMERIC: Builtin = Builtin {
    name: "new_numeric",
    dispatches: &[
        dispatch(
            &[
                r"Convertible = Variant[Integer, Float, Boolean, Pattern[/\A[+-]?\s*(?:(?:(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE]-?\d+)?)|(?:0[xX][0-9A-Fa-f]+)|(?:0[0-7]+)|(?:0[bB][01]+))\z/], Timespan, Timestamp] from",
                "?Boolean abs",
            ],
            |cx, args| numeric(cx, args[0], args.get(1)),
        ),
        dispatch(
            &["NamedArgs = Struct[{from => Convertible, Optional[abs] => Boolean}] hash_args"],
            |cx, args| {
                let from = named(args[0], "from").unwrap_or(Value::Undef);
                numeric(cx, from, named(args[0], "abs"))
            },
        ),
        mismatch(&["Any from", "?Boolean abs"], |cx, args| {
            let text = not_convertible(cx, args[0], "Numeric");
            message(cx, &text)
        }),
    ],
};

pub(super) static BOOLEAN: Builtin = Builtin {
    name: "new_boolean",
    dispatches: &[
        dispatch(
            &[
                "Variant[Integer, Float, Boolean, Enum['false', 'true', 'yes', 'no', 'y', 'n', true]] from",
            ],
            boolean,
        ),
        mismatch(&["Any from"], |cx, args| {
            let text = not_convertible(cx, args[0], "Boolean");
            message(cx, &text)
        }),
    ],
};

fn is_set(flag: Option<Value<'_>>) -> bool {
    matches!(flag, Some(Value::Boolean(true)))
}

fn integer<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    integer_from(cx, args[0], args.get(1), args.get(2))
}

fn integer_named<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let from = named(args[0], "from").unwrap_or(Value::Undef);
    integer_from(cx, from, named(args[0], "radix"), named(args[0], "abs"))
}

fn integer_from<'h>(
    cx: &mut Cx<'h>,
    from: Value<'h>,
    radix: Option<Value<'h>>,
    abs: Option<Value<'h>>,
) -> Res<'h> {
    let whole = match from {
        Value::Boolean(b) => BigInt::from(u8::from(b)),
        Value::Integer(i) => i.into(),
        Value::BigInteger(big) => big.number(),
        Value::Float(f) => match BigInt::from_f64(f) {
            Some(whole) => whole,
            None => return fail(crate::text::interpolated(from)),
        },
        Value::Timespan(t) => t.nanos.div_euclid(SECOND).into(),
        Value::Timestamp(t) => t.nanos.div_euclid(SECOND).into(),
        Value::String(s) => {
            let radix = radix.and_then(Value::as_integer).map(|r| r as u32);
            match parse_integer(s.as_str(), radix) {
                Some(i) => i,
                None => {
                    let shown = crate::text::ruby_inspect(from);
                    return fail(format!("invalid value for Integer(): {shown}"));
                }
            }
        }
        _ => return fail(not_convertible(cx, from, "Integer")),
    };
    Ok(match is_set(abs) && whole.sign() == Sign::Minus {
        true => Value::whole(cx.heap, &-whole),
        false => Value::whole(cx.heap, &whole),
    })
}

/// Parses an integer with an optional sign and prefix. Without a radix the prefix decides it.
fn parse_integer(text: &str, radix: Option<u32>) -> Option<BigInt> {
    let text = text.trim_start();
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text[1..].trim_start()),
        b'+' => (false, text[1..].trim_start()),
        _ => (false, text),
    };
    let prefixed = |prefix: &str| {
        let start = digits.get(..2)?;
        start.eq_ignore_ascii_case(prefix).then(|| &digits[2..])
    };
    let (radix, digits) = match radix {
        Some(16) => (16, prefixed("0x").unwrap_or(digits)),
        Some(2) => (2, prefixed("0b").unwrap_or(digits)),
        Some(radix) => (radix, digits),
        None => match (prefixed("0x"), prefixed("0b")) {
            (Some(digits), _) => (16, digits),
            (_, Some(digits)) => (2, digits),
            _ if digits.len() > 1 && digits.starts_with('0') => (8, digits),
            _ => (10, digits),
        },
    };
    let value = big_integer::read_digits(digits, radix)?;
    Some(if negative { -value } else { value })
}

fn integer_mismatch<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let mut from = args[0];
    let mut radix = args.get(1);
    if let (Value::Hash(hash), 1) = (from, args.len()) {
        match hash.get_str("from") {
            Some(inner)
                if !matches!(
                    inner,
                    Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)
                ) =>
            {
                radix = hash.get_str("radix");
                let convertible = parameter(0);
                if crate::types::instance(convertible, inner) && legal_radix(radix) {
                    return named_mismatch(cx, args[0]);
                }
                from = inner;
            }
            _ => return named_mismatch(cx, args[0]),
        }
    }
    if let (Some(Value::Undef), true) = (radix, matches!(args[0], Value::Hash(_))) {
        return named_mismatch(cx, args[0]);
    }
    if !legal_radix(radix) {
        let shown = shown(radix.unwrap_or(Value::Undef));
        return fail(format!(
            "Illegal radix: {shown}, expected 2, 8, 10, 16, or default"
        ));
    }
    let text = not_convertible(cx, from, "Integer");
    message(cx, &text)
}

fn legal_radix(radix: Option<Value<'_>>) -> bool {
    matches!(
        radix,
        None | Some(Value::Default | Value::Integer(2 | 8 | 10 | 16))
    )
}

/// Returns the type of a parameter of `Integer.new`, with its aliases.
fn parameter(dispatch: usize) -> crate::types::TypeRef<'static> {
    report::resolve(&INTEGER).signatures()[dispatch].parameters[0].ty
}

fn named_mismatch<'h>(cx: &mut Cx<'h>, hash: Value<'h>) -> Res<'h> {
    let ty = parameter(1);
    fail(report::describe_mismatch(
        cx,
        "Integer.new has wrong type,",
        ty,
        hash,
    ))
}

fn float<'h>(cx: &mut Cx<'h>, from: Value<'h>, abs: Option<Value<'h>>) -> Res<'h> {
    let value = match from {
        Value::Boolean(b) => f64::from(u8::from(b)),
        Value::Integer(i) => i as f64,
        Value::BigInteger(big) => big.as_f64(),
        Value::Float(f) => f,
        Value::Timespan(t) => seconds(t.nanos),
        Value::Timestamp(t) => seconds(t.nanos),
        // Puppet expects a letter after the zero
        Value::String(s) if s.as_str() == "0" => {
            return fail_as(Kind::NoMethod, nil_lacks("casecmp"));
        }
        Value::String(s) => match parse_float(s.as_str()) {
            Some(f) => f,
            None => {
                let shown = crate::text::ruby_inspect(from);
                return fail(format!("invalid value for Float(): {shown}"));
            }
        },
        _ => return fail(not_convertible(cx, from, "Float")),
    };
    Ok(Value::Float(if is_set(abs) { value.abs() } else { value }))
}

/// Parses a float: decimal (a leading zero does not make it octal), or an integer with the prefix
/// `0x` or `0b`.
fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim_start();
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, text[1..].trim_start()),
        b'+' => (1.0, text[1..].trim_start()),
        _ => (1.0, text),
    };
    let value = match digits.as_bytes() {
        [b'0', b'x' | b'X', ..] => prefixed_float(digits),
        [b'0', b'b' | b'B', ..] if digits.len() == text.len() => prefixed_float(digits),
        _ => digits.parse().ok()?,
    };
    Some(sign * value)
}

/// Converts the digits after a prefix, which may be many.
fn prefixed_float(digits: &str) -> f64 {
    let radix = if digits.as_bytes()[1].eq_ignore_ascii_case(&b'x') {
        16
    } else {
        2
    };
    let digits = digits[2..].chars().filter_map(|c| c.to_digit(radix));
    digits.fold(0.0, |value, digit| {
        value * f64::from(radix) + f64::from(digit)
    })
}

fn numeric<'h>(cx: &mut Cx<'h>, from: Value<'h>, abs: Option<Value<'h>>) -> Res<'h> {
    match from {
        Value::Boolean(_) | Value::Integer(_) | Value::BigInteger(_) => {
            integer_from(cx, from, None, abs)
        }
        Value::Float(_) | Value::Timespan(_) | Value::Timestamp(_) => float(cx, from, abs),
        Value::String(s) if s.starts_with("0b") || s.starts_with("0B") => {
            integer_from(cx, from, None, abs)
        }
        // Puppet overlooks binary numbers that do not begin with their prefix
        Value::String(s) => match parse_number(s.as_str()) {
            Some(Number::Integer(_) | Number::Big(_)) => integer_from(cx, from, None, abs),
            Some(Number::Float(_)) => float(cx, from, abs),
            None => none(abs),
        },
        _ => fail(not_convertible(cx, from, "Numeric")),
    }
}

/// Raises the error about a value that is not a number, and so has no absolute value.
fn none<'h>(abs: Option<Value<'h>>) -> Res<'h> {
    match is_set(abs) {
        true => fail_as(Kind::NoMethod, nil_lacks("abs")),
        false => Ok(Value::Undef),
    }
}

fn boolean<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::Boolean(match args[0] {
        Value::Integer(i) => i != 0,
        Value::BigInteger(_) => true,
        Value::Float(f) => f != 0.0,
        Value::Boolean(b) => b,
        Value::String(s) => s.as_str().starts_with(['t', 'T', 'y', 'Y']),
        _ => false,
    }))
}
