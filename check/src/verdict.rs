//! Owns the answers to the question whether a type accepts a value.

use std::collections::HashMap;
use std::sync::Mutex;

/// The answer to the question whether a type accepts a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The type certainly accepts it.
    Yes,
    /// The type certainly does not accept it.
    No,
    /// The answer depends on something that is not known.
    Open,
}

impl Verdict {
    /// Returns `Yes` for true and `No` for false.
    pub fn of(is: bool) -> Verdict {
        match is {
            true => Verdict::Yes,
            false => Verdict::No,
        }
    }

    /// Returns `Yes` if both are `Yes`, and `No` if one is `No`.
    pub fn and(self, other: Verdict) -> Verdict {
        match (self, other) {
            (Verdict::No, _) | (_, Verdict::No) => Verdict::No,
            (Verdict::Yes, Verdict::Yes) => Verdict::Yes,
            _ => Verdict::Open,
        }
    }

    /// Returns `Yes` if one is `Yes`, and `No` if both are `No`.
    pub fn or(self, other: Verdict) -> Verdict {
        match (self, other) {
            (Verdict::Yes, _) | (_, Verdict::Yes) => Verdict::Yes,
            (Verdict::No, Verdict::No) => Verdict::No,
            _ => Verdict::Open,
        }
    }
}

/// The programs that were evaluated, each with its verdict.
#[derive(Debug, Default)]
pub struct Memberships(pub Mutex<HashMap<String, Verdict>>);
