//! Owns timespans and timestamps: their text, and their parts.
//!
//! Spec: document 000, "Timespan" and "Timestamp".

mod strftime;
mod strptime;
pub mod timespan;
mod zone;

use std::fmt::Write as _;

use crate::alarm;

/// A length of time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timespan {
    /// Nanoseconds, negative for the past.
    pub nanos: i128,
}

/// A point in time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp {
    /// Nanoseconds since 1970-01-01T00:00:00 UTC.
    pub nanos: i128,
}

/// Nanoseconds in a second.
pub const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;

/// Nanoseconds as seconds, rounded once.
pub fn seconds(nanos: i128) -> f64 {
    let (whole, rest) = (
        nanos.unsigned_abs() / SECOND as u128,
        nanos.unsigned_abs() % SECOND as u128,
    );
    let value = match rest {
        0 => whole as f64,
        // parsing a decimal rounds it correctly
        _ => format!("{whole}.{rest:09}").parse().unwrap_or(whole as f64),
    };
    if nanos < 0 { -value } else { value }
}

/// Writes a number that is filled up to a width, which may be more than `format!` takes.
fn write_number(value: i128, width: usize, fill: char, out: &mut String) {
    let sign = if value < 0 { "-" } else { "" };
    let digits = value.unsigned_abs().to_string();
    let missing = width.saturating_sub(sign.len() + digits.len());
    alarm::room(missing);
    let missing = std::iter::repeat_n(fill, missing);
    if fill == '0' {
        out.push_str(sign);
        out.extend(missing);
    } else {
        out.extend(missing);
        out.push_str(sign);
    }
    out.push_str(&digits);
}

/// Writes a Timespan in its default form, `%D-%H:%M:%S.%-N`.
pub fn write_timespan(span: &Timespan, out: &mut String) {
    if span.nanos < 0 {
        out.push('-');
    }
    let nanos = span.nanos.saturating_abs();
    let seconds = nanos / SECOND;
    let _ = write!(
        out,
        "{}-{:02}:{:02}:{:02}.",
        nanos / DAY,
        seconds / 3600 % 24,
        seconds / 60 % 60,
        seconds % 60
    );
    // the digits lose zeroes on both sides: the format is known to do so
    let fraction = format!("{}", nanos % SECOND);
    let digits = fraction.trim_end_matches('0');
    out.push_str(if digits.is_empty() { "0" } else { digits });
}

/// Writes a Timestamp in its default form, `%FT%T.%9N UTC`.
pub fn write_timestamp(time: &Timestamp, out: &mut String) {
    let days = time.nanos.div_euclid(DAY);
    let nanos = time.nanos.rem_euclid(DAY);
    let seconds = nanos / SECOND;
    let date = civil(days as i64);
    write_year(date.year, out);
    let _ = write!(
        out,
        "-{:02}-{:02}T{:02}:{:02}:{:02}.{:09} UTC",
        date.month,
        date.day,
        seconds / 3600,
        seconds / 60 % 60,
        seconds % 60,
        nanos % SECOND
    );
}

/// Writes a year with at least four digits.
fn write_year(year: i64, out: &mut String) {
    let sign = if year < 0 { "-" } else { "" };
    let _ = write!(out, "{sign}{:04}", year.unsigned_abs());
}

/// The formats that are tried for a Timestamp when none is given.
pub const TIMESTAMP_FORMATS: [&str; 10] = [
    "%FT%T.%N %Z",
    "%FT%T %Z",
    "%F %T.%N %Z",
    "%F %T %Z",
    "%F %Z",
    "%FT%T.%N",
    "%FT%T",
    "%F %T.%N",
    "%F %T",
    "%F",
];

/// The parts of a point in time, in some time zone.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    /// The day.
    pub date: Date,
    /// 0 to 23.
    pub hour: i64,
    /// 0 to 59.
    pub minute: i64,
    /// 0 to 59.
    pub second: i64,
    /// The part of a second, in nanoseconds.
    pub nanos: u32,
    /// Whole seconds since the epoch.
    pub epoch: i64,
    /// Seconds east of UTC.
    pub offset: i32,
    /// The zone's name: `UTC` or nothing.
    pub zone: &'static str,
}

impl Parts {
    /// Splits a point in time into its parts.
    pub fn new(time: &Timestamp, offset: i32, zone: &'static str) -> Parts {
        let epoch = time.nanos.div_euclid(SECOND) as i64;
        let local = epoch.saturating_add(i64::from(offset));
        let of_day = local.rem_euclid(86_400);
        Parts {
            date: civil(local.div_euclid(86_400)),
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
            nanos: time.nanos.rem_euclid(SECOND) as u32,
            epoch,
            offset,
            zone,
        }
    }
}

/// Returns the offset from UTC, in seconds, of a time zone given by name or number.
///
/// # Errors
/// Returns the message.
pub fn zone_offset(zone: &str) -> Result<i32, String> {
    zone::scan(zone)
        .and_then(|len| zone::offset(&zone[..len]))
        .ok_or_else(|| format!("Illegal timezone '{zone}'"))
}

