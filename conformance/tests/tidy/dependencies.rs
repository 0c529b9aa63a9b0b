//! Checks that code names each dependency of its crate, and that `docs/dependencies.md` gives the
//! reason for each crate that is not part of this repository.

use std::collections::BTreeSet;
use std::fs;

use super::{floors, none, root, rust_files};

/// Returns the crates in those tables of a manifest whose headings contain `table_word`.
fn listed_in(manifest: &str, table_word: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut is_inside = false;
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_inside = line.contains(table_word);
        } else if is_inside && line.starts_with(|c: char| c.is_ascii_lowercase()) {
            let end = line.find(['.', ' ', '=']).unwrap_or(line.len());
            names.insert(line[..end].to_owned());
        }
    }
    names
}

/// Returns the name under which code finds a crate.
fn name_in_code(package: &str) -> String {
    match package {
        "md-5" => "md5".to_owned(),
        _ => package.replace('-', "_"),
    }
}

fn manifest(folder: &str) -> String {
    let path = root().join(folder).join("Cargo.toml");
    fs::read_to_string(path).expect("the manifest can be read")
}

#[test]
fn code_names_every_dependency() {
    let sources = rust_files();
    let mut wrong = Vec::new();
    for name in floors::members() {
        let folder = root().join(&name);
        let of_crate = || sources.iter().filter(|(path, _)| path.starts_with(&folder));
        for package in listed_in(&manifest(&name), "dependencies") {
            let path = name_in_code(&package) + "::";
            if !of_crate().any(|(_, text)| text.contains(&path)) {
                wrong.push(format!("{name}: {package}"));
            }
        }
    }
    none("dependencies that no code names", &wrong);
}

#[test]
fn every_dependency_has_a_reason() {
    let page = root().join("docs/dependencies.md");
    let page = fs::read_to_string(page).expect("the page can be read");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `"));
    let explained: BTreeSet<String> = rows
        .filter_map(|row| row.split_once('`'))
        .map(|(name, _reason)| name.to_owned())
        .collect();
    let listed = listed_in(&manifest("."), "workspace.dependencies");
    let others: BTreeSet<String> = listed.difference(&floors::members()).cloned().collect();
    let wrong: Vec<String> = others.symmetric_difference(&explained).cloned().collect();
    none("not both in Cargo.toml and in docs/dependencies.md", &wrong);
}
