//! Owns the static types of temps: a small lattice.

/// The static type of a temp.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "each is the Puppet type of its name")]
pub enum Ty {
    Any,
    Undef,
    Default,
    Boolean,
    Integer,
    Float,
    Numeric,
    String,
    Regexp,
    Array,
    /// An Array whose items are all Integers; it may be empty.
    Integers,
    /// An Array whose items are all Floats; it may be empty.
    Floats,
    Hash,
    Type,
    /// The type `Integer[a, b]` with both ends.
    Range,
    /// An Iterator over integers.
    Strided,
    Callable,
}

impl Ty {
    /// Returns the smallest type of the lattice that contains both.
    pub fn join(self, other: Ty) -> Ty {
        use Ty::*;
        match (self, other) {
            (a, b) if a == b => a,
            (Integer | Float | Numeric, Integer | Float | Numeric) => Numeric,
            (a, b) if a.is_array() && b.is_array() => Array,
            _ => Any,
        }
    }

    /// Returns true if all values are Integers of 64 bits or Floats.
    pub fn is_number(self) -> bool {
        matches!(self, Ty::Integer | Ty::Float | Ty::Numeric)
    }

    /// Returns true if values of the type are iterated directly and have Integers as elements, with
    /// their indexes as keys.
    pub fn counts(self) -> bool {
        matches!(self, Ty::Range | Ty::Strided)
    }

    /// Returns true if all values are Arrays.
    pub fn is_array(self) -> bool {
        matches!(self, Ty::Array | Ty::Integers | Ty::Floats)
    }

    /// Returns the type of each item, when the values are Arrays.
    pub fn item(self) -> Ty {
        match self {
            Ty::Integers => Ty::Integer,
            Ty::Floats => Ty::Float,
            _ => Ty::Any,
        }
    }

    /// Returns the type of Arrays of such items.
    pub fn array_of(item: Ty) -> Ty {
        match item {
            Ty::Integer => Ty::Integers,
            Ty::Float => Ty::Floats,
            _ => Ty::Array,
        }
    }

    /// Returns the name in the textual form.
    pub fn name(self) -> &'static str {
        match self {
            Ty::Any => "Any",
            Ty::Undef => "Undef",
            Ty::Default => "Default",
            Ty::Boolean => "Boolean",
            Ty::Integer => "Integer",
            Ty::Float => "Float",
            Ty::Numeric => "Numeric",
            Ty::String => "String",
            Ty::Regexp => "Regexp",
            Ty::Array => "Array",
            Ty::Integers => "Integers",
            Ty::Floats => "Floats",
            Ty::Hash => "Hash",
            Ty::Type => "Type",
            Ty::Range => "Range",
            Ty::Strided => "Strided",
            Ty::Callable => "Callable",
        }
    }
}
