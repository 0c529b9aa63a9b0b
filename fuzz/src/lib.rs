//! Owns the functions that several fuzz targets use.
#![cfg(feature = "engine")]

use cli::engine::{Native, on_deep_stack};
use conformance::engine::Jit;
use conformance::limits::LimitArguments;
use serde_json::Value;

/// Returns the limits of an evaluation.
pub fn limits() -> LimitArguments {
    LimitArguments {
        max_memory: Some(64 << 20),
        max_time: Some(std::time::Duration::from_secs(2)),
        ..LimitArguments::default()
    }
}

/// Answers a request of the conformance protocol.
///
/// # Panics
/// Panics if no thread can be started. A panic of bunraku itself ends the fuzzer.
pub fn answer(request: &Value, mode: Jit) {
    let engine = Native {
        limits: limits(),
        ..Native::default()
    };
    let fields = request.as_object().expect("requests are objects");
    // an invalid request is answered with an error
    let _ = on_deep_stack(|| conformance::serve::respond(&engine, mode, fields)).expect("a thread");
}
