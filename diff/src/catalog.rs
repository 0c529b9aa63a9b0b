//! Decodes a whole catalog. The tests state the laws about differences on it.

use std::collections::{BTreeMap, BTreeSet};

use crate::change::{Edge, Reference};
use crate::document::{Document, Problem};
use crate::resource::{self, Fields};

pub use crate::resource::DecodedResource;

/// A decoded catalog, without the parts that differ from run to run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Catalog {
    /// The resources.
    pub resources: BTreeMap<Reference, DecodedResource>,
    /// The edges.
    pub edges: BTreeSet<Edge>,
    /// The names of the classes.
    pub classes: BTreeSet<String>,
    /// The tags of the catalog.
    pub tags: BTreeSet<String>,
}

impl Catalog {
    /// Decodes a catalog of any form.
    ///
    /// # Errors
    /// Fails if the text is not a catalog or a part of it is broken.
    pub fn read(text: &[u8]) -> Result<Catalog, Problem> {
        let document = Document::read(text, None)?;
        let mut catalog = Catalog {
            classes: names(document.classes, "classes")?,
            tags: names(document.tags, "tags")?,
            ..Catalog::default()
        };
        for item in &document.resources {
            let fields =
                Fields::read(item.text).map_err(|error| Problem::at(text, error.at, error.what))?;
            catalog
                .resources
                .insert(fields.reference()?, fields.declared()?);
        }
        for item in &document.edges {
            catalog.edges.insert(resource::edge(item.text)?);
        }
        Ok(catalog)
    }
}

/// Decodes a list of names; empty if there is no list.
pub(crate) fn names(text: Option<&[u8]>, what: &str) -> Result<BTreeSet<String>, Problem> {
    let Some(text) = text else {
        return Ok(BTreeSet::new());
    };
    let list: Option<Vec<String>> = serde_json::from_slice(text)
        .map_err(|error| Problem::new(format!("the {what} of a catalog: {error}")))?;
    Ok(list.unwrap_or_default().into_iter().collect())
}
