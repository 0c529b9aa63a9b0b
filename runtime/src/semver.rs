//! SemVer versions and ranges: parsing, order and text.
//!
//! Spec: document 000, "SemVer" and "SemVerRange".

use std::cmp::Ordering;
use std::fmt;
use std::fmt::Write as _;

use crate::heap::Heap;

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
    const fn release(major: u64, minor: u64, patch: u64) -> Version<'h> {
        Version {
            major,
            minor,
            patch,
            prerelease: None,
            build: None,
        }
    }

    /// Reads `1.2.3-rc.1+build`; `None` when the text is no version.
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

    /// Whether a number among the prerelease's parts has a leading zero, which is not legal.
    pub fn has_leading_zero(&self) -> bool {
        let parts = self.prerelease.unwrap_or("").split('.');
        parts
            .into_iter()
            .any(|p| is_number(p) && p.len() > 1 && p.starts_with('0'))
    }

    fn same_release(&self, other: &Version<'_>) -> bool {
        (self.major, self.minor, self.patch) == (other.major, other.minor, other.patch)
    }

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

/// One side of a run of versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound<'h> {
    /// The version.
    pub version: Version<'h>,
    /// Whether the version itself belongs to the run.
    pub inclusive: bool,
}

/// A contiguous run of versions; a missing side is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run<'h> {
    /// The lower side.
    pub min: Option<Bound<'h>>,
    /// The upper side.
    pub max: Option<Bound<'h>>,
}

impl<'h> Run<'h> {
    /// No version at all: `<0.0.0`.
    const NONE: Run<'static> = Run {
        min: None,
        max: Some(Bound {
            version: Version::release(0, 0, 0),
            inclusive: false,
        }),
    };

    fn between(min: Option<Version<'h>>, max: Option<Version<'h>>, with_max: bool) -> Run<'h> {
        let bound = |version, inclusive| Bound { version, inclusive };
        Run {
            min: min.map(|v| bound(v, true)),
            max: max.map(|v| bound(v, with_max)),
        }
    }

    fn exactly(version: Version<'h>) -> Run<'h> {
        Run::between(Some(version), Some(version), true)
    }

    fn only(&self) -> Option<Version<'h>> {
        let (min, max) = (self.min?, self.max?);
        (min.inclusive && max.inclusive && min.version == max.version).then_some(min.version)
    }

    /// Whether a version belongs to the run. A prerelease does only when a side names a
    /// prerelease of the same version.
    pub fn contains(&self, version: &Version<'_>) -> bool {
        if let Some(only) = self.only() {
            return only == *version;
        }
        let above = self
            .min
            .is_none_or(|min| match version.precedence(&min.version) {
                Ordering::Greater => true,
                Ordering::Equal => min.inclusive,
                Ordering::Less => false,
            });
        let below = self
            .max
            .is_none_or(|max| match version.precedence(&max.version) {
                Ordering::Less => true,
                Ordering::Equal => max.inclusive,
                Ordering::Greater => false,
            });
        let named = |bound: Option<Bound<'_>>| {
            bound.is_some_and(|b| b.version.prerelease.is_some() && b.version.same_release(version))
        };
        let everything = self.min.is_none() && self.max.is_none();
        above
            && below
            && (version.prerelease.is_none() || everything || named(self.min) || named(self.max))
    }

    /// Whether each version of the other run belongs to this one.
    pub fn covers(&self, other: &Run<'_>) -> bool {
        let side = |wide: Option<Bound<'_>>, narrow: Option<Bound<'_>>, outside: Ordering| {
            let Some(wide) = wide else { return true };
            narrow.is_some_and(|narrow| match narrow.version.precedence(&wide.version) {
                Ordering::Equal => wide.inclusive || !narrow.inclusive,
                order => order != outside,
            })
        };
        side(self.min, other.min, Ordering::Less) && side(self.max, other.max, Ordering::Greater)
    }

    /// The versions in both runs.
    pub fn intersection(&self, other: &Run<'h>) -> Run<'h> {
        let tighter = |a: Option<Bound<'h>>, b: Option<Bound<'h>>, keep: Ordering| match (a, b) {
            (Some(a), Some(b)) => match a.version.precedence(&b.version) {
                Ordering::Equal if a.inclusive => Some(b),
                Ordering::Equal => Some(a),
                order if order == keep => Some(a),
                _ => Some(b),
            },
            (a, b) => a.or(b),
        };
        let run = Run {
            min: tighter(self.min, other.min, Ordering::Greater),
            max: tighter(self.max, other.max, Ordering::Less),
        };
        if let (Some(min), Some(max)) = (run.min, run.max) {
            let empty = match min.version.precedence(&max.version) {
                Ordering::Less => false,
                Ordering::Equal => !(min.inclusive && max.inclusive),
                Ordering::Greater => true,
            };
            if empty {
                return Run::NONE;
            }
        }
        run
    }

    fn write(&self, out: &mut String) {
        if let Some(version) = self.only() {
            let _ = write!(out, "{version}");
            return;
        }
        if let Some(min) = self.min {
            let op = if min.inclusive { ">=" } else { ">" };
            let _ = write!(out, "{op}{}", min.version);
        }
        if let Some(max) = self.max {
            let blank = if self.min.is_some() { " " } else { "" };
            let op = if max.inclusive { "<=" } else { "<" };
            let _ = write!(out, "{blank}{op}{}", max.version);
        }
        if self.min.is_none() && self.max.is_none() {
            out.push('*');
        }
    }
}

