//! Owns a Ruby process that waits for work.
//!
//! A message is a frame: four bytes of length, most significant first, and a value in Ruby's
//! format. The process answers each request with a frame. Before that it may ask questions itself,
//! each of which gets one answer. The process forks a child for each compilation. Parent and child
//! use the same pipes, one after the other.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, kill, killpg};
use nix::unistd::Pid;

/// The files of the prelude in the order in which they are loaded.
const PRELUDE: [(&str, &str); 22] = [
    ("puppet.rb", include_str!("prelude/puppet.rb")),
    ("puppet_names.rb", include_str!("prelude/puppet_names.rb")),
    ("settings.rb", include_str!("prelude/settings.rb")),
    ("tagging.rb", include_str!("prelude/tagging.rb")),
    ("util.rb", include_str!("prelude/util.rb")),
    ("values.rb", include_str!("prelude/values.rb")),
    ("types.rb", include_str!("prelude/types.rb")),
    ("scope.rb", include_str!("prelude/scope.rb")),
    ("resource.rb", include_str!("prelude/resource.rb")),
    ("environment.rb", include_str!("prelude/environment.rb")),
    ("functions.rb", include_str!("prelude/functions.rb")),
    ("resource_type.rb", include_str!("prelude/resource_type.rb")),
    ("template.rb", include_str!("prelude/template.rb")),
    ("pops.rb", include_str!("prelude/pops.rb")),
    ("merge.rb", include_str!("prelude/merge.rb")),
    ("library.rb", include_str!("prelude/library.rb")),
    ("lookup.rb", include_str!("prelude/lookup.rb")),
    ("changes.rb", include_str!("prelude/changes.rb")),
    ("reads.rb", include_str!("prelude/reads.rb")),
    ("messages.rb", include_str!("prelude/messages.rb")),
    ("serve.rb", include_str!("prelude/serve.rb")),
    ("process.rb", include_str!("prelude/process.rb")),
];

/// The code that reads the prelude from standard input and starts it.
const BOOT: &str = "$stdin_of_bunraku = $stdin.dup.binmode; $stdin.reopen(File::NULL); $stdin_of_bunraku.read($stdin_of_bunraku.read(4).unpack1('N')).force_encoding('UTF-8').split(\"\\0\").each_slice(2) { |name, code| eval(code, TOPLEVEL_BINDING, \"bunraku/#{name}\") }; Bunraku::Life.run";

/// The reason why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WorkerError {
    /// There is no Ruby.
    NoRuby,
    /// The process could not be started, or its message is malformed.
    Broken(String),
    /// The process ended. Contains its last message.
    Ended(String),
    /// The caller's limit of time is over.
    Late,
    /// No process may be started.
    Forbidden,
}

impl std::fmt::Display for WorkerError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WorkerError::NoRuby => {
                f.write_str("Ruby is needed and not installed; install a package such as `ruby`")
            }
            WorkerError::Broken(why) => write!(f, "the Ruby process could not be used: {why}"),
            WorkerError::Forbidden => {
                f.write_str("it does not run natively, and no process may be started")
            }
            WorkerError::Late => f.write_str("the Ruby process took too long"),
            WorkerError::Ended(why) if why.is_empty() => f.write_str("the Ruby process ended"),
            WorkerError::Ended(why) => write!(f, "the Ruby process ended: {why}"),
        }
    }
}

/// The maximum length of a frame.
const FRAME_MAX: usize = 1 << 30;

/// The time between two checks for a limit or an end, in milliseconds.
const PATIENCE: u16 = 50;

/// The number of such intervals that a process has to end after it was asked to.
const LAST_WORDS: u32 = 20;

/// The number of bytes that are read at once, which is the capacity of a pipe.
const PIPE_BYTES: usize = 1 << 16;

/// A Ruby process.
pub struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    is_over: bool,
}

