//! Lowers operations on numbers: unboxed if their types are known, otherwise after a test of the
//! tags.
// Long because each operator has a form for each representation of numbers.

use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{self, InstBuilder, types};
use frontend::ast::BinaryOp;
use mir::ranges::Range;
use mir::{Inst, Op, Temp, Ty};

use runtime::Value;
use runtime::value::Str;

use super::{Lowering, Rep, TRUSTED, Val};
use crate::abi::{self, Helper};

fn operator(inst: &Inst) -> BinaryOp {
    match &inst.op {
        Op::Binary { op, .. } => *op,
        _ => BinaryOp::Plus,
    }
}

/// The offset of the bytes of a text.
const BYTES: i32 = Str::BYTES_AT as i32;

/// A Float holds every Integer exactly whose magnitude is at most this.
const EXACT: i64 = 1 << 53;

/// The two blocks after a test: in one the fast path continues with its result, in the other the
/// interpreter runs the operation.
pub(super) struct Fork {
    pub slow: ir::Block,
    pub(super) done: ir::Block,
}

impl<'t> Lowering<'_, '_, '_, 't, '_> {
    pub(super) fn fork(&mut self, rep: Rep) -> Fork {
        let slow = self.b.create_block();
        self.b.set_cold_block(slow);
        let done = self.b.create_block();
        for ty in rep.types() {
            self.b.append_block_param(done, *ty);
        }
        Fork { slow, done }
    }

    pub(super) fn go(&mut self, fork: &Fork, value: Val, rep: Rep) {
        let value = self.convert(value, rep);
        self.b.ins().jump(fork.done, &value.args());
    }

    /// Fills the slow block with the interpreter's operation, and continues in a block where both
    /// paths meet. Returns the value there.
    pub(super) fn join(&mut self, fork: &Fork, inst: &Inst, rep: Rep) -> Val {
        self.b.switch_to_block(fork.slow);
        self.join_here(fork, inst, rep)
    }

    /// Works like [`Self::join`] if the current block is the slow block already.
    pub(super) fn join_here(&mut self, fork: &Fork, inst: &Inst, rep: Rep) -> Val {
        let value = self.interpret(inst);
        self.go(fork, value, rep);
        self.joined(fork, rep)
    }

