//! `bunraku fleet`: compiles the catalogs of many nodes and reports the result of each.
//!
//! [`select`] and [`shard`] choose the nodes. [`run`](mod@run) compiles them, several times if nodes collect
//! resources from each other ([`rounds`]). [`folder`] owns the output, and [`journal`] the data
//! with which a later run continues. [`unchanged`] finds nodes that need no compilation.
//! [`summary`], [`causes`], [`junit`] and [`report`] present the results. [`merge`] joins the
//! results of shards.

mod causes;
mod digest;
mod folder;
mod journal;
mod junit;
mod merge;
mod progress;
mod record;
mod report;
mod rounds;
mod run;
pub(crate) mod select;
mod shard;
mod stop;
mod summary;
mod unchanged;

use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::changed::ChangedArguments;
use crate::compilation::CompilationArguments;
use crate::interrupt;
use crate::messages::{self, Form};
use crate::{engine, inputs};
use run::{Fleet, FleetError};
use select::Pattern;
use shard::Shard;

/// Compile the catalogs of many nodes, and report the result of each node.
///
/// Exit status: 0 if every node has a catalog, 1 if a node has none, 2 for an error in the command
/// line, such as a node that does not exist, 130 or 143 if SIGINT or SIGTERM ended the run early.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    run: RunArguments,
}

#[derive(Subcommand, Debug)]
enum Command {
    Merge(merge::Arguments),
}

/// The options of a run.
#[derive(Args, Debug)]
struct RunArguments {
    /// Nodes to compile: names, globs such as 'web*', regular expressions such as '/^db\d/'. By
    /// default, all nodes that have facts.
    #[arg(value_name = "NODE|GLOB|/REGEX/")]
    nodes: Vec<Pattern>,
    /// Write the catalogs to NODE.json in this folder, and the results to fleet/summary.json. By
    /// default, nothing is written.
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Continue an earlier run into the same folder, and compile the nodes that it did not finish.
    /// Nodes whose code, facts or options have changed since then are compiled again.
    #[arg(long, requires = "output", conflicts_with_all = ["reads", "changed_since"])]
    resume: bool,
    /// Compile only share I of N shares of the nodes. `bunraku fleet merge` joins the folders.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Let nodes collect the resources that other nodes export. Nodes that collect are compiled
    /// again until nothing changes. Sets storeconfigs.
    #[arg(long, conflicts_with_all = ["exported_to", "shard", "reads", "changed_since"])]
    exported: bool,
    /// Write a report in the format of JUnit, with one test per node, to this file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Start no more nodes after one has failed.
    #[arg(long)]
    fail_fast: bool,
    /// Start no more nodes after this many have failed.
    #[arg(long, value_name = "N", conflicts_with = "fail_fast")]
    max_errors: Option<NonZero<usize>>,
    /// Show only errors, by cause, at the end
    #[arg(long, short)]
    quiet: bool,
    /// Read sets.
    #[command(flatten)]
    changed: ChangedArguments,
    /// Options of all commands that compile nodes.
    #[command(flatten)]
    compilation: CompilationArguments,
}

/// Prepares for signals. Must run before the process has a second thread.
pub fn begin() {
    interrupt::block(stop::SIGNALS);
}

/// Runs `bunraku fleet`.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    let status = match &arguments.command {
        Some(Command::Merge(arguments)) => {
            interrupt::listen(stop::SIGNALS, |asked| interrupt::end(asked));
            engine::caught(|| merge::run(arguments, out))
        }
        None => {
            stop::listen();
            engine::caught(|| run(&arguments.run, out))
        }
    };
    let failed = match status.map_err(FleetError::Input).and_then(|inner| inner) {
        Ok(status) => return ExitCode::from(status),
        Err(failed) => failed,
    };
    let (status, message) = match failed {
        FleetError::Words(message) => (2, message),
        FleetError::Input(message) => (1, message),
    };
    let form = match &arguments.command {
        Some(Command::Merge(_)) => Form::Text,
        None => arguments.run.compilation.messages,
    };
    messages::report(form, &message);
    ExitCode::from(status)
}

/// Compiles a fleet. Returns the exit status.
fn run(arguments: &RunArguments, out: &mut dyn Write) -> Result<u8, FleetError> {
    inputs::wanted(&arguments.compilation.inputs).map_err(FleetError::Words)?;
    let fleet = Fleet::open(arguments)?;
    if let (Some(changed), true) = (&fleet.changed, arguments.changed.list_changed) {
        // `out` keeps an error and reports it at the end
        return Ok(u8::from(changed.list(out).is_err()));
    }
    let (summary, costs) = fleet.run()?;
    if let Some(path) = &arguments.junit {
        junit::write_report(path, &summary, &costs)?;
    }
    // `out` keeps an error and reports it at the end
    match arguments.quiet {
        false => drop(out.write_all(report::text(&summary, &costs).as_bytes())),
        true if arguments.compilation.messages == Form::Json => {}
        true => report::show_errors(&summary),
    }
    Ok(match (stop::signal(), summary.is_fine()) {
        (Some(asked), false) => asked.status(),
        (_, is_fine) => u8::from(!is_fine),
    })
}
