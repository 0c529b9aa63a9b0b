//! Makes values for parameters: Puppet code that fits a type expression, as far as possible without
//! evaluating the type.

use std::path::PathBuf;

use bumpalo::Bump;
use frontend::Source;
use frontend::ast::{Expr, ExprKind, HashEntry, UnaryOp};
use frontend::parser;
use runtime::Heap;
use runtime::regexp::Regexp;
use sha2::{Digest, Sha256};

/// The maximum nesting of types.
const DEPTH_MAX: u32 = 12;

/// Texts that are tried against patterns, common ones first.
const CANDIDATES: [&str; 48] = [
    "value",
    "/opt/value",
    "present",
    "1",
    "1.2.3",
    "host.example.com",
    "http://host.example.com/a",
    "https://host.example.com",
    "192.0.2.7",
    "0644",
    "10m",
    "10s",
    "1h",
    "512M",
    "on",
    "yes",
    "true",
    "2001:db8::7",
    "192.0.2.0/24",
    "2001:db8::/64",
    "C:/value",
    "C:\\value",
    "puppet:///modules/a/b",
    "user@example.com",
    "VALUE",
    "Value",
    "a:b",
    "key=value",
    "52:54:00:12:34:56",
    "tcp",
    "8080",
    "8080:8081",
    "1.2",
    "v1.2.3",
    "latest",
    "*",
    "10",
    "10%",
    "d41d8cd98f00b204e9800998ecf8427e",
    "value.service",
    "daily",
    "Mon *-*-* 00:00:00",
    "http",
    "unix:/run/value",
    "u=rw,g=r",
    "2025-01-01",
    "-1",
    "1G",
];

/// Makes values for the parameters of one class or define.
pub struct Values<'m> {
    /// The folders of modules in which type aliases are found.
    pub module_folders: &'m [PathBuf],
}

/// Returns a number that depends only on the texts.
pub fn chance(parts: &[&str]) -> u64 {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part);
        digest.update([0]);
    }
    let bytes = digest.finalize();
    bytes
        .iter()
        .take(8)
        .fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Returns a text in single quotes.
pub fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
}

impl Values<'_> {
    /// Returns the value of a parameter. `seed` chooses among the values that fit.
    pub fn of(&self, name: &str, ty: Option<&Expr<'_>>, source: &Source, seed: u64) -> String {
        let value = match ty {
            None => Some(text_for(name)),
            Some(ty) => ValueFinder {
                values: self,
                source,
                name,
                seed,
            }
            .value(ty, 0),
        };
        value.unwrap_or_else(|| text_for(name))
    }

    /// Returns a value of an alias, which is defined in the file that its name implies.
    fn of_alias(&self, alias: &str, name: &str, seed: u64, depth: u32) -> Option<String> {
        let alias = alias.trim_start_matches("::").to_lowercase();
        let (module, rest) = alias.split_once("::")?;
        let file = format!("{module}/types/{}.pp", rest.replace("::", "/"));
        let mut folders = self.module_folders.iter();
        let code = folders.find_map(|folder| std::fs::read_to_string(folder.join(&file)).ok())?;
        let source = Source::new(None, code);
        let arena = Bump::new();
        let program = parser::parse(&arena, &source).ok()?;
        let values = program
            .definitions
            .iter()
            .find_map(|definition| match definition.kind {
                ExprKind::TypeAlias { value, .. } => Some(value),
                _ => None,
            });
        ValueFinder {
            values: self,
            source: &source,
            name,
            seed,
        }
        .value(values?, depth + 1)
    }
}

