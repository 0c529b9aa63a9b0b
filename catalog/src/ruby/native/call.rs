//! Calls the file's methods, blocks and lambdas, and functions.

use std::rc::Rc;
use std::sync::Arc;

use runtime::closure::Closure;
use runtime::{Cx, Value, limits};

use super::code::{Block, Code, Define, Parameter};
use super::eval::certain;
use super::lower::function::Legacy;
use super::methods::{self, Method};
use super::object::{Instance, Object, Proc};
use super::record::Record;
use super::running::Running;
use super::stop::{Run, Stop};
use super::value::Val;
use crate::environment::files::read_utf8;

impl<'h> Running<'_, 'h> {
    /// Runs a method with the arguments of a function and returns its value.
    pub fn function(
        mut self,
        method: usize,
        arguments: Vec<Val<'h>>,
        block: Option<&'h Closure<'h>>,
    ) -> Run<'h> {
        self.block = block;
        let value = self.method(method, arguments).map_err(|stop| match stop {
            // the process reports the error in Ruby's words
            Stop::Fault(_) => Stop::GiveUp,
            stop => stop,
        })?;
        certain()?;
        Ok(value)
    }

    /// Calls a method of the file for an object.
    pub fn method_of(
        &mut self,
        method: usize,
        myself: Val<'h>,
        arguments: Vec<Val<'h>>,
    ) -> Run<'h> {
        let outer = std::mem::replace(&mut self.myself, myself);
        let done = self.method(method, arguments);
        self.myself = outer;
        done
    }

    /// Returns the number of a method in a class of the file, and whether it is private.
    pub fn method_of_class(&self, class: usize, method: Method) -> Option<(usize, bool)> {
        let mut methods = self.program.classes.get(class)?.methods.iter();
        let found = methods.find(|(other, ..)| *other == method);
        found.map(|(_, at, is_private)| (*at, *is_private))
    }

    /// Returns true if a value is the object whose method runs.
    pub fn is_self(&self, value: &Val<'h>) -> bool {
        match (value, &self.myself) {
            (Val::Object(one), Val::Object(two)) => Rc::ptr_eq(one, two),
            _ => false,
        }
    }

    pub(super) fn new_object(&mut self, class: usize, arguments: Vec<Val<'h>>) -> Run<'h> {
        let object = Val::object(Object::Instance(Instance::new(class)));
        let defined = self.program.classes.get(class).ok_or(Stop::GiveUp)?;
        match defined.initialize {
            Some(initialize) => {
                self.method_of(initialize, object.clone(), arguments)?;
            }
            None if arguments.is_empty() => {}
            None => return Err(Stop::GiveUp),
        }
        Ok(object)
    }

    /// Returns the object whose method runs.
    pub(super) fn instance(&self) -> Run<'h, &Instance<'h>> {
        match &self.myself {
            Val::Object(object) => match &**object {
                Object::Instance(instance) => Ok(instance),
                _ => Err(Stop::GiveUp),
            },
            _ => Err(Stop::GiveUp),
        }
    }

    /// Makes a closure of a block, which keeps the values of variables of the blocks around it.
    pub(super) fn closure(&self, block: &Arc<Block>, is_lambda: bool) -> Proc<'h> {
        let value = |slot: &usize| (*slot, self.slots[self.base + slot].clone());
        Proc {
            block: Arc::clone(block),
            is_lambda,
            call: self.call,
            captured: block.captures.iter().map(value).collect(),
        }
    }

    /// Calls a lambda or proc. It uses the variables of the method call that created it, so that
    /// call must still be running.
    pub fn call_proc(&mut self, proc: &Proc<'h>, given: &[Val<'h>]) -> Run<'h> {
        if proc.call != self.call {
            return Err(Stop::GiveUp);
        }
        let block = &proc.block;
        let is_rest = |parameter: &Parameter| matches!(parameter, Parameter::Rest(_));
        let count = block.parameters.len();
        let is_fitting = match block.parameters.iter().any(is_rest) {
            true => given.len() >= count - 1,
            false => given.len() == count,
        };
        if proc.is_lambda && !is_fitting {
            return Err(Stop::GiveUp);
        }
        // saved because the block may call itself, and may run after the blocks around it
        let own = block.own.iter().copied();
        let others = proc.captured.iter().map(|(slot, _)| *slot);
        let with_value = |slot: usize| (slot, self.slots[self.base + slot].clone());
        let saved: Vec<(usize, Val<'h>)> = own.chain(others).map(with_value).collect();
        for (slot, value) in &proc.captured {
            self.set(*slot, value.clone());
        }
        let done = match proc.is_lambda {
            true => self.run_lambda(block, given),
            false => self.run(block, given),
        };
        for (slot, value) in saved {
            self.set(slot, value);
        }
        match done {
            Err(Stop::Return(value)) if proc.is_lambda => Ok(*value),
            // the loop that `break` leaves may have ended
            Err(Stop::Break(_)) => Err(Stop::GiveUp),
            done => done,
        }
    }

    /// Calls a method of the file.
    pub(super) fn method(&mut self, method: usize, arguments: Vec<Val<'h>>) -> Run<'h> {
        limits::stack();
        let program = self.program;
        let define = program.methods.get(method).ok_or(Stop::GiveUp)?;
        let outer = (self.base, self.call, self.matched.take());
        self.base = self.slots.len();
        self.calls += 1;
        self.call = self.calls;
        limits::items::<Val<'h>>(self.base + define.slots);
        self.slots.resize(self.base + define.slots, Val::Nil);
        let bound = self.bind_arguments(define, arguments);
        let done = bound.and_then(|()| self.eval(&define.body));
        self.slots.truncate(self.base);
        (self.base, self.call, self.matched) = outer;
        match done {
            Err(Stop::Return(value)) => Ok(*value),
            // Ruby rejects these
            Err(Stop::Next(_) | Stop::Break(_)) => Err(Stop::GiveUp),
            done => done,
        }
    }

    pub(super) fn bind_arguments(
        &mut self,
        define: &Define,
        arguments: Vec<Val<'h>>,
    ) -> Run<'h, ()> {
        let mut arguments = arguments.into_iter();
        for parameter in &define.required {
            let argument = arguments.next().ok_or(Stop::GiveUp)?;
            self.bind(parameter, argument)?;
        }
        for (slot, default) in &define.optional {
            let value = match arguments.next() {
                Some(argument) => argument,
                None => self.eval(default)?,
            };
            self.set(*slot, value);
        }
        match define.rest {
            Some(slot) => self.set(slot, Val::list(arguments.collect())),
            None if arguments.len() > 0 => return Err(Stop::GiveUp),
            None => {}
        }
        Ok(())
    }

    pub(super) fn function_call(&mut self, name: &Code, arguments: &[Code]) -> Run<'h> {
        let name = self.eval(name)?;
        let name = match &name {
            Val::Symbol(name) => name.to_string(),
            name => name.as_str().ok_or(Stop::GiveUp)?.to_owned(),
        };
        let arguments = self.all(arguments)?;
        self.outside(arguments, |cx, record, arguments| {
            record.call(cx, &name, arguments)
        })
    }

    /// Calls a function as a method of the scope: a module's function of the 3.x API directly, or
    /// one of Puppet's own functions that scopes have as a method.
    pub(super) fn scope_function(&mut self, name: &str, arguments: &Code) -> Run<'h> {
        let list = self.eval(arguments)?;
        let arguments = list.items().ok_or(Stop::GiveUp)?;
        let Some(path) = self.record.legacy_file(name) else {
            // these call methods of texts, which fail with errors of Ruby's own
            let is_text =
                |argument: &Val<'h>| matches!(argument.value(self.cx.heap), Some(Value::String(_)));
            let is_uncertain =
                matches!(name, "versioncmp" | "shellquote") && !arguments.iter().all(is_text);
            if is_uncertain || !self.record.takes(name, arguments.len()) {
                return Err(Stop::GiveUp);
            }
            return self.outside(arguments, |cx, record, arguments| {
                record.call_of_scope(cx, name, arguments)
            });
        };
        let code = read_utf8(path).ok_or(Stop::GiveUp)?;
        let function = super::legacy(&code).ok_or(Stop::GiveUp)?;
        let Legacy { program, .. } = &*function;
        if function.name != name || !function.accepts(arguments.len()) {
            return Err(Stop::GiveUp);
        }
        let running = Running::new(self.cx, self.compiler, program, self.record);
        running.function(0, vec![list], None)
    }

    /// Lets the evaluation perform an operation that may have an effect; `act` records it.
    pub fn outside(
        &mut self,
        arguments: Vec<Val<'h>>,
        act: impl FnOnce(&mut Cx<'h>, &mut Record<'h>, &[Value<'h>]) -> Run<'h, Value<'h>>,
    ) -> Run<'h> {
        let heap = self.cx.heap;
        let values = arguments.iter().map(|argument| argument.value(heap));
        let values: Option<Vec<Value<'h>>> = values.collect();
        let values = values.ok_or(Stop::GiveUp)?;
        certain()?;
        let value = act(self.cx, self.record, &values)?;
        // code that changes values gets its own copy
        Ok(match self.program.changes {
            true => Val::copy_of(value),
            false => Val::of(value),
        })
    }

    /// Runs a lambda; each parameter takes one of the given values.
    pub(super) fn run_lambda(&mut self, block: &Block, given: &[Val<'h>]) -> Run<'h> {
        limits::stack();
        self.round()?;
        for &slot in &block.own {
            self.set(slot, Val::Nil);
        }
        self.bind_many(&block.parameters, given.to_vec())?;
        match self.eval(&block.body) {
            Err(Stop::Next(value)) => Ok(*value),
            done => done,
        }
    }

    /// Runs a block with the given values.
    pub fn run(&mut self, block: &Block, given: &[Val<'h>]) -> Run<'h> {
        limits::stack();
        self.round()?;
        if let Some(method) = block.passed {
            let (receiver, arguments) = given.split_first().ok_or(Stop::GiveUp)?;
            return methods::call(self, method, receiver, arguments, None);
        }
        if block.takes_directly(given.len()) {
            for &slot in &block.locals {
                self.set(slot, Val::Nil);
            }
            for (parameter, value) in block.parameters.iter().zip(given) {
                if let Parameter::Slot(slot) = parameter {
                    self.set(*slot, value.clone());
                }
            }
            return match self.eval(&block.body) {
                Err(Stop::Next(value)) => Ok(*value),
                done => done,
            };
        }
        for &slot in &block.own {
            self.set(slot, Val::Nil);
        }
        let inner = match given {
            [single] if block.spreads => single.items(),
            _ => None,
        };
        match (inner, block.parameters.as_slice()) {
            (_, []) => {}
            (None, [parameter @ (Parameter::Slot(_) | Parameter::Many(_))]) => {
                let value = given.first().cloned();
                self.bind(parameter, Val::option(value))?;
            }
            (Some(items), parameters) => self.bind_many(parameters, items)?,
            (None, parameters) => self.bind_many(parameters, given.to_vec())?,
        }
        match self.eval(&block.body) {
            Err(Stop::Next(value)) => Ok(*value),
            done => done,
        }
    }

    pub(super) fn bind(&mut self, parameter: &Parameter, value: Val<'h>) -> Run<'h, ()> {
        match parameter {
            Parameter::Slot(slot) => self.set(*slot, value),
            Parameter::Entry(parts) => {
                let (receiver, key) = (self.eval(&parts.0)?, self.eval(&parts.1)?);
                methods::call(self, methods::PUT, &receiver, &[key, value], None)?;
            }
            Parameter::Many(parameters) => {
                let items = value.items().unwrap_or_else(|| vec![value]);
                self.bind_many(parameters, items)?;
            }
            Parameter::Rest(slot) => {
                if let Some(slot) = slot {
                    self.set(*slot, Val::list(vec![value]));
                }
            }
        }
        Ok(())
    }

    pub(super) fn bind_many(
        &mut self,
        parameters: &[Parameter],
        items: Vec<Val<'h>>,
    ) -> Run<'h, ()> {
        let is_rest = |parameter: &Parameter| matches!(parameter, Parameter::Rest(_));
        let after = match parameters.iter().position(is_rest) {
            Some(at) => parameters.len() - at - 1,
            None => 0,
        };
        let mut left = items.len();
        let mut items = items.into_iter();
        for parameter in parameters {
            if let Parameter::Rest(slot) = parameter {
                let count = left.saturating_sub(after);
                let rest: Vec<Val<'h>> = items.by_ref().take(count).collect();
                left -= rest.len();
                if let Some(slot) = slot {
                    self.set(*slot, Val::list(rest));
                }
                continue;
            }
            left = left.saturating_sub(1);
            self.bind(parameter, Val::option(items.next()))?;
        }
        Ok(())
    }
}
