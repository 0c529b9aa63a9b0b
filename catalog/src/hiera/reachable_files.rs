//! Finds the data files that configurations can refer to for any node, regardless of variables.

use super::Source;
use super::config::{Config, FunctionKind, HierarchyLevel, Layer, Locations};
use super::data_file::Format;
use super::eyaml;
use super::files::{glob, join};
use std::sync::Arc;

/// A data file: its format, the module whose keys it may have, and its path.
pub(super) type ReachableFile = (Format, Option<Arc<str>>, Arc<str>);

/// Returns the existing files for the levels of a configuration; an interpolation in a path matches
/// any text without a slash.
pub(super) fn files(source: &dyn Source, layer: &Layer, config: &Config) -> Vec<ReachableFile> {
    let levels = config
        .levels
        .iter()
        .chain(config.default_levels.iter().flatten());
    let mut found = Vec::new();
    for level in levels {
        let Some((format, module)) = format(level, layer) else {
            continue;
        };
        let datadir = join(&config.root, &pattern(&level.datadir, true));
        for place in patterns(&level.locations) {
            let paths = glob(source, &join(&datadir, &place)).into_iter();
            found.extend(paths.map(|path| (format, module.clone(), Arc::from(path))));
        }
    }
    found
}

/// Returns the format of a level's files, and the module whose keys they may have.
fn format(level: &HierarchyLevel, layer: &Layer) -> Option<(Format, Option<Arc<str>>)> {
    let module = match layer {
        Layer::Module(name) => Some(Arc::clone(name)),
        Layer::Global | Layer::Environment => None,
    };
    match (level.function.kind, &*level.function.name) {
        (FunctionKind::DataHash, name) => Some((Format::of_function(name)?, module)),
        (FunctionKind::LookupKey, eyaml::FUNCTION) => Some((Format::Yaml, None)),
        _ => None,
    }
}

/// Returns globs for all locations of a level.
fn patterns(locations: &Locations) -> Vec<String> {
    match locations {
        Locations::None | Locations::Uris(_) => Vec::new(),
        Locations::Paths(paths) => paths.iter().map(|path| pattern(path, true)).collect(),
        Locations::Globs(globs) => globs.iter().map(|glob| pattern(glob, false)).collect(),
        Locations::Mapped([_, _, template]) => vec![pattern(template, true)],
    }
}

/// Converts a text with interpolations to a glob; glob characters in a `literal` text are escaped.
fn pattern(text: &str, literal: bool) -> String {
    let mut done = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("%{")
        && let Some(length) = rest[start..].find('}')
    {
        write_part(&rest[..start], literal, &mut done);
        done.push('*');
        rest = &rest[start + length + 1..];
    }
    write_part(rest, literal, &mut done);
    done
}

fn write_part(part: &str, literal: bool, out: &mut String) {
    for c in part.chars() {
        if literal && matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
}

#[cfg(test)]
mod tests {
    use super::pattern;

    #[test]
    fn any_text_for_what_is_interpolated() {
        assert_eq!(pattern("a/%{b}.%{c.d}x", true), "a/*.*x");
        assert_eq!(pattern("a*/%{b}/[c]", true), r"a\*/*/\[c\]");
        assert_eq!(pattern("**/%{b}*.yaml", false), "**/**.yaml");
        assert_eq!(pattern("%{b", true), r"%\{b");
    }
}
