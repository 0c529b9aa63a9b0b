//! Implements `=~`, `!~`, `in`, and the options of `case` and selectors.

use rubycore::case::Downcase;

use super::{BinaryAt, BinaryOp, a_an, equal, error, label, runtime_error};
use crate::answer_cache::{AnswerCache, address};
use crate::convert::{check_init, check_init_met};
use crate::cx::Cx;
use crate::error::{Raise, Res};
use crate::limits;
use crate::platform;
use crate::regexp::{Captures, Regexp};
use crate::types::init::is_within;
use crate::types::{Type, instance};
use crate::value::{Array, Value};
use rubycore::semver::{Range, Version};

/// Sets the match variables of the running code.
pub fn set_captures<'h>(cx: &mut Cx<'h>, captures: &'h Captures<'h>) {
    if let Some(frame) = cx.frame {
        frame.matched(cx, Some(captures));
    }
}

/// Matches a text and, on success, sets the match variables of the running code.
///
/// # Errors
/// Returns the error of an invalid regular expression.
pub fn match_text<'h>(cx: &mut Cx<'h>, regexp: &Regexp<'h>, text: &'h str) -> Res<'h, bool> {
    let captures = regexp.captures(cx.heap, text)?;
    if let Some(captures) = captures {
        set_captures(cx, captures);
    }
    Ok(captures.is_some())
}

/// Returns true if a value is an instance of a type. An invalid regular expression in the type is
/// an error only now, and so is an `Init` type of which no value can be made.
fn is_instance<'h>(cx: &Cx<'h>, ty: &'h Type<'h>, value: Value<'h>) -> Res<'h, bool> {
    if let Type::Regexp(Some(regexp)) = ty.resolved() {
        regexp.pattern().check()?;
    }
    check_init(cx.heap, ty)?;
    if is_within(ty) {
        check_init_met(|| instance(ty, value))?;
    }
    Ok(instance(ty, value))
}

/// Returns true if a SemVer, or a String that is one, lies in a range.
fn in_range(range: &Range<'_>, value: Value<'_>) -> bool {
    match value {
        Value::SemVer(version) => range.contains(version),
        Value::String(s) => {
            Version::parse(s.as_str()).is_some_and(|version| range.contains(&version))
        }
        _ => false,
    }
}

/// Evaluates `left =~ right`. A successful match against a regular expression sets the match
/// variables.
///
/// # Errors
/// `MATCH_NOT_REGEXP` at the right, `MATCH_NOT_STRING` at the left operand.
pub fn matches<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Res<'h, bool> {
    let regexp = match right {
        Value::Type(ty) if !ty.is_resource_object() => {
            return is_instance(cx, ty, left)
                .map_err(|problem| runtime_error(cx, op, &problem.message(), at));
        }
        Value::SemVerRange(range) => return Ok(in_range(range, left)),
        Value::Regexp(regexp) => regexp,
        Value::String(source) => match Regexp::new(cx.heap, source.as_str()) {
            Ok(regexp) => regexp,
            Err(raised) => match *raised {
                Raise::Error(problem) => return Err(not_regexp(cx, &problem.message, at)),
                _ => return Err(raised),
            },
        },
        _ => return Err(not_regexp(cx, &platform::no_string(right), at)),
    };
    let Value::String(text) = left else {
        let message = format!(
            "Left match operand must result in a String value. Got {}.",
            a_an(&label(left))
        );
        return Err(error(cx, "MATCH_NOT_STRING", message, at.left));
    };
    match_text(cx, regexp, text.as_str())
}

#[cold]
fn not_regexp<'h>(cx: &Cx<'h>, problem: &str, at: BinaryAt) -> Box<Raise<'h>> {
    let message = format!(
        "Can not convert right match operand to a regular expression. Caused by '{problem}'."
    );
    error(cx, "MATCH_NOT_REGEXP", message, at.right)
}

/// Evaluates `left in right`. A successful match of a regular expression sets the match variables.
///
/// # Errors
/// Returns the error of an invalid regular expression.
pub fn contains<'h>(cx: &mut Cx<'h>, left: Value<'h>, right: Value<'h>) -> Res<'h, bool> {
    match right {
        Value::String(text) => match left {
            Value::String(part) => Ok(holds_text(&text, &part)),
            Value::Regexp(regexp) => match_text(cx, regexp, text.as_str()),
            _ => Ok(false),
        },
        Value::Array(items) => contains_item(cx, left, items.iter()),
        Value::Hash(hash) => match hash.has_equal_key(left) {
            Some(found) => Ok(found),
            None if matches!(left, Value::BigInteger(_)) && hash.get(left).is_some() => Ok(true),
            None => contains_item(cx, left, hash.keys()),
        },
        Value::Binary(binary) => Ok(match left {
            Value::Binary(part) => holds_bytes(binary.bytes, part.bytes),
            Value::String(part) => holds_bytes(binary.bytes, part.as_bytes()),
            other => binary
                .bytes
                .iter()
                .any(|&byte| equal(Value::Integer(byte.into()), other)),
        }),
        Value::SemVerRange(range) => Ok(in_range(range, left)),
        _ => Ok(false),
    }
}

