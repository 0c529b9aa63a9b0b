//! `bunraku epp`: renders, checks and dumps templates of the Puppet language.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use catalog::compile::{self, Use, plain};
use catalog::compiler::Compiler;
use catalog::data::Data;
use catalog::environment::files::{Grammar, read_text};
use catalog::environment::{Environment, Main};
use catalog::node::rich_value;
use clap::{Args, Subcommand};
use conformance::limits::LimitArguments;
use frontend::validate::{Options, Strict};
use frontend::{Severity, Source};
use runtime::error::Error;
use runtime::log::Level;
use runtime::{Cx, Res, Value};

use crate::inputs::{self, InputArguments, Inputs};
use crate::report;
use crate::template_files::ModulesArguments;
use crate::{check, engine, epp_dump};

/// The subcommands of `bunraku epp`.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Render templates as text.
    Render(Box<RenderArguments>),
    /// Check the syntax of templates.
    #[command(visible_alias = "validate")]
    Check(CheckArguments),
    /// Write the syntax trees of templates.
    Dump(epp_dump::Arguments),
}

/// Render templates as text.
#[derive(Args, Debug)]
pub struct RenderArguments {
    /// Templates, as files or MODULE/FILE. Without any, read standard input.
    pub templates: Vec<String>,
    /// Use this text as the template instead of files.
    #[arg(short = 'e', long = "e", value_name = "TEMPLATE")]
    pub template: Option<String>,
    /// Set variables or parameters of the template: a Hash in the Puppet language.
    #[arg(long, value_name = "HASH")]
    pub values: Option<String>,
    /// Read the values from this file, .pp, .yaml or .json. Values of --values take precedence.
    #[arg(long, alias = "values_file", value_name = "FILE")]
    pub values_file: Option<PathBuf>,
    /// Print the name of each template if there are several. This is the default.
    #[arg(long, overrides_with = "no_header")]
    pub header: bool,
    /// Do not print the names of the templates.
    #[arg(long)]
    pub no_header: bool,
    /// Name of the node.
    #[arg(long, value_name = "NAME", default_value = inputs::DEFAULT_NODE)]
    pub node: String,
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
}

/// Check the syntax of templates.
#[derive(Args, Debug)]
pub struct CheckArguments {
    /// Templates, as files or MODULE/FILE. Without any, read standard input.
    pub templates: Vec<PathBuf>,
    /// Check the next templates after one with errors.
    #[arg(long, alias = "continue_on_error")]
    pub continue_on_error: bool,
    /// The options about modules.
    #[command(flatten)]
    pub modules: ModulesArguments,
    /// Limits of time and memory for the command; a limit of calls has no effect.
    #[command(flatten)]
    pub limits: LimitArguments,
}

/// Runs `bunraku epp`.
pub fn execute(command: &Command, out: &mut impl Write) -> ExitCode {
    let fine = match command {
        Command::Dump(arguments) => return epp_dump::execute(arguments, out),
        Command::Check(arguments) => {
            let _watch = arguments.limits.begin();
            engine::caught(|| check_all(arguments)).and_then(|inner| inner)
        }
        Command::Render(arguments) => {
            let result = engine::on_deep_stack(|| {
                let _watch = arguments.inputs.limits.begin();
                engine::caught(|| run(arguments)).and_then(|inner| inner)
            });
            result.and_then(|inner| inner).map(|done| {
                let _ = io::stderr().write_all(done.log.as_bytes());
                // the reader may close the pipe early: that is not an error
                let _ = out.write_all(done.text.as_bytes());
                done.fine
            })
        }
    };
    match fine {
        Ok(fine) => ExitCode::from(u8::from(!fine)),
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    }
}

