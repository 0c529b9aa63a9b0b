//! The interpreter of MIR.

use frontend::Symbol;

use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::scope::ScopeId;
use crate::value::Value;

/// Calls a lambda.
pub fn call_closure<'h>(
    _cx: &mut Cx<'h>,
    _block: &'h Closure<'h>,
    _arguments: &[Value<'h>],
) -> Res<'h> {
    fail("not lowered yet")
}

/// Calls a function of any origin by name.
pub fn call_function<'h>(
    _cx: &mut Cx<'h>,
    name: Symbol,
    _arguments: &[Value<'h>],
    _block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    fail(format!("Unknown function: '{name}'."))
}

/// The value of a variable as the running code sees it.
pub fn lookup_variable<'h>(cx: &mut Cx<'h>, name: &str) -> Option<Value<'h>> {
    cx.frame?.variable(Symbol::lookup(name)?)
}

/// `Scope(Class[main])`
pub fn scope_text(_cx: &Cx<'_>, _scope: ScopeId) -> String {
    "Scope(Class[main])".to_owned()
}
