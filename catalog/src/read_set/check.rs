//! Finds the nodes that a change affects: those with a question whose answer is now different.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use rayon::prelude::*;

use super::commit_difference::CommitDifference;
use super::inputs::NodeInputs;
use super::store::{NodeRecord, Store};
use super::{Answer, DataAnswers, Topic, fingerprint};
use crate::environment::Environment;
use crate::node::Node;

/// A reason why a node must be compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The node has no read set.
    Unknown,
    /// Its catalog is missing.
    NoCatalog,
    /// An input of every compilation has changed.
    Everything(String),
    /// The answer of a question has changed.
    Question(Topic, String),
    /// The value of a key in a data file has changed.
    Key(String, String),
    /// The node's own inputs have changed: its classes, or the name of a variable.
    Inputs,
}

impl Reason {
    /// Returns the reason as a text for users.
    pub fn shown(&self) -> String {
        match self {
            Reason::Unknown => "it was not compiled before".to_owned(),
            Reason::NoCatalog => "its catalog is not there".to_owned(),
            Reason::Everything(what) => format!("{what} changed"),
            Reason::Question(Topic::Volatile, what) => format!("it depends on {what}"),
            Reason::Question(kind, name) => format!("{} changed", kind.shown(name)),
            Reason::Key(file, key) => format!("the key {key} of {file} changed"),
            Reason::Inputs => "what the classifier says of it changed".to_owned(),
        }
    }
}

/// A comparison of a store's answers with the current ones.
pub struct Check<'s> {
    store: &'s Store,
    /// The changes of each environment that has been opened.
    changed: Vec<Option<Changed>>,
    numbers: HashMap<(u32, Topic, &'s str), u32>,
    is_program_same: bool,
    since: Option<&'s CommitDifference>,
}

/// The changes of an environment.
#[derive(Default)]
struct Changed {
    /// A change that affects all nodes.
    everything: Option<String>,
    /// The changed keys of data files, by the position of the file.
    files: HashMap<u32, ChangedFile>,
    /// For each list, the first of its questions whose answer has changed.
    lists: Vec<Option<u32>>,
}

/// The changes of a data file.
enum ChangedFile {
    All,
    Keys(HashSet<u32>),
}

impl ChangedFile {
    fn add(&mut self, other: ChangedFile) {
        match (&mut *self, other) {
            (ChangedFile::Keys(keys), ChangedFile::Keys(more)) => keys.extend(more),
            _ => *self = ChangedFile::All,
        }
    }

    fn is_nothing(&self) -> bool {
        matches!(self, ChangedFile::Keys(keys) if keys.is_empty())
    }
}

impl<'s> Check<'s> {
    /// Creates a check of a store; `program` is the current answer about the inputs shared by all
    /// nodes.
    pub fn new(store: &'s Store, program: Answer) -> Check<'s> {
        Check {
            store,
            changed: store.environments.iter().map(|_| None).collect(),
            numbers: store.numbers(),
            is_program_same: store.program == program,
            since: None,
        }
    }

    /// Includes differences from a commit, even if a compilation has already seen them.
    pub fn since(&mut self, since: &'s CommitDifference) {
        self.since = Some(since);
    }

    /// Asks all questions about an environment again.
    pub fn ask(&mut self, environment: &Arc<Environment>) {
        let mut known = self.store.environments.iter();
        let Some(at) = known.position(|(name, _)| *name == environment.name) else {
            return;
        };
        if self.changed[at].is_some() || !self.is_program_same {
            return;
        }
        let is_other = fingerprint(environment) != self.store.environments[at].1;
        let setting = || is_other.then(|| "a setting of the environment".to_owned());
        let file = || self.since?.touches_all(environment).map(str::to_owned);
        let changed = match setting().or_else(file) {
            everything @ Some(_) => Changed {
                everything,
                ..Changed::default()
            },
            None => self.changes(at as u32, environment),
        };
        self.changed[at] = Some(changed);
    }

    fn changes(&self, at: u32, environment: &Arc<Environment>) -> Changed {
        let store = self.store;
        let asked = store.questions.par_iter().enumerate();
        let asked = asked.filter(|(_, asked)| asked.environment == at && !asked.kind.is_bare());
        let questions: HashSet<u32> = asked
            .filter(|(_, asked)| {
                let (kind, name) = (asked.kind, &asked.name);
                environment.answer_now(kind, name) != Some(asked.answer)
                    || self
                        .since
                        .is_some_and(|since| since.touches(environment, kind, name))
            })
            .map(|(number, _)| number as u32)
            .collect();
        let files = store.files.par_iter().enumerate();
        let files =
            files.filter(|(_, file)| store.questions[file.question as usize].environment == at);
        let files = files.filter_map(|(place, file)| {
            let name = &store.questions[file.question as usize].name;
            let data = &environment.hierarchies;
            let is_same = data.bytes_answer(name) == Some(file.bytes);
            let before = self.since.and_then(|since| since.data(name));
            if is_same && before.is_none() {
                return None;
            }
            let now = data.data_answers(name);
            let stored = (file.shape, &file.keys[..]);
            let mut changed = match is_same {
                true => ChangedFile::Keys(HashSet::new()),
                false => self.changed_keys(at, stored, &now),
            };
            match before {
                Some(Some(before)) => {
                    changed.add(self.changed_keys(at, (before.shape, &before.keys[..]), &now))
                }
                Some(None) => changed = ChangedFile::All,
                None => {}
            }
            (!changed.is_nothing()).then_some((place as u32, changed))
        });
        let lists = store.lists.iter();
        let lists = lists.map(|list| {
            list.iter()
                .find(|number| questions.contains(number))
                .copied()
        });
        let lists = lists.collect();
        Changed {
            everything: None,
            files: files.collect(),
            lists,
        }
    }

    /// Returns the keys of a data file whose values have changed, among those that nodes have read.
    fn changed_keys(
        &self,
        environment: u32,
        (shape, before): (Answer, &[(String, Answer)]),
        now: &DataAnswers,
    ) -> ChangedFile {
        if now.shape != shape {
            return ChangedFile::All;
        }
        let table = |keys: &'_ [(String, Answer)]| -> HashMap<String, Answer> {
            keys.iter().cloned().collect()
        };
        let (before, now) = (table(before), table(&now.keys));
        let names = before.keys().chain(now.keys());
        let other = names.filter(|key| before.get(*key) != now.get(*key));
        let numbers = other.filter_map(|key| {
            self.numbers
                .get(&(environment, Topic::Key, &**key))
                .copied()
        });
        ChangedFile::Keys(numbers.collect())
    }

