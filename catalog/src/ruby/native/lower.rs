//! The syntax tree of a template as code that runs: variables have numbers, methods are known.

use std::sync::Arc;

use bumpalo::Bump;
use ruby::syntax::tree::{self, Kind, Node, Part, Scope};
use ruby::syntax::{erb, parse};
use runtime::regex::{self, Options, Pattern};

use super::methods::Method;

/// A template.
pub struct Template {
    /// Its code.
    pub body: Code,
    /// How many local variables it has.
    pub slots: usize,
}

/// A class that a value may be of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Array,
    False,
    Float,
    Hash,
    Integer,
    Nil,
    Numeric,
    String,
    Symbol,
    True,
}

/// Code; each gives a value.
pub enum Code {
    Nil,
    True,
    False,
    Integer(i64),
    Float(f64),
    Text(Box<str>),
    Symbol(Arc<str>),
    Regexp(Arc<Pattern>),
    Class(Class),
    /// A text of the texts of values.
    Joined(Vec<Code>),
    List(Vec<Code>),
    Hash(Vec<(Code, Code)>),
    Range(Box<(Code, Code)>, bool),
    Local(usize),
    SetLocal(usize, Box<Code>),
    /// Sets a variable unless it is true already (`||=`), or only then (`&&=`).
    SetLocalIf(usize, bool, Box<Code>),
    /// `@name`
    Variable(Box<str>),
    /// `scope[name]`, `scope.lookupvar(name)`
    ScopeVariable(Box<Code>),
    /// `has_variable?(name)`
    HasVariable(Box<Code>),
    /// `defined?(@name)`
    IsDefined(Box<str>),
    /// Adds text to the output.
    Append(Box<Code>),
    Sequence(Vec<Code>),
    If(Box<(Code, Code, Code)>),
    And(Box<(Code, Code)>),
    Or(Box<(Code, Code)>),
    Not(Box<Code>),
    Case(Option<Box<Code>>, Vec<(Vec<Code>, Code)>, Box<Code>),
    Call(Box<Call>),
    /// `Array(x)`
    ToArray(Box<Code>),
    /// `for a, b in list`
    For(Vec<Parameter>, Box<(Code, Code)>),
    Next(Option<Box<Code>>),
    Break,
    /// Ends the attempt, for `raise` and `fail`.
    GiveUp,
}

/// A call of a method of the table.
pub struct Call {
    pub receiver: Code,
    pub method: Method,
    /// `&.`
    pub safe: bool,
    pub arguments: Vec<Code>,
    pub block: Option<Block>,
}

/// A block.
pub struct Block {
    pub parameters: Vec<Parameter>,
    /// Whether an array that it is given alone is taken apart.
    pub spreads: bool,
    /// Its own variables, which are new in each round.
    pub own: Vec<usize>,
    pub body: Code,
}

/// A parameter of a block, or a target of `for`.
pub enum Parameter {
    Slot(usize),
    Many(Vec<Parameter>),
}

/// The template of a text; none when there is something in it that is not in the tables.
pub fn lower(code: &str) -> Option<Template> {
    // a comment about the encoding, and ends of lines that Ruby reads otherwise
    if code.contains('\r') || code.contains("coding:") {
        return None;
    }
    let source = erb::code(code);
    let arena = Bump::new();
    let tree = parse(&arena, &source).ok()?;
    let mut lowering = Lowering::default();
    lowering.scopes.push(Vec::new());
    let body = lowering.node(tree)?;
    Some(Template {
        body,
        slots: lowering.slots,
    })
}

#[derive(Default)]
struct Lowering<'a> {
    /// The names of variables, outer ones first.
    scopes: Vec<Vec<(&'a str, usize)>>,
    slots: usize,
}

/// The variable that ERB gathers its text in.
const OUTPUT: &str = "_erbout";

impl<'a> Lowering<'a> {
    fn find(&self, name: &str) -> Option<usize> {
        let mut all = self.scopes.iter().rev().flatten();
        all.find(|(other, _)| *other == name).map(|(_, slot)| *slot)
    }

