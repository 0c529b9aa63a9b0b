//! Arrays that only go around a loop become the values of their items.
//!
//! `reduce([0.0, 0.0, 0]) |$state, $i| { [$state[0] + 1.0, ...] }` makes an array in each round to
//! take it apart in the next. Where every value of a block's parameter is an array literal of the
//! same length, or such a parameter again, and it is only asked for items by constant indices, the
//! parameter is replaced by one parameter for each item. Where the array itself is needed behind
//! the loop it is made there.

use frontend::name::{Map, Set};

use crate::ir::{Constant, Function, Inst, Temp, Terminator, Ty, Use};
use crate::op::{Item, Op};

/// Longer arrays stay arrays.
const LEN_MAX: usize = 8;

/// Replaces what can be replaced.
pub(super) fn run(function: &mut Function) {
    // loops are rare
    if !function
        .blocks
        .iter()
        .any(|b| b.insts.iter().any(|i| matches!(i.op, Op::IterNext(_))))
    {
        return;
    }
    spell_out(function);
    let Some(plan) = Plan::of(function) else {
        return;
    };
    plan.carry_out(function);
}

/// The parameters to be replaced, with the temps that stand for their items.
struct Plan {
    items: Map<Temp, Vec<Temp>>,
}

/// Where the values of a block's parameters come from.
type Inputs = Map<Temp, Vec<Temp>>;

fn inputs(function: &Function) -> Inputs {
    let mut inputs = Inputs::default();
    for block in &function.blocks {
        if let Terminator::Jump(to, values) = &block.terminator {
            let parameters = &function.block(*to).parameters;
            for (parameter, value) in parameters.iter().zip(values) {
                inputs.entry(*parameter).or_default().push(*value);
            }
        }
    }
    inputs
}

impl Plan {
    fn of(function: &mut Function) -> Option<Plan> {
        let arrays = literals(function);
        if arrays.is_empty() {
            return None;
        }
        let integers = integers(function);
        let inputs = inputs(function);
        let mut lens: Map<Temp, usize> = inputs.keys().map(|p| (*p, 0)).collect();
        settle_lens(&mut lens, &inputs, &arrays);
        // parameters whose arrays are needed where they go around stay
        loop {
            let stay = needed_whole(function, &lens, &integers);
            if stay.is_empty() {
                break;
            }
            stay.iter().for_each(|temp| {
                lens.remove(temp);
            });
            settle_lens(&mut lens, &inputs, &arrays);
        }
        if lens.is_empty() {
            return None;
        }
        let mut parameters: Vec<(Temp, usize)> = lens.into_iter().collect();
        parameters.sort_unstable();
        let items = parameters.into_iter().map(|(parameter, len)| {
            let items = (0..len).map(|_| new_temp(function)).collect();
            (parameter, items)
        });
        Some(Plan {
            items: items.collect(),
        })
    }

    fn carry_out(&self, function: &mut Function) {
        let (arrays, integers) = (literals(function), integers(function));
        let mut replaced: Map<Temp, Temp> = Map::default();
        for block in &function.blocks {
            for inst in &block.insts {
                if let Some((array, index)) = item_access(&inst.op, &integers)
                    && let Some(items) = self.items.get(&array)
                    && let Some(item) = items.get(position(index, items.len()))
                {
                    replaced.insert(inst.result, *item);
                }
            }
        }
        let targets: Vec<Vec<Temp>> = function
            .blocks
            .iter()
            .map(|b| b.parameters.clone())
            .collect();
        for index in 0..function.blocks.len() {
            let mut block = std::mem::replace(
                &mut function.blocks[index],
                crate::ir::Block {
                    parameters: Vec::new(),
                    insts: Vec::new(),
                    terminator: Terminator::Unreachable,
                },
            );
            block.parameters = self.spread(&block.parameters, &|_| None);
            block
                .insts
                .retain(|inst| !replaced.contains_key(&inst.result));
            if let Terminator::Jump(to, values) = &mut block.terminator {
                let parameters = &targets[to.0 as usize];
                let spread =
                    values
                        .iter()
                        .zip(parameters)
                        .flat_map(
                            |(value, parameter)| match self.items.contains_key(parameter) {
                                true => self.spread(&[*value], &|t| arrays.get(&t).cloned()),
                                false => vec![*value],
                            },
                        );
                *values = spread.collect();
            }
            self.make_whole(function, &mut block);
            let replace = |temp: &mut Temp| {
                while let Some(by) = replaced.get(temp) {
                    *temp = *by;
                }
            };
            block
                .insts
                .iter_mut()
                .for_each(|inst| inst.op.operands_mut(&mut |t| replace(t)));
            match &mut block.terminator {
                Terminator::Jump(_, values) => values.iter_mut().for_each(replace),
                Terminator::Branch(temp, ..)
                | Terminator::Return(temp)
                | Terminator::Leave(_, temp, _) => replace(temp),
                Terminator::Unreachable => {}
            }
            function.blocks[index] = block;
        }
    }

