//! Records: hashes with known keys that are never made, because code needs only their values.
//! [`crate::shapes`] says which temps are records.
//!
//! A record has no memory of its own. Code that reads a key uses the value itself. Code that needs the
//! hash makes it. A temp may be a record if each use reads a key, passes it to a function that only
//! reads it, or returns it from the function that made it. All uses must be in the block where it is
//! made: code that is entered at a later block has no values of the record. If the hash is stored or
//! passed elsewhere, all code must see one hash, since YAML shows whether two hashes are the same.

use std::rc::Rc;

use cranelift_codegen::ir::{self, InstBuilder};
use cranelift_frontend::Variable;
use frontend::name::Map;
use mir::ir::Leave;
use mir::op::Item;
use mir::{Inst, Op, Temp, Terminator};
use runtime::Value;
use runtime::types::{Type, TypeRef};
use runtime::value::Hash;

use super::value;
use super::{Lowering, Rep, TRUSTED, Val};
use crate::abi::Helper;
use crate::plan::{self, Target};
use crate::shapes::{self, Asked, Keys, Source, Usage};

/// The values of a hash with known keys.
#[derive(Clone)]
pub(super) struct Record<'h> {
    pub keys: Keys<'h>,
    /// In the order of the keys.
    values: Rc<[Val]>,
    /// The hash itself, if there is one.
    whole: Option<Val>,
}

/// The facts about the records of a function that is lowered.
#[derive(Default)]
pub(super) struct Records<'h> {
    /// The keys of each temp that always holds a hash with known keys.
    keys: Vec<Option<Keys<'h>>>,
    /// True for each temp that is a record.
    is_record: Vec<bool>,
    /// The records that have been made.
    made: Map<Temp, Record<'h>>,
    /// The variables of records that get values in more than one place.
    varied: Map<Temp, Rc<[[Variable; 2]]>>,
    /// The hashes of records that the present operation needs.
    wholes: Map<Temp, Val>,
    /// The keys of the record that a placed function returns.
    returns: Option<Keys<'h>>,
    /// The record that a placed function returns at its only end.
    returned: Option<Record<'h>>,
}

/// A value that a jump passes to its target.
#[derive(Clone, Copy)]
pub(super) enum Passed {
    /// The value of a parameter.
    Temp(Temp),
    /// A value of a parameter that is a record, by its place.
    Part(Temp, usize),
}

