//! Converts String operands of arithmetic to numbers.

use frontend::issue::Located;
use num_bigint::BigInt;

use super::error;
use crate::advice::Advice;
use crate::cx::Cx;
use crate::error::Res;
use crate::heap::Heap;
use crate::text;
use crate::value::Value;
use frontend::validate::Strict;
use rubycore::big_integer;

/// A number as arithmetic sees it.
#[derive(Clone, PartialEq, Debug)]
pub enum Number {
    /// An Integer of 64 bits.
    Integer(i64),
    /// An Integer beyond 64 bits.
    Big(BigInt),
    /// A Float.
    Float(f64),
}

impl Number {
    /// Converts the number to a Float.
    pub fn as_f64(&self) -> f64 {
        match self {
            Number::Integer(i) => *i as f64,
            Number::Big(number) => big_integer::float_of(number),
            Number::Float(f) => *f,
        }
    }

    /// Returns an Integer for unbounded arithmetic; 0 for a Float.
    pub(super) fn into_big(self) -> BigInt {
        match self {
            Number::Integer(i) => i.into(),
            Number::Big(number) => number,
            Number::Float(_) => BigInt::default(),
        }
    }

    /// Returns the nearest integer of 128 bits, or the Float.
    pub(super) fn bounded(&self) -> Result<i128, f64> {
        match self {
            Number::Integer(i) => Ok(i128::from(*i)),
            Number::Big(number) => Ok(big_integer::wide_of(number)),
            Number::Float(f) => Err(*f),
        }
    }

    /// Converts the number to a value.
    pub fn value<'h>(&self, heap: &'h Heap) -> Value<'h> {
        match self {
            Number::Integer(i) => Value::Integer(*i),
            Number::Big(number) => Value::whole(heap, number),
            Number::Float(f) => Value::Float(*f),
        }
    }

    /// Makes an integer of any size.
    fn whole(number: BigInt) -> Number {
        match i64::try_from(&number) {
            Ok(i) => Number::Integer(i),
            Err(_) => Number::Big(number),
        }
    }
}

/// Parses a number: decimal, octal with a leading `0`, hexadecimal with `0x`, or a float; a sign
/// and surrounding blanks are allowed.
pub fn parse_number(text: &str) -> Option<Number> {
    let blank = |c: char| c == '\t' || (c.is_whitespace() && !c.is_control() && !is_line_end(c));
    let text = text.trim_matches(blank);
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text[1..].trim_start_matches(blank)),
        b'+' => (false, text[1..].trim_start_matches(blank)),
        _ => (false, text),
    };
    let number = parse_unsigned(digits)?;
    Some(match number {
        Number::Integer(i) if negative => Number::Integer(-i),
        Number::Big(number) if negative => Number::whole(-number),
        Number::Float(f) if negative => Number::Float(-f),
        _ => number,
    })
}

fn is_line_end(c: char) -> bool {
    matches!(c, '\u{2028}' | '\u{2029}')
}

fn parse_unsigned(text: &str) -> Option<Number> {
    if let Some(hex) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return integer(hex, 16);
    }
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (whole, rest) = text.split_at(digits);
    let octal = whole.len() > 1 && whole.starts_with('0');
    if whole.is_empty() || (octal && whole.contains(['8', '9'])) {
        return None;
    }
    if rest.is_empty() {
        return integer(whole, if octal { 8 } else { 10 });
    }
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (rest, None),
    };
    let all_digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if !fraction.is_empty() && !fraction.strip_prefix('.').is_some_and(all_digits) {
        return None;
    }
    if exponent.is_some_and(|e| !all_digits(e.strip_prefix('-').unwrap_or(e))) {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    // an exponent after a zero is refused
    let zero = |s: &str| s.bytes().all(|b| b == b'0' || b == b'.');
    let refused = exponent.is_some() && zero(whole) && zero(fraction);
    (value.is_finite() && !refused).then_some(Number::Float(value))
}

fn integer(digits: &str, radix: u32) -> Option<Number> {
    big_integer::read_digits(digits, radix).map(Number::whole)
}

