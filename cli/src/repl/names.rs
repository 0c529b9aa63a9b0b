//! Collects the names that can be completed.

use catalog::compiler::Compiler;
use runtime::Cx;

use super::command;

/// The names of the environment, which do not change: classes and defines by their files, and keys
/// of the data.
#[derive(Default)]
pub(super) struct EnvironmentNames {
    classes: Vec<String>,
    keys: Vec<String>,
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
        EnvironmentNames { classes, keys }
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
    }
}
