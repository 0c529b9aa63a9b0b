//! Writes the texts of mismatches.

use super::super::{Size, Type, TypeRef, assignable, format, named};
use super::{Kind, Mismatch, Step};
use crate::limits;
use crate::ops::a_an;

impl Mismatch<'_> {
    /// Returns true if another mismatch is at the same place, in whichever alternative.
    pub(super) fn is_at(&self, other: &Mismatch<'_>) -> bool {
        let own = |step: &&Step| !matches!(step, Step::Variant(_));
        let (mine, others) = (self.path.iter().filter(own), other.path.iter().filter(own));
        mine.eq(others)
    }

    /// Returns the text, including the path.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for step in &self.path {
            text.push_str(&match step {
                Step::Index(at) => format!("index {at} "),
                Step::Entry(key) => format!("entry '{key}' "),
                Step::KeyOf(key) => format!("key of entry '{key}' "),
                Step::Variant(at) => format!("variant {at} "),
                Step::Parameter(name) => format!("parameter '{name}' "),
                Step::Block => "block ".to_owned(),
                Step::Return => "return ".to_owned(),
            });
        }
        text.push_str(&match &self.kind {
            Kind::Type {
                expected,
                actual,
                pattern: false,
            } => type_text(expected, actual),
            Kind::Type {
                expected, actual, ..
            } => pattern_text(expected, actual),
            Kind::Size { expected, actual } => format!(
                "expects size to be {}, got {}",
                size_text(*expected),
                counted(*actual)
            ),
            Kind::Count { expected, actual } => count_text(*expected, *actual),
            Kind::MissingKey(key) => format!("expects a value for key '{key}'"),
            Kind::UnknownKey(key) => format!("unrecognized key '{key}'"),
            Kind::MissingParameter(name) => format!("expects a value for parameter '{name}'"),
            Kind::UnknownParameter(name) => format!("has no parameter named '{name}'"),
            Kind::MissingBlock => "expects a block".to_owned(),
            Kind::UnexpectedBlock => "does not expect a block".to_owned(),
            Kind::Unresolved(name) => format!("references an unresolved type '{name}'"),
        });
        text
    }
}

fn size_text(size: Size) -> String {
    match size {
        Size { from, to: Some(to) } if from == to => from.to_string(),
        Size {
            from: 0,
            to: Some(to),
        } => format!("at most {to}"),
        Size { from, to: None } => format!("at least {from}"),
        Size { from, to: Some(to) } => format!("between {from} and {to}"),
    }
}

fn count_text(expected: Size, actual: Size) -> String {
    let noun = match expected.to.unwrap_or(expected.from) {
        1 => "argument",
        _ => "arguments",
    };
    let wanted = match expected {
        Size {
            from: 0,
            to: Some(0),
        } => "no".to_owned(),
        _ => size_text(expected),
    };
    let got = match actual {
        Size {
            from: 0,
            to: Some(0),
        } => "none".to_owned(),
        _ => counted(actual),
    };
    format!("expects {wanted} {noun}, got {got}")
}

/// Writes an actual size.
fn counted(actual: Size) -> String {
    match actual {
        Size { from: 0, to: None } => "unlimited".to_owned(),
        _ => size_text(actual),
    }
}

/// Adds the alternatives that a mismatch names, `Undef` first.
fn alternatives<'h>(expected: TypeRef<'h>, into: &mut Vec<TypeRef<'h>>) {
    limits::stack();
    match expected {
        Type::Optional(Some(ty)) => {
            if !into.contains(&&Type::Undef) {
                into.insert(0, &Type::Undef);
            }
            alternatives(ty, into);
        }
        Type::Variant(types) => types.iter().for_each(|ty| alternatives(ty, into)),
        _ => into.push(settled(expected)),
    }
}

/// Returns the Object type in the place of the alias by which its own definition knows it.
pub(super) fn settled<'h>(ty: TypeRef<'h>) -> TypeRef<'h> {
    match ty {
        Type::Alias(alias) => alias.own().unwrap_or(ty),
        _ => ty,
    }
}

