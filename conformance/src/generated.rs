//! Generated programs, run in all modes and, if asked, by the real Puppet; what differs is made
//! smaller and shown.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, Jit};
use crate::generate::{Choices, program};
use crate::limits::LimitArguments;
use crate::serve;

/// How long the real Puppet may take for one program.
const PATIENCE: Duration = Duration::from_secs(20);
/// Attempts to make a program smaller, at most.
const ATTEMPTS_MAX: usize = 400;

/// Arguments of `generated`.
#[derive(Args, Debug)]
pub struct GeneratedArguments {
    /// The first seed.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How many seeds.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub count: u64,
    /// Compares with the real Puppet, which this command asks: a server of the protocol.
    #[arg(long, value_name = "COMMAND", num_args = 0..=1,
          default_missing_value = "ruby conformance/oracle/oracle_serve.rb")]
    pub oracle: Option<String>,
    /// Only prints the programs.
    #[arg(long)]
    pub print: bool,
    /// Shows what differs as it is, not made smaller.
    #[arg(long)]
    pub whole: bool,
    /// Entries of a body before it is compiled.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jit_threshold: u32,
    /// What a program may take.
    #[command(flatten)]
    pub limits: LimitArguments,
}

type Fields = Map<String, Value>;

/// Runs the programs of the seeds; true when nothing differs.
///
/// # Errors
/// When the output cannot be written or the real Puppet cannot be started.
pub fn run(
    args: &GeneratedArguments,
    engine: &dyn Engine,
    out: &mut dyn Write,
) -> io::Result<bool> {
    let mut oracle = args.oracle.as_deref().map(Oracle::start).transpose()?;
    let (mut wrong, mut failed) = (0, 0);
    for seed in args.seed..args.seed.saturating_add(args.count) {
        let mut choices = Choices::of_seed(seed);
        let code = program(&mut choices);
        if args.print {
            writeln!(out, "# seed {seed}\n{code}")?;
            continue;
        }
        let mut differs = |code: &str| difference(engine, oracle.as_mut(), code);
        let compared = differs(&code);
        failed += u64::from(compared.failed);
        let Some(text) = compared.difference else {
            continue;
        };
        wrong += 1;
        let (code, text) = match args.whole {
            true => (code, text),
            false => smaller(
                choices.record(),
                &mut |code| differs(code).difference,
                code,
                text,
            ),
        };
        writeln!(out, "# seed {seed}\n{code}{text}\n")?;
        out.flush()?;
    }
    if !args.print {
        let count = args.count;
        writeln!(
            out,
            "{wrong} of {count} programs differ; {failed} end in an error"
        )?;
    }
    Ok(wrong == 0)
}

/// What came of comparing a program.
#[derive(Default)]
struct Compared {
    difference: Option<String>,
    /// Whether it ended in an error.
    failed: bool,
}

fn difference(engine: &dyn Engine, oracle: Option<&mut Oracle>, code: &str) -> Compared {
    let request = request(code);
    let [interpreted, auto, always] = Jit::ALL.map(|mode| answer(engine, mode, &request));
    let failed = interpreted.contains_key("failed") || !interpreted["error"].is_null();
    if [&interpreted, &auto, &always].into_iter().any(is_cut_short) {
        return Compared::default();
    }
    let mut difference = differing("off", &interpreted, "auto", &auto)
        .or_else(|| differing("off", &interpreted, "always", &always));
    if let (None, Some(oracle)) = (&difference, oracle)
        && let Some(known) = oracle.ask(&request)
    {
        difference = differing("Puppet", &known, "bunraku", &interpreted);
    }
    Compared { difference, failed }
}

/// The transcript of a program in a mode: what the tiers must agree on.
pub fn transcript(engine: &dyn Engine, mode: Jit, code: &str) -> Option<String> {
    let answer = answer(engine, mode, &request(code));
    (!is_cut_short(&answer)).then(|| shown(&answer))
}

fn request(code: &str) -> Fields {
    let request = json!({"id": 1, "kind": "eval", "code": code});
    request.as_object().cloned().unwrap_or_default()
}

