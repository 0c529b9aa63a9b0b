//! Serves the conformance protocol (`PROTOCOL.md`): reads a request per line and writes an answer
//! per line. Each request gets a fresh environment.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, process};

use bumpalo::Bump;
use catalog::data::Data;
use frontend::issue::Located;
use frontend::{Diagnostic, Severity, Source, parser, pn, validate};
use serde_json::{Map, Value, json};

use crate::engine::{Answer, Engine, Jit, Job, LogLine, Manifest, Question, caught};
use crate::files;
use crate::limits::LimitArguments;

/// Answers requests until the input ends.
///
/// # Errors
/// Fails if the input cannot be read or the output cannot be written.
pub fn serve(
    engine: &dyn Engine,
    jit: Jit,
    limits: &LimitArguments,
    requests: &mut dyn BufRead,
    answers: &mut dyn Write,
) -> io::Result<()> {
    loop {
        let line = files::line(requests)?;
        if line.is_empty() {
            return Ok(());
        }
        if !line.trim_ascii().is_empty() {
            let watch = limits.begin();
            let answer = answer(engine, jit, &line);
            drop(watch);
            writeln!(answers, "{answer}")?;
            answers.flush()?;
        }
    }
}

/// Returns the answer to a request in a line of JSON.
fn answer(engine: &dyn Engine, jit: Jit, line: &[u8]) -> Value {
    let mut id = Value::Null;
    let request = parse_request(line, &mut id);
    let result = request.and_then(|request| caught(|| respond(engine, jit, &request))?);
    let mut answer = Map::new();
    answer.insert("id".to_owned(), id);
    match result {
        Ok(fields) => answer.extend(fields),
        Err(e) => {
            answer.insert("failed".to_owned(), Value::from(e.to_string()));
        }
    }
    Value::Object(answer)
}

fn parse_request(line: &[u8], id: &mut Value) -> io::Result<Map<String, Value>> {
    match serde_json::from_slice(line)? {
        Value::Object(request) => {
            *id = request.get("id").cloned().unwrap_or(Value::Null);
            Ok(request)
        }
        _ => Err(wrong("a request is an object")),
    }
}

fn wrong(message: impl Into<String>) -> io::Error {
    io::Error::other(message.into())
}

/// The folders of a request, which are removed after it. They exist only if the request has files.
struct Folders {
    root: PathBuf,
    environment: String,
    global: String,
}

impl Drop for Folders {
    fn drop(&mut self) {
        if self.root.exists() {
            // what cannot be removed is left to the cleanup of the system
            let _ = fs::remove_dir_all(&self.root);
        }
    }
}

impl Folders {
    fn new(environment: &str) -> Folders {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bunraku-{}-{number}", process::id());
        let root = files::temporary_folder().join(name);
        let text = |path: PathBuf| path.to_string_lossy().into_owned();
        Folders {
            environment: text(root.join("environments").join(environment)),
            global: text(root.join("global")),
            root,
        }
    }

    fn expand(&self, text: &str) -> String {
        match text.contains("{{") {
            true => text
                .replace("{{env}}", &self.environment)
                .replace("{{global}}", &self.global),
            false => text.to_owned(),
        }
    }

    fn expand_all(&self, value: &Value) -> Value {
        each_string(value, &|text| self.expand(text))
    }

    fn contract(&self, text: &str) -> String {
        text.replace(&self.environment, "{{env}}")
            .replace(&self.global, "{{global}}")
    }
}

fn each_string(value: &Value, change: &dyn Fn(&str) -> String) -> Value {
    match value {
        Value::String(text) => Value::from(change(text)),
        Value::Array(items) => items.iter().map(|v| each_string(v, change)).collect(),
        Value::Object(map) => {
            let entries = map.iter().map(|(k, v)| (change(k), each_string(v, change)));
            Value::Object(entries.collect())
        }
        other => other.clone(),
    }
}

type Fields = Map<String, Value>;

/// A request that was read. Its files exist as long as it does, so that they are written once for
/// all modes.
pub struct PreparedRequest {
    subject: Subject,
}

enum Subject {
    /// The text is only parsed, which depends on no mode.
    Text(Fields),
    /// A compilation and the question about it.
    Compilation {
        job: Box<Job>,
        question: Question,
        folders: Folders,
    },
}

