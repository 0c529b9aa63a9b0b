//! Owns the helpers that make values, take them apart and compare them. The invariants are those of
//! the parent module.

use std::sync::atomic::{AtomicU32, Ordering};

use frontend::Symbol;
use mir::facts::FunctionFacts;
use mir::op::Yields;
use runtime::interp::{self, iterate};
use runtime::limits::{self, Exceeded};
use runtime::regexp::Regexp;
use runtime::value::{Appending, Array, Hash};
use runtime::{Value, ops, types};

use super::{
    Context, MISSED, STRING, UNDECIDED, Variables, Words, guarded, raise, value, words, words_at,
};
use crate::switch::Switch;

/// Returns the concatenated text of values in a row.
pub(super) unsafe extern "C" fn concat(
    cx: *mut Context,
    parts: *const Value<'static>,
    len: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `len` values
    let (cx, parts) = unsafe { (&mut *cx, std::slice::from_raw_parts(parts, len as usize)) };
    guarded(cx, |cx| Ok(runtime::text::concat(cx.heap, parts)))
}

/// Works like [`concat()`] for a first text that no other code holds, and appends to it in place.
/// `state` says where that text lies.
pub(super) unsafe extern "C" fn append(
    cx: *mut Context,
    parts: *const Value<'static>,
    len: u64,
    state: *mut Appending,
) -> Words {
    // SAFETY: see the module's text; the state is on the stack of the code, zero at first
    let (cx, parts, state) = unsafe {
        let parts = std::slice::from_raw_parts(parts, len as usize);
        (&mut *cx, parts, &mut *state)
    };
    guarded(cx, |cx| {
        // SAFETY: compiled code calls this only if it does not use the text any more
        let text = unsafe { state.append(cx.heap, parts) };
        Ok(text.map_or_else(|| runtime::text::concat(cx.heap, parts), Value::String))
    })
}

/// Returns the number of characters, items or entries; all bits are set if the value has no size.
pub(super) unsafe extern "C" fn length(tag: u64, payload: u64) -> u64 {
    // SAFETY: see the module's text
    match unsafe { value(tag, payload) } {
        Value::String(text) => text.chars() as u64,
        Value::Array(array) => array.len() as u64,
        Value::Hash(hash) => hash.len() as u64,
        _ => u64::MAX,
    }
}

/// Returns an array with one more item.
pub(super) unsafe extern "C" fn array_push(
    cx: *mut Context,
    array: *const Array<'static>,
    tag: u64,
    payload: u64,
) -> Words {
    // SAFETY: see the module's text; the payload of an Array is its address
    let (cx, array, item) = unsafe { (&mut *cx, &*array, value(tag, payload)) };
    guarded(cx, |cx| Ok(Value::Array(array.push(cx.heap, item))))
}

/// Returns an array with the items of another one, the entries of a hash, or any other value.
pub(super) unsafe extern "C" fn array_plus(
    cx: *mut Context,
    array: *const Array<'static>,
    tag: u64,
    payload: u64,
) -> Words {
    // SAFETY: see the module's text; the payload of an Array is its address
    let (cx, array, right) = unsafe { (&mut *cx, &*array, value(tag, payload)) };
    guarded(cx, |cx| Ok(ops::concatenate(cx, array, right)))
}

/// Returns a hash with one more entry, or with another value for its key. The lower half of `owner`
/// is the identity of the only loop that sees the hash, or 0; the upper half is not 0 if the text
/// of the key is not used any more.
pub(super) unsafe extern "C" fn hash_put(
    cx: *mut Context,
    hash: *const Hash<'static>,
    key_tag: u64,
    key: u64,
    tag: u64,
    payload: u64,
    owner: u64,
) -> Words {
    // SAFETY: see the module's text; the payload of a Hash is its address
    let (cx, hash, key, value) =
        unsafe { (&mut *cx, &*hash, value(key_tag, key), value(tag, payload)) };
    guarded(cx, |cx| {
        let put = hash.put(cx.heap, (key, value), owner as u32, cx.found);
        if let (Value::String(text), true, true) = (key, put.found, owner >> 32 != 0) {
            // SAFETY: compiled code says that the text is not used any more, and it is not the key of the
            // entry
            unsafe { text.give_back(cx.heap) };
        }
        Ok(Value::Hash(put.hash))
    })
}

