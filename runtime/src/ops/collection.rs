//! Implements `+`, `-` and `<<` on arrays, hashes, Binary and URI.

use frontend::ast::BinaryOp;

use super::membership::Among;
use super::{BinaryAt, not_applicable, runtime_error};
use crate::cx::Cx;
use crate::error::{Raise, Res};
use crate::platform;
use crate::value::{Array, ArrayBuilder, Binary, Hash, HashBuilder, Items, Value};

/// Returns the result, when the left operand is a value that the operator combines as a whole;
/// `None` when the operands have to be numbers.
pub(super) fn combine<'h>(
    cx: &mut Cx<'h>,
    op: BinaryOp,
    left: Value<'h>,
    right: Value<'h>,
    at: BinaryAt,
) -> Option<Res<'h>> {
    use BinaryOp::*;
    Some(match (op, left) {
        (Plus, Value::Array(a)) => Ok(concatenate(cx, a, right)),
        (Plus, Value::Hash(a)) => merge(cx, a, right, at),
        (Plus, Value::Binary(a)) => match right {
            Value::Binary(b) => {
                let len = a.bytes.len() + b.bytes.len();
                let bytes = a.bytes.iter().chain(b.bytes).copied();
                let bytes = cx.heap.slice_from(len, bytes);
                Ok(Value::Binary(cx.heap.alloc(Binary { bytes })))
            }
            _ => Err(runtime_error(
                cx,
                op,
                "Can only append Binary to a Binary",
                at,
            )),
        },
        (Plus, Value::Uri(a)) => {
            let reference = match right {
                Value::Uri(b) => Some(b.text),
                Value::String(b) => Some(b.as_str()),
                _ => None,
            };
            match reference {
                Some(reference) => match a.merge(cx.heap, reference) {
                    Ok(uri) => Ok(Value::Uri(cx.heap.alloc(uri))),
                    Err(problem) => Err(runtime_error(cx, op, &problem, at)),
                },
                None => {
                    let problem = "An URI can only be merged with an URI or String";
                    Err(runtime_error(cx, op, problem, at))
                }
            }
        }
        (Minus, Value::Array(a)) => Ok(delete(cx, a, right)),
        (Minus, Value::Hash(a)) => Ok(delete_keys(cx, a, right)),
        (LeftShift, Value::Array(a)) => Ok(append_element(cx, a, right)),
        (LeftShift, Value::Hash(_)) => Err(not_applicable(cx, op, left, at)),
        _ => return None,
    })
}

/// Evaluates `array << value`.
pub fn append_element<'h>(cx: &mut Cx<'h>, array: &'h Array<'h>, value: Value<'h>) -> Value<'h> {
    Value::Array(array.push(cx.heap, value))
}

fn pairs<'h>(cx: &Cx<'h>, hash: &Hash<'h>) -> Vec<Value<'h>> {
    let pair = |(key, value)| Value::array(cx.heap, &[key, value]);
    hash.iter().map(pair).collect()
}

/// Evaluates `array + value`.
pub fn concatenate<'h>(cx: &mut Cx<'h>, left: &'h Array<'h>, right: Value<'h>) -> Value<'h> {
    match right {
        Value::Array(right) => Value::Array(left.concat(cx.heap, right)),
        Value::Hash(right) => {
            let pairs = Array::new(cx.heap, &pairs(cx, right));
            Value::Array(left.concat(cx.heap, pairs))
        }
        _ => append_element(cx, left, right),
    }
}

fn merge<'h>(cx: &mut Cx<'h>, left: &'h Hash<'h>, right: Value<'h>, at: BinaryAt) -> Res<'h> {
    let right = match right {
        Value::Hash(right) => right,
        Value::Array(right) => {
            let mut builder = HashBuilder::new();
            entries(cx, right, &mut builder, at)?;
            builder.finish(cx.heap)
        }
        _ => {
            let problem = "Can only append Array or Hash to a Hash";
            return Err(runtime_error(cx, BinaryOp::Plus, problem, at));
        }
    };
    Ok(Value::Hash(left.plus(cx.heap, right)))
}

