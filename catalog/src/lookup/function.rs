//! Implements the functions `lookup`, `hiera`, `hiera_array`, `hiera_hash` and `hiera_include`.

use frontend::Issue;
use runtime::advice::{Advice, NameKind};
use runtime::closure::Closure;
use runtime::error::{Error, Form, Kind};
use runtime::types::{self, TypeRef};
use runtime::{Cx, Res, Value, dispatch, text};

use super::scope::{CodeScope, Given};
use super::{Lookup, backend, raise};
use crate::data::Data;
use crate::hiera::{EYAML, Order};

/// The start of the error message for a missing value.
const NOT_FOUND: &str = "Function lookup() did not find a value for";
/// The issue of a lookup that found nothing.
pub(super) const NO_VALUE: Issue = Issue("LOOKUP_WITHOUT_VALUE");

/// The request of a call.
pub(super) struct Request<'h> {
    /// A name, or an array of names.
    pub name: Value<'h>,
    pub value_type: Option<TypeRef<'h>>,
    /// A `merge` option.
    pub merge: Option<Data>,
    /// The default value; `Some(undef)` if `undef` was given.
    pub default: Option<Value<'h>>,
    pub given: Given<'h>,
    pub block: Option<&'h Closure<'h>>,
}

/// Runs a function; the arguments must match one of its signatures.
pub(super) fn run<'h>(
    lookup: &Lookup<'h>,
    cx: &mut Cx<'h>,
    function: &str,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h> {
    let merge = match function {
        "yaml_data" | "json_data" | "hocon_data" => {
            return file_data(lookup, cx, function, arguments);
        }
        EYAML => return encrypted_data(lookup, cx, arguments),
        "hiera" => Some("first"),
        "hiera_array" | "hiera_include" => Some("unique"),
        "hiera_hash" => Some("hash"),
        _ => None,
    };
    let Some(merge) = merge else {
        let request = request(lookup, cx, arguments, block)?;
        return find(lookup, cx, &request);
    };
    let request = Request {
        name: arguments.first().copied().unwrap_or(Value::Undef),
        value_type: None,
        merge: Some(Data::string(merge)),
        // with a block, the second argument is an override, which is ignored
        default: arguments.get(1).copied().filter(|_| block.is_none()),
        given: Given {
            is_hiera: true,
            ..Given::default()
        },
        block,
    };
    let found = find(lookup, cx, &request)?;
    match function {
        "hiera_include" if is_blank(found) => Ok(Value::Undef),
        "hiera_include" if found.is_undef() => {
            let name = text::interpolated(request.name);
            Err(Error::plain(format!("Could not find data item {name}")).into())
        }
        "hiera_include" => cx.call_function("include", &[found], None),
        _ => Ok(found),
    }
}

/// Returns true if a value is an empty collection or text.
fn is_blank(found: Value<'_>) -> bool {
    match found {
        Value::Array(array) => array.is_empty(),
        Value::Hash(hash) => hash.is_empty(),
        Value::String(text) => text.as_str().is_empty(),
        _ => false,
    }
}

/// Runs a `data_hash` function; the first argument contains the path.
fn file_data<'h>(
    lookup: &Lookup<'h>,
    cx: &mut Cx<'h>,
    function: &str,
    arguments: &[Value<'h>],
) -> Res<'h> {
    let options = arguments.first().and_then(|options| options.as_hash());
    let path = options.and_then(|options| options.get(Value::string(cx.heap, "path")));
    let path = path.and_then(|path| path.as_str()).unwrap_or_default();
    let mut scope = CodeScope::new(cx, lookup);
    match lookup.hiera.file_data(&mut scope, function, path) {
        Ok(data) => Ok(lookup.value(cx, &data)),
        Err(error) => Err(raise(error, None)),
    }
}

/// Runs `eyaml_lookup_key`; the arguments are a key and options with the path.
fn encrypted_data<'h>(lookup: &Lookup<'h>, cx: &mut Cx<'h>, arguments: &[Value<'h>]) -> Res<'h> {
    let key = arguments
        .first()
        .and_then(|key| key.as_str())
        .unwrap_or_default();
    let mut scope = CodeScope::new(cx, lookup);
    let options = scope.data(arguments.get(1).copied().unwrap_or(Value::Undef));
    match lookup.hiera.encrypted_data(&mut scope, key, &options) {
        Ok(Some(data)) => Ok(lookup.value(cx, &data)),
        Ok(None) => Err(backend::no_such_key()),
        Err(error) => {
            let raised = scope.take_raised();
            Err(raise(error, raised))
        }
    }
}

