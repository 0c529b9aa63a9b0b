//! Looks up a key in the layers: global, environment, module, and the module's defaults.

use super::backend_call::Context;
use super::data_file::{Content, Format};
use super::data_provider::{is_lookup_options, no_yaml_hash};
use super::error::LookupError;
use super::explain::{Explainer, Explanation, Subject};
use super::eyaml;
use super::hierarchies::Hierarchies;
use super::key::{LookupKey, segment_text};
use super::lookup_options::{Conversions, KeyOptions};
use super::merge::Merge;
use super::recent_cache::RecentCache;
use super::state::{CachedResult, Invocation, Key, Lookup, ReadSet};
use super::view::{Layers, Module, Place, distinct};
use super::{LOOKUP_OPTIONS, Scope};
use crate::data::{Data, Pairs};
use runtime::error::Kind;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

impl<'e> Lookup<'e> {
    /// Creates a lookup context for a function that does not belong to a level.
    #[must_use]
    pub fn context(&self, module: Option<&Arc<str>>) -> Rc<Context> {
        Rc::new(Context::new(&self.hierarchies.environment().name, module))
    }

    /// Creates the state before the first lookup.
    #[must_use]
    pub fn new(hierarchies: &'e Hierarchies) -> Lookup<'e> {
        Lookup {
            hierarchies,
            is_global_only: false,
            layers: Layers::default(),
            shared_options: RefCell::default(),
            converted: Conversions::default(),
            keys: RefCell::default(),
            dropped: Cell::default(),
            stack: RefCell::default(),
            announced: RefCell::default(),
            read: RefCell::default(),
        }
    }

    /// Restricts all lookups to the global layer.
    #[must_use]
    pub fn global_only(self) -> Lookup<'e> {
        Lookup {
            is_global_only: true,
            ..self
        }
    }

    /// Looks up a key; returns `None` if no layer has it. `merge` is a `merge` option, which takes
    /// precedence over `lookup_options`.
    ///
    /// # Errors
    /// Fails on everything that Puppet rejects in the key, configurations and data.
    pub fn lookup(
        &self,
        scope: &mut dyn Scope,
        key: &str,
        merge: Option<&Data>,
    ) -> Result<Option<Data>, LookupError> {
        self.look_up(&mut Invocation::new(scope), key, merge)
    }

    /// Works like [`lookup`](Lookup::lookup) and explains the steps in the form of `puppet lookup
    /// --explain`.
    pub fn explain(
        &self,
        scope: &mut dyn Scope,
        key: &str,
        merge: Option<&Data>,
    ) -> (Result<Option<Data>, LookupError>, Explanation) {
        explained(scope, |invocation| self.look_up(invocation, key, merge))
    }

    /// Looks up the options of a key, or without a key those that all keys share, and explains them
    /// in the form of `puppet lookup --explain-options`.
    pub fn explain_options(
        &self,
        scope: &mut dyn Scope,
        key: Option<&str>,
    ) -> (Result<Option<Data>, LookupError>, Explanation) {
        explained(scope, |invocation| {
            let module = match key {
                Some(key) => self.key(key)?.module.clone(),
                None => None,
            };
            let options = LookupKey::of_lookup(LOOKUP_OPTIONS)?;
            self.push(&options.text)?;
            let found = self.search(invocation, module.as_ref(), &options, &Merge::Hash);
            self.pop();
            found
        })
    }

    /// Replaces every `%{...}` in a value, as in values of data files.
    ///
    /// # Errors
    /// Same as [`lookup`](Lookup::lookup).
    pub fn interpolated(&self, scope: &mut dyn Scope, value: &Data) -> Result<Data, LookupError> {
        let rules = super::interpolation::Rules::DATA;
        self.interpolate(&mut Invocation::new(scope), value, rules)
    }

    /// Works like `interpolated` and explains the steps.
    pub fn interpolated_explained(
        &self,
        scope: &mut dyn Scope,
        value: &Data,
    ) -> (Result<Data, LookupError>, Explanation) {
        let rules = super::interpolation::Rules::DATA;
        explained(scope, |invocation| {
            self.interpolate(invocation, value, rules)
        })
    }

    /// Returns the text of a file that a level's function reads.
    ///
    /// # Errors
    /// Fails if the file does not exist or cannot be read.
    pub fn read(&self, path: &str) -> Result<Arc<str>, LookupError> {
        self.read_file(&Arc::from(path));
        match self.hierarchies.source().read(path) {
            Ok(Some(bytes)) => Ok(Arc::from(String::from_utf8_lossy(&bytes))),
            Ok(None) => Err(no_file(path)),
            Err(text) => Err(LookupError::other(text)),
        }
    }

