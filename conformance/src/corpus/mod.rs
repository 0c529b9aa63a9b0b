//! Compares public repositories: compiles each class and define alone, each example and each node,
//! and asks the real Puppet for the same.

mod layout;
mod questions;
mod reference;
mod repositories;
mod tables;
mod values;
mod verdict;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::time::Duration;
use std::{fs, thread};

use catalog::data::Data;
use catalog::node;
use clap::Args;
use globset::Glob;
use serde_json::{Map, Value};

use crate::case;
use crate::engine::caught;
use crate::engine::{Engine, Jit, Job, Manifest, Outcome, Session};
use crate::files;
use crate::limits::LimitArguments;
use crate::run::STACK_BYTES;
use layout::Layout;
use questions::{Main, Question, Questions};
use reference::Reference;
use repositories::{Kind, Repository};
use tables::{Score, Table};
use verdict::Verdict;

/// The maximum number of differences of a repository that are asked again in a fresh process.
const ALONE_MAX: usize = 60;

/// Arguments of `corpus`.
#[derive(Args, Debug)]
pub struct CorpusArguments {
    /// Compare only repositories whose names match this pattern, such as `voxpupuli/puppet-s*`.
    #[arg(long, value_name = "GLOB", default_value = "*")]
    pub repository: String,
    /// Compare only repositories of this group: mend or untouched.
    #[arg(long, default_value = "mend")]
    pub group: String,
    /// Compare only compilations whose ids contain this text, show their differences, and write no
    /// score.
    #[arg(long, value_name = "TEXT")]
    pub question: Option<String>,
    /// Compare at most this number of classes and defines, of examples, and of nodes in each
    /// repository (0: all).
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub sample: usize,
    /// Compare only repositories that were never compared, and record their scores at first sight.
    #[arg(long)]
    pub first_sight: bool,
    /// Compile the code of the modules' own specs (see scripts/corpus-inputs), with separate scores.
    #[arg(long)]
    pub inputs: bool,
    /// Compare this number of repositories at once, each with a process of Puppet.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
    /// Set when code is compiled.
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub jit: Jit,
    /// Write the scores. They need the whole sample, so this excludes --question.
    #[arg(long)]
    pub write: bool,
    /// Show each difference.
    #[arg(long, short)]
    pub verbose: bool,
    /// Print the code of the compilations and compile nothing.
    #[arg(long)]
    pub print: bool,
    /// The command of the real Puppet.
    #[arg(
        long,
        value_name = "COMMAND",
        default_value = "ruby conformance/oracle/oracle_corpus.rb"
    )]
    pub oracle: String,
    /// The list, facts and scores.
    #[arg(long, value_name = "FOLDER", default_value = "conformance/corpus")]
    pub lists: PathBuf,
    /// The folder that `scripts/fetch-corpus` filled.
    #[arg(long, value_name = "FOLDER", default_value = "corpus")]
    pub corpus: PathBuf,
    /// The limits of an evaluation.
    #[command(flatten)]
    limits: LimitArguments,
}

/// The limit of time of a compilation if the arguments set none.
const MOST_TIME: Duration = Duration::from_secs(20);

impl CorpusArguments {
    /// Returns the limits of each compilation.
    pub fn limits(&self) -> LimitArguments {
        self.limits.within(MOST_TIME)
    }

    /// Returns the folder of the scores.
    fn scores(&self) -> PathBuf {
        match self.inputs {
            true => self.lists.join("inputs"),
            false => self.lists.clone(),
        }
    }
}

/// The outcome of one repository.
struct Report<'r> {
    repository: &'r Repository,
    score: Score,
    late: usize,
    /// The question, the cause and the detail of each difference.
    differences: Vec<(Question, String, String)>,
}

/// The settings that all repositories share.
struct Comparison<'a> {
    args: &'a CorpusArguments,
    engine: &'a dyn Engine,
    all: &'a [Repository],
    facts: &'a [Map<String, Value>],
    /// The absolute path of the folder with everything that is fetched and made.
    root: &'a Path,
}

