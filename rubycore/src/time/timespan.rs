//! Parses and formats timespans by their directives: `%D %H %M %S %L %N`.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock, Mutex};

use hashbrown::HashMap;
use regex::Regex;

use super::{SECOND, write_number};
use crate::alarm;

/// The formats that are tried for a text when none is given.
pub const DEFAULT_FORMATS: [&str; 8] = [
    "%D-%H:%M:%S.%-N",
    "%H:%M:%S.%-N",
    "%M:%S.%-N",
    "%S.%-N",
    "%D-%H:%M:%S",
    "%H:%M:%S",
    "%D-%H:%M",
    "%S",
];

/// Directives, by their magnitude.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Unit {
    Nanoseconds,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
}

impl Unit {
    fn of(letter: char) -> Option<Unit> {
        Some(match letter {
            'D' => Unit::Days,
            'H' => Unit::Hours,
            'M' => Unit::Minutes,
            'S' => Unit::Seconds,
            'L' => Unit::Milliseconds,
            'N' => Unit::Nanoseconds,
            _ => return None,
        })
    }

    fn nanos(self) -> i128 {
        match self {
            Unit::Nanoseconds => 1,
            Unit::Milliseconds => 1_000_000,
            Unit::Seconds => SECOND,
            Unit::Minutes => 60 * SECOND,
            Unit::Hours => 3600 * SECOND,
            Unit::Days => 86_400 * SECOND,
        }
    }

    fn usual_width(self) -> usize {
        match self {
            Unit::Days => 1,
            Unit::Hours | Unit::Minutes | Unit::Seconds => 2,
            Unit::Milliseconds => 3,
            Unit::Nanoseconds => 9,
        }
    }

    fn is_fraction(self) -> bool {
        self < Unit::Seconds
    }
}

#[derive(Clone, Debug)]
enum Segment {
    Text(String),
    Value {
        unit: Unit,
        flag: Option<char>,
        width: Option<usize>,
        /// The directive of the highest magnitude takes all that is above it.
        total: bool,
    },
}

/// A parsed format.
pub struct Format {
    segments: Vec<Segment>,
}

impl Format {
    /// Reads a format.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn new(source: &str) -> Result<Format, String> {
        let mut segments = Vec::new();
        let mut literal = String::new();
        let chars: Vec<char> = source.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let start = at;
            at += 1;
            if chars[start] != '%' {
                literal.push(chars[start]);
                continue;
            }
            let bad = |at: usize| {
                let at = at.min(chars.len() - 1);
                let so_far: String = chars[start..at].iter().collect();
                format!("Bad format specifier '{so_far}' in '{source}', at position {at}")
            };
            let flag = chars
                .get(at)
                .copied()
                .filter(|c| matches!(c, '-' | '_' | '0'));
            at += usize::from(flag.is_some());
            let mut width: Option<usize> = None;
            while let Some(digit) = chars.get(at).and_then(|c| c.to_digit(10)) {
                let next = width
                    .unwrap_or(0)
                    .saturating_mul(10)
                    .saturating_add(digit as usize);
                width = Some(next);
                at += 1;
            }
            if width.is_some_and(|width| width > i32::MAX as usize) {
                return Err("width too big".to_owned());
            }
            match chars.get(at) {
                Some('%') => literal.push('%'),
                Some(&letter) => {
                    let unit = Unit::of(letter).ok_or_else(|| bad(at))?;
                    if !literal.is_empty() {
                        segments.push(Segment::Text(std::mem::take(&mut literal)));
                    }
                    let total = false;
                    segments.push(Segment::Value {
                        unit,
                        flag,
                        width,
                        total,
                    });
                }
                None => return Err(bad(at)),
            }
            at += 1;
        }
        if !literal.is_empty() {
            segments.push(Segment::Text(literal));
        }
        let mut format = Format { segments };
        format.mark_total();
        Ok(format)
    }

    fn mark_total(&mut self) {
        let units = self.segments.iter().filter_map(|segment| match segment {
            Segment::Value { unit, .. } => Some(*unit),
            Segment::Text(_) => None,
        });
        let Some(highest) = units.max() else { return };
        for segment in &mut self.segments {
            if let Segment::Value { unit, total, .. } = segment
                && *unit == highest
            {
                *total = true;
                return;
            }
        }
    }

    /// Writes a span of nanoseconds.
    pub fn write(&self, nanos: i128, out: &mut String) {
        if nanos < 0 {
            out.push('-');
        }
        let nanos = nanos.saturating_abs();
        for segment in &self.segments {
            match segment {
                Segment::Text(text) => out.push_str(text),
                &Segment::Value {
                    unit,
                    flag,
                    width,
                    total,
                } if unit.is_fraction() => {
                    write_fraction(nanos, unit, flag, width, total, out);
                }
                &Segment::Value {
                    unit,
                    flag,
                    width,
                    total,
                } => {
                    let whole = nanos / unit.nanos();
                    let value = match unit {
                        _ if total => whole,
                        Unit::Hours => whole % 24,
                        Unit::Minutes | Unit::Seconds => whole % 60,
                        _ => whole,
                    };
                    let width = width.unwrap_or(unit.usual_width());
                    match flag {
                        Some('-') => write_number(value, 0, ' ', out),
                        Some('_') => write_number(value, width, ' ', out),
                        _ => write_number(value, width, '0', out),
                    }
                }
            }
        }
    }

    /// Reads a text that is of this format as nanoseconds; `None` when it is not.
    ///
    /// # Errors
    /// The text of the problem with the format.
    pub fn parse(&self, text: &str) -> Result<Option<i128>, String> {
        let Some(groups) = self.regex().and_then(|regex| {
            let captures = regex.captures(text)?;
            let group = |i| captures.get(i).map(|m| m.as_str().to_owned());
            Some((1..captures.len()).map(group).collect::<Vec<_>>())
        }) else {
            return Ok(None);
        };
        let too_fine = |segment: &Segment| matches!(segment, Segment::Value { unit, total: true, .. } if unit.is_fraction());
        if self.segments.iter().any(too_fine) {
            return Err("Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude".to_owned());
        }
        let mut groups = groups.into_iter();
        let negative = groups.next().flatten().is_some_and(|sign| !sign.is_empty());
        let mut nanos: i128 = 0;
        for segment in &self.segments {
            let Segment::Value { unit, .. } = segment else {
                continue;
            };
            let digits = groups.next().flatten().unwrap_or_default();
            let digits = digits.trim_start();
            let Ok(value) = digits.parse::<i128>() else {
                return Ok(None);
            };
            let factor = match unit.is_fraction() {
                true => 10i128.pow(9usize.saturating_sub(digits.len()) as u32),
                false => unit.nanos(),
            };
            nanos = nanos.saturating_add(value.saturating_mul(factor));
        }
        Ok(Some(if negative { -nanos } else { nanos }))
    }

    fn regex(&self) -> Option<Regex> {
        let mut pattern = String::from(r"\A(-?)");
        for segment in &self.segments {
            match segment {
                Segment::Text(text) => pattern.push_str(&regex::escape(text)),
                &Segment::Value {
                    unit,
                    flag,
                    width,
                    total,
                } => {
                    let endless = total && width.is_none();
                    let width = width.unwrap_or(unit.usual_width());
                    let given = matches!(segment, Segment::Value { width: Some(_), .. });
                    let _ = match flag {
                        Some('_') if endless => write!(pattern, "([ ]*[0-9]+)"),
                        _ if endless => write!(pattern, "([0-9]+)"),
                        Some('_') if given => write!(pattern, "{}", blanks(width, width)),
                        Some('_') => write!(pattern, "{}", blanks(1, width)),
                        Some('-') => write!(pattern, "([0-9]{{1,{width}}})"),
                        _ if given => write!(pattern, "([0-9]{{{width}}})"),
                        _ => write!(pattern, "([0-9]{{1,{width}}})"),
                    };
                }
            }
        }
        pattern.push_str(r"\z");
        Regex::new(&pattern).ok()
    }
}

