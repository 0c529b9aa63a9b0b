//! Performs single steps of a lookup for code in Ruby: finds a key in one layer only, or the lookup
//! options of a key.

use std::rc::Rc;

use super::Scope;
use super::error::LookupError;
use super::key::LookupKey;
use super::merge::Merge;
use super::state::{Invocation, Lookup};
use super::view::{Module, Place};
use crate::data::{Data, Pairs};

/// A layer of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// The global layer.
    Global,
    /// The environment.
    Environment,
    /// The module of the key.
    Module,
    /// The default hierarchy of that module.
    Defaults,
}

impl Lookup<'_> {
    /// Looks up a key in one layer.
    ///
    /// # Errors
    /// Same as [`lookup`](Lookup::lookup).
    pub fn lookup_in(
        &self,
        scope: &mut dyn Scope,
        area: Area,
        key: &str,
        merge: Option<&Data>,
    ) -> Result<Option<Data>, LookupError> {
        let entry = self.key(key)?;
        let invocation = &mut Invocation::new(scope);
        let merge = match merge {
            Some(given) => Merge::from_data(given, invocation.scope)?,
            None => Merge::First,
        };
        self.push(&entry.key.text)?;
        let found = self.in_area(invocation, area, &entry.key, entry.module.as_ref(), &merge);
        self.pop();
        let found = found?;
        self.dig(invocation, &entry.key, found)
    }

    fn in_area(
        &self,
        invocation: &mut Invocation<'_>,
        area: Area,
        key: &LookupKey,
        module: Option<&Rc<Module>>,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        match (area, module) {
            (Area::Global, _) => self.in_layer(invocation, &Place::Global, key, merge),
            (Area::Environment, _) => self.in_layer(invocation, &Place::Environment, key, merge),
            (Area::Module, Some(module)) => {
                self.in_layer(invocation, &Place::Module(module), key, merge)
            }
            (Area::Defaults, Some(module)) => self.in_defaults(invocation, module, key),
            (Area::Module | Area::Defaults, None) => Ok(None),
        }
    }

    /// Returns the lookup options of a key as a hash.
    ///
    /// # Errors
    /// Fails if the options or the configurations are invalid.
    pub fn options(&self, scope: &mut dyn Scope, key: &str) -> Result<Option<Data>, LookupError> {
        let entry = self.key(key)?;
        let invocation = &mut Invocation::new(scope);
        let options = self.options_of(invocation, &entry.key, entry.module.as_ref())?;
        let Some(options) = options else {
            return Ok(None);
        };
        let mut pairs = Pairs::default();
        for (name, option) in [
            ("merge", options.merge()?),
            ("convert_to", options.convert_to()?),
        ] {
            if let Some(option) = option {
                pairs.insert(Data::string(name), option.clone());
            }
        }
        Ok(Some(Data::hash(pairs)))
    }

    /// Returns true if the environment has a hierarchy.
    ///
    /// # Errors
    /// Fails if its configuration is invalid.
    pub fn has_environment_data(&self, scope: &mut dyn Scope) -> Result<bool, LookupError> {
        let invocation = &mut Invocation::new(scope);
        Ok(self.config(invocation, Place::Environment)?.is_some())
    }
}
