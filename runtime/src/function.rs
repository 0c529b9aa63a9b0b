//! Owns functions of every origin, in one form.
//!
//! A function is a list of dispatches: typed parameters, an optional block, a return type and an
//! implementation. Built-in functions declare theirs as text in Puppet's type syntax, beside the
//! implementation; the declaration drives calls, checks and error messages.
//! Spec: document 003.

use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::Res;
use crate::value::Value;
use crate::value::kinds::Verdict;
use crate::value::types::{Size, TypeRef};

/// The arguments of one call of a built-in function.
#[derive(Clone, Copy)]
pub struct Args<'h, 'a> {
    /// The values, checked against the dispatch's parameters.
    pub values: &'a [Value<'h>],
    /// The block.
    pub block: Option<&'h Closure<'h>>,
}

impl<'h> std::ops::Index<usize> for Args<'h, '_> {
    type Output = Value<'h>;
    fn index(&self, index: usize) -> &Value<'h> {
        &self.values[index]
    }
}

impl<'h> Args<'h, '_> {
    /// Returns the argument at an index, if it was given.
    pub fn get(&self, index: usize) -> Option<Value<'h>> {
        self.values.get(index).copied()
    }

    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

/// The implementation of a dispatch.
pub type Implementation = for<'h, 'a> fn(&mut Cx<'h>, Args<'h, 'a>) -> Res<'h>;

/// A built-in function, declared in a table of its family's file.
pub struct Builtin {
    /// The name.
    pub name: &'static str,
    /// The dispatches in order.
    pub dispatches: &'static [Declaration],
}

/// A dispatch of a built-in function. `parameters` holds one text each:
/// `"Numeric value"` required, `"?Integer n"` optional, `"*Any rest"` repeated (none is fine),
/// `"+Any rest"` repeated (at least one), `"&Callable[1, 1] block"` a required block,
/// `"&?Callable block"` an optional one. `"Name = Type x"` names the type for the dispatches that
/// follow, as messages show it; `"=Name = Type"` does that without a parameter. `">Type"` is the
/// return type, for the few that state one.
pub struct Declaration {
    /// The parameters.
    pub parameters: &'static [&'static str],
    /// The implementation. In a mismatch declaration its result is the text of the error.
    pub run: Implementation,
    /// True if the dispatch is an `argument_mismatch`: when its parameters match, the call is an
    /// error.
    pub mismatch: bool,
}

/// Declares a dispatch.
pub const fn dispatch(parameters: &'static [&'static str], run: Implementation) -> Declaration {
    Declaration {
        parameters,
        run,
        mismatch: false,
    }
}

/// Declares an `argument_mismatch` dispatch: `run` returns the text of the error as a String.
pub const fn mismatch(parameters: &'static [&'static str], run: Implementation) -> Declaration {
    Declaration {
        parameters,
        run,
        mismatch: true,
    }
}

/// The number of times that a parameter is given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occurs {
    /// Once.
    Required,
    /// Once or not at all.
    Optional,
    /// A range of times. Only the last parameter may be repeated.
    Repeated(Size),
}

/// A parameter of a dispatch.
#[derive(Clone, Copy, Debug)]
pub struct Parameter<'h> {
    /// The name, for messages.
    pub name: &'h str,
    /// The type.
    pub ty: TypeRef<'h>,
    /// The number of times that the parameter is given.
    pub occurs: Occurs,
}

/// The block of a dispatch.
#[derive(Clone, Copy, Debug)]
pub struct BlockParameter<'h> {
    /// The name, for messages.
    pub name: &'h str,
    /// A Callable.
    pub ty: TypeRef<'h>,
    /// True if the block must be given.
    pub required: bool,
}

/// The signature of a dispatch of any origin, with its types resolved.
#[derive(Clone, Copy, Debug)]
pub struct Signature<'h> {
    /// The parameters in order.
    pub parameters: &'h [Parameter<'h>],
    /// The block, when it takes one.
    pub block: Option<BlockParameter<'h>>,
    /// The return type.
    pub returns: Option<TypeRef<'h>>,
}

/// A built-in function with its signatures resolved.
pub struct Resolved {
    /// The declaration.
    pub declaration: &'static Builtin,
    pub(crate) signatures: &'static [Signature<'static>],
    pub(crate) accepting: &'static [Signature<'static>],
    pub(crate) checks: &'static [Check],
}

/// The quick check that decides most calls of a dispatch: the number of arguments and their kinds.
pub struct Check {
    /// The number of arguments.
    pub size: Size,
    /// The verdict of each parameter's type on the kinds of values.
    pub verdicts: &'static [Verdict],
}

impl Resolved {
    /// Returns the signatures, one for each dispatch.
    pub fn signatures(&self) -> &'static [Signature<'static>] {
        self.signatures
    }

    /// Returns the checks, one for each signature.
    pub fn checks(&self) -> &'static [Check] {
        self.checks
    }

    /// Returns the signatures without those of `argument_mismatch` dispatches. Messages list these.
    pub fn accepting(&self) -> &'static [Signature<'static>] {
        self.accepting
    }
}
