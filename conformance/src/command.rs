//! Owns the subcommands `bunraku conformance ...`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use crate::case::{self, Kind};
use crate::corpus::{self, CorpusArguments};
use crate::engine::{Engine, Jit, Program};
use crate::environments::{self, EnvironmentArguments};
use crate::files;
use crate::filetest;
use crate::generated::{self, GeneratedArguments};
use crate::limits::LimitArguments;
use crate::mutated::{self, MutatedArguments};
use crate::real::{self, RealModules};
use crate::run::{self, CaseResult, Options};
use crate::score::{self, Score, Verdict};
use crate::serve;
use crate::trees;

/// The number of entries of a body before it is compiled in recorded cases. It is so low that many
/// bodies of small programs begin in the interpreter and end in compiled code.
const CASES_JIT_THRESHOLD: u32 = 10;

/// The subcommands of `bunraku conformance`, which compares bunraku with the real Puppet.
#[derive(Subcommand, Debug)]
pub enum Conformance {
    /// Run recorded cases.
    Run(RunArguments),
    /// Compile nodes made of real modules and compare the catalogs with recordings.
    Real(RealArguments),
    /// Compile public repositories class by class and compare the catalogs with those of Puppet.
    Corpus(CorpusArguments),
    /// Parse and check every file of real modules and compare the trees with recorded digests.
    Trees(TreesArguments),
    /// Run generated programs in all modes and in Puppet, and show the differences.
    Generated(GeneratedArguments),
    /// Compile generated environments in all modes and in Puppet, and show the differences.
    Environments(EnvironmentArguments),
    /// Run damaged recorded requests, and show panics, slow answers and differences.
    Mutated(MutatedArguments),
    /// Run the filetests of MIR.
    Filetests(FiletestArguments),
    /// Answer requests of the conformance protocol, one line of JSON each.
    Serve {
        /// Set when code is compiled.
        #[arg(long, value_name = "MODE", default_value = "auto")]
        jit: Jit,
        /// The limits of an evaluation.
        #[command(flatten)]
        limits: LimitArguments,
    },
}

/// Arguments of `run`.
#[derive(Args, Debug)]
pub struct RunArguments {
    /// Folders of cases.
    #[arg(default_values = ["conformance/cases", "examples"])]
    pub folders: Vec<PathBuf>,
    /// Run only areas whose names begin with this text.
    #[arg(long)]
    pub area: Option<String>,
    /// Run only cases whose ids contain this text, and show their differences.
    #[arg(long)]
    pub case: Option<String>,
    /// Set when code is compiled (default: run all modes).
    #[arg(long, value_name = "MODE")]
    pub jit: Option<Jit>,
    /// Run this program instead of bunraku. It gets the manifest as its last argument and prints
    /// the transcript. Only lone manifests are run, without catalogs. `{jit}` is replaced by the
    /// mode.
    #[arg(long, value_name = "PROGRAM ARGUMENTS")]
    pub program: Option<String>,
    /// Use this number of threads (default: one for each processor).
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Show the differences of all failing cases, also of known failures.
    #[arg(long, short)]
    pub verbose: bool,
    /// Write SCORE.md and failing.txt with the results of this run.
    #[arg(long)]
    pub write: bool,
    /// Read and write failing.txt and SCORE.md in this folder.
    #[arg(long, default_value = "conformance")]
    pub lists: PathBuf,
}

/// Arguments of `real`.
#[derive(Args, Debug)]
pub struct RealArguments {
    /// The environment with facts and recordings.
    #[arg(long, default_value = "conformance/real")]
    pub environment: PathBuf,
    /// The folder that `scripts/fetch-debian-modules` filled.
    #[arg(long, default_value = "corpus")]
    pub corpus: PathBuf,
    /// Set when code is compiled.
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub jit: Jit,
}

/// Arguments of `trees`.
#[derive(Args, Debug)]
pub struct TreesArguments {
    /// The folder of modules.
    #[arg(default_value = "corpus/modules")]
    pub modules: PathBuf,
    /// The recorded lines.
    #[arg(long, default_value = "conformance/real/trees.txt")]
    pub recorded: PathBuf,
    /// Write the digest of each file instead of comparing it.
    #[arg(long)]
    pub each: bool,
}

/// Arguments of `filetests`.
#[derive(Args, Debug)]
pub struct FiletestArguments {
    /// The folder.
    #[arg(default_value = "mir/filetests")]
    pub folder: PathBuf,
    /// Run only files whose paths contain this text.
    #[arg(long, default_value = "")]
    pub file: String,
    /// Replace the expected results by those of this run.
    #[arg(long)]
    pub bless: bool,
}

