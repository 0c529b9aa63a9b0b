//! Checks the invariants of MIR.
//!
//! * Every temp is defined exactly once, before its uses in its block or in a block that all paths
//!   to the use pass.
//! * Block, constant, slot and inner-function numbers are in range; the entry block has the
//!   parameters and captures of a frameless function, and else no parameters.
//! * Jumps pass as many values as their target has parameters, of types that these contain;
//!   branches go to blocks without parameters.
//! * The type of a temp agrees with that of its operation: one of them contains the other.
//! * A site is only inside of earlier sites.
//! * Thunks have no slots of their own; parameter `i` has slot `i`.

use rubycore::alarm;

use crate::ir::{BlockId, Function, Kind, Site, Temp, Terminator, Ty};
use crate::op::Op;

/// Checks a function and the functions inside it.
///
/// # Errors
/// The first broken invariant, in words.
pub fn verify(function: &Function) -> Result<(), String> {
    let count = function.temps.len();
    let mut defined = vec![false; count];
    let mut define = |temp: Temp| match defined.get_mut(temp.0 as usize) {
        None => Err(format!("t{} is not in the table of temps", temp.0)),
        Some(true) => Err(format!("t{} is defined twice", temp.0)),
        Some(slot) => {
            *slot = true;
            Ok(())
        }
    };
    let given = match function.frameless {
        true => function.parameters.len() + function.captures.len(),
        false => 0,
    };
    if function
        .blocks
        .first()
        .is_none_or(|entry| entry.parameters.len() != given)
    {
        return Err("the entry block is missing or has not the right parameters".into());
    }
    for block in &function.blocks {
        block.parameters.iter().try_for_each(|t| define(*t))?;
        block
            .insts
            .iter()
            .try_for_each(|inst| define(inst.result))?;
    }
    verify_uses(function)?;
    verify_types(function)?;
    for (index, parameter) in function.parameters.iter().enumerate() {
        if function.slots.get(index) != Some(&parameter.name) {
            return Err(format!("parameter {} is not slot {index}", parameter.name));
        }
    }
    if function.kind == Kind::Thunk && !function.parameters.is_empty() {
        return Err("a thunk has parameters".into());
    }
    function.inner.iter().try_for_each(verify)
}

/// Checks that every use comes after its definition: in the same block, or in one that all paths to
/// it pass.
fn verify_uses(function: &Function) -> Result<(), String> {
    verify_jumps(function)?;
    let dominators = Dominators::of(function);
    let mut place = vec![usize::MAX; function.temps.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        let results = block.insts.iter().map(|inst| inst.result);
        let given = block.parameters.iter().copied().chain(results);
        given.for_each(|temp| place[temp.0 as usize] = index);
    }
    // the temps defined by the dominating blocks, and by the current block so far
    let mut passed = vec![false; function.temps.len()];
    for &index in &dominators.order {
        let block = &function.blocks[index];
        let is_there = |temp: Temp, passed: &[bool]| match place.get(temp.0 as usize) {
            Some(&own) if own == index => passed[temp.0 as usize],
            Some(&other) => other != usize::MAX && dominators.passes(other, index),
            None => false,
        };
        let own = block.parameters.iter();
        own.for_each(|t| passed[t.0 as usize] = true);
        for inst in &block.insts {
            alarm::step();
            let mut missing = None;
            inst.op.operands(&mut |t| {
                if !is_there(t, &passed) {
                    missing = Some(t);
                }
            });
            if let Some(t) = missing {
                let t = t.0;
                return Err(format!("t{t} is used before it is defined, in b{index}"));
            }
            passed[inst.result.0 as usize] = true;
        }
        let mut missing = None;
        block.terminator.operands(&mut |t| {
            if missing.is_none() && !is_there(t, &passed) {
                missing = Some(t);
            }
        });
        if let Some(t) = missing {
            let t = t.0;
            return Err(format!(
                "t{t} is used before it is defined, at the end of b{index}"
            ));
        }
    }
    Ok(())
}

/// Checks that jumps go to existing blocks, with a value for each parameter.
fn verify_jumps(function: &Function) -> Result<(), String> {
    for (index, block) in function.blocks.iter().enumerate() {
        let values = match &block.terminator {
            Terminator::Jump(_, values) => values.len(),
            _ => 0,
        };
        for target in block.terminator.targets() {
            let Some(to) = function.blocks.get(target.0 as usize) else {
                let to = target.0;
                return Err(format!("b{index} goes to b{to}, which is not there"));
            };
            if to.parameters.len() != values {
                return Err(format!("b{index} gives {values} values to b{}", target.0));
            }
        }
    }
    Ok(())
}

/// The dominator tree of a function: the blocks that all paths to a block pass.
struct Dominators {
    /// The reachable blocks, each after one of its predecessors.
    order: Vec<usize>,
    /// For each block, the times at which a walk over the dominator tree entered and left it.
    spans: Vec<(u32, u32)>,
}

