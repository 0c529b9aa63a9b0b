//! Runs calls of functions by name, of types and of lambdas.

use std::sync::LazyLock;

use frontend::{Issue, Symbol};
use mir::op::{CallForm, Item};
use mir::{Inner, Inst, Op, Temp, Use};

use super::completed::{check_completed, complete, is_completed, parameter_value};
use super::find::{find, inlined};
use super::parameters::closure_signature;
use super::{Run, call_compiled, execute, interpret};
use crate::advice::{Advice, NameKind};
use crate::closure::Closure;
use crate::convert;
use crate::cx::{CallPlace, Callee, Cx};
use crate::dispatch;
use crate::error::{Error, Form, Kind, Place, Raise, Res};
use crate::frame::{Body, Frame};
use crate::function::{Args, Resolved, Signature};
use crate::host::{ForeignFunction, UserFunction};
use crate::limits;
use crate::profile::{self, Kind as ProfileKind};
use crate::release;
use crate::scope::ScopeId;
use crate::text;
use crate::types::{self, TypeRef};
use crate::value::Value;

/// Calls a function of any origin by name.
///
/// # Errors
/// `Unknown function`, the mismatch report, and the errors of the function. Errors of the call
/// itself are plain.
pub fn call_function<'h>(
    cx: &mut Cx<'h>,
    name: Symbol,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    match find(cx, name)? {
        Some(callee) => call_callee(cx, callee, arguments, block),
        None => {
            let mut error = Error::plain(format!("Unknown function: '{name}'."));
            error.issue = Issue("UNKNOWN_FUNCTION");
            let advice = Advice::unknown(NameKind::Function, name.as_str());
            Err(error.with_advice(advice).into())
        }
    }
}

/// Calls a function that was found.
///
/// # Errors
/// Returns the errors of [`call_function`].
pub(super) fn call_callee<'h>(
    cx: &mut Cx<'h>,
    callee: Callee<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    match callee {
        Callee::Builtin(builtin) => call_builtin(cx, builtin, arguments, block),
        Callee::User(function) => call_user(cx, function, arguments, block),
        Callee::Foreign(function) => call_foreign(cx, function, arguments, block),
    }
}

/// Calls a built-in function.
///
/// # Errors
/// The mismatch report, and the errors of the function.
pub fn call_builtin<'h>(
    cx: &mut Cx<'h>,
    builtin: &'static Resolved,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let open = enter_builtin(cx, builtin);
    let chosen = choose(cx, builtin, arguments, block);
    let result = chosen.and_then(|index| {
        within_limits(cx, |cx| call_dispatch(cx, builtin, index, arguments, block))
    });
    profile::leave(cx, open);
    result
}

/// Enters the frame of a built-in function in a profile.
#[inline]
fn enter_builtin(cx: &Cx<'_>, builtin: &'static Resolved) -> profile::Open {
    profile::enter_static(cx, ProfileKind::Builtin, builtin, builtin.declaration.name)
}

/// Returns the dispatch of a built-in function that takes the arguments.
fn choose<'h>(
    cx: &mut Cx<'h>,
    builtin: &'static Resolved,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, usize> {
    match dispatch::select_builtin(cx, builtin, arguments, block)? {
        Some(index) => Ok(index),
        None => {
            let (name, listed) = (builtin.declaration.name, builtin.accepting());
            let message = dispatch::describe_call(cx, name, listed, arguments, block)?;
            Err(Error::plain(message).into())
        }
    }
}

/// Calls one of the dispatches of a built-in function with arguments that fit.
fn call_dispatch<'h>(
    cx: &mut Cx<'h>,
    builtin: &'static Resolved,
    index: usize,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let declaration = &builtin.declaration.dispatches[index];
    let args = Args {
        values: arguments,
        block,
    };
    let result = (declaration.run)(cx, args)?;
    match declaration.mismatch {
        false => Ok(result),
        true => {
            let name = builtin.declaration.name;
            let message = format!("'{name}' {}", text::interpolated(result));
            Err(Error::plain(message).into())
        }
    }
}

/// The state of running code, which is restored when a limit interrupts it.
pub struct Open<'h> {
    frame: Option<&'h Frame<'h>>,
    place: Option<CallPlace<'h>>,
    outer_place: Option<CallPlace<'h>>,
    depth: u32,
    top: usize,
    matches: usize,
    loops: usize,
    calls: usize,
}

