//! Converts `hiera.yaml` of versions 3 and 4 to levels of version 5.

use super::config::{
    BackendFunction, Config, ConfigOrigin, FunctionKind, HierarchyLevel, Layer, Locations, get,
    is_nothing, text, texts,
};
use super::error::LookupError;
use super::{Scope, Warning};
use crate::data::{Data, Pairs};
use frontend::validate::Strict;
use hashbrown::HashSet;
use std::sync::Arc;

const VERSION4: &str = "Struct[{'version' => Integer[4, 4], Optional['datadir'] => String[1], Optional['hierarchy'] => Array[Struct[{'backend' => String[1], 'name' => String[1], Optional['datadir'] => String[1], Optional['path'] => String[1], Optional['paths'] => Array[String[1]]}]]}]";

fn deprecate(config: &mut Config) {
    let text = format!(
        "{}: Use of 'hiera.yaml' version {} is deprecated. It should be converted to version 5",
        config.path, config.version
    );
    config.warnings.push(Warning {
        // only the first file of all is reported
        once: Some(Arc::from("hiera.yaml of an old version")),
        text,
        file: Some(Arc::clone(&config.path)),
    });
}

/// Reads version 4, which environments and modules use.
pub(super) fn version4(
    config: &mut Config,
    layer: &Layer,
    hash: &Pairs,
    scope: &mut dyn Scope,
) -> Result<(), LookupError> {
    config.version = 4;
    deprecate(config);
    let mut known = hash.clone();
    if get(hash, "hierarchy").is_some_and(is_nothing) {
        known.shift_remove(&Data::string("hierarchy"));
    }
    config.check_type(VERSION4, known, scope)?;
    if *layer == Layer::Global {
        let text = "hiera.yaml version 4 cannot be used in the global layer";
        return Err(config.issue(None, text.to_owned()));
    }
    config.flaw = levels4(config, hash).err();
    Ok(())
}

fn levels4(config: &mut Config, hash: &Pairs) -> Result<(), LookupError> {
    let datadir = text(hash, "datadir").unwrap_or_else(|| Arc::from("data"));
    let mut names = HashSet::default();
    let Some(levels) = get(hash, "hierarchy").and_then(Data::as_array) else {
        let paths = Locations::Paths(vec![Arc::from("common")]);
        config.levels.push(level("common", "yaml", &datadir, paths));
        return Ok(());
    };
    for given in levels.iter().filter_map(Data::as_hash) {
        let name = text(given, "name").unwrap_or_default();
        config.check_name(&name, &mut names)?;
        let backend = text(given, "backend").unwrap_or_default();
        if !matches!(&*backend, "yaml" | "json" | "hocon") {
            let text = format!("No data provider is registered for backend '{backend}'");
            return Err(config.issue(lines_with(&config.text, &backend).next(), text));
        }
        let paths = match (get(given, "paths"), text(given, "path")) {
            (Some(paths), _) => texts(paths),
            (None, Some(path)) => vec![path],
            (None, None) => vec![Arc::clone(&name)],
        };
        let datadir = text(given, "datadir").unwrap_or_else(|| Arc::clone(&datadir));
        config
            .levels
            .push(level(&name, &backend, &datadir, Locations::Paths(paths)));
    }
    Ok(())
}

