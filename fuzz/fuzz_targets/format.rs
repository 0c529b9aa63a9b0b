#![no_main]
//! Uses any text as a format of `sprintf` and of times. The text after the first line end is read
//! with the format.

use libfuzzer_sys::fuzz_target;
use runtime::format::sprintf::sprintf;
use runtime::limits::guarded;
use rubycore::time::{format_timestamp, parse_timestamp, timespan};
use rubycore::time::Timestamp;
use runtime::{Heap, Value};

/// Formats values. This may exceed a limit, for example with a width of a thousand million.
fn formatted(format: &str, text: &str) {
    let heap = Heap::new();
    let text_value = Value::string(&heap, text);
    for value in [
        text_value,
        Value::Integer(-7),
        Value::Float(1.5),
        Value::Undef,
    ] {
        let _ = sprintf(format, &[value]);
    }
    let _ = sprintf(format, &[text_value, Value::Integer(3), Value::Float(-0.1)]);
    let nanos = text.len() as i128 * 86_400_123_456_789;
    let _ = format_timestamp(&Timestamp { nanos }, format, None);
    let _ = parse_timestamp(text, &[format], false, Some("UTC"));
    if let Ok(format) = timespan::format(format) {
        format.write(nanos, &mut String::new());
    }
    let _ = timespan::parse(text, &[format], false);
}

fuzz_target!(|input: &str| {
    let (format, text) = input.split_once('\n').unwrap_or((input, ""));
    let _ = guarded(|| formatted(format, text));
});
