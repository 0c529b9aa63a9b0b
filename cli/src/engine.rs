//! Runs compilation jobs for the conformance runner, `eval` and `compile`.

use std::sync::{Mutex, PoisonError};

use catalog::catalog::{Layout, WriteError};
use catalog::compile::{self, Use};
use catalog::compiler::Compiler;
use catalog::data::Data;
use catalog::environment::files::{self, Grammar};
use catalog::environment::{Environment, Main, Options};
use catalog::json::Writer;
use catalog::node::{self, Node};
use catalog::puppet_settings;
use catalog::rich::{self, Form};
use conformance::engine::{
    Answer, Engine, Jit, Job, LogLine, Manifest, Outcome, Question, Session,
};
use conformance::limits::LimitArguments;
use frontend::Source;
use jit::Statistics;
use rayon::prelude::*;
use runtime::error::{Error, Kind, Raise};
use runtime::limits::Exceeded;
use runtime::log::{Entry, Level};
use runtime::settings::Settings;
use runtime::{Cx, Heap, Res, Value, interp, limits, text, types};
use serde_json::Value as Json;

use crate::jit::JitArguments;

pub use bunraku::threads::{caught, on_deep_stack, pool};

/// The engine that compiles in this process.
#[derive(Default)]
pub struct Native {
    /// The limits of each evaluation.
    pub limits: LimitArguments,
    /// The number of entries of a body before it is compiled; `None` means the default.
    pub jit_threshold: Option<u32>,
    /// The statistics of the compiler tier over all jobs whose mode was `always`.
    pub always: Mutex<Statistics>,
}

impl Engine for Native {
    fn compile(&self, job: &Job, jit: Jit) -> Outcome {
        match self.run(job, jit, Transcript) {
            Ok(outcome) => outcome,
            Err(error) => Outcome::new(&[], Some(&error), None),
        }
    }

    fn compile_all(&self, jobs: &[Job], jit: Jit, threads: usize) -> Vec<Outcome> {
        self.run_all(jobs, jit, threads).unwrap_or_else(|error| {
            let failed = |_| Outcome::new(&[], Some(&error), None);
            jobs.iter().map(failed).collect()
        })
    }

    fn answer(&self, job: &Job, question: &Question, jit: Jit) -> Answer {
        match self.run(job, jit, ProtocolAnswer(question)) {
            Ok(answer) => answer,
            Err(error) => Answer {
                error: Some(error),
                ..Answer::default()
            },
        }
    }

    fn hidden_problems(&self) -> Vec<String> {
        jit::panics()
    }

    fn open(&self, job: &Job, jit: Jit) -> Result<Box<dyn Session + '_>, String> {
        let (mut environment, _) = self.prepare(job)?;
        self.options(jit).equip(&mut environment);
        Ok(Box::new(OpenedEnvironment(environment)))
    }
}

/// An environment that stays open for several jobs.
struct OpenedEnvironment(Environment);

impl Session for OpenedEnvironment {
    fn compile(&mut self, job: &Job) -> Outcome {
        if let Manifest::Text(code) = &job.manifest {
            self.0.replace_main(code);
        }
        compile::compile(&self.0, &node(job), Transcript)
    }
}

impl Native {
    /// Runs a job and passes the finished compilation to `what`.
    fn run<T>(&self, job: &Job, jit: Jit, what: impl Use<T>) -> Result<T, String> {
        let _watch = self.limits.begin();
        let (mut environment, node) = self.prepare(job)?;
        let tier = self.options(jit).equip(&mut environment);
        let done = compile::compile(&environment, &node, what);
        if let (Jit::Always, Some(tier)) = (jit, tier) {
            let mut total = self.always.lock().unwrap_or_else(PoisonError::into_inner);
            *total += tier.statistics();
        }
        Ok(done)
    }

    /// Runs jobs that share one environment.
    fn run_all(&self, jobs: &[Job], jit: Jit, threads: usize) -> Result<Vec<Outcome>, String> {
        let Some(first) = jobs.first() else {
            return Ok(Vec::new());
        };
        let (mut environment, _) = self.prepare(first)?;
        self.options(jit).equip(&mut environment);
        let one = |job: &Job| {
            let done = caught(|| compile::compile(&environment, &node(job), Transcript));
            done.unwrap_or_else(|error| Outcome::new(&[], Some(&error), None))
        };
        Ok(pool(threads)?.install(|| jobs.par_iter().map(one).collect()))
    }