/// A range of versions: one or several runs.
#[derive(Clone, Copy, Debug)]
pub struct Range<'h> {
    /// As it was written.
    pub source: &'h str,
    /// The runs, one for each side of `||`.
    pub runs: &'h [Run<'h>],
}

impl PartialEq for Range<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.runs == other.runs
    }
}

impl Eq for Range<'_> {}

impl<'h> Range<'h> {
    /// Reads a range such as `>=1.0.0 <2.0.0`, `1.x`, `~1.2`, `^1.2`, `1.0.0 - 2.0.0`.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn parse(heap: &'h Heap, source: &str) -> Result<Range<'h>, String> {
        let source = heap.text(source);
        match parse_runs(source) {
            Some(runs) => Ok(Range {
                source,
                runs: heap.slice(&runs),
            }),
            None => {
                let mut shown = String::new();
                crate::text::inspected(source, &mut shown);
                Err(format!("Unparsable version range: {shown}"))
            }
        }
    }

    /// The versions from `min` to `max`; `None` is open.
    pub fn between(
        heap: &'h Heap,
        min: Option<Version<'h>>,
        max: Option<Version<'h>>,
        exclude_max: bool,
    ) -> Range<'h> {
        // the reference shows the sides in this order
        let low = min.map_or("0.0.0-".to_owned(), |v| v.to_string());
        let high = max.map_or("Infinity.0.0".to_owned(), |v| v.to_string());
        let source = match exclude_max {
            true => format!(">={high} <{low}"),
            false => format!("{high} - {low}"),
        };
        let run = Run::between(min, max, !exclude_max).intersection(&Run::default());
        Range {
            source: heap.text(&source),
            runs: heap.slice(&[run]),
        }
    }

    /// One range for two that have versions in common, each of one run.
    pub fn union(&self, heap: &'h Heap, other: &Range<'h>) -> Option<Range<'h>> {
        let ([a], [b]) = (self.runs, other.runs) else {
            return None;
        };
        let reaches = |end: Option<Bound<'_>>, start: Option<Bound<'_>>| match (end, start) {
            (Some(end), Some(start)) => match end.version.precedence(&start.version) {
                Ordering::Less => false,
                Ordering::Equal => end.inclusive && start.inclusive,
                Ordering::Greater => true,
            },
            _ => true,
        };
        if !(reaches(a.max, b.min) && reaches(b.max, a.min)) {
            return None;
        }
        let min = a
            .min
            .zip(b.min)
            .map(|(a, b)| match a.version.precedence(&b.version) {
                Ordering::Greater => b.version,
                _ => a.version,
            });
        let max = a
            .max
            .zip(b.max)
            .map(|(a, b)| match a.version.precedence(&b.version) {
                Ordering::Less => b,
                _ => a,
            });
        let exclude_max = max.is_some_and(|max| !max.inclusive);
        Some(Range::between(
            heap,
            min,
            max.map(|max| max.version),
            exclude_max,
        ))
    }

    /// Whether a version lies in the range.
    pub fn contains(&self, version: &Version<'_>) -> bool {
        self.runs.iter().any(|run| run.contains(version))
    }

    /// Writes the comparators that the range stands for (`>=1.0.0 <2.0.0`).
    pub fn write_normal(&self, out: &mut String) {
        for (at, run) in self.runs.iter().enumerate() {
            if at > 0 {
                out.push_str(" || ");
            }
            run.write(out);
        }
    }
}

