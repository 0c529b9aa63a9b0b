//! Lowers loops over ranges, arrays and hashes, and access to elements.
// Long because each kind of collection has a loop of its own.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use mir::facts::{self, FunctionFacts};
use mir::op::Yields;
use mir::{Inst, Op, Temp, Ty};

use super::arithmetic::Fork;
use super::{Lowering, Rep, TRUSTED, Val};
use crate::abi::{self, Helper};
use runtime::interp::CHAIN_MIN;
use runtime::iterator::Iterator;
use runtime::limits;
use runtime::types::Type;
use runtime::value::{Array, ArrayBuilder, Hash, Str};

/// The flags of reads of memory that never changes, through a pointer that is valid wherever it is
/// defined.
const KNOWN: ir::MemFlagsData = TRUSTED.with_readonly().with_can_move();

const ARRAY_ITEMS: i32 = Array::ITEMS_AT as i32;
const ARRAY_LEN: i32 = Array::LEN_AT as i32;
const ARRAY_KIND: i32 = Array::KIND_AT as i32;
const ITERATOR_LEN: i32 = Iterator::LEN_AT as i32;
const ITERATOR_SOURCE: i32 = Iterator::SOURCE_AT as i32;
const ITERATOR_START: i32 = Iterator::START_AT as i32;
const ITERATOR_STRIDE: i32 = Iterator::STRIDE_AT as i32;
const ITERATOR_SEEN: i32 = Iterator::SEEN_AT as i32;
const TEXT_LEN: i32 = Str::LEN_AT as i32;
const TEXT_CHARS: i32 = Str::CHARS_AT as i32;
const LIST_ITEMS: i32 = ArrayBuilder::ITEMS_AT as i32;
const LIST_LEN: i32 = ArrayBuilder::LEN_AT as i32;
const LIST_CAPACITY: i32 = ArrayBuilder::CAPACITY_AT as i32;
const LIST_KIND: i32 = ArrayBuilder::KIND_AT as i32;
const HASH_ENTRIES: i32 = Hash::ENTRIES_AT as i32;
const HASH_LEN: i32 = Hash::LEN_AT as i32;
const HASH_INDEX: i32 = Hash::INDEX_AT as i32;

impl<'t> Lowering<'_, '_, '_, 't, '_> {
    fn index(&mut self, index: Temp) -> ir::Value {
        let value = self.get(index);
        self.boxed(value).1
    }

    /// Loads the ends of a range of Integers.
    fn ends(&mut self, range: ir::Value) -> (ir::Value, ir::Value) {
        let (min, max) = range_offsets();
        let min = self.b.ins().load(types::I64, KNOWN, range, min);
        let max = self.b.ins().load(types::I64, KNOWN, range, max);
        (min, max)
    }

    fn iterator_field(&mut self, iterator: ir::Value, at: usize) -> ir::Value {
        self.b.ins().load(types::I64, KNOWN, iterator, at as i32)
    }

    /// Returns the ends of the range that a loop iterates over.
    fn ends_of(&mut self, iter: Temp) -> (ir::Value, ir::Value) {
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        match self.is_unboxed_range[iter.0 as usize] {
            true => (tag, payload),
            false => self.ends(payload),
        }
    }

    /// Converts a range that is given at the entry to the representation that this code uses: its
    /// two ends, if the code reads nothing else of it.
    pub(super) fn unboxed_range(&mut self, temp: Temp, value: Val) -> Val {
        match value {
            Val::Boxed(_, payload) if self.is_unboxed_range[temp.0 as usize] => {
                let (min, max) = self.ends(payload);
                Val::Boxed(min, max)
            }
            _ => value,
        }
    }

