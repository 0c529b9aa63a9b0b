//! Tells the program the commit that it is built from, if that is known.

use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=BUNRAKU_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    // only a release build needs the commit: tests build often
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    let head = git(&["rev-parse", "--git-path", "HEAD"]);
    if let Some(head) = &head {
        println!("cargo::rerun-if-changed={head}");
    }
    if let Some(branch) = git(&["symbolic-ref", "-q", "HEAD"])
        && let Some(file) = git(&["rev-parse", "--git-path", &branch])
    {
        println!("cargo::rerun-if-changed={file}");
    }
    let given = std::env::var("BUNRAKU_COMMIT").ok();
    let form = "--format=%h of %cd";
    let commit = given.or_else(|| git(&["log", "-1", "--date=short", "--abbrev=10", form]));
    if let Some(commit) = commit {
        println!("cargo::rustc-env=BUNRAKU_COMMIT={commit}");
    }
}

/// Returns git's answer without its line end, or `None` without a repository.
fn git(words: &[&str]) -> Option<String> {
    let output = Command::new("git").args(words).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim_end().to_owned())
}