    /// Raises the operation's error if a test holds, and continues otherwise. No value has to be
    /// saved across the error.
    fn fail_if(&mut self, test: ir::Value, inst: &Inst) {
        let (slow, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(test, slow, &[], fine, &[]);
        self.b.switch_to_block(slow);
        self.fail(inst);
        self.b.switch_to_block(fine);
    }

    pub(super) fn joined(&mut self, fork: &Fork, rep: Rep) -> Val {
        self.b.switch_to_block(fork.done);
        let parts = self.b.block_params(fork.done).to_vec();
        Val::of(rep, &parts)
    }

    pub(super) fn slow_if(&mut self, test: ir::Value, fork: &Fork) {
        let fine = self.b.create_block();
        self.b.ins().brif(test, fork.slow, &[], fine, &[]);
        self.b.switch_to_block(fine);
    }

    pub(super) fn arithmetic(&mut self, inst: &'t Inst, left: Temp, right: Temp) -> Val {
        let op = operator(inst);
        if op == BinaryOp::Plus && self.is_deferred[right.0 as usize] {
            let l = self.get(left);
            if let Some(literal) = self.definition_of[right.0 as usize]
                && let Some(sum) = self.plus_literal(inst, l, literal)
            {
                return sum;
            }
        }
        let (l, r) = (self.get(left), self.get(right));
        match (l, r) {
            (Val::Boxed(tag, hash), _)
                if op == BinaryOp::Minus && self.owned.sum(inst.result).is_some() =>
            {
                self.minus_key(inst, (tag, hash), r)
            }
            (Val::Int(a), Val::Int(b)) if !self.may_fail(inst, op, right) => match op {
                BinaryOp::Plus => Val::Int(self.sum(left, a, b)),
                BinaryOp::Minus => Val::Int(self.b.ins().isub(a, b)),
                BinaryOp::Times => Val::Int(self.b.ins().imul(a, b)),
                _ => {
                    let divisor = self.known_integer(right).unwrap_or(1);
                    Val::Int(self.divided(op, a, self.job.ranges.of(left), divisor))
                }
            },
            (Val::Int(a), Val::Int(b)) => match op {
                BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times => {
                    let (value, overflow) = self.overflowing(op, a, b);
                    self.fail_if(overflow, inst);
                    Val::Int(value)
                }
                _ => {
                    let fork = self.fork(Rep::Int);
                    let value = self.division(op, a, b, right, &fork);
                    self.go(&fork, Val::Int(value), Rep::Int);
                    self.join(&fork, inst, Rep::Int)
                }
            },
            (Val::Int(_) | Val::Float(_), Val::Int(_) | Val::Float(_))
                if op != BinaryOp::Modulo =>
            {
                let (a, b) = (self.as_float(l), self.as_float(r));
                self.float_operation(inst, op, a, b)
            }
            (Val::Boxed(_, array), _) if op == BinaryOp::Plus && self.is_array(left) => {
                let (tag, payload) = self.boxed(r);
                let sum = self.call(Helper::ArrayPlus, &[self.cx, array, tag, payload]);
                self.unless_exceeded(sum[0]);
                Val::Boxed(sum[0], sum[1])
            }
            (Val::Bool(_), _) | (_, Val::Bool(_)) => self.interpret(inst),
            _ => self.any_arithmetic(inst, op, l, r, right),
        }
    }

    /// Lowers a sum that does not overflow. Of several operands, the value that a loop carries from
    /// round to round is added last, because the next round waits for that addition. Code that is
    /// entered between the two additions does not have the operands of the first.
    fn sum(&mut self, left: Temp, a: ir::Value, b: ir::Value) -> ir::Value {
        let Some(Op::Binary {
            op: BinaryOp::Plus,
            left: memo,
            right: middle,
        }) = self.definition_of(left)
        else {
            return self.b.ins().iadd(a, b);
        };
        let (memo, middle) = (memo.temp, middle.temp);
        if !self.is_made(memo) || !self.is_made(middle) {
            return self.b.ins().iadd(a, b);
        }
        match (self.get(memo), self.get(middle)) {
            (Val::Int(memo_value), Val::Int(middle)) if self.definition_of(memo).is_none() => {
                let rest = self.b.ins().iadd(middle, b);
                self.b.ins().iadd(memo_value, rest)
            }
            _ => self.b.ins().iadd(a, b),
        }
    }

    /// Lowers `-value`.
    pub(super) fn negate(&mut self, inst: &Inst, value: Temp) -> Val {
        let value = self.get(value);
        let rep = Rep::of(self.job.types.of(inst.result));
        let (number, fork) = match value {
            Val::Float(number) => return Val::Float(self.b.ins().fneg(number)),
            Val::Bool(_) => return self.interpret(inst),
            Val::Int(number) => (number, self.fork(rep)),
            Val::Boxed(tag, payload) => {
                let fork = self.fork(rep);
                let whole = self.has_tag(tag, abi::INTEGER);
                let fine = self.b.create_block();
                self.b.ins().brif(whole, fine, &[], fork.slow, &[]);
                self.b.switch_to_block(fine);
                (payload, fork)
            }
        };
        // the negation of the least Integer needs more than 64 bits
        let least = self.int(i64::MIN);
        let is_least = self.b.ins().icmp(IntCC::Equal, number, least);
        self.slow_if(is_least, &fork);
        let opposite = self.b.ins().ineg(number);
        self.go(&fork, Val::Int(opposite), rep);
        self.join(&fork, inst, rep)
    }

    /// Lowers `<<` and `>>`.
    pub(super) fn shift(&mut self, inst: &Inst, left: Temp, right: Temp) -> Val {
        let is_left = operator(inst) == BinaryOp::LeftShift;
        let (a, by) = match (self.get(left), self.get(right)) {
            (Val::Int(a), Val::Int(by)) => (a, by),
            (Val::Boxed(tag, array), _) if is_left => {
                return self.append_item(inst, (tag, array), right);
            }
            _ => return self.interpret(inst),
        };
        let fork = self.fork(Rep::Int);
        let most = self.int(62);
        let far = self.b.ins().icmp(IntCC::UnsignedGreaterThan, by, most);
        self.slow_if(far, &fork);
        let value = match is_left {
            true => {
                let value = self.b.ins().ishl(a, by);
                let back = self.b.ins().sshr(value, by);
                let lost = self.b.ins().icmp(IntCC::NotEqual, back, a);
                self.slow_if(lost, &fork);
                value
            }
            false => self.b.ins().sshr(a, by),
        };
        self.go(&fork, Val::Int(value), Rep::Int);
        self.join(&fork, inst, Rep::Int)
    }

    /// Returns true if an operation on two Integers may be an error or needs more than its fast
    /// path.
    fn may_fail(&self, inst: &Inst, op: BinaryOp, right: Temp) -> bool {
        match op {
            BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times => {
                self.job.ranges.overflows(inst.result)
            }
            _ => self.known_integer(right).is_none_or(|divisor| divisor <= 0),
        }
    }

    /// Lowers arithmetic with at least one operand that may be any value.
    fn any_arithmetic(&mut self, inst: &Inst, op: BinaryOp, l: Val, r: Val, right: Temp) -> Val {
        let rep = self.rep(inst.result);
        let fork = self.fork(rep);
        let (lt, lp) = self.boxed(l);
        let (rt, rp) = self.boxed(r);
        let next = match op {
            BinaryOp::Modulo => fork.slow,
            _ => self.b.create_block(),
        };
        let both = self.both(l, r, abi::INTEGER);
        if let Some(both) = both {
            let integers = self.b.create_block();
            self.b.ins().brif(both, integers, &[], next, &[]);
            self.b.switch_to_block(integers);
            let value = self.integers(op, lp, rp, right, &fork);
            self.go(&fork, Val::Int(value), rep);
        } else {
            self.b.ins().jump(next, &[]);
        }
        if op != BinaryOp::Modulo {
            self.b.switch_to_block(next);
            let a = self.maybe_float(l, (lt, lp), false, &fork);
            let b = self.maybe_float(r, (rt, rp), false, &fork);
            let value = self.floats(op, a, b, &fork);
            self.go(&fork, Val::Float(value), rep);
        }
        self.join(&fork, inst, rep)
    }

    /// Returns true if a temp always holds an Array.
    fn is_array(&self, temp: Temp) -> bool {
        self.job.types.of(temp).is_some_and(Ty::is_array)
    }

    /// Emits the test that both operands have a tag. Returns `None` if it is known that one of them
    /// has another.
    pub(super) fn both(&mut self, l: Val, r: Val, tag: u64) -> Option<ir::Value> {
        let mut tests = Vec::new();
        for value in [l, r] {
            match value {
                Val::Boxed(has, _) => tests.push(self.has_tag(has, tag)),
                Val::Int(_) if tag == abi::INTEGER => {}
                Val::Float(_) if tag == abi::FLOAT => {}
                _ => return None,
            }
        }
        match tests[..] {
            [one] => Some(one),
            [a, b] => Some(self.b.ins().band(a, b)),
            _ => None,
        }
    }

    /// Returns an operand as a Float. A value that is not a number takes the slow path, and if
    /// `is_exact`, so does an Integer that no Float represents exactly.
    fn maybe_float(
        &mut self,
        value: Val,
        (tag, payload): (ir::Value, ir::Value),
        is_exact: bool,
        fork: &Fork,
    ) -> ir::Value {
        match value {
            Val::Float(v) => v,
            Val::Int(v) => self.b.ins().fcvt_from_sint(types::F64, v),
            Val::Bool(_) => {
                self.b.ins().jump(fork.slow, &[]);
                let unreachable = self.b.create_block();
                self.b.switch_to_block(unreachable);
                self.b.ins().f64const(0.0)
            }
            Val::Boxed(..) => {
                let (other, done) = (self.b.create_block(), self.b.create_block());
                let result = self.b.append_block_param(done, types::F64);
                let flags = ir::MemFlagsData::new();
                let number = self.b.ins().bitcast(types::F64, flags, payload);
                let is_float = self.has_tag(tag, abi::FLOAT);
                let number = [number.into()];
                self.b.ins().brif(is_float, done, &number, other, &[]);
                self.b.switch_to_block(other);
                let is_integer = self.has_tag(tag, abi::INTEGER);
                let whole = self.b.create_block();
                self.b.ins().brif(is_integer, whole, &[], fork.slow, &[]);
                self.b.switch_to_block(whole);
                if is_exact {
                    self.slow_unless_exact(payload, fork);
                }
                let number = self.b.ins().fcvt_from_sint(types::F64, payload);
                self.b.ins().jump(done, &[number.into()]);
                self.b.switch_to_block(done);
                result
            }
        }
    }

    /// Takes the slow path unless a Float represents an Integer exactly. Other Integers are
    /// compared as Integers.
    fn slow_unless_exact(&mut self, integer: ir::Value, fork: &Fork) {
        let (offset, most) = (self.int(EXACT), self.int(2 * EXACT));
        let moved = self.b.ins().iadd(integer, offset);
        let inexact = self.b.ins().icmp(IntCC::UnsignedGreaterThan, moved, most);
        self.slow_if(inexact, fork);
    }

    fn as_float(&mut self, value: Val) -> ir::Value {
        match value {
            Val::Int(v) => self.b.ins().fcvt_from_sint(types::F64, v),
            Val::Float(v) | Val::Bool(v) => v,
            Val::Boxed(_, payload) => {
                let flags = ir::MemFlagsData::new();
                self.b.ins().bitcast(types::F64, flags, payload)
            }
        }
    }

    fn integers(
        &mut self,
        op: BinaryOp,
        a: ir::Value,
        b: ir::Value,
        right: Temp,
        fork: &Fork,
    ) -> ir::Value {
        if !matches!(op, BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times) {
            return self.division(op, a, b, right, fork);
        }
        let (value, overflow) = self.overflowing(op, a, b);
        self.slow_if(overflow, fork);
        value
    }

    /// Emits `+`, `-` or `*`, and the test whether it overflows.
    fn overflowing(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value) -> (ir::Value, ir::Value) {
        match op {
            BinaryOp::Plus => self.b.ins().sadd_overflow(a, b),
            BinaryOp::Minus => self.b.ins().ssub_overflow(a, b),
            _ => self.b.ins().smul_overflow(a, b),
        }
    }

    /// Emits `/` or `%`, which round towards negative infinity. A divisor that is not positive is
    /// rare.
    fn division(
        &mut self,
        op: BinaryOp,
        a: ir::Value,
        b: ir::Value,
        right: Temp,
        fork: &Fork,
    ) -> ir::Value {
        if let Some(divisor) = self.known_integer(right).filter(|d| *d > 0) {
            return self.divided(op, a, Range::ALL, divisor);
        }
        let zero = self.int(0);
        let odd = self.b.ins().icmp(IntCC::SignedLessThanOrEqual, b, zero);
        self.slow_if(odd, fork);
        let rest = self.b.ins().srem(a, b);
        let negative = self.b.ins().icmp(IntCC::SignedLessThan, rest, zero);
        if op == BinaryOp::Modulo {
            let moved = self.b.ins().iadd(rest, b);
            return self.b.ins().select(negative, moved, rest);
        }
        let quotient = self.b.ins().sdiv(a, b);
        let less = self.b.ins().uextend(types::I64, negative);
        self.b.ins().isub(quotient, less)
    }

    /// Emits a division by a positive constant: shifts for powers of two, otherwise the high half
    /// of a product with the reciprocal (Granlund and Montgomery, "Division by invariant
    /// integers").
    fn divided(&mut self, op: BinaryOp, a: ir::Value, range: Range, divisor: i64) -> ir::Value {
        if op == BinaryOp::Modulo && range.min >= 0 && range.max < divisor {
            return a;
        }
        if divisor.count_ones() == 1 {
            return match op {
                BinaryOp::Modulo => {
                    let mask = self.int(divisor - 1);
                    self.b.ins().band(a, mask)
                }
                _ => {
                    let bits = self.int(i64::from(divisor.trailing_zeros()));
                    self.b.ins().sshr(a, bits)
                }
            };
        }
        let (factor, shift) = reciprocal(divisor);
        let factor = self.int(factor);
        let high = self.b.ins().smulhi(a, factor);
        // the factor stands for one beyond 63 bits
        let high = self.b.ins().iadd(high, a);
        let bits = self.int(i64::from(shift));
        let mut quotient = self.b.ins().sshr(high, bits);
        if range.min < 0 {
            let last = self.int(63);
            let one_if_negative = self.b.ins().ushr(a, last);
            quotient = self.b.ins().iadd(quotient, one_if_negative);
        }
        if range.min >= 0 && op == BinaryOp::Divide {
            return quotient;
        }
        let (divisor, zero) = (self.int(divisor), self.int(0));
        let whole = self.b.ins().imul(quotient, divisor);
        let rest = self.b.ins().isub(a, whole);
        if range.min >= 0 {
            return rest;
        }
        let negative = self.b.ins().icmp(IntCC::SignedLessThan, rest, zero);
        if op == BinaryOp::Modulo {
            let moved = self.b.ins().iadd(rest, divisor);
            return self.b.ins().select(negative, moved, rest);
        }
        let less = self.b.ins().uextend(types::I64, negative);
        self.b.ins().isub(quotient, less)
    }

    /// Returns the Integer that a temp always holds.
    pub(super) fn known_integer(&self, temp: Temp) -> Option<i64> {
        match &self.definition_of[temp.0 as usize]?.op {
            Op::Const(index) => match self.job.body.mir.constants[*index as usize] {
                mir::Constant::Integer(i) => Some(i),
                _ => None,
            },
            _ => None,
        }
    }

    fn floats(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value, fork: &Fork) -> ir::Value {
        let value = self.float_result(op, a, b);
        let infinite = self.is_infinite(value);
        self.slow_if(infinite, fork);
        value
    }

    // Long because there is an arm for each pair of representations.
    pub(super) fn comparison(&mut self, inst: &Inst, left: Temp, right: Temp) -> Val {
        let op = operator(inst);
        let (l, r) = (self.get(left), self.get(right));
        let (integer, float) = conditions(op);
        match (l, r) {
            (Val::Int(a), Val::Int(b)) => Val::Bool(self.b.ins().icmp(integer, a, b)),
            (Val::Float(a), Val::Float(b)) if self.are_ordered(left, right) => {
                Val::Bool(self.b.ins().fcmp(float, a, b))
            }
            (Val::Float(a), Val::Float(b)) if !is_equality(op) => {
                // NaN is not ordered, and the interpreter defines the result
                let fork = self.fork(Rep::Bool);
                let unordered = self.b.ins().fcmp(FloatCC::Unordered, a, b);
                self.slow_if(unordered, &fork);
                let value = self.b.ins().fcmp(float, a, b);
                self.go(&fork, Val::Bool(value), Rep::Bool);
                self.join(&fork, inst, Rep::Bool)
            }
            (Val::Float(_), Val::Int(_)) | (Val::Int(_), Val::Float(_)) => {
                let fork = self.fork(Rep::Bool);
                let value = self.float_comparison(op, (left, l), (right, r), &fork);
                self.go(&fork, Val::Bool(value), Rep::Bool);
                self.join(&fork, inst, Rep::Bool)
            }
            (Val::Bool(a), Val::Bool(b)) if is_equality(op) => {
                Val::Bool(self.b.ins().icmp(integer, a, b))
            }
            _ => {
                if is_equality(op)
                    && let Some((constant, value)) = self.simple_side((left, l), (right, r))
                {
                    return Val::Bool(self.compares_simple(integer, constant, value));
                }
                let fork = self.fork(Rep::Bool);
                let (_, lp) = self.boxed(l);
                let (_, rp) = self.boxed(r);
                if let Some(both) = self.both(l, r, abi::INTEGER) {
                    let (fast, other) = (self.b.create_block(), self.b.create_block());
                    self.b.ins().brif(both, fast, &[], other, &[]);
                    self.b.switch_to_block(fast);
                    let value = self.b.ins().icmp(integer, lp, rp);
                    self.go(&fork, Val::Bool(value), Rep::Bool);
                    self.b.switch_to_block(other);
                }
                if is_equality(op) {
                    let value = match (self.known_text(left), self.known_text(right)) {
                        (Some(text), _) => self.text_equality(op, text, r),
                        (_, Some(text)) => self.text_equality(op, text, l),
                        _ => {
                            // some comparisons of two types are errors
                            if let Some(both) = self.both(l, r, abi::TYPE) {
                                self.slow_if(both, &fork);
                                let value = self.equality(op, l, r);
                                self.go(&fork, Val::Bool(value), Rep::Bool);
                                return self.join(&fork, inst, Rep::Bool);
                            }
                            self.equality(op, l, r)
                        }
                    };
                    self.go(&fork, Val::Bool(value), Rep::Bool);
                    self.b.switch_to_block(fork.slow);
                    self.b.ins().trap(ir::TrapCode::unwrap_user(3));
                    self.b.switch_to_block(fork.done);
                    return Val::Bool(self.b.block_params(fork.done)[0]);
                }
                if self.repeats()
                    && let Some(texts) = self.both(l, r, abi::STRING)
                {
                    let (text, other) = (self.b.create_block(), self.b.create_block());
                    self.b.ins().brif(texts, text, &[], other, &[]);
                    self.b.switch_to_block(text);
                    let order = self.order_of(l, r, &fork);
                    let zero = self.int(0);
                    let value = self.b.ins().icmp(integer, order, zero);
                    self.go(&fork, Val::Bool(value), Rep::Bool);
                    self.b.switch_to_block(other);
                }
                if !matches!((l, r), (Val::Bool(_), _) | (_, Val::Bool(_))) {
                    let value = self.float_comparison(op, (left, l), (right, r), &fork);
                    self.go(&fork, Val::Bool(value), Rep::Bool);
                } else {
                    self.b.ins().jump(fork.slow, &[]);
                }
                self.join(&fork, inst, Rep::Bool)
            }
        }
    }

    /// Returns -1, 0 or 1 for the order of two texts or numbers. Other values take the slow path.
    pub(super) fn order_of(&mut self, l: Val, r: Val, fork: &Fork) -> ir::Value {
        let ((lt, lp), (rt, rp)) = (self.boxed(l), self.boxed(r));
        let order = self.call(Helper::Order, &[lt, lp, rt, rp])[0];
        let undecided = self.int(abi::UNDECIDED as i64);
        let is_untold = self.b.ins().icmp(IntCC::Equal, order, undecided);
        self.slow_if(is_untold, fork);
        order
    }

    /// Compares two numbers, at least one of which is a Float. Any other value takes the slow path.
    pub(super) fn float_comparison(
        &mut self,
        op: BinaryOp,
        (left, l): (Temp, Val),
        (right, r): (Temp, Val),
        fork: &Fork,
    ) -> ir::Value {
        let mut operand = |temp: Temp, value: Val| {
            if let Val::Int(v) = value {
                let range = self.job.ranges.of(temp);
                if range.min < -EXACT || range.max > EXACT {
                    self.slow_unless_exact(v, fork);
                }
            }
            let parts = self.boxed(value);
            self.maybe_float(value, parts, true, fork)
        };
        let (a, b) = (operand(left, l), operand(right, r));
        let (_, float) = conditions(op);
        if !is_equality(op) {
            let unordered = self.b.ins().fcmp(FloatCC::Unordered, a, b);
            self.slow_if(unordered, fork);
        }
        self.b.ins().fcmp(float, a, b)
    }

    /// Emits the test that a value is a String that equals a constant one, ignoring the case of
    /// ASCII letters. Only a String of the same length needs a closer look.
    pub(super) fn text_equality(&mut self, op: BinaryOp, text: Value<'_>, value: Val) -> ir::Value {
        let Value::String(known) = text else {
            let text = self.literal(text);
            return self.equality(op, text, value);
        };
        let (tag, payload) = self.boxed(value);
        let (look, closer) = (self.b.create_block(), self.b.create_block());
        let (other, done) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I8);
        let yes = i64::from(op == BinaryOp::Equal);
        let (yes, no) = (
            self.b.ins().iconst(types::I8, yes),
            self.b.ins().iconst(types::I8, 1 - yes),
        );
        let is_text = self.has_tag(tag, abi::STRING);
        self.b.ins().brif(is_text, look, &[], done, &[no.into()]);
        self.b.switch_to_block(look);
        let literal = self.literal(text);
        let (_, at) = self.boxed(literal);
        let same = self.b.ins().icmp(IntCC::Equal, payload, at);
        self.b.ins().brif(same, done, &[yes.into()], other, &[]);
        self.b.switch_to_block(other);
        let len = self.b.ins().uload32(TRUSTED, payload, Str::LEN_AT as i32);
        let wanted = self.int(known.len() as i64);
        let same = self.b.ins().icmp(IntCC::Equal, len, wanted);
        self.b.ins().brif(same, closer, &[], done, &[no.into()]);
        self.b.switch_to_block(closer);
        let equal = self.equality(op, literal, value);
        self.b.ins().jump(done, &[equal.into()]);
        self.b.switch_to_block(done);
        result
    }