/// Returns a text that suits the name of a parameter.
fn text_for(name: &str) -> String {
    const WORDS: [(&str, &str); 16] = [
        ("ensure", "'present'"),
        ("url", "'http://host.example.com/a'"),
        ("uri", "'http://host.example.com/a'"),
        ("port", "8080"),
        ("version", "'1.2.3'"),
        ("mode", "'0644'"),
        ("path", "'/opt/value'"),
        ("file", "'/opt/value/file'"),
        ("dir", "'/opt/value'"),
        ("root", "'/opt/value'"),
        ("home", "'/opt/value'"),
        ("addr", "'192.0.2.7'"),
        ("host", "'host.example.com'"),
        ("server", "'host.example.com'"),
        ("source", "'/opt/value/source'"),
        ("user", "'root'"),
    ];
    let found = WORDS.iter().find(|(word, _)| name.contains(word));
    found.map_or("'value'", |(_, value)| value).to_owned()
}

/// Finds a value for the type of one parameter.
struct ValueFinder<'a, 'm> {
    values: &'a Values<'m>,
    source: &'a Source,
    name: &'a str,
    seed: u64,
}

impl ValueFinder<'_, '_> {
    fn value(&self, ty: &Expr<'_>, depth: u32) -> Option<String> {
        if depth > DEPTH_MAX {
            return None;
        }
        match ty.kind {
            ExprKind::Paren(inner) => self.value(inner, depth),
            ExprKind::String(text) => Some(quoted(text)),
            ExprKind::TypeName(name) => self.plain(name, depth),
            ExprKind::Access { left, keys } => {
                let ExprKind::TypeName(name) = left.kind else {
                    return None;
                };
                self.with_parameters(&name.trim_start_matches("::").to_lowercase(), keys, depth)
            }
            _ => None,
        }
    }

    /// Returns a value of a type without parameters.
    fn plain(&self, name: &str, depth: u32) -> Option<String> {
        let lower = name.trim_start_matches("::").to_lowercase();
        let value = match lower.as_str() {
            "string" | "scalar" | "scalardata" | "data" | "richdata" | "any" | "notundef" => {
                return Some(text_for(self.name));
            }
            "integer" | "numeric" => "8",
            "float" => "1.5",
            "boolean" => ["true", "false"][self.seed as usize % 2],
            "array" | "collection" | "tuple" => "['value']",
            "hash" | "struct" => "{ 'value' => 'other' }",
            "undef" | "optional" => "undef",
            "default" => "default",
            "regexp" => "/value/",
            "sensitive" => "Sensitive('value')",
            "type" => "String",
            "timespan" => "Timespan(60)",
            "semver" => "SemVer('1.2.3')",
            "enum" | "pattern" | "variant" | "callable" => return None,
            _ => return self.values.of_alias(name, self.name, self.seed, depth),
        };
        Some(value.to_owned())
    }

    fn with_parameters(&self, name: &str, keys: &[Expr<'_>], depth: u32) -> Option<String> {
        let first = keys.first()?;
        match name {
            "string" => Some(self.sized_text(keys)),
            "integer" | "float" => {
                let mut bounds = keys.iter().filter_map(number);
                let bound = bounds.next().unwrap_or_else(|| "1".to_owned());
                Some(match name == "float" && !bound.contains('.') {
                    true => format!("{bound}.0"),
                    false => bound,
                })
            }
            "enum" => match self.chosen(keys)?.kind {
                ExprKind::String(text) | ExprKind::Name(text) => Some(quoted(text)),
                ExprKind::Boolean(_) => self.value(first, depth),
                _ => None,
            },
            "boolean" => match first.kind {
                ExprKind::Boolean(value) => Some(value.to_string()),
                _ => None,
            },
            "pattern" => keys.iter().find_map(|key| match key.kind {
                ExprKind::Regexp(pattern) => matching(pattern),
                _ => None,
            }),
            "variant" => {
                let begin = self.seed as usize % keys.len();
                let (before, after) = keys.split_at(begin);
                let mut types = after.iter().chain(before);
                types.find_map(|ty| self.value(ty, depth + 1))
            }
            "optional" | "notundef" => self.value(first, depth + 1),
            "sensitive" => Some(format!("Sensitive({})", self.value(first, depth + 1)?)),
            "type" => Some(self.text(first)),
            "array" => {
                let item = self.value(first, depth + 1)?;
                let least = keys.get(1).and_then(number).and_then(|n| n.parse().ok());
                let items = vec![item; least.unwrap_or(1_usize).clamp(1, 8)];
                Some(format!("[{}]", items.join(", ")))
            }
            "hash" => {
                let key = self.value(first, depth + 1)?;
                let value = self.value(keys.get(1)?, depth + 1)?;
                Some(format!("{{ {key} => {value} }}"))
            }
            "tuple" => {
                let types = keys.iter().filter(|key| number(key).is_none());
                let items: Option<Vec<String>> =
                    types.map(|ty| self.value(ty, depth + 1)).collect();
                Some(format!("[{}]", items?.join(", ")))
            }
            "struct" => match first.kind {
                ExprKind::Hash(entries) => self.structure(entries, depth),
                _ => None,
            },
            _ => None,
        }
    }

    fn chosen<'e, 'x>(&self, keys: &'e [Expr<'x>]) -> Option<&'e Expr<'x>> {
        keys.get(self.seed as usize % keys.len().max(1))
    }

