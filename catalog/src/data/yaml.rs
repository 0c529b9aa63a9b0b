//! Reads YAML files like Puppet: the first document, scalars of YAML 1.1, symbols but no other
//! objects, anchors and merge keys.
//!
//! The syntax and its error messages are libyaml's; this module determines the values.

use super::yaml_input::{Input, Problem, next_event};
use super::{Data, Pairs, ReadError, Rich};
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use libyaml_safer::{Encoding, EventData, Parser, ScalarStyle};
use rubycore::encoding;
use rubycore::psych::{Scalar, integer, read_plain, ruby_float};
use runtime::limits;
use runtime::platform::nil_lacks;
use std::io::BufReader;
use std::sync::Arc;

/// The maximum nesting; Ruby's stack overflows at about the same depth.
const DEPTH_MAX: usize = 600;
/// The maximum number of values, with each alias expanded.
const WEIGHT_MAX: u32 = 50_000_000;
/// libyaml checks the encoding of a text in chunks of this size, before it parses a chunk.
const CHUNK_BYTES: usize = 16384;
const STR_TAG: &str = "tag:yaml.org,2002:str";

/// Reads the first document of a YAML text; an empty text gives `undef`.
///
/// # Errors
/// Fails with Ruby's message, with `path` where Ruby names the file.
pub fn read_yaml(path: &str, text: &[u8]) -> Result<Data, ReadError> {
    let read = check_utf8(text).and_then(|()| Builder::default().read(text));
    read.map_err(|problem| said(path, problem))
}

/// Works like [`read_yaml`] on a file that Puppet itself has written: an object of Puppet's classes
/// becomes a mapping of its attributes, and a time or date becomes a text.
///
/// # Errors
/// Fails with Ruby's message, with `path` where Ruby names the file.
pub fn read_own_yaml(path: &str, text: &[u8]) -> Result<Data, ReadError> {
    let mut builder = Builder {
        is_own: true,
        ..Builder::default()
    };
    let read = check_utf8(text).and_then(|()| builder.read(text));
    read.map_err(|problem| said(path, problem))
}

/// Works like [`read_yaml`] with the settings that functions of modules use: with or without
/// aliases, and without a file name in errors about objects.
///
/// # Errors
/// Fails with Ruby's message.
pub fn load_yaml(text: &[u8], has_aliases: bool) -> Result<Data, ReadError> {
    let mut builder = Builder {
        is_plain: !has_aliases,
        ..Builder::default()
    };
    let read = check_utf8(text).and_then(|()| builder.read(text));
    read.map_err(|problem| said("<unknown>", problem))
}

/// Reads a text like Ruby's `YAML.safe_load` with permitted regular expressions. Each becomes a
/// [`Data::Rich`] with its index in the list of sources and options.
///
/// # Errors
/// Fails with Ruby's message.
pub fn load_yaml_with_regexps(
    text: &[u8],
    has_aliases: bool,
) -> Result<(Data, Vec<(String, String)>), ReadError> {
    let mut builder = Builder {
        is_plain: !has_aliases,
        regexps: Some(Vec::new()),
        ..Builder::default()
    };
    let read = check_utf8(text).and_then(|()| builder.read(text));
    let data = read.map_err(|problem| said("<unknown>", problem))?;
    Ok((data, builder.regexps.unwrap_or_default()))
}

fn said(path: &str, problem: Problem) -> ReadError {
    match problem {
        Problem::Located(text) => ReadError::Parse(format!("({path}): {text}")),
        Problem::Bare(text) => ReadError::Bare(text),
        Problem::Stack => ReadError::Stack,
    }
}

/// Rejects bytes that are not UTF-8 with libyaml's message, unless a control character comes first.
fn check_utf8(text: &[u8]) -> Result<(), Problem> {
    let Err(error) = std::str::from_utf8(text) else {
        return Ok(());
    };
    let (before, rest) = text.split_at(error.valid_up_to());
    if before
        .iter()
        .any(|byte| *byte < b' ' && !b"\t\n\r".contains(byte))
    {
        return Ok(());
    }
    let width = match rest[0] {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF7 => 4,
        _ => 0,
    };
    let trailing = rest
        .iter()
        .skip(1)
        .take_while(|byte| *byte & 0xC0 == 0x80)
        .count();
    let what = match rest.len() {
        _ if width == 0 => "invalid leading UTF-8 octet",
        len if width > len => "incomplete UTF-8 octet sequence",
        _ if trailing + 1 < width => "invalid trailing UTF-8 octet",
        _ if rest[0] < 0xC2 || matches!(rest, [0xE0, ..=0x9F, ..] | [0xF0, ..=0x8F, ..]) => {
            "invalid length of a UTF-8 sequence"
        }
        _ => "invalid Unicode character",
    };
    Err(Problem::Located(format!("{what} at line 1 column 1")))
}

