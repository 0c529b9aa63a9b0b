//! Formats, and the choice of a value's format: the most specific type that accepts the value wins.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{layout, value};
use crate::cx::Cx;
use crate::error::Fault;
use crate::heap::Heap;
use crate::limits;
use crate::types::{self, Type, TypeRef};
use crate::value::{Hash, Value};
use rubycore::printf::Spec;

/// A format such as `%#-10.3x`, with its further options for containers.
#[derive(Clone)]
pub(super) struct Format<'h> {
    /// The text as it was written.
    pub source: String,
    /// Flags, width and precision.
    pub spec: Spec,
    /// An opening delimiter among the flags.
    pub delimiter: Option<char>,
    /// The letter.
    pub letter: char,
    /// Between items.
    pub separator: Option<&'h str>,
    /// Between key and value.
    pub separator2: Option<&'h str>,
    /// The formats of values directly inside a container that are no containers themselves.
    pub inner: Option<Rc<Formats<'h>>>,
}

/// Formats by type. The first type that accepts a value decides.
pub(super) type Formats<'h> = Vec<(TypeRef<'h>, Rc<Format<'h>>)>;

impl<'h> Format<'h> {
    /// Reads a format.
    ///
    /// # Errors
    /// The text of the problem.
    pub fn parse(source: &str) -> Result<Format<'h>, Fault> {
        let illegal = || {
            format!(
                "The format '{source}' is not a valid format on the form '%<flags><width>.<prec><format>'"
            )
        };
        let rest = source.strip_prefix('%').ok_or_else(illegal)?;
        let is_flag = |c: char| c.is_whitespace() || "[+#0{<(|-".contains(c);
        let flags_len = rest.len() - rest.trim_start_matches(is_flag).len();
        let (flags, rest) = rest.split_at(flags_len);
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let (width, rest) = rest.split_at(digits(rest));
        let (precision, rest) = match rest.strip_prefix('.') {
            Some(rest) if digits(rest) > 0 => {
                let (precision, rest) = rest.split_at(digits(rest));
                (Some(precision), rest)
            }
            Some(_) => return Err(illegal().into()),
            None => (None, rest),
        };
        let mut letters = rest.chars();
        let letter = letters
            .next()
            .filter(char::is_ascii_alphabetic)
            .ok_or_else(illegal)?;
        if letters.next().is_some() {
            return Err(illegal().into());
        }
        let mut spec = Spec {
            width: width.parse().ok(),
            precision: precision.and_then(|p| p.parse().ok()),
            ..Spec::default()
        };
        limits::room(spec.width.max(spec.precision).unwrap_or(0));
        let mut delimiter = None;
        let mut earlier = flags.char_indices();
        if earlier.any(|(at, flag)| flags[..at].contains(flag)) {
            return Err(format!("The same flag can only be used once, got '{source}'").into());
        }
        for flag in flags.chars() {
            match flag {
                '#' => spec.alternate = true,
                '+' => spec.plus = true,
                '-' => spec.left = true,
                '0' => spec.zero = true,
                '[' | '{' | '<' | '(' | '|' => {
                    if delimiter.is_some() {
                        return Err(format!(
                            "Only one of the delimiters [ {{ ( < | can be given in the format flags, got '{source}'"
                        ).into());
                    }
                    delimiter = Some(flag);
                }
                _ => spec.space = true,
            }
        }
        Ok(Format {
            source: source.to_owned(),
            spec,
            delimiter,
            letter,
            separator: None,
            separator2: None,
            inner: None,
        })
    }

    /// Reads a format from a map of formats: a String, or a hash for containers.
    fn of_value(heap: &'h Heap, given: Value<'h>) -> Result<Format<'h>, Fault> {
        let Value::Hash(hash) = given else {
            return Format::parse(given.as_str().unwrap_or(""));
        };
        let text = |key| hash.get_str(key).and_then(Value::as_str);
        let outer = Format::parse(text("format").unwrap_or(""))?;
        let inner = match hash.get_str("string_formats") {
            Some(Value::Hash(inner)) => Some(Rc::new(entries(heap, inner)?)),
            _ => None,
        };
        Ok(Format {
            separator: text("separator"),
            separator2: text("separator2"),
            inner,
            ..outer
        })
    }
}

fn entries<'h>(heap: &'h Heap, hash: &Hash<'h>) -> Result<Formats<'h>, Fault> {
    let mut formats = Vec::with_capacity(hash.len());
    for (key, given) in hash.iter() {
        if let Value::Type(ty) = key {
            formats.push((ty, Rc::new(Format::of_value(heap, given)?)));
        }
    }
    Ok(formats)
}

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

/// Collections and texts have places of their own among each other.
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
                    // the type of these accepts none of them
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

    /// Returns the format of a value that is no container, inside a container of a given format.
    pub fn inner_format(&self, container: &Format<'h>, value: Value<'h>) -> Rc<Format<'h>> {
        let formats = container.inner.as_ref().unwrap_or(&self.inner);
        self.find(formats, value)
            .unwrap_or_else(|| self.plain.clone())
    }

    fn find(&self, formats: &Formats<'h>, value: Value<'h>) -> Option<Rc<Format<'h>>> {
        let found = match value {
            // a type is an instance of Object, yet the type of a type is no Object
            Value::Type(_) => {
                let of = types::infer(self.heap, value);
                formats.iter().find(|(ty, _)| types::assignable(ty, of))
            }
            _ => formats.iter().find(|(ty, _)| types::instance(ty, value)),
        };
        found.map(|(_, format)| format.clone())
    }
}
