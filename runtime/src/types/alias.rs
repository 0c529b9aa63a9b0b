//! Owns named types. They are resolved after they are made, because they may refer to themselves.
#![allow(unsafe_code, reason = "ties an alias to its type")]

use std::sync::Arc;

use frontend::name::Set;
use frontend::{Source, Symbol};
use mir::{Constant, Literal, LiteralKind};

use super::access::parameterize;
use super::normalize::normalize;
use super::object::{ObjectType, define_set};
use super::parse::Names;
use super::{Type, TypeAlias, TypeRef, parse, uri};
use crate::cx::Cx;
use crate::error::{Res, fail};
use crate::heap::Heap;
use crate::value::{Hash, Value};

/// The number of aliases from which on Variants of aliases count as a cycle.
const CYCLE_MAX: usize = 10_000;

/// Returns true if a type consists only of aliases that lead back to one of `passed`, the first of
/// which is being defined.
fn leads_back<'h>(ty: TypeRef<'h>, passed: &mut Set<*const TypeAlias<'h>>) -> bool {
    match ty {
        Type::Alias(alias) => {
            if !passed.insert(*alias) || passed.len() > CYCLE_MAX {
                return true;
            }
            alias.end.get().is_some_and(|end| leads_back(end, passed))
        }
        Type::NotUndef(Some(Type::Optional(Some(of)) | of)) => leads_back(of, passed),
        Type::Variant(types) => types.iter().all(|ty| leads_back(ty, passed)),
        _ => false,
    }
}

/// Returns true if a type is the alias itself, without following other aliases.
fn is_itself<'h>(ty: TypeRef<'h>, alias: &TypeAlias<'h>) -> bool {
    match ty {
        Type::Alias(other) => std::ptr::eq(*other, alias),
        Type::NotUndef(Some(of)) => is_itself(of, alias),
        _ => false,
    }
}

/// Returns a Variant without the alias itself among its types.
fn without<'h>(heap: &'h Heap, ty: TypeRef<'h>, alias: &TypeAlias<'h>) -> TypeRef<'h> {
    let Type::Variant(types) = ty else {
        return ty;
    };
    let others: Vec<TypeRef<'h>> = types
        .iter()
        .copied()
        .filter(|ty| !is_itself(ty, alias))
        .collect();
    match others[..] {
        [ty] => ty,
        _ if others.len() == types.len() => ty,
        _ => heap.alloc(Type::Variant(heap.slice(&others))),
    }
}

/// Makes the target of an alias. The definition of an Object type or a type set gets the name.
fn target<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    literal: &Literal,
    source: &Arc<Source>,
) -> Res<'h, TypeRef<'h>> {
    let heap = cx.heap;
    if let Some(definition) = set_definition(literal, &source.text)? {
        return define_set(cx, name, definition, source);
    }
    let mut names = |name: &str| parse::named(cx, name);
    let text = &source.text;
    match object_target(heap, name, literal, text, &mut names)? {
        Some(target) => Ok(target),
        None => parse::literal(heap, &mut names, text, literal),
    }
}

/// Returns the entries of the hash when a literal defines a type set: `TypeSet[{..}]`.
pub(super) fn set_definition<'l, 'h>(
    literal: &'l Literal,
    source: &str,
) -> Res<'h, Option<&'l [(Literal, Literal)]>> {
    let LiteralKind::Access { name, keys } = &literal.kind else {
        return Ok(None);
    };
    // further parameters after the definition are ignored
    let ("TypeSet", [definition, ..]) = (&**name, &**keys) else {
        return Ok(None);
    };
    match &definition.kind {
        LiteralKind::Hash(entries) if entries.is_empty() => {
            fail("TypeSet initializer has wrong type, expects size to be between 1 and 8, got 0")
        }
        LiteralKind::Hash(entries) => Ok(Some(entries)),
        _ => fail(format!(
            "TypeSet initializer has wrong type, expects a Struct value, got Puppet::AST::{}",
            expression_class(definition, source).unwrap_or("Expression")
        )),
    }
}