impl<'h> Open<'h> {
    /// Returns the current state.
    pub fn of(cx: &Cx<'h>) -> Open<'h> {
        Open {
            frame: cx.frame,
            place: cx.place,
            outer_place: cx.outer_place,
            depth: cx.depth,
            top: cx.top,
            matches: cx.matches.len(),
            loops: cx.loops.len(),
            calls: cx.calls.len(),
        }
    }

    /// Restores this state.
    pub fn put_back(self, cx: &mut Cx<'h>) {
        (cx.frame, cx.depth, cx.top) = (self.frame, self.depth, self.top);
        (cx.place, cx.outer_place) = (self.place, self.outer_place);
        cx.matches.truncate(self.matches);
        cx.loops.truncate(self.loops);
        cx.calls.truncate(self.calls);
    }
}

/// Returns the result of `work`. An exceeded limit becomes an ordinary error.
///
/// # Errors
/// Returns the errors of `work`, and the error of the limit.
pub fn within_limits<'h, T>(
    cx: &mut Cx<'h>,
    work: impl FnOnce(&mut Cx<'h>) -> Res<'h, T>,
) -> Res<'h, T> {
    let open = Open::of(cx);
    limits::guarded(|| work(cx)).unwrap_or_else(|exceeded| {
        open.put_back(cx);
        Err(exceeded.error().into())
    })
}

/// Returns the signatures of a function that code can call, without mismatch dispatches.
///
/// # Errors
/// Returns the error of loading the function.
pub fn function_signatures<'h>(
    cx: &mut Cx<'h>,
    name: Symbol,
) -> Res<'h, Option<&'h [Signature<'h>]>> {
    Ok(find(cx, name)?.map(|callee| match callee {
        Callee::Builtin(builtin) => builtin.accepting(),
        Callee::User(function) => std::slice::from_ref(&function.signature),
        Callee::Foreign(function) => function.accepting,
    }))
}

/// Runs a call of a known built-in function for compiled code. An exceeded limit unwinds, and the
/// caller must add the place to an error ([`call_raised`]).
///
/// # Errors
/// Returns the errors of the call.
///
/// [`call_raised`]: super::call_raised
pub fn call_known<'h>(
    cx: &mut Cx<'h>,
    body: &Body<'h>,
    inst: &Inst,
    (builtin, dispatch): (&'static Resolved, Option<usize>),
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let Op::Call { name, form, .. } = &inst.op else {
        return crate::error::fail("a call was expected");
    };
    let (source, offset) = (body.source, inst.at);
    let outer = cx.place.replace(CallPlace { source, offset });
    cx.outer_place = inlined(body, inst).or(outer);
    // values of these types have methods of their own
    let result = match arguments.first() {
        Some(receiver @ (Value::Object(_) | Value::Uri(_))) => {
            let member = match form {
                CallForm::Method => {
                    types::object::member(cx, *receiver, name.as_str(), &arguments[1..], block)
                }
                CallForm::Function | CallForm::Named => None,
            };
            member.unwrap_or_else(|| call_function(cx, *name, arguments, block))
        }
        _ => {
            let open = enter_builtin(cx, builtin);
            let index = match dispatch {
                Some(index) => Ok(index),
                None => choose(cx, builtin, arguments, block),
            };
            let result =
                index.and_then(|index| call_dispatch(cx, builtin, index, arguments, block));
            profile::leave(cx, open);
            result
        }
    };
    cx.place = outer;
    result
}

/// Returns the place of an operation that is a call, and that of the inlined call around it, if there
/// is one.
pub fn places<'h>(body: &Body<'h>, inst: &Inst) -> (CallPlace<'h>, Option<CallPlace<'h>>) {
    let (source, offset) = (body.source, inst.at);
    (CallPlace { source, offset }, inlined(body, inst))
}

