//! Nodes: whom a catalog is compiled for.

use catalog::data::{Data, Pairs};
use catalog::node::{NodeBuilder, entries};
use serde_json::Value;

/// Whom a catalog is compiled for: a name, facts, and what the classifier says.
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
/// Facts, parameters and the like are JSON objects; another JSON value than an object or null is an
/// error when the node is compiled.
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
    /// A node without facts. The name is also the one of its certificate.
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

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The facts: `$facts`, and a variable of the top scope each. An object of `name` and `values`, as
    /// `puppet facts` and the server store them, stands for the values.
    pub fn facts(self, facts: impl Into<Value>) -> Node {
        let facts = facts.into();
        Node { facts, ..self }
    }

    /// Entries of `$trusted` that replace those that follow from the name: `extensions`, `external`.
    pub fn trusted(self, trusted: impl Into<Value>) -> Node {
        let trusted = trusted.into();
        Node { trusted, ..self }
    }

    /// Entries of `$server_facts` that replace our own: `servername`, `serverip`, `serverversion`.
    pub fn server_facts(self, server_facts: impl Into<Value>) -> Node {
        let server_facts = server_facts.into();
        Node {
            server_facts,
            ..self
        }
    }

    /// Classes that the classifier asks for: an array of names, or an object of names to parameters.
    pub fn classes(self, classes: impl Into<Value>) -> Node {
        let classes = classes.into();
        Node { classes, ..self }
    }

    /// Variables of the top scope that the classifier sets. They come before facts of the same name.
    pub fn parameters(self, parameters: impl Into<Value>) -> Node {
        let parameters = parameters.into();
        Node { parameters, ..self }
    }

    /// The environment that the classifier names: the folder of that name beside the one that was
    /// opened, which is opened when the first node needs it.
    pub fn environment(self, environment: impl Into<String>) -> Node {
        let environment = Some(environment.into());
        Node {
            environment,
            ..self
        }
    }

    /// All that is known of the node in the environment of that name.
    ///
    /// # Errors
    /// A name that cannot be one; data that is no object where one must be.
    pub(crate) fn build(&self, environment: &str) -> Result<catalog::node::Node, String> {
        // the name is a part of the names of files
        if self.name.is_empty() || self.name.contains(['/', '\0']) {
            return Err(format!("Invalid node name '{}'", self.name));
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

    /// Data that must be an object; null stands for one without entries.
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
