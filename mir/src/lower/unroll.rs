//! Unrolls loops over the items of a short literal: the lambda is repeated for each item.

use super::inline::InlinedCall;
use super::{Lower, scan};
use crate::facts::{self, Iteration};
use crate::ir::{BlockId, Constant, Kind, Temp, Terminator, Use};
use crate::op::{Item, Op};
use crate::ranges::{self, Range};

/// The items of a literal for which the lambda is repeated.
const ITEMS_MAX: usize = 8;
/// The greatest number of operations that unrolling may produce.
const OPERATIONS_MAX: usize = 80;
/// The items of a literal that is searched: most searches end early.
const SEARCHED_MAX: usize = 32;
/// The greatest number of operations that unrolling a search may produce.
const SEARCHED_OPERATIONS_MAX: usize = 128;
/// The number of operations before the call that are searched for its literal.
const RECENT: usize = 100;

impl Lower {
    /// Returns the items for which the lambda is repeated: those of a short literal array or range,
    /// in code that runs repeatedly.
    pub(super) fn unrolled(
        &mut self,
        call: &InlinedCall<'_>,
        given: Temp,
        iteration: Iteration,
    ) -> Option<Vec<Temp>> {
        let builder = self.builder();
        let repeats = !builder.inlined.is_empty()
            || matches!(builder.function.kind, Kind::Function | Kind::Lambda);
        let (items_max, operations_max) = match iteration {
            Iteration::Reduce | Iteration::Map | Iteration::Each | Iteration::Filter => {
                (ITEMS_MAX, OPERATIONS_MAX)
            }
            Iteration::Any | Iteration::All => (SEARCHED_MAX, SEARCHED_OPERATIONS_MAX),
            _ => return None,
        };
        if !repeats || iteration != Iteration::Reduce && call.lambda.parameters.len() != 1 {
            return None;
        }
        // `each` returns the value that it iterates over
        let reversed = match iteration {
            Iteration::Each => None,
            _ => self.reversed(given),
        };
        let over = reversed.unwrap_or(given);
        let builder = self.builder();
        let blocks = builder.function.blocks.iter().rev();
        let recent = blocks.flat_map(|b| b.insts.iter().rev()).take(RECENT);
        let literal = recent.into_iter().find(|i| i.result == over)?;
        let size = scan::operations(call.lambda.body);
        let fits = |items: usize| {
            (1..=items_max).contains(&items) && items.saturating_mul(size) <= operations_max
        };
        let mut items: Vec<Temp> = match &literal.op {
            Op::Array(items) if fits(items.len()) && items.iter().all(|item| !item.splat) => {
                items.iter().map(|item| item.value.temp).collect()
            }
            Op::TypeExpr(inner) => {
                let Range { min, max } = ranges::of_literal(&builder.function, *inner)?;
                let more = usize::try_from(max.checked_sub(min)?).ok()?;
                let numbers = fits(more.saturating_add(1)).then_some(min..=max)?;
                numbers
                    .map(|number| self.constant(Constant::Integer(number), call.at))
                    .collect()
            }
            Op::Const(index) => match &builder.function.constants[*index as usize] {
                Constant::Array(items) if fits(items.len()) => {
                    let items = items.clone();
                    let items = items.into_iter();
                    items.map(|i| self.constant(i, call.at)).collect()
                }
                _ => return None,
            },
            _ => return None,
        };
        if reversed.is_some() {
            items.reverse();
            let builder = self.builder();
            let block = &mut builder.function.blocks[builder.current.0 as usize];
            block.insts.retain(|inst| inst.result != given);
        }
        Some(items)
    }

    /// Returns the array of which a temp is the reversed iterator, if nothing else uses the
    /// iterator.
    fn reversed(&mut self, iterator: Temp) -> Option<Temp> {
        if !self.is_fresh(iterator) {
            return None;
        }
        match self.maker(iterator)? {
            Op::Call {
                name, arguments, ..
            } if facts::of(name.as_str()).iteration == Some(Iteration::ReverseEach) => {
                let (name, over) = (*name, arguments.first()?.value.temp);
                (!self.is_replaced(name.as_str())).then_some(over)
            }
            _ => None,
        }
    }

