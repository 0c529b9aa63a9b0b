//! Implements functions on one string: case, blanks, ends. Numbers are returned unchanged;
//! collections are processed element by element.

use std::borrow::Cow;

use rubycore::case::Downcase;

use super::ruby;
use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Args, Builtin, dispatch};
use crate::iterator;
use crate::limits;
use crate::value::{HashBuilder, Value};
use rubycore::case::capital;

const STRING_DATA: &str =
    "=StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]";

macro_rules! deep {
    ($name:literal, $run:ident) => {
        Builtin {
            name: $name,
            dispatches: &[
                dispatch(&["Numeric arg"], same),
                dispatch(&["String arg"], $run),
                dispatch(&[STRING_DATA, "Array[StringData] arg"], $run),
                dispatch(&["Hash[StringData, StringData] arg"], $run),
            ],
        }
    };
}

macro_rules! flat {
    ($name:literal, $run:ident) => {
        Builtin {
            name: $name,
            dispatches: &[
                dispatch(&["Numeric arg"], same),
                dispatch(&["String arg"], $run),
                dispatch(&["Iterable[Variant[String, Numeric]] arg"], $run),
            ],
        }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    deep!("upcase", upcase),
    deep!("downcase", downcase),
    flat!("camelcase", camelcase),
    flat!("capitalize", capitalize),
    flat!("chomp", chomp),
    flat!("chop", chop),
    flat!("strip", strip),
    flat!("lstrip", lstrip),
    flat!("rstrip", rstrip),
];

fn same<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(args[0])
}

/// Changes every string of a value, also in the keys of hashes.
fn deep<'h>(cx: &Cx<'h>, value: Value<'h>, change: fn(&str) -> Cow<'_, str>) -> Value<'h> {
    limits::stack();
    match value {
        Value::String(text) => changed(cx, value, change(text.as_str())),
        Value::Array(array) => {
            let items: Vec<Value<'h>> = array.iter().map(|v| deep(cx, v, change)).collect();
            Value::array(cx.heap, &items)
        }
        Value::Hash(hash) => {
            let mut result = HashBuilder::with_capacity(hash.len());
            for (key, value) in hash.iter() {
                result.insert(deep(cx, key, change), deep(cx, value, change));
            }
            Value::Hash(result.finish(cx.heap))
        }
        other => other,
    }
}

fn changed<'h>(cx: &Cx<'h>, value: Value<'h>, text: Cow<'_, str>) -> Value<'h> {
    match text {
        Cow::Borrowed(text) if value.as_str().is_some_and(|s| s.len() == text.len()) => value,
        text => Value::string(cx.heap, &text),
    }
}

/// Changes a string, or the strings among the elements of an iterable value.
///
/// # Errors
/// Fails on types, which pass the signature but are not iterated over.
fn flat<'h>(cx: &Cx<'h>, value: Value<'h>, change: fn(&str) -> Cow<'_, str>) -> Res<'h> {
    Ok(match value {
        Value::String(text) => changed(cx, value, change(text.as_str())),
        Value::Type(_) => return Err(ruby::no_method("map", value)),
        other => {
            let elements = iterator::all(cx.heap, other).unwrap_or_default();
            let one = |v: Value<'h>| match v {
                Value::String(text) => changed(cx, v, change(text.as_str())),
                other => other,
            };
            let items: Vec<Value<'h>> = elements.into_iter().map(one).collect();
            Value::array(cx.heap, &items)
        }
    })
}

fn upcase<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(deep(cx, args[0], upper))
}

fn downcase<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(deep(cx, args[0], lower))
}

fn camelcase<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| {
        Cow::Owned(text.split('_').map(capital).collect())
    })
}

fn capitalize<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| Cow::Owned(capital(text)))
}

fn chomp<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| Cow::Borrowed(without_line_end(text)))
}

fn chop<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| Cow::Borrowed(without_last(text)))
}

fn strip<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| {
        Cow::Borrowed(text.trim_matches(is_blank))
    })
}

fn lstrip<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| {
        Cow::Borrowed(text.trim_start_matches(is_blank))
    })
}

fn rstrip<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    flat(cx, args[0], |text| {
        Cow::Borrowed(text.trim_end_matches(is_blank))
    })
}

/// Returns true if the strip functions remove a character: ASCII blanks and NUL.
fn is_blank(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ' | '\0')
}

/// Returns the text in upper case by the rules of Unicode.
pub(super) fn upper(text: &str) -> Cow<'_, str> {
    match text.is_ascii() {
        true if !text.bytes().any(|b| b.is_ascii_lowercase()) => Cow::Borrowed(text),
        true => Cow::Owned(text.to_ascii_uppercase()),
        false => Cow::Owned(text.to_uppercase()),
    }
}

/// Returns a text in lower case, letter by letter: the last sigma of a word is not an exception.
pub(super) fn lower(text: &str) -> Cow<'_, str> {
    match text.is_ascii() && !text.bytes().any(|b| b.is_ascii_uppercase()) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.downcase()),
    }
}

fn without_line_end(text: &str) -> &str {
    let ends = ["\r\n", "\n", "\r"];
    let mut rest = ends.iter().filter_map(|end| text.strip_suffix(end));
    rest.next().unwrap_or(text)
}

fn without_last(text: &str) -> &str {
    if let Some(rest) = text.strip_suffix("\r\n") {
        return rest;
    }
    let mut chars = text.chars();
    chars.next_back();
    chars.as_str()
}
