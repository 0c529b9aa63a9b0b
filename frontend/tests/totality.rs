//! Checks that parsing any text ends with a tree or an error: without a panic, without a stack
//! overflow, and within a minute even if the text is long or deeply nested.

use std::time::{Duration, Instant};

use bumpalo::Bump;
use frontend::parser::{Options, parse_all_errors, parse_with};
use frontend::validate::validate;
use frontend::{Source, pn};
use proptest::prelude::*;

/// Parses a text in both modes.
fn exercise(text: &str) {
    for epp in [false, true] {
        for tasks in [false, true] {
            let options = Options {
                epp,
                tasks,
                tree_only: false,
                dense: true,
            };
            let arena = Bump::new();
            let source = Source::new(None, text);
            let mut warnings = Vec::new();
            match parse_with(&arena, &source, options, &mut warnings) {
                Ok(program) => {
                    let _ = pn::text(&program);
                    let _ = pn::json(&program);
                    let _ = validate(&program, &source, &Default::default());
                }
                Err(error) => {
                    assert!(error.span.start as usize <= text.len());
                    assert!(text.is_char_boundary(error.span.start as usize));
                    let _ = error.with_position(&source, Some("f"));
                    let (_, found) = parse_all_errors(&arena, &source, options);
                    assert!(
                        found.contains(&error),
                        "{text:?}: {error:?} is not in {found:?}"
                    );
                }
            }
        }
    }
}

/// The default stack size of threads. Without optimization, frames are four times as large, and the
/// nesting limit must fit the main thread's stack.
const SMALL_STACK_BYTES: usize = match cfg!(debug_assertions) {
    true => 8 << 20,
    false => 2 << 20,
};

/// Runs in a thread with little stack.
fn with_small_stack(work: impl FnOnce() + Send + 'static) {
    let builder = std::thread::Builder::new().stack_size(SMALL_STACK_BYTES);
    let thread = builder.spawn(work);
    let joined = thread.expect("a thread starts").join();
    assert!(joined.is_ok());
}

/// Returns deep and long inputs of each kind, of about `size` tokens.
fn towers(size: usize) -> Vec<(&'static str, String)> {
    let tower = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(size), close.repeat(size))
    };
    let chain = |first: &str, link: &str| format!("{first}{}", link.repeat(size));
    vec![
        ("parentheses", tower("(", "1", ")")),
        ("open parentheses", "(".repeat(size)),
        ("arrays", tower("[", "", "]")),
        ("open arrays", "[".repeat(size)),
        ("hashes", tower("{1=>", "1", "}")),
        ("not", tower("!", "1", "")),
        ("minus", tower("- ", "1", "")),
        ("unfold", tower("*", "1", "")),
        ("if", tower("if 1 {", "", "}")),
        ("open if", "if if ".repeat(size)),
        ("unless", tower("unless 1 {", "", "}")),
        ("case", tower("case 1 { 1: {", "", "} }")),
        ("else", tower("if 1 {} else { ", "", "}")),
        ("elsif", chain("if 1 {}", " elsif 1 {}")),
        ("sum", chain("1", "+1")),
        ("and", chain("1", " and 1")),
        (
            "all operators",
            chain("1", " or 1 and 1 < 1 == 1 << 1 + 1 * 1 =~ 1 in 1"),
        ),
        (
            "right operands",
            tower("1 or 1 and 1 < 1 == 1 << 1 + 1 * 1 =~ 1 in (", "1", ")"),
        ),
        ("selectors", chain("1", " ? { 1 => 1 }")),
        ("nested selectors", tower("1 ? { 1 => ", "1", "}")),
        ("selectors without braces", tower("1 ? 1 => ", "1", "")),
        ("assignments", tower("$a = ", "1", "")),
        ("arrows", chain("1", " -> 1")),
        ("calls", tower("f(", "1", ")")),
        ("call chain", chain("f", "(1)")),
        ("methods", chain("1", ".f")),
        ("lambdas", tower("f() || { ", "", "}")),
        ("accesses", chain("a", "[1]")),
        ("nested accesses", tower("a[", "1", "]")),
        ("strings", tower("\"${", "1", "}\"")),
        ("open strings", "\"${".repeat(size)),
        ("closed strings", tower("\"${", "1 2", "}\"")),
        ("resources", tower("file { ", "1", ": }")),
        ("resource chain", chain("a", "{ 1: }")),
        ("virtual", tower("@", "file { 1: }", "")),
        ("collectors", chain("a", "<| |>")),
        ("queries", tower("a <| ", "1", " |>")),
        ("classes", tower("class a { ", "", "}")),
        ("defaults", tower("function a($x = ", "1", ") {}")),
        ("types", tower("function a(A[", "1", "] $x) {}")),
        ("statements", "f(1)\n".repeat(size)),
        ("statement calls", "notice 1, 2\n".repeat(size)),
        ("comments", "# a\n/* b */".repeat(size)),
        ("tags", "<% %>".repeat(size)),
        ("text and tags", "a<%= 1 -%> \n<%# c %>".repeat(size)),
        ("heredocs", "f(@(A))\nx\n| A\n".repeat(size)),
        (
            "heredocs on a line",
            format!("[{}]\n{}", "@(A),".repeat(size), "x\nA\n".repeat(size)),
        ),
        ("heredoc tags", format!("[{}]\nx", "@(A),".repeat(size))),
        ("commas", format!("f({})", "1,".repeat(size))),
        ("colons", "::".repeat(size)),
        ("hyphens", format!("a{}", "-".repeat(size))),
        ("slashes", "/".repeat(size)),
        ("quotes", "'".repeat(size)),
        ("double quotes", "\"".repeat(size)),
        ("dollars", "\"$".repeat(size)),
        ("backslashes", format!("\"{}\"", "\\".repeat(size))),
        ("digits", "9".repeat(size.min(20_000))),
        (
            "hexadecimal digits",
            format!("0x{}", "f".repeat(size.min(20_000))),
        ),
        ("words", "a".repeat(size)),
        ("dots", "1.".repeat(size)),
    ]
}

