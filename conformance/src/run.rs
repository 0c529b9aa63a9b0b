//! Runs recorded cases, and finds those that bunraku does not answer like the real Puppet.

use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, thread};

use serde_json::{Map, Value};

use crate::case::{Case, Kind};
use crate::compare;
use crate::engine::{Engine, Jit, Job, Manifest, Outcome, caught};
use crate::request;
use crate::serve::PreparedRequest;

/// The stack size of a thread that runs cases. Deep recursion must end in Puppet's error, not in a
/// stack overflow.
pub const STACK_BYTES: usize = 256 << 20;

/// A case that ran, and its failure.
#[derive(Clone, Debug)]
pub struct CaseResult {
    /// The case.
    pub case: Case,
    /// The failure with the mode in which it happened; `None` when the case passed in all modes.
    pub failure: Option<(Jit, String)>,
}

/// The options of a run of cases.
#[derive(Clone, Debug)]
pub struct Options {
    /// The modes in which each case runs.
    pub modes: Vec<Jit>,
    /// The number of cases that run at the same time.
    pub threads: usize,
    /// True if catalogs are not compared.
    pub transcripts_only: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            modes: Jit::ALL.to_vec(),
            threads: thread::available_parallelism().map_or(1, NonZero::get),
            transcripts_only: false,
        }
    }
}

/// Runs cases. Returns the results in the order of `cases`.
pub fn run(engine: &dyn Engine, cases: &[Case], options: &Options) -> Vec<CaseResult> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(vec![None; cases.len()]);
    thread::scope(|scope| {
        for _ in 0..options.threads.max(1) {
            let work = || {
                runtime::limits::begin_thread(STACK_BYTES);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(case) = cases.get(at) else { break };
                    let ran = CaseResult {
                        case: case.clone(),
                        failure: failure(engine, case, options),
                    };
                    if let Some(slot) = lock(&results).get_mut(at) {
                        *slot = Some(ran);
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .expect("the system can start a thread");
        }
    });
    let results = results.into_inner().unwrap_or_else(|e| e.into_inner());
    results.into_iter().flatten().collect()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// Returns the first mode in which bunraku does not answer a case like the real Puppet, with a
/// description of what is wrong.
fn failure(engine: &dyn Engine, case: &Case, options: &Options) -> Option<(Jit, String)> {
    let first = *options.modes.first()?;
    let prepared = match PreparedCase::new(case, options) {
        Ok(prepared) => prepared,
        Err(error) => return Some((first, error.to_string())),
    };
    options.modes.iter().find_map(|&mode| {
        let error = prepared.check(engine, mode).err()?;
        Some((mode, error.to_string()))
    })
}

/// A case whose files were read, to be run in several modes.
enum PreparedCase<'c> {
    Request {
        request: PreparedRequest,
        expected: &'c Map<String, Value>,
    },
    Compilation {
        job: Box<Job>,
        shown: PathReplacements,
        transcript: String,
        catalog: Option<Value>,
    },
}

impl<'c> PreparedCase<'c> {
    fn new(case: &'c Case, options: &Options) -> io::Result<PreparedCase<'c>> {
        if let Kind::Request { request, answer } = &case.kind {
            return Ok(PreparedCase::Request {
                request: PreparedRequest::new(request)?,
                expected: answer,
            });
        }
        let job = Box::new(case.job()?);
        Ok(PreparedCase::Compilation {
            shown: PathReplacements::of(&case.kind, &job)?,
            transcript: case.transcript()?,
            catalog: match options.transcripts_only {
                true => None,
                false => case.catalog()?,
            },
            job,
        })
    }

    /// Compares bunraku's answer in a mode with the recorded one.
    fn check(&self, engine: &dyn Engine, mode: Jit) -> io::Result<()> {
        let (job, shown, transcript, catalog) = match self {
            PreparedCase::Request { request, expected } => {
                let have = request.answer(engine, mode)?;
                let difference = request::difference(expected, &have);
                return difference.map_or(Ok(()), |text| Err(io::Error::other(text)));
            }
            PreparedCase::Compilation {
                job,
                shown,
                transcript,
                catalog,
            } => (job, shown, transcript, catalog),
        };
        let outcome = compile(engine, job, mode)?;
        let have = shown.tidy(&outcome.transcript);
        if *transcript != have {
            return Err(io::Error::other(text_difference(transcript, &have)));
        }
        let Some(want) = catalog else {
            return Ok(());
        };
        let Some(have) = outcome.catalog else {
            return Err(io::Error::other("there is no catalog"));
        };
        let have: Value = serde_json::from_str(&shown.tidy(&have))?;
        match compare::differences(want, &have) {
            lines if lines.is_empty() => Ok(()),
            lines => Err(io::Error::other(lines.join("\n"))),
        }
    }
}

/// Compiles a job. A panic becomes an error.
///
/// # Errors
/// Fails with the text of a panic.
pub fn compile(engine: &dyn Engine, job: &Job, mode: Jit) -> io::Result<Outcome> {
    caught(|| engine.compile(job, mode))
}

/// The replacements that turn paths into the form of the recordings.
pub struct PathReplacements {
    paths: Vec<(String, String)>,
}

impl PathReplacements {
    /// Returns the replacements for a case. A manifest without an environment is shown by its file
    /// name, and files of an environment by their paths below its folder.
    ///
    /// # Errors
    /// Fails if the folder of the case no longer exists.
    pub fn of(kind: &Kind, job: &Job) -> io::Result<PathReplacements> {
        let mut paths = Vec::new();
        match kind {
            Kind::Manifest(path) => {
                let base = path.file_name().unwrap_or_default().to_string_lossy();
                paths.push((absolute(path)?, base.clone().into_owned()));
                paths.push((path.to_string_lossy().into_owned(), base.into_owned()));
            }
            Kind::Request { .. } => {}
            Kind::Node { environment, .. } => {
                let folder = absolute(environment)?;
                paths.push((format!("{folder}/"), String::new()));
                paths.push((folder, ".".to_owned()));
            }
        }
        for folder in &job.base_module_path {
            if let Some(parent) = folder.parent() {
                paths.insert(0, (format!("{}/", absolute(parent)?), String::new()));
            }
        }
        debug_assert!(
            !matches!(job.manifest, Manifest::Text(_)),
            "cases have files"
        );
        Ok(PathReplacements { paths })
    }

    /// Replaces paths in a text by their form in recordings.
    pub fn tidy(&self, text: &str) -> String {
        let paths = self.paths.iter();
        paths.fold(text.to_owned(), |text, (path, shown)| {
            text.replace(path.as_str(), shown)
        })
    }
}

fn absolute(path: &Path) -> io::Result<String> {
    Ok(path.canonicalize()?.to_string_lossy().into_owned())
}

fn text_difference(want: &str, have: &str) -> String {
    let (mut wanted, mut had) = (want.lines(), have.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (wanted.next(), had.next()) {
            (Some(w), Some(h)) if w == h => {}
            (None, None) => return "line ends differ".to_owned(),
            (w, h) => {
                let show = |l: Option<&str>| l.unwrap_or("(nothing)").to_owned();
                return format!(
                    "line {line}\n  expected: {}\n  got:      {}",
                    show(w),
                    show(h)
                );
            }
        }
    }
}
