#![no_main]
//! Reads any bytes as a YAML data file.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    // deep nesting exceeds a limit
    let _ = runtime::limits::guarded(|| catalog::data::yaml::read_yaml("fuzz.yaml", bytes).is_ok());
});
