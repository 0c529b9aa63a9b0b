//! Implements functions on collections: group_by, partition, index, unique, sort, flatten, join,
//! keys, values, length, size, empty.

use std::cmp::Ordering;

use mir::op::Yields;

use super::iteration::{Keeps, Rounds, ended, walk};
use super::{block, ruby};
use crate::cx::Cx;
use crate::error::Res;
use crate::function::{Args, Builtin, dispatch};
use crate::heap::Heap;
use crate::iterator;
use crate::limits;
use crate::ops;
use crate::text;
use crate::value::{Array, Hash, HashBuilder, Items, TextBuilder, Value};

macro_rules! one {
    ($name:literal, $($parameters:expr => $run:ident),+ $(,)?) => {
        Builtin { name: $name, dispatches: &[$(dispatch(&$parameters, $run)),+] }
    };
}

pub(super) const TABLE: &[Builtin] = &[
    one!("group_by",
        ["Collection collection", "&Callable[1, 1] block"] => group_by_1,
        ["Array array", "&Callable[2, 2] block"] => group_by_2,
        ["Collection collection", "&Callable[2, 2] block"] => group_by_2),
    one!("partition",
        ["Collection collection", "&Callable[1, 1] block"] => partition_1,
        ["Array array", "&Callable[2, 2] block"] => partition_2,
        ["Collection collection", "&Callable[2, 2] block"] => partition_2),
    one!("index",
        ["Hash hash", "&Callable[2, 2] block"] => index_2,
        ["Hash hash", "&Callable[1, 1] block"] => index_1,
        ["Iterable enumerable", "&Callable[2, 2] block"] => index_2,
        ["Iterable enumerable", "&Callable[1, 1] block"] => index_1,
        ["String str", "Variant[String, Regexp] match"] => index_text,
        ["Iterable enumerable", "Any match"] => index_value),
    one!("unique",
        ["String string", "&?Callable[String] block"] => unique_text,
        ["Hash hash", "&?Callable[Any] block"] => unique_hash,
        ["Array array", "&?Callable[Any] block"] => unique,
        ["Iterable iterable", "&?Callable[Any] block"] => unique),
    one!("sort",
        ["String string_value", "&?Callable[2, 2] block"] => sort_text,
        ["Array array_value", "&?Callable[2, 2] block"] => sort),
    one!("flatten", ["*Any args"] => flatten),
    one!("join", ["Array arg", "?String delimiter"] => join),
    one!("keys", ["Hash hsh"] => keys),
    one!("values", ["Hash hsh"] => values),
    one!("length",
        ["Collection arg"] => length, ["String arg"] => length, ["Binary arg"] => length),
    one!("size",
        ["Collection arg"] => length, ["String arg"] => length, ["Binary arg"] => length),
    one!("empty",
        ["Collection coll"] => empty,
        ["Sensitive[String] str"] => empty,
        ["String str"] => empty,
        ["Numeric num"] => empty_number,
        ["Binary bin"] => empty,
        ["Undef x"] => empty),
];

fn group_by_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    group_by(cx, args, Yields::Element)
}

fn group_by_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    group_by(cx, args, Yields::Pair)
}

/// Returns the element of an array, or the entry of a hash.
fn member<'h>(cx: &Cx<'h>, over: Value<'h>, key: Value<'h>, value: Value<'h>) -> Value<'h> {
    match over {
        Value::Hash(_) => Value::array(cx.heap, &[key, value]),
        _ => value,
    }
}

fn group_by<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields) -> Res<'h> {
    let mut results = Vec::new();
    walk(
        cx,
        args[0],
        block(args)?,
        (yields, Keeps::Made),
        |_, visit| {
            results.push(visit.result);
            true
        },
    )?;
    let results = Value::array(cx.heap, &results);
    Ok(ops::group(cx.heap, args[0], results))
}

fn partition_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    partition(cx, args, Yields::Element)
}

fn partition_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    partition(cx, args, Yields::Pair)
}

