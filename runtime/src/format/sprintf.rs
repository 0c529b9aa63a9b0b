//! Implements Ruby's `format`: directives, flags, positions and names.
//!
//! Values are converted as in Ruby; its messages about wrong ones are repeated word by word.

use num_bigint::BigInt;
use num_traits::FromPrimitive;

use crate::error::{Fault, Kind};
use crate::limits;
use crate::nested_values;
use crate::platform;
use crate::text;
use crate::types::Type;
use crate::value::{Hash, Value, Whole};
use rubycore::big_integer;
use rubycore::printf::{self, Spec};
use rubycore::time::{SECOND, seconds};

/// Widths and precisions beyond this are an error.
const WIDTH_MAX: usize = i32::MAX as usize;

/// Formats values.
///
/// # Errors
/// The text of the problem.
pub fn sprintf(format: &str, values: &[Value<'_>]) -> Result<String, Fault> {
    let named = match values {
        [Value::Hash(hash)] => Some(*hash),
        _ => None,
    };
    sprintf_named(format, values, named)
}

/// Works like [`sprintf`], with the values for `%<name>s` and `%{name}`.
///
/// # Errors
/// Returns the message.
pub fn sprintf_named<'h>(
    format: &str,
    values: &[Value<'h>],
    named: Option<&'h Hash<'h>>,
) -> Result<String, Fault> {
    let mut arguments = Arguments {
        values,
        named,
        used: Used::Nothing,
        last_name: None,
    };
    let mut out = String::with_capacity(format.len() + 16);
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = directive(&rest[at + 1..], &mut arguments, &mut out)?;
    }
    out.push_str(rest);
    Ok(out)
}

/// The arguments that have been taken so far. The ways of naming them may not be mixed.
#[derive(Clone, PartialEq, Eq)]
enum Used {
    Nothing,
    Unnumbered(usize),
    Numbered,
    Named,
}

struct Arguments<'v, 'h> {
    values: &'v [Value<'h>],
    named: Option<&'h Hash<'h>>,
    used: Used,
    last_name: Option<String>,
}

impl<'h> Arguments<'_, 'h> {
    fn next(&mut self) -> Result<Value<'h>, Fault> {
        let at = match self.used {
            Used::Nothing => 0,
            Used::Unnumbered(at) => at,
            Used::Numbered => return Err("unnumbered(1) mixed with numbered".into()),
            Used::Named => return Err("unnumbered(1) mixed with named".into()),
        };
        self.used = Used::Unnumbered(at + 1);
        let value = self.values.get(at).copied();
        value.ok_or_else(|| "too few arguments".into())
    }

    fn numbered(&mut self, n: usize) -> Result<Value<'h>, Fault> {
        match self.used {
            Used::Unnumbered(count) => {
                return Err(format!("numbered({n}) after unnumbered({count})").into());
            }
            Used::Named => return Err(format!("numbered({n}) after named").into()),
            _ => self.used = Used::Numbered,
        }
        let value = n.checked_sub(1).and_then(|at| self.values.get(at)).copied();
        value.ok_or_else(|| "too few arguments".into())
    }

    fn named(&mut self, name: &str, brackets: (char, char)) -> Result<Value<'h>, Fault> {
        let (open, close) = brackets;
        match self.used {
            Used::Unnumbered(count) => {
                return Err(format!("named{open}{name}{close} after unnumbered({count})").into());
            }
            Used::Numbered => return Err(format!("named{open}{name}{close} after numbered").into()),
            _ => self.used = Used::Named,
        }
        let Some(hash) = self.named else {
            return Err("one hash required".into());
        };
        let value = hash.get_str(name);
        value.ok_or_else(|| Fault::of(Kind::Key, format!("key{open}{name}{close} not found")))
    }
}

/// A directive that is being read.
#[derive(Default)]
struct Reading<'h> {
    spec: Spec,
    value: Option<Value<'h>>,
    flagged: bool,
}

