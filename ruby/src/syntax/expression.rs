//! Parses operators by precedence, the conditional operator and ranges.

use super::tree::{Call, Kind, Node, Part};
use super::{Parsed, Parser};

/// A binary operator.
struct Operator {
    name: &'static str,
    /// The precedence. A greater number binds tighter.
    strength: u8,
    /// True if `a op b op c` means `a op (b op c)`.
    to_the_right: bool,
}

const fn operator(name: &'static str, strength: u8) -> Operator {
    Operator {
        name,
        strength,
        to_the_right: false,
    }
}

/// A longer name comes before a name that is its beginning.
const OPERATORS: [Operator; 28] = [
    Operator {
        name: "**",
        strength: 15,
        to_the_right: true,
    },
    operator("<=>", 7),
    operator("===", 7),
    operator("...", 3),
    operator("==", 7),
    operator("=~", 7),
    operator("!=", 7),
    operator("!~", 7),
    operator("<<", 11),
    operator(">>", 11),
    operator("<=", 8),
    operator(">=", 8),
    operator("&&", 5),
    operator("||", 4),
    operator("..", 3),
    operator("&.", 0),
    operator("=>", 0),
    operator("=", 0),
    operator("<", 8),
    operator(">", 8),
    operator("|", 9),
    operator("^", 9),
    operator("&", 10),
    operator("+", 12),
    operator("-", 12),
    operator("*", 13),
    operator("/", 13),
    operator("%", 13),
];

/// The precedence of a sign before a value.
const SIGN: u8 = 14;
/// The precedence of the conditional operator.
const CONDITIONAL: u8 = 2;