impl PreparedRequest {
    /// Reads a request and writes its files.
    ///
    /// # Errors
    /// Fails if the request violates the protocol or a file cannot be written.
    pub fn new(request: &Fields) -> io::Result<PreparedRequest> {
        let text = |key: &str| request.get(key).and_then(Value::as_str);
        let kind = text("kind").ok_or_else(|| wrong("kind is missing"))?;
        let code = text("code").ok_or_else(|| wrong("code is missing"))?;
        let flag = |key: &str| request.get(key).and_then(Value::as_bool).unwrap_or(false);
        if kind == "parse" {
            let options = check_options(request);
            let fields = parse(code, flag("epp"), flag("validate"), &options);
            let subject = Subject::Text(fields);
            return Ok(PreparedRequest { subject });
        }
        let name = text("environment").unwrap_or("production");
        let folders = Folders::new(name);
        let mut job = Box::new(job(request, &folders)?);
        job.environment_name = name.to_owned();
        let code = folders.expand(code);
        let question = match kind {
            "eval" | "catalog" => Question::Catalog,
            "value" => Question::Value(code.clone()),
            "epp" => Question::Epp {
                code: code.clone(),
                params: request.get("params").map(|p| folders.expand_all(p)),
            },
            "type" => Question::Type(code.clone()),
            other => return Err(wrong(format!("unknown kind {other}"))),
        };
        job.manifest = match question {
            Question::Catalog if code.is_empty() => Manifest::Environment,
            Question::Catalog => Manifest::Text(code),
            _ => Manifest::Text(folders.expand(text("manifest").unwrap_or("undef"))),
        };
        let subject = Subject::Compilation {
            job,
            question,
            folders,
        };
        Ok(PreparedRequest { subject })
    }

    /// Returns the fields of the answer, without the id of the request.
    ///
    /// # Errors
    /// Fails if bunraku panics.
    pub fn answer(&self, engine: &dyn Engine, jit: Jit) -> io::Result<Fields> {
        let (job, question, folders) = match &self.subject {
            Subject::Text(fields) => return Ok(fields.clone()),
            Subject::Compilation {
                job,
                question,
                folders,
            } => (job, question, folders),
        };
        let mut answer = caught(|| engine.answer(job, question, jit))?;
        // variables are set after the manifest is parsed and before anything is evaluated
        if let Some(message) = clash(job)
            && !answer.is_unread
        {
            answer = Answer {
                log: warnings(job),
                error: Some(message),
                ..Answer::default()
            };
        }
        Ok(fields(answer, folders))
    }
}

/// Returns the fields of the answer to a request, without its id.
///
/// # Errors
/// Fails if the request violates the protocol or bunraku panics.
pub fn respond(engine: &dyn Engine, jit: Jit, request: &Fields) -> io::Result<Fields> {
    PreparedRequest::new(request)?.answer(engine, jit)
}

fn check_options(request: &Fields) -> validate::Options<'static> {
    let setting = |name| request.get("settings")?.as_object()?.get(name);
    validate::Options {
        strict: match setting("strict").and_then(Value::as_str) {
            Some("off") => validate::Strict::Off,
            Some("warning") => validate::Strict::Warning,
            _ => validate::Strict::Error,
        },
        tasks: setting("tasks").and_then(Value::as_bool).unwrap_or(false),
        ..validate::Options::default()
    }
}

