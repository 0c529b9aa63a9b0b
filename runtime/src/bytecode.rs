//! Owns the bytecode of the interpreter: instructions of 16 bytes over the registers of a body.
//!
//! A register holds a temp of the MIR and has its number, so compiled code can take over at the
//! head of a loop. One more register is for moves. `interp::assemble` makes the code once for each
//! body, on its first run. An operation without an instruction of its own is a [`Code::Slow`],
//! which runs the MIR.
//!
//! Invariants, which [`Bytecode::checked`] checks and `super::window` relies on: registers are below
//! [`Bytecode::registers`]; jump targets are indices of instructions; the last instruction does not
//! fall through; a [`Code::IterStep`] is followed by its [`Code::Exit`].

use std::fmt::Write;

use frontend::Symbol;
use mir::ir::Leave;
use mir::op::{BinaryOp, Yields};
use mir::{Function, Inst};

use crate::value::kinds::Check;
use crate::value::types::TypeRef;

/// The number of a register.
pub(super) type Reg = u32;
/// The index of an instruction.
pub(super) type Target = u32;
/// The absent instruction. While code is assembled, jumps name a block instead of an instruction.
pub(super) const NO_INST: u32 = u32::MAX;

/// An instruction. `to` is the register of the result; `N` marks a number as right operand;
/// `Unless` jumps when the condition does not hold.
#[derive(Clone, Copy, PartialEq, Debug)]
#[rustfmt::skip]
pub(super) enum Code {
    /// A constant of the body.
    Constant { to: Reg, index: u32 },
    /// A type that is known.
    Type { to: Reg, index: u32 },
    Move { to: Reg, from: Reg },
    Add { to: Reg, left: Reg, right: Reg },
    AddN { to: Reg, left: Reg, number: i32 },
    Subtract { to: Reg, left: Reg, right: Reg },
    SubtractN { to: Reg, left: Reg, number: i32 },
    Multiply { to: Reg, left: Reg, right: Reg },
    MultiplyN { to: Reg, left: Reg, number: i32 },
    Divide { to: Reg, left: Reg, right: Reg },
    /// The number is positive.
    DivideN { to: Reg, left: Reg, number: i32 },
    Modulo { to: Reg, left: Reg, right: Reg },
    /// The number is positive.
    ModuloN { to: Reg, left: Reg, number: i32 },
    /// Any other operator on two values, and comparisons that are not tests.
    Binary { op: BinaryOp, to: Reg, left: Reg, right: Reg },
    /// A comparison with a number that is not a test.
    BinaryN { op: BinaryOp, to: Reg, left: Reg, number: i32 },
    UnlessLess { left: Reg, right: Reg, target: Target },
    UnlessLessN { left: Reg, number: i32, target: Target },
    UnlessLessEqual { left: Reg, right: Reg, target: Target },
    UnlessLessEqualN { left: Reg, number: i32, target: Target },
    UnlessGreater { left: Reg, right: Reg, target: Target },
    UnlessGreaterN { left: Reg, number: i32, target: Target },
    UnlessGreaterEqual { left: Reg, right: Reg, target: Target },
    UnlessGreaterEqualN { left: Reg, number: i32, target: Target },
    UnlessEqual { left: Reg, right: Reg, target: Target },
    UnlessEqualN { left: Reg, number: i32, target: Target },
    UnlessNotEqual { left: Reg, right: Reg, target: Target },
    UnlessNotEqualN { left: Reg, number: i32, target: Target },
    Not { to: Reg, from: Reg },
    Truth { to: Reg, from: Reg },
    IsUndef { to: Reg, from: Reg },
    /// Sets a register to true if a value is an instance of a type.
    Is { to: Reg, value: Reg, ty: u32 },
    UnlessIs { value: Reg, ty: u32, target: Target },
    /// Sets a register to true if an option of `case` or a selector matches.
    Option { to: Reg, option: Reg, control: Reg },
    UnlessOption { option: Reg, control: Reg, target: Target },
    Unless { test: Reg, target: Target },
    If { test: Reg, target: Target },
    Jump { target: Target },
    /// Records the mark at the beginning of a loop, and in the next register the epoch: see
    /// [`crate::release`].
    Mark { to: Reg },
    /// Goes back to the head of a loop.
    Loop { target: Target, around: u32 },
    /// Goes back to the head of a loop, with the next index.
    LoopNext { index: Reg, target: Target, around: u32 },
    Return { value: Reg },
    Leave { how: Leave, value: Reg, at: u32 },
    Unreachable,
    /// Begins an iteration. If the lambda's parameters have types, an empty collection takes the
    /// slow path.
    IterBegin { to: Reg, over: Reg, typed: bool },
    IterMore { to: Reg, iter: Reg, index: Reg },
    UnlessMore { iter: Reg, index: Reg, target: Target },
    /// Gets the element at the index; if there is none, jumps to the target of the `Exit` after it.
    IterStep { to: Reg, iter: Reg, index: Reg },
    Exit { target: Target, yields: Yields },
    IterGet { to: Reg, iter: Reg, index: Reg, yields: Yields },
    IterKey { to: Reg, iter: Reg, index: Reg },
    IterNext { to: Reg, index: Reg },
    IterEnd { iter: Reg },
    ListBegin { to: Reg, like: Option<Reg> },
    ListPush { list: Reg, value: Reg },
    ListEnd { to: Reg, list: Reg },
    /// Makes an array of `count` registers of the list from `first` on; for a hash they are keys
    /// and values.
    Array { to: Reg, first: u32, count: u32 },
    Hash { to: Reg, first: u32, count: u32 },
    Concat { to: Reg, first: u32, count: u32 },
    /// `left[key]`
    Index { to: Reg, left: Reg, key: Reg },
    IndexN { to: Reg, left: Reg, number: i32 },
    LoadSlot { to: Reg, slot: u32, depth: u32 },
    Call { to: Reg, site: u32 },
    /// Runs the operation of the MIR.
    Slow { to: Reg },
}

