//! The compiler tier: nothing is left to the interpreter in secret, and all modes agree.
#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn eval(file: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command
        .arg("eval")
        .arg(file)
        .args(options)
        .output()
        .unwrap()
}

fn manifests(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance")
        .join(folder);
    let entries = std::fs::read_dir(root)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> = entries
        .filter(|p| p.extension().is_some_and(|e| e == "pp"))
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{folder} has manifests");
    files
}

#[test]
fn always_compiles_every_body_that_runs() {
    for folder in [
        "cases/lang/functions",
        "cases/lang/lambdas",
        "cases/lang/operators",
        "benches",
    ] {
        for file in manifests(folder) {
            let done = eval(&file, &["--jit=always", "--jit-stats"]);
            let statistics = String::from_utf8_lossy(&done.stderr).into_owned();
            let name = file.display();
            assert!(statistics.contains(" 0 failed"), "{name}: {statistics}");
            assert!(
                statistics.contains(" 0 entries left to the interpreter"),
                "{name}: {statistics}"
            );
            // a manifest that does not parse has no body
            let ran = !String::from_utf8_lossy(&done.stdout).starts_with("Error: Syntax error");
            assert!(
                !ran || !statistics.contains(" 0 bodies and loops compiled")
                    || done.status.code() == Some(1),
                "{name}: {statistics}"
            );
        }
    }
}

#[test]
fn modes_agree_on_benchmarks() {
    for file in manifests("benches") {
        let interpreted = eval(&file, &["--jit=off"]).stdout;
        let modes: [&[&str]; 3] = [
            &["--jit-threshold=1"],
            &["--jit-threshold=1", "--jit-wait"],
            &["--jit=always"],
        ];
        for options in modes {
            let compiled = eval(&file, options).stdout;
            assert_eq!(compiled, interpreted, "{} {options:?}", file.display());
        }
    }
}
