//! Converts data to values and back.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::FixedState;
use runtime::types::object::{Platform, encoding, symbol};
use runtime::value::HashBuilder;
use runtime::{Heap, Value};

use crate::data::{Data, Pairs, Rich};
use crate::node::plain_value;
use runtime::limits;

/// The values that the data of one node was converted to.
#[derive(Default)]
pub(super) struct Values<'h> {
    /// Converted trees by address; the data is kept so that its address stays in use.
    known: HashMap<usize, (Data, Value<'h>), FixedState>,
    /// The values that data refers to, by index.
    rich: Vec<Value<'h>>,
}

/// The minimum size of trees that are cached, in values.
const LARGE: u32 = 8;

impl<'h> Values<'h> {
    /// Converts data to a value.
    pub fn value(&mut self, heap: &'h Heap, data: &Data) -> Value<'h> {
        let address = match data {
            Data::Array(items) => Arc::as_ptr(items).addr(),
            Data::Hash(hash) => Arc::as_ptr(hash).addr(),
            Data::Rich(value) => return self.rich(*value),
            Data::Symbol(name) => return symbol(heap, name),
            Data::Encoding(name) => return encoding(heap, name),
            other => return plain_value(heap, other),
        };
        if data.weight() < LARGE {
            return self.convert(heap, data);
        }
        self.kept(heap, address, data)
    }

    /// Works like [`Self::value`] for data that outlives the call: its value is kept, however small.
    pub fn lasting(&mut self, heap: &'h Heap, data: &Data) -> Value<'h> {
        match data {
            Data::Hash(hash) => self.kept(heap, Arc::as_ptr(hash).addr(), data),
            data => self.value(heap, data),
        }
    }

    fn kept(&mut self, heap: &'h Heap, address: usize, data: &Data) -> Value<'h> {
        if let Some((_, value)) = self.known.get(&address) {
            return *value;
        }
        let value = self.convert(heap, data);
        self.known.insert(address, (data.clone(), value));
        value
    }

    fn convert(&mut self, heap: &'h Heap, data: &Data) -> Value<'h> {
        match data {
            Data::Array(items) => {
                let items: Vec<Value<'h>> =
                    items.iter().map(|item| self.value(heap, item)).collect();
                Value::array(heap, &items)
            }
            Data::Hash(hash) => {
                let mut builder = HashBuilder::with_capacity(hash.len());
                for (key, value) in hash.iter() {
                    let key = self.value(heap, key);
                    builder.insert(key, self.value(heap, value));
                }
                Value::Hash(builder.finish(heap))
            }
            other => self.value(heap, other),
        }
    }

    /// Returns a value that data refers to.
    pub fn rich(&self, value: Rich) -> Value<'h> {
        self.rich[value.index as usize]
    }

    fn keep(&mut self, value: Value<'h>) -> Data {
        self.rich.push(value);
        self.referred(self.rich.len() - 1, value)
    }

    fn referred(&self, index: usize, value: Value<'h>) -> Data {
        Data::Rich(Rich {
            index: index as u32,
            lookup_value: !matches!(value, Value::Iterator(_) | Value::Callable(_)),
        })
    }

    /// Converts a value to data for a key: the same value always gives equal data.
    pub fn key(&mut self, value: Value<'h>) -> Data {
        match self.data(value) {
            Data::Rich(made) => {
                let known = self.rich.iter().position(|known| known.same(value));
                self.referred(known.unwrap_or(made.index as usize), value)
            }
            other => other,
        }
    }

    /// Converts a value to data. A value that data cannot hold is stored here, and the data refers
    /// to it.
    pub fn data(&mut self, value: Value<'h>) -> Data {
        limits::stack();
        match value {
            Value::Undef => Data::Undef,
            Value::Boolean(value) => Data::Boolean(value),
            Value::Integer(value) => Data::Integer(value),
            Value::BigInteger(big) => Data::BigInteger(Arc::from(big.to_string())),
            Value::Float(value) => Data::Float(value),
            Value::String(text) => Data::string(text.as_str()),
            Value::Array(items) => Data::array(items.iter().map(|item| self.data(item)).collect()),
            Value::Hash(hash) => {
                let mut pairs = Pairs::default();
                for (key, value) in hash.iter() {
                    let key = self.data(key);
                    pairs.insert(key, self.data(value));
                }
                Data::hash(pairs)
            }
            Value::Object(object) => match object.platform() {
                Some(Platform::Symbol(name)) => Data::Symbol(Arc::from(name)),
                Some(Platform::Encoding(name)) => Data::Encoding(Arc::from(name)),
                Some(Platform::Foreign(..)) | None => self.keep(value),
            },
            other => self.keep(other),
        }
    }
}
