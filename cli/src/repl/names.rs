//! The names that can be completed.

use std::path::Path;

use catalog::compiler::Compiler;
use catalog::data::{Data, read_yaml};
use catalog::environment::Environment;
use runtime::Cx;

use super::command;

/// The names of the environment, which stay the same: classes and defines by their files, keys of
/// the data.
#[derive(Default)]
pub(super) struct OfEnvironment {
    classes: Vec<String>,
    keys: Vec<String>,
}

impl OfEnvironment {
    /// Reads the names of files and the data.
    pub(super) fn of(environment: &Environment) -> OfEnvironment {
        let modules = environment.modules();
        let mut classes: Vec<String> = modules.flat_map(|it| it.manifest_names()).collect();
        classes.sort_unstable();
        let roots = environment.directory.iter().map(String::as_str);
        let roots = roots.chain(environment.modules().map(|module| &*module.path));
        let mut keys: Vec<String> = roots.flat_map(|root| keys(Path::new(root))).collect();
        keys.sort_unstable();
        keys.dedup();
        OfEnvironment { classes, keys }
    }
}

/// What the next entry may name.
pub(super) struct Known {
    /// Functions, types, classes, variables with their `$`, commands.
    pub(super) names: Vec<String>,
    /// Classes.
    pub(super) classes: Vec<String>,
    /// Keys of the data.
    pub(super) keys: Vec<String>,
}

/// What the next entry may name.
pub(super) fn known<'h>(compiler: &Compiler<'h>, cx: &Cx<'h>, own: &OfEnvironment) -> Known {
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
    Known {
        names,
        classes,
        keys: own.keys.clone(),
    }
}

/// The keys of the data of an environment or module.
fn keys(root: &Path) -> Vec<String> {
    let mut keys = Vec::new();
    for folder in ::check::rules::hiera::data_folders(root) {
        let folder = root.join(folder.split("%{").next().unwrap_or_default());
        let folder = folder.to_string_lossy().into_owned();
        catalog::environment::files::walk_without_links(&folder, &mut |name, path| {
            if !name.ends_with(".yaml") && !name.ends_with(".yml") {
                return;
            }
            let read = std::fs::read(path).ok();
            let data = read.and_then(|bytes| read_yaml("", &bytes).ok());
            if let Some(Data::Hash(pairs)) = data {
                let names = pairs.iter().filter_map(|(key, _)| key.as_str());
                keys.extend(names.map(str::to_owned));
            }
        });
    }
    keys
}
