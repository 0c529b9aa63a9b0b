//! Parses Ruby's syntax of regular expressions to [`Node`]s.

use super::Options;
use super::class;
use super::fold;
use super::node::{Kind, Node};
use super::parser::{Charset, Names, Parser, Problem, invalid_name, problem};
use super::recursion;
use super::reference::{close_of, invalid_number};

/// The depth up to which groups may be nested.
const DEPTH_MAX: u32 = 200;
const REPEAT_MAX: u32 = 100_000;

/// The options in force at a place of the pattern.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    options: Options,
    charset: Charset,
}

/// A parsed pattern.
pub struct Parsed {
    /// The tree.
    pub root: Node,
    /// The number of groups that capture.
    pub groups: usize,
    /// The groups that have names.
    pub names: Names,
}

/// Parses a pattern.
///
/// # Errors
/// Returns Ruby's error message about the pattern.
pub fn parse(text: &str, options: Options) -> Result<Parsed, Problem> {
    Parser::new(text, None).check_escapes()?;
    let mut parser = Parser::new(text, None);
    let mut root = parser.pattern(options)?;
    // names take the numbers from plain groups, then calls need the new numbers
    let passes = match (parser.names.is_empty(), parser.calls) {
        (true, false) => 0,
        (false, true) => 2,
        _ => 1,
    };
    for _ in 0..passes {
        let known = (parser.names, parser.groups);
        parser = Parser::new(text, Some(known));
        root = parser.pattern(options)?;
    }
    let numbered = || problem("numbered backref/call is not allowed. (use name)");
    if !parser.names.is_empty() && !parser.references.is_empty() {
        return Err(numbered());
    }
    if parser.calls && recursion::is_endless(&root, parser.groups) {
        return Err(problem("never ending recursion"));
    }
    if !parser.names.is_empty() && !parser.conditions.is_empty() {
        return Err(numbered());
    }
    let conditions = parser.conditions.iter().chain(&parser.named_conditions);
    let mut references = parser.references.iter().chain(conditions);
    if references.any(|&n| n > parser.groups) {
        return Err(problem("invalid backref number/name"));
    }
    if parser.bad_behind {
        return Err(problem("invalid pattern in look-behind"));
    }
    Ok(Parsed {
        root: fold::expanded(root),
        groups: parser.groups,
        names: parser.names,
    })
}

impl<'p> Parser<'p> {
    fn new(text: &'p str, known: Option<(Names, usize)>) -> Parser<'p> {
        Parser {
            text,
            at: 0,
            groups: 0,
            names: Names::new(),
            references: Vec::new(),
            conditions: Vec::new(),
            named_conditions: Vec::new(),
            calls: false,
            bad_behind: false,
            known,
        }
    }

    pub(super) fn rest(&self) -> &'p str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    pub(super) fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    pub(super) fn eat_str(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    pub(super) fn check_depth(&self, depth: u32) -> Result<(), Problem> {
        match depth > DEPTH_MAX {
            true => Err(problem("too deep nest level")),
            false => Ok(()),
        }
    }

    fn pattern(&mut self, options: Options) -> Result<Node, Problem> {
        let mode = Mode {
            options,
            charset: Charset::Default,
        };
        let root = self.alternatives(mode, 0)?;
        match self.peek() {
            Some(_) => Err(problem("unmatched close parenthesis")),
            None => Ok(root),
        }
    }

    /// Parses `a|b|c` up to a closing parenthesis or the end.
    fn alternatives(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        self.check_depth(depth)?;
        let mut all = vec![self.sequence(mode, depth)?];
        while self.eat('|') {
            all.push(self.sequence(mode, depth)?);
        }
        Ok(match all.len() {
            1 => all.remove(0),
            _ => Node::Alternate(all),
        })
    }

    fn sequence(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        let mut items = Vec::new();
        loop {
            self.skip_free(mode)?;
            let atom = match self.peek() {
                None | Some('|' | ')') => break,
                Some('*' | '+' | '?') => {
                    return Err(problem("target of repeat operator is not specified"));
                }
                Some('{') if self.interval()?.is_some() => {
                    return Err(problem("target of repeat operator is not specified"));
                }
                Some('(') => {
                    self.next();
                    match self.eat('?') {
                        false => self.plain_group(mode, depth)?,
                        true => match self.options(mode)? {
                            None => self.special_group(mode, depth)?,
                            Some(changed) if self.eat(':') => self.body(changed, depth)?,
                            Some(changed) => {
                                // `a(?i)b|c` means `a(?i:b|c)`
                                self.next();
                                items.push(self.alternatives(changed, depth + 1)?);
                                break;
                            }
                        },
                    }
                }
                Some(_) => self.atom(mode, depth)?,
            };
            items.push(self.repeated(atom, mode)?);
        }
        Ok(match items.len() {
            0 => Node::Empty,
            1 => items.remove(0),
            _ => Node::Concat(items),
        })
    }

