//! Numbers, regular expressions and dense literals.

use super::{NESTING_MAX, Parsed, Parser};
use crate::ast::{Expr, ExprKind, Radix};
use crate::dense::{self, Dense, Scanned};
use crate::lexer::strings::Style;
use crate::lexer::{Mode, T, Token};

/// Of how many items a dense literal is at least worth one.
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

    /// The array or hash that begins with the next token, if it is dense. What is none costs no
    /// more than a second look at it.
    #[inline(never)]
    pub(super) fn dense(&mut self) -> Parsed<Option<Dense<'a>>> {
        match self.scan_dense() {
            Some(scanned) => self.take_dense(&scanned).map(Some),
            None => Ok(None),
        }
    }

    /// A large dense literal on the right side of an assignment, if no expression goes on behind it.
    pub(super) fn dense_value(&mut self) -> Parsed<Option<&'a Expr<'a>>> {
        if !self.dense || !matches!(self.token.kind, T::LBrace | T::LBrack | T::ListStart) {
            return Ok(None);
        }
        match self.scan_dense() {
            Some(scanned)
                if self.lists.dense.len() >= DENSE_MIN
                    && dense::ends_statement(self.lexer.text, scanned.end) =>
            {
                let dense = self.take_dense(&scanned)?;
                let kind = ExprKind::Dense(self.arena.alloc(dense));
                Ok(Some(self.expr(kind, dense.base, dense.base)))
            }
            _ => Ok(None),
        }
    }

    /// Looks whether the array or hash that begins with the next token is dense; its items are in
    /// the list of them then.
    fn scan_dense(&mut self) -> Option<Scanned> {
        let start = self.token.start;
        let is_plain_code = self.lexer.mode == Mode::Code
            && self.lexer.jump == 0
            && self.strings.style.is_none()
            && self.nesting + dense::DEPTH_MAX < NESTING_MAX;
        if !is_plain_code || start < self.no_dense_before {
            return None;
        }
        let scanned = dense::scan(self.lexer.text, start as usize, &mut self.lists.dense);
        scanned.map_err(|at| self.no_dense_before = at as u32).ok()
    }

    /// Goes behind what has been scanned.
    fn take_dense(&mut self, scanned: &Scanned) -> Parsed<Dense<'a>> {
        let (text, start) = (self.lexer.text, self.token.start);
        self.lexer.pos = scanned.end;
        self.lexer.prev = match text.as_bytes()[start as usize] {
            b'[' => T::RBrack,
            _ => T::RBrace,
        };
        self.token.end = scanned.end as u32;
        self.advance();
        self.stand_beside(scanned.depth - 1);
        self.grow()?;
        Ok(Dense {
            text: &text[start as usize..scanned.end],
            base: start,
            items: self.arena.alloc_slice_copy(&self.lists.dense),
        })
    }
}
