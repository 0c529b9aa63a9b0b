//! The registers and instructions of a running body, without a look at bounds.
//!
//! On fib and sum the looks cost a seventh of the time.
//!
//! Invariants of the unsafe code here:
//! * A [`Window`] is made for a body that was entered: the stack of registers holds, from its base
//!   on, as many as the body's code has, all of them written; it never moves while a context lives,
//!   and is shortened below the window's end only when the body is left.
//! * Registers are given by instructions of the window's own code, which are below that number, and
//!   instructions follow each other as the code says: `Bytecode::checked` has seen to both.
#![allow(unsafe_code, reason = "registers and instructions of checked code")]

use std::marker::PhantomData;
use std::ptr::NonNull;

use super::bytecode::{Bytecode, Code, Reg};
use crate::cx::Cx;
use crate::value::Value;

/// The registers of a running body and its instructions.
#[derive(Clone, Copy)]
pub(super) struct Window<'h> {
    registers: NonNull<Value<'h>>,
    code: NonNull<Code>,
    of: PhantomData<&'h Bytecode>,
}

impl<'h> Window<'h> {
    /// The window of a body that was entered and whose registers begin at `base`.
    pub(super) fn new(cx: &mut Cx<'h>, code: &'h Bytecode, base: usize) -> Window<'h> {
        assert!(base + code.registers as usize <= cx.registers.len());
        // SAFETY: within the registers, as just seen
        let registers = unsafe { cx.registers.as_mut_ptr().add(base) };
        Window {
            registers: NonNull::new(registers).unwrap_or(NonNull::dangling()),
            code: NonNull::from(&*code.code).cast(),
            of: PhantomData,
        }
    }

    /// The content of a register.
    #[inline(always)]
    pub(super) fn get(self, reg: Reg) -> Value<'h> {
        // SAFETY: see the module's text
        unsafe { *self.registers.add(reg as usize).as_ref() }
    }

    /// Writes a register.
    #[inline(always)]
    pub(super) fn set(self, reg: Reg, value: Value<'h>) {
        // SAFETY: see the module's text; values are `Copy`
        unsafe { self.registers.add(reg as usize).write(value) }
    }

    /// The instruction at an index.
    #[inline(always)]
    pub(super) fn fetch(self, pc: usize) -> Code {
        // SAFETY: see the module's text
        unsafe { *self.code.add(pc).as_ref() }
    }
}
