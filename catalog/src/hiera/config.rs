//! Owns the configuration of a layer: the hierarchy in its `hiera.yaml`.
//!
//! This module reads version 5; [`super::legacy`] converts versions 3 and 4 to the same levels.

use super::error::LookupError;
use super::{Scope, Warning};
use crate::data::{Data, Pairs};
use crate::environment::files::Stamp;
use hashbrown::HashSet;
use std::sync::Arc;

/// The configuration of a layer.
#[derive(Clone, Debug)]
pub struct Config {
    /// The path of `hiera.yaml`.
    pub path: Arc<str>,
    /// Its text, in which errors look up line numbers.
    pub text: Arc<str>,
    /// The folder that relative data folders are based on.
    pub root: Arc<str>,
    /// The version: 3, 4 or 5.
    pub version: i64,
    /// The origin of the configuration.
    pub standing: ConfigOrigin,
    /// The levels of `hierarchy`.
    pub levels: Vec<HierarchyLevel>,
    /// The levels of `default_hierarchy`, for a module.
    pub default_levels: Option<Vec<HierarchyLevel>>,
    /// The warnings that are logged when a node first needs it.
    pub warnings: Vec<Warning>,
    /// The state of the file when it was read.
    pub stamp: Option<Stamp>,
    /// An error in the levels, reported to lookups that use them.
    pub flaw: Option<LookupError>,
}

/// The origin of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigOrigin {
    /// A `hiera.yaml` file.
    File,
    /// A deprecated setting that replaces a file.
    Setting,
    /// None: a deprecated setting turns data off, or the file's version is too old.
    Off,
}

/// A level of a hierarchy.
#[derive(Clone, Debug)]
pub struct HierarchyLevel {
    /// The name.
    pub name: Arc<str>,
    /// The function that finds the data.
    pub function: BackendFunction,
    /// The options that the function gets, a Hash.
    pub options: Data,
    /// The data folder, with interpolations.
    pub datadir: Arc<str>,
    /// The locations that it searches, with interpolations.
    pub locations: Locations,
    /// The extension that versions 3 and 4 append to paths.
    pub extension: Option<&'static str>,
}

/// The function of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackendFunction {
    /// The kind of function.
    pub kind: FunctionKind,
    /// Its name.
    pub name: Arc<str>,
}

/// The kinds of functions that a level can call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// Returns all data of a location as a hash.
    DataHash,
    /// Returns the value of a key.
    LookupKey,
    /// Returns the value of a dotted key.
    DataDig,
    /// A backend of Hiera 3, which is not supported any more.
    Hiera3,
    /// A function without arguments that returns a hash.
    V4DataHash,
}

impl FunctionKind {
    /// Returns the key that selects it in `hiera.yaml`.
    #[must_use]
    pub fn key(self) -> &'static str {
        match self {
            FunctionKind::DataHash => "data_hash",
            FunctionKind::LookupKey => "lookup_key",
            FunctionKind::DataDig => "data_dig",
            FunctionKind::Hiera3 => "hiera3_backend",
            FunctionKind::V4DataHash => "v4_data_hash",
        }
    }
}

/// The locations of a level, as configured.
#[derive(Clone, Debug)]
pub enum Locations {
    /// No location: the function is called once.
    None,
    /// `path`, `paths`
    Paths(Vec<Arc<str>>),
    /// `glob`, `globs`
    Globs(Vec<Arc<str>>),
    /// `uri`, `uris`
    Uris(Vec<Arc<str>>),
    /// `mapped_paths`: the variable, its name in the template, and the template.
    Mapped([Arc<str>; 3]),
}

/// The layer that a configuration belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Layer {
    /// The global layer.
    Global,
    /// The layer of the environment.
    Environment,
    /// The layer of a module, by name.
    Module(Arc<str>),
}

const NAMES: &str = "Array[String[1], 1]";
const OPTIONS: &str = r"Hash[Pattern[/\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\z/], Data]";

