//! Owns the built-in functions: one file per family, each with a table of [`Builtin`]s.

mod annotate;
mod catalog;
mod collection;
mod compare;
mod control;
mod convert;
mod digest;
pub mod files;
mod iteration;
mod legacy;
mod logging;
mod lookup;
mod matching;
mod navigation;
mod numbers;
mod ruby;
mod scanf;
mod stdlib;
mod strings;
mod time;
mod tree;
mod versions;

pub use stdlib::encodings::{compact_json, pretty_json};

use std::sync::LazyLock;

use frontend::name::Map;

use crate::closure::Closure;
use crate::cx::{Callee, Cx};
use crate::error::{Raise, Res, fail};
use crate::frozen;
use crate::function::{Args, Builtin};
use crate::host::Release;
use crate::value::Value;

/// The functions of Puppet itself.
const TABLES: &[&[Builtin]] = &[
    annotate::TABLE,
    catalog::TABLE,
    collection::TABLE,
    compare::TABLE,
    control::TABLE,
    convert::TABLE,
    digest::TABLE,
    files::TABLE,
    iteration::TABLE,
    logging::TABLE,
    lookup::TABLE,
    matching::TABLE,
    navigation::TABLE,
    numbers::TABLE,
    scanf::TABLE,
    strings::TABLE,
    time::TABLE,
    tree::TABLE,
    versions::TABLE,
];

/// The functions of Puppet itself by name.
static INDEX: LazyLock<Map<&'static str, &'static Builtin>> = LazyLock::new(|| {
    let all = TABLES.iter().flat_map(|table| table.iter());
    all.map(|builtin| (builtin.name, builtin)).collect()
});

/// Returns the names of all functions of Puppet itself.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX.keys().copied()
}

/// Returns the names of all functions of Puppet itself that take a block and call it, in order.
/// Functions of the 3.x API take a block but never use it.
pub fn taking_blocks() -> Vec<&'static str> {
    let takes = |builtin: &&&Builtin| {
        let legacy = ["*Any args", "&?Callable block"];
        let mut dispatches = builtin.dispatches.iter().filter(|d| d.parameters != legacy);
        dispatches.any(|d| d.parameters.iter().any(|p| p.starts_with('&')))
    };
    let taking = INDEX.values().filter(takes);
    let mut names: Vec<&str> = taking.map(|builtin| builtin.name).collect();
    names.sort_unstable();
    names
}

/// Returns the function of Puppet itself by name.
pub fn find(name: &str) -> Option<&'static Builtin> {
    INDEX.get(name).copied()
}

/// Returns true if there is code of our own for a function of that name.
pub fn is_native(name: &str) -> bool {
    INDEX.contains_key(name)
}

/// Returns the native implementation of a function of a release of the module stdlib, if there is
/// one.
pub fn native<'h>(name: &str, release: Release) -> Option<Callee<'h>> {
    let builtin = stdlib::find(name, release)?;
    Some(Callee::Builtin(frozen::resolve(builtin)))
}

/// Converts arguments to the form that functions of the 3.x API see.
///
/// # Errors
/// Fails on a value that these functions cannot take.
pub fn legacy_arguments<'h>(cx: &mut Cx<'h>, values: &[Value<'h>]) -> Res<'h, Vec<Value<'h>>> {
    legacy::arguments(
        cx,
        Args {
            values,
            block: None,
        },
    )
}

/// Returns the block of a call whose dispatch requires one.
fn block<'h>(args: Args<'h, '_>) -> Res<'h, &'h Closure<'h>> {
    match args.block {
        Some(block) => Ok(block),
        None => fail("a block was expected"),
    }
}

/// Returns true if a jump or error is the `break` of an iteration.
fn is_break(raise: &Raise<'_>) -> bool {
    matches!(raise, Raise::Break(_))
}

#[cfg(test)]
mod tests {
    use mir::facts::{self, Escapes, Origin};

    use super::*;

    #[test]
    fn each_function_has_a_row_of_facts() {
        // code cannot write the name of `apply`, which always fails in a catalog
        let missing: Vec<&str> = names()
            .filter(|name| *name != mir::APPLY)
            .filter(|name| facts::of(name).origin != Origin::Puppet)
            .collect();
        assert!(missing.is_empty(), "no row in mir::facts for {missing:?}");
    }

    #[test]
    fn each_row_of_facts_has_a_function() {
        for row in facts::all() {
            let exists = match row.origin {
                Origin::Puppet => find(row.name).is_some(),
                Origin::Stdlib => native(row.name, Release::Eight)
                    .or_else(|| native(row.name, Release::Later))
                    .is_some(),
                // the host implements these methods
                Origin::LookupContext => row.name == "interpolate",
                Origin::Unknown => false,
            };
            assert!(exists, "{} has a row in mir::facts", row.name);
        }
    }

    #[test]
    fn facts_fit_the_declarations() {
        let taking = taking_blocks();
        for row in facts::all() {
            let takes_block = taking.contains(&row.name);
            let name = row.name;
            assert!(row.iteration.is_none() || takes_block, "{name} iterates");
            assert!(!row.ends_at_break || takes_block, "{name} ends at a break");
            // a result of a known type is never part of the argument
            assert!(
                row.escapes != Escapes::Nothing || row.returns.is_some(),
                "nothing escapes from {name}"
            );
        }
    }
}
