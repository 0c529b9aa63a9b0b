//! Parses keywords: branches, loops, methods, classes; also blocks and parameters.

use super::operand::OPERATOR_METHODS;
use super::scan::begins_name;
use super::tree::{Block, Define, Kind, Node, Parameters, Part, Scope, When};
use super::{Parsed, Parser};

impl<'a> Parser<'a> {
    /// Parses code that begins with a keyword.
    // Long because there is an arm for each keyword.
    pub(super) fn keyword(&mut self, name: &'a str) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += name.len();
        let kind = match name {
            "nil" => Kind::Nil,
            "true" => Kind::True,
            "false" => Kind::False,
            "self" => Kind::SelfValue,
            "__FILE__" => Kind::File,
            "__LINE__" => {
                let line = self.line_of(begin).to_string();
                Kind::Integer(self.arena.alloc_str(&line))
            }
            "redo" => Kind::Redo,
            "retry" => Kind::Retry,
            "return" => Kind::Return(self.given_values()?),
            "break" => Kind::Break(self.given_values()?),
            "next" => Kind::Next(self.given_values()?),
            "yield" => Kind::Yield(self.keyword_arguments()?.unwrap_or_default()),
            "super" => {
                let arguments = self.keyword_arguments()?;
                Kind::Super(arguments, self.block_ahead()?)
            }
            "if" => self.enclosed(|parser| parser.if_rest(false))?,
            "unless" => self.enclosed(|parser| parser.if_rest(true))?,
            "while" => self.while_rest(false)?,
            "until" => self.while_rest(true)?,
            "for" => self.for_rest()?,
            "case" => self.enclosed(Self::case_rest)?,
            "begin" => {
                let body = self.enclosed(Self::body)?;
                match body.kind {
                    Kind::Begin(_) => body.kind,
                    _ => Kind::Grouped(body),
                }
            }
            "def" => self.define()?,
            "class" => self.class()?,
            "module" => {
                self.spaces();
                let path = self.path()?;
                let (body, _) = self.scoped(false, Self::body)?;
                Kind::Module(path, body)
            }
            "alias" => {
                self.spaces();
                let new = self.method_symbol()?;
                self.spaces();
                let old = self.method_symbol()?;
                Kind::Alias(self.keep(new), self.keep(old))
            }
            "undef" => {
                let mut names = Vec::new();
                loop {
                    self.spaces();
                    names.push(self.method_symbol()?);
                    self.spaces();
                    if !self.takes(",") {
                        break Kind::Undef(self.list(&names));
                    }
                }
            }
            "not" => {
                self.spaces();
                let inner = self.expression()?;
                return Ok(self.unary("!", inner, begin));
            }
            _ => {
                self.at = begin;
                return Err(self.unexpected());
            }
        };
        Ok(self.node(kind, begin))
    }