/// Writes the directive after a `%`. Returns the rest of the format.
// Long because there is an arm for each directive.
fn directive<'f, 'h>(
    format: &'f str,
    arguments: &mut Arguments<'_, 'h>,
    out: &mut String,
) -> Result<&'f str, Fault> {
    let mut reading = Reading::default();
    let mut name: Option<&str> = None;
    let mut chars = format.char_indices();
    while let Some((at, c)) = chars.next() {
        let behind = at + c.len_utf8();
        match c {
            ' ' | '#' | '+' | '-' | '0' => {
                if reading.spec.width.is_some() {
                    return Err("flag after width".into());
                }
                if reading.spec.precision.is_some() {
                    return Err("flag after precision".into());
                }
                reading.flagged = true;
                set_flag(&mut reading.spec, c);
            }
            '1'..='9' => {
                let len = number(&format[at..], &mut reading, arguments)?;
                chars = skip(format, at + len);
            }
            '*' => {
                if reading.spec.width.is_some() {
                    return Err("width given twice".into());
                }
                let (value, len) = star(&format[behind..], arguments)?;
                let width = whole(value)?;
                reading.flagged = true;
                set_width(&mut reading.spec, width.unsigned_abs() as usize)?;
                reading.spec.left |= width < 0;
                chars = skip(format, behind + len);
            }
            '.' => {
                let len = precision(&format[behind..], &mut reading, arguments)?;
                chars = skip(format, behind + len);
            }
            '<' | '{' => {
                let close = if c == '<' { '>' } else { '}' };
                let Some(end) = format[behind..].find(close) else {
                    return Err("malformed name - unmatched parenthesis".into());
                };
                let this = &format[behind..behind + end];
                if let Some(before) = name {
                    return Err(format!("named{c}{this}{close} after <{before}>").into());
                }
                name = Some(this);
                reading.value = Some(arguments.named(this, (c, close))?);
                arguments.last_name = Some(this.to_owned());
                if c == '{' {
                    let value = reading.value.unwrap_or(Value::Undef);
                    out.push_str(&reading.spec.text(&text::ruby(value)));
                    return Ok(&format[behind + end + 1..]);
                }
                chars = skip(format, behind + end + 1);
            }
            '\n' | '\0' | '%' => {
                let bare = !reading.flagged && reading.spec.width.is_none();
                if !bare {
                    return Err("invalid format character - %".into());
                }
                out.push('%');
                if c != '%' {
                    out.push(c);
                }
                return Ok(&format[behind..]);
            }
            _ => {
                convert(c, reading, arguments, out)?;
                return Ok(&format[behind..]);
            }
        }
    }
    if name.is_some() || (reading.value.is_some() && !reading.flagged) {
        out.push('%');
        return Ok("");
    }
    if reading.flagged {
        return Err("invalid format character - %".into());
    }
    Err("incomplete format specifier; use %% (double %) instead".into())
}

/// Parses a number: the index of an argument if a `$` follows it, otherwise the width. Returns its
/// length.
fn number<'h>(
    text: &str,
    reading: &mut Reading<'h>,
    arguments: &mut Arguments<'_, 'h>,
) -> Result<usize, Fault> {
    let (n, len) = digits(text)?;
    if text[len..].starts_with('$') {
        if reading.value.is_some() {
            return Err(format!("value given twice - {n}$").into());
        }
        reading.value = Some(arguments.numbered(n)?);
        return Ok(len + 1);
    }
    set_width(&mut reading.spec, n)?;
    match text.len() == len {
        true => Err("malformed format string - %*[0-9]".into()),
        false => Ok(len),
    }
}

/// Parses the precision after a point: a number, or a reference to the argument that is one.
/// Returns the length of the parsed text.
fn precision<'h>(
    text: &str,
    reading: &mut Reading<'h>,
    arguments: &mut Arguments<'_, 'h>,
) -> Result<usize, Fault> {
    if reading.spec.precision.is_some() {
        return Err("precision given twice".into());
    }
    reading.flagged = true;
    if let Some(rest) = text.strip_prefix('*') {
        let (value, len) = star(rest, arguments)?;
        reading.spec.precision = usize::try_from(whole(value)?).ok();
        limits::room(reading.spec.precision.unwrap_or(0));
        return Ok(1 + len);
    }
    let (n, len) = digits(text).map_err(|_| Fault::from("precision too big"))?;
    limits::room(n);
    reading.spec.precision = Some(n);
    match text.len() == len {
        true => Err("malformed format string - %*[0-9]".into()),
        false => Ok(len),
    }
}

