//! Owns the notes of the compilation that runs in this thread.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::{Equivalent, HashMap};

use super::Topic;
use super::digest::Answer;
use super::inputs::NodeInputs;
use super::journal::{Journal, NodeReads};
use crate::node::Node;

/// The names of variables that code reads.
#[derive(Debug, Default)]
pub struct Names {
    /// Variables of the top scope.
    pub variables: Vec<Box<str>>,
    /// Keys of `$facts`, if `$facts` is used only with such keys.
    pub facts: Vec<Box<str>>,
    /// True if any variable may be read.
    pub all: bool,
}

thread_local! {
    static IS_ON: Cell<bool> = const { Cell::new(false) };
    static NOTES: RefCell<Notes> = RefCell::default();
}

/// The number of a note while nothing is recorded.
pub const NO_NOTE: u32 = u32::MAX;

/// The thread's cache of journals, and the notes of the current compilation.
#[derive(Default)]
struct Notes {
    /// The journals that this thread has used; the current one is the last.
    known: Vec<JournalNotes>,
    keys: Vec<(u32, u32)>,
}

/// The thread's cache of a journal.
struct JournalNotes {
    journal: Arc<Journal>,
    questions: HashMap<Question, Seen, FixedState>,
    /// The variables and facts that the code of a file reads, by the number of its question.
    names: HashMap<u32, Box<[u32]>, FixedState>,
    /// The last compilation that has asked a question, by the number of the question.
    asked_by: Vec<u32>,
    asked: Vec<u32>,
    compilation: u32,
}

#[derive(PartialEq, Eq, Hash)]
struct Question(Topic, Box<str>);

#[derive(Clone, Copy)]
struct Seen {
    number: u32,
    answer: Answer,
}

/// A question for a lookup.
#[derive(Hash)]
struct QuestionRef<'a>(Topic, &'a str);

impl Equivalent<Question> for QuestionRef<'_> {
    fn equivalent(&self, other: &Question) -> bool {
        self.0 == other.0 && *self.1 == *other.1
    }
}

impl JournalNotes {
    fn new(journal: Arc<Journal>) -> JournalNotes {
        JournalNotes {
            journal,
            questions: HashMap::default(),
            names: HashMap::default(),
            asked_by: Vec::new(),
            asked: Vec::new(),
            compilation: 0,
        }
    }

    /// Notes that the compilation asks a question; on the first time, also the names that the
    /// answer leads to.
    fn mark(&mut self, number: u32) {
        let at = number as usize;
        if at >= self.asked_by.len() {
            self.asked_by.resize(at + 1, 0);
        }
        if self.asked_by[at] == self.compilation {
            return;
        }
        self.asked_by[at] = self.compilation;
        self.asked.push(number);
        if let Some(names) = self.names.remove(&number) {
            names.iter().for_each(|name| self.mark(*name));
            self.names.insert(number, names);
        }
    }

    fn find(&self, kind: Topic, name: &str) -> Option<Seen> {
        self.questions.get(&QuestionRef(kind, name)).copied()
    }

    fn add(&mut self, kind: Topic, name: &str, answer: Answer) -> u32 {
        let number = self.journal.number(kind, name, answer);
        let seen = Seen { number, answer };
        self.questions.insert(Question(kind, name.into()), seen);
        number
    }

    fn number(&mut self, kind: Topic, name: &str) -> u32 {
        match self.find(kind, name) {
            Some(seen) => seen.number,
            None => self.add(kind, name, Answer::default()),
        }
    }
}

/// Returns true if a compilation of this thread is being recorded.
#[inline]
pub fn is_on() -> bool {
    IS_ON.get()
}

/// Runs work without noting its questions; its result is shared, and each node notes it where it
/// gets it.
pub fn without_notes<T>(work: impl FnOnce() -> T) -> T {
    struct Back(bool);
    impl Drop for Back {
        fn drop(&mut self) {
            IS_ON.set(self.0);
        }
    }
    let _back = Back(IS_ON.replace(false));
    work()
}

/// Notes a question whose answer cannot change within a snapshot of its environment.
#[inline]
pub fn note(kind: Topic, name: &str, answer: impl FnOnce() -> Answer) {
    if is_on() {
        note_lasting(kind, name, answer);
    }
}

