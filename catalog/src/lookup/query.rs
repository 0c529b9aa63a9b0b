//! Lookups from the command line, and what is shown of them.

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

/// What is asked.
#[derive(Clone, Debug)]
pub struct Query {
    /// The keys; the first that is found counts.
    pub keys: Vec<String>,
    /// A merge option as the function `lookup` takes it.
    pub merge: Option<Data>,
    /// The type that the value must have, as text.
    pub value_type: Option<String>,
    /// The value when nothing is found.
    pub default: Option<String>,
    /// What is told of the search.
    pub explain: Explain,
    /// What the answer is written in.
    pub format: Format,
}

/// What is told of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Explain {
    /// Nothing: the answer is the value.
    Nothing,
    /// Every step.
    Steps,
    /// How the options of the keys come about.
    Options,
}

/// What an answer is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text.
    Text,
    /// JSON on one line.
    Json,
    /// YAML.
    Yaml,
}

/// What there is to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A value, or an explanation.
    Found(String),
    /// No data has any of the keys.
    NotFound,
    /// What is wrong with key or data.
    Wrong(String),
}

impl<'h> Lookup<'h> {
    /// Answers a query in the top scope.
    ///
    /// # Errors
    /// What Puppet ends the command with.
    pub fn query(&self, cx: &mut Cx<'h>, query: &Query) -> Res<'h, Answer> {
        let request = self.request(cx, query)?;
        let key = query.keys.first().map(String::as_str);
        match query.explain {
            Explain::Nothing => self.value_of(cx, query, &request),
            // the options have none themselves, and nobody may look them up
            Explain::Options if key != Some(LOOKUP_OPTIONS) => {
                let (found, told) = self.explain_options(cx, key);
                if found.is_ok() {
                    // there is no value, which is one of no other type
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
            match bare(&raised) {
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

    /// The same as Ruby shows it, where that is known.
    fn inspected(&self, data: &Data) -> String {
        match self.shown(data) {
            text if text == "Sensitive [value redacted]" => format!("#<{text}>"),
            text => text,
        }
    }

    /// The text of a value that data only refers to.
    fn shown(&self, data: &Data) -> String {
        match data {
            Data::Rich(value) => text::interpolated(self.values.borrow().rich(*value)),
            _ => String::new(),
        }
    }
}

/// The text of an error that is about data.
fn bare(raise: &Raise<'_>) -> Option<String> {
    match raise {
        Raise::Error(error) if error.form == Form::Bare => Some(error.message.clone()),
        _ => None,
    }
}
