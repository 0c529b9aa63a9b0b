//! `bunraku eval`: evaluates a manifest, alone or in an environment, and prints its log.

use std::io::{IsTerminal, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::environment::{Environment, Main};
use catalog::node::Node;
use clap::Args;
use runtime::Cx;
use runtime::error::Error;

use crate::drawing;
use crate::engine;
use crate::environments::Environments;
use crate::inputs::{self, InputArguments, Inputs};
use crate::jit::JitArguments;
use crate::messages::{Form, Messages};
use crate::profile::ProfileArguments;

/// Evaluate a manifest.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The manifest to evaluate; `-` means standard input.
    #[arg(required_unless_present_any = ["code", "manifest"], conflicts_with_all = ["code", "manifest"])]
    pub file: Option<PathBuf>,
    /// Evaluate this code instead of a file.
    #[arg(short = 'e', value_name = "CODE", conflicts_with = "manifest")]
    pub code: Option<String>,
    /// The node and its data.
    #[command(flatten)]
    pub node: NodeArguments,
    /// Choose the form of logs and errors.
    #[arg(
        long,
        value_name = "FORM",
        default_value = "auto",
        visible_alias = "format"
    )]
    pub messages: Form,
    /// The options about profiles.
    #[command(flatten)]
    pub profile: ProfileArguments,
}

/// The arguments about one node, which is not authenticated, and about its evaluation.
#[derive(Args, Debug)]
pub struct NodeArguments {
    /// Name of the node. By default, the name in the file of facts, otherwise test.example.com.
    #[arg(long, value_name = "NAME")]
    pub node: Option<String>,
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Show the calls that led to an error.
    #[arg(long)]
    pub trace: bool,
    /// The compiler tier.
    #[command(flatten)]
    pub jit: JitArguments,
}

impl NodeArguments {
    /// Opens the environments and reads the node. The current environment gets `main` as its main
    /// manifest.
    ///
    /// # Errors
    /// Fails if a file cannot be read or has errors, or if the answer of the classifier is wrong.
    pub fn open(&self, main: Option<Main>) -> Result<NodeInEnvironment<'_>, String> {
        let (inputs, name) = Inputs::of_one(&self.inputs, self.node.as_deref())?;
        let classification = inputs.classification(&name)?;
        let environment_name = classification.environment.clone();
        let node = inputs.local_node(&name, classification)?;
        let mut options = inputs::options(&self.inputs, Some(&inputs))?;
        if let Some(main) = main {
            options.main = main;
        }
        let environments = Environments::open(options, &self.jit)?;
        let environment = environments.of(environment_name.as_deref())?;
        Ok(NodeInEnvironment {
            environments,
            environment,
            node,
        })
    }
}

/// A node and its environment.
pub struct NodeInEnvironment<'a> {
    /// All environments that were opened.
    pub environments: Environments<'a>,
    /// The environment of the node.
    pub environment: Arc<Environment>,
    /// The node.
    pub node: Node,
}

/// Runs `bunraku eval`.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    let _watch = arguments.node.inputs.limits.begin();
    let result = engine::caught(|| evaluate(arguments));
    let (text, fine) = result.and_then(|inner| inner).unwrap_or_else(|problem| {
        let mut text = String::new();
        messages(arguments).problem(&problem, &mut text);
        (text, false)
    });
    // the reader may close the pipe early: that is not an error
    let _ = out.write_all(text.as_bytes());
    ExitCode::from(u8::from(!fine))
}

fn evaluate(arguments: &Arguments) -> Result<(String, bool), String> {
    let profiler = arguments.profile.profiler();
    let main = match &arguments.node.inputs.manifest {
        Some(_) => None,
        None => Some(main(arguments)?),
    };
    // never dropped, because the process ends afterwards
    let opened = ManuallyDrop::new(arguments.node.open(main)?);
    let lines = Lines(messages(arguments));
    let evaluate = || compile::compile(&opened.environment, &opened.node, lines);
    let done = profiler.record(&opened.node.name, evaluate);
    opened.environments.report();
    profiler.finish(opened.environments.statistics())?;
    Ok(done)
}

/// Returns the main manifest. Errors name its file by the last component of the path.
fn main(arguments: &Arguments) -> Result<Main, String> {
    if let Some(code) = &arguments.code {
        let code = code.clone().into_bytes();
        return Ok(Main::Text { path: None, code });
    }
    let path = arguments.file.as_deref().unwrap_or(Path::new("-"));
    if path.as_os_str() != "-" {
        let code = catalog::environment::files::read_manifest(path)?;
        let name = path.file_name().unwrap_or_default();
        let path = Some(name.to_string_lossy().into_owned());
        return Ok(Main::Text { path, code });
    }
    let code = inputs::standard_input()?;
    Ok(Main::Text { path: None, code })
}

fn messages(arguments: &Arguments) -> Messages<'_> {
    Messages {
        form: arguments.messages.on(std::io::stdout().is_terminal()),
        drawn: None,
        colour: drawing::has_colour(&std::io::stdout()),
        trace: arguments.node.trace,
        // a manifest outside an environment is named by its file name, otherwise by its path
        base_names: arguments.node.inputs.environment.is_none(),
        node: None,
        several: false,
    }
}

/// A use of a compilation that returns its messages, and whether it succeeded.
struct Lines<'n>(Messages<'n>);

impl Use<(String, bool)> for Lines<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> (String, bool) {
        let mut out = String::new();
        self.0.log(&cx.log, &mut out);
        if let Some(error) = &error {
            self.0.error(error, compiler, cx, &mut out);
        }
        (out, error.is_none())
    }
}
