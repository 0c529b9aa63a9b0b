//! Compares catalogs and describes their differences in words.
//!
//! Also makes the reduced form of a catalog, which contains only digests of texts by other authors.

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// The maximum number of differences that are shown. A catalog that is completely different need
/// not be shown as a whole.
const SHOWN_MAX: usize = 20;
/// The maximum length of a string that is not reduced to its digest.
const KEPT_CHARS_MAX: usize = 120;
/// Strings with addresses in the archive of the packages are reduced too.
const ARCHIVE: &str = "debian.org/";

fn is_kept(text: &str) -> bool {
    text.chars().count() <= KEPT_CHARS_MAX && !text.contains('\n') && !text.contains(ARCHIVE)
}

/// Replaces strings that are long or have several lines by `{"sha256": .., "length": ..}`.
pub fn reduced(value: &Value) -> Value {
    match value {
        Value::String(text) if !is_kept(text) => {
            let digest = hex(&Sha256::digest(text.as_bytes()));
            let mut map = Map::new();
            map.insert("sha256".to_owned(), Value::from(digest));
            map.insert("length".to_owned(), Value::from(text.chars().count()));
            Value::Object(map)
        }
        Value::Array(items) => Value::Array(items.iter().map(reduced).collect()),
        Value::Object(map) => map.iter().map(|(k, v)| (k.clone(), reduced(v))).collect(),
        other => other.clone(),
    }
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Lists the differences of two catalogs, in at most about twenty lines. Compares every resource
/// with its attributes, tags, file and line, the order of resources, every edge, and the order of
/// all of these.
pub fn differences(expected: &Value, actual: &Value) -> Vec<String> {
    let mut found = Differences::default();
    match (expected, actual) {
        (Value::Object(want), Value::Object(have)) => {
            found.keys("catalog", want, have);
            for (key, want) in want {
                let Some(have) = have.get(key) else { continue };
                match key.as_str() {
                    "resources" => found.resources(want, have),
                    "edges" => found.edges(want, have),
                    _ => found.values(&format!("catalog {key}"), want, have),
                }
            }
        }
        _ => found.values("catalog", expected, actual),
    }
    found.lines()
}

#[derive(Default)]
struct Differences {
    lines: Vec<String>,
    count: usize,
}

impl Differences {
    fn add(&mut self, line: impl FnOnce() -> String) {
        self.count += 1;
        if self.lines.len() < SHOWN_MAX {
            self.lines.push(line());
        }
    }

    fn lines(mut self) -> Vec<String> {
        if self.count > self.lines.len() {
            let more = self.count - self.lines.len();
            self.lines.push(format!("... and {more} more differences"));
        }
        self.lines
    }

    fn keys(&mut self, what: &str, want: &Map<String, Value>, have: &Map<String, Value>) {
        let missing: Vec<_> = want.keys().filter(|k| !have.contains_key(*k)).collect();
        let extra: Vec<_> = have.keys().filter(|k| !want.contains_key(*k)).collect();
        if !missing.is_empty() {
            self.add(|| format!("{what}: without {missing:?}"));
        }
        if !extra.is_empty() {
            let extra: Vec<_> = extra.iter().map(|k| format!("{k}={}", have[*k])).collect();
            self.add(|| format!("{what}: with {}", extra.join(" ")));
        }
    }

    fn order_of_keys(&mut self, what: &str, want: &Map<String, Value>, have: &Map<String, Value>) {
        if want.len() == have.len()
            && want.keys().all(|k| have.contains_key(k))
            && !want.keys().eq(have.keys())
        {
            let [want, have] = [want, have].map(|m| m.keys().cloned().collect::<Vec<_>>());
            self.add(|| format!("{what}: in the order {have:?}, not {want:?}"));
        }
    }

    fn entries(&mut self, what: &str, want: &Map<String, Value>, have: &Map<String, Value>) {
        for (key, want) in want {
            if let Some(have) = have.get(key) {
                self.values(&format!("{what} {key}"), want, have);
            }
        }
    }

    fn values(&mut self, what: &str, want: &Value, have: &Value) {
        match (want, have) {
            (Value::Object(want), Value::Object(have)) => {
                self.keys(what, want, have);
                self.order_of_keys(what, want, have);
                self.entries(what, want, have);
            }
            (want, have) if want != have => self.add(|| format!("{what}: {have}, not {want}")),
            // arrays with objects compare as equal whatever the order of the keys in the objects
            (Value::Array(want), Value::Array(have)) => {
                for (want, have) in want.iter().zip(have).filter(|(w, _)| !w.is_string()) {
                    self.values(what, want, have);
                }
            }
            _ => {}
        }
    }

    fn resources(&mut self, want: &Value, have: &Value) {
        let [want, have] = [want, have].map(|list| list.as_array().map_or(&[][..], Vec::as_slice));
        let [want_names, have_names] = [want, have].map(|l| l.iter().map(name).collect::<Vec<_>>());
        let index: std::collections::HashMap<&str, usize> = have_names
            .iter()
            .enumerate()
            .map(|(at, n)| (n.as_str(), at))
            .collect();
        let known: std::collections::HashSet<&str> =
            want_names.iter().map(String::as_str).collect();
        for extra in have_names.iter().filter(|n| !known.contains(n.as_str())) {
            self.add(|| format!("{extra}: should not be there"));
        }
        for (want, name) in want.iter().zip(&want_names) {
            match index.get(name.as_str()) {
                Some(&at) => match (want, &have[at]) {
                    // the order of a resource's own fields has no meaning
                    (Value::Object(want), Value::Object(have)) => {
                        self.keys(name, want, have);
                        self.entries(name, want, have);
                    }
                    (want, have) => self.values(name, want, have),
                },
                None => self.add(|| format!("{name}: missing")),
            }
        }
        let order = want_names.iter().zip(&have_names).position(|(w, h)| w != h);
        if let Some(at) = order {
            let (have, want) = (&have_names[at], &want_names[at]);
            self.add(|| format!("order of resources: {have} is number {at}, not {want}"));
        }
    }

    fn edges(&mut self, want: &Value, have: &Value) {
        let [want, have] = [want, have].map(|list| {
            let edges = list.as_array().into_iter().flatten();
            edges.map(edge).collect::<Vec<_>>()
        });
        let [wanted, had] =
            [&want, &have].map(|l| l.iter().collect::<std::collections::HashSet<_>>());
        for edge in want.iter().filter(|e| !had.contains(e)) {
            self.add(|| format!("edge {edge}: missing"));
        }
        for edge in have.iter().filter(|e| !wanted.contains(e)) {
            self.add(|| format!("edge {edge}: should not be there"));
        }
        if let Some(at) = want.iter().zip(&have).position(|(w, h)| w != h) {
            self.add(|| {
                format!(
                    "order of edges: {} is number {at}, not {}",
                    have[at], want[at]
                )
            });
        }
        if want.len() != have.len() {
            self.add(|| format!("{} edges, not {}", have.len(), want.len()));
        }
    }
}

fn field<'v>(value: &'v Value, key: &str) -> &'v str {
    value.get(key).and_then(Value::as_str).unwrap_or("?")
}

