//! Answers a request in all modes and optionally with the real Puppet, and compares the answers.

use std::io;
use std::time::Duration;

use clap::Args;
use serde_json::{Map, Value, json};

use crate::engine::{Engine, Jit};
use crate::limits::LimitArguments;
use crate::oracle::Oracle;
use crate::serve;

/// The limit of time of an evaluation if the arguments set none. A generated program may run
/// forever.
pub const MOST_TIME: Duration = Duration::from_secs(20);

type Fields = Map<String, Value>;

/// The arguments of commands that compare modes.
#[derive(Args, Debug)]
pub struct ModeArguments {
    /// Compare with Puppet: this command starts a server of the conformance protocol.
    #[arg(long, value_name = "COMMAND", num_args = 0..=1,
          default_missing_value = "ruby conformance/oracle/oracle_serve.rb")]
    pub oracle: Option<String>,
    /// Compile a body after this number of entries.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub jit_threshold: u32,
    /// The limits of an evaluation.
    #[command(flatten)]
    limits: LimitArguments,
}

impl ModeArguments {
    /// Returns the limits of an evaluation.
    pub fn limits(&self) -> LimitArguments {
        self.limits.within(MOST_TIME)
    }
}

/// Runs programs in several modes and compares their answers.
pub struct ModeComparison<'e> {
    engine: &'e dyn Engine,
    oracle: Option<Oracle>,
}

/// The result of a comparison.
#[derive(Default)]
pub struct ModeResult {
    /// A description of the first two answers that differ.
    pub difference: Option<String>,
    /// True if the program ended in an error.
    pub failed: bool,
}

impl<'e> ModeComparison<'e> {
    /// Makes a judge. It asks the real Puppet too if the arguments name a command for it.
    ///
    /// # Errors
    /// Fails if that command cannot be started.
    pub fn new(engine: &'e dyn Engine, args: &ModeArguments) -> io::Result<ModeComparison<'e>> {
        let oracle = args.oracle.as_deref().map(Oracle::start).transpose()?;
        Ok(ModeComparison { engine, oracle })
    }

    /// Compares the answers to a request.
    pub fn compare(&mut self, request: &Fields) -> ModeResult {
        let engine = self.engine;
        let before = engine.hidden_problems().len();
        let [interpreted, auto, always] = Jit::ALL.map(|mode| answer(engine, mode, request));
        let failed = interpreted.contains_key("failed") || !interpreted["error"].is_null();
        let broken = [&interpreted, &auto, &always]
            .into_iter()
            .find_map(|answer| answer.get("failed"));
        if let Some(text) = broken {
            let difference = Some(format!("# failed: {text}"));
            return ModeResult { difference, failed };
        }
        if let Some(problem) = engine.hidden_problems().get(before) {
            let difference = Some(format!("# {problem}"));
            return ModeResult { difference, failed };
        }
        if [&interpreted, &auto, &always].into_iter().any(is_cut_short) {
            return ModeResult::default();
        }
        let mut difference = differing("off", &interpreted, "auto", &auto)
            .or_else(|| differing("off", &interpreted, "always", &always));
        if let (None, Some(oracle)) = (&difference, &mut self.oracle)
            && let Some(known) = oracle.ask(request)
        {
            difference = differing("Puppet", &known, "bunraku", &interpreted);
        }
        ModeResult { difference, failed }
    }
}

/// Returns the transcript of a program in a mode, on which all tiers must agree; `None` if a limit
/// ended it.
pub fn transcript(engine: &dyn Engine, mode: Jit, code: &str) -> Option<String> {
    let answer = answer(engine, mode, &request(code));
    (!is_cut_short(&answer)).then(|| shown(&answer))
}

/// Returns the request that runs a program.
pub fn request(code: &str) -> Fields {
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

/// Returns true if a limit of bunraku ended the program. That depends on the mode.
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

/// Returns the log and the error of an answer, one per line.
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
