//! `bunraku explain`: shows where resources and their attributes come from.

mod json;
mod question;
mod text;

use std::io::{self, IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::ExitCode;

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::nearest::did_you_mean;
use catalog::provenance::report::Answer;
use catalog::provenance::{NodeInputs, Question};
use clap::{Args, ValueEnum};
use runtime::Cx;
use runtime::error::Error;

use crate::drawing;
use crate::engine;
use crate::environments::Environments;
use crate::inputs::{self, InputArguments, Inputs};
use crate::jit::{JitArguments, JitMode};
use crate::messages::{Form, Messages};

/// Explain where resources and their attributes come from.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  bunraku explain 'File[/etc/motd]' --node web01.example.com --environment .
  bunraku explain 'File[/etc/motd]{mode}' 'Class[Ntp]' --environment . --facts facts/
  bunraku explain 'Package[ntp] -> Service[ntp]' --environment .
  bunraku explain --all --node web01.example.com --environment .")]
pub struct Arguments {
    /// Resources to explain: `Type[title]` or `Type[title]{attribute,attribute}`. A title may be a
    /// pattern with `*` and `?`. `A -> B` and `A ~> B` explain what orders two resources.
    #[arg(value_name = "REFERENCE", required_unless_present = "all")]
    pub questions: Vec<String>,
    /// Explain the catalog of this node; may be given several times. By default, all nodes that
    /// have facts.
    #[arg(long, value_name = "NAME")]
    pub node: Vec<String>,
    /// List all resources of the catalog with their places in the code.
    #[arg(long)]
    pub all: bool,
    /// Choose the form of the answer.
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
    /// Show the source line of each step.
    #[arg(long)]
    pub source: bool,
    /// Choose when to use colours.
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: Color,
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
}

/// The values of `--format`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// A tree for people.
    Text,
    /// One JSON document, described in docs/explain.md.
    Json,
}

/// The values of `--color`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// The answers about a node.
struct NodeAnswers {
    node: String,
    /// The error that ended the compilation early.
    error: Option<String>,
    answers: Vec<Answer>,
}

/// Runs `bunraku explain`.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    let wrong = |message: String| {
        let _ = writeln!(io::stderr(), "Error: {message}");
        ExitCode::from(2)
    };
    if let Err(message) = inputs::wanted(&arguments.inputs) {
        return wrong(message);
    }
    let questions = match question::all(&arguments.questions, arguments.all) {
        Ok(questions) => questions,
        Err(message) => return wrong(message),
    };
    let told = engine::caught(|| run(arguments, &questions)).and_then(|inner| inner);
    match told {
        Ok(told) => {
            let is_fine = show(arguments, &told, out);
            ExitCode::from(u8::from(!is_fine))
        }
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    }
}

fn run(arguments: &Arguments, questions: &[Question]) -> Result<Vec<NodeAnswers>, String> {
    let inputs = Inputs::read(&arguments.inputs, &arguments.node)?;
    check_nodes(&arguments.node, &inputs.known_nodes()?)?;
    let options = inputs::options(&arguments.inputs, Some(&inputs))?;
    let jit = JitArguments::of(JitMode::Off);
    // never dropped, because the process ends afterwards
    let environments = ManuallyDrop::new(Environments::open(options, &jit)?);
    let form = match arguments.format {
        Format::Text => Form::Auto.on(io::stderr().is_terminal()),
        Format::Json => Form::Text,
    };
    let mut told = Vec::new();
    for name in &inputs.nodes {
        let one = || -> Result<NodeAnswers, String> {
            let classification = inputs.classification(name)?;
            let environment = environments.of(classification.environment.as_deref())?;
            let origins = node_inputs(&arguments.inputs, name, &classification.variables()?);
            let node = inputs.node(name, classification)?;
            let asked = ExplainUse {
                name,
                inputs: &origins,
                questions,
                form,
            };
            engine::caught(|| compile::compile_traced(&environment, &node, asked))
        };
        told.push(one().unwrap_or_else(|problem| NodeAnswers {
            node: name.clone(),
            error: Some(format!("Error: {problem} on node {name}")),
            answers: Vec::new(),
        }));
    }
    Ok(told)
}

