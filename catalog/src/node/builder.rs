//! Builds a node from its facts and from the answers of the classifier and the server. This is the
//! only place that determines the order of top-scope variables, of which the first with a name
//! counts.

use super::Node;
use crate::data::{Data, Pairs};
use crate::puppet_settings;

/// The authority that confirms the identity of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Authentication {
    /// The node's certificate, as on a server. The certificate's name is that of the node.
    #[default]
    Remote,
    /// None, as in `puppet apply`. The certificate's name is the fact `clientcert`, otherwise that of
    /// [`NodeBuilder::certname`].
    Local,
}

/// A builder of a [`Node`].
#[derive(Clone, Debug)]
#[must_use]
pub struct NodeBuilder {
    name: String,
    environment: String,
    authentication: Authentication,
    certname: Option<String>,
    facts: Data,
    parameters: Vec<(String, Data)>,
    classes: Data,
    trusted: Data,
    server_facts: Data,
}

impl NodeBuilder {
    /// Creates a node without facts and classes in the environment `production`.
    pub fn new(name: &str) -> NodeBuilder {
        NodeBuilder {
            name: name.to_owned(),
            environment: "production".to_owned(),
            authentication: Authentication::Remote,
            certname: None,
            facts: Data::hash(Pairs::default()),
            parameters: Vec::new(),
            classes: Data::Undef,
            trusted: Data::Undef,
            server_facts: Data::Undef,
        }
    }

    /// Sets the name of the node's environment.
    pub fn environment(self, environment: &str) -> NodeBuilder {
        let environment = environment.to_owned();
        NodeBuilder {
            environment,
            ..self
        }
    }

    /// Sets the authority that confirmed the node.
    pub fn authentication(self, authentication: Authentication) -> NodeBuilder {
        NodeBuilder {
            authentication,
            ..self
        }
    }

    /// Sets the name in the certificate of a node that is not authenticated.
    pub fn certname(self, name: &str) -> NodeBuilder {
        let certname = Some(name.to_owned());
        NodeBuilder { certname, ..self }
    }

    /// Sets the node's facts: a Hash, possibly in the form in which Puppet stores it
    /// ([`fact_values`]).
    pub fn facts(self, facts: Data) -> NodeBuilder {
        let facts = fact_values(facts);
        NodeBuilder { facts, ..self }
    }

    /// Sets the variables of the top scope that the classifier provides.
    pub fn parameters(self, parameters: Vec<(String, Data)>) -> NodeBuilder {
        NodeBuilder { parameters, ..self }
    }

    /// Sets the classes that the classifier assigns, in the form of [`Node::classes`].
    pub fn classes(self, classes: Data) -> NodeBuilder {
        NodeBuilder { classes, ..self }
    }

    /// Sets entries of `$trusted` that replace the default ones; undef for none.
    pub fn trusted(self, trusted: Data) -> NodeBuilder {
        NodeBuilder { trusted, ..self }
    }

    /// Sets entries of `$server_facts` that replace the default ones, except for the environment's
    /// name; undef for none.
    pub fn server_facts(self, server_facts: Data) -> NodeBuilder {
        NodeBuilder {
            server_facts,
            ..self
        }
    }

    /// Builds the node.
    #[must_use]
    pub fn build(self) -> Node {
        let server_facts = server_facts(&self.server_facts, &self.environment);
        let mut variables = variables(
            &self.environment,
            self.parameters,
            &self.facts,
            &server_facts,
        );
        let mut trusted = match self.authentication {
            Authentication::Remote => trusted("remote", Some(&self.name)),
            Authentication::Local => {
                // a server warns about a fact of this name, `puppet apply` does not
                let mut is_first = true;
                variables.retain(|(name, _)| {
                    name != "environment" || std::mem::replace(&mut is_first, false)
                });
                let certname = self.facts.as_hash().and_then(|f| f.get("clientcert"));
                let certname = certname.and_then(Data::as_str);
                trusted("local", certname.or(self.certname.as_deref()))
            }
        };
        put_over(&mut trusted, &self.trusted);
        Node {
            name: self.name,
            facts: Some(self.facts),
            trusted: Some(Data::hash(trusted)),
            server_facts: Some(server_facts),
            variables,
            classes: self.classes,
            rich: false,
        }
    }
}

/// Returns the variables of the top scope, of which the first with a name counts: the environment's
/// name, the classifier's parameters, facts, and the remaining server facts.
#[must_use]
pub fn variables(
    environment: &str,
    parameters: Vec<(String, Data)>,
    facts: &Data,
    server_facts: &Data,
) -> Vec<(String, Data)> {
    let mut variables = vec![("environment".to_owned(), Data::string(environment))];
    // the environment that a classifier names is not a parameter
    let is_parameter = |(name, _): &(String, Data)| name != "environment";
    variables.extend(parameters.into_iter().filter(is_parameter));
    variables.extend(entries(facts));
    // neither facts nor the classifier may set `$trusted`
    variables.retain(|(name, _)| name != "trusted");
    let of_server = entries(server_facts).into_iter();
    variables.extend(of_server.filter(|(name, _)| name != "environment"));
    variables
}

