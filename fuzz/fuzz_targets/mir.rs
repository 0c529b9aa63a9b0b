#![no_main]
//! Any text as MIR: what can be read is printed, and reads the same again.

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(unit) = mir::text::parse_unit(text) else {
        return;
    };
    let printed = mir::text::print_unit(&unit);
    let again = mir::text::parse_unit(&printed).expect("what is printed can be read");
    assert_eq!(mir::text::print_unit(&again), printed);
    let _ = mir::verify::verify(&unit.program);
});
