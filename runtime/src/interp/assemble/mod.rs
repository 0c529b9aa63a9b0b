//! Assembles MIR to bytecode.
//!
//! Blocks are laid out so that most jumps vanish. A block with one predecessor, which jumps to it,
//! continues that block, and its parameters are copies of the passed values. A value that is only
//! passed to a parameter of the next block is made in the parameter's register. Constants become
//! parts of instructions; if no instruction needs a constant in a register, it is never loaded.

mod place;
mod select;

use mir::{BlockId, Function, Op, Temp, Terminator, loops};

use crate::bytecode::{Around, Bytecode, CallSite, Code, Implied, NO_INST, Reg};
use crate::limits;
use crate::types::TypeRef;
use crate::value::Value;
use crate::value::kinds::Check;

/// Makes the code of a function. `constant_type` returns the type that an operation always
/// produces.
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

/// The static value of a temp.
#[derive(Clone, Copy)]
enum StaticValue {
    Constant(u32),
    /// A named type, which is the same everywhere.
    Type(u32),
    /// A literal type. As a value it belongs to its evaluation.
    Literal(u32),
}

impl StaticValue {
    /// Returns the type that a value is tested for.
    fn ty(self) -> Option<u32> {
        match self {
            StaticValue::Constant(_) => None,
            StaticValue::Type(ty) | StaticValue::Literal(ty) => Some(ty),
        }
    }
}

struct Assembler<'f, 'v> {
    function: &'f Function,
    constants: &'f [Value<'v>],
    known: Vec<Option<StaticValue>>,
    /// The temp that each temp is a copy of.
    root: Vec<Temp>,
    /// The number of uses of each temp, including the uses of its copies.
    uses: Vec<u32>,
    /// The blocks that continue their only predecessor.
    continues: Vec<bool>,
    entered: Vec<u32>,
    starts: Vec<Option<u32>>,
    pending: Vec<BlockId>,
    code: Vec<Code>,
    origins: Vec<(u32, u32)>,
    /// Instructions that are removed when nothing reads the value they load.
    loads: Vec<usize>,
    /// The start of the current row of blocks: after the last jump or jump target.
    row: usize,
    origin: (u32, u32),
    lists: Vec<Reg>,
    types: Vec<Check<'static>>,
    sites: Vec<CallSite>,
    /// The loops, each with its head and the blocks inside.
    loops: Vec<(BlockId, Vec<bool>)>,
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
            loops: match function.has_loops() {
                true => loops::of(function),
                false => Vec::new(),
            },
        };
        assembler.find_rows();
        assembler.count_uses();
        assembler
    }

    /// Finds the reachable blocks, and the blocks that continue another.
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

    /// Finds the constants and literal types that temps hold.
    fn find_types(&mut self, constant_type: &mut dyn FnMut(&Op) -> Option<TypeRef<'static>>) {
        let function = self.function;
        for (index, block) in function.blocks.iter().enumerate() {
            if self.entered[index] == 0 {
                continue;
            }
            for inst in &block.insts {
                limits::time();
                self.known[inst.result.0 as usize] = match &inst.op {
                    Op::Const(index) => Some(StaticValue::Constant(*index)),
                    Op::TypeName(_) | Op::TypeExpr(_) => constant_type(&inst.op).map(|ty| {
                        let index = self.types.len() as u32;
                        self.types.push(Check::of(ty));
                        match inst.op {
                            Op::TypeName(_) => StaticValue::Type(index),
                            _ => StaticValue::Literal(index),
                        }
                    }),
                    _ => None,
                };
            }
        }
    }

    // moves of operands

    fn reg(&self, temp: Temp) -> Reg {
        self.root[temp.0 as usize].0
    }

    fn known(&self, temp: Temp) -> Option<StaticValue> {
        self.known[self.reg(temp) as usize]
    }

    fn constant(&self, temp: Temp) -> Option<Value<'v>> {
        match self.known(temp)? {
            StaticValue::Constant(index) => Some(self.constants[index as usize]),
            StaticValue::Type(_) | StaticValue::Literal(_) => None,
        }
    }

    /// Returns the small number that a temp always holds.
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

    // instructions

    fn emit(&mut self, code: Code) {
        self.code.push(code);
        self.origins.push(self.origin);
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

    // the end

    /// Removes unused loads, and resolves the targets of jumps to instructions.
    fn finish(mut self) -> Bytecode {
        let registers = self.mark(self.loops.len());
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
        let loops = self.arounds();
        let origins = self.origins.iter().zip(&idle).filter(|(_, idle)| !**idle);
        Bytecode {
            code: code.into(),
            origins: origins.map(|(origin, _)| *origin).collect(),
            lists: self.lists.into(),
            types: self.types.into(),
            sites: self.sites.into(),
            implied: implied.into(),
            loops,
            registers,
        }
        .checked()
    }

    /// Returns the register of the mark of a loop. The two registers of each loop come after the
    /// one for moves.
    fn mark(&self, index: usize) -> Reg {
        (self.function.temps.len() + 1 + 2 * index) as Reg
    }

    /// Returns the values that each loop carries from round to round.
    fn arounds(&self) -> Box<[Around]> {
        let loops = self.loops.iter().enumerate();
        let arounds = loops.map(|(index, (head, _))| Around {
            head: head.0,
            mark: self.mark(index),
            carried: self
                .function
                .block(*head)
                .parameters
                .iter()
                .map(|t| t.0)
                .collect(),
        });
        arounds.collect()
    }

    /// Returns the contents of registers that no instruction writes.
    fn implied(&self, idle: &[bool]) -> Vec<(Reg, Implied)> {
        let mut implied = Vec::new();
        for (code, _) in self.code.iter().zip(idle).filter(|(_, idle)| **idle) {
            match *code {
                Code::Constant { to, index } => implied.push((to, Implied::Constant(index))),
                Code::Type { to, index } => implied.push((to, Implied::Type(index))),
                Code::Slow { to } => {
                    let ty = self.known[to as usize].and_then(StaticValue::ty);
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
