//! Named types: resolved after they are made, since they may refer to themselves.
#![allow(unsafe_code, reason = "ties an alias to its type")]

use mir::{Literal, LiteralKind};

use super::access::parameterize;
use super::normalize::normalize;
use super::object::{ObjectType, TypeSet};
use super::{Type, TypeAlias, TypeRef, parse};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::heap::{Heap, Knot};
use crate::value::{Hash, Value};

/// Whether a type is nothing but an alias.
fn stands_for<'h>(ty: TypeRef<'h>, alias: &TypeAlias<'h>) -> bool {
    match ty {
        Type::Alias(other) => {
            std::ptr::eq(*other, alias)
                || other.resolved.get().is_some_and(|ty| stands_for(ty, alias))
        }
        Type::NotUndef(Some(of)) => stands_for(of, alias),
        Type::Variant(types) => types.iter().all(|ty| stands_for(ty, alias)) && !types.is_empty(),
        _ => false,
    }
}

/// A Variant without the alias itself among its types.
fn without<'h>(heap: &'h Heap, ty: TypeRef<'h>, alias: &TypeAlias<'h>) -> TypeRef<'h> {
    let Type::Variant(types) = ty else {
        return ty;
    };
    let others: Vec<TypeRef<'h>> = types
        .iter()
        .copied()
        .filter(|ty| !stands_for(ty, alias))
        .collect();
    match others[..] {
        [ty] => ty,
        _ if others.len() == types.len() => ty,
        _ => heap.alloc(Type::Variant(heap.slice(&others))),
    }
}

/// What an alias stands for. The definition of an Object type or a type set gets the name.
fn target<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    literal: &Literal,
    source: &str,
) -> Res<'h, TypeRef<'h>> {
    let heap = cx.heap;
    let mut names = |name: &str| parse::named(cx, name);
    if let LiteralKind::Access { name: base, keys } = &literal.kind
        && let ("Object" | "TypeSet", [keys]) = (&**base, &**keys)
        && let Value::Hash(hash) = parse::literal_value(heap, &mut names, source, keys)?
        && (**base == *"Object" || !hash.is_empty())
    {
        let base = match &**base {
            "Object" => &Type::Object(&ObjectType::ANY),
            _ => &Type::TypeSet(&TypeSet::ANY),
        };
        return match parameterize(heap, base, &[named_definition(heap, base, hash, name)]) {
            Ok(Value::Type(ty)) => Ok(ty),
            Ok(_) => fail(format!("The alias {name} does not name a type")),
            Err(problem) => fail(problem.message),
        };
    }
    parse::literal(heap, &mut names, source, literal)
}

/// The hash of a definition with the name among its entries.
fn named_definition<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    hash: &Hash<'h>,
    name: &'h str,
) -> Value<'h> {
    let mut entries: Vec<(Value<'h>, Value<'h>)> = hash.iter().collect();
    if matches!(base, Type::TypeSet(_)) && hash.get_str("name_authority").is_none() {
        let authority = "http://puppet.com/2016.1/runtime";
        let key = Value::string(heap, "name_authority");
        entries.push((key, Value::string(heap, authority)));
    }
    // a name that is none stays, to be refused
    let given = hash.get_str("name");
    if given.is_none_or(|given| super::object::is_name(heap, given)) {
        entries.push((Value::string(heap, "name"), Value::string(heap, name)));
    }
    Value::hash(heap, &entries)
}

/// The alias `name` of what a literal stands for, a part of `source`. It is known by its name
/// before the literal is read, which may speak of it.
///
/// # Errors
/// What the literal raises; a plain error when it gives no type.
pub fn define<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    literal: &Literal,
    source: &str,
) -> Res<'h, TypeRef<'h>> {
    let alias: &'h TypeAlias<'h> = cx.heap.alloc(TypeAlias {
        name,
        resolved: Knot::default(),
    });
    let ty: TypeRef<'h> = cx.heap.alloc(Type::Alias(alias));
    let symbol = frontend::Symbol::intern(name);
    cx.type_names.insert(symbol, Value::Type(ty));
    match target(cx, name, literal, source) {
        Ok(target) if stands_for(target, alias) => {
            cx.type_names.remove(&symbol);
            fail(format!(
                "Type alias '{name}' cannot be resolved to a real type"
            ))
        }
        Ok(target) => {
            // an Object type gets the name itself
            let own = super::object::with_name(cx.heap, target, name);
            if let Some(own) = own {
                cx.type_names.insert(symbol, Value::Type(own));
            }
            let (target, ty) = (
                own.unwrap_or_else(|| normalize(cx.heap, without(cx.heap, target, alias))),
                own.unwrap_or(ty),
            );
            // SAFETY: both live in the heap of the evaluation whose context this is: `cx` is the
            // witness, as its `'h` cannot be shortened
            unsafe { alias.resolved.tie(target) };
            Ok(ty)
        }
        Err(raise) => {
            cx.type_names.remove(&symbol);
            Err(raise)
        }
    }
}
