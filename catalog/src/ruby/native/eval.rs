//! Runs native code.
// Long because each kind of code, of assignment and of block has a function of its own.

use std::rc::Rc;
use std::sync::Arc;

use rubycore::regexp::{self, Failure, Options, Pattern};
use runtime::scope::ScopeId;
use runtime::{Cx, Raise, Value, interp, limits};

use super::code::{Begin, Block, Call, Change, Class, Code, Handler, Parameter, Program, Scope};
use super::fault::Fault;
use super::methods::{self, Method};
use super::object::{Object, take_doubt};
use super::pairs::Default as HashDefault;
use super::running::Running;
use super::stop::{Run, Stop};
use super::value::{Matched, Val};
use super::{library, record::Record};
use crate::compiler::Compiler;
use foldhash::HashMap;

/// The room for each part of a text that interpolates values, in bytes.
const JOINED_ROOM: usize = 16;

/// The maximum room for variables of methods that is made before they are called.
const SLOTS_ROOM: usize = 64;

/// The number of loop rounds between two checks of the time limit.
const ROUNDS_CALM: u32 = 256;

impl<'r, 'h> Running<'r, 'h> {
    pub fn new(
        cx: &'r mut Cx<'h>,
        compiler: &'r Compiler<'h>,
        program: &'r Program,
        record: &'r mut Record<'h>,
    ) -> Running<'r, 'h> {
        take_doubt();
        Running {
            cx,
            program,
            out: String::new(),
            slots: slots(program),
            base: 0,
            call: 0,
            calls: 0,
            myself: Val::Nil,
            rounds: 0,
            matched: None,
            block: None,
            own_variables: HashMap::default(),
            walked: Vec::new(),
            compiler,
            record,
        }
    }

