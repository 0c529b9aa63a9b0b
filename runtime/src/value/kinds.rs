//! Owns the kinds of values that a type accepts, as a bit set. It decides most checks of arguments.

use mir::Ty;

use super::Value;
use super::types::{Type, TypeRef};

/// A set of kinds of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kinds(u32);

impl Kinds {
    const ALL: Kinds = Kinds(u32::MAX);
    const UNDEF: Kinds = Kinds(1);
    const DEFAULT: Kinds = Kinds(1 << 1);
    const BOOLEAN: Kinds = Kinds(1 << 2);
    const INTEGER: Kinds = Kinds(1 << 3);
    const FLOAT: Kinds = Kinds(1 << 4);
    const STRING: Kinds = Kinds(1 << 5);
    const ARRAY: Kinds = Kinds(1 << 6);
    const HASH: Kinds = Kinds(1 << 7);
    const REGEXP: Kinds = Kinds(1 << 8);
    const TYPE: Kinds = Kinds(1 << 9);
    const SENSITIVE: Kinds = Kinds(1 << 10);
    const BINARY: Kinds = Kinds(1 << 11);
    const SEM_VER: Kinds = Kinds(1 << 12);
    const SEM_VER_RANGE: Kinds = Kinds(1 << 13);
    const TIMESPAN: Kinds = Kinds(1 << 14);
    const TIMESTAMP: Kinds = Kinds(1 << 15);
    const URI: Kinds = Kinds(1 << 16);
    const OBJECT: Kinds = Kinds(1 << 17);
    const CALLABLE: Kinds = Kinds(1 << 18);
    const ITERATOR: Kinds = Kinds(1 << 19);
    const BIG_INTEGER: Kinds = Kinds(1 << 20);
    const ANY_INTEGER: Kinds = Kinds::INTEGER.or(Kinds::BIG_INTEGER);
    const NUMERIC: Kinds = Kinds::ANY_INTEGER.or(Kinds::FLOAT);
    const COLLECTION: Kinds = Kinds::ARRAY.or(Kinds::HASH);

    const fn or(self, other: Kinds) -> Kinds {
        Kinds(self.0 | other.0)
    }

    /// Returns the bit set with a bit for each given tag.
    pub fn bits(self) -> u32 {
        self.0
    }

    /// Returns the kind of a value.
    #[inline]
    pub fn of(value: Value<'_>) -> Kinds {
        match value {
            Value::Undef => Kinds::UNDEF,
            Value::Default => Kinds::DEFAULT,
            Value::Boolean(_) => Kinds::BOOLEAN,
            Value::Integer(_) => Kinds::INTEGER,
            Value::Float(_) => Kinds::FLOAT,
            Value::String(_) => Kinds::STRING,
            Value::Array(_) => Kinds::ARRAY,
            Value::Hash(_) => Kinds::HASH,
            Value::Regexp(_) => Kinds::REGEXP,
            Value::Type(_) => Kinds::TYPE,
            Value::Sensitive(_) => Kinds::SENSITIVE,
            Value::Binary(_) => Kinds::BINARY,
            Value::SemVer(_) => Kinds::SEM_VER,
            Value::SemVerRange(_) => Kinds::SEM_VER_RANGE,
            Value::Timespan(_) => Kinds::TIMESPAN,
            Value::Timestamp(_) => Kinds::TIMESTAMP,
            Value::Uri(_) => Kinds::URI,
            Value::Object(_) => Kinds::OBJECT,
            Value::Callable(_) => Kinds::CALLABLE,
            Value::Iterator(_) => Kinds::ITERATOR,
            Value::BigInteger(_) => Kinds::BIG_INTEGER,
        }
    }

    /// Returns true if one of them is among `other`, too.
    pub fn meet(self, other: Kinds) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the kinds of values that a static type allows.
    pub fn of_static(ty: Ty) -> Kinds {
        match ty {
            Ty::Undef => Kinds::UNDEF,
            Ty::Boolean => Kinds::BOOLEAN,
            Ty::Integer => Kinds::INTEGER,
            Ty::Float => Kinds::FLOAT,
            Ty::String => Kinds::STRING,
            Ty::Array | Ty::Integers | Ty::Floats => Kinds::ARRAY,
            Ty::Hash => Kinds::HASH,
            Ty::Type | Ty::Range => Kinds::TYPE,
            _ => Kinds::ALL,
        }
    }