impl Conformance {
    /// Returns the limits of each evaluation, if the command sets them.
    pub fn limits(&self) -> LimitArguments {
        match self {
            Conformance::Serve { limits, .. } => limits.clone(),
            Conformance::Generated(arguments) => arguments.modes.limits(),
            Conformance::Environments(arguments) => arguments.limits(),
            Conformance::Mutated(arguments) => arguments.modes.limits(),
            Conformance::Corpus(arguments) => arguments.limits(),
            _ => LimitArguments::default(),
        }
    }

    /// Returns the number of entries of a body before it is compiled, if the command sets it.
    pub fn jit_threshold(&self) -> Option<u32> {
        match self {
            Conformance::Generated(arguments) => Some(arguments.modes.jit_threshold),
            Conformance::Mutated(arguments) => Some(arguments.modes.jit_threshold),
            Conformance::Environments(arguments) => Some(arguments.jit_threshold),
            Conformance::Run(_) => Some(CASES_JIT_THRESHOLD),
            _ => None,
        }
    }

    /// Runs the command. Returns true if everything is as expected.
    ///
    /// # Errors
    /// Fails if a file cannot be read or written.
    pub fn execute(&self, engine: &dyn Engine, out: &mut dyn Write) -> io::Result<bool> {
        let is_fine = self.run(engine, out)?;
        if matches!(self, Conformance::Serve { .. }) {
            return Ok(is_fine);
        }
        let problems = engine.hidden_problems();
        for problem in &problems {
            writeln!(out, "{problem}")?;
        }
        Ok(is_fine && problems.is_empty())
    }

    fn run(&self, engine: &dyn Engine, out: &mut dyn Write) -> io::Result<bool> {
        match self {
            Conformance::Run(arguments) => run_cases(arguments, engine, out),
            Conformance::Real(arguments) => run_real(arguments, engine, out),
            Conformance::Corpus(arguments) => corpus::run(arguments, engine, out),
            Conformance::Trees(arguments) => run_trees(arguments, out),
            Conformance::Generated(arguments) => generated::run(arguments, engine, out),
            Conformance::Environments(arguments) => environments::run(arguments, engine, out),
            Conformance::Mutated(arguments) => mutated::run(arguments, engine, out),
            Conformance::Filetests(arguments) => run_filetests(arguments, out),
            Conformance::Serve { jit, limits } => {
                serve::serve(engine, *jit, limits, &mut io::stdin().lock(), out)?;
                Ok(true)
            }
        }
    }
}

fn run_filetests(args: &FiletestArguments, out: &mut dyn Write) -> io::Result<bool> {
    let (problems, count) = filetest::run(&args.folder, &args.file, args.bless)?;
    for problem in &problems {
        writeln!(out, "{problem}")?;
    }
    writeln!(out, "{count} filetests, {} problems", problems.len())?;
    Ok(problems.is_empty())
}

fn run_cases(args: &RunArguments, engine: &dyn Engine, out: &mut dyn Write) -> io::Result<bool> {
    let mut cases = Vec::new();
    for folder in &args.folders {
        cases.extend(case::find(folder)?);
    }
    let area = args.area.as_deref().unwrap_or("");
    let part = args.case.as_deref().unwrap_or("");
    cases.retain(|case| case.area.starts_with(area) && case.id.contains(part));
    if cases.is_empty() {
        return Err(io::Error::other("there are no such cases"));
    }
    let mut options = Options::default();
    if let Some(mode) = args.jit {
        options.modes = vec![mode];
    }
    options.threads = args.threads.unwrap_or(options.threads);
    let ran = match &args.program {
        None => run::run(engine, &cases, &options),
        Some(line) => {
            options.transcripts_only = true;
            cases.retain(|case| matches!(case.kind, Kind::Manifest(_)));
            run::run(&program(line)?, &cases, &options)
        }
    };

    let mut score = Score::default();
    ran.iter()
        .for_each(|ran| score.add(&ran.case.area, ran.failure.is_none()));
    let failing = args.lists.join("failing.txt");
    let listed = score::listed(&fs::read_to_string(&failing).unwrap_or_default());
    let verdict = Verdict::new(
        ran.iter()
            .map(|r| (r.case.id.as_str(), r.failure.is_none())),
        &listed,
    );
    if args.write {
        let whole = area.is_empty() && part.is_empty();
        write_lists(&args.lists, &ran, &score, &listed, whole)?;
    }
    let all = args.verbose || args.case.is_some();
    for ran in ran
        .iter()
        .filter(|r| all || verdict.broken.contains(&r.case.id))
    {
        show(ran, out)?;
    }
    for id in &verdict.mended {
        writeln!(out, "passes, but is listed in {}: {id}", failing.display())?;
    }
    let (passed, total) = score.total();
    let known = total - passed - verdict.broken.len();
    writeln!(
        out,
        "{passed} of {total} cases pass; {known} known failures, {} new",
        verdict.broken.len()
    )?;
    Ok(args.write || verdict.is_green())
}

