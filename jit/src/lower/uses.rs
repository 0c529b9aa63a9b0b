//! Analyses how a body makes and uses values, before it is lowered.

use frontend::ast::BinaryOp;
use mir::facts::{self, Iteration};
use mir::infer::Types;
use mir::op::{Item, Yields};
use mir::ranges;
use mir::{BlockId, Constant, Function, Inst, Op, Temp, Terminator, Ty};

use super::Rep;

/// Finds the temps that are used only as options, or as the right side of `=~` and `!~`.
pub(super) fn only_matched(function: &Function) -> Vec<bool> {
    let mut only = vec![true; function.temps.len()];
    for block in &function.blocks {
        for inst in &block.insts {
            let matched = match &inst.op {
                Op::Binary {
                    op: BinaryOp::Match | BinaryOp::NotMatch,
                    right,
                    ..
                } => Some(right.temp),
                Op::OptionMatches {
                    option,
                    splat: false,
                    ..
                } => Some(option.temp),
                _ => None,
            };
            inst.op
                .operands(&mut |t| only[t.0 as usize] &= matched == Some(t));
        }
        block
            .terminator
            .operands(&mut |t| only[t.0 as usize] = false);
    }
    only
}

/// Finds the ranges, and the loops over them, for which the two ends are sufficient: literals
/// `Integer[min, max]` that are used only by loops, none of which needs the type as a value.
pub(super) fn bare_ranges(
    function: &Function,
    types: &Types,
    definition_of: &[Option<&Inst>],
) -> Vec<bool> {
    let is_range = |temp: Temp| types.of(temp) == Some(Ty::Range);
    let is_literal = |inst: &Inst| match &inst.op {
        Op::Access { left, keys } => {
            let plain = |key: &Item| !key.splat && types.of(key.value.temp) == Some(Ty::Integer);
            keys.len() == 2
                && keys.iter().all(plain)
                && makes_integer_type(definition_of, left.temp)
        }
        Op::TypeExpr(inner) => ranges::of_literal(function, *inner).is_some(),
        _ => false,
    };
    // the value that each loop iterates over
    let over = |inst: &Inst| match &inst.op {
        Op::IterBegin { arguments, .. } => arguments.first().map(|over| over.temp),
        _ => None,
    };
    let mut bare: Vec<bool> = (0..function.temps.len() as u32)
        .map(|temp| {
            let by = definition_of[temp as usize];
            is_range(Temp(temp)) && by.is_some_and(|by| is_literal(by) || over(by).is_some())
        })
        .collect();
    for block in &function.blocks {
        for inst in &block.insts {
            let counted = match &inst.op {
                Op::IterMore { iter, .. }
                | Op::IterKey { iter, .. }
                | Op::IterGet { iter, .. }
                | Op::ListKeep { iter, .. }
                | Op::IterEnd(iter)
                | Op::ListBegin(Some(iter)) => Some(*iter),
                Op::ListEnd { kept, .. } => kept.map(|(iter, _)| iter),
                _ => over(inst).filter(|_| is_range(inst.result)),
            };
            inst.op
                .operands(&mut |t| bare[t.0 as usize] &= counted == Some(t));
        }
        block
            .terminator
            .operands(&mut |t| bare[t.0 as usize] = false);
    }
    // a loop needs only the two ends if its range does; the loop's operation follows the range
    let loops = || {
        let insts = function.blocks.iter().flat_map(|b| &b.insts);
        insts.filter_map(|inst| over(inst).map(|over| (inst.result.0 as usize, over.0 as usize)))
    };
    for (each, over) in loops() {
        bare[over] &= bare[each];
    }
    for (each, over) in loops() {
        bare[each] &= bare[over];
    }
    bare
}

/// Returns true if a temp is the type `Integer`.
pub(super) fn makes_integer_type(definition_of: &[Option<&Inst>], temp: Temp) -> bool {
    let definition_of = definition_of[temp.0 as usize].map(|inst| &inst.op);
    matches!(definition_of, Some(Op::TypeName(name)) if name.as_str() == "Integer")
}

/// Returns true if a temp is the number of a list in which a loop collects results.
pub(super) fn is_list(function: &Function, temp: Temp) -> bool {
    let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
    insts.any(|inst| match &inst.op {
        Op::ListPush { list, .. } | Op::ListKeep { list, .. } => *list == temp,
        _ => false,
    })
}

/// The greatest number of entries of a literal that are added one by one.
const ADDED_MAX: usize = 8;

/// The greatest number of items of a literal that an Integer is compared with one by one.
const COMPARED_MAX: usize = 16;

