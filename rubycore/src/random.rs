//! Generates the random numbers of Ruby: MT19937, seeded and read like its `Random`.

use num_bigint::BigUint;

const N: usize = 624;
const M: usize = 397;

/// A generator.
pub struct Random {
    state: [u32; N],
    at: usize,
}

impl Random {
    /// Returns a generator seeded with a number of any size, as big-endian bytes.
    pub fn from_bytes(seed: &[u8]) -> Random {
        let mut words: Vec<u32> = seed
            .rchunks(4)
            .map(|chunk| {
                chunk
                    .iter()
                    .fold(0, |word, byte| word << 8 | u32::from(*byte))
            })
            .collect();
        while words.len() > 1 && words.last() == Some(&0) {
            words.pop();
        }
        match words.as_slice() {
            [] => Random::from_word(0),
            [word] => Random::from_word(*word),
            words => Random::from_words(words),
        }
    }

    /// Makes a generator seeded with a number that is not negative.
    pub fn from_integer(seed: u64) -> Random {
        Random::from_bytes(&seed.to_be_bytes())
    }

    fn from_word(seed: u32) -> Random {
        let mut state = [0; N];
        state[0] = seed;
        for i in 1..N {
            let previous: u32 = state[i - 1];
            state[i] = (previous ^ previous >> 30)
                .wrapping_mul(1_812_433_253)
                .wrapping_add(i as u32);
        }
        Random { state, at: N }
    }

    fn from_words(words: &[u32]) -> Random {
        let mut random = Random::from_word(19_650_218);
        let state = &mut random.state;
        let (mut i, mut j) = (1, 0);
        for _ in 0..N.max(words.len()) {
            let previous = state[i - 1];
            state[i] = (state[i] ^ (previous ^ previous >> 30).wrapping_mul(1_664_525))
                .wrapping_add(words[j])
                .wrapping_add(j as u32);
            i += 1;
            j = (j + 1) % words.len();
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        for _ in 1..N {
            let previous = state[i - 1];
            state[i] = (state[i] ^ (previous ^ previous >> 30).wrapping_mul(1_566_083_941))
                .wrapping_sub(i as u32);
            i += 1;
            if i >= N {
                state[0] = state[N - 1];
                i = 1;
            }
        }
        state[0] = 0x8000_0000;
        random
    }

    fn refill(&mut self) {
        for i in 0..N {
            let bits = self.state[i] & 0x8000_0000 | self.state[(i + 1) % N] & 0x7fff_ffff;
            let twist = if bits & 1 == 1 { 0x9908_b0df } else { 0 };
            self.state[i] = self.state[(i + M) % N] ^ bits >> 1 ^ twist;
        }
        self.at = 0;
    }

    fn word(&mut self) -> u32 {
        if self.at >= N {
            self.refill();
        }
        let mut word = self.state[self.at];
        self.at += 1;
        word ^= word >> 11;
        word ^= word << 7 & 0x9d2c_5680;
        word ^= word << 15 & 0xefc6_0000;
        word ^ word >> 18
    }

    /// Returns a number from 0 to `limit`, all equally likely.
    pub fn below_or_equal(&mut self, limit: u64) -> u64 {
        if limit == 0 {
            return 0;
        }
        let mask = u64::MAX >> limit.leading_zeros();
        'again: loop {
            let mut value = 0;
            for part in (0..2).rev() {
                if mask >> (part * 32) & 0xffff_ffff != 0 {
                    value |= u64::from(self.word()) << (part * 32);
                    value &= mask;
                    if value > limit {
                        continue 'again;
                    }
                }
            }
            return value;
        }
    }

    /// Works like [`Random::below_or_equal`], for numbers of any size.
    pub fn big_below_or_equal(&mut self, limit: &BigUint) -> BigUint {
        if let Ok(limit) = u64::try_from(limit) {
            return BigUint::from(self.below_or_equal(limit));
        }
        let limits = limit.to_u32_digits();
        let mut words = vec![0; limits.len()];
        'again: loop {
            let mut mask = 0;
            let mut at_limit = true;
            for (word, &limit) in words.iter_mut().zip(&limits).rev() {
                mask = match mask {
                    0 => u32::MAX.checked_shr(limit.leading_zeros()).unwrap_or(0),
                    _ => u32::MAX,
                };
                *word = self.word() & mask;
                if at_limit && *word > limit {
                    continue 'again;
                }
                at_limit &= *word == limit;
            }
            return BigUint::new(words);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_the_platforms_numbers() {
        // Random.new(n).rand(m)
        assert_eq!(Random::from_integer(42).below_or_equal(99), 51);
        let mut random = Random::from_integer(1 << 40);
        let numbers: Vec<u64> = (0..4)
            .map(|_| random.below_or_equal(999_999_999_999))
            .collect();
        assert_eq!(numbers, RECORDED);
    }

    const RECORDED: [u64; 4] = [555567862544, 734721436664, 585780843237, 913223804642];
}
