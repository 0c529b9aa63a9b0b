//! Prints the tree of files in Puppet's notation, one line per file: the tree, or the error.
//!
//! `cargo run -p frontend --example pn -- [--json] [--tasks] [--requests] FILE...`; templates end
//! in `.epp`. With `--requests`, answers requests of kind `parse`: lines of `epp TAB tasks TAB`
//! and the source with `\\`, `\n`, `\r` and NUL escaped.

#![allow(clippy::disallowed_methods, reason = "a tool that reads files")]

use std::io::{BufRead, Write};

use frontend::parser::{Options, parse_with};
use frontend::{Source, pn};

fn main() -> std::io::Result<()> {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|a| a.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|f| f == flag);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let answer = |text: &str, options: Options| {
        let source = Source::new(None, text);
        let arena = bumpalo::Bump::new();
        let mut warnings = Vec::new();
        let mut lines = String::new();
        let result = parse_with(&arena, &source, options, &mut warnings);
        for warning in warnings {
            let at = source.position(warning.span.start);
            lines += &format!("W {} {}\t", at.line, warning.message.escape_debug());
        }
        match result {
            Ok(program) => {
                let notation = match has("--json") {
                    true => pn::json(&program),
                    false => pn::text(&program),
                };
                match notation {
                    Ok(text) => lines + "T " + &text,
                    Err(pn::NoNotation(message)) => lines + "E - - " + &message,
                }
            }
            Err(error) => {
                let at = source.position(error.span.start);
                let place = match error.has_line() {
                    false => "- -".to_string(),
                    true => format!("{} {}", at.line, at.column),
                };
                lines + &format!("E {place} {}", error.message)
            }
        }
    };
    if has("--requests") {
        for line in std::io::stdin().lock().lines() {
            let line = line?;
            let mut fields = line.splitn(3, '\t');
            let epp = fields.next() == Some("1");
            let tasks = fields.next() == Some("1");
            let text = unescape(fields.next().unwrap_or(""));
            let reply = answer(
                &text,
                Options {
                    epp,
                    tasks,
                    tree_only: true,
                    dense: false,
                },
            );
            writeln!(out, "{}", escape(&reply))?;
        }
        return Ok(());
    }
    for file in &files {
        let text = std::fs::read_to_string(file)?;
        let options = Options {
            epp: file.ends_with(".epp"),
            tasks: has("--tasks"),
            tree_only: true,
            dense: false,
        };
        writeln!(out, "{}", escape(&answer(&text, options)))?;
    }
    Ok(())
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
        .replace('\0', "\\0")
}

fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some('0') => out.push('\0'),
                Some(other) => out.push(other),
                None => {}
            },
            _ => out.push(c),
        }
    }
    out
}
