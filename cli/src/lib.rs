//! Owns the command line. No other crate prints.
//!
//! Each subcommand has a module with its `Arguments` and an `execute` that returns the exit status.

pub mod about;
mod changed;
pub mod check;
mod classifier;
pub mod compilation;
pub mod compile;
pub mod config;
pub mod diff;
mod drawing;
pub mod dump;
pub mod engine;
pub mod environments;
pub mod epp;
pub mod epp_dump;
pub mod eval;
pub mod explain;
pub mod fleet;
mod git;
pub mod inputs;
pub mod interrupt;
pub mod jit;
pub mod lookup;
pub mod manual;
pub mod messages;
pub mod output;
pub mod profile;
pub mod repl;
pub mod report;
pub mod self_check;
pub mod stats;
mod stream;
mod template_files;
pub mod unused;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use catalog::environment::files::reason;
use catalog::ruby::Mode;
use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use config::ConfigurationError;
use runtime::limits::Exceeded;

/// The Puppet language as a fast native runtime.
#[derive(Parser, Debug)]
#[command(name = "bunraku", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Let loops take memory back in every round: a test of the collector.
    #[arg(long, global = true, hide = true)]
    stress_memory: bool,
    /// Choose where Ruby code runs: natively if bunraku can, otherwise in a ruby process (auto);
    /// always in a ruby process (process); natively or not at all (off); both ways, to compare the
    /// results (both).
    #[arg(long, global = true, value_name = "MODE", default_value = "auto")]
    ruby: RubyMode,
    /// Read this bunraku.toml. By default, search upwards from the folder of the environment or
    /// from the current folder.
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The values of `--ruby`.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum RubyMode {
    Auto,
    Process,
    Off,
    Both,
}

impl From<RubyMode> for Mode {
    fn from(mode: RubyMode) -> Mode {
        match mode {
            RubyMode::Auto => Mode::Auto,
            RubyMode::Process => Mode::Process,
            RubyMode::Off => Mode::Off,
            RubyMode::Both => Mode::Both,
        }
    }
}

#[derive(Subcommand, Debug)]
enum Command {
    Check(check::Arguments),
    Compile(compile::Arguments),
    Completions(manual::Completions),
    Config(config::Arguments),
    /// Compare bunraku with the real Puppet: recorded cases, real modules, generated code.
    #[command(subcommand)]
    Conformance(conformance::command::Conformance),
    Diff(diff::Arguments),
    Dump(dump::Arguments),
    /// Render, check or dump templates.
    #[command(subcommand)]
    Epp(epp::Command),
    Eval(eval::Arguments),
    Explain(explain::Arguments),
    Fleet(fleet::Arguments),
    Lookup(lookup::Arguments),
    Man(manual::Pages),
    Profile(profile::Arguments),
    Repl(repl::Arguments),
    SelfCheck(self_check::Arguments),
    Stats(stats::Arguments),
}

/// Runs the command that the arguments of this process ask for.
pub fn main() -> ExitCode {
    run(std::env::args_os())
}

/// Runs the command that `arguments` ask for. The first argument is the name of the program.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // asking Ruby for its version takes a moment: only `--version` needs it
    let is_version_wanted = arguments.iter().any(|word| word == "--version");
    let arguments = match config::parse::<Arguments>(arguments) {
        Ok(arguments) => arguments,
        Err(ConfigurationError::CommandLine(told))
            if is_version_wanted && told.kind() == ErrorKind::DisplayVersion =>
        {
            let text = format!("bunraku {}\n", about::long_version());
            let written = io::stdout().write_all(text.as_bytes());
            return written_out(
                written.and_then(|()| io::stdout().flush()),
                ExitCode::SUCCESS,
            );
        }
        Err(ConfigurationError::CommandLine(told)) => return say(&told),
        Err(ConfigurationError::Configuration(message)) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            return ExitCode::from(wrong_words());
        }
    };
    runtime::heap::set_stress(arguments.stress_memory);
    catalog::ruby::set_mode(arguments.ruby.into());
    // signals must be blocked before there are other threads
    match &arguments.command {
        Command::Repl(_) => repl::begin(),
        Command::Fleet(_) => fleet::begin(),
        Command::Diff(_) => diff::begin(),
        _ => {}
    }
    catalog::watchdog::set_give_up(give_up);
    let status = match engine::on_deep_stack(|| execute(arguments)) {
        Ok(status) => status,
        Err(message) => {
            let _ = writeln!(io::stderr(), "Error: {message}");
            ExitCode::from(1)
        }
    };
    catalog::ruby::end_processes();
    status
}

