//! Loops over ranges, arrays and hashes, and access to elements.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use mir::op::Pass;
use mir::{Inst, Temp, Ty};

use super::{Lowering, TRUSTED, Val};
use crate::abi::{self, Helper};
use runtime::limits;
use runtime::types::Type;

impl Lowering<'_, '_, '_, '_, '_> {
    fn index(&mut self, index: Temp) -> ir::Value {
        let value = self.get(index);
        self.boxed(value).1
    }

    /// The ends of a range of integers.
    fn ends(&mut self, range: ir::Value) -> (ir::Value, ir::Value) {
        let (min, max) = range_offsets();
        let flags = TRUSTED.with_readonly();
        let min = self.b.ins().load(types::I64, flags, range, min);
        let max = self.b.ins().load(types::I64, flags, range, max);
        (min, max)
    }

    pub(super) fn iter_more(&mut self, iter: Temp, index: Temp) -> Val {
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        let at = self.index(index);
        if self.job.types.of(iter) == Some(Ty::Range) {
            self.go_on_in_time(tag, payload, at);
            let (min, max) = self.ends(payload);
            let last = self.b.ins().isub(max, min);
            return Val::Bool(self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, at, last));
        }
        let more = self.call(Helper::IterMore, &[self.cx, tag, payload, at])[0];
        let two = self.int(2);
        let raised = self.b.ins().icmp(IntCC::Equal, more, two);
        let fine = self.b.create_block();
        self.b.ins().brif(raised, self.raise, &[], fine, &[]);
        self.b.switch_to_block(fine);
        Val::Bool(self.b.ins().ireduce(types::I8, more))
    }

    /// Asks whether the evaluation has time left, if any evaluation has none.
    fn go_on_in_time(&mut self, tag: ir::Value, payload: ir::Value, at: ir::Value) {
        let alarm = self.pointer(limits::alarm());
        // an atomic one is made anew in each round
        let alarm = self.b.ins().atomic_load(types::I8, TRUSTED, alarm);
        let (ask, go) = (self.cold(), self.b.create_block());
        self.b.ins().brif(alarm, ask, &[], go, &[]);
        self.b.switch_to_block(ask);
        let more = self.call(Helper::IterMore, &[self.cx, tag, payload, at])[0];
        let two = self.int(2);
        let raised = self.b.ins().icmp(IntCC::Equal, more, two);
        self.b.ins().brif(raised, self.raise, &[], go, &[]);
        self.b.switch_to_block(go);
    }

    pub(super) fn iter_get(&mut self, iter: Temp, index: Temp, pass: Pass) -> Val {
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        let at = self.index(index);
        if self.job.types.of(iter) == Some(Ty::Range) {
            let (min, _) = self.ends(payload);
            return Val::Int(self.b.ins().iadd(min, at));
        }
        let pair = self.int(i64::from(pass == Pass::Pair));
        let found = self.call(Helper::IterGet, &[self.cx, tag, payload, at, pair]);
        Val::Boxed(found[0], found[1])
    }

    pub(super) fn iter_key(&mut self, iter: Temp, index: Temp) -> Val {
        let at = self.index(index);
        if matches!(self.job.types.of(iter), Some(Ty::Range | Ty::Array)) {
            return Val::Int(at);
        }
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        let found = self.call(Helper::IterKey, &[tag, payload, at]);
        Val::Boxed(found[0], found[1])
    }

    /// `left[key]`: elements of arrays and hashes, else the interpreter.
    pub(super) fn access(&mut self, inst: &Inst, left: Temp, key: Temp) -> Val {
        let (l, k) = (self.get(left), self.get(key));
        let (tag, payload) = self.boxed(l);
        let (key_tag, key) = self.boxed(k);
        let found = self.call(Helper::Access, &[tag, payload, key_tag, key]);
        let missed = self.has_tag(found[0], abi::MISS);
        let (slow, done) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(slow);
        let result = [
            self.b.append_block_param(done, types::I64),
            self.b.append_block_param(done, types::I64),
        ];
        let found: Vec<ir::BlockArg> = found.into_iter().map(ir::BlockArg::Value).collect();
        self.b.ins().brif(missed, slow, &[], done, &found);
        self.b.switch_to_block(slow);
        let value = self.interpret(inst);
        let parts: Vec<ir::BlockArg> = value.parts().into_iter().map(ir::BlockArg::Value).collect();
        self.b.ins().jump(done, &parts);
        self.b.switch_to_block(done);
        Val::Boxed(result[0], result[1])
    }
}

/// Where the ends of `Type::Integer` stand, found in one such type.
fn range_offsets() -> (i32, i32) {
    static OFFSETS: std::sync::OnceLock<(i32, i32)> = std::sync::OnceLock::new();
    *OFFSETS.get_or_init(|| {
        let range = Type::Integer {
            min: Some(1),
            max: Some(2),
        };
        let Type::Integer {
            min: Some(min),
            max: Some(max),
        } = &range
        else {
            unreachable!("made so above")
        };
        let base = std::ptr::from_ref(&range) as usize;
        let offset = |end: &i64| (std::ptr::from_ref(end) as usize - base) as i32;
        (offset(min), offset(max))
    })
}