/// Returns the characters from an offset on, with their offsets in the whole text.
fn skip(format: &str, from: usize) -> std::str::CharIndices<'_> {
    let mut chars = format.char_indices();
    while chars.offset() < from && chars.next().is_some() {}
    chars
}

fn set_flag(spec: &mut Spec, flag: char) {
    match flag {
        ' ' => spec.space = true,
        '#' => spec.alternate = true,
        '+' => spec.plus = true,
        '-' => spec.left = true,
        _ => spec.zero = true,
    }
}

fn set_width(spec: &mut Spec, width: usize) -> Result<(), Fault> {
    if spec.width.is_some() {
        return Err("width given twice".into());
    }
    if spec.precision.is_some() {
        return Err("width after precision".into());
    }
    limits::room(width);
    spec.width = Some(width);
    Ok(())
}

/// Returns the number that a text begins with, 0 for none, and its length.
fn digits(text: &str) -> Result<(usize, usize), Fault> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let value: usize = match len {
        0 => 0,
        _ => text[..len].parse().unwrap_or(usize::MAX),
    };
    match value <= WIDTH_MAX {
        true => Ok((value, len)),
        false => Err("width too big".into()),
    }
}

/// Takes the argument of a `*`: the next one, or `*n$`.
fn star<'h>(text: &str, arguments: &mut Arguments<'_, 'h>) -> Result<(Value<'h>, usize), Fault> {
    let (n, len) = digits(text)?;
    if len > 0 && text[len..].starts_with('$') {
        return Ok((arguments.numbered(n)?, len + 1));
    }
    Ok((arguments.next()?, 0))
}

/// Returns the Integer of a `*`.
fn whole(value: Value<'_>) -> Result<i64, Fault> {
    match value {
        Value::Integer(i) if i.unsigned_abs() as usize <= WIDTH_MAX => Ok(i),
        Value::Integer(i) => Err(Fault::of(
            Kind::Range,
            format!(
                "integer {i} too {} to convert to `int'",
                match i < 0 {
                    true => "small",
                    false => "big",
                }
            ),
        )),
        Value::BigInteger(_) => Err(Fault::of(
            Kind::Range,
            "bignum too big to convert into `long'",
        )),
        Value::Float(f) if f.abs() < 9.223_372_036_854_776e18 => whole(Value::Integer(f as i64)),
        Value::Float(f) => {
            let shown = printf::float(&Spec::default(), f, 'g');
            Err(Fault::of(
                Kind::Range,
                format!("float {shown} out of range of integer"),
            ))
        }
        Value::Undef => Err(Fault::of(
            Kind::Type,
            "no implicit conversion from nil to integer",
        )),
        _ => Err(Fault::of(
            Kind::Type,
            format!(
                "no implicit conversion of {} into Integer",
                ruby_class(value)
            ),
        )),
    }
}

fn convert<'h>(
    letter: char,
    reading: Reading<'h>,
    arguments: &mut Arguments<'_, 'h>,
    out: &mut String,
) -> Result<(), Fault> {
    let known = "diuoxXbBfeEgGaAcsp".contains(letter);
    if !known {
        return Err(Fault::from(match letter.is_ascii() {
            true => format!("malformed format string - %{letter}"),
            false => "malformed format string".to_owned(),
        }));
    }
    let value = match reading.value {
        Some(value) => value,
        None => arguments.next()?,
    };
    let spec = &reading.spec;
    out.push_str(&match letter {
        's' => match value {
            Value::Type(ty) => {
                let shown = text::resource(ty).unwrap_or_else(|| text::ruby(value));
                spec.text(&shown)
            }
            _ => {
                untitled_file(value)?;
                spec.text(&text::ruby(value))
            }
        },
        'p' => {
            untitled_file(value)?;
            spec.text(&text::ruby_inspect(value))
        }
        'c' => spec.pad(&character(value)?),
        'f' if matches!(value, Value::Integer(_) | Value::BigInteger(_)) => {
            integer_as_fixed(spec, value)
        }
        'f' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => printf::float(spec, float_of(value)?, letter),
        _ => match value {
            Value::Integer(i) => printf::integer(spec, i128::from(i), letter),
            Value::Float(f) if f.is_finite() => printf::whole_part(spec, f, letter),
            _ => printf::big(spec, integer_of(value)?, letter),
        },
    });
    Ok(())
}

