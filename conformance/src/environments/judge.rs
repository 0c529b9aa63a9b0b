//! Compiles an environment in all modes and with the real Puppet, and compares the answers.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

use serde_json::{Map, Value};

use crate::case::{self, Case, Kind};
use crate::engine::{Engine, Jit, Job, Outcome};
use crate::generate::environment::Files;
use crate::oracle::Oracle;
use crate::run::PathReplacements;
use crate::{compare, files};

/// Compares the answers for generated environments.
pub struct EnvironmentComparison<'e> {
    engine: &'e dyn Engine,
    oracle: Option<Oracle>,
    once: bool,
}

/// The outcome of comparing an environment.
#[derive(Default)]
pub struct EnvironmentResult {
    /// The number of nodes of the environment.
    pub nodes: usize,
    /// The number of nodes whose compilation ends in an error.
    pub failed: usize,
    /// The number of nodes for which Puppet itself crashes. Their errors are not compared.
    pub crashed: usize,
    /// True if Puppet was asked and did not answer in time.
    pub unanswered: bool,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// The difference between two answers.
pub struct Difference {
    /// A text that is equal for similar differences of other environments.
    pub kind: String,
    /// The description.
    pub text: String,
}

/// The parts of a node's answer that are compared.
#[derive(PartialEq)]
struct Answer {
    transcript: String,
    catalog: Option<String>,
}

impl<'e> EnvironmentComparison<'e> {
    /// Makes a judge. It asks the real Puppet too if there is a command for it. With `once`, each
    /// node is compiled only in the mode `auto`.
    ///
    /// # Errors
    /// Fails if the command cannot be started.
    pub fn new(
        engine: &'e dyn Engine,
        oracle: Option<&str>,
        once: bool,
    ) -> io::Result<EnvironmentComparison<'e>> {
        let oracle = oracle.map(Oracle::start).transpose()?;
        Ok(EnvironmentComparison {
            engine,
            oracle,
            once,
        })
    }

    /// Compares the answers for an environment. If its `nodes.json` cannot be read, it has no
    /// nodes.
    ///
    /// # Errors
    /// Fails if its files cannot be written.
    pub fn compare(&mut self, files: &Files) -> io::Result<EnvironmentResult> {
        let folder = Folder::new();
        super::write_files(&folder.0, files)?;
        let Ok((names, jobs)) = jobs(&folder.0) else {
            return Ok(EnvironmentResult::default());
        };
        let (Some(name), Some(job)) = (names.first(), jobs.first()) else {
            return Ok(EnvironmentResult::default());
        };
        let shown = PathReplacements::of(&node(&folder.0, name), job)?;
        let answers = match self.once {
            true => self.answers(&shown, &jobs, Jit::Auto, 1),
            false => self.answers(&shown, &jobs, Jit::Off, 1),
        };
        let mut compared = EnvironmentResult {
            nodes: names.len(),
            failed: answers
                .iter()
                .filter(|answer| answer.catalog.is_none())
                .count(),
            ..EnvironmentResult::default()
        };
        let cut_short = |answers: &[Answer]| answers.iter().any(is_cut_short);
        if cut_short(&answers) {
            return Ok(compared);
        }
        compared.difference = internal(&names, &answers);
        if !self.once && compared.difference.is_none() {
            let sides = self.sides(&shown, &jobs);
            if sides.iter().any(|(_, answers)| cut_short(answers)) {
                return Ok(compared);
            }
            let differences = sides.iter().flat_map(|(side, others)| {
                let pairs = names.iter().zip(answers.iter().zip(others));
                pairs.filter_map(|(name, (first, other))| {
                    difference(name, ("off", first), (side, other))
                })
            });
            compared.difference = differences.into_iter().next();
        }
        if compared.difference.is_none() && self.oracle.is_some() {
            self.ask(&folder.0, &names, &answers, &mut compared);
        }
        Ok(compared)
    }

