//! Levels as one node sees them: with interpolated paths, expanded globs and their functions.

use super::config::{Config, FunctionKind, HierarchyLevel, Locations};
use super::data_provider::{Context, NO_LOCATION};
use super::error::LookupError;
use super::eyaml;
use super::files::{glob, join};
use super::hierarchies::{DataFile, Format};
use super::interpolation::{Rules, Unknown};
use super::key::{LookupKey, ruby_class};
use super::lookup::{Invocation, Lookup};
use crate::data::{Data, Hash, Pairs};
use crate::read_set::{self, Topic, answer_of_bool};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use runtime::error::Kind;
use runtime::platform::lacks_method;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

/// A level with its locations.
pub(super) struct Level {
    pub name: Arc<str>,
    pub kind: FunctionKind,
    pub function: Arc<str>,
    /// The options of the function, interpolated.
    pub options: Data,
    /// True if any locations were configured.
    pub located: bool,
    pub locations: Vec<Location>,
    pub config: Arc<Config>,
    pub module: Option<Arc<str>>,
}

/// A location of a level.
pub(super) struct Location {
    /// The configured text.
    pub original: Arc<str>,
    /// The interpolated, absolute text.
    pub text: Arc<str>,
    pub is_uri: bool,
    pub exists: bool,
    /// The data file, if no function is needed to read it.
    pub file: Option<Arc<DataFile>>,
    /// The number of that file in a read set.
    pub number: u32,
    /// All of its data, once it has been read.
    pub hash: OnceCell<Option<Arc<Hash>>>,
    /// The values that a function found for single keys.
    pub values: RefCell<HashMap<Arc<str>, Data, FixedState>>,
    /// The options of the function for this location, once it has been called.
    pub options: OnceCell<Data>,
    /// The context in which the function keeps data between its calls.
    pub context: Rc<Context>,
}

impl Level {
    /// Returns whether repeated lookups have no visible effect: the data comes from files only, and
    /// none of them causes warnings.
    pub fn is_silent(&self) -> bool {
        let is_silent = |location: &Location| {
            let file = location.file.as_ref();
            file.is_some_and(|file| !file.has_foreign_keys())
        };
        self.kind == FunctionKind::DataHash && self.locations.iter().all(is_silent)
    }
}

impl Location {
    /// Returns the options that the function of a level gets: those of the level, and the path or
    /// URI if there is one.
    pub fn options(&self, level: &Level) -> &Data {
        self.options.get_or_init(|| match &level.options {
            Data::Hash(given) if level.located => {
                let mut pairs: Pairs = (***given).clone();
                let name = if self.is_uri { "uri" } else { "path" };
                pairs.insert(Data::string(name), Data::String(Arc::clone(&self.text)));
                Data::hash(pairs)
            }
            options => options.clone(),
        })
    }
}

