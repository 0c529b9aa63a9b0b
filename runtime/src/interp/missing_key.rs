//! Finds the key that a hash does not have, for the error of an operation on the `undef` that reading
//! the key gave.
//!
//! Runs only after an error. Values are read again from variables, constants and registers; nothing is
//! called.

use frontend::ast::AttributeOperator;
use mir::op::{Op, ResourceBody};
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
        at: u32,
    ) -> Box<Raise<'h>> {
        if let Raise::Error(error) = &mut *raise {
            error.advice.extend(self.missing_key(operand, at));
        }
        raise
    }

    /// Adds advice to the error of a resource expression of which an attribute is `undef` because a
    /// hash does not have a key. The error must name the attribute.
    #[cold]
    pub(super) fn with_missing_attribute(
        &mut self,
        mut raise: Box<Raise<'h>>,
        bodies: &[ResourceBody],
        at: u32,
    ) -> Box<Raise<'h>> {
        let Raise::Error(error) = &mut *raise else {
            return raise;
        };
        let parameter = error.advice.iter().find_map(|advice| match advice {
            Advice::Parameter(name) => Some(name.as_str()),
            _ => None,
        });
        let mut attributes = bodies.iter().flat_map(|body| &body.attributes);
        let attribute = attributes.find(|attribute| match &attribute.operator {
            AttributeOperator::Set(name) | AttributeOperator::Append(name) => {
                parameter == Some(name.as_str())
            }
            AttributeOperator::Splat => false,
        });
        if let Some(attribute) = attribute {
            error
                .advice
                .extend(self.missing_key(attribute.value.temp, at));
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
                let advice = self.missing_key(argument.value.temp, inst.at);
                error.advice.extend(advice);
            }
        }
        raise
    }

    fn missing_key(&mut self, operand: Temp, at: u32) -> Option<Advice> {
        let (whole, key) = self.read_of(operand)?;
        self.is_read_just_now(operand, at).then_some(())?;
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

    /// Returns true if the block that makes a temp passes it to the operation at `at`. No loop begins
    /// a round in between, so registers that the block has read still hold values.
    fn is_read_just_now(&self, temp: Temp, at: u32) -> bool {
        let mut blocks = self.body.mir.blocks.iter();
        let made = blocks.find(|block| block.insts.iter().any(|inst| inst.result == temp));
        made.is_some_and(|block| {
            block.insts.iter().any(|inst| {
                let mut is_operand = false;
                inst.op
                    .operands(&mut |operand| is_operand |= operand == temp);
                is_operand && inst.at == at
            })
        })
    }

    /// Returns the value of a temp that variables, constants and reads of keys make, or that the body
    /// was given.
    fn again(&mut self, temp: Temp) -> Option<Value<'h>> {
        let Some(op) = self.operation(temp) else {
            return self.has_dead_temps.then(|| self.get(temp));
        };
        match *op {
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