/// Returns the Object type that a literal defines, under a name: `Object[{...}]`, or in a type set
/// the hash alone.
pub(super) fn object_target<'h>(
    heap: &'h Heap,
    name: &'h str,
    literal: &Literal,
    source: &str,
    names: &mut Names<'_, 'h>,
) -> Res<'h, Option<TypeRef<'h>>> {
    let definition = match &literal.kind {
        LiteralKind::Hash(_) => literal,
        LiteralKind::Access { name: base, keys } => match (&**base, &**keys) {
            // further parameters after the definition are ignored
            ("Object", [definition, ..]) => match expression_class(definition, source) {
                Some(class) => {
                    return fail(format!(
                        "object initializer has wrong type, expects a Struct value, got Puppet::AST::{class}"
                    ));
                }
                None => definition,
            },
            _ => return Ok(None),
        },
        _ => return Ok(None),
    };
    let base: TypeRef<'h> = &Type::Object(&ObjectType::ANY);
    let Value::Hash(hash) = parse::literal_value(heap, names, source, definition)? else {
        return Ok(None);
    };
    match parameterize(heap, base, &[named_definition(heap, base, hash, name)]) {
        Ok(Value::Type(ty)) => Ok(Some(ty)),
        Ok(_) => fail(format!("The alias {name} does not name a type")),
        Err(problem) => fail(problem.message),
    }
}

/// Returns Puppet's class name for an expression in the place of a hash.
fn expression_class(literal: &Literal, source: &str) -> Option<&'static str> {
    let first = source.as_bytes().get(literal.shown.start as usize).copied();
    Some(match &literal.kind {
        LiteralKind::Constant(constant) => match (constant, first) {
            (Constant::Hash(_), _) => return None,
            (Constant::Undef, _) => "LiteralUndef",
            (Constant::Default, _) => "LiteralDefault",
            (Constant::Boolean(_), _) => "LiteralBoolean",
            (Constant::Integer(_) | Constant::Float(_), Some(b'-')) => "UnaryMinusExpression",
            (Constant::Integer(_), _) => "LiteralInteger",
            (Constant::Float(_), _) => "LiteralFloat",
            (Constant::String(_), Some(b'\'' | b'"')) => "LiteralString",
            (Constant::String(_), Some(b'@')) => "HeredocExpression",
            (Constant::String(_), _) => "QualifiedName",
            (Constant::Regexp(_), _) => "LiteralRegularExpression",
            (Constant::Array(_) | Constant::Dense(_), _) => "LiteralList",
        },
        LiteralKind::BigInteger(_) if first == Some(b'-') => "UnaryMinusExpression",
        LiteralKind::BigInteger(_) => "LiteralInteger",
        LiteralKind::Array(_) => "LiteralList",
        LiteralKind::Hash(_) => return None,
        LiteralKind::TypeName(_) => "QualifiedReference",
        LiteralKind::Access { .. } => "AccessExpression",
        LiteralKind::TwoParents => "ResourceDefaultsExpression",
        LiteralKind::Other => match first {
            Some(b'"') => "ConcatenatedString",
            Some(b'$') => "VariableExpression",
            _ => return None,
        },
    })
}

/// Returns the hash of a definition with the name among its entries. A hash with a key that is no
/// text is refused, and shown as it is written.
pub(super) fn named_definition<'h>(
    heap: &'h Heap,
    base: TypeRef<'h>,
    hash: &Hash<'h>,
    name: &'h str,
) -> Value<'h> {
    let mut entries: Vec<(Value<'h>, Value<'h>)> = hash.iter().collect();
    if entries.iter().any(|(key, _)| key.as_str().is_none()) {
        return Value::hash(heap, &entries);
    }
    let authority = hash.get_str("name_authority");
    if matches!(base, Type::TypeSet(_))
        && authority.is_none_or(|given| given.as_str().is_some_and(uri::holds_absolute))
    {
        let authority = "http://puppet.com/2016.1/runtime";
        let key = Value::string(heap, "name_authority");
        entries.push((key, Value::string(heap, authority)));
    }
    // an invalid name stays, to be refused
    let given = hash.get_str("name");
    if given.is_none_or(|given| super::object::is_name(heap, given)) {
        entries.push((Value::string(heap, "name"), Value::string(heap, name)));
    }
    Value::hash(heap, &entries)
}

