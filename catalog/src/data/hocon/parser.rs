//! HOCON text to the tree of what is written.

use super::{Node, Object, put_over};

/// Brackets inside each other, at most.
const DEPTH_MAX: usize = 500;

/// Parses a text.
///
/// # Errors
/// What is wrong, with the line.
pub(super) fn parse(text: &str) -> Result<Node, String> {
    let mut parser = Parser {
        text,
        at: 0,
        depth: 0,
    };
    parser.blank();
    match parser.peek() {
        Some('{') => {
            let root = parser.value()?;
            parser.blank();
            match parser.peek() {
                None => Ok(root),
                Some(_) => {
                    let token = parser.token();
                    Err(parser.error(&format!(
                        "Document has trailing tokens after first object or array: {token}"
                    )))
                }
            }
        }
        Some('[') => Err(parser.error(" has type LIST rather than object at file root")),
        _ => parser.fields(false).map(Node::Object),
    }
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn line(&self) -> usize {
        1 + self.text[..self.at].matches('\n').count()
    }

    fn error(&self, text: &str) -> String {
        format!("String: {}: {text}", self.line())
    }

    /// Skips blanks on the line; comments too.
    fn blank_on_line(&mut self) {
        loop {
            match self.peek() {
                Some(c) if c.is_whitespace() && c != '\n' => self.at += c.len_utf8(),
                _ if self.at_comment() => {
                    let end = self.rest().find('\n').unwrap_or(self.rest().len());
                    self.at += end;
                }
                _ => return,
            }
        }
    }

    fn at_comment(&self) -> bool {
        self.rest().starts_with('#') || self.rest().starts_with("//")
    }

    /// Skips blanks, comments and line breaks; tells whether there were line breaks.
    fn blank(&mut self) -> bool {
        let mut lines = false;
        loop {
            self.blank_on_line();
            if !self.take("\n") {
                return lines;
            }
            lines = true;
        }
    }

    /// The next token, as errors show it.
    fn token(&self) -> String {
        match self.peek() {
            None => "end of file".to_owned(),
            Some('"') => "'-1' (End of input but string quote was still open)".to_owned(),
            Some('$') => {
                let next = self.rest()[1..].chars().next();
                let next = next.map_or_else(|| "-1".to_owned(), String::from);
                format!("'{next}' ('$' not followed by {{, '{next}' not allowed after '$')")
            }
            Some('+') if !self.rest().starts_with("+=") => {
                let next = self.rest()[1..].chars().next();
                let next = next.map_or_else(|| "-1".to_owned(), String::from);
                format!("'{next}' ('+' not followed by =, '{next}' not allowed after '+')")
            }
            Some(c) if is_reserved(c) => {
                format!("'{c}' (Reserved character '{c}' is not allowed outside quotes)")
            }
            Some(c) if is_unquoted(c) => {
                let rest = self.rest();
                let end = rest.find(|c| !is_unquoted(c)).unwrap_or(rest.len());
                format!("'{}'", &rest[..end])
            }
            Some(c) => format!("'{c}'"),
        }
    }

    /// What is said of a token that might have been meant as text.
    fn quoting(&self, token: &str) -> String {
        match token {
            "end of file" | "','" => String::new(),
            _ => format!(
                " (if you intended {token} to be part of a key or string value, try enclosing the key or value in double quotes"
            ),
        }
    }

    fn enter(&mut self) -> Result<(), String> {
        self.depth += 1;
        match self.depth > DEPTH_MAX {
            true => Err("stack level too deep".to_owned()),
            false => Ok(()),
        }
    }

    /// The fields of an object, up to its brace or the end of the text.
    fn fields(&mut self, braces: bool) -> Result<Object, String> {
        let mut object = Object::default();
        self.blank();
        loop {
            match self.peek() {
                None if !braces => return Ok(object),
                Some('}') if braces => {
                    self.at += 1;
                    return Ok(object);
                }
                Some('}') => {
                    let text = "unbalanced close brace '}' with no open brace";
                    let hint = self.quoting("'}'");
                    return Err(self.error(&format!("{text}{hint}")));
                }
                Some(c) if is_unquoted(c) || c == '"' => self.field(&mut object)?,
                _ => {
                    let token = self.token();
                    let text = "expecting a close brace or a field name here, got";
                    return Err(self.error(&format!("{text} {token}")));
                }
            }
            let lines = self.blank();
            let comma = self.take(",");
            if comma {
                self.blank();
                continue;
            }
            match self.peek() {
                None if !braces => {}
                Some('}') => {}
                Some(_) if lines => {}
                _ => {
                    let token = self.token();
                    let hint = self.quoting(&token);
                    let text = format!("Expecting close brace }} or a comma, got {token}{hint}");
                    return Err(self.error(&text));
                }
            }
        }
    }

    fn field(&mut self, object: &mut Object) -> Result<(), String> {
        if self.include() {
            return Ok(());
        }
        let (path, shown) = self.path()?;
        self.blank();
        let value = if self.take("+=") {
            let line = self.line();
            let own = Node::Substitution {
                path: path.clone(),
                text: format!("${{?{shown}}}"),
                optional: true,
                line,
            };
            self.blank();
            let added = Node::List(vec![self.value()?]);
            Node::Concatenation(vec![own, added], line)
        } else if self.take("=") || self.take(":") {
            self.blank();
            self.value()?
        } else if let Some(c @ '{') = self.peek() {
            // nothing stands beside an object without a sign
            self.piece(c)?.unwrap_or(Node::Null)
        } else {
            let token = self.token();
            let hint = self.quoting(&token);
            let text = format!("Key '{shown}' may not be followed by token: {token}{hint}");
            return Err(self.error(&text));
        };
        put(object, &path, value);
        Ok(())
    }

    /// Skips an `include`, which finds nothing.
    fn include(&mut self) -> bool {
        let Some(rest) = self.rest().strip_prefix("include") else {
            return false;
        };
        let trimmed = rest.trim_start_matches([' ', '\t']);
        let what = ["file(", "url(", "classpath("]
            .iter()
            .find_map(|kind| trimmed.strip_prefix(kind))
            .unwrap_or(trimmed);
        let Some(inner) = what.strip_prefix('"') else {
            return false;
        };
        let Some(end) = inner.find('"') else {
            return false;
        };
        let mut after = &inner[end + 1..];
        if what.len() < trimmed.len() {
            after = after.strip_prefix(')').unwrap_or(after);
        }
        self.at = self.text.len() - after.len();
        true
    }

    /// The path that a key is, and how it is written.
    fn path(&mut self) -> Result<(Vec<String>, String), String> {
        let start = self.at;
        let mut parts = vec![String::new()];
        loop {
            match self.peek() {
                Some('"') => {
                    let text = self.quoted()?;
                    if let Some(last) = parts.last_mut() {
                        last.push_str(&text);
                    }
                }
                Some('.') => {
                    self.at += 1;
                    parts.push(String::new());
                }
                Some(c) if (is_unquoted(c) && !self.at_comment()) || c == ' ' || c == '\t' => {
                    self.at += c.len_utf8();
                    if let Some(last) = parts.last_mut() {
                        last.push(c);
                    }
                }
                _ => break,
            }
        }
        let shown = self.text[start..self.at].trim().to_owned();
        if let Some(last) = parts.last_mut() {
            *last = last.trim_end().to_owned();
        }
        if parts.iter().any(String::is_empty) && !shown.contains('"') {
            let text = format!(
                "Invalid path '{shown}': path has a leading, trailing, or two adjacent period '.' (use quoted \"\" empty string if you want an empty element)"
            );
            return Err(self.error(&text));
        }
        Ok((parts, shown))
    }

    /// A value: what stands side by side up to the end of the line.
    fn value(&mut self) -> Result<Node, String> {
        let line = self.line();
        let mut pieces: Vec<Node> = Vec::new();
        let mut blanks = String::new();
        while let Some(c) = self.peek() {
            if c.is_whitespace() && c != '\n' {
                blanks.push(c);
                self.at += c.len_utf8();
                continue;
            }
            if self.at_comment() || matches!(c, '\n' | ',' | '}' | ']' | ':' | '=') {
                break;
            }
            let Some(piece) = self.piece(c)? else { break };
            if !blanks.is_empty() && !pieces.is_empty() {
                pieces.push(Node::Text(std::mem::take(&mut blanks)));
            }
            blanks.clear();
            pieces.push(piece);
        }
        match pieces.len() {
            0 => {
                let token = self.token();
                let hint = self.quoting(&token);
                let text = format!("Expecting a value but got wrong token: {token}{hint}");
                Err(self.error(&text))
            }
            1 => Ok(pieces.remove(0)),
            _ => Ok(Node::Concatenation(pieces, line)),
        }
    }

    /// One of the things that may stand side by side.
    fn piece(&mut self, first: char) -> Result<Option<Node>, String> {
        match first {
            '{' => {
                self.enter()?;
                self.at += 1;
                let fields = self.fields(true)?;
                self.depth -= 1;
                Ok(Some(Node::Object(fields)))
            }
            '[' => {
                self.enter()?;
                self.at += 1;
                let items = self.items()?;
                self.depth -= 1;
                Ok(Some(Node::List(items)))
            }
            '"' if self.rest()[1..].contains('"') => {
                self.quoted().map(|text| Some(Node::Text(text)))
            }
            '$' if self.rest().starts_with("${") => self.substitution().map(Some),
            c if is_unquoted(c) => Ok(Some(self.unquoted())),
            _ => Ok(None),
        }
    }

    fn items(&mut self) -> Result<Vec<Node>, String> {
        let mut items = Vec::new();
        self.blank();
        if self.take("]") {
            return Ok(items);
        }
        loop {
            if matches!(self.peek(), None | Some(',' | '}' | ':' | '=')) {
                let token = self.token();
                let text = match items.is_empty() {
                    true => format!(
                        "List should have ] or a first element after the open [, instead had token: {token} (if you want {token} to be part of a string value, then double-quote it)"
                    ),
                    false => format!(
                        "List should have had new element after a comma, instead had token: {token} (if you want the comma or {token} to be part of a string value, then double-quote it)"
                    ),
                };
                return Err(self.error(&text));
            }
            items.push(self.value()?);
            let lines = self.blank();
            if self.take(",") {
                self.blank();
                if self.take("]") {
                    return Ok(items);
                }
            } else if self.take("]") {
                return Ok(items);
            } else if !lines || self.peek().is_none() {
                let token = self.token();
                let text = format!(
                    "List should have ended with ] or had a comma, instead had token: {token} (if you want {token} to be part of a string value, then double-quote it)"
                );
                return Err(self.error(&text));
            }
        }
    }

    fn substitution(&mut self) -> Result<Node, String> {
        let line = self.line();
        let start = self.at;
        self.at += 2;
        let optional = self.take("?");
        self.blank_on_line();
        let (path, _) = self.path()?;
        if !self.take("}") {
            let token = self.token();
            let hint = self.quoting(&token);
            let text = format!("Expecting a value but got wrong token: {token}{hint}");
            return Err(self.error(&text));
        }
        Ok(Node::Substitution {
            path,
            text: self.text[start..self.at].to_owned(),
            optional,
            line,
        })
    }

    fn unquoted(&mut self) -> Node {
        let rest = self.rest();
        let is_number = rest.starts_with(|c: char| c.is_ascii_digit() || c == '-');
        let end = rest
            .char_indices()
            .find(|(at, c)| !is_unquoted(*c) || rest[*at..].starts_with("//"))
            .map_or(rest.len(), |(at, _)| at);
        let text = rest[..end].to_owned();
        self.at += end;
        match text.as_str() {
            "true" => Node::Boolean(true),
            "false" => Node::Boolean(false),
            "null" => Node::Null,
            _ if is_number && super::resolve::number(&text).is_some() => Node::Number(text),
            _ => Node::Text(text),
        }
    }

    /// A text in quotes, single or triple.
    fn quoted(&mut self) -> Result<String, String> {
        if self.take("\"\"\"") {
            let rest = self.rest();
            let Some(end) = rest.find("\"\"\"") else {
                return Err(self.error("End of input but triple-quoted string was still open"));
            };
            // quotes before the closing ones belong to the text
            let more = rest[end + 3..].bytes().take_while(|b| *b == b'"').count();
            let text = rest[..end + more].to_owned();
            self.at += end + more + 3;
            return Ok(text);
        }
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(c) = self.peek() else {
                let token = self.token_at_end();
                let hint = self.quoting(&token);
                let text = format!("Expecting a value but got wrong token: {token}{hint}");
                return Err(self.error(&text));
            };
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(text),
                '\\' => self.escape(&mut text)?,
                c if c.is_control() => {
                    let text = format!("JSON does not allow unescaped {c} in quoted strings");
                    return Err(self.error(&text));
                }
                c => text.push(c),
            }
        }
    }

    fn token_at_end(&self) -> String {
        "'-1' (End of input but string quote was still open)".to_owned()
    }

    fn escape(&mut self, text: &mut String) -> Result<(), String> {
        let c = self.peek().unwrap_or(' ');
        self.at += if self.peek().is_some() {
            c.len_utf8()
        } else {
            0
        };
        let plain = match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'u' => {
                let digits = self.rest().get(..4).unwrap_or_default().to_owned();
                let code = u32::from_str_radix(&digits, 16)
                    .ok()
                    .and_then(char::from_u32);
                let Some(code) = code else {
                    let text =
                        format!("Malformed hex digits after \\u escape in string: '{digits}'");
                    return Err(self.error(&text));
                };
                self.at += 4;
                code
            }
            other => {
                let text = format!(
                    "backslash followed by '{other}', this is not a valid escape sequence (quoted strings use JSON escaping, so use double-backslash \\ for literal backslash)"
                );
                return Err(self.error(&text));
            }
        };
        text.push(plain);
        Ok(())
    }
}

fn is_reserved(c: char) -> bool {
    "`^?!@*&\\".contains(c)
}

fn is_unquoted(c: char) -> bool {
    !(c.is_whitespace() || is_reserved(c) || "$\"{}[]:=,+#".contains(c))
}

/// Puts a value at a path, over what is there.
fn put(object: &mut Object, path: &[String], value: Node) {
    let Some((first, rest)) = path.split_first() else {
        return;
    };
    let value = rest.iter().rev().fold(value, |inner, key| {
        Node::Object(Object::from_iter([(key.clone(), inner)]))
    });
    match object.get_mut(first) {
        Some(known) => {
            let older = std::mem::replace(known, Node::Null);
            *known = put_over(value, older);
        }
        None => drop(object.insert(first.clone(), value)),
    }
}