    /// Returns the result of `yaml_data`, `json_data` or `hocon_data` for a path.
    ///
    /// # Errors
    /// Fails if the file does not exist or cannot be read.
    pub fn file_data(
        &self,
        scope: &mut dyn Scope,
        function: &str,
        path: &str,
    ) -> Result<Data, LookupError> {
        let path: Arc<str> = Arc::from(path);
        self.read_file(&path);
        let format = Format::of_function(function).unwrap_or(Format::Yaml);
        let (file, source) = (
            self.hierarchies.file(format, None, &path),
            self.hierarchies.source(),
        );
        self.hierarchies.note_data(&file);
        if !file.exists(source) {
            return Err(no_file(&path));
        }
        match file.content(source) {
            Content::Hash(hash, _) => Ok(Data::Hash(Arc::clone(hash))),
            Content::NoHash(other) if format == Format::Yaml => {
                no_yaml_hash(scope, &path, other, true)?;
                Ok(Data::hash(Pairs::default()))
            }
            Content::NoHash(other) => Ok(other.clone()),
            Content::Error(error) => Err(error.clone()),
        }
    }

    /// Returns the result of `eyaml_lookup_key` for the file that the options name.
    ///
    /// # Errors
    /// Fails if the file does not exist or cannot be read, or if a text cannot be decrypted.
    pub fn encrypted_data(
        &self,
        scope: &mut dyn Scope,
        key: &str,
        options: &Data,
    ) -> Result<Option<Data>, LookupError> {
        let path = options.as_hash().and_then(|options| options.get("path"));
        let path = path.and_then(Data::as_str).unwrap_or_default();
        let data = self.file_data(scope, eyaml::FUNCTION, path)?;
        let Some(value) = data.as_hash().and_then(|hash| hash.get(key)) else {
            return Ok(None);
        };
        let value = self.hierarchies.vault.open(options, value, key, path)?;
        self.interpolated(scope, &value).map(Some)
    }

    /// Reads all configurations, even without a lookup.
    pub fn open_all(&self, scope: &mut dyn Scope) {
        self.hierarchies.open_all(scope);
    }

    /// Returns the inputs that the lookups so far depended on.
    #[must_use]
    pub fn read_set(&self) -> ReadSet {
        let mut read = self.read.borrow().clone();
        read.keys.extend(self.keys.borrow().keys().map(Arc::clone));
        read
    }

    /// Returns a key, which is parsed only once.
    pub(super) fn key(&self, text: &str) -> Result<Rc<Key>, LookupError> {
        if let Some(known) = self.keys.borrow().get(text) {
            return Ok(Rc::clone(known));
        }
        let key = LookupKey::of_lookup(text)?;
        let module = key.module().map(|module| self.layers.module(module));
        let key = Rc::new(Key {
            key,
            module,
            options: OnceCell::new(),
            known: RecentCache::default(),
            missed: Cell::default(),
        });
        if !is_lookup_options(&key.key) {
            let text = Arc::clone(&key.key.text);
            self.keys.borrow_mut().insert(text, Rc::clone(&key));
        }
        Ok(key)
    }

    pub(super) fn look_up(
        &self,
        invocation: &mut Invocation<'_>,
        text: &str,
        merge: Option<&Data>,
    ) -> Result<Option<Data>, LookupError> {
        // this error comes first: the `hiera*` functions check whether the environment has data
        self.sees_only_global(invocation)?;
        let entry = self.key(text)?;
        if is_lookup_options(&entry.key) {
            invocation.enter(|| Subject::InvalidKey(Arc::from(LOOKUP_OPTIONS)));
            invocation.leave();
            return Ok(None);
        }
        let plain = !invocation.is_explained() && invocation.scope.is_plain();
        if plain && let Some(known) = self.known(invocation, &entry, merge) {
            return Ok(known);
        }
        let mark = invocation.observed.len();
        let costly = std::mem::take(&mut invocation.costly);
        let asked = std::mem::take(&mut invocation.asked);
        let found = self.find(invocation, &entry, merge)?;
        let again = found.is_none() && entry.missed.replace(true);
        if plain && (invocation.costly || again) && !invocation.asked {
            entry.known.add(Rc::new(CachedResult {
                merge: merge.cloned(),
                value: found.clone(),
                observed: distinct(&invocation.observed[mark..]),
                dropped: self.dropped.get(),
            }));
        }
        invocation.costly |= costly;
        invocation.asked |= asked;
        Ok(found)
    }

