//! Computes bounds of Integers: finds the operations that cannot overflow, and the numbers that are
//! not negative.
//!
//! Walks forward from an entry like [`crate::infer`]. A bound that keeps growing is dropped after a
//! few rounds; two more rounds then recover bounds that were dropped too early. In a block that is
//! only reachable through one side of a comparison, the outcome of the comparison narrows the
//! bounds.

use crate::facts;
use crate::infer::Types;
use crate::ir::{BlockId, Constant, Function, Inner, Inst, Temp, Terminator, Ty};
use crate::op::Op;
use frontend::ast::BinaryOp;

/// The number of rounds after which a bound that still grows is dropped.
const ROUNDS: usize = 4;

/// The least and the greatest value of an Integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least.
    pub min: i64,
    /// The greatest.
    pub max: i64,
}

impl Range {
    /// All Integers.
    pub const ALL: Range = Range {
        min: i64::MIN,
        max: i64::MAX,
    };

    /// Returns the range of one Integer.
    pub fn only(value: i64) -> Range {
        Range {
            min: value,
            max: value,
        }
    }

    /// Returns true if a value lies in it.
    pub fn holds(self, value: i64) -> bool {
        self.min <= value && value <= self.max
    }

    /// Returns the intersection of two ranges. An empty intersection means unreachable code:
    /// returns `self` unchanged.
    fn within(self, min: i128, max: i128) -> Range {
        let (min, max) = (min.max(self.min.into()), max.min(self.max.into()));
        match min <= max {
            true => clamped(min, max),
            false => self,
        }
    }

    /// Returns the intersection of two ranges, or `self` when the intersection is empty.
    pub fn common(self, other: Range) -> Range {
        self.within(other.min.into(), other.max.into())
    }

    fn join(self, other: Range) -> Range {
        Range {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }
}

/// The inferred ranges of a function for one way to enter it.
pub struct Ranges {
    temps: Vec<Option<Range>>,
    /// True for each temp whose sum, difference or product stays in the Integers.
    stays: Vec<bool>,
}

impl Ranges {
    /// Returns the bounds of a temp; all Integers when none are known.
    pub fn of(&self, temp: Temp) -> Range {
        self.temps[temp.0 as usize].unwrap_or(Range::ALL)
    }

    /// Returns true if the sum, difference or product that defines a temp may leave the Integers.
    pub fn overflows(&self, result: Temp) -> bool {
        !self.stays[result.0 as usize]
    }
}

/// Finds the bounds of a function that is entered at a block where some temps are already `live`.
/// `given` holds the bounds of the live Integers.
pub fn ranges(
    function: &Function,
    types: &Types,
    entry: BlockId,
    live: &[(Temp, Ty)],
    given: &[(Temp, Range)],
) -> Ranges {
    let mut definition_of = vec![None; function.temps.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        definition_of[inst.result.0 as usize] = Some(inst);
    }
    let mut walk = Walk {
        function,
        types,
        definition_of,
        live,
        given,
        found: vec![None; function.temps.len()],
        holds: Vec::new(),
    };
    walk.compare(entry);
    walk.begin(entry);
    for round in 0.. {
        let before = walk.found.clone();
        walk.round(false);
        if walk.found == before {
            break;
        }
        if round >= ROUNDS {
            walk.give_up(&before);
        }
    }
    walk.round(true);
    walk.round(true);
    Ranges {
        stays: walk.stays(),
        temps: walk.found,
    }
}

/// A comparison whose outcome is known on a path.
#[derive(Clone, Copy)]
struct Holds {
    op: BinaryOp,
    left: Temp,
    right: Temp,
    is: bool,
}

struct Walk<'f> {
    function: &'f Function,
    types: &'f Types,
    definition_of: Vec<Option<&'f Inst>>,
    live: &'f [(Temp, Ty)],
    given: &'f [(Temp, Range)],
    found: Vec<Option<Range>>,
    /// The comparisons that hold in each block.
    holds: Vec<Vec<Holds>>,
}

