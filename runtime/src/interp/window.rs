//! The registers and instructions of a running body, without bounds checks.
//!
//! On fib and sum the checks cost a seventh of the time. Numbers and copies are written and read in
//! whole words, which a processor forwards from one instruction to the next. A register that is
//! written in part and read as a whole would wait for memory.
//!
//! Invariants of the unsafe code here:
//! * A [`Window`] is made for a body that was entered: from its base on, the stack of registers
//!   holds as many registers as the body's code needs, all of them written. It never moves while a
//!   context lives, and is shortened below the window's end only when the body ends.
//! * Registers are named by instructions of the window's own code, which are below that number, and
//!   instructions follow each other as the code says: `Bytecode::checked` has verified both.
#![allow(unsafe_code, reason = "registers and instructions of checked code")]

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use crate::bytecode::{Bytecode, Code, Reg};
use crate::cx::Cx;
use crate::value::Value;

/// Returns the tag of a value, which is its first byte.
const fn tag(value: &Value<'_>) -> u64 {
    // SAFETY: `Value` is `repr(u8)`
    unsafe { *std::ptr::from_ref(value).cast::<u8>() as u64 }
}

const BOOLEAN: u64 = tag(&Value::Boolean(false));
const INTEGER: u64 = tag(&Value::Integer(0));
const FLOAT: u64 = tag(&Value::Float(0.0));

/// The registers of a running body and its instructions.
#[derive(Clone, Copy)]
pub(super) struct Window<'h> {
    registers: NonNull<Value<'h>>,
    code: NonNull<Code>,
    of: PhantomData<&'h Bytecode>,
}

impl<'h> Window<'h> {
    /// Makes the window of a body that was entered and whose registers begin at `base`.
    #[inline(always)]
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

    /// Returns a reference to the content of a register, valid until the next register is written.
    #[inline(always)]
    pub(super) fn at(&self, reg: Reg) -> &Value<'h> {
        // SAFETY: see the module's text
        unsafe { self.registers.add(reg as usize).as_ref() }
    }

    /// Returns the content of a register.
    #[inline(always)]
    pub(super) fn get(self, reg: Reg) -> Value<'h> {
        *self.at(reg)
    }

    /// Writes a register.
    #[inline(always)]
    pub(super) fn set(self, reg: Reg, value: Value<'h>) {
        // SAFETY: see the module's text; values are `Copy`
        unsafe { self.registers.add(reg as usize).write(value) }
    }

    /// Writes the words of a register.
    ///
    /// # Safety
    /// They must be those of a value: the tag with, for a Boolean, the value in the second byte;
    /// and eight bytes that belong to it.
    #[inline(always)]
    unsafe fn set_words(self, reg: Reg, tag: u64, payload: u64) {
        // SAFETY: a value is two words; the caller says which
        unsafe {
            let at = self.registers.add(reg as usize).cast::<u64>();
            at.write(tag);
            at.add(1).write(payload);
        }
    }

    /// Writes an Integer.
    #[inline(always)]
    pub(super) fn set_integer(self, reg: Reg, value: i64) {
        // SAFETY: an Integer
        unsafe { self.set_words(reg, INTEGER, value.cast_unsigned()) }
    }

    /// Writes a Float.
    #[inline(always)]
    pub(super) fn set_float(self, reg: Reg, value: f64) {
        // SAFETY: a Float
        unsafe { self.set_words(reg, FLOAT, value.to_bits()) }
    }

    /// Writes a Boolean.
    #[inline(always)]
    pub(super) fn set_boolean(self, reg: Reg, value: bool) {
        // SAFETY: a Boolean
        unsafe { self.set_words(reg, BOOLEAN | u64::from(value) << 8, 0) }
    }

    /// Copies a register of another window, or of the same.
    #[inline(always)]
    pub(super) fn copy(self, to: Reg, window: Window<'h>, from: Reg) {
        // SAFETY: see the module's text; bytes between the parts of a value may hold anything, and
        // reads that may not be joined stay two
        unsafe {
            let from = window
                .registers
                .add(from as usize)
                .cast::<MaybeUninit<u64>>();
            let to = self.registers.add(to as usize).cast::<MaybeUninit<u64>>();
            let words = (from.read_volatile(), from.add(1).read_volatile());
            to.write(words.0);
            to.add(1).write(words.1);
        }
    }

    /// Returns the instruction at an index.
    #[inline(always)]
    pub(super) fn fetch(self, pc: usize) -> Code {
        // SAFETY: see the module's text
        unsafe { *self.code.add(pc).as_ref() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_values() {
        let mut values = [Value::Undef; 5];
        let window = Window {
            registers: NonNull::from(&mut values).cast(),
            code: NonNull::dangling(),
            of: PhantomData,
        };
        window.set_integer(0, -7);
        window.set_float(1, 1.5);
        window.set_boolean(2, true);
        window.copy(3, window, 0);
        window.set_boolean(4, false);
        let shown = format!("{values:?}");
        assert_eq!(shown, "[-7, 1.5, true, -7, false]");
    }
}
