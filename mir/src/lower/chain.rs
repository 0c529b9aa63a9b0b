//! Lowers chains of calls, `$list.map |$x| { .. }.filter |$x| { .. }.reduce(0) |$sum, $x| { .. }`,
//! to one loop without arrays between the calls.
//!
//! Puppet makes one call after another: the first call handles all elements before the second
//! begins. The difference is not visible if all calls but the last have no side effects. If such a
//! call may raise an error, the loop is an *attempt*: after an error in it, the calls are made one
//! after another, and raise the errors that they raise in Puppet.

use frontend::Symbol;
use frontend::ast::{self, ExprKind};

use super::effect::{Effect, Effects};
use super::inline::InlinedCall;
use super::{Lower, Seekers, plain_name, scan};
use crate::facts::{self, Iteration};
use crate::ir::{Kind, Parameter, Temp, Terminator, Use};
use crate::op::{CallForm, Item, Op};

/// A call of a chain.
struct Link<'a> {
    name: Symbol,
    iteration: Iteration,
    /// The arguments after the receiver.
    rest: &'a [ast::Expr<'a>],
    lambda: &'a ast::Lambda<'a>,
    form: CallForm,
    at: u32,
}

/// Calls each of which iterates over the result of the previous one.
struct Chain<'a> {
    source: &'a ast::Expr<'a>,
    /// The calls in the order in which they are made.
    links: Vec<Link<'a>>,
}

/// Splits an expression into a link and its receiver, if it is a link.
fn link<'a>(expr: &'a ast::Expr<'a>) -> Option<(Link<'a>, &'a ast::Expr<'a>)> {
    let (functor, receiver, rest, lambda, form) = match expr.kind {
        ExprKind::MethodCall {
            receiver,
            functor,
            arguments,
            lambda,
            ..
        } => (functor, receiver, arguments, lambda, CallForm::Method),
        ExprKind::Call {
            functor,
            arguments: [receiver, rest @ ..],
            lambda,
            ..
        } => (functor, receiver, rest, lambda, CallForm::Function),
        ExprKind::Paren(inner) => return link(inner),
        _ => return None,
    };
    let ExprKind::Name(name) = functor.kind else {
        return None;
    };
    let (lambda, name) = (lambda?, plain_name(name));
    let iteration = facts::of(name).iteration?;
    match (iteration, rest) {
        (Iteration::Map | Iteration::Filter | Iteration::Any | Iteration::All, []) => {}
        (Iteration::Reduce, [_]) => {}
        _ => return None,
    }
    let link = Link {
        name: Symbol::intern(name),
        iteration,
        rest,
        lambda,
        form,
        at: expr.at,
    };
    receiver.unfolded().is_none().then_some((link, receiver))
}

impl<'a> Chain<'a> {
    /// Returns the chain that ends with an expression: at least two calls.
    fn of(expr: &'a ast::Expr<'a>, seekers: &Seekers) -> Option<Chain<'a>> {
        let (last, mut source) = link(expr)?;
        let mut links = vec![last];
        while let Some((link, receiver)) = link(source)
            && matches!(link.iteration, Iteration::Map | Iteration::Filter)
        {
            links.push(link);
            source = receiver;
        }
        links.reverse();
        (links.len() > 1 && links.iter().all(|link| link.fits(seekers)))
            .then_some(Chain { source, links })
    }

    fn last(&self) -> &Link<'a> {
        &self.links[self.links.len() - 1]
    }

    /// Returns true if the chain may only iterate over a Hash, because a filter passes on its
    /// entries as keys and values. Returns `None` if a later call accepts pairs and the kind of the
    /// elements is unknown.
    fn entries(&self) -> Option<bool> {
        let mut entries = false;
        let mut filters = true;
        for (at, link) in self.links.iter().enumerate() {
            let pairs = link.iteration != Iteration::Reduce && link.lambda.parameters.len() == 2;
            if at > 0 && pairs {
                if !filters {
                    return None;
                }
                entries = true;
            }
            filters &= link.iteration == Iteration::Filter;
        }
        Some(entries)
    }
}

impl Link<'_> {
    /// Returns true if the lambda can be inlined and be one of several in a loop.
    fn fits(&self, seekers: &Seekers) -> bool {
        let count = self.lambda.parameters.len();
        let counts = match self.iteration {
            Iteration::Reduce => count == 2,
            _ => matches!(count, 1 | 2),
        };
        let plain = |p: &ast::Parameter<'_>| p.default.is_none() && !p.captures_rest;
        counts
            && self.lambda.return_type.is_none()
            && self.lambda.parameters.iter().all(plain)
            && !scan::has_break(self.lambda.body)
            && scan::is_frameless(self.lambda, seekers)
    }
}

