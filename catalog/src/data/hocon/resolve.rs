//! Substitutions and concatenations to data.

use super::{Node, Object, merged};
use crate::data::{Data, Pairs, decimal};

/// Values and substitutions inside each other, at most.
const DEPTH_MAX: usize = 1000;

/// Why there is no data.
pub(super) enum Problem {
    Text(String),
    /// It goes too deep.
    Depth,
}

impl Problem {
    /// What the reference says of what is wrong in a list.
    fn within_list(self) -> Problem {
        match self {
            Problem::Text(_) => Problem::Text("unexpected exception".to_owned()),
            Problem::Depth => Problem::Depth,
        }
    }
}

/// The data that a tree stands for.
pub(super) fn resolve(root: &Node) -> Result<Data, Problem> {
    let mut resolver = Resolver {
        root,
        active: Vec::new(),
        depth: 0,
        steps: 0,
    };
    let resolved = resolver.node(root, &mut Vec::new())?;
    Ok(resolved.map_or(Data::Undef, |node| data(&node)))
}

/// Replacements at most, so that a small file cannot stand for a huge one.
const STEPS_MAX: usize = 1_000_000;

/// A path that is being resolved.
struct Active<'n> {
    path: Vec<String>,
    /// The value that its value went over.
    older: Option<&'n Node>,
    /// The substitution that asks for it, and the line of that.
    text: String,
    line: usize,
}

struct Resolver<'n> {
    root: &'n Node,
    /// The paths being resolved, outermost first.
    active: Vec<Active<'n>>,
    depth: usize,
    steps: usize,
}

/// The value that a value of the same key went over.
fn older_than(node: &Node) -> Option<&Node> {
    match node {
        Node::Override(_, older) => Some(older),
        _ => None,
    }
}

impl<'n> Resolver<'n> {
    /// A node without substitutions; `None` when it is nothing at all.
    fn node(&mut self, node: &'n Node, path: &mut Vec<String>) -> Result<Option<Node>, Problem> {
        self.steps += 1;
        if self.depth > DEPTH_MAX || self.steps > STEPS_MAX {
            return Err(Problem::Depth);
        }
        self.depth += 1;
        let resolved = self.inner(node, path);
        self.depth -= 1;
        resolved
    }

    fn inner(&mut self, node: &'n Node, path: &mut Vec<String>) -> Result<Option<Node>, Problem> {
        Ok(Some(match node {
            Node::List(items) => {
                let mut done = Vec::with_capacity(items.len());
                for item in items {
                    done.extend(self.node(item, path).map_err(Problem::within_list)?);
                }
                Node::List(done)
            }
            Node::Object(object) => {
                let mut done = Object::default();
                for (key, value) in object {
                    path.push(key.clone());
                    let value = self.node(value, path);
                    path.pop();
                    if let Some(value) = value? {
                        done.insert(key.clone(), value);
                    }
                }
                Node::Object(done)
            }
            Node::Substitution {
                path: wanted,
                text,
                optional,
                line,
            } => {
                let is_own = *optional && wanted == path;
                if is_own && !self.active.iter().any(|active| active.path == *wanted) {
                    return Ok(None);
                }
                return self.substitution(wanted, text, *optional, *line);
            }
            Node::Concatenation(pieces, line) => {
                let mut done = Vec::with_capacity(pieces.len());
                for piece in pieces {
                    done.extend(self.node(piece, path)?);
                }
                return concatenated(done, *line).map_err(Problem::Text);
            }
            Node::Override(newer, older) => {
                self.active.push(Active {
                    path: path.clone(),
                    older: Some(older),
                    text: String::new(),
                    line: 0,
                });
                let newer = self.node(newer, path);
                self.active.pop();
                let Some(newer) = newer? else {
                    return self.node(older, path);
                };
                match newer {
                    Node::Object(newer) => match self.node(older, path)? {
                        Some(Node::Object(older)) => Node::Object(merged(newer, older)),
                        _ => Node::Object(newer),
                    },
                    newer => newer,
                }
            }
            scalar => scalar.clone(),
        }))
    }

    fn substitution(
        &mut self,
        wanted: &'n [String],
        text: &str,
        optional: bool,
        line: usize,
    ) -> Result<Option<Node>, Problem> {
        let known = self.active.iter().rposition(|active| active.path == wanted);
        if let Some(known) = known {
            if let Some(older) = self.active[known].older {
                // the value before this one
                let rest = self.active.split_off(known);
                self.active.push(Active {
                    path: wanted.to_vec(),
                    older: older_than(older),
                    text: text.to_owned(),
                    line,
                });
                let found = self.node(older, &mut wanted.to_vec());
                self.active.pop();
                self.active.extend(rest);
                return found;
            }
            if optional {
                return Ok(None);
            }
            let cycle: Vec<&str> = self.active[known..]
                .iter()
                .map(|active| active.text.as_str())
                .filter(|text| !text.is_empty())
                .chain([text])
                .collect();
            let cycle = cycle.join(", ");
            let mut asked = self.active.iter().rev();
            let last = asked.find(|active| !active.text.is_empty());
            let (text, line) = last.map_or((text, line), |last| (&*last.text, last.line));
            return Err(Problem::Text(format!(
                "String: {line}: Could not resolve substitution to a value: {text} was part of a cycle of substitutions involving {cycle}"
            )));
        }
        let found = self.find(wanted, text, line)?;
        let found = match found {
            Some(found) => Some(found),
            None => std::env::var(wanted.join(".")).ok().map(Node::Text),
        };
        match found {
            None if !optional => Err(Problem::Text(format!(
                "String: {line}: Could not resolve substitution to a value: {text}"
            ))),
            found => Ok(found),
        }
    }

