//! Owns the traits of Puppet's platform, Ruby, that programs can observe: names of classes, the
//! order of values, messages. Nothing here depends on a particular function.

use num_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;

use std::cmp::Ordering;

use crate::error::{Error, Kind, Raise, Res};
use crate::limits;
use crate::ops;
use crate::platform::{self, class_name};
use crate::text;
use crate::types::{self, Type};
use crate::value::{Value, Whole};
use rubycore::inspect;

/// Makes `no implicit conversion of Integer into String`.
pub(super) fn no_conversion<'h>(value: Value<'_>, to: &str) -> Box<Raise<'h>> {
    let from = kind_name(value);
    Error::of(
        Kind::Type,
        format!("no implicit conversion of {from} into {to}"),
    )
    .into()
}

/// Makes `wrong argument type Integer (expected Regexp)`.
pub(super) fn wrong_type<'h>(value: Value<'_>, wanted: &str) -> Box<Raise<'h>> {
    let given = kind_name(value);
    Error::of(
        Kind::Type,
        format!("wrong argument type {given} (expected {wanted})"),
    )
    .into()
}

/// Returns the name of a value's class; `nil`, `true` and `false` are named by themselves.
fn kind_name(value: Value<'_>) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(b) => b.to_string(),
        other => class_name_3x(other),
    }
}

/// Makes ``undefined method `length' for 1:Integer``.
pub(super) fn no_method<'h>(name: &str, value: Value<'_>) -> Box<Raise<'h>> {
    let shown = inspect(value);
    let shown = platform::shown_with_class(shown, &class_name_3x(value));
    Error::of(Kind::NoMethod, platform::lacks_method(name, &shown)).into()
}

/// Works like [`class_name`], for functions of the 3.x API, where references are resources.
pub(super) fn class_name_3x(value: Value<'_>) -> String {
    match value {
        Value::Type(Type::Resource { .. } | Type::Class(_)) => "Puppet::Resource".to_owned(),
        other => class_name(other),
    }
}

/// Works like `inspect`, where references are resources.
fn inspect(value: Value<'_>) -> String {
    match value {
        Value::Type(Type::Class(Some(name))) => {
            let name = types::capitalized(name);
            format!("Class[{name}]{{:name=>\"{name}\"}}")
        }
        Value::Type(Type::Resource {
            type_name: Some(type_name),
            title: Some(title),
            ..
        }) => {
            let key = match *type_name {
                "File" => "path",
                "Exec" => "command",
                _ => "name",
            };
            let mut quoted = String::new();
            inspect::write(title, &mut quoted);
            format!("{type_name}[{title}]{{:{key}=>{quoted}}}")
        }
        other => text::ruby_inspect(other),
    }
}

/// Returns a text in quotes, with the bytes of characters beyond ASCII in hexadecimal.
pub(super) fn inspect_bytes(text: &str) -> String {
    let mut out = String::new();
    let mut quoted = String::new();
    inspect::write(text, &mut quoted);
    for c in quoted.chars() {
        match c.is_ascii() {
            true => out.push(c),
            false => {
                let mut bytes = [0; 4];
                for byte in c.encode_utf8(&mut bytes).bytes() {
                    out.push_str(&format!("\\x{byte:02X}"));
                }
            }
        }
    }
    out
}

/// Integers that Ruby stores directly, without an object.
const SMALL: std::ops::Range<i64> = -(1 << 62)..1 << 62;

/// Makes `comparison of String with 1 failed`.
pub(super) fn comparison_failed<'h>(left: Value<'_>, right: Value<'_>) -> Box<Raise<'h>> {
    let left = class_name(left);
    let right = match right {
        Value::Integer(i) if !SMALL.contains(&i) => class_name(right),
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Default => {
            text::ruby_inspect(right)
        }
        other => class_name(other),
    };
    Error::plain(format!("comparison of {left} with {right} failed")).into()
}

/// Returns the error about two values without an order.
pub(super) fn no_order<'h>(left: Value<'h>, right: Value<'h>) -> Box<Raise<'h>> {
    match is_number_beside_version(left, right) {
        true => Error::of(
            Kind::Type,
            "can't convert SemanticPuppet::Version into Float",
        )
        .into(),
        false => comparison_failed(left, right),
    }
}

