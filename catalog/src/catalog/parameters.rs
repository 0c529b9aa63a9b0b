//! Writes the parameters of resources: their order, the naming attribute, Sensitive values, and the
//! forms of values in a catalog and in the conformance protocol.

use frontend::Symbol;
use rubycore::case::Downcase;
use runtime::types::Type;
use runtime::value::Array;
use runtime::{Value, limits, nested_values};

use crate::compiler::definition_index::at;
use crate::compiler::resource::{
    Family, MAIN, Parameter, Resource, ResourceId, ResourceType, Resources,
};
use crate::json::Writer;
use crate::rich::{self, Form, Problem};

use super::PreparedWords;

/// Writes the parameters of a resource of a catalog if they are of the usual kind: in lower case, none
/// Sensitive, and named by the usual rules. Otherwise writes nothing and returns false.
pub(super) fn write_usual_parameters(
    json: &mut Writer<'_>,
    words: &mut PreparedWords,
    resources: &Resources<'_>,
    id: ResourceId,
) -> Result<bool, Problem> {
    let resource = resources.get(id);
    let is_special = id == MAIN || id == ResourceId(0);
    if is_special
        || !resource.title_parts.is_empty()
        || resources.is_declared_otherwise(id)
        || resources.title_value(id).is_some()
    {
        return Ok(false);
    }
    // the parameters of a class occur once in a catalog
    let is_single = matches!(resources.ty(resource.ty).family, Family::Class);
    let naming = words.ty(json, resources, id).naming;
    let Some(named) = usual_name(json, words, resource, naming, is_single) else {
        return Ok(false);
    };
    let (_, name) = resources.name_of(id);
    let first = match named {
        Some(named) if named.value.as_str() == Some(resource.title) => None,
        Some(named) => Some(ShownValue::Value(named.value)),
        None if name != resource.title => Some(ShownValue::Text(name)),
        None => None,
    };
    let mut is_open = false;
    if let Some(value) = first {
        json.put_open(&words.parameters);
        is_open = true;
        if is_single {
            json.key(naming.as_str());
        } else {
            let at = words.attribute(json, naming);
            json.put_key(&words.attributes[at].key);
        }
        match value {
            ShownValue::Text(text) => json.string(text),
            ShownValue::Value(value) => write_usual(json, words, false, value)
                .map_err(|problem| at_place(problem, resource))?,
        }
    }
    for (index, parameter) in resource.parameters.iter().enumerate() {
        if parameter.name == naming || parameter.value.is_undef() {
            continue;
        }
        if !std::mem::replace(&mut is_open, true) {
            json.put_open(&words.parameters);
        }
        let is_relationship = if is_single {
            json.key(parameter.name.as_str());
            is_relationship(parameter.name.as_str())
        } else {
            let attribute = &words.attributes[words.positions[index]];
            json.put_key(&attribute.key);
            attribute.is_relationship
        };
        write_usual(json, words, is_relationship, parameter.value)
            .map_err(|problem| at_place(problem, resource))?;
    }
    if is_open {
        json.close_object();
    }
    Ok(true)
}

/// Returns the parameter that names a resource if there is one; `None` if the parameters are not of the
/// usual kind. Notes the positions of the attributes, unless the resource is the only one of its kind.
fn usual_name<'h>(
    json: &Writer<'_>,
    words: &mut PreparedWords,
    resource: &Resource<'h>,
    naming: Symbol,
    is_single: bool,
) -> Option<Option<Parameter<'h>>> {
    let mut named = None;
    words.positions.clear();
    for parameter in &resource.parameters {
        // `name` replaces another naming attribute
        let replaces = parameter.name != naming && parameter.name == words.name;
        let is_sensitive = matches!(parameter.value, Value::Sensitive(_));
        let is_lower = match is_single {
            true => is_lower(parameter.name.as_str()),
            false => {
                let at = words.attribute(json, parameter.name);
                words.positions.push(at);
                words.attributes[at].is_lower
            }
        };
        if replaces || is_sensitive || !is_lower {
            return None;
        }
        if parameter.name == naming && !parameter.value.is_undef() {
            named = Some(*parameter);
        }
    }
    Some(named)
}

