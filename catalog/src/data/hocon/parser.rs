//! Parses HOCON tokens to a tree of values before substitution.

use super::tokens::{Kind, Token, tokens};
use super::{Lines, Node, Object, Scalar, put_over};
use runtime::error::Fault;
use runtime::limits;

/// The maximum nesting of brackets.
const DEPTH_MAX: usize = 500;

const ADDED_IN_LIST: &str = "Due to current limitations of the config parser, += does not work nested inside a list. += expands to a ${} substitution and the path in ${} cannot currently refer to list elements. You might be able to move the += outside of the list and then refer to it from inside the list with ${}.";

/// Parses a text.
///
/// # Errors
/// Fails with the error and its line.
pub(super) fn parse(text: &str) -> Result<Node, Problem> {
    let mut parser = Parser {
        text,
        tokens: tokens(text),
        at: 0,
        depth: 0,
        lists: 0,
        breaks: 0,
        path: Vec::new(),
        later: None,
    };
    let root = parser.root();
    let later = parser.later.take();
    match (parser.kind(), root, later) {
        (Kind::Fault(text), ..) => Err(Problem::Fault(text.clone())),
        (_, Err(problem), _) => Err(problem),
        (_, Ok(_), Some(text)) => Err(Problem::Text(text)),
        (_, Ok(root), None) => Ok(root),
    }
}

/// An error of parsing.
pub(super) enum Problem {
    Text(String),
    /// A list in place of the root object.
    List(String),
    /// The reference implementation fails with this error.
    Fault(Fault),
}

impl From<String> for Problem {
    fn from(text: String) -> Problem {
        Problem::Text(text)
    }
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    /// The number of enclosing lists; `+=` is not supported inside a list.
    lists: usize,
    /// The number of line breaks so far, except those before the value of a field: objects and
    /// lists count their lines by it.
    breaks: usize,
    /// The keys that lead to the current value.
    path: Vec<String>,
    /// The first error in values, which is reported only if the whole text can be parsed.
    later: Option<String>,
}

impl<'t> Parser<'t> {
    fn root(&mut self) -> Result<Node, Problem> {
        self.newlines();
        let line = self.token().line;
        let root = match self.kind() {
            Kind::OpenCurly | Kind::OpenSquare => self.whole()?,
            _ => {
                let fields = self.fields(false)?;
                return Ok(Node::Object(fields, Lines(1, 1)));
            }
        };
        self.newlines();
        match (self.kind(), root) {
            (Kind::End, Node::List(..)) => Err(Problem::List(format!(
                "String: {line}:  has type LIST rather than object at file root"
            ))),
            (Kind::End, root) => Ok(root),
            _ => {
                let text = "Document has trailing tokens after first object or array:";
                Err(self.error(&format!("{text} {}", self.shown())).into())
            }
        }
    }

