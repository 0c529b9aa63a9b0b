#![no_main]
//! Answers any line as a request of the conformance protocol. The corpus can be the recorded
//! requests.

use cli::engine::{Native, on_deep_stack};
use conformance::engine::Jit;
use conformance::mutated::runs_programs;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|line: &str| {
    if runs_programs(line) {
        return;
    }
    let engine = Native {
        limits: fuzz::limits(),
        ..Native::default()
    };
    let mut answers = Vec::new();
    let limits = fuzz::limits();
    let work = || {
        conformance::serve::serve(&engine, Jit::Auto, &limits, &mut line.as_bytes(), &mut answers)
    };
    on_deep_stack(work)
        .expect("a thread")
        .expect("answers can be written");
});