impl Dominators {
    fn of(function: &Function) -> Dominators {
        let order = function.reverse_postorder(BlockId(0));
        let mut number = vec![usize::MAX; function.blocks.len()];
        for (at, block) in order.iter().enumerate() {
            number[*block] = at;
        }
        let mut before: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (at, block) in order.iter().enumerate() {
            for to in function.blocks[*block].terminator.targets() {
                before[number[to.0 as usize]].push(at);
            }
        }
        // the nearest dominator of each block, by its number in the order; repeated until nothing
        // changes
        let mut nearest = vec![usize::MAX; order.len()];
        nearest[0] = 0;
        loop {
            let mut changed = false;
            for at in 1..order.len() {
                let known = before[at].iter().filter(|b| nearest[**b] != usize::MAX);
                let common = known.copied().reduce(|a, b| common(&nearest, a, b));
                let common = common.unwrap_or(usize::MAX);
                changed |= nearest[at] != common;
                nearest[at] = common;
            }
            if !changed {
                break;
            }
        }
        Dominators {
            spans: spans(&order, &nearest, function.blocks.len()),
            order,
        }
    }

    /// Returns true if all paths to a block pass another one.
    fn passes(&self, before: usize, block: usize) -> bool {
        let (outer, inner) = (self.spans[before], self.spans[block]);
        outer.0 <= inner.0 && inner.1 <= outer.1
    }
}

/// Returns the nearest common dominator of two blocks. The numbers of blocks grow downwards in the
/// tree.
fn common(nearest: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = nearest[a];
        } else {
            b = nearest[b];
        }
    }
    a
}

/// Returns the times at which a walk over the dominator tree enters and leaves each block.
/// Unreachable blocks are not in the tree.
fn spans(order: &[usize], nearest: &[usize], blocks: usize) -> Vec<(u32, u32)> {
    let mut inside: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
    for at in 1..order.len() {
        inside[nearest[at]].push(at);
    }
    let mut spans = vec![(u32::MAX, 0); blocks];
    let mut now = 0;
    let mut work = vec![(0, false)];
    while let Some((at, is_done)) = work.pop() {
        now += 1;
        if is_done {
            spans[order[at]].1 = now;
        } else {
            spans[order[at]].0 = now;
            work.push((at, true));
            work.extend(inside[at].iter().map(|inner| (*inner, false)));
        }
    }
    spans
}

/// Checks the types of results and of the arguments of jumps, and the sites.
fn verify_types(function: &Function) -> Result<(), String> {
    let ty = |temp: Temp| function.temps.get(temp.0 as usize).copied();
    let holds = |outer: Ty, inner: Ty| outer.join(inner) == outer;
    for (index, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            alarm::step();
            if inst.site as usize > function.sites.len() {
                return Err(format!("t{} is in no site {}", inst.result.0, inst.site));
            }
            // an operation on an undefined temp has no type; unreachable blocks may contain such
            // operations
            let mut known = true;
            inst.op.operands(&mut |t| known &= ty(t).is_some());
            if !known {
                return Err(format!("b{index} uses a temp that is not in the table"));
            }
            verify_numbers(function, &inst.op)?;
            let (own, given) = (ty(inst.result), inst.op.result_ty(function));
            if !own.is_some_and(|own| holds(own, given) || holds(given, own)) {
                let name = given.name();
                return Err(format!("t{} gets a value of type {name}", inst.result.0));
            }
        }
        let Terminator::Jump(to, values) = &block.terminator else {
            continue;
        };
        let Some(target) = function.blocks.get(to.0 as usize) else {
            return Err(format!("b{index} goes to b{}, which is not there", to.0));
        };
        for (value, parameter) in values.iter().zip(&target.parameters) {
            match (ty(*parameter), ty(*value)) {
                (Some(outer), Some(inner)) if holds(outer, inner) => {}
                _ => return Err(format!("b{index} gives t{} to t{}", value.0, parameter.0)),
            }
        }
    }
    let inside = |(index, site): (usize, &Site)| site.outer as usize <= index;
    match function.sites.iter().enumerate().all(inside) {
        true => Ok(()),
        false => Err("a site is inside one that is not before it".into()),
    }
}

fn verify_numbers(function: &Function, op: &Op) -> Result<(), String> {
    let constant = |index: u32| (index as usize) < function.constants.len();
    let inner = |index: u32| (index as usize) < function.inner.len();
    let fine = match op {
        Op::Const(index) | Op::RenderText(index) | Op::Part { key: index, .. } => constant(*index),
        Op::Closure { inner: index, .. }
        | Op::Attempt { inner: index, .. }
        | Op::CallComputed { inner: index, .. }
        | Op::IterBegin { lambda: index, .. }
        | Op::CheckParameters { lambda: index, .. }
        | Op::TypeExpr(index) => inner(index.0),
        // a function without a frame of its own refers to the slots of the enclosing one
        Op::LoadSlot { depth: 0, slot } | Op::StoreSlot { slot, .. } => {
            let frameless = function.frameless || function.kind == Kind::Thunk;
            frameless || (*slot as usize) < function.slots.len()
        }
        _ => true,
    };
    if fine {
        Ok(())
    } else {
        Err(format!("a number out of range in {op:?}"))
    }
}
