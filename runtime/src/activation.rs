//! Owns the records of running bodies: the state that a body restores when it ends, and the callers
//! that wait for a function.

use crate::bytecode::{Bytecode, Reg};
use crate::cx::CallPlace;
use crate::frame::{Body, Frame};
use crate::function_cache::Direct;
use crate::profile;
use crate::regexp::Captures;

/// The state that is restored when a body ends.
#[derive(Clone, Copy)]
pub struct Activation<'h> {
    /// The index of its first register.
    pub base: usize,
    pub(crate) caller: Option<&'h Frame<'h>>,
    pub(crate) matches: usize,
    pub(crate) loops: usize,
}

/// A frame that all calls of a function share, with the groups that the call before has matched.
pub type SharedMatch<'h> = (&'h Frame<'h>, Option<&'h Captures<'h>>);

/// A function that waits for a function that it called.
#[derive(Clone, Copy)]
pub struct Call<'h> {
    pub(crate) body: &'h Body<'h>,
    pub(crate) frame: &'h Frame<'h>,
    pub(crate) code: &'h Bytecode,
    pub(crate) place: Option<CallPlace<'h>>,
    /// The called function.
    pub(crate) callee: &'h Direct<'h>,
    pub(crate) base: u32,
    pub(crate) depth: u32,
    /// The index of the instruction after the call.
    pub(crate) pc: u32,
    pub(crate) to: Reg,
    pub(crate) turns: u32,
    pub(crate) matches: u32,
    pub(crate) loops: u32,
    /// The frame of the called function in a profile.
    pub(crate) profiled: profile::Open,
}
