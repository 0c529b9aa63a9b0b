//! Owns iteration over values, and the lazy iterators that `reverse_each`, `step` and `tree_each`
//! give.
//!
//! A chain of steps and reversals over an indexed source is one iterator: start, stride and length
//! over the same source. So no chain builds intermediate arrays.

use std::cell::Cell;

use num_bigint::BigInt;

use crate::error::{Res, fail};
use crate::heap::Heap;
use crate::limits;
use crate::value::types::Type;
use crate::value::{Array, Hash, HashBuilder, Value, Whole};

/// A lazy iterator over the places `start`, `start + stride`, ... of its source.
pub struct Iterator<'h> {
    source: Value<'h>,
    start: i64,
    stride: i64,
    len: usize,
    /// The lower end of a backward walk over a range of integers.
    low: i64,
    kind: Kind,
    /// The number of elements that Puppet attributes to an iterator made by `step`.
    claimed: Option<usize>,
    /// True if it comes from `tree_each` by way of other iterators.
    of_tree: bool,
    /// The form in which users see the elements: `Lone` if `step` gives them and they were not taken
    /// one by one.
    seen: Seen,
    /// The number of elements that its cursor has passed.
    taken: Cell<usize>,
    /// The first element, for an iterator over integers.
    first: i64,
}

/// The order of a walk over a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The contents of an element come directly after it.
    DepthFirst,
    /// Level by level.
    BreadthFirst,
}

impl Order {
    /// Returns Ruby's class that walks in this order.
    pub fn ruby_class(self) -> &'static str {
        match self {
            Order::DepthFirst => "Puppet::Pops::Types::Iterable::DepthFirstTreeIterator",
            Order::BreadthFirst => "Puppet::Pops::Types::Iterable::BreadthFirstTreeIterator",
        }
    }

    /// Returns the order in which one of Ruby's classes walks trees.
    pub fn of_class(name: &str) -> Option<Order> {
        let orders = [Order::DepthFirst, Order::BreadthFirst];
        orders.into_iter().find(|order| order.ruby_class() == name)
    }
}

/// The form in which the user of an iterator sees each element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Seen {
    /// The element.
    Whole,
    /// The first item of an array or a hash: see [`first_item`].
    First,
    /// The item of an array of one: see [`lone_item`].
    Lone,
}

impl Seen {
    fn lone(is_lone: bool) -> Seen {
        match is_lone {
            true => Seen::Lone,
            false => Seen::Whole,
        }
    }

    fn of<'h>(self, heap: &'h Heap, element: Value<'h>) -> Value<'h> {
        match self {
            Seen::Whole => element,
            Seen::First => first_item(heap, element),
            Seen::Lone => lone_item(heap, element),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The source itself, as made by `step(1)`.
    Plain,
    /// Starts at the beginning each time.
    Again,
    /// An iterator that gives each element once.
    Once,
    /// The elements of `tree_each`, once.
    Tree(Order),
}

impl<'h> Iterator<'h> {
    /// Makes an iterator over every `step`-th element; `None` when the value can't be iterated
    /// over.
    ///
    /// # Errors
    /// `'from' must be less or equal to 'to'. Got (2, 1`
    pub fn step(heap: &'h Heap, over: Value<'h>, step: i64) -> Res<'h, Option<&'h Iterator<'h>>> {
        let Some(view) = View::of(over) else {
            return Ok(None);
        };
        let (step, len) = (step.max(1), view.len);
        let numbers = view.numbers();
        let view = match numbers && view.stride < 0 && view.len > 0 {
            true => view.downwards(step)?,
            false => view.stepped(step),
        };
        let kind = match (step, over) {
            (1, Value::Iterator(inner)) if !inner.is_tree() => inner.kind,
            (1, _) if !numbers => Kind::Plain,
            _ => Kind::Once,
        };
        let claimed = match (step, over) {
            (1, Value::Iterator(inner)) => inner.claimed,
            (1, _) => None,
            _ => usize::try_from(step).ok().map(|step| len / step),
        };
        let lone = matches!(over, Value::Iterator(inner) if inner.is_lone());
        let of_tree = is_of_tree(over);
        Ok(Some(Iterator::over(
            heap,
            view,
            kind,
            claimed,
            of_tree,
            Seen::lone(lone),
        )))
    }

    /// Makes an iterator from the end; `None` when the value can't be iterated over.
    pub fn reverse(heap: &'h Heap, over: Value<'h>) -> Option<&'h Iterator<'h>> {
        let view = View::of(over)?;
        let kind = match view.numbers() {
            true => Kind::Once,
            false => Kind::Again,
        };
        if let Value::Iterator(inner) = over {
            inner.taken.set(inner.len);
        }
        let lone = matches!(over, Value::Iterator(inner) if inner.shows_lone());
        let of_tree = is_of_tree(over);
        let view = view.reversed();
        let seen = Seen::lone(lone);
        Some(Iterator::over(heap, view, kind, None, of_tree, seen))
    }

    fn over(
        heap: &'h Heap,
        view: View<'h>,
        kind: Kind,
        claimed: Option<usize>,
        of_tree: bool,
        seen: Seen,
    ) -> &'h Iterator<'h> {
        heap.alloc(Iterator {
            source: view.source,
            start: view.start,
            stride: view.stride,
            len: view.len,
            low: view.low,
            kind,
            claimed,
            of_tree,
            seen,
            taken: Cell::new(0),
            first: first_integer(view.source).map_or(0, |first| first.wrapping_add(view.start)),
        })
    }

    /// Makes an iterator over the visited elements of a tree.
    pub fn tree(heap: &'h Heap, visited: &[Value<'h>], order: Order) -> &'h Iterator<'h> {
        let view = View::all(Value::array(heap, visited), visited.len());
        Iterator::over(heap, view, Kind::Tree(order), None, true, Seen::Whole)
    }

