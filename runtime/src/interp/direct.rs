//! Functions whose calls need only registers.

use frontend::Symbol;
use mir::{Constant, Inner, Kind};

use super::bytecode_of;
use crate::cx::{Callee, Cx};
use crate::frame::Body;
use crate::function_cache::{Direct, FoundFunction, Parameter};
use crate::host::UserFunction;
use crate::value::Value;
use crate::value::kinds::Check;

/// Caches a function that was found.
pub(super) fn note<'h>(cx: &mut Cx<'h>, name: Symbol, callee: Callee<'h>) {
    let direct = match callee {
        Callee::User(function) => direct(cx, function),
        Callee::Builtin(_) | Callee::Foreign(_) => None,
    };
    let known = cx.heap.alloc(FoundFunction { callee, direct });
    cx.heap.pin();
    cx.found_functions.all.insert(name, known);
}

fn direct<'h>(cx: &mut Cx<'h>, function: &'h UserFunction<'h>) -> Option<&'h Direct<'h>> {
    let body = function.body;
    let written = &body.mir.parameters;
    let signature = &function.signature;
    let is_plain = body.mir.kind == Kind::Function
        && body.mir.frameless
        && !body.mir.uses_match
        && signature.block.is_none()
        && signature.parameters.len() == written.len()
        && written.iter().all(|parameter| !parameter.captures_rest);
    if !is_plain {
        return None;
    }
    let checks = signature.parameters.iter().map(|p| Check::of(p.ty));
    let checks: Vec<Check<'h>> = checks.collect();
    // arguments may be missing if all following parameters have constant defaults that fit
    let defaults: Vec<Option<Value<'h>>> = written
        .iter()
        .zip(&checks)
        .map(|(parameter, check)| {
            let value = constant(body, parameter.default?)?;
            check.takes(value).then_some(value)
        })
        .collect();
    let trailing = defaults
        .iter()
        .rev()
        .take_while(|default| default.is_some());
    let least = written.len() - trailing.count();
    let temps = &body.mir.blocks[0].parameters;
    let parameters = checks.iter().zip(temps).zip(&defaults);
    let parameters: Vec<Parameter<'h>> = parameters
        .map(|((check, temp), default)| Parameter {
            check: *check,
            reg: temp.0,
            default: default.unwrap_or(Value::Undef),
        })
        .collect();
    let frame = cx.function_frame(body);
    let code = bytecode_of(cx, body);
    Some(cx.heap.alloc(Direct {
        function,
        frame,
        code,
        parameters: cx.heap.slice(&parameters),
        least,
        returns: signature.returns.map(Check::of),
    }))
}

/// Returns the constant that a default consists of, unless it needs a heap of its own.
fn constant<'h>(body: &Body<'h>, default: Inner) -> Option<Value<'h>> {
    let thunk = &body.inner[default.0 as usize];
    let index = thunk.mir.sole_constant()?;
    match thunk.mir.constants[index] {
        Constant::Regexp(_) => None,
        _ => Some(thunk.constants[index]),
    }
}
