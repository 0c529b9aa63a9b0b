//! `bunraku compile`: catalogs of many nodes from one snapshot of an environment.

use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::catalog::{Layout, WriteError};
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::cycles;
use clap::{Args, ValueEnum};
use frontend::Issue;
use runtime::Cx;
use runtime::error::Error;
use runtime::log::Level;
use runtime::settings::Strict;

use crate::engine;
use crate::environments::Environments;
use crate::inputs::{self, InputArguments, Inputs};
use crate::jit::JitArguments;
use crate::messages::{Form, Messages};
use crate::output::{Output, Pieces, said};
use crate::profile::ProfileArguments;
use crate::stream;

/// Threads at most.
const JOBS_MAX: usize = 256;

/// Compiles the catalogs of nodes.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The nodes; when none is given all that have facts in the folder or file of facts, else
    /// test.example.com.
    pub nodes: Vec<String>,
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// A file for the catalog of one node, or a folder for NODE.json files.
    #[arg(long, short, value_name = "PATH")]
    pub output: Option<PathBuf>,
    /// A folder for the exported resources of each node, NODE.json, which --exported-from reads.
    /// Sets storeconfigs.
    #[arg(long, value_name = "DIR")]
    pub exported_to: Option<PathBuf>,
    /// Reports dependency cycles as an agent would, and draws them: FILE.dot or FILE.svg.
    #[arg(long, value_name = "FILE")]
    pub cycles: Option<PathBuf>,
    /// What is written to standard output.
    #[arg(long, value_name = "FORMAT", default_value = "json")]
    pub format: Format,
    /// Shows the calls that led to an error.
    #[arg(long)]
    pub trace: bool,
    /// How logs and errors are written.
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub messages: Form,
    /// Nodes that are compiled at once; 0, and when not given: as many as there are processors.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Equal commands of one run (`generate`) share the answer of the first.
    #[arg(long)]
    pub reuse_commands: bool,
    /// The compiler tier.
    #[command(flatten)]
    pub jit: JitArguments,
    /// Where the time goes.
    #[command(flatten)]
    pub profile: ProfileArguments,
}

/// What is written of a catalog to standard output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// The catalog as Puppet writes it, unless it goes to a file.
    Json,
    /// How many resources, classes and edges it has.
    Summary,
}

/// Runs the command.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    if let Err(message) = inputs::wanted(&arguments.inputs) {
        let _ = writeln!(io::stderr(), "Error: {message}");
        return ExitCode::from(2);
    }
    match engine::caught(|| run(arguments, out)).and_then(|inner| inner) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    }
}

/// What came of a node.
struct Done {
    /// Log and error, each line whole.
    log: String,
    /// What goes to standard output.
    text: Vec<u8>,
    fine: bool,
    /// Dependency cycles, if they are asked for.
    cycles: Vec<cycles::Cycle>,
}

impl Done {
    /// What came of a node that could not be compiled.
    fn failed(messages: Messages<'_>, problem: &str) -> Done {
        let mut log = String::new();
        messages.problem(problem, &mut log);
        Done {
            log,
            text: Vec::new(),
            fine: false,
            cycles: Vec::new(),
        }
    }
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<bool, String> {
    let limits = &arguments.inputs.limits;
    if arguments.reuse_commands {
        catalog::command::share_answers();
    }
    let profiler = arguments.profile.profiler();
    let watch = limits.begin();
    let inputs = Inputs::read(&arguments.inputs, &arguments.nodes)?;
    let mut options = inputs::options(&arguments.inputs, Some(&inputs))?;
    options.settings.storeconfigs |= arguments.exported_to.is_some();
    let is_timed = options.settings.max_time.is_some();
    // the process ends behind them: nothing is given back one by one
    let environments = ManuallyDrop::new(Environments::open(options, &arguments.jit)?);
    let names = &inputs.nodes;
    let several = names.len() > 1;
    let output = Output::new(arguments.output.as_deref(), several)?;
    let exported = match &arguments.exported_to {
        Some(path) => Some(Output::new(Some(path), true)?),
        None => None,
    };
    // never more threads than nodes
    let pool = engine::pool(arguments.jobs.unwrap_or(0).min(names.len()).min(JOBS_MAX))?;
    // the catalog of one node goes out as it is made; a limit of time may cut it off
    let is_passed_on = !several
        && !is_timed
        && matches!(output, Output::Standard)
        && arguments.format == Format::Json;
    // each node has a time of its own
    drop(watch);
    let one = |name: &String, pieces: Option<Pieces>| -> Result<Done, String> {
        let _watch = limits.begin();
        let said = inputs.said(name)?;
        let environment = environments.of(said.environment.as_deref())?;
        let node = inputs.node(name, said)?;
        let finish = Finish {
            output: &output,
            exported: exported.as_ref(),
            pieces,
            name,
            format: arguments.format,
            cycles: arguments.cycles.is_some(),
            several,
            messages: messages(arguments, name),
        };
        profiler.record(name, || {
            engine::caught(|| compile::compile(&environment, &node, finish))
        })
    };
    // whose lines these are; a machine that reads them knows the order
    let is_read = arguments.format == Format::Summary || io::stderr().is_terminal();
    let headed = several && is_read && arguments.messages == Form::Text;
    let mut failed = 0;
    let mut found: Vec<(String, Vec<cycles::Cycle>)> = Vec::new();
    let mut show = |name: &String, done: Result<Done, String>, out: &mut dyn Write| {
        let failure = |problem: String| Done::failed(messages(arguments, name), &problem);
        let done = done.unwrap_or_else(failure);
        failed += usize::from(!done.fine);
        show_log(name, &done, headed);
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
        [name] if is_passed_on => {
            let (done, passed_on) = Pieces::to(out, &pool, |pieces| one(name, Some(pieces)));
            let shown = done.map_or(Ok(()), |done| show(name, done, out));
            passed_on.and(shown)
        }
        _ => {
            let mut written = Ok(());
            let work = |name: &String| one(name, None);
            stream::in_order(&pool, names, work, |name, done| {
                written = show(name, done, out);
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(_) => ControlFlow::Break(()),
                }
            });
            written
        }
    };
    profiler.finish(environments.statistics())?;
    if written.is_err() {
        // the output keeps the reason and says it at the end
        return Ok(false);
    }
    environments.report();
    if let Some(path) = &arguments.cycles {
        draw(&found, path)?;
    }
    if several && arguments.format == Format::Summary {
        let total = names.len();
        let _ = writeln!(out, "{} of {total} catalogs compiled", total - failed);
    }
    Ok(failed == 0)
}