    fn declare(&mut self, name: &'a str) -> usize {
        let slot = self.slots;
        self.slots += 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name, slot));
        }
        slot
    }

    fn assigned(&mut self, name: &'a str) -> usize {
        self.find(name).unwrap_or_else(|| self.declare(name))
    }

    fn boxed(&mut self, node: &Node<'a>) -> Option<Box<Code>> {
        self.node(node).map(Box::new)
    }

    fn all(&mut self, nodes: &[Node<'a>]) -> Option<Vec<Code>> {
        nodes.iter().map(|node| self.node(node)).collect()
    }

    fn node(&mut self, node: &Node<'a>) -> Option<Code> {
        Some(match node.kind {
            Kind::Nil => Code::Nil,
            Kind::True => Code::True,
            Kind::False => Code::False,
            Kind::Integer(text) => Code::Integer(decimal(text)?),
            Kind::Float(text) => Code::Float(text.parse().ok()?),
            Kind::Text(parts) => self.text(parts)?,
            Kind::Symbol([Part::Bytes(name)]) => {
                Code::Symbol(std::str::from_utf8(name).ok()?.into())
            }
            Kind::Array(items) => Code::List(self.all(items)?),
            Kind::Hash(pairs) => self.hash(pairs)?,
            Kind::Range {
                from: Some(from),
                to: Some(to),
                exclusive,
            } => Code::Range(Box::new((self.node(from)?, self.node(to)?)), exclusive),
            Kind::Local(name) if name == OUTPUT => Code::Nil,
            Kind::Local(name) => Code::Local(self.find(name)?),
            // those with two marks are the template's own
            Kind::Instance(name) if name.starts_with("@__") => return None,
            Kind::Instance(name) => Code::Variable(name.strip_prefix('@')?.into()),
            Kind::Constant(scope, name) => Code::Class(class(scope, name)?),
            Kind::Call(call) => self.call(call)?,
            Kind::And(left, right) => Code::And(Box::new((self.node(left)?, self.node(right)?))),
            Kind::Or(left, right) => Code::Or(Box::new((self.node(left)?, self.node(right)?))),
            Kind::Defined(Node {
                kind: Kind::Instance(name),
                ..
            }) => Code::IsDefined(name.strip_prefix('@')?.into()),
            Kind::Assign(target, value) => self.assignment(target, value)?,
            Kind::OperatorAssign(target, operator, value) => {
                self.operator_assignment(target, operator, value)?
            }
            Kind::If {
                condition,
                then,
                otherwise,
                unless,
            } => {
                let condition = self.node(condition)?;
                let then = self.node(then)?;
                let otherwise = match otherwise {
                    Some(node) => self.node(node)?,
                    None => Code::Nil,
                };
                Code::If(Box::new(match unless {
                    false => (condition, then, otherwise),
                    true => (condition, otherwise, then),
                }))
            }
            Kind::Case {
                subject,
                branches,
                otherwise,
            } => self.case(subject, branches, otherwise)?,
            Kind::For(targets, iterated, body) => {
                let iterated = self.node(iterated)?;
                let parameters = targets
                    .iter()
                    .map(|one| self.target(one))
                    .collect::<Option<_>>()?;
                Code::For(parameters, Box::new((iterated, self.node(body)?)))
            }
            Kind::Next(value) => Code::Next(match value {
                Some(value) => Some(self.boxed(value)?),
                None => None,
            }),
            Kind::Break(None) => Code::Break,
            Kind::Grouped(inner) => self.node(inner)?,
            Kind::Sequence([]) => Code::Nil,
            Kind::Sequence([single]) => self.node(single)?,
            Kind::Sequence(items) => Code::Sequence(self.all(items)?),
            _ => return None,
        })
    }

    /// Lowers a receiver or an argument. Only there a pattern is a value: as a condition Ruby would
    /// match it with the last line that was read.
    fn operand(&mut self, node: &Node<'a>) -> Option<Code> {
        match node.kind {
            Kind::Regexp(parts, options) => regexp(parts, options),
            _ => self.node(node),
        }
    }

    fn operands(&mut self, nodes: &[Node<'a>]) -> Option<Vec<Code>> {
        nodes.iter().map(|node| self.operand(node)).collect()
    }

    fn text(&mut self, parts: &[Part<'a>]) -> Option<Code> {
        let mut codes = Vec::new();
        for part in parts {
            codes.push(match part {
                Part::Bytes(bytes) => Code::Text(std::str::from_utf8(bytes).ok()?.into()),
                Part::Code(node) => self.node(node)?,
            });
        }
        Some(match codes.as_slice() {
            [] => Code::Text("".into()),
            [Code::Text(_)] => codes.pop()?,
            _ => Code::Joined(codes),
        })
    }

    fn hash(&mut self, pairs: &[tree::Pair<'a>]) -> Option<Code> {
        let mut codes = Vec::new();
        for pair in pairs {
            let key = self.node(pair.key.as_ref()?)?;
            codes.push((key, self.node(&pair.value)?));
        }
        Some(Code::Hash(codes))
    }

    fn assignment(&mut self, target: &Node<'a>, value: &Node<'a>) -> Option<Code> {
        match target.kind {
            // `_erbout = +''` at the beginning
            Kind::Local(OUTPUT) => Some(Code::Nil),
            Kind::Local(name) => {
                // the name is a variable in its own value already
                let slot = self.assigned(name);
                Some(Code::SetLocal(slot, self.boxed(value)?))
            }
            Kind::Call(call) if call.name == "[]" => {
                let mut arguments = self.all(call.arguments)?;
                arguments.push(self.node(value)?);
                Some(Code::Call(Box::new(Call {
                    receiver: self.node(call.receiver?)?,
                    method: Method::named("[]=")?,
                    safe: false,
                    arguments,
                    block: None,
                })))
            }
            _ => None,
        }
    }

    fn operator_assignment(
        &mut self,
        target: &Node<'a>,
        operator: &str,
        value: &Node<'a>,
    ) -> Option<Code> {
        let Kind::Local(name) = target.kind else {
            return None;
        };
        let slot = self.assigned(name);
        let value = self.node(value)?;
        Some(match operator {
            "||" => Code::SetLocalIf(slot, false, Box::new(value)),
            "&&" => Code::SetLocalIf(slot, true, Box::new(value)),
            _ => {
                let call = Call {
                    receiver: Code::Local(slot),
                    method: Method::named(operator)?,
                    safe: false,
                    arguments: vec![value],
                    block: None,
                };
                Code::SetLocal(slot, Box::new(Code::Call(Box::new(call))))
            }
        })
    }

    fn case(
        &mut self,
        subject: Option<&Node<'a>>,
        branches: &[tree::When<'a>],
        otherwise: Option<&Node<'a>>,
    ) -> Option<Code> {
        let subject = match subject {
            Some(subject) => Some(self.boxed(subject)?),
            None => None,
        };
        let mut lowered = Vec::new();
        for branch in branches {
            lowered.push((self.operands(branch.conditions)?, self.node(branch.body)?));
        }
        let otherwise = match otherwise {
            Some(node) => self.node(node)?,
            None => Code::Nil,
        };
        Some(Code::Case(subject, lowered, Box::new(otherwise)))
    }

    fn call(&mut self, call: &tree::Call<'a>) -> Option<Code> {
        let Some(receiver) = call.receiver else {
            return self.own_call(call);
        };
        if let (Kind::Local(OUTPUT), "<<", [appended]) = (receiver.kind, call.name, call.arguments)
        {
            return Some(Code::Append(Box::new(self.appended(appended)?)));
        }
        if is_scope(receiver) {
            let [name] = call.arguments else { return None };
            return match call.name {
                "[]" | "lookupvar" => Some(Code::ScopeVariable(self.boxed(name)?)),
                _ => None,
            };
        }
        if call.name == "!" {
            return Some(Code::Not(self.boxed(receiver)?));
        }
        let not = |call: Code| Code::Not(Box::new(call));
        let (name, negates) = match call.name {
            "!=" => ("==", true),
            "!~" => ("=~", true),
            name => (name, false),
        };
        let lowered = Code::Call(Box::new(Call {
            receiver: self.operand(receiver)?,
            method: Method::named(name)?,
            safe: call.safe,
            arguments: self.operands(call.arguments)?,
            block: match call.block {
                Some(block) => Some(self.block(block)?),
                None => None,
            },
        }));
        Some(if negates { not(lowered) } else { lowered })
    }

    /// Lowers a value that is added to the output. `to_s` is left out, as adding makes the text.
    fn appended(&mut self, node: &Node<'a>) -> Option<Code> {
        if let Kind::Call(call) = node.kind
            && let (Some(receiver), "to_s" | "freeze", []) =
                (call.receiver, call.name, call.arguments)
            && call.block.is_none()
        {
            return self.node(receiver);
        }
        self.node(node)
    }

    /// A call of a method of the template itself.
    fn own_call(&mut self, call: &tree::Call<'a>) -> Option<Code> {
        if call.block.is_some() {
            return None;
        }
        match (call.name, call.arguments) {
            ("has_variable?", [name]) => Some(Code::HasVariable(self.boxed(name)?)),
            ("Array", [value]) => Some(Code::ToArray(self.boxed(value)?)),
            ("raise" | "fail", _) => Some(Code::GiveUp),
            _ => None,
        }
    }

    fn block(&mut self, block: &tree::Block<'a>) -> Option<Block> {
        let takes = &block.parameters;
        let is_plain = takes.optional.is_empty()
            && takes.rest.is_none()
            && takes.post.is_empty()
            && takes.keywords.is_empty()
            && takes.keyword_rest.is_none()
            && takes.block.is_none()
            && takes.numbered == 0;
        if !is_plain {
            return None;
        }
        let first = self.slots;
        self.scopes.push(Vec::new());
        let parameters: Option<Vec<Parameter>> = takes
            .required
            .iter()
            .map(|one| self.parameter(one))
            .collect();
        let body = self.node(block.body);
        self.scopes.pop();
        let parameters = parameters?;
        Some(Block {
            spreads: parameters.len() > 1 || takes.extra_comma,
            parameters,
            own: (first..self.slots).collect(),
            body: body?,
        })
    }

    fn parameter(&mut self, node: &Node<'a>) -> Option<Parameter> {
        match node.kind {
            Kind::Local(name) => Some(Parameter::Slot(self.declare(name))),
            Kind::Targets(targets) => {
                let targets: Option<Vec<Parameter>> =
                    targets.iter().map(|one| self.parameter(one)).collect();
                targets.map(Parameter::Many)
            }
            _ => None,
        }
    }

    fn target(&mut self, node: &Node<'a>) -> Option<Parameter> {
        match node.kind {
            Kind::Local(name) => Some(Parameter::Slot(self.assigned(name))),
            _ => None,
        }
    }
}

/// `scope` of the template.
fn is_scope(node: &Node<'_>) -> bool {
    match node.kind {
        Kind::Call(call) => call.receiver.is_none() && call.bare && call.name == "scope",
        _ => false,
    }
}

fn decimal(text: &str) -> Option<i64> {
    match text.trim_start_matches('-').strip_prefix('0') {
        Some("") | None => text.replace('_', "").parse().ok(),
        // other bases are written by nobody
        Some(_) => None,
    }
}

fn regexp(parts: &[Part<'_>], options: &str) -> Option<Code> {
    let source = match parts {
        [] => "",
        [Part::Bytes(source)] => std::str::from_utf8(source).ok()?,
        _ => return None,
    };
    if !options.is_empty() || source.is_empty() {
        return None;
    }
    let pattern = regex::pattern(source, Options::default());
    pattern.check().ok()?;
    Some(Code::Regexp(pattern))
}

fn class(scope: Scope<'_>, name: &str) -> Option<Class> {
    if !matches!(scope, Scope::Lexical | Scope::Top) {
        return None;
    }
    Some(match name {
        "Array" => Class::Array,
        "FalseClass" => Class::False,
        "Float" => Class::Float,
        "Hash" => Class::Hash,
        "Integer" => Class::Integer,
        "NilClass" => Class::Nil,
        "Numeric" => Class::Numeric,
        "String" => Class::String,
        "Symbol" => Class::Symbol,
        "TrueClass" => Class::True,
        _ => return None,
    })
}
