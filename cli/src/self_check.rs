//! `bunraku self-check`: reports what is missing on a machine, and the consequences.
//!
//! Each part is tried by running the program as users run it.

use std::io::Write;
use std::process::{Command, ExitCode};

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::about;

/// Check that this machine has everything that bunraku needs
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Choose the form of the report
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// The output format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// One line per part
    Text,
    /// One JSON document
    Json,
}

/// The state of a part of the installation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// The part works.
    Fine,
    /// The part does not work, which matters only to some users.
    Note,
    /// The part does not work, and nothing works without it.
    Missing,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            State::Fine => "ok",
            State::Note => "note",
            State::Missing => "missing",
        }
    }
}

/// A part of the installation and its state.
struct Part {
    name: &'static str,
    state: State,
    /// The observation and its consequences.
    text: String,
}

/// Prints the state of each part. Returns status 1 if a part is missing that everybody needs.
pub fn execute(arguments: &Arguments, out: &mut dyn Write) -> ExitCode {
    let parts = [
        evaluation(),
        compiled_code(),
        ruby(),
        git(),
        temporary_folder(),
        open_files(),
        memory(),
    ];
    // the reader may close the pipe early: that is not an error
    let _ = match arguments.format {
        Format::Text => parts.iter().try_for_each(|part| {
            writeln!(
                out,
                "{:<8} {:<17} {}",
                part.state.text(),
                part.name,
                part.text
            )
        }),
        Format::Json => {
            let list = parts.iter().map(
                |part| json!({ "part": part.name, "state": part.state.text(), "text": part.text }),
            );
            let document = json!({ "version": 1, "parts": list.collect::<Vec<_>>() });
            writeln!(out, "{document:#}")
        }
    };
    match parts.iter().any(|part| part.state == State::Missing) {
        true => ExitCode::FAILURE,
        false => ExitCode::SUCCESS,
    }
}

/// Evaluates code in another process and checks that it logs the expected text.
fn evaluates(options: &[&str], code: &str, expected: &str) -> Result<(), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new(program)
        .arg("eval")
        .args(options)
        .args(["-e", code])
        .output()
        .map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    match told.contains(expected) && output.status.success() {
        true => Ok(()),
        false => Err(format!("{} {}", told.trim(), errors.trim())
            .trim()
            .to_owned()),
    }
}

/// Code that logs the sum of the numbers from 1 to 100.
const SUM: &str = "notice(Integer[1, 100].reduce |$sum, $x| { $sum + $x })";

fn evaluation() -> Part {
    let (state, text) = match evaluates(&["--jit=off"], SUM, "5050") {
        Ok(()) => (State::Fine, "code is evaluated".to_owned()),
        Err(problem) => (
            State::Missing,
            format!("code cannot be evaluated: {problem}"),
        ),
    };
    Part {
        name: "evaluation",
        state,
        text,
    }
}

fn compiled_code() -> Part {
    let (state, text) = match evaluates(&["--jit=always"], SUM, "5050") {
        Ok(()) => (State::Fine, "code is compiled and run".to_owned()),
        Err(problem) => (
            State::Note,
            format!(
                "compiled code cannot run here ({problem}); use `--jit=off`, or let the process have \
                 executable memory"
            ),
        ),
    };
    Part {
        name: "compiled code",
        state,
        text,
    }
}

fn ruby() -> Part {
    let code = "notice(inline_template('<%= 6 * 7 %>'))";
    let advice = "modules with functions or resource types in Ruby, and a few templates, need it";
    let (state, text) = match about::ruby_version() {
        None => (
            State::Note,
            format!("there is no `{}`: {advice}", catalog::ruby::program()),
        ),
        Some(version) => match evaluates(&["--ruby=process"], code, "42") {
            Ok(()) => (State::Fine, version),
            Err(problem) => (
                State::Note,
                format!("{version} does not run: {problem}; {advice}"),
            ),
        },
    };
    Part {
        name: "ruby",
        state,
        text,
    }
}

fn git() -> Part {
    let output = Command::new("git").arg("--version").output();
    let version = output.ok().filter(|output| output.status.success());
    let version = version.and_then(|output| String::from_utf8(output.stdout).ok());
    let (state, text) = match version {
        Some(version) => (State::Fine, version.trim().to_owned()),
        None => (
            State::Note,
            "there is no `git`: `diff REV..REV`, `--changed` and `--changed-since REV` need it"
                .to_owned(),
        ),
    };
    Part {
        name: "git",
        state,
        text,
    }
}

fn temporary_folder() -> Part {
    let folder = std::env::temp_dir();
    let file = folder.join(format!("bunraku-self-check-{}", std::process::id()));
    let written = std::fs::write(&file, "x").and_then(|()| std::fs::remove_file(&file));
    let (state, text) = match written {
        Ok(()) => (State::Fine, format!("{} can be written", folder.display())),
        Err(error) => (
            State::Note,
            format!(
                "{} cannot be written ({error}): `diff REV..REV` needs it; set TMPDIR",
                folder.display()
            ),
        ),
    };
    Part {
        name: "temporary folder",
        state,
        text,
    }
}

/// The open files of a fleet that has a Ruby process for each of 64 threads, and a reserve.
const OPEN_FILES_MIN: u64 = 512;

fn open_files() -> Part {
    let limit = limit_of("Max open files");
    let (state, text) = match limit {
        Some(limit) if limit < OPEN_FILES_MIN => (
            State::Note,
            format!(
                "{limit} files may be open: `fleet` with many threads may need more (`ulimit -n`)"
            ),
        ),
        Some(limit) => (State::Fine, format!("{limit} may be open")),
        None => (State::Fine, "no limit is known".to_owned()),
    };
    Part {
        name: "open files",
        state,
        text,
    }
}

/// The default of `--max-memory`, in bytes.
const MEMORY_USUAL: u64 = 4 << 30;

fn memory() -> Part {
    let limit = limit_of("Max address space");
    let available = std::fs::read_to_string("/proc/meminfo").ok();
    let available = available.and_then(|text| {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim()
            .trim_end_matches("kB")
            .trim()
            .parse::<u64>()
            .ok()
    });
    let bytes = available.map(|kilobytes| kilobytes << 10);
    let least = [limit, bytes].into_iter().flatten().min();
    let (state, text) = match least {
        Some(least) if least < MEMORY_USUAL => (
            State::Note,
            format!(
                "{} MB are free, less than an evaluation may take: set `--max-memory` below that",
                least >> 20
            ),
        ),
        Some(least) => (State::Fine, format!("{} MB are free", least >> 20)),
        None => (State::Fine, "no limit is known".to_owned()),
    };
    Part {
        name: "memory",
        state,
        text,
    }
}

/// Returns a soft limit of the process from Linux's /proc, or `None` if it is unlimited or unknown.
fn limit_of(name: &str) -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_whitespace().next()?.parse().ok()
}