    /// Returns true if all of `other` are among them.
    #[inline]
    pub fn hold(self, other: Kinds) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The kinds of values that are always, or sometimes, instances of a type.
#[derive(Clone, Copy, Debug)]
pub struct Verdict {
    /// Values of these kinds are always instances.
    pub always: Kinds,
    /// Values of other kinds are never instances.
    pub sometimes: Kinds,
}

impl Verdict {
    const fn exact(kinds: Kinds) -> Verdict {
        Verdict {
            always: kinds,
            sometimes: kinds,
        }
    }

    const fn some(kinds: Kinds) -> Verdict {
        Verdict {
            always: Kinds(0),
            sometimes: kinds,
        }
    }

    fn when(all: bool, kinds: Kinds) -> Verdict {
        match all {
            true => Verdict::exact(kinds),
            false => Verdict::some(kinds),
        }
    }

    fn or(self, other: Verdict) -> Verdict {
        Verdict {
            always: self.always.or(other.always),
            sometimes: self.sometimes.or(other.sometimes),
        }
    }

    /// Returns the verdict for a type. Where it leaves a value open, the type itself must be
    /// checked.
    pub fn of(ty: TypeRef<'_>) -> Verdict {
        match ty {
            Type::Any | Type::Unit => Verdict::exact(Kinds::ALL),
            Type::Undef => Verdict::exact(Kinds::UNDEF),
            Type::Default => Verdict::exact(Kinds::DEFAULT),
            Type::Boolean(wanted) => Verdict::when(wanted.is_none(), Kinds::BOOLEAN),
            Type::Integer { min, max } => {
                let any = min.is_none() && max.is_none();
                match min.is_some() && max.is_some() {
                    true => Verdict::some(Kinds::INTEGER),
                    false => Verdict::when(any, Kinds::ANY_INTEGER),
                }
            }
            Type::WideInteger { .. } => Verdict::some(Kinds::ANY_INTEGER),
            // NaN is not an instance of either
            Type::Float { .. } => Verdict::some(Kinds::FLOAT),
            Type::Numeric => Verdict {
                always: Kinds::ANY_INTEGER,
                sometimes: Kinds::NUMERIC,
            },
            Type::Binary => Verdict::exact(Kinds::BINARY),
            Type::SemVerRange => Verdict::exact(Kinds::SEM_VER_RANGE),
            Type::String(size) => Verdict::when(size.is_none(), Kinds::STRING),
            Type::StringValue(_) | Type::Enum { .. } | Type::Pattern(_) => {
                Verdict::some(Kinds::STRING)
            }
            // an invalid regular expression is reported when it is used
            Type::Regexp(Some(wanted)) if wanted.pattern().check().is_err() => {
                Verdict::some(Kinds::ALL)
            }
            Type::Regexp(wanted) => Verdict::when(wanted.is_none(), Kinds::REGEXP),
            Type::SemVer(ranges) => Verdict::when(ranges.is_empty(), Kinds::SEM_VER),
            Type::Timespan { min, max } => {
                Verdict::when(min.is_none() && max.is_none(), Kinds::TIMESPAN)
            }
            Type::Timestamp { min, max } => {
                Verdict::when(min.is_none() && max.is_none(), Kinds::TIMESTAMP)
            }
            Type::Uri(constraint) => Verdict::when(constraint.is_none(), Kinds::URI),
            Type::Collection(size) => Verdict::when(size.is_none(), Kinds::COLLECTION),
            Type::Array { element, size } => {
                Verdict::when(matches!(element, Type::Any) && size.is_none(), Kinds::ARRAY)
            }
            Type::Hash { key, value, size } => Verdict::when(
                matches!((key, value), (Type::Any, Type::Any)) && size.is_none(),
                Kinds::HASH,
            ),
            Type::Tuple { .. } => Verdict::some(Kinds::ARRAY),
            Type::Struct(_) => Verdict::some(Kinds::HASH),
            Type::Iterable(None | Some(Type::Any)) => {
                let always = Kinds::STRING.or(Kinds::COLLECTION).or(Kinds::ITERATOR);
                Verdict::exact(always).or(Verdict::some(Kinds::ANY_INTEGER.or(Kinds::TYPE)))
            }
            Type::Variant(types) => types
                .iter()
                .map(|ty| Verdict::of(ty))
                .fold(Verdict::exact(Kinds(0)), Verdict::or),
            Type::Optional(ty) => {
                let of = ty.map_or(Verdict::exact(Kinds(0)), |ty| Verdict::of(ty));
                Verdict::exact(Kinds::UNDEF).or(of)
            }
            Type::Type(ty) => Verdict::when(ty.is_none(), Kinds::TYPE),
            Type::Sensitive(_) => Verdict::some(Kinds::SENSITIVE),
            _ => Verdict::some(Kinds::ALL),
        }
    }
}

/// A type with its verdict, for frequent checks of values.
#[derive(Clone, Copy, Debug)]
pub struct Check<'h> {
    /// The type.
    pub ty: TypeRef<'h>,
    verdict: Verdict,
}

