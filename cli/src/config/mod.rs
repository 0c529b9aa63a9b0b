//! Owns `bunraku.toml`, the variables `BUNRAKU_*`, and the command that shows their values.
//!
//! They set defaults in the definition of the command line. So every option of every command can be
//! configured, and all values are checked in one way. This module treats all options alike, except
//! for those in the tables of [`options`] and [`layers`].

mod control_repository;
mod file;
mod layers;
mod options;
mod show;

use std::ffi::OsString;
use std::io::{self, Write};

use clap::{ArgMatches, CommandFactory, FromArgMatches};

use layers::{CommandLineOptions, Layers};
pub use show::{Arguments, execute};

/// The reason why a command line cannot be executed.
pub enum ConfigurationError {
    /// clap's output: the help, the version or an error.
    CommandLine(clap::Error),
    /// An error in a variable or in the file.
    Configuration(String),
}

/// Parses a command line. Its defaults come from the variables, the file and the current folder.
///
/// # Errors
/// Fails if the command line, a variable or the file has an error, or if help is asked for.
pub fn parse<T: CommandFactory + FromArgMatches>(
    line: Vec<OsString>,
) -> Result<T, ConfigurationError> {
    let refused =
        |error: clap::Error| ConfigurationError::CommandLine(error.format(&mut T::command()));
    let (matches, problem) = match T::command().try_get_matches_from(&line) {
        Ok(matches) => (matches, None),
        // the configuration may provide a required option, so the line is parsed again with it
        Err(problem) if problem.use_stderr() => {
            let rough = T::command().ignore_errors(true);
            match rough.try_get_matches_from(&line) {
                Ok(matches) => (matches, Some(problem)),
                Err(_) => return Err(ConfigurationError::CommandLine(problem)),
            }
        }
        Err(told) => return Err(ConfigurationError::CommandLine(told)),
    };
    let (words, leaf) = innermost(&matches);
    let first = words.split(' ').next().unwrap_or_default();
    let as_it_is = |problem: Option<clap::Error>| match problem {
        Some(problem) => Err(ConfigurationError::CommandLine(problem)),
        None => T::from_arg_matches(&matches).map_err(refused),
    };
    if first.is_empty() || options::below("", first).is_none() {
        return as_it_is(problem);
    }
    let root = T::command();
    let known = options::all(&root);
    let layers = Layers::read(&known, CommandLineOptions::of(leaf))
        .map_err(ConfigurationError::Configuration)?;
    for unknown in &layers.unknown_variables {
        if let Some(advice) = layers::advice(&known, unknown) {
            let _ = writeln!(io::stderr(), "Warning: {advice}");
        }
    }
    if layers.are_empty() {
        return as_it_is(problem);
    }
    let command = layers.put_into(T::command(), &words);
    let command = command.map_err(ConfigurationError::Configuration)?;
    let matches = command.try_get_matches_from(&line);
    let matches = matches.map_err(ConfigurationError::CommandLine)?;
    T::from_arg_matches(&matches).map_err(refused)
}

/// Returns the words of the innermost subcommand, and its matches.
fn innermost(matches: &ArgMatches) -> (String, &ArgMatches) {
    let (mut words, mut leaf) = (Vec::new(), matches);
    while let Some((name, inner)) = leaf.subcommand() {
        words.push(name);
        leaf = inner;
    }
    (words.join(" "), leaf)
}
