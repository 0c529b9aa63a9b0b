//! Implements `left[keys]` on values. [`crate::types`] implements it on types.

use std::borrow::Cow;

use frontend::Issue;

use super::number::{Number, to_number};
use super::{a_an, error, label};
use crate::cx::Cx;
use crate::error::{Error, Res};
use crate::heap::Heap;
use crate::limits;
use crate::text;
use crate::types;
use crate::types::access::parameterize;
use crate::types::{Type, TypeRef};
use crate::value::{Array, Binary, Hash, Iter, Str, Value};

/// Evaluates `left[keys]`. `at` is the offset of the left operand, `places` those of the keys.
///
/// # Errors
/// `OPERATOR_NOT_APPLICABLE` and arities at the left operand, the rest at the key.
pub fn access<'h>(
    cx: &mut Cx<'h>,
    left: Value<'h>,
    keys: &[Value<'h>],
    at: u32,
    places: &[u32],
) -> Res<'h> {
    match left {
        Value::Array(array) => match keys {
            // the usual case needs no further checks
            &[Value::Integer(index)] => Ok(item(array, index)),
            _ => access_array(cx, array, keys, at, places),
        },
        Value::Hash(hash) => Ok(access_hash(cx, hash, keys)),
        Value::String(text) => {
            let keys = flatten(keys);
            let span = text_span(cx, text.chars(), &keys, at, places)?;
            Ok(Value::String(slice_chars(cx.heap, text, span)))
        }
        Value::Binary(binary) => {
            let keys = flatten(keys);
            let (from, to) = text_span(cx, binary.bytes.len(), &keys, at, places)?;
            let bytes = binary.bytes.get(from..to).unwrap_or(&[]);
            Ok(Value::Binary(cx.heap.alloc(Binary { bytes })))
        }
        Value::Type(ty) => access_type(cx, ty, keys, at, places),
        _ => {
            let label = a_an(&label(left));
            let message = format!("Operator '[]' is not applicable to {label}.");
            Err(error(cx, "OPERATOR_NOT_APPLICABLE", message, at))
        }
    }
}

/// Evaluates `left[key]` where that needs no context: the item of an Array, a character, the value
/// of a key.
#[inline]
pub fn item_of<'h>(heap: &'h Heap, left: Value<'h>, key: Value<'h>) -> Option<Value<'h>> {
    match (left, key) {
        (Value::Array(array), Value::Integer(index)) => Some(item(array, index)),
        (Value::String(text), Value::Integer(index)) => {
            if let Some(char) = text.ascii_at(index) {
                return Some(Value::String(char));
            }
            let span = one(text.chars(), index);
            Some(Value::String(slice_chars(heap, text, span)))
        }
        (Value::Hash(hash), key) => Some(hash.get(key).unwrap_or(Value::Undef)),
        _ => None,
    }
}

/// Evaluates `array[from, count]`.
pub fn part_of_array<'h>(
    heap: &'h Heap,
    array: &Array<'h>,
    from: i64,
    count: i64,
) -> &'h Array<'h> {
    let (from, to) = span(array.len(), from, count);
    array.slice(heap, from, to - from)
}

/// Evaluates `text[from, count]`.
pub fn part_of_text<'h>(heap: &'h Heap, text: Str<'h>, from: i64, count: i64) -> Str<'h> {
    slice_chars(heap, text, span(text.chars(), from, count))
}

/// Evaluates parameters of a type, titles of references, attributes of a referenced resource or
/// class.
fn access_type<'h>(
    cx: &mut Cx<'h>,
    ty: TypeRef<'h>,
    keys: &[Value<'h>],
    at: u32,
    places: &[u32],
) -> Res<'h> {
    let (type_name, title) = match ty {
        Type::Resource {
            type_name: Some(name),
            title: Some(title),
            ..
        } => (*name, *title),
        Type::Class(Some(name)) => ("Class", *name),
        _ => {
            return parameterize(cx.heap, ty, keys).map_err(|problem| {
                let place = match problem.key {
                    None => cx.place_at(at),
                    Some(key) => places.get(key).and_then(|&offset| cx.place_at(offset)),
                };
                let message = match problem.plain {
                    true => format!(
                        "Error while evaluating a '[]' expression, {}",
                        problem.message
                    ),
                    false => problem.message,
                };
                Error::evaluation(Issue(problem.issue), message, place).into()
            });
        }
    };
    let wanted = flatten(keys);
    let mut found = Vec::with_capacity(wanted.len());
    for key in wanted.iter().filter(|key| !key.is_undef()) {
        let name = text::interpolated(*key);
        found.push(cx.host.resource_attribute(cx, type_name, title, &name)?);
    }
    Ok(match found[..] {
        [value] if keys.len() == 1 && !matches!(keys, [Value::Array(_)]) => value,
        [] if !matches!(keys, [Value::Array(_)]) => Value::Undef,
        _ => Value::array(cx.heap, &found),
    })
}