impl<'h> Lowering<'_, '_, 'h, '_, '_> {
    /// Finds the temps that are records; `given` are the records that a placed function takes.
    pub(super) fn find_records(&mut self, given: &[(Temp, Keys<'h>)]) {
        let link = &*self.link;
        let source = Source {
            function: self.job.body.mir,
            constants: self.job.body.constants,
            definition_of: &self.definition_of,
            result: &|inst| link.result_keys(inst),
        };
        let keys = source.keys(given);
        let asked = Asked {
            usage: &|inst, temp| self.usage(inst, temp, keys[temp.0 as usize].as_ref()),
            returns_values: self.records.returns.is_some(),
        };
        self.records.is_record = shapes::records(&source, &keys, &asked);
        self.records.keys = keys;
    }

    /// Returns how an operation uses a temp that may be a record.
    fn usage(&self, inst: &Inst, temp: Temp, keys: Option<&Keys<'h>>) -> Usage {
        match &inst.op {
            Op::Access { left, keys } if left.temp == temp => match &keys[..] {
                [key] if !key.splat && self.known_text(key.value.temp).is_some() => Usage::Values,
                _ => Usage::Whole,
            },
            // a loop does not keep the first value of its memo, which a jump passes on
            Op::IterBegin { arguments, .. } if arguments[0].temp != temp => Usage::Look,
            Op::Call { arguments, .. } => {
                let (Some(target), Some(keys)) = (self.link.target_of(inst), keys) else {
                    return Usage::Whole;
                };
                let takes = |(index, item): (usize, &Item)| {
                    item.value.temp != temp || self.may_take(inst, &target, (index, temp), keys)
                };
                match self.is_small(&target) && arguments.iter().enumerate().all(takes) {
                    true => Usage::Values,
                    false => Usage::Whole,
                }
            }
            _ => Usage::Whole,
        }
    }

    pub(super) fn is_record(&self, temp: Temp) -> bool {
        self.records.is_record[temp.0 as usize]
    }

    /// Returns true if a record has been made here.
    pub(super) fn is_made_record(&self, temp: Temp) -> bool {
        self.records.made.contains_key(&temp) || self.records.varied.contains_key(&temp)
    }

    /// Lets a placed function return a record with these keys.
    pub(super) fn return_record_with(&mut self, keys: Option<Keys<'h>>) {
        self.records.returns = keys;
    }

    /// Makes the values of a record variables.
    pub(super) fn vary_record(&mut self, temp: Temp) {
        let count = self.records.keys[temp.0 as usize]
            .as_ref()
            .map_or(0, |k| k.len());
        let ty = ir::types::I64;
        let variables = (0..count).map(|_| [self.b.declare_var(ty), self.b.declare_var(ty)]);
        let variables: Vec<[Variable; 2]> = variables.collect();
        self.records.varied.insert(temp, variables.into());
    }

    /// Adds the parameters of a block for the values of a record.
    pub(super) fn add_record_parameters(&mut self, block: ir::Block, temp: Temp) {
        if self.records.varied.contains_key(&temp) {
            return;
        }
        if let Some(keys) = self.records.keys[temp.0 as usize].clone() {
            let record = self.parameters_of(block, keys);
            self.records.made.insert(temp, record);
        }
    }

    /// Adds parameters to a block for the values of a record with these keys.
    pub(super) fn parameters_of(&mut self, block: ir::Block, keys: Keys<'h>) -> Record<'h> {
        let mut values = Vec::with_capacity(keys.len());
        for _ in 0..keys.len() {
            let tag = self.b.append_block_param(block, ir::types::I64);
            let payload = self.b.append_block_param(block, ir::types::I64);
            values.push(Val::Boxed(tag, payload));
        }
        Record {
            keys,
            values: values.into(),
            whole: None,
        }
    }

    /// Returns what a jump passes for the values of a record.
    pub(super) fn parts_of(&mut self, record: &Record<'h>) -> Vec<ir::BlockArg> {
        let mut parts = Vec::with_capacity(2 * record.values.len());
        for value in record.values.iter() {
            parts.extend(self.convert(*value, Rep::Boxed).args());
        }
        parts
    }

    /// Returns what a jump passes to a parameter that is a record.
    pub(super) fn passed_record(
        &mut self,
        parameter: Temp,
        value: Option<Temp>,
    ) -> Vec<(Passed, Val)> {
        let values = match value {
            Some(value) => self.record_of(value).values.to_vec(),
            // this point is never reached
            None => {
                let keys = self.records.keys[parameter.0 as usize].as_ref();
                let count = keys.map_or(0, |keys| keys.len());
                vec![self.undef(); count]
            }
        };
        let parts = values.into_iter().enumerate();
        parts
            .map(|(at, value)| (Passed::Part(parameter, at), value))
            .collect()
    }

    /// Returns the variables of a value of a record.
    pub(super) fn record_variable(&self, temp: Temp, at: usize) -> Option<[Variable; 2]> {
        Some(self.records.varied.get(&temp)?[at])
    }

    /// Notes the record of a temp.
    pub(super) fn define_record(&mut self, temp: Temp, record: Record<'h>) {
        let Some(variables) = self.records.varied.get(&temp).cloned() else {
            self.records.made.insert(temp, record);
            return;
        };
        for ([tag_of, payload_of], value) in variables.iter().zip(record.values.iter()) {
            let (tag, payload) = self.boxed(*value);
            self.b.def_var(*tag_of, tag);
            self.b.def_var(*payload_of, payload);
        }
    }

    /// Notes the hash of a temp that is a record.
    pub(super) fn define_hash(&mut self, temp: Temp, hash: Val) {
        if let Some(keys) = self.records.keys[temp.0 as usize].clone() {
            let record = self.loaded(hash, keys);
            self.define_record(temp, record);
        }
    }

    /// Loads the values of a hash that has the keys of a temp.
    pub(super) fn record_in(&mut self, hash: Val, like: Temp) -> Record<'h> {
        let keys = self.records.keys[like.0 as usize].clone();
        self.loaded(hash, keys.expect("asked only of temps with known keys"))
    }

    /// Returns true if the function is placed and returns a record.
    pub(super) fn returns_record(&self) -> bool {
        self.records.returns.is_some()
    }

    /// Loads the values of a hash that has these keys.
    pub(super) fn loaded(&mut self, hash: Val, keys: Keys<'h>) -> Record<'h> {
        let (_, at) = self.boxed(hash);
        let entries = Hash::ENTRIES_AT as i32;
        let entries = self.b.ins().load(ir::types::I64, TRUSTED, at, entries);
        let value = |index: usize| {
            let (tag, payload) = self.load_value(entries, 2 * index + 1);
            Val::Boxed(tag, payload)
        };
        let values: Vec<Val> = (0..keys.len()).map(value).collect();
        Record {
            keys,
            values: values.into(),
            whole: Some(hash),
        }
    }

    /// Returns the values of a temp that always holds a hash with known keys.
    pub(super) fn record_of(&mut self, temp: Temp) -> Record<'h> {
        let keys = self.records.keys[temp.0 as usize].clone();
        let keys = keys.expect("asked only of temps with known keys");
        if let Some(variables) = self.records.varied.get(&temp).cloned() {
            let value = |[tag, payload]: &[Variable; 2]| {
                Val::Boxed(self.b.use_var(*tag), self.b.use_var(*payload))
            };
            let values: Vec<Val> = variables.iter().map(value).collect();
            return Record {
                keys,
                values: values.into(),
                whole: None,
            };
        }
        if let Some(record) = self.records.made.get(&temp) {
            return record.clone();
        }
        match self.definition_of(temp) {
            Some(Op::Const(index)) => {
                let constant = self.job.body.constants[*index as usize];
                self.constant_record(constant, keys)
            }
            Some(Op::Hash(entries)) if self.is_deferred(temp) => {
                let values: Vec<Temp> = entries.iter().map(|entry| entry.1.temp).collect();
                let values: Vec<Val> = values.into_iter().map(|temp| self.get(temp)).collect();
                Record {
                    keys,
                    values: values.into(),
                    whole: None,
                }
            }
            _ => {
                let hash = self.get(temp);
                self.loaded(hash, keys)
            }
        }
    }

    fn constant_record(&mut self, constant: Value<'h>, keys: Keys<'h>) -> Record<'h> {
        let whole = Some(self.literal(constant));
        let values: Vec<Value<'h>> = match constant {
            Value::Hash(hash) => hash.iter().map(|entry| entry.1).collect(),
            _ => Vec::new(),
        };
        let values: Vec<Val> = values
            .into_iter()
            .map(|value| self.literal(value))
            .collect();
        Record {
            keys,
            values: values.into(),
            whole,
        }
    }

