//! Writes rich data: values as JSON, in the forms of catalogs and of the conformance protocol.

mod object;

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use rubycore::regexp::text::plain;
use runtime::answer_cache::AnswerCache;
use runtime::limits::{self, Exceeded};
use runtime::text;
use runtime::types::object::Platform;
use runtime::types::{self, CallableType, Size, Type};
use runtime::value::{Hash, Value, Whole};

use crate::json::Writer;

/// The JSON form of rich data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The form of Puppet's catalogs: types as their components.
    Catalog,
    /// The form of a store of exported resources, which is that of catalogs.
    Stored,
    /// The form of functions that write literals: like catalogs, but an `Error` is a normal object.
    Literals,
    /// The form of the protocol: types as texts.
    Protocol,
}

/// A reason why a value cannot be represented.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It is a lambda, an iterator or similar.
    NoForm,
    /// It is nested too deeply.
    TooDeep,
    /// It is a type alias that refers to itself; holds the place of its resource.
    Endless(String),
    /// Writing it exceeded a limit.
    Exceeded(Exceeded),
}

impl Problem {
    /// Adds the place of the resource to the problem.
    pub fn at(self, place: &str) -> Problem {
        match self {
            Problem::Endless(_) => Problem::Endless(place.to_owned()),
            other => other,
        }
    }
}

/// Finds the first object in a value that only Ruby has; returns the path to it and the warning
/// about it.
pub fn foreign(value: Value<'_>) -> Option<(String, String)> {
    let mut budget = QUICK_LOOKS;
    if has_no_object(value, &mut budget) {
        return None;
    }
    foreign_within(value, &AnswerCache::default())
}

/// The number of parts that are looked at before the search remembers where it has been.
const QUICK_LOOKS: usize = 64;

/// Returns true if a value certainly holds no object.
fn has_no_object(value: Value<'_>, budget: &mut usize) -> bool {
    let Some(left) = budget.checked_sub(1) else {
        return false;
    };
    *budget = left;
    match value {
        Value::Object(_) => false,
        Value::Array(items) => items.iter().all(|item| has_no_object(item, budget)),
        Value::Hash(hash) => hash.values().all(|item| has_no_object(item, budget)),
        Value::Sensitive(clear) => has_no_object(*clear, budget),
        _ => true,
    }
}

/// Works like [`foreign`], but skips parts in `known`, which have been searched already.
fn foreign_within(value: Value<'_>, known: &AnswerCache<usize, ()>) -> Option<(String, String)> {
    limits::stack();
    if value.address() != 0 && !known.is_new(value.address()) {
        return None;
    }
    match value {
        Value::Object(object) => match object.platform() {
            Some(Platform::Foreign(class, shown)) => {
                let article = match class.starts_with(['A', 'E', 'I', 'O', 'U']) {
                    true => "an",
                    false => "a",
                };
                let said = format!(
                    "contains {article} {class} value. It will be converted to the String '{shown}'"
                );
                Some((String::new(), said))
            }
            _ => None,
        },
        Value::Array(items) => {
            let mut items = items.iter().enumerate();
            items.find_map(|(at, item)| {
                foreign_within(item, known).map(|(path, said)| (format!("[{at}]{path}"), said))
            })
        }
        Value::Hash(hash) => {
            let mut entries = hash.iter();
            entries.find_map(|(key, item)| {
                foreign_within(item, known)
                    .map(|(path, said)| (format!("[{}]{path}", text::literal(key)), said))
            })
        }
        Value::Sensitive(clear) => foreign_within(*clear, known),
        _ => None,
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Problem::Endless(place) = self {
            return write!(
                f,
                "Evaluation Error: Endless recursion detected when attempting to serialize value of \
                 class Puppet::Pops::Types::PTypeAliasType{place}"
            );
        }
        f.write_str("the catalog cannot be written")?;
        match self {
            Problem::NoForm | Problem::TooDeep | Problem::Endless(_) => Ok(()),
            Problem::Exceeded(exceeded) => write!(f, ": {}", exceeded.error().message),
        }
    }
}