/// Refuses a reference to a file without a title, since the path of a file is not empty.
///
/// # Errors
/// Fails on such a reference, also inside of the value.
fn untitled_file(value: Value<'_>) -> Result<(), Fault> {
    let untitled = |value: Value<'_>| {
        matches!(
            value,
            Value::Type(Type::Resource {
                type_name: Some("File"),
                title: None | Some(""),
                ..
            })
        )
    };
    match nested_values::any(value, untitled) {
        true => Err("No set of title patterns matched the title \"\".".into()),
        false => Ok(()),
    }
}

/// Formats an Integer with `%f`, which keeps all its digits.
fn integer_as_fixed(spec: &Spec, value: Value<'_>) -> String {
    let value = Whole::of(value).unwrap_or(Whole::Small(0)).number();
    let precision = spec.precision.unwrap_or(6);
    let tail = match precision {
        0 => String::new(),
        _ => format!(".{}", "0".repeat(precision)),
    };
    let width = spec.width.map(|width| width.saturating_sub(tail.len()));
    let whole = Spec {
        width: if spec.left { None } else { width },
        precision: None,
        ..*spec
    };
    let text = printf::big(&whole, value, 'd') + &tail;
    match spec.left {
        true => spec.pad(&text),
        false => text,
    }
}

/// Returns the class of a value as Ruby sees it here, where references are resources.
fn ruby_class(value: Value<'_>) -> String {
    match value {
        Value::Type(ty) if text::resource(ty).is_some() => "Puppet::Resource".to_owned(),
        Value::Object(object) if object.ty.name == Some("Error") => {
            "Puppet::DataTypes::Error".to_owned()
        }
        _ => platform::converted_name(value),
    }
}

fn character(value: Value<'_>) -> Result<String, Fault> {
    let code = match value {
        Value::String(s) => {
            let mut chars = s.as_str().chars();
            return match (chars.next(), chars.next()) {
                (Some(c), None) => Ok(c.to_string()),
                _ => Err("%c requires a character".into()),
            };
        }
        Value::Timespan(_) | Value::Timestamp(_) => big_integer::wide_of(&integer_of(value)?),
        Value::Float(f) if f.abs() >= 9_223_372_036_854_775_808.0 => {
            let text = printf::float(&Spec::default(), f, 'g');
            return Err(Fault::of(
                Kind::Range,
                format!("float {text} out of range of integer"),
            ));
        }
        _ => i128::from(whole_number(value)?),
    };
    if i32::try_from(code).is_err() {
        let how = if code < 0 { "small" } else { "big" };
        return Err(Fault::of(
            Kind::Range,
            format!("integer {code} too {how} to convert to `int'"),
        ));
    }
    let c = u32::try_from(code).ok().and_then(char::from_u32);
    c.map(String::from)
        .ok_or_else(|| "invalid character".into())
}

fn whole_number(value: Value<'_>) -> Result<i64, Fault> {
    match value {
        Value::Integer(i) => Ok(i),
        _ => whole(value),
    }
}