fn job(request: &Fields, folders: &Folders) -> io::Result<Job> {
    let object = |key: &str| -> io::Result<Map<String, Value>> {
        match request.get(key).map(|v| folders.expand_all(v)) {
            None | Some(Value::Null) => Ok(Map::new()),
            Some(Value::Object(map)) => Ok(map),
            Some(_) => Err(wrong(format!("{key} is not an object"))),
        }
    };
    let node = request
        .get("node")
        .and_then(Value::as_str)
        .unwrap_or("test.example.com");
    let mut job = Job::new(node, Manifest::Environment);
    job.environment = Some(lay_out(
        &folders.environment,
        request.get("files"),
        folders,
    )?);
    let global = lay_out(&folders.global, request.get("global"), folders)?;
    // modules of the global folder are only used if the environment asks for them
    let conf = request
        .get("files")
        .and_then(|files| files.get("environment.conf"));
    if conf
        .and_then(Value::as_str)
        .is_some_and(|conf| conf.contains("basemodulepath"))
    {
        job.base_module_path = vec![global.join("modules")];
    }
    job.global = Some(global);
    job.facts = object("facts")?;
    job.variables = object("variables")?;
    job.server_facts = object("server_facts")?;
    job.settings = object("settings")?.into_iter().collect();
    job.settings
        .push(("codedir".to_owned(), Value::from(folders.global.as_str())));
    if request
        .get("trusted")
        .is_some_and(|trusted| !trusted.is_null())
    {
        job.trusted = Some(Data::from(&Value::Object(object("trusted")?)));
    }
    job.classes = request.get("classes").map(|c| folders.expand_all(c));
    Ok(job)
}

/// Returns the error for a name of a fact or variable that is already taken. The variables of a
/// request are set first, one by one, then those that Puppet sets for a node.
fn clash(job: &Job) -> Option<String> {
    let reserved = |name: &str| {
        ["facts", "server_facts", "trusted"]
            .contains(&name)
            .then(|| format!("Attempt to assign to a reserved variable name: '{name}'"))
    };
    let numeric = |name: &str| {
        let is_number = !name.is_empty() && name.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| format!("Cannot assign to a numeric match result variable '${name}'"))
    };
    let again = |name: &str| Some(format!("Cannot reassign variable '${name}'"));
    let is_variable = |name: &str| job.variables.contains_key(name);
    let mut variables = job.variables.keys();
    if let Some(problem) = variables.find_map(|name| reserved(name).or_else(|| numeric(name))) {
        return Some(problem);
    }
    let facts = || job.facts.keys().map(String::as_str);
    let mut reserved_facts = facts().filter(|name| *name != "trusted");
    if let Some(problem) = reserved_facts.find_map(reserved) {
        return Some(problem);
    }
    let mut facts_set = facts().filter(|name| !["trusted", "environment"].contains(name));
    let problem = facts_set.find_map(|name| match is_variable(name) {
        true => again(name),
        false => numeric(name),
    });
    let mut own = ["environment", "module_name", "title", "name"].into_iter();
    let problem = problem.or_else(|| {
        let taken = own.find(|name| {
            is_variable(name) || *name != "environment" && job.facts.contains_key(*name)
        })?;
        again(taken)
    });
    problem.or_else(|| job.facts.values().find_map(unsupported))
}

/// Returns the error for a fact that contains a value other than data.
fn unsupported(fact: &Value) -> Option<String> {
    let pairs = match fact {
        Value::Array(items) => return items.iter().find_map(unsupported),
        Value::Object(pairs) => pairs,
        _ => return None,
    };
    let text = pairs.get("__pvalue").and_then(Value::as_str);
    let class = match pairs.get("__ptype").and_then(Value::as_str) {
        None => return pairs.values().find_map(unsupported),
        Some("Hash") => return pairs.get("__pvalue").and_then(unsupported),
        Some("Default") => "Symbol".to_owned(),
        Some("Sensitive") => "Puppet::Pops::Types::PSensitiveType::Sensitive".to_owned(),
        Some("Type") => {
            let family = text.unwrap_or_default().split('[').next();
            format!("Puppet::Pops::Types::P{}Type", family.unwrap_or_default())
        }
        Some(_) => return None,
    };
    Some(format!("Unsupported data type: '{class}'"))
}

/// Returns the warnings about facts with the same name as a parameter of the node.
fn warnings(job: &Job) -> Vec<LogLine> {
    let Some(fact) = job.facts.get("environment") else {
        return Vec::new();
    };
    let (node, own) = (&job.node, &job.environment_name);
    let fact = fact
        .as_str()
        .map_or_else(|| fact.to_string(), str::to_owned);
    let message = format!(
        "The node parameter 'environment' for node '{node}' was already set to '{own}'. It could not be set to '{fact}'"
    );
    vec![LogLine {
        level: "warning",
        source: "Puppet".to_owned(),
        text: message,
    }]
}

