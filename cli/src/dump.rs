//! `bunraku dump`: shows the result of one stage for a file.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bumpalo::Bump;
use clap::{Args, ValueEnum};
use conformance::limits::LimitArguments;
use frontend::tokens::{self, Listed};
use frontend::{Diagnostic, Source, parser, pn};
use runtime::limits;

use crate::engine;
use ::check::FileReport;

use crate::report;

/// Show the tokens, the syntax tree or the intermediate code of a file
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// A manifest (.pp), a template (.epp, .erb) or Ruby code (.rb)
    pub file: PathBuf,
    /// Choose the stage to show
    #[arg(long, value_enum, default_value_t = Stage::Pn)]
    pub stage: Stage,
    /// Choose the form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Limits of time and memory for the command; a limit of calls has no effect
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// A stage between the text and the machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Stage {
    /// The tokens with their positions
    Tokens,
    /// The syntax tree with all positions
    Ast,
    /// The syntax tree in PN, as `puppet parser dump` shows it
    Pn,
    /// The typed intermediate code
    Mir,
    /// The syntax tree of Ruby code (.rb) or of an ERB template
    Ruby,
}

/// The output format of a stage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// JSON, for PN only
    Json,
}

/// Prints the result of the stage. Returns status 1 if the file cannot be read or parsed.
pub fn execute(arguments: &Arguments, out: &mut impl Write) -> ExitCode {
    let is_template = arguments.file.extension().is_some_and(|e| e == "epp");
    let _watch = arguments.limits.begin();
    let dumped = engine::caught(|| dump(arguments, is_template, out));
    match dumped.unwrap_or_else(|problem| Err(format!("Error: {problem}\n"))) {
        Ok(text) => {
            let _ = out.write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(text) => {
            let _ = std::io::stderr().write_all(text.as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// Returns the text of a stage. A syntax tree is much longer than its source, so it is written to
/// `out` directly.
fn dump(arguments: &Arguments, is_template: bool, out: &mut impl Write) -> Result<String, String> {
    if arguments.format == Format::Json && arguments.stage != Stage::Pn {
        return Err("Error: only the stage pn can be written as JSON\n".to_owned());
    }
    let shown = arguments.file.to_string_lossy().into_owned();
    let text = crate::check::read(&arguments.file)
        .map_err(|problem| format!("Error: {shown}: {problem}\n"))?;
    if arguments.stage == Stage::Ruby {
        return ruby_tree(arguments, &shown, text);
    }
    let source = Source::new(Some(&report::absolute(&arguments.file)), text);
    let options = parser::Options {
        epp: is_template,
        dense: arguments.stage == Stage::Mir,
        ..parser::Options::default()
    };
    let failed = |error: Diagnostic| {
        let report = FileReport {
            shown: shown.clone(),
            source: Source::new(source.path.as_deref(), source.text.clone()),
            parse_failed: true,
            diagnostics: vec![error],
            edits: Vec::new(),
        };
        let mut text = Vec::new();
        let written = report::write(&[report], report::Format::Human, false, &mut text);
        written.expect("a vector takes everything");
        String::from_utf8_lossy(&text).into_owned()
    };
    if arguments.stage == Stage::Tokens {
        let (tokens, error) = tokens::tokens(
            &source,
            tokens::Options {
                epp: is_template,
                tasks: false,
            },
        );
        return match error {
            None => Ok(token_lines(&source, &tokens)),
            Some(error) => Err(token_lines(&source, &tokens) + &failed(error)),
        };
    }
    let arena = Bump::new();
    let program = parser::parse_with(&arena, &source, options, &mut Vec::new()).map_err(failed)?;
    let no_notation = |pn::NoNotation(message)| format!("Error: {message}\n");
    let mut text = match (arguments.stage, arguments.format) {
        (Stage::Tokens | Stage::Ruby, _) => String::new(),
        (Stage::Ast, _) => {
            // the reader may close the pipe early: that is not an error
            let _ = write!(Stepping(out), "{:#?}", program.body);
            String::new()
        }
        (Stage::Mir, _) => {
            let unit = mir::lower::lower(&program);
            let functions = unit.definitions.iter().map(|d| &d.function);
            for function in std::iter::once(&unit.program).chain(functions) {
                mir::verify::verify(function).map_err(|broken| format!("Error: {broken}\n"))?;
            }
            mir::text::print_unit(&unit)
        }
        (Stage::Pn, Format::Text) => pn::text(&program).map_err(no_notation)?,
        (Stage::Pn, Format::Json) => pn::json(&program).map_err(no_notation)?,
    };
    text.push('\n');
    Ok(text)
}

/// Returns the tree of code in Ruby. A file that does not end in .rb is read as a template in ERB.
fn ruby_tree(arguments: &Arguments, shown: &str, text: String) -> Result<String, String> {
    let code = match arguments.file.extension().is_some_and(|end| end == "rb") {
        true => text,
        false => ruby::syntax::erb::code(&text),
    };
    let arena = Bump::new();
    let tree = ruby::syntax::parse(&arena, &code);
    let tree = tree.map_err(|error| format!("Error: {shown}:{error}\n"))?;
    Ok(ruby::syntax::dump::dump(tree) + "\n")
}

/// An output that checks the limit of time at each write.
struct Stepping<'o, W>(&'o mut W);

impl<W: Write> Write for Stepping<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        limits::time();
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Returns a line `line:column kind text` for each token.
fn token_lines(source: &Source, tokens: &[Listed]) -> String {
    let mut out = String::new();
    for token in tokens {
        limits::time();
        let at = source.position(token.span.start);
        let text = &source.text[token.span.start as usize..token.span.end as usize];
        let place = format!("{}:{}", at.line, at.column);
        let _ = writeln!(out, "{place:<9}{:<20}{text:?}", token.kind);
    }
    out
}
