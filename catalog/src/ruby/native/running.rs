//! Owns the state of running native code.

use std::rc::Rc;

use foldhash::HashMap;
use runtime::Cx;
use runtime::closure::Closure;

use super::code::Program;
use super::record::Record;
use super::value::{Matched, Val};
use crate::compiler::Compiler;

/// The state of running native code.
pub struct Running<'r, 'h> {
    pub cx: &'r mut Cx<'h>,
    pub program: &'r Program,
    pub out: String,
    pub slots: Vec<Val<'h>>,
    /// The first slot of the running method.
    pub base: usize,
    /// The number of the running method call, and of the latest call.
    pub call: u64,
    pub calls: u64,
    /// The object whose method runs (`self`).
    pub myself: Val<'h>,
    pub(super) rounds: u32,
    /// The last match of the running method.
    pub matched: Option<Rc<Matched>>,
    /// The block that the function was given.
    pub block: Option<&'h Closure<'h>>,
    /// Variables that the template itself has set.
    pub(super) own_variables: HashMap<Box<str>, Val<'h>>,
    /// The addresses of arrays and hashes that are being iterated over.
    pub walked: Vec<usize>,
    /// The compilation that the code runs in.
    pub compiler: &'r Compiler<'h>,
    /// The operations that the evaluation has performed for the code, with their results.
    pub record: &'r mut Record<'h>,
}
