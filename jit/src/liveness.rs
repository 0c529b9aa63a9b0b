//! Which temps are live at the head of a loop.

use mir::{Function, Temp, Terminator};

/// The temps whose values at the start of a block are used later; the block's parameters too.
pub(crate) fn live_at(function: &Function, block: usize) -> Vec<Temp> {
    let count = function.temps.len();
    let mut live_in: Vec<Vec<bool>> = vec![vec![false; count]; function.blocks.len()];
    loop {
        let mut changed = false;
        for index in (0..function.blocks.len()).rev() {
            let live = live_before(function, index, &live_in);
            changed |= live != live_in[index];
            live_in[index] = live;
        }
        if !changed {
            break;
        }
    }
    let parameters = &function.blocks[block].parameters;
    let others = (0..count as u32)
        .map(Temp)
        .filter(|t| live_in[block][t.0 as usize]);
    parameters
        .iter()
        .copied()
        .chain(others.filter(|t| !parameters.contains(t)))
        .collect()
}

/// The temps that are live before a block, its parameters apart.
fn live_before(function: &Function, index: usize, live_in: &[Vec<bool>]) -> Vec<bool> {
    let block = &function.blocks[index];
    let mut live = vec![false; function.temps.len()];
    let mut also = |block: mir::BlockId| {
        for (temp, is) in live_in[block.0 as usize].iter().enumerate() {
            live[temp] |= is;
        }
    };
    match &block.terminator {
        Terminator::Jump(to, values) => {
            also(*to);
            values.iter().for_each(|t| live[t.0 as usize] = true);
        }
        Terminator::Branch(test, yes, no) => {
            also(*yes);
            also(*no);
            live[test.0 as usize] = true;
        }
        Terminator::Return(value) | Terminator::Leave(_, value, _) => live[value.0 as usize] = true,
        Terminator::Unreachable => {}
    }
    for inst in block.insts.iter().rev() {
        live[inst.result.0 as usize] = false;
        inst.op.operands(&mut |t| live[t.0 as usize] = true);
    }
    block
        .parameters
        .iter()
        .for_each(|t| live[t.0 as usize] = false);
    live
}