    fn options(&self, jit: Jit) -> JitArguments {
        JitArguments {
            jit_threshold: self.jit_threshold,
            // the results must not depend on how fast code is compiled
            jit_wait: self.jit_threshold.is_some(),
            ..JitArguments::of(jit.into())
        }
    }

    /// Opens the environment of a job and makes its node.
    fn prepare(&self, job: &Job) -> Result<(Environment, Node), String> {
        let main = match &job.manifest {
            Manifest::File(path) => {
                let code = files::read_manifest(path)?;
                let path = path
                    .file_name()
                    .map(|name| name.to_string_lossy().into_owned());
                Main::Text { path, code }
            }
            Manifest::Path(path) => Main::Path(path.clone()),
            Manifest::Text(code) => Main::Text {
                path: None,
                code: code.clone().into_bytes(),
            },
            Manifest::Environment => Main::Configured,
        };
        let mut settings = puppet_settings::settings(&job.settings);
        self.limits.apply(&mut settings);
        let options = Options {
            name: Some(job.environment_name.clone()),
            directory: job.environment.clone(),
            main,
            module_path: None,
            first_module_path: texts(&job.module_path),
            base_module_path: base_module_path(job, &settings),
            hiera_config: job.global.as_ref().map(|global| global.join("hiera.yaml")),
            store: None,
            stand_ins: true,
            settings,
            ..Options::default()
        };
        let environment = Environment::open(options)?;
        Ok((environment, node(job)))
    }
}

/// Returns the value of `$basemodulepath`. It is empty unless the job sets it, as in recorded
/// cases.
fn base_module_path(job: &Job, settings: &Settings) -> Option<Vec<String>> {
    let is_set = settings
        .other
        .iter()
        .any(|(name, _)| name == "basemodulepath");
    match job.base_module_path.is_empty() && is_set {
        true => None,
        false => Some(texts(&job.base_module_path)),
    }
}

fn texts(paths: &[std::path::PathBuf]) -> Vec<String> {
    let text = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
    paths.iter().map(text).collect()
}

/// Makes the node of a job.
pub fn node(job: &Job) -> Node {
    let hash = |map: &serde_json::Map<String, Json>| Data::from(&Json::Object(map.clone()));
    let facts = hash(&job.facts);
    let server_facts = hash(&job.server_facts);
    // a recording sets its own variables after the facts and after all that the node is given
    let mut variables = node::variables(&job.environment_name, Vec::new(), &facts, &Data::Undef);
    variables.extend(node::entries(&hash(&job.variables)));
    if job.is_served {
        let of_server = node::entries(&server_facts).into_iter();
        variables.extend(of_server.filter(|(name, _)| name != "environment"));
    }
    Node {
        name: job.node.clone(),
        variables,
        facts: Some(facts),
        trusted: Some(job.trusted_or_local()),
        server_facts: Some(server_facts),
        classes: job.classes.as_ref().map_or(Data::Undef, Data::from),
        rich: true,
    }
}

/// Returns the entries of a log from level notice on.
fn log_lines(log: &[Entry]) -> Vec<LogLine> {
    let shown = log.iter().filter(|entry| entry.level >= Level::Notice);
    let line = |entry: &Entry| {
        let bare = Entry {
            source: String::new(),
            ..entry.clone()
        };
        let text = bare.text(false);
        let label = entry.level.label().len() + 2;
        LogLine {
            level: entry.level.name(),
            source: entry.source.clone(),
            text: text[label..].to_owned(),
        }
    };
    shown.map(line).collect()
}

/// Converts a compilation to the outcome that is compared with a recorded case.
struct Transcript;

impl Use<Outcome> for Transcript {
    fn call<'h>(
        self,
        compiler: &'h Compiler<'h>,
        cx: &mut Cx<'h>,
        error: Option<Error>,
    ) -> Outcome {
        let lines = log_lines(&cx.log);
        let (error, json) = match error {
            Some(error) => (Some(error.text(false)), None),
            None => {
                let mut json = Vec::new();
                match compiler.write_catalog(Layout::Recorded, &mut json) {
                    Ok(()) => (None, String::from_utf8(json).ok()),
                    Err(WriteError::Value(problem)) => {
                        (Some(format!("INTERNAL SystemStackError: {problem}")), None)
                    }
                    Err(WriteError::Sink(error)) => (Some(error.to_string()), None),
                }
            }
        };
        Outcome::new(&lines, error.as_deref(), json)
    }
}

/// Answers a question of the conformance protocol.
struct ProtocolAnswer<'q>(&'q Question);

