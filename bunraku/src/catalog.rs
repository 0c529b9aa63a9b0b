//! Finished catalogs: JSON as the command writes it, and what it holds as typed values.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::message::LogLine;

/// The catalog of a node.
///
/// It is the JSON text that [`Catalog::to_json`] gives. What else it answers is read from that text
/// once, when it is first asked for.
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
    /// The type as references write it: `File`, `Apache::Vhost`, `Class`.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The title.
    pub title: String,
    /// The parameters that have a value, in the catalog's order. Rich data is as Puppet writes it: an
    /// object with a key `__ptype`.
    #[serde(default)]
    pub parameters: Map<String, Value>,
    /// The names of parameters that hold secrets.
    #[serde(default)]
    pub sensitive_parameters: Vec<String>,
    /// The tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The file of its declaration.
    pub file: Option<String>,
    /// The line of its declaration, from 1.
    pub line: Option<u32>,
    /// Whether it is exported.
    #[serde(default)]
    pub exported: bool,
}

impl Resource {
    /// The resource as other resources refer to it: `File[/etc/motd]`.
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
    /// The places of the resources by their references.
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

    /// Reads a catalog that was written before, here or by Puppet Server. It has no log and no exported
    /// resources of its own.
    ///
    /// # Errors
    /// The text is no JSON, or not that of a catalog.
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

    /// The JSON text, byte by byte as `bunraku compile` writes it: pretty, with a line end.
    #[must_use]
    pub fn to_json(&self) -> &[u8] {
        &self.json
    }

    /// The JSON text without the rest.
    #[must_use]
    pub fn into_json(self) -> Vec<u8> {
        self.json
    }

    /// The exported resources as PuppetDB gives them, in JSON, for a store of them
    /// ([`EnvironmentBuilder::exported_from`](crate::EnvironmentBuilder::exported_from)); empty unless
    /// the setting `storeconfigs` is on.
    #[must_use]
    pub fn exported_json(&self) -> &[u8] {
        &self.exported
    }

    /// The log of the compilation, from the level notice on.
    #[must_use]
    pub fn log(&self) -> &[LogLine] {
        &self.log
    }

    /// The node's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.parts().name
    }

    /// The environment's name.
    #[must_use]
    pub fn environment(&self) -> &str {
        &self.parts().environment
    }

    /// The version of the code, where `config_version` tells it: a text, or a number from Puppet Server.
    #[must_use]
    pub fn version(&self) -> Option<&Value> {
        self.parts().version.as_ref()
    }

    /// The tags of the catalog.
    #[must_use]
    pub fn tags(&self) -> &[String] {
        &self.parts().tags
    }

    /// The resources in the catalog's order, classes and stages among them.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.parts().resources
    }

    /// A resource by its type and title as references write them.
    #[must_use]
    pub fn resource(&self, type_name: &str, title: &str) -> Option<&Resource> {
        let parts = self.parts();
        let at = parts.index.get(&format!("{type_name}[{title}]"))?;
        parts.resources.get(*at)
    }

    /// The containment edges.
    #[must_use]
    pub fn edges(&self) -> &[Edge] {
        &self.parts().edges
    }

    /// The names of the classes, in the order in which they were declared.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.parts().classes
    }
}
