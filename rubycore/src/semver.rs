//! Parses, compares and writes SemVer versions and ranges.
//!
//! Spec: document 000, "SemVer" and "SemVerRange".

mod version;

use std::cmp::Ordering;
use std::fmt;
use std::fmt::Write as _;

use crate::arena::Arena;

pub use version::{Identifiers, Version};
use version::{parse_part, parse_qualifiers};

/// One side of a run of versions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound<'h> {
    /// The version.
    pub version: Version<'h>,
    /// True if the version itself belongs to the run.
    pub inclusive: bool,
}

/// A contiguous run of versions; a missing side is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Run<'h> {
    /// The lower side.
    pub min: Option<Bound<'h>>,
    /// The upper side.
    pub max: Option<Bound<'h>>,
    /// True if the run is a single version that an intersection of two ranges has left: it shows
    /// the version twice, and differs from the range of that version alone.
    doubled: bool,
}

impl<'h> Run<'h> {
    /// A run without any version: it ends where all versions begin, and is written as `<0.0.0`.
    const NONE: Run<'static> = Run {
        min: None,
        max: Some(Bound {
            version: Version::LOWEST,
            inclusive: false,
        }),
        doubled: false,
    };

    fn between(min: Option<Version<'h>>, max: Option<Version<'h>>, with_max: bool) -> Run<'h> {
        let bound = |version, inclusive| Bound { version, inclusive };
        Run {
            min: min.map(|v| bound(v, true)),
            max: max.map(|v| bound(v, with_max)),
            doubled: false,
        }
    }

    fn exactly(version: Version<'h>) -> Run<'h> {
        Run::between(Some(version), Some(version), true)
    }

    fn only(&self) -> Option<Version<'h>> {
        let (min, max) = (self.min?, self.max?);
        (min.inclusive && max.inclusive && min.version == max.version).then_some(min.version)
    }

    fn is_whole(&self) -> bool {
        self.min.is_none() && self.max.is_none()
    }

    /// Returns the version that the run begins with.
    pub fn begin(&self) -> Version<'h> {
        self.min.map_or(Version::LOWEST, |min| min.version)
    }

    /// Returns the upper side. That of an open range is greater than all versions.
    pub fn end(&self) -> Bound<'h> {
        self.max.unwrap_or(Bound {
            version: Version::HIGHEST,
            inclusive: true,
        })
    }

    /// Returns the canonical form of runs of the same versions: if the sides are one version except
    /// for their builds, the lower side is used.
    fn settled(self) -> Run<'h> {
        let Some(min) = self.min else { return self };
        let max = self.end();
        match min.version.precedence(&max.version) {
            Ordering::Less if max.inclusive && max.version == Version::HIGHEST => {
                Run { max: None, ..self }
            }
            Ordering::Less => self,
            Ordering::Equal if min.inclusive && max.inclusive => Run {
                max: Some(min),
                ..self
            },
            Ordering::Equal | Ordering::Greater => Run::NONE,
        }
    }

    /// Returns true if a version belongs to the run. A prerelease does only when a side names a
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
            bound.is_some_and(|b| !b.version.is_stable() && b.version.same_release(version))
        };
        above
            && below
            && (version.is_stable() || self.is_whole() || named(self.min) || named(self.max))
    }

    /// Returns true if a type of versions with this run accepts one with the other. It does not
    /// matter whether the lower bounds belong to the runs; ends that differ in their builds differ.
    pub fn covers(&self, other: &Run<'_>) -> bool {
        let (end, of) = (self.end(), other.end());
        let ends = end.version == of.version && (end.inclusive || !of.inclusive);
        other.begin().precedence(&self.begin()).is_ge()
            && (ends || end.version.precedence(&of.version).is_gt())
    }

    /// Returns the run of the versions in both runs.
    pub fn intersection(&self, other: &Run<'h>) -> Run<'h> {
        if self.is_whole() {
            return *other;
        }
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
            doubled: false,
        };
        let run = run.settled();
        if run == Run::NONE {
            return run;
        }
        let within = |one: &Run<'_>, wide: &Run<'_>| {
            one.only().is_some()
                && !(same_place(one.min, wide.min) || same_place(one.max, wide.max))
        };
        Run {
            doubled: within(self, other) || within(other, self),
            ..run
        }
    }

    /// Joins two runs that overlap or follow each other.
    fn merge(&self, other: &Run<'h>) -> Result<Option<Run<'h>>, Problem> {
        if self.is_whole() {
            return Ok(Some(*self));
        }
        let (a, b) = (self.end(), other.end());
        if !(follows(a, other.min) && follows(b, self.min)) {
            return Ok(None);
        }
        let min = self
            .min
            .zip(other.min)
            .map(|(a, b)| match a.version.precedence(&b.version) {
                Ordering::Less => a,
                Ordering::Equal if a.inclusive => a,
                _ => b,
            });
        let max = match a.version.precedence(&b.version) {
            Ordering::Less => b,
            Ordering::Greater => a,
            Ordering::Equal if overlaps(a, other.min) && overlaps(b, self.min) => {
                return Err(Problem::SameEnd(self.to_string()));
            }
            Ordering::Equal if a.inclusive => a,
            Ordering::Equal => b,
        };
        let run = Run {
            min,
            max: Some(max),
            doubled: false,
        };
        Ok(Some(run.settled()))
    }
}

