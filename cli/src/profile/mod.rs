//! `--profile`, `--stats` and `bunraku profile`: shows where the time of evaluations goes.
//!
//! Each evaluation is recorded by its own thread ([`runtime::profile`]). A [`Profiler`] lends
//! recorders to the threads. At the end of the command it merges their data and writes it.

mod command;
mod folded;
mod json;
mod speedscope;
mod stats;
mod svg;
mod text;

pub use command::{Arguments, execute};

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use catalog::environment::files::reason;
use clap::{Args, ValueEnum};
use jit::Statistics;
use nix::time::{ClockId, clock_gettime};
use runtime::profile::{self, Profile, Recorder};

use crate::output::Output;

/// The version of the program in the JSON format.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The options about profiles.
#[derive(Args, Clone, Debug, Default)]
pub struct ProfileArguments {
    /// Write a profile of time and memory to this file, even after an error. The extension selects
    /// the form: .txt, .json, .folded, .svg (a flame graph), .speedscope.json.
    #[arg(long, value_name = "FILE", value_parser = target)]
    pub profile: Option<Target>,
    /// Also count the calls between compiled functions. This makes small functions slower.
    #[arg(long, requires = "profile")]
    pub profile_exact: bool,
    /// Show the counts and times of each stage on standard error at the end.
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    pub stats: Option<StatsForm>,
}

/// The form of `--stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum StatsForm {
    /// A table.
    Text,
    /// One JSON object on one line.
    Json,
}

/// The format of a profile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Tables.
    Text,
    /// All data as JSON, which `bunraku profile` reads.
    Json,
    /// A line for each stack with its own time in nanoseconds.
    Folded,
    /// For <https://www.speedscope.app>.
    Speedscope,
    /// A flame graph.
    Svg,
}

/// A file for a profile. Its name determines the format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    path: PathBuf,
    form: Form,
}

/// Parses the path of a target.
///
/// # Errors
/// Fails if the name does not determine a format.
pub fn target(path: &str) -> Result<Target, String> {
    const FORMS: [(&str, Form); 5] = [
        (".speedscope.json", Form::Speedscope),
        (".json", Form::Json),
        (".txt", Form::Text),
        (".folded", Form::Folded),
        (".svg", Form::Svg),
    ];
    let form = FORMS.iter().find(|(ending, _)| path.ends_with(ending));
    match form {
        Some(&(_, form)) => Ok(Target {
            path: PathBuf::from(path),
            form,
        }),
        None => Err(
            "expected a name that ends in .txt, .json, .folded, .svg or .speedscope.json"
                .to_owned(),
        ),
    }
}

impl Form {
    /// Returns a profile in this format.
    pub fn write(self, profile: &Profile) -> String {
        match self {
            Form::Text => text::write(profile),
            Form::Json => json::write(profile),
            Form::Folded => folded::write(profile),
            Form::Speedscope => speedscope::write(profile),
            Form::Svg => svg::write(profile),
        }
    }
}

impl Target {
    /// Writes a profile to the file, completely or not at all.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub fn write(&self, profile: &Profile) -> Result<(), String> {
        let text = self.form.write(profile);
        let file = Output::File(self.path.clone());
        file.write("", |sink| Ok(sink.write_all(text.as_bytes())?))
            .map(drop)
    }
}

impl ProfileArguments {
    /// Returns the profiler of a run. It records only if the options ask for it.
    pub fn profiler(&self) -> Profiler<'_> {
        Profiler {
            arguments: self,
            began: Instant::now(),
            recorders: Mutex::default(),
            _sampler: self.profile.as_ref().and_then(|_| Sampler::start()),
        }
    }
}

/// Records the evaluations of a run.
pub struct Profiler<'a> {
    arguments: &'a ProfileArguments,
    began: Instant,
    /// The recorders that are not in use. There are as many as evaluations ran at the same time.
    #[expect(
        clippy::vec_box,
        reason = "a recorder is handed on as it is, without a copy"
    )]
    recorders: Mutex<Vec<Box<Recorder>>>,
    _sampler: Option<Sampler>,
}

