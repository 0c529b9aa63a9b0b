//! `lookup_options`: the merge strategies and conversions of keys.

use super::LOOKUP_OPTIONS;
use super::error::LookupError;
use super::explain::Subject;
use super::key::{LookupKey, ruby_class};
use super::lookup::{Invocation, Lookup};
use super::merge::{Merge, check_first_operand, combine};
use super::view::{Module, Place, Slot};
use crate::data::Data;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rubycore::regexp::{Options, Pattern, pattern};
use runtime::error::{Fault, Kind};
use runtime::platform::lacks_method;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The lookup options for all keys that a lookup may concern.
pub(super) struct LookupOptions {
    /// All options, a Hash or undef.
    data: Data,
    exact: HashMap<Arc<str>, Rc<KeyOptions>, FixedState>,
    patterns: Vec<(Arc<Pattern>, Rc<KeyOptions>)>,
}

/// The options of a key.
#[derive(Default, Debug)]
pub(super) struct KeyOptions {
    merge: Option<Data>,
    convert_to: Option<Data>,
    /// The error that options of an invalid kind cause when one of them is requested.
    unusable: Option<Fault>,
}

impl KeyOptions {
    fn of(options: &Data) -> KeyOptions {
        let known = |name: &str| match options {
            Data::Hash(options) => options.get(name).filter(|value| !value.is_undef()).cloned(),
            // in Ruby, indexing a text by a substring that it contains returns the substring
            Data::String(text) if text.contains(name) => Some(Data::string(name)),
            _ => None,
        };
        KeyOptions {
            merge: known("merge"),
            convert_to: known("convert_to"),
            unusable: unusable(options),
        }
    }

    /// Returns the merge strategy as given.
    ///
    /// # Errors
    /// Fails if the options are of an invalid kind.
    pub fn merge(&self) -> Result<Option<&Data>, LookupError> {
        self.usable().map(|options| options.merge.as_ref())
    }

    /// Returns the type to convert values to, as given.
    ///
    /// # Errors
    /// Fails if the options are of an invalid kind.
    pub fn convert_to(&self) -> Result<Option<&Data>, LookupError> {
        self.usable().map(|options| options.convert_to.as_ref())
    }

    fn usable(&self) -> Result<&KeyOptions, LookupError> {
        match &self.unusable {
            Some(fault) => Err(LookupError::from(fault.clone())),
            None => Ok(self),
        }
    }
}

fn unusable(options: &Data) -> Option<Fault> {
    let shown = match options {
        Data::Array(_) | Data::Integer(_) | Data::BigInteger(_) => {
            let text = "no implicit conversion of String into Integer";
            return Some(Fault::of(Kind::Type, text));
        }
        Data::Boolean(true) => "true".to_owned(),
        Data::Float(number) => format!("{number:?}"),
        _ => return None,
    };
    let class = ruby_class(options);
    let text = lacks_method("[]", &format!("{shown}:{class}"));
    Some(Fault::of(Kind::NoMethod, text))
}

/// Checks the value of `lookup_options` in a layer, or in the module of a name.
///
/// # Errors
/// Fails if it is not a hash, or has keys of other modules.
pub(super) fn validate(options: &Data, module: Option<&str>) -> Result<(), LookupError> {
    let hash = match options {
        Data::Undef => return Ok(()),
        Data::Hash(hash) => hash,
        _ => return Err(LookupError::issue("value of lookup_options must be a hash")),
    };
    let Some(module) = module else { return Ok(()) };
    for key in hash.keys() {
        let key = key.as_str().unwrap_or_default();
        let is_own = |key: &str| {
            key.strip_prefix(module)
                .is_some_and(|rest| rest.starts_with("::"))
        };
        let what = match key.strip_prefix('^') {
            Some(pattern) if !is_own(pattern) => "patterns must match a key starting",
            None if !is_own(key) => "keys must start",
            _ => continue,
        };
        return Err(LookupError::issue(format!(
            "all lookup_options {what} with module name '{module}'"
        )));
    }
    Ok(())
}

