//! Collects the names that can be completed.

use catalog::compiler::Compiler;
use frontend::Symbol;
use runtime::value::Hash;
use runtime::{Cx, Value, text};

use super::command;

/// The names of the environment and of the node, which do not change: classes and defines by their
/// files, keys of the data, and facts.
#[derive(Default)]
pub(super) struct EnvironmentNames {
    classes: Vec<String>,
    keys: Vec<String>,
    facts: Vec<String>,
}

impl EnvironmentNames {
    /// Collects the names from the module files and from all data.
    pub(super) fn of<'h>(compiler: &Compiler<'h>, cx: &mut Cx<'h>) -> EnvironmentNames {
        let modules = compiler.environment().modules();
        let mut classes: Vec<String> = modules.flat_map(|it| it.manifest_names()).collect();
        classes.sort_unstable();
        compiler.lookup.open_all(cx);
        let mut keys = compiler.data_keys();
        keys.sort_unstable();
        keys.dedup();
        let mut facts = Vec::new();
        if let Some(Value::Hash(all)) = cx.scopes[0].variables.get(&Symbol::intern("facts")) {
            add_facts("", all, &mut facts);
        }
        facts.sort_unstable();
        EnvironmentNames {
            classes,
            keys,
            facts,
        }
    }
}

/// Adds the facts of a hash and of the hashes inside it, as dotted paths.
fn add_facts(before: &str, facts: &Hash<'_>, names: &mut Vec<String>) {
    for (key, value) in facts.iter() {
        let name = format!("{before}{}", text::interpolated(key));
        if let Value::Hash(inner) = value {
            add_facts(&format!("{name}."), inner, names);
        }
        names.push(name);
    }
}

/// The names that can be completed in an entry.
pub(super) struct Names {
    /// Functions, types, classes, variables with their `$`, commands.
    pub(super) all: Vec<String>,
    /// The classes.
    pub(super) classes: Vec<String>,
    /// The keys of the data.
    pub(super) keys: Vec<String>,
    /// The facts, also those inside others, as dotted paths.
    pub(super) facts: Vec<String>,
}

/// Collects the names of the environment and of the entries so far.
pub(super) fn collect<'h>(compiler: &Compiler<'h>, cx: &Cx<'h>, own: &EnvironmentNames) -> Names {
    let mut names: Vec<String> = Vec::new();
    names.extend(runtime::builtins::names().map(str::to_owned));
    names.extend(runtime::types::NAMES.iter().map(|name| (*name).to_owned()));
    names.extend(cx.functions.keys().map(|name| name.to_string()));
    names.extend(cx.type_names.keys().map(|name| name.to_string()));
    names.extend(compiler.names().into_iter().map(str::to_owned));
    names.extend(own.classes.iter().cloned());
    names.extend(cx.scopes[0].variables.keys().map(|name| format!("${name}")));
    names.extend(command::NAMES.iter().map(|name| (*name).to_owned()));
    names.sort_unstable();
    names.dedup();
    let mut classes = own.classes.clone();
    classes.extend(compiler.names().into_iter().map(str::to_owned));
    classes.sort_unstable();
    classes.dedup();
    Names {
        all: names,
        classes,
        keys: own.keys.clone(),
        facts: own.facts.clone(),
    }
}
