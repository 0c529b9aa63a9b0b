//! Caches the functions that calls have found, by their names.

use frontend::Symbol;
use frontend::name::Map;

use crate::bytecode::{Bytecode, Reg};
use crate::cx::Callee;
use crate::frame::Frame;
use crate::host::UserFunction;
use crate::slots::Slots;
use crate::value::kinds::Check;
use crate::value::{Str, Value};

/// A function that was found by its name.
pub struct FoundFunction<'h> {
    pub(crate) callee: Callee<'h>,
    /// The form for calls without a frame of their own, if the function allows them.
    pub(crate) direct: Option<&'h Direct<'h>>,
}

/// A function written in Puppet whose calls need only registers.
pub(crate) struct Direct<'h> {
    pub function: &'h UserFunction<'h>,
    /// The frame that all calls share.
    pub frame: &'h Frame<'h>,
    pub code: &'h Bytecode,
    pub parameters: &'h [Parameter<'h>],
    /// The number of required arguments.
    pub least: usize,
    pub returns: Option<Check<'h>>,
}

/// A parameter of such a function.
#[derive(Clone, Copy)]
pub(crate) struct Parameter<'h> {
    pub check: Check<'h>,
    pub reg: Reg,
    /// The value without an argument; meaningful for optional parameters only.
    pub default: Value<'h>,
}

/// The functions that were found by name.
#[derive(Default)]
pub struct FunctionCache<'h> {
    last: Slots<Symbol, &'h FoundFunction<'h>, 256>,
    pub(crate) all: Map<Symbol, &'h FoundFunction<'h>>,
}

impl<'h> FunctionCache<'h> {
    /// Returns the function of a name, when it was found before.
    #[inline]
    pub(crate) fn get(&mut self, name: Symbol) -> Option<&'h FoundFunction<'h>> {
        self.last
            .get(name.index(), name)
            .or_else(|| self.find(name))
    }

    #[cold]
    fn find(&mut self, name: Symbol) -> Option<&'h FoundFunction<'h>> {
        let known = *self.all.get(&name)?;
        self.last.put(name.index(), name, known);
        Some(known)
    }
}

/// The functions that names meant last.
#[derive(Default)]
pub struct ComputedNames<'h> {
    pub(crate) last: Slots<Name, (Symbol, Callee<'h>), 64>,
}

/// The text of a name that is short enough for the cache.
pub(crate) type Name = ([u8; NAME_MAX], u8);

/// The greatest number of bytes of a name in the cache.
const NAME_MAX: usize = 31;

/// Returns the name in the form that the cache uses, unless it is too long.
pub(crate) fn cache_name(name: Str<'_>) -> Option<Name> {
    let mut bytes = [0; NAME_MAX];
    bytes
        .get_mut(..name.len())?
        .copy_from_slice(name.as_bytes());
    Some((bytes, name.len() as u8))
}