#[inline]
fn item<'h>(array: &Array<'h>, index: i64) -> Value<'h> {
    let index = match index {
        0.. => index,
        _ => index.saturating_add(array.len() as i64),
    };
    usize::try_from(index)
        .ok()
        .and_then(|index| array.get(index))
        .unwrap_or(Value::Undef)
}

/// Returns keys with arrays among them flattened at every depth.
fn flatten<'k, 'h>(keys: &'k [Value<'h>]) -> Cow<'k, [Value<'h>]> {
    match keys.iter().any(|key| matches!(key, Value::Array(_))) {
        true => Cow::Owned(flat(keys.iter().copied())),
        false => Cow::Borrowed(keys),
    }
}

/// An iterator over values that replaces arrays with their items at any depth. Arrays of arrays may
/// share items, and may be empty at the innermost depth.
pub struct Unfolded<'h, I> {
    values: I,
    /// The array whose items come next.
    inner: Option<Iter<'h>>,
    /// The enclosing arrays, the next last.
    outer: Vec<Iter<'h>>,
}

impl<'h, I: Iterator<Item = Value<'h>>> Iterator for Unfolded<'h, I> {
    type Item = Value<'h>;

    #[inline]
    fn next(&mut self) -> Option<Value<'h>> {
        loop {
            let next = match &mut self.inner {
                Some(inner) => inner.next(),
                None => Some(self.values.next()?),
            };
            match next {
                Some(Value::Array(items)) => {
                    limits::items::<Iter<'h>>(self.outer.len());
                    let outer = self.inner.replace(items.iter());
                    self.outer.extend(outer);
                }
                None => self.inner = self.outer.pop(),
                value => return value,
            }
        }
    }
}

/// Flattens arrays among values lazily.
pub fn unfolded<'h, I: Iterator<Item = Value<'h>>>(values: I) -> Unfolded<'h, I> {
    Unfolded {
        values,
        inner: None,
        outer: Vec::new(),
    }
}

/// Flattens arrays among values.
pub fn flat<'h>(values: impl Iterator<Item = Value<'h>>) -> Vec<Value<'h>> {
    let mut flat = Vec::new();
    for value in unfolded(values) {
        if flat.len() == flat.capacity() {
            limits::items::<Value<'h>>(flat.len());
        }
        flat.push(value);
    }
    flat
}

/// Returns the bounds of the items from `start` on: a count of `len`, or up to the item `len` when
/// it is negative.
fn span(size: usize, start: i64, len: i64) -> (usize, usize) {
    let size = size as i64;
    let start = match start {
        0.. => start,
        _ => start.saturating_add(size),
    };
    let end = match len {
        0.. => start.saturating_add(len),
        _ => size.saturating_add(len).saturating_add(1),
    };
    let (start, end) = (start.clamp(0, size), end.clamp(0, size));
    (start as usize, end.max(start) as usize)
}

fn access_array<'h>(
    cx: &mut Cx<'h>,
    array: &'h Array<'h>,
    keys: &[Value<'h>],
    at: u32,
    places: &[u32],
) -> Res<'h> {
    let keys = flatten(keys);
    if keys.is_empty() || keys.len() > 2 {
        let message = format!(
            "Array supports [] with one or two arguments. Got {}",
            keys.len()
        );
        return Err(error(cx, "BAD_ARRAY_SLICE_ARITY", message, at));
    }
    let mut converted = [Value::Undef; 2];
    for (index, &key) in keys.iter().enumerate() {
        converted[index] = match key {
            Value::Timespan(_) | Value::Timestamp(_) | Value::SemVer(_) => key,
            _ => match to_number(cx, key, places.get(index).copied())? {
                Number::Big(_) => return Err(too_big(cx, at)),
                number => number.value(cx.heap),
            },
        };
    }
    let mut indexes = [0i64; 2];
    for (index, &key) in converted[..keys.len()].iter().enumerate() {
        let Value::Integer(i) = key else {
            let name = super::label(key);
            let name = if name == "Semver" { "SemVer" } else { &name };
            let message = format!("An Array[] cannot use {name} where Integer is expected");
            return Err(key_error(
                cx,
                "BAD_ARRAY_SLICE_KEY_TYPE",
                message,
                places,
                index,
            ));
        };
        indexes[index] = i;
    }
    if keys.len() == 1 {
        return Ok(item(array, indexes[0]));
    }
    let items = part_of_array(cx.heap, array, indexes[0], indexes[1]);
    Ok(Value::Array(items))
}