fn messages<'n>(arguments: &Arguments, node: &'n str) -> Messages<'n> {
    Messages {
        form: arguments.messages,
        trace: arguments.trace,
        base_names: false,
        node: Some(node),
    }
}

/// Shows what was logged for a node. A closed standard error takes nothing away from the catalogs.
fn show_log(name: &str, done: &Done, headed: bool) {
    // not locked before: a thread that panics writes there too
    let mut errors = io::stderr().lock();
    let _ = match headed && !done.log.is_empty() {
        true => write!(errors, "==> {name} <==\n{}", done.log),
        false => write!(errors, "{}", done.log),
    };
}

/// Draws the dependency cycles of nodes.
fn draw(found: &[(String, Vec<cycles::Cycle>)], path: &Path) -> Result<(), String> {
    let is_svg = path.extension().is_some_and(|extension| extension == "svg");
    let drawn = match is_svg {
        true => cycles::svg(found),
        false => cycles::dot(found),
    };
    let file = Output::File(path.to_owned());
    file.write("", |sink| Ok(sink.write_all(drawn.as_bytes())?))
        .map(drop)
}

/// What is done with a node's compilation.
struct Finish<'c> {
    output: &'c Output,
    exported: Option<&'c Output>,
    pieces: Option<Pieces>,
    name: &'c str,
    format: Format,
    cycles: bool,
    several: bool,
    messages: Messages<'c>,
}

impl Use<Done> for Finish<'_> {
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> Done {
        let mut log = String::new();
        let (messages, wants_cycles) = (self.messages, self.cycles);
        let error = error.or_else(|| foreign(compiler, cx));
        messages.log(&cx.log, &mut log);
        let text = match error {
            Some(error) => {
                messages.error(&error, &mut log);
                None
            }
            None => match self.written(compiler, cx) {
                Ok(text) => Some(text),
                Err(problem) => {
                    messages.problem(&problem, &mut log);
                    None
                }
            },
        };
        let cycles = match wants_cycles && text.is_some() {
            true => compiler.cycles(),
            false => Vec::new(),
        };
        if let Some(report) = cycles::report(&cycles) {
            messages.problem(&report, &mut log);
        }
        Done {
            log,
            fine: text.is_some() && cycles.is_empty(),
            text: text.unwrap_or_default(),
            cycles,
        }
    }
}

/// What the setting `strict` makes of values in the catalog that only Ruby has.
fn foreign<'h>(compiler: &Compiler<'h>, cx: &mut Cx<'h>) -> Option<Error> {
    if cx.settings.strict == Strict::Off {
        return None;
    }
    for said in compiler.foreign_values() {
        if cx.settings.strict == Strict::Error {
            return Some(Error::evaluation(Issue("RUNTIME_ERROR"), said, None));
        }
        cx.log_plain(Level::Warning, said);
    }
    None
}

impl Finish<'_> {
    fn written<'h>(self, compiler: &'h Compiler<'h>, cx: &Cx<'h>) -> Result<Vec<u8>, String> {
        if let Some(exported) = self.exported {
            exported.write(self.name, |sink| {
                Ok(sink.write_all(&compiler.exported_json()?)?)
            })?;
        }
        let mut summary = Vec::new();
        if self.format == Format::Summary {
            compiler.write_summary(cx, &mut summary);
            if matches!(self.output, Output::Standard) {
                return Ok(summary);
            }
        }
        if let Some(mut pieces) = self.pieces {
            compiler
                .check_catalog()
                .map_err(|problem| problem.to_string())?;
            // who takes the pieces knows what becomes of them
            return match compiler.write_catalog(Layout::Pretty, &mut pieces) {
                Err(error @ WriteError::Value(_)) => Err(said(&error)),
                Ok(()) | Err(WriteError::Sink(_)) => Ok(Vec::new()),
            };
        }
        let layout = match (self.output, self.several) {
            (Output::Standard, true) => Layout::Compact,
            _ => Layout::Pretty,
        };
        let left = self
            .output
            .write(self.name, |sink| compiler.write_catalog(layout, sink))?;
        summary.extend(left);
        Ok(summary)
    }
}
