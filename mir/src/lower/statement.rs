//! Lowers blocks, assignments and conditions.

use frontend::Symbol;
use frontend::ast::{self, ExprKind};
use frontend::name::Map;

use super::matches::Matched;
use super::{Builder, Lower};
use crate::ir::{BlockId, Constant, Temp, Terminator, Ty, Use};
use crate::op::{Op, Pattern};

impl Lower {
    pub(super) fn block(&mut self, statements: &[ast::Expr<'_>], at: u32) -> Temp {
        let mut value = None;
        for (at, statement) in statements.iter().enumerate() {
            value = Some(match at + 1 == statements.len() {
                true => self.kept(statement),
                false => self.expression(statement),
            });
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
            let builder = self.builder();
            let is_slot = !builder.is_owned(builder.scopes.len() - 1);
            let temp = self.kept(right);
            let value = Use { temp, at: right.at };
            let symbol = Symbol::intern(name);
            let builder = self.builder();
            if is_slot {
                let slot = self.own_slot(symbol);
                self.emit(Op::StoreSlot { slot, value }, at);
                if self.rereads && self.may_change(value.temp) {
                    return value.temp;
                }
            } else if builder.scope().get(symbol).is_some() {
                return self.emit(Op::Reassign(symbol), at);
            }
            self.builder().scope().bind(symbol, value.temp);
            return value.temp;
        }
        let value = self.operand(right);
        let builder = self.builder();
        if builder.is_owned(builder.scopes.len() - 1) {
            self.take_apart(left, value, at);
            return value.temp;
        }
        let pattern = self.pattern(left);
        self.emit(Op::AssignMany { pattern, value }, at)
    }

    /// Lowers a literal that makes a new text each time, where Ruby code may change it in place.
    /// Other texts share their constant, which is frozen.
    pub(super) fn new_text(&mut self, expr: &ast::Expr<'_>) -> Option<Temp> {
        if !(self.rereads && self.is_new_text(expr)) {
            return None;
        }
        let temp = self.expression(expr);
        let nothing = self.constant(Constant::String("".into()), expr.at);
        let parts = [temp, nothing].map(|temp| Use { temp, at: expr.at });
        Some(self.emit(Op::Concat(Box::new(parts)), expr.at))
    }

    /// Returns true if a literal makes a new text each time: in double quotes or a heredoc. Puppet
    /// freezes other texts.
    fn is_new_text(&self, expr: &ast::Expr<'_>) -> bool {
        match expr.kind {
            ExprKind::Paren(inner) => self.is_new_text(inner),
            ExprKind::Heredoc { text, .. } => matches!(text.kind, ExprKind::String(_)),
            ExprKind::String(_) => {
                let text = self.text.as_ref().map(|text| text.as_bytes());
                let first = text.and_then(|text| text.get(expr.span.start as usize));
                first == Some(&b'"')
            }
            _ => false,
        }
    }

    /// Returns true if a value may be one that Ruby code changes in place.
    fn may_change(&mut self, temp: Temp) -> bool {
        let ty = self.builder().function.temps[temp.0 as usize];
        matches!(
            ty,
            Ty::Any | Ty::String | Ty::Array | Ty::Integers | Ty::Floats | Ty::Hash
        )
    }

    /// Lowers destructuring into variables that are temps, which `scan` has found to be new.
    fn take_apart(&mut self, left: &ast::Expr<'_>, value: Use, at: u32) {
        let ExprKind::Array(items) = left.kind else {
            return;
        };
        for (index, item) in items.iter().enumerate() {
            let part = Op::Part {
                value,
                index: index as u32,
                count: items.len() as u32,
                key: self.builder().constant_index(pattern_key(item)),
                key_at: item.at,
            };
            let temp = self.emit(part, at);
            match item.kind {
                ExprKind::Variable(name) => {
                    let name = Symbol::intern(name);
                    self.builder().scope().bind(name, temp);
                }
                _ => self.take_apart(item, Use { temp, at }, at),
            }
        }
    }

    fn pattern(&mut self, expr: &ast::Expr<'_>) -> Pattern {
        match expr.kind {
            ExprKind::Variable(name) => Pattern::Slot(self.own_slot(Symbol::intern(name)), expr.at),
            ExprKind::Array(items) => Pattern::Array(
                items.iter().map(|item| self.pattern(item)).collect(),
                expr.at,
            ),
            // validation refuses all other nodes
            _ => Pattern::Array(Vec::new(), expr.at),
        }
    }

    /// Lowers `expr` in a block of its own, which then jumps to `done` with the value.
    fn arm(&mut self, start: BlockId, done: BlockId, expr: &ast::Expr<'_>) -> Arm {
        let builder = self.builder();
        let (mark, reached) = (builder.scope().mark(), builder.reachable);
        builder.current = start;
        let value = self.kept(expr);
        let builder = self.builder();
        builder.jump(done, Some(value));
        let variables = builder.scope().take_back(mark);
        let (end, reachable) = (builder.current, builder.reachable);
        builder.reachable = reached;
        Arm {
            value,
            end,
            variables,
            reachable,
        }
    }

    /// Adds an arm that does nothing and has a value, from the current block.
    fn empty_arm(&mut self, done: BlockId, value: Temp) -> Arm {
        let builder = self.builder();
        builder.jump(done, Some(value));
        Arm {
            value,
            end: builder.current,
            variables: Map::default(),
            reachable: builder.reachable,
        }
    }

    /// Continues in `done`, restores the match variables, and returns the value of the arms.
    fn merge(&mut self, done: BlockId, arms: &[Arm], matched: Matched, at: u32) -> Temp {
        let builder = self.builder();
        builder.current = done;
        builder.reachable = arms.iter().any(|arm| arm.reachable);
        let values: Vec<Temp> = arms.iter().map(|arm| arm.value).collect();
        let value = builder.join(done, &values);
        if builder.is_owned(builder.scopes.len() - 1) {
            builder.join_variables(done, arms);
        }
        self.end_matches(matched, at);
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
        let matched = self.begin_matches(at);
        let test = self.expression(test);
        let builder = self.builder();
        let (yes, no, done) = (builder.block(), builder.block(), builder.block());
        let (on_true, on_false) = if unless { (no, yes) } else { (yes, no) };
        builder.end(Terminator::Branch(test, on_true, on_false));
        let arms = [self.arm(yes, done, then), self.arm(no, done, otherwise)];
        self.merge(done, &arms, matched, at)
    }

    /// Jumps to `yes` if `option` matches, otherwise to a new block. Errors are reported for the
    /// whole choice, at `at`.
    fn option(&mut self, option: &ast::Expr<'_>, control: Use, yes: BlockId, at: u32) {
        let (value, splat) = match option.unfolded() {
            Some(operand) => (operand, true),
            None => (option, false),
        };
        let option_use = self.operand(value);
        self.note_option(value, splat);
        let matches = Op::OptionMatches {
            option: option_use,
            splat,
            control,
        };
        let matches = self.emit(matches, at);
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
        let options = options.iter().map(|option| (option.values, option.then));
        self.choice(control, options, at, at, |lowering, _, done| {
            let nothing = lowering.undef(at);
            Some(lowering.empty_arm(done, nothing))
        })
    }

    pub(super) fn selector(
        &mut self,
        control: &ast::Expr<'_>,
        options: &[ast::SelectorEntry<'_>],
        at: u32,
    ) -> Temp {
        let options = options
            .iter()
            .map(|option| (std::slice::from_ref(&option.matching), &option.value));
        self.choice(control, options, at, control.at, |lowering, control, _| {
            lowering.emit(Op::NoMatch(control), control.at);
            lowering.builder().end(Terminator::Unreachable);
            None
        })
    }

    /// Lowers a choice: the value of the first option that matches; without a match and a default,
    /// the value that `otherwise` makes.
    fn choice<'e>(
        &mut self,
        control: &ast::Expr<'_>,
        options: impl Iterator<Item = (&'e [ast::Expr<'e>], &'e ast::Expr<'e>)>,
        at: u32,
        stands_at: u32,
        otherwise: impl FnOnce(&mut Self, Use, BlockId) -> Option<Arm>,
    ) -> Temp {
        let matched = self.begin_matches(at);
        let control = self.operand(control);
        let done = self.builder().block();
        let mut arms = Vec::new();
        let mut default = None;
        for (values, then) in options {
            let start = self.builder().block();
            arms.push((start, then));
            for value in values {
                match value.kind {
                    ExprKind::Default => default = Some(start),
                    _ => self.option(value, control, start, stands_at),
                }
            }
        }
        let nothing = match default {
            Some(start) => {
                self.builder().jump(start, None);
                None
            }
            None => otherwise(self, control, done),
        };
        let mut ends: Vec<Arm> = nothing.into_iter().collect();
        for (start, then) in arms {
            ends.push(self.arm(start, done, then));
        }
        self.merge(done, &ends, matched, at)
    }
}

