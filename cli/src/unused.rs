//! `bunraku lookup --unused`: keys in data files that no node reads.

use std::collections::HashSet;
use std::io::{self, Write};

use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::environment::Environment;
use rayon::prelude::*;
use runtime::Cx;
use runtime::error::Error;

use crate::engine;
use crate::inputs::{self, Inputs};
use crate::lookup::Arguments;

/// Writes the keys: text, a line each, or JSON.
///
/// # Errors
/// What is wrong with the arguments and the files that they name.
pub fn list(arguments: &Arguments, out: &mut dyn Write) -> Result<(), String> {
    inputs::wanted(&arguments.inputs)?;
    let inputs = Inputs::read(&arguments.inputs, &arguments.node)?;
    let environment = Environment::open(inputs::options(&arguments.inputs)?)?;
    let names = &inputs.nodes;
    let pool = engine::pool(names.len())?;
    let one = |name: &String| -> Result<Read, String> {
        let node = inputs.node(name)?.node;
        engine::caught(|| compile::compile(&environment, &node, Keys))
    };
    let read: Vec<Result<Read, String>> = pool.install(|| names.par_iter().map(one).collect());
    let mut used = HashSet::new();
    for (name, read) in names.iter().zip(read) {
        let problem = match read {
            Ok(read) => {
                used.extend(read.keys);
                read.error
            }
            Err(message) => Some(message),
        };
        if let Some(message) = problem {
            // what it would have read is not known
            let _ = writeln!(io::stderr(), "Error: {name}: {message}");
        }
    }
    let unused: Vec<(String, String)> = environment
        .hierarchies
        .keys()
        .into_iter()
        .filter(|(_, key)| !used.contains(key))
        .collect();
    let text = match arguments.render_as.as_deref() {
        Some("json") => {
            let list = unused
                .iter()
                .map(|(file, key)| serde_json::json!({"file": file, "key": key}));
            format!("{}\n", serde_json::Value::from_iter(list))
        }
        Some("s" | "text") | None => unused
            .iter()
            .map(|(file, key)| format!("{file}: {key}\n"))
            .collect(),
        Some(other) => return Err(format!("Unknown rendering format '{other}'")),
    };
    // a closed pipe is the reader's choice
    let _ = out.write_all(text.as_bytes());
    Ok(())
}

/// What a node read.
struct Read {
    keys: Vec<String>,
    error: Option<String>,
}

struct Keys;

impl Use<Read> for Keys {
    fn call<'h>(self, compiler: &'h Compiler<'h>, _: &mut Cx<'h>, error: Option<Error>) -> Read {
        Read {
            keys: compiler.lookup.read_roots(),
            error: error.map(|error| error.text(false)),
        }
    }
}
