//! Reads `lookup_options`: the merge strategies and conversions of keys.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rubycore::regexp::{Options, Pattern, pattern};
use runtime::error::{Fault, Kind};
use runtime::platform::lacks_method;

use super::error::LookupError;
use super::key::ruby_class;
use super::merge::Merge;
use crate::data::Data;

/// The lookup options for all keys that a lookup may concern.
pub(super) struct LookupOptions {
    /// All options, a Hash or undef.
    pub(super) data: Data,
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
    pub(super) fn compile(options: &Data) -> Result<LookupOptions, LookupError> {
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

    /// Returns true if all merge strategies certainly exist, so that no option makes a lookup fail
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
    pub(super) fn left_by_conversions(&self, all: &Data) -> Option<Data> {
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
