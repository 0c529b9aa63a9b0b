//! Names of the classes of the reference's platform, which some messages show.

use std::ops::Range;

use crate::text;
use crate::types::object::Platform;
use crate::types::{self, Type};
use crate::value::Value;

/// The name of the class of a value.
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
        Value::Type(ty) if ty.is_kept() => "Puppet::Resource",
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

/// The words of the platform about a value that lacks a method, and the line of its code that
/// calls it, where the call is marked.
pub fn no_method(method: &str, value: Value<'_>, line: &str, marked: Range<usize>) -> String {
    let shown = text::ruby_inspect(value);
    let class = match value {
        Value::Sensitive(_) => String::new(),
        value => format!(":{}", class_name(value)),
    };
    let advice = did_you_mean(method, value);
    let problem = lacks_method(method, &format!("{shown}{class}"), line, marked);
    format!("{problem}{advice}")
}

/// The words of the platform about what lacks a method, shown with its class, and the line of its
/// code that calls it, where the call is marked.
pub fn lacks_method(method: &str, shown: &str, line: &str, marked: Range<usize>) -> String {
    let (at, marks) = (marked.start, "^".repeat(marked.len()));
    format!(
        "undefined method `{method}' for {shown}\n\n{line}\n{:at$}{marks}",
        ""
    )
}

/// What the platform adds when a value lacks a method: the name of one that it has.
pub fn did_you_mean(method: &str, value: Value<'_>) -> &'static str {
    match (method, value) {
        ("intern", Value::Integer(_) | Value::BigInteger(_) | Value::Float(_)) => {
            "\nDid you mean?  integer?"
        }
        ("intern", Value::Array(_)) => "\nDid you mean?  intersect?",
        ("sub", Value::Integer(_) | Value::BigInteger(_) | Value::Default) => {
            "\nDid you mean?  succ"
        }
        ("sub", Value::Array(_) | Value::Hash(_)) => "\nDid you mean?  sum",
        _ => "",
    }
}

/// The name of the class of a value in messages about conversions, where some values stand for
/// their classes.
pub fn converted_name(value: Value<'_>) -> String {
    match value {
        Value::Undef => "nil".to_owned(),
        Value::Boolean(value) => value.to_string(),
        other => class_name(other),
    }
}

/// What is said of a value that should be a text.
pub fn no_string(value: Value<'_>) -> String {
    let name = converted_name(value);
    format!("no implicit conversion of {name} into String")
}
