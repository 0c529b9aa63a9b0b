//! Replaces reads of the parts of a literal by the temps that the literal was made from.
//!
//! `{ 'a' => $x, 'b' => 1 }['a']` becomes `$x`, also when the literal is a constant or when other
//! literals were added to it with `+`. `'a' in` such a hash becomes `true`.

use frontend::ast::BinaryOp;
use frontend::name::{Map, Set};

use super::scalars::{Facts, PARTS_MAX, Part, Shape, place};
use crate::ir::{Constant, Function, Temp};
use crate::op::Op;

static TRUE: Constant = Constant::Boolean(true);

/// The value that code may use instead of the part of another value.
#[derive(Clone, Copy)]
enum Source<'f> {
    Temp(Temp),
    Constant(&'f Constant),
}

/// The parts of a value, all of which are known.
#[derive(Clone)]
enum Whole<'f> {
    Array(Vec<Source<'f>>),
    /// Texts, which differ, and their values.
    Hash(Vec<(&'f str, Source<'f>)>),
}

impl<'f> Whole<'f> {
    fn of_constant(constant: &'f Constant) -> Option<Whole<'f>> {
        match constant {
            Constant::Array(items) if items.len() <= PARTS_MAX => {
                Some(Whole::Array(items.iter().map(Source::Constant).collect()))
            }
            Constant::Hash(entries) if entries.len() <= PARTS_MAX => {
                let entry = |(key, value): &'f (Constant, Constant)| match key {
                    Constant::String(key) => Some((&**key, Source::Constant(value))),
                    _ => None,
                };
                let entries: Option<Vec<(&str, Source<'_>)>> = entries.iter().map(entry).collect();
                let entries = entries?;
                let differs = |at: usize| entries[..at].iter().all(|e| e.0 != entries[at].0);
                let all_differ = (0..entries.len()).all(differs);
                all_differ.then_some(Whole::Hash(entries))
            }
            _ => None,
        }
    }

    fn len(&self) -> usize {
        match self {
            Whole::Array(items) => items.len(),
            Whole::Hash(entries) => entries.len(),
        }
    }

    /// Returns the sum of two arrays or two hashes, unless it is too large.
    fn plus(self, other: Whole<'f>) -> Option<Whole<'f>> {
        if self.len() + other.len() > PARTS_MAX {
            return None;
        }
        match (self, other) {
            (Whole::Array(mut items), Whole::Array(others)) => {
                items.extend(others);
                Some(Whole::Array(items))
            }
            (Whole::Hash(mut entries), Whole::Hash(others)) => {
                for other in others {
                    match entries.iter_mut().find(|entry| entry.0 == other.0) {
                        Some(entry) => *entry = other,
                        None => entries.push(other),
                    }
                }
                Some(Whole::Hash(entries))
            }
            _ => None,
        }
    }

    fn part(&self, part: Part, constants: &[Constant]) -> Option<Source<'f>> {
        match (self, part) {
            (Whole::Array(items), Part::Index(index)) => {
                let at = place(Part::Index(index), &Shape::Array(items.len()))?;
                Some(items[at])
            }
            (Whole::Hash(entries), Part::Key(key)) => {
                let entry = entries
                    .iter()
                    .find(|(name, _)| is_text(constants, key, name));
                entry.map(|(_, source)| *source)
            }
            _ => None,
        }
    }

    /// Returns true if `text in` the value is sure to be true.
    fn has_key(&self, key: u32, constants: &[Constant]) -> bool {
        match self {
            Whole::Hash(entries) => entries
                .iter()
                .any(|(name, _)| is_text(constants, key, name)),
            Whole::Array(_) => false,
        }
    }
}

fn is_text(constants: &[Constant], index: u32, text: &str) -> bool {
    matches!(&constants[index as usize], Constant::String(own) if &**own == text)
}

/// The values of a function whose parts are known.
struct PartIndex<'f> {
    function: &'f Function,
    facts: Facts,
    /// The constants that are arrays or hashes.
    constants: Map<Temp, &'f Constant>,
    /// The sums of which all parts are known.
    sums: Map<Temp, Whole<'f>>,
    /// The results that are to be replaced.
    replaced: Map<Temp, Source<'f>>,
}

