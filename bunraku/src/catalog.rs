//! Owns finished catalogs: their JSON text, and typed access to its contents.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::message::LogLine;

/// The catalog of a node.
///
/// It consists of the JSON text that [`Catalog::to_json`] returns. All other parts are parsed from
/// that text once, when one of them is first used.
#[derive(Debug)]
pub struct Catalog {
    json: Vec<u8>,
    exported: Vec<u8>,
    log: Vec<LogLine>,
    parts: OnceLock<Parts>,
}

/// A resource of a catalog.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Resource {
    /// The type in the form of references: `File`, `Apache::Vhost`, `Class`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The title.
    pub title: String,
    /// The parameters that have a value, in the catalog's order. Rich data has Puppet's form: an
    /// object with a key `__ptype`.
    #[serde(default)]
    pub parameters: Map<String, Value>,
    /// The names of parameters whose values are secret.
    #[serde(default)]
    pub sensitive_parameters: Vec<String>,
    /// The tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The file with the declaration.
    pub file: Option<String>,
    /// The line of the declaration, from 1 on.
    pub line: Option<u32>,
    /// True if the resource is exported.
    #[serde(default)]
    pub exported: bool,
}

impl Resource {
    /// Returns the reference to the resource: `File[/etc/motd]`.
    #[must_use]
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.type_name, self.title)
    }
}

/// A containment edge between two resources, each written as a reference.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Edge {
    /// The container: `Class[Profile::Web]`.
    pub source: String,
    /// The contained resource.
    pub target: String,
}

#[derive(Debug, Deserialize)]
struct Parts {
    name: String,
    environment: String,
    version: Option<Value>,
    tags: Vec<String>,
    resources: Vec<Resource>,
    edges: Vec<Edge>,
    classes: Vec<String>,
    /// The indices of the resources by their references.
    #[serde(skip)]
    index: HashMap<String, usize>,
}

impl Parts {
    fn read(json: &[u8]) -> Result<Parts, serde_json::Error> {
        let mut parts: Parts = serde_json::from_slice(json)?;
        let references = parts.resources.iter().map(Resource::reference);
        parts.index = references.zip(0..).collect();
        Ok(parts)
    }
}

impl Catalog {
    pub(crate) fn new(json: Vec<u8>, exported: Vec<u8>, log: Vec<LogLine>) -> Catalog {
        Catalog {
            json,
            exported,
            log,
            parts: OnceLock::new(),
        }
    }

    /// Reads a catalog that bunraku or Puppet Server has written. It has no log and no exported
    /// resources.
    ///
    /// # Errors
    /// Fails if the text is not JSON or not a catalog.
    pub fn from_json(json: impl Into<Vec<u8>>) -> Result<Catalog, serde_json::Error> {
        let json = json.into();
        let parts = Parts::read(&json)?;
        Ok(Catalog {
            json,
            exported: Vec::new(),
            log: Vec::new(),
            parts: parts.into(),
        })
    }

    fn parts(&self) -> &Parts {
        self.parts.get_or_init(|| {
            Parts::read(&self.json).expect("a catalog that was compiled is written as JSON")
        })
    }

    /// Returns the JSON text: the same bytes that `bunraku compile` writes, indented, with a line
    /// break at the end.
    #[must_use]
    pub fn to_json(&self) -> &[u8] {
        &self.json
    }

    /// Returns the JSON text and drops the rest.
    #[must_use]
    pub fn into_json(self) -> Vec<u8> {
        self.json
    }

    /// Returns the exported resources as JSON in PuppetDB's form, for
    /// [`EnvironmentBuilder::exported_from`](crate::EnvironmentBuilder::exported_from). It is empty
    /// unless the setting `storeconfigs` is on.
    #[must_use]
    pub fn exported_json(&self) -> &[u8] {
        &self.exported
    }

    /// Returns the log of the compilation from the level notice on.
    #[must_use]
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// Returns the node's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.parts().name
    }

    /// Returns the environment's name.
    #[must_use]
    pub fn environment(&self) -> &str {
        &self.parts().environment
    }

    /// Returns the version of the code if `config_version` is set: a text, or a number in a catalog
    /// of Puppet Server.
    #[must_use]
    pub fn version(&self) -> Option<&Value> {
        self.parts().version.as_ref()
    }

    /// Returns the tags of the catalog.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.parts().tags
    }

    /// Returns the resources in the catalog's order, including classes and stages.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.parts().resources
    }

    /// Returns the resource with a type and title, which are written as in references.
    #[must_use]
    pub fn resource(&self, type_name: &str, title: &str) -> Option<&Resource> {
        let parts = self.parts();
        let at = parts.index.get(&format!("{type_name}[{title}]"))?;
        parts.resources.get(*at)
    }

    /// Returns the containment edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.parts().edges
    }

    /// Returns the names of the classes in the order of their declaration.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.parts().classes
    }
}
