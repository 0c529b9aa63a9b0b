//! `%{...}` in data, paths and options.

use super::error::LookupError;
use super::explain::Subject;
use super::key::LookupKey;
use super::lookup::{Invocation, Lookup};
use super::{Order, Scope, Variable, Warning};
use crate::data::{Data, Pairs};
use frontend::validate::Strict;
use runtime::profile;
use std::sync::Arc;

/// What an interpolation may do, and what it says of unknown variables.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    /// `lookup('k')` and its like are allowed.
    pub methods: bool,
    /// What an unknown variable is.
    pub unknown: Unknown<'a>,
    /// A variable that only this text sees.
    pub local: Option<(&'a str, &'a Data)>,
}

/// What to do about an unknown variable.
#[derive(Clone, Copy)]
pub(super) enum Unknown<'a> {
    /// In data: an error, a warning or nothing, by the setting `strict`.
    Fails,
    /// In a path: a warning at most.
    Warns,
    /// In the configuration of this path and text: an error that names the line.
    FailsIn(&'a Arc<str>, &'a str),
}

impl Rules<'_> {
    /// For values of data files.
    pub const DATA: Rules<'static> = Rules {
        methods: true,
        unknown: Unknown::Fails,
        local: None,
    };
    /// For paths, globs and URIs.
    pub const PATH: Rules<'static> = Rules {
        methods: false,
        unknown: Unknown::Warns,
        local: None,
    };
}

/// Methods that interpolation knows.
#[derive(Clone, Copy, PartialEq)]
enum Method {
    /// `lookup` and `hiera`
    Lookup,
    Alias,
    Literal,
    Scope,
}

