//! Reads type expressions from texts or literals, without evaluating anything.
//!
//! Used for declarations of built-in functions, for `assert_type` and data with types as texts, and
//! by the conformance protocol; type aliases hold such literals.

use std::sync::Arc;

use bumpalo::Bump;
use frontend::Source;
use frontend::ast::Program;
use frontend::issue::Located;
use mir::{Constant, Literal, LiteralKind};
use rubycore::case::Downcase;

use super::access::{AccessError, loose_range, parameterize, type_of};
use super::{Size, Type, TypeRef};
use crate::cx::Cx;
use crate::error::{Error, Form, Kind, Place, Res, fail, fail_as};
use crate::heap::Heap;
use crate::platform::{class_name, no_method, no_string};
use crate::regexp::Regexp;
use crate::text;
use crate::value::{HashBuilder, Value};

/// Finds types by name.
pub type Names<'a, 'h> = dyn FnMut(&str) -> Res<'h, Option<TypeRef<'h>>> + 'a;

/// Returns the type of a text such as `Array[String, 1]`, as a value.
///
/// # Errors
/// Fails with a plain error that has Puppet's message about a text that is not a type, or the error
/// of looking up a name.
pub fn parse_text<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h> {
    let heap = cx.heap;
    let ty = text_type(heap, text, &mut |name| named(cx, name))?;
    Ok(Value::Type(ty))
}

/// Works like [`parse_text`], but only the types of the language and of its own resources have
/// names.
///
/// # Errors
/// Same as [`parse_text`].
pub fn parse_plain_text<'h>(cx: &mut Cx<'h>, text: &str) -> Res<'h> {
    let heap = cx.heap;
    let ty = text_type(heap, text, &mut |name| {
        let plain = name.strip_prefix("::").unwrap_or(name);
        // `Error` is defined like an alias
        if plain.eq_ignore_ascii_case("Error") {
            return Ok(None);
        }
        if plain.eq_ignore_ascii_case("TypeReference") {
            return Ok(Some(&Type::TypeReference("UnresolvedReference")));
        }
        let lower = plain.downcase();
        Ok(super::named(plain).or_else(|| {
            cx.host
                .is_core_resource_type(&lower)
                .then(|| resource_type(heap, &lower))
        }))
    })?;
    Ok(Value::Type(ty))
}

/// Returns a type of resources by its name in lower case.
fn resource_type<'h>(heap: &'h Heap, name: &str) -> TypeRef<'h> {
    heap.alloc(Type::Resource {
        type_name: Some(heap.text(&super::capitalized(name))),
        title: None,
        is_object: false,
        given: None,
    })
}

/// Returns a type by name, as the running code may refer to it.
///
/// # Errors
/// Returns the error of looking it up.
pub fn named<'h>(cx: &mut Cx<'h>, name: &str) -> Res<'h, Option<TypeRef<'h>>> {
    let symbol = frontend::Symbol::intern(name);
    if let Some(Value::Type(ty)) = cx.type_names.get(&symbol) {
        return Ok(Some(ty));
    }
    let plain = name.strip_prefix("::").unwrap_or(name);
    if let Some(ty) = super::named(plain) {
        return Ok(Some(ty));
    }
    let lower = plain.downcase();
    // the providers of Puppet's own types are loaded when a resource is needed
    let is_resource_type =
        cx.host.is_core_resource_type(&lower) || cx.host.is_resource_type(cx, &lower)?;
    let ty: Option<TypeRef<'h>> = match is_resource_type {
        true => Some(resource_type(cx.heap, &lower)),
        // the search for a resource type may have loaded code that defines the name
        false => match cx.type_names.get(&symbol) {
            Some(Value::Type(ty)) => Some(*ty),
            _ => cx.host.named_type(cx, plain)?,
        },
    };
    if let Some(ty) = ty {
        cx.heap.pin();
        cx.type_names.insert(symbol, Value::Type(ty));
    }
    Ok(ty)
}

