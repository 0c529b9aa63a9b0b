//! Values as YAML, as Ruby writes them: its choice of styles, libyaml's layout.

use super::Data;
use super::yaml_scalar::{Scalar, read_plain};
use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};
use runtime::limits;
use runtime::text;
use runtime::value::Value;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

const STR_TAG: &str = "tag:yaml.org,2002:str";
const NULL_TAG: &str = "tag:yaml.org,2002:null";

/// How the text is laid out; `None` leaves it to libyaml.
#[derive(Clone, Copy, Default)]
pub struct Layout {
    /// Blanks for each level.
    pub indentation: Option<i32>,
    /// Columns before a text is folded.
    pub width: Option<i32>,
}

/// A part of something that can be written.
pub enum Part<T> {
    /// Nothing.
    Null,
    /// A number, a symbol or the like, as it stands.
    Plain(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<T>),
    /// A mapping.
    Mapping(Vec<(T, T)>),
}

/// What can be written.
pub trait Tree: Copy {
    /// The part at the top.
    fn part(self) -> Part<Self>;

    /// What tells a list or mapping from its equals; one that comes again is written once.
    fn identity(self) -> Option<usize> {
        None
    }
}

impl Tree for Value<'_> {
    fn part(self) -> Part<Self> {
        match self {
            Value::Undef => Part::Null,
            Value::Default => Part::Plain(":default".to_owned()),
            Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => number(self),
            Value::Array(items) => Part::List(items.iter().collect()),
            Value::Hash(entries) => Part::Mapping(entries.iter().collect()),
            other => Part::Text(text::interpolated(other)),
        }
    }
}

fn number<T>(value: Value<'_>) -> Part<T> {
    Part::Plain(match value {
        Value::Float(f) if f.is_nan() => ".nan".to_owned(),
        Value::Float(f) if f.is_infinite() => if f > 0.0 { ".inf" } else { "-.inf" }.to_owned(),
        other => text::interpolated(other),
    })
}

/// Data, and how values that it only refers to are shown.
#[derive(Clone, Copy)]
pub struct Shown<'d> {
    /// The data.
    pub data: &'d Data,
    /// The text of a [`Data::Rich`].
    pub text_of: &'d dyn Fn(&Data) -> String,
}

impl Tree for Shown<'_> {
    fn part(self) -> Part<Self> {
        let inner = |data| Shown { data, ..self };
        match self.data {
            Data::Undef => Part::Null,
            Data::Boolean(value) => number(Value::Boolean(*value)),
            Data::Integer(value) => number(Value::Integer(*value)),
            Data::Float(value) => number(Value::Float(*value)),
            Data::BigInteger(digits) => Part::Plain(digits.to_string()),
            Data::Symbol(name) => Part::Plain(format!(":{name}")),
            Data::String(text) => Part::Text(text.to_string()),
            Data::Array(items) => Part::List(items.iter().map(inner).collect()),
            Data::Hash(hash) => {
                Part::Mapping(hash.iter().map(|(k, v)| (inner(k), inner(v))).collect())
            }
            Data::Rich(_) => Part::Text((self.text_of)(self.data)),
        }
    }

    fn identity(self) -> Option<usize> {
        match self.data {
            Data::Array(items) => Some(Arc::as_ptr(items).addr()),
            Data::Hash(hash) => Some(Arc::as_ptr(hash).addr()),
            _ => None,
        }
    }
}

/// A tree as a YAML document.
///
/// # Errors
/// libyaml's text.
pub fn write_yaml(tree: impl Tree, layout: Layout) -> Result<String, String> {
    let mut anchors = Anchors::default();
    anchors.count(tree);
    let mut out = Vec::new();
    {
        let mut emitter = Emitter::new();
        emitter.set_output_string(&mut out);
        emitter.set_unicode(true);
        emitter.set_indent(layout.indentation.unwrap_or(2));
        emitter.set_width(layout.width.unwrap_or(0));
        let mut writer = Writer {
            emitter,
            layout,
            anchors,
        };
        writer.emit(Event::stream_start(Encoding::Utf8))?;
        writer.emit(Event::document_start(None, &[], false))?;
        writer.tree(tree)?;
        writer.emit(Event::document_end(true))?;
        writer.emit(Event::stream_end())?;
    }
    String::from_utf8(out).map_err(|error| error.to_string())
}

/// The lists and mappings that come again, by identity; numbered in the order in which they do.
#[derive(Default)]
struct Anchors {
    numbers: HashMap<usize, Option<usize>>,
    last: usize,
    written: HashSet<usize>,
}

