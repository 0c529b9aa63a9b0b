//! Owns the record of operations that native code has performed and that may have effects.
//!
//! When an attempt is given up, the process runs the code from its start and asks for the same
//! operations in the same order. It gets the recorded results, so that no operation is performed
//! twice.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::HashMap;
use frontend::{Issue, Symbol};
use runtime::closure::Closure;
use runtime::error::Raise;
use runtime::scope::ScopeId;
use runtime::types::object;
use runtime::{Cx, Res, Value, interp};

use super::stop::{Run, Stop};
use super::value::Val;
use crate::environment::Environment;
use crate::lookup::NOT_FOUND;
use crate::ruby::answer_context::call_function;
use crate::ruby::{Api, LEFT};

/// An operation that was performed, and its result.
pub enum Done<'h> {
    /// A function was called by this name.
    Called(String, Res<'h>),
    /// The block of the function was called.
    Yielded(Res<'h>),
    /// A method of a lookup context was called.
    OfContext(&'static str, Res<'h>),
}

/// The values that blocks have computed from files, by path.
pub type Files<'h> = Rc<RefCell<HashMap<Box<str>, Val<'h>>>>;

/// The operations that have been performed, in order.
pub struct Record<'h> {
    /// The function that runs, if it is of the 4.x API.
    asker: Option<Arc<str>>,
    pub done: VecDeque<Done<'h>>,
    environment: &'h Environment,
    /// The variables that were set.
    set: Vec<(ScopeId, Symbol)>,
    /// The values that blocks of `cached_file_data` have computed in this compilation.
    pub files: Files<'h>,
    /// True if the file handles errors of the code that runs.
    pub is_handled: bool,
}

impl<'h> Record<'h> {
    pub fn new(
        environment: &'h Environment,
        files: &Files<'h>,
        asker: Option<Arc<str>>,
    ) -> Record<'h> {
        Record {
            asker,
            environment,
            files: Rc::clone(files),
            done: VecDeque::new(),
            set: Vec::new(),
            is_handled: false,
        }
    }

    /// Returns the file of a module's function of the 3.x API.
    pub fn legacy_file(&self, name: &str) -> Option<&'h str> {
        self.environment.ruby_function(name, Api::Legacy)
    }

    /// Returns the name of the environment.
    pub fn environment_name(&self) -> &'h str {
        &self.environment.name
    }

    /// Returns the name and the folder of a module.
    pub fn module(&self, name: &str) -> Option<(&'h str, &'h str)> {
        let module = self.environment.module(name)?;
        Some((&module.name, &module.path))
    }

    /// Returns true if one of Puppet's own functions is a method of scopes, takes `count`
    /// arguments, and is not replaced by a module.
    pub fn takes(&self, name: &str, count: usize) -> bool {
        let is_replaced = self.environment.ruby_function(name, Api::Current).is_some();
        let fits = match name {
            "versioncmp" => count == 2,
            "digest" | "md5" | "sha1" | "sha256" => count == 1,
            "file" | "fqdn_rand" | "inline_template" | "sprintf" | "template" => count >= 1,
            "create_resources" => count >= 2,
            _ => false,
        };
        fits && !is_replaced
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
        self.take(result, self.asker.is_some(), done)
    }

    /// Calls a function as a method of a scope.
    pub fn call_of_scope(
        &mut self,
        cx: &mut Cx<'h>,
        name: &str,
        arguments: &[Value<'h>],
    ) -> Run<'h, Value<'h>> {
        let result = call_function(cx, name, arguments, None, None);
        let done = |result| Done::Called(name.to_owned(), result);
        self.take(result, false, done)
    }

    /// Sets a variable of a scope.
    pub fn set_variable(
        &mut self,
        cx: &mut Cx<'h>,
        scope: ScopeId,
        name: &str,
        value: Value<'h>,
    ) -> Run<'h, ()> {
        let symbol = Symbol::intern(name);
        let is_reserved = matches!(name, "facts" | "trusted" | "server_facts");
        if is_reserved || interp::own_variable(cx, scope, symbol).is_some() {
            return Err(Stop::GiveUp);
        }
        let variables = &mut cx.scopes[scope.0 as usize].variables;
        variables.insert(symbol, value);
        self.set.push((scope, symbol));
        Ok(())
    }

    /// Undoes the operations that the process will perform again: assignments of variables.
    pub fn undo(&mut self, cx: &mut Cx<'h>) {
        for (scope, name) in self.set.drain(..) {
            cx.scopes[scope.0 as usize].variables.shift_remove(&name);
        }
    }

    /// Calls the block of the function.
    pub fn yielded(
        &mut self,
        cx: &mut Cx<'h>,
        block: &'h Closure<'h>,
        arguments: &[Value<'h>],
    ) -> Run<'h, Value<'h>> {
        let result = cx.call_block(block, arguments);
        self.take(result, true, Done::Yielded)
    }

    /// Calls a method of a lookup context.
    pub fn of_context(
        &mut self,
        cx: &mut Cx<'h>,
        context: Value<'h>,
        name: &'static str,
        arguments: &[Value<'h>],
    ) -> Run<'h, Value<'h>> {
        // with a text as the key, the arguments need no check
        let result = match (context, arguments.first()) {
            (Value::Object(object), Some(Value::String(_))) if name != "interpolate" => {
                Some(object::of_context(cx, object, name, arguments, None))
            }
            _ => object::member(cx, context, name, arguments, None),
        };
        let done = |result| Done::OfContext(name, result);
        self.take(result.ok_or(Stop::GiveUp)?, true, done)
    }

    fn take(
        &mut self,
        result: Res<'h>,
        has_asker: bool,
        done: impl FnOnce(Res<'h>) -> Done<'h>,
    ) -> Run<'h, Value<'h>> {
        match result {
            Ok(value) => {
                self.done.push_back(done(Ok(value)));
                Ok(value)
            }
            // the process handles errors that the file may rescue, and jumps
            Err(raise) if self.is_handled || !passes(&raise, has_asker) => {
                self.done.push_back(done(Err(raise)));
                Err(Stop::GiveUp)
            }
            Err(raise) => Err(Stop::Raised(raise)),
        }
    }
}

/// Returns true if an error passes unchanged through code that does not handle it. Scopes reword
/// the error of an unknown function.
fn passes(raise: &Raise<'_>, has_asker: bool) -> bool {
    match raise {
        Raise::Error(error) => {
            let is_jump = error.issue == NOT_FOUND || error.issue == LEFT;
            !is_jump && (has_asker || error.issue != Issue("UNKNOWN_FUNCTION"))
        }
        _ => false,
    }
}
