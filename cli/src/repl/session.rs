//! Evaluates entries and answers commands.

use std::fmt::Write as _;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bumpalo::Bump;
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::environment::files::{Grammar, reason};
use catalog::lookup::{self, Explain, Format, Query};
use catalog::nearest::did_you_mean;
use catalog::watchdog;
use frontend::ast::ExprKind;
use frontend::issue::Located;
use frontend::{Diagnostic, Source, Symbol, parser};
use runtime::dispatch::signature_text;
use runtime::error::Error;
use runtime::log::Level;
use runtime::{Cx, Res, interp, text, types};

use super::command::{self, Command, HELP, command};
use super::editor::{Editor, Entry};
use super::names::{self, EnvironmentNames};
use super::output;
use crate::interrupt;

/// A session: the entries of standard input up to the end or to `:reset`.
pub(super) struct Session<'e> {
    /// The source of entries.
    pub(super) editor: &'e mut Editor,
    /// True if a user types the entries, so that names can be completed.
    pub(super) completes: bool,
    /// True if no entry has failed so far.
    pub(super) is_fine: &'e mut bool,
}

/// The reason why a session has ended.
pub(super) enum SessionEnd {
    /// There is no more input.
    Input,
    /// The user wants a new session.
    Reset,
}

/// The answer to an entry, and whether it succeeded.
struct Answer {
    text: String,
    is_fine: bool,
}

impl Answer {
    fn fine(text: impl Into<String>) -> Answer {
        Answer {
            text: text.into(),
            is_fine: true,
        }
    }

    fn wrong(text: impl Into<String>) -> Answer {
        Answer {
            text: text.into(),
            is_fine: false,
        }
    }
}

impl Use<Result<SessionEnd, String>> for Session<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Result<SessionEnd, String> {
        if let Some(error) = error {
            return Err(error.text(true));
        }
        let own = match self.completes {
            true => EnvironmentNames::of(compiler, cx),
            false => EnvironmentNames::default(),
        };
        let before: Vec<Symbol> = cx.scopes[0].variables.keys().copied().collect();
        loop {
            let names = || names::collect(compiler, cx, &own);
            let (entry, line) = match self.editor.read(names, is_complete)? {
                Entry::End => return Ok(SessionEnd::Input),
                Entry::Abandoned => continue,
                Entry::Text(entry, line) => (entry, line),
            };
            let answer = match command(entry.trim()) {
                Command::Quit => return Ok(SessionEnd::Input),
                Command::Reset => return Ok(SessionEnd::Reset),
                Command::Scope => Answer::fine(scope(cx, &before)),
                other => answered(compiler, cx, other, line),
            };
            *self.is_fine &= answer.is_fine;
            match output::show(&answer.text) {
                Ok(()) => {}
                // the reader of the output has ended
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                    return Ok(SessionEnd::Input);
                }
                Err(error) => return Err(format!("standard output: {}", reason(&error))),
            }
        }
    }
}

/// Returns the answer to a command or to code. `line` is the number of its line in the input.
fn answered<'h>(
    compiler: &'h Compiler<'h>,
    cx: &mut Cx<'h>,
    command: Command<'_>,
    line: u32,
) -> Answer {
    let source = |code: &str| Source::part(code, line);
    match command {
        Command::Quit | Command::Reset | Command::Scope | Command::Help => Answer::fine(HELP),
        Command::Type("") => Answer::wrong("An expression is missing, as in  :type [1, 'a']\n"),
        Command::Type(code) => evaluated(compiler, cx, source(code), ShownPart::Type),
        Command::Time("") => Answer::wrong("An expression is missing, as in  :time 1 + 2\n"),
        Command::Time(code) => timed(compiler, cx, source(code)),
        Command::Mir("") => {
            Answer::wrong("An expression or a name is missing, as in  :mir 1 + 2\n")
        }
        Command::Mir(code) => mir_of(compiler, cx, code),
        Command::Facts(name) => facts(compiler, cx, name),
        Command::Lookup("") => Answer::wrong("A key is missing, as in  :lookup ntp::servers\n"),
        Command::Lookup(words) => looked_up(compiler, cx, words),
        Command::Catalog(reference) => resources(compiler, reference),
        Command::Load("") => Answer::wrong("A file is missing, as in  :load site.pp\n"),
        Command::Load(path) => loaded(compiler, cx, path),
        Command::Unknown(name) => Answer::wrong(command::unknown(name)),
        Command::Code(code) => evaluated(compiler, cx, source(code), ShownPart::Value),
    }
}

/// The part of a result that is shown.
#[derive(Clone, Copy)]
enum ShownPart {
    Value,
    Type,
    Nothing,
}

/// Returns true if an entry is complete. Otherwise it continues on the next line.
fn is_complete(entry: &str) -> bool {
    let code = match command(entry.trim_start()) {
        Command::Code(_) => entry,
        Command::Type(code) | Command::Mir(code) | Command::Time(code) => code,
        _ => return true,
    };
    let source = Source::new(None, code);
    let arena = Bump::new();
    parser::parse(&arena, &source)
        .err()
        .is_none_or(|e| !is_open(&e))
}

