//! Owns shapes: what is known about a value before anything is evaluated.

use std::borrow::Cow;

use catalog::data::Data;

/// A set of values. The less is known about a value, the more values its shape contains.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// Any value.
    Unknown,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// A Boolean; its value if known.
    Boolean(Option<bool>),
    /// An Integer; its value if known.
    Integer(Option<i64>),
    /// A Float; its value if known.
    Float(Option<f64>),
    /// A text; its value if known.
    Text(Option<Cow<'a, str>>),
    /// An array; its items if known.
    Array(Option<Vec<Shape<'a>>>),
    /// A hash; its pairs if known.
    Hash(Option<Vec<(Shape<'a>, Shape<'a>)>>),
    /// A regular expression.
    Regexp,
    /// A type or a reference to a resource.
    Type,
    /// An instance of this data type, such as `Sensitive`, which has no literals.
    Instance(&'static str),
    /// One of several shapes.
    OneOf(Vec<Shape<'a>>),
}

impl<'a> Shape<'a> {
    /// Returns the shape of a known text.
    pub fn text(text: &'a str) -> Shape<'a> {
        Shape::Text(Some(Cow::Borrowed(text)))
    }

    /// Returns the union of several shapes. It is `Unknown` if one of them is.
    pub fn one_of(shapes: Vec<Shape<'a>>) -> Shape<'a> {
        let mut all = Vec::new();
        for shape in shapes {
            match shape {
                Shape::Unknown => return Shape::Unknown,
                Shape::OneOf(inner) => all.extend(inner),
                other => all.push(other),
            }
        }
        match all.len() {
            0 => Shape::Unknown,
            1 => all.remove(0),
            _ => Shape::OneOf(all),
        }
    }

    /// Returns the text, if it is known.
    pub fn known_text(&self) -> Option<&str> {
        match self {
            Shape::Text(Some(text)) => Some(text),
            _ => None,
        }
    }

    /// Describes the value for messages, or its type if the value is not known.
    pub fn describe(&self) -> String {
        match self {
            Shape::Unknown => "a value".to_owned(),
            Shape::Undef => "undef".to_owned(),
            Shape::Default => "default".to_owned(),
            Shape::Boolean(Some(value)) => value.to_string(),
            Shape::Boolean(None) => "a Boolean".to_owned(),
            Shape::Integer(Some(value)) => value.to_string(),
            Shape::Integer(None) => "an Integer".to_owned(),
            Shape::Float(Some(value)) => format!("{value:?}"),
            Shape::Float(None) => "a Float".to_owned(),
            Shape::Text(Some(text)) => quoted(text),
            Shape::Text(None) => "a String".to_owned(),
            Shape::Array(Some(items)) if items.is_empty() => "an empty Array".to_owned(),
            Shape::Array(_) => "an Array".to_owned(),
            Shape::Hash(Some(pairs)) if pairs.is_empty() => "an empty Hash".to_owned(),
            Shape::Hash(_) => "a Hash".to_owned(),
            Shape::Regexp => "a Regexp".to_owned(),
            Shape::Type => "a type or reference".to_owned(),
            Shape::Instance(name) => format!("a {name} value"),
            Shape::OneOf(shapes) => {
                let mut all: Vec<String> = shapes.iter().map(Shape::describe).collect();
                all.dedup();
                all.join(" or ")
            }
        }
    }
}

/// The maximum number of characters of a text in a message.
const SHOWN_MAX: usize = 40;

fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN_MAX) {
        Some((at, _)) => format!("'{}...'", &text[..at]),
        None => format!("'{text}'"),
    }
}

/// Returns the shape of a value of the data. Interpolated text is not known.
pub fn shape(data: &Data) -> Shape<'_> {
    match data {
        Data::Undef => Shape::Undef,
        Data::Boolean(value) => Shape::Boolean(Some(*value)),
        Data::Integer(value) => Shape::Integer(Some(*value)),
        Data::Float(value) => Shape::Float(Some(*value)),
        Data::String(text) if is_alias(text) => Shape::Unknown,
        // encrypted text may be converted, so its value is not known
        Data::String(text) if text.contains("%{") || text.contains("ENC[") => Shape::Text(None),
        Data::String(text) => Shape::text(text),
        Data::Array(items) => Shape::Array(Some(items.iter().map(shape).collect())),
        Data::Hash(pairs) => {
            let pairs = pairs.iter().map(|(key, value)| (shape(key), shape(value)));
            Shape::Hash(Some(pairs.collect()))
        }
        _ => Shape::Unknown,
    }
}

/// Returns true if a text is an alias, which may stand for a value of any type.
fn is_alias(text: &str) -> bool {
    let text = text.trim();
    text.starts_with("%{")
        && text
            .trim_start_matches("%{")
            .trim_start()
            .starts_with("alias")
}
