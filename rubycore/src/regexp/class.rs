//! Converts character classes: `[a-z&&[^aeiou]]`, `[[:alpha:]]`, `\p{L}`, `\w`, to the engine's own
//! classes.

use super::blocks::BLOCKS;
use super::parser::{Charset, Parser, Problem, problem, shown};

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
    /// The characters of a list: `\u{61 62}`
    Chars(Vec<char>),
    Set(String),
    Nested(String),
}

/// The item before the next item of a class. Nested classes do not count as items: `[a[b]-c]` has a
/// range from `a` to `c`.
enum Before {
    Nothing,
    Char(char),
    Set,
    /// A character and a hyphen.
    Range(char),
}

/// The members of a class that is being parsed, or of one operand of `&&`.
struct Members {
    out: String,
    before: Before,
}

impl Members {
    fn new() -> Members {
        Members {
            out: String::new(),
            before: Before::Nothing,
        }
    }

    fn char(&mut self, c: char) -> Result<(), Problem> {
        self.before = match self.before {
            Before::Range(from) if from > c => {
                return Err(problem("empty range in char class"));
            }
            Before::Range(from) => {
                push_char(&mut self.out, from);
                self.out.push('-');
                push_char(&mut self.out, c);
                Before::Nothing
            }
            Before::Char(before) => {
                push_char(&mut self.out, before);
                Before::Char(c)
            }
            Before::Nothing | Before::Set => Before::Char(c),
        };
        Ok(())
    }

    fn set(&mut self, text: &str) -> Result<(), Problem> {
        match self.before {
            Before::Range(_) => return Err(problem("char-class value at end of range")),
            Before::Char(before) => push_char(&mut self.out, before),
            Before::Nothing | Before::Set => {}
        }
        self.out.push_str(text);
        self.before = Before::Set;
        Ok(())
    }

    /// Adds a hyphen. The last one of a class is itself.
    fn hyphen(&mut self, is_last: bool) -> Result<(), Problem> {
        match self.before {
            Before::Char(from) if !is_last => {
                self.before = Before::Range(from);
                Ok(())
            }
            Before::Set if !is_last => Err(problem("unmatched range specifier in char-class")),
            _ => self.char('-'),
        }
    }

    /// Ends the members. A range without an end has no members.
    fn end(mut self) -> String {
        if let Before::Char(last) = self.before {
            push_char(&mut self.out, last);
        }
        self.out
    }
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
        let mut operand = Members::new();
        let mut operands = Vec::new();
        let mut first = true;
        loop {
            match self.peek() {
                None => return Err(problem("premature end of char-class")),
                Some(']') if !first => {
                    self.next();
                    break;
                }
                Some('&') if self.eat_str("&&") => {
                    operands.push(std::mem::replace(&mut operand, Members::new()).end());
                }
                Some(_) => self.class_item(&mut operand, charset, depth)?,
            }
            first = false;
        }
        operands.push(operand.end());
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

    /// Parses one member, hyphen or nested class.
    fn class_item(
        &mut self,
        members: &mut Members,
        charset: Charset,
        depth: u32,
    ) -> Result<(), Problem> {
        if self.eat('-') {
            let rest = self.rest();
            return members
                .hyphen(rest.is_empty() || rest.starts_with(']') || rest.starts_with("&&"));
        }
        match self.class_atom(charset, depth)? {
            Item::Char(c) => members.char(c),
            Item::Chars(chars) => chars.into_iter().try_for_each(|c| members.char(c)),
            Item::Set(text) => members.set(&text),
            Item::Nested(text) => {
                members.out.push_str(&text);
                Ok(())
            }
        }
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
            'u' if self.rest().starts_with("u{") => self.unicode_list().map(Item::Chars),
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
