//! Owns the results of native code.

use runtime::Raise;

use super::fault::Fault;
use super::value::Val;

/// A reason why code does not continue.
pub enum Stop<'h> {
    /// The attempt is given up; the process runs the code from its start.
    GiveUp,
    /// `next` ends a round of a block with this value.
    Next(Val<'h>),
    /// `break` ends a loop with this value.
    Break(Val<'h>),
    /// `return` ends a method with this value.
    Return(Val<'h>),
    /// A lookup function reports `not_found`. `rescue` does not catch it.
    NotFound,
    /// A called function raised this error.
    Raised(Box<Raise<'h>>),
    /// An error of Ruby's own.
    Fault(Fault),
}

/// A result of native code.
pub type Run<'h, T = Val<'h>> = Result<T, Stop<'h>>;
