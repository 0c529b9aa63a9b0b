//! Checks whether templates in ERB are valid Ruby.

use std::io::Write;
use std::process::{Command, Stdio};

use bumpalo::Bump;
use frontend::Diagnostic;
use ruby::syntax;

use super::hiera::line_span;
use crate::code::{finding, probable};
use crate::world::Unit;

/// Checks the syntax of a template in ERB.
pub(super) fn check(unit: &Unit<'_>) -> Vec<Diagnostic> {
    let code = syntax::erb::code(&unit.source.text);
    let arena = Bump::new();
    let Err(error) = syntax::parse(&arena, &code) else {
        return Vec::new();
    };
    // the parser in this crate does not support all of Ruby, so `ruby` must confirm the error
    let confirmed = confirm(&code);
    let span = line_span(unit.source, Some(error.line as u32));
    match confirmed {
        Some(true) => vec![finding("ERB_SYNTAX", error.message, span)],
        Some(false) => Vec::new(),
        None => vec![probable("ERB_SYNTAX", error.message, span)],
    }
}

/// Returns true if `ruby` finds an error in the code too, or `None` if there is no `ruby`.
fn confirm(code: &str) -> Option<bool> {
    let mut child = Command::new("ruby")
        .args(["-c", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    if let Some(mut input) = child.stdin.take() {
        // ruby may end before it has read everything
        let _ = input.write_all(code.as_bytes());
    }
    let status = child.wait().ok()?;
    Some(!status.success())
}