/// Returns true if one is a number and the other a version, which have no order, in arrays too.
fn is_number_beside_version<'h>(left: Value<'h>, right: Value<'h>) -> bool {
    limits::stack();
    match (left, right) {
        (Value::Integer(_) | Value::BigInteger(_) | Value::Float(_), Value::SemVer(_)) => true,
        (Value::Array(a), Value::Array(b)) => {
            let mut pairs = a.iter().zip(b.iter());
            pairs
                .find(|(x, y)| order(*x, *y) != Some(Ordering::Equal))
                .is_some_and(|(x, y)| is_number_beside_version(x, y))
        }
        _ => false,
    }
}

/// Evaluates `left <=> right`: `None` for values without an order.
pub(super) fn order<'h>(left: Value<'h>, right: Value<'h>) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => Some(a.cmp(&b)),
        (Value::Float(a), Value::Float(b)) => a.partial_cmp(&b),
        (Value::Integer(_) | Value::BigInteger(_), Value::Float(f)) => {
            Whole::of(left).and_then(|whole| whole.order_to(f))
        }
        (Value::Float(f), Value::Integer(_) | Value::BigInteger(_)) => {
            let order = Whole::of(right).and_then(|whole| whole.order_to(f));
            order.map(Ordering::reverse)
        }
        (Value::Integer(_) | Value::BigInteger(_), Value::Integer(_) | Value::BigInteger(_)) => {
            Some(Whole::of(left)?.cmp(&Whole::of(right)?))
        }
        (Value::String(a), Value::String(b)) => Some(a.as_str().cmp(b.as_str())),
        (Value::Array(a), Value::Array(b)) => {
            limits::stack();
            for (x, y) in a.iter().zip(b.iter()) {
                match order(x, y)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (Value::SemVer(a), Value::SemVer(b)) => Some(a.precedence(b)),
        (Value::Timespan(_) | Value::Timestamp(_), _)
        | (_, Value::Timespan(_) | Value::Timestamp(_)) => {
            ops::order_times_first(left, right).flatten()
        }
        _ => left.same(right).then_some(Ordering::Equal),
    }
}

/// Returns the order that the result of a block means.
///
/// # Errors
/// `comparison of A with B failed` for `undef`, and Ruby's message about a value that is not a number.
pub(super) fn order_of<'h>(
    result: Value<'h>,
    left: Value<'h>,
    right: Value<'h>,
) -> Res<'h, Ordering> {
    match result {
        Value::Integer(i) => Ok(i.cmp(&0)),
        Value::BigInteger(big) => Ok(big.clamped().cmp(&0)),
        Value::Float(f) => Ok(f.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        Value::Undef => Err(comparison_failed(left, right)),
        Value::Timespan(span) => Ok(span.nanos.cmp(&0)),
        Value::Timestamp(time) => Ok(time.nanos.cmp(&0)),
        Value::Hash(_) => Err(no_conversion(Value::Integer(0), "Hash")),
        Value::String(_) | Value::Default | Value::SemVer(_) => {
            Err(comparison_failed(result, Value::Integer(0)))
        }
        other => Err(no_method(">", other)),
    }
}

/// Sorts like Ruby (glibc's merge sort). The pairs that are compared, and their order, are visible
/// when a comparison has effects, fails, or contradicts others.
pub(super) fn sort<'h>(
    items: &mut Vec<Value<'h>>,
    compare: &mut impl FnMut(Value<'h>, Value<'h>) -> Res<'h, Ordering>,
) -> Res<'h, ()> {
    let mut scratch = items.clone();
    sort_slice(items, &mut scratch, compare)
}

fn sort_slice<'h>(
    items: &mut [Value<'h>],
    scratch: &mut [Value<'h>],
    compare: &mut impl FnMut(Value<'h>, Value<'h>) -> Res<'h, Ordering>,
) -> Res<'h, ()> {
    if items.len() <= 1 {
        return Ok(());
    }
    limits::time();
    let middle = items.len() / 2;
    let (left, right) = items.split_at_mut(middle);
    sort_slice(left, &mut scratch[..middle], compare)?;
    sort_slice(right, &mut scratch[middle..], compare)?;
    let (mut l, mut r, mut out) = (0, 0, 0);
    while l < left.len() && r < right.len() {
        if compare(left[l], right[r])? == Ordering::Greater {
            scratch[out] = right[r];
            r += 1;
        } else {
            scratch[out] = left[l];
            l += 1;
        }
        out += 1;
    }
    let rest = left.len() - l;
    scratch[out..out + rest].copy_from_slice(&left[l..]);
    let done = out + rest;
    items[..done].copy_from_slice(&scratch[..done]);
    Ok(())
}

