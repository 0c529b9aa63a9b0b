//! Classes of which no data speaks: their parameters need not be looked up one by one.
//!
//! Most parameters of most classes are in no data. A file of data knows the classes of its keys (what
//! comes before the last `::`), so one question for each file answers for all parameters of a class.

use super::Scope;
use super::config::FunctionKind;
use super::hierarchies::DataFile;
use super::hierarchy_level::{Level, Location};
use super::lookup::{Invocation, Lookup};
use super::lookup_options::LookupOptions;
use super::view::{Module, Place, Slot};
use crate::read_set;
use frontend::name::segments;
use std::rc::Rc;

impl Lookup<'_> {
    /// Whether each lookup of a parameter of the class would find nothing, and say nothing.
    ///
    /// `false` when that is not certain: some data speaks of the class, a function must be asked, a file
    /// was not read yet, or each lookup is to be noted.
    pub fn is_silent_of(&self, scope: &mut dyn Scope, class: &str) -> bool {
        if read_set::is_on() || !scope.is_plain() || !self.stack.borrow().is_empty() {
            return false;
        }
        let module = segments(class).next().unwrap_or_default();
        if module.is_empty() {
            return false;
        }
        let module = self.layers.module(module);
        let mut invocation = Invocation::new(scope);
        are_sound(&module.options)
            && [Place::Global, Place::Environment, Place::Module(&module)]
                .into_iter()
                .all(|place| self.is_place_silent(&mut invocation, place, class) == Some(true))
            && self.are_defaults_silent(&mut invocation, &module, class)
    }

    /// The same of a module's default hierarchy, which has options of its own.
    fn are_defaults_silent(
        &self,
        invocation: &mut Invocation<'_>,
        module: &Rc<Module>,
        class: &str,
    ) -> bool {
        let place = Place::Defaults(module);
        match self.view(invocation, place) {
            Ok(view) if view.config.is_none() => true,
            Ok(_) => {
                are_sound(&module.default_options)
                    && self.is_place_silent(invocation, place, class) == Some(true)
            }
            Err(_) => false,
        }
    }

    /// Whether the levels of a place are silent; `None` when the place cannot be seen.
    fn is_place_silent(
        &self,
        invocation: &mut Invocation<'_>,
        place: Place<'_>,
        class: &str,
    ) -> Option<bool> {
        let view = self.view(invocation, place).ok()?;
        Some(
            view.levels
                .iter()
                .all(|level| is_level_silent(level, class)),
        )
    }
}

/// Whether options were found, and none of them makes a lookup fail that finds nothing.
fn are_sound(options: &Slot<LookupOptions>) -> bool {
    options
        .borrow()
        .as_ref()
        .is_some_and(|options| options.are_sound())
}

fn is_level_silent(level: &Level, class: &str) -> bool {
    let is_hash = matches!(
        level.kind,
        FunctionKind::DataHash | FunctionKind::V4DataHash
    );
    let is_silent = |location: &Location| {
        !location.exists
            || match (location.hash.get(), &location.file) {
                (Some(None), _) => true,
                (Some(Some(_)), Some(file)) => !file.speaks_of(class),
                (Some(Some(_)), None) | (None, _) => false,
            }
    };
    is_hash && level.locations.iter().all(is_silent)
}

impl DataFile {
    /// Whether the file was not read, or has a key `CLASS::NAME`.
    fn speaks_of(&self, class: &str) -> bool {
        self.classes().is_none_or(|classes| classes.contains(class))
    }
}
