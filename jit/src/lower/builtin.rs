//! Lowers calls of built-in functions: some are emitted inline for their usual values, and all
//! others are called without a lookup by name.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};
use frontend::ast::BinaryOp;
use mir::facts::{self, Intrinsic};
use mir::op::Item;
use mir::{BlockId, Inst, Op, Temp, Ty, Use};
use runtime::dispatch::{self, Foreseen};
use runtime::function::Resolved;
use runtime::value::kinds::Kinds;
use runtime::value::{Array, Hash, Str};

use super::arithmetic::Fork;
use super::{Lowering, Rep, TRUSTED, Val};
use crate::abi::{self, Helper};
use crate::owned::Sum;
use crate::site::Site;

impl Lowering<'_, '_, '_, '_, '_> {
    pub(super) fn builtin_call(
        &mut self,
        inst: &Inst,
        arguments: &[Item],
        block: Option<Temp>,
    ) -> Val {
        let Op::Call { name, .. } = &inst.op else {
            return self.interpret(inst);
        };
        let Some(builtin) = self.link.builtin(*name) else {
            return self.interpret(inst);
        };
        if arguments.iter().any(|a| a.splat) {
            return self.interpret(inst);
        }
        if block.is_none() {
            match (facts::of(name.as_str()).intrinsic, arguments) {
                (Some(Intrinsic::Compare), [left, right]) => {
                    return self.compare(inst, left.value.temp, right.value.temp);
                }
                (Some(Intrinsic::Size), [of]) => return self.length(inst, of.value.temp),
                (Some(Intrinsic::Empty), [of]) => return self.is_empty(inst, of.value.temp),
                (Some(extreme @ (Intrinsic::Max | Intrinsic::Min)), [left, right]) => {
                    let operands = (left.value.temp, right.value.temp);
                    if let Some(value) = self.extreme(inst, extreme == Intrinsic::Max, operands) {
                        return value;
                    }
                }
                (Some(extreme @ (Intrinsic::Max | Intrinsic::Min)), [_, _, _, ..]) => {
                    let operands: Vec<Temp> = arguments.iter().map(|a| a.value.temp).collect();
                    let is_max = extreme == Intrinsic::Max;
                    if let Some(value) = self.extreme_of_integers(inst, is_max, &operands) {
                        return value;
                    }
                }
                (Some(Intrinsic::Abs), [of]) => {
                    if let Some(value) = self.absolute(inst, of.value.temp) {
                        return value;
                    }
                }
                _ => {}
            }
        }
        let lambda = block;
        let block = match block.map(|block| self.get(block)) {
            Some(Val::Boxed(_, closure)) => closure,
            Some(_) => return self.interpret(inst),
            None => self.int(0),
        };
        let site = self.site(inst, builtin, arguments, lambda);
        let room = self.stored(arguments.iter().map(|a| a.value.temp));
        let site = self.int(site as i64);
        let result = match self.registers {
            Some(_) => self.call(Helper::Builtin, &[self.cx, site, room, block]),
            None => {
                let arguments = [self.cx, self.frame, site, room, self.depth];
                self.call(Helper::BuiltinAlone, &arguments)
            }
        };
        self.unless_operation_raised(inst, result[0]);
        Val::Boxed(result[0], result[1])
    }

    /// Returns the site of a call of a built-in function, with everything that is statically known
    /// about the call.
    fn site(
        &mut self,
        inst: &Inst,
        builtin: &'static Resolved,
        arguments: &[Item],
        block: Option<Temp>,
    ) -> *const Site {
        let temps: Vec<Temp> = arguments.iter().map(|a| a.value.temp).collect();
        let certain = match block {
            Some(_) => None,
            None => {
                let foreseen: Vec<Foreseen<'_>> = temps.iter().map(|t| self.foreseen(*t)).collect();
                dispatch::certain(builtin, &foreseen, None)
            }
        };
        let is_constant = |temp: &Temp| matches!(self.definition_of(*temp), Some(Op::Const(_)));
        let constants = temps.iter().map(is_constant).collect();
        let has_steady_block = block.is_none_or(|block| match self.definition_of(block) {
            Some(Op::Closure { inner, .. }) => {
                self.job.body.mir.inner[inner.0 as usize].takes_any()
            }
            _ => false,
        });
        let mut site = Site::new(self.job.body, inst, builtin);
        (site.constants, site.certain) = (constants, certain);
        site.is_pure = block.is_none() && facts::of(builtin.declaration.name).is_pure;
        site.has_steady_block = has_steady_block;
        self.link.site(site)
    }

    /// Returns what is statically known of an argument: its constant or the kinds of its type.
    fn foreseen(&self, argument: Temp) -> Foreseen<'_> {
        match self.definition_of(argument) {
            Some(Op::Const(index)) => Foreseen::Constant(self.job.body.constants[*index as usize]),
            _ => {
                let ty = self.job.types.of(argument).unwrap_or(Ty::Any);
                Foreseen::Kinds(Kinds::of_static(ty))
            }
        }
    }

    /// Lowers `max` or `min` of two values. Returns `None` if it is known that one of them is not a
    /// number.
    fn extreme(&mut self, inst: &Inst, is_max: bool, (left, right): (Temp, Temp)) -> Option<Val> {
        let (l, r) = (self.get(left), self.get(right));
        if let (Val::Int(left), Val::Int(right)) = (l, r) {
            return Some(Val::Int(match is_max {
                true => self.b.ins().smax(left, right),
                false => self.b.ins().smin(left, right),
            }));
        }
        if matches!((l, r), (Val::Bool(_), _) | (_, Val::Bool(_))) {
            return None;
        }
        let rep = self.rep(inst.result);
        let fork = self.fork(rep);
        let op = match is_max {
            true => BinaryOp::Greater,
            false => BinaryOp::Less,
        };
        let (chosen, decide) = (self.b.create_block(), self.b.create_block());
        let is_right = self.b.append_block_param(decide, types::I8);
        if let Some(both) = self.both(l, r, abi::INTEGER) {
            let (integers, others) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(both, integers, &[], others, &[]);
            self.b.switch_to_block(integers);
            let ((_, a), (_, b)) = (self.boxed(l), self.boxed(r));
            let test = match is_max {
                true => IntCC::SignedGreaterThan,
                false => IntCC::SignedLessThan,
            };
            let is_right = self.b.ins().icmp(test, b, a);
            self.b.ins().jump(decide, &[is_right.into()]);
            self.b.switch_to_block(others);
        }
        let found = self.float_comparison(op, (right, r), (left, l), &fork);
        self.b.ins().jump(decide, &[found.into()]);
        self.b.switch_to_block(decide);
        let take = self.b.create_block();
        self.b.ins().brif(is_right, take, &[], chosen, &[]);
        self.b.switch_to_block(take);
        self.go(&fork, r, rep);
        self.b.switch_to_block(chosen);
        self.go(&fork, l, rep);
        Some(self.join(&fork, inst, rep))
    }

    /// Lowers `max` or `min` of several Integers. Returns `None` if it is known that one of them is
    /// not an Integer.
    fn extreme_of_integers(&mut self, inst: &Inst, is_max: bool, operands: &[Temp]) -> Option<Val> {
        let values: Vec<Val> = operands.iter().map(|temp| self.get(*temp)).collect();
        let is_other = |value: &Val| matches!(value, Val::Bool(_) | Val::Float(_));
        if values.iter().any(is_other) {
            return None;
        }
        let rep = self.rep(inst.result);
        let are_integers = values.iter().all(|value| matches!(value, Val::Int(_)));
        let fork = (!are_integers).then(|| self.fork(rep));
        let mut best = None;
        for value in values {
            let (tag, number) = self.boxed(value);
            if let (Some(fork), Val::Boxed(..)) = (&fork, value) {
                let is_integer = self.has_tag(tag, abi::INTEGER);
                let fine = self.b.create_block();
                self.b.ins().brif(is_integer, fine, &[], fork.slow, &[]);
                self.b.switch_to_block(fine);
            }
            best = Some(match best {
                None => number,
                Some(best) if is_max => self.b.ins().smax(best, number),
                Some(best) => self.b.ins().smin(best, number),
            });
        }
        let best = Val::Int(best?);
        let Some(fork) = fork else { return Some(best) };
        self.go(&fork, best, rep);
        Some(self.join(&fork, inst, rep))
    }

    /// Lowers `abs` of a number. The result for the least Integer needs more than 64 bits. Returns
    /// `None` if it is known that the value is not a number.
    fn absolute(&mut self, inst: &Inst, of: Temp) -> Option<Val> {
        let value = self.get(of);
        let rep = self.rep(inst.result);
        let fork = self.fork(rep);
        let (tag, payload) = match value {
            Val::Bool(_) => return None,
            Val::Float(number) => {
                self.absolute_float(number, rep, &fork);
                return Some(self.join(&fork, inst, rep));
            }
            _ => self.boxed(value),
        };
        if let Val::Boxed(..) = value {
            let (float, other) = (self.b.create_block(), self.b.create_block());
            let is_float = self.has_tag(tag, abi::FLOAT);
            self.b.ins().brif(is_float, float, &[], other, &[]);
            self.b.switch_to_block(float);
            let flags = ir::MemFlagsData::new();
            let number = self.b.ins().bitcast(types::F64, flags, payload);
            self.absolute_float(number, rep, &fork);
            self.b.switch_to_block(other);
            let is_integer = self.has_tag(tag, abi::INTEGER);
            let integer = self.b.create_block();
            self.b.ins().brif(is_integer, integer, &[], fork.slow, &[]);
            self.b.switch_to_block(integer);
        }
        let least = self.int(i64::MIN);
        let is_least = self.b.ins().icmp(IntCC::Equal, payload, least);
        self.slow_if(is_least, &fork);
        let number = self.b.ins().iabs(payload);
        self.go(&fork, Val::Int(number), rep);
        Some(self.join(&fork, inst, rep))
    }

    /// Lowers `abs` of a Float; the interpreter raises the error for NaN.
    fn absolute_float(&mut self, number: ir::Value, rep: Rep, fork: &Fork) {
        let is_nan = self.b.ins().fcmp(FloatCC::Unordered, number, number);
        self.slow_if(is_nan, fork);
        let number = self.b.ins().fabs(number);
        self.go(fork, Val::Float(number), rep);
    }

    /// Lowers `empty` for a value that has a size.
    fn is_empty(&mut self, inst: &Inst, of: Temp) -> Val {
        let rep = self.rep(inst.result);
        let (fork, len) = self.counted(of, rep, true);
        let zero = self.int(0);
        let is = self.b.ins().icmp(IntCC::Equal, len, zero);
        self.go(&fork, Val::Bool(is), rep);
        self.join(&fork, inst, rep)
    }

    /// Lowers `compare` of two Integers.
    fn compare(&mut self, inst: &Inst, left: Temp, right: Temp) -> Val {
        let (l, r) = (self.get(left), self.get(right));
        let rep = self.rep(inst.result);
        let fork = self.fork(rep);
        let (_, a) = self.boxed(l);
        let (_, b) = self.boxed(r);
        match (l, r) {
            (Val::Int(_), Val::Int(_)) => {}
            _ => {
                let (fine, other) = (self.b.create_block(), self.b.create_block());
                match self.both(l, r, abi::INTEGER) {
                    Some(both) => self.b.ins().brif(both, fine, &[], other, &[]),
                    None => self.b.ins().jump(other, &[]),
                };
                self.b.switch_to_block(other);
                let order = self.order_of(l, r, &fork);
                self.go(&fork, Val::Int(order), rep);
                self.b.switch_to_block(fine);
            }
        }
        let more = self.b.ins().icmp(IntCC::SignedGreaterThan, a, b);
        let less = self.b.ins().icmp(IntCC::SignedLessThan, a, b);
        let order = self.b.ins().isub(more, less);
        let order = self.b.ins().sextend(types::I64, order);
        self.go(&fork, Val::Int(order), rep);
        self.join(&fork, inst, rep)
    }

    /// Returns the size of a value that has one: of a text in characters, or in bytes if it only counts
    /// whether there are any. Any other value takes the slow path.
    fn counted(&mut self, of: Temp, rep: Rep, in_bytes: bool) -> (Fork, ir::Value) {
        let value = self.get(of);
        let (tag, payload) = self.boxed(value);
        let fork = self.fork(rep);
        let (count, done) = (self.cold(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I64);
        let ty = self.job.types.of(of);
        let text_at = match in_bytes {
            true => Str::LEN_AT,
            false => Str::CHARS_AT,
        };
        let kinds = [
            (abi::STRING, text_at, ty == Some(Ty::String)),
            (abi::ARRAY, Array::LEN_AT, ty.is_some_and(Ty::is_array)),
            (abi::HASH, Hash::LEN_AT, ty == Some(Ty::Hash)),
        ];
        let kinds = if self.repeats() { &kinds[..] } else { &[] };
        let is_sure = kinds.iter().any(|(.., is_sure)| *is_sure);
        for &(kind, at, is_own) in kinds {
            if is_sure && !is_own {
                continue;
            }
            let (own, other) = (self.b.create_block(), self.b.create_block());
            let is = self.has_tag(tag, kind);
            self.b.ins().brif(is, own, &[], other, &[]);
            self.b.switch_to_block(own);
            let len = self.b.ins().uload32(TRUSTED, payload, at as i32);
            if kind == abi::STRING && !in_bytes {
                // 0 before it was counted
                let one = self.int(1);
                let less = self.b.ins().isub(len, one);
                let most = self.int(i64::from(Str::CHARS_MAX));
                let is_counted = self.b.ins().icmp(IntCC::UnsignedLessThan, less, most);
                self.b
                    .ins()
                    .brif(is_counted, done, &[len.into()], count, &[]);
            } else {
                self.b.ins().jump(done, &[len.into()]);
            }
            self.b.switch_to_block(other);
        }
        self.b.ins().jump(count, &[]);
        self.b.switch_to_block(count);
        let len = self.call(Helper::Length, &[tag, payload])[0];
        let none = self.int(-1);
        let has_none = self.b.ins().icmp(IntCC::Equal, len, none);
        self.b
            .ins()
            .brif(has_none, fork.slow, &[], done, &[len.into()]);
        self.b.switch_to_block(done);
        (fork, result)
    }

    /// Lowers `size` and `length` for a value that has a size.
    fn length(&mut self, inst: &Inst, of: Temp) -> Val {
        let rep = self.rep(inst.result);
        let (fork, len) = self.counted(of, rep, false);
        self.go(&fork, Val::Int(len), rep);
        self.join(&fork, inst, rep)
    }

    /// Returns the owner of a sum's left side, in the form that `hash_put` expects.
    fn owner(&mut self, sum: Temp) -> ir::Value {
        let Some(Sum::Hash { owner, passing_key }) = self.owned.sum(sum) else {
            return self.int(0);
        };
        let id = self.b.use_var(self.loop_ids[owner]);
        match passing_key {
            true => {
                let passing = self.int(1 << 32);
                self.b.ins().bor(id, passing)
            }
            false => id,
        }
    }

    /// Gives a new identity to each owning loop that a jump enters.
    pub(super) fn enter_loops(&mut self, from: Option<usize>, to: BlockId) {
        for index in 0..self.loop_ids.len() {
            let (head, inside) = &self.owned.loops[index];
            let enters = match from {
                Some(from) => *head == to && !inside[from],
                None => true,
            };
            if enters {
                let id = self.call(Helper::LoopId, &[])[0];
                self.b.def_var(self.loop_ids[index], id);
                let texts = self.owned.texts.iter().zip(&self.texts);
                let begun: Vec<ir::StackSlot> = texts
                    .filter(|(owner, _)| **owner == index)
                    .map(|(_, slot)| *slot)
                    .collect();
                let none = self.int(0);
                for slot in begun {
                    self.b.ins().stack_store(types::I64, none, slot, 0);
                    self.b.ins().stack_store(types::I64, none, slot, 8);
                }
            }
        }
    }

    /// Lowers `"${a}b"`. Appends to the first text in place if no other code uses that text.
    pub(super) fn concat(&mut self, inst: &Inst, parts: &[Use]) -> Val {
        let room = self.stored(parts.iter().map(|part| part.temp));
        let len = self.int(parts.len() as i64);
        let result = match self.owned.sum(inst.result) {
            Some(Sum::Text { text }) => {
                let state = self.b.ins().stack_addr(types::I64, self.texts[text], 0);
                self.call(Helper::Append, &[self.cx, room, len, state])
            }
            _ => self.call(Helper::Concat, &[self.cx, room, len]),
        };
        self.unless_exceeded(result[0]);
        Val::Boxed(result[0], result[1])
    }

    /// Lowers `left + literal`, of a Hash and one entry or an Array and one item. The literal is
    /// made only if `left` is neither.
    pub(super) fn plus_literal(&mut self, inst: &Inst, left: Val, literal: &Inst) -> Option<Val> {
        let Val::Boxed(tag, left) = left else {
            return None;
        };
        match &literal.op {
            Op::Hash(entries) => {
                Some(self.plus_entries(inst, (tag, left), literal.result, entries))
            }
            Op::Array(items) => Some(self.plus_item(inst, (tag, left), literal.result, items)),
            _ => None,
        }
    }

    fn plus_item(
        &mut self,
        inst: &Inst,
        (tag, array): (ir::Value, ir::Value),
        literal: Temp,
        items: &[Item],
    ) -> Val {
        let fork = self.fork(Rep::Boxed);
        self.push(tag, array, items[0].value.temp, &fork);
        self.b.switch_to_block(fork.slow);
        let made = self.array_by_helper(&[items[0].value.temp]);
        self.define(literal, made);
        self.join_here(&fork, inst, Rep::Boxed)
    }

    /// Lowers `left << item` of an Array.
    pub(super) fn append_item(
        &mut self,
        inst: &Inst,
        (tag, array): (ir::Value, ir::Value),
        item: Temp,
    ) -> Val {
        let fork = self.fork(Rep::Boxed);
        self.push(tag, array, item, &fork);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Appends an item to an Array. Any other value takes the slow path of the fork.
    fn push(&mut self, tag: ir::Value, array: ir::Value, item: Temp, fork: &Fork) {
        let is_array = self.has_tag(tag, abi::ARRAY);
        let fast = self.b.create_block();
        self.b.ins().brif(is_array, fast, &[], fork.slow, &[]);
        self.b.switch_to_block(fast);
        let item = self.get(item);
        let (tag, payload) = self.boxed(item);
        let result = self.call(Helper::ArrayPush, &[self.cx, array, tag, payload]);
        self.unless_exceeded(result[0]);
        self.go(fork, Val::Boxed(result[0], result[1]), Rep::Boxed);
    }

    /// Lowers `left + { key => value, ... }` of a Hash. The literal is made only if `left` is not a
    /// Hash.
    fn plus_entries(
        &mut self,
        inst: &Inst,
        (tag, hash): (ir::Value, ir::Value),
        literal: Temp,
        entries: &[(Use, Use)],
    ) -> Val {
        let fork = self.fork(Rep::Boxed);
        let is_hash = self.has_tag(tag, abi::HASH);
        let fast = self.b.create_block();
        self.b.ins().brif(is_hash, fast, &[], fork.slow, &[]);
        self.b.switch_to_block(fast);
        let is_owned = self.owned.sum(inst.result).is_some();
        let sum = match entries.len() == 1 || is_owned {
            true => self.put_each(inst, hash, entries),
            false => {
                let flat = entries
                    .iter()
                    .flat_map(|(key, value)| [key.temp, value.temp]);
                let room = self.stored(flat.collect::<Vec<_>>().into_iter());
                let all_differ = i64::from(self.has_distinct_keys(entries));
                let len = self.int(entries.len() as i64 | all_differ << 32);
                let sum = self.call(Helper::HashPlus, &[self.cx, hash, room, len]);
                self.unless_exceeded(sum[0]);
                Val::Boxed(sum[0], sum[1])
            }
        };
        self.go(&fork, sum, Rep::Boxed);
        self.b.switch_to_block(fork.slow);
        let made = self.hash_by_helper(entries);
        self.define(literal, made);
        self.join_here(&fork, inst, Rep::Boxed)
    }

    /// Lowers `left - keys` of a Hash that a loop owns.
    pub(super) fn minus_key(
        &mut self,
        inst: &Inst,
        (tag, hash): (ir::Value, ir::Value),
        key: Val,
    ) -> Val {
        let fork = self.fork(Rep::Boxed);
        let (key_tag, key) = self.boxed(key);
        let is_hash = self.has_tag(tag, abi::HASH);
        let fast = self.b.create_block();
        self.b.ins().brif(is_hash, fast, &[], fork.slow, &[]);
        self.b.switch_to_block(fast);
        let owner = self.owner(inst.result);
        let result = self.call(Helper::HashTake, &[self.cx, hash, key_tag, key, owner]);
        self.unless_exceeded(result[0]);
        self.go(&fork, Val::Boxed(result[0], result[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Adds entries to a Hash, one after the other. A Hash that a loop owns is changed in place.
    fn put_each(&mut self, inst: &Inst, hash: ir::Value, entries: &[(Use, Use)]) -> Val {
        let owner = self.owner(inst.result);
        let mut sum = (self.int(abi::HASH as i64), hash);
        for (key, entry) in entries {
            let (key, entry) = (self.get(key.temp), self.get(entry.temp));
            let (key_tag, key) = self.boxed(key);
            let (entry_tag, entry) = self.boxed(entry);
            let arguments = [self.cx, sum.1, key_tag, key, entry_tag, entry, owner];
            let result = self.call(Helper::HashPut, &arguments);
            self.unless_exceeded(result[0]);
            sum = (result[0], result[1]);
        }
        Val::Boxed(sum.0, sum.1)
    }
}
