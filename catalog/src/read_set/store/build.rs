//! Builds a store from the nodes of a run and from nodes of earlier stores.

use std::collections::HashMap;
use std::sync::Arc;

use super::{DataFile, NodeRecord, Question, Store};
use crate::environment::Environment;
use crate::read_set::{Answer, NodeReads, Topic, fingerprint};

/// The outcome of a node's compilation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// True if there is a catalog.
    pub is_fine: bool,
    /// The size of the catalog's file in bytes.
    pub bytes: u64,
    /// The log as it was shown.
    pub log: String,
    /// The text written to standard output.
    pub text: String,
}

/// The approximate number of entries in a piece of a list.
const PIECE: u32 = 64;

/// A builder of a [`Store`].
pub struct Builder {
    program: Answer,
    environments: Vec<BuiltEnvironment>,
    nodes: Vec<(usize, String, NodeReads, Outcome)>,
}

struct BuiltEnvironment {
    environment: Arc<Environment>,
}

/// The tables of the store under construction.
#[derive(Default)]
struct Tables {
    store: Store,
    questions: HashMap<(u32, Topic, String, Answer), u32>,
    lists: HashMap<Vec<u32>, u32>,
    /// The positions of data files by their questions.
    files: HashMap<u32, u32>,
}

impl Builder {
    /// Creates an empty builder; `program` is the answer about the inputs shared by all nodes.
    pub fn new(program: Answer) -> Builder {
        Builder {
            program,
            environments: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Adds a compiled node.
    pub fn add(
        &mut self,
        environment: &Arc<Environment>,
        name: &str,
        reads: NodeReads,
        outcome: Outcome,
    ) {
        let mut known = self.environments.iter();
        let at = known.position(|opened| Arc::ptr_eq(&opened.environment, environment));
        let at = at.unwrap_or_else(|| {
            let environment = environment.clone();
            self.environments.push(BuiltEnvironment { environment });
            self.environments.len() - 1
        });
        self.nodes.push((at, name.to_owned(), reads, outcome));
    }

    /// Builds the store of these nodes and of `kept`, the nodes of an earlier store whose answers
    /// have not changed.
    pub fn build(mut self, earlier: Option<&Store>, kept: &[String]) -> Store {
        let mut tables = Tables::default();
        tables.store.program = self.program;
        self.nodes.sort_by(|a, b| a.1.cmp(&b.1));
        let added: Vec<AddedEnvironment> = self
            .environments
            .iter()
            .map(|opened| tables.add(opened))
            .collect();
        for (at, name, reads, outcome) in self.nodes {
            let record = tables.record(&added[at], name, reads, outcome);
            tables.store.nodes.push(record);
        }
        if let Some(store) = earlier {
            let mut earlier = EarlierStore::new(store);
            for at in kept.iter().filter_map(|name| store.place(name)) {
                let record = tables.copy(&mut earlier, &store.nodes[at]);
                tables.store.nodes.push(record);
            }
        }
        tables.store.nodes.sort_by(|a, b| a.name.cmp(&b.name));
        tables.store.nodes.dedup_by(|b, a| a.name == b.name);
        tables.store
    }
}

impl Store {
    /// Joins nodes of several stores into one.
    ///
    /// # Errors
    /// Reports a difference between the stores: the answers of one might not hold for nodes of
    /// another.
    pub fn join(parts: &[(Store, &[String])]) -> Result<Store, String> {
        let mut environments: HashMap<&str, Answer> = HashMap::new();
        let mut tables = Tables::default();
        for (store, _) in parts {
            tables.store.program = store.program;
            if store.program != parts[0].0.program {
                return Err("the program or its options".to_owned());
            }
            for (name, answer) in &store.environments {
                if environments.insert(name, *answer).unwrap_or(*answer) != *answer {
                    return Err(format!("settings of the environment {name}"));
                }
            }
        }
        for (store, nodes) in parts {
            let mut earlier = EarlierStore::new(store);
            for at in nodes.iter().filter_map(|name| store.place(name)) {
                let record = tables.copy(&mut earlier, &store.nodes[at]);
                tables.store.nodes.push(record);
            }
        }
        tables.store.nodes.sort_by(|a, b| a.name.cmp(&b.name));
        tables.store.nodes.dedup_by(|b, a| a.name == b.name);
        Ok(tables.store)
    }
}

/// An environment in the tables.
struct AddedEnvironment {
    environment: u32,
    opened: Arc<Environment>,
    /// The questions of its journal.
    journal: Vec<crate::read_set::journal::Entry>,
}

impl Tables {
    fn add(&mut self, opened: &BuiltEnvironment) -> AddedEnvironment {
        let environment = &opened.environment;
        let known = self.environment(&environment.name, fingerprint(environment));
        let journal = environment.journal.as_ref();
        AddedEnvironment {
            environment: known,
            opened: environment.clone(),
            journal: journal.map(|journal| journal.all()).unwrap_or_default(),
        }
    }

    fn environment(&mut self, name: &str, answer: Answer) -> u32 {
        let environments = &mut self.store.environments;
        let known = environments.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            environments.push((name.to_owned(), answer));
            environments.len() - 1
        });
        at as u32
    }

    fn question(&mut self, environment: u32, kind: Topic, name: &str, answer: Answer) -> u32 {
        let key = (environment, kind, name.to_owned(), answer);
        if let Some(number) = self.questions.get(&key) {
            return *number;
        }
        let number = self.store.questions.len() as u32;
        self.store.questions.push(Question {
            environment,
            kind,
            name: name.to_owned(),
            answer,
        });
        self.questions.insert(key, number);
        number
    }

    fn list(&mut self, list: Vec<u32>) -> u32 {
        if let Some(number) = self.lists.get(&list) {
            return *number;
        }
        let number = self.store.lists.len() as u32;
        self.store.lists.push(list.clone());
        self.lists.insert(list, number);
        number
    }

