//! Compilations of nodes, which `compile` and `fleet` have in common: their options, what is shared
//! by all nodes, and one node's way from its name to its catalog.

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
use crate::messages::{Drawn, Finding, Form, Messages};
use crate::output::{Output, Pieces, said};
use crate::profile::{ProfileArguments, Profiler};

/// Threads at most.
const JOBS_MAX: usize = 256;

/// The options of commands that compile nodes.
#[derive(Args, Debug)]
pub struct CompilationArguments {
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// A folder for the exported resources of each node, NODE.json, which --exported-from reads.
    /// Sets storeconfigs.
    #[arg(long, value_name = "DIR")]
    pub exported_to: Option<PathBuf>,
    /// Reports dependency cycles as an agent would, and draws them: FILE.dot or FILE.svg.
    #[arg(long, value_name = "FILE")]
    pub cycles: Option<PathBuf>,
    /// Shows the calls that led to an error.
    #[arg(long)]
    pub trace: bool,
    /// How logs and errors are written.
    #[arg(long, value_name = "FORM", default_value = "auto")]
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

impl CompilationArguments {
    /// How the messages of a node are written; there may be several nodes.
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

    /// Draws the dependency cycles of nodes, if that is asked for.
    ///
    /// # Errors
    /// The file, and why it cannot be written.
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

/// What all nodes of a run share.
pub struct Compilations<'a> {
    arguments: &'a CompilationArguments,
    /// Facts and the like.
    pub inputs: Inputs,
    /// The process ends after them: nothing is given back one by one.
    environments: ManuallyDrop<Environments<'a>>,
    /// The threads that compile.
    pub pool: rayon::ThreadPool,
    exported_to: Option<Output>,
    store: Option<Arc<CurrentStore>>,
    profiler: Profiler<'a>,
    /// Whether each node has a limit of time.
    pub is_timed: bool,
    several: bool,
    form: Form,
    colour: bool,
    drawn: Drawn,
}

impl<'a> Compilations<'a> {
    /// Opens the environment of nodes, whose names `inputs` has. `storeconfigs` says that they export
    /// and collect, whatever the options say; with `several` each message names its node.
    ///
    /// # Errors
    /// A folder or file that is not there, or what is wrong with it.
    pub fn open(
        arguments: &'a CompilationArguments,
        inputs: Inputs,
        storeconfigs: bool,
        several: bool,
    ) -> Result<Compilations<'a>, String> {
        Compilations::open_noted(arguments, inputs, storeconfigs, several, false)
    }

    /// The same; `is_recorded` says whether what each node reads is noted.
    ///
    /// # Errors
    /// As [`Compilations::open`].
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
            // read sets keep messages for other runs, which may be in a pipe
            form: arguments
                .messages
                .on(io::stderr().is_terminal() && !is_recorded),
            colour: drawing::has_colour(&io::stderr()),
            drawn: Drawn::default(),
            arguments,
            inputs,
        })
    }

    /// Tells where the time went, if that is asked for.
    ///
    /// # Errors
    /// The file that cannot be written.
    pub fn finish(&self) -> Result<(), String> {
        let written = self.profiler.finish(self.environments.statistics());
        self.environments.report();
        written
    }

    /// The environments that were opened so far.
    pub fn environments(&self) -> &Environments<'a> {
        &self.environments
    }

    /// What nodes see of each other.
    pub fn store(&self) -> Option<&CurrentStore> {
        self.store.as_deref()
    }

    /// How the messages of a node are written.
    pub fn messages<'n>(&'n self, node: &'n str) -> Messages<'n> {
        Messages {
            form: self.form,
            colour: self.colour,
            drawn: Some(&self.drawn),
            ..self.arguments.messages(node, self.several)
        }
    }

    /// Lets the limits of a node hold for this thread from now on.
    pub fn begin(&self) -> Watch {
        self.arguments.inputs.limits.begin()
    }

    /// Reads what is known of a node, and finds its environment.
    ///
    /// # Errors
    /// What is wrong with its facts, or with what the classifier says.
    pub fn node(&self, name: &str) -> Result<(Arc<Environment>, Node), String> {
        let classification = self.inputs.classification(name)?;
        let environment = self
            .environments
            .of(classification.environment.as_deref())?;
        let node = self.inputs.node(name, classification)?;
        Ok((environment, node))
    }

    /// Compiles a node, and writes its catalog.
    pub fn compile(&self, environment: &Environment, node: &Node, wanted: Wanted<'_>) -> Done {
        let finish = Finish {
            wanted,
            name: &node.name,
            cycles: self.arguments.cycles.is_some(),
            exported_to: self.exported_to.as_ref(),
            messages: self.messages(&node.name),
        };
        let compile = || engine::caught(|| compile::compile_noted(environment, node, finish));
        let done = self.profiler.record(&node.name, compile);
        let done = done.map(|(done, reads)| Done { reads, ..done });
        done.unwrap_or_else(|problem| self.failed(&node.name, &problem))
    }

    /// [`Compilations::node`] and [`Compilations::compile`] together.
    pub fn one(&self, name: &str, wanted: Wanted<'_>) -> Done {
        let _watch = self.begin();
        let done = engine::caught(|| {
            let (environment, node) = self.node(name)?;
            let done = self.compile(&environment, &node, wanted);
            Ok(Done {
                environment: Some(environment),
                ..done
            })
        });
        done.and_then(|inner| inner)
            .unwrap_or_else(|problem| self.failed(name, &problem))
    }

    /// What comes of a node that could not be compiled.
    pub fn failed(&self, name: &str, problem: &str) -> Done {
        let mut done = Done::default();
        self.messages(name).problem(problem, &mut done.log);
        done.findings.push(Finding::problem(problem));
        done
    }
}

