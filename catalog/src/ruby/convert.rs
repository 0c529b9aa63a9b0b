//! Converts Puppet values to Ruby values, and back.

use ruby::{Datum, Document, Object, Writer};
use rubycore::regexp;
use runtime::limits::Exceeded;
use runtime::platform::class_name;
use runtime::types::object::{self, Platform};
use runtime::types::{self, Type};
use runtime::value::{Binary, HashBuilder, Str};
use runtime::{Cx, Res, Value, fail, limits, text};

use super::Ruby;

impl<'h> Ruby<'h> {
    /// Writes a value. A value that Ruby has no equivalent for is stored here, and written as an
    /// object that holds its number.
    pub(super) fn write(&self, writer: &mut Writer, value: Value<'h>) {
        limits::stack();
        limits::room(writer.written_bytes());
        match value {
            Value::Undef => writer.nil(),
            Value::Default => writer.symbol("default"),
            Value::Boolean(value) => writer.boolean(value),
            Value::Integer(value) => writer.integer(value),
            Value::BigInteger(big) => {
                let (sign, magnitude) = big.number().to_bytes_le();
                writer.big(sign == num_bigint::Sign::Minus, &magnitude);
            }
            Value::Float(value) => writer.float(value),
            Value::String(text) => match text.raw() {
                Some(bytes) if std::str::from_utf8(&bytes).is_err() => writer.bytes(&bytes),
                _ => writer.string(text.as_str()),
            },
            Value::Array(items) => {
                writer.array(items.len());
                items.iter().for_each(|item| self.write(writer, item));
            }
            Value::Hash(hash) => {
                writer.hash(hash.len());
                for (key, value) in hash.iter() {
                    self.write(writer, key);
                    self.write(writer, value);
                }
            }
            Value::Regexp(regexp) => writer.regexp(regexp.source(), 0),
            Value::Object(object) => match object.platform() {
                Some(Platform::Symbol(name)) => writer.symbol(name),
                Some(Platform::Encoding(text) | Platform::Foreign(_, text)) => writer.string(text),
                None => self.write_kept(writer, value),
            },
            other => self.write_kept(writer, other),
        }
    }

    // Long because each kind of value has an arm.
    fn write_kept(&self, writer: &mut Writer, value: Value<'h>) {
        let mut variables: Vec<(&str, Value<'h>)> = Vec::new();
        let class = match value {
            Value::Uri(_) => "Bunraku::Uri".to_owned(),
            Value::Object(object) if object.is_lookup_context() => {
                variables.push(("@module_name", object.values[0]));
                if let Some(number) = self.contexts.own_number(object) {
                    variables.push(("@number", Value::Integer(number)));
                }
                "Puppet::Pops::Lookup::Context".to_owned()
            }
            Value::Object(_) | Value::Iterator(_) => "Bunraku::Instance".to_owned(),
            Value::Sensitive(clear) => {
                variables.push(("@value", *clear));
                class_name(value)
            }
            Value::Type(ty) => {
                match ty {
                    Type::Class(Some(name)) if !ty.is_resource_object() => {
                        variables.push(("@class_name", self.text(name)));
                    }
                    Type::Class(name) => {
                        let shown = name.map_or_else(String::new, types::capitalized);
                        variables.push(("@type", self.text("Class")));
                        variables.push(("@title", self.text(&shown)));
                    }
                    Type::Resource {
                        type_name, title, ..
                    } => {
                        let names = match ty.is_resource_object() {
                            true => ["@type", "@title"],
                            false => ["@type_name", "@title"],
                        };
                        let text = |text: &Option<&str>| match text {
                            Some(text) => self.text(text),
                            None => Value::Undef,
                        };
                        variables.push((names[0], text(type_name)));
                        variables.push((names[1], text(title)));
                    }
                    _ => {}
                }
                class_name(value)
            }
            Value::Binary(Binary { bytes }) => {
                let bytes = Value::String(Str::of_bytes(self.heap, bytes));
                variables.push(("@binary_buffer", bytes));
                class_name(value)
            }
            Value::Timestamp(time) => {
                variables.push(("@nsecs", self.number(time.nanos)));
                class_name(value)
            }
            Value::Timespan(time) => {
                variables.push(("@nsecs", self.number(time.nanos)));
                class_name(value)
            }
            _ => class_name(value),
        };
        if !matches!(value, Value::Sensitive(_)) {
            // some types have no text, such as a Pattern whose regular expression is invalid
            let shown = match limits::guarded(|| text::interpolated(value)) {
                Ok(shown) => shown,
                Err(Exceeded::Answer) => class.clone(),
                Err(exceeded) => exceeded.raise(),
            };
            variables.push(("@text", self.text(&shown)));
        }
        writer.object(&class, variables.len() + 1);
        writer.symbol("@handle");
        writer.integer(self.keep(value));
        for (name, value) in variables {
            writer.symbol(name);
            self.write(writer, value);
        }
    }

    fn text(&self, text: &str) -> Value<'h> {
        Value::string(self.heap, text)
    }

