//! Finds a key at the locations of a level: natively in YAML and JSON files, otherwise through the
//! level's function.

use super::backend_call::{BackendCall, BackendKey};
use super::config::FunctionKind;
use super::data_file::{Content, Format, own_keys};
use super::error::LookupError;
use super::explain::{Explainer, Subject};
use super::eyaml;
use super::hierarchy_level::{Level, Location};
use super::interpolation::Rules;
use super::key::LookupKey;
use super::merge::Merge;
use super::state::{Invocation, Lookup};
use super::{LOOKUP_OPTIONS, Scope, Warning};
use crate::data::{Data, Hash};
use crate::read_set;
use frontend::validate::Strict;
use runtime::profile;
use std::rc::Rc;
use std::sync::Arc;

impl Lookup<'_> {
    /// Finds the value of a key at a level.
    pub(super) fn in_level(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        key: &LookupKey,
        merge: &Merge,
    ) -> Result<Option<Data>, LookupError> {
        invocation.enter(|| Subject::DataProvider {
            name: match level.kind {
                FunctionKind::V4DataHash => {
                    format!("Deprecated API function \"{}\"", level.function)
                }
                _ => format!("Hierarchy entry \"{}\"", level.name),
            },
            config: None,
            module: None,
        });
        let found = if level.located {
            self.merged(
                invocation,
                merge,
                &level.locations,
                |lookup, invocation, location| lookup.in_located(invocation, level, location, key),
            )
        } else {
            match level.locations.first() {
                Some(location) => {
                    let found = self.in_location(invocation, level, location, key);
                    found.map(|found| found.map(|value| merge.only(value)))
                }
                None => Ok(None),
            }
        };
        invocation.leave();
        found
    }

    fn in_located(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        key: &LookupKey,
    ) -> Result<Option<Data>, LookupError> {
        invocation.enter(|| Subject::Location {
            text: Arc::clone(&location.text),
            original: Arc::clone(&location.original),
            is_uri: location.is_uri,
        });
        let found = if location.exists {
            self.in_location(invocation, level, location, key)
        } else {
            read_set::note_data(location.number, read_set::key(&key.root));
            invocation.tell(Explainer::no_location);
            Ok(None)
        };
        invocation.leave();
        found
    }

    /// Finds the value of a key at a location of a level.
    pub(super) fn in_location(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        key: &LookupKey,
    ) -> Result<Option<Data>, LookupError> {
        let _frames = profiled(level, location);
        let found = match level.kind {
            FunctionKind::DataHash | FunctionKind::V4DataHash => {
                self.in_data_hash(invocation, level, location, key)?
            }
            FunctionKind::LookupKey => {
                let asked = BackendKey::Name(&key.root);
                self.ask(invocation, level, location, &key.root, asked)?
            }
            FunctionKind::DataDig => {
                let mut segments = vec![Data::String(Arc::clone(&key.root))];
                segments.extend_from_slice(&key.segments);
                let asked = BackendKey::Segments(&segments);
                let found = self.ask(invocation, level, location, &key.text, asked)?;
                invocation.outcome(&key.text, found.as_ref());
                // wraps the value in hashes again because the caller digs it out by the segments
                return Ok(found.map(|value| {
                    key.segments.iter().rev().fold(value, |inner, segment| {
                        Data::hash(std::iter::once((segment.clone(), inner)).collect())
                    })
                }));
            }
            FunctionKind::Hiera3 => None,
        };
        invocation.outcome(&key.root, found.as_ref());
        Ok(found)
    }

    fn in_data_hash(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        key: &LookupKey,
    ) -> Result<Option<Data>, LookupError> {
        read_set::note_data(location.number, read_set::key(&key.root));
        let hash = match location.hash.get() {
            Some(hash) => hash,
            None => {
                let hash = self.data_of(invocation, level, location)?;
                location.hash.get_or_init(|| hash)
            }
        };
        let Some(value) = hash
            .as_ref()
            .and_then(|hash| hash.get_hashed(key.hash, &key.root))
        else {
            return Ok(None);
        };
        if !value.is_lookup_value() {
            let subject = format!(
                "Value for key '{}', in hash returned from {}",
                key.root,
                described(level, location)
            );
            return Err(mismatch(invocation, &subject, "Puppet::LookupValue", value));
        }
        if !value.is_interpolated() {
            // the copy distinguishes equal values that an explanation finds twice
            return Ok(Some(match invocation.is_explained() {
                true => value.copied(),
                false => value.clone(),
            }));
        }
        invocation.costly = true;
        self.interpolate(invocation, value, Rules::DATA).map(Some)
    }

    /// Returns all data of a location.
    fn data_of(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
    ) -> Result<Option<Arc<Hash>>, LookupError> {
        // the native readers support only a path, no options
        let native = level
            .options
            .as_hash()
            .is_none_or(|options| options.is_empty());
        if let Some(file) = location.file.as_ref().filter(|_| native) {
            let content = file.content(self.hierarchies.source());
            let first = self.announce(&file.path);
            return self.accept(invocation, level, location, content, first);
        }
        if Format::of_function(&level.function).is_some() && level.kind == FunctionKind::DataHash {
            return Err(LookupError::other(format!(
                "'{}' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash function",
                level.function
            )));
        }
        let content = match self.call(invocation, level, location, BackendKey::None)? {
            None => return Ok(None),
            Some(Data::Hash(hash)) => match &level.module {
                Some(module) => own_keys(&hash, module),
                None => Content::Hash(hash, Vec::new()),
            },
            Some(other) => Content::NoHash(other),
        };
        self.accept(invocation, level, location, &content, true)
    }

    /// Accepts the content of a file; logs its warnings and returns its errors.
    fn accept(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        content: &Content,
        first: bool,
    ) -> Result<Option<Arc<Hash>>, LookupError> {
        let warning = |text: String| Warning {
            text,
            file: None,
            once: None,
        };
        match content {
            Content::Hash(hash, rejected) => {
                let module = level.module.as_deref().unwrap_or_default();
                // Puppet repeats the warnings at each location of each level
                for key in rejected {
                    invocation.scope.warn(warning(format!(
                        "Module '{module}': Value returned from {} must use keys qualified with the name of the module; got {key}",
                        described(level, location)
                    )));
                }
                Ok(Some(Arc::clone(hash)))
            }
            Content::Error(error) => Err(error.clone()),
            Content::NoHash(other)
                if location.file.is_some()
                    && matches!(&*level.function, "yaml_data" | eyaml::FUNCTION) =>
            {
                no_yaml_hash(invocation.scope, &location.text, other, first).map(|()| None)
            }
            Content::NoHash(other) => {
                let subject = format!("Value returned from {}", described(level, location));
                Err(mismatch(invocation, &subject, "Hash", other))
            }
        }
    }

    /// Calls a `lookup_key` or `data_dig` function for a key; a value that it found is cached.
    fn ask(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        name: &Arc<str>,
        key: BackendKey<'_>,
    ) -> Result<Option<Data>, LookupError> {
        if let Some(known) = location.values.borrow().get(name) {
            return Ok(Some(known.clone()));
        }
        let found = self.call(invocation, level, location, key)?;
        if let Some(value) = found.as_ref().filter(|value| !value.is_lookup_value()) {
            let subject = format!(
                "Value for key '{name}', returned from {}",
                described(level, location)
            );
            return Err(mismatch(invocation, &subject, "Puppet::LookupValue", value));
        }
        if let Some(value) = &found {
            let mut values = location.values.borrow_mut();
            values.insert(Arc::clone(name), value.clone());
        }
        Ok(found)
    }

    /// Finds the value of a key in a file with encrypted texts.
    fn encrypted(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        key: BackendKey<'_>,
    ) -> Result<Option<Data>, LookupError> {
        let (Some(file), BackendKey::Name(key)) = (&location.file, key) else {
            return Err(LookupError::other(format!(
                "'{}': one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this lookup_key function",
                level.function
            )));
        };
        read_set::note_data(location.number, read_set::key(key));
        let content = file.content(self.hierarchies.source());
        let first = self.announce(&file.path);
        let hash = self.accept(invocation, level, location, content, first)?;
        let Some(value) = hash.as_ref().and_then(|hash| hash.get(key)) else {
            return Ok(None);
        };
        let vault = &self.hierarchies.vault;
        let value = vault.open(&level.options, value, key, &location.text)?;
        invocation.costly = true;
        self.interpolate(invocation, &value, Rules::DATA).map(Some)
    }

    fn call(
        &self,
        invocation: &mut Invocation<'_>,
        level: &Level,
        location: &Location,
        key: BackendKey<'_>,
    ) -> Result<Option<Data>, LookupError> {
        match (level.kind, &*level.function) {
            (FunctionKind::LookupKey, eyaml::FUNCTION) => {
                return self.encrypted(invocation, level, location, key);
            }
            (FunctionKind::DataDig, eyaml::FUNCTION) | (FunctionKind::Hiera3, eyaml::FUNCTION) => {}
            (_, eyaml::FUNCTION) => {
                let text = format!("'{}' expects 3 arguments, got 2", level.function);
                return Err(LookupError::other(text));
            }
            (kind, "yaml_data" | "json_data" | "hocon_data") if kind != FunctionKind::DataHash => {
                let got = if kind == FunctionKind::V4DataHash {
                    "none"
                } else {
                    "3"
                };
                let text = format!("'{}' expects 2 arguments, got {got}", level.function);
                return Err(LookupError::other(text));
            }
            _ => {}
        }
        let explanation = Rc::default();
        let call = BackendCall {
            kind: level.kind,
            name: &level.function,
            key,
            options: location.options(level),
            context: &location.context,
            config: level.config.file(),
            explanation: invocation.is_explained().then_some(&explanation),
        };
        // a function that returns all of its data is called only once
        invocation.asked |= matches!(level.kind, FunctionKind::LookupKey | FunctionKind::DataDig);
        let found = invocation.scope.call(&call);
        invocation.tell(|explainer| explainer.take(explanation.take()));
        found
    }
}

