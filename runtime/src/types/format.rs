//! Formats types as text.
//!
//! There are two forms: [`write()`] names aliases and Object types; [`write_expanded`] shows their
//! targets (`Port = Integer[1, 65535]`), as for a type by itself and in most error messages. An
//! alias that is already being expanded is only named, and so are aliases after it in the same
//! expansion. The recursion depth is that of the type.

use std::borrow::Cow;
use std::fmt;
use std::fmt::Write as _;

use frontend::name::Set;

use super::object::TypeSet;
use super::{CallableType, Nanos, Size, SpanBound, StructElement, Type, TypeRef};
use crate::limits;
use crate::text;
use crate::value::Value;
use rubycore::time::SECOND;
use rubycore::time::{Timespan, Timestamp};
use rubycore::{float, regexp};

impl fmt::Display for Type<'_> {
    /// Writes the type like `"${type}"`: a named type by itself is expanded.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        limits::stack();
        f.write_str(&match self {
            Type::Alias(_) | Type::Object(_) | Type::TypeSet(_) => expanded(self),
            _ => named(self),
        })
    }
}

/// Returns the text with aliases and Object types by name.
pub fn named(ty: TypeRef<'_>) -> String {
    let mut out = String::new();
    write(ty, &mut out);
    out
}

/// Returns the text with aliases and Object types expanded.
pub fn expanded(ty: TypeRef<'_>) -> String {
    let mut out = String::new();
    write_expanded(ty, &mut out);
    out
}

/// Returns the text of a type without the names of aliases; `None` for a recursive alias, or one
/// that is not resolved yet.
pub fn without_aliases(ty: TypeRef<'_>) -> Option<String> {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out, false);
    writer.replace = true;
    writer.ty(ty);
    let is_whole = !writer.met_open;
    is_whole.then_some(out)
}

/// Writes [`named`].
pub fn write(ty: TypeRef<'_>, out: &mut String) {
    Writer::new(out, false).ty(ty);
}

/// Writes [`expanded`].
fn write_expanded(ty: TypeRef<'_>, out: &mut String) {
    Writer::new(out, true).ty(ty);
}

/// Returns the name alone: `Integer`, `Port`, `File`.
pub fn name(ty: TypeRef<'_>) -> String {
    use super::Type::*;
    match ty {
        Alias(alias) => alias.name.to_owned(),
        Object(object) => object.name.unwrap_or("Object").to_owned(),
        ObjectExtension(extension) => extension.base.shown_name().to_owned(),
        Resource {
            type_name: Some(name),
            ..
        } => (*name).to_owned(),
        _ => simple_name(ty).to_owned(),
    }
}

