//! Matches an array against an option item by item, when both are literals.
//!
//! `case [$a, $b] { [0, Integer]: { .. } }` matches `$a` against `0` and then `$b` against `Integer`,
//! so that neither array has to be made. The first pair that does not match decides, as it does
//! inside of one operation.

use frontend::name::Map;

use crate::ir::{Block, BlockId, Constant, Function, Inst, Temp, Terminator, Ty, Use};
use crate::op::Op;

/// The greatest number of pairs that take the place of one operation.
const PAIRS_MAX: usize = 8;

/// An option of a pair.
#[derive(Clone)]
enum Choice {
    Temp(Temp),
    Constant(Constant),
}

/// The operations of a function that make arrays whose items are known.
struct Arrays<'f> {
    literals: Map<Temp, Vec<Temp>>,
    constants: Map<Temp, &'f [Constant]>,
}

impl<'f> Arrays<'f> {
    fn of(function: &'f Function) -> Arrays<'f> {
        let mut arrays = Arrays {
            literals: Map::default(),
            constants: Map::default(),
        };
        for inst in function.blocks.iter().flat_map(|block| &block.insts) {
            match &inst.op {
                Op::Array(items) if items.iter().all(|item| !item.splat) => {
                    let items = items.iter().map(|item| item.value.temp).collect();
                    arrays.literals.insert(inst.result, items);
                }
                Op::Const(index) => {
                    if let Constant::Array(items) = &function.constants[*index as usize] {
                        arrays.constants.insert(inst.result, items);
                    }
                }
                _ => {}
            }
        }
        arrays
    }

    /// Returns the items of an option.
    fn choices(&self, option: Temp) -> Option<Vec<Choice>> {
        match (self.literals.get(&option), self.constants.get(&option)) {
            (Some(items), _) => Some(items.iter().copied().map(Choice::Temp).collect()),
            (_, Some(items)) => Some(items.iter().cloned().map(Choice::Constant).collect()),
            _ => None,
        }
    }

    /// Adds the pairs that stand for a match. Returns `None` if they are too many.
    fn expand(&self, choice: Choice, item: Temp, pairs: &mut Vec<(Choice, Temp)>) -> Option<()> {
        let choices = match &choice {
            Choice::Temp(option) => self.choices(*option),
            Choice::Constant(Constant::Array(items)) => {
                Some(items.iter().cloned().map(Choice::Constant).collect())
            }
            Choice::Constant(_) => None,
        };
        match (choices, self.literals.get(&item)) {
            (Some(choices), Some(items)) if choices.len() == items.len() => {
                let both = choices.into_iter().zip(items);
                both.into_iter()
                    .try_for_each(|(choice, item)| self.expand(choice, *item, pairs))
            }
            _ => {
                pairs.push((choice, item));
                (pairs.len() <= PAIRS_MAX).then_some(())
            }
        }
    }

    /// Returns the pairs that stand for the operation that decides at the end of a block.
    fn pairs(&self, block: &Block, uses: &[u32]) -> Option<Vec<(Choice, Temp)>> {
        let (Some(last), Terminator::Branch(test, ..)) = (block.insts.last(), &block.terminator)
        else {
            return None;
        };
        let Op::OptionMatches {
            option,
            splat: false,
            control,
        } = &last.op
        else {
            return None;
        };
        let decides = last.result == *test && uses[test.0 as usize] == 1;
        let items = self.literals.get(&control.temp)?;
        let choices = self.choices(option.temp)?;
        if !decides || choices.len() != items.len() || items.is_empty() {
            return None;
        }
        let mut pairs = Vec::new();
        self.expand(Choice::Temp(option.temp), control.temp, &mut pairs)?;
        Some(pairs)
    }
}

/// The pairs that take the place of the last operation of each block.
type Plans = Vec<Option<Vec<(Choice, Temp)>>>;

fn plans(function: &Function) -> Plans {
    let is_match = |inst: &Inst| matches!(inst.op, Op::OptionMatches { .. });
    let mut blocks = function.blocks.iter();
    if !blocks.any(|block| block.insts.last().is_some_and(is_match)) {
        return Vec::new();
    }
    let (arrays, uses) = (Arrays::of(function), function.use_counts());
    let blocks = function.blocks.iter();
    blocks.map(|block| arrays.pairs(block, &uses)).collect()
}

/// Replaces the matches of a function.
pub(super) fn run(function: &mut Function) {
    let plans = plans(function);
    if plans.iter().any(Option::is_some) {
        split(function, plans);
    }
}

/// Replaces the last operation of each block with a plan by matches of pairs, in blocks that follow.
fn split(function: &mut Function, plans: Plans) {
    let mut next = 0;
    let starts: Vec<BlockId> = plans
        .iter()
        .map(|plan| {
            let start = BlockId(next);
            next += plan.as_ref().map_or(1, Vec::len) as u32;
            start
        })
        .collect();
    let mut made = Made {
        temps: &mut function.temps,
        constants: &mut function.constants,
    };
    let mut blocks = Vec::with_capacity(next as usize);
    for (mut block, plan) in std::mem::take(&mut function.blocks).into_iter().zip(plans) {
        match &mut block.terminator {
            Terminator::Jump(to, _) => *to = starts[to.0 as usize],
            Terminator::Branch(_, yes, no) => {
                (*yes, *no) = (starts[yes.0 as usize], starts[no.0 as usize]);
            }
            Terminator::Return(_) | Terminator::Leave(..) | Terminator::Unreachable => {}
        }
        match plan {
            Some(pairs) => made.matches(block, pairs, &mut blocks),
            None => blocks.push(block),
        }
    }
    function.blocks = blocks;
}

/// The tables of a function to which new temps and constants are added.
struct Made<'f> {
    temps: &'f mut Vec<Ty>,
    constants: &'f mut Vec<Constant>,
}

