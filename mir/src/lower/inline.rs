//! Inlines the literal lambdas of iteration functions into loops.
//!
//! The jumps behave as in Puppet: `next` gives the value of an iteration, `return` leaves the
//! enclosing function, and `break` ends the iteration, but passes through functions that run their
//! lambda once, such as `with`. `filter`, `any` and others end at a `break` only over some values,
//! so they are not inlined if their lambda has one. The checks of the call stay (`IterBegin`,
//! `CheckParameters`), so errors are those of a call.

use frontend::Symbol;
use frontend::ast::{self, ExprKind};

use super::bindings::Bindings;
use super::{Builder, Lower, scan};
use crate::facts::{self, Iteration};
use crate::ir::{BlockId, Constant, Inner, Kind, Leave, Site, Temp, Terminator, Ty, Use};
use crate::op::{CallForm, Item, Op, Yields};

/// The depth up to which inlined lambdas may be nested.
const DEPTH_MAX: usize = 6;
/// The greatest number of temps in a function with which further lambdas are inlined.
const TEMPS_MAX: usize = 4_000;
/// An inlined lambda around the current code.
pub(super) struct Inlined {
    /// The block that `next` jumps to, with its value.
    next: BlockId,
    /// The block that `break` jumps to, when the iteration function ends at a `break`.
    pub(super) stop: Option<BlockId>,
}

/// A call whose lambda is inlined.
pub(super) struct InlinedCall<'a> {
    pub(super) name: Symbol,
    pub(super) iteration: Iteration,
    pub(super) lambda: &'a ast::Lambda<'a>,
    /// The lambda's parameters, for messages.
    pub(super) signature: Inner,
    pub(super) form: CallForm,
    pub(super) at: u32,
}

impl InlinedCall<'_> {
    /// Returns the parts of each element that the lambda takes.
    pub(super) fn yields(&self) -> Yields {
        match (self.lambda.parameters.len(), self.iteration) {
            (1, _) | (_, Iteration::Slice | Iteration::Reduce) => Yields::Element,
            _ => Yields::Pair,
        }
    }
}

impl Lower {
    /// Lowers a call to a loop when its function and lambda allow that.
    pub(super) fn inlined_call(
        &mut self,
        name: Symbol,
        arguments: &[Item],
        lambda: &ast::Lambda<'_>,
        form: CallForm,
        at: u32,
    ) -> Option<Temp> {
        let iteration = facts::of(name.as_str()).iteration?;
        if !iteration.fits(arguments.len(), lambda.parameters.len()) {
            return None;
        }
        let once = iteration.is_once();
        if self.breaks_out && !once {
            return None;
        }
        let plain = lambda.return_type.is_none()
            && lambda
                .parameters
                .iter()
                .all(|p| p.default.is_none() && !p.captures_rest)
            && arguments.iter().all(|a| !a.splat);
        // several parameters get the items one by one only if there are as many items
        let count = lambda.parameters.len();
        let spreads = iteration == Iteration::Slice && count > 1;
        if spreads && self.number(arguments[1].value.temp) != Some(count) {
            return None;
        }
        // `then` evaluates the type of the parameter for undef, too
        let is_typed = lambda.parameters.iter().any(|p| p.type_expr.is_some());
        if !plain
            || iteration == Iteration::Then && is_typed
            || !self.has_room()
            // these functions end at a `break` only if they iterate over some values, or never
            || !iteration.ends_at_break() && scan::has_break(lambda.body)
            || !once && !self.may_inline(lambda, iteration)
            || !scan::is_frameless(lambda, &self.seekers)
        {
            return None;
        }
        let call = self.inlined(name, iteration, lambda, form, at);
        let uses: Vec<Use> = arguments.iter().map(|a| a.value).collect();
        if let Some(over) = uses.first()
            && let Some(items) = self.unrolled(&call, over.temp, iteration)
        {
            return Some(match iteration {
                Iteration::Reduce => self.unroll_reduce(&call, &items, uses.get(1).map(|u| u.temp)),
                Iteration::Any | Iteration::All => self.unroll_search(&call, &items, iteration),
                Iteration::Filter => self.unroll_filter(&call, &items),
                _ => self.unroll_each(&call, &items, over.temp, iteration),
            });
        }
        Some(match iteration {
            Iteration::With => {
                let temps: Vec<Temp> = uses.iter().map(|u| u.temp).collect();
                self.inline_once(&call, &temps)
            }
            Iteration::Then | Iteration::Lest => {
                self.inline_unless_undef(&call, uses[0].temp, iteration)
            }
            Iteration::Reduce => self.inline_reduce(&[], &call, &uses),
            _ => self.inline_loop(&[], &call, &uses),
        })
    }

