//! Reads a resource of a document. Finds the texts of its fields and decodes only those that are
//! needed.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::change::{Edge, Place, Reference, Relationship, ResourceContents, ShownValue};
use crate::document::Problem;
use crate::scan::{ScanError, Scanner};
use crate::value::redacted;

/// The texts of the fields of a resource.
#[derive(Clone, Copy, Default)]
pub(crate) struct Fields<'t> {
    whole: &'t [u8],
    pub type_name: Option<&'t [u8]>,
    pub title: Option<&'t [u8]>,
    pub tags: Option<&'t [u8]>,
    pub file: Option<&'t [u8]>,
    pub line: Option<&'t [u8]>,
    pub exported: Option<&'t [u8]>,
    pub parameters: Option<&'t [u8]>,
    pub sensitive: Option<&'t [u8]>,
}

impl<'t> Fields<'t> {
    /// Finds the fields of a resource.
    pub fn read(text: &'t [u8]) -> Result<Fields<'t>, ScanError> {
        let mut fields = Fields {
            whole: text,
            ..Fields::default()
        };
        Scanner::new(text, 0).object(|key, scanner| {
            let value = Some(scanner.value()?);
            match key {
                b"\"type\"" => fields.type_name = value,
                b"\"title\"" => fields.title = value,
                b"\"tags\"" => fields.tags = value,
                b"\"file\"" => fields.file = value,
                b"\"line\"" => fields.line = value,
                b"\"exported\"" => fields.exported = value,
                b"\"parameters\"" => fields.parameters = value,
                b"\"sensitive_parameters\"" => fields.sensitive = value,
                _ => {}
            }
            Ok(())
        })?;
        Ok(fields)
    }

    /// Returns true if two resources are equal, apart from the places where they are declared.
    pub fn is_like(&self, other: &Fields<'_>) -> bool {
        self.parameters == other.parameters
            && self.tags == other.tags
            && self.exported == other.exported
            && self.sensitive == other.sensitive
    }

    /// Decodes the type and title.
    pub fn reference(&self) -> Result<Reference, Problem> {
        Ok(Reference {
            type_name: decoded(self.type_name, "type")?.ok_or_else(|| missing("type"))?,
            title: decoded(self.title, "title")?.ok_or_else(|| missing("title"))?,
        })
    }

    /// Decodes the place where the resource is declared.
    pub fn place(&self) -> Result<Place, Problem> {
        Ok(Place {
            file: decoded::<Option<String>>(self.file, "file")?.flatten(),
            line: decoded::<Option<u64>>(self.line, "line")?.flatten(),
        })
    }

    /// Decodes everything but the place.
    pub fn declared(&self) -> Result<DecodedResource, Problem> {
        let list = |text, name| Ok(decoded::<Option<Vec<String>>>(text, name)?.flatten());
        let parameters = decoded::<Option<Map<String, Value>>>(self.parameters, "parameters")?;
        Ok(DecodedResource {
            parameters: parameters.flatten().unwrap_or_default(),
            tags: list(self.tags, "tags")?
                .unwrap_or_default()
                .into_iter()
                .collect(),
            exported: decoded::<Option<bool>>(self.exported, "exported")?.flatten() == Some(true),
            sensitive: list(self.sensitive, "sensitive_parameters")?
                .unwrap_or_default()
                .into_iter()
                .collect(),
        })
    }

    /// Returns the address of the resource's text in memory.
    pub fn offset(&self) -> usize {
        self.whole.as_ptr().addr()
    }
}

fn missing(field: &str) -> Problem {
    Problem::new(format!("a resource has no {field}"))
}

fn decoded<'t, T: Deserialize<'t>>(
    text: Option<&'t [u8]>,
    field: &str,
) -> Result<Option<T>, Problem> {
    let Some(text) = text else {
        return Ok(None);
    };
    let problem = |error: serde_json::Error| {
        let said = error.to_string();
        // the position within the part is not useful
        let said = said.split(" at line ").next().unwrap_or(&said);
        Problem::new(format!("{field} of a resource: {said}"))
    };
    serde_json::from_slice(text).map(Some).map_err(problem)
}

/// A resource of a catalog.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DecodedResource {
    /// The parameters in the order of the catalog.
    pub parameters: Map<String, Value>,
    /// The tags.
    pub tags: BTreeSet<String>,
    /// True if the resource is exported.
    pub exported: bool,
    /// The parameters whose values must not be shown.
    pub sensitive: BTreeSet<String>,
}

impl DecodedResource {
    /// Returns true if the value of a parameter must not be shown: it is sensitive, or it is the
    /// content of a resource with `show_diff => false`, as files with secrets have it.
    pub(crate) fn hides(&self, parameter: &str) -> bool {
        self.sensitive.contains(parameter)
            || parameter == "content"
                && self.parameters.get("show_diff").is_some_and(|value| {
                    matches!(value, Value::Bool(false)) || value == "false" || value == "no"
                })
    }

    /// Returns the contents of a resource that only one side has.
    pub(crate) fn state(&self) -> ResourceContents {
        let show = |(name, value): (&String, &Value)| {
            let is_hidden = self.hides(name) || crate::value::is_sensitive(value);
            let shown = match is_hidden {
                true => ShownValue::Hidden,
                false => ShownValue::Value(redacted(value)),
            };
            (name.clone(), shown)
        };
        ResourceContents {
            parameters: self.parameters.iter().map(show).collect(),
            tags: self.tags.iter().cloned().collect(),
            exported: self.exported,
        }
    }
}

/// One end of an edge: `Type[title]`, or PuppetDB's object with both.
#[derive(Deserialize)]
#[serde(untagged)]
enum End {
    Text(String),
    Parts {
        #[serde(rename = "type")]
        type_name: String,
        title: String,
    },
}

impl From<End> for Reference {
    fn from(end: End) -> Reference {
        match end {
            End::Text(text) => Reference::parse(&text),
            End::Parts { type_name, title } => Reference { type_name, title },
        }
    }
}

/// An edge in any of its forms.
#[derive(Deserialize)]
struct AnyEdge {
    source: Option<End>,
    target: Option<End>,
    source_type: Option<String>,
    source_title: Option<String>,
    target_type: Option<String>,
    target_title: Option<String>,
    relationship: Option<String>,
}

/// Decodes an edge.
pub(crate) fn edge(text: &[u8]) -> Result<Edge, Problem> {
    let problem = |error: serde_json::Error| {
        let said = error.to_string();
        Problem::new(format!(
            "an edge: {}",
            said.split(" at line ").next().unwrap_or(&said)
        ))
    };
    let edge: AnyEdge = serde_json::from_slice(text).map_err(problem)?;
    let parts = |end: Option<End>, type_name: Option<String>, title: Option<String>| match end {
        Some(end) => Some(Reference::from(end)),
        None => Some(Reference {
            type_name: type_name?,
            title: title?,
        }),
    };
    let missing = |end: &str| Problem::new(format!("an edge has no {end}"));
    Ok(Edge {
        source: parts(edge.source, edge.source_type, edge.source_title)
            .ok_or_else(|| missing("source"))?,
        target: parts(edge.target, edge.target_type, edge.target_title)
            .ok_or_else(|| missing("target"))?,
        relationship: edge
            .relationship
            .as_deref()
            .map_or(Relationship::Contains, Relationship::parse),
    })
}
