//! Writes answers to standard output: coloured and with a pager on a terminal, unchanged in a pipe.

use std::borrow::Cow;
use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use crate::drawing;
use crate::messages::{Form, Messages};

/// Shows an answer.
///
/// # Errors
/// Fails if standard output cannot be written.
pub(super) fn show(answer: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let has_colour = drawing::has_colour(&out);
    if !out.is_terminal() {
        return out.write_all(answer.as_bytes()).and_then(|()| out.flush());
    }
    let text = match has_colour {
        true => Cow::Owned(coloured(answer)),
        false => Cow::Borrowed(answer),
    };
    if let Some((columns, rows)) = terminal_size::terminal_size()
        && rows_of(answer, columns.0.into()) >= usize::from(rows.0)
        && page(&text)
    {
        return Ok(());
    }
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}

/// Returns the number of rows that a text takes on a terminal, which breaks long lines.
fn rows_of(text: &str, columns: usize) -> usize {
    let columns = columns.max(1);
    let rows = text
        .lines()
        .map(|line| line.chars().count().div_ceil(columns).max(1));
    rows.sum()
}

/// Returns the writer of errors, which draws them on a terminal.
pub(super) fn messages() -> Messages<'static> {
    let out = io::stdout();
    Messages {
        form: Form::Auto.on(out.is_terminal()),
        colour: drawing::has_colour(&out),
        base_names: true,
        ..Messages::default()
    }
}

/// Passes a text to the pager. Returns false if there is none.
fn page(text: &str) -> bool {
    let program = std::env::var("PAGER").unwrap_or_else(|_| "less -FRX".to_owned());
    let child = Command::new("sh")
        .args(["-c", &program])
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        return false;
    };
    if let Some(mut input) = child.stdin.take() {
        // the pager may end before it has read everything
        let _ = input.write_all(text.as_bytes());
    }
    child.wait().is_ok_and(|status| status.code() != Some(127))
}

const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const GREEN: &str = "\x1b[32m";
const PLAIN: &str = "\x1b[0m";

/// Colours an answer: values green, warnings yellow, errors red.
fn coloured(answer: &str) -> String {
    let mut out = String::with_capacity(answer.len() + 16);
    for line in answer.split_inclusive('\n') {
        let colour = match line {
            _ if line.starts_with("Error: ") => RED,
            _ if line.starts_with("Warning: ") => YELLOW,
            _ if line.starts_with("=> ") => GREEN,
            _ => {
                out.push_str(line);
                continue;
            }
        };
        let (text, end) = match line.strip_suffix('\n') {
            Some(text) => (text, "\n"),
            None => (line, ""),
        };
        out.extend([colour, text, PLAIN, end]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::coloured;

    #[test]
    fn each_line_has_its_colour() {
        assert_eq!(
            coloured("Notice: a\n=> 1\n"),
            "Notice: a\n\x1b[32m=> 1\x1b[0m\n"
        );
        assert_eq!(coloured("Error: x"), "\x1b[31mError: x\x1b[0m");
    }
}
