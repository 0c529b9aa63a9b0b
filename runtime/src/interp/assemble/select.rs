//! Selects the instruction of an operation, and the jump of a test.

use mir::facts;
use mir::op::{BinaryOp, Item};
use mir::{BlockId, Inst, Op, Temp, Use};

use super::{Assembler, StaticValue};
use crate::bytecode::{CallSite, Code, Reg};

/// The jump of a comparison that does not hold, by its operator.
macro_rules! unless {
    ($op:expr, $operands:tt $less:ident $less_equal:ident $greater:ident $greater_equal:ident
        $equal:ident $not_equal:ident) => {
        match $op {
            BinaryOp::Less => unless!($less $operands),
            BinaryOp::LessEqual => unless!($less_equal $operands),
            BinaryOp::Greater => unless!($greater $operands),
            BinaryOp::GreaterEqual => unless!($greater_equal $operands),
            BinaryOp::Equal => unless!($equal $operands),
            BinaryOp::NotEqual => unless!($not_equal $operands),
            _ => return None,
        }
    };
    ($variant:ident { $($operand:ident),* }) => { Code::$variant { $($operand),* } };
}

impl<'f> Assembler<'f, '_> {
    pub(super) fn place(&mut self, inst: &'f Inst) {
        let to = inst.result.0;
        match self.known[to as usize] {
            Some(StaticValue::Constant(index)) => {
                self.loads.push(self.code.len());
                self.emit(Code::Constant { to, index });
            }
            Some(StaticValue::Type(index)) => {
                self.loads.push(self.code.len());
                self.emit(Code::Type { to, index });
            }
            Some(StaticValue::Literal(_)) => {
                self.loads.push(self.code.len());
                self.emit(Code::Slow { to });
            }
            None => match self.select(inst) {
                Some(code) => self.emit(code),
                None => self.slow(inst),
            },
        }
    }

    /// Runs the operation of the MIR, with its operands in their own registers.
    fn slow(&mut self, inst: &Inst) {
        let mut others = Vec::new();
        inst.op.operands(&mut |t| {
            if self.reg(t) != t.0 && !others.contains(&t.0) {
                others.push(t.0);
            }
        });
        for to in others {
            let from = self.reg(Temp(to));
            self.emit(Code::Move { to, from });
        }
        let to = inst.result.0;
        self.emit(match &inst.op {
            // these iterate over a value that is made first, or accept only some values
            Op::IterBegin { name, .. }
                if facts::of(name.as_str()).makes_iterable()
                    || facts::of(name.as_str()).takes_collections() =>
            {
                Code::Slow { to }
            }
            Op::IterBegin {
                arguments, lambda, ..
            } => Code::IterBegin {
                to,
                over: arguments[0].temp.0,
                typed: !self.function.inner[lambda.0 as usize].takes_any(),
            },
            _ => Code::Slow { to },
        });
    }

    /// Returns the instruction of an operation, if it has one.
    // Long because there is an arm for each operation.
    fn select(&mut self, inst: &Inst) -> Option<Code> {
        let to = inst.result.0;
        Some(match &inst.op {
            Op::Binary { op, left, right } => self.binary(to, *op, *left, *right),
            Op::Not(from) => Code::Not {
                to,
                from: self.reg(*from),
            },
            Op::ToBoolean(from) => Code::Truth {
                to,
                from: self.reg(*from),
            },
            Op::IsUndef(from) => Code::IsUndef {
                to,
                from: self.reg(*from),
            },
            Op::OptionMatches {
                option,
                splat: false,
                control,
            } => {
                let control = self.reg(control.temp);
                match self.known(option.temp).and_then(StaticValue::ty) {
                    Some(ty) => Code::Is {
                        to,
                        value: control,
                        ty,
                    },
                    _ => Code::Option {
                        to,
                        option: self.reg(option.temp),
                        control,
                    },
                }
            }
            Op::IterMore { iter, index } => Code::IterMore {
                to,
                iter: self.reg(*iter),
                index: self.reg(*index),
            },
            Op::IterGet {
                iter,
                index,
                yields,
            } => Code::IterGet {
                to,
                iter: self.reg(*iter),
                index: self.reg(*index),
                yields: *yields,
            },
            Op::IterKey { iter, index } => Code::IterKey {
                to,
                iter: self.reg(*iter),
                index: self.reg(*index),
            },
            Op::IterNext(index) => Code::IterNext {
                to,
                index: self.reg(*index),
            },
            Op::IterEnd(iter) if self.uses[to as usize] == 0 => Code::IterEnd {
                iter: self.reg(*iter),
            },
            Op::ListBegin(like) => Code::ListBegin {
                to,
                like: like.map(|like| self.reg(like)),
            },
            Op::ListPush { list, value } if self.uses[to as usize] == 0 => Code::ListPush {
                list: self.reg(*list),
                value: self.reg(*value),
            },
            Op::ListEnd { list, kept: None } => Code::ListEnd {
                to,
                list: self.reg(*list),
            },
            Op::Array(items) if are_plain(items) => {
                let (first, count) = self.list(items.iter().map(|item| item.value.temp));
                Code::Array { to, first, count }
            }
            Op::Hash(entries) => {
                let flat = entries
                    .iter()
                    .flat_map(|(key, value)| [key.temp, value.temp]);
                let (first, count) = self.list(flat);
                Code::Hash { to, first, count }
            }
            Op::Concat(parts) => {
                let (first, count) = self.list(parts.iter().map(|part| part.temp));
                Code::Concat { to, first, count }
            }
            Op::Access { left, keys } => match **keys {
                [
                    Item {
                        value,
                        splat: false,
                    },
                ] => self.access(to, left.temp, value.temp),
                _ => return None,
            },
            Op::LoadSlot { depth, slot } => Code::LoadSlot {
                to,
                slot: *slot,
                depth: *depth,
            },
            Op::Call {
                name,
                arguments,
                block,
                ..
            } if are_plain(arguments) => {
                let (first, count) = self.list(arguments.iter().map(|item| item.value.temp));
                self.sites.push(CallSite {
                    name: *name,
                    first,
                    count,
                    block: block.map(|block| self.reg(block)),
                    at: inst.at,
                });
                let site = self.sites.len() as u32 - 1;
                Code::Call { to, site }
            }
            _ => return None,
        })
    }

    fn access(&self, to: Reg, left: Temp, key: Temp) -> Code {
        let left = self.reg(left);
        match self.number(key) {
            Some(number) => Code::IndexN { to, left, number },
            None => Code::Index {
                to,
                left,
                key: self.reg(key),
            },
        }
    }

    fn binary(&self, to: Reg, op: BinaryOp, left: Use, right: Use) -> Code {
        use BinaryOp::*;
        if let (Match, Some(ty)) = (op, self.known(right.temp).and_then(StaticValue::ty))
            && !matches!(
                self.types[ty as usize].ty,
                crate::types::Type::Regexp(Some(_))
            )
        {
            let value = self.reg(left.temp);
            return Code::Is { to, value, ty };
        }
        let number = self.number(right.temp);
        let (left, right) = (self.reg(left.temp), self.reg(right.temp));
        match (op, number) {
            (Plus, Some(number)) => Code::AddN { to, left, number },
            (Plus, None) => Code::Add { to, left, right },
            (Minus, Some(number)) => Code::SubtractN { to, left, number },
            (Minus, None) => Code::Subtract { to, left, right },
            (Times, Some(number)) => Code::MultiplyN { to, left, number },
            (Times, None) => Code::Multiply { to, left, right },
            (Divide, Some(number @ 1..)) => Code::DivideN { to, left, number },
            (Divide, _) => Code::Divide { to, left, right },
            (Modulo, Some(number @ 1..)) => Code::ModuloN { to, left, number },
            (Modulo, _) => Code::Modulo { to, left, right },
            (Less | LessEqual | Greater | GreaterEqual | Equal | NotEqual, Some(number)) => {
                Code::BinaryN {
                    op,
                    to,
                    left,
                    number,
                }
            }
            _ => Code::Binary {
                op,
                to,
                left,
                right,
            },
        }
    }

    /// Returns the jump that replaces an instruction when only the branch after it reads its
    /// result.
    pub(super) fn fused(&self, code: Code, yes: BlockId, target: u32) -> Option<Code> {
        Some(match code {
            Code::Binary {
                op, left, right, ..
            } => unless!(op, { left, right, target }
                UnlessLess UnlessLessEqual UnlessGreater
                UnlessGreaterEqual UnlessEqual UnlessNotEqual),
            Code::BinaryN {
                op, left, number, ..
            } => unless!(op, { left, number, target }
                UnlessLessN UnlessLessEqualN UnlessGreaterN
                UnlessGreaterEqualN UnlessEqualN UnlessNotEqualN),
            Code::Is { value, ty, .. } => Code::UnlessIs { value, ty, target },
            Code::Option {
                option, control, ..
            } => Code::UnlessOption {
                option,
                control,
                target,
            },
            Code::Not { from: test, .. } => Code::If { test, target },
            Code::Truth { from: test, .. } => Code::Unless { test, target },
            Code::IterMore { iter, index, .. } => match self.first_get(yes, iter, index) {
                Some(to) => Code::IterStep { to, iter, index },
                None => Code::UnlessMore {
                    iter,
                    index,
                    target,
                },
            },
            _ => return None,
        })
    }

    /// Returns the register of the element, when a block with a single entry begins by getting the
    /// element of an iteration.
    fn first_get(&self, block: BlockId, iter: Reg, index: Reg) -> Option<Reg> {
        if self.entered[block.0 as usize] != 1 || self.starts[block.0 as usize].is_some() {
            return None;
        }
        let inst = self.function.block(block).insts.first()?;
        match inst.op {
            Op::IterGet {
                iter: of,
                index: at,
                ..
            } if self.reg(of) == iter && self.reg(at) == index => Some(inst.result.0),
            _ => None,
        }
    }
}

fn are_plain(items: &[Item]) -> bool {
    items.iter().all(|item| !item.splat)
}
