//! The interpreter: runs bodies in frames.
//!
//! [`assemble`] makes [bytecode](crate::bytecode) from a body's MIR on its first run, and [`machine`] runs it.
//! Rare operations run as MIR, one at a time ([`Run::step`]); compiled code does the same.
//! Registers of nested runs share one stack in the context. Values that need a service (types by
//! name, resources, functions) go through [`crate::host::Host`].
//!
//! Long because the rare operations share the state of a run.

mod assemble;
mod call;
mod completed;
mod computed;
mod constant;
mod context;
mod direct;
mod find;
mod in_place;
pub mod iterate;
mod loaded;
mod machine;
mod missing_key;
mod parameters;
mod resource;
mod stack;
mod template;
mod variable;
mod window;

pub use call::{
    Open, call_builtin, call_closure, call_function, call_known, function_signatures, places,
    return_value, within_limits,
};
pub use completed::call_completed;
pub use computed::{call_computed, called_names};
pub use constant::{
    constant_type, frozen_type, of_body as constant_of, parameter_types, tested_type,
};
pub use find::builtin;
pub use in_place::{Changes, Content, Frozen, Part, is_parameter, parts};
pub use iterate::CHAIN_MIN;
pub use loaded::loaded_function;
pub use missing_key::{add_missing_key, note_missing_key};
pub use parameters::{closure_signature, evaluate_default, run_default, signature};
pub use template::call_template;
pub use variable::{
    check_evaluated, facts, has_variable, inner_variable, is_group, is_local, local_variables,
    lookup_variable, match_variable, own_variable, scope_has_variable, scope_text, scope_variable,
    settled, visible_variables,
};

use std::sync::atomic::Ordering;

use frontend::Issue;
use mir::ir::Leave;
use mir::op::{BinaryOp, Item};
use mir::{Inner, Inst, Op, Temp, Terminator, Use};

use crate::activation::Activation;
use crate::advice::Advice;
use crate::bytecode::Bytecode;
use crate::cx::Cx;
use crate::error::{Error, Form, Kind, Place, Raise, Res};
use crate::frame::{Body, Frame};
use crate::limits::{self, Exceeded, LIMIT};
use crate::ops;
use crate::text;
use crate::tier::Tier;
use crate::types::TypeRef;
use crate::value::Value;

/// The number of turns of a loop after which compiled code is requested.
const LOOP_TURNS: u32 = 512;

/// The number of registers that are allocated in addition to the needed ones.
const REGISTERS_MORE: usize = 1 << 8;

/// Runs the body of a frame. The parameters' slots have been assigned.
///
/// # Errors
/// Returns the error or jump of the code, including `next` and `return`: the caller knows which
/// construct these leave.
pub fn run<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>) -> Res<'h> {
    execute(cx, frame, frame.body, &[], &[])
}

/// Runs `body` with the variables of `frame`: the frame's own body, a thunk of it, or a frameless
/// body, which is given its parameters and captures.
fn execute<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    parameters: &[Value<'h>],
    captures: &[Value<'h>],
) -> Res<'h> {
    if let Some(value) = constant::of_body(body) {
        return Ok(value);
    }
    if body.mir.frameless
        && let Some(result) = call_compiled(cx, frame, body, parameters, captures)
    {
        return result;
    }
    interpret(cx, frame, body, parameters, captures)
}

/// Runs a body that may have no code yet.
fn interpret<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    parameters: &[Value<'h>],
    captures: &[Value<'h>],
) -> Res<'h> {
    if cx.depth >= cx.settings.max_depth || limits::is_stack_low() {
        return Err(too_deep());
    }
    if let Some(error) = cx.exceeded() {
        return Err(error);
    }
    let activation = enter(cx, frame, body)?;
    let base = activation.base;
    let mut run = Run {
        cx,
        frame,
        body,
        base,
    };
    let given = parameters.iter().chain(captures);
    for (temp, &value) in body.mir.blocks[0].parameters.iter().zip(given) {
        run.set(*temp, value);
    }
    let compiled = by_tier(run.cx, frame, body, base);
    let result = compiled.unwrap_or_else(|| match is_walked(body) {
        true => run.walk(),
        false => {
            let code = bytecode_of(run.cx, body);
            run.interpret(code)
        }
    });
    leave(cx, activation);
    result
}

