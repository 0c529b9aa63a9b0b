//! Reads the names of Puppet's files and constants from the lists in the prelude.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

const NAMES: &str = include_str!("prelude/puppet_names.rb");

/// The paths of Puppet's own files below its `lib` folder, without their ending.
static FILES: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let list = NAMES
        .split_once("<<~LIST")
        .and_then(|(_, rest)| rest.split_once("\n  LIST\n"))
        .map_or("", |(list, _)| list);
    let folders = list.lines().filter_map(|line| line.split_once(':'));
    let path = |folder: &str, name: &str| match folder {
        "." => name.to_owned(),
        folder => format!("{folder}/{name}"),
    };
    folders
        .flat_map(|(folder, names)| {
            let folder = folder.trim();
            names.split_whitespace().map(move |name| path(folder, name))
        })
        .collect()
});

/// Returns true if Puppet has a file of this name, such as `puppet/util/checksums`.
pub fn is_own_file(name: &str) -> bool {
    FILES.contains(name.strip_suffix(".rb").unwrap_or(name))
}

/// The names of the constants of Puppet's modules, by the names of the modules.
static CONSTANTS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let list = NAMES
        .split_once("CONSTANTS = {")
        .and_then(|(_, rest)| rest.split_once("}.freeze"))
        .map_or("", |(list, _)| list);
    let modules = list
        .split("],")
        .filter_map(|part| part.split_once("=> %w["));
    modules
        .map(|(module, names)| {
            let names = names.trim_end().trim_end_matches(']');
            (
                module.trim().trim_matches('\''),
                names.split_whitespace().collect(),
            )
        })
        .collect()
});

/// Returns true if one of Puppet's modules has a constant of this name.
pub fn is_own_constant(module: &str, name: &str) -> bool {
    CONSTANTS
        .get(module)
        .is_some_and(|names| names.contains(&name))
}

/// Returns true if Puppet has a resource type of this name.
pub fn is_own_type(name: &str) -> bool {
    !name.contains('/') && FILES.contains(&format!("puppet/type/{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_found() {
        assert!(is_own_file("puppet"));
        assert!(is_own_file("puppet/parameter/boolean"));
        assert!(is_own_file("puppet/util/package/version/range/min_max.rb"));
        assert!(!is_own_file("puppet/util/none"));
        assert!(!is_own_file(""));
        assert!(is_own_type("file"));
        assert!(!is_own_type("file/content"));
        assert!(is_own_constant("Puppet", "Agent"));
        assert!(is_own_constant("Puppet", "ResourceApi"));
        assert!(is_own_constant("Puppet::Pops", "Visitor"));
        assert!(!is_own_constant("Puppet::Pops", "Agent"));
    }
}
