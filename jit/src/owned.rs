//! Finds the memos that only their loop uses, so that the loop may change them in place.
//!
//! `reduce({}) |$memo, $x| { $memo + { key => value } }` makes a hash for each element, of which only
//! the newest is ever read, and `reduce('') |$memo, $x| { "${memo}${x}" }` makes a text. Where that
//! can be proved, the sum may change its left side in place. The values that a loop passes from one
//! round to the next, together with all values that such sums and jumps derive from them, are a *web*.
//! A loop owns a web if each temp of it is only read, added to, passed on, or leaves the loop. A sum
//! of an owned web may change its left side if no other temp of the web is used after it. A call of a
//! function in the language counts as a read if the function only reads its parameters.
//!
//! At run time, the storage carries the identity of its loop: see [`runtime::value::Hash::put`] and
//! [`runtime::value::Appending`].

use frontend::ast::BinaryOp;
use mir::facts::{self, Escapes, Iteration};
use mir::infer::Types;
use mir::{BlockId, Function, Inst, Op, Temp, Terminator, Ty, loops};

use crate::liveness;

/// The hashes and texts of a body that its loops own, and may thus change in place.
pub(crate) struct Owned {
    /// The heads of the loops that own something, each with the blocks of the loop.
    pub loops: Vec<(BlockId, Vec<bool>)>,
    /// For each text that grows in a loop, the index of that loop.
    pub texts: Vec<usize>,
    by: Vec<Option<Sum>>,
}

/// A sum that may change its left side.
#[derive(Clone, Copy)]
pub(crate) enum Sum {
    /// `$hash + { key => value, ... }`, `$hash - $key`
    Hash {
        /// The index of the loop that owns it.
        owner: usize,
        /// True if the key is a text made for this sum, which is only used to find entries, and not
        /// used after the sum.
        passing_key: bool,
    },
    /// `"${text}..."`
    Text {
        /// The index in `texts`.
        text: usize,
    },
}

/// The kind of value that grows in a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Memo {
    Hash,
    Text,
}

impl Owned {
    /// Returns how the sum that defines a temp may change its left side, if it may.
    pub fn sum(&self, result: Temp) -> Option<Sum> {
        self.by[result.0 as usize]
    }

    /// Finds the memos of a body. `definition_of` contains the instruction that defines each temp, and
    /// `reads` tells whether a call of a function in the language only reads a hash.
    pub fn of(
        function: &Function,
        types: &Types,
        definition_of: &[Option<&Inst>],
        reads: &dyn Fn(&Inst, Temp) -> bool,
    ) -> Owned {
        let mut owned = Owned {
            loops: Vec::new(),
            texts: Vec::new(),
            by: vec![None; function.temps.len()],
        };
        let uses = Uses::of(function, definition_of);
        // a function that replaces a built-in one may store its arguments
        if !uses.has_sums || types.replaced {
            return owned;
        }
        let live_in = liveness::live_in(function);
        for (head, inside) in loops::of(function) {
            let owner = owned.loops.len();
            let mut owns = false;
            let parameters = function.block(head).parameters.iter().enumerate();
            for (place, parameter, memo) in
                parameters.flat_map(|(at, p)| [(at, *p, Memo::Hash), (at, *p, Memo::Text)])
            {
                let web = Web {
                    function,
                    uses: &uses,
                    inside: &inside,
                    head,
                    place,
                    memo,
                    reads,
                };
                let sums = web.sums(parameter, &live_in);
                if sums.is_empty() {
                    continue;
                }
                owns = true;
                if memo == Memo::Text {
                    owned.texts.push(owner);
                }
                for (sum, dead_key) in sums {
                    let passing_key =
                        dead_key.is_some_and(|key| uses.only_finds(function, key, sum, types));
                    // the outermost loop is the owner
                    owned.by[sum.1.0 as usize].get_or_insert(match memo {
                        Memo::Hash => Sum::Hash { owner, passing_key },
                        Memo::Text => Sum::Text {
                            text: owned.texts.len() - 1,
                        },
                    });
                }
            }
            if owns {
                owned.loops.push((head, inside));
            }
        }
        owned
    }
}

