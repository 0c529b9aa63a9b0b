//! The Puppet type system.
//!
//! A [`Type`] is immutable and lives in a heap like any value: types of code and of built-in
//! signatures in the frozen one of the process ([`store`]), types made at run time in that of the
//! evaluation. Spec: documents 000 and 002.

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
pub mod kinds;
pub mod lasting;
pub mod mismatch;
pub mod normalize;
pub mod object;
pub mod parse;
mod recursion;
mod temporal;
pub(crate) mod uri;

pub use assign::{assignable, equal};
pub use common::{common, generalize};
pub use infer::{infer, reduced};
pub use instance::instance;
pub use parse::parse_text;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use frontend::name::segments;

use crate::answer_cache::{AnswerCache, address};
use crate::heap::{Heap, Knot};
use crate::regexp::Regexp;
use crate::value::{Value, Whole};
use rubycore::semver::Range as SemVerRange;

/// A reference to a type.
pub type TypeRef<'h> = &'h Type<'h>;

/// Bounds of a size: `from` at least 0, `to` absent when unbounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The least size.
    pub from: i64,
    /// The greatest size.
    pub to: Option<i64>,
}

impl Size {
    /// Any size.
    pub const ANY: Size = Size { from: 0, to: None };

    /// All sizes but 0.
    pub const AT_LEAST_ONE: Size = Size { from: 1, to: None };

    /// Returns the range of exactly one size.
    pub fn exactly(size: usize) -> Size {
        Size {
            from: size as i64,
            to: Some(size as i64),
        }
    }

    /// Returns true if a size is within the bounds.
    pub fn holds(self, size: usize) -> bool {
        self.from <= size as i64 && self.to.is_none_or(|to| size as i64 <= to)
    }

    /// Returns true if the range contains all sizes of the other.
    pub fn covers(self, other: Size) -> bool {
        self.from <= other.from
            && match (self.to, other.to) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(a), Some(b)) => b <= a,
            }
    }
}

/// A number of nanoseconds in two words. With one of 128 bits, every type would be half as large
/// again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Nanos {
    high: i64,
    low: u64,
}

impl Nanos {
    /// Returns the number.
    pub fn get(self) -> i128 {
        (i128::from(self.high) << 64) | i128::from(self.low)
    }
}

impl From<i128> for Nanos {
    fn from(nanos: i128) -> Nanos {
        Nanos {
            high: (nanos >> 64) as i64,
            low: nanos as u64,
        }
    }
}

/// A bound of a `Timespan`.
#[derive(Clone, Copy, Debug)]
pub struct SpanBound {
    /// The length of time, which alone decides comparisons.
    pub nanos: Nanos,
    /// True if a Float was given for it. Its fraction is then shown with trailing zeroes. Case:
    /// `types/timespan/float_bounds`.
    pub inexact: bool,
}

impl SpanBound {
    /// Makes the bound of an exact length of time.
    pub fn exact(nanos: i128) -> SpanBound {
        SpanBound {
            nanos: nanos.into(),
            inexact: false,
        }
    }
}

impl PartialEq for SpanBound {
    fn eq(&self, other: &SpanBound) -> bool {
        self.nanos == other.nanos
    }
}

impl PartialOrd for SpanBound {
    fn partial_cmp(&self, other: &SpanBound) -> Option<std::cmp::Ordering> {
        self.nanos.partial_cmp(&other.nanos)
    }
}