fn call_foreign<'h>(
    cx: &mut Cx<'h>,
    function: &'h ForeignFunction<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let (name, signatures) = (function.name, function.signatures);
    let Some(index) = dispatch::select(cx, signatures, arguments, block)? else {
        let message = dispatch::describe_call(cx, name, function.accepting, arguments, block)?;
        return Err(Error::plain(message).into());
    };
    let host = cx.host;
    let result = within_limits(cx, |cx| {
        host.call_foreign(cx, function, index, arguments, block)
    })?;
    let called = function.dispatches[index];
    if called.is_mismatch {
        let message = format!("'{name}' {}", text::interpolated(result));
        return Err(Error::plain(message).into());
    }
    match signatures[index].returns {
        Some(ty) if !types::instance(ty, result) => {
            let method = called.method;
            let subject = format!("value returned from function '{method}' has wrong type,");
            let message = dispatch::describe_mismatch(cx, &subject, ty, result);
            Err(Error::of(Kind::Returned, message).into())
        }
        _ => Ok(result),
    }
}

fn call_user<'h>(
    cx: &mut Cx<'h>,
    function: &'h UserFunction<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let (body, name) = (function.body, function.name);
    profile::within_body(cx, ProfileKind::Function, body, name, |cx| {
        run_user(cx, function, arguments, block)
    })
}

fn run_user<'h>(
    cx: &mut Cx<'h>,
    function: &'h UserFunction<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let signatures = std::slice::from_ref(&function.signature);
    if dispatch::select(cx, signatures, arguments, block)?.is_none() {
        let message = dispatch::describe_call(cx, function.name, signatures, arguments, block)?;
        return Err(Error::plain(message).into());
    }
    let result = if function.body.mir.frameless {
        let signature = &function.signature;
        let frame = cx.function_frame(function.body);
        run_frameless(
            cx,
            frame,
            function.body,
            arguments,
            &[],
            signature,
            function.name,
        )
    } else {
        let frame = Frame::new(cx, function.body, None, ScopeId::TOP, true);
        let bound = bind(cx, frame, arguments, &function.signature, function.name);
        cx.callers.extend(cx.frame);
        let callers = cx.callers.len();
        let result = bound.and_then(|()| super::run(cx, frame));
        cx.callers.truncate(callers.saturating_sub(1));
        result
    };
    super::function_result(cx, function.name, function.signature.returns, result)
}

/// Checks the return value of a function.
///
/// # Errors
/// `value returned from NAME has wrong type`.
pub fn return_value<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    returns: Option<TypeRef<'h>>,
    value: Value<'h>,
) -> Res<'h> {
    match returns {
        Some(ty) if !types::instance(ty, value) => {
            let subject = format!("value returned from {name} has wrong type,");
            let message = dispatch::describe_mismatch(cx, &subject, ty, value);
            Err(Error::of(Kind::Returned, message).into())
        }
        _ => Ok(value),
    }
}

/// Runs a frameless body in a frame that is not its own: that of the code around a lambda, or the
/// frame that all calls of a function share. Match variables set by it are discarded at its end.
fn run_frameless<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    arguments: &[Value<'h>],
    captures: &[Value<'h>],
    signature: &Signature<'h>,
    subject: &str,
) -> Res<'h> {
    let rest = body.mir.parameters.iter().any(|p| p.captures_rest);
    let before = body.mir.uses_match.then(|| frame.own_captures());
    if before.is_some() && body.mir.kind == mir::Kind::Function {
        frame.matched(cx, None);
    }
    let mark = cx.heap.mark();
    let mut result = if arguments.len() == body.mir.parameters.len() && !rest {
        execute(cx, frame, body, arguments, captures)
    } else {
        match complete(cx, frame, body, arguments, signature, subject) {
            Ok(values) => execute(cx, frame, body, &values, captures),
            Err(raise) => Err(raise),
        }
    };
    if body.mir.kind == mir::Kind::Function
        && let Ok(value) = &mut result
        && cx.heap.epoch() - (mark >> 32) >= release::call_epochs()
    {
        release::release_call(cx, mark, std::slice::from_mut(value));
    }
    if let Some(before) = before {
        frame.matched(cx, before);
    }
    result
}

/// Assigns the parameters' slots from arguments that fit, and from defaults. `subject` names the
/// owner in errors about defaults.
fn bind<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    arguments: &[Value<'h>],
    signature: &Signature<'h>,
    subject: &str,
) -> Res<'h, ()> {
    let body = frame.body;
    let is_completed = is_completed(body, arguments.len());
    let mut values = Vec::new();
    for slot in 0..body.mir.parameters.len() {
        let value = parameter_value(cx, frame, body, slot, arguments, &[], subject)?;
        frame.assign(cx, slot, value);
        if is_completed {
            values.push(value);
        }
    }
    match is_completed {
        true => check_completed(cx, body, &values, signature, subject),
        false => Ok(()),
    }
}

