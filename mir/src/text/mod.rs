//! Prints and parses the textual form of MIR.
//!
//! [`table`] has one row for each operation, from which both printer and parser are made, so that
//! they agree. [`field`] knows the notation of each kind of operand, [`function`] that of functions
//! and blocks. `print(parse(print(f)))` equals `print(f)` for every function; constants and slots
//! are renumbered in the order of their first use. `docs/MIR.md` describes the form.

mod field;
mod function;
mod literal;
mod reader;
mod table;

pub use reader::Problem;
pub use table::MNEMONICS;

use crate::ir::{Function, Unit};
use reader::Reader;

/// Prints the code of a file.
pub fn print_unit(unit: &Unit) -> String {
    let mut out = String::new();
    print(&unit.program, "main", &mut out);
    for definition in &unit.definitions {
        out.push('\n');
        function::print_definition(definition, &mut out);
    }
    out
}

/// Prints a function and the functions inside it, which are named `outer.N`.
pub fn print(function: &Function, name: &str, out: &mut String) {
    function::print(function, &function::label(name), out);
}

/// Parses what [`print_unit`] prints. Without a program an empty one is made; functions without a
/// line `definition` define functions of their names.
///
/// # Errors
/// Returns the first problem, with its line. The code is not verified.
pub fn parse_unit(text: &str) -> Result<Unit, Problem> {
    function::parse_unit(&mut Reader::new(text))
}
