//! Lambdas as values.

use crate::frame::{Body, Frame};

/// A lambda together with the frame in which it stands.
pub struct Closure<'h> {
    /// The code.
    pub body: &'h Body<'h>,
    /// The frame of the body around it.
    pub frame: &'h Frame<'h>,
}
