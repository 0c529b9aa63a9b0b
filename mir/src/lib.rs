//! Typed mid-level IR; knows no runtime value and no machine.

use frontend::Symbol;

/// The code of one body.
#[derive(Debug, Default)]
pub struct Function {
    /// The variables of the body, parameters first.
    pub slots: Vec<Symbol>,
}
