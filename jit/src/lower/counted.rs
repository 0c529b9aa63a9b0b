//! Lowers the types `Integer[min, max]` with two computed ends, and the loops over them.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use mir::{Inst, Op, Temp, Ty};

use super::{Lowering, Rep, Val, uses};
use crate::abi::{self, Helper};

impl Lowering<'_, '_, '_, '_, '_> {
    /// Lowers `Integer[min, max]`.
    pub(super) fn range(&mut self, inst: &Inst, min: ir::Value, max: ir::Value) -> Val {
        let wrong = self.b.ins().icmp(IntCC::SignedGreaterThan, min, max);
        if self.is_unboxed_range[inst.result.0 as usize] {
            let (fail, fine) = (self.cold(), self.b.create_block());
            self.b.ins().brif(wrong, fail, &[], fine, &[]);
            self.b.switch_to_block(fail);
            self.fail(inst);
            self.b.switch_to_block(fine);
            return Val::Boxed(min, max);
        }
        let fork = self.fork(Rep::Boxed);
        self.slow_if(wrong, &fork);
        let made = self.call(Helper::Range, &[self.cx, min, max]);
        self.unless_exceeded(made[0]);
        self.go(&fork, Val::Boxed(made[0], made[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Lowers `Integer[min, max]` whose ends may be other values than Integers.
    pub(super) fn range_of(&mut self, inst: &Inst, min: Temp, max: Temp) -> Val {
        let (min, max) = (self.get(min), self.get(max));
        let Some(both) = self.both(min, max, abi::INTEGER) else {
            return self.interpret(inst);
        };
        let fork = self.fork(Rep::Boxed);
        let fine = self.b.create_block();
        let counted = self.counted.get(&inst.result).copied();
        if let Some([counts, ..]) = counted {
            let no = self.int(0);
            self.b.def_var(counts, no);
        }
        self.b.ins().brif(both, fine, &[], fork.slow, &[]);
        self.b.switch_to_block(fine);
        let ((_, min), (_, max)) = (self.boxed(min), self.boxed(max));
        let wrong = self.b.ins().icmp(IntCC::SignedGreaterThan, min, max);
        self.slow_if(wrong, &fork);
        if let Some([counts, first, last]) = counted {
            let yes = self.int(1);
            self.b.def_var(counts, yes);
            self.b.def_var(first, min);
            self.b.def_var(last, max);
        }
        let made = self.call(Helper::Range, &[self.cx, min, max]);
        self.unless_exceeded(made[0]);
        self.go(&fork, Val::Boxed(made[0], made[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Finds the types `Integer[min, max]` that loops iterate over and whose ends may not be
    /// Integers.
    pub(super) fn find_counted(&mut self) {
        let function = self.job.body.mir;
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            let Op::IterBegin { arguments, .. } = &inst.op else {
                continue;
            };
            let over = arguments[0].temp;
            let is_range = match self.definition_of(over) {
                Some(Op::Access { left, keys }) => {
                    keys.len() == 2 && uses::makes_integer_type(&self.definition_of, left.temp)
                }
                _ => false,
            };
            if !is_range || self.job.types.of(over) == Some(Ty::Range) {
                continue;
            }
            let variables = [(); 3].map(|()| self.b.declare_var(types::I64));
            let zero = self.int(0);
            for variable in variables {
                self.b.def_var(variable, zero);
            }
            self.counted.insert(over, variables);
        }
    }

    /// Continues if a loop iterates over the Integers between two ends. Returns the ends, and the
    /// block for other values.
    pub(super) fn counted_ends(
        &mut self,
        iter: Temp,
        tag: ir::Value,
    ) -> Option<(ir::Value, ir::Value, ir::Block)> {
        let Some(Op::IterBegin { arguments, .. }) = self.definition_of(iter) else {
            return None;
        };
        let [counts, first, last] = *self.counted.get(&arguments[0].temp)?;
        let counts = self.b.use_var(counts);
        let counts = self.b.ins().ireduce(types::I8, counts);
        // an iterator over the type is a different value
        let is_type = self.has_tag(tag, abi::TYPE);
        let counts = self.b.ins().band(counts, is_type);
        let (fine, other) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(counts, fine, &[], other, &[]);
        self.b.switch_to_block(fine);
        Some((self.b.use_var(first), self.b.use_var(last), other))
    }
}