/// Returns a copy of a hash or text that no loop will change; returns any other value itself.
pub(super) unsafe extern "C" fn value_copy(cx: *mut Context, tag: u64, payload: u64) -> Words {
    // SAFETY: see the module's text
    let (cx, value) = unsafe { (&mut *cx, value(tag, payload)) };
    guarded(cx, |cx| {
        Ok(match value {
            Value::Hash(hash) => {
                let entries: Vec<_> = hash.iter().collect();
                Value::Hash(Hash::new(cx.heap, &entries))
            }
            Value::String(text) => Value::string(cx.heap, text.as_str()),
            other => other,
        })
    })
}

/// Returns a hash without the entry of a key, or without those of several keys, for a loop that
/// owns it.
pub(super) unsafe extern "C" fn hash_take(
    cx: *mut Context,
    hash: *const Hash<'static>,
    key_tag: u64,
    key: u64,
    owner: u64,
) -> Words {
    // SAFETY: see the module's text; the payload of a Hash is its address
    let (cx, hash, key) = unsafe { (&mut *cx, &*hash, value(key_tag, key)) };
    guarded(cx, |cx| {
        let take = |hash: &'static Hash<'static>, key| hash.take(cx.heap, key, owner as u32);
        Ok(Value::Hash(match key {
            Value::Array(keys) => keys.iter().fold(hash, take),
            Value::Hash(keys) => keys.keys().fold(hash, take),
            key => take(hash, key),
        }))
    })
}

/// Returns a hash with `len` more entries, given as keys and values in turn. The upper half of
/// `len` is not 0 if the keys are known to differ.
pub(super) unsafe extern "C" fn hash_plus(
    cx: *mut Context,
    hash: *const Hash<'static>,
    entries: *const (Value<'static>, Value<'static>),
    len: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `len` keys and values
    let (cx, hash, entries) = unsafe {
        (
            &mut *cx,
            &*hash,
            std::slice::from_raw_parts(entries, len as u32 as usize),
        )
    };
    guarded(cx, |cx| {
        let all_differ = len >> 32 != 0;
        Ok(Value::Hash(hash.with_entries(cx.heap, entries, all_differ)))
    })
}

/// Returns a new identity for a loop that is entered.
pub(super) unsafe extern "C" fn loop_id() -> u64 {
    u64::from(runtime::value::loop_id())
}

/// Returns the position of the heap, for a loop that begins.
pub(super) unsafe extern "C" fn mark(cx: *mut Context) -> u64 {
    // SAFETY: see the module's text
    unsafe { &mut *cx }.heap.mark()
}

/// Frees the memory that a loop has used since a mark, except for the values that it carries on
/// (`carried`), which may lie elsewhere afterwards. Returns its next mark.
pub(super) unsafe extern "C" fn release_round(
    cx: *mut Context,
    mark: u64,
    carried: *mut Value<'static>,
    len: u64,
) -> u64 {
    // SAFETY: see the module's text; compiled code stored `len` values, and loads them afterwards
    let (cx, carried) = unsafe {
        (
            &mut *cx,
            std::slice::from_raw_parts_mut(carried, len as usize),
        )
    };
    runtime::release::release(cx, mark, carried)
}

/// Frees the memory that a call has used since a mark, except for its results, which may lie elsewhere
/// afterwards.
pub(super) unsafe extern "C" fn release_call(
    cx: *mut Context,
    mark: u64,
    results: *mut Value<'static>,
    len: u64,
) -> u64 {
    // SAFETY: as in `release_round`
    let (cx, results) = unsafe {
        (
            &mut *cx,
            std::slice::from_raw_parts_mut(results, len as usize),
        )
    };
    runtime::release::release_call(cx, mark, results);
    0
}

/// Returns the type `Integer[min, max]`; `min` is at most `max`.
pub(super) unsafe extern "C" fn range(cx: *mut Context, min: i64, max: i64) -> Words {
    // SAFETY: see the module's text
    let cx = unsafe { &mut *cx };
    let (min, max) = (Some(min), Some(max));
    guarded(cx, |cx| {
        Ok(Value::ty(cx.heap, types::Type::Integer { min, max }))
    })
}