/// Writes the value of a usual parameter.
fn write_usual(
    json: &mut Writer<'_>,
    words: &mut PreparedWords,
    is_relationship: bool,
    value: Value<'_>,
) -> Result<(), Problem> {
    match value {
        Value::String(text) if text.raw().is_none() => {
            json.string(text.as_str());
            Ok(())
        }
        Value::Boolean(is_true) => {
            json.word(if is_true { "true" } else { "false" });
            Ok(())
        }
        Value::Array(items)
            if is_relationship || nested_values::any_in_arrays(value, is_resource_object) =>
        {
            json.open_array();
            write_flat_usual(json, words, items, is_relationship)?;
            json.close_array();
            Ok(())
        }
        value => rich::write(json, value, Form::Catalog),
    }
}

/// Works like [`write_flat`], for a parameter of a catalog. Many resources refer to the same others.
fn write_flat_usual(
    json: &mut Writer<'_>,
    words: &mut PreparedWords,
    items: &Array<'_>,
    drop_undef: bool,
) -> Result<(), Problem> {
    limits::stack();
    items.iter().try_for_each(|item| match item {
        Value::Array(items) => write_flat_usual(json, words, items, drop_undef),
        Value::Undef if drop_undef => Ok(()),
        Value::Type(&Type::Resource {
            type_name: Some(ty),
            title,
            is_object: true,
            ..
        }) => {
            words.put_reference(json, ty, title.unwrap_or_default());
            Ok(())
        }
        other => rich::write(json, other, Form::Catalog),
    })
}

/// Writes the parameters of a resource, and the list of those that are Sensitive.
pub(super) fn write_parameters(
    json: &mut Writer<'_>,
    words: Option<&mut PreparedWords>,
    resources: &Resources<'_>,
    id: ResourceId,
    form: Form,
) -> Result<(), Problem> {
    write_all(json, words, resources, id, form)
        .map_err(|problem| at_place(problem, resources.get(id)))
}

fn at_place(problem: Problem, resource: &Resource<'_>) -> Problem {
    let place = resource.place.as_ref();
    problem.at(&place.map_or_else(String::new, |place| format!(" {}", at(place))))
}

fn write_all(
    json: &mut Writer<'_>,
    mut words: Option<&mut PreparedWords>,
    resources: &Resources<'_>,
    id: ResourceId,
    form: Form,
) -> Result<(), Problem> {
    let mut sensitive: Vec<&str> = Vec::new();
    let mut parameters = last_of_each(resources, id, parameters(resources, id), &mut sensitive);
    if form == Form::Stored {
        // Sensitive values must not leave their node
        parameters.retain(|(_, value)| !matches!(value, ShownValue::Value(Value::Sensitive(_))));
    }
    parameters.retain(|(name, value)| {
        if matches!(value, ShownValue::Value(Value::Sensitive(_))) {
            sensitive.push(name);
        }
        !matches!(value, ShownValue::Value(Value::Sensitive(Value::Undef)))
    });
    if !parameters.is_empty() || form == Form::Protocol {
        json.key("parameters");
        json.open_object();
        for (name, value) in &parameters {
            match &mut words {
                Some(words) => {
                    let at = words.attribute(json, Symbol::intern(name));
                    json.put_key(&words.attributes[at].key);
                }
                None => json.key(&name.downcase()),
            }
            write_parameter(json, name, value, form)?;
        }
        json.close_object();
    }
    if !sensitive.is_empty() {
        // the naming attribute is first among the parameters, but here the original order counts
        let given = &resources.get(id).parameters;
        sensitive.sort_by_key(|name| given.iter().position(|given| given.name.as_str() == *name));
        let key = match form {
            Form::Catalog | Form::Stored | Form::Literals => "sensitive_parameters",
            Form::Protocol => {
                sensitive.sort_unstable();
                "sensitive"
            }
        };
        json.texts(key, sensitive.into_iter());
    }
    Ok(())
}