/// Returns the text of the type that a configuration of version 5 must match.
fn config_type() -> String {
    let defaults = format!(
        "Struct[{{Optional['data_hash'] => String[1], Optional['lookup_key'] => String[1], Optional['data_dig'] => String[1], Optional['datadir'] => String[1], Optional['options'] => {OPTIONS}}}]"
    );
    let level = format!(
        "Struct[{{'name' => String[1], Optional['options'] => {OPTIONS}, Optional['data_hash'] => String[1], Optional['lookup_key'] => String[1], Optional['hiera3_backend'] => String[1], Optional['v4_data_hash'] => String[1], Optional['data_dig'] => String[1], Optional['path'] => String[1], Optional['paths'] => {NAMES}, Optional['glob'] => String[1], Optional['globs'] => {NAMES}, Optional['uri'] => String[1], Optional['uris'] => {NAMES}, Optional['mapped_paths'] => Array[String[1], 3, 3], Optional['datadir'] => String[1]}}]"
    );
    format!(
        "Struct[{{'version' => Integer[5, 5], Optional['defaults'] => {defaults}, Optional['hierarchy'] => Array[{level}], Optional['plan_hierarchy'] => Array[{level}], Optional['default_hierarchy'] => Array[{level}]}}]"
    )
}

impl Config {
    /// Creates a configuration without levels.
    pub(super) fn empty(root: &str, path: &str, standing: ConfigOrigin) -> Config {
        Config {
            path: Arc::from(path),
            text: Arc::from(""),
            root: Arc::from(root),
            version: 5,
            standing,
            levels: Vec::new(),
            default_levels: None,
            warnings: Vec::new(),
            stamp: None,
            flaw: None,
        }
    }

    /// Returns the path of the file, if there is one.
    #[must_use]
    pub fn file(&self) -> Option<&Arc<str>> {
        (self.standing == ConfigOrigin::File).then_some(&self.path)
    }

    /// Builds an error about the file.
    pub(super) fn issue(&self, line: Option<u32>, text: String) -> LookupError {
        LookupError::issue_in(&self.path, line, text)
    }

    /// Fails if a hash does not match a type.
    pub(super) fn check_type(
        &self,
        expected: &str,
        hash: Pairs,
        scope: &mut dyn Scope,
    ) -> Result<(), LookupError> {
        let subject = format!("The Lookup Configuration at '{}'", self.path);
        match scope.mismatch(&subject, expected, &Data::hash(hash)) {
            Some(text) => Err(LookupError::puppet(text)),
            None => Ok(()),
        }
    }

    pub(super) fn fill5(
        &mut self,
        layer: &Layer,
        hash: &Pairs,
        scope: &mut dyn Scope,
    ) -> Result<(), LookupError> {
        let mut hash = hash.clone();
        let mut missing = |key: &str, default: Data| {
            let value = hash.entry(Data::string(key)).or_insert(Data::Undef);
            if is_nothing(value) {
                *value = default;
            }
        };
        missing(
            "defaults",
            pairs([("datadir", "data"), ("data_hash", "yaml_data")]),
        );
        missing(
            "hierarchy",
            Data::array(vec![pairs([("name", "Common"), ("path", "common.yaml")])]),
        );
        self.check_type(&config_type(), hash.clone(), scope)?;
        let none = Pairs::default();
        let defaults = get(&hash, "defaults")
            .and_then(Data::as_hash)
            .map_or(&none, |hash| hash);
        let defaults = self.defaults(defaults)?;
        self.levels = self.levels5(layer, get(&hash, "hierarchy"), &defaults)?;
        // checked, but used only by plans
        self.levels5(layer, get(&hash, "plan_hierarchy"), &defaults)?;
        if let Some(levels) = get(&hash, "default_hierarchy") {
            if !matches!(layer, Layer::Module(_)) {
                let text = "'default_hierarchy' is only allowed in the module layer";
                return Err(self.issue(self.line_of_key("default_hierarchy"), text.to_owned()));
            }
            self.default_levels = Some(self.levels5(layer, Some(levels), &defaults)?);
        }
        Ok(())
    }

    fn defaults(&self, hash: &Pairs) -> Result<Defaults, LookupError> {
        let function = self.function(hash, "defaults")?;
        let options = get(hash, "options")
            .cloned()
            .unwrap_or_else(|| Data::hash(Pairs::default()));
        self.check_options(&options, "defaults")?;
        let datadir = text(hash, "datadir").unwrap_or_else(|| Arc::from("data"));
        Ok(Defaults {
            function,
            options,
            datadir,
        })
    }