/// Converts a value to an integer, like Ruby's `Integer()`.
pub(crate) fn integer_of(value: Value<'_>) -> Result<BigInt, Fault> {
    match value {
        Value::Integer(i) => Ok(i.into()),
        Value::BigInteger(big) => Ok(big.number()),
        Value::Float(f) if f.is_finite() => Ok(BigInt::from_f64(f).unwrap_or_default()),
        Value::Float(f) => Err(text::interpolated(Value::Float(f)).into()),
        Value::String(s) => ruby_integer(s.as_str()).ok_or_else(|| {
            format!("invalid value for Integer(): {}", text::ruby_inspect(value)).into()
        }),
        Value::Timespan(t) => Ok(t.nanos.div_euclid(SECOND).into()),
        Value::Timestamp(t) => Ok(t.nanos.div_euclid(SECOND).into()),
        _ => Err(Fault::of(
            Kind::Type,
            format!("can't convert {} into Integer", ruby_class(value)),
        )),
    }
}

/// Converts a value to a float, like Ruby's `Float()`.
fn float_of(value: Value<'_>) -> Result<f64, Fault> {
    match value {
        Value::Integer(i) => Ok(i as f64),
        Value::BigInteger(big) => Ok(big.as_f64()),
        Value::Float(f) => Ok(f),
        Value::String(s) => ruby_float(s.as_str())
            .ok_or_else(|| format!("invalid value for Float(): {}", escaped(s.as_bytes())).into()),
        Value::Timespan(t) => Ok(seconds(t.nanos)),
        Value::Timestamp(t) => Ok(seconds(t.nanos)),
        _ => Err(Fault::of(
            Kind::Type,
            format!("can't convert {} into Float", ruby_class(value)),
        )),
    }
}

/// Removes single underscores between digits.
fn without_underscores(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    for (at, _) in bytes.iter().enumerate().filter(|(_, b)| **b == b'_') {
        let digit = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at))
                .is_some_and(u8::is_ascii_alphanumeric)
        };
        if !digit(at.checked_sub(1)) || !digit(Some(at + 1)) {
            return None;
        }
    }
    Some(text.replace('_', ""))
}

/// Parses like Ruby's `Integer(text)`: prefixes `0x 0b 0o 0`, underscores, surrounding blanks.
pub(crate) fn ruby_integer(text: &str) -> Option<BigInt> {
    let text = without_underscores(text.trim_matches(|c: char| c.is_ascii_whitespace()))?;
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text.as_str()),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'd', ..] => (10, &lower[2..]),
        [b'0', _, ..] => (8, &lower[1..]),
        _ => (10, lower.as_str()),
    };
    let value = big_integer::read_digits(digits, radix)?;
    Some(if negative { -value } else { value })
}

/// Parses like Ruby's `Float(text)`.
fn ruby_float(text: &str) -> Option<f64> {
    let text = without_underscores(text.trim_matches(|c: char| c.is_ascii_whitespace()))?;
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1.0, &text[1..]),
        b'+' => (1.0, &text[1..]),
        _ => (1.0, text.as_str()),
    };
    if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        return hexadecimal(hex).map(|value| sign * value);
    }
    let mantissa = digits.split(['e', 'E']).next().unwrap_or("");
    let legal = |c: char| c.is_ascii_digit() || ".eE+-".contains(c);
    let signed = mantissa.starts_with(['-', '+']);
    if signed || mantissa.is_empty() || mantissa.ends_with('.') || !digits.chars().all(legal) {
        return None;
    }
    digits.parse::<f64>().ok().map(|value| sign * value)
}

/// Parses `1f`, `1.8p3`.
fn hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() || (mantissa.contains('.') && fraction.is_empty()) {
        return None;
    }
    let mut value = 0.0;
    for c in whole.chars() {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    let mut unit = 1.0 / 16.0;
    for c in fraction.chars() {
        value += f64::from(c.to_digit(16)?) * unit;
        unit /= 16.0;
    }
    Some(value * 2f64.powi(exponent))
}

/// Returns bytes in double quotes, with bytes beyond ASCII as `\xHH`.
pub(super) fn escaped(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x0B => out.push_str("\\v"),
            0x0C => out.push_str("\\f"),
            0x08 => out.push_str("\\b"),
            0x07 => out.push_str("\\a"),
            0x1B => out.push_str("\\e"),
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            _ => out.push_str(&format!("\\x{byte:02X}")),
        }
    }
    out.push('"');
    out
}
