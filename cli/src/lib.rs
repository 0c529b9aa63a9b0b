//! The command line: the only printer.
//!
//! One module a subcommand, each with its `Arguments` and an `execute` that gives the exit status.

pub mod check;
mod classifier;
pub mod compile;
pub mod dump;
pub mod engine;
pub mod environments;
pub mod epp;
pub mod epp_dump;
pub mod eval;
pub mod hints;
pub mod inputs;
pub mod jit;
pub mod lookup;
pub mod output;
pub mod repl;
pub mod report;
pub mod unused;

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use catalog::environment::files::reason;
use clap::{Parser, Subcommand};

/// The Puppet language as a fast native runtime.
#[derive(Parser, Debug)]
#[command(name = "bunraku", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Arguments),
    Compile(compile::Arguments),
    /// Recorded cases, real modules, the conformance protocol.
    #[command(subcommand)]
    Conformance(conformance::command::Conformance),
    Dump(dump::Arguments),
    /// Templates: render, check, dump.
    #[command(subcommand)]
    Epp(epp::Command),
    Eval(eval::Arguments),
    Lookup(lookup::Arguments),
    Repl(repl::Arguments),
}

/// Runs the command of the process's arguments.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match engine::on_deep_stack(|| execute(arguments)) {
        Ok(status) => status,
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    }
}

fn execute(arguments: Arguments) -> ExitCode {
    if let Command::Repl(arguments) = &arguments.command {
        // it writes to the output while it reads the input
        return repl::execute(arguments);
    }
    let mut out = io::BufWriter::new(io::stdout().lock());
    let status = match arguments.command {
        Command::Check(arguments) => check::execute(&arguments, &mut out),
        Command::Compile(arguments) => compile::execute(&arguments, &mut out),
        Command::Conformance(command) => conformance(&command, &mut out),
        Command::Dump(arguments) => dump::execute(&arguments, &mut out),
        Command::Epp(command) => epp::execute(&command, &mut out),
        Command::Eval(arguments) => eval::execute(&arguments, &mut out),
        Command::Lookup(arguments) => lookup::execute(&arguments, &mut out),
        Command::Repl(arguments) => repl::execute(&arguments),
    };
    match out.flush() {
        Ok(()) => status,
        // a closed pipe is the reader's choice
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::from(1),
        Err(error) => {
            let _ = writeln!(io::stderr(), "Error: standard output: {}", reason(&error));
            ExitCode::from(1)
        }
    }
}

fn conformance(command: &conformance::command::Conformance, out: &mut dyn Write) -> ExitCode {
    let engine = engine::Native {
        limits: command.limits(),
        jit_threshold: command.jit_threshold(),
        ..engine::Native::default()
    };
    match command.execute(&engine, out) {
        Ok(fine) => ExitCode::from(u8::from(!fine)),
        Err(e) => {
            let _ = writeln!(out, "Error: {e}");
            ExitCode::from(2)
        }
    }
}
