//! Parses, compares and writes versions.
//!
//! Spec: document 000, "SemVer".

use std::cmp::Ordering;
use std::fmt;

/// `1.2.3-rc.1+build`
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version<'h> {
    /// Major version.
    pub major: u128,
    /// Minor version.
    pub minor: u128,
    /// Patch level.
    pub patch: u128,
    /// The part after the `-`.
    pub prerelease: Option<Identifiers<'h>>,
    /// The part after the `+`.
    pub build: Option<Identifiers<'h>>,
}

/// The identifiers after the `-` or the `+`, without it: `rc.1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Identifiers<'h> {
    /// The version as it is written.
    pub text: &'h str,
    /// True if the text is one identifier, and not a number, whatever its form. This is so when a
    /// version is made of its segments.
    pub whole: bool,
}

impl<'h> Identifiers<'h> {
    /// Makes identifiers from the text of a version.
    pub const fn read(text: &'h str) -> Identifiers<'h> {
        Identifiers { text, whole: false }
    }

    /// Makes a prerelease given as a segment.
    pub fn prerelease(text: &'h str) -> Identifiers<'h> {
        let whole = text.contains('.') || is_number(text);
        Identifiers { text, whole }
    }

    /// Makes a build given as a segment.
    pub fn build(text: &'h str) -> Identifiers<'h> {
        let whole = text.contains('.');
        Identifiers { text, whole }
    }

    /// Returns each identifier, and whether it counts as a number in a prerelease.
    pub fn parts(self) -> impl Iterator<Item = (&'h str, bool)> {
        let (all, points) = match self.whole {
            _ if self.text.is_empty() => (None, None),
            true => (Some(self.text), None),
            false => (None, Some(self.text.split('.'))),
        };
        let read = points
            .into_iter()
            .flatten()
            .map(|part| (part, is_number(part)));
        all.map(|text| (text, false)).into_iter().chain(read)
    }
}

impl fmt::Display for Version<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.major == u128::MAX {
            return f.write_str("Infinity.0.0");
        }
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        if let Some(prerelease) = self.prerelease {
            write!(f, "-{}", prerelease.text)?;
        }
        match self.build {
            Some(build) => write!(f, "+{}", build.text),
            None => Ok(()),
        }
    }
}

impl<'h> Version<'h> {
    /// Before all versions.
    pub(super) const LOWEST: Version<'static> = Version {
        prerelease: Some(Identifiers::read("")),
        ..Version::release(0, 0, 0)
    };

    /// The version after all others.
    pub(super) const HIGHEST: Version<'static> = Version::release(u128::MAX, 0, 0);

    pub(super) const fn release(major: u128, minor: u128, patch: u128) -> Version<'h> {
        Version {
            major,
            minor,
            patch,
            prerelease: None,
            build: None,
        }
    }

    /// Reads `1.2.3-rc.1+build`; `None` when the text is not a version.
    pub fn parse(text: &'h str) -> Option<Version<'h>> {
        let numbers = text.find(['-', '+']).unwrap_or(text.len());
        let (numbers, qualifiers) = text.split_at(numbers);
        let mut parts = numbers.split('.').map(parse_part);
        let version = Version::release(parts.next()??, parts.next()??, parts.next()??);
        let (prerelease, build) = parse_qualifiers(qualifiers)?;
        parts.next().is_none().then_some(Version {
            prerelease,
            build,
            ..version
        })
    }

    /// Returns true if a number among the prerelease's parts has a leading zero, which is not
    /// legal.
    pub fn has_leading_zero(&self) -> bool {
        has_leading_zero(self.prerelease)
    }

    /// Returns true if it has no identifier after a `-`.
    pub(super) fn is_stable(&self) -> bool {
        self.prerelease
            .is_none_or(|identifiers| identifiers.text.is_empty())
    }

    pub(super) fn same_release(&self, other: &Version<'_>) -> bool {
        (self.major, self.minor, self.patch) == (other.major, other.minor, other.patch)
    }

    /// Compares versions: builds do not count, a prerelease comes before its version.
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

fn compare_prereleases(a: Identifiers<'_>, b: Identifiers<'_>) -> Ordering {
    let (mut a, mut b) = (a.parts(), b.parts());
    loop {
        let order = match (a.next(), b.next()) {
            (None, None) => return Ordering::Equal,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some((a, is_a_number)), Some((b, is_b_number))) => match (is_a_number, is_b_number) {
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

pub(super) fn has_leading_zero(prerelease: Option<Identifiers<'_>>) -> bool {
    let mut parts = prerelease.into_iter().flat_map(Identifiers::parts);
    parts.any(|(part, is_number)| is_number && part.len() > 1 && part.starts_with('0'))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Parses a number without leading zeroes. A number beyond 64 bits is cut.
pub(super) fn parse_part(text: &str) -> Option<u128> {
    if !is_number(text) || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    Some(text.parse().unwrap_or(u128::MAX).min(u128::MAX - 1))
}

/// Parses `-prerelease+build`.
pub(super) fn parse_qualifiers(
    text: &str,
) -> Option<(Option<Identifiers<'_>>, Option<Identifiers<'_>>)> {
    let (prerelease, build) = match text.split_once('+') {
        Some((prerelease, build)) => (prerelease, Some(build)),
        None => (text, None),
    };
    let prerelease = match prerelease {
        "" => None,
        _ => Some(prerelease.strip_prefix('-')?),
    };
    let legal = |text: &str| {
        let part =
            |p: &str| !p.is_empty() && p.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        text.split('.').all(part)
    };
    let legal = prerelease.is_none_or(legal) && build.is_none_or(legal);
    legal.then_some((
        prerelease.map(Identifiers::read),
        build.map(Identifiers::read),
    ))
}
