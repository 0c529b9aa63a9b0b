#![no_main]
//! Reads any text as a JSON data file.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // deep nesting exceeds a limit
    let _ = runtime::limits::guarded(|| catalog::data::json::read_json("fuzz.json", text).is_ok());
});
