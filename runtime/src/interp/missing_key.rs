//! Finds the key that a hash does not have, for the error of an operation on the `undef` that reading
//! the key gave.
//!
//! Runs only after an error. Values are read again from variables and constants; nothing is called.

use mir::op::Op;
use mir::{Inst, Temp};

use super::Run;
use crate::advice::{Advice, NameKind};
use crate::error::Raise;
use crate::ops;
use crate::text;
use crate::value::Value;

impl<'h> Run<'h, '_> {
    /// Adds advice to the error of an operation whose operand is `undef` because a hash does not have
    /// a key.
    #[cold]
    pub(super) fn with_missing_key(
        &mut self,
        mut raise: Box<Raise<'h>>,
        operand: Temp,
    ) -> Box<Raise<'h>> {
        if let Raise::Error(error) = &mut *raise {
            error.advice.extend(self.missing_key(operand));
        }
        raise
    }

    /// Adds advice to the error of a call that does not accept an argument that is `undef` because a
    /// hash does not have a key. An error elsewhere, such as in the body of the function, stays as it
    /// is.
    #[cold]
    pub(super) fn with_missing_argument(
        &mut self,
        mut raise: Box<Raise<'h>>,
        inst: &Inst,
    ) -> Box<Raise<'h>> {
        let (Raise::Error(error), Op::Call { arguments, .. }) = (&mut *raise, &inst.op) else {
            return raise;
        };
        let place = error.place.as_ref();
        if place.is_some_and(|place| place.offset == inst.at) {
            for argument in arguments.iter().filter(|argument| !argument.splat) {
                error.advice.extend(self.missing_key(argument.value.temp));
            }
        }
        raise
    }

    fn missing_key(&mut self, operand: Temp) -> Option<Advice> {
        let (whole, key) = self.read_of(operand)?;
        let (Value::Hash(whole), Value::String(key)) = (self.again(whole)?, self.again(key)?)
        else {
            return None;
        };
        if whole.get(Value::String(key)).is_some() {
            return None;
        }
        let keys = whole
            .iter()
            .filter(|(key, _)| matches!(key, Value::String(_)));
        let known = keys.map(|(key, _)| text::interpolated(key)).collect();
        let key = text::interpolated(Value::String(key));
        Some(Advice::unknown_among(NameKind::HashKey, key, known))
    }

    /// Returns the operands of the `whole[key]` that makes a temp.
    fn read_of(&self, temp: Temp) -> Option<(Temp, Temp)> {
        match self.operation(temp)? {
            Op::Access { left, keys } => match &keys[..] {
                [key] if !key.splat => Some((left.temp, key.value.temp)),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the value of a temp that variables, constants and reads of keys make.
    fn again(&mut self, temp: Temp) -> Option<Value<'h>> {
        match *self.operation(temp)? {
            Op::Const(index) => Some(self.body.constants[index as usize]),
            Op::LoadSlot { depth, slot } => self.load_slot(depth, slot, 0).ok(),
            Op::LoadVariable(name) => self.load_variable(name, 0).ok(),
            _ => {
                let (whole, key) = self.read_of(temp)?;
                let (whole, key) = (self.again(whole)?, self.again(key)?);
                ops::item_of(self.cx.heap, whole, key)
            }
        }
    }

    fn operation(&self, temp: Temp) -> Option<&'h Op> {
        let mut insts = self.body.mir.blocks.iter().flat_map(|block| &block.insts);
        Some(&insts.find(|inst| inst.result == temp)?.op)
    }
}