/// Evaluates `left in right` where that needs no context: a text in a text, a text or an Integer
/// among keys or items that are all texts or Integers.
pub fn contains_plainly(left: Value<'_>, right: Value<'_>) -> Option<bool> {
    match (left, right) {
        (Value::String(part), Value::String(text)) => Some(holds_text(&text, &part)),
        (Value::String(_) | Value::Integer(_), Value::Hash(hash)) => hash
            .has_equal_key(left)
            .or_else(|| contains_plain_item(left, hash.keys())),
        (Value::String(_) | Value::Integer(_), Value::Array(items)) => {
            contains_plain_item(left, items.iter())
        }
        _ => None,
    }
}

fn contains_plain_item<'h>(
    left: Value<'_>,
    items: impl Iterator<Item = Value<'h>>,
) -> Option<bool> {
    for item in items {
        match (item, left) {
            (Value::String(a), Value::String(b)) => {
                if a.is(b) || a.eq_ignore_ascii_case(&b) {
                    return Some(true);
                }
            }
            (Value::Integer(a), Value::Integer(b)) if a == b => return Some(true),
            (Value::String(_) | Value::Integer(_), _) => {}
            _ => return None,
        }
    }
    Some(false)
}

fn contains_item<'h>(
    cx: &mut Cx<'h>,
    left: Value<'h>,
    mut items: impl Iterator<Item = Value<'h>>,
) -> Res<'h, bool> {
    match left {
        Value::Regexp(regexp) => {
            for item in items {
                if let Value::String(text) = item
                    && match_text(cx, regexp, text.as_str())?
                {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Type(ty) if !ty.is_resource_object() => {
            for item in items {
                if is_instance(cx, ty, item)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        // the items are compared like the options of a `case`
        Value::String(text) => {
            for item in items {
                let matched = match item {
                    // the case of their letters does not matter
                    Value::String(other) => other.len() == text.len() && equal(item, left),
                    _ => option_matches(cx, item, left)?,
                };
                if matched {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::SemVer(_) => {
            for item in items {
                if option_matches(cx, item, left)? {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Value::Integer(number) => Ok(items.any(|item| match item {
            Value::Integer(other) => other == number,
            _ => equal(item, left),
        })),
        _ => Ok(items.any(|item| equal(item, left))),
    }
}

/// Returns true if a text contains another, ignoring the case of letters.
fn holds_text(text: &str, part: &str) -> bool {
    if part.is_empty() {
        return true;
    }
    if text.is_ascii() && part.is_ascii() && part.len() <= 16 {
        let part = part.as_bytes();
        return text
            .as_bytes()
            .windows(part.len())
            .any(|window| window.eq_ignore_ascii_case(part));
    }
    text.downcase().contains(&part.downcase())
}

fn holds_bytes(bytes: &[u8], part: &[u8]) -> bool {
    part.is_empty() || bytes.windows(part.len()).any(|window| window == part)
}

/// Returns true if an option of `case` or a selector matches a value: regular expressions match
/// Strings, types their instances, ranges their versions; arrays and hashes match item by item;
/// `default` matches anything inside them. Sets the match variables.
///
/// # Errors
/// Returns the error of an invalid regular expression.
pub fn option_matches<'h>(cx: &mut Cx<'h>, option: Value<'h>, control: Value<'h>) -> Res<'h, bool> {
    option_accepts(option, control, |option, control| match (option, control) {
        (Value::Regexp(regexp), Value::String(text)) => match_text(cx, regexp, text.as_str()),
        (Value::Type(ty), _) => is_instance(cx, ty, control),
        _ => Ok(false),
    })
}

/// Works like [`option_matches`]; `accepts` says whether a regular expression or a type accepts a
/// value.
pub fn option_accepts<'h, E>(
    option: Value<'h>,
    control: Value<'h>,
    mut accepts: impl FnMut(Value<'h>, Value<'h>) -> Result<bool, E>,
) -> Result<bool, E> {
    // pairs that are still to be matched, in order from the end
    let mut stack = Vec::new();
    let mut next = Some((option, control));
    // a pair is not matched twice, unless a match sets the match variables
    let (known, mut has_regexp) = (AnswerCache::default(), false);
    while let Some((option, control)) = next.take().or_else(|| stack.pop()) {
        has_regexp |= matches!(option, Value::Regexp(_));
        let matched = match (option, control) {
            (Value::Default, _) => true,
            (Value::Regexp(_), _) => accepts(option, control)?,
            (Value::Type(ty), _) if !ty.is_resource_object() => accepts(option, control)?,
            (Value::SemVerRange(range), _) => in_range(range, control),
            (Value::SemVer(version), Value::String(text)) => {
                Version::parse(text.as_str()).is_some_and(|v| v == *version)
            }
            (Value::Array(options), Value::Array(items)) => {
                limits::time();
                let pair = (address(options), address(items));
                !(has_regexp || known.is_new(pair)) || push_items(&mut stack, options, items)
            }
            (Value::Hash(options), Value::Hash(hash)) => {
                limits::time();
                let pair = (address(options), address(hash));
                if !(has_regexp || known.is_new(pair)) {
                    continue;
                }
                let first = stack.len();
                let pair = |(key, option)| (option, hash.get(key).unwrap_or(Value::Undef));
                stack.extend(options.iter().map(pair));
                stack[first..].reverse();
                true
            }
            _ => equal(option, control),
        };
        if !matched {
            return Ok(false);
        }
    }
    Ok(true)
}

fn push_items<'h>(
    stack: &mut Vec<(Value<'h>, Value<'h>)>,
    options: &Array<'h>,
    items: &Array<'h>,
) -> bool {
    if options.len() == items.len() {
        stack.extend(options.iter().zip(items.iter()).rev());
    }
    options.len() == items.len()
}
