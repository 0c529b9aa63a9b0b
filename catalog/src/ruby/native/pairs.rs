//! Owns the hashes that native code creates.

use std::hash::BuildHasher;
use std::rc::Rc;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use runtime::limits;

use super::object::Proc;
use super::value::Val;

/// The number of pairs above which a hash has an index.
const UNINDEXED_MAX: usize = 16;

/// The pairs of a hash that native code created.
#[derive(Default)]
pub struct Pairs<'h> {
    list: Vec<(Val<'h>, Val<'h>)>,
    /// The positions of the keys by hash, if there are many.
    index: HashTable<(u64, usize)>,
    /// The default for unknown keys.
    pub default: Option<Default<'h>>,
}

/// The default of a hash for unknown keys.
#[derive(Clone)]
pub enum Default<'h> {
    Value(Val<'h>),
    /// A block that computes the value.
    Block(Rc<Proc<'h>>),
}

impl<'h> Pairs<'h> {
    /// Returns the pairs in order.
    pub fn list(&self) -> &[(Val<'h>, Val<'h>)] {
        &self.list
    }

    /// Returns the value of a key.
    pub fn get(&self, key: &Val<'h>) -> Option<&Val<'h>> {
        self.find(key).map(|at| &self.list[at].1)
    }

    /// Removes an entry and returns its value.
    pub fn remove(&mut self, key: &Val<'h>) -> Option<Val<'h>> {
        let at = self.find(key)?;
        let (_, value) = self.list.remove(at);
        self.index.clear();
        if self.list.len() > UNINDEXED_MAX {
            self.build_index();
        }
        Some(value)
    }

    /// Replaces all pairs.
    pub fn set(&mut self, list: Vec<(Val<'h>, Val<'h>)>) {
        self.list = list;
        self.index.clear();
        if self.list.len() > UNINDEXED_MAX {
            self.build_index();
        }
    }

    fn build_index(&mut self) {
        let state = FixedState::default();
        let keys = self.list.iter().enumerate();
        let hashes = keys.filter_map(|(at, (key, _))| Some((key.key_hash(&state)?, at)));
        for entry in hashes {
            self.index.insert_unique(entry.0, entry, |entry| entry.0);
        }
    }

    /// Returns the value of a key that is a text.
    pub fn get_text(&self, key: &str) -> Option<&Val<'h>> {
        let is_same = |(known, _): &(Val<'h>, Val<'h>)| known.as_str() == Some(key);
        let at = match self.index.is_empty() {
            true => self.list.iter().position(is_same),
            false => {
                let hash = FixedState::default().hash_one(key);
                let is_it = |entry: &(u64, usize)| entry.0 == hash && is_same(&self.list[entry.1]);
                self.index.find(hash, is_it).map(|entry| entry.1)
            }
        };
        at.map(|at| &self.list[at].1)
    }

    fn find(&self, key: &Val<'h>) -> Option<usize> {
        let is_same = |(known, _): &(Val<'h>, Val<'h>)| known.is_key(key);
        let hash = match self.index.is_empty() {
            true => None,
            false => key.key_hash(&FixedState::default()),
        };
        match hash {
            Some(hash) => {
                let is_it = |entry: &(u64, usize)| entry.0 == hash && is_same(&self.list[entry.1]);
                self.index.find(hash, is_it).map(|entry| entry.1)
            }
            None => self.list.iter().position(is_same),
        }
    }

    /// Sets an entry.
    pub fn put(&mut self, key: Val<'h>, value: Val<'h>) {
        limits::items::<(Val<'h>, Val<'h>)>(self.list.len());
        if let Some(at) = self.find(&key) {
            self.list[at].1 = value;
            return;
        }
        let at = self.list.len();
        if at == UNINDEXED_MAX {
            self.build_index();
        }
        if at >= UNINDEXED_MAX
            && let Some(hash) = key.key_hash(&FixedState::default())
        {
            self.index.insert_unique(hash, (hash, at), |entry| entry.0);
        }
        self.list.push((key, value));
    }
}
