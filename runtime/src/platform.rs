//! Owns the names of Ruby's classes, which some messages show.

use crate::text;
use crate::types::object::Platform;
use crate::types::{self, Type};
use crate::value::Value;

/// Returns the name of the class of a value.
pub fn class_name(value: Value<'_>) -> String {
    let name = match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Regexp(_) => "Regexp",
        Value::Type(ty) if ty.is_resource_object() => "Puppet::Resource",
        Value::Type(Type::Data | Type::RichData | Type::RichDataKey) => {
            "Puppet::Pops::Types::PTypeAliasType"
        }
        Value::Type(Type::ObjectExtension(_)) => "Puppet::Pops::Types::PObjectTypeExtension",
        Value::Type(ty) => {
            let name = types::format::simple_name(ty);
            return format!("Puppet::Pops::Types::P{name}Type");
        }
        Value::Sensitive(_) => "Puppet::Pops::Types::PSensitiveType::Sensitive",
        Value::Binary(_) => "Puppet::Pops::Types::PBinaryType::Binary",
        Value::SemVer(_) => "SemanticPuppet::Version",
        Value::SemVerRange(_) => "SemanticPuppet::VersionRange",
        Value::Timespan(_) => "Puppet::Pops::Time::Timespan",
        Value::Timestamp(_) => "Puppet::Pops::Time::Timestamp",
        Value::Uri(uri) => return format!("URI::{}", uri.ruby_class()),
        Value::Object(object) if object.ty.name == Some("Error") => "Puppet::DataTypes::Error",
        Value::Object(object) => object.platform().map_or("Object", Platform::class),
        Value::Callable(_) => "Puppet::Pops::Evaluator::Closure::Dynamic",
        Value::Iterator(iterator) => iterator.ruby_class(),
    };
    name.to_owned()
}

/// Returns ``undefined method `length' for 1:Integer``, Ruby's message about a value that lacks a
/// method. The line of code and the suggestions that some versions add are left out, here and in
/// the recorded cases.
pub fn no_method(method: &str, value: Value<'_>) -> String {
    lacks_method(
        method,
        &shown_with_class(text::ruby_inspect(value), &class_name(value)),
    )
}

/// Shows a value in a message about a missing method: `1:Integer`. A text that names the class
/// itself stays alone.
pub fn shown_with_class(shown: String, class: &str) -> String {
    match shown.starts_with('#') {
        true => shown,
        false => format!("{shown}:{class}"),
    }
}

/// Returns the message for a value that lacks a method; `shown` is its text with its class.
pub fn lacks_method(method: &str, shown: &str) -> String {
    format!("undefined method `{method}' for {shown}")
}

/// Returns the message for `nil`, which lacks a method.
pub fn nil_lacks(method: &str) -> String {
    lacks_method(method, "nil:NilClass")
}

/// Returns the name of the class of a value in messages about conversions, where some values are
/// named instead of their classes.
pub fn converted_name(value: Value<'_>) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        other => class_name(other),
    }
}

/// Returns Ruby's message about a value where a text is needed.
pub fn no_string(value: Value<'_>) -> String {
    let name = converted_name(value);
    format!("no implicit conversion of {name} into String")
}

/// Returns the name of an attribute that a key of a hash gives: a text, a symbol or `default`.
///
/// # Errors
/// Fails with Ruby's message about a key that is not a name.
pub fn attribute_name(key: Value<'_>) -> Result<&str, String> {
    match key {
        Value::String(name) => return Ok(name.as_str()),
        Value::Default => return Ok("default"),
        Value::Object(object) => {
            if let Some(Platform::Symbol(name)) = object.platform() {
                return Ok(name);
            }
        }
        Value::Undef => {
            return Err(
                "'name' is a required option for Puppet::Parser::Resource::Param".to_owned(),
            );
        }
        _ => {}
    }
    Err(no_method("intern", key))
}
