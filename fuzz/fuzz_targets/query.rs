#![no_main]
//! Runs any text as a query of PuppetDB, in PQL or as JSON, on some facts.

use catalog::data::{Data, read_json};
use catalog::exported::{Store, answer};
use libfuzzer_sys::fuzz_target;

const FACTS: &str =
    r#"{"os": {"family": "Debian", "name": "x"}, "list": [1, 2.5, null], "a.b": true}"#;

fuzz_target!(|query: &str| {
    let facts = read_json("facts", FACTS).expect("JSON");
    let mut store = Store::default();
    for node in ["a.example.com", "b.example.com"] {
        store.add_facts(node, facts.clone());
    }
    // deep nesting exceeds a limit
    let _ = runtime::limits::guarded(|| answer(&store, &Data::string(query)).is_ok());
});
