//! The end of a loop's round: code that frees the memory that only this round needed, see
//! [`runtime::release`].
//!
//! All values that the loop carries on are stored before the helper frees memory, and loaded again: a
//! value that was read from an array of the round before must not be read from there again.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use cranelift_frontend::Variable;
use frontend::ast::BinaryOp::*;
use mir::op::Yields;
use mir::{BlockId, Inst, Op, Temp, Ty, loops};
use runtime::{Cx, Heap, heap};

use super::{Lowering, TRUSTED, Val};
use crate::abi::Helper;

const HEAP: i32 = std::mem::offset_of!(Cx<'static>, heap) as i32;
const MARK: i32 = Heap::MARK_AT as i32;
const EPOCH: i32 = Heap::EPOCH_AT as i32;
const FREED: i32 = Heap::FREED_AT as i32;

/// A loop whose rounds may need memory that can be freed at their end.
pub(super) struct Around {
    head: BlockId,
    inside: Vec<bool>,
    /// The position of the heap when the loop began.
    mark: Variable,
    /// The epoch in which the loop looked after its memory last.
    epoch: Variable,
}

impl Lowering<'_, '_, '_, '_, '_> {
    /// Finds the loops whose rounds may need memory that can be freed at their end.
    pub(super) fn find_loops(&mut self) {
        let function = self.job.body.mir;
        if !function.has_loops() {
            return;
        }
        for (head, inside) in loops::of(function) {
            let blocks = function.blocks.iter().zip(&inside).enumerate();
            let mut insts = blocks
                .filter(|(index, (_, is_inside))| **is_inside && self.job.types.reached[*index])
                .flat_map(|(_, (block, _))| &block.insts);
            if insts.any(|inst| self.may_allocate(inst)) {
                self.around.push(Around {
                    head,
                    inside,
                    mark: self.b.declare_var(types::I64),
                    epoch: self.b.declare_var(types::I64),
                });
            }
        }
    }

    /// Returns true if an operation may make something that is gone after the round.
    fn may_allocate(&self, inst: &Inst) -> bool {
        let types = self.job.types;
        let is_number = |temp: Temp| {
            let ty = types.of(temp);
            ty.is_some_and(Ty::is_number)
        };
        match &inst.op {
            Op::Const(_)
            | Op::Not(_)
            | Op::ToBoolean(_)
            | Op::IsUndef(_)
            | Op::IterMore { .. }
            | Op::IterKey { .. }
            | Op::IterNext(_)
            | Op::IterEnd(_)
            | Op::PushMatch
            | Op::PopMatch(_)
            | Op::ListPush { .. } => false,
            Op::IterGet { iter, yields, .. } => {
                let plain = |ty: Ty| ty.is_array() || ty.counts();
                *yields == Yields::Element && !types.of(*iter).is_some_and(plain)
            }
            Op::Negate(value) => !is_number(value.temp),
            Op::Binary { op, left, right } => match op {
                Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => false,
                Plus | Minus | Times | Divide | Modulo | LeftShift | RightShift => {
                    !is_number(left.temp) || !is_number(right.temp)
                }
                _ => true,
            },
            Op::Access { left, keys } => {
                let array = types.of(left.temp).is_some_and(Ty::is_array);
                !(array && keys.len() == 1 && is_number(keys[0].value.temp))
            }
            _ => true,
        }
    }

    fn mark(&mut self) -> ir::Value {
        if heap::is_stressed() {
            return self.call(Helper::Mark, &[self.cx])[0];
        }
        let heap = self.b.ins().load(types::I64, TRUSTED, self.cx, HEAP);
        self.b.ins().load(types::I64, TRUSTED, heap, MARK)
    }

    fn epoch(&mut self) -> ir::Value {
        let heap = self.b.ins().load(types::I64, TRUSTED, self.cx, HEAP);
        self.b.ins().uload32(TRUSTED, heap, EPOCH)
    }

    fn freed(&mut self) -> ir::Value {
        let heap = self.b.ins().load(types::I64, TRUSTED, self.cx, HEAP);
        self.b.ins().load(types::I64, TRUSTED, heap, FREED)
    }

    /// Notes where the loops begin that a jump enters.
    pub(super) fn mark_loops(&mut self, from: Option<usize>, to: BlockId) {
        for index in 0..self.around.len() {
            let around = &self.around[index];
            let enters = from.is_none_or(|from| around.head == to && !around.inside[from]);
            let (mark, epoch) = (around.mark, around.epoch);
            if enters {
                let now = self.mark();
                self.b.def_var(mark, now);
                let now = self.epoch();
                self.b.def_var(epoch, now);
            }
        }
    }

    /// On the way back to the head of a loop: takes memory back when that is due, and goes to the
    /// head then with what the values given to its parameters become. Goes on otherwise.
    pub(super) fn come_around(&mut self, from: usize, to: BlockId, values: &[(Temp, Val)]) {
        let own = |around: &&Around| around.head == to && around.inside[from];
        let Some(around) = self.around.iter().find(own) else {
            return;
        };
        let (mark, epoch) = (around.mark, around.epoch);
        let (now, then) = (self.epoch(), self.b.use_var(epoch));
        let is_due = self.b.ins().icmp(IntCC::NotEqual, now, then);
        let (due, go) = (self.cold(), self.b.create_block());
        self.b.ins().brif(is_due, due, &[], go, &[]);
        self.b.switch_to_block(due);
        // the first place is for what the helper gives
        let room = self.room(values.len() + 1);
        for (index, (_, value)) in values.iter().enumerate() {
            self.store(*value, room, (index as i32 + 1) * 16);
        }
        let first = self.b.ins().iadd_imm_s(room, 16);
        let len = self.int(values.len() as i64);
        let before = self.b.use_var(mark);
        let freed_before = self.freed();
        let after = self.call_wrapper(Helper::Release, &[self.cx, before, first, len]);
        self.b.def_var(mark, after);
        let now = self.epoch();
        self.b.def_var(epoch, now);
        let mut moved = Vec::with_capacity(values.len());
        for (index, (temp, _)) in values.iter().enumerate() {
            let (tag, payload) = self.load_value(room, index + 1);
            let rep = self.rep(*temp);
            moved.push((*temp, self.unboxed(tag, payload, rep)));
        }
        let arguments = self.arguments(&moved);
        let head = self.blocks[to.0 as usize];
        if !self.texts.is_empty() {
            // a text that was freed may have left its place to another one
            let freed = self.freed();
            let is_freed = self.b.ins().icmp(IntCC::NotEqual, freed, freed_before);
            let forget = self.cold();
            self.b.ins().brif(is_freed, forget, &[], head, &arguments);
            self.b.switch_to_block(forget);
            let none = self.int(0);
            for slot in self.texts.clone() {
                self.b.ins().stack_store(types::I64, none, slot, 0);
                self.b.ins().stack_store(types::I64, none, slot, 8);
            }
        }
        self.b.ins().jump(head, &arguments);
        self.b.switch_to_block(go);
    }
}
