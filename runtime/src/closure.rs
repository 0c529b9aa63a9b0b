//! Owns lambdas as values: the code of a lambda with the frame that it was made in.

use crate::frame::{Body, Frame};
use crate::value::Value;

/// A lambda together with its enclosing frame.
pub struct Closure<'h> {
    /// The code.
    pub body: &'h Body<'h>,
    /// The frame of the body around it.
    pub frame: &'h Frame<'h>,
    /// The values of the captured variables.
    pub captures: &'h [Value<'h>],
}