    fn text(&self, expr: &Expr<'_>) -> String {
        let (begin, end) = (expr.span.start as usize, expr.span.end as usize);
        self.source
            .text
            .get(begin..end)
            .unwrap_or("String")
            .to_owned()
    }

    fn sized_text(&self, keys: &[Expr<'_>]) -> String {
        let bound = |at: usize| {
            let bound = keys.get(at).and_then(number);
            bound.and_then(|bound| bound.parse::<usize>().ok())
        };
        let text = text_for(self.name);
        let inner = text.trim_matches('\'');
        let text: String = match bound(1) {
            Some(most) => inner.chars().take(most).collect(),
            None => inner.to_owned(),
        };
        let least = bound(0).unwrap_or(0).min(100);
        quoted(&format!("{text:x<least$}"))
    }

    /// Returns a hash with the required keys of a Struct, and some of the others.
    fn structure(&self, entries: &[HashEntry<'_>], depth: u32) -> Option<String> {
        let mut pairs = Vec::new();
        for (at, entry) in entries.iter().enumerate() {
            let (key, optional) = match entry.key.kind {
                ExprKind::String(text) | ExprKind::Name(text) => {
                    (text, accepts_undef(&entry.value))
                }
                ExprKind::Access { left, keys } => {
                    let is_optional = matches!(left.kind, ExprKind::TypeName(n) if n.eq_ignore_ascii_case("optional"));
                    match keys.first()?.kind {
                        ExprKind::String(text) | ExprKind::Name(text) => (text, is_optional),
                        _ => return None,
                    }
                }
                _ => return None,
            };
            if optional && !(self.seed >> (at % 32)).is_multiple_of(4) {
                continue;
            }
            let named = ValueFinder { name: key, ..*self };
            let value = named.value(&entry.value, depth + 1)?;
            pairs.push(format!("{} => {value}", quoted(key)));
        }
        Some(format!("{{ {} }}", pairs.join(", ")))
    }
}

fn accepts_undef(ty: &Expr<'_>) -> bool {
    match ty.kind {
        ExprKind::Access { left, .. } => {
            matches!(left.kind, ExprKind::TypeName(name) if name.eq_ignore_ascii_case("optional"))
        }
        _ => false,
    }
}

/// Returns the text of a number.
fn number(expr: &Expr<'_>) -> Option<String> {
    match expr.kind {
        ExprKind::Integer { value, .. } => Some(value.to_string()),
        ExprKind::Float(value) => Some(format!("{value:?}")),
        ExprKind::Unary {
            op: UnaryOp::Minus,
            operand,
        } => Some(format!("-{}", number(operand)?)),
        _ => None,
    }
}

/// Returns a candidate that a pattern matches, if there is one.
fn matching(pattern: &str) -> Option<String> {
    let heap = Heap::new();
    let regexp = Regexp::new(&heap, pattern).ok()?;
    let mut texts = CANDIDATES.iter();
    let text = texts.find(|text| regexp.is_match(text).unwrap_or(false))?;
    Some(quoted(text))
}
