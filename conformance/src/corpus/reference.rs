//! Returns the real Puppet's answers: from a process that keeps environments open, or from a cache
//! of earlier answers.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use super::layout::Layout;
use super::questions::{Main, Question};
use crate::compare;

/// The limit of time of a compilation in seconds.
const SECONDS: u64 = 30;
/// The longest time to wait for output of the process.
const PATIENCE: Duration = Duration::from_secs(SECONDS + 15);

/// Puppet's answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The log lines of the compilation.
    pub logs: Vec<String>,
    /// The error that ended the compilation, with its position.
    pub error: Option<String>,
    /// The catalog.
    pub catalog: Option<String>,
    /// True if the compilation took too long or the process was lost.
    pub late: bool,
}

impl Answer {
    fn of(fields: &Value) -> Answer {
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let logs = fields["logs"].as_array().into_iter().flatten();
        Answer {
            logs: logs.filter_map(text).collect(),
            error: text(&fields["error"]),
            catalog: text(&fields["catalog"]),
            late: fields["late"].as_bool().unwrap_or(false),
        }
    }

    fn fields(&self) -> Value {
        json!({"logs": self.logs, "error": self.error, "catalog": self.catalog, "late": self.late})
    }
}

/// A process that runs the real Puppet.
struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The environment that is open.
    opened: Option<PathBuf>,
}

impl Process {
    fn start(command: &str) -> io::Result<(Process, String)> {
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
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut process = Process {
            child,
            input,
            lines,
            opened: None,
        };
        let hello = process
            .hear()
            .ok_or_else(|| io::Error::other("the oracle does not start"))?;
        let text = |key: &str| hello[key].as_str().unwrap_or("unknown").to_owned();
        let name = format!("{}-{}", text("implementation"), text("version"));
        Ok((process, name))
    }

    fn hear(&mut self) -> Option<Value> {
        let line = self.lines.recv_timeout(PATIENCE).ok()?;
        serde_json::from_str(&line).ok()
    }

