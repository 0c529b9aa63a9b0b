#![no_main]
//! Reads any text as an `environment.conf`.

use catalog::environment::conf::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = parse(text, |name| (name == "codedir").then(|| "/code".to_owned()));
});
