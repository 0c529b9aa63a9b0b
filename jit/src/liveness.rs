//! Analyses liveness: finds the temps that are used later.

use mir::{Function, Temp};

/// Returns the temps whose values at the start of a block are used later, including the block's
/// parameters.
pub(crate) fn live_at(function: &Function, block: usize) -> Vec<Temp> {
    let live_in = live_in(function);
    let parameters = &function.blocks[block].parameters;
    let others = (0..function.temps.len() as u32)
        .map(Temp)
        .filter(|t| live_in[block][t.0 as usize]);
    parameters
        .iter()
        .copied()
        .chain(others.filter(|t| !parameters.contains(t)))
        .collect()
}

/// Returns for each block the temps that are live before it, without its parameters.
pub(crate) fn live_in(function: &Function) -> Vec<Vec<bool>> {
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
            return live_in;
        }
    }
}

/// Returns the temps that are live after the last instruction of a block.
pub(crate) fn live_out(function: &Function, index: usize, live_in: &[Vec<bool>]) -> Vec<bool> {
    let mut live = vec![false; function.temps.len()];
    let terminator = &function.blocks[index].terminator;
    for block in terminator.targets() {
        for (temp, is) in live_in[block.0 as usize].iter().enumerate() {
            live[temp] |= is;
        }
    }
    terminator.operands(&mut |t| live[t.0 as usize] = true);
    live
}

fn live_before(function: &Function, index: usize, live_in: &[Vec<bool>]) -> Vec<bool> {
    let block = &function.blocks[index];
    let mut live = live_out(function, index, live_in);
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
