//! Functions that declare and find resources.

use super::is_blank;
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::function::{Args, Builtin, dispatch};
use crate::scope::ScopeKind;
use crate::text;
use crate::types::Type;
use crate::value::{HashBuilder, Value};

/// The table of this family.
pub const TABLE: &[Builtin] = &[
    Builtin {
        name: "defined_with_params",
        dispatches: &[dispatch(&["*Any arguments"], defined_with_params)],
    },
    Builtin {
        name: "ensure_resource",
        dispatches: &[dispatch(&["*Any arguments"], ensure_resource)],
    },
    Builtin {
        name: "ensure_resources",
        dispatches: &[dispatch(&["*Any arguments"], ensure_resources)],
    },
    Builtin {
        name: "ensure_packages",
        dispatches: &[dispatch(&["*Any arguments"], ensure_packages)],
    },
    Builtin {
        name: "assert_private",
        dispatches: &[dispatch(&["*Any arguments"], assert_private)],
    },
];

/// The type and title of a reference, or of its text `Type[title]`.
fn reference<'h>(cx: &Cx<'h>, value: Value<'h>) -> Option<(&'h str, &'h str)> {
    match value {
        Value::Type(Type::Resource {
            type_name: Some(ty),
            title: Some(title),
        }) => Some((*ty, *title)),
        Value::Type(Type::Class(Some(name))) => Some(("Class", *name)),
        Value::String(text) => {
            let (ty, rest) = text.as_str().split_once('[')?;
            let title = rest.strip_suffix(']')?;
            let title = title.trim_matches(|c| c == '\'' || c == '"');
            Some((ty, cx.heap.text(title)))
        }
        _ => None,
    }
}

fn exists<'h>(
    cx: &mut Cx<'h>,
    ty: &'h str,
    title: &'h str,
    wanted: Option<Value<'h>>,
) -> Res<'h, bool> {
    let host = cx.host;
    let Some(attributes) = host.resource_attributes(cx, ty, title) else {
        return Ok(false);
    };
    let Some(Value::Hash(wanted)) = wanted else {
        return Ok(true);
    };
    Ok(wanted.iter().all(|(key, value)| {
        let key = text::interpolated(key);
        let actual = match key.as_str() {
            "name" | "title" => Some(Value::text(cx.heap, title)),
            _ => attributes
                .iter()
                .find(|(name, _)| *name == key)
                .map(|(_, value)| *value),
        };
        match actual {
            Some(actual) => {
                actual.same(value) || text::interpolated(actual) == text::interpolated(value)
            }
            None => is_blank(value),
        }
    }))
}

fn defined_with_params<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Some(target) = args.get(0).filter(|target| !is_blank(*target)) else {
        return fail("Must specify a reference");
    };
    let list = match target {
        Value::Array(list) => list.to_vec(),
        single => vec![single],
    };
    let mut all = true;
    for target in list {
        let Some((ty, title)) = reference(cx, target) else {
            return fail(format!(
                "Reference is not understood: '{}'",
                super::class_name(target)
            ));
        };
        all &= exists(cx, ty, title, args.get(1))?;
    }
    Ok(Value::Boolean(all))
}

/// Declares `type[title]` with attributes unless it is declared with them already.
fn ensure<'h>(
    cx: &mut Cx<'h>,
    ty: Value<'h>,
    title: Value<'h>,
    attributes: Value<'h>,
) -> Res<'h, ()> {
    let type_name = crate::types::capitalized(&text::interpolated(ty).to_lowercase());
    let type_name = cx.heap.text(&type_name);
    let title_text = cx.heap.text(&text::interpolated(title));
    if exists(cx, type_name, title_text, Some(attributes))? {
        return Ok(());
    }
    let resources = Value::hash(cx.heap, &[(title, attributes)]);
    cx.call_function("create_resources", &[ty, resources], None)?;
    Ok(())
}