impl Anchors {
    fn count<T: Tree>(&mut self, tree: T) {
        limits::stack();
        if let Some(identity) = tree.identity() {
            if let Some(number) = self.numbers.get_mut(&identity) {
                self.last += usize::from(number.is_none());
                number.get_or_insert(self.last);
                return;
            }
            self.numbers.insert(identity, None);
        }
        match tree.part() {
            Part::List(items) => items.into_iter().for_each(|item| self.count(item)),
            Part::Mapping(entries) => entries.into_iter().for_each(|(key, value)| {
                self.count(key);
                self.count(value);
            }),
            Part::Null | Part::Plain(_) | Part::Text(_) => {}
        }
    }
}

struct Writer<'w> {
    emitter: Emitter<'w>,
    layout: Layout,
    anchors: Anchors,
}

impl Writer<'_> {
    fn emit(&mut self, event: Event) -> Result<(), String> {
        self.emitter.emit(event).map_err(|error| error.to_string())
    }

    fn plain(&mut self, text: &str) -> Result<(), String> {
        let style = ScalarStyle::Any;
        self.emit(Event::scalar(None, None, text, true, false, style))
    }

    fn tree<T: Tree>(&mut self, tree: T) -> Result<(), String> {
        limits::stack();
        let number = tree.identity().and_then(|identity| {
            let number = (*self.anchors.numbers.get(&identity)?)?;
            Some((number.to_string(), self.anchors.written.insert(identity)))
        });
        if let Some((number, false)) = &number {
            return self.emit(Event::alias(number));
        }
        let anchor = number.as_ref().map(|(number, _)| number.as_str());
        match tree.part() {
            Part::Null => {
                let style = ScalarStyle::Any;
                self.emit(Event::scalar(None, Some(NULL_TAG), "", true, false, style))
            }
            Part::Plain(text) => self.plain(&text),
            Part::Text(text) => self.string(&text),
            Part::List(items) => {
                let style = SequenceStyle::Block;
                self.emit(Event::sequence_start(anchor, None, true, style))?;
                items.into_iter().try_for_each(|item| self.tree(item))?;
                self.emit(Event::sequence_end())
            }
            Part::Mapping(entries) => {
                self.emit(Event::mapping_start(
                    anchor,
                    None,
                    true,
                    MappingStyle::Block,
                ))?;
                for (key, value) in entries {
                    self.tree(key)?;
                    self.tree(value)?;
                }
                self.emit(Event::mapping_end())
            }
        }
    }

    fn string(&mut self, text: &str) -> Result<(), String> {
        if text == "<<" {
            let style = ScalarStyle::SingleQuoted;
            return self.emit(Event::scalar(
                None,
                Some(STR_TAG),
                text,
                false,
                false,
                style,
            ));
        }
        // a line break that is not the last character
        let lines = text.strip_suffix('\n').unwrap_or(text).contains('\n');
        let style = if lines {
            ScalarStyle::Literal
        } else if matches!(text, "y" | "Y" | "n" | "N") {
            ScalarStyle::DoubleQuoted
        } else if self.is_long(text) {
            ScalarStyle::Folded
        } else if starts_odd(text) {
            ScalarStyle::DoubleQuoted
        } else if !reads_as_text(text) {
            ScalarStyle::SingleQuoted
        } else {
            ScalarStyle::Plain
        };
        self.emit(Event::scalar(None, None, text, true, true, style))
    }

    fn is_long(&self, text: &str) -> bool {
        let width = self.layout.width.filter(|width| *width >= 0);
        width.is_some_and(|width| text.chars().count() > width as usize)
    }
}

/// A line that begins with no letter, digit or underscore and has no quote behind that.
fn starts_odd(text: &str) -> bool {
    text.split('\n').any(|line| {
        let mut chars = line.chars();
        let first = chars.next();
        first.is_some_and(|c| !c.is_alphanumeric() && c != '_') && !chars.as_str().contains('"')
    })
}

/// Whether a text without quotes is read back as a text.
fn reads_as_text(text: &str) -> bool {
    let octal_float = text.strip_prefix('0').is_some_and(|rest| {
        let rest = rest.trim_start_matches(|c: char| ('0'..='7').contains(&c));
        let fraction = rest.strip_prefix('.').and_then(|f| f.chars().next());
        fraction.is_some_and(|c| c.is_ascii_digit())
    });
    !octal_float && matches!(read_plain(text), Ok(Scalar::Data(Data::String(_))))
}