/// Returns the name of the kind of type.
pub fn simple_name(ty: TypeRef<'_>) -> &'static str {
    use super::Type::*;
    match ty {
        Any => "Any",
        Unit => "Unit",
        Undef => "Undef",
        Default => "Default",
        Scalar => "Scalar",
        ScalarData => "ScalarData",
        Data => "Data",
        RichData => "RichData",
        RichDataKey => "RichDataKey",
        Numeric => "Numeric",
        CatalogEntry => "CatalogEntry",
        Binary => "Binary",
        SemVerRange => "SemVerRange",
        Boolean(_) => "Boolean",
        Integer { .. } | WideInteger { .. } => "Integer",
        Float { .. } => "Float",
        String(_) | StringValue(_) => "String",
        Enum { .. } => "Enum",
        Pattern(_) => "Pattern",
        Regexp(_) => "Regexp",
        SemVer(_) => "SemVer",
        Timespan { .. } => "Timespan",
        Timestamp { .. } => "Timestamp",
        Uri(_) => "URI",
        Collection(_) => "Collection",
        Array { .. } => "Array",
        Hash { .. } => "Hash",
        Tuple { .. } => "Tuple",
        Struct(_) => "Struct",
        Iterable(_) => "Iterable",
        Iterator(_) => "Iterator",
        Variant(_) => "Variant",
        Optional(_) => "Optional",
        NotUndef(_) => "NotUndef",
        Sensitive(_) => "Sensitive",
        Type(_) => "Type",
        Callable(_) => "Callable",
        Init { .. } => "Init",
        Runtime { .. } => "Runtime",
        Object(_) | ObjectExtension(_) => "Object",
        TypeSet(_) => "TypeSet",
        TypeReference(_) => "TypeReference",
        Alias(_) => "TypeAlias",
        Resource { .. } => "Resource",
        Class(_) => "Class",
    }
}

/// The number of aliases that are written within each other. Deeper ones are written by name only.
const ALIASES_MAX: usize = 500;

/// Writes types; `open` holds the aliases that are being expanded.
pub(super) struct Writer<'a, 'h> {
    pub(super) out: &'a mut String,
    /// The offset in `out` at which the text begins.
    start: usize,
    pub(super) expand: bool,
    /// True if an alias is written as its target, without its name.
    replace: bool,
    open: Set<&'h str>,
    /// True if an open alias occurred inside of itself since the last one was opened.
    met_open: bool,
    /// The number of enclosing aliases whose targets are being written.
    inside: usize,
    /// The set whose types are being written. Its types have no names there; types of other sets
    /// that it refers to have the names that the set gives to them.
    pub(super) set: Option<&'h TypeSet<'h>>,
    /// True if a set inside a set has been written: aliases have their whole names after it.
    pub(super) past_set: bool,
}

impl<'a, 'h> Writer<'a, 'h> {
    fn new(out: &'a mut String, expand: bool) -> Writer<'a, 'h> {
        Writer {
            start: out.len(),
            out,
            expand,
            replace: false,
            open: Set::default(),
            met_open: false,
            inside: 0,
            set: None,
            past_set: false,
        }
    }

    /// Opens a parameter list or separates from the parameter before.
    fn next(&mut self, first: &mut bool) {
        self.out.push_str(if *first { "[" } else { ", " });
        *first = false;
    }

    fn close(&mut self, first: bool) {
        if !first {
            self.out.push(']');
        }
    }

    fn types(&mut self, types: &[TypeRef<'h>], first: &mut bool) {
        for ty in types {
            self.next(first);
            self.ty(ty);
        }
    }

    fn bound<T>(&mut self, bound: Option<T>, first: &mut bool, show: impl FnOnce(T, &mut String)) {
        self.next(first);
        match bound {
            Some(bound) => show(bound, self.out),
            None => self.out.push_str("default"),
        }
    }

    fn range<T>(&mut self, min: Option<T>, max: Option<T>, show: impl Fn(T, &mut String)) {
        let mut first = true;
        if min.is_some() || max.is_some() {
            self.bound(min, &mut first, &show);
        }
        if max.is_some() {
            self.bound(max, &mut first, &show);
        }
        self.close(first);
    }

    fn size(&mut self, size: Option<Size>, first: &mut bool) {
        let Some(size) = size else { return };
        self.next(first);
        self.out.push_str(&size.from.to_string());
        if let Some(to) = size.to {
            self.next(first);
            self.out.push_str(&to.to_string());
        }
    }

    fn strings(&mut self, strings: &[&str], first: &mut bool) {
        for string in strings {
            self.next(first);
            text::quoted(string, self.out);
        }
    }

    fn values(&mut self, values: &[Value<'h>], first: &mut bool) {
        for &value in values {
            self.next(first);
            text::write_parameter(value, self.out);
        }
    }

    fn optional(&mut self, ty: Option<TypeRef<'h>>) {
        let Some(ty) = ty else { return };
        self.out.push('[');
        self.ty_or_string(ty);
        self.out.push(']');
    }

    /// Writes a type; in `Optional['a']` and `NotUndef['a']` the type of one string is written as
    /// the string.
    fn ty_or_string(&mut self, ty: TypeRef<'h>) {
        match ty {
            Type::StringValue(s) => text::quoted(s, self.out),
            _ => self.ty(ty),
        }
    }

    /// Writes a type inside the definition of an Object type by name.
    pub(super) fn nested(&mut self, ty: TypeRef<'h>) {
        let expand = std::mem::replace(&mut self.expand, false);
        self.ty(ty);
        self.expand = expand;
    }

    // Long because there is an arm for each type.
    pub(super) fn ty(&mut self, ty: TypeRef<'h>) {
        limits::shown(self.out.len() - self.start);
        use super::Type::*;
        match ty {
            Alias(alias) if self.replace => return self.replaced(alias),
            Alias(alias) => {
                return match alias.own() {
                    Some(own) => self.ty(own),
                    None => self.alias(alias),
                };
            }
            Object(object) if !self.expand => {
                let label = object.label();
                let shown = self.in_set(label).unwrap_or(Cow::Borrowed(label));
                return self.out.push_str(&shown);
            }
            ObjectExtension(extension) => {
                return self.out.push_str(&extension.text());
            }
            Object(object) if self.open.contains(object.label()) => {
                return self.out.push_str(object.label());
            }
            Object(object) => {
                self.open.insert(object.label());
                object.write(self);
                self.open.remove(object.label());
                return;
            }
            TypeSet(set) => return set.write(self),
            Resource {
                type_name: Some(name),
                title,
                is_object,
                given,
            } => {
                self.out.push_str(name);
                if let Some(title) = title {
                    self.out.push('[');
                    match (is_object, given) {
                        (true, _) => self.out.push_str(title),
                        (false, None) => text::quoted(title, self.out),
                        (false, Some(given)) => text::write_parameter(**given, self.out),
                    }
                    self.out.push(']');
                }
                return;
            }
            _ => self.out.push_str(simple_name(ty)),
        }
        let first = &mut true;
        match ty {
            Boolean(Some(value)) => self.bound(Some(value), first, |b, out| {
                out.push_str(if *b { "true" } else { "false" })
            }),
            Integer { min, max } => {
                return self.range(*min, *max, |n, out| out.push_str(&n.to_string()));
            }
            WideInteger { min, max } => {
                return self.range(*min, *max, |n, out| out.push_str(&n.to_string()));
            }
            // infinite bounds are not written
            Float { min, max } => {
                let min = min.filter(|&min| min != f64::NEG_INFINITY);
                let max = max.filter(|&max| max != f64::INFINITY);
                return self.range(min, max, float::write);
            }
            // one moment shows as if it were the start of a range
            Timespan { min, max } if min == max => return self.range(*min, None, timespan),
            Timestamp { min, max } if min == max => return self.range(*min, None, timestamp),
            Timespan { min, max } => return self.range(*min, *max, timespan),
            Timestamp { min, max } => return self.range(*min, *max, timestamp),
            String(size) | Collection(size) => self.size(*size, first),
            Enum {
                values,
                case_insensitive,
            } => {
                self.strings(values, first);
                if *case_insensitive {
                    self.next(first);
                    self.out.push_str("true");
                }
            }
            Pattern(patterns) => {
                for pattern in *patterns {
                    pattern.must_be_one();
                    self.next(first);
                    regexp::text::write_literal(pattern.source(), self.out);
                }
            }
            Regexp(Some(regexp)) => {
                regexp.must_be_one();
                self.next(first);
                regexp::text::write_literal(regexp.source(), self.out);
            }
            SemVer(ranges) => {
                for range in *ranges {
                    self.next(first);
                    let _ = write!(self.out, "'{}'", range.source);
                }
            }
            Uri(Some(value)) => self.values(&[*value], first),
            Array { element, size } => self.array(element, *size, first),
            Hash { key, value, size } => self.hash(key, value, *size, first),
            Tuple { types, size } => {
                self.types(types, first);
                self.size(*size, first);
            }
            Struct(elements) if !elements.is_empty() => {
                self.next(first);
                self.elements(elements);
            }
            Variant(types) => self.types(types, first),
            Optional(ty) | NotUndef(ty) => self.optional(*ty),
            Iterable(Some(ty)) | Iterator(Some(ty)) | Type(Some(ty)) => {
                self.types(&[ty], first);
            }
            Sensitive(Some(ty)) if !matches!(ty, Any) => self.types(&[ty], first),
            Callable(Some(callable)) => self.callable(callable, first),
            Init { ty, arguments } => {
                if let Some(ty) = ty {
                    self.types(&[ty], first);
                }
                self.values(arguments, first);
            }
            Runtime {
                runtime,
                name,
                pattern,
            } => {
                if let Some(runtime) = runtime {
                    self.next(first);
                    self.out.push_str(runtime);
                }
                if let Some(name) = name {
                    self.next(first);
                    match pattern {
                        Some(pattern) => {
                            self.out.push('[');
                            regexp::text::write_literal(pattern.source(), self.out);
                            self.out.push_str(", ");
                            text::quoted(name, self.out);
                            self.out.push(']');
                        }
                        None => text::quoted(name, self.out),
                    }
                }
            }
            TypeReference(text) => self.strings(&[text], first),
            Class(Some(name)) => {
                self.next(first);
                self.out.push_str(name);
            }
            _ => {}
        }
        self.close(*first);
    }

    fn array(&mut self, element: TypeRef<'h>, size: Option<Size>, first: &mut bool) {
        let empty = size == Some(Size::exactly(0));
        if !empty && (size.is_some() || !matches!(element, Type::Any)) {
            self.types(&[element], first);
        }
        self.size(size, first);
    }

    fn hash(&mut self, key: TypeRef<'h>, value: TypeRef<'h>, size: Option<Size>, first: &mut bool) {
        let empty = size == Some(Size::exactly(0));
        let plain = matches!((key, value), (Type::Any, Type::Any));
        if !empty && (size.is_some() || !plain) {
            self.types(&[key, value], first);
        }
        self.size(size, first);
    }

    pub(super) fn elements(&mut self, elements: &[StructElement<'h>]) {
        self.out.push('{');
        for (at, element) in elements.iter().enumerate() {
            if at > 0 {
                self.out.push_str(", ");
            }
            let undef = super::assignable(element.value, &Type::Undef);
            let wrapper = match (element.optional, undef) {
                (true, false) => "Optional[",
                (false, true) => "NotUndef[",
                _ => "",
            };
            self.out.push_str(wrapper);
            text::quoted(element.name, self.out);
            if !wrapper.is_empty() {
                self.out.push(']');
            }
            self.out.push_str(" => ");
            self.ty(element.value);
        }
        self.out.push('}');
    }

    fn callable(&mut self, callable: &CallableType<'h>, first: &mut bool) {
        if let Some(returns) = callable.returns {
            self.next(first);
            let inner = &mut true;
            self.parameters(callable, inner);
            self.close(*inner);
            self.next(first);
            self.ty(returns);
        } else {
            self.parameters(callable, first);
        }
    }

    fn parameters(&mut self, callable: &CallableType<'h>, first: &mut bool) {
        self.types(callable.parameters, first);
        let none = callable.parameters.is_empty().then(|| Size::exactly(0));
        self.size(callable.size.or(none), first);
        if let Some(block) = callable.block {
            self.types(&[block], first);
        }
    }

    /// Returns the name of a type in the set that is being written, if it belongs to that set or to
    /// one that it refers to.
    pub(super) fn in_set<'n>(&self, name: &'n str) -> Option<Cow<'n, str>> {
        let set = self.set?;
        let of = |set: &str| name.strip_prefix(set)?.strip_prefix("::");
        if let Some(own) = of(set.name()?) {
            return Some(Cow::Borrowed(own));
        }
        set.references().find_map(|(alias, reference)| {
            let other = of(reference.get_str("name")?.as_str()?)?;
            Some(Cow::Owned(format!("{alias}::{other}")))
        })
    }

    /// Writes the target of an alias. If the alias is open, or not resolved yet, only records that
    /// an open one occurred.
    fn replaced(&mut self, alias: &'h super::TypeAlias<'h>) {
        match alias
            .resolved
            .get()
            .filter(|_| self.open.insert(alias.name))
        {
            Some(resolved) => {
                self.ty(resolved);
                self.open.remove(alias.name);
            }
            None => self.met_open = true,
        }
    }

    /// Writes an alias and its target. After an alias that occurs within itself, only recursive
    /// aliases are written by name alone.
    fn alias(&mut self, alias: &'h super::TypeAlias<'h>) {
        let in_set = self.in_set(alias.name);
        if let Some(Cow::Owned(other)) = &in_set {
            return self.out.push_str(other);
        }
        let is_open = self.open.contains(alias.name);
        let foreign = self.set.is_some() && in_set.is_none();
        let is_recursive = alias.is_written_recursive();
        // Puppet writes without end if aliases refer to each other that do not count as recursive
        let is_endless = self.inside > ALIASES_MAX;
        let is_ended = is_recursive && (self.met_open || is_open) || is_endless;
        let closed = self.expand && !is_ended && !foreign && !self.past_set;
        self.met_open |= is_open && is_recursive;
        let resolved = alias.resolved.get().filter(|_| closed);
        match (&in_set, resolved) {
            (Some(_), Some(_)) => {}
            (Some(own), None) if !self.past_set => self.out.push_str(own),
            _ => self.out.push_str(alias.name),
        }
        if let Some(resolved) = resolved {
            let is_first = self.open.insert(alias.name);
            self.inside += 1;
            if in_set.is_none() {
                self.out.push_str(" = ");
            }
            self.ty(resolved);
            self.inside -= 1;
            if is_first {
                self.open.remove(alias.name);
            }
            self.met_open &= !is_recursive;
        }
    }
}

/// Writes `'D-HH:MM:SS.N'`.
pub(super) fn timespan(bound: SpanBound, out: &mut String) {
    let nanos = bound.nanos.get();
    out.push('\'');
    rubycore::time::write_timespan(&Timespan { nanos }, out);
    if bound.inexact && nanos % SECOND != 0 {
        let digits = (nanos % SECOND).unsigned_abs().to_string();
        let zeroes = digits.len() - digits.trim_end_matches('0').len();
        out.extend(std::iter::repeat_n('0', zeroes));
    }
    out.push('\'');
}

/// Writes `'YYYY-MM-DDTHH:MM:SS.NNNNNNNNN UTC'`.
pub(super) fn timestamp(nanos: Nanos, out: &mut String) {
    let nanos = nanos.get();
    out.push('\'');
    rubycore::time::write_timestamp(&Timestamp { nanos }, out);
    out.push('\'');
}
