//! Parses PQL, PuppetDB's query language, to abstract queries: `nodes[certname] { facts.os = 'x'
//! and certname ~ 'web' order by certname limit 2 }`.

use crate::data::Data;

/// Parses a text in PQL to an abstract query.
///
/// # Errors
/// Reports the token that is not understood.
pub(super) fn parse(text: &str) -> Result<Data, String> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
        depth: 0,
    };
    let query = parser.query()?;
    match parser.peek() {
        None => Ok(query),
        Some(token) => Err(format!("PQL: unexpected '{}'", token.text())),
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Token {
    Word(String),
    Text(String),
    Number(Data),
    Mark(&'static str),
}

impl Token {
    fn text(&self) -> String {
        match self {
            Token::Word(text) | Token::Text(text) => text.clone(),
            Token::Number(number) => format!("{number:?}"),
            Token::Mark(mark) => (*mark).to_owned(),
        }
    }
}

/// The error for a text without its closing quote.
const NO_END: &str = "PQL: a text does not end";

const MARKS: &[&str] = &[
    "<=", ">=", "!=", "!~", "~>", "[", "]", "{", "}", "(", ")", ",", "=", "<", ">", "~", "!",
];

fn tokens(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':');
        if let Some(mark) = MARKS.iter().find(|mark| rest.starts_with(**mark)) {
            tokens.push(Token::Mark(mark));
            rest = &rest[mark.len()..];
        } else if first == '\'' {
            // single-quoted texts have no escapes
            let end = rest[1..].find('\'').ok_or(NO_END)?;
            tokens.push(Token::Text(rest[1..=end].to_owned()));
            rest = &rest[end + 2..];
        } else if first == '"' {
            let (text, after) = quoted(&rest[1..])?;
            tokens.push(Token::Text(text));
            rest = after;
        } else if is_word(first) {
            let end = word_end(rest, is_word)?;
            tokens.push(word(&rest[..end]));
            rest = &rest[end..];
        } else {
            return Err(format!("PQL: unexpected '{first}'"));
        }
        rest = rest.trim_start();
    }
    Ok(tokens)
}

/// Returns the end of a name or path. Parts may be quoted (`facts."a b"`) and followed by indexes
/// (`models[0]`) and patterns (`match("sd.*")`).
fn word_end(text: &str, is_word: impl Fn(char) -> bool) -> Result<usize, String> {
    let mut end = 0;
    while let Some(c) = text[end..].chars().next() {
        let rest = &text[end + c.len_utf8()..];
        let index = || {
            let (digits, _) = rest.split_once(']')?;
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then_some(digits.len() + 2)
        };
        if c == '"' && text[..end].ends_with('.') {
            end += 2 + rest.find('"').ok_or(NO_END)?;
        } else if c == '(' && text[..end].ends_with(".match") && rest.starts_with('"') {
            end += 3 + rest.find("\")").ok_or(NO_END)?;
        } else if is_word(c) {
            end += c.len_utf8();
        } else if let (true, Some(length)) = (c == '[' && end > 0, index()) {
            end += length;
        } else {
            break;
        }
    }
    Ok(end)
}

fn word(word: &str) -> Token {
    match (word.parse::<i64>(), word.parse::<f64>()) {
        (Ok(number), _) => Token::Number(Data::Integer(number)),
        (_, Ok(number)) if !word.starts_with(char::is_alphabetic) => {
            Token::Number(Data::Float(number))
        }
        _ => Token::Word(word.to_owned()),
    }
}

/// Parses a double-quoted text with the escapes of JSON; returns it with the rest of the input.
fn quoted(rest: &str) -> Result<(String, &str), String> {
    let mut end = None;
    let mut chars = rest.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => {
                end = Some(at);
                break;
            }
            '\\' => {
                chars.next();
            }
            _ => {}
        }
    }
    let end = end.ok_or(NO_END)?;
    let json = format!("[\"{}\"]", rest[..end].replace('\n', "\\n"));
    let read = crate::data::read_json("", &json);
    let wrong = || format!("PQL: \"{}\" is no text", &rest[..end]);
    let data = read.map_err(|_| wrong())?;
    let text = data.as_array().and_then(|items| items.first()?.as_str());
    Ok((text.ok_or_else(wrong)?.to_owned(), &rest[end + 1..]))
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    depth: u32,
}

