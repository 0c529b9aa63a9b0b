//! `--reads` and `--changed-since`: stores read sets beside catalogs and finds the nodes that a
//! change touches.

mod commit;
mod join;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use catalog::environment::Environment;
use catalog::environment::files::reason as reason_of;
use catalog::read_set::check::{Check, Reason};
use catalog::read_set::commit_difference::CommitDifference;
use catalog::read_set::store::{Builder, Outcome, Store};
use catalog::read_set::{Answer, answer_of_text, program};
use clap::Args;
use rayon::prelude::*;

use crate::compilation::{Compilations, NodeResult};
use crate::environments::Environments;
use crate::inputs::Inputs;
use crate::output::Output;

pub use commit::changes;
pub use join::join;

/// The file of read sets in a folder of catalogs.
const FILE: &str = "reads.bunraku";

/// Options about nodes that a change does not touch.
#[derive(Args, Clone, Debug, Default)]
pub struct ChangedArguments {
    /// Store a record of everything that each node reads next to the catalogs, for --changed-since.
    #[arg(long, requires = "output", conflicts_with_all = ["exported_to", "cycles"])]
    pub reads: bool,
    /// Compile only the nodes that a change touches, and keep the catalogs of the other nodes. DIR
    /// is the output of an earlier run with --reads. With a COMMIT of git, the earlier run is in
    /// --output, and differences from the commit count as changes too.
    #[arg(long, value_name = "DIR|COMMIT", conflicts_with_all = ["exported_to", "cycles"])]
    pub changed_since: Option<PathBuf>,
    /// List the nodes that a change touches and the reason for each, and compile nothing.
    #[arg(long, requires = "changed_since")]
    pub list_changed: bool,
}

impl ChangedArguments {
    /// Returns true if compilations must record what they read.
    pub fn is_recorded(&self) -> bool {
        self.reads || self.changed_since.is_some()
    }

    /// Returns the folder of the earlier run, or `None` if the option names a commit.
    pub fn folder(&self) -> Option<&Path> {
        self.changed_since.as_deref().filter(|path| path.is_dir())
    }
}

/// A run with read sets.
pub struct Changed {
    folder: PathBuf,
    program: Answer,
    earlier: Option<(PathBuf, Store)>,
    /// True if the earlier run has written to the same folder.
    is_in_place: bool,
    /// The nodes of the earlier run that the change does not touch.
    untouched: BTreeMap<String, Outcome>,
    /// The nodes to compile, each with the reason.
    touched: Vec<(String, Reason)>,
    builder: Mutex<Builder>,
}

impl Changed {
    /// Finds the nodes that the change touches. Returns `None` if the command line does not use
    /// read sets. `options` describes everything that affects the output and that no environment
    /// knows.
    ///
    /// # Errors
    /// Fails if there are no read sets or they cannot be read.
    pub fn open(
        arguments: &ChangedArguments,
        options: &str,
        output: &Output,
        compilations: &Compilations<'_>,
    ) -> Result<Option<Changed>, String> {
        if !arguments.is_recorded() {
            return Ok(None);
        }
        let environments = compilations.environments();
        let Output::Folder(folder) = output else {
            return Err("--reads needs a folder of catalogs: --output must be an existing folder, or end in /".to_owned());
        };
        let program =
            program().map_err(|error| format!("the program itself: {}", reason_of(&error)))?;
        let program = answer_of_text(&format!("{program:?} {options}"));
        let (earlier, since) = match (&arguments.changed_since, arguments.folder()) {
            (None, _) => (None, None),
            (Some(_), Some(earlier)) => (Some((earlier.to_owned(), read(earlier)?)), None),
            (Some(commit), None) => {
                let environment = environments.of(None)?;
                let directory = environment.directory.as_deref().unwrap_or(".");
                let since = commit::since(&commit.to_string_lossy(), directory)?;
                (Some((folder.clone(), read(folder)?)), Some(since))
            }
        };
        let is_in_place = earlier
            .as_ref()
            .is_some_and(|(earlier, _)| is_same_folder(earlier, folder));
        let mut changed = Changed {
            folder: folder.clone(),
            program,
            earlier,
            is_in_place,
            untouched: BTreeMap::new(),
            touched: Vec::new(),
            builder: Mutex::new(Builder::new(program)),
        };
        changed.decide(environments, &compilations.inputs, since.as_ref());
        Ok(Some(changed))
    }

