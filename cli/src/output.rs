//! Where catalogs go: standard output, a file, a folder of files; whole or not at all.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use catalog::environment::files::reason;

/// Where catalogs go.
pub enum Output {
    /// Standard output.
    Standard,
    /// A file, for one node.
    File(PathBuf),
    /// A folder, of a file for each node.
    Folder(PathBuf),
}

impl Output {
    /// The output that a path names; for several nodes it is a folder, which is made.
    ///
    /// # Errors
    /// When the folder cannot be made.
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
        Ok(Output::Folder(path.to_owned()))
    }

    /// Writes a catalog to its file; what is left goes to standard output.
    ///
    /// # Errors
    /// The file, and why it cannot be written.
    pub fn write(&self, name: &str, json: Vec<Vec<u8>>) -> Result<Vec<u8>, String> {
        let path = match self {
            Output::Standard => return Ok(json.concat()),
            Output::File(path) => path.clone(),
            Output::Folder(folder) => folder.join(format!("{name}.json")),
        };
        match write_whole(&path, &json) {
            Ok(()) => Ok(Vec::new()),
            Err(error) => Err(format!("{}: {}", path.display(), reason(&error))),
        }
    }
}

/// Writes a file under another name and renames it. What is no plain file (a device, a pipe) is
/// written to; a link stays one.
fn write_whole(path: &Path, content: &[Vec<u8>]) -> io::Result<()> {
    let write_to = |mut file: File| content.iter().try_for_each(|piece| file.write_all(piece));
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => {
            return write_to(File::options().write(true).open(path)?);
        }
        _ => {}
    }
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut part = OsString::from(&path);
    part.push(format!(".{}.part", std::process::id()));
    let part = PathBuf::from(part);
    let written = File::create(&part).and_then(write_to);
    let result = written.and_then(|()| fs::rename(&part, &path));
    if result.is_err() {
        // nothing half written is left behind
        let _ = fs::remove_file(&part);
    }
    result
}
