//! Tests that the programs that `conformance/perf/hunt` generates to find slow code are valid:
//! bunraku and node must print the same.

use std::path::Path;
use std::process::Command;

fn there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn programs_of_the_hunter_agree_with_node() {
    if !there("node") || !there("python3") {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance/perf/hunt");
    let output = Command::new("python3")
        .arg("-B")
        .arg(folder)
        .args(["--check", "--count", "26", "--seed", "smoke"])
        .args(["--bunraku", env!("CARGO_BIN_EXE_bunraku")])
        .args(["--work", concat!(env!("CARGO_TARGET_TMPDIR"), "/hunt")])
        .output()
        .expect("python3 runs");
    let printed = String::from_utf8_lossy(&output.stdout);
    let problems = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() && printed.contains("26 programs agree, 0 do not"),
        "{printed}{problems}"
    );
}