fn list(operator: &str, operands: impl IntoIterator<Item = Data>) -> Data {
    let items = std::iter::once(Data::string(operator)).chain(operands);
    Data::array(items.collect())
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Result<Token, String> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token.ok_or_else(|| "PQL: the query ends too early".to_owned())
    }

    fn takes(&mut self, mark: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Mark(other)) if *other == mark);
        self.at += usize::from(is);
        is
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = matches!(self.peek(), Some(Token::Word(other)) if other == word);
        self.at += usize::from(is);
        is
    }

    fn wants(&mut self, mark: &str) -> Result<(), String> {
        match self.takes(mark) {
            true => Ok(()),
            false => Err(match self.peek() {
                Some(token) => format!("PQL: expected '{mark}' before '{}'", token.text()),
                None => format!("PQL: expected '{mark}' at the end"),
            }),
        }
    }

    fn word(&mut self) -> Result<String, String> {
        match self.next()? {
            Token::Word(word) => Ok(word),
            other => Err(format!("PQL: expected a name, not '{}'", other.text())),
        }
    }

    /// Parses `entity [fields] { ... }`.
    fn query(&mut self) -> Result<Data, String> {
        let entity = self.word()?;
        let fields = match self.takes("[") {
            true => Some(self.fields()?),
            false => None,
        };
        self.wants("{")?;
        let mut condition = None;
        let ends = |token: Option<&Token>| match token {
            Some(Token::Mark("}")) => true,
            Some(Token::Word(word)) => {
                matches!(word.as_str(), "group" | "order" | "limit" | "offset")
            }
            _ => false,
        };
        if !ends(self.peek()) {
            condition = Some(self.or()?);
        }
        let (mut group, mut paging) = (None, Vec::new());
        while !self.takes("}") {
            match self.word()?.as_str() {
                "group" if self.takes_word("by") => group = Some(list("group_by", self.names()?)),
                "order" if self.takes_word("by") => {
                    paging.push(list("order_by", [Data::array(self.orders()?)]));
                }
                word @ ("limit" | "offset") => match self.next()? {
                    Token::Number(number) => paging.push(list(word, [number])),
                    other => {
                        return Err(format!("PQL: expected a number, not '{}'", other.text()));
                    }
                },
                word => return Err(format!("PQL: unexpected '{word}'")),
            }
        }
        let mut from = vec![Data::string(&entity)];
        match fields {
            Some(fields) => {
                let mut extract = vec![Data::array(fields)];
                extract.extend(condition);
                extract.extend(group);
                from.push(list("extract", extract));
            }
            None => from.extend(condition),
        }
        from.extend(paging);
        Ok(list("from", from))
    }

    /// Parses a list of fields up to its end: `a, count(), max(b) ]`.
    fn fields(&mut self) -> Result<Vec<Data>, String> {
        let mut fields = Vec::new();
        while !self.takes("]") {
            let name = self.word()?;
            if self.takes("(") {
                let mut function = vec![Data::string(&name)];
                if !self.takes(")") {
                    function.push(Data::string(&self.word()?));
                    while self.takes(",") {
                        function.push(self.value()?);
                    }
                    self.wants(")")?;
                }
                fields.push(list("function", function));
            } else {
                fields.push(Data::string(&name));
            }
            if !self.takes(",") {
                self.wants("]")?;
                break;
            }
        }
        Ok(fields)
    }

    fn names(&mut self) -> Result<Vec<Data>, String> {
        let mut names = vec![Data::string(&self.word()?)];
        while self.takes(",") {
            names.push(Data::string(&self.word()?));
        }
        Ok(names)
    }

    fn orders(&mut self) -> Result<Vec<Data>, String> {
        let mut orders = Vec::new();
        loop {
            let name = Data::string(&self.word()?);
            orders.push(match () {
                () if self.takes_word("desc") => Data::array(vec![name, Data::string("desc")]),
                () if self.takes_word("asc") => name,
                () => name,
            });
            if !self.takes(",") {
                return Ok(orders);
            }
        }
    }

    fn or(&mut self) -> Result<Data, String> {
        let mut all = vec![self.and()?];
        while self.takes_word("or") {
            all.push(self.and()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => list("or", all),
        })
    }

    fn and(&mut self) -> Result<Data, String> {
        let mut all = vec![self.condition()?];
        while self.takes_word("and") {
            all.push(self.condition()?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => list("and", all),
        })
    }

    fn condition(&mut self) -> Result<Data, String> {
        const DEPTH_MAX: u32 = 200;
        if self.depth == DEPTH_MAX {
            return Err("PQL: nested too deeply".to_owned());
        }
        self.depth += 1;
        let condition = self.nested();
        self.depth -= 1;
        condition
    }

    fn nested(&mut self) -> Result<Data, String> {
        if self.takes("!") || self.takes_word("not") {
            return Ok(list("not", [self.condition()?]));
        }
        if self.takes("(") {
            let inner = self.or()?;
            self.wants(")")?;
            return Ok(inner);
        }
        // several fields: `[a, b] in ...`
        let field = match self.takes("[") {
            true => Data::array(self.fields()?),
            false => Data::string(&self.word()?),
        };
        if self.takes("{") {
            if self.takes("}") {
                return Ok(list("subquery", [field]));
            }
            let inner = self.or()?;
            self.wants("}")?;
            return Ok(list("subquery", [field, inner]));
        }
        if self.takes_word("is") {
            let not = self.takes_word("not");
            return match self.takes_word("null") {
                true => Ok(list("null?", [field, Data::Boolean(!not)])),
                false => Err("PQL: expected 'null' after 'is'".to_owned()),
            };
        }
        if self.takes_word("in") {
            return Ok(list("in", [field, self.set()?]));
        }
        let operator = match self.next()? {
            Token::Mark(mark @ ("=" | "!=" | "~" | "!~" | "~>" | "<" | ">" | "<=" | ">=")) => mark,
            other => return Err(format!("PQL: '{}' is no operator", other.text())),
        };
        let value = match operator {
            "=" | "!=" | "~>" if self.takes("[") => Data::array(self.values()?),
            _ => self.value()?,
        };
        Ok(match operator {
            "!=" => list("not", [list("=", [field, value])]),
            "!~" => list("not", [list("~", [field, value])]),
            _ => list(operator, [field, value]),
        })
    }

    /// Parses the right side of `in`: a list of values, or an extracting query.
    fn set(&mut self) -> Result<Data, String> {
        if !self.takes("[") {
            return self.query();
        }
        Ok(list("array", [Data::array(self.values()?)]))
    }

    /// Parses a list of values up to its end: `1, 'a' ]`.
    fn values(&mut self) -> Result<Vec<Data>, String> {
        let mut values = Vec::new();
        while !self.takes("]") {
            values.push(match self.takes("[") {
                true => Data::array(self.flat_values()?),
                false => self.value()?,
            });
            if !self.takes(",") {
                self.wants("]")?;
                break;
            }
        }
        Ok(values)
    }

    /// Works like `values`, but allows no nested lists.
    fn flat_values(&mut self) -> Result<Vec<Data>, String> {
        let mut values = Vec::new();
        while !self.takes("]") {
            values.push(self.value()?);
            if !self.takes(",") {
                self.wants("]")?;
                break;
            }
        }
        Ok(values)
    }

    fn value(&mut self) -> Result<Data, String> {
        match self.next()? {
            Token::Text(text) => Ok(Data::string(&text)),
            Token::Number(number) => Ok(number),
            Token::Word(word) if word == "true" => Ok(Data::Boolean(true)),
            Token::Word(word) if word == "false" => Ok(Data::Boolean(false)),
            Token::Word(word) if word == "null" => Ok(Data::Undef),
            other => Err(format!("PQL: '{}' is no value", other.text())),
        }
    }
}
