//! Owns the state of lazy evaluation: instances of defines that wait, overrides, collectors,
//! defaults.

use std::collections::HashMap;

use foldhash::fast::FixedState;
use frontend::Symbol;
use runtime::Cx;
use runtime::advice::Advice;
use runtime::scope::ScopeId;

use super::collector::Collector;
use super::overrides::Override;
use super::record::same_source;
use super::resource::{Parameter, ResourceId, TypeId};

/// The state of lazy evaluation. It must not stay borrowed while code runs.
#[derive(Default)]
pub(crate) struct Evaluation<'h> {
    /// Define instances that may not have been evaluated yet, in catalog order.
    pub(crate) waiting: Vec<ResourceId>,
    /// Overrides of resources that are not declared yet.
    pub(crate) overrides: Vec<Override<'h>>,
    pub(crate) collectors: Vec<Collector<'h>>,
    pub(crate) defaults: Defaults<'h>,
    /// Classes whose parameters did not match, with the problems.
    pub(crate) refused_classes: Vec<(ResourceId, String)>,
    /// Parameters that are `undef` because a hash does not have a key.
    pub(crate) missing_keys: Vec<(ResourceId, Symbol, Advice)>,
    /// Scopes whose code may override attributes that any other code has set.
    pub(crate) unrestricted_scopes: Vec<ScopeId>,
}

impl Evaluation<'_> {
    /// Returns the problem for which the parameters of a class were refused.
    pub(crate) fn refusal(&self, class: ResourceId) -> Option<&str> {
        let mut refused = self.refused_classes.iter();
        let found = refused.find(|(id, _)| *id == class);
        found.map(|(_, problem)| problem.as_str())
    }
}

/// Resource defaults: `File { mode => '0644' }`.
#[derive(Default)]
pub(crate) struct Defaults<'h> {
    by_scope: HashMap<(ScopeId, TypeId), Vec<Parameter<'h>>, FixedState>,
}

impl<'h> Defaults<'h> {
    /// Returns the defaults that a scope itself sets for a type.
    pub(crate) fn of(&self, scope: ScopeId, ty: TypeId) -> &[Parameter<'h>] {
        self.by_scope
            .get(&(scope, ty))
            .map_or(&[], |list| &list[..])
    }

    /// Adds a default; returns false if the scope has set it before.
    pub(crate) fn add(&mut self, scope: ScopeId, ty: TypeId, default: Parameter<'h>) -> bool {
        let list = self.by_scope.entry((scope, ty)).or_default();
        let is_new = list.iter().all(|other| other.name != default.name);
        if is_new {
            list.push(default);
        }
        is_new
    }
}

impl<'h> Evaluation<'h> {
    /// Allows the code of a scope to override attributes that other code has set.
    pub(super) fn allow_overrides(&mut self, cx: &Cx<'h>, source: ScopeId) {
        let mut unrestricted_scopes = self.unrestricted_scopes.iter();
        if !unrestricted_scopes.any(|&master| same_source(cx, master, source)) {
            self.unrestricted_scopes.push(source);
        }
    }
}
