//! What native code has had done that could be heard of.
//!
//! When an attempt is given up, the process runs the code from its beginning. What it then asks for, it
//! has asked for already: it gets the answers of the first time, in their order, and nothing is done
//! twice.

use std::collections::VecDeque;

use runtime::closure::Closure;
use runtime::error::Raise;
use runtime::{Cx, Res, Value};

use super::eval::{Run, Stop};
use crate::lookup::NOT_FOUND;
use crate::ruby::answer::call_function;

/// What was asked for, and the answer.
pub enum Done<'h> {
    /// A function of a name was called.
    Called(String, Res<'h>),
    /// The block of the function was called.
    Yielded(Res<'h>),
}

/// What has been done, in order.
pub struct Record<'h> {
    /// The function that runs, if it is of the 4.x API.
    asker: Option<String>,
    pub done: VecDeque<Done<'h>>,
    /// Whether the file handles errors of the code that runs.
    pub is_handled: bool,
}

impl<'h> Record<'h> {
    pub fn new(asker: Option<String>) -> Record<'h> {
        Record {
            asker,
            done: VecDeque::new(),
            is_handled: false,
        }
    }

    /// Calls a function.
    pub fn call(
        &mut self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
    ) -> Run<'h, Value<'h>> {
        let result = call_function(cx, name, arguments, None, self.asker.as_deref());
        let done = |result| Done::Called(name.to_owned(), result);
        self.take(result, done)
    }

    /// Calls the block of the function.
    pub fn yielded(
        &mut self,
        cx: &mut Cx<'h>,
        block: &'h Closure<'h>,
        arguments: &[Value<'h>],
    ) -> Run<'h, Value<'h>> {
        let result = cx.call_block(block, arguments);
        self.take(result, Done::Yielded)
    }

    fn take(
        &mut self,
        result: Res<'h>,
        done: impl FnOnce(Res<'h>) -> Done<'h>,
    ) -> Run<'h, Value<'h>> {
        match result {
            Ok(value) => {
                self.done.push_back(done(Ok(value)));
                Ok(value)
            }
            // code of the file that handles errors, and jumps, are for the process
            Err(raise) if self.is_handled || !is_plain_error(&raise) => {
                self.done.push_back(done(Err(raise)));
                Err(Stop::GiveUp)
            }
            Err(raise) => Err(Stop::Raised(raise)),
        }
    }
}

/// Whether an error passes code that does not handle it as it is.
fn is_plain_error(raise: &Raise<'_>) -> bool {
    matches!(raise, Raise::Error(error) if error.issue != NOT_FOUND && error.issue != crate::ruby::LEFT)
}
