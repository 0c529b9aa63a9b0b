//! Formats timestamps as text: the directives, flags and widths of Ruby's `strftime`.

use super::{Date, Parts, days_from_civil, write_number};

/// The number of colons before a `z` that are counted. After one more, counting starts again.
const COLONS_MAX: usize = 3;

/// Longer widths are not obeyed.
const WIDTH_MAX: usize = 1 << 20;

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Returns the full names of the days from Sunday, and of the months.
pub(super) const fn names() -> (&'static [&'static str; 7], &'static [&'static str; 12]) {
    (&DAYS, &MONTHS)
}

/// The flags, width and modifier between `%` and the directive's letter.
#[derive(Clone, Copy, Default)]
struct Flags {
    /// `-`: whether numbers and names are not padded.
    unpadded: bool,
    /// The last flag of `0` and `_`; a later `-` clears it.
    padding: Option<char>,
    upcase: bool,
    change_case: bool,
    colons: usize,
    width: Option<usize>,
    modifier: Option<char>,
}

/// Formats a point in time.
///
/// # Errors
/// The text of the problem, when the format ends inside a directive.
pub fn strftime(time: &Parts, format: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let (flags, letter, len) = match directive(rest) {
            Some(found) => found,
            None => return Err(format!("invalid format: {format}")),
        };
        if !write(time, flags, letter, &mut out)? {
            // an unknown directive is written unchanged
            out.push_str(&rest[..len]);
        }
        rest = &rest[len..];
    }
    out.push_str(rest);
    Ok(out)
}

/// Returns the flags, the letter and the length of the directive that a text begins with.
fn directive(text: &str) -> Option<(Flags, char, usize)> {
    let mut flags = Flags::default();
    let mut chars = text.char_indices().skip(1).peekable();
    let nothing = |flags, len| Some((flags, '\0', len));
    loop {
        let (at, c) = chars.next()?;
        match c {
            '-' if flags.width.is_none() => (flags.unpadded, flags.padding) = (true, None),
            '_' | '0' if flags.width.is_none() => flags.padding = Some(c),
            '^' => flags.upcase = true,
            '#' => flags.change_case = true,
            ':' => {
                flags.colons = 1;
                while flags.colons <= COLONS_MAX {
                    match chars.peek() {
                        Some((_, ':')) => _ = chars.next(),
                        Some((_, 'z')) => break,
                        // a `%` begins the next one
                        Some((at, '%')) => return nothing(flags, *at),
                        Some((at, other)) => return nothing(flags, at + other.len_utf8()),
                        None => return nothing(flags, text.len()),
                    }
                    flags.colons += 1;
                }
            }
            '0'..='9' => {
                let digit = c as usize - '0' as usize;
                let width = flags.width.unwrap_or(0).saturating_mul(10);
                flags.width = Some(width.saturating_add(digit));
            }
            'E' | 'O' => {
                let Some(&(next, letter)) = chars.peek() else {
                    return nothing(flags, text.len());
                };
                let legal = match c {
                    'E' => "cCxXyY",
                    _ => "deHkIlmMSuUVwWy",
                };
                let letter_len = next + letter.len_utf8();
                return Some(match legal.contains(letter) {
                    true => (flags, letter, letter_len),
                    false => (flags, '\0', next),
                });
            }
            _ => {
                flags.modifier = None;
                return Some((flags, c, at + c.len_utf8()));
            }
        }
    }
}

/// Writes a directive; `false` for an unknown one.
// Long because there is an arm for each directive.
fn write(time: &Parts, flags: Flags, letter: char, out: &mut String) -> Result<bool, String> {
    if flags.width.is_some_and(|width| width > WIDTH_MAX) || letter == '\0' {
        return Ok(false);
    }
    let hour12 = |hour: i64| if hour % 12 == 0 { 12 } else { hour % 12 };
    let (hour, minute, second) = (time.hour, time.minute, time.second);
    let month = MONTHS[(time.date.month as usize + 11) % 12];
    let day = DAYS[time.weekday() as usize % 7];
    let year = time.date.year;
    let year_width = if year < 0 { 5 } else { 4 };
    match letter {
        'Y' => number(flags, year, year_width, '0', out),
        'C' => number(flags, year.div_euclid(100), 2, '0', out),
        'y' => number(flags, year.rem_euclid(100), 2, '0', out),
        'm' => number(flags, i64::from(time.date.month), 2, '0', out),
        'd' => number(flags, i64::from(time.date.day), 2, '0', out),
        'e' => number(flags, i64::from(time.date.day), 2, ' ', out),
        'j' => number(flags, time.day_of_year(), 3, '0', out),
        'H' => number(flags, hour, 2, '0', out),
        'k' => number(flags, hour, 2, ' ', out),
        'I' => number(flags, hour12(hour), 2, '0', out),
        'l' => number(flags, hour12(hour), 2, ' ', out),
        'M' => number(flags, minute, 2, '0', out),
        'S' => number(flags, second, 2, '0', out),
        's' => number(flags, time.epoch, 1, '0', out),
        'u' => number(flags, (time.weekday() + 6) % 7 + 1, 1, '0', out),
        'w' => number(flags, time.weekday(), 1, '0', out),
        'G' => {
            let year = time.iso_week().0;
            number(flags, year, if year < 0 { 5 } else { 4 }, '0', out);
        }
        'g' => number(flags, time.iso_week().0.rem_euclid(100), 2, '0', out),
        'V' => number(flags, time.iso_week().1, 2, '0', out),
        'U' => number(flags, time.week_from(0), 2, '0', out),
        'W' => number(flags, time.week_from(1), 2, '0', out),
        'L' => fraction(flags, time.nanos, 3, out),
        'N' => fraction(flags, time.nanos, 9, out),
        'B' => text(flags, month, true, out),
        'b' | 'h' => text(flags, &month[..3], true, out),
        'A' => text(flags, day, true, out),
        'a' => text(flags, &day[..3], true, out),
        'p' | 'P' => {
            let upper = if hour < 12 { "AM" } else { "PM" };
            let lower = match letter {
                'p' => flags.change_case,
                _ => !flags.upcase && !flags.change_case,
            };
            let shown = if lower {
                upper.to_lowercase()
            } else {
                upper.to_owned()
            };
            pad(flags, &shown, ' ', out);
        }
        'Z' => {
            let zone = if flags.change_case {
                time.zone.to_lowercase()
            } else {
                time.zone.to_owned()
            };
            // one without a name takes no room
            if !zone.is_empty() {
                pad(flags, &zone, ' ', out);
            }
        }
        'z' if flags.colons > COLONS_MAX => return Ok(false),
        'z' => offset(flags, time, out),
        'n' => pad(flags, "\n", ' ', out),
        't' => pad(flags, "\t", ' ', out),
        '%' => pad(flags, "%", ' ', out),
        _ => return compound(time, flags, letter, out),
    }
    Ok(true)
}

