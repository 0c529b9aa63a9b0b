//! Loops made of iteration functions with an inlined lambda.
//!
//! A loop iterates directly over an array, a hash, a range of integers or an iterator of its own
//! over places of one of these ([`Elements::into_indexed`]). The elements of any other value come
//! one by one from a `Loop`, whose number stands for the value.

use frontend::Symbol;
use mir::facts::{self, Iteration};
use mir::op::{CallForm, Yields};
use mir::{Inner, Temp, Use};

use super::find::find;
use super::{Run, call_builtin};
use crate::builtins;
use crate::closure::Closure;
use crate::cx::{Callee, Cx};
use crate::dispatch;
use crate::error::{Error, Res};
use crate::function::Resolved;
use crate::heap::Heap;
use crate::iterator::{self, Elements, Iterator};
use crate::limits;
use crate::loops::{count, range};
use crate::value::{Array, Hash, Value};
use frontend::validate::Strict;

/// The number of iterations between two checks of the memory.
const CHECK_EVERY: usize = 4096;

/// The least number of elements for which a chain of calls is run as one loop.
pub const CHAIN_MIN: usize = 16;

fn is_fresh_count(over: Value<'_>) -> bool {
    matches!(over, Value::Iterator(iterator) if iterator.is_fresh_count())
}

/// Returns the value that a loop of `reverse_each`, `step` or `slice` iterates over: the result of
/// the function without its block. No other code sees that value.
fn made<'h>(
    cx: &mut Cx<'h>,
    builtin: &'static Resolved,
    arguments: &[Value<'h>],
    block: &'h Closure<'h>,
) -> Res<'h> {
    let over = call_builtin(cx, builtin, arguments, None)?;
    match (over, arguments[0]) {
        // each parameter gets an item: for a hash, missing items are empty entries
        (Value::Array(slices), Value::Hash(_)) if block.body.mir.parameters.len() > 1 => {
            let count = block.body.mir.parameters.len();
            let padded = slices.iter().map(|slice| {
                let mut items = slice.as_array().map(Array::to_vec).unwrap_or_default();
                items.resize(count, Value::array(cx.heap, &[]));
                Value::array(cx.heap, &items)
            });
            let padded: Vec<Value<'h>> = padded.collect();
            Ok(Value::array(cx.heap, &padded))
        }
        (Value::Array(_), _) => Ok(over),
        _ => Ok(begin_own(cx, Elements::of_block(over))),
    }
}

/// Returns the result of [`made`] for an array and a lambda that fits, without the call.
fn made_of_array<'h>(
    heap: &'h Heap,
    iteration: Option<Iteration>,
    values: &[Value<'h>],
) -> Option<Value<'h>> {
    let iterator = match (iteration?, values) {
        (Iteration::ReverseEach, &[array @ Value::Array(_)]) => Iterator::reverse(heap, array),
        (Iteration::Step, &[array @ Value::Array(_), Value::Integer(step @ 1..)]) => {
            Iterator::step(heap, array, step).ok().flatten()
        }
        _ => None,
    };
    iterator.map(Value::Iterator)
}

/// Returns the value that a loop iterates over if its lambda accepts any values and no call has to
/// be made: the elements of `reverse_each` or `step` of an array, or those of a `fresh` iterator,
/// which no other code sees.
pub fn begin_quickly<'h>(
    cx: &mut Cx<'h>,
    iteration: Option<Iteration>,
    values: &[Value<'h>],
    yields: Yields,
    fresh: bool,
) -> Option<Value<'h>> {
    if iteration.is_some_and(Iteration::takes_collections) {
        return None;
    }
    if iteration.is_some_and(Iteration::makes_iterable) {
        return made_of_array(cx.heap, iteration, values);
    }
    let is_own = fresh && yields == Yields::Element && matches!(values[0], Value::Iterator(_));
    is_own.then(|| begin_own(cx, elements_for(iteration, values[0], yields)))
}

/// Begins a loop over elements of an iterator that no other code sees.
fn begin_own<'h>(cx: &mut Cx<'h>, elements: Option<Elements<'h>>) -> Value<'h> {
    begin(cx, elements.map(Elements::owned))
}

/// Returns the elements of a value as a function sees them.
fn elements_for<'h>(
    iteration: Option<Iteration>,
    over: Value<'h>,
    yields: Yields,
) -> Option<Elements<'h>> {
    match (iteration, yields) {
        (Some(Iteration::Each | Iteration::Map | Iteration::Filter), Yields::Element) => {
            Elements::rest_of(over)
        }
        (Some(Iteration::Any | Iteration::All), Yields::Element) => Elements::searched(over),
        _ => Elements::of(over),
    }
}

/// Begins a loop over elements. Returns the value that stands for them.
fn begin<'h>(cx: &mut Cx<'h>, elements: Option<Elements<'h>>) -> Value<'h> {
    let heap = cx.heap;
    match elements.map(|elements| elements.into_indexed(heap)) {
        Some(Ok(iterator)) => Value::Iterator(iterator),
        Some(Err(elements)) => Value::Integer(cx.loops.begin(elements) as i64),
        None => Value::array(heap, &[]),
    }
}