impl Worker {
    /// Starts a process. Gives up when `is_late` returns true.
    ///
    /// # Errors
    /// Fails if there is no Ruby or it does not start.
    pub fn start(program: &str, is_late: impl Fn() -> bool) -> Result<Worker, WorkerError> {
        let mut command = Command::new(program);
        command
            .args([
                "-Ku",
                "-W0",
                // the prelude loads them when code needs them
                "--disable=gems",
                "--disable=did_you_mean",
                "--disable=error_highlight",
                "-e",
                BOOT,
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // a new process group, so that it can be ended together with its children
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => WorkerError::NoRuby,
            _ => WorkerError::Broken(error.to_string()),
        })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(WorkerError::Broken("it has no pipes".to_owned()));
        };
        // without this, writing a large frame would block and could not time out
        fcntl(&input, FcntlArg::F_SETFL(OFlag::O_NONBLOCK))
            .map_err(|error| WorkerError::Broken(error.to_string()))?;
        let mut worker = Worker {
            child,
            input,
            output: BufReader::with_capacity(PIPE_BYTES, output),
            is_over: false,
        };
        let all: Vec<&str> = PRELUDE
            .iter()
            .flat_map(|&(name, code)| [name, code])
            .collect();
        worker.send(all.join("\0").as_bytes(), is_late)?;
        Ok(worker)
    }

    /// Sends a frame. Gives up when `is_late` returns true.
    ///
    /// # Errors
    /// Fails if the process has ended or `is_late` returned true.
    pub fn send(&mut self, frame: &[u8], is_late: impl Fn() -> bool) -> Result<(), WorkerError> {
        let Some(length) = u32::try_from(frame.len())
            .ok()
            .filter(|_| frame.len() <= FRAME_MAX)
        else {
            return Err(WorkerError::Broken(
                "too much was to be said at once".to_owned(),
            ));
        };
        let bytes = [&length.to_be_bytes(), frame].concat();
        let mut rest = &bytes[..];
        while !rest.is_empty() {
            match self.input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    wait(self.input.as_fd(), PollFlags::POLLOUT, &is_late)?;
                }
                Err(error) => return Err(self.ended(&error)),
            }
        }
        Ok(())
    }

    /// Reads a frame of at most `bytes_max` bytes. Gives up when `is_late` returns true.
    ///
    /// # Errors
    /// Fails if the process has ended, the frame is longer, or `is_late` returned true.
    pub fn receive(
        &mut self,
        bytes_max: usize,
        is_late: impl Fn() -> bool,
    ) -> Result<Vec<u8>, WorkerError> {
        let head = self.read(4, &is_late)?;
        let length = head.iter().fold(0, |all, &byte| all << 8 | byte as usize);
        if length > bytes_max.min(FRAME_MAX) {
            return Err(WorkerError::Broken("it says too much at once".to_owned()));
        }
        self.read(length, &is_late)
    }

    /// Reads `count` bytes.
    fn read(&mut self, count: usize, is_late: &impl Fn() -> bool) -> Result<Vec<u8>, WorkerError> {
        let mut bytes = Vec::new();
        while bytes.len() < count {
            if self.output.buffer().is_empty() {
                wait(self.output.get_ref().as_fd(), PollFlags::POLLIN, is_late)?;
                if is_late() {
                    return Err(WorkerError::Late);
                }
            }
            match self.output.fill_buf() {
                Ok([]) => return Err(self.ended(&ErrorKind::UnexpectedEof.into())),
                Ok(some) => {
                    let used = some.len().min(count - bytes.len());
                    bytes.extend(&some[..used]);
                    self.output.consume(used);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(self.ended(&error)),
            }
        }
        Ok(bytes)
    }

    /// Ends the process. Asks it first, because it knows the processes that its code has started.
    fn kill(&mut self) {
        let Ok(pid) = i32::try_from(self.child.id()).map(Pid::from_raw) else {
            return;
        };
        if kill(pid, Signal::SIGTERM).is_ok() {
            for _ in 0..LAST_WORDS {
                if !matches!(self.child.try_wait(), Ok(None)) {
                    break;
                }
                // its end of the pipe is closed when all processes that use it have ended
                let _ = wait(self.output.get_ref().as_fd(), PollFlags::empty(), &|| true);
            }
        }
        let _ = killpg(pid, Signal::SIGKILL);
        let _ = self.child.kill();
    }

    fn ended(&mut self, error: &std::io::Error) -> WorkerError {
        let is_end = matches!(
            error.kind(),
            ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe
        );
        self.kill();
        let ended = self.child.wait();
        self.is_over = true;
        match ended {
            Ok(status) if is_end => WorkerError::Ended(status.to_string()),
            _ => WorkerError::Broken(error.to_string()),
        }
    }
}

/// Waits until a pipe is ready or closed.
fn wait(
    pipe: BorrowedFd<'_>,
    flags: PollFlags,
    is_late: &impl Fn() -> bool,
) -> Result<(), WorkerError> {
    loop {
        match poll(&mut [PollFd::new(pipe, flags)], PollTimeout::from(PATIENCE)) {
            Ok(0) | Err(nix::errno::Errno::EINTR) if is_late() => return Err(WorkerError::Late),
            Ok(0) | Err(nix::errno::Errno::EINTR) => {}
            Ok(_) | Err(_) => return Ok(()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // the process may still be working
        if !self.is_over {
            self.kill();
            let _ = self.child.wait();
        }
    }
}