impl fmt::Display for Run<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(version) = self.only() {
            return match self.doubled {
                true => write!(f, "{version} {version}"),
                false => write!(f, "{version}"),
            };
        }
        if *self == Run::NONE {
            return f.write_str("<0.0.0");
        }
        if let Some(min) = self.min {
            let op = if min.inclusive { ">=" } else { ">" };
            write!(f, "{op}{}", min.version)?;
        }
        if let Some(max) = self.max {
            let blank = if self.min.is_some() { " " } else { "" };
            let op = if max.inclusive { "<=" } else { "<" };
            write!(f, "{blank}{op}{}", max.version)?;
        }
        match self.is_whole() {
            true => f.write_str("*"),
            false => Ok(()),
        }
    }
}

/// Returns true if a run that starts somewhere has begun where another ends.
fn overlaps(end: Bound<'_>, start: Option<Bound<'_>>) -> bool {
    start.is_none_or(|start| match end.version.precedence(&start.version) {
        Ordering::Greater => true,
        Ordering::Equal => end.inclusive && start.inclusive,
        Ordering::Less => false,
    })
}

/// Returns true if both sides are at the same version.
fn same_place(a: Option<Bound<'_>>, b: Option<Bound<'_>>) -> bool {
    a.zip(b)
        .is_some_and(|(a, b)| a.version.precedence(&b.version).is_eq())
}

/// Returns true if a run that starts somewhere goes on where another ends, or before that.
fn follows(end: Bound<'_>, start: Option<Bound<'_>>) -> bool {
    let Some(start) = start else { return true };
    let next = Version {
        patch: end.version.patch.saturating_add(1),
        ..end.version
    };
    match end.version.precedence(&start.version) {
        Ordering::Greater => true,
        Ordering::Equal => {
            (end.inclusive || start.inclusive) && end.version.build == start.version.build
        }
        Ordering::Less => {
            let releases = end.version.prerelease.is_none() && start.version == next;
            releases && end.inclusive && start.inclusive
        }
    }
}

/// The reason why a text is not a range.
#[derive(PartialEq, Eq, Debug)]
enum Problem {
    /// The text does not match the grammar.
    Syntax,
    /// A number among a prerelease's parts has a leading zero.
    LeadingZero,
    /// `^x` and `<=x`. Puppet fails on these.
    Open,
    /// Nothing is left for the next comparator to narrow. Puppet fails on that.
    Empty,
    /// Ranges with the same end are joined. Puppet fails on that; the text is that of one range.
    SameEnd(String),
}

impl Problem {
    fn text(&self, source: &str) -> String {
        match self {
            Problem::Syntax => format!("Unparsable version range: \"{source}\""),
            Problem::LeadingZero => LEADING_ZERO.to_owned(),
            Problem::Open => {
                "undefined method `SINGLETON' for SemanticPuppet::VersionRange::AllRange:Class"
                    .to_owned()
            }
            Problem::Empty => "undefined method `intersection' for nil:NilClass".to_owned(),
            Problem::SameEnd(range) => format!(
                "undefined local variable or method `exclude_end' for {range}:SemanticPuppet::VersionRange::MinMaxRange"
            ),
        }
    }
}

/// The message about a leading zero in a numeric part of a prerelease.
pub const LEADING_ZERO: &str = "Numeric pre-release identifiers MUST NOT contain leading zeroes";