const DEPTH_MAX: u32 = 2000;

/// Writes a value.
///
/// # Errors
/// Fails if the value, or a part of it, cannot be represented; the document is then incomplete.
pub fn write(json: &mut Writer<'_>, value: Value<'_>, form: Form) -> Result<(), Problem> {
    json.value(|json| {
        let mut rich = Rich {
            json,
            form,
            depth: 0,
            aliases: Vec::new(),
            in_object: false,
        };
        rich.value(value)
    })
}

/// Returns true if a hash is written as a JSON object.
fn is_object(hash: &Hash<'_>, form: Form) -> bool {
    hash.keys().all(|key| match key {
        Value::String(key) => key.as_str() != "__ptype",
        Value::Type(ty) => form != Form::Protocol && ty.is_resource_object(),
        _ => false,
    })
}

struct Rich<'w, 's> {
    json: &'w mut Writer<'s>,
    form: Form,
    depth: u32,
    /// The names of the enclosing aliases.
    aliases: Vec<String>,
    /// True if the value is an attribute of an object in the protocol.
    in_object: bool,
}

impl Rich<'_, '_> {
    fn tagged(&mut self, ty: &str, text: &str) {
        self.json.open_object();
        self.json.entry("__ptype", ty);
        self.json.entry("__pvalue", text);
        self.json.close_object();
    }

    fn value(&mut self, value: Value<'_>) -> Result<(), Problem> {
        if self.depth > DEPTH_MAX {
            return Err(Problem::TooDeep);
        }
        self.depth += 1;
        let result = self.nested(value);
        self.depth -= 1;
        result
    }

    // Long because there is an arm for each kind of value.
    fn nested(&mut self, value: Value<'_>) -> Result<(), Problem> {
        match value {
            Value::Undef => self.json.word("null"),
            Value::Boolean(true) => self.json.word("true"),
            Value::Boolean(false) => self.json.word("false"),
            Value::Integer(number) => self.json.integer(number),
            Value::BigInteger(number) => self.json.word(&number.to_string()),
            Value::Float(number) if number.is_finite() => self.json.float(number),
            Value::Float(_) => self.tagged("Float", &text::interpolated(value)),
            Value::String(text) => match text.raw() {
                None => self.json.string(text.as_str()),
                Some(bytes) => match self.form {
                    Form::Protocol => self.json.string(&String::from_utf8_lossy(&bytes)),
                    Form::Catalog | Form::Stored | Form::Literals => {
                        self.tagged("Binary", &BASE64.encode(bytes));
                    }
                },
            },
            Value::Array(items) => {
                self.json.open_array();
                items.iter().try_for_each(|item| self.value(item))?;
                self.json.close_array();
            }
            Value::Hash(hash) => self.hash(hash)?,
            Value::Default => {
                self.json.open_object();
                self.json.entry("__ptype", "Default");
                self.json.close_object();
            }
            Value::Sensitive(clear) => {
                self.json.open_object();
                self.json.entry("__ptype", "Sensitive");
                self.json.key("__pvalue");
                self.value(*clear)?;
                self.json.close_object();
            }
            Value::Regexp(regexp) => self.tagged("Regexp", &plain(regexp.source())),
            Value::Type(ty) => self.type_value(ty)?,
            Value::Binary(binary) => self.tagged("Binary", &BASE64.encode(binary.bytes)),
            Value::SemVer(_) => self.tagged("SemVer", &text::interpolated(value)),
            Value::SemVerRange(_) => self.tagged("SemVerRange", &text::interpolated(value)),
            Value::Timespan(_) => self.tagged("Timespan", &text::interpolated(value)),
            Value::Timestamp(_) => self.tagged("Timestamp", &text::interpolated(value)),
            Value::Uri(_) => self.tagged("URI", &text::interpolated(value)),
            Value::Object(object) if object.platform().is_some() => {
                self.json.string(&text::interpolated(value));
            }
            // an object that Ruby implements
            Value::Object(object)
                if object.ty.name == Some("Error")
                    && !self.in_object
                    && self.form != Form::Literals =>
            {
                return Err(match self.form {
                    Form::Protocol => Problem::NoForm,
                    _ => Problem::TooDeep,
                });
            }
            Value::Object(object) => {
                self.json.open_object();
                self.json.entry("__ptype", object.ty.shown_name());
                // the attributes of an object have the catalog form in the protocol as well
                let (form, in_object) = (self.form, self.in_object);
                if form == Form::Protocol {
                    (self.form, self.in_object) = (Form::Catalog, true);
                }
                for (name, value) in object.arguments() {
                    self.json.key(name);
                    self.value(value)?;
                }
                (self.form, self.in_object) = (form, in_object);
                self.json.close_object();
            }
            Value::Callable(_) | Value::Iterator(_) => return Err(Problem::NoForm),
        }
        Ok(())
    }