/// Compares the repositories. Returns true if nothing differs.
///
/// # Errors
/// Fails if the list, the facts or the cache cannot be read or written, or if Puppet cannot be
/// started.
pub fn run(args: &CorpusArguments, engine: &dyn Engine, out: &mut dyn Write) -> io::Result<bool> {
    let root = args.corpus.canonicalize().map_err(|_| {
        let folder = args.corpus.display();
        io::Error::other(format!("there is no {folder}: run scripts/fetch-corpus"))
    })?;
    let all = repositories::listed(&args.lists.join("repositories.tsv"), &root.join("public"))?;
    let facts = questions::facts(&args.lists.join("facts"))?;
    let wanted = wanted(args, &all)?;
    let comparison = Comparison {
        args,
        engine,
        all: &all,
        facts: &facts,
        root: &root,
    };
    if args.print {
        print(&comparison, &wanted, out)?;
        return Ok(true);
    }
    let name = Reference::start(&args.oracle, &root)?.name;
    let mut scores = Scores::read(args, &name);
    let mut causes: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut sum, mut late) = (Score::default(), 0);
    let next = AtomicUsize::new(0);
    let (sender, reports) = mpsc::channel();
    thread::scope(|scope| -> io::Result<()> {
        for _ in 0..args.jobs.max(1) {
            let (sender, next, comparison, wanted) = (sender.clone(), &next, &comparison, &wanted);
            let work = move || {
                runtime::limits::begin_thread(STACK_BYTES);
                let mut reference = None;
                while let Some(&repository) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let report = comparison.compare(repository, &mut reference);
                    if sender.send(report).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, work)?;
        }
        drop(sender);
        for report in reports {
            let report = report?;
            show(args, &report, out)?;
            sum.add(&report.score);
            late += report.late;
            for (question, cause, _) in &report.differences {
                let command = format!("{} {}", report.repository.name, question.id);
                causes.entry(cause.clone()).or_default().push(command);
            }
            scores.put(args, &report, &all)?;
        }
        Ok(())
    })?;
    show_causes(&causes, out)?;
    writeln!(
        out,
        "{} of {} compilations are right ({}): {} equal catalogs, {} same errors; {late} unanswered by {name}",
        sum.equal + sum.same_error,
        sum.total(),
        sum.share(),
        sum.equal,
        sum.same_error
    )?;
    Ok(sum.differs == 0)
}

/// Prints the questions without asking them.
fn print(
    comparison: &Comparison<'_>,
    repositories: &[&Repository],
    out: &mut dyn Write,
) -> io::Result<()> {
    for repository in repositories {
        let (_, questions) = comparison.questions(repository)?;
        for question in questions {
            writeln!(out, "# {} {}", repository.name, question.id)?;
            if let Main::Code(code) = question.main {
                writeln!(out, "{code}")?;
            }
        }
    }
    Ok(())
}

/// Returns the repositories that the arguments select.
fn wanted<'r>(args: &CorpusArguments, all: &'r [Repository]) -> io::Result<Vec<&'r Repository>> {
    let glob = Glob::new(&args.repository).map_err(io::Error::other)?;
    let glob = glob.compile_matcher();
    let first = Table::read(&args.scores().join(FIRST_SIGHT));
    let is_wanted = |repository: &&Repository| {
        repository.kind != Kind::Dependency
            && repository.is_there()
            && repository.group == args.group
            && glob.is_match(&repository.name)
            && !(args.first_sight && first.has(&repository.name))
    };
    Ok(all.iter().filter(is_wanted).collect())
}

