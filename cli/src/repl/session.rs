//! The evaluation of entries, and the commands that begin with a colon.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::Arc;

use bumpalo::Bump;
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::environment::files::{Grammar, reason};
use catalog::watchdog;
use frontend::issue::Located;
use frontend::{Diagnostic, Source, Symbol, parser};
use runtime::dispatch::signature_text;
use runtime::error::Error;
use runtime::log::Level;
use runtime::{Cx, Res, interp, text, types};

use super::editor::{Editor, Entry};
use super::names;
use crate::interrupt;

const HELP: &str = "\
Statements and expressions of the Puppet language; an entry that is not complete goes on in the
next line. Variables, functions, types and classes stay.

:type EXPR   the type of a value
:mir EXPR    the code that runs
:mir NAME    that of a function, class or define
:help        this text
:quit        the end, as the end of the input is

Ctrl-C ends an evaluation, or leaves an entry.
";

/// One session: the entries of standard input, to the end.
pub(super) struct Session;

impl Use<Result<(), String>> for Session {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Result<(), String> {
        if let Some(error) = error {
            return Err(error.text(true));
        }
        let mut editor = Editor::new()?;
        let mut out = io::stdout().lock();
        loop {
            let answer = match editor.read(|| names::known(compiler, cx), is_complete)? {
                Entry::End => return Ok(()),
                Entry::Abandoned => continue,
                Entry::Text(entry) => match command(entry.trim()) {
                    Command::Quit => return Ok(()),
                    Command::Help => HELP.to_owned(),
                    Command::Type("") => "What is the type of? As in  :type [1, 'a']\n".to_owned(),
                    Command::Type(code) => evaluated(compiler, cx, code, Shown::Type),
                    Command::Mir("") => "The code of what? As in  :mir 1 + 2\n".to_owned(),
                    Command::Mir(code) => mir_of(compiler, cx, code),
                    Command::Unknown(name) => format!("There is no {name}; :help lists what is\n"),
                    Command::Code(code) => evaluated(compiler, cx, code, Shown::Value),
                },
            };
            match write!(out, "{answer}").and_then(|()| out.flush()) {
                Ok(()) => {}
                // the reader has gone
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
                Err(error) => return Err(format!("standard output: {}", reason(&error))),
            }
        }
    }
}

/// What an entry asks for.
enum Command<'e> {
    Quit,
    Help,
    Type(&'e str),
    Mir(&'e str),
    Unknown(&'e str),
    Code(&'e str),
}

fn command(entry: &str) -> Command<'_> {
    if !entry.starts_with(':') || entry.starts_with("::") {
        return Command::Code(entry);
    }
    let (name, rest) = entry.split_once(char::is_whitespace).unwrap_or((entry, ""));
    let rest = rest.trim();
    match name {
        ":q" | ":quit" => Command::Quit,
        ":help" => Command::Help,
        ":type" => Command::Type(rest),
        ":mir" => Command::Mir(rest),
        other => Command::Unknown(other),
    }
}

/// What is shown of a value.
#[derive(Clone, Copy)]
enum Shown {
    Value,
    Type,
}

/// Whether an entry can be read to its end: one that cannot goes on in the next line.
fn is_complete(entry: &str) -> bool {
    let code = match command(entry.trim_start()) {
        Command::Code(_) => entry,
        Command::Type(code) | Command::Mir(code) => code,
        Command::Quit | Command::Help | Command::Unknown(_) => return true,
    };
    let source = Source::new(None, code);
    let arena = Bump::new();
    parser::parse(&arena, &source)
        .err()
        .is_none_or(|e| !is_open(&e))
}

/// Whether an error may go when the text goes on.
fn is_open(error: &Diagnostic) -> bool {
    match error.issue.0 {
        "SYNTAX_ERROR" => error.located == Located::File,
        issue => matches!(
            issue,
            "UNCLOSED_QUOTE"
                | "HEREDOC_UNCLOSED_PARENTHESIS"
                | "HEREDOC_WITHOUT_END_TAGGED_LINE"
                | "HEREDOC_WITHOUT_TEXT"
                | "UNCLOSED_MLCOMMENT"
        ),
    }
}

/// The log of an entry and its value, or its error.
fn evaluated<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, code: &str, shown: Shown) -> String {
    if code.trim().is_empty() {
        return String::new();
    }
    cx.log.clear();
    interrupt::forget();
    let _watch = watchdog::watch_interruptible(cx.settings.max_time, cx.settings.max_memory);
    let result = interp::within_limits(cx, |cx| {
        let value = evaluate(compiler, cx, code)?;
        let shown = match shown {
            Shown::Type => Some(types::infer(cx.heap, value).to_string()),
            Shown::Value if value.is_undef() => None,
            Shown::Value => Some(format!("=> {}", text::program(value))),
        };
        Ok(shown)
    });
    let mut out = String::new();
    for entry in cx.log.iter().filter(|entry| entry.level >= Level::Notice) {
        let _ = writeln!(out, "{}", entry.text(true));
    }
    match result {
        Ok(Some(shown)) => {
            let _ = writeln!(out, "{shown}");
        }
        Ok(None) => {}
        Err(_) if interrupt::came() => out.push_str("Interrupted\n"),
        failed => {
            if let Some(error) = compile::plain(failed) {
                let _ = writeln!(out, "Error: {}", error.text(true));
            }
        }
    }
    out
}

fn evaluate<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, code: &str) -> Res<'h> {
    let source = Arc::new(Source::new(None, code));
    let unit = compiler.load_text(cx, source, Grammar::Manifest)?;
    compiler.add_definitions(cx, unit)?;
    let value = compiler.run_program(cx, unit.program())?;
    compiler.evaluate_waiting(cx)?;
    Ok(value)
}

/// The MIR of what has a name, or the signatures when that is built in; else that of code.
fn mir_of<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, code: &str) -> String {
    if !is_name(code) {
        return mir_text(code);
    }
    let found = interp::within_limits(cx, |cx| {
        let bodies = compiler.bodies_named(cx, code)?;
        let signatures = match bodies.is_empty() {
            true => interp::function_signatures(cx, Symbol::intern(code))?,
            false => None,
        };
        Ok((bodies, signatures))
    });
    let mut out = String::new();
    match found {
        Ok((bodies, None)) if bodies.is_empty() => return mir_text(code),
        Ok((bodies, signatures)) => {
            for body in bodies {
                mir::text::print(body.mir, &body.mir.name, &mut out);
            }
            for signature in signatures.into_iter().flatten() {
                let _ = writeln!(out, "{code}{}  is built in", signature_text(signature));
            }
        }
        failed => {
            if let Some(error) = compile::plain(failed) {
                let _ = writeln!(out, "Error: {}", error.text(true));
            }
        }
    }
    out
}

/// Whether code is the name of something and nothing else.
fn is_name(code: &str) -> bool {
    let segment = |text: &str| {
        text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    code.strip_prefix("::")
        .unwrap_or(code)
        .split("::")
        .all(segment)
}

/// The MIR of code.
fn mir_text(code: &str) -> String {
    let source = Source::new(None, code);
    let arena = Bump::new();
    match parser::parse(&arena, &source) {
        Ok(program) => mir::text::print_unit(&mir::lower::lower(&program)) + "\n",
        Err(error) => format!("Error: {}\n", error.with_position(&source, None)),
    }
}