impl<'a> Parser<'a> {
    /// Parses a value in the form of arguments: everything but `and`, `or`, `not` and modifiers.
    pub(super) fn argument(&mut self) -> Parsed<Node<'a>> {
        self.nested(|parser| parser.binary(CONDITIONAL))
    }

    fn operator_ahead(&self) -> Option<&'static Operator> {
        let found = OPERATORS.iter().find(|one| self.looks_at(one.name))?;
        let after = self.peek(found.name.len());
        let assigns = after == b'=' && !matches!(found.strength, 0 | 3 | 7 | 8);
        let is_closing = found.name == "|" && self.bar_is_taken;
        (found.strength > 0 && !assigns && !is_closing).then_some(found)
    }

    fn binary(&mut self, least: u8) -> Parsed<Node<'a>> {
        let begin = self.at;
        if self.looks_at("..") {
            return self.beginless(begin);
        }
        let mut left = self.signed()?;
        loop {
            let before = self.at;
            self.spaces();
            if self.byte() == b'?' && least <= CONDITIONAL {
                left = self.conditional_operator(left, begin)?;
                continue;
            }
            let found = self.operator_ahead().filter(|one| one.strength >= least);
            let Some(found) = found else {
                self.at = before;
                return Ok(left);
            };
            self.at += found.name.len();
            left = match found.strength {
                3 => self.range(Some(left), found.name, begin)?,
                _ => self.between(left, found, begin)?,
            };
        }
    }

    fn between(&mut self, left: Node<'a>, found: &Operator, begin: usize) -> Parsed<Node<'a>> {
        self.blanks();
        if found.name == "=~" {
            self.declare_groups(&left);
        }
        let strength = match found.to_the_right {
            true => found.strength,
            false => found.strength + 1,
        };
        let right = self.nested(|parser| match found.name {
            // `a && not b`
            "&&" | "||" if parser.is_keyword("not") => parser.expression(),
            _ => parser.binary(strength),
        })?;
        let (one, other) = (self.keep(left), self.keep(right));
        Ok(match found.name {
            "&&" => self.node(Kind::And(one, other), begin),
            "||" => self.node(Kind::Or(one, other), begin),
            name => {
                let call = Call {
                    receiver: Some(one),
                    safe: false,
                    name,
                    arguments: std::slice::from_ref(other),
                    block: None,
                    bare: false,
                };
                self.node(Kind::Call(self.arena.alloc(call)), begin)
            }
        })
    }

    fn beginless(&mut self, begin: usize) -> Parsed<Node<'a>> {
        let name = match self.looks_at("...") {
            true => "...",
            false => "..",
        };
        self.at += name.len();
        self.range(None, name, begin)
    }

    fn range(&mut self, from: Option<Node<'a>>, name: &str, begin: usize) -> Parsed<Node<'a>> {
        let before = self.at;
        self.spaces();
        let is_open = self.is_at_break()
            || matches!(self.byte(), b')' | b']' | b'}' | b',' | b'#')
            || self.is_keyword("then");
        let to = match is_open {
            true => {
                self.at = before;
                None
            }
            false => {
                self.blanks();
                Some(self.binary(4)?)
            }
        };
        let kind = Kind::Range {
            from: from.map(|node| self.keep(node)),
            to: to.map(|node| self.keep(node)),
            exclusive: name == "...",
        };
        Ok(self.node(kind, begin))
    }

    fn conditional_operator(&mut self, condition: Node<'a>, begin: usize) -> Parsed<Node<'a>> {
        self.at += 1;
        self.blanks();
        let outer = std::mem::replace(&mut self.colon_is_taken, true);
        let then = self.argument();
        self.colon_is_taken = outer;
        let then = then?;
        self.blanks();
        self.expects(":")?;
        self.blanks();
        let otherwise = self.argument()?;
        let kind = Kind::If {
            condition: self.keep(condition),
            then: self.keep(then),
            otherwise: Some(self.keep(otherwise)),
            unless: false,
        };
        Ok(self.node(kind, begin))
    }

    /// Parses `!a`, `-a`, `+a`, `~a` or `defined? a`.
    fn signed(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        match self.byte() {
            b'!' => {
                self.at += 1;
                self.blanks();
                let inner = self.nested(Self::signed)?;
                Ok(self.unary("!", inner, begin))
            }
            b'~' => {
                self.at += 1;
                self.spaces();
                let inner = self.nested(Self::signed)?;
                Ok(self.unary("~", inner, begin))
            }
            b'-' if self.peek(1) == b'>' => self.operand(),
            b'-' | b'+' if self.peek(1).is_ascii_digit() => self.signed_number(begin),
            sign @ (b'-' | b'+') => {
                self.at += 1;
                self.spaces();
                let inner = self.nested(|parser| parser.binary(SIGN + 1))?;
                let name = if sign == b'-' { "-@" } else { "+@" };
                Ok(self.unary(name, inner, begin))
            }
            _ if self.is_keyword("defined?") => {
                self.at += "defined?".len();
                self.is_defined(begin)
            }
            _ if self.is_keyword("not") => {
                self.at += "not".len();
                self.spaces();
                let inner = self.nested(Self::signed)?;
                Ok(self.unary("!", inner, begin))
            }
            _ => self.operand(),
        }
    }

    /// Parses a number with its sign. In `-2.abs` the minus belongs to the number, in `-2 ** 2` it
    /// does not.
    fn signed_number(&mut self, begin: usize) -> Parsed<Node<'a>> {
        let is_minus = self.byte() == b'-';
        let number = self.number()?;
        let after = self.at;
        self.spaces();
        if is_minus && self.looks_at("**") {
            self.at = begin + 1;
            let inner = self.binary(SIGN + 1)?;
            return Ok(self.unary("-@", inner, begin));
        }
        self.at = after;
        self.after_operand(number)
    }

    fn is_defined(&mut self, begin: usize) -> Parsed<Node<'a>> {
        let inner = match self.byte() {
            b'(' => {
                self.at += 1;
                let inner = self.enclosed(|parser| {
                    parser.blanks();
                    let inner = parser.expression()?;
                    parser.blanks();
                    Ok(inner)
                })?;
                self.expects(")")?;
                inner
            }
            _ => {
                self.spaces();
                let inner = self.argument()?;
                return Ok(self.node(Kind::Defined(self.keep(inner)), begin));
            }
        };
        let node = self.node(Kind::Defined(self.keep(inner)), begin);
        self.after_operand(node)
    }

    /// Declares the variables of named groups: `/(?<a>x)/ =~ text` sets `a`.
    fn declare_groups(&mut self, pattern: &Node<'a>) {
        for name in group_names(pattern) {
            self.declare(name);
        }
    }
}

/// Returns the variables that a match with this pattern on the left of `=~` sets: the names of its
/// groups, if it is a literal without interpolation.
pub fn group_names<'a>(pattern: &Node<'a>) -> Vec<&'a str> {
    let Kind::Regexp([Part::Bytes(source)], _) = pattern.kind else {
        return Vec::new();
    };
    let source = std::str::from_utf8(source).unwrap_or_default();
    let names = source.split("(?<").skip(1).filter_map(|piece| {
        let (name, _) = piece.split_once('>')?;
        let is_name = name.starts_with(|c: char| c.is_lowercase() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then_some(name)
    });
    names.collect()
}
