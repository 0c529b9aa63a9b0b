//! Tests laws of differences: equal catalogs have none, the differences of two catalogs turn one
//! into the other, and swapping the sides swaps the differences.

use std::collections::BTreeSet;

use diff::{
    AttributeChange, Catalog, Change, Document, Edge, Filter, Reference, Segment, ShownValue, Sign,
    compare,
};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn compared(old: &str, new: &str) -> Vec<Change> {
    let a = Document::read(old.as_bytes(), None).expect("an old catalog");
    let b = Document::read(new.as_bytes(), Some(&a)).expect("a new catalog");
    compare(&a, &b, &Filter::default()).expect("a comparison")
}

/// Returns the value that is shown.
fn plain(shown: &ShownValue) -> Value {
    match shown {
        ShownValue::Value(value) => value.clone(),
        ShownValue::Hidden => panic!("nothing is sensitive here"),
    }
}

/// Applies the changes, which turns the old catalog into the new one.
fn apply(catalog: &mut Catalog, changes: &[Change]) {
    for change in changes {
        match change {
            Change::Resource {
                sign: Sign::Removed,
                reference,
                ..
            } => {
                assert!(catalog.resources.remove(reference).is_some());
            }
            Change::Resource {
                reference, state, ..
            } => {
                let entries = state.parameters.iter();
                let declared = diff::DecodedResource {
                    parameters: entries
                        .map(|(name, value)| (name.clone(), plain(value)))
                        .collect(),
                    tags: state.tags.iter().cloned().collect(),
                    exported: state.exported,
                    sensitive: BTreeSet::new(),
                };
                assert!(
                    catalog
                        .resources
                        .insert(reference.clone(), declared)
                        .is_none()
                );
            }
            Change::Changed {
                reference,
                attributes,
                ..
            } => {
                let declared = catalog
                    .resources
                    .get_mut(reference)
                    .expect("a resource that differs");
                let mut parameters = Value::Object(declared.parameters.clone());
                let (own, others): (Vec<_>, Vec<_>) = attributes
                    .iter()
                    .partition(|change| matches!(change.path.attribute(), "tags" | "exported"));
                let steps: Vec<_> = others
                    .iter()
                    .map(|change| (&change.path.0[..], *change))
                    .collect();
                rewrite(&mut parameters, &steps);
                declared.parameters = match parameters {
                    Value::Object(map) => map,
                    other => panic!("{other} for parameters"),
                };
                for change in own {
                    match change.path.0.as_slice() {
                        [_, Segment::Key(tag)] if change.new.is_some() => {
                            assert!(declared.tags.insert(tag.clone()));
                        }
                        [_, Segment::Key(tag)] => assert!(declared.tags.remove(tag)),
                        _ => declared.exported = !declared.exported,
                    }
                }
            }
            Change::Class { sign, name } => set(&mut catalog.classes, *sign, name),
            Change::Tag { sign, name } => set(&mut catalog.tags, *sign, name),
            Change::Edge {
                sign: Sign::Added,
                edge,
                ..
            } => {
                assert!(catalog.edges.insert(edge.clone()));
            }
            Change::Edge { edge, .. } => assert!(catalog.edges.remove(edge)),
        }
    }
}

fn set(names: &mut BTreeSet<String>, sign: Sign, name: &str) {
    match sign {
        Sign::Added => assert!(names.insert(name.to_owned())),
        Sign::Removed => assert!(names.remove(name)),
    }
}

/// Applies the differences inside of a value. Each step has the rest of the path to its difference.
fn rewrite(value: &mut Value, steps: &[(&[Segment], &AttributeChange)]) {
    if let [([], change)] = steps {
        *value = plain(change.new.as_ref().expect("a value that was replaced"));
        return;
    }
    match value {
        Value::Object(map) => rewrite_hash(map, steps),
        Value::Array(items) => rewrite_array(items, steps),
        other => panic!("{other} has nothing inside"),
    }
}

fn rewrite_hash(map: &mut Map<String, Value>, steps: &[(&[Segment], &AttributeChange)]) {
    let keys: BTreeSet<&Segment> = steps.iter().map(|(path, _)| &path[0]).collect();
    for segment in keys {
        let Segment::Key(key) = segment else {
            panic!("{segment:?} in a hash");
        };
        let inner: Vec<_> = steps
            .iter()
            .filter(|(path, _)| path[0] == *segment)
            .map(|(path, change)| (&path[1..], *change))
            .collect();
        match inner.as_slice() {
            [([], change)] if change.new.is_none() => assert!(map.remove(key).is_some()),
            [([], change)] if change.old.is_none() => {
                let value = plain(change.new.as_ref().expect("an added value"));
                assert!(map.insert(key.clone(), value).is_none());
            }
            _ => rewrite(map.get_mut(key).expect("a key that differs"), &inner),
        }
    }
}

