//! Asks the real Puppet through a server of the protocol.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use serde_json::{Map, Value};

/// The time limit of one request.
const PATIENCE: Duration = Duration::from_secs(20);

/// A server of the protocol that runs the real Puppet.
pub struct Oracle {
    command: String,
    child: Child,
    input: ChildStdin,
    answers: Receiver<String>,
}

impl Oracle {
    /// Starts the server.
    ///
    /// # Errors
    /// Fails if there is no such program.
    pub fn start(command: &str) -> io::Result<Oracle> {
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

    /// Returns the answer to a request, or `None` if it takes too long or the server fails.
    pub fn ask(&mut self, request: &Map<String, Value>) -> Option<Map<String, Value>> {
        let text = self.say(&Value::from(request.clone()).to_string())?;
        serde_json::from_str(&text).ok()
    }

    /// Returns the line that answers a line, or `None` if it takes too long or the server fails.
    pub fn say(&mut self, line: &str) -> Option<String> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        let answer = sent
            .ok()
            .and_then(|()| self.answers.recv_timeout(PATIENCE).ok());
        if answer.is_none() {
            self.end();
            *self = Oracle::start(&self.command).ok()?;
        }
        answer
    }

    fn end(&mut self) {
        // the process may have ended already
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        self.end();
    }
}