    fn say(&mut self, fields: &Value) -> Option<Value> {
        writeln!(self.input, "{fields}")
            .and_then(|()| self.input.flush())
            .ok()?;
        self.hear()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // the process may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The real Puppet with its cache.
pub struct Reference {
    command: String,
    process: Option<Process>,
    /// The name of the implementation: `puppet-8.11.0`.
    pub name: String,
    folder: PathBuf,
}

/// The answers about one repository.
pub struct Answers {
    known: HashMap<String, Answer>,
    file: PathBuf,
    sink: Option<File>,
    /// The root of all paths, which is replaced by a placeholder in the cache.
    root: String,
    content: String,
}

/// The placeholder for the root of all paths.
const ROOT: &str = "{{corpus}}";

impl Reference {
    /// Starts the process. Its answers are stored below `answers`.
    ///
    /// # Errors
    /// Fails if it cannot be started.
    pub fn start(command: &str, answers: &Path) -> io::Result<Reference> {
        let (process, name) = Process::start(command)?;
        Ok(Reference {
            command: command.to_owned(),
            process: Some(process),
            folder: answers.join(&name),
            name,
        })
    }

    /// Opens the stored answers about the repository of an environment.
    ///
    /// # Errors
    /// Fails if the cache cannot be read.
    pub fn answers(&self, name: &str, layout: &Layout, root: &Path) -> io::Result<Answers> {
        fs::create_dir_all(&self.folder)?;
        let file = self.folder.join(format!("{name}.jsonl"));
        let mut known = HashMap::new();
        if file.exists() {
            for line in BufReader::new(File::open(&file)?).lines() {
                // an incomplete line is asked again
                let Ok(fields) = serde_json::from_str::<Value>(&line?) else {
                    continue;
                };
                let key = fields["key"].as_str().unwrap_or_default().to_owned();
                known.insert(key, Answer::of(&fields));
            }
        }
        Ok(Answers {
            known,
            file,
            sink: None,
            root: root.to_string_lossy().into_owned(),
            content: layout.content.clone(),
        })
    }

    /// Returns Puppet's answer to a question.
    ///
    /// # Errors
    /// Fails if the cache cannot be written.
    pub fn ask(
        &mut self,
        answers: &mut Answers,
        layout: &Layout,
        question: &Question,
    ) -> io::Result<Answer> {
        let key = answers.key(question, "");
        if let Some(answer) = answers.known.get(&key) {
            return Ok(answers.with_root(answer));
        }
        let answer = self.answer(layout, question);
        answers.keep(key, answer)
    }

    /// Asks a question in a fresh process that has answered no other, because files, types and
    /// functions that other questions have loaded can change an answer.
    ///
    /// # Errors
    /// Fails if the cache cannot be written.
    pub fn ask_alone(
        &mut self,
        answers: &mut Answers,
        layout: &Layout,
        question: &Question,
    ) -> io::Result<Answer> {
        let key = answers.key(question, "alone");
        if let Some(answer) = answers.known.get(&key) {
            return Ok(answers.with_root(answer));
        }
        self.close();
        let answer = self.answer(layout, question);
        self.close();
        answers.keep(key, answer)
    }

    fn close(&mut self) {
        if let Some(process) = &mut self.process
            && process.opened.take().is_some()
            && process.say(&json!({"close": true})).is_none()
        {
            self.process = None;
        }
    }

    fn answer(&mut self, layout: &Layout, question: &Question) -> Answer {
        let late = Answer {
            late: true,
            ..Answer::default()
        };
        let answer = self.try_answer(layout, question);
        if answer.is_none() {
            self.process = None;
        }
        answer.unwrap_or(late)
    }

    fn try_answer(&mut self, layout: &Layout, question: &Question) -> Option<Answer> {
        if self
            .process
            .as_ref()
            .is_some_and(|process| process.opened.as_ref() != Some(&layout.parent))
        {
            self.close();
        }
        if self.process.is_none() {
            self.process = Some(Process::start(&self.command).ok()?.0);
        }
        let process = self.process.as_mut()?;
        if process.opened.is_none() {
            process.say(&json!({"open": layout.parent}))?;
            process.opened = Some(layout.parent.clone());
        }
        process
            .say(&question_fields(question))
            .map(|fields| Answer::of(&fields))
    }
}

fn question_fields(question: &Question) -> Value {
    let mut fields = Map::new();
    match &question.main {
        Main::Code(code) => fields.insert("code".to_owned(), Value::from(code.as_str())),
        Main::File(path) => fields.insert("file".to_owned(), json!(path)),
        Main::Environment => None,
    };
    fields.insert("node".to_owned(), Value::from(question.node.as_str()));
    fields.insert("facts".to_owned(), Value::from(question.facts.clone()));
    fields.insert("seconds".to_owned(), Value::from(SECONDS));
    Value::from(fields)
}

impl Answers {
    fn key(&self, question: &Question, how: &str) -> String {
        let mut digest = Sha256::new();
        let asked = question_fields(question)
            .to_string()
            .replace(&self.root, ROOT);
        for part in [self.content.as_str(), &asked, how] {
            digest.update(part);
            digest.update([0]);
        }
        compare::hex(&digest.finalize())
    }

    fn with_root(&self, answer: &Answer) -> Answer {
        let full = |text: &String| text.replace(ROOT, &self.root);
        Answer {
            logs: answer.logs.iter().map(full).collect(),
            error: answer.error.as_ref().map(full),
            catalog: answer.catalog.as_ref().map(full),
            late: answer.late,
        }
    }

    fn keep(&mut self, key: String, answer: Answer) -> io::Result<Answer> {
        let mut fields = answer.fields();
        fields["key"] = Value::from(key.as_str());
        let line = fields.to_string().replace(&self.root, ROOT);
        let sink = match &mut self.sink {
            Some(sink) => sink,
            none => none.insert(
                OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(&self.file)?,
            ),
        };
        writeln!(sink, "{line}")?;
        let kept: Value = serde_json::from_str(&line)?;
        self.known.insert(key, Answer::of(&kept));
        Ok(answer)
    }
}