    /// The offset of the number of elements, for compiled code.
    pub const LEN_AT: usize = std::mem::offset_of!(Iterator<'static>, len);
    /// The offset of the first integer, for an iterator over integers.
    pub const FIRST_AT: usize = std::mem::offset_of!(Iterator<'static>, first);
    /// The offset of the source.
    pub const SOURCE_AT: usize = std::mem::offset_of!(Iterator<'static>, source);
    /// The offset of the place of the first element.
    pub const START_AT: usize = std::mem::offset_of!(Iterator<'static>, start);
    /// The offset of the distance between places.
    pub const STRIDE_AT: usize = std::mem::offset_of!(Iterator<'static>, stride);
    /// The offset of a byte that is 0 if elements are seen as they are.
    pub const SEEN_AT: usize = std::mem::offset_of!(Iterator<'static>, seen);

    /// Returns true if it iterates over integers and none was taken.
    pub fn is_fresh_count(&self) -> bool {
        self.counts() && self.taken.get() == 0
    }

    /// Returns the element at an index, for an iterator made by [`Elements::into_indexed`].
    pub fn element(&self, heap: &'h Heap, index: usize) -> Value<'h> {
        let place = self.place(index);
        let element = match self.source {
            Value::Array(array) => array.get(place).unwrap_or(Value::Undef),
            Value::Hash(hash) => entry(heap, hash, place).unwrap_or(Value::Undef),
            _ => return Value::Integer(self.integer(index)),
        };
        self.seen.of(heap, element)
    }

    fn place(&self, index: usize) -> usize {
        let distance = (index as i64).wrapping_mul(self.stride);
        self.start.wrapping_add(distance) as usize
    }

    fn is_lone(&self) -> bool {
        self.seen == Seen::Lone
    }

    /// Copies it to memory of its own.
    pub fn copy(&self, heap: &'h Heap) -> &'h Iterator<'h> {
        heap.alloc(Iterator {
            taken: self.taken.clone(),
            ..*self
        })
    }

    /// Returns the number of elements, including those that have been read.
    pub fn count(&self) -> usize {
        self.len
    }

    /// Returns the element at an index of an iterator over integers.
    pub fn integer(&self, index: usize) -> i64 {
        let distance = (index as i64).wrapping_mul(self.stride);
        self.first.wrapping_add(distance)
    }

    /// Returns the value that the elements are taken from.
    pub fn source(&self) -> &Value<'h> {
        &self.source
    }

    /// Returns the order of the walk, for an iterator made by `tree_each`.
    pub fn tree_order(&self) -> Option<Order> {
        match self.kind {
            Kind::Tree(order) => Some(order),
            _ => None,
        }
    }

    /// Returns the name of Ruby's class, as its errors show it.
    pub fn ruby_class(&self) -> &'static str {
        match (self.kind, self.source) {
            (Kind::Tree(order), _) => order.ruby_class(),
            _ if self.counts() => "Puppet::Pops::Types::IntegerRangeIterator",
            _ if self.claimed.is_some() => "Puppet::Pops::Types::StepIterator",
            (Kind::Plain, Value::Hash(_)) => "Puppet::Pops::Types::HashIterator",
            _ => "Puppet::Pops::Types::Iterator",
        }
    }

    /// Returns true if the iterator was made by `tree_each`.
    pub fn is_tree(&self) -> bool {
        self.tree_order().is_some()
    }

    /// Returns true if the elements are not known in advance: those of a tree, also through other
    /// iterators.
    pub fn is_vague(&self) -> bool {
        self.of_tree && !self.is_tree()
    }

    /// Returns true if `any`, `all` and `unique` see the first item of an element that is an array
    /// or a hash: an iterator made by `step`.
    pub fn shows_first(&self) -> bool {
        self.claimed.is_some()
    }

    /// Returns true if an array of one item is seen as that item by code that does not take the
    /// elements one by one: for an iterator made by `step`, or one derived from it.
    fn shows_lone(&self) -> bool {
        self.is_lone() || self.claimed.is_some()
    }

    /// Returns the least and greatest element of a nonempty iterator over a range of integers.
    pub fn integers(&self) -> Option<(i64, i64)> {
        let from = first_integer(self.source)?;
        let last = self.start + (self.len.checked_sub(1)? as i64).checked_mul(self.stride)?;
        let (a, b) = (from.checked_add(self.start)?, from.checked_add(last)?);
        Some((a.min(b), a.max(b)))
    }

    /// Returns true if the elements are integers of a range.
    pub fn counts(&self) -> bool {
        first_integer(self.source).is_some()
    }

    /// Returns the value itself when nothing was skipped or reversed.
    fn plain(&self) -> Option<Value<'h>> {
        (self.kind == Kind::Plain).then_some(self.source)
    }
}

fn is_of_tree(over: Value<'_>) -> bool {
    matches!(over, Value::Iterator(iterator) if iterator.of_tree)
}

/// Returns the first integer of an Integer or a range type.
fn first_integer(value: Value<'_>) -> Option<i64> {
    match value {
        Value::Integer(_) => Some(0),
        Value::Type(Type::Integer { min: Some(min), .. }) => Some(*min),
        Value::Type(Type::Alias(alias)) => first_integer(Value::Type(alias.resolved.get()?)),
        _ => None,
    }
}

/// A view of places of a source, from which iterators are made.
struct View<'h> {
    source: Value<'h>,
    start: i64,
    stride: i64,
    len: usize,
    low: i64,
}

impl<'h> View<'h> {
    fn of(value: Value<'h>) -> Option<View<'h>> {
        let len = match value {
            Value::Array(array) => array.len(),
            Value::Hash(hash) => hash.len(),
            Value::String(text) => text.chars(),
            Value::Integer(n) => usize::try_from(n).unwrap_or(0),
            // no code reaches the end, because there are too many elements
            Value::BigInteger(big) => return View::of(Value::Integer(big.clamped())),
            Value::Type(ty) => return View::of_type(ty),
            Value::Iterator(iterator) => {
                return Some(match iterator.kind {
                    Kind::Plain | Kind::Again => View::behind(iterator, 0),
                    Kind::Once | Kind::Tree(_) => View::rest(iterator),
                });
            }
            _ => return None,
        };
        Some(View::all(value, len))
    }

    /// Returns a view of the elements that have not been taken.
    fn rest(iterator: &Iterator<'h>) -> View<'h> {
        View::behind(iterator, iterator.taken.get())
    }

    fn behind(iterator: &Iterator<'h>, taken: usize) -> View<'h> {
        View {
            source: iterator.source,
            start: iterator.start + (taken as i64).saturating_mul(iterator.stride),
            stride: iterator.stride,
            len: iterator.len - taken.min(iterator.len),
            low: iterator.low,
        }
    }

    /// Returns a view of every `step`-th place.
    fn stepped(self, step: i64) -> View<'h> {
        let by = usize::try_from(step).unwrap_or(usize::MAX);
        View {
            stride: self.stride.saturating_mul(step),
            len: self.len.div_ceil(by),
            ..self
        }
    }

    /// Returns a view of every `step`-th integer of a range from its end. Puppet moves the range's
    /// beginning up as it would move the end down for a walk from the beginning, so the last
    /// integer may be lost.
    fn downwards(self, step: i64) -> Res<'h, View<'h>> {
        let stride = self.stride.saturating_mul(step);
        let by = stride.saturating_neg();
        let span = self.start.saturating_sub(self.low);
        let low = match span % by {
            0 => self.low,
            over => self.low.saturating_add(by - over),
        };
        if low > self.start {
            let first = first_integer(self.source).unwrap_or(0);
            let (low, high) = (first.saturating_add(low), first.saturating_add(self.start));
            return fail(format!(
                "'from' must be less or equal to 'to'. Got ({low}, {high}"
            ));
        }
        let len = usize::try_from(self.start.saturating_sub(low) / by).unwrap_or(0) + 1;
        Ok(View {
            stride,
            len,
            low,
            ..self
        })
    }

    /// Returns a view of the places from the end.
    fn reversed(self) -> View<'h> {
        let stride = self.stride.saturating_neg();
        if self.numbers() && self.stride < 0 && self.len > 0 {
            return View {
                start: self.low,
                stride,
                ..self
            };
        }
        let last = self.len.saturating_sub(1) as i64;
        View {
            // distances of a range may exceed an Integer; they wrap, as elements do
            start: self.start.wrapping_add(last.wrapping_mul(self.stride)),
            stride,
            low: self.start,
            ..self
        }
    }

    fn of_type(ty: &'h Type<'h>) -> Option<View<'h>> {
        let len = match ty {
            Type::Integer {
                min: Some(min),
                max: Some(max),
            } => {
                let len = i128::from(*max) - i128::from(*min) + 1;
                usize::try_from(len.max(0)).unwrap_or(usize::MAX)
            }
            Type::WideInteger {
                min: Some(min),
                max: Some(max),
            } => {
                let len: BigInt = max.number() - min.number() + 1;
                i64::try_from(len).unwrap_or(i64::MAX) as usize
            }
            Type::Enum { values, .. } => values.len(),
            Type::Alias(alias) => return View::of_type(alias.resolved.get()?),
            _ => return None,
        };
        Some(View::all(Value::Type(ty), len))
    }

    fn all(source: Value<'h>, len: usize) -> View<'h> {
        View {
            source,
            start: 0,
            stride: 1,
            len,
            low: 0,
        }
    }

    fn numbers(&self) -> bool {
        first_integer(self.source).is_some()
    }
}

enum Source<'h> {
    Array(&'h Array<'h>),
    Hash(&'h Hash<'h>),
    /// All characters are of one byte.
    Ascii(&'h str),
    Chars(Vec<&'h str>),
    Integers(i64),
    /// Integers from the first one on, some of them beyond 64 bits.
    Wide(Whole<'h>),
    Names(&'h [&'h str]),
}

/// An iterator over the elements of a value.
pub struct Elements<'h> {
    source: Source<'h>,
    /// The value that the elements are taken from.
    over: Value<'h>,
    start: i64,
    stride: i64,
    len: usize,
    at: usize,
    iterator: Option<&'h Iterator<'h>>,
    seen: Seen,
}

impl<'h> Elements<'h> {
    /// Returns the elements of a value; `None` when it can't be iterated over.
    pub fn of(value: Value<'h>) -> Option<Elements<'h>> {
        let iterator = match value {
            Value::Iterator(it) if matches!(it.kind, Kind::Once | Kind::Tree(_)) => Some(it),
            _ => None,
        };
        let is_lone = matches!(value, Value::Iterator(it) if it.shows_lone());
        let elements = Elements::new(View::of(value)?, iterator)?;
        Some(Elements {
            seen: Seen::lone(is_lone),
            ..elements
        })
    }

    /// Returns the elements as the block of `step` or `reverse_each` sees them.
    pub fn of_block(value: Value<'h>) -> Option<Elements<'h>> {
        let is_lone = matches!(value, Value::Iterator(it) if it.is_lone());
        let elements = Elements::of(value)?;
        Some(Elements {
            seen: Seen::lone(is_lone),
            ..elements
        })
    }

    /// Returns the elements as `any` and `all` see them.
    pub fn searched(value: Value<'h>) -> Option<Elements<'h>> {
        let elements = Elements::of(value)?;
        let seen = match value {
            Value::Iterator(iterator) if iterator.shows_first() => Seen::First,
            _ => elements.seen,
        };
        Some(Elements { seen, ..elements })
    }

    /// Returns the elements that were not taken by the iterator's cursor. Each iterator has one
    /// cursor.
    pub fn rest_of(value: Value<'h>) -> Option<Elements<'h>> {
        match value {
            Value::Iterator(it) => {
                let elements = Elements::new(View::rest(it), Some(it))?;
                Some(Elements {
                    seen: Seen::lone(it.is_lone()),
                    ..elements
                })
            }
            other => Elements::of(other),
        }
    }

    fn new(view: View<'h>, iterator: Option<&'h Iterator<'h>>) -> Option<Elements<'h>> {
        let source = match view.source {
            Value::Array(array) => Source::Array(array),
            Value::Hash(hash) => Source::Hash(hash),
            Value::String(text) if text.is_ascii() => Source::Ascii(text.as_str()),
            Value::String(text) => {
                let text = text.as_str();
                let at = text.char_indices();
                Source::Chars(at.map(|(i, c)| &text[i..i + c.len_utf8()]).collect())
            }
            Value::Type(Type::Enum { values, .. }) => Source::Names(values),
            Value::Type(Type::WideInteger {
                min: Some(first), ..
            }) => Source::Wide(*first),
            other => Source::Integers(first_integer(other)?),
        };
        Some(Elements {
            source,
            over: view.source,
            start: view.start,
            stride: view.stride,
            len: view.len,
            at: 0,
            iterator,
            seen: Seen::Whole,
        })
    }

    /// Returns the number of elements that are left.
    pub fn len(&self) -> usize {
        self.len - self.at
    }

    /// Returns the elements without their iterator, which no other code sees.
    pub fn owned(self) -> Elements<'h> {
        Elements {
            iterator: None,
            ..self
        }
    }

    /// Returns an iterator that finds the rest by index, for a loop.
    ///
    /// # Errors
    /// Returns the elements unchanged if they cannot be found so, or if an iterator counts those
    /// taken.
    pub fn into_indexed(self, heap: &'h Heap) -> Result<&'h Iterator<'h>, Elements<'h>> {
        let is_indexed = matches!(
            self.source,
            Source::Array(_) | Source::Hash(_) | Source::Integers(_)
        );
        if !is_indexed || self.iterator.is_some() {
            return Err(self);
        }
        let taken = (self.at as i64).wrapping_mul(self.stride);
        let view = View {
            source: self.over,
            start: self.start.wrapping_add(taken),
            stride: self.stride,
            len: self.len(),
            low: 0,
        };
        let own = Iterator::over(heap, view, Kind::Again, None, false, self.seen);
        Ok(own)
    }

    /// Returns true if none is left.
    pub fn is_empty(&self) -> bool {
        self.at >= self.len
    }

    /// Returns the next element. An entry of a hash is an array of key and value.
    pub fn next(&mut self, heap: &'h Heap) -> Option<Value<'h>> {
        let element = self.step(heap)?;
        Some(self.seen.of(heap, element))
    }

    fn step(&mut self, heap: &'h Heap) -> Option<Value<'h>> {
        if self.at >= self.len {
            return None;
        }
        let place = self
            .start
            .wrapping_add((self.at as i64).wrapping_mul(self.stride));
        self.at += 1;
        if let Some(iterator) = self.iterator {
            iterator.taken.set(iterator.taken.get() + 1);
        }
        let index = place as usize;
        match &self.source {
            Source::Array(array) => array.get(index),
            Source::Hash(hash) => entry(heap, hash, index),
            Source::Ascii(text) => Some(Value::string(heap, &text[index..=index])),
            Source::Chars(chars) => Some(Value::string(heap, chars.get(index)?)),
            Source::Integers(first) => Some(Value::Integer(first.wrapping_add(place))),
            Source::Wide(first) => Some(Value::whole(heap, &(first.number() + place))),
            Source::Names(names) => Some(Value::string(heap, names.get(index)?)),
        }
    }
}

/// Returns an entry of a hash as an array of key and value.
fn entry<'h>(heap: &'h Heap, hash: &Hash<'h>, index: usize) -> Option<Value<'h>> {
    let (key, value) = hash.entry(index)?;
    Some(Value::array(heap, &[key, value]))
}

/// Converts an element of `step` for code that does not take the elements one by one. Puppet passes
/// it on as if its items were arguments: one item is that item, none is `undef`.
fn lone_item<'h>(heap: &'h Heap, element: Value<'h>) -> Value<'h> {
    let items = match element {
        Value::Array(items) => items,
        Value::Hash(hash) => {
            let pairs = hash
                .iter()
                .map(|(key, value)| Value::array(heap, &[key, value]));
            let pairs: Vec<Value<'h>> = pairs.collect();
            Array::new(heap, &pairs)
        }
        other => return other,
    };
    match items.len() {
        0 => Value::Undef,
        1 => items.get(0).unwrap_or(Value::Undef),
        _ => Value::Array(items),
    }
}

/// Returns the first item of an array, or the first entry of a hash; anything else itself.
pub fn first_item<'h>(heap: &'h Heap, element: Value<'h>) -> Value<'h> {
    match element {
        Value::Array(items) => items.get(0).unwrap_or(Value::Undef),
        Value::Hash(hash) => match hash.entry(0) {
            Some((key, value)) => Value::array(heap, &[key, value]),
            None => Value::Undef,
        },
        other => other,
    }
}

/// Returns true if a value can be iterated over.
pub fn is_iterable(value: Value<'_>) -> bool {
    View::of(value).is_some()
}

/// Returns a hash whose entries iteration visits as key and value.
pub fn as_hash<'h>(value: Value<'h>) -> Option<&'h Hash<'h>> {
    match value {
        Value::Hash(hash) => Some(hash),
        Value::Iterator(iterator) => iterator.plain()?.as_hash(),
        _ => None,
    }
}

/// Returns the elements of an iterator; `None` for anything else.
pub fn elements<'h>(heap: &'h Heap, value: Value<'h>) -> Option<Vec<Value<'h>>> {
    match value {
        Value::Iterator(_) => all(heap, value),
        _ => None,
    }
}

/// Returns the entries of a hash that its iterator has not passed yet, and marks all of them as
/// passed.
pub fn rest_of_hash<'h>(heap: &'h Heap, value: Value<'h>) -> Option<&'h Hash<'h>> {
    let Value::Iterator(iterator) = value else {
        return None;
    };
    let hash = iterator.plain()?.as_hash()?;
    let taken = iterator.taken.replace(iterator.len);
    if taken == 0 {
        return Some(hash);
    }
    let mut rest = HashBuilder::with_capacity(hash.len());
    for (key, value) in hash.iter().skip(taken) {
        rest.insert(key, value);
    }
    Some(rest.finish(heap))
}

/// Returns the greatest number of elements that a slice may have: the number that Puppet assumes,
/// which rounds down and leaves out the last number of a range.
pub fn slice_max(value: Value<'_>) -> Option<usize> {
    let claimed = match (first_integer(value), value) {
        (Some(_), _) => View::of(value)?.len.checked_sub(1),
        (_, Value::Iterator(iterator)) if iterator.counts() => iterator.len.checked_sub(1),
        (_, Value::Iterator(iterator)) => iterator.claimed,
        _ => None,
    };
    claimed.filter(|claimed| *claimed > 0)
}

/// Returns all elements of a value; `None` when it can't be iterated over.
pub fn all<'h>(heap: &'h Heap, value: Value<'h>) -> Option<Vec<Value<'h>>> {
    let mut elements = Elements::of(value)?;
    limits::items::<Value<'h>>(elements.len());
    if let (Source::Integers(first), None) = (&elements.source, elements.iterator) {
        let start = first.wrapping_add(elements.start);
        let at = |index: usize| start.wrapping_add((index as i64).wrapping_mul(elements.stride));
        return Some((0..elements.len).map(at).map(Value::Integer).collect());
    }
    let mut all = Vec::with_capacity(elements.len().min(1 << 20));
    while let Some(element) = elements.next(heap) {
        all.push(element);
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(heap: &Heap, value: Value<'_>) -> Vec<i64> {
        let all = all(heap, value).unwrap_or_default();
        all.into_iter().filter_map(Value::as_integer).collect()
    }

    #[test]
    fn chains_of_steps_and_reversals_are_places_of_one_source() {
        let heap = Heap::new();
        let heap = &heap;
        let step = |v, n| {
            Iterator::step(heap, v, n)
                .ok()
                .flatten()
                .map(Value::Iterator)
        };
        let reverse = |v| Iterator::reverse(heap, v).map(Value::Iterator);
        let ten = Value::Integer(10);
        let odd = step(ten, 3).and_then(reverse);
        assert_eq!(odd.map(|v| numbers(heap, v)), Some(vec![9, 6, 3, 0]));
        let back = reverse(ten).and_then(|v| step(v, 4));
        assert_eq!(back.map(|v| numbers(heap, v)), Some(vec![9, 5]));
        // elements that have been read are gone
        assert_eq!(back.map(|v| numbers(heap, v)), Some(vec![]));
        assert_eq!(odd.map(|v| numbers(heap, v)), Some(vec![]));
    }
}
