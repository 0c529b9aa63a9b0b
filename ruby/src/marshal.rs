//! Reads and writes Ruby's own serialization format, version 4.8, which bunraku and a Ruby process
//! exchange.
//!
//! A value is written piece by piece with [`Writer`] and read into a [`Document`]. The objects of a
//! document refer to each other by number, because a value may contain another one twice, or
//! itself.

use std::collections::HashMap;

/// Writes one value.
pub struct Writer {
    bytes: Vec<u8>,
    symbols: HashMap<String, usize>,
}

impl Default for Writer {
    fn default() -> Writer {
        Writer {
            bytes: vec![4, 8],
            symbols: HashMap::new(),
        }
    }
}

impl Writer {
    /// Returns the number of bytes so far.
    pub fn written_bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Returns the bytes written so far.
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// Writes `nil`.
    pub fn nil(&mut self) {
        self.bytes.push(b'0');
    }

    /// Writes `true` or `false`.
    pub fn boolean(&mut self, value: bool) {
        self.bytes.push(if value { b'T' } else { b'F' });
    }

    /// Writes an Integer.
    pub fn integer(&mut self, value: i64) {
        match i32::try_from(value) {
            Ok(small) if (-(1 << 30)..1 << 30).contains(&small) => {
                self.bytes.push(b'i');
                self.number(small);
            }
            _ => self.big(value < 0, &value.unsigned_abs().to_le_bytes()),
        }
    }

    /// Writes an Integer of any size. `magnitude` has the least significant byte first.
    pub fn big(&mut self, negative: bool, magnitude: &[u8]) {
        let used = magnitude
            .iter()
            .rposition(|&b| b != 0)
            .map_or(0, |at| at + 1);
        let shorts = used.div_ceil(2);
        self.bytes
            .extend([b'l', if negative { b'-' } else { b'+' }]);
        self.number(shorts as i32);
        self.bytes.extend(&magnitude[..used]);
        self.bytes.extend((used..shorts * 2).map(|_| 0));
    }

    /// Writes a Float.
    pub fn float(&mut self, value: f64) {
        self.bytes.push(b'f');
        let text = match value {
            value if value.is_nan() => "nan".to_owned(),
            f64::INFINITY => "inf".to_owned(),
            f64::NEG_INFINITY => "-inf".to_owned(),
            value => format!("{value:e}"),
        };
        self.raw(text.as_bytes());
    }

    /// Writes a String in UTF-8.
    pub fn string(&mut self, text: &str) {
        self.bytes.extend(b"I\"");
        self.raw(text.as_bytes());
        self.is_utf8();
    }

    /// Writes a String of bytes.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.bytes.push(b'"');
        self.raw(bytes);
    }

    /// Writes a Symbol.
    pub fn symbol(&mut self, name: &str) {
        if let Some(&at) = self.symbols.get(name) {
            self.bytes.push(b';');
            self.number(at as i32);
            return;
        }
        self.symbols.insert(name.to_owned(), self.symbols.len());
        match name.is_ascii() {
            true => {
                self.bytes.push(b':');
                self.raw(name.as_bytes());
            }
            false => {
                self.bytes.extend(b"I:");
                self.raw(name.as_bytes());
                self.is_utf8();
            }
        }
    }

    /// Writes a Regexp. `options` has the bits of `Regexp#options`.
    pub fn regexp(&mut self, source: &str, options: u8) {
        self.bytes.extend(b"I/");
        self.raw(source.as_bytes());
        self.bytes.push(options);
        self.is_utf8();
    }

    /// Writes the head of an Array; `length` values must follow.
    pub fn array(&mut self, length: usize) {
        self.bytes.push(b'[');
        self.number(length as i32);
    }

    /// Writes the head of a Hash; `length` pairs must follow.
    pub fn hash(&mut self, length: usize) {
        self.bytes.push(b'{');
        self.number(length as i32);
    }

    /// Writes the head of an object of a class. For each of its `variables`, a symbol (`@name`) and
    /// a value must follow.
    pub fn object(&mut self, class: &str, variables: usize) {
        self.bytes.push(b'o');
        self.symbol(class);
        self.number(variables as i32);
    }

    fn is_utf8(&mut self) {
        self.number(1);
        self.symbol("E");
        self.boolean(true);
    }

    fn raw(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as i32);
        self.bytes.extend(bytes);
    }

    /// Writes a small number or a length.
    fn number(&mut self, value: i32) {
        match value {
            0 => self.bytes.push(0),
            1..=122 => self.bytes.push(value as u8 + 5),
            -123..=-1 => self.bytes.push((value - 5) as u8),
            _ => {
                let filling = if value < 0 { 0xff } else { 0 };
                let all = value.to_le_bytes();
                let used = all
                    .iter()
                    .rposition(|&b| b != filling)
                    .map_or(1, |at| at + 1);
                let size = if value < 0 {
                    -(used as i32)
                } else {
                    used as i32
                };
                self.bytes.push(size as u8);
                self.bytes.extend(&all[..used]);
            }
        }
    }
}