    pub(super) fn equality(&mut self, op: BinaryOp, l: Val, r: Val) -> ir::Value {
        let texts = self.both(l, r, abi::STRING);
        let (lt, lp) = self.boxed(l);
        let (rt, rp) = self.boxed(r);
        let done = self.b.create_block();
        let result = self.b.append_block_param(done, types::I8);
        let (yes, no) = match op {
            BinaryOp::Equal => (1, 0),
            _ => (0, 1),
        };
        if let Some(texts) = texts {
            // most texts are the same one, or of different sizes: those that are equal have one size
            let (text, look, closer) = (
                self.b.create_block(),
                self.b.create_block(),
                self.b.create_block(),
            );
            let yes = self.b.ins().iconst(types::I8, yes);
            let no = self.b.ins().iconst(types::I8, no);
            self.b.ins().brif(texts, text, &[], closer, &[]);
            self.b.switch_to_block(text);
            let same = self.b.ins().icmp(IntCC::Equal, lp, rp);
            self.b.ins().brif(same, done, &[yes.into()], look, &[]);
            self.b.switch_to_block(look);
            let len = self.b.ins().uload32(TRUSTED, lp, Str::LEN_AT as i32);
            let other = self.b.ins().uload32(TRUSTED, rp, Str::LEN_AT as i32);
            let same = self.b.ins().icmp(IntCC::Equal, len, other);
            let (sized, some) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(same, sized, &[], done, &[no.into()]);
            self.b.switch_to_block(sized);
            self.b.ins().brif(len, some, &[], done, &[yes.into()]);
            self.b.switch_to_block(some);
            // letters of one kind in upper and lower case have the same last five bits
            let first = self.b.ins().uload8(types::I64, TRUSTED, lp, BYTES);
            let other = self.b.ins().uload8(types::I64, TRUSTED, rp, BYTES);
            let differ = self.b.ins().bxor(first, other);
            let unlike = self.b.ins().band_imm_u(differ, 31);
            let alike = self.b.create_block();
            self.b.ins().brif(unlike, done, &[no.into()], alike, &[]);
            self.b.switch_to_block(alike);
            let one = self.b.ins().icmp_imm_s(IntCC::Equal, len, 1);
            let equal = self.b.ins().icmp_imm_s(IntCC::Equal, differ, 0);
            let equal = self.b.ins().band(one, equal);
            self.b.ins().brif(equal, done, &[yes.into()], closer, &[]);
            self.b.switch_to_block(closer);
        }
        let same = self.call(Helper::Equal, &[lt, lp, rt, rp])[0];
        let zero = self.int(0);
        let wanted = match op {
            BinaryOp::Equal => IntCC::NotEqual,
            _ => IntCC::Equal,
        };
        let equal = self.b.ins().icmp(wanted, same, zero);
        self.b.ins().jump(done, &[equal.into()]);
        self.b.switch_to_block(done);
        result
    }
}

