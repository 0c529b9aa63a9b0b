//! Implements the Puppet type system: the meaning of types. The types themselves are values
//! ([`crate::value::types`]).
//!
//! Types of code and of built-in signatures live in the frozen heap of the process, types made at run
//! time in that of the evaluation. Spec: documents 000 and 002.

pub mod access;
pub mod alias;
pub mod assign;
pub mod common;
pub mod describe;
mod distinct;
mod enclosing;
mod equal;
pub mod format;
pub mod infer;
pub(crate) mod init;
pub mod instance;
mod iterate;
pub mod lasting;
pub mod mismatch;
pub mod normalize;
pub mod object;
pub mod parse;
pub mod recheck;
mod recursion;
mod temporal;
pub(crate) mod uri;

pub use assign::{assignable, equal};
pub use common::{common, generalize};
pub use infer::{infer, reduced};
pub use instance::instance;
pub use parse::parse_text;
pub use recheck::instance_again;

pub use crate::value::types::{
    COLLECTOR, CallableType, Nanos, Size, SpanBound, StructElement, Type, TypeAlias, TypeRef,
};

use frontend::name::segments;

use crate::answer_cache::{AnswerCache, address};
use crate::heap::Heap;
use rubycore::semver::Range as SemVerRange;

/// Types nested deeper than this are not made.
const DEPTH_MAX: usize = 1000;

/// Returns true if a type is nested too deep for the functions that follow its parts.
pub(crate) fn is_too_deep(ty: TypeRef<'_>) -> bool {
    let mut level = vec![ty];
    for _ in 0..DEPTH_MAX {
        let mut next = Vec::new();
        level.iter().for_each(|ty| parts(ty, &mut next));
        if next.len() > level.len() {
            next.sort_unstable_by_key(|ty| address(*ty));
            next.dedup_by_key(|ty| address(*ty));
        }
        if next.is_empty() {
            return false;
        }
        level = next;
    }
    true
}

/// Adds the types that a type is made of. Aliases and Object types are not followed.
fn parts<'h>(ty: TypeRef<'h>, into: &mut Vec<TypeRef<'h>>) {
    use self::Type::*;
    match ty {
        Array { element, .. } => into.push(element),
        Hash { key, value, .. } => into.extend([*key, *value]),
        Tuple { types, .. } | Variant(types) => into.extend(*types),
        Struct(elements) => into.extend(elements.iter().map(|element| element.value)),
        Iterable(of) | Iterator(of) | Optional(of) | NotUndef(of) | Sensitive(of) | Type(of) => {
            into.extend(*of);
        }
        Init { ty, .. } => into.extend(*ty),
        Callable(Some(callable)) => {
            into.extend(callable.parameters);
            into.extend(callable.block);
            into.extend(callable.returns);
        }
        _ => {}
    }
}

/// Returns a name in a type, including its aliases, that no type has.
pub(crate) fn unresolved<'h>(ty: TypeRef<'h>) -> Option<&'h str> {
    let (mut aliases, known) = (Vec::new(), AnswerCache::default());
    let mut left = vec![ty];
    while let Some(ty) = left.pop() {
        match ty {
            _ if !known.is_new(address(ty)) => {}
            Type::TypeReference(name) => return Some(name),
            Type::Alias(alias) => {
                if !aliases.contains(&address(*alias)) {
                    aliases.push(address(*alias));
                    left.extend(alias.resolved.get());
                }
            }
            Type::Object(object) => {
                left.extend(object.functions.iter().rev().map(|function| function.ty));
                left.extend(object.attributes.iter().rev().map(|attribute| attribute.ty));
                left.extend(object.parent);
            }
            _ => {
                let mut inner = Vec::new();
                parts(ty, &mut inner);
                left.extend(inner.into_iter().rev());
            }
        }
    }
    None
}

/// Capitalizes each segment: `a::b` as `A::B`.
pub fn capitalized(name: &str) -> String {
    if name.is_ascii() {
        let mut shown = String::with_capacity(name.len());
        for (at, segment) in segments(name).enumerate() {
            if at > 0 {
                shown.push_str("::");
            }
            let mut chars = segment.chars();
            shown.extend(chars.next().map(|first| first.to_ascii_uppercase()));
            shown.push_str(chars.as_str());
        }
        return shown;
    }
    let segment = |s: &str| {
        let mut chars = s.chars();
        chars
            .next()
            .map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
    };
    name.split("::").map(segment).collect::<Vec<_>>().join("::")
}

