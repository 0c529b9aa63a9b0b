//! Functions that calls have found, indexed by the number of their name.

use frontend::Symbol;
use frontend::name::Map;
use mir::{Constant, Inner, Kind};

use super::bytecode_of;
use crate::bytecode::{Bytecode, Reg};
use crate::cx::{Callee, Cx};
use crate::frame::{Body, Frame};
use crate::host::UserFunction;
use crate::slots::Slots;
use crate::value::Value;
use crate::value::kinds::Check;

/// A function that was found by its name.
pub struct FoundFunction<'h> {
    pub(super) callee: Callee<'h>,
    /// The form for calls without a frame of their own, if the function allows them.
    pub(super) direct: Option<&'h Direct<'h>>,
}

/// A function written in Puppet whose calls need only registers.
pub(super) struct Direct<'h> {
    pub function: &'h UserFunction<'h>,
    /// The frame that all calls share.
    pub frame: &'h Frame<'h>,
    pub code: &'h Bytecode,
    pub parameters: &'h [Parameter<'h>],
    /// The number of required arguments.
    pub least: usize,
    pub returns: Option<Check<'h>>,
}

/// A parameter of such a function.
#[derive(Clone, Copy)]
pub(super) struct Parameter<'h> {
    pub check: Check<'h>,
    pub reg: Reg,
    /// The value without an argument; meaningful for optional parameters only.
    pub default: Value<'h>,
}

/// The functions that were found by name.
#[derive(Default)]
pub struct FunctionCache<'h> {
    last: Slots<Symbol, &'h FoundFunction<'h>, 256>,
    all: Map<Symbol, &'h FoundFunction<'h>>,
}

impl<'h> FunctionCache<'h> {
    /// Returns the function of a name, when it was found before.
    #[inline]
    pub(super) fn get(&mut self, name: Symbol) -> Option<&'h FoundFunction<'h>> {
        self.last
            .get(name.index(), name)
            .or_else(|| self.find(name))
    }

    #[cold]
    fn find(&mut self, name: Symbol) -> Option<&'h FoundFunction<'h>> {
        let known = *self.all.get(&name)?;
        self.last.put(name.index(), name, known);
        Some(known)
    }
}

/// Notes a function that was found.
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
    // arguments may be missing where all that follow have constants that fit
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
