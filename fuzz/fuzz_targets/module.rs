#![no_main]
//! Compiles a module. The input is a `metadata.json`, an `environment.conf`, a manifest and a type,
//! with a line `===` between them.

use conformance::engine::Jit;
use conformance::mutated::runs_programs;
use libfuzzer_sys::fuzz_target;
use serde_json::json;

fuzz_target!(|input: &str| {
    if runs_programs(input) {
        return;
    }
    let mut parts = input.splitn(4, "\n===\n");
    let [metadata, conf, manifest, ty] = [(); 4].map(|()| parts.next().unwrap_or_default());
    let request = json!({
        "kind": "catalog",
        "code": "include m\nnotice($module_name, $settings::manifest, 1 =~ M::T)",
        "files": {
            "environment.conf": conf,
            "modules/m/metadata.json": metadata,
            "modules/m/manifests/init.pp": manifest,
            "modules/m/types/t.pp": ty,
        },
    });
    fuzz::answer(&request, Jit::Off);
});
