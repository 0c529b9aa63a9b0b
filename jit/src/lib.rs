//! Owns the compiler tier, which compiles MIR to machine code by Cranelift.
//!
//! An [`Engine`] belongs to an environment: all its evaluations and threads share the code. Bodies
//! are compiled for the types seen at their entry; functions written in Puppet call each other
//! directly with unboxed numbers. An operation without a fast path runs the interpreter's own
//! operation, so both tiers give the same values, errors and logs. Unsafe code is in [`abi`],
//! [`code`], `site`, `versions` and here. [`watch`] shows the generated code.
#![allow(unsafe_code, reason = "runs compiled code")]

pub mod abi;
mod background;
mod caught;
pub mod code;
mod engine;
mod linker;
mod liveness;
mod lower;
mod owned;
mod plan;
mod preserve_all;
mod shapes;
mod site;
mod statistics;
mod switch;
mod versions;
pub mod watch;

pub use caught::panics;
pub use cranelift_codegen::VERSION as CRANELIFT_VERSION;
pub use engine::{Engine, Mode, THRESHOLD};
pub use statistics::Statistics;

use runtime::frame::{Body, Frame};
use runtime::tier::Tier;
use runtime::{Cx, Res, Value};

use code::Code;

impl Engine {
    /// Runs code in a frame with its registers.
    fn run_code<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        code: Code,
        base: usize,
    ) -> Res<'h> {
        let open = cx.activations.len();
        let depth = cx.depth;
        // SAFETY: see `abi`: the engine lives as long as `self`, the registers from `base` on are
        // those of the body whose code this is
        let result = unsafe {
            let registers = cx.registers.as_mut_ptr().add(base);
            enter(cx, frame, code, registers, depth)
        };
        debug_assert_eq!(
            open,
            cx.activations.len(),
            "compiled bodies end what they begin"
        );
        result
    }
}

/// Enters code from outside.
///
/// # Safety
/// `values` are the registers or arguments that the code was made for; see [`abi`].
#[inline(always)]
unsafe fn enter<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    code: Code,
    values: *mut Value<'h>,
    depth: u32,
) -> Res<'h> {
    // SAFETY: the caller's; lifetimes do not exist in compiled code
    unsafe {
        let context = std::ptr::from_mut(cx).cast::<Cx<'static>>();
        let frame = std::ptr::from_ref(frame).cast::<Frame<'static>>();
        let words = code.entry()(context, frame, values.cast(), u64::from(depth));
        abi::returned(cx, words)
    }
}

impl Tier for Engine {
    fn threshold(&self) -> u32 {
        self.threshold
    }

    fn compile<'h>(&self, _cx: &mut Cx<'h>, body: &'h Body<'h>) {
        if self.accepts(body.mir) {
            body.heat.publish(self.versions());
        }
    }

    fn run<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        base: usize,
    ) -> Option<Res<'h>> {
        let versions = versions::lasting(body.heat.code().cast());
        let code = match versions.first(&[]) {
            Some(code) => code,
            None => self.version(cx, frame, body, versions, &[])?,
        };
        self.count_entry();
        Some(self.run_code(cx, frame, code, base))
    }

    fn call<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        arguments: &[Value<'h>],
    ) -> Option<Res<'h>> {
        if arguments.len() < body.mir.blocks[0].parameters.len() {
            return None;
        }
        let versions = versions::lasting(body.heat.code().cast());
        let code = match versions.first(arguments) {
            Some(code) => code,
            None => self.version(cx, frame, body, versions, arguments)?,
        };
        self.count_entry();
        let depth = cx.depth + 1;
        let values = arguments.as_ptr().cast_mut();
        // SAFETY: there is an argument for each parameter of the code, which only reads them
        Some(unsafe { enter(cx, frame, code, values, depth) })
    }

    fn passed_over(&self) {
        if self.counts {
            self.counts().interpreted();
        }
    }

    fn enter_loop<'h>(
        &self,
        cx: &mut Cx<'h>,
        frame: &'h Frame<'h>,
        body: &'h Body<'h>,
        base: usize,
        head: usize,
    ) -> Option<Res<'h>> {
        if !self.accepts(body.mir) {
            return None;
        }
        let code = self.loop_version(cx, body, base, head)?;
        self.counts().loop_entered();
        Some(self.run_code(cx, frame, code, base))
    }
}