impl Made<'_> {
    fn temp(&mut self, ty: Ty) -> Temp {
        self.temps.push(ty);
        Temp(self.temps.len() as u32 - 1)
    }

    /// Adds a block and those that follow it: each matches one pair.
    fn matches(&mut self, first: Block, pairs: Vec<(Choice, Temp)>, blocks: &mut Vec<Block>) {
        let mut block = first;
        let Some(Inst {
            op: Op::OptionMatches {
                option, control, ..
            },
            at,
            site,
            ..
        }) = block.insts.pop()
        else {
            unreachable!("a plan is for a match");
        };
        let Terminator::Branch(_, yes, no) = block.terminator else {
            unreachable!("a plan is for a match that decides");
        };
        let last = pairs.len() - 1;
        for (index, (choice, item)) in pairs.into_iter().enumerate() {
            let temp = match choice {
                Choice::Temp(temp) => temp,
                Choice::Constant(constant) => {
                    let result = self.temp(constant.ty());
                    let op = Op::Const(self.constants.len() as u32);
                    self.constants.push(constant);
                    let at = option.at;
                    block.insts.push(Inst {
                        op,
                        result,
                        at,
                        site,
                    });
                    result
                }
            };
            let result = self.temp(Ty::Boolean);
            let op = Op::OptionMatches {
                option: Use {
                    temp,
                    at: option.at,
                },
                splat: false,
                control: Use {
                    temp: item,
                    at: control.at,
                },
            };
            block.insts.push(Inst {
                op,
                result,
                at,
                site,
            });
            let next = BlockId(blocks.len() as u32 + 1);
            let matched = if index == last { yes } else { next };
            block.terminator = Terminator::Branch(result, matched, no);
            let following = Block {
                parameters: Vec::new(),
                insts: Vec::new(),
                terminator: Terminator::Unreachable,
            };
            blocks.push(std::mem::replace(&mut block, following));
        }
    }
}