impl Walk<'_> {
    /// Finds the blocks with a single predecessor, and the comparisons that hold in them.
    fn compare(&mut self, entry: BlockId) {
        let count = self.function.blocks.len();
        // the block before, and the outcome of its test
        let mut ways: Vec<Vec<(usize, Option<(Temp, bool)>)>> = vec![Vec::new(); count];
        for (index, block) in self.function.blocks.iter().enumerate() {
            if !self.types.reached[index] {
                continue;
            }
            match &block.terminator {
                Terminator::Jump(to, _) => ways[to.0 as usize].push((index, None)),
                Terminator::Branch(test, yes, no) => {
                    ways[yes.0 as usize].push((index, Some((*test, true))));
                    ways[no.0 as usize].push((index, Some((*test, false))));
                }
                _ => {}
            }
        }
        ways[entry.0 as usize].clear();
        self.holds = (0..count)
            .map(|block| {
                let mut holds = Vec::new();
                let mut at = block;
                // a row of blocks that form a cycle has an entry, which ends it
                for _ in 0..count {
                    let [(before, test)] = ways[at][..] else {
                        break;
                    };
                    holds.extend(test.and_then(|(test, is)| self.comparison(test, is)));
                    at = before;
                }
                holds
            })
            .collect();
    }

    /// Returns the comparison of Integers that a test consists of.
    fn comparison(&self, test: Temp, is: bool) -> Option<Holds> {
        use BinaryOp::*;
        let Op::Binary { op, left, right } = self.definition_of[test.0 as usize]?.op else {
            return None;
        };
        let integers = [left, right].map(|side| self.types.of(side.temp) == Some(Ty::Integer));
        let compares = matches!(
            op,
            Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual
        );
        (compares && integers == [true, true]).then_some(Holds {
            op,
            left: left.temp,
            right: right.temp,
            is,
        })
    }

    /// Returns the bounds of a temp in a block.
    fn of_in(&self, block: usize, temp: Temp) -> Option<Range> {
        let range = self.of(temp)?;
        let holds = self.holds[block].iter();
        Some(holds.fold(range, |range, holds| self.narrowed(range, temp, *holds)))
    }

    fn narrowed(&self, range: Range, temp: Temp, holds: Holds) -> Range {
        use BinaryOp::*;
        let (op, other) = match holds {
            Holds { left, right, .. } if left == right => return range,
            Holds {
                op, left, right, ..
            } if left == temp => (op, right),
            Holds {
                op, left, right, ..
            } if right == temp => (mirrored(op), left),
            _ => return range,
        };
        let Some(other) = self.of(other) else {
            return range;
        };
        let (min, max) = (i128::from(other.min), i128::from(other.max));
        let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
        match (op, holds.is) {
            (Less, true) | (GreaterEqual, false) => range.within(least, max - 1),
            (LessEqual, true) | (Greater, false) => range.within(least, max),
            (Greater, true) | (LessEqual, false) => range.within(min + 1, greatest),
            (GreaterEqual, true) | (Less, false) => range.within(min, greatest),
            (Equal, true) | (NotEqual, false) => range.within(min, max),
            _ => range,
        }
    }

    /// Returns for each temp whether the sum, difference or product that defines it stays in the
    /// Integers.
    fn stays(&self) -> Vec<bool> {
        let mut stays = vec![false; self.found.len()];
        for (index, block) in self.function.blocks.iter().enumerate() {
            for inst in &block.insts {
                let Op::Binary { op, left, right } = &inst.op else {
                    continue;
                };
                let of = |side: Temp| self.of_in(index, side).unwrap_or(Range::ALL);
                let (min, max) = exact(*op, of(left.temp), of(right.temp));
                stays[inst.result.0 as usize] =
                    min >= i128::from(i64::MIN) && max <= i128::from(i64::MAX);
            }
        }
        stays
    }

    /// Sets the ranges that hold at the entry: the given bounds, and constants wherever they are
    /// used.
    fn begin(&mut self, entry: BlockId) {
        for (temp, range) in self.given {
            self.found[temp.0 as usize] = Some(*range);
        }
        for temp in 0..self.found.len() {
            if let Some(constant) = self.constant(Temp(temp as u32)) {
                self.found[temp] = Some(Range::only(constant));
            }
        }
        if self.given.is_empty() {
            for parameter in &self.function.block(entry).parameters {
                self.found[parameter.0 as usize] = Some(Range::ALL);
            }
        }
    }

    fn constant(&self, temp: Temp) -> Option<i64> {
        match self.definition_of[temp.0 as usize]?.op {
            Op::Const(index) => match self.function.constants[index as usize] {
                Constant::Integer(value) => Some(value),
                _ => None,
            },
            _ => None,
        }
    }

    /// Walks once over all reachable blocks. If `anew` is true, the results replace earlier ones;
    /// otherwise they are joined with them.
    fn round(&mut self, anew: bool) {
        let mut fresh: Vec<Option<Range>> = vec![None; self.found.len()];
        if anew {
            for (temp, range) in self.given {
                fresh[temp.0 as usize] = Some(*range);
            }
        }
        for (index, block) in self.function.blocks.iter().enumerate() {
            if !self.types.reached[index] {
                continue;
            }
            for inst in &block.insts {
                if self.types.of(inst.result) == Some(Ty::Integer) {
                    let range = self.inst(index, inst);
                    self.join(&mut fresh, inst.result, range, anew);
                }
            }
            if let Terminator::Jump(to, values) = &block.terminator {
                let parameters = &self.function.block(*to).parameters;
                for (parameter, value) in parameters.iter().zip(values) {
                    if self.types.of(*parameter) == Some(Ty::Integer) {
                        let range = self.of_in(index, *value);
                        self.join(&mut fresh, *parameter, range, anew);
                    }
                }
            }
        }
        if anew {
            for (found, fresh) in self.found.iter_mut().zip(fresh) {
                if fresh.is_some() {
                    *found = fresh;
                }
            }
        }
    }

    fn join(&mut self, fresh: &mut [Option<Range>], temp: Temp, range: Option<Range>, anew: bool) {
        let Some(range) = range else { return };
        let known = match anew {
            true => &mut fresh[temp.0 as usize],
            false => &mut self.found[temp.0 as usize],
        };
        *known = Some(known.map_or(range, |known| known.join(range)));
    }

    /// Drops the bounds that have grown since `before`.
    fn give_up(&mut self, before: &[Option<Range>]) {
        for (found, before) in self.found.iter_mut().zip(before) {
            if let (Some(found), Some(before)) = (found, before) {
                if found.min < before.min {
                    found.min = if found.min >= 0 { 0 } else { i64::MIN };
                }
                if found.max > before.max {
                    found.max = i64::MAX;
                }
            }
        }
    }

    fn of(&self, temp: Temp) -> Option<Range> {
        self.found[temp.0 as usize]
    }

    fn inst(&self, block: usize, inst: &Inst) -> Option<Range> {
        Some(match &inst.op {
            Op::Const(_) => return self.of(inst.result),
            Op::StoreSlot { value, .. } => return self.of(value.temp),
            Op::Negate(value) => {
                let of = self.of_in(block, value.temp)?;
                clamped(-i128::from(of.max), -i128::from(of.min))
            }
            Op::IterNext(index) => {
                let of = self.of_in(block, *index)?;
                clamped(i128::from(of.min) + 1, i128::from(of.max) + 1)
            }
            Op::IterKey { .. } => Range {
                min: 0,
                max: i64::MAX,
            },
            Op::IterGet { iter, .. } => self.elements(*iter),
            Op::Binary { op, left, right } => {
                let (left, right) = (
                    self.of_in(block, left.temp)?,
                    self.of_in(block, right.temp)?,
                );
                binary(*op, left, right)
            }
            Op::Call { name, .. } if !self.types.replaced => facts::of(name.as_str()).bounds,
            _ => Range::ALL,
        })
    }

    /// Returns the range of the elements of a literal range type.
    fn elements(&self, iter: Temp) -> Range {
        let maker = |temp: Temp| self.definition_of[temp.0 as usize].map(|inst| &inst.op);
        let over = match maker(iter) {
            Some(Op::IterBegin { arguments, .. }) => arguments[0].temp,
            _ => return Range::ALL,
        };
        let keys = match maker(over) {
            Some(Op::Access { keys, .. }) => keys,
            Some(Op::TypeExpr(inner)) => return literal(&self.function.inner[inner.0 as usize]),
            _ => return Range::ALL,
        };
        match &keys[..] {
            [min, max] if self.types.of(iter) == Some(Ty::Range) => {
                // a loop that began before the entry has the ends of that time
                let end = |temp: Temp| match self.live.iter().any(|(live, _)| *live == iter) {
                    true => self.constant(temp).map(Range::only),
                    false => self.of(temp),
                };
                let ends = (end(min.value.temp), end(max.value.temp));
                match ends {
                    (Some(min), Some(max)) if min.min <= max.max => Range {
                        min: min.min,
                        max: max.max,
                    },
                    _ => Range::ALL,
                }
            }
            _ => Range::ALL,
        }
    }
}

