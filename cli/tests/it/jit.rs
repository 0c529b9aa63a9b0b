//! Tests the compiler tier: all code that should be compiled is compiled, and all modes agree.
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

/// If the compiler panics, the catalog is still made: only the body is not compiled, and the panic
/// is counted and named.
#[test]
fn a_panic_of_the_compiler_leaves_its_work_to_the_interpreter() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/compiled.pp");
    let wanted = eval(&file, &["--jit=off"]).stdout;
    assert_eq!(wanted.split(|b| *b == b'\n').count(), 4);
    let modes: [&[&str]; 3] = [
        &["--jit-threshold=1"],
        &["--jit-threshold=1", "--jit-wait"],
        &["--jit=always"],
    ];
    for at in [
        "lower",
        "compile",
        "lower:sum",
        "compile:sum",
        "compile:main",
        "lower:lambda:4",
    ] {
        for options in modes {
            let panic = format!("--jit-panic={at}");
            let done = eval(&file, &[options, &[&panic, "--jit-stats"]].concat());
            let statistics = String::from_utf8_lossy(&done.stderr).into_owned();
            assert_eq!(done.stdout, wanted, "{at} {options:?}: {statistics}");
            assert!(
                !statistics.contains("backtrace"),
                "{at} {options:?}: {statistics}"
            );
            // in other modes the program may end before the body is compiled
            if !options.contains(&"--jit-wait") && !options.contains(&"--jit=always") {
                continue;
            }
            assert!(
                !statistics.contains(" 0 by panics"),
                "{at} {options:?}: {statistics}"
            );
            let named = "jit: the compiler panicked at ";
            assert!(statistics.contains(named), "{at} {options:?}: {statistics}");
            // the other bodies are still compiled
            let compiled = !statistics.contains("jit: 0 bodies");
            assert_eq!(compiled, at.contains(':'), "{at} {options:?}: {statistics}");
        }
    }
}
