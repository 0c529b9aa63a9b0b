//! What native code has had done that could be heard of.
//!
//! When an attempt is given up, the process runs the code from its beginning. What it then asks for, it
//! has asked for already: it gets the answers of the first time, in their order, and nothing is done
//! twice.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use foldhash::HashMap;
use frontend::{Issue, Symbol};
use runtime::closure::Closure;
use runtime::error::Raise;
use runtime::scope::ScopeId;
use runtime::types::object;
use runtime::{Cx, Res, Value, interp};

use super::eval::{Run, Stop};
use super::value::Val;
use crate::environment::Environment;
use crate::lookup::NOT_FOUND;
use crate::ruby::answer::call_function;
use crate::ruby::{Api, LEFT};

/// What was asked for, and the answer.
pub enum Done<'h> {
    /// A function of a name was called.
    Called(String, Res<'h>),
    /// The block of the function was called.
    Yielded(Res<'h>),
    /// A method of a context was called.
    OfContext(&'static str, Res<'h>),
}

/// What blocks have made of files, by their paths.
pub type Files<'h> = Rc<RefCell<HashMap<Box<str>, Val<'h>>>>;

/// What has been done, in order.
pub struct Record<'h> {
    /// The function that runs, if it is of the 4.x API.
    asker: Option<String>,
    pub done: VecDeque<Done<'h>>,
    environment: &'h Environment,
    /// The variables that were set.
    set: Vec<(ScopeId, Symbol)>,
    /// What blocks of `cached_file_data` have made in this compilation.
    pub files: Files<'h>,
    /// Whether the file handles errors of the code that runs.
    pub is_handled: bool,
}

impl<'h> Record<'h> {
    pub fn new(
        environment: &'h Environment,
        files: &Files<'h>,
        asker: Option<String>,
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

    /// The file of a function of the 3.x API that a module has.
    pub fn legacy_file(&self, name: &str) -> Option<&'h str> {
        self.environment.ruby_function(name, Api::Legacy)
    }

    /// The name of the environment.
    pub fn environment_name(&self) -> &'h str {
        &self.environment.name
    }

    /// The name and the folder of a module.
    pub fn module(&self, name: &str) -> Option<(&'h str, &'h str)> {
        let module = self.environment.module(name)?;
        Some((&module.name, &module.path))
    }

    /// Whether a function of Puppet's own is a method of scopes, and takes so many arguments.
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

    /// Calls a function as scopes do.
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

    /// Takes back what the process does again: the setting of variables.
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

    /// Calls a method of a context.
    pub fn of_context(
        &mut self,
        cx: &mut Cx<'h>,
        context: Value<'h>,
        name: &'static str,
        arguments: &[Value<'h>],
    ) -> Run<'h, Value<'h>> {
        let result = object::member(cx, context, name, arguments, None);
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
            // code of the file that handles errors, and jumps, are for the process
            Err(raise) if self.is_handled || !passes(&raise, has_asker) => {
                self.done.push_back(done(Err(raise)));
                Err(Stop::GiveUp)
            }
            Err(raise) => Err(Stop::Raised(raise)),
        }
    }
}

/// Whether an error passes code that does not handle it as it is. Scopes tell in other words of functions
/// that there are not.
fn passes(raise: &Raise<'_>, has_asker: bool) -> bool {
    match raise {
        Raise::Error(error) => {
            let is_jump = error.issue == NOT_FOUND || error.issue == LEFT;
            !is_jump && (has_asker || error.issue != Issue("UNKNOWN_FUNCTION"))
        }
        _ => false,
    }
}