    /// Lowers the start of a loop. Arrays, hashes and ascending ranges are iterated over without an
    /// iterator.
    // Long because it decides in one place which collections have which loop.
    pub(super) fn iter_begin(&mut self, inst: &Inst) -> Val {
        let Op::IterBegin {
            name,
            arguments,
            lambda,
            yields,
            fresh,
            ..
        } = &inst.op
        else {
            return self.interpret(inst);
        };
        let over = arguments[0].temp;
        let given: Vec<Temp> = arguments.iter().map(|argument| argument.temp).collect();
        if let Some(reversal) = self.definition_of[over.0 as usize]
            && self.is_deferred(over)
        {
            return self.begin_reversed(inst, reversal);
        }
        let value = self.get(over);
        let ty = self.job.types.of(over);
        let facts = facts::of(name.as_str());
        let Val::Boxed(tag, payload) = value else {
            return self.interpret(inst);
        };
        let counts = ty.is_some_and(Ty::counts);
        if counts && facts.takes_collections() || ty == Some(Ty::Strided) && !fresh {
            return self.interpret(inst);
        }
        let takes_any = self.job.body.mir.inner[lambda.0 as usize].takes_any();
        let is_own = takes_any && *fresh && *yields == Yields::Element;
        if facts.makes_iterable() {
            if !takes_any || counts || !facts.gives_iterator() {
                return self.interpret(inst);
            }
            let fork = self.fork(Rep::Boxed);
            self.own_elements(&fork, facts, &given, *fresh);
            return self.join(&fork, inst, Rep::Boxed);
        }
        let is_plain = ty.is_some_and(|ty| ty.is_array() || matches!(ty, Ty::Hash | Ty::Strided));
        if is_plain && takes_any || self.is_unboxed_range[over.0 as usize] {
            return value;
        }
        if ty == Some(Ty::Strided) {
            return self.interpret(inst);
        }
        let fork = self.fork(Rep::Boxed);
        if is_plain {
            let array = self
                .b
                .ins()
                .iconst(types::I8, i64::from(ty != Some(Ty::Hash)));
            self.slow_if_empty(array, payload, &fork);
            self.go(&fork, value, Rep::Boxed);
            return self.join(&fork, inst, Rep::Boxed);
        }
        match ty {
            Some(Ty::Range) => {
                let (min, max) = self.ends(payload);
                let empty = self.b.ins().icmp(IntCC::SignedGreaterThan, min, max);
                self.slow_if(empty, &fork);
            }
            _ => {
                let (array, hash) = (self.has_tag(tag, abi::ARRAY), self.has_tag(tag, abi::HASH));
                let either = self.b.ins().bor(array, hash);
                let (fine, other) = (self.b.create_block(), self.b.create_block());
                self.b.ins().brif(either, fine, &[], other, &[]);
                self.b.switch_to_block(other);
                match is_own {
                    true => self.own_elements(&fork, facts, &given, *fresh),
                    false => {
                        self.b.ins().jump(fork.slow, &[]);
                    }
                }
                self.b.switch_to_block(fine);
                if !takes_any {
                    self.slow_if_empty(array, payload, &fork);
                }
            }
        }
        self.go(&fork, value, Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Takes the slow path for an empty array or hash, because then no round evaluates the types of
    /// the parameters.
    fn slow_if_empty(&mut self, is_array: ir::Value, payload: ir::Value, fork: &Fork) {
        let (array, hash) = (
            self.int(i64::from(ARRAY_LEN)),
            self.int(i64::from(HASH_LEN)),
        );
        let at = self.b.ins().select(is_array, array, hash);
        let at = self.b.ins().iadd(payload, at);
        let len = self.b.ins().uload32(TRUSTED, at, 0);
        let zero = self.int(0);
        let is_empty = self.b.ins().icmp(IntCC::Equal, len, zero);
        self.slow_if(is_empty, fork);
    }

    /// Begins a loop over a reversed array. The reversal was deferred.
    fn begin_reversed(&mut self, inst: &Inst, reversal: &'t Inst) -> Val {
        let Op::Call {
            name, arguments, ..
        } = &reversal.op
        else {
            return self.interpret(inst);
        };
        let given: Vec<Temp> = arguments.iter().map(|item| item.value.temp).collect();
        let fork = self.fork(Rep::Boxed);
        self.own_elements(&fork, facts::of(name.as_str()), &given, false);
        self.b.switch_to_block(fork.slow);
        self.inst(reversal);
        self.join_here(&fork, inst, Rep::Boxed)
    }

    /// Continues with elements that no other code sees; otherwise takes the slow path.
    fn own_elements(
        &mut self,
        fork: &Fork,
        facts: &'static FunctionFacts,
        arguments: &[Temp],
        fresh: bool,
    ) {
        let room = self.stored(arguments.iter().copied());
        let facts = self.pointer(facts);
        let count = self.int(arguments.len() as i64);
        let fresh = self.int(i64::from(fresh));
        let begun = self.call(Helper::IterOwn, &[self.cx, facts, room, count, fresh]);
        let missed = self.has_tag(begun[0], abi::MISS);
        self.slow_if(missed, fork);
        self.unless_exceeded(begun[0]);
        self.go(fork, Val::Boxed(begun[0], begun[1]), Rep::Boxed);
    }

    /// Makes the hash of `group_by`: the elements of the collection, grouped by their results.
    pub(super) fn group(&mut self, over: Temp, results: Temp) -> Val {
        let (over, results) = (self.get(over), self.get(results));
        let (tag, payload) = self.boxed(over);
        let (results_tag, results) = self.boxed(results);
        let arguments = [self.cx, tag, payload, results_tag, results];
        let made = self.call(Helper::Group, &arguments);
        self.unless_exceeded(made[0]);
        Val::Boxed(made[0], made[1])
    }

    /// Lowers the test whether a chain of calls may run as one loop. Short collections are tested
    /// by inline code.
    pub(super) fn attempt(&mut self, inst: &Inst, over: Temp) -> Val {
        let value = self.get(over);
        let Val::Boxed(tag, payload) = value else {
            return self.undef();
        };
        let fork = self.fork(Rep::Boxed);
        let done = self.b.create_block();
        for (kind, len) in [(abi::ARRAY, ARRAY_LEN), (abi::HASH, HASH_LEN)] {
            let (look, other) = (self.b.create_block(), self.b.create_block());
            let is_kind = self.has_tag(tag, kind);
            self.b.ins().brif(is_kind, look, &[], other, &[]);
            self.b.switch_to_block(look);
            let len = self.b.ins().uload32(TRUSTED, payload, len);
            let least = self.int(CHAIN_MIN as i64);
            let is_short = self.b.ins().icmp(IntCC::UnsignedLessThan, len, least);
            self.b.ins().brif(is_short, done, &[], fork.slow, &[]);
            self.b.switch_to_block(other);
        }
        self.b.ins().jump(fork.slow, &[]);
        self.b.switch_to_block(done);
        let nothing = self.undef();
        self.go(&fork, nothing, Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    pub(super) fn list_begin(&mut self, inst: &Inst, like: Option<Temp>) -> Val {
        let is_bare = like.is_some_and(|iter| self.is_unboxed_range[iter.0 as usize]);
        let helper = match is_bare {
            true => Helper::ListOfRange,
            false => Helper::ListBegin,
        };
        let like = match like {
            Some(like) => self.get(like),
            None => self.undef(),
        };
        let (tag, payload) = self.boxed(like);
        let list = self.call(helper, &[self.cx, tag, payload]);
        self.place_list(inst.result, list[1]);
        Val::Int(list[0])
    }

    /// Stores the address of a list, which is given by its number, in a variable.
    pub(super) fn find_list(&mut self, temp: Temp, list: ir::Value) {
        let at = self.call(Helper::ListAt, &[self.cx, list])[0];
        self.place_list(temp, at);
    }

    fn place_list(&mut self, temp: Temp, at: ir::Value) {
        let b = &mut *self.b;
        let variable = *self
            .lists
            .entry(temp)
            .or_insert_with(|| b.declare_var(types::I64));
        self.b.def_var(variable, at);
    }

    fn list_at(&mut self, list: Temp) -> ir::Value {
        if let Some(variable) = self.lists.get(&list) {
            return self.b.use_var(*variable);
        }
        let number = self.get(list);
        let (_, number) = self.boxed(number);
        self.call(Helper::ListAt, &[self.cx, number])[0]
    }

    /// Appends a value to a list, by inline code if the list has room and holds values of this
    /// kind.
    pub(super) fn list_push(&mut self, list: Temp, value: Val) -> Val {
        let at = self.list_at(list);
        let (tag, payload) = self.boxed(value);
        let kind = self.b.ins().uload8(types::I64, TRUSTED, at, LIST_KIND);
        let len = self.b.ins().uload32(TRUSTED, at, LIST_LEN);
        let capacity = self.b.ins().uload32(TRUSTED, at, LIST_CAPACITY);
        let one = self.int(1);
        // the first item finds no reserved room
        let (last, most) = (
            self.b.ins().isub(len, one),
            self.b.ins().isub(capacity, one),
        );
        let has_room = self.b.ins().icmp(IntCC::UnsignedLessThan, last, most);
        let (room, slow, done) = (self.b.create_block(), self.cold(), self.b.create_block());
        self.b.ins().brif(has_room, room, &[], slow, &[]);
        self.b.switch_to_block(room);
        let items = self.b.ins().load(types::I64, TRUSTED, at, LIST_ITEMS);
        let three = self.int(3);
        let offset = self.b.ins().ishl(len, three);
        let bare = self.b.ins().iadd(items, offset);
        let stored = self.b.create_block();
        if let Val::Boxed(..) | Val::Bool(_) = value {
            let (numbers, values) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(kind, numbers, &[], values, &[]);
            self.b.switch_to_block(values);
            let place = self.b.ins().iadd(bare, offset);
            self.store(value, place, 0);
            self.b.ins().jump(stored, &[]);
            self.b.switch_to_block(numbers);
        }
        // kinds of numbers are in the order of their tags
        let first = self.int(abi::INTEGER as i64 - 1);
        let low = self.b.ins().band_imm_u(tag, 0xff);
        let own = self.b.ins().isub(low, first);
        let fits = self.b.ins().icmp(IntCC::Equal, own, kind);
        let number = self.b.create_block();
        self.b.ins().brif(fits, number, &[], slow, &[]);
        self.b.switch_to_block(number);
        self.b.ins().store(TRUSTED, payload, bare, 0);
        self.b.ins().jump(stored, &[]);
        self.b.switch_to_block(stored);
        let longer = self.b.ins().iadd(len, one);
        self.b.ins().istore32(TRUSTED, longer, at, LIST_LEN);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(slow);
        let number = self.get(list);
        let (_, number) = self.boxed(number);
        let raised = self.call(Helper::ListPush, &[self.cx, number, tag, payload])[0];
        self.unless(raised);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        self.undef()
    }

    /// Lowers the end of a loop. A loop without an iterator has nothing to free.
    pub(super) fn iter_end(&mut self, iter: Temp) -> Val {
        let ty = self.job.types.of(iter);
        let is_plain = ty.is_some_and(|ty| ty.counts() || ty.is_array());
        if self.rep(iter) == Rep::Boxed && !is_plain {
            let value = self.get(iter);
            let (tag, payload) = self.boxed(value);
            self.call(Helper::IterEnd, &[self.cx, tag, payload]);
        }
        self.undef()
    }

    /// Appends the current element to a list.
    pub(super) fn list_keep(&mut self, list: Temp, iter: Temp, index: Temp, yields: Yields) -> Val {
        let over = self.job.types.of(iter);
        if over.is_some_and(|ty| ty.is_array() || ty.counts()) {
            let element = self.iter_get(iter, index, yields);
            return self.list_push(list, element);
        }
        let iter = self.get(iter);
        let (tag, payload) = self.boxed(iter);
        let at = self.index(index);
        let done = self.b.create_block();
        if over != Some(Ty::Hash) {
            let (array, other) = (self.b.create_block(), self.b.create_block());
            let is_array = self.has_tag(tag, abi::ARRAY);
            self.b.ins().brif(is_array, array, &[], other, &[]);
            self.b.switch_to_block(array);
            let item = self.item(None, payload, at);
            self.list_push(list, item);
            self.b.ins().jump(done, &[]);
            self.b.switch_to_block(other);
        }
        let list = self.get(list);
        let (_, list) = self.boxed(list);
        let pair = self.int(i64::from(yields == Yields::Pair));
        let raised = self.call(Helper::ListKeep, &[self.cx, list, tag, payload, at, pair])[0];
        self.unless(raised);
        self.b.ins().jump(done, &[]);
        self.b.switch_to_block(done);
        self.undef()
    }

    pub(super) fn list_end(&mut self, list: Temp, kept: Option<Temp>) -> Val {
        let list = self.get(list);
        let (_, list) = self.boxed(list);
        // the result for a range is an array
        let like = match kept {
            Some(iter) if !self.is_unboxed_range[iter.0 as usize] => self.get(iter),
            _ => self.undef(),
        };
        let (tag, payload) = self.boxed(like);
        let made = self.call(Helper::ListEnd, &[self.cx, list, tag, payload]);
        self.unless_exceeded(made[0]);
        Val::Boxed(made[0], made[1])
    }

    pub(super) fn iter_more(&mut self, iter: Temp, index: Temp) -> Val {
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        let at = self.index(index);
        match self.job.types.of(iter) {
            Some(Ty::Strided) => {
                self.go_on_in_time();
                let len = self.iterator_field(payload, Iterator::LEN_AT);
                return Val::Bool(self.b.ins().icmp(IntCC::UnsignedLessThan, at, len));
            }
            Some(Ty::Range) => {
                self.go_on_in_time();
                let (min, max) = self.ends_of(iter);
                let last = self.b.ins().isub(max, min);
                return Val::Bool(self.b.ins().icmp(IntCC::UnsignedLessThanOrEqual, at, last));
            }
            Some(ty) if ty.is_array() => {
                self.go_on_in_time();
                let len = self.len(payload, KNOWN);
                return Val::Bool(self.b.ins().icmp(IntCC::UnsignedLessThan, at, len));
            }
            _ => {}
        }
        let done = self.b.create_block();
        let result = self.b.append_block_param(done, types::I8);
        if let Some((min, max, other)) = self.counted_ends(iter, tag) {
            self.go_on_in_time();
            let last = self.b.ins().isub(max, min);
            let at_most = IntCC::UnsignedLessThanOrEqual;
            let more = self.b.ins().icmp(at_most, at, last);
            self.b.ins().jump(done, &[ir::BlockArg::Value(more)]);
            self.b.switch_to_block(other);
        }
        let (array, other) = (self.b.create_block(), self.b.create_block());
        let is_array = self.has_tag(tag, abi::ARRAY);
        self.b.ins().brif(is_array, array, &[], other, &[]);
        self.b.switch_to_block(array);
        self.go_on_in_time();
        let len = self.len(payload, TRUSTED);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, at, len);
        self.b.ins().jump(done, &[ir::BlockArg::Value(more)]);
        self.b.switch_to_block(other);
        let (hash, other) = (self.b.create_block(), self.b.create_block());
        let is_hash = self.has_tag(tag, abi::HASH);
        self.b.ins().brif(is_hash, hash, &[], other, &[]);
        self.b.switch_to_block(hash);
        self.go_on_in_time();
        let len = self.b.ins().uload32(TRUSTED, payload, HASH_LEN);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, at, len);
        self.b.ins().jump(done, &[ir::BlockArg::Value(more)]);
        self.b.switch_to_block(other);
        if self.may_have_places(iter) {
            self.has_place(tag, payload, at, done);
        }
        let more = self.call(Helper::IterMore, &[self.cx, tag, payload, at])[0];
        let two = self.int(2);
        let raised = self.b.ins().icmp(IntCC::Equal, more, two);
        self.unless(raised);
        let more = self.b.ins().ireduce(types::I8, more);
        self.b.ins().jump(done, &[ir::BlockArg::Value(more)]);
        self.b.switch_to_block(done);
        Val::Bool(result)
    }

    /// Returns true if a loop probably iterates over an iterator: one that was made for it. Other
    /// loops use the helpers, since inline code takes time to compile.
    fn may_have_places(&self, iter: Temp) -> bool {
        let begin = self.definition_of[iter.0 as usize].map(|inst| &inst.op);
        let Some(Op::IterBegin {
            name,
            arguments,
            fresh,
            ..
        }) = begin
        else {
            return false;
        };
        let is_reversed = || self.is_deferred(arguments[0].temp);
        *fresh || facts::of(name.as_str()).gives_iterator() || is_reversed()
    }

    /// For an iterator, jumps to `done` with the answer whether it has an element at an index.
    /// Continues for other values.
    fn has_place(&mut self, tag: ir::Value, over: ir::Value, at: ir::Value, done: ir::Block) {
        let (iterator, other) = (self.b.create_block(), self.b.create_block());
        let is_iterator = self.has_tag(tag, abi::ITERATOR);
        self.b.ins().brif(is_iterator, iterator, &[], other, &[]);
        self.b.switch_to_block(iterator);
        self.go_on_in_time();
        let len = self.b.ins().load(types::I64, TRUSTED, over, ITERATOR_LEN);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, at, len);
        self.b.ins().jump(done, &[ir::BlockArg::Value(more)]);
        self.b.switch_to_block(other);
    }

    /// Returns the number of items of an array.
    pub(super) fn len(&mut self, array: ir::Value, flags: ir::MemFlagsData) -> ir::Value {
        self.b.ins().uload32(flags, array, ARRAY_LEN)
    }

    /// Returns the item of an array at an index that it has; `ty` is the known type of the array.
    fn item(&mut self, ty: Option<Ty>, array: ir::Value, at: ir::Value) -> Val {
        let flags = if ty.is_some_and(Ty::is_array) {
            KNOWN
        } else {
            TRUSTED
        };
        let items = self.b.ins().load(types::I64, flags, array, ARRAY_ITEMS);
        let three = self.int(3);
        let offset = self.b.ins().ishl(at, three);
        let bare = self.b.ins().iadd(items, offset);
        match ty.map(Ty::item) {
            Some(Ty::Integer) => return Val::Int(self.b.ins().load(types::I64, TRUSTED, bare, 0)),
            Some(Ty::Float) => return Val::Float(self.b.ins().load(types::F64, TRUSTED, bare, 0)),
            _ => {}
        }
        let kind = self.b.ins().uload8(types::I64, flags, array, ARRAY_KIND);
        let done = self.b.create_block();
        let result = [
            self.b.append_block_param(done, types::I64),
            self.b.append_block_param(done, types::I64),
        ];
        let (numbers, values) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(kind, numbers, &[], values, &[]);
        self.b.switch_to_block(numbers);
        let number = self.b.ins().load(types::I64, TRUSTED, bare, 0);
        // kinds of numbers are in the order of their tags
        let first = self.int(abi::INTEGER as i64 - 1);
        let tag = self.b.ins().iadd(kind, first);
        self.b.ins().jump(done, &[tag.into(), number.into()]);
        self.b.switch_to_block(values);
        let value = self.b.ins().iadd(bare, offset);
        let tag = self.b.ins().uload16(types::I64, TRUSTED, value, 0);
        let payload = self.b.ins().load(types::I64, TRUSTED, value, 8);
        self.b.ins().jump(done, &[tag.into(), payload.into()]);
        self.b.switch_to_block(done);
        Val::Boxed(result[0], result[1])
    }

    /// Emits the check whether the evaluation must stop, which runs only if the alarm flag is set.
    fn go_on_in_time(&mut self) {
        let alarm = self.pointer(limits::alarm());
        // an atomic load is not moved out of the loop
        let alarm = self.b.ins().atomic_load(types::I8, TRUSTED, alarm);
        let (ask, go) = (self.cold(), self.b.create_block());
        self.b.ins().brif(alarm, ask, &[], go, &[]);
        self.b.switch_to_block(ask);
        let body = self.pointer(self.job.body);
        let inst = match self.running {
            Some(inst) => self.pointer(inst),
            None => self.int(0),
        };
        let late = self.call_wrapper(Helper::IsLate, &[self.cx, body, inst]);
        self.b.ins().brif(late, self.raise, &[], go, &[]);
        self.b.switch_to_block(go);
    }

    pub(super) fn iter_get(&mut self, iter: Temp, index: Temp, yields: Yields) -> Val {
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        let at = self.index(index);
        if self.job.types.of(iter) == Some(Ty::Range) {
            let (min, _) = self.ends_of(iter);
            return Val::Int(self.b.ins().iadd(min, at));
        }
        if self.job.types.of(iter) == Some(Ty::Strided) {
            let first = self.iterator_field(payload, Iterator::FIRST_AT);
            let stride = self.iterator_field(payload, Iterator::STRIDE_AT);
            let distance = self.b.ins().imul(at, stride);
            return Val::Int(self.b.ins().iadd(first, distance));
        }
        let ty = self.job.types.of(iter);
        if ty.is_some_and(Ty::is_array) {
            return self.item(ty, payload, at);
        }
        let done = self.b.create_block();
        let result = [
            self.b.append_block_param(done, types::I64),
            self.b.append_block_param(done, types::I64),
        ];
        if yields == Yields::Element
            && let Some((min, _, other)) = self.counted_ends(iter, tag)
        {
            let item = self.b.ins().iadd(min, at);
            let item = Val::Int(item);
            let (tag, payload) = self.boxed(item);
            self.b.ins().jump(done, &[tag.into(), payload.into()]);
            self.b.switch_to_block(other);
        }
        let (array, other) = (self.b.create_block(), self.b.create_block());
        let of = self.b.append_block_param(array, types::I64);
        let place = self.b.append_block_param(array, types::I64);
        let is_array = self.has_tag(tag, abi::ARRAY);
        let itself = [payload.into(), at.into()];
        self.b.ins().brif(is_array, array, &itself, other, &[]);
        self.b.switch_to_block(array);
        let value = self.item(None, of, place);
        self.b.ins().jump(done, &value.args());
        self.b.switch_to_block(other);
        if self.may_have_places(iter) {
            self.go_to_place(tag, payload, at, array);
        }
        if yields == Yields::Pair {
            let (entry, call) = self.plain_entry(tag, payload, at);
            let value = self.load_value(entry, 1);
            self.b.ins().jump(done, &[value.0.into(), value.1.into()]);
            self.b.switch_to_block(call);
        }
        let pair = self.int(i64::from(yields == Yields::Pair));
        let found = self.call(Helper::IterGet, &[self.cx, tag, payload, at, pair]);
        self.b.ins().jump(done, &[found[0].into(), found[1].into()]);
        self.b.switch_to_block(done);
        Val::Boxed(result[0], result[1])
    }

    /// For an iterator over the items of an array, jumps to a block with the array and the index of
    /// an element. Continues for other values.
    fn go_to_place(&mut self, tag: ir::Value, over: ir::Value, at: ir::Value, array: ir::Block) {
        let (iterator, there) = (self.b.create_block(), self.b.create_block());
        let other = self.b.create_block();
        let is_iterator = self.has_tag(tag, abi::ITERATOR);
        self.b.ins().brif(is_iterator, iterator, &[], other, &[]);
        self.b.switch_to_block(iterator);
        let of = self
            .b
            .ins()
            .uload8(types::I64, TRUSTED, over, ITERATOR_SOURCE);
        let seen = self
            .b
            .ins()
            .uload8(types::I64, TRUSTED, over, ITERATOR_SEEN);
        let is_array = self.has_tag(of, abi::ARRAY);
        let none = self.int(0);
        let is_whole = self.b.ins().icmp(IntCC::Equal, seen, none);
        let both = self.b.ins().band(is_array, is_whole);
        self.b.ins().brif(both, there, &[], other, &[]);
        self.b.switch_to_block(there);
        let mut field = |offset| self.b.ins().load(types::I64, TRUSTED, over, offset);
        let source = field(ITERATOR_SOURCE + 8);
        let (start, stride) = (field(ITERATOR_START), field(ITERATOR_STRIDE));
        let distance = self.b.ins().imul(at, stride);
        let place = self.b.ins().iadd(start, distance);
        self.b.ins().jump(array, &[source.into(), place.into()]);
        self.b.switch_to_block(other);
    }

    pub(super) fn iter_key(&mut self, iter: Temp, index: Temp) -> Val {
        let at = self.index(index);
        let ty = self.job.types.of(iter);
        if ty.is_some_and(|ty| ty.counts() || ty.is_array()) {
            return Val::Int(at);
        }
        let value = self.get(iter);
        let (tag, payload) = self.boxed(value);
        let done = self.b.create_block();
        let result = [
            self.b.append_block_param(done, types::I64),
            self.b.append_block_param(done, types::I64),
        ];
        let (entry, call) = self.plain_entry(tag, payload, at);
        let key = self.load_value(entry, 0);
        self.b.ins().jump(done, &[key.0.into(), key.1.into()]);
        self.b.switch_to_block(call);
        let found = self.call(Helper::IterKey, &[tag, payload, at]);
        self.b.ins().jump(done, &[found[0].into(), found[1].into()]);
        self.b.switch_to_block(done);
        Val::Boxed(result[0], result[1])
    }

    /// Continues if a value is a hash without an index, with the address of the entry at an index.
    /// Returns that address, and the block for other values.
    fn plain_entry(
        &mut self,
        tag: ir::Value,
        hash: ir::Value,
        at: ir::Value,
    ) -> (ir::Value, ir::Block) {
        let (look, found) = (self.b.create_block(), self.b.create_block());
        let other = self.b.create_block();
        let is_hash = self.has_tag(tag, abi::HASH);
        self.b.ins().brif(is_hash, look, &[], other, &[]);
        self.b.switch_to_block(look);
        let index = self.b.ins().load(types::I64, TRUSTED, hash, HASH_INDEX);
        self.b.ins().brif(index, other, &[], found, &[]);
        self.b.switch_to_block(found);
        let entries = self.b.ins().load(types::I64, TRUSTED, hash, HASH_ENTRIES);
        let five = self.int(5);
        let offset = self.b.ins().ishl(at, five);
        (self.b.ins().iadd(entries, offset), other)
    }

    /// Lowers `left[key]`: elements of arrays and hashes by inline code, all others by the
    /// interpreter.
    pub(super) fn access(&mut self, inst: &Inst, left: Temp, key: Temp) -> Val {
        if self.known_text(key).is_some() && !self.job.types.of(left).is_some_and(Ty::is_array) {
            return self.hash_item(inst, left, key);
        }
        let (l, k) = (self.get(left), self.get(key));
        let (tag, payload) = self.boxed(l);
        let (key_tag, key) = self.boxed(k);
        let (fast, slow) = (self.b.create_block(), self.cold());
        let (other, done) = (self.b.create_block(), self.b.create_block());
        let result = [
            self.b.append_block_param(done, types::I64),
            self.b.append_block_param(done, types::I64),
        ];
        let ty = self.job.types.of(left);
        let is_item = match (ty.is_some_and(Ty::is_array), k) {
            (true, Val::Int(_)) => self.b.ins().iconst(types::I8, 1),
            (false, Val::Int(_)) => self.has_tag(tag, abi::ARRAY),
            _ => {
                let (array, whole) = (
                    self.has_tag(tag, abi::ARRAY),
                    self.has_tag(key_tag, abi::INTEGER),
                );
                self.b.ins().band(array, whole)
            }
        };
        self.b.ins().brif(is_item, fast, &[], other, &[]);

        self.b.switch_to_block(fast);
        let len = self.len(payload, TRUSTED);
        let zero = self.int(0);
        let from_end = self.b.ins().iadd(key, len);
        let negative = self.b.ins().icmp(IntCC::SignedLessThan, key, zero);
        let at = self.b.ins().select(negative, from_end, key);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, at, len);
        let (there, outside) = (self.b.create_block(), self.cold());
        self.b.ins().brif(inside, there, &[], outside, &[]);
        self.b.switch_to_block(outside);
        let undef = self.undef();
        self.b.ins().jump(done, &undef.args());
        self.b.switch_to_block(there);
        let item = self.item(ty, payload, at);
        let item = self.convert(item, Rep::Boxed);
        self.b.ins().jump(done, &item.args());

        self.b.switch_to_block(other);
        if let Val::Int(_) = k {
            let (hash, more) = (self.b.create_block(), self.b.create_block());
            let is_hash = self.has_tag(tag, abi::HASH);
            self.b.ins().brif(is_hash, hash, &[], more, &[]);
            self.b.switch_to_block(hash);
            let found = self.call(Helper::HashNumber, &[payload, key]);
            let found: Vec<ir::BlockArg> = found.into_iter().map(ir::BlockArg::Value).collect();
            self.b.ins().jump(done, &found);
            self.b.switch_to_block(more);
        }
        let found = self.call(Helper::Access, &[self.cx, tag, payload, key_tag, key]);
        let missed = self.has_tag(found[0], abi::MISS);
        let found: Vec<ir::BlockArg> = found.into_iter().map(ir::BlockArg::Value).collect();
        self.b.ins().brif(missed, slow, &[], done, &found);
        self.b.switch_to_block(slow);
        let value = self.interpret(inst);
        self.b.ins().jump(done, &value.args());
        self.b.switch_to_block(done);
        Val::Boxed(result[0], result[1])
    }
}

