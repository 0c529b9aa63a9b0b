//! Owns the names of the parts of a function: temps, blocks, inner functions.

/// The result of an instruction, or a parameter of a block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Temp(pub u32);

/// A block of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct BlockId(pub u32);

/// A function inside a function: a lambda, a default, a type expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Inner(pub u32);

/// A use of a temp as an operand, with the offset that errors about it report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Use {
    /// The operand.
    pub temp: Temp,
    /// Byte offset in the source.
    pub at: u32,
}
