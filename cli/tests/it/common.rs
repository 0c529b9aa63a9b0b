//! Owns helpers for tests of the command line: folders of files, and runs of the binary in them.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is removed after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Makes a folder of these files.
    pub fn new(files: &[(&str, &[u8])]) -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("bunraku-test-{}-{number}", std::process::id());
        let root = std::env::temp_dir().join(name);
        fs::create_dir_all(&root).expect("writable");
        for (name, content) in files {
            let path = root.join(name);
            fs::create_dir_all(path.parent().expect("has a folder")).expect("writable");
            fs::write(path, content).expect("writable");
        }
        Folder(root)
    }

    /// Runs bunraku in the folder. Returns status, standard output and standard error.
    pub fn run(&self, arguments: &[&str]) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
        // cargo gives the variable of the build script to tests, too; it sets no option
        command.env_remove("BUNRAKU_COMMIT");
        ended(command.args(arguments).current_dir(&self.0).output())
    }

    /// Returns the names in a folder, sorted.
    pub fn names(&self, below: &str) -> Vec<String> {
        let entries = fs::read_dir(self.0.join(below)).expect("a folder");
        let mut names: Vec<String> = entries
            .flatten()
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns status, standard output and standard error.
pub fn ended(output: std::io::Result<Output>) -> (i32, String, String) {
    let output = output.expect("the binary runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    // no status means that a signal has ended the process
    let status = output.status.code().unwrap_or(-1);
    (status, text(&output.stdout), text(&output.stderr))
}