/// A range of versions: one or several runs.
#[derive(Clone, Copy, Debug)]
pub struct Range<'h> {
    /// The range as it was written.
    pub source: &'h str,
    /// The runs, one for each part between `||`.
    pub runs: &'h [Run<'h>],
}

impl PartialEq for Range<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.runs == other.runs
    }
}

impl Eq for Range<'_> {}

impl<'h> Range<'h> {
    /// Parses a range such as `>=1.0.0 <2.0.0`, `1.x`, `~1.2`, `^1.2`, `1.0.0 - 2.0.0`.
    ///
    /// # Errors
    /// Returns the message.
    pub fn parse(arena: &'h impl Arena, source: &str) -> Result<Range<'h>, String> {
        let source = arena.text(source);
        let runs = parse_runs(source).map_err(|problem| problem.text(source))?;
        let nothing = source.contains("||") && source.trim_matches(is_join).is_empty();
        Ok(Range {
            source: if nothing { "*" } else { source },
            runs: arena.slice(&runs),
        })
    }

    /// Makes a range of the versions from `min` to `max`; `None` is open.
    pub fn between(
        arena: &'h impl Arena,
        min: Option<Version<'h>>,
        max: Option<Version<'h>>,
        exclude_max: bool,
    ) -> Range<'h> {
        // Puppet shows the sides in this order
        let low = min.map_or("0.0.0-".to_owned(), |v| v.to_string());
        let high = max.map_or("Infinity.0.0".to_owned(), |v| v.to_string());
        let source = match exclude_max {
            true => format!(">={high} <{low}"),
            false => format!("{high} - {low}"),
        };
        let max = max.or(Some(Version::HIGHEST));
        let run = Run::between(min, max, !exclude_max).settled();
        Range {
            source: arena.text(&source),
            runs: arena.slice(&[run]),
        }
    }

    /// Joins two ranges, one of which contains the version that the other begins with, or ends
    /// directly before it. The other range is the one that was written first.
    ///
    /// # Errors
    /// Returns the message when one has several runs.
    pub fn union(
        &self,
        arena: &'h impl Arena,
        other: &Range<'h>,
    ) -> Result<Option<Range<'h>>, String> {
        let ([a], [b]) = (self.runs, other.runs) else {
            // Puppet accepts a single version that the other range does not contain
            return match self.is_apart(other) || other.is_apart(self) {
                true => Ok(None),
                false => Err("undefined method `>=' for nil:NilClass".to_owned()),
            };
        };
        let touch = |one: &Run<'_>, next: &Run<'_>| {
            let end = one.end();
            !end.inclusive && end.version == next.begin()
        };
        let (min, end) = if a.contains(&b.begin()) || b.contains(&a.begin()) {
            let min = match a.begin().precedence(&b.begin()) {
                Ordering::Greater => b.min,
                _ => a.min,
            };
            let (x, y) = (a.end(), b.end());
            let end = match x.version.precedence(&y.version) {
                Ordering::Greater => x,
                Ordering::Equal => Bound {
                    version: x.version,
                    inclusive: x.inclusive || y.inclusive,
                },
                // that the other one excludes its end is forgotten if this one does, too
                Ordering::Less => Bound {
                    version: y.version,
                    inclusive: y.inclusive || !x.inclusive,
                },
            };
            (min, end)
        } else if touch(a, b) {
            (a.min, b.end())
        } else if touch(b, a) {
            (b.min, a.end())
        } else {
            return Ok(None);
        };
        let max = Some(end.version).filter(|max| *max != Version::HIGHEST);
        let min = min.map(|min| min.version);
        Ok(Some(Range::between(arena, min, max, !end.inclusive)))
    }

    /// Returns a range of its own for each run.
    pub fn parts(&self, arena: &'h impl Arena) -> Vec<Range<'h>> {
        let part = |run: &'h Run<'h>| Range::of_runs(arena, std::slice::from_ref(run));
        self.runs.iter().map(part).collect()
    }

    /// Returns the range of the versions in both ranges.
    pub fn intersection(&self, arena: &'h impl Arena, other: &Range<'h>) -> Range<'h> {
        let pairs = self
            .runs
            .iter()
            .flat_map(|a| other.runs.iter().map(|b| a.intersection(b)));
        let mut runs: Vec<Run<'h>> = pairs.filter(|run| *run != Run::NONE).collect();
        if runs.is_empty() {
            runs.push(Run::NONE);
        }
        Range::of_runs(arena, arena.slice(&runs))
    }

    fn of_runs(arena: &'h impl Arena, runs: &'h [Run<'h>]) -> Range<'h> {
        let mut range = Range { source: "", runs };
        let mut source = String::new();
        range.write_normal(&mut source);
        range.source = arena.text(&source);
        range
    }

    /// Returns true if the range is a single version that the other range does not contain.
    fn is_apart(&self, other: &Range<'_>) -> bool {
        match self.runs {
            [run] => run.only().is_some_and(|only| !other.contains(&only)),
            _ => false,
        }
    }

    /// Returns true if a version lies in the range.
    pub fn contains(&self, version: &Version<'_>) -> bool {
        self.runs.iter().any(|run| run.contains(version))
    }

    /// Writes the comparators of the range (`>=1.0.0 <2.0.0`).
    pub fn write_normal(&self, out: &mut String) {
        for (at, run) in self.runs.iter().enumerate() {
            if at > 0 {
                out.push_str(" || ");
            }
            let _ = write!(out, "{run}");
        }
    }
}

/// Returns true if a character is allowed between ranges that are joined.
fn is_join(c: char) -> bool {
    c == '|' || c.is_ascii_whitespace()
}

fn parse_runs(source: &str) -> Result<Vec<Run<'_>>, Problem> {
    if source.contains("||") {
        return parse_joined(source);
    }
    match source.trim_ascii().is_empty() && !source.is_empty() {
        true => Ok(vec![Run::NONE]),
        false => Ok(vec![parse_run(source.trim_end())?.unwrap_or(Run::NONE)]),
    }
}