    /// Runs a template and returns its text.
    pub fn template(mut self) -> Run<'h, String> {
        self.act(&self.program.body)?;
        certain()?;
        Ok(self.out)
    }

    /// Evaluates an expression.
    #[inline]
    pub fn eval(&mut self, code: &Code) -> Run<'h> {
        Ok(match code {
            Code::Nil => Val::Nil,
            Code::True => Val::Boolean(true),
            Code::False => Val::Boolean(false),
            Code::Local(slot) => self.slots[self.base + *slot].clone(),
            Code::Call(call) => return self.call(call),
            code => return self.eval_other(code),
        })
    }

    /// Evaluates an expression of any kind.
    // Long because each kind of code has an arm.
    fn eval_other(&mut self, code: &Code) -> Run<'h> {
        Ok(match code {
            Code::Nil | Code::True | Code::False | Code::Local(_) | Code::Call(_) => {
                return self.eval(code);
            }
            Code::Integer(value) => Val::Integer(*value),
            Code::Float(value) => Val::Float(*value),
            Code::Text(text) => Val::text(text),
            Code::FrozenText(text) => Val::Shared(Arc::clone(text)),
            Code::Symbol(name) => Val::Symbol(Arc::clone(name)),
            Code::Regexp(pattern) => Val::Regexp(Arc::clone(pattern)),
            Code::BuiltRegexp(parts, options) => self.regexp(parts, *options)?,
            Code::Class(class) => Val::Class(*class),
            Code::Joined(codes) => {
                let mut text = String::with_capacity(JOINED_ROOM * codes.len());
                for code in codes {
                    self.write(code, &mut text)?;
                }
                Val::string(text)
            }
            Code::List(codes) => Val::list(self.all(codes)?),
            // a splat occurs only in lists and arguments
            Code::Splat(_) => return Err(Stop::GiveUp),
            Code::Hash(codes) => {
                let pairs = Val::hash(Vec::new());
                for (key, value) in codes {
                    let (key, value) = (self.eval(key)?, self.eval(value)?);
                    methods::put(&pairs, key, value)?;
                }
                pairs
            }
            Code::NewHash(default, block) => self.new_hash(default.as_deref(), block.as_ref())?,
            Code::Range(ends, exclusive) => match (self.eval(&ends.0)?, self.eval(&ends.1)?) {
                (Val::Integer(from), Val::Integer(to)) => Val::Range(from, to, *exclusive),
                _ => return Err(Stop::GiveUp),
            },
            Code::SetLocal(slot, value) => {
                let value = self.eval(value)?;
                self.set(*slot, value.clone());
                value
            }
            Code::SetLocalIf(slot, wanted, value) => {
                if self.slots[self.base + *slot].is_truthy() == *wanted {
                    let value = self.eval(value)?;
                    self.set(*slot, value);
                }
                self.slots[self.base + *slot].clone()
            }
            Code::SetMany(targets, value) => {
                let value = self.eval(value)?;
                let items = value.items().unwrap_or_else(|| vec![value.clone()]);
                self.bind_many(targets, items)?;
                value
            }
            Code::SetEntryIf(parts, wanted) => self.set_entry_if(parts, *wanted)?,
            Code::SetEntryBy(parts, method) => {
                let (receiver, key) = (self.eval(&parts.0)?, self.eval(&parts.1)?);
                let known = methods::call(
                    self,
                    methods::AT,
                    &receiver,
                    std::slice::from_ref(&key),
                    None,
                )?;
                let argument = self.eval(&parts.2)?;
                let value = methods::call(self, *method, &known, &[argument], None)?;
                methods::call(self, methods::PUT, &receiver, &[key, value.clone()], None)?;
                value
            }
            Code::Change(slot, change, arguments) => self.change(*slot, *change, arguments)?,
            Code::Variable(name) => self.own_variable(name)?,
            Code::SetVariable(name, value) => {
                let value = self.eval(value)?;
                self.own_variables.insert(name.clone(), value.clone());
                value
            }
            Code::SetVariableIf(name, wanted, value) => {
                let known = self.own_variable(name)?;
                if known.is_truthy() != *wanted {
                    return Ok(known);
                }
                let value = self.eval(value)?;
                self.own_variables.insert(name.clone(), value.clone());
                value
            }
            Code::ScopeVariable(name, is_top) => self.scope_variable(name, *is_top)?,
            Code::Scope(scope) => Val::Scope(*scope),
            Code::OfScope(scope, method, arguments) => {
                let arguments = self.all(arguments)?;
                self.of_scope(*scope, *method, &arguments)?
            }
            Code::Myself => self.myself.clone(),
            Code::Field(name) => self.instance()?.field(*name),
            Code::SetField(name, value) => {
                let value = self.eval(value)?;
                self.instance()?.set(*name, value.clone());
                value
            }
            Code::SetFieldIf(name, wanted, value) => {
                let known = self.instance()?.field(*name);
                if known.is_truthy() != *wanted {
                    return Ok(known);
                }
                let value = self.eval(value)?;
                self.instance()?.set(*name, value.clone());
                value
            }
            Code::NewObject(class, arguments) => {
                let arguments = self.all(arguments)?;
                self.new_object(*class, arguments)?
            }
            Code::Proc(block, is_lambda) => {
                Val::object(Object::Proc(self.closure(block, *is_lambda)))
            }
            Code::RubyVersion => Val::RubyVersion,
            Code::HasVariable(name) => {
                let name = self.eval(name)?;
                let name = name.as_str().ok_or(Stop::GiveUp)?;
                match name.contains("::") {
                    true => return Err(Stop::GiveUp),
                    false => Val::Boolean(self.variable(name).is_some()),
                }
            }
            Code::IsDefined(name) if self.own_variables.contains_key(name) => {
                Val::text("instance-variable")
            }
            Code::IsDefined(name) => match self.variable(name) {
                Some(_) => Val::text("instance-variable"),
                None => Val::Nil,
            },
            Code::Append(value) => self.append(value)?,
            Code::Sequence(codes) => match codes.split_last() {
                Some((last, others)) => {
                    for code in others {
                        self.act(code)?;
                    }
                    self.eval(last)?
                }
                None => Val::Nil,
            },
            Code::If(parts) => match self.condition(&parts.0)? {
                true => self.eval(&parts.1)?,
                false => self.eval(&parts.2)?,
            },
            Code::And(sides) => match self.eval(&sides.0)? {
                left if !left.is_truthy() => left,
                _ => self.eval(&sides.1)?,
            },
            Code::Or(sides) => match self.eval(&sides.0)? {
                left if left.is_truthy() => left,
                _ => self.eval(&sides.1)?,
            },
            Code::Not(inner) => Val::Boolean(!self.condition(inner)?),
            Code::Case(subject, branches, otherwise) => {
                self.case(subject.as_deref(), branches, otherwise)?
            }
            Code::Own(method, arguments) => {
                let arguments = self.all(arguments)?;
                let myself = self.myself.clone();
                self.method_of(*method, myself, arguments)?
            }
            Code::Function(name, arguments) => self.function_call(name, arguments)?,
            Code::ScopeFunction(name, arguments) => self.scope_function(name, arguments)?,
            Code::NewSensitive(value) => {
                let value = self.eval(value)?;
                let heap = self.cx.heap;
                let value = value.value(heap).ok_or(Stop::GiveUp)?;
                Val::Sensitive(Value::Sensitive(heap.alloc(value)))
            }
            Code::Library(library, arguments) => {
                let arguments = self.all(arguments)?;
                library::call(self, *library, &arguments)?
            }
            Code::Yield(arguments) => {
                let arguments = self.all(arguments)?;
                let block = self.block.ok_or(Stop::GiveUp)?;
                self.outside(arguments, |cx, record, arguments| {
                    record.yielded(cx, block, arguments)
                })?
            }
            Code::IsBlockGiven => Val::Boolean(self.block.is_some()),
            Code::ToArray(value) => {
                let value = self.eval(value)?;
                methods::array_of(&value)?
            }
            Code::For(parameters, parts) => self.for_each(parameters, &parts.0, &parts.1)?,
            Code::While(parts, until, after) => self.repeat(parts, *until, *after)?,
            Code::Begin(parts) => self.begin(parts)?,
            Code::Group(group) => match &self.matched {
                Some(matched) => matched.group(*group).map_or(Val::Nil, Val::text),
                None => Val::Nil,
            },
            Code::MatchInto(matching, variables) => {
                let place = self.eval(matching)?;
                for (slot, name) in variables {
                    let group = match &self.matched {
                        Some(matched) => matched.named(name)?.map_or(Val::Nil, Val::text),
                        None => Val::Nil,
                    };
                    self.set(*slot, group);
                }
                place
            }
            Code::Next(value) => return Err(Stop::Next(self.jump(value.as_deref())?)),
            Code::Break(value) => return Err(Stop::Break(self.jump(value.as_deref())?)),
            Code::Return(value) => return Err(Stop::Return(self.jump(value.as_deref())?)),
            Code::GiveUp => return Err(Stop::GiveUp),
        })
    }

    /// Returns the value that a jump takes along.
    fn jump(&mut self, value: Option<&Code>) -> Run<'h, Box<Val<'h>>> {
        let value = value.map_or(Ok(Val::Nil), |value| self.eval(value));
        value.map(Box::new)
    }

    pub fn set(&mut self, slot: usize, value: Val<'h>) {
        self.slots[self.base + slot] = value;
    }

    /// Returns a variable of the template, or of its scope.
    fn own_variable(&mut self, name: &str) -> Run<'h> {
        if self.program.sets_variables
            && let Some(value) = self.own_variables.get(name)
        {
            return Ok(value.clone());
        }
        match self.variable(name) {
            Some(value) => Ok(Val::of(value)),
            None => Ok(Val::Nil),
        }
    }

    /// Returns the value of a variable unless it is undef.
    fn variable(&mut self, name: &str) -> Option<Value<'h>> {
        let found = self.cx.variable(name);
        found.filter(|value| !value.is_undef())
    }

    fn scope_variable(&mut self, name: &Code, is_top: bool) -> Run<'h> {
        let name = self.eval(name)?;
        let scope = match is_top {
            true => Scope::Top,
            false => Scope::Calling,
        };
        self.variable_of(scope, &name)
    }

    /// Returns the value of a variable of a scope.
    pub fn variable_of(&mut self, scope: Scope, name: &Val<'h>) -> Run<'h> {
        let name = name.as_str().ok_or(Stop::GiveUp)?;
        let value = self.find_variable(scope, name);
        if value.is_none() && interp::is_group(name) {
            return Ok(Val::Nil);
        }
        // if there is no such variable, the process reports the error
        Ok(Val::of(value.ok_or(Stop::GiveUp)?))
    }

    /// Returns the value of a fact.
    pub fn fact(&mut self, name: &str) -> Val<'h> {
        self.cx.fact(name).map_or(Val::Nil, Val::of)
    }

    pub fn find_variable(&mut self, scope: Scope, name: &str) -> Option<Value<'h>> {
        match scope == Scope::Top && !name.contains("::") {
            true => interp::scope_variable(self.cx, ScopeId::TOP, name),
            false => self.cx.variable(name),
        }
    }

    /// Appends the text of a value to `out`.
    fn write(&mut self, code: &Code, out: &mut String) -> Run<'h, ()> {
        if let Some(text) = code.literal() {
            out.push_str(text);
            return Ok(());
        }
        match self.eval(code)?.write(out) {
            true => Ok(()),
            false => Err(Stop::GiveUp),
        }
    }

    fn append(&mut self, value: &Code) -> Run<'h> {
        let mut out = std::mem::take(&mut self.out);
        let written = self.write(value, &mut out);
        // text that evaluating the value added to the output would have to come first
        if !self.out.is_empty() {
            return Err(Stop::GiveUp);
        }
        self.out = out;
        limits::room(self.out.len());
        written?;
        Ok(Val::Nil)
    }

    /// Returns the values of items or arguments, with splats expanded.
    pub fn all(&mut self, codes: &[Code]) -> Run<'h, Vec<Val<'h>>> {
        let mut values = Vec::with_capacity(codes.len());
        for code in codes {
            match code {
                Code::Splat(list) => {
                    let list = self.eval(list)?;
                    values.extend(methods::array_of(&list)?.items().ok_or(Stop::GiveUp)?);
                    limits::items::<Val<'h>>(values.len());
                }
                code => values.push(self.eval(code)?),
            }
        }
        Ok(values)
    }

    fn regexp(&mut self, parts: &[Code], options: Options) -> Run<'h> {
        let mut source = String::new();
        for part in parts {
            match (part, self.eval(part)?) {
                // a pattern inside another one has its own options, which is not supported
                (_, Val::Regexp(_)) => return Err(Stop::GiveUp),
                (_, value) => match value.write(&mut source) {
                    true => {}
                    false => return Err(Stop::GiveUp),
                },
            }
        }
        let pattern = regexp::pattern(&source, options);
        pattern.check()?;
        Ok(Val::Regexp(pattern))
    }

    fn new_hash(&mut self, default: Option<&Code>, block: Option<&Arc<Block>>) -> Run<'h> {
        let hash = Val::hash(Vec::new());
        let default = match (default, block) {
            (Some(value), _) => Some(HashDefault::Value(self.eval(value)?)),
            (None, Some(block)) => Some(HashDefault::Block(Rc::new(self.closure(block, false)))),
            (None, None) => None,
        };
        if let Val::Hash(pairs) = &hash {
            pairs.borrow_mut().default = default;
        }
        Ok(hash)
    }

    /// Returns the default value of a hash for a key that it does not have.
    pub fn unknown_key(&mut self, hash: &Val<'h>, key: &Val<'h>) -> Run<'h> {
        let default = match hash {
            Val::Hash(pairs) => pairs.borrow().default.clone(),
            _ => None,
        };
        match default {
            None => Ok(Val::Nil),
            Some(HashDefault::Value(value)) => Ok(value),
            Some(HashDefault::Block(block)) => self.call_proc(&block, &[hash.clone(), key.clone()]),
        }
    }

    fn set_entry_if(&mut self, parts: &(Code, Code, Code), wanted: bool) -> Run<'h> {
        let (receiver, key) = (self.eval(&parts.0)?, self.eval(&parts.1)?);
        let known = methods::call(
            self,
            methods::AT,
            &receiver,
            std::slice::from_ref(&key),
            None,
        )?;
        if known.is_truthy() != wanted {
            return Ok(known);
        }
        let value = self.eval(&parts.2)?;
        methods::call(self, methods::PUT, &receiver, &[key, value.clone()], None)?;
        Ok(value)
    }

    /// Changes the text of a variable in place, unless another value shares it.
    fn change(&mut self, slot: usize, change: Change, arguments: &[Code]) -> Run<'h> {
        let arguments = self.all(arguments)?;
        let at = self.base + slot;
        if let (Change::Append, [argument], Val::List(_)) =
            (change, &arguments[..], &self.slots[at])
        {
            let list = self.slots[at].clone();
            return methods::call(
                self,
                methods::APPEND,
                &list,
                std::slice::from_ref(argument),
                None,
            );
        }
        let Val::Text(text) = &mut self.slots[at] else {
            let receiver = self.slots[at].clone();
            return match change {
                Change::Append => methods::call(self, methods::APPEND, &receiver, &arguments, None),
                Change::By(_) => Err(Stop::GiveUp),
            };
        };
        let text = Rc::get_mut(text).ok_or(Stop::GiveUp)?;
        match change {
            Change::Append => {
                for argument in &arguments {
                    text.push_str(argument.as_str().ok_or(Stop::GiveUp)?);
                }
                limits::room(text.len());
            }
            Change::By(method) => {
                let before = Val::text(text);
                let after = methods::call(self, method, &before, &arguments, None)?;
                let before = before.as_str().unwrap_or_default();
                if after.as_str().ok_or(Stop::GiveUp)? == before {
                    // a replacement by the same text counts as a change in Ruby
                    let is_changed = match (method, arguments.first()) {
                        (Method::Gsub | Method::Sub, Some(Val::Regexp(pattern))) => {
                            pattern.is_match(before)?
                        }
                        (Method::Gsub | Method::Sub | Method::Tr, Some(part)) => {
                            let is_in = |part: &str| method == Method::Tr || before.contains(part);
                            match is_in(part.as_str().ok_or(Stop::GiveUp)?) {
                                true => return Err(Stop::GiveUp),
                                false => false,
                            }
                        }
                        _ => false,
                    };
                    return Ok(match is_changed {
                        true => self.slots[at].clone(),
                        false => Val::Nil,
                    });
                }
                self.slots[at] = after;
            }
        }
        // the variable stays the only owner of the text unless the caller stores this value
        Ok(self.slots[at].clone())
    }

    fn case(
        &mut self,
        subject: Option<&Code>,
        branches: &[(Vec<Code>, Code)],
        otherwise: &Code,
    ) -> Run<'h> {
        let subject = match subject {
            Some(subject) => Some(self.eval(subject)?),
            None => None,
        };
        for (conditions, body) in branches {
            for condition in conditions {
                let condition = self.eval(condition)?;
                let fits = match &subject {
                    Some(subject) => methods::fits(self, &condition, subject)?,
                    None => condition.is_truthy(),
                };
                if fits {
                    return self.eval(body);
                }
            }
        }
        self.eval(otherwise)
    }

    fn call(&mut self, call: &Call) -> Run<'h> {
        if let Some(value) = self.quick_call(call.method, call)? {
            return Ok(value);
        }
        let receiver = self.eval(&call.receiver)?;
        if call.safe && matches!(receiver, Val::Nil) {
            return Ok(Val::Nil);
        }
        if !matches!(call.receiver, Code::Local(_))
            && let Some(value) = self.quick_method(call.method, &receiver, call)?
        {
            return Ok(value);
        }
        let block = call.block.as_deref();
        let done = self.call_with(call.method, &receiver, &call.arguments, block);
        match done {
            Err(Stop::Break(value)) if block.is_some() => Ok(*value),
            done => done,
        }
    }

    /// Evaluates the arguments and calls a method with them. A call with one argument allocates no
    /// list.
    fn call_with(
        &mut self,
        method: Method,
        receiver: &Val<'h>,
        arguments: &[Code],
        block: Option<&Block>,
    ) -> Run<'h> {
        match arguments {
            [] => methods::call(self, method, receiver, &[], block),
            // a literal text need not be copied
            [Code::Text(text) | Code::FrozenText(text)] => {
                let argument = Val::Shared(Arc::clone(text));
                methods::call(self, method, receiver, &[argument], block)
            }
            [Code::Splat(_)] => {
                let arguments = self.all(arguments)?;
                methods::call(self, method, receiver, &arguments, block)
            }
            [argument] => {
                let argument = self.eval(argument)?;
                methods::call(self, method, receiver, &[argument], block)
            }
            arguments => {
                let arguments = self.all(arguments)?;
                methods::call(self, method, receiver, &arguments, block)
            }
        }
    }

    /// Evaluates a condition and returns true if its value is true.
    pub(super) fn condition(&mut self, code: &Code) -> Run<'h, bool> {
        Ok(match code {
            Code::Not(inner) => !self.condition(inner)?,
            Code::And(sides) => self.condition(&sides.0)? && self.condition(&sides.1)?,
            Code::Or(sides) => self.condition(&sides.0)? || self.condition(&sides.1)?,
            // no code reads the groups of this match
            Code::Call(call)
                if call.method == Method::Match
                    && !self.program.reads_match
                    && call.arguments.len() == 1
                    && call.block.is_none()
                    && !call.safe =>
            {
                if let Some(is_match) = self.quick_match(call)? {
                    return Ok(is_match);
                }
                let receiver = self.eval(&call.receiver)?;
                let is_usual = matches!(receiver, Val::Regexp(_)) || receiver.as_str().is_some();
                let method = if is_usual {
                    Method::IsMatch
                } else {
                    Method::Match
                };
                self.call_with(method, &receiver, &call.arguments, None)?
                    .is_truthy()
            }
            code => self.eval(code)?.is_truthy(),
        })
    }

    fn begin(&mut self, begin: &Begin) -> Run<'h> {
        let outer = self.set_handled(true);
        let mut done = self.eval(&begin.body);
        self.set_handled(outer);
        if let (Ok(_), Some(otherwise)) = (&done, &begin.otherwise) {
            done = self.eval(otherwise);
        } else if let Err(Stop::Fault(fault)) = done {
            done = self.handled(fault, &begin.handlers);
        }
        if !matches!(done, Err(Stop::GiveUp)) {
            self.eval(&begin.ensure)?;
        }
        done
    }

    /// Returns the value of the first handler that handles an error.
    fn handled(&mut self, fault: Fault, handlers: &[Handler]) -> Run<'h> {
        for handler in handlers {
            for classes in handler.classes.as_ref().ok_or(Stop::GiveUp)? {
                if !self.is_one_of(fault, classes)? {
                    continue;
                }
                if let Some(slot) = handler.target {
                    self.set(slot, Val::object(Object::Error));
                }
                return self.eval(&handler.body);
            }
        }
        Err(Stop::Fault(fault))
    }

    /// Returns true if an error belongs to a class, or to one of the classes of a splat.
    fn is_one_of(&mut self, fault: Fault, classes: &Code) -> Run<'h, bool> {
        for class in self.all(std::slice::from_ref(classes))? {
            let Val::Class(Class::Error(class)) = class else {
                return Err(Stop::GiveUp);
            };
            if fault.is_a(class) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Records whether the file handles errors of the code that runs; returns the previous state.
    fn set_handled(&mut self, is_handled: bool) -> bool {
        std::mem::replace(&mut self.record.is_handled, is_handled)
    }

    fn for_each(&mut self, targets: &[Parameter], list: &Code, body: &Code) -> Run<'h> {
        let list = self.eval(list)?;
        for item in methods::rounds(&list)? {
            self.round()?;
            match targets {
                [single] => self.bind(single, item)?,
                _ => self.bind_many(targets, item.items().ok_or(Stop::GiveUp)?)?,
            }
            match self.act(body) {
                Ok(()) | Err(Stop::Next(_)) => {}
                Err(Stop::Break(value)) => return Ok(*value),
                Err(stop) => return Err(stop),
            }
        }
        Ok(list)
    }

    fn repeat(&mut self, parts: &(Code, Code), until: bool, after: bool) -> Run<'h> {
        let mut is_first = after;
        loop {
            self.round()?;
            if !is_first && self.eval(&parts.0)?.is_truthy() == until {
                return Ok(Val::Nil);
            }
            is_first = false;
            match self.act(&parts.1) {
                Ok(()) | Err(Stop::Next(_)) => {}
                Err(Stop::Break(value)) => return Ok(*value),
                Err(stop) => return Err(stop),
            }
        }
    }

    /// Counts a round of a loop and checks the time limit at intervals.
    #[inline]
    pub fn round(&mut self) -> Run<'h, ()> {
        self.rounds += 1;
        if self.rounds.is_multiple_of(ROUNDS_CALM) {
            limits::time();
        }
        Ok(())
    }

    /// Searches a text for a pattern; a match becomes the last match.
    pub fn find(
        &mut self,
        pattern: &Arc<Pattern>,
        text: &str,
        from: usize,
    ) -> Run<'h, Option<Rc<Matched>>> {
        let mut spans = pattern.room()?;
        let is_match = pattern.spans(text, from, &mut spans)?;
        let matched = is_match.then(|| {
            Rc::new(Matched {
                pattern: Arc::clone(pattern),
                text: text.to_owned(),
                spans,
            })
        });
        self.matched.clone_from(&matched);
        Ok(matched)
    }

    /// Returns true if a pattern matches a text.
    pub fn is_match(&mut self, pattern: &Arc<Pattern>, text: &str) -> Run<'h, bool> {
        match self.program.reads_match {
            true => Ok(self.find(pattern, text, 0)?.is_some()),
            false => Ok(pattern.is_match(text)?),
        }
    }

    /// Gives up if the code reads the last match; called by methods that would change it but do not
    /// track it.
    pub fn forgets_match(&self) -> Run<'h, ()> {
        match self.program.reads_match {
            true => Err(Stop::GiveUp),
            false => Ok(()),
        }
    }
}

/// Returns the variables of a program, with room for those of its methods.
fn slots<'h>(program: &Program) -> Vec<Val<'h>> {
    let of_methods: usize = program.methods.iter().map(|method| method.slots).sum();
    let mut slots = Vec::with_capacity(program.slots + of_methods.min(SLOTS_ROOM));
    slots.resize(program.slots, Val::Nil);
    slots
}

/// Gives up if an operation on objects had an unknown result.
pub fn certain<'h>() -> Run<'h, ()> {
    match take_doubt() {
        true => Err(Stop::GiveUp),
        false => Ok(()),
    }
}

/// Turns an error into giving up: the process meets the error again and reports it.
impl From<Box<Failure>> for Stop<'_> {
    fn from(_: Box<Failure>) -> Self {
        Stop::GiveUp
    }
}

impl<'h> From<Box<Raise<'h>>> for Stop<'h> {
    fn from(_: Box<Raise<'h>>) -> Stop<'h> {
        Stop::GiveUp
    }
}
