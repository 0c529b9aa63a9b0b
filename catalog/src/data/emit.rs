//! Writes values as YAML in the manner of Ruby: its choice of styles, and libyaml's layout.

use super::Data;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};
use regex::Regex;
use rubycore::psych::{Scalar, read_plain};
use rubycore::semver::{Identifiers, Version};
use runtime::host::YamlLayout;
use runtime::limits;
use runtime::text;
use runtime::types::Type;
use runtime::value::{Binary, Value};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock};

const STR_TAG: &str = "tag:yaml.org,2002:str";
const NULL_TAG: &str = "tag:yaml.org,2002:null";

/// The form of a value in YAML.
pub enum Part<T> {
    /// Null.
    Null,
    /// A number, a symbol or another scalar, written without quotes.
    Plain(String),
    /// A text.
    Text(String),
    /// A list.
    List(Vec<T>),
    /// A mapping.
    Mapping(Vec<(T, T)>),
    /// A text with a tag.
    Tagged(&'static str, String),
    /// An object of a Ruby class, with its attributes.
    Object(&'static str, Vec<(&'static str, Part<T>)>),
    /// A list of parts.
    Parts(Vec<Part<T>>),
    /// An attribute that is itself a value.
    Inner(T),
}

/// A value that can be written as YAML.
pub trait Tree: Copy {
    /// Returns the form of the value itself.
    fn part(self) -> Part<Self>;

    /// Returns the identity of a list, a mapping or an object; one that occurs again is written as
    /// an alias.
    fn identity(self) -> Option<usize> {
        None
    }
}

impl Tree for Value<'_> {
    fn part(self) -> Part<Self> {
        match self {
            Value::Undef => Part::Null,
            Value::Default => Part::Plain(":default".to_owned()),
            Value::Boolean(_) | Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => {
                number(self)
            }
            Value::Array(items) => Part::List(items.iter().collect()),
            Value::Hash(entries) => Part::Mapping(entries.iter().collect()),
            Value::Regexp(_) => Part::Tagged("!ruby/regexp", text::ruby_inspect(self)),
            Value::Timespan(span) => nanoseconds(TIMESPAN, span.nanos),
            Value::Timestamp(stamp) => nanoseconds(TIMESTAMP, stamp.nanos),
            Value::SemVer(version) => version_parts(version),
            Value::Sensitive(clear) => {
                Part::Object(SENSITIVE, vec![("value", Part::Inner(*clear))])
            }
            Value::Binary(binary) => Part::Object(BINARY, vec![("binary_buffer", bytes(binary))]),
            Value::Type(Type::Resource {
                type_name,
                title,
                is_object: false,
                ..
            }) => resource_type(*type_name, *title),
            Value::Type(Type::Class(name)) => {
                Part::Object(CLASS, vec![("class_name", optional(*name))])
            }
            other => Part::Text(text::interpolated(other)),
        }
    }

    fn identity(self) -> Option<usize> {
        fn address<T: ?Sized>(it: &T) -> Option<usize> {
            Some(std::ptr::from_ref(it).addr())
        }
        match self {
            Value::Array(items) => address(items),
            Value::Hash(entries) => address(entries),
            Value::Regexp(regexp) => address(regexp),
            Value::Timespan(span) => address(span),
            Value::Timestamp(stamp) => address(stamp),
            Value::SemVer(version) => address(version),
            Value::Sensitive(clear) => address(clear),
            Value::Binary(binary) => address(binary),
            Value::Type(
                ty @ (Type::Resource {
                    is_object: false, ..
                }
                | Type::Class(_)),
            ) => address(ty),
            _ => None,
        }
    }
}

const TIMESPAN: &str = "!ruby/object:Puppet::Pops::Time::Timespan";
const TIMESTAMP: &str = "!ruby/object:Puppet::Pops::Time::Timestamp";
const VERSION: &str = "!ruby/object:SemanticPuppet::Version";
const SENSITIVE: &str = "!ruby/object:Puppet::Pops::Types::PSensitiveType::Sensitive";
const BINARY: &str = "!ruby/object:Puppet::Pops::Types::PBinaryType::Binary";
const RESOURCE: &str = "!ruby/object:Puppet::Pops::Types::PResourceType";
const CLASS: &str = "!ruby/object:Puppet::Pops::Types::PClassType";

fn optional<T>(text: Option<&str>) -> Part<T> {
    text.map_or(Part::Null, |text| Part::Text(text.to_owned()))
}

