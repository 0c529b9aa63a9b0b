//! Finds the values of options that the command line does not give: in environment variables, then
//! in the file, then from the current folder.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command};

use super::file::{self, File};
use super::options::{self, CommandOption, Shape};
use super::{control_repository, options::variable};
use catalog::nearest::nearest;

/// The variable that names the file. If it is empty, no file is read.
const CONFIG_VARIABLE: &str = "BUNRAKU_CONFIG";
const PREFIX: &str = "BUNRAKU_";
/// The hidden option that receives configured entries of `--setting`.
const KEYED_ROOM: &str = "configured_setting";
/// Variables that set no option.
const OTHER_VARIABLES: [&str; 3] = [CONFIG_VARIABLE, "BUNRAKU_COMMIT", "BUNRAKU_RUBY"];
/// Options, each with the options that replace it when they are given in a place of higher
/// precedence. For example, facts have only one source.
const REPLACED: [(&str, &[&str]); 3] = [
    ("environment", &["no-environment"]),
    ("facts", &["facts-set", "puppetdb"]),
    ("facts-set", &["facts", "puppetdb"]),
];

/// The origin of a value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// A line of the file.
    File(PathBuf, usize),
    /// An environment variable.
    Variable(String),
    /// The current folder lies in a control repository.
    AtHand,
    /// The default in the definition of the command line.
    Default,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::File(path, line) => write!(f, "{}:{line}", path.display()),
            Origin::Variable(name) => f.write_str(name),
            Origin::AtHand => f.write_str("current folder"),
            Origin::Default => f.write_str("default"),
        }
    }
}

/// The values of an option and their origin. There are no values if an empty variable removes those
/// of the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ConfiguredValue {
    pub(super) values: Vec<String>,
    pub(super) origin: Origin,
}

/// The parts of a command line that decide which configuration is read.
#[derive(Default)]
pub(super) struct CommandLineOptions {
    /// `--config`
    pub(super) file: Option<PathBuf>,
    /// `--environment`
    pub(super) environment: Option<PathBuf>,
    /// The options that the command line gives.
    pub(super) options: Vec<String>,
}

impl CommandLineOptions {
    /// Reads them from the matches of a command.
    pub(super) fn of(matches: &ArgMatches) -> CommandLineOptions {
        let ids = matches.ids().map(clap::Id::as_str);
        let given = ids.filter(|id| is_given(matches, id));
        CommandLineOptions {
            file: path(matches, "config"),
            environment: path(matches, "environment"),
            options: given.map(|id| id.replace('_', "-")).collect(),
        }
    }
}

fn is_given(matches: &ArgMatches, id: &str) -> bool {
    matches.value_source(id) == Some(ValueSource::CommandLine)
}

fn path(matches: &ArgMatches, id: &str) -> Option<PathBuf> {
    let has = matches.try_contains_id(id).unwrap_or(false);
    let path = matches.try_get_one::<PathBuf>(id).ok().flatten();
    path.filter(|_| has && is_given(matches, id)).cloned()
}

/// The configuration that is read before the command line is parsed.
pub(super) struct Layers {
    pub(super) file: Option<File>,
    variables: Vec<(String, ConfiguredValue)>,
    at_hand: Option<PathBuf>,
    /// The options that the command line gives.
    on_command_line: Vec<String>,
    /// Variables that begin with `BUNRAKU_` and set no option.
    pub(super) unknown_variables: Vec<String>,
}