/// Calls a lambda. Arguments beyond its parameters are ignored.
///
/// # Errors
/// Fails with a plain error when the arguments do not fit; errors and jumps of the lambda except
/// `next`.
pub fn call_closure<'h>(
    cx: &mut Cx<'h>,
    block: &'h Closure<'h>,
    arguments: &[Value<'h>],
) -> Res<'h> {
    let open = profile::enter_lambda(cx, block.body);
    let result = run_closure(cx, block, arguments);
    profile::leave(cx, open);
    result
}

fn run_closure<'h>(cx: &mut Cx<'h>, block: &'h Closure<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    let body = block.body;
    if body.is_plain
        && let Some(given) = arguments.get(..body.mir.parameters.len())
    {
        let compiled = call_compiled(cx, block.frame, body, given, block.captures);
        let result =
            compiled.unwrap_or_else(|| interpret(cx, block.frame, body, given, block.captures));
        return block_value(result);
    }
    call_checked(cx, block, arguments)
}

/// Calls a lambda whose arguments are to be checked and completed.
fn call_checked<'h>(cx: &mut Cx<'h>, block: &'h Closure<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    let body = block.body;
    let signature = closure_signature(cx, block)?;
    let count = signature.parameters.len();
    let rest = body.mir.parameters.last().is_some_and(|p| p.captures_rest);
    let given = if rest {
        arguments
    } else {
        &arguments[..arguments.len().min(count)]
    };
    let required = |p: &mir::Parameter| !p.captures_rest && p.default.is_none();
    let missing = body.mir.parameters.iter().skip(given.len());
    if let Some(parameter) = missing.into_iter().find(|p| required(p)) {
        let name = parameter.name;
        let message = format!("Parameter ${name} is required but no value was given");
        let place = Place {
            source: body.source.clone(),
            offset: parameter.at,
        };
        let issue = Issue("MISSING_REQUIRED_PARAMETER");
        return Err(Error::evaluation(issue, message, Some(place)).into());
    }
    // defaults come before any check
    if !is_completed(body, given.len())
        && let Some(message) = dispatch::check_lambda(cx, signature, given)
    {
        return Err(Error::plain(message).into());
    }
    let home = block.frame;
    let result = if body.mir.frameless {
        run_frameless(cx, home, body, given, block.captures, signature, "lambda")
    } else {
        let frame = Frame::new(cx, body, Some(home), home.scope, home.is_function);
        for (capture, &value) in body.mir.captures.iter().zip(block.captures) {
            frame.assign(cx, capture.slot as usize, value);
        }
        bind(cx, frame, given, signature, "lambda")?;
        execute(cx, frame, body, &[], &[])
    };
    let value = block_value(result)?;
    return_value(cx, "lambda", signature.returns, value)
}

/// Returns the value of a lambda, which may come from `next`.
#[inline(always)]
fn block_value<'h>(result: Res<'h>) -> Res<'h> {
    match result {
        Err(raise) => next_value(raise),
        value => value,
    }
}

#[cold]
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
fn next_value<'h>(raise: Box<Raise<'h>>) -> Res<'h> {
    match *raise {
        Raise::Next(value, _) => Ok(value),
        other => Err(Box::new(other)),
    }
}

