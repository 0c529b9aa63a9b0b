//! Compiles nodes for `compile` and `fleet`: owns their common options, the state that all nodes
//! share, and the steps from the name of a node to its catalog.

use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use catalog::catalog::{Layout, WriteError};
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::cycles;
use catalog::environment::Environment;
use catalog::exported::CurrentStore;
use catalog::node::Node;
use catalog::read_set::{self, NodeReads};
use catalog::watchdog::Watch;
use clap::Args;
use nix::time::{ClockId, clock_gettime};
use runtime::Cx;
use runtime::error::Error;
use runtime::limits::LIMIT;

use crate::drawing;
use crate::engine;
use crate::environments::Environments;
use crate::inputs::{self, InputArguments, Inputs};
use crate::jit::JitArguments;
use crate::messages::{DrawnErrors, Finding, Form, Messages};
use crate::output::{Output, PieceSender, error_message};
use crate::profile::{ProfileArguments, Profiler};

/// The maximum number of threads.
const JOBS_MAX: usize = 256;

/// The options of commands that compile nodes.
#[derive(Args, Debug)]
pub struct CompilationArguments {
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Write the exported resources of each node to NODE.json in this folder, which --exported-from
    /// reads. Sets storeconfigs.
    #[arg(long, value_name = "DIR")]
    pub exported_to: Option<PathBuf>,
    /// Report dependency cycles as an agent would, and draw them to this file: FILE.dot or
    /// FILE.svg.
    #[arg(long, value_name = "FILE")]
    pub cycles: Option<PathBuf>,
    /// Show the calls that led to an error.
    #[arg(long)]
    pub trace: bool,
    /// Choose the form of logs and errors.
    #[arg(long, value_name = "FORM", default_value = "auto")]
    pub messages: Form,
    /// Compile this many nodes at once; by default, and with 0, one per processor.
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,
    /// Run equal commands (`generate`) only once per run, and reuse the output.
    #[arg(long)]
    pub reuse_commands: bool,
    /// The compiler tier.
    #[command(flatten)]
    pub jit: JitArguments,
    /// The options about profiles.
    #[command(flatten)]
    pub profile: ProfileArguments,
}

impl CompilationArguments {
    /// Returns the settings for the messages of a node. With `several`, each message names its
    /// node.
    pub fn messages<'n>(&self, node: &'n str, several: bool) -> Messages<'n> {
        Messages {
            form: self.messages,
            colour: false,
            drawn: None,
            trace: self.trace,
            base_names: false,
            node: Some(node),
            several,
        }
    }

    /// Draws the dependency cycles of nodes if `--cycles` is given.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub fn draw(&self, found: &[(String, Vec<cycles::Cycle>)]) -> Result<(), String> {
        let Some(path) = &self.cycles else {
            return Ok(());
        };
        let is_svg = path.extension().is_some_and(|extension| extension == "svg");
        let drawn = match is_svg {
            true => cycles::svg(found),
            false => cycles::dot(found),
        };
        Output::File(path.clone())
            .write("", |sink| Ok(sink.write_all(drawn.as_bytes())?))
            .map(drop)
    }
}

/// The state that all nodes of a run share.
pub struct Compilations<'a> {
    arguments: &'a CompilationArguments,
    /// The facts and other inputs of the nodes.
    pub inputs: Inputs,
    /// Never dropped, because the process ends after the compilations.
    environments: ManuallyDrop<Environments<'a>>,
    /// The threads that compile.
    pub pool: rayon::ThreadPool,
    exported_to: Option<Output>,
    store: Option<Arc<CurrentStore>>,
    profiler: Profiler<'a>,
    /// True if each node has a limit of time.
    pub is_timed: bool,
    several: bool,
    form: Form,
    colour: bool,
    drawn: DrawnErrors,
}