impl Profiler<'_> {
    /// Returns true if anything is recorded.
    pub fn is_on(&self) -> bool {
        self.arguments.profile.is_some() || self.arguments.stats.is_some()
    }

    /// Runs `work` for a node, and records its evaluation on this thread.
    pub fn record<T>(&self, node: &str, work: impl FnOnce() -> T) -> T {
        if !self.is_on() {
            return work();
        }
        let recording = Recording {
            profiler: self,
            node,
            cpu_nanos: cpu_nanos(),
        };
        let idle = self.recorders().pop();
        let new = || Box::new(Recorder::new(nanos, self.arguments.profile_exact));
        profile::begin(idle.unwrap_or_else(new));
        let result = work();
        drop(recording);
        result
    }

    /// Writes the profile and the statistics that the command line requests.
    ///
    /// # Errors
    /// Fails if the file cannot be written.
    pub fn finish(&self, jit: Statistics) -> Result<(), String> {
        let mut merged = Profile::new();
        for recorder in std::mem::take(&mut *self.recorders()) {
            merged.merge(recorder.finish());
        }
        if let Some(form) = self.arguments.stats {
            let text = stats::write(&merged, form, self.began.elapsed(), jit);
            // locks only now, because a thread that panics writes to standard error too
            let _ = io::stderr().lock().write_all(text.as_bytes());
        }
        match &self.arguments.profile {
            Some(target) => target.write(&merged),
            None => Ok(()),
        }
    }

    #[expect(
        clippy::vec_box,
        reason = "a recorder is handed on as it is, without a copy"
    )]
    fn recorders(&self) -> MutexGuard<'_, Vec<Box<Recorder>>> {
        self.recorders
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time between two samples of compiled code. Each sample wakes a thread, which costs about
/// twenty microseconds.
const TICK: Duration = Duration::from_millis(5);

/// The time between two checks for code to sample.
const LOOK: Duration = Duration::from_millis(50);

/// A thread that requests samples until this is dropped.
struct Sampler {
    ends: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Sampler {
    /// Starts the thread. Returns `None` if that fails; then the time of compiled code is not split
    /// up.
    fn start() -> Option<Sampler> {
        let ends = Arc::new(AtomicBool::new(false));
        let told = ends.clone();
        let run = move || {
            while !told.load(Ordering::Relaxed) {
                let is_useful = profile::is_sampled();
                thread::park_timeout(if is_useful { TICK } else { LOOK });
                if is_useful {
                    profile::tick();
                }
            }
        };
        let thread = thread::Builder::new().name("sampler".to_owned()).spawn(run);
        let thread = Some(thread.ok()?);
        Some(Sampler { ends, thread })
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            let _ = thread.join();
        }
    }
}

/// The recording of a node. It ends when this is dropped, also by a panic.
struct Recording<'p> {
    profiler: &'p Profiler<'p>,
    node: &'p str,
    /// The CPU time of the thread at the start.
    cpu_nanos: u64,
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        let spent = cpu_nanos().saturating_sub(self.cpu_nanos);
        if let Some(recorder) = profile::end(self.node, spent) {
            self.profiler.recorders().push(recorder);
        }
    }
}

/// Returns the nanoseconds since the first call.
fn nanos() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}

/// Returns the CPU time of this thread.
fn cpu_nanos() -> u64 {
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID);
    time.map_or(0, |time| Duration::from(time).as_nanos() as u64)
}

/// Reads a profile from a JSON file.
///
/// # Errors
/// Fails if the file cannot be read or is no profile. The message names the file.
fn read(path: &Path) -> Result<Profile, String> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| format!("{}: {}", path.display(), reason(&error)))?;
    json::read(&text).map_err(|problem| format!("{}: {problem}", path.display()))
}
