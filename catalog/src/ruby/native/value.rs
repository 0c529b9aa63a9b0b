//! Values of a native template.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::HashMap;

use runtime::regex::Pattern;
use runtime::{Value, limits, text};

use super::lower::Class;

/// The form of a key by which the index of a hash finds it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Key {
    Text(Box<str>),
    Integer(i64),
    Symbol(Arc<str>),
}

/// Pairs of a hash beyond which it has an index.
const UNINDEXED_MAX: usize = 16;

/// The pairs of a hash that was made here.
#[derive(Default)]
pub struct Pairs<'h> {
    list: Vec<(Val<'h>, Val<'h>)>,
    /// The places of the keys, once there are many.
    index: HashMap<Key, usize>,
}

impl<'h> Pairs<'h> {
    fn find(&self, key: &Val<'h>) -> Option<usize> {
        match key.key() {
            Some(key) if !self.index.is_empty() => self.index.get(&key).copied(),
            _ => self.list.iter().position(|(known, _)| known.is_key(key)),
        }
    }

    /// Sets an entry.
    pub fn put(&mut self, key: Val<'h>, value: Val<'h>) {
        limits::items::<(Val<'h>, Val<'h>)>(self.list.len());
        if let Some(at) = self.find(&key) {
            self.list[at].1 = value;
            return;
        }
        let at = self.list.len();
        if at == UNINDEXED_MAX {
            let keys = self.list.iter().enumerate();
            self.index = keys
                .filter_map(|(at, (key, _))| Some((key.key()?, at)))
                .collect();
        }
        if at >= UNINDEXED_MAX
            && let Some(key) = key.key()
        {
            self.index.insert(key, at);
        }
        self.list.push((key, value));
    }
}

