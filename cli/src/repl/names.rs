//! The names that can be completed.

use catalog::compiler::Compiler;
use runtime::Cx;

/// What the next entry may name: functions, types, classes, variables with their `$`.
pub(super) fn known<'h>(compiler: &Compiler<'h>, cx: &Cx<'h>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    names.extend(runtime::builtins::names().map(str::to_owned));
    names.extend(runtime::types::NAMES.iter().map(|name| (*name).to_owned()));
    names.extend(cx.functions.keys().map(|name| name.to_string()));
    names.extend(cx.type_names.keys().map(|name| name.to_string()));
    names.extend(compiler.names().into_iter().map(str::to_owned));
    names.extend(cx.scopes[0].variables.keys().map(|name| format!("${name}")));
    names.extend([":type", ":mir", ":help", ":quit"].map(str::to_owned));
    names.sort_unstable();
    names.dedup();
    names
}
