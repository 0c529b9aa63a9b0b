//! Lowers operations on Floats: finds those that are never NaN, and defers checks for infinity.
//!
//! An infinite result is an error. Within a row of operations without effects, a result that is
//! used only by sums, differences and products of the same row needs no check of its own: an
//! infinite operand makes the result infinite or NaN, which the check after it finds, provided that
//! nothing else makes NaN. The slow path of that check looks at the unchecked results in order, so
//! that the first error is raised.

use cranelift_codegen::ir::condcodes::FloatCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use frontend::ast::BinaryOp;
use mir::infer::Types;
use mir::{Constant, Function, Inst, Op, Temp, Terminator, Ty};

use super::{Lowering, Shape, Val, uses};
use crate::abi;

/// Facts about the Floats of a body, found before lowering, by temps.
pub(super) struct Floats {
    never_nan: Vec<bool>,
    is_check_deferred: Vec<bool>,
}

fn is_number(types: &Types, temp: Temp) -> bool {
    matches!(types.of(temp), Some(Ty::Integer | Ty::Float))
}

/// Returns the operator and operands of an operation whose result is a Float.
fn operands(types: &Types, inst: &Inst) -> Option<(BinaryOp, Temp, Temp)> {
    match &inst.op {
        Op::Binary { op, left, right }
            if types.of(inst.result) == Some(Ty::Float)
                && is_number(types, left.temp)
                && is_number(types, right.temp) =>
        {
            Some((*op, left.temp, right.temp))
        }
        _ => None,
    }
}

fn keeps_infinity(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times)
}

/// The declarations that exclude NaN, which is an instance of neither Float nor Numeric.
pub(super) struct Declared<'a> {
    /// Returns true if the declared type of a parameter excludes NaN.
    pub parameter: &'a dyn Fn(usize) -> bool,
    /// Returns true if the declared type of the function that an operation calls excludes NaN.
    pub result: &'a dyn Fn(&Inst) -> bool,
}

impl Floats {
    /// Collects the facts. Floats that are `given` to code that is entered from outside are not
    /// NaN, because the caller has checked their types.
    pub(super) fn of(
        function: &Function,
        types: &Types,
        given: &[(Temp, Ty)],
        shape: Shape,
        declared: &Declared<'_>,
    ) -> Floats {
        let never_nan = never_nan(function, types, given, shape, declared);
        let is_check_deferred = deferred_checks(function, types, &never_nan);
        Floats {
            never_nan,
            is_check_deferred,
        }
    }
}

/// Returns true if a temp is a constant other than zero. Only zero divided by zero is NaN without
/// an error.
fn is_nonzero(function: &Function, definition_of: &[Option<&Inst>], temp: Temp) -> bool {
    let constant = match definition_of[temp.0 as usize].map(|inst| &inst.op) {
        Some(Op::Const(index)) => &function.constants[*index as usize],
        _ => return false,
    };
    match constant {
        Constant::Integer(i) => *i != 0,
        Constant::Float(f) => *f != 0.0,
        _ => false,
    }
}

fn never_nan(
    function: &Function,
    types: &Types,
    given: &[(Temp, Ty)],
    shape: Shape,
    declared: &Declared<'_>,
) -> Vec<bool> {
    let definition_of = uses::definition_of(function);
    // a value that is not a Float is never NaN
    let mut never: Vec<bool> = (0..function.temps.len())
        .map(|temp| types.of(Temp(temp as u32)) == Some(Ty::Float))
        .collect();
    if shape.is_called() {
        for (index, (temp, _)) in given.iter().enumerate() {
            never[temp.0 as usize] &= (declared.parameter)(index);
        }
    }
    loop {
        let mut changed = false;
        let fine = |never: &[bool], temp: Temp| {
            never[temp.0 as usize] || types.of(temp) == Some(Ty::Integer)
        };
        for block in &function.blocks {
            for inst in &block.insts {
                let holds = match &inst.op {
                    Op::Const(_) => true,
                    Op::Call { .. } if (declared.result)(inst) => true,
                    Op::Negate(value) => fine(&never, value.temp),
                    _ => operands(types, inst).is_some_and(|(op, l, r)| {
                        let by_zero =
                            op == BinaryOp::Divide && !is_nonzero(function, &definition_of, r);
                        !by_zero && fine(&never, l) && fine(&never, r)
                    }),
                };
                changed |= never[inst.result.0 as usize] && !holds;
                never[inst.result.0 as usize] &= holds;
            }
            if let Terminator::Jump(to, values) = &block.terminator {
                for (parameter, value) in function.block(*to).parameters.iter().zip(values) {
                    let holds = types.of(*value).is_none() || fine(&never, *value);
                    changed |= never[parameter.0 as usize] && !holds;
                    never[parameter.0 as usize] &= holds;
                }
            }
        }
        if !changed {
            return never;
        }
    }
}

