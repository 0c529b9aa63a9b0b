//! Finds the data files of Hiera that the `hiera.yaml` of an environment or module names.

use std::path::{Path, PathBuf};

use catalog::data::{Data, read_yaml};

use crate::codebase::regular_text;

/// Returns the data folders that the configuration of an environment or module names, relative to
/// `root`.
pub fn data_folders(root: &Path) -> Vec<String> {
    let path = root.join("hiera.yaml");
    let Some(text) = regular_text(&path) else {
        return Vec::new();
    };
    let Ok(Data::Hash(config)) = read_yaml(&path.to_string_lossy(), text.as_bytes()) else {
        return Vec::new();
    };
    let text = |data: &Data, key: &str| {
        let folder = data.as_hash()?.get(key)?.as_str()?;
        Some(folder.to_owned())
    };
    let default = config.get("defaults").and_then(|it| text(it, "datadir"));
    let mut folders = vec![default.unwrap_or_else(|| "data".to_owned())];
    for name in ["hierarchy", "default_hierarchy"] {
        let levels = config.get(name).and_then(Data::as_array);
        for level in levels.into_iter().flat_map(|levels| levels.iter()) {
            folders.extend(text(level, "datadir"));
        }
    }
    folders.sort_unstable();
    folders.dedup();
    folders
}

/// The functions that read data files themselves.
pub const READERS: [&str; 4] = ["yaml_data", "json_data", "hocon_data", "eyaml_lookup_key"];

/// Returns the patterns of the absolute paths of data files that the configuration of an environment
/// or module reads as YAML, JSON or HOCON. A `*` matches any text. Returns `None` if the
/// configuration does not determine them.
pub fn data_patterns(root: &Path) -> Option<Vec<String>> {
    let path = root.join("hiera.yaml");
    let text = regular_text(&path)?;
    let config = read_yaml(&path.to_string_lossy(), text.as_bytes()).ok()?;
    let config = config.as_hash()?;
    if config.get("version") != Some(&Data::Integer(5)) || config.get("hierarchy").is_none() {
        return None;
    }
    let mut patterns = Vec::new();
    let defaults = config.get("defaults").and_then(Data::as_hash);
    for name in ["hierarchy", "default_hierarchy"] {
        let levels = config.get(name).and_then(Data::as_array);
        for level in levels.into_iter().flat_map(|levels| levels.iter()) {
            let level = level.as_hash()?;
            let has_function = |data: &catalog::data::Hash| {
                let kinds = ["data_hash", "lookup_key", "data_dig", "hiera3_backend"];
                kinds.iter().find_map(|kind| data.get(kind)).cloned()
            };
            let own = has_function(level).or_else(|| defaults.and_then(|it| has_function(it)));
            let own = own.as_ref().and_then(Data::as_str);
            if own.is_some_and(|function| !READERS.contains(&function)) {
                continue;
            }
            let folder = level.get("datadir");
            let folder = folder.or_else(|| defaults.and_then(|it| it.get("datadir")));
            let folder = folder.and_then(Data::as_str).unwrap_or("data");
            let single = ["path", "glob"].iter().filter_map(|key| level.get(key));
            let lists = ["paths", "globs", "mapped_paths"].iter();
            let lists = lists.filter_map(|key| level.get(key)?.as_array());
            let names = single.chain(lists.flat_map(|list| list.iter()));
            for name in names.filter_map(Data::as_str) {
                let path: PathBuf = root.join(folder).join(name).components().collect();
                patterns.push(pattern(&path.to_string_lossy()));
            }
        }
    }
    Some(patterns)
}

/// Returns a path with `*` for interpolations and for all characters that are special in a glob.
fn pattern(path: &str) -> String {
    let mut pattern = String::with_capacity(path.len());
    let mut rest = path;
    while let Some(c) = rest.chars().next() {
        let end = match c {
            '%' if rest.starts_with("%{") => rest.find('}').map(|at| at + 1),
            '[' => rest.find(']').map(|at| at + 1),
            '{' => rest.find('}').map(|at| at + 1),
            '?' => Some(1),
            _ => None,
        };
        match end {
            Some(end) => {
                pattern.push('*');
                rest = &rest[end..];
            }
            None => {
                pattern.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    pattern
}

/// Returns true if a pattern of [`data_patterns`] fits a path.
pub fn fits(pattern: &str, path: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = path.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}
