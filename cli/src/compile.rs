//! `bunraku compile`: writes the catalogs of one or a few nodes to standard output or to files.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::catalog::Layout;
use catalog::cycles;
use catalog::read_set::store::Outcome;
use clap::{Args, ValueEnum};

use crate::changed::{self, Changed, ChangedArguments};
use crate::compilation::{CompilationArguments, Compilations, NodeResult, RequestedOutputs};
use crate::engine;
use crate::inputs::{self, Inputs};
use crate::messages;
use crate::output::{Output, PieceSender};
use crate::stream;

/// The maximum number of results that wait for an earlier node. They may hold catalogs.
const AHEAD_MAX: usize = 256;

/// Compile the catalogs of one or a few nodes.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Names of nodes. By default, compile all nodes that have facts in the folder or file of
    /// facts, otherwise test.example.com.
    pub nodes: Vec<String>,
    /// Write the catalog of one node to this file, or the catalogs to NODE.json in this folder.
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// Choose the part of each catalog that is written to standard output.
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
    /// The catalog as Puppet writes it, unless --output is given.
    Json,
    /// The number of resources, classes and edges.
    Summary,
}

/// Runs `bunraku compile`.
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
    let options = (arguments.format, shared.messages, shared.trace, several);
    let options = format!("{options:?}");
    let open = || Changed::open(&arguments.changed, &options, &output, &compilations);
    let changed = compilations.pool.install(open)?;
    if let (Some(changed), true) = (&changed, arguments.changed.list_changed) {
        // `out` keeps an error and reports it at the end
        return Ok(changed.list(out).is_ok());
    }
    match (&changed, &output) {
        (Some(changed), _) => changed.begin()?,
        (None, Output::Folder(folder)) => changed::forget(folder, names)?,
        _ => {}
    }
    // each node has its own limit of time
    drop(watch);
    let run = Run {
        arguments,
        compilations: &compilations,
        output: &output,
        changed: changed.as_ref(),
    };
    let (shown, written) = run.compile(out);
    compilations.finish()?;
    if written.is_err() {
        // `out` keeps the error and reports it at the end
        return Ok(false);
    }
    if let Some(changed) = changed {
        changed.finish()?;
    }
    shared.draw(&shown.cycles)?;
    if several && arguments.format == Format::Summary {
        let total = names.len();
        let compiled = total - shown.failed;
        let _ = writeln!(out, "{compiled} of {total} catalogs compiled");
    }
    Ok(shown.failed == 0)
}

/// The nodes of one command.
struct Run<'r> {
    arguments: &'r Arguments,
    compilations: &'r Compilations<'r>,
    output: &'r Output,
    changed: Option<&'r Changed>,
}

/// Collects the outcome of the nodes whose results were shown.
#[derive(Default)]
struct Totals {
    failed: usize,
    cycles: Vec<(String, Vec<cycles::Cycle>)>,
}

impl Run<'_> {
    /// Compiles all nodes and shows their results in order. Also returns the error of the output,
    /// if any.
    fn compile(&self, out: &mut dyn Write) -> (Totals, io::Result<()>) {
        let compilations = self.compilations;
        let names = &compilations.inputs.nodes;
        let is_json = self.arguments.format == Format::Json;
        let mut shown = Totals::default();
        let written = match names.as_slice() {
            // the catalog of one node is written while it is made, but not if a limit of time may
            // cut it off
            [name] if self.is_standard() && is_json && !compilations.is_timed => {
                let work = |pieces| compilations.one(name, self.wanted(Some(pieces)));
                let (done, passed_on) = PieceSender::to(out, &compilations.pool, work);
                let last = done.map_or(Ok(()), |done| shown.show(name, done, out));
                passed_on.and(last)
            }
            _ => {
                let mut written = Ok(());
                let work = |name: &String| self.node(name);
                stream::in_order(&compilations.pool, names, AHEAD_MAX, work, |name, done| {
                    written = shown.show(name, done, out);
                    match written {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    }
                });
                written
            }
        };
        (shown, written)
    }

    /// Compiles a node, or returns its result of an earlier run if that is still valid.
    fn node(&self, name: &str) -> NodeResult {
        match self.changed.and_then(|it| it.reused(name)) {
            Some(Ok(outcome)) => stored_result(outcome),
            Some(Err(problem)) => self.compilations.failed(name, &problem),
            None => {
                let mut done = self.compilations.one(name, self.wanted(None));
                if let (Some(changed), Some(environment)) = (self.changed, done.environment.take())
                {
                    let text = String::from_utf8_lossy(&done.text).into_owned();
                    changed.add(&environment, name, &mut done, text);
                }
                done
            }
        }
    }

    fn wanted(&self, pieces: Option<PieceSender>) -> RequestedOutputs<'_> {
        let several = self.compilations.inputs.nodes.len() > 1;
        RequestedOutputs {
            output: self.output,
            pieces,
            layout: match self.is_standard() && several {
                true => Layout::Compact,
                false => Layout::Pretty,
            },
            summary: self.arguments.format == Format::Summary,
            exports: false,
            withholds: false,
        }
    }

    fn is_standard(&self) -> bool {
        matches!(self.output, Output::Standard)
    }
}

impl Totals {
    /// Shows the result of a node.
    fn show(&mut self, name: &str, done: NodeResult, out: &mut dyn Write) -> io::Result<()> {
        self.failed += usize::from(!done.fine);
        // catalogs are written even if standard error is closed
        let _ = io::stderr().write_all(done.log.as_bytes());
        if !done.cycles.is_empty() {
            self.cycles.push((name.to_owned(), done.cycles));
        }
        match done.text.is_empty() {
            true => Ok(()),
            // flushes, so that the reader need not wait for the next node
            false => out.write_all(&done.text).and_then(|()| out.flush()),
        }
    }
}

/// Converts the outcome that an earlier run has stored about a node.
fn stored_result(outcome: &Outcome) -> NodeResult {
    NodeResult {
        log: outcome.log.clone(),
        text: outcome.text.clone().into_bytes(),
        fine: outcome.is_fine,
        ..NodeResult::default()
    }
}