impl<'a> Compilations<'a> {
    /// Opens the environment for the nodes of `inputs`. With `storeconfigs`, nodes export and
    /// collect resources, whatever the options say. With `several`, each message names its node.
    ///
    /// # Errors
    /// Fails if a folder or file does not exist or has errors.
    pub fn open(
        arguments: &'a CompilationArguments,
        inputs: Inputs,
        storeconfigs: bool,
        several: bool,
    ) -> Result<Compilations<'a>, String> {
        Compilations::open_noted(arguments, inputs, storeconfigs, several, false)
    }

    /// Works like [`Compilations::open`]; `is_recorded` tells whether to record what each node
    /// reads.
    ///
    /// # Errors
    /// Same as [`Compilations::open`].
    pub fn open_noted(
        arguments: &'a CompilationArguments,
        inputs: Inputs,
        storeconfigs: bool,
        several: bool,
        is_recorded: bool,
    ) -> Result<Compilations<'a>, String> {
        let mut options = inputs::options(&arguments.inputs, Some(&inputs))?;
        options.reuse_commands = arguments.reuse_commands;
        options.settings.storeconfigs |= storeconfigs || arguments.exported_to.is_some();
        if storeconfigs && options.store.is_none() {
            options.store = Some(CurrentStore::new(inputs.store(None)?));
        }
        options.is_recorded = is_recorded;
        let store = options.store.clone();
        let is_timed = options.settings.max_time.is_some();
        let environments = ManuallyDrop::new(Environments::open(options, &arguments.jit)?);
        let exported_to = arguments.exported_to.as_deref();
        let count = inputs.nodes.len();
        Ok(Compilations {
            environments,
            exported_to: match exported_to {
                Some(path) => Some(Output::new(Some(path), true)?),
                None => None,
            },
            // never more threads than nodes
            pool: engine::pool(arguments.jobs.unwrap_or(0).min(count).min(JOBS_MAX))?,
            is_timed,
            store,
            profiler: arguments.profile.profiler(),
            several,
            // a read set stores its messages for other runs, whose output may be a pipe
            form: arguments
                .messages
                .on(io::stderr().is_terminal() && !is_recorded),
            colour: drawing::has_colour(&io::stderr()),
            drawn: DrawnErrors::default(),
            arguments,
            inputs,
        })
    }

    /// Writes the profile and the statistics that the command line requests.
    ///
    /// # Errors
    /// Fails if a file cannot be written.
    pub fn finish(&self) -> Result<(), String> {
        let written = self.profiler.finish(self.environments.statistics());
        self.environments.report();
        written
    }

    /// Returns the environments that were opened so far.
    pub fn environments(&self) -> &Environments<'a> {
        &self.environments
    }

    /// Returns the store in which nodes see the exported resources of other nodes.
    pub fn store(&self) -> Option<&CurrentStore> {
        self.store.as_deref()
    }

    /// Returns the settings for the messages of a node.
    pub fn messages<'n>(&'n self, node: &'n str) -> Messages<'n> {
        Messages {
            form: self.form,
            colour: self.colour,
            drawn: Some(&self.drawn),
            ..self.arguments.messages(node, self.several)
        }
    }

    /// Applies the limits of a node to this thread until the result is dropped.
    pub fn begin(&self) -> Watch {
        self.arguments.inputs.limits.begin()
    }

    /// Reads the data of a node and finds its environment.
    ///
    /// # Errors
    /// Fails if the facts or the answer of the classifier have errors.
    pub fn node(&self, name: &str) -> Result<(Arc<Environment>, Node), String> {
        let classification = self.inputs.classification(name)?;
        let environment = self
            .environments
            .of(classification.environment.as_deref())?;
        let node = self.inputs.node(name, classification)?;
        Ok((environment, node))
    }

    /// Compiles a node and writes its catalog.
    pub fn compile(
        &self,
        environment: &Environment,
        node: &Node,
        wanted: RequestedOutputs<'_>,
    ) -> NodeResult {
        let finish = ResultWriter {
            wanted,
            name: &node.name,
            cycles: self.arguments.cycles.is_some(),
            exported_to: self.exported_to.as_ref(),
            messages: self.messages(&node.name),
        };
        let compile = || engine::caught(|| compile::compile_noted(environment, node, finish));
        let done = self.profiler.record(&node.name, compile);
        let done = done.map(|(done, reads)| NodeResult { reads, ..done });
        done.unwrap_or_else(|problem| self.failed(&node.name, &problem))
    }

    /// Reads the data of a node and compiles it: [`Compilations::node`], then
    /// [`Compilations::compile`].
    pub fn one(&self, name: &str, wanted: RequestedOutputs<'_>) -> NodeResult {
        let _watch = self.begin();
        let done = engine::caught(|| {
            let (environment, node) = self.node(name)?;
            let done = self.compile(&environment, &node, wanted);
            Ok(NodeResult {
                environment: Some(environment),
                ..done
            })
        });
        done.and_then(|inner| inner)
            .unwrap_or_else(|problem| self.failed(name, &problem))
    }

    /// Returns the result of a node that could not be compiled.
    pub fn failed(&self, name: &str, problem: &str) -> NodeResult {
        let mut done = NodeResult::default();
        self.messages(name).problem(problem, &mut done.log);
        done.findings.push(Finding::problem(problem));
        done
    }
}

/// The results of a compilation that the caller wants.
pub struct RequestedOutputs<'c> {
    /// The destination of the catalog.
    pub output: &'c Output,
    /// The destination instead of `output` for a catalog that is sent while it is made.
    pub pieces: Option<PieceSender>,
    /// The layout of the catalog.
    pub layout: Layout,
    /// True if a summary is wanted.
    pub summary: bool,
    /// True if the exported resources are wanted.
    pub exports: bool,
    /// True if the catalog of a node that depends on other nodes is not written, because it is not
    /// final.
    pub withholds: bool,
}

