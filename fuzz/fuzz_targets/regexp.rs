#![no_main]
//! Matches any pattern against any text. The part before the first line end is the pattern.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &str| {
    let (pattern, text) = input.split_once('\n').unwrap_or((input, ""));
    let heap = runtime::Heap::new();
    if let Ok(regexp) = runtime::regexp::Regexp::new(&heap, pattern) {
        let _ = regexp.captures(&heap, text);
    }
});
