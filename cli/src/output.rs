//! Writes catalogs to standard output, to a file or to a folder of files. Each file is written
//! completely or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};

use catalog::catalog::WriteError;
use catalog::environment::files::reason;

/// The last extension of a file's name while it is written; the number of the process comes before
/// it.
const PART: &str = ".part";

/// The destination of catalogs.
pub enum Output {
    /// Standard output.
    Standard,
    /// A file for the catalog of one node.
    File(PathBuf),
    /// A folder with a file for each node.
    Folder(PathBuf),
    /// No destination: the catalogs are discarded.
    Nowhere,
}

impl Output {
    /// Returns the output that a path names. For several nodes it is a folder, which is created.
    ///
    /// # Errors
    /// Fails if the folder cannot be created.
    pub fn new(path: Option<&Path>, several: bool) -> Result<Output, String> {
        let Some(path) = path else {
            return Ok(Output::Standard);
        };
        let is_folder = several || path.is_dir() || path.to_string_lossy().ends_with('/');
        if !is_folder {
            return Ok(Output::File(path.to_owned()));
        }
        fs::create_dir_all(path).map_err(|error| match path.exists() {
            true => format!("{}: Not a folder", path.display()),
            false => format!("{}: {}", path.display(), reason(&error)),
        })?;
        sweep(path);
        Ok(Output::Folder(path.to_owned()))
    }

    /// Writes a node's text to its file. For standard output, returns the text instead.
    ///
    /// # Errors
    /// Fails if `write` fails, or if the file cannot be written; then the error names the file.
    pub fn write(
        &self,
        name: &str,
        write: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
    ) -> Result<Vec<u8>, String> {
        let path = match self {
            Output::Standard => {
                let mut text = Vec::new();
                write(&mut text).map_err(|error| error_message(&error))?;
                return Ok(text);
            }
            Output::Nowhere => {
                write(&mut io::sink()).map_err(|error| error_message(&error))?;
                return Ok(Vec::new());
            }
            Output::File(path) => path.clone(),
            Output::Folder(folder) => folder.join(format!("{name}.json")),
        };
        match write_whole(&path, write) {
            Ok(()) => Ok(Vec::new()),
            Err(WriteError::Sink(error)) => Err(format!("{}: {}", path.display(), reason(&error))),
            Err(error) => Err(error_message(&error)),
        }
    }
}

/// Sends pieces of output to the thread that writes them. A piece waits while [`PIECES_MAX`] others
/// are not taken.
pub struct PieceSender {
    pieces: SyncSender<Vec<u8>>,
    /// The buffers of pieces that have been written, for reuse: fresh memory costs more than a copy.
    written: Receiver<Vec<u8>>,
}

/// The maximum number of pieces that wait.
const PIECES_MAX: usize = 2;

impl PieceSender {
    /// Runs `work` in a thread of the pool and writes its pieces to `out` meanwhile. Returns the
    /// result of `work` and the result of writing.
    pub fn to<T: Send>(
        out: &mut dyn Write,
        pool: &rayon::ThreadPool,
        work: impl FnOnce(PieceSender) -> T + Send,
    ) -> (Option<T>, io::Result<()>) {
        let (sender, pieces) = sync_channel::<Vec<u8>>(PIECES_MAX);
        let (used, unused) = channel();
        let sender = PieceSender {
            pieces: sender,
            written: unused,
        };
        let mut result = None;
        let written = pool.in_place_scope(|scope| {
            scope.spawn(|_| result = Some(work(sender)));
            pieces.into_iter().try_for_each(|piece| {
                out.write_all(&piece)?;
                // the sender may have ended
                let _ = used.send(piece);
                Ok(())
            })
        });
        (result, written)
    }
}

impl Write for PieceSender {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut piece = self.written.try_recv().unwrap_or_default();
        piece.clear();
        piece.extend_from_slice(bytes);
        let sent = self.pieces.send(piece);
        sent.map_err(|_| io::Error::from(ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns the message about a catalog that cannot be written.
pub fn error_message(error: &WriteError) -> String {
    match error {
        WriteError::Value(problem) => problem.to_string(),
        WriteError::Sink(error) => reason(error).to_string(),
    }
}

/// Writes a file under another name and renames it. A device or a pipe is written directly. A link
/// to a file is replaced, not followed. Only the owner may read the file, because it may hold
/// secrets.
fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), WriteError>,
) -> Result<(), WriteError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            return write(&mut File::options().write(true).open(path)?);
        }
        _ => {}
    }
    let mut part = OsString::from(path);
    part.push(format!(".{}{PART}", std::process::id()));
    let part = PathBuf::from(part);
    // a killed process with the same number may have left this file
    let _ = fs::remove_file(&part);
    let created = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(&part);
    let written = created
        .map_err(WriteError::from)
        .and_then(|mut file| write(&mut file));
    let result = written.and_then(|()| Ok(fs::rename(&part, path)?));
    if result.is_err() {
        // removes the incomplete file
        let _ = fs::remove_file(&part);
    }
    result
}

/// Removes incomplete files of processes that were killed.
fn sweep(folder: &Path) {
    // without /proc it is not known which processes have ended
    if !Path::new("/proc/self").exists() {
        return;
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name
            .to_str()
            .and_then(|name| name.strip_suffix(PART))
            .and_then(|name| name.rsplit_once(".json."))
            .and_then(|(_, process)| process.parse::<u32>().ok());
        if process.is_some_and(|process| !Path::new(&format!("/proc/{process}")).exists()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}
