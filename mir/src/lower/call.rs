//! Lowers calls and lambdas.

use frontend::Symbol;
use frontend::ast::{self, ExprKind};
use rubycore::case::Downcase;

use super::{Calls, Lower, call_by_name};
use crate::facts;
use crate::ir::{Function, Inner, Kind, Temp, Use};
use crate::op::{CallForm, Item, Op};

impl Lower {
    pub(super) fn closure(&mut self, lambda: &ast::Lambda<'_>) -> Temp {
        let function = self.function(Kind::Lambda, "", lambda.parameters, lambda);
        let (inner, captures) = self.captured(function, lambda.at);
        self.emit(Op::Closure { inner, captures }, lambda.at)
    }

    /// Makes a lambda an inner function of the current one, and returns it with its captures.
    pub(super) fn captured(&mut self, function: Function, at: u32) -> (Inner, Box<[Temp]>) {
        let names: Vec<Symbol> = function.captures.iter().map(|c| c.name).collect();
        let inner = self.builder().add_inner(function);
        let captured = names.iter().filter_map(|name| self.resolve(*name, at));
        (inner, captured.collect())
    }

    pub(super) fn call(
        &mut self,
        functor: &ast::Expr<'_>,
        at: u32,
        arguments: &[ast::Expr<'_>],
        lambda: Option<&ast::Lambda<'_>>,
    ) -> Temp {
        if !self.is_replaced("call") {
            let (meant, rest) = call_by_name::meant(functor, arguments, lambda);
            if rest.len() < arguments.len()
                && let ExprKind::Name(name) = meant.kind
            {
                let arguments = self.items(rest);
                return self.named_call(name, arguments, lambda, CallForm::Named, at);
            }
        }
        match functor.kind {
            ExprKind::Name(name) | ExprKind::Reserved { word: name, .. } => {
                let arguments = self.arguments(name, arguments);
                self.named_call(name, arguments, lambda, CallForm::Function, at)
            }
            _ => {
                let callee = self.operand(functor);
                let arguments = self.items(arguments);
                let block = lambda.map(|l| self.closure(l));
                self.type_call(callee, arguments, block, CallForm::Function, at)
            }
        }
    }

    pub(super) fn method_call(
        &mut self,
        receiver: &ast::Expr<'_>,
        functor: &ast::Expr<'_>,
        at: u32,
        arguments: &[ast::Expr<'_>],
        lambda: Option<&ast::Lambda<'_>>,
    ) -> Temp {
        let name = match functor.kind {
            ExprKind::Name(name) | ExprKind::Reserved { word: name, .. } => name,
            _ => "new",
        };
        let mut list = self
            .arguments(name, std::slice::from_ref(receiver))
            .into_vec();
        list.extend(self.arguments(name, arguments));
        match functor.kind {
            ExprKind::Name(name) | ExprKind::Reserved { word: name, .. } => {
                self.named_call(name, list.into(), lambda, CallForm::Method, at)
            }
            _ => {
                let callee = self.operand(functor);
                let block = lambda.map(|l| self.closure(l));
                self.type_call(callee, list.into(), block, CallForm::Method, at)
            }
        }
    }

    /// Lowers a call of a type, which is a call of `new`.
    fn type_call(
        &mut self,
        callee: Use,
        arguments: Box<[Item]>,
        block: Option<Temp>,
        form: CallForm,
        at: u32,
    ) -> Temp {
        if !self.is_replaced("new") {
            let op = Op::CallType {
                callee,
                arguments,
                block,
                form,
            };
            return self.emit(op, at);
        }
        let callee = Item {
            value: callee,
            splat: false,
        };
        let arguments = std::iter::once(callee).chain(arguments).collect();
        let name = Symbol::intern("new");
        let op = Op::Call {
            name,
            arguments,
            block,
            form,
        };
        self.emit(op, at)
    }

    /// Returns true if a name may be that of a function of a manifest, which goes before a built-in
    /// one.
    pub(super) fn is_replaced(&self, name: &str) -> bool {
        self.calls == Calls::Open || self.own_functions.contains(&*name.downcase())
    }

    pub(super) fn named_call(
        &mut self,
        name: &str,
        arguments: Box<[Item]>,
        lambda: Option<&ast::Lambda<'_>>,
        form: CallForm,
        at: u32,
    ) -> Temp {
        let name = name.strip_prefix("::").unwrap_or(name);
        let facts = facts::of(&name.downcase());
        // code of a module in Ruby may read the groups by name
        if facts.sees_match || (self.seekers)(name) {
            self.uses_match = true;
        }
        let is_own = self.is_replaced(name);
        if let Some(jump) = facts.jump
            && !is_own
            && arguments.len() <= jump.arguments_max
            && lambda.is_none()
            && arguments.iter().all(|a| !a.splat)
        {
            let value = match arguments.first() {
                Some(item) => item.value.temp,
                None => self.undef(at),
            };
            self.note_jump();
            self.builder().leave(jump.leave, value, at);
            return self.undef(at);
        }
        let is_plain = |a: &Item| !a.splat;
        if name == "call"
            && !is_own
            && lambda.is_none()
            && arguments.len() > 1
            && arguments.iter().all(is_plain)
        {
            return self.computed_call(arguments, form, at);
        }
        let name = Symbol::intern(name);
        if let Some(lambda) = lambda
            && !is_own
            && let Some(value) = self.inlined_call(name, &arguments, lambda, form, at)
        {
            return value;
        }
        let block = lambda.map(|l| self.closure(l));
        self.emit(
            Op::Call {
                name,
                arguments,
                block,
                form,
            },
            at,
        )
    }
}