/// Returns true if a body is to run without bytecode, because it runs for the first time and has no
/// loop. Most defaults, type expressions and classes run once when one node is compiled, and bytecode
/// costs more than that.
fn is_walked(body: &Body<'_>) -> bool {
    let is_plain = |inst: &Inst| {
        matches!(
            inst.op,
            Op::Const(_)
                | Op::TypeName(_)
                | Op::Access { .. }
                | Op::Array(_)
                | Op::Hash(_)
                | Op::LoadVariable(_)
        )
    };
    if body.bytecode.get().is_some() || body.is_walked.load(Ordering::Relaxed) {
        return false;
    }
    let is_short = match body.mir.kind {
        mir::Kind::Thunk => match &body.mir.blocks[..] {
            [block] => block.insts.iter().all(is_plain),
            _ => false,
        },
        mir::Kind::Class => !body.mir.has_loops(),
        _ => false,
    };
    is_short && !body.is_walked.swap(true, Ordering::Relaxed)
}

/// Runs the code of a frameless body, if there is some.
#[inline(always)]
fn call_compiled<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    parameters: &[Value<'h>],
    captures: &[Value<'h>],
) -> Option<Res<'h>> {
    let tier = cx.tier?;
    if !is_compiled(cx, tier, body) {
        return None;
    }
    if captures.is_empty() {
        return tier.call(cx, frame, body, parameters);
    }
    call_capturing(cx, tier, frame, body, parameters, captures)
}

fn call_capturing<'h>(
    cx: &mut Cx<'h>,
    tier: &'h dyn Tier,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    parameters: &[Value<'h>],
    captures: &[Value<'h>],
) -> Option<Res<'h>> {
    let mut few = [Value::Undef; 8];
    let count = parameters.len() + captures.len();
    match few.get_mut(..count) {
        Some(few) => {
            let (first, last) = few.split_at_mut(parameters.len());
            first.copy_from_slice(parameters);
            last.copy_from_slice(captures);
            tier.call(cx, frame, body, few)
        }
        None => tier.call(cx, frame, body, &[parameters, captures].concat()),
    }
}

/// Returns the bytecode of a body, which is made when it is first needed.
fn bytecode_of<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>) -> &'h Bytecode {
    if let Some(code) = body.bytecode.get() {
        return code;
    }
    let mut types = |op: &Op| constant_type(cx, body, op);
    let code = assemble::assemble(body.mir, body.constants, &mut types);
    body.bytecode.get_or_init(|| code)
}

/// Runs the compiled code of a body that was entered, when there is code for the contents of its
/// registers.
fn by_tier<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    base: usize,
) -> Option<Res<'h>> {
    let tier = cx.tier?;
    // a frameless body has no such code
    let result = match !body.mir.frameless && is_compiled(cx, tier, body) {
        true => tier.run(cx, frame, body, base),
        false => None,
    };
    if result.is_none() {
        tier.passed_over();
    }
    result
}

/// Counts an entry of a body, and returns true if the body has code.
#[inline]
fn is_compiled<'h>(cx: &mut Cx<'h>, tier: &'h dyn Tier, body: &'h Body<'h>) -> bool {
    !body.heat.code().is_null() || is_compiled_now(cx, tier, body)
}

#[cold]
fn is_compiled_now<'h>(cx: &mut Cx<'h>, tier: &'h dyn Tier, body: &'h Body<'h>) -> bool {
    if body.heat.entered() == tier.threshold() + 1 {
        tier.compile(cx, body);
    }
    !body.heat.code().is_null()
}

/// Returns the number of registers that a run of a function uses.
pub fn registers(function: &mir::Function) -> u32 {
    let loops = match function.has_loops() {
        true => mir::loops::of(function).len(),
        false => 0,
    };
    (function.temps.len() + 1 + 2 * loops) as u32
}

