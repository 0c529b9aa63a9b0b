//! What was found last, at hand by a number: entries share slots.

/// A table of `N` slots, none of which exists before there is something to hold.
pub struct Slots<K, V, const N: usize> {
    slots: Vec<Option<(K, V)>>,
}

impl<K: Copy + PartialEq, V: Copy, const N: usize> Slots<K, V, N> {
    /// What was put there for a key last.
    #[inline]
    pub fn get(&self, number: usize, key: K) -> Option<V> {
        match self.slots.get(number % N) {
            Some(Some((known, value))) if *known == key => Some(*value),
            _ => None,
        }
    }

    /// Puts it there; what was there is gone.
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