    /// Returns the answers in the other modes, of a second run in one process, and of two threads.
    fn sides(&self, shown: &PathReplacements, jobs: &[Job]) -> [(&'static str, Vec<Answer>); 4] {
        let twice = [jobs, jobs].concat();
        let mut auto = self.answers(shown, &twice, Jit::Auto, 1);
        let again = auto.split_off(jobs.len());
        [
            ("auto", auto),
            ("the second run", again),
            ("always", self.answers(shown, jobs, Jit::Always, 1)),
            ("two threads", self.answers(shown, jobs, Jit::Auto, 2)),
        ]
    }

    fn answers(
        &self,
        shown: &PathReplacements,
        jobs: &[Job],
        mode: Jit,
        threads: usize,
    ) -> Vec<Answer> {
        let outcomes = self.engine.compile_all(jobs, mode, threads);
        let answer = |outcome: Outcome| Answer {
            transcript: shown.tidy(&outcome.transcript),
            catalog: outcome.catalog.map(|text| shown.tidy(&text)),
        };
        outcomes.into_iter().map(answer).collect()
    }

    /// Compares with the answers of the real Puppet. A difference is asked again in a fresh
    /// process, because the environments before may have changed its state.
    fn ask(
        &mut self,
        folder: &Path,
        names: &[String],
        ours: &[Answer],
        compared: &mut EnvironmentResult,
    ) {
        let Some(oracle) = &mut self.oracle else {
            return;
        };
        let line = folder.to_string_lossy();
        let said = oracle.say(&line).and_then(|text| answers_of(&text, names));
        let said = match said {
            Some(said) if first_difference(names, &said, ours).is_none() => Some(said),
            _ => oracle
                .say(&format!("\n{line}"))
                .and_then(|text| answers_of(&text, names)),
        };
        let Some(said) = said else {
            compared.unanswered = true;
            return;
        };
        compared.crashed = said.iter().filter(|answer| is_crash(answer)).count();
        compared.difference = first_difference(names, &said, ours);
    }
}

/// Parses the oracle's line with the answers for the nodes, or returns `None` if it could not
/// answer.
fn answers_of(text: &str, names: &[String]) -> Option<Vec<Answer>> {
    let said: Map<String, Value> = serde_json::from_str(text).ok()?;
    if said.contains_key("failed") {
        return None;
    }
    let answer = |name: &String| {
        let text = |key: &str| said.get(name).and_then(|node| node[key].as_str());
        Answer {
            transcript: text("out").unwrap_or_default().to_owned(),
            catalog: text("catalog").map(str::to_owned),
        }
    };
    Some(names.iter().map(answer).collect())
}

/// Returns the first difference to the real Puppet's answers. Ignores the text of Puppet's own
/// crash, and Puppet's own file as the place of an error in a template.
fn first_difference(names: &[String], said: &[Answer], ours: &[Answer]) -> Option<Difference> {
    let pairs = names.iter().zip(said.iter().zip(ours));
    let compared = pairs.filter(|(_, (want, have))| !(is_crash(want) && have.catalog.is_none()));
    let differences = compared
        .filter_map(|(name, (want, have))| difference(name, ("Puppet", want), ("bunraku", have)));
    differences.into_iter().next()
}

/// Returns the first answer that shows an internal error of bunraku.
fn internal(names: &[String], answers: &[Answer]) -> Option<Difference> {
    let mut pairs = names.iter().zip(answers);
    let (name, answer) = pairs.find(|(_, answer)| answer.transcript.contains("INTERNAL: "))?;
    let text = format!("# {name}: {}", answer.transcript);
    let kind = normal(&text);
    Some(Difference { kind, text })
}

fn is_crash(answer: &Answer) -> bool {
    answer.transcript.lines().any(is_crash_line)
}

fn is_crash_line(line: &str) -> bool {
    let signs = [
        "INTERNAL ",
        "undefined method `",
        "undefined local variable or method `",
    ];
    let is_in_puppet = line.starts_with("  Filepath: /");
    is_in_puppet || line.starts_with("Error: ") && signs.iter().any(|sign| line.contains(sign))
}

/// Returns true if a limit of bunraku ended the compilation. That depends on the mode.
fn is_cut_short(answer: &Answer) -> bool {
    answer.transcript.contains("than it may take")
}

/// Returns the difference between the answers of two sides.
fn difference(node: &str, want: (&str, &Answer), have: (&str, &Answer)) -> Option<Difference> {
    let (mut wanted, mut had) = (want.1.transcript.lines(), have.1.transcript.lines());
    loop {
        match (wanted.next(), had.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |side: &str, line: Option<&str>| {
                    format!("# {side}: {}", line.unwrap_or("(nothing)"))
                };
                let text = [show(want.0, a), show(have.0, b)].join("\n");
                return Some(Difference {
                    kind: normal(&text),
                    text: format!("# {node}\n{text}"),
                });
            }
        }
    }
    let lines = match (&want.1.catalog, &have.1.catalog) {
        (None, None) => return None,
        (Some(want), Some(have)) => {
            let [want, have] = [want, have].map(|text| serde_json::from_str::<Value>(text));
            match (want, have) {
                (Ok(want), Ok(have)) => compare::differences(&want, &have),
                _ => vec!["a catalog is no JSON".to_owned()],
            }
        }
        (Some(_), None) => vec!["there is no catalog".to_owned()],
        (None, Some(_)) => vec!["there is a catalog".to_owned()],
    };
    let first = lines.first()?;
    Some(Difference {
        kind: normal(&format!("{} and {}: {first}", want.0, have.0)),
        text: format!(
            "# {node}: {} has, and {} should have\n# {}",
            have.0,
            want.0,
            lines.join("\n# ")
        ),
    })
}

/// Returns a text without the parts in which differences of one kind differ: names, numbers, paths.
fn normal(text: &str) -> String {
    let mut out = String::new();
    let mut until = None;
    for c in text.chars() {
        match until {
            Some(end) if c == end => until = None,
            Some(_) => continue,
            None => match c {
                '\'' | '"' | '`' => until = Some(c),
                '[' => until = Some(']'),
                '0'..='9' => {
                    if !out.ends_with('0') {
                        out.push('0');
                    }
                    continue;
                }
                _ => {}
            },
        }
        // an unclosed quote must not hide the next line
        if c == '\n' {
            until = None;
        }
        out.push(c);
    }
    out
}

fn node(folder: &Path, name: &str) -> Kind {
    Kind::Node {
        environment: folder.to_owned(),
        node: name.to_owned(),
    }
}

/// Returns the nodes of an environment and their jobs.
fn jobs(folder: &Path) -> io::Result<(Vec<String>, Vec<Job>)> {
    let nodes = case::read_json(&folder.join("nodes.json"))?;
    let nodes = nodes
        .as_object()
        .ok_or_else(|| io::Error::other("no nodes"))?;
    let names: Vec<String> = nodes.keys().cloned().collect();
    let job = |name: &String| {
        let case = Case {
            id: String::new(),
            area: String::new(),
            kind: node(folder, name),
        };
        case.job()
    };
    let jobs = names.iter().map(job).collect::<io::Result<Vec<Job>>>()?;
    Ok((names, jobs))
}

/// A folder that is removed when this is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bunraku-environment-{}-{number}", process::id());
        Folder(files::temporary_folder().join(name))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // what cannot be removed is left to the cleanup of the system
        let _ = fs::remove_dir_all(&self.0);
    }
}