/// A type of the Puppet language. `None` represents a parameter that was not given.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each is the Puppet type of its name")]
pub enum Type<'h> {
    Any,
    /// The type of the contents of an empty collection; assignable to everything.
    Unit,
    Undef,
    Default,
    Scalar,
    ScalarData,
    Data,
    RichData,
    RichDataKey,
    Numeric,
    CatalogEntry,
    Binary,
    SemVerRange,
    Boolean(Option<bool>),
    Integer {
        min: Option<i64>,
        max: Option<i64>,
    },
    /// An Integer with a bound beyond 64 bits.
    WideInteger {
        min: Option<Whole<'h>>,
        max: Option<Whole<'h>>,
    },
    Float {
        min: Option<f64>,
        max: Option<f64>,
    },
    String(Option<Size>),
    /// The type of exactly one string (inferred; not writable except as `String['x']`).
    StringValue(&'h str),
    Enum {
        values: &'h [&'h str],
        case_insensitive: bool,
    },
    Pattern(&'h [&'h Regexp<'h>]),
    Regexp(Option<&'h Regexp<'h>>),
    SemVer(&'h [&'h SemVerRange<'h>]),
    Timespan {
        min: Option<SpanBound>,
        max: Option<SpanBound>,
    },
    /// Nanoseconds since the epoch.
    Timestamp {
        min: Option<Nanos>,
        max: Option<Nanos>,
    },
    /// The constraints, as a Hash or a URI, when there are some.
    Uri(Option<Value<'h>>),
    Collection(Option<Size>),
    Array {
        element: TypeRef<'h>,
        size: Option<Size>,
    },
    Hash {
        key: TypeRef<'h>,
        value: TypeRef<'h>,
        size: Option<Size>,
    },
    Tuple {
        types: &'h [TypeRef<'h>],
        size: Option<Size>,
    },
    Struct(&'h [StructElement<'h>]),
    Iterable(Option<TypeRef<'h>>),
    Iterator(Option<TypeRef<'h>>),
    Variant(&'h [TypeRef<'h>]),
    Optional(Option<TypeRef<'h>>),
    NotUndef(Option<TypeRef<'h>>),
    Sensitive(Option<TypeRef<'h>>),
    Type(Option<TypeRef<'h>>),
    Callable(Option<&'h CallableType<'h>>),
    Init {
        ty: Option<TypeRef<'h>>,
        arguments: &'h [Value<'h>],
    },
    Runtime {
        runtime: Option<&'h str>,
        name: Option<&'h str>,
        pattern: Option<&'h Regexp<'h>>,
    },
    Object(&'h object::ObjectType<'h>),
    /// An Object type with type parameters: `Error['kind']`.
    ObjectExtension(&'h object::Extension<'h>),
    TypeSet(&'h object::TypeSet<'h>),
    TypeReference(&'h str),
    Alias(&'h TypeAlias<'h>),
    /// `Resource`, `File`, `File['a']`. The type name is in Puppet's capitalised form.
    Resource {
        type_name: Option<&'h str>,
        title: Option<&'h str>,
        /// True if it was read from an attribute, which keeps references as resources and not as
        /// types: `File[a]`, also for classes (`Class[A::B]`). Case:
        /// `catalog/references/read_from_attributes`.
        kept: bool,
        /// The value that the title was made of, when it was no text. Literals take anything, as
        /// `File[1]` in an alias. Case: `types/resource/titles_of_literals`.
        given: Option<&'h Value<'h>>,
    },
    /// `Class`, `Class['a::b']`. The name in lower case.
    Class(Option<&'h str>),
}

const _: () = assert!(size_of::<Type<'_>>() <= 56);

/// The runtime name of the types that represent collectors.
pub const COLLECTOR: &str = "\u{1}collector";

impl<'h> Type<'h> {
    /// Returns the type of Integers within bounds.
    pub fn integer(min: Option<Whole<'h>>, max: Option<Whole<'h>>) -> Type<'h> {
        let small = |bound: Option<Whole<'h>>| match bound {
            None => Some(None),
            Some(Whole::Small(i)) => Some(Some(i)),
            Some(Whole::Big(_)) => None,
        };
        match (small(min), small(max)) {
            (Some(min), Some(max)) => Type::Integer { min, max },
            _ => Type::WideInteger { min, max },
        }
    }

    /// Returns the bounds of a type of Integers.
    pub fn integer_bounds(&self) -> Option<(Option<Whole<'h>>, Option<Whole<'h>>)> {
        match *self {
            Type::Integer { min, max } => Some((min.map(Whole::Small), max.map(Whole::Small))),
            Type::WideInteger { min, max } => Some((min, max)),
            _ => None,
        }
    }

    /// Returns true if this is the reference to a resource that an attribute keeps.
    pub fn is_kept(&self) -> bool {
        matches!(self, Type::Resource { kept: true, .. })
    }

    /// Returns the final target of an alias; any other type itself.
    pub fn resolved(&'h self) -> TypeRef<'h> {
        match self {
            Type::Alias(alias) => alias.resolved.get().map_or(self, Type::resolved),
            _ => self,
        }
    }

    /// Returns the number of a collector, and its text. As an operand of a relationship, a
    /// collector is represented by a type that code cannot name.
    pub fn collector(&self) -> Option<(&'h str, &'h str)> {
        match self {
            Type::Runtime {
                runtime: Some(COLLECTOR),
                name: Some(name),
                ..
            } => name.split_once(' '),
            _ => None,
        }
    }

    /// Returns the type of a kept reference.
    pub fn as_type(self) -> Type<'h> {
        match self {
            Type::Resource {
                type_name,
                title,
                given,
                ..
            } => Type::Resource {
                type_name,
                title,
                kept: false,
                given,
            },
            other => other,
        }
    }
}

/// An entry of a Struct.
#[derive(Clone, Copy, Debug)]
pub struct StructElement<'h> {
    /// The key.
    pub name: &'h str,
    /// True if the key may be absent.
    pub optional: bool,
    /// The type of the value.
    pub value: TypeRef<'h>,
}

/// `Callable[A, B, 1, 2, Callable, R]`
#[derive(Clone, Copy, Debug)]
pub struct CallableType<'h> {
    /// Types of the parameters.
    pub parameters: &'h [TypeRef<'h>],
    /// The number of arguments, when it is not the number of parameters.
    pub size: Option<Size>,
    /// The block: a Callable or an Optional of it.
    pub block: Option<TypeRef<'h>>,
    /// The return type.
    pub returns: Option<TypeRef<'h>>,
}

impl CallableType<'_> {
    /// Returns the number of arguments that it takes; any number when nothing says otherwise.
    pub fn arity(&self) -> Size {
        match (self.size, self.parameters) {
            (Some(size), _) => size,
            (None, []) => Size::ANY,
            (None, parameters) => Size::exactly(parameters.len()),
        }
    }
}

/// A named type; possibly recursive.
pub struct TypeAlias<'h> {
    /// The name as written (`My::Type`).
    pub name: &'h str,
    /// The target of the alias; unset while it is being resolved.
    pub resolved: Knot<Type<'h>>,
    /// The final target: the target, or that one's target if it is an alias resolved before, and so
    /// on.
    pub(crate) end: Knot<Type<'h>>,
    /// Says if the alias is reachable from its target: 0 while unknown, 1 for no, 2 for yes.
    recursive: AtomicU8,
    /// The value of [`TIED`] plus one when that could not be determined last.
    asked: AtomicU64,
    /// Says if the alias counts as recursive when it is written: 0 while unknown, 1 for no, 2 for
    /// yes.
    written_recursive: AtomicU8,
}