impl<'h> Run<'h, '_> {
    /// Makes a lambda in this frame.
    pub(super) fn closure(&mut self, inner: Inner, captures: &[Temp]) -> &'h Closure<'h> {
        let captured: Vec<Value<'h>> = captures.iter().map(|t| self.get(*t)).collect();
        self.cx.heap.alloc(Closure {
            body: &self.body.inner[inner.0 as usize],
            frame: self.frame,
            captures: self.cx.heap.slice(&captured),
        })
    }

    fn block(&self, block: Option<Temp>) -> Option<&'h Closure<'h>> {
        match self.get(block?) {
            Value::Callable(closure) => Some(closure),
            _ => None,
        }
    }

    pub(super) fn call(
        &mut self,
        name: Symbol,
        arguments: &[Item],
        block: Option<Temp>,
        form: CallForm,
        inst: &Inst,
    ) -> Res<'h> {
        let values = self.list(arguments);
        let block = self.block(block);
        self.call_with(name, &values, block, form, inst)
    }

    /// Calls a function by name with values.
    pub(super) fn call_with(
        &mut self,
        name: Symbol,
        values: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
        form: CallForm,
        inst: &Inst,
    ) -> Res<'h> {
        let around = inlined(self.body, inst);
        self.calling(form, inst.at, |cx| {
            cx.outer_place = around.or(cx.outer_place);
            if form == CallForm::Method
                && let [receiver @ (Value::Object(_) | Value::Uri(_)), rest @ ..] = values
                && let Some(result) =
                    types::object::member(cx, *receiver, name.as_str(), rest, block)
            {
                return result;
            }
            let result = call_function(cx, name, values, block);
            match form {
                CallForm::Named => result.map_err(|raise| unknown_to_call(name, raise)),
                _ => result,
            }
        })
    }

    pub(super) fn call_type(
        &mut self,
        callee: Use,
        arguments: &[Item],
        block: Option<Temp>,
        form: CallForm,
        at: u32,
    ) -> Res<'h> {
        let values = self.list(arguments);
        let block = self.block(block);
        match self.get(callee.temp) {
            Value::Type(ty) => self.calling(form, at, |cx| {
                if block.is_none()
                    && let Some(value) = convert::quickly(cx.heap, ty, &values)
                {
                    return Ok(value);
                }
                call_new(cx, ty, values, block)
            }),
            other => {
                let shown = text::interpolated(other);
                self.fail(
                    "ILLEGAL_EXPRESSION",
                    format!("Unknown function: '{shown}'."),
                    at,
                )
            }
        }
    }

    /// Runs a call; a plain error becomes `Error while evaluating a Function Call, ...`.
    pub(super) fn calling(
        &mut self,
        form: CallForm,
        at: u32,
        run: impl FnOnce(&mut Cx<'h>) -> Res<'h>,
    ) -> Res<'h> {
        let (source, offset) = (self.body.source, at);
        let outer = self.cx.place.replace(CallPlace { source, offset });
        self.cx.outer_place = outer;
        let result = run(self.cx);
        let place = std::mem::replace(&mut self.cx.place, outer);
        result.map_err(|raise| in_call(raise, form, place.map(CallPlace::place)))
    }
}

/// Calls `new` with a type and the argument to convert.
fn call_new<'h>(
    cx: &mut Cx<'h>,
    ty: TypeRef<'h>,
    values: Vec<Value<'h>>,
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    static NEW: LazyLock<Symbol> = LazyLock::new(|| Symbol::intern("new"));
    match (find(cx, *NEW)?, block) {
        // it takes a type and any arguments
        (Some(Callee::Builtin(builtin)), None) => {
            let open = enter_builtin(cx, builtin);
            let result = within_limits(cx, |cx| convert::new(cx, ty, &values, None));
            profile::leave(cx, open);
            result
        }
        _ => {
            let mut all = values;
            all.insert(0, Value::Type(ty));
            call_function(cx, *NEW, &all, block)
        }
    }
}

/// Returns the error of `call` about an unknown function, which has its own words.
#[cold]
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
pub(super) fn unknown_to_call<'h>(name: Symbol, raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    match *raise {
        Raise::Error(error)
            if error.form == Form::Plain && error.issue == Issue("UNKNOWN_FUNCTION") =>
        {
            let unknown = Error::plain(format!("Unknown function '{name}'"));
            let advice = error.advice;
            Error { advice, ..unknown }.into()
        }
        other => Box::new(other),
    }
}

/// Adds a call to an error of its function. A plain error becomes `Error while evaluating a
/// Function Call, ...` at the call; to any other error the call is added to the stack.
#[allow(clippy::boxed_local, reason = "raises travel in boxes")]
pub(super) fn in_call<'h>(
    raise: Box<Raise<'h>>,
    form: CallForm,
    place: Option<Place>,
) -> Box<Raise<'h>> {
    match *raise {
        Raise::Error(mut error) => {
            if error.form == Form::Plain {
                let what = match form {
                    CallForm::Function | CallForm::Named => "Function Call",
                    CallForm::Method => "Method call",
                };
                if error.issue != Issue("UNKNOWN_FUNCTION") {
                    error.message = format!("Error while evaluating a {what}, {}", error.message);
                }
                error.form = Form::Evaluation;
                error.place = place;
            } else {
                error.stack.extend(place);
            }
            error.into()
        }
        other => Box::new(other),
    }
}
