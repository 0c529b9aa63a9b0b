//! Compares versions of packages as RubyGems does (`Gem::Version`).

use std::cmp::Ordering;
use std::fmt;

/// A version. Versions are equal if none is greater: `1.0` and `1.0.0`.
#[derive(Clone, Debug)]
pub struct GemVersion {
    text: Box<str>,
    segments: Vec<Segment>,
}

/// A run of digits or of letters.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Segment {
    Number(u64),
    Letters(Box<str>),
}

impl GemVersion {
    /// Reads a version. Returns `None` for a text that is not a version, and for one with a number
    /// above `u64::MAX`.
    pub fn parse(text: &str) -> Option<GemVersion> {
        let trimmed = text.trim_matches([' ', '\t', '\n', '\x0b', '\x0c', '\r']);
        let (release, addition) = match trimmed.split_once('-') {
            Some((release, addition)) => (release, Some(addition)),
            None => (trimmed, None),
        };
        let is_alphanumeric = |part: &str| part.bytes().all(|c| c.is_ascii_alphanumeric());
        let mut parts = release.split('.');
        let first = parts.next()?;
        let is_release = first.bytes().all(|c| c.is_ascii_digit())
            && !first.is_empty()
            && parts.all(|part| !part.is_empty() && is_alphanumeric(part));
        let is_part = |part: &str| !part.is_empty() && is_alphanumeric(&part.replace('-', ""));
        let is_addition = addition.is_none_or(|addition| addition.split('.').all(is_part));
        if !(is_release && is_addition || trimmed.is_empty()) {
            return None;
        }
        let text = match trimmed.is_empty() {
            true => "0".to_owned(),
            false => trimmed.replace('-', ".pre."),
        };
        let segments = segments(&text)?;
        Some(GemVersion {
            text: text.into(),
            segments,
        })
    }

    /// Returns the text, as `to_s` shows it.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the segments without the zeros that end the numbers before the first letters and
    /// those that end the whole.
    fn canonical(&self) -> Vec<&Segment> {
        let is_letters = |segment: &Segment| matches!(segment, Segment::Letters(_));
        let first = self.segments.iter().position(is_letters);
        let (numbers, others) = self.segments.split_at(first.unwrap_or(self.segments.len()));
        without_zeros(numbers)
            .chain(without_zeros(others))
            .collect()
    }
}

fn without_zeros(segments: &[Segment]) -> std::slice::Iter<'_, Segment> {
    let is_other = |segment: &Segment| *segment != Segment::Number(0);
    let end = segments.iter().rposition(is_other).map_or(0, |at| at + 1);
    segments[..end].iter()
}

fn segments(text: &str) -> Option<Vec<Segment>> {
    let is_alike = |one: &u8, two: &u8| one.is_ascii_digit() == two.is_ascii_digit();
    let parts = text.split(|c: char| !c.is_ascii_alphanumeric());
    let runs = parts.flat_map(|part| part.as_bytes().chunk_by(is_alike));
    let segment = |run: &[u8]| {
        let run = str::from_utf8(run).ok()?;
        Some(match run.as_bytes().first()?.is_ascii_digit() {
            true => Segment::Number(run.parse().ok()?),
            false => Segment::Letters(run.into()),
        })
    };
    runs.map(segment).collect()
}

impl Ord for GemVersion {
    fn cmp(&self, other: &GemVersion) -> Ordering {
        let (one, two) = (self.canonical(), other.canonical());
        let zero = Segment::Number(0);
        for at in 0..one.len().max(two.len()) {
            let one = one.get(at).copied().unwrap_or(&zero);
            let two = two.get(at).copied().unwrap_or(&zero);
            let order = match (one, two) {
                (Segment::Number(one), Segment::Number(two)) => one.cmp(two),
                (Segment::Letters(one), Segment::Letters(two)) => one.cmp(two),
                (Segment::Letters(_), Segment::Number(_)) => Ordering::Less,
                (Segment::Number(_), Segment::Letters(_)) => Ordering::Greater,
            };
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }
}

impl PartialEq for GemVersion {
    fn eq(&self, other: &GemVersion) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for GemVersion {}

impl PartialOrd for GemVersion {
    fn partial_cmp(&self, other: &GemVersion) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for GemVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(one: &str, two: &str) -> Ordering {
        let parse = |text| GemVersion::parse(text).expect("a version");
        parse(one).cmp(&parse(two))
    }

    #[test]
    fn versions_are_ordered_by_their_numbers() {
        for (less, more) in [
            ("2.9", "2.10"),
            ("1.0.rc1", "1.0"),
            ("1.0.a", "1.0.b"),
            ("1.0.a9", "1.0.a10"),
            ("1.0-1", "1.0"),
            ("1.0.a", "1.0.1"),
            ("", "0.1"),
        ] {
            assert_eq!(order(less, more), Ordering::Less, "{less} {more}");
            assert_eq!(order(more, less), Ordering::Greater, "{more} {less}");
        }
        for (one, two) in [
            ("1.0", "1.0.0"),
            (" 1 ", "1"),
            ("1.0.a.0", "1.a"),
            ("1-a", "1.pre.a"),
        ] {
            assert_eq!(order(one, two), Ordering::Equal, "{one} {two}");
        }
    }

    #[test]
    fn other_texts_are_no_versions() {
        for text in ["abc", "1..2", "1.", ".1", "1-", "1 2", "1.2_3", "-1", "1.é"] {
            assert_eq!(GemVersion::parse(text), None, "{text}");
        }
        assert_eq!(
            GemVersion::parse(" 1.0-rc ")
                .map(|v| v.to_string())
                .as_deref(),
            Some("1.0.pre.rc")
        );
    }
}
