//! Owns the kinds of values that the generator distinguishes.

use super::choices::Choices;

/// The kind of value that an expression gives, as far as the generator distinguishes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Integer,
    Boolean,
    Text,
    Float,
    Integers,
    Texts,
    /// A Hash of texts to integers.
    Counts,
    /// An Array of anything.
    Mixed,
    /// A Hash of anything.
    Record,
    Undef,
    /// An Array of arrays of integers.
    Matrix,
    /// A bounded Integer type.
    Range,
    Type,
    Regexp,
    /// A Sensitive text.
    Secret,
    /// An Integer or a Float.
    Number,
    /// A Timespan.
    Span,
    /// A version, a time, binary data or a similar value.
    Rich,
    Any,
}

impl Kind {
    /// All kinds, common ones first and more often.
    const ALL: [Kind; 27] = [
        Kind::Integer,
        Kind::Boolean,
        Kind::Text,
        Kind::Float,
        Kind::Integers,
        Kind::Texts,
        Kind::Counts,
        Kind::Integer,
        Kind::Integer,
        Kind::Text,
        Kind::Float,
        Kind::Integers,
        Kind::Mixed,
        Kind::Record,
        Kind::Any,
        Kind::Any,
        Kind::Undef,
        Kind::Matrix,
        Kind::Range,
        Kind::Type,
        Kind::Regexp,
        Kind::Secret,
        Kind::Number,
        Kind::Number,
        Kind::Counts,
        Kind::Span,
        Kind::Rich,
    ];

    /// Kinds that can be iterated over and have few elements.
    pub(super) const COLLECTIONS: [Kind; 8] = [
        Kind::Integers,
        Kind::Counts,
        Kind::Texts,
        Kind::Range,
        Kind::Mixed,
        Kind::Matrix,
        Kind::Record,
        Kind::Integers,
    ];

    /// Returns any kind.
    pub(super) fn of(choices: &mut Choices<'_>) -> Kind {
        *choices.pick(&Kind::ALL)
    }

    /// Returns the kind of the elements.
    pub(super) fn element(self) -> Kind {
        match self {
            Kind::Integers | Kind::Counts | Kind::Range => Kind::Integer,
            Kind::Texts => Kind::Text,
            Kind::Matrix => Kind::Integers,
            _ => Kind::Any,
        }
    }

    /// Returns the kind of an Array of such values.
    pub(super) fn listed(self) -> Kind {
        match self {
            Kind::Integer => Kind::Integers,
            Kind::Text => Kind::Texts,
            Kind::Integers => Kind::Matrix,
            _ => Kind::Mixed,
        }
    }

    /// Returns true if the kind is a Hash.
    pub(super) fn is_hash(self) -> bool {
        matches!(self, Kind::Counts | Kind::Record)
    }

    /// Returns types that accept all values of the kind, the narrowest first.
    pub(super) fn types(self) -> &'static [&'static str] {
        match self {
            Kind::Integer => &[
                "Integer",
                "Numeric",
                "Variant[String, Integer]",
                "ScalarData",
                "Optional[Integer]",
                "Data",
            ],
            Kind::Boolean => &["Boolean", "Scalar", "Variant[Boolean, Undef]"],
            Kind::Text => &[
                "String",
                "Optional[String]",
                "Variant[Numeric, String]",
                "Data",
            ],
            Kind::Float => &["Float", "Numeric", "Variant[Integer, Float]"],
            Kind::Integers => &["Array[Integer]", "Array", "Collection", "Iterable", "Data"],
            Kind::Texts => &["Array[String]", "Array", "Variant[Array[String], String]"],
            Kind::Counts => &["Hash[String, Integer]", "Hash", "Collection"],
            Kind::Mixed => &["Array", "Array[Any]", "Collection"],
            Kind::Record => &["Hash", "Hash[Any, Any]", "Collection"],
            Kind::Undef => &["Undef", "Optional[Integer]", "Any"],
            Kind::Matrix => &["Array[Array[Integer]]", "Array[Array]", "Array"],
            Kind::Range => &["Type[Integer]", "Type"],
            Kind::Type => &["Type", "Any"],
            Kind::Regexp => &["Regexp", "Any"],
            Kind::Secret => &["Sensitive", "Sensitive[String]"],
            Kind::Number => &["Numeric", "Variant[Integer, Float]", "Scalar", "Any"],
            Kind::Span => &["Timespan", "Scalar", "Variant[Integer, Timespan]"],
            Kind::Rich => &["RichData", "NotUndef", "Any"],
            Kind::Any => &["Any", "Optional[Any]"],
        }
    }
}
