#![no_main]
//! Any line as a request of the conformance protocol; the corpus can be its recorded requests.

use cli::engine::{Native, on_deep_stack};
use conformance::engine::Jit;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &[u8]| {
    // what runs programs of the machine is left out
    if line.windows(8).any(|name| name == b"generate") {
        return;
    }
    let engine = Native {
        limits: fuzz::limits(),
        ..Native::default()
    };
    let mut answers = Vec::new();
    let work = || conformance::serve::serve(&engine, Jit::Auto, &mut &line[..], &mut answers);
    on_deep_stack(work)
        .expect("a thread")
        .expect("answers can be written");
});
