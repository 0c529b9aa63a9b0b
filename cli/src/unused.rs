//! `bunraku lookup --unused`: lists keys in data files that no node reads. The data of a module
//! that no node uses is left out, because nobody could read it.

use std::collections::HashSet;
use std::io::{self, Write};

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::watchdog::Watch;
use rayon::prelude::*;
use runtime::Cx;
use runtime::error::Error;

use crate::engine;
use crate::environments::Environments;
use crate::inputs::{self, InputArguments, Inputs};
use crate::jit::{JitArguments, JitMode};

/// Writes the keys that no node reads, as lines of text or as JSON. `watch` applies its limits
/// until the nodes are compiled, each of which has its own. Returns false if a node does not
/// compile, because the keys that it would read are not known.
///
/// # Errors
/// Fails if the arguments or the files that they name have errors.
pub fn list(
    (arguments, nodes): (&InputArguments, &[String]),
    render_as: Option<&str>,
    watch: Watch,
    out: &mut dyn Write,
) -> Result<bool, String> {
    let is_json = match render_as {
        Some("json") => true,
        Some("s" | "text") | None => false,
        Some(other) => return Err(format!("Unknown rendering format '{other}'")),
    };
    let inputs = Inputs::read(arguments, nodes)?;
    let jit = JitArguments::of(JitMode::Auto);
    let environments = Environments::open(inputs::options(arguments, None)?, &jit)?;
    let names = &inputs.nodes;
    let pool = engine::pool(names.len())?;
    // each node has its own limit of time
    drop(watch);
    let one = |name: &String| -> Result<Read, String> {
        let _watch = arguments.limits.begin();
        let classification = inputs.classification(name)?;
        let environment = environments.of(classification.environment.as_deref())?;
        let node = inputs.node(name, classification)?;
        engine::caught(|| compile::compile(&environment, &node, Keys))
    };
    let read: Vec<Result<Read, String>> = pool.install(|| names.par_iter().map(one).collect());
    let (mut used, mut modules) = (HashSet::new(), HashSet::new());
    let mut fine = true;
    for (name, read) in names.iter().zip(read) {
        let problem = match read {
            Ok(read) => {
                used.extend(read.keys);
                modules.extend(read.modules);
                read.error
            }
            Err(message) => Some(message),
        };
        if let Some(message) = problem {
            fine = false;
            let _ = writeln!(io::stderr(), "Error: {name}: {message}");
        }
    }
    let mut unused: Vec<(String, String)> = Vec::new();
    for environment in environments.opened() {
        unused.extend(environment.hierarchies.keys(&modules));
    }
    unused.retain(|(_, key)| !used.contains(key));
    unused.sort();
    unused.dedup();
    let text = if is_json {
        let list = unused
            .iter()
            .map(|(file, key)| serde_json::json!({"file": file, "key": key}));
        format!("{}\n", serde_json::Value::from_iter(list))
    } else {
        unused
            .iter()
            .map(|(file, key)| format!("{file}: {key}\n"))
            .collect()
    };
    // the reader may close the pipe early: that is not an error
    let _ = out.write_all(text.as_bytes());
    Ok(fine)
}

/// The keys and modules that a node has read.
struct Read {
    keys: Vec<String>,
    modules: HashSet<String>,
    error: Option<String>,
}

struct Keys;

impl Use<Read> for Keys {
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> Read {
        compiler.lookup.open_all(cx);
        let keys = compiler.lookup.read_roots();
        let asked = keys.iter().filter_map(|key| key.split_once("::"));
        let mut modules: HashSet<String> = asked.map(|(module, _)| module.to_owned()).collect();
        modules.extend(compiler.modules());
        Read {
            keys,
            modules,
            error: error.map(|error| error.text(false)),
        }
    }
}
