//! Owns functions, blocks and temps.
//!
//! A [`Function`] is in SSA form: each [`Temp`] is defined once, by an instruction or as a
//! parameter of a block; a block ends with one [`Terminator`]. The variables of functions and
//! lambdas are temps wherever possible (the function is *frameless*). Where functions that look
//! names up (`getvar`, templates) may see them, and in classes, defines, nodes and programs, whose
//! variables others read, they live in the slots of a frame; lowering forwards a variable's temp
//! wherever its assignment dominates the use.

use frontend::Symbol;

pub use crate::constant::Constant;
use crate::literal::Literal;
use crate::op::Op;
pub use crate::temp::{BlockId, Inner, Temp, Use};
pub use crate::ty::Ty;

/// One instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    /// The operation.
    pub op: Op,
    /// The result. An operation without a value has a result all the same, which is `undef`.
    pub result: Temp,
    /// The offset that errors of the operation report.
    pub at: u32,
    /// The inlined call that contains the instruction: the index into the function's sites plus
    /// one; 0 for none.
    pub site: u32,
}

/// A call whose lambda was inlined. It belongs to the call stack of errors raised in the lambda.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Site {
    /// The inlined call around it, numbered as [`Inst::site`].
    pub outer: u32,
    /// The offset of the call.
    pub at: u32,
}

/// The instruction that ends a block.
#[derive(Clone, Debug)]
pub enum Terminator {
    /// Goes to a block, with values for its parameters.
    Jump(BlockId, Box<[Temp]>),
    /// Jumps to the first block if the temp is true (neither `undef` nor `false`), otherwise to the
    /// second. Neither takes parameters.
    Branch(Temp, BlockId, BlockId),
    /// Returns the value of the function.
    Return(Temp),
    /// `next(value)`, `return(value)`, `break()`: leaves the function early.
    Leave(Leave, Temp, u32),
    /// Cannot be reached.
    Unreachable,
}

impl Terminator {
    /// Returns the blocks that may follow.
    pub fn targets(&self) -> impl Iterator<Item = BlockId> + use<> {
        let (first, second) = match *self {
            Terminator::Jump(to, _) => (Some(to), None),
            Terminator::Branch(_, yes, no) => (Some(yes), Some(no)),
            Terminator::Return(_) | Terminator::Leave(..) | Terminator::Unreachable => (None, None),
        };
        first.into_iter().chain(second)
    }

    /// Visits the temps that it uses.
    pub fn operands(&self, visit: &mut impl FnMut(Temp)) {
        match self {
            Terminator::Jump(_, values) => values.iter().for_each(|t| visit(*t)),
            Terminator::Branch(temp, ..)
            | Terminator::Return(temp)
            | Terminator::Leave(_, temp, _) => visit(*temp),
            Terminator::Unreachable => {}
        }
    }

    /// Calls `visit` with a mutable reference to each operand.
    pub fn operands_mut(&mut self, visit: &mut impl FnMut(&mut Temp)) {
        match self {
            Terminator::Jump(_, values) => values.iter_mut().for_each(visit),
            Terminator::Branch(temp, ..)
            | Terminator::Return(temp)
            | Terminator::Leave(_, temp, _) => visit(temp),
            Terminator::Unreachable => {}
        }
    }
}

/// The kinds of early exits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leave {
    /// `next`
    Next,
    /// `return`
    Return,
    /// `break`
    Break,
}

/// A block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The parameters, to which jumps to the block pass values.
    pub parameters: Vec<Temp>,
    /// The instructions.
    pub insts: Vec<Inst>,
    /// The end.
    pub terminator: Terminator,
}

/// The kind of construct that a function was lowered from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The statements of a file.
    Program,
    /// A class.
    Class,
    /// A define.
    Define,
    /// A node definition.
    Node,
    /// A function.
    Function,
    /// A plan.
    Plan,
    /// A lambda.
    Lambda,
    /// A default or type expression; runs in the frame of the function around it.
    Thunk,
    /// A template.
    Template,
}

/// A parameter. Parameter `i` has slot `i`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The name without `$`.
    pub name: Symbol,
    /// The type expression, a thunk.
    pub type_expr: Option<Inner>,
    /// The default, a thunk.
    pub default: Option<Inner>,
    /// `*$rest`
    pub captures_rest: bool,
    /// The offset that Puppet reports.
    pub at: u32,
}

/// A captured variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Its name.
    pub name: Symbol,
    /// Its slot in the lambda.
    pub slot: u32,
}

