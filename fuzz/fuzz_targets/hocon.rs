#![no_main]
//! Reads any text as a HOCON data file.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    // deep nesting exceeds a limit
    let _ = runtime::limits::guarded(|| catalog::data::hocon::read_hocon("fuzz.conf", text, &|_| None).is_ok());
});
