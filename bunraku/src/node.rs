//! Owns nodes, for which catalogs are compiled.

use catalog::data::{Data, Pairs};
use catalog::node::{NodeBuilder, entries};
use serde_json::Value;

/// A node for which a catalog is compiled: a name, facts, and the data of the classifier.
///
/// ```
/// use bunraku::Node;
/// use serde_json::json;
///
/// let node = Node::new("web1.example.com")
///     .facts(json!({"os": {"family": "Debian"}, "role": "web"}))
///     .trusted(json!({"extensions": {"pp_role": "web"}}))
///     .classes(json!({"profile::web": {"port": 8080}}));
/// assert_eq!(node.name(), "web1.example.com");
/// ```
///
/// Facts, parameters and similar data are JSON objects or null. Any other JSON value is an error
/// when the node is compiled.
#[derive(Clone, Debug)]
#[must_use]
pub struct Node {
    pub(crate) name: String,
    pub(crate) environment: Option<String>,
    facts: Value,
    trusted: Value,
    server_facts: Value,
    parameters: Value,
    classes: Value,
}

impl Node {
    /// Makes a node without facts. The name is also the name of its certificate.
    pub fn new(name: impl Into<String>) -> Node {
        Node {
            name: name.into(),
            environment: None,
            facts: Value::Null,
            trusted: Value::Null,
            server_facts: Value::Null,
            parameters: Value::Null,
            classes: Value::Null,
        }
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Sets the facts: `$facts`, and a variable of the top scope for each. If the object
    /// has `name` and `values`, as `puppet facts` and the server store facts, `values` counts.
    pub fn facts(self, facts: impl Into<Value>) -> Node {
        let facts = facts.into();
        Node { facts, ..self }
    }

    /// Sets entries of `$trusted`. They replace those that follow from the name: `extensions`,
    /// `external`.
    pub fn trusted(self, trusted: impl Into<Value>) -> Node {
        let trusted = trusted.into();
        Node { trusted, ..self }
    }

    /// Sets entries of `$server_facts`. They replace the default ones: `servername`, `serverip`,
    /// `serverversion`.
    pub fn server_facts(self, server_facts: impl Into<Value>) -> Node {
        let server_facts = server_facts.into();
        Node {
            server_facts,
            ..self
        }
    }

    /// Sets the classes from the classifier: an array of names, or an object of names to
    /// parameters.
    pub fn classes(self, classes: impl Into<Value>) -> Node {
        let classes = classes.into();
        Node { classes, ..self }
    }

    /// Sets the variables of the top scope from the classifier. They are set before facts of the
    /// same name.
    pub fn parameters(self, parameters: impl Into<Value>) -> Node {
        let parameters = parameters.into();
        Node { parameters, ..self }
    }

    /// Sets the environment from the classifier: the folder of that name beside the environment
    /// that was opened. It is opened when the first node needs it.
    pub fn environment(self, environment: impl Into<String>) -> Node {
        let environment = Some(environment.into());
        Node {
            environment,
            ..self
        }
    }

    /// Makes the node of the catalog crate, for the environment of that name.
    ///
    /// # Errors
    /// Fails if the node's name is invalid, or if data is not an object.
    pub(crate) fn build(&self, environment: &str) -> Result<catalog::node::Node, String> {
        // the name becomes a part of file names, and of lines of the log
        let is_odd = |c: char| c == '/' || c.is_control();
        if self.name.is_empty() || self.name.contains(is_odd) {
            return Err(format!("Invalid node name '{}'", self.name.escape_debug()));
        }
        let builder = NodeBuilder::new(&self.name)
            .environment(environment)
            .facts(self.object("facts", &self.facts)?)
            .trusted(self.object("trusted", &self.trusted)?)
            .server_facts(self.object("server_facts", &self.server_facts)?)
            .parameters(entries(&self.object("parameters", &self.parameters)?))
            .classes(Data::from(&self.classes));
        Ok(builder.build())
    }

    /// Converts data that must be an object. Null stands for an empty object.
    fn object(&self, what: &str, value: &Value) -> Result<Data, String> {
        match value {
            Value::Null => Ok(Data::hash(Pairs::default())),
            Value::Object(_) => Ok(Data::from(value)),
            other => {
                let shown = other.to_string();
                let name = &self.name;
                Err(format!(
                    "{what} of node {name}: not an object but {shown:.80}"
                ))
            }
        }
    }
}