/// Rejects a node without facts if there are facts of other nodes: the name is mistyped.
fn check_nodes(given: &[String], known: &[String]) -> Result<(), String> {
    if known.is_empty() {
        return Ok(());
    }
    match given.iter().find(|name| !known.contains(name)) {
        Some(name) => {
            let near = did_you_mean(name, known.iter().map(String::as_str));
            Err(format!("There are no facts of '{name}'{near}"))
        }
        None => Ok(()),
    }
}

/// Returns the files that the variables of a node come from.
fn node_inputs(
    arguments: &InputArguments,
    node: &str,
    classified: &[(String, catalog::data::Data)],
) -> NodeInputs {
    let in_folder = |folder: &Path| {
        let paths = ["json", "yaml"].map(|extension| folder.join(format!("{node}.{extension}")));
        paths.into_iter().find(|path| path.is_file())
    };
    let facts = match &arguments.facts {
        Some(path) if path.is_dir() => in_folder(path).map(|path| (path, None)),
        Some(path) => Some((path.clone(), Some(node.to_owned()))),
        None => None,
    };
    NodeInputs {
        facts,
        classifier: arguments.enc.as_ref().map(Into::into),
        classified: classified.iter().map(|(name, _)| name.clone()).collect(),
    }
}

/// Answers the questions from a compilation.
struct ExplainUse<'q> {
    name: &'q str,
    inputs: &'q NodeInputs,
    questions: &'q [Question],
    /// The form of the error that ends the compilation.
    form: Form,
}

impl Use<NodeAnswers> for ExplainUse<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> NodeAnswers {
        let messages = Messages {
            form: self.form,
            colour: drawing::has_colour(&io::stderr()),
            node: Some(self.name),
            ..Messages::default()
        };
        let error = error.map(|error| {
            let mut text = String::new();
            messages.error(&error, compiler, cx, &mut text);
            text.trim_end().to_owned()
        });
        NodeAnswers {
            node: self.name.to_owned(),
            error,
            answers: compiler.explained(cx, self.inputs, self.questions),
        }
    }
}

/// Writes the answers. Returns true if each question has an answer on some node and all nodes
/// compiled.
fn show(arguments: &Arguments, told: &[NodeAnswers], out: &mut dyn Write) -> bool {
    for node in told {
        if let Some(error) = &node.error {
            let _ = writeln!(io::stderr(), "{error}");
        }
    }
    let count = told.iter().map(|node| node.answers.len()).max();
    let count = count.unwrap_or_default();
    let is_answered = |at: usize| {
        let mut answers = told.iter().filter_map(|node| node.answers.get(at));
        answers.any(is_positive)
    };
    let answered: Vec<bool> = (0..count).map(is_answered).collect();
    match arguments.format {
        Format::Json => json::write(told, out),
        Format::Text => {
            let has_colors = match arguments.color {
                Color::Always => true,
                Color::Never => false,
                Color::Auto => drawing::has_colour(&io::stdout()),
            };
            let mut text = text::Text::new(has_colors, arguments.source);
            for node in told {
                for (answer, found_somewhere) in node.answers.iter().zip(&answered) {
                    text.answer(&node.node, answer, *found_somewhere && told.len() > 1);
                }
            }
            let _ = out.write_all(text.finish().as_bytes());
        }
    }
    answered.iter().all(|is| *is) && told.iter().all(|node| node.error.is_none())
}

/// Returns true if an answer contains what the question names.
fn is_positive(answer: &Answer) -> bool {
    match answer {
        Answer::Subjects(_) | Answer::List(_) => true,
        Answer::Order(order) => !order.path.is_empty(),
        Answer::Missing(_) => false,
    }
}
