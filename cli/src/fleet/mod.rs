//! `bunraku fleet`: compiles the catalogs of many nodes and reports the result of each.
//!
//! [`select`] and [`shard`] choose the nodes. [`run`] compiles them, several times if nodes collect
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
use run::{Failed, Fleet};
use select::Pattern;
use shard::Shard;

/// Compiles the catalogs of many nodes, and tells what came of each.
///
/// Exit status: 0 when each node has a catalog, 1 when one has not, 2 for a wrong command line (a node
/// that does not exist among them), 130 or 143 when SIGINT or SIGTERM ended it early.
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
    /// The nodes: names, globs such as 'web*', regular expressions such as '/^db\d/'; when none is
    /// given all that have facts.
    #[arg(value_name = "NODE|GLOB|/REGEX/")]
    nodes: Vec<Pattern>,
    /// A folder for the catalogs, NODE.json, and for what came of them, fleet/summary.json. Without
    /// one nothing is kept.
    #[arg(long, short, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Goes on with what an earlier run into the same folder has not done. Nodes whose code, facts or
    /// options have changed since are compiled again.
    #[arg(long, requires = "output", conflicts_with_all = ["reads", "changed_since"])]
    resume: bool,
    /// Compiles the nodes of one share of N only. `bunraku fleet merge` joins the folders.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Nodes see what the others export: those that collect are compiled again until nothing
    /// changes. Sets storeconfigs.
    #[arg(long, conflicts_with_all = ["exported_to", "shard", "reads", "changed_since"])]
    exported: bool,
    /// A report in the form of JUnit, with a test for each node.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Begins no further node once one has failed.
    #[arg(long)]
    fail_fast: bool,
    /// Begins no further node once so many have failed.
    #[arg(long, value_name = "N", conflicts_with = "fail_fast")]
    max_errors: Option<NonZero<usize>>,
    /// Shows errors only.
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
    let failed = match status.map_err(Failed::Input).and_then(|inner| inner) {
        Ok(status) => return ExitCode::from(status),
        Err(failed) => failed,
    };
    let (status, message) = match failed {
        Failed::Words(message) => (2, message),
        Failed::Input(message) => (1, message),
    };
    let form = match &arguments.command {
        Some(Command::Merge(_)) => Form::Text,
        None => arguments.run.compilation.messages,
    };
    messages::report(form, &message);
    ExitCode::from(status)
}

/// Compiles a fleet. Returns the exit status.
fn run(arguments: &RunArguments, out: &mut dyn Write) -> Result<u8, Failed> {
    inputs::wanted(&arguments.compilation.inputs).map_err(Failed::Words)?;
    let fleet = Fleet::open(arguments)?;
    if let (Some(changed), true) = (&fleet.changed, arguments.changed.list_changed) {
        // `out` keeps an error and reports it at the end
        return Ok(u8::from(changed.list(out).is_err()));
    }
    let (summary, costs) = fleet.run()?;
    if let Some(path) = &arguments.junit {
        junit::write_report(path, &summary, &costs)?;
    }
    if !arguments.quiet {
        let text = report::text(&summary, &costs);
        // `out` keeps an error and reports it at the end
        let _ = out.write_all(text.as_bytes());
    }
    Ok(match (stop::signal(), summary.is_fine()) {
        (Some(asked), false) => asked.status(),
        (_, is_fine) => u8::from(!is_fine),
    })
}
