//! Parses classes, defines, functions, plans, nodes and types.

use bumpalo::collections::String as BumpString;

use super::expression::List;
use super::{Parsed, Parser, finish};
use crate::ast::{Definition, DefinitionKind, Expr, ExprKind, HashEntry};
use crate::lexer::T;
use crate::source::Span;

impl<'a> Parser<'a> {
    /// Parses `class a($x) inherits b { }`.
    #[inline(never)]
    pub(super) fn class(&mut self) -> Parsed<&'a Expr<'a>> {
        self.definition(DefinitionKind::Class)
    }

    /// Parses `define a($x) { }`.
    #[inline(never)]
    pub(super) fn define(&mut self) -> Parsed<&'a Expr<'a>> {
        self.definition(DefinitionKind::Define)
    }

    /// Parses `function a($x) >> Type { }`.
    #[inline(never)]
    pub(super) fn function(&mut self) -> Parsed<&'a Expr<'a>> {
        self.definition(DefinitionKind::Function)
    }

    /// Parses `plan a($x) { }`.
    #[inline(never)]
    pub(super) fn plan(&mut self) -> Parsed<&'a Expr<'a>> {
        self.definition(DefinitionKind::Plan)
    }

    /// Parses the keyword, the name, parameters, the parts specific to the kind of definition, and
    /// the body.
    fn definition(&mut self, kind: DefinitionKind) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        let (name, name_span) = self.definition_name(kind != DefinitionKind::Function)?;
        let parameters = self.optional_parameters()?;
        let mut parent = None;
        let mut return_type = None;
        match kind {
            DefinitionKind::Class => parent = self.optional_parent()?,
            DefinitionKind::Function => return_type = self.optional_return_type()?,
            DefinitionKind::Define | DefinitionKind::Plan => {}
        }
        // definitions inside of it are named after it
        let is_namespace = matches!(kind, DefinitionKind::Class | DefinitionKind::Plan);
        if is_namespace {
            self.namespaces.push(name);
        }
        let body = self.body(start)?;
        if is_namespace {
            self.namespaces.pop();
        }
        let definition = self.arena.alloc(Definition {
            kind,
            name,
            name_span,
            parameters,
            parent,
            return_type,
            body,
            span: Span {
                start,
                end: self.end,
            },
        });
        self.defined(ExprKind::Definition(definition), start, start)
    }

    /// Parses an optional `inherits b`.
    fn optional_parent(&mut self) -> Parsed<Option<(&'a str, Span)>> {
        Ok(match self.accept(T::Inherits) {
            true if self.at(T::Default) => Some((self.text_of(self.token), self.take_operator())),
            true => Some(self.name()?),
            false => None,
        })
    }

    /// Makes an expression that defines something.
    fn defined(&mut self, kind: ExprKind<'a>, start: u32, at: u32) -> Parsed<&'a Expr<'a>> {
        let expr = self.expr(kind, start, at);
        self.definitions.push(expr);
        self.grow()?;
        Ok(expr)
    }

    /// Parses the name of a definition. The names of the enclosing classes are prefixed if it is
    /// `namespaced`.
    #[inline(never)]
    fn definition_name(&mut self, namespaced: bool) -> Parsed<(&'a str, Span)> {
        let (name, span) = self.name()?;
        if !namespaced {
            return Ok((name, span));
        }
        let around = self.namespaces.last().copied().unwrap_or("");
        let mut full = BumpString::with_capacity_in(around.len() + 2 + name.len(), self.arena);
        full.push_str(around);
        full.push_str("::");
        full.push_str(name);
        let full = full.into_bump_str();
        Ok((full.strip_prefix("::").unwrap_or(full), span))
    }

    /// Parses a name that is not an expression.
    fn name(&mut self) -> Parsed<(&'a str, Span)> {
        let at = self.token.start;
        match self.token.kind {
            T::Name | T::Word | T::TypeName => {
                let text = self.text_of(self.token);
                Ok((text, self.take_operator()))
            }
            T::SingleQuoted | T::DoubleQuoted => Err(self.fail(
                "ILLEGAL_DEFINITION_NAME",
                "A quoted string is not valid as a name here",
                at,
            )),
            T::Class => Err(self.fail(
                "CLASS_NOT_ALLOWED",
                "'class' keyword not allowed at this location",
                at,
            )),
            _ => Err(self.unexpected()),
        }
    }

    /// Parses `node a, /b/ inherits c { }`.
    #[inline(never)]
    pub(super) fn node(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        self.advance();
        let mark = self.lists.exprs.len();
        loop {
            let host = self.host_match()?;
            self.lists.exprs.push(host);
            if !self.accept(T::Comma) || matches!(self.token.kind, T::LBrace | T::Inherits) {
                break;
            }
        }
        let matches = self.finish_exprs(mark);
        let parent = match self.accept(T::Inherits) {
            true => {
                let parent = self.host_match()?;
                Some(parent)
            }
            false => None,
        };
        let body = self.body(start)?;
        let kind = ExprKind::Node {
            matches,
            parent,
            body,
        };
        self.defined(kind, start, start)
    }

    /// Parses a name with dots, a string, a regular expression, or `default`.
    fn host_match(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.token.kind {
            T::Name | T::Number => self.dotted_name(),
            T::Word
            | T::SingleQuoted
            | T::DoubleQuoted
            | T::StringStart
            | T::Heredoc
            | T::Regexp
            | T::Default => self.primary(),
            _ => Err(self.unexpected()),
        }
    }

    #[inline(never)]
    fn dotted_name(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        let first = self.text_of(self.token);
        self.advance();
        if !self.at(T::Dot) {
            return Ok(self.expr(ExprKind::String(first), start, start));
        }
        let mut name = BumpString::from_str_in(first, self.arena);
        while self.accept(T::Dot) {
            if !matches!(self.token.kind, T::Name | T::Number) {
                return Err(self.unexpected());
            }
            name.push('.');
            name.push_str(self.text_of(self.token));
            self.advance();
        }
        Ok(self.expr(ExprKind::String(name.into_bump_str()), start, start))
    }

    /// Parses a construct that starts with `type`: an alias, a mapping, a definition, or a call of
    /// the function.
    #[inline(never)]
    pub(super) fn type_expression(&mut self) -> Parsed<&'a Expr<'a>> {
        let start = self.token.start;
        let keyword = self.token;
        self.advance();
        if self.at(T::LParen) {
            return Ok(self.expr(ExprKind::Name(self.text_of(keyword)), start, start));
        }
        if !self.at(T::TypeName) {
            return Err(self.unexpected());
        }
        let name = self.text_of(self.token);
        let name_span = self.take_operator();
        match self.token.kind {
            T::Assign => {
                self.advance();
                let value = self.alias_value()?;
                let kind = ExprKind::TypeAlias {
                    name,
                    name_span,
                    value,
                };
                self.defined(kind, start, name_span.start)
            }
            T::LBrack => {
                let reference = ExprKind::TypeName(name);
                let reference = self.expr(reference, name_span.start, name_span.start);
                let platform = self.access(reference, List::TypeKeys)?;
                self.expect(T::Assign)?;
                let value = self.mapping_value()?;
                let kind = ExprKind::TypeMapping { platform, value };
                self.defined(kind, start, name_span.start)
            }
            T::Inherits | T::LBrace => self.type_definition(start, name, name_span),
            _ => Err(self.unexpected()),
        }
    }

    /// Parses `inherits B { }`.
    #[inline(never)]
    fn type_definition(
        &mut self,
        start: u32,
        name: &'a str,
        name_span: Span,
    ) -> Parsed<&'a Expr<'a>> {
        let mut parent = None;
        if self.accept(T::Inherits) {
            if !self.at(T::TypeName) {
                return Err(self.unexpected());
            }
            parent = Some(self.text_of(self.token));
            self.advance();
        }
        let body = self.body(start)?;
        let kind = ExprKind::TypeDefinition {
            name,
            name_span,
            parent,
            body,
        };
        self.defined(kind, start, start)
    }

    /// Parses the target of an alias: a type, or the attributes of an object type. `Parent { .. }`
    /// is `Object[{ .., parent => Parent }]`, but `TypeSet { .. }` is `TypeSet[{ .. }]`.
    fn alias_value(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.token.kind {
            T::LBrack | T::ListStart => self.array(),
            T::LBrace => {
                let hash = self.hash()?;
                Ok(self.object_type(hash, hash.span))
            }
            _ => {
                let parent = self.type_reference(List::Keys)?;
                let ExprKind::TypeName(name) = parent.kind else {
                    return Ok(parent);
                };
                if !self.at(T::LBrace) {
                    return Ok(parent);
                }
                let mut hash = *self.hash()?;
                if name == "TypeSet" {
                    let keys = std::slice::from_ref(self.arena.alloc(hash));
                    let kind = ExprKind::Access { left: parent, keys };
                    return Ok(self.expr(kind, parent.span.start, parent.at));
                }
                if name != "Object"
                    && let ExprKind::Hash(entries) = hash.kind
                {
                    let key = Expr {
                        kind: ExprKind::Name("parent"),
                        ..hash
                    };
                    let mark = self.lists.entries.len();
                    self.lists.entries.extend_from_slice(entries);
                    self.lists.entries.push(HashEntry {
                        key,
                        value: *parent,
                        at: hash.at,
                    });
                    hash.kind = ExprKind::Hash(finish(self.arena, &mut self.lists.entries, mark));
                }
                Ok(self.object_type(self.arena.alloc(hash), parent.span))
            }
        }
    }

    /// Makes `Object[hash]`.
    fn object_type(&mut self, hash: &'a Expr<'a>, place: Span) -> &'a Expr<'a> {
        let object = self.arena.alloc(Expr {
            kind: ExprKind::TypeName("Object"),
            span: place,
            at: place.start,
        });
        let kind = ExprKind::Access {
            left: object,
            keys: std::slice::from_ref(hash),
        };
        self.expr(kind, place.start, place.start)
    }

    /// Parses the target of a mapping. `Type { .. }` is a pair of both, held as a hash of one entry
    /// that starts with its key.
    fn mapping_value(&mut self) -> Parsed<&'a Expr<'a>> {
        match self.token.kind {
            T::LBrack | T::ListStart => self.array(),
            T::LBrace => self.hash(),
            _ => {
                let key = self.type_reference(List::Keys)?;
                if !self.at(T::LBrace) || !matches!(key.kind, ExprKind::TypeName(_)) {
                    return Ok(key);
                }
                let value = self.hash()?;
                let entry = HashEntry {
                    key: *key,
                    value: *value,
                    at: key.at,
                };
                let entries = std::slice::from_ref(self.arena.alloc(entry));
                Ok(self.expr(ExprKind::Hash(entries), key.span.start, key.at))
            }
        }
    }
}
