//! Named types: resolved after they are made, since they may refer to themselves.
#![allow(unsafe_code, reason = "ties an alias to its type")]

use super::normalize::normalize;
use super::{Type, TypeAlias, TypeRef};
use crate::cx::{Cx, DefinedAlias};
use crate::error::{Res, fail};
use crate::frame::{Body, Frame};
use crate::heap::Knot;
use crate::interp;
use crate::scope::ScopeId;
use crate::value::Value;

/// Whether a type is nothing but an alias.
fn stands_for<'h>(ty: TypeRef<'h>, alias: &TypeAlias<'h>) -> bool {
    match ty {
        Type::Alias(other) => {
            std::ptr::eq(*other, alias)
                || other.resolved.get().is_some_and(|ty| stands_for(ty, alias))
        }
        Type::NotUndef(Some(of)) => stands_for(of, alias),
        Type::Variant(types) => types.iter().all(|ty| stands_for(ty, alias)) && !types.is_empty(),
        _ => false,
    }
}

/// Where the code of a type expression begins.
fn start(code: &mir::Function) -> u32 {
    let own = code.blocks.iter().flat_map(|block| &block.insts);
    let inner = code.inner.iter().map(start);
    own.map(|inst| inst.at)
        .chain(inner)
        .min()
        .unwrap_or(code.at)
}

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
    let outer = cx.alias.replace(DefinedAlias {
        name,
        start: start(&body.mir),
        failed: false,
    });
    let found = interp::run(cx, frame);
    let failed = std::mem::replace(&mut cx.alias, outer).is_some_and(|alias| alias.failed);
    match found {
        Ok(Value::Type(target)) if stands_for(target, alias) => {
            cx.type_names.remove(&symbol);
            fail(format!(
                "Type alias '{name}' cannot be resolved to a real type"
            ))
        }
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
            match failed {
                true => fail(raise.message()),
                false => Err(raise),
            }
        }
    }
}
