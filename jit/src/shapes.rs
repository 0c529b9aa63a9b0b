//! Finds the temps that always hold a hash with the same few keys, and which of them may be records:
//! hashes that are never made, because code needs only their values.
//!
//! A temp has known keys if it is a literal with constant keys, a sum of such hashes, the result of a
//! function that only returns such hashes, or the parameter of a block to which every jump passes a
//! hash with these keys. The proof looks at all code of the body, so it also holds for a hash that the
//! interpreter made before it entered compiled code.
//!
//! Temps that jumps connect hold the same hash, and form a *web*. Code that keeps a hash needs it as a
//! whole. A web whose hash would be made more than once is not replaced: whoever keeps the hash or passes
//! it elsewhere sees one hash, which YAML would show.

use std::rc::Rc;

use frontend::ast::BinaryOp;
use mir::ir::Leave;
use mir::{Function, Inst, Op, Temp, Terminator, loops};
use runtime::Value;

/// The greatest number of entries of a record. Larger hashes have an index.
const ENTRIES_MAX: usize = 8;

/// The keys of a hash in their order, which are texts that differ.
pub(crate) type Keys<'h> = Rc<[Value<'h>]>;

/// The keys that the values of a temp have, as far as the analysis has seen.
#[derive(Clone)]
pub(crate) enum Known<'h> {
    /// No value has reached the temp yet.
    Open,
    /// Each value is a hash with these keys.
    Keys(Keys<'h>),
    /// Any value.
    Nothing,
}

impl<'h> Known<'h> {
    fn keys(&self) -> Option<&Keys<'h>> {
        match self {
            Known::Keys(keys) => Some(keys),
            _ => None,
        }
    }

    /// Returns what holds for the values of both.
    pub(crate) fn join(self, other: Known<'h>) -> Known<'h> {
        match (self, other) {
            (Known::Open, other) | (other, Known::Open) => other,
            (Known::Keys(a), Known::Keys(b)) if same_keys(&a, &b) => Known::Keys(a),
            _ => Known::Nothing,
        }
    }
}

fn same_keys(a: &[Value<'_>], b: &[Value<'_>]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.as_str() == b.as_str())
}

/// Returns the place of a key.
pub(crate) fn place_of(keys: &[Value<'_>], key: Value<'_>) -> Option<usize> {
    keys.iter().position(|k| k.as_str() == key.as_str())
}

/// Returns the keys if they are texts that differ, and few.
fn few_texts<'h>(keys: Vec<Value<'h>>) -> Option<Keys<'h>> {
    let differs = |at: usize| place_of(&keys[..at], keys[at]).is_none();
    let is_text = |key: &Value<'_>| matches!(key, Value::String(_));
    let fits = (1..=ENTRIES_MAX).contains(&keys.len());
    (fits && keys.iter().all(is_text) && (0..keys.len()).all(differs)).then(|| keys.into())
}

/// Returns the keys of a hash that is a constant.
pub(crate) fn keys_of_constant<'h>(value: Value<'h>) -> Option<Keys<'h>> {
    match value {
        Value::Hash(hash) if hash.len() <= ENTRIES_MAX => {
            few_texts(hash.iter().map(|(key, _)| key).collect())
        }
        _ => None,
    }
}

/// A body with what the analysis asks about it.
pub(crate) struct Source<'a, 'h> {
    pub function: &'a Function,
    pub constants: &'a [Value<'h>],
    /// The instruction that defines each temp; `None` for parameters of blocks.
    pub definition_of: &'a [Option<&'a Inst>],
    /// Returns the keys of what a call returns.
    pub result: &'a dyn Fn(&Inst) -> Option<Keys<'h>>,
}

