//! The passes that optimize a function after lowering, for every tier.

mod dead;
mod options;
mod parts;
mod scalars;

use crate::ir::{Function, Kind};
use crate::op::Op;

/// Runs all passes.
pub(crate) fn run(function: &mut Function) {
    // scalar replacement gains nothing in code that runs once
    let repeats = |op: &Op| matches!(op, Op::IterNext(_));
    let mut insts = function.blocks.iter().flat_map(|block| &block.insts);
    let has_loop = insts.any(|inst| repeats(&inst.op));
    if has_loop {
        scalars::run(function);
    }
    if has_loop || matches!(function.kind, Kind::Function | Kind::Lambda) {
        options::run(function);
        parts::run(function);
    }
    dead::run(function);
}
