//! Implements `new`: converts values to types.
//!
//! Each type has a constructor, which is a built-in function like any other, with the name that
//! messages show. The result of a constructor is checked against the requested type.
//! Spec: document 000, "new" of each type.

mod binary;
mod collection;
mod number;
mod simple;
mod temporal;
mod version;

use crate::closure::Closure;
use crate::cx::Cx;
use crate::dispatch;
use crate::error::{Error, Kind, Res, fail, fail_as};
use crate::function::{Builtin, Signature};
use crate::heap::Heap;
use crate::limits;
use crate::platform::nil_lacks;
use crate::text;
use crate::types::{self, Type, TypeRef};
use crate::value::Value;

pub use binary::{lenient_base64, urlsafe_base64};

/// Makes a value of a type. A single argument that is of the type already is the result itself, and
/// no block sees it. Otherwise a block takes the new value, and its result is the result.
///
/// # Errors
/// Plain errors: of the constructor's signature, of the conversion, or about a result that is not
/// of the type.
pub fn new<'h>(
    cx: &mut Cx<'h>,
    ty: TypeRef<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    if let Some(given) = already(ty, arguments)? {
        return Ok(given);
    }
    let value = create(cx, ty, arguments)?;
    match block {
        Some(block) => cx.call_block(block, &[value]),
        None => Ok(value),
    }
}

/// Floats below are truncated to 64 bits without loss.
const WHOLE_MAX: f64 = 9e18;

/// Makes the most frequent conversions without checking signatures. Returns `None` if the general
/// conversion must decide.
pub fn quickly<'h>(heap: &'h Heap, ty: TypeRef<'h>, arguments: &[Value<'h>]) -> Option<Value<'h>> {
    let (from, has_radix) = match *arguments {
        [from] => (from, false),
        [from, Value::Integer(10)] => (from, true),
        _ => return None,
    };
    let value = match (ty, from) {
        (Type::Integer { .. }, Value::String(text)) if has_radix => {
            Value::Integer(digits(text.as_str())?)
        }
        _ if has_radix => return None,
        (Type::Integer { .. }, Value::Integer(_)) | (Type::String(_), Value::String(_)) => from,
        (Type::Float { .. }, Value::Float(_)) | (Type::Boolean(_), Value::Boolean(_)) => from,
        (Type::Integer { .. }, Value::String(text)) => Value::Integer(decimal(text.as_str())?),
        (Type::Integer { .. }, Value::Boolean(is)) => Value::Integer(i64::from(is)),
        (Type::Integer { .. }, Value::Float(number)) if number.abs() < WHOLE_MAX => {
            Value::Integer(number as i64)
        }
        (Type::Boolean(_), Value::Integer(number)) => Value::Boolean(number != 0),
        (Type::Float { .. }, Value::Integer(number)) => Value::Float(number as f64),
        (Type::Float { .. }, Value::String(text)) => Value::Float(fraction(text.as_str())?),
        (Type::String(_), Value::Integer(_)) => text::concat(heap, &[from, Value::Undef]),
        _ => return None,
    };
    types::instance(ty, value).then_some(value)
}

/// Parses a number that consists of digits and does not begin with a zero.
fn decimal(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [b'0'] => Some(0),
        [b'1'..=b'9', ..] => digits(text),
        _ => None,
    }
}

/// Parses a number of digits with at most one dot between them, which does not begin with a zero
/// unless the dot follows.
fn fraction(text: &str) -> Option<f64> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let begins = !whole.starts_with('0') || whole.len() == 1 && whole.len() < text.len();
    (begins && is_plain(whole) && is_plain(rest)).then(|| text.parse().ok())?
}

/// Parses a number that consists of a limited number of digits.
fn digits(text: &str) -> Option<i64> {
    let is_plain = text.len() < 19 && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| is_plain)
}

/// Returns the only argument if it is of the type already.
///
/// # Errors
/// Fails with the error of making a value of an `Init` within the type.
fn already<'h>(ty: TypeRef<'h>, arguments: &[Value<'h>]) -> Res<'h, Option<Value<'h>>> {
    let &[only] = arguments else {
        return Ok(None);
    };
    if matches!(ty, Type::Init { .. }) {
        return Ok(None);
    }
    let mut is_already = false;
    if types::init::is_within(ty) {
        check_init_met(|| {
            is_already = types::instance(ty, only);
            is_already
        })?;
    } else {
        is_already = types::instance(ty, only);
    }
    Ok(is_already.then_some(only))
}

