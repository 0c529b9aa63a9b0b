//! Checks that lowering does not depend on the layout of the code and the names of variables.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::Path;

use frontend::tokens::Listed;
use frontend::{Source, tokens};
use mir::{Function, lower};

/// Writes the operations of a function and of its inner functions, without places and names.
fn shape(function: &Function, out: &mut Vec<String>) {
    for block in &function.blocks {
        for inst in &block.insts {
            let op = format!("{:?}", inst.op);
            let kind = op.split(|c: char| !c.is_alphanumeric()).next();
            out.push(kind.unwrap_or_default().to_owned());
        }
        out.push("end".to_owned());
    }
    function.inner.iter().for_each(|inner| shape(inner, out));
}

/// Lowers a program and returns its shape.
fn lowered(text: &str) -> Vec<String> {
    let source = Source::new(None, text);
    let arena = bumpalo::Bump::new();
    let program = frontend::parser::parse(&arena, &source);
    let unit = lower::lower(&program.unwrap_or_else(|e| panic!("{e:?}\n{text}")));
    let mut out = Vec::new();
    shape(&unit.program, &mut out);
    let definitions = unit.definitions.iter();
    definitions.for_each(|definition| shape(&definition.function, &mut out));
    out
}

/// Returns the text with each token rewritten by `write`.
fn rewritten(text: &str, mut write: impl FnMut(&Listed, &str) -> String) -> String {
    let source = Source::new(None, text);
    let (list, error) = tokens::tokens(&source, tokens::Options::default());
    assert!(error.is_none(), "{text}");
    let (mut out, mut end) = (String::new(), 0);
    for token in &list {
        let (from, to) = (token.span.start as usize, token.span.end as usize);
        // the text of a heredoc belongs to its token, but comes later in the file
        if from < end {
            continue;
        }
        out += &text[end..from];
        out += &write(token, &text[from..to]);
        end = to;
    }
    out + &text[end..]
}

fn check(name: &str, text: &str) {
    if text.contains("@(") {
        return;
    }
    let wanted = lowered(text);
    let commented = rewritten(text, |token, own| match token.kind.as_str() {
        "RBrace" => format!(
            "/* {} */ {own}",
            "what comes here is said at length ".repeat(20)
        ),
        _ => own.to_owned(),
    });
    assert_eq!(
        lowered(&commented),
        wanted,
        "{name}: with comments\n{commented}"
    );
    let blank = rewritten(text, |token, own| match token.kind.as_str() {
        "LBrace" => own.to_owned() + &"\n   ".repeat(90),
        _ => own.to_owned(),
    });
    assert_eq!(lowered(&blank), wanted, "{name}: with blanks");
    // variables inside strings are not renamed, and qualified names refer to other code
    if !text.contains(['"', '@']) && !text.contains("::") && !text.contains("getvar") {
        let longer = rewritten(text, |token, own| match token.kind.as_str() {
            "Variable" if !own[1..].starts_with(|c: char| c.is_ascii_digit()) => {
                format!("{own}_which_has_a_longer_name_than_before")
            }
            _ => own.to_owned(),
        });
        assert_eq!(
            lowered(&longer),
            wanted,
            "{name}: with longer names\n{longer}"
        );
    }
}

#[test]
fn names_comments_and_blanks_change_no_operation() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut checked = 0;
    for folder in [
        "conformance/benches",
        "conformance/cases/lang/lambdas",
        "conformance/cases/lang/functions",
        "conformance/cases/lang/operators",
        "examples",
    ] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|e| e != "pp") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let source = Source::new(None, text.as_str());
            let arena = bumpalo::Bump::new();
            if frontend::parser::parse(&arena, &source).is_ok() {
                check(&path.display().to_string(), &text);
                checked += 1;
            }
        }
    }
    assert!(checked > 30, "{checked}");
    check(
        "unrolled",
        "function f($x) { [1, 2, 3, 4].reduce(0) |$sum, $item| { $sum + $item * $x } }\n\
         function g($x) { ['a', 'b', 'c', 'd'].any |$item| { $item == $x } }\n\
         function h($x) { [1, 2, 3].map |$item| { $item + $x } }\n",
    );
}

#[test]
fn parentheses_and_forms_of_calls_change_no_operation() {
    let plain = "function f($x) { [1, 2, 3, 4].map |$i| { size([$i + $x * 2, $x]) } }\n";
    let others = [
        "function f($x) { [1, 2, 3, 4].map |$i| { (size([($i) + (($x) * (2)), ($x)])) } }\n",
        "function f($x) { [1, 2, 3, 4].map |$i| { [$i + $x * 2, $x].size } }\n",
        "function f($x) { map([1, 2, 3, 4]) |$i| { [$i + $x * 2, $x].size() } }\n",
    ];
    for other in others {
        assert_eq!(lowered(other), lowered(plain), "{other}");
    }
}
