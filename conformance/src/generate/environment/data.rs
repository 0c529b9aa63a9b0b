//! Generates values of data files and facts, and writes them as YAML and JSON.

use std::fmt::Write;

use super::{EnvironmentGenerator, Kind};

/// A value of data.
#[derive(Clone)]
pub(super) enum Data {
    Undef,
    Integer(i64),
    Float(&'static str),
    Boolean(bool),
    Text(String),
    List(Vec<Data>),
    Table(Vec<(String, Data)>),
}

/// Texts that have another meaning without quotes, and some plain ones.
const TEXTS: [&str; 24] = [
    "one",
    "two",
    "/etc/app",
    "0644",
    "a b",
    "Red-Hat",
    "yes",
    "1.5",
    "x: y",
    "# no",
    "",
    "null",
    "é",
    "on",
    "a,b",
    "1_000",
    "%",
    "::",
    "~",
    "- a",
    "0x1f",
    "'q'",
    "\"dq\"",
    "line\nbreak",
];

impl Data {
    /// Returns the value as JSON.
    pub(super) fn json(&self) -> String {
        match self {
            Data::Undef => "null".to_owned(),
            Data::Integer(value) => value.to_string(),
            Data::Float(text) => (*text).to_owned(),
            Data::Boolean(value) => value.to_string(),
            Data::Text(text) => quoted(text),
            Data::List(items) => {
                let items: Vec<String> = items.iter().map(Data::json).collect();
                format!("[{}]", items.join(", "))
            }
            Data::Table(pairs) => {
                let pairs: Vec<String> = pairs
                    .iter()
                    .map(|(key, value)| format!("{}: {}", quoted(key), value.json()))
                    .collect();
                format!("{{{}}}", pairs.join(", "))
            }
        }
    }

    /// Returns the value as a JSON file with a line for each key.
    pub(super) fn json_lines(&self) -> String {
        let Data::Table(pairs) = self else {
            return self.json();
        };
        let pairs: Vec<String> = pairs
            .iter()
            .map(|(key, value)| format!("  {}: {}", quoted(key), value.json()))
            .collect();
        format!("{{\n{}\n}}\n", pairs.join(",\n"))
    }

    /// Returns the value as YAML in block style.
    pub(super) fn yaml(&self) -> String {
        let mut text = "---\n".to_owned();
        self.block(0, &mut text);
        text
    }

    fn block(&self, indent: usize, out: &mut String) {
        match self {
            Data::Table(pairs) if !pairs.is_empty() => {
                for (key, value) in pairs {
                    let _ = write!(out, "{:indent$}{}:", "", plain(key));
                    value.after(indent, out);
                }
            }
            Data::List(items) if !items.is_empty() => {
                for item in items {
                    let _ = write!(out, "{:indent$}-", "");
                    item.after(indent, out);
                }
            }
            other => {
                let _ = writeln!(out, "{:indent$}{}", "", other.flow());
            }
        }
    }

    /// Writes the value after a key or a dash.
    fn after(&self, indent: usize, out: &mut String) {
        let is_block = match self {
            Data::Table(pairs) => !pairs.is_empty(),
            Data::List(items) => !items.is_empty(),
            _ => false,
        };
        if is_block {
            out.push('\n');
            self.block(indent + 2, out);
        } else {
            let _ = writeln!(out, " {}", self.flow());
        }
    }

    fn flow(&self) -> String {
        match self {
            Data::Text(text) => plain(text),
            Data::Undef => "~".to_owned(),
            other => other.json(),
        }
    }
}

/// Returns a text without quotes if YAML reads it unchanged, otherwise in quotes.
fn plain(text: &str) -> String {
    let is_word = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/')
            && text
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b"/_-.:".contains(&b))
            && !text.ends_with(':')
            && !["yes", "no", "on", "off", "true", "false", "null", "y", "n"].contains(&text)
    };
    if is_word(text) {
        text.to_owned()
    } else if text.contains(['\'', '\n']) {
        quoted(text)
    } else {
        format!("'{text}'")
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl EnvironmentGenerator<'_, '_> {
    /// Makes a value for a data file.
    pub(super) fn data(&mut self, kind: Kind) -> Data {
        let kind = if self.goes_wrong() { self.kind() } else { kind };
        match kind {
            Kind::Integer => Data::Integer(*self.choices.pick(&[1, 2, 3, 0, 10, 80, -5, 4096])),
            Kind::Boolean => Data::Boolean(self.choices.chance(2)),
            Kind::Text => Data::Text(self.data_text()),
            Kind::Integers => {
                let count = self.choices.below(4);
                Data::List((0..count).map(|_| self.data(Kind::Integer)).collect())
            }
            Kind::Texts => {
                let count = self.choices.below(4);
                Data::List((0..count).map(|_| self.data(Kind::Text)).collect())
            }
            Kind::Table => {
                let count = self.choices.below(4);
                let keys = ["a", "b", "c", "port", "7"];
                let mut pairs: Vec<(String, Data)> = Vec::new();
                for _ in 0..count {
                    let key = (*self.choices.pick(&keys)).to_owned();
                    let kind = *self.choices.pick(&[Kind::Text, Kind::Integer]);
                    let value = self.data(kind);
                    if pairs.iter().all(|(k, _)| *k != key) {
                        pairs.push((key, value));
                    }
                }
                Data::Table(pairs)
            }
            Kind::Nested => self.nested(),
        }
    }

    fn nested(&mut self) -> Data {
        let mut pairs = vec![
            ("on".to_owned(), self.data(Kind::Table)),
            ("list".to_owned(), self.data(Kind::Texts)),
        ];
        if self.choices.chance(2) {
            pairs.push(("n".to_owned(), Data::Undef));
        }
        if self.choices.chance(3) {
            pairs.push(("f".to_owned(), Data::Float("2.5")));
        }
        if self.choices.chance(3) {
            let inner = self.data(Kind::Table);
            pairs.push(("l".to_owned(), Data::List(vec![inner, Data::Integer(1)])));
        }
        Data::Table(pairs)
    }

    /// Makes a text for a data file, perhaps with an interpolation.
    fn data_text(&mut self) -> String {
        if !self.choices.chance(4) {
            return (*self.choices.pick(&TEXTS)).to_owned();
        }
        let key = match self.index(self.keys.len()) {
            // an interpolation that may contain itself is an error that is tried rarely
            Some(at) if self.keys[at].kind == Kind::Integer || self.choices.chance(20) => {
                self.keys[at].name.clone()
            }
            _ => "plain".to_owned(),
        };
        let forms = [
            "%{facts.os.family}",
            "%{facts.role}",
            "v-%{facts.networking.hostname}-%{trusted.certname}",
            "%{lookup('KEY')}",
            "%{alias('KEY')}",
            "%{hiera('KEY')}/x",
            "%{literal('%')}{x}",
            "%{scope('role')}",
            "%{::role}",
            "%{environment} %{facts.nope}",
            "%{facts.os.release.major}%{facts.list.0}",
            "%{}",
            "%{server_facts.servername}",
        ];
        self.choices.pick(&forms).replace("KEY", &key)
    }
}
