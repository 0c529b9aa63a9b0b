//! Checks the sizes of files and functions. A longer one gives the reason at its head, in a comment
//! that begins with `Long because`.

use super::{none, rust_files};

/// The number of lines of a Rust file above which it needs a reason.
const FILE_LINES: usize = 800;

/// The maximum number of lines of a Rust file.
const FILE_LINES_MAX: usize = 1000;

/// The number of lines of a function above which it needs a reason.
const FUNCTION_LINES: usize = 70;

/// The beginning of a reason.
const REASON: &str = "// Long because ";

/// A function in a source file.
struct Function<'t> {
    name: &'t str,
    line: usize,
    lines: usize,
    has_reason: bool,
}

/// Returns the functions of a formatted file. There, a body ends with a brace that is indented like
/// the beginning of its function.
fn functions(text: &str) -> Vec<Function<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let Some(name) = name_of_function(code) else {
            continue;
        };
        let mut rest = lines[at..].iter();
        let opens = rest.find(|line| line.ends_with(['{', ';', '}']));
        if !opens.is_some_and(|line| line.ends_with('{')) {
            continue;
        }
        let end = format!("{}}}", &line[..line.len() - code.len()]);
        let after = lines[at..].iter().position(|line| *line == end);
        let head = lines[..at].iter().rev().map(|line| line.trim_start());
        let mut head = head.take_while(|line| line.starts_with("//") || line.starts_with("#["));
        found.push(Function {
            name,
            line: at + 1,
            lines: after.map_or(1, |after| after + 1),
            has_reason: head.any(|line| line.starts_with(REASON)),
        });
    }
    found
}

/// Returns the name of the function that a line of code begins.
fn name_of_function(mut code: &str) -> Option<&str> {
    while let Some((word, rest)) = code.split_once(' ') {
        let is_qualifier = word.starts_with("pub")
            || word.ends_with(')')
            || ["const", "unsafe", "extern", "\"C\""].contains(&word);
        match word {
            "fn" => {
                return rest
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next();
            }
            _ if is_qualifier => code = rest,
            _ => return None,
        }
    }
    None
}

#[test]
fn long_files_have_a_reason() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files() {
        let lines = text.lines().count();
        let mut head = text.lines().take_while(|line| line.starts_with("//"));
        let has_reason = head.any(|line| line.contains("Long because "));
        if lines > FILE_LINES_MAX || lines > FILE_LINES && !has_reason {
            wrong.push(format!("{}: {lines} lines", path.display()));
        }
    }
    none("too long", &wrong);
}

#[test]
fn long_functions_have_a_reason() {
    let mut wrong = Vec::new();
    for (path, text) in rust_files() {
        let is_test = path.components().any(|part| part.as_os_str() == "tests");
        if is_test {
            continue;
        }
        let long = functions(&text).into_iter();
        for function in long.filter(|f| f.lines > FUNCTION_LINES && !f.has_reason) {
            let Function {
                name, line, lines, ..
            } = function;
            wrong.push(format!(
                "{}:{line}: {name} has {lines} lines",
                path.display()
            ));
        }
    }
    none("functions that are long without a reason", &wrong);
}
