//! Checks that dense literals lower to the same MIR as the same text parsed without them.

use bumpalo::Bump;
use frontend::Source;
use frontend::ast::ExprKind;
use frontend::parser::{Options, parse_with};
use proptest::prelude::*;

/// Generates white space and comments, which may stand between the parts of a literal.
fn blank() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        6 => Just(""),
        4 => Just(" "),
        1 => Just("\n\t"),
        1 => Just("\r\n  "),
        1 => Just(" # ']\n"),
    ]
}

/// Generates a literal that is no collection. Some are not dense, some not valid.
fn scalar() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => "'[a-zA-Z0-9 .,:/\u{e9}\u{4e2d}-]{0,20}'",
        4 => "\"[a-zA-Z0-9 .,'-]{0,12}\"",
        4 => "[a-z][a-z0-9_]{0,6}",
        4 => "-?(0|[1-9][0-9]{0,17})",
        3 => "-?(0|[1-9][0-9]{0,5})\\.[0-9]{1,17}",
        1 => Just("true".to_owned()),
        1 => Just("undef".to_owned()),
        1 => prop::sample::select(vec![
            "'a\\'b'", "''''", "\"a$b\"", "\"$\"", "$x", "017", "0x1f", "1e5", "-0", "default", "A",
            "a::b", "aB", "/x/", "'a'.size", "-'a'", "9223372036854775807", "1.5e-3", "type", "!true",
        ]).prop_map(str::to_owned),
    ]
}

fn joined(parts: Vec<String>, open: char, close: char, trailing: bool) -> String {
    let comma = if trailing && !parts.is_empty() {
        ","
    } else {
        ""
    };
    format!("{open}{}{comma}{close}", parts.join(","))
}

fn literal() -> impl Strategy<Value = String> {
    let padded = |inner: BoxedStrategy<String>| (blank(), inner, blank());
    scalar().prop_recursive(4, 200, 24, move |inner| {
        let item = padded(inner.clone().boxed())
            .prop_map(|(a, item, b)| format!("{a}{item}{b}"))
            .boxed();
        let key = padded(prop_oneof![9 => "'[a-z0-9]{1,4}'", 1 => scalar()].boxed());
        let entry = (key, item.clone()).prop_map(|((a, k, b), v)| format!("{a}{k}{b}=>{v}"));
        let list = |of: BoxedStrategy<String>, open, close| {
            (prop::collection::vec(of, 0..24), any::<bool>())
                .prop_map(move |(parts, trailing)| joined(parts, open, close, trailing))
        };
        prop_oneof![list(item, '[', ']'), list(entry.boxed(), '{', '}')]
    })
}

/// Returns the tree, or the error, of a text.
fn tree(text: String, epp: bool) -> String {
    let (arena, source) = (Bump::new(), Source::new(None, text));
    let options = Options {
        epp,
        ..Options::default()
    };
    match parse_with(&arena, &source, options, &mut Vec::new()) {
        Err(error) => error.message.clone(),
        Ok(program) => match program.body.kind {
            ExprKind::Lambda(template) => match template.body.kind {
                ExprKind::Epp { body, .. } => format!("{body:?}"),
                _ => String::new(),
            },
            _ => format!("{:?}", program.body),
        },
    }
}

/// Returns the code of a text.
fn code(text: &str, dense: bool) -> String {
    let (arena, source) = (Bump::new(), Source::new(None, text));
    let options = Options {
        dense,
        ..Options::default()
    };
    match parse_with(&arena, &source, options, &mut Vec::new()) {
        Err(error) => error.message,
        Ok(program) => mir::text::print_unit(&mir::lower::lower(&program)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Checks that a manifest and a template give the same tree. In templates the parser never
    /// looks for dense literals.
    #[test]
    fn trees_are_the_same(literal in literal()) {
        let manifest = tree(format!("   $x = {literal}"), false);
        let template = tree(format!("<% $x = {literal}%>"), true);
        if manifest.starts_with("Expr") || template.starts_with("Expr") {
            prop_assert_eq!(manifest, template);
        }
    }

    #[test]
    fn code_is_the_same(literal in literal(), behind in prop::sample::select(vec![
        "", "\n$y = 1", "\nnotice(1)", "['a']", ".size", " + []", "\nin [1]", "\n@(E)\nE\n",
    ])) {
        let text = format!("$x = {literal}{behind}");
        prop_assert_eq!(code(&text, true), code(&text, false));
    }
}
