//! Reads files and folders. Errors name the file.

use std::io::{self, BufRead, Read};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs, process};

/// Adds a path to an error.
fn of(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns the text of a file.
///
/// # Errors
/// Fails if it cannot be read or is not UTF-8.
pub fn text(path: &Path) -> io::Result<String> {
    fs::read_to_string(path).map_err(of(path))
}

/// Returns the contents of a file.
///
/// # Errors
/// Fails if it cannot be read.
pub fn bytes(path: &Path) -> io::Result<Vec<u8>> {
    fs::read(path).map_err(of(path))
}

/// Returns the paths in a folder, sorted by name.
///
/// # Errors
/// Fails if the folder cannot be read.
pub fn paths(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).map_err(of(folder))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths = paths.collect::<io::Result<Vec<_>>>().map_err(of(folder))?;
    paths.sort();
    Ok(paths)
}

/// Returns the folder for small files that are removed soon.
///
/// It is in memory if the system has such a folder, because creating and removing tens of thousands
/// of files on a disk takes longer than compiling them. The environment variable `TMPDIR`
/// takes precedence. Files there may not be executable.
pub fn temporary_folder() -> &'static Path {
    static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
        let memory = Path::new("/dev/shm");
        let probe = memory.join(format!("bunraku-probe-{}", process::id()));
        let is_usable = env::var_os("TMPDIR").is_none() && fs::create_dir(&probe).is_ok();
        match is_usable && fs::remove_dir(&probe).is_ok() {
            true => memory.to_owned(),
            false => env::temp_dir(),
        }
    });
    &FOLDER
}

/// The maximum length of an input line in bytes.
const LINE_BYTES_MAX: u64 = 256 << 20;

/// Reads a line with its line end. The last line of the input may have none.
///
/// # Errors
/// Fails if the input cannot be read or the line is too long.
pub fn line(input: &mut dyn BufRead) -> io::Result<Vec<u8>> {
    let mut line = Vec::new();
    input.take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    match line.len() as u64 == LINE_BYTES_MAX {
        true => Err(io::Error::other("a line is longer than 256 MiB")),
        false => Ok(line),
    }
}
