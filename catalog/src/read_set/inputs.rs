//! Owns the inputs that a node provides to its compilation: facts, trusted facts, and the
//! classifier's answer.

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Topic;
use super::digest::{Answer, Digester, answer_of_data};
use crate::data::Data;
use crate::node::Node;

/// Digests of a node's inputs, as far as its compilation has read them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NodeInputs {
    /// The inputs of each compilation: the name, the classes, and invalid variables.
    pub fixed: Answer,
    /// Single variables and facts that were read and exist, by the numbers of their questions.
    pub named: Vec<(u32, Answer)>,
}

impl NodeInputs {
    /// Digests the inputs of a node; `asked` returns the number of a question if it was asked.
    pub fn of(node: &Node, asked: impl Fn(Topic, &str) -> Option<u32>) -> NodeInputs {
        let mut named = Vec::new();
        if let Some(number) = asked(Topic::AllVariables, "") {
            named.push((number, whole(node)));
        }
        let top = variables(node);
        for (name, data) in &top {
            if let Some(number) = asked(Topic::TopVariable, name) {
                named.push((number, answer_of_data(data)));
            }
        }
        let facts = node.facts.as_ref().and_then(Data::as_hash);
        for (name, data) in facts.into_iter().flat_map(|facts| facts.iter()) {
            let number = name.as_str().and_then(|name| asked(Topic::Fact, name));
            named.extend(number.map(|number| (number, answer_of_data(data))));
        }
        named.sort_unstable();
        NodeInputs {
            fixed: fixed(node, &top),
            named,
        }
    }
}

/// Returns the variables of the top scope; the first one with a name counts.
fn variables(node: &Node) -> HashMap<&str, &Data, FixedState> {
    let own = [
        ("trusted", &node.trusted),
        ("server_facts", &node.server_facts),
        ("facts", &node.facts),
    ];
    let own = own
        .into_iter()
        .filter_map(|(name, data)| Some((name, data.as_ref()?)));
    let others = node
        .variables
        .iter()
        .map(|(name, data)| (name.as_str(), data));
    let mut variables = HashMap::default();
    for (name, data) in own.chain(others) {
        variables.entry(name).or_insert(data);
    }
    variables
}

fn whole(node: &Node) -> Answer {
    let mut digester = Digester::default();
    for data in [&node.trusted, &node.server_facts, &node.facts] {
        digester.add_data(data.as_ref().unwrap_or(&Data::Undef));
    }
    for (name, data) in &node.variables {
        digester.add(name);
        digester.add_data(data);
    }
    digester.finish()
}

/// Digests the inputs that are read before any code runs.
fn fixed(node: &Node, top: &HashMap<&str, &Data, FixedState>) -> Answer {
    let mut digester = Digester::default();
    digester.add(&node.name);
    digester.add([u8::from(node.rich)]);
    digester.add_data(&node.classes);
    for data in [&node.trusted, &node.server_facts, &node.facts] {
        digester.add([u8::from(data.is_some())]);
    }
    let mut seen: HashMap<&str, (), FixedState> = HashMap::default();
    for (name, data) in &node.variables {
        // the warning about a duplicate name shows both values, and some names are rejected
        let is_first = seen.insert(name, ()).is_none();
        let is_own = matches!(&**name, "facts" | "trusted" | "server_facts");
        let is_refused = is_own || matches!(&**name, "module_name" | "title" | "name");
        let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
        if !is_first || is_refused || is_number || (node.rich && is_tagged(data)) {
            digester.add(name);
            digester.add_data(top.get(&**name).copied().unwrap_or(&Data::Undef));
            digester.add_data(data);
        }
    }
    if node.rich && node.facts.as_ref().is_some_and(is_tagged) {
        digester.add_data(node.facts.as_ref().unwrap_or(&Data::Undef));
    }
    digester.finish()
}

/// Returns true if rich data contains a value that code creates, which may fail.
fn is_tagged(data: &Data) -> bool {
    match data {
        Data::Array(items) => items.iter().any(is_tagged),
        Data::Hash(pairs) => pairs.get("__ptype").is_some() || pairs.values().any(is_tagged),
        _ => false,
    }
}
