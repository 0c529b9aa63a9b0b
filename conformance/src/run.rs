//! Runs recorded cases and tells which of them bunraku answers like the real Puppet.

use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{io, thread};

use serde_json::Value;

use crate::case::{Case, Kind};
use crate::compare;
use crate::engine::{Engine, Jit, Job, Manifest, Outcome};
use crate::{request, serve};

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
                    let mut modes = options.modes.iter();
                    let failure =
                        modes.find_map(|&mode| Some((mode, failure(engine, case, options, mode)?)));
                    let ran = CaseResult {
                        case: case.clone(),
                        failure,
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

/// Checks bunraku's answer to a case; returns a description of what is wrong, if anything.
fn failure(engine: &dyn Engine, case: &Case, options: &Options, mode: Jit) -> Option<String> {
    match check(engine, case, options, mode) {
        Ok(()) => None,
        Err(e) => Some(e.to_string()),
    }
}

fn check(engine: &dyn Engine, case: &Case, options: &Options, mode: Jit) -> io::Result<()> {
    if let Kind::Request { request, answer } = &case.kind {
        let have = serve::respond(engine, mode, request)?;
        return match request::difference(answer, &have) {
            None => Ok(()),
            Some(text) => Err(io::Error::other(text)),
        };
    }
    let job = case.job()?;
    let outcome = compile(engine, &job, mode)?;
    let shown = PathReplacements::of(&case.kind, &job)?;
    let (want, have) = (case.transcript()?, shown.tidy(&outcome.transcript));
    if want != have {
        return Err(io::Error::other(text_difference(&want, &have)));
    }
    let want = match options.transcripts_only {
        true => None,
        false => case.catalog()?,
    };
    let Some(want) = want else {
        return Ok(());
    };
    let Some(have) = outcome.catalog else {
        return Err(io::Error::other("there is no catalog"));
    };
    let have: Value = serde_json::from_str(&shown.tidy(&have))?;
    match compare::differences(&want, &have) {
        lines if lines.is_empty() => Ok(()),
        lines => Err(io::Error::other(lines.join("\n"))),
    }
}

/// Compiles a job. A panic becomes an error.
///
/// # Errors
/// Fails with the text of a panic.
pub fn compile(engine: &dyn Engine, job: &Job, mode: Jit) -> io::Result<Outcome> {
    caught(|| engine.compile(job, mode))
}

/// Returns the result of `work`. A panic becomes an error.
///
/// # Errors
/// Fails with the text of the panic, or with the limit that was exceeded.
pub fn caught<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    bunraku::threads::caught(work).map_err(io::Error::other)
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
