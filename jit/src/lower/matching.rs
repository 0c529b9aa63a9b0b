//! Lowers `=~`, `!~` and options: a match against a type tests the kind of the value first.
// Long because each kind of type has a check of its own.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, types};
use frontend::ast::BinaryOp;
use mir::op::Item;
use mir::{Inner, Inst, Kind, Op, Temp};
use runtime::Value;
use runtime::types::recheck::ITEMS_MIN;
use runtime::types::{Size, StructElement, Type, TypeRef};
use runtime::value::kinds::{Kinds, Verdict};
use runtime::value::{Array, Hash, Str};

use super::uses::Texts;
use super::{Lowering, Rep, TRUSTED, Val};
use crate::abi::{self, Helper};

/// The greatest nesting depth of Array and Hash types that inline code checks.
const MATCHING_MAX: u32 = 2;

/// The greatest number of alternatives of a Variant that inline code checks.
const ALTERNATIVES_MAX: usize = 4;

/// The greatest number of elements of a Struct that inline code checks.
const ELEMENTS_MAX: usize = 8;

/// The least number of options that are texts for which one lookup in a hash table picks the
/// option.
pub(super) const SWITCH_LEAST: usize = 4;

impl Lowering<'_, '_, '_, '_, '_> {
    pub(super) fn constant_type(&mut self, inst: &Inst) -> Val {
        let ty = match self.is_only_matched[inst.result.0 as usize] {
            true => self.link.tested_type(self.job.body, inst),
            false => self.link.constant_type(self.job.body, inst),
        };
        match ty {
            Some(ty) => self.literal(Value::Type(ty)),
            None => self.interpret(inst),
        }
    }

    /// Returns the type that a temp always holds.
    pub(super) fn known_type(&mut self, temp: Temp) -> Option<TypeRef<'static>> {
        let inst = self.definition_of[temp.0 as usize]?;
        self.link.constant_type(self.job.body, inst)
    }

    /// Returns a type that has the same instances as the one that a temp always holds.
    pub(super) fn tested_type(&mut self, temp: Temp) -> Option<TypeRef<'static>> {
        let inst = self.definition_of[temp.0 as usize]?;
        self.link.tested_type(self.job.body, inst)
    }

    /// Returns true if a temp always holds a type that is known.
    pub(super) fn is_known_type(&mut self, temp: Temp) -> bool {
        self.known_type(temp).is_some()
    }

    /// Returns true if an option needs no interpreter.
    pub(super) fn is_known_option(&mut self, inst: &Inst, option: Temp) -> bool {
        if self.known_regexp(inst, option).is_some() {
            return true;
        }
        let constant = match self.definition_of(option) {
            Some(Op::Const(index)) => self.job.body.constants[*index as usize],
            _ => return self.tested_type(option).is_some(),
        };
        constant.is_simple()
    }

    pub(super) fn matching(&mut self, inst: &Inst, left: Temp, right: Temp) -> Val {
        if let Some(regexp) = self.known_regexp(inst, right) {
            return self.text_matches(inst, regexp, left);
        }
        let Some(ty) = self.tested_type(right) else {
            return self.interpret(inst);
        };
        // its pattern may not be a valid regular expression
        if matches!(ty, Type::Regexp(Some(_))) {
            return self.interpret(inst);
        }
        let value = self.get(left);
        let is = self.instance(ty, value);
        Val::Bool(self.answer(inst, is))
    }

    /// Returns the operator's result for the answer whether the operands match; `!~` negates it.
    fn answer(&mut self, inst: &Inst, matches: ir::Value) -> ir::Value {
        match inst.op {
            Op::Binary {
                op: BinaryOp::NotMatch,
                ..
            } => {
                let one = self.b.ins().iconst(types::I8, 1);
                self.b.ins().bxor(matches, one)
            }
            _ => matches,
        }
    }

    /// Returns true if no code reads the match variables that an operation sets. Those of functions
    /// and lambdas end with them; other bodies can read those of classes and nodes.
    fn is_match_unread(&self, inst: &Inst) -> bool {
        let function = self.job.body.mir;
        let is_inside = inst.site != 0 || matches!(function.kind, Kind::Function | Kind::Lambda);
        is_inside && !function.uses_match
    }

    /// Returns the word of the literal regular expression that a temp holds, if the match variables
    /// can be set here or no code reads them.
    pub(super) fn known_regexp(&self, inst: &Inst, temp: Temp) -> Option<u64> {
        match self.definition_of(temp) {
            Some(Op::Const(index)) if self.registers.is_some() || self.is_match_unread(inst) => {
                let constant = self.job.body.constants[*index as usize];
                matches!(constant, Value::Regexp(_)).then(|| abi::words(constant).payload)
            }
            _ => None,
        }
    }

    /// Emits the test that a text matches a regular expression, for an operator or an option. If
    /// the left side is not a text, an option does not match, and an operator is run by the
    /// interpreter, which raises the error. The interpreter also decides a match that the helper
    /// cannot decide.
    fn text_matches(&mut self, inst: &Inst, regexp: u64, text: Temp) -> Val {
        let value = self.get(text);
        let fork = self.fork(Rep::Bool);
        let (tag, text) = self.boxed(value);
        let (is_text, look) = (self.has_tag(tag, abi::STRING), self.b.create_block());
        let no = self.b.ins().iconst(types::I8, 0);
        let (other, result): (_, &[ir::BlockArg]) = match inst.op {
            Op::OptionMatches { .. } => (fork.done, &[no.into()]),
            _ => (fork.slow, &[]),
        };
        self.b.ins().brif(is_text, look, &[], other, result);
        self.b.switch_to_block(look);
        let regexp = self.int(regexp as i64);
        let found = match self.is_match_unread(inst) {
            false => self.call(Helper::MatchText, &[self.cx, regexp, text])[0],
            true => self.call(Helper::TestText, &[regexp, text])[0],
        };
        let undecided = self.int(abi::UNDECIDED as i64);
        let undecided = self.b.ins().icmp(IntCC::Equal, found, undecided);
        self.slow_if(undecided, &fork);
        let found = self.b.ins().ireduce(types::I8, found);
        let is = self.answer(inst, found);
        self.go(&fork, Val::Bool(is), Rep::Bool);
        self.join(&fork, inst, Rep::Bool)
    }

    pub(super) fn option_matches(&mut self, inst: &Inst, option: Temp, control: Temp) -> Val {
        if let Some(regexp) = self.known_regexp(inst, option) {
            return self.text_matches(inst, regexp, control);
        }
        let value = self.get(control);
        if let Some(ty) = self.tested_type(option) {
            return Val::Bool(self.instance(ty, value));
        }
        let constant = match self.definition_of[option.0 as usize].map(|i| &i.op) {
            Some(Op::Const(index)) => self.job.body.constants[*index as usize],
            _ => return self.interpret(inst),
        };
        let items = match (
            constant,
            self.definition_of[control.0 as usize].map(|i| &i.op),
        ) {
            (Value::Array(options), Some(Op::Array(items)))
                if options.iter().all(Value::is_simple)
                    && items.iter().all(|i| !i.splat && self.is_made(i.value.temp)) =>
            {
                Some((options, items))
            }
            _ => None,
        };
        match items {
            // compares each item, in the order of the array
            Some((options, items)) => {
                let fits = i64::from(options.len() == items.len());
                let mut all = self.b.ins().iconst(types::I8, fits);
                for (option, item) in options.iter().zip(items) {
                    let value = self.get(item.value.temp);
                    let one = self.equals_option(option, value);
                    all = self.b.ins().band(all, one);
                }
                Val::Bool(all)
            }
            None if constant.is_simple() => {
                let switched = self.switched(inst.result, value);
                Val::Bool(switched.unwrap_or_else(|| self.equals_option(constant, value)))
            }
            None => self.interpret(inst),
        }
    }

    /// Emits the test that a value is the option of a test in a row of texts. The first test of the
    /// row looks the text up.
    fn switched(&mut self, test: Temp, value: Val) -> Option<ir::Value> {
        let Val::Boxed(tag, payload) = value else {
            return None;
        };
        let place_in = |row: &Texts| row.tests.iter().position(|(result, _)| *result == test);
        let mut rows = self.switches.iter().enumerate();
        let (number, place) = rows.find_map(|(n, (row, _))| Some((n, place_in(row)?)))?;
        let looked = match (self.switches[number].1, place) {
            (Some(variable), _) => variable,
            (None, 0) => {
                let constants = self.job.body.constants;
                let tests = self.switches[number].0.tests.iter();
                let texts = tests.filter_map(|(_, index)| match constants[*index] {
                    Value::String(text) => Some(text.as_str()),
                    _ => None,
                });
                let switch = self.link.switch(texts);
                let switch = self.int(switch as i64);
                let found = self.call(Helper::Switch, &[switch, tag, payload])[0];
                let variable = self.b.declare_var(types::I64);
                self.b.def_var(variable, found);
                self.switches[number].1 = Some(variable);
                variable
            }
            // the first test was never lowered
            (None, _) => return None,
        };
        let (found, place) = (self.b.use_var(looked), self.int(place as i64));
        Some(self.b.ins().icmp(IntCC::Equal, found, place))
    }

    /// Emits the test that a value matches a simple option.
    fn equals_option(&mut self, option: Value<'_>, value: Val) -> ir::Value {
        match (option, value) {
            (Value::Default, _) => self.b.ins().iconst(types::I8, 1),
            (Value::Undef, Val::Boxed(tag, _)) => self.has_tag(tag, abi::UNDEF),
            (Value::Undef, _) => self.b.ins().iconst(types::I8, 0),
            (Value::Integer(wanted), Val::Int(v)) => {
                let wanted = self.int(wanted);
                self.b.ins().icmp(IntCC::Equal, v, wanted)
            }
            (Value::Integer(wanted), _) => self.equals_integer(wanted, value),
            (Value::String(_), _) => self.text_equality(BinaryOp::Equal, option, value),
            _ => {
                let option = self.literal(option);
                self.equality(BinaryOp::Equal, option, value)
            }
        }
    }

    /// Emits the test that a value equals an Integer. Only Floats and times need a closer look.
    fn equals_integer(&mut self, wanted: i64, value: Val) -> ir::Value {
        let (tag, payload) = self.boxed(value);
        let (look, done) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I8);
        let [float, span, moment] =
            [abi::FLOAT, abi::TIMESPAN, abi::TIMESTAMP].map(|kind| self.has_tag(tag, kind));
        let time = self.b.ins().bor(span, moment);
        let closer = self.b.ins().bor(float, time);
        let number = self.has_tag(tag, abi::INTEGER);
        let constant = self.int(wanted);
        let same = self.b.ins().icmp(IntCC::Equal, payload, constant);
        let at_once = self.b.ins().band(number, same);
        self.b
            .ins()
            .brif(closer, look, &[], done, &[at_once.into()]);
        self.b.switch_to_block(look);
        let equal = self.equality(BinaryOp::Equal, Val::Int(constant), value);
        self.b.ins().jump(done, &[equal.into()]);
        self.b.switch_to_block(done);
        result
    }

    /// Returns the radix of a conversion if it is a literal, 0 if there is none, and `None` for any
    /// other radix.
    pub(super) fn radix(&self, more: &[Item]) -> Option<i64> {
        match more {
            [] => Some(0),
            [radix] if !radix.splat => self.known_integer(radix.value.temp).filter(|r| *r != 0),
            _ => None,
        }
    }

    /// Lowers `T(value)` and `T(value, radix)`.
    pub(super) fn conversion(
        &mut self,
        inst: &Inst,
        ty: TypeRef<'static>,
        of: Temp,
        radix: i64,
    ) -> Val {
        let value = self.get(of);
        // a value of the type stays as it is
        let own = match ty {
            _ if radix != 0 => None,
            Type::Integer {
                min: None,
                max: None,
            } => Some(abi::INTEGER),
            Type::Float {
                min: None,
                max: None,
            } => Some(abi::FLOAT),
            Type::String(None) => Some(abi::STRING),
            _ => None,
        };
        if let (Some(abi::INTEGER), Val::Int(_)) = (own, value) {
            return value;
        }
        let (tag, payload) = self.boxed(value);
        let fork = self.fork(Rep::Boxed);
        // NaN is not a Float
        let is_own = match (own, value) {
            (Some(abi::FLOAT), Val::Float(float)) => Some(self.is_number(float)),
            (Some(abi::FLOAT), Val::Boxed(..)) => Some(self.instance(ty, value)),
            (Some(own), Val::Boxed(..)) => Some(self.has_tag(tag, own)),
            _ => None,
        };
        if let Some(is_own) = is_own {
            let (same, other) = (self.b.create_block(), self.b.create_block());
            self.b.ins().brif(is_own, same, &[], other, &[]);
            self.b.switch_to_block(same);
            self.go(&fork, value, Rep::Boxed);
            self.b.switch_to_block(other);
        }
        let (ty, radix) = (self.pointer(ty), self.int(radix));
        let made = self.call(Helper::Convert, &[self.cx, ty, tag, payload, radix]);
        let missed = self.has_tag(made[0], abi::MISS);
        self.slow_if(missed, &fork);
        self.go(&fork, Val::Boxed(made[0], made[1]), Rep::Boxed);
        self.join(&fork, inst, Rep::Boxed)
    }

    /// Checks the arguments of an inlined lambda; the interpreter raises the error.
    pub(super) fn check_parameters(&mut self, inst: &Inst, lambda: Inner, values: &[Temp]) -> Val {
        let Some(types) = self.link.parameter_types(self.job.body, lambda) else {
            return self.interpret(inst);
        };
        for (ty, temp) in types.into_iter().zip(values) {
            if !self.proves(ty, *temp) {
                let value = self.get(*temp);
                let is = self.instance(ty, value);
                let (wrong, fine) = (self.cold(), self.b.create_block());
                self.b.ins().brif(is, fine, &[], wrong, &[]);
                self.b.switch_to_block(wrong);
                self.fail(inst);
                self.b.switch_to_block(fine);
            }
        }
        self.undef()
    }

    /// Emits the test that a value is an instance of a type.
    pub(super) fn instance(&mut self, ty: TypeRef<'static>, value: Val) -> ir::Value {
        let verdict = Verdict::of(ty);
        match (ty, value) {
            (Type::Integer { min, max }, Val::Int(v)) => self.within(v, *min, *max),
            (Type::Integer { min, max }, Val::Boxed(tag, payload))
                if min.is_some() && max.is_some() =>
            {
                let number = self.has_tag(tag, abi::INTEGER);
                let within = self.within(payload, *min, *max);
                self.b.ins().band(number, within)
            }
            (Type::Integer { min, max }, Val::Boxed(tag, payload))
                if min.is_some() || max.is_some() =>
            {
                self.half_bounded(ty, (*min, *max), (tag, payload))
            }
            (Type::Float { min, max }, Val::Float(v)) if min.is_none() && max.is_none() => {
                self.is_number(v)
            }
            (Type::Numeric, Val::Float(v)) => self.is_number(v),
            (Type::Float { min, max }, Val::Boxed(tag, payload))
                if min.is_none() && max.is_none() =>
            {
                self.is_float(tag, payload)
            }
            (Type::Numeric, Val::Boxed(tag, payload)) => {
                let integer = self.is_among(verdict.always, tag);
                let float = self.is_float(tag, payload);
                self.b.ins().bor(integer, float)
            }
            // an empty text has no characters
            (Type::String(Some(size)), Val::Boxed(tag, payload))
                if size.from == 1 && size.to.is_none() =>
            {
                self.is_some_text(tag, payload)
            }
            (_, Val::Int(_)) => self.of_kind(ty, verdict, abi::INTEGER, value),
            (_, Val::Float(_)) => self.of_kind(ty, verdict, abi::FLOAT, value),
            (_, Val::Bool(_)) => self.of_kind(ty, verdict, abi::BOOLEAN, value),
            (_, Val::Boxed(tag, _)) => self.of_some_kind(ty, verdict, tag, value),
        }
    }

    /// Emits the test that a value is an Integer that is at least, or at most, a bound. Integers
    /// beyond 64 bits need a closer look.
    fn half_bounded(
        &mut self,
        ty: TypeRef<'static>,
        (min, max): (Option<i64>, Option<i64>),
        (tag, payload): (ir::Value, ir::Value),
    ) -> ir::Value {
        let (look, done) = (self.cold(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I8);
        let big = self.has_tag(tag, abi::BIG_INTEGER);
        let number = self.has_tag(tag, abi::INTEGER);
        let within = self.within(payload, min, max);
        let at_once = self.b.ins().band(number, within);
        self.b.ins().brif(big, look, &[], done, &[at_once.into()]);
        self.b.switch_to_block(look);
        let is = self.ask_type(ty, tag, payload);
        self.b.ins().jump(done, &[is.into()]);
        self.b.switch_to_block(done);
        result
    }

    /// Emits the test that a value whose kind is known is an instance of a type.
    fn of_kind(
        &mut self,
        ty: TypeRef<'static>,
        verdict: Verdict,
        tag: u64,
        value: Val,
    ) -> ir::Value {
        let has = |kinds: Kinds| kinds.bits() >> tag & 1 == 1;
        match (has(verdict.always), has(verdict.sometimes)) {
            (true, _) => self.b.ins().iconst(types::I8, 1),
            (_, false) => self.b.ins().iconst(types::I8, 0),
            _ => self.ask(ty, value),
        }
    }

    fn of_some_kind(
        &mut self,
        ty: TypeRef<'static>,
        verdict: Verdict,
        tag: ir::Value,
        value: Val,
    ) -> ir::Value {
        if verdict.always == verdict.sometimes {
            return self.is_among(verdict.always, tag);
        }
        let (ask, rest, done) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let result = self.b.append_block_param(done, types::I8);
        let maybe = self.is_among(verdict.sometimes, tag);
        self.b.ins().brif(maybe, rest, &[], done, &[maybe.into()]);
        self.b.switch_to_block(rest);
        if verdict.always == Kinds::default() {
            self.b.ins().jump(ask, &[]);
        } else {
            let surely = self.is_among(verdict.always, tag);
            self.b.ins().brif(surely, done, &[surely.into()], ask, &[]);
        }
        self.b.switch_to_block(ask);
        let is = self.ask(ty, value);
        self.b.ins().jump(done, &[is.into()]);
        self.b.switch_to_block(done);
        result
    }

    /// Emits the test that a tag belongs to one of some kinds.
    fn is_among(&mut self, kinds: Kinds, tag: ir::Value) -> ir::Value {
        if kinds.bits().count_ones() == 1 {
            return self.has_tag(tag, kinds.bits().trailing_zeros().into());
        }
        let low = self.b.ins().ireduce(types::I8, tag);
        let bits = self.b.ins().iconst(types::I32, i64::from(kinds.bits()));
        let bit = self.b.ins().ushr(bits, low);
        let bit = self.b.ins().ireduce(types::I8, bit);
        let one = self.b.ins().iconst(types::I8, 1);
        self.b.ins().band(bit, one)
    }

    /// Emits the test that a value is a String that is not empty.
    fn is_some_text(&mut self, tag: ir::Value, payload: ir::Value) -> ir::Value {
        let (look, done) = (self.b.create_block(), self.b.create_block());
        let result = self.b.append_block_param(done, types::I8);
        let is_text = self.has_tag(tag, abi::STRING);
        self.b
            .ins()
            .brif(is_text, look, &[], done, &[is_text.into()]);
        self.b.switch_to_block(look);
        let len = self.b.ins().uload32(TRUSTED, payload, Str::LEN_AT as i32);
        let zero = self.int(0);
        let some = self.b.ins().icmp(IntCC::NotEqual, len, zero);
        self.b.ins().jump(done, &[some.into()]);
        self.b.switch_to_block(done);
        result
    }

    /// Asks the runtime whether a value is an instance of a type, if the kind of the value does not
    /// decide it.
    fn ask(&mut self, ty: TypeRef<'static>, value: Val) -> ir::Value {
        let ty = unclear(ty);
        let (tag, payload) = self.boxed(value);
        if self.matching < MATCHING_MAX {
            self.matching += 1;
            let inside = self.inside(ty, tag, payload);
            self.matching -= 1;
            if let Some(is) = inside {
                return is;
            }
        }
        self.ask_type(ty, tag, payload)
    }

    fn ask_type(&mut self, ty: TypeRef<'static>, tag: ir::Value, payload: ir::Value) -> ir::Value {
        let ty = self.pointer(ty);
        let is = self.call(Helper::IsInstance, &[self.cx, ty, tag, payload])[0];
        self.b.ins().ireduce(types::I8, is)
    }
}