    /// Notes that a literal is a record. Returns false if it is none.
    pub(super) fn begin_record(&mut self, result: Temp, entries: &[(mir::Use, mir::Use)]) -> bool {
        self.made_record(result, |cx, _| {
            entries.iter().map(|entry| cx.get(entry.1.temp)).collect()
        })
    }

    /// Notes that the sum of two hashes is a record. Returns false if it is none.
    pub(super) fn sum_record(&mut self, result: Temp, left: Temp, right: Temp) -> bool {
        self.made_record(result, |cx, keys| {
            let (left, right) = (cx.record_of(left), cx.record_of(right));
            let value = |key: &Value<'h>| right.value(*key).or_else(|| left.value(*key));
            keys.iter().filter_map(value).collect()
        })
    }

    /// Notes the values of a result that is a record. Returns false if it is none.
    fn made_record(
        &mut self,
        result: Temp,
        values: impl FnOnce(&mut Self, &Keys<'h>) -> Rc<[Val]>,
    ) -> bool {
        let keys = self.records.keys[result.0 as usize].clone();
        let Some(keys) = keys.filter(|_| self.is_record(result)) else {
            return false;
        };
        let record = Record {
            values: values(self, &keys),
            keys,
            whole: None,
        };
        self.define_record(result, record);
        true
    }

    /// Returns the value that a record has for a key.
    pub(super) fn record_value(&mut self, left: Temp, key: Temp) -> Option<Val> {
        if !self.is_record(left) {
            return None;
        }
        let key = self.known_text(key)?;
        let value = self.record_of(left).value(key);
        Some(value.unwrap_or_else(|| self.undef()))
    }

    /// Returns the hash of a record.
    pub(super) fn whole(&mut self, temp: Temp) -> Val {
        if let Some(whole) = self.records.wholes.get(&temp) {
            return *whole;
        }
        let record = self.record_of(temp);
        self.hash_of_record(&record)
    }

    /// Returns the hash of a record.
    pub(super) fn hash_of_record(&mut self, record: &Record<'h>) -> Val {
        if let Some(whole) = record.whole {
            return whole;
        }
        let mut entries = Vec::with_capacity(record.keys.len());
        for (key, value) in record.keys.iter().zip(record.values.iter()) {
            entries.push((self.literal(*key), *value));
        }
        self.hash_of_values(&entries)
    }

    /// Runs code that takes operands one after another, with the hashes of records made before.
    pub(super) fn with_hashes<T>(&mut self, inst: &Inst, run: impl FnOnce(&mut Self) -> T) -> T {
        let mut records = Vec::new();
        inst.op.operands(&mut |temp| {
            if self.is_record(temp) && !self.is_deferred(temp) && !records.contains(&temp) {
                records.push(temp);
            }
        });
        let before = self.records.wholes.clone();
        for temp in records {
            let whole = self.whole(temp);
            self.records.wholes.insert(temp, whole);
        }
        let result = run(self);
        self.records.wholes = before;
        result
    }

    /// Returns true if an operation takes the values of records.
    pub(super) fn takes_values(&self, inst: &Inst) -> bool {
        match &inst.op {
            Op::Access { .. } => true,
            Op::Binary { .. } => self.is_record(inst.result),
            Op::Call { .. } => self.link.target_of(inst).is_some(),
            _ => false,
        }
    }

    /// Returns true if any operand of an operation is a record.
    pub(super) fn has_records(&self, inst: &Inst) -> bool {
        let mut has = false;
        inst.op.operands(&mut |temp| has |= self.is_record(temp));
        has
    }

    /// Returns true if a call may take an argument with known keys by its values: it may fit, and the
    /// function only reads it.
    fn may_take(
        &self,
        inst: &Inst,
        target: &Target<'h>,
        (argument, temp): (usize, Temp),
        keys: &Keys<'h>,
    ) -> bool {
        let parameter = target.parameter_of(argument);
        let declared = target.signature.parameters[parameter].ty;
        target.defaults.is_empty()
            && target.rest().is_none()
            && may_fit(declared, keys)
            && (matches!(plan::without_alias(declared), Type::Any)
                || self.link.frozen(plan::without_alias(declared)).is_some())
            && reads_keys(target, parameter)
            && self.link.only_reads(inst, temp)
    }

    /// Returns for each argument of a call whether the function takes its values.
    pub(super) fn taken_records(
        &self,
        inst: &Inst,
        target: &Target<'h>,
        arguments: &[Item],
    ) -> Vec<bool> {
        let takes = |(index, item): (usize, &Item)| {
            let temp = item.value.temp;
            let keys = self.records.keys[temp.0 as usize].as_ref();
            !self.is_deferred(temp)
                && self.is_record(temp)
                && keys.is_some_and(|keys| self.may_take(inst, target, (index, temp), keys))
        };
        arguments.iter().enumerate().map(takes).collect()
    }

    /// Returns the records that a call gives, by the parameters of its function.
    pub(super) fn given_records(
        &mut self,
        parameters: &[Temp],
        arguments: &[Item],
        taken: &[bool],
    ) -> Vec<(Temp, Record<'h>)> {
        let mut given = Vec::new();
        for ((parameter, item), taken) in parameters.iter().zip(arguments).zip(taken) {
            if *taken {
                given.push((*parameter, self.record_of(item.value.temp)));
            }
        }
        given
    }

    /// Takes the records given to a placed function. Makes the hashes that it needs.
    pub(super) fn take_records(&mut self, given: Vec<(Temp, Record<'h>)>) {
        for (temp, record) in given {
            match self.is_record(temp) {
                true => self.define_record(temp, record),
                false => {
                    let hash = self.hash_of_record(&record);
                    self.define(temp, hash);
                }
            }
        }
    }

    /// Returns the values of arguments, with the hashes of those that are records.
    pub(super) fn values_of_records(
        &mut self,
        values: &[Val],
        arguments: &[Item],
        taken: &[bool],
    ) -> Vec<Val> {
        let mut values = values.to_vec();
        for ((value, item), taken) in values.iter_mut().zip(arguments).zip(taken) {
            if *taken {
                *value = self.whole(item.value.temp);
            }
        }
        values
    }

    /// Ends a placed function that returns a record. Returns false if it returns none.
    pub(super) fn return_record(&mut self, temp: Temp, is_checked: bool) -> bool {
        let Some(exit) = self.exit.filter(|_| self.records.returns.is_some()) else {
            return false;
        };
        let record = self.record_of(temp);
        if is_checked {
            self.check_returned(temp, &record);
        }
        if self.has_one_end() {
            self.records.returned = Some(record);
            self.b.ins().jump(exit, &[]);
        } else {
            let parts = self.parts_of(&record);
            self.b.ins().jump(exit, &parts);
        }
        true
    }

    /// Returns true if code reaches only one end of the function.
    fn has_one_end(&self) -> bool {
        let blocks = self.job.body.mir.blocks.iter().enumerate();
        let ends = blocks.filter(|(index, block)| {
            let is_end = matches!(
                block.terminator,
                Terminator::Return(_) | Terminator::Leave(Leave::Return, ..)
            );
            self.job.types.reached[*index] && is_end
        });
        ends.count() == 1
    }

    /// Prepares the block to which a placed function passes its record. Returns the record there, if
    /// the function has more than one end.
    pub(super) fn begin_exit(&mut self) -> Option<Record<'h>> {
        let keys = self.records.returns.clone()?;
        let exit = self.exit.filter(|_| !self.has_one_end())?;
        Some(self.parameters_of(exit, keys))
    }

    /// Returns the record of the only end of a placed function.
    pub(super) fn take_returned(&mut self) -> Option<Record<'h>> {
        let keys = self.records.returns.clone()?;
        let returned = self.records.returned.take();
        Some(returned.unwrap_or_else(|| {
            // the end is never reached
            let values = vec![self.undef(); keys.len()];
            Record {
                keys,
                values: values.into(),
                whole: None,
            }
        }))
    }

