//! Lowers calls of functions written in Puppet: direct calls with unboxed arguments if the
//! arguments fit.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use frontend::Symbol;
use mir::op::Item;
use mir::{Inst, Op, Temp, Ty};
use runtime::types::{Type, TypeRef};

use super::placed::Placement;
use super::value::fits;
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
        self.known_call(inst, &target, arguments, &given)
    }

    /// Lowers a call of a known function; `given` are the types of the arguments for which it was
    /// inferred.
    pub(super) fn known_call(
        &mut self,
        inst: &Inst,
        target: &plan::Target<'h>,
        arguments: &[Item],
        given: &[Option<Ty>],
    ) -> Val {
        let key = self.link.key(target, given);
        let rep = Rep::of(self.job.types.of(inst.result));
        let taken = self.taken_records(inst, target, arguments);
        let is_inferred = |default: &plan::Target<'h>| {
            let key = self.link.key(default, given);
            self.link.inferred(default, &key).is_some()
        };
        // code that is never reached
        if !target.defaults.iter().flatten().all(is_inferred) {
            let value = self.interpret_call(inst);
            return self.convert(value, rep);
        }
        let slow = self.cold();
        let checked = self.check_arguments(target, arguments, (&key, &taken), slow);
        let all = self.parameter_values(inst, target, (arguments, &taken), given);
        let misfit = self.check_defaults(target, &key, &all);
        let convert = |(value, ty): (&Val, &Ty)| self.convert(*value, Rep::of(Some(*ty)));
        let values: Vec<Val> = all.iter().zip(&key).map(convert).collect();
        let placed = self.placed_call(inst, target, &key, (arguments, &taken), &values);
        let found = placed.unwrap_or_else(|| {
            let values = self.values_of_records(&values, arguments, &taken);
            Placement::Value(self.direct_call(inst, target, &key, &values))
        });
        let slow = checked.then_some(slow);
        if self.is_record(inst.result) {
            return self.joined_record(inst, found, slow, misfit.map(|block| (block, &all[..])));
        }
        let value = match found {
            Placement::Value(value) => value,
            Placement::Record(record) => self.hash_of_record(&record),
        };
        let value = self.convert(value, rep);
        if slow.is_none() && misfit.is_none() {
            return value;
        }
        let done = self.b.create_block();
        for ty in rep.types() {
            self.b.append_block_param(done, *ty);
        }
        self.b.ins().jump(done, &value.args());
        if let Some(slow) = slow {
            // the interpreter makes the report
            self.b.switch_to_block(slow);
            let value = self.interpret_call(inst);
            let value = self.convert(value, rep);
            self.b.ins().jump(done, &value.args());
        }
        if let Some(misfit) = misfit {
            self.b.switch_to_block(misfit);
            let value = self.call_completed(inst, &all);
            let value = self.convert(value, rep);
            self.b.ins().jump(done, &value.args());
        }
        self.b.switch_to_block(done);
        let parts = self.b.block_params(done).to_vec();
        Val::of(rep, &parts)
    }

    /// Joins the ways of a call whose result is a record; those that end with a hash load its values.
    fn joined_record(
        &mut self,
        inst: &Inst,
        found: Placement<'h>,
        slow: Option<ir::Block>,
        misfit: Option<(ir::Block, &[Val])>,
    ) -> Val {
        let record = match found {
            Placement::Record(record) => record,
            Placement::Value(hash) => self.record_in(hash, inst.result),
        };
        if slow.is_none() && misfit.is_none() {
            self.define_record(inst.result, record);
            return self.undef();
        }
        let done = self.b.create_block();
        let joined = self.parameters_of(done, record.keys.clone());
        let parts = self.parts_of(&record);
        self.b.ins().jump(done, &parts);
        if let Some(slow) = slow {
            self.b.switch_to_block(slow);
            let hash = self.interpret_call(inst);
            self.pass_values(hash, inst.result, done);
        }
        if let Some((misfit, values)) = misfit {
            self.b.switch_to_block(misfit);
            let hash = self.call_completed(inst, values);
            self.pass_values(hash, inst.result, done);
        }
        self.b.switch_to_block(done);
        self.define_record(inst.result, joined);
        self.undef()
    }

    /// Jumps to a block with the values of a hash that has the keys of a temp.
    fn pass_values(&mut self, hash: Val, like: Temp, to: ir::Block) {
        let record = self.record_in(hash, like);
        let parts = self.parts_of(&record);
        self.b.ins().jump(to, &parts);
    }

    /// Finds literals that are passed only to parameters that accept them and that their functions
    /// do not use. Such a literal is not made. The call must be in the block of the literal, because
    /// code that is entered between them does not have the literal's items.
    pub(super) fn defer_unused(&mut self) {
        let function = self.job.body.mir;
        let mut uses: Vec<u32> = Vec::new();
        let insts = function.blocks.iter();
        let insts = insts.flat_map(|block| block.insts.iter().map(move |inst| (block, inst)));
        for (block, inst) in insts {
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
                let is_literal = match self.definition_of(temp) {
                    Some(Op::Array(items)) => items.iter().all(|item| !item.splat),
                    Some(Op::Hash(_)) => true,
                    _ => false,
                };
                let is_here = || block.insts.iter().any(|inst| inst.result == temp);
                if used[parameter]
                    || !target.defaults.is_empty()
                    || !is_literal
                    || !self.proves(target.signature.parameters[parameter].ty, temp)
                    || !is_here()
                {
                    continue;
                }
                if uses.is_empty() {
                    uses = function.use_counts();
                }
                self.is_deferred[temp.0 as usize] |= uses[temp.0 as usize] == 1;
            }
        }
    }

    /// Returns true if a literal is not made where it is defined.
    pub(super) fn is_deferred(&self, temp: Temp) -> bool {
        self.is_deferred[temp.0 as usize]
    }

    /// Lowers a call by the interpreter's own code, after making the literals that were deferred.
    fn interpret_call(&mut self, inst: &Inst) -> Val {
        let mut deferred = Vec::new();
        inst.op.operands(&mut |temp| {
            if self.is_deferred(temp) {
                deferred.extend(self.definition_of[temp.0 as usize]);
            }
        });
        for literal in deferred {
            self.inst(literal);
        }
        self.with_hashes(inst, |cx| cx.interpret(inst))
    }

    /// Takes the slow path unless the arguments fit. Returns true if a test was needed.
    fn check_arguments(
        &mut self,
        target: &plan::Target<'_>,
        arguments: &[Item],
        (key, taken): (&[Ty], &[bool]),
        slow: ir::Block,
    ) -> bool {
        let mut checked = false;
        for (argument, item) in arguments.iter().enumerate() {
            if self.is_deferred(item.value.temp) {
                continue;
            }
            let parameter = target.parameter_of(argument);
            let declared = target.signature.parameters[parameter].ty;
            if taken[argument] {
                checked |= self.check_record(declared, item.value.temp, slow);
                continue;
            }
            let argument = (item.value.temp, key[parameter]);
            checked |= self.check_argument(target, parameter, declared, argument, slow);
        }
        checked
    }

    /// Returns the values for the parameters of a function.
    fn parameter_values(
        &mut self,
        inst: &Inst,
        target: &plan::Target<'h>,
        (arguments, taken): (&[Item], &[bool]),
        given: &[Option<Ty>],
    ) -> Vec<Val> {
        let used = self.link.used(target.body.mir);
        let mut values = Vec::with_capacity(used.len());
        for (index, used) in used.iter().enumerate() {
            let value = match (arguments.get(index), target.default_of(index)) {
                (_, Some(default)) => self.computed_default(inst, &default, given, &values),
                // a default may use a parameter that the function does not use
                _ if !used && target.defaults.is_empty() => self.undef(),
                _ if target.rest() == Some(index) => {
                    let rest = arguments.get(index..).unwrap_or_default();
                    let rest: Vec<Temp> = rest.iter().map(|a| a.value.temp).collect();
                    self.array(&rest)
                }
                (Some(_), None) if taken[index] => self.undef(),
                (Some(item), None) => self.get(item.value.temp),
                (None, None) => self.constant_default(target, index),
            };
            values.push(value);
        }
        values
    }

    /// Returns the value of a default, which gets the values of the parameters before it.
    fn computed_default(
        &mut self,
        inst: &Inst,
        default: &plan::Target<'h>,
        given: &[Option<Ty>],
        before: &[Val],
    ) -> Val {
        let key = self.link.key(default, given);
        let convert = |(value, ty): (&Val, &Ty)| self.convert(*value, Rep::of(Some(*ty)));
        let values: Vec<Val> = before.iter().zip(&key).map(convert).collect();
        self.direct_call(inst, default, &key, &values)
    }

    /// Checks computed defaults. Returns the block for values that do not fit, if there may be any.
    fn check_defaults(
        &mut self,
        target: &plan::Target<'h>,
        key: &[Ty],
        values: &[Val],
    ) -> Option<ir::Block> {
        let mut misfit = None;
        for (index, (value, wanted)) in values.iter().zip(key).enumerate() {
            let declared = target.signature.parameters[index].ty;
            if target.default_of(index).is_some() && !fits(declared, *value) {
                let block = *misfit.get_or_insert_with(|| self.cold());
                if let (Val::Boxed(tag, _), Ty::Integer) = (value, wanted) {
                    let small = self.has_tag(*tag, abi::INTEGER);
                    self.unless_misfit(small, block);
                }
                self.check_value(target, index, *value, block);
            }
        }
        misfit
    }

    /// Continues if the test holds, otherwise jumps to a block.
    fn unless_misfit(&mut self, fits: ir::Value, misfit: ir::Block) {
        let fine = self.b.create_block();
        self.b.ins().brif(fits, fine, &[], misfit, &[]);
        self.b.switch_to_block(fine);
    }

    /// Runs a call by the interpreter, with values for all parameters. The values may not fit.
    fn call_completed(&mut self, inst: &Inst, values: &[Val]) -> Val {
        let room = self.stored_values(values);
        let (body, at) = (self.pointer(self.job.body), self.pointer(inst));
        let count = self.int(values.len() as i64);
        let arguments = [self.cx, body, at, room, count];
        let found = self.call(Helper::CallCompleted, &arguments);
        let raised = self.has_tag(found[0], abi::RAISED);
        let (failed, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(raised, failed, &[], fine, &[]);
        self.call_raised(inst, failed);
        self.b.switch_to_block(fine);
        Val::Boxed(found[0], found[1])
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

    /// Fills the block that a call jumps to if it raised an error.
    pub(super) fn call_raised(&mut self, inst: &Inst, failed: ir::Block) {
        self.b.switch_to_block(failed);
        let (body, at) = (self.pointer(self.job.body), self.pointer(inst));
        self.call(Helper::CallRaised, &[self.cx, body, at]);
        self.b.ins().jump(self.raise, &[]);
    }

    /// Lowers a variable that is found by name: reads its slot if it has the same value for all
    /// code.
    pub(super) fn variable(&mut self, inst: &Inst, name: &Symbol) -> Val {
        let fork = self.fork(Rep::Boxed);
        let name = self.pointer(name);
        let found = self.call(Helper::Variable, &[self.cx, name]);
        let missed = self.has_tag(found[0], abi::MISS);
        self.slow_if(missed, &fork);
        self.go(&fork, Val::Boxed(found[0], found[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Lowers a variable of this frame, or of a frame further out.
    pub(super) fn slot(&mut self, inst: &Inst, depth: u32, slot: u32) -> Val {
        let fork = self.fork(Rep::Boxed);
        let (depth, slot) = (self.int(i64::from(depth)), self.int(i64::from(slot)));
        let found = self.call(Helper::LoadSlot, &[self.frame, depth, slot]);
        let missed = self.has_tag(found[0], abi::MISS);
        self.slow_if(missed, &fork);
        self.go(&fork, Val::Boxed(found[0], found[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    fn constant_default(&mut self, target: &plan::Target<'_>, index: usize) -> Val {
        let function = target.body.mir;
        let default = function.parameters[index].default;
        let constant = default.map(|d| target.body.inner[d.0 as usize].constants[0]);
        self.literal(constant.unwrap_or(runtime::Value::Undef))
    }

    /// Takes the slow path unless an argument fits a parameter. Returns true if a test was needed.
    fn check_argument(
        &mut self,
        target: &plan::Target<'_>,
        index: usize,
        declared: TypeRef<'_>,
        (temp, wanted): (Temp, Ty),
        slow: ir::Block,
    ) -> bool {
        let value = self.get(temp);
        // an Integer beyond 64 bits takes the slow path
        if let (Val::Boxed(tag, _), Ty::Integer) = (value, wanted) {
            let small = self.has_tag(tag, abi::INTEGER);
            self.unless_misfit(small, slow);
            if self.proves(declared, temp) {
                return true;
            }
        }
        if self.proves(declared, temp) {
            return false;
        }
        self.check_value(target, index, value, slow);
        true
    }

    /// Takes the slow path unless a value fits a parameter.
    fn check_value(
        &mut self,
        target: &plan::Target<'_>,
        index: usize,
        value: Val,
        slow: ir::Block,
    ) {
        let declared = plan::without_alias(target.signature.parameters[index].ty);
        let fits = match self.link.frozen(declared) {
            Some(ty) => self.instance(ty, value),
            None => {
                let (tag, payload) = self.boxed(value);
                let body = self.pointer(target.body);
                let index = self.int(index as i64);
                let fits = self.call(Helper::Fits, &[self.cx, body, index, tag, payload])[0];
                self.b.ins().ireduce(types::I8, fits)
            }
        };
        self.unless_misfit(fits, slow);
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
            // NaN is no instance of Float or Numeric
            Type::Float {
                min: None,
                max: None,
            } => known == Some(Ty::Float) && self.is_never_nan(temp),
            Type::Numeric => {
                known == Some(Ty::Integer) || known == Some(Ty::Float) && self.is_never_nan(temp)
            }
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
            } => match self.definition_of(temp) {
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

    pub(super) fn definition_of(&self, temp: Temp) -> Option<&Op> {
        self.definition_of[temp.0 as usize].map(|inst| &inst.op)
    }

    /// Returns true if a temp is a parameter of this body that was declared with the same type. The
    /// entry block has captured variables as further parameters.
    fn is_own_parameter(&self, ty: TypeRef<'_>, temp: Temp) -> bool {
        let function = self.job.body.mir;
        let Some(index) = function.blocks[0]
            .parameters
            .iter()
            .position(|t| *t == temp)
        else {
            return false;
        };
        // of the captures-rest parameter, only each item is of the declared type
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

    /// Checks the result of a function that compiled code calls directly.
    pub(super) fn check_result(&mut self, temp: Temp, value: Val) {
        let Some(ty) = self
            .link
            .own_signature(self.job.body)
            .and_then(|s| s.returns)
            .map(plan::without_alias)
        else {
            return;
        };
        // a declared type may also be one that every check refuses, such as `Optional` alone
        let is_number = matches!(
            ty,
            Type::Integer { .. } | Type::Float { .. } | Type::Numeric
        );
        if fits(ty, value) || is_number && self.proves(ty, temp) {
            return;
        }
        let fits = match self.test_values(ty, temp) {
            Some(fits) => fits,
            None => match self.link.frozen(ty) {
                Some(ty) => self.instance(ty, value),
                None => self.b.ins().iconst(types::I8, 0),
            },
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
