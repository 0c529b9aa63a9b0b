#![no_main]
//! Uses any bytes as the choices of a generated environment. All modes must compile it to the same.

use cli::engine::Native;
use conformance::environments::EnvironmentComparison;
use conformance::generate::Choices;
use conformance::generate::environment::environment;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let files = environment(&mut Choices::of_bytes(bytes));
    let engine = Native {
        limits: fuzz::limits(),
        jit_threshold: Some(2),
        ..Native::default()
    };
    let mut judge = EnvironmentComparison::new(&engine, None, false).expect("no oracle is started");
    let compared = judge.compare(&files).expect("files can be written");
    if let Some(difference) = compared.difference {
        panic!("{}\n{files:?}", difference.text);
    }
});