fn partition<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields) -> Res<'h> {
    let (mut matching, mut others) = (Vec::new(), Vec::new());
    walk(
        cx,
        args[0],
        block(args)?,
        (yields, Keeps::Made),
        |cx, visit| {
            let member = member(cx, args[0], visit.key, visit.value);
            match visit.result.is_truthy() {
                true => matching.push(member),
                false => others.push(member),
            }
            true
        },
    )?;
    let both = [
        Value::array(cx.heap, &matching),
        Value::array(cx.heap, &others),
    ];
    Ok(Value::array(cx.heap, &both))
}

fn index_1<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    // a block with one parameter gets the values of a hash, not its entries
    let Some(hash) = iterator::as_hash(args[0]) else {
        return index_by(cx, args, Yields::Element);
    };
    let block = block(args)?;
    for (key, value) in hash.iter() {
        if cx.call_block(block, &[value])?.is_truthy() {
            return Ok(key);
        }
    }
    Ok(Value::Undef)
}

fn index_2<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    index_by(cx, args, Yields::Pair)
}

fn index_by<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>, yields: Yields) -> Res<'h> {
    let mut found = Value::Undef;
    let result = walk(
        cx,
        args[0],
        block(args)?,
        (yields, Keeps::Parts),
        |_, visit| {
            let is = visit.result.is_truthy();
            if is {
                found = visit.key;
            }
            !is
        },
    );
    ended(result, args[0])?;
    Ok(found)
}

fn index_text<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let text = args[0].as_str().unwrap_or_default();
    let at = match args[1] {
        Value::Regexp(regexp) => regexp.pattern().find(text, 0)?.map(|(start, _)| start),
        other => text.find(other.as_str().unwrap_or_default()),
    };
    Ok(match at {
        Some(at) => Value::Integer(text[..at].chars().count() as i64),
        None => Value::Undef,
    })
}

fn index_value<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    if let Some(hash) = iterator::as_hash(args[0]) {
        let found = hash
            .iter()
            .find(|(_, value)| ops::ruby_equal(*value, args[1]));
        return Ok(found.map_or(Value::Undef, |(key, _)| key));
    }
    let Some(mut elements) = iterator::Elements::of(args[0]) else {
        return Ok(Value::Undef);
    };
    let mut index = 0;
    while let Some(element) = elements.next(cx.heap) {
        limits::time();
        if ops::ruby_equal(element, args[1]) {
            return Ok(Value::Integer(index));
        }
        index += 1;
    }
    Ok(Value::Undef)
}

/// Returns the items without those whose key (given by the block, or the item itself) occurred
/// before.
fn distinct<'h>(
    cx: &mut Cx<'h>,
    items: impl IntoIterator<Item = Value<'h>>,
    args: Args<'h, '_>,
) -> Res<'h, Vec<Value<'h>>> {
    let firsts = matches!(args[0], Value::Iterator(iterator) if iterator.shows_first());
    // the lambda is not called for the only item; iterators do not know that it is the only one
    let is_alone = match args[0] {
        Value::Array(array) => array.len() == 1,
        Value::String(text) => text.chars() == 1,
        _ => false,
    };
    let mut seen = HashBuilder::new();
    let mut kept = Vec::new();
    for item in items {
        let result = match args.block {
            Some(block) if firsts => {
                let first = iterator::first_item(cx.heap, item);
                cx.call_block(block, &[first])
            }
            Some(block) if !is_alone => cx.call_block(block, &[item]),
            _ => Ok(item),
        };
        let key = match result {
            Ok(key) => key,
            Err(raise) => {
                ended(Err(raise), args[0])?;
                break;
            }
        };
        if seen.get(key).is_none() {
            seen.insert(key, Value::Undef);
            kept.push(item);
        }
    }
    Ok(kept)
}

fn unique_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let chars = iterator::all(cx.heap, args[0]).unwrap_or_default();
    let kept = distinct(cx, chars, args)?;
    let text: String = kept.into_iter().filter_map(Value::as_str).collect();
    Ok(Value::string(cx.heap, &text))
}

