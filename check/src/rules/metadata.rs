//! Checks `metadata.json` of modules.

use catalog::data::{Data, read_json};
use frontend::{Diagnostic, Span};

use crate::code::{finding, probable};
use crate::world::Unit;

/// Checks the metadata of a module.
pub(super) fn check(unit: &Unit<'_>) -> Vec<Diagnostic> {
    let read = read_json(&unit.file.path, &unit.source.text);
    let hash = match &read {
        Ok(Data::Hash(hash)) => hash,
        Ok(_) => {
            let message = "The metadata is no object";
            return vec![finding("METADATA", message, Span::default())];
        }
        Err(problem) => {
            return vec![finding("METADATA", problem.to_string(), Span::default())];
        }
    };
    let mut found = Vec::new();
    let text = |key: &str| hash.get(key).map(|value| value.as_str().map(str::to_owned));
    match text("name") {
        None => found.push(probable(
            "METADATA",
            "The metadata has no 'name'",
            Span::default(),
        )),
        Some(Some(name)) if is_name(&name) => {}
        Some(_) => {
            let message = "The 'name' in the metadata must have the form author-name";
            found.push(probable("METADATA", message, place(unit, "name")));
        }
    }
    match text("version") {
        None => {
            found.push(probable(
                "METADATA",
                "The metadata has no 'version'",
                Span::default(),
            ));
        }
        Some(Some(version)) if is_version(&version) => {}
        Some(_) => {
            let message = "The 'version' in the metadata must have the form 1.2.3";
            found.push(probable("METADATA", message, place(unit, "version")));
        }
    }
    if let Some(dependencies) = hash.get("dependencies") {
        let list = dependencies.as_array();
        let is_fine = list.is_some_and(|list| {
            list.iter().all(|one| {
                let name = one.as_hash().and_then(|hash| hash.get("name"));
                name.and_then(Data::as_str).is_some_and(is_name)
            })
        });
        if !is_fine {
            let message =
                "The 'dependencies' in the metadata must be a list of objects with a 'name'";
            found.push(probable("METADATA", message, place(unit, "dependencies")));
        }
    }
    found
}

fn place(unit: &Unit<'_>, key: &str) -> Span {
    super::hiera::data::KeyPlaces::of(unit.source).span(key)
}

/// Returns whether a text has the form `author-name` or `author/name`.
fn is_name(name: &str) -> bool {
    let Some((author, name)) = name.split_once(['-', '/']) else {
        return false;
    };
    let is_word = |text: &str| {
        !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    };
    is_word(author) && is_word(name)
}

/// Returns whether a text consists of three numbers, and perhaps more after `-` or `+`.
fn is_version(version: &str) -> bool {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let parts: Vec<&str> = core.split('.').collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(is_number)
}
