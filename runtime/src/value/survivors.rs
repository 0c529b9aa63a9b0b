//! Estimates the bytes that a release would have to copy.
//!
//! A loop that collects its results keeps nearly all data: copying it costs much and frees little.
//! A sample of the kept values reveals that before the walk over all of them begins.

use foldhash::fast::FixedState;
use hashbrown::HashSet;

use super::array::ArrayBuilder;
use super::moving::values;
use super::row::Row;
use super::{Array, Hash, Value};
use crate::heap::Detached;

/// The size of the sample of a list, or of a value that a loop carries.
const SAMPLE: usize = 1024;

/// The size of the sample within a value of a sample.
const INNER_SAMPLE: usize = 8;

/// The depth below which values are not counted.
const DEPTH: usize = 6;

/// Sums up the bytes of young memory that values keep alive.
pub(crate) struct Survivors<'d> {
    from: &'d Detached,
    bytes: usize,
}

impl<'d> Survivors<'d> {
    pub fn new(from: &'d Detached) -> Survivors<'d> {
        Survivors { from, bytes: 0 }
    }

    /// Returns the estimated bytes of the added values.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Adds a value that a loop carries on.
    pub fn add(&mut self, value: Value<'_>) {
        let bytes = self.size(value, SAMPLE, DEPTH);
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Returns the epoch whose data, and that of older ones, stays.
    pub fn cut(&self) -> u64 {
        self.from.cut()
    }

    /// Adds items that are being collected, of which the first `settled` stay.
    pub fn add_list(&mut self, list: &ArrayBuilder<'_>, settled: usize) {
        let bytes = self.row(list.row_from(settled), SAMPLE, DEPTH);
        self.bytes = self.bytes.saturating_add(bytes);
    }

    fn size(&self, value: Value<'_>, sample: usize, depth: usize) -> usize {
        let at = value.memory();
        if depth == 0 || at == 0 || !self.from.has(at) {
            return 0;
        }
        match value {
            Value::String(_) if self.from.keeps(at) => 0,
            Value::String(text) => text.len() + 8,
            Value::Array(array) => {
                size_of::<Array<'_>>().saturating_add(self.row(array.row(), sample, depth))
            }
            Value::Hash(hash) => {
                size_of::<Hash<'_>>().saturating_add(self.row(hash.row(), sample, depth))
            }
            _ => size_of::<Value<'_>>(),
        }
    }

    /// Returns the bytes of a row and of the values in it.
    fn row(&self, row: Row, sample: usize, depth: usize) -> usize {
        let stays = row.may_stay && self.from.keeps(row.start);
        let own = match !stays && self.from.has(row.start) {
            true => row.end - row.start,
            false => 0,
        };
        if !row.holds_values || row.start == row.end {
            return own;
        }
        // SAFETY: written values, which nobody changes meanwhile
        #[allow(unsafe_code, reason = "a look at values that are kept")]
        let values = unsafe { values(&row) };
        own.saturating_add(self.sampled(values, sample, depth - 1))
    }

    /// Estimates the bytes of values from a sample. Values that are shared appear in a sample more
    /// than once, which indicates how many different ones there are.
    fn sampled(&self, values: &[Value<'_>], sample: usize, depth: usize) -> usize {
        let count = values.len();
        let taken = count.min(sample);
        let mut seen: HashSet<usize, FixedState> = HashSet::default();
        let (mut bytes, mut fresh, mut repeated) = (0usize, 0usize, 0usize);
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        for nth in 0..taken {
            // one of each section, so that no place is examined twice
            let (from, until) = (nth * count / taken, (nth + 1) * count / taken);
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let value = values[from + (random >> 33) as usize % (until - from)];
            if sample > INNER_SAMPLE && value.memory() != 0 && !seen.insert(value.memory()) {
                repeated += 1;
                continue;
            }
            fresh += 1;
            bytes = bytes.saturating_add(self.size(value, INNER_SAMPLE, depth));
        }
        if taken == count || fresh == 0 {
            return bytes;
        }
        let different = match repeated {
            0 => count,
            _ => count.min(taken * taken / (2 * repeated)).max(fresh),
        };
        bytes.saturating_mul(different) / fresh
    }
}