    /// Temps with those that stand for arrays replaced by those of the items.
    fn spread(&self, temps: &[Temp], literal: &dyn Fn(Temp) -> Option<Vec<Temp>>) -> Vec<Temp> {
        let each = temps.iter().flat_map(|temp| match self.items.get(temp) {
            Some(items) => items.clone(),
            None => literal(*temp).unwrap_or_else(|| vec![*temp]),
        });
        each.collect()
    }

    /// Makes the arrays that a block needs as such, before their first use.
    fn make_whole(&self, function: &mut Function, block: &mut crate::ir::Block) {
        let mut made: Map<Temp, Temp> = Map::default();
        let mut insts = Vec::with_capacity(block.insts.len());
        for mut inst in std::mem::take(&mut block.insts) {
            let (at, site) = (inst.at, inst.site);
            inst.op.operands_mut(&mut |t| {
                *t = self.whole(function, *t, (at, site), &mut made, &mut insts);
            });
            insts.push(inst);
        }
        let place = insts.last().map_or((0, 0), |inst| (inst.at, inst.site));
        let mut use_whole =
            |t: &mut Temp| *t = self.whole(function, *t, place, &mut made, &mut insts);
        match &mut block.terminator {
            Terminator::Jump(_, values) => values.iter_mut().for_each(use_whole),
            Terminator::Branch(temp, ..)
            | Terminator::Return(temp)
            | Terminator::Leave(_, temp, _) => use_whole(temp),
            Terminator::Unreachable => {}
        }
        block.insts = insts;
    }

    fn whole(
        &self,
        function: &mut Function,
        temp: Temp,
        (at, site): (u32, u32),
        made: &mut Map<Temp, Temp>,
        insts: &mut Vec<Inst>,
    ) -> Temp {
        let Some(items) = self.items.get(&temp) else {
            return temp;
        };
        *made.entry(temp).or_insert_with(|| {
            let item = |temp: &Temp| Item {
                value: Use { temp: *temp, at },
                splat: false,
            };
            let op = Op::Array(items.iter().map(item).collect());
            let result = new_temp(function);
            function.temps[result.0 as usize] = function.temps[temp.0 as usize];
            insts.push(Inst {
                op,
                result,
                at,
                site,
            });
            result
        })
    }
}

