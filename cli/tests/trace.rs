//! `--trace`: the calls that led to an error.

mod common;

use common::Folder;

const CODE: &[u8] = b"function g($x) {\n  fail('no')\n}\nclass c {\n  [1].map |$x| {\n    g($x)\n  }\n}\ninclude c\n";

#[test]
fn calls_are_shown_innermost_first() {
    let folder = Folder::new(&[("a.pp", CODE)]);
    let (status, out, _) = folder.run(&["eval", "--trace", "a.pp"]);
    assert_eq!(status, 1);
    assert_eq!(
        out,
        "Error: Evaluation Error: Error while evaluating a Function Call, no (file: a.pp, line: 2, \
         column: 3)\na.pp:6\na.pp:5\na.pp:9\n"
    );
    let (status, _, err) = folder.run(&["compile", "--trace", "--manifest", "a.pp"]);
    assert_eq!(status, 1);
    assert!(err.contains("a.pp:6\n"), "{err}");
}

#[test]
fn without_it_there_is_the_error_only() {
    let folder = Folder::new(&[("a.pp", CODE)]);
    let (_, out, _) = folder.run(&["eval", "a.pp"]);
    assert_eq!(out.lines().count(), 1);
}