    /// Returns a cached result if the variables are the same as when it was found.
    fn known(
        &self,
        invocation: &mut Invocation<'_>,
        entry: &Key,
        merge: Option<&Data>,
    ) -> Option<Option<Data>> {
        if self.stack.borrow().contains(&entry.key.text) {
            return None;
        }
        let known = entry.known.find(|known| {
            known.dropped == self.dropped.get()
                && known.merge.as_ref() == merge
                && self.holds(invocation, &known.observed)
        })?;
        Some(known.value.clone())
    }

    fn find(
        &self,
        invocation: &mut Invocation<'_>,
        entry: &Key,
        merge: Option<&Data>,
    ) -> Result<Option<Data>, LookupError> {
        let key = &entry.key;
        let options = match entry.options.get() {
            Some(options) => options.clone(),
            None if self.is_finding_options(invocation, entry.module.as_ref())? => None,
            None => {
                let options = self.options_of(invocation, key, entry.module.as_ref())?;
                entry.options.get_or_init(|| options).clone()
            }
        };
        let module = match entry.module.as_ref() {
            Some(_) if self.sees_only_global(invocation)? => None,
            module => module,
        };
        let merge = match (merge, &options) {
            (Some(given), _) => Merge::from_data(given, invocation.scope)?,
            (None, Some(options)) => match options.merge()? {
                Some(given) => {
                    invocation.enter(|| Subject::MergeSource);
                    invocation.leave();
                    Merge::from_data(given, invocation.scope)?
                }
                None => Merge::First,
            },
            (None, None) => Merge::First,
        };
        invocation.enter(|| Subject::Root(Arc::clone(&key.text)));
        // the global layer reports the recursion because it is always searched first
        self.push(&key.text)
            .map_err(|error| error.through_global(&key.text))?;
        let found = self.search(invocation, module, key, &merge);
        let found = found.and_then(|found| self.dig(invocation, key, found));
        let found = match (found, module) {
            // no value, or no value where the rest of the key leads
            (Ok(None), Some(module)) => {
                let found = self.in_defaults(invocation, module, key);
                found.and_then(|found| self.dig(invocation, key, found))
            }
            (found, _) => found,
        };
        invocation.leave();
        self.pop();
        match (found?, &options) {
            (Some(value), Some(options)) => self.converted_value(invocation, key, options, value),
            (found, _) => Ok(found),
        }
    }

    /// Returns a value that was found, converted if the options of the key ask for it.
    fn converted_value(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        options: &KeyOptions,
        value: Data,
    ) -> Result<Option<Data>, LookupError> {
        let Some(given) = options.convert_to()? else {
            return Ok(Some(value));
        };
        invocation.costly = true;
        let mut convert_to = self.converted.current(given);
        let converted = invocation
            .scope
            .convert(&key.text, &mut convert_to, value)?;
        let text = invocation
            .is_explained()
            .then(|| explain_conversion(&convert_to, invocation.scope));
        invocation.tell(|explainer| text.into_iter().for_each(|t| explainer.text(t)));
        self.converted.remember(given, convert_to);
        Ok(Some(converted))
    }

    /// Pushes a key or variable that is being looked up; fails if it is being looked up already.
    pub(super) fn push(&self, name: &Arc<str>) -> Result<(), LookupError> {
        let mut stack = self.stack.borrow_mut();
        if stack.contains(name) {
            let names: Vec<&str> = stack.iter().map(|name| &**name).collect();
            let text = format!("Recursive lookup detected in [{}]", names.join(", "));
            return Err(LookupError::lookup(text));
        }
        stack.push(Arc::clone(name));
        Ok(())
    }

    /// Pops the latest name.
    pub(super) fn pop(&self) {
        self.stack.borrow_mut().pop();
    }

    /// Digs into the value of a key's root by the other segments.
    pub(super) fn dig(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        found: Option<Data>,
    ) -> Result<Option<Data>, LookupError> {
        let Some(value) = found else { return Ok(None) };
        if key.segments.is_empty() {
            return Ok(Some(value));
        }
        if !invocation.is_explained() {
            return key.dig(&value, invocation.scope);
        }
        invocation.enter(|| Subject::SubKey(key.sub_key()));
        let mut value = Some(&value);
        for segment in &key.segments {
            let Some(outer) = value else { break };
            invocation.enter(|| Subject::Segment);
            let inner = key.step(outer, segment, invocation.scope)?;
            invocation.outcome(&segment_text(segment), inner);
            invocation.leave();
            value = inner;
        }
        invocation.leave();
        Ok(value.cloned())
    }