/// A value. What comes from a scope stays as it is and cannot be changed.
#[derive(Clone)]
pub enum Val<'h> {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// A text of evaluation.
    Known(&'h str),
    /// A text that was made here.
    Text(Rc<str>),
    Symbol(Arc<str>),
    /// An array or hash of evaluation.
    Plain(Value<'h>),
    List(Rc<RefCell<Vec<Val<'h>>>>),
    Hash(Rc<RefCell<Pairs<'h>>>),
    Range(i64, i64, bool),
    Regexp(Arc<Pattern>),
    Class(Class),
}

impl<'h> Val<'h> {
    /// A value of evaluation; none when it is an object of Puppet's own.
    pub fn of(value: Value<'h>) -> Option<Val<'h>> {
        Some(match value {
            Value::Undef => Val::Nil,
            Value::Boolean(value) => Val::Boolean(value),
            Value::Integer(value) => Val::Integer(value),
            Value::Float(value) => Val::Float(value),
            Value::String(text) => match text.raw().is_none() {
                true => Val::Known(text.as_str()),
                false => return None,
            },
            Value::Array(_) | Value::Hash(_) => match is_plain(value, &mut { PARTS_MAX }) {
                true => Val::Plain(value),
                false => return None,
            },
            _ => return None,
        })
    }

    /// A part of an array or hash that is known to be plain.
    fn part(value: Value<'h>) -> Val<'h> {
        match value {
            Value::Array(_) | Value::Hash(_) => Val::Plain(value),
            other => Val::of(other).unwrap_or(Val::Nil),
        }
    }

    pub fn text(text: &str) -> Val<'h> {
        Val::Text(text.into())
    }

    pub fn list(items: Vec<Val<'h>>) -> Val<'h> {
        Val::List(Rc::new(RefCell::new(items)))
    }

    pub fn hash(pairs: Vec<(Val<'h>, Val<'h>)>) -> Val<'h> {
        let mut all = Pairs::default();
        for (key, value) in pairs {
            all.put(key, value);
        }
        Val::Hash(Rc::new(RefCell::new(all)))
    }

    pub fn is_truthy(&self) -> bool {
        !matches!(self, Val::Nil | Val::Boolean(false))
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Val::Known(text) => Some(text),
            Val::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of an array.
    pub fn items(&self) -> Option<Vec<Val<'h>>> {
        match self {
            Val::List(items) => Some(items.borrow().clone()),
            Val::Plain(Value::Array(items)) => Some(items.iter().map(Val::part).collect()),
            _ => None,
        }
    }

    /// The pairs of a hash.
    pub fn pairs(&self) -> Option<Vec<(Val<'h>, Val<'h>)>> {
        match self {
            Val::Hash(pairs) => Some(pairs.borrow().list.clone()),
            Val::Plain(Value::Hash(hash)) => {
                let pairs = hash.iter();
                Some(pairs.map(|(k, v)| (Val::part(k), Val::part(v))).collect())
            }
            _ => None,
        }
    }

    /// The value as a key of an index; `None` for kinds that are compared with each key instead.
    pub fn key(&self) -> Option<Key> {
        match self {
            Val::Integer(value) => Some(Key::Integer(*value)),
            Val::Symbol(name) => Some(Key::Symbol(Arc::clone(name))),
            _ => self.as_str().map(|text| Key::Text(text.into())),
        }
    }

    /// The value of a hash under a key.
    pub fn entry(&self, key: &Val<'h>) -> Option<Val<'h>> {
        match (self, key) {
            (Val::Hash(pairs), _) => {
                let pairs = pairs.borrow();
                pairs.find(key).map(|at| pairs.list[at].1.clone())
            }
            (Val::Plain(Value::Hash(hash)), Val::Known(name)) => hash.get_str(name).map(Val::part),
            (Val::Plain(Value::Hash(hash)), Val::Text(name)) => hash.get_str(name).map(Val::part),
            (Val::Plain(Value::Hash(_)), Val::Symbol(_)) => None,
            (Val::Plain(Value::Hash(hash)), _) => {
                let mut pairs = hash.iter();
                let found = pairs.find(|(known, _)| Val::part(*known).is_key(key));
                found.map(|(_, value)| Val::part(value))
            }
            _ => None,
        }
    }

    /// The number of items of an array or pairs of a hash.
    pub fn len(&self) -> Option<usize> {
        match self {
            Val::List(items) => Some(items.borrow().len()),
            Val::Hash(pairs) => Some(pairs.borrow().list.len()),
            Val::Plain(Value::Array(items)) => Some(items.len()),
            Val::Plain(Value::Hash(hash)) => Some(hash.len()),
            _ => None,
        }
    }

    /// An item of an array.
    pub fn item(&self, at: usize) -> Option<Val<'h>> {
        match self {
            Val::List(items) => items.borrow().get(at).cloned(),
            Val::Plain(Value::Array(items)) => items.iter().nth(at).map(Val::part),
            _ => None,
        }
    }

    pub fn is_array(&self) -> bool {
        matches!(self, Val::List(_) | Val::Plain(Value::Array(_)))
    }

    pub fn is_hash(&self) -> bool {
        matches!(self, Val::Hash(_) | Val::Plain(Value::Hash(_)))
    }

    /// Whether an array or hash that was made here is part of this value.
    pub fn holds(&self, part: &Val<'h>) -> bool {
        limits::stack();
        match (self, part) {
            (Val::List(one), Val::List(two)) if Rc::ptr_eq(one, two) => true,
            (Val::Hash(one), Val::Hash(two)) if Rc::ptr_eq(one, two) => true,
            (Val::List(items), _) => items.borrow().iter().any(|item| item.holds(part)),
            (Val::Hash(pairs), _) => {
                let pairs = pairs.borrow();
                pairs
                    .list
                    .iter()
                    .any(|(key, value)| key.holds(part) || value.holds(part))
            }
            _ => false,
        }
    }

    pub fn is_of(&self, class: Class) -> bool {
        match self {
            Val::Nil => class == Class::Nil,
            Val::Boolean(true) => class == Class::True,
            Val::Boolean(false) => class == Class::False,
            Val::Integer(_) => matches!(class, Class::Integer | Class::Numeric),
            Val::Float(_) => matches!(class, Class::Float | Class::Numeric),
            Val::Known(_) | Val::Text(_) => class == Class::String,
            Val::Symbol(_) => class == Class::Symbol,
            Val::Plain(Value::Array(_)) | Val::List(_) => class == Class::Array,
            Val::Plain(_) | Val::Hash(_) => class == Class::Hash,
            Val::Range(..) | Val::Regexp(_) | Val::Class(_) => false,
        }
    }

    /// Whether two values are one key of a hash.
    pub fn is_key(&self, other: &Val<'h>) -> bool {
        match (self, other) {
            (Val::Integer(_), Val::Float(_)) | (Val::Float(_), Val::Integer(_)) => false,
            _ => self.equals(other),
        }
    }

    /// `==`
    pub fn equals(&self, other: &Val<'h>) -> bool {
        limits::stack();
        limits::time();
        if let (Some(one), Some(two)) = (self.as_str(), other.as_str()) {
            return one == two;
        }
        match (self, other) {
            (Val::Nil, Val::Nil) => true,
            (Val::Boolean(one), Val::Boolean(two)) => one == two,
            (Val::Integer(one), Val::Integer(two)) => one == two,
            (Val::Float(one), Val::Float(two)) => one == two,
            (Val::Integer(one), Val::Float(two)) | (Val::Float(two), Val::Integer(one)) => {
                *one as f64 == *two
            }
            (Val::Symbol(one), Val::Symbol(two)) => one == two,
            (Val::Class(one), Val::Class(two)) => one == two,
            _ => {
                if let (Some(one), Some(two)) = (self.items(), other.items()) {
                    return one.len() == two.len()
                        && one.iter().zip(&two).all(|(a, b)| a.equals(b));
                }
                let (Some(one), Some(two)) = (self.pairs(), other.pairs()) else {
                    return false;
                };
                one.len() == two.len()
                    && one.iter().all(|(key, value)| {
                        let found = two.iter().find(|(other, _)| other.is_key(key));
                        found.is_some_and(|(_, other)| other.equals(value))
                    })
            }
        }
    }

    /// `<=>`; none when the values cannot be compared.
    pub fn order(&self, other: &Val<'h>) -> Option<Ordering> {
        limits::stack();
        limits::time();
        if let (Some(one), Some(two)) = (self.as_str(), other.as_str()) {
            return Some(one.cmp(two));
        }
        match (self, other) {
            (Val::Integer(one), Val::Integer(two)) => Some(one.cmp(two)),
            (Val::Float(one), Val::Float(two)) => one.partial_cmp(two),
            (Val::Integer(one), Val::Float(two)) => (*one as f64).partial_cmp(two),
            (Val::Float(one), Val::Integer(two)) => one.partial_cmp(&(*two as f64)),
            (Val::Symbol(one), Val::Symbol(two)) => Some(one.cmp(two)),
            _ => {
                let (one, two) = (self.items()?, other.items()?);
                for (a, b) in one.iter().zip(&two) {
                    match a.order(b)? {
                        Ordering::Equal => {}
                        other => return Some(other),
                    }
                }
                Some(one.len().cmp(&two.len()))
            }
        }
    }

    /// `to_s`; false when it is not known.
    #[must_use]
    pub fn write(&self, out: &mut String) -> bool {
        match self {
            Val::Nil => {}
            Val::Known(text) => out.push_str(text),
            Val::Text(text) => out.push_str(text),
            Val::Symbol(name) => out.push_str(name),
            Val::Plain(value) => out.push_str(&text::ruby_inspect(*value)),
            _ => return self.inspect(out),
        }
        true
    }

    /// `inspect`; false when it is not known.
    #[must_use]
    pub fn inspect(&self, out: &mut String) -> bool {
        limits::stack();
        limits::room(out.len());
        match self {
            Val::Nil => out.push_str("nil"),
            Val::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Val::Integer(value) => out.push_str(&value.to_string()),
            Val::Float(value) => text::float(*value, out),
            Val::Known(text) => text::inspected(text, out),
            Val::Text(text) => text::inspected(text, out),
            Val::Plain(value) => out.push_str(&text::ruby_inspect(*value)),
            Val::List(items) => {
                out.push('[');
                for (at, item) in items.borrow().iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    if !item.inspect(out) {
                        return false;
                    }
                }
                out.push(']');
            }
            Val::Hash(pairs) => {
                out.push('{');
                for (at, (key, value)) in pairs.borrow().list.iter().enumerate() {
                    out.push_str(if at > 0 { ", " } else { "" });
                    if !key.inspect(out) {
                        return false;
                    }
                    out.push_str("=>");
                    if !value.inspect(out) {
                        return false;
                    }
                }
                out.push('}');
            }
            Val::Symbol(_) | Val::Range(..) | Val::Regexp(_) | Val::Class(_) => return false,
        }
        true
    }
}

/// Parts of an array or hash of evaluation, at most: parts that are shared count each time.
const PARTS_MAX: u32 = 1 << 20;

/// Whether an array or hash holds nothing but values that Ruby has, too, and not too many of them.
fn is_plain(value: Value<'_>, room: &mut u32) -> bool {
    limits::stack();
    let Some(left) = room.checked_sub(1) else {
        return false;
    };
    *room = left;
    match value {
        Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => true,
        Value::String(text) => text.raw().is_none(),
        Value::Array(items) => items.iter().all(|item| is_plain(item, room)),
        Value::Hash(hash) => hash
            .iter()
            .all(|(key, value)| is_plain(key, room) && is_plain(value, room)),
        _ => false,
    }
}
