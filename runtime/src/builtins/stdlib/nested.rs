//! Implements functions that read and change values inside of other values.

use std::cmp::Ordering;

use super::{plain, ruby};
use crate::cx::Cx;
use crate::error::{Res, fail, refuse};
use crate::function::{Args, Builtin, dispatch};
use crate::limits;
use crate::log::Level;
use crate::platform::class_name;
use crate::value::{HashBuilder, Value};

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    plain!("dig44", dig44),
    plain!("try_get_value", try_get_value),
    Builtin {
        name: "stdlib::nested_values",
        dispatches: &[dispatch(&["Hash hash"], |cx, args| {
            let mut values = Vec::new();
            leaves(args[0], &mut values);
            Ok(Value::array(cx.heap, &values))
        })],
    },
    Builtin {
        name: "stdlib::sort_by",
        dispatches: &[
            dispatch(&["Array ary", "&Callable[1, 1] block"], sort_array),
            dispatch(&["String str", "&Callable[1, 1] block"], sort_text),
            dispatch(
                &["Hash hsh", "&Variant[Callable[1, 1], Callable[2, 2]] block"],
                sort_hash,
            ),
        ],
    },
    Builtin {
        name: "stdlib::rewrap_sensitive_data",
        dispatches: &[dispatch(
            &["Any data", "&?Callable[Any] block"],
            rewrap_sensitive_data,
        )],
    },
];

/// Returns the value at the end of a path of keys, or `default` when there is none.
fn dug<'h>(
    data: Value<'h>,
    path: impl Iterator<Item = Value<'h>>,
    default: Value<'h>,
) -> Value<'h> {
    let mut value = data;
    for key in path {
        value = match (value, key) {
            (Value::Hash(hash), key) => hash.get(key).unwrap_or(Value::Undef),
            (Value::Array(items), Value::Integer(at)) => item(items.len(), at)
                .and_then(|at| items.get(at))
                .unwrap_or(Value::Undef),
            (Value::Array(items), Value::String(text)) => text
                .parse()
                .ok()
                .and_then(|at| item(items.len(), at))
                .and_then(|at| items.get(at))
                .unwrap_or(Value::Undef),
            _ => Value::Undef,
        };
    }
    match value {
        Value::Undef => default,
        found => found,
    }
}

/// Returns the place of an index, which counts from the end when it is negative.
fn item(len: usize, at: i64) -> Option<usize> {
    match usize::try_from(at) {
        Ok(at) => Some(at),
        Err(_) => len.checked_sub(usize::try_from(at.unsigned_abs()).ok()?),
    }
}

fn dig44<'h>(_cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let [data, path, rest @ ..] = args else {
        let wrong = "dig44(): Wrong number of arguments given";
        return match args.len() {
            0 => fail(format!("{wrong} (0 for minimum 1)")),
            given => refuse(format!("{wrong} ({given} for at least 2)")),
        };
    };
    if !matches!(data, Value::Hash(_) | Value::Array(_)) {
        let class = class_name(*data);
        return refuse(format!(
            "dig44(): first argument must be a hash or an array, given {class}"
        ));
    }
    let Value::Array(path) = path else {
        let class = class_name(*path);
        return refuse(format!(
            "dig44(): second argument must be an array, given {class}"
        ));
    };
    let default = rest.first().copied().unwrap_or(Value::Undef);
    Ok(dug(*data, path.iter(), default))
}

/// Works like `dig44`, with the path as a text.
fn try_get_value<'h>(cx: &mut Cx<'h>, args: &[Value<'h>]) -> Res<'h> {
    let Some(data) = args.first().copied() else {
        return refuse("try_get_value(): Wrong number of arguments given (0 for minimum 1)");
    };
    let warning =
        "try_get_value() DEPRECATED: this function is deprecated, please use dig() instead.";
    cx.log(Level::Warning, warning.to_owned());
    if !matches!(data, Value::Hash(_) | Value::Array(_)) {
        return Ok(args.get(2).copied().unwrap_or(data));
    }
    let path = match args.get(1).copied() {
        None => "",
        Some(Value::String(text)) => text.as_str(),
        Some(other) => return Err(ruby::no_method("split", other)),
    };
    if path.is_empty() {
        return Ok(args.get(2).copied().unwrap_or(data));
    }
    let separator = match args.get(3).copied() {
        None => "/",
        Some(Value::String(text)) => text.as_str(),
        Some(other) => return Err(ruby::wrong_type(other, "Regexp")),
    };
    let warning = "dig() DEPRECATED: This function has been replaced in Puppet 4.5.0, please use \
                   dig44() for backwards compatibility or use the new version.";
    cx.log(Level::Warning, warning.to_owned());
    super::loaded(cx, "dig44");
    let heap = cx.heap;
    let keys = path.split(separator).map(|key| Value::string(heap, key));
    let default = args.get(2).copied().unwrap_or(Value::Undef);
    Ok(dug(data, keys, default))
}

fn leaves<'h>(value: Value<'h>, found: &mut Vec<Value<'h>>) {
    limits::stack();
    match value {
        Value::Hash(hash) => hash.iter().for_each(|(_, value)| leaves(value, found)),
        leaf => found.push(leaf),
    }
}