    fn hash(&mut self, hash: &Hash<'_>) -> Result<(), Problem> {
        self.json.open_object();
        if is_object(hash, self.form) {
            for (key, value) in hash.iter() {
                match key {
                    Value::Type(ty) => self.json.key(&reference(ty).unwrap_or_default()),
                    _ => self.json.key(key.as_str().unwrap_or_default()),
                }
                self.value(value)?;
            }
        } else {
            self.json.entry("__ptype", "Hash");
            self.json.key("__pvalue");
            self.json.open_array();
            for (key, value) in hash.iter() {
                self.value(key)?;
                self.value(value)?;
            }
            self.json.close_array();
        }
        self.json.close_object();
        Ok(())
    }

    fn type_value(&mut self, ty: &Type<'_>) -> Result<(), Problem> {
        if self.form == Form::Protocol {
            // a resource or a collector, which are Ruby objects
            if ty.is_resource_object() || ty.collector().is_some() {
                return Err(Problem::NoForm);
            }
            self.tagged("Type", &ty.to_string());
            return Ok(());
        }
        // a reference in an attribute is a resource; in an object it is a type
        match ty {
            Type::Resource {
                type_name: Some(name),
                title,
                is_object: true,
                ..
            } => {
                let title = title.unwrap_or_default();
                self.json.reference(name, title);
            }
            _ => self.pcore(ty)?,
        }
        Ok(())
    }

    fn part(&mut self, name: &str, ty: &Type<'_>) -> Result<(), Problem> {
        self.json.key(name);
        self.value(Value::Type(ty))
    }

    fn size(&mut self, name: &str, size: Option<Size>) {
        if let Some(size) = size {
            self.json.key(name);
            self.json.open_object();
            self.json.entry("__ptype", "Pcore::IntegerType");
            self.json.key("from");
            self.json.integer(size.from);
            if let Some(to) = size.to {
                self.json.key("to");
                self.json.integer(to);
            }
            self.json.close_object();
        }
    }

    fn optional(&mut self, name: &str, ty: Option<&Type<'_>>) -> Result<(), Problem> {
        match ty {
            Some(ty) => self.part(name, ty),
            None => Ok(()),
        }
    }

