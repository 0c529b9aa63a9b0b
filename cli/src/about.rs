//! Finds the versions of the program, of its compiler, of the reference implementation and of the
//! installed Ruby.

use std::fmt::Write;
use std::process::Command;

use catalog::puppet_settings;

/// Returns the text of `--version`, which has several lines. `-V` prints only the number.
pub fn long_version() -> String {
    let mut text = env!("CARGO_PKG_VERSION").to_owned();
    if let Some(commit) = option_env!("BUNRAKU_COMMIT") {
        let _ = write!(text, " (commit {commit})");
    }
    let _ = write!(text, "\nreference: Puppet {}", puppet_settings::VERSION);
    let _ = write!(text, "\ncompiler: Cranelift {}", jit::CRANELIFT_VERSION);
    let _ = match ruby_version() {
        Some(version) => write!(text, "\nruby: {version}"),
        None => write!(
            text,
            "\nruby: none found (`bunraku self-check` lists what needs it)"
        ),
    };
    text
}

/// Returns the version line of the Ruby that runs code of modules, or `None` if it does not run.
pub fn ruby_version() -> Option<String> {
    let program = catalog::ruby::program();
    let output = Command::new(&program).arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next().filter(|_| output.status.success())?;
    let version = line.strip_prefix("ruby ").unwrap_or(line);
    Some(format!("{version} (`{program}`)"))
}