/// Adds the entries that an array describes: hashes, pairs, or alternating keys and values.
fn entries<'h>(
    cx: &mut Cx<'h>,
    array: &Array<'h>,
    builder: &mut HashBuilder<'h>,
    at: BinaryAt,
) -> Result<(), Box<Raise<'h>>> {
    let fail = |cx: &Cx<'h>, problem: &str| Err(runtime_error(cx, BinaryOp::Plus, problem, at));
    if !array.is_empty() && array.iter().all(|item| matches!(item, Value::Array(_))) {
        for (index, item) in array.iter().enumerate() {
            let Value::Array(pair) = item else { continue };
            let (Some(key), Some(value), 2) = (pair.get(0), pair.get(1), pair.len()) else {
                let len = pair.len();
                let problem = format!("wrong array length at {index} (expected 2, was {len})");
                return fail(cx, &problem);
            };
            builder.insert(key, value);
        }
        return Ok(());
    }
    match fill(&array.to_vec(), builder) {
        Ok(()) => Ok(()),
        Err(problem) => fail(cx, &problem),
    }
}

/// The message about alternating keys and values that end with a key.
pub(crate) const ODD_NUMBER: &str = "odd number of arguments for Hash";

/// Adds alternating keys and values. A single item is a hash, or an array of pairs.
///
/// # Errors
/// Returns the message.
pub(crate) fn fill<'h>(items: &[Value<'h>], builder: &mut HashBuilder<'h>) -> Result<(), String> {
    match items {
        [Value::Hash(only)] => only.iter().for_each(|(k, v)| builder.insert(k, v)),
        [Value::Array(pairs)] => {
            for (at, pair) in pairs.iter().enumerate() {
                let Value::Array(pair) = pair else {
                    let label = platform::converted_name(pair);
                    return Err(format!(
                        "wrong element type {label} at {at} (expected array)"
                    ));
                };
                match (pair.get(0), pair.len()) {
                    (Some(key), 1 | 2) => builder.insert(key, pair.get(1).unwrap_or(Value::Undef)),
                    (_, len) => {
                        return Err(format!("invalid number of elements ({len} for 1..2)"));
                    }
                }
            }
        }
        _ if !items.len().is_multiple_of(2) => {
            return Err(ODD_NUMBER.to_owned());
        }
        _ => items
            .chunks_exact(2)
            .for_each(|pair| builder.insert(pair[0], pair[1])),
    }
    Ok(())
}

/// The number of Integers up to which each is compared with those to be deleted.
const COMPARED_MAX: usize = 8;

fn delete<'h>(cx: &mut Cx<'h>, left: &Array<'h>, right: Value<'h>) -> Value<'h> {
    if let (Items::Integers(numbers), Value::Array(right)) = (left.items(), right)
        && let Items::Integers(unwanted) = right.items()
        && unwanted.len() <= COMPARED_MAX
    {
        let kept = numbers.iter().filter(|number| !unwanted.contains(number));
        let kept = kept.map(|number| Value::Integer(*number));
        return Value::Array(Array::from_iter(cx.heap, left.len(), kept));
    }
    let single = [right];
    let many: Vec<Value<'h>>;
    let unwanted = match right {
        Value::Array(right) if let Items::Values(items) = right.items() => items,
        Value::Array(right) => {
            many = right.to_vec();
            &many[..]
        }
        Value::Hash(right) => {
            many = pairs(cx, right);
            &many[..]
        }
        _ => &single[..],
    };
    let unwanted = Among::new(unwanted);
    let mut kept = ArrayBuilder::with_capacity(cx.heap, left.len());
    for item in left.iter().filter(|item| !unwanted.has(*item)) {
        kept.push(item);
    }
    Value::Array(kept.finish())
}

fn delete_keys<'h>(cx: &mut Cx<'h>, left: &'h Hash<'h>, right: Value<'h>) -> Value<'h> {
    if !matches!(right, Value::Array(_) | Value::Hash(_)) {
        return Value::Hash(left.without(cx.heap, right));
    }
    let mut unwanted = HashBuilder::new();
    match right {
        Value::Array(keys) => keys.iter().for_each(|k| unwanted.insert(k, Value::Undef)),
        Value::Hash(keys) => keys.keys().for_each(|k| unwanted.insert(k, Value::Undef)),
        _ => {}
    }
    let mut builder = HashBuilder::with_capacity(left.len());
    for (key, value) in left.iter() {
        if unwanted.get(key).is_none() {
            builder.insert(key, value);
        }
    }
    Value::Hash(builder.finish(cx.heap))
}
