//! Owns the types of the language, which are values themselves.
//!
//! A [`Type`] is immutable and lives in a heap like any value. What types mean is in
//! [`crate::types`]. Spec: documents 000 and 002.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use super::object::{Extension, ObjectType, TypeSet};
use super::{Value, Whole};
use crate::heap::Knot;
use crate::regexp::Regexp;
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
    Object(&'h ObjectType<'h>),
    /// An Object type with type parameters: `Error['kind']`.
    ObjectExtension(&'h Extension<'h>),
    TypeSet(&'h TypeSet<'h>),
    TypeReference(&'h str),
    Alias(&'h TypeAlias<'h>),
    /// `Resource`, `File`, `File['a']`. The type name is in Puppet's capitalised form.
    Resource {
        type_name: Option<&'h str>,
        title: Option<&'h str>,
        /// True if the reference was read from an attribute, where it is a resource and not a type:
        /// it is shown as `File[a]`, also for classes (`Class[A::B]`). Case:
        /// `catalog/references/read_from_attributes`.
        is_object: bool,
        /// The value that the title was made of, when it was not a text. Literals take anything, as
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

    /// Returns true if this is a reference that was read from an attribute: a `Puppet::Resource`,
    /// not a type.
    pub fn is_resource_object(&self) -> bool {
        matches!(
            self,
            Type::Resource {
                is_object: true,
                ..
            }
        )
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

    /// Returns the reference as a type.
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
                is_object: false,
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
    /// Tells whether the alias is reachable from its target: 0 while unknown, 1 for no, 2 for yes.
    recursive: AtomicU8,
    /// The value of [`TIED`] plus one at the last attempt that could not determine `recursive`.
    asked: AtomicU64,
    /// Tells whether the alias counts as recursive when it is written: 0 while unknown, 1 for no, 2
    /// for yes.
    pub(crate) written_recursive: AtomicU8,
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

    pub(crate) fn known_recursive(&self) -> Option<bool> {
        match self.recursive.load(Ordering::Relaxed) {
            0 => None,
            known => Some(known == 2),
        }
    }

    pub(crate) fn set_recursive(&self, found: bool) {
        self.recursive.store(1 + u8::from(found), Ordering::Relaxed);
    }

    /// Returns true if it was found to be unknown so far, and no alias has been tied since.
    pub(crate) fn is_asked(&self) -> bool {
        self.asked.load(Ordering::Relaxed) == TIED.load(Ordering::Relaxed) + 1
    }

    pub(crate) fn set_asked(&self) {
        let now = TIED.load(Ordering::Relaxed) + 1;
        self.asked.store(now, Ordering::Relaxed);
    }

    /// Records that some alias has been tied.
    pub(crate) fn note_tied() {
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