/// Makes a body the running one and reserves its registers.
///
/// # Errors
/// Fails when calls are nested too deeply, or registers run out.
pub fn enter<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
) -> Res<'h, Activation<'h>> {
    let base = cx.top;
    let end = base + body.registers as usize;
    if end > cx.registers.capacity() {
        return Err(too_deep());
    }
    cx.depth += 1;
    reserve(cx, end);
    Ok(Activation {
        base,
        caller: cx.frame.replace(frame),
        matches: cx.matches.len(),
        loops: cx.loops.len(),
    })
}

/// Makes sure that there are registers up to an end within their capacity, and moves the top there.
#[inline(always)]
fn reserve(cx: &mut Cx<'_>, end: usize) {
    if end > cx.registers.len() {
        more_registers(cx, end);
    }
    cx.top = end;
}

#[cold]
fn more_registers(cx: &mut Cx<'_>, end: usize) {
    let len = (end + REGISTERS_MORE).min(cx.registers.capacity()).max(end);
    cx.registers.resize(len, Value::Undef);
}

/// Restores the state that the start of a body changed.
pub fn leave<'h>(cx: &mut Cx<'h>, activation: Activation<'h>) {
    cx.top = activation.base;
    cx.matches.truncate(activation.matches);
    cx.loops.truncate(activation.loops);
    cx.frame = activation.caller;
    cx.depth -= 1;
}

/// Makes the error `stack level too deep`.
#[cold]
pub fn too_deep<'h>() -> Box<Raise<'h>> {
    Exceeded::Stack.error().into()
}

/// Runs one operation for compiled code. Its operands are in the registers from `base` on. An
/// exceeded limit unwinds, and the caller must add the place to an error ([`at_operation`]).
///
/// # Errors
/// Returns the errors of the operation.
pub fn step<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    base: usize,
    inst: &'h Inst,
) -> Res<'h> {
    let mut run = Run {
        cx,
        frame,
        body,
        base,
    };
    run.step(inst)
}

/// Returns the text of a group of the last match, or `undef`.
pub fn load_match<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, group: usize) -> Value<'h> {
    let captures = variable::captures(cx, frame);
    let text = captures.and_then(|captures| captures.group(group));
    text.map_or(Value::Undef, |text| Value::string(cx.heap, text))
}

/// Saves the match variables of a frame. Returns the number by which [`pop_match`] finds them.
pub fn push_match<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>) -> usize {
    cx.matches.push(frame.own_captures());
    cx.matches.len() - 1
}

/// Restores the match variables that a [`push_match`] saved.
pub fn pop_match<'h>(cx: &mut Cx<'h>, frame: &'h Frame<'h>, at: usize) {
    let captures = cx.matches.get(at).copied().flatten();
    cx.matches.truncate(at);
    frame.matched(cx, captures);
}

/// Adds a call to the error or jump of its function, for calls between compiled bodies.
pub fn call_raised<'h>(body: &Body<'h>, inst: &Inst, raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    let form = match &inst.op {
        Op::Call { form, .. } | Op::CallComputed { form, .. } => *form,
        _ => mir::op::CallForm::Function,
    };
    let place = |at| Place {
        source: body.source.clone(),
        offset: at,
    };
    let raise = call::in_call(raise, form, Some(place(inst.at)));
    at_operation(body, inst, raise)
}

/// Ends a function: stops the jumps `next` and `return`, and checks the value against the return
/// type. The value of `return` is not checked.
///
/// # Errors
/// Returns any other jump or error, and the error about a value of a wrong type.
pub fn function_result<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    returns: Option<TypeRef<'h>>,
    result: Res<'h>,
) -> Res<'h> {
    let value = match result {
        Ok(value) => value,
        Err(raise) => match *raise {
            Raise::Next(value, _) => value,
            // Puppet does not check the value of `return`
            Raise::Return(value, _) => return Ok(value),
            other => return Err(Box::new(other)),
        },
    };
    return_value(cx, name, returns, value)
}

