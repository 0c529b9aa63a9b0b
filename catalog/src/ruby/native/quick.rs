//! Performs the most frequent calls without copies: calls of methods that change nothing, for usual
//! values, with variables or literal texts as operands. All other calls take the general way
//! ([`methods::call`]), which returns the same results.

use rubycore::regexp::remembered;
use runtime::{Value, limits};

use super::code::{Block, Call, Code};
use super::methods::{self, Method};
use super::running::Running;
use super::stop::{Run, Stop};
use super::value::Val;

/// A value that is used in its place, without a copy.
#[derive(Clone, Copy)]
enum Operand<'a, 'h> {
    Value(&'a Val<'h>),
    /// A literal text.
    Text(&'a str),
    Integer(i64),
}

impl<'a> Operand<'a, '_> {
    fn as_str(self) -> Option<&'a str> {
        match self {
            Operand::Value(value) => value.as_str(),
            Operand::Text(text) => Some(text),
            Operand::Integer(_) => None,
        }
    }
}

impl<'h> Running<'_, 'h> {
    /// Returns the value of an expression if no code has to run for it.
    #[inline]
    fn operand<'a>(&'a self, code: &'a Code) -> Option<Operand<'a, 'h>> {
        match code {
            Code::Local(slot) => match &self.slots[self.base + *slot] {
                // comparing an object may have an unknown result
                Val::Object(_) => None,
                value => Some(Operand::Value(value)),
            },
            Code::Text(text) | Code::FrozenText(text) => Some(Operand::Text(text)),
            Code::Integer(value) => Some(Operand::Integer(*value)),
            _ => None,
        }
    }

    /// Performs a call; returns `None` if it has to take the general way.
    #[inline]
    pub(super) fn quick_call(&self, method: Method, call: &Call) -> Run<'h, Option<Val<'h>>> {
        let Code::Local(slot) = call.receiver else {
            return Ok(None);
        };
        self.quick_method(method, &self.slots[self.base + slot], call)
    }

    /// Matches a variable with an operand; returns `None` if that has to take the general way.
    #[inline]
    pub(super) fn quick_match(&self, call: &Call) -> Run<'h, Option<bool>> {
        let (Code::Local(slot), [argument]) = (&call.receiver, &call.arguments[..]) else {
            return Ok(None);
        };
        match self.operand(argument) {
            Some(argument) => matched(&self.slots[self.base + slot], argument),
            None => Ok(None),
        }
    }

    /// Calls a method of a value with the arguments of a call; returns `None` if it has to take
    /// the general way.
    #[inline]
    pub(super) fn quick_method(
        &self,
        method: Method,
        receiver: &Val<'h>,
        call: &Call,
    ) -> Run<'h, Option<Val<'h>>> {
        if call.block.is_some() {
            return Ok(None);
        }
        match &call.arguments[..] {
            [] => Ok(without_argument(method, receiver)),
            [argument] => match self.operand(argument) {
                Some(argument) => with_argument(method, receiver, argument),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Runs code whose value nobody needs.
    pub(super) fn act(&mut self, mut code: &Code) -> Run<'h, ()> {
        loop {
            match code {
                Code::SetLocal(slot, value) => {
                    let value = self.eval(value)?;
                    self.set(*slot, value);
                    return Ok(());
                }
                Code::Sequence(codes) => {
                    let Some((last, others)) = codes.split_last() else {
                        return Ok(());
                    };
                    for code in others {
                        self.act(code)?;
                    }
                    code = last;
                }
                Code::If(parts) => {
                    code = match self.condition(&parts.0)? {
                        true => &parts.1,
                        false => &parts.2,
                    };
                }
                Code::Nil | Code::Local(_) => return Ok(()),
                code => return self.eval(code).map(drop),
            }
        }
    }

    /// Runs a block with the given values; nobody needs its value.
    pub(super) fn run_for_effect<const COUNT: usize>(
        &mut self,
        block: &Block,
        mut given: [Val<'h>; COUNT],
    ) -> Run<'h, ()> {
        if !block.takes_directly(COUNT) {
            return self.run(block, &given).map(drop);
        }
        limits::stack();
        self.round()?;
        for &slot in &block.locals {
            self.set(slot, Val::Nil);
        }
        let at = self.base + block.first;
        let slots = &mut self.slots[at..at + block.parameters.len()];
        for (slot, value) in slots.iter_mut().zip(&mut given) {
            std::mem::swap(slot, value);
        }
        // the body may change a text in place only if nothing else holds it
        drop(given);
        match self.act(&block.body) {
            Err(Stop::Next(_)) => Ok(()),
            done => done,
        }
    }
}

fn without_argument<'h>(method: Method, receiver: &Val<'h>) -> Option<Val<'h>> {
    if !matches!(method, Method::IsNil | Method::Not | Method::IsEmpty) {
        return None;
    }
    let is_usual = receiver.as_str().is_some()
        || matches!(
            receiver,
            Val::Nil
                | Val::Boolean(_)
                | Val::Integer(_)
                | Val::Plain(_)
                | Val::List(_)
                | Val::Hash(_)
        );
    if !is_usual {
        return None;
    }
    Some(match method {
        Method::IsNil => Val::Boolean(matches!(receiver, Val::Nil)),
        Method::Not => Val::Boolean(!receiver.is_truthy()),
        Method::IsEmpty => Val::Boolean(match receiver.as_str() {
            Some(text) => text.is_empty(),
            None => receiver.len()? == 0,
        }),
        _ => return None,
    })
}

