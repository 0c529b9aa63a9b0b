//! `bunraku diff`: shows the differences between two sets of catalogs.
//!
//! [`sides`] finds the two sides; for revisions it uses [`git`]. [`compilation`] compiles sides
//! that are code, in a [`workspace`]. [`sources`] finds the catalogs of each side, and [`form`]
//! writes the result. The crate `diff` compares.

mod command;
mod compilation;
mod form;
mod git;
mod sides;
mod sources;
mod workspace;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Args;
use diff::{AttributePattern, Filter, Report, ResourcePattern};

use crate::engine;
use crate::fleet::select::Pattern;
use crate::inputs::InputArguments;
use compilation::Compilation;
use form::FormArguments;

/// Compare the catalogs of one node or of many nodes.
///
/// With one argument, compare revisions of a git repository: `A..B` compares A with B, `A...B`
/// compares B with the commit where B left A, and `A` compares A with the work tree. Both sides are
/// compiled with the same inputs, in temporary work trees.
///
/// With two arguments, each side is a folder of catalogs (NODE.json, as `compile` and `fleet` write
/// them), a file of one or more catalogs (from Puppet, a Puppet Server, PuppetDB or `puppet
/// catalog`), `-` for standard input, or an environment, which is compiled.
///
/// Exit status: 0 if nothing differs, 2 if something differs, 1 after an error, also in the command
/// line.
#[derive(Args, Debug)]
pub struct Arguments {
    /// One or two revisions, or the old and the new side.
    #[arg(value_name = "REV..REV|OLD NEW", required = true, num_args = 1..=2)]
    sides: Vec<String>,
    /// Run this shell command in the work tree of each revision before it is compiled, for instance
    /// to install the modules of a Puppetfile.
    #[arg(long, value_name = "COMMAND")]
    prepare: Option<String>,
    /// Compile only these nodes: names, globs such as 'web*', regular expressions such as '/^db/'.
    #[arg(long = "node", value_name = "NODE|GLOB|/REGEX/")]
    nodes: Vec<Pattern>,
    /// Environment, settings, facts, for sides that are compiled.
    #[command(flatten)]
    inputs: InputArguments,
    /// The form of the result.
    #[command(flatten)]
    form: FormArguments,
    /// The filter of differences.
    #[command(flatten)]
    filter: FilterArguments,
    /// Compare this many nodes at once; by default, and with 0, one per processor.
    #[arg(short, long, value_name = "N")]
    jobs: Option<usize>,
}

/// The options that select differences.
#[derive(Args, Debug)]
struct FilterArguments {
    /// Ignore these resources, and the edges to and from them: `Type[title]` or `Type`, with `*`
    /// and `?`.
    #[arg(long, value_name = "TYPE[TITLE]", value_parser = ResourcePattern::parse)]
    ignore: Vec<ResourcePattern>,
    /// Ignore this attribute, or this path in its value: `attribute` or `Type[title]{attribute}`,
    /// with `*` and `?`.
    #[arg(long, value_name = "ATTRIBUTE", value_parser = AttributePattern::parse)]
    ignore_attr: Vec<AttributePattern>,
    /// Do not compare tags.
    #[arg(long)]
    ignore_tags: bool,
    /// Ignore resources that have this tag on the old or the new side.
    #[arg(long, value_name = "TAG")]
    ignore_tagged: Vec<String>,
    /// Do not compare edges.
    #[arg(long)]
    ignore_edges: bool,
    /// Compare only these resources.
    #[arg(long, value_name = "TYPE[TITLE]", value_parser = ResourcePattern::parse)]
    only: Vec<ResourcePattern>,
}

impl FilterArguments {
    fn filter(&self) -> Filter {
        Filter {
            ignore: self.ignore.clone(),
            ignore_attributes: self.ignore_attr.clone(),
            ignore_tags: self.ignore_tags,
            ignore_tagged: self
                .ignore_tagged
                .iter()
                .map(|tag| tag.to_lowercase())
                .collect(),
            only: self.only.clone(),
            ignore_edges: self.ignore_edges,
        }
    }
}

/// The maximum number of threads.
const JOBS_MAX: usize = 256;

/// The exit status for sides that differ.
const DIFFERENT: u8 = 2;

/// Returns true if the command line calls this command. If it is wrong, it must not end with the
/// status that means differences.
pub fn is_called() -> bool {
    let words = std::env::args_os().skip(1);
    let mut commands = words.filter(|word| !word.as_encoded_bytes().starts_with(b"-"));
    commands.next().is_some_and(|word| word == "diff")
}

/// Prepares for signals. Must run before the process has a second thread.
pub fn begin() {
    workspace::listen();
}

/// Runs `bunraku diff`.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    match engine::caught(|| run(arguments, out)).and_then(|inner| inner) {
        Ok(status) => status,
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    }
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode, String> {
    let compilation = Compilation {
        inputs: &arguments.inputs,
        nodes: &arguments.nodes,
        jobs: arguments.jobs,
    };
    let sources = sides::open(&arguments.sides, &compilation, arguments.prepare.as_deref())?;
    let pool = engine::pool(arguments.jobs.unwrap_or(0).min(JOBS_MAX))?;
    let filter = arguments.filter.filter();
    let report = pool.install(|| {
        let read = |pair: &diff::Pair, is_new, buffer: &mut Vec<u8>| {
            sources.read(&pair.name, is_new, buffer)
        };
        diff::compare_all(&sources.pairs, read, &filter)
    });
    arguments.form.write(&report, &sources.names, out)?;
    Ok(status(&report))
}

/// Reports catalogs that cannot be read on standard error, and whether there was nothing to
/// compare. Returns the exit status.
fn status(report: &Report) -> ExitCode {
    let totals = report.totals();
    let mut is_broken = totals.nodes > 0 && totals.failed_alike == totals.nodes;
    if is_broken {
        let _ = writeln!(
            io::stderr(),
            "Error: nothing was compared: no node compiles on either side"
        );
    }
    for (name, outcome) in &report.outcomes {
        if let diff::Outcome::Broken(problem) = outcome {
            is_broken = true;
            let _ = writeln!(io::stderr(), "Error: {name}: {problem}");
        }
    }
    match (is_broken, report.is_different()) {
        (true, _) => ExitCode::from(1),
        (false, true) => ExitCode::from(DIFFERENT),
        (false, false) => ExitCode::SUCCESS,
    }
}
