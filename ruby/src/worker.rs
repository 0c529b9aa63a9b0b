//! A Ruby process that waits for work.
//!
//! What is said are frames: four bytes of length, most significant first, and a value in Ruby's
//! format. A request is answered by a frame, before which the process may ask questions of its
//! own; each of those gets one answer.

use std::io::{BufReader, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;

/// The files of the prelude in the order in which they are loaded.
const PRELUDE: [(&str, &str); 8] = [
    ("puppet.rb", include_str!("prelude/puppet.rb")),
    ("values.rb", include_str!("prelude/values.rb")),
    ("types.rb", include_str!("prelude/types.rb")),
    ("scope.rb", include_str!("prelude/scope.rb")),
    ("functions.rb", include_str!("prelude/functions.rb")),
    ("resource_type.rb", include_str!("prelude/resource_type.rb")),
    ("template.rb", include_str!("prelude/template.rb")),
    ("serve.rb", include_str!("prelude/serve.rb")),
];

/// Reads the prelude, and begins with it.
const BOOT: &str = "$stdin_of_bunraku = $stdin.dup.binmode; $stdin.reopen(File::NULL); $stdin_of_bunraku.read($stdin_of_bunraku.read(4).unpack1('N')).force_encoding('UTF-8').split(\"\\0\").each_slice(2) { |name, code| eval(code, TOPLEVEL_BINDING, \"bunraku/#{name}\") }; Bunraku.serve";

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no Ruby.
    Absent,
    /// The process could not be started, or what it says makes no sense.
    Broken(String),
    /// The process ended; what it said last.
    Ended(String),
    /// It took too long, as the caller has it.
    Late,
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Fault::Absent => {
                f.write_str("Ruby is needed and not installed; install a package such as `ruby`")
            }
            Fault::Broken(why) => write!(f, "the Ruby process could not be used: {why}"),
            Fault::Late => f.write_str("the Ruby process took too long"),
            Fault::Ended(why) if why.is_empty() => f.write_str("the Ruby process ended"),
            Fault::Ended(why) => write!(f, "the Ruby process ended: {why}"),
        }
    }
}

/// Frames beyond this are not read.
const FRAME_MAX: usize = 1 << 30;

/// How long nobody asks whether it is late, in milliseconds.
const PATIENCE: u16 = 50;

/// A process.
pub struct Worker {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    is_over: bool,
}

impl Worker {
    /// Starts a process. `memory` is the most that it may take, in bytes.
    ///
    /// # Errors
    /// When there is no Ruby, or it does not start.
    pub fn start(program: &str, memory: u64) -> Result<Worker, Fault> {
        let mut command = Command::new(program);
        command
            .args(["-Ku", "-W0", "-e", BOOT])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // with what it starts itself
        command.process_group(0);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            ErrorKind::NotFound => Fault::Absent,
            _ => Fault::Broken(error.to_string()),
        })?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Fault::Broken("it has no pipes".to_owned()));
        };
        let mut worker = Worker {
            child,
            input,
            output: BufReader::new(output),
            is_over: false,
        };
        let limit = format!("Process.setrlimit(:DATA, {memory}) rescue nil");
        let files = PRELUDE
            .iter()
            .copied()
            .chain([("limit.rb", limit.as_str())]);
        let all: Vec<&str> = files.flat_map(|(name, code)| [name, code]).collect();
        worker.send(all.join("\0").as_bytes())?;
        Ok(worker)
    }

    /// Sends a frame.
    ///
    /// # Errors
    /// When the process has ended.
    pub fn send(&mut self, frame: &[u8]) -> Result<(), Fault> {
        let Some(length) = u32::try_from(frame.len())
            .ok()
            .filter(|_| frame.len() <= FRAME_MAX)
        else {
            return Err(Fault::Broken("too much was to be said at once".to_owned()));
        };
        let sent = self.input.write_all(&length.to_be_bytes());
        let sent = sent.and_then(|()| self.input.write_all(frame));
        let sent = sent.and_then(|()| self.input.flush());
        sent.map_err(|error| self.ended(&error))
    }

    /// Reads a frame; gives up when `is_late` says so.
    ///
    /// # Errors
    /// When the process has ended, or it is late.
    pub fn receive(&mut self, is_late: impl Fn() -> bool) -> Result<Vec<u8>, Fault> {
        while self.output.buffer().is_empty() {
            let mut output = [PollFd::new(
                self.output.get_ref().as_fd(),
                PollFlags::POLLIN,
            )];
            match poll(&mut output, PollTimeout::from(PATIENCE)) {
                Ok(0) | Err(nix::errno::Errno::EINTR) if is_late() => return Err(Fault::Late),
                Ok(0) | Err(nix::errno::Errno::EINTR) => {}
                Ok(_) | Err(_) => break,
            }
        }
        let mut length = [0; 4];
        if let Err(error) = self.output.read_exact(&mut length) {
            return Err(self.ended(&error));
        }
        let length = u32::from_be_bytes(length) as usize;
        if length > FRAME_MAX {
            return Err(Fault::Broken("it says too much at once".to_owned()));
        }
        let mut frame = Vec::new();
        match (&mut self.output)
            .take(length as u64)
            .read_to_end(&mut frame)
        {
            Ok(read) if read == length => Ok(frame),
            Ok(_) => Err(self.ended(&ErrorKind::UnexpectedEof.into())),
            Err(error) => Err(self.ended(&error)),
        }
    }

    /// It must not live on without anybody to talk to, nor what it has started.
    fn kill(&mut self) {
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = killpg(Pid::from_raw(group), Signal::SIGKILL);
        }
        let _ = self.child.kill();
    }

    fn ended(&mut self, error: &std::io::Error) -> Fault {
        let is_end = matches!(
            error.kind(),
            ErrorKind::UnexpectedEof | ErrorKind::BrokenPipe
        );
        self.kill();
        let ended = self.child.wait();
        self.is_over = true;
        match ended {
            Ok(status) if is_end => Fault::Ended(status.to_string()),
            _ => Fault::Broken(error.to_string()),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // it may be in the middle of something
        if !self.is_over {
            self.kill();
            let _ = self.child.wait();
        }
    }
}
