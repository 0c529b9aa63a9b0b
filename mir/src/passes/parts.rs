//! Replaces reads of the parts of a literal by the temps that the literal was made from.
//!
//! `{ 'a' => $x, 'b' => 1 }['a']` becomes `$x`, also after other entries were added with `+`.

use frontend::ast::BinaryOp;
use frontend::name::Map;

use super::scalars::{Facts, Literal, Shape, place};
use crate::ir::{Function, Temp};
use crate::op::Op;

/// Replaces the reads, then removes sums of literals that are no longer used.
pub(super) fn run(function: &mut Function) {
    let facts = Facts::of(function);
    if facts.literals.is_empty() {
        return;
    }
    let sums = sums(function, &facts);
    let literal = |temp: &Temp| facts.literals.get(temp).or_else(|| sums.get(temp));
    let mut replaced: Map<Temp, Temp> = Map::default();
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        if let Op::Access { .. } = inst.op
            && let Some((whole, part)) = facts.part_of(&inst.op)
            && let Some(literal) = literal(&whole)
            && let Some(at) = place(part, &literal.shape)
        {
            replaced.insert(inst.result, literal.parts[at]);
        }
    }
    if replaced.is_empty() {
        return;
    }
    let replace = |temp: &mut Temp| {
        while let Some(by) = replaced.get(temp) {
            *temp = *by;
        }
    };
    for block in &mut function.blocks {
        block
            .insts
            .retain(|inst| !replaced.contains_key(&inst.result));
        let insts = block.insts.iter_mut();
        insts.for_each(|inst| inst.op.operands_mut(&mut |t| replace(t)));
        block.terminator.operands_mut(&mut |t| replace(t));
    }
    super::dead::remove_unused(function, |inst| sums.contains_key(&inst.result));
}

/// Returns the sums of hashes whose entries are all known.
fn sums(function: &Function, facts: &Facts) -> Map<Temp, Literal> {
    let mut sums: Map<Temp, Literal> = Map::default();
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let Op::Binary {
            op: BinaryOp::Plus,
            left,
            right,
        } = &inst.op
        else {
            continue;
        };
        let known = |temp: &Temp| facts.literals.get(temp).or_else(|| sums.get(temp));
        let (Some(left), Some(right)) = (known(&left.temp), known(&right.temp)) else {
            continue;
        };
        if let Some(sum) = sum(left, right) {
            sums.insert(inst.result, sum);
        }
    }
    sums
}

fn sum(left: &Literal, right: &Literal) -> Option<Literal> {
    let (Shape::Hash(keys), Shape::Hash(others)) = (&left.shape, &right.shape) else {
        return None;
    };
    let (mut keys, mut parts) = (keys.to_vec(), left.parts.clone());
    for (key, part) in others.iter().zip(&right.parts) {
        match keys.iter().position(|k| k == key) {
            Some(at) => parts[at] = *part,
            None => {
                keys.push(*key);
                parts.push(*part);
            }
        }
    }
    Some(Literal {
        shape: Shape::Hash(keys.into()),
        parts,
    })
}