pub(super) unsafe extern "C" fn array(
    cx: *mut Context,
    items: *const Value<'static>,
    len: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `len` values
    let (cx, items) = unsafe { (&mut *cx, std::slice::from_raw_parts(items, len as usize)) };
    guarded(cx, |cx| Ok(Value::array(cx.heap, items)))
}

/// Returns a hash of keys and values in turn.
pub(super) unsafe extern "C" fn hash(
    cx: *mut Context,
    entries: *const (Value<'static>, Value<'static>),
    len: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `len` keys and values
    let (cx, entries) = unsafe { (&mut *cx, std::slice::from_raw_parts(entries, len as usize)) };
    guarded(cx, |cx| Ok(Value::hash(cx.heap, entries)))
}

/// Returns `left[key]`, or a miss if the operation needs more than the two values.
pub(super) unsafe extern "C" fn access(
    cx: *mut Context,
    tag: u64,
    payload: u64,
    key_tag: u64,
    key: u64,
) -> Words {
    // SAFETY: see the module's text
    let (cx, left, key) = unsafe { (&mut *cx, value(tag, payload), value(key_tag, key)) };
    if let (Value::Hash(hash), Value::String(key)) = (left, key) {
        let Some(at) = hash.find_str(key.as_str()) else {
            return words(Value::Undef);
        };
        cx.found = at as u32;
        return words(hash.value(at));
    }
    if let (Value::Hash(hash), Value::Integer(_)) = (left, key) {
        return words(hash.get(key).unwrap_or(Value::Undef));
    }
    if let (Value::String(text), Value::Integer(index)) = (left, key)
        && let Some(char) = text.ascii_at(index)
    {
        return words(Value::String(char));
    }
    let mut item = MISSED;
    // the interpreter reports keys that are nested too deeply to be compared
    let _ = limits::guarded(|| {
        if let Some(ref found) = ops::item_of(cx.heap, left, key) {
            item = words_at(found);
        }
    });
    item
}

/// Returns `left[from, count]` of an Array or a String.
pub(super) unsafe extern "C" fn slice(
    cx: *mut Context,
    tag: u64,
    payload: u64,
    from: i64,
    count: i64,
) -> Words {
    // SAFETY: see the module's text
    let (cx, left) = unsafe { (&mut *cx, value(tag, payload)) };
    let part = match left {
        Value::String(text) => {
            limits::guarded(|| ops::part_of_text(cx.heap, text, from, count)).map(Value::String)
        }
        Value::Array(array) => {
            limits::guarded(|| ops::part_of_array(cx.heap, array, from, count)).map(Value::Array)
        }
        _ => return MISSED,
    };
    match part {
        Ok(part) => words(part),
        Err(exceeded) => raise(cx, exceeded.error().into()),
    }
}

/// Returns the value of a hash for an Integer, or `undef`.
pub(super) unsafe extern "C" fn hash_number(hash: *const Hash<'static>, key: i64) -> Words {
    // SAFETY: see the module's text
    let hash = unsafe { &*hash };
    words(hash.get(Value::Integer(key)).unwrap_or(Value::Undef))
}

/// Returns the value of a hash for a text, or `undef`. Stores the index of the entry in `place`,
/// where the next access looks first.
pub(super) unsafe extern "C" fn hash_item(
    hash: *const Hash<'static>,
    key_tag: u64,
    key: u64,
    place: *const AtomicU32,
) -> Words {
    // SAFETY: see the module's text; the key is a String; places live as long as the engine
    let (hash, key, place) = unsafe { (&*hash, value(key_tag, key), &*place) };
    let at = match key {
        Value::String(key) => hash.place_of(key),
        _ => None,
    };
    let Some(at) = at else {
        return words(Value::Undef);
    };
    place.store(at as u32, Ordering::Relaxed);
    words(hash.value(at))
}

/// Returns 1 if there is an element, 0 if there is none, and 2 if an error was raised.
pub(super) unsafe extern "C" fn iter_more(
    cx: *mut Context,
    tag: u64,
    payload: u64,
    index: u64,
) -> u64 {
    // SAFETY: see the module's text
    let (cx, iter) = unsafe { (&mut *cx, value(tag, payload)) };
    let more = limits::unhindered(|| iterate::checked_more(cx, iter, index as usize));
    match more {
        Ok(more) => u64::from(more),
        Err(error) => {
            raise(cx, error);
            2
        }
    }
}

