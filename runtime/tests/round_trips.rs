//! Checks that parsing a formatted time, version, number or URI returns the same value.

use proptest::prelude::*;
use rubycore::float;
use rubycore::semver::{Range, Version};
use rubycore::time::Timestamp;
use rubycore::time::{SECOND, format_timestamp, parse_timestamp, timespan};
use rubycore::uri::Uri;
use runtime::Heap;
use runtime::Value;
use runtime::format::sprintf::sprintf;
use runtime::ops::{Number, parse_number};

/// Generates times of the years 1 to 9999.
fn moments() -> impl Strategy<Value = i128> {
    (-62_135_500_000i64..253_402_200_000, 0i128..SECOND)
        .prop_map(|(seconds, nanos)| i128::from(seconds) * SECOND + nanos)
}

fn versions() -> impl Strategy<Value = String> {
    let part = "(0|[1-9][0-9]{0,3})";
    let qualifier = "([a-z][a-z0-9-]{0,4}|0|[1-9][0-9]{0,2})";
    let text =
        format!("{part}\\.{part}\\.{part}(-{qualifier}(\\.{qualifier}){{0,2}})?(\\+{qualifier})?");
    proptest::string::string_regex(&text).expect("a regular expression")
}

proptest! {
    #[test]
    fn timestamps(
        nanos in moments(),
        zone in prop::sample::select(vec!["UTC", "+0530", "PST", "-11:30"]),
    ) {
        let time = Timestamp { nanos };
        let format = "%Y-%m-%dT%H:%M:%S.%N %z";
        let written = format_timestamp(&time, format, Some(zone)).expect("a text");
        prop_assert_eq!(parse_timestamp(&written, &[format], false, None), Ok(nanos));
        let local = format_timestamp(&time, "%F %T.%N", Some(zone)).expect("a text");
        prop_assert_eq!(parse_timestamp(&local, &["%F %T.%N"], false, Some(zone)), Ok(nanos));
        let seconds = format_timestamp(&time, "%s", Some(zone)).expect("a text");
        prop_assert_eq!(seconds.parse::<i128>().ok(), Some(nanos.div_euclid(SECOND)));
    }

    #[test]
    fn timespans(nanos in -(1i128 << 80)..(1i128 << 80), full in any::<bool>()) {
        // fractions lose their leading zeroes, so there are none here
        let format = if full { "%D-%H:%M:%S" } else { "%H:%M:%S" };
        let nanos = nanos / SECOND * SECOND;
        let mut written = String::new();
        timespan::format(format).expect("a format").write(nanos, &mut written);
        prop_assert_eq!(timespan::parse(&written, &[format], false), Ok(nanos));
    }

    #[test]
    fn any_format_of_a_time_ends(nanos in any::<i64>(), format in "[%0-9_^#:EODa-zA-Z -]{0,12}") {
        let _ = format_timestamp(&Timestamp { nanos: i128::from(nanos) }, &format, None);
        let _ = parse_timestamp(&format, &[&format], false, None);
        let _ = timespan::parse(&format, &[&format], false);
    }

    #[test]
    fn versions_keep_their_text(text in versions()) {
        let version = Version::parse(&text).expect("a version");
        prop_assert!(version.precedence(&version).is_eq());
        prop_assert_eq!(version.to_string(), text.clone());
    }

    #[test]
    fn versions_are_ordered(a in versions(), b in versions(), c in versions()) {
        let [a, b, c] = [&a, &b, &c].map(|text| Version::parse(text).expect("a version"));
        prop_assert_eq!(a.precedence(&b), b.precedence(&a).reverse());
        if a.precedence(&b).is_le() && b.precedence(&c).is_le() {
            prop_assert!(a.precedence(&c).is_le());
        }
    }

    #[test]
    fn ranges_in_normal_form_are_the_same_ranges(
        a in versions(),
        b in versions(),
        probe in versions(),
        form in 0..6usize,
    ) {
        let source = match form {
            0 => format!(">={a} <{b}"),
            1 => format!("~{a}"),
            2 => format!("^{a}"),
            3 => format!("{a} - {b}"),
            4 => format!(">{a}"),
            _ => format!("<={a}"),
        };
        let heap = Heap::new();
        let range = Range::parse(&heap, &source).expect("a range");
        let mut normal = String::new();
        range.write_normal(&mut normal);
        let again = Range::parse(&heap, &normal).expect("a range");
        let probe = Version::parse(&probe).expect("a version");
        prop_assert_eq!(range.contains(&probe), again.contains(&probe), "{}", normal);
    }

    #[test]
    fn any_text_is_a_range_or_none(text in "[0-9.x*<>=~^| -]{0,20}") {
        let _ = Range::parse(&Heap::new(), &text);
    }

    #[test]
    fn integers_in_each_radix(value in any::<i64>(), width in 1..30usize) {
        for (letter, radix) in [('d', 10), ('x', 16), ('o', 8), ('b', 2)] {
            let plain = sprintf(&format!("%+{letter}"), &[Value::Integer(value)]).expect("a text");
            prop_assert_eq!(i64::from_str_radix(&plain, radix), Ok(value));
        }
        let wide = sprintf(&format!("%0{width}d"), &[Value::Integer(value)]).expect("a text");
        prop_assert_eq!(wide.parse(), Ok(value));
        if value >= 0 {
            let shown = sprintf("%d", &[Value::Integer(value)]).expect("a text");
            prop_assert_eq!(parse_number(&shown), Some(Number::Integer(value)));
        }
    }

    #[test]
    fn whole_floats_keep_their_digits(value in any::<f64>()) {
        prop_assume!(value.is_finite());
        let shown = sprintf("%d", &[Value::Float(value)]).expect("a text");
        prop_assert_eq!(shown.parse(), Ok(value.trunc() + 0.0));
    }

    #[test]
    fn floats(value in any::<f64>()) {
        prop_assume!(value.is_finite());
        let mut shown = String::new();
        float::write(value, &mut shown);
        prop_assert_eq!(shown.parse(), Ok(value));
        for format in ["%.17g", "%.16e", "%.1100f"] {
            let shown = sprintf(format, &[Value::Float(value)]).expect("a text");
            prop_assert_eq!(shown.parse(), Ok(value), "{}", format);
        }
    }

    #[test]
    fn any_format_ends(format in "[%0-9*$ #+.<>{}a-zA-Z-]{0,12}", value in any::<i64>()) {
        let _ = sprintf(&format, &[Value::Integer(value % 1000), Value::Float(1.5)]);
    }

    #[test]
    fn uris_are_what_their_text_is(
        text in "[a-z]{0,3}:?/{0,2}[a-z0-9.@:/?#%&=-]{0,12}",
        more in "[a-z./?#]{0,6}",
    ) {
        let heap = Heap::new();
        if let Ok(uri) = Uri::parse(&heap, &text) {
            let again = Uri::parse(&heap, uri.text).map(|again| again.text.to_owned());
            // a URI without a host but with a user or a port is written like a path, and two slashes
            // in its path look like those before a host
            let parts = uri.components();
            let place = parts.userinfo.is_some() || parts.port.is_some();
            if parts.host.is_some() || !(place || uri.text.contains("//")) {
                prop_assert_eq!(again, Ok(uri.text.to_owned()));
            }
            let _ = uri.merge(&heap, &more);
        }
    }
}