fn titles(value: Value<'_>) -> Vec<Value<'_>> {
    match value {
        Value::Array(list) => list.to_vec(),
        single => vec![single],
    }
}

fn ensure_resource<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let Some(ty) = args.get(0) else {
        return fail("Must specify a type");
    };
    let Some(title) = args.get(1) else {
        return fail("Must specify a title");
    };
    let attributes = match args.get(2) {
        None | Some(Value::Undef) => Value::hash(cx.heap, &[]),
        Some(hash @ Value::Hash(_)) => hash,
        Some(blank) if is_blank(blank) => Value::hash(cx.heap, &[]),
        Some(other) => {
            let class = super::class_name(other);
            return fail(format!("no implicit conversion of {class} into Hash"));
        }
    };
    titles(title)
        .into_iter()
        .try_for_each(|title| ensure(cx, ty, title, attributes))?;
    Ok(Value::Undef)
}

fn merged<'h>(cx: &Cx<'h>, base: Option<Value<'h>>, over: Value<'h>) -> Value<'h> {
    let mut builder = match base {
        Some(Value::Hash(hash)) => HashBuilder::from_hash(hash),
        _ => HashBuilder::new(),
    };
    if let Value::Hash(hash) = over {
        hash.iter().for_each(|(k, v)| builder.insert(k, v));
    }
    Value::Hash(builder.finish(cx.heap))
}

fn ensure_resources<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let (Some(ty), Some(resources)) = (args.get(0), args.get(1)) else {
        return fail("Must specify a title");
    };
    let Value::Hash(resources) = resources else {
        return fail("ensure_resources(): Requires second argument to be a Hash");
    };
    for (title, attributes) in resources.iter() {
        let attributes = merged(cx, args.get(2), attributes);
        ensure(cx, ty, title, attributes)?;
    }
    Ok(Value::Undef)
}

fn ensure_packages<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let ty = Value::string(cx.heap, "package");
    let key = Value::string(cx.heap, "ensure");
    let installed = Value::hash(cx.heap, &[(key, Value::string(cx.heap, "installed"))]);
    let defaults = match args.get(1) {
        None | Some(Value::Undef) => installed,
        Some(Value::Hash(given)) => {
            let mut defaults = HashBuilder::new();
            let installed = Value::string(cx.heap, "installed");
            defaults.insert(key, installed);
            given.iter().for_each(|(k, v)| defaults.insert(k, v));
            if defaults.get(key).and_then(Value::as_str) == Some("present") {
                defaults.insert(key, installed);
            }
            Value::Hash(defaults.finish(cx.heap))
        }
        Some(_) => return fail("ensure_packages(): Requires second argument to be a Hash"),
    };
    match args.get(0) {
        Some(Value::Hash(packages)) => {
            for (title, attributes) in packages.iter() {
                let attributes = merged(cx, Some(defaults), attributes);
                ensure(cx, ty, title, attributes)?;
            }
        }
        Some(names) => {
            for title in titles(names) {
                if is_blank(title) {
                    return fail("ensure_packages(): Empty String provided for package name");
                }
                ensure(cx, ty, title, defaults)?;
            }
        }
        None => return fail("ensure_packages(): Requires at least 1 argument"),
    }
    Ok(Value::Undef)
}

/// Ends the compilation unless the class or define is declared from its own module.
fn assert_private<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    let scope = cx.scope();
    let caller = scope.parent.map(|parent| &cx.scopes[parent.0 as usize]);
    if scope.module.is_some() && scope.module == caller.and_then(|caller| caller.module) {
        return Ok(Value::Undef);
    }
    if let Some(message) = args.get(0).filter(|message| !is_blank(*message)) {
        return fail(text::interpolated(message));
    }
    let subject = match scope.kind {
        ScopeKind::Class(name) => format!("Class {name}"),
        ScopeKind::Define(name, _) => format!("Definition {}", name.to_lowercase()),
        ScopeKind::Top | ScopeKind::Node(_) => "Class ".to_owned(),
    };
    match caller
        .and_then(|caller| caller.module)
        .filter(|_| scope.module.is_some())
    {
        Some(module) => fail(format!(
            "{subject} is private and cannot be called from {module}"
        )),
        None => fail(format!("{subject} is private")),
    }
}
