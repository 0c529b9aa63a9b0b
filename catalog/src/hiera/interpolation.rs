//! Interpolates `%{...}` in data, paths and options.

use super::error::LookupError;
use super::explain::Subject;
use super::key::LookupKey;
use super::state::{Invocation, Lookup};
use super::text::{text_of, write_text};
use super::{Order, Scope, Variable, Warning};
use crate::data::{Data, Pairs};
use frontend::validate::Strict;
use runtime::profile;
use std::sync::Arc;

/// The rules of an interpolation: the methods that it allows, and the treatment of unknown
/// variables.
#[derive(Clone, Copy)]
pub(super) struct Rules<'a> {
    /// True if `lookup('k')` and the other methods are allowed.
    pub methods: bool,
    /// The treatment of an unknown variable.
    pub unknown: Unknown<'a>,
    /// A variable that only this interpolation sees.
    pub local: Option<(&'a str, &'a Data)>,
}

/// The treatment of an unknown variable.
#[derive(Clone, Copy)]
pub(super) enum Unknown<'a> {
    /// In data: an error, a warning or nothing, depending on the setting `strict`.
    Fails,
    /// In a path: at most a warning.
    Warns,
    /// In a configuration with this path and text: an error that names the line.
    FailsIn(&'a Arc<str>, &'a str),
}

impl Rules<'_> {
    /// The rules for values of data files.
    pub const DATA: Rules<'static> = Rules {
        methods: true,
        unknown: Unknown::Fails,
        local: None,
    };
    /// The rules for paths, globs and URIs.
    pub const PATH: Rules<'static> = Rules {
        methods: false,
        unknown: Unknown::Warns,
        local: None,
    };
}

/// The methods of interpolation.
#[derive(Clone, Copy, PartialEq)]
enum Method {
    /// `lookup` and `hiera`
    Lookup,
    Alias,
    Literal,
    Scope,
}

impl Lookup<'_> {
    /// Replaces every `%{...}` in a tree; parts without one are shared, not copied.
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

    /// Interpolates a text whose result must be a text.
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

    /// Returns the value of the expression between the braces.
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
                    // the argument cannot contain `}`, so `%{` stays literal
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

    /// Returns the value of a variable with segments, such as `facts.os.family`.
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

    /// Returns the value of a variable and records it in the explanation.
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

    /// Interpolates the value of an expression; `name` must not occur in it again.
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

    /// Returns the value of the variable that a key starts with; `undef` for an unknown variable
    /// that the rules tolerate.
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
        // values given to the lookup do not apply to paths
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

/// The contribution of an expression.
enum Part {
    /// The value of the whole text.
    Whole(Data),
    /// A value that is inserted into the text.
    Text(Data),
}

/// Returns true if an expression is empty: blank or `::`, quoted or not.
fn is_empty(expression: &str) -> bool {
    matches!(expression, "" | "::" | "''" | "\"\"" | "'::'" | "\"::\"")
}

/// Parses `name('argument')` or `name("argument")`.
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
    // a variable of a class is named without the leading `::`
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
        (Strict::Error, Unknown::Fails) => {
            let text = format!("Undefined variable '{name}'; {reason}");
            Err(LookupError::other(text).of_strict())
        }
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
            let text = format!("Undefined variable '{name}'");
            Err(LookupError::issue_in(path, line, text).of_strict())
        }
    }
}
