//! `lookup_options`: how keys are merged and converted.

use super::error::LookupError;
use super::lookup::Observed;
use crate::data::Data;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use runtime::regex::{Options, Pattern, pattern};
use std::rc::Rc;
use std::sync::Arc;

/// The options of all keys that one lookup may concern.
#[derive(Default)]
pub(super) struct LookupOptions {
    exact: HashMap<Arc<str>, Rc<KeyOptions>, FixedState>,
    patterns: Vec<(Arc<Pattern>, Rc<KeyOptions>)>,
    /// The variables they depend on.
    pub observed: Vec<Observed>,
}

/// The options of a key.
#[derive(Default, Debug)]
pub(super) struct KeyOptions {
    pub merge: Option<Data>,
    pub convert_to: Option<Data>,
}

/// Checks the value of `lookup_options` in a layer, or in the module of a name.
///
/// # Errors
/// It is no hash; it has keys of other modules.
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
    /// Makes the options ready for lookups.
    ///
    /// # Errors
    /// A pattern that is no regular expression.
    pub fn compile(options: &Data, observed: Vec<Observed>) -> Result<LookupOptions, LookupError> {
        let mut done = LookupOptions {
            observed,
            ..LookupOptions::default()
        };
        for (key, options) in options.as_hash().into_iter().flat_map(|hash| hash.iter()) {
            let Data::String(key) = key else {
                let text = super::key::ruby_class(key);
                let shown = match key {
                    Data::Integer(number) => number.to_string(),
                    Data::Float(number) => format!("{number:?}"),
                    Data::Boolean(value) => value.to_string(),
                    _ => "nil".to_owned(),
                };
                let text = format!("undefined method `start_with?' for {shown}:{text}");
                return Err(LookupError::other(text));
            };
            let get = |name: &str| options.as_hash().and_then(|options| options.get(name));
            let known = |name: &str| get(name).filter(|value| !value.is_undef()).cloned();
            let options = Rc::new(KeyOptions {
                merge: known("merge"),
                convert_to: known("convert_to"),
            });
            if !key.starts_with('^') {
                done.exact.insert(Arc::clone(key), options);
                continue;
            }
            let pattern = pattern(key, Options::default());
            if let Err(error) = pattern.check() {
                return Err(LookupError::other(super::raise_text(&error)));
            }
            done.patterns.push((pattern, options));
        }
        Ok(done)
    }

    /// The options of a key: its own, else those of the first pattern that matches.
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
