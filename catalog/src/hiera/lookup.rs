//! Looking up a key through the layers: global, environment, module, the module's defaults.

use super::config::Layer;
use super::data_provider::is_lookup_options;
use super::error::LookupError;
use super::explain::Explainer;
use super::hierarchies::Hierarchies;
use super::hierarchy_level::Level;
use super::key::LookupKey;
use super::lookup_options::{self, KeyOptions, LookupOptions};
use super::merge::{Merge, combine};
use super::{LOOKUP_OPTIONS, Scope, Variable};
use crate::data::{Data, Pairs};
use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};
use indexmap::IndexSet;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// One node's lookups.
pub struct Lookup<'e> {
    pub(super) hierarchies: &'e Hierarchies,
    /// Layers as the node sees them, and the default hierarchies of modules.
    views: RefCell<HashMap<(Layer, bool), Rc<View>, FixedState>>,
    options: RefCell<HashMap<OptionsOf, Rc<LookupOptions>, FixedState>>,
    results: RefCell<HashMap<Arc<str>, Known, FixedState>>,
    /// The keys being looked up, outermost first.
    stack: RefCell<Vec<Arc<str>>>,
    /// Files and configurations whose warnings were given.
    announced: RefCell<HashSet<Arc<str>, FixedState>>,
    read: RefCell<ReadSet>,
}

/// What a node's lookups depended on.
#[derive(Clone, Default, Debug)]
pub struct ReadSet {
    /// Configurations and data files, existing or not.
    pub files: IndexSet<Arc<str>, FixedState>,
    /// Keys.
    pub keys: IndexSet<Arc<str>, FixedState>,
    /// Variables in paths and data.
    pub variables: IndexSet<Arc<str>, FixedState>,
}

/// A variable as it was when something was made of it.
pub(super) type Observed = (Arc<str>, Variable);

/// A layer as a node sees it.
struct View {
    levels: Vec<Level>,
    /// The version and the path of its configuration.
    config: Option<(i64, Arc<str>)>,
    observed: Vec<Observed>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum OptionsOf {
    /// Of a key without a module, or with the module's options below.
    Module(Option<Arc<str>>),
    /// Of the module's default hierarchy.
    Defaults(Arc<str>),
}

/// A result that was dear to find.
struct Known {
    value: Option<Data>,
    observed: Vec<Observed>,
}

/// One lookup with everything that it leads to.
pub struct Invocation<'s> {
    pub(super) scope: &'s mut dyn Scope,
    observed: Vec<Observed>,
    /// The result is worth keeping.
    pub(super) costly: bool,
    explainer: Option<Explainer>,
}