const _: () = assert!(size_of::<Code>() == 16);

/// A call without splats.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallSite {
    /// The function.
    pub name: Symbol,
    /// The arguments are `count` registers of the list from `first` on.
    pub first: u32,
    /// Their number.
    pub count: u32,
    /// The lambda.
    pub block: Option<Reg>,
    /// The offset in the source.
    pub at: u32,
}

/// The values that a loop carries from round to round.
#[derive(Clone, Debug)]
pub(super) struct Around {
    /// The head, a block of the MIR.
    pub head: u32,
    /// The register of the loop's mark. The next register holds the epoch in which the loop last
    /// considered freeing memory.
    pub mark: Reg,
    /// The registers of the values carried from one round to the next.
    pub carried: Box<[Reg]>,
}

/// The content that a register must have when compiled code takes over, though no instruction
/// writes it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Implied {
    /// A constant of the body.
    Constant(u32),
    /// A known type.
    Type(u32),
    /// The content of another register.
    Same(Reg),
}

/// The code of a body.
pub struct Bytecode {
    pub(super) code: Box<[Code]>,
    /// The operation of each instruction: block and index.
    pub(super) origins: Box<[(u32, u32)]>,
    pub(super) lists: Box<[Reg]>,
    pub(super) types: Box<[Check<'static>]>,
    pub(super) sites: Box<[CallSite]>,
    pub(super) implied: Box<[(Reg, Implied)]>,
    pub(super) loops: Box<[Around]>,
    pub(super) registers: u32,
}

impl Bytecode {
    /// Returns the code, if its invariants hold.
    ///
    /// # Panics
    /// Panics if they do not hold, which is a bug in the assembler.
    pub(super) fn checked(self) -> Bytecode {
        let registers = self.registers;
        let len = self.code.len() as u32;
        let last = self.code.last().expect("a function has a block");
        assert!(last.leaves(), "the last instruction goes somewhere else");
        assert_eq!(self.code.len(), self.origins.len());
        for (index, code) in self.code.iter().enumerate() {
            code.reads(&self.lists, &self.sites, &mut |reg| {
                assert!(reg < registers)
            });
            assert!(code.to().is_none_or(|reg| reg < registers));
            assert!(code.target().is_none_or(|target| target < len));
            if let Code::Mark { to } = code {
                assert!(to + 1 < registers);
            }
            if let Code::Loop { around, .. } | Code::LoopNext { around, .. } = code {
                let around = &self.loops[*around as usize];
                assert!(around.mark + 1 < registers);
                assert!(around.carried.iter().all(|reg| *reg < registers));
            }
            if let Code::IterStep { .. } = code {
                assert!(matches!(self.code[index + 1], Code::Exit { .. }));
            }
        }
        self
    }