/// Returns true if an error may disappear if more text follows.
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

/// Evaluates code. Returns its log and its value, or its error.
fn evaluated<'h>(
    compiler: &'h Compiler<'h>,
    cx: &mut Cx<'h>,
    source: Source,
    shown: ShownPart,
) -> Answer {
    match source.text.trim().is_empty() {
        true => Answer::fine(""),
        false => of_source(compiler, cx, source, shown),
    }
}

/// Evaluates a source. Returns its log and its value, or its error.
fn of_source<'h>(
    compiler: &'h Compiler<'h>,
    cx: &mut Cx<'h>,
    source: Source,
    shown: ShownPart,
) -> Answer {
    let gives_value = matches!(shown, ShownPart::Value) && gives_value(&source);
    within(compiler, cx, |cx| {
        let value = evaluate(compiler, cx, source)?;
        Ok(match shown {
            ShownPart::Type => Some(types::infer(cx.heap, value).to_string()),
            ShownPart::Value if value.is_undef() && !gives_value => None,
            ShownPart::Value => Some(format!("=> {}", text::program(value))),
            ShownPart::Nothing => None,
        })
    })
}

/// Runs `work` within the limits. Returns its log and its text, or its error.
fn within<'h>(
    compiler: &Compiler<'h>,
    cx: &mut Cx<'h>,
    work: impl FnOnce(&mut Cx<'h>) -> Res<'h, Option<String>>,
) -> Answer {
    cx.log.clear();
    interrupt::forget();
    let _watch = watchdog::watch_interruptible(cx.settings.max_time, cx.settings.max_memory);
    let result = interp::within_limits(cx, work);
    let mut out = String::new();
    for entry in cx.log.iter().filter(|entry| entry.level >= Level::Notice) {
        let _ = writeln!(out, "{}", entry.text(true));
    }
    match result {
        Ok(shown) => {
            if let Some(shown) = shown {
                let _ = writeln!(out, "{shown}");
            }
            Answer::fine(out)
        }
        Err(_) if interrupt::came() => Answer::wrong(out + "Interrupted\n"),
        failed => {
            if let Some(error) = compile::plain(failed) {
                output::messages().error(&error, compiler, cx, &mut out);
            }
            Answer::wrong(out)
        }
    }
}

/// Returns true if the user wants the value of the last statement, so that `undef` is shown: it is
/// no definition, no resource and no call of a function in [`DOING`].
fn gives_value(source: &Source) -> bool {
    let arena = Bump::new();
    let Ok(program) = parser::parse(&arena, source) else {
        return false;
    };
    let last = match program.body.kind {
        ExprKind::Block(statements) => statements.last(),
        _ => Some(program.body),
    };
    match last.map(|last| last.kind) {
        Some(ExprKind::Call { functor, .. }) => {
            !matches!(functor.kind, ExprKind::Name(name) if DOING.contains(&name))
        }
        Some(
            ExprKind::Undef
            | ExprKind::Variable(_)
            | ExprKind::Access { .. }
            | ExprKind::MethodCall { .. }
            | ExprKind::Selector { .. }
            | ExprKind::Paren(_),
        ) => true,
        _ => false,
    }
}

/// Functions that are called for their effect.
const DOING: &[&str] = &[
    "alert",
    "contain",
    "create_resources",
    "crit",
    "debug",
    "emerg",
    "err",
    "fail",
    "include",
    "info",
    "notice",
    "realize",
    "require",
    "tag",
    "warning",
];

/// Evaluates code and adds the elapsed time.
fn timed<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, source: Source) -> Answer {
    let start = Instant::now();
    let mut answer = evaluated(compiler, cx, source, ShownPart::Value);
    let time = start.elapsed();
    let _ = writeln!(answer.text, "{:.3} ms", time.as_secs_f64() * 1000.0);
    answer
}

/// Returns the facts of the node, or one of them.
fn facts<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, name: &str) -> Answer {
    let code = |name: &str| match name {
        "" => Source::new(None, "$facts".to_owned()),
        name => {
            let name = name.replace(['\\', '\''], "");
            Source::new(None, format!("$facts.get('{name}')"))
        }
    };
    let mut is_found = true;
    let mut answer = within(compiler, cx, |cx| {
        let value = evaluate(compiler, cx, code(name))?;
        if value.is_undef() {
            let (outer, last) = name.rsplit_once('.').unwrap_or(("", name));
            let around = evaluate(compiler, cx, code(outer))?;
            let keys = around.as_hash().map(|facts| facts.iter());
            let keys = keys.map(|facts| facts.map(|(key, _)| text::interpolated(key)));
            let keys: Vec<String> = keys.into_iter().flatten().collect();
            if !keys.iter().any(|key| key == last) {
                is_found = false;
                let near = did_you_mean(last, keys.iter().map(String::as_str));
                return Ok(Some(format!("There is no fact '{name}'{near}")));
            }
        }
        let lines = value.as_hash().filter(|_| name.is_empty()).map(|facts| {
            let line =
                |(key, value)| format!("{} => {}", text::interpolated(key), text::program(value));
            facts.iter().map(line).collect::<Vec<_>>().join("\n")
        });
        Ok(Some(
            lines.unwrap_or_else(|| format!("=> {}", text::program(value))),
        ))
    });
    answer.is_fine &= is_found;
    answer
}