impl LookupOptions {
    /// Compiles options for lookups.
    ///
    /// # Errors
    /// Fails if a pattern is not a valid regular expression.
    fn compile(options: &Data) -> Result<LookupOptions, LookupError> {
        let mut done = LookupOptions {
            data: options.clone(),
            exact: HashMap::default(),
            patterns: Vec::new(),
        };
        for (key, options) in options.as_hash().into_iter().flat_map(|hash| hash.iter()) {
            let Data::String(key) = key else {
                let text = ruby_class(key);
                let shown = match key {
                    Data::Integer(number) => number.to_string(),
                    Data::Float(number) => format!("{number:?}"),
                    Data::Boolean(value) => value.to_string(),
                    _ => "nil".to_owned(),
                };
                let text = format!("undefined method `start_with?' for {shown}:{text}");
                return Err(LookupError::fault(Kind::NoMethod, text));
            };
            let options = Rc::new(KeyOptions::of(options));
            if !key.starts_with('^') {
                done.exact.insert(Arc::clone(key), options);
                continue;
            }
            let pattern = pattern(key, Options::default());
            if let Err(failure) = pattern.check() {
                return Err(LookupError::fault(Kind::Regexp, failure.to_string()));
            }
            done.patterns.push((pattern, options));
        }
        Ok(done)
    }

    /// Returns whether all merge strategies certainly exist, so that no option makes a lookup fail
    /// that finds nothing.
    pub fn are_sound(&self) -> bool {
        let is_sound = |options: &Rc<KeyOptions>| match options.merge() {
            Ok(given) => given.is_none_or(Merge::is_certainly_sound),
            Err(_) => false,
        };
        let patterns = self.patterns.iter().map(|(_, options)| options);
        self.exact.values().chain(patterns).all(is_sound)
    }

    /// Returns the options of a key: its own, or else those of the first pattern that matches.
    pub fn of(&self, key: &str) -> Option<&Rc<KeyOptions>> {
        if let Some(options) = self.exact.get(key) {
            return Some(options);
        }
        let found = self
            .patterns
            .iter()
            .find(|(pattern, _)| pattern.is_match(key).is_ok_and(|found| found));
        found.map(|(_, options)| options)
    }
}

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

    /// Returns whether a lookup runs inside the search for options and therefore has no options
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

/// The lists of `convert_to` options whose type is no longer a text.
///
/// Puppet replaces the text in the option itself when a value is first converted. Options with a
/// type are not data, so they cannot be merged with those of a module any more.
#[derive(Default)]
pub(super) struct Conversions {
    /// The lists as given, and as conversions have left them.
    lists: RefCell<Vec<(Data, Data)>>,
}

impl Conversions {
    /// Returns a `convert_to` option as earlier conversions have left it.
    pub fn current(&self, convert_to: &Data) -> Data {
        let lists = self.lists.borrow();
        let found = lists.iter().find(|(given, _)| given.is_same(convert_to));
        found.map_or(convert_to, |(_, left)| left).clone()
    }

    /// Remembers what a conversion has made of a `convert_to` option.
    pub fn remember(&self, convert_to: &Data, left: Data) {
        let is_known = self.current(convert_to).is_same(&left);
        if matches!(left, Data::Array(_)) && !is_known {
            self.lists.borrow_mut().push((convert_to.clone(), left));
        }
    }

    /// Returns all options as conversions have left them, unless they have changed nothing.
    fn left_by_conversions(&self, all: &Data) -> Option<Data> {
        if self.lists.borrow().is_empty() {
            return None;
        }
        let mut is_changed = false;
        let mut left = |convert_to: &Data| {
            let left = self.current(convert_to);
            is_changed |= matches!(left, Data::Array(_)) && !left.is_same(convert_to);
            left
        };
        let pairs = all.as_hash()?.iter().map(|(key, options)| {
            let pairs = options.as_hash().map(|options| {
                let pairs = options.iter().map(|(key, option)| match key.as_str() {
                    Some("convert_to") => (key.clone(), left(option)),
                    _ => (key.clone(), option.clone()),
                });
                pairs.collect()
            });
            (key.clone(), pairs.map_or(options.clone(), Data::hash))
        });
        let pairs = pairs.collect();
        is_changed.then(|| Data::hash(pairs))
    }
}

/// Compiles and keeps options. They are determined once, even if the variables that they depend on
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