fn rewrite_array(items: &mut Vec<Value>, steps: &[(&[Segment], &AttributeChange)]) {
    let mut kept: Vec<Option<Value>> = items.drain(..).map(Some).collect();
    let mut added = Vec::new();
    let ends = |path: &[Segment], change: &AttributeChange| {
        path.len() == 1 && (change.old.is_none() || change.new.is_none())
    };
    for (path, change) in steps {
        let Segment::Item { old, new } = &path[0] else {
            panic!("{:?} in an array", path[0]);
        };
        if ends(path, change) {
            match &change.new {
                Some(value) => added.push((*new, plain(value))),
                None => kept[*old] = None,
            }
            continue;
        }
        let inner: Vec<_> = steps
            .iter()
            .filter(|(other, change)| other[0] == path[0] && !ends(other, change))
            .map(|(path, change)| (&path[1..], *change))
            .collect();
        // only once for all differences of the item
        if inner[0].1 == *change {
            rewrite(kept[*old].as_mut().expect("an item that differs"), &inner);
        }
    }
    *items = kept.into_iter().flatten().collect();
    added.sort_by_key(|(index, _)| *index);
    for (index, value) in added {
        items.insert(index, value);
    }
}

fn swapped(changes: Vec<Change>) -> Vec<Change> {
    let other = |sign| match sign {
        Sign::Added => Sign::Removed,
        Sign::Removed => Sign::Added,
    };
    changes
        .into_iter()
        .map(|change| match change {
            Change::Resource {
                sign,
                reference,
                place,
                state,
            } => Change::Resource {
                sign: other(sign),
                reference,
                place,
                state,
            },
            Change::Changed {
                reference,
                place,
                attributes,
            } => Change::Changed {
                reference,
                place,
                attributes: attributes.into_iter().map(swapped_attribute).collect(),
            },
            Change::Class { sign, name } => Change::Class {
                sign: other(sign),
                name,
            },
            Change::Tag { sign, name } => Change::Tag {
                sign: other(sign),
                name,
            },
            Change::Edge {
                sign,
                edge,
                implied,
            } => Change::Edge {
                sign: other(sign),
                edge,
                implied,
            },
        })
        .collect()
}

fn swapped_attribute(change: AttributeChange) -> AttributeChange {
    let swap = |segment| match segment {
        Segment::Item { old, new } => Segment::Item { old: new, new: old },
        key => key,
    };
    AttributeChange {
        path: diff::Path(change.path.0.into_iter().map(swap).collect()),
        old: change.new,
        new: change.old,
    }
}

/// Returns the differences in an order that does not depend on the side.
fn sorted(changes: Vec<Change>) -> Vec<String> {
    let inner = |change: Change| match change {
        Change::Changed {
            reference,
            attributes,
            ..
        } => {
            let mut attributes: Vec<String> =
                attributes.iter().map(|it| format!("{it:?}")).collect();
            attributes.sort();
            format!("{reference} {attributes:?}")
        }
        other => format!("{other:?}"),
    };
    let mut lines: Vec<String> = changes.into_iter().map(inner).collect();
    lines.sort();
    lines
}

