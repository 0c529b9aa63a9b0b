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

/// The functions of one file: of Puppet itself, or of a module that must be on the module path.
struct Family {
    module: Option<&'static str>,
    table: &'static [Builtin],
}

const fn core(table: &'static [Builtin]) -> Family {
    Family {
        module: None,
        table,
    }
}

const fn of(module: &'static str, table: &'static [Builtin]) -> Family {
    Family {
        module: Some(module),
        table,
    }
}

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
    of("stdlib", stdlib::arrays::TABLE),
    of("stdlib", stdlib::collections::TABLE),
    of("stdlib", stdlib::encodings::TABLE),
    of("stdlib", stdlib::environment::TABLE),
    of("stdlib", stdlib::generated::TABLE),
    of("stdlib", stdlib::legacy::TABLE),
    of("stdlib", stdlib::nested::TABLE),
    of("stdlib", stdlib::net::TABLE),
    of("stdlib", stdlib::outside::TABLE),
    of("stdlib", stdlib::resources::TABLE),
    of("stdlib", stdlib::strings::TABLE),
    of("openstacklib", openstacklib::OPENSTACKLIB),
    of("nova", openstacklib::NOVA),
    of("neutron", openstacklib::NEUTRON),
];

/// All functions by name; of two of the same name the first.
static INDEX: LazyLock<Map<&'static str, (&'static Builtin, Option<&'static str>)>> =
    LazyLock::new(|| {
        let mut index = Map::default();
        for family in FAMILIES {
            for builtin in family.table {
                index
                    .entry(builtin.name)
                    .or_insert((builtin, family.module));
            }
        }
        index
    });

/// The names of all built-in functions that need no module.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX
        .iter()
        .filter(|(_, (_, module))| module.is_none())
        .map(|(name, _)| *name)
}

/// The built-in function of a name, when this evaluation has it: those of a module need the
/// module.
pub fn find(cx: &mut Cx<'_>, name: &str) -> Option<&'static Builtin> {
    let &(builtin, module) = INDEX.get(name)?;
    match module {
        None => Some(builtin),
        Some(module) => cx.host.module_directory(cx, module).map(|_| builtin),
    }
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
