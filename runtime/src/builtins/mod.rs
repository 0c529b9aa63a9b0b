//! Built-in functions: one file per family, each with a table of [`Builtin`]s.

use crate::function::Builtin;

/// The tables of all families.
const FAMILIES: &[&[Builtin]] = &[];

/// The built-in function of a name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    FAMILIES
        .iter()
        .flat_map(|family| family.iter())
        .find(|builtin| builtin.name == name)
}

/// Whether a built-in function exists in this evaluation: those of a module need the module.
pub fn available(_cx: &crate::cx::Cx<'_>, _builtin: &Builtin) -> bool {
    true
}