/// Parses a text like `Float()`: surrounding blanks, underscores between digits, hexadecimals.
pub(super) fn parse_float(text: &str) -> Option<f64> {
    let text = text.trim_matches(|c: char| c.is_ascii_whitespace() || c == '\u{b}');
    let bytes = text.as_bytes();
    let underscores = bytes.iter().enumerate().filter(|(_, b)| **b == b'_');
    for (at, _) in underscores {
        let digit = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at))
                .is_some_and(u8::is_ascii_hexdigit)
        };
        if !digit(at.checked_sub(1)) || !digit(Some(at + 1)) {
            return None;
        }
    }
    let plain = text.replace('_', "");
    let (sign, digits) = match plain.as_bytes().first()? {
        b'-' => (-1.0, &plain[1..]),
        b'+' => (1.0, &plain[1..]),
        _ => (1.0, plain.as_str()),
    };
    let hexadecimal = digits.strip_prefix("0x").or(digits.strip_prefix("0X"));
    if let Some(hexadecimal) = hexadecimal {
        return hexadecimal_float(hexadecimal).map(|value| sign * value);
    }
    let numeric = |b: u8| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'-' | b'+');
    let point = digits.find('.');
    let behind = point.map_or(Some(b'0'), |at| digits.as_bytes().get(at + 1).copied());
    if digits.starts_with(['-', '+'])
        || !digits.bytes().all(numeric)
        || !behind.is_some_and(|b| b.is_ascii_digit())
    {
        return None;
    }
    digits.parse::<f64>().ok().map(|f| sign * f)
}

/// Parses the digits of a hexadecimal number, which may have a fraction and an exponent of two:
/// `1.8p-3`.
fn hexadecimal_float(digits: &str) -> Option<f64> {
    let (mantissa, exponent) = match digits.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None if digits.contains('.') => return None,
        None => (digits, 0),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        Some((_, "")) => return None,
        Some(parts) => parts,
        None => (mantissa, ""),
    };
    if whole.is_empty() {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let all = BigInt::parse_bytes(digits.as_bytes(), 16)?.to_f64()?;
    if all == 0.0 {
        return Some(0.0);
    }
    let scale = exponent.checked_sub(i32::try_from(fraction.len()).ok()?.checked_mul(4)?)?;
    // in two steps, as the power of two alone may be too small for a Float
    Some(all * 2f64.powi(scale / 2) * 2f64.powi(scale - scale / 2))
}

/// Parses a text like `to_i`: the number that it begins with, 0 for none.
pub(super) fn to_whole(text: &str) -> BigInt {
    let text = text.trim_start();
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let mut digits = String::new();
    let mut underscore = true;
    for c in unsigned.chars() {
        match c {
            '0'..='9' => {
                digits.push(c);
                underscore = false;
            }
            '_' if !underscore => underscore = true,
            _ => break,
        }
    }
    let number: BigInt = digits.parse().unwrap_or_default();
    if text.starts_with('-') {
        -number
    } else {
        number
    }
}

/// Works like [`to_whole`], but returns the nearest Integer of 64 bits.
pub(super) fn to_integer(text: &str) -> i64 {
    let number = to_whole(text);
    i64::try_from(&number).unwrap_or(match number.sign() {
        Sign::Minus => i64::MIN,
        _ => i64::MAX,
    })
}

/// Returns true if a type is a reference to a resource or class.
pub(super) fn is_reference(ty: &Type<'_>) -> bool {
    matches!(ty, Type::Resource { .. } | Type::Class(_))
}

/// Returns the length of a decimal number at the beginning of a text.
pub(super) fn float_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| {
        bytes[from..]
            .iter()
            .take_while(|b| b.is_ascii_digit())
            .count()
    };
    let start = usize::from(text.starts_with(['+', '-']));
    let whole = digits(start);
    let mut end = start + whole;
    if bytes.get(end) == Some(&b'.') {
        let fraction = digits(end + 1);
        if whole + fraction > 0 {
            end += 1 + fraction;
        }
    }
    if end == start {
        return 0;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits((end + 1 + sign).min(bytes.len()));
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    end
}
