//! What a lookup did, as `puppet lookup --explain` tells it.

use crate::data::Data;

/// Collects the lines of an explanation.
#[derive(Default)]
pub struct Explainer {
    text: String,
    depth: usize,
    /// What the function of a level adds, told after its result.
    remarks: Vec<String>,
}

impl Explainer {
    /// The text so far.
    #[must_use]
    pub fn finish(self) -> String {
        self.text
    }

    /// Adds a line.
    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a heading; what follows is below it.
    pub(super) fn enter(&mut self, heading: &str) {
        self.line(heading);
        self.depth += 1;
    }

    /// Ends what is below the last heading.
    pub(super) fn leave(&mut self) {
        for remark in std::mem::take(&mut self.remarks) {
            self.line(&remark);
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// Adds a remark to the result of the present level.
    pub fn remark(&mut self, text: &str) {
        self.remarks.push(text.to_owned());
    }

    /// `LABEL: VALUE`
    pub(super) fn value(&mut self, label: &str, value: &Data) {
        let mut text = format!("{label}: ");
        self.write(value, self.depth, &mut text);
        self.line(&text);
    }

    fn write(&self, value: &Data, depth: usize, out: &mut String) {
        let indent = |out: &mut String, depth: usize| {
            out.push('\n');
            out.push_str(&"  ".repeat(depth));
        };
        match value {
            Data::Array(items) if !items.is_empty() => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    indent(out, depth + 1);
                    self.write(item, depth + 1, out);
                }
                indent(out, depth);
                out.push(']');
            }
            Data::Hash(hash) if !hash.is_empty() => {
                out.push('{');
                for (index, (key, value)) in hash.iter().enumerate() {
                    out.push_str(if index > 0 { "," } else { "" });
                    indent(out, depth + 1);
                    self.write(key, depth + 1, out);
                    out.push_str(" => ");
                    self.write(value, depth + 1, out);
                }
                indent(out, depth);
                out.push('}');
            }
            Data::Array(_) => out.push_str("[]"),
            Data::Hash(_) => out.push_str("{}"),
            Data::String(text) => runtime::text::inspected(text, out),
            Data::Undef => out.push_str("nil"),
            Data::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
            Data::Integer(value) => out.push_str(&value.to_string()),
            Data::BigInteger(digits) => out.push_str(digits),
            Data::Float(value) => runtime::text::float(*value, out),
            Data::Symbol(name) => {
                out.push(':');
                out.push_str(name);
            }
            Data::Rich(_) => out.push_str("Object"),
        }
    }
}
