//! Makes the blocks of Ruby code that are passed to Puppet functions: lambdas that call back into
//! Ruby.

use std::sync::Arc;

use frontend::{Issue, Source};
use ruby::{Datum, Document};
use runtime::closure::Closure;
use runtime::error::{Error, Form, Raise};
use runtime::frame::Frame;
use runtime::{Cx, Res, Value, fail};

use super::Ruby;
use crate::compiler::report;
use crate::environment::files::{self, Grammar};
use crate::lookup::NOT_FOUND;

/// The text that represents an argument that is not passed to a block.
pub(super) const LEFT_OUT: &str = "bunraku::left_out";

/// The function that such a lambda calls with the number of the block and the block's arguments.
pub const YIELD: &str = "bunraku::yield";

impl<'h> Ruby<'h> {
    /// Returns the block that a question comes with: a lambda that was given to Ruby code, or a new
    /// lambda for a Ruby block, which the question names by number and arity.
    pub(super) fn given_block(
        &self,
        cx: &mut Cx<'h>,
        document: &Document,
        datum: Datum,
    ) -> Res<'h, Option<&'h Closure<'h>>> {
        if datum == Datum::Nil {
            return Ok(None);
        }
        match *document.items(datum) {
            [
                Datum::Integer(number),
                Datum::Integer(required),
                Datum::Integer(optional),
                Datum::Boolean(rest),
            ] => self
                .lambda(cx, number, (required, optional), rest)
                .map(Some),
            _ => match self.read(cx, document, datum)? {
                Value::Callable(closure) => Ok(Some(closure)),
                _ => fail("a block was expected"),
            },
        }
    }

    /// Creates a lambda with as many parameters as a Ruby block takes arguments. Ruby uses its own
    /// defaults for arguments that are left out.
    fn lambda(
        &self,
        cx: &mut Cx<'h>,
        number: i64,
        (required, optional): (i64, i64),
        rest: bool,
    ) -> Res<'h, &'h Closure<'h>> {
        let mut arguments: Vec<String> = (0..required + optional)
            .map(|at| format!("$p{at}"))
            .collect();
        let mut parameters = arguments.clone();
        for parameter in &mut parameters[required as usize..] {
            parameter.push_str(&format!(" = ({YIELD}())"));
        }
        if rest {
            parameters.push("*$rest".to_owned());
            arguments.push("*$rest".to_owned());
        }
        arguments.insert(0, number.to_string());
        let (parameters, arguments) = (parameters.join(", "), arguments.join(", "));
        let code = format!("{YIELD}() |{parameters}| {{ {YIELD}({arguments}) }}");
        let known = self.lambdas.borrow().get(&code).copied();
        let loaded = known.unwrap_or_else(|| {
            let source = Arc::new(Source::new(None, &*code));
            let loaded = files::load(source, Grammar::Manifest, &self.environment.checks);
            let loaded = self.heap.keep(Arc::new(loaded));
            self.lambdas.borrow_mut().insert(code, loaded);
            loaded
        });
        let program = report(cx, loaded)?.program();
        let Some(body) = program.inner.first() else {
            return fail("a block of Ruby code cannot be called");
        };
        let scope = cx.scope_id();
        Ok(self.heap.alloc(Closure {
            body,
            frame: Frame::new(cx, program, None, scope, false),
            captures: &[],
        }))
    }
}

/// The issue of an error while it passes the lambda around a Ruby block; such a lambda adds nothing
/// to the error.
const PASSING: Issue = Issue("PASSING_A_LAMBDA");

/// Marks the error of a Ruby block before it passes the lambda.
pub(super) fn marked<'h>(mut raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    if let Raise::Error(error) = &mut *raise
        && error.form == Form::Plain
        && error.issue != NOT_FOUND
    {
        (error.form, error.issue) = (Form::Bare, PASSING);
    }
    raise
}

/// Turns the marked error back into a plain one where the Puppet function returns to Ruby code.
pub(super) fn unmarked<'h>(mut raise: Box<Raise<'h>>) -> Box<Raise<'h>> {
    if let Raise::Error(error) = &mut *raise
        && error.issue == PASSING
    {
        *error = Error::of(error.kind, std::mem::take(&mut error.message));
    }
    raise
}
