//! Parses texts as timestamps: the directives of Ruby's `strptime`.

use super::strftime::names;
use super::{Date, SECOND, days_from_civil, zone, zone_offset};

/// The fields that were read from a text.
#[derive(Clone, Copy, Debug, Default)]
struct Found<'t> {
    year: Option<i64>,
    century: Option<i64>,
    short_year: Option<i64>,
    month: Option<i64>,
    day: Option<i64>,
    hour: Option<i64>,
    afternoon: Option<bool>,
    minute: Option<i64>,
    second: Option<i64>,
    nanos: i128,
    /// The name of the zone and its offset in seconds, when the name is known.
    zone: Option<(&'t str, Option<i32>)>,
}

/// The reason why a text gives no time.
pub enum Problem {
    /// The text does not match the format.
    Mismatch,
    /// The text names a zone, and one was given as well.
    TwoZones,
    /// The text matches the format, but there is no such time.
    Impossible(String),
}

/// Parses a text. `timezone` is an optional zone, which excludes a zone in the text, and which is
/// checked only when the text fits the format. The result is in nanoseconds since the epoch.
///
/// # Errors
/// See [`Problem`].
pub fn strptime(text: &str, format: &str, timezone: Option<&str>) -> Result<i128, Problem> {
    let impossible = |problem: &str| Err(Problem::Impossible(problem.to_owned()));
    let mut found = Found::default();
    let rest = parse(text, format, &mut found).ok_or(Problem::Mismatch)?;
    if !rest.is_empty() {
        return Err(Problem::Mismatch);
    }
    let mut year = found.year;
    if let Some(short) = found
        .short_year
        .filter(|_| found.century.is_some() || year.is_none())
    {
        let century = found.century.unwrap_or(if short >= 69 { 19 } else { 20 });
        year = Some(century * 100 + short);
    }
    let offset = match (found.zone, timezone) {
        (Some(_), Some(_)) => {
            return Err(Problem::TwoZones);
        }
        (Some((zone, None)), None) => return impossible(&format!("Illegal timezone '{zone}'")),
        (Some((_, zone)), None) => zone.unwrap_or(0),
        (None, _) => 0,
    };
    let Some(year) = year else {
        return impossible("no implicit conversion of nil into Integer");
    };

    let hour = match (found.hour, found.afternoon) {
        (Some(hour), Some(afternoon)) => hour % 12 + if afternoon { 12 } else { 0 },
        (hour, _) => hour.unwrap_or(0),
    };
    let (minute, second) = (found.minute.unwrap_or(0), found.second.unwrap_or(0));
    if hour == 24 && (minute, second) != (0, 0) {
        return impossible(if minute > 0 {
            "min out of range"
        } else {
            "sec out of range"
        });
    }
    if found.nanos < 0 {
        return impossible("subsecx out of range");
    }
    let given = timezone.map_or(Ok(0), zone_offset);
    let offset = offset + given.map_err(Problem::Impossible)?;
    let days = days_from_civil(Date {
        year,
        month: found.month.unwrap_or(1) as u32,
        day: found.day.unwrap_or(1) as u32,
    });
    let seconds = i128::from(days) * 86_400 + i128::from(hour * 3600 + minute * 60 + second)
        - i128::from(offset);
    Ok(seconds * SECOND + found.nanos)
}

/// Parses the beginning of a text. Returns the rest.
fn parse<'t>(mut text: &'t str, format: &str, found: &mut Found<'t>) -> Option<&'t str> {
    let mut rest = format;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c.is_ascii_whitespace() {
            text = text.trim_start_matches(|c: char| c.is_ascii_whitespace());
            continue;
        }
        if c != '%' {
            text = text.strip_prefix(c)?;
            continue;
        }
        let (letter, len) = directive(rest);
        rest = &rest[len..];
        let Some(letter) = letter else {
            text = text.strip_prefix('%')?;
            continue;
        };
        let number_follows = begins_with_number(rest);
        text = match compound(letter) {
            Some(format) => parse(text, format, found)?,
            None => field(text, letter, number_follows, found)?,
        };
    }
    Some(text)
}

/// Returns the letter after a `%` and any modifiers, with the length of both; `None` for no
/// directive.
fn directive(text: &str) -> (Option<char>, usize) {
    let skipped = match text.as_bytes() {
        [b'E', next, ..] if b"cCxXyY".contains(next) => 1,
        [b'O', next, ..] if b"deHImMSuUVwWy".contains(next) => 1,
        [b':', ..] => match text.trim_start_matches(':') {
            tail if tail.starts_with('z') && text.len() - tail.len() <= 3 => {
                text.len() - tail.len()
            }
            _ => return (None, 0),
        },
        _ => 0,
    };
    match text[skipped..].chars().next() {
        Some(c) if "AaBbhCcDdeFGgHkIljLMmNnPpQRrSsTtUuVvWwXxYyZz%+".contains(c) => {
            (Some(c), skipped + 1)
        }
        _ => (None, 0),
    }
}

fn compound(letter: char) -> Option<&'static str> {
    Some(match letter {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'n' | 't' => " ",
        'R' => "%H:%M",
        'r' => "%I:%M:%S %p",
        'T' | 'X' => "%H:%M:%S",
        'v' => "%e-%b-%Y",
        '+' => "%a %b %e %H:%M:%S %Z %Y",
        _ => return None,
    })
}

