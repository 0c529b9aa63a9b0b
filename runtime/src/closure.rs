//! Lambdas as values.

use crate::frame::{Body, Frame};
use crate::value::Value;

/// A lambda together with the frame in which it stands.
pub struct Closure<'h> {
    /// The code.
    pub body: &'h Body<'h>,
    /// The frame of the body around it.
    pub frame: &'h Frame<'h>,
    /// The values of the variables that it captured.
    pub captures: &'h [Value<'h>],
}