pub use mir::type_name::{HIDDEN_NAMES, NAMES};

/// Returns the built-in type of a name in any case, including `Deferred`, `Error` and the lookup
/// context.
pub fn named(name: &str) -> Option<TypeRef<'static>> {
    match mir::type_name::canonical(name) {
        "Deferred" => Some(crate::frozen::deferred()),
        "Error" => Some(crate::frozen::error()),
        "Puppet::LookupContext" => Some(crate::frozen::lookup_context()),
        "TypeAlias" => Some(crate::frozen::type_alias()),
        _ => basic(name),
    }
}

/// Returns the built-in type of a name in any case, if it is not made from others.
// Long because it is the table of names.
pub(crate) fn basic(name: &str) -> Option<TypeRef<'static>> {
    use self::Type::*;
    Some(match mir::type_name::canonical(name) {
        "Any" => &Any,
        "Undef" => &Undef,
        "Default" => &Default,
        "Scalar" => &Scalar,
        "ScalarData" => &ScalarData,
        "Data" => &Data,
        "RichData" => &RichData,
        "RichDataKey" => &RichDataKey,
        "Numeric" => &Numeric,
        "CatalogEntry" => &CatalogEntry,
        "Binary" => &Binary,
        "SemVerRange" => &SemVerRange,
        "Boolean" => &Boolean(None),
        "Integer" => &Integer {
            min: None,
            max: None,
        },
        "Float" => &Float {
            min: None,
            max: None,
        },
        "String" => &String(None),
        "Enum" => &Enum {
            values: &[],
            case_insensitive: false,
        },
        "Pattern" => &Pattern(&[]),
        "Regexp" => &Regexp(None),
        "SemVer" => &SemVer(&[]),
        "Timespan" => &Timespan {
            min: None,
            max: None,
        },
        "Timestamp" => &Timestamp {
            min: None,
            max: None,
        },
        "URI" => &Uri(None),
        "Collection" => &Collection(None),
        "Array" => &Array {
            element: &Any,
            size: None,
        },
        "Hash" => &Hash {
            key: &Any,
            value: &Any,
            size: None,
        },
        "Tuple" => &Tuple {
            types: &[],
            size: None,
        },
        "Struct" => &Struct(&[]),
        "Iterable" => &Iterable(None),
        "Iterator" => &Iterator(None),
        "Variant" => &Variant(&[]),
        "Optional" => &Optional(None),
        "NotUndef" => &NotUndef(None),
        "Sensitive" => &Sensitive(None),
        "Type" => &Type(None),
        "Callable" => &Callable(None),
        "Init" => &Init {
            ty: None,
            arguments: &[],
        },
        "Runtime" => &Runtime {
            runtime: None,
            name: None,
            pattern: None,
        },
        "Object" => &Object(&object::ObjectType::ANY),
        "Annotation" => &Object(&object::ObjectType::ANNOTATION),
        "Pcore" => &Object(&object::ObjectType::PCORE),
        "TypeSet" => &TypeSet(&object::TypeSet::ANY),
        "Resource" => &Resource {
            type_name: None,
            title: None,
            is_object: false,
            given: None,
        },
        "Class" => &Class(None),
        _ => return None,
    })
}

/// Returns the type of one version.
fn semver_of<'h>(heap: &'h Heap, version: &rubycore::semver::Version<'h>) -> Type<'h> {
    let range = SemVerRange::between(heap, Some(*version), Some(*version), false);
    let range: &SemVerRange<'h> = heap.alloc(range);
    Type::SemVer(heap.slice(&[range]))
}

/// Returns true if a range contains a version.
fn includes(range: &SemVerRange<'_>, version: &rubycore::semver::Version<'_>) -> bool {
    range.contains(version)
}

/// Returns true if a range contains all versions of another.
fn covers(range: &SemVerRange<'_>, other: &SemVerRange<'_>) -> bool {
    other
        .runs
        .iter()
        .all(|run| range.runs.iter().any(|wider| wider.covers(run)))
}