impl Lookup<'_> {
    /// Replaces every `%{...}` in a tree; what holds none is shared, not copied.
    pub(super) fn interpolate(
        &self,
        invocation: &mut Invocation<'_>,
        value: &Data,
        rules: Rules<'_>,
    ) -> Result<Data, LookupError> {
        if !value.is_interpolated() {
            return Ok(value.clone());
        }
        match value {
            Data::String(text) => self.interpolate_text(invocation, text, rules),
            Data::Array(items) => {
                invocation.builds(items.len() * size_of::<Data>());
                let mut done = Vec::with_capacity(items.len());
                for item in items.iter() {
                    done.push(self.interpolate(invocation, item, rules)?);
                }
                Ok(Data::array(done))
            }
            Data::Hash(hash) => {
                invocation.builds(hash.len() * size_of::<(Data, Data)>());
                let mut done = Pairs::with_capacity_and_hasher(hash.len(), Default::default());
                for (key, value) in hash.iter() {
                    let key = self.interpolate(invocation, key, rules)?;
                    done.insert(key, self.interpolate(invocation, value, rules)?);
                }
                Ok(Data::hash(done))
            }
            other => Ok(other.clone()),
        }
    }

    /// Interpolates a text that may only give a text.
    pub(super) fn interpolate_string(
        &self,
        invocation: &mut Invocation<'_>,
        text: &Arc<str>,
        rules: Rules<'_>,
    ) -> Result<Arc<str>, LookupError> {
        if !text.contains("%{") {
            return Ok(Arc::clone(text));
        }
        match self.interpolate_text(invocation, text, rules)? {
            Data::String(text) => Ok(text),
            other => Ok(Arc::from(text_of(&other, invocation.scope))),
        }
    }

    fn interpolate_text(
        &self,
        invocation: &mut Invocation<'_>,
        text: &str,
        rules: Rules<'_>,
    ) -> Result<Data, LookupError> {
        if !(rules.methods && invocation.is_explained()) {
            return self.replace(invocation, text, rules);
        }
        invocation.enter(|| Subject::Interpolation(Arc::from(text)));
        let replaced = self.replace(invocation, text, rules)?;
        invocation.leave();
        Ok(replaced)
    }

    /// Replaces every `%{...}` in a text.
    fn replace(
        &self,
        invocation: &mut Invocation<'_>,
        text: &str,
        rules: Rules<'_>,
    ) -> Result<Data, LookupError> {
        let mut done = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find("%{") {
            let Some(length) = rest[start + 2..].find('}') else {
                break;
            };
            let expression = rest[start + 2..start + 2 + length].trim();
            done.push_str(&rest[..start]);
            rest = &rest[start + length + 3..];
            if is_empty(expression) {
                continue;
            }
            let whole = done.is_empty() && rest.is_empty() && length + 3 == text.len();
            match self.expression(invocation, text, expression, whole, rules)? {
                Part::Whole(value) => return Ok(value),
                Part::Text(value) => {
                    let before = done.len();
                    write_text(&value, invocation.scope, &mut done);
                    invocation.builds(done.len() - before);
                }
            }
        }
        done.push_str(rest);
        Ok(Data::String(Arc::from(done)))
    }

    /// The value of what stands between the braces.
    fn expression(
        &self,
        invocation: &mut Invocation<'_>,
        text: &str,
        expression: &str,
        whole: bool,
        rules: Rules<'_>,
    ) -> Result<Part, LookupError> {
        let Some((method, argument)) = method_call(expression) else {
            return self
                .variable(invocation, text, expression, rules)
                .map(Part::Text);
        };
        if !rules.methods {
            let text = "Interpolation using method syntax is not allowed in this context";
            return Err(LookupError::issue(text));
        }
        let method = match method {
            "lookup" | "hiera" => Method::Lookup,
            "alias" => Method::Alias,
            "literal" => Method::Literal,
            "scope" => Method::Scope,
            _ => {
                return Err(LookupError::issue(format!(
                    "Unknown interpolation method '{method}'"
                )));
            }
        };
        if method == Method::Alias && !whole {
            let text = "'alias' interpolation is only permitted if the expression is equal to the entire string";
            return Err(LookupError::issue(text));
        }
        match method {
            Method::Literal => {
                self.push(&Arc::from(argument))?;
                if argument.contains("%{") {
                    // there is no `}` in it, so it stays as it is
                    invocation.enter(|| Subject::Interpolation(Arc::from(argument)));
                    invocation.leave();
                }
                self.pop();
                Ok(Part::Text(Data::string(argument)))
            }
            Method::Scope => self
                .variable(invocation, text, argument, rules)
                .map(Part::Text),
            Method::Lookup | Method::Alias => {
                let value = match invocation.scope.given(argument, Order::Before) {
                    Some(given) => Some(given),
                    None => {
                        let _frame = profile::named(profile::Kind::Lookup, argument);
                        self.look_up(invocation, argument, None)?
                    }
                };
                let value = value.or_else(|| invocation.scope.given(argument, Order::After));
                let value = value.unwrap_or_else(|| Data::string(""));
                match method {
                    Method::Alias => Ok(Part::Whole(value)),
                    _ => self
                        .again(invocation, argument, value, rules)
                        .map(Part::Text),
                }
            }
        }
    }

    /// The value of `facts.os.family`.
    fn variable(
        &self,
        invocation: &mut Invocation<'_>,
        text: &str,
        expression: &str,
        rules: Rules<'_>,
    ) -> Result<Data, LookupError> {
        let key = LookupKey::parse(expression)
            .filter(|key| !key.root.is_empty())
            .ok_or_else(|| LookupError::lookup(format!("Syntax error in string: {text}")))?;
        let value = match rules.methods {
            true => self.explained_variable(invocation, &key, rules)?,
            false => {
                let value = self.scope_value(invocation, &key, rules)?;
                key.dig(&value, invocation.scope)?
            }
        };
        let value = value.unwrap_or(Data::Undef);
        self.again(invocation, &format!("scope:{expression}"), value, rules)
    }

    /// The value of a variable, with what an explanation says of it.
    fn explained_variable(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        rules: Rules<'_>,
    ) -> Result<Option<Data>, LookupError> {
        invocation.enter(|| Subject::Scope("Global Scope".to_owned()));
        let value = self.scope_value(invocation, key, rules)?;
        invocation.outcome(&key.root, Some(&value));
        invocation.leave();
        self.dig(invocation, key, Some(value))
    }

    /// Interpolates what an expression gave; `name` is what may not come again in that.
    fn again(
        &self,
        invocation: &mut Invocation<'_>,
        name: &str,
        value: Data,
        rules: Rules<'_>,
    ) -> Result<Data, LookupError> {
        if !value.is_interpolated() {
            return Ok(value);
        }
        self.push(&Arc::from(name))?;
        let again = self.interpolate(invocation, &value, rules);
        self.pop();
        again
    }

    /// The value of the variable that a key begins with; `undef` for an unknown one that the rules let
    /// pass.
    pub(super) fn scope_value(
        &self,
        invocation: &mut Invocation<'_>,
        key: &LookupKey,
        rules: Rules<'_>,
    ) -> Result<Data, LookupError> {
        let name = &*key.root;
        if let Some((local, value)) = rules.local
            && local == name
        {
            return Ok(value.clone());
        }
        // paths do not depend on how a lookup is called
        let mut given = |order| match rules.methods {
            true => invocation.scope.given(name, order),
            false => None,
        };
        if let Some(value) = given(Order::Before) {
            return Ok(value);
        }
        let default = given(Order::After);
        invocation.scope.note(name, key.segments.first());
        match self.observe(invocation, name) {
            Variable::Value(value) => Ok(value),
            Variable::Unknown(reason) => {
                if let Some(value) = default {
                    return Ok(value);
                }
                unknown(invocation.scope, name, &reason, rules.unknown)?;
                Ok(Data::Undef)
            }
        }
    }
}