    /// Skips comments, and in extended mode blanks.
    fn skip_free(&mut self, mode: Mode) -> Result<(), Problem> {
        loop {
            if self.eat_str("(?#") {
                while let Some(c) = self.next() {
                    match c {
                        ')' => break,
                        '\\' => _ = self.next(),
                        _ => {}
                    }
                }
                if !self.text[..self.at].ends_with(')') {
                    return Err(problem("end pattern in group"));
                }
            } else if mode.options.extended && self.eat('#') {
                while !matches!(self.next(), None | Some('\n')) {}
            } else if mode.options.extended && matches!(self.peek(), Some(' ' | '\t'..='\r')) {
                self.next();
            } else {
                return Ok(());
            }
        }
    }

    /// Parses the options after `(?`, up to the `:` or `)` that follows them; `None` for other
    /// groups.
    fn options(&mut self, mut mode: Mode) -> Result<Option<Mode>, Problem> {
        if !matches!(self.peek(), Some('i' | 'm' | 'x' | 'a' | 'd' | 'u' | '-')) {
            return Ok(None);
        }
        let mut on = true;
        loop {
            match self.peek() {
                None => return Err(problem("end pattern in group")),
                Some('-') => on = false,
                Some('i') => mode.options.ignore_case = on,
                Some('m') => mode.options.multiline = on,
                Some('x') => mode.options.extended = on,
                Some('a') if on => mode.charset = Charset::Ascii,
                Some('d') if on => mode.charset = Charset::Default,
                Some('u') if on => mode.charset = Charset::Unicode,
                Some(':' | ')') => return Ok(Some(mode)),
                Some(_) => return Err(problem("undefined group option")),
            }
            self.next();
        }
    }

    /// Parses the alternatives of a group and its closing parenthesis.
    fn body(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        let body = self.alternatives(mode, depth + 1)?;
        match self.eat(')') {
            true => Ok(body),
            false => Err(problem("end pattern with unmatched parenthesis")),
        }
    }

    fn plain_group(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        let named = self
            .known
            .as_ref()
            .is_some_and(|(names, _)| !names.is_empty());
        if named {
            return self.body(mode, depth);
        }
        self.groups += 1;
        let group = self.groups;
        let body = Box::new(self.body(mode, depth)?);
        Ok(Node::Capture { group, body })
    }

    /// Parses the rest of a group after `(?`, when options do not follow.
    fn special_group(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        match self.next() {
            None => Err(problem("end pattern in group")),
            Some(':') => match self.body(mode, depth)? {
                // the group is no part of the text beside it
                one @ Node::Char { fold: true, .. } => Ok(Node::Concat(vec![one])),
                other => Ok(other),
            },
            Some('=') => self.look(false, false, mode, depth),
            Some('!') => self.look(false, true, mode, depth),
            Some('>') => Ok(Node::Atomic(Box::new(self.body(mode, depth)?))),
            Some('~') => Ok(Node::Absent(Box::new(self.body(mode, depth)?))),
            Some('<') if self.eat('=') => self.look(true, false, mode, depth),
            Some('<') if self.eat('!') => self.look(true, true, mode, depth),
            Some('<') if self.peek().is_none() => {
                Err(problem("end pattern with unmatched parenthesis"))
            }
            Some('<') => self.named_group('>', mode, depth),
            Some('\'') => self.named_group('\'', mode, depth),
            Some('(') if self.peek().is_some() => self.conditional(mode, depth),
            Some(_) => Err(problem("undefined group option")),
        }
    }

    fn look(
        &mut self,
        behind: bool,
        negated: bool,
        mode: Mode,
        depth: u32,
    ) -> Result<Node, Problem> {
        let body = Box::new(self.body(mode, depth)?);
        self.bad_behind |= behind && !body.fits_behind(negated);
        Ok(Node::Look {
            behind,
            negated,
            body,
        })
    }