    fn decide(
        &mut self,
        environments: &Environments<'_>,
        inputs: &Inputs,
        since: Option<&CommitDifference>,
    ) {
        let Some((folder, store)) = &self.earlier else {
            return;
        };
        let mut check = Check::new(store, self.program);
        if let Some(since) = since {
            check.since(since);
        }
        let classifications: Vec<_> = inputs
            .nodes
            .par_iter()
            .map(|name| inputs.classification(name))
            .collect();
        let mut of_nodes = Vec::new();
        for classification in classifications {
            // an error here comes again when the node is compiled, and is reported then
            let environment = classification.and_then(|classification| {
                let environment = environments.of(classification.environment.as_deref())?;
                check.ask(&environment);
                Ok((classification, environment))
            });
            of_nodes.push(environment.ok());
        }
        let decided = inputs
            .nodes
            .par_iter()
            .zip(of_nodes)
            .map(|(name, of_node)| {
                let Some((classification, environment)) = of_node else {
                    return (name, Some(Reason::Unknown));
                };
                let reason = check.reason(name, &environment, || inputs.node(name, classification));
                let reason = reason.unwrap_or(Some(Reason::Inputs));
                let outcome = store.outcome(name);
                let is_there = outcome.is_none_or(|outcome| is_there(folder, name, outcome));
                match reason {
                    None if !is_there => (name, Some(Reason::NoCatalog)),
                    reason => (name, reason),
                }
            });
        let decided: Vec<(&String, Option<Reason>)> = decided.collect();
        for (name, reason) in decided {
            match (reason, store.outcome(name)) {
                (None, Some(outcome)) => drop(self.untouched.insert(name.clone(), outcome.clone())),
                (reason, _) => {
                    let reason = reason.unwrap_or(Reason::Unknown);
                    self.touched.push((name.clone(), reason));
                }
            }
        }
    }

    /// Writes the nodes that the change touches, each with the reason.
    ///
    /// # Errors
    /// Fails if writing to `out` fails.
    pub fn list(&self, out: &mut dyn Write) -> std::io::Result<()> {
        for (name, reason) in &self.touched {
            writeln!(out, "{name}: {}", reason.shown())?;
        }
        let total = self.touched.len() + self.untouched.len();
        writeln!(out, "{} of {total} nodes are touched", self.touched.len())
    }