/// The number of items up to which each is compared with those before it.
const COMPARED_MAX: usize = 12;

/// Returns the different items of a short array.
fn distinct_few<'h>(heap: &'h Heap, array: &Array<'h>) -> &'h Array<'h> {
    let numbers = match array.items() {
        Items::Integers(numbers) => Some(numbers),
        _ => None,
    };
    let is_first = |(at, item): &(usize, Value<'h>)| match numbers {
        Some(numbers) => !numbers[..*at].contains(&numbers[*at]),
        None => !array.iter().take(*at).any(|before| before.same(*item)),
    };
    let items = array.iter().enumerate().filter(is_first);
    Array::from_iter(heap, array.len(), items.map(|(_, item)| item))
}

fn unique<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    if let (Value::Array(array), None) = (args[0], args.block)
        && array.len() <= COMPARED_MAX
    {
        return Ok(Value::Array(distinct_few(cx.heap, array)));
    }
    let kept = match args[0] {
        Value::Array(array) => distinct(cx, array.iter(), args)?,
        other => {
            let all = iterator::all(cx.heap, other).unwrap_or_default();
            distinct(cx, all, args)?
        }
    };
    Ok(Value::array(cx.heap, &kept))
}

/// Returns the keys of each distinct value with that value: `{[a, c] => [1], [b] => [2]}`.
fn unique_hash<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Value::Hash(hash) = args[0] else {
        return Ok(args[0]);
    };
    let mut places = HashBuilder::new();
    let mut groups: Vec<(Vec<Value<'h>>, Vec<Value<'h>>)> = Vec::new();
    for (key, value) in hash.iter() {
        let group = match args.block {
            Some(block) => cx.call_block(block, &[value])?,
            None => value,
        };
        match places.get(group).and_then(Value::as_integer) {
            Some(place) => {
                let (keys, values) = &mut groups[place as usize];
                keys.push(key);
                values.push(value);
            }
            None => {
                places.insert(group, Value::Integer(groups.len() as i64));
                groups.push((vec![key], vec![value]));
            }
        }
    }
    let mut result = HashBuilder::with_capacity(groups.len());
    for (keys, values) in groups {
        let keys = Value::array(cx.heap, &keys);
        let mut seen = HashBuilder::new();
        values.iter().for_each(|&v| seen.insert(v, Value::Undef));
        let seen: &Hash<'h> = seen.finish(cx.heap);
        let values: Vec<Value<'h>> = seen.keys().collect();
        result.insert(keys, Value::array(cx.heap, &values));
    }
    Ok(Value::Hash(result.finish(cx.heap)))
}

fn sort_text<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let chars = iterator::all(cx.heap, args[0]).unwrap_or_default();
    let sorted = sorted(cx, chars, args)?;
    let text: String = sorted.into_iter().filter_map(Value::as_str).collect();
    Ok(Value::string(cx.heap, &text))
}

fn sort<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Value::Array(array) = args[0] else {
        return Ok(args[0]);
    };
    if args.block.is_none() {
        if let Items::Integers(items) = array.items() {
            let mut items = items.to_vec();
            items.sort_unstable();
            return Ok(Value::Array(Array::integers(cx.heap, &items)));
        }
        if let Some(sorted) = sorted_texts(array) {
            return Ok(Value::array(cx.heap, &sorted));
        }
    }
    let sorted = sorted(cx, array.to_vec(), args)?;
    Ok(Value::array(cx.heap, &sorted))
}

/// Sorts items that are all Strings, whose comparison has no effects: by their first eight bytes,
/// and only where these are equal by all bytes.
fn sorted_texts<'h>(array: &Array<'h>) -> Option<Vec<Value<'h>>> {
    let mut texts = Vec::with_capacity(array.len());
    for item in array.iter() {
        let text = item.as_str()?.as_bytes();
        let mut first = [0; 8];
        let len = text.len().min(8);
        first[..len].copy_from_slice(&text[..len]);
        texts.push((u64::from_be_bytes(first), item));
    }
    texts.sort_unstable_by(|(a, x), (b, y)| a.cmp(b).then_with(|| x.as_str().cmp(&y.as_str())));
    Some(texts.into_iter().map(|(_, item)| item).collect())
}

