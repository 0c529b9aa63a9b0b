//! Checks the imports of each crate, and of the modules inside it, against `floors.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path};

use super::{files, none, root};

/// A paragraph of `floors.txt`.
struct Crate {
    name: String,
    /// The crates of this repository that it imports.
    imports: BTreeSet<String>,
    /// The floor of each module, 0 for the lowest.
    floors: BTreeMap<String, usize>,
    /// The imports that lead upwards and still exist: module and imported module.
    upward: BTreeSet<(String, String)>,
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split_whitespace().map(str::to_owned)
}

/// Reads `floors.txt`; its head describes the format.
fn listed() -> Vec<Crate> {
    let mut crates: Vec<Crate> = Vec::new();
    let text = include_str!("floors.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((name, imports)) = line.split_once(':') {
            crates.push(Crate {
                name: name.to_owned(),
                imports: words(imports).collect(),
                floors: BTreeMap::new(),
                upward: BTreeSet::new(),
            });
        } else if let Some(last) = crates.last_mut() {
            match line.split_once('>') {
                Some((from, to)) => {
                    let pair = (from.trim().to_owned(), to.trim().to_owned());
                    last.upward.insert(pair);
                }
                None => {
                    let floor = last.floors.values().max().map_or(0, |floor| floor + 1);
                    last.floors
                        .extend(words(line).map(|module| (module, floor)));
                }
            }
        }
    }
    crates
}

/// Returns the crates that the manifest of the workspace lists.
pub(super) fn members() -> BTreeSet<String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).expect("the manifest can be read");
    let list = text
        .split_once("members = [")
        .expect("members are listed")
        .1;
    let list = list.split_once(']').expect("the list ends").0;
    let names = list.split('"').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