/// Writes the files of a request, if it has any.
fn lay_out(root: &str, files: Option<&Value>, folders: &Folders) -> io::Result<PathBuf> {
    let root = PathBuf::from(root);
    let none = Map::new();
    for (name, content) in files.and_then(Value::as_object).unwrap_or(&none) {
        if name.starts_with('/') || name.split('/').any(|part| part == "..") {
            return Err(wrong(format!("bad path {name}")));
        }
        let path = root.join(name);
        if name.ends_with('/') {
            fs::create_dir_all(&path)?;
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let content = content
            .as_str()
            .ok_or_else(|| wrong(format!("{name} is not a text")))?;
        fs::write(&path, folders.expand(content))?;
    }
    Ok(root)
}

/// Returns the fields of an answer in the form of the protocol.
fn fields(answer: Answer, folders: &Folders) -> Fields {
    let contract = |text: &str| folders.contract(text);
    let mut out = Map::new();
    let error = answer.error.map(|text| {
        let at = Positioned::of(&contract(&text));
        json!({"message": at.message, "file": at.file, "line": at.line, "column": at.column})
    });
    if error.is_none() {
        for (key, text) in [
            ("value_string", answer.value_string),
            ("value_type", answer.value_type),
        ] {
            if let Some(text) = text {
                out.insert(key.to_owned(), Value::from(contract(&text)));
            }
        }
        for (key, value) in [("value", answer.value), ("catalog", answer.catalog)] {
            if let Some(value) = value {
                out.insert(key.to_owned(), each_string(&value, &contract));
            }
        }
    }
    let logs = answer.log.iter().map(|line| log_entry(line, folders));
    let mut logs: Vec<Value> = logs.collect();
    // an error that is logged and then ends the compilation is reported once
    let is_error = |log: &Value| {
        let error = error.as_ref();
        log["level"] == "err" && error.is_some_and(|error| log["message"] == error["message"])
    };
    if logs.last().is_some_and(is_error) {
        logs.pop();
    }
    out.insert("logs".to_owned(), Value::Array(logs));
    out.insert("error".to_owned(), error.unwrap_or(Value::Null));
    out
}

fn log_entry(line: &LogLine, folders: &Folders) -> Value {
    let at = Positioned::of(&folders.contract(&line.text));
    json!({
        "level": line.level, "source": folders.contract(&line.source), "message": at.message,
        "file": at.file, "line": at.line, "column": at.column,
    })
}

/// A message and the position that was removed from its end.
#[derive(Debug, PartialEq, Eq)]
struct Positioned {
    message: String,
    file: Option<String>,
    line: Option<u64>,
    column: Option<u64>,
}

impl Positioned {
    /// Removes `(file: F, line: N, column: N)`, or parts of it, from the end of a text, repeatedly
    /// if necessary. The last one counts. A file outside the request's folders is omitted.
    fn of(text: &str) -> Positioned {
        let mut at = Positioned {
            message: text.to_owned(),
            file: None,
            line: None,
            column: None,
        };
        while let Some((rest, file, line, column)) = trailing_position(&at.message) {
            at.file = at.file.or(file.map(str::to_owned));
            at.line = at.line.or(line);
            at.column = at.column.or(column);
            if rest.is_empty() {
                break;
            }
            at.message = rest.to_owned();
        }
        let known = |file: &String| file.starts_with("{{env}}") || file.starts_with("{{global}}");
        at.file = at.file.filter(known);
        at
    }
}

type Position<'t> = (&'t str, Option<&'t str>, Option<u64>, Option<u64>);

/// Splits a text into the text before a position at the end, and the parts of the position.
/// Everything from the last `(file: ` on counts as a position, because the other side of the
/// comparison removes it in the same way.
fn trailing_position(text: &str) -> Option<Position<'_>> {
    let inner = text.trim_end().strip_suffix(')')?;
    let file = inner
        .rfind("(file: ")
        .filter(|&at| !inner[at..].contains('\n'));
    let start = match file {
        Some(at) => at,
        None => inner.rfind("(line: ")?,
    };
    let (before, inner) = (&text[..start], &inner[start + 1..]);
    let (inner, column) = number_at_end(inner, ", column: ");
    let (inner, line) = number_at_end(inner, "line: ");
    let file = match inner.strip_prefix("file: ") {
        Some(file) => Some(file.strip_suffix(", ").unwrap_or(file)),
        None if inner.is_empty() => None,
        None => return None,
    };
    Some((before.trim_end(), file, line, column))
}

