//! Parses values: names, calls with their arguments and blocks, what follows a value, and
//! assignments.

use super::scan::{begins_name, is_ending, is_in_name, is_keyword};
use super::tree::{Block, Call, Kind, Node, Pair, Scope};
use super::{Parsed, Parser};

/// Operators that can be methods. Longer ones come first.
pub const OPERATOR_METHODS: [&str; 29] = [
    "[]=", "[]", "**", "===", "==", "=~", "<=>", "<<", "<=", ">>", ">=", "!=", "!~", "!", "+@",
    "-@", "~@", "+", "-", "*", "/", "%", "<", ">", "&", "|", "^", "~", "`",
];

/// Operators that may precede `=`. Longer ones come first.
const ASSIGNING: [&str; 13] = [
    "**", "<<", ">>", "&&", "||", "+", "-", "*", "/", "%", "&", "|", "^",
];

impl<'a> Parser<'a> {
    /// Parses a value with the calls that follow it, and an assignment to it.
    pub(super) fn operand(&mut self) -> Parsed<Node<'a>> {
        let node = self.operand_without_assignment()?;
        self.after_operand(node)
    }

    /// Parses a value with the calls that follow it.
    pub(super) fn operand_without_assignment(&mut self) -> Parsed<Node<'a>> {
        let node = self.nested(Self::primary)?;
        self.chain(node)
    }

    /// Parses the calls and the assignment that follow a value.
    pub(super) fn after_operand(&mut self, node: Node<'a>) -> Parsed<Node<'a>> {
        let node = self.chain(node)?;
        let before = self.at;
        self.spaces();
        if !self.is_target(&node) || matches!(node.kind, Kind::Targets(_)) {
            self.at = before;
            return Ok(node);
        }
        if self.byte() == b'=' && !matches!(self.peek(1), b'=' | b'~' | b'>') {
            self.at += 1;
            return self.assigned(node);
        }
        let found = ASSIGNING.iter().find(|name| self.looks_at(name));
        if let Some(name) = found.filter(|name| self.peek(name.len()) == b'=') {
            self.at += name.len() + 1;
            let target = self.target(node)?;
            self.blanks();
            let value = self.nested(Self::argument_or_many)?;
            let kind = Kind::OperatorAssign(self.keep(target), name, self.keep(value));
            return Ok(self.node(kind, node.at as usize));
        }
        self.at = before;
        Ok(node)
    }

    fn assigned(&mut self, node: Node<'a>) -> Parsed<Node<'a>> {
        let target = self.target(node)?;
        self.blanks();
        let value = self.nested(Self::argument_or_many)?;
        let kind = Kind::Assign(self.keep(target), self.keep(value));
        Ok(self.node(kind, node.at as usize))
    }

    /// Parses the value of an assignment. `*a, b` is an array.
    fn argument_or_many(&mut self) -> Parsed<Node<'a>> {
        let first = self.value_or_splat()?;
        match first.kind {
            Kind::Splat(_) => self.more_values(first),
            _ => Ok(first),
        }
    }

    fn primary(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        match self.byte() {
            b'0'..=b'9' => self.number(),
            b'-' if self.peek(1) == b'>' => self.lambda(),
            b'"' | b'\'' | b'`' => self.text_literal(),
            b':' if self.peek(1) == b':' => {
                self.at += 2;
                let name = self.name_ahead();
                self.at += name.len();
                Ok(self.node(Kind::Constant(Scope::Top, name), begin))
            }
            b':' => self.symbol(),
            b'@' => self.variable(),
            b'$' => self.global(),
            b'[' => {
                self.at += 1;
                let items = self.enclosed(|parser| parser.items("]"))?;
                Ok(self.node(Kind::Array(self.list(&items)), begin))
            }
            b'{' => {
                self.at += 1;
                let items = self.enclosed(|parser| parser.items("}"))?;
                match items[..] {
                    [] => Ok(self.node(Kind::Hash(&[]), begin)),
                    [
                        Node {
                            kind: Kind::Pairs(pairs),
                            ..
                        },
                    ] => Ok(self.node(Kind::Hash(pairs), begin)),
                    _ => self.error("syntax error, a hash holds pairs"),
                }
            }
            b'(' => self.parenthesized(),
            b'%' => self.percent_literal(),
            b'/' => self.regexp_literal(),
            b'?' => self.character(),
            b'<' if self.looks_at("<<") => self.heredoc_literal(),
            byte if begins_name(byte) => self.named(),
            _ => Err(self.unexpected()),
        }
    }

    fn parenthesized(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        let body = self.enclosed(|parser| parser.statements(&[]))?;
        self.expects(")")?;
        match body.kind {
            Kind::Targets(_) => Ok(self.node(body.kind, begin)),
            Kind::Sequence([]) => Ok(self.node(Kind::Sequence(&[]), begin)),
            // code in parentheses is neither a target nor a statement that continues
            _ => Ok(self.node(Kind::Sequence(std::slice::from_ref(body)), begin)),
        }
    }

    /// Parses a value that begins with letters: a keyword, a constant, a variable or a call.
    fn named(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        let name = self.name_ahead();
        if is_keyword(name) {
            return self.keyword(name);
        }
        self.at += name.len();
        let is_call = self.byte() == b'(';
        if self.is_local(name) && !is_call && !self.is_call_with_value() {
            return Ok(self.node(Kind::Local(name), begin));
        }
        if let Some(number) = self.numbered(name)
            && !is_call
        {
            if let Some(names) = self.names.last_mut() {
                names.numbered = names.numbered.max(number);
            }
            return Ok(self.node(Kind::Local(name), begin));
        }
        let is_constant = name.starts_with(char::is_uppercase) && !name.ends_with(['?', '!']);
        if is_constant && !is_call && !self.is_call_with_value() {
            return Ok(self.node(Kind::Constant(Scope::Lexical, name), begin));
        }
        self.called(None, false, name, begin)
    }

    /// Returns the number of `_1` to `_9` in a block.
    fn numbered(&self, name: &str) -> Option<u8> {
        let digit = match name.as_bytes() {
            [b'_', digit @ b'1'..=b'9'] => digit - b'0',
            _ => return None,
        };
        self.names.last()?.open.then_some(digit)
    }

    /// Returns true if a constant or the name of a variable is a method, as in `Integer "3"`.
    fn is_call_with_value(&self) -> bool {
        let mut ahead = 0;
        while self.peek(ahead) == b' ' {
            ahead += 1;
        }
        if ahead == 0 {
            return false;
        }
        match self.peek(ahead) {
            b'"' | b'\'' | b'@' | b'$' => true,
            byte if begins_name(byte) => {
                let mut end = self.at + ahead;
                while self.bytes.get(end).is_some_and(|&byte| is_in_name(byte)) {
                    end += 1;
                }
                !is_ending(self.slice(self.at + ahead, end))
            }
            _ => false,
        }
    }

    /// Parses the arguments and the block of a call whose name was parsed.
    pub(super) fn called(
        &mut self,
        receiver: Option<Node<'a>>,
        safe: bool,
        name: &'a str,
        begin: usize,
    ) -> Parsed<Node<'a>> {
        let mut bare = false;
        let arguments = if self.byte() == b'(' {
            self.at += 1;
            self.enclosed(|parser| parser.items(")"))?
        } else if self.begins_argument() {
            self.spaces();
            self.command_arguments()?
        } else {
            bare = true;
            Vec::new()
        };
        let block = self.block_ahead()?;
        let call = Call {
            receiver: receiver.map(|node| self.keep(node)),
            safe,
            name,
            arguments: self.list(&arguments),
            block,
            bare: bare && block.is_none(),
        };
        Ok(self.node(Kind::Call(self.arena.alloc(call)), begin))
    }

    /// Returns true if arguments without parentheses begin after the name of a method.
    pub(super) fn begins_argument(&mut self) -> bool {
        let before = self.at;
        self.spaces();
        let found = match self.at > before {
            true => self.is_argument(),
            // `a?b` has no other meaning
            false if matches!(self.last(), b'?' | b'!') => {
                begins_name(self.byte()) && !is_ending(self.name_ahead())
            }
            false => matches!(self.byte(), b'"' | b'\''),
        };
        self.at = before;
        found
    }

    fn is_argument(&self) -> bool {
        let next = self.peek(1);
        let is_tight = !matches!(next, b' ' | b'\t' | b'\n' | b'\r' | b'=' | 0);
        match self.byte() {
            byte if begins_name(byte) => !is_ending(self.name_ahead()),
            b'0'..=b'9' | b'"' | b'\'' | b'`' | b'@' | b'$' | b'[' | b'(' | b'~' => true,
            b':' if next == b':' => begins_name(self.peek(2)),
            b':' => {
                !self.colon_is_taken
                    && (begins_name(next)
                        || matches!(
                            next,
                            b'"' | b'\'' | b'[' | b'<' | b'+' | b'-' | b'*' | b'=' | b'@' | b'$'
                        ))
            }
            b'-' => next == b'>' || is_tight,
            b'+' | b'%' | b'/' => is_tight,
            b'*' => is_tight && !(next == b'*' && matches!(self.peek(2), b' ' | b'=')),
            b'&' => is_tight && next != b'&' && next != b'.',
            b'!' => next != b'=' && next != b'~',
            b'?' => is_tight && !is_in_name(self.peek(2)),
            b'<' => {
                let after = self.peek(2);
                let quoted = |byte| matches!(byte, b'"' | b'\'' | b'`') || begins_name(byte);
                next == b'<'
                    && (quoted(after) || (matches!(after, b'~' | b'-') && quoted(self.peek(3))))
            }
            _ => false,
        }
    }

    /// Parses arguments without parentheses. `do` after them belongs to the call.
    pub(super) fn command_arguments(&mut self) -> Parsed<Vec<Node<'a>>> {
        self.without_do(Self::open_items)
    }

    /// Parses items as long as commas follow.
    pub(super) fn open_items(&mut self) -> Parsed<Vec<Node<'a>>> {
        let mut items = Vec::new();
        loop {
            self.item(&mut items)?;
            let before = self.at;
            self.spaces();
            if !self.takes(",") {
                self.at = before;
                return Ok(items);
            }
            self.blanks();
        }
    }

    /// Parses items up to a closing bracket, for arguments, arrays and hashes.
    pub(super) fn items(&mut self, close: &str) -> Parsed<Vec<Node<'a>>> {
        let mut items = Vec::new();
        loop {
            self.blanks();
            if self.takes(close) {
                return Ok(items);
            }
            self.item(&mut items)?;
            self.blanks();
            if !self.takes(",") {
                self.expects(close)?;
                return Ok(items);
            }
        }
    }

    /// Parses one item. Consecutive pairs become one hash.
    fn item(&mut self, items: &mut Vec<Node<'a>>) -> Parsed<()> {
        let begin = self.at;
        match self.byte() {
            b'*' if self.peek(1) == b'*' => {
                self.at += 2;
                self.spaces();
                let value = self.argument()?;
                self.add_pair(items, Pair { key: None, value }, begin);
                return Ok(());
            }
            b'*' => {
                self.at += 1;
                self.spaces();
                let node = match self.byte() {
                    b',' | b')' | b']' => None,
                    _ => Some(self.argument()?),
                };
                let node = node.map(|node| self.keep(node));
                items.push(self.node(Kind::Splat(node), begin));
                return Ok(());
            }
            b'&' if self.peek(1) != b'&' => {
                self.at += 1;
                self.spaces();
                let node = match self.byte() {
                    b')' => None,
                    _ => Some(self.argument()?),
                };
                let node = node.map(|node| self.keep(node));
                items.push(self.node(Kind::BlockPass(node), begin));
                return Ok(());
            }
            _ => {}
        }
        if let Some(key) = self.label()? {
            let value = self.labelled_value(&key)?;
            let key = Some(key);
            self.add_pair(items, Pair { key, value }, begin);
            return Ok(());
        }
        let node = match self.is_keyword("not") {
            true => self.expression()?,
            false => self.argument()?,
        };
        let before = self.mark();
        self.blanks();
        if !self.takes("=>") {
            self.reset(before);
            items.push(node);
            return Ok(());
        }
        self.blanks();
        let value = self.argument()?;
        let key = Some(node);
        self.add_pair(items, Pair { key, value }, begin);
        Ok(())
    }

    fn add_pair(&mut self, items: &mut Vec<Node<'a>>, pair: Pair<'a>, begin: usize) {
        let mut pairs = Vec::new();
        let mut at = begin;
        if let Some(last) = items.last()
            && let Kind::Pairs(known) = last.kind
        {
            pairs.extend_from_slice(known);
            at = last.at as usize;
            items.pop();
        }
        pairs.push(pair);
        items.push(self.node(Kind::Pairs(self.list(&pairs)), at));
    }

    /// Parses `name:` or `"text":`.
    fn label(&mut self) -> Parsed<Option<Node<'a>>> {
        let begin = self.at;
        if matches!(self.byte(), b'"' | b'\'') {
            let mark = self.mark();
            let node = self.one_text()?;
            if let Kind::Text(parts) = node.kind
                && self.byte() == b':'
                && self.peek(1) != b':'
                && !self.colon_is_taken
            {
                self.at += 1;
                return Ok(Some(self.node(Kind::Symbol(parts), begin)));
            }
            // stores the string: parsing nested strings twice at each level would take exponential
            // time
            self.text_read = Some((node, self.mark()));
            self.reset(mark);
            return Ok(None);
        }
        let name = self.name_ahead();
        let after = self.peek(name.len());
        if name.is_empty() || after != b':' || self.peek(name.len() + 1) == b':' {
            return Ok(None);
        }
        // the colon of `a ? b : c` and of `a ? b :c` has a space before it
        self.at += name.len() + 1;
        Ok(Some(self.node(Kind::Symbol(self.plain(name)), begin)))
    }

    /// Parses the value after a label. Without a value, the label names the variable or method to
    /// use.
    fn labelled_value(&mut self, key: &Node<'a>) -> Parsed<Node<'a>> {
        let mark = self.mark();
        let before = self.at;
        self.blanks();
        if !matches!(self.byte(), b',' | b')' | b'}' | b']') && !self.is_at_end() {
            return self.argument();
        }
        let Kind::Symbol([super::tree::Part::Bytes(name)]) = key.kind else {
            return Err(self.unexpected());
        };
        self.reset(mark);
        let name = std::str::from_utf8(name).unwrap_or_default();
        if self.is_local(name) {
            return Ok(self.node(Kind::Local(name), before));
        }
        let call = Call {
            receiver: None,
            safe: false,
            name,
            arguments: &[],
            block: None,
            bare: true,
        };
        Ok(self.node(Kind::Call(self.arena.alloc(call)), before))
    }

    /// Parses a block that follows a call.
    pub(super) fn block_ahead(&mut self) -> Parsed<Option<&'a Block<'a>>> {
        let before = self.at;
        self.spaces();
        let close = if self.byte() == b'{' {
            self.at += 1;
            "}"
        } else if !self.do_is_taken && self.takes_keyword("do") {
            "end"
        } else {
            self.at = before;
            return Ok(None);
        };
        let block = self.nested(|parser| parser.block(close))?;
        Ok(Some(block))
    }

    /// Parses the calls, indexes and constants that follow a value.
    pub(super) fn chain(&mut self, mut node: Node<'a>) -> Parsed<Node<'a>> {
        let begin = node.at as usize;
        loop {
            let before = self.mark();
            match self.byte() {
                b'[' => {
                    self.at += 1;
                    node = self.indexed(node, begin)?;
                    continue;
                }
                b':' if self.peek(1) == b':' && begins_name(self.peek(2)) => {
                    self.at += 2;
                    node = self.inside(node, begin)?;
                    continue;
                }
                b' ' if matches!(node.kind, Kind::Local(_)) && self.is_spaced_index() => {
                    self.spaces();
                    self.at += 1;
                    node = self.indexed(node, begin)?;
                    continue;
                }
                _ => {}
            }
            self.spaces();
            if !self.is_dot() {
                // a chain may continue on the next line
                while self.byte() == b'\n' {
                    self.newline();
                    self.spaces();
                }
                if !self.is_dot() {
                    self.reset(before);
                    return Ok(node);
                }
            }
            let safe = self.takes("&");
            self.at += 1;
            self.blanks();
            node = self.method(node, safe, begin)?;
        }
    }

    fn is_spaced_index(&mut self) -> bool {
        let before = self.at;
        self.spaces();
        let found = self.byte() == b'[';
        self.at = before;
        found
    }

    fn is_dot(&self) -> bool {
        match self.byte() {
            b'.' => self.peek(1) != b'.',
            b'&' => self.peek(1) == b'.',
            _ => false,
        }
    }

    fn indexed(&mut self, node: Node<'a>, begin: usize) -> Parsed<Node<'a>> {
        let arguments = self.enclosed(|parser| parser.items("]"))?;
        let call = Call {
            receiver: Some(self.keep(node)),
            safe: false,
            name: "[]",
            arguments: self.list(&arguments),
            block: None,
            bare: false,
        };
        Ok(self.node(Kind::Call(self.arena.alloc(call)), begin))
    }

    /// Parses the rest of `a::B` or `a::b`.
    fn inside(&mut self, node: Node<'a>, begin: usize) -> Parsed<Node<'a>> {
        let name = self.name_ahead();
        self.at += name.len();
        let is_call = self.byte() == b'(' || self.is_call_with_value();
        if name.starts_with(char::is_uppercase) && !is_call {
            let scope = Scope::Of(self.keep(node));
            return Ok(self.node(Kind::Constant(scope, name), begin));
        }
        self.called(Some(node), false, name, begin)
    }

    /// Parses the name after a dot, and its arguments.
    fn method(&mut self, node: Node<'a>, safe: bool, begin: usize) -> Parsed<Node<'a>> {
        if self.byte() == b'(' {
            return self.called(Some(node), safe, "call", begin);
        }
        let mut name = self.name_ahead();
        if name.is_empty() {
            let found = OPERATOR_METHODS.iter().find(|name| self.looks_at(name));
            name = *found.ok_or_else(|| self.unexpected())?;
        }
        self.at += name.len();
        self.called(Some(node), safe, name, begin)
    }
}