/// Returns a pattern for digits after blanks, `min` to `max` characters in all.
fn blanks(min: usize, max: usize) -> String {
    let max = max.min(64);
    let mut options = Vec::new();
    for len in (min.min(max)..=max).rev() {
        for digits in (1..=len).rev() {
            options.push(format!("[ ]{{{}}}[0-9]{{{digits}}}", len - digits));
        }
    }
    format!("({})", options.join("|"))
}

/// Writes the digits of the second's fraction left-aligned, padded with blanks.
fn write_fraction(
    nanos: i128,
    unit: Unit,
    flag: Option<char>,
    width: Option<usize>,
    total: bool,
    out: &mut String,
) {
    let usual = unit.usual_width();
    let nanos = if total { nanos } else { nanos % SECOND };
    let divisor = match unit {
        Unit::Milliseconds => 1_000_000,
        _ => 10i128.pow(9usize.saturating_sub(width.unwrap_or(usual)) as u32),
    };
    let mut digits = (nanos / divisor).to_string();
    if flag.is_some_and(|flag| flag != '0') && !total {
        let kept = digits.trim_end_matches('0').len().max(1);
        digits.truncate(kept);
    }
    out.push_str(&digits);
    if flag != Some('-') {
        let missing = width.unwrap_or(usual).saturating_sub(digits.len());
        alarm::room(missing);
        out.extend(std::iter::repeat_n(' ', missing));
    }
}

/// Returns the parsed form of a format, from the cache of the process.
///
/// # Errors
/// Returns the message.
pub fn format(source: &str) -> Result<Arc<Format>, String> {
    type Cache = Mutex<HashMap<String, Arc<Format>, foldhash::fast::FixedState>>;
    static CACHE: LazyLock<Cache> = LazyLock::new(Mutex::default);
    const CACHE_MAX: usize = 1024;
    let mut cache = CACHE.lock().unwrap_or_else(|e| e.into_inner());
    if let Some(format) = cache.get(source) {
        return Ok(format.clone());
    }
    let format = Arc::new(Format::new(source)?);
    if cache.len() >= CACHE_MAX {
        cache.clear();
    }
    cache.insert(source.to_owned(), format.clone());
    Ok(format)
}

/// Parses a text with the first of some formats that fits.
///
/// # Errors
/// Returns the message; `listed` says that the formats came as a list.
pub fn parse(text: &str, formats: &[&str], listed: bool) -> Result<i128, String> {
    for source in formats {
        match format(source)?.parse(text) {
            Ok(Some(nanos)) => return Ok(nanos),
            Err(problem) if !listed => return Err(problem),
            // the next format may fit
            Ok(None) | Err(_) => {}
        }
    }
    Err(super::unparsable(text, formats, listed))
}
