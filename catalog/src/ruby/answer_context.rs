//! Owns the context in which a question of Ruby code is answered: the compilation that runs the
//! code.

use frontend::Issue;
use runtime::closure::Closure;
use runtime::error::{Error, Form};
use runtime::{Cx, Res, Value};

use super::Ruby;
use super::block::unmarked;
use crate::compiler::Compiler;

/// The compilation that answers a question of Ruby code, with the block and the caller of the
/// question.
pub(super) struct AnswerContext<'a, 'h> {
    pub(super) ruby: &'a Ruby<'h>,
    pub(super) compiler: &'a Compiler<'h>,
    pub(super) block: Option<&'h Closure<'h>>,
    /// The function that calls another one.
    pub(super) caller: Option<&'a str>,
}

/// Calls a function for Ruby code; `caller` is the function of the 4.x API that asks.
///
/// # Errors
/// Fails with the error that the function raises.
pub(super) fn call_function<'h>(
    cx: &mut Cx<'h>,
    name: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
    caller: Option<&str>,
) -> Res<'h> {
    let plain = name.strip_prefix("::").unwrap_or(name);
    // the 4.x API calls other functions in the place where it is defined, which is outside of any
    // frame
    let outer = cx.frame;
    if caller.is_some() {
        cx.frame = None;
    }
    let result = cx.call_function(plain, arguments, block);
    cx.frame = outer;
    result.map_err(unmarked).map_err(|raise| match *raise {
        runtime::error::Raise::Error(error)
            if error.issue == Issue("UNKNOWN_FUNCTION")
                && error.form == Form::Plain
                && caller.is_some() =>
        {
            let caller = caller.unwrap_or_default();
            Error::plain(format!("Function {caller}(): Unknown function: '{name}'")).into()
        }
        other => Box::new(other),
    })
}
