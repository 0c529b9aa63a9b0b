//! Parses numbers, regular expressions and dense literals.

use super::{NESTING_MAX, Parsed, Parser, finish};
use crate::ast::{Expr, ExprKind, HashEntry, Radix, UnaryOp};
use crate::dense::{self, Dense, Node, Nodes, Scanned};
use crate::lexer::strings::Style;
use crate::lexer::{Mode, T, Token};
use crate::source::Span;
use rubycore::alarm;

/// The least number of items of a literal that is parsed as a dense one.
const DENSE_MIN: usize = 64;

impl<'a> Parser<'a> {
    #[inline(never)]
    pub(super) fn number(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token;
        let kind = self.number_kind(token)?;
        self.advance();
        Ok(self.expr(kind, token.start, token.start))
    }

    pub(super) fn number_kind(&mut self, token: Token) -> Parsed<ExprKind<'a>> {
        let text = self.text_of(token);
        let (radix, digits) = match text.as_bytes() {
            [b'0', b'x' | b'X', ..] => (Radix::Hexadecimal, &text[2..]),
            [b'0', b'0'..=b'9', ..] => (Radix::Octal, &text[1..]),
            _ => (Radix::Decimal, text),
        };
        let is_float = radix == Radix::Decimal && !text.bytes().all(|b| b.is_ascii_digit());
        Ok(match i64::from_str_radix(digits, radix.base()) {
            Ok(value) => ExprKind::Integer { value, radix },
            Err(_) if !is_float => ExprKind::BigInteger { digits, radix },
            Err(_) => match text.parse::<f64>() {
                Ok(value) if value.is_finite() => ExprKind::Float(value),
                _ => {
                    let message = format!(
                        "Internal Error, NUMBER token does not contain a valid number, {text}"
                    );
                    return Err(self.fail_nowhere("ILLEGAL_NUMBER_TOKEN", message, token.start));
                }
            },
        })
    }

    #[inline(never)]
    pub(super) fn regexp(&mut self) -> Parsed<&'a Expr<'a>> {
        let token = self.token;
        let text = self.text_of(token);
        let raw = &text[1..text.len() - 1];
        let source = self.unescape(raw, Style::Regexp, token.start as usize + 1, false)?;
        self.advance();
        Ok(self.expr(ExprKind::Regexp(source), token.start, token.start))
    }

    /// Parses the array or hash that begins with the next token, if it is dense. A collection that
    /// is not dense is only read twice.
    #[inline(never)]
    pub(super) fn dense(&mut self) -> Parsed<Option<&'a Expr<'a>>> {
        let Some(scanned) = self.scan_dense() else {
            return Ok(None);
        };
        let base = self.token.start as usize;
        let dense = self.take_dense(&scanned)?;
        let tree = self.tree(&mut dense.nodes(), base);
        Ok(tree.map(|tree| &*self.arena.alloc(tree)))
    }

    /// Parses a large dense literal on the right side of an assignment, if the expression ends
    /// after it.
    pub(super) fn dense_value(&mut self) -> Parsed<Option<&'a Expr<'a>>> {
        if !self.dense || !matches!(self.token.kind, T::LBrace | T::LBrack | T::ListStart) {
            return Ok(None);
        }
        match self.scan_dense() {
            Some(scanned)
                if scanned.nodes >= DENSE_MIN
                    && dense::ends_statement(self.lexer.text, scanned.end) =>
            {
                let start = self.token.start;
                let dense = self.take_dense(&scanned)?;
                Ok(Some(self.expr(ExprKind::Dense(dense), start, start)))
            }
            _ => Ok(None),
        }
    }

    /// Checks whether the array or hash that begins with the next token is dense.
    fn scan_dense(&mut self) -> Option<Scanned> {
        let start = self.token.start;
        let is_plain_code = self.lexer.mode == Mode::Code
            && self.lexer.jump == 0
            && self.strings.style.is_none()
            && self.nesting + dense::DEPTH_MAX < NESTING_MAX;
        if !is_plain_code || start < self.no_dense_before {
            return None;
        }
        dense::scan(self.lexer.text, start as usize)
            .map_err(|at| self.no_dense_before = at as u32)
            .ok()
    }

    /// Moves to after the scanned text.
    fn take_dense(&mut self, scanned: &Scanned) -> Parsed<Dense<'a>> {
        let dense = Dense::new(&self.lexer.text[self.token.start as usize..scanned.end]);
        self.lexer.pos = scanned.end;
        self.lexer.prev = match dense.is_hash() {
            true => T::RBrace,
            false => T::RBrack,
        };
        self.token.end = scanned.end as u32;
        self.advance();
        self.stand_beside(scanned.depth - 1);
        self.grow()?;
        Ok(dense)
    }

    /// Makes the expression of the next node; `None` at the end of a collection. `base` is the
    /// offset at which the nodes' text begins.
    fn tree(&mut self, nodes: &mut Nodes<'a>, base: usize) -> Option<Expr<'a>> {
        alarm::step();
        let node = nodes.next()?;
        let start = base + nodes.start;
        let kind = match node {
            Node::Undef => ExprKind::Undef,
            Node::Boolean(value) => ExprKind::Boolean(value),
            Node::Integer(value) => ExprKind::Integer {
                value: value.abs(),
                radix: Radix::Decimal,
            },
            Node::Float(value) => ExprKind::Float(value.abs()),
            Node::String(text) => ExprKind::String(text),
            Node::Name(text) => ExprKind::Name(text),
            Node::End => return None,
            Node::Array => {
                let mark = self.lists.items.len();
                while let Some(item) = self.tree(nodes, base) {
                    self.lists.items.push(item);
                }
                ExprKind::Array(finish(self.arena, &mut self.lists.items, mark))
            }
            Node::Hash => {
                let mark = self.lists.entries.len();
                while let Some(key) = self.tree(nodes, base) {
                    let at = (base + nodes.arrow()) as u32;
                    let Some(value) = self.tree(nodes, base) else {
                        break;
                    };
                    self.lists.entries.push(HashEntry { key, value, at });
                }
                ExprKind::Hash(finish(self.arena, &mut self.lists.entries, mark))
            }
        };
        let is_negative = match node {
            Node::Integer(value) => value < 0,
            Node::Float(value) => value.is_sign_negative(),
            _ => false,
        };
        let of = |kind, start: usize| Expr {
            kind,
            span: Span::new(start, base + nodes.at),
            at: start as u32,
        };
        if !is_negative {
            return Some(of(kind, start));
        }
        let minus = ExprKind::Unary {
            op: UnaryOp::Minus,
            operand: self.arena.alloc(of(kind, start + 1)),
        };
        Some(of(minus, start))
    }
}