/// Finds the values that are not made where they are defined: literals of one item or few entries
/// that are only added to a value that may be an Array or a Hash, literals of few items that are
/// only searched for an Integer, and reversed arrays that only a loop iterates over.
pub(super) fn deferred(function: &Function, types: &Types) -> Vec<bool> {
    let uses = function.use_counts();
    let mut deferred = vec![false; function.temps.len()];
    for pair in function.blocks.iter().flat_map(|b| b.insts.windows(2)) {
        let [literal, sum] = pair else { continue };
        let is_entry = match &literal.op {
            Op::Hash(entries) => (1..=ADDED_MAX).contains(&entries.len()),
            Op::Array(items) => items.len() == 1 && !items[0].splat,
            _ => false,
        };
        let is_looked_in = match (&literal.op, &sum.op) {
            (
                Op::Array(items),
                Op::Binary {
                    op: BinaryOp::In,
                    left,
                    ..
                },
            ) => {
                types.of(left.temp) == Some(Ty::Integer)
                    && (1..=COMPARED_MAX).contains(&items.len())
                    && items.iter().all(|item| !item.splat)
            }
            _ => false,
        };
        let is_sum = match &sum.op {
            Op::Binary {
                op: BinaryOp::Plus,
                left,
                right,
            } => {
                right.temp == literal.result
                    && left.temp != literal.result
                    && Rep::of(types.of(left.temp)) == Rep::Boxed
                    && types.of(left.temp).is_some()
            }
            _ => false,
        };
        let once = uses[literal.result.0 as usize] == 1;
        deferred[literal.result.0 as usize] = once
            && (is_entry && is_sum || is_looked_in || is_reversal(function, types, literal, sum));
    }
    deferred
}

/// Returns true if an operation is `reverse_each` of an array, and only the next operation iterates
/// over its result, by a lambda that accepts any values.
fn is_reversal(function: &Function, types: &Types, inst: &Inst, next: &Inst) -> bool {
    let (
        Op::Call {
            name,
            arguments,
            block: None,
            ..
        },
        Op::IterBegin {
            name: by,
            arguments: over,
            lambda,
            yields: Yields::Element,
            fresh: true,
            ..
        },
    ) = (&inst.op, &next.op)
    else {
        return false;
    };
    let is_array = |temp: Temp| types.of(temp).is_some_and(Ty::is_array);
    let by = facts::of(by.as_str());
    !types.replaced
        && facts::of(name.as_str()).iteration == Some(Iteration::ReverseEach)
        && !(by.makes_iterable() || by.takes_collections())
        && matches!(&arguments[..], [array] if !array.splat && is_array(array.value.temp))
        && over[0].temp == inst.result
        && function.inner[lambda.0 as usize].takes_any()
}

/// A row of options that are texts and that are compared with one value, one after another.
pub(super) struct Texts {
    /// The value that is compared.
    pub control: Temp,
    /// The results of the tests, and the constants of their options.
    pub tests: Vec<(Temp, usize)>,
}

/// Finds the rows of at least `least` options that are texts.
pub(super) fn rows_of_texts(
    function: &Function,
    definition_of: &[Option<&Inst>],
    least: usize,
) -> Vec<Texts> {
    let mut entered = vec![0u32; function.blocks.len()];
    for block in &function.blocks {
        match &block.terminator {
            Terminator::Jump(to, _) => entered[to.0 as usize] += 1,
            Terminator::Branch(_, yes, no) => {
                entered[yes.0 as usize] += 1;
                entered[no.0 as usize] += 1;
            }
            _ => {}
        }
    }
    let mut seen = vec![false; function.blocks.len()];
    let mut rows = Vec::new();
    for start in 0..function.blocks.len() {
        let mut row: Option<Texts> = None;
        let mut next = Some(start);
        while let Some(at) = next.filter(|at| !seen[*at]) {
            let Some((control, result, option, no)) = test_of(function, at) else {
                break;
            };
            let row = row.get_or_insert(Texts {
                control,
                tests: Vec::new(),
            });
            if control != row.control {
                break;
            }
            seen[at] = true;
            if let Some(Op::Const(index)) = definition_of[option.0 as usize].map(|inst| &inst.op)
                && let Constant::String(_) = &function.constants[*index as usize]
            {
                row.tests.push((result, *index as usize));
            }
            next = (entered[no.0 as usize] == 1).then_some(no.0 as usize);
        }
        rows.extend(row.filter(|row| row.tests.len() >= least));
    }
    rows
}

/// Returns the test of an option that ends a block: the value, the result, the option, and the
/// block for a value that does not match.
fn test_of(function: &Function, at: usize) -> Option<(Temp, Temp, Temp, BlockId)> {
    let block = &function.blocks[at];
    let Terminator::Branch(test, _, no) = &block.terminator else {
        return None;
    };
    match block.insts.last() {
        Some(Inst {
            op:
                Op::OptionMatches {
                    option,
                    splat: false,
                    control,
                },
            result,
            ..
        }) if result == test => Some((control.temp, *result, option.temp, *no)),
        _ => None,
    }
}

/// Returns the instruction that defines each temp; `None` for parameters of blocks.
pub(super) fn definition_of(function: &Function) -> Vec<Option<&Inst>> {
    let mut definition_of = vec![None; function.temps.len()];
    for inst in function.blocks.iter().flat_map(|b| &b.insts) {
        definition_of[inst.result.0 as usize] = Some(inst);
    }
    definition_of
}
