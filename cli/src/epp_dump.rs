//! `bunraku epp dump`: writes the syntax trees of templates.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use bumpalo::Bump;
use clap::{Args, ValueEnum};
use conformance::limits::LimitArguments;
use frontend::validate::{Options, Strict};
use frontend::{Severity, Source, parser, pn};

use crate::template_files::ModulesArguments;
use crate::{check, engine, inputs};

/// Write the syntax trees of templates.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Templates, as files or MODULE/FILE. Without any, read standard input.
    pub templates: Vec<PathBuf>,
    /// Use this text as the template instead of files.
    #[arg(short = 'e', long = "e", value_name = "TEMPLATE")]
    pub template: Option<String>,
    /// Choose the notation of the trees.
    #[arg(long, value_enum, default_value_t = Format::Pn)]
    pub format: Format,
    /// Write each tree on several lines.
    #[arg(long)]
    pub pretty: bool,
    /// Print the name of each template if there are several. This is the default.
    #[arg(long, overrides_with = "no_header")]
    pub header: bool,
    /// Do not print the names of the templates.
    #[arg(long)]
    pub no_header: bool,
    /// Also write trees that the static checks reject.
    #[arg(long)]
    pub no_validate: bool,
    /// The options about modules.
    #[command(flatten)]
    pub modules: ModulesArguments,
    /// Limits of time and memory for the command; a limit of calls has no effect.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// The notation of trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// Puppet's own notation
    #[value(alias = "text")]
    Pn,
    /// The same notation as JSON
    Json,
}

/// Runs `bunraku epp dump`. Returns status 1 if a template cannot be parsed.
pub fn execute(arguments: &Arguments, out: &mut impl Write) -> ExitCode {
    let _watch = arguments.limits.begin();
    let sources = match engine::caught(|| sources(arguments)).and_then(|inner| inner) {
        Ok(sources) => sources,
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            return ExitCode::FAILURE;
        }
    };
    let is_named = sources.len() > 1 && !arguments.no_header && arguments.format == Format::Pn;
    let mut fine = true;
    for source in &sources {
        if is_named {
            let _ = writeln!(out, "--- {}", source.path.as_deref().unwrap_or_default());
        }
        let dumped = engine::caught(|| dump(arguments, source));
        match dumped.unwrap_or_else(|problem| Err(format!("Error: {problem}\n"))) {
            Ok(text) => {
                // the reader may close the pipe early: that is not an error
                let _ = writeln!(out, "{text}");
            }
            Err(text) => {
                fine = false;
                let _ = io::stderr().write_all(text.as_bytes());
            }
        }
    }
    ExitCode::from(u8::from(!fine))
}

fn sources(arguments: &Arguments) -> Result<Vec<Source>, String> {
    if let Some(template) = &arguments.template {
        let source = Source::new(Some("command-line-string"), template.clone());
        return Ok(vec![source]);
    }
    if arguments.templates.is_empty() {
        if io::stdin().is_terminal() {
            return Err("No input to parse given on command line or stdin".to_owned());
        }
        return Ok(vec![Source::new(Some("stdin"), inputs::standard_text()?)]);
    }
    let found = arguments.modules.find(&arguments.templates)?;
    if let Some(problem) = found.problem() {
        return Err(problem);
    }
    let read = |path: &PathBuf| {
        let shown = path.display().to_string();
        check::read(path)
            .map(|text| Source::new(Some(&shown), text))
            .map_err(|problem| format!("{shown}: {problem}"))
    };
    found.files.iter().map(read).collect()
}

fn dump(arguments: &Arguments, source: &Source) -> Result<String, String> {
    let shown = source.path.as_deref();
    if !arguments.no_validate {
        let options = Options {
            strict: Strict::Error,
            ..Options::default()
        };
        let (_, found) = check::check_source(source, true, &options, false);
        let errors = found.iter().filter(|one| one.severity == Severity::Error);
        let errors: String = errors
            .map(|error| format!("Error: {}\n", error.with_position(source, shown)))
            .collect();
        if !errors.is_empty() {
            return Err(errors);
        }
    }
    let arena = Bump::new();
    let options = parser::Options {
        epp: true,
        ..parser::Options::default()
    };
    let program = parser::parse_with(&arena, source, options, &mut Vec::new())
        .map_err(|error| format!("Error: {}\n", error.with_position(source, shown)))?;
    let noted = match (arguments.format, arguments.pretty) {
        (Format::Pn, false) => pn::text(&program),
        (Format::Pn, true) => pn::pretty(&program),
        (Format::Json, _) => pn::json(&program),
    };
    let text = noted.map_err(|pn::NoNotation(message)| format!("Error: {message}\n"))?;
    if !(arguments.format == Format::Json && arguments.pretty) {
        return Ok(text);
    }
    let tree: serde_json::Value =
        serde_json::from_str(&text).map_err(|e| format!("Error: {e}\n"))?;
    serde_json::to_string_pretty(&tree).map_err(|e| format!("Error: {e}\n"))
}
