//! Owns the decisions from which a program is generated.

/// A source of decisions: the endless sequence of a seed, or a sequence of bytes. After the last
/// byte, each decision is the first option, which is the simplest. Decisions are recorded, so that
/// a program of a seed can be generated again from bytes and made smaller.
pub struct Choices<'b> {
    source: Source<'b>,
    record: Vec<u8>,
}

enum Source<'b> {
    Seed(u64),
    Bytes(&'b [u8]),
}

impl<'b> Choices<'b> {
    /// Returns the decisions of a seed.
    pub fn of_seed(seed: u64) -> Choices<'b> {
        Choices::of(Source::Seed(seed))
    }

    /// Returns the decisions in a sequence of bytes.
    pub fn of_bytes(bytes: &'b [u8]) -> Choices<'b> {
        Choices::of(Source::Bytes(bytes))
    }

    fn of(source: Source<'b>) -> Choices<'b> {
        Choices {
            source,
            record: Vec::new(),
        }
    }

    /// Returns the decisions so far as bytes. `of_bytes` of these bytes makes the same decisions.
    pub fn record(self) -> Vec<u8> {
        self.record
    }

    /// Returns a number below `count`, which is at most 256; 0 if there is nothing to choose.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.clamp(1, 256)
    }

    /// Returns one of several items.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// Returns one of several texts.
    pub fn word<'t>(&mut self, from: &[&'t str]) -> &'t str {
        self.pick::<&str>(from)
    }

    /// Returns true once in `of` times, and false after the last byte.
    pub fn chance(&mut self, of: usize) -> bool {
        self.below(of) == of - 1
    }

    fn byte(&mut self) -> u8 {
        let byte = match &mut self.source {
            Source::Seed(state) => split_mix(state),
            Source::Bytes(bytes) => match bytes.split_first() {
                None => 0,
                Some((&first, rest)) => {
                    *bytes = rest;
                    first
                }
            },
        };
        self.record.push(byte);
        byte
    }
}

/// Returns the next byte of the generator SplitMix64.
fn split_mix(state: &mut u64) -> u8 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut mixed = *state;
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed >> 40) as u8
}

#[cfg(test)]
mod tests {
    use super::Choices;

    #[test]
    fn the_record_decides_the_same() {
        let decide = |choices: &mut Choices<'_>| -> Vec<usize> {
            (1..300).map(|count| choices.below(count)).collect()
        };
        let mut first = Choices::of_seed(7);
        let decided = decide(&mut first);
        let record = first.record();
        assert_eq!(decide(&mut Choices::of_bytes(&record)), decided);
        assert_eq!(decide(&mut Choices::of_bytes(&[])), vec![0; 299]);
    }
}
