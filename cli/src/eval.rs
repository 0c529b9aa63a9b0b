//! `bunraku eval`: evaluates a manifest that stands alone and prints its log.

use std::io::Write;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::data::{Data, Pairs};
use catalog::environment::{Environment, Main, Options};
use catalog::node::{Authentication, Node, NodeBuilder};
use clap::Args;
use conformance::limits::LimitArguments;
use runtime::Cx;
use runtime::error::Error;

use crate::jit::JitArguments;
use crate::messages::{Form, Messages};
use crate::profile::ProfileArguments;
use crate::{engine, inputs};

/// Evaluates a manifest.
#[derive(Args, Debug)]
pub struct Arguments {
    /// The manifest; `-` for standard input.
    #[arg(required_unless_present = "code", conflicts_with = "code")]
    pub file: Option<PathBuf>,
    /// Code instead of a file.
    #[arg(short = 'e', value_name = "CODE")]
    pub code: Option<String>,
    /// The node and its data.
    #[command(flatten)]
    pub inputs: NodeArguments,
    /// How logs and errors are written.
    #[arg(long, value_name = "FORM", default_value = "text")]
    pub messages: Form,
    /// Where the time goes.
    #[command(flatten)]
    pub profile: ProfileArguments,
}

/// A node that no environment knows of, and how it is evaluated.
#[derive(Args, Debug)]
pub struct NodeArguments {
    /// Facts, JSON or YAML.
    #[arg(long, value_name = "FILE")]
    pub facts: Option<PathBuf>,
    /// The node's name.
    #[arg(long, value_name = "NAME", default_value = inputs::DEFAULT_NODE)]
    pub node: String,
    /// Folders of modules, separated by colons.
    #[arg(long, value_name = "DIRS")]
    pub modulepath: Option<String>,
    /// What to put over `$trusted`.
    #[arg(long, value_name = "FILE")]
    pub trusted: Option<PathBuf>,
    /// `$server_facts`
    #[arg(long, value_name = "FILE")]
    pub server_facts: Option<PathBuf>,
    /// A setting of Puppet.
    #[arg(long, value_name = "KEY=VALUE", value_parser = inputs::setting)]
    pub setting: Vec<(String, String)>,
    /// Shows the calls that led to an error.
    #[arg(long)]
    pub trace: bool,
    /// The limits of the evaluation.
    #[command(flatten)]
    pub limits: LimitArguments,
    /// The compiler tier.
    #[command(flatten)]
    pub jit: JitArguments,
}

impl NodeArguments {
    /// What an environment without a folder of its own is opened with.
    pub fn options(&self, main: Main) -> Options {
        Options {
            main,
            base_module_path: inputs::folders(self.modulepath.as_deref()),
            settings: inputs::settings(&self.setting, &self.limits),
            ..Options::default()
        }
    }
}

/// Runs the command.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    let _watch = arguments.inputs.limits.begin();
    let result = engine::caught(|| evaluate(arguments));
    let (text, fine) = result.and_then(|inner| inner).unwrap_or_else(|problem| {
        let mut text = String::new();
        messages(arguments).problem(&problem, &mut text);
        (text, false)
    });
    // a closed pipe is the reader's choice
    let _ = out.write_all(text.as_bytes());
    ExitCode::from(u8::from(!fine))
}

fn evaluate(arguments: &Arguments) -> Result<(String, bool), String> {
    let profiler = arguments.profile.profiler();
    let node = node(&arguments.inputs)?;
    let mut environment = Environment::open(arguments.inputs.options(main(arguments)?))?;
    let tier = arguments.inputs.jit.equip(&mut environment);
    let lines = Lines(messages(arguments));
    // the process ends behind it: nothing is given back one by one
    let environment = ManuallyDrop::new(environment);
    let evaluate = || compile::compile(&environment, &node, lines);
    let done = profiler.record(&node.name, evaluate);
    arguments.inputs.jit.report(&environment, tier.as_deref());
    let statistics = tier.as_deref().map(jit::Engine::statistics);
    profiler.finish(statistics.unwrap_or_default())?;
    Ok(done)
}

/// The code; errors name its file by the last component.
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

/// The node, whom nobody authenticated.
///
/// # Errors
/// The file that cannot be read, and what is wrong with it.
pub fn node(arguments: &NodeArguments) -> Result<Node, String> {
    let read = |path: &Option<PathBuf>| path.as_deref().map(inputs::read_hash).transpose();
    let empty = || Data::hash(Pairs::default());
    let builder = NodeBuilder::new(&arguments.node)
        .authentication(Authentication::Local)
        .facts(read(&arguments.facts)?.unwrap_or_else(empty))
        .server_facts(read(&arguments.server_facts)?.unwrap_or_default())
        .trusted(read(&arguments.trusted)?.unwrap_or_default());
    Ok(builder.build())
}

fn messages(arguments: &Arguments) -> Messages<'_> {
    Messages {
        form: arguments.messages,
        trace: arguments.inputs.trace,
        base_names: true,
        node: None,
        several: false,
    }
}

/// The messages, and whether there was no error.
struct Lines<'n>(Messages<'n>);

impl Use<(String, bool)> for Lines<'_> {
    fn call<'h>(
        self,
        _compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> (String, bool) {
        let mut out = String::new();
        self.0.log(&cx.log, &mut out);
        if let Some(error) = &error {
            self.0.error(error, &mut out);
        }
        (out, error.is_none())
    }
}
