//! `bunraku lookup`: prints the value that a node finds in the data, and the reasons.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::data::{Data, Pairs};
use catalog::environment::Main;
use catalog::lookup::{self, Answer, Explain, Query};
use clap::Args;
use runtime::Cx;
use runtime::error::{Error, Raise};

use crate::environments::Environments;
use crate::inputs::{self, InputArguments, Inputs};
use crate::jit::{JitArguments, JitMode};
use crate::messages::{self, Form, Messages};
use crate::{drawing, engine, unused};

/// Look up keys in the data of an environment, as a node does.
#[derive(Args, Debug)]
pub struct Arguments {
    /// Keys to look up. The first key that has a value is the answer.
    pub keys: Vec<String>,
    /// Name of the node. With --unused it may be given several times, and all nodes that have facts
    /// are the default.
    #[arg(long, value_name = "NAME")]
    pub node: Vec<String>,
    /// Environment, settings, facts.
    #[command(flatten)]
    pub inputs: InputArguments,
    /// Compile the catalog first, so that data can use the variables of manifests.
    #[arg(long)]
    pub compile: bool,
    /// Explain where the value comes from.
    #[arg(long)]
    pub explain: bool,
    /// Explain where the lookup options of the key come from.
    #[arg(long)]
    pub explain_options: bool,
    /// Merge the values of several levels in this way: first, unique, hash, deep.
    #[arg(long, value_name = "STRATEGY")]
    pub merge: Option<String>,
    /// Let this prefix mark the entries that a deep merge removes.
    #[arg(
        long,
        alias = "knock_out_prefix",
        value_name = "PREFIX",
        allow_hyphen_values = true
    )]
    pub knock_out_prefix: Option<String>,
    /// Sort the arrays that a deep merge makes.
    #[arg(long, alias = "sort_merged_arrays")]
    pub sort_merged_arrays: bool,
    /// Merge the hashes in arrays one by one in a deep merge.
    #[arg(long, alias = "merge_hash_arrays")]
    pub merge_hash_arrays: bool,
    /// Use this value if no data has the key.
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    pub default: Option<String>,
    /// Fail unless the value has this type.
    #[arg(long = "type", value_name = "TYPE")]
    pub value_type: Option<String>,
    /// Choose the form of the answer: s, json, yaml. By default, yaml for a value and s for an
    /// explanation.
    #[arg(
        long,
        visible_alias = "format",
        alias = "render_as",
        value_name = "FORMAT"
    )]
    pub render_as: Option<String>,
    /// Choose the form of logs and errors. On a terminal, an error about a missing key lists the
    /// places that were searched.
    #[arg(long, value_name = "FORM", default_value = "auto")]
    pub messages: Form,
    /// Compile the nodes, and list the keys of data files that no node reads, also in files for
    /// other nodes. Data of modules that no node uses is not listed.
    #[arg(long, conflicts_with_all = ["keys", "explain", "explain_options", "merge", "default", "value_type"])]
    pub unused: bool,
}

/// Runs `bunraku lookup`.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    if let Err(message) = inputs::wanted(&arguments.inputs) {
        messages::report(arguments.messages, &message);
        return ExitCode::from(2);
    }
    let watch = arguments.inputs.limits.begin();
    let result = match arguments.unused {
        true => {
            let nodes = (&arguments.inputs, arguments.node.as_slice());
            unused::list(nodes, arguments.render_as.as_deref(), watch, out)
        }
        false => engine::caught(|| run(arguments))
            .and_then(|inner| inner)
            .map(|done| {
                let mut errors = io::stderr().lock();
                let _ = errors.write_all(done.log.as_bytes());
                // the reader may close the pipe early: that is not an error
                let _ = out.write_all(done.text.as_bytes());
                done.found
            }),
    };
    match result {
        Ok(found) => ExitCode::from(u8::from(!found)),
        Err(message) => {
            messages::report(arguments.messages, &message);
            ExitCode::from(1)
        }
    }
}

/// The result of a lookup.
#[derive(Default)]
struct LookupResult {
    text: String,
    log: String,
    found: bool,
}