    /// Finds the value of a key's root in all layers.
    fn search(
        &self,
        invocation: &mut Invocation<'_>,
        module: Option<&Rc<Module>>,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        let places = [
            Place::Global,
            Place::Environment,
            module.map_or(Place::Environment, Place::Module),
        ];
        let places = match module {
            _ if self.sees_only_global(invocation)? => {
                return self.in_layer(invocation, &Place::Global, key, merge);
            }
            Some(_) => &places[..],
            None => &places[..2],
        };
        self.merged(invocation, merge, places, |lookup, invocation, place| {
            lookup.in_layer(invocation, place, key, merge)
        })
    }

    /// Finds the values in the variants of a place and merges them.
    pub(super) fn merged<'v, V>(
        &self,
        invocation: &mut Invocation<'_>,
        merge: &Merge,
        variants: &'v [V],
        find: impl Fn(&Self, &mut Invocation<'_>, &'v V) -> Result<Option<Data>, LookupError>,
    ) -> Result<Option<Data>, LookupError> {
        if *merge == Merge::First || variants.len() < 2 {
            for variant in variants {
                let found = find(self, invocation, variant)?;
                if let Some(found) = found {
                    return Ok(Some(merge.only(found)));
                }
            }
            return Ok(None);
        }
        invocation.costly = true;
        invocation.enter(|| Subject::Merge {
            name: merge.name(),
            options: merge.given(),
        });
        let mut merged = None;
        for variant in variants {
            let Some(value) = find(self, invocation, variant)? else {
                continue;
            };
            merged = Some(match merged {
                None => {
                    invocation.tell(Explainer::first_of_merge);
                    merge.single(value)
                }
                Some(first) => {
                    let (first, value) = match invocation.is_explained() {
                        true => explained_merge(invocation, merge, first, value),
                        false => (first, value),
                    };
                    merge.merge(first, value, invocation.scope)?
                }
            });
        }
        if let Some(merged) = &merged {
            invocation.tell(|explainer| explainer.result(merged));
        }
        invocation.leave();
        Ok(merged)
    }

    /// Records that a file was read.
    pub(super) fn read_file(&self, path: &Arc<str>) {
        self.read.borrow_mut().files.insert(Arc::clone(path));
    }

    /// Returns true if the node uses a file for the first time.
    pub(super) fn announce(&self, path: &Arc<str>) -> bool {
        self.announced.borrow_mut().insert(Arc::clone(path))
    }
}

/// Explains the changes of a deep merge to its values, and returns the values to merge. The
/// lower-priority value is copied so that explanations can distinguish the two.
fn explained_merge(
    invocation: &mut Invocation<'_>,
    merge: &Merge,
    first: Data,
    second: Data,
) -> (Data, Data) {
    if !matches!(merge, Merge::Deep(_)) {
        return (first, second);
    }
    let (over, below) = match merge.is_reverse() {
        true => (&second, &first),
        false => (&first, &second),
    };
    for (value, left) in merge.left(over, below) {
        invocation.tell(|explainer| explainer.left(merge, &value, &left));
    }
    match merge.is_reverse() {
        true => (first.copied(), second),
        false => {
            let second = second.copied();
            (first, second)
        }
    }
}

/// Runs a lookup with an explainer.
fn explained<R>(
    scope: &mut dyn Scope,
    look_up: impl FnOnce(&mut Invocation<'_>) -> R,
) -> (R, Explanation) {
    let mut invocation = Invocation::new(scope);
    invocation.explainer = Some(Explainer::default());
    let found = look_up(&mut invocation);
    let explainer = invocation.explainer.unwrap_or_default();
    (found, explainer.finish())
}

fn explain_conversion(convert_to: &Data, scope: &mut dyn Scope) -> String {
    let list = match convert_to {
        Data::Array(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    let texts: Vec<String> = list
        .iter()
        .map(|item| super::text_of(item, scope))
        .collect();
    format!(
        "Applying convert_to lookup_option with arguments [{}]",
        texts.join(", ")
    )
}

fn no_file(path: &str) -> LookupError {
    LookupError::fault(
        Kind::NoFile,
        format!("No such file or directory @ rb_file_s_stat - {path}"),
    )
}