    /// Returns true if more lambdas may be inlined in the current function.
    pub(super) fn has_room(&mut self) -> bool {
        let builder = self.builder();
        builder.function.kind != Kind::Thunk
            && builder.inlined.len() < DEPTH_MAX
            && builder.function.temps.len() <= TEMPS_MAX
    }

    /// Returns true if no `break` in a lambda ends the iteration in a way that a loop would not
    /// see.
    pub(super) fn may_inline(&self, lambda: &ast::Lambda<'_>, iteration: Iteration) -> bool {
        let may_break = match iteration.ends_at_break() {
            false => scan::may_break_elsewhere,
            true => scan::may_break_unseen,
        };
        !scan::breaks_through(lambda.body)
            && !may_break(lambda.body, &self.staying)
            && !self.breaks_out
    }

    /// Returns a call whose lambda is to be inlined.
    pub(super) fn inlined<'a>(
        &mut self,
        name: Symbol,
        iteration: Iteration,
        lambda: &'a ast::Lambda<'a>,
        form: CallForm,
        at: u32,
    ) -> InlinedCall<'a> {
        let nothing = ast::Expr {
            kind: ExprKind::Nop,
            span: lambda.span,
            at: lambda.at,
        };
        let bare = ast::Lambda {
            body: &nothing,
            ..*lambda
        };
        let signature = self.function(Kind::Lambda, "", lambda.parameters, &bare);
        let signature = self.builder().add_inner(signature);
        InlinedCall {
            name,
            iteration,
            lambda,
            signature,
            form,
            at,
        }
    }

    /// Returns the constant number that a temp of the current block holds.
    fn number(&mut self, temp: Temp) -> Option<usize> {
        match self.maker(temp)? {
            Op::Const(index) => {
                let index = *index as usize;
                match self.builder().function.constants[index] {
                    Constant::Integer(number) => usize::try_from(number).ok(),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the operation in the current block that makes a temp.
    pub(super) fn maker(&mut self, temp: Temp) -> Option<&Op> {
        let builder = self.builder();
        let block = &builder.function.blocks[builder.current.0 as usize];
        let inst = block.insts.iter().rev().find(|i| i.result == temp)?;
        Some(&inst.op)
    }

    /// Returns true if a temp is an iterator that was made in the current block, without a name or another
    /// use.
    pub(super) fn is_fresh(&mut self, temp: Temp) -> bool {
        let builder = self.builder();
        let block = &builder.function.blocks[builder.current.0 as usize];
        for inst in block.insts.iter().rev() {
            if inst.result == temp {
                let Op::Call {
                    name, block: None, ..
                } = inst.op
                else {
                    return false;
                };
                let is_named = |scope: &Bindings| scope.holds(temp);
                return facts::of(name.as_str()).gives_iterator()
                    && !builder.scopes.iter().any(is_named);
            }
            let mut is_used = false;
            inst.op.operands(&mut |t| is_used |= t == temp);
            if is_used {
                return false;
            }
        }
        false
    }

    fn begin(&mut self, call: &InlinedCall<'_>, arguments: &[Use], yields: Yields) -> Temp {
        // `each` returns the iterator itself
        let fresh = call.iteration != Iteration::Each && self.is_fresh(arguments[0].temp);
        let op = Op::IterBegin {
            name: call.name,
            arguments: arguments.into(),
            lambda: call.signature,
            yields,
            form: call.form,
            fresh,
        };
        self.emit(op, call.at)
    }

    /// Lowers the lambda's body with its parameters assigned, and continues after it with its
    /// value. The caller must fill the block that `break` jumps to.
    pub(super) fn inline_body(
        &mut self,
        call: &InlinedCall<'_>,
        given: &[Temp],
        stop: Option<BlockId>,
    ) -> Temp {
        let matched = self.begin_matches(call.at);
        let mut parameters = call.lambda.parameters.iter();
        if parameters.any(|p| p.type_expr.is_some()) {
            let op = Op::CheckParameters {
                lambda: call.signature,
                values: given.into(),
                form: call.form,
            };
            self.emit(op, call.at);
        }
        let names = call
            .lambda
            .parameters
            .iter()
            .map(|p| Symbol::intern(p.name));
        let scope: Bindings = names.zip(given.iter().copied()).collect();
        let builder = self.builder();
        let (outer, next) = (builder.site, builder.block());
        builder.scopes.push(scope);
        builder.inlined.push(Inlined { next, stop });
        builder.function.sites.push(Site { outer, at: call.at });
        builder.site = builder.function.sites.len() as u32;
        let reached = builder.reachable;
        let value = self.kept(call.lambda.body);
        let builder = self.builder();
        builder.jump(next, Some(value));
        builder.site = outer;
        builder.inlined.pop();
        builder.scopes.pop();
        builder.reachable = reached;
        builder.current = next;
        let value = builder.temp(Ty::Any);
        builder.function.blocks[next.0 as usize]
            .parameters
            .push(value);
        self.end_matches(matched, call.at);
        value
    }

    fn inline_once(&mut self, call: &InlinedCall<'_>, given: &[Temp]) -> Temp {
        self.inline_body(call, given, None)
    }

    /// Lowers `then` and `lest`.
    fn inline_unless_undef(
        &mut self,
        call: &InlinedCall<'_>,
        value: Temp,
        iteration: Iteration,
    ) -> Temp {
        let test = self.emit(Op::IsUndef(value), call.at);
        let builder = self.builder();
        let (run, skip, done) = (builder.block(), builder.block(), builder.block());
        let (yes, no) = if iteration == Iteration::Then {
            (skip, run)
        } else {
            (run, skip)
        };
        builder.end(Terminator::Branch(test, yes, no));
        builder.current = skip;
        builder.jump(done, Some(value));
        builder.current = run;
        let given: &[Temp] = if iteration == Iteration::Then {
            &[value]
        } else {
            &[]
        };
        let result = self.inline_body(call, given, None);
        let builder = self.builder();
        builder.jump(done, Some(result));
        builder.current = done;
        builder.join(done, &[value, result])
    }

    /// Begins the head of a loop, whose index is the first parameter of the block, and continues in
    /// the body.
    fn head(&mut self, call: &InlinedCall<'_>, iter: Temp, finish: BlockId) -> (BlockId, Temp) {
        let start = self.constant(Constant::Integer(0), call.at);
        let builder = self.builder();
        let (head, body) = (builder.block(), builder.block());
        builder.jump(head, Some(start));
        builder.current = head;
        let index = builder.index(head);
        self.more(call, iter, index, body, finish);
        (head, index)
    }

    fn more(
        &mut self,
        call: &InlinedCall<'_>,
        iter: Temp,
        index: Temp,
        body: BlockId,
        end: BlockId,
    ) {
        let more = self.emit(Op::IterMore { iter, index }, call.at);
        let builder = self.builder();
        builder.end(Terminator::Branch(more, body, end));
        builder.current = body;
    }

    /// Lowers a loop together with the calls before it in a chain, `stages`: each element passes
    /// through all of them.
    // Long because it makes all blocks of a loop, which refer to each other.
    pub(super) fn inline_loop(
        &mut self,
        stages: &[InlinedCall<'_>],
        call: &InlinedCall<'_>,
        arguments: &[Use],
    ) -> Temp {
        let (at, iteration) = (call.at, call.iteration);
        let source = stages.first().unwrap_or(call);
        let yields = source.yields();
        let iter = self.begin(source, arguments, yields);
        let is_mapped = stages.iter().any(|stage| stage.iteration == Iteration::Map);
        let list = match iteration {
            Iteration::Map if stages.is_empty() => Some(self.emit(Op::ListBegin(Some(iter)), at)),
            Iteration::GroupBy => Some(self.emit(Op::ListBegin(Some(iter)), at)),
            Iteration::Map | Iteration::Filter | Iteration::Partition => {
                Some(self.emit(Op::ListBegin(None), at))
            }
            _ => None,
        };
        // the elements for which the lambda of `partition` is false
        let others = match iteration {
            Iteration::Partition => Some(self.emit(Op::ListBegin(None), at)),
            _ => None,
        };
        let (finish, stop) = (self.builder().block(), self.builder().block());
        // each round restores the match variables that it found: one mark suffices for all of them
        let before = self.begin_matches(at);
        let (head, index) = self.head(source, iter, finish);
        let again = self.builder().block();
        let given = self.given(stages, call, (iter, index), again);
        // a `filter` whose lambda has a `break` is not inlined
        let ends_at_break = iteration.ends_at_break() || iteration == Iteration::Filter;
        let value = self.inline_body(call, &given, ends_at_break.then_some(stop));
        match (iteration, list) {
            (Iteration::Partition, Some(list)) => {
                let lists = (list, others.unwrap_or(list));
                self.put_in_part(lists, value, (iter, index), at, again);
            }
            (Iteration::Map | Iteration::GroupBy, Some(list)) => {
                self.emit(Op::ListPush { list, value }, at);
                self.builder().jump(again, None);
            }
            (Iteration::Filter, Some(list)) => {
                let builder = self.builder();
                let keep = builder.block();
                builder.end(Terminator::Branch(value, keep, again));
                builder.current = keep;
                let kept = match is_mapped {
                    true => Op::ListPush {
                        list,
                        value: given[0],
                    },
                    false => Op::ListKeep {
                        list,
                        iter,
                        index,
                        yields,
                    },
                };
                self.emit(kept, at);
                self.builder().jump(again, None);
            }
            (Iteration::Any, _) => self.builder().end(Terminator::Branch(value, stop, again)),
            (Iteration::All, _) => self.builder().end(Terminator::Branch(value, again, stop)),
            _ => self.builder().jump(again, None),
        }
        self.builder().current = again;
        let next = self.emit(Op::IterNext(index), at);
        self.builder().jump(head, Some(next));
        self.builder().current = stop;
        if matches!(iteration, Iteration::Any | Iteration::All) {
            let result = self.end_search(iteration, finish, at);
            self.emit(Op::IterEnd(iter), at);
            self.close_matches(before);
            return result;
        }
        self.end_matches(before, at);
        self.builder().jump(finish, None);
        self.builder().current = finish;
        let keeps = iteration == Iteration::Filter && !is_mapped;
        let kept = keeps.then_some((iter, yields));
        let result = match (list, others) {
            (Some(list), Some(others)) => self.parts(list, others, at),
            (Some(list), None) => {
                let list = self.emit(Op::ListEnd { list, kept }, at);
                match iteration {
                    Iteration::GroupBy => {
                        let (over, results) = (iter, list);
                        self.emit(Op::Group { over, results }, at)
                    }
                    _ => list,
                }
            }
            _ if matches!(iteration, Iteration::ReverseEach | Iteration::Step) => self.undef(at),
            _ => arguments[0].temp,
        };
        self.emit(Op::IterEnd(iter), at);
        result
    }

    /// Joins the ends of a search in the block `finish`, where nothing was found, and in the current
    /// block.
    fn end_search(&mut self, iteration: Iteration, finish: BlockId, at: u32) -> Temp {
        let found = self.constant(Constant::Boolean(iteration == Iteration::Any), at);
        let done = self.builder().block();
        self.builder().jump(done, Some(found));
        self.builder().current = finish;
        let exhausted = self.constant(Constant::Boolean(iteration == Iteration::All), at);
        let builder = self.builder();
        builder.jump(done, Some(exhausted));
        builder.current = done;
        builder.join(done, &[found, exhausted])
    }

    /// Ends the two lists of `partition`. Returns the array of both.
    fn parts(&mut self, list: Temp, others: Temp, at: u32) -> Temp {
        let kept = None;
        let others = self.emit(Op::ListEnd { list: others, kept }, at);
        let list = self.emit(Op::ListEnd { list, kept }, at);
        let items = [list, others].map(|temp| Item {
            value: Use { temp, at },
            splat: false,
        });
        self.emit(Op::Array(items.into()), at)
    }

    /// Adds an element, or the entry of a hash, to the first of two lists if a value is true, to the
    /// other one if not, and continues at a block.
    fn put_in_part(
        &mut self,
        lists: (Temp, Temp),
        value: Temp,
        (iter, index): (Temp, Temp),
        at: u32,
        again: BlockId,
    ) {
        let builder = self.builder();
        let (yes, no) = (builder.block(), builder.block());
        builder.end(Terminator::Branch(value, yes, no));
        let yields = Yields::Element;
        for (block, list) in [(yes, lists.0), (no, lists.1)] {
            self.builder().current = block;
            let get = Op::IterGet {
                iter,
                index,
                yields,
            };
            let value = self.emit(get, at);
            self.emit(Op::ListPush { list, value }, at);
            self.builder().jump(again, None);
        }
    }

    /// Emits the values that a lambda takes for an element, after the calls before it in a chain.
    /// An element that a filter drops jumps to `skip`.
    fn given(
        &mut self,
        stages: &[InlinedCall<'_>],
        call: &InlinedCall<'_>,
        (iter, index): (Temp, Temp),
        skip: BlockId,
    ) -> Vec<Temp> {
        let source = stages.first().unwrap_or(call);
        let (at, yields) = (source.at, source.yields());
        let element = self.emit(
            Op::IterGet {
                iter,
                index,
                yields,
            },
            at,
        );
        let mut given = match yields {
            Yields::Element
                if source.iteration == Iteration::Slice && source.lambda.parameters.len() > 1 =>
            {
                self.slice_items(source, element)
            }
            Yields::Element => vec![element],
            Yields::Pair => vec![self.emit(Op::IterKey { iter, index }, at), element],
        };
        for (stage, next) in stages.iter().zip(stages.iter().skip(1).chain([call])) {
            let value = self.inline_body(stage, &given, None);
            if stage.iteration == Iteration::Map {
                given = vec![value];
                continue;
            }
            let builder = self.builder();
            let keep = builder.block();
            builder.end(Terminator::Branch(value, keep, skip));
            builder.current = keep;
            let yields = next.yields();
            if yields == Yields::Element && given.len() > 1 {
                given = vec![self.emit(
                    Op::IterGet {
                        iter,
                        index,
                        yields,
                    },
                    next.at,
                )];
            }
        }
        given
    }

    /// Emits the items of a slice, one for each parameter. Missing items are `undef`.
    fn slice_items(&mut self, call: &InlinedCall<'_>, slice: Temp) -> Vec<Temp> {
        let at = call.at;
        let items = 0..call.lambda.parameters.len();
        let mut item = |index: usize| {
            let key = self.constant(Constant::Integer(index as i64), at);
            let left = Use { temp: slice, at };
            let key = Item {
                value: Use { temp: key, at },
                splat: false,
            };
            let keys = [key].into();
            self.emit(Op::Access { left, keys }, at)
        };
        items.map(&mut item).collect()
    }

    /// Works like [`Self::inline_loop`], for `reduce`. After other calls of a chain it has an
    /// initial memo.
    // Long because it makes all blocks of a loop, which refer to each other.
    pub(super) fn inline_reduce(
        &mut self,
        stages: &[InlinedCall<'_>],
        call: &InlinedCall<'_>,
        arguments: &[Use],
    ) -> Temp {
        let at = call.at;
        let source = stages.first().unwrap_or(call);
        let begun = match stages {
            [] => arguments,
            _ => &arguments[..1],
        };
        let iter = self.begin(source, begun, source.yields());
        let before = self.begin_matches(at);
        let zero = self.constant(Constant::Integer(0), at);
        let builder = self.builder();
        let (head, body, finish) = (builder.block(), builder.block(), builder.block());
        let (done, stop) = (builder.block(), builder.block());
        let mut results = Vec::new();
        match arguments.get(1) {
            Some(memo) => {
                let first = [zero, memo.temp].into();
                self.builder().end(Terminator::Jump(head, first));
            }
            None => {
                let (first, empty) = (self.builder().block(), self.builder().block());
                self.more(call, iter, zero, first, empty);
                let yields = Yields::Element;
                let index = zero;
                let memo = self.emit(
                    Op::IterGet {
                        iter,
                        index,
                        yields,
                    },
                    at,
                );
                let one = self.emit(Op::IterNext(zero), at);
                self.builder()
                    .end(Terminator::Jump(head, [one, memo].into()));
                self.builder().current = empty;
                let nothing = self.undef(at);
                self.builder().jump(done, Some(nothing));
                results.push(nothing);
            }
        }
        let builder = self.builder();
        builder.current = head;
        let index = builder.index(head);
        let memo = builder.temp(Ty::Any);
        builder.function.blocks[head.0 as usize]
            .parameters
            .push(memo);
        self.more(call, iter, index, body, finish);
        // a single call never jumps there
        let skip = match stages {
            [] => stop,
            _ => self.builder().block(),
        };
        let given = self.given(stages, call, (iter, index), skip);
        let value = self.inline_body(call, &[memo, given[0]], Some(stop));
        let next = self.emit(Op::IterNext(index), at);
        self.builder()
            .end(Terminator::Jump(head, [next, value].into()));
        if !stages.is_empty() {
            self.builder().current = skip;
            let next = self.emit(Op::IterNext(index), at);
            self.builder()
                .end(Terminator::Jump(head, [next, memo].into()));
        }
        self.builder().current = stop;
        self.end_matches(before, at);
        self.builder().jump(finish, None);
        self.builder().current = finish;
        self.builder().jump(done, Some(memo));
        results.push(memo);
        let builder = self.builder();
        builder.current = done;
        let result = builder.join(done, &results);
        self.emit(Op::IterEnd(iter), at);
        result
    }
}

impl Builder {
    /// Adds the index of a loop, a parameter of its head.
    fn index(&mut self, head: BlockId) -> Temp {
        let index = self.temp(Ty::Integer);
        self.function.blocks[head.0 as usize].parameters.push(index);
        index
    }

    /// Lowers `next`, `return` and `break` to a jump where the lambda is inlined.
    pub(super) fn leave(&mut self, leave: Leave, value: Temp, at: u32) {
        let target = match leave {
            Leave::Next => self.inlined.last().map(|i| (i.next, Some(value))),
            Leave::Break => {
                let stop = self.inlined.iter().rev().find_map(|i| i.stop);
                stop.map(|block| (block, None))
            }
            Leave::Return => None,
        };
        match target {
            Some((block, value)) => self.jump(block, value),
            None => self.end(Terminator::Leave(leave, value, at)),
        }
        self.current = self.block();
        self.reachable = false;
    }
}
