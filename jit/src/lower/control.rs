//! Decides which bodies keep registers, and lowers the ends of blocks.

use cranelift_codegen::ir::{self, InstBuilder};
use frontend::ast::BinaryOp::*;
use mir::facts;
use mir::{Inst, Kind, Op, Temp, Terminator, Ty};

use super::record::Passed;
use super::{Lowering, Rep, Val};
use crate::abi::{self, Helper};

impl Lowering<'_, '_, '_, '_, '_> {
    /// Returns true if the body keeps registers while it runs, because some operation always needs
    /// them.
    pub(super) fn is_heavy(&mut self) -> bool {
        let insts = self.job.body.mir.blocks.iter().flat_map(|b| &b.insts);
        insts.into_iter().any(|inst| !self.is_light(inst))
    }

    /// Returns true if an operation needs registers only in rare cases.
    // Long because it lists the operations.
    fn is_light(&mut self, inst: &Inst) -> bool {
        match &inst.op {
            Op::Const(_)
            | Op::Not(_)
            | Op::ToBoolean(_)
            | Op::IsUndef(_)
            | Op::IterNext(_)
            | Op::IterMore { .. }
            | Op::IterGet { .. }
            | Op::IterKey { .. }
            | Op::Negate(_) => true,
            Op::Binary {
                op: Match | NotMatch,
                right,
                ..
            } => {
                self.tested_type(right.temp).is_some()
                    || self.known_regexp(inst, right.temp).is_some()
            }
            // the interpreter would begin a loop in its registers, which end with the operation
            Op::IterBegin {
                name, arguments, ..
            } => {
                let over = arguments[0].temp;
                let ty = self.job.types.of(over);
                let is_plain = ty.is_some_and(|ty| ty.is_array() || ty == Ty::Hash);
                !facts::of(name.as_str()).makes_iterable()
                    && (is_plain || self.is_unboxed_range[over.0 as usize])
            }
            Op::IterEnd(_) => true,
            Op::Binary {
                op: LeftShift | RightShift,
                left,
                ..
            } => {
                let left = self.job.types.of(left.temp);
                left.is_some_and(|ty| ty.is_array() || ty == Ty::Integer)
            }
            Op::Binary { .. } => true,
            Op::TypeName(_) | Op::TypeExpr(_) if self.is_only_matched[inst.result.0 as usize] => {
                self.tested_type(inst.result).is_some()
            }
            Op::TypeExpr(_) if self.is_unboxed_range[inst.result.0 as usize] => true,
            Op::TypeName(_) | Op::TypeExpr(_) => self.is_known_type(inst.result),
            Op::OptionMatches {
                option,
                splat: false,
                ..
            } => self.is_known_option(inst, option.temp),
            Op::CheckParameters { lambda, .. } => {
                let types = self.link.parameter_types(self.job.body, *lambda);
                types.is_some()
            }
            Op::NoMatch(_) => true,
            Op::Array(items) => items.iter().all(|i| !i.splat),
            Op::Hash(_)
            | Op::ListBegin(_)
            | Op::ListPush { .. }
            | Op::ListKeep { .. }
            | Op::ListEnd { .. }
            | Op::Group { .. }
            | Op::Part { .. } => true,
            Op::Access { keys, .. } => keys.len() <= 2 && keys.iter().all(|key| !key.splat),
            Op::Call {
                name,
                arguments,
                block: None,
                ..
            } => {
                self.link.target_of(inst).is_some()
                    || self.link.builtin(*name).is_some() && arguments.iter().all(|a| !a.splat)
            }
            Op::CallType {
                callee,
                arguments,
                block: None,
                ..
            } => {
                let (from, more) = (&arguments[0], &arguments[1..]);
                !from.splat && self.is_known_type(callee.temp) && self.radix(more).is_some()
            }
            Op::Broke => true,
            Op::Concat(_) => true,
            _ => false,
        }
    }

    // Long because there is an arm for each terminator.
    pub(super) fn terminator(&mut self, from: usize, terminator: &Terminator) {
        match terminator {
            Terminator::Jump(to, values) => {
                let target = self.job.body.mir.block(*to);
                let pairs = target
                    .parameters
                    .iter()
                    .copied()
                    .zip(values.iter().copied());
                let types = self.job.types;
                let pairs = pairs.filter(|(parameter, _)| types.of(*parameter).is_some());
                let mut values: Vec<(Passed, Val)> = Vec::new();
                for (parameter, value) in pairs {
                    let is_made = types.of(value).is_some();
                    if self.is_record(parameter) {
                        values.extend(self.passed_record(parameter, is_made.then_some(value)));
                        continue;
                    }
                    let value = match is_made {
                        true => self.get(value),
                        // this point is never reached
                        false => self.undef(),
                    };
                    values.push((Passed::Temp(parameter), value));
                }
                self.come_around(from, *to, &values);
                let arguments = self.arguments(&values);
                self.mark_loops(Some(from), *to);
                self.enter_loops(Some(from), *to);
                let block = self.blocks[to.0 as usize];
                self.b.ins().jump(block, &arguments);
            }
            Terminator::Branch(test, yes, no) => {
                let value = self.get(*test);
                let truthy = self.truthy(value);
                let (yes, no) = (self.blocks[yes.0 as usize], self.blocks[no.0 as usize]);
                self.b.ins().brif(truthy, yes, &[], no, &[]);
            }
            Terminator::Return(value) => self.result(*value),
            Terminator::Leave(how, value, _)
                if self.job.shape.is_called()
                    && self.job.body.mir.kind == Kind::Function
                    && *how != mir::ir::Leave::Break =>
            {
                if *how == mir::ir::Leave::Return {
                    // the value is not checked
                    if self.return_record(*value, false) {
                        return;
                    }
                    let value = self.get(*value);
                    self.finish(value);
                } else {
                    self.result(*value);
                }
            }
            Terminator::Leave(how, value, at) => {
                let value = self.get(*value);
                let (tag, payload) = self.boxed(value);
                let body = self.pointer(self.job.body);
                let how = self.int(abi::jump_number(*how) as i64);
                let at = self.int(i64::from(*at));
                self.call(Helper::Jump, &[self.cx, body, how, tag, payload, at]);
                self.b.ins().jump(self.raise, &[]);
            }
            Terminator::Unreachable => {
                let value = self.undef();
                let is_boxed = self.job.result == Rep::Boxed && !self.returns_record();
                if self.job.shape.is_called() && !is_boxed {
                    self.b.ins().trap(ir::TrapCode::unwrap_user(2));
                } else {
                    self.finish(value);
                }
            }
        }
    }

    /// Returns the value of the body. A function that is called directly checks it first.
    fn result(&mut self, temp: Temp) {
        if self.return_record(temp, true) {
            return;
        }
        let value = self.get(temp);
        if self.job.shape.is_called() && self.job.body.mir.kind == Kind::Function {
            self.check_result(temp, value);
        }
        self.finish(value);
    }
}