/// Defines the alias `name` of a literal, which is a part of `source`. The alias is known by its
/// name before the literal is read, because the literal may refer to it.
///
/// # Errors
/// Returns the error of the literal; a plain error when it gives no type.
pub fn define<'h>(
    cx: &mut Cx<'h>,
    name: &'h str,
    literal: &Literal,
    source: &Arc<Source>,
) -> Res<'h, TypeRef<'h>> {
    let alias: &'h TypeAlias<'h> = cx.heap.alloc(TypeAlias::new(name));
    let ty: TypeRef<'h> = cx.heap.alloc(Type::Alias(alias));
    let symbol = Symbol::intern(name);
    cx.heap.pin();
    cx.type_names.insert(symbol, Value::Type(ty));
    let target = target(cx, name, literal, source);
    let completed = target.and_then(|target| complete(cx, alias, target));
    match &completed {
        Ok(ty) => cx.type_names.insert(symbol, Value::Type(ty)),
        Err(_) => cx.type_names.remove(&symbol),
    };
    completed
}

/// Works like [`define`], for a text such as `Pair = Tuple[Integer, Integer]`. The alias is known
/// by its name until [`forget`].
///
/// # Errors
/// Same as [`define`], and the errors of the parser.
pub fn define_text<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h, Symbol> {
    let Some((name, target)) = text.split_once('=') else {
        return fail(format!("'{text}' is no definition of a type"));
    };
    let name = name.trim();
    let name = name.strip_prefix("type ").unwrap_or(name).trim();
    let source = Arc::new(Source::new(None, target));
    let arena = bumpalo::Bump::new();
    let program = match frontend::parser::parse(&arena, &source) {
        Ok(program) => program,
        Err(problem) => return fail(problem.message),
    };
    let literal = Literal::of(program.body);
    define(cx, cx.heap.text(name), &literal, &source)?;
    Ok(Symbol::intern(name))
}

/// Forgets a type that was known for a while.
pub fn forget(cx: &mut Cx<'_>, name: Symbol) {
    cx.type_names.remove(&name);
}

/// Refuses an Object type whose parents are not known or lead back to it.
fn check_parents<'h>(alias: &'h TypeAlias<'h>, target: TypeRef<'h>) -> Res<'h, ()> {
    let mut next = super::object::object_of(target);
    while let Some(object) = next {
        next = match object.parent {
            Some(Type::TypeReference(name)) => {
                return fail(format!("reference to unresolved type '{name}'"));
            }
            Some(Type::Alias(parent)) if std::ptr::eq(*parent, alias) => {
                return fail(format!(
                    "The Object type '{}' inherits from itself",
                    alias.name
                ));
            }
            _ => object.parent_object(),
        };
    }
    Ok(())
}

/// Makes an alias that refers to an unknown name.
pub(crate) fn unresolved(heap: &'static Heap) -> TypeRef<'static> {
    let alias: &'static TypeAlias<'static> = heap.alloc(TypeAlias::new("UnresolvedAlias"));
    // SAFETY: the target lives for ever
    unsafe {
        let target = &Type::TypeReference("UnresolvedReference");
        alias.end.tie(target);
        alias.resolved.tie(target);
    }
    heap.alloc(Type::Alias(alias))
}

/// Ties an alias that lives as long as the process.
pub(crate) fn tie(alias: &'static TypeAlias<'static>, target: TypeRef<'static>) {
    let end = match target {
        Type::Alias(other) => other.end.get().unwrap_or(target),
        _ => target,
    };
    // SAFETY: all live for ever
    unsafe {
        alias.end.tie(end);
        alias.resolved.tie(target);
    }
    TypeAlias::note_tied();
}

/// Ties an alias to its target. Returns the type of that name: the alias, or an Object type or type
/// set that has the name itself.
///
/// # Errors
/// Fails when the alias leads only to itself.
pub(super) fn complete<'h>(
    cx: &mut Cx<'h>,
    alias: &'h TypeAlias<'h>,
    target: TypeRef<'h>,
) -> Res<'h, TypeRef<'h>> {
    if leads_back(target, &mut Set::from_iter([std::ptr::from_ref(alias)])) {
        return fail(format!(
            "Type alias '{}' cannot be resolved to a real type",
            alias.name
        ));
    }
    check_parents(alias, target)?;
    let heap = cx.heap;
    let own = super::object::with_name(heap, target, alias.name);
    let target = own.unwrap_or_else(|| normalize(heap, without(heap, target, alias)));
    let end = match target {
        Type::Alias(other) => other.end.get().unwrap_or(target),
        _ => target,
    };
    // SAFETY: all live in the heap of the evaluation whose context this is: `cx` is the
    // witness, as its `'h` cannot be shortened
    unsafe {
        alias.end.tie(end);
        alias.resolved.tie(target);
    }
    TypeAlias::note_tied();
    Ok(own.unwrap_or_else(|| heap.alloc(Type::Alias(alias))))
}
