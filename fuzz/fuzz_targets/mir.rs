#![no_main]
//! Parses any text as MIR. If that succeeds, prints it and parses the result again, which must be
//! the same.

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