impl<'h> Lowering<'_, '_, 'h, '_, '_> {
    /// Returns the side that always holds a value which equals only itself, and the other side.
    fn simple_side(&self, left: (Temp, Val), right: (Temp, Val)) -> Option<(Value<'h>, Val)> {
        match (self.known_simple(left.0), self.known_simple(right.0)) {
            (Some(constant), _) => Some((constant, right.1)),
            (None, Some(constant)) => Some((constant, left.1)),
            (None, None) => None,
        }
    }

    /// Returns the value that a temp always holds, if it is one that equals only itself: `undef`, a
    /// Boolean, `default`.
    fn known_simple(&self, temp: Temp) -> Option<Value<'h>> {
        let constant = match self.definition_of(temp)? {
            Op::Const(index) => self.job.body.constants[*index as usize],
            _ => return None,
        };
        matches!(constant, Value::Undef | Value::Boolean(_) | Value::Default).then_some(constant)
    }

    /// Emits the test that a value is, or is not, a constant that equals only itself.
    fn compares_simple(&mut self, test: IntCC, constant: Value<'h>, value: Val) -> ir::Value {
        // the second byte of the tag's word says which Boolean it is
        let width = match constant {
            Value::Boolean(_) => types::I16,
            _ => types::I8,
        };
        let (tag, _) = self.boxed(value);
        let tag = self.b.ins().ireduce(width, tag);
        let wanted = self.b.ins().iconst(width, abi::words(constant).tag as i64);
        self.b.ins().icmp(test, tag, wanted)
    }

    /// Returns the text that a temp always holds.
    pub(super) fn known_text(&self, temp: Temp) -> Option<Value<'h>> {
        let constant = match self.definition_of(temp)? {
            Op::Const(index) => self.job.body.constants[*index as usize],
            _ => return None,
        };
        matches!(constant, Value::String(_)).then_some(constant)
    }
}

