//! Resolves levels for one node: interpolates paths and options, and expands globs.

use super::backend_call::Context;
use super::config::{Config, FunctionKind, HierarchyLevel, Locations};
use super::data_file::Format;
use super::error::LookupError;
use super::eyaml;
use super::files::{glob, join};
use super::hierarchy_level::{Level, Location, NO_LOCATION};
use super::interpolation::{Rules, Unknown};
use super::key::{LookupKey, ruby_class};
use super::state::{Invocation, Lookup};
use crate::data::Data;
use crate::read_set::{self, Topic, answer_of_bool};
use runtime::error::Kind;
use runtime::platform::lacks_method;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

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

    /// Returns the locations of a level, each as it is configured and as it is resolved.
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
