//! Performs the lookups that code in Ruby makes through its own adapter: with another global
//! configuration, or in the global layer only.

use std::rc::Rc;

use runtime::{Cx, Res, Value, fail};

use super::function::{self, merge, request};
use super::scope::{CodeScope, Given};
use super::{Lookup, raise};
use crate::data::Data;
use crate::hiera::{self, Area};
use crate::read_set;

/// An adapter and the state of its lookups.
pub(super) struct Adapter<'h> {
    source: Source,
    hiera: Rc<hiera::Lookup<'h>>,
}

/// The properties by which an adapter differs from the usual one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Source {
    /// The path of the global configuration; `None` for the usual one.
    pub config: Option<String>,
    /// True if only the global layer is searched.
    pub is_global_only: bool,
}

/// A step of a lookup that code asks an adapter for.
pub struct Step<'h> {
    /// The name of the step.
    pub what: &'h str,
    /// The key.
    pub key: &'h str,
    /// A `merge` option, or undef.
    pub merge: Value<'h>,
    /// The values that take precedence, or undef.
    pub overrides: Value<'h>,
    /// The values for keys that no data has, or undef.
    pub defaults: Value<'h>,
}

impl<'h> Lookup<'h> {
    /// Returns the adapter that finds values given to a lookup; `None` for the usual one.
    pub(super) fn adapter(&self, given: Given<'h>) -> Option<Rc<hiera::Lookup<'h>>> {
        let adapters = self.adapters.borrow();
        let adapter = adapters.get(given.adapter?)?;
        Some(Rc::clone(&adapter.hiera))
    }

    /// Returns the number of an adapter. Makes the adapter if this is its first use.
    fn number(&self, source: Source) -> Option<usize> {
        if source == Source::default() {
            return None;
        }
        let mut adapters = self.adapters.borrow_mut();
        let known = adapters.iter().position(|known| known.source == source);
        Some(known.unwrap_or_else(|| {
            let usual = &self.environment.hierarchies;
            let hierarchies = match &source.config {
                Some(path) => {
                    // read sets know the files of the usual configuration only
                    read_set::note_volatile(path);
                    usual.with_global_config(path)
                }
                None => usual,
            };
            let hiera = match source.is_global_only {
                true => hiera::Lookup::new(hierarchies).global_only(),
                false => hiera::Lookup::new(hierarchies),
            };
            adapters.push(Adapter {
                source,
                hiera: Rc::new(hiera),
            });
            adapters.len() - 1
        }))
    }

    /// Runs the function `lookup` with a hash of options through an adapter.
    ///
    /// # Errors
    /// Fails with the errors of the function.
    pub(crate) fn by_adapter(
        &self,
        cx: &mut Cx<'h>,
        source: Source,
        options: Value<'h>,
    ) -> Res<'h> {
        let mut request = request(self, cx, &[options], None)?;
        request.given.adapter = self.number(source);
        function::find(self, cx, &request)
    }

    /// Performs a step of a lookup. Returns an Array with the value, or an empty one if there is no
    /// value.
    ///
    /// # Errors
    /// Fails with any error of the configurations or of the data.
    pub(crate) fn step(&self, cx: &mut Cx<'h>, source: Source, step: &Step<'h>) -> Res<'h> {
        let some = |value: Value<'h>| Some(value).filter(|value| !value.is_undef());
        let given = Given {
            overrides: some(step.overrides),
            defaults: some(step.defaults),
            is_hiera: false,
            adapter: self.number(source),
        };
        let merge = merge(self, cx, Some(step.merge));
        let area = match step.what {
            "all" => {
                let found = self.find(cx, step.key, merge.as_ref(), given, None)?;
                return Ok(Value::array(cx.heap, found.as_slice()));
            }
            "global" => Some(Area::Global),
            "environment" => Some(Area::Environment),
            "module" => Some(Area::Module),
            "defaults" => Some(Area::Defaults),
            "options" | "environment_data" => None,
            other => return fail(format!("no lookup has a step '{other}'")),
        };
        let adapter = self.adapter(given);
        let hiera = adapter.as_deref().unwrap_or(&self.hiera);
        let mut scope = CodeScope::new(cx, self);
        scope.given = given;
        let found = match area {
            Some(area) => hiera.lookup_in(&mut scope, area, step.key, merge.as_ref()),
            None if step.what == "options" => hiera.options(&mut scope, step.key),
            None => hiera
                .has_environment_data(&mut scope)
                .map(|has| has.then_some(Data::Boolean(true))),
        };
        let raised = scope.take_raised();
        let found = found.map_err(|error| raise(error, raised))?;
        let found = found.map(|data| self.value(cx, &data));
        Ok(Value::array(cx.heap, found.as_slice()))
    }
}