    /// The value at a path from the root.
    fn find(
        &mut self,
        wanted: &[String],
        text: &str,
        line: usize,
    ) -> Result<Option<Node>, Problem> {
        let mut node = self.root;
        for (index, key) in wanted.iter().enumerate() {
            match node {
                Node::Object(object) => match object.get(key) {
                    Some(inner) => node = inner,
                    None => return Ok(None),
                },
                // what is further in is only known when all of this is
                _ => {
                    self.active.push(Active {
                        path: wanted.to_vec(),
                        older: None,
                        text: text.to_owned(),
                        line,
                    });
                    let outer = self.guarded(node, &wanted[..index], "", line);
                    self.active.pop();
                    let Some(outer) = outer? else {
                        return Ok(None);
                    };
                    return Ok(dig(outer, &wanted[index..]));
                }
            }
        }
        self.guarded(node, wanted, text, line)
    }

    fn guarded(
        &mut self,
        node: &'n Node,
        path: &[String],
        text: &str,
        line: usize,
    ) -> Result<Option<Node>, Problem> {
        self.active.push(Active {
            path: path.to_vec(),
            older: older_than(node),
            text: text.to_owned(),
            line,
        });
        let found = self.node(node, &mut path.to_vec());
        self.active.pop();
        found
    }
}

fn dig(mut node: Node, path: &[String]) -> Option<Node> {
    for key in path {
        node = match node {
            Node::Object(mut object) => object.shift_remove(key)?,
            _ => return None,
        };
    }
    Some(node)
}

/// What pieces side by side are together.
fn concatenated(pieces: Vec<Node>, line: usize) -> Result<Option<Node>, String> {
    let mut pieces = pieces.into_iter();
    let Some(mut done) = pieces.next() else {
        return Ok(None);
    };
    for piece in pieces {
        done = match (done, piece) {
            (Node::List(mut first), Node::List(second)) => {
                first.extend(second);
                Node::List(first)
            }
            (Node::Object(first), Node::Object(second)) => Node::Object(merged(second, first)),
            (whole @ (Node::List(_) | Node::Object(_)), Node::Bare(_)) => whole,
            (first, second) if first.is_scalar() && second.is_scalar() => first.joined(&second),
            (first, second) => {
                return Err(format!(
                    "String: {line}: Cannot concatenate object or list with a non-object-or-list, {} and {} are not compatible",
                    shown(&first),
                    shown(&second)
                ));
            }
        };
    }
    Ok(Some(done))
}

/// A value as the reference's own objects show themselves.
fn shown(node: &Node) -> String {
    let json = |node: &Node| crate::data::write_json(&data(node), &|_| String::new());
    match node {
        Node::List(_) => format!("SimpleConfigList({})", json(node)),
        Node::Object(_) => format!("SimpleConfigObject({})", json(node)),
        Node::Number(text) => match text.contains(['.', 'e', 'E']) {
            true => format!("ConfigDouble({text})"),
            false => format!("ConfigInt({text})"),
        },
        Node::Boolean(value) => format!("ConfigBoolean({value})"),
        Node::Text(text) => format!("Quoted(\"{text}\")"),
        Node::Bare(text) => format!("Unquoted(\"{text}\")"),
        _ => "ConfigNull(null)".to_owned(),
    }
}

/// The number that a text is: whole where its value is; a leading zero means octal digits.
pub(super) fn number(text: &str) -> Option<Data> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    if digits.is_empty() || !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if digits.bytes().all(|byte| byte.is_ascii_digit()) {
        if digits.len() > 1 && digits.starts_with('0') {
            let value = i64::from_str_radix(digits, 8).ok()?;
            return Some(Data::Integer(if sign == "-" { -value } else { value }));
        }
        return Some(decimal(text));
    }
    let allowed = |byte: u8| byte.is_ascii_digit() || b".eE+-".contains(&byte);
    let (whole, rest) = digits.split_at(digits.find(['.', 'e', 'E'])?);
    let fraction_is_there = rest
        .strip_prefix('.')
        .is_none_or(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if !digits.bytes().all(allowed) || whole.is_empty() || !fraction_is_there {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    // whole numbers are whole, however they are written
    match value.fract() == 0.0 {
        true => Some(decimal(&format!("{value:.0}"))),
        false => Some(Data::Float(value)),
    }
}

fn data(node: &Node) -> Data {
    match node {
        Node::Boolean(value) => Data::Boolean(*value),
        Node::Number(text) => number(text).unwrap_or_else(|| Data::string(text)),
        Node::Text(text) | Node::Bare(text) => Data::string(text),
        Node::List(items) => Data::array(items.iter().map(data).collect()),
        Node::Object(object) => {
            let pairs = object.iter();
            let pairs: Pairs = pairs
                .map(|(key, value)| (Data::string(key), data(value)))
                .collect();
            Data::hash(pairs)
        }
        Node::Null | Node::Substitution { .. } | Node::Concatenation(..) | Node::Override(..) => {
            Data::Undef
        }
    }
}
