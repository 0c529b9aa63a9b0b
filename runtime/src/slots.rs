//! Owns a cache by number. Entries whose numbers collide replace each other.

/// A table of `N` slots, which is allocated on the first insertion.
pub struct Slots<K, V, const N: usize> {
    slots: Vec<Option<(K, V)>>,
}

impl<K: Copy + PartialEq, V: Copy, const N: usize> Slots<K, V, N> {
    /// Returns the value that was put there for a key, unless it was replaced.
    #[inline]
    pub fn get(&self, number: usize, key: K) -> Option<V> {
        match self.slots.get(number % N) {
            Some(Some((known, value))) if *known == key => Some(*value),
            _ => None,
        }
    }

    /// Returns the value that was put there for a key that a test accepts, unless it was replaced.
    #[inline]
    pub fn find(&self, number: usize, is: impl FnOnce(&K) -> bool) -> Option<V> {
        match self.slots.get(number % N) {
            Some(Some((known, value))) if is(known) => Some(*value),
            _ => None,
        }
    }

    /// Returns the entries.
    pub fn iter(&self) -> impl Iterator<Item = &(K, V)> {
        self.slots.iter().flatten()
    }

    /// Inserts a value, replacing the one that was in the slot.
    pub fn put(&mut self, number: usize, key: K, value: V) {
        self.slots.resize(N, None);
        self.slots[number % N] = Some((key, value));
    }
}

impl<K, V, const N: usize> Default for Slots<K, V, N> {
    fn default() -> Slots<K, V, N> {
        Slots { slots: Vec::new() }
    }
}