fn create<'h>(cx: &mut Cx<'h>, ty: TypeRef<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    if let Some(given) = already(ty, arguments)? {
        return Ok(given);
    }
    let value = construct(cx, ty, arguments)?;
    if types::instance(ty, value) {
        return Ok(value);
    }
    let subject = format!("Converted value from {ty}.new() has wrong type,");
    let message = dispatch::describe_mismatch(cx, &subject, ty, value);
    fail_as(Kind::Assertion, message)
}

fn construct<'h>(cx: &mut Cx<'h>, ty: TypeRef<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    let ty = made(ty);
    match ty {
        Type::Alias(_) => unsupported(ty),
        // Ruby's message
        Type::Optional(None) => fail_as(Kind::NoMethod, nil_lacks("new_function")),
        Type::NotUndef(None) => match arguments {
            &[value] => Ok(value),
            _ => fail(format!(
                "'new_unit' expects 1 argument, got {}",
                count(arguments)
            )),
        },
        Type::Init {
            ty: Some(inner),
            arguments: more,
        } => init(cx, inner, more, arguments),
        Type::Object(object) => types::object::create(cx, object, arguments),
        Type::ObjectExtension(extension) => types::object::create(cx, extension.base, arguments),
        _ => match constructor(ty) {
            Some(constructor) => {
                let resolved = dispatch::resolve(constructor);
                cx.call_builtin(resolved, arguments)
            }
            None => unsupported(ty),
        },
    }
}

fn unsupported<'h, T>(ty: TypeRef<'_>) -> Res<'h, T> {
    let name = match ty {
        // built-in aliases are shown by their targets
        Type::Data => "Variant[ScalarData, Undef, Hash[String, Data], Array[Data]]".to_owned(),
        Type::RichData => format!(
            "Variant[Scalar, SemVerRange, Binary, Sensitive, Type, {}, URI, Object, Undef, Default, Hash[RichDataKey, RichData], Array[RichData]]",
            types::format::named(&Type::TypeSet(&types::object::TypeSet::ANY))
        ),
        Type::RichDataKey => "Variant[String, Numeric]".to_owned(),
        Type::TypeSet(_) => types::format::expanded(ty),
        _ => types::format::named(ty),
    };
    not_supported(&name)
}

fn not_supported<'h, T>(name: &str) -> Res<'h, T> {
    fail(format!(
        "Creation of new instance of type '{name}' is not supported"
    ))
}

/// The depth up to which aliases and optional types are followed: an alias of an Optional of itself
/// has no end.
const HOPS_MAX: usize = 10_000;

/// Returns the type of which a value is made, after following resolved aliases, and Optional and
/// NotUndef of a type.
fn made<'h>(ty: TypeRef<'h>) -> TypeRef<'h> {
    let mut ty = ty;
    for _ in 0..HOPS_MAX {
        ty = match ty {
            Type::Alias(alias) => match alias.resolved.get() {
                Some(target) => target,
                None => return ty,
            },
            Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => inner,
            _ => return ty,
        };
    }
    limits::Exceeded::Stack.raise()
}