/// Returns the bounds of a type expression that is a literal `Integer[1, 10]`.
pub fn of_literal(function: &Function, inner: Inner) -> Option<Range> {
    let thunk = &function.inner[inner.0 as usize];
    let is_integer =
        |inst: &Inst| matches!(inst.op, Op::TypeName(name) if name.as_str() == "Integer");
    let insts = thunk.blocks.iter().flat_map(|b| &b.insts);
    let names: Vec<&Inst> = insts.filter(|i| matches!(i.op, Op::TypeName(_))).collect();
    let range = literal(thunk);
    let is_range = matches!(&names[..], [name] if is_integer(name)) && range != Range::ALL;
    is_range.then_some(range)
}

/// Returns the bounds of a literal `Integer[1, 10]`.
fn literal(thunk: &Function) -> Range {
    let insts = || thunk.blocks.iter().flat_map(|b| &b.insts);
    let constant = |temp: Temp| match insts().find(|i| i.result == temp)?.op {
        Op::Const(index) => match thunk.constants[index as usize] {
            Constant::Integer(value) => Some(value),
            _ => None,
        },
        _ => None,
    };
    match insts().last().map(|i| &i.op) {
        Some(Op::Access { keys, .. }) => match &keys[..] {
            [min, max] => match (constant(min.value.temp), constant(max.value.temp)) {
                (Some(min), Some(max)) if min <= max => Range { min, max },
                _ => Range::ALL,
            },
            _ => Range::ALL,
        },
        _ => Range::ALL,
    }
}

