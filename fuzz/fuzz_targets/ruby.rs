#![no_main]
//! Parses any text as a file in Ruby and as a template in ERB.

use bumpalo::Bump;
use libfuzzer_sys::fuzz_target;
use ruby::syntax::{dump, erb, parse};

fuzz_target!(|text: &str| {
    let arena = Bump::new();
    let _ = parse(&arena, text).map(dump::dump);
    let _ = parse(&arena, &erb::code(text)).map(dump::dump);
});
