#![no_main]
//! Any text as a HOCON data file.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = catalog::data::hocon::read_hocon("fuzz.conf", text);
});
