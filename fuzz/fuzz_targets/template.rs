#![no_main]
//! Parses any text as a template.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let source = frontend::Source::new(Some("fuzz.epp"), text);
    let arena = bumpalo::Bump::new();
    if let Ok(program) = frontend::parser::parse_epp(&arena, &source) {
        let unit = mir::lower::lower(&program);
        mir::verify::verify(&unit.program).expect("lowering keeps the invariants");
    }
});
