//! Owns the interface of a compiler tier, and the data that bodies keep for it.
//!
//! The tier decides which bodies are worth compiling; the interpreter counts. Compiled code runs
//! with the same frames, registers and errors, and calls the interpreter's own operations for
//! everything without a faster path. So a body can change tiers at any call or loop.

use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

use crate::cx::Cx;
use crate::error::Res;
use crate::frame::{Body, Frame};
use crate::value::Value;

/// A compiler tier, shared by all evaluations of an environment.
pub trait Tier: Send + Sync {
    /// Returns the number of entries of a body after which it is compiled.
    fn threshold(&self) -> u32;

    /// Compiles a body, if that is worthwhile, and stores the code in `body.heat`.
    fn compile<'h>(&self, cx: &mut Cx<'h>, body: &'h Body<'h>);

    /// Runs the code of a body with a frame, whose registers begin at `base`. Returns `None` when
    /// there is no code.
    ///
    /// # Errors
    /// Returns the error or jump of the code.
    fn run<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        base: usize,
    ) -> Option<Res<'h>>;

    /// Runs the code of a frameless body with one argument for each parameter of its entry block.
    /// Returns `None` when there is no code for such arguments.
    ///
    /// # Errors
    /// Returns the error or jump of the code.
    fn call<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        arguments: &[Value<'h>],
    ) -> Option<Res<'h>>;

    /// Notes that the interpreter runs a body from its start, because there is no code for the body
    /// or for its arguments.
    fn passed_over(&self);

    /// Goes on in compiled code at the head of a loop that has run often. `None` when it stays
    /// in the interpreter.
    fn enter_loop<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        base: usize,
        head: usize,
    ) -> Option<Res<'h>>;
}

/// The data that a body has for the compiler tier.
#[derive(Default)]
pub struct Heat {
    entries: AtomicU32,
    code: AtomicPtr<()>,
}

impl Heat {
    /// Counts an entry and returns the number of entries so far.
    pub fn entered(&self) -> u32 {
        self.entries
            .fetch_add(1, Ordering::Relaxed)
            .saturating_add(1)
    }

    /// Returns the tier's own data for the body's code.
    pub fn code(&self) -> *mut () {
        self.code.load(Ordering::Acquire)
    }

    /// Publishes the code.
    pub fn publish(&self, code: *mut ()) {
        self.code.store(code, Ordering::Release);
    }
}
