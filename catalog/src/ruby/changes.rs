//! Applies the changes that Ruby code makes in place to values that were passed to it.

use std::cell::{OnceCell, RefCell};

use runtime::interp::{self, Changes, Content, Frozen, Part};
use runtime::value::Str;
use runtime::{Cx, Value};

use super::Ruby;
use super::answer_context::AnswerContext;

/// Values that Ruby code may change, by the numbers under which it reports changes.
#[derive(Default)]
pub(super) struct Watched<'h> {
    values: RefCell<Vec<Value<'h>>>,
    frozen: OnceCell<Frozen>,
}

impl<'h> Watched<'h> {
    /// Gives a value the next number. Returns that number and then the positions of the value's
    /// frozen parts. A copy (`is_copy`) that Puppet made for its receiver has no frozen parts.
    pub fn number(&self, cx: &Cx<'h>, value: Value<'h>, is_copy: bool) -> Vec<i64> {
        let frozen = self.frozen.get_or_init(|| Frozen::of(cx));
        let mut parts = Vec::new();
        interp::parts(value, &mut parts);
        let mut values = self.values.borrow_mut();
        values.push(value);
        let mut numbers = vec![values.len() as i64 - 1];
        let is_frozen = |part: Value<'h>| !is_copy && frozen.has(cx, part);
        let places = (0..parts.len()).filter(|at| is_frozen(parts[*at]));
        numbers.extend(places.map(|at| at as i64));
        numbers
    }
}

impl<'h> Ruby<'h> {
    /// Returns the part that a pair of value number and position names.
    pub(super) fn known_part(&self, place: Value<'h>) -> Option<Value<'h>> {
        match items(place)[..] {
            [number, place] => self.watched_part(number, place),
            _ => None,
        }
    }

    /// Returns the part of a watched value at a position.
    fn watched_part(&self, number: Value<'h>, place: Value<'h>) -> Option<Value<'h>> {
        let at = |value: Value<'h>| usize::try_from(value.as_integer()?).ok();
        let value = *self.watched.values.borrow().get(at(number)?)?;
        let mut parts = Vec::new();
        interp::parts(value, &mut parts);
        parts.get(at(place)?).copied()
    }
}

impl<'h> AnswerContext<'_, 'h> {
    /// Applies the changes that Ruby code reports: each is a value's number, the position of the
    /// part, and the new content.
    pub(super) fn changed(&self, cx: &mut Cx<'h>, reported: Vec<Value<'h>>) -> Value<'h> {
        let mut changes = Changes::default();
        for change in reported {
            let [number, place, content] = items(change)[..] else {
                continue;
            };
            if let Some(old) = self.ruby.watched_part(number, place)
                && let Some(content) = self.content(cx, old, content)
            {
                changes.add(old, content);
            }
        }
        changes.spread(cx);
        self.compiler.renew_parameters(cx, &mut changes);
        for value in self.ruby.watched.values.borrow_mut().iter_mut() {
            *value = changes.renewed(cx, *value, false);
        }
        Value::Undef
    }

    fn content(&self, cx: &Cx<'h>, old: Value<'h>, content: Value<'h>) -> Option<Content<'h>> {
        match (old, content) {
            (Value::String(_), Value::String(text)) => {
                let copy = match text.raw() {
                    Some(bytes) => Str::of_bytes(cx.heap, &bytes),
                    None => text,
                };
                Some(Content::Text(Value::String(copy)))
            }
            (Value::Array(_), content) => {
                let parts = items(content).into_iter();
                let parts = parts.map(|part| self.part(&items(part)));
                Some(Content::Items(parts.collect::<Option<_>>()?))
            }
            (Value::Hash(_), content) => {
                let entries = items(content).into_iter().map(|entry| {
                    let entry = items(entry);
                    let (key, part) = entry.split_first()?;
                    Some((*key, self.part(part)?))
                });
                Some(Content::Entries(entries.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    fn part(&self, part: &[Value<'h>]) -> Option<Part<'h>> {
        match *part {
            [_, value] => Some(Part::New(value)),
            [_, number, place] => Some(Part::Known(self.ruby.watched_part(number, place)?)),
            _ => None,
        }
    }
}

fn items<'h>(value: Value<'h>) -> Vec<Value<'h>> {
    let items = value.as_array();
    items.map_or_else(Vec::new, |items| items.iter().collect())
}