/// Parses ranges between `||`. Ranges that overlap or follow each other become one, at the place of
/// the later one.
fn parse_joined(source: &str) -> Result<Vec<Run<'_>>, Problem> {
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut nothing = false;
    for (at, part) in source.split("||").enumerate() {
        let part = part.trim_end();
        let part = if at > 0 { part.trim_start() } else { part };
        if part.is_empty() {
            continue;
        }
        match parse_run(part)? {
            None => nothing = true,
            Some(run) if runs.contains(&run) => {}
            Some(run) => runs.push(run),
        }
    }
    if nothing && runs.is_empty() {
        return Ok(vec![Run::NONE]);
    }
    let mut joined = Vec::with_capacity(runs.len());
    for at in 0..runs.len() {
        let run = runs[at];
        let mut merged = false;
        for later in &mut runs[at + 1..] {
            if let Some(both) = later.merge(&run)? {
                *later = both;
                merged = true;
                break;
            }
        }
        if !merged {
            joined.push(run);
        }
    }
    if joined.is_empty() {
        joined.push(Run::default());
    }
    Ok(joined)
}

/// Parses comparators that must all hold; `None` when they exclude each other.
fn parse_run(text: &str) -> Result<Option<Run<'_>>, Problem> {
    let words: Vec<&str> = text.split_ascii_whitespace().collect();
    if text.starts_with(|c: char| c.is_ascii_whitespace()) {
        return Err(Problem::Syntax);
    }
    if let [low, "-", high] = words[..] {
        let (low, high) = (Partial::parse(low)?, Partial::parse(high)?);
        let low = Run::between(Some(low.written()?), None, true);
        let run = low.intersection(&Run::between(None, Some(high.written()?), true));
        return Ok((run != Run::NONE).then_some(run));
    }
    let mut runs = Vec::new();
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let op_len = word.len() - word.trim_start_matches(['<', '>', '=', '~', '^']).len();
        let (op, mut version) = word.split_at(op_len);
        if !OPERATORS.contains(&op) {
            return Err(Problem::Syntax);
        }
        // a `v` stands directly after the operator, or not at all
        if !op.is_empty() && version.is_empty() {
            version = words.next().ok_or(Problem::Syntax)?;
        } else if !op.is_empty() {
            version = version.strip_prefix('v').unwrap_or(version);
        }
        runs.push(comparator(op, Partial::parse(version)?)?);
    }
    let mut runs = runs.into_iter();
    let mut run = runs.next().ok_or(Problem::Syntax)?;
    let mut disjoint = false;
    for next in runs {
        if disjoint {
            return Err(Problem::Empty);
        }
        let both = run.intersection(&next);
        disjoint = both == Run::NONE && !run.is_whole();
        run = both;
    }
    Ok((!disjoint).then_some(run))
}

/// The operators before a version in a range.
const OPERATORS: [&str; 9] = ["", "=", ">", ">=", "<", "<=", "~", "~>", "^"];