impl<'f> PartIndex<'f> {
    fn of(function: &'f Function) -> PartIndex<'f> {
        let insts = function.blocks.iter().flat_map(|block| &block.insts);
        let constants = insts.filter_map(|inst| match inst.op {
            Op::Const(index) => match &function.constants[index as usize] {
                all @ (Constant::Array(_) | Constant::Hash(_)) => Some((inst.result, all)),
                _ => None,
            },
            _ => None,
        });
        PartIndex {
            function,
            facts: Facts::of(function),
            constants: constants.collect(),
            sums: Map::default(),
            replaced: Map::default(),
        }
    }

    /// Returns the parts of a value, if all are known.
    fn whole(&self, temp: Temp) -> Option<Whole<'f>> {
        let temp = match self.replaced.get(&temp) {
            Some(Source::Constant(constant)) => return Whole::of_constant(constant),
            Some(Source::Temp(by)) => *by,
            None => temp,
        };
        if let Some(sum) = self.sums.get(&temp) {
            return Some(sum.clone());
        }
        if let Some(constant) = self.constants.get(&temp) {
            return Whole::of_constant(constant);
        }
        let literal = self.facts.literals.get(&temp)?;
        let parts = literal.parts.iter().map(|part| self.source(*part));
        Some(match &literal.shape {
            Shape::Array(_) => Whole::Array(parts.collect()),
            Shape::Hash(keys) => {
                let texts = keys
                    .iter()
                    .map(|key| match &self.function.constants[*key as usize] {
                        Constant::String(text) => &**text,
                        other => unreachable!("a key of a literal is a text, not {other:?}"),
                    });
                Whole::Hash(texts.zip(parts).collect())
            }
        })
    }

    fn source(&self, temp: Temp) -> Source<'f> {
        self.replaced
            .get(&temp)
            .copied()
            .unwrap_or(Source::Temp(temp))
    }

    /// Notes what replaces the results of an operation, or that it is a sum with known parts.
    /// Operations that make the operands must have been visited.
    fn visit(&mut self, result: Temp, op: &Op) {
        let constants = &self.function.constants;
        let found = match op {
            Op::Binary {
                op: BinaryOp::Plus,
                left,
                right,
            } => {
                let sum = || self.whole(left.temp)?.plus(self.whole(right.temp)?);
                if let Some(sum) = sum() {
                    self.sums.insert(result, sum);
                }
                None
            }
            Op::Binary {
                op: BinaryOp::In,
                left,
                right,
            } => {
                let text = self.facts.text_of(left.temp);
                let is_sure = |text| Some(self.whole(right.temp)?.has_key(text, constants));
                let is_in = text.and_then(is_sure).unwrap_or(false);
                is_in.then_some(Source::Constant(&TRUE))
            }
            Op::Access { .. } => {
                let part = self.facts.part_of(op);
                part.and_then(|(whole, part)| self.whole(whole)?.part(part, constants))
            }
            _ => None,
        };
        if let Some(source) = found {
            self.replaced.insert(result, source);
        }
    }
}

/// The changes that the pass makes to a function.
#[derive(Default)]
struct Plan {
    /// The results that are other temps as well.
    temps: Map<Temp, Temp>,
    /// The results that are constants.
    constants: Map<Temp, Constant>,
    /// The sums that may go once they are unused.
    sums: Set<Temp>,
}

impl Plan {
    fn of(function: &Function) -> Plan {
        let mut index = PartIndex::of(function);
        let mut plan = Plan::default();
        if index.facts.literals.is_empty() && index.constants.is_empty() {
            return plan;
        }
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            index.visit(inst.result, &inst.op);
        }
        for (result, source) in &index.replaced {
            match source {
                Source::Temp(by) => _ = plan.temps.insert(*result, *by),
                Source::Constant(by) => _ = plan.constants.insert(*result, (*by).clone()),
            }
        }
        plan.sums = index.sums.keys().copied().collect();
        plan
    }
}

/// Replaces the reads, then removes sums of literals that are no longer used.
pub(super) fn run(function: &mut Function) {
    let plan = Plan::of(function);
    if plan.temps.is_empty() && plan.constants.is_empty() {
        return;
    }
    replace(function, &plan.temps, plan.constants);
    super::dead::remove_unused(function, |inst| plan.sums.contains(&inst.result));
}

/// Replaces results of operations by other temps and by constants.
fn replace(function: &mut Function, temps: &Map<Temp, Temp>, mut constants: Map<Temp, Constant>) {
    let replace = |temp: &mut Temp| *temp = temps.get(temp).copied().unwrap_or(*temp);
    for block in &mut function.blocks {
        block.insts.retain(|inst| !temps.contains_key(&inst.result));
        for inst in &mut block.insts {
            if let Some(constant) = constants.remove(&inst.result) {
                function.temps[inst.result.0 as usize] = constant.ty();
                inst.op = Op::Const(function.constants.len() as u32);
                function.constants.push(constant);
            }
            inst.op.operands_mut(&mut |temp| replace(temp));
        }
        block.terminator.operands_mut(&mut |temp| replace(temp));
    }
}
