//! Completes the arguments of calls: adds defaults, and collects the rest of the arguments into an
//! array.

use mir::{Inst, Op};

use super::execute;
use super::find::{find, inlined};
use super::parameters::body_default;
use crate::cx::{CallPlace, Callee, Cx};
use crate::dispatch;
use crate::error::{Error, Res};
use crate::frame::{Body, Frame};
use crate::function::Signature;
use crate::value::Value;

/// Calls a function written in Puppet, without match variables, with values for all of its
/// parameters, of which some are defaults that may not fit. For compiled code: the caller must add
/// the place to an error ([`call_raised`]).
///
/// # Errors
/// The mismatch report, and the errors of the function.
///
/// [`call_raised`]: super::call_raised
pub fn call_completed<'h>(
    cx: &mut Cx<'h>,
    body: &Body<'h>,
    inst: &Inst,
    values: &[Value<'h>],
) -> Res<'h> {
    let (Op::Call { name, .. }, source, offset) = (&inst.op, body.source, inst.at) else {
        return crate::error::fail("a call was expected");
    };
    let Some(Callee::User(function)) = find(cx, *name)? else {
        return crate::error::fail("a function was expected");
    };
    let (callee, signature) = (function.body, &function.signature);
    let outer = cx.place.replace(CallPlace { source, offset });
    cx.outer_place = inlined(body, inst).or(outer);
    let frame = cx.function_frame(callee);
    let result = check_completed(cx, callee, values, signature, function.name)
        .and_then(|()| execute(cx, frame, callee, values, &[]));
    let result = super::function_result(cx, function.name, signature.returns, result);
    cx.place = outer;
    result
}

/// Returns the values of all parameters: arguments that fit, and defaults. `subject` names the
/// owner in errors about defaults.
pub(super) fn complete<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    arguments: &[Value<'h>],
    signature: &Signature<'h>,
    subject: &str,
) -> Res<'h, Vec<Value<'h>>> {
    let mut values = Vec::with_capacity(body.mir.parameters.len());
    for slot in 0..body.mir.parameters.len() {
        let value = parameter_value(cx, frame, body, slot, arguments, &values, subject)?;
        values.push(value);
    }
    if is_completed(body, arguments.len()) {
        check_completed(cx, body, &values, signature, subject)?;
    }
    Ok(values)
}

/// Returns true if the parameters are other than the given arguments in order, because of defaults, or
/// because the rest of the arguments comes before the last parameter.
pub(super) fn is_completed(body: &Body<'_>, arguments: usize) -> bool {
    let parameters = &body.mir.parameters;
    let is_last = |slot: usize| slot + 1 == parameters.len();
    parameters.iter().enumerate().any(|(slot, parameter)| {
        parameter.captures_rest && !is_last(slot)
            || parameter.default.is_some() && slot >= arguments
    })
}

/// Checks the values of parameters, including arguments and defaults, as if all had been given.
pub(super) fn check_completed<'h>(
    cx: &mut Cx<'h>,
    body: &Body<'h>,
    values: &[Value<'h>],
    signature: &Signature<'h>,
    subject: &str,
) -> Res<'h, ()> {
    let mut all = Vec::with_capacity(values.len());
    for (parameter, &value) in body.mir.parameters.iter().zip(values) {
        match value {
            Value::Array(rest) if parameter.captures_rest => all.extend(rest.iter()),
            value => all.push(value),
        }
    }
    let subject = match subject {
        "lambda" => "block".to_owned(),
        name => format!("'{name}'"),
    };
    match dispatch::check_arguments(cx.heap, &subject, signature, &all) {
        None => Ok(()),
        Some(message) => Err(Error::plain(message).into()),
    }
}

/// Returns the value of a parameter: its argument, the rest of them, or its default, which is given
/// the values before it.
pub(super) fn parameter_value<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    body: &'h Body<'h>,
    slot: usize,
    arguments: &[Value<'h>],
    before: &[Value<'h>],
    subject: &str,
) -> Res<'h> {
    let parameter = &body.mir.parameters[slot];
    super::variable::check_assignable(parameter.name)?;
    if parameter.captures_rest {
        // the rest begins at the position of the last parameter, wherever this parameter is
        let begin = body.mir.parameters.len() - 1;
        let rest = arguments.get(begin..).unwrap_or_default();
        return Ok(match (slot >= arguments.len(), parameter.default) {
            // the default of a captures-rest parameter is one value or an array of them
            (true, Some(_)) => match body_default(cx, frame, body, slot, before, subject)? {
                array @ Value::Array(_) => array,
                other => Value::array(cx.heap, &[other]),
            },
            _ => Value::array(cx.heap, rest),
        });
    }
    if let Some(&value) = arguments.get(slot) {
        return Ok(value);
    }
    if parameter.default.is_none() {
        return Ok(Value::Undef);
    }
    body_default(cx, frame, body, slot, before, subject)
}