fn check_all(arguments: &CheckArguments) -> Result<bool, String> {
    let found = arguments.modules.find(&arguments.templates)?;
    let files = found.files.iter();
    let mut sources: Vec<(String, Result<String, String>)> = files
        .map(|path| (path.display().to_string(), check::read(path)))
        .collect();
    if arguments.templates.is_empty() {
        sources.push(("<stdin>".to_owned(), Ok(inputs::standard_text()?)));
    }
    let options = Options {
        strict: Strict::Error,
        ..Options::default()
    };
    let mut fine = true;
    for (shown, text) in sources {
        let text = match text {
            Ok(text) => text,
            // like a file that is missing, it does not hide the others
            Err(problem) => {
                let _ = writeln!(io::stderr(), "Error: {shown}: {problem}");
                fine = false;
                continue;
            }
        };
        let source = Source::new(Some(&shown), text);
        let (parse_failed, diagnostics) = check::check_source(&source, true, &options, false);
        let mut is_valid = !parse_failed;
        for diagnostic in &diagnostics {
            let level = match diagnostic.severity {
                Severity::Error => "Error",
                Severity::Warning | Severity::Deprecation => "Warning",
            };
            is_valid &= diagnostic.severity != Severity::Error;
            let text = diagnostic.with_position(&source, Some(&shown));
            let _ = writeln!(io::stderr(), "{level}: {text}");
        }
        fine &= is_valid;
        if !is_valid && !arguments.continue_on_error {
            break;
        }
    }
    found.problem().map_or(Ok(fine), Err)
}

/// The result of rendering.
struct RenderResult {
    text: String,
    log: String,
    fine: bool,
}

fn run(arguments: &RenderArguments) -> Result<RenderResult, String> {
    let inputs = Inputs::read(&arguments.inputs, std::slice::from_ref(&arguments.node))?;
    let mut node = inputs.node(&arguments.node, inputs.classification(&arguments.node)?)?;
    node.classes = Data::Undef;
    let mut options = inputs::options(&arguments.inputs, None)?;
    options.main = Main::Text {
        path: None,
        code: Vec::new(),
    };
    let environment = Environment::open(options)?;
    let stdin = match (&arguments.template, arguments.templates.is_empty()) {
        (None, true) if io::stdin().is_terminal() => {
            return Err("No input to process given on command line or stdin".to_owned());
        }
        (None, true) => Some(inputs::standard_text()?),
        _ => None,
    };
    // `-e` takes precedence over files
    let files: &[String] = match &arguments.template {
        Some(_) => &[],
        None => &arguments.templates,
    };
    let rendering = Rendering {
        arguments,
        files,
        text: arguments.template.as_deref().or(stdin.as_deref()),
        file: values_of_file(arguments.values_file.as_deref())?,
    };
    compile::compile(&environment, &node, rendering)
}

/// The values from `--values-file`.
enum FileValues {
    Data(Data),
    /// The code and the name of its file.
    Code(String, String),
}

fn values_of_file(path: Option<&Path>) -> Result<FileValues, String> {
    let Some(path) = path else {
        return Ok(FileValues::Data(Data::Undef));
    };
    let name = path.display().to_string();
    let extension = path.extension().and_then(|extension| extension.to_str());
    match extension {
        Some("pp") => Ok(FileValues::Code(read_text(path).map_err(unloaded)?, name)),
        Some("yaml" | "json") => inputs::read_hash(path)
            .map(FileValues::Data)
            .map_err(unloaded),
        _ => Err("Only .yaml, .json or .pp can be used as a --values_file".to_owned()),
    }
}

fn unloaded(problem: String) -> String {
    format!("Could not load --values_file {problem}")
}

/// Renders the templates in a compilation.
struct Rendering<'a> {
    arguments: &'a RenderArguments,
    /// The names of the templates.
    files: &'a [String],
    text: Option<&'a str>,
    file: FileValues,
}

