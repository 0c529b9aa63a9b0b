//! Owns the code of a file, ready to run and shared by all threads: MIR with its constants as
//! values.
//!
//! A [`CodeUnit`] owns its source, its MIR and the heap of its constants; the bodies refer to
//! these, so the unit refers to itself.
//!
//! Invariants of the unsafe code here: the data that the bodies refer to is boxed and neither moved
//! nor changed until the unit is dropped; bodies are lent only with the lifetime of a borrow of the
//! unit; constants are plain values (no closures), so threads may share them.
#![allow(unsafe_code, reason = "a unit refers to itself")]

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use foldhash::fast::FixedState;
use frontend::dense::{Dense, Node, Nodes};
use frontend::{Source, Symbol};
use hashbrown::HashMap;

use crate::bytecode::Bytecode;
use crate::frame::Body;
use crate::heap::Heap;
use crate::interp;
use crate::limits;
use crate::regexp::Regexp;
use crate::tier::Heat;
use crate::value::lasting::Lasting;
use crate::value::{Array, Hash, Str, Value};

/// The code of one file or template.
pub struct CodeUnit {
    program: Body<'static>,
    definitions: Vec<Body<'static>>,
    // the bodies refer to the following fields, which are dropped after them
    mir: Box<mir::Unit>,
    #[allow(
        clippy::redundant_allocation,
        reason = "bodies refer to the Arc itself"
    )]
    source: Box<Arc<Source>>,
    _bytecode: Box<[OnceLock<Bytecode>]>,
    _heap: Box<Heap>,
}

// SAFETY: immutable once made; constants are plain values, types in bytecode are frozen
unsafe impl Send for CodeUnit {}
// SAFETY: as above
unsafe impl Sync for CodeUnit {}

impl CodeUnit {
    /// Makes the constants of lowered code.
    ///
    /// # Errors
    /// Puppet's text for a regular expression that does not compile.
    pub fn new(unit: mir::Unit, source: Arc<Source>) -> Result<CodeUnit, String> {
        let (mir, source, heap) = (Box::new(unit), Box::new(source), Box::new(Heap::new()));
        // SAFETY: the boxes' contents stay where they are until the unit is dropped
        let (code, text, region): (&'static mir::Unit, &'static Arc<Source>, &'static Heap) = unsafe {
            (
                &*std::ptr::from_ref(&*mir),
                &*std::ptr::from_ref(&*source),
                &*std::ptr::from_ref(&*heap),
            )
        };
        let functions = code.definitions.iter().map(|d| &d.function);
        let count = functions.clone().map(count).sum::<usize>() + count(&code.program);
        let bytecode: Box<[OnceLock<Bytecode>]> = (0..count).map(|_| OnceLock::new()).collect();
        // SAFETY: as for the boxes above
        let cells: &'static [OnceLock<Bytecode>] = unsafe { &*std::ptr::from_ref(&*bytecode) };
        let mut maker = Maker {
            heap: region,
            source: text,
            texts: Texts::default(),
            bytecode: cells.iter(),
        };
        let program = maker.body(&code.program)?;
        let definitions = functions.map(|function| maker.body(function));
        let definitions = definitions.collect::<Result<_, _>>()?;
        Ok(CodeUnit {
            program,
            definitions,
            mir,
            source,
            _bytecode: bytecode,
            _heap: heap,
        })
    }

    /// Returns the body with the statements of the file.
    pub fn program(&self) -> &Body<'_> {
        &self.program
    }

    /// Returns the definitions of the file, with their bodies.
    pub fn definitions(&self) -> impl ExactSizeIterator<Item = (&mir::Definition, &Body<'_>)> {
        let bodies = self.definitions.iter().map(|b| -> &Body<'_> { b });
        self.mir.definitions.iter().zip(bodies)
    }

    /// Returns the source of the file.
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }
}

/// The Strings of a unit. Equal texts share one String, so that comparing them is quick.
type Texts<'h> = HashMap<&'h str, Value<'h>, FixedState>;

/// Counts the bodies in a function, including its own.
fn count(function: &mir::Function) -> usize {
    1 + function.inner.iter().map(count).sum::<usize>()
}

/// Makes the bodies of a unit.
struct Maker<'h> {
    heap: &'h Heap,
    source: &'h Arc<Source>,
    texts: Texts<'h>,
    /// The places for the bytecode of the bodies that are still to be made.
    bytecode: std::slice::Iter<'h, OnceLock<Bytecode>>,
}