fn note_lasting(kind: Topic, name: &str, answer: impl FnOnce() -> Answer) {
    let known = with(|known| {
        let seen = known.find(kind, name)?;
        known.mark(seen.number);
        Some(())
    });
    if known.is_none() {
        let answer = without_notes(answer);
        with(|known| {
            let number = known.add(kind, name, answer);
            known.mark(number);
        });
    }
}

/// Notes a question with its current answer.
#[inline]
pub fn note_answer(kind: Topic, name: &str, answer: impl FnOnce() -> Answer) {
    if is_on() {
        let answer = without_notes(answer);
        with(|known| {
            let number = match known.find(kind, name).filter(|seen| seen.answer == answer) {
                Some(seen) => seen.number,
                None => known.add(kind, name, answer),
            };
            known.mark(number);
        });
    }
}

/// Notes the code of a file; `names` returns the variables and facts that it reads.
pub fn note_names(path: &str, answer: Answer, names: impl FnOnce() -> Names) {
    with(|known| {
        let seen = known.find(Topic::Code, path);
        if let Some(seen) = seen.filter(|seen| seen.answer == answer) {
            known.mark(seen.number);
            return;
        }
        let names = names();
        let all = names.all.then_some((Topic::AllVariables, Box::from("")));
        let variables = names
            .variables
            .into_iter()
            .map(|name| (Topic::TopVariable, name));
        let facts = names.facts.into_iter().map(|name| (Topic::Fact, name));
        let numbers = variables.chain(facts).chain(all);
        let numbers = numbers
            .map(|(kind, name)| known.number(kind, &name))
            .collect();
        let number = known.add(Topic::Code, path, answer);
        known.names.insert(number, numbers);
        known.mark(number);
    });
}

/// Returns the number of a key that is looked up in data files.
pub fn key(name: &str) -> u32 {
    match is_on() {
        true => with(|known| known.number(Topic::Key, name)),
        false => NO_NOTE,
    }
}

/// Returns the number of a data file of which keys are read.
pub fn data_file(name: impl FnOnce() -> String) -> u32 {
    match is_on() {
        true => {
            let name = name();
            with(|known| known.number(Topic::DataFile, &name))
        }
        false => NO_NOTE,
    }
}

/// Notes that a key was looked up in a data file.
#[inline]
pub fn note_data(file: u32, key: u32) {
    if is_on() && file != NO_NOTE && key != NO_NOTE {
        NOTES.with_borrow_mut(|notes| notes.keys.push((file, key)));
    }
}

fn with<T>(work: impl FnOnce(&mut JournalNotes) -> T) -> T {
    NOTES.with_borrow_mut(|notes| {
        let known = notes
            .known
            .last_mut()
            .expect("a journal is at hand while notes are taken");
        work(known)
    })
}

/// Runs the compilation of a node; returns its result and the inputs that it has read.
pub fn recorded<T>(
    journal: &Arc<Journal>,
    node: &Node,
    compile: impl FnOnce() -> T,
) -> (T, NodeReads) {
    begin(journal);
    /// A guard that stops recording, even if the compilation panics.
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            IS_ON.set(false);
        }
    }
    let end = End;
    IS_ON.set(true);
    let result = compile();
    drop(end);
    NOTES.with_borrow_mut(|notes| {
        let mut keys = std::mem::take(&mut notes.keys);
        keys.sort_unstable();
        keys.dedup();
        let known = notes.known.last_mut().expect("it began with one");
        let mut asked = std::mem::take(&mut known.asked);
        asked.sort_unstable();
        let marked = |kind: Topic, name: &str| {
            let seen = known.find(kind, name)?;
            let is_asked = known.asked_by.get(seen.number as usize) == Some(&known.compilation);
            is_asked.then_some(seen.number)
        };
        let inputs = NodeInputs::of(node, marked);
        let reads = NodeReads {
            asked,
            keys,
            inputs,
        };
        (result, reads)
    })
}

fn begin(journal: &Arc<Journal>) {
    NOTES.with_borrow_mut(|notes| {
        notes.keys.clear();
        let at = notes
            .known
            .iter()
            .position(|known| Arc::ptr_eq(&known.journal, journal));
        let mut known = match at {
            Some(at) => notes.known.remove(at),
            None => JournalNotes::new(Arc::clone(journal)),
        };
        known.asked.clear();
        known.compilation += 1;
        notes.known.push(known);
    });
}
