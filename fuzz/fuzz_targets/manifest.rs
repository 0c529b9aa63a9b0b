#![no_main]
//! Parses, validates, prints, lowers and verifies any text as a manifest.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = frontend::Source::new(Some("fuzz.pp"), text);
    let arena = bumpalo::Bump::new();
    let Ok(program) = frontend::parser::parse(&arena, &source) else {
        return;
    };
    let options = frontend::validate::Options::default();
    let faults = frontend::validate::validate(&program, &source, &options);
    let _ = frontend::pn::text(&program);
    if faults.is_empty() {
        let unit = mir::lower::lower(&program);
        mir::verify::verify(&unit.program).expect("lowering keeps the invariants");
        unit.definitions.iter().for_each(|definition| {
            mir::verify::verify(&definition.function).expect("lowering keeps the invariants");
        });
    }
});
