#![no_main]
//! Reads any bytes as an encrypted value of a data file.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use conformance::engine::Jit;
use libfuzzer_sys::fuzz_target;

/// Requests whose files include the keys.
const RECORDED: &str = include_str!("../../conformance/cases/requests/eyaml.jsonl");

fuzz_target!(|blob: &[u8]| {
    let recorded = RECORDED.lines().next().expect("there are requests");
    let mut recorded: serde_json::Value = serde_json::from_str(recorded).expect("JSON");
    let mut request = recorded["request"].take();
    let data = format!("k: ENC[PKCS7,{}]\n", BASE64_STANDARD.encode(blob));
    request["files"]["data/s.eyaml"] = data.into();
    request["code"] = "lookup('k')".into();
    fuzz::answer(&request, Jit::Off);
});
