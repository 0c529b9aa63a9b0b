//! Compiles generated environments in all modes, with one thread and with two, twice in one
//! process, and optionally with the real Puppet. Environments with differences are made smaller and
//! shown.

mod judge;
mod shrink;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, thread};

use clap::Args;

use crate::engine::Engine;
use crate::generate::Choices;
use crate::generate::environment::{Files, environment};
use crate::limits::LimitArguments;
use crate::modes;
pub use judge::{Difference, EnvironmentComparison, EnvironmentResult};

/// The number of environments after which the figures are shown.
const SHOWN_EVERY: u64 = 500;

/// Arguments of `environments`.
#[derive(Args, Debug)]
pub struct EnvironmentArguments {
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// The number of seeds.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub count: u64,
    /// Compare with Puppet: this command reads folders, one per line, and prints the results of
    /// their nodes.
    #[arg(long, value_name = "COMMAND", num_args = 0..=1,
          default_missing_value = "ruby conformance/oracle/oracle_warm.rb")]
    pub oracle: Option<String>,
    /// Compile each node only in the mode `auto`, and compare the result with that of Puppet.
    #[arg(long, requires = "oracle")]
    pub once: bool,
    /// Use this number of threads, each with a process of Puppet.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Write environments that differ to this folder, made smaller, as SEED/.
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    /// Write all environments and compile none.
    #[arg(long, value_name = "DIR")]
    pub print: Option<PathBuf>,
    /// Show environments that differ without making them smaller.
    #[arg(long)]
    pub whole: bool,
    /// Compile a body after this number of entries.
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub jit_threshold: u32,
    /// The limits of an evaluation.
    #[command(flatten)]
    limits: LimitArguments,
}

impl EnvironmentArguments {
    /// Returns the limits of an evaluation.
    pub fn limits(&self) -> LimitArguments {
        self.limits.within(modes::MOST_TIME)
    }
}

/// The figures of all environments so far.
#[derive(Default)]
struct Figures {
    environments: u64,
    nodes: usize,
    failed: usize,
    crashed: usize,
    unanswered: usize,
    differing: usize,
    /// The count of each kind of difference, and the first seed that has it.
    kinds: BTreeMap<String, (usize, u64)>,
}

impl Figures {
    fn line(&self) -> String {
        format!(
            "{} environments, {} nodes, {} of them end in an error, in {} Puppet crashes, {} it did not answer; {} environments differ, in {} ways",
            self.environments,
            self.nodes,
            self.failed,
            self.crashed,
            self.unanswered,
            self.differing,
            self.kinds.len()
        )
    }
}

/// Compares the environments of the seeds. Returns true if nothing differs.
///
/// # Errors
/// Fails if a file cannot be written or the real Puppet cannot be started.
pub fn run(
    args: &EnvironmentArguments,
    engine: &dyn Engine,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let seeds = args.seed..args.seed.saturating_add(args.count);
    if let Some(folder) = &args.print {
        for seed in seeds {
            write_files(
                &folder.join(seed.to_string()),
                &environment(&mut Choices::of_seed(seed)),
            )?;
        }
        return Ok(true);
    }
    let next = AtomicU64::new(seeds.start);
    let figures = Mutex::new(Figures::default());
    let (sender, lines) = std::sync::mpsc::channel();
    let work = || -> io::Result<()> {
        let sender = sender.clone();
        let mut judge = EnvironmentComparison::new(engine, args.oracle.as_deref(), args.once)?;
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if !seeds.contains(&seed) {
                return Ok(());
            }
            if let Some(text) = one(args, &mut judge, &figures, seed)? {
                // the receiver is gone when the output is closed
                let _ = sender.send(text);
            }
        }
    };
    thread::scope(|scope| {
        let workers: Vec<_> = (0..args.jobs.max(1)).map(|_| scope.spawn(work)).collect();
        while workers.iter().any(|worker| !worker.is_finished()) {
            if let Ok(text) = lines.recv_timeout(std::time::Duration::from_millis(200)) {
                writeln!(out, "{text}")?;
                out.flush()?;
            }
        }
        for worker in workers {
            worker
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("a thread died")))?;
        }
        io::Result::Ok(())
    })?;
    for text in lines.try_iter() {
        writeln!(out, "{text}")?;
    }
    let figures = figures.into_inner().unwrap_or_else(|e| e.into_inner());
    for (kind, (count, seed)) in &figures.kinds {
        writeln!(out, "{count} times, first of seed {seed}:\n{kind}")?;
    }
    writeln!(out, "{}", figures.line())?;
    Ok(figures.differing == 0)
}

/// Compares the environment of a seed. Returns the text to show.
fn one(
    args: &EnvironmentArguments,
    judge: &mut EnvironmentComparison<'_>,
    figures: &Mutex<Figures>,
    seed: u64,
) -> io::Result<Option<String>> {
    let mut choices = Choices::of_seed(seed);
    let files = environment(&mut choices);
    let compared = judge.compare(&files)?;
    let (line, is_new) = {
        let mut figures = figures.lock().unwrap_or_else(|e| e.into_inner());
        figures.environments += 1;
        figures.nodes += compared.nodes;
        figures.failed += compared.failed;
        figures.crashed += compared.crashed;
        figures.unanswered += usize::from(compared.unanswered);
        let mut is_new = false;
        if let Some(difference) = &compared.difference {
            figures.differing += 1;
            let kind = figures
                .kinds
                .entry(difference.kind.clone())
                .or_insert((0, seed));
            kind.0 += 1;
            is_new = kind.0 == 1;
        }
        let is_shown = figures.environments.is_multiple_of(SHOWN_EVERY);
        (is_shown.then(|| figures.line()), is_new)
    };
    let Some(difference) = compared.difference.filter(|_| is_new) else {
        return Ok(line);
    };
    let (files, text) = match args.whole {
        true => (files, difference.text),
        false => shrink::smaller(judge, choices.record(), files, difference)?,
    };
    if let Some(folder) = &args.write {
        write_files(&folder.join(seed.to_string()), &files)?;
    }
    let mut shown = format!("# seed {seed}\n");
    for (path, content) in &files {
        shown.push_str(&format!("==> {path}\n{content}"));
    }
    shown.push_str(&text);
    shown.push('\n');
    shown.extend(line);
    Ok(Some(shown))
}

/// Writes files below a folder.
///
/// # Errors
/// Fails if a file cannot be written.
pub fn write_files(folder: &Path, files: &Files) -> io::Result<()> {
    for (path, content) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, content)?;
    }
    Ok(())
}
