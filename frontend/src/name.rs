//! Interned names.
//!
//! A [`Symbol`] is a `u32` that stands for one name in the whole process, so that names are
//! compared and hashed as integers. Only names that stand in code (variables, functions, types,
//! attributes) are interned, never data: the table is not emptied before the process ends.

use std::fmt;
use std::hash::BuildHasher;
use std::sync::{LazyLock, RwLock};

use hashbrown::HashTable;

/// An interned name; equal names are equal symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

struct Interner {
    hasher: foldhash::fast::FixedState,
    index: HashTable<u32>,
    names: Vec<&'static str>,
}

static INTERNER: LazyLock<RwLock<Interner>> = LazyLock::new(|| {
    RwLock::new(Interner {
        hasher: foldhash::fast::FixedState::default(),
        index: HashTable::new(),
        names: Vec::new(),
    })
});

impl Interner {
    fn find(&self, hash: u64, name: &str) -> Option<Symbol> {
        self.index
            .find(hash, |&id| self.names[id as usize] == name)
            .map(|&id| Symbol(id))
    }
}

impl Symbol {
    /// The symbol of `name`, made on first use.
    pub fn intern(name: &str) -> Symbol {
        let hash;
        {
            let table = INTERNER.read().unwrap_or_else(|e| e.into_inner());
            hash = table.hasher.hash_one(name);
            if let Some(found) = table.find(hash, name) {
                return found;
            }
        }
        let mut table = INTERNER.write().unwrap_or_else(|e| e.into_inner());
        if let Some(found) = table.find(hash, name) {
            return found;
        }
        let Interner {
            hasher,
            index,
            names,
        } = &mut *table;
        let id = u32::try_from(names.len()).expect("fewer than 2^32 names stand in code");
        names.push(Box::leak(name.to_owned().into_boxed_str()));
        index.insert_unique(hash, id, |&other| hasher.hash_one(names[other as usize]));
        Symbol(id)
    }

    /// The symbol of `name` when some code has that name; never grows the table.
    ///
    /// For names that come from data (facts, lookup keys, `getvar`).
    pub fn lookup(name: &str) -> Option<Symbol> {
        let table = INTERNER.read().unwrap_or_else(|e| e.into_inner());
        table.find(table.hasher.hash_one(name), name)
    }

    /// The name.
    pub fn as_str(self) -> &'static str {
        let table = INTERNER.read().unwrap_or_else(|e| e.into_inner());
        table.names[self.0 as usize]
    }

    /// A dense number, for tables indexed by symbol.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl From<&str> for Symbol {
    fn from(name: &str) -> Symbol {
        Symbol::intern(name)
    }
}

/// A hash map with a fixed, fast hasher; for keys that come from code.
pub type Map<K, V> = hashbrown::HashMap<K, V, foldhash::fast::FixedState>;
/// A hash set with a fixed, fast hasher; for keys that come from code.
pub type Set<K> = hashbrown::HashSet<K, foldhash::fast::FixedState>;