impl Use<Result<RenderResult, String>> for Rendering<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Result<RenderResult, String> {
        if let Some(error) = error {
            return Err(error.text(false));
        }
        let values = self.values(compiler, cx)?;
        let (mut text, mut problems) = (String::new(), String::new());
        let templates = self.files;
        let headers = templates.len() > 1 && !self.arguments.no_header;
        let names = templates.iter().map(|name| (name.as_str(), false));
        let inline = self.text.map(|text| (text, true));
        for (template, is_text) in names.chain(inline) {
            let break_before = if text.is_empty() { "" } else { "\n" };
            match render(cx, template, is_text, values) {
                Ok(rendered) if headers => {
                    text.push_str(&format!("{break_before}--- {template}\n{rendered}"));
                }
                Ok(rendered) => text.push_str(&rendered),
                Err(message) => problems.push_str(&format!("Error: {message}\n")),
            }
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        let mut log = String::new();
        for entry in cx.log.iter().filter(|entry| entry.level >= Level::Notice) {
            log.push_str(&entry.text(false));
            log.push('\n');
        }
        let fine = problems.is_empty();
        log.push_str(&problems);
        Ok(RenderResult {
            text: if fine { text } else { String::new() },
            log,
            fine,
        })
    }
}

impl Rendering<'_> {
    /// Returns the hash of all values, or `None` if no values were given.
    fn values<'h>(
        &self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
    ) -> Result<Option<Value<'h>>, String> {
        let from_file = match &self.file {
            FileValues::Data(Data::Undef) => Value::Undef,
            FileValues::Data(data) => text(rich_value(cx, data))?,
            FileValues::Code(code, name) => {
                text(evaluate(compiler, cx, code, name)).map_err(unloaded)?
            }
        };
        let given = match &self.arguments.values {
            Some(code) => text(evaluate(compiler, cx, code, "values-hash"))?,
            None => Value::Undef,
        };
        let allowed = [
            (from_file, "values_file", "undef/nil"),
            (given, "values", "undef"),
        ];
        for (value, option, nothing) in allowed {
            if !matches!(value, Value::Undef | Value::Hash(_)) {
                let class = catalog::hiera::ruby_class(&compiler.lookup.data(value));
                return Err(format!(
                    "--{option} option must evaluate to a Hash or {nothing}, got: '{class}'"
                ));
            }
        }
        match (from_file, given) {
            (Value::Undef, Value::Undef) => Ok(None),
            (Value::Undef, hash) | (hash, Value::Undef) => Ok(Some(hash)),
            (below, over) => Ok(Some(merged(cx, below, over))),
        }
    }
}

/// Merges two hashes. Entries of `over` replace those of `below`.
fn merged<'h>(cx: &Cx<'h>, below: Value<'h>, over: Value<'h>) -> Value<'h> {
    let mut pairs = runtime::value::HashBuilder::with_capacity(0);
    for hash in [below, over]
        .into_iter()
        .filter_map(|value| value.as_hash())
    {
        for (key, value) in hash.iter() {
            pairs.insert(key, value);
        }
    }
    Value::Hash(pairs.finish(cx.heap))
}

fn evaluate<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, code: &str, name: &str) -> Res<'h> {
    let source = Arc::new(Source::new(Some(name), code));
    let unit = compiler.load_text(cx, source, Grammar::Manifest)?;
    compiler.run_program(cx, unit.program())
}

/// Converts the error of a result to text.
fn text<'h>(result: Res<'h>) -> Result<Value<'h>, String> {
    result.map_err(|raise| {
        let error = plain::<()>(Err(raise));
        error.map(|error| error.text(false)).unwrap_or_default()
    })
}

fn render<'h>(
    cx: &mut Cx<'h>,
    template: &str,
    is_text: bool,
    values: Option<Value<'h>>,
) -> Result<String, String> {
    let path = Path::new(template);
    let function = if is_text { "inline_epp" } else { "epp" };
    let template = match path.is_file() && !is_text {
        true => report::absolute(path),
        false => template.to_owned(),
    };
    let mut arguments = vec![Value::string(cx.heap, &template)];
    arguments.extend(values);
    let rendered = text(cx.call_function(function, &arguments, None))?;
    Ok(match rendered {
        // the user renders a template to see its text, so a Sensitive result is shown
        Value::Sensitive(clear) => runtime::text::interpolated(*clear),
        rendered => runtime::text::interpolated(rendered),
    })
}
