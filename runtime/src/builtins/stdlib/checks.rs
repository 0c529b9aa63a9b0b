//! Implements the checks of the `validate_*` and `is_*` functions, which see their arguments
//! unconverted. The caller reports whether a function is deprecated.

use num_bigint::BigInt;

use super::net;
use crate::builtins::ruby;
use crate::cx::Cx;
use crate::error::{Res, refuse};
use crate::format::sprintf;
use crate::log::Level;
use crate::platform::class_name;
use crate::regexp::Regexp;
use crate::text;
use crate::value::Value;

/// The verdict of a check on its arguments: acceptance, or the reason for refusing them. Any other
/// problem, such as an invalid pattern, is an error of the check itself.
pub type Verdict<T = ()> = Result<T, String>;

/// Runs a `validate_*` check; `None` when there is none of that name.
pub fn validate<'h>(
    cx: &mut Cx<'h>,
    function: &str,
    args: &[Value<'h>],
) -> Option<Res<'h, Verdict>> {
    let is_array = |v: Value<'_>| matches!(v, Value::Array(_));
    let is_boolean = |v: Value<'_>| matches!(v, Value::Boolean(_));
    let is_hash = |v: Value<'_>| matches!(v, Value::Hash(_));
    let is_text = |v: Value<'_>| matches!(v, Value::String(_) | Value::Undef);
    Some(match function {
        "validate_array" => Ok(each_is(function, args, "an Array", is_array)),
        "validate_bool" => Ok(each_is(function, args, "a boolean", is_boolean)),
        "validate_hash" => Ok(each_is(function, args, "a Hash", is_hash)),
        "validate_string" => Ok(each_is(function, args, "a string", is_text)),
        "validate_ip_address" => Ok(addresses(function, args, "IP", |_| true)),
        "validate_ipv4_address" => Ok(addresses(function, args, "IPv4", |v4| v4)),
        "validate_ipv6_address" => Ok(addresses(function, args, "IPv6", |v4| !v4)),
        "validate_absolute_path" => Ok(absolute_paths(cx, function, args)),
        "validate_integer" => Ok(numbers(function, args, "an Integer", integer)),
        "validate_numeric" => Ok(numbers(function, args, "a Numeric", float)),
        "validate_slength" => Ok(lengths(args)),
        "validate_re" => matches_re(cx, args),
        _ => return None,
    })
}

/// Runs an `is_*` check; `None` when there is none of that name.
pub fn answer<'h>(cx: &mut Cx<'h>, function: &str, args: &[Value<'h>]) -> Option<Verdict<bool>> {
    let given = args.len();
    let fits = match function {
        "is_array" | "is_string" => given >= 1,
        _ => given == 1,
    };
    let value = args.first().copied().unwrap_or(Value::Undef);
    let result = match function {
        "is_absolute_path" => fits && is_absolute(cx, value),
        "is_array" => matches!(value, Value::Array(_)),
        "is_bool" => matches!(value, Value::Boolean(_)),
        "is_string" => is_text_only(value),
        "is_float" => is_float(value),
        "is_numeric" => is_numeric(value),
        "is_ip_address" => address_is_v4(value).is_some(),
        "is_ipv4_address" => address_is_v4(value) == Some(true),
        "is_ipv6_address" => address_is_v4(value) == Some(false),
        _ => return None,
    };
    let count = match function {
        "is_absolute_path" | "is_array" | "is_bool" | "is_string" => format!("({given} for 1)"),
        _ => format!("{given} for 1"),
    };
    Some(match fits {
        true => Ok(result),
        false => Err(format!(
            "{function}(): Wrong number of arguments given {count}"
        )),
    })
}