impl Comparison<'_> {
    fn questions(&self, repository: &Repository) -> io::Result<(Layout, Vec<Question>)> {
        let needed = repositories::needed(repository, self.all);
        let layout = layout::lay_out(repository, &needed, &self.root.join("environments"))?;
        let mut questions = match self.args.inputs {
            true => {
                let file = format!("inputs/{}.jsonl", repository.flat());
                let mut questions = questions::inputs(&self.root.join(file))?;
                if self.args.sample > 0 {
                    questions.truncate(self.args.sample);
                }
                questions
            }
            false => Questions::of(&layout, repository.kind, self.facts)?.sample(self.args.sample),
        };
        if let Some(part) = &self.args.question {
            questions.retain(|question| question.id.contains(part));
        }
        Ok((layout, questions))
    }

    /// Compiles a repository and compares it with Puppet's answers.
    fn compare<'r>(
        &self,
        repository: &'r Repository,
        reference: &mut Option<Reference>,
    ) -> io::Result<Report<'r>> {
        let (layout, questions) = self.questions(repository)?;
        let reference = match reference {
            Some(reference) => reference,
            none => none.insert(Reference::start(
                &self.args.oracle,
                &self.root.join("answers"),
            )?),
        };
        let mut answers = reference.answers(&repository.flat(), &layout, self.root)?;
        let mut sessions = Sessions::new(self.engine, self.args.jit);
        let mut report = Report {
            repository,
            score: Score::default(),
            late: 0,
            differences: Vec::new(),
        };
        for question in questions {
            let answer = reference.ask(&mut answers, &layout, &question)?;
            let outcome = sessions.compile(&layout, &question)?;
            let mut verdict = verdict::judge(&answer, &outcome);
            // a file was compiled in its own environment anyway
            let is_odd = matches!(verdict, Verdict::Differs { .. })
                && !matches!(question.main, Main::File(_));
            if is_odd && report.differences.len() < ALONE_MAX {
                let answer = reference.ask_alone(&mut answers, &layout, &question)?;
                verdict = verdict::judge(&answer, &outcome);
            }
            match verdict {
                Verdict::Equal => report.score.equal += 1,
                Verdict::SameError => report.score.same_error += 1,
                Verdict::Late => report.late += 1,
                Verdict::Differs { cause, detail } => {
                    report.score.differs += 1;
                    report.differences.push((question, cause, detail));
                }
            }
        }
        Ok(report)
    }
}

/// The open environments of one repository: one with a text as main manifest, and one with its own.
struct Sessions<'e> {
    engine: &'e dyn Engine,
    jit: Jit,
    alone: Option<Box<dyn Session + 'e>>,
    configured: Option<Box<dyn Session + 'e>>,
}

impl<'e> Sessions<'e> {
    fn new(engine: &'e dyn Engine, jit: Jit) -> Sessions<'e> {
        Sessions {
            engine,
            jit,
            alone: None,
            configured: None,
        }
    }

    fn compile(&mut self, layout: &Layout, question: &Question) -> io::Result<Outcome> {
        let job = job(layout, question)?;
        let session = match question.main {
            // a file may have definitions, which no other compilation may see
            Main::File(_) => {
                let compiled = caught(|| Ok(self.engine.open(&job, self.jit)?.compile(&job)));
                return Ok(outcome(compiled));
            }
            Main::Code(_) => &mut self.alone,
            Main::Environment => &mut self.configured,
        };
        let (engine, jit) = (self.engine, self.jit);
        let compiled = caught(|| {
            if session.is_none() {
                *session = Some(engine.open(&job, jit)?);
            }
            let opened = session.as_mut().ok_or_else(String::new)?;
            Ok(opened.compile(&job))
        });
        if compiled.is_err() {
            *session = None;
        }
        Ok(outcome(compiled))
    }
}

/// Returns the outcome. A panic, or an environment that cannot be opened, becomes an error.
fn outcome(compiled: io::Result<Result<Outcome, String>>) -> Outcome {
    match compiled {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(text)) => Outcome::new(&[], Some(&text), None),
        Err(panic) => Outcome::new(&[], Some(&panic.to_string()), None),
    }
}

fn job(layout: &Layout, question: &Question) -> io::Result<Job> {
    let manifest = match &question.main {
        Main::Code(code) => Manifest::Text(code.clone()),
        Main::File(path) => Manifest::Path(path.clone()),
        Main::Environment => Manifest::Environment,
    };
    let mut job = Job::new(&question.node, manifest);
    job.environment = Some(layout.environment.clone());
    job.facts = question.facts.clone();
    job.trusted = Some(Data::hash(node::trusted("remote", Some(&question.node))));
    case::add_server(&mut job)?;
    Ok(job)
}

