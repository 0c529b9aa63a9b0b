//! Finds the parameters of a class that no data mentions, so that they need no lookups of their
//! own.
//!
//! Most parameters of most classes are in no data. A data file indexes its keys by class (the part
//! before the last `::`), so one query per file answers for all parameters of a class.

use super::Scope;
use super::config::FunctionKind;
use super::data_file::{DataFile, Names};
use super::hierarchy_level::{Level, Location};
use super::lookup_options::LookupOptions;
use super::state::{Invocation, Lookup};
use super::view::{Module, Place, Slot};
use crate::read_set;
use frontend::name::segments;
use std::rc::Rc;
use std::sync::Arc;

/// The parameters of a class that data mentions, one set per file.
pub type MentionedParameters = Vec<Arc<Names>>;

impl Lookup<'_> {
    /// Returns the parameters of a class that occur in some data. A lookup of any other one would
    /// find nothing and log nothing.
    ///
    /// Returns `None` when that is not certain: a function would have to be called, a file has not
    /// been read yet, or each lookup has to be recorded.
    pub fn parameters_with_data(
        &self,
        scope: &mut dyn Scope,
        class: &str,
    ) -> Option<MentionedParameters> {
        if read_set::is_on() || !scope.is_plain() || !self.stack.borrow().is_empty() {
            return None;
        }
        let module = segments(class).next().unwrap_or_default();
        if module.is_empty() {
            return None;
        }
        let module = self.layers.module(module);
        let mut invocation = Invocation::new(scope);
        let mut mentioned = MentionedParameters::new();
        if !are_sound(&module.options) {
            return None;
        }
        for place in [Place::Global, Place::Environment, Place::Module(&module)] {
            self.add_place(&mut invocation, place, class, &mut mentioned)
                .ok()?;
        }
        self.add_defaults(&mut invocation, &module, class, &mut mentioned)
            .ok()?;
        Some(mentioned)
    }

    /// Adds the names in the default hierarchy of a module, which has lookup options of its own.
    fn add_defaults(
        &self,
        invocation: &mut Invocation<'_>,
        module: &Rc<Module>,
        class: &str,
        mentioned: &mut MentionedParameters,
    ) -> Result<(), Uncertain> {
        let place = Place::Defaults(module);
        if self
            .view(invocation, place)
            .map_err(|_| Uncertain)?
            .config
            .is_none()
        {
            return Ok(());
        }
        if !are_sound(&module.default_options) {
            return Err(Uncertain);
        }
        self.add_place(invocation, place, class, mentioned)
    }

    /// Adds the names in the levels of a place.
    fn add_place(
        &self,
        invocation: &mut Invocation<'_>,
        place: Place<'_>,
        class: &str,
        mentioned: &mut MentionedParameters,
    ) -> Result<(), Uncertain> {
        let view = self.view(invocation, place).map_err(|_| Uncertain)?;
        let mut levels = view.levels.iter();
        levels.try_for_each(|level| add_level(level, class, mentioned))
    }
}

/// The error that the names in a place are not certain.
struct Uncertain;

/// Returns true if the lookup options are known and none of them can make a lookup fail that finds
/// nothing.
fn are_sound(options: &Slot<LookupOptions>) -> bool {
    options
        .borrow()
        .as_ref()
        .is_some_and(|options| options.are_sound())
}

fn add_level(
    level: &Level,
    class: &str,
    mentioned: &mut MentionedParameters,
) -> Result<(), Uncertain> {
    let is_hash = matches!(
        level.kind,
        FunctionKind::DataHash | FunctionKind::V4DataHash
    );
    let mut add = |location: &Location| match (location.hash.get(), &location.file) {
        _ if !location.exists => Ok(()),
        (Some(None), _) => Ok(()),
        (Some(Some(_)), Some(file)) => {
            mentioned.extend(file.names_of(class).ok_or(Uncertain)?);
            Ok(())
        }
        (Some(Some(_)), None) | (None, _) => Err(Uncertain),
    };
    match is_hash {
        true => level.locations.iter().try_for_each(&mut add),
        false => Err(Uncertain),
    }
}

impl DataFile {
    /// Returns the parameters of a class for which the file has keys. The inner `None` means that
    /// there are none, the outer `None` that the file has not been read.
    fn names_of(&self, class: &str) -> Option<Option<Arc<Names>>> {
        Some(self.classes()?.get(class).map(Arc::clone))
    }
}