/// Returns the type of a text, with names looked up by `names`.
///
/// # Errors
/// Same as [`parse_text`].
pub fn text_type<'h>(
    heap: &'h Heap,
    text: &str,
    names: &mut Names<'_, 'h>,
) -> Res<'h, TypeRef<'h>> {
    let source = Source::new(None, text);
    let arena = Bump::new();
    let program: Program<'_> = match frontend::parser::parse(&arena, &source) {
        Ok(program) => program,
        Err(problem) if problem.located == Located::Column => {
            // the message shows the place in the text
            let message = problem.message;
            return Err(Error {
                form: Form::Bare,
                place: Some(Place {
                    offset: problem.span.start,
                    source: Arc::new(source),
                }),
                ..Error::of(Kind::Syntax, message)
            }
            .into());
        }
        Err(problem) => return fail_as(Kind::Syntax, problem.with_position(&source, None)),
    };
    let root = Literal::of(program.body);
    if let LiteralKind::Access { name, keys } = &root.kind
        && let ("Array", [only]) = (&**name, &**keys)
        && let LiteralKind::Constant(Constant::Integer(from)) = only.kind
        && !text
            .get(only.shown.start as usize..)
            .is_some_and(|shown| shown.starts_with('-'))
    {
        // only here a size alone is enough
        return Ok(heap.alloc(Type::Array {
            element: &Type::Any,
            size: Some(Size { from, to: None }),
        }));
    }
    literal(heap, names, text, &root)
}

/// Returns the type of a literal; `text` is its source.
///
/// # Errors
/// Same as [`parse_text`].
pub fn literal<'h>(
    heap: &'h Heap,
    names: &mut Names<'_, 'h>,
    text: &str,
    literal: &Literal,
) -> Res<'h, TypeRef<'h>> {
    let mut reader = Reader { heap, names, text };
    match reader.value(literal)? {
        Value::Type(ty) => Ok(ty),
        _ => reader.not_a_type(literal),
    }
}

/// Returns the value of a literal, as [`literal`] reads it.
///
/// # Errors
/// Same as [`parse_text`].
pub fn literal_value<'h>(
    heap: &'h Heap,
    names: &mut Names<'_, 'h>,
    text: &str,
    literal: &Literal,
) -> Res<'h> {
    Reader { heap, names, text }.value(literal)
}

struct Reader<'a, 'n, 'h> {
    heap: &'h Heap,
    names: &'a mut Names<'n, 'h>,
    text: &'a str,
}

impl<'h> Reader<'_, '_, 'h> {
    fn source(&self, literal: &Literal) -> &str {
        let (start, end) = (literal.shown.start as usize, literal.shown.end as usize);
        self.text.get(start..end).unwrap_or_default()
    }

