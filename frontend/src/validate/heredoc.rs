//! Checks the text of a heredoc with a syntax tag, `@(END:json)`, against that syntax.
//!
//! Puppet checks `json`, `pp`, `epp` and `base64`, alone or after a `+` (`data+json`), in heredocs
//! without interpolation, as the last step of parsing.

use std::cell::Cell;

use bumpalo::Bump;

use crate::issue::{Diagnostic, Issue, Located};
use crate::parser;
use crate::source::{Source, Span};
use rubycore::json;

use super::{Limits, Options, VALIDATION_FAILED, outcome, validate};

/// Heredocs of code inside heredocs of code are checked down to this depth.
const DEPTH_MAX: u32 = 16;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Checks the text of a heredoc against its syntax. `span` is where the text begins. Adds what
/// Puppet logs while it checks code: the warnings, and the errors if there are several.
pub fn check_heredoc(
    syntax: &str,
    text: &str,
    span: Span,
    logs: &mut Vec<Diagnostic>,
) -> Option<Diagnostic> {
    let first = logs.len();
    let (issue, problem) = match syntax.rsplit('+').next().unwrap_or(syntax) {
        "json" => ("ILLEGAL_JSON", json_problem(text)),
        "base64" => ("ILLEGAL_BASE64", base64_problem(text)),
        "pp" => ("ILLEGAL_PP", code_problem(text, false, logs)),
        "epp" => ("ILLEGAL_EPP", code_problem(text, true, logs)),
        _ => return None,
    };
    logs[first..].iter_mut().for_each(|log| log.span = span);
    let message = format!(
        "Invalid produced text having syntax: '{syntax}'. {}",
        problem?
    );
    Some(Diagnostic::error(Issue(issue), message, span))
}

fn json_problem(text: &str) -> Option<String> {
    let problem = json::check(text).err()?;
    // Puppet shows no further errors
    let problem: String = problem.chars().take(100).collect();
    let problem = problem.replace("\r\n", "\\n").replace('\n', "\\n");
    Some(format!(
        "JSON syntax checker: Cannot parse invalid JSON string. \"{problem}\""
    ))
}

fn base64_problem(text: &str) -> Option<String> {
    if is_base64(text) {
        return None;
    }
    // Puppet counts white space here
    let detail = match text.len() % 4 {
        1 | 2 => "padding is not correct",
        _ => "contains letters outside strict base 64 range (or whitespace)",
    };
    Some(format!(
        "Base64 syntax checker: Cannot parse invalid Base64 string - {detail}"
    ))
}

/// Returns true if a text is strict base64, with white space anywhere.
fn is_base64(text: &str) -> bool {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let bytes: Vec<u8> = text.bytes().filter(|b| !b.is_ascii_whitespace()).collect();
    let padding = bytes.iter().rev().take_while(|&&b| b == b'=').count();
    let digits = &bytes[..bytes.len() - padding];
    let unused_bits = match padding {
        0 => 0,
        1 => 0b11,
        2 => 0b1111,
        _ => return false,
    };
    bytes.len().is_multiple_of(4)
        && digits.iter().all(|&b| value(b).is_some())
        && (padding == 0
            || digits
                .last()
                .is_some_and(|&b| value(b).is_some_and(|digit| digit & unused_bits == 0)))
}

fn code_problem(text: &str, epp: bool, logs: &mut Vec<Diagnostic>) -> Option<String> {
    if DEPTH.get() >= DEPTH_MAX {
        return None;
    }
    DEPTH.set(DEPTH.get() + 1);
    let source = Source::new(None, text);
    let problem = code_error(&source, epp, logs).map(|error| {
        let text = match error.issue == VALIDATION_FAILED {
            true => error.message,
            false => error.with_position(&source, None),
        };
        let checker = if epp { "EPP" } else { "PP" };
        format!("{checker} syntax checker: \"{text}\"")
    });
    DEPTH.set(DEPTH.get() - 1);
    problem
}

fn code_error(source: &Source, epp: bool, logs: &mut Vec<Diagnostic>) -> Option<Diagnostic> {
    let arena = Bump::new();
    let options = parser::Options {
        epp,
        ..parser::Options::default()
    };
    let mut found = Vec::new();
    let error = match parser::parse_with(&arena, source, options, &mut found) {
        Ok(program) => {
            let faults = validate(&program, source, &Options::default());
            let outcome = outcome(faults, &Limits::default());
            found.extend(outcome.logs);
            outcome.error
        }
        Err(error) => Some(error),
    };
    logs.extend(found.into_iter().map(|log| placed_within(log, source)));
    error
}

/// Makes the line within the heredoc, which Puppet shows, a part of the message.
fn placed_within(log: Diagnostic, source: &Source) -> Diagnostic {
    let located = match log.has_line() {
        true => Located::Line,
        false => log.located,
    };
    let log = Diagnostic { located, ..log };
    Diagnostic {
        message: log.with_position(source, None),
        located: Located::Nowhere,
        ..log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_strict_but_for_white_space() {
        for good in ["", "YWJj\n", "YW Jj", "YQ==", "YWI=", "\n\nYWJj"] {
            assert!(is_base64(good), "{good}");
        }
        for bad in ["YWJ", "YW==", "YWJj====", "Y===", "-_==", "YQ==YQ==", "="] {
            assert!(!is_base64(bad), "{bad}");
        }
    }

    #[test]
    fn code_in_code_ends_somewhere() {
        let mut text = String::new();
        for i in 0..200 {
            text = format!("$a = @(E{i}:pp)\n{text}\n|E{i}\n");
        }
        assert_eq!(
            check_heredoc("pp", &text, Span::default(), &mut Vec::new()),
            None
        );
    }
}