impl Use<Answer> for ProtocolAnswer<'_> {
    fn call<'h>(self, compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, error: Option<Error>) -> Answer {
        let mut answer = Answer::default();
        let mut error = error;
        if error.is_none() {
            match self.0 {
                Question::Catalog => match compiler.protocol_json() {
                    Ok(json) => answer.catalog = serde_json::from_slice(&json).ok(),
                    Err(problem) => error = Some(Error::plain(problem.to_string())),
                },
                Question::Value(code) => {
                    cx.log.clear();
                    let result = compile::within_limits(|| evaluate(compiler, cx, code));
                    error = found(cx, &mut answer, result);
                }
                Question::Epp { code, params } => {
                    cx.log.clear();
                    let result = compile::within_limits(|| render(cx, code, params.as_ref()));
                    error = found(cx, &mut answer, result);
                }
                Question::Type(text) => {
                    cx.log.clear();
                    let result = types::parse_text(cx, text);
                    error = found(cx, &mut answer, result);
                }
            }
        }
        answer.log = log_lines(&cx.log);
        answer.is_unread = matches!(&error, Some(error) if error.kind == Kind::Manifest);
        answer.error = error.map(|error| error.text(false));
        answer
    }
}

/// Stores a value in an answer, or returns the error.
fn found<'h>(cx: &Cx<'h>, answer: &mut Answer, result: Res<'h>) -> Option<Error> {
    let value = match result {
        Ok(value) => value,
        error => return compile::plain(error),
    };
    let exceeded = limits::guarded(|| show(cx, answer, value)).err()?;
    (answer.value, answer.value_string) = (None, None);
    Some(exceeded.error())
}

/// Stores a value in all forms of an answer, except those that are refused.
fn show<'h>(cx: &Cx<'h>, answer: &mut Answer, value: Value<'h>) {
    answer.value = unless_refused(|| {
        let mut json = Writer::new(false);
        rich::write(&mut json, value, Form::Protocol).ok()?;
        serde_json::from_slice(&json.finish()).ok()
    });
    let shown = !shows_address(value) && !shows_nothing(cx.heap, value);
    answer.value_string = unless_refused(|| shown.then(|| text::program(value)));
    answer.value_type = unless_refused(|| Some(type_text(cx.heap, value)));
}

/// Returns the result of `work`, or `None` if the limit for the size of an answer refuses it.
fn unless_refused<T>(work: impl FnOnce() -> Option<T>) -> Option<T> {
    match limits::guarded(work) {
        Ok(found) => found,
        Err(Exceeded::Answer) => None,
        Err(exceeded) => exceeded.raise(),
    }
}

/// Returns true if Puppet shows a part of a value by its address in memory.
fn shows_address(value: Value<'_>) -> bool {
    limits::stack();
    match value {
        Value::Timespan(_) | Value::Timestamp(_) => true,
        Value::Iterator(iterator) => iterator.is_tree(),
        Value::Array(array) => array.iter().any(shows_address),
        Value::Hash(hash) => hash
            .iter()
            .any(|(k, v)| shows_address(k) || shows_address(v)),
        _ => false,
    }
}

/// Returns true if Puppet refuses to show a type in a given format.
fn shows_nothing<'h>(heap: &'h Heap, value: Value<'h>) -> bool {
    matches!(value, Value::Type(ty) if runtime::convert::check_init_within(heap, ty).is_err())
}

fn type_text<'h>(heap: &'h Heap, value: Value<'h>) -> String {
    let mut out = String::new();
    out.push_str(&types::infer(heap, value).to_string());
    out
}

fn evaluate<'h>(compiler: &'h Compiler<'h>, cx: &mut Cx<'h>, code: &str) -> Res<'h> {
    let source = std::sync::Arc::new(Source::new(None, code));
    let unit = compiler.load_text(cx, source, Grammar::Manifest)?;
    compiler.run_program(cx, unit.program())
}

fn render<'h>(cx: &mut Cx<'h>, code: &str, params: Option<&Json>) -> Res<'h> {
    let arguments = match params {
        Some(params) => catalog::node::rich_value(cx, &Data::from(params))?.as_hash(),
        None => None,
    };
    let body = cx.host.inline_template(cx, code)?;
    // a function in the place of the template would not be called: `next` would leave the template
    match interp::call_template(cx, body, arguments, true).map_err(|raise| *raise) {
        Err(Raise::Next(value, _)) if body.ends_with_next(arguments) => Ok(value),
        result => result.map_err(Box::new),
    }
}