/// Writes the value of a parameter.
fn write_parameter(
    json: &mut Writer<'_>,
    name: &str,
    value: &ShownValue<'_>,
    form: Form,
) -> Result<(), Problem> {
    let odd = match value {
        ShownValue::Value(value) if form == Form::Protocol => opaque(*value, false),
        _ => None,
    };
    if let Some(class) = odd {
        json.open_object();
        json.entry("__ptype", "Opaque");
        json.entry("__pvalue", class);
        json.close_object();
        return Ok(());
    }
    match value {
        ShownValue::Text(text) => json.string(text),
        ShownValue::Value(Value::Sensitive(clear)) => {
            let mut clear = **clear;
            while let Value::Sensitive(inner) = clear {
                clear = *inner;
            }
            rich::write(json, clear, form)?;
        }
        ShownValue::Value(array @ Value::Array(items)) if is_flattened(name, *array) => {
            json.open_array();
            write_flat(json, items, form, is_relationship(name))?;
            json.close_array();
        }
        ShownValue::Value(value) => write_value(json, *value, form)?,
    }
    Ok(())
}

/// Converts the names of attributes to lower case. Among attributes whose names become equal, the
/// first determines the position and the last the value; a Sensitive value is listed under its
/// original name. An attribute of a define such as `naMe` then acts as `name`, and is dropped if it
/// equals the title.
fn last_of_each<'h>(
    resources: &Resources<'h>,
    id: ResourceId,
    parameters: Vec<(&'static str, ShownValue<'h>)>,
    sensitive: &mut Vec<&str>,
) -> Vec<(&'static str, ShownValue<'h>)> {
    if parameters.iter().all(|(name, _)| is_lower(name)) {
        return parameters;
    }
    let mut list: Vec<(&'static str, ShownValue<'h>)> = Vec::with_capacity(parameters.len());
    for parameter in parameters {
        let is_same = |(name, _): &&mut (&str, _)| name.eq_ignore_ascii_case(parameter.0);
        match list.iter_mut().find(is_same) {
            Some(first) => {
                let (name, before) = std::mem::replace(first, parameter);
                if matches!(before, ShownValue::Value(Value::Sensitive(_))) {
                    sensitive.push(name);
                }
            }
            None => list.push(parameter),
        }
    }
    let resource = resources.get(id);
    if !matches!(resources.ty(resource.ty).family, Family::Class) {
        list.retain(|(name, value)| {
            let is_title =
                matches!(value, ShownValue::Value(v) if v.as_str() == Some(resource.title));
            !is_title || *name == "name" || !name.eq_ignore_ascii_case("name")
        });
    }
    list
}

/// The maximum size of a text that is written without checking limits.
const SMALL_BYTES: usize = 4 << 10;

/// Returns true if a value can certainly be represented, and is either short or a text.
pub(super) fn is_simple(value: Value<'_>) -> bool {
    fn takes(value: Value<'_>, left: &mut usize) -> bool {
        let bytes = match value {
            Value::String(text) => text.len(),
            _ => 0,
        };
        // a number and the punctuation around a value take at most this many bytes
        let Some(rest) = left.checked_sub(bytes + 32) else {
            return false;
        };
        *left = rest;
        match value {
            Value::Undef | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => true,
            Value::String(_) => true,
            Value::Array(items) => items.iter().all(|item| takes(item, left)),
            Value::Hash(hash) => hash.iter().all(|(key, value)| {
                key.as_str().is_some() && takes(key, left) && takes(value, left)
            }),
            _ => false,
        }
    }
    let mut left = SMALL_BYTES;
    matches!(value, Value::String(_)) || takes(value, &mut left)
}

/// Returns true if an array is written with its inner arrays flattened: relationships, and arrays
/// that contain references.
fn is_flattened(name: &str, array: Value<'_>) -> bool {
    is_relationship(name) || nested_values::any_in_arrays(array, is_resource_object)
}

