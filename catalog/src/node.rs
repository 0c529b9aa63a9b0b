//! Owns nodes, for which catalogs are compiled.

mod builder;

use runtime::regexp::Regexp;
use runtime::types;
use runtime::value::HashBuilder;
use runtime::{Cx, Heap, Res, Value};

use crate::data::Data;
use runtime::limits;

pub use builder::{
    Authentication, NodeBuilder, entries, fact_values, put_over, server_facts, trusted, variables,
};

/// A node.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The name, which is also the certificate's.
    pub name: String,
    /// `$facts`
    pub facts: Option<Data>,
    /// `$trusted`
    pub trusted: Option<Data>,
    /// `$server_facts`
    pub server_facts: Option<Data>,
    /// Variables of the top scope by name, or of a class if the name is `a::b`; includes the facts
    /// that become variables.
    pub variables: Vec<(String, Data)>,
    /// The classes that the classifier assigns: an Array of names, or a Hash of names to Hashes of
    /// parameters; undef if there are none.
    pub classes: Data,
    /// True if the data is rich: a Hash with a key `__ptype` represents a value of another kind.
    pub rich: bool,
}

/// Converts rich data to a value.
///
/// # Errors
/// Fails if the data does not represent a value.
pub fn rich_value<'h>(cx: &mut Cx<'h>, data: &Data) -> Res<'h> {
    limits::stack();
    match data {
        Data::Array(items) => {
            let items = items
                .iter()
                .map(|item| rich_value(cx, item))
                .collect::<Res<'h, Vec<_>>>()?;
            Ok(Value::array(cx.heap, &items))
        }
        Data::Hash(pairs) => match pairs.get("__ptype").and_then(Data::as_str) {
            Some(ty) => tagged_value(cx, ty, pairs),
            None => {
                let mut hash = HashBuilder::with_capacity(pairs.len());
                for (key, value) in pairs.iter() {
                    let value = rich_value(cx, value)?;
                    hash.insert(plain_value(cx.heap, key), value);
                }
                Ok(Value::Hash(hash.finish(cx.heap)))
            }
        },
        _ => Ok(plain_value(cx.heap, data)),
    }
}

fn tagged_value<'h>(cx: &mut Cx<'h>, ty: &str, pairs: &crate::data::Hash) -> Res<'h> {
    let inner = pairs.get("__pvalue");
    let text = inner.and_then(Data::as_str).unwrap_or_default();
    match ty {
        "Default" => Ok(Value::Default),
        "Hash" => {
            let list = inner.and_then(Data::as_array).cloned();
            let mut hash = HashBuilder::new();
            for pair in list.iter().flat_map(|list| list.chunks(2)) {
                if let [key, value] = pair {
                    let (key, value) = (rich_value(cx, key)?, rich_value(cx, value)?);
                    hash.insert(key, value);
                }
            }
            Ok(Value::Hash(hash.finish(cx.heap)))
        }
        "Sensitive" => {
            let clear = rich_value(cx, inner.unwrap_or(&Data::Undef))?;
            Ok(Value::Sensitive(cx.heap.alloc(clear)))
        }
        "Regexp" => Ok(Value::Regexp(Regexp::new(cx.heap, text)?)),
        "Type" => types::parse_text(cx, text),
        "Float" => Ok(Value::Float(match text {
            "Infinity" => f64::INFINITY,
            "-Infinity" => f64::NEG_INFINITY,
            _ => f64::NAN,
        })),
        _ => {
            let ty = types::parse_text(cx, ty)?;
            let argument = match inner {
                Some(_) => Value::string(cx.heap, text),
                None => {
                    let mut hash = HashBuilder::new();
                    for (key, value) in pairs
                        .iter()
                        .filter(|(key, _)| key.as_str() != Some("__ptype"))
                    {
                        let value = rich_value(cx, value)?;
                        hash.insert(plain_value(cx.heap, key), value);
                    }
                    Value::Hash(hash.finish(cx.heap))
                }
            };
            cx.call_function("new", &[ty, argument], None)
        }
    }
}

/// Converts data to a value on a heap.
pub fn plain_value<'h>(heap: &'h Heap, data: &Data) -> Value<'h> {
    limits::stack();
    match data {
        Data::Undef | Data::Rich(_) => Value::Undef,
        Data::Boolean(value) => Value::Boolean(*value),
        Data::Integer(value) => Value::Integer(*value),
        Data::BigInteger(digits) => Value::of_digits(heap, digits),
        Data::Float(value) => Value::Float(*value),
        Data::String(text) | Data::Symbol(text) => Value::string(heap, text),
        Data::Encoding(name) => Value::string(heap, name),
        Data::Array(items) => {
            let items: Vec<Value<'h>> = items.iter().map(|item| plain_value(heap, item)).collect();
            Value::array(heap, &items)
        }
        Data::Hash(pairs) => {
            let mut hash = HashBuilder::with_capacity(pairs.len());
            for (key, value) in pairs.iter() {
                hash.insert(plain_value(heap, key), plain_value(heap, value));
            }
            Value::Hash(hash.finish(heap))
        }
    }
}