    /// Returns true if an instruction writes a register.
    pub(super) fn writes(&self, register: Reg) -> bool {
        self.code.iter().any(|code| code.to() == Some(register))
    }

    /// Returns operands that are a part of the list.
    #[inline(always)]
    pub(super) fn list(&self, first: u32, count: u32) -> &[Reg] {
        &self.lists[first as usize..(first + count) as usize]
    }

    /// Returns the operation of the MIR for an instruction.
    pub(super) fn inst<'f>(&self, function: &'f Function, pc: usize) -> Option<&'f Inst> {
        let (block, inst) = self.origins[pc];
        function
            .blocks
            .get(block as usize)?
            .insts
            .get(inst as usize)
    }

    /// Writes the code as `--dump=bytecode` shows it.
    pub fn print(&self, function: &Function, name: &str, out: &mut String) {
        let _ = writeln!(out, "bytecode %{name} {{ ; {} registers", self.registers);
        for (pc, code) in self.code.iter().enumerate() {
            let at = self
                .inst(function, pc)
                .map_or(String::new(), |inst| format!(" @{}", inst.at));
            let _ = writeln!(out, "{pc:5}: {}{at}", self.text(*code));
        }
        out.push_str("}\n");
    }

    fn text(&self, code: Code) -> String {
        let mut text = format!("{code:?}").replace(" { ", " ").replace(" }", "");
        let list = |first: u32, count: u32| format!(" {:?}", self.list(first, count));
        match code {
            Code::Array { first, count, .. }
            | Code::Hash { first, count, .. }
            | Code::Concat { first, count, .. } => text.push_str(&list(first, count)),
            Code::Call { site, .. } => {
                let site = &self.sites[site as usize];
                let _ = write!(text, " {}{}", site.name, list(site.first, site.count));
                if let Some(block) = site.block {
                    let _ = write!(text, " block {block}");
                }
            }
            Code::Type { index: ty, .. } | Code::Is { ty, .. } | Code::UnlessIs { ty, .. } => {
                let _ = write!(text, " {}", TypeRef::from(self.types[ty as usize].ty));
            }
            _ => {}
        }
        text
    }
}

impl Code {
    /// Returns true if control never continues after the instruction.
    pub(super) fn leaves(&self) -> bool {
        matches!(
            self,
            Code::Jump { .. }
                | Code::Loop { .. }
                | Code::LoopNext { .. }
                | Code::Return { .. }
                | Code::Leave { .. }
                | Code::Unreachable
        )
    }

    /// Returns true if its operands are those of its operation in the MIR, in their own registers.
    pub(super) fn is_of_mir(&self) -> bool {
        matches!(self, Code::Slow { .. } | Code::IterBegin { .. })
    }

    /// Visits the registers that it reads, except the operands of its operation in the MIR.
    // Long because there is an arm for each instruction.
    pub(super) fn reads(&self, lists: &[Reg], sites: &[CallSite], visit: &mut impl FnMut(Reg)) {
        use Code::*;
        let list = |first: u32, count: u32, visit: &mut dyn FnMut(Reg)| {
            let list = &lists[first as usize..(first + count) as usize];
            list.iter().for_each(|reg| visit(*reg));
        };
        match *self {
            Constant { .. } | Type { .. } | Jump { .. } | Loop { .. } | Unreachable => {}
            Exit { .. } | LoadSlot { .. } | Slow { .. } | Mark { .. } => {}
            Move { from, .. } | Not { from, .. } | Truth { from, .. } | IsUndef { from, .. } => {
                visit(from)
            }
            Add { left, right, .. }
            | Subtract { left, right, .. }
            | Multiply { left, right, .. }
            | Divide { left, right, .. }
            | Modulo { left, right, .. }
            | Binary { left, right, .. }
            | UnlessLess { left, right, .. }
            | UnlessLessEqual { left, right, .. }
            | UnlessGreater { left, right, .. }
            | UnlessGreaterEqual { left, right, .. }
            | UnlessEqual { left, right, .. }
            | UnlessNotEqual { left, right, .. }
            | Index {
                left, key: right, ..
            } => {
                visit(left);
                visit(right);
            }
            AddN { left, .. }
            | SubtractN { left, .. }
            | MultiplyN { left, .. }
            | DivideN { left, .. }
            | ModuloN { left, .. }
            | BinaryN { left, .. }
            | UnlessLessN { left, .. }
            | UnlessLessEqualN { left, .. }
            | UnlessGreaterN { left, .. }
            | UnlessGreaterEqualN { left, .. }
            | UnlessEqualN { left, .. }
            | UnlessNotEqualN { left, .. }
            | IndexN { left, .. } => visit(left),
            Is { value, .. } | UnlessIs { value, .. } => visit(value),
            Option {
                option, control, ..
            }
            | UnlessOption {
                option, control, ..
            } => {
                visit(option);
                visit(control);
            }
            Unless { test, .. } | If { test, .. } => visit(test),
            Return { value } | Leave { value, .. } => visit(value),
            IterBegin { over, .. } => visit(over),
            IterMore { iter, index, .. }
            | UnlessMore { iter, index, .. }
            | IterStep { iter, index, .. }
            | IterGet { iter, index, .. }
            | IterKey { iter, index, .. } => {
                visit(iter);
                visit(index);
            }
            IterNext { index, .. } | LoopNext { index, .. } => visit(index),
            IterEnd { iter } => visit(iter),
            ListPush { list, value } => {
                visit(list);
                visit(value);
            }
            ListEnd { list, .. } => visit(list),
            ListBegin { like, .. } => like.into_iter().for_each(visit),
            Array { first, count, .. }
            | Hash { first, count, .. }
            | Concat { first, count, .. } => list(first, count, visit),
            Call { site, .. } => {
                let site = &sites[site as usize];
                list(site.first, site.count, visit);
                site.block.into_iter().for_each(visit);
            }
        }
    }

