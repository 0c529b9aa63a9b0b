//! Checks that the repository follows its own rules: sizes, imports, reasons of dependencies, module
//! docs, cases with recordings.

mod circles;
mod dependencies;
mod floors;
mod links;
mod sizes;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use conformance::{case, score};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Collects all files below a folder of the repository, except those that git ignores.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let is_fetched = path.ends_with("fuzz/corpus") || path == root().join("corpus");
        let ignored = is_fetched || ["target", ".git"].contains(&name.as_str());
        // a case may contain links to a folder around it
        match path.is_dir() && !path.is_symlink() {
            true if !ignored => files(&path, found),
            true => {}
            false if !ignored => found.push(path),
            false => {}
        }
    }
}

fn rust_files() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root(), &mut found);
    found.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("sources are UTF-8");
        (path, text)
    };
    found.into_iter().map(read).collect()
}

#[track_caller]
fn none(what: &str, wrong: &[String]) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn modules_say_what_they_own() {
    let wrong: Vec<String> = rust_files()
        .iter()
        .filter(|(_, text)| {
            let first = text
                .lines()
                .find(|line| !line.is_empty() && !line.starts_with("#!["));
            !first.is_some_and(|line| line.starts_with("//!"))
        })
        .map(|(path, _)| path.display().to_string())
        .collect();
    none("no //! at the top", &wrong);
}

#[test]
fn cases_have_recordings() {
    let cases = root().join("conformance/cases");
    let mut found = Vec::new();
    files(&cases, &mut found);
    let in_environment = |path: &Path| {
        path.ancestors()
            .take_while(|a| *a != cases)
            .any(|a| a.join("expected").is_dir())
    };
    let wrong: Vec<String> = found
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "pp") && !in_environment(path))
        .filter(|path| !path.with_extension("out").exists())
        .map(|path| path.display().to_string())
        .collect();
    none("cases without a recording", &wrong);
}

#[test]
fn failing_cases_exist() {
    let listed = fs::read_to_string(root().join("conformance/failing.txt")).unwrap_or_default();
    let mut ids = BTreeSet::new();
    for folder in ["conformance/cases", "examples"] {
        let cases = case::find(&root().join(folder)).expect("cases can be read");
        ids.extend(cases.into_iter().map(|case| case.id));
    }
    let listed = score::listed(&listed);
    let wrong: Vec<String> = listed.difference(&ids).cloned().collect();
    none("failing.txt lists what is not there", &wrong);
}
