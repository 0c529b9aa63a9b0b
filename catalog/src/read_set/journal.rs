//! Owns the journal of an environment: all distinct questions of its compilations.

use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Topic;
use super::digest::Answer;
use super::inputs::NodeInputs;

/// The questions that compilations in an environment have asked, by number.
#[derive(Debug, Default)]
pub struct Journal(Mutex<Entries>);

/// A question and its answer.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub kind: Topic,
    pub name: Box<str>,
    pub answer: Answer,
}

#[derive(Debug, Default)]
struct Entries {
    list: Vec<Entry>,
    numbers: HashMap<(Topic, Box<str>, Answer), u32, FixedState>,
}

/// The inputs that the compilation of one node has read.
#[derive(Clone, Debug)]
pub struct NodeReads {
    /// The numbers of the questions, in ascending order.
    pub(super) asked: Vec<u32>,
    /// The numbers of data files and of keys looked up in them, in ascending order.
    pub(super) keys: Vec<(u32, u32)>,
    pub(super) inputs: NodeInputs,
}

impl Journal {
    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of a question with this answer; adds it if it is new.
    pub(super) fn number(&self, kind: Topic, name: &str, answer: Answer) -> u32 {
        let mut entries = self.entries();
        let key = (kind, Box::from(name), answer);
        if let Some(number) = entries.numbers.get(&key) {
            return *number;
        }
        let number =
            u32::try_from(entries.list.len()).expect("fewer questions than that fit into memory");
        let (kind, name, answer) = key.clone();
        entries.list.push(Entry { kind, name, answer });
        entries.numbers.insert(key, number);
        number
    }

    /// Returns all questions so far.
    pub(super) fn all(&self) -> Vec<Entry> {
        self.entries().list.clone()
    }
}
