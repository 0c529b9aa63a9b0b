//! Tests that `bunraku compile` of several nodes writes each catalog as soon as it is finished.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use crate::common::Folder;

#[test]
fn a_catalog_goes_out_before_the_next_is_done() {
    let folder = Folder::new(&[]);
    let root = folder.0.clone();
    // the second node waits for a file, which is created when the first catalog has been written
    fs::write(
        root.join("wait"),
        format!(
            "for i in $(seq 600); do test -e {}/go && exit 0; sleep 0.1; done; exit 1",
            root.display()
        ),
    )
    .expect("writable");
    let code = format!(
        "if $trusted['certname'] == 'b' {{ generate('/bin/sh', '{}/wait') }}",
        root.display()
    );
    fs::create_dir_all(root.join("manifests")).expect("writable");
    fs::write(root.join("manifests/site.pp"), code).expect("writable");
    let mut child = Command::new(env!("CARGO_BIN_EXE_bunraku"))
        .args(["compile", "--environment", ".", "-j", "1", "a", "b"])
        .current_dir(&root)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut first = String::new();
    output.read_line(&mut first).expect("a catalog");
    assert!(first.contains("\"name\":\"a\""), "{first}");
    fs::write(root.join("go"), "").expect("writable");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("a catalog");
    assert!(rest.contains("\"name\":\"b\""), "{rest}");
    assert!(child.wait().expect("it ends").success());
}
