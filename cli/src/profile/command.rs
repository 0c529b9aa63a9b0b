//! `bunraku profile`: merges profiles and writes them in another form.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use runtime::profile::Profile;

use super::{Form, Target, read, target};

/// Merge profiles in JSON, and write the result in another form.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Profiles that `--profile FILE.json` has written.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write the result to this file, whose extension selects the form. By default, write tables to
    /// standard output.
    #[arg(long, short, value_name = "FILE", value_parser = target)]
    pub output: Option<Target>,
}

/// Runs `bunraku profile`.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    match run(arguments, out) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let _ = writeln!(io::stderr(), "Error: {problem}");
            ExitCode::from(1)
        }
    }
}

fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<(), String> {
    let mut merged = Profile::new();
    for file in &arguments.files {
        merged.merge(read(file)?);
    }
    match &arguments.output {
        Some(output) => output.write(&merged),
        None => {
            // an error of writing is reported when the output is closed
            let _ = out.write_all(Form::Text.write(&merged).as_bytes());
            Ok(())
        }
    }
}