fn is_resource_object(value: Value<'_>) -> bool {
    matches!(value, Value::Type(ty) if ty.is_resource_object())
}

/// Returns true if a name has no letter in upper case.
pub(super) fn is_lower(name: &str) -> bool {
    !name.bytes().any(|b| b.is_ascii_uppercase())
}

pub(super) fn is_relationship(name: &str) -> bool {
    matches!(name, "before" | "notify" | "require" | "subscribe")
}

fn write_flat(
    json: &mut Writer<'_>,
    items: &Array<'_>,
    form: Form,
    drop_undef: bool,
) -> Result<(), Problem> {
    limits::stack();
    items.iter().try_for_each(|item| match item {
        Value::Array(items) => write_flat(json, items, form, drop_undef),
        Value::Undef if drop_undef => Ok(()),
        other => write_value(json, other, form),
    })
}

/// Returns the Ruby class of a part that the protocol cannot represent. References are texts in the
/// protocol, except inside values that only rich data can represent.
fn opaque(value: Value<'_>, is_rich: bool) -> Option<&'static str> {
    limits::stack();
    match value {
        Value::Type(ty) if ty.is_resource_object() && is_rich => Some("Puppet::Resource"),
        Value::Array(items) => items.iter().find_map(|item| opaque(item, is_rich)),
        Value::Hash(hash) => {
            let is_rich = is_rich || hash.keys().any(|key| key.as_str().is_none());
            let mut parts = hash.iter().flat_map(|(key, value)| [key, value]);
            parts.find_map(|part| opaque(part, is_rich))
        }
        Value::Sensitive(clear) => opaque(*clear, true),
        Value::Object(object) if object.ty.name == Some("Error") => {
            Some("Puppet::DataTypes::Error")
        }
        _ => None,
    }
}

/// Writes a value; in the protocol as well, references in attributes become texts.
fn write_value(json: &mut Writer<'_>, value: Value<'_>, form: Form) -> Result<(), Problem> {
    if form != Form::Protocol {
        return rich::write(json, value, form);
    }
    match value {
        Value::Type(ty) => match rich::reference(ty) {
            Some(text) => json.string(&text),
            None => rich::write(json, value, form)?,
        },
        Value::Array(items) => {
            json.open_array();
            items
                .iter()
                .try_for_each(|item| write_value(json, item, form))?;
            json.close_array();
        }
        Value::Hash(hash) if hash.keys().all(|key| key.as_str().is_some()) => {
            json.open_object();
            for (key, value) in hash.iter() {
                json.key(key.as_str().unwrap_or_default());
                write_value(json, value, form)?;
            }
            json.close_object();
        }
        _ => rich::write(json, value, form)?,
    }
    Ok(())
}

/// Returns the attributes of a resource whose title has parts. The parts come first, with the given
/// values if there are any. The naming attribute (`name` if there are several) is omitted if it
/// equals the title. If it is another than `name`, a given `name` is its value; without a value it
/// has that of the part `name`.
fn with_title_parts<'h>(
    ty: &ResourceType<'h>,
    resource: &Resource<'h>,
) -> Vec<(&'static str, ShownValue<'h>)> {
    let parts = resource.title_parts;
    let naming = match ty.family {
        Family::Native(native) if native.name_attributes.len() == 1 => native.name_attributes[0],
        _ => "name",
    };
    let set = |name: &str| {
        let value = Symbol::lookup(name).and_then(|name| resource.value(name));
        value.filter(|value| !value.is_undef())
    };
    let given = |name: &str| match name {
        _ if name == naming => set("name").or_else(|| set(naming)),
        "name" => None,
        _ => set(name),
    };
    let is_title = |value: Value<'h>| value.as_str() == Some(resource.title);
    let mut list = Vec::with_capacity(resource.parameters.len() + parts.len());
    for &(name, text) in parts {
        match given(name) {
            Some(value) if name == naming && is_title(value) => {}
            Some(value) => list.push((name, ShownValue::Value(value))),
            None if name == naming && text == resource.title => {}
            None => list.push((name, ShownValue::Text(text))),
        }
    }
    let is_part = |name: &str| parts.iter().any(|(part, _)| *part == name);
    if !is_part(naming) {
        let part = parts.iter().find(|(part, _)| *part == "name");
        match (given(naming), part) {
            (Some(value), _) if !is_title(value) => list.push((naming, ShownValue::Value(value))),
            (None, Some(&(_, text))) if text != resource.title => {
                list.push((naming, ShownValue::Text(text)));
            }
            _ => {}
        }
    }
    let rest = resource.parameters.iter().filter(|parameter| {
        let name = parameter.name.as_str();
        !parameter.value.is_undef() && !is_part(name) && name != naming && name != "name"
    });
    list.extend(
        rest.map(|parameter| (parameter.name.as_str(), ShownValue::Value(parameter.value))),
    );
    list
}

