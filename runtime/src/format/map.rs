//! Owns maps of types to formats. The most specific type that accepts a value determines its
//! format.

use std::cmp::Ordering;
use std::rc::Rc;

use super::directive::{Format, Formats, entries};
use super::{layout, value};
use crate::cx::Cx;
use crate::error::Fault;
use crate::heap::Heap;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;

/// Returns the default formats for values at the top.
fn defaults<'h>() -> Result<Formats<'h>, Fault> {
    let of = |name: &str, format: &str| {
        let ty: TypeRef<'h> = types::named(name).unwrap_or(&Type::Any);
        Format::parse(format).map(|format| (ty, Rc::new(format)))
    };
    [
        ("Object", "%p"),
        ("Float", "%f"),
        ("Numeric", "%d"),
        ("Array", "%a"),
        ("Hash", "%h"),
        ("Binary", "%B"),
        ("Any", "%s"),
    ]
    .into_iter()
    .map(|(name, format)| of(name, format))
    .collect()
}

fn inner_defaults<'h>() -> Result<Formats<'h>, Fault> {
    Ok(vec![(&Type::Any, Rc::new(Format::parse("%p")?))])
}

/// Adds formats to others, which lose the types that are covered.
fn merge<'h>(lower: Formats<'h>, higher: Formats<'h>) -> Formats<'h> {
    let covered = |ty: TypeRef<'h>| {
        let mut others = higher.iter().filter(|(given, _)| *given != ty);
        others.any(|(given, _)| types::assignable(given, ty))
    };
    // a format that replaces another keeps the other's formats for different inner values
    let given = |ty: TypeRef<'h>| {
        let (_, format) = higher.iter().find(|(given, _)| *given == ty)?;
        let container = matches!(ty, Type::Array { .. } | Type::Hash { .. });
        let inner = format.inner.as_ref().map(|inner| match container {
            true => {
                let usual = inner_defaults().unwrap_or_default();
                Rc::new(merge(usual, inner.to_vec()))
            }
            false => inner.clone(),
        });
        Some(Rc::new(Format {
            inner,
            ..Format::clone(format)
        }))
    };
    let mut merged: Formats<'h> = Vec::with_capacity(lower.len() + higher.len());
    for (ty, format) in lower {
        if !covered(ty) {
            merged.push((ty, given(ty).unwrap_or(format)));
        }
    }
    for (ty, format) in &higher {
        if !merged.iter().any(|(known, _)| known == ty) {
            merged.push((ty, format.clone()));
        }
    }
    sort(&mut merged);
    merged
}

/// Sorts by specificity. This is not an order in the mathematical sense, so the algorithm matters:
/// halves are sorted, then merged, the first half's item coming first unless it is greater.
fn sort(formats: &mut Formats<'_>) {
    if formats.len() < 2 {
        return;
    }
    let mut right = formats.split_off(formats.len() / 2);
    sort(formats);
    sort(&mut right);
    let left = std::mem::take(formats);
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let first = compare(a.0, b.0) != Ordering::Greater;
        formats.extend(if first { left.next() } else { right.next() });
    }
    formats.extend(left);
    formats.extend(right);
}

fn compare(a: TypeRef<'_>, b: TypeRef<'_>) -> Ordering {
    let (a_in_b, b_in_a) = (types::assignable(b, a), types::assignable(a, b));
    match (a_in_b, b_in_a) {
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        _ => {}
    }
    match (rank(a), rank(b)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => types::format::named(a).cmp(&types::format::named(b)),
    }
}

/// Returns the rank of a type: collections and texts have ranks of their own.
fn rank(ty: TypeRef<'_>) -> Option<u8> {
    Some(match ty {
        Type::Struct(_) => 0,
        Type::Hash { .. } => 1,
        Type::Tuple { .. } => 2,
        Type::Array { .. } => 3,
        Type::Pattern(_) => 4,
        Type::Enum { .. } => 5,
        Type::String(_) | Type::StringValue(_) => 6,
        _ => return None,
    })
}

/// The formats of one conversion.
pub(super) struct Converter<'h> {
    /// The heap for intermediate values.
    pub heap: &'h Heap,
    formats: Formats<'h>,
    plain: Rc<Format<'h>>,
    inner: Rc<Formats<'h>>,
}

impl<'h> Converter<'h> {
    /// Reads the formats given for a value.
    ///
    /// # Errors
    /// Returns the message.
    pub fn new(
        cx: &Cx<'h>,
        value: Value<'h>,
        given: Option<Value<'h>>,
    ) -> Result<Converter<'h>, Fault> {
        let higher = match given {
            Some(Value::String(source)) => {
                let ty = match value {
                    Value::Array(_) => types::named("Array"),
                    Value::Hash(_) => types::named("Hash"),
                    // a NotUndef of a type that may be undef accepts nothing, not even itself
                    Value::Type(_) => Some(types::infer(cx.heap, value)),
                    // an iterator is formatted as an array
                    Value::Iterator(_) => None,
                    // no format applies to NaN
                    Value::Float(number) if number.is_nan() => None,
                    // the type of such an object does not accept the object itself
                    Value::Object(object) if object.ty.is_parameterized() => None,
                    _ => Some(&Type::Any),
                };
                let format = Rc::new(Format::parse(source.as_str())?);
                ty.map(|ty| (ty, format)).into_iter().collect()
            }
            Some(Value::Hash(map)) => entries(cx.heap, map)?,
            _ => Vec::new(),
        };
        Ok(Converter {
            heap: cx.heap,
            formats: merge(defaults()?, higher),
            plain: Rc::new(Format::parse("%s")?),
            inner: Rc::new(inner_defaults()?),
        })
    }

    /// Writes a value at the top.
    ///
    /// # Errors
    /// Returns the message.
    pub fn convert(&self, value: Value<'h>) -> Result<String, Fault> {
        match value {
            Value::Array(_) | Value::Hash(_) | Value::Iterator(_) => {
                layout::container(self, value, 0)
            }
            _ => value::convert(&self.format_of(value), value),
        }
    }

    /// Returns the format of a container, or of a value at the top.
    pub fn format_of(&self, value: Value<'h>) -> Rc<Format<'h>> {
        self.find(&self.formats, value)
            .unwrap_or_else(|| self.plain.clone())
    }

    /// Returns the converter for the contents of a container that is written in a given format.
    pub fn inside(&self, container: &Format<'h>) -> Converter<'h> {
        Converter {
            heap: self.heap,
            formats: Formats::clone(container.inner.as_ref().unwrap_or(&self.inner)),
            plain: self.plain.clone(),
            inner: self.inner.clone(),
        }
    }

    /// Returns the format of a value that is not a container, inside a container of a given format.
    pub fn inner_format(&self, container: &Format<'h>, value: Value<'h>) -> Rc<Format<'h>> {
        let formats = container.inner.as_ref().unwrap_or(&self.inner);
        self.find(formats, value)
            .unwrap_or_else(|| self.plain.clone())
    }

    fn find(&self, formats: &Formats<'h>, value: Value<'h>) -> Option<Rc<Format<'h>>> {
        let found = match value {
            // a type is an instance of Object, yet the type of a type is not an Object
            Value::Type(_) => {
                let of = types::infer(self.heap, value);
                formats.iter().find(|(ty, _)| types::assignable(ty, of))
            }
            _ => formats.iter().find(|(ty, _)| types::instance(ty, value)),
        };
        found.map(|(_, format)| format.clone())
    }
}
