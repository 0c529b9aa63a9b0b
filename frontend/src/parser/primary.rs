//! Parses operands: literals, collections, parentheses, conditionals.

use super::expression::List;
use super::{Parsed, Parser, finish};
use crate::ast::{CaseOption, Expr, ExprKind, HashEntry};
use crate::lexer::T;
use crate::source::Span;

impl<'a> Parser<'a> {
    /// Parses an operand without prefix operators and without accesses or calls after it.
    pub(super) fn primary(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.token.kind {
            T::Name => self.word(ExprKind::Name),
            T::Word => self.word(ExprKind::String),
            T::TypeName => self.word(ExprKind::TypeName),
            T::InterpolatedName => self.word(ExprKind::Variable),
            T::Variable => {
                let token = self.token;
                self.advance();
                let name = &self.text_of(token)[1..];
                Ok(self.expr(ExprKind::Variable(name), token.start, token.start))
            }
            T::SingleQuoted | T::DoubleQuoted => self.quoted(),
            T::StringStart => self.interpolated(),
            T::Heredoc => self.heredoc(),
            T::Number => self.number(),
            T::Regexp => self.regexp(),
            T::True => self.word(|_| ExprKind::Boolean(true)),
            T::False => self.word(|_| ExprKind::Boolean(false)),
            T::Undef => self.word(|_| ExprKind::Undef),
            T::Default => self.word(|_| ExprKind::Default),
            T::Attr | T::Private => self.word(|word| ExprKind::Reserved {
                word,
                future: false,
            }),
            T::LBrack | T::ListStart => self.array(),
            T::LBrace => self.hash(),
            T::LParen | T::LineParen => self.paren(),
            T::If => self.if_expression(),
            T::Unless => self.unless(),
            T::Case => self.case(),
            T::Class => self.class(),
            T::Define => self.define(),
            T::Function => self.function(),
            T::Plan => self.plan(),
            T::Apply => self.apply(),
            T::Node => self.node(),
            T::Type => self.type_expression(),
            T::RenderString => self.render_string(),
            T::RenderExpression => self.render_expression(),
            _ => Err(self.unexpected()),
        }
    }

    /// Parses a single token with a value.
    #[inline]
    fn word(&mut self, kind: impl FnOnce(&'a str) -> ExprKind<'a>) -> Parsed<&'a Expr<'a>> {
        let token = self.token;
        self.advance();
        Ok(self.expr(kind(self.text_of(token)), token.start, token.start))
    }

    /// Parses `[a, b]`.
    pub(super) fn array(&mut self) -> Parsed<&'a Expr<'a>> {
        if let Some(dense) = self.dense()? {
            return Ok(dense);
        }
        let start = self.token.start;
        self.advance();
        let elements = self.arguments(List::Elements)?;
        self.expect(T::RBrack)?;
        self.grow()?;
        Ok(self.expr(ExprKind::Array(elements), start, start))
    }

    /// Parses `{ a => b, c => d }`.
    pub(super) fn hash(&mut self) -> Parsed<&'a Expr<'a>> {
        if let Some(dense) = self.dense()? {
            return Ok(dense);
        }
        let start = self.token.start;
        self.advance();
        if self.accept(T::RBrace) {
            return Ok(self.expr(ExprKind::Hash(&[]), start, start));
        }
        let key = self.element(true)?;
        self.hash_from(start, key)
    }

    /// Parses an operand of one token that is followed by a separator or a closing token, like most
    /// elements of collections. Then no other form of expression is possible.
    #[inline]
    pub(super) fn lone(&mut self) -> Parsed<Option<Expr<'a>>> {
        let token = self.token;
        let behind = &self.lexer.text.as_bytes()[token.end as usize..];
        if !matches!(
            behind,
            [b',' | b']' | b'}' | b')', ..] | [b' ', b'=', b'>', ..]
        ) {
            return Ok(None);
        }
        let kind = match token.kind {
            T::SingleQuoted | T::DoubleQuoted => ExprKind::String(self.quoted_text(token)?),
            T::Number => self.number_kind(token)?,
            T::Name => ExprKind::Name(self.text_of(token)),
            T::Word => ExprKind::String(self.text_of(token)),
            T::Variable => ExprKind::Variable(&self.text_of(token)[1..]),
            T::True => ExprKind::Boolean(true),
            T::False => ExprKind::Boolean(false),
            T::Undef => ExprKind::Undef,
            _ => return Ok(None),
        };
        self.advance();
        self.is_plain = true;
        Ok(Some(Expr {
            kind,
            span: Span {
                start: token.start,
                end: token.end,
            },
            at: token.start,
        }))
    }

    /// Parses the rest of a hash that begins at `start`, after its first key.
    #[inline(never)]
    fn hash_from(&mut self, start: u32, first_key: Expr<'a>) -> Parsed<&'a Expr<'a>> {
        let mark = self.lists.entries.len();
        let mut key = first_key;
        loop {
            if !self.at(T::FatArrow) {
                return Err(self.unexpected());
            }
            self.entry(key)?;
            if !self.accept(T::Comma) || self.at(T::RBrace) {
                break;
            }
            key = self.element(true)?;
        }
        self.expect(T::RBrace)?;
        self.grow()?;
        let entries = finish(self.arena, &mut self.lists.entries, mark);
        Ok(self.expr(ExprKind::Hash(entries), start, start))
    }

