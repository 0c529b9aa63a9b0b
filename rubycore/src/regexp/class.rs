//! Character classes: `[a-z&&[^aeiou]]`, `[[:alpha:]]`, `\p{L}`, `\w`, as the engine's own classes.

use super::blocks::BLOCKS;
use super::parse::{Charset, Parser, Problem, problem, shown};

/// Classes named in `[[:name:]]` and `\p{name}`: Unicode and ASCII members, for use in brackets.
const NAMED: &[(&str, &str, &str)] = &[
    ("alnum", r"\p{Alphabetic}\p{Nd}", "0-9A-Za-z"),
    ("alpha", r"\p{Alphabetic}", "A-Za-z"),
    ("ascii", r"\x00-\x7F", r"\x00-\x7F"),
    ("blank", r"\p{Zs}\t", r" \t"),
    ("cntrl", r"\p{Cc}", r"\x00-\x1F\x7F"),
    ("digit", r"\p{Nd}", "0-9"),
    ("graph", r"[^\p{White_Space}\p{Cc}\p{Cn}]", r"\x21-\x7E"),
    ("lower", r"\p{Lowercase}", "a-z"),
    (
        "print",
        r"[^\p{White_Space}\p{Cc}\p{Cn}]\p{Zs}",
        r"\x20-\x7E",
    ),
    ("punct", r"\p{P}\$\+<=>\x5E`\|\x7E", r"!-/:-@\x5B-`\{-\x7E"),
    ("space", r"\p{White_Space}", r"\t-\r "),
    (
        "xposixpunct",
        r"\p{P}\$\+<=>\x5E`\|\x7E",
        r"!-/:-@\x5B-`\{-\x7E",
    ),
    ("upper", r"\p{Uppercase}", "A-Z"),
    ("xdigit", "0-9A-Fa-f", "0-9A-Fa-f"),
    ("word", WORD, "0-9A-Z_a-z"),
];

const WORD: &str = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}";

/// The members of `\w` with `(?u)`. Numbers of Latin-1 are parts of words.
const WORD_AND_NUMBERS: &str = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}²³¹¼½¾";

/// The newest version of Unicode whose characters `\p{Age=..}` names.
const AGE_MAX: f32 = 13.0;

/// The members of names that Ruby knows only as `\p{name}`. Surrogates are empty classes, since no
/// text holds one.
const PROPERTIES: &[(&str, &str)] = &[
    ("punct", r"\p{P}"),
    ("cs", "a&&b"),
    ("surrogate", "a&&b"),
    ("unknown", r"\p{Cn}\p{Co}"),
];

/// The number of characters after which Ruby stops looking for the end of `[:name:]`.
const POSIX_NAME_MAX: usize = 20;

fn named(name: &str, charset: Charset) -> Option<&'static str> {
    let (_, unicode, ascii) = NAMED.iter().find(|(known, ..)| *known == name)?;
    Some(match charset {
        Charset::Ascii => ascii,
        Charset::Default | Charset::Unicode => unicode,
    })
}

/// Writes a character in the form that a class of the engine needs.
pub fn push_char(out: &mut String, c: char) {
    match c.is_ascii() && !c.is_ascii_alphanumeric() {
        true => out.push_str(&format!(r"\x{:02X}", c as u32)),
        false => out.push(c),
    }
}

/// Returns the form of a [`shorthand`] outside of brackets.
pub(super) fn alone(letter: char, charset: Charset) -> Option<String> {
    match (letter, charset) {
        ('w', Charset::Unicode) => Some(format!("[{WORD_AND_NUMBERS}]")),
        ('W', Charset::Unicode) => Some(format!("[^{WORD_AND_NUMBERS}]")),
        _ => shorthand(letter, charset),
    }
}

