//! Inlining: selects small functions that are lowered in place of their calls (placed), and lowers
//! them.

use cranelift_codegen::ir::InstBuilder;
use mir::op::Item;
use mir::ranges::{Range, ranges};
use mir::{BlockId, Function, Inst, Temp, Ty};
use runtime::frame::Body;

use super::record::Record;
use super::{Job, Lowering, Rep, Shape, Val};
use crate::plan::{Target, has_loop};

/// The greatest number of operations of a placed function.
const SIZE_MAX: usize = 20;
/// The greatest nesting depth of placed functions.
const DEPTH_MAX: usize = 3;
/// The greatest number of copies of a function that calls others.
const COPIES_MAX: usize = 2;
/// The greatest number of operations of all functions placed in one function.
const TOTAL_MAX: usize = 60;

/// The greatest number of operations of a function that is placed because a record is passed to it
/// or it returns one; the next constant bounds all functions in that case. The bounds are higher
/// because half of these operations are keys and reads of keys, for which no code is emitted.
const RECORD_SIZE_MAX: usize = 100;
const RECORD_TOTAL_MAX: usize = 300;

/// The result of a placed function.
pub(super) enum Placement<'h> {
    Value(Val),
    Record(Record<'h>),
}

/// The functions placed so far in another function.
#[derive(Default)]
pub(super) struct Placed<'h> {
    /// The functions that are being placed, the outermost first.
    around: Vec<&'h Body<'h>>,
    /// The greatest number of copies of the innermost function.
    copies: usize,
    /// The number of operations of all placed functions.
    total: usize,
}

/// Returns the number of operations of a function without loops, if it is at most `max`.
fn size(function: &Function, max: usize) -> Option<usize> {
    let insts = function.blocks.iter().flat_map(|b| &b.insts);
    let size = insts.count();
    (size <= max && !has_loop(function)).then_some(size)
}

impl<'h> Lowering<'_, '_, 'h, '_, '_> {
    /// Places the function of a call here if that is worth it, and returns the value of the call.
    /// `values` are the values of its parameters.
    // Long because it sets up, lowers and ends the body of the callee in one place.
    pub(super) fn placed_call(
        &mut self,
        inst: &Inst,
        target: &Target<'h>,
        key: &[Ty],
        (arguments, taken): (&[Item], &[bool]),
        values: &[Val],
    ) -> Option<Placement<'h>> {
        let gives_record = self.is_record(inst.result);
        let size = self.can_place(target.body, gives_record || taken.contains(&true))?;
        let (types, mut known) = self.link.inferred(target, key)?;
        let temps = &target.body.mir.blocks[0].parameters;
        let given = target.given(key);
        for (temp, range) in &mut known {
            let at = temps.iter().position(|t| t == temp)?;
            if let Some(argument) = arguments.get(at) {
                *range = self.common_range(*range, argument.value.temp);
            }
        }
        let ranges = ranges(target.body.mir, &types, BlockId(0), &given, &known);
        let rep = Rep::of(self.job.types.of(inst.result));
        let job = Job {
            body: target.body,
            types: &types,
            ranges: &ranges,
            shape: Shape::Placed,
            entry: BlockId(0),
            given: &given,
            result: rep,
        };
        let one = self.int(1);
        let (frame, depth) = (self.int(0), self.b.ins().iadd(self.depth, one));
        let (failed, exit) = (self.cold(), self.b.create_block());
        let records = self.given_records(temps, arguments, taken);
        let keys = gives_record.then(|| self.link.result_keys(inst)).flatten();
        let context = (self.cx, frame, depth);
        let mut inner = Lowering::new(self.b, &job, self.link, context, failed);
        if inner.is_heavy() {
            return None;
        }
        inner.exit = Some(exit);
        inner.room = self.room;
        inner.placed = std::mem::take(&mut self.placed);
        let copies = inner.placed.copies;
        inner.placed.around.push(target.body);
        inner.placed.copies = copies.max(1) * self.calls;
        inner.placed.total += size;
        inner.check_depth();
        inner.return_record_with(keys);
        let keys_given: Vec<_> = records.iter().map(|(t, r)| (*t, r.keys.clone())).collect();
        inner.find_records(&keys_given);
        let joined = inner.begin_exit();
        for ((temp, _), value) in given.iter().zip(values) {
            inner.define(*temp, *value);
        }
        inner.take_records(records);
        inner.begin();
        inner.body();
        inner.raise_at_block();
        let (mut placed, room) = (std::mem::take(&mut inner.placed), inner.room);
        let returned = joined.or_else(|| inner.take_returned());
        placed.around.pop();
        placed.copies = copies;
        (self.placed, self.room) = (placed, room);
        self.call_raised(inst, failed);
        if let Some(record) = returned {
            self.b.switch_to_block(exit);
            return Some(Placement::Record(record));
        }
        let words = rep.types().iter();
        let parts: Vec<_> = words
            .map(|ty| self.b.append_block_param(exit, *ty))
            .collect();
        self.b.switch_to_block(exit);
        Some(Placement::Value(Val::of(rep, &parts)))
    }

    /// Returns the number of operations of a function if it may be placed here.
    fn can_place(&self, body: &'h Body<'h>, passes_records: bool) -> Option<usize> {
        let (size_max, total_max) = match passes_records {
            true => (RECORD_SIZE_MAX, RECORD_TOTAL_MAX),
            false => (SIZE_MAX, TOTAL_MAX),
        };
        let size = size(body.mir, size_max)?;
        let placed = &self.placed;
        let is_around = placed.around.iter().any(|b| std::ptr::eq(*b, body));
        let fits = placed.around.len() < DEPTH_MAX && placed.total + size <= total_max;
        let copies = placed.copies.max(1) * self.calls;
        let is_rare = passes_records || copies <= COPIES_MAX || self.link.calls(body.mir) == 0;
        (fits && !is_around && is_rare).then_some(size)
    }

    /// Returns true if a function that takes or returns a record is small enough to be placed.
    pub(super) fn is_small(&self, target: &Target<'h>) -> bool {
        let is_own = std::ptr::eq(target.body, self.job.body);
        !is_own && size(target.body.mir, RECORD_SIZE_MAX).is_some()
    }

    /// Returns the bounds that hold for a temp both by a range and by its own facts.
    fn common_range(&self, range: Range, temp: Temp) -> Range {
        match self.job.types.of(temp) {
            Some(Ty::Integer) => range.common(self.job.ranges.of(temp)),
            _ => range,
        }
    }
}
