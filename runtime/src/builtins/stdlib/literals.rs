//! Writes values as literals of Python and Ruby.

use std::collections::HashMap;

use crate::cx::Cx;
use crate::error::Res;
use crate::function::Args;
use crate::limits;
use crate::text;
use crate::value::{Hash, Value};
use rubycore::inspect;

/// The words of a language for literals.
struct Words {
    yes: &'static str,
    no: &'static str,
    nothing: &'static str,
    arrow: &'static str,
}

const PYTHON: Words = Words {
    yes: "True",
    no: "False",
    nothing: "None",
    arrow: ": ",
};

const RUBY: Words = Words {
    yes: "true",
    no: "false",
    nothing: "nil",
    arrow: " => ",
};

pub(super) fn to_python<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(literal(cx, args[0], PYTHON))
}

pub(super) fn to_ruby<'h>(cx: &mut Cx<'h>, args: Args<'h, '_>) -> Res<'h> {
    Ok(literal(cx, args[0], RUBY))
}

fn literal<'h>(cx: &mut Cx<'h>, value: Value<'h>, words: Words) -> Value<'h> {
    let mut writer = Writer {
        cx,
        words,
        out: String::new(),
        places: vec![(0, Value::Undef)],
        met: HashMap::new(),
    };
    writer.value(value, 0);
    let Writer { cx, out, .. } = writer;
    Value::string(cx.heap, &out)
}

struct Writer<'c, 'h> {
    cx: &'c mut Cx<'h>,
    words: Words,
    out: String,
    /// The places: for each the enclosing place, and the key in it. The first is the whole value.
    places: Vec<(usize, Value<'h>)>,
    /// For each array, hash, object or type, by its address, the place where it was first written.
    met: HashMap<usize, usize>,
}

impl<'h> Writer<'_, 'h> {
    /// Writes a value as rich data. A value that occurs again becomes a reference to its first
    /// place.
    fn value(&mut self, value: Value<'h>, place: usize) {
        limits::stack();
        limits::shown(self.out.len());
        if self.is_met(value, place) {
            return;
        }
        match value {
            Value::Array(array) => {
                self.out.push('[');
                for (at, item) in array.iter().enumerate() {
                    self.separate(at);
                    let inner = self.place(place, Value::Integer(at as i64));
                    self.value(item, inner);
                }
                self.out.push(']');
            }
            Value::Hash(hash) if is_data(hash) => {
                self.out.push('{');
                for (at, (key, value)) in hash.iter().enumerate() {
                    self.separate(at);
                    self.plain(key);
                    self.out.push_str(self.words.arrow);
                    let inner = self.place(place, key);
                    self.value(value, inner);
                }
                self.out.push('}');
            }
            Value::Hash(hash) => self.tagged("Hash", |writer| {
                writer.out.push('[');
                for (at, (key, value)) in hash.iter().enumerate() {
                    writer.separate(at);
                    writer.value(key, place);
                    writer.out.push_str(", ");
                    let inner = writer.place(place, key);
                    writer.value(value, inner);
                }
                writer.out.push(']');
            }),
            Value::Sensitive(clear) => {
                self.tagged("Sensitive", |writer| writer.value(*clear, place));
            }
            other => self.rich(other),
        }
    }

    fn separate(&mut self, at: usize) {
        self.out.push_str(if at > 0 { ", " } else { "" });
    }

    fn place(&mut self, around: usize, key: Value<'h>) -> usize {
        self.places.push((around, key));
        self.places.len() - 1
    }

    /// Writes a reference if the value has occurred at a place that a path can name.
    fn is_met(&mut self, value: Value<'h>, place: usize) -> bool {
        let address = match value {
            Value::Array(_) | Value::Hash(_) | Value::Sensitive(_) => value.address(),
            Value::Object(object) => std::ptr::from_ref(object).addr(),
            Value::Type(ty) if !ty.is_resource_object() => std::ptr::from_ref(ty).addr(),
            _ => return false,
        };
        let Some(&first) = self.met.get(&address) else {
            self.met.insert(address, place);
            return false;
        };
        let Some(path) = self.path(first) else {
            return false;
        };
        self.tagged("LocalRef", |writer| inspect::write(&path, &mut writer.out));
        true
    }

    /// Returns the path to a place; `None` when it leads through a key that is not a scalar.
    fn path(&self, place: usize) -> Option<String> {
        let mut keys = Vec::new();
        let mut at = place;
        while at != 0 {
            let (around, key) = self.places[at];
            keys.push(match key {
                Value::Undef => "[null]".to_owned(),
                Value::String(_)
                | Value::Boolean(_)
                | Value::Integer(_)
                | Value::BigInteger(_)
                | Value::Float(_) => format!("[{}]", text::program(key)),
                _ => return None,
            });
            at = around;
        }
        keys.push("$".to_owned());
        keys.reverse();
        Some(keys.concat())
    }

    fn tagged(&mut self, tag: &str, write: impl FnOnce(&mut Self)) {
        let arrow = self.words.arrow;
        let head = format!("{{\"__ptype\"{arrow}\"{tag}\", \"__pvalue\"{arrow}");
        self.out.push_str(&head);
        write(self);
        self.out.push('}');
    }

    fn rich(&mut self, value: Value<'h>) {
        let host = self.cx.host;
        match host.rich_data(self.cx, value) {
            Some(data) => self.plain(data),
            None => inspect::write(&text::interpolated(value), &mut self.out),
        }
    }

    /// Writes data unchanged.
    fn plain(&mut self, data: Value<'h>) {
        limits::stack();
        limits::shown(self.out.len());
        match data {
            Value::Undef => self.out.push_str(self.words.nothing),
            Value::Boolean(b) => {
                let words = &self.words;
                self.out.push_str(if b { words.yes } else { words.no });
            }
            Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => {
                self.out.push_str(&text::interpolated(data));
            }
            Value::Array(array) => {
                self.out.push('[');
                for (at, item) in array.iter().enumerate() {
                    self.separate(at);
                    self.plain(item);
                }
                self.out.push(']');
            }
            Value::Hash(hash) => {
                self.out.push('{');
                for (at, (key, value)) in hash.iter().enumerate() {
                    self.separate(at);
                    self.plain(key);
                    self.out.push_str(self.words.arrow);
                    self.plain(value);
                }
                self.out.push('}');
            }
            other => inspect::write(&text::interpolated(other), &mut self.out),
        }
    }
}

/// Returns true if a hash is written as plain data: all keys are texts, and none marks rich data.
fn is_data(hash: &Hash<'_>) -> bool {
    hash.keys()
        .all(|key| key.as_str().is_some_and(|key| key != "__ptype"))
}