/// A Sensitive value that is listed without its value.
const NO_SECRET: Value<'static> = Value::Sensitive(&Value::Undef);

enum ShownValue<'h> {
    Value(Value<'h>),
    Text(&'h str),
}

/// Returns the attributes that a catalog shows. The naming attribute comes first, and is omitted if
/// it equals the title.
fn parameters<'h>(
    resources: &Resources<'h>,
    id: ResourceId,
) -> Vec<(&'static str, ShownValue<'h>)> {
    let resource = resources.get(id);
    let ty = resources.ty(resource.ty);
    if !resource.title_parts.is_empty() {
        return with_title_parts(ty, resource);
    }
    let (attribute, name) = resources.name_of(id);
    let attribute = Symbol::intern(attribute);
    let mut list = Vec::with_capacity(resource.parameters.len() + 1);
    // the naming values of these two resources are not texts
    let is_special = id == MAIN || id == ResourceId(0);
    let is_odd = resources.title_value(id).is_some();
    let given = |name: Symbol| {
        let parameter = resource.parameter(name)?;
        (!parameter.value.is_undef()).then_some(*parameter)
    };
    // if another attribute names the resource, `name` replaces it
    let stands_in = match (ty.family, attribute.as_str()) {
        (_, "name") => None,
        (Family::Native(_), _) => given(Symbol::intern("name")),
        _ => None,
    };
    let named = stands_in.or_else(|| given(attribute));
    let clear = named.map(|named| match named.value {
        Value::Sensitive(clear) => *clear,
        value => value,
    });
    let is_title = |value: Value<'h>| !is_special && value.as_str() == Some(resource.title);
    match (named, clear) {
        (Some(named), Some(clear)) => {
            let is_secret = matches!(named.value, Value::Sensitive(_));
            // Sensitive values are listed under the names by which they were given
            if is_secret && (is_title(clear) || named.name != attribute) {
                list.push((named.name.as_str(), ShownValue::Value(NO_SECRET)));
                if !is_title(clear) {
                    list.push((attribute.as_str(), ShownValue::Value(clear)));
                }
            } else if !is_title(clear) {
                list.push((attribute.as_str(), ShownValue::Value(named.value)));
            }
        }
        _ if name != resource.title || is_odd => {
            list.push((attribute.as_str(), ShownValue::Text(name)));
        }
        _ => {}
    }
    if let Some(hidden) = stands_in.and_then(|_| given(attribute))
        && matches!(hidden.value, Value::Sensitive(_))
    {
        list.push((attribute.as_str(), ShownValue::Value(NO_SECRET)));
    }
    for parameter in &resource.parameters {
        let is_named = parameter.name == attribute
            || stands_in.is_some_and(|stand_in| stand_in.name == parameter.name);
        if !is_named && !parameter.value.is_undef() {
            list.push((parameter.name.as_str(), ShownValue::Value(parameter.value)));
        }
    }
    list
}