    /// Returns the reason why a node must be compiled in an environment, or `None` if nothing has
    /// changed. `node` returns the node's own inputs and is called last.
    ///
    /// # Errors
    /// Fails with the errors of `node`.
    pub fn reason(
        &self,
        name: &str,
        environment: &Environment,
        node: impl FnOnce() -> Result<Node, String>,
    ) -> Result<Option<Reason>, String> {
        let Some(record) = self.store.place(name).map(|at| &self.store.nodes[at]) else {
            return Ok(Some(Reason::Unknown));
        };
        if !self.is_program_same {
            return Ok(Some(Reason::Everything(
                "the program or its options".to_owned(),
            )));
        }
        let at = record.environment as usize;
        let changed = self.changed[at].as_ref();
        let Some(changed) = changed.filter(|_| self.store.environments[at].0 == environment.name)
        else {
            return Ok(Some(Reason::Everything("its environment".to_owned())));
        };
        if let Some(what) = &changed.everything {
            return Ok(Some(Reason::Everything(what.clone())));
        }
        if let Some(reason) = self.of_record(record, changed) {
            return Ok(Some(reason));
        }
        Ok(self.of_inputs(record, &node()?))
    }

    fn of_record(&self, record: &NodeRecord, changed: &Changed) -> Option<Reason> {
        let mut asked = record.asked.iter();
        if let Some(number) = asked.find_map(|list| changed.lists[*list as usize]) {
            let asked = &self.store.questions[number as usize];
            return Some(Reason::Question(asked.kind, asked.name.clone()));
        }
        if changed.files.is_empty() {
            return None;
        }
        record.keys.iter().find_map(|(file, list)| {
            let of_file = changed.files.get(file)?;
            let question = self.store.files[*file as usize].question;
            let asked = &self.store.questions[question as usize];
            match of_file {
                ChangedFile::All => Some(Reason::Question(Topic::DataFile, asked.name.clone())),
                ChangedFile::Keys(keys) => {
                    let mut looked = self.store.lists[*list as usize].iter();
                    let key = looked.find(|key| keys.contains(key))?;
                    let key = self.store.questions[*key as usize].name.clone();
                    Some(Reason::Key(Topic::DataFile.shown(&asked.name), key))
                }
            }
        })
    }

    fn of_inputs(&self, record: &NodeRecord, node: &Node) -> Option<Reason> {
        let is_asked = |kind: Topic, name: &str| {
            let number = self
                .numbers
                .get(&(record.environment, kind, name))
                .copied()?;
            let mut lists = record.asked.iter();
            let has = |list: &u32| {
                self.store.lists[*list as usize]
                    .binary_search(&number)
                    .is_ok()
            };
            lists.any(has).then_some(number)
        };
        let now = NodeInputs::of(node, is_asked);
        if now.fixed != record.fixed {
            return Some(Reason::Inputs);
        }
        let before: HashSet<&(u32, Answer)> = record.named.iter().collect();
        let after: HashSet<&(u32, Answer)> = now.named.iter().collect();
        let other = before
            .symmetric_difference(&after)
            .map(|(number, _)| *number)
            .min()?;
        let asked = &self.store.questions[other as usize];
        Some(Reason::Question(asked.kind, asked.name.clone()))
    }
}
