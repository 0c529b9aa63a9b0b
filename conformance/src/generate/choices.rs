//! The source of the decisions in a generated program.

/// Decisions: those of a seed without end, or those that bytes spell. When the bytes end, each
/// further decision is the first of its kind, which is the simplest. What was decided is
/// recorded, so that a program of a seed can be made again, and made smaller, from its bytes.
pub struct Choices<'b> {
    source: Source<'b>,
    record: Vec<u8>,
}

enum Source<'b> {
    Seed(u64),
    Bytes(&'b [u8]),
}

impl<'b> Choices<'b> {
    /// The decisions of a seed.
    pub fn of_seed(seed: u64) -> Choices<'b> {
        Choices::of(Source::Seed(seed))
    }

    /// The decisions that bytes spell.
    pub fn of_bytes(bytes: &'b [u8]) -> Choices<'b> {
        Choices::of(Source::Bytes(bytes))
    }

    fn of(source: Source<'b>) -> Choices<'b> {
        Choices {
            source,
            record: Vec::new(),
        }
    }

    /// Returns the decisions so far as bytes: `of_bytes` on them decides the same.
    pub fn record(self) -> Vec<u8> {
        self.record
    }

    /// A number below `count`, which is 256 at most; 0 when there is nothing to choose.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.clamp(1, 256)
    }

    /// One of several.
    pub fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// One of several texts.
    pub fn word<'t>(&mut self, from: &[&'t str]) -> &'t str {
        self.pick::<&str>(from)
    }

    /// True once in `of` times; false when nothing is left to decide.
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

/// The next byte of the generator SplitMix64.
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
