//! Checks all entries of a hash, and remembers the result with its storage.

use super::seal::Seal;
use super::{Hash, Index};
use crate::heap::Heap;
use crate::value::Value;

impl<'h> Hash<'h> {
    /// Returns true if there are so many entries that the results of checks are remembered.
    pub fn is_sealable(&self, heap: &Heap) -> bool {
        self.index.is_some_and(|index| self.is_sole(heap, index))
    }

    /// Returns true if `check` accepts each key and value. `what` identifies the check: for the same
    /// number the same entry must get the same answer. Entries that passed before and were not
    /// changed since are not checked again.
    pub fn all_entries(
        &self,
        heap: &Heap,
        what: usize,
        mut check: impl FnMut(Value<'h>, Value<'h>) -> bool,
    ) -> bool {
        self.settle();
        let mut is = |at: usize| {
            let (key, value) = self.entry(at).expect("places are below the length");
            check(key, value)
        };
        let Some(index) = self.index.filter(|index| self.is_sole(heap, index)) else {
            return (0..self.len()).all(is);
        };
        let freed = heap.times_freed() as u32;
        let seal = index.seals.find(what, freed);
        let seal = seal.filter(|seal| seal.len <= self.len);
        let old = seal.unwrap_or_default();
        if old.what == what && old.len == self.len && old.noted == 0 {
            return true;
        }
        let mut noted = old.places[..old.noted as usize].iter();
        let all = noted.all(|place| is(*place as usize)) && (old.len as usize..self.len()).all(is);
        if all {
            index.seals.set(Seal {
                what,
                len: self.len,
                freed,
                ..Seal::default()
            });
        }
        all
    }

    /// Returns true if this is the newest view of a storage that only this heap's thread sees.
    fn is_sole(&self, heap: &Heap, index: &Index) -> bool {
        std::ptr::eq(index.owner, heap)
            && index.used.get() == self.len
            && index.version.get() == self.version
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::hash::{HashBuilder, loop_id};

    #[test]
    fn only_changes_are_checked_again() {
        let heap = Heap::new();
        let mut hash = HashBuilder::new().finish(&heap);
        for i in 0..1_000 {
            hash = hash.with(&heap, Value::Integer(i), Value::Integer(i));
        }
        let checked = |hash: &Hash<'_>, what| {
            let mut count = 0;
            let all = hash.all_entries(&heap, what, |_, value| {
                count += 1;
                value.as_integer().is_some()
            });
            (all, count)
        };
        assert_eq!(checked(hash, 1), (true, 1_000));
        assert_eq!(checked(hash, 1), (true, 0));
        assert_eq!(checked(hash, 2), (true, 1_000));
        let older = hash;
        hash = hash.with(&heap, Value::Integer(7), Value::Integer(0));
        hash = hash.with(&heap, Value::Integer(-1), Value::Integer(0));
        assert_eq!(checked(hash, 1), (true, 2));
        assert_eq!(checked(hash, 2), (true, 2));
        assert_eq!(checked(older, 1), (true, 1_000));
        let id = loop_id();
        hash = hash
            .put(&heap, (Value::Integer(9), Value::Undef), id, 0)
            .hash;
        assert!(!checked(hash, 1).0);
        hash = hash
            .put(&heap, (Value::Integer(9), Value::Integer(1)), id, 0)
            .hash;
        assert!(checked(hash, 1).0);
        hash = hash.take(&heap, Value::Integer(3), id);
        assert_eq!(checked(hash, 1), (true, 1_000));
        for i in 20..40 {
            hash = hash
                .put(&heap, (Value::Integer(i), Value::Undef), id, 0)
                .hash;
        }
        assert!(!checked(hash, 1).0);
    }
}
