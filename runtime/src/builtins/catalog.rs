//! Implements the functions that read or change the catalog; the host does the work.

use frontend::Issue;
use mir::APPLY;

use super::legacy::{self, arity_min};
use crate::cx::Cx;
use crate::error::{Error, Form, Raise, Res};
use crate::function::{Args, Builtin, dispatch};
use crate::host::Include;

pub(super) const TABLE: &[Builtin] = &[
    Builtin {
        name: "include",
        dispatches: &[dispatch(&["+Any names"], include)],
    },
    Builtin {
        name: "require",
        dispatches: &[dispatch(&["+Any names"], require)],
    },
    Builtin {
        name: "contain",
        dispatches: &[dispatch(&["+Any names"], contain)],
    },
    Builtin {
        name: "defined",
        dispatches: &[dispatch(
            &["+Variant[String, Type[CatalogEntry], Type[Type[CatalogEntry]]] vals"],
            defined,
        )],
    },
    Builtin {
        name: "puppetdb_query",
        dispatches: &[dispatch(
            &["Variant[String[1], Array[Data, 1]] query"],
            puppetdb_query,
        )],
    },
    Builtin {
        name: APPLY,
        dispatches: &[dispatch(&[], apply)],
    },
    legacy::function!("create_resources", create_resources),
    legacy::function!("realize", realize),
    legacy::function!("tag", tag),
    legacy::function!("tagged", tagged),
];

fn include<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    include_as(cx, Include::Include, args)
}

fn require<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    include_as(cx, Include::Require, args)
}

fn contain<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    include_as(cx, Include::Contain, args)
}

/// Runs `include`, `require` or `contain`. Jumps out of a class's parameters end with this call.
fn include_as<'h>(cx: &mut Cx<'h>, how: Include, args: Args<'h, '_>) -> Res<'h> {
    let name = match how {
        Include::Include => "include",
        Include::Require => "require",
        Include::Contain => "contain",
    };
    refuse_in_scripts(cx, "catalog operation", name)?;
    cx.host.include(cx, how, args.values).or_else(Raise::caught)
}

/// Scripts have no catalog.
pub(super) fn refuse_in_scripts<'h>(cx: &Cx<'h>, kind: &str, name: &str) -> Res<'h, ()> {
    if !cx.settings.tasks {
        return Ok(());
    }
    Err(Error {
        issue: Issue("CATALOG_OPERATION_NOT_SUPPORTED_WHEN_SCRIPTING"),
        form: Form::Bare,
        place: cx.call_place(),
        line_only: true,
        ..Error::plain(format!(
            "The {kind} '{name}' is only available when compiling a catalog"
        ))
    }
    .into())
}

/// Refuses `apply(targets) { .. }`, which cannot be carried out here.
fn apply<'h>(cx: &mut Cx<'h>, _args: Args<'h, '_>) -> Res<'h> {
    let message = "Error while evaluating an 'apply' expression, Unable to lookup 'apply_executor'";
    Err(Error::evaluation(Issue("RUNTIME_ERROR"), message, cx.call_place()).into())
}

fn delegate<'h>(cx: &mut Cx<'h>, name: &str, args: Args<'h, '_>) -> Res<'h> {
    cx.host.catalog_function(cx, name, args.values, args.block)
}

fn defined<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    delegate(cx, "defined", args)
}

/// Calls a function of the 3.x API, with its arguments converted for such functions.
fn delegate_3x<'h>(cx: &mut Cx<'h>, name: &str, args: Args<'h, '_>) -> Res<'h> {
    arity_min(
        cx,
        name,
        args,
        if name == "create_resources" { 2 } else { 1 },
    )?;
    let values = legacy::arguments(cx, args)?;
    refuse_in_scripts(cx, "catalog operation", name)?;
    cx.host.catalog_function(cx, name, &values, args.block)
}

fn puppetdb_query<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    delegate(cx, "puppetdb_query", args)
}

fn create_resources<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    delegate_3x(cx, "create_resources", args)
}

fn realize<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    delegate_3x(cx, "realize", args)
}

fn tag<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    delegate_3x(cx, "tag", args)
}

fn tagged<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    delegate_3x(cx, "tagged", args)
}
