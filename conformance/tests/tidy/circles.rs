//! Checks that the files of a crate do not import each other in circles, except those that
//! `circles.txt` lists with a reason.
//!
//! The root of a crate and the head of a folder (`mod.rs` or `NAME.rs`) are left out, because they
//! export names of other files again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use super::floors::{code, members, module_path};
use super::{files, none, root};

/// The path of a module in its crate.
type Module = Vec<String>;

/// The names that a module imports or exports again: the name, and the path that leads to it.
type Uses = BTreeMap<String, Vec<String>>;

/// Returns the paths in the tree of a `use`: `a::{b, c::d}` has two.
fn paths(tree: &str) -> Vec<Vec<String>> {
    let tree = tree.trim();
    let segments = |text: &str| -> Vec<String> {
        let text = text.split(" as ").next().unwrap_or_default();
        let names = text.split("::").map(str::trim);
        names
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let Some((head, list)) = tree.split_once('{') else {
        return vec![segments(tree)];
    };
    let list = list.rsplit_once('}').map_or(list, |(list, _)| list);
    let mut depth = 0;
    let parts = list.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    let inner = parts.flat_map(paths).filter(|path| !path.is_empty());
    inner.map(|path| [segments(head), path].concat()).collect()
}

/// Returns the paths of all `use` in some code, and the paths that begin with `crate` or `super`
/// elsewhere.
fn all_paths(code: &str) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let mut uses = Vec::new();
    for (at, _) in code.match_indices("use ") {
        let before = code[..at].chars().next_back();
        if before.is_none_or(char::is_whitespace) {
            let tree = code[at + 4..].split(';').next().unwrap_or_default();
            uses.extend(paths(tree));
        }
    }
    let mut inline = Vec::new();
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in code.match_indices(start) {
            let is_inside = code[..at].ends_with(|c: char| c.is_alphanumeric() || ":_".contains(c));
            if !is_inside {
                let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                let path = code[at..].split(|c| !is_path(c)).next().unwrap_or_default();
                inline.extend(paths(path));
            }
        }
    }
    (uses, inline)
}

/// The modules of a crate with their code.
struct Sources {
    code: BTreeMap<Module, String>,
    uses: BTreeMap<Module, Uses>,
}

impl Sources {
    fn of(name: &str) -> Sources {
        let folder = root().join(name).join("src");
        let mut found = Vec::new();
        files(&folder, &mut found);
        found.retain(|path| path.extension().is_some_and(|e| e == "rs"));
        let mut sources = BTreeMap::new();
        for path in found {
            let inner = path.strip_prefix(&folder).expect("it is in the folder");
            if let Some(module) = module_path(inner) {
                let text = fs::read_to_string(&path).expect("sources are UTF-8");
                sources.insert(module, code(&text));
            }
        }
        let uses = sources.iter().map(|(module, code)| {
            let named = all_paths(code).0.into_iter();
            let named = named.filter_map(|path| Some((path.last()?.clone(), path)));
            (module.clone(), named.collect())
        });
        Sources {
            uses: uses.collect(),
            code: sources,
        }
    }

    /// Returns true for the head of a folder, a module that contains modules.
    fn is_head(&self, module: &Module) -> bool {
        let mut later = self.code.range(module.clone()..).skip(1);
        later
            .next()
            .is_some_and(|(next, _)| next.starts_with(module))
    }

    /// Returns the module that a path in a module leads to, through names that heads export again.
    fn resolve(&self, from: &Module, path: &[String], depth: u32) -> Option<Module> {
        let mut at = from.clone();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => (at, rest) = (Module::new(), &path[1..]),
            "self" => rest = &path[1..],
            "super" => {
                while rest.first().is_some_and(|name| name == "super") {
                    at.pop();
                    rest = &rest[1..];
                }
            }
            first => {
                let inner = [at.as_slice(), &[first.to_owned()]].concat();
                self.code.get(&inner)?;
            }
        }
        while let Some((name, more)) = rest.split_first() {
            let inner = [at.as_slice(), std::slice::from_ref(name)].concat();
            if !self.code.contains_key(&inner) {
                break;
            }
            (at, rest) = (inner, more);
        }
        let handed_on = rest.first().and_then(|name| self.uses.get(&at)?.get(name));
        match handed_on {
            Some(path) if at != *from && depth < 6 => {
                self.resolve(&at, path, depth + 1).or(Some(at))
            }
            _ => Some(at),
        }
    }

    /// Returns the modules that each module imports, without heads.
    fn imports(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let leaves = self.code.iter().filter(|(module, _)| !self.is_head(module));
        let imports = leaves.map(|(module, code)| {
            let (uses, inline) = all_paths(code);
            let paths = uses.iter().chain(&inline);
            let found = paths.filter_map(|path| self.resolve(module, path, 0));
            let found = found.filter(|other| other != module && !self.is_head(other));
            (module, found.collect())
        });
        imports.collect()
    }
}

/// Returns the modules that a module imports directly or indirectly.
fn reached(from: &Module, imports: &BTreeMap<&Module, BTreeSet<Module>>) -> BTreeSet<Module> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.clone()];
    while let Some(module) = open.pop() {
        for next in imports.get(&module).into_iter().flatten() {
            if found.insert(next.clone()) {
                open.push(next.clone());
            }
        }
    }
    found
}

/// Returns the circles of a crate as lines: `catalog: exported::answer exported::condition`.
fn circles(name: &str) -> BTreeSet<String> {
    let sources = Sources::of(name);
    let imports = sources.imports();
    let reach: BTreeMap<&Module, BTreeSet<Module>> = imports
        .keys()
        .map(|module| (*module, reached(module, &imports)))
        .collect();
    let circle = |module: &Module| {
        let others = reach[module].iter();
        let around = others.filter(|other| reach.get(other).is_some_and(|of| of.contains(module)));
        around.map(|module| module.join("::")).collect::<Vec<_>>()
    };
    let circles = imports.keys().map(|module| circle(module));
    let circles = circles.filter(|circle| circle.len() > 1);
    circles
        .map(|circle| format!("{name}: {}", circle.join(" ")))
        .collect()
}

#[test]
fn files_import_each_other_only_as_listed() {
    let mut listed = BTreeSet::new();
    let mut wrong = Vec::new();
    for line in include_str!("circles.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
    {
        match line.split_once(" -- ") {
            Some((circle, reason)) if reason.len() > 20 => {
                listed.insert(circle.to_owned());
            }
            _ => wrong.push(format!("{line}: has no reason")),
        }
    }
    let found: BTreeSet<String> = members().iter().flat_map(|name| circles(name)).collect();
    for circle in found.symmetric_difference(&listed) {
        wrong.push(format!("{circle}: not both in circles.txt and in the code"));
    }
    none("circles of imports", &wrong);
}