/// What is made of a node's catalog.
pub struct Wanted<'c> {
    /// Where it goes.
    pub output: &'c Output,
    /// Where it goes instead as it is made.
    pub pieces: Option<Pieces>,
    /// How it is laid out.
    pub layout: Layout,
    /// Whether a summary of it is given.
    pub summary: bool,
    /// Whether its exported resources are given.
    pub exports: bool,
    /// Whether the catalog of a node that asks for other nodes is not written: it is not final.
    pub withholds: bool,
}

/// What came of a node.
#[derive(Default)]
pub struct Done {
    /// Log and error, each line whole.
    pub log: String,
    /// What goes to standard output.
    pub text: Vec<u8>,
    /// Whether there is a catalog, and nothing wrong with it.
    pub fine: bool,
    /// Dependency cycles, if they are asked for.
    pub cycles: Vec<cycles::Cycle>,
    /// The warnings and errors of the log.
    pub findings: Vec<Finding>,
    /// The bytes of the catalog, and how many resources it has; none when it was not written.
    pub written: Option<(u64, usize)>,
    /// The exported resources, if they are asked for.
    pub exported: Vec<u8>,
    /// Whether the catalog may depend on other nodes.
    pub asks_others: bool,
    /// The most memory that the values of the node took at one time.
    pub heap_bytes: usize,
    /// The environment, if there is one.
    pub environment: Option<Arc<Environment>>,
    /// What was read, if that is noted.
    pub reads: Option<NodeReads>,
}

/// What is done with a node's compilation.
struct Finish<'c> {
    wanted: Wanted<'c>,
    name: &'c str,
    cycles: bool,
    exported_to: Option<&'c Output>,
    messages: Messages<'c>,
}

impl Use<Done> for Finish<'_> {
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> Done {
        let mut done = Done {
            asks_others: compiler.asks_others(),
            ..Done::default()
        };
        let (messages, wants_cycles) = (self.messages, self.cycles);
        let error = error.or_else(|| compile::foreign_values(compiler, cx));
        if error.as_ref().is_some_and(|error| error.issue == LIMIT) {
            read_set::note_volatile("a limit of the evaluation");
        }
        messages.log(&cx.log, &mut done.log);
        done.findings.extend(Finding::of_log(&cx.log));
        let problem = |problem: &str, done: &mut Done| {
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

impl Finish<'_> {
    /// Writes the catalog and what the node exports.
    fn written<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &Cx<'h>,
        done: &mut Done,
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
            // who takes the pieces knows what becomes of them
            return match compiler.write_catalog(wanted.layout, &mut pieces) {
                Err(error @ WriteError::Value(_)) => Err(said(&error)),
                Ok(()) | Err(WriteError::Sink(_)) => Ok(()),
            };
        }
        if wanted.withholds && done.asks_others {
            return compiler.check_catalog().map_err(|it| it.to_string());
        }
        let mut bytes = 0;
        let left = wanted.output.write(self.name, |sink| {
            let mut counting = Counting { sink, bytes: 0 };
            let result = compiler.write_catalog(wanted.layout, &mut counting);
            bytes = counting.bytes;
            result
        })?;
        done.text.extend(left);
        done.written = Some((bytes, compiler.summary().resources));
        Ok(())
    }
}

/// Counts what goes to a sink.
struct Counting<'s> {
    sink: &'s mut dyn Write,
    bytes: u64,
}

impl Write for Counting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.sink.write(bytes)?;
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Measures what a thread spends.
pub struct Meter {
    begun: Instant,
    cpu: Duration,
}

impl Meter {
    /// Begins now, in this thread.
    pub fn begin() -> Meter {
        Meter {
            begun: Instant::now(),
            cpu: thread_time(),
        }
    }

    /// Wall time and this thread's processor time since it began.
    pub fn spent(&self) -> (Duration, Duration) {
        let cpu = thread_time().saturating_sub(self.cpu);
        (self.begun.elapsed(), cpu)
    }
}

/// The processor time of this thread so far.
fn thread_time() -> Duration {
    time_of(ClockId::CLOCK_THREAD_CPUTIME_ID)
}

/// The processor time of this process so far.
pub fn process_time() -> Duration {
    time_of(ClockId::CLOCK_PROCESS_CPUTIME_ID)
}

/// The time of a clock; none where there is no such clock.
fn time_of(clock: ClockId) -> Duration {
    clock_gettime(clock).map_or(Duration::ZERO, Duration::from)
}