/// Returns the factor, less 2^64, and the shift that divide by a number that is not a power of two.
fn reciprocal(divisor: i64) -> (i64, u32) {
    let shift = 63 - divisor.leading_zeros();
    let factor = (1i128 << (64 + shift)) / i128::from(divisor) + 1;
    (factor as i64, shift)
}

fn is_equality(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Equal | BinaryOp::NotEqual)
}

fn conditions(op: BinaryOp) -> (IntCC, FloatCC) {
    match op {
        BinaryOp::Less => (IntCC::SignedLessThan, FloatCC::LessThan),
        BinaryOp::LessEqual => (IntCC::SignedLessThanOrEqual, FloatCC::LessThanOrEqual),
        BinaryOp::Greater => (IntCC::SignedGreaterThan, FloatCC::GreaterThan),
        BinaryOp::GreaterEqual => (IntCC::SignedGreaterThanOrEqual, FloatCC::GreaterThanOrEqual),
        BinaryOp::NotEqual => (IntCC::NotEqual, FloatCC::NotEqual),
        _ => (IntCC::Equal, FloatCC::Equal),
    }
}

#[cfg(test)]
mod tests {
    use super::reciprocal;

    /// Computes the quotient as the code of `divided` does, rounded towards zero.
    fn quotient(a: i64, divisor: i64) -> i64 {
        let (factor, shift) = reciprocal(divisor);
        let high = ((i128::from(a) * i128::from(factor)) >> 64) as i64;
        (high.wrapping_add(a) >> shift) + i64::from(a < 0)
    }

    #[test]
    fn reciprocals_divide() {
        let divisors = [
            3,
            5,
            6,
            7,
            10,
            11,
            97,
            100_003,
            1_000_003,
            641,
            i64::MAX,
            i64::MAX - 1,
            (1 << 62) + 1,
        ];
        for divisor in divisors {
            let mut numbers = vec![
                0,
                1,
                -1,
                2,
                -2,
                i64::MAX,
                i64::MIN,
                i64::MIN + 1,
                i64::MAX - 1,
            ];
            for k in [1i64, 2, 3, 1_000, 1 << 40] {
                for near in -2..=2 {
                    let at = divisor.wrapping_mul(k).wrapping_add(near);
                    numbers.extend([at, at.wrapping_neg()]);
                }
            }
            for a in numbers {
                assert_eq!(quotient(a, divisor), a / divisor, "{a} / {divisor}");
            }
        }
    }
}
