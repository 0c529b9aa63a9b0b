//! Scalar replacement: arrays and hashes that are only carried around a loop become the values of
//! their parts.
//!
//! `reduce([0.0, 0.0, 0]) |$state, $i| { [$state[0] + 1.0, ...] }` makes an array in each round and
//! takes it apart in the next; `$state + { 'sum' => 1 }` does so with a hash. A block's parameter
//! is replaced by one parameter for each part when every value passed to it is a literal of the
//! same [`Shape`], another such parameter, or one with other values for some of its keys, and code
//! reads only parts at literal keys. Code after the loop that needs the whole array or hash makes
//! it.

use std::rc::Rc;

use frontend::ast::BinaryOp;
use frontend::name::{Map, Set};

use crate::ir::{Constant, Function, Inst, Temp, Terminator, Ty, Use};
use crate::op::{Item, Op};

/// The greatest number of parts of a value that is replaced around a loop.
const LEN_MAX: usize = 8;

/// The greatest number of parts of a literal whose parts are read directly.
pub(super) const PARTS_MAX: usize = 64;

/// The number or the names of the parts of a value.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// An array with this number of items.
    Array(usize),
    /// A hash with these texts as keys, which are constants of the function.
    Hash(Rc<[u32]>),
}

impl Shape {
    fn len(&self) -> usize {
        match self {
            Shape::Array(len) => *len,
            Shape::Hash(keys) => keys.len(),
        }
    }
}

/// A literal, with the temps of its parts.
pub(super) struct Literal {
    pub shape: Shape,
    pub parts: Vec<Temp>,
}

pub(super) type Literals = Map<Temp, Literal>;

/// The parameters that may be replaced, with their shapes; `None` while a shape is unknown.
type Shapes = Map<Temp, Option<Shape>>;

/// Replaces all parameters that can be replaced.
pub(super) fn run(function: &mut Function) {
    let spelt = spell_out(function);
    if let Some(plan) = Plan::of(function) {
        plan.carry_out(function);
    }
    put_back(function, &spelt);
}

/// The parameters to be replaced, with the temps that hold their parts.
struct Plan {
    parts: Map<Temp, Vec<Temp>>,
    shapes: Map<Temp, Shape>,
}

