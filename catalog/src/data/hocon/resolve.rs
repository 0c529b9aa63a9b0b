//! Substitutions and concatenations to data.

use super::{Lines, Node, Object, Scalar, put_over};
use crate::data::{Data, Pairs, decimal};
use crate::read_set;
use runtime::limits;

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
    /// The substitution that asks for it.
    asking: Option<Asking<'n>>,
}

/// A substitution that asks for a value.
#[derive(Clone, Copy)]
struct Asking<'n> {
    node: &'n Node,
    text: &'n str,
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
        limits::time();
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
            Node::List(items, lines) => {
                let mut done = Vec::with_capacity(items.len());
                for item in items {
                    done.extend(self.node(item, path).map_err(Problem::within_list)?);
                }
                Node::List(done, *lines)
            }
            Node::Object(object, lines) => {
                let mut done = Object::default();
                for (key, value) in object {
                    path.push(key.clone());
                    let value = self.node(value, path);
                    path.pop();
                    if let Some(value) = value? {
                        done.insert(key.clone(), value);
                    }
                }
                Node::Object(done, *lines)
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
                let asking = Asking {
                    node,
                    text,
                    line: *line,
                };
                return self.substitution(wanted, asking, *optional);
            }
            Node::Concatenation(pieces) => {
                let mut done = Vec::with_capacity(pieces.len());
                for piece in pieces {
                    done.extend(self.node(piece, path)?);
                }
                let joined = done
                    .into_iter()
                    .map(Ok)
                    .reduce(|done, next| done?.joined(next?));
                return joined.transpose().map_err(Problem::Text);
            }
            Node::Override(newer, older) => {
                self.active.push(Active {
                    path: path.clone(),
                    older: Some(older),
                    asking: None,
                });
                let newer = self.node(newer, path);
                self.active.pop();
                let Some(newer) = newer? else {
                    return self.node(older, path);
                };
                match newer {
                    Node::Object(..) => match self.node(older, path)? {
                        Some(older) => put_over(newer, older),
                        None => newer,
                    },
                    newer => {
                        // nobody needs it, but it has to be sound
                        self.node(older, path)?;
                        newer
                    }
                }
            }
            scalar => scalar.clone(),
        }))
    }

    fn substitution(
        &mut self,
        wanted: &'n [String],
        asking: Asking<'n>,
        optional: bool,
    ) -> Result<Option<Node>, Problem> {
        let Asking { text, line, .. } = asking;
        let known = self.active.iter().rposition(|active| active.path == wanted);
        if let Some(known) = known
            && let Some(older) = self.active[known].older
        {
            // the value before this one
            let rest = self.active.split_off(known);
            self.active.push(Active {
                path: wanted.to_vec(),
                older: older_than(older),
                asking: Some(asking),
            });
            let found = self.node(older, &mut wanted.to_vec());
            self.active.pop();
            self.active.extend(rest);
            return found;
        }
        if known.is_some() && optional {
            return Ok(None);
        }
        // the same one asks again, not another one for the same
        let asked: Vec<Asking<'_>> = self.active.iter().filter_map(|it| it.asking).collect();
        if asked.iter().any(|it| std::ptr::eq(it.node, asking.node)) {
            let cycle = asked.iter().map(|it| it.text).chain([text]);
            let cycle = cycle.collect::<Vec<_>>().join(", ");
            let (text, line) = asked.last().map_or((text, line), |it| (it.text, it.line));
            return Err(Problem::Text(format!(
                "String: {line}: Could not resolve substitution to a value: {text} was part of a cycle of substitutions involving {cycle}"
            )));
        }
        let found = self.find(wanted, asking)?;
        let found = match found {
            Some(found) => Some(found),
            None => {
                let name = wanted.join(".");
                read_set::note_environment(&name);
                let value = std::env::var(name).ok();
                value.map(|text| Node::Scalar(Scalar::Text(text), Lines(line, line)))
            }
        };
        match found {
            None if !optional => Err(Problem::Text(format!(
                "String: {line}: Could not resolve substitution to a value: {text}"
            ))),
            found => Ok(found),
        }
    }

    /// The value at a path from the root.
    fn find(&mut self, wanted: &[String], asking: Asking<'n>) -> Result<Option<Node>, Problem> {
        let mut node = self.root;
        for (index, key) in wanted.iter().enumerate() {
            match node {
                Node::Object(object, _) => match object.get(key) {
                    Some(inner) => node = inner,
                    None => return Ok(None),
                },
                // what is further in is only known when all of this is
                _ => {
                    self.active.push(Active {
                        path: wanted.to_vec(),
                        older: None,
                        asking: Some(asking),
                    });
                    let outer = self.guarded(node, &wanted[..index], None);
                    self.active.pop();
                    let Some(outer) = outer? else {
                        return Ok(None);
                    };
                    return Ok(dig(outer, &wanted[index..]));
                }
            }
        }
        self.guarded(node, wanted, Some(asking))
    }

    fn guarded(
        &mut self,
        node: &'n Node,
        path: &[String],
        asking: Option<Asking<'n>>,
    ) -> Result<Option<Node>, Problem> {
        self.active.push(Active {
            path: path.to_vec(),
            older: older_than(node),
            asking,
        });
        let found = self.node(node, &mut path.to_vec());
        self.active.pop();
        found
    }
}

fn dig(mut node: Node, path: &[String]) -> Option<Node> {
    for key in path {
        node = match node {
            Node::Object(mut object, _) => object.shift_remove(key)?,
            _ => return None,
        };
    }
    Some(node)
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

pub(super) fn data(node: &Node) -> Data {
    limits::time();
    match node {
        Node::Scalar(scalar, _) => match scalar {
            Scalar::Null => Data::Undef,
            Scalar::Boolean(value) => Data::Boolean(*value),
            Scalar::Number(text) => number(text).unwrap_or_else(|| Data::string(text)),
            Scalar::Text(text) | Scalar::Bare(text) => Data::string(text),
        },
        Node::List(items, _) => Data::array(items.iter().map(data).collect()),
        Node::Object(object, _) => {
            let pairs = object.iter();
            let pairs: Pairs = pairs
                .map(|(key, value)| (Data::string(key), data(value)))
                .collect();
            Data::hash(pairs)
        }
        Node::Substitution { .. } | Node::Concatenation(..) | Node::Override(..) => Data::Undef,
    }
}