fn answer(engine: &dyn Engine, mode: Jit, request: &Fields) -> Fields {
    serve::respond(engine, mode, request).unwrap_or_else(|error| {
        let mut fields = Fields::new();
        fields.insert("failed".to_owned(), Value::from(error.to_string()));
        fields
    })
}

/// Whether a limit of ours ended it, which depends on the mode.
fn is_cut_short(answer: &Fields) -> bool {
    let text = answer.get("error").and_then(|e| e["message"].as_str());
    text.is_some_and(|text| text.contains("than it may take"))
}

fn differing(one: &str, first: &Fields, other: &str, second: &Fields) -> Option<String> {
    let [a, b] = [shown(first), shown(second)];
    let (mut wanted, mut had) = (a.lines(), b.lines());
    loop {
        match (wanted.next(), had.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |line: Option<&str>| line.unwrap_or("(nothing)").to_owned();
                return Some(format!("# {one}: {}\n# {other}: {}", show(a), show(b)));
            }
        }
    }
}

/// Logs and error of an answer, one a line.
fn shown(answer: &Fields) -> String {
    if let Some(failed) = answer.get("failed") {
        return format!("failed: {failed}");
    }
    let line = |entry: &Value, level: &str| {
        let place = format!("{}:{}", entry["line"], entry["column"]);
        format!("{level} {} {} {place}", entry["source"], entry["message"])
    };
    let logs = answer
        .get("logs")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let error = answer.get("error").filter(|error| !error.is_null());
    let lines = logs
        .map(|entry| line(entry, entry["level"].as_str().unwrap_or_default()))
        .chain(error.map(|error| line(error, "error")));
    lines.collect::<Vec<_>>().join("\n")
}

/// The smallest program found that still differs, and how.
fn smaller(
    mut bytes: Vec<u8>,
    differs: &mut dyn FnMut(&str) -> Option<String>,
    mut code: String,
    mut text: String,
) -> (String, String) {
    let mut attempts = 0;
    let mut len = bytes.len() / 2;
    while len > 0 && attempts < ATTEMPTS_MAX {
        let mut at = 0;
        while at < bytes.len() && attempts < ATTEMPTS_MAX {
            let end = (at + len).min(bytes.len());
            let without = [&bytes[..at], &bytes[end..]].concat();
            let mut simple = bytes.clone();
            simple[at..end].fill(0);
            let found = [without, simple].into_iter().find_map(|candidate| {
                let shorter = program(&mut Choices::of_bytes(&candidate));
                if shorter.len() >= code.len() {
                    return None;
                }
                attempts += 1;
                Some((differs(&shorter)?, candidate, shorter))
            });
            match found {
                Some((how, candidate, shorter)) => (text, bytes, code) = (how, candidate, shorter),
                None => at = end,
            }
        }
        len /= 2;
    }
    (code, text)
}

/// A server of the protocol over the real Puppet.
struct Oracle {
    command: String,
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Oracle {
    fn start(command: &str) -> io::Result<Oracle> {
        let mut words = command.split_whitespace();
        let program = words
            .next()
            .ok_or_else(|| io::Error::other("--oracle is empty"))?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || io::Error::other("the oracle has no pipes");
        let (input, output) = (
            child.stdin.take().ok_or_else(missing)?,
            child.stdout.take().ok_or_else(missing)?,
        );
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Oracle {
            command: command.to_owned(),
            child,
            input,
            answers,
        })
    }

    /// The answer to a request; none when it takes too long, or something breaks on the way.
    fn ask(&mut self, request: &Fields) -> Option<Fields> {
        let line = Value::from(request.clone()).to_string();
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        let answer = sent
            .ok()
            .and_then(|()| self.answers.recv_timeout(PATIENCE).ok());
        match answer {
            Some(text) => serde_json::from_str(&text).ok(),
            None => {
                self.end();
                *self = Oracle::start(&self.command).ok()?;
                None
            }
        }
    }

    fn end(&mut self) {
        // it may have ended by itself
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.end();
    }
}
