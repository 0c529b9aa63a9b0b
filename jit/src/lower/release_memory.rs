//! Frees the memory that only one round of a loop, or one call, needed, at the end of that round or
//! call: see [`runtime::release`].
//!
//! All values that the loop carries on are stored before the helper frees memory, and loaded again
//! afterwards: a value that was read from an array of the previous round must not be read from there
//! again.

use std::rc::Rc;

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use cranelift_frontend::Variable;
use frontend::ast::BinaryOp::*;
use mir::infer::Types;
use mir::op::Yields;
use mir::{BlockId, Function, Inst, Op, Temp, Ty, loops};
use runtime::{Cx, Heap, heap, release};

use super::record::Passed;
use super::{Lowering, Shape, TRUSTED, Val};
use crate::abi::Helper;
use crate::linker::Linker;

const HEAP: i32 = std::mem::offset_of!(Cx<'static>, heap) as i32;
const MARK: i32 = Heap::MARK_AT as i32;
const EPOCH: i32 = Heap::EPOCH_AT as i32;
const FREED: i32 = Heap::FREED_AT as i32;

/// A loop whose rounds may make data that is freed at their end.
pub(super) struct Around {
    head: BlockId,
    inside: Vec<bool>,
    /// The position of the heap when the loop began.
    mark: Variable,
    /// The epoch in which the loop last freed memory.
    epoch: Variable,
}

/// The greatest number of functions that are inspected to find out whether a call makes data.
const LOOK_MAX: usize = 50;

impl Lowering<'_, '_, '_, '_, '_> {
    /// Notes the position of the heap when a call begins, if it calls other functions and makes data:
    /// a recursion may make much more data than its result. Calls inside of loops are not enough
    /// for that, since each round frees its own data.
    pub(super) fn mark_call(&mut self) {
        let job = self.job;
        let calls = self.calls > 0 && job.shape == Shape::Direct;
        if calls && makes_data(self.link, job.body.mir, job.types) {
            let mark = self.b.declare_var(types::I64);
            let now = self.mark();
            self.b.def_var(mark, now);
            self.call_mark = Some(mark);
        }
    }

    /// Frees the memory that only the call needed, before the call returns, if that may be due.
    /// Returns the moved result.
    pub(super) fn leave_call(&mut self, value: Val) -> Val {
        let Some(mark) = self.call_mark else {
            return value;
        };
        let (now, mark) = (self.epoch(), self.b.use_var(mark));
        let half = self.int(32);
        let then = self.b.ins().ushr(mark, half);
        let passed = self.b.ins().isub(now, then);
        let least = release::call_epochs() as i64;
        let at_least = IntCC::UnsignedGreaterThanOrEqual;
        let least = self.int(least);
        let is_due = self.b.ins().icmp(at_least, passed, least);
        let (due, done) = (self.cold(), self.b.create_block());
        let rep = self.job.result;
        let value = self.convert(value, rep);
        for ty in rep.types() {
            self.b.append_block_param(done, *ty);
        }
        self.b.ins().brif(is_due, due, &[], done, &value.args());
        self.b.switch_to_block(due);
        // the first place is for the helper's result
        let room = self.room(2);
        self.store(value, room, 16);
        let (first, one) = (self.b.ins().iadd_imm_s(room, 16), self.int(1));
        self.call_wrapper(Helper::ReleaseCall, &[self.cx, mark, first, one]);
        let (tag, payload) = self.load_value(room, 1);
        let moved = self.unboxed(tag, payload, rep);
        self.b.ins().jump(done, &moved.args());
        self.b.switch_to_block(done);
        let parts = self.b.block_params(done).to_vec();
        Val::of(rep, &parts)
    }

    /// Finds the loops whose rounds may make data that can be freed at their end.
    pub(super) fn find_loops(&mut self) {
        let function = self.job.body.mir;
        if !function.has_loops() {
            return;
        }
        for (head, inside) in loops::of(function) {
            for (is_in_loop, inside) in self.is_in_loop.iter_mut().zip(&inside) {
                *is_in_loop |= inside;
            }
            let blocks = function.blocks.iter().zip(&inside).enumerate();
            let mut insts = blocks
                .filter(|(index, (_, is_inside))| **is_inside && self.job.types.reached[*index])
                .flat_map(|(_, (block, _))| &block.insts);
            if insts.any(|inst| may_allocate(self.job.types, inst)) {
                self.around.push(Around {
                    head,
                    inside,
                    mark: self.b.declare_var(types::I64),
                    epoch: self.b.declare_var(types::I64),
                });
            }
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

    /// Notes the position of the heap for the loops that a jump enters.
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

    /// Frees memory before the jump back to the head of a loop if that is due, and then jumps to
    /// the head with the moved values of its parameters. Continues otherwise.
    pub(super) fn come_around(&mut self, from: usize, to: BlockId, values: &[(Passed, Val)]) {
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
        // the first place is for the helper's result
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
            let rep = self.passed_rep(*temp);
            moved.push((*temp, self.unboxed(tag, payload, rep)));
        }
        let arguments = self.arguments(&moved);
        let head = self.blocks[to.0 as usize];
        if !self.texts.is_empty() {
            // a freed text may have left its address to another text
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

/// Returns true if an operation may make data that is not needed after the round.
fn may_allocate(types: &Types, inst: &Inst) -> bool {
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

/// Returns true if a function, or one that it calls, may make data.
fn makes_data(link: &Linker<'_, '_>, function: &Function, types: &Types) -> bool {
    let mut seen: Vec<(*const Function, Vec<Ty>)> = Vec::new();
    let mut left: Vec<(&Function, Rc<Types>)> = Vec::new();
    if own_data(link, function, types, &mut seen, &mut left) {
        return true;
    }
    while let Some((function, types)) = left.pop() {
        if own_data(link, function, &types, &mut seen, &mut left) {
            return true;
        }
    }
    false
}

/// Returns true if operations of a function itself may make data. Adds the functions that it calls.
fn own_data<'h>(
    link: &Linker<'_, 'h>,
    function: &Function,
    types: &Types,
    seen: &mut Vec<(*const Function, Vec<Ty>)>,
    left: &mut Vec<(&'h Function, Rc<Types>)>,
) -> bool {
    for (index, block) in function.blocks.iter().enumerate() {
        if !types.reached[index] {
            continue;
        }
        for inst in &block.insts {
            let (Some(target), Op::Call { arguments, .. }) = (link.target_of(inst), &inst.op)
            else {
                if may_allocate(types, inst) {
                    return true;
                }
                continue;
            };
            let given: Vec<Option<Ty>> = arguments.iter().map(|a| types.of(a.value.temp)).collect();
            let key = link.key(&target, &given);
            let found = link.inferred(&target, &key);
            let name = (std::ptr::from_ref(target.body.mir), key);
            if let Some((types, _)) = found
                && seen.len() < LOOK_MAX
                && !seen.contains(&name)
            {
                seen.push(name);
                left.push((target.body.mir, types));
            }
        }
    }
    false
}
