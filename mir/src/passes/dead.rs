//! Removes unused constants, arrays, hashes and literal ranges.

use crate::ir::{Function, Inner, Inst};
use crate::op::Op;
use crate::ranges;

/// Removes operations that have no effect and whose results are not used.
pub(super) fn run(function: &mut Function) {
    let count = function.inner.len() as u32;
    let inner = (0..count).map(Inner);
    let is_range: Vec<bool> = inner
        .map(|inner| ranges::of_literal(function, inner).is_some())
        .collect();
    remove_unused(function, |inst| match &inst.op {
        Op::TypeExpr(inner) => is_range[inner.0 as usize],
        op => is_pure(op),
    });
}

/// Removes the operations that are unused and that `may_go` allows to remove.
pub(super) fn remove_unused(function: &mut Function, may_go: impl Fn(&Inst) -> bool) {
    let mut uses = function.use_counts();
    // uses come after definitions, so one backward walk finds all
    for block in function.blocks.iter_mut().rev() {
        let mut kept = Vec::with_capacity(block.insts.len());
        while let Some(inst) = block.insts.pop() {
            if uses[inst.result.0 as usize] == 0 && may_go(&inst) {
                inst.op.operands(&mut |t| uses[t.0 as usize] -= 1);
            } else {
                kept.push(inst);
            }
        }
        kept.reverse();
        block.insts = kept;
    }
}

fn is_pure(op: &Op) -> bool {
    match op {
        Op::Const(_) | Op::Hash(_) | Op::PushMatch => true,
        Op::Array(items) => items.iter().all(|item| !item.splat),
        _ => false,
    }
}