    /// Checks a record against the type that the function declares for its result.
    fn check_returned(&mut self, temp: Temp, record: &Record<'h>) {
        let own = self.link.own_signature(self.job.body);
        let Some(declared) = own.and_then(|own| own.returns) else {
            return;
        };
        if fits(declared, record) {
            return;
        }
        let test = self.record_test(declared, record);
        let Some(test) = test else {
            let whole = self.hash_of_record(record);
            return self.check_result(temp, whole);
        };
        let (wrong, fine) = (self.cold(), self.b.create_block());
        self.b.ins().brif(test, fine, &[], wrong, &[]);
        self.b.switch_to_block(wrong);
        let whole = self.hash_of_record(record);
        let (tag, payload) = self.boxed(whole);
        let body = self.pointer(self.job.body);
        let checked = self.call(Helper::CheckReturn, &[self.cx, body, tag, payload])[0];
        self.b.ins().brif(checked, fine, &[], self.raise, &[]);
        self.b.switch_to_block(fine);
    }

    /// Emits the test that a record is of a type, unless it is sure. Returns `None` if that cannot be
    /// asked of its values.
    pub(super) fn record_test(
        &mut self,
        ty: TypeRef<'_>,
        record: &Record<'h>,
    ) -> Option<ir::Value> {
        if !may_fit(ty, &record.keys) {
            return None;
        }
        let ty = self.link.frozen(plan::without_alias(ty))?;
        let mut all = self.b.ins().iconst(ir::types::I8, 1);
        for (key, value) in record.keys.iter().zip(record.values.iter()) {
            let wanted = match ty {
                Type::Hash { value, .. } => *value,
                Type::Struct(elements) => {
                    let mut elements = elements.iter();
                    elements.find(|e| Some(e.name) == key.as_str())?.value
                }
                _ => return None,
            };
            if !matches!(wanted, Type::Any) && !value::fits(wanted, *value) {
                let is = self.instance(wanted, *value);
                all = self.b.ins().band(all, is);
            }
        }
        Some(all)
    }

