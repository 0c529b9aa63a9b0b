//! Computes password hashes like those of the C library's `crypt` (MD5, SHA-256, SHA-512), and
//! PBKDF2.

use md5::{Digest, Md5};
use sha2::Sha512;

use crate::alarm;

const LETTERS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Writes the lower bits of a number, six for each letter.
fn letters(mut bits: u32, count: usize, out: &mut String) {
    for _ in 0..count {
        out.push(LETTERS[(bits & 0x3f) as usize] as char);
        bits >>= 6;
    }
}

/// Writes three bytes at a time as letters, from places that are a stride apart.
fn triples(bytes: &[u8], places: impl Iterator<Item = [usize; 3]>, out: &mut String) {
    for [a, b, c] in places {
        let byte = |at: usize| u32::from(bytes[at]);
        letters(byte(a) << 16 | byte(b) << 8 | byte(c), 4, out);
    }
}

/// Makes `$1$salt$...`.
pub fn md5(password: &[u8], salt: &[u8]) -> String {
    let salt = &salt[..salt.len().min(8)];
    let inner = Md5::new()
        .chain_update(password)
        .chain_update(salt)
        .chain_update(password)
        .finalize();
    let mut outer = Md5::new()
        .chain_update(password)
        .chain_update(b"$1$")
        .chain_update(salt);
    let mut left = password.len();
    while left > 0 {
        let part = left.min(16);
        outer.update(&inner[..part]);
        left -= part;
    }
    let mut bits = password.len();
    while bits > 0 {
        outer.update(if bits & 1 == 1 {
            &[0][..]
        } else {
            &password[..1]
        });
        bits >>= 1;
    }
    let mut result = outer.finalize();
    for round in 0..1000 {
        let mut next = Md5::new();
        match round & 1 {
            1 => next.update(password),
            _ => next.update(result),
        }
        if round % 3 != 0 {
            next.update(salt);
        }
        if round % 7 != 0 {
            next.update(password);
        }
        match round & 1 {
            1 => next.update(result),
            _ => next.update(password),
        }
        result = next.finalize();
    }
    let mut out = format!("$1${}$", String::from_utf8_lossy(salt));
    let places = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5]];
    triples(&result, places.into_iter(), &mut out);
    letters(u32::from(result[11]), 2, &mut out);
    out
}

/// Makes `$5$salt$...`, `$6$salt$...`.
pub fn sha<D: Digest>(prefix: &str, password: &[u8], salt: &[u8]) -> String {
    let salt = &salt[..salt.len().min(16)];
    let size = <D as Digest>::output_size();
    let inner = D::new()
        .chain_update(password)
        .chain_update(salt)
        .chain_update(password)
        .finalize();
    let repeat = |bytes: &[u8], length: usize| -> Vec<u8> {
        bytes.iter().copied().cycle().take(length).collect()
    };
    let mut outer = D::new().chain_update(password).chain_update(salt);
    outer.update(repeat(&inner, password.len()));
    let mut bits = password.len();
    while bits > 0 {
        match bits & 1 {
            1 => outer.update(&inner),
            _ => outer.update(password),
        }
        bits >>= 1;
    }
    let mut result = outer.finalize();
    let mut of_password = D::new();
    for _ in 0..password.len() {
        of_password.update(password);
    }
    let password = repeat(&of_password.finalize(), password.len());
    let mut of_salt = D::new();
    for _ in 0..16 + usize::from(result[0]) {
        of_salt.update(salt);
    }
    let mixed_salt = repeat(&of_salt.finalize(), salt.len());
    for round in 0..5000 {
        let mut next = D::new();
        match round & 1 {
            1 => next.update(&password),
            _ => next.update(&result),
        }
        if round % 3 != 0 {
            next.update(&mixed_salt);
        }
        if round % 7 != 0 {
            next.update(&password);
        }
        match round & 1 {
            1 => next.update(&result),
            _ => next.update(&password),
        }
        result = next.finalize();
    }
    let mut out = format!("{prefix}{}$", String::from_utf8_lossy(salt));
    write_sha(&result, size, &mut out);
    out
}

/// Writes the bytes of the result in the order of the format: one from each third in turn, rotating
/// each triple by one place.
fn write_sha(result: &[u8], size: usize, out: &mut String) {
    let third = size / 3;
    let places = (0..third).map(|i| {
        let all = [i, i + third, i + 2 * third];
        match (size, i % 3) {
            (32, 0) | (64, 0) => all,
            (32, 1) => [all[2], all[0], all[1]],
            (32, _) => [all[1], all[2], all[0]],
            (_, 1) => [all[1], all[2], all[0]],
            _ => [all[2], all[0], all[1]],
        }
    });
    triples(result, places, out);
    match size {
        32 => letters(u32::from(result[31]) << 8 | u32::from(result[30]), 3, out),
        _ => letters(u32::from(result[63]), 2, out),
    }
}

/// Derives a key of `length` bytes from a password.
pub fn pbkdf2_sha512(password: &[u8], salt: &[u8], iterations: i64, length: usize) -> Vec<u8> {
    let mut key = Vec::with_capacity(length + 64);
    let mac = Hmac::new(password);
    let mut block: u32 = 1;
    while key.len() < length {
        let mut last = mac.of(&[salt, &block.to_be_bytes()]);
        let mut sum = last;
        for _ in 1..iterations {
            alarm::step();
            last = mac.of(&[&last]);
            sum.iter_mut().zip(last).for_each(|(a, b)| *a ^= b);
        }
        key.extend(sum);
        block += 1;
    }
    key.truncate(length);
    key
}

/// HMAC with SHA-512.
struct Hmac {
    inner: Sha512,
    outer: Sha512,
}

impl Hmac {
    fn new(key: &[u8]) -> Hmac {
        let mut block = [0u8; 128];
        match key.len() > 128 {
            true => block[..64].copy_from_slice(&Sha512::digest(key)),
            false => block[..key.len()].copy_from_slice(key),
        }
        Hmac {
            inner: Sha512::new().chain_update(block.map(|b| b ^ 0x36)),
            outer: Sha512::new().chain_update(block.map(|b| b ^ 0x5c)),
        }
    }

    fn of(&self, parts: &[&[u8]]) -> [u8; 64] {
        let mut inner = self.inner.clone();
        parts.iter().for_each(|part| inner.update(part));
        let outer = self.outer.clone().chain_update(inner.finalize());
        outer.finalize().into()
    }
}