impl<'s> Invocation<'s> {
    fn new(scope: &'s mut dyn Scope) -> Invocation<'s> {
        Invocation {
            scope,
            observed: Vec::new(),
            costly: false,
            explainer: None,
        }
    }

    pub(super) fn enter(&mut self, heading: impl FnOnce() -> String) {
        if let Some(explainer) = &mut self.explainer {
            explainer.enter(&heading());
        }
    }

    pub(super) fn leave(&mut self) {
        if let Some(explainer) = &mut self.explainer {
            explainer.leave();
        }
    }

    pub(super) fn line(&mut self, line: impl FnOnce() -> String) {
        if let Some(explainer) = &mut self.explainer {
            explainer.line(&line());
        }
    }

    pub(super) fn value(&mut self, label: impl FnOnce() -> String, value: &Data) {
        if let Some(explainer) = &mut self.explainer {
            explainer.value(&label(), value);
        }
    }

    /// Looks something up for an interpolation.
    pub(super) fn interpolating<T>(
        &mut self,
        text: &str,
        look_up: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.enter(|| format!("Interpolation on \"{text}\""));
        let found = look_up(self);
        self.leave();
        found
    }
}

impl<'e> Lookup<'e> {
    /// Nothing looked up yet.
    #[must_use]
    pub fn new(hierarchies: &'e Hierarchies) -> Lookup<'e> {
        Lookup {
            hierarchies,
            views: RefCell::default(),
            options: RefCell::default(),
            results: RefCell::default(),
            stack: RefCell::default(),
            announced: RefCell::default(),
            read: RefCell::default(),
        }
    }

    /// The value of a key; `None` when no layer has it. `merge` goes before `lookup_options`.
    ///
    /// # Errors
    /// Everything that Puppet finds wrong with key, configurations and data.
    pub fn lookup(
        &self,
        scope: &mut dyn Scope,
        key: &str,
        merge: Option<&Merge>,
    ) -> Result<Option<Data>, LookupError> {
        self.look_up(&mut Invocation::new(scope), key, merge)
    }

    /// The same, told in the words of `puppet lookup --explain`.
    pub fn explain(
        &self,
        scope: &mut dyn Scope,
        key: &str,
        merge: Option<&Merge>,
    ) -> (Result<Option<Data>, LookupError>, String) {
        let mut invocation = Invocation::new(scope);
        invocation.explainer = Some(Explainer::default());
        let found = self.look_up(&mut invocation, key, merge);
        (
            found,
            invocation
                .explainer
                .map(Explainer::finish)
                .unwrap_or_default(),
        )
    }

    /// Replaces every `%{...}` in a value, as a data file's values are.
    ///
    /// # Errors
    /// As for [`lookup`](Lookup::lookup).
    pub fn interpolated(&self, scope: &mut dyn Scope, value: &Data) -> Result<Data, LookupError> {
        let rules = super::interpolation::Rules::DATA;
        self.interpolate(&mut Invocation::new(scope), value, rules)
    }

    /// The text of a file that a function of a level reads.
    ///
    /// # Errors
    /// There is none, or it can't be read.
    pub fn read(&self, path: &str) -> Result<Arc<str>, LookupError> {
        self.read_file(&Arc::from(path));
        match self.hierarchies.source().read(path) {
            Ok(Some(bytes)) => Ok(Arc::from(String::from_utf8_lossy(&bytes))),
            Ok(None) => Err(LookupError::other(format!(
                "No such file or directory @ rb_sysopen - {path}"
            ))),
            Err(text) => Err(LookupError::other(text)),
        }
    }

    /// What the lookups so far depended on.
    #[must_use]
    pub fn read_set(&self) -> ReadSet {
        self.read.borrow().clone()
    }

    pub(super) fn look_up(
        &self,
        invocation: &mut Invocation<'_>,
        text: &str,
        merge: Option<&Merge>,
    ) -> Result<Option<Data>, LookupError> {
        let key = LookupKey::of_lookup(text)?;
        if is_lookup_options(&key) {
            return Ok(None);
        }
        let plain = merge.is_none() && invocation.explainer.is_none();
        if plain && let Some(known) = self.known(invocation, text) {
            return Ok(known);
        }
        self.read.borrow_mut().keys.insert(Arc::clone(&key.text));
        let mark = invocation.observed.len();
        let costly = std::mem::take(&mut invocation.costly);
        let found = self.find(invocation, &key, merge)?;
        if plain && invocation.costly {
            let observed = invocation.observed[mark..].to_vec();
            let known = Known {
                value: found.clone(),
                observed,
            };
            self.results
                .borrow_mut()
                .insert(Arc::clone(&key.text), known);
        }
        invocation.costly |= costly;
        Ok(found)
    }

    /// A result found before, unless a variable has changed since.
    fn known(&self, invocation: &mut Invocation<'_>, key: &str) -> Option<Option<Data>> {
        if self.stack.borrow().iter().any(|name| **name == *key) {
            return None;
        }
        let observed = self.results.borrow().get(key)?.observed.clone();
        if !self.holds(invocation, &observed) {
            return None;
        }
        self.results
            .borrow()
            .get(key)
            .map(|known| known.value.clone())
    }

    fn find(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        merge: Option<&Merge>,
    ) -> Result<Option<Data>, LookupError> {
        let options = self.options_of(invocation, key)?;
        let merge = match (
            merge,
            options.as_ref().and_then(|options| options.merge.as_ref()),
        ) {
            (Some(merge), _) => merge.clone(),
            (None, Some(given)) => {
                invocation.line(|| "Using merge options from \"lookup_options\" hash".to_owned());
                Merge::from_data(given, invocation.scope)?
            }
            (None, None) => Merge::First,
        };
        // found out by the global layer, which is always asked first
        self.push(&key.text)
            .map_err(|error| error.through_global(&key.text))?;
        invocation.enter(|| format!("Searching for \"{}\"", key.text));
        let found = self.search(invocation, key, &merge);
        let found = found.map(|found| found.map(|found| merge.finish(found)));
        let found = found.and_then(|found| self.dig(invocation, key, found));
        let found = match (found, key.module()) {
            // nothing at all, or nothing where the rest of the key leads
            (Ok(None), Some(module)) => {
                let found = self.in_defaults(invocation, &Arc::from(module), key);
                found.and_then(|found| self.dig(invocation, key, found))
            }
            (found, _) => found,
        };
        invocation.leave();
        self.pop();
        let convert_to = options
            .as_ref()
            .and_then(|options| options.convert_to.as_ref());
        match (found?, convert_to) {
            (Some(value), Some(convert_to)) => {
                invocation.costly = true;
                invocation.line(|| explain_conversion(convert_to));
                invocation
                    .scope
                    .convert(&key.text, convert_to, value)
                    .map(Some)
            }
            (found, _) => Ok(found),
        }
    }

    /// Notes that something is being looked up.
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

    /// Ends what was pushed last.
    pub(super) fn pop(&self) {
        self.stack.borrow_mut().pop();
    }

    fn dig(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        found: Option<Data>,
    ) -> Result<Option<Data>, LookupError> {
        let Some(value) = found else { return Ok(None) };
        if key.segments.is_empty() {
            return Ok(Some(value));
        }
        if invocation.explainer.is_none() {
            return key.dig(&value);
        }
        invocation.enter(|| format!("Sub key: \"{}\"", key.sub_key()));
        let mut value = Some(&value);
        for segment in &key.segments {
            let Some(outer) = value else { break };
            let name = segment
                .as_str()
                .map_or_else(|| format!("{}", SegmentText(segment)), str::to_owned);
            value = match key.step(outer, segment) {
                Ok(value) => value,
                Err(error) => {
                    invocation.leave();
                    return Err(error);
                }
            };
            match value {
                Some(inner) => invocation.value(|| format!("Found key: \"{name}\" value"), inner),
                None => invocation.line(|| format!("No such key: \"{name}\"")),
            }
        }
        invocation.leave();
        Ok(value.cloned())
    }

    /// The value of the root of a key in all layers.
    fn search(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        let mut layers = vec![Layer::Global, Layer::Environment];
        layers.extend(key.module().map(|module| Layer::Module(Arc::from(module))));
        self.merged(invocation, merge, &layers, |lookup, invocation, layer| {
            lookup.in_layer(invocation, layer, key, merge)
        })
    }

    fn in_layer(
        &self,
        invocation: &mut Invocation<'_>,
        layer: &Layer,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        let found = self.in_view(invocation, layer, false, key, merge);
        match layer {
            Layer::Global => found.map_err(|error| error.through_global(&key.text)),
            _ => found,
        }
    }

    fn in_view(
        &self,
        invocation: &mut Invocation<'_>,
        layer: &Layer,
        defaults: bool,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        let Some(view) = self.view(invocation, layer, defaults)? else {
            return Ok(None);
        };
        if view.config.is_none() && *layer != Layer::Global {
            return Ok(None);
        }
        invocation.enter(|| {
            explain_layer(
                layer,
                view.config.as_ref().map_or(5, |(version, _)| *version),
            )
        });
        let found = match &view.config {
            Some((_, path)) => {
                invocation.line(|| format!("Using configuration \"{path}\""));
                self.merged(
                    invocation,
                    merge,
                    &view.levels,
                    |lookup, invocation, level| lookup.in_level(invocation, level, key, merge),
                )
            }
            None => {
                invocation.line(|| format!("No such key: \"{}\"", key.text));
                Ok(None)
            }
        };
        invocation.leave();
        found.map_err(LookupError::through_provider)
    }

    /// What the default hierarchy of a module has; only its own options count.
    fn in_defaults(
        &self,
        invocation: &mut Invocation<'_>,
        module: &Arc<str>,
        key: &LookupKey,
    ) -> Result<Option<Data>, LookupError> {
        let layer = Layer::Module(Arc::clone(module));
        match self.view(invocation, &layer, true)? {
            Some(view) if view.config.is_some() => {}
            _ => return Ok(None),
        }
        invocation.enter(|| format!("Searching default_hierarchy of module \"{module}\""));
        let found = self
            .default_options(invocation, module)
            .and_then(|options| {
                let merge = match options
                    .of(&key.root)
                    .and_then(|options| options.merge.as_ref())
                {
                    Some(given) => Merge::from_data(given, invocation.scope)?,
                    None => Merge::First,
                };
                invocation.enter(|| format!("Searching for \"{}\"", key.text));
                let found = self.in_view(invocation, &layer, true, key, &merge);
                invocation.leave();
                found
            });
        invocation.leave();
        found
    }

    /// Goes through variants of a place for a key and merges what they have.
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
                if found.is_some() {
                    return Ok(found);
                }
            }
            return Ok(None);
        }
        invocation.costly = true;
        invocation.enter(|| format!("Merge strategy {}", merge.name()));
        explain_options(invocation, merge);
        let mut merged = None;
        for variant in variants {
            let Some(value) = find(self, invocation, variant)? else {
                continue;
            };
            merged = Some(match merged {
                None => merge.single(value),
                Some(first) => merge.merge(first, value, invocation.scope)?,
            });
        }
        if let Some(merged) = &merged {
            invocation.value(|| "Merged result".to_owned(), merged);
        }
        invocation.leave();
        Ok(merged)
    }

    /// A layer as the asking scope sees it.
    fn view(
        &self,
        invocation: &mut Invocation<'_>,
        layer: &Layer,
        defaults: bool,
    ) -> Result<Option<Rc<View>>, LookupError> {
        let place = (layer.clone(), defaults);
        let known = self.views.borrow().get(&place).cloned();
        if let Some(view) = known
            && self.holds(invocation, &view.observed)
        {
            return Ok(Some(view));
        }
        let loaded = self.hierarchies.config(layer, invocation.scope);
        let config = match loaded.get() {
            Some(Ok(config)) => config.clone(),
            Some(Err((warnings, error))) => {
                warnings
                    .iter()
                    .for_each(|warning| invocation.scope.warn(warning.clone()));
                return Err(error.clone());
            }
            None => None,
        };
        let mark = invocation.observed.len();
        let mut levels = Vec::new();
        let mut named = None;
        if let Some(config) = config {
            self.read_file(&config.path);
            if self.announce(&config.path) {
                config
                    .warnings
                    .iter()
                    .for_each(|warning| invocation.scope.warn(warning.clone()));
            }
            let module = match layer {
                Layer::Module(name) => Some(name),
                _ => None,
            };
            let given = match defaults {
                true => config.default_levels.as_ref(),
                false => Some(&config.levels),
            };
            // places are found out before the layer is asked for the key
            let asked = self.stack.borrow_mut().pop();
            let found = given.into_iter().flatten().try_for_each(|level| {
                levels.push(self.level(invocation, &config, level, module)?);
                Ok(())
            });
            self.stack.borrow_mut().extend(asked);
            found?;
            named = given.map(|_| (config.version, Arc::clone(&config.path)));
        }
        let observed = invocation.observed[mark..].to_vec();
        let view = Rc::new(View {
            levels,
            config: named,
            observed,
        });
        self.views.borrow_mut().insert(place, Rc::clone(&view));
        Ok(Some(view))
    }

    /// Whether variables still are what they were; if so the invocation depends on them too.
    fn holds(&self, invocation: &mut Invocation<'_>, observed: &[Observed]) -> bool {
        if observed
            .iter()
            .any(|(name, value)| invocation.scope.variable(name) != *value)
        {
            return false;
        }
        invocation.observed.extend_from_slice(observed);
        true
    }

    /// A variable, noted as read.
    pub(super) fn observe(&self, invocation: &mut Invocation<'_>, name: &str) -> Variable {
        let variable = invocation.scope.variable(name);
        let name: Arc<str> = Arc::from(name);
        let bare = name.strip_prefix("::").unwrap_or(&name);
        // those of the node never change, those of the top scope not once they are there
        let constant =
            matches!(bare, "facts" | "trusted" | "server_facts") || bare.len() < name.len();
        if !(constant && matches!(variable, Variable::Value(_))) {
            invocation
                .observed
                .push((Arc::clone(&name), variable.clone()));
        }
        self.read.borrow_mut().variables.insert(name);
        variable
    }

    /// Notes a file as read.
    pub(super) fn read_file(&self, path: &Arc<str>) {
        self.read.borrow_mut().files.insert(Arc::clone(path));
    }

    /// Whether this is the first time that the node meets a file.
    pub(super) fn announce(&self, path: &Arc<str>) -> bool {
        self.announced.borrow_mut().insert(Arc::clone(path))
    }

    /// The options of a key.
    fn options_of(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
    ) -> Result<Option<Rc<KeyOptions>>, LookupError> {
        let module: Option<Arc<str>> = key.module().map(Arc::from);
        let place = OptionsOf::Module(module.clone());
        if let Some(options) = self.known_options(invocation, &place) {
            return Ok(options.of(&key.root).cloned());
        }
        let mark = invocation.observed.len();
        let all = self.merged_options(invocation, &[Layer::Global, Layer::Environment], false)?;
        lookup_options::validate(&all, None)?;
        let mut all = all;
        if let Some(module) = &module {
            let own =
                self.merged_options(invocation, &[Layer::Module(Arc::clone(module))], false)?;
            lookup_options::validate(&own, Some(module))?;
            all = below(own, all);
        }
        let observed = invocation.observed[mark..].to_vec();
        let options = Rc::new(LookupOptions::compile(&all, observed)?);
        self.options.borrow_mut().insert(place, Rc::clone(&options));
        Ok(options.of(&key.root).cloned())
    }

    fn default_options(
        &self,
        invocation: &mut Invocation<'_>,
        module: &Arc<str>,
    ) -> Result<Rc<LookupOptions>, LookupError> {
        let place = OptionsOf::Defaults(Arc::clone(module));
        if let Some(options) = self.known_options(invocation, &place) {
            return Ok(options);
        }
        let mark = invocation.observed.len();
        let own = self.merged_options(invocation, &[Layer::Module(Arc::clone(module))], true)?;
        lookup_options::validate(&own, Some(module))?;
        let observed = invocation.observed[mark..].to_vec();
        let options = Rc::new(LookupOptions::compile(&own, observed)?);
        self.options.borrow_mut().insert(place, Rc::clone(&options));
        Ok(options)
    }

    fn known_options(
        &self,
        invocation: &mut Invocation<'_>,
        place: &OptionsOf,
    ) -> Option<Rc<LookupOptions>> {
        // an explanation tells how they were found
        if invocation.explainer.is_some() {
            return None;
        }
        let options = self.options.borrow().get(place).cloned()?;
        self.holds(invocation, &options.observed).then_some(options)
    }

    /// The value of `lookup_options` in some layers.
    fn merged_options(
        &self,
        invocation: &mut Invocation<'_>,
        layers: &[Layer],
        defaults: bool,
    ) -> Result<Data, LookupError> {
        let key = LookupKey::of_lookup(LOOKUP_OPTIONS)?;
        self.push(&key.text)
            .map_err(|error| error.through_global(&key.text))?;
        let costly = invocation.costly;
        invocation.enter(|| format!("Searching for \"{LOOKUP_OPTIONS}\""));
        let mut all = Ok(None);
        for layer in layers {
            let found = match defaults {
                true => self.in_view(invocation, layer, true, &key, &Merge::Hash),
                false => self.in_layer(invocation, layer, &key, &Merge::Hash),
            };
            all = match (all, found) {
                (Ok(Some(first)), Ok(Some(second))) => {
                    Merge::Hash.merge(first, second, invocation.scope).map(Some)
                }
                (Ok(first), Ok(second)) => Ok(first.or(second)),
                (Ok(_), Err(error)) => Err(error),
                (Err(error), _) => Err(error),
            };
            if all.is_err() {
                break;
            }
        }
        invocation.leave();
        invocation.costly = costly;
        self.pop();
        Ok(all?.unwrap_or(Data::Undef))
    }
}