/// The kind of a collection, which its tag determines.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Sequence,
    Mapping,
    /// A sequence of one-pair mappings that becomes a Hash.
    Omap,
    /// One of those mappings; only its first and last node count.
    OmapPair,
    /// A mapping whose `str` is the value.
    String,
    /// A mapping whose `elements` are the value.
    WithIvars,
}

/// The syntactic form of a node, which merging depends on.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Scalar,
    Sequence,
    Mapping,
    Alias,
}

/// A complete node.
struct Node {
    data: Data,
    form: Form,
    /// True if it is tagged `!!str`, so that `<<` is a plain text.
    str_tag: bool,
}

/// A collection that is being read.
struct Frame {
    kind: Kind,
    form: Form,
    anchor: Option<String>,
    items: Vec<Data>,
    pairs: Pairs,
    key: Option<Node>,
}

enum Anchor {
    Done(Data),
    /// A node that is still open, by its position on the stack.
    Open(usize),
}

#[derive(Default)]
struct Builder {
    stack: Vec<Frame>,
    anchors: HashMap<String, Anchor, FixedState>,
    /// The first error in the content; a later syntax error takes precedence.
    problem: Option<Problem>,
    /// True if a collection contains itself.
    is_cyclic: bool,
    /// True if aliases are forbidden.
    is_plain: bool,
    /// True if objects of Puppet's classes and times are permitted.
    is_own: bool,
    /// The sources and options of regular expressions, if they are permitted.
    regexps: Option<Vec<(String, String)>>,
}

impl Builder {
    fn read(&mut self, text: &[u8]) -> Result<Data, Problem> {
        let text = Input::new(text);
        let mut parser = Parser::new();
        parser.set_encoding(Encoding::Utf8);
        parser.set_input(BufReader::with_capacity(CHUNK_BYTES, &*text.bytes));
        let mut root = Data::Undef;
        loop {
            limits::time();
            let event = next_event(&mut parser)?.map_err(|error| text.problem(&error))?;
            let node = match event.data {
                EventData::StreamEnd | EventData::DocumentEnd { .. } => break,
                EventData::Scalar {
                    anchor,
                    tag,
                    value,
                    quoted_implicit,
                    style,
                    ..
                } => {
                    let block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                    let value = if block {
                        text.trim(value, event.end_mark.index)
                    } else {
                        value
                    };
                    let str_tag = tag.as_deref() == Some(STR_TAG);
                    let data = self.scalar(tag.as_deref(), value, quoted_implicit);
                    self.register(anchor, &data);
                    Node {
                        data,
                        form: Form::Scalar,
                        str_tag,
                    }
                }
                EventData::Alias { anchor } => Node {
                    data: self.alias(&anchor),
                    form: Form::Alias,
                    str_tag: false,
                },
                EventData::SequenceStart { anchor, tag, .. } => {
                    let kind = self.sequence_kind(tag.as_deref());
                    self.open(kind, Form::Sequence, anchor)?;
                    continue;
                }
                EventData::MappingStart { anchor, tag, .. } => {
                    let kind = self.mapping_kind(tag.as_deref());
                    self.open(kind, Form::Mapping, anchor)?;
                    continue;
                }
                EventData::SequenceEnd | EventData::MappingEnd => match self.close()? {
                    Some(node) => node,
                    None => continue,
                },
                EventData::StreamStart { .. } | EventData::DocumentStart { .. } => continue,
            };
            match self.stack.last_mut() {
                Some(frame) => frame.add(node, &mut self.problem),
                None => root = node.data,
            }
        }
        match self.problem.take() {
            Some(problem) => Err(problem),
            // reported late because Ruby detects it only when it walks the value
            None if self.is_cyclic => Err(Problem::Stack),
            None => Ok(root),
        }
    }

    fn fail(&mut self, problem: Problem) {
        self.problem.get_or_insert(problem);
    }

