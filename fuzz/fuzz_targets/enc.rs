#![no_main]
//! Reads any bytes as the answer of an external node classifier, and compiles the catalog.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use catalog::compile::{Use, compile};
use catalog::compiler::Compiler;
use catalog::environment::Environment;
use cli::engine::on_deep_stack;
use cli::inputs::{InputArguments, Inputs, SecretsArgument, options};
use libfuzzer_sys::fuzz_target;
use runtime::Cx;
use runtime::error::Error;

const NODE: &str = "node.example.com";

/// The classes that an answer may name. They show their parameters.
const MANIFEST: &str = "class a($x = 1, Array[Integer] $y = []) { notice($x, $y) }
class a::b { notice($role) }
notice($role, $facts, $server_facts)
";

/// A folder of this process with the manifest and the file that contains the answer.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("bunraku-fuzz-enc-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder for the fuzzer's files");
    fs::write(folder.join("site.pp"), MANIFEST).expect("the manifest");
    folder
});

struct Written;

impl Use<()> for Written {
    fn call<'h>(self, compiler: &'h Compiler<'h>, _: &mut Cx<'h>, error: Option<Error>) {
        if error.is_none() {
            // a value that has no form in a catalog is reported as an error
            let _ = compiler.protocol_json();
        }
    }
}

fn arguments(folder: &Path) -> InputArguments {
    InputArguments {
        environment: None,
        manifest: Some(folder.join("site.pp")),
        environment_name: "production".to_owned(),
        modulepath: None,
        facts: None,
        trusted: None,
        server_facts: None,
        enc: Some(folder.join("enc.yaml").display().to_string()),
        exported_from: None,
        hiera_config: None,
        secrets: SecretsArgument::Decrypt,
        setting: Vec::new(),
        limits: fuzz::limits(),
    }
}

fn compiled(folder: &Path) -> Result<(), String> {
    let arguments = arguments(folder);
    let inputs = Inputs::read(&arguments, &[NODE.to_owned()])?;
    let node = inputs.node(NODE, inputs.said(NODE)?)?;
    let environment = Environment::open(options(&arguments, Some(&inputs))?)?;
    compile(&environment, &node, Written);
    Ok(())
}

fuzz_target!(|answer: &[u8]| {
    fs::write(FOLDER.join("enc.yaml"), answer).expect("the answer");
    // errors in an answer are reported; only a panic is a failure
    let _ = on_deep_stack(|| compiled(&FOLDER)).expect("no panic");
});
