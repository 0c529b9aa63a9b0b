//! Built-in functions: one file per family, each with a table of [`Builtin`]s.

mod openstacklib;
mod stdlib;

use std::sync::LazyLock;

use frontend::name::Map;

use crate::cx::Cx;
use crate::function::Builtin;

/// The functions of one file: of Puppet itself, or of a module that must be on the module path.
struct Family {
    module: Option<&'static str>,
    table: &'static [Builtin],
}

/// The tables of all families.
const FAMILIES: &[Family] = &[
    Family {
        module: Some("stdlib"),
        table: stdlib::collections::TABLE,
    },
    Family {
        module: Some("stdlib"),
        table: stdlib::legacy::TABLE,
    },
    Family {
        module: Some("stdlib"),
        table: stdlib::resources::TABLE,
    },
    Family {
        module: Some("openstacklib"),
        table: openstacklib::OPENSTACKLIB,
    },
    Family {
        module: Some("nova"),
        table: openstacklib::NOVA,
    },
    Family {
        module: Some("neutron"),
        table: openstacklib::NEUTRON,
    },
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

/// The built-in function of a name, when this evaluation has it: those of a module need the
/// module.
pub fn find(cx: &mut Cx<'_>, name: &str) -> Option<&'static Builtin> {
    let &(builtin, module) = INDEX.get(name)?;
    match module {
        None => Some(builtin),
        Some(module) => cx.host.module_directory(cx, module).map(|_| builtin),
    }
}