/// Converts an operand of arithmetic to a number: Integers, Floats and, depending on the setting
/// `strict`, Strings. Timespans, Timestamps and SemVers are returned unchanged.
///
/// # Errors
/// `NOT_NUMERIC` or `NUMERIC_COERCION` at the operand.
pub(super) fn operand<'h>(cx: &mut Cx<'h>, value: Value<'h>, offset: u32) -> Res<'h, Operand<'h>> {
    match value {
        Value::Integer(i) => Ok(Operand::Number(Number::Integer(i))),
        Value::BigInteger(big) => Ok(Operand::Number(Number::Big(big.number()))),
        Value::Float(f) => Ok(Operand::Number(Number::Float(f))),
        Value::Timespan(_) | Value::Timestamp(_) | Value::SemVer(_) => Ok(Operand::Other(value)),
        _ => to_number(cx, value, Some(offset)).map(Operand::Number),
    }
}

/// A coerced operand.
#[derive(Clone)]
pub(super) enum Operand<'h> {
    Number(Number),
    Other(Value<'h>),
}

impl<'h> Operand<'h> {
    /// Converts the operand back to a value, for labels and texts.
    pub(super) fn value(&self, heap: &'h Heap) -> Value<'h> {
        match self {
            Operand::Number(number) => number.value(heap),
            Operand::Other(value) => *value,
        }
    }
}

/// Converts a value to a number: an Integer, a Float, or a String that contains one.
///
/// # Errors
/// `NOT_NUMERIC` or, under `strict=error`, `NUMERIC_COERCION`, at the offset when there is one.
pub fn to_number<'h>(cx: &mut Cx<'h>, value: Value<'h>, offset: Option<u32>) -> Res<'h, Number> {
    let number = match value {
        Value::Integer(i) => return Ok(Number::Integer(i)),
        Value::BigInteger(big) => return Ok(Number::Big(big.number())),
        Value::Float(f) => return Ok(Number::Float(f)),
        Value::String(s) => parse_number(s.as_str()),
        _ => None,
    };
    let place = |cx: &Cx<'h>| offset.and_then(|offset| cx.place_at(offset));
    let Some(number) = number else {
        let message = format!(
            "The value '{}' cannot be converted to Numeric.",
            text::ruby(value)
        );
        let mut raised = error(cx, "NOT_NUMERIC", message, offset.unwrap_or(0));
        if let (None, crate::Raise::Error(error)) = (offset, &mut *raised) {
            error.place = None;
        }
        return Err(raised);
    };
    if cx.settings.strict != Strict::Off {
        let shown = text::interpolated(number.value(cx.heap));
        let message = format!(
            "The string '{}' was automatically coerced to the numerical value {shown}",
            text::interpolated(value)
        );
        let place = place(cx);
        if cx.settings.strict == Strict::Error {
            let issue = frontend::Issue("NUMERIC_COERCION");
            let error = crate::Error::evaluation(issue, message, place);
            return Err(error
                .with_advice(Advice::Settings(&["strict=warning"]))
                .into());
        }
        cx.warn(message, place, Located::Line);
    }
    Ok(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_strings() {
        let int = |i| Some(Number::Integer(i));
        let float = |f| Some(Number::Float(f));
        for (text, expected) in [
            (" - 5\t", int(-5)),
            ("0x10e1", int(4321)),
            ("010", int(8)),
            (
                "99999999999999999999",
                Some(Number::Big(99_999_999_999_999_999_999_i128.into())),
            ),
            ("-9223372036854775808", int(i64::MIN)),
            ("1\n", None),
            ("08", None),
            ("07.5", float(7.5)),
            ("08.5", None),
            ("0e5", None),
            ("00.5", float(0.5)),
            ("1e-400", float(0.0)),
            ("1e400", None),
            ("1e+5", None),
            (".5", None),
            ("5.", None),
            ("1_0", None),
            ("--5", None),
            ("0x", None),
            ("", None),
            ("\u{a0}5", int(5)),
        ] {
            assert_eq!(parse_number(text), expected, "{text:?}");
        }
    }
}
