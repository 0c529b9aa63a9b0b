//! Timespans and timestamps: their text, and their parts.
//!
//! Spec: document 000, "Timespan" and "Timestamp".

use std::fmt::Write as _;

use crate::value::{Timespan, Timestamp};

/// Nanoseconds in a second.
pub const SECOND: i128 = 1_000_000_000;
const DAY: i128 = 86_400 * SECOND;

/// Writes a Timespan in its default form, `%D-%H:%M:%S.%-N`.
pub fn write_timespan(span: &Timespan, out: &mut String) {
    if span.nanos < 0 {
        out.push('-');
    }
    let nanos = span.nanos.unsigned_abs() as i128;
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
pub fn write_year(year: i64, out: &mut String) {
    let sign = if year < 0 { "-" } else { "" };
    let _ = write!(out, "{sign}{:04}", year.unsigned_abs());
}

/// A day of the Gregorian calendar, extended to all years.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Date {
    /// The year; 0 is the one before 1.
    pub year: i64,
    /// 1 to 12.
    pub month: u32,
    /// 1 to 31.
    pub day: u32,
}

/// The date of a day counted from 1970-01-01.
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

/// The day counted from 1970-01-01 of a date; days beyond the month's end count on.
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