    /// Cuts numbers into shared lists. The positions depend on the numbers, so that lists with a
    /// single difference share most pieces.
    fn pieces(&mut self, mut numbers: Vec<u32>) -> Vec<u32> {
        numbers.sort_unstable();
        let mut pieces = Vec::new();
        let mut piece = Vec::new();
        for number in numbers {
            piece.push(number);
            if number.wrapping_mul(0x9E37_79B1) < u32::MAX / PIECE {
                pieces.push(self.list(std::mem::take(&mut piece)));
            }
        }
        if !piece.is_empty() {
            pieces.push(self.list(piece));
        }
        pieces
    }

    fn record(
        &mut self,
        added: &AddedEnvironment,
        name: String,
        reads: NodeReads,
        outcome: Outcome,
    ) -> NodeRecord {
        let number = |tables: &mut Tables, at: u32| {
            let entry = &added.journal[at as usize];
            tables.question(added.environment, entry.kind, &entry.name, entry.answer)
        };
        let asked = reads.asked.iter().map(|at| number(self, *at)).collect();
        let asked = self.pieces(asked);
        let mut keys = Vec::new();
        for of_file in reads.keys.chunk_by(|a, b| a.0 == b.0) {
            let file = number(self, of_file[0].0);
            let file = self.data_file(added, file);
            let mut looked: Vec<u32> = of_file.iter().map(|(_, key)| number(self, *key)).collect();
            looked.sort_unstable();
            keys.push((file, self.list(looked)));
        }
        keys.sort_unstable();
        let inputs = reads.inputs;
        let named = inputs
            .named
            .iter()
            .map(|(at, answer)| (number(self, *at), *answer));
        let mut named: Vec<(u32, Answer)> = named.collect();
        named.sort_unstable();
        NodeRecord {
            name,
            environment: added.environment,
            outcome,
            fixed: inputs.fixed,
            named,
            asked,
            keys,
        }
    }

    /// Returns the position of a data file, added with its current answers.
    fn data_file(&mut self, added: &AddedEnvironment, question: u32) -> u32 {
        if let Some(at) = self.files.get(&question) {
            return *at;
        }
        let name = self.store.questions[question as usize].name.clone();
        let answers = added.opened.hierarchies.data_answers(&name);
        self.add_file(DataFile {
            question,
            bytes: answers.bytes,
            shape: answers.shape,
            keys: answers.keys,
        })
    }

    fn add_file(&mut self, file: DataFile) -> u32 {
        let question = file.question;
        let at = self.push_file(file);
        self.files.insert(question, at);
        at
    }

    fn push_file(&mut self, file: DataFile) -> u32 {
        self.store.files.push(file);
        self.store.files.len() as u32 - 1
    }

    /// Copies a node of an earlier store.
    fn copy(&mut self, earlier: &mut EarlierStore<'_>, record: &NodeRecord) -> NodeRecord {
        let from = earlier.store;
        let asked = record.asked.iter();
        let asked = asked.map(|list| earlier.list(self, *list)).collect();
        let mut keys: Vec<(u32, u32)> = Vec::with_capacity(record.keys.len());
        for (file, list) in &record.keys {
            let of_file = &from.files[*file as usize];
            let question = earlier.question(self, of_file.question);
            // current answers about a file hold for nodes that were checked against it; otherwise
            // each store keeps its own answers, which may not hold for the nodes of another store
            let known = self.files.get(&question).copied();
            let at = match known.or(earlier.files[*file as usize]) {
                Some(at) => at,
                None => self.push_file(DataFile {
                    question,
                    ..of_file.clone()
                }),
            };
            earlier.files[*file as usize] = Some(at);
            keys.push((at, earlier.list(self, *list)));
        }
        keys.sort_unstable();
        let named = record.named.iter();
        let named = named.map(|(at, answer)| (earlier.question(self, *at), *answer));
        let mut named: Vec<(u32, Answer)> = named.collect();
        named.sort_unstable();
        NodeRecord {
            environment: earlier.environment(self, record.environment),
            asked,
            keys,
            named,
            ..record.clone()
        }
    }
}

/// An earlier store, with the positions of its parts in the tables once they are copied.
struct EarlierStore<'s> {
    store: &'s Store,
    questions: Vec<Option<u32>>,
    files: Vec<Option<u32>>,
    lists: Vec<Option<u32>>,
}

impl<'s> EarlierStore<'s> {
    fn new(store: &'s Store) -> EarlierStore<'s> {
        EarlierStore {
            store,
            questions: vec![None; store.questions.len()],
            files: vec![None; store.files.len()],
            lists: vec![None; store.lists.len()],
        }
    }

    fn environment(&self, tables: &mut Tables, at: u32) -> u32 {
        let (name, answer) = &self.store.environments[at as usize];
        tables.environment(name, *answer)
    }

    fn question(&mut self, tables: &mut Tables, at: u32) -> u32 {
        if let Some(number) = self.questions[at as usize] {
            return number;
        }
        let asked = &self.store.questions[at as usize];
        let environment = self.environment(tables, asked.environment);
        let number = tables.question(environment, asked.kind, &asked.name, asked.answer);
        self.questions[at as usize] = Some(number);
        number
    }

    fn list(&mut self, tables: &mut Tables, at: u32) -> u32 {
        if let Some(number) = self.lists[at as usize] {
            return number;
        }
        let store = self.store;
        let numbers = store.lists[at as usize].iter();
        let mut numbers: Vec<u32> = numbers.map(|at| self.question(tables, *at)).collect();
        numbers.sort_unstable();
        let number = tables.list(numbers);
        self.lists[at as usize] = Some(number);
        number
    }
}
