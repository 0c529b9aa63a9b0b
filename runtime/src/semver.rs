//! SemVer versions and ranges: parsing, order and text.
//!
//! Spec: document 000, "SemVer" and "SemVerRange".

use std::cmp::Ordering;
use std::fmt;
use std::fmt::Write as _;

/// `1.2.3-rc.1+build`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version<'h> {
    /// Major version.
    pub major: u64,
    /// Minor version.
    pub minor: u64,
    /// Patch level.
    pub patch: u64,
    /// Behind the `-`, without it.
    pub prerelease: Option<&'h str>,
    /// Behind the `+`, without it.
    pub build: Option<&'h str>,
}

impl fmt::Display for Version<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if let Some(prerelease) = self.prerelease {
            write!(f, "-{prerelease}")?;
        }
        match self.build {
            Some(build) => write!(f, "+{build}"),
            None => Ok(()),
        }
    }
}

impl<'h> Version<'h> {
    /// The order of versions: builds do not count, a prerelease comes before its version.
    pub fn precedence(&self, other: &Version<'_>) -> Ordering {
        let numbers = |v: &Version<'_>| (v.major, v.minor, v.patch);
        numbers(self)
            .cmp(&numbers(other))
            .then_with(|| match (self.prerelease, other.prerelease) {
                (None, None) => Ordering::Equal,
                (None, Some(_)) => Ordering::Greater,
                (Some(_), None) => Ordering::Less,
                (Some(a), Some(b)) => compare_prereleases(a, b),
            })
    }
}

fn compare_prereleases(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.split('.'), b.split('.'));
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(a), Some(b)) => match (is_number(a), is_number(b)) {
                // without leading zeroes the longer number is the greater one
                (true, true) => a.len().cmp(&b.len()).then_with(|| a.cmp(b)),
                (true, false) => Ordering::Less,
                (false, true) => Ordering::Greater,
                (false, false) => a.cmp(b),
            },
        };
        if order.is_ne() {
            return order;
        }
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// A range of versions.
#[derive(Clone, Copy, Debug)]
pub struct Range<'h> {
    /// As it was written.
    pub source: &'h str,
}

impl PartialEq for Range<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.source == other.source
    }
}

impl Eq for Range<'_> {}

impl Range<'_> {
    /// Writes the comparators that the range stands for (`>=1.0.0 <2.0.0`).
    pub fn write_normal(&self, out: &mut String) {
        let _ = write!(out, "{}", self.source);
    }
}