/// A use of a temp, with the index of its block.
#[derive(Clone, Copy)]
enum Usage<'f> {
    Inst(usize, &'f Inst),
    Terminator(usize, &'f Terminator),
}

struct Uses<'f> {
    /// The uses of each temp.
    of: Vec<Vec<Usage<'f>>>,
    definition_of: &'f [Option<&'f Inst>],
    has_sums: bool,
}

impl<'f> Uses<'f> {
    fn of(function: &'f Function, definition_of: &'f [Option<&'f Inst>]) -> Uses<'f> {
        let count = function.temps.len();
        let mut uses = Uses {
            of: vec![Vec::new(); count],
            definition_of,
            has_sums: false,
        };
        for (index, block) in function.blocks.iter().enumerate() {
            for inst in &block.insts {
                let usage = Usage::Inst(index, inst);
                inst.op.operands(&mut |t| uses.of[t.0 as usize].push(usage));
                uses.has_sums |= uses.entry_of(&inst.op).is_some()
                    || uses.text_of(&inst.op).is_some_and(|text| {
                        let definition_of = uses.definition_of[text.0 as usize];
                        definition_of.is_none_or(|i| !matches!(i.op, Op::Const(_)))
                    });
            }
            let usage = Usage::Terminator(index, &block.terminator);
            let terminator = &block.terminator;
            terminator.operands(&mut |t| uses.of[t.0 as usize].push(usage));
        }
        uses
    }

    /// Returns the left side and the literal of `left + { key => value, ... }`.
    fn entry_of(&self, op: &Op) -> Option<(Temp, &'f Inst)> {
        let Op::Binary {
            op: BinaryOp::Plus,
            left,
            right,
        } = op
        else {
            return None;
        };
        let literal = self.definition_of[right.temp.0 as usize]?;
        match &literal.op {
            Op::Hash(entries) if !entries.is_empty() => Some((left.temp, literal)),
            _ => None,
        }
    }

    /// Returns the text with which an interpolation begins, unless the interpolation contains it
    /// again.
    fn text_of(&self, op: &Op) -> Option<Temp> {
        let Op::Concat(parts) = op else { return None };
        let (first, rest) = parts.split_first()?;
        let once = !rest.is_empty() && rest.iter().all(|part| part.temp != first.temp);
        once.then_some(first.temp)
    }

    /// Returns the left side of a sum.
    fn left_of(&self, op: &Op, memo: Memo) -> Option<Temp> {
        match memo {
            Memo::Hash => match op {
                Op::Binary {
                    op: BinaryOp::Minus,
                    left,
                    right,
                } if left.temp != right.temp => Some(left.temp),
                _ => self.entry_of(op).map(|(left, _)| left),
            },
            Memo::Text => self.text_of(op),
        }
    }

    /// Returns the key of the only entry that a sum adds, if the literal is used for nothing else.
    fn key_of(&self, op: &Op) -> Option<Temp> {
        let (_, literal) = self.entry_of(op)?;
        let once = self.of[literal.result.0 as usize].len() == 1;
        match &literal.op {
            Op::Hash(entries) if once && entries.len() == 1 => Some(entries[0].0.temp),
            _ => None,
        }
    }

    /// Returns true if a temp is a new text made of several parts that is used in a block only to
    /// find entries before the sum, and is not put into a literal on the way there.
    fn only_finds(
        &self,
        function: &Function,
        text: Temp,
        sum: (usize, Temp),
        types: &Types,
    ) -> bool {
        let definition_of = self.definition_of[text.0 as usize];
        let is_new =
            definition_of.is_some_and(|i| matches!(&i.op, Op::Concat(parts) if parts.len() > 1));
        let Some(made_in) = self.block_of(function, text).filter(|_| is_new) else {
            return false;
        };
        let finds = |usage: &Usage<'_>| match usage {
            Usage::Inst(block, inst) => match &inst.op {
                // an access to any other value may keep its keys
                Op::Access { left, keys } => {
                    types.of(left.temp) == Some(Ty::Hash) && keys.len() == 1
                }
                Op::Hash(entries) => {
                    let own = matches!(
                        &self.of[inst.result.0 as usize][..],
                        [Usage::Inst(_, user)] if user.result == sum.1
                    );
                    entries.len() == 1
                        && entries[0].1.temp != text
                        && (own || !leads(function, *block, sum.0, made_in))
                }
                _ => false,
            },
            Usage::Terminator(..) => false,
        };
        self.of[text.0 as usize].iter().all(finds)
    }

    fn block_of(&self, function: &Function, temp: Temp) -> Option<usize> {
        let holds = |b: &mir::ir::Block| b.insts.iter().any(|i| i.result == temp);
        function.blocks.iter().position(holds)
    }
}

/// Returns true if a path leads from one block to another without going through a third, or if they
/// are the same block.
fn leads(function: &Function, from: usize, to: usize, not_by: usize) -> bool {
    let mut seen = vec![false; function.blocks.len()];
    let mut rest = vec![from];
    while let Some(block) = rest.pop() {
        if block == to {
            return true;
        }
        if !std::mem::replace(&mut seen[block], true) {
            let next = function.blocks[block].terminator.targets();
            rest.extend(next.map(|b| b.0 as usize).filter(|b| *b != not_by));
        }
    }
    false
}

/// The values that derive from a parameter of a loop's head.
struct Web<'a, 'f> {
    function: &'f Function,
    uses: &'a Uses<'f>,
    inside: &'a [bool],
    head: BlockId,
    place: usize,
    memo: Memo,
    reads: &'a dyn Fn(&Inst, Temp) -> bool,
}

impl<'f> Web<'_, 'f> {
    /// The sums that may change their left side, each with its key if that is not used after it.
    fn sums(&self, parameter: Temp, live_in: &[Vec<bool>]) -> Vec<((usize, Temp), Option<Temp>)> {
        let Some((web, sums)) = self.collect(parameter) else {
            return Vec::new();
        };
        let mut may = Vec::new();
        for (block, sum) in sums {
            let mut live = liveness::live_out(self.function, block, live_in);
            let insts = &self.function.blocks[block].insts;
            let behind = insts.iter().rev().take_while(|i| i.result != sum.result);
            for inst in behind {
                live[inst.result.0 as usize] = false;
                inst.op.operands(&mut |t| live[t.0 as usize] = true);
            }
            let mut others = web.iter().filter(|t| **t != sum.result);
            if !others.any(|t| live[t.0 as usize]) {
                let key = self.uses.key_of(&sum.op);
                may.push(((block, sum.result), key.filter(|key| !live[key.0 as usize])));
            }
        }
        may
    }