impl<'h> Source<'_, 'h> {
    fn constant(&self, temp: Temp) -> Option<Value<'h>> {
        match self.definition_of[temp.0 as usize]?.op {
            Op::Const(index) => Some(self.constants[index as usize]),
            _ => None,
        }
    }

    /// Returns the keys of each temp that always holds a hash with known keys; `given` are those of
    /// parameters.
    pub(crate) fn keys(&self, given: &[(Temp, Keys<'h>)]) -> Vec<Option<Keys<'h>>> {
        let count = self.function.temps.len();
        let may_begin = |inst: &Inst| match &inst.op {
            Op::Hash(entries) => entries.len() <= ENTRIES_MAX,
            Op::Const(index) => matches!(self.constants[*index as usize], Value::Hash(_)),
            Op::Call { block: None, .. } => true,
            _ => false,
        };
        let mut insts = self.function.blocks.iter().flat_map(|b| &b.insts);
        if given.is_empty() && !insts.any(may_begin) {
            return vec![None; count];
        }
        let mut known = vec![Known::Open; count];
        for temp in &self.function.blocks[0].parameters {
            known[temp.0 as usize] = Known::Nothing;
        }
        for (temp, keys) in given {
            known[temp.0 as usize] = Known::Keys(Rc::clone(keys));
        }
        loop {
            let mut changed = false;
            for block in &self.function.blocks {
                for inst in &block.insts {
                    let at = inst.result.0 as usize;
                    if !matches!(known[at], Known::Nothing) {
                        let found = self.of_inst(inst, &known);
                        changed |= join_into(&mut known[at], found);
                    }
                }
                if let Terminator::Jump(to, values) = &block.terminator {
                    for (parameter, value) in self.function.block(*to).parameters.iter().zip(values)
                    {
                        let found = known[value.0 as usize].clone();
                        changed |= join_into(&mut known[parameter.0 as usize], found);
                    }
                }
            }
            if !changed {
                return known.iter().map(|k| k.keys().cloned()).collect();
            }
        }
    }

    fn of_inst(&self, inst: &Inst, known: &[Known<'h>]) -> Known<'h> {
        let all = |keys: Option<Keys<'h>>| keys.map_or(Known::Nothing, Known::Keys);
        match &inst.op {
            Op::Hash(entries) if entries.len() <= ENTRIES_MAX => {
                let keys = entries.iter().map(|(key, _)| self.constant(key.temp));
                all(keys.collect::<Option<Vec<_>>>().and_then(few_texts))
            }
            Op::Const(index) => all(keys_of_constant(self.constants[*index as usize])),
            Op::Call { block: None, .. } => all((self.result)(inst)),
            Op::Binary {
                op: BinaryOp::Plus,
                left,
                right,
            } => match (&known[left.temp.0 as usize], &known[right.temp.0 as usize]) {
                (Known::Open, _) | (_, Known::Open) => Known::Open,
                (Known::Keys(left), Known::Keys(right)) => all(sum_of(left, right)),
                _ => Known::Nothing,
            },
            _ => Known::Nothing,
        }
    }

    /// Returns the keys of all hashes that the function returns, if it returns nothing else.
    pub(crate) fn returned(&self) -> Option<Keys<'h>> {
        let mut ends = Vec::new();
        for block in &self.function.blocks {
            match &block.terminator {
                Terminator::Return(temp) | Terminator::Leave(Leave::Return, temp, _) => {
                    ends.push(*temp);
                }
                Terminator::Leave(..) => return None,
                _ => {}
            }
        }
        let may_be = |temp: &Temp| match self.definition_of[temp.0 as usize].map(|inst| &inst.op) {
            Some(Op::Hash(_) | Op::Call { .. } | Op::Binary { .. } | Op::Const(_)) | None => true,
            Some(_) => false,
        };
        if !ends.iter().all(may_be) {
            return None;
        }
        let keys = self.keys(&[]);
        let mut each = ends.iter().map(|temp| keys[temp.0 as usize].as_ref());
        let first = each.next()??;
        each.all(|keys| keys.is_some_and(|keys| same_keys(keys, first)))
            .then(|| Rc::clone(first))
    }
}

fn join_into<'h>(known: &mut Known<'h>, found: Known<'h>) -> bool {
    let before = std::mem::replace(known, Known::Nothing);
    let (was_open, was_keys) = (
        matches!(before, Known::Open),
        matches!(before, Known::Keys(_)),
    );
    *known = before.join(found);
    match known {
        Known::Open => false,
        Known::Keys(_) => was_open,
        Known::Nothing => was_open || was_keys,
    }
}

/// Returns the keys of the sum of two hashes.
fn sum_of<'h>(left: &Keys<'h>, right: &Keys<'h>) -> Option<Keys<'h>> {
    let added = right.iter().filter(|key| place_of(left, **key).is_none());
    let keys: Vec<Value<'h>> = left.iter().chain(added).copied().collect();
    if keys.len() == left.len() {
        return Some(Rc::clone(left));
    }
    few_texts(keys)
}

/// How code uses a temp with known keys.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Usage {
    /// It needs only values.
    Values,
    /// It needs the hash once, and keeps nothing of it.
    Look,
    /// It needs the hash.
    Whole,
}

/// The questions of the analysis about the uses of temps with known keys.
pub(crate) struct Asked<'a> {
    /// Returns how an operation uses a temp.
    pub usage: &'a dyn Fn(&Inst, Temp) -> Usage,
    /// True if the end of the function takes the values of a record.
    pub returns_values: bool,
}

/// The temps that hold the same hash.
#[derive(Default)]
struct Web {
    members: Vec<Temp>,
    /// The blocks that need the hash as a whole.
    wholes: Vec<usize>,
    values: usize,
}

/// Returns for each temp whether it is a record.
pub(crate) fn records<'h>(
    source: &Source<'_, 'h>,
    keys: &[Option<Keys<'h>>],
    asked: &Asked<'_>,
) -> Vec<bool> {
    let function = source.function;
    let mut is_record: Vec<bool> = keys.iter().map(Option::is_some).collect();
    if !is_record.contains(&true) {
        return is_record;
    }
    let names = connected(function, &is_record);
    let home = homes(function);
    let around = loops::of(function);
    loop {
        let webs = webs(source, &is_record, &names, asked);
        let mut changed = false;
        for web in &webs {
            if !web.members.is_empty() && !is_worth(source, web, (&home, &around)) {
                changed = true;
                for temp in &web.members {
                    is_record[temp.0 as usize] = false;
                }
            }
        }
        if !changed {
            return is_record;
        }
    }
}