impl Layers {
    /// Reads the variables and the file.
    ///
    /// # Errors
    /// Fails if they have errors. The message names the variable, or the file and the line.
    pub(super) fn read(
        known: &[CommandOption<'_>],
        asked: CommandLineOptions,
    ) -> Result<Layers, String> {
        let (variables, unknown_variables) = variables(known)?;
        let given_folder = asked.environment.or_else(|| {
            let found = variables.iter().find(|(name, _)| name == "environment");
            found.and_then(|(_, given)| given.values.first().map(PathBuf::from))
        });
        let path = match (asked.file, env::var_os(CONFIG_VARIABLE)) {
            (Some(path), _) => Some(path),
            (None, Some(path)) if path.is_empty() => None,
            (None, Some(path)) => Some(PathBuf::from(path)),
            (None, None) => file::find(given_folder.as_deref().unwrap_or(Path::new("."))),
        };
        let file = path.map(|path| file::read(&path, known)).transpose()?;
        Ok(Layers {
            file,
            variables,
            at_hand: control_repository::find(Path::new(".")),
            on_command_line: asked.options,
            unknown_variables,
        })
    }

    /// Returns true if there is no configuration at all.
    pub(super) fn are_empty(&self) -> bool {
        let has_entries = |file: &File| !file.entries.is_empty();
        !self.file.as_ref().is_some_and(has_entries)
            && self.variables.is_empty()
            && self.at_hand.is_none()
    }

    /// Returns the configured values of an option of a command. The last value counts. Only an
    /// option with keys can have more than one.
    pub(super) fn of(&self, known: &CommandOption<'_>) -> Vec<ConfiguredValue> {
        let name = known.name();
        if self.is_replaced(name) {
            return Vec::new();
        }
        let mut found = Vec::new();
        if name == "environment" {
            found.extend(self.at_hand.as_ref().map(|path| ConfiguredValue {
                values: vec![path.to_string_lossy().into_owned()],
                origin: Origin::AtHand,
            }));
        }
        // tables of commands override the top of the file, and inner tables override outer ones
        let mut entries: Vec<_> = self.entries(name).collect();
        entries.retain(|(command, _)| command.is_empty() || is_within(&known.command, command));
        entries.sort_by_key(|(command, _)| command.len());
        found.extend(entries.into_iter().map(|(_, given)| given));
        let variables = self.variables.iter().filter(|(other, _)| other == name);
        found.extend(variables.map(|(_, given)| given.clone()));
        match known.shape() {
            Shape::Keyed => found,
            _ => found.pop().into_iter().collect(),
        }
    }

    fn entries(&self, name: &str) -> impl Iterator<Item = (&str, ConfiguredValue)> {
        let file = self.file.iter();
        file.flat_map(|file| file.entries.iter().map(|entry| (&file.path, entry)))
            .filter(move |(_, entry)| entry.name == name)
            .map(|(path, entry)| {
                let given = ConfiguredValue {
                    values: entry.values.clone(),
                    origin: Origin::File(path.clone(), entry.line),
                };
                (entry.command.as_str(), given)
            })
    }

    /// Returns true if another option replaces this one, because it is given in a place of higher
    /// precedence.
    fn is_replaced(&self, name: &str) -> bool {
        let Some((_, others)) = REPLACED.iter().find(|(replaced, _)| *replaced == name) else {
            return false;
        };
        let is_variable = |name: &str| {
            let mut variables = self.variables.iter();
            variables.any(|(other, given)| other == name && !given.values.is_empty())
        };
        let is_on_line = |name: &str| self.on_command_line.iter().any(|given| given == name);
        others.iter().any(|other| is_on_line(other))
            || !is_variable(name) && others.iter().any(|other| is_variable(other))
    }

    /// Returns the definition of the command line with the configured values as defaults.
    ///
    /// # Errors
    /// Fails if `command` does not accept a value.
    pub(super) fn put_into(&self, root: Command, command: &str) -> Result<Command, String> {
        let mut problem = None;
        let root = self.put(root, "", command, &mut problem);
        problem.map_or(Ok(root), Err)
    }

    fn put(
        &self,
        command: Command,
        path: &str,
        asked: &str,
        problem: &mut Option<String>,
    ) -> Command {
        let is_asked = path.is_empty() || path == asked;
        let command = command.mut_args(|arg| {
            if !is_asked || !options::is_configurable(&arg) {
                return arg;
            }
            let known = CommandOption {
                command: path.to_owned(),
                arg: &arg,
            };
            let given = self.of(&known);
            let is_keyed = known.shape() == Shape::Keyed;
            if let Some(new) = given.iter().find_map(|given| wrong(&known, given)) {
                problem.get_or_insert(new);
            }
            let values: Vec<String> = given.into_iter().flat_map(|given| given.values).collect();
            match values.is_empty() || is_keyed {
                true => arg,
                false => with_default(arg, values),
            }
        });
        // clap drops the defaults of an option that the command line gives, so entries with keys
        // are passed as defaults of a hidden option
        let values = match is_asked {
            true => self.keyed(path, "setting"),
            false => Vec::new(),
        };
        let has_room = command
            .get_arguments()
            .any(|arg| arg.get_id() == KEYED_ROOM);
        let command = match has_room && !values.is_empty() {
            true => command.mut_arg(KEYED_ROOM, |arg| arg.default_values(values)),
            false => command,
        };
        command.mut_subcommands(|inner| match options::below(path, inner.get_name()) {
            Some(path) => self.put(inner, &path, asked, problem),
            None => inner,
        })
    }

    /// Returns the configured entries of an option with keys, for a command.
    fn keyed(&self, command: &str, name: &'static str) -> Vec<String> {
        let arg = Arg::new(name)
            .long(name)
            .value_name("KEY=VALUE")
            .action(ArgAction::Append);
        let command = command.to_owned();
        let given = self.of(&CommandOption { command, arg: &arg });
        given.into_iter().flat_map(|given| given.values).collect()
    }
}

/// Returns the error about a value that this command does not accept, although another command
/// does.
pub(super) fn wrong(known: &CommandOption<'_>, given: &ConfiguredValue) -> Option<String> {
    let problem = given
        .values
        .iter()
        .find_map(|value| options::check(known.arg, value).err())?;
    let (origin, name) = (&given.origin, known.name());
    Some(format!("{origin}: {name}: {problem}"))
}

/// Sets the default of an option. `--flag=false` then unsets a flag.
fn with_default(arg: Arg, values: Vec<String>) -> Arg {
    match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .value_parser(clap::value_parser!(bool))
            .num_args(0..=1)
            .require_equals(true)
            .default_missing_value("true")
            .default_values(values),
        _ => arg.default_values(values),
    }
}

