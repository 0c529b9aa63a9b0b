//! MIR to bytecode.
//!
//! Blocks are laid out so that most jumps vanish; a block with one predecessor, which jumps to it,
//! continues that one, and its parameters stand for the values given. A value that only goes to
//! the parameter of the next block is made in the parameter's register. Constants become parts of
//! instructions; where none needs its register, they are never loaded.

use mir::op::{BinaryOp, Item, makes_iterable};
use mir::{BlockId, Function, Inst, Op, Temp, Terminator, Use};

use super::bytecode::{Bytecode, CallSite, Code, Implied, NO_INST, Reg};
use crate::types::TypeRef;
use crate::types::kinds::Check;
use crate::value::Value;

/// Makes the code of a function. `constant_type` gives the type that an operation always gives.
pub(super) fn assemble(
    function: &Function,
    constants: &[Value<'_>],
    constant_type: &mut dyn FnMut(&Op) -> Option<TypeRef<'static>>,
) -> Bytecode {
    let mut assembler = Assembler::new(function, constants);
    assembler.find_types(constant_type);
    assembler.place_all();
    assembler.finish()
}

/// What is known of a temp without running.
#[derive(Clone, Copy)]
enum Known {
    Constant(u32),
    /// A type by its name: the same everywhere.
    Type(u32),
    /// A literal type: as a value it is that of its evaluation.
    Literal(u32),
}

impl Known {
    /// The type that a value is tested for.
    fn ty(self) -> Option<u32> {
        match self {
            Known::Constant(_) => None,
            Known::Type(ty) | Known::Literal(ty) => Some(ty),
        }
    }
}

struct Assembler<'f, 'v> {
    function: &'f Function,
    constants: &'f [Value<'v>],
    known: Vec<Option<Known>>,
    /// The temp that a temp stands for.
    root: Vec<Temp>,
    /// How often a temp is used, by itself or by those that stand for it.
    uses: Vec<u32>,
    /// The blocks that continue their only predecessor.
    continues: Vec<bool>,
    entered: Vec<u32>,
    starts: Vec<Option<u32>>,
    pending: Vec<BlockId>,
    code: Vec<Code>,
    origins: Vec<(u32, u32)>,
    /// Instructions that go when nothing reads what they load.
    loads: Vec<usize>,
    /// Where the code of the present row of blocks begins, behind the last jump or target.
    row: usize,
    origin: (u32, u32),
    lists: Vec<Reg>,
    types: Vec<Check<'static>>,
    sites: Vec<CallSite>,
}

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

impl<'f, 'v> Assembler<'f, 'v> {
    fn new(function: &'f Function, constants: &'f [Value<'v>]) -> Assembler<'f, 'v> {
        let temps = function.temps.len();
        let mut assembler = Assembler {
            function,
            constants,
            known: vec![None; temps],
            root: (0..temps as u32).map(Temp).collect(),
            uses: vec![0; temps],
            continues: vec![false; function.blocks.len()],
            entered: vec![0; function.blocks.len()],
            starts: vec![None; function.blocks.len()],
            pending: Vec::new(),
            code: Vec::new(),
            origins: Vec::new(),
            loads: Vec::new(),
            row: 0,
            origin: (0, NO_INST),
            lists: Vec::new(),
            types: Vec::new(),
            sites: Vec::new(),
        };
        assembler.find_rows();
        assembler.count_uses();
        assembler
    }

    /// Finds the blocks that can be reached, and those that continue another.
    fn find_rows(&mut self) {
        let function = self.function;
        let mut order = vec![BlockId(0)];
        self.entered[0] = 1;
        let mut next = 0;
        while let Some(&block) = order.get(next) {
            next += 1;
            let mut enter = |to: BlockId| {
                let entered = &mut self.entered[to.0 as usize];
                *entered += 1;
                if *entered == 1 {
                    order.push(to);
                }
            };
            match &function.block(block).terminator {
                Terminator::Jump(to, _) => enter(*to),
                Terminator::Branch(_, yes, no) => {
                    enter(*yes);
                    enter(*no);
                }
                Terminator::Return(_) | Terminator::Leave(..) | Terminator::Unreachable => {}
            }
        }
        for block in order {
            if let Terminator::Jump(to, values) = &function.block(block).terminator
                && self.entered[to.0 as usize] == 1
                && to.0 != 0
            {
                self.continues[to.0 as usize] = true;
                let parameters = &function.block(*to).parameters;
                for (parameter, value) in parameters.iter().zip(values) {
                    self.root[parameter.0 as usize] = *value;
                }
            }
        }
        for temp in 0..self.root.len() {
            let mut root = self.root[temp];
            while self.root[root.0 as usize] != root {
                root = self.root[root.0 as usize];
            }
            self.root[temp] = root;
        }
    }

    fn count_uses(&mut self) {
        let function = self.function;
        for (index, block) in function.blocks.iter().enumerate() {
            if self.entered[index] == 0 {
                continue;
            }
            let (root, uses) = (&self.root, &mut self.uses);
            let mut used = |t: Temp| uses[root[t.0 as usize].0 as usize] += 1;
            block
                .insts
                .iter()
                .for_each(|inst| inst.op.operands(&mut used));
            match &block.terminator {
                Terminator::Jump(to, _) if self.continues[to.0 as usize] => {}
                terminator => terminator.operands(&mut used),
            }
        }
    }

    /// Finds what constants and literal types temps hold.
    fn find_types(&mut self, constant_type: &mut dyn FnMut(&Op) -> Option<TypeRef<'static>>) {
        let function = self.function;
        for (index, block) in function.blocks.iter().enumerate() {
            if self.entered[index] == 0 {
                continue;
            }
            for inst in &block.insts {
                self.known[inst.result.0 as usize] = match &inst.op {
                    Op::Const(index) => Some(Known::Constant(*index)),
                    Op::TypeName(_) | Op::TypeExpr(_) => constant_type(&inst.op).map(|ty| {
                        let index = self.types.len() as u32;
                        self.types.push(Check::of(ty));
                        match inst.op {
                            Op::TypeName(_) => Known::Type(index),
                            _ => Known::Literal(index),
                        }
                    }),
                    _ => None,
                };
            }
        }
    }

    // operands

    fn reg(&self, temp: Temp) -> Reg {
        self.root[temp.0 as usize].0
    }

    fn known(&self, temp: Temp) -> Option<Known> {
        self.known[self.reg(temp) as usize]
    }

    fn constant(&self, temp: Temp) -> Option<Value<'v>> {
        match self.known(temp)? {
            Known::Constant(index) => Some(self.constants[index as usize]),
            Known::Type(_) | Known::Literal(_) => None,
        }
    }