/// Adds the inlined calls around an operation to the call stack of its error. If the error is an
/// exceeded limit, its place is the operation.
#[cold]
pub fn at_operation<'h>(body: &Body<'h>, inst: &Inst, mut raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    let mut next = inst.site;
    if let Raise::Error(error) = &mut *raise {
        if error.kind == Kind::Semantic {
            // only the direct caller of the function sees Ruby's exception
            error.kind = Kind::Argument;
        }
        if error.issue == LIMIT && error.form == Form::Plain {
            error.form = Form::Evaluation;
            error.place = Some(Place {
                source: body.source.clone(),
                offset: inst.at,
            });
        }
        while let Some(site) = next.checked_sub(1) {
            let site = body.mir.sites[site as usize];
            let (source, offset) = (body.source.clone(), site.at);
            error.stack.push(Place { source, offset });
            next = site.outer;
        }
    }
    raise
}

/// One run of a body.
struct Run<'h, 'c> {
    cx: &'c mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    base: usize,
}

impl<'h> Run<'h, '_> {
    fn get(&self, temp: Temp) -> Value<'h> {
        self.cx.registers[self.base + temp.0 as usize]
    }

    fn set(&mut self, temp: Temp, value: Value<'h>) {
        self.cx.registers[self.base + temp.0 as usize] = value;
    }

    /// Runs the blocks of a body that has no loop.
    fn walk(&mut self) -> Res<'h> {
        let body = self.body;
        let mut block = &body.mir.blocks[0];
        loop {
            for inst in &block.insts {
                let result = self.step_within_limits(inst);
                let result = result.map_err(|raise| self.raised_at(inst, raise))?;
                self.set(inst.result, result);
            }
            let next = match &block.terminator {
                Terminator::Return(value) => return Ok(self.get(*value)),
                Terminator::Leave(how, value, at) => {
                    let (value, place) = (self.get(*value), self.place(*at));
                    return Err(Box::new(match how {
                        Leave::Next => Raise::Next(value, place),
                        Leave::Return => Raise::Return(value, place),
                        Leave::Break => Raise::Break(place),
                    }));
                }
                Terminator::Branch(test, yes, no) => match self.get(*test).is_truthy() {
                    true => *yes,
                    false => *no,
                },
                Terminator::Jump(to, values) => {
                    let values: Vec<Value<'h>> = values.iter().map(|it| self.get(*it)).collect();
                    for (temp, value) in body.mir.block(*to).parameters.iter().zip(values) {
                        self.set(*temp, value);
                    }
                    *to
                }
                Terminator::Unreachable => return Ok(Value::Undef),
            };
            block = body.mir.block(next);
        }
    }

    /// Completes the error or jump of an operation of this body.
    #[cold]
    fn raised_at(&self, inst: &Inst, mut raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
        self.add_missing_keys(inst, &mut raise);
        at_operation(self.body, inst, raise)
    }

    /// Runs one operation. An exceeded limit unwinds to here and becomes an error.
    fn step_within_limits(&mut self, inst: &'h Inst) -> Res<'h> {
        let (frame, body, base) = (self.frame, self.body, self.base);
        call::within_limits(self.cx, |cx| {
            let mut run = Run {
                cx,
                frame,
                body,
                base,
            };
            let result = run.step(inst)?;
            if let Op::Resource { bodies, .. } = &inst.op {
                run.note_missing_keys(inst, bodies, result);
            }
            Ok(result)
        })
    }

    /// Returns the handle that an operation made.
    fn handle(&self, temp: Temp) -> usize {
        match self.get(temp) {
            Value::Integer(i) => i as usize,
            _ => usize::MAX,
        }
    }

    fn place(&self, at: u32) -> Place {
        Place {
            source: self.body.source.clone(),
            offset: at,
        }
    }

    fn fail<T>(&self, issue: &'static str, message: impl Into<String>, at: u32) -> Res<'h, T> {
        self.fail_with(issue, message, at, Vec::new())
    }

    fn fail_with<T>(
        &self,
        issue: &'static str,
        message: impl Into<String>,
        at: u32,
        advice: Vec<Advice>,
    ) -> Res<'h, T> {
        let error = Error::evaluation(Issue(issue), message, Some(self.place(at)));
        Err(Error { advice, ..error }.into())
    }

    // Long because there is an arm for each operation.
    fn step(&mut self, inst: &'h Inst) -> Res<'h> {
        let at = inst.at;
        match &inst.op {
            Op::Const(index) => Ok(self.body.constants[*index as usize]),
            Op::LoadSlot { depth, slot } => self.load_slot(*depth, *slot, at),
            Op::StoreSlot { slot, value } => {
                let value = self.get(value.temp);
                self.store(*slot, value, at)
            }
            Op::AssignMany { pattern, value } => {
                let whole = self.get(value.temp);
                self.assign_many(pattern, whole, value.at, at)?;
                Ok(whole)
            }
            Op::Part {
                value,
                index,
                count,
                key,
                key_at,
            } => {
                let key = self.body.constants[*key as usize];
                self.part(*value, (*index, *count), key, *key_at, at)
            }
            Op::LoadVariable(name) => self.load_variable(*name, at),
            Op::LoadMatch(index) => Ok(load_match(self.cx, self.frame, *index as usize)),
            Op::PushMatch => Ok(Value::Integer(push_match(self.cx, self.frame) as i64)),
            Op::PopMatch(pushed) => {
                let at = self.handle(*pushed);
                pop_match(self.cx, self.frame, at);
                Ok(Value::Undef)
            }
            Op::Reassign(name) => self.reassigned(*name, at),
            Op::IsUndef(temp) => Ok(Value::Boolean(matches!(self.get(*temp), Value::Undef))),
            Op::IterBegin {
                name,
                arguments,
                lambda,
                yields,
                form,
                fresh,
            } => self.iter_begin(*name, arguments, *lambda, *yields, (*form, *fresh), at),
            Op::IterMore { iter, index } => self.iter_more(*iter, *index),
            Op::IterKey { iter, index } => Ok(self.iter_key(*iter, *index)),
            Op::IterGet {
                iter,
                index,
                yields,
            } => Ok(self.iter_get(*iter, *index, *yields)),
            Op::IterNext(index) => Ok(Value::Integer(self.handle(*index) as i64 + 1)),
            Op::IterEnd(iter) => Ok(self.iter_end(*iter)),
            Op::Attempt {
                over,
                entries,
                inner,
                captures,
            } => Ok(self.attempt(*over, *entries, *inner, captures)),
            Op::ListBegin(like) => {
                let like = like.map_or(Value::Undef, |like| self.get(like));
                let list = self.cx.loops.begin_list(self.cx.heap, like);
                Ok(Value::Integer(list as i64))
            }
            Op::ListPush { list, value } => {
                let (list, value) = (self.handle(*list), self.get(*value));
                self.cx.loops.push(list, value);
                Ok(Value::Undef)
            }
            Op::ListKeep {
                list,
                iter,
                index,
                yields,
            } => Ok(self.list_keep(*list, *iter, *index, *yields)),
            Op::ListEnd { list, kept } => Ok(self.list_end(*list, *kept)),
            Op::Group { over, results } => {
                let (over, results) = (self.get(*over), self.get(*results));
                Ok(ops::group(self.cx.heap, over, results))
            }
            Op::CheckParameters {
                lambda,
                values,
                form,
            } => self.check_parameters(*lambda, values, *form, at),
            Op::Negate(value) => {
                let operand = self.get(value.temp);
                self.located(|cx| ops::negate(cx, operand, at), at)
            }
            Op::Not(temp) => Ok(Value::Boolean(!self.get(*temp).is_truthy())),
            Op::ToBoolean(temp) => Ok(Value::Boolean(self.get(*temp).is_truthy())),
            Op::Unfold(value) => {
                let value = self.get(value.temp);
                let items = self.unfolded(value);
                Ok(Value::array(self.cx.heap, &items))
            }
            Op::Binary { op, left, right } => {
                let (l, r) = (self.get(left.temp), self.get(right.temp));
                self.binary(*op, (*left, l), (*right, r), at)
            }
            Op::Array(items) => {
                let items = self.list(items);
                Ok(Value::array(self.cx.heap, &items))
            }
            Op::Hash(entries) => {
                let entry = |(key, value): &(Use, Use)| (self.get(key.temp), self.get(value.temp));
                let entries: Vec<_> = entries.iter().map(entry).collect();
                Ok(Value::hash(self.cx.heap, &entries))
            }
            Op::Concat(parts) => {
                let parts: Vec<Value<'h>> = parts.iter().map(|p| self.get(p.temp)).collect();
                Ok(text::concat(self.cx.heap, &parts))
            }
            Op::CheckText { syntax, text } => {
                let (syntax, value) = (self.body.constants[*syntax as usize], self.get(text.temp));
                self.check_text(syntax, value, at)
            }
            Op::Access { left, keys } => self.access(*left, keys, at),
            Op::TypeExpr(inner) => self.type_expr(*inner),
            Op::TypeName(name) => {
                let found = |cx: &mut Cx<'h>| variable::named_type(cx, *name);
                match self.statement("Type-Name", at, found)? {
                    Value::Undef => self.unknown_type(name.as_str(), at),
                    value => Ok(value),
                }
            }
            Op::Call {
                name,
                arguments,
                block,
                form,
            } => self.call(*name, arguments, *block, *form, inst),
            Op::CallType {
                callee,
                arguments,
                block,
                form,
            } => self.call_type(*callee, arguments, *block, *form, at),
            Op::CallComputed {
                arguments,
                inner,
                captures,
                form,
                ..
            } => self.call_computed(arguments, (*inner, captures), *form, inst),
            Op::Broke => Ok(Value::Boolean(std::mem::take(&mut self.cx.broke))),
            Op::Closure { inner, captures } => Ok(Value::Callable(self.closure(*inner, captures))),
            Op::OptionMatches {
                option,
                splat,
                control,
            } => {
                let control = self.get(control.temp);
                let options = match splat {
                    true => self.unfolded(self.get(option.temp)),
                    false => vec![self.get(option.temp)],
                };
                for option in options {
                    if self.option_matches(option, control, at)? {
                        return Ok(Value::Boolean(true));
                    }
                }
                Ok(Value::Boolean(false))
            }
            Op::NoMatch(control) => {
                let shown = text::ruby(self.get(control.temp));
                let message =
                    format!("No matching entry for selector parameter with value '{shown}'");
                self.fail("UNMATCHED_SELECTOR", message, at)
            }
            Op::CheckTitles(titles) => self.check_titles(titles, at),
            Op::CheckAttributes(attributes) => self.check_attributes(attributes, at),
            Op::CheckAttribute(attribute) => self.check_attribute(attribute),
            Op::CheckResourceType { operand, referred } => {
                self.check_resource_type(*operand, *referred)
            }
            Op::CheckExport { collects } => self.check_export(*collects, at),
            Op::CheckCollected { type_ref, exported } => {
                self.check_collected(*type_ref, *exported, at)
            }
            Op::CheckTag {
                name,
                value,
                exported,
            } => self.check_tag(*name, *value, *exported, at),
            Op::IllegalQuery {
                exported,
                construct,
            } => self.illegal_query(*exported, construct, at),
            Op::Resource {
                form,
                type_name,
                bodies,
            } => self.resource(*form, *type_name, bodies, at),
            Op::ResourceDefaults {
                type_ref,
                attributes,
            } => self.resource_defaults(*type_ref, attributes, at),
            Op::ResourceOverride {
                references,
                attributes,
            } => self.resource_override(*references, attributes, at),
            Op::Collect {
                type_ref,
                exported,
                query,
                attributes,
            } => self.collect(*type_ref, *exported, query, attributes, at),
            Op::Relate { op, left, right } => self.relate(*op, *left, *right, at),
            Op::RenderText(index) => {
                let text = self.body.constants[*index as usize];
                self.render(text);
                Ok(Value::Undef)
            }
            Op::Render(temp) => {
                let value = self.get(*temp);
                self.render(value);
                Ok(Value::Undef)
            }
        }
    }

    /// Evaluates an operator on two values.
    fn binary(
        &mut self,
        op: BinaryOp,
        (left, l): (Use, Value<'h>),
        (right, r): (Use, Value<'h>),
        at: u32,
    ) -> Res<'h> {
        let places = ops::BinaryAt {
            op: at,
            left: left.at,
            right: right.at,
        };
        self.located(|cx| ops::binary(cx, op, l, r, places), at)
    }

    /// Returns true if an option of a choice matches. An error names the kind of choice, which the
    /// keyword at the place decides.
    fn option_matches(&mut self, option: Value<'h>, control: Value<'h>, at: u32) -> Res<'h, bool> {
        let matches = call::within_limits(self.cx, |cx| ops::option_matches(cx, option, control));
        matches.map_err(|raise| match *raise {
            Raise::Error(error) if error.form == Form::Plain => {
                let place = self.place(at);
                let text = place.source.text.get(place.offset as usize..);
                let rest = text.and_then(|text| text.strip_prefix("case"));
                let is_name = |c: char| c.is_alphanumeric() || c == '_';
                let what = match rest {
                    Some(rest) if !rest.starts_with(is_name) => "a 'case' statement",
                    _ => "a Selector Expression",
                };
                let message = format!("Error while evaluating {what}, {}", error.message);
                Error::evaluation(Issue("RUNTIME_ERROR"), message, Some(place)).into()
            }
            other => Box::new(other),
        })
    }

    /// Adds the place of the operation to an error without a place.
    fn located<T>(&mut self, run: impl FnOnce(&mut Cx<'h>) -> Res<'h, T>, at: u32) -> Res<'h, T> {
        call::within_limits(self.cx, run).map_err(|raise| match *raise {
            Raise::Error(error) if error.form == Form::Plain => {
                let form = Form::Evaluation;
                Error {
                    form,
                    place: Some(self.place(at)),
                    ..error
                }
                .into()
            }
            other => Box::new(other),
        })
    }

    /// Returns the elements of `*value`.
    fn unfolded(&self, value: Value<'h>) -> Vec<Value<'h>> {
        match value {
            Value::Array(items) => items.to_vec(),
            Value::Hash(hash) => {
                let pair = |(k, v)| Value::array(self.cx.heap, &[k, v]);
                hash.iter().map(pair).collect()
            }
            Value::Undef => Vec::new(),
            Value::Iterator(_) | Value::Type(_) => {
                crate::iterator::elements(self.cx.heap, value).unwrap_or_else(|| vec![value])
            }
            other => vec![other],
        }
    }

    fn list(&self, items: &[Item]) -> Vec<Value<'h>> {
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            match item.splat {
                true => values.extend(self.unfolded(self.get(item.value.temp))),
                false => values.push(self.get(item.value.temp)),
            }
        }
        values
    }

    fn check_text(&mut self, syntax: Value<'h>, value: Value<'h>, at: u32) -> Res<'h> {
        let (syntax, text) = (syntax.as_str(), value.as_str());
        let (syntax, text) = (syntax.unwrap_or_default(), text.unwrap_or_default());
        let span = frontend::Span { start: at, end: at };
        let mut logs = Vec::new();
        let found = frontend::validate::check_heredoc(syntax, text, span, &mut logs);
        for log in logs {
            self.cx
                .log_plain(crate::log::Level::of(log.severity), log.message);
        }
        match found {
            None => Ok(value),
            Some(found) => {
                let place = Some(self.place(at));
                let error = Error::evaluation(found.issue, found.message, place);
                let form = Form::Bare;
                Err(Error { form, ..error }.into())
            }
        }
    }

    fn access(&mut self, left: Use, keys: &[Item], at: u32) -> Res<'h> {
        let target = self.get(left.temp);
        // a splat is not unfolded here: it is an array among the keys
        let value = |key: &Item| match (key.splat, self.get(key.value.temp)) {
            (true, value) => Value::array(self.cx.heap, &self.unfolded(value)),
            (false, value) => value,
        };
        let values: Vec<Value<'h>> = keys.iter().map(value).collect();
        let places: Vec<u32> = keys.iter().map(|key| key.value.at).collect();
        self.located(|cx| ops::access(cx, target, &values, left.at, &places), at)
    }

    fn type_expr(&mut self, inner: Inner) -> Res<'h> {
        let thunk = &self.body.inner[inner.0 as usize];
        constant::type_value(self.cx, self.frame, thunk)
    }
}
