//! What is made better of a function after it is lowered, for every tier.

mod dead;
mod scalars;

use crate::ir::Function;

/// Runs all passes.
pub(crate) fn run(function: &mut Function) {
    scalars::run(function);
    dead::run(function);
}
