//! Calls of functions written in Puppet: directly, with bare arguments, where the arguments fit.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use frontend::Symbol;
use mir::op::Item;
use mir::{Inst, Op, Temp, Ty};
use runtime::types::{Type, TypeRef};

use super::{Lowering, Rep, Val};
use crate::abi::{self, Helper};
use crate::plan;

impl<'h> Lowering<'_, '_, 'h, '_, '_> {
    pub(super) fn function_call(
        &mut self,
        inst: &Inst,
        arguments: &[Item],
        block: Option<Temp>,
    ) -> Val {
        let Some(target) = self.link.target_of(inst) else {
            return self.builtin_call(inst, arguments, block);
        };
        let given: Vec<Option<Ty>> = arguments
            .iter()
            .map(|a| self.job.types.of(a.value.temp))
            .collect();
        let key = self.link.key(&target, &given);
        let rep = Rep::of(self.job.types.of(inst.result));
        let slow = self.cold();
        let checked = self.check_arguments(&target, arguments, &key, slow);
        let values = self.parameter_values(&target, arguments, &key);
        let placed = self.placed_call(inst, &target, &key, arguments, &values);
        let value = placed.unwrap_or_else(|| self.direct_call(inst, &target, &key, &values));
        let value = self.convert(value, rep);
        if !checked {
            return value;
        }
        let done = self.b.create_block();
        for ty in rep.types() {
            self.b.append_block_param(done, *ty);
        }
        self.b.ins().jump(done, &value.args());
        // the interpreter makes the report
        self.b.switch_to_block(slow);
        let value = self.interpret_call(inst);
        let value = self.convert(value, rep);
        self.b.ins().jump(done, &value.args());
        self.b.switch_to_block(done);
        let parts = self.b.block_params(done).to_vec();
        Val::of(rep, &parts)
    }

    /// Finds the literals that are only given to parameters which they fit and which nothing is
    /// done with.
    pub(super) fn put_off_unused(&mut self) {
        let function = self.job.body.mir;
        let mut uses: Vec<u32> = Vec::new();
        for inst in function.blocks.iter().flat_map(|b| &b.insts) {
            let Some(target) = self.link.target_of(inst) else {
                continue;
            };
            let Op::Call { arguments, .. } = &inst.op else {
                continue;
            };
            let used = self.link.used(target.body.mir);
            for (argument, item) in arguments.iter().enumerate() {
                let parameter = target.parameter_of(argument);
                let temp = item.value.temp;
                let is_literal = match self.made_by(temp) {
                    Some(Op::Array(items)) => items.iter().all(|item| !item.splat),
                    Some(Op::Hash(_)) => true,
                    _ => false,
                };
                if used[parameter]
                    || !is_literal
                    || !self.proves(target.signature.parameters[parameter].ty, temp)
                {
                    continue;
                }
                if uses.is_empty() {
                    uses = function.use_counts();
                }
                self.is_put_off[temp.0 as usize] |= uses[temp.0 as usize] == 1;
            }
        }
    }

    /// Returns true if a literal is not made where it stands.
    pub(super) fn is_put_off(&self, temp: Temp) -> bool {
        self.is_put_off[temp.0 as usize]
    }

    /// A call by the interpreter's own code, with the literals that were put off.
    fn interpret_call(&mut self, inst: &Inst) -> Val {
        let mut put_off = Vec::new();
        inst.op.operands(&mut |temp| {
            if self.is_put_off(temp) {
                put_off.extend(self.made_by[temp.0 as usize]);
            }
        });
        for literal in put_off {
            self.inst(literal);
        }
        self.interpret(inst)
    }

    /// Goes the slow way unless the arguments fit; whether a test was needed.
    fn check_arguments(
        &mut self,
        target: &plan::Target<'_>,
        arguments: &[Item],
        key: &[Ty],
        slow: ir::Block,
    ) -> bool {
        let mut checked = false;
        for (argument, item) in arguments.iter().enumerate() {
            if self.is_put_off(item.value.temp) {
                continue;
            }
            let parameter = target.parameter_of(argument);
            let declared = target.signature.parameters[parameter].ty;
            let argument = (item.value.temp, key[parameter]);
            checked |= self.check_argument(target, parameter, declared, argument, slow);
        }
        checked
    }

