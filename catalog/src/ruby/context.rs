//! Owns lookup contexts: records which of their caches the Ruby process may keep for itself.
//!
//! While only Ruby code uses a cache, the process answers from its own copy and reports what it
//! stores. After Puppet code has used the cache, the process asks for every entry.

use std::cell::{Cell, RefCell};
use std::collections::HashSet;

use foldhash::fast::FixedState;
use runtime::Value;

use runtime::types::object::{LOOKUP_CONTEXT, Object};

use super::Ruby;

/// The state that decides which caches of lookup contexts the Ruby process may use without asking.
#[derive(Default)]
pub(super) struct Contexts {
    /// The numbers of the caches that Puppet code has used.
    shared: RefCell<HashSet<i64, FixedState>>,
    /// True if the method of a context that runs was called by Ruby code.
    is_asking: Cell<bool>,
}

impl Contexts {
    /// Runs `run`, a method of a context, as called by Ruby code.
    pub fn asking<T>(&self, run: impl FnOnce() -> T) -> T {
        let outer = self.is_asking.replace(true);
        let result = run();
        self.is_asking.set(outer);
        result
    }

    /// Returns the number of a context's cache if only Ruby code uses it.
    pub fn own_number(&self, context: &Object<'_>) -> Option<i64> {
        let number = context.cache_number();
        number.filter(|number| !self.shared.borrow().contains(number))
    }
}

impl<'h> Ruby<'h> {
    /// Notes that Puppet code calls a method of a context, which is the first argument.
    pub fn note_cache_use(&self, function: &str, arguments: &[Value<'h>]) {
        let method = function.strip_prefix(LOOKUP_CONTEXT);
        if method.is_some_and(|method| method.starts_with(".cache"))
            && !self.contexts.is_asking.get()
            && let Some(Value::Object(context)) = arguments.first()
        {
            self.share_cache(context);
        }
    }

    /// Notes that other code than that of the Ruby process uses the cache of a context.
    pub fn share_cache(&self, context: &Object<'h>) {
        if let Some(number) = context.cache_number() {
            self.contexts.shared.borrow_mut().insert(number);
        }
    }
}