    /// Returns all temps and sums of the web; `None` if one of them is used in another way.
    fn collect(&self, parameter: Temp) -> Option<(Vec<Temp>, Vec<(usize, &'f Inst)>)> {
        let mut web = vec![parameter];
        let mut sums: Vec<(usize, &Inst)> = Vec::new();
        let mut next = 0;
        while let Some(&temp) = web.get(next) {
            next += 1;
            let mut joins = |other: Temp| {
                if !web.contains(&other) {
                    web.push(other);
                }
            };
            for usage in &self.uses.of[temp.0 as usize] {
                match *usage {
                    Usage::Inst(block, _) | Usage::Terminator(block, _) if !self.inside[block] => {}
                    Usage::Inst(block, inst) => match self.uses.left_of(&inst.op, self.memo) {
                        Some(left) if left == temp => {
                            joins(inst.result);
                            sums.push((block, inst));
                        }
                        _ if is_read(&inst.op, temp, self.memo) => {}
                        _ if self.memo == Memo::Hash && (self.reads)(inst, temp) => {}
                        _ => return None,
                    },
                    Usage::Terminator(_, Terminator::Jump(to, values)) => {
                        for (place, value) in values.iter().enumerate() {
                            if *value != temp || !self.inside[to.0 as usize] {
                                continue;
                            }
                            if *to == self.head && place != self.place {
                                return None;
                            }
                            joins(self.function.block(*to).parameters[place]);
                        }
                    }
                    // the terminator tests its truth, or passes it out of the loop
                    Usage::Terminator(..) => {}
                }
            }
        }
        let grows = |inst: &Inst| !matches!(inst.op, Op::Binary { op, .. } if op != BinaryOp::Plus);
        let grow = sums.iter().any(|(_, sum)| grows(sum));
        grow.then_some((web, sums))
    }
}

/// Returns true if a function keeps nothing of the hash in a parameter except for values inside of
/// it, and neither returns the hash nor adds to it. `reads` answers the same for calls that the hash
/// is passed to.
pub(crate) fn only_reads(
    function: &Function,
    parameter: Temp,
    reads: &mut dyn FnMut(&Inst, Temp) -> bool,
) -> bool {
    let mut web = vec![parameter];
    let mut next = 0;
    while let Some(&temp) = web.get(next) {
        next += 1;
        for block in &function.blocks {
            for inst in &block.insts {
                let mut uses = false;
                inst.op.operands(&mut |t| uses |= t == temp);
                if uses && !is_read(&inst.op, temp, Memo::Hash) && !reads(inst, temp) {
                    return false;
                }
            }
            match &block.terminator {
                Terminator::Jump(to, values) => {
                    let parameters = &function.block(*to).parameters;
                    for (parameter, _) in parameters.iter().zip(values).filter(|p| *p.1 == temp) {
                        if !web.contains(parameter) {
                            web.push(*parameter);
                        }
                    }
                }
                Terminator::Branch(..) => {}
                other => {
                    let mut leaves = false;
                    other.operands(&mut |t| leaves |= t == temp);
                    if leaves {
                        return false;
                    }
                }
            }
        }
    }
    true
}

/// Returns true if an operation reads a memo, and keeps nothing of it except for values inside of
/// it.
fn is_read(op: &Op, temp: Temp, memo: Memo) -> bool {
    match op {
        // a part of a text is always a copy
        Op::Access { left, keys } => left.temp == temp && keys.iter().all(|k| k.value.temp != temp),
        // a text that is interpolated alone is the text itself
        Op::Concat(parts) => parts.len() > 1 || memo == Memo::Hash,
        Op::Not(_) | Op::ToBoolean(_) | Op::IsUndef(_) | Op::CheckParameters { .. } => true,
        Op::Binary { op, left, .. } => match op {
            BinaryOp::Equal | BinaryOp::NotEqual => true,
            BinaryOp::In => left.temp != temp,
            _ => false,
        },
        // the function may read variables, but it gets a copy of them
        Op::CallComputed { arguments, .. } => arguments.iter().all(|a| a.value.temp != temp),
        // the first value of a `reduce`, which a jump passes on, too
        Op::IterBegin {
            name, arguments, ..
        } => {
            let is_reduce = facts::of(name.as_str()).iteration == Some(Iteration::Reduce);
            is_reduce && arguments[0].temp != temp
        }
        Op::Call {
            name,
            arguments,
            block: None,
            ..
        } => {
            let only_looks = match facts::of(name.as_str()).escapes {
                Escapes::Nothing => true,
                Escapes::Items => memo == Memo::Hash,
                Escapes::Anything => false,
            };
            only_looks && arguments.iter().all(|a| !a.splat)
        }
        _ => false,
    }
}
