#![no_main]
//! Uses any bytes as the choices of a generated program. Compiled code must do the same as the
//! interpreter.

use cli::engine::{Native, on_deep_stack};
use conformance::engine::Jit;
use conformance::generate::{Choices, program};
use conformance::modes::transcript;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let code = program(&mut Choices::of_bytes(bytes));
    let engine = Native {
        limits: fuzz::limits(),
        jit_threshold: Some(1),
        ..Native::default()
    };
    let [off, auto, always] =
        Jit::ALL.map(|mode| on_deep_stack(|| transcript(&engine, mode, &code)).expect("a thread"));
    if let (Some(off), Some(auto), Some(always)) = (off, auto, always) {
        assert_eq!(auto, off, "auto and off\n{code}");
        assert_eq!(always, off, "always and off\n{code}");
    }
});