/// The code of one body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The kind of construct that the function was lowered from.
    pub kind: Kind,
    /// The full name; empty for lambdas and thunks.
    pub name: Box<str>,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The return type, a thunk.
    pub returns: Option<Inner>,
    /// The variables, parameters first. A frameless function has only its parameters and captures.
    pub slots: Vec<Symbol>,
    /// Variables of the enclosing code that a lambda is given when it is made, with their slots.
    pub captures: Vec<Capture>,
    /// True if its variables are temps: the entry block's parameters are the parameters and then
    /// the captures.
    pub frameless: bool,
    /// The inlined calls.
    pub sites: Vec<Site>,
    /// The constants.
    pub constants: Vec<Constant>,
    /// The static types of the temps.
    pub temps: Vec<Ty>,
    /// The blocks; the first is the entry, which has parameters only in a frameless function.
    pub blocks: Vec<Block>,
    /// Functions inside it.
    pub inner: Vec<Function>,
    /// True if `$0`, `$1`, ... are read anywhere in the outermost function around it.
    pub uses_match: bool,
    /// True if a template lists its parameters, even if there are none. Otherwise arguments of any
    /// names are allowed.
    pub takes_listed: bool,
    /// The offset that Puppet reports.
    pub at: u32,
}

impl Function {
    /// Returns true if a temp is defined by a constant operation.
    pub fn is_constant(&self, temp: Temp) -> bool {
        let mut insts = self.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| inst.result == temp && matches!(inst.op, Op::Const(_)))
    }

    /// Returns true if no parameter has a type, so any values fit.
    pub fn takes_any(&self) -> bool {
        self.parameters.iter().all(|p| p.type_expr.is_none())
    }

    /// Counts how often operations and terminators use each temp.
    pub fn use_counts(&self) -> Vec<u32> {
        let mut uses = vec![0u32; self.temps.len()];
        for block in &self.blocks {
            for inst in &block.insts {
                inst.op.operands(&mut |t| uses[t.0 as usize] += 1);
            }
            block.terminator.operands(&mut |t| uses[t.0 as usize] += 1);
        }
        uses
    }

    /// Returns the blocks that can be reached from a block, each before those that are reached only
    /// through it: a block comes after the blocks that dominate it.
    pub fn reverse_postorder(&self, from: BlockId) -> Vec<usize> {
        let mut seen = vec![false; self.blocks.len()];
        let mut order = Vec::new();
        // a block, and whether its successors are in the order already
        let mut work = vec![(from.0 as usize, false)];
        while let Some((block, is_done)) = work.pop() {
            if is_done {
                order.push(block);
            } else if !std::mem::replace(&mut seen[block], true) {
                work.push((block, true));
                let targets = self.blocks[block].terminator.targets();
                work.extend(targets.map(|to| (to.0 as usize, false)));
            }
        }
        order.reverse();
        order
    }

    /// Returns true if code inside it may still be there when it has run: a lambda, however deep.
    pub fn has_lambdas(&self) -> bool {
        let mut inner = self.inner.iter();
        inner.any(|inner| inner.kind != Kind::Thunk || inner.has_lambdas())
    }

    /// Makes a function without code.
    pub fn new(kind: Kind, name: &str, at: u32) -> Function {
        Function {
            kind,
            name: name.into(),
            parameters: Vec::new(),
            returns: None,
            slots: Vec::new(),
            captures: Vec::new(),
            frameless: false,
            sites: Vec::new(),
            constants: Vec::new(),
            temps: Vec::new(),
            blocks: Vec::new(),
            inner: Vec::new(),
            uses_match: false,
            takes_listed: false,
            at,
        }
    }

    /// Returns true if any code in it may run more than once in a call.
    pub fn has_loops(&self) -> bool {
        let mut insts = self.blocks.iter().flat_map(|block| &block.insts);
        insts.any(|inst| matches!(inst.op, Op::IterNext(_)))
    }

    /// Returns a block.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// Returns the index of the constant that the function returns, if it does nothing else, like a
    /// default that is a literal.
    pub fn sole_constant(&self) -> Option<usize> {
        let [block] = &self.blocks[..] else {
            return None;
        };
        match (&block.insts[..], &block.terminator) {
            ([inst], Terminator::Return(value)) if inst.result == *value => match inst.op {
                Op::Const(index) => Some(index as usize),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Something a file defines.
#[derive(Debug)]
pub struct Definition {
    /// The kind of definition.
    pub kind: DefinitionKind,
    /// The full name as written, without a leading `::`.
    pub name: Box<str>,
    /// The body with its parameters; empty for a type alias.
    pub function: Function,
    /// The offset that Puppet reports for it.
    pub at: u32,
}

/// The kinds of definitions.
#[derive(Debug)]
pub enum DefinitionKind {
    /// A class.
    Class {
        /// The inherited class, without a leading `::`.
        parent: Option<Box<str>>,
    },
    /// A define.
    Define,
    /// A function.
    Function,
    /// A plan.
    Plan,
    /// A node definition.
    Node {
        /// The matchers; the definition applies to a node that any of them matches.
        matches: Vec<NodeMatch>,
    },
    /// A type alias. It has no code.
    TypeAlias {
        /// The type that the alias is another name for.
        target: Literal,
    },
}

/// A matcher of a node definition.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeMatch {
    /// A name.
    Name(Box<str>),
    /// The source of a regular expression.
    Regexp(Box<str>),
    /// `default`
    Default,
}

/// The code of one file.
#[derive(Debug)]
pub struct Unit {
    /// Its statements.
    pub program: Function,
    /// The definitions of the file, in the order in which they end.
    pub definitions: Vec<Definition>,
}
