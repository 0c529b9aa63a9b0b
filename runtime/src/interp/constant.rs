//! Types that an operation produces every time it runs, for compiled code.

use mir::{Function, Inner, Op, Terminator};

use super::execute;
use super::loaded::{is_loaded_type, is_made_of, loaded_type, quietly};
use crate::cx::Cx;
use crate::error::Res;
use crate::frame::{Body, Frame};
use crate::frozen;
use crate::limits;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;

/// Returns the type that an operation of a body produces wherever it runs, if it is made of
/// built-in types only.
pub fn constant_type<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>, op: &Op) -> Option<TypeRef<'static>> {
    match op {
        Op::TypeName(name) => types::basic(name.as_str()),
        Op::TypeExpr(inner) => type_expr(cx, body, *inner),
        _ => None,
    }
}

/// Returns the constant that a body consists of, like many defaults of parameters.
pub fn of_body<'h>(body: &Body<'h>) -> Option<Value<'h>> {
    let [block] = &body.mir.blocks[..] else {
        return None;
    };
    let ([inst], Terminator::Return(returned)) = (&block.insts[..], &block.terminator) else {
        return None;
    };
    match inst.op {
        Op::Const(constant) if inst.result == *returned => Some(body.constants[constant as usize]),
        _ => None,
    }
}

/// Returns a type made of built-in types only with the same instances as the type that an operation
/// of a body produces wherever it runs in an environment: aliases are replaced with their targets.
pub fn tested_type<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>, op: &Op) -> Option<TypeRef<'static>> {
    if let Some(ty) = constant_type(cx, body, op) {
        return Some(ty);
    }
    let value = match op {
        Op::TypeName(name) => loaded_type(cx, *name)?,
        Op::TypeExpr(inner) => {
            let thunk = &body.inner[inner.0 as usize];
            if !is_made_of(thunk.mir, |name| is_loaded_type(cx, name)) {
                return None;
            }
            let frame = cx.function_frame(body);
            quietly(cx, |cx| type_value(cx, frame, thunk).ok())??
        }
        _ => return None,
    };
    let Value::Type(ty) = value else { return None };
    let text = limits::guarded(|| types::format::without_aliases(ty)).ok()??;
    // the text of these types does not determine them
    if ["Object", "TypeSet", "Init"]
        .iter()
        .any(|name| text.contains(name))
    {
        return None;
    }
    let frozen = frozen::constant(&text)?;
    let is_same = || types::assignable(frozen, ty) && types::assignable(ty, frozen);
    limits::guarded(is_same).ok()?.then_some(frozen)
}

/// Returns the types of a lambda's parameters, when all are made of built-in types only.
pub fn parameter_types<'h>(cx: &mut Cx<'h>, lambda: &'h Body<'h>) -> Option<Vec<TypeRef<'static>>> {
    let parameters = lambda.mir.parameters.iter();
    let types = parameters.map(|parameter| match parameter.type_expr {
        None => Some(&Type::Any as TypeRef<'static>),
        Some(inner) => literal(cx, lambda, inner),
    });
    types.collect()
}

/// Returns the type that a thunk of a body evaluates to.
fn literal<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>, inner: Inner) -> Option<TypeRef<'static>> {
    let thunk = &body.inner[inner.0 as usize];
    match &thunk.mir.blocks[..] {
        [block] if let [inst] = &block.insts[..] => constant_type(cx, thunk, &inst.op),
        _ => type_expr(cx, body, inner),
    }
}

fn type_expr<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>, inner: Inner) -> Option<TypeRef<'static>> {
    let thunk = &body.inner[inner.0 as usize];
    if !is_literal(thunk.mir) {
        return None;
    }
    let frame = cx.function_frame(body);
    let value = quietly(cx, |cx| type_value(cx, frame, thunk).ok())??;
    let Value::Type(ty) = value else { return None };
    if types::init::is_within(ty) {
        return None;
    }
    frozen_type(ty)
}

/// Returns an equal type that lives as long as the process, if the type is made of built-in types
/// only.
pub fn frozen_type(ty: TypeRef<'_>) -> Option<TypeRef<'static>> {
    let text = limits::guarded(|| types::format::named(ty)).ok()?;
    let constant = frozen::constant(&text)?;
    types::equal(constant, ty).then_some(constant)
}

/// Returns the value of a literal type, which is made once.
///
/// # Errors
/// Returns the error of the type expression.
pub(super) fn type_value<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    thunk: &'h Body<'h>,
) -> Res<'h> {
    let key = std::ptr::from_ref(thunk).cast::<()>();
    if let Some(&value) = cx.type_exprs.get(&key) {
        return Ok(value);
    }
    let value = execute(cx, frame, thunk, &[], &[])?;
    cx.heap.pin();
    cx.type_exprs.insert(key, value);
    Ok(value)
}

/// Returns the value of a parameter's type expression. A type made of built-in types only is cached
/// for all evaluations of the code.
///
/// # Errors
/// Returns the error of the type expression.
pub(super) fn parameter_type<'h>(
    cx: &mut Cx<'h>,
    frame: &'h Frame<'h>,
    thunk: &'h Body<'h>,
) -> Res<'h> {
    if let Some(kept) = thunk.lasting.ty() {
        return Ok(Value::Type(kept));
    }
    let value = execute(cx, frame, thunk, &[], &[])?;
    if let Value::Type(ty) = value
        && is_literal(thunk.mir)
        && thunk.lasting.is_due()
    {
        thunk.lasting.keep(ty);
    }
    Ok(value)
}

/// Returns true if code only puts together constants and built-in types.
fn is_literal(function: &Function) -> bool {
    is_made_of(function, |_| false)
}
