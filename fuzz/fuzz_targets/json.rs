#![no_main]
//! Any text as a JSON data file.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = catalog::data::json::read_json("fuzz.json", text);
});
