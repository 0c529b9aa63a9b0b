//! Owns interned names.
//!
//! A [`Symbol`] is a `u32` that represents one name in the whole process, so that names are
//! compared and hashed as integers. Only names in code (variables, functions, types, attributes)
//! are interned, never data, because the table is never emptied.

use std::cell::Cell;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::{LazyLock, OnceLock, RwLock};

use hashbrown::HashTable;

/// An interned name; equal names are equal symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u32);

/// The data of a symbol.
struct Entry {
    name: &'static str,
    /// The qualifier before the last `::`, and the symbol of the part after it.
    qualified: Option<(&'static str, Symbol)>,
}

/// The symbols by their names.
struct Interner {
    hasher: foldhash::fast::FixedState,
    index: HashTable<u32>,
}

static INTERNER: LazyLock<RwLock<Interner>> = LazyLock::new(|| {
    RwLock::new(Interner {
        hasher: foldhash::fast::FixedState::default(),
        index: HashTable::new(),
    })
});

/// The number of names whose symbols a thread remembers.
const RECENT_COUNT: usize = 512;

thread_local! {
    /// The symbols that were looked up last, by the address of the name: most names belong to code
    /// that runs again. A name that has replaced another one at its address is recognized by its
    /// text.
    static RECENT: [Cell<(&'static str, Symbol)>; RECENT_COUNT] =
        const { [const { Cell::new(("", Symbol(u32::MAX))) }; RECENT_COUNT] };
}

/// The number of symbols in the first chunk. Each further chunk holds twice as many.
const CHUNK_FIRST: u32 = 1 << 10;
const CHUNKS: usize = 22;

/// The names by symbol, in chunks that never move, so that reading a name takes no lock.
static NAMES: [OnceLock<Box<[OnceLock<Entry>]>>; CHUNKS] = [const { OnceLock::new() }; CHUNKS];

/// Returns the chunk of a symbol, its size, and the symbol's place in it.
fn place(id: u32) -> (usize, usize, usize) {
    let at = u64::from(id) + u64::from(CHUNK_FIRST);
    let chunk = at.ilog2() - CHUNK_FIRST.ilog2();
    let size = u64::from(CHUNK_FIRST) << chunk;
    (chunk as usize, size as usize, (at - size) as usize)
}

fn entry(id: u32) -> &'static Entry {
    let (chunk, _, at) = place(id);
    let chunk = NAMES[chunk].get();
    let entry = chunk.and_then(|chunk| chunk[at].get());
    entry.expect("a symbol is made with its entry")
}

impl Interner {
    fn find(&self, hash: u64, name: &str) -> Option<Symbol> {
        self.index
            .find(hash, |&id| entry(id).name == name)
            .map(|&id| Symbol(id))
    }
}

impl Symbol {
    /// Returns the symbol of `name`, which is made on first use.
    pub fn intern(name: &str) -> Symbol {
        if let Some(found) = Symbol::lookup(name) {
            return found;
        }
        let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
        let qualified = name.rsplit_once("::");
        let qualified = qualified.map(|(before, last)| (before, Symbol::intern(last)));
        let mut table = INTERNER.write().unwrap_or_else(|e| e.into_inner());
        let hash = table.hasher.hash_one(name);
        // another thread may have added it meanwhile
        if let Some(found) = table.find(hash, name) {
            return found;
        }
        let Interner { hasher, index } = &mut *table;
        let count = index.len();
        let id = u32::try_from(count)
            .ok()
            .filter(|id| place(*id).0 < CHUNKS)
            .expect("fewer than 2^32 names stand in code");
        let (chunk, size, at) = place(id);
        let chunk = NAMES[chunk].get_or_init(|| (0..size).map(|_| OnceLock::new()).collect());
        chunk[at].get_or_init(|| Entry { name, qualified });
        index.insert_unique(hash, id, |&other| hasher.hash_one(entry(other).name));
        Symbol(id)
    }

    /// Returns the symbol of `name` when some code has that name. Never grows the table.
    ///
    /// For names that come from data (facts, lookup keys, `getvar`).
    pub fn lookup(name: &str) -> Option<Symbol> {
        let recent = (name.as_ptr().addr() >> 3 ^ name.len()) % RECENT_COUNT;
        let (text, known) = RECENT.with(|all| all[recent].get());
        if text == name && known != Symbol(u32::MAX) {
            return Some(known);
        }
        let table = INTERNER.read().unwrap_or_else(|e| e.into_inner());
        let found = table.find(table.hasher.hash_one(name), name)?;
        RECENT.with(|all| all[recent].set((found.as_str(), found)));
        Some(found)
    }

    /// Returns the name.
    pub fn as_str(self) -> &'static str {
        entry(self.0).name
    }

    /// Returns the qualifier before the last `::` of the name, and the symbol of the part after it.
    pub fn qualified(self) -> Option<(&'static str, Symbol)> {
        entry(self.0).qualified
    }

    /// Returns the symbol of the name in lower case.
    pub fn downcase(self) -> Symbol {
        let name = self.as_str();
        match name.bytes().any(|b| b.is_ascii_uppercase()) {
            true => Symbol::intern(&name.to_ascii_lowercase()),
            false => self,
        }
    }

    /// Returns a dense number, for tables indexed by symbol.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the parts of a qualified name between its `::`, like `split("::")`.
pub fn segments(name: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(name);
    std::iter::from_fn(move || {
        let text = rest?;
        // names are short: a search with a prepared pattern costs more than it saves
        let end = text.as_bytes().windows(2).position(|two| two == b"::");
        let (segment, after) = match end {
            Some(end) => (&text[..end], Some(&text[end + 2..])),
            None => (text, None),
        };
        rest = after;
        Some(segment)
    })
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