fn values() -> impl Strategy<Value = Value> {
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0..4_i64).prop_map(Value::from),
        prop_oneof![
            Just("a"),
            Just("b"),
            Just("x\ny\n"),
            Just("x\nz\n"),
            Just("")
        ]
        .prop_map(Value::from),
    ];
    scalar.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::btree_map("[a-d]", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn resources() -> impl Strategy<Value = Vec<Value>> {
    let parameters = prop::collection::btree_map("[a-d]", values(), 0..4);
    let tags = prop::collection::btree_set("[a-c]", 0..3);
    let resource = (
        0..6_usize,
        0..2_usize,
        parameters,
        tags,
        any::<bool>(),
        1..4_u32,
    );
    let types = ["File", "Ntp::Conf"];
    let titles = ["/a", "b[c]", "d \"e\"", "f", "ü", ""];
    let resource = resource.prop_map(move |(title, ty, parameters, tags, exported, line)| {
        let mut resource = json!({
            "type": types[ty],
            "title": titles[title],
            "tags": tags,
            "file": "/env/site.pp",
            "line": line,
            "exported": exported,
        });
        if !parameters.is_empty() {
            resource["parameters"] = Value::Object(parameters.into_iter().collect());
        }
        resource
    });
    prop::collection::vec(resource, 0..9).prop_map(|resources| {
        let mut seen = BTreeSet::new();
        let is_new = |it: &Value| seen.insert(format!("{}{}", it["type"], it["title"]));
        resources.into_iter().filter(is_new).collect()
    })
}

fn catalogs() -> impl Strategy<Value = Value> {
    let names = || prop::collection::btree_set("[a-d]", 0..4);
    (
        resources(),
        names(),
        names(),
        prop::collection::vec((0..3_usize, 0..3_usize), 0..4),
    )
        .prop_map(|(resources, tags, classes, edges)| {
            let ends = ["Class[Main]", "File[/a]", "Ntp::Conf[b[c]]"];
            let edge = |(a, b): (usize, usize)| json!({"source": ends[a], "target": ends[b]});
            json!({
                "tags": tags,
                "name": "n",
                "version": 1,
                "environment": "production",
                "resources": resources,
                "edges": edges.into_iter().map(edge).collect::<Vec<_>>(),
                "classes": classes,
            })
        })
}

/// Returns a catalog as text in one of two layouts.
fn text(catalog: &Value, is_pretty: bool) -> String {
    match is_pretty {
        true => serde_json::to_string_pretty(catalog).expect("a text"),
        false => catalog.to_string(),
    }
}

/// Makes a catalog and a new version of it in which some resources, edges and names are replaced by
/// those of another catalog.
fn pairs() -> impl Strategy<Value = (Value, Value)> {
    (catalogs(), catalogs(), any::<u16>(), any::<bool>()).prop_map(
        |(old, other, mask, reversed)| {
            let mut new = old.clone();
            new["version"] = json!(2);
            let mut resources = Vec::new();
            let (a, b) = (old["resources"].as_array(), other["resources"].as_array());
            let key = |it: &Value| format!("{}{}", it["type"], it["title"]);
            let mut seen = BTreeSet::new();
            for (i, item) in a
                .into_iter()
                .flatten()
                .chain(b.into_iter().flatten())
                .enumerate()
            {
                if mask & (1 << (i % 16)) == 0 && seen.insert(key(item)) {
                    resources.push(item.clone());
                }
            }
            if reversed {
                resources.reverse();
            }
            new["resources"] = resources.into();
            if mask & 1 == 0 {
                new["edges"] = other["edges"].clone();
                new["classes"] = other["classes"].clone();
            }
            (old, new)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_catalog_does_not_differ_from_itself(catalog in catalogs()) {
        prop_assert_eq!(compared(&text(&catalog, true), &text(&catalog, false)), vec![]);
        let mut other = catalog.clone();
        if let Some(resources) = other["resources"].as_array_mut() {
            resources.reverse();
        }
        other["version"] = json!(99);
        prop_assert_eq!(compared(&text(&catalog, true), &text(&other, true)), vec![]);
    }

    #[test]
    fn differences_turn_one_catalog_into_the_other(
        (old, new) in pairs(),
        layouts in any::<(bool, bool)>(),
    ) {
        let (old, new) = (text(&old, layouts.0), text(&new, layouts.1));
        let mut catalog = Catalog::read(old.as_bytes()).expect("an old catalog");
        apply(&mut catalog, &compared(&old, &new));
        prop_assert_eq!(catalog, Catalog::read(new.as_bytes()).expect("a new catalog"));
    }

    #[test]
    fn swapped_sides_give_swapped_differences((old, new) in pairs()) {
        let (old, new) = (text(&old, true), text(&new, true));
        let (there, back) = (compared(&old, &new), compared(&new, &old));
        prop_assert_eq!(sorted(swapped(there)), sorted(back));
    }

    #[test]
    fn no_text_is_a_panic(text in "[\\[\\]{}:,\"a\\\\ \n1]{0,40}") {
        let _ = diff::catalogs(text.as_bytes());
        let _ = Catalog::read(text.as_bytes());
    }

    #[test]
    fn a_catalog_that_is_cut_off_is_an_error(catalog in catalogs(), at in 1..400_usize) {
        let whole = catalog.to_string();
        let end = (0..=at.min(whole.len() - 1)).rev().find(|i| whole.is_char_boundary(*i));
        let part = &whole[..end.unwrap_or(0)];
        prop_assert!(diff::catalogs(part.as_bytes()).is_err(), "{}", part);
    }
}

/// An edge contains the references of both its ends.
#[test]
fn edges_name_their_ends() {
    let edge = |source: &str| Edge {
        source: Reference::parse(source),
        target: Reference::parse("File[a[b]]"),
        relationship: diff::Relationship::Contains,
    };
    assert_eq!(edge("Class[Main]").target.title, "a[b]");
    assert_eq!(edge("Stage").source.to_string(), "Stage[]");
}
