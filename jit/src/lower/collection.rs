//! Lowers literals of arrays and hashes: those of few items are made by inline code.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use mir::{Inst, Op, Temp, Ty, Use};
use runtime::value::{Array, Hash};
use runtime::{Cx, Heap, Value, frozen};

use super::{Lowering, TRUSTED, Val};
use crate::abi::{self, Helper};

/// Arrays of more items are made by a helper.
const LEN_MAX: usize = 8;
/// Hashes of more entries are made by a helper.
const ENTRIES_MAX: usize = 64;
const HEAP: i32 = std::mem::offset_of!(Cx<'static>, heap) as i32;
const NEXT: i32 = Heap::NEXT_AT as i32;
const END: i32 = Heap::END_AT as i32;
const HEADER: i32 = size_of::<Array<'static>>() as i32;
// length and kind are written as one word, length and version as well
const _: () = assert!(Array::KIND_AT == Array::LEN_AT + 4);
const _: () = assert!(Hash::INDEX_AT == Hash::LEN_AT + 8);
const _: () = assert!(size_of::<Hash<'static>>() == size_of::<Array<'static>>());

/// Memory that has just been taken from the heap, the block that runs if the heap's current chunk
/// is too small, and the block where both paths meet.
struct Fresh {
    start: ir::Value,
    slow: ir::Block,
    done: ir::Block,
    result: ir::Value,
}

impl Lowering<'_, '_, '_, '_, '_> {
    /// Lowers `[a, b]`.
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
        let fresh = self.fresh(i64::from(HEADER) + bytes * items.len() as i64);
        let start = fresh.start;
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
        self.b.ins().jump(fresh.done, &[start.into()]);
        self.b.switch_to_block(fresh.slow);
        let made = self.array_by_helper(items);
        self.made(&fresh, made, abi::ARRAY)
    }

    /// Takes memory from the heap, and continues in the block that runs if there was enough.
    fn fresh(&mut self, size: i64) -> Fresh {
        let heap = self.b.ins().load(types::I64, TRUSTED, self.cx, HEAP);
        let next = self.b.ins().load(types::I64, TRUSTED, heap, NEXT);
        let end = self.b.ins().load(types::I64, TRUSTED, heap, END);
        let seven = self.int(7);
        let start = self.b.ins().iadd(next, seven);
        let mask = self.int(!7);
        let start = self.b.ins().band(start, mask);
        let size = self.int(size);
        let after = self.b.ins().iadd(start, size);
        let fits = self
            .b
            .ins()
            .icmp(IntCC::UnsignedLessThanOrEqual, after, end);
        let (fast, slow) = (self.b.create_block(), self.cold());
        let done = self.b.create_block();
        let result = self.b.append_block_param(done, types::I64);
        self.b.ins().brif(fits, fast, &[], slow, &[]);
        self.b.switch_to_block(fast);
        self.b.ins().store(TRUSTED, after, heap, NEXT);
        Fresh {
            start,
            slow,
            done,
            result,
        }
    }

    /// Joins two paths that make a value. Returns the value in fresh memory, or `elsewhere`, the
    /// result of the current block.
    fn made(&mut self, fresh: &Fresh, elsewhere: Val, tag: u64) -> Val {
        let (_, made) = self.boxed(elsewhere);
        self.b.ins().jump(fresh.done, &[made.into()]);
        self.b.switch_to_block(fresh.done);
        Val::Boxed(self.int(tag as i64), fresh.result)
    }

    /// Lowers `{ key => value }`.
    pub(super) fn hash(&mut self, entries: &[(Use, Use)]) -> Val {
        let Some(index) = self.shape(entries) else {
            return self.hash_by_helper(entries);
        };
        let size = i64::from(HEADER) + 32 * entries.len() as i64;
        let fresh = self.fresh(size);
        let start = fresh.start;
        let header = self.int(i64::from(HEADER));
        let first = self.b.ins().iadd(start, header);
        let len = self.int(entries.len() as i64);
        let index = self.int(index as i64);
        for (at, word) in [
            (Hash::ENTRIES_AT, first),
            (Hash::LEN_AT, len),
            (Hash::INDEX_AT, index),
        ] {
            self.b.ins().store(TRUSTED, word, start, at as i32);
        }
        for (index, (key, value)) in entries.iter().enumerate() {
            let place = HEADER + index as i32 * 32;
            let (key, value) = (self.get(key.temp), self.get(value.temp));
            self.store(key, start, place);
            self.store(value, start, place + 16);
        }
        self.b.ins().jump(fresh.done, &[start.into()]);
        self.b.switch_to_block(fresh.slow);
        let made = self.hash_by_helper(entries);
        self.made(&fresh, made, abi::HASH)
    }

    pub(super) fn hash_by_helper(&mut self, entries: &[(Use, Use)]) -> Val {
        let flat: Vec<Temp> = entries
            .iter()
            .flat_map(|(key, value)| [key.temp, value.temp])
            .collect();
        let room = self.stored(flat.into_iter());
        self.hash_in(room, entries.len())
    }

    /// Makes a hash of a few keys, which are different texts, and their values.
    pub(super) fn hash_of_values(&mut self, entries: &[(Val, Val)]) -> Val {
        let size = i64::from(HEADER) + 32 * entries.len() as i64;
        let fresh = self.fresh(size);
        let header = self.int(i64::from(HEADER));
        let first = self.b.ins().iadd(fresh.start, header);
        let (len, no_index) = (self.int(entries.len() as i64), self.int(0));
        for (at, word) in [
            (Hash::ENTRIES_AT, first),
            (Hash::LEN_AT, len),
            (Hash::INDEX_AT, no_index),
        ] {
            self.b.ins().store(TRUSTED, word, fresh.start, at as i32);
        }
        for (index, (key, value)) in entries.iter().enumerate() {
            let place = HEADER + index as i32 * 32;
            self.store(*key, fresh.start, place);
            self.store(*value, fresh.start, place + 16);
        }
        self.b.ins().jump(fresh.done, &[fresh.start.into()]);
        self.b.switch_to_block(fresh.slow);
        let flat: Vec<Val> = entries.iter().flat_map(|(k, v)| [*k, *v]).collect();
        let room = self.stored_values(&flat);
        let made = self.hash_in(room, entries.len());
        self.made(&fresh, made, abi::HASH)
    }

    /// Makes a hash of keys and values in turn, which lie in memory.
    fn hash_in(&mut self, room: ir::Value, len: usize) -> Val {
        let len = self.int(len as i64);
        let result = self.call(Helper::Hash, &[self.cx, room, len]);
        self.unless_exceeded(result[0]);
        Val::Boxed(result[0], result[1])
    }

    /// Returns true if the keys are different constants.
    pub(super) fn has_distinct_keys(&self, entries: &[(Use, Use)]) -> bool {
        self.distinct_keys(entries).is_some()
    }

    /// Returns the keys of a hash, if they are different constants.
    fn distinct_keys(&self, entries: &[(Use, Use)]) -> Option<Vec<Value<'_>>> {
        let key = |(key, _): &(Use, Use)| match self.definition_of[key.temp.0 as usize] {
            Some(Inst {
                op: Op::Const(index),
                ..
            }) => Some(self.job.body.constants[*index as usize]),
            _ => None,
        };
        if entries.len() > ENTRIES_MAX {
            return None;
        }
        let keys = entries
            .iter()
            .map(key)
            .collect::<Option<Vec<Value<'_>>>>()?;
        let differs = |at: usize| keys[..at].iter().all(|other| !other.same(keys[at]));
        (0..keys.len()).all(differs).then_some(keys)
    }

    /// Returns the address of the shared index for a hash whose keys are different constants; 0 if
    /// it has few entries.
    fn shape(&self, entries: &[(Use, Use)]) -> Option<usize> {
        let keys = self.distinct_keys(entries)?;
        if keys.len() <= LEN_MAX {
            return Some(0);
        }
        let texts = keys
            .iter()
            .map(|key| key.as_str())
            .collect::<Option<Vec<&str>>>()?;
        Some(frozen::shape(&texts).address().unwrap_or(0))
    }

    pub(super) fn array_by_helper(&mut self, items: &[Temp]) -> Val {
        let room = self.stored(items.iter().copied());
        let len = self.int(items.len() as i64);
        let result = self.call(Helper::Array, &[self.cx, room, len]);
        self.unless_exceeded(result[0]);
        Val::Boxed(result[0], result[1])
    }
}
