//! Reads files: the only place where the bytes of code, data and settings enter.
//!
//! A path may lead to anything. A pipe without a writer would block forever, and a device may be
//! endless. Therefore the kind of a file is checked after opening it, and the size is limited by
//! the memory of an evaluation.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, OpenOptionsExt};
use std::path::Path;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::libc::{ENXIO, O_NONBLOCK};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use runtime::limits;

use super::file_cache;
use crate::read_set::{self, Topic, answer_of_bool, answer_of_read};

/// The maximum size of a file, regardless of the memory limit.
const FILE_BYTES_MAX: usize = 512 << 20;
/// The divisor of an evaluation's memory that limits the size of a file. A growing buffer needs
/// twice its size for a moment.
const SHARE_OF_BYTES: usize = 4;
/// The same for a file that is parsed: the parsed form takes many times the size of the text.
const SHARE_OF_SOURCE: usize = 16;
/// The number of bytes that are read between checks of the time limit.
const PIECE_BYTES: usize = 1 << 20;
/// The pause before reading an empty pipe or terminal again.
const PAUSE: Duration = Duration::from_millis(5);
/// The time to wait for input before checking the time limit, in milliseconds.
const PATIENCE_MS: u16 = 20;

/// Reads the bytes of a file.
///
/// # Errors
/// Fails if the path cannot be read or is not a file, if the file is too large for the memory of an
/// evaluation, or if the time limit passes.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    read_share(path, SHARE_OF_BYTES)
}

/// Reads a text for Ruby code; returns `None` if the file cannot be read or is not UTF-8.
pub fn read_utf8(path: &str) -> Option<String> {
    String::from_utf8(read_file(path.as_ref()).ok()?).ok()
}

/// Reads a file that will be parsed.
///
/// # Errors
/// Same as [`read_file`].
pub fn read_source(path: &Path) -> io::Result<Vec<u8>> {
    read_share(path, SHARE_OF_SOURCE)
}

/// Reads standard input to its end, with the same limit as a file that will be parsed.
///
/// # Errors
/// Same as [`read_file`].
pub fn read_input() -> io::Result<Vec<u8>> {
    read_most(&mut AwaitedInput(io::stdin().lock()), 0, SHARE_OF_SOURCE)
}

/// Builds Ruby's message for a file that cannot be read. It raises if a limit stopped the reading:
/// the message could otherwise be cached and shown to nodes that are within the limits.
pub fn unreadable(path: &str, error: &io::Error) -> String {
    limits::time();
    let reason = reason(error);
    match error.kind() {
        ErrorKind::IsADirectory => format!("{reason} @ io_fread - {path}"),
        _ if error.raw_os_error().is_some() => format!("{reason} @ rb_sysopen - {path}"),
        // our own errors
        _ => format!("{reason} - {path}"),
    }
}

/// Returns true if a path exists.
pub fn exists(path: &str) -> bool {
    noted(Topic::Exists, path, Path::new(path).exists())
}

/// Returns true if a path is a file.
pub fn is_file(path: &str) -> bool {
    noted(Topic::IsFile, path, Path::new(path).is_file())
}

/// Returns true if a path is a folder.
pub fn is_folder(path: &str) -> bool {
    noted(Topic::IsFolder, path, Path::new(path).is_dir())
}

fn noted(topic: Topic, path: &str, is: bool) -> bool {
    read_set::note_answer(topic, path, || answer_of_bool(is));
    is
}

fn read_share(path: &Path, share: usize) -> io::Result<Vec<u8>> {
    if !read_set::is_on() {
        return read_unnoted(path, share);
    }
    let read = match file_cache::find_noted(path) {
        Some((bytes, answer)) => {
            read_set::note_answer(Topic::File, &path.to_string_lossy(), || answer);
            return Ok(bytes);
        }
        None => read_unnoted(path, share),
    };
    read_set::note_answer(Topic::File, &path.to_string_lossy(), || {
        answer_of_read(&read)
    });
    read
}