    fn refuse_class(&mut self, name: &str) {
        self.fail(match name {
            "Symbol" => Problem::Bare("allocator undefined for Symbol".to_owned()),
            _ => {
                let text = format!("Tried to load unspecified class: {name}");
                match self.is_plain {
                    true => Problem::Bare(text),
                    false => Problem::Located(text),
                }
            }
        });
    }

    fn register(&mut self, anchor: Option<String>, data: &Data) {
        if let Some(name) = anchor {
            self.anchors.insert(name, Anchor::Done(data.clone()));
        }
    }

    fn alias(&mut self, name: &str) -> Data {
        match self.anchors.get(name).filter(|_| !self.is_plain) {
            Some(Anchor::Done(data)) => data.clone(),
            Some(Anchor::Open(place)) => {
                // the only valid use of an open node merges its pairs so far
                let frame = &self.stack[*place];
                if frame.kind == Kind::Mapping && self.is_merging() {
                    return Data::hash(frame.pairs.clone());
                }
                self.is_cyclic = true;
                Data::Undef
            }
            None => {
                self.fail(Problem::Bare(format!("Unknown alias: {name}")));
                Data::Undef
            }
        }
    }

    /// Returns true if the next node is merged into a mapping, alone or in a sequence.
    fn is_merging(&self) -> bool {
        let has_merge_key = |frame: &Frame| frame.key.as_ref().is_some_and(Node::is_merge_key);
        match &self.stack[..] {
            [.., outer, last] if last.form == Form::Sequence => has_merge_key(outer),
            [.., last] => has_merge_key(last),
            [] => false,
        }
    }

    fn open(&mut self, kind: Kind, form: Form, anchor: Option<String>) -> Result<(), Problem> {
        if self.stack.len() >= DEPTH_MAX {
            return Err(Problem::Stack);
        }
        let kind = match self.stack.last() {
            Some(parent) if parent.kind == Kind::Omap => Kind::OmapPair,
            _ => kind,
        };
        if let Some(name) = &anchor {
            self.anchors
                .insert(name.clone(), Anchor::Open(self.stack.len()));
        }
        self.stack.push(Frame {
            kind,
            form,
            anchor,
            items: Vec::new(),
            pairs: Pairs::default(),
            key: None,
        });
        Ok(())
    }

    /// Ends the innermost collection; returns `None` if its content went directly into its parent.
    fn close(&mut self) -> Result<Option<Node>, Problem> {
        let Some(frame) = self.stack.pop() else {
            return Ok(None);
        };
        let form = frame.form;
        let str_without = frame.kind == Kind::String && !frame.pairs.is_empty();
        let data = match frame.kind {
            Kind::Sequence => Data::array(frame.items),
            Kind::Mapping | Kind::Omap => Data::hash(frame.pairs),
            Kind::String => match frame.pairs.get(&Data::string("str")) {
                Some(text) => text.clone(),
                None => {
                    if str_without {
                        self.fail(Problem::Bare(
                            "can't modify frozen NilClass: nil".to_owned(),
                        ));
                    }
                    Data::Undef
                }
            },
            Kind::WithIvars => match frame.pairs.get(&Data::string("elements")) {
                Some(elements @ Data::Hash(_)) => elements.clone(),
                _ => Data::hash(Pairs::default()),
            },
            Kind::OmapPair => {
                match (
                    frame.items.first(),
                    frame.items.last(),
                    self.stack.last_mut(),
                ) {
                    (Some(first), Some(last), Some(parent)) => {
                        parent.pairs.insert(first.clone(), last.clone());
                    }
                    _ => self.fail(Problem::Bare(nil_lacks("first"))),
                }
                return Ok(None);
            }
        };
        if data.weight() > WEIGHT_MAX {
            return Err(Problem::Bare(format!(
                "aliases that stand for more than {WEIGHT_MAX} values"
            )));
        }
        self.register(frame.anchor, &data);
        Ok(Some(Node {
            data,
            form,
            str_tag: false,
        }))
    }

    fn sequence_kind(&mut self, tag: Option<&str>) -> Kind {
        let Some(tag) = tag else {
            return Kind::Sequence;
        };
        if matches!(tag, "!omap" | "tag:yaml.org,2002:omap") {
            return Kind::Omap;
        }
        if let Some(name) = tag
            .strip_prefix("!seq:")
            .or(tag.strip_prefix("!ruby/array:"))
        {
            self.refuse_named(name);
        }
        Kind::Sequence
    }

