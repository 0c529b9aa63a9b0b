//! Runs the commands of manifests and environments on the server.

use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use foldhash::HashMap;
use runtime::{limits, profile};

/// The interval between checks of the time limit while a command runs.
const LOOK: Duration = Duration::from_millis(20);

/// Environment variables that would change the effect of a command depending on the user.
const REMOVED: &[&str] = &[
    "HOME",
    "USER",
    "LOGNAME",
    "LANGUAGE",
    "LC_COLLATE",
    "LC_CTYPE",
    "LC_MESSAGES",
    "LC_MONETARY",
    "LC_NUMERIC",
    "LC_TIME",
];

/// The answer of a command that cannot be run.
const UNABLE: Answer = (Some(1), Vec::new());

/// The exit status of a command (`None` if a signal ended it), and its output including standard
/// error.
pub type Answer = (Option<i32>, Vec<u8>);

/// The maximum number of cached answers, and the maximum size of each.
const KEPT_MAX: usize = 10_000;
const KEPT_BYTES_MAX: usize = 1 << 16;

/// A runner of the commands in an environment's manifests.
#[derive(Default)]
pub struct Commands {
    /// The cached answers of commands by folder and words, if equal commands share them.
    kept: Option<Mutex<HashMap<(String, Vec<String>), Answer>>>,
}

impl Commands {
    /// Creates a runner; if `reuses` is true, equal commands share the answer of the first one.
    pub fn new(reuses: bool) -> Commands {
        let kept = reuses.then(Mutex::default);
        Commands { kept }
    }

    /// Runs a command in a folder, or returns the cached answer of an equal one.
    pub fn run_in(&self, folder: &str, words: &[String]) -> Answer {
        let Some(kept) = &self.kept else {
            return run_uncached(folder, words);
        };
        let key = (folder.to_owned(), words.to_vec());
        let lock = || kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(&key) {
            return known.clone();
        }
        // the lock is released so that other threads can continue
        let answer = run_uncached(folder, words);
        if answer.0.is_some() && answer.1.len() <= KEPT_BYTES_MAX && lock().len() < KEPT_MAX {
            lock().insert(key, answer.clone());
        }
        answer
    }
}

fn run_uncached(folder: &str, words: &[String]) -> Answer {
    let Some((program, arguments)) = words.split_first() else {
        return UNABLE;
    };
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder);
    started(command).unwrap_or(UNABLE)
}

fn started(mut command: Command) -> std::io::Result<Answer> {
    let program = command.get_program().to_string_lossy();
    let _frame = profile::named(profile::Kind::Command, &program);
    let (reader, writer) = std::io::pipe()?;
    command.stdin(Stdio::null());
    command.stdout(writer.try_clone()?).stderr(writer);
    for name in REMOVED {
        command.env_remove(name);
    }
    command.env("LANG", "C").env("LC_ALL", "C");
    let mut child = command.spawn()?;
    // the command's own ends of the pipe would keep it open
    drop(command);
    let bytes_max = limits::memory() / 2;
    let (sender, receiver) = mpsc::channel();
    let mut output = Vec::new();
    thread::Builder::new().spawn(move || {
        let read = reader.take(bytes_max as u64 + 1).read_to_end(&mut output);
        // if a limit ended the command, nothing receives the output
        let _ = sender.send(read.map(|_| output));
    })?;
    let output = loop {
        match receiver.recv_timeout(LOOK) {
            Ok(output) => break output?,
            Err(_) => end_if_late(&mut child),
        }
    };
    if output.len() > bytes_max {
        let _ = child.kill();
    }
    let status = loop {
        match child.try_wait()? {
            Some(status) => break status,
            None => thread::sleep(LOOK / 20),
        }
        end_if_late(&mut child);
    };
    limits::items::<u8>(output.len());
    Ok((status.code(), output))
}

/// Ends a command whose evaluation has exceeded the time limit, and the evaluation itself.
fn end_if_late(child: &mut Child) {
    if limits::is_late() {
        let _ = child.kill();
        let _ = child.wait();
        limits::time();
    }
}

/// Runs a command line; starts a shell only if the line needs one.
pub fn run_line(line: &str) -> Answer {
    let mut words = line.split_whitespace();
    let command = match words.next() {
        _ if line.contains(|c| "*?{}[]<>()~&|\\$;'`\"\n#=%".contains(c)) => {
            let mut command = Command::new("sh");
            command.args(["-c", line]);
            command
        }
        None => return UNABLE,
        Some(program) => {
            let mut command = Command::new(program);
            command.args(words);
            command
        }
    };
    started(command).unwrap_or(UNABLE)
}

/// Returns the status as the error message of a command shows it.
pub fn status_text(status: Option<i32>) -> String {
    status.map_or_else(String::new, |status| status.to_string())
}

/// A temporary file that is removed on drop.
struct Temporary(PathBuf);

impl Temporary {
    /// Creates a file that only the current user may read.
    fn new(content: &str) -> std::io::Result<Temporary> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        let start = now.map_or(0, |now| now.as_nanos());
        for number in 0.. {
            let name = format!("validate_cmd{}-{:x}", std::process::id(), start + number);
            let path = std::env::temp_dir().join(name);
            let mut options = std::fs::OpenOptions::new();
            options.write(true).create_new(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            match options.open(&path) {
                Ok(mut file) => {
                    let made = Temporary(path);
                    file.write_all(content.as_bytes())?;
                    return Ok(made);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        unreachable!("some name is free")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // a remaining file does no harm
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs a command on a temporary file with the given content.
///
/// # Errors
/// Reports the status and the output if the status is not 0.
pub fn check_content(content: &str, command: &dyn Fn(&str) -> String) -> Result<(), String> {
    let file = Temporary::new(content).map_err(|error| error.to_string())?;
    let line = command(&file.0.to_string_lossy());
    match run_line(&line) {
        (Some(0), _) => Ok(()),
        (status, output) => Err(format!(
            "Execution of '{line}' returned {}: {}",
            status_text(status),
            String::from_utf8_lossy(&output).trim_end()
        )),
    }
}