fn read_unnoted(path: &Path, share: usize) -> io::Result<Vec<u8>> {
    if let Some(bytes) = file_cache::find(path) {
        return Ok(bytes);
    }
    let (bytes, metadata) = read_opened(path, share)?;
    if metadata.is_file() {
        file_cache::keep(path, &metadata, &bytes);
    }
    Ok(bytes)
}

/// Reads a file that will be parsed, without the cache and read sets, for callers that keep the parsed
/// form. Returns its metadata from before the reading as well.
///
/// # Errors
/// Same as [`read_file`].
pub fn read_kept_source(path: &Path) -> io::Result<(Vec<u8>, Metadata)> {
    read_opened(path, SHARE_OF_SOURCE)
}

fn read_opened(path: &Path, share: usize) -> io::Result<(Vec<u8>, Metadata)> {
    let (mut file, metadata) = open(path)?;
    let size = metadata.len();
    if size > bytes_max(share) as u64 {
        return Err(too_large(share));
    }
    let bytes = match metadata.is_file() {
        // all content of a regular file is available immediately
        true => read_most(&mut file, size as usize, share)?,
        false => read_most(&mut AwaitedInput(file), size as usize, share)?,
    };
    Ok((bytes, metadata))
}

fn bytes_max(share: usize) -> usize {
    FILE_BYTES_MAX.min(limits::memory() / share)
}

/// Opens a file without waiting for a writer.
fn open(path: &Path) -> io::Result<(File, Metadata)> {
    let opened = File::options()
        .read(true)
        .custom_flags(O_NONBLOCK)
        .open(path);
    let file = opened.map_err(|error| match error.raw_os_error() {
        // the error for opening a socket
        Some(ENXIO) => no_file(),
        _ => error,
    })?;
    // a pipe that the shell has opened for this process has a writer
    let is_descriptor = path.starts_with("/dev") || path.starts_with("/proc");
    let metadata = file.metadata()?;
    match metadata.file_type().is_fifo() && !is_descriptor {
        true => Err(no_file()),
        false => Ok((file, metadata)),
    }
}

fn no_file() -> io::Error {
    io::Error::other("Not a regular file")
}

fn too_large(share: usize) -> io::Error {
    let most = bytes_max(share);
    let why = match most {
        FILE_BYTES_MAX => String::new(),
        _ => format!(", a {share}th of the limit of memory"),
    };
    let text = format!("File too large: at most {most} bytes are read{why}");
    io::Error::new(ErrorKind::FileTooLarge, text)
}

/// An input that is awaited until the evaluation's time limit.
struct AwaitedInput<F>(F);

impl<F: Read + AsFd> Read for AwaitedInput<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(exceeded) = limits::stopped() {
                let text = exceeded.error().text(false);
                return Err(io::Error::new(ErrorKind::TimedOut, text));
            }
            let ready = poll(
                &mut [PollFd::new(self.0.as_fd(), PollFlags::POLLIN)],
                PollTimeout::from(PATIENCE_MS),
            );
            match ready {
                Ok(0) | Err(Errno::EINTR) => continue,
                Ok(_) | Err(_) => {}
            }
            match self.0.read(buffer) {
                // a pipe without a writer so far
                Err(error) if error.kind() == ErrorKind::WouldBlock => thread::sleep(PAUSE),
                done => return done,
            }
        }
    }
}

/// Reads an input whose expected size is `size`, up to a share of the memory.
fn read_most(input: &mut dyn Read, size: usize, share: usize) -> io::Result<Vec<u8>> {
    let most = bytes_max(share);
    // the extra byte detects the end without growing the buffer
    let mut bytes = Vec::with_capacity(size.min(most) + 1);
    loop {
        let piece = PIECE_BYTES.min(most + 1 - bytes.len());
        match input.take(piece as u64).read_to_end(&mut bytes) {
            Ok(_) if bytes.len() > most => return Err(too_large(share)),
            // the input has ended before the piece
            Ok(count) if count < piece => return Ok(bytes),
            Ok(_) => {}
            Err(error) => return Err(error),
        }
    }
}

/// Returns the system's message for an error, without its number.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error ") {
        Some((words, _)) => words.to_owned(),
        None => text,
    }
}
