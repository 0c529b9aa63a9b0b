//! Performs lookups from the command line, and makes their output.

use runtime::error::{Form, Raise};
use runtime::host::YamlLayout;
use runtime::{Cx, Res, Value, text, types};

use super::Lookup;
use super::function::{self, Request};
use super::scope::Given;
use crate::data::emit::{self, Shown};
use crate::data::{Data, write_json};
use crate::hiera::LOOKUP_OPTIONS;
use crate::hiera::explain::Explanation;

/// A lookup from the command line.
#[derive(Clone, Debug)]
pub struct Query {
    /// The keys; the first one with a value counts.
    pub keys: Vec<String>,
    /// A merge option in the form that the function `lookup` takes.
    pub merge: Option<Data>,
    /// The type that the value must match, as a text.
    pub value_type: Option<String>,
    /// The default value.
    pub default: Option<String>,
    /// The part of the search that is explained.
    pub explain: Explain,
    /// The output format.
    pub format: Format,
}

/// The part of a search that is explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explain {
    /// None: the answer is the value.
    Nothing,
    /// All steps.
    Steps,
    /// The origin of the keys' lookup options.
    Options,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text.
    Text,
    /// JSON on one line.
    Json,
    /// YAML.
    Yaml,
}

/// The outcome of a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A value, or an explanation.
    Found(String),
    /// No data has a value for the keys.
    NotFound,
    /// An error in the key or the data.
    Wrong(String),
}

impl<'h> Lookup<'h> {
    /// Runs a query in the top scope.
    ///
    /// # Errors
    /// Fails with an error with which Puppet ends the command.
    pub fn query(&self, cx: &mut Cx<'h>, query: &Query) -> Res<'h, Answer> {
        let request = self.request(cx, query)?;
        let key = query.keys.first().map(String::as_str);
        match query.explain {
            Explain::Nothing => self.value_of(cx, query, &request),
            // `lookup_options` has no options itself, and cannot be looked up
            Explain::Options if key != Some(LOOKUP_OPTIONS) => {
                let (found, told) = self.explain_options(cx, key);
                if found.is_ok() {
                    // the value is undef, which must match the requested type
                    function::checked(cx, &request, "Found value", Value::Undef)?;
                }
                self.explained(query, found, told)
            }
            Explain::Steps | Explain::Options => {
                *self.explanation.borrow_mut() = Some(Explanation::default());
                let found = function::find(self, cx, &request);
                let told = self.explanation.take().unwrap_or_default();
                self.explained(query, found.map(drop), told)
            }
        }
    }

    fn request(&self, cx: &mut Cx<'h>, query: &Query) -> Res<'h, Request<'h>> {
        let keys = query.keys.iter().map(|key| Value::string(cx.heap, key));
        let keys: Vec<Value<'h>> = keys.collect();
        let value_type = match &query.value_type {
            Some(text) => match types::parse_text(cx, text)? {
                Value::Type(ty) => Some(ty),
                _ => None,
            },
            None => None,
        };
        Ok(Request {
            name: match keys.as_slice() {
                [key] => *key,
                keys => Value::array(cx.heap, keys),
            },
            value_type,
            merge: query.merge.clone(),
            default: query
                .default
                .as_ref()
                .map(|text| Value::string(cx.heap, text)),
            given: Given::default(),
            block: None,
        })
    }

    fn value_of(&self, cx: &mut Cx<'h>, query: &Query, request: &Request<'h>) -> Res<'h, Answer> {
        let value = match function::find(self, cx, request) {
            Ok(value) => value,
            Err(raised) => {
                return match *raised {
                    Raise::Error(error) if error.issue == function::NO_VALUE => {
                        Ok(Answer::NotFound)
                    }
                    Raise::Error(error) if error.form == Form::Bare => {
                        Ok(Answer::Wrong(error.message))
                    }
                    other => Err(Box::new(other)),
                };
            }
        };
        let data = self.data(value);
        Ok(Answer::Found(match query.format {
            Format::Text => {
                let mut scope = super::scope::CodeScope::new(cx, self);
                let mut text = crate::hiera::text_of(&data, &mut scope);
                text.push('\n');
                text
            }
            Format::Json | Format::Yaml => self.written(&data, query.format),
        }))
    }

    fn explained(
        &self,
        query: &Query,
        found: Res<'h, ()>,
        mut told: Explanation,
    ) -> Res<'h, Answer> {
        if let Err(raised) = found {
            match unprefixed_message(&raised) {
                Some(text) => told.push_text(text),
                None => return Err(raised),
            }
        }
        Ok(Answer::Found(match query.format {
            Format::Text => told.text(&|data| self.inspected(data)),
            Format::Json | Format::Yaml => self.written(&told.data(), query.format),
        }))
    }

    fn written(&self, data: &Data, format: Format) -> String {
        let text_of = |data: &Data| self.shown(data);
        let shown = Shown {
            data,
            text_of: &text_of,
        };
        match format {
            Format::Json => {
                let mut text = write_json(data, &text_of);
                text.push('\n');
                text
            }
            Format::Text | Format::Yaml => {
                emit::write_yaml(shown, YamlLayout::default()).unwrap_or_default()
            }
        }
    }

    /// Returns the text in the form of Ruby's `inspect`, as far as it is known.
    fn inspected(&self, data: &Data) -> String {
        match self.shown(data) {
            text if text == "Sensitive [value redacted]" => format!("#<{text}>"),
            text => text,
        }
    }

    /// Returns the text of a value that data refers to.
    fn shown(&self, data: &Data) -> String {
        match data {
            Data::Rich(value) => text::interpolated(self.values.borrow().rich(*value)),
            _ => String::new(),
        }
    }
}

/// Returns the message of an error that is shown without a prefix, as errors about data are.
fn unprefixed_message(raise: &Raise<'_>) -> Option<String> {
    match raise {
        Raise::Error(error) if error.form == Form::Bare => Some(error.message.clone()),
        _ => None,
    }
}