/// Returns the code of a file without its comments and its tests.
pub(super) fn code(text: &str) -> String {
    let text = match text.split_once("\n#[cfg(test)]\nmod tests {") {
        Some((before, _tests)) => before,
        None => text,
    };
    let lines = text.lines().map(|line| match line.split_once("//") {
        Some((before, _comment)) => before,
        None => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the first name of each path in the list of a `use`. The list is given without its `{`.
fn first_names(list: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut depth = 0;
    let mut is_first = true;
    let mut name = String::new();
    for c in list.chars() {
        match c {
            '}' if depth == 0 => break,
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                names.push(std::mem::take(&mut name));
                is_first = true;
            }
            c if c.is_alphanumeric() || c == '_' => {
                if is_first {
                    name.push(c);
                }
            }
            c if c.is_whitespace() => {}
            _ => is_first = false,
        }
    }
    names.push(name);
    names.retain(|name| !name.is_empty());
    names
}

/// Returns the names that code imports from the root of its crate. `depth` is the number of modules
/// around the code, which is the number of `super` that lead to the root.
fn root_names(code: &str, depth: usize) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for prefix in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (at, _) in code.match_indices(&prefix) {
            let before = code[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let rest = &code[at + prefix.len()..];
            match rest.strip_prefix('{') {
                Some(list) => names.extend(first_names(list)),
                None => names.extend(first_names(rest).into_iter().take(1)),
            }
        }
    }
    names
}

/// Returns the module at the root that owns each name which the root exports again.
fn exported_again(root_code: &str, modules: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut owners = BTreeMap::new();
    for part in root_code.split("pub use ").skip(1) {
        let (path, _rest) = part.split_once(';').unwrap_or((part, ""));
        let Some((module, names)) = path.split_once("::") else {
            continue;
        };
        if modules.contains(module) {
            let names = names.split(|c: char| !c.is_alphanumeric() && c != '_');
            owners.extend(names.map(|name| (name.to_owned(), module.to_owned())));
        }
    }
    owners
}

/// Returns the path of the modules of a source file, which is empty for the root of the crate, or
/// `None` for a file of tests.
pub(super) fn module_path(file: &Path) -> Option<Vec<String>> {
    let mut path: Vec<String> = file
        .with_extension("")
        .components()
        .filter_map(|part| match part {
            Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
            _ => None,
        })
        .collect();
    if path.iter().any(|part| part == "tests") {
        return None;
    }
    path.pop_if(|last| ["mod", "lib", "main"].contains(&last.as_str()));
    Some(path)
}

/// Returns the modules of a crate, each with the modules that it imports.
fn module_imports(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let folder = root().join(name).join("src");
    let mut found = Vec::new();
    files(&folder, &mut found);
    found.retain(|path| path.extension().is_some_and(|e| e == "rs"));
    let mut root_code = String::new();
    let mut sources = Vec::new();
    for path in found {
        let text = code(&fs::read_to_string(&path).expect("sources are UTF-8"));
        let inner = path
            .strip_prefix(&folder)
            .expect("the file is in the folder");
        match module_path(inner) {
            Some(modules) if modules.is_empty() => root_code.push_str(&text),
            Some(modules) => sources.push((modules, text)),
            None => {}
        }
    }
    let mut modules: BTreeSet<String> = BTreeSet::new();
    modules.extend(sources.iter().map(|(path, _)| path[0].clone()));
    let owners = exported_again(&root_code, &modules);
    let mut imports = BTreeMap::new();
    for (path, text) in sources {
        let of_module: &mut BTreeSet<String> = imports.entry(path[0].clone()).or_default();
        for name in root_names(&text, path.len()) {
            match modules.contains(&name) {
                true => of_module.insert(name),
                false => owners
                    .get(&name)
                    .is_some_and(|owner| of_module.insert(owner.clone())),
            };
        }
        of_module.remove(&path[0]);
    }
    imports
}

#[test]
fn every_crate_is_listed() {
    let listed: BTreeSet<String> = listed().into_iter().map(|of| of.name).collect();
    let wrong: Vec<String> = listed.symmetric_difference(&members()).cloned().collect();
    none("not both in floors.txt and in the workspace", &wrong);
}

#[test]
fn crates_import_what_is_listed() {
    let mut wrong = Vec::new();
    let mut below: BTreeSet<String> = BTreeSet::new();
    let members = members();
    for of in listed() {
        let name = &of.name;
        let manifest = root().join(name).join("Cargo.toml");
        let text = fs::read_to_string(&manifest).expect("each crate has a manifest");
        let imported = text.lines().filter_map(|line| line.split_once('.'));
        let imported = imported.map(|(name, _)| name.to_owned());
        let imported: BTreeSet<String> = imported.filter(|name| members.contains(name)).collect();
        for other in imported.symmetric_difference(&of.imports) {
            wrong.push(format!(
                "{name}: {other} is not both in floors.txt and in Cargo.toml"
            ));
        }
        for other in imported.difference(&below) {
            wrong.push(format!("{name} imports {other}, which is listed after it"));
        }
        below.insert(of.name);
    }
    none("imports of crates", &wrong);
}

#[test]
fn modules_import_downwards() {
    let mut wrong = Vec::new();
    for of in listed() {
        let name = &of.name;
        let imports = module_imports(name);
        for module in imports.keys().filter(|m| !of.floors.contains_key(*m)) {
            wrong.push(format!("{name}: the floor of {module} is not listed"));
        }
        for module in of.floors.keys().filter(|m| !imports.contains_key(*m)) {
            wrong.push(format!("{name}: there is no module {module}"));
        }
        let mut upward = BTreeSet::new();
        for (from, imported) in &imports {
            let higher = imported
                .iter()
                .filter(|to| of.floors.get(*to) > of.floors.get(from));
            upward.extend(higher.map(|to| (from.clone(), to.clone())));
        }
        for (from, to) in upward.difference(&of.upward) {
            wrong.push(format!(
                "{name}: {from} imports {to}, which is on a higher floor"
            ));
        }
        for (from, to) in of.upward.difference(&upward) {
            wrong.push(format!("{name}: {from} > {to} can go from the list"));
        }
    }
    none("imports of modules", &wrong);
}