    /// Returns the register that it writes.
    pub(super) fn to(&self) -> Option<Reg> {
        let mut code = *self;
        code.to_mut().copied()
    }

    /// Returns the register that it writes, for changing it.
    pub(super) fn to_mut(&mut self) -> Option<&mut Reg> {
        use Code::*;
        match self {
            Constant { to, .. } | Type { to, .. } | Move { to, .. } => Some(to),
            Add { to, .. } | Subtract { to, .. } | Multiply { to, .. } => Some(to),
            AddN { to, .. } | SubtractN { to, .. } | MultiplyN { to, .. } => Some(to),
            Divide { to, .. } | DivideN { to, .. } | Modulo { to, .. } => Some(to),
            ModuloN { to, .. } | Binary { to, .. } | BinaryN { to, .. } => Some(to),
            Not { to, .. } | Truth { to, .. } | IsUndef { to, .. } => Some(to),
            Is { to, .. } | Option { to, .. } | IterBegin { to, .. } => Some(to),
            IterMore { to, .. } | IterStep { to, .. } | IterGet { to, .. } => Some(to),
            IterKey { to, .. } | IterNext { to, .. } | ListBegin { to, .. } => Some(to),
            LoopNext { index: to, .. } | Mark { to } => Some(to),
            ListEnd { to, .. } | Array { to, .. } | Hash { to, .. } => Some(to),
            Concat { to, .. } | Index { to, .. } | IndexN { to, .. } => Some(to),
            LoadSlot { to, .. } | Call { to, .. } | Slow { to } => Some(to),
            _ => None,
        }
    }

    /// Returns the jump target of the instruction.
    pub(super) fn target(&self) -> std::option::Option<Target> {
        let mut code = *self;
        code.target_mut().copied()
    }

    /// Returns the jump target of the instruction, for changing it.
    pub(super) fn target_mut(&mut self) -> std::option::Option<&mut Target> {
        use Code::*;
        match self {
            UnlessLess { target, .. } | UnlessLessN { target, .. } => Some(target),
            UnlessLessEqual { target, .. } | UnlessLessEqualN { target, .. } => Some(target),
            UnlessGreater { target, .. } | UnlessGreaterN { target, .. } => Some(target),
            UnlessGreaterEqual { target, .. } | UnlessGreaterEqualN { target, .. } => Some(target),
            UnlessEqual { target, .. } | UnlessEqualN { target, .. } => Some(target),
            UnlessNotEqual { target, .. } | UnlessNotEqualN { target, .. } => Some(target),
            UnlessIs { target, .. } | UnlessOption { target, .. } => Some(target),
            Unless { target, .. } | If { target, .. } | Jump { target } => Some(target),
            Loop { target, .. } | UnlessMore { target, .. } | Exit { target, .. } => Some(target),
            LoopNext { target, .. } => Some(target),
            _ => None,
        }
    }
}
