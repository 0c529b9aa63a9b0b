//! Types that an operation gives every time it runs, for compiled code.

use mir::{Function, Inner, Op};

use super::execute;
use crate::cx::Cx;
use crate::error::Res;
use crate::frame::{Body, Frame};
use crate::frozen;
use crate::limits;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;

/// The type that an operation of a body gives wherever it runs: one made of built-in types only.
pub fn constant_type<'h>(cx: &mut Cx<'h>, body: &'h Body<'h>, op: &Op) -> Option<TypeRef<'static>> {
    match op {
        Op::TypeName(name) => types::basic(name.as_str()),
        Op::TypeExpr(inner) => type_expr(cx, body, *inner),
        _ => None,
    }
}

/// The types of a lambda's parameters, when all are made of built-in types only.
pub fn parameter_types<'h>(cx: &mut Cx<'h>, lambda: &'h Body<'h>) -> Option<Vec<TypeRef<'static>>> {
    let parameters = lambda.mir.parameters.iter();
    let types = parameters.map(|parameter| match parameter.type_expr {
        None => Some(&Type::Any as TypeRef<'static>),
        Some(inner) => literal(cx, lambda, inner),
    });
    types.collect()
}

/// The type that a thunk of a body gives.
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
    // whoever asks is the tier itself
    let tier = cx.tier.take();
    let value = type_value(cx, frame, thunk);
    cx.tier = tier;
    let value = value.ok()?;
    let Value::Type(ty) = value else { return None };
    if types::init::is_within(ty) {
        return None;
    }
    frozen_type(ty)
}

/// A type that lives as long as the process and is equal to another, when it is made of built-in
/// types only.
pub fn frozen_type(ty: TypeRef<'_>) -> Option<TypeRef<'static>> {
    let text = limits::guarded(|| types::format::named(ty)).ok()?;
    let constant = frozen::constant(&text)?;
    types::equal(constant, ty).then_some(constant)
}

/// The value of a literal type, which is made once.
///
/// # Errors
/// What its expression raises.
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

/// Whether code only puts together constants and built-in types.
fn is_literal(function: &Function) -> bool {
    let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
    insts.all(|inst| match &inst.op {
        Op::Const(_) | Op::Access { .. } | Op::Array(_) | Op::Hash(_) | Op::Negate(_) => true,
        Op::TypeName(name) => types::basic(name.as_str()).is_some(),
        _ => false,
    })
}
