#![no_main]
//! Looks up a key. The input is a key, a `hiera.yaml` and a data file, with a line `===` between
//! them.

use conformance::engine::Jit;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|input: &str| {
    let mut parts = input.splitn(3, "\n===\n");
    let [key, config, data] = [(); 3].map(|()| parts.next().unwrap_or_default());
    let request = json!({
        "kind": "value",
        "code": "lookup($key)",
        "variables": {"key": key},
        "facts": {"os": {"family": "Debian"}, "list": ["a", "b"]},
        "files": {"hiera.yaml": config, "data/common.yaml": data, "data/a.json": data},
    });
    fuzz::answer(&request, Jit::Off);
});