    /// Parses `=> value` after the key of an entry, and adds the entry.
    pub(super) fn entry(&mut self, key: Expr<'a>) -> Parsed<()> {
        let at = self.token.start;
        self.advance();
        let value = self.element(true)?;
        self.lists.entries.push(HashEntry { key, value, at });
        Ok(())
    }

    /// Parses an argument or element. `type` and `function` are words before `=>`, and in
    /// collections.
    pub(super) fn element(&mut self, collection: bool) -> Parsed<Expr<'a>> {
        if let Some(lone) = self.lone()? {
            return Ok(lone);
        }
        if matches!(self.token.kind, T::Type | T::Function) {
            let is_word = match self.next_kind() {
                T::FatArrow => true,
                T::Comma | T::RBrack | T::RBrace | T::RParen => collection,
                _ => false,
            };
            if is_word {
                self.is_plain = true;
                return Ok(*self.word(ExprKind::String)?);
            }
        }
        Ok(*self.assignment()?)
    }

    #[inline(never)]
    fn paren(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        let inner = self.assignment()?;
        self.expect(T::RParen)?;
        self.grow()?;
        Ok(self.expr(ExprKind::Paren(inner), start, start))
    }

    /// Parses `if a { } elsif b { } else { }`.
    #[inline(never)]
    fn if_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let mut arms = Vec::new();
        loop {
            let start = self.token.start;
            self.advance();
            let test = self.expression()?;
            let then = self.block()?;
            arms.push((start, test, then));
            if !self.at(T::Elsif) {
                break;
            }
        }
        let mut otherwise = self.optional_else()?;
        let mut result = otherwise;
        for (start, test, then) in arms.into_iter().rev() {
            let kind = ExprKind::If {
                unless: false,
                test,
                then,
                otherwise,
            };
            result = self.expr(kind, start, start);
            otherwise = result;
            self.grow()?;
        }
        Ok(result)
    }

    #[inline(never)]
    fn optional_else(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.accept(T::Else) {
            true => self.block(),
            false => Ok(self.nop(self.token.start)),
        }
    }

    /// Parses `unless a { } else { }`.
    #[inline(never)]
    fn unless(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        let test = self.expression()?;
        let then = self.block()?;
        let otherwise = self.optional_else()?;
        let kind = ExprKind::If {
            unless: true,
            test,
            then,
            otherwise,
        };
        Ok(self.expr(kind, start, start))
    }

    /// Parses `case a { b, c: { } default: { } }`.
    #[inline(never)]
    fn case(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        let control = self.expression()?;
        self.expect(T::LBrace)?;
        let mark = self.lists.case_options.len();
        loop {
            let others = std::mem::take(&mut self.height);
            let option = self.case_option()?;
            self.stand_beside(others);
            self.lists.case_options.push(option);
            if !self.token.kind.starts_expression() {
                break;
            }
        }
        self.expect(T::RBrace)?;
        self.grow()?;
        let kind = ExprKind::Case {
            control,
            options: finish(self.arena, &mut self.lists.case_options, mark),
        };
        Ok(self.expr(kind, start, start))
    }

    #[inline(never)]
    fn case_option(&mut self) -> Parsed<CaseOption<'a>> {
        let at = self.token.start;
        let mark = self.lists.exprs.len();
        loop {
            let value = self.expression()?;
            self.lists.exprs.push(value);
            if !self.accept(T::Comma) {
                break;
            }
        }
        let values = self.finish_exprs(mark);
        let colon = self.token.start;
        self.expect(T::Colon)?;
        let then = self.body(colon)?;
        Ok(CaseOption { values, then, at })
    }

    /// Parses `apply(targets) { }`, in plans.
    #[inline(never)]
    fn apply(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        if !self.at(T::LParen) {
            return Err(self.unexpected());
        }
        self.advance();
        let arguments = self.arguments(List::Arguments)?;
        if arguments.is_empty() {
            return Err(self.unexpected());
        }
        self.expect(T::RParen)?;
        let body = self.body(start)?;
        self.grow()?;
        Ok(self.expr(ExprKind::Apply { arguments, body }, start, start))
    }

    /// Parses text of a template.
    #[inline(never)]
    fn render_string(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        let text = match std::mem::take(&mut self.lexer.rendered) {
            std::borrow::Cow::Borrowed(text) => text,
            std::borrow::Cow::Owned(text) => self.arena.alloc_str(&text),
        };
        self.advance();
        Ok(self.expr(ExprKind::RenderString(text), start, start))
    }

    /// Parses `<%= { .. } %>`: a hash if its first expression is a key, otherwise statements.
    fn rendered_braces(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        if self.accept(T::RBrace) {
            let empty = self.expr(ExprKind::Hash(&[]), start, start);
            return self.expression_from(empty);
        }
        self.descend()?;
        let first = self.element(false)?;
        self.nesting -= 1;
        if self.at(T::FatArrow) {
            let hash = self.hash_from(start, first)?;
            return self.expression_from(hash);
        }
        let block = self.statements_from(start, self.arena.alloc(first))?;
        self.expect(T::RBrace)?;
        Ok(block)
    }

    /// Parses `<%= a %>`.
    #[inline(never)]
    fn render_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        let value = match self.at(T::LBrace) {
            true => self.rendered_braces()?,
            false => self.expression()?,
        };
        if !matches!(self.token.kind, T::TagEnd | T::TagEndTrim) {
            return Err(self.unexpected());
        }
        self.advance();
        self.grow()?;
        Ok(self.expr(ExprKind::Render(value), start, start))
    }
}