/// Returns the constructor of a type that has one of its own.
fn constructor(ty: TypeRef<'_>) -> Option<&'static Builtin> {
    Some(match made(ty) {
        Type::Integer { .. } | Type::WideInteger { .. } => &number::INTEGER,
        Type::Float { .. } => &number::FLOAT,
        Type::Numeric => &number::NUMERIC,
        Type::Boolean(_) => &number::BOOLEAN,
        Type::String(_) | Type::StringValue(_) => &simple::STRING,
        Type::Regexp(_) => &simple::REGEXP,
        Type::Sensitive(_) => &simple::SENSITIVE,
        Type::Type(_) => &simple::TYPE,
        Type::Uri(_) => &simple::URI,
        Type::Array { .. } | Type::Tuple { .. } => &collection::ARRAY,
        Type::Hash { .. } | Type::Struct(_) => &collection::HASH,
        Type::Timespan { .. } => &temporal::TIMESPAN,
        Type::Timestamp { .. } => &temporal::TIMESTAMP,
        Type::SemVer(_) => &version::SEMVER,
        Type::SemVerRange => &version::SEMVER_RANGE,
        Type::Binary => &binary::BINARY,
        _ => return None,
    })
}

/// Implements `Init[T, arguments].new(value)`. Without arguments, an array may hold those of
/// `T.new`.
fn init<'h>(
    cx: &mut Cx<'h>,
    ty: TypeRef<'h>,
    more: &[Value<'h>],
    arguments: &[Value<'h>],
) -> Res<'h> {
    let signatures = init_signatures(cx.heap, ty, more)?;
    let &[value] = arguments else {
        return fail(format!(
            "'new_Init' expects 1 argument, got {}",
            count(arguments)
        ));
    };
    if !more.is_empty() {
        let mut all = vec![value];
        all.extend_from_slice(more);
        return create(cx, ty, &all);
    }
    match value {
        Value::Array(items)
            if !types::instance(ty, value) && !takes_one(cx, ty, signatures, value)? =>
        {
            create(cx, ty, &items.to_vec())
        }
        _ => create(cx, ty, &[value]),
    }
}

/// Refuses an `Init` type of which no value can be made. Such a type cannot tell whether a value is
/// an instance.
///
/// # Errors
/// Returns the error of making a value.
pub fn check_init<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> Res<'h, ()> {
    match resolved(ty) {
        Type::Init {
            ty: Some(ty),
            arguments,
        } => init_signatures(heap, ty, arguments).map(drop),
        _ => Ok(()),
    }
}

/// Refuses a type that asks such an `Init` type whether it accepts anything.
///
/// # Errors
/// Returns the error of making a value.
pub fn check_init_asked<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> Res<'h, ()> {
    match resolved(ty) {
        Type::Optional(Some(of)) | Type::Iterable(Some(of)) => check_init_asked(heap, of),
        Type::Variant(types) => types.iter().try_for_each(|ty| check_init_asked(heap, ty)),
        other => check_init(heap, other),
    }
}

/// Refuses a type that has such an `Init` type as the type of its parts. This is checked for a type
/// that is written in a given format.
///
/// # Errors
/// Returns the error of making a value.
pub fn check_init_within<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> Res<'h, ()> {
    crate::limits::stack();
    let within = |ty: TypeRef<'h>| check_init_within(heap, ty);
    match ty {
        Type::Init { ty: Some(of), .. } => {
            check_init(heap, ty)?;
            within(of)
        }
        Type::Array { element, .. } => within(element),
        Type::Hash { key, value, .. } => {
            within(key)?;
            within(value)
        }
        Type::Callable(Some(callable)) => callable.returns.map_or(Ok(()), within),
        Type::Iterable(of)
        | Type::Iterator(of)
        | Type::Optional(of)
        | Type::NotUndef(of)
        | Type::Sensitive(of)
        | Type::Type(of) => of.map_or(Ok(()), within),
        Type::Variant(types) => types.iter().try_for_each(|ty| within(ty)),
        _ => Ok(()),
    }
}

/// Returns the reason why no value can be made by `Init[T, more]`, if that is so.
pub(crate) fn init_problem<'h>(
    heap: &'h Heap,
    ty: TypeRef<'h>,
    more: &[Value<'h>],
) -> Option<String> {
    let problem = init_signatures(heap, ty, more).err()?;
    Some(problem.message())
}

/// Refuses a question about types that reaches an `Init` type of which no value can be made.
///
/// # Errors
/// Returns the error of making a value.
pub fn check_init_met<'h>(question: impl FnOnce() -> bool) -> Res<'h, ()> {
    match types::init::refusal(question) {
        Some(problem) => fail(problem),
        None => Ok(()),
    }
}

