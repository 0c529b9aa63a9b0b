//! Runs a lowered template.

use std::sync::Arc;

use runtime::{Cx, Raise, Value, limits};

use super::lower::{Block, Call, Class, Code, Parameter, Template};
use super::methods;
use super::value::Val;

/// The outcome of a template.
pub enum Rendered {
    /// Its text.
    Text(String),
    /// It holds what is not in the tables.
    NotNative,
    /// It was begun, but its end is for Ruby to say.
    GivenUp,
}

/// Why code does not go on.
pub enum Stop<'h> {
    /// The process has to render the template.
    GiveUp,
    /// The value of a round of a block.
    Next(Val<'h>),
    /// The end of a loop.
    Break,
}

pub type Run<'h, T = Val<'h>> = Result<T, Stop<'h>>;

/// Rounds after which it is asked whether there is time.
const ROUNDS_CALM: u32 = 256;

/// A template that runs.
pub struct Running<'r, 'h> {
    cx: &'r mut Cx<'h>,
    out: String,
    slots: Vec<Val<'h>>,
    rounds: u32,
}

/// Runs a template in the scope that runs.
pub fn render(cx: &mut Cx<'_>, template: &Template) -> Rendered {
    let mut running = Running {
        cx,
        out: String::new(),
        slots: vec![Val::Nil; template.slots],
        rounds: 0,
    };
    match running.eval(&template.body) {
        Ok(_) => Rendered::Text(running.out),
        Err(_) => Rendered::GivenUp,
    }
}

