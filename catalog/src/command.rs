//! Commands that manifests and environments run on the server.

use std::io::{ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// Runs a command; gives its status and its output with its complaints. 1 is the status of what
/// can't be run.
pub fn run(words: &[String]) -> (i32, Vec<u8>) {
    let Some((program, arguments)) = words.split_first() else {
        return (1, Vec::new());
    };
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null());
    started(command).unwrap_or((1, Vec::new()))
}

fn started(mut command: Command) -> std::io::Result<(i32, Vec<u8>)> {
    let (mut reader, writer) = std::io::pipe()?;
    command.stdout(writer.try_clone()?).stderr(writer);
    let mut child = command.spawn()?;
    // its own ends of the pipe would keep it open
    drop(command);
    let mut output = Vec::new();
    reader.read_to_end(&mut output)?;
    Ok((child.wait()?.code().unwrap_or(1), output))
}

/// Runs a line as a shell would, without one where it has nothing to do.
pub fn run_line(line: &str) -> (i32, Vec<u8>) {
    if line.contains(|c| "*?{}[]<>()~&|\\$;'`\"\n#=%".contains(c)) {
        let mut command = Command::new("sh");
        command.args(["-c", line]).stdin(Stdio::null());
        return started(command).unwrap_or((1, Vec::new()));
    }
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    run(&words)
}

/// A file that goes with the value.
struct Temporary(PathBuf);

impl Temporary {
    /// A new file that nobody else may read.
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
        // what is left behind does no harm
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Runs a command on a file of the content.
///
/// # Errors
/// What happened, when its status is not 0.
pub fn check_content(content: &str, command: &dyn Fn(&str) -> String) -> Result<(), String> {
    let file = Temporary::new(content).map_err(|error| error.to_string())?;
    let line = command(&file.0.to_string_lossy());
    match run_line(&line) {
        (0, _) => Ok(()),
        (status, output) => Err(format!(
            "Execution of '{line}' returned {status}: {}",
            String::from_utf8_lossy(&output).trim_end()
        )),
    }
}
