//! Makes digests of answers, for later comparison.

use std::io;

use sha2::{Digest as _, Sha256};

use crate::data::Data;

/// The first half of the SHA-256 of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Answer(pub [u8; 16]);

/// A builder of an [`Answer`] from parts; each part counts with its length.
#[derive(Default)]
pub struct Digester(Sha256);

impl Digester {
    /// Adds a part.
    pub fn add(&mut self, part: impl AsRef<[u8]>) {
        let part = part.as_ref();
        self.0.update((part.len() as u64).to_le_bytes());
        self.0.update(part);
    }

    /// Adds data: each value with its kind, and the pairs of hashes in order.
    pub fn add_data(&mut self, data: &Data) {
        let mut tagged = |tag: u8, bytes: &[u8]| {
            self.0.update([tag]);
            self.add(bytes);
        };
        match data {
            Data::Undef => tagged(0, &[]),
            Data::Boolean(value) => tagged(1, &[u8::from(*value)]),
            Data::Integer(value) => tagged(2, &value.to_le_bytes()),
            Data::BigInteger(digits) => tagged(3, digits.as_bytes()),
            Data::Float(value) => tagged(4, &value.to_bits().to_le_bytes()),
            Data::String(text) => tagged(5, text.as_bytes()),
            Data::Symbol(text) => tagged(6, text.as_bytes()),
            Data::Encoding(name) => tagged(7, name.as_bytes()),
            Data::Rich(rich) => tagged(8, &rich.index.to_le_bytes()),
            Data::Array(items) => {
                tagged(9, &(items.len() as u64).to_le_bytes());
                items.iter().for_each(|item| self.add_data(item));
            }
            Data::Hash(pairs) => {
                tagged(10, &(pairs.len() as u64).to_le_bytes());
                for (key, value) in pairs.iter() {
                    self.add_data(key);
                    self.add_data(value);
                }
            }
        }
    }

    /// Returns the answer.
    pub fn finish(self) -> Answer {
        let whole = self.0.finalize();
        let mut half = [0; 16];
        half.copy_from_slice(&whole[..16]);
        Answer(half)
    }
}

/// Returns the answer made of several parts.
pub fn answer_of<P: AsRef<[u8]>>(parts: impl IntoIterator<Item = P>) -> Answer {
    let mut digester = Digester::default();
    parts.into_iter().for_each(|part| digester.add(part));
    digester.finish()
}

/// Returns the answer for a text.
pub fn answer_of_text(text: &str) -> Answer {
    answer_of([text])
}

/// Returns the answer for the content of a file.
pub fn answer_of_bytes(bytes: &[u8]) -> Answer {
    answer_of([b"content".as_slice(), bytes])
}

/// Returns the answer for the result of reading a file.
pub fn answer_of_read(read: &io::Result<Vec<u8>>) -> Answer {
    match read {
        Ok(bytes) => answer_of_bytes(bytes),
        Err(error) => answer_of(["error", &error.to_string()]),
    }
}

/// Returns the answer for data.
pub fn answer_of_data(data: &Data) -> Answer {
    let mut digester = Digester::default();
    digester.add_data(data);
    digester.finish()
}

/// Returns the answer for a boolean.
pub fn answer_of_bool(is: bool) -> Answer {
    answer_of([[u8::from(is)]])
}

/// Returns the answer for a text that may be missing.
pub fn answer_of_option(text: Option<&str>) -> Answer {
    match text {
        Some(text) => answer_of(["some", text]),
        None => answer_of(["none"]),
    }
}
