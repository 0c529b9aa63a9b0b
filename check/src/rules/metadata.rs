//! Checks `metadata.json` of modules.

use std::path::Path;

use catalog::data::{Data, Hash, read_json};
use catalog::environment::modules::metadata_problem;
use frontend::{Diagnostic, Span};
use rubycore::semver::Range;
use runtime::heap::Heap;

use super::hiera::data::KeyPlaces;
use crate::code::{finding, probable};
use crate::world::{Unit, World};

/// The maximum number of characters of a summary on the Forge.
const SUMMARY_MAX: usize = 144;

/// Checks the metadata of a module. A file of that name in another folder does not belong to a
/// module.
pub(super) fn check(world: &World<'_>, unit: &Unit<'_>) -> Vec<Diagnostic> {
    let Some(module) = module_of(world, unit) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // Puppet ignores the module, or every compilation fails
    if let Some(problem) = metadata_problem(&module, Path::new(&unit.file.path)) {
        found.push(finding("METADATA", problem, Span::default()));
    }
    let data = read_json(&unit.file.path, &unit.source.text);
    let Ok(Data::Hash(hash)) = &data else {
        return found;
    };
    let places = KeyPlaces::of(unit.source);
    if let Some(message) = dependencies(hash).filter(|_| found.is_empty()) {
        found.push(finding("METADATA", message, places.span("dependencies")));
    }
    found
        .extend(doubts(hash).map(|(key, message)| probable("METADATA", message, places.span(key))));
    found
}

/// Returns the name of the module whose root the file lies in.
fn module_of(world: &World<'_>, unit: &Unit<'_>) -> Option<String> {
    let root = Path::new(&unit.file.path).parent()?;
    let codebase = world.codebase?;
    let known = codebase.modules.iter().find(|module| module.path == root);
    if let Some(module) = known {
        return Some(module.name.clone());
    }
    // the environment leaves out modules with wrong metadata
    let folder = root.parent()?.to_str()?;
    let is_module = codebase.module_path.iter().any(|path| path == folder);
    let name = root.file_name()?.to_str()?;
    is_module.then(|| name.to_owned())
}

/// Returns a message if the list of dependencies makes Puppet fail.
fn dependencies(hash: &Hash) -> Option<&'static str> {
    let list = hash.get("dependencies").and_then(Data::as_array)?;
    let is_fine = |one: &Data| {
        let name = one.as_hash().and_then(|hash| hash.get("name"));
        name.and_then(Data::as_str).is_some()
    };
    let message = "The 'dependencies' in the metadata must be a list of objects with a 'name'";
    (!list.iter().all(is_fine)).then_some(message)
}

/// Returns the values that Puppet accepts but other tools and the Forge do not, each with its key.
fn doubts(hash: &Hash) -> impl Iterator<Item = (&'static str, String)> {
    let mut found = Vec::new();
    let mut doubt = |key: &'static str, is_fine: &dyn Fn(&Data) -> bool, form: &str| {
        if hash.get(key).is_some_and(|value| !is_fine(value)) {
            found.push((key, format!("The '{key}' in the metadata must {form}")));
        }
    };
    let is_text = |value: &Data| value.as_str().is_some_and(|text| !text.is_empty());
    let is_list = |value: &Data| value.as_array().is_some();
    let has = |value: &Data, is: fn(&str) -> bool| value.as_str().is_some_and(is);
    doubt(
        "name",
        &|value| has(value, is_name),
        "have the form author-name",
    );
    doubt(
        "version",
        &|value| has(value, is_version),
        "have the form 1.2.3",
    );
    for key in ["author", "license", "source"] {
        doubt(key, &is_text, "be a text");
    }
    let is_short = |text: &str| text.chars().count() <= SUMMARY_MAX;
    doubt(
        "summary",
        &|value| has(value, is_short),
        "be a text of at most 144 characters",
    );
    for key in ["operatingsystem_support", "requirements", "tags"] {
        doubt(key, &is_list, "be a list");
    }
    let are_names = |value: &Data| {
        let mut names = value.as_array().into_iter().flat_map(|list| list.iter());
        names.all(|one| {
            let name = one.as_hash().and_then(|hash| hash.get("name"));
            name.and_then(Data::as_str).is_none_or(is_name)
        })
    };
    doubt(
        "dependencies",
        &are_names,
        "name modules in the form author-name",
    );
    let are_ranges = |value: &Data| {
        let mut list = value.as_array().into_iter().flat_map(|list| list.iter());
        list.all(|one| {
            let range = one
                .as_hash()
                .and_then(|hash| hash.get("version_requirement"));
            let range = range.and_then(Data::as_str);
            range.is_none_or(|range| Range::parse(&Heap::new(), range).is_ok())
        })
    };
    for key in ["dependencies", "requirements"] {
        doubt(key, &are_ranges, "have valid ranges of versions");
    }
    for key in ["name", "summary"] {
        if hash.get(key).is_none() {
            found.push((key, format!("The metadata has no '{key}'")));
        }
    }
    found.into_iter()
}

/// Returns true if a text has the form `author-name` or `author/name`.
fn is_name(name: &str) -> bool {
    let Some((author, name)) = name.split_once(['-', '/']) else {
        return false;
    };
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    is_word(author) && is_word(name)
}

/// Returns true if a text consists of three numbers, and perhaps more after `-` or `+`.
fn is_version(version: &str) -> bool {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = core.split('.').collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_number)
}
