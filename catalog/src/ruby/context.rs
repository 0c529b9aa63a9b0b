//! Contexts of data lookup: which of their caches code in Ruby may keep for itself.
//!
//! A cache that nobody but code in Ruby uses is answered by its process, which tells of what it
//! puts there. Once code of the language has used it, the process asks.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use foldhash::fast::FixedState;
use runtime::Value;

use runtime::types::object::{LOOKUP_CONTEXT, Object};

use super::Ruby;

/// Records which caches of contexts the Ruby process may use without asking.
#[derive(Default)]
pub(super) struct Contexts {
    /// The numbers of the caches that code of the language has used.
    shared: RefCell<HashSet<i64, FixedState>>,
    /// Whether it is code in Ruby that calls a method of a context.
    is_asking: Cell<bool>,
}

impl Contexts {
    /// Runs a method of a context for code in Ruby.
    pub fn asking<T>(&self, run: impl FnOnce() -> T) -> T {
        let outer = self.is_asking.replace(true);
        let result = run();
        self.is_asking.set(outer);
        result
    }

    /// The number of a context's cache, if code in Ruby alone uses it.
    pub fn own_number(&self, context: &Object<'_>) -> Option<i64> {
        let number = context.cache_number();
        number.filter(|number| !self.shared.borrow().contains(number))
    }
}

impl<'h> Ruby<'h> {
    /// Notes that the function of a context, its first argument, is called by code of the language.
    pub fn note_cache_use(&self, function: &str, arguments: &[Value<'h>]) {
        let method = function.strip_prefix(LOOKUP_CONTEXT);
        if method.is_some_and(|method| method.starts_with(".cache"))
            && !self.contexts.is_asking.get()
            && let Some(Value::Object(context)) = arguments.first()
            && let Some(number) = context.cache_number()
        {
            self.contexts.shared.borrow_mut().insert(number);
        }
    }
}
