//! Values as YAML, as Ruby writes them: its choice of styles, libyaml's layout.

use super::Data;
use super::yaml_scalar::{Scalar, read_plain};
use libyaml_safer::{Emitter, Encoding, Event, MappingStyle, ScalarStyle, SequenceStyle};
use runtime::text;
use runtime::value::Value;

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

/// A value as a YAML document.
///
/// # Errors
/// libyaml's text.
pub fn write_yaml(value: Value<'_>, layout: Layout) -> Result<String, String> {
    let mut out = Vec::new();
    {
        let mut emitter = Emitter::new();
        emitter.set_output_string(&mut out);
        emitter.set_unicode(true);
        emitter.set_indent(layout.indentation.unwrap_or(2));
        emitter.set_width(layout.width.unwrap_or(0));
        let mut writer = Writer { emitter, layout };
        writer.emit(Event::stream_start(Encoding::Utf8))?;
        writer.emit(Event::document_start(None, &[], false))?;
        writer.value(value)?;
        writer.emit(Event::document_end(true))?;
        writer.emit(Event::stream_end())?;
    }
    String::from_utf8(out).map_err(|error| error.to_string())
}

struct Writer<'w> {
    emitter: Emitter<'w>,
    layout: Layout,
}

impl Writer<'_> {
    fn emit(&mut self, event: Event) -> Result<(), String> {
        self.emitter.emit(event).map_err(|error| error.to_string())
    }

    fn plain(&mut self, text: &str) -> Result<(), String> {
        let style = ScalarStyle::Any;
        self.emit(Event::scalar(None, None, text, true, false, style))
    }

    fn value(&mut self, value: Value<'_>) -> Result<(), String> {
        match value {
            Value::Undef => {
                let style = ScalarStyle::Any;
                self.emit(Event::scalar(None, Some(NULL_TAG), "", true, false, style))
            }
            Value::Default => self.plain(":default"),
            Value::Float(f) if f.is_nan() => self.plain(".nan"),
            Value::Float(f) if f.is_infinite() => {
                self.plain(if f > 0.0 { ".inf" } else { "-.inf" })
            }
            Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => {
                self.plain(&text::interpolated(value))
            }
            Value::Array(items) => {
                let style = SequenceStyle::Block;
                self.emit(Event::sequence_start(None, None, true, style))?;
                for item in items.iter() {
                    self.value(item)?;
                }
                self.emit(Event::sequence_end())
            }
            Value::Hash(entries) => {
                self.emit(Event::mapping_start(None, None, true, MappingStyle::Block))?;
                for (key, value) in entries.iter() {
                    self.value(key)?;
                    self.value(value)?;
                }
                self.emit(Event::mapping_end())
            }
            other => self.string(&text::interpolated(other)),
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