    /// Takes the slow path unless an argument that is a record fits. Returns true if a test was needed.
    pub(super) fn check_record(
        &mut self,
        declared: TypeRef<'_>,
        temp: Temp,
        slow: ir::Block,
    ) -> bool {
        let record = self.record_of(temp);
        if fits(declared, &record) || self.proves(declared, temp) {
            return false;
        }
        let test = self.record_test(declared, &record);
        let fits = test.unwrap_or_else(|| self.b.ins().iconst(ir::types::I8, 0));
        let fine = self.b.create_block();
        self.b.ins().brif(fits, fine, &[], slow, &[]);
        self.b.switch_to_block(fine);
        true
    }

    /// Emits the test that a temp with known keys is of a type, by its values.
    pub(super) fn test_values(&mut self, ty: TypeRef<'_>, temp: Temp) -> Option<ir::Value> {
        let keys = self.records.keys[temp.0 as usize].clone()?;
        if !matches!(plan::without_alias(ty), Type::Struct(_)) || !may_fit(ty, &keys) {
            return None;
        }
        let record = self.record_of(temp);
        self.record_test(ty, &record)
    }
}

impl<'h> Record<'h> {
    /// Returns the value of a key.
    fn value(&self, key: Value<'h>) -> Option<Val> {
        Some(self.values[shapes::place_of(&self.keys, key)?])
    }
}

