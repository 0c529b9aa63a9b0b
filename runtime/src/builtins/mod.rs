//! Built-in functions: one file per family, each with a table of [`Builtin`]s.

mod annotate;
mod catalog;
mod collection;
mod compare;
mod control;
mod convert;
mod digest;
mod files;
mod iteration;
mod legacy;
mod logging;
mod lookup;
mod matching;
mod navigation;
mod numbers;
mod openstacklib;
mod ruby;
mod scanf;
mod stdlib;
mod strings;
mod time;
mod tree;
mod versions;

use std::sync::LazyLock;

use frontend::name::Map;

use crate::closure::Closure;
use crate::cx::Cx;
use crate::error::{Raise, Res, fail};
use crate::function::{Args, Builtin};
use crate::value::Value;

/// The functions of one file: of Puppet itself, or of a module that must be on the module path.
struct Family {
    module: Option<&'static str>,
    /// Which versions of the module have a function, by `(major, minor)` and name.
    of_version: fn(Option<(u32, u32)>, &str) -> bool,
    table: &'static [Builtin],
}

const fn core(table: &'static [Builtin]) -> Family {
    Family {
        module: None,
        of_version: |_, _| true,
        table,
    }
}

const fn of(module: &'static str, table: &'static [Builtin]) -> Family {
    Family {
        module: Some(module),
        of_version: |_, _| true,
        table,
    }
}

const fn of_stdlib(table: &'static [Builtin]) -> Family {
    Family {
        module: Some("stdlib"),
        of_version: stdlib::has,
        table,
    }
}

const OF_STDLIB_9: Family = Family {
    module: Some("stdlib"),
    of_version: |version, _| version >= Some((9, 0)),
    table: stdlib::nine::TABLE,
};

/// The tables of all families.
const FAMILIES: &[Family] = &[
    core(annotate::TABLE),
    core(catalog::TABLE),
    core(collection::TABLE),
    core(compare::TABLE),
    core(control::TABLE),
    core(convert::TABLE),
    core(digest::TABLE),
    core(files::TABLE),
    core(iteration::TABLE),
    core(logging::TABLE),
    core(lookup::TABLE),
    core(matching::TABLE),
    core(navigation::TABLE),
    core(numbers::TABLE),
    core(scanf::TABLE),
    core(strings::TABLE),
    core(time::TABLE),
    core(tree::TABLE),
    core(versions::TABLE),
    OF_STDLIB_9,
    of_stdlib(stdlib::arrays::TABLE),
    of_stdlib(stdlib::collections::TABLE),
    of_stdlib(stdlib::encodings::TABLE),
    of_stdlib(stdlib::environment::TABLE),
    of_stdlib(stdlib::generated::TABLE),
    of_stdlib(stdlib::legacy::TABLE),
    of_stdlib(stdlib::nested::TABLE),
    of_stdlib(stdlib::net::TABLE),
    of_stdlib(stdlib::outside::TABLE),
    of_stdlib(stdlib::resources::TABLE),
    of_stdlib(stdlib::strings::TABLE),
    of("openstacklib", openstacklib::OPENSTACKLIB),
    of("nova", openstacklib::NOVA),
    of("neutron", openstacklib::NEUTRON),
];

/// The functions of one name, in the order of their families.
type Known = Vec<(&'static Builtin, &'static Family)>;

/// All functions by name.
static INDEX: LazyLock<Map<&'static str, Known>> = LazyLock::new(|| {
    let mut index = Map::<&'static str, Known>::default();
    for family in FAMILIES {
        for builtin in family.table {
            let known = index.entry(builtin.name).or_default();
            known.push((builtin, family));
        }
    }
    index
});

/// The names of all built-in functions that this evaluation has.
pub fn names(cx: &Cx<'_>) -> Vec<&'static str> {
    let there = INDEX
        .iter()
        .filter(|(name, known)| known.iter().any(|(_, family)| is_there(cx, family, name)));
    there.map(|(name, _)| *name).collect()
}

/// The names of all functions of Puppet itself that take a block and call it, in order: those of
/// the 3.x API take one that they never look at.
pub fn taking_blocks() -> Vec<&'static str> {
    let core = FAMILIES.iter().filter(|family| family.module.is_none());
    let takes = |builtin: &&Builtin| {
        let legacy = ["*Any args", "&?Callable block"];
        let mut dispatches = builtin.dispatches.iter().filter(|d| d.parameters != legacy);
        dispatches.any(|d| d.parameters.iter().any(|p| p.starts_with('&')))
    };
    let mut names: Vec<&str> = core
        .flat_map(|family| family.table.iter().filter(takes))
        .map(|builtin| builtin.name)
        .collect();
    names.sort_unstable();
    names
}

/// The built-in function of a name, when this evaluation has it: those of a module need the
/// module, in a version that has them. Of several the first counts.
pub fn find(cx: &Cx<'_>, name: &str) -> Option<&'static Builtin> {
    let known = INDEX.get(name)?;
    let found = known.iter().find(|(_, family)| is_there(cx, family, name));
    found.map(|(builtin, _)| *builtin)
}

/// Whether there is code of our own for a function of that name.
pub fn is_native(name: &str) -> bool {
    INDEX.contains_key(name)
}

/// Whether this evaluation has the functions of a family, and one of a name among them.
fn is_there(cx: &Cx<'_>, family: &Family, name: &str) -> bool {
    match family.module {
        None => true,
        Some(module) => match cx.host.module_version(module) {
            Some(version) => (family.of_version)(version, name),
            None => false,
        },
    }
}

/// Arguments as functions of the 3.x API see them.
///
/// # Errors
/// What they may not be given.
pub fn legacy_arguments<'h>(cx: &mut Cx<'h>, values: &[Value<'h>]) -> Res<'h, Vec<Value<'h>>> {
    legacy::arguments(
        cx,
        Args {
            values,
            block: None,
        },
    )
}

/// The block of a call whose dispatch requires one.
fn block<'h>(args: Args<'h, '_>) -> Res<'h, &'h Closure<'h>> {
    match args.block {
        Some(block) => Ok(block),
        None => fail("a block was expected"),
    }
}

/// Whether an iteration is to end here.
fn is_break(raise: &Raise<'_>) -> bool {
    matches!(raise, Raise::Break(_))
}