fn run(arguments: &Arguments) -> Result<LookupResult, String> {
    let query = query(arguments)?;
    let given = match arguments.node.as_slice() {
        [] => None,
        [name] => Some(name.as_str()),
        _ => return Err("Only one --node is allowed".to_owned()),
    };
    let (inputs, name) = Inputs::of_one(&arguments.inputs, given)?;
    let classification = inputs.classification(&name)?;
    let named = classification.environment.clone();
    let mut node = inputs.node(&name, classification)?;
    // agents send facts without null
    let facts = node.facts.as_ref().map(without_null);
    for (name, value) in &mut node.variables {
        let fact = facts.as_ref().and_then(|facts| facts.as_hash()?.get(name));
        *value = match (fact, &node.facts) {
            (Some(fact), Some(Data::Hash(facts))) if facts.get(name) == Some(&*value) => {
                fact.clone()
            }
            _ => without_null(value),
        };
    }
    node.facts = facts;
    let mut options = inputs::options(&arguments.inputs, Some(&inputs))?;
    if !arguments.compile {
        // without `--compile` only data is needed
        options.main = Main::Text {
            path: None,
            code: Vec::new(),
        };
        node.classes = Data::Undef;
    }
    let jit = JitArguments::of(JitMode::Off);
    let environment = Environments::open(options, &jit)?.of(named.as_deref())?;
    let messages = Messages {
        form: arguments.messages.on(io::stderr().is_terminal()),
        colour: drawing::has_colour(&io::stderr()),
        ..Messages::default()
    };
    compile::compile(&environment, &node, LookupUse(&query, messages))
}

/// Replaces each null in facts by an empty text.
fn without_null(facts: &Data) -> Data {
    match facts {
        Data::Undef => Data::string(""),
        Data::Array(items) => Data::array(items.iter().map(without_null).collect()),
        Data::Hash(hash) => {
            let pairs = hash.iter();
            Data::hash(
                pairs
                    .map(|(name, value)| (name.clone(), without_null(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

fn query(arguments: &Arguments) -> Result<Query, String> {
    let explain = match (arguments.explain_options, arguments.explain) {
        (true, false) => Explain::Options,
        (_, true) => Explain::Steps,
        (false, false) => Explain::Nothing,
    };
    if arguments.keys.is_empty() && explain != Explain::Options {
        return Err("No keys were given to lookup.".to_owned());
    }
    Ok(Query {
        keys: arguments.keys.clone(),
        merge: merge(arguments)?,
        value_type: arguments.value_type.clone(),
        default: arguments.default.clone(),
        explain,
        format: match (arguments.render_as.as_deref(), explain) {
            (Some("s" | "text"), _) => lookup::Format::Text,
            (Some("json"), _) => lookup::Format::Json,
            (Some("yaml"), _) | (None, Explain::Nothing) => lookup::Format::Yaml,
            (None, Explain::Steps | Explain::Options) => lookup::Format::Text,
            (Some(other), _) => return Err(format!("Unknown rendering format '{other}'")),
        },
    })
}

/// Returns the merge option that the arguments describe.
fn merge(arguments: &Arguments) -> Result<Option<Data>, String> {
    let strategy = arguments.merge.as_deref();
    let has_options = arguments.knock_out_prefix.is_some()
        || arguments.sort_merged_arrays
        || arguments.merge_hash_arrays;
    match strategy {
        Some("deep") => {}
        _ if has_options => {
            let text = "The options --knock-out-prefix, --sort-merged-arrays, and --merge-hash-arrays are only available with '--merge deep'";
            return Err(text.to_owned());
        }
        None => return Ok(None),
        Some("first" | "unique" | "hash") => return Ok(strategy.map(Data::string)),
        Some(_) => {
            let text = "The --merge option only accepts 'first', 'hash', 'unique', or 'deep'";
            return Err(text.to_owned());
        }
    }
    let mut pairs = Pairs::default();
    let mut add = |name: &str, value: Data| drop(pairs.insert(Data::string(name), value));
    add("strategy", Data::string("deep"));
    add(
        "sort_merged_arrays",
        Data::Boolean(arguments.sort_merged_arrays),
    );
    add(
        "merge_hash_arrays",
        Data::Boolean(arguments.merge_hash_arrays),
    );
    if let Some(prefix) = &arguments.knock_out_prefix {
        add("knockout_prefix", Data::string(prefix));
    }
    Ok(Some(Data::hash(pairs)))
}

/// Looks up the keys in a compilation.
struct LookupUse<'q>(&'q Query, Messages<'q>);

impl Use<Result<LookupResult, String>> for LookupUse<'_> {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Result<LookupResult, String> {
        let LookupUse(query, messages) = self;
        let answer = match error {
            Some(error) => Err(Some(error)),
            None => compile::within_limits(|| compiler.lookup.query(cx, query)).map_err(|raise| {
                match *raise {
                    Raise::Error(error) => Some(error),
                    Raise::Next(..) | Raise::Return(..) | Raise::Break(_) => None,
                }
            }),
        };
        let mut log = String::new();
        messages.log(&cx.log, &mut log);
        let mut done = LookupResult::default();
        match answer {
            Ok(Answer::Found(text)) => {
                done.text = text;
                done.found = true;
            }
            Ok(Answer::NotFound) => messages.not_found(&query.keys, compiler, cx, &mut log),
            Ok(Answer::Wrong(message)) => messages.problem(&message, &mut log),
            Err(Some(error)) => messages.error(&error, compiler, cx, &mut log),
            Err(None) => messages.problem("", &mut log),
        }
        done.log = log;
        Ok(done)
    }
}