/// Formats a Timestamp like Ruby's `strftime`; in UTC, or in the given time zone.
///
/// # Errors
/// Returns the message.
pub fn format_timestamp(
    time: &Timestamp,
    format: &str,
    timezone: Option<&str>,
) -> Result<String, String> {
    let (offset, zone) = match timezone.filter(|zone| !zone.is_empty()) {
        Some("-00:00") => (0, "UTC"),
        Some(zone) => (zone::local_offset(zone, zone_offset(zone)?)?, ""),
        None => (0, "UTC"),
    };
    strftime::strftime(&Parts::new(time, offset, zone), format)
}

/// Parses a text as a Timestamp with the first of some formats that fits. Returns nanoseconds since
/// the epoch. `listed` says that the formats came as a list.
///
/// # Errors
/// Returns the message.
pub fn parse_timestamp(
    text: &str,
    formats: &[&str],
    listed: bool,
    timezone: Option<&str>,
) -> Result<i128, String> {
    let timezone = timezone.filter(|zone| !zone.is_empty());
    for format in formats {
        match strptime::strptime(text, format, timezone) {
            Ok(nanos) => return Ok(nanos),
            Err(strptime::Problem::Mismatch) => {}
            // another of the list may do
            Err(strptime::Problem::TwoZones) if listed => {}
            Err(strptime::Problem::TwoZones) => {
                return Err("Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument".to_owned());
            }
            Err(strptime::Problem::Impossible(problem)) => return Err(problem),
        }
    }
    Err(unparsable(text, formats, listed))
}

fn unparsable(text: &str, formats: &[&str], listed: bool) -> String {
    match (formats, listed) {
        ([format], false) => format!("Unable to parse '{text}' using format '{format}'"),
        _ => format!(
            "Unable to parse '{text}' using any of the formats {}",
            formats.join(", ")
        ),
    }
}

/// A day of the Gregorian calendar, extended to all years.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    /// The year; year 0 precedes year 1.
    pub year: i64,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31.
    pub day: u32,
}

/// Returns the date of a day counted from 1970-01-01.
pub fn civil(days: i64) -> Date {
    // years counted from March, so that the leap day comes last
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    Date {
        year: year + era * 400 + i64::from(month <= 2),
        month: month as u32,
        day: day as u32,
    }
}

/// Returns the day of a date, counted from 1970-01-01. Days beyond the month's end continue into
/// the next.
pub fn days_from_civil(date: Date) -> i64 {
    let year = date.year - i64::from(date.month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let month = i64::from(date.month);
    let of_year =
        (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + i64::from(date.day) - 1;
    let days = of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    era * 146_097 + days - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Timestamp = Timestamp {
        nanos: 1_473_150_899_123_456_789,
    };

    #[test]
    fn strftime() {
        for (format, zone, expected) in [
            (
                "%-z|%_z|%_10z|%010z|%10:z|%:10z|%:::z",
                None,
                "-0000| +000|      +000|+000000000|+000000:00|%:10z|+00",
            ),
            (
                "%z|%::z|%Z|%F %R",
                Some("-00:00:30"),
                "-0001|-00:01:00||2016-09-06 08:33",
            ),
            (
                "%^c|%12F|%012F|%v|%5%|%05%|%5n",
                None,
                "TUE SEP  6 08:34:59 2016|  2016-09-06|002016-09-06| 6-SEP-2016|    %|0000%|    \n",
            ),
            (
                "%_H|%0k|%-l|%#p|%12L|%G-%V-%u %U %W %j",
                None,
                " 8|08|8|am|123456789000|2016-36-2 36 36 250",
            ),
            ("%Ey|%EB|%Q|%10EY", None, "16|%EB|%Q|0000002016"),
        ] {
            assert_eq!(
                format_timestamp(&TIME, format, zone).as_deref(),
                Ok(expected)
            );
        }
        assert!(format_timestamp(&TIME, "abc %-", None).is_err());
    }

    #[test]
    fn timespans() {
        let text = |nanos, format| {
            let mut out = String::new();
            timespan::format(format)
                .expect("a format")
                .write(nanos, &mut out);
            out
        };
        assert_eq!(text(90_061_500_000_000, "%H%H %M"), "2501 01");
        assert_eq!(
            text(1_000_500, "%S|%N|%_12N|%-N|%2N|%5L"),
            "00|1000500  |10005       |10005|0 |1    "
        );
        assert_eq!(text(1_000_500_000, "%3N|%L"), "0  |1000");
        assert_eq!(
            timespan::parse("1:100", &["%M:%3S"], false),
            Ok(160 * SECOND)
        );
        assert!(timespan::parse("1:100", &["%M:%S"], false).is_err());
        assert_eq!(timespan::parse("1.5", &["%L.%S"], false), Ok(5_100_000_000));
        let bad = timespan::parse("1", &["%-_H"], false);
        assert_eq!(
            bad,
            Err("Bad format specifier '%-' in '%-_H', at position 2".to_owned())
        );
    }

    #[test]
    fn dates_there_and_back() {
        for days in (-1_000_000..1_000_000).step_by(37) {
            assert_eq!(days_from_civil(civil(days)), days);
        }
        let mut text = String::new();
        write_timestamp(
            &Timestamp {
                nanos: -99_999_999_999 * SECOND,
            },
            &mut text,
        );
        assert_eq!(text, "-1199-02-15T14:13:21.000000000 UTC");
    }
}