/// Options of a module below those of the other layers.
fn below(own: Data, all: Data) -> Data {
    match (&own, &all) {
        (Data::Hash(low), Data::Hash(high)) => combine(low, high),
        (Data::Hash(_), _) => own,
        _ => all,
    }
}

/// A segment that is a number.
struct SegmentText<'a>(&'a Data);

impl std::fmt::Display for SegmentText<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Data::Integer(number) => write!(f, "{number}"),
            Data::BigInteger(digits) => f.write_str(digits),
            _ => Ok(()),
        }
    }
}

fn explain_layer(layer: &Layer, version: i64) -> String {
    let name = match layer {
        Layer::Global => "Global".to_owned(),
        Layer::Environment => "Environment".to_owned(),
        Layer::Module(name) => format!("Module \"{name}\""),
    };
    format!("{name} Data Provider (hiera configuration version {version})")
}

fn explain_options(invocation: &mut Invocation<'_>, merge: &Merge) {
    let Merge::Deep(deep) = merge else { return };
    let options = || {
        let mut pairs = Pairs::default();
        if let Some(prefix) = &deep.knockout_prefix {
            pairs.insert(
                Data::string("knockout_prefix"),
                Data::String(Arc::clone(prefix)),
            );
        }
        pairs.insert(
            Data::string("sort_merged_arrays"),
            Data::Boolean(deep.sort_merged_arrays),
        );
        pairs.insert(
            Data::string("merge_hash_arrays"),
            Data::Boolean(deep.merge_hash_arrays),
        );
        Data::hash(pairs)
    };
    if invocation.explainer.is_some() {
        invocation.value(|| "Options".to_owned(), &options());
    }
}

fn explain_conversion(convert_to: &Data) -> String {
    let list = match convert_to {
        Data::Array(items) => items.to_vec(),
        other => vec![other.clone()],
    };
    let texts: Vec<String> = list
        .iter()
        .map(|item| item.as_str().unwrap_or("").to_owned())
        .collect();
    format!(
        "Applying convert_to lookup_option with arguments [{}]",
        texts.join(", ")
    )
}
