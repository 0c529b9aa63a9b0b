#![no_main]
//! Parses any text as a version, a range of versions, a URI and a number. A range is tested with
//! the version in the second line.

use libfuzzer_sys::fuzz_target;
use rubycore::semver::{Range, Version};

fuzz_target!(|input: &str| {
    let (text, probe) = input.split_once('\n').unwrap_or((input, ""));
    let heap = runtime::Heap::new();
    let longest = text
        .split(|c: char| !c.is_ascii_digit())
        .map(str::len)
        .max();
    if let Some(version) = Version::parse(text) {
        // a segment has at most 128 bits
        let fits = longest.is_none_or(|digits| digits <= 38);
        assert!(!fits || version.to_string() == text, "{version} of {text}");
    }
    if let (Ok(range), Some(version)) = (Range::parse(&heap, text), Version::parse(probe)) {
        let _ = range.contains(&version);
        let mut normal = String::new();
        range.write_normal(&mut normal);
    }
    let _ = rubycore::uri::Uri::parse(&heap, text);
    let _ = runtime::ops::parse_number(text);
});
