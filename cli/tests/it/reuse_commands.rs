//! Tests `bunraku compile --reuse-commands`: equal commands of one run share the answer of the
//! first.

use std::fs;
use std::process::Command;

/// Compiles three nodes, each of which runs a command twice. Returns how often the command ran, and
/// the log.
fn runs(name: &str, options: &[&str]) -> (usize, String) {
    let folder = std::env::temp_dir().join(format!("bunraku-reuse-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("manifests")).expect("a folder");
    let script = folder.join("count");
    let log = folder.join("log");
    fs::write(
        &script,
        format!("echo run >> {0}; wc -l < {0}", log.display()),
    )
    .expect("a script");
    let code = format!(
        "$one = generate('/bin/sh', '{0}')\n$two = generate('/bin/sh', '{0}', 'other')\nnotice($one.strip, $two.strip)\n",
        script.display()
    );
    fs::write(folder.join("manifests/site.pp"), code).expect("a manifest");
    let output = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["compile", "-j", "1", "--format", "summary", "--environment"])
        .arg(&folder)
        .args(options)
        .args(["a", "b", "c"])
        .output()
        .expect("bunraku runs");
    let count = fs::read_to_string(&log)
        .expect("the command ran")
        .lines()
        .count();
    let _ = fs::remove_dir_all(&folder);
    (count, String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn commands_run_for_each_node() {
    let (count, log) = runs("each", &[]);
    assert_eq!(count, 6, "{log}");
    assert!(log.contains("5 6"), "{log}");
}

#[test]
fn equal_commands_share_their_answer() {
    let (count, log) = runs("shared", &["--reuse-commands"]);
    assert_eq!(count, 2, "{log}");
    assert_eq!(log.matches("1 2").count(), 3, "{log}");
}
