//! Parses statements: sequences, modifiers, `and` and `or`, multiple assignments, and bodies with
//! error handlers.

use super::scan::{begins_name, is_ending};
use super::tree::{Begin, Call, Kind, Node, Part, Ref, Rescue};
use super::{Parsed, Parser};

impl<'a> Parser<'a> {
    /// Parses statements up to a closing bracket or one of the keywords.
    pub(super) fn statements(&mut self, stops: &[&str]) -> Parsed<Ref<'a>> {
        let begin = self.at;
        let mut found = Vec::new();
        loop {
            self.ends();
            let is_closed = matches!(self.byte(), b'}' | b')' | b']');
            if self.is_at_end() || is_closed || stops.iter().any(|stop| self.is_keyword(stop)) {
                break;
            }
            found.push(self.nested(Self::statement)?);
            self.spaces();
            let is_closed = matches!(self.byte(), b'}' | b')' | b']');
            if !(self.is_at_break() || is_closed || stops.iter().any(|stop| self.is_keyword(stop)))
            {
                return Err(self.unexpected());
            }
        }
        let node = match found[..] {
            [single] => single,
            _ => self.node(Kind::Sequence(self.list(&found)), begin),
        };
        Ok(self.keep(node))
    }

    /// Parses a statement with its modifiers.
    pub(super) fn statement(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        let mut node = self.expression_statement()?;
        loop {
            self.spaces();
            if self.takes_keyword("if") {
                node = self.conditional(node, begin, false)?;
            } else if self.takes_keyword("unless") {
                node = self.conditional(node, begin, true)?;
            } else if self.takes_keyword("while") {
                node = self.repeated(node, begin, false)?;
            } else if self.takes_keyword("until") {
                node = self.repeated(node, begin, true)?;
            } else if self.takes_keyword("rescue") {
                self.blanks();
                let value = self.expression_statement()?;
                node = self.rescued(node, value);
            } else {
                return Ok(node);
            }
        }
    }

    fn conditional(&mut self, then: Node<'a>, begin: usize, unless: bool) -> Parsed<Node<'a>> {
        self.blanks();
        let condition = self.expression_statement()?;
        let kind = Kind::If {
            condition: self.keep(condition),
            then: self.keep(then),
            otherwise: None,
            unless,
        };
        Ok(self.node(kind, begin))
    }

    fn repeated(&mut self, body: Node<'a>, begin: usize, until: bool) -> Parsed<Node<'a>> {
        self.blanks();
        let condition = self.expression_statement()?;
        let after = matches!(body.kind, Kind::Grouped(_) | Kind::Begin(_));
        let kind = Kind::While {
            condition: self.keep(condition),
            body: self.keep(body),
            until,
            after,
        };
        Ok(self.node(kind, begin))
    }

    /// Makes `node rescue value`. In an assignment only the value is rescued.
    fn rescued(&mut self, node: Node<'a>, value: Node<'a>) -> Node<'a> {
        let at = node.at as usize;
        match node.kind {
            Kind::Assign(target, inner) => {
                let inner = self.rescued(*inner, value);
                self.node(Kind::Assign(target, self.keep(inner)), at)
            }
            Kind::OperatorAssign(target, operator, inner) => {
                let inner = self.rescued(*inner, value);
                self.node(Kind::OperatorAssign(target, operator, self.keep(inner)), at)
            }
            Kind::MultipleAssign(targets, inner) => {
                let inner = self.rescued(*inner, value);
                self.node(Kind::MultipleAssign(targets, self.keep(inner)), at)
            }
            _ => {
                let handler = Rescue {
                    classes: &[],
                    target: None,
                    body: self.keep(value),
                };
                let begin = Begin {
                    body: self.keep(node),
                    rescues: self.list(&[handler]),
                    otherwise: None,
                    ensure: None,
                };
                let begin = self.arena.alloc(begin);
                self.node(Kind::Begin(begin), at)
            }
        }
    }

    /// Parses a statement without its modifiers.
    pub(super) fn expression_statement(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        if self.byte() == b'*' && self.peek(1) != b'*' {
            let first = self.splat_target()?;
            return self.many_targets(first, begin);
        }
        let node = self.expression()?;
        let before = self.at;
        self.spaces();
        if self.byte() == b',' {
            if let Kind::Assign(target, value) = node.kind {
                let value = self.more_values(*value)?;
                return Ok(self.node(Kind::Assign(target, self.keep(value)), begin));
            }
            if self.is_target(&node) {
                let first = self.target(node)?;
                return self.many_targets(first, begin);
            }
        }
        if let (Kind::Targets(targets), b'=') = (node.kind, self.byte())
            && !matches!(self.peek(1), b'=' | b'~' | b'>')
        {
            self.at += 1;
            let value = self.values()?;
            return Ok(self.node(Kind::MultipleAssign(targets, self.keep(value)), begin));
        }
        self.at = before;
        Ok(node)
    }

    /// Parses `*a` or `*` as a target.
    fn splat_target(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        self.spaces();
        if matches!(self.byte(), b',' | b')' | b'=' | b'|') || self.is_keyword("in") {
            return Ok(self.node(Kind::Splat(None), begin));
        }
        let inner = self.operand_without_assignment()?;
        let inner = self.target(inner)?;
        Ok(self.node(Kind::Splat(Some(self.keep(inner))), begin))
    }

    /// Parses one target of a multiple assignment.
    pub(super) fn one_target(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        match self.byte() {
            b'*' => self.splat_target(),
            b'(' => {
                self.at += 1;
                let mut targets = Vec::new();
                loop {
                    self.blanks();
                    if self.takes(")") {
                        break;
                    }
                    targets.push(self.nested(Self::one_target)?);
                    self.blanks();
                    if !self.takes(",") {
                        self.expects(")")?;
                        break;
                    }
                }
                Ok(self.node(Kind::Targets(self.list(&targets)), begin))
            }
            _ => {
                let node = self.operand_without_assignment()?;
                self.target(node)
            }
        }
    }

    /// Parses the targets after the first, and the values. Without `=` they are nested targets.
    fn many_targets(&mut self, first: Node<'a>, begin: usize) -> Parsed<Node<'a>> {
        let mut targets = vec![first];
        self.spaces();
        while self.takes(",") {
            self.blanks();
            if matches!(self.byte(), b'=' | b')') {
                break;
            }
            targets.push(self.one_target()?);
            self.spaces();
        }
        let targets = self.list(&targets);
        if self.byte() != b'=' {
            return match self.byte() {
                b')' => Ok(self.node(Kind::Targets(targets), begin)),
                _ => Err(self.unexpected()),
            };
        }
        self.at += 1;
        let value = self.values()?;
        Ok(self.node(Kind::MultipleAssign(targets, self.keep(value)), begin))
    }

    /// Parses the values of a multiple assignment.
    fn values(&mut self) -> Parsed<Node<'a>> {
        self.blanks();
        let first = self.value_or_splat()?;
        let before = self.at;
        self.spaces();
        if self.byte() == b',' || matches!(first.kind, Kind::Splat(_)) {
            return self.more_values(first);
        }
        self.at = before;
        Ok(first)
    }

    /// Parses `*a`, or a value that may be a multiple assignment itself.
    pub(super) fn value_or_splat(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        if self.byte() == b'*' && self.peek(1) != b'*' {
            self.at += 1;
            self.spaces();
            let inner = self.argument()?;
            return Ok(self.node(Kind::Splat(Some(self.keep(inner))), begin));
        }
        self.argument()
    }

    /// Parses the values after the first one. Returns all as an array.
    pub(super) fn more_values(&mut self, first: Node<'a>) -> Parsed<Node<'a>> {
        let begin = first.at as usize;
        let mut items = vec![first];
        self.spaces();
        while self.takes(",") {
            self.blanks();
            items.push(self.value_or_splat()?);
            let before = self.at;
            self.spaces();
            if self.byte() != b',' {
                self.at = before;
                break;
            }
        }
        Ok(self.node(Kind::Array(self.list(&items)), begin))
    }

    /// Returns true if a node can be assigned to.
    pub(super) fn is_target(&self, node: &Node<'a>) -> bool {
        match node.kind {
            Kind::Local(_)
            | Kind::Instance(_)
            | Kind::ClassVariable(_)
            | Kind::Global(_)
            | Kind::Constant(..)
            | Kind::Targets(_) => true,
            Kind::Call(call) if call.block.is_some() => false,
            Kind::Call(call) if call.name == "[]" => call.receiver.is_some(),
            Kind::Call(call) => {
                call.bare && !call.name.ends_with(['?', '!']) && call.arguments.is_empty()
            }
            _ => false,
        }
    }

    /// Converts a node to the target of an assignment. A new name becomes a variable.
    pub(super) fn target(&mut self, node: Node<'a>) -> Parsed<Node<'a>> {
        if !self.is_target(&node) {
            return Err(self.unexpected());
        }
        Ok(match node.kind {
            Kind::Call(Call {
                receiver: None,
                name,
                bare: true,
                ..
            }) => {
                self.declare(name);
                Node {
                    kind: Kind::Local(name),
                    ..node
                }
            }
            _ => node,
        })
    }

    /// Parses `and`, `or` and `not`.
    pub(super) fn expression(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        let mut left = self.negated()?;
        loop {
            let before = self.at;
            self.spaces();
            let is_and = self.takes_keyword("and");
            if !is_and && !self.takes_keyword("or") {
                self.at = before;
                return Ok(left);
            }
            self.blanks();
            let right = self.negated()?;
            let (one, other) = (self.keep(left), self.keep(right));
            left = match is_and {
                true => self.node(Kind::And(one, other), begin),
                false => self.node(Kind::Or(one, other), begin),
            };
        }
    }

    fn negated(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        if !self.takes_keyword("not") {
            return self.argument();
        }
        self.spaces();
        let inner = self.nested(Self::negated)?;
        Ok(self.unary("!", inner, begin))
    }

    /// Makes a call of a unary operator.
    pub(super) fn unary(&self, name: &'a str, inner: Node<'a>, begin: usize) -> Node<'a> {
        let call = Call {
            receiver: Some(self.keep(inner)),
            safe: false,
            name,
            arguments: &[],
            block: None,
            bare: false,
        };
        self.node(Kind::Call(self.arena.alloc(call)), begin)
    }

    /// Parses a body up to `end`, with `rescue`, `else` and `ensure`.
    pub(super) fn body(&mut self) -> Parsed<Ref<'a>> {
        let begin = self.at;
        let stops = ["rescue", "else", "ensure", "end"];
        let body = self.statements(&stops)?;
        let mut rescues = Vec::new();
        while self.takes_keyword("rescue") {
            rescues.push(self.handler(&stops)?);
        }
        let otherwise = match self.takes_keyword("else") {
            true => Some(self.statements(&stops)?),
            false => None,
        };
        let ensure = match self.takes_keyword("ensure") {
            true => Some(self.statements(&["end"])?),
            false => None,
        };
        self.expects_keyword("end")?;
        if rescues.is_empty() && otherwise.is_none() && ensure.is_none() {
            return Ok(body);
        }
        let all = Begin {
            body,
            rescues: self.list(&rescues),
            otherwise,
            ensure,
        };
        let all = self.arena.alloc(all);
        Ok(self.keep(self.node(Kind::Begin(all), begin)))
    }

    fn handler(&mut self, stops: &[&str]) -> Parsed<Rescue<'a>> {
        let mut classes = Vec::new();
        self.spaces();
        while !self.is_at_break() && !self.is_keyword("then") && !self.looks_at("=>") {
            classes.push(self.value_or_splat()?);
            self.spaces();
            if !self.takes(",") {
                break;
            }
            self.blanks();
        }
        let target = match self.takes("=>") {
            true => {
                self.spaces();
                let target = self.one_target()?;
                Some(self.keep(target))
            }
            false => None,
        };
        self.spaces();
        self.takes_keyword("then");
        Ok(Rescue {
            classes: self.list(&classes),
            target,
            body: self.statements(stops)?,
        })
    }

    /// Parses the values after `return`, `break` and `next`.
    pub(super) fn given_values(&mut self) -> Parsed<Option<Ref<'a>>> {
        let before = self.at;
        self.spaces();
        let is_symbol = |next: u8| begins_name(next) || matches!(next, b':' | b'"' | b'\'');
        let is_none = self.is_at_break()
            || matches!(
                self.byte(),
                b'}' | b')' | b']' | b',' | b'&' | b'|' | b'?' | b'=' | b'.'
            )
            || (self.byte() == b':' && !is_symbol(self.peek(1)))
            || is_ending(self.name_ahead());
        if is_none {
            self.at = before;
            return Ok(None);
        }
        let items = self.open_items()?;
        let node = match items[..] {
            [single] if !matches!(single.kind, Kind::Splat(_)) => single,
            _ => self.node(Kind::Array(self.list(&items)), before),
        };
        Ok(Some(self.keep(node)))
    }

    /// Makes a text without interpolation.
    pub(super) fn plain(&self, text: &'a str) -> &'a [Part<'a>] {
        self.list(&[Part::Bytes(text.as_bytes())])
    }
}
