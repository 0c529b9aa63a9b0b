//! Implements bcrypt like the C library's `crypt`. Blowfish's initial tables are the hexadecimal
//! digits of pi after the point; they are computed once.

use std::sync::LazyLock;

use crate::alarm;

/// The number of significant bytes of a password.
const PASSWORD_MAX: usize = 72;
const KEYS: usize = 18;
const BOXES: usize = 1024;
const LETTERS: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// The fraction of pi, 32 bits a word.
static PI: LazyLock<Vec<u32>> = LazyLock::new(|| {
    // with some words that take the errors of rounding
    let words = KEYS + BOXES + 4;
    let mut sum = scaled(4 * 4, 5, words);
    subtract(&mut sum, &scaled(4, 239, words));
    sum[1..=KEYS + BOXES].to_vec()
});

/// Returns `factor * atan(1 / x)` in words: one before the point, the others after it.
fn scaled(factor: u32, x: u32, words: usize) -> Vec<u32> {
    let mut power = vec![0; words + 1];
    power[0] = factor;
    divide(&mut power, x);
    let mut sum = power.clone();
    let mut term = power.clone();
    let mut odd = 1;
    while term.iter().any(|word| *word != 0) {
        divide(&mut power, x * x);
        odd += 2;
        term.copy_from_slice(&power);
        divide(&mut term, odd);
        match odd % 4 {
            3 => subtract(&mut sum, &term),
            _ => add(&mut sum, &term),
        }
    }
    sum
}

fn divide(number: &mut [u32], by: u32) {
    let mut rest = 0;
    for word in number {
        let part = rest << 32 | u64::from(*word);
        *word = (part / u64::from(by)) as u32;
        rest = part % u64::from(by);
    }
}

fn add(number: &mut [u32], other: &[u32]) {
    let mut carry = 0;
    for (word, other) in number.iter_mut().zip(other).rev() {
        let part = u64::from(*word) + u64::from(*other) + carry;
        *word = part as u32;
        carry = part >> 32;
    }
}

fn subtract(number: &mut [u32], other: &[u32]) {
    let mut borrow = 0;
    for (word, other) in number.iter_mut().zip(other).rev() {
        let part = i64::from(*word) - i64::from(*other) - borrow;
        *word = part as u32;
        borrow = i64::from(part < 0);
    }
}

struct Blowfish {
    keys: [u32; KEYS],
    boxes: Vec<u32>,
}

impl Blowfish {
    fn new() -> Blowfish {
        let mut keys = [0; KEYS];
        keys.copy_from_slice(&PI[..KEYS]);
        Blowfish {
            keys,
            boxes: PI[KEYS..].to_vec(),
        }
    }

    fn mix(&self, half: u32) -> u32 {
        let [a, b, c, d] = half.to_be_bytes().map(usize::from);
        let (a, b) = (self.boxes[a], self.boxes[256 + b]);
        let (c, d) = (self.boxes[512 + c], self.boxes[768 + d]);
        (a.wrapping_add(b) ^ c).wrapping_add(d)
    }

    fn encrypt(&self, mut left: u32, mut right: u32) -> (u32, u32) {
        for pair in self.keys[..16].chunks_exact(2) {
            left ^= pair[0];
            right ^= self.mix(left);
            right ^= pair[1];
            left ^= self.mix(right);
        }
        (right ^ self.keys[17], left ^ self.keys[16])
    }

    /// Makes all tables again from a key, and from salt that goes into each step.
    fn expand(&mut self, key: &[u32; KEYS], salt: &[u32; 4]) {
        for (own, key) in self.keys.iter_mut().zip(key) {
            *own ^= key;
        }
        let (mut left, mut right) = (0, 0);
        for at in (0..KEYS + BOXES).step_by(2) {
            let salt = &salt[at % 4..];
            (left, right) = self.encrypt(left ^ salt[0], right ^ salt[1]);
            match at.checked_sub(KEYS) {
                None => self.keys[at..at + 2].copy_from_slice(&[left, right]),
                Some(at) => self.boxes[at..at + 2].copy_from_slice(&[left, right]),
            }
        }
    }
}

/// Repeats the bytes of the password and a zero. `signed` reproduces the old bug that bytes beyond
/// ASCII are negative numbers.
fn key(password: &[u8], signed: bool) -> [u32; KEYS] {
    let password = &password[..password.len().min(PASSWORD_MAX)];
    let mut bytes = password.iter().copied().chain([0]).cycle();
    std::array::from_fn(|_| {
        bytes.by_ref().take(4).fold(0, |word: u32, byte| {
            let byte = match signed {
                true => byte as i8 as u32,
                false => u32::from(byte),
            };
            word << 8 | byte
        })
    })
}

/// Bits of letters, the first ones first; as many bytes as there are letters for.
fn bytes_of(letters: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for letter in letters.bytes() {
        let value = LETTERS.iter().position(|l| *l == letter).unwrap_or(0);
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

fn letters_of(bytes: &[u8]) -> String {
    let letter = |at: usize| {
        let byte = |at: usize| u32::from(bytes.get(at).copied().unwrap_or(0));
        let bits = byte(at * 6 / 8) << 8 | byte(at * 6 / 8 + 1);
        LETTERS[(bits >> (10 - at * 6 % 8) & 0x3F) as usize] as char
    };
    (0..(bytes.len() * 8).div_ceil(6)).map(letter).collect()
}

/// Makes `$2b$05$SALT...`: `letter` is the variant, `cost` the binary logarithm of the rounds,
/// `salt` has 22 letters.
pub fn hash(letter: char, cost: u32, salt: &str, password: &[u8]) -> String {
    let salt_bytes = bytes_of(salt);
    let words: [u32; 4] = std::array::from_fn(|at| {
        let word = salt_bytes.iter().skip(at * 4).take(4);
        word.fold(0, |word, byte| word << 8 | u32::from(*byte))
    });
    let key = key(password, letter == 'x');
    let mut salt_key = [0; KEYS];
    for (at, word) in salt_key.iter_mut().enumerate() {
        *word = words[at % 4];
    }
    let mut cipher = Blowfish::new();
    cipher.expand(&key, &words);
    for _ in 0..1u64 << cost {
        alarm::step();
        cipher.expand(&key, &[0; 4]);
        cipher.expand(&salt_key, &[0; 4]);
    }
    let mut text = *b"OrpheanBeholderScryDoubt";
    for pair in text.chunks_exact_mut(8) {
        let word = |at: usize| {
            pair[at..at + 4]
                .iter()
                .fold(0, |w, b| w << 8 | u32::from(*b))
        };
        let (mut left, mut right) = (word(0), word(4));
        for _ in 0..64 {
            (left, right) = cipher.encrypt(left, right);
        }
        pair[..4].copy_from_slice(&left.to_be_bytes());
        pair[4..].copy_from_slice(&right.to_be_bytes());
    }
    format!(
        "$2{letter}${cost:02}${}{}",
        letters_of(&salt_bytes),
        letters_of(&text[..23])
    )
}
