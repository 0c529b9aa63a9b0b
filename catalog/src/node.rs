//! Nodes: what a catalog is compiled for.

use runtime::value::HashBuilder;
use runtime::{Cx, Heap, Value};

use crate::data::Data;
use crate::environment::Environment;

/// Classes that the classifier asks for.
#[derive(Clone, Debug, Default)]
pub enum Classes {
    /// None.
    #[default]
    None,
    /// By name.
    Names(Vec<String>),
    /// A Hash of names to Hashes of parameters.
    Parameters(Data),
}

/// A node.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The name, which is also the certificate's.
    pub name: String,
    /// `$facts`
    pub facts: Option<Data>,
    /// `$trusted`
    pub trusted: Option<Data>,
    /// `$server_facts`
    pub server_facts: Option<Data>,
    /// Variables of the top scope by name, `a::b` in a class of that name; facts that are to be
    /// variables too are among them.
    pub variables: Vec<(String, Data)>,
    /// Classes of the classifier.
    pub classes: Classes,
}

/// Data as a value of an evaluation.
pub fn value<'h>(cx: &mut Cx<'h>, data: &Data) -> Value<'h> {
    plain_value(cx.heap, data)
}

/// Data as a value of a heap.
pub fn plain_value<'h>(heap: &'h Heap, data: &Data) -> Value<'h> {
    match data {
        Data::Undef | Data::Rich(_) => Value::Undef,
        Data::Boolean(value) => Value::Boolean(*value),
        Data::Integer(value) => Value::Integer(*value),
        Data::BigInteger(digits) => Value::Float(digits.parse().unwrap_or(f64::INFINITY)),
        Data::Float(value) => Value::Float(*value),
        Data::String(text) | Data::Symbol(text) => Value::string(heap, text),
        Data::Array(items) => {
            let items: Vec<Value<'h>> = items.iter().map(|item| plain_value(heap, item)).collect();
            Value::array(heap, &items)
        }
        Data::Hash(pairs) => {
            let mut hash = HashBuilder::with_capacity(pairs.len());
            for (key, value) in pairs.iter() {
                hash.insert(plain_value(heap, key), plain_value(heap, value));
            }
            Value::Hash(hash.finish(heap))
        }
    }
}

/// The variables of `settings`: what Puppet's own settings are on a server of that environment.
pub fn settings<'h>(environment: &'h Environment, heap: &'h Heap) -> Vec<(&'h str, Value<'h>)> {
    let settings = &environment.settings;
    let text = |text: &str| Value::string(heap, text);
    let strict = match settings.strict {
        runtime::settings::Strict::Off => "off",
        runtime::settings::Strict::Warning => "warning",
        runtime::settings::Strict::Error => "error",
    };
    let directory = environment.directory.as_deref().unwrap_or_default();
    let parent = directory.rsplit_once('/').map_or("", |(parent, _)| parent);
    let mut list = vec![
        ("environment", text(&environment.name)),
        ("environmentpath", text(parent)),
        ("manifest", text(&format!("{directory}/manifests"))),
        ("modulepath", text(&environment.module_path.join(":"))),
        ("strict", text(strict)),
        (
            "strict_variables",
            Value::Boolean(settings.strict_variables),
        ),
        ("rich_data", Value::Boolean(settings.rich_data)),
        ("storeconfigs", Value::Boolean(settings.storeconfigs)),
        ("confdir", text("/etc/puppetlabs/puppet")),
        ("codedir", text("/etc/puppetlabs/code")),
        ("vardir", text("/opt/puppetlabs/puppet/cache")),
        ("ssldir", text("/etc/puppetlabs/puppet/ssl")),
        ("certname", text("puppet")),
        ("server", text("puppet")),
    ];
    for (name, value) in &settings.other {
        match list.iter_mut().find(|(other, _)| other == name) {
            Some(place) => place.1 = text(value),
            None => list.push((name, text(value))),
        }
    }
    list
}
