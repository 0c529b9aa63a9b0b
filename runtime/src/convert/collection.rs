//! Makes an Array or a Hash (and so a Tuple or a Struct) from other values.

use super::{message, not_convertible, problem};
use crate::cx::Cx;
use crate::error::{Kind, Res, fail, fail_as};
use crate::function::{Args, Builtin, dispatch, mismatch};
use crate::iterator;
use crate::limits;
use crate::platform;
use crate::platform::no_method;
use crate::value::{Array, HashBuilder, Str, Value};

pub(super) static ARRAY: Builtin = Builtin {
    name: "new_array",
    dispatches: &[
        dispatch(
            &[
                "Variant[Array, Hash, Binary, Iterable] from",
                "?Boolean[false] wrap",
            ],
            array,
        ),
        dispatch(&["Any from", "Boolean[true] wrap"], |cx, args| {
            Ok(match args[0] {
                Value::Array(_) => args[0],
                from => Value::array(cx.heap, &[from]),
            })
        }),
        mismatch(&["Any from", "?Boolean wrap"], |cx, args| {
            let text = not_convertible(cx, args[0], "Array");
            message(cx, &text)
        }),
    ],
};

pub(super) static HASH: Builtin = Builtin {
    name: "new_hash",
    dispatches: &[
        dispatch(
            &[
                "TreeArray = Array[Tuple[Array, Any], 1] from",
                "?NewHashOption = Enum['hash_tree', 'tree'] build_option",
            ],
            hash_of_tree,
        ),
        dispatch(
            &["KeyValueArray = Array[Tuple[Any, Any], 1] from"],
            |cx, args| Ok(hash_of_pairs(cx, args[0])),
        ),
        dispatch(&["Any from"], |cx, args| hash_of(cx, args[0])),
    ],
};

fn array<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let from = args[0];
    match from {
        Value::Array(_) => return Ok(from),
        Value::Binary(binary) => {
            let bytes = binary.bytes.iter().map(|&b| Value::Integer(i64::from(b)));
            let array = Array::from_iter(cx.heap, binary.bytes.len(), bytes);
            return Ok(Value::Array(array));
        }
        _ => {}
    }
    match items(cx, from) {
        Some(items) => Ok(Value::array(cx.heap, &items)),
        None => fail(not_convertible(cx, from, "Array")),
    }
}

/// Returns the items of an array or of another iterable value.
fn items<'h>(cx: &Cx<'h>, from: Value<'h>) -> Option<Vec<Value<'h>>> {
    match from {
        Value::Array(array) => Some(array.to_vec()),
        Value::Integer(..0) => None,
        Value::BigInteger(big) if big.is_negative() => None,
        _ => iterator::all(cx.heap, from),
    }
}

fn hash_of_pairs<'h>(cx: &mut Cx<'h>, pairs: Value<'h>) -> Value<'h> {
    let mut builder = HashBuilder::new();
    for pair in pairs.as_array().into_iter().flat_map(Array::iter) {
        let pair = pair.as_array();
        let item = |at| pair.and_then(|pair| pair.get(at)).unwrap_or(Value::Undef);
        builder.insert(item(0), item(1));
    }
    Value::Hash(builder.finish(cx.heap))
}

fn hash_of<'h>(cx: &mut Cx<'h>, from: Value<'h>) -> Res<'h> {
    if let Value::Hash(_) = from {
        return Ok(from);
    }
    let Some(items) = items(cx, from) else {
        return fail_as(
            Kind::Conversion,
            format!(
                "Value of type {} cannot be converted to Hash",
                crate::types::describe::short(cx.heap, from)
            ),
        );
    };
    // an iterable value may produce one hash, or one array of pairs; only an array must have an
    // even length
    if from.as_array().is_some() && items.len() % 2 == 1 {
        return fail_as(Kind::Conversion, crate::ops::ODD_NUMBER);
    }
    let mut builder = HashBuilder::with_capacity(items.len() / 2);
    if let Err(problem) = crate::ops::fill(&items, &mut builder) {
        return fail(problem);
    }
    Ok(Value::Hash(builder.finish(cx.heap)))
}