impl Lower {
    /// Lowers a chain of calls to one loop, if an expression is such a chain.
    pub(super) fn chain(&mut self, expr: &ast::Expr<'_>) -> Option<Temp> {
        let chain = Chain::of(expr, &self.seekers)?;
        let own = |link: &Link<'_>| self.is_replaced(link.name.as_str());
        if chain.links.iter().any(own) || !self.has_room() {
            return None;
        }
        let entries = chain.entries()?;
        let (first, last) = self.effects(&chain);
        if first == Effect::None && !entries {
            let fits = last <= Effect::Raises
                || self.may_inline(chain.last().lambda, chain.last().iteration);
            return fits.then(|| {
                let over = self.operand(chain.source);
                self.fused(&chain, over)
            });
        }
        // a chain that ends early would skip elements for which a call raises
        let ends_early = matches!(chain.last().iteration, Iteration::Any | Iteration::All);
        let is_pure = first.max(last) <= Effect::Raises && !ends_early;
        (is_pure && !self.attempts).then(|| self.attempt(&chain, entries))
    }

    /// Returns the effects of the calls before the last, and the effects of the last.
    fn effects(&self, chain: &Chain<'_>) -> (Effect, Effect) {
        let is_known = |name: Symbol| self.is_known(name);
        let effects = Effects {
            is_known: &is_known,
            own_functions: &self.own_functions,
        };
        let (last, before) = chain.links.split_last().expect("a chain has calls");
        let before = before.iter().map(|link| effects.lambda(link.lambda)).max();
        let arguments = last.rest.iter().map(|e| effects.expression(e)).max();
        let own = effects.lambda(last.lambda);
        let before = before.max(arguments.filter(|effect| *effect > Effect::None));
        (before.unwrap_or(Effect::None), own)
    }

    /// Emits one loop for all calls.
    fn fused(&mut self, chain: &Chain<'_>, over: Use) -> Temp {
        let mut arguments = vec![over];
        for expr in chain.last().rest {
            let argument = self.operand(expr);
            arguments.push(argument);
        }
        let mut calls: Vec<InlinedCall<'_>> = Vec::new();
        for link in &chain.links {
            let call = self.inlined(link.name, link.iteration, link.lambda, link.form, link.at);
            calls.push(call);
        }
        let last = calls.pop().expect("a chain has calls");
        match last.iteration {
            Iteration::Reduce => self.inline_reduce(&calls, &last, &arguments),
            _ => self.inline_loop(&calls, &last, &arguments),
        }
    }

    /// Emits one loop in a function of its own, and the calls one after another in case that it
    /// raises.
    fn attempt(&mut self, chain: &Chain<'_>, entries: bool) -> Temp {
        let at = chain.last().at;
        let over = self.operand(chain.source);
        self.attempts = true;
        // no variable can have this name
        let name = Symbol::intern("gone over");
        let function = self.build(Kind::Lambda, "", at, |cx| {
            let builder = cx.builder();
            builder.function.frameless = true;
            builder.add_slot(name);
            let temp = builder.entry_parameter(name);
            builder.function.parameters.push(Parameter {
                name,
                type_expr: None,
                default: None,
                captures_rest: false,
                at,
            });
            cx.fused(chain, Use { temp, at: over.at })
        });
        self.attempts = false;
        let (inner, captures) = self.captured(function, at);
        let attempt = Op::Attempt {
            over: over.temp,
            entries,
            inner,
            captures,
        };
        let tried = self.emit(attempt, at);
        let failed = self.emit(Op::IsUndef(tried), at);
        let builder = self.builder();
        let (plain, fine, done) = (builder.block(), builder.block(), builder.block());
        builder.end(Terminator::Branch(failed, plain, fine));
        builder.current = fine;
        builder.jump(done, Some(tried));
        builder.current = plain;
        let value = self.one_by_one(chain, over);
        let builder = self.builder();
        builder.jump(done, Some(value));
        builder.current = done;
        builder.join(done, &[tried, value])
    }

    fn one_by_one(&mut self, chain: &Chain<'_>, over: Use) -> Temp {
        let mut value = over;
        for link in &chain.links {
            let mut arguments = vec![Item {
                value,
                splat: false,
            }];
            arguments.extend(self.items(link.rest));
            let temp = self.named_call(
                link.name.as_str(),
                arguments.into(),
                Some(link.lambda),
                link.form,
                link.at,
            );
            value = Use { temp, at: link.at };
        }
        value.temp
    }
}