fn resource_type<T>(type_name: Option<&str>, title: Option<&str>) -> Part<T> {
    let lower = type_name.map(str::to_lowercase);
    Part::Object(
        RESOURCE,
        vec![
            ("type_name", optional(type_name)),
            ("title", optional(title)),
            ("downcased_name", optional(lower.as_deref())),
        ],
    )
}

fn nanoseconds<T>(class: &'static str, nanos: i128) -> Part<T> {
    Part::Object(class, vec![("nsecs", Part::Plain(nanos.to_string()))])
}

fn version_parts<T>(version: &Version<'_>) -> Part<T> {
    let number = |number: u128| Part::Plain(number.to_string());
    Part::Object(
        VERSION,
        vec![
            ("major", number(version.major)),
            ("minor", number(version.minor)),
            ("patch", number(version.patch)),
            ("prerelease", identifiers(version.prerelease, true)),
            ("build", identifiers(version.build, false)),
        ],
    )
}

/// Converts identifiers that were separated by dots; with `numbers`, numeric ones become Integers.
fn identifiers<T>(given: Option<Identifiers<'_>>, numbers: bool) -> Part<T> {
    let Some(given) = given else {
        return Part::Null;
    };
    let part = |(word, is_number): (&str, bool)| match numbers && is_number {
        true => Part::Plain(word.to_owned()),
        false => Part::Text(word.to_owned()),
    };
    Part::Parts(given.parts().map(part).collect())
}

/// Writes bytes as a text if they are ASCII, otherwise in Base64.
fn bytes<T>(binary: &Binary<'_>) -> Part<T> {
    match std::str::from_utf8(binary.bytes) {
        Ok(text) if text.is_ascii() => Part::Text(text.to_owned()),
        _ => Part::Tagged("!binary", STANDARD.encode(binary.bytes)),
    }
}

fn number<T>(value: Value<'_>) -> Part<T> {
    Part::Plain(match value {
        Value::Float(f) if f.is_nan() => ".nan".to_owned(),
        Value::Float(f) if f.is_infinite() => if f > 0.0 { ".inf" } else { "-.inf" }.to_owned(),
        other => text::interpolated(other),
    })
}

/// Data with a function that shows the values that it refers to.
#[derive(Clone, Copy)]
pub struct Shown<'d> {
    /// The data.
    pub data: &'d Data,
    /// A function that returns the text of a [`Data::Rich`].
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
            Data::Encoding(name) => Part::Text(name.to_string()),
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

/// Writes a tree as a YAML document.
///
/// # Errors
/// Fails with libyaml's message.
pub fn write_yaml(tree: impl Tree, layout: YamlLayout) -> Result<String, String> {
    let mut anchors = Anchors::default();
    anchors.count(tree);
    let mut out = Vec::new();
    let stood_for;
    {
        let mut emitter = Emitter::new();
        emitter.set_output_string(&mut out);
        emitter.set_unicode(true);
        emitter.set_indent(layout.indentation.unwrap_or(2));
        emitter.set_width(layout.width.unwrap_or(0));
        emitter.set_canonical(layout.canonical);
        let mut writer = Writer {
            emitter,
            stood_for: Vec::new(),
            layout,
            anchors,
        };
        writer.emit(Event::stream_start(Encoding::Utf8))?;
        writer.emit(Event::document_start(None, &[], false))?;
        writer.tree(tree)?;
        writer.emit(Event::document_end(true))?;
        writer.emit(Event::stream_end())?;
        stood_for = std::mem::take(&mut writer.stood_for);
    }
    let directive = match layout.version {
        None => Ok(String::new()),
        // libyaml's constructor of directives is not public
        Some((1, minor @ (1 | 2))) => Ok(format!("%YAML 1.{minor}\n")),
        Some(_) => Err("incompatible %YAML directive".to_owned()),
    };
    let text = String::from_utf8(out).map_err(|error| error.to_string())?;
    Ok(directive? + &without_stand_ins(text, &stood_for))
}

fn without_stand_ins(text: String, stood_for: &[char]) -> String {
    if stood_for.is_empty() {
        return text;
    }
    let mut pieces = text.split(STAND_IN_SHOWN);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for (piece, c) in pieces.zip(stood_for) {
        out.push_str(&format!("\\U{:08X}", u32::from(*c)));
        out.push_str(piece);
    }
    out
}

