//! Methods of the context through which operations, types and functions reach the running code.
//!
//! Operations, types and functions lie below the interpreter and know only the context.

use frontend::Symbol;

use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::Res;
use crate::frame::Body;
use crate::function::{Resolved, Signature};
use crate::log::Level;
use crate::value::{Hash, Value};

impl<'h> Cx<'h> {
    /// Calls a lambda with arguments that are checked against its parameters.
    ///
    /// # Errors
    /// Returns the errors of the lambda. The value of `next` is the result; `break` and `return`
    /// pass through.
    pub fn call_block(&mut self, block: &'h Closure<'h>, arguments: &[Value<'h>]) -> Res<'h> {
        super::call_closure(self, block, arguments)
    }

    /// Calls a function of any origin by name.
    pub fn call_function(
        &mut self,
        name: &str,
        arguments: &[Value<'h>],
        block: Option<&'h Closure<'h>>,
    ) -> Res<'h> {
        super::call_function(self, Symbol::intern(name), arguments, block)
    }

    /// Returns the value of a variable as the running code sees it; `name` may be qualified.
    pub fn variable(&mut self, name: &str) -> Option<Value<'h>> {
        super::lookup_variable(self, name)
    }

    /// Returns the value of a fact; `None` also when there are no facts.
    pub fn fact(&mut self, name: &str) -> Option<Value<'h>> {
        self.host.note_fact(name);
        super::facts(self)?.get_str(name)
    }

    /// Logs a message of the program, under the running scope.
    pub fn log(&mut self, level: Level, message: String) {
        let source = self.scope_text();
        self.log_from(source, level, message);
    }

    /// Calls a built-in function.
    ///
    /// # Errors
    /// Fails if no dispatch accepts the arguments; returns the errors of the function.
    pub(crate) fn call_builtin(
        &mut self,
        function: &'static Resolved,
        arguments: &[Value<'h>],
    ) -> Res<'h> {
        super::call_builtin(self, function, arguments, None)
    }

    /// Returns the signatures of a function of any origin; `None` if there is no such function.
    ///
    /// # Errors
    /// Fails if a type of a signature is invalid.
    pub(crate) fn signatures_of(&mut self, name: &str) -> Res<'h, Option<&'h [Signature<'h>]>> {
        super::function_signatures(self, Symbol::intern(name))
    }

    /// Returns the signature of a lambda.
    ///
    /// # Errors
    /// Fails if a type of its parameters is invalid.
    pub(crate) fn signature_of(&mut self, closure: &'h Closure<'h>) -> Res<'h, &'h Signature<'h>> {
        super::closure_signature(self, closure)
    }

    /// Returns the text of the running scope, which names the source of a message.
    pub(crate) fn scope_text(&self) -> String {
        super::scope_text(self, self.scope_id())
    }

    /// Checks that the default of a parameter reads no parameter that is not evaluated yet.
    ///
    /// # Errors
    /// Fails if it reads such a parameter.
    pub(crate) fn check_evaluated(&mut self, name: &str) -> Res<'h, ()> {
        super::check_evaluated(self, name)
    }

    /// Renders an EPP template with its arguments; a `local` one sees the variables of its caller.
    ///
    /// # Errors
    /// Returns the errors of the template, and jumps that leave it.
    pub(crate) fn call_template(
        &mut self,
        body: &'h Body<'h>,
        arguments: Option<&'h Hash<'h>>,
        local: bool,
    ) -> Res<'h> {
        super::call_template(self, body, arguments, local)
    }
}