    fn levels5(
        &self,
        layer: &Layer,
        levels: Option<&Data>,
        defaults: &Defaults,
    ) -> Result<Vec<HierarchyLevel>, LookupError> {
        let mut done = Vec::new();
        for level in levels
            .and_then(Data::as_array)
            .into_iter()
            .flat_map(|levels| levels.iter())
        {
            let Some(level) = level.as_hash() else {
                continue;
            };
            let name = text(level, "name").unwrap_or_default();
            let place = format!("hierarchy '{name}'");
            let own = self.function(level, &place)?;
            let function = own.or_else(|| defaults.function.clone()).ok_or_else(|| {
                let text = format!(
                    "One of data_hash, lookup_key, data_dig, or hiera3_backend must be defined in {place}"
                );
                self.issue(None, text)
            })?;
            if function.kind == FunctionKind::Hiera3 && *layer != Layer::Global {
                let text = "'hiera3_backend' is only allowed in the global layer";
                return Err(self.issue(self.line_of_key("hiera3_backend"), text.to_owned()));
            }
            let locations = self.locations(level, &place)?;
            let options = get(level, "options").unwrap_or(&defaults.options).clone();
            self.check_options(&options, &place)?;
            if function.kind == FunctionKind::Hiera3
                && matches!(&*function.name, "json" | "yaml" | "hocon")
            {
                let name = &function.name;
                let text =
                    format!("Use \"data_hash: {name}_data\" instead of \"hiera3_backend: {name}\"");
                return Err(self.issue(self.line_of_key("hiera3_backend"), text));
            }
            done.push(HierarchyLevel {
                locations,
                datadir: text(level, "datadir").unwrap_or_else(|| Arc::clone(&defaults.datadir)),
                name,
                function,
                options,
                extension: None,
            });
        }
        Ok(done)
    }

    /// Returns the error with which a lookup in this configuration ends because two levels have the
    /// same name.
    #[must_use]
    pub fn repeated_name(&self) -> Option<LookupError> {
        let mut lists = [Some(&self.levels), self.default_levels.as_ref()].into_iter();
        lists.find_map(|levels| {
            let mut names = HashSet::default();
            let mut levels = levels?.iter();
            levels.find_map(|level| self.check_name(&level.name, &mut names).err())
        })
    }

    /// Fails if an earlier level has the same name.
    pub(super) fn check_name(
        &self,
        name: &Arc<str>,
        names: &mut HashSet<Arc<str>, foldhash::fast::FixedState>,
    ) -> Result<(), LookupError> {
        if names.insert(Arc::clone(name)) {
            return Ok(());
        }
        let text = format!("Hierarchy name '{name}' defined more than once.");
        Err(self.repeated(text, self.lines_of_name(name)))
    }

    /// Builds an error about a duplicate; `lines` are the lines of the duplicates.
    pub(super) fn repeated(
        &self,
        mut text: String,
        mut lines: impl Iterator<Item = u32>,
    ) -> LookupError {
        let first = lines.next();
        match (first, lines.next()) {
            (Some(first), Some(second)) => {
                text.push_str(&format!(" First defined at (line: {first})"));
                self.issue(Some(second), text)
            }
            _ => self.issue(first, text),
        }
    }

    fn function(&self, level: &Pairs, place: &str) -> Result<Option<BackendFunction>, LookupError> {
        let kinds = [
            FunctionKind::DataHash,
            FunctionKind::LookupKey,
            FunctionKind::DataDig,
            FunctionKind::Hiera3,
            FunctionKind::V4DataHash,
        ];
        let mut found = kinds
            .into_iter()
            .filter_map(|kind| Some((kind, text(level, kind.key())?)));
        let Some((kind, name)) = found.next() else {
            return Ok(None);
        };
        if found.next().is_some() {
            let text = format!(
                "Only one of data_hash, lookup_key, data_dig, or hiera3_backend can be defined in {place}"
            );
            return Err(self.issue(None, text));
        }
        Ok(Some(BackendFunction { kind, name }))
    }