/// Returns true if both are of one kind, so that both are shown in full.
fn same_kind(expected: TypeRef<'_>, actual: TypeRef<'_>) -> bool {
    let expected = expected.resolved();
    match (expected, actual) {
        (Type::Struct(_), Type::Hash { .. }) | (Type::Tuple { .. }, Type::Array { .. }) => true,
        (Type::Data | Type::RichData, _)
        | (Type::Object(_), Type::ObjectExtension(_))
        | (Type::ObjectExtension(_), Type::Object(_)) => false,
        _ => format::simple_name(expected) == format::simple_name(actual),
    }
}

/// Returns true if the parameters of the expected type decide.
fn is_near<'h>(expected: TypeRef<'h>, actual: TypeRef<'h>) -> bool {
    match expected {
        Type::Alias(_) | Type::Data | Type::RichData | Type::RichDataKey => true,
        Type::ObjectExtension(_) => true,
        Type::Undef | Type::Variant(_) | Type::Optional(_) => false,
        _ => named(format::simple_name(expected)).is_some_and(|general| {
            let general: TypeRef<'h> = general;
            assignable(general, actual)
        }),
    }
}

/// Returns the kind of a type, and that of its parameter if it has one: `Integer`, `Type[Integer]`.
fn short(ty: TypeRef<'_>) -> String {
    let parameter = match ty {
        Type::Type(of) | Type::Sensitive(of) | Type::Iterator(of) | Type::Iterable(of) => *of,
        Type::NotUndef(of) | Type::Optional(of) | Type::Init { ty: of, .. } => *of,
        Type::ObjectExtension(_) => return format::named(ty),
        _ => None,
    };
    match parameter {
        // an Object type without a name has none here
        Some(Type::Object(object)) if object.name.is_none() => {
            format!("{}[]", format::simple_name(ty))
        }
        Some(of) if !matches!(of, Type::Any) => {
            format!("{}[{}]", format::simple_name(ty), kind_name(of))
        }
        _ => kind_name(ty),
    }
}

/// Returns the text for an actual type where no similar type is expected.
fn found(actual: TypeRef<'_>) -> String {
    match actual {
        Type::ObjectExtension(_) => kind_name(actual),
        _ => short(actual),
    }
}

fn kind_name(ty: TypeRef<'_>) -> String {
    match ty {
        Type::Resource { .. } => "Resource".to_owned(),
        Type::TypeSet(set) => set.name().unwrap_or("TypeSet").to_owned(),
        _ => format::name(ty),
    }
}

fn type_text(expected: TypeRef<'_>, actual: TypeRef<'_>) -> String {
    let mut list = Vec::new();
    alternatives(expected, &mut list);
    let same = list.iter().any(|ty| same_kind(ty, actual));
    let near = same || list.iter().any(|ty| is_near(ty, actual));
    let mut names: Vec<String> = Vec::with_capacity(list.len());
    for ty in &list {
        let name = match near {
            true => format::expanded(ty),
            false => short(ty),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let got = match (same, near) {
        _ if matches!(actual, Type::Alias(_)) => format::expanded(actual),
        (true, _) => format::expanded(actual),
        // one of several signatures accepts it and was refused for another reason
        (false, true) if list.iter().any(|ty| assignable(ty, actual)) => format::expanded(actual),
        (false, true) => kind_name(actual),
        (false, false) => found(actual),
    };
    match &names[..] {
        [one] => format!("expects {} value, got {got}", a_an(one)),
        [one, other] => format!("expects a value of type {one} or {other}, got {got}"),
        [first @ .., last] => format!(
            "expects a value of type {}, or {last}, got {got}",
            first.join(", ")
        ),
        [] => format!("expects {} value, got {got}", a_an(&short(expected))),
    }
}

fn pattern_text(expected: TypeRef<'_>, actual: TypeRef<'_>) -> String {
    let (undef, expected) = match expected {
        Type::Optional(Some(ty)) => ("an undef value or ", *ty),
        _ => ("", expected),
    };
    let got = match actual {
        Type::StringValue(text) => format!("'{text}'"),
        _ => found(actual),
    };
    format!(
        "expects {undef}a match for {}, got {got}",
        format::expanded(expected)
    )
}