/// Returns the variables that entries have set.
fn scope(cx: &Cx<'_>, before: &[Symbol]) -> String {
    let mut out = String::new();
    let variables = &cx.scopes[0].variables;
    for name in variables.keys().filter(|name| !before.contains(name)) {
        if let Some(value) = variables.get(name) {
            let _ = writeln!(out, "${name} = {}", text::program(*value));
        }
    }
    out
}

/// Looks up a key for the node.
fn looked_up<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, words: &str) -> Answer {
    let explain = words.split_whitespace().any(|word| word == "--explain");
    let keys = words.split_whitespace().filter(|word| *word != "--explain");
    let query = Query {
        keys: keys.map(str::to_owned).collect(),
        merge: None,
        value_type: None,
        default: None,
        explain: if explain {
            Explain::Steps
        } else {
            Explain::Nothing
        },
        format: if explain { Format::Text } else { Format::Yaml },
    };
    if query.keys.is_empty() {
        return Answer::wrong("A key is missing, as in  :lookup ntp::servers\n");
    }
    let mut is_found = true;
    let mut answer = within(compiler, cx, |cx| {
        Ok(match compiler.lookup.query(cx, &query)? {
            lookup::Answer::Found(text) => Some(text.trim_end().to_owned()),
            lookup::Answer::NotFound => {
                is_found = false;
                let keys = compiler.data_keys();
                let near = did_you_mean(&query.keys[0], keys.iter().map(String::as_str));
                Some(format!("No data has '{}'{near}", query.keys.join("' or '")))
            }
            lookup::Answer::Wrong(message) => {
                is_found = false;
                Some(format!("Error: {message}"))
            }
        })
    });
    answer.is_fine &= is_found;
    answer
}

/// Returns the resources that entries have declared, or one of them with its attributes.
fn resources(compiler: &Compiler<'_>, reference: &str) -> Answer {
    let all = compiler.shown_resources();
    let mut out = String::new();
    if reference.is_empty() {
        for (name, _) in &all {
            let _ = writeln!(out, "{name}");
        }
        return Answer::fine(out);
    }
    let bare = |name: &str| name.replace(['\'', '"'], "").to_lowercase();
    let wanted = bare(reference);
    let found: Vec<_> = all
        .iter()
        .filter(|(name, _)| bare(name) == wanted || bare(name).starts_with(&format!("{wanted}[")))
        .collect();
    if found.is_empty() {
        let names = all.iter().map(|(name, _)| name.as_str());
        let advice = did_you_mean(reference, names);
        return Answer::wrong(format!("There is no {reference}{advice}\n"));
    }
    for (name, attributes) in found {
        let _ = writeln!(out, "{name}");
        for (attribute, value) in attributes {
            let _ = writeln!(out, "  {attribute} => {value}");
        }
    }
    Answer::fine(out)
}

/// Evaluates a manifest.
fn loaded<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, path: &str) -> Answer {
    match ::check::files::text(Path::new(path)) {
        Ok(code) => of_source(
            compiler,
            cx,
            Source::new(Some(path), code),
            ShownPart::Nothing,
        ),
        Err(problem) => Answer::wrong(format!("Error: {path}: {problem}\n")),
    }
}

fn evaluate<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, source: Source) -> Res<'h> {
    let unit = compiler.load_text(cx, Arc::new(source), Grammar::Manifest)?;
    compiler.add_definitions(cx, unit)?;
    let value = compiler.run_program(cx, unit.program())?;
    compiler.evaluate_waiting(cx)?;
    Ok(value)
}

/// Returns the MIR of the function, class or define that `code` names, or the signatures of a
/// built-in function. Otherwise returns the MIR of the code itself.
fn mir_of<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, code: &str) -> Answer {
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
                output::messages().error(&error, compiler, cx, &mut out);
            }
            return Answer::wrong(out);
        }
    }
    Answer::fine(out)
}

/// Returns true if code consists only of a name.
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

/// Returns the MIR of code.
fn mir_text(code: &str) -> Answer {
    let source = Source::new(None, code);
    let arena = Bump::new();
    match parser::parse(&arena, &source) {
        Ok(program) => Answer::fine(mir::text::print_unit(&mir::lower::lower(&program)) + "\n"),
        Err(error) => Answer::wrong(format!("Error: {}\n", error.with_position(&source, None))),
    }
}