/// Builds the request for a call of `lookup`.
pub(super) fn request<'h>(
    lookup: &Lookup<'h>,
    cx: &mut Cx<'h>,
    arguments: &[Value<'h>],
    block: Option<&'h Closure<'h>>,
) -> Res<'h, Request<'h>> {
    let name = arguments.first().copied().unwrap_or(Value::Undef);
    let mut request = Request {
        name,
        value_type: None,
        merge: None,
        default: None,
        given: Given::default(),
        block,
    };
    let options = match arguments {
        [Value::Hash(options)] | [_, Value::Hash(options)] => options,
        _ => {
            request.value_type = arguments.get(1).and_then(|ty| as_type(*ty));
            request.merge = merge(lookup, cx, arguments.get(2).copied());
            request.default = arguments.get(3).copied();
            return Ok(request);
        }
    };
    if arguments.len() == 1 {
        request.name = options.get_str("name").unwrap_or(Value::Undef);
    }
    let given = |key: &str| options.get_str(key).filter(|value| !value.is_undef());
    request.value_type = given("value_type").and_then(as_type);
    request.merge = merge(lookup, cx, given("merge"));
    request.default = options.get_str("default_value");
    request.given.overrides = given("override");
    request.given.defaults = given("default_values_hash");
    Ok(request)
}

fn as_type(value: Value<'_>) -> Option<TypeRef<'_>> {
    match value {
        Value::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Converts a `merge` option to data.
pub(super) fn merge<'h>(
    lookup: &Lookup<'h>,
    cx: &mut Cx<'h>,
    given: Option<Value<'h>>,
) -> Option<Data> {
    let given = given.filter(|given| !given.is_undef())?;
    Some(CodeScope::new(cx, lookup).data(given))
}

/// Finds the value for a request.
///
/// # Errors
/// Fails if there is no value, or if the data is invalid.
pub(super) fn find<'h>(lookup: &Lookup<'h>, cx: &mut Cx<'h>, request: &Request<'h>) -> Res<'h> {
    let names: Vec<&'h str> = match request.name {
        Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
        name => name.as_str().into_iter().collect(),
    };
    for name in &names {
        if let Some(value) = request.given.get(name, Order::Before) {
            let subject = format!("Value found for key '{name}' in override hash");
            return checked(cx, request, &subject, value);
        }
        if let Some(value) = lookup.find(cx, name, request.merge.as_ref(), request.given, None)? {
            return checked(cx, request, "Found value", value);
        }
    }
    for name in &names {
        if let Some(value) = request.given.get(name, Order::After) {
            let subject = format!("Value found for key '{name}' in default values hash");
            return checked(cx, request, &subject, value);
        }
    }
    if let Some(block) = request.block {
        let value = cx.call_block(block, &[request.name])?;
        return checked(cx, request, "Value returned from default block", value);
    }
    if let Some(value) = request.default {
        return checked(cx, request, "Default value", value);
    }
    Err(not_found(&names).into())
}

/// Builds the error for a lookup without a value.
pub fn not_found(names: &[impl AsRef<str>]) -> Error {
    let message = match names {
        [name] => format!("{NOT_FOUND} the name '{}'", name.as_ref()),
        _ => {
            let names = names.iter().map(|name| format!("'{}'", name.as_ref()));
            let names: Vec<String> = names.collect();
            format!("{NOT_FOUND} any of the names [{}]", names.join(", "))
        }
    };
    Error {
        issue: NO_VALUE,
        form: Form::Bare,
        advice: names
            .iter()
            .map(|name| Advice::unknown(NameKind::Key, name.as_ref()))
            .collect(),
        ..Error::of(Kind::Lookup, message)
    }
}

/// Returns the value if it matches the requested type; fails otherwise.
pub(super) fn checked<'h>(
    cx: &mut Cx<'h>,
    request: &Request<'h>,
    subject: &str,
    value: Value<'h>,
) -> Res<'h> {
    match request.value_type {
        Some(ty) if !types::instance(ty, value) => {
            let subject = format!("{subject} has wrong type,");
            let message = dispatch::describe_mismatch(cx, &subject, ty, value);
            Err(Error::of(Kind::Assertion, message).into())
        }
        _ => Ok(value),
    }
}
