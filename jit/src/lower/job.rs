//! The unit of lowering, and the representations of its values.

use cranelift_codegen::ir::{self, BlockArg, types};
use mir::infer::Types;
use mir::ranges::Ranges;
use mir::{BlockId, Temp, Ty};
use runtime::frame::Body;

/// The representation of a value in compiled code, with the values of CLIF that hold it.
#[derive(Clone, Copy)]
pub(crate) enum Val {
    Int(ir::Value),
    Float(ir::Value),
    /// An `i8` of 0 or 1.
    Bool(ir::Value),
    /// The tag and the payload. The second byte of the tag's word holds a Boolean; its other bytes
    /// are undefined.
    Boxed(ir::Value, ir::Value),
}

/// The kind of representation that a temp has, without its values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rep {
    Int,
    Float,
    Bool,
    Boxed,
}

impl Rep {
    pub(crate) fn of(ty: Option<Ty>) -> Rep {
        match ty {
            Some(Ty::Integer) => Rep::Int,
            Some(Ty::Float) => Rep::Float,
            Some(Ty::Boolean) => Rep::Bool,
            _ => Rep::Boxed,
        }
    }

    /// The CLIF types of the words.
    pub(crate) fn types(self) -> &'static [ir::Type] {
        match self {
            Rep::Int => &[types::I64],
            Rep::Float => &[types::F64],
            Rep::Bool => &[types::I8],
            Rep::Boxed => &[types::I64, types::I64],
        }
    }
}

impl Val {
    /// Makes a value from words in the order of [`Rep::types`].
    pub(crate) fn of(rep: Rep, words: &[ir::Value]) -> Val {
        match rep {
            Rep::Int => Val::Int(words[0]),
            Rep::Float => Val::Float(words[0]),
            Rep::Bool => Val::Bool(words[0]),
            Rep::Boxed => Val::Boxed(words[0], words[1]),
        }
    }

    /// Returns the words of the value, for the parameters of a block.
    pub(crate) fn args(self) -> Vec<BlockArg> {
        self.parts().into_iter().map(BlockArg::Value).collect()
    }

    pub(crate) fn parts(self) -> Vec<ir::Value> {
        match self {
            Val::Int(v) | Val::Float(v) | Val::Bool(v) => vec![v],
            Val::Boxed(tag, payload) => vec![tag, payload],
        }
    }
}

/// The way in which a function is entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// It is called by compiled code, with context, depth, and the parameters that it uses. It
    /// reserves registers itself if it needs some.
    Direct,
    /// It is entered from outside, with context, frame, registers, depth.
    Entry,
    /// It is entered from outside, with context, frame, parameters in a row, depth. It reserves
    /// registers itself if it needs some.
    Block,
    /// It has no entry: it is lowered in place of a call, and needs no registers.
    Placed,
}

impl Shape {
    /// Returns true if the calling code has checked the parameters. The function then checks its
    /// result.
    pub(super) fn is_called(self) -> bool {
        matches!(self, Shape::Direct | Shape::Placed)
    }

    /// Returns the shape of a block of a body that is entered from outside.
    pub(crate) fn of_entry(body: &Body<'_>, entry: BlockId) -> Shape {
        match body.mir.frameless && entry == BlockId(0) {
            true => Shape::Block,
            false => Shape::Entry,
        }
    }
}

/// The code that is to be compiled: a body, for given types, beginning at one of its blocks.
pub(crate) struct Job<'h, 't> {
    pub body: &'h Body<'h>,
    pub types: &'t Types,
    pub ranges: &'t Ranges,
    pub shape: Shape,
    /// The block where it begins.
    pub entry: BlockId,
    /// The temps that have values at the entry, with their types. A function that is called
    /// directly has no values for parameters that it does not use.
    pub given: &'t [(Temp, Ty)],
    /// The representation of the result.
    pub result: Rep,
}