    fn mapping_kind(&mut self, tag: Option<&str>) -> Kind {
        let Some(tag) = tag else { return Kind::Mapping };
        let named = |prefix: &str| {
            tag.strip_prefix(prefix)
                .map(|rest| rest.strip_prefix(':').unwrap_or(rest))
        };
        if let Some(name) = string_tag(tag) {
            if !name.is_empty() {
                self.refuse_class(name);
            }
            return Kind::String;
        }
        if let Some(name) = tag.strip_prefix("!ruby/array:") {
            self.refuse_named(name);
        }
        for (prefix, class) in [
            ("!ruby/struct", "Struct"),
            ("!ruby/exception", "Exception"),
            ("!ruby/object", "Object"),
        ] {
            match named(prefix) {
                Some("Hash") if class == "Object" => return Kind::Mapping,
                Some(name) if self.is_own && name.starts_with("Puppet::") => return Kind::Mapping,
                Some("") => self.refuse_class(class),
                Some(name) => self.refuse_class(name),
                None => {}
            }
        }
        if let Some(name) = tag.strip_prefix("!ruby/hash-with-ivars") {
            if let Some(name) = name.strip_prefix(':') {
                self.refuse_named(name);
            }
            return if name.is_empty() {
                Kind::WithIvars
            } else {
                Kind::Mapping
            };
        }
        if let Some(name) = tag
            .strip_prefix("!map:")
            .or(tag.strip_prefix("!ruby/hash:"))
        {
            self.refuse_named(name);
        }
        match tag {
            "!set" | "tag:yaml.org,2002:set" => self.refuse_class("Psych::Set"),
            "!omap" | "tag:yaml.org,2002:omap" => self.refuse_class("Psych::Omap"),
            "!ruby/range" => self.refuse_class("Range"),
            _ => {}
        }
        Kind::Mapping
    }

    /// Rejects a class that Ruby would instantiate immediately.
    fn refuse_named(&mut self, name: &str) {
        match name {
            "" => self.fail(Problem::Bare(nil_lacks("allocate"))),
            _ => self.refuse_class(name),
        }
    }

    fn scalar(&mut self, tag: Option<&str>, text: String, quoted: bool) -> Data {
        if quoted {
            return Data::String(Arc::from(text));
        }
        let Some(tag) = tag else {
            return self.plain(&text);
        };
        if let Some(name) = string_tag(tag) {
            if !name.is_empty() {
                self.refuse_class(name);
            }
            return Data::String(Arc::from(text));
        }
        if tag == "!ruby/encoding" {
            return self.encoding(&text);
        }
        if tag.starts_with("!ruby/sym") {
            return Data::Symbol(Arc::from(text));
        }
        let class = match tag {
            "!binary" | "tag:yaml.org,2002:binary" => return binary(&text),
            "!float" | "tag:yaml.org,2002:float" => return self.float(&text),
            "!ruby/class" | "!ruby/module" if text.is_empty() => return Data::Undef,
            "!ruby/class" | "!ruby/module" => &text,
            "!ruby/regexp" if self.regexps.is_some() => return self.regexp(&text),
            "!ruby/regexp" => "Regexp",
            "!ruby/range" => "Range",
            "!ruby/object:BigDecimal" => "BigDecimal",
            "!ruby/object:DateTime" => "DateTime",
            "!ruby/object:Complex" => "Complex",
            "!ruby/object:Rational" => "Rational",
            _ => return self.plain(&text),
        };
        self.refuse_class(class);
        Data::Undef
    }

    /// Parses a regular expression: `/source/options`.
    fn regexp(&mut self, text: &str) -> Data {
        let parts = text
            .strip_prefix('/')
            .and_then(|text| text.rsplit_once('/'));
        let known = parts.filter(|(_, options)| options.chars().all(|c| "mix".contains(c)));
        let (Some((source, options)), Some(list)) = (known, &mut self.regexps) else {
            self.refuse_class("Regexp");
            return Data::Undef;
        };
        list.push((source.to_owned(), options.to_owned()));
        Data::Rich(Rich {
            index: u32::try_from(list.len() - 1).unwrap_or(u32::MAX),
            lookup_value: false,
        })
    }

    fn plain(&mut self, text: &str) -> Data {
        match read_plain(text) {
            Ok(Scalar::Refused(_)) if self.is_own => return Data::string(text),
            Ok(Scalar::Refused(class)) => self.refuse_class(class),
            Ok(scalar) => return data(scalar),
            Err(text) => self.fail(Problem::Bare(text)),
        }
        Data::Undef
    }

