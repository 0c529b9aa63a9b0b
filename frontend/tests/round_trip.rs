//! Checks that a tree that is written as source is parsed to the same tree: precedence,
//! associativity, literals, calls and blocks, with any white space and comments between tokens.

use bumpalo::Bump;
use frontend::{Source, parser, pn};
use proptest::prelude::*;

/// An expression of the kinds that these tests cover.
#[derive(Clone, Debug)]
enum Tree {
    Integer(u32),
    Text(String),
    Word(&'static str),
    Type(&'static str),
    Variable(&'static str),
    Boolean(bool),
    Undef,
    Array(Vec<Tree>),
    Hash(Vec<(Tree, Tree)>),
    Binary(usize, Box<Tree>, Box<Tree>),
    Not(Box<Tree>),
    Access(Box<Tree>, Vec<Tree>),
    Call(&'static str, Vec<Tree>),
    Method(Box<Tree>, &'static str, Vec<Tree>),
    If(Box<Tree>, Vec<Tree>, Vec<Tree>),
    Selector(Box<Tree>, Vec<(Tree, Tree)>),
    Minus(Box<Tree>),
    /// An element of an array.
    Unfold(Box<Tree>),
    Default,
    /// With parentheses around it.
    Regexp(&'static str),
    /// With parentheses around it.
    Assignment(&'static str, Box<Tree>),
    Case(Box<Tree>, Vec<(Tree, Vec<Tree>)>),
    Unless(Box<Tree>, Vec<Tree>),
    /// A method call with a lambda.
    Block(Box<Tree>, Vec<&'static str>, Vec<Tree>),
    /// Text, and an expression in parentheses.
    Interpolation(Vec<(String, Tree)>),
}

/// Binary operators with their precedence. All of them associate to the left.
const BINARY: &[(&str, u8)] = &[
    ("or", 1),
    ("and", 2),
    ("<", 4),
    (">=", 4),
    ("==", 5),
    ("!=", 5),
    ("<<", 6),
    (">>", 6),
    ("+", 7),
    ("-", 7),
    ("*", 8),
    ("/", 8),
    ("%", 8),
    ("=~", 9),
    ("!~", 9),
    ("in", 10),
];
const SELECTOR: u8 = 3;
const NOT: u8 = 11;
const PRIMARY: u8 = 12;

impl Tree {
    fn binds(&self) -> u8 {
        match self {
            Tree::Binary(op, ..) => BINARY[*op].1,
            Tree::Selector(..) => SELECTOR,
            Tree::Not(_) | Tree::Minus(_) | Tree::Unfold(_) => NOT,
            _ => PRIMARY,
        }
    }

    /// Returns the tokens of the expression, in parentheses if it binds less tightly than
    /// `at_least`.
    fn tokens(&self, at_least: u8, out: &mut Vec<String>) {
        let bare = self.binds() >= at_least;
        if !bare {
            out.push("(".to_owned());
        }
        match self {
            Tree::Integer(value) => out.push(value.to_string()),
            Tree::Text(text) => out.push(format!("'{}'", quoted(text))),
            Tree::Word(word) | Tree::Type(word) => out.push((*word).to_owned()),
            Tree::Variable(name) => out.push(format!("${name}")),
            Tree::Boolean(value) => out.push(value.to_string()),
            Tree::Undef => out.push("undef".to_owned()),
            Tree::Array(items) => list(items, "[", "]", out),
            Tree::Hash(entries) => pairs(entries, out),
            Tree::Binary(op, left, right) => {
                let (text, level) = BINARY[*op];
                left.tokens(left_level(text, level), out);
                out.push(text.to_owned());
                right.tokens(level + 1, out);
            }
            Tree::Not(operand) => {
                out.push("!".to_owned());
                operand.tokens(NOT, out);
            }
            Tree::Access(left, keys) => {
                left.tokens(PRIMARY, out);
                list(keys, "\u{1}[", "]", out);
            }
            Tree::Call(name, arguments) => {
                out.push((*name).to_owned());
                list(arguments, "\u{1}(", ")", out);
            }
            Tree::Method(left, name, arguments) => {
                left.tokens(PRIMARY, out);
                out.push(".".to_owned());
                out.push((*name).to_owned());
                list(arguments, "\u{1}(", ")", out);
            }
            Tree::If(test, then, otherwise) => {
                out.push("if".to_owned());
                test.tokens(0, out);
                block(then, out);
                out.push("else".to_owned());
                block(otherwise, out);
            }
            Tree::Selector(control, entries) => {
                control.tokens(SELECTOR, out);
                out.push("?".to_owned());
                pairs(entries, out);
            }
            Tree::Minus(operand) => prefix("-", operand, out),
            Tree::Unfold(operand) => prefix("*", operand, out),
            Tree::Default => out.push("default".to_owned()),
            Tree::Regexp(pattern) => {
                out.extend(["(", pattern, ")"].map(str::to_owned));
            }
            Tree::Assignment(name, value) => {
                out.extend(["(".to_owned(), format!("${name}"), "=".to_owned()]);
                value.tokens(0, out);
                out.push(")".to_owned());
            }
            Tree::Case(control, options) => {
                out.push("case".to_owned());
                control.tokens(0, out);
                out.push("{".to_owned());
                for (option, statements) in options {
                    option.tokens(0, out);
                    out.push(":".to_owned());
                    block(statements, out);
                }
                out.push("}".to_owned());
            }
            Tree::Unless(test, then) => {
                out.push("unless".to_owned());
                test.tokens(0, out);
                block(then, out);
            }
            Tree::Block(left, parameters, body) => {
                left.tokens(PRIMARY, out);
                out.extend([".", "map", "|"].map(str::to_owned));
                for name in parameters {
                    out.extend([format!("${name}"), ",".to_owned()]);
                }
                if !parameters.is_empty() {
                    out.pop();
                }
                out.push("|".to_owned());
                block(body, out);
            }
            Tree::Interpolation(parts) => out.push(interpolation(parts)),
        }
        if !bare {
            out.push(")".to_owned());
        }
    }

    /// Returns the notation. As for `tokens`, `at_least` decides about parentheses, which are part
    /// of it.
    fn notation(&self, at_least: u8) -> String {
        let inner = match self {
            Tree::Integer(value) => value.to_string(),
            Tree::Text(text) => format!("{:?}", text),
            // a word with a hyphen, or with an underscore at its beginning, is a text
            Tree::Word(word) if word.contains('-') || word.starts_with('_') => {
                format!("\"{word}\"")
            }
            Tree::Word(word) => format!("(qn \"{word}\")"),
            Tree::Type(word) => format!("(qr \"{word}\")"),
            Tree::Variable(name) => format!("(var \"{name}\")"),
            Tree::Boolean(value) => value.to_string(),
            Tree::Undef => "nil".to_owned(),
            Tree::Array(items) => call("array", &notations(items)),
            Tree::Hash(entries) => call("hash", &entry_notations(entries)),
            Tree::Binary(op, left, right) => {
                let (text, level) = BINARY[*op];
                let left = left.notation(left_level(text, level));
                call(text, &[left, right.notation(level + 1)])
            }
            Tree::Not(operand) => call("!", &[operand.notation(NOT)]),
            Tree::Access(left, keys) => {
                let mut items = vec![left.notation(PRIMARY)];
                items.extend(notations(keys));
                call("access", &items)
            }
            Tree::Call(name, arguments) => format!(
                "(call {{:functor (qn \"{name}\") :args [{}]}})",
                notations(arguments).join(" ")
            ),
            Tree::Method(left, name, arguments) => format!(
                "(call-method {{:functor (. {} (qn \"{name}\")) :args [{}]}})",
                left.notation(PRIMARY),
                notations(arguments).join(" ")
            ),
            Tree::If(test, then, otherwise) => format!(
                "(if {{:test {} :then [{}] :else [{}]}})",
                test.notation(0),
                statement_notations(then).join(" "),
                statement_notations(otherwise).join(" ")
            ),
            Tree::Selector(control, entries) => format!(
                "(? {} [{}])",
                control.notation(SELECTOR),
                entry_notations(entries).join(" ")
            ),
            // the sign becomes a part of a number
            Tree::Minus(operand) => match **operand {
                Tree::Integer(value) => (-i64::from(value)).to_string(),
                _ => call("-", &[operand.notation(NOT)]),
            },
            Tree::Unfold(operand) => call("unfold", &[operand.notation(NOT)]),
            Tree::Default => "(default)".to_owned(),
            Tree::Regexp(pattern) => {
                format!("(paren (regexp {:?}))", &pattern[1..pattern.len() - 1])
            }
            Tree::Assignment(name, value) => {
                format!("(paren (= (var \"{name}\") {}))", value.notation(0))
            }
            Tree::Case(control, options) => {
                let option = |(option, statements): &(Tree, Vec<Tree>)| {
                    let then = statement_notations(statements).join(" ");
                    format!("{{:when [{}] :then [{then}]}}", option.notation(0))
                };
                let options: Vec<String> = options.iter().map(option).collect();
                format!("(case {} [{}])", control.notation(0), options.join(" "))
            }
            Tree::Unless(test, then) => format!(
                "(unless {{:test {} :then [{}]}})",
                test.notation(0),
                statement_notations(then).join(" ")
            ),
            Tree::Block(left, parameters, body) => {
                let names = parameters.iter().map(|name| format!(":{name} {{}}"));
                let params = match parameters.is_empty() {
                    true => String::new(),
                    false => format!(":params {{{}}} ", names.collect::<Vec<_>>().join(" ")),
                };
                format!(
                    "(call-method {{:functor (. {} (qn \"map\")) :args [] :block (lambda {{{params}:body [{}]}})}})",
                    left.notation(PRIMARY),
                    statement_notations(body).join(" ")
                )
            }
            Tree::Interpolation(parts) => {
                let mut items = Vec::new();
                for (text, value) in parts {
                    if !text.is_empty() {
                        items.push(format!("{text:?}"));
                    }
                    items.push(format!("(str (paren {}))", value.notation(0)));
                }
                call("concat", &items)
            }
        };
        match self.binds() >= at_least {
            true => inner,
            false => call("paren", &[inner]),
        }
    }
}

/// Returns the precedence required of a left operand. A slash after a keyword or a brace would
/// begin a regular expression, so its left operand is always in parentheses.
fn left_level(op: &str, level: u8) -> u8 {
    match op {
        "/" => u8::MAX,
        _ => level,
    }
}

fn prefix(operator: &str, operand: &Tree, out: &mut Vec<String>) {
    out.push(operator.to_owned());
    operand.tokens(NOT, out);
}

/// Generates a text in double quotes.
fn interpolation(parts: &[(String, Tree)]) -> String {
    let mut text = String::from("\"");
    for (literal, value) in parts {
        for c in literal.chars() {
            if matches!(c, '"' | '\\' | '$') {
                text.push('\\');
            }
            text.push(c);
        }
        text.push_str("${(");
        let mut tokens = Vec::new();
        value.tokens(0, &mut tokens);
        for token in tokens {
            match token.strip_prefix('\u{1}') {
                Some(bracket) => text.push_str(bracket),
                None => {
                    text.push(' ');
                    text.push_str(&token);
                }
            }
        }
        text.push_str(")}");
    }
    text.push('"');
    text
}

fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\'', "\\'")
}

fn list(items: &[Tree], open: &str, close: &str, out: &mut Vec<String>) {
    out.push(open.to_owned());
    for item in items {
        item.tokens(0, out);
        out.push(",".to_owned());
    }
    if !items.is_empty() {
        out.pop();
    }
    out.push(close.to_owned());
}

fn pairs(entries: &[(Tree, Tree)], out: &mut Vec<String>) {
    out.push("{".to_owned());
    for (key, value) in entries {
        key.tokens(0, out);
        out.push("=>".to_owned());
        value.tokens(0, out);
        out.push(",".to_owned());
    }
    out.push("}".to_owned());
}

fn block(statements: &[Tree], out: &mut Vec<String>) {
    out.push("{".to_owned());
    for statement in statements {
        statement.tokens(0, out);
        out.push(";".to_owned());
    }
    if !statements.is_empty() {
        out.pop();
    }
    out.push("}".to_owned());
}

fn call(name: &str, items: &[String]) -> String {
    match items.is_empty() {
        true => format!("({name})"),
        false => format!("({name} {})", items.join(" ")),
    }
}

fn notations(items: &[Tree]) -> Vec<String> {
    items.iter().map(|item| item.notation(0)).collect()
}

/// Returns the notations of statements. The value of a call by name is not used.
fn statement_notations(items: &[Tree]) -> Vec<String> {
    let statement = |item: &Tree| {
        let text = item.notation(0);
        match item {
            Tree::Call(..) => text.replacen("(call", "(invoke", 1),
            _ => text,
        }
    };
    items.iter().map(statement).collect()
}

fn entry_notations(entries: &[(Tree, Tree)]) -> Vec<String> {
    let entry = |(key, value): &(Tree, Tree)| call("=>", &[key.notation(0), value.notation(0)]);
    entries.iter().map(entry).collect()
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = prop_oneof![
        any::<u32>().prop_map(Tree::Integer),
        "[ -~é]{0,6}".prop_map(Tree::Text),
        prop::sample::select(vec!["a", "b::c", "x-y", "_z9"]).prop_map(Tree::Word),
        prop::sample::select(vec!["Integer", "A::B"]).prop_map(Tree::Type),
        prop::sample::select(vec!["x", "::y", "a::b", "_p"]).prop_map(Tree::Variable),
        any::<bool>().prop_map(Tree::Boolean),
        Just(Tree::Undef),
        Just(Tree::Default),
        prop::sample::select(vec!["/a.*/", "/^[a-c]+$/", "/(?i:x) y/"]).prop_map(Tree::Regexp),
    ];
    leaf.prop_recursive(5, 40, 4, |inner| {
        let few = || prop::collection::vec(inner.clone(), 0..3);
        let some = || prop::collection::vec(inner.clone(), 1..3);
        let entries = prop::collection::vec((inner.clone(), inner.clone()), 1..3);
        let boxed = || inner.clone().prop_map(Box::new);
        let name = prop::sample::select(vec!["f", "m::g"]);
        prop_oneof![
            few().prop_map(Tree::Array),
            entries.clone().prop_map(Tree::Hash),
            (0..BINARY.len(), boxed(), boxed()).prop_map(|(op, l, r)| Tree::Binary(op, l, r)),
            boxed().prop_map(Tree::Not),
            (prop::sample::select(vec!["x", "_p"]), some())
                .prop_map(|(name, keys)| Tree::Access(Box::new(Tree::Variable(name)), keys)),
            (name.clone(), few()).prop_map(|(name, list)| Tree::Call(name, list)),
            (boxed(), name, few()).prop_map(|(left, name, list)| Tree::Method(left, name, list)),
            (boxed(), some(), some()).prop_map(|(test, a, b)| Tree::If(test, a, b)),
            (boxed(), entries).prop_map(|(control, list)| Tree::Selector(control, list)),
            boxed().prop_map(Tree::Minus),
            prop::collection::vec(boxed().prop_map(Tree::Unfold), 1..3).prop_map(Tree::Array),
            (prop::sample::select(vec!["y", "_z"]), boxed())
                .prop_map(|(name, value)| Tree::Assignment(name, value)),
            (
                boxed(),
                prop::collection::vec((inner.clone(), some()), 1..3)
            )
                .prop_map(|(control, options)| Tree::Case(control, options)),
            (boxed(), some()).prop_map(|(test, then)| Tree::Unless(test, then)),
            (
                boxed(),
                prop::sample::subsequence(vec!["a", "b", "_c"], 0..3),
                some()
            )
                .prop_map(|(left, names, body)| Tree::Block(left, names, body)),
            prop::collection::vec(("[ -~é]{0,4}", inner.clone()), 1..3)
                .prop_map(Tree::Interpolation),
        ]
    })
}

/// Generates blank text to put between two tokens.
fn blanks() -> impl Strategy<Value = Vec<&'static str>> {
    let blank = prop::sample::select(vec![" ", "  ", "\n", "\t", " # c\n", " /* c */ ", "\r\n"]);
    prop::collection::vec(blank, 1..8)
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_written_is_read(tree in tree(), blanks in blanks()) {
        let mut tokens = Vec::new();
        tree.tokens(0, &mut tokens);
        let mut text = String::from("$r =");
        for (token, blank) in tokens.iter().zip(blanks.iter().cycle()) {
            // no blank before the bracket of an access or a call: on the next line, it would begin
            // a new statement
            match token.strip_prefix('\u{1}') {
                Some(bracket) => text.push_str(bracket),
                None => {
                    text.push_str(blank);
                    text.push_str(token);
                }
            }
        }
        let source = Source::new(None, text);
        let arena = Bump::new();
        let program = parser::parse(&arena, &source);
        let program = program.map_err(|error| TestCaseError::fail(format!("{error:?}: {}", source.text)))?;
        let wanted = format!("(= (var \"r\") {})", tree.notation(0));
        prop_assert_eq!(pn::text(&program).expect("it has a notation"), wanted, "{}", source.text);
    }
}