    /// Parses the arguments of `yield` and `super`. Returns `None` if there are neither arguments
    /// nor parentheses.
    fn keyword_arguments(&mut self) -> Parsed<Option<&'a [Node<'a>]>> {
        let items = if self.byte() == b'(' {
            self.at += 1;
            self.enclosed(|parser| parser.items(")"))?
        } else if self.begins_argument() {
            self.spaces();
            self.command_arguments()?
        } else {
            return Ok(None);
        };
        Ok(Some(self.list(&items)))
    }

    fn if_rest(&mut self, unless: bool) -> Parsed<Kind<'a>> {
        self.blanks();
        let condition = self.expression_statement()?;
        self.then()?;
        let then = self.statements(&["elsif", "else", "end"])?;
        let begin = self.at;
        let otherwise = if self.takes_keyword("elsif") {
            let kind = self.nested(|parser| parser.if_rest(false))?;
            Some(self.keep(self.node(kind, begin)))
        } else {
            let otherwise = match self.takes_keyword("else") {
                true => Some(self.statements(&["end"])?),
                false => None,
            };
            self.expects_keyword("end")?;
            otherwise
        };
        Ok(Kind::If {
            condition: self.keep(condition),
            then,
            otherwise,
            unless,
        })
    }

    /// Parses `then` or the end of the line.
    fn then(&mut self) -> Parsed<()> {
        let before = self.at;
        self.ends();
        if self.takes_keyword("then") || self.at > before {
            return Ok(());
        }
        Err(self.unexpected())
    }

    fn while_rest(&mut self, until: bool) -> Parsed<Kind<'a>> {
        self.spaces();
        let condition = self.without_do(Self::expression_statement)?;
        self.spaces();
        self.takes_keyword("do");
        let body = self.enclosed(|parser| parser.statements(&["end"]))?;
        self.expects_keyword("end")?;
        Ok(Kind::While {
            condition: self.keep(condition),
            body,
            until,
            after: false,
        })
    }

    fn for_rest(&mut self) -> Parsed<Kind<'a>> {
        let mut targets = Vec::new();
        loop {
            self.spaces();
            targets.push(self.one_target()?);
            self.spaces();
            if !self.takes(",") {
                break;
            }
        }
        self.expects_keyword("in")?;
        self.blanks();
        let iterated = self.without_do(Self::expression_statement)?;
        self.spaces();
        self.takes_keyword("do");
        let body = self.enclosed(|parser| parser.statements(&["end"]))?;
        self.expects_keyword("end")?;
        Ok(Kind::For(self.list(&targets), self.keep(iterated), body))
    }

    fn case_rest(&mut self) -> Parsed<Kind<'a>> {
        self.spaces();
        let subject = match self.is_at_break() {
            true => None,
            false => {
                let subject = self.expression_statement()?;
                Some(self.keep(subject))
            }
        };
        self.ends();
        let mut branches = Vec::new();
        while self.takes_keyword("when") {
            let mut conditions = Vec::new();
            loop {
                self.blanks();
                conditions.push(self.value_or_splat()?);
                self.spaces();
                if !self.takes(",") {
                    break;
                }
            }
            self.then()?;
            branches.push(When {
                conditions: self.list(&conditions),
                body: self.statements(&["when", "else", "end"])?,
            });
        }
        if branches.is_empty() && self.is_keyword("in") {
            return self.error("pattern matching is not supported");
        }
        let otherwise = match self.takes_keyword("else") {
            true => Some(self.statements(&["end"])?),
            false => None,
        };
        self.expects_keyword("end")?;
        Ok(Kind::Case {
            subject,
            branches: self.list(&branches),
            otherwise,
        })
    }

    /// Parses `A`, `::A` or `a::A`.
    fn path(&mut self) -> Parsed<super::tree::Ref<'a>> {
        let begin = self.at;
        let mut scope = match self.takes("::") {
            true => Scope::Top,
            false => Scope::Lexical,
        };
        loop {
            let name = self.name_ahead();
            if name.is_empty() {
                return Err(self.unexpected());
            }
            self.at += name.len();
            let node = self.keep(self.node(Kind::Constant(scope, name), begin));
            if !self.takes("::") {
                return Ok(node);
            }
            scope = Scope::Of(node);
        }
    }

    fn class(&mut self) -> Parsed<Kind<'a>> {
        self.spaces();
        if self.takes("<<") {
            self.spaces();
            let of = self.expression()?;
            let (body, _) = self.scoped(false, Self::body)?;
            return Ok(Kind::SingletonClass(self.keep(of), body));
        }
        let path = self.path()?;
        self.spaces();
        let superclass = match self.takes("<") {
            true => {
                self.spaces();
                let superclass = self.expression()?;
                Some(self.keep(superclass))
            }
            false => None,
        };
        let (body, _) = self.scoped(false, Self::body)?;
        Ok(Kind::Class(path, superclass, body))
    }

    /// Parses the name of a method for `alias` and `undef`, or a global variable.
    fn method_symbol(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        match self.byte() {
            b':' => self.symbol(),
            b'$' => self.global(),
            _ => {
                let name = self.method_name()?;
                Ok(self.node(Kind::Symbol(self.plain(name)), begin))
            }
        }
    }

    /// Parses the name of a method that is defined: `a`, `a?`, `a=`, `+`.
    fn method_name(&mut self) -> Parsed<&'a str> {
        let begin = self.at;
        let name = self.name_ahead();
        if name.is_empty() {
            let found = OPERATOR_METHODS.iter().find(|name| self.looks_at(name));
            let name = *found.ok_or_else(|| self.unexpected())?;
            self.at += name.len();
            return Ok(name);
        }
        self.at += name.len();
        let after = self.peek(1);
        let is_setter = self.byte() == b'='
            && !name.ends_with(['?', '!'])
            && !matches!(after, b'~' | b'>' | b'=');
        self.at += usize::from(is_setter);
        Ok(self.slice(begin, self.at))
    }

    fn define(&mut self) -> Parsed<Kind<'a>> {
        self.spaces();
        let begin = self.at;
        let object = self.name_ahead();
        let mut singleton = None;
        if !object.is_empty() && self.peek(object.len()) == b'.' {
            self.at += object.len() + 1;
            let kind = match object {
                "self" => Kind::SelfValue,
                name if self.is_local(name) => Kind::Local(name),
                name => Kind::Constant(Scope::Lexical, name),
            };
            singleton = Some(self.keep(self.node(kind, begin)));
        }
        let name = self.method_name()?;
        let ((parameters, body), _) = self.scoped(false, |parser| {
            let parameters = parser.method_parameters()?;
            parser.spaces();
            let is_endless = parser.byte() == b'=' && parser.peek(1) != b'=';
            if !is_endless {
                return Ok((parameters, parser.body()?));
            }
            parser.at += 1;
            parser.blanks();
            let body = parser.statement()?;
            Ok((parameters, parser.keep(body)))
        })?;
        let define = Define {
            singleton,
            name,
            parameters,
            body,
        };
        Ok(Kind::Define(self.arena.alloc(define)))
    }

    fn method_parameters(&mut self) -> Parsed<Parameters<'a>> {
        let before = self.at;
        self.spaces();
        if self.takes("(") {
            let parameters = self.parameters(")")?;
            self.expects(")")?;
            return Ok(parameters);
        }
        if self.at == before || self.is_at_break() || self.byte() == b'=' {
            self.at = before;
            return Ok(Parameters::default());
        }
        self.parameters("\n")
    }

    /// Parses a lambda: `->(a, b) { }`.
    pub(super) fn lambda(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 2;
        let ((parameters, body), numbered) = self.scoped(true, |parser| {
            parser.spaces();
            let parameters = if parser.takes("(") {
                let parameters = parser.parameters(")")?;
                parser.expects(")")?;
                parameters
            } else if parser.byte() == b'{' || parser.is_keyword("do") {
                Parameters::default()
            } else {
                parser.without_do(|parser| parser.parameters("{"))?
            };
            parser.spaces();
            if parser.takes_keyword("do") {
                return Ok((parameters, parser.body()?));
            }
            parser.expects("{")?;
            let body = parser.statements(&[])?;
            parser.expects("}")?;
            Ok((parameters, body))
        })?;
        let block = Block {
            parameters: Parameters {
                numbered,
                ..parameters
            },
            body,
        };
        Ok(self.node(Kind::Lambda(self.arena.alloc(block)), begin))
    }

    /// Parses a block after its opening bracket or `do`.
    pub(super) fn block(&mut self, close: &str) -> Parsed<&'a Block<'a>> {
        let ((parameters, body), numbered) = self.scoped(true, |parser| {
            parser.blanks();
            let parameters = match parser.takes("|") {
                true => {
                    parser.bar_is_taken = true;
                    let parameters = parser.parameters("|");
                    parser.bar_is_taken = false;
                    let parameters = parameters?;
                    parser.expects("|")?;
                    parameters
                }
                false => Parameters::default(),
            };
            if close == "end" {
                return Ok((parameters, parser.body()?));
            }
            let body = parser.statements(&[])?;
            parser.expects("}")?;
            Ok((parameters, body))
        })?;
        Ok(self.arena.alloc(Block {
            parameters: Parameters {
                numbered,
                ..parameters
            },
            body,
        }))
    }

    /// Parses parameters up to a closing text, but not that text.
    fn parameters(&mut self, close: &str) -> Parsed<Parameters<'a>> {
        let mut all = Parameters::default();
        let (mut required, mut post) = (Vec::new(), Vec::new());
        let (mut optional, mut keywords) = (Vec::new(), Vec::new());
        loop {
            match close {
                "\n" | "{" => self.spaces(),
                _ => self.blanks(),
            }
            if self.looks_at(close) || self.is_keyword("do") || self.is_at_end() {
                break;
            }
            if self.takes(";") {
                self.block_locals();
                all.has_locals = true;
                break;
            }
            if self.takes("...") {
                all.rest = Some("...");
            } else if self.takes("**") {
                all.keyword_rest = Some(self.parameter_name());
            } else if self.takes("*") {
                all.rest = Some(self.parameter_name());
            } else if self.takes("&") {
                all.block = Some(self.parameter_name());
            } else {
                let node = self.parameter(&mut optional, &mut keywords, close)?;
                let list = match all.rest.is_some() || !optional.is_empty() {
                    true => &mut post,
                    false => &mut required,
                };
                list.extend(node);
            }
            self.spaces();
            if self.byte() == b'\n' && close != "\n" {
                self.blanks();
            }
            if self.byte() == b';' && close == "|" {
                continue;
            }
            if !self.takes(",") {
                break;
            }
            if close == "|" && self.looks_at("|") {
                all.extra_comma = true;
            }
            self.blanks();
        }
        Ok(Parameters {
            required: self.list(&required),
            optional: self.list(&optional),
            post: self.list(&post),
            keywords: self.list(&keywords),
            ..all
        })
    }

    /// Parses a single parameter. One with a default, or a keyword, is added to `optional` or
    /// `keywords` instead of being returned.
    fn parameter(
        &mut self,
        optional: &mut Vec<(&'a str, Node<'a>)>,
        keywords: &mut Vec<(&'a str, Option<Node<'a>>)>,
        close: &str,
    ) -> Parsed<Option<Node<'a>>> {
        let begin = self.at;
        if self.byte() == b'(' {
            return self.parameter_targets().map(Some);
        }
        let name = self.parameter_name();
        if name.is_empty() {
            return Err(self.unexpected());
        }
        if self.byte() == b':' && self.peek(1) != b':' {
            self.at += 1;
            self.spaces();
            let is_required = matches!(self.byte(), b',' | b';' | b'\n') || self.looks_at(close);
            let default = match is_required {
                true => None,
                false => Some(self.argument()?),
            };
            keywords.push((name, default));
            return Ok(None);
        }
        let before = self.at;
        self.spaces();
        if self.byte() == b'=' {
            self.at += 1;
            self.blanks();
            optional.push((name, self.argument()?));
            return Ok(None);
        }
        self.at = before;
        Ok(Some(self.node(Kind::Local(name), begin)))
    }

    /// Parses `(a, *b)` as a parameter.
    fn parameter_targets(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        let mut targets = Vec::new();
        loop {
            self.blanks();
            if self.takes(")") {
                break;
            }
            let at = self.at;
            let target = match self.byte() {
                b'(' => self.nested(Self::parameter_targets)?,
                b'*' => {
                    self.at += 1;
                    let name = self.parameter_name();
                    let inner = self.node(Kind::Local(name), at);
                    let inner = (!name.is_empty()).then(|| self.keep(inner));
                    self.node(Kind::Splat(inner), at)
                }
                _ => {
                    let name = self.parameter_name();
                    if name.is_empty() {
                        return Err(self.unexpected());
                    }
                    self.node(Kind::Local(name), at)
                }
            };
            targets.push(target);
            self.blanks();
            if !self.takes(",") {
                self.expects(")")?;
                break;
            }
        }
        Ok(self.node(Kind::Targets(self.list(&targets)), begin))
    }

    fn parameter_name(&mut self) -> &'a str {
        let name = self.name_ahead().trim_end_matches(['?', '!']);
        self.at += name.len();
        if !name.is_empty() {
            self.declare_parameter(name);
        }
        name
    }

    /// Parses `; a, b` in the parameters of a block, which declares local variables.
    fn block_locals(&mut self) {
        loop {
            self.blanks();
            if self.parameter_name().is_empty() {
                return;
            }
            self.blanks();
            if !self.takes(",") {
                return;
            }
        }
    }

    /// Parses a symbol.
    pub(super) fn symbol(&mut self) -> Parsed<Node<'a>> {
        let begin = self.at;
        self.at += 1;
        if matches!(self.byte(), b'"' | b'\'') {
            let text = self.one_text()?;
            let Kind::Text(parts) = text.kind else {
                return Err(self.unexpected());
            };
            return Ok(self.node(Kind::Symbol(parts), begin));
        }
        let name = match self.byte() {
            b'@' | b'$' => {
                let from = self.at;
                match self.byte() {
                    b'@' => self.variable()?,
                    _ => self.global()?,
                };
                self.slice(from, self.at)
            }
            byte if begins_name(byte) => {
                let from = self.at;
                let name = self.name_ahead();
                self.at += name.len();
                let after = self.peek(1);
                let is_setter = self.byte() == b'='
                    && !name.ends_with(['?', '!'])
                    && !matches!(after, b'~' | b'>' | b'=');
                self.at += usize::from(is_setter);
                self.slice(from, self.at)
            }
            _ => {
                let found = OPERATOR_METHODS.iter().find(|name| self.looks_at(name));
                let name = *found.ok_or_else(|| self.unexpected())?;
                self.at += name.len();
                name
            }
        };
        let parts = self.list(&[Part::Bytes(name.as_bytes())]);
        Ok(self.node(Kind::Symbol(parts), begin))
    }
}