/// For each block parameter the temps that jumps pass to it.
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
        let facts = Facts::of(function);
        if facts.literals.is_empty() {
            return None;
        }
        let inputs = inputs(function);
        let mut shapes: Shapes = inputs.keys().map(|p| (*p, None)).collect();
        settle_shapes(&mut shapes, &inputs, &facts);
        // a parameter that the loop itself needs as a whole array or hash is not replaced
        loop {
            let stay = needed_whole(function, &shapes, &facts);
            if stay.is_empty() {
                break;
            }
            stay.iter().for_each(|temp| {
                shapes.remove(temp);
            });
            settle_shapes(&mut shapes, &inputs, &facts);
        }
        if shapes.is_empty() {
            return None;
        }
        let mut shapes: Vec<(Temp, Shape)> = shapes
            .into_iter()
            .filter_map(|(temp, shape)| Some((temp, shape?)))
            .collect();
        shapes.sort_unstable_by_key(|(temp, _)| *temp);
        let parts = shapes.iter().map(|(parameter, shape)| {
            let parts = (0..shape.len()).map(|_| new_temp(function)).collect();
            (*parameter, parts)
        });
        Some(Plan {
            parts: parts.collect(),
            shapes: shapes.into_iter().collect(),
        })
    }

    /// Replaces sums of replaced hashes with literals: `$state + { 'a' => 1 }` with `{ 'a' => 1,
    /// 'b' => $state['b'] }`.
    fn spell_out_sums(&self, function: &mut Function) {
        let facts = Facts::of(function);
        // the parts of sums so far
        let mut made: Map<Temp, (Shape, Vec<Temp>)> = Map::default();
        for block in 0..function.blocks.len() {
            let mut insts = Vec::with_capacity(function.blocks[block].insts.len());
            for inst in std::mem::take(&mut function.blocks[block].insts) {
                let sum = facts.sums.get(&inst.result).and_then(|(left, right)| {
                    let known = made.get(left).cloned();
                    let whole = || Some((self.shapes.get(left)?.clone(), self.parts[left].clone()));
                    let (shape, mut parts) = known.or_else(whole)?;
                    let Shape::Hash(keys) = &shape else {
                        return None;
                    };
                    let added = facts.literals.get(right)?;
                    let Shape::Hash(others) = &added.shape else {
                        return None;
                    };
                    for (key, part) in others.iter().zip(&added.parts) {
                        parts[keys.iter().position(|k| k == key)?] = *part;
                    }
                    Some((shape, parts))
                });
                match sum {
                    Some((shape, parts)) => {
                        let place = (inst.at, inst.site);
                        let op = whole_of(function, (&shape, &parts), place, &mut insts);
                        made.insert(inst.result, (shape, parts));
                        insts.push(Inst { op, ..inst });
                    }
                    None => insts.push(inst),
                }
            }
            function.blocks[block].insts = insts;
        }
    }

    fn carry_out(&self, function: &mut Function) {
        self.spell_out_sums(function);
        let facts = Facts::of(function);
        let mut replaced: Map<Temp, Temp> = Map::default();
        for block in &function.blocks {
            for inst in &block.insts {
                if let Some((whole, part)) = facts.part_of(&inst.op)
                    && let Some(shape) = self.shapes.get(&whole)
                    && let Some(place) = place(part, shape)
                {
                    replaced.insert(inst.result, self.parts[&whole][place]);
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
                            |(value, parameter)| match self.parts.contains_key(parameter) {
                                true => self.spread(&[*value], &|t| {
                                    Some(facts.literals.get(&t)?.parts.clone())
                                }),
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
            block.terminator.operands_mut(&mut |t| replace(t));
            function.blocks[index] = block;
        }
    }

    /// Returns temps with the replaced ones expanded to their parts.
    fn spread(&self, temps: &[Temp], literal: &dyn Fn(Temp) -> Option<Vec<Temp>>) -> Vec<Temp> {
        let each = temps.iter().flat_map(|temp| match self.parts.get(temp) {
            Some(parts) => parts.clone(),
            None => literal(*temp).unwrap_or_else(|| vec![*temp]),
        });
        each.collect()
    }

    /// Makes the arrays and hashes that a block needs whole, before their first use.
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
        block.terminator.operands_mut(&mut |t| use_whole(t));
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
        let Some(parts) = self.parts.get(&temp) else {
            return temp;
        };
        *made.entry(temp).or_insert_with(|| {
            let result = new_temp(function);
            function.temps[result.0 as usize] = function.temps[temp.0 as usize];
            let op = whole_of(function, (&self.shapes[&temp], parts), (at, site), insts);
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

/// Returns the operation that makes a literal of some parts. Adds the constants that it needs
/// before it.
fn whole_of(
    function: &mut Function,
    (shape, parts): (&Shape, &[Temp]),
    (at, site): (u32, u32),
    insts: &mut Vec<Inst>,
) -> Op {
    let part = |temp: &Temp| Use { temp: *temp, at };
    match shape {
        Shape::Array(_) => {
            let item = |temp: &Temp| Item {
                value: part(temp),
                splat: false,
            };
            Op::Array(parts.iter().map(item).collect())
        }
        Shape::Hash(keys) => {
            let mut entry = |(key, temp): (&u32, &Temp)| {
                let result = new_temp(function);
                function.temps[result.0 as usize] = Ty::String;
                let op = Op::Const(*key);
                insts.push(Inst {
                    op,
                    result,
                    at,
                    site,
                });
                (Use { temp: result, at }, part(temp))
            };
            Op::Hash(keys.iter().zip(parts).map(&mut entry).collect())
        }
    }
}

/// Makes the short constant arrays and hashes that go to blocks or are added to hashes part by part
/// there, as other literals are made; elsewhere they stay constants. Returns for each new temp the
/// one of the constant.
fn spell_out(function: &mut Function) -> Map<Temp, Temp> {
    let (mut given, mut summands) = (Set::default(), Set::default());
    for block in &function.blocks {
        if let Terminator::Jump(_, values) = &block.terminator {
            given.extend(values.iter().copied());
        }
        summands.extend(block.insts.iter().filter_map(|inst| added(&inst.op)));
    }
    let is_wanted = |temp: &Temp, constant: &Constant| {
        is_spelt_out(constant)
            && (given.contains(temp)
                || matches!(constant, Constant::Hash(_)) && summands.contains(temp))
    };
    let mut spelt: Map<Temp, Temp> = Map::default();
    for block in 0..function.blocks.len() {
        let mut insts = Vec::with_capacity(function.blocks[block].insts.len());
        for inst in std::mem::take(&mut function.blocks[block].insts) {
            insts.push(inst.clone());
            if let Op::Const(index) = inst.op
                && is_wanted(&inst.result, &function.constants[index as usize])
            {
                let op = spell(function, index, &inst, &mut insts);
                // keep the type of the constant, which the parameters that it is passed to rely on
                function.temps.push(function.temps[inst.result.0 as usize]);
                let result = Temp(function.temps.len() as u32 - 1);
                spelt.insert(inst.result, result);
                insts.push(Inst { op, result, ..inst });
            }
        }
        function.blocks[block].insts = insts;
    }
    let by = |temp: Temp| spelt.get(&temp).copied().unwrap_or(temp);
    for block in &mut function.blocks {
        if let Terminator::Jump(_, values) = &mut block.terminator {
            values.iter_mut().for_each(|value| *value = by(*value));
        }
        for inst in &mut block.insts {
            if added(&inst.op).is_some()
                && let Op::Binary { right, .. } = &mut inst.op
            {
                right.temp = by(right.temp);
            }
        }
    }
    spelt.into_iter().map(|(from, to)| (to, from)).collect()
}

/// Returns the right side of a sum.
fn added(op: &Op) -> Option<Temp> {
    match op {
        Op::Binary {
            op: BinaryOp::Plus,
            right,
            ..
        } => Some(right.temp),
        _ => None,
    }
}

/// Returns the operation that makes a constant array or hash. Adds the constants that it needs
/// before it.
fn spell(function: &mut Function, whole: u32, inst: &Inst, insts: &mut Vec<Inst>) -> Op {
    let whole = function.constants[whole as usize].clone();
    let mut make = |item: Constant| {
        let ty = Constant::ty(&item);
        function.constants.push(item);
        function.temps.push(ty);
        let temp = Temp(function.temps.len() as u32 - 1);
        insts.push(Inst {
            op: Op::Const(function.constants.len() as u32 - 1),
            result: temp,
            ..*inst
        });
        Use { temp, at: inst.at }
    };
    match whole {
        Constant::Hash(entries) => {
            let entry = |(key, value)| (make(key), make(value));
            Op::Hash(entries.into_iter().map(entry).collect())
        }
        Constant::Array(items) => {
            let item = |value| Item {
                value: make(value),
                splat: false,
            };
            Op::Array(items.into_iter().map(item).collect())
        }
        _ => inst.op.clone(),
    }
}

/// Lets sums use the constants again that were spelt out and that are still needed whole. What goes
/// to blocks is made each time, since Puppet makes a new array or hash there, as YAML shows.
fn put_back(function: &mut Function, spelt: &Map<Temp, Temp>) {
    for inst in function.blocks.iter_mut().flat_map(|b| &mut b.insts) {
        let put_back = |temp: &mut Temp| *temp = spelt.get(temp).copied().unwrap_or(*temp);
        if added(&inst.op).is_some() {
            inst.op.operands_mut(&mut |temp| put_back(temp));
        }
    }
}

fn new_temp(function: &mut Function) -> Temp {
    function.temps.push(Ty::Any);
    Temp(function.temps.len() as u32 - 1)
}

fn is_spelt_out(constant: &Constant) -> bool {
    let len = match constant {
        Constant::Array(items) => items.len(),
        Constant::Hash(entries) => entries.len(),
        _ => 0,
    };
    (1..=LEN_MAX).contains(&len)
}

/// A part that code reads.
#[derive(Clone, Copy)]
pub(super) enum Part {
    /// The item at an index, from the end when it is negative.
    Index(i64),
    /// The value of a text: a constant of the function.
    Key(u32),
    /// An item of an array that must have exactly the given number of items.
    Of(u32, u32),
}

/// Returns the index of a part in a shape, if the shape has the part.
pub(super) fn place(part: Part, shape: &Shape) -> Option<usize> {
    match (part, shape) {
        (Part::Index(index), Shape::Array(len)) => {
            let place = match index {
                0.. => usize::try_from(index).ok()?,
                _ => len.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)?,
            };
            (place < *len).then_some(place)
        }
        (Part::Of(index, count), Shape::Array(len)) => {
            (count as usize == *len).then_some(index as usize)
        }
        (Part::Key(key), Shape::Hash(keys)) => keys.iter().position(|k| *k == key),
        _ => None,
    }
}

/// The literals, sums and constants among the temps of a function.
pub(super) struct Facts {
    /// The literals that can be taken apart.
    pub literals: Literals,
    /// The sums whose right side is a literal, with their two sides.
    sums: Map<Temp, (Temp, Temp)>,
    integers: Map<Temp, i64>,
    /// The texts: for equal texts the first constant.
    texts: Map<Temp, u32>,
}

impl Facts {
    pub fn of(function: &Function) -> Facts {
        let mut facts = Facts {
            literals: Map::default(),
            sums: Map::default(),
            integers: Map::default(),
            texts: Map::default(),
        };
        let mut first: Map<&str, u32> = Map::default();
        for (index, constant) in (0..).zip(&function.constants) {
            if let Constant::String(text) = constant {
                first.entry(text).or_insert(index);
            }
        }
        let insts = || function.blocks.iter().flat_map(|b| &b.insts);
        for inst in insts() {
            let Op::Const(index) = inst.op else { continue };
            match &function.constants[index as usize] {
                Constant::Integer(value) => _ = facts.integers.insert(inst.result, *value),
                Constant::String(text) => {
                    facts.texts.insert(inst.result, first[&**text]);
                }
                _ => {}
            }
        }
        for inst in insts() {
            if let Some(literal) = facts.literal(&inst.op) {
                facts.literals.insert(inst.result, literal);
            }
        }
        for inst in insts() {
            if let Op::Binary {
                op: BinaryOp::Plus,
                left,
                right,
            } = &inst.op
                && facts.literals.contains_key(&right.temp)
            {
                facts.sums.insert(inst.result, (left.temp, right.temp));
            }
        }
        facts
    }

    /// Returns the text of a constant: for equal texts the first constant of the function.
    pub fn text_of(&self, temp: Temp) -> Option<u32> {
        self.texts.get(&temp).copied()
    }

    fn literal(&self, op: &Op) -> Option<Literal> {
        match op {
            Op::Array(items) if (1..=PARTS_MAX).contains(&items.len()) => {
                let plain = items.iter().all(|item| !item.splat);
                plain.then(|| Literal {
                    shape: Shape::Array(items.len()),
                    parts: items.iter().map(|item| item.value.temp).collect(),
                })
            }
            Op::Hash(entries) if (1..=PARTS_MAX).contains(&entries.len()) => {
                let key = |(key, _): &(Use, Use)| self.texts.get(&key.temp).copied();
                let keys: Option<Rc<[u32]>> = entries.iter().map(key).collect();
                let keys = keys?;
                let differ = |at: usize| !keys[..at].contains(&keys[at]);
                (0..keys.len()).all(differ).then(|| Literal {
                    shape: Shape::Hash(keys),
                    parts: entries.iter().map(|(_, value)| value.temp).collect(),
                })
            }
            _ => None,
        }
    }

    /// Returns the part that an operation reads, and the value that it reads from.
    pub fn part_of(&self, op: &Op) -> Option<(Temp, Part)> {
        match op {
            Op::Access { left, keys } => match &keys[..] {
                [key] if !key.splat => {
                    let key = key.value.temp;
                    let index = self.integers.get(&key).map(|index| Part::Index(*index));
                    let part = index.or_else(|| self.texts.get(&key).map(|key| Part::Key(*key)));
                    Some((left.temp, part?))
                }
                _ => None,
            },
            Op::Part {
                value,
                index,
                count,
                ..
            } => Some((value.temp, Part::Of(*index, *count))),
            _ => None,
        }
    }

    /// Returns the shape of a value: `None` when it has none, `Some(None)` when it is not known
    /// yet.
    fn shape_of(&self, value: Temp, shapes: &Shapes, depth: u32) -> Option<Option<Shape>> {
        if let Some(literal) = self.literals.get(&value) {
            let is_short = literal.parts.len() <= LEN_MAX;
            return is_short.then(|| Some(literal.shape.clone()));
        }
        let Some((left, right)) = self.sums.get(&value).filter(|_| depth < SUMS_MAX) else {
            return shapes.get(&value).cloned();
        };
        // a sum of literals is not replaced
        if self.literals.contains_key(left) {
            return None;
        }
        let Some(left) = self.shape_of(*left, shapes, depth + 1)? else {
            return Some(None);
        };
        self.takes(&left, *right).then_some(Some(left))
    }

    /// Returns true if a sum with a literal keeps a shape.
    fn takes(&self, left: &Shape, right: Temp) -> bool {
        match (
            left,
            self.literals.get(&right).map(|literal| &literal.shape),
        ) {
            (Shape::Hash(keys), Some(Shape::Hash(others))) => {
                others.iter().all(|key| keys.contains(key))
            }
            _ => false,
        }
    }
}

/// The greatest number of nested sums that are examined.
const SUMS_MAX: u32 = 32;

/// Retains the parameters whose values all have the same shape, with that shape.
fn settle_shapes(shapes: &mut Shapes, inputs: &Inputs, facts: &Facts) {
    loop {
        let mut changed = false;
        for (parameter, values) in inputs {
            let Some(known) = shapes.get(parameter).cloned() else {
                continue;
            };
            let mut found = Some(known.clone());
            for value in values {
                let shape = facts.shape_of(*value, shapes, 0);
                found = match (found, shape) {
                    (Some(None), shape) => shape,
                    (found, Some(None)) => found,
                    (Some(a), Some(b)) if a == b => Some(a),
                    _ => None,
                };
            }
            if found.as_ref() != Some(&known) {
                changed = true;
                match found {
                    Some(shape) => _ = shapes.insert(*parameter, shape),
                    None => _ = shapes.remove(parameter),
                }
            }
        }
        if !changed {
            shapes.retain(|_, shape| shape.is_some());
            // a parameter without a shape may have been an input of another one
            let has = |value: &Temp| facts.shape_of(*value, shapes, 0).is_some();
            let all = |p: &Temp| inputs[p].iter().all(has);
            let lost: Vec<Temp> = shapes.keys().filter(|p| !all(p)).copied().collect();
            if lost.is_empty() {
                return;
            }
            lost.iter().for_each(|p| {
                shapes.remove(p);
            });
        }
    }
}

/// Returns the parameters that are needed whole in a block from which they are reached again.
fn needed_whole(function: &Function, shapes: &Shapes, facts: &Facts) -> Set<Temp> {
    let shape_of = |temp: &Temp| shapes.get(temp).and_then(Option::as_ref);
    let mut needed = Set::default();
    for (index, block) in function.blocks.iter().enumerate() {
        let mut whole: Vec<Temp> = Vec::new();
        for inst in &block.insts {
            let part = facts.part_of(&inst.op);
            let sum = facts.sums.get(&inst.result);
            inst.op.operands(&mut |t| {
                let Some(shape) = shape_of(&t) else { return };
                let takes_part =
                    part.is_some_and(|(of, part)| of == t && place(part, shape).is_some());
                let adds =
                    sum.is_some_and(|(left, right)| *left == t && facts.takes(shape, *right));
                if !takes_part && !adds {
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
                        .filter(|(v, p)| shapes.contains_key(*v) && !shapes.contains_key(*p))
                        .map(|(v, _)| *v),
                );
            }
            other => other.operands(&mut |t| {
                if shapes.contains_key(&t) {
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

/// Returns the blocks that are reachable from a block; that block itself only if it is in a loop.
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
