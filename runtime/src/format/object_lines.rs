//! Writes Objects as the expressions that make them, in one line or in several.

use super::directive::{Format, illegal};
use crate::error::Fault;
use crate::limits;
use crate::text;
use crate::types::object::Object;
use crate::value::Value;

/// The depth from which on everything is written in one line.
const DEPTH_MAX: usize = 200;

/// Writes an Object that stands `level` containers deep. The alternate form, or an array laid out
/// in lines, puts each attribute on a line.
///
/// # Errors
/// The text of the problem.
pub(super) fn object(
    format: &Format<'_>,
    object: &Object<'_>,
    in_lines: bool,
    level: usize,
) -> Result<String, Fault> {
    if !matches!(format.letter, 's' | 'p' | 'q') {
        return Err(illegal(format.letter, "Object", "spq"));
    }
    let mut lines = Lines {
        out: String::new(),
        level,
    };
    match format.letter != 's' && (in_lines || format.spec.alternate) {
        true => lines.object(object),
        false => lines.out = text::program(Value::Object(object)),
    }
    Ok(lines.out)
}

/// Text in lines, and how deep it is indented.
struct Lines {
    out: String,
    level: usize,
}

impl Lines {
    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.level));
    }

    fn object(&mut self, object: &Object<'_>) {
        self.out.push_str(object.ty.shown_name());
        self.out.push_str("({");
        self.level += 1;
        for (at, (name, value)) in object.given().into_iter().enumerate() {
            self.separate(at);
            self.line();
            text::quoted(name, &mut self.out);
            self.out.push_str(" => ");
            self.value(value);
        }
        self.level -= 1;
        self.line();
        self.out.push_str("})");
    }

    fn separate(&mut self, at: usize) {
        if at > 0 {
            self.out.push(',');
        }
    }

    fn value(&mut self, value: Value<'_>) {
        limits::shown(self.out.len());
        if self.level > DEPTH_MAX {
            self.out.push_str(&text::literal(value));
            return;
        }
        match value {
            Value::Object(object) => self.object(object),
            Value::Hash(hash) => {
                self.out.push('{');
                self.level += 1;
                for (at, (key, value)) in hash.iter().enumerate() {
                    self.separate(at);
                    self.line();
                    self.value(key);
                    self.out.push_str(" => ");
                    self.value(value);
                }
                self.level -= 1;
                self.line();
                self.out.push('}');
            }
            Value::Array(array) => {
                self.out.push('[');
                let in_lines = array.iter().any(has_lines);
                self.level += usize::from(in_lines);
                for (at, value) in array.iter().enumerate() {
                    self.separate(at);
                    match in_lines {
                        true => self.line(),
                        false if at > 0 => self.out.push(' '),
                        false => {}
                    }
                    self.value(value);
                }
                if in_lines {
                    self.level -= 1;
                    self.line();
                }
                self.out.push(']');
            }
            _ => self.out.push_str(&text::literal(value)),
        }
    }
}

/// Returns true if an array with such an item has a line for each item.
fn has_lines(item: Value<'_>) -> bool {
    match item {
        Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::BigInteger(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::SemVer(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => false,
        Value::Array(array) => !array.is_empty(),
        Value::Hash(hash) => !hash.is_empty(),
        _ => true,
    }
}
