//! Owns the data tree of data files, facts and lookups.
//!
//! Data is immutable and shared by threads: a clone copies at most one counted pointer. This module
//! must not know evaluation, scopes or hierarchies; its readers take bytes, not files.

pub mod emit;
pub mod hocon;
pub mod json;
pub mod key_lines;
pub mod yaml;
mod yaml_input;

use foldhash::fast::FixedState;
use indexmap::map::raw_entry_v1::RawEntryApiV1 as _;
use indexmap::{Equivalent, IndexMap};
use runtime::error::Fault;
use std::fmt;
use std::hash::BuildHasher as _;
use std::sync::Arc;

pub use hocon::read_hocon;
pub use json::{read_json, write_json};
pub(crate) use yaml::decimal;
pub use yaml::{load_yaml, load_yaml_with_regexps, read_own_yaml, read_yaml};

/// One value of a data tree.
#[derive(Clone, Debug, Default)]
pub enum Data {
    /// `undef`, YAML's and JSON's null.
    #[default]
    Undef,
    /// `true` or `false`.
    Boolean(bool),
    /// A whole number that fits 64 bits.
    Integer(i64),
    /// The decimal digits of a whole number that does not fit 64 bits.
    BigInteger(Arc<str>),
    /// A number with a fraction.
    Float(f64),
    /// A text.
    String(Arc<str>),
    /// The value of `:name` in YAML; Puppet has no such value and rejects it where it checks.
    Symbol(Arc<str>),
    /// A list.
    Array(Arc<Array>),
    /// A mapping in order of insertion.
    Hash(Arc<Hash>),
    /// The value of `!ruby/encoding UTF-8` in YAML, which Puppet has no equivalent for either.
    Encoding(Arc<str>),
    /// A value that only the evaluator can hold (Sensitive, a type, ...). It never occurs in data
    /// that nodes share.
    Rich(Rich),
}

/// A reference to a value of the evaluator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rich {
    /// Its index in the node's table, which the evaluator keeps.
    pub index: u32,
    /// True if a lookup may return it.
    pub lookup_value: bool,
}

/// Returns true if a text contains `%{`, the beginning of an interpolation.
pub fn may_interpolate(text: &str) -> bool {
    // most texts have no such character at all, and a search for two costs more than for one
    text.as_bytes().contains(&b'%') && text.contains("%{")
}

/// The pairs of a [`Hash`](struct@Hash).
pub type Pairs = IndexMap<Data, Data, FixedState>;

/// A list with a summary of its content.
pub struct Array {
    items: Vec<Data>,
    shape: Shape,
}

/// A mapping with a summary of its content.
pub struct Hash {
    pairs: Pairs,
    shape: Shape,
}

/// A summary of a tree, computed when it is created.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// The number of values with shared parts counted each time; saturates.
    weight: u32,
    /// True if a text or key contains `%{`.
    interpolated: bool,
    /// True if a lookup may return all values and keys.
    lookup_value: bool,
    /// True if a value is [`Data::Rich`].
    rich: bool,
    /// True if all values match the type `Data`, with texts as keys.
    data: bool,
    /// True if a key is a Symbol.
    symbol_keys: bool,
}

/// An error of reading data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The parser's message with the path of the file.
    Parse(String),
    /// The parser's message without the path, where Ruby does not name it.
    Bare(String),
    /// The error of a list in place of an object.
    List(String),
    /// The text is nested too deeply, or contains itself.
    Stack,
    /// Ruby fails with this error.
    Fault(Fault),
}

/// Adds the path of a file before a message. A text that is not from a file has an empty path and
/// an unchanged message.
fn located(path: &str, problem: String) -> String {
    match path {
        "" => problem,
        _ => format!("({path}): {problem}"),
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Parse(text) | ReadError::Bare(text) | ReadError::List(text) => {
                f.write_str(text)
            }
            ReadError::Fault(fault) => f.write_str(&fault.message),
            ReadError::Stack => f.write_str("stack level too deep"),
        }
    }
}

impl Shape {
    const LEAF: Shape = Shape {
        weight: 1,
        interpolated: false,
        lookup_value: true,
        rich: false,
        data: true,
        symbol_keys: false,
    };