/// Warns about a YAML file whose content is not a Hash, or fails if the setting `strict` says so.
pub(super) fn no_yaml_hash(
    scope: &mut dyn Scope,
    path: &str,
    content: &Data,
    first: bool,
) -> Result<(), LookupError> {
    let text = format!("{path}: file does not contain a valid yaml hash");
    let nothing = matches!(content, Data::Undef | Data::Boolean(false));
    if !nothing && scope.strict() == Strict::Error {
        return Err(LookupError::lookup(text).of_strict());
    }
    if first {
        scope.warn(Warning {
            text,
            file: None,
            once: None,
        });
    }
    Ok(())
}

/// Enters a level and one of its locations in a profile.
fn profiled(level: &Level, location: &Location) -> (profile::NamedFrame, profile::NamedFrame) {
    // the level is left after the location because a tuple drops its fields in order
    let config = &level.config.path;
    let outer = profile::named_in(profile::Kind::Level, &level.name, config);
    let place = match &*location.text {
        "" => &level.function,
        path => path,
    };
    let inner = profile::named(profile::Kind::Data, place);
    (inner, outer)
}

fn described(level: &Level, location: &Location) -> String {
    if level.kind == FunctionKind::V4DataHash {
        return format!("deprecated API function '{}'", level.function);
    }
    let function = format!("{} function '{}'", level.kind.key(), level.function);
    match level.located {
        true => format!("{function}, when using location '{}',", location.text),
        false => function,
    }
}

fn mismatch(
    invocation: &mut Invocation<'_>,
    subject: &str,
    expected: &str,
    value: &Data,
) -> LookupError {
    let text = invocation.scope.mismatch(subject, expected, value);
    LookupError::lookup(text.unwrap_or_else(|| format!("{subject} has wrong type")))
}

/// Returns true if a key is `lookup_options` itself.
pub(super) fn is_lookup_options(key: &LookupKey) -> bool {
    &*key.root == LOOKUP_OPTIONS
}