    fn check_options(&self, options: &Data, place: &str) -> Result<(), LookupError> {
        for key in ["path", "uri"] {
            if options
                .as_hash()
                .is_some_and(|options| options.get(key).is_some())
            {
                return Err(self.issue(
                    None,
                    format!("Option key '{key}' used in {place} is reserved by Puppet"),
                ));
            }
        }
        Ok(())
    }

    fn locations(&self, level: &Pairs, place: &str) -> Result<Locations, LookupError> {
        type Make = fn(Vec<Arc<str>>) -> Locations;
        let kinds: [(&str, Make); 7] = [
            ("path", Locations::Paths),
            ("paths", Locations::Paths),
            ("glob", Locations::Globs),
            ("globs", Locations::Globs),
            ("uri", Locations::Uris),
            ("uris", Locations::Uris),
            ("mapped_paths", |texts| {
                match <[Arc<str>; 3]>::try_from(texts) {
                    Ok(texts) => Locations::Mapped(texts),
                    Err(_) => Locations::None,
                }
            }),
        ];
        let mut found = kinds
            .iter()
            .filter_map(|(key, make)| Some((make, get(level, key)?)));
        let Some((make, value)) = found.next() else {
            return Ok(Locations::None);
        };
        if found.next().is_some() {
            let text = format!(
                "Only one of path, paths, glob, globs, uri, uris, or mapped_paths can be defined in {place}"
            );
            return Err(self.issue(None, text));
        }
        Ok(make(texts(value)))
    }

    /// Returns the first line that contains a key outside of comments.
    fn line_of_key(&self, key: &str) -> Option<u32> {
        let has = |line: &str| {
            let line = line.split('#').next().unwrap_or_default();
            line.match_indices(key).any(|(at, _)| {
                let before = line[..at].chars().next_back();
                line[at + key.len()..].starts_with(':')
                    && before.is_none_or(|c| c.is_whitespace() || c == '{')
            })
        };
        self.text
            .lines()
            .position(has)
            .map(|index| index as u32 + 1)
    }

    /// Returns the lines that give a name to a level.
    fn lines_of_name(&self, name: &str) -> impl Iterator<Item = u32> {
        let is = move |line: &str| {
            let line = line.trim();
            let line = line.strip_prefix('-').unwrap_or(line).trim_start();
            // also finds the key inside braces, but not in the first position there
            let inner = || line.split_once(" name:").map(|(_, value)| value);
            let value = line.strip_prefix("name:").or_else(inner);
            let value = value.map_or("", str::trim_start);
            let value = value.strip_prefix(['\'', '"']).unwrap_or(value);
            value.strip_prefix(name).is_some_and(|rest| {
                let rest = rest.strip_prefix(['\'', '"']).unwrap_or(rest);
                let rest = rest.trim_start();
                rest.is_empty() || rest.starts_with(['#', ',', '}'])
            })
        };
        self.text
            .lines()
            .enumerate()
            .filter(move |(_, line)| is(line))
            .map(|(index, _)| index as u32 + 1)
    }
}

/// The `defaults` of a hierarchy.
struct Defaults {
    function: Option<BackendFunction>,
    options: Data,
    datadir: Arc<str>,
}

/// Returns true if a value counts as absent.
pub(super) fn is_nothing(value: &Data) -> bool {
    matches!(value, Data::Undef | Data::Boolean(false))
}

/// Returns the value of a text key.
pub(super) fn get<'a>(hash: &'a Pairs, key: &str) -> Option<&'a Data> {
    hash.get(&Data::string(key))
}

/// Returns the value of a text key if it is a text.
pub(super) fn text(hash: &Pairs, key: &str) -> Option<Arc<str>> {
    match get(hash, key) {
        Some(Data::String(text)) => Some(Arc::clone(text)),
        _ => None,
    }
}

/// Converts a text or a list of texts to a list.
pub(super) fn texts(value: &Data) -> Vec<Arc<str>> {
    match value {
        Data::String(text) => vec![Arc::clone(text)],
        Data::Array(items) => items.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// Creates a Hash of texts.
pub(super) fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Data {
    Data::hash(
        pairs
            .iter()
            .map(|(key, value)| (Data::string(key), Data::string(value)))
            .collect(),
    )
}
