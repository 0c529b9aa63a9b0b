//! Blocks, assignment, conditions.

use frontend::Symbol;
use frontend::ast::{self, ExprKind, UnaryOp};

use super::Lower;
use crate::ir::{BlockId, Temp, Terminator, Use};
use crate::op::{Op, Pattern};

impl Lower {
    pub(super) fn block(&mut self, statements: &[ast::Expr<'_>], at: u32) -> Temp {
        let mut value = None;
        for statement in statements {
            value = Some(self.expression(statement));
        }
        value.unwrap_or_else(|| self.undef(at))
    }

    pub(super) fn assignment(
        &mut self,
        left: &ast::Expr<'_>,
        right: &ast::Expr<'_>,
        at: u32,
    ) -> Temp {
        if let ExprKind::Variable(name) = left.kind {
            let value = self.operand(right);
            let symbol = Symbol::intern(name);
            let slot = self.own_slot(symbol);
            self.emit(Op::StoreSlot { slot, value }, at);
            self.builder().known.insert(symbol, value.temp);
            return value.temp;
        }
        let value = self.operand(right);
        let pattern = self.pattern(left);
        self.emit(Op::AssignMany { pattern, value }, at)
    }

    fn pattern(&mut self, expr: &ast::Expr<'_>) -> Pattern {
        match expr.kind {
            ExprKind::Variable(name) => Pattern::Slot(self.own_slot(Symbol::intern(name)), expr.at),
            ExprKind::Array(items) => Pattern::Array(
                items.iter().map(|item| self.pattern(item)).collect(),
                expr.at,
            ),
            // validation has refused anything else
            _ => Pattern::Array(Vec::new(), expr.at),
        }
    }

    /// Lowers `expr` in a block of its own, which then goes on at `done` with the value.
    fn arm(&mut self, start: BlockId, done: BlockId, expr: &ast::Expr<'_>) -> Temp {
        let known = self.builder().known.clone();
        self.builder().current = start;
        let value = self.expression(expr);
        let builder = self.builder();
        builder.jump(done, Some(value));
        builder.known = known;
        value
    }

    /// Goes on in `done`, puts back the match variables, and gives the value of the arms.
    fn merge(&mut self, done: BlockId, values: &[Temp], at: u32) -> Temp {
        self.builder().current = done;
        let value = self.builder().join(done, values);
        self.emit(Op::PopMatch, at);
        value
    }

    pub(super) fn conditional(
        &mut self,
        unless: bool,
        test: &ast::Expr<'_>,
        then: &ast::Expr<'_>,
        otherwise: &ast::Expr<'_>,
        at: u32,
    ) -> Temp {
        self.emit(Op::PushMatch, at);
        let test = self.expression(test);
        let builder = self.builder();
        let (yes, no, done) = (builder.block(), builder.block(), builder.block());
        let (on_true, on_false) = if unless { (no, yes) } else { (yes, no) };
        builder.end(Terminator::Branch(test, on_true, on_false));
        let values = [self.arm(yes, done, then), self.arm(no, done, otherwise)];
        self.merge(done, &values, at)
    }

    /// Goes to `yes` when `option` matches, else on in a new block.
    fn option(&mut self, option: &ast::Expr<'_>, control: Use, yes: BlockId) {
        let (value, splat) = match option.kind {
            ExprKind::Unary {
                op: UnaryOp::Unfold,
                operand,
            } => (operand, true),
            _ => (option, false),
        };
        let option_use = self.operand(value);
        let matches = Op::OptionMatches {
            option: option_use,
            splat,
            control,
        };
        let matches = self.emit(matches, option.at);
        let builder = self.builder();
        let next = builder.block();
        builder.end(Terminator::Branch(matches, yes, next));
        builder.current = next;
    }

    pub(super) fn case(
        &mut self,
        control: &ast::Expr<'_>,
        options: &[ast::CaseOption<'_>],
        at: u32,
    ) -> Temp {
        self.emit(Op::PushMatch, at);
        let control = self.operand(control);
        let done = self.builder().block();
        let mut arms = Vec::with_capacity(options.len());
        let mut default = None;
        for option in options {
            let start = self.builder().block();
            arms.push((start, option.then));
            for value in option.values {
                match value.kind {
                    ExprKind::Default => default = Some(start),
                    _ => self.option(value, control, start),
                }
            }
        }
        let mut values = Vec::with_capacity(arms.len() + 1);
        match default {
            Some(start) => self.builder().jump(start, None),
            None => {
                let nothing = self.undef(at);
                self.builder().jump(done, Some(nothing));
                values.push(nothing);
            }
        }
        for (start, then) in arms {
            values.push(self.arm(start, done, then));
        }
        self.merge(done, &values, at)
    }

    pub(super) fn selector(
        &mut self,
        control: &ast::Expr<'_>,
        options: &[ast::SelectorEntry<'_>],
        at: u32,
    ) -> Temp {
        self.emit(Op::PushMatch, at);
        let control = self.operand(control);
        let done = self.builder().block();
        let mut arms = Vec::with_capacity(options.len());
        let mut default = None;
        for option in options {
            let start = self.builder().block();
            arms.push((start, option.value));
            match option.matching.kind {
                ExprKind::Default => default = Some(start),
                _ => self.option(&option.matching, control, start),
            }
        }
        match default {
            Some(start) => self.builder().jump(start, None),
            None => {
                self.emit(Op::NoMatch(control), control.at);
                self.builder().end(Terminator::Unreachable);
            }
        }
        let values: Vec<Temp> = arms
            .iter()
            .map(|(start, e)| self.arm(*start, done, e))
            .collect();
        self.merge(done, &values, at)
    }
}