/// Sorts pairs of a key and an element by the keys.
fn sort_by<'h>(pairs: &mut Vec<Value<'h>>) -> Res<'h, ()> {
    let key = |pair: Value<'h>| match pair {
        Value::Array(pair) => pair.get(0).unwrap_or(Value::Undef),
        other => other,
    };
    ruby::sort(pairs, &mut |a, b| -> Res<'h, Ordering> {
        let (a, b) = (key(a), key(b));
        ruby::order(a, b).ok_or_else(|| ruby::no_order(a, b))
    })
}

/// Returns the elements of sorted pairs.
fn elements<'h>(pairs: &[Value<'h>]) -> impl Iterator<Item = Value<'h>> {
    pairs.iter().map(|pair| match pair {
        Value::Array(pair) => pair.get(1).unwrap_or(Value::Undef),
        other => *other,
    })
}

fn sort_array<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (Value::Array(items), Some(block)) = (args[0], args.block) else {
        return Ok(Value::Undef);
    };
    let mut pairs = Vec::with_capacity(items.len());
    for item in items.iter() {
        let key = cx.call_block(block, &[item])?;
        pairs.push(Value::array(cx.heap, &[key, item]));
    }
    sort_by(&mut pairs)?;
    let sorted: Vec<Value<'h>> = elements(&pairs).collect();
    Ok(Value::array(cx.heap, &sorted))
}

fn sort_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let text = args[0].as_str().unwrap_or_default();
    let mut utf8 = [0; 4];
    let letters: Vec<Value<'h>> = text
        .chars()
        .map(|c| Value::string(cx.heap, c.encode_utf8(&mut utf8)))
        .collect();
    let letters = [Value::array(cx.heap, &letters)];
    let (values, block) = (&letters[..], args.block);
    let sorted: String = match sort_array(cx, Args { values, block })? {
        Value::Array(sorted) => sorted.iter().filter_map(Value::as_str).collect(),
        _ => String::new(),
    };
    Ok(Value::string(cx.heap, &sorted))
}

fn sort_hash<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (Value::Hash(hash), Some(block)) = (args[0], args.block) else {
        return Ok(Value::Undef);
    };
    let mut pairs = Vec::with_capacity(hash.len());
    for (name, value) in hash.iter() {
        let entry = Value::array(cx.heap, &[name, value]);
        let key = cx.call_block(block, &[entry])?;
        pairs.push(Value::array(cx.heap, &[key, entry]));
    }
    sort_by(&mut pairs)?;
    let mut sorted = HashBuilder::with_capacity(pairs.len());
    for entry in elements(&pairs) {
        if let Value::Array(entry) = entry {
            let part = |at| entry.get(at).unwrap_or(Value::Undef);
            sorted.insert(part(0), part(1));
        }
    }
    Ok(Value::Hash(sorted.finish(cx.heap)))
}

/// Unwraps everything Sensitive in data. Returns also whether there was something.
fn without_sensitive<'h>(cx: &Cx<'h>, value: Value<'h>) -> (Value<'h>, bool) {
    limits::stack();
    match value {
        Value::Sensitive(inner) => (without_sensitive(cx, *inner).0, true),
        Value::Array(items) => {
            let mut found = false;
            let mut clear = |item| {
                let (item, sensitive) = without_sensitive(cx, item);
                found |= sensitive;
                item
            };
            let items: Vec<Value<'h>> = items.iter().map(&mut clear).collect();
            match found {
                true => (Value::array(cx.heap, &items), true),
                false => (value, false),
            }
        }
        Value::Hash(hash) => {
            let mut found = false;
            let mut clear = |item| {
                let (item, sensitive) = without_sensitive(cx, item);
                found |= sensitive;
                item
            };
            let entries: Vec<_> = hash.iter().map(|(k, v)| (clear(k), clear(v))).collect();
            match found {
                true => (Value::hash(cx.heap, &entries), true),
                false => (value, false),
            }
        }
        other => (other, false),
    }
}

/// Makes data Sensitive as a whole instead of in parts. A block transforms the unwrapped data.
fn rewrap_sensitive_data<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    rewrapped(cx, args[0], |cx, clear| match args.block {
        Some(block) => cx.call_block(block, &[clear]),
        None => Ok(clear),
    })
}

/// Applies `work` to data with Sensitive values unwrapped. The result is Sensitive when any were.
pub(super) fn rewrapped<'h>(
    cx: &mut Cx<'h>,
    data: Value<'h>,
    work: impl FnOnce(&mut Cx<'h>, Value<'h>) -> Res<'h>,
) -> Res<'h> {
    let (clear, sensitive) = without_sensitive(cx, data);
    let result = work(cx, clear)?;
    Ok(match sensitive {
        true => Value::Sensitive(cx.heap.alloc(result)),
        false => result,
    })
}
