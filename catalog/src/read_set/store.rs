//! Owns the read sets of many nodes in one file, stored together with their catalogs.
//!
//! The file contains a head, the questions with their answers, the data files with an answer for
//! each of their keys, lists of numbers, and the nodes. Nodes with similar inputs share lists: the
//! numbers of a node's questions are cut into pieces at positions that depend only on the numbers.
//! `docs/changed.md` describes the format byte by byte.

mod build;
mod format;

use std::collections::HashMap;

use super::Topic;
use super::digest::Answer;

pub use build::{Builder, Outcome};

/// The read sets of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Store {
    /// The answer about the program and the options shared by all nodes.
    pub program: Answer,
    /// The environments: their names and [`fingerprint`](super::fingerprint)s.
    pub environments: Vec<(String, Answer)>,
    pub(super) questions: Vec<Question>,
    pub(super) files: Vec<DataFile>,
    pub(super) lists: Vec<Vec<u32>>,
    /// The nodes, ordered by name.
    pub(super) nodes: Vec<NodeRecord>,
}

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub environment: u32,
    pub kind: Topic,
    pub name: String,
    pub answer: Answer,
}

/// The answers about a data file of which keys were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DataFile {
    /// The number of its question.
    pub question: u32,
    pub bytes: Answer,
    pub shape: Answer,
    pub keys: Vec<(String, Answer)>,
}

/// The inputs that a node has read, and the outcome of its compilation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeRecord {
    pub name: String,
    pub environment: u32,
    pub outcome: Outcome,
    /// The node's inputs that each compilation reads.
    pub fixed: Answer,
    /// The variables and facts that it has read, by question.
    pub named: Vec<(u32, Answer)>,
    /// The lists of its questions.
    pub asked: Vec<u32>,
    /// Its data files by position in the store, with the lists of the keys that were looked up in
    /// them.
    pub keys: Vec<(u32, u32)>,
}

impl Store {
    /// Iterates over the names of the nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| &*node.name)
    }

    /// Returns the outcome of a node's compilation.
    pub fn outcome(&self, node: &str) -> Option<&Outcome> {
        self.place(node).map(|at| &self.nodes[at].outcome)
    }

    pub(super) fn place(&self, node: &str) -> Option<usize> {
        self.nodes
            .binary_search_by(|record| record.name.as_str().cmp(node))
            .ok()
    }

    /// Returns the numbers of questions by environment, topic and name.
    pub(super) fn numbers(&self) -> HashMap<(u32, Topic, &str), u32> {
        let questions = self.questions.iter().enumerate();
        let numbers = questions
            .map(|(number, asked)| ((asked.environment, asked.kind, &*asked.name), number as u32));
        numbers.collect()
    }

    /// Encodes the store as the bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        format::write(self)
    }

    /// Decodes the bytes of a file.
    ///
    /// # Errors
    /// Fails if the file has another version or is damaged.
    pub fn of_bytes(bytes: &[u8]) -> Result<Store, String> {
        format::read(bytes)
    }
}