    fn number(&self, number: i128) -> Value<'h> {
        Value::of_digits(self.heap, &number.to_string())
    }

    /// Stores a value and returns its number.
    pub(super) fn keep(&self, value: Value<'h>) -> i64 {
        let mut kept = self.kept.borrow_mut();
        kept.push(value);
        kept.len() as i64 - 1
    }

    /// Reads a value.
    ///
    /// # Errors
    /// Fails if the value contains itself or a value of another compilation.
    pub(super) fn read(&self, cx: &mut Cx<'h>, document: &Document, datum: Datum) -> Res<'h> {
        let mut reader = Reader {
            ruby: self,
            document,
            known: vec![Progress::New; document.objects.len()],
        };
        reader.value(cx, datum)
    }
}

#[derive(Clone, Copy)]
enum Progress<'h> {
    New,
    Open,
    Done(Value<'h>),
}

struct Reader<'r, 'h> {
    ruby: &'r Ruby<'h>,
    document: &'r Document,
    known: Vec<Progress<'h>>,
}

impl<'h> Reader<'_, 'h> {
    fn value(&mut self, cx: &mut Cx<'h>, datum: Datum) -> Res<'h> {
        limits::stack();
        Ok(match datum {
            Datum::Nil => Value::Undef,
            Datum::Boolean(value) => Value::Boolean(value),
            Datum::Integer(value) => Value::Integer(value),
            Datum::Symbol(at) => match self.document.symbols[at].as_str() {
                "default" => Value::Default,
                "undef" => Value::Undef,
                name => object::symbol(cx.heap, name),
            },
            Datum::Object(at) => match self.known[at] {
                Progress::Done(value) => value,
                Progress::Open => return fail("a value that Ruby code gives holds itself"),
                Progress::New => {
                    self.known[at] = Progress::Open;
                    let value = self.object(cx, &self.document.objects[at])?;
                    self.known[at] = Progress::Done(value);
                    value
                }
            },
        })
    }

    fn object(&mut self, cx: &mut Cx<'h>, object: &Object) -> Res<'h> {
        let heap = cx.heap;
        Ok(match object {
            Object::Big(negative, magnitude) => {
                let sign = match negative {
                    true => num_bigint::Sign::Minus,
                    false => num_bigint::Sign::Plus,
                };
                Value::whole(heap, &num_bigint::BigInt::from_bytes_le(sign, magnitude))
            }
            Object::Float(value) => Value::Float(*value),
            Object::String(bytes, is_text) => match std::str::from_utf8(bytes) {
                Ok(text) if *is_text => Value::string(heap, text),
                _ => Value::String(Str::of_bytes(heap, bytes)),
            },
            Object::Regexp(source, options) => {
                let source = with_flags(source, *options);
                Value::Regexp(runtime::regexp::Regexp::new(heap, &source)?)
            }
            Object::Array(items) => {
                let mut values = Vec::with_capacity(items.len());
                for &item in items {
                    values.push(self.value(cx, item)?);
                }
                Value::array(heap, &values)
            }
            Object::Hash(pairs) => {
                let mut hash = HashBuilder::with_capacity(pairs.len());
                for &(key, value) in pairs {
                    let key = self.value(cx, key)?;
                    hash.insert(key, self.value(cx, value)?);
                }
                Value::Hash(hash.finish(heap))
            }
            Object::Instance(class, variables) => self.instance(cx, *class, variables)?,
        })
    }

    fn instance(&mut self, cx: &mut Cx<'h>, class: usize, variables: &[(usize, Datum)]) -> Res<'h> {
        let symbols = &self.document.symbols;
        let variable = |name: &str| {
            let found = variables
                .iter()
                .find(|(symbol, _)| symbols[*symbol] == name);
            found.map_or(Datum::Nil, |(_, datum)| *datum)
        };
        match symbols[class].as_str() {
            "Bunraku::Reference" => {
                let Datum::Integer(handle) = variable("@handle") else {
                    return fail("a value that Ruby code gives has no number");
                };
                let kept = self.ruby.kept.borrow();
                let at = usize::try_from(handle).ok();
                match at.and_then(|at| kept.get(at)) {
                    Some(value) => Ok(*value),
                    None => fail("a value that Ruby code gives is one of another compilation"),
                }
            }
            "Bunraku::Foreign" => {
                let class = self.document.text(variable("@class"));
                let shown = self.document.text(variable("@text"));
                Ok(object::foreign(
                    cx.heap,
                    class.unwrap_or("Object"),
                    shown.unwrap_or_default(),
                ))
            }
            "Bunraku::Made" => {
                let kind = self.document.text(variable("@kind")).unwrap_or_default();
                let value = self.value(cx, variable("@value"))?;
                if kind == "Watched"
                    && let Some(part) = self.ruby.known_part(value)
                {
                    return Ok(part);
                }
                made(cx, kind, value)
            }
            other => fail(format!(
                "a value that Ruby code gives is of the class {other}"
            )),
        }
    }
}

/// Returns the source of a Ruby Regexp; `None` for any other object.
pub(super) fn regexp_source(document: &Document, datum: Datum) -> Option<String> {
    match document.object(datum) {
        Some(Object::Regexp(source, options)) => Some(with_flags(source, *options)),
        _ => None,
    }
}

/// Returns the source of a regular expression with the options that Ruby numbers.
pub(super) fn with_flags(source: &[u8], options: u8) -> String {
    let source = String::from_utf8_lossy(source);
    // `i`, `x` and `m` are the first bits
    let flags = ["i", "x", "m"].iter().enumerate();
    let flags = flags.filter(|(bit, _)| options & (1 << bit) != 0);
    let flags: String = flags.map(|(_, flag)| *flag).collect();
    match flags.is_empty() {
        true => source.into_owned(),
        false => regexp::text::with_options(&format!("(?{flags}){source}")),
    }
}

/// Creates a value of a kind that only the evaluation can make.
fn made<'h>(cx: &mut Cx<'h>, kind: &str, value: Value<'h>) -> Res<'h> {
    let heap = cx.heap;
    match (kind, value) {
        ("Sensitive", clear) => Ok(Value::Sensitive(heap.alloc(clear))),
        ("Binary", Value::String(bytes)) => Ok(Value::Binary(heap.alloc(Binary {
            bytes: heap.slice(bytes.to_bytes().as_ref()),
        }))),
        ("Resource", Value::Array(parts)) => {
            let part = |at: usize| parts.iter().nth(at).and_then(|part| part.as_str());
            let ty = Type::Resource {
                type_name: part(0),
                title: part(1),
                is_object: true,
                given: None,
            };
            Ok(Value::ty(heap, ty))
        }
        ("Timestamp" | "Timespan", nanos) => {
            let nanos = text::interpolated(nanos).parse().unwrap_or(0);
            Ok(match kind {
                "Timestamp" => Value::Timestamp(heap.alloc(rubycore::time::Timestamp { nanos })),
                _ => Value::Timespan(heap.alloc(rubycore::time::Timespan { nanos })),
            })
        }
        _ => {
            let ty = types::parse::parse_text(cx, if kind == "Uri" { "URI" } else { kind })?;
            cx.call_function("new", &[ty, value], None)
        }
    }
}
