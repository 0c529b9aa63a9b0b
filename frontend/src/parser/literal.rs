//! Numbers and regular expressions.

use super::{Parsed, Parser};
use crate::ast::{Expr, ExprKind, Radix};
use crate::lexer::Token;
use crate::lexer::strings::Style;

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
}
