//! Checks the textual form of MIR: printed code parses to code that prints the same.

use std::fs;
use std::path::{Path, PathBuf};

use bumpalo::Bump;
use frontend::{Source, parser};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Collects all manifests and templates below a folder; none when it does not exist.
fn manifests(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        match path.extension().and_then(|e| e.to_str()) {
            _ if path.is_dir() && !path.is_symlink() => manifests(&path, found),
            Some("pp" | "epp") => found.push(path),
            _ => {}
        }
    }
}

/// Checks the round trip of a file and returns the problem. `None` also when the file does not
/// parse.
fn round_trip(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let source = Source::new(None, text);
    let options = parser::Options {
        epp: path.extension().is_some_and(|e| e == "epp"),
        dense: true,
        ..parser::Options::default()
    };
    let arena = Bump::new();
    let program = parser::parse_with(&arena, &source, options, &mut Vec::new()).ok()?;
    let unit = mir::lower::lower(&program);
    let printed = mir::text::print_unit(&unit);
    let again = match mir::text::parse_unit(&printed) {
        Ok(again) => again,
        Err(problem) => return Some(format!("{problem}\n{}", line(&printed, problem.line))),
    };
    let functions = again.definitions.iter().map(|d| &d.function);
    for function in std::iter::once(&again.program).chain(functions) {
        if let Err(broken) = mir::verify::verify(function) {
            return Some(format!("{}: {broken}", function.name));
        }
    }
    let twice = mir::text::print_unit(&again);
    let differing = printed.lines().zip(twice.lines()).find(|(a, b)| a != b);
    match differing {
        Some((a, b)) => Some(format!("{a}\n{b}")),
        None if printed.len() != twice.len() => Some("lengths differ".to_owned()),
        None => None,
    }
}

fn line(text: &str, number: usize) -> &str {
    text.lines().nth(number.saturating_sub(1)).unwrap_or("")
}

#[track_caller]
fn all_round_trip(folders: &[&str], at_least: usize) {
    let mut found = Vec::new();
    for folder in folders {
        manifests(&root().join(folder), &mut found);
    }
    found.sort();
    assert!(found.len() >= at_least, "{} files", found.len());
    let problems = found
        .iter()
        .filter_map(|path| Some(format!("{}: {}", path.display(), round_trip(path)?)));
    let problems: Vec<String> = problems.take(20).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Runs on a stack that suffices for the deepest cases.
fn deep(work: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(work);
    let done = thread.expect("a thread can be made").join();
    if let Err(panic) = done {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn bodies_of_all_cases_round_trip() {
    deep(|| {
        all_round_trip(
            &["conformance/cases", "conformance/perf", "examples"],
            1_000,
        )
    });
}

/// Checks the bodies of all modules, where modules have been fetched.
#[test]
fn bodies_of_all_modules_round_trip() {
    deep(|| all_round_trip(&["corpus/modules"], 0));
}

/// Checks that the parser or the verifier refuses a program, with the given words.
#[track_caller]
fn refused(text: &str, words: &str) {
    let problem = match mir::text::parse_unit(text) {
        Err(problem) => problem.to_string(),
        Ok(unit) => {
            let functions = unit.definitions.iter().map(|d| &d.function);
            let all = std::iter::once(&unit.program).chain(functions);
            let broken = all.map(mir::verify::verify).find_map(Result::err);
            broken.unwrap_or_default()
        }
    };
    assert!(problem.contains(words), "`{problem}` has no `{words}`");
}

#[test]
fn broken_code_is_refused() {
    let body = |lines: &str| format!("function %f($x) {{\nframeless\nb0(t0: Any):\n{lines}\n}}");
    refused(
        &body("t1: Any = frobnicate t0\nreturn t0"),
        "line 4: there is no operation",
    );
    refused(&body("return t1"), "t1 is used before it is defined");
    refused(
        &body("t0: Undef = const undef\nreturn t0"),
        "t0 is defined twice",
    );
    refused(
        &body("t1: String = const 1\nreturn t1"),
        "t1 gets a value of type Integer",
    );
    refused(
        &body("jump b1(t0)\nb1:\nreturn t0"),
        "b0 gives 1 values to b1",
    );
    refused(
        &body("jump b1(t0)\nb1(t1: Integer):\nreturn t1"),
        "b0 gives t0 to t1",
    );
    refused(&body("jump b7"), "b0 goes to b7");
    refused(
        &body("branch t0, b1, b2\nb1:\nt1: Integer = const 1\njump b2\nb2:\nreturn t1"),
        "t1 is used before",
    );
    refused(
        &body("t1: Any = closure .0, []\nreturn t1"),
        "a number out of range",
    );
    refused(
        &body("t1: Any = load $y\nreturn t1"),
        "there is no slot `$y`",
    );
    refused(
        &body("return t0\nb1:\nt1: Undef = list_push t0, t9\nreturn t0"),
        "not in the table",
    );
    refused(&body("t1: String = const 'a"), "a text does not end");
    refused(
        &body("b1: return t0"),
        "expected `t` and a number, found `b1`",
    );
    refused("function %f($x) { b0: unreachable }\n}", "expected a word");
    refused(
        "function %f() { b1: unreachable }",
        "expected block b0, found b1",
    );
}
