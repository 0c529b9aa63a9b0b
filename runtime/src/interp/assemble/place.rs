//! Places blocks and moves in the bytecode.

use mir::op::Op;
use mir::{BlockId, Temp, Terminator};

use super::{Assembler, StaticValue};
use crate::bytecode::{Code, NO_INST, Reg};
use crate::limits;

impl Assembler<'_, '_> {
    pub(super) fn place_all(&mut self) {
        self.place_row(BlockId(0));
        while let Some(block) = self.pending.pop() {
            if self.starts[block.0 as usize].is_none() {
                self.place_row(block);
            }
        }
    }

    /// Places a block and the blocks that follow it.
    fn place_row(&mut self, first: BlockId) {
        let mut next = Some((first, 0));
        while let Some((block, skipped)) = next {
            self.starts[block.0 as usize] = Some(self.code.len() as u32);
            if !self.continues[block.0 as usize] {
                self.row = self.code.len();
            }
            let insts = &self.function.block(block).insts;
            for (index, inst) in insts.iter().enumerate().skip(skipped) {
                limits::time();
                self.origin = (block.0, index as u32);
                self.place(inst);
            }
            // a test that becomes a jump has the place of its operation
            next = self.end(block);
        }
    }

    /// Places the end of a block. Returns the block that is placed after it, and how many of its
    /// operations are done already.
    fn end(&mut self, block: BlockId) -> Option<(BlockId, usize)> {
        let function = self.function;
        let end = &function.block(block).terminator;
        let no_inst = (block.0, NO_INST);
        match end {
            Terminator::Jump(to, _) if self.continues[to.0 as usize] => return Some((*to, 0)),
            Terminator::Jump(to, values) => {
                if let Some(value) = self.returned(*to, values) {
                    self.origin = no_inst;
                    let value = self.reg(value);
                    self.emit(Code::Return { value });
                    return None;
                }
                self.moves(*to, values);
                self.origin = no_inst;
                let entered =
                    |(head, inside): &(BlockId, Vec<bool>)| head == to && !inside[block.0 as usize];
                if let Some(index) = self.loops.iter().position(entered) {
                    let to = self.mark(index);
                    self.emit(Code::Mark { to });
                }
                if self.starts[to.0 as usize].is_none() {
                    return Some((*to, 0));
                }
                let last = function.block(block).insts.last();
                match last.map(|inst| &inst.op) {
                    Some(Op::IterNext(_)) => self.go_around(*to),
                    _ => self.emit(Code::Jump { target: to.0 }),
                }
                return None;
            }
            Terminator::Branch(test, yes, no) => return self.branch(block, *test, *yes, *no),
            _ => {}
        }
        self.origin = no_inst;
        self.emit(match end {
            Terminator::Return(value) => Code::Return {
                value: self.reg(*value),
            },
            Terminator::Leave(how, value, at) => Code::Leave {
                how: *how,
                value: self.reg(*value),
                at: *at,
            },
            _ => Code::Unreachable,
        });
        None
    }

    /// Returns the value that a jump to a block returns, when the block only returns.
    fn returned(&self, to: BlockId, values: &[Temp]) -> Option<Temp> {
        let block = self.function.block(to);
        match (&block.insts[..], &block.terminator) {
            ([], Terminator::Return(value)) => {
                let parameter = block.parameters.iter().position(|p| p == value);
                Some(parameter.map_or(*value, |index| values[index]))
            }
            _ => None,
        }
    }

    /// Goes back to the head of a loop. If only moves follow the increment of the index, one
    /// instruction does both.
    fn go_around(&mut self, head: BlockId) {
        let target = head.0;
        let around = self.loops.iter().position(|(block, _)| *block == head);
        let around = around.expect("a block that is gone back to is the head of a loop") as u32;
        let moved = |code: &Code| matches!(code, Code::Move { .. } | Code::Constant { .. });
        let next = self.code[self.row..].iter().rposition(|code| !moved(code));
        let next = next.map(|index| self.row + index);
        if let Some(next) = next
            && let Code::IterNext { to, index } = self.code[next]
            && to == index
        {
            let mut touched = false;
            for later in next + 1..self.code.len() {
                touched |= self.code[later].to() == Some(index);
                self.visit_reads(later, &mut |reg| touched |= reg == index);
            }
            if !touched {
                self.code.remove(next);
                self.origins.remove(next);
                return self.emit(Code::LoopNext {
                    index,
                    target,
                    around,
                });
            }
        }
        self.emit(Code::Loop { target, around });
    }