    /// Reduces the read sets in the output to those of the catalogs that are kept. So even if the
    /// run is interrupted, no new catalog is paired with an old read set.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub fn begin(&self) -> Result<(), String> {
        match &self.earlier {
            Some((_, store)) if self.is_in_place => match self.touched.is_empty() {
                true => Ok(()),
                false => {
                    let kept: Vec<String> = self.untouched.keys().cloned().collect();
                    let builder = Builder::new(self.program);
                    write(&self.folder, &builder.build(Some(store), &kept))
                }
            },
            _ => remove(&self.folder),
        }
    }

    /// Returns true if the change does not touch a node whose catalog is already in the output.
    pub fn stays(&self, name: &str) -> bool {
        self.is_in_place && self.untouched.contains_key(name)
    }

    /// Returns the outcome of a node that the change does not touch, and puts the catalog of the
    /// earlier run into the output.
    ///
    /// # Errors
    /// Fails if the catalog cannot be put into the output.
    pub fn reused(&self, name: &str) -> Option<Result<&Outcome, String>> {
        let outcome = self.untouched.get(name)?;
        let (folder, _) = self.earlier.as_ref()?;
        let (from, to) = (file(folder, name), file(&self.folder, name));
        Some(put(outcome, &from, &to).map(|()| outcome))
    }

    /// Adds the read set and the outcome of a node that was compiled. A later run that keeps the
    /// node returns `text` to its caller.
    pub fn add(
        &self,
        environment: &Arc<Environment>,
        name: &str,
        done: &mut NodeResult,
        text: String,
    ) {
        let Some(reads) = done.reads.take() else {
            return;
        };
        let outcome = Outcome {
            is_fine: done.fine,
            log: done.log.clone(),
            text,
            bytes: done.written.map_or(0, |(bytes, _)| bytes),
        };
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        builder.add(environment, name, reads, outcome);
    }

    /// Writes the read sets.
    ///
    /// # Errors
    /// Fails if the file cannot be written. The error names the file.
    pub fn finish(&self) -> Result<(), String> {
        let is_same = self.is_in_place
            && self.touched.is_empty()
            && self
                .earlier
                .as_ref()
                .is_some_and(|(_, store)| store.nodes().count() == self.untouched.len());
        if is_same {
            return Ok(());
        }
        let mut builder = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        let builder = std::mem::replace(&mut *builder, Builder::new(self.program));
        let kept: Vec<String> = self.untouched.keys().cloned().collect();
        let earlier = self.earlier.as_ref().map(|(_, store)| store);
        write(&self.folder, &builder.build(earlier, &kept))
    }
}

/// Removes the read sets of nodes from a folder, because the nodes are compiled again without
/// recording.
///
/// # Errors
/// Fails if the file cannot be written. The error names the file.
pub fn forget(folder: &Path, nodes: &[String]) -> Result<(), String> {
    if !folder.join(FILE).exists() {
        return Ok(());
    }
    let Ok(store) = read(folder) else {
        return remove(folder);
    };
    let nodes: HashSet<&str> = nodes.iter().map(String::as_str).collect();
    let others = store.nodes().filter(|name| !nodes.contains(name));
    let others: Vec<String> = others.map(str::to_owned).collect();
    let rest = Builder::new(store.program).build(Some(&store), &others);
    write(folder, &rest)
}

fn write(folder: &Path, store: &Store) -> Result<(), String> {
    let file = Output::File(folder.join(FILE));
    file.write("", |sink| Ok(sink.write_all(&store.to_bytes())?))
        .map(drop)
}

fn remove(folder: &Path) -> Result<(), String> {
    let path = folder.join(FILE);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(format!("{}: {}", path.display(), reason_of(&error)))
        }
        _ => Ok(()),
    }
}

fn is_same_folder(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

fn file(folder: &Path, node: &str) -> PathBuf {
    folder.join(format!("{node}.json"))
}

/// Reads the read sets of a folder.
fn read(folder: &Path) -> Result<Store, String> {
    let path = folder.join(FILE);
    let bytes = fs::read(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => format!(
            "{}: there are no read sets; a run with --reads stores them",
            folder.display()
        ),
        _ => format!("{}: {}", path.display(), reason_of(&error)),
    })?;
    Store::of_bytes(&bytes).map_err(|problem| format!("{}: {problem}", path.display()))
}

/// Returns true if the catalog of a node still exists, or the node had none.
fn is_there(folder: &Path, name: &str, outcome: &Outcome) -> bool {
    let found = fs::metadata(file(folder, name));
    match outcome.is_fine {
        true => found.is_ok_and(|found| found.is_file() && found.len() == outcome.bytes),
        false => true,
    }
}

/// Puts the catalog of an earlier run into the output.
fn put(outcome: &Outcome, from: &Path, to: &Path) -> Result<(), String> {
    if !outcome.is_fine || is_same_folder(from, to) {
        return Ok(());
    }
    let error_message = |error: std::io::Error| format!("{}: {}", to.display(), reason_of(&error));
    match fs::remove_file(to) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            return Err(error_message(error));
        }
        _ => {}
    }
    // catalogs are replaced as a whole and never changed, so two folders may share a file
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(_) => fs::copy(from, to).map(drop).map_err(error_message),
    }
}