fn show(args: &CorpusArguments, report: &Report<'_>, out: &mut dyn Write) -> io::Result<()> {
    let Score {
        equal,
        same_error,
        differs,
    } = report.score;
    let name = &report.repository.name;
    writeln!(
        out,
        "{name}: {equal} equal, {same_error} same errors, {differs} differ"
    )?;
    if args.verbose || args.question.is_some() {
        for (question, _, detail) in &report.differences {
            writeln!(out, "  {}", question.id)?;
            if let Main::Code(code) = &question.main {
                code.lines()
                    .try_for_each(|line| writeln!(out, "    | {line}"))?;
            }
            detail
                .lines()
                .try_for_each(|line| writeln!(out, "    {line}"))?;
        }
    }
    out.flush()
}

/// Shows the causes, the most frequent first, each with a command that shows one of its
/// differences.
fn show_causes(causes: &BTreeMap<String, Vec<String>>, out: &mut dyn Write) -> io::Result<()> {
    let mut sorted: Vec<_> = causes.iter().collect();
    sorted.sort_by_key(|(_, examples)| std::cmp::Reverse(examples.len()));
    for (cause, examples) in sorted {
        writeln!(out, "{:5} {cause}", examples.len())?;
        if let Some((repository, question)) = examples.first().and_then(|e| e.split_once(' ')) {
            writeln!(
                out,
                "      bunraku conformance corpus --repository '{repository}' --question '{question}'"
            )?;
        }
    }
    Ok(())
}

/// The file of the scores from the first comparison of each repository.
const FIRST_SIGHT: &str = "first-sight.tsv";

/// The committed scores.
struct Scores {
    first: Table,
    /// The current scores, by the name of the reference.
    now: Vec<(String, Table)>,
    /// The name of the reference to compare with.
    name: String,
}

impl Scores {
    fn read(args: &CorpusArguments, name: &str) -> Scores {
        let paths = files::paths(&args.scores().join("scores")).unwrap_or_default();
        let mut now: Vec<(String, Table)> = paths
            .iter()
            .filter_map(|path| {
                let name = path.file_name()?.to_str()?.strip_suffix(".tsv")?;
                Some((name.to_owned(), Table::read(path)))
            })
            .collect();
        if !now.iter().any(|(other, _)| other == name) {
            now.push((name.to_owned(), Table::default()));
        }
        Scores {
            first: Table::read(&args.scores().join(FIRST_SIGHT)),
            now,
            name: name.to_owned(),
        }
    }

    /// Adds a score, and writes the files that the arguments ask for. A score at first sight is
    /// never replaced.
    fn put(
        &mut self,
        args: &CorpusArguments,
        report: &Report<'_>,
        all: &[Repository],
    ) -> io::Result<()> {
        let is_whole = args.question.is_none() && report.score.total() > 0;
        if !is_whole || !(args.write || args.first_sight) {
            return Ok(());
        }
        let Repository { name, commit, .. } = report.repository;
        let folder = args.scores().join("scores");
        fs::create_dir_all(&folder)?;
        if args.first_sight && !self.first.has(name) {
            self.first.put(name, commit, report.score);
            self.first.write(&args.scores().join(FIRST_SIGHT))?;
        }
        if let Some((reference, table)) = self.now.iter_mut().find(|(other, _)| *other == self.name)
        {
            table.put(name, commit, report.score);
            table.write(&folder.join(format!("{reference}.tsv")))?;
        }
        let repositories: Vec<(String, String)> = all
            .iter()
            .filter(|repository| repository.kind != Kind::Dependency)
            .map(|repository| (repository.name.clone(), repository.group.clone()))
            .collect();
        tables::write_page(
            &args.scores().join("SCORE.md"),
            &repositories,
            &self.first,
            &self.now,
        )
    }
}
