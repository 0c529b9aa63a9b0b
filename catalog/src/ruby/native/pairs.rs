//! Hashes that were made by native code.

use std::sync::Arc;

use foldhash::HashMap;
use runtime::limits;

use super::code::Block;
use super::value::Val;

/// The form of a key by which the index of a hash finds it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Key {
    Text(Box<str>),
    Integer(i64),
    Symbol(Arc<str>),
}

/// Pairs of a hash beyond which it has an index.
const UNINDEXED_MAX: usize = 16;

/// The pairs of a hash that was made here.
#[derive(Default)]
pub struct Pairs<'h> {
    list: Vec<(Val<'h>, Val<'h>)>,
    /// The places of the keys, once there are many.
    index: HashMap<Key, usize>,
    /// The value of unknown keys.
    pub default: Option<Default<'h>>,
}

/// The value of unknown keys of a hash.
#[derive(Clone)]
pub enum Default<'h> {
    Value(Val<'h>),
    /// A block that gives it, and the number of the call whose variables it uses.
    Block(Arc<Block>, u64),
}

impl<'h> Pairs<'h> {
    /// The pairs in order.
    pub fn list(&self) -> &[(Val<'h>, Val<'h>)] {
        &self.list
    }

    /// The value of a key.
    pub fn get(&self, key: &Val<'h>) -> Option<&Val<'h>> {
        self.find(key).map(|at| &self.list[at].1)
    }

    /// Takes an entry out.
    pub fn remove(&mut self, key: &Val<'h>) -> Option<Val<'h>> {
        let at = self.find(key)?;
        let (_, value) = self.list.remove(at);
        self.index.clear();
        if self.list.len() > UNINDEXED_MAX {
            self.build_index();
        }
        Some(value)
    }

    /// Keeps the pairs that a list says.
    pub fn set(&mut self, list: Vec<(Val<'h>, Val<'h>)>) {
        self.list = list;
        self.index.clear();
        if self.list.len() > UNINDEXED_MAX {
            self.build_index();
        }
    }

    fn build_index(&mut self) {
        let keys = self.list.iter().enumerate();
        self.index = keys
            .filter_map(|(at, (key, _))| Some((key.key()?, at)))
            .collect();
    }

    fn find(&self, key: &Val<'h>) -> Option<usize> {
        match key.key() {
            Some(key) if !self.index.is_empty() => self.index.get(&key).copied(),
            _ => self.list.iter().position(|(known, _)| known.is_key(key)),
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
            && let Some(key) = key.key()
        {
            self.index.insert(key, at);
        }
        self.list.push((key, value));
    }
}
