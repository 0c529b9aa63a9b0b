//! Runs the filetests of MIR: every operation in every tier, lowering, inference, the verifier.

use std::path::Path;
use std::process::Command;

#[test]
fn all_filetests_pass() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mir/filetests");
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(["conformance", "filetests"]).arg(folder);
    let done = command.output().expect("the binary runs");
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{text}");
}
