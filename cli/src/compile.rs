//! `bunraku compile`: catalogs of one or a few nodes, on standard output or in files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::catalog::Layout;
use catalog::cycles;
use catalog::read_set::store::Outcome;
use clap::{Args, ValueEnum};

use crate::changed::{self, Changed, ChangedArguments};
use crate::compilation::{CompilationArguments, Compilations, Done, Wanted};
use crate::engine;
use crate::inputs::{self, Inputs};
use crate::messages;
use crate::output::{Output, Pieces};
use crate::stream;

/// Results that wait for the one of an earlier node, at most: they may hold catalogs.
const AHEAD_MAX: usize = 256;

/// Compiles the catalogs of nodes.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The nodes; when none is given all that have facts in the folder or file of facts, else
    /// test.example.com.
    pub nodes: Vec<String>,
    /// A file for the catalog of one node, or a folder for NODE.json files.
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// The part of a catalog that is written to standard output.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: Format,
    /// Read sets.
    #[command(flatten)]
    pub changed: ChangedArguments,
    /// Options of all commands that compile nodes.
    #[command(flatten)]
    pub compilation: CompilationArguments,
}

/// The part of a catalog that is written to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// The catalog as Puppet writes it, unless it goes to a file.
    Json,
    /// The numbers of its resources, classes and edges.
    Summary,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    if let Err(message) = inputs::wanted(&arguments.compilation.inputs) {
        messages::report(arguments.compilation.messages, &message);
        return ExitCode::from(2);
    }
    match engine::caught(|| run(arguments, out)).and_then(|inner| inner) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            messages::report(arguments.compilation.messages, &message);
            ExitCode::from(1)
        }
    }
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<bool, String> {
    let shared = &arguments.compilation;
    let watch = shared.inputs.limits.begin();
    let inputs = Inputs::read(&shared.inputs, &arguments.nodes)?;
    let several = inputs.nodes.len() > 1;
    let is_recorded = arguments.changed.is_recorded();
    let compilations = Compilations::open_noted(shared, inputs, false, several, is_recorded)?;
    let names = &compilations.inputs.nodes;
    let earlier = arguments.changed.folder();
    let output = Output::new(arguments.output.as_deref().or(earlier), several)?;
    let is_standard = matches!(output, Output::Standard);
    let options = (arguments.format, shared.messages, shared.trace, several);
    let options = format!("{options:?}");
    let open = || Changed::open(&arguments.changed, &options, &output, &compilations);
    let changed = compilations.pool.install(open)?;
    if let (Some(changed), true) = (&changed, arguments.changed.list_changed) {
        // the output keeps what is wrong with it and says it at the end
        return Ok(changed.list(out).is_ok());
    }
    match (&changed, &output) {
        (Some(changed), _) => changed.begin()?,
        (None, Output::Folder(folder)) => changed::forget(folder, names)?,
        _ => {}
    }
    // each node has a time of its own
    drop(watch);
    let wanted = |pieces| Wanted {
        output: &output,
        pieces,
        layout: match is_standard && several {
            true => Layout::Compact,
            false => Layout::Pretty,
        },
        summary: arguments.format == Format::Summary,
        exports: false,
        withholds: false,
    };
    let mut failed = 0;
    let mut found: Vec<(String, Vec<cycles::Cycle>)> = Vec::new();
    let mut show = |name: &String, done: Done, out: &mut dyn Write| {
        failed += usize::from(!done.fine);
        // a closed standard error takes nothing away from the catalogs
        let _ = io::stderr().write_all(done.log.as_bytes());
        if !done.cycles.is_empty() {
            found.push((name.clone(), done.cycles));
        }
        match done.text.is_empty() {
            true => Ok(()),
            // whoever reads need not wait for the next node
            false => out.write_all(&done.text).and_then(|()| out.flush()),
        }
    };
    let written = match names.as_slice() {
        // the catalog of one node goes out as it is made; a limit of time may cut it off
        [name] if is_standard && arguments.format == Format::Json && !compilations.is_timed => {
            let work = |pieces| compilations.one(name, wanted(Some(pieces)));
            let (done, passed_on) = Pieces::to(out, &compilations.pool, work);
            let shown = done.map_or(Ok(()), |done| show(name, done, out));
            passed_on.and(shown)
        }
        _ => {
            let mut written = Ok(());
            let work = |name: &String| match changed.as_ref().and_then(|it| it.kept(name)) {
                Some(Ok(outcome)) => kept(outcome),
                Some(Err(problem)) => compilations.failed(name, &problem),
                None => {
                    let mut done = compilations.one(name, wanted(None));
                    if let (Some(changed), Some(environment)) = (&changed, done.environment.take())
                    {
                        let text = String::from_utf8_lossy(&done.text).into_owned();
                        changed.add(&environment, name, &mut done, text);
                    }
                    done
                }
            };
            stream::in_order(&compilations.pool, names, AHEAD_MAX, work, |name, done| {
                written = show(name, done, out);
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            written
        }
    };
    compilations.finish()?;
    if written.is_err() {
        // the output keeps the reason and says it at the end
        return Ok(false);
    }
    if let Some(changed) = changed {
        changed.finish()?;
    }
    shared.draw(&found)?;
    if several && arguments.format == Format::Summary {
        let total = names.len();
        let _ = writeln!(out, "{} of {total} catalogs compiled", total - failed);
    }
    Ok(failed == 0)
}

/// The outcome of a node that an earlier run has compiled.
fn kept(outcome: &Outcome) -> Done {
    Done {
        log: outcome.log.clone(),
        text: outcome.text.clone().into_bytes(),
        fine: outcome.is_fine,
        ..Done::default()
    }
}