fn name(resource: &Value) -> String {
    format!("{}[{}]", field(resource, "type"), field(resource, "title"))
}

fn edge(edge: &Value) -> String {
    format!("{} -> {}", field(edge, "source"), field(edge, "target"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn catalog(resources: Value) -> Value {
        json!({"tags": ["a"], "resources": resources, "edges": [{"source": "A[1]", "target": "B[2]"}]})
    }

    #[test]
    fn every_part_counts() {
        let one = json!({"type": "File", "title": "a", "tags": ["x"], "parameters": {"p": 1, "q": [{"r": 1, "s": 2}]}});
        let two = json!({"type": "File", "title": "b"});
        let want = catalog(json!([one, two]));
        assert_eq!(differences(&want, &want), Vec::<String>::new());
        let swapped = catalog(json!([two, one]));
        assert_eq!(
            differences(&want, &swapped),
            ["order of resources: File[b] is number 0, not File[a]"]
        );
        let other = json!({"type": "File", "title": "a", "tags": ["y"], "parameters": {"q": [{"s": 2, "r": 1}], "p": 1}});
        assert_eq!(
            differences(&want, &catalog(json!([other]))),
            [
                r#"File[a] tags: ["y"], not ["x"]"#,
                r#"File[a] parameters: in the order ["q", "p"], not ["p", "q"]"#,
                r#"File[a] parameters q: in the order ["s", "r"], not ["r", "s"]"#,
                "File[b]: missing",
            ]
        );
    }

    #[test]
    fn long_strings_are_reduced() {
        let text = "é".repeat(121);
        let value = reduced(&json!({"a": [text, "short"]}));
        assert_eq!(value["a"][0]["length"], json!(121));
        assert_eq!(value["a"][1], json!("short"));
    }
}