impl<'h> Check<'h> {
    /// Returns the check of a type.
    pub fn of(ty: TypeRef<'h>) -> Check<'h> {
        Check {
            ty,
            verdict: Verdict::of(ty),
        }
    }

    /// Returns true if all values of the given one's kind are instances of the type.
    pub fn takes_all(&self, like: Value<'_>) -> bool {
        self.verdict.always.hold(Kinds::of(like))
    }

    /// Returns true if a value is an instance, and `None` if its kind does not decide that.
    #[inline]
    pub(crate) fn by_kind(&self, value: Value<'h>) -> Option<bool> {
        let kind = Kinds::of(value);
        if self.verdict.always.hold(kind) {
            return Some(true);
        }
        if !self.verdict.sometimes.hold(kind) {
            return Some(false);
        }
        match (self.ty, value) {
            (Type::Integer { min, max }, Value::Integer(i)) => {
                Some(min.is_none_or(|min| min <= i) && max.is_none_or(|max| i <= max))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::Heap;
    use crate::types::instance;

    #[test]
    fn verdicts_agree_with_the_types() {
        let heap = Heap::new();
        let values = [
            Value::Undef,
            Value::Default,
            Value::Boolean(true),
            Value::Integer(-1),
            Value::Integer(3),
            Value::of_digits(&heap, "18446744073709551616"),
            Value::of_digits(&heap, "-18446744073709551616"),
            Value::Float(1.5),
            Value::Float(f64::NAN),
            Value::string(&heap, "a"),
            Value::string(&heap, ""),
            Value::array(&heap, &[]),
            Value::array(&heap, &[Value::Integer(1)]),
            Value::hash(&heap, &[(Value::Integer(1), Value::Undef)]),
            Value::ty(&heap, Type::Any),
        ];
        for text in [
            "Any",
            "Numeric",
            "Float",
            "Scalar",
            "Integer",
            "Integer[0]",
            "Integer[0, 5]",
            "Integer[default, 5]",
            "String",
            "String[1]",
            "Enum['a']",
            "Collection",
            "Array",
            "Array[Integer]",
            "Array[Any, 1]",
            "Hash",
            "Hash[String, Any]",
            "Iterable",
            "Iterable[Integer]",
            "Variant[String, Integer[1]]",
            "Optional[Array]",
            "Optional",
            "NotUndef",
            "Type",
            "Type[Integer]",
            "Scalar",
            "Data",
            "Tuple[Integer]",
            "Boolean",
            "Undef",
            "Default",
        ] {
            let ty = crate::frozen::ty(text);
            let verdict = Verdict::of(ty);
            for value in values {
                let (kind, is) = (Kinds::of(value), instance(ty, value));
                assert!(is || !verdict.always.hold(kind), "{text} {value:?}");
                assert!(!is || verdict.sometimes.hold(kind), "{text} {value:?}");
            }
        }
    }
}