/// Writes a directive that combines several others.
fn compound(time: &Parts, flags: Flags, letter: char, out: &mut String) -> Result<bool, String> {
    let format = match letter {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'v' => "%e-%^b-%Y",
        'X' | 'T' => "%H:%M:%S",
        'r' => "%I:%M:%S %p",
        'R' => "%H:%M",
        _ => return Ok(false),
    };
    let shown = strftime(time, format)?;
    let flags = Flags {
        change_case: false,
        // the whole is never shorter than its width
        unpadded: false,
        ..flags
    };
    text(flags, &shown, false, out);
    Ok(true)
}

fn pad(flags: Flags, shown: &str, usual: char, out: &mut String) {
    let fill = match flags.padding {
        Some('0') => '0',
        Some('_') => ' ',
        _ => usual,
    };
    if let Some(width) = flags.width.filter(|_| !flags.unpadded) {
        let missing = width.saturating_sub(shown.chars().count());
        out.extend(std::iter::repeat_n(fill, missing));
    }
    out.push_str(shown);
}

fn text(flags: Flags, shown: &str, cased: bool, out: &mut String) {
    match flags.upcase || (cased && flags.change_case) {
        true => pad(flags, &shown.to_uppercase(), ' ', out),
        false => pad(flags, shown, ' ', out),
    }
}

fn number(flags: Flags, value: i64, usual_width: usize, usual: char, out: &mut String) {
    let width = match flags.unpadded {
        true => 0,
        false => flags.width.unwrap_or(usual_width),
    };
    let fill = match flags.padding {
        Some('0') => '0',
        Some('_') => ' ',
        _ => usual,
    };
    write_number(i128::from(value), width, fill, out);
}

fn fraction(flags: Flags, nanos: u32, usual_digits: usize, out: &mut String) {
    let digits = flags.width.filter(|&w| w > 0).unwrap_or(usual_digits);
    let all = format!("{nanos:09}");
    out.push_str(&all[..digits.min(9)]);
    out.extend(std::iter::repeat_n('0', digits.saturating_sub(9)));
}

/// Writes `%z` with its colons.
fn offset(flags: Flags, time: &Parts, out: &mut String) {
    let seconds = time.offset.unsigned_abs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let tail = match flags.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        2 => format!(":{minutes:02}:{rest:02}"),
        _ if rest != 0 => format!(":{minutes:02}:{rest:02}"),
        _ if minutes != 0 => format!(":{minutes:02}"),
        _ => String::new(),
    };
    // UTC itself counts as an unknown zone when padding is off
    let negative = time.offset < 0 || (flags.unpadded && time.zone == "UTC");
    let sign = if negative { '-' } else { '+' };
    let width = flags.width.unwrap_or(0).saturating_sub(tail.len()).max(3);
    match flags.padding {
        Some('_') if !flags.unpadded => {
            let signed = format!("{sign}{hours}");
            out.extend(std::iter::repeat_n(' ', width.saturating_sub(signed.len())));
            out.push_str(&signed);
        }
        _ => {
            out.push(sign);
            write_number(i128::from(hours), width - 1, '0', out);
        }
    }
    out.push_str(&tail);
}

impl Parts {
    /// Returns the day of the week; 0 is Sunday.
    pub fn weekday(&self) -> i64 {
        (days_from_civil(self.date) + 4).rem_euclid(7)
    }

    /// Returns the day of the year from 1.
    fn day_of_year(&self) -> i64 {
        days_from_civil(self.date) - self.first_of_year() + 1
    }

    fn first_of_year(&self) -> i64 {
        days_from_civil(Date {
            month: 1,
            day: 1,
            ..self.date
        })
    }

    /// Returns the week of the year, when weeks begin with a given weekday; 0 before the first such
    /// day.
    fn week_from(&self, first: i64) -> i64 {
        (self.day_of_year() + 6 - (self.weekday() - first).rem_euclid(7)) / 7
    }

    /// Returns the year and the week of ISO 8601.
    fn iso_week(&self) -> (i64, i64) {
        // a week belongs to the year of its Thursday
        let days = days_from_civil(self.date);
        let thursday = days - (self.weekday() + 6) % 7 + 3;
        let date = super::civil(thursday);
        let first = days_from_civil(Date {
            month: 1,
            day: 1,
            ..date
        });
        (date.year, (thursday - first) / 7 + 1)
    }
}
