//! An environment compiled in all modes and by the real Puppet: do the answers agree?

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, fs, io, process};

use serde_json::{Map, Value};

use crate::case::{self, Case, Kind};
use crate::compare;
use crate::engine::{Engine, Jit, Job, Outcome};
use crate::generate::environment::Files;
use crate::oracle::Oracle;
use crate::run::Shown;

/// Who compares.
pub struct Judge<'e> {
    engine: &'e dyn Engine,
    oracle: Option<Oracle>,
}

/// The outcome of comparing an environment.
#[derive(Default)]
pub struct Compared {
    /// Nodes of the environment.
    pub nodes: usize,
    /// The nodes whose compilation ends in an error.
    pub failed: usize,
    /// The environments in which Puppet itself crashes: their errors are not compared.
    pub crashed: usize,
    /// Whether Puppet was asked and did not answer in time.
    pub unanswered: bool,
    /// The first difference.
    pub difference: Option<Difference>,
}

/// The difference between two answers.
pub struct Difference {
    /// The same for environments that differ in the same way, as far as one can see.
    pub kind: String,
    /// In words.
    pub text: String,
}

/// The parts of a node's answer that are compared.
#[derive(PartialEq)]
struct Answer {
    transcript: String,
    catalog: Option<String>,
}

impl<'e> Judge<'e> {
    /// One that asks the real Puppet, too, if there is a command for it.
    ///
    /// # Errors
    /// When that cannot be started.
    pub fn new(engine: &'e dyn Engine, oracle: Option<&str>) -> io::Result<Judge<'e>> {
        let oracle = oracle.map(Oracle::start).transpose()?;
        Ok(Judge { engine, oracle })
    }

    /// Compares the answers for an environment. One whose `nodes.json` cannot be read has no nodes.
    ///
    /// # Errors
    /// When its files cannot be written.
    pub fn compare(&mut self, files: &Files) -> io::Result<Compared> {
        let folder = Folder::new();
        super::write_files(&folder.0, files)?;
        let Ok((names, jobs)) = jobs(&folder.0) else {
            return Ok(Compared::default());
        };
        let (Some(name), Some(job)) = (names.first(), jobs.first()) else {
            return Ok(Compared::default());
        };
        let shown = Shown::of(&node(&folder.0, name), job)?;
        let [off, auto, always] = Jit::ALL.map(|mode| {
            let twice = [&jobs[..], &jobs[..]].concat();
            match mode {
                Jit::Auto => self.answers(&shown, &twice, mode, 1),
                _ => self.answers(&shown, &jobs, mode, 1),
            }
        });
        let threads = self.answers(&shown, &jobs, Jit::Auto, 2);
        let mut compared = Compared {
            nodes: names.len(),
            failed: off.iter().filter(|answer| answer.catalog.is_none()).count(),
            ..Compared::default()
        };
        for (at, name) in names.iter().enumerate() {
            let again = auto.get(at + names.len());
            let sides = [
                ("auto", auto.get(at)),
                ("the second run", again),
                ("always", always.get(at)),
                ("two threads", threads.get(at)),
            ];
            let Some(first) = off.get(at).filter(|answer| !is_cut_short(answer)) else {
                return Ok(compared);
            };
            if first.transcript.contains("INTERNAL: ") {
                let text = format!("# {name}: {}", first.transcript);
                let kind = normal(&text);
                compared.difference = Some(Difference { kind, text });
                return Ok(compared);
            }
            for (side, other) in sides {
                let Some(other) = other.filter(|other| !is_cut_short(other)) else {
                    return Ok(compared);
                };
                if compared.difference.is_none() && first != other {
                    compared.difference = difference(name, ("off", first), (side, other));
                }
            }
        }
        if compared.difference.is_none() && self.oracle.is_some() {
            self.ask(&folder.0, &names, &off, &mut compared);
        }
        Ok(compared)
    }

    fn answers(&self, shown: &Shown, jobs: &[Job], mode: Jit, threads: usize) -> Vec<Answer> {
        let outcomes = self.engine.compile_all(jobs, mode, threads);
        let answer = |outcome: Outcome| Answer {
            transcript: shown.tidy(&outcome.transcript),
            catalog: outcome.catalog.map(|text| shown.tidy(&text)),
        };
        outcomes.into_iter().map(answer).collect()
    }

    /// Compares with what the real Puppet says.
    fn ask(&mut self, folder: &Path, names: &[String], ours: &[Answer], compared: &mut Compared) {
        let Some(oracle) = &mut self.oracle else {
            return;
        };
        let said = oracle.say(&folder.to_string_lossy());
        let said = said.and_then(|text| serde_json::from_str::<Map<String, Value>>(&text).ok());
        let Some(said) = said.filter(|said| !said.contains_key("failed")) else {
            compared.unanswered = true;
            return;
        };
        for (name, have) in names.iter().zip(ours) {
            let text = |key: &str| said.get(name).and_then(|node| node[key].as_str());
            let want = Answer {
                transcript: text("out").unwrap_or_default().to_owned(),
                catalog: text("catalog").map(str::to_owned),
            };
            // the text of Puppet's own crash, or its own file as the place of an error in a template, is the platform's
            let is_crash = want.transcript.lines().any(is_crash);
            compared.crashed += usize::from(is_crash);
            if !(is_crash && have.catalog.is_none()) && compared.difference.is_none() {
                compared.difference = difference(name, ("Puppet", &want), ("bunraku", have));
            }
        }
    }
}

fn is_crash(line: &str) -> bool {
    let signs = [
        "INTERNAL ",
        "undefined method `",
        "undefined local variable or method `",
    ];
    let is_in_puppet = line.starts_with("  Filepath: /");
    is_in_puppet || line.starts_with("Error: ") && signs.iter().any(|sign| line.contains(sign))
}

/// Whether a limit of ours ended it, which depends on the mode.
fn is_cut_short(answer: &Answer) -> bool {
    answer.transcript.contains("than it may take")
}

/// The differences between the answers of two sides.
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

/// A text without what differs between two differences of one kind: names, numbers, paths.
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
        // a quote that nothing ends would hide the next line
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

/// The nodes of an environment and their jobs.
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

/// A folder that is gone after its use.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Folder(env::temp_dir().join(format!("bunraku-environment-{}-{number}", process::id())))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // what cannot be removed is left to the system's own cleaning
        let _ = fs::remove_dir_all(&self.0);
    }
}