/// Returns the signatures of `T.new` for `Init[T, more]`.
fn init_signatures<'h>(
    heap: &'h Heap,
    ty: TypeRef<'h>,
    more: &[Value<'h>],
) -> Res<'h, &'h [Signature<'h>]> {
    let of = resolved(ty);
    // an alias of one of these is allowed
    let nested = matches!(
        ty,
        Type::Optional(_) | Type::NotUndef(_) | Type::Init { .. }
    );
    let Some(signatures) = signatures(heap, ty).filter(|_| !nested) else {
        return match of {
            // an alias is shown with its name
            _ if matches!(ty, Type::Alias(_)) => not_supported(&types::format::expanded(ty)),
            Type::Data | Type::RichData | Type::RichDataKey => {
                not_supported(&types::format::named(of))
            }
            _ => unsupported(of),
        };
    };
    if more.is_empty() || signatures.iter().any(|s| takes_more(s, more)) {
        return Ok(signatures);
    }
    let init = Type::Init {
        ty: Some(ty),
        arguments: heap.slice(more),
    };
    fail(format!(
        "The type '{}' does not represent a valid set of parameters for {}.new()",
        types::format::named(&init),
        match of {
            _ if matches!(ty, Type::Alias(_)) => types::format::name(ty),
            Type::Object(_) | Type::ObjectExtension(_) => {
                types::format::named(&types::generalize(heap, of))
            }
            _ => types::format::simple_name(of).to_owned(),
        },
    ))
}

/// Returns a number of arguments in words of messages.
fn count(arguments: &[Value<'_>]) -> String {
    match arguments.len() {
        0 => "none".to_owned(),
        count => count.to_string(),
    }
}

fn resolved<'h>(ty: TypeRef<'h>) -> TypeRef<'h> {
    match ty {
        Type::Alias(alias) => alias.resolved.get().map_or(ty, resolved),
        _ => ty,
    }
}

/// Returns the signatures of the constructor of a type; `None` when it has none.
pub fn signatures<'h>(heap: &'h Heap, ty: TypeRef<'h>) -> Option<&'h [Signature<'h>]> {
    let ty = resolved(ty);
    match types::object::object_of(ty) {
        Some(object) if object.name.is_some() => {
            Some(heap.slice(&types::object::signatures(heap, object)))
        }
        Some(_) => None,
        None => constructor(ty).map(|builtin| dispatch::resolve(builtin).accepting()),
    }
}

/// Returns true if a signature takes values after its first parameter.
fn takes_more<'h>(signature: &Signature<'h>, more: &[Value<'h>]) -> bool {
    let parameters = signature.parameters;
    dispatch::arity(parameters).holds(more.len() + 1)
        && more.iter().enumerate().all(|(at, &value)| {
            let parameter = &parameters[(at + 1).min(parameters.len() - 1)];
            types::instance(parameter.ty, value)
        })
}

/// Returns true if the constructor of a type takes a value in a signature of one parameter.
fn takes_one<'h>(
    cx: &mut Cx<'h>,
    ty: TypeRef<'h>,
    signatures: &[Signature<'h>],
    value: Value<'h>,
) -> Res<'h, bool> {
    let Some(builtin) = constructor(ty) else {
        return Ok(signatures.iter().any(|signature| {
            signature.parameters.len() == 1 && dispatch::takes_arguments(signature, &[value])
        }));
    };
    let signatures = dispatch::resolve(builtin).signatures();
    let chosen = dispatch::select(cx, signatures, &[value], None)?;
    Ok(chosen
        .is_some_and(|at| !builtin.dispatches[at].mismatch && signatures[at].parameters.len() == 1))
}

/// Returns `The string 'x' cannot be converted to T` or `Value of type K cannot be converted to T`.
fn not_convertible<'h>(cx: &Cx<'h>, value: Value<'h>, target: &str) -> String {
    match value {
        Value::String(s) => format!(
            "The string '{}' cannot be converted to {target}",
            s.as_str()
        ),
        _ => format!(
            "Value of type {} cannot be converted to {target}",
            types::describe::short(cx.heap, value)
        ),
    }
}

/// Returns the text of a mismatch dispatch as its result.
fn message<'h>(cx: &Cx<'h>, text: &str) -> Res<'h> {
    Ok(Value::string(cx.heap, text))
}

/// Returns the value of a String key of a hash of named arguments.
fn named<'h>(hash: Value<'h>, key: &str) -> Option<Value<'h>> {
    hash.as_hash()?.get_str(key)
}

/// Converts the message of another part of the runtime to an error of the conversion.
fn problem<'h, T>(result: Result<T, String>) -> Res<'h, T> {
    result.map_err(|problem| Error::plain(problem).into())
}

/// Returns the text of a String argument.
fn str_of(value: Option<Value<'_>>) -> Option<&str> {
    value.and_then(|value| value.as_str())
}

/// Returns `text` as programs write it, for messages.
fn shown(value: Value<'_>) -> String {
    text::interpolated(value)
}