/// The number of aliases that were tied to their targets, by all threads. While it does not change,
/// the aliases reachable from an alias do not change either.
static TIED: AtomicU64 = AtomicU64::new(0);

impl<'h> TypeAlias<'h> {
    /// Returns an alias that is not resolved.
    pub fn new(name: &'h str) -> TypeAlias<'h> {
        TypeAlias {
            name,
            resolved: Knot::default(),
            end: Knot::default(),
            recursive: AtomicU8::new(0),
            asked: AtomicU64::new(0),
            written_recursive: AtomicU8::new(0),
        }
    }

    /// Returns true if the alias counts as recursive when it is written.
    pub(crate) fn is_written_recursive(&self) -> bool {
        match self.written_recursive.load(Ordering::Relaxed) {
            0 if self.resolved.get().is_none() => true,
            0 => {
                let found = recursion::meets_itself(self);
                // else it may lead to itself when more aliases are resolved
                if self.known_recursive().is_some() {
                    let known = 1 + u8::from(found);
                    self.written_recursive.store(known, Ordering::Relaxed);
                }
                found
            }
            known => known == 2,
        }
    }

    /// Returns true if the alias is reachable from its target.
    pub fn is_recursive(&self) -> bool {
        if self.known_recursive().is_none() && !self.is_asked() {
            recursion::settle(self);
        }
        self.known_recursive() == Some(true)
    }

    fn known_recursive(&self) -> Option<bool> {
        match self.recursive.load(Ordering::Relaxed) {
            0 => None,
            known => Some(known == 2),
        }
    }

    fn set_recursive(&self, found: bool) {
        self.recursive.store(1 + u8::from(found), Ordering::Relaxed);
    }

    /// Returns true if it was found to be unknown so far, and no alias has been tied since.
    fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) == TIED.load(Ordering::Relaxed) + 1
    }

    fn set_asked(&self) {
        let now = TIED.load(Ordering::Relaxed) + 1;
        self.asked.store(now, Ordering::Relaxed);
    }

    /// Records that some alias has been tied.
    fn note_tied() {
        TIED.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the Object type or type set that has the name itself. Only its own definition knows
    /// it by the alias.
    pub fn own(&self) -> Option<TypeRef<'_>> {
        self.resolved.get().filter(|ty| match ty {
            Type::Object(object) => object.name == Some(self.name),
            Type::TypeSet(set) => set.name() == Some(self.name),
            _ => false,
        })
    }
}

impl std::fmt::Debug for TypeAlias<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

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
            kept: false,
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
