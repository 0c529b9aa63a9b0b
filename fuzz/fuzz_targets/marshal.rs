#![no_main]
//! Reads any bytes as a value in Ruby's format.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = ruby::Document::read(&[&[4, 8], bytes].concat());
});