impl Lowering<'_, '_, '_, '_, '_> {
    /// Lowers `left[from, count]` of an Array or a String with Integers; the interpreter does all
    /// others.
    pub(super) fn slice(&mut self, inst: &Inst, left: Temp, from: Temp, count: Temp) -> Val {
        let (whole, from, count) = (self.get(left), self.get(from), self.get(count));
        let numbers = match (from, count) {
            (Val::Int(_), Val::Int(_)) => None,
            _ => match self.both(from, count, abi::INTEGER) {
                Some(both) => Some(both),
                None => return self.interpret(inst),
            },
        };
        let (tag, payload) = self.boxed(whole);
        let (_, from) = self.boxed(from);
        let (_, count) = self.boxed(count);
        let fork = self.fork(Rep::Boxed);
        if let Some(numbers) = numbers {
            let fine = self.b.create_block();
            self.b.ins().brif(numbers, fine, &[], fork.slow, &[]);
            self.b.switch_to_block(fine);
        }
        self.go_if_whole(&fork, (tag, payload), from, count);
        let items = self.call(Helper::Slice, &[self.cx, tag, payload, from, count]);
        let missed = self.has_tag(items[0], abi::MISS);
        self.slow_if(missed, &fork);
        self.unless_exceeded(items[0]);
        self.go(&fork, Val::Boxed(items[0], items[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Continues with the text itself if the part is the whole text. A text that grows in place
    /// must be copied, since its part must not grow. Only an ASCII text has as many characters as
    /// bytes.
    fn go_if_whole(
        &mut self,
        fork: &Fork,
        (tag, text): (ir::Value, ir::Value),
        from: ir::Value,
        count: ir::Value,
    ) {
        if !self.owned.texts.is_empty() {
            return;
        }
        let (look, whole, other) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let is_text = self.has_tag(tag, abi::STRING);
        self.b.ins().brif(is_text, look, &[], other, &[]);
        self.b.switch_to_block(look);
        let len = self.b.ins().uload32(TRUSTED, text, TEXT_LEN);
        let chars = self.b.ins().uload32(TRUSTED, text, TEXT_CHARS);
        let none = self.int(0);
        let tests = [
            self.b.ins().icmp(IntCC::Equal, from, none),
            self.b
                .ins()
                .icmp(IntCC::SignedGreaterThanOrEqual, count, len),
            self.b.ins().icmp(IntCC::Equal, chars, len),
        ];
        let all = self.b.ins().band(tests[0], tests[1]);
        let all = self.b.ins().band(all, tests[2]);
        self.b.ins().brif(all, whole, &[], other, &[]);
        self.b.switch_to_block(whole);
        self.go(fork, Val::Boxed(tag, text), Rep::Boxed);
        self.b.switch_to_block(other);
    }

    /// Lowers one of the items of an array of a given length; the interpreter handles other values.
    pub(super) fn part(&mut self, inst: &Inst, value: Temp, index: u32, count: u32) -> Val {
        let ty = self.job.types.of(value);
        let rep = Rep::of(self.job.types.of(inst.result));
        let whole = self.get(value);
        let (tag, payload) = self.boxed(whole);
        let fork = self.fork(rep);
        if !ty.is_some_and(Ty::is_array) {
            let array = self.has_tag(tag, abi::ARRAY);
            let fine = self.b.create_block();
            self.b.ins().brif(array, fine, &[], fork.slow, &[]);
            self.b.switch_to_block(fine);
        }
        let len = self.len(payload, TRUSTED);
        let wanted = self.int(i64::from(count));
        let other = self.b.ins().icmp(IntCC::NotEqual, len, wanted);
        self.slow_if(other, &fork);
        let at = self.int(i64::from(index));
        let item = self.item(ty, payload, at);
        self.go(&fork, item, rep);
        self.join(&fork, inst, rep)
    }

    /// Lowers `left['key']`.
    fn hash_item(&mut self, inst: &Inst, left: Temp, key: Temp) -> Val {
        let (l, k) = (self.get(left), self.get(key));
        let (tag, payload) = self.boxed(l);
        let (key_tag, key) = self.boxed(k);
        let (fast, slow) = (self.b.create_block(), self.cold());
        let done = self.b.create_block();
        let result = [
            self.b.append_block_param(done, types::I64),
            self.b.append_block_param(done, types::I64),
        ];
        let is_hash = self.has_tag(tag, abi::HASH);
        self.b.ins().brif(is_hash, fast, &[], slow, &[]);
        self.b.switch_to_block(fast);
        let place = self.link.place();
        let place = self.int(place as i64);
        let call = self.b.create_block();
        let found = self.entry_at(payload, key, place, call);
        self.b.ins().jump(done, &found.args());

        self.b.switch_to_block(call);
        let found = self.call(Helper::HashItem, &[payload, key_tag, key, place]);
        let found: Vec<ir::BlockArg> = found.into_iter().map(ir::BlockArg::Value).collect();
        self.b.ins().jump(done, &found);
        self.b.switch_to_block(slow);
        let value = self.interpret(inst);
        self.b.ins().jump(done, &value.args());
        self.b.switch_to_block(done);
        Val::Boxed(result[0], result[1])
    }
}

impl Lowering<'_, '_, '_, '_, '_> {
    /// Returns the value of the entry where this access found its last key, if the entry has the
    /// present key.
    fn entry_at(
        &mut self,
        hash: ir::Value,
        key: ir::Value,
        place: ir::Value,
        other: ir::Block,
    ) -> Val {
        let at = self.b.ins().atomic_load(types::I32, TRUSTED, place);
        let len = self.b.ins().load(types::I32, TRUSTED, hash, HASH_LEN);
        let inside = self.b.ins().icmp(IntCC::UnsignedLessThan, at, len);
        let (look, found) = (self.b.create_block(), self.b.create_block());
        let (some, indexed) = (self.b.create_block(), self.b.create_block());
        self.b.ins().brif(inside, some, &[], other, &[]);
        self.b.switch_to_block(some);
        let index = self.b.ins().load(types::I64, TRUSTED, hash, HASH_INDEX);
        self.b.ins().brif(index, indexed, &[], look, &[]);
        self.b.switch_to_block(indexed);
        let newest = Hash::NEWEST_AT as i32;
        let newest = self.b.ins().load(types::I32, TRUSTED, index, newest);
        let version = Hash::VERSION_AT as i32;
        let version = self.b.ins().load(types::I32, TRUSTED, hash, version);
        let is_newest = self.b.ins().icmp(IntCC::Equal, newest, version);
        self.b.ins().brif(is_newest, look, &[], other, &[]);
        self.b.switch_to_block(look);
        let entries = self.b.ins().load(types::I64, TRUSTED, hash, HASH_ENTRIES);
        let at = self.b.ins().uextend(types::I64, at);
        let five = self.int(5);
        let offset = self.b.ins().ishl(at, five);
        let entry = self.b.ins().iadd(entries, offset);
        let tag = self.b.ins().uload8(types::I64, TRUSTED, entry, 0);
        let is_text = self.has_tag(tag, abi::STRING);
        let there = self.b.ins().load(types::I64, TRUSTED, entry, 8);
        let same = self.b.ins().icmp(IntCC::Equal, there, key);
        let both = self.b.ins().band(is_text, same);
        self.b.ins().brif(both, found, &[], other, &[]);
        self.b.switch_to_block(found);
        let tag = self.b.ins().uload16(types::I64, TRUSTED, entry, 16);
        let payload = self.b.ins().load(types::I64, TRUSTED, entry, 24);
        Val::Boxed(tag, payload)
    }
}

/// Returns the offsets of both ends within a `Type::Integer`, found by inspecting one such type.
fn range_offsets() -> (i32, i32) {
    static OFFSETS: std::sync::OnceLock<(i32, i32)> = std::sync::OnceLock::new();
    *OFFSETS.get_or_init(|| {
        let range = Type::Integer {
            min: Some(1),
            max: Some(2),
        };
        let Type::Integer {
            min: Some(min),
            max: Some(max),
        } = &range
        else {
            unreachable!("made so above")
        };
        let base = std::ptr::from_ref(&range) as usize;
        let offset = |end: &i64| (std::ptr::from_ref(end) as usize - base) as i32;
        (offset(min), offset(max))
    })
}