/// A hash or array that is being filled.
enum Node<'h> {
    Leaf(Value<'h>),
    Hash(Vec<(Value<'h>, usize)>),
    Array(Vec<usize>),
}

/// Nodes by index, so that deep trees need no recursion.
struct Tree<'h> {
    nodes: Vec<Node<'h>>,
}

impl<'h> Tree<'h> {
    fn add(&mut self, node: Node<'h>) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Makes a collection a node whose items can be replaced.
    fn open(&mut self, at: usize) {
        let opened = match self.nodes[at] {
            Node::Leaf(Value::Hash(hash)) => {
                let entries = hash.iter().map(|(k, v)| (k, self.add(Node::Leaf(v))));
                Node::Hash(entries.collect())
            }
            Node::Leaf(Value::Array(array)) => {
                let items = array.iter().map(|v| self.add(Node::Leaf(v)));
                Node::Array(items.collect())
            }
            _ => return,
        };
        self.nodes[at] = opened;
    }

    /// Returns the child of a node, if it has one.
    fn child(&mut self, at: usize, key: Value<'h>) -> Option<usize> {
        self.open(at);
        match &self.nodes[at] {
            Node::Hash(entries) => entries
                .iter()
                .find(|(k, _)| k.same(key))
                .map(|&(_, child)| child),
            Node::Array(items) => index(items.len(), key).and_then(|i| items.get(i).copied()),
            Node::Leaf(_) => None,
        }
    }

    /// Returns the node that a path goes through: the child, or a new hash in its place.
    ///
    /// # Errors
    /// Returns the message.
    fn through(&mut self, at: usize, key: Value<'h>) -> Result<usize, String> {
        if let Some(child) = self.child(at, key) {
            return Ok(child);
        }
        match &self.nodes[at] {
            Node::Leaf(value) => Err(no_method("has_key?", *value)),
            Node::Array(_) => match key {
                Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => {
                    Ok(self.add(Node::Leaf(Value::Undef)))
                }
                _ => Err(no_index(key)),
            },
            Node::Hash(_) => {
                let child = self.add(Node::Hash(Vec::new()));
                self.set(at, key, child)?;
                Ok(child)
            }
        }
    }

    /// Sets the child of a node.
    ///
    /// # Errors
    /// The text of the problem.
    fn set(&mut self, at: usize, key: Value<'h>, child: usize) -> Result<(), String> {
        self.open(at);
        let undef = match &self.nodes[at] {
            Node::Array(_) => self.add(Node::Leaf(Value::Undef)),
            _ => 0,
        };
        match &mut self.nodes[at] {
            Node::Hash(entries) => {
                match entries.iter_mut().find(|(k, _)| k.same(key)) {
                    Some((_, old)) => *old = child,
                    None => entries.push((key, child)),
                }
                Ok(())
            }
            Node::Array(items) => {
                let Some(index) = index(items.len(), key) else {
                    return Err(match key {
                        Value::Integer(i) => {
                            format!("index {i} too small for array; minimum: -{}", items.len())
                        }
                        _ => no_index(key),
                    });
                };
                if index >= INDEX_MAX {
                    return Err("failed to allocate memory".to_owned());
                }
                while items.len() <= index {
                    items.push(undef);
                }
                items[index] = child;
                Ok(())
            }
            Node::Leaf(Value::String(text)) => Err(match key {
                Value::String(key) if !text.contains(key.as_str()) => {
                    "string not matched".to_owned()
                }
                Value::Integer(i) if !(-len(text)..=len(text)).contains(&i) => {
                    format!("index {i} out of string")
                }
                Value::String(_) | Value::Integer(_) => {
                    let mut shown = String::new();
                    rubycore::inspect::write(text, &mut shown);
                    format!("can't modify frozen String: {shown}")
                }
                _ => no_index(key),
            }),
            Node::Leaf(value) => Err(no_method("[]=", *value)),
        }
    }

    /// Makes the value of a node. The recursion is as deep as the longest path given.
    fn value(&self, cx: &Cx<'h>, at: usize) -> Value<'h> {
        limits::stack();
        match &self.nodes[at] {
            Node::Leaf(value) => *value,
            Node::Array(items) => {
                let items: Vec<_> = items.iter().map(|&i| self.value(cx, i)).collect();
                Value::array(cx.heap, &items)
            }
            Node::Hash(entries) => {
                let mut builder = HashBuilder::with_capacity(entries.len());
                for &(key, child) in entries {
                    builder.insert(key, self.value(cx, child));
                }
                Value::Hash(builder.finish(cx.heap))
            }
        }
    }
}

fn len(text: &Str<'_>) -> i64 {
    text.chars() as i64
}

/// Returns Ruby's message about a wrong index.
fn no_index(key: Value<'_>) -> String {
    match key {
        Value::Undef => "no implicit conversion from nil to integer".to_owned(),
        _ => format!(
            "no implicit conversion of {} into Integer",
            platform::converted_name(key)
        ),
    }
}

/// Longer arrays are refused.
const INDEX_MAX: usize = 1 << 24;

fn index(len: usize, key: Value<'_>) -> Option<usize> {
    match key {
        Value::Integer(i @ 0..) => usize::try_from(i).ok(),
        Value::Integer(i) => len.checked_sub(usize::try_from(i.unsigned_abs()).ok()?),
        Value::Float(f) => index(len, Value::Integer(f as i64)),
        _ => None,
    }
}

/// Longer paths are refused.
const PATH_MAX: usize = 1000;

fn hash_of_tree<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Some(option) = args.get(1).and_then(Value::as_str) else {
        return Ok(hash_of_pairs(cx, args[0]));
    };
    let all_hashes = option == "hash_tree";
    let mut tree = Tree { nodes: Vec::new() };
    let mut root = tree.add(Node::Hash(Vec::new()));
    for entry in args[0].as_array().into_iter().flat_map(Array::iter) {
        let Some((path, value)) = path_and_value(entry) else {
            continue;
        };
        if path.len() > PATH_MAX {
            return fail("stack level too deep");
        }
        let Some((&last, before)) = path.split_last() else {
            root = tree.add(Node::Leaf(root_value(cx, value)?));
            continue;
        };
        let mut at = root;
        for &key in before {
            at = problem(tree.through(at, key))?;
        }
        let value = if all_hashes {
            array_as_hash(cx, value, 0)
        } else {
            value
        };
        let leaf = tree.add(Node::Leaf(value));
        problem(tree.set(at, last, leaf))?;
    }
    Ok(tree.value(cx, root))
}

fn path_and_value<'h>(entry: Value<'h>) -> Option<(Vec<Value<'h>>, Value<'h>)> {
    let pair = entry.as_array()?;
    Some((pair.get(0)?.as_array()?.to_vec(), pair.get(1)?))
}

/// Returns the value at the empty path: a hash, or an array converted to one.
fn root_value<'h>(cx: &Cx<'h>, value: Value<'h>) -> Res<'h> {
    match value {
        Value::Hash(_) => Ok(value),
        Value::Array(array) => {
            let mut builder = HashBuilder::with_capacity(array.len());
            for (at, item) in array.iter().enumerate() {
                builder.insert(Value::Integer(at as i64), item);
            }
            Ok(Value::Hash(builder.finish(cx.heap)))
        }
        _ => fail(format!(
            "no implicit conversion of {} into Hash",
            platform::converted_name(value)
        )),
    }
}

/// Converts an array, and arrays directly inside it, to hashes by index.
fn array_as_hash<'h>(cx: &Cx<'h>, value: Value<'h>, depth: usize) -> Value<'h> {
    let Value::Array(array) = value else {
        return value;
    };
    if depth > PATH_MAX {
        return value;
    }
    let mut builder = HashBuilder::with_capacity(array.len());
    for (at, item) in array.iter().enumerate() {
        let item = array_as_hash(cx, item, depth + 1);
        builder.insert(Value::Integer(at as i64), item);
    }
    Value::Hash(builder.finish(cx.heap))
}