    fn token(&self) -> &Token {
        // the last token is never skipped
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn kind(&self) -> &Kind {
        &self.token().kind
    }

    fn is(&self, kind: &Kind) -> bool {
        self.kind() == kind
    }

    fn take(&mut self, kind: &Kind) -> bool {
        let found = self.is(kind);
        self.at += usize::from(found);
        found
    }

    /// Skips line breaks; returns true if there were any.
    fn newlines(&mut self) -> bool {
        let start = self.at;
        self.inner_newlines();
        self.breaks += self.at - start;
        self.at > start
    }

    /// Skips line breaks inside a field.
    fn inner_newlines(&mut self) {
        while self.is(&Kind::Newline) {
            self.at += 1;
        }
    }

    fn tell_later(&mut self, text: String) {
        self.later.get_or_insert(text);
    }

    fn shown(&self) -> String {
        self.token().shown(self.text)
    }

    fn error(&self, text: &str) -> String {
        format!("String: {}: {text}", self.token().line)
    }

    /// Builds an error about the current token, which may have been meant as text.
    fn unexpected(&self, text: &str) -> String {
        let shown = self.shown();
        let hint = match self.kind() {
            Kind::End => String::new(),
            _ => format!(
                " (if you intended {shown} to be part of a key or string value, try enclosing the key or value in double quotes"
            ),
        };
        self.error(&format!("{text} {shown}{hint}"))
    }

    /// Parses the fields of an object, up to its brace or the end of the text.
    fn fields(&mut self, braces: bool) -> Result<Object, String> {
        let mut object = Object::default();
        loop {
            self.newlines();
            match self.kind() {
                Kind::CloseCurly => return self.close(braces, object),
                Kind::End if !braces => return Ok(object),
                kind if kind.is_text() => self.field(&mut object)?,
                _ => {
                    let text = "expecting a close brace or a field name here, got";
                    return Err(self.error(&format!("{text} {}", self.shown())));
                }
            }
            let newlines = self.newlines();
            if self.take(&Kind::Comma) {
                continue;
            }
            match self.kind() {
                Kind::CloseCurly => return self.close(braces, object),
                Kind::End if !braces => return Ok(object),
                _ if newlines => continue,
                _ => {}
            }
            return Err(self.unexpected("Expecting close brace } or a comma, got"));
        }
    }

    fn close(&mut self, braces: bool, object: Object) -> Result<Object, String> {
        if !braces {
            return Err(self.unbalanced());
        }
        self.at += 1;
        Ok(object)
    }

    fn unbalanced(&self) -> String {
        let text = "unbalanced close brace '}' with no open brace";
        let hint = " (if you intended '}' to be part of a key or string value, try enclosing the key or value in double quotes";
        self.error(&format!("{text}{hint}"))
    }

    fn field(&mut self, object: &mut Object) -> Result<(), String> {
        limits::time();
        if self.is(&Kind::Unquoted) && &self.text[self.token().span.clone()] == "include" {
            return self.include();
        }
        let start = self.at;
        while self.kind().is_text() {
            self.at += 1;
        }
        let key = &self.tokens[start..self.at];
        let shown = match (key.first(), key.last()) {
            (Some(first), Some(last)) => &self.text[first.span.start..last.span.end],
            _ => "",
        };
        let path = path(self.text, key)?;
        self.inner_newlines();
        let outer = self.path.len();
        self.path.extend_from_slice(&path);
        let value = self.field_value(shown);
        self.path.truncate(outer);
        put(object, &path, value?);
        Ok(())
    }

    /// Parses the part after a key; `shown` is the key in errors.
    fn field_value(&mut self, shown: &str) -> Result<Node, String> {
        Ok(match self.kind() {
            Kind::PlusEquals => {
                if self.lists > 0 {
                    self.tell_later(format!("String: {}: {ADDED_IN_LIST}", self.breaks + 1));
                }
                let line = self.token().line;
                self.at += 1;
                let own = Node::Substitution {
                    text: written(&self.path, true),
                    path: self.path.clone(),
                    optional: true,
                    line,
                };
                self.lists += 1;
                let added = self.value();
                self.lists -= 1;
                let added = added?;
                let lines = added.lines();
                Node::Concatenation(vec![own, Node::List(vec![added], lines)])
            }
            Kind::Equals | Kind::Colon => {
                self.at += 1;
                self.value()?
            }
            // an object without a sign cannot be concatenated
            Kind::OpenCurly => self.whole()?,
            _ => {
                let text = format!("Key '{shown}' may not be followed by token:");
                return Err(self.unexpected(&text));
            }
        })
    }

    /// Skips an `include`, which finds nothing.
    fn include(&mut self) -> Result<(), String> {
        let skip_blank = |parser: &mut Self| {
            parser.take(&Kind::Blank);
        };
        self.at += 1;
        skip_blank(self);
        let kinds = ["file(", "url(", "classpath("];
        let word = &self.text[self.token().span.clone()];
        let in_parentheses = self.is(&Kind::Unquoted) && kinds.contains(&word);
        if in_parentheses {
            self.at += 1;
            skip_blank(self);
        } else if self.is(&Kind::Unquoted) {
            let text = "expecting include parameter to be quoted filename, file(), classpath(), or url(). No spaces are allowed before the open paren. Not expecting:";
            return Err(self.error(&format!("{text} {}", self.shown())));
        }
        if !matches!(self.kind(), Kind::Quoted(_)) {
            let text = "include keyword is not followed by a quoted string, but by:";
            return Err(self.error(&format!("{text} {}", self.shown())));
        }
        self.at += 1;
        if in_parentheses {
            skip_blank(self);
            let word = &self.text[self.token().span.clone()];
            if !(self.is(&Kind::Unquoted) && word == ")") {
                let text = "expecting a close parentheses ')' here, not:";
                return Err(self.error(&format!("{text} {}", self.shown())));
            }
            self.at += 1;
        }
        skip_blank(self);
        Ok(())
    }

    /// Parses a value after its sign: all adjacent values up to the end of the line.
    fn value(&mut self) -> Result<Node, String> {
        self.inner_newlines();
        match self.side_by_side()? {
            Some(value) => Ok(value),
            None => Err(self.unexpected("Expecting a value but got wrong token:")),
        }
    }

    fn side_by_side(&mut self) -> Result<Option<Node>, String> {
        let mut found: Vec<Node> = Vec::new();
        while let Some(piece) = self.piece()? {
            found.push(piece);
        }
        let mut pieces: Vec<Node> = Vec::with_capacity(found.len().min(1));
        for piece in found {
            match pieces.pop() {
                Some(last) if !last.is_open() && !piece.is_open() => match last.joined(piece) {
                    Ok(joined) => pieces.push(joined),
                    Err(text) => {
                        self.tell_later(text);
                        pieces.push(Node::Scalar(Scalar::Null, Lines(1, 1)));
                    }
                },
                last => pieces.extend(last.into_iter().chain([piece])),
            }
        }
        Ok(match pieces.len() {
            0 | 1 => pieces.pop(),
            _ => Some(Node::Concatenation(pieces)),
        })
    }

    /// Parses one of several adjacent values.
    fn piece(&mut self) -> Result<Option<Node>, String> {
        limits::time();
        let token = self.token();
        let written = &self.text[token.span.clone()];
        let scalar = match &token.kind {
            Kind::OpenCurly | Kind::OpenSquare => return self.whole().map(Some),
            Kind::Null => Scalar::Null,
            Kind::Boolean(value) => Scalar::Boolean(*value),
            Kind::Number => Scalar::Number(written.to_owned()),
            Kind::Quoted(text) => Scalar::Text(text.clone()),
            Kind::Unquoted | Kind::Blank => Scalar::Bare(written.to_owned()),
            Kind::Substitution { optional, tokens } => {
                let piece = substitution(self.text, *optional, tokens, token.line);
                self.at += 1;
                return Ok(Some(piece.unwrap_or_else(|text| {
                    self.tell_later(text);
                    Node::Scalar(Scalar::Null, Lines(1, 1))
                })));
            }
            _ => return Ok(None),
        };
        let piece = Node::Scalar(scalar, Lines(token.line, token.line));
        self.at += 1;
        Ok(Some(piece))
    }

    /// Parses an object or a list.
    fn whole(&mut self) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err("stack level too deep".to_owned());
        }
        let is_object = self.is(&Kind::OpenCurly);
        let lines = Lines(self.breaks + 1, self.breaks + 1);
        self.at += 1;
        let whole = match is_object {
            true => self.fields(true).map(|fields| Node::Object(fields, lines)),
            false => {
                self.lists += 1;
                let items = self.items();
                self.lists -= 1;
                items.map(|items| Node::List(items, lines))
            }
        };
        self.depth -= 1;
        whole
    }

    fn items(&mut self) -> Result<Vec<Node>, String> {
        let mut items = Vec::new();
        self.newlines();
        while !self.take(&Kind::CloseSquare) {
            let Some(item) = self.side_by_side()? else {
                let (begin, wanted) = match items.is_empty() {
                    true => ("] or a first element after the open [", ""),
                    false => ("had new element after a comma", "the comma or "),
                };
                return Err(self.wrong_item(begin, wanted));
            };
            items.push(item);
            let newlines = self.newlines();
            if self.take(&Kind::Comma) {
                self.newlines();
            } else if !self.is(&Kind::CloseSquare) && !newlines {
                return Err(self.wrong_item("ended with ] or had a comma", ""));
            }
        }
        Ok(items)
    }

    fn wrong_item(&self, had: &str, wanted: &str) -> String {
        let shown = self.shown();
        self.error(&format!(
            "List should have {had}, instead had token: {shown} (if you want {wanted}{shown} to be part of a string value, then double-quote it)"
        ))
    }
}