/// A value that was read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Datum {
    /// `nil`
    Nil,
    /// `true` or `false`
    Boolean(bool),
    /// A small Integer.
    Integer(i64),
    /// The index of a name in [`Document::symbols`].
    Symbol(usize),
    /// The index of an object in [`Document::objects`].
    Object(usize),
}

/// A value with an identity. Other values refer to it by index.
#[derive(Clone, PartialEq, Debug)]
pub enum Object {
    /// A large Integer: whether it is negative, and its magnitude, least significant byte first.
    Big(bool, Vec<u8>),
    /// A Float.
    Float(f64),
    /// A String, and whether it consists of characters instead of bytes.
    String(Vec<u8>, bool),
    /// A Regexp: source and options.
    Regexp(Vec<u8>, u8),
    /// An Array.
    Array(Vec<Datum>),
    /// A Hash.
    Hash(Vec<(Datum, Datum)>),
    /// Any other object: the symbols of its class and variables.
    Instance(usize, Vec<(usize, Datum)>),
}

/// A value with everything that it contains.
#[derive(Clone, PartialEq, Debug)]
pub struct Document {
    /// The value.
    pub root: Datum,
    /// The objects.
    pub objects: Vec<Object>,
    /// The names of symbols.
    pub symbols: Vec<String>,
}

impl Document {
    /// Reads a value.
    ///
    /// # Errors
    /// Fails if the bytes are no such value, or contain a kind of object that is not supported.
    pub fn read(bytes: &[u8]) -> Result<Document, String> {
        let Some(rest) = bytes.strip_prefix(&[4, 8]) else {
            return Err("not in Ruby's format 4.8".to_owned());
        };
        let document = Document {
            root: Datum::Nil,
            objects: Vec::new(),
            symbols: Vec::new(),
        };
        let mut reader = Reader {
            rest,
            document,
            depth: 0,
        };
        reader.document.root = reader.value()?;
        Ok(reader.document)
    }

    /// Returns the object that a value refers to.
    pub fn object(&self, datum: Datum) -> Option<&Object> {
        match datum {
            Datum::Object(at) => self.objects.get(at),
            _ => None,
        }
    }

    /// Returns the items of an Array; empty for anything else.
    pub fn items(&self, datum: Datum) -> &[Datum] {
        match self.object(datum) {
            Some(Object::Array(items)) => items,
            _ => &[],
        }
    }

    /// Returns the text of a String or a Symbol.
    pub fn text(&self, datum: Datum) -> Option<&str> {
        match (datum, self.object(datum)) {
            (Datum::Symbol(at), _) => Some(&self.symbols[at]),
            (_, Some(Object::String(bytes, _))) => std::str::from_utf8(bytes).ok(),
            _ => None,
        }
    }
}

/// The maximum number of items for which memory is reserved in advance, because a length may be
/// wrong.
const RESERVED_MAX: usize = 1024;
/// The maximum depth of nested values. Deeper ones are refused, because the stack is limited.
const DEPTH_MAX: u32 = 2_000;

struct Reader<'b> {
    rest: &'b [u8],
    document: Document,
    depth: u32,
}

const ENDS: &str = "the value ends too early";

impl<'b> Reader<'b> {
    fn byte(&mut self) -> Result<u8, String> {
        let (&first, rest) = self.rest.split_first().ok_or(ENDS)?;
        self.rest = rest;
        Ok(first)
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], String> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(ENDS)?;
        self.rest = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<i64, String> {
        let size = self.byte()? as i8;
        Ok(match size {
            0 => 0,
            1..=4 | -4..=-1 => {
                let filling = if size < 0 { 0xff } else { 0 };
                let mut all = [filling; 8];
                let length = usize::from(size.unsigned_abs());
                all[..length].copy_from_slice(self.take(length)?);
                i64::from_le_bytes(all)
            }
            5.. => i64::from(size) - 5,
            _ => i64::from(size) + 5,
        })
    }