/// Returns `$trusted` of a node for a kind of authentication and the name in its certificate.
#[must_use]
pub fn trusted(authenticated: &str, certname: Option<&str>) -> Pairs {
    let text = |part: Option<&str>| part.map_or(Data::Undef, Data::string);
    let (hostname, domain) = match certname.map(|name| name.split_once('.').ok_or(name)) {
        Some(Ok((hostname, domain))) => (Some(hostname), Some(domain)),
        Some(Err(name)) => (Some(name), None),
        None => (None, None),
    };
    let empty = || Data::hash(Pairs::default());
    [
        ("authenticated", Data::string(authenticated)),
        ("certname", text(certname)),
        ("extensions", empty()),
        ("hostname", text(hostname)),
        ("domain", text(domain)),
        ("external", empty()),
    ]
    .into_iter()
    .map(|(key, value)| (Data::string(key), value))
    .collect()
}

/// Returns `$server_facts`: the default entries, overridden by `given`, then the environment's
/// name.
#[must_use]
pub fn server_facts(given: &Data, environment: &str) -> Data {
    let own = [
        ("servername", "localhost"),
        ("serverip", "127.0.0.1"),
        ("serverversion", puppet_settings::VERSION),
    ];
    let mut pairs: Pairs = own
        .into_iter()
        .map(|(name, value)| (Data::string(name), Data::string(value)))
        .collect();
    put_over(&mut pairs, given);
    pairs.insert(Data::string("environment"), Data::string(environment));
    Data::hash(pairs)
}

/// Returns the facts themselves, also from a Hash of `name` and `values` as Puppet stores them.
#[must_use]
pub fn fact_values(facts: Data) -> Data {
    let stored = facts.as_hash().filter(|hash| {
        let name = hash.get("name").and_then(Data::as_str);
        name.is_some()
    });
    let values = stored
        .and_then(|hash| hash.get("values"))
        .filter(|values| values.as_hash().is_some());
    values.cloned().unwrap_or(facts)
}

/// Returns the entries of a Hash whose keys are texts or whole numbers; nothing for other data.
#[must_use]
pub fn entries(data: &Data) -> Vec<(String, Data)> {
    let pairs = data.as_hash().into_iter().flat_map(|hash| hash.iter());
    let name = |key: &Data| match key {
        Data::Integer(number) => Some(number.to_string()),
        key => key.as_str().map(str::to_owned),
    };
    pairs
        .filter_map(|(key, value)| Some((name(key)?, value.clone())))
        .collect()
}

/// Adds the entries of a Hash, which replace those with the same key; other data has no entries.
pub fn put_over(pairs: &mut Pairs, over: &Data) {
    let entries = over.as_hash().into_iter().flat_map(|hash| hash.iter());
    for (key, value) in entries {
        pairs.insert(key.clone(), value.clone());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(entries: &[(&str, &str)]) -> Data {
        let pair = |(key, value): &(&str, &str)| (Data::string(key), Data::string(value));
        Data::hash(entries.iter().map(pair).collect())
    }

    fn value<'d>(node: &'d Node, name: &str) -> Vec<&'d str> {
        let named = node.variables.iter().filter(|(other, _)| other == name);
        named.filter_map(|(_, value)| value.as_str()).collect()
    }

    #[test]
    fn what_comes_first_counts() {
        let facts = hash(&[
            ("role", "fact"),
            ("environment", "fact"),
            ("trusted", "fact"),
            ("servername", "fact"),
        ]);
        let parameter = |name: &str| (name.to_owned(), Data::string("parameter"));
        let names = ["role", "environment", "trusted"];
        let builder = NodeBuilder::new("a.b.c")
            .environment("dev")
            .facts(facts)
            .parameters(names.map(parameter).to_vec())
            .server_facts(hash(&[("serverip", "::1"), ("environment", "given")]));
        let node = builder.clone().build();
        assert_eq!(value(&node, "role"), ["parameter", "fact"]);
        // a server warns about such a fact
        assert_eq!(value(&node, "environment"), ["dev", "fact"]);
        assert_eq!(value(&node, "trusted"), [""; 0]);
        assert_eq!(value(&node, "servername"), ["fact", "localhost"]);
        assert_eq!(value(&node, "serverip"), ["::1"]);
        let node = builder.authentication(Authentication::Local).build();
        assert_eq!(value(&node, "environment"), ["dev"]);
    }

    #[test]
    fn trusted_entries_are_replaced_one_by_one() {
        let facts = hash(&[("clientcert", "x.y")]);
        let builder = NodeBuilder::new("a.b.c")
            .facts(facts)
            .trusted(hash(&[("domain", "given")]));
        let remote = builder.clone().build();
        let local = builder.authentication(Authentication::Local);
        let (named, local) = (local.clone().certname("n.z").facts(Data::Undef), local);
        let (named, local) = (named.build(), local.certname("n.z").build());
        let text = |node: &Node, key: &str| {
            let trusted = node.trusted.as_ref().and_then(Data::as_hash);
            let value = trusted.and_then(|trusted| trusted.get(key)?.as_str());
            value.unwrap_or_default().to_owned()
        };
        for (key, of_remote, of_local) in [
            ("authenticated", "remote", "local"),
            ("certname", "a.b.c", "x.y"),
            ("hostname", "a", "x"),
            ("domain", "given", "given"),
        ] {
            assert_eq!(text(&remote, key), of_remote);
            assert_eq!(text(&local, key), of_local);
        }
        assert_eq!(text(&named, "certname"), "n.z");
    }

    #[test]
    fn stored_facts_are_their_values() {
        let values = hash(&[("kernel", "Linux")]);
        let stored = [
            (Data::string("name"), Data::string("a.b.c")),
            (Data::string("values"), values.clone()),
        ];
        assert_eq!(
            fact_values(Data::hash(stored.into_iter().collect())),
            values
        );
        let named = hash(&[("name", "a fact of this name"), ("values", "a text")]);
        assert_eq!(fact_values(named.clone()), named);
    }
}