/// Parses a path from tokens.
fn path(text: &str, tokens: &[Token]) -> Result<Vec<String>, String> {
    let mut parts = vec![(String::new(), false)];
    for token in tokens {
        let Some(last) = parts.last_mut() else { break };
        if let Kind::Quoted(text) = &token.kind {
            last.0.push_str(text);
            last.1 = true;
            continue;
        }
        let mut pieces = text[token.span.clone()].split('.');
        last.0.push_str(pieces.next().unwrap_or_default());
        parts.extend(pieces.map(|piece| (piece.to_owned(), false)));
    }
    if parts
        .iter()
        .any(|(part, is_quoted)| part.is_empty() && !is_quoted)
    {
        let text = "path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty string if you want an empty element)";
        return Err(text.to_owned());
    }
    Ok(parts.into_iter().map(|(part, _)| part).collect())
}

fn substitution(text: &str, optional: bool, tokens: &[Token], line: usize) -> Result<Node, String> {
    let error = |text: String| format!("String: {line}: {text}");
    if tokens.is_empty() {
        let text = "Expecting a field name or path here, but got nothing";
        return Err(error(text.to_owned()));
    }
    if let Some(wrong) = tokens.iter().find(|token| !token.kind.is_text()) {
        let shown = match wrong.kind {
            Kind::Newline => "NEWLINE".to_owned(),
            _ => wrong.shown(text),
        };
        return Err(error(format!(
            "Token not allowed in path expression: {shown} (you can double-quote this token if you really want it here)"
        )));
    }
    let path = path(text, tokens).map_err(error)?;
    Ok(Node::Substitution {
        text: written(&path, optional),
        path,
        optional,
        line,
    })
}

/// Formats a substitution for errors.
fn written(path: &[String], optional: bool) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let parts: Vec<String> = path
        .iter()
        .map(
            |part| match !part.is_empty() && part.chars().all(is_plain) {
                true => part.clone(),
                false => format!("\"{part}\""),
            },
        )
        .collect();
    let mark = if optional { "?" } else { "" };
    format!("${{{mark}{}}}", parts.join("."))
}

/// Puts a value at a path, over an existing value.
fn put(object: &mut Object, path: &[String], value: Node) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let lines = value.lines();
    let value = rest.iter().rev().fold(value, |inner, key| {
        Node::Object(Object::from_iter([(key.clone(), inner)]), lines)
    });
    match object.get_mut(first) {
        Some(known) => {
            let older = std::mem::replace(known, Node::Scalar(Scalar::Null, lines));
            *known = put_over(value, older);
        }
        None => drop(object.insert(first.clone(), value)),
    }
}