    #[cold]
    fn not_a_type<T>(&self, literal: &Literal) -> Res<'h, T> {
        fail(format!(
            "The expression <{}> is not a valid type specification.",
            self.source(literal)
        ))
    }

    fn value(&mut self, literal: &Literal) -> Res<'h> {
        let heap = self.heap;
        Ok(match &literal.kind {
            LiteralKind::TypeName(name) => Value::Type(match (self.names)(name)? {
                Some(ty) => ty,
                None => heap.alloc(Type::TypeReference(heap.text(name))),
            }),
            LiteralKind::Access { name, keys } => match self.access(literal, name, keys)? {
                Some(ty) => Value::Type(ty),
                None => Value::Undef,
            },
            LiteralKind::Constant(constant) => self.constant(constant)?,
            LiteralKind::BigInteger(digits) => Value::of_digits(heap, digits),
            LiteralKind::Array(items) => {
                let items = self.values(items)?;
                Value::array(heap, &items)
            }
            LiteralKind::Hash(entries) => self.hash(entries)?,
            LiteralKind::TwoParents | LiteralKind::Other => return self.not_a_type(literal),
        })
    }

    fn constant(&self, constant: &Constant) -> Res<'h> {
        Ok(match constant {
            Constant::Undef => Value::Undef,
            Constant::Default => Value::Default,
            Constant::Boolean(b) => Value::Boolean(*b),
            Constant::Integer(i) => Value::Integer(*i),
            Constant::Float(f) => Value::Float(*f),
            Constant::String(s) => Value::string(self.heap, s),
            Constant::Regexp(source) => Value::Regexp(Regexp::new(self.heap, source)?),
            // a literal of several values is not a constant
            Constant::Array(_) | Constant::Hash(_) | Constant::Dense(_) => Value::Undef,
        })
    }

    fn values(&mut self, literals: &[Literal]) -> Res<'h, Vec<Value<'h>>> {
        literals.iter().map(|literal| self.value(literal)).collect()
    }

    fn hash(&mut self, entries: &[(Literal, Literal)]) -> Res<'h> {
        let mut builder = HashBuilder::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.value(key)?;
            let value = self.value(value)?;
            builder.insert(key, value);
        }
        Ok(Value::Hash(builder.finish(self.heap)))
    }

    /// Reads a type with parameters. An Integer or Float whose first parameter is not a number
    /// is nothing: the type around it decides whether that is an error.
    fn access(
        &mut self,
        literal: &Literal,
        name: &str,
        literals: &[Literal],
    ) -> Res<'h, Option<TypeRef<'h>>> {
        let mut keys = self.values(literals)?;
        if matches!(name, "TypeReference" | "TypeAlias") {
            return fail(format!("Not a parameterized type <{name}>"));
        }
        let Some(base) = (self.names)(name)? else {
            let source = self.heap.text(self.source(literal));
            return Ok(Some(self.heap.alloc(Type::TypeReference(source))));
        };
        self.count(name, base, keys.len())?;
        let is_range = matches!(base, Type::Integer { .. } | Type::Float { .. });
        if is_range && let [from, to] = &mut keys[..] {
            for bound in [from, to].into_iter().filter(|bound| bound.is_undef()) {
                *bound = Value::Default;
            }
            if let Some(range) = self.loose_range(literal, base, keys[0], keys[1])? {
                return Ok(Some(range));
            }
        }
        if is_range && !keys.first().is_some_and(is_bound) {
            return Ok(None);
        }
        self.check_scalars(literal, base, &keys)?;
        if let Some(ty) = self.lenient(base, literals, &keys)? {
            return Ok(Some(ty));
        }
        match parameterize(self.heap, base, &keys) {
            Ok(Value::Type(ty)) => Ok(Some(ty)),
            Ok(_) => self.not_a_type(literal),
            Err(AccessError {
                plain: true,
                message,
                ..
            }) => fail(message),
            Err(problem) => match (base, problem.issue) {
                (Type::Enum { .. }, _) => fail("Enum parameters must be identifiers or strings"),
                (Type::Boolean(_), _) => fail("Boolean parameter must be true or false"),
                (Type::Uri(_), "BAD_TYPE_SLICE_ARITY")
                    if matches!(keys[..], [Value::Hash(_) | Value::String(_)]) =>
                {
                    fail(super::uri::describe(self.heap, keys[0]))
                }
                (_, "OPERATOR_NOT_APPLICABLE") => {
                    fail(format!("Not a parameterized type <{name}>"))
                }
                _ => self.not_a_type(literal),
            },
        }
    }

    /// Returns the range of two bounds that `[]` in code would not take: texts, or fractions of an
    /// Integer.
    fn loose_range(
        &self,
        literal: &Literal,
        base: TypeRef<'h>,
        from: Value<'h>,
        to: Value<'h>,
    ) -> Res<'h, Option<TypeRef<'h>>> {
        let is_float = matches!(base, Type::Float { .. });
        let is_strict = |key| is_bound(key) && (is_float || !matches!(key, Value::Float(_)));
        if is_strict(&from) && is_strict(&to) || !(is_bound(&from) || from.as_str().is_some()) {
            return Ok(None);
        }
        match access(loose_range(is_float, from, to))? {
            Some(range) => Ok(Some(self.heap.alloc(range))),
            None => self.not_a_type(literal),
        }
    }

    /// Refuses arrays as parameters, which `[]` in code would flatten.
    fn check_scalars(
        &self,
        literal: &Literal,
        base: TypeRef<'h>,
        keys: &[Value<'h>],
    ) -> Res<'h, ()> {
        let has_array = keys.iter().any(|key| matches!(key, Value::Array(_)));
        match base {
            Type::Enum { .. } if has_array => {
                fail("Enum parameters must be identifiers or strings")
            }
            Type::Integer { .. }
            | Type::Float { .. }
            | Type::String(_)
            | Type::Collection(_)
            | Type::Array { .. }
            | Type::Variant(_)
            | Type::Iterable(_)
            | Type::Iterator(_)
            | Type::Optional(_)
            | Type::NotUndef(_)
            | Type::Sensitive(_)
            | Type::Type(_)
                if has_array =>
            {
                self.not_a_type(literal)
            }
            Type::Timespan { .. } | Type::Timestamp { .. } if has_array => fail(format!(
                "Unable to create a Puppet::Pops::Time::{} from a Array",
                super::format::simple_name(base)
            )),
            Type::Pattern(_) => match keys.iter().find(|key| !is_pattern(key)) {
                Some(key) => fail(format!(
                    "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '{}",
                    class_name(*key)
                )),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Parses parameters that are allowed here, though not after a type in code.
    // Long because there is an arm for each type.
    fn lenient(
        &mut self,
        base: TypeRef<'h>,
        literals: &[Literal],
        keys: &[Value<'h>],
    ) -> Res<'h, Option<TypeRef<'h>>> {
        let ty = match (base, keys, size(keys)) {
            (Type::Array { .. }, _, size @ Some(_)) => Type::Array {
                element: &Type::Default,
                size,
            },
            (Type::Hash { .. }, _, size @ Some(_)) => Type::Hash {
                key: &Type::Default,
                value: &Type::Default,
                size,
            },
            (Type::Tuple { .. }, _, _) => return self.tuple(keys),
            (Type::Callable(_), [Value::Array(_), returns], _)
                if !matches!(returns, Value::Type(_)) =>
            {
                let returns = Value::Type(access(type_of(self.heap, *returns))?);
                let callable = access(parameterize(self.heap, base, &[keys[0], returns]))?;
                return Ok(match callable {
                    Value::Type(ty) => Some(ty),
                    _ => None,
                });
            }
            (Type::Runtime { .. }, [runtime, name], _) => return runtime_names(*runtime, *name),
            (Type::Class(None), [Value::Undef], _) => return Ok(Some(base)),
            (Type::Callable(_), [array @ Value::Array(_)], _) => {
                let parameter = super::generalize(self.heap, super::reduced(self.heap, *array));
                return match access(parameterize(self.heap, base, &[Value::Type(parameter)]))? {
                    Value::Type(ty) => Ok(Some(ty)),
                    _ => Ok(None),
                };
            }
            (Type::Object(object), _, _) => return self.object(object, keys).map(Some),
            (Type::TypeSet(_), [key], _) => match self.named_by(*key, "TypeSet")? {
                true => return Ok(None),
                false => return Ok(Some(base)),
            },
            (Type::Regexp(_), [Value::Undef], _) => Type::Regexp(None),
            (Type::Regexp(_), [key], _) if !matches!(key, Value::String(_) | Value::Regexp(_)) => {
                let problem = no_string(*key);
                let source = match *key {
                    // a Float counts as the Integer of the same value
                    Value::Float(float) => float.to_string(),
                    other => text::program(other),
                };
                Type::Regexp(Some(Regexp::impossible(self.heap, &source, problem)))
            }
            (
                &Type::Resource {
                    type_name: Some(type_name),
                    title: None,
                    ..
                },
                [title],
                _,
            ) => return Ok(Some(self.titled(type_name, *title))),
            (
                Type::Resource {
                    type_name: None, ..
                },
                _,
                _,
            ) => return self.resource(base, literals, keys),
            (Type::Uri(_), [key], _) if !matches!(key, Value::String(_) | Value::Hash(_)) => {
                Type::Uri(None)
            }
            (Type::Class(None), [Value::String(name)], _) => {
                let name = name.as_str();
                Type::Class(Some(name.strip_prefix("::").unwrap_or(name)))
            }
            (Type::Enum { .. }, [Value::Boolean(_)], _) => {
                return fail(
                    "Invalid number of type parameters specified: Enum requires 1 or more, 0 provided",
                );
            }
            _ => return Ok(None),
        };
        Ok(Some(self.heap.alloc(ty)))
    }

    /// Returns an Object type by its definition, or one with type parameters.
    fn object(
        &self,
        object: &'h super::object::ObjectType<'h>,
        keys: &[Value<'h>],
    ) -> Res<'h, TypeRef<'h>> {
        if let ([key], true) = (keys, object.is_any())
            && !self.named_by(*key, "object")?
        {
            return Ok(&Type::Object(&super::object::ObjectType::ANY));
        }
        let ty = access(super::object::parameterize(self.heap, object, keys))?;
        if let Type::Object(defined) = &ty
            && let mut instead = defined.parameters.iter().filter_map(|own| own.instead)
            && let Some(instead) = instead.find(|instead| !instead.is_undef())
        {
            return fail(no_method("accept", instead));
        }
        Ok(self.heap.alloc(ty))
    }

    /// Returns true if the key names a definition. `undef` and an empty list do not. Other lists
    /// and `default` are errors.
    fn named_by(&self, key: Value<'h>, kind: &str) -> Res<'h, bool> {
        match key {
            Value::Undef => Ok(false),
            Value::Array(items) if items.is_empty() => Ok(false),
            Value::Array(_) | Value::Default => {
                let found = super::format::simple_name(super::infer(self.heap, key));
                fail(format!(
                    r"{kind} name has wrong type, expects a match for Pattern[/\A[A-Z]\w*(?:::[A-Z]\w*)*\z/], got {found}"
                ))
            }
            _ => Ok(true),
        }
    }

    /// Returns a Tuple of types, given as types or values, followed by one or two bounds of its
    /// size.
    fn tuple(&self, keys: &[Value<'h>]) -> Res<'h, Option<TypeRef<'h>>> {
        let is_bound = |key: &Value<'h>| matches!(key, Value::Integer(_) | Value::Default);
        let bounds = keys.iter().rev().take(2).take_while(|key| is_bound(key));
        let (types, bounds) = keys.split_at(keys.len() - bounds.count());
        // a bound is followed by nothing, or by another bound
        if bounds.is_empty() && keys.iter().nth_back(1).is_some_and(is_bound) {
            return Ok(None);
        }
        if let &[Value::Default, Value::Integer(to)] = bounds
            && to < 0
        {
            return fail(format!(
                "'from' must be less or equal to 'to'. Got (0, {to}"
            ));
        }
        if types.iter().all(|key| matches!(key, Value::Type(_))) && !types.is_empty() {
            return Ok(None);
        }
        let types: Vec<TypeRef<'h>> = types
            .iter()
            .map(|&key| access(type_of(self.heap, key)))
            .collect::<Res<'h, _>>()?;
        let size = match (bounds, types.is_empty()) {
            ([], _) | (_, true) => None,
            (&[Value::Integer(from)], _) => Some(Size {
                from: from.max(0),
                to: None,
            }),
            (bounds, _) => size(bounds),
        };
        let types = self.heap.slice(&types);
        Ok(Some(self.heap.alloc(Type::Tuple { types, size })))
    }

    /// Returns a resource type. The name is checked before everything else. An unknown type is a
    /// resource type here, and its own title takes precedence over a following one; with other
    /// types it does not.
    fn resource(
        &mut self,
        any: TypeRef<'h>,
        literals: &[Literal],
        keys: &[Value<'h>],
    ) -> Res<'h, Option<TypeRef<'h>>> {
        let [name, titles @ ..] = keys else {
            return Ok(None);
        };
        let title = titles.first().copied().unwrap_or(Value::Undef);
        let (type_name, title) = match (*name, &literals[0].kind) {
            (Value::Undef, _) if titles.is_empty() => return Ok(Some(any)),
            (Value::Undef, _) => {
                return fail("The type name cannot be nil, if title is given");
            }
            (Value::Type(Type::Resource { type_name, .. }), _) => match *type_name {
                Some(type_name) => (type_name, title),
                None => return Ok(Some(any)),
            },
            (Value::Type(Type::TypeReference(name)), LiteralKind::TypeName(_)) => (*name, title),
            (Value::Type(Type::TypeReference(shown)), LiteralKind::Access { name, keys: own }) => {
                match &**own {
                    [own] => (self.heap.text(name), self.value(own)?),
                    _ => {
                        let given = own.len();
                        return fail(format!(
                            "Invalid number of type parameters specified: TypeReference['{shown}'] requires 1, {given} provided"
                        ));
                    }
                }
            }
            (Value::String(text), _) if super::access::is_type_name(&super::capitalized(&text)) => {
                match access(parameterize(self.heap, any, &[*name]))? {
                    Value::Type(&Type::Resource {
                        type_name: Some(type_name),
                        ..
                    }) => (type_name, title),
                    _ => return Ok(None),
                }
            }
            (Value::String(name), _) => {
                return fail(format!("Illegal type name '{}'", name.as_str()));
            }
            (other, _) => {
                return fail(format!("The type name cannot be a {}", class_name(other)));
            }
        };
        Ok(Some(self.titled(type_name, title)))
    }

    /// Returns a reference whose title may be no text.
    fn titled(&self, type_name: &'h str, title: Value<'h>) -> TypeRef<'h> {
        let (title, given) = match title {
            Value::Undef => (None, None),
            Value::String(text) => (Some(text.as_str()), None),
            other => {
                let title = self.heap.text(&text::ruby(other));
                let given: &'h Value<'h> = self.heap.alloc(other);
                (Some(title), Some(given))
            }
        };
        self.heap.alloc(Type::Resource {
            type_name: Some(type_name),
            title,
            is_object: false,
            given,
        })
    }

    /// Checks the number of parameters.
    fn count(&self, name: &str, base: TypeRef<'h>, given: usize) -> Res<'h, ()> {
        let (min, max) = match base {
            Type::Resource {
                type_name: None, ..
            } => (1, 2),
            Type::Resource { .. } | Type::Class(_) => (1, 1),
            Type::Array { .. } => (1, 3),
            Type::Hash { .. } => (2, 4),
            Type::Runtime { .. } => (2, 2),
            Type::Integer { .. } | Type::Float { .. } | Type::String(_) | Type::Collection(_) => {
                (1, 2)
            }
            Type::Timespan { .. } | Type::Timestamp { .. } => (0, 2),
            Type::Boolean(_)
            | Type::Regexp(_)
            | Type::Struct(_)
            | Type::Uri(_)
            | Type::Iterable(_)
            | Type::Iterator(_)
            | Type::Optional(_)
            | Type::Type(_) => (1, 1),
            Type::NotUndef(_) | Type::Sensitive(_) => (0, 1),
            Type::TypeSet(_) => (1, 1),
            Type::Object(object) if object.is_any() => (1, 1),
            _ => return Ok(()),
        };
        // the name of one of the two stands for both
        let name = match base {
            Type::TypeSet(_) => "Object",
            _ => name,
        };
        if (min..=max).contains(&given) {
            return Ok(());
        }
        let requires = match max - min {
            0 => min.to_string(),
            1 if min > 0 && !matches!(base, Type::String(_) | Type::Collection(_)) => {
                format!("{min} or {max}")
            }
            _ => format!("{min} to {max}"),
        };
        fail(format!(
            "Invalid number of type parameters specified: {name} requires {requires}, {given} provided"
        ))
    }
}

/// Returns true if a parameter may bound a range.
fn is_bound(key: &Value<'_>) -> bool {
    matches!(
        key,
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) | Value::Default
    )
}

/// Returns the result of parameterizing a type, with the problem as a plain error.
fn access<'h, T>(result: Result<T, AccessError>) -> Res<'h, T> {
    result.or_else(|problem| fail(problem.message))
}

/// Checks that the names of `Runtime[runtime, name]` are texts.
fn runtime_names<'h, T>(runtime: Value<'h>, name: Value<'h>) -> Res<'h, Option<T>> {
    let heap = Heap::new();
    let problem = |parameter: &str, expected: &str, value: Value<'_>| {
        let got = match value {
            Value::Type(ty) => format!("Type[{}]", super::format::simple_name(ty)),
            _ => super::format::simple_name(super::infer(&heap, value)).to_owned(),
        };
        fail(format!(
            "Runtime '{parameter}' has wrong type, expects {expected}, got {got}"
        ))
    };
    match (runtime, name) {
        (Value::String(_), Value::String(_) | Value::Array(_)) => Ok(None),
        (Value::String(_), _) => {
            problem("name_or_pattern", "a value of type String or Tuple", name)
        }
        _ => problem("runtime", "a String value", runtime),
    }
}

fn is_pattern(key: &Value<'_>) -> bool {
    matches!(
        key,
        Value::String(_) | Value::Regexp(_) | Value::Type(Type::Pattern(_) | Type::Regexp(_))
    )
}

/// Returns the size for one or two bounds; one of them may be `default`.
fn size(keys: &[Value<'_>]) -> Option<Size> {
    let (from, to) = match *keys {
        [Value::Integer(from), Value::Integer(to)] if from <= to => (from, Some(to)),
        [Value::Integer(from), Value::Default] => (from, None),
        [Value::Default, Value::Integer(to)] if to >= 0 => (0, Some(to)),
        [Value::Default, Value::Default] => (0, None),
        _ => return None,
    };
    Some(Size {
        from: from.max(0),
        to: to.map(|to| to.max(0)),
    })
}