/// Makes the short constant arrays that go to blocks item by item there, as other literals are
/// made; elsewhere they stay constants.
fn spell_out(function: &mut Function) {
    let jumps = function.blocks.iter().map(|block| &block.terminator);
    let given: Set<Temp> = jumps
        .filter_map(|terminator| match terminator {
            Terminator::Jump(_, values) => Some(values),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    let mut spelt: Map<Temp, Temp> = Map::default();
    for block in 0..function.blocks.len() {
        let mut insts = Vec::with_capacity(function.blocks[block].insts.len());
        for inst in std::mem::take(&mut function.blocks[block].insts) {
            if let Op::Const(index) = inst.op
                && given.contains(&inst.result)
                && let Constant::Array(items) = &function.constants[index as usize]
                && (1..=LEN_MAX).contains(&items.len())
            {
                let items = items.clone();
                insts.push(inst.clone());
                let make = |item| {
                    let ty = Constant::ty(&item);
                    function.constants.push(item);
                    function.temps.push(ty);
                    let temp = Temp(function.temps.len() as u32 - 1);
                    insts.push(Inst {
                        op: Op::Const(function.constants.len() as u32 - 1),
                        result: temp,
                        ..inst
                    });
                    Item {
                        value: Use { temp, at: inst.at },
                        splat: false,
                    }
                };
                let op = Op::Array(items.into_iter().map(make).collect());
                // what is known of the constant, which the parameters that it goes to rely on
                function.temps.push(function.temps[inst.result.0 as usize]);
                let result = Temp(function.temps.len() as u32 - 1);
                insts.push(Inst { op, result, ..inst });
                spelt.insert(inst.result, result);
                continue;
            }
            insts.push(inst);
        }
        function.blocks[block].insts = insts;
    }
    let jumps = function.blocks.iter_mut().map(|b| &mut b.terminator);
    for terminator in jumps {
        if let Terminator::Jump(_, values) = terminator {
            for value in values {
                *value = spelt.get(value).copied().unwrap_or(*value);
            }
        }
    }
}

fn new_temp(function: &mut Function) -> Temp {
    function.temps.push(Ty::Any);
    Temp(function.temps.len() as u32 - 1)
}

/// The array literals, with the temps of their items.
fn literals(function: &Function) -> Map<Temp, Vec<Temp>> {
    let insts = function.blocks.iter().flat_map(|b| &b.insts);
    let literals = insts.filter_map(|inst| match &inst.op {
        Op::Array(items) if (1..=LEN_MAX).contains(&items.len()) => {
            let plain = items.iter().all(|item| !item.splat);
            plain.then(|| (inst.result, items.iter().map(|i| i.value.temp).collect()))
        }
        _ => None,
    });
    literals.collect()
}

/// Leaves the parameters that are given arrays of one length only, with it.
fn settle_lens(lens: &mut Map<Temp, usize>, inputs: &Inputs, arrays: &Map<Temp, Vec<Temp>>) {
    loop {
        let mut changed = false;
        for (parameter, values) in inputs {
            let Some(&known) = lens.get(parameter) else {
                continue;
            };
            let mut found = Some(known);
            for value in values {
                let len = arrays
                    .get(value)
                    .map(Vec::len)
                    .or_else(|| lens.get(value).copied());
                found = match (found, len) {
                    (Some(0), len) => len,
                    (found, Some(0)) => found,
                    (Some(a), Some(b)) if a == b => Some(a),
                    _ => None,
                };
            }
            match found {
                Some(len) if len == known => {}
                Some(len) => {
                    lens.insert(*parameter, len);
                    changed = true;
                }
                None => {
                    lens.remove(parameter);
                    changed = true;
                }
            }
        }
        if !changed {
            lens.retain(|_, len| *len > 0);
            // one that was left with nothing may have fed another
            let all = |p: &Temp| {
                inputs[p]
                    .iter()
                    .all(|v| arrays.contains_key(v) || lens.contains_key(v))
            };
            let lost: Vec<Temp> = lens.keys().filter(|p| !all(p)).copied().collect();
            if lost.is_empty() {
                return;
            }
            lost.iter().for_each(|p| {
                lens.remove(p);
            });
        }
    }
}

/// The parameters that are needed as arrays in a block from where they are reached again.
fn needed_whole(
    function: &Function,
    lens: &Map<Temp, usize>,
    integers: &Map<Temp, i64>,
) -> Set<Temp> {
    let mut needed = Set::default();
    for (index, block) in function.blocks.iter().enumerate() {
        let mut whole: Vec<Temp> = Vec::new();
        for inst in &block.insts {
            let item = item_access(&inst.op, integers);
            inst.op.operands(&mut |t| {
                let Some(&len) = lens.get(&t) else { return };
                let is_other = matches!(inst.op, Op::Part { count, .. } if count as usize != len);
                if is_other
                    || item.is_none_or(|(array, index)| array != t || position(index, len) >= len)
                {
                    whole.push(t);
                }
            });
        }
        match &block.terminator {
            Terminator::Jump(to, values) => {
                let parameters = &function.block(*to).parameters;
                let pairs = values.iter().zip(parameters);
                whole.extend(
                    pairs
                        .filter(|(v, p)| lens.contains_key(*v) && !lens.contains_key(*p))
                        .map(|(v, _)| *v),
                );
            }
            other => other.operands(&mut |t| {
                if lens.contains_key(&t) {
                    whole.push(t);
                }
            }),
        }
        if whole.is_empty() {
            continue;
        }
        let again = reachable(function, index);
        let around = |temp: &Temp| {
            let home = function
                .blocks
                .iter()
                .position(|b| b.parameters.contains(temp));
            home.is_some_and(|home| again[home])
        };
        needed.extend(whole.into_iter().filter(around));
    }
    needed
}

/// The blocks that can be reached from a block, itself only if it is in a loop.
fn reachable(function: &Function, from: usize) -> Vec<bool> {
    let mut reached = vec![false; function.blocks.len()];
    let mut rest = vec![from];
    while let Some(block) = rest.pop() {
        for to in function.blocks[block].terminator.targets() {
            if !std::mem::replace(&mut reached[to.0 as usize], true) {
                rest.push(to.0 as usize);
            }
        }
    }
    reached
}

/// The temps that are integer constants.
fn integers(function: &Function) -> Map<Temp, i64> {
    let insts = function.blocks.iter().flat_map(|b| &b.insts);
    let constants = insts.filter_map(|inst| match inst.op {
        Op::Const(index) => match function.constants[index as usize] {
            Constant::Integer(value) => Some((inst.result, value)),
            _ => None,
        },
        _ => None,
    });
    constants.collect()
}

/// The array and index of `$array[1]`.
fn item_access(op: &Op, integers: &Map<Temp, i64>) -> Option<(Temp, i64)> {
    match op {
        Op::Access { left, keys } => match &keys[..] {
            [key] if !key.splat => Some((left.temp, *integers.get(&key.value.temp)?)),
            _ => None,
        },
        Op::Part { value, index, .. } => Some((value.temp, i64::from(*index))),
        _ => None,
    }
}

/// Where an index is in an array of a length; the length or more when nowhere.
fn position(index: i64, len: usize) -> usize {
    match index {
        0.. => usize::try_from(index).unwrap_or(usize::MAX),
        _ => {
            usize::try_from(index.unsigned_abs()).map_or(usize::MAX, |back| len.wrapping_sub(back))
        }
    }
}
