//! Finds the lookup options of keys.

use std::rc::Rc;
use std::sync::Arc;

use super::LOOKUP_OPTIONS;
use super::error::LookupError;
use super::explain::Subject;
use super::key::LookupKey;
use super::lookup_options::{KeyOptions, LookupOptions, validate};
use super::merge::{Merge, check_first_operand, combine};
use super::state::{Invocation, Lookup};
use super::view::{Module, Place, Slot};
use crate::data::Data;

impl Lookup<'_> {
    /// Returns the options of a key; finds them on first use.
    pub(super) fn options_of(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        module: Option<&Rc<Module>>,
    ) -> Result<Option<Rc<KeyOptions>>, LookupError> {
        let slot = module.map_or(&self.shared_options, |module| &module.options);
        if let Some(options) = &*slot.borrow() {
            return Ok(options.of(&key.root).cloned());
        }
        let subject = |asked: &LookupKey| Subject::Root(Arc::clone(&asked.text));
        let (asked, costly) = self.begin(invocation, subject)?;
        let all = self.all_options(invocation, &asked, module);
        self.end(invocation, costly);
        let options = match all? {
            (_, Some(all)) => keep(slot, &all)?,
            (shared, None) => shared,
        };
        Ok(options.of(&key.root).cloned())
    }

    /// Returns true if a lookup runs inside the search for options and therefore has no options
    /// itself: only the global layer is searched, or no other layer could define options for the
    /// key.
    pub(super) fn is_finding_options(
        &self,
        invocation: &mut Invocation<'_>,
        module: Option<&Rc<Module>>,
    ) -> Result<bool, LookupError> {
        let is_running = |names: &[Arc<str>]| names.iter().any(|name| &**name == LOOKUP_OPTIONS);
        if !is_running(&self.stack.borrow()) {
            return Ok(false);
        }
        if self.sees_only_global(invocation)? {
            return Ok(true);
        }
        let has_config = |invocation: &mut Invocation<'_>, place| {
            self.config(invocation, place)
                .map(|config| config.is_some())
        };
        let is_known = self.shared_options.borrow().is_some();
        Ok(!is_known
            && !has_config(invocation, Place::Environment)?
            && !module.map_or(Ok(false), |module| {
                has_config(invocation, Place::Module(module))
            })?)
    }

    /// Returns the options that all keys share, and those combined with the options of a module.
    fn all_options(
        &self,
        invocation: &mut Invocation<'_>,
        asked: &LookupKey,
        module: Option<&Rc<Module>>,
    ) -> Result<(Rc<LookupOptions>, Option<Data>), LookupError> {
        let shared = self.shared_options.borrow().clone();
        let shared = match shared {
            Some(options) => options,
            None => {
                let places: &[Place<'_>] = match self.sees_only_global(invocation)? {
                    true => &[Place::Global],
                    false => &[Place::Global, Place::Environment],
                };
                let shared = self.options_in(invocation, asked, places)?;
                keep(&self.shared_options, &shared.unwrap_or_default())?
            }
        };
        let Some(module) = module else {
            return Ok((shared, None));
        };
        // the first lookup decides for all later ones
        let own = match self.sees_only_global(invocation)? {
            true => None,
            false => self.options_in(invocation, asked, &[Place::Module(module)])?,
        };
        let Some(own) = own else {
            return Ok((Rc::clone(&shared), Some(shared.data.clone())));
        };
        validate(&own, Some(&module.name))?;
        if let (Data::Hash(low), Data::Hash(high)) = (&own, &shared.data) {
            let all = combine(low, high);
            let left = self.converted.left_by_conversions(&shared.data);
            left.map_or(Ok(()), |left| check_first_operand(&left, invocation.scope))?;
            explain_merge(invocation, &module.name, (&own, &shared.data), &all);
            return Ok((shared, Some(all)));
        }
        // an explicit `undef` in a module hides the options of the other layers as well
        Ok((shared, Some(own)))
    }

    /// Returns the options that apply in the default hierarchy of a module.
    pub(super) fn default_options(
        &self,
        invocation: &mut Invocation<'_>,
        module: &Rc<Module>,
    ) -> Result<Rc<LookupOptions>, LookupError> {
        if let Some(options) = &*module.default_options.borrow() {
            return Ok(Rc::clone(options));
        }
        let subject =
            |asked: &LookupKey| Subject::Scope(format!("Searching for \"{}\"", asked.text));
        let (asked, costly) = self.begin(invocation, subject)?;
        let own = self.options_in(invocation, &asked, &[Place::Defaults(module)]);
        self.end(invocation, costly);
        let own = own?.unwrap_or_default();
        validate(&own, Some(&module.name))?;
        keep(&module.default_options, &own)
    }

    /// Starts a search for options; returns the key and the previous value of `costly`.
    fn begin(
        &self,
        invocation: &mut Invocation<'_>,
        subject: impl FnOnce(&LookupKey) -> Subject,
    ) -> Result<(LookupKey, bool), LookupError> {
        let asked = LookupKey::of_lookup(LOOKUP_OPTIONS)?;
        self.push(&asked.text)?;
        invocation.enter(|| subject(&asked));
        Ok((asked, invocation.costly))
    }

    fn end(&self, invocation: &mut Invocation<'_>, costly: bool) {
        invocation.leave();
        invocation.costly = costly;
        self.pop();
    }

    /// Returns the value of `lookup_options` in some layers; `undef` if a layer defines it as undef
    /// and no layer has a value.
    fn options_in(
        &self,
        invocation: &mut Invocation<'_>,
        asked: &LookupKey,
        places: &[Place<'_>],
    ) -> Result<Option<Data>, LookupError> {
        let mut all = None;
        for place in places {
            let found = self.in_layer(invocation, place, asked, &Merge::Hash)?;
            found
                .as_ref()
                .map_or(Ok(()), |found| validate(found, None))?;
            all = match (all, found) {
                (first @ Some(Data::Hash(_)), None | Some(Data::Undef)) => first,
                (Some(first @ Data::Hash(_)), Some(second)) => {
                    Some(Merge::Hash.merge(first, second, invocation.scope)?)
                }
                (first, second) => second.or(first),
            };
        }
        Ok(all)
    }
}

/// Compiles and caches options. They are determined once, even if the variables that they depend on
/// change later.
fn keep(slot: &Slot<LookupOptions>, options: &Data) -> Result<Rc<LookupOptions>, LookupError> {
    let options = Rc::new(LookupOptions::compile(options)?);
    *slot.borrow_mut() = Some(Rc::clone(&options));
    Ok(options)
}

/// Explains the combination of a module's options with those of the other layers.
fn explain_merge(
    invocation: &mut Invocation<'_>,
    module: &str,
    (own, shared): (&Data, &Data),
    all: &Data,
) {
    invocation.enter(|| Subject::Merge {
        name: Merge::Hash.name(),
        options: None,
    });
    let module = format!("Module {module}");
    for (name, options) in [("Global and Environment", shared), (&module, own)] {
        invocation.enter(|| Subject::Scope(name.to_owned()));
        invocation.outcome(LOOKUP_OPTIONS, Some(options));
        invocation.leave();
    }
    invocation.tell(|explainer| explainer.result(all));
    invocation.leave();
}