    fn list(&mut self, name: &str, types: &[&Type<'_>]) -> Result<(), Problem> {
        self.json.key(name);
        self.json.open_array();
        types
            .iter()
            .try_for_each(|ty| self.value(Value::Type(ty)))?;
        self.json.close_array();
        Ok(())
    }

    fn bounds(
        &mut self,
        min: Option<Value<'_>>,
        max: Option<Value<'_>>,
        open_start: bool,
    ) -> Result<(), Problem> {
        match min {
            Some(min) => {
                self.json.key("from");
                self.value(min)?;
            }
            None if max.is_some() && open_start => {
                self.json.key("from");
                self.json.word("null");
            }
            None => {}
        }
        if let Some(max) = max {
            self.json.key("to");
            self.value(max)?;
        }
        Ok(())
    }

    fn alias(&mut self, name: &str, resolved: Option<&Type<'_>>) -> Result<(), Problem> {
        if self.aliases.iter().any(|other| other == name) {
            return Err(Problem::Endless(String::new()));
        }
        self.json.entry("name", name);
        self.json.key("type_expr");
        self.json.word("null");
        self.aliases.push(name.to_owned());
        self.optional("resolved_type", resolved)?;
        self.aliases.pop();
        Ok(())
    }

    /// Writes a type by its components, without those that have their default value.
    fn pcore(&mut self, ty: &Type<'_>) -> Result<(), Problem> {
        self.json.open_object();
        let name = match ty {
            Type::StringValue(_) => "String",
            Type::Alias(_) | Type::RichDataKey => "TypeAlias",
            // Puppet truncates the name in the same way
            Type::ObjectExtension(_) => "ObjectTypeExten",
            ty => types::format::simple_name(ty),
        };
        self.json.entry("__ptype", &format!("Pcore::{name}Type"));
        self.parts(ty)?;
        self.json.close_object();
        Ok(())
    }

    // Long because there is an arm for each type.
    fn parts(&mut self, ty: &Type<'_>) -> Result<(), Problem> {
        match ty {
            Type::Integer { min, max } => {
                self.bounds(min.map(Value::Integer), max.map(Value::Integer), true)?
            }
            Type::WideInteger { min, max } => {
                self.bounds(min.map(Whole::value), max.map(Whole::value), true)?
            }
            Type::Float { min, max } => {
                self.bounds(min.map(Value::Float), max.map(Value::Float), true)?
            }
            Type::Timespan { min, max } => {
                let span = |nanos: i128| rubycore::time::Timespan { nanos };
                let (min, max) = (
                    min.map(|min| span(min.nanos.get())),
                    max.map(|max| span(max.nanos.get())),
                );
                self.bounds(
                    min.as_ref().map(Value::Timespan),
                    max.as_ref().map(Value::Timespan),
                    false,
                )?;
            }
            Type::Timestamp { min, max } => {
                let time =
                    |nanos: runtime::types::Nanos| rubycore::time::Timestamp { nanos: nanos.get() };
                let (min, max) = (min.map(time), max.map(time));
                self.bounds(
                    min.as_ref().map(Value::Timestamp),
                    max.as_ref().map(Value::Timestamp),
                    false,
                )?;
            }
            Type::String(size) => self.size("size_type_or_value", *size),
            Type::StringValue(text) => self.json.entry("size_type_or_value", text),
            Type::Enum {
                values,
                case_insensitive,
            } => {
                self.json.texts("values", values.iter().copied());
                if *case_insensitive {
                    self.json.key("case_insensitive");
                    self.json.word("true");
                }
            }
            Type::Pattern(patterns) => {
                self.json.key("patterns");
                self.json.open_array();
                for pattern in *patterns {
                    self.pcore(&Type::Regexp(Some(pattern)))?;
                }
                self.json.close_array();
            }
            Type::Regexp(Some(regexp)) => self.json.entry("pattern", regexp.source()),
            Type::SemVer(ranges) if !ranges.is_empty() => {
                self.json.key("ranges");
                self.json.open_array();
                ranges
                    .iter()
                    .try_for_each(|range| self.value(Value::SemVerRange(range)))?;
                self.json.close_array();
            }
            Type::Uri(Some(parameters)) => {
                self.json.key("parameters");
                self.value(*parameters)?;
            }
            Type::Collection(size) => self.size("size_type", *size),
            Type::Array { element, size } => {
                if size.is_some() || !matches!(element, Type::Any) {
                    self.part("element_type", element)?;
                }
                self.size("size_type", *size);
            }
            Type::Hash { key, value, size } => {
                if size.is_some() || !matches!((key, value), (Type::Any, Type::Any)) {
                    self.part("key_type", key)?;
                    self.part("value_type", value)?;
                }
                self.size("size_type", *size);
            }
            Type::Tuple { types, size } => {
                self.list("types", types)?;
                self.size("size_type", *size);
            }
            Type::Struct(elements) => self.elements(elements)?,
            Type::Variant(types) => self.list("types", types)?,
            Type::Iterable(ty)
            | Type::Iterator(ty)
            | Type::Optional(ty)
            | Type::NotUndef(ty)
            | Type::Type(ty) => {
                self.optional("type", *ty)?;
            }
            Type::Callable(callable) => self.callable(*callable)?,
            Type::Init { ty, arguments } => {
                self.optional("type", *ty)?;
                if !arguments.is_empty() {
                    self.json.key("init_args");
                    self.json.open_array();
                    arguments
                        .iter()
                        .try_for_each(|argument| self.value(*argument))?;
                    self.json.close_array();
                }
            }
            Type::Runtime { runtime, name, .. } => {
                runtime
                    .iter()
                    .for_each(|runtime| self.json.entry("runtime", runtime));
                name.iter()
                    .for_each(|name| self.json.entry("name_or_pattern", name));
            }
            Type::Alias(alias) => self.alias(alias.name, alias.resolved.get())?,
            Type::Data => return Err(Problem::Endless(String::new())),
            Type::RichDataKey => {
                let types = [&Type::String(None), &Type::Numeric];
                self.alias("RichDataKey", Some(&Type::Variant(&types)))?;
            }
            Type::Object(object) => {
                self.object_type(object)?;
            }
            Type::ObjectExtension(extension) => self.object_extension(extension)?,
            Type::TypeReference(text) => self.json.entry("type_string", text),
            Type::Resource {
                type_name, title, ..
            } => {
                type_name
                    .iter()
                    .for_each(|name| self.json.entry("type_name", name));
                title
                    .iter()
                    .for_each(|title| self.json.entry("title", title));
            }
            Type::Class(Some(name)) => self.json.entry("class_name", name),
            _ => {}
        }
        Ok(())
    }

    fn elements(&mut self, elements: &[types::StructElement<'_>]) -> Result<(), Problem> {
        self.json.key("elements");
        self.json.open_array();
        for element in elements {
            self.json.open_object();
            self.json.entry("__ptype", "Pcore::StructElement");
            let key = Type::StringValue(element.name);
            match element.optional {
                true => self.part("key_type", &Type::Optional(Some(&key)))?,
                false => self.part("key_type", &key)?,
            }
            self.part("value_type", element.value)?;
            self.json.close_object();
        }
        self.json.close_array();
        Ok(())
    }

    fn callable(&mut self, callable: Option<&CallableType<'_>>) -> Result<(), Problem> {
        self.json.key("param_types");
        match callable {
            None => self.json.word("null"),
            Some(callable) => {
                let types = Type::Tuple {
                    types: callable.parameters,
                    size: callable.size,
                };
                self.value(Value::Type(&types))?;
            }
        }
        for (name, ty) in [
            ("block_type", callable.and_then(|callable| callable.block)),
            (
                "return_type",
                callable.and_then(|callable| callable.returns),
            ),
        ] {
            self.json.key(name);
            match ty {
                Some(ty) => self.value(Value::Type(ty))?,
                None => self.json.word("null"),
            }
        }
        Ok(())
    }
}

/// Formats a reference to a resource or class like a catalog: `File[/a]`, `Class[A::B]`.
pub fn reference(ty: &Type<'_>) -> Option<String> {
    match ty {
        Type::Resource {
            type_name: Some("Class"),
            title: Some(name),
            is_object: false,
            ..
        } => Some(["Class[", &types::capitalized(name), "]"].concat()),
        Type::Resource {
            type_name: Some(ty),
            title,
            ..
        } => Some([ty, "[", title.unwrap_or_default(), "]"].concat()),
        Type::Class(Some(name)) => Some(["Class[", &types::capitalized(name), "]"].concat()),
        _ => None,
    }
}
