//! Finds the loops of a function.

use crate::ir::{BlockId, Function};

/// Returns the loops of a body: each head with the blocks from which it is reached again, the
/// largest first.
pub fn of(function: &Function) -> Vec<(BlockId, Vec<bool>)> {
    let count = function.blocks.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut back: Vec<(usize, usize)> = Vec::new();
    // 0: not visited, 1: being visited, 2: done
    let mut state = vec![0u8; count];
    let mut way: Vec<(usize, usize)> = vec![(0, 0)];
    state[0] = 1;
    while let Some((block, nth)) = way.pop() {
        match function.blocks[block].terminator.targets().nth(nth) {
            Some(BlockId(to)) => {
                let to = to as usize;
                way.push((block, nth + 1));
                before[to].push(block);
                match state[to] {
                    0 => {
                        state[to] = 1;
                        way.push((to, 0));
                    }
                    1 => back.push((block, to)),
                    _ => {}
                }
            }
            None => state[block] = 2,
        }
    }
    let mut loops: Vec<(BlockId, Vec<bool>)> = Vec::new();
    for (from, head) in back {
        let id = BlockId(head as u32);
        let inside = match loops.iter_mut().find(|(other, _)| *other == id) {
            Some((_, inside)) => inside,
            None => {
                loops.push((id, vec![false; count]));
                &mut loops.last_mut().expect("just pushed").1
            }
        };
        inside[head] = true;
        let mut rest = vec![from];
        while let Some(block) = rest.pop() {
            if !std::mem::replace(&mut inside[block], true) {
                rest.extend(&before[block]);
            }
        }
    }
    loops.sort_by_key(|(_, inside)| std::cmp::Reverse(inside.iter().filter(|is| **is).count()));
    loops
}