/// Returns true if a value is iterated directly.
pub(super) fn is_plain(over: Value<'_>) -> bool {
    match over {
        Value::Array(_) | Value::Hash(_) => true,
        _ => range(over).is_some_and(|(min, max)| min <= max),
    }
}

/// Returns true for an empty array or hash.
pub(super) fn is_empty(over: Value<'_>) -> bool {
    match over {
        Value::Array(array) => array.is_empty(),
        Value::Hash(hash) => hash.len() == 0,
        _ => false,
    }
}

/// Returns true if there is an element at an index of the result of `IterBegin`.
#[inline]
fn has_element<'h>(cx: &mut Cx<'h>, iter: Value<'h>, index: usize) -> bool {
    match iter {
        Value::Array(array) => index < array.len(),
        Value::Hash(hash) => index < hash.len(),
        Value::Iterator(iterator) => index < iterator.count(),
        Value::Integer(at) => {
            let heap = cx.heap;
            cx.loops.advance(heap, at as usize)
        }
        range_type => range(range_type)
            .is_some_and(|(min, max)| max >= min && index as u64 <= max.wrapping_sub(min) as u64),
    }
}

/// Works like [`has_element`], with regular checks of the memory.
///
/// # Errors
/// Fails when the evaluation exceeds a limit.
#[inline]
pub fn checked_more<'h>(cx: &mut Cx<'h>, iter: Value<'h>, index: usize) -> Res<'h, bool> {
    if (index % CHECK_EVERY == CHECK_EVERY - 1 || limits::is_alarm_on())
        && let Some(over) = cx.exceeded()
    {
        return Err(over);
    }
    Ok(has_element(cx, iter, index))
}

/// Returns the key of the entry of a hash at an index; for other values, the index.
#[inline]
pub fn key(iter: Value<'_>, index: usize) -> Value<'_> {
    match iter {
        Value::Hash(hash) => hash.entry(index).map_or(Value::Undef, |(key, _)| key),
        _ => Value::Integer(index as i64),
    }
}

/// Returns the element at an index of the result of `IterBegin`.
#[inline]
pub fn element<'h>(cx: &Cx<'h>, iter: Value<'h>, index: usize, yields: Yields) -> Value<'h> {
    match iter {
        Value::Array(array) => array.get(index).unwrap_or(Value::Undef),
        Value::Hash(hash) => match (hash.entry(index), yields) {
            (Some((_, value)), Yields::Pair) => value,
            (Some((key, value)), Yields::Element) => Value::array(cx.heap, &[key, value]),
            (None, _) => Value::Undef,
        },
        Value::Iterator(iterator) => iterator.element(cx.heap, index),
        Value::Integer(at) => cx.loops.present(at as usize),
        range_type => {
            let from = range(range_type).map_or(0, |(min, _)| min);
            Value::Integer(from.wrapping_add(index as i64))
        }
    }
}

/// Adds the element at an index of the result of `IterBegin` to a list; for a hash its entry.
pub fn keep<'h>(cx: &mut Cx<'h>, list: usize, iter: Value<'h>, index: usize, yields: Yields) {
    match iter {
        Value::Hash(hash) => {
            if let Some((key, value)) = hash.entry(index) {
                cx.loops.push(list, key);
                cx.loops.push(list, value);
            }
        }
        iter => {
            let value = element(cx, iter, index, yields);
            cx.loops.push(list, value);
        }
    }
}

/// Ends a list. The entries collected from a hash become a hash.
pub fn end_list<'h>(cx: &mut Cx<'h>, list: usize, like: Value<'h>) -> Value<'h> {
    let Some(items) = cx.loops.end_list(list) else {
        return Value::Undef;
    };
    if !matches!(like, Value::Hash(_)) {
        return Value::Array(items);
    }
    let mut left = items.iter();
    let entries = std::iter::from_fn(|| Some((left.next()?, left.next()?)));
    Value::Hash(Hash::of_distinct(cx.heap, items.len() / 2, entries))
}