/// Returns `\w \W \d \D \s \S \h \H` in a form that is valid alone and in brackets.
pub(super) fn shorthand(letter: char, charset: Charset) -> Option<String> {
    let members = match (letter.to_ascii_lowercase(), charset) {
        ('h', _) => "0-9A-Fa-f",
        ('w', Charset::Unicode) => WORD,
        ('d', Charset::Unicode) => r"\p{Nd}",
        ('s', Charset::Unicode) => r"\p{White_Space}",
        ('w', _) => "0-9A-Z_a-z",
        ('d', _) => "0-9",
        ('s', _) => r"\t-\r ",
        _ => return None,
    };
    let negation = if letter.is_ascii_uppercase() { "^" } else { "" };
    Some(format!("[{negation}{members}]"))
}

/// Returns `\p{name}` in a form that is valid alone and in brackets; `negated` for `\P`.
pub(super) fn property(name: &str, negated: bool) -> Result<String, Problem> {
    let (name, caret) = match name.strip_prefix('^') {
        Some(rest) => (rest, true),
        None => (name, false),
    };
    let plain: String = name
        .chars()
        .filter(|c| !matches!(c, ' ' | '_' | '-'))
        .map(|c| c.to_ascii_lowercase())
        .collect();
    let negation = if negated != caret { "^" } else { "" };
    let alone = PROPERTIES.iter().find(|(known, _)| *known == plain);
    let members = alone.map(|(_, members)| *members);
    if let Some(members) = members.or_else(|| named(&plain, Charset::Unicode)) {
        return Ok(format!("[{negation}{members}]"));
    }
    if let Some(members) = plain.strip_prefix("in").and_then(block) {
        return Ok(format!("[{negation}{members}]"));
    }
    let age = plain.strip_prefix("age=");
    let of_clusters = plain.strip_prefix("graphemeclusterbreak=");
    if age.is_some_and(|age| !age.parse().is_ok_and(|age: f32| age <= AGE_MAX)) {
        return Err(unknown_property(name));
    }
    let value = age.or(of_clusters).unwrap_or(&plain);
    let loose = value.is_empty() || plain.starts_with("is") || value.contains(['=', ':', '}']);
    let plain = match of_clusters {
        Some(value) => format!("gcb={value}"),
        None => plain,
    };
    let text = format!(r"[{negation}\p{{{plain}}}]");
    if loose || regex_syntax::parse(&text).is_err() {
        return Err(unknown_property(name));
    }
    Ok(text)
}

/// Returns the characters of a Unicode block, for use in brackets.
fn block(name: &str) -> Option<String> {
    let range = |&(_, first, last): &(&str, u32, u32)| format!(r"\x{{{first:X}}}-\x{{{last:X}}}");
    if name == "noblock" {
        let blocks: String = BLOCKS.iter().map(range).collect();
        return Some(format!("[^{blocks}]"));
    }
    BLOCKS.iter().find(|(known, ..)| *known == name).map(range)
}

pub(super) fn unknown_property(name: &str) -> Problem {
    problem(format!(
        "invalid character property name {{{}}}",
        shown(name)
    ))
}

/// An item of a class, as far as ranges care.
enum Item {
    Char(char),
    Set(String),
    Nested(String),
}

