//! The loop that runs bytecode.
//!
//! Calls of known functions do not nest here: see [`super::stack`]. Rare or complex work is done by
//! the operation of the MIR ([`Run::step`]).

use mir::Inst;
use mir::ir::Leave;
use mir::op::Op;

use super::call::within_limits;
use super::stack::After;
use super::window::Window;
use super::{LOOP_TURNS, Run, iterate};
use crate::bytecode::{Around, Bytecode, CallSite, Code, Implied, Reg};
use crate::error::{Raise, Res};
use crate::ops;
use crate::release::release;
use crate::text;
use crate::value::{Array, Hash, Value, concat_plain};

/// The number of operands that need no vector.
const FEW: usize = 8;

/// The size of a text in bytes up to which only the memory limit can be exceeded.
const SMALL_BYTES: usize = 4096;

/// Runs `work` with the contents of registers.
#[inline(always)]
fn with_values<'h, R>(window: Window<'h>, list: &[Reg], work: impl FnOnce(&[Value<'h>]) -> R) -> R {
    if list.len() > FEW {
        let values: Vec<Value<'h>> = list.iter().map(|reg| window.get(*reg)).collect();
        return work(&values);
    }
    let mut values = [Value::Undef; FEW];
    for (value, reg) in values.iter_mut().zip(list) {
        *value = window.get(*reg);
    }
    work(&values[..list.len()])
}

fn handle(value: &Value<'_>) -> usize {
    match value {
        Value::Integer(i) => *i as usize,
        _ => usize::MAX,
    }
}

impl<'h> Run<'h, '_> {
    /// Frees the memory that the rounds of a loop have used.
    #[cold]
    fn release(&mut self, around: &Around, window: Window<'h>) {
        let Value::Integer(mark) = window.get(around.mark) else {
            return;
        };
        let mut carried: Vec<Value<'h>> =
            around.carried.iter().map(|reg| window.get(*reg)).collect();
        let mark = release(self.cx, mark.cast_unsigned(), &mut carried);
        window.set_integer(around.mark, mark.cast_signed());
        let epoch = self.cx.heap.epoch();
        window.set_integer(around.mark + 1, epoch.cast_signed());
        for (reg, value) in around.carried.iter().zip(carried) {
            window.set(*reg, value);
        }
    }

    /// Runs the code of the body. The registers hold the parameters of its entry.
    // Long because the loop that dispatches instructions has an arm for each, and registers of the
    // machine hold its state only within one function.
    pub(super) fn interpret(mut self, mut code: &'h Bytecode) -> Res<'h> {
        let floor = self.cx.calls.len();
        let mut own = 0;
        let mut window = Window::new(self.cx, code, self.base);
        let mut pc = 0usize;
        let mut turns = 0u32;

        /// Stores a result in its register; an error leaves the instruction.
        macro_rules! give {
            ($to:expr, $result:expr) => {
                match $result {
                    Ok(value) => {
                        window.set($to, value);
                        continue;
                    }
                    Err(raise) => raise,
                }
            };
        }
        /// Continues with the caller, or ends the run.
        macro_rules! after {
            ($result:expr) => {
                match self.after($result, floor, &mut own) {
                    After::End(result) => return result,
                    After::Caller(call, value) => {
                        code = call.code;
                        window = Window::new(self.cx, code, self.base);
                        pc = call.pc as usize;
                        turns = call.turns;
                        window.set(call.to, value);
                        continue;
                    }
                }
            };
        }
        macro_rules! number {
            ($number:expr) => {
                Value::Integer(i64::from($number))
            };
        }
        /// Continues if a test holds, otherwise jumps.
        macro_rules! test {
            ($holds:expr, $target:expr) => {
                match $holds {
                    Ok(holds) => {
                        if !holds {
                            pc = $target as usize;
                        }
                        continue;
                    }
                    Err(raise) => raise,
                }
            };
        }
        /// Runs an operator on two numbers; the operation itself handles other values.
        macro_rules! arithmetic {
            ($to:expr, $left:expr, $right:expr, $integers:expr, $floats:expr) => {{
                let float = match (window.at($left), window.at($right)) {
                    (Value::Integer(a), Value::Integer(b)) => {
                        if let Some(value) = $integers(*a, *b) {
                            window.set_integer($to, value);
                            continue;
                        }
                        None
                    }
                    (Value::Float(a), Value::Float(b)) => Some($floats(*a, *b)),
                    (Value::Float(a), Value::Integer(b)) => Some($floats(*a, *b as f64)),
                    (Value::Integer(a), Value::Float(b)) => Some($floats(*a as f64, *b)),
                    _ => None,
                };
                if let Some(value) = float
                    && !f64::is_infinite(value)
                {
                    window.set_float($to, value);
                    continue;
                }
                give!(
                    $to,
                    self.binary_at(code, pc, window.get($left), window.get($right))
                )
            }};
        }
        /// Runs an operator with a number as right operand.
        macro_rules! arithmetic_n {
            ($to:expr, $left:expr, $number:expr, $integers:expr, $floats:expr) => {{
                match window.at($left) {
                    Value::Integer(a) => {
                        if let Some(value) = $integers(*a, i64::from($number)) {
                            window.set_integer($to, value);
                            continue;
                        }
                    }
                    Value::Float(a) => {
                        let value: f64 = $floats(*a, f64::from($number));
                        if !value.is_infinite() {
                            window.set_float($to, value);
                            continue;
                        }
                    }
                    _ => {}
                }
                give!(
                    $to,
                    self.binary_at(code, pc, window.get($left), number!($number))
                )
            }};
        }
        /// Runs a comparison that is a test.
        macro_rules! unless {
            ($left:expr, $right:expr, $target:expr, $is:tt) => {{
                let holds = match (window.at($left), window.at($right)) {
                    (Value::Integer(a), Value::Integer(b)) => Ok(a $is b),
                    // NaN is not ordered
                    (Value::Float(a), Value::Float(b)) if !(a.is_nan() || b.is_nan()) => {
                        Ok(a $is b)
                    }
                    (l, r) => self.binary_at(code, pc, *l, *r).map(Value::is_truthy),
                };
                test!(holds, $target)
            }};
        }
        /// Runs such a comparison with a number as right operand.
        macro_rules! unless_n {
            ($left:expr, $number:expr, $target:expr, $is:tt) => {{
                let holds = match window.at($left) {
                    Value::Integer(a) => Ok(*a $is i64::from($number)),
                    l => self.binary_at(code, pc, *l, number!($number)).map(Value::is_truthy),
                };
                test!(holds, $target)
            }};
        }

        /// Counts a round of a loop, which may continue in compiled code.
        macro_rules! around {
            ($around:expr) => {
                let around = &code.loops[$around as usize];
                if self.cx.tier.is_some() {
                    turns += 1;
                    if turns.is_multiple_of(LOOP_TURNS)
                        && let Some(result) = self.enter_loop(code, window, around.head)
                    {
                        after!(result)
                    }
                }
                if self.cx.heap.epoch() != handle(window.at(around.mark + 1)) as u64 {
                    self.release(around, window);
                }
            };
        }
        /// Gets the next element, or jumps out of the loop.
        macro_rules! step {
            ($to:expr, $iter:expr, $index:expr) => {{
                let (iter, index) = (window.get($iter), handle(window.at($index)));
                match iterate::checked_more(self.cx, iter, index) {
                    Ok(more) => {
                        let Code::Exit { target, yields } = window.fetch(pc) else {
                            unreachable!("checked code");
                        };
                        if more {
                            window.set($to, iterate::element(self.cx, iter, index, yields));
                            pc += 1;
                        } else {
                            pc = target as usize;
                        }
                        continue;
                    }
                    Err(raise) => raise,
                }
            }};
        }

        loop {
            let instruction = window.fetch(pc);
            pc += 1;
            let raise = match instruction {
                Code::Constant { to, index } => {
                    window.set(to, self.body.constants[index as usize]);
                    continue;
                }
                Code::Type { to, index } => {
                    window.set(to, Value::Type(code.types[index as usize].ty));
                    continue;
                }
                Code::Move { to, from } => {
                    window.copy(to, window, from);
                    continue;
                }
                Code::Add { to, left, right } => {
                    arithmetic!(to, left, right, i64::checked_add, |a: f64, b: f64| a + b)
                }
                Code::AddN { to, left, number } => {
                    arithmetic_n!(to, left, number, i64::checked_add, |a: f64, b: f64| a + b)
                }
                Code::Subtract { to, left, right } => {
                    arithmetic!(to, left, right, i64::checked_sub, |a: f64, b: f64| a - b)
                }
                Code::SubtractN { to, left, number } => {
                    arithmetic_n!(to, left, number, i64::checked_sub, |a: f64, b: f64| a - b)
                }
                Code::Multiply { to, left, right } => {
                    arithmetic!(to, left, right, i64::checked_mul, |a: f64, b: f64| a * b)
                }
                Code::MultiplyN { to, left, number } => {
                    arithmetic_n!(to, left, number, i64::checked_mul, |a: f64, b: f64| a * b)
                }
                Code::Divide { to, left, right } => arithmetic!(
                    to,
                    left,
                    right,
                    |a: i64, b: i64| (b > 0).then(|| a.div_euclid(b)),
                    |a: f64, b: f64| a / b
                ),
                Code::DivideN { to, left, number } => arithmetic_n!(
                    to,
                    left,
                    number,
                    |a: i64, _| Some(quotient(a, number)),
                    |a: f64, b: f64| a / b
                ),
                Code::Modulo { to, left, right } => {
                    if let (Value::Integer(a), Value::Integer(b)) =
                        (window.at(left), window.at(right))
                        && *b > 0
                    {
                        window.set_integer(to, a.rem_euclid(*b));
                        continue;
                    }
                    give!(
                        to,
                        self.binary_at(code, pc, window.get(left), window.get(right))
                    )
                }
                Code::ModuloN { to, left, number } => {
                    if let Value::Integer(a) = window.at(left) {
                        window.set_integer(to, remainder(*a, number));
                        continue;
                    }
                    give!(
                        to,
                        self.binary_at(code, pc, window.get(left), number!(number))
                    )
                }
                Code::Binary {
                    to, left, right, ..
                } => give!(
                    to,
                    self.binary_at(code, pc, window.get(left), window.get(right))
                ),
                Code::BinaryN {
                    to, left, number, ..
                } => give!(
                    to,
                    self.binary_at(code, pc, window.get(left), number!(number))
                ),
                Code::UnlessLess {
                    left,
                    right,
                    target,
                } => unless!(left, right, target, <),
                Code::UnlessLessN {
                    left,
                    number,
                    target,
                } => unless_n!(left, number, target, <),
                Code::UnlessLessEqual {
                    left,
                    right,
                    target,
                } => unless!(left, right, target, <=),
                Code::UnlessLessEqualN {
                    left,
                    number,
                    target,
                } => unless_n!(left, number, target, <=),
                Code::UnlessGreater {
                    left,
                    right,
                    target,
                } => unless!(left, right, target, >),
                Code::UnlessGreaterN {
                    left,
                    number,
                    target,
                } => unless_n!(left, number, target, >),
                Code::UnlessGreaterEqual {
                    left,
                    right,
                    target,
                } => unless!(left, right, target, >=),
                Code::UnlessGreaterEqualN {
                    left,
                    number,
                    target,
                } => unless_n!(left, number, target, >=),
                Code::UnlessEqual {
                    left,
                    right,
                    target,
                } => unless!(left, right, target, ==),
                Code::UnlessEqualN {
                    left,
                    number,
                    target,
                } => unless_n!(left, number, target, ==),
                Code::UnlessNotEqual {
                    left,
                    right,
                    target,
                } => unless!(left, right, target, !=),
                Code::UnlessNotEqualN {
                    left,
                    number,
                    target,
                } => unless_n!(left, number, target, !=),
                Code::Not { to, from } => {
                    window.set_boolean(to, !window.at(from).is_truthy());
                    continue;
                }
                Code::Truth { to, from } => {
                    window.set_boolean(to, window.at(from).is_truthy());
                    continue;
                }
                Code::IsUndef { to, from } => {
                    window.set_boolean(to, window.get(from).is_undef());
                    continue;
                }
                Code::Is { to, value, ty } => {
                    let is = code.types[ty as usize].takes(window.get(value));
                    window.set_boolean(to, is);
                    continue;
                }
                Code::UnlessIs { value, ty, target } => {
                    if !code.types[ty as usize].takes(window.get(value)) {
                        pc = target as usize;
                    }
                    continue;
                }
                Code::Option {
                    to,
                    option,
                    control,
                } => {
                    let (option, control) = (window.get(option), window.get(control));
                    give!(
                        to,
                        self.option_at(code, pc, option, control)
                            .map(Value::Boolean)
                    )
                }
                Code::UnlessOption {
                    option,
                    control,
                    target,
                } => {
                    let (option, control) = (window.get(option), window.get(control));
                    match self.option_at(code, pc, option, control) {
                        Ok(matches) => {
                            if !matches {
                                pc = target as usize;
                            }
                            continue;
                        }
                        Err(raise) => raise,
                    }
                }
                Code::Unless { test, target } => {
                    if !window.at(test).is_truthy() {
                        pc = target as usize;
                    }
                    continue;
                }
                Code::If { test, target } => {
                    if window.at(test).is_truthy() {
                        pc = target as usize;
                    }
                    continue;
                }
                Code::Jump { target } => {
                    pc = target as usize;
                    continue;
                }
                Code::Mark { to } => {
                    let mark = self.cx.heap.mark();
                    window.set_integer(to, mark.cast_signed());
                    window.set_integer(to + 1, (mark >> 32).cast_signed());
                    continue;
                }
                Code::Loop { target, around } => {
                    pc = target as usize;
                    around!(around);
                    continue;
                }
                Code::LoopNext {
                    index,
                    target,
                    around,
                } => {
                    let next = handle(window.at(index)).wrapping_add(1);
                    window.set_integer(index, next as i64);
                    pc = target as usize;
                    around!(around);
                    // most loops begin with a step
                    let Code::IterStep { to, iter, index } = window.fetch(pc) else {
                        continue;
                    };
                    pc += 1;
                    step!(to, iter, index)
                }
                Code::Return { value } => {
                    if own > 0
                        && self.cx.calls.len() == floor + own
                        && let Some(&call) = self.cx.calls.last()
                        && call
                            .callee
                            .returns
                            .as_ref()
                            .is_none_or(|check| check.takes(window.get(value)))
                    {
                        own -= 1;
                        self.cx.calls.truncate(floor + own);
                        self.go_back(&call);
                        code = call.code;
                        let caller = Window::new(self.cx, code, self.base);
                        caller.copy(call.to, window, value);
                        window = caller;
                        pc = call.pc as usize;
                        turns = call.turns;
                        continue;
                    }
                    after!(Ok(window.get(value)))
                }
                Code::Leave { how, value, at } => {
                    let (value, place) = (window.get(value), self.place(at));
                    after!(Err(Box::new(match how {
                        Leave::Next => Raise::Next(value, place),
                        Leave::Return => Raise::Return(value, place),
                        Leave::Break => Raise::Break(place),
                    })))
                }
                Code::Unreachable => after!(Ok(Value::Undef)),
                Code::IterBegin { to, over, typed } => match window.get(over) {
                    over if iterate::is_plain(over) && !(typed && iterate::is_empty(over)) => {
                        window.set(to, over);
                        continue;
                    }
                    _ => give!(to, self.slow(code, pc)),
                },
                Code::IterMore { to, iter, index } => {
                    let (iter, index) = (window.get(iter), handle(window.at(index)));
                    give!(
                        to,
                        iterate::checked_more(self.cx, iter, index).map(Value::Boolean)
                    )
                }
                Code::UnlessMore {
                    iter,
                    index,
                    target,
                } => {
                    let (iter, index) = (window.get(iter), handle(window.at(index)));
                    match iterate::checked_more(self.cx, iter, index) {
                        Ok(more) => {
                            if !more {
                                pc = target as usize;
                            }
                            continue;
                        }
                        Err(raise) => raise,
                    }
                }
                Code::IterStep { to, iter, index } => step!(to, iter, index),
                // a step reads it
                Code::Exit { .. } => continue,
                Code::IterGet {
                    to,
                    iter,
                    index,
                    yields,
                } => {
                    let (iter, index) = (window.get(iter), handle(window.at(index)));
                    window.set(to, iterate::element(self.cx, iter, index, yields));
                    continue;
                }
                Code::IterKey { to, iter, index } => {
                    let (iter, index) = (window.get(iter), handle(window.at(index)));
                    window.set(to, iterate::key(iter, index));
                    continue;
                }
                Code::IterNext { to, index } => {
                    let index = handle(window.at(index)) as i64;
                    window.set_integer(to, index.wrapping_add(1));
                    continue;
                }
                Code::IterEnd { iter } => {
                    if let Value::Integer(at) = window.get(iter) {
                        self.cx.loops.truncate(at as usize);
                    }
                    continue;
                }
                Code::ListBegin { to, like } => {
                    let like = like.map_or(Value::Undef, |like| window.get(like));
                    let list = self.cx.loops.begin_list(self.cx.heap, like);
                    window.set_integer(to, list as i64);
                    continue;
                }
                Code::ListPush { list, value } => {
                    let list = handle(window.at(list));
                    self.cx.loops.push(list, window.get(value));
                    continue;
                }
                Code::ListEnd { to, list } => {
                    let list = handle(window.at(list));
                    let items = self.cx.loops.end_list(list);
                    window.set(to, items.map_or(Value::Undef, Value::Array));
                    continue;
                }
                Code::Array { to, first, count } => {
                    let heap = self.cx.heap;
                    let list = code.list(first, count);
                    let array = with_values(window, list, |items| Array::new(heap, items));
                    window.set(to, Value::Array(array));
                    continue;
                }
                Code::Hash { to, first, count } => {
                    let heap = self.cx.heap;
                    let list = code.list(first, count);
                    let pair = |pair: &[Reg; 2]| (window.get(pair[0]), window.get(pair[1]));
                    let mut entries = [(Value::Undef, Value::Undef); FEW];
                    let pairs = list.as_chunks().0;
                    let hash = if pairs.len() <= FEW {
                        let each = entries.iter_mut().zip(pairs);
                        each.for_each(|(entry, regs)| *entry = pair(regs));
                        Hash::new(heap, &entries[..pairs.len()])
                    } else {
                        let entries: Vec<_> = pairs.iter().map(pair).collect();
                        Hash::new(heap, &entries)
                    };
                    window.set(to, Value::Hash(hash));
                    continue;
                }
                Code::Concat { to, first, count } => {
                    let heap = self.cx.heap;
                    let list = code.list(first, count);
                    let text = with_values(window, list, |parts| match parts {
                        [only @ Value::String(_)] => Ok(*only),
                        _ => match concat_plain(heap, parts, SMALL_BYTES) {
                            Some(text) => Ok(Value::String(text)),
                            None => self.concat(parts),
                        },
                    });
                    give!(to, text)
                }
                Code::Index { to, left, key } => {
                    let (left, key) = (window.get(left), window.get(key));
                    if let Some(value) = ops::item_of(self.cx.heap, left, key) {
                        window.set(to, value);
                        continue;
                    }
                    give!(to, self.index_at(code, pc, left, key))
                }
                Code::IndexN { to, left, number } => {
                    let (left, key) = (window.get(left), number!(number));
                    if let Some(value) = ops::item_of(self.cx.heap, left, key) {
                        window.set(to, value);
                        continue;
                    }
                    give!(to, self.index_at(code, pc, left, key))
                }
                Code::LoadSlot { to, slot, depth } => {
                    let mut frame = Some(self.frame);
                    for _ in 0..depth {
                        frame = frame.and_then(|frame| frame.parent);
                    }
                    match frame.and_then(|frame| frame.get(slot as usize)) {
                        Some(value) => {
                            window.set(to, value);
                            continue;
                        }
                        None => give!(to, self.slow(code, pc)),
                    }
                }
                Code::Call { to, site } => {
                    let site = &code.sites[site as usize];
                    match self.direct(code, window, site) {
                        Some(callee) => {
                            let back = (pc, to, turns);
                            match self.enter_direct(callee, code, window, site, back) {
                                Ok(entered) => {
                                    own += 1;
                                    code = callee.code;
                                    window = entered;
                                    pc = 0;
                                    turns = 0;
                                    continue;
                                }
                                Err(raise) => raise,
                            }
                        }
                        None => give!(to, self.call_at(code, pc, window, site)),
                    }
                }
                Code::Slow { to } => give!(to, self.slow(code, pc)),
            };
            let raise = match code.inst(self.body.mir, pc - 1) {
                Some(inst) => self.raised_at(inst, raise),
                None => raise,
            };
            after!(Err(raise))
        }
    }

    /// Returns the operation of the instruction before `pc`.
    pub(super) fn inst(&self, code: &Bytecode, pc: usize) -> &'h Inst {
        let inst = code.inst(self.body.mir, pc - 1);
        inst.expect("instructions that may raise stand for operations")
    }

    #[inline(never)]
    fn slow(&mut self, code: &Bytecode, pc: usize) -> Res<'h> {
        let inst = self.inst(code, pc);
        self.step_within_limits(inst)
    }

    #[inline(never)]
    fn concat(&mut self, parts: &[Value<'h>]) -> Res<'h> {
        within_limits(self.cx, |cx| Ok(text::concat(cx.heap, parts)))
    }

    #[inline(never)]
    fn binary_at(&mut self, code: &Bytecode, pc: usize, l: Value<'h>, r: Value<'h>) -> Res<'h> {
        let inst = self.inst(code, pc);
        match &inst.op {
            Op::Binary { op, left, right } => self.binary(*op, (*left, l), (*right, r), inst.at),
            _ => crate::error::fail("an operator was expected"),
        }
    }

    #[inline(never)]
    fn index_at(&mut self, code: &Bytecode, pc: usize, left: Value<'h>, key: Value<'h>) -> Res<'h> {
        let inst = self.inst(code, pc);
        match &inst.op {
            Op::Access { left: at, keys } => {
                let places = [keys[0].value.at];
                self.located(|cx| ops::access(cx, left, &[key], at.at, &places), inst.at)
            }
            _ => crate::error::fail("an access was expected"),
        }
    }

    #[inline(never)]
    fn option_at(
        &mut self,
        code: &Bytecode,
        pc: usize,
        option: Value<'h>,
        control: Value<'h>,
    ) -> Res<'h, bool> {
        let at = self.inst(code, pc).at;
        self.option_matches(option, control, at)
    }

    /// Makes a call that has no fast path.
    #[inline(never)]
    fn call_at(
        &mut self,
        code: &'h Bytecode,
        pc: usize,
        window: Window<'h>,
        site: &CallSite,
    ) -> Res<'h> {
        let inst = self.inst(code, pc);
        let Op::Call { form, .. } = inst.op else {
            return crate::error::fail("a call was expected");
        };
        let block = match site.block.map(|block| window.get(block)) {
            Some(Value::Callable(closure)) => Some(closure),
            _ => None,
        };
        let list = code.list(site.first, site.count);
        with_values(window, list, |values| {
            self.call_with(site.name, values, block, form, inst)
        })
    }

    /// Continues in compiled code at the head of a loop, if there is compiled code for it.
    #[cold]
    fn enter_loop(&mut self, code: &Bytecode, window: Window<'h>, head: u32) -> Option<Res<'h>> {
        let tier = self.cx.tier?;
        for &(to, implied) in &code.implied {
            window.set(
                to,
                match implied {
                    Implied::Constant(index) => self.body.constants[index as usize],
                    Implied::Type(index) => Value::Type(code.types[index as usize].ty),
                    Implied::Same(from) => window.get(from),
                },
            );
        }
        tier.enter_loop(self.cx, self.frame, self.body, self.base, head as usize)
    }
}

/// Computes `a / number`, rounded towards negative infinity.
#[inline(always)]
fn quotient(a: i64, number: i32) -> i64 {
    match u32::try_from(a) {
        // a short division takes half the time
        Ok(short) => i64::from(short / number.unsigned_abs()),
        Err(_) => a.div_euclid(i64::from(number)),
    }
}

/// Computes `a % number`, which is not negative.
#[inline(always)]
fn remainder(a: i64, number: i32) -> i64 {
    match u32::try_from(a) {
        Ok(short) => i64::from(short % number.unsigned_abs()),
        Err(_) => a.rem_euclid(i64::from(number)),
    }
}