impl<'h> Run<'h, '_> {
    pub(super) fn iter_begin(
        &mut self,
        name: Symbol,
        arguments: &[Use],
        lambda: Inner,
        yields: Yields,
        (form, fresh): (CallForm, bool),
        at: u32,
    ) -> Res<'h> {
        let over = self.get(arguments[0].temp);
        let iteration = facts::of(name.as_str()).iteration;
        let makes = iteration.is_some_and(Iteration::makes_iterable);
        // the lambda has as many plain parameters as the call requires; the value to iterate over
        // decides the rest
        let is_taken = match iteration.is_some_and(Iteration::takes_collections) {
            true => matches!(over, Value::Array(_) | Value::Hash(_)),
            false => is_plain(over) || fresh && is_fresh_count(over),
        };
        let takes_any = self.body.mir.inner[lambda.0 as usize].takes_any();
        // if there is nothing to iterate over, no round evaluates the types of the parameters
        if !makes && is_taken && (takes_any || !is_empty(over)) {
            return Ok(over);
        }
        let values: Vec<Value<'h>> = arguments.iter().map(|a| self.get(a.temp)).collect();
        // a lambda that accepts any values fits, so again the value to iterate over decides
        if takes_any && let Some(over) = begin_quickly(self.cx, iteration, &values, yields, fresh) {
            return Ok(over);
        }
        let block = Closure {
            body: &self.body.inner[lambda.0 as usize],
            frame: self.frame,
            captures: &[],
        };
        let block = self.cx.heap.alloc(block);
        self.calling(form, at, |cx| {
            let builtin = match find(cx, name)? {
                Some(Callee::Builtin(builtin)) => builtin,
                _ => match builtins::find(name.as_str()) {
                    Some(builtin) => dispatch::resolve(builtin),
                    None => return crate::error::fail(format!("Unknown function: '{name}'.")),
                },
            };
            if dispatch::select_builtin(cx, builtin, &values, Some(block))?.is_none() {
                return call_builtin(cx, builtin, &values, Some(block));
            }
            if makes {
                return made(cx, builtin, &values, block);
            }
            if is_taken {
                return Ok(over);
            }
            if yields == Yields::Pair
                && iteration == Some(Iteration::Each)
                && let Some(rest) = iterator::rest_of_hash(cx.heap, over)
            {
                return Ok(Value::Hash(rest));
            }
            if yields == Yields::Pair
                && let Some(hash) = iterator::as_hash(over)
            {
                return Ok(Value::Hash(hash));
            }
            Ok(begin(cx, elements_for(iteration, over, yields)))
        })
    }

    /// Runs one loop for a chain of calls, if it is worthwhile and succeeds: see
    /// [`mir::Op::Attempt`].
    pub(super) fn attempt(
        &mut self,
        over: Temp,
        entries: bool,
        inner: Inner,
        captures: &[Temp],
    ) -> Value<'h> {
        let over = self.get(over);
        let goes_over = match over {
            Value::Hash(_) => true,
            Value::Array(_) | Value::Type(_) => !entries,
            _ => false,
        };
        let is_long = goes_over && count(over).is_some_and(|count| count >= CHAIN_MIN);
        // a built-in function that is replaced may do anything, and texts used as numbers are
        // logged
        let is_pure = !self.cx.host.replaces_builtins() && self.cx.settings.strict == Strict::Error;
        if !is_long || !is_pure {
            return Value::Undef;
        }
        let lambda = self.closure(inner, captures);
        let open = self.cx.loops.len();
        match self.cx.call_block(lambda, &[over]) {
            Ok(value) => value,
            Err(_) => {
                self.cx.loops.truncate(open);
                Value::Undef
            }
        }
    }

    pub(super) fn iter_more(&mut self, iter: Temp, index: Temp) -> Res<'h> {
        let (iter, index) = (self.get(iter), self.handle(index));
        checked_more(self.cx, iter, index).map(Value::Boolean)
    }

    pub(super) fn iter_key(&mut self, iter: Temp, index: Temp) -> Value<'h> {
        key(self.get(iter), self.handle(index))
    }

    pub(super) fn iter_get(&mut self, iter: Temp, index: Temp, yields: Yields) -> Value<'h> {
        element(self.cx, self.get(iter), self.handle(index), yields)
    }

    pub(super) fn iter_end(&mut self, iter: Temp) -> Value<'h> {
        if let Value::Integer(at) = self.get(iter) {
            self.cx.loops.truncate(at as usize);
        }
        Value::Undef
    }

    pub(super) fn list_keep(
        &mut self,
        list: Temp,
        iter: Temp,
        index: Temp,
        yields: Yields,
    ) -> Value<'h> {
        let (list, at) = (self.handle(list), self.handle(index));
        keep(self.cx, list, self.get(iter), at, yields);
        Value::Undef
    }

    pub(super) fn list_end(&mut self, list: Temp, kept: Option<(Temp, Yields)>) -> Value<'h> {
        let list = self.handle(list);
        let like = kept.map_or(Value::Undef, |(iter, _)| self.get(iter));
        end_list(self.cx, list, like)
    }

    pub(super) fn check_parameters(
        &mut self,
        lambda: Inner,
        values: &[Temp],
        form: CallForm,
        at: u32,
    ) -> Res<'h> {
        let values: Vec<Value<'h>> = values.iter().map(|t| self.get(*t)).collect();
        let body = &self.body.inner[lambda.0 as usize];
        let frame = self.frame;
        self.calling(form, at, |cx| {
            let signature = super::signature(cx, body, frame)?;
            match dispatch::check_lambda(cx, signature, &values) {
                None => Ok(Value::Undef),
                Some(message) => Err(Error::plain(message).into()),
            }
        })
    }
}
