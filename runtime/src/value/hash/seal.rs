//! Remembers that all entries of a storage passed a check, so that a function whose parameter has a
//! type of hashes checks only what has changed since its last call. A seal ends when memory is freed.
//!
//! A seal holds for the newest view of its storage. Code that writes to an entry in place notes the
//! place; removed entries break all seals. Entries beyond those that were checked are checked the
//! next time.

use std::cell::Cell;

/// The checks of one storage that are remembered.
const SEALS: usize = 2;

/// The changed places that a seal notes before it breaks.
const PLACES: usize = 3;

/// The check that all entries of a storage passed.
#[derive(Clone, Copy, Default)]
pub(super) struct Seal {
    /// The number of the check, such as the address of a type; 0 if there was none.
    pub(super) what: usize,
    /// The number of entries that were checked.
    pub(super) len: u32,
    /// The number of places noted since.
    pub(super) noted: u32,
    pub(super) places: [u32; PLACES],
    /// The number of times that the heap had freed memory: checked values may have moved since.
    pub(super) freed: u32,
}

/// The seals of a storage.
#[derive(Default)]
pub(super) struct Seals {
    all: Cell<[Seal; SEALS]>,
    any: Cell<bool>,
}

impl Seals {
    /// Notes that the value at a place was replaced.
    #[inline]
    pub(super) fn note(&self, place: usize) {
        if self.any.get() {
            self.note_each(place as u32);
        }
    }

    fn note_each(&self, place: u32) {
        let mut all = self.all.get();
        for seal in all.iter_mut().filter(|seal| seal.what != 0) {
            let noted = seal.noted as usize;
            if seal.places[..noted].contains(&place) {
                continue;
            }
            match noted < PLACES {
                true => {
                    seal.places[noted] = place;
                    seal.noted += 1;
                }
                false => *seal = Seal::default(),
            }
        }
        self.all.set(all);
    }

    /// Breaks all seals.
    pub(super) fn break_all(&self) {
        self.any.set(false);
        self.all.set(Default::default());
    }

    /// Takes over the seals of a storage whose entries were copied.
    pub(super) fn take_over(&self, other: &Seals) {
        self.any.set(other.any.get());
        self.all.set(other.all.get());
    }

    /// Returns the seal of a check, if memory was not freed since.
    pub(super) fn find(&self, what: usize, freed: u32) -> Option<Seal> {
        let mut all = self.all.get().into_iter();
        all.find(|seal| seal.what == what && seal.freed == freed)
    }

    /// Adds a seal, in place of that of the same check.
    pub(super) fn set(&self, seal: Seal) {
        let mut all = self.all.get();
        let place = all.iter().position(|other| other.what == seal.what);
        // replaces the oldest of the others
        all[..=place.unwrap_or(SEALS - 1)].rotate_right(1);
        all[0] = seal;
        self.all.set(all);
        self.any.set(true);
    }
}