/// The end of an arm of a condition.
pub(super) struct Arm {
    value: Temp,
    end: BlockId,
    /// The variables of the innermost scope that the arm has bound.
    variables: Map<Symbol, Temp>,
    reachable: bool,
}

impl Builder {
    /// Makes a parameter of the block `done` for each variable that every arm assigns.
    fn join_variables(&mut self, done: BlockId, arms: &[Arm]) {
        let mut reached = arms.iter().filter(|arm| arm.reachable);
        let Some(first) = reached.next() else {
            return;
        };
        let others: Vec<&Arm> = reached.collect();
        let before = self.scope();
        let everywhere = |name: &Symbol| {
            before.get(*name).is_none() && others.iter().all(|arm| arm.variables.contains_key(name))
        };
        let names = first.variables.keys().copied();
        let mut names: Vec<Symbol> = names.filter(everywhere).collect();
        names.sort_by_key(|name| name.as_str());
        for name in names {
            // an arm that does not get here may pass any value
            let given = |arm: &Arm| *arm.variables.get(&name).unwrap_or(&arm.value);
            let temps: Vec<Temp> = arms.iter().map(given).collect();
            let joined = self.join(done, &temps);
            for (arm, temp) in arms.iter().zip(temps) {
                let end = &mut self.function.blocks[arm.end.0 as usize].terminator;
                if let Terminator::Jump(_, values) = end {
                    let mut list = std::mem::take(values).into_vec();
                    list.push(temp);
                    *values = list.into();
                }
            }
            self.scope().bind(name, joined);
        }
    }
}

/// Returns the key by which a pattern finds its value in a Hash: a name, or an Array of keys.
fn pattern_key(pattern: &ast::Expr<'_>) -> Constant {
    match pattern.kind {
        ExprKind::Variable(name) => Constant::String(name.into()),
        ExprKind::Array(items) => Constant::Array(items.iter().map(pattern_key).collect()),
        _ => Constant::Undef,
    }
}