#[test]
fn deep_and_long() {
    with_small_stack(|| {
        for size in [10, 499, 999, 1999, 3000, 100_000] {
            for (name, text) in towers(size) {
                let start = Instant::now();
                exercise(&text);
                let time = start.elapsed();
                assert!(time < Duration::from_secs(60), "{name} of {size}: {time:?}");
            }
        }
    });
}

/// Checks that constructs side by side do not count as nesting, however many there are.
#[test]
fn long_is_not_deep() {
    let many =
        |before: &str, one: &str, behind: &str| format!("{before}{}{behind}", one.repeat(20_000));
    for text in [
        many("", "$x = [1]\n", ""),
        many("", "notify { 'a': message => 'b' }\n", ""),
        many("", "notice 1\n", ""),
        many("", "class a { $x = 1 }\n", ""),
        many("", "if $x { $y = 1 } else { f() }\n", ""),
        many("", "[1].each |$x| { $y = 1 }\n", ""),
        many("$x = [", "$y = 1, ", "1]"),
        many("$x = { ", "a => { b => 1 }, ", "}"),
        many("case $x { ", "'a': { $y = 1 }\n", "}"),
        many("$x = $y ? { ", "'a' => (1 + 1), ", "}"),
        many("notify { ", "'a': message => [1];", "}"),
        many("class a(", "Integer $x = (1), ", ") { }"),
        many("notice(\"", "${(1)}", "\")"),
        many("A[1] -> [", "B[1], ", "C[1]]"),
    ] {
        let arena = Bump::new();
        let source = Source::new(None, text.as_str());
        let parsed = parse_with(&arena, &source, Options::default(), &mut Vec::new());
        let begun: String = text.chars().take(60).collect();
        assert!(parsed.is_ok(), "{begun}");
    }
}

/// Pieces of programs that are likely to cause problems in combination.
const PIECES: &[&str] = &[
    "'",
    "\"",
    "${",
    "$",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ";",
    ":",
    "::",
    "|",
    ".",
    "?",
    "!",
    "-",
    "*",
    "+",
    "/",
    "%",
    "@",
    "@@",
    "=",
    "=>",
    "+>",
    "->",
    "~>",
    "<-",
    "<|",
    "|>",
    "<<|",
    "|>>",
    "<<",
    ">>",
    "=~",
    "and",
    "in",
    "if",
    "else",
    "elsif",
    "unless",
    "case",
    "class",
    "define",
    "node",
    "function",
    "plan",
    "apply",
    "type",
    "inherits",
    "undef",
    "default",
    "true",
    "attr",
    "notice",
    "x",
    "X",
    "$x",
    "${x}",
    "a-b",
    "_a",
    "1",
    "0x",
    "1.5",
    "1e",
    "08",
    "@(A)",
    "@(\"A\"/)",
    "@(A:json)",
    "\n| A\n",
    "\nA\n",
    "\\",
    "\\n",
    "\\u{41}",
    "\\u{110000}",
    "\n",
    "\r\n",
    "\t",
    " ",
    "é",
    "\u{feff}",
    "\u{a0}",
    "/*",
    "*/",
    "#",
    "<%",
    "<%=",
    "<%-",
    "<%#",
    "%>",
    "-%>",
    "<%%",
    "%%>",
    "{a=>1}",
    "[1]",
    "f(1)",
    ".foo",
    "|$x|",
    "file { 'a': }",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_text(text in any::<String>()) {
        exercise(&text);
    }

    #[test]
    fn any_ascii(text in "[ -~\n\r\t]{0,60}") {
        exercise(&text);
    }

    #[test]
    fn soups(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..30)) {
        exercise(&pieces.concat());
        exercise(&pieces.join(" "));
    }
}