/// The lists and mappings that occur repeatedly, by identity; numbered in the order of their
/// repetition.
#[derive(Default)]
struct Anchors {
    numbers: HashMap<usize, Option<usize>>,
    last: usize,
    written: HashSet<usize>,
    /// True if a text contains the escaped form of a stand-in.
    shows_stand_in: bool,
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
        self.count_part(tree.part());
    }

    fn count_part<T: Tree>(&mut self, part: Part<T>) {
        match part {
            Part::List(items) => items.into_iter().for_each(|item| self.count(item)),
            Part::Mapping(entries) => entries.into_iter().for_each(|(key, value)| {
                self.count(key);
                self.count(value);
            }),
            Part::Object(_, attributes) => {
                attributes
                    .into_iter()
                    .for_each(|(_, part)| self.count_part(part));
            }
            Part::Inner(value) => self.count(value),
            Part::Text(text) => self.shows_stand_in |= text.contains(STAND_IN_SHOWN),
            Part::Null | Part::Plain(_) | Part::Tagged(..) | Part::Parts(_) => {}
        }
    }
}

/// The stand-in for a character outside of the basic plane.
const STAND_IN: &str = "\u{fffe}\u{e}";
/// The stand-in as libyaml escapes it, ten columns wide.
const STAND_IN_SHOWN: &str = "\\uFFFE\\x0E";

/// Returns true if libyaml treats a character as not printable because it takes four bytes.
fn is_beyond(c: char) -> bool {
    c > '\u{ffff}'
}

struct Writer<'w> {
    emitter: Emitter<'w>,
    /// The characters that were replaced by stand-ins.
    stood_for: Vec<char>,
    layout: YamlLayout,
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
        self.part(tree.part(), anchor)
    }

    fn part<T: Tree>(&mut self, part: Part<T>, anchor: Option<&str>) -> Result<(), String> {
        match part {
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
            Part::Tagged(tag, text) => {
                let style = match tag {
                    "!binary" => ScalarStyle::Literal,
                    _ => ScalarStyle::Any,
                };
                self.emit(Event::scalar(anchor, Some(tag), &text, false, false, style))
            }
            Part::Parts(parts) => {
                let style = SequenceStyle::Block;
                self.emit(Event::sequence_start(None, None, true, style))?;
                parts
                    .into_iter()
                    .try_for_each(|part| self.part(part, None))?;
                self.emit(Event::sequence_end())
            }
            Part::Object(class, attributes) => {
                let style = MappingStyle::Block;
                self.emit(Event::mapping_start(anchor, Some(class), false, style))?;
                for (name, part) in attributes {
                    self.string(name)?;
                    self.part(part, None)?;
                }
                self.emit(Event::mapping_end())
            }
            Part::Inner(value) => self.tree(value),
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
        if text.chars().any(is_beyond) && !self.anchors.shows_stand_in {
            return self.escaped(text);
        }
        // a line break that is followed by more than another line break
        let mut breaks = text.match_indices('\n');
        let lines = breaks.any(|(at, _)| !matches!(&text[at + 1..], "" | "\n"));
        let style = if lines {
            ScalarStyle::Literal
        } else if matches!(text, "y" | "n") {
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

    /// Writes a text with characters that libyaml escapes but its Rust port does not. Each is
    /// replaced by a stand-in whose escaped form has the same width.
    fn escaped(&mut self, text: &str) -> Result<(), String> {
        let beyond = text.chars().filter(|c| is_beyond(*c));
        self.stood_for.extend(beyond);
        let text = text.replace(is_beyond, STAND_IN);
        let style = ScalarStyle::DoubleQuoted;
        self.emit(Event::scalar(None, None, &text, true, true, style))
    }

    fn is_long(&self, text: &str) -> bool {
        let width = self.layout.width.filter(|width| *width >= 0);
        width.is_some_and(|width| text.chars().count() > width as usize)
    }
}

/// Returns true if a line starts with a character that is not part of a word and ends before a
/// quote. An empty line starts with its line break. Unlike the regex crate, Ruby does not count
/// joiners as parts of words.
fn starts_odd(text: &str) -> bool {
    static ODD: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#"(?m)^[\W\x{200C}\x{200D}][^"]*?$"#).ok());
    ODD.as_ref().is_some_and(|odd| odd.is_match(text))
}

/// Returns true if a text needs no quotes: it is read back as a text and does not start with digits
/// that other readers may take for an octal number (`08`).
fn reads_as_text(text: &str) -> bool {
    let after_zero = text.strip_prefix('0').unwrap_or_default();
    let no_octal = after_zero.trim_start_matches(|c: char| ('0'..='7').contains(&c));
    !no_octal.starts_with(['8', '9']) && matches!(read_plain(text), Ok(Scalar::Text(_)))
}