fn parse_runs(source: &str) -> Option<Vec<Run<'_>>> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    for (at, part) in source.split("||").enumerate() {
        let part = part.trim_end();
        let part = if at > 0 { part.trim_start() } else { part };
        if part.is_empty() && (at > 0 || source.contains("||")) {
            continue;
        }
        let run = parse_run(part)?;
        if !runs.contains(&run) {
            runs.push(run);
        }
    }
    (!runs.is_empty()).then_some(runs)
}

fn parse_run(text: &str) -> Option<Run<'_>> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if text.starts_with(|c: char| c.is_ascii_whitespace()) {
        return None;
    }
    if let [low, "-", high] = words[..] {
        let (low, high) = (Partial::parse(low)?, Partial::parse(high)?);
        let low = Run::between(Some(low.filled()), None, true);
        return Some(low.intersection(&Run::between(None, Some(high.filled()), true)));
    }
    let mut run: Option<Run<'_>> = None;
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let op_len = word.len() - word.trim_start_matches(['<', '>', '=', '~', '^']).len();
        let (op, mut version) = word.split_at(op_len);
        if !op.is_empty() && version.is_empty() {
            version = words.next()?;
        }
        if !op.is_empty() {
            version = version.strip_prefix('v').unwrap_or(version);
        }
        let next = comparator(op, Partial::parse(version)?)?;
        run = Some(run.map_or(next, |run| run.intersection(&next)));
    }
    run
}

/// A version of which parts may be missing or `x`.
struct Partial<'h> {
    major: Option<u64>,
    minor: Option<u64>,
    patch: Option<u64>,
    prerelease: Option<&'h str>,
    build: Option<&'h str>,
}

impl<'h> Partial<'h> {
    fn parse(text: &'h str) -> Option<Partial<'h>> {
        let numbers = text.len()
            - text
                .trim_start_matches(|c: char| c.is_ascii_digit() || ".xX*".contains(c))
                .len();
        let (numbers, qualifiers) = text.split_at(numbers);
        let mut parts = [None; 3];
        let mut given = 0;
        for part in numbers.split('.') {
            *parts.get_mut(given)? = match part {
                "x" | "X" | "*" => None,
                _ => Some(parse_part(part)?),
            };
            given += 1;
        }
        if !qualifiers.is_empty() && given < 3 {
            return None;
        }
        let (prerelease, build) = parse_qualifiers(qualifiers)?;
        let [major, minor, patch] = parts;
        // what stands behind an `x` does not count
        let minor = major.and(minor);
        Some(Partial {
            major,
            minor,
            patch: minor.and(patch),
            prerelease,
            build,
        })
    }

    /// The version with zeroes for what is missing.
    fn filled(&self) -> Version<'h> {
        let full = self.patch.is_some();
        Version {
            major: self.major.unwrap_or(0),
            minor: self.minor.unwrap_or(0),
            patch: self.patch.unwrap_or(0),
            prerelease: self.prerelease.filter(|_| full),
            build: self.build.filter(|_| full),
        }
    }

    /// The first version behind all that the partial one stands for.
    fn next(&self) -> Version<'h> {
        let v = self.filled();
        match self.minor {
            None => Version::release(v.major.saturating_add(1), 0, 0),
            Some(minor) => Version::release(v.major, minor.saturating_add(1), 0),
        }
    }
}