    fn of(data: &Data) -> Shape {
        match data {
            Data::String(text) => Shape {
                interpolated: may_interpolate(text),
                ..Shape::LEAF
            },
            Data::Symbol(_) | Data::Encoding(_) => Shape {
                lookup_value: false,
                data: false,
                ..Shape::LEAF
            },
            Data::Rich(value) => Shape {
                lookup_value: value.lookup_value,
                rich: true,
                data: false,
                ..Shape::LEAF
            },
            Data::Array(array) => array.shape,
            Data::Hash(hash) => hash.shape,
            _ => Shape::LEAF,
        }
    }

    fn add(&mut self, data: &Data) {
        let other = Shape::of(data);
        self.weight = self.weight.saturating_add(other.weight);
        self.interpolated |= other.interpolated;
        self.lookup_value &= other.lookup_value;
        self.rich |= other.rich;
        self.data &= other.data;
        self.symbol_keys |= other.symbol_keys;
    }
}

impl Array {
    /// Creates a list of `items`.
    #[must_use]
    pub fn new(items: Vec<Data>) -> Array {
        let mut shape = Shape::LEAF;
        items.iter().for_each(|item| shape.add(item));
        Array { items, shape }
    }
}

impl std::ops::Deref for Array {
    type Target = [Data];
    fn deref(&self) -> &[Data] {
        &self.items
    }
}

impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl Hash {
    /// Creates a mapping of `pairs`.
    #[must_use]
    pub fn new(pairs: Pairs) -> Hash {
        let mut shape = Shape::LEAF;
        for (key, value) in &pairs {
            shape.add(key);
            shape.add(value);
            shape.data &= matches!(key, Data::String(_));
            shape.symbol_keys |= matches!(key, Data::Symbol(_));
            shape.lookup_value &= match key {
                Data::String(_) | Data::Integer(_) | Data::BigInteger(_) => true,
                Data::Float(number) => !number.is_nan(),
                _ => false,
            };
        }
        Hash { pairs, shape }
    }

    /// Returns the value of a text key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Data> {
        self.pairs.get(&Text(key))
    }

    /// Returns the hash of a text key, which is the same in every mapping.
    #[must_use]
    pub fn hash_of(key: &str) -> u64 {
        FixedState::default().hash_one(Text(key))
    }

    /// Returns the value of a text key with a known [`hash_of`](Hash::hash_of).
    #[must_use]
    pub fn get_hashed(&self, hash: u64, key: &str) -> Option<&Data> {
        let found = self
            .pairs
            .raw_entry_v1()
            .from_hash(hash, |known| Text(key).equivalent(known));
        found.map(|(_, value)| value)
    }

    /// Returns the value of any key.
    #[must_use]
    pub fn get_data(&self, key: &Data) -> Option<&Data> {
        self.pairs.get(key)
    }
}

impl std::ops::Deref for Hash {
    type Target = Pairs;
    fn deref(&self) -> &Pairs {
        &self.pairs
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pairs.fmt(f)
    }
}

/// A text as the key of a [`Hash`](struct@Hash) or of [`Pairs`], without creating a [`Data`].
pub struct Text<'a>(pub &'a str);

impl std::hash::Hash for Text<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl Equivalent<Data> for Text<'_> {
    fn equivalent(&self, key: &Data) -> bool {
        matches!(key, Data::String(text) if **text == *self.0)
    }
}

impl Data {
    /// Creates a String.
    #[must_use]
    pub fn string(text: &str) -> Data {
        Data::String(Arc::from(text))
    }

    /// Creates an Array.
    #[must_use]
    pub fn array(items: Vec<Data>) -> Data {
        Data::Array(Arc::new(Array::new(items)))
    }

    /// Creates a Hash.
    #[must_use]
    pub fn hash(pairs: Pairs) -> Data {
        Data::Hash(Arc::new(Hash::new(pairs)))
    }