impl Lookup<'_> {
    /// Interpolates a level for the scope of a lookup.
    pub(super) fn level(
        &self,
        invocation: &mut Invocation<'_>,
        config: &Arc<Config>,
        given: &HierarchyLevel,
        module: Option<&Arc<str>>,
    ) -> Result<Level, LookupError> {
        let in_config = |mut error: LookupError| {
            if error.kind == super::ErrorKind::Issue && error.file.is_none() {
                error.file = Some(Arc::clone(&config.path));
            }
            error
        };
        let strict = Rules {
            methods: false,
            unknown: Unknown::FailsIn(&config.path, &config.text),
            local: None,
        };
        let datadir = self
            .interpolate_string(invocation, &given.datadir, strict)
            .map_err(in_config)?;
        // version 3 has no base folder, and does not allow undefined variables
        let (datadir, in_paths) = match config.version {
            3 => (datadir.to_string(), strict),
            _ => (join(&config.root, &datadir), Rules::PATH),
        };
        let options = self
            .interpolate(invocation, &given.options, strict)
            .map_err(in_config)?;
        let places = self
            .places(invocation, given, &datadir, in_paths)
            .map_err(in_config)?;
        let mut level = Level {
            name: Arc::clone(&given.name),
            kind: given.function.kind,
            function: Arc::clone(&given.function.name),
            options,
            located: !matches!(given.locations, Locations::None),
            locations: Vec::new(),
            config: Arc::clone(config),
            module: module.cloned(),
        };
        let is_uri = matches!(given.locations, Locations::Uris(_));
        if !level.located {
            let nowhere: Arc<str> = Arc::from(NO_LOCATION);
            level
                .locations
                .push(self.location(&level, (Arc::clone(&nowhere), nowhere), false));
        }
        for place in places {
            level.locations.push(self.location(&level, place, is_uri));
        }
        Ok(level)
    }

    fn location(
        &self,
        level: &Level,
        (original, text): (Arc<str>, Arc<str>),
        is_uri: bool,
    ) -> Location {
        let source = self.hierarchies.source();
        let on_disk = level.located && !is_uri;
        let (format, module) = match (level.kind, &*level.function) {
            // single keys are not checked for the module's name
            (FunctionKind::LookupKey, eyaml::FUNCTION) => (Some(Format::Yaml), None),
            (FunctionKind::DataHash, name) => (Format::of_function(name), level.module.as_ref()),
            _ => (None, None),
        };
        let file = format
            .filter(|_| on_disk)
            .map(|format| self.hierarchies.file(format, module, &text));
        let exists = match &file {
            Some(file) => file.exists(source),
            None => !on_disk || source.exists(&text),
        };
        if on_disk {
            self.read_file(&text);
        }
        // a missing data file counts as one without keys
        let number = match &file {
            Some(file) => read_set::data_file(|| file.name()),
            None if on_disk => {
                read_set::note_answer(Topic::Exists, &text, || answer_of_bool(exists));
                read_set::NO_NOTE
            }
            None => read_set::NO_NOTE,
        };
        Location {
            exists,
            file,
            is_uri,
            number,
            hash: OnceCell::new(),
            values: RefCell::default(),
            options: OnceCell::new(),
            context: Rc::new(Context::new(
                &self.hierarchies.environment().name,
                level.module.as_ref(),
            )),
            original,
            text,
        }
    }

    /// Returns the locations of a level: the configured and the resolved text of each.
    fn places(
        &self,
        invocation: &mut Invocation<'_>,
        level: &HierarchyLevel,
        datadir: &str,
        rules: Rules<'_>,
    ) -> Result<Vec<(Arc<str>, Arc<str>)>, LookupError> {
        let mut places = Vec::new();
        match &level.locations {
            Locations::None => {}
            Locations::Paths(paths) => {
                for path in paths {
                    let mut text =
                        join(datadir, &self.interpolate_string(invocation, path, rules)?);
                    let extension = level.extension.unwrap_or_default();
                    if !text.ends_with(extension) {
                        text.push_str(extension);
                    }
                    places.push((Arc::clone(path), Arc::from(text)));
                }
            }
            Locations::Globs(globs) => {
                for pattern in globs {
                    let text = self.interpolate_string(invocation, pattern, Rules::PATH)?;
                    let pattern: Arc<str> = Arc::from(join(datadir, &text));
                    let found = glob(self.hierarchies.source(), &pattern);
                    read_set::note_glob(&pattern, &found);
                    for path in found {
                        places.push((Arc::clone(&pattern), Arc::from(path)));
                    }
                }
            }
            Locations::Uris(uris) => {
                for uri in uris {
                    let text = self.interpolate_string(invocation, uri, Rules::PATH)?;
                    check_uri(&text)?;
                    places.push((Arc::clone(uri), text));
                }
            }
            Locations::Mapped([variable, name, template]) => {
                for value in self.mapped_values(invocation, variable)? {
                    let rules = Rules {
                        local: Some((name, &value)),
                        ..Rules::PATH
                    };
                    let text = self.interpolate_string(invocation, template, rules)?;
                    places.push((Arc::clone(template), Arc::from(join(datadir, &text))));
                }
            }
        }
        Ok(places)
    }

    /// Returns the values that `mapped_paths` iterates over.
    fn mapped_values(
        &self,
        invocation: &mut Invocation<'_>,
        variable: &Arc<str>,
    ) -> Result<Vec<Data>, LookupError> {
        let key = LookupKey::parse(variable)
            .ok_or_else(|| LookupError::lookup(format!("Syntax error in string: {variable}")))?;
        let value = self.scope_value(invocation, &key, Rules::PATH)?;
        let value = key.dig(&value, invocation.scope)?.unwrap_or(Data::Undef);
        match &value {
            Data::Undef => Ok(Vec::new()),
            Data::String(text) if text.is_empty() => Ok(Vec::new()),
            Data::String(_) => Ok(vec![value]),
            Data::Array(items) => Ok(items.to_vec()),
            Data::Hash(hash) => Ok(hash
                .iter()
                .map(|(key, value)| Data::array(vec![key.clone(), value.clone()]))
                .collect()),
            other => {
                let text = super::text_of(other, invocation.scope);
                let class = ruby_class(other);
                let text = lacks_method("empty?", &format!("{text}:{class}"));
                Err(LookupError::fault(Kind::NoMethod, text))
            }
        }
    }
}

/// Fails if a text contains a character that is not allowed in a URI.
fn check_uri(text: &str) -> Result<(), LookupError> {
    let bad = |byte: u8| byte <= b' ' || byte >= 0x7F || b"<>\"{}|\\^`".contains(&byte);
    if !text.bytes().any(bad) {
        return Ok(());
    }
    let mut shown = String::new();
    rubycore::inspect::write(text, &mut shown);
    Err(LookupError::fault(
        Kind::Uri,
        format!("bad URI(is not URI?): {shown}"),
    ))
}