fn program(line: &str) -> io::Result<Program> {
    let mut words = line.split_whitespace().map(str::to_owned);
    let path = words
        .next()
        .ok_or_else(|| io::Error::other("--program is empty"))?;
    Ok(Program {
        path: path.into(),
        arguments: words.collect(),
    })
}

/// Writes failing.txt and SCORE.md. Cases that did not run stay in failing.txt. SCORE.md is only
/// written for a complete run.
fn write_lists(
    folder: &Path,
    ran: &[CaseResult],
    score: &Score,
    listed: &std::collections::BTreeSet<String>,
    whole: bool,
) -> io::Result<()> {
    let mut failing = match whole {
        true => Default::default(),
        false => listed.clone(),
    };
    for ran in ran {
        match ran.failure {
            Some(_) => failing.insert(ran.case.id.clone()),
            None => failing.remove(&ran.case.id),
        };
    }
    fs::write(folder.join("failing.txt"), score::listing(&failing))?;
    match whole {
        true => fs::write(folder.join("SCORE.md"), score.page()),
        false => Ok(()),
    }
}

/// Writes the failure of a case.
fn show(ran: &CaseResult, out: &mut dyn Write) -> io::Result<()> {
    match &ran.failure {
        Some((mode, text)) => {
            writeln!(out, "FAILED {} (jit {})", ran.case.id, mode.name())?;
            text.lines().try_for_each(|line| writeln!(out, "  {line}"))
        }
        None => Ok(()),
    }
}

fn run_real(args: &RealArguments, engine: &dyn Engine, out: &mut dyn Write) -> io::Result<bool> {
    let modules = args.corpus.join("modules");
    if !modules.is_dir() {
        writeln!(
            out,
            "there is no {}: run scripts/fetch-debian-modules",
            modules.display()
        )?;
        return Ok(false);
    }
    for package in real::other_packages(&args.environment, &args.corpus)? {
        writeln!(out, "recorded with another version: {package}")?;
    }
    let real = RealModules {
        environment: args.environment.clone(),
        modules,
    };
    let ran = real.run(engine, args.jit)?;
    let failing = args.environment.join("failing.txt");
    let listed = score::listed(&fs::read_to_string(&failing).unwrap_or_default());
    let verdict = Verdict::new(
        ran.iter()
            .map(|r| (r.case.id.as_str(), r.failure.is_none())),
        &listed,
    );
    let shown = |ran: &&CaseResult| verdict.broken.contains(&ran.case.id);
    ran.iter()
        .filter(shown)
        .try_for_each(|ran| show(ran, out))?;
    for id in &verdict.mended {
        writeln!(out, "passes, but is listed in {}: {id}", failing.display())?;
    }
    let passed = ran.iter().filter(|r| r.failure.is_none()).count();
    writeln!(
        out,
        "{passed} of {} nodes of real modules have Puppet's catalog; {} known failures",
        ran.len(),
        listed.len()
    )?;
    Ok(verdict.is_green())
}

fn run_trees(args: &TreesArguments, out: &mut dyn Write) -> io::Result<bool> {
    let modules = trees::modules(&args.modules)?;
    if args.each {
        for (name, outcomes) in &modules {
            for outcome in outcomes {
                writeln!(out, "{}", trees::file_line(name, outcome))?;
            }
        }
        return Ok(true);
    }
    let recorded = files::text(&args.recorded)?;
    let lines: Vec<String> = modules
        .iter()
        .map(|(name, outcomes)| trees::module_line(name, outcomes))
        .collect();
    let mut wrong = 0;
    for line in recorded.lines() {
        if !lines.iter().any(|have| have == line) {
            let name = line.split(' ').next().unwrap_or_default();
            writeln!(out, "not as recorded, or not there: {name}")?;
            wrong += 1;
        }
    }
    let all = recorded.lines().count();
    writeln!(
        out,
        "{} of {all} modules have Puppet's trees, errors and warnings",
        all - wrong
    )?;
    Ok(wrong == 0 && all > 0)
}
