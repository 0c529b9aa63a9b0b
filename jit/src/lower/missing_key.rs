//! Tells the error of an operation which key a hash did not have, if an operand is `undef` for that
//! reason.
//!
//! The interpreter reads the hash again after the error. Compiled code has its values at hand, and
//! passes them on from blocks that run only after an error.

use cranelift_codegen::ir::{self, InstBuilder};
use mir::op::Op;
use mir::{Inst, Temp};

use super::Lowering;
use crate::abi::{self, Helper};

/// A read `whole[key]`.
#[derive(Clone, Copy)]
pub(super) struct Read {
    result: Temp,
    whole: Temp,
    key: Temp,
}

impl Lowering<'_, '_, '_, '_, '_> {
    /// Notes an operation if it reads a key.
    pub(super) fn note_read(&mut self, inst: &Inst) {
        if let Op::Access { left, keys } = &inst.op
            && let [key] = &keys[..]
            && !key.splat
        {
            let (result, whole, key) = (inst.result, left.temp, key.value.temp);
            self.key_reads.insert(result, Read { result, whole, key });
        }
    }

    /// Returns the reads in the current block that an operation takes the results of. Hash and key
    /// are values here.
    pub(super) fn reads_of(&self, inst: &Inst) -> Vec<Read> {
        let mut reads = Vec::new();
        inst.op.operands(&mut |operand| {
            let read = self.key_reads.get(&operand).copied();
            reads.extend(read.filter(|read| self.is_made(read.whole) && self.is_made(read.key)));
        });
        reads
    }

    /// Continues only if the tag says that an operation gave a value.
    pub(super) fn unless_operation_raised(&mut self, inst: &Inst, tag: ir::Value) {
        let reads = self.reads_of(inst);
        if reads.is_empty() {
            return self.unless_raised(tag);
        }
        let raised = self.has_tag(tag, abi::RAISED);
        let (failed, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(raised, failed, &[], fine, &[]);
        self.b.switch_to_block(failed);
        self.add_missing_keys(inst, &reads);
        self.b.ins().jump(self.raise, &[]);
        self.b.switch_to_block(fine);
    }

    /// Tells the host which attributes of declared resources are `undef` because of missing keys. The
    /// references are the result of the operation.
    pub(super) fn note_missing_keys(&mut self, inst: &Inst, references: &[ir::Value]) {
        for read in self.reads_of(inst) {
            let values = self.stored([read.whole, read.key].into_iter());
            let at = self.pointer(inst);
            let operand = self.int(i64::from(read.result.0));
            let (tag, payload) = (references[0], references[1]);
            let arguments = [self.cx, at, operand, values, tag, payload];
            self.call(Helper::NoteMissingKey, &arguments);
        }
    }

    /// Adds advice to the error of an operation, for each of the reads that found no key.
    pub(super) fn add_missing_keys(&mut self, inst: &Inst, reads: &[Read]) {
        for read in reads {
            let values = self.stored([read.whole, read.key].into_iter());
            let (body, at) = (self.pointer(self.job.body), self.pointer(inst));
            let operand = self.int(i64::from(read.result.0));
            self.call(Helper::MissingKey, &[self.cx, body, at, operand, values]);
        }
    }
}