/// Reads version 3, which the global layer uses.
pub(super) fn version3(
    config: &mut Config,
    layer: &Layer,
    hash: &Pairs,
    scope: &mut dyn Scope,
) -> Result<(), LookupError> {
    config.version = 3;
    deprecate(config);
    let mut hash = hash.clone();
    for (key, default) in version3_defaults() {
        let value = hash.entry(Data::string(key)).or_insert(Data::Undef);
        if is_nothing(value) {
            *value = default;
        }
    }
    let backends = get(&hash, "backends").map_or_else(Vec::new, texts);
    config.check_type(&version3_type(&backends), hash.clone(), scope)?;
    let places = match layer {
        Layer::Global => None,
        Layer::Environment => Some(("an environment", "the environment root")),
        Layer::Module(_) => Some(("a module", "module root")),
    };
    match (places, scope.strict()) {
        (None, _) => {}
        (Some((place, _)), Strict::Error) => {
            let text = format!("hiera.yaml version 3 cannot be used in {place}");
            return Err(config.issue(None, text).of_strict());
        }
        (Some((_, root)), _) => {
            config.warnings.push(Warning {
                text: format!("hiera.yaml version 3 found at {root} was ignored"),
                file: Some(Arc::clone(&config.path)),
                once: None,
            });
            config.standing = ConfigOrigin::Off;
            return Ok(());
        }
    }
    if let Some(twice) = repeated(&backends) {
        let text = format!("Backend '{twice}' is defined more than once.");
        return Err(config.repeated(text, lines_with(&config.text, twice)));
    }
    let hierarchy = get(&hash, "hierarchy").map_or_else(Vec::new, texts);
    for backend in &backends {
        if !matches!(&**backend, "yaml" | "json" | "hocon") {
            continue;
        }
        let own = get(&hash, backend).and_then(Data::as_hash);
        let datadir = own
            .and_then(|own| text(own, "datadir"))
            .unwrap_or_else(|| Arc::from("/etc/puppetlabs/code/environments/production/hieradata"));
        let paths = Locations::Paths(hierarchy.clone());
        config.levels.push(level(backend, backend, &datadir, paths));
    }
    Ok(())
}

/// Returns a name that occurs twice.
fn repeated(names: &[Arc<str>]) -> Option<&Arc<str>> {
    let mut known = HashSet::<&Arc<str>, foldhash::fast::FixedState>::default();
    names.iter().find(|name| !known.insert(name))
}

/// Returns the lines that contain a name outside of comments, except where it is a key.
fn lines_with(text: &str, name: &str) -> impl Iterator<Item = u32> {
    let name = name.trim();
    let goes_on = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let is_there = move |line: &str| {
        let line = line.split('#').next().unwrap_or_default();
        line.match_indices(name).any(|(at, _)| {
            let before = line[..at].chars().next_back();
            let after = line[at + name.len()..].chars().next();
            !before.is_some_and(goes_on) && !after.is_some_and(goes_on)
        })
    };
    let lines = text.lines().enumerate();
    lines
        .filter(move |(_, line)| is_there(line))
        .map(|(at, _)| at as u32 + 1)
}

/// Returns the values of keys that a file of version 3 leaves out.
fn version3_defaults() -> [(&'static str, Data); 5] {
    let list = |texts: &[&str]| Data::array(texts.iter().map(|text| Data::string(text)).collect());
    [
        ("version", Data::Integer(3)),
        ("backends", list(&["yaml"])),
        (
            "hierarchy",
            list(&["nodes/%{::trusted.certname}", "common"]),
        ),
        ("merge_behavior", Data::string("native")),
        ("deep_merge_options", Data::hash(Pairs::default())),
    ]
}

fn version3_type(backends: &[Arc<str>]) -> String {
    let backends: String = backends
        .iter()
        .map(|backend| format!(", Optional['{backend}'] => Hash[String[1], Any]"))
        .collect();
    format!(
        "Struct[{{Optional['version'] => Integer[3, 3], Optional['backends'] => Variant[String[1], Array[String[1]]], Optional['logger'] => String[1], Optional['merge_behavior'] => Enum['deep', 'deeper', 'native'], Optional['deep_merge_options'] => Hash[String[1], Variant[String, Boolean]], Optional['hierarchy'] => Variant[String[1], Array[String[1]]]{backends}}}]"
    )
}

fn level(name: &str, backend: &str, datadir: &Arc<str>, locations: Locations) -> HierarchyLevel {
    HierarchyLevel {
        name: Arc::from(name),
        function: BackendFunction {
            kind: FunctionKind::DataHash,
            name: Arc::from(format!("{backend}_data")),
        },
        options: Data::hash(Pairs::default()),
        datadir: Arc::clone(datadir),
        locations,
        extension: Some(match backend {
            "hocon" => ".conf",
            "json" => ".json",
            _ => ".yaml",
        }),
    }
}
