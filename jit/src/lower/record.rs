//! Records: hashes with known keys that are passed to placed functions, or returned by them, as their
//! values.
//!
//! A record has no memory of its own. Code that reads a key uses the value itself. Code that needs the
//! hash makes it. A temp may be a record if each use reads a key, passes it to a function that only
//! reads it, or returns it from the function that made it. All uses must be in the block where it is
//! made: code that is entered at a later block has no values of the record. If the hash is stored or
//! passed elsewhere, all code must see one hash, since YAML shows whether two hashes are the same.

use std::rc::Rc;

use frontend::name::Map;
use mir::ir::Leave;
use mir::op::Item;
use mir::{Function, Inst, Op, Temp, Terminator};
use runtime::Value;
use runtime::frame::Body;
use runtime::types::{Type, TypeRef};

use super::value;
use super::{Lowering, Shape, Val};
use crate::plan::{self, Target};

/// The greatest number of entries of a record. Larger hashes have an index.
const ENTRIES_MAX: usize = 8;

/// The keys of a hash, which are different constants, with their values.
#[derive(Clone)]
pub(super) struct Record<'h> {
    entries: Rc<[(Value<'h>, Val)]>,
}

/// Returns for each temp of a function whether it may be a record: a parameter of the function, a
/// literal, or the result of a call.
pub(super) fn candidates(
    function: &Function,
    shape: Shape,
    is_key: &dyn Fn(Temp) -> bool,
    is_direct: &dyn Fn(&Inst) -> bool,
) -> Vec<bool> {
    const NOWHERE: usize = usize::MAX;
    let mut home = vec![NOWHERE; function.temps.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            if matches!(inst.op, Op::Hash(_)) || is_direct(inst) {
                home[inst.result.0 as usize] = index;
            }
        }
    }
    let mut is_candidate: Vec<bool> = home.iter().map(|home| *home != NOWHERE).collect();
    // a placed function has no loop and is entered at its beginning
    let is_placed = shape == Shape::Placed;
    if is_placed {
        for temp in &function.blocks[0].parameters {
            is_candidate[temp.0 as usize] = true;
        }
    }
    for (index, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            let passes = match &inst.op {
                Op::Access { keys, .. } => {
                    keys.len() == 1 && !keys[0].splat && is_key(keys[0].value.temp)
                }
                Op::Call { arguments, .. } => is_direct(inst) && arguments.iter().all(|a| !a.splat),
                _ => false,
            };
            inst.op.operands(&mut |temp| {
                let at = temp.0 as usize;
                let is_here = home[at] == index || home[at] == NOWHERE;
                is_candidate[at] &= passes && is_here;
            });
        }
        let returns = is_placed && returned(&block.terminator).is_some();
        block.terminator.operands(&mut |temp| {
            let at = temp.0 as usize;
            let is_here = home[at] == index || home[at] == NOWHERE;
            is_candidate[at] &= returns && is_here;
        });
    }
    is_candidate
}

/// Returns the value that a function returns.
fn returned(terminator: &Terminator) -> Option<Temp> {
    match terminator {
        Terminator::Return(temp) | Terminator::Leave(Leave::Return, temp, _) => Some(*temp),
        _ => None,
    }
}