/// The result of compiling a node.
#[derive(Default)]
pub struct NodeResult {
    /// The log and the error, in complete lines.
    pub log: String,
    /// The text for standard output.
    pub text: Vec<u8>,
    /// True if there is a catalog without errors.
    pub fine: bool,
    /// The dependency cycles, if the command line requests them.
    pub cycles: Vec<cycles::Cycle>,
    /// The warnings and errors of the log.
    pub findings: Vec<Finding>,
    /// The number of bytes and of resources of the catalog; `None` if it was not written.
    pub written: Option<(u64, usize)>,
    /// The exported resources, if the command line requests them.
    pub exported: Vec<u8>,
    /// True if the catalog may depend on other nodes.
    pub asks_others: bool,
    /// The maximum memory that the values of the node took at one time, in bytes.
    pub heap_bytes: usize,
    /// The environment, if it could be opened.
    pub environment: Option<Arc<Environment>>,
    /// The inputs that were read, if they are recorded.
    pub reads: Option<NodeReads>,
}

/// Ends a compilation: writes the log, the catalog and the cycles.
struct ResultWriter<'c> {
    wanted: RequestedOutputs<'c>,
    name: &'c str,
    cycles: bool,
    exported_to: Option<&'c Output>,
    messages: Messages<'c>,
}

impl Use<NodeResult> for ResultWriter<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> NodeResult {
        let mut done = NodeResult {
            asks_others: compiler.asks_others(),
            ..NodeResult::default()
        };
        let (messages, wants_cycles) = (self.messages, self.cycles);
        let error = error.or_else(|| compile::foreign_values(compiler, cx));
        if error.as_ref().is_some_and(|error| error.issue == LIMIT) {
            read_set::note_volatile("a limit of the evaluation");
        }
        messages.log(&cx.log, &mut done.log);
        done.findings.extend(Finding::of_log(&cx.log));
        let problem = |problem: &str, done: &mut NodeResult| {
            messages.problem(problem, &mut done.log);
            done.findings.push(Finding::problem(problem));
        };
        match error {
            Some(error) => {
                messages.error(&error, compiler, cx, &mut done.log);
                done.findings.push(Finding::of_error(&error));
            }
            None => match self.written(compiler, cx, &mut done) {
                Ok(()) => done.fine = true,
                Err(found) => problem(&found, &mut done),
            },
        }
        if wants_cycles && done.fine {
            done.cycles = compiler.cycles();
        }
        if let Some(report) = cycles::report(&done.cycles) {
            problem(&report, &mut done);
            done.fine = false;
        }
        done.heap_bytes = cx.heap.peak_bytes();
        done
    }
}

impl ResultWriter<'_> {
    /// Writes the catalog and the exported resources of the node.
    fn written<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &Cx<'h>,
        done: &mut NodeResult,
    ) -> Result<(), String> {
        let wanted = self.wanted;
        if wanted.exports || self.exported_to.is_some() {
            let exported = compiler.exported_json();
            let exported = exported.map_err(|problem| problem.to_string())?;
            if let Some(output) = self.exported_to {
                output.write(self.name, |sink| Ok(sink.write_all(&exported)?))?;
            }
            done.exported = exported;
        }
        if wanted.summary {
            compiler.write_summary(cx, &mut done.text);
            if matches!(wanted.output, Output::Standard) {
                return Ok(());
            }
        }
        if let Some(mut pieces) = wanted.pieces {
            compiler
                .check_catalog()
                .map_err(|problem| problem.to_string())?;
            // the receiver of the pieces reports errors of the sink
            return match compiler.write_catalog(wanted.layout, &mut pieces) {
                Err(error @ WriteError::Value(_)) => Err(error_message(&error)),
                Ok(()) | Err(WriteError::Sink(_)) => Ok(()),
            };
        }
        if wanted.withholds && done.asks_others {
            return compiler.check_catalog().map_err(|it| it.to_string());
        }
        let mut bytes = 0;
        let left = wanted.output.write(self.name, |sink| {
            let mut counting = CountingSink { sink, bytes: 0 };
            let result = compiler.write_catalog(wanted.layout, &mut counting);
            bytes = counting.bytes;
            result
        })?;
        done.text.extend(left);
        done.written = Some((bytes, compiler.summary().resources));
        Ok(())
    }
}

/// Counts the bytes that are written to a sink.
struct CountingSink<'s> {
    sink: &'s mut dyn Write,
    bytes: u64,
}

impl Write for CountingSink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Measures the time that a thread takes.
pub struct Meter {
    begun: Instant,
    cpu: Duration,
}

impl Meter {
    /// Starts to measure, in this thread.
    pub fn begin() -> Meter {
        Meter {
            begun: Instant::now(),
            cpu: thread_time(),
        }
    }

    /// Returns the wall time and the processor time of this thread since `begin`.
    pub fn spent(&self) -> (Duration, Duration) {
        let cpu = thread_time().saturating_sub(self.cpu);
        (self.begun.elapsed(), cpu)
    }
}

/// Returns the processor time of this thread so far.
fn thread_time() -> Duration {
    time_of(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// Returns the processor time of this process so far.
pub fn process_time() -> Duration {
    time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

/// Returns the time of a clock, or zero if there is no such clock.
fn time_of(clock: ClockId) -> Duration {
    clock_gettime(clock).map_or(Duration::ZERO, Duration::from)
}