fn some_arguments(function: &str, args: &[Value<'_>]) -> Verdict {
    match args {
        [] => Err(format!(
            "{function}(): wrong number of arguments (0; must be > 0)"
        )),
        _ => Ok(()),
    }
}

fn each_is(
    function: &str,
    args: &[Value<'_>],
    what: &str,
    fits: impl Fn(Value<'_>) -> bool,
) -> Verdict {
    some_arguments(function, args)?;
    match args.iter().find(|value| !fits(**value)) {
        None => Ok(()),
        Some(bad) => {
            let (shown, class) = (text::ruby_inspect(*bad), class_name(*bad));
            Err(format!("{shown} is not {what}.  It looks to be a {class}"))
        }
    }
}

/// Returns true if the text of a value is an address of IPv4, false if it is one of IPv6, and
/// `None` if it is not an address. The prefix length or mask of its network may follow.
fn address_is_v4(value: Value<'_>) -> Option<bool> {
    net::is_v4(value.as_str()?)
}

fn addresses(
    function: &str,
    args: &[Value<'_>],
    what: &str,
    fits: impl Fn(bool) -> bool,
) -> Verdict {
    some_arguments(function, args)?;
    for value in args {
        let shown = text::ruby_inspect(*value);
        if !matches!(value, Value::String(_)) {
            return Err(format!("{shown} is not a string."));
        }
        if !address_is_v4(*value).is_some_and(&fits) {
            return Err(format!("{shown} is not a valid {what} address."));
        }
    }
    Ok(())
}

fn absolute_paths<'h>(cx: &mut Cx<'h>, function: &str, args: &[Value<'h>]) -> Verdict {
    some_arguments(function, args)?;
    for path in args {
        let list = match path {
            Value::Array(list) => list.to_vec(),
            single => vec![*single],
        };
        for path in list {
            if !is_absolute(cx, path) {
                let shown = text::ruby_inspect(path);
                return Err(format!("{shown} is not an absolute path."));
            }
        }
    }
    Ok(())
}

/// Returns true if a value is an absolute path of Unix or Windows. Both forms are accepted for
/// every value.
fn is_absolute(cx: &mut Cx<'_>, value: Value<'_>) -> bool {
    let Value::String(path) = value else {
        let (shown, class) = (text::ruby(value), class_name(value));
        for _system in ["Unix", "Windows"] {
            cx.log_plain(
                Level::Warning,
                format!(
                    "Cannot check if {shown} is an absolute path because it is a '{class}' and \
                     not a String'"
                ),
            );
        }
        return false;
    };
    let path = path.as_str();
    let lines = path.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0)
        .chain(lines)
        .any(|at| starts_at_root(&path[at..]))
}

/// Returns true if a path is absolute: `/a`, `C:/a`, `//host/share`. Windows has two separators.
fn starts_at_root(path: &str) -> bool {
    let bytes = path.as_bytes();
    let is_separator = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
    let drive = bytes.first().is_some_and(u8::is_ascii_alphabetic)
        && bytes.get(1) == Some(&b':')
        && is_separator(2);
    let share = is_separator(0) && is_separator(1) && {
        let mut parts = path[2..].split(['/', '\\']);
        let mut named = || parts.next().is_some_and(|part| !part.is_empty());
        named() && named()
    };
    bytes.first() == Some(&b'/') || drive || share
}

/// Returns true if a value is a text, and not that of a number as Ruby writes it.
fn is_text_only(value: Value<'_>) -> bool {
    match value {
        Value::Undef => true,
        Value::String(text) => !is_integer_text(text.as_str()) && !is_float_text(text.as_str()),
        _ => false,
    }
}

fn is_float(value: Value<'_>) -> bool {
    match value {
        Value::Float(_) => true,
        Value::String(text) => is_float_text(text.as_str()),
        _ => false,
    }
}

fn is_integer_text(text: &str) -> bool {
    text.parse::<BigInt>().is_ok_and(|i| i.to_string() == text)
}

fn is_float_text(text: &str) -> bool {
    ruby::parse_float(text).is_some_and(|f| text::ruby(Value::Float(f)) == text)
}

/// Returns true if a value is a number, or one of the lines of its text is a decimal number.
fn is_numeric(value: Value<'_>) -> bool {
    match value {
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => true,
        Value::Timespan(_) | Value::Timestamp(_) | Value::SemVer(_) => true,
        Value::String(text) => text.as_str().split('\n').any(is_decimal),
        _ => false,
    }
}

/// Returns true if a text is a number without plus signs and leading zeros: `-12.5e-3`.
fn is_decimal(line: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = |text: &'_ str| text.strip_prefix('-').unwrap_or(text).to_owned();
    let number = unsigned(line);
    let (number, exponent) = match number.split_once(['e', 'E']) {
        Some((number, exponent)) => (number, unsigned(exponent)),
        None => (number.as_str(), "0".to_owned()),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let leads = whole.len() > 1 && whole.starts_with('0');
    digits(whole) && !leads && digits(fraction) && digits(&exponent)
}

/// A number as Ruby shows it.
trait Number: PartialOrd {
    fn shown(&self) -> String;
}

impl Number for BigInt {
    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Number for f64 {
    fn shown(&self) -> String {
        text::ruby(Value::Float(*self))
    }
}

/// Parses the text of a value as an Integer.
fn integer(value: Value<'_>) -> Option<BigInt> {
    sprintf::ruby_integer(&text::ruby(value))
}

/// Parses the text of a value as a Float.
fn float(value: Value<'_>) -> Option<f64> {
    ruby::parse_float(&text::ruby(value))
}

/// Checks `NAME(VALUE, MAX?, MIN?)`: a number, or an array of numbers, between bounds.
fn numbers<N: Number>(
    function: &str,
    args: &[Value<'_>],
    what: &str,
    read: impl Fn(Value<'_>) -> Option<N>,
) -> Verdict {
    let (value, max, min) = match args {
        [value] => (*value, None, None),
        [value, max] => (*value, Some(*max), None),
        [value, max, min] => (*value, Some(*max), Some(*min)),
        _ => {
            return Err(format!(
                "{function}(): Wrong number of arguments; must be 1, 2 or 3, got {}",
                args.len()
            ));
        }
    };
    let (max, min) = bounds(function, max, min, what, &read)?;
    let within = |number: &N, shown: &str| {
        let side = match (&max, &min) {
            (Some(max), _) if number > max => format!("smaller or equal to {}", max.shown()),
            (_, Some(min)) if number < min => format!("greater or equal to {}", min.shown()),
            _ => return Ok(()),
        };
        Err(format!(
            "{function}(): Expected {shown} to be {side}, got {shown}."
        ))
    };
    match value {
        Value::Array(list) => {
            let shown = text::ruby(value);
            for (at, item) in list.iter().enumerate() {
                let Some(number) = read(item) else {
                    return Err(at_position(function, at, what, item));
                };
                within(&number, &shown)?;
            }
            Ok(())
        }
        single => {
            let number = match single {
                Value::Hash(_) => None,
                single => read(single),
            };
            let Some(number) = number else {
                return Err(first_argument(function, what, single));
            };
            within(&number, &number.shown())
        }
    }
}

/// Reads the bounds of [`numbers`]: the maximum and the minimum.
fn bounds<N: Number>(
    function: &str,
    max: Option<Value<'_>>,
    min: Option<Value<'_>>,
    what: &str,
    read: &impl Fn(Value<'_>) -> Option<N>,
) -> Result<(Option<N>, Option<N>), String> {
    let bound = |which: &str, value: Value<'_>, class: &str| {
        read(value).ok_or_else(|| {
            let shown = text::ruby(value);
            format!(
                "{function}(): Expected {which} argument to be unset or {what}, got {shown}:{class}"
            )
        })
    };
    let max = match max {
        // with a lower bound alone, the position of the upper one is empty
        Some(max) if min.is_some() && text::ruby(max).is_empty() => None,
        Some(max) => Some(bound("second", max, "String")?),
        None => None,
    };
    let min = match min {
        Some(min) => Some(bound("third", min, &class_name(min))?),
        None => None,
    };
    match (&max, &min) {
        (Some(max), Some(min)) if max < min => Err(format!(
            "{function}(): Expected second argument to be larger than third argument, got {} < {}",
            max.shown(),
            min.shown()
        )),
        _ => Ok((max, min)),
    }
}

fn at_position(function: &str, at: usize, what: &str, item: Value<'_>) -> String {
    let class = class_name(item);
    format!("{function}(): Expected element at array position {at} to be {what}, got {class}")
}

fn first_argument(function: &str, what: &str, value: Value<'_>) -> String {
    let class = class_name(value);
    // the module has this error for every Hash
    let function = match value {
        Value::Hash(_) if function == "validate_numeric" => "validate_integer",
        _ => function,
    };
    format!("{function}(): Expected first argument to be {what} or Array, got {class}")
}

/// Checks `validate_slength(VALUE, MAX, MIN?)`: a text, or an array of texts, with a length between
/// bounds.
fn lengths(args: &[Value<'_>]) -> Verdict {
    const NAME: &str = "validate_slength";
    let (value, max, min) = match args {
        [value, max] => (*value, *max, Value::Undef),
        [value, max, min] => (*value, *max, *min),
        _ => {
            return Err(format!(
                "{NAME}(): Wrong number of arguments ({}; must be 2 or 3)",
                args.len()
            ));
        }
    };
    let zero = BigInt::ZERO;
    let bound = |which: &str, value: Value<'_>, least: i32| {
        let (shown, class) = match sprintf::integer_of(value) {
            Ok(number) if number >= least.into() => return Ok(number),
            Ok(number) => (number.to_string(), "Integer".to_owned()),
            Err(_) => (text::ruby(value), class_name(value)),
        };
        Err(format!(
            "{NAME}(): Expected {which} a positive Numeric, got {shown}:{class}"
        ))
    };
    let max = bound("second argument to be", max, 1)?;
    let min = match min {
        Value::Undef | Value::Boolean(false) => zero,
        min => bound("third argument to be unset or", min, 0)?,
    };
    if min > max {
        return Err(format!(
            "{NAME}(): Expected second argument to be equal to or larger than third argument"
        ));
    }
    let within = |length: usize, counted: usize| {
        let length = BigInt::from(length);
        match min <= length && length <= max {
            true => Ok(()),
            false => Err(format!(
                "{NAME}(): Expected length of {} to be between {min} and {max}, was {counted}",
                text::ruby_inspect(value)
            )),
        }
    };
    match value {
        Value::String(text) => within(text.chars(), text.chars()),
        Value::Array(list) => {
            for (at, item) in list.iter().enumerate() {
                let Value::String(text) = item else {
                    return Err(at_position(NAME, at, "a String", item));
                };
                within(text.chars(), list.len())?;
            }
            Ok(())
        }
        other => Err(first_argument(NAME, "a String", other)),
    }
}

/// Checks `validate_re(TEXT, PATTERNS, MESSAGE?)`: one of the patterns matches.
fn matches_re<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h, Verdict> {
    let (value, patterns, message) = match args {
        [value, patterns] => (*value, *patterns, Value::Undef),
        [value, patterns, message] => (*value, *patterns, *message),
        _ => {
            return Ok(Err(format!(
                "validate_re(): wrong number of arguments ({}; must be 2 or 3)",
                args.len()
            )));
        }
    };
    let Value::String(text) = value else {
        let class = class_name(value);
        return Ok(Err(format!(
            "validate_re(): input needs to be a String, not a {class}"
        )));
    };
    if one_matches(cx, patterns, text.as_str())? {
        return Ok(Ok(()));
    }
    Ok(Err(match message {
        Value::Undef | Value::Boolean(false) => {
            let (shown, patterns) = (text::ruby_inspect(value), text::ruby_inspect(patterns));
            format!("validate_re(): {shown} does not match {patterns}")
        }
        message => text::interpolated(message),
    }))
}

fn one_matches<'h>(cx: &Cx<'h>, pattern: Value<'h>, text: &str) -> Res<'h, bool> {
    crate::limits::stack();
    match pattern {
        Value::Array(list) => {
            for pattern in list.iter() {
                if one_matches(cx, pattern, text)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Regexp(regexp) => regexp.is_match(text),
        Value::String(source) => Regexp::new(cx.heap, source.as_str())?.is_match(text),
        Value::Type(_) => refuse(format!(
            "no implicit conversion of {} into String",
            class_name(pattern)
        )),
        other => Err(ruby::no_conversion(other, "String")),
    }
}