/// A version whose parts may be missing or `x`.
struct Partial<'h> {
    major: Option<u128>,
    minor: Option<u128>,
    patch: Option<u128>,
    /// The version with zeroes for missing or `x` parts, and everything else as written. Some
    /// comparators always compare with it, others only if no part is missing.
    written: Version<'h>,
}

impl<'h> Partial<'h> {
    fn parse(text: &'h str) -> Result<Partial<'h>, Problem> {
        Partial::read(text).ok_or(Problem::Syntax)
    }

    fn written(&self) -> Result<Version<'h>, Problem> {
        match self.written.has_leading_zero() {
            true => Err(Problem::LeadingZero),
            false => Ok(self.written),
        }
    }

    fn read(text: &'h str) -> Option<Partial<'h>> {
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
        let number = |part: Option<u128>| part.unwrap_or(0);
        let written = Version {
            prerelease,
            build,
            ..Version::release(number(major), number(minor), number(patch))
        };
        // parts after an `x` are ignored
        let minor = major.and(minor);
        Some(Partial {
            major,
            minor,
            patch: minor.and(patch),
            written,
        })
    }

    /// Returns the version with zeroes for the first missing part and all parts after it.
    fn filled(&self) -> Version<'h> {
        match self.patch {
            Some(_) => self.written,
            None => Version::release(self.major.unwrap_or(0), self.minor.unwrap_or(0), 0),
        }
    }

    /// Returns the first version after all versions that the partial one matches.
    fn next(&self) -> Version<'h> {
        let v = self.filled();
        match self.minor {
            None => Version::release(v.major.saturating_add(1), 0, 0),
            Some(minor) => Version::release(v.major, minor.saturating_add(1), 0),
        }
    }
}

fn comparator<'h>(op: &str, partial: Partial<'h>) -> Result<Run<'h>, Problem> {
    let any = partial.major.is_none();
    let full = partial.patch.is_some();
    let version = match full || matches!(op, ">=" | "<") {
        true => partial.written()?,
        false => partial.filled(),
    };
    let min = |version, inclusive| Run {
        min: Some(Bound { version, inclusive }),
        ..Run::default()
    };
    let max = |version, inclusive| Run {
        max: Some(Bound { version, inclusive }),
        ..Run::default()
    };
    Ok(match op {
        "" | "=" if any => Run::default(),
        "" | "=" if full => Run::exactly(version),
        "" | "=" => Run::between(Some(version), Some(partial.next()), false),
        ">" if any => Run::NONE,
        ">" if full => min(version, false),
        ">" => min(partial.next(), true),
        ">=" => min(version, true),
        "<" => max(version, false),
        "<=" if any => return Err(Problem::Open),
        "<=" if full => max(version, true),
        "<=" => max(partial.next(), false),
        "~" | "~>" if any => Run::default(),
        "~" | "~>" => Run::between(Some(version), Some(partial.next()), false),
        "^" if any => return Err(Problem::Open),
        "^" => {
            let next = match (version.major, partial.minor) {
                (0, Some(minor)) => Version::release(0, minor.saturating_add(1), 0),
                (major, _) => Version::release(major.saturating_add(1), 0, 0),
            };
            Run::between(Some(version), Some(next), false)
        }
        _ => return Err(Problem::Syntax),
    })
}

#[cfg(test)]
mod tests {
    use bumpalo::Bump;

    use super::*;

    #[test]
    fn ranges_in_normal_form() {
        let arena = Bump::new();
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
            match Range::parse(&arena, source) {
                Ok(range) => range.write_normal(&mut text),
                Err(problem) => text = problem,
            }
            assert_eq!(text, normal, "{source}");
        }
    }

    #[test]
    fn prereleases_need_a_bound_that_names_them() {
        let arena = Bump::new();
        for (version, range, inside) in [
            ("1.5.0-rc1", "1.x", false),
            ("1.0.0-rc1", ">=1.0.0-rc0 <2.0.0", true),
            ("1.2.0-rc1", ">=1.0.0-rc0 <2.0.0", false),
            ("2.0.0-rc1", "*", true),
            ("2.0.0+b", "2.0.0", false),
        ] {
            let version = Version::parse(version).expect("a version");
            let range = Range::parse(&arena, range).expect("a range");
            assert_eq!(range.contains(&version), inside, "{version}");
        }
    }
}
