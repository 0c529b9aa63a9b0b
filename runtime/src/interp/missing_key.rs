//! Finds the key that a hash does not have, for the error of an operation on the `undef` that reading
//! the key gave.
//!
//! Runs only after an error or before one that is likely, and calls nothing. The interpreter reads values again from variables,
//! constants and registers; compiled code passes them.

use std::ptr;
use std::sync::Arc;

use frontend::ast::AttributeOperator;
use mir::op::{Op, ResourceBody};
use mir::{Inst, Temp};

use super::Run;
use crate::advice::{Advice, NameKind};
use crate::cx::Cx;
use crate::error::{Error, Raise};
use crate::frame::Body;
use crate::ops;
use crate::text;
use crate::value::Value;

/// Adds advice to the error of an operation whose operand is `undef` because a hash does not have a
/// key. The operand is `whole[key]`.
#[cold]
pub fn add_missing_key<'h>(
    body: &Body<'h>,
    inst: &Inst,
    (operand, whole, key): (Temp, Value<'h>, Value<'h>),
    raise: &mut Raise<'h>,
) {
    if let Raise::Error(error) = raise
        && is_about(error, body, inst, operand)
        && let Some(advice) = missing_key(whole, key)
    {
        error.advice.push(advice);
    }
}

/// Tells the host which attribute of declared resources is `undef` because a hash does not have a key,
/// since the parameters of a define are checked later. The attribute's value is `whole[key]`.
pub fn note_missing_key<'h>(
    cx: &Cx<'h>,
    bodies: &[ResourceBody],
    (operand, whole, key): (Temp, Value<'h>, Value<'h>),
    references: Value<'h>,
) {
    for attribute in bodies.iter().flat_map(|body| &body.attributes) {
        if let AttributeOperator::Set(name) = &attribute.operator
            && attribute.value.temp == operand
        {
            let missing_key = || missing_key(whole, key);
            cx.host.note_missing_key(references, *name, &missing_key);
        }
    }
}

/// Returns advice if a hash does not have a key.
fn missing_key<'h>(whole: Value<'h>, key: Value<'h>) -> Option<Advice> {
    let (Value::Hash(whole), Value::String(name)) = (whole, key) else {
        return None;
    };
    if whole.get(key).is_some() {
        return None;
    }
    let keys = whole
        .iter()
        .filter(|(key, _)| matches!(key, Value::String(_)));
    let known = keys.map(|(key, _)| text::interpolated(key)).collect();
    let name = text::interpolated(Value::String(name));
    Some(Advice::unknown_among(NameKind::HashKey, name, known))
}

/// Returns true if an error can be about an operand of an operation. An error elsewhere, such as in
/// the body of a function that is called, is not.
fn is_about(error: &Error, body: &Body<'_>, inst: &Inst, operand: Temp) -> bool {
    let is_here = error
        .place
        .as_ref()
        .is_some_and(|place| place.offset == inst.at && Arc::ptr_eq(&place.source, body.source));
    match &inst.op {
        Op::Call { .. } | Op::CallComputed { .. } => is_here,
        Op::Resource { bodies, .. } => match parameter(error) {
            Some(name) => is_here && sets(bodies, name, operand),
            None => bodies.iter().any(|body| body.title.temp == operand),
        },
        _ => true,
    }
}

/// Returns the parameter or attribute that an error is about.
fn parameter(error: &Error) -> Option<&str> {
    error.advice.iter().find_map(|advice| match advice {
        Advice::Parameter(name) => Some(name.as_str()),
        _ => None,
    })
}

/// Returns true if an attribute with this name has an operand as its value.
fn sets(bodies: &[ResourceBody], name: &str, operand: Temp) -> bool {
    let mut attributes = bodies.iter().flat_map(|body| &body.attributes);
    attributes.any(|attribute| match &attribute.operator {
        AttributeOperator::Set(set) | AttributeOperator::Append(set) => {
            attribute.value.temp == operand && set.as_str() == name
        }
        AttributeOperator::Splat => false,
    })
}

impl<'h> Run<'h, '_> {
    /// Adds advice to the error of an operation for each operand that is `undef` because a hash does
    /// not have a key.
    #[cold]
    pub(super) fn add_missing_keys(&self, inst: &Inst, raise: &mut Raise<'h>) {
        let mut operands = Vec::new();
        inst.op.operands(&mut |operand| operands.push(operand));
        for operand in operands {
            if let Some((whole, key)) = self.read_just_before(inst, operand) {
                add_missing_key(self.body, inst, (operand, whole, key), raise);
            }
        }
    }

    /// Tells the host which attributes of declared resources are `undef` because a hash does not have
    /// a key.
    pub(super) fn note_missing_keys(
        &self,
        inst: &Inst,
        bodies: &[ResourceBody],
        references: Value<'h>,
    ) {
        for attribute in bodies.iter().flat_map(|body| &body.attributes) {
            let operand = attribute.value.temp;
            if let AttributeOperator::Set(name) = &attribute.operator
                && matches!(self.get(operand), Value::Undef)
            {
                self.cx.host.note_missing_key(references, *name, &|| {
                    let (whole, key) = self.read_just_before(inst, operand)?;
                    missing_key(whole, key)
                });
            }
        }
    }

    /// Returns hash and key if an earlier operation of the same block read an operand from there. No
    /// loop begins a round in between, so registers that the block has read still hold values.
    fn read_just_before(&self, inst: &Inst, operand: Temp) -> Option<(Value<'h>, Value<'h>)> {
        let mut blocks = self.body.mir.blocks.iter();
        let block = blocks.find(|block| block.insts.iter().any(|it| ptr::eq(it, inst)))?;
        block.insts.iter().find(|it| it.result == operand)?;
        let (whole, key) = self.read_of(operand)?;
        Some((self.again(whole)?, self.again(key)?))
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

    /// Returns the value of a temp that variables, constants and reads of keys make, or that a
    /// register holds.
    fn again(&self, temp: Temp) -> Option<Value<'h>> {
        match self.operation(temp) {
            Some(Op::Const(index)) => Some(self.body.constants[*index as usize]),
            Some(Op::Access { .. }) => {
                let (whole, key) = self.read_of(temp)?;
                let (whole, key) = (self.again(whole)?, self.again(key)?);
                ops::item_of(self.cx.heap, whole, key)
            }
            _ => self.is_written(temp).then(|| self.get(temp)),
        }
    }

    /// Returns true if the interpreter writes the register of a temp. Bytecode leaves out some.
    fn is_written(&self, temp: Temp) -> bool {
        let is_parameter = self.operation(temp).is_none();
        let code = self.body.bytecode.get();
        code.is_none_or(|code| is_parameter || code.writes(temp.0))
    }

    fn operation(&self, temp: Temp) -> Option<&'h Op> {
        let mut insts = self.body.mir.blocks.iter().flat_map(|block| &block.insts);
        Some(&insts.find(|inst| inst.result == temp)?.op)
    }
}
