//! Evaluates expressions and definitions.

use std::rc::Rc;

use super::machine::{DEPTH_MAX, Machine};
use super::names;
use super::object::{OBJECT, Role};
use super::value::{Closure, Frame, Id, Locals, Method, Step, Stop, Value};
use crate::syntax::tree::{Begin, Block, Define, Kind, Node, Pair, Parameters, Part, Scope, When};

impl<'a> Machine<'a, '_> {
    /// Evaluates a node. Notes the place if that is refused.
    pub fn node(&mut self, frame: &Frame<'a>, node: &Node<'a>) -> Step<'a> {
        self.step()?;
        let value = self.kind(frame, node);
        if matches!(value, Err(Stop::Refused)) {
            self.locate(frame, node);
        }
        value
    }

    // Long because each kind of node has an arm.
    fn kind(&mut self, frame: &Frame<'a>, node: &Node<'a>) -> Step<'a> {
        Ok(match node.kind {
            Kind::Nil => Value::Nil,
            Kind::True => Value::True,
            Kind::False => Value::False,
            Kind::SelfValue => frame.myself.clone(),
            // other bases, and numbers that are large, are not needed
            Kind::Integer(text) if text.starts_with('0') && text.len() > 1 => Value::Unknown,
            Kind::Integer(text) => text.parse().map_or(Value::Unknown, Value::Integer),
            Kind::Float(text) => text.parse().map_or(Value::Unknown, Value::Float),
            Kind::OtherNumber(_) => Value::Unknown,
            Kind::Global("$LOAD_PATH" | "$:") => Value::LoadPath,
            Kind::Text(parts) => Value::Text(self.parts(frame, parts)?.map(Into::into)),
            Kind::Symbol(parts) => match self.parts(frame, parts)? {
                Some(name) => Value::symbol(&name),
                None => Value::Unknown,
            },
            Kind::Regexp([Part::Bytes(source)], options) => Value::Regexp(
                std::str::from_utf8(source)
                    .ok()
                    .map(|source| (source, options)),
            ),
            Kind::Regexp([], options) => Value::Regexp(Some(("", options))),
            Kind::Regexp(parts, _) => {
                self.parts(frame, parts)?;
                Value::Regexp(None)
            }
            Kind::File => Value::text(&self.sources[frame.file].0),
            Kind::Array(items) => Value::list(self.all(frame, items)?),
            Kind::Hash(pairs) | Kind::Pairs(pairs) => self.hash(frame, pairs)?,
            Kind::Range { from, to, .. } => {
                for end in [from, to].into_iter().flatten() {
                    self.node(frame, end)?;
                }
                Value::Unknown
            }
            Kind::Local(name) => frame.locals.get(name).unwrap_or(Value::Nil),
            Kind::Instance(name) => self.variable(frame, name)?,
            Kind::ClassVariable(name) => self.class_variable(frame, name)?,
            Kind::Constant(scope, name) => self.constant(frame, scope, name)?,
            Kind::Call(call) => self.call(frame, call)?,
            Kind::And(left, right) => self.either(frame, left, right, true)?,
            Kind::Or(left, right) => self.either(frame, left, right, false)?,
            Kind::Defined(inner) => self.defined(frame, inner)?,
            Kind::Assign(target, value) => {
                let value = self.node(frame, value)?;
                self.assign(frame, target, value)?
            }
            Kind::OperatorAssign(target, operator, value) => {
                self.operator_assign(frame, target, operator, value)?
            }
            Kind::If {
                condition,
                then,
                otherwise,
                unless,
            } => match self.node(frame, condition)?.is_true() {
                Some(is_true) if is_true != unless => self.node(frame, then)?,
                Some(_) => self.option(frame, otherwise)?,
                None if is_feature_check(condition, then) && otherwise.is_none() => Value::Unknown,
                None => {
                    self.perhaps(frame, then)?;
                    if let Some(otherwise) = otherwise {
                        self.perhaps(frame, otherwise)?;
                    }
                    Value::Unknown
                }
            },
            Kind::Case {
                subject: Some(subject),
                branches,
                otherwise,
            } => self.case(frame, subject, branches, otherwise)?,
            Kind::Begin(begin) => self.begin(frame, begin)?,
            Kind::Grouped(inner) => self.node(frame, inner)?,
            Kind::Define(define) => self.define(frame, define)?,
            Kind::Class(path, parent, body) => self.class(frame, path, parent, body)?,
            Kind::SingletonClass(of, body) => self.singleton_class(frame, of, body)?,
            Kind::Module(path, body) => self.module(frame, path, body)?,
            Kind::Alias(new, old) => {
                let (new, old) = (self.node(frame, new)?, self.node(frame, old)?);
                self.alias(frame, &new, &old)?
            }
            Kind::Super(arguments, None) => self.super_method(frame, arguments)?,
            Kind::Return(value) => return Err(Stop::Return(self.option(frame, value)?)),
            Kind::Break(value) => {
                self.option(frame, value)?;
                return Err(Stop::Break);
            }
            Kind::Next(value) => return Err(Stop::Next(self.option(frame, value)?)),
            Kind::Lambda(block) => self.closure(frame, block),
            Kind::Sequence(items) => self.sequence(frame, items)?,
            _ => return self.refuse("syntax that is not evaluated"),
        })
    }

    fn sequence(&mut self, frame: &Frame<'a>, items: &[Node<'a>]) -> Step<'a> {
        let mut last = Value::Nil;
        for item in items {
            last = self.node(frame, item)?;
        }
        Ok(last)
    }

    fn option(&mut self, frame: &Frame<'a>, node: Option<&Node<'a>>) -> Step<'a> {
        node.map_or(Ok(Value::Nil), |node| self.node(frame, node))
    }

    pub fn closure(&mut self, frame: &Frame<'a>, block: &'a Block<'a>) -> Value<'a> {
        Value::Code(Rc::new(Closure::Block(block, frame.clone())))
    }

    /// Calls the method of the same name of the class that the running method's class derives from.
    fn super_method(&mut self, frame: &Frame<'a>, arguments: Option<&[Node<'a>]>) -> Step<'a> {
        let arguments = match arguments {
            Some(arguments) => self.all(frame, arguments)?.into(),
            None => Rc::clone(&frame.arguments),
        };
        let parent = self.object(frame.nesting.object).parent;
        let found = parent.and_then(|parent| match frame.myself {
            Value::Object(_) => self.method_of(parent, frame.method),
            _ => self.method_of_instances(parent, frame.method),
        });
        match found {
            Some(method) => {
                self.run_method(&frame.myself, &method, &arguments, frame.block.clone())
            }
            None if is_hook(frame.method) => Ok(Value::Nil),
            None => self.refuse("super"),
        }
    }

    /// Returns a text with interpolated code; `None` if its content is not known.
    fn parts(&mut self, frame: &Frame<'a>, parts: &[Part<'a>]) -> Step<'a, Option<String>> {
        let mut text = Some(String::new());
        for part in parts {
            let more = match part {
                Part::Bytes(bytes) => std::str::from_utf8(bytes).ok().map(str::to_owned),
                Part::Code(code) => match self.node(frame, code)? {
                    Value::Text(text) => text.map(|text| text.to_string()),
                    Value::Symbol(text) => Some(text.to_string()),
                    Value::Integer(number) => Some(number.to_string()),
                    Value::Nil => Some(String::new()),
                    Value::Path(path) => Some(path.to_string()),
                    _ => None,
                },
            };
            text = text.zip(more).map(|(text, more)| text + &more);
        }
        Ok(text)
    }

    /// Evaluates the items of a list, or arguments.
    pub fn all(&mut self, frame: &Frame<'a>, items: &[Node<'a>]) -> Step<'a, Vec<Value<'a>>> {
        let mut values = Vec::new();
        for item in items {
            match item.kind {
                Kind::Splat(Some(list)) => match self.node(frame, list)? {
                    Value::List(items) => values.extend(items.borrow().iter().cloned()),
                    Value::Nil => {}
                    value @ (Value::Text(_) | Value::Symbol(_)) => values.push(value),
                    _ => return self.refuse("a splat of a value that is not known"),
                },
                Kind::BlockPass(_) => return self.refuse("a block that is passed on"),
                _ => values.push(self.node(frame, item)?),
            }
        }
        Ok(values)
    }

    fn hash(&mut self, frame: &Frame<'a>, pairs: &[Pair<'a>]) -> Step<'a> {
        let mut all = Vec::new();
        for pair in pairs {
            let value = self.node(frame, &pair.value)?;
            match (&pair.key, value) {
                (Some(key), value) => all.push((self.node(frame, key)?, value)),
                (None, Value::Hash(more)) => all.extend(more.borrow().iter().cloned()),
                (None, _) => return self.refuse("`**` of a value that is not known"),
            }
        }
        Ok(Value::hash(all))
    }

    /// Evaluates `and` (`needs` is true) or `or`.
    fn either(
        &mut self,
        frame: &Frame<'a>,
        left: &Node<'a>,
        right: &Node<'a>,
        needs: bool,
    ) -> Step<'a> {
        let value = self.node(frame, left)?;
        match value.is_true() {
            Some(is_true) if is_true == needs => self.node(frame, right),
            Some(_) => Ok(value),
            None => {
                self.perhaps(frame, right)?;
                Ok(Value::Unknown)
            }
        }
    }

    /// Evaluates code that runs on a condition whose value is not known. If it would leave the method, the rest of
    /// the method depends on that condition, too.
    fn perhaps(&mut self, frame: &Frame<'a>, node: &Node<'a>) -> Step<'a, ()> {
        self.unknown_conditions += 1;
        let done = self.node(frame, node);
        match done {
            Ok(_) => self.unknown_conditions -= 1,
            Err(Stop::Return(_)) if !frame.method.is_empty() => {}
            Err(Stop::Refused) => return Err(Stop::Refused),
            Err(_) => return self.refuse("a jump on a condition that is not known"),
        }
        Ok(())
    }

    fn variable(&mut self, frame: &Frame<'a>, name: &str) -> Step<'a> {
        match frame.myself {
            Value::Object(id)
                if !self.object(id).is_own
                    && (self.object(id).role == Role::Plain || !names::KEPT.contains(&name)) =>
            {
                Ok(self
                    .object(id)
                    .variables
                    .get(name)
                    .cloned()
                    .unwrap_or(Value::Nil))
            }
            Value::Main => Ok(self
                .object(OBJECT)
                .variables
                .get(name)
                .cloned()
                .unwrap_or(Value::Nil)),
            Value::Instance(_) => Ok(Value::Unknown),
            _ => self.refuse(format!("the variable {name}")),
        }
    }

    /// Returns the innermost class or module, which holds class variables.
    fn surrounding(&mut self, frame: &Frame<'a>) -> Step<'a, Id> {
        match frame.nesting.object {
            id if id == OBJECT || self.object(id).is_own => {
                self.refuse("a class variable outside of a class")
            }
            id => Ok(id),
        }
    }

    fn class_variable(&mut self, frame: &Frame<'a>, name: &str) -> Step<'a> {
        let id = self.surrounding(frame)?;
        match self.object(id).variables.get(name) {
            Some(value) => Ok(value.clone()),
            None => self.refuse("a class variable that is not known"),
        }
    }

    fn defined(&mut self, frame: &Frame<'a>, node: &Node<'a>) -> Step<'a> {
        match node.kind {
            Kind::Constant(Scope::Lexical, name) => match self.lexical_constant(frame, name)? {
                Some(_) => Ok(Value::text("constant")),
                // no constant of Ruby has such a name, except for those that begin with these words
                None if name.contains('_')
                    && !names::WORDS_OF_RUBY
                        .iter()
                        .any(|word| name.starts_with(word)) =>
                {
                    Ok(Value::Nil)
                }
                None => self.refuse("defined?"),
            },
            Kind::Instance(name) => {
                let value = self.variable(frame, name)?;
                let is_set = !matches!(value, Value::Nil);
                Ok(if is_set {
                    Value::text("instance-variable")
                } else {
                    Value::Nil
                })
            }
            _ => self.refuse("defined?"),
        }
    }

    /// Assigns a value and returns it.
    fn assign(&mut self, frame: &Frame<'a>, target: &Node<'a>, value: Value<'a>) -> Step<'a> {
        match target.kind {
            Kind::Local(name) => {
                let is_certain = self.unknown_conditions == 0;
                frame.locals.set(
                    name,
                    if is_certain {
                        value.clone()
                    } else {
                        Value::Unknown
                    },
                );
            }
            Kind::Instance(name) => {
                let id = match frame.myself {
                    Value::Instance(_) => return Ok(value),
                    Value::Object(id) => id,
                    Value::Main => OBJECT,
                    _ => return self.refuse("a variable of an object"),
                };
                self.set_variable(id, name, value.clone())?;
            }
            Kind::ClassVariable(name) => {
                let id = self.surrounding(frame)?;
                self.effect()?;
                self.object_mut(id)
                    .variables
                    .insert(name.into(), value.clone());
            }
            Kind::Constant(Scope::Lexical, name) => {
                let id = frame.nesting.object;
                self.set_constant(id, name, value.clone())?;
            }
            Kind::Constant(Scope::Of(outer), name) => match self.node(frame, outer)? {
                Value::Object(id) => self.set_constant(id, name, value.clone())?,
                _ => return self.refuse("a constant of an object"),
            },
            Kind::Call(call) => match call.receiver {
                Some(receiver) if call.arguments.is_empty() => {
                    let receiver = self.node(frame, receiver)?;
                    let name = format!("{}=", call.name);
                    self.send(frame, &receiver, &name, std::slice::from_ref(&value), None)?;
                }
                Some(receiver) => {
                    let receiver = self.node(frame, receiver)?;
                    let key = self.all(frame, call.arguments)?;
                    self.assign_element(&receiver, &key, value.clone())?;
                }
                None => return self.refuse("an assignment of an element"),
            },
            _ => return self.refuse("an assignment"),
        }
        Ok(value)
    }

    pub fn set_variable(&mut self, id: Id, name: &str, value: Value<'a>) -> Step<'a, ()> {
        let is_certain = self.unknown_conditions == 0;
        let object = self.object(id);
        if name == "@isomorphic" && is_certain && object.role == Role::Type {
            return match value.is_true() {
                Some(is_true) => {
                    self.object_mut(id).declared.is_shared = !is_true;
                    Ok(())
                }
                None => self.refuse("@isomorphic"),
            };
        }
        let is_kept =
            object.role != Role::Plain && (names::KEPT.contains(&name) || name == "@isomorphic");
        if is_kept || (object.is_own && id != OBJECT) {
            return self.refuse(format!("the variable {name}"));
        }
        let value = if is_certain { value } else { Value::Unknown };
        self.object_mut(id).variables.insert(name.into(), value);
        Ok(())
    }

    fn operator_assign(
        &mut self,
        frame: &Frame<'a>,
        target: &Node<'a>,
        operator: &str,
        value: &Node<'a>,
    ) -> Step<'a> {
        let old = match (target.kind, operator) {
            (Kind::Constant(Scope::Lexical, name), "||") => {
                self.lexical_constant(frame, name)?.unwrap_or(Value::Nil)
            }
            (Kind::Local(_) | Kind::Instance(_), _) => self.node(frame, target)?,
            (Kind::Call(call), _) if call.arguments.is_empty() => self.node(frame, target)?,
            _ => return self.refuse("an assignment with an operator"),
        };
        let new = match (operator, old.is_true()) {
            ("||", Some(true)) | ("&&", Some(false)) => return Ok(old),
            ("||", Some(false)) | ("&&", Some(true)) => self.node(frame, value)?,
            ("||" | "&&", None) => {
                self.perhaps(frame, value)?;
                match target.kind {
                    Kind::Call(_) => return Ok(Value::Unknown),
                    _ => Value::Unknown,
                }
            }
            _ => {
                let value = self.node(frame, value)?;
                self.send(frame, &old, operator, &[value], None)?
            }
        };
        self.assign(frame, target, new)
    }

    fn case(
        &mut self,
        frame: &Frame<'a>,
        subject: &Node<'a>,
        branches: &[When<'a>],
        otherwise: Option<&Node<'a>>,
    ) -> Step<'a> {
        let subject = self.node(frame, subject)?;
        let mut is_certain = true;
        for branch in branches {
            for option in self.all(frame, branch.conditions)? {
                let is_plain = !matches!(option, Value::Object(_) | Value::Regexp(_));
                match option.equals(&subject).filter(|_| is_plain && is_certain) {
                    Some(true) => return self.node(frame, branch.body),
                    Some(false) => {}
                    None => is_certain = false,
                }
            }
            if !is_certain {
                self.perhaps(frame, branch.body)?;
            }
        }
        match (is_certain, otherwise) {
            (true, _) => self.option(frame, otherwise),
            (false, Some(otherwise)) => self.perhaps(frame, otherwise).map(|()| Value::Unknown),
            (false, None) => Ok(Value::Unknown),
        }
    }

    /// Evaluates a body with handlers. They do not run, because an error ends the attempt.
    fn begin(&mut self, frame: &Frame<'a>, begin: &Begin<'a>) -> Step<'a> {
        let mut value = self.node(frame, begin.body)?;
        if let Some(otherwise) = begin.otherwise {
            value = self.node(frame, otherwise)?;
        }
        if let Some(ensure) = begin.ensure {
            self.node(frame, ensure)?;
        }
        Ok(value)
    }

    fn assign_element(
        &mut self,
        of: &Value<'a>,
        key: &[Value<'a>],
        value: Value<'a>,
    ) -> Step<'a, ()> {
        match (of, key) {
            (Value::Environment, [_]) => Ok(()),
            (Value::Hash(pairs), [key]) => {
                self.effect()?;
                pairs.borrow_mut().push((key.clone(), value));
                Ok(())
            }
            _ => self.refuse("an assignment of an element"),
        }
    }

    /// Runs a block. `myself` replaces `self`, as `class_eval` does.
    pub fn run(
        &mut self,
        code: &Rc<Closure<'a>>,
        myself: Option<Id>,
        arguments: &[Value<'a>],
    ) -> Step<'a> {
        let (block, frame) = match &**code {
            Closure::Block(block, frame) => (*block, frame),
            Closure::Method(name) => {
                let Some((receiver, rest)) = arguments.split_first() else {
                    return self.refuse("a call without an argument");
                };
                return self.send(&self.main(), receiver, name, rest, None);
            }
        };
        let mut frame = Frame {
            locals: Locals::within(&frame.locals),
            ..frame.clone()
        };
        if let Some(id) = myself {
            frame.myself = Value::Object(id);
            frame.definee = id;
        }
        // a block that takes several values splits a list
        let parameters = &block.parameters;
        let split = match arguments {
            [Value::List(items)] if takes_several(parameters) => Some(items.borrow().clone()),
            _ => None,
        };
        let arguments = split.as_deref().unwrap_or(arguments);
        self.bind(&frame, parameters, arguments, None, false)?;
        match self.nested(|machine| machine.node(&frame, block.body)) {
            Err(Stop::Next(value)) => Ok(value),
            done => done,
        }
    }

    /// Runs a method.
    pub fn run_method(
        &mut self,
        myself: &Value<'a>,
        method: &Method<'a>,
        arguments: &[Value<'a>],
        block: Option<Rc<Closure<'a>>>,
    ) -> Step<'a> {
        match method {
            Method::Defined {
                define,
                nesting,
                file,
            } => {
                let frame = Frame {
                    file: *file,
                    myself: myself.clone(),
                    nesting: Rc::clone(nesting),
                    definee: match *myself {
                        Value::Object(id) => id,
                        _ => OBJECT,
                    },
                    locals: Rc::new(Locals::default()),
                    block,
                    method: define.name,
                    arguments: arguments.into(),
                };
                self.run_defined(&frame, define)
            }
            Method::Code(code) => {
                let Value::Object(id) = *myself else {
                    return self.refuse("a method of an object");
                };
                match self.run(code, Some(id), arguments) {
                    Err(Stop::Return(value)) => Ok(value),
                    done => done,
                }
            }
            Method::Unknown => self.refuse("a method that is not known"),
            Method::Reader(variable) => match *myself {
                Value::Object(id) => {
                    let value = self.object(id).variables.get(variable);
                    Ok(value.cloned().unwrap_or(Value::Nil))
                }
                _ => self.refuse("a variable of an object"),
            },
            Method::Writer(variable) => match (myself, arguments) {
                (Value::Object(id), [value]) => {
                    self.set_variable(*id, variable, value.clone())?;
                    Ok(value.clone())
                }
                _ => self.refuse("a variable of an object"),
            },
        }
    }

    fn run_defined(&mut self, frame: &Frame<'a>, define: &'a Define<'a>) -> Step<'a> {
        let (arguments, block) = (Rc::clone(&frame.arguments), frame.block.clone());
        self.bind(frame, &define.parameters, &arguments, block, true)?;
        let outside = self.unknown_conditions;
        let done = self.nested(|machine| machine.node(frame, define.body));
        // the method may have ended before
        let is_certain = self.unknown_conditions == outside;
        self.unknown_conditions = outside;
        match done {
            Ok(value) | Err(Stop::Return(value)) => {
                Ok(if is_certain { value } else { Value::Unknown })
            }
            Err(Stop::Break | Stop::Next(_)) => self.refuse("a jump out of a method"),
            Err(Stop::Refused) => Err(Stop::Refused),
        }
    }

    fn nested(&mut self, run: impl FnOnce(&mut Self) -> Step<'a>) -> Step<'a> {
        if self.depth >= DEPTH_MAX {
            return self.refuse("calls are nested too deeply");
        }
        self.depth += 1;
        let done = run(self);
        self.depth -= 1;
        done
    }

    /// Gives arguments to the parameters of a method (`is_strict`) or block.
    fn bind(
        &mut self,
        frame: &Frame<'a>,
        parameters: &Parameters<'a>,
        arguments: &[Value<'a>],
        block: Option<Rc<Closure<'a>>>,
        is_strict: bool,
    ) -> Step<'a, ()> {
        let is_plain = parameters.post.is_empty()
            && parameters.keywords.is_empty()
            && parameters.keyword_rest.is_none()
            && parameters.numbered == 0
            && parameters.rest != Some("...");
        let required = parameters.required.len();
        let max = required + parameters.optional.len();
        let is_fitting =
            arguments.len() >= required && (arguments.len() <= max || parameters.rest.is_some());
        if !is_plain || (is_strict && !is_fitting) {
            return self.refuse("parameters of a method or block");
        }
        let mut arguments = arguments.iter().cloned();
        for one in parameters.required {
            let Kind::Local(name) = one.kind else {
                return self.refuse("parameters of a method or block");
            };
            frame
                .locals
                .declare(name, arguments.next().unwrap_or(Value::Nil));
        }
        for (name, default) in parameters.optional {
            let value = match arguments.next() {
                Some(value) => value,
                None => self.node(frame, default)?,
            };
            frame.locals.declare(name, value);
        }
        if let Some(name) = parameters.rest {
            frame.locals.declare(name, Value::list(arguments.collect()));
        }
        if let Some(name) = parameters.block {
            frame
                .locals
                .declare(name, block.map_or(Value::Nil, Value::Code));
        }
        Ok(())
    }
}

/// Returns true if a block splits a list that is its only argument.
fn takes_several(parameters: &Parameters<'_>) -> bool {
    let single = parameters.required.len() + parameters.optional.len();
    single > 1 || (single == 1 && (parameters.rest.is_some() || parameters.extra_comma))
}

/// Returns true if a method is called by Ruby, so that `super` calls one that does nothing.
fn is_hook(name: &str) -> bool {
    matches!(
        name,
        "inherited" | "included" | "extended" | "prepended" | "method_added"
    )
}

/// Returns true if code requires a file if Puppet has the feature that consists of this file.
fn is_feature_check(condition: &Node<'_>, then: &Node<'_>) -> bool {
    let then = match then.kind {
        Kind::Sequence([only]) => only,
        _ => then,
    };
    let (Kind::Call(feature), Kind::Call(require)) = (condition.kind, then.kind) else {
        return false;
    };
    let is_of_features = |of: &Node<'_>| matches!(of.kind, Kind::Call(of) if of.name == "features");
    let is_literal = matches!(
        require.arguments,
        [Node {
            kind: Kind::Text([Part::Bytes(_)]),
            ..
        }]
    );
    feature.receiver.is_some_and(is_of_features)
        && require.receiver.is_none()
        && require.name == "require"
        && is_literal
}