pub(super) unsafe extern "C" fn iter_get(
    cx: *mut Context,
    tag: u64,
    payload: u64,
    index: u64,
    pair: u64,
) -> Words {
    // SAFETY: see the module's text
    let (cx, iter) = unsafe { (&mut *cx, value(tag, payload)) };
    let yields = if pair == 1 {
        Yields::Pair
    } else {
        Yields::Element
    };
    let element = limits::unhindered(|| iterate::element(cx, iter, index as usize, yields));
    words(element)
}

pub(super) unsafe extern "C" fn iter_key(tag: u64, payload: u64, index: u64) -> Words {
    // SAFETY: see the module's text
    let iter = unsafe { value(tag, payload) };
    words(iterate::key(iter, index as usize))
}

pub(super) unsafe extern "C" fn iter_end(cx: *mut Context, tag: u64, payload: u64) {
    // SAFETY: see the module's text
    let (cx, iter) = unsafe { (&mut *cx, value(tag, payload)) };
    if let Value::Integer(at) = iter {
        cx.loops.truncate(at as usize);
    }
}

/// Returns the elements of a collection if no other code sees them; a miss if a call is necessary.
/// The lambda accepts any values; `fresh` is 1 or 0.
pub(super) unsafe extern "C" fn iter_own(
    cx: *mut Context,
    facts: *const FunctionFacts,
    arguments: *const Value<'static>,
    count: u64,
    fresh: u64,
) -> Words {
    // SAFETY: see the module's text; compiled code stored `count` values; facts are static
    let (cx, facts, arguments) = unsafe {
        let arguments = std::slice::from_raw_parts(arguments, count as usize);
        (&mut *cx, &*facts, arguments)
    };
    let (iteration, yields) = (facts.iteration, Yields::Element);
    let begin = || iterate::begin_quickly(cx, iteration, arguments, yields, fresh == 1);
    match limits::guarded(begin) {
        Ok(begun) => begun.map_or(MISSED, words),
        Err(exceeded) => raise(cx, exceeded.error().into()),
    }
}

/// Groups the elements of a collection by the results of their rounds.
pub(super) unsafe extern "C" fn group(
    cx: *mut Context,
    tag: u64,
    payload: u64,
    results_tag: u64,
    results: u64,
) -> Words {
    // SAFETY: see the module's text
    let (cx, over, results) =
        unsafe { (&mut *cx, value(tag, payload), value(results_tag, results)) };
    guarded(cx, |cx| Ok(ops::group(cx.heap, over, results)))
}

/// Returns the number and the address of a list that begins. The address does not change.
fn begun(cx: &mut Context, count: impl FnOnce(&mut Context) -> usize) -> Words {
    let list = limits::unhindered(|| count(cx));
    Words {
        tag: list as u64,
        payload: cx.loops.list_at(list) as u64,
    }
}

/// Begins a list with room for about as many items as a collection has elements.
pub(super) unsafe extern "C" fn list_begin(cx: *mut Context, tag: u64, payload: u64) -> Words {
    // SAFETY: see the module's text
    let (cx, like) = unsafe { (&mut *cx, value(tag, payload)) };
    begun(cx, |cx| cx.loops.begin_list(cx.heap, like))
}

/// Begins a list with room for the items of a range; `min` is at most `max`.
pub(super) unsafe extern "C" fn list_of_range(cx: *mut Context, min: i64, max: i64) -> Words {
    // SAFETY: see the module's text
    let cx = unsafe { &mut *cx };
    let count = max.checked_sub(min).map(|more| more as usize + 1);
    begun(cx, |cx| cx.loops.begin_list_of(cx.heap, count))
}

/// Returns the address of a list, which does not move.
pub(super) unsafe extern "C" fn list_at(cx: *const Context, list: u64) -> *mut u8 {
    // SAFETY: see the module's text
    let cx = unsafe { &*cx };
    cx.loops.list_at(list as usize)
}