impl Parser<'_> {
    /// Parses a class after its opening bracket, and returns it in the engine's syntax.
    pub(super) fn class(&mut self, charset: Charset, depth: u32) -> Result<String, Problem> {
        self.check_depth(depth)?;
        let mut out = String::from("[");
        if self.eat('^') {
            out.push('^');
        }
        if self.peek() == Some(']') && !self.rest()[1..].contains(']') {
            return Err(problem("empty char-class"));
        }
        let mut operand = String::new();
        let mut operands = Vec::new();
        let mut first = true;
        loop {
            match self.peek() {
                None => return Err(problem("premature end of char-class")),
                Some(']') if !first => {
                    self.next();
                    break;
                }
                Some('&') if self.eat_str("&&") => operands.push(std::mem::take(&mut operand)),
                Some(_) => self.class_item(&mut operand, charset, depth)?,
            }
            first = false;
        }
        operands.push(operand);
        if operands.len() == 1 {
            out.push_str(&operands[0]);
        } else {
            let nothing = r"[^\x00-\x{10FFFF}]";
            let sets: Vec<String> = operands
                .iter()
                .map(|o| match o.is_empty() {
                    true => nothing.to_owned(),
                    false => format!("[{o}]"),
                })
                .collect();
            out.push_str(&sets.join("&&"));
        }
        out.push(']');
        Ok(out)
    }

    /// Parses one member, range or nested class.
    fn class_item(
        &mut self,
        out: &mut String,
        charset: Charset,
        depth: u32,
    ) -> Result<(), Problem> {
        let first = self.class_atom(charset, depth)?;
        let range = self.peek() == Some('-')
            && !matches!(self.rest()[1..].chars().next(), None | Some(']' | '['))
            && !self.rest()[1..].starts_with("&&");
        match first {
            Item::Nested(text) => out.push_str(&text),
            Item::Set(text) => {
                out.push_str(&text);
                if range {
                    return Err(problem("unmatched range specifier in char-class"));
                }
            }
            Item::Char(from) if range => {
                self.next();
                let Item::Char(to) = self.class_atom(charset, depth)? else {
                    return Err(problem("char-class value at end of range"));
                };
                if from > to {
                    return Err(problem("empty range in char class"));
                }
                push_char(out, from);
                out.push('-');
                push_char(out, to);
                // `a-b-c`: the second hyphen is itself
                if self.eat('-') {
                    push_char(out, '-');
                }
            }
            Item::Char(c) => push_char(out, c),
        }
        Ok(())
    }

    fn class_atom(&mut self, charset: Charset, depth: u32) -> Result<Item, Problem> {
        let Some(c) = self.next() else {
            return Err(problem("premature end of char-class"));
        };
        match c {
            '[' => match self.posix(charset)? {
                Some(text) => Ok(Item::Set(text)),
                None => self.class(charset, depth + 1).map(Item::Nested),
            },
            '\\' => self.class_escape(charset),
            other => Ok(Item::Char(other)),
        }
    }

    fn class_escape(&mut self, charset: Charset) -> Result<Item, Problem> {
        let Some(c) = self.peek() else {
            return Err(problem("too short escape sequence"));
        };
        if let Some(set) = shorthand(c, charset) {
            self.next();
            return Ok(Item::Set(set));
        }
        match c {
            'b' => {
                self.next();
                Ok(Item::Char('\u{8}'))
            }
            'p' | 'P' if self.rest()[1..].starts_with('{') => {
                self.next();
                let name = self.property_name()?;
                property(&name, c == 'P').map(Item::Set)
            }
            'u' if self.rest().starts_with("u{") => {
                let mut list = self.unicode_list()?;
                match (list.pop(), list.is_empty()) {
                    (Some(only), true) => Ok(Item::Char(only)),
                    (last, _) => {
                        let mut text = String::from("[");
                        list.into_iter()
                            .chain(last)
                            .for_each(|c| push_char(&mut text, c));
                        text.push(']');
                        Ok(Item::Set(text))
                    }
                }
            }
            _ => self.char_escape().map(Item::Char),
        }
    }

    /// Parses `:name:]` after a bracket; `None` when the bracket starts a nested class.
    fn posix(&mut self, charset: Charset) -> Result<Option<String>, Problem> {
        let Some(rest) = self.rest().strip_prefix(':') else {
            return Ok(None);
        };
        let (name, negation) = match rest.strip_prefix('^') {
            Some(name) => (name, "^"),
            None => (rest, ""),
        };
        let Some(end) = name.find(":]") else {
            return Ok(None);
        };
        let word = &name[..end];
        if let Some(members) = named(word, charset) {
            let length = 1 + negation.len() + end + 2;
            self.skip(length);
            return Ok(Some(format!("[{negation}{members}]")));
        }
        let stop = word.contains([']', '\\']);
        match end < POSIX_NAME_MAX && !stop {
            true => Err(problem("invalid POSIX bracket type")),
            false => Ok(None),
        }
    }
}