/// Returns Ruby's error about an Integer beyond 64 bits.
#[cold]
fn too_big<'h>(cx: &Cx<'h>, at: u32) -> Box<crate::Raise<'h>> {
    let message = "Error while evaluating a '[]' expression, bignum too big to convert into `long'";
    error(cx, "RUNTIME_ERROR", message.to_owned(), at)
}

/// Makes an error at a key. Keys from an array in the brackets may have no place.
#[cold]
fn key_error<'h>(
    cx: &Cx<'h>,
    issue: &'static str,
    message: String,
    places: &[u32],
    index: usize,
) -> Box<crate::Raise<'h>> {
    let place = places.get(index).and_then(|&offset| cx.place_at(offset));
    Error::evaluation(Issue(issue), message, place).into()
}

fn access_hash<'h>(cx: &Cx<'h>, hash: &Hash<'h>, keys: &[Value<'h>]) -> Value<'h> {
    match keys {
        &[key] => hash.get(key).unwrap_or(Value::Undef),
        _ => {
            let found = keys.iter().filter_map(|&key| hash.get(key));
            let found: Vec<Value<'h>> = found.filter(|value| !value.is_undef()).collect();
            Value::array(cx.heap, &found)
        }
    }
}

/// Returns the part of a text (in characters or bytes) that one or two keys select.
fn text_span<'h>(
    cx: &mut Cx<'h>,
    size: usize,
    keys: &[Value<'h>],
    at: u32,
    places: &[u32],
) -> Res<'h, (usize, usize)> {
    if keys.is_empty() || keys.len() > 2 {
        let message = format!(
            "String supports [] with one or two arguments. Got {}",
            keys.len()
        );
        return Err(error(cx, "BAD_STRING_SLICE_ARITY", message, at));
    }
    let mut indexes = [0i64; 2];
    for (index, &key) in keys.iter().enumerate() {
        // a String is converted without a warning
        let converted = match key {
            Value::String(s) => match super::parse_number(s.as_str()) {
                Some(number) => number.value(cx.heap),
                None => key,
            },
            _ => key,
        };
        let converted = match converted {
            // a part that ends before the text
            Value::BigInteger(big) if big.is_negative() && keys.len() == 2 => {
                Value::Integer(big.clamped())
            }
            Value::BigInteger(_) => return Err(too_big(cx, at)),
            other => other,
        };
        let Value::Integer(i) = converted else {
            let message = format!(
                "A substring operation does not accept {} as a character index. Expected an Integer",
                a_an(&types::describe::short(cx.heap, converted))
            );
            return Err(key_error(
                cx,
                "BAD_STRING_SLICE_KEY_TYPE",
                message,
                places,
                index,
            ));
        };
        indexes[index] = i;
    }
    if keys.len() == 2 {
        return Ok(span(size, indexes[0], indexes[1]));
    }
    Ok(one(size, indexes[0]))
}

/// Returns the bounds of the character or byte at an index; empty if there is none.
fn one(size: usize, index: i64) -> (usize, usize) {
    let index = match index {
        0.. => index,
        _ => index.saturating_add(size as i64),
    };
    match usize::try_from(index) {
        Ok(index) if index < size => (index, index + 1),
        _ => (0, 0),
    }
}

/// Returns the characters of a range.
fn slice_chars<'h>(heap: &'h Heap, text: Str<'h>, (from, to): (usize, usize)) -> Str<'h> {
    let (chars, bytes) = (text.chars(), text.as_str());
    let part = if chars == bytes.len() {
        bytes.get(from..to).unwrap_or("")
    } else {
        let (_, rest) = bytes.split_at(offset_of(bytes, chars, from));
        let count = to.saturating_sub(from);
        &rest[..offset_of(rest, chars.saturating_sub(from), count)]
    };
    if let &[byte] = part.as_bytes()
        && let Some(single) = Str::ascii(byte)
    {
        return single;
    }
    let count = to.min(chars).saturating_sub(from);
    Str::with_chars(heap, part, count)
}

/// Returns the byte offset of the character at an index in a text of `chars` characters. Searches
/// from the nearer end.
fn offset_of(text: &str, chars: usize, index: usize) -> usize {
    let mut offsets = text.char_indices().map(|(at, _)| at);
    let found = match chars.saturating_sub(index) {
        0 => None,
        left if left < index => offsets.nth_back(left - 1),
        _ => offsets.nth(index),
    };
    found.unwrap_or(text.len())
}
