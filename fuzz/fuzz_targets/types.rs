#![no_main]
//! Parses any text as a type, and compares it with another type after the first line end.

use conformance::engine::Jit;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|input: &str| {
    let (text, other) = input.split_once('\n').unwrap_or((input, "Data"));
    fuzz::answer(&json!({"kind": "type", "code": text}), Jit::Off);
    let request = json!({
        "kind": "value",
        "code": "[Type($a) <= Type($b), Type($b) =~ Type($a), Type($a) == Type($b), type([Type($a), Type($b)])]",
        "variables": {"a": text, "b": other},
    });
    fuzz::answer(&request, Jit::Off);
});
