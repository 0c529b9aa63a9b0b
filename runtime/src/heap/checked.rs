//! Remembers rows of items that passed a check, so that an array is not checked again each time it is
//! passed to a function whose parameter has a type of arrays.
//!
//! Items are never written again while their memory is in use. All rows are forgotten when memory is
//! freed.

use std::cell::Cell;
use std::ops::Range;

/// The rows that are remembered.
const ROWS: usize = 8;

/// Items in memory that passed a check.
#[derive(Clone, Copy, Default)]
struct Row {
    /// The number of the check, such as the address of a type; 0 if there was none.
    what: usize,
    start: usize,
    end: usize,
}

/// The rows that passed checks.
#[derive(Default)]
pub struct CheckedRows {
    rows: Cell<[Row; ROWS]>,
    any: Cell<bool>,
}

impl CheckedRows {
    /// Returns the address up to which a row was checked; its start if it was not.
    pub fn checked_until(&self, what: usize, row: &Range<usize>) -> usize {
        let rows = self.rows.get();
        let is =
            |known: &&Row| known.what == what && known.start <= row.start && row.start < known.end;
        rows.iter()
            .find(is)
            .map_or(row.start, |known| known.end.min(row.end))
    }

    /// Notes that a row passed a check.
    pub fn add(&self, what: usize, row: &Range<usize>) {
        let mut rows = self.rows.get();
        let known =
            |known: &Row| known.what == what && known.start <= row.start && row.start <= known.end;
        let place = rows.iter().position(known);
        let mut new = Row {
            what,
            start: row.start,
            end: row.end,
        };
        if let Some(place) = place {
            new.start = rows[place].start;
            new.end = new.end.max(rows[place].end);
        }
        // replaces the one that was used least recently
        rows[..=place.unwrap_or(ROWS - 1)].rotate_right(1);
        rows[0] = new;
        self.rows.set(rows);
        self.any.set(true);
    }

    /// Forgets all rows.
    pub(super) fn clear(&self) {
        if self.any.replace(false) {
            self.rows.set(Default::default());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_grow_and_parts_of_them_are_known() {
        let checked = CheckedRows::default();
        assert_eq!(checked.checked_until(1, &(100..200)), 100);
        checked.add(1, &(100..200));
        assert_eq!(checked.checked_until(1, &(100..260)), 200);
        assert_eq!(checked.checked_until(1, &(150..180)), 180);
        assert_eq!(checked.checked_until(2, &(150..180)), 150);
        assert_eq!(checked.checked_until(1, &(90..180)), 90);
        checked.add(1, &(100..260));
        assert_eq!(checked.checked_until(1, &(120..260)), 260);
        checked.clear();
        assert_eq!(checked.checked_until(1, &(120..260)), 120);
    }
}