/// Returns true if a function only reads keys of a parameter, or passes it to functions that do.
fn reads_keys(body: &Body<'_>, parameter: Temp) -> bool {
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
        inst.op.operands(&mut |temp| uses |= temp == parameter);
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

impl<'h> Lowering<'_, '_, 'h, '_, '_> {
    /// Finds the temps that may be records.
    pub(super) fn find_candidates(&mut self) {
        let function = self.job.body.mir;
        let is_key = |temp: Temp| self.known_text(temp).is_some();
        let is_direct = |inst: &Inst| {
            matches!(inst.op, Op::Call { block: None, .. }) && self.link.target_of(inst).is_some()
        };
        self.may_be_record = candidates(function, self.job.shape, &is_key, &is_direct);
    }

    /// Notes that a literal is a record, if no code that uses it needs the hash itself.
    pub(super) fn begin_record(&mut self, result: Temp, entries: &[(mir::Use, mir::Use)]) -> bool {
        let fits = (1..=ENTRIES_MAX).contains(&entries.len()) && self.has_distinct_keys(entries);
        if !self.may_be_record[result.0 as usize] || !fits {
            return false;
        }
        let mut made = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let Some(key) = self.known_text(key.temp) else {
                return false;
            };
            made.push((key, self.get(value.temp)));
        }
        let entries = made.into();
        self.records.insert(result, Record { entries });
        true
    }

    /// Returns the value that a record has for a key.
    pub(super) fn record_value(&self, left: Temp, key: Temp) -> Option<Val> {
        let record = self.records.get(&left)?;
        let key = self.known_text(key)?;
        let entry = record.entries.iter().find(|entry| entry.0.same(key));
        entry.map(|entry| entry.1)
    }

    /// Returns the records that are passed to a call, by the parameters of its function.
    pub(super) fn given_records(
        &self,
        parameters: &[Temp],
        arguments: &[Item],
    ) -> Map<Temp, Record<'h>> {
        let given = |(temp, item): (&Temp, &Item)| {
            let record = self.records.get(&item.value.temp)?;
            Some((*temp, record.clone()))
        };
        parameters.iter().zip(arguments).filter_map(given).collect()
    }

    /// Takes the records that are passed to a placed function, and makes the hashes that it needs.
    pub(super) fn take_records(&mut self, records: Map<Temp, Record<'h>>) {
        let mut given: Vec<Temp> = records.keys().copied().collect();
        given.sort_unstable();
        self.records = records;
        for temp in given {
            if !self.may_be_record[temp.0 as usize] {
                self.settle(temp);
            }
        }
    }

    /// Makes the hash of a record.
    pub(super) fn make_record(&mut self, record: &Record<'h>) -> Val {
        let mut entries = Vec::with_capacity(record.entries.len());
        for (key, value) in record.entries.iter() {
            entries.push((self.literal(*key), *value));
        }
        self.hash_of_values(&entries)
    }

    /// Makes the hash of a temp that is a record. From here on the temp is no record.
    pub(super) fn settle(&mut self, temp: Temp) {
        if let Some(record) = self.records.remove(&temp) {
            let value = self.make_record(&record);
            self.define(temp, value);
        }
    }

    /// Runs code that uses operands one after another. Makes the hashes of records before it.
    pub(super) fn with_hashes(&mut self, inst: &Inst, run: impl FnOnce(&mut Self) -> Val) -> Val {
        let mut records = Vec::new();
        inst.op.operands(&mut |temp| {
            if let Some(record) = self.records.remove(&temp) {
                records.push((temp, record));
            }
        });
        for (temp, record) in &records {
            let value = self.make_record(record);
            self.values[temp.0 as usize] = Some(value);
        }
        let result = run(self);
        for (temp, record) in records {
            self.values[temp.0 as usize] = None;
            self.records.insert(temp, record);
        }
        result
    }

    /// Returns true if a call may take an argument as a record: it fits, and the function only reads
    /// its keys.
    fn takes_record(
        &self,
        inst: &Inst,
        target: &Target<'h>,
        (parameter, temp): (usize, Temp),
    ) -> bool {
        let Some(record) = self.records.get(&temp) else {
            return false;
        };
        target.defaults.is_empty()
            && target.rest().is_none()
            && fits(target.signature.parameters[parameter].ty, record)
            && reads_keys(target.body, target.body.mir.blocks[0].parameters[parameter])
            && self.link.only_reads(inst, temp)
    }

    /// Makes the hashes of the arguments that a call cannot take as records.
    pub(super) fn settle_arguments(
        &mut self,
        inst: &Inst,
        target: &Target<'h>,
        arguments: &[Item],
    ) {
        for (index, item) in arguments.iter().enumerate() {
            let given = (target.parameter_of(index), item.value.temp);
            if !self.takes_record(inst, target, given) {
                self.settle(item.value.temp);
            }
        }
    }

    /// Returns the values of arguments, with the hashes of those that are records.
    pub(super) fn values_of_records(&mut self, values: &[Val], arguments: &[Item]) -> Vec<Val> {
        let mut values = values.to_vec();
        for (value, item) in values.iter_mut().zip(arguments) {
            if self.records.contains_key(&item.value.temp) {
                *value = self.get(item.value.temp);
            }
        }
        values
    }

    /// Returns true if the function of a call returns a hash literal.
    pub(super) fn returns_literal(&self, inst: &Inst) -> bool {
        let Some(target) = self.link.target_of(inst) else {
            return false;
        };
        let function = target.body.mir;
        let blocks = function.blocks.iter();
        let ends = blocks.filter_map(|b| returned(&b.terminator));
        let insts = || function.blocks.iter().flat_map(|b| &b.insts);
        let is_made = |temp: Temp| {
            let mut insts = insts();
            let found = insts.find(|inst| inst.result == temp);
            found.is_some_and(|inst| matches!(inst.op, Op::Hash(_) | Op::Call { .. }))
        };
        let ends: Vec<Temp> = ends.collect();
        ends.len() == 1 && is_made(ends[0])
    }

    /// Returns the record that a placed function returns here, if this is its only end, and the record
    /// is of the declared type or the type is not checked.
    pub(super) fn returned_record(&self, temp: Temp, is_checked: bool) -> Option<Record<'h>> {
        let record = self.records.get(&temp)?;
        let blocks = self.job.body.mir.blocks.iter().enumerate();
        let is_end = |(index, block): &(usize, &mir::ir::Block)| {
            let goes_on = matches!(
                block.terminator,
                Terminator::Jump(..) | Terminator::Branch(..)
            );
            self.job.types.reached[*index] && !goes_on
        };
        let is_only = blocks.filter(is_end).count() == 1;
        let signature = self.link.own_signature(self.job.body);
        let is_fit = match signature.and_then(|s| s.returns) {
            Some(declared) => !is_checked || fits(declared, record),
            None => true,
        };
        (self.exit.is_some() && is_only && is_fit).then(|| record.clone())
    }
}

/// Returns true if the hash of a record is certainly of a type.
fn fits(ty: TypeRef<'_>, record: &Record<'_>) -> bool {
    match plan::without_alias(ty) {
        Type::Any => true,
        Type::Hash {
            key,
            value,
            size: None,
        } => {
            let is_text = matches!(
                plan::without_alias(key),
                Type::Any | Type::String(None) | Type::Scalar | Type::ScalarData
            );
            let all = |ty| matches!(plan::without_alias(ty), Type::Any);
            let each = record.entries.iter();
            is_text && (all(value) || each.into_iter().all(|e| value::fits(value, e.1)))
        }
        _ => false,
    }
}