/// Returns true if a command is `outer` or one of its subcommands.
fn is_within(command: &str, outer: &str) -> bool {
    let rest = command.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
}

/// Returns the options that variables set, and the variables that set none.
fn variables(
    known: &[CommandOption<'_>],
) -> Result<(Vec<(String, ConfiguredValue)>, Vec<String>), String> {
    let (mut given, mut unknown) = (Vec::new(), Vec::new());
    let mut ours: Vec<(OsString, OsString)> = env::vars_os().collect();
    ours.retain(|(name, _)| name.to_string_lossy().starts_with(PREFIX));
    ours.sort();
    for (name, value) in ours {
        let name = name.to_string_lossy().into_owned();
        if OTHER_VARIABLES.contains(&name.as_str()) {
            continue;
        }
        let mut named = known.iter().filter(|known| variable(known.name()) == name);
        let Some(first) = named.next() else {
            unknown.push(name);
            continue;
        };
        let value = value
            .into_string()
            .map_err(|_| format!("{name}: not UTF-8"))?;
        let values: Vec<String> = match first.shape() {
            _ if value.is_empty() => Vec::new(),
            Shape::Many | Shape::Keyed => {
                let parts = value.split([';', '\n']).map(str::trim);
                parts
                    .filter(|part| !part.is_empty())
                    .map(str::to_owned)
                    .collect()
            }
            Shape::Flag if value == "1" => vec!["true".to_owned()],
            Shape::Flag if value == "0" => vec!["false".to_owned()],
            _ => vec![value],
        };
        let fits = |known: &CommandOption<'_>| {
            let mut values = values.iter();
            values.try_for_each(|value| options::check(known.arg, value))
        };
        // another command may have an option of the same name that accepts the value
        if let Err(problem) = fits(first)
            && !named.any(|other| fits(other).is_ok())
        {
            return Err(format!("{name}: {problem}"));
        }
        let option = first.name().to_owned();
        let origin = Origin::Variable(name);
        given.push((option, ConfiguredValue { values, origin }));
    }
    Ok((given, unknown))
}

/// Returns advice about a variable that sets no option.
pub(super) fn advice(known: &[CommandOption<'_>], unknown: &str) -> Option<String> {
    let mut names: Vec<String> = known.iter().map(|known| variable(known.name())).collect();
    names.extend(OTHER_VARIABLES.map(str::to_owned));
    // compares without the prefix, which all names share
    let rest = |name: &str| name.strip_prefix(PREFIX).unwrap_or(name).to_owned();
    let rests: Vec<String> = names.iter().map(|name| rest(name)).collect();
    let near = nearest(&rest(unknown), rests.iter().map(String::as_str))?;
    Some(format!(
        "the variable {unknown} sets no option; did you mean {PREFIX}{near}?"
    ))
}