    /// Lowers one round for an item. The value of `break` goes to `done`.
    fn unroll_round(
        &mut self,
        call: &InlinedCall<'_>,
        given: &[Temp],
        on_break: Temp,
        done: BlockId,
    ) -> Temp {
        let before = self.begin_matches(call.at);
        let stop = self.builder().block();
        let value = self.inline_body(call, given, Some(stop));
        let behind = self.builder().current;
        self.builder().current = stop;
        self.end_matches(before, call.at);
        self.builder().jump(done, Some(on_break));
        self.builder().current = behind;
        value
    }

    pub(super) fn unroll_reduce(
        &mut self,
        call: &InlinedCall<'_>,
        items: &[Temp],
        memo: Option<Temp>,
    ) -> Temp {
        let done = self.builder().block();
        let (mut memo, rest) = match memo {
            Some(memo) => (memo, items),
            None => (items[0], &items[1..]),
        };
        let mut results = Vec::new();
        for item in rest {
            results.push(memo);
            memo = self.unroll_round(call, &[memo, *item], memo, done);
        }
        results.push(memo);
        let builder = self.builder();
        builder.jump(done, Some(memo));
        builder.current = done;
        builder.join(done, &results)
    }

    /// Lowers `each` and `map`.
    pub(super) fn unroll_each(
        &mut self,
        call: &InlinedCall<'_>,
        items: &[Temp],
        over: Temp,
        iteration: Iteration,
    ) -> Temp {
        let at = call.at;
        let done = self.builder().block();
        let mut values: Vec<Item> = Vec::new();
        for item in items {
            let on_break = match iteration {
                Iteration::Map => self.emit(Op::Array(values.as_slice().into()), at),
                _ => over,
            };
            let temp = self.unroll_round(call, &[*item], on_break, done);
            values.push(Item {
                value: Use { temp, at },
                splat: false,
            });
        }
        let result = match iteration {
            Iteration::Map => self.emit(Op::Array(values.into()), at),
            _ => over,
        };
        let builder = self.builder();
        builder.jump(done, Some(result));
        builder.current = done;
        builder.join(done, &[result])
    }

    /// Lowers `filter`.
    pub(super) fn unroll_filter(&mut self, call: &InlinedCall<'_>, items: &[Temp]) -> Temp {
        let at = call.at;
        let list = self.emit(Op::ListBegin(None), at);
        let stop = self.builder().block();
        for item in items {
            let value = self.inline_body(call, &[*item], Some(stop));
            let builder = self.builder();
            let (keep, next) = (builder.block(), builder.block());
            builder.end(Terminator::Branch(value, keep, next));
            builder.current = keep;
            self.emit(Op::ListPush { list, value: *item }, at);
            let builder = self.builder();
            builder.jump(next, None);
            builder.current = next;
        }
        let builder = self.builder();
        builder.jump(stop, None);
        builder.current = stop;
        self.emit(Op::ListEnd { list, kept: None }, at)
    }

    /// Lowers `any` and `all`.
    pub(super) fn unroll_search(
        &mut self,
        call: &InlinedCall<'_>,
        items: &[Temp],
        iteration: Iteration,
    ) -> Temp {
        let (at, ends_at) = (call.at, iteration == Iteration::Any);
        let (stop, done) = (self.builder().block(), self.builder().block());
        for item in items {
            let value = self.inline_body(call, &[*item], None);
            let builder = self.builder();
            let next = builder.block();
            let (yes, no) = if ends_at { (stop, next) } else { (next, stop) };
            builder.end(Terminator::Branch(value, yes, no));
            builder.current = next;
        }
        let exhausted = self.constant(Constant::Boolean(!ends_at), at);
        self.builder().jump(done, Some(exhausted));
        self.builder().current = stop;
        let found = self.constant(Constant::Boolean(ends_at), at);
        let builder = self.builder();
        builder.jump(done, Some(found));
        builder.current = done;
        builder.join(done, &[found, exhausted])
    }
}