impl<'h> Running<'_, 'h> {
    pub fn eval(&mut self, code: &Code) -> Run<'h> {
        Ok(match code {
            Code::Nil => Val::Nil,
            Code::True => Val::Boolean(true),
            Code::False => Val::Boolean(false),
            Code::Integer(value) => Val::Integer(*value),
            Code::Float(value) => Val::Float(*value),
            Code::Text(text) => Val::text(text),
            Code::Symbol(name) => Val::Symbol(Arc::clone(name)),
            Code::Regexp(pattern) => Val::Regexp(Arc::clone(pattern)),
            Code::Class(class) => Val::Class(*class),
            Code::Joined(codes) => {
                let mut text = String::new();
                for code in codes {
                    self.write(code, &mut text)?;
                }
                Val::Text(text.into())
            }
            Code::List(codes) => Val::list(self.all(codes)?),
            Code::Hash(codes) => {
                let pairs = Val::hash(Vec::new());
                for (key, value) in codes {
                    let (key, value) = (self.eval(key)?, self.eval(value)?);
                    methods::put(&pairs, key, value)?;
                }
                pairs
            }
            Code::Range(ends, exclusive) => match (self.eval(&ends.0)?, self.eval(&ends.1)?) {
                (Val::Integer(from), Val::Integer(to)) => Val::Range(from, to, *exclusive),
                _ => return Err(Stop::GiveUp),
            },
            Code::Local(slot) => self.slots[*slot].clone(),
            Code::SetLocal(slot, value) => {
                let value = self.eval(value)?;
                self.slots[*slot] = value.clone();
                value
            }
            Code::SetLocalIf(slot, wanted, value) => {
                if self.slots[*slot].is_truthy() == *wanted {
                    self.slots[*slot] = self.eval(value)?;
                }
                self.slots[*slot].clone()
            }
            Code::Variable(name) => match self.variable(name) {
                Some(value) => Val::of(value).ok_or(Stop::GiveUp)?,
                None => Val::Nil,
            },
            Code::ScopeVariable(name) => {
                let name = self.eval(name)?;
                let name = name.as_str().ok_or(Stop::GiveUp)?;
                // without such a variable Ruby says why
                let value = self.cx.variable(name).ok_or(Stop::GiveUp)?;
                Val::of(value).ok_or(Stop::GiveUp)?
            }
            Code::HasVariable(name) => {
                let name = self.eval(name)?;
                let name = name.as_str().ok_or(Stop::GiveUp)?;
                match name.contains("::") {
                    true => return Err(Stop::GiveUp),
                    false => Val::Boolean(self.variable(name).is_some()),
                }
            }
            Code::IsDefined(name) => match self.variable(name) {
                Some(_) => Val::text("instance-variable"),
                None => Val::Nil,
            },
            Code::Append(value) => {
                let mut out = std::mem::take(&mut self.out);
                let written = self.write(value, &mut out);
                // what the value has added by itself comes first
                if !self.out.is_empty() {
                    return Err(Stop::GiveUp);
                }
                self.out = out;
                limits::room(self.out.len());
                written?;
                Val::Nil
            }
            Code::Sequence(codes) => {
                let mut last = Val::Nil;
                for code in codes {
                    last = self.eval(code)?;
                }
                last
            }
            Code::If(parts) => match self.eval(&parts.0)?.is_truthy() {
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
            Code::Not(inner) => Val::Boolean(!self.eval(inner)?.is_truthy()),
            Code::Case(subject, branches, otherwise) => {
                self.case(subject.as_deref(), branches, otherwise)?
            }
            Code::Call(call) => self.call(call)?,
            Code::ToArray(value) => {
                let value = self.eval(value)?;
                methods::array_of(&value)
            }
            Code::For(parameters, parts) => self.for_each(parameters, &parts.0, &parts.1)?,
            Code::Next(value) => {
                let value = match value {
                    Some(value) => self.eval(value)?,
                    None => Val::Nil,
                };
                return Err(Stop::Next(value));
            }
            Code::Break => return Err(Stop::Break),
            Code::GiveUp => return Err(Stop::GiveUp),
        })
    }

    /// A variable that has a value.
    fn variable(&mut self, name: &str) -> Option<Value<'h>> {
        let found = self.cx.variable(name);
        found.filter(|value| !value.is_undef())
    }

    /// Adds the text of a value.
    fn write(&mut self, code: &Code, out: &mut String) -> Run<'h, ()> {
        if let Code::Text(text) = code {
            out.push_str(text);
            return Ok(());
        }
        match self.eval(code)?.write(out) {
            true => Ok(()),
            false => Err(Stop::GiveUp),
        }
    }

    fn all(&mut self, codes: &[Code]) -> Run<'h, Vec<Val<'h>>> {
        codes.iter().map(|code| self.eval(code)).collect()
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
                    Some(subject) => methods::fits(&condition, subject)?,
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
        let receiver = self.eval(&call.receiver)?;
        if call.safe && matches!(receiver, Val::Nil) {
            return Ok(Val::Nil);
        }
        let arguments = self.all(&call.arguments)?;
        let done = methods::call(
            self,
            call.method,
            &receiver,
            &arguments,
            call.block.as_ref(),
        );
        match done {
            Err(Stop::Break) if call.block.is_some() => Ok(Val::Nil),
            done => done,
        }
    }

    fn for_each(&mut self, targets: &[Parameter], list: &Code, body: &Code) -> Run<'h> {
        let list = self.eval(list)?;
        for item in methods::rounds(&list)? {
            self.round()?;
            match targets {
                [single] => self.bind(single, item)?,
                _ => self.bind_many(targets, item.items().ok_or(Stop::GiveUp)?)?,
            }
            match self.eval(body) {
                Ok(_) | Err(Stop::Next(_)) => {}
                Err(Stop::Break) => return Ok(Val::Nil),
                Err(stop) => return Err(stop),
            }
        }
        Ok(list)
    }

    /// A round of a loop begins.
    fn round(&mut self) -> Run<'h, ()> {
        self.rounds += 1;
        if self.rounds.is_multiple_of(ROUNDS_CALM) {
            limits::time();
        }
        Ok(())
    }

    /// Runs a block with what it is given.
    pub fn run(&mut self, block: &Block, given: &[Val<'h>]) -> Run<'h> {
        limits::stack();
        self.round()?;
        for &slot in &block.own {
            self.slots[slot] = Val::Nil;
        }
        let inner = match given {
            [single] if block.spreads => single.items(),
            _ => None,
        };
        match (inner, block.parameters.as_slice()) {
            (Some(items), parameters) => self.bind_many(parameters, items)?,
            (None, parameters) => {
                for (at, parameter) in parameters.iter().enumerate() {
                    self.bind(parameter, given.get(at).cloned().unwrap_or(Val::Nil))?;
                }
            }
        }
        match self.eval(&block.body) {
            Err(Stop::Next(value)) => Ok(value),
            done => done,
        }
    }

    fn bind(&mut self, parameter: &Parameter, value: Val<'h>) -> Run<'h, ()> {
        match parameter {
            Parameter::Slot(slot) => {
                self.slots[*slot] = value;
                Ok(())
            }
            Parameter::Many(parameters) => {
                let items = value.items().unwrap_or_else(|| vec![value]);
                self.bind_many(parameters, items)
            }
        }
    }

    fn bind_many(&mut self, parameters: &[Parameter], items: Vec<Val<'h>>) -> Run<'h, ()> {
        let mut items = items.into_iter();
        for parameter in parameters {
            self.bind(parameter, items.next().unwrap_or(Val::Nil))?;
        }
        Ok(())
    }
}

impl Class {
    /// Whether a value is one of it: `===`.
    pub fn has(self, value: &Val<'_>) -> bool {
        value.is_of(self)
    }
}

/// An error ends the attempt: the process meets it again and reports it.
impl<'h> From<Box<Raise<'h>>> for Stop<'h> {
    fn from(_: Box<Raise<'h>>) -> Stop<'h> {
        Stop::GiveUp
    }
}
