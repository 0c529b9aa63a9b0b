//! Finds the functions and type aliases that loaded manifests define, for code that is compiled
//! before it has run. This lookup must have no effect that a program sees: it loads no file, and it
//! drops errors, which the code raises when it runs.

use frontend::Symbol;
use mir::facts::{self, Origin, RunsRuby};
use mir::literal::{Literal, LiteralKind};
use mir::{Function, Inst, Op};
use rubycore::case::Downcase;

use super::find::find;
use crate::cx::{Callee, Cx};
use crate::host::UserFunction;
use crate::limits;
use crate::types;
use crate::value::Value;

/// Returns the function written in Puppet that calls of a name find, if it is loaded, and with it all
/// types that its signature names.
pub fn loaded_function<'h>(cx: &mut Cx<'h>, name: Symbol) -> Option<&'h UserFunction<'h>> {
    match cx.functions.get(&name).copied() {
        Some(Callee::User(function)) => return Some(function),
        Some(Callee::Builtin(_) | Callee::Foreign(_)) => return None,
        None => {}
    }
    let body = cx.host.loaded_function(name.downcase().as_str())?;
    if !shows_no_calls(cx, body.mir) {
        return None;
    }
    let types = body.mir.parameters.iter().filter_map(|p| p.type_expr);
    for thunk in types.chain(body.mir.returns) {
        let thunk = body.inner[thunk.0 as usize].mir;
        if !is_made_of(thunk, |name| is_loaded_type(cx, name)) {
            return None;
        }
    }
    match quietly(cx, |cx| find(cx, name).ok())??? {
        Callee::User(function) => Some(function),
        Callee::Builtin(_) | Callee::Foreign(_) => None,
    }
}

/// Returns true if code calls only functions that do not look at the call stack, where a direct
/// call leaves no record.
fn shows_no_calls(cx: &Cx<'_>, function: &Function) -> bool {
    let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
    let is_fine = |inst: &Inst| match &inst.op {
        Op::CallComputed { .. } => false,
        Op::Call { name, .. } => {
            let facts = facts::of(name.as_str());
            let is_plain = facts.origin == Origin::Puppet && facts.runs_ruby == RunsRuby::Never;
            is_plain || cx.host.defines_function(name.downcase().as_str())
        }
        _ => true,
    };
    insts.all(is_fine) && function.inner.iter().all(|inner| shows_no_calls(cx, inner))
}

/// Returns the type of a name, if it is loaded.
pub(super) fn loaded_type<'h>(cx: &mut Cx<'h>, name: Symbol) -> Option<Value<'h>> {
    if !is_loaded_type(cx, name) {
        return None;
    }
    quietly(cx, |cx| types::parse::named(cx, name.as_str()).ok())??.map(Value::Type)
}

/// Returns the result of a lookup for the compiler, or `None` if it exceeds a limit.
pub(super) fn quietly<'h, T>(cx: &mut Cx<'h>, work: impl FnOnce(&mut Cx<'h>) -> T) -> Option<T> {
    // the tier itself makes this request, so it must not be called again
    let tier = cx.tier.take();
    let result = limits::guarded(|| work(cx)).ok();
    cx.tier = tier;
    result
}

/// Returns true if a type and all types that it is made of are built in, or aliases of loaded manifests.
pub(super) fn is_loaded_type(cx: &Cx<'_>, name: Symbol) -> bool {
    is_loaded(cx, name.as_str(), &mut Vec::new())
}

fn is_loaded(cx: &Cx<'_>, name: &str, seen: &mut Vec<String>) -> bool {
    let lower = name.strip_prefix("::").unwrap_or(name).downcase();
    if types::basic(name).is_some()
        || Symbol::lookup(name).is_some_and(|name| cx.type_names.contains_key(&name))
    {
        return true;
    }
    // an alias that leads back to itself may be an error, which is raised once
    if seen.contains(&lower) {
        return false;
    }
    let Some(target) = cx.host.loaded_alias(&lower) else {
        return false;
    };
    seen.push(lower);
    is_made_of_loaded(cx, target, seen)
}

fn is_made_of_loaded(cx: &Cx<'_>, literal: &Literal, seen: &mut Vec<String>) -> bool {
    limits::stack();
    match &literal.kind {
        LiteralKind::Constant(_) | LiteralKind::BigInteger(_) => true,
        LiteralKind::Array(items) => items.iter().all(|item| is_made_of_loaded(cx, item, seen)),
        LiteralKind::Hash(entries) => entries.iter().all(|(key, value)| {
            is_made_of_loaded(cx, key, seen) && is_made_of_loaded(cx, value, seen)
        }),
        LiteralKind::TypeName(name) => is_loaded(cx, name, seen),
        LiteralKind::Access { name, keys } => {
            is_loaded(cx, name, seen) && keys.iter().all(|key| is_made_of_loaded(cx, key, seen))
        }
        LiteralKind::TwoParents | LiteralKind::Other => false,
    }
}

/// Returns true if code only puts together constants, built-in types, and types of some names.
pub(super) fn is_made_of(function: &Function, is_known: impl Fn(Symbol) -> bool) -> bool {
    let mut insts = function.blocks.iter().flat_map(|b| &b.insts);
    insts.all(|inst| match &inst.op {
        Op::Const(_) | Op::Access { .. } | Op::Array(_) | Op::Hash(_) | Op::Negate(_) => true,
        Op::TypeName(name) => types::basic(name.as_str()).is_some() || is_known(*name),
        _ => false,
    })
}