    /// A small number that a temp always is.
    fn number(&self, temp: Temp) -> Option<i32> {
        match self.constant(temp)? {
            Value::Integer(i) => i32::try_from(i).ok(),
            _ => None,
        }
    }

    fn list(&mut self, temps: impl Iterator<Item = Temp>) -> (u32, u32) {
        let first = self.lists.len();
        let regs = temps.map(|t| self.root[t.0 as usize].0);
        self.lists.extend(regs);
        (first as u32, (self.lists.len() - first) as u32)
    }

    fn is_single(&self, temp: Temp) -> bool {
        self.uses[self.reg(temp) as usize] == 1
    }

    // placing

    fn emit(&mut self, code: Code) {
        self.code.push(code);
        self.origins.push(self.origin);
    }

    fn place_all(&mut self) {
        self.place_row(BlockId(0));
        while let Some(block) = self.pending.pop() {
            if self.starts[block.0 as usize].is_none() {
                self.place_row(block);
            }
        }
    }

    /// Places a block and what follows it.
    fn place_row(&mut self, first: BlockId) {
        let mut next = Some((first, 0));
        while let Some((block, skipped)) = next {
            self.starts[block.0 as usize] = Some(self.code.len() as u32);
            if !self.continues[block.0 as usize] {
                self.row = self.code.len();
            }
            let insts = &self.function.block(block).insts;
            for (index, inst) in insts.iter().enumerate().skip(skipped) {
                self.origin = (block.0, index as u32);
                self.place(inst);
            }
            // a test that becomes a jump keeps the place of its operation
            next = self.end(block);
        }
    }

    /// The end of a block; gives the block that is placed behind it, and how many of its
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

    /// What a jump to a block returns, when the block does nothing else.
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

