//! The read sets of many nodes in one file, beside their catalogs.
//!
//! The file has a head, the questions with their answers, the data files with an answer for each of
//! their keys, lists of numbers, and the nodes. Nodes that read much the same share lists: what a node
//! has asked is cut into pieces at places that depend on the numbers alone. `docs/changed.md` has the
//! form byte by byte.

mod build;
mod bytes;

use std::collections::HashMap;

use super::Topic;
use super::digest::Answer;

pub use build::{Builder, Outcome};

/// The read sets of nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Store {
    /// The program and all that it was told for all nodes.
    pub program: Answer,
    /// The environments: their names and [`fingerprint`](super::fingerprint)s.
    pub environments: Vec<(String, Answer)>,
    pub(super) questions: Vec<Question>,
    pub(super) files: Vec<DataFile>,
    pub(super) lists: Vec<Vec<u32>>,
    /// The nodes, by name.
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

/// What was known of a data file of which keys were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct DataFile {
    /// The question of its name.
    pub question: u32,
    pub bytes: Answer,
    pub shape: Answer,
    pub keys: Vec<(String, Answer)>,
}

/// What a node has read, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeRecord {
    pub name: String,
    pub environment: u32,
    pub outcome: Outcome,
    /// What it brings that each compilation reads.
    pub fixed: Answer,
    /// Variables and facts that it has read, by their questions.
    pub named: Vec<(u32, Answer)>,
    /// The lists of its questions.
    pub asked: Vec<u32>,
    /// Its data files, by their places in the store, and the lists of the keys that were looked for there.
    pub keys: Vec<(u32, u32)>,
}

impl Store {
    /// The names of the nodes, in order.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.nodes.iter().map(|node| &*node.name)
    }

    /// What came of a node's compilation.
    pub fn outcome(&self, node: &str) -> Option<&Outcome> {
        self.place(node).map(|at| &self.nodes[at].outcome)
    }

    pub(super) fn place(&self, node: &str) -> Option<usize> {
        self.nodes
            .binary_search_by(|record| record.name.as_str().cmp(node))
            .ok()
    }

    /// The numbers of questions by kind and name, of an environment.
    pub(super) fn numbers(&self) -> HashMap<(u32, Topic, &str), u32> {
        let questions = self.questions.iter().enumerate();
        let numbers = questions
            .map(|(number, asked)| ((asked.environment, asked.kind, &*asked.name), number as u32));
        numbers.collect()
    }

    /// The file as it is stored.
    pub fn to_bytes(&self) -> Vec<u8> {
        bytes::write(self)
    }

    /// Reads a stored file.
    ///
    /// # Errors
    /// It is none of this version, or it is damaged.
    pub fn of_bytes(bytes: &[u8]) -> Result<Store, String> {
        bytes::read(bytes)
    }
}
