//! Runs all recorded cases in all modes of the JIT, and every request of the protocol.

use std::path::{Path, PathBuf};

use cli::engine::Native;
use conformance::case;
use conformance::run::{self, Options};
use conformance::score::{self, Verdict};

// the allocator of the command
#[cfg(not(system_allocator))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Checks that the mode `always` has left no code to the interpreter.
fn check_always(engine: &Native, cases: usize) {
    let done = *engine.always.lock().expect("no case panicked");
    assert_eq!((done.failed, done.interpreted), (0, 0), "{done:?}");
    assert!(done.compiled > cases as u64, "{done:?}");
}

#[test]
fn cases_are_answered_as_puppet_answered_them() {
    let mut cases = Vec::new();
    for folder in ["conformance/cases", "examples"] {
        cases.extend(case::find(&root().join(folder)).expect("cases can be read"));
    }
    let failing = root().join("conformance/failing.txt");
    let failing = std::fs::read_to_string(failing).expect("failing.txt can be read");
    let listed = score::listed(&failing);
    let engine = Native::default();
    let ran = run::run(&engine, &cases, &Options::default());
    let results = ran
        .iter()
        .map(|r| (r.case.id.as_str(), r.failure.is_none()));
    let verdict = Verdict::new(results, &listed);
    let mut report: Vec<String> = Vec::new();
    for ran in ran.iter().filter(|r| verdict.broken.contains(&r.case.id)) {
        if let Some((mode, text)) = &ran.failure {
            report.push(format!("{} (jit {}): {text}", ran.case.id, mode.name()));
        }
    }
    let mended = verdict.mended.iter();
    report.extend(mended.map(|id| format!("{id}: passes, take it off failing.txt")));
    assert!(verdict.is_green(), "{}", report.join("\n"));
    check_always(&engine, cases.len());
    assert_eq!(jit::panics(), Vec::<String>::new());
}