    fn branch(
        &mut self,
        block: BlockId,
        test: Temp,
        yes: BlockId,
        no: BlockId,
    ) -> Option<(BlockId, usize)> {
        let target = no.0;
        let fused = match self.code.last() {
            Some(code) if self.is_made_last(test) && self.is_single(test) => {
                self.fused(*code, yes, target)
            }
            _ => None,
        };
        let mut skipped = 0;
        match fused {
            Some(code @ Code::IterStep { .. }) => {
                let get = &self.function.block(yes).insts[0].op;
                let Op::IterGet { yields, .. } = get else {
                    unreachable!("a step gets the element")
                };
                self.replace_last(code);
                self.emit(Code::Exit {
                    target,
                    yields: *yields,
                });
                skipped = 1;
            }
            Some(code) => self.replace_last(code),
            None => {
                self.origin = (block.0, NO_INST);
                let test = self.reg(test);
                self.emit(Code::Unless { test, target });
            }
        }
        self.row = self.code.len();
        if self.starts[no.0 as usize].is_none() {
            self.pending.push(no);
        }
        if self.starts[yes.0 as usize].is_some() {
            self.origin = (block.0, NO_INST);
            self.emit(Code::Jump { target: yes.0 });
            return None;
        }
        Some((yes, skipped))
    }

    /// Returns true if the last instruction is the operation that makes a temp.
    fn is_made_last(&self, temp: Temp) -> bool {
        let Some(&(block, inst)) = self.origins.last() else {
            return false;
        };
        let insts = &self.function.blocks[block as usize].insts;
        self.code.len() > self.row
            && insts
                .get(inst as usize)
                .is_some_and(|inst| inst.result.0 == self.reg(temp))
    }

    fn replace_last(&mut self, code: Code) {
        if let Some(last) = self.code.last_mut() {
            *last = code;
        }
    }

    // moves

    /// Assigns the parameters of a block their values, all simultaneously.
    fn moves(&mut self, to: BlockId, values: &[Temp]) {
        let parameters = &self.function.block(to).parameters;
        let mut moves: Vec<(Reg, Reg)> = Vec::new();
        let mut loads = Vec::new();
        for (parameter, value) in parameters.iter().zip(values) {
            let parameter = parameter.0;
            match self.known(*value) {
                Some(StaticValue::Constant(index)) => loads.push(Code::Constant {
                    to: parameter,
                    index,
                }),
                Some(StaticValue::Type(index)) => loads.push(Code::Type {
                    to: parameter,
                    index,
                }),
                _ if self.reg(*value) == parameter => {}
                _ => moves.push((parameter, self.reg(*value))),
            }
        }
        let mut index = 0;
        while let Some(&(parameter, value)) = moves.get(index) {
            let is_read = moves.iter().any(|(_, from)| *from == parameter);
            if !is_read && self.uses[value as usize] == 1 && self.makes_in(value, parameter) {
                moves.swap_remove(index);
            } else {
                index += 1;
            }
        }
        while !moves.is_empty() {
            let free = moves
                .iter()
                .position(|(to, _)| !moves.iter().any(|(_, from)| from == to));
            match free {
                Some(index) => {
                    let (to, from) = moves.swap_remove(index);
                    self.emit(Code::Move { to, from });
                }
                None => {
                    // all remaining moves form cycles: one value waits in the spare register
                    let spare = self.function.temps.len() as Reg;
                    let (to, _) = moves[0];
                    self.emit(Code::Move {
                        to: spare,
                        from: to,
                    });
                    let waiting = moves.iter_mut().filter(|(_, from)| *from == to);
                    waiting.for_each(|(_, from)| *from = spare);
                }
            }
        }
        loads.into_iter().for_each(|load| self.emit(load));
    }

    /// Makes a value of the current row in the register of a parameter, if that register is not
    /// read afterwards.
    fn makes_in(&mut self, value: Reg, parameter: Reg) -> bool {
        let row = self.row;
        let made = self.code[row..]
            .iter()
            .rposition(|code| code.to() == Some(value));
        let Some(made) = made.map(|index| row + index) else {
            return false;
        };
        for later in made + 1..self.code.len() {
            let mut reads = self.code[later].to() == Some(parameter);
            self.visit_reads(later, &mut |reg| reads |= reg == parameter);
            if reads {
                return false;
            }
        }
        if let Some(to) = self.code[made].to_mut() {
            *to = parameter;
        }
        true
    }
}