impl<'h> Maker<'h> {
    fn body(&mut self, function: &'h mir::Function) -> Result<Body<'h>, String> {
        let (heap, texts) = (self.heap, &mut self.texts);
        let constants: Vec<Value<'h>> = function
            .constants
            .iter()
            .map(|c| constant(heap, texts, c))
            .collect::<Result<_, _>>()?;
        let bytecode = self.bytecode.next().expect("all bodies were counted");
        let inner: Vec<Body<'h>> = function
            .inner
            .iter()
            .map(|f| self.body(f))
            .collect::<Result<_, _>>()?;
        let inner = heap.slice_from(inner.len(), inner.into_iter());
        Ok(Body {
            mir: function,
            constants: heap.slice(&constants),
            by_name: heap.slice(&by_name(&function.slots)),
            inner,
            source: self.source,
            bytecode,
            is_plain: is_plain(function),
            registers: interp::registers(function),
            is_walked: AtomicBool::new(false),
            lasting: Lasting::default(),
            heat: Heat::default(),
        })
    }
}

/// Returns the numbers of the slots in the order of their names' symbols, when there are many.
fn by_name(slots: &[Symbol]) -> Vec<u32> {
    /// The number of slots up to which trying each is as fast as a search.
    const TRIED_MAX: usize = 16;
    if slots.len() <= TRIED_MAX {
        return Vec::new();
    }
    let mut order: Vec<u32> = (0..slots.len() as u32).collect();
    order.sort_by_key(|&slot| slots[slot as usize]);
    order
}

/// Returns true if any arguments, one for each parameter, are all that a body needs.
fn is_plain(function: &mir::Function) -> bool {
    function.frameless
        && !function.uses_match
        && function.returns.is_none()
        && function
            .parameters
            .iter()
            .all(|p| p.type_expr.is_none() && p.default.is_none() && !p.captures_rest)
}

fn constant<'h>(
    heap: &'h Heap,
    texts: &mut Texts<'h>,
    value: &'h mir::Constant,
) -> Result<Value<'h>, String> {
    limits::time();
    Ok(match value {
        mir::Constant::Undef => Value::Undef,
        mir::Constant::Default => Value::Default,
        mir::Constant::Boolean(b) => Value::Boolean(*b),
        mir::Constant::Integer(i) => Value::Integer(*i),
        mir::Constant::Float(f) => Value::Float(*f),
        mir::Constant::String(s) => *texts.entry(s).or_insert_with(|| Value::string(heap, s)),
        mir::Constant::Regexp(s) => {
            Value::Regexp(Regexp::new(heap, s).map_err(|raise| raise.message())?)
        }
        mir::Constant::Array(items) => {
            let items = items.iter().map(|item| constant(heap, texts, item));
            let items: Vec<Value<'h>> = items.collect::<Result<_, _>>()?;
            Value::Array(Array::new(heap, &items))
        }
        mir::Constant::Hash(entries) => {
            let entries = entries
                .iter()
                .map(|(k, v)| Ok((constant(heap, texts, k)?, constant(heap, texts, v)?)));
            let entries: Vec<(Value<'h>, Value<'h>)> = entries.collect::<Result<_, String>>()?;
            Value::Hash(Hash::new(heap, &entries))
        }
        mir::Constant::Dense(source) => {
            let mut dense = DenseValues {
                heap,
                recent: [None; RECENT],
                nodes: Dense::new(source).nodes(),
                stack: Vec::new(),
            };
            let value = dense.next().unwrap_or(Value::Undef);
            for text in dense.recent.into_iter().flatten() {
                texts.entry(text.as_str()).or_insert(Value::String(text));
            }
            value
        }
    })
}

/// The number of recent texts that are remembered while the values of a dense literal are made.
const RECENT: usize = 256;

/// Makes the values of a dense literal.
struct DenseValues<'h> {
    heap: &'h Heap,
    /// The recent texts, each in a slot that depends on the text.
    recent: [Option<Str<'h>>; RECENT],
    nodes: Nodes<'h>,
    /// The values of the collections that are not complete yet.
    stack: Vec<Value<'h>>,
}

impl<'h> DenseValues<'h> {
    /// Makes the value of the next node; `None` at the end of a collection.
    fn next(&mut self) -> Option<Value<'h>> {
        limits::time();
        Some(match self.nodes.next()? {
            Node::Undef => Value::Undef,
            Node::Boolean(b) => Value::Boolean(b),
            Node::Integer(i) => Value::Integer(i),
            Node::Float(f) => Value::Float(f),
            Node::String(s) | Node::Name(s) => self.text(s),
            Node::Array => {
                let first = self.stack.len();
                while let Some(item) = self.next() {
                    self.stack.push(item);
                }
                let array = Array::new(self.heap, &self.stack[first..]);
                self.stack.truncate(first);
                Value::Array(array)
            }
            Node::Hash => {
                let first = self.stack.len();
                while let Some(key) = self.next() {
                    let value = self.next()?;
                    self.stack.extend([key, value]);
                }
                let entries = self.stack[first..].chunks_exact(2);
                let entries = entries.map(|entry| (entry[0], entry[1]));
                let hash = Hash::of_distinct(self.heap, entries.len(), entries);
                self.stack.truncate(first);
                Value::Hash(hash)
            }
            Node::End => return None,
        })
    }

    /// Makes a text. Keys and words repeat, often in close succession.
    fn text(&mut self, text: &'h str) -> Value<'h> {
        let bytes = text.as_bytes();
        let (first, last) = match bytes {
            [] => (0, 0),
            [first, ..] => (*first, bytes[bytes.len() - 1]),
        };
        let place = usize::from(first) * 7 + usize::from(last) * 31 + bytes.len();
        let place = &mut self.recent[place % RECENT];
        match *place {
            Some(known) if known.as_str() == text => Value::String(known),
            _ => {
                let new = Str::new(self.heap, text);
                *place = Some(new);
                Value::String(new)
            }
        }
    }
}