/// Returns the comparison with its sides exchanged.
fn mirrored(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        same => same,
    }
}

/// Returns the bounds of a sum, difference or product, as if Integers were unbounded.
fn exact(op: BinaryOp, left: Range, right: Range) -> (i128, i128) {
    let (a, b) = (i128::from(left.min), i128::from(left.max));
    let (c, d) = (i128::from(right.min), i128::from(right.max));
    match op {
        BinaryOp::Plus => (a + c, b + d),
        BinaryOp::Minus => (a - d, b - c),
        _ => {
            let ends = [a * c, a * d, b * c, b * d];
            let min = ends.into_iter().min().unwrap_or(i128::MIN);
            (min, ends.into_iter().max().unwrap_or(i128::MAX))
        }
    }
}

/// Clamps bounds to the range of Integers. An overflow is an error, so results lie within that
/// range.
fn clamped(min: i128, max: i128) -> Range {
    let (least, greatest) = (i128::from(i64::MIN), i128::from(i64::MAX));
    Range {
        min: min.clamp(least, greatest) as i64,
        max: max.clamp(least, greatest) as i64,
    }
}

fn binary(op: BinaryOp, left: Range, right: Range) -> Range {
    match op {
        BinaryOp::Plus | BinaryOp::Minus | BinaryOp::Times => {
            let (min, max) = exact(op, left, right);
            clamped(min, max)
        }
        BinaryOp::Modulo if right.min > 0 => match left.min >= 0 && left.max < right.min {
            true => left,
            false => Range {
                min: 0,
                max: right.max - 1,
            },
        },
        BinaryOp::Divide if right.min > 0 => {
            let ends = [
                left.min.div_euclid(right.min),
                left.min.div_euclid(right.max),
                left.max.div_euclid(right.min),
                left.max.div_euclid(right.max),
            ];
            Range {
                min: ends.into_iter().min().unwrap_or(i64::MIN),
                max: ends.into_iter().max().unwrap_or(i64::MAX),
            }
        }
        _ => Range::ALL,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(min: i64, max: i64) -> Range {
        Range { min, max }
    }

    #[test]
    fn bounds_hold_for_all_operands() {
        let numbers = [-7, -3, -1, 0, 1, 2, 5, 9];
        let ranges = || {
            numbers
                .iter()
                .flat_map(|&a| numbers.iter().map(move |&b| (a, b)))
        };
        let ordered = || ranges().filter(|(a, b)| a <= b).map(|(a, b)| range(a, b));
        for left in ordered() {
            for right in ordered() {
                for op in [
                    BinaryOp::Plus,
                    BinaryOp::Minus,
                    BinaryOp::Times,
                    BinaryOp::Divide,
                    BinaryOp::Modulo,
                ] {
                    let bounds = binary(op, left, right);
                    for a in left.min..=left.max {
                        for b in right.min..=right.max {
                            let value = match op {
                                BinaryOp::Plus => a + b,
                                BinaryOp::Minus => a - b,
                                BinaryOp::Times => a * b,
                                _ if b == 0 => continue,
                                // as Puppet rounds
                                BinaryOp::Divide => (a as f64 / b as f64).floor() as i64,
                                _ => a - b * (a as f64 / b as f64).floor() as i64,
                            };
                            assert!(
                                bounds.holds(value),
                                "{op:?} {left:?} {right:?} {a} {b} {bounds:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_overflows_is_within_the_integers() {
        let far = range(i64::MIN, i64::MAX);
        for op in [BinaryOp::Plus, BinaryOp::Minus, BinaryOp::Times] {
            assert_eq!(binary(op, far, far), Range::ALL);
        }
        assert_eq!(binary(BinaryOp::Modulo, far, Range::only(7)), range(0, 6));
        assert_eq!(binary(BinaryOp::Divide, far, Range::only(1)), Range::ALL);
    }
}
