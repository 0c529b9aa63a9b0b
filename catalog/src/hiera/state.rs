//! Owns the state of the lookups of one node, and of one lookup.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashSet;
use indexmap::{IndexMap, IndexSet};
use runtime::limits;

use super::Scope;
use super::explain::{Explainer, Subject};
use super::hierarchies::Hierarchies;
use super::key::LookupKey;
use super::lookup_options::{Conversions, KeyOptions, LookupOptions};
use super::recent_cache::RecentCache;
use super::view::{Layers, Module, Observed, Slot};
use crate::data::Data;

/// The lookups of one node.
pub struct Lookup<'e> {
    pub(super) hierarchies: &'e Hierarchies,
    /// True if only the global layer is searched.
    pub(super) is_global_only: bool,
    pub(super) layers: Layers,
    /// The lookup options of keys without a module.
    pub(super) shared_options: Slot<LookupOptions>,
    pub(super) converted: Conversions,
    pub(super) keys: RefCell<IndexMap<Arc<str>, Rc<Key>, FixedState>>,
    /// The number of times that views were dropped, which invalidates cached results.
    pub(super) dropped: Cell<u32>,
    /// The keys that are being looked up, outermost first.
    pub(super) stack: RefCell<Vec<Arc<str>>>,
    /// The files and configurations whose warnings have been logged.
    pub(super) announced: RefCell<HashSet<Arc<str>, FixedState>>,
    pub(super) read: RefCell<ReadSet>,
}

/// A key that has been looked up.
pub(super) struct Key {
    pub(super) key: LookupKey,
    pub(super) module: Option<Rc<Module>>,
    /// Its lookup options, which never change once they are known.
    pub(super) options: OnceCell<Option<Rc<KeyOptions>>>,
    /// Results that were expensive to find, most recently used first.
    pub(super) known: RecentCache<CachedResult>,
    /// True if a lookup has found nothing; from the second time on, such a result is cached.
    pub(super) missed: Cell<bool>,
}

/// The inputs that the lookups of a node depended on.
#[derive(Clone, Default, Debug)]
pub struct ReadSet {
    /// The configurations and data files, existing or not.
    pub files: IndexSet<Arc<str>, FixedState>,
    /// The keys.
    pub keys: IndexSet<Arc<str>, FixedState>,
    /// The variables in paths and data.
    pub variables: IndexSet<Arc<str>, FixedState>,
}

/// A cached result that was expensive to find.
pub(super) struct CachedResult {
    /// The `merge` option of the call.
    pub(super) merge: Option<Data>,
    pub(super) value: Option<Data>,
    pub(super) observed: Vec<Observed>,
    /// The value of `dropped` when it was found.
    pub(super) dropped: u32,
}

/// The state of one lookup, including all lookups that it triggers.
pub struct Invocation<'s> {
    pub(super) scope: &'s mut dyn Scope,
    pub(super) observed: Vec<Observed>,
    /// True if the result is worth caching.
    pub(super) costly: bool,
    /// True if a function was called that must be called again for the same key.
    pub(super) asked: bool,
    /// The number of bytes that interpolation has built.
    pub(super) built_bytes: usize,
    pub(super) explainer: Option<Explainer>,
}

impl<'s> Invocation<'s> {
    pub(super) fn new(scope: &'s mut dyn Scope) -> Invocation<'s> {
        Invocation {
            scope,
            observed: Vec::new(),
            costly: false,
            asked: false,
            built_bytes: 0,
            explainer: None,
        }
    }

    /// Counts bytes that interpolation builds and raises the memory limit. A few keys that each
    /// refer twice to another one would otherwise grow exponentially.
    pub(super) fn builds(&mut self, bytes: usize) {
        self.built_bytes = self.built_bytes.saturating_add(bytes);
        limits::room(self.built_bytes);
    }

    /// Passes an event to the explainer, if there is one.
    pub(super) fn tell(&mut self, tell: impl FnOnce(&mut Explainer)) {
        if let Some(explainer) = &mut self.explainer {
            tell(explainer);
        }
    }

    pub(super) fn enter(&mut self, subject: impl FnOnce() -> Subject) {
        self.tell(|explainer| explainer.enter(subject()));
    }

    pub(super) fn leave(&mut self) {
        self.tell(Explainer::leave);
    }

    /// Returns true if the steps are being explained.
    pub(super) fn is_explained(&self) -> bool {
        self.explainer.is_some()
    }

    /// Reports the outcome of a search to the explainer.
    pub(super) fn outcome(&mut self, key: &str, found: Option<&Data>) {
        self.tell(|explainer| match found {
            Some(value) => explainer.found(key, value),
            None => explainer.not_found(key),
        });
    }
}