/// Appends a value to a list. Returns 1 if that exceeds a limit, otherwise 0.
pub(super) unsafe extern "C" fn list_push(
    cx: *mut Context,
    list: u64,
    tag: u64,
    payload: u64,
) -> u64 {
    // SAFETY: see the module's text
    let (cx, value) = unsafe { (&mut *cx, value(tag, payload)) };
    if cx.loops.push_quickly(list as usize, value) {
        return 0;
    }
    let pushed = limits::guarded(|| cx.loops.push(list as usize, value));
    raised(cx, pushed)
}

/// Appends the current element of an iteration to a list. Returns 1 if that exceeds a limit,
/// otherwise 0.
pub(super) unsafe extern "C" fn list_keep(
    cx: *mut Context,
    list: u64,
    tag: u64,
    payload: u64,
    index: u64,
    pair: u64,
) -> u64 {
    // SAFETY: see the module's text
    let (cx, iter) = unsafe { (&mut *cx, value(tag, payload)) };
    let yields = match pair {
        0 => Yields::Element,
        _ => Yields::Pair,
    };
    let kept = limits::guarded(|| iterate::keep(cx, list as usize, iter, index as usize, yields));
    raised(cx, kept)
}

/// Returns 1 and raises the error if a limit was exceeded, otherwise 0.
fn raised(cx: &mut Context, result: Result<(), Exceeded>) -> u64 {
    match result {
        Ok(()) => 0,
        Err(exceeded) => {
            raise(cx, exceeded.error().into());
            1
        }
    }
}

/// Ends a list, and returns its value. `like` is the hash of the iteration if the result is a hash,
/// too, otherwise `undef`.
pub(super) unsafe extern "C" fn list_end(
    cx: *mut Context,
    list: u64,
    tag: u64,
    payload: u64,
) -> Words {
    // SAFETY: see the module's text
    let (cx, like) = unsafe { (&mut *cx, value(tag, payload)) };
    guarded(cx, |cx| Ok(iterate::end_list(cx, list as usize, like)))
}

pub(super) unsafe extern "C" fn equal(tag: u64, payload: u64, other_tag: u64, other: u64) -> u64 {
    // SAFETY: see the module's text
    let (left, right) = unsafe { (value(tag, payload), value(other_tag, other)) };
    if let (Value::String(_), Value::String(_)) = (left, right) {
        return u64::from(ops::equal(left, right));
    }
    // values that are nested too deeply to be compared are not equal
    u64::from(limits::guarded(|| ops::equal(left, right)) == Ok(true))
}

/// Returns -1, 0 or 1 for the order of two texts or numbers, and [`UNDECIDED`] for other values.
pub(super) unsafe extern "C" fn order(tag: u64, payload: u64, other_tag: u64, other: u64) -> u64 {
    // SAFETY: see the module's text
    let (left, right) = unsafe { (value(tag, payload), value(other_tag, other)) };
    let is_number = |value| matches!(value, Value::Integer(_) | Value::Float(_));
    let are_texts = matches!((left, right), (Value::String(_), Value::String(_)));
    let are_numbers = is_number(left) && is_number(right);
    if !are_texts && !are_numbers {
        return UNDECIDED;
    }
    match ops::order(left, right) {
        Ok(Some(order)) => (order as i64).cast_unsigned(),
        _ => UNDECIDED,
    }
}

/// Returns `Type(value)`, or `Type(value, radix)` if `radix` is not 0; a miss if
/// [`runtime::convert::quickly`] leaves it to the interpreter. The type lives as long as the process.
pub(super) unsafe extern "C" fn convert(
    cx: *const Context,
    ty: *const types::Type<'static>,
    tag: u64,
    payload: u64,
    radix: i64,
) -> Words {
    // SAFETY: see the module's text; the type is frozen
    let (cx, ty, from) = unsafe { (&*cx, &*ty, value(tag, payload)) };
    let all = [from, Value::Integer(radix)];
    let arguments = if radix == 0 { &all[..1] } else { &all };
    let mut made = MISSED;
    let _ = limits::guarded(|| {
        if let Some(ref value) = runtime::convert::quickly(cx.heap, ty, arguments) {
            made = words_at(value);
        }
    });
    made
}

/// Returns the value of a variable that is the same for all code, by its name; a miss if it was not
/// read yet.
pub(super) unsafe extern "C" fn variable(cx: *const Context, name: *const Symbol) -> Words {
    // SAFETY: see the module's text; names are parts of instructions
    let (cx, name) = unsafe { (&*cx, *name) };
    match interp::settled(cx, name) {
        Some(value) => words(value),
        None => MISSED,
    }
}