    /// Goes back to the head of a loop, with the index one further where only moves follow that.
    fn go_around(&mut self, head: BlockId) {
        let target = head.0;
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
                    head: target,
                });
            }
        }
        self.emit(Code::Loop {
            target,
            head: target,
        });
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
                let Op::IterGet { pass, .. } = get else {
                    unreachable!("a step gets the element")
                };
                self.replace_last(code);
                self.emit(Code::Exit {
                    target,
                    pass: *pass,
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

    /// Whether the last instruction is the operation that makes a temp.
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

    /// The jump that an instruction becomes when only the branch behind it asks for its result.
    fn fused(&self, code: Code, yes: BlockId, target: u32) -> Option<Code> {
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

    /// Where a block, entered in one way, gets the element of an iteration at first.
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

    // moves

    /// Gives the parameters of a block their values, all at once.
    fn moves(&mut self, to: BlockId, values: &[Temp]) {
        let parameters = &self.function.block(to).parameters;
        let mut moves: Vec<(Reg, Reg)> = Vec::new();
        let mut loads = Vec::new();
        for (parameter, value) in parameters.iter().zip(values) {
            let parameter = parameter.0;
            match self.known(*value) {
                Some(Known::Constant(index)) => loads.push(Code::Constant {
                    to: parameter,
                    index,
                }),
                Some(Known::Type(index)) => loads.push(Code::Type {
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
                    // all are in circles: one value waits in the spare register
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

    /// Lets a value that the present row makes be made in the register of a parameter, when that
    /// is not read afterwards.
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

    /// Visits the registers that an instruction reads.
    fn visit_reads(&self, index: usize, visit: &mut impl FnMut(Reg)) {
        let code = self.code[index];
        code.reads(&self.lists, &self.sites, visit);
        if code.is_of_mir() {
            let (block, inst) = self.origins[index];
            let op = &self.function.blocks[block as usize].insts[inst as usize].op;
            op.operands(&mut |t| visit(t.0));
        }
    }

    // operations

    fn place(&mut self, inst: &'f Inst) {
        let to = inst.result.0;
        match self.known[to as usize] {
            Some(Known::Constant(index)) => {
                self.loads.push(self.code.len());
                self.emit(Code::Constant { to, index });
            }
            Some(Known::Type(index)) => {
                self.loads.push(self.code.len());
                self.emit(Code::Type { to, index });
            }
            Some(Known::Literal(_)) => {
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
            // these go over something that is made first
            Op::IterBegin { name, .. } if makes_iterable(*name) => Code::Slow { to },
            Op::IterBegin { arguments, .. } => Code::IterBegin {
                to,
                over: arguments[0].temp.0,
            },
            _ => Code::Slow { to },
        });
    }

    /// The instruction of an operation that has one.
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
                match self.known(option.temp).and_then(Known::ty) {
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
            Op::IterGet { iter, index, pass } => Code::IterGet {
                to,
                iter: self.reg(*iter),
                index: self.reg(*index),
                pass: *pass,
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
        if let (Match, Some(ty)) = (op, self.known(right.temp).and_then(Known::ty))
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

    // the end

    /// Leaves out loads that nothing reads, and lets jumps name instructions.
    fn finish(mut self) -> Bytecode {
        let registers = self.function.temps.len() as u32 + 1;
        let mut reads = vec![0u32; registers as usize];
        for index in 0..self.code.len() {
            self.visit_reads(index, &mut |reg| reads[reg as usize] += 1);
        }
        let is_idle = |code: &Code| code.to().is_some_and(|to| reads[to as usize] == 0);
        let mut idle = vec![false; self.code.len()];
        for &load in &self.loads {
            idle[load] = is_idle(&self.code[load]);
        }
        let mut index_of = Vec::with_capacity(self.code.len() + 1);
        let mut kept = 0;
        for idle in &idle {
            index_of.push(kept);
            kept += u32::from(!idle);
        }
        index_of.push(kept);
        let has_loops = self
            .code
            .iter()
            .any(|code| matches!(code, Code::Loop { .. } | Code::LoopNext { .. }));
        let implied = match has_loops {
            true => self.implied(&idle),
            false => Vec::new(),
        };
        let starts = &self.starts;
        let keep = |list: Vec<Code>| -> Vec<Code> {
            let kept = list.into_iter().zip(&idle).filter(|(_, idle)| !**idle);
            kept.map(|(mut code, _)| {
                if let Some(target) = code.target_mut() {
                    let start = starts[*target as usize].expect("targets are placed");
                    *target = index_of[start as usize];
                }
                code
            })
            .collect()
        };
        let code = keep(std::mem::take(&mut self.code));
        let origins = self.origins.iter().zip(&idle).filter(|(_, idle)| !**idle);
        Bytecode {
            code: code.into(),
            origins: origins.map(|(origin, _)| *origin).collect(),
            lists: self.lists.into(),
            types: self.types.into(),
            sites: self.sites.into(),
            implied: implied.into(),
            registers,
        }
        .checked()
    }

    /// What registers hold that no instruction writes.
    fn implied(&self, idle: &[bool]) -> Vec<(Reg, Implied)> {
        let mut implied = Vec::new();
        for (code, _) in self.code.iter().zip(idle).filter(|(_, idle)| **idle) {
            match *code {
                Code::Constant { to, index } => implied.push((to, Implied::Constant(index))),
                Code::Type { to, index } => implied.push((to, Implied::Type(index))),
                Code::Slow { to } => {
                    let ty = self.known[to as usize].and_then(Known::ty);
                    implied.extend(ty.map(|ty| (to, Implied::Type(ty))));
                }
                _ => {}
            }
        }
        for (temp, root) in self.root.iter().enumerate() {
            if root.0 != temp as u32 {
                implied.push((temp as Reg, Implied::Same(root.0)));
            }
        }
        implied
    }
}

fn are_plain(items: &[Item]) -> bool {
    items.iter().all(|item| !item.splat)
}
