//! Arrays of few items, made in place.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, types};
use mir::{Temp, Ty};
use runtime::value::Array;
use runtime::{Cx, Heap};

use super::{Lowering, TRUSTED, Val};
use crate::abi::{self, Helper};

/// Arrays of more items are made by a helper.
const LEN_MAX: usize = 8;
const HEAP: i32 = std::mem::offset_of!(Cx<'static>, heap) as i32;
const NEXT: i32 = Heap::NEXT_AT as i32;
const END: i32 = Heap::END_AT as i32;
const HEADER: i32 = size_of::<Array<'static>>() as i32;
// length and kind are written as one word
const _: () = assert!(Array::KIND_AT == Array::LEN_AT + 4);

impl Lowering<'_, '_, '_, '_, '_> {
    /// `[a, b]`
    pub(super) fn array(&mut self, items: &[Temp]) -> Val {
        if items.is_empty() || items.len() > LEN_MAX {
            return self.array_by_helper(items);
        }
        let all = |cx: &Self, ty| items.iter().all(|item| cx.job.types.of(*item) == Some(ty));
        // 0 for Values, as `Array::KIND_AT` says
        let kind: i64 = match () {
            () if all(self, Ty::Integer) => 1,
            () if all(self, Ty::Float) => 2,
            () => 0,
        };
        let bytes = if kind == 0 { 16 } else { 8 };
        let size = i64::from(HEADER) + bytes * items.len() as i64;
        let heap = self.b.ins().load(types::I64, TRUSTED, self.cx, HEAP);
        let next = self.b.ins().load(types::I64, TRUSTED, heap, NEXT);
        let end = self.b.ins().load(types::I64, TRUSTED, heap, END);
        let seven = self.int(7);
        let start = self.b.ins().iadd(next, seven);
        let mask = self.int(!7);
        let start = self.b.ins().band(start, mask);
        let size = self.int(size);
        let behind = self.b.ins().iadd(start, size);
        let fits = self
            .b
            .ins()
            .icmp(IntCC::UnsignedLessThanOrEqual, behind, end);
        let (fast, slow) = (self.b.create_block(), self.cold());
        let done = self.b.create_block();
        let result = self.b.append_block_param(done, types::I64);
        self.b.ins().brif(fits, fast, &[], slow, &[]);

        self.b.switch_to_block(fast);
        self.b.ins().store(TRUSTED, behind, heap, NEXT);
        let header = self.int(i64::from(HEADER));
        let first = self.b.ins().iadd(start, header);
        let at = |offset: usize| offset as i32;
        self.b
            .ins()
            .store(TRUSTED, first, start, at(Array::ITEMS_AT));
        let word = self.int(items.len() as i64 | kind << 32);
        self.b.ins().store(TRUSTED, word, start, at(Array::LEN_AT));
        let none = self.int(0);
        self.b
            .ins()
            .store(TRUSTED, none, start, at(Array::STORAGE_AT));
        for (index, item) in items.iter().enumerate() {
            let place = HEADER + index as i32 * bytes as i32;
            match (kind, self.get(*item)) {
                (1 | 2, Val::Int(v) | Val::Float(v)) => {
                    self.b.ins().store(TRUSTED, v, start, place);
                }
                (_, value) => self.store(value, start, place),
            }
        }
        self.b.ins().jump(done, &[start.into()]);

        self.b.switch_to_block(slow);
        let Val::Boxed(_, made) = self.array_by_helper(items) else {
            unreachable!("an array is boxed");
        };
        self.b.ins().jump(done, &[made.into()]);
        self.b.switch_to_block(done);
        Val::Boxed(self.int(abi::ARRAY as i64), result)
    }

    fn array_by_helper(&mut self, items: &[Temp]) -> Val {
        let room = self.stored(items.iter().copied());
        let len = self.int(items.len() as i64);
        let result = self.call(Helper::Array, &[self.cx, room, len]);
        self.unless_raised(result[0]);
        Val::Boxed(result[0], result[1])
    }
}