/// Ends the process when its work goes on although a limit was exceeded.
fn give_up() {
    let _ = writeln!(
        io::stderr(),
        "Error: {}",
        Exceeded::Time.error().text(false)
    );
    std::process::exit(1);
}

/// Returns the exit status for a wrong command line.
fn wrong_words() -> u8 {
    match diff::is_called() {
        // status 2 means that there are differences
        true => 1,
        false => 2,
    }
}

/// Prints help or version, if the command line requests it, or the error in the arguments.
fn say(told: &clap::Error) -> ExitCode {
    let status = match told.exit_code() {
        0 => 0,
        _ => wrong_words(),
    };
    let written = told.print().and_then(|()| io::stdout().flush());
    written_out(written, ExitCode::from(status))
}

/// Returns `status` if the output could be written, otherwise reports the error and returns a
/// failure.
fn written_out(written: io::Result<()>, status: ExitCode) -> ExitCode {
    match written {
        Ok(()) => status,
        // the reader may close the pipe early: that is not reported
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::from(1),
        Err(error) => {
            let _ = writeln!(io::stderr(), "Error: standard output: {}", reason(&error));
            ExitCode::from(1)
        }
    }
}

/// Standard output, which remembers the first error of a write, because the commands ignore such
/// errors.
struct StandardOutput {
    inner: io::BufWriter<io::StdoutLock<'static>>,
    failed: Option<io::Error>,
}

impl StandardOutput {
    /// Flushes the output and returns the first error of any write.
    fn finish(mut self) -> io::Result<()> {
        let flushed = self.inner.flush();
        self.failed.map_or(flushed, Err)
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes);
        if let Err(error) = &written
            && error.kind() != io::ErrorKind::Interrupted
        {
            let error = match error.raw_os_error() {
                Some(number) => io::Error::from_raw_os_error(number),
                None => error.kind().into(),
            };
            self.failed.get_or_insert(error);
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

fn execute(arguments: Arguments) -> ExitCode {
    if let Command::Repl(arguments) = &arguments.command {
        // the REPL writes to standard output while it reads input
        return repl::execute(arguments);
    }
    let mut out = StandardOutput {
        inner: io::BufWriter::new(io::stdout().lock()),
        failed: None,
    };
    let status = match arguments.command {
        Command::Check(arguments) => check::execute(&arguments, &mut out),
        Command::Compile(arguments) => compile::execute(&arguments, &mut out),
        Command::Completions(wanted) => manual::complete(&wanted, Arguments::command(), &mut out),
        Command::Config(shown) => {
            config::execute(&shown, &Arguments::command(), arguments.config, &mut out)
        }
        Command::Conformance(command) => conformance(&command, &mut out),
        Command::Diff(arguments) => diff::execute(&arguments, &mut out),
        Command::Dump(arguments) => dump::execute(&arguments, &mut out),
        Command::Epp(command) => epp::execute(&command, &mut out),
        Command::Eval(arguments) => eval::execute(&arguments, &mut out),
        Command::Explain(arguments) => explain::execute(&arguments, &mut out),
        Command::Fleet(arguments) => fleet::execute(&arguments, &mut out),
        Command::Lookup(arguments) => lookup::execute(&arguments, &mut out),
        Command::Man(wanted) => manual::pages(&wanted, Arguments::command(), &mut out),
        Command::Profile(arguments) => profile::execute(&arguments, &mut out),
        Command::Repl(arguments) => repl::execute(&arguments),
        Command::SelfCheck(arguments) => self_check::execute(&arguments, &mut out),
        Command::Stats(arguments) => stats::execute(&arguments, &mut out),
    };
    written_out(out.finish(), status)
}

fn conformance(command: &conformance::command::Conformance, out: &mut dyn Write) -> ExitCode {
    let engine = engine::Native {
        limits: command.limits(),
        jit_threshold: command.jit_threshold(),
        ..engine::Native::default()
    };
    match command.execute(&engine, out) {
        Ok(fine) => ExitCode::from(u8::from(!fine)),
        Err(error) => {
            let _ = writeln!(io::stderr(), "Error: {}", reason(&error));
            // status 1 means that cases fail
            ExitCode::from(2)
        }
    }
}