fn comparator<'h>(op: &str, partial: Partial<'h>) -> Option<Run<'h>> {
    let any = partial.major.is_none();
    let full = partial.patch.is_some();
    let version = partial.filled();
    let min = |version, inclusive| Run {
        min: Some(Bound { version, inclusive }),
        max: None,
    };
    let max = |version, inclusive| Run {
        min: None,
        max: Some(Bound { version, inclusive }),
    };
    Some(match op {
        "" | "=" if any => Run::default(),
        "" | "=" if full => Run::exactly(version),
        "" | "=" => Run::between(Some(version), Some(partial.next()), false),
        ">" if any => Run::NONE,
        ">" if full => min(version, false),
        ">" => min(partial.next(), true),
        ">=" => min(version, true),
        "<" => max(version, false),
        "<=" if any => Run::default(),
        "<=" if full => max(version, true),
        "<=" => max(partial.next(), false),
        "~" | "~>" if any => Run::default(),
        "~" | "~>" => Run::between(Some(version), Some(partial.next()), false),
        "^" if any => Run::default(),
        "^" => {
            let next = match (version.major, partial.minor) {
                (0, Some(minor)) => Version::release(0, minor.saturating_add(1), 0),
                (major, _) => Version::release(major.saturating_add(1), 0, 0),
            };
            Run::between(Some(version), Some(next), false)
        }
        _ => return None,
    })
}

/// A number without leading zeroes; one beyond 64 bits is cut.
fn parse_part(text: &str) -> Option<u64> {
    if !is_number(text) || (text.len() > 1 && text.starts_with('0')) {
        return None;
    }
    Some(text.parse().unwrap_or(u64::MAX))
}

/// `-prerelease+build`
fn parse_qualifiers(text: &str) -> Option<(Option<&str>, Option<&str>)> {
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
    (prerelease.is_none_or(legal) && build.is_none_or(legal)).then_some((prerelease, build))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_normal_form() {
        let heap = Heap::new();
        for (source, normal) in [
            ("1.x", ">=1.0.0 <2.0.0"),
            ("^0.0.1", ">=0.0.1 <0.1.0"),
            ("^0", ">=0.0.0 <1.0.0"),
            ("~1.2.3-rc1", ">=1.2.3-rc1 <1.3.0"),
            ("> 1.2.3", ">1.2.3"),
            ("1.0.0 - x", "<0.0.0"),
            ("1.2.3 1.2.4", "<0.0.0"),
            ("* >1.0.0", ">1.0.0"),
            ("1.*.3", ">=1.0.0 <2.0.0"),
            ("|| 1.0.0", "1.0.0"),
            ("1.0.0||2.0.0", "1.0.0 || 2.0.0"),
            (">=1.2.3 <=1.2.3", "1.2.3"),
            ("v1.2.3", "Unparsable version range: \"v1.2.3\""),
            ("~1.2-rc", "Unparsable version range: \"~1.2-rc\""),
            (" >=1.0.0", "Unparsable version range: \" >=1.0.0\""),
        ] {
            let mut text = String::new();
            match Range::parse(&heap, source) {
                Ok(range) => range.write_normal(&mut text),
                Err(problem) => text = problem,
            }
            assert_eq!(text, normal, "{source}");
        }
    }

    #[test]
    fn prereleases_need_a_bound_that_names_them() {
        let heap = Heap::new();
        for (version, range, inside) in [
            ("1.5.0-rc1", "1.x", false),
            ("1.0.0-rc1", ">=1.0.0-rc0 <2.0.0", true),
            ("1.2.0-rc1", ">=1.0.0-rc0 <2.0.0", false),
            ("2.0.0-rc1", "*", true),
            ("2.0.0+b", "2.0.0", false),
        ] {
            let version = Version::parse(version).expect("a version");
            let range = Range::parse(&heap, range).expect("a range");
            assert_eq!(range.contains(&version), inside, "{version}");
        }
    }
}