/// Returns the text of a group of the last match, or `undef`.
pub(super) unsafe extern "C" fn load_match(
    cx: *mut Context,
    frame: *const Variables,
    group: u64,
) -> Words {
    // SAFETY: see the module's text
    let (cx, frame) = unsafe { (&mut *cx, &*frame) };
    guarded(cx, |cx| Ok(interp::load_match(cx, frame, group as usize)))
}

/// Saves the match variables of a frame, and returns the index of the saved state.
pub(super) unsafe extern "C" fn push_match(cx: *mut Context, frame: *const Variables) -> u64 {
    // SAFETY: see the module's text
    let (cx, frame) = unsafe { (&mut *cx, &*frame) };
    interp::push_match(cx, frame) as u64
}

/// Restores the match variables that were saved under an index.
pub(super) unsafe extern "C" fn pop_match(cx: *mut Context, frame: *const Variables, at: u64) {
    // SAFETY: see the module's text
    let (cx, frame) = unsafe { (&mut *cx, &*frame) };
    interp::pop_match(cx, frame, at as usize);
}

/// Returns 1 if a value is in another, 0 if it is not, and [`UNDECIDED`] if the interpreter must
/// decide.
pub(super) unsafe extern "C" fn contains(
    tag: u64,
    payload: u64,
    other_tag: u64,
    other: u64,
) -> u64 {
    // SAFETY: see the module's text
    let (left, right) = unsafe { (value(tag, payload), value(other_tag, other)) };
    ops::contains_plainly(left, right).map_or(UNDECIDED, u64::from)
}

/// Returns 1 if the call just before ended by `break`, otherwise 0.
pub(super) unsafe extern "C" fn broke(cx: *mut Context) -> u64 {
    // SAFETY: see the module's text
    let cx = unsafe { &mut *cx };
    u64::from(std::mem::take(&mut cx.broke))
}

/// Returns 1 if a value is an instance of a type that lives as long as the process, otherwise 0.
pub(super) unsafe extern "C" fn is_instance(
    cx: *const Context,
    ty: *const types::Type<'static>,
    tag: u64,
    payload: u64,
) -> u64 {
    // SAFETY: see the module's text; the type is frozen
    let (cx, ty, value) = unsafe { (&*cx, &*ty, value(tag, payload)) };
    // a value that is nested too deeply to be checked is not an instance
    u64::from(limits::guarded(|| types::instance_again(cx.heap, ty, value)) == Ok(true))
}

/// Returns 1 if a regular expression matches a text, 0 if it does not, and [`UNDECIDED`] if the
/// interpreter must decide. Sets the match variables of the running frame.
pub(super) unsafe extern "C" fn match_text(
    cx: *mut Context,
    regexp: *const Regexp<'static>,
    text: u64,
) -> u64 {
    // SAFETY: see the module's text; the regular expression is a constant of the body
    let (cx, regexp, text) = unsafe { (&mut *cx, &*regexp, value(STRING, text)) };
    let text = text.as_str().unwrap_or_default();
    match limits::guarded(|| ops::match_text(cx, regexp, text)) {
        Ok(Ok(matches)) => u64::from(matches),
        _ => UNDECIDED,
    }
}

/// Works like [`match_text`], for matches whose variables nobody reads.
pub(super) unsafe extern "C" fn test_text(regexp: *const Regexp<'static>, text: u64) -> u64 {
    // SAFETY: see the module's text; the regular expression is a constant of the body
    let (regexp, text) = unsafe { (&*regexp, value(STRING, text)) };
    let text = text.as_str().unwrap_or_default();
    match limits::guarded(|| regexp.is_match(text)) {
        Ok(Ok(matches)) => u64::from(matches),
        _ => UNDECIDED,
    }
}

/// Returns the index of the option that a value equals, or all bits set if there is none.
pub(super) unsafe extern "C" fn switch(switch: *const Switch, tag: u64, payload: u64) -> u64 {
    // SAFETY: see the module's text; switches live as long as the engine
    let (switch, value) = unsafe { (&*switch, value(tag, payload)) };
    switch.find(value).map_or(u64::MAX, u64::from)
}
