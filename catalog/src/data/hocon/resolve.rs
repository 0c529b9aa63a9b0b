//! Resolves substitutions and concatenations to data.

use super::{Lines, Node, Object, Scalar, put_over};
use crate::data::{Data, Pairs, decimal};
use runtime::limits;

/// The maximum nesting of values and substitutions.
const DEPTH_MAX: usize = 1000;

/// An error of resolution.
pub(super) enum Problem {
    Text(String),
    /// The nesting is too deep.
    Depth,
}

impl Problem {
    /// Returns the error that the reference implementation reports for one inside a list.
    fn within_list(self) -> Problem {
        match self {
            Problem::Text(_) => Problem::Text("unexpected exception".to_owned()),
            Problem::Depth => Problem::Depth,
        }
    }
}

/// Resolves a tree to data.
pub(super) fn resolve(
    root: &Node,
    variable: &dyn Fn(&str) -> Option<String>,
) -> Result<Data, Problem> {
    let mut resolver = Resolver {
        root,
        variable,
        active: Vec::new(),
        depth: 0,
        steps: 0,
    };
    let resolved = resolver.node(root, &mut Vec::new())?;
    Ok(resolved.map_or(Data::Undef, |node| data(&node)))
}

/// The maximum number of replacements, so that a small file cannot expand to a huge one.
const STEPS_MAX: usize = 1_000_000;

/// A path that is being resolved.
struct Active<'n> {
    path: Vec<String>,
    /// The older value that the path's value overrides.
    older: Option<&'n Node>,
    /// The substitution that refers to the path.
    asking: Option<Asking<'n>>,
}

/// A substitution that refers to a value.
#[derive(Clone, Copy)]
struct Asking<'n> {
    node: &'n Node,
    text: &'n str,
    line: usize,
}

struct Resolver<'n> {
    /// Returns the value of a variable of the process's environment.
    variable: &'n dyn Fn(&str) -> Option<String>,
    root: &'n Node,
    /// The paths that are being resolved, outermost first.
    active: Vec<Active<'n>>,
    depth: usize,
    steps: usize,
}

/// Returns the older value that a value overrides.
fn older_than(node: &Node) -> Option<&Node> {
    match node {
        Node::Override(_, older) => Some(older),
        _ => None,
    }
}

impl<'n> Resolver<'n> {
    /// Resolves a node; returns `None` if no value remains.
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

    // Long because there is an arm for each kind of node.
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
                        // the result is unused, but errors in it must be reported
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
            // a substitution of the own path refers to the older value
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
        // a cycle requires the same substitution, not another one for the same path
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
                let value = (self.variable)(&wanted.join("."));
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

    /// Finds the value at a path from the root.
    fn find(&mut self, wanted: &[String], asking: Asking<'n>) -> Result<Option<Node>, Problem> {
        let mut node = self.root;
        for (index, key) in wanted.iter().enumerate() {
            match node {
                Node::Object(object, _) => match object.get(key) {
                    Some(inner) => node = inner,
                    None => return Ok(None),
                },
                // values inside this one are known only after it is resolved
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

/// Parses a text as a number: an Integer if its value is whole; a leading zero means octal digits.
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
    // a whole value is an Integer regardless of its form
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
