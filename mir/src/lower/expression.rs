//! Lowers literals, operators, accesses and variables.

use frontend::Symbol;
use frontend::ast::{self, BinaryOp, ExprKind, StringPart, UnaryOp};
use rubycore::alarm;

use super::{Lower, Part, change};
use crate::ir::{Constant, Kind, Temp, Terminator, Use};
use crate::op::{APPLY, CallForm, Item, Op};
use crate::type_name;

/// An item of a list while it is lowered.
struct ItemPart {
    part: Part,
    at: u32,
    splat: bool,
}

impl Part {
    fn constant(self) -> Option<Constant> {
        match self {
            Part::Constant(constant) => Some(constant),
            Part::Temp(_) => None,
        }
    }
}

/// Counts the values in a constant. Lists and hashes count only if they are empty.
fn leaves(constant: &Constant) -> usize {
    match constant {
        Constant::Array(items) if !items.is_empty() => items.iter().map(leaves).sum(),
        Constant::Hash(entries) if !entries.is_empty() => {
            let pair = |(key, value): &(Constant, Constant)| leaves(key) + leaves(value);
            entries.iter().map(pair).sum()
        }
        Constant::Dense(_) => usize::MAX / 4,
        _ => 1,
    }
}

/// Returns the constant of a literal number with a minus before it.
fn negative(operand: &ast::Expr<'_>) -> Option<Constant> {
    match operand.kind {
        ExprKind::Integer { value, .. } => value.checked_neg().map(Constant::Integer),
        ExprKind::Float(number) => Some(Constant::Float(-number)),
        _ => None,
    }
}