/// Returns true if the rest of a format begins by reading digits, so that a number before it must
/// not take them.
fn begins_with_number(format: &str) -> bool {
    let mut chars = format.chars();
    match chars.next() {
        Some(c) if c.is_ascii_digit() => true,
        Some('%') => {
            let next = chars.next().map(|c| match c {
                'E' | 'O' => chars.next().unwrap_or(c),
                _ => c,
            });
            next.is_some_and(|c| {
                c.is_ascii_digit() || "CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy".contains(c)
            })
        }
        _ => false,
    }
}

// Long because there is an arm for each directive.
fn field<'t>(
    text: &'t str,
    letter: char,
    number_follows: bool,
    found: &mut Found<'t>,
) -> Option<&'t str> {
    let plain =
        |text, digits, min, max| unsigned(text, digits).filter(|(n, _)| (min..=max).contains(n));
    // a blank may stand for the first digit
    let blank = |text: &'t str, min, max| match text.strip_prefix(' ') {
        Some(text) => plain(text, 1, min, max),
        None => plain(text, 2, min, max),
    };
    let (days, months) = names();
    let mut rest = text;
    let mut take = |read: Option<(i64, &'t str)>| {
        read.map(|(n, after)| {
            rest = after;
            n
        })
    };
    match letter {
        'A' | 'a' => {
            take(name(text, days))?;
        }
        'B' | 'b' | 'h' => found.month = Some(take(name(text, months))? + 1),
        'C' => found.century = Some(take(signed(text, if number_follows { 2 } else { 99 }))?),
        'd' | 'e' => found.day = Some(take(blank(text, 1, 31))?),
        'G' => {
            take(signed(text, if number_follows { 4 } else { 99 }))?;
        }
        'g' => {
            take(plain(text, 2, 0, 99))?;
        }
        'H' | 'k' => found.hour = Some(take(blank(text, 0, 24))?),
        'I' | 'l' => found.hour = Some(take(blank(text, 1, 12))?),
        'j' => {
            take(plain(text, 3, 1, 366))?;
        }
        'L' | 'N' => {
            let usual = if letter == 'L' { 3 } else { 9 };
            let (nanos, after) = fraction(text, if number_follows { usual } else { 99 })?;
            found.nanos = nanos;
            return Some(after);
        }
        'M' => found.minute = Some(take(plain(text, 2, 0, 59))?),
        'm' => found.month = Some(take(plain(text, 2, 1, 12))?),
        'P' | 'p' => {
            let (afternoon, after) = meridian(text)?;
            found.afternoon = Some(afternoon);
            return Some(after);
        }
        'Q' | 's' => {
            take(signed(text, 99))?;
        }
        'S' => found.second = Some(take(plain(text, 2, 0, 60))?),
        'U' | 'W' => {
            take(plain(text, 2, 0, 53))?;
        }
        'u' => {
            take(plain(text, 1, 1, 7))?;
        }
        'V' => {
            take(plain(text, 2, 1, 53))?;
        }
        'w' => {
            take(plain(text, 1, 0, 6))?;
        }
        'Y' => found.year = Some(take(signed(text, if number_follows { 4 } else { 99 }))?),
        'y' => found.short_year = Some(take(plain(text, 2, 0, 99))?),
        'Z' | 'z' => {
            let (zone, after) = text.split_at(zone::scan(text)?);
            found.zone = Some((zone, zone::offset(zone)));
            return Some(after);
        }
        '%' => return text.strip_prefix('%'),
        _ => return None,
    }
    Some(rest)
}

fn unsigned(text: &str, digits_max: usize) -> Option<(i64, &str)> {
    let len = text
        .bytes()
        .take(digits_max)
        .take_while(u8::is_ascii_digit)
        .count();
    let (digits, rest) = text.split_at(len);
    Some((digits.parse().ok()?, rest))
}

fn signed(text: &str, digits_max: usize) -> Option<(i64, &str)> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let (n, rest) = unsigned(digits, digits_max)?;
    Some((sign * n, rest))
}

/// Parses digits after a decimal point, as nanoseconds.
fn fraction(text: &str, digits_max: usize) -> Option<(i128, &str)> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, &text[1..]),
        b'+' => (1, &text[1..]),
        _ => (1, text),
    };
    let len = digits
        .bytes()
        .take(digits_max)
        .take_while(u8::is_ascii_digit)
        .count();
    if len == 0 {
        return None;
    }
    let (digits, rest) = digits.split_at(len);
    let nine: String = digits.chars().chain("000000000".chars()).take(9).collect();
    Some((sign * nine.parse::<i128>().ok()?, rest))
}

/// Parses a name or its first three letters. Returns its index.
fn name<'t>(text: &'t str, names: &[&str]) -> Option<(i64, &'t str)> {
    for (index, name) in names.iter().enumerate() {
        for len in [name.len(), 3] {
            if let Some(start) = text.get(..len)
                && start.eq_ignore_ascii_case(&name[..len])
            {
                return Some((index as i64, &text[len..]));
            }
        }
    }
    None
}

/// Parses `AM`, `p.m.`.
fn meridian(text: &str) -> Option<(bool, &str)> {
    for (shown, afternoon) in [("a.m.", false), ("p.m.", true), ("am", false), ("pm", true)] {
        if let Some(start) = text.get(..shown.len())
            && start.eq_ignore_ascii_case(shown)
        {
            return Some((afternoon, &text[shown.len()..]));
        }
    }
    None
}