/// Returns true if a function only reads keys of a parameter, or passes it to other functions.
fn reads_keys(target: &Target<'_>, parameter: usize) -> bool {
    let (body, temp) = (target.body, target.body.mir.blocks[0].parameters[parameter]);
    let insts = || body.mir.blocks.iter().flat_map(|b| &b.insts);
    let is_key = |temp: Temp| {
        let mut insts = insts();
        let made = insts.find(|inst| inst.result == temp);
        made.is_some_and(|inst| match inst.op {
            Op::Const(index) => matches!(body.constants[index as usize], Value::String(_)),
            _ => false,
        })
    };
    let uses = |inst: &Inst| {
        let mut uses = false;
        inst.op.operands(&mut |t| uses |= t == temp);
        uses
    };
    let is_fine = |inst: &Inst| match &inst.op {
        Op::Access { keys, .. } => keys.len() == 1 && is_key(keys[0].value.temp),
        Op::Call { .. } => true,
        _ => false,
    };
    let mut users = insts().filter(|inst| uses(inst));
    users.all(is_fine)
}

/// Returns true if a hash with these keys is of a type whenever its values are.
fn may_fit(ty: TypeRef<'_>, keys: &[Value<'_>]) -> bool {
    match plan::without_alias(ty) {
        Type::Any => true,
        Type::Hash { key, size, .. } => {
            let is_text = matches!(
                plan::without_alias(key),
                Type::Any | Type::String(None) | Type::Scalar | Type::ScalarData
            );
            is_text && size.is_none_or(|size| size.holds(keys.len()))
        }
        Type::Struct(elements) => {
            let is_element = |key: &Value<'_>| {
                let mut elements = elements.iter();
                elements.any(|element| key.as_str() == Some(element.name))
            };
            let is_there = |name: &str| keys.iter().any(|key| key.as_str() == Some(name));
            let mut elements = elements.iter();
            keys.iter().all(is_element) && elements.all(|e| e.optional || is_there(e.name))
        }
        _ => false,
    }
}

/// Returns true if the hash of a record is certainly of a type.
fn fits(ty: TypeRef<'_>, record: &Record<'_>) -> bool {
    if !may_fit(ty, &record.keys) {
        return false;
    }
    match plan::without_alias(ty) {
        Type::Any => true,
        Type::Hash { value, .. } => record.values.iter().all(|v| value::fits(value, *v)),
        Type::Struct(elements) => {
            let mut pairs = record.keys.iter().zip(record.values.iter());
            pairs.all(|(key, value)| {
                let mut elements = elements.iter();
                let element = elements.find(|e| Some(e.name) == key.as_str());
                element.is_some_and(|element| value::fits(element.value, *value))
            })
        }
        _ => false,
    }
}
