//! Lists the options that a configuration may set, from the definition of the command line.

use std::path::Path;

use clap::builder::ValueHint;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Command};

/// Commands whose options cannot be configured: one shows the configuration, the other tests
/// bunraku itself.
const WITHOUT: [&str; 3] = ["config", "conformance", "help"];
/// Options that decide which configuration is read.
const NOT_CONFIGURED: [&str; 2] = ["config", "no-environment"];
/// Options whose value is a list of folders with colons between them.
const PATH_LISTS: [&str; 1] = ["modulepath"];
/// Options whose value is a file or something else: a command, a token.
const COMMANDS: [&str; 2] = ["enc", "puppetdb-token"];

/// An option of a command.
pub(super) struct CommandOption<'c> {
    /// The words of the command, such as `epp render`; empty for an option of all commands.
    pub(super) command: String,
    pub(super) arg: &'c Arg,
}

/// The form of the values of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// `true` or `false`.
    Flag,
    /// One value.
    One,
    /// A list of values.
    Many,
    /// A list of `KEY=VALUE` entries. The last entry of a key counts.
    Keyed,
}

impl CommandOption<'_> {
    pub(super) fn name(&self) -> &str {
        self.arg.get_long().unwrap_or_default()
    }

    pub(super) fn shape(&self) -> Shape {
        shape(self.arg)
    }

    /// Returns the default as texts.
    pub(super) fn default(&self) -> Vec<String> {
        let values = self.arg.get_default_values().iter();
        values
            .map(|value| value.to_string_lossy().into_owned())
            .collect()
    }
}

fn shape(arg: &Arg) -> Shape {
    let is_keyed = || {
        let names = arg.get_value_names().unwrap_or_default();
        names.iter().any(|name| name.as_str() == "KEY=VALUE")
    };
    match arg.get_action() {
        ArgAction::Append if is_keyed() => Shape::Keyed,
        ArgAction::Append => Shape::Many,
        ArgAction::Set => Shape::One,
        _ => Shape::Flag,
    }
}

/// Returns true if a configuration may set an option.
pub(super) fn is_configurable(arg: &Arg) -> bool {
    let action = arg.get_action();
    let is_valued = action.takes_values() || matches!(action, ArgAction::SetTrue);
    let named = arg.get_long().filter(|name| !NOT_CONFIGURED.contains(name));
    named.is_some() && is_valued && !arg.is_hide_set()
}

/// Returns all options, command by command in the order of the definition.
pub(super) fn all(root: &Command) -> Vec<CommandOption<'_>> {
    let mut found = Vec::new();
    add(root, "", &mut found);
    found
}

fn add<'c>(command: &'c Command, path: &str, found: &mut Vec<CommandOption<'c>>) {
    let own = command.get_arguments().filter(|arg| is_configurable(arg));
    found.extend(own.map(|arg| CommandOption {
        command: path.to_owned(),
        arg,
    }));
    for inner in command.get_subcommands() {
        if let Some(path) = below(path, inner.get_name()) {
            add(inner, &path, found);
        }
    }
}

/// Returns the words of a subcommand, or `None` if its options cannot be configured.
pub(super) fn below(path: &str, name: &str) -> Option<String> {
    match path {
        "" if WITHOUT.contains(&name) => None,
        "" => Some(name.to_owned()),
        _ => Some(format!("{path} {name}")),
    }
}

/// Returns the environment variable of an option. `BUNRAKU_RUBY` is not `--ruby`: it names the
/// program ruby.
pub(super) fn variable(name: &str) -> String {
    let name = match name {
        "ruby" => "ruby-mode",
        name => name,
    };
    format!("BUNRAKU_{}", name.replace('-', "_").to_ascii_uppercase())
}

/// Checks one value of an option as the command line would.
///
/// # Errors
/// Fails with clap's reason if the option does not accept the value.
pub(super) fn check(arg: &Arg, value: &str) -> Result<(), String> {
    if shape(arg) == Shape::Flag {
        return match value {
            "true" | "false" => Ok(()),
            _ => Err(format!("invalid value '{value}': expected true or false")),
        };
    }
    let alone = Arg::new("value")
        .long("value")
        .value_parser(arg.get_value_parser().clone())
        .action(ArgAction::Set)
        .allow_hyphen_values(true);
    let command = Command::new("value").no_binary_name(true).arg(alone);
    let Err(error) = command.try_get_matches_from([format!("--value={value}")]) else {
        return Ok(());
    };
    let mut text = format!("invalid value '{value}'");
    if let Some(source) = std::error::Error::source(&error) {
        text.push_str(&format!(": {source}"));
    } else if let Some(ContextValue::Strings(allowed)) = error.get(ContextKind::ValidValue) {
        text.push_str(&format!(": expected one of {}", allowed.join(", ")));
        let allowed = allowed.iter().map(String::as_str);
        text.push_str(&catalog::nearest::did_you_mean(value, allowed));
    } else if value.is_empty() {
        text.push_str(": it is empty");
    }
    Err(text)
}

/// Makes the paths in a value relative to the folder of the file that sets it.
pub(super) fn from_folder(arg: &Arg, value: &str, folder: &Path) -> String {
    let name = arg.get_long().unwrap_or_default();
    let joined = |path: &str| match path {
        // an empty path is an error and must not become the folder
        "" => String::new(),
        "." => folder.to_string_lossy().into_owned(),
        path => folder.join(path).to_string_lossy().into_owned(),
    };
    if arg.get_value_hint() == ValueHint::AnyPath {
        return joined(value);
    }
    if PATH_LISTS.contains(&name) {
        return value.split(':').map(joined).collect::<Vec<_>>().join(":");
    }
    let program = value.split(' ').next().unwrap_or_default();
    let is_path = |text: &str| text.contains('/') || folder.join(text).is_file();
    match COMMANDS.contains(&name) && !program.is_empty() {
        true if folder.join(value).is_file() => joined(value),
        true if is_path(program) => joined(program) + &value[program.len()..],
        _ => value.to_owned(),
    }
}
