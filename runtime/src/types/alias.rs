//! Named types: resolved after they are made, since they may refer to themselves.
#![allow(unsafe_code, reason = "ties an alias to its type")]

use super::normalize::normalize;
use super::{Type, TypeAlias, TypeRef};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::frame::{Body, Frame};
use crate::heap::Knot;
use crate::interp;
use crate::scope::ScopeId;
use crate::value::Value;

/// The alias `name`, whose type expression is the thunk `body`. It is known by its name before
/// the expression runs, so that the expression may use it.
///
/// # Errors
/// What the expression raises; a plain error when it gives no type.
pub fn define<'h>(cx: &mut Cx<'h>, name: &'h str, body: &'h Body<'h>) -> Res<'h, TypeRef<'h>> {
    let alias: &'h TypeAlias<'h> = cx.heap.alloc(TypeAlias {
        name,
        resolved: Knot::default(),
    });
    let ty: TypeRef<'h> = cx.heap.alloc(Type::Alias(alias));
    let symbol = frontend::Symbol::intern(name);
    cx.type_names.insert(symbol, Value::Type(ty));
    let frame = Frame::new(cx, body, None, ScopeId::TOP, true);
    match interp::run(cx, frame) {
        Ok(Value::Type(target)) => {
            // an Object type gets the name itself
            let own = super::object::with_name(cx.heap, target, name);
            if let Some(own) = own {
                cx.type_names.insert(symbol, Value::Type(own));
            }
            let (target, ty) = (
                own.unwrap_or_else(|| normalize(cx.heap, target)),
                own.unwrap_or(ty),
            );
            // SAFETY: both live in the heap of the evaluation whose context this is: `cx` is the
            // witness, as its `'h` cannot be shortened
            unsafe { alias.resolved.tie(target) };
            Ok(ty)
        }
        Ok(_) => {
            cx.type_names.remove(&symbol);
            fail(format!("The alias {name} does not name a type"))
        }
        Err(raise) => {
            cx.type_names.remove(&symbol);
            Err(raise)
        }
    }
}
