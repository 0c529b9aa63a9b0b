//! The names of the files of Puppet that code can require. The prelude has the list.

use std::collections::HashSet;
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
    }
}