    fn encoding(&mut self, text: &str) -> Data {
        if let Some(name) = encoding::named(text) {
            return Data::Encoding(Arc::from(name));
        }
        self.fail(Problem::Bare(format!("unknown encoding name - {text}")));
        Data::Undef
    }

    fn float(&mut self, text: &str) -> Data {
        let known = self.problem.is_some();
        let read = match self.plain(text) {
            Data::Float(value) => Ok(value),
            Data::Integer(value) => Ok(value as f64),
            Data::BigInteger(digits) => ruby_float(&digits),
            Data::String(text) => ruby_float(&text),
            Data::Boolean(value) => Err(format!("can't convert {value} into Float")),
            Data::Symbol(_) => Err("can't convert Symbol into Float".to_owned()),
            _ if !known && self.problem.is_some() => return Data::Undef,
            _ => Err("can't convert nil into Float".to_owned()),
        };
        match read {
            Ok(value) => Data::Float(value),
            Err(text) => {
                self.fail(Problem::Bare(text));
                Data::Undef
            }
        }
    }
}

impl Node {
    fn is_merge_key(&self) -> bool {
        !self.str_tag && self.data.as_str() == Some("<<")
    }
}

impl Frame {
    fn add(&mut self, node: Node, problem: &mut Option<Problem>) {
        match self.kind {
            Kind::Sequence | Kind::OmapPair => self.items.push(node.data),
            Kind::Omap => {
                let text = nil_lacks("first");
                problem.get_or_insert(Problem::Bare(text));
            }
            Kind::Mapping | Kind::String | Kind::WithIvars => match self.key.take() {
                None => self.key = Some(node),
                Some(key) if key.is_merge_key() && self.merge(&node) => {}
                Some(key) => {
                    self.pairs.insert(key.data, node.data);
                }
            },
        }
    }

    /// Merges the value of `<<`; returns false if the value cannot be merged.
    fn merge(&mut self, value: &Node) -> bool {
        match (value.form, &value.data) {
            (Form::Alias | Form::Mapping, Data::Hash(hash)) => self.take(hash),
            (Form::Sequence, Data::Array(items))
                if items.iter().all(|item| item.as_hash().is_some()) =>
            {
                let mut merged = Pairs::default();
                for hash in items.iter().rev().filter_map(Data::as_hash) {
                    merged.extend(hash.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
                self.take(&merged);
            }
            _ => return false,
        }
        true
    }

    fn take(&mut self, pairs: &Pairs) {
        self.pairs.extend(
            pairs
                .iter()
                .map(|(key, value)| (key.clone(), value.clone())),
        );
    }
}

/// Returns the class that a tag for texts names; empty for a plain String.
fn string_tag(tag: &str) -> Option<&str> {
    if tag == STR_TAG {
        return Some("");
    }
    let rest = tag
        .strip_prefix("!str")
        .or(tag.strip_prefix("!ruby/string"))?;
    if rest.is_empty() {
        Some("")
    } else {
        rest.strip_prefix(':')
    }
}

/// Decodes Base64 and skips all other characters; bytes that are not UTF-8 are read as Latin-1.
fn binary(text: &str) -> Data {
    let bytes = runtime::convert::lenient_base64(&text.replace('=', ""));
    match String::from_utf8(bytes) {
        Ok(text) => Data::String(Arc::from(text)),
        Err(error) => Data::string(
            &error
                .as_bytes()
                .iter()
                .map(|byte| char::from(*byte))
                .collect::<String>(),
        ),
    }
}

/// Parses an integer of any size, for the other readers.
pub(crate) fn decimal(text: &str) -> Data {
    let digits = text.trim_start_matches('-');
    data(integer(text.starts_with('-'), digits, 10))
}

/// Returns the value of a scalar; undef for a scalar that is refused.
fn data(scalar: Scalar<'_>) -> Data {
    match scalar {
        Scalar::Nil | Scalar::Refused(_) => Data::Undef,
        Scalar::Boolean(value) => Data::Boolean(value),
        Scalar::Integer(value) => Data::Integer(value),
        Scalar::BigInteger(digits) => Data::BigInteger(Arc::from(digits)),
        Scalar::Float(value) => Data::Float(value),
        Scalar::Text(text) => Data::string(text),
        Scalar::Symbol(name) => Data::Symbol(Arc::from(name)),
    }
}
