//! Finds functions by name, and the places of calls.

use frontend::Symbol;
use mir::Inst;

use super::direct;
use crate::builtins;
use crate::cx::{CallPlace, Callee, Cx};
use crate::dispatch;
use crate::error::Res;
use crate::frame::Body;
use crate::function::Resolved;

pub(super) fn find<'h>(cx: &mut Cx<'h>, name: Symbol) -> Res<'h, Option<Callee<'h>>> {
    if let Some(known) = cx.found_functions.get(name) {
        return Ok(Some(known.callee));
    }
    let builtin = find_builtin(cx, name);
    let callee = match builtin {
        Some(builtin) => Some(Callee::Builtin(builtin)),
        None => cx.host.function(cx, name)?,
    };
    if let Some(callee) = callee {
        cx.heap.pin();
        cx.functions.insert(name, callee);
        direct::note(cx, name, callee);
    }
    Ok(callee)
}

/// Returns the built-in function of a name, if a call of that name refers to one.
pub fn builtin<'h>(cx: &mut Cx<'h>, name: Symbol) -> Option<&'static Resolved> {
    match cx.functions.get(&name) {
        Some(Callee::Builtin(builtin)) => Some(builtin),
        Some(Callee::User(_) | Callee::Foreign(_)) => None,
        None => find_builtin(cx, name),
    }
}

fn find_builtin<'h>(cx: &mut Cx<'h>, name: Symbol) -> Option<&'static Resolved> {
    let name = name.downcase();
    match cx.host.replaces_builtins() && cx.host.defines_function(name.as_str()) {
        true => None,
        false => builtins::find(name.as_str()).map(dispatch::resolve),
    }
}

/// Returns the inlined call around an operation, if there is one.
pub(super) fn inlined<'h>(body: &Body<'h>, inst: &Inst) -> Option<CallPlace<'h>> {
    let site = body.mir.sites[inst.site.checked_sub(1)? as usize];
    let (source, offset) = (body.source, site.at);
    Some(CallPlace { source, offset })
}