/// What an expression contributes.
enum Part {
    /// The value of the whole text.
    Whole(Data),
    /// To be put into the text.
    Text(Data),
}

/// Whether an expression asks for nothing: blank or `::`, in quotes or not.
fn is_empty(expression: &str) -> bool {
    matches!(expression, "" | "::" | "''" | "\"\"" | "'::'" | "\"::\"")
}

/// `name('argument')` or `name("argument")`.
fn method_call(expression: &str) -> Option<(&str, &str)> {
    let (name, rest) = expression.split_once('(')?;
    if name.is_empty()
        || !name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    {
        return None;
    }
    let argument = rest.strip_suffix(')')?;
    let quote = argument
        .chars()
        .next()
        .filter(|c| matches!(c, '\'' | '"'))?;
    let inner = argument.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.is_empty() && !inner.contains(quote)).then_some((name, inner))
}

fn unknown(
    scope: &mut dyn Scope,
    name: &str,
    reason: &str,
    how: Unknown<'_>,
) -> Result<(), LookupError> {
    let warning = |text: String| Warning {
        once: Some(Arc::from(text.as_str())),
        text,
        file: None,
    };
    // the name in a class is told as the class tells it
    let name = match name.strip_prefix("::") {
        Some(rest) if rest.contains("::") => rest,
        _ => name,
    };
    match (scope.strict(), how) {
        (Strict::Off, _) => Ok(()),
        (Strict::Warning, _) => {
            scope.warn(warning(format!("Undefined variable '{name}'; {reason}")));
            Ok(())
        }
        (Strict::Error, Unknown::Fails) => Err(LookupError::other(format!(
            "Undefined variable '{name}'; {reason}"
        ))),
        (Strict::Error, Unknown::Warns) => {
            scope.warn(warning(format!(
                "Interpolation failed with '{name}', but compilation continuing; {reason}"
            )));
            Ok(())
        }
        (Strict::Error, Unknown::FailsIn(path, text)) => {
            let spellings = [
                format!("%{{{name}}}"),
                format!("%{{'{name}'}}"),
                format!("%{{\"{name}\"}}"),
            ];
            let at = text
                .lines()
                .position(|line| spellings.iter().any(|spelling| line.contains(spelling)));
            let line = at.map(|index| index as u32 + 1);
            Err(LookupError::issue_in(
                path,
                line,
                format!("Undefined variable '{name}'"),
            ))
        }
    }
}

/// A value inside a text, as Ruby's `to_s` gives it.
#[must_use]
pub fn text_of(value: &Data, scope: &mut dyn Scope) -> String {
    let mut text = String::new();
    write_text(value, scope, &mut text);
    text
}

fn write_text(value: &Data, scope: &mut dyn Scope, out: &mut String) {
    match value {
        Data::Undef => {}
        Data::String(text) | Data::Symbol(text) | Data::BigInteger(text) => out.push_str(text),
        Data::Encoding(name) => out.push_str(name),
        Data::Rich(_) => out.push_str(&scope.text(value)),
        other => inspect(other, scope, out),
    }
}

/// An Encoding as Ruby's `inspect` has it.
pub(super) fn inspected_encoding(name: &str) -> String {
    format!("#<Encoding:{name}>")
}

/// A value as Ruby's `inspect` has it.
pub(super) fn inspected(value: &Data, scope: &mut dyn Scope) -> String {
    let mut text = String::new();
    inspect(value, scope, &mut text);
    text
}

/// Ruby's `inspect`.
fn inspect(value: &Data, scope: &mut dyn Scope, out: &mut String) {
    match value {
        Data::Undef => out.push_str("nil"),
        Data::Boolean(value) => out.push_str(if *value { "true" } else { "false" }),
        Data::Integer(value) => out.push_str(&value.to_string()),
        Data::BigInteger(digits) => out.push_str(digits),
        Data::Float(value) => rubycore::float::write(*value, out),
        Data::String(text) => rubycore::inspect::write(text, out),
        Data::Symbol(text) => {
            out.push(':');
            out.push_str(text);
        }
        Data::Encoding(name) => out.push_str(&inspected_encoding(name)),
        Data::Rich(_) => out.push_str(&scope.text(value)),
        Data::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                inspect(item, scope, out);
            }
            out.push(']');
        }
        Data::Hash(hash) => {
            out.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                inspect(key, scope, out);
                out.push_str("=>");
                inspect(value, scope, out);
            }
            out.push('}');
        }
    }
}