    /// Returns the values for the parameters of a function, each in the parameter's representation.
    fn parameter_values(
        &mut self,
        target: &plan::Target<'_>,
        arguments: &[Item],
        key: &[Ty],
    ) -> Vec<Val> {
        let used = self.link.used(target.body.mir);
        let mut values = Vec::with_capacity(key.len());
        for (index, ty) in key.iter().enumerate() {
            let value = match arguments.get(index) {
                _ if !used[index] => self.undef(),
                _ if target.rest() == Some(index) => {
                    let rest = arguments.get(index..).unwrap_or_default();
                    let rest: Vec<Temp> = rest.iter().map(|a| a.value.temp).collect();
                    self.array(&rest)
                }
                Some(item) => self.get(item.value.temp),
                None => self.default_of(target, index),
            };
            values.push(self.convert(value, Rep::of(Some(*ty))));
        }
        values
    }

    fn direct_call(
        &mut self,
        inst: &Inst,
        target: &plan::Target<'h>,
        key: &[Ty],
        values: &[Val],
    ) -> Val {
        let Some((function, result)) = self.link.direct(target, key, self.b.func) else {
            return self.interpret_call(inst);
        };
        let one = self.int(1);
        let mut words = vec![self.cx, self.b.ins().iadd(self.depth, one)];
        let used = self.link.used(target.body.mir);
        for (value, _) in values.iter().zip(&*used).filter(|(_, used)| **used) {
            words.extend(value.parts());
        }
        let call = self.b.ins().call(function, &words);
        let results = self.b.inst_results(call).to_vec();
        let status = if result == Rep::Boxed {
            results[0]
        } else {
            results[1]
        };
        let raised = self.has_tag(status, abi::RAISED);
        let (failed, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(raised, failed, &[], fine, &[]);
        self.call_raised(inst, failed);
        self.b.switch_to_block(fine);
        match result {
            Rep::Bool => Val::Bool(self.b.ins().ireduce(types::I8, results[0])),
            rep => Val::of(rep, &results),
        }
    }

    /// Fills the block where a call goes that raised.
    pub(super) fn call_raised(&mut self, inst: &Inst, failed: ir::Block) {
        self.b.switch_to_block(failed);
        let (body, at) = (self.pointer(self.job.body), self.pointer(inst));
        self.call(Helper::CallRaised, &[self.cx, body, at]);
        self.b.ins().jump(self.raise, &[]);
    }

    /// A variable found by name: one that has the same value everywhere when it was read before.
    pub(super) fn variable(&mut self, inst: &Inst, name: &Symbol) -> Val {
        let fork = self.fork(Rep::Boxed);
        let name = self.pointer(name);
        let found = self.call(Helper::Variable, &[self.cx, name]);
        let missed = self.has_tag(found[0], abi::MISS);
        self.slow_if(missed, &fork);
        self.go(&fork, Val::Boxed(found[0], found[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// A variable of this frame, or of one around it.
    pub(super) fn slot(&mut self, inst: &Inst, depth: u32, slot: u32) -> Val {
        let fork = self.fork(Rep::Boxed);
        let (depth, slot) = (self.int(i64::from(depth)), self.int(i64::from(slot)));
        let found = self.call(Helper::LoadSlot, &[self.frame, depth, slot]);
        let missed = self.has_tag(found[0], abi::MISS);
        self.slow_if(missed, &fork);
        self.go(&fork, Val::Boxed(found[0], found[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    fn default_of(&mut self, target: &plan::Target<'_>, index: usize) -> Val {
        let function = target.body.mir;
        let default = function.parameters[index].default;
        let constant = default.map(|d| target.body.inner[d.0 as usize].constants[0]);
        self.literal(constant.unwrap_or(runtime::Value::Undef))
    }

    /// Goes the slow way unless an argument fits a parameter; whether a test was needed.
    fn check_argument(
        &mut self,
        target: &plan::Target<'_>,
        index: usize,
        declared: TypeRef<'_>,
        (temp, wanted): (Temp, Ty),
        slow: ir::Block,
    ) -> bool {
        let value = self.get(temp);
        // an Integer beyond 64 bits goes the slow way
        if let (Val::Boxed(tag, _), Ty::Integer) = (value, wanted) {
            let small = self.has_tag(tag, abi::INTEGER);
            let fine = self.b.create_block();
            self.b.ins().brif(small, fine, &[], slow, &[]);
            self.b.switch_to_block(fine);
            if self.proves(declared, temp) {
                return true;
            }
        }
        if self.proves(declared, temp) {
            return false;
        }
        let fits = match self.link.frozen(plan::without_alias(declared)) {
            Some(ty) => self.instance(ty, value),
            None => {
                let (tag, payload) = self.boxed(value);
                let body = self.pointer(target.body);
                let index = self.int(index as i64);
                let fits = self.call(Helper::Fits, &[self.cx, body, index, tag, payload])[0];
                self.b.ins().ireduce(types::I8, fits)
            }
        };
        let fine = self.b.create_block();
        self.b.ins().brif(fits, fine, &[], slow, &[]);
        self.b.switch_to_block(fine);
        true
    }

    /// Emits the test that an integer lies within bounds.
    pub(super) fn within(
        &mut self,
        value: ir::Value,
        min: Option<i64>,
        max: Option<i64>,
    ) -> ir::Value {
        let mut test = self.b.ins().iconst(types::I8, 1);
        if let Some(min) = min {
            let min = self.int(min);
            let above = self
                .b
                .ins()
                .icmp(IntCC::SignedGreaterThanOrEqual, value, min);
            test = self.b.ins().band(test, above);
        }
        if let Some(max) = max {
            let max = self.int(max);
            let below = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, value, max);
            test = self.b.ins().band(test, below);
        }
        test
    }

    /// Returns true if it is known that a temp is of a type.
    pub(super) fn proves(&self, ty: TypeRef<'_>, temp: Temp) -> bool {
        let known = self.job.types.of(temp);
        if self.is_own_parameter(ty, temp) {
            return true;
        }
        match plan::without_alias(ty) {
            Type::Any => true,
            Type::Integer { min, max } => {
                let range = self.job.ranges.of(temp);
                known == Some(Ty::Integer)
                    && min.is_none_or(|min| min <= range.min)
                    && max.is_none_or(|max| range.max <= max)
            }
            Type::Float {
                min: None,
                max: None,
            } => known == Some(Ty::Float),
            Type::Numeric => matches!(known, Some(Ty::Integer | Ty::Float)),
            Type::Boolean(None) => known == Some(Ty::Boolean),
            Type::String(None) => known == Some(Ty::String),
            Type::Undef => known == Some(Ty::Undef),
            Type::Optional(inner) => {
                known == Some(Ty::Undef) || inner.is_none_or(|inner| self.proves(inner, temp))
            }
            Type::Variant(types) => types.iter().any(|ty| self.proves(ty, temp)),
            Type::Array {
                element,
                size: None,
            } => match self.made_by(temp) {
                Some(Op::Array(items)) => items
                    .iter()
                    .all(|item| !item.splat && self.proves(element, item.value.temp)),
                Some(Op::Const(index)) => {
                    runtime::types::instance(ty, self.job.body.constants[*index as usize])
                }
                _ => false,
            },
            _ => false,
        }
    }

    pub(super) fn made_by(&self, temp: Temp) -> Option<&Op> {
        self.made_by[temp.0 as usize].map(|inst| &inst.op)
    }

    /// Returns true if a temp is a parameter of this body that was declared with the same type. The
    /// entry block gives captured variables, too, after the parameters.
    fn is_own_parameter(&self, ty: TypeRef<'_>, temp: Temp) -> bool {
        let function = self.job.body.mir;
        let Some(index) = function.blocks[0]
            .parameters
            .iter()
            .position(|t| *t == temp)
        else {
            return false;
        };
        // of the rest only each item is of its type
        if function
            .parameters
            .get(index)
            .is_none_or(|p| p.captures_rest)
        {
            return false;
        }
        let own = self.link.own_signature(self.job.body);
        own.and_then(|s| s.parameters.get(index))
            .is_some_and(|p| runtime::types::equal(p.ty, ty))
    }

    /// A function that was called directly checks what it gives.
    pub(super) fn check_result(&mut self, value: Val) {
        let Some(ty) = self
            .link
            .own_signature(self.job.body)
            .and_then(|s| s.returns)
            .map(plan::without_alias)
        else {
            return;
        };
        if matches!(
            (ty, value),
            (Type::Any, _)
                | (
                    Type::Integer {
                        min: None,
                        max: None,
                    },
                    Val::Int(_),
                )
                | (
                    Type::Float {
                        min: None,
                        max: None,
                    },
                    Val::Float(_),
                )
                | (Type::Numeric, Val::Int(_) | Val::Float(_))
                | (Type::Boolean(None), Val::Bool(_))
        ) {
            return;
        }
        let fits = match self.link.frozen(ty) {
            Some(ty) => self.instance(ty, value),
            None => self.b.ins().iconst(types::I8, 0),
        };
        let (check, fine) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(fits, fine, &[], check, &[]);
        self.b.switch_to_block(check);
        let (tag, payload) = self.boxed(value);
        let body = self.pointer(self.job.body);
        let checked = self.call(Helper::CheckReturn, &[self.cx, body, tag, payload])[0];
        self.b.ins().brif(checked, fine, &[], self.raise, &[]);
        self.b.switch_to_block(fine);
    }
}