impl Lower {
    /// Lowers any expression or statement, and returns its value.
    // Long because there is an arm for each kind of expression.
    pub(super) fn expression(&mut self, expr: &ast::Expr<'_>) -> Temp {
        alarm::step();
        let at = expr.at;
        match expr.kind {
            // `validate` refuses the last one
            ExprKind::Nop | ExprKind::Undef | ExprKind::BigInteger { .. } => self.undef(at),
            ExprKind::Apply { .. } => {
                self.named_call(APPLY, Box::new([]), None, CallForm::Function, at)
            }
            ExprKind::Reserved { word, .. } => self.constant(Constant::String(word.into()), at),
            ExprKind::Concat(parts) => self.concat(parts, at),
            // the front end has checked texts without interpolation
            ExprKind::Heredoc { syntax, text }
                if !syntax.is_empty() && matches!(text.kind, ExprKind::Concat(_)) =>
            {
                let syntax = Constant::String(syntax.into());
                let syntax = self.builder().constant_index(syntax);
                let text = self.operand(text);
                self.emit(Op::CheckText { syntax, text }, text.at)
            }
            ExprKind::Heredoc { text, .. } => self.expression(text),
            ExprKind::TypeName(name) => {
                let name = Symbol::intern(type_name::canonical(name));
                self.emit(Op::TypeName(name), at)
            }
            ExprKind::Variable(name) => self.variable(name, at),
            ExprKind::Access { left, keys } => self.access(expr, left, keys),
            ExprKind::NamedAccess { left, right } => self.method_call(left, right, at, &[], None),
            ExprKind::Binary {
                op, left, right, ..
            } => self.binary(op, left, right, at),
            ExprKind::Default
            | ExprKind::Boolean(_)
            | ExprKind::Integer { .. }
            | ExprKind::Float(_)
            | ExprKind::String(_)
            | ExprKind::Name(_)
            | ExprKind::Regexp(_)
            | ExprKind::Array(_)
            | ExprKind::Hash(_)
            | ExprKind::Dense(_) => {
                let part = self.part(expr);
                self.whole(part, at)
            }
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } if let Some(negative) = negative(operand) => self.constant(negative, at),
            ExprKind::Unary { op, operand } => {
                let value = self.operand(operand);
                match op {
                    UnaryOp::Minus => self.emit(Op::Negate(value), at),
                    UnaryOp::Not => self.emit(Op::Not(value.temp), at),
                    UnaryOp::Unfold => self.emit(Op::Unfold(value), at),
                }
            }
            ExprKind::Paren(inner) => self.expression(inner),
            ExprKind::Assignment { left, right, .. } => self.assignment(left, right, at),
            ExprKind::Block(statements) => self.block(statements, at),
            ExprKind::Call { .. } | ExprKind::MethodCall { .. }
                if let Some(value) = self.chain(expr) =>
            {
                value
            }
            ExprKind::Call {
                functor,
                arguments,
                lambda,
                ..
            } => self.call(functor, at, arguments, lambda),
            ExprKind::MethodCall {
                receiver,
                functor,
                arguments,
                lambda,
                ..
            } => self.method_call(receiver, functor, at, arguments, lambda),
            ExprKind::Lambda(lambda) => self.closure(lambda),
            ExprKind::If {
                unless,
                test,
                then,
                otherwise,
            } => self.conditional(unless, test, then, otherwise, at),
            ExprKind::Case { control, options } => self.case(control, options, at),
            ExprKind::Selector { control, options } => self.selector(control, options, at),
            ExprKind::Relationship {
                op, left, right, ..
            } => {
                let (left, right) = (self.operand(left), self.operand(right));
                self.emit(Op::Relate { op, left, right }, at)
            }
            ExprKind::Resource {
                form,
                type_name,
                bodies,
            } => self.resource(form, type_name, bodies, at),
            ExprKind::ResourceDefaults {
                type_ref,
                operations,
                ..
            } => self.resource_defaults(type_ref, operations, at),
            ExprKind::ResourceOverride {
                resources,
                operations,
                ..
            } => {
                let references = self.operand(resources);
                let attributes = self.attributes(operations).into();
                self.emit(
                    Op::ResourceOverride {
                        references,
                        attributes,
                    },
                    at,
                )
            }
            ExprKind::Collect {
                type_ref,
                exported,
                query,
                operations,
                ..
            } => self.collect(type_ref, exported, query, operations, at),
            // definitions are lowered from the file's list
            ExprKind::Definition(_)
            | ExprKind::Node { .. }
            | ExprKind::TypeAlias { .. }
            | ExprKind::TypeMapping { .. }
            | ExprKind::TypeDefinition { .. } => self.undef(at),
            ExprKind::Epp {
                body,
                parameters_specified,
            } => {
                self.builder().function.takes_listed = parameters_specified;
                self.expression(body);
                self.undef(at)
            }
            ExprKind::RenderString(text) => {
                let index = self.builder().constant_index(Constant::String(text.into()));
                self.emit(Op::RenderText(index), at)
            }
            ExprKind::Render(inner) => {
                let value = self.expression(inner);
                self.emit(Op::Render(value), at)
            }
        }
    }

    /// Lowers an item of an argument list or array to a constant if it is a literal, otherwise to a
    /// temp.
    fn part(&mut self, expr: &ast::Expr<'_>) -> Part {
        Part::Constant(match expr.kind {
            ExprKind::Undef => Constant::Undef,
            ExprKind::Default => Constant::Default,
            ExprKind::Boolean(b) => Constant::Boolean(b),
            ExprKind::Integer { value, .. } => Constant::Integer(value),
            ExprKind::Float(f) => Constant::Float(f),
            ExprKind::String(s) | ExprKind::Name(s) => Constant::String(s.into()),
            ExprKind::Regexp(source) => Constant::Regexp(source.into()),
            ExprKind::Unary {
                op: UnaryOp::Minus,
                operand,
            } if let Some(negative) = negative(operand) => negative,
            ExprKind::Dense(dense) => Constant::Dense(dense.text().into()),
            ExprKind::Array(items) => return self.array(items, expr.at),
            ExprKind::Hash(entries) => return self.hash(entries, expr.at),
            _ => return Part::Temp(self.expression(expr)),
        })
    }

    fn whole(&mut self, part: Part, at: u32) -> Temp {
        match part {
            Part::Constant(constant) => self.constant(constant, at),
            Part::Temp(temp) => temp,
        }
    }

    /// Lowers an expression whose value the enclosing code stores. Code that runs more than once
    /// makes a small literal anew each time: values made at different times are different objects,
    /// which YAML shows.
    pub(super) fn kept(&mut self, expr: &ast::Expr<'_>) -> Temp {
        match expr.kind {
            ExprKind::Array(_) | ExprKind::Hash(_) => {
                let part = self.part(expr);
                self.anew(part, expr.at)
            }
            _ => match self.new_text(expr) {
                Some(text) => text,
                None => self.expression(expr),
            },
        }
    }

    /// Works like `part`, for an expression whose value is stored in a list or hash, or passed to a
    /// function that may store it.
    fn kept_part(&mut self, expr: &ast::Expr<'_>) -> Part {
        match self.new_text(expr) {
            Some(text) => Part::Temp(text),
            None => self.part(expr),
        }
    }

    fn anew(&mut self, part: Part, at: u32) -> Temp {
        const LEAVES_MAX: usize = 16;
        match part {
            Part::Constant(constant) if self.runs_again() && leaves(&constant) <= LEAVES_MAX => {
                self.made(constant, at)
            }
            part => self.whole(part, at),
        }
    }

    /// Returns true if the current code may run more than once and pass its values to other code.
    fn runs_again(&mut self) -> bool {
        let rereads = self.rereads;
        let builder = self.builder();
        match builder.function.kind {
            Kind::Function | Kind::Lambda | Kind::Thunk => true,
            Kind::Define if rereads => true,
            _ => !builder.inlined.is_empty(),
        }
    }

    /// Makes a constant whose lists and hashes are made by operations.
    fn made(&mut self, constant: Constant, at: u32) -> Temp {
        let operand = |cx: &mut Lower, part: Constant| Use {
            temp: cx.made(part, at),
            at,
        };
        match constant {
            Constant::Array(parts) => {
                let item = |part: Constant| Item {
                    value: operand(self, part),
                    splat: false,
                };
                let items = Vec::from(parts).into_iter().map(item).collect();
                self.emit(Op::Array(items), at)
            }
            Constant::Hash(entries) => {
                let entry =
                    |(key, value): (Constant, Constant)| (operand(self, key), operand(self, value));
                let entries = Vec::from(entries).into_iter().map(entry).collect();
                self.emit(Op::Hash(entries), at)
            }
            other => self.constant(other, at),
        }
    }

    fn array(&mut self, items: &[ast::Expr<'_>], at: u32) -> Part {
        let parts: Vec<ItemPart> = items.iter().map(|item| self.item(item, true)).collect();
        let is_constant = |item: &ItemPart| !item.splat && matches!(item.part, Part::Constant(_));
        if parts.iter().all(is_constant) {
            let items = parts.into_iter().filter_map(|item| item.part.constant());
            return Part::Constant(Constant::Array(items.collect()));
        }
        let item = |item: ItemPart| Item {
            value: Use {
                temp: self.anew(item.part, item.at),
                at: item.at,
            },
            splat: item.splat,
        };
        let items = parts.into_iter().map(item).collect();
        Part::Temp(self.emit(Op::Array(items), at))
    }

    fn hash(&mut self, entries: &[ast::HashEntry<'_>], at: u32) -> Part {
        let entry = |e: &ast::HashEntry<'_>, cx: &mut Lower| {
            (
                (cx.part(&e.key), e.key.at),
                (cx.kept_part(&e.value), e.value.at),
            )
        };
        let parts: Vec<_> = entries.iter().map(|e| entry(e, self)).collect();
        let is_constant = |part: &Part| matches!(part, Part::Constant(_));
        if parts
            .iter()
            .all(|(k, v)| is_constant(&k.0) && is_constant(&v.0))
        {
            let entries = parts
                .into_iter()
                .filter_map(|(k, v)| Some((k.0.constant()?, v.0.constant()?)));
            return Part::Constant(Constant::Hash(entries.collect()));
        }
        let mut value = |(part, at): (Part, u32)| Use {
            temp: self.anew(part, at),
            at,
        };
        let entries = parts.into_iter().map(|(k, v)| (value(k), value(v)));
        let entries = entries.collect();
        Part::Temp(self.emit(Op::Hash(entries), at))
    }

    /// Lowers the items of a list.
    pub(super) fn items(&mut self, list: &[ast::Expr<'_>]) -> Box<[Item]> {
        let parts = list.iter().map(|item| self.item(item, false)).collect();
        self.whole_items(parts)
    }

    /// Lowers the arguments of a call.
    pub(super) fn arguments(&mut self, name: &str, list: &[ast::Expr<'_>]) -> Box<[Item]> {
        let is_kept = self.rereads && change::may_keep(name);
        let parts = list.iter().map(|item| self.item(item, is_kept)).collect();
        self.whole_items(parts)
    }

    fn item(&mut self, expr: &ast::Expr<'_>, is_kept: bool) -> ItemPart {
        // errors name the place of the `*`, or of the parentheses around it
        let (splat, part) = match expr.unfolded() {
            Some(operand) => (true, Part::Temp(self.expression(operand))),
            None if is_kept => (false, self.kept_part(expr)),
            None => (false, self.part(expr)),
        };
        ItemPart {
            part,
            at: expr.at,
            splat,
        }
    }

    fn whole_items(&mut self, parts: Vec<ItemPart>) -> Box<[Item]> {
        let item = |item: ItemPart| Item {
            value: Use {
                temp: self.whole(item.part, item.at),
                at: item.at,
            },
            splat: item.splat,
        };
        parts.into_iter().map(item).collect()
    }

    fn concat(&mut self, parts: &[StringPart<'_>], at: u32) -> Temp {
        let part = |part: &StringPart<'_>, cx: &mut Lower| match part {
            StringPart::Text(text, span) => {
                let temp = cx.constant(Constant::String((*text).into()), span.start);
                Use {
                    temp,
                    at: span.start,
                }
            }
            StringPart::Value(expr) => cx.operand(expr),
        };
        let parts = parts.iter().map(|p| part(p, self)).collect();
        self.emit(Op::Concat(parts), at)
    }

    fn access(
        &mut self,
        expr: &ast::Expr<'_>,
        left: &ast::Expr<'_>,
        keys: &[ast::Expr<'_>],
    ) -> Temp {
        let in_type = self
            .builders
            .last()
            .is_some_and(|b| b.function.kind == Kind::Thunk);
        if !in_type && is_literal_type(expr, 0) {
            let inner = self.thunk(expr);
            return self.emit(Op::TypeExpr(inner), expr.at);
        }
        let left = self.operand(left);
        let keys = self.items(keys);
        self.emit(Op::Access { left, keys }, expr.at)
    }

    fn variable(&mut self, name: &str, at: u32) -> Temp {
        if name.as_bytes().first().is_some_and(u8::is_ascii_digit) {
            self.uses_match = true;
            return self.emit(Op::LoadMatch(name.parse().unwrap_or(u32::MAX)), at);
        }
        let symbol = Symbol::intern(name);
        match self.resolve(symbol, at) {
            Some(temp) => temp,
            None => self.emit(Op::LoadVariable(symbol), at),
        }
    }

    fn binary(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr<'_>,
        right: &ast::Expr<'_>,
        at: u32,
    ) -> Temp {
        if matches!(op, BinaryOp::And | BinaryOp::Or) {
            return self.boolean(op, left, right, at);
        }
        self.note_match(op, right);
        let (left, right) = (self.operand(left), self.operand(right));
        self.emit(Op::Binary { op, left, right }, at)
    }

    /// Lowers `and` and `or`. The right operand runs only when the left one does not decide.
    fn boolean(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr<'_>,
        right: &ast::Expr<'_>,
        at: u32,
    ) -> Temp {
        let left = self.expression(left);
        let builder = self.builder();
        let (more, short, done) = (builder.block(), builder.block(), builder.block());
        let (yes, no) = if op == BinaryOp::And {
            (more, short)
        } else {
            (short, more)
        };
        builder.end(Terminator::Branch(left, yes, no));
        builder.current = short;
        let decided = builder.constant(Constant::Boolean(op == BinaryOp::Or), at);
        builder.jump(done, Some(decided));
        builder.current = more;
        let (mark, reachable) = (builder.scope().mark(), builder.reachable);
        let right = self.expression(right);
        let right = self.emit(Op::ToBoolean(right), at);
        let builder = self.builder();
        builder.scope().take_back(mark);
        builder.reachable = reachable;
        builder.jump(done, Some(right));
        builder.current = done;
        builder.join(done, &[decided, right])
    }
}

/// Returns true if an expression is a type whose parameters are all literal: it is evaluated once.
fn is_literal_type(expr: &ast::Expr<'_>, depth: u32) -> bool {
    match expr.kind {
        ExprKind::Access { left, keys } => {
            depth < 32
                && matches!(left.kind, ExprKind::TypeName(_))
                && keys.iter().all(|key| is_literal_parameter(key, depth + 1))
        }
        _ => false,
    }
}

fn is_literal_parameter(expr: &ast::Expr<'_>, depth: u32) -> bool {
    match expr.kind {
        ExprKind::Regexp(_) | ExprKind::TypeName(_) => true,
        _ if expr.is_literal() => true,
        ExprKind::Access { .. } => is_literal_type(expr, depth),
        ExprKind::Array(items) => {
            depth < 32
                && items
                    .iter()
                    .all(|item| is_literal_parameter(item, depth + 1))
        }
        ExprKind::Hash(entries) => {
            depth < 32
                && entries.iter().all(|e| {
                    is_literal_parameter(&e.key, depth + 1)
                        && is_literal_parameter(&e.value, depth + 1)
                })
        }
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => is_literal_parameter(operand, depth + 1),
        _ => false,
    }
}
