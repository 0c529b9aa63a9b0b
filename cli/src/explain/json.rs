//! Writes answers as one JSON document; `docs/explain.md` describes it.

use std::io::Write;

use catalog::provenance::report::{
    Answer, Attribute, Entry, Missing, Order, Relation, Site, Step, Subject,
};
use serde_json::{Map, Value, json};

use super::NodeAnswers;

/// The version of the format. It grows when a reader of an earlier version would misread the
/// document.
const VERSION: u32 = 1;

/// Writes the answers about all nodes.
pub fn write(told: &[NodeAnswers], out: &mut dyn Write) {
    let nodes: Vec<Value> = told.iter().map(node).collect();
    let document = json!({
        "schema": "bunraku-explain",
        "version": VERSION,
        "nodes": nodes,
    });
    let _ = writeln!(out, "{document:#}");
}

fn node(told: &NodeAnswers) -> Value {
    let answers: Vec<Value> = told.answers.iter().map(answer).collect();
    json!({ "node": told.node, "error": told.error, "answers": answers })
}

fn answer(answer: &Answer) -> Value {
    match answer {
        Answer::Subjects(subjects) => {
            let subjects: Vec<Value> = subjects.iter().map(subject).collect();
            json!({ "kind": "resources", "resources": subjects })
        }
        Answer::Order(order) => self::order(order),
        Answer::Missing(missing) => self::missing(missing),
        Answer::List(entries) => {
            let entries: Vec<Value> = entries.iter().map(entry).collect();
            json!({ "kind": "list", "resources": entries })
        }
    }
}

fn subject(subject: &Subject) -> Value {
    let tag = |(tag, origin): &(String, String)| json!({ "tag": tag, "from": origin });
    let attributes: Vec<Value> = subject.attributes.iter().map(attribute).collect();
    json!({
        "reference": subject.reference,
        "presence": subject.presence.word(),
        "chain": steps(&subject.chain),
        "attributes": attributes,
        "relationships": relations(&subject.relations),
        "tags": subject.tags.iter().map(tag).collect::<Vec<Value>>(),
    })
}

fn attribute(attribute: &Attribute) -> Value {
    json!({
        "name": attribute.name,
        "value": attribute.value,
        "sensitive": attribute.value.is_none(),
        "steps": steps(&attribute.steps),
    })
}

fn relations(list: &[Relation]) -> Value {
    let relation = |relation: &Relation| {
        json!({
            "kind": relation.kind,
            "source": relation.source,
            "target": relation.target,
            "steps": steps(&relation.steps),
        })
    };
    Value::Array(list.iter().map(relation).collect())
}

fn order(order: &Order) -> Value {
    json!({
        "kind": "order",
        "source": order.source,
        "target": order.target,
        "notifies": order.notifies,
        "ordered": !order.path.is_empty(),
        "path": relations(&order.path),
        "back": relations(&order.back),
    })
}

fn missing(missing: &Missing) -> Value {
    json!({
        "kind": "missing",
        "reference": missing.reference,
        "steps": steps(&missing.steps),
        "nearest": missing.nearest,
    })
}

fn entry(entry: &Entry) -> Value {
    let mut fields = Map::new();
    fields.insert("reference".to_owned(), json!(entry.reference));
    fields.insert("presence".to_owned(), json!(entry.presence.word()));
    fields.insert("container".to_owned(), json!(entry.container));
    add_site(&mut fields, entry.site.as_ref());
    Value::Object(fields)
}

fn steps(list: &[Step]) -> Value {
    let step = |step: &Step| {
        let mut fields = Map::new();
        fields.insert("kind".to_owned(), json!(step.kind));
        fields.insert("text".to_owned(), json!(step.text));
        add_site(&mut fields, step.site.as_ref());
        if !step.steps.is_empty() {
            fields.insert("steps".to_owned(), steps(&step.steps));
        }
        Value::Object(fields)
    };
    Value::Array(list.iter().map(step).collect())
}

/// Adds the fields of a place. Unknown parts have no field.
fn add_site(fields: &mut Map<String, Value>, site: Option<&Site>) {
    let Some(site) = site else {
        return;
    };
    if let Some(file) = &site.file {
        fields.insert("file".to_owned(), json!(file));
    }
    for (name, number) in [("line", site.line), ("column", site.column)] {
        if number > 0 {
            fields.insert(name.to_owned(), json!(number));
        }
    }
}
