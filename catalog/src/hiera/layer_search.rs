//! Finds keys in layers. Levels are interpolated for the node, and cached until a variable in them
//! changes.

use std::rc::Rc;
use std::sync::Arc;

use hashbrown::HashSet;

use super::config::{Config, ConfigOrigin, FunctionKind};
use super::error::LookupError;
use super::explain::Subject;
use super::hierarchy_level::Level;
use super::key::LookupKey;
use super::merge::Merge;
use super::state::{Invocation, Lookup};
use super::view::{Module, Observed, Place, View, distinct};
use super::{Variable, Warning};
use crate::data::Data;
use crate::read_set;

impl Lookup<'_> {
    /// Finds the value of a key in a layer.
    pub(super) fn in_layer(
        &self,
        invocation: &mut Invocation<'_>,
        place: &Place<'_>,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        let found = self.in_view(invocation, *place, key, merge);
        match place {
            Place::Global => found.map_err(|error| error.through_global(&key.text)),
            _ => found,
        }
    }

    fn in_view(
        &self,
        invocation: &mut Invocation<'_>,
        place: Place<'_>,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        let view = self.view(invocation, place)?;
        if view.config.is_some() && *merge == Merge::First && !invocation.is_explained() {
            let found = self.first(invocation, &view, key);
            return found.map_err(LookupError::through_provider);
        }
        if view.config.is_none() && !matches!(place, Place::Global) {
            self.explain_absence(invocation, place);
            return Ok(None);
        }
        invocation.enter(|| explain_layer(place, view.config.as_ref()));
        let found = match &view.config {
            Some(_) if !view.levels.is_empty() => self.merged(
                invocation,
                merge,
                &view.levels,
                |lookup, invocation, level| lookup.in_level(invocation, level, key, merge),
            ),
            _ => {
                invocation.tell(|explainer| explainer.not_found(&key.text));
                Ok(None)
            }
        };
        invocation.leave();
        found.map_err(LookupError::through_provider)
    }

    /// Returns the first value of a key in a view.
    fn first(
        &self,
        invocation: &mut Invocation<'_>,
        view: &View,
        key: &LookupKey,
    ) -> Result<Option<Data>, LookupError> {
        let asked = read_set::key(&key.root);
        for level in &view.levels {
            let is_hash = matches!(
                level.kind,
                FunctionKind::DataHash | FunctionKind::V4DataHash
            );
            for location in &level.locations {
                if !location.exists {
                    read_set::note_data(location.number, asked);
                    continue;
                }
                // skips the file early because most files do not have most keys
                let lacks = location.hash.get().is_some_and(|hash| {
                    hash.as_ref()
                        .is_none_or(|hash| hash.get_hashed(key.hash, &key.root).is_none())
                });
                if is_hash && lacks {
                    read_set::note_data(location.number, asked);
                    continue;
                }
                let found = self.in_location(invocation, level, location, key)?;
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Explains why a module contributes nothing.
    fn explain_absence(&self, invocation: &mut Invocation<'_>, place: Place<'_>) {
        let Place::Module(module) = place else { return };
        if !invocation.is_explained() {
            return;
        }
        let is_there = self
            .hierarchies
            .source()
            .module_folder(&module.name)
            .is_some();
        invocation.enter(|| match is_there {
            true => Subject::NoProvider(Arc::clone(&module.name)),
            false => Subject::NoModule(Arc::clone(&module.name)),
        });
        invocation.leave();
    }

    /// Finds a key in the default hierarchy of a module; only its own lookup options apply.
    pub(super) fn in_defaults(
        &self,
        invocation: &mut Invocation<'_>,
        module: &Rc<Module>,
        key: &LookupKey,
    ) -> Result<Option<Data>, LookupError> {
        let place = Place::Defaults(module);
        if self.view(invocation, place)?.config.is_none() {
            return Ok(None);
        }
        let name = &module.name;
        invocation
            .enter(|| Subject::Scope(format!("Searching default_hierarchy of module \"{name}\"")));
        let options = self.default_options(invocation, module)?;
        let merge = match options.of(&key.root) {
            Some(options) => match options.merge()? {
                Some(given) => Merge::from_data(given, invocation.scope)?,
                None => Merge::First,
            },
            None => Merge::First,
        };
        invocation.enter(|| Subject::Scope(format!("Searching for \"{}\"", key.text)));
        let found = self.in_view(invocation, place, key, &merge);
        invocation.leave();
        invocation.leave();
        found
    }

    /// Returns true if environment and module are skipped: on request of the caller, and for the
    /// `hiera*` functions, if the environment has no hierarchy of version 5.
    pub(super) fn sees_only_global(
        &self,
        invocation: &mut Invocation<'_>,
    ) -> Result<bool, LookupError> {
        if self.is_global_only {
            return Ok(true);
        }
        if !invocation.scope.is_hiera() {
            return Ok(false);
        }
        let config = self.config(invocation, Place::Environment)?;
        Ok(config.is_none_or(|config| config.version < 5))
    }

    /// Returns the configuration of a layer; its warnings are logged once.
    pub(super) fn config(
        &self,
        invocation: &mut Invocation<'_>,
        place: Place<'_>,
    ) -> Result<Option<Arc<Config>>, LookupError> {
        let loaded = self
            .hierarchies
            .noted_config(&place.layer(), invocation.scope);
        let config = match loaded.get() {
            Some(Ok(config)) => config.clone(),
            Some(Err((warnings, error))) => {
                warn(invocation, warnings);
                return Err(error.clone());
            }
            None => None,
        };
        if let Some(config) = &config {
            self.read_file(&config.path);
            if self.announce(&config.path) {
                warn(invocation, &config.warnings);
            }
        }
        Ok(config.filter(|config| config.standing != ConfigOrigin::Off))
    }

    /// Returns the view of a layer for the scope of the lookup.
    pub(super) fn view(
        &self,
        invocation: &mut Invocation<'_>,
        place: Place<'_>,
    ) -> Result<Rc<View>, LookupError> {
        let views = place.views(&self.layers);
        if let Some(view) = views.find(|view| self.holds(invocation, &view.observed)) {
            return Ok(view);
        }
        let config = self.config(invocation, place)?;
        let mark = invocation.observed.len();
        let mut levels = Vec::new();
        let mut named = None;
        if let Some(flaw) = config.as_ref().and_then(|config| config.flaw.clone()) {
            return Err(flaw);
        }
        if let Some(config) = config {
            let given = match place {
                Place::Defaults(_) => config.default_levels.as_ref(),
                _ => Some(&config.levels),
            };
            // locations are resolved outside of the lookup of the key
            let asked = self.stack.borrow_mut().pop();
            let mut names = HashSet::default();
            let found = given.into_iter().flatten().try_for_each(|level| {
                config.check_name(&level.name, &mut names)?;
                levels.push(self.level(invocation, &config, level, place.module())?);
                Ok::<(), LookupError>(())
            });
            self.stack.borrow_mut().extend(asked);
            found?;
            named = given.map(|_| (config.version, config.file().map(Arc::clone)));
        }
        let view = Rc::new(View {
            levels,
            config: named,
            observed: distinct(&invocation.observed[mark..]),
        });
        // the caches of functions end with their view, and the next equal view logs its warnings
        // again
        if views.retain(|view| view.levels.iter().all(Level::is_silent)) {
            self.dropped.set(self.dropped.get() + 1);
        }
        views.add(Rc::clone(&view));
        // errors in a default hierarchy are reported before any other layer is searched
        if let Place::Module(module) = place {
            self.view(invocation, Place::Defaults(module))?;
        }
        Ok(view)
    }

    /// Returns true if variables still have the observed values; if so, records that the lookup
    /// depends on them.
    pub(super) fn holds(&self, invocation: &mut Invocation<'_>, observed: &[Observed]) -> bool {
        for variable in observed {
            let (name, known) = &**variable;
            if !invocation.scope.is_still(name, known) {
                return false;
            }
        }
        invocation.observed.extend_from_slice(observed);
        true
    }

    /// Returns a variable and records that it was read.
    pub(super) fn observe(&self, invocation: &mut Invocation<'_>, name: &str) -> Variable {
        let variable = invocation.scope.variable(name);
        let bare = name.strip_prefix("::").unwrap_or(name);
        // node variables never change, and top-scope variables do not once they are set
        let constant =
            matches!(bare, "facts" | "trusted" | "server_facts") || bare.len() < name.len();
        if !(constant && matches!(variable, Variable::Value(_))) {
            let observed = (Arc::from(name), variable.clone());
            invocation.observed.push(Rc::new(observed));
        }
        let mut read = self.read.borrow_mut();
        if !read.variables.contains(name) {
            read.variables.insert(Arc::from(name));
        }
        variable
    }
}

fn explain_layer(place: Place<'_>, config: Option<&(i64, Option<Arc<str>>)>) -> Subject {
    let name = match place {
        Place::Global => "Global".to_owned(),
        Place::Environment => "Environment".to_owned(),
        Place::Module(module) | Place::Defaults(module) => format!("Module \"{}\"", module.name),
    };
    let version = config.map_or(5, |(version, _)| *version);
    Subject::DataProvider {
        name: format!("{name} Data Provider (hiera configuration version {version})"),
        config: config.and_then(|(_, path)| path.clone()),
        module: place.module().map(Arc::clone),
    }
}

/// Logs the warnings about a configuration: it is deprecated, or has no levels.
fn warn(invocation: &mut Invocation<'_>, warnings: &[Warning]) {
    for warning in warnings {
        match warning.once.is_some() {
            true => invocation.scope.deprecate(warning.clone()),
            false => invocation.scope.warn(warning.clone()),
        }
    }
}