    /// Reads a length. It never exceeds the number of bytes that are left.
    fn length(&mut self) -> Result<usize, String> {
        let length = usize::try_from(self.number()?).map_err(|_| "a negative length")?;
        match length > self.rest.len() {
            true => Err(ENDS.to_owned()),
            false => Ok(length),
        }
    }

    fn raw(&mut self) -> Result<&'b [u8], String> {
        let length = self.length()?;
        self.take(length)
    }

    /// Reserves the number of an object whose content follows.
    fn reserve(&mut self) -> usize {
        self.document.objects.push(Object::Array(Vec::new()));
        self.document.objects.len() - 1
    }

    fn object(&mut self, object: Object) -> Datum {
        self.document.objects.push(object);
        Datum::Object(self.document.objects.len() - 1)
    }

    fn value(&mut self) -> Result<Datum, String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("the value is nested too deeply".to_owned());
        }
        let value = self.any()?;
        self.depth -= 1;
        Ok(value)
    }

    // Long because there is an arm for each mark of the format.
    fn any(&mut self) -> Result<Datum, String> {
        Ok(match self.byte()? {
            b'0' => Datum::Nil,
            b'T' => Datum::Boolean(true),
            b'F' => Datum::Boolean(false),
            b'i' => Datum::Integer(self.number()?),
            head @ (b':' | b';') => Datum::Symbol(self.symbol_after(head)?),
            b'@' => {
                let at = self.number()?;
                match usize::try_from(at) {
                    Ok(at) if at < self.document.objects.len() => Datum::Object(at),
                    _ => return Err("a link to nowhere".to_owned()),
                }
            }
            b'I' => self.with_variables()?,
            b'"' => {
                let bytes = self.raw()?.to_vec();
                self.object(Object::String(bytes, false))
            }
            b'/' => {
                let source = self.raw()?.to_vec();
                let options = self.byte()?;
                self.object(Object::Regexp(source, options))
            }
            b'f' => {
                let text = String::from_utf8_lossy(self.raw()?).into_owned();
                let value = match text.as_str() {
                    "nan" => f64::NAN,
                    "inf" => f64::INFINITY,
                    "-inf" => f64::NEG_INFINITY,
                    text => text.parse().map_err(|_| format!("not a Float: {text}"))?,
                };
                self.object(Object::Float(value))
            }
            b'l' => {
                let negative = self.byte()? == b'-';
                let shorts = self.length()?;
                let magnitude = self.take(shorts * 2)?.to_vec();
                self.object(Object::Big(negative, magnitude))
            }
            b'[' => {
                let at = self.reserve();
                let length = self.length()?;
                let mut items = Vec::with_capacity(length.min(RESERVED_MAX));
                for _ in 0..length {
                    items.push(self.value()?);
                }
                self.document.objects[at] = Object::Array(items);
                Datum::Object(at)
            }
            head @ (b'{' | b'}') => {
                let at = self.reserve();
                let length = self.length()?;
                let mut pairs = Vec::with_capacity(length.min(RESERVED_MAX));
                for _ in 0..length {
                    pairs.push((self.value()?, self.value()?));
                }
                if head == b'}' {
                    self.value()?; // its default
                }
                self.document.objects[at] = Object::Hash(pairs);
                Datum::Object(at)
            }
            b'o' => {
                let at = self.reserve();
                let class = self.symbol()?;
                let variables = self.variables()?;
                self.document.objects[at] = Object::Instance(class, variables);
                Datum::Object(at)
            }
            b'C' => {
                // an object of a class that is derived from a built-in one
                self.symbol()?;
                self.value()?
            }
            other => return Err(format!("a value of the kind {:?}", char::from(other))),
        })
    }

    /// Reads a value with instance variables, such as a text with its encoding.
    fn with_variables(&mut self) -> Result<Datum, String> {
        let value = match self.rest.first() {
            Some(b':') => {
                self.byte()?;
                Datum::Symbol(self.symbol_after(b':')?)
            }
            _ => self.value()?,
        };
        let variables = self.variables()?;
        let is_text = variables.iter().any(|&(name, value)| {
            self.document.symbols[name] == "E" && matches!(value, Datum::Boolean(_))
        });
        if let Datum::Object(at) = value
            && let Object::String(_, text) = &mut self.document.objects[at]
        {
            *text = is_text;
        }
        Ok(value)
    }

    fn variables(&mut self) -> Result<Vec<(usize, Datum)>, String> {
        let length = self.length()?;
        let mut variables = Vec::with_capacity(length.min(RESERVED_MAX));
        for _ in 0..length {
            let name = self.symbol()?;
            variables.push((name, self.value()?));
        }
        Ok(variables)
    }

    fn symbol(&mut self) -> Result<usize, String> {
        let head = self.byte()?;
        if head != b'I' {
            return self.symbol_after(head);
        }
        let head = self.byte()?;
        let symbol = self.symbol_after(head)?;
        self.variables()?;
        Ok(symbol)
    }

    fn symbol_after(&mut self, head: u8) -> Result<usize, String> {
        match head {
            b':' => {
                let name = String::from_utf8_lossy(self.raw()?).into_owned();
                self.document.symbols.push(name);
                Ok(self.document.symbols.len() - 1)
            }
            b';' => {
                let at = usize::try_from(self.number()?).map_err(|_| "a negative number")?;
                match at < self.document.symbols.len() {
                    true => Ok(at),
                    false => Err("a link to no symbol".to_owned()),
                }
            }
            _ => Err("a symbol was expected".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Writer)) -> Document {
        let mut writer = Writer::default();
        write(&mut writer);
        Document::read(&writer.finish()).expect("a value")
    }

    #[test]
    fn numbers_are_as_ruby_writes_them() {
        let bytes = |value| {
            let mut writer = Writer::default();
            writer.integer(value);
            writer.finish()[2..].to_vec()
        };
        // Marshal.dump(n)
        assert_eq!(bytes(0), b"i\x00");
        assert_eq!(bytes(122), b"i\x7f");
        assert_eq!(bytes(123), b"i\x01\x7b");
        assert_eq!(bytes(-123), b"i\x80");
        assert_eq!(bytes(-124), b"i\xff\x84");
        assert_eq!(bytes(-256), b"i\xff\x00");
        assert_eq!(bytes(-257), b"i\xfe\xff\xfe");
        assert_eq!(bytes(65536), b"i\x03\x00\x00\x01");
        assert_eq!(bytes(1 << 30), b"l+\x07\x00\x00\x00\x40");
        assert_eq!(bytes(-(1 << 30)), b"i\xfc\x00\x00\x00\xc0");
    }

    #[test]
    fn links_mean_the_same_object_and_may_be_its_own() {
        // a = []; a << a; Marshal.dump([a, :x, :x])
        let bytes = b"\x04\x08[\x08[\x06@\x06:\x06x;\x00";
        let document = Document::read(bytes).expect("a value");
        assert_eq!(document.objects[1], Object::Array(vec![Datum::Object(1)]));
        assert_eq!(document.symbols, ["x"]);
    }

    #[test]
    fn what_ends_early_is_an_error() {
        let mut writer = Writer::default();
        writer.array(2);
        writer.string("é");
        writer.hash(1);
        writer.symbol("a");
        writer.float(1.5);
        let bytes = writer.finish();
        assert!(Document::read(&bytes).is_ok());
        for length in 0..bytes.len() {
            assert!(Document::read(&bytes[..length]).is_err());
        }
    }

    proptest::proptest! {
        #[test]
        fn integers_come_back(value: i64) {
            let document = written(|writer| writer.integer(value));
            let read = match document.object(document.root) {
                Some(Object::Big(negative, magnitude)) => {
                    let mut all = [0; 16];
                    all[..magnitude.len()].copy_from_slice(magnitude);
                    let magnitude = i128::from_le_bytes(all);
                    if *negative { -magnitude } else { magnitude }
                }
                _ => match document.root {
                    Datum::Integer(value) => i128::from(value),
                    other => panic!("{other:?}"),
                },
            };
            proptest::prop_assert_eq!(read, i128::from(value));
        }

        #[test]
        fn texts_come_back(text: String, bytes: Vec<u8>) {
            let document = written(|writer| {
                writer.array(2);
                writer.string(&text);
                writer.bytes(&bytes);
            });
            let [first, second] = *document.items(document.root) else {
                panic!("two items");
            };
            proptest::prop_assert_eq!(document.text(first), Some(text.as_str()));
            let second = document.object(second);
            proptest::prop_assert_eq!(second, Some(&Object::String(bytes, false)));
        }

        #[test]
        fn any_bytes_are_a_value_or_an_error(bytes: Vec<u8>) {
            let _ = Document::read(&[&[4, 8], &bytes[..]].concat());
        }
    }
}