/// Finds the results whose checks are deferred to later operations.
fn deferred_checks(function: &Function, types: &Types, never_nan: &[bool]) -> Vec<bool> {
    let mut uses = vec![0u32; function.temps.len()];
    for block in &function.blocks {
        for inst in &block.insts {
            inst.op.operands(&mut |t| uses[t.0 as usize] += 1);
        }
        block.terminator.operands(&mut |t| uses[t.0 as usize] += 1);
    }
    let mut is_check_deferred = vec![false; function.temps.len()];
    let chained = |inst: &Inst| {
        operands(types, inst)
            .filter(|(op, ..)| keeps_infinity(*op) && never_nan[inst.result.0 as usize])
    };
    for block in &function.blocks {
        let mut row: Vec<Temp> = Vec::new();
        let mut within = vec![0u32; 0];
        let mut end = |row: &mut Vec<Temp>, within: &mut Vec<u32>| {
            for (temp, within) in row.drain(..).zip(within.drain(..)) {
                is_check_deferred[temp.0 as usize] = within > 0 && within == uses[temp.0 as usize];
            }
        };
        for inst in &block.insts {
            match chained(inst) {
                Some((_, left, right)) => {
                    for operand in [left, right] {
                        if let Some(at) = row.iter().position(|t| *t == operand) {
                            within[at] += 1;
                        }
                    }
                    row.push(inst.result);
                    within.push(0);
                }
                None if matches!(inst.op, Op::Const(_)) => {}
                None => end(&mut row, &mut within),
            }
        }
        end(&mut row, &mut within);
    }
    is_check_deferred
}

impl<'t> Lowering<'_, '_, '_, 't, '_> {
    /// Returns true if two numbers are certainly ordered: neither can be NaN.
    pub(super) fn are_ordered(&self, left: Temp, right: Temp) -> bool {
        let fine = |temp: Temp| {
            self.floats.never_nan[temp.0 as usize] || self.job.types.of(temp) == Some(Ty::Integer)
        };
        fine(left) && fine(right)
    }

    /// Returns true if a Float is never NaN.
    pub(super) fn is_never_nan(&self, temp: Temp) -> bool {
        self.floats.never_nan[temp.0 as usize]
    }

    /// Lowers an operation on Floats whose result is checked here or later.
    pub(super) fn float_operation(
        &mut self,
        inst: &'t Inst,
        op: BinaryOp,
        a: ir::Value,
        b: ir::Value,
    ) -> Val {
        let value = self.float_result(op, a, b);
        if self.floats.is_check_deferred[inst.result.0 as usize] {
            self.unchecked.push(inst);
            return Val::Float(value);
        }
        let mut needed = Vec::new();
        self.unchecked_of(inst, &mut needed);
        let bad = match self.floats.never_nan[inst.result.0 as usize] {
            // needs no constants: an infinite value or NaN, minus itself, is NaN
            true => {
                let nothing = self.b.ins().fsub(value, value);
                self.b.ins().fcmp(FloatCC::Unordered, nothing, nothing)
            }
            false => self.is_infinite(value),
        };
        let (look, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(bad, look, &[], fine, &[]);
        self.b.switch_to_block(look);
        self.fail_first(inst);
        self.b.switch_to_block(fine);
        self.unchecked.retain(|inst| !needed.contains(&inst.result));
        Val::Float(value)
    }

    /// Raises the error of the first unchecked operation with an infinite result, otherwise that of
    /// `last`. It calls nothing before, so no value has to be saved across a call.
    fn fail_first(&mut self, last: &Inst) {
        for inst in self.unchecked.clone() {
            if let Val::Float(value) = self.get(inst.result) {
                let bad = self.is_infinite(value);
                let (fail, next) = (self.cold(), self.cold());
                self.b.ins().brif(bad, fail, &[], next, &[]);
                self.b.switch_to_block(fail);
                self.fail(inst);
                self.b.switch_to_block(next);
            }
        }
        self.fail(last);
    }

    /// Collects the unchecked results that an operation uses.
    fn unchecked_of(&self, inst: &Inst, found: &mut Vec<Temp>) {
        inst.op.operands(&mut |t| {
            if !found.contains(&t)
                && let Some(operand) = self.unchecked.iter().find(|i| i.result == t)
            {
                found.push(t);
                self.unchecked_of(operand, found);
            }
        });
    }

    pub(super) fn float_result(&mut self, op: BinaryOp, a: ir::Value, b: ir::Value) -> ir::Value {
        match op {
            BinaryOp::Plus => self.b.ins().fadd(a, b),
            BinaryOp::Minus => self.b.ins().fsub(a, b),
            BinaryOp::Times => self.b.ins().fmul(a, b),
            _ => self.b.ins().fdiv(a, b),
        }
    }

    pub(super) fn is_infinite(&mut self, value: ir::Value) -> ir::Value {
        let size = self.b.ins().fabs(value);
        let infinity = self.b.ins().f64const(f64::INFINITY);
        self.b
            .ins()
            .fcmp(FloatCC::GreaterThanOrEqual, size, infinity)
    }

    /// Emits the test that a Float is not NaN.
    pub(super) fn is_number(&mut self, float: ir::Value) -> ir::Value {
        self.b.ins().fcmp(FloatCC::Ordered, float, float)
    }

    /// Emits the test that a value is a Float, and not NaN.
    pub(super) fn is_float(&mut self, tag: ir::Value, payload: ir::Value) -> ir::Value {
        let is_float = self.has_tag(tag, abi::FLOAT);
        let flags = ir::MemFlagsData::new();
        let float = self.b.ins().bitcast(types::F64, flags, payload);
        let is_number = self.is_number(float);
        self.b.ins().band(is_float, is_number)
    }
}
