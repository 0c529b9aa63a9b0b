//! The invariants of MIR.
//!
//! * Every temp is defined exactly once, before its uses in its block or in a block that all paths
//!   to the use pass.
//! * Block, constant, slot and inner-function numbers are in range; the entry has the parameters
//!   and captures of a frameless function, else none.
//! * Jumps give as many values as their target has parameters, of types that these hold; branches
//!   go to blocks without.
//! * The type of a temp agrees with its operation's: one of them holds the other.
//! * Sites are inside sites before them.
//! * Thunks have no slots of their own; parameter `i` has slot `i`.

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

/// Blocks reachable from the entry with the temps that are defined whenever each is entered.
fn verify_uses(function: &Function) -> Result<(), String> {
    let mut at_entry: Vec<Option<Vec<bool>>> = vec![None; function.blocks.len()];
    at_entry[0] = Some(vec![false; function.temps.len()]);
    let mut work = vec![0usize];
    while let Some(index) = work.pop() {
        let mut defined = at_entry[index]
            .clone()
            .expect("only entered blocks are in the list");
        let block = &function.blocks[index];
        block
            .parameters
            .iter()
            .for_each(|t| defined[t.0 as usize] = true);
        for inst in &block.insts {
            let mut missing = None;
            inst.op.operands(&mut |t| {
                if !defined.get(t.0 as usize).copied().unwrap_or(false) {
                    missing = Some(t);
                }
            });
            if let Some(t) = missing {
                return Err(format!(
                    "t{} is used before it is defined, in b{index}",
                    t.0
                ));
            }
            defined[inst.result.0 as usize] = true;
        }
        let (used, targets): (&[Temp], &[(BlockId, usize)]) = match &block.terminator {
            Terminator::Jump(to, values) => (values, &[(*to, values.len())]),
            Terminator::Branch(t, yes, no) => (&[*t], &[(*yes, 0), (*no, 0)]),
            Terminator::Return(t) | Terminator::Leave(_, t, _) => (&[*t], &[]),
            Terminator::Unreachable => (&[], &[]),
        };
        let missing = |t: &&Temp| !defined.get(t.0 as usize).copied().unwrap_or(false);
        if let Some(t) = used.iter().find(missing) {
            let t = t.0;
            return Err(format!(
                "t{t} is used before it is defined, at the end of b{index}"
            ));
        }
        for &(target, values) in targets {
            let Some(to) = function.blocks.get(target.0 as usize) else {
                return Err(format!(
                    "b{index} goes to b{}, which is not there",
                    target.0
                ));
            };
            if to.parameters.len() != values {
                return Err(format!("b{index} gives {values} values to b{}", target.0));
            }
            let entry = &mut at_entry[target.0 as usize];
            let changed = match entry {
                None => {
                    *entry = Some(defined.clone());
                    true
                }
                Some(old) => {
                    let mut changed = false;
                    for (old, new) in old.iter_mut().zip(&defined) {
                        changed |= *old && !new;
                        *old &= new;
                    }
                    changed
                }
            };
            if changed {
                work.push(target.0 as usize);
            }
        }
    }
    Ok(())
}

/// The types of results and of what jumps carry, and the sites.
fn verify_types(function: &Function) -> Result<(), String> {
    let ty = |temp: Temp| function.temps.get(temp.0 as usize).copied();
    let holds = |outer: Ty, inner: Ty| outer.join(inner) == outer;
    for (index, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            if inst.site as usize > function.sites.len() {
                return Err(format!("t{} is in no site {}", inst.result.0, inst.site));
            }
            // an operation on a temp that is nowhere has no type; unreachable blocks may hold such
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
        | Op::IterBegin { lambda: index, .. }
        | Op::CheckParameters { lambda: index, .. }
        | Op::TypeExpr(index) => inner(index.0),
        // one without a frame of its own names the slots of the one around it
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