fn with_argument<'h>(
    method: Method,
    receiver: &Val<'h>,
    argument: Operand<'_, 'h>,
) -> Run<'h, Option<Val<'h>>> {
    Ok(match (receiver, method) {
        (Val::Hash(pairs), Method::At | Method::HasKey | Method::Includes) => {
            let pairs = pairs.borrow();
            let found = match argument {
                Operand::Value(key) => pairs.get(key),
                Operand::Text(key) => pairs.get_text(key),
                Operand::Integer(key) => pairs.get(&Val::Integer(key)),
            };
            match (method, found) {
                (Method::At, Some(value)) => Some(value.clone()),
                // the hash may have a default
                (Method::At, None) => None,
                (_, found) => Some(Val::Boolean(found.is_some())),
            }
        }
        (Val::Plain(Value::Hash(hash)), Method::At | Method::HasKey | Method::Includes) => argument
            .as_str()
            .map(|key| match (method, hash.get_str(key)) {
                (Method::At, Some(value)) => Val::of(value),
                (Method::At, None) => Val::Nil,
                (_, found) => Val::Boolean(found.is_some()),
            }),
        (Val::Regexp(_), Method::IsMatch) => matched(receiver, argument)?.map(Val::Boolean),
        (Val::Integer(one), _) => match argument {
            Operand::Value(Val::Integer(two)) => methods::compared(method, *one, *two),
            Operand::Integer(two) => methods::compared(method, *one, two),
            _ => None,
        },
        (_, Method::IsMatch) => matched(receiver, argument)?.map(Val::Boolean),
        (_, Method::Equal) => match (receiver.as_str(), argument.as_str()) {
            (Some(one), Some(other)) => Some(Val::Boolean(one == other)),
            _ => None,
        },
        _ => None,
    })
}

/// Returns true if a pattern and a text, in either order, match.
#[inline]
fn matched<'h>(receiver: &Val<'h>, argument: Operand<'_, 'h>) -> Run<'h, Option<bool>> {
    let (pattern, text) = match (receiver, argument) {
        (Val::Regexp(pattern), argument) => (pattern, argument.as_str()),
        (receiver, Operand::Value(Val::Regexp(pattern))) => (pattern, receiver.as_str()),
        _ => return Ok(None),
    };
    match text {
        Some(text) => Ok(Some(remembered::is_match(pattern, text)?)),
        None => Ok(None),
    }
}
