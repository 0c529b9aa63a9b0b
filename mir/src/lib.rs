//! Owns the typed mid-level IR: the meaning of a file after parsing.
//!
//! [`lower`] makes it from the syntax tree, [`text`] prints it, [`verify`] checks its invariants,
//! [`loops`] finds its loops, [`facts`] has the table of built-in functions.
//! It knows no runtime value and no machine; `docs/MIR.md` describes it.

pub mod constant;
pub mod facts;
pub mod infer;
pub mod ir;
pub mod literal;
pub mod loops;
pub mod lower;
pub mod op;
mod passes;
pub mod ranges;
pub mod temp;
pub mod text;
pub mod ty;
pub mod type_name;
pub mod verify;

pub use ir::{
    BlockId, Constant, Definition, DefinitionKind, Function, Inner, Inst, Kind, NodeMatch,
    Parameter, Temp, Terminator, Ty, Unit, Use,
};
pub use literal::{Literal, LiteralKind};
pub use op::{APPLY, Op};