fn sorted<'h>(
    cx: &mut Cx<'h>,
    mut items: Vec<Value<'h>>,
    args: Args<'h, '_>,
) -> Res<'h, Vec<Value<'h>>> {
    match args.block {
        Some(block) => {
            // the items are parts of the argument, and the results matter only for the order
            let mut rounds = Rounds::begin(cx, args[0], Keeps::Parts);
            ruby::sort(&mut items, &mut |a, b| {
                let result = cx.call_block(block, &[a, b])?;
                let order = ruby::order_of(result, a, b)?;
                rounds.come(cx, &mut []);
                Ok(order)
            })?
        }
        None => ruby::sort(&mut items, &mut |a, b| -> Res<'h, Ordering> {
            ruby::order(a, b).ok_or_else(|| ruby::no_order(a, b))
        })?,
    }
    Ok(items)
}

fn flatten<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::array(
        cx.heap,
        &ops::flat(args.values.iter().copied()),
    ))
}

fn join<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let delimiter = args.get(1).and_then(Value::as_str).unwrap_or_default();
    let Value::Array(array) = args[0] else {
        return Ok(args[0]);
    };
    let length = |item: Value<'h>| item.as_str().map_or(8, str::len) + delimiter.len();
    let mut out = TextBuilder::new(cx.heap, array.iter().map(length).sum());
    let (mut items, mut first) = (array.iter(), true);
    let mut outer = Vec::new();
    loop {
        let Some(item) = items.next() else {
            match outer.pop() {
                Some(around) => (items, first) = (around, false),
                None => return Ok(out.finish()),
            }
            continue;
        };
        if !std::mem::take(&mut first) {
            out.push_str(delimiter);
        }
        match item {
            Value::Array(inner) => {
                limits::time();
                outer.push(std::mem::replace(&mut items, inner.iter()));
                first = true;
            }
            Value::String(text) => out.push_str(text.as_str()),
            Value::Integer(i) => out.push_integer(i),
            other => out.push_str(&text::ruby(other)),
        }
    }
}

fn keys<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(match args[0] {
        Value::Hash(hash) => Value::Array(Array::from_iter(cx.heap, hash.len(), hash.keys())),
        other => other,
    })
}

fn values<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(match args[0] {
        Value::Hash(hash) => Value::Array(Array::from_iter(cx.heap, hash.len(), hash.values())),
        other => other,
    })
}

/// Returns the number of elements, characters or bytes.
fn size_of_value(value: Value<'_>) -> usize {
    match value {
        Value::Array(array) => array.len(),
        Value::Hash(hash) => hash.len(),
        Value::String(text) => text.chars(),
        Value::Binary(binary) => binary.bytes.len(),
        Value::Sensitive(clear) => size_of_value(*clear),
        _ => 0,
    }
}

fn length<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::Integer(size_of_value(args[0]) as i64))
}

fn empty<'h>(_cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(Value::Boolean(match args[0] {
        Value::String(text) => text.is_empty(),
        other => size_of_value(other) == 0,
    }))
}

fn empty_number<'h>(cx: &mut Cx<'h>, _args: Args<'h, '_>) -> Res<'h> {
    let place = cx.call_place();
    let at = place.as_ref().map(|place| {
        let line = place.source.line(place.offset);
        format!(
            "{}:{line}",
            place.source.path.as_deref().unwrap_or_default()
        )
    });
    let key = format!("empty {}", at.unwrap_or_default());
    let text = "Calling function empty() with Numeric value is deprecated.";
    cx.deprecation(&key, text, place);
    Ok(Value::Boolean(false))
}