/// Emits checks of the elements of arrays and hashes.
impl Lowering<'_, '_, '_, '_, '_> {
    /// Emits the check that the elements of an Array or a Hash are of its element types; `None` for
    /// other types.
    // Long because there is an arm for each type with elements.
    fn inside(
        &mut self,
        ty: TypeRef<'static>,
        tag: ir::Value,
        payload: ir::Value,
    ) -> Option<ir::Value> {
        match ty {
            Type::Array { element, size } => {
                let len = self.len(payload, TRUSTED);
                let walk = self.begin_walk(*size, len);
                let flags = TRUSTED;
                let kind = self
                    .b
                    .ins()
                    .uload8(types::I64, flags, payload, Array::KIND_AT as i32);
                let (numbers, values) = (self.b.create_block(), self.b.create_block());
                let many = self.b.create_block();
                self.b.ins().brif(kind, numbers, &[], values, &[]);
                self.b.switch_to_block(numbers);
                if Verdict::of(element).always.bits() >> abi::INTEGER & 1 == 1 {
                    let one = self.int(1);
                    let integers = self.b.ins().icmp(IntCC::Equal, kind, one);
                    let others = self.b.create_block();
                    let yes = [integers.into()];
                    self.b.ins().brif(integers, walk.done, &yes, others, &[]);
                    self.b.switch_to_block(others);
                }
                self.b.ins().jump(many, &[]);
                self.b.switch_to_block(many);
                self.ask_and_end(&walk, ty, tag, payload);
                self.b.switch_to_block(values);
                // the runtime remembers the answer for many items
                let few = self.b.create_block();
                let least = self.int(ITEMS_MIN as i64);
                let is_few = self.b.ins().icmp(IntCC::UnsignedLessThan, len, least);
                self.b.ins().brif(is_few, few, &[], many, &[]);
                self.b.switch_to_block(few);
                let items = self
                    .b
                    .ins()
                    .load(types::I64, flags, payload, Array::ITEMS_AT as i32);
                self.begin_rounds(&walk, len);
                self.end_unless(&walk, element, (items, 4), 0);
                self.end_round(&walk);
                Some(self.end_walk(&walk))
            }
            Type::Hash { key, value, size } => {
                let flags = TRUSTED;
                let len = self.b.ins().uload32(flags, payload, Hash::LEN_AT as i32);
                let walk = self.begin_walk(*size, len);
                let index = self
                    .b
                    .ins()
                    .load(types::I64, flags, payload, Hash::INDEX_AT as i32);
                let (indexed, plain) = (self.b.create_block(), self.b.create_block());
                self.b.ins().brif(index, indexed, &[], plain, &[]);
                self.b.switch_to_block(indexed);
                self.ask_and_end(&walk, ty, tag, payload);
                self.b.switch_to_block(plain);
                let entries =
                    self.b
                        .ins()
                        .load(types::I64, flags, payload, Hash::ENTRIES_AT as i32);
                self.begin_rounds(&walk, len);
                self.end_unless(&walk, key, (entries, 5), 0);
                self.end_unless(&walk, value, (entries, 5), 1);
                self.end_round(&walk);
                Some(self.end_walk(&walk))
            }
            Type::Variant(alternatives) if alternatives.len() <= ALTERNATIVES_MAX => {
                let done = self.b.create_block();
                let result = self.b.append_block_param(done, types::I8);
                for ty in alternatives.iter() {
                    let is = self.instance(ty, Val::Boxed(tag, payload));
                    let next = self.b.create_block();
                    self.b.ins().brif(is, done, &[is.into()], next, &[]);
                    self.b.switch_to_block(next);
                }
                let no = self.b.ins().iconst(types::I8, 0);
                self.b.ins().jump(done, &[no.into()]);
                self.b.switch_to_block(done);
                Some(result)
            }
            // most hashes have too few or too many entries
            Type::Struct(elements) => {
                let len = self.b.ins().uload32(TRUSTED, payload, Hash::LEN_AT as i32);
                let required = elements.iter().filter(|element| !element.optional).count();
                let (least, most) = (required as i64, elements.len() as i64);
                let holds = self.within(len, Some(least), Some(most));
                let (ask, done) = (self.b.create_block(), self.b.create_block());
                let result = self.b.append_block_param(done, types::I8);
                self.b.ins().brif(holds, ask, &[], done, &[holds.into()]);
                self.b.switch_to_block(ask);
                if elements.len() <= ELEMENTS_MAX {
                    let other = self.cold();
                    self.holds_elements(elements, (payload, len), other, done);
                    self.b.switch_to_block(other);
                }
                let is = self.ask_type(ty, tag, payload);
                self.b.ins().jump(done, &[is.into()]);
                self.b.switch_to_block(done);
                Some(result)
            }
            _ => None,
        }
    }

    /// Emits the check that a hash has the entries of a Struct, some of which may be missing. It jumps
    /// to `done` with the answer, or to `other` unless the entries come in the order of the elements.
    fn holds_elements(
        &mut self,
        elements: &'static [StructElement<'static>],
        (hash, len): (ir::Value, ir::Value),
        other: ir::Block,
        done: ir::Block,
    ) {
        let none = self.int(0);
        let index = self
            .b
            .ins()
            .load(types::I64, TRUSTED, hash, Hash::INDEX_AT as i32);
        let plain = self.b.ins().icmp(IntCC::Equal, index, none);
        self.proceed_if(plain, other, &[]);
        let mut place = self
            .b
            .ins()
            .load(types::I64, TRUSTED, hash, Hash::ENTRIES_AT as i32);
        let size = self.int(size_of::<(Value<'_>, Value<'_>)>() as i64);
        let bytes = self.b.ins().imul(len, size);
        let end = self.b.ins().iadd(place, bytes);
        // the hash has at least as many entries as there are required elements
        let mut is_sure = true;
        for element in elements {
            is_sure &= !element.optional;
            place = self.holds_element(element, (place, end, size), is_sure, (other, done));
        }
        let all = self.b.ins().icmp(IntCC::Equal, place, end);
        self.proceed_if(all, other, &[]);
        let yes = self.b.ins().iconst(types::I8, 1);
        self.b.ins().jump(done, &[yes.into()]);
    }

    /// Emits the check that the next entry of a hash is the one for an element of a Struct. Returns the
    /// place of the entry for the next element. `is_sure` says that there is a next entry.
    fn holds_element(
        &mut self,
        element: &'static StructElement<'static>,
        (place, end, size): (ir::Value, ir::Value, ir::Value),
        is_sure: bool,
        (other, done): (ir::Block, ir::Block),
    ) -> ir::Value {
        let next = self.b.create_block();
        let result = self.b.append_block_param(next, types::I64);
        let (missing, same): (_, Vec<ir::BlockArg>) = match element.optional {
            true => (next, vec![place.into()]),
            false => (other, Vec::new()),
        };
        if !is_sure {
            let more = self.b.ins().icmp(IntCC::NotEqual, place, end);
            self.proceed_if(more, missing, &same);
        }
        let (tag, key) = self.load_value(place, 0);
        let is_text = self.has_tag(tag, abi::STRING);
        self.proceed_if(is_text, other, &[]);
        self.unless_text(key, element.name, missing, &same);
        if !matches!(element.value, Type::Any) {
            let (tag, payload) = self.load_value(place, 1);
            let is = self.instance(element.value, Val::Boxed(tag, payload));
            self.proceed_if(is, done, &[is.into()]);
        }
        let after = self.b.ins().iadd(place, size);
        self.b.ins().jump(next, &[after.into()]);
        self.b.switch_to_block(next);
        result
    }

    /// Jumps to a block unless a text has the same bytes as a known one.
    fn unless_text(
        &mut self,
        text: ir::Value,
        known: &str,
        other: ir::Block,
        arguments: &[ir::BlockArg],
    ) {
        let len = self.b.ins().uload32(TRUSTED, text, Str::LEN_AT as i32);
        let wanted = self.int(known.len() as i64);
        let same = self.b.ins().icmp(IntCC::Equal, len, wanted);
        self.proceed_if(same, other, arguments);
        let mut at = 0;
        for (size, ty) in [
            (8, types::I64),
            (4, types::I32),
            (2, types::I16),
            (1, types::I8),
        ] {
            while let Some(bytes) = known.as_bytes().get(at..at + size) {
                let number = bytes
                    .iter()
                    .rev()
                    .fold(0, |all, byte| all << 8 | i64::from(*byte));
                let there = (Str::BYTES_AT + at) as i32;
                let there = self.b.ins().load(ty, TRUSTED, text, there);
                let wanted = self.b.ins().iconst(ty, number);
                let same = self.b.ins().icmp(IntCC::Equal, there, wanted);
                self.proceed_if(same, other, arguments);
                at += size;
            }
        }
    }

    /// Continues if a test holds, otherwise jumps to a block.
    fn proceed_if(&mut self, test: ir::Value, other: ir::Block, arguments: &[ir::BlockArg]) {
        let fine = self.b.create_block();
        self.b.ins().brif(test, fine, &[], other, arguments);
        self.b.switch_to_block(fine);
    }

    fn begin_walk(&mut self, size: Option<Size>, len: ir::Value) -> Walk {
        let (head, body, done) = (
            self.b.create_block(),
            self.b.create_block(),
            self.b.create_block(),
        );
        let at = self.b.append_block_param(head, types::I64);
        self.b.append_block_param(done, types::I8);
        if let Some(size) = size {
            let holds = self.within(len, Some(size.from), size.to);
            let fine = self.b.create_block();
            self.b.ins().brif(holds, fine, &[], done, &[holds.into()]);
            self.b.switch_to_block(fine);
        }
        Walk {
            head,
            body,
            done,
            at,
        }
    }

    /// Asks the runtime, and jumps to the end with its answer.
    fn ask_and_end(
        &mut self,
        walk: &Walk,
        ty: TypeRef<'static>,
        tag: ir::Value,
        payload: ir::Value,
    ) {
        let is = self.ask_type(ty, tag, payload);
        self.b.ins().jump(walk.done, &[is.into()]);
    }

    fn begin_rounds(&mut self, walk: &Walk, len: ir::Value) {
        let zero = self.int(0);
        self.b.ins().jump(walk.head, &[zero.into()]);
        self.b.switch_to_block(walk.head);
        let more = self.b.ins().icmp(IntCC::UnsignedLessThan, walk.at, len);
        let yes = self.b.ins().iconst(types::I8, 1);
        self.b
            .ins()
            .brif(more, walk.body, &[], walk.done, &[yes.into()]);
        self.b.switch_to_block(walk.body);
    }

    /// Jumps to the end with the answer no, unless a part of the current element is of a type. The
    /// element is `1 << bits` bytes long.
    fn end_unless(
        &mut self,
        walk: &Walk,
        ty: TypeRef<'static>,
        (places, bits): (ir::Value, i64),
        value: usize,
    ) {
        if matches!(ty, Type::Any) {
            return;
        }
        let bits = self.int(bits);
        let offset = self.b.ins().ishl(walk.at, bits);
        let place = self.b.ins().iadd(places, offset);
        let (tag, payload) = self.load_value(place, value);
        let is = self.instance(ty, Val::Boxed(tag, payload));
        let fine = self.b.create_block();
        self.b.ins().brif(is, fine, &[], walk.done, &[is.into()]);
        self.b.switch_to_block(fine);
    }

    fn end_round(&mut self, walk: &Walk) {
        let one = self.int(1);
        let next = self.b.ins().iadd(walk.at, one);
        self.b.ins().jump(walk.head, &[next.into()]);
    }

    fn end_walk(&mut self, walk: &Walk) -> ir::Value {
        self.b.switch_to_block(walk.done);
        self.b.block_params(walk.done)[0]
    }
}

/// The blocks of a loop over the elements of a value, and its position.
struct Walk {
    head: ir::Block,
    body: ir::Block,
    /// The block after the walk; its parameter is the answer.
    done: ir::Block,
    at: ir::Value,
}

/// Returns the only alternative of a Variant that the kind of a value does not decide; otherwise
/// the type itself.
fn unclear(ty: TypeRef<'static>) -> TypeRef<'static> {
    let is_open = |ty: TypeRef<'static>| {
        let verdict = Verdict::of(ty);
        verdict.always != verdict.sometimes
    };
    match ty {
        Type::Optional(Some(inner)) => unclear(inner),
        Type::Variant(types) => {
            let mut open = types.iter().copied().filter(|ty| is_open(ty));
            match (open.next(), open.next()) {
                (Some(only), None) => unclear(only),
                _ => ty,
            }
        }
        _ => ty,
    }
}
