//! The Puppet type system.
//!
//! A [`Type`] is immutable and lives in a heap like any value: types of code and of built-in
//! signatures in the frozen one of the process ([`store`]), types made at run time in that of the
//! evaluation. Spec: documents 000 and 002.

pub mod object;

use crate::heap::Knot;
use crate::regex::Regexp;
use crate::semver::Range as SemVerRange;
use crate::value::Value;

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
}

/// A type of the Puppet language. `None` stands for a parameter that was not given.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each is the Puppet type of its name")]
pub enum Type<'h> {
    Any,
    /// The type of what an empty collection holds; assignable to everything.
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
    Float {
        min: Option<f64>,
        max: Option<f64>,
    },
    String(Size),
    /// The type of exactly one string (inferred; not writable except as `String['x']`).
    StringValue(&'h str),
    Enum {
        values: &'h [&'h str],
        case_insensitive: bool,
    },
    Pattern(&'h [&'h Regexp<'h>]),
    Regexp(Option<&'h Regexp<'h>>),
    SemVer(&'h [&'h SemVerRange<'h>]),
    /// Nanoseconds.
    Timespan {
        min: Option<i128>,
        max: Option<i128>,
    },
    /// Nanoseconds since the epoch.
    Timestamp {
        min: Option<i128>,
        max: Option<i128>,
    },
    /// The constraints, as a Hash or a URI, when there are some.
    Uri(Option<Value<'h>>),
    Collection(Size),
    Array {
        element: TypeRef<'h>,
        size: Size,
    },
    Hash {
        key: TypeRef<'h>,
        value: TypeRef<'h>,
        size: Size,
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
    TypeSet(&'h object::TypeSet<'h>),
    TypeReference(&'h str),
    Alias(&'h TypeAlias<'h>),
    /// `Resource`, `File`, `File['a']`. The type name is in Puppet's capitalised form.
    Resource {
        type_name: Option<&'h str>,
        title: Option<&'h str>,
    },
    /// `Class`, `Class['a::b']`. The name in lower case.
    Class(Option<&'h str>),
}

/// An entry of a Struct.
#[derive(Clone, Copy, Debug)]
pub struct StructElement<'h> {
    /// The key.
    pub name: &'h str,
    /// Whether the key may be absent.
    pub optional: bool,
    /// The type of the value.
    pub value: TypeRef<'h>,
}

/// `Callable[A, B, 1, 2, Callable, R]`
#[derive(Clone, Copy, Debug)]
pub struct CallableType<'h> {
    /// Types of the parameters.
    pub parameters: &'h [TypeRef<'h>],
    /// How many arguments it takes, when other than the number of parameters.
    pub size: Option<Size>,
    /// The block: a Callable or an Optional of it.
    pub block: Option<TypeRef<'h>>,
    /// The return type.
    pub returns: Option<TypeRef<'h>>,
}

/// A named type; possibly recursive.
pub struct TypeAlias<'h> {
    /// The name as written (`My::Type`).
    pub name: &'h str,
    /// What it stands for; untied while it is being resolved.
    pub resolved: Knot<Type<'h>>,
}

impl std::fmt::Debug for TypeAlias<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}

impl PartialEq for Type<'_> {
    fn eq(&self, _other: &Self) -> bool {
        false // replaced by the type system's structural equality
    }
}

/// The built-in type of a name.
pub fn named(_name: &str) -> Option<TypeRef<'static>> {
    None
}

/// Whether a value is of a type.
pub fn instance<'h>(_ty: TypeRef<'h>, _value: Value<'h>) -> bool {
    true
}

/// `a::b` as `A::B`.
pub fn capitalized(name: &str) -> String {
    let segment = |s: &str| {
        let mut chars = s.chars();
        chars
            .next()
            .map_or(String::new(), |c| c.to_uppercase().chain(chars).collect())
    };
    name.split("::").map(segment).collect::<Vec<_>>().join("::")
}

pub mod describe {
    //! Types and values in messages.
    use crate::heap::Heap;
    use crate::value::Value;

    /// The type of a value as messages name what they got.
    pub fn short<'h>(_heap: &'h Heap, value: Value<'h>) -> String {
        format!("{value:?}")
    }
}

/// The type that a text such as `Array[String, 1]` stands for, as a value.
///
/// # Errors
/// Puppet's text for what is not a type.
pub fn parse_text<'h>(_cx: &mut crate::cx::Cx<'h>, _text: &str) -> crate::error::Res<'h> {
    crate::error::fail("no type texts yet")
}
