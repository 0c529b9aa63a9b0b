//! Owns the values of native Ruby code.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::fmt::Write;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;
use rubycore::gem_version::GemVersion;
use rubycore::regexp::{Pattern, Spans};
use rubycore::{float, inspect};
use runtime::error::Res;
use runtime::types::object::{self, Platform};
use runtime::value::Str;
use runtime::{Heap, Value, limits, text};

use super::code::{Class, Scope};
use super::methods::Method;
use super::object::{Object, doubt};
use super::pairs::Pairs;
use crate::data::Data;

/// A value. Values that come from a scope are shared with the evaluation and cannot be changed.
#[derive(Clone)]
pub enum Val<'h> {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// A text of the evaluation.
    Known(&'h str),
    /// A literal text in the code; it cannot be changed.
    Shared(Arc<str>),
    /// A text that native code created.
    Text(Rc<String>),
    Symbol(Arc<str>),
    /// An array or hash of the evaluation.
    Plain(Value<'h>),
    List(Rc<RefCell<Vec<Val<'h>>>>),
    Hash(Rc<RefCell<Pairs<'h>>>),
    Range(i64, i64, bool),
    Regexp(Arc<Pattern>),
    Class(Class),
    /// The calling scope or the top scope.
    Scope(Scope),
    /// A value whose content is not shown.
    Sensitive(Value<'h>),
    /// The context of a lookup.
    Context(Value<'h>),
    /// The value of `RUBY_VERSION`, which is known only to be at least 3.1.
    RubyVersion,
    Matched(Rc<Matched>),
    Enumerator(Rc<Enumerator<'h>>),
    Object(Rc<Object<'h>>),
}

// each step of running code passes values on
const _: () = assert!(size_of::<Val<'static>>() == 24);

/// The result of a method that was called without its block: the call, and the items that the block
/// would get.
pub struct Enumerator<'h> {
    pub method: Method,
    pub receiver: Val<'h>,
    pub items: Vec<Val<'h>>,
}

/// A match of a regular expression.
pub struct Matched {
    pub pattern: Arc<Pattern>,
    pub text: String,
    pub spans: Spans,
}

impl Matched {
    /// Returns the text that a group has matched.
    pub fn group(&self, group: usize) -> Option<&str> {
        let (from, to) = self.spans.get(group)?;
        self.text.get(from..to)
    }

    /// Returns the text that a named group has matched.
    ///
    /// # Errors
    /// Fails if there is no such group.
    pub fn named<'h>(&self, name: &str) -> Res<'h, Option<&str>> {
        Ok(self.group(self.pattern.group_of(name, &self.spans)?))
    }
}

impl<'h> Val<'h> {
    /// Wraps a value of the evaluation.
    pub fn of(value: Value<'h>) -> Val<'h> {
        match value {
            Value::Undef => Val::Nil,
            Value::Boolean(value) => Val::Boolean(value),
            Value::Integer(value) => Val::Integer(value),
            Value::Float(value) => Val::Float(value),
            Value::String(text) if text.raw().is_none() => Val::Known(text.as_str()),
            Value::Array(_) | Value::Hash(_) => Val::Plain(value),
            Value::Sensitive(_) => Val::Sensitive(value),
            Value::Default => Val::Symbol("default".into()),
            Value::Object(object) if object.ty.is_lookup_context() => Val::Context(value),
            Value::Object(object) => match object.platform() {
                Some(Platform::Symbol(name)) => Val::Symbol(name.into()),
                _ => Val::object(Object::Other(value)),
            },
            _ => Val::object(Object::Other(value)),
        }
    }

    /// Copies a value of the evaluation so that code may change it.
    pub fn copy_of(value: Value<'h>) -> Val<'h> {
        limits::stack();
        match value {
            Value::String(text) if text.raw().is_none() => Val::text(text.as_str()),
            Value::Array(items) => {
                limits::items::<Val<'h>>(items.len());
                Val::list(items.iter().map(Val::copy_of).collect())
            }
            Value::Hash(hash) => {
                limits::items::<(Val<'h>, Val<'h>)>(hash.len());
                let pairs = hash.iter();
                Val::hash(pairs.map(|(k, v)| (Val::of(k), Val::copy_of(v))).collect())
            }
            other => Val::of(other),
        }
    }

    pub fn object(object: Object<'h>) -> Val<'h> {
        Val::Object(Rc::new(object))
    }

    pub fn text(text: &str) -> Val<'h> {
        Val::Text(Rc::new(text.to_owned()))
    }

    pub fn string(text: String) -> Val<'h> {
        limits::room(text.len());
        Val::Text(Rc::new(text))
    }

    pub fn option(found: Option<Val<'h>>) -> Val<'h> {
        found.unwrap_or(Val::Nil)
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

    /// Converts data to a value; some data stand for patterns. Returns `None` for data that is not
    /// a plain value.
    pub fn of_data(data: &Data, patterns: &[Arc<Pattern>]) -> Option<Val<'h>> {
        limits::stack();
        Some(match data {
            Data::Undef => Val::Nil,
            Data::Boolean(value) => Val::Boolean(*value),
            Data::Integer(value) => Val::Integer(*value),
            Data::Float(value) => Val::Float(*value),
            Data::String(text) => Val::text(text),
            Data::Array(items) => {
                let items = items.iter().map(|item| Val::of_data(item, patterns));
                Val::list(items.collect::<Option<_>>()?)
            }
            Data::Hash(hash) => {
                let pairs = hash.iter();
                let pairs = pairs.map(|(key, value)| {
                    Some((Val::of_data(key, patterns)?, Val::of_data(value, patterns)?))
                });
                Val::hash(pairs.collect::<Option<_>>()?)
            }
            Data::Rich(rich) => Val::Regexp(Arc::clone(patterns.get(rich.index as usize)?)),
            _ => return None,
        })
    }

    pub fn is_truthy(&self) -> bool {
        !matches!(self, Val::Nil | Val::Boolean(false))
    }

    pub fn as_str(&self) -> Option<&str> {
        match self {
            Val::Known(text) => Some(text),
            Val::Shared(text) => Some(text),
            Val::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the items of an array.
    pub fn items(&self) -> Option<Vec<Val<'h>>> {
        match self {
            Val::List(items) => Some(items.borrow().clone()),
            Val::Plain(Value::Array(items)) => Some(items.iter().map(Val::of).collect()),
            _ => None,
        }
    }

    /// Returns the pairs of a hash.
    pub fn pairs(&self) -> Option<Vec<(Val<'h>, Val<'h>)>> {
        match self {
            Val::Hash(pairs) => Some(pairs.borrow().list().to_vec()),
            Val::Plain(Value::Hash(hash)) => {
                let pairs = hash.iter();
                Some(pairs.map(|(k, v)| (Val::of(k), Val::of(v))).collect())
            }
            _ => None,
        }
    }

    /// Returns the hash of a value as a key; `None` for kinds that are compared with each key
    /// instead.
    pub fn key_hash(&self, state: &FixedState) -> Option<u64> {
        match self {
            Val::Integer(value) => Some(state.hash_one(value)),
            Val::Symbol(name) => Some(state.hash_one(&**name)),
            _ => self.as_str().map(|text| state.hash_one(text)),
        }
    }

    /// Returns the value of a key in a hash.
    pub fn entry(&self, key: &Val<'h>) -> Option<Val<'h>> {
        match (self, key) {
            (Val::Hash(pairs), _) => {
                let pairs = pairs.borrow();
                pairs.get(key).cloned()
            }
            (Val::Plain(Value::Hash(hash)), Val::Known(name)) => hash.get_str(name).map(Val::of),
            (Val::Plain(Value::Hash(hash)), Val::Text(name)) => hash.get_str(name).map(Val::of),
            (Val::Plain(Value::Hash(hash)), Val::Shared(name)) => hash.get_str(name).map(Val::of),
            (Val::Plain(Value::Hash(hash)), Val::Symbol(_)) => {
                // only keys that are not texts can be equal to a symbol
                let mut pairs = hash
                    .iter()
                    .filter(|(key, _)| !matches!(key, Value::String(_)));
                let found = pairs.find(|(known, _)| Val::of(*known).is_key(key));
                found.map(|(_, value)| Val::of(value))
            }
            (Val::Plain(Value::Hash(hash)), _) => {
                let mut pairs = hash.iter();
                let found = pairs.find(|(known, _)| Val::of(*known).is_key(key));
                found.map(|(_, value)| Val::of(value))
            }
            _ => None,
        }
    }

    /// Returns the number of items of an array or of pairs of a hash.
    pub fn len(&self) -> Option<usize> {
        match self {
            Val::List(items) => Some(items.borrow().len()),
            Val::Hash(pairs) => Some(pairs.borrow().list().len()),
            Val::Plain(Value::Array(items)) => Some(items.len()),
            Val::Plain(Value::Hash(hash)) => Some(hash.len()),
            _ => None,
        }
    }

    /// Returns an item of an array.
    pub fn item(&self, at: usize) -> Option<Val<'h>> {
        match self {
            Val::List(items) => items.borrow().get(at).cloned(),
            Val::Plain(Value::Array(items)) => items.iter().nth(at).map(Val::of),
            _ => None,
        }
    }

    /// Returns a pair of a hash.
    pub fn pair(&self, at: usize) -> Option<(Val<'h>, Val<'h>)> {
        match self {
            Val::Hash(pairs) => pairs.borrow().list().get(at).cloned(),
            Val::Plain(Value::Hash(hash)) => {
                let (key, value) = hash.entry(at)?;
                Some((Val::of(key), Val::of(value)))
            }
            _ => None,
        }
    }

    /// Returns the value of a pair of a hash.
    pub fn pair_value(&self, at: usize) -> Option<Val<'h>> {
        match self {
            Val::Hash(pairs) => pairs
                .borrow()
                .list()
                .get(at)
                .map(|(_, value)| value.clone()),
            Val::Plain(Value::Hash(hash)) => hash.entry(at).map(|(_, value)| Val::of(value)),
            _ => None,
        }
    }

    pub fn is_array(&self) -> bool {
        matches!(self, Val::List(_) | Val::Plain(Value::Array(_)))
    }

    pub fn is_hash(&self) -> bool {
        matches!(self, Val::Hash(_) | Val::Plain(Value::Hash(_)))
    }

    /// Returns true if this value is, or contains, the array or hash `part`, which native code
    /// created.
    pub fn holds(&self, part: &Val<'h>) -> bool {
        limits::stack();
        match (self, part) {
            (Val::List(one), Val::List(two)) if Rc::ptr_eq(one, two) => true,
            (Val::Hash(one), Val::Hash(two)) if Rc::ptr_eq(one, two) => true,
            (Val::List(items), _) => items.borrow().iter().any(|item| item.holds(part)),
            (Val::Hash(pairs), _) => {
                let pairs = pairs.borrow();
                pairs
                    .list()
                    .iter()
                    .any(|(key, value)| key.holds(part) || value.holds(part))
            }
            _ => false,
        }
    }

    /// Returns the address of an array or hash that native code created.
    pub fn address(&self) -> Option<usize> {
        match self {
            Val::List(list) => Some(Rc::as_ptr(list).addr()),
            Val::Hash(pairs) => Some(Rc::as_ptr(pairs).addr()),
            _ => None,
        }
    }

    /// Returns the class; `None` for a value that is not plain.
    pub fn class(&self) -> Option<Class> {
        let all = [
            Class::Array,
            Class::False,
            Class::Float,
            Class::Hash,
            Class::Integer,
            Class::Nil,
            Class::String,
            Class::Symbol,
            Class::True,
        ];
        all.into_iter().find(|class| self.is_of(*class))
    }

    pub fn is_of(&self, class: Class) -> bool {
        match self {
            Val::Nil => class == Class::Nil,
            Val::Boolean(true) => class == Class::True,
            Val::Boolean(false) => class == Class::False,
            Val::Integer(_) => matches!(class, Class::Integer | Class::Numeric),
            Val::Float(_) => matches!(class, Class::Float | Class::Numeric),
            Val::Known(_) | Val::Shared(_) | Val::Text(_) => class == Class::String,
            Val::Symbol(_) => class == Class::Symbol,
            Val::Plain(Value::Array(_)) | Val::List(_) => class == Class::Array,
            Val::Plain(_) | Val::Hash(_) => class == Class::Hash,
            Val::Regexp(_) => class == Class::Regexp,
            Val::Range(..)
            | Val::Class(_)
            | Val::Scope(_)
            | Val::Matched(_)
            | Val::Context(_)
            | Val::RubyVersion
            | Val::Enumerator(_) => false,
            Val::Object(_) if matches!(class, Class::Error(_)) => {
                doubt();
                false
            }
            Val::Object(object) => {
                if let Object::Other(value) = &**object
                    && !matches!(value, Value::Type(_) | Value::Binary(_))
                {
                    doubt();
                }
                false
            }
            Val::Sensitive(_) => class == Class::Sensitive,
        }
    }

    /// Returns true if two values are the same key of a hash.
    pub fn is_key(&self, other: &Val<'h>) -> bool {
        match (self, other) {
            (Val::Integer(_), Val::Float(_)) | (Val::Float(_), Val::Integer(_)) => false,
            _ => match (self.version(), other.version()) {
                (Some(one), Some(two)) => one.as_str() == two.as_str(),
                _ => self.equals(other),
            },
        }
    }

    /// Converts to a value of the evaluation; returns `None` if Puppet has no such value.
    pub fn value(&self, heap: &'h Heap) -> Option<Value<'h>> {
        limits::stack();
        Some(match self {
            Val::Nil => Value::Undef,
            Val::Boolean(value) => Value::Boolean(*value),
            Val::Integer(value) => Value::Integer(*value),
            Val::Float(value) => Value::Float(*value),
            Val::Known(text) => Value::string(heap, text),
            Val::Shared(text) => Value::string(heap, text),
            Val::Text(text) => Value::string(heap, text),
            Val::Plain(value) | Val::Sensitive(value) | Val::Context(value) => *value,
            Val::Object(object) => match &**object {
                Object::Other(value) => *value,
                Object::Bytes(bytes) => Value::String(Str::of_bytes(heap, bytes)),
                _ => return None,
            },
            Val::Symbol(name) => match &**name {
                "default" => Value::Default,
                "undef" => Value::Undef,
                name => object::symbol(heap, name),
            },
            Val::List(items) => {
                let items = items.borrow();
                let items = items.iter().map(|item| item.value(heap));
                Value::array(heap, &items.collect::<Option<Vec<_>>>()?)
            }
            Val::Hash(pairs) => {
                let pairs = pairs.borrow();
                // a hash with a default is another kind of object in Ruby
                let pairs = pairs.list().iter();
                let pairs = pairs.map(|(key, value)| Some((key.value(heap)?, value.value(heap)?)));
                Value::hash(heap, &pairs.collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        })
    }

    /// Implements `==`.
    pub fn equals(&self, other: &Val<'h>) -> bool {
        if let (Some(one), Some(two)) = (self.as_str(), other.as_str()) {
            return one == two;
        }
        limits::stack();
        limits::time();
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
            (Val::Range(a, b, c), Val::Range(d, e, f)) => (a, b, c) == (d, e, f),
            (Val::Regexp(one), Val::Regexp(two)) => one == two,
            (Val::Object(one), Val::Object(two)) => one.equals(two),
            (Val::Object(_), Val::Nil | Val::Boolean(_))
            | (Val::Nil | Val::Boolean(_), Val::Object(_)) => false,
            (Val::Object(_) | Val::Sensitive(_), _) | (_, Val::Object(_) | Val::Sensitive(_)) => {
                doubt();
                false
            }
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

    /// Returns the version of a package that this value is.
    pub fn version(&self) -> Option<&GemVersion> {
        match self {
            Val::Object(object) => match &**object {
                Object::Version(version) => Some(version),
                _ => None,
            },
            _ => None,
        }
    }

    /// Implements `<=>`; returns `None` if the values cannot be compared.
    pub fn order(&self, other: &Val<'h>) -> Option<Ordering> {
        if let (Some(one), Some(two)) = (self.as_str(), other.as_str()) {
            return Some(one.cmp(two));
        }
        limits::stack();
        limits::time();
        match (self, other) {
            (Val::Integer(one), Val::Integer(two)) => Some(one.cmp(two)),
            (Val::Float(one), Val::Float(two)) => one.partial_cmp(two),
            (Val::Integer(one), Val::Float(two)) => (*one as f64).partial_cmp(two),
            (Val::Float(one), Val::Integer(two)) => one.partial_cmp(&(*two as f64)),
            (Val::Symbol(one), Val::Symbol(two)) => Some(one.cmp(two)),
            (Val::Object(_), Val::Object(_)) => Some(self.version()?.cmp(other.version()?)),
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

    /// Implements `to_s`; returns false if the text is not known.
    #[must_use]
    pub fn write(&self, out: &mut String) -> bool {
        match self {
            Val::Nil => {}
            Val::Known(text) => out.push_str(text),
            Val::Shared(text) => out.push_str(text),
            Val::Text(text) => out.push_str(text),
            Val::Symbol(name) => out.push_str(name),
            Val::Sensitive(_) => out.push_str("Sensitive [value redacted]"),
            Val::Class(class) => out.push_str(class.name()),
            _ => match self.version() {
                Some(version) => out.push_str(version.as_str()),
                None => return self.inspect(out),
            },
        }
        true
    }

    /// Implements `inspect`; returns false if the text is not known.
    #[must_use]
    pub fn inspect(&self, out: &mut String) -> bool {
        limits::stack();
        limits::room(out.len());
        match self {
            Val::Nil => out.push_str("nil"),
            Val::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Val::Integer(value) => {
                let _ = write!(out, "{value}");
            }
            Val::Float(value) => float::write(*value, out),
            Val::Known(text) => inspect::write(text, out),
            Val::Shared(text) => inspect::write(text, out),
            // for \u0000 Ruby writes \x00 if the text's encoding is ASCII, such as that of a
            // converted number
            Val::Text(text) if text.is_ascii() && text.chars().any(is_unnamed_control) => {
                return false;
            }
            Val::Text(text) => inspect::write(text, out),
            Val::Plain(value) if is_plain(*value, &mut { PARTS_MAX }) => {
                out.push_str(&text::ruby_inspect(*value));
            }
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
                for (at, (key, value)) in pairs.borrow().list().iter().enumerate() {
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
            Val::Sensitive(_) => out.push_str("#<Sensitive [value redacted]>"),
            Val::Symbol(name) if is_name(name) => {
                out.push(':');
                out.push_str(name);
            }
            Val::Range(from, to, exclusive) => {
                let dots = if *exclusive { "..." } else { ".." };
                out.push_str(&format!("{from}{dots}{to}"));
            }
            Val::Symbol(_)
            | Val::Regexp(_)
            | Val::Class(_)
            | Val::Scope(_)
            | Val::Matched(_)
            | Val::Context(_)
            | Val::RubyVersion
            | Val::Plain(_)
            | Val::Object(_)
            | Val::Enumerator(_) => return false,
        }
        true
    }
}

/// Returns true if `inspect` shows a character as its code.
fn is_unnamed_control(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\x07'..='\r' | '\x1b')
}

/// Returns true if `inspect` shows a symbol without quotes.
fn is_name(name: &str) -> bool {
    let plain = name.strip_suffix(['?', '!', '=']).unwrap_or(name);
    !plain.starts_with(|c: char| c.is_ascii_digit())
        && !plain.is_empty()
        && plain
            .bytes()
            .all(|c| c.is_ascii_alphanumeric() || c == b'_')
}

/// The maximum number of parts of a plain array or hash; shared parts count each time.
pub const PARTS_MAX: u32 = 1 << 20;

/// Returns true if a value contains only values that Ruby has as well, and not too many; `room` is
/// reduced by their number.
pub fn is_plain(value: Value<'_>, room: &mut u32) -> bool {
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
