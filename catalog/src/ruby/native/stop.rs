//! Owns the results of native code.

use runtime::Raise;

use super::fault::Fault;
use super::value::Val;

/// A reason why code does not continue.
pub enum Stop<'h> {
    /// The attempt is given up; the process runs the code from its start.
    GiveUp,
    /// `next` ends a round of a block with this value.
    Next(Box<Val<'h>>),
    /// `break` ends a loop with this value.
    Break(Box<Val<'h>>),
    /// `return` ends a method with this value.
    Return(Box<Val<'h>>),
    /// A lookup function reports `not_found`. `rescue` does not catch it.
    NotFound,
    /// A called function raised this error.
    Raised(Box<Raise<'h>>),
    /// An error of Ruby's own.
    Fault(Fault),
}

/// A result of native code.
pub type Run<'h, T = Val<'h>> = Result<T, Stop<'h>>;

// results are passed at every step: a value and a reason take the room of the value alone, and
// other results are returned in registers
const _: () = assert!(size_of::<Run<'static>>() == size_of::<Val<'static>>());
const _: () = assert!(size_of::<Run<'static, bool>>() <= 16);