    /// Returns the text of a String or the name of a Symbol.
    pub fn as_word(&self) -> Option<&str> {
        match self {
            Data::String(text) | Data::Symbol(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the text of a String.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Data::String(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the content of an Array.
    #[must_use]
    pub fn as_array(&self) -> Option<&Arc<Array>> {
        match self {
            Data::Array(array) => Some(array),
            _ => None,
        }
    }

    /// Returns the content of a Hash.
    #[must_use]
    pub fn as_hash(&self) -> Option<&Arc<Hash>> {
        match self {
            Data::Hash(hash) => Some(hash),
            _ => None,
        }
    }

    /// Returns true if this is `undef`.
    #[must_use]
    pub fn is_undef(&self) -> bool {
        matches!(self, Data::Undef)
    }

    /// Returns true if a text or key in the tree contains `%{`.
    #[must_use]
    pub fn is_interpolated(&self) -> bool {
        Shape::of(self).interpolated
    }

    /// Returns true if the tree matches the type `Puppet::LookupValue`; rich values carry that
    /// information.
    #[must_use]
    pub fn is_lookup_value(&self) -> bool {
        Shape::of(self).lookup_value
    }

    /// Returns true if the tree contains a value of the evaluator.
    #[must_use]
    pub fn is_rich(&self) -> bool {
        Shape::of(self).rich
    }

    /// Returns true if the tree matches the type `Data`.
    #[must_use]
    pub fn is_data(&self) -> bool {
        Shape::of(self).data
    }

    /// Returns the tree with keys that are Symbols converted to Strings.
    #[must_use]
    pub fn with_text_keys(&self) -> Data {
        match self {
            Data::Array(array) if array.shape.symbol_keys => {
                Data::array(array.iter().map(Data::with_text_keys).collect())
            }
            Data::Hash(hash) if hash.shape.symbol_keys => {
                let text_key = |key: &Data| match key {
                    Data::Symbol(name) => Data::String(Arc::clone(name)),
                    other => other.clone(),
                };
                let pairs = hash.iter();
                Data::hash(
                    pairs
                        .map(|(key, value)| (text_key(key), value.with_text_keys()))
                        .collect(),
                )
            }
            other => other.clone(),
        }
    }

    /// Copies the tree, including all lists and mappings.
    #[must_use]
    pub fn copied(&self) -> Data {
        match self {
            Data::Array(items) => Data::array(items.iter().map(Data::copied).collect()),
            Data::Hash(hash) => {
                let pairs = hash.iter();
                Data::hash(
                    pairs
                        .map(|(key, value)| (key.copied(), value.copied()))
                        .collect(),
                )
            }
            other => other.clone(),
        }
    }

    /// Returns true if both are the same list or mapping, not only equal ones.
    #[must_use]
    pub fn is_same(&self, other: &Data) -> bool {
        match (self, other) {
            (Data::Array(a), Data::Array(b)) => Arc::ptr_eq(a, b),
            (Data::Hash(a), Data::Hash(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }

    /// Returns the number of values with shared parts counted each time; saturates.
    #[must_use]
    pub fn weight(&self) -> u32 {
        Shape::of(self).weight
    }
}

/// Compares like the keys of Ruby's hashes: numbers of different kinds differ, and texts are
/// compared exactly.
impl PartialEq for Data {
    fn eq(&self, other: &Data) -> bool {
        match (self, other) {
            (Data::Undef, Data::Undef) => true,
            (Data::Boolean(a), Data::Boolean(b)) => a == b,
            (Data::Integer(a), Data::Integer(b)) => a == b,
            (Data::Float(a), Data::Float(b)) => a == b,
            (Data::String(a), Data::String(b))
            | (Data::Symbol(a), Data::Symbol(b))
            | (Data::BigInteger(a), Data::BigInteger(b)) => a == b,
            (Data::Array(a), Data::Array(b)) => Arc::ptr_eq(a, b) || a.items == b.items,
            (Data::Hash(a), Data::Hash(b)) => Arc::ptr_eq(a, b) || a.pairs == b.pairs,
            (Data::Encoding(a), Data::Encoding(b)) => a == b,
            (Data::Rich(a), Data::Rich(b)) => a == b,
            _ => false,
        }
    }
}

impl Eq for Data {}

impl std::hash::Hash for Data {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Data::Undef => state.write_u8(0),
            Data::Boolean(value) => state.write_u8(1 + u8::from(*value)),
            Data::Integer(value) => state.write_i64(*value),
            // 0.0 and -0.0 are the same key
            Data::Float(value) => state.write_u64((value + 0.0).to_bits()),
            Data::String(text) => text.hash(state),
            Data::Symbol(text) | Data::BigInteger(text) => {
                state.write_u8(3);
                text.hash(state);
            }
            Data::Array(array) => array.items.hash(state),
            Data::Hash(hash) => state.write_usize(hash.len()),
            Data::Encoding(name) => name.hash(state),
            Data::Rich(value) => state.write_u32(value.index),
        }
    }
}

#[cfg(test)]
mod tests;