    fn named_group(&mut self, close: char, mode: Mode, depth: u32) -> Result<Node, Problem> {
        let name = self.group_name(close)?;
        if name.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
            return Err(invalid_name(&name));
        }
        self.groups += 1;
        let group = self.groups;
        self.names.entry(name).or_default().push(group);
        let body = Box::new(self.body(mode, depth)?);
        Ok(Node::Capture { group, body })
    }

    /// Parses a name up to its closing character.
    pub(super) fn group_name(&mut self, close: char) -> Result<String, Problem> {
        let rest = self.rest();
        let end = rest.find(close);
        let name = &rest[..end.unwrap_or(rest.len())];
        if name.is_empty() {
            return Err(problem("group name is empty"));
        }
        let end = end.ok_or_else(|| invalid_name(name))?;
        if name.contains(')') {
            return Err(invalid_name(rest));
        }
        self.skip(end + close.len_utf8());
        Ok(name.to_owned())
    }

    /// Parses `(?(1)yes|no)`, after the inner opening parenthesis.
    fn conditional(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        let invalid = || problem("invalid conditional pattern");
        let group = match self.peek() {
            Some(open @ ('<' | '\'')) => {
                self.next();
                let (groups, _, _) = self.leveled(close_of(open))?;
                let group = *groups.last().ok_or_else(invalid)?;
                self.named_conditions.push(group);
                group
            }
            Some(digit) if digit.is_ascii_digit() && !self.is_plain_number() => {
                let name = self.group_name(')')?;
                return Err(invalid_number(&name, &name));
            }
            _ => {
                let group = self.number().ok_or_else(invalid)?;
                self.conditions.push(group);
                if group == 0 {
                    return Err(problem("invalid group name <0>"));
                }
                group
            }
        };
        if !self.eat(')') {
            return Err(invalid());
        }
        let (yes, no) = match self.body(mode, depth)? {
            Node::Alternate(mut both) if both.len() == 2 => {
                let no = both.remove(1);
                (both.remove(0), no)
            }
            Node::Alternate(_) => return Err(invalid()),
            yes => (yes, Node::Empty),
        };
        let (yes, no) = (Box::new(yes), Box::new(no));
        Ok(Node::Conditional { group, yes, no })
    }

    fn number(&mut self) -> Option<usize> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        let number = self.rest()[..digits].parse().ok();
        self.skip(digits);
        number
    }

    /// Parses `{n}`, `{n,}`, `{,m}`, `{n,m}` at the present place without consuming it. Returns its
    /// bounds and length.
    fn interval(&self) -> Result<Option<(u32, Option<u32>, usize)>, Problem> {
        let Some(rest) = self.rest().strip_prefix('{') else {
            return Ok(None);
        };
        let Some(end) = rest.find('}') else {
            return Ok(None);
        };
        let (from, to) = match rest[..end].split_once(',') {
            Some((from, to)) => (from, Some(to)),
            None => (&rest[..end], None),
        };
        let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        let empty = from.is_empty() && to.is_none_or(str::is_empty);
        if empty || !digits(from) || !to.is_none_or(digits) {
            return Ok(None);
        }
        let bound = |text: &str| match text.parse::<u32>() {
            Ok(n) if n <= REPEAT_MAX => Ok(n),
            _ => Err(problem("too big number for repeat range")),
        };
        let min = if from.is_empty() { 0 } else { bound(from)? };
        let max = match to {
            None => Some(min),
            Some("") => None,
            Some(to) => Some(bound(to)?),
        };
        if max.is_some_and(|max| max < min) {
            return Err(problem("upper is smaller than lower in repeat range"));
        }
        Ok(Some((min, max, end + 2)))
    }

    /// Parses the repetitions after an atom: `*`, `+?`, `{2,3}`, also several of them.
    fn repeated(&mut self, mut body: Node, mode: Mode) -> Result<Node, Problem> {
        loop {
            self.skip_free(mode)?;
            let (min, max, is_interval) = match self.peek() {
                Some('*') => (0, None, false),
                Some('+') => (1, None, false),
                Some('?') => (0, Some(1), false),
                Some('{') => match self.interval()? {
                    Some((min, max, length)) => {
                        self.skip(length - 1);
                        (min, max, true)
                    }
                    None => return Ok(body),
                },
                _ => return Ok(body),
            };
            self.next();
            // `{2}?` is an optional pair, `{1,2}+` a repeated one
            let kind = match self.peek() {
                Some('?') if !is_interval || Some(min) != max => Kind::Lazy,
                Some('+') if !is_interval => Kind::Possessive,
                _ => Kind::Greedy,
            };
            if kind != Kind::Greedy {
                self.next();
            }
            let inner = Box::new(body);
            body = Node::Repeat {
                body: inner,
                min,
                max,
                kind,
            };
        }
    }

    fn atom(&mut self, mode: Mode, depth: u32) -> Result<Node, Problem> {
        let fold = mode.options.ignore_case;
        let newline = mode.options.multiline;
        match self.next() {
            Some('.') => Ok(Node::Any { newline }),
            Some('^') => Ok(Node::LineStart),
            Some('$') => Ok(Node::LineEnd),
            Some('[') => {
                let (from, named) = (self.at, self.rest().starts_with("[:"));
                let text = self.class(mode.charset, depth)?;
                let negated = self.text[from..].starts_with('^');
                let class = Node::Class {
                    text: text.clone(),
                    fold,
                };
                match fold && !negated && !named {
                    true => Ok(fold::with_sequences(class, &text)),
                    false => Ok(class),
                }
            }
            Some('\\') => self.escape(mode),
            Some(char) => Ok(Node::Char { char, fold }),
            None => Ok(Node::Empty),
        }
    }

    fn escape(&mut self, mode: Mode) -> Result<Node, Problem> {
        let fold = mode.options.ignore_case;
        let Some(c) = self.peek() else {
            return Err(problem("too short escape sequence"));
        };
        if let Some(text) = class::alone(c, mode.charset) {
            self.next();
            return Ok(Node::Class { text, fold: false });
        }
        let unicode = mode.charset != Charset::Ascii;
        let node = match c {
            'A' => Node::TextStart,
            'z' => Node::TextEnd,
            'Z' => Node::TextEndBeforeNewline,
            'b' | 'B' => Node::WordBoundary {
                negated: c == 'B',
                unicode,
            },
            'G' => Node::SearchStart,
            'K' => Node::Keep,
            'R' => Node::LineBreak,
            'X' => Node::Grapheme,
            'p' | 'P' if self.rest()[1..].starts_with('{') => {
                self.next();
                let name = self.property_name()?;
                let text = class::property(&name, c == 'P')?;
                let class = Node::Class {
                    text: text.clone(),
                    fold,
                };
                return Ok(match fold {
                    true => fold::with_sequences(class, &text),
                    false => class,
                });
            }
            'k' if self.rest()[1..].starts_with(['<', '\'']) => return self.backreference(fold),
            'g' if self.rest()[1..].starts_with(['<', '\'']) => return self.call(),
            '1'..='9' => return self.numbered(fold),
            'u' if self.rest().starts_with("u{") => {
                let chars = self.unicode_list()?;
                let char = |char| Node::Char { char, fold };
                return Ok(Node::Concat(chars.into_iter().map(char).collect()));
            }
            _ => {
                let char = self.char_escape()?;
                return Ok(Node::Char { char, fold });
            }
        };
        self.next();
        Ok(node)
    }

    /// Parses `\1`. A number of several digits beyond the groups so far is an octal escape.
    fn numbered(&mut self, fold: bool) -> Result<Node, Problem> {
        let start = self.at;
        match self.number() {
            Some(group) if group <= 9 || group <= self.groups => {
                self.references.push(group);
                Ok(Node::Backreference {
                    groups: vec![group],
                    fold,
                    level: None,
                })
            }
            _ => {
                self.at = start;
                let char = self.char_escape()?;
                Ok(Node::Char { char, fold })
            }
        }
    }

    /// Parses the name in `p{name}`, after the `p`.
    pub(super) fn property_name(&mut self) -> Result<String, Problem> {
        let rest = &self.rest()[1..];
        let ends = |c: char| "}(){|".contains(c);
        // an unclosed name is shown without its last character
        let end = rest.find(ends);
        let end = end.or(rest.char_indices().next_back().map(|(at, _)| at));
        let end = end.unwrap_or(0);
        if !rest[end..].starts_with('}') {
            let name = rest[..end].strip_prefix('^').unwrap_or(&rest[..end]);
            return Err(class::unknown_property(name));
        }
        self.skip(end + 2);
        Ok(rest[..end].to_owned())
    }
}