fn number_at_end<'t>(text: &'t str, label: &str) -> (&'t str, Option<u64>) {
    let found = text.rfind(label).and_then(|at| {
        let digits = &text[at + label.len()..];
        let number = digits
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| digits.parse().ok())?;
        Some((&text[..at], number))
    });
    found.unwrap_or((text, None))
}

/// Returns the answer to `parse`. With `checks`, runs the static checks too.
pub fn parse(
    code: &str,
    epp: bool,
    checks: bool,
    options: &validate::Options<'_>,
) -> Map<String, Value> {
    let source = Source::new(None, code);
    let arena = Bump::new();
    let syntax = parser::Options {
        epp,
        tasks: options.tasks,
        tree_only: true,
        dense: false,
    };
    let parsed = parser::parse_with(&arena, &source, syntax, &mut Vec::new());
    let mut out = Map::new();
    let mut logs = Vec::new();
    let mut error = Value::Null;
    match parsed {
        Ok(program) => {
            match (pn::json(&program), pn::text(&program)) {
                (Ok(tree), Ok(text)) => {
                    let tree = serde_json::from_str(&tree).unwrap_or(Value::Null);
                    out.insert("value".to_owned(), tree);
                    out.insert("value_string".to_owned(), Value::from(text));
                }
                (Err(pn::NoNotation(message)), _) | (_, Err(pn::NoNotation(message))) => {
                    error = json!(
                        {"message": message, "file": null, "line": null, "column": null}
                    );
                }
            }
            let checked = parser::Options {
                tree_only: false,
                ..syntax
            };
            match parser::parse_with(&arena, &source, checked, &mut Vec::new()) {
                Ok(program) if checks && error.is_null() => {
                    let found = validate::validate(&program, &source, options);
                    match &found[..] {
                        [failure] if failure.located == Located::Nowhere => {
                            error = error_object(failure, &source);
                        }
                        found => logs = found.iter().map(|d| diagnostic(d, &source)).collect(),
                    }
                }
                Err(d) if checks => error = error_object(&d, &source),
                _ => {}
            }
        }
        Err(d) => error = error_object(&d, &source),
    }
    out.insert("logs".to_owned(), Value::Array(logs));
    out.insert("error".to_owned(), error);
    out
}

fn error_object(d: &Diagnostic, source: &Source) -> Value {
    let at = Positioned::of(&d.with_position(source, None));
    json!({"message": at.message, "file": null, "line": at.line, "column": at.column})
}

fn diagnostic(d: &Diagnostic, source: &Source) -> Value {
    let at = source.position(d.span.start);
    let level = match d.severity {
        Severity::Error => "err",
        Severity::Warning | Severity::Deprecation => "warning",
    };
    json!({
        "level": level, "source": "Puppet", "message": d.message, "issue": d.issue.0,
        "file": null, "line": at.line, "column": at.column,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        text: &str,
        message: &str,
        file: Option<&str>,
        line: Option<u64>,
        column: Option<u64>,
    ) {
        let want = Positioned {
            message: message.to_owned(),
            file: file.map(str::to_owned),
            line,
            column,
        };
        assert_eq!(Positioned::of(text), want);
    }

    #[test]
    fn positions_are_taken_off() {
        check(
            "a (file: {{env}}/b c.pp, line: 3, column: 4)",
            "a",
            Some("{{env}}/b c.pp"),
            Some(3),
            Some(4),
        );
        check("a (line: 3, column: 4)", "a", None, Some(3), Some(4));
        check("a (line: 3)", "a", None, Some(3), None);
        check("a (file: /elsewhere)", "a", None, None, None);
        check(
            "x (file: {{env}}/a, line: 1) (file: {{env}}/b, line: 2, column: 9)",
            "x",
            Some("{{env}}/b"),
            Some(2),
            Some(9),
        );
        check(
            "at (file: {{env}}/a, line: 1); again",
            "at (file: {{env}}/a, line: 1); again",
            None,
            None,
            None,
        );
    }
}
