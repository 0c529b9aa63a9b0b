//! Shapes: the knowledge about a value before anything is evaluated.

use std::borrow::Cow;

/// A set of values. The less is known of a value, the more values its shape stands for.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<'a> {
    /// Nothing is known.
    Unknown,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// A Boolean, perhaps which.
    Boolean(Option<bool>),
    /// An Integer, perhaps which.
    Integer(Option<i64>),
    /// A Float, perhaps which.
    Float(Option<f64>),
    /// A text, perhaps which.
    Text(Option<Cow<'a, str>>),
    /// A list, perhaps with its items.
    Array(Option<Vec<Shape<'a>>>),
    /// A hash, perhaps with its pairs.
    Hash(Option<Vec<(Shape<'a>, Shape<'a>)>>),
    /// A regular expression.
    Regexp,
    /// A type or a reference to a resource.
    Type,
    /// One of several.
    OneOf(Vec<Shape<'a>>),
}

impl<'a> Shape<'a> {
    /// A text that is known.
    pub fn text(text: &'a str) -> Shape<'a> {
        Shape::Text(Some(Cow::Borrowed(text)))
    }

    /// One of several shapes; nothing is known when nothing is known of one of them.
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

    /// The text, if it is known.
    pub fn known_text(&self) -> Option<&str> {
        match self {
            Shape::Text(Some(text)) => Some(text),
            _ => None,
        }
    }

    /// For messages: the value, or its type when the value is not known.
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
            Shape::OneOf(shapes) => {
                let mut all: Vec<String> = shapes.iter().map(Shape::describe).collect();
                all.dedup();
                all.join(" or ")
            }
        }
    }
}

/// Letters of a text that a message shows.
const SHOWN_MAX: usize = 40;

fn quoted(text: &str) -> String {
    match text.char_indices().nth(SHOWN_MAX) {
        Some((at, _)) => format!("'{}...'", &text[..at]),
        None => format!("'{text}'"),
    }
}