/// Returns for each temp the number of its web.
fn connected(function: &Function, has_keys: &[bool]) -> Vec<usize> {
    let mut names: Vec<usize> = (0..has_keys.len()).collect();
    let find = |names: &[usize], mut at: usize| {
        while names[at] != at {
            at = names[at];
        }
        at
    };
    for block in &function.blocks {
        let Terminator::Jump(to, values) = &block.terminator else {
            continue;
        };
        for (parameter, value) in function.block(*to).parameters.iter().zip(values) {
            if has_keys[parameter.0 as usize] {
                let (a, b) = (
                    find(&names, parameter.0 as usize),
                    find(&names, value.0 as usize),
                );
                names[a] = b;
            }
        }
    }
    (0..names.len()).map(|at| find(&names, at)).collect()
}

/// Returns the block that defines each temp.
fn homes(function: &Function) -> Vec<usize> {
    let mut home = vec![0; function.temps.len()];
    for (index, block) in function.blocks.iter().enumerate() {
        let results = block.insts.iter().map(|inst| inst.result);
        for temp in results.chain(block.parameters.iter().copied()) {
            home[temp.0 as usize] = index;
        }
    }
    home
}

fn webs(
    source: &Source<'_, '_>,
    is_record: &[bool],
    names: &[usize],
    asked: &Asked<'_>,
) -> Vec<Web> {
    let function = source.function;
    let mut webs: Vec<Web> = Vec::new();
    webs.resize_with(names.len(), Web::default);
    for (at, is_record) in is_record.iter().enumerate() {
        if *is_record {
            webs[names[at]].members.push(Temp(at as u32));
        }
    }
    for (index, block) in function.blocks.iter().enumerate() {
        for inst in &block.insts {
            inst.op.operands(&mut |temp| {
                if !is_record[temp.0 as usize] {
                    return;
                }
                let web = &mut webs[names[temp.0 as usize]];
                let is_sum =
                    matches!(inst.op, Op::Binary { .. }) && is_record[inst.result.0 as usize];
                match (asked.usage)(inst, temp) {
                    _ if is_sum => web.values += 1,
                    Usage::Values => web.values += 1,
                    Usage::Look => {}
                    Usage::Whole => web.wholes.push(index),
                }
            });
        }
        match &block.terminator {
            Terminator::Jump(to, values) => {
                for (parameter, value) in function.block(*to).parameters.iter().zip(values) {
                    if !is_record[parameter.0 as usize] {
                        webs[names[value.0 as usize]].wholes.push(index);
                    }
                }
            }
            Terminator::Return(temp) | Terminator::Leave(Leave::Return, temp, _)
                if asked.returns_values =>
            {
                // the caller may make the hash
                let web = &mut webs[names[temp.0 as usize]];
                web.values += 1;
                web.wholes.push(index);
            }
            other => other.operands(&mut |temp| webs[names[temp.0 as usize]].wholes.push(index)),
        }
    }
    webs
}

/// Returns true if a web saves work and its hash is made at most once, at a place that runs no more often
/// than the places that made it.
fn is_worth(
    source: &Source<'_, '_>,
    web: &Web,
    (home, around): (&[usize], &[(mir::BlockId, Vec<bool>)]),
) -> bool {
    if web.values == 0 && web.members.len() == 1 {
        return false;
    }
    let mut places = web.wholes.iter();
    let Some(whole) = places.next() else {
        return true;
    };
    if places.next().is_some() && !are_ends(source.function, &web.wholes) {
        return false;
    }
    let is_constant = |temp: &Temp| source.constant(*temp).is_some();
    let has_constant = web.members.iter().any(is_constant);
    around
        .iter()
        .filter(|(_, inside)| inside[*whole])
        .all(|(head, inside)| {
            let is_inside = |temp: &Temp| {
                let at = home[temp.0 as usize];
                inside[at] && (at != head.0 as usize || !is_parameter(source, *temp))
            };
            !has_constant && web.members.iter().all(is_inside)
        })
}

fn is_parameter(source: &Source<'_, '_>, temp: Temp) -> bool {
    source.definition_of[temp.0 as usize].is_none()
}

/// Returns true if each of some blocks ends the function, so that only one of them runs.
fn are_ends(function: &Function, blocks: &[usize]) -> bool {
    let is_end = |at: &usize| function.blocks[*at].terminator.targets().next().is_none();
    let mut seen = Vec::new();
    blocks.iter().all(|at| {
        let is_first = !seen.contains(at);
        seen.push(*at);
        is_first && is_end(at)
    })
}
